/*
 * src/judge/people/passport.h - a person as another judge knows them: name,
 * address and the ring of their keys, since when each is valid and since when
 * it is not, dated and signed by that judge. It names the judge that it is for,
 * so that nobody takes it to another. A text of lines, to be read by people
 * too:
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
 * and below it a signature of SSH over all these lines, for SIG_PASSPORT. Of a
 * key: since when, since when not (or -), its fingerprint, and itself where it
 * is Ed25519; GnuPG's are told by their fingerprints.
 */
#ifndef JUDGE_PEOPLE_PASSPORT_H
#define JUDGE_PEOPLE_PASSPORT_H
#include "auth/sig.h"
#include "base/err.h"

#define SIG_PASSPORT "heraldo-passport@heraldo"

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
