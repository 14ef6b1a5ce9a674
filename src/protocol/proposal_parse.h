/*
 * src/protocol/proposal_parse.h - parses table lines: proposals, votes and
 * notices among a player's orders. They are no orders of the game. Their words
 * are in templates/, keys "table.".
 *
 *	AWAY 2026-12-20 TO 2027-01-06	my deadlines pause meanwhile
 *	BACK				the end of an absence before its date
 *	PROPOSE DRAW | END | SURRENDER | PAUSE | TAKEBACK point[.event] |
 *		EXTENSION hours | POLICY name value |
 *		REST 2026-12-20 TO 2027-01-06 |
 *		DEADLINE 2026-12-01 20:00 [zone] | SKIP |
 *		OPTION name value | REPLACE B BY name
 *	AGREE n | AGAINST n		on the proposal of that number
 *	DEPUTY name UNTIL 2027-01-06 [WITH LETTERS]	gives my orders
 *	DEPUTY NOBODY			no more
 *	BLOCK B | UNBLOCK B		no press of that seat, or of its
 *					player by name: press_parse.h
 *	UNSEAL 17			let all read the press of that point
 *
 * Judge and verifier read them.
 */
#ifndef PROTOCOL_PROPOSAL_PARSE_H
#define PROTOCOL_PROPOSAL_PARSE_H
#include "base/arena.h"
#include "orders/vocabulary.h"

enum table_request_kind {
	TABLE_REQUEST_AWAY = 1,
	TABLE_REQUEST_BACK,
	TABLE_REQUEST_PROPOSE,
	TABLE_REQUEST_AGREE,
	TABLE_REQUEST_AGAINST,
	TABLE_REQUEST_BLOCK,
	TABLE_REQUEST_UNBLOCK,
	TABLE_REQUEST_DEPUTY,
	TABLE_REQUEST_RECALL,
	TABLE_REQUEST_UNSEAL
};

/* Kinds of table lines; stored: never change a number. */
enum table_request_what {
	TABLE_REQUEST_DRAW = 1,
	TABLE_REQUEST_END,
	TABLE_REQUEST_SURRENDER,
	TABLE_REQUEST_PAUSE,
	TABLE_REQUEST_TAKEBACK,
	TABLE_REQUEST_EXTENSION,
	TABLE_REQUEST_POLICY,
	TABLE_REQUEST_REST,
	TABLE_REQUEST_DEADLINE,
	TABLE_REQUEST_SKIP,
	TABLE_REQUEST_OPTION,
	TABLE_REQUEST_REPLACE,
	TABLE_REQUEST_WHATS
};

struct table_request {
	enum table_request_kind kind;
	struct str line;     /* as it was read */
	int32_t from, until; /* days, both included (base/date.h) */
	enum table_request_what what;
	/* of a proposal; a point; hours; a policy; a seat; with press */
	int64_t n;
	/* what a policy or an option would be, "name value"; a moment; a name;
	 * the event of a point to which a takeback goes, or "" */
	struct str value;
};

enum { TABLE_REQUESTS_MAX = 8 };

struct table_requests {
	int n;
	struct table_request v[TABLE_REQUESTS_MAX];
	/* the first line that is one and cannot be read, and why: a name of
	 * reason.*, or NULL */
	const char *bad;
	struct str bad_line;
};

/* Is it a proposal, or an answer to one? These stand without orders. */
bool table_request_is_proposal(const struct table_request *m);

/* Does it stand in a mail without orders? */
bool table_request_stands_alone(const struct table_request *m);

/* Does it name a player with an unresolved seat? Find the seat among the
 * players with these names ("": free seats), in their order; false: no player
 * has the name. */
bool table_request_names(const struct table_request *m);
bool table_request_name_seat(struct table_request *m, struct arena *a,
			     const struct str *players, int n);

/* "draw", as events have it; what there is of that name, or 0. */
const char *table_request_what_name(enum table_request_what what);
enum table_request_what table_request_what_find(struct str name);

/* The only proposal that is open, which the author of the text knows; 0: there
 * is none, or several, or it is not known. */
struct proposal_open {
	int64_t number;
	enum table_request_what what;
};

/* The vocabulary key of its matter, "" if no key names its kind; NULL: none is
 * open. */
const char *proposal_matter(const struct proposal_open *open);

/*
 * The text for the reader of orders, in which they become remarks of the same
 * length; and what they are. What a vocabulary has no words for is none.
 * I ACCEPT THE DRAW is one if that is open.
 */
struct str table_requests_parse(struct arena *a, const struct vocabulary *v,
				struct str text, struct proposal_open open,
				struct table_requests *out);
#endif
