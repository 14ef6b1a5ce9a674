/*
 * src/judge/game/claim.h - parses the first lines of a signed text: kind, game,
 * seat, point, serial, SEEN. A claim is unproved. judge/inbox/signer.h lists
 * the forms.
 */
#ifndef JUDGE_GAME_CLAIM_H
#define JUDGE_GAME_CLAIM_H
#include "auth/signed_block.h"
#include "judge/judge_private.h"
#include "protocol/judge_lines.h"

enum claim_kind {
	CLAIM_NONE, /* no first line that means anything to us */
	CLAIM_ORDERS,
	CLAIM_PREVIEW,
	CLAIM_KEYS,
	CLAIM_GM,
	CLAIM_JOIN,
	CLAIM_PRACTICE
};

/* JOIN game ANY, JOIN game OBSERVER: a seat that is free, a place to watch */
enum { SLOT_ANY = -2, SLOT_WATCH = -3 };

/* The parsed first lines of a block. */
struct claim {
	enum claim_kind kind;
	struct str game;       /* in lower case */
	int slot;              /* -1 none, SLOT_ANY, SLOT_WATCH */
	int64_t point, serial; /* -1: not given */
	struct str nonce;      /* JOIN, KEYS, PRACTICE, or "" */
	struct str practice;   /* the system of PRACTICE, or "" */
	struct seen_line seen;
	size_t body;                    /* offset of the content, after SEEN */
	const struct vocabulary *words; /* of its game, or NULL: of none */
};

/* Read the first line of canonical text; kind is CLAIM_NONE if it is none. */
void claim_parse(const struct judge *j, struct str text, struct arena *a,
		 struct claim *out);

/* Does it say anything below its first lines, but remarks and the END of a
 * template? */
bool claim_says(const struct claim *c, const struct signed_block *b);
#endif
