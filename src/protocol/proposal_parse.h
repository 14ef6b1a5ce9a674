/*
 * src/protocol/proposal_parse.h - what players say to the table: lines among
 * their orders that are no orders of the game. The words for them are in
 * templates/, keys "table.".
 *
 *	AWAY 2026-12-20 TO 2027-01-06	no time runs for me meanwhile
 *	BACK				before that was over
 *	PROPOSE DRAW | END | SURRENDER | PAUSE | TAKEBACK point[.event] |
 *		EXTENSION hours | POLICY name value |
 *		REST 2026-12-20 TO 2027-01-06 |
 *		DEADLINE 2026-12-01 20:00 [zone] | SKIP |
 *		OPTION name value | REPLACE B BY name
 *	AGREE n | AGAINST n		on the proposal of that number
 *	DEPUTY name UNTIL 2027-01-06 [WITH LETTERS]	gives my orders
 *	DEPUTY NOBODY			no more
 *	BLOCK B | UNBLOCK B		no letters of that seat (press.h); or of
 *					who sits there, by name
 *	UNSEAL 17			let all read the letters of that point
 *
 * The judge reads them, and who runs a log again.
 */
#ifndef PROTOCOL_PROPOSAL_PARSE_H
#define PROTOCOL_PROPOSAL_PARSE_H
#include "base/arena.h"
#include "orders/vocabulary.h"

enum motion_kind {
	MOTION_AWAY = 1,
	MOTION_BACK,
	MOTION_PROPOSE,
	MOTION_AGREE,
	MOTION_AGAINST,
	MOTION_BLOCK,
	MOTION_UNBLOCK,
	MOTION_DEPUTY,
	MOTION_RECALL,
	MOTION_UNSEAL
};

/* What can be proposed; stored: never change a number. */
enum motion_what {
	MOTION_DRAW = 1,
	MOTION_END,
	MOTION_SURRENDER,
	MOTION_PAUSE,
	MOTION_TAKEBACK,
	MOTION_EXTENSION,
	MOTION_POLICY,
	MOTION_REST,
	MOTION_DEADLINE,
	MOTION_SKIP,
	MOTION_OPTION,
	MOTION_REPLACE,
	MOTION_WHATS
};

struct motion {
	enum motion_kind kind;
	struct str line;     /* as it was read */
	int32_t from, until; /* days, both included (base/date.h) */
	enum motion_what what;
	/* of a proposal; a point; hours; a policy; a seat; with letters */
	int64_t n;
	/* what a policy or an option would be, "name value"; a moment; a name;
	 * the event of a point to which a takeback goes, or "" */
	struct str value;
};

enum { MOTIONS_MAX = 8 };

struct motions {
	int n;
	struct motion v[MOTIONS_MAX];
	/* the first line that is one and cannot be read, and why: a name of
	 * reason.*, or NULL */
	const char *bad;
	struct str bad_line;
};

/* Is it a proposal, or an answer to one? These stand without orders. */
bool motion_is_proposal(const struct motion *m);

/* Does it stand in a mail without orders? */
bool motion_stands_alone(const struct motion *m);

/* Does it name somebody whose seat is yet to be found? That of the players with
 * these names ("": of nobody), in their order; false: none of them has it. */
bool motion_names(const struct motion *m);
bool motion_name_seat(struct motion *m, struct arena *a,
		      const struct str *players, int n);

/* "draw", as events have it; what there is of that name, or 0. */
const char *motion_what_name(enum motion_what what);
enum motion_what motion_what_find(struct str name);

/*
 * The text for the reader of orders, in which they become remarks of the same
 * length; and what they are. What a vocabulary has no words for is none.
 */
struct str motions_take(struct arena *a, const struct vocabulary *v,
			struct str text, struct motions *out);
#endif
