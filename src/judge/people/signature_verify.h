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

/* Did one of these keys sign the text? f->fault is the answer, and f->orders
 * the row for the log, as of that seat. */
enum err signature_verify_text(struct judge *j, struct arena *a,
			       const struct signed_block *b,
			       const struct key *keys, size_t n,
			       const struct seat_row *seat,
			       struct signer_result *f, struct why *why);

/* The same of the first part of the mail, byte for byte. */
enum err signature_verify_part(struct judge *j, struct arena *a,
			       const struct mail_signed *m,
			       const struct key *keys, size_t n,
			       const struct seat_row *seat,
			       struct signer_result *f, struct why *why);

/* Why a text that was signed as a whole mail cannot be accepted, or
 * SIG_ERROR_OK. */
enum sig_error signature_part_fault(const struct judge *j,
				    const struct signature_scan *l);

/*
 * The key of this person that signed the wish of f, a block or the mail as a
 * whole. On ERR_OK *found is the answer.
 */
enum err signer_wished(struct judge *j, const struct message *m,
		       const struct signature_scan *look,
		       const struct signer_result *f, int64_t person,
		       struct arena *a, struct key *key, bool *found,
		       struct why *why);

/*
 * Did this key sign the text, or, where it is NULL, the mail as a whole
 * (multipart/signed), and can what it signed be taken? On ERR_OK *fault is the
 * answer.
 */
enum err signer_proves(struct judge *j, const struct message *m,
		       const struct signature_scan *look,
		       const struct signed_block *text, const struct key *key,
		       struct arena *a, enum sig_error *fault, struct why *why);

enum { SIGNER_ARMOUR_MAX = 32 << 10 }; /* one with pictures is not taken */
/* The block of an OpenPGP public key in a text; empty: there is none. */
struct str signer_armour_in(struct str text);
#endif
