/*
 * src/judge/people/passport.h - writes and reads a passport: a person's name,
 * address and key ring with the validity of each key, dated and signed by a
 * judge for another judge. The passport names the receiving judge, so that no
 * third judge accepts it. It is a text that people can read, too:
 *
 *	heraldo passport 1
 *	from judge+1@club.example
 *	for judge+2@club.example
 *	date 2026-11-28T14:40:00Z
 *	name Ana
 *	address ana@club.example
 *	language es
 *	zone Europe/Madrid
 *	key 2026-10-01T09:00:00Z - SHA256:.. ssh-ed25519 AAAA..
 *	key 2026-10-01T09:00:00Z 2026-11-02T18:00:00Z OPENPGP:..
 *
 * and below it an SSH signature over all these lines, for SIG_PASSPORT. A key
 * line has the start of validity, the end (or -), the fingerprint, and the key
 * itself if it is Ed25519; OpenPGP keys are given by fingerprint.
 */
#ifndef JUDGE_PEOPLE_PASSPORT_H
#define JUDGE_PEOPLE_PASSPORT_H
#include "auth/sig.h"
#include "base/err.h"

enum {
	PASSPORT_KEYS = 64, /* with those that are revoked */
	PASSPORT_MAX = 32 << 10
};

struct passport_key {
	struct key key;
	int64_t since_s, until_s; /* until_s 0: it is valid */
};

struct passport {
	struct str from, to; /* addresses of judges */
	int64_t date_s;
	struct str name, address, language, zone;
	struct passport_key keys[PASSPORT_KEYS]; /* by age */
	int n_keys;
};

/* Append it, signed. ERR_TOO_LARGE, ERR_FORMAT: of its texts one is no line,
 * or it is longer than a passport may be. */
enum err passport_render(const struct passport *p, const struct key_secret *by,
			 struct buf *out, struct why *why);

/*
 * Read one. Texts are in the arena. by: the key that must have signed it.
 * ERR_FORMAT: it is none; ERR_SIGNATURE: that key did not sign it as it is.
 */
enum err passport_parse(struct str text, const struct key *by, struct arena *a,
			struct passport *out, struct why *why);

/* The key that says to have signed it; false: it is no passport. */
bool passport_signer(struct str text, struct arena *a, struct key *out);

/* Read one that is kept, whose signature was looked at when it came. */
bool passport_read(struct str text, struct arena *a, struct passport *out);
#endif
