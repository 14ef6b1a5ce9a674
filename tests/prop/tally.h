/*
 * tests/prop/tally.h - how often random games met each kind of event, each
 * decision, refusal and rule, told as a list in which a zero wants a reason.
 * A list of zeroes (zeroes-GAME.def) holds the reasons:
 *	RULE_ZERO("RB-R-*", "why no game meets it")
 * and EVENT_ZERO, ORDER_ZERO, REFUSAL_ZERO, WORD_ZERO("verb deal", ..); a * at
 * the end stands for all that begin so.
 */
#ifndef TESTS_PROP_TALLY_H
#define TESTS_PROP_TALLY_H
#include "engine/system.h"
#include <stdio.h>

enum {
	TALLY_EVENTS = 256,
	TALLY_RULES = 1024,
	TALLY_REFUSALS = 256,
	TALLY_ORDERS = 128
};

enum zero_kind { ZERO_RULE, ZERO_EVENT, ZERO_ORDER, ZERO_REFUSAL, ZERO_WORD };

struct zero {
	enum zero_kind kind;
	const char *name, *reason;
};

#define RULE_ZERO(name, reason)    { ZERO_RULE, name, reason },
#define EVENT_ZERO(name, reason)   { ZERO_EVENT, name, reason },
#define ORDER_ZERO(name, reason)   { ZERO_ORDER, name, reason },
#define REFUSAL_ZERO(name, reason) { ZERO_REFUSAL, name, reason },
#define WORD_ZERO(name, reason)    { ZERO_WORD, name, reason },

/* What a game counts besides, by its names: n of them, the first is none. */
struct tally_words {
	const char *what; /* "verb" */
	const char *const *names;
	long *met;
	int n;
};

struct tally {
	const struct system *sys;
	int within; /* the refusal whose second argument is another's; or 0 */
	bool rules_by_cases; /* a rule that is not met needs no reason */
	const struct tally_words *words;
	int n_words;
	long event[TALLY_EVENTS], rule[TALLY_RULES];
	long refusal[TALLY_REFUSALS], order[TALLY_ORDERS];
};

void tally_event(struct tally *t, const struct event *e);
void tally_refusal(struct tally *t, const struct refusal *no);
void tally_order(struct tally *t, int kind); /* it was carried out */

/* What was met, to or from a file of the same program; false: it is none. */
bool tally_pass(struct tally *t, FILE *file, bool write);

/* So do these bytes go, for what else is kept beside it. */
bool tally_bytes(void *bytes, size_t n, FILE *file, bool write);

/*
 * The list, to stdout. whole: every zero is told, and must have its reason, and
 * no reason may be given for what was met; false if it is not so.
 */
bool tally_tell(const struct tally *t, const struct zero *zeroes, int n_zeroes,
		bool whole);
#endif
