/*
 * src/auth/key.h - keys of players and of the judge.
 *
 * A key is Ed25519, whatever program made it: `ssh-keygen -t ed25519`,
 * minisign and signify all give 32 bytes on the same curve. OpenPGP and S/MIME
 * keys are known by their fingerprint alone and live in a key ring of GnuPG
 * (auth/pgp.h).
 */
#ifndef AUTH_KEY_H
#define AUTH_KEY_H
#include "base/crypto.h"
#include "auth/sig_error.h"
#include "base/err.h"

enum key_kind {
	KEY_ED25519 = 1, /* numbers are stored: never change one */
	KEY_OPENPGP = 2,
	KEY_SMIME = 3,
};

/* Plain bytes, without a pointer; b is zero beyond len. */
struct key {
	uint8_t kind; /* enum key_kind */
	uint8_t len;  /* 32 for Ed25519; of a fingerprint 20 or 32 */
	uint8_t b[32];
};

enum {
	KEY_WIRE_SIZE = 51,       /* as SSH writes a public key */
	KEY_FINGERPRINT_MAX = 80, /* with the NUL */
	KEY_TEXT_MAX = 64 << 10,  /* longer texts hold no key */
};

struct key key_of_point(const uint8_t point[ED25519_SIZE]);
bool key_equal(const struct key *a, const struct key *b);

/*
 * Read a public key from foreign bytes: a line of OpenSSH (wrapped lines too)
 * or RFC 4716 (PuTTY), a minisign or signify public key with or without its
 * comment line, or the bare key in base64 or hex if there is nothing else. The
 * same key twice is one key.
 */
enum sig_error key_parse(struct str text, struct key *out);

/*
 * "SHA256:" and 43 characters, as `ssh-keygen -l` shows it, for every Ed25519
 * key; "OPENPGP:" or "SMIME:" and hex digits for the others.
 */
void key_fingerprint(const struct key *k, char out[KEY_FINGERPRINT_MAX]);

/*
 * The fingerprint as 64 hex digits: unlike base64 it survives signed text,
 * which knows capitals only and takes `//` for a comment.
 */
void key_fingerprint_hex(const struct key *k, char out[2 * 32 + 1]);

/*
 * Does the text name this key? Either form of the fingerprint, without regard
 * to case, to blanks or to a missing "SHA256:". 43 characters of base64 in one
 * case still hold more than 200 bits.
 */
bool key_is_fingerprint(const struct key *k, struct str text);

/* As SSH writes it: string "ssh-ed25519" ‖ string key, lengths u32. */
void key_wire(const struct key *k, uint8_t out[KEY_WIRE_SIZE]);

/*
 * Read such bytes; for another type of key, the fault that names it. Whether
 * the key is sound is not asked, which costs as much as a verification: who
 * trusts it compares it with one that key_parse gave.
 */
enum sig_error key_unwire(struct str wire, struct key *out);

/*
 * Append the line "ssh-ed25519 AAAA... comment" and a line end (Ed25519 only);
 * control characters in the comment become blanks.
 */
bool key_render(const struct key *k, struct str comment, struct buf *out);

/*
 * A key that signs. The owner wipes it with key_secret_release. The seed is
 * all there is to know: the rest follows from it.
 */
struct key_secret {
	struct key key; /* the public half */
	uint8_t seed[ED25519_SIZE];
};

void key_secret_new(struct key_secret *out);
void key_secret_release(struct key_secret *s);

/*
 * Read the text of an OpenSSH private key file, Ed25519 and without a pass
 * phrase. ERR_FORMAT says in why what it is instead and what to do; a file that
 * others can read is refused (base/file_mode.h).
 */
enum err key_secret_parse(struct str text, struct key_secret *out,
			  struct why *why);
enum err key_secret_read(const char *path, struct key_secret *out,
			 struct why *why);

/*
 * Write a new file, mode 600, that ssh-keygen reads, and its public half with
 * the suffix .pub. ERR_EXISTS if either exists: a key is never overwritten.
 */
enum err key_secret_write(const char *path, const struct key_secret *s,
			  const char *comment, struct why *why);
#endif
