/*
 * src/orders/orders.h - parses an order mail: its head, its lines as orders
 * for the queue, questions, and complaints about lines without a meaning. The
 * words of all languages are accepted together.
 *
 *	ORDERS game seat point serial	the head (or PREVIEW, JOIN, GM)
 *	MOVE A1 TO 10 18	// a remark
 *	+ FACE N		a line that begins with + continues the one
 *			before; one that begins no order does, too, behind a
 *			comma
 *	IF [NOT] condition [AND ..]: order [ELSE order]
 *	ELSE [IF ..]: order	if the IF before did not hold
 *	order | order		the first of them that is legal
 *	order ELSE order	the second if the first was refused or failed:
 *				IF NOT LAST OK, on the line of the first
 *	order ON FAIL SKIP	or a line ON FAIL SKIP|STOP, for all below it
 *	ALWAYS [IF ..:] order	a standing order; FORGET n ends it
 *	WAIT KEEP CLEAR CONTINUE	see struct submission
 *			(lines above CONTINUE come before waiting orders;
 *			CLEAR 2 drops the second of it alone)
 *	REPORT [FULL], RULE id, HELP [word]	questions
 *
 * A line that no pattern matches is parsed by its meaning:
 * src/orders/meaning.h.
 *
 * A mail with a complaint executes nothing: callers must check n_complaints
 * first.
 */
#ifndef ORDERS_ORDERS_H
#define ORDERS_ORDERS_H
#include "orders/grammar.h"
#include "engine/game.h"

enum {
	ORDERS_MAX_LINES = 200,
	ORDERS_MAX_LINE = 4096, /* bytes, its continuations included */
	ORDERS_MAX_TEXT = 256 * 1024,
	ORDERS_MAX_COMPLAINTS = 40, /* more are counted, not kept */
	ORDERS_MAX_INSTEAD = 3,     /* what one of them may mean */
	ORDERS_LANGUAGES_MAX = 400  /* bytes; then "..", see below */
};

/* Languages that are none: words of several in one line; it is asked about. */
enum { ORDERS_MIXED = -1, ORDERS_ASKED = -2 };

enum head_kind { HEAD_NONE, HEAD_ORDERS, HEAD_PREVIEW, HEAD_JOIN, HEAD_GM };

enum { HEAD_NO_SEAT = -1 };

/* The first line. Of JOIN and GM what follows the game is in rest. */
struct order_head {
	enum head_kind kind;
	struct str game; /* as written */
	int seat;        /* 0.., HEAD_NO_SEAT */
	int32_t point;
	int32_t serial;
	struct str rest;
};

enum order_line_kind {
	LINE_ORDER,    /* entry, for the queue */
	LINE_STANDING, /* entry, a standing order */
	LINE_FORGET,   /* number of a standing order */
	LINE_QUERY,    /* decision, asked of the rules at once */
	LINE_REPORT,
	LINE_LUCK, /* the dice so far */
	LINE_RULE,
	LINE_HELP,    /* of the judge; text */
	LINE_CARD,    /* what a card says; text */
	LINE_FIGURES, /* what the catalog has; text */
	LINE_WAIT,
	LINE_KEEP,
	LINE_CLEAR,
	LINE_CONTINUE,
	LINE_ON_FAIL
};

/* One line that was understood. An IF with an ELSE is two of them. */
struct order_line {
	enum order_line_kind kind;
	int line;                 /* in the text, from 1 */
	size_t at, len;           /* its place in the text */
	struct queue_entry entry; /* in the arena */
	const struct decision *query;
	int number; /* FORGET; CLEAR: of the waiting orders, 0: all; ON FAIL:
		     * the flags of entries below it; REPORT: 1 if FULL; HELP: 1
		     * if the judge answers it, set by the judge */
	struct str text; /* RULE, HELP */
	int lang;        /* in which it was read, or ORDERS_MIXED */
	bool meant;      /* it was read by its meaning: orders/meaning.h */
};

enum complaint_kind {
	COMPLAINT_EXPECTED,     /* something else was expected here */
	COMPLAINT_UNKNOWN,      /* no order begins so */
	COMPLAINT_AMBIGUOUS,    /* can be understood in two ways */
	COMPLAINT_NAME,         /* several figures are called so */
	COMPLAINT_CARD,         /* no figure of that name in the catalog */
	COMPLAINT_BOOK,         /* a card is not in the writer's book */
	COMPLAINT_TOO_LONG,     /* the line is too long */
	COMPLAINT_TOO_MANY,     /* the mail has too many lines */
	COMPLAINT_COSTLY,       /* to read the mail costs too much from here */
	COMPLAINT_ELSE,         /* ELSE without an IF before it */
	COMPLAINT_CONTINUES,    /* + without a line before it */
	COMPLAINT_NOT_STANDING, /* this cannot be a standing order */
	COMPLAINT_NOT_HERE,     /* a question cannot wait or have conditions */
	COMPLAINT_HEAD,         /* the head is not complete */
	N_COMPLAINTS
};

