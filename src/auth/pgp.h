/*
 * src/auth/pgp.h - checks OpenPGP and S/MIME signatures of mail programs (RFC
 * 3156, RFC 8551), by GnuPG through GPGME.
 *
 * Optional, for players with such keys: a verification costs milliseconds and
 * processes. Keys live in a GnuPG folder of the judge's own;
 * the game's key ring holds their full fingerprints; a signature counts if it
 * is good and its key is the registered one. GnuPG's web of trust and its key
 * servers are not asked, nothing goes over the network.
 *
 * GPGME forks and runs programs: keep it out of a sandboxed process. Built
 * without GPGME, pgp_open says so and nothing else here is reached.
 */
#ifndef AUTH_PGP_H
#define AUTH_PGP_H
#include "auth/key.h"

enum pgp_protocol {
	PGP_OPENPGP, /* application/pgp-signature, detached */
	PGP_SMIME,   /* application/pkcs7-signature, detached */
};

struct pgp;

/* Was this program built with GPGME? */
bool pgp_is_built(void);

/*
 * Open, or make with mode 700, a GnuPG folder of the judge's own. Its path is
 * absolute and at most 80 bytes long, for it holds sockets. Ours are gpg.conf
 * and gpgsm.conf in it: they are written anew.
 */
enum err pgp_open(const char *home, struct pgp **out, struct why *why);

/*
 * Limit how often pgp_look and pgp_verify may run GnuPG from now on, for a
 * run takes milliseconds and a mail of a stranger can ask for thousands.
 * Beyond it a key is ERR_FORMAT and a signature FAULT_SIG_WRONG. Without this
 * call there is no limit. NULL is fine.
 */
void pgp_limit(struct pgp *p, int runs);

/* End the helpers that GnuPG started for this folder; NULL is fine. */
void pgp_close(struct pgp *p);

/*
 * Take one public key into the folder and give its fingerprint as a key for
 * the ring. For S/MIME the text is the certificate (PEM), alone or with those
 * that issued it. ERR_FORMAT if there is no key or several.
 */
enum err pgp_import(struct pgp *p, enum pgp_protocol protocol, struct str text,
		    struct key *out, struct why *why);

/*
 * Parse the OpenPGP public key in this text like pgp_import, without storing
 * it: for unknown senders, who have proved nothing yet. ERR_FORMAT as there.
 */
enum err pgp_look(struct pgp *p, struct str text, struct key *out,
		  struct why *why);

/* Which of these keys, named by their fingerprints, does the folder not have?
 * missing[i] says it of fingerprints[i]. */
enum err pgp_missing(struct pgp *p, const struct str *fingerprints, size_t n,
		     bool *missing, struct why *why);

/* Bytes and a detached signature over them. */
struct pgp_signed {
	enum pgp_protocol protocol;
	struct str bytes, signature;
};

/*
 * Did one of these keys make this detached signature over exactly these bytes?
 * On ERR_OK *fault is the answer; if it is SIG_ERROR_OK, *which is the index of
 * the key. FAULT_SIG_NO_KEY: it is not in the folder, and nothing is known of
 * the signature; _WRONG_KEY: good, by a key that is none of these; _WRONG: the
 * bytes are not those that were signed; _EXPIRED, _REVOKED, _UNTRUSTED (a
 * certificate of a kind that GnuPG does not know), _HASH (MD5, SHA-1),
 * _DAMAGED. Who issued a certificate is not asked: it is known by itself, like
 * any other key here. Other errors are GnuPG's own.
 */
enum err pgp_verify(struct pgp *p, const struct pgp_signed *of,
		    const struct key *keys, size_t n_keys, size_t *which,
		    enum sig_error *fault, struct why *why);
#endif
