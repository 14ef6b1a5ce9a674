/*
 * src/protocol/press_parse.h - parses the players' press (messages to others in
 * the game) and questions: lines of a signed mail that are no orders.
 *
 *	SAY TO B C: words		to these seats
 *	+ more words			a further line of the press message
 *	SAY TO ALL | MASTER | OBSERVERS: words
 *	LETTERS				resend all press messages for the sender
 *	RESEND point			the report of that point, once more
 *	PRECEDENTS [rule]		earlier rulings on that rule
 *	WHY point[.event]		explain an event: the state before,
 *					the sender's orders, the rules in words
 *	GAMES				the sender's games, and open games
 *					(judge/requests/game_list.h)
 *	REMATCH				the same game again, with the same
 *					people (judge/requests/rematch.h)
 *	HISTORY [MINE] [n] [UNTIL point]
 *					the last n entries of the story, or of
 *					those of the sender's seat
 *
 * Their words are in templates/, keys "table.". Everybody reads press to all
 * or to the observers; only the named seats read the others. The log records
 * the press, sealed like a plan (event `press_sent`). Its text is only in the
 * signed text, which only the author's export opens.
 */
#ifndef PROTOCOL_PRESS_PARSE_H
#define PROTOCOL_PRESS_PARSE_H
#include "base/arena.h"
#include "orders/vocabulary.h"

enum {
	PRESS_MAX = 4,         /* press messages of a mail */
	PRESS_TEXT_MAX = 4000, /* bytes of each */
	PRESS_A_DAY = 20,      /* mails with press, of a seat in a game */
	PRESS_HISTORY = 30,    /* entries, if no number is given */
	PRESS_HISTORY_MAX = 200
};

/* HISTORY, if n is not 0 */
struct press_history {
	int64_t n, until; /* until: a point, 0 the last one */
	bool mine;
};

struct press_message {
	uint32_t seats; /* a bit for each */
	bool all, master, observers;
	size_t at, len; /* where its lines stand in the text that was read */
};

struct press {
	int n;
	struct press_message v[PRESS_MAX];
	bool asks;         /* LETTERS */
	int64_t resend;    /* RESEND: the last point that is named, or 0 */
	int64_t why;       /* WHY, likewise */
	int64_t why_event; /* of those of that point for all, 0: of any */
	struct press_history history;
	bool games, precedents, rematch;
	struct str rule; /* the argument of PRECEDENTS, or "" */
	/* the first line that is one and cannot be read, and why: a name of
	 * reason.*, or NULL */
	const char *bad;
	struct str bad_line;
};

/*
 * The text for the reader of orders, in which they become remarks of the same
 * length; and what they are. What a vocabulary has no words for is none.
 */
struct str press_parse(struct arena *a, const struct vocabulary *v,
		       struct str text, struct press *out);

/* "B C gm", "all", as the event has it; false: no recipient. */
bool press_to(const struct press_message *l, struct buf *out);
/* And back; false: it is written otherwise. */
bool press_to_parse(struct str to, struct press_message *l);
#endif
