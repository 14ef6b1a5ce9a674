/*
 * src/judge/people/join_key.h - finds the key in a JOIN. The key proves
 * nothing: the sender must sign the answer to the challenge with it.
 *
 * A plain key is attached, in the text, or in a signature of SSH; or the JOIN
 * is signed by a key that the person with this address already has here. An
 * S/MIME certificate is in the signature of a mail signed as a whole; an
 * OpenPGP key is attached or in an Autocrypt header.
 */
#ifndef JUDGE_PEOPLE_JOIN_KEY_H
#define JUDGE_PEOPLE_JOIN_KEY_H
#include "judge/handlers.h"

struct join_key {
	struct key key;
	struct str
		text; /* what GnuPG is to take in when it has signed, or "" */
	/* programs that may sign with it: one of them, if the mail shows it */
	bool ssh, minisign, signify;
};

/* A plain key, or why there is none. Costs next to nothing. */
enum sig_error join_key_plainly(const struct delivery *d, struct join_key *out);

/* May there be another one, where that was the fault of the first? */
bool join_key_otherwise(const struct delivery *d, enum sig_error fault);

/*
 * The other one, looked at and not taken: GnuPG may be asked for it. from: the
 * address of the wish, in lower case. *fault is that of the first one and, on
 * ERR_OK, the answer.
 */
enum err join_key_find(const struct delivery *d, struct str from,
		       struct join_key *out, enum sig_error *fault,
		       struct why *why);
#endif