struct complaint {
	enum complaint_kind kind;
	int line;
	size_t at, len; /* the words in question; len 0: a line's end */
	int n_expected;
	struct grammar_expected *expected;
	struct str found; /* folded; a word that was not expected, or empty */
	struct str meant; /* what was meant, perhaps, or empty: a card of a like
			   * name, D7 for 7D */
	struct str there; /* COMPLAINT_CARD: the text where a card was
			   * expected */
	int n_named;
	int32_t named[GRAMMAR_MAX_NAMED];
	/* the line as it might be meant: orders, in the arena; or none */
	int n_instead;
	struct {
		struct order_line *v;
		int n;
	} instead[ORDERS_MAX_INSTEAD];
	struct str table; /* what it may say to the table, or empty */
	/* how orders read that begin so: rows of the grammar */
	int n_rows;
	int rows[GRAMMAR_MAX_ROWS];
	/* an example of each with figures of the reader's, in the arena; NULL:
	 * the row's own */
	const struct decision *example[GRAMMAR_MAX_ROWS];
};

struct orders {
	struct str text; /* borrowed */
	int lang;        /* of who wrote it, -1: unknown */
	/* orders of this system for the time before a creature's action are
	 * sorted before the order of that action */
	const struct system *sys;
	struct order_head head;
	int n_lines;
	struct order_line lines[ORDERS_MAX_LINES];
	int n_complaints; /* may be more than are kept */
	struct complaint complaints[ORDERS_MAX_COMPLAINTS];
	/* of the last order that was read up to a bar: what was expected if the
	 * bar had been one of its own; n_expected 0: nothing */
	struct complaint beyond;
};

/*
 * Read a text (valid UTF-8). The results live in the arena or in the text.
 * names may be NULL.
 *
 * The parser tries the author's language first (lang, a number of the
 * vocabulary's, -1 unknown); then that of the other lines; then every other,
 * if those that match agree; then the words of all languages mixed in one
 * line. A line that is still ambiguous gets a complaint.
 */
void orders_read(struct arena *a, const struct grammar *g,
		 const struct grammar_names *names, int lang, struct str text,
		 struct orders *out);

/* Lines that were not read in the writer's own language: "3 en, 5-8 *", where
 * * is a line with words of several. Empty if there is none; ".." replaces
 * lines beyond ORDERS_LANGUAGES_MAX. */
void orders_write_languages(const struct grammar *g, const struct orders *o,
			    struct buf *out);

/* The head alone: HEAD_NONE if the first line is none. True if it is whole. */
bool orders_read_head(struct arena *a, const struct grammar *g, struct str text,
		      struct order_head *out);

/* What was understood, for game_submit; lists live in the arena. */
void orders_submission(struct arena *a, const struct orders *o, int seat,
		       struct submission *out);

/* Write an entry (of a queue or a standing order) as a line of orders. */
bool orders_write_entry(const struct grammar *g, int lang, struct queue_entry e,
			struct buf *out);

/*
 * Maps a place of the text to the mail that the player sent: line and column
 * from 1, and that line. NULL: the text is the mail.
 */
struct orders_place {
	int line, column;
	struct str shown;
};
struct orders_map {
	void (*where)(const void *source, size_t at, struct orders_place *out);
	const void *source;
};

/* A known word or card near the one found, in the language if there is one. */
struct str orders_nearest(const struct grammar *g, int lang,
			  const struct complaint *c);

/* One complaint in the reader's language, with the line and a caret. */
void orders_write_complaint(const struct grammar *g, int lang,
			    const struct orders *o, const struct complaint *c,
			    const struct orders_map *map, struct buf *out);

/*
 * The next line from number *i on that was read by its meaning: the line as it
 * was written, and its orders in the words of the grammar. False: there is
 * none.
 */
bool orders_next_meant(const struct grammar *g, int lang,
		       const struct orders *o, int *i, struct str *said,
		       struct buf *order);

/* Write the complete result: every line as it was parsed, or its fault. */
void orders_write_reading(const struct grammar *g, int lang,
			  const struct orders *o, const struct orders_map *map,
			  struct buf *out);

/* Keys of the words that may come before or after orders, for grammar_check. */
extern const char *const orders_common_keys[];
extern const int orders_n_common_keys, orders_n_behind_keys;
#endif
