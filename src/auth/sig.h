/*
 * src/auth/sig.h - signatures of ssh-keygen, minisign and signify; all are
 * Ed25519. Reading is forgiving about what mail programs do to lines (CRLF,
 * quote marks, blanks, wrapped base64); checking is exact.
 *
 * SSHSIG, u32 big-endian, string = u32 length ‖ bytes:
 *   blob = "SSHSIG" ‖ u32 1 ‖ string key ‖ string namespace ‖ string "" ‖
 *          string hash ‖ string (string "ssh-ed25519" ‖ string signature)
 *   signed bytes = "SSHSIG" ‖ string namespace ‖ string "" ‖ string hash ‖
 *          string hash(message),  hash = "sha512" or "sha256"
 * minisign, signify: base64 of algorithm (2) ‖ key number (8) ‖ signature (64);
 *   "Ed" signs the message, "ED" its BLAKE2b-512. minisign's second signature
 *   is over signature ‖ trusted comment.
 */
#ifndef AUTH_SIG_H
#define AUTH_SIG_H
#include "auth/key.h"
#include "base/arena.h"

/* What an SSH signature is for: orders of players; of the judge reports, which
 * prove a game's history, all its other mails, and exported logs. */
#define SIG_ORDERS   "heraldo-orders@heraldo"
#define SIG_PLAYER   "heraldo-player@heraldo" /* of the computer player */
#define SIG_REPORT   "heraldo-report@heraldo"
#define SIG_ANSWER   "heraldo-answer@heraldo"
#define SIG_LOG      "heraldo-log@heraldo"
#define SIG_KEY      "heraldo-key@heraldo"  /* the judge's next key */
#define SIG_PAGE     "heraldo-page@heraldo" /* positions for the page */
#define SIG_PASSPORT "heraldo-passport@heraldo"
/* A purpose of the judge is in the list of sig_is_judges, too. SIG_ORDERS is of
 * players alone; SIG_PLAYER is for orders that the judge's own key signs: those
 * of its computer player. */

enum sig_form {
	SIG_SSH,
	SIG_MINISIGN,
	SIG_SIGNIFY, /* also minisign without its trusted comment */
	SIG_OPENPGP, /* of GnuPG, checked by auth/pgp.h */
};

enum { SIG_NAMESPACE_MAX = 64, SIG_ARMOUR_MAX = 16 << 10 };

struct sig {
	enum sig_form form;
	bool hashed; /* SSH: sha256, not sha512; minisign: prehashed */
	uint8_t bytes[ED25519_SIG_SIZE];
	struct key key; /* SSH: who says to have signed; else kind 0 */
	char namespace[SIG_NAMESPACE_MAX]; /* SSH */
	uint8_t number[8];                 /* minisign, signify: of the key */
	uint8_t global[ED25519_SIG_SIZE];  /* minisign */
	struct str comment; /* minisign: the trusted one, in the arena */
	struct str packets; /* OpenPGP: the signature, without armour */
};

/*
 * Look for the next signature in a text, from offset *at on; false if there is
 * none. *start is the offset of its first line, *at moves past its last.
 * *fault says whether it could be read; only then is *out filled.
 */
bool sig_find(struct arena *a, struct str text, size_t *at, size_t *start,
	      struct sig *out, enum sig_error *fault);

/*
 * Read the first signature of a file. `rest`, if not NULL, gets the bytes
 * after it: the message, when signify embeds it (-e).
 */
enum sig_error sig_parse(struct arena *a, struct str text, struct sig *out,
			 struct str *rest);

/*
 * Did this key sign these bytes? For SSH the signature must have been made for
 * `namespace` and by this very key. Keys of GnuPG never did. A signature of
 * SSH names its key, FAULT_SIG_WRONG_KEY; the others do not: FAULT_SIG_UNFIT,
 * another key or another text; FAULT_SIG_WRONG if the second signature of
 * minisign, over its comment, is by this key all the same.
 */
enum sig_error sig_check(const struct sig *s, const struct key *key,
			 const char *namespace, struct str message);

/* Was it made for a purpose of judges, as reports and pages are signed? Such a
 * signature is never a player's. */
bool sig_is_judges(const struct sig *s);

/* Of two keys tried, or two forms of the text: does f tell more than `than`? */
bool sig_fault_is_nearer(enum sig_error f, enum sig_error than);

/* Append the bytes that a signature of SSH by `ssh-keygen -Y sign` signs. */
void sig_to_sign(const char *namespace, struct str message, struct buf *out);

/* One that was made of them elsewhere. */
void sig_of_bytes(const struct key *key, const char *namespace,
		  const uint8_t bytes[ED25519_SIG_SIZE], struct sig *out);

/* Sign as `ssh-keygen -Y sign -n namespace` does. */
void sig_make(const struct key_secret *secret, const char *namespace,
	      struct str message, struct sig *out);

/*
 * Append the signature as its program writes it: SSH in lines of 70; minisign
 * and signify with an untrusted comment of ours.
 */
bool sig_render(const struct sig *s, struct buf *out);
#endif
