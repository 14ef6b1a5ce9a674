/*
 * src/judge/people/signature_verify.h - checks the signature of a block or of a
 * whole mail with given keys, whatever program made it.
 */
#ifndef JUDGE_PEOPLE_SIGNATURE_VERIFY_H
#define JUDGE_PEOPLE_SIGNATURE_VERIFY_H
#include "judge/inbox/signer.h"

/* Fewer keys than fit: those of a person that are in use now. */
enum { RING_MAX = KEYRING_PER_PERSON };

/* The keys of a person that are in use now; *n of them. */
enum err signature_ring(struct judge *j, int64_t person, struct arena *a,
			struct key keys[RING_MAX], size_t *n, struct why *why);

/* The keys that may have signed a text. */
struct signature_keys {
	struct judge *j;
	struct arena *a; /* owns the texts of the result */
	const struct key *keys;
	size_t n;
	const struct seat_row *seat; /* the row for the log names it */
	const char *purpose;         /* of auth/sig.h; NULL: SIG_ORDERS */
};

/* If the person of the seat is the computer player, the key is the judge's own,
 * of which SIG_PLAYER alone is a player's signature. keys: those of k. */
enum err signature_computer(struct signature_keys *k, struct key keys[RING_MAX],
			    struct why *why);

/* Checks whether one of the keys signed the text. f->fault is the answer, and
 * f->orders the row for the log. */
enum err signature_verify_text(const struct signature_keys *k,
			       const struct signed_block *b,
			       struct signer_result *f, struct why *why);

/* Checks whether one of the keys signed the first part of the mail, byte for
 * byte. */
enum err signature_verify_part(const struct signature_keys *k,
			       const struct mail_signed *m,
			       struct signer_result *f, struct why *why);

/* Why a text that was signed as a whole mail cannot be accepted, or
 * SIG_ERROR_OK. */
enum sig_error signature_part_fault(const struct judge *j,
				    const struct signature_scan *l);

/*
 * Finds the key of this person that signed the wish of f, which is a block or
 * the mail as a whole. On ERR_OK *found is the answer.
 */
enum err signer_wished(const struct signer_mail *mail,
		       const struct signer_result *f, int64_t person,
		       struct key *key, bool *found, struct why *why);

/*
 * Checks whether this key signed the text (NULL: the mail as a whole,
 * multipart/signed), and whether the signed text can be accepted. On ERR_OK
 * *fault is the answer.
 */
enum err signer_proves(const struct signer_mail *mail,
		       const struct signed_block *text, const struct key *key,
		       enum sig_error *fault, struct why *why);

enum { SIGNER_ARMOUR_MAX = 32 << 10 }; /* one with pictures is not taken */
/* The block of an OpenPGP public key in a text; empty: there is none. */
struct str signer_armour_in(struct str text);
#endif
