/*
 * src/orders/grammar.h - compiles the grammar of one game: the patterns of its
 * grammar.def over the words of the vocabularies.
 *
 * A pattern is made of
 *	MOVE END-GAME	a keyword; its words are the vocabulary's "move",
 *			"end-game"
 *	?TO		the same, may be left out and is never written
 *	~AT		the same, may be left out but is written
 *	fig=figure	an argument: a tag of the game and how it is written
 *	use=word	a tag that has names: keywords "use.blast", "use.flame",
 *			..; use=word(a,b) only these, use=word(!a,b) all others;
 *			with=word@ability has the keywords "ability.blast", ..
 *	capture:1	an argument without a word; a number or one of its names
 *	figure		in conditions: without a tag, the words of args.def
 *	dest		a PART of the table
 *	( a | b )	one of them; also around a whole pattern
 *	[ a ]		may be left out
 *	[! a ]		the same, but a match is always taken
 *	{ a }		any number of times, also none
 *	{! a }		the same, as often as it matches
 *	< a | *b >	any of them in any order, once each, * any number of
 *			times; the decision has them in the order of the table
 *	/		the sign itself
 *	&		the bar of an edge: C5|D5
 *	||		the bar between alternatives, within an order
 *	:		a colon with a meaning; others are skipped
 *	+		the sign of a unit: A1+A5, the first on the second;
 *			where a figure is wanted a unit stands for its first
 *
 * How arguments are written: figure, point, inches, degrees, card, corners,
 * rectangle, circle, segments; on a board of squares: square (C7, column and
 * row from 0), facing (one of eight, from north), number (whole), hero (a card
 * that a level may follow), model, tile (keys "chest/A", "tile/C1"), mouth (a
 * name of up to four letters), seat (its letter); in an arena: the comments of
 * args.def explain them.
 *
 * An article ("article" of the vocabulary: THE, EL, LA) before an argument is
 * skipped, unless the line parses with the article as a part of the argument.
 *
 * The parser looks for every parse of a line. A line with two different parses
 * is ambiguous: a complaint.
 */
#ifndef ORDERS_GRAMMAR_H
#define ORDERS_GRAMMAR_H
#include "orders/lexer.h"
#include "orders/vocabulary.h"
#include "engine/system.h"

enum {
	GRAMMAR_MAX_COMMITS = 96, /* [! a ] in one table */
	GRAMMAR_MAX_EXPECTED = 48,
	GRAMMAR_MAX_STEPS = 30000, /* of one line */
	GRAMMAR_MAX_DEPTH = 2500,  /* steps within each other */
	GRAMMAR_MAX_CONDITION = 8, /* words */
	GRAMMAR_MAX_ARGS = 192,    /* of one order */
	GRAMMAR_MAX_ROWS = 4,      /* that begin like a line */
	GRAMMAR_MAX_NAMED = 8,     /* figures of the same name, listed */
	GRAMMAR_MAX_CARDS = 16     /* that do not exist, of one line */
};

enum grammar_row_type {
	GRAMMAR_PART,
	GRAMMAR_ORDER,
	GRAMMAR_STANDING,
	GRAMMAR_QUERY,
	GRAMMAR_CONDITION,
	GRAMMAR_MEANING /* of .said alone: a verb, its arguments, its order */
};

/* One row of the table. */
struct grammar_row {
	enum grammar_row_type type;
	const char *name; /* of the part, decision or condition */
	const char *pattern;
	const char *example; /* in English, NULL for a part */
};

struct grammar_table {
	const struct grammar_row *rows;
	int n;
	/* rows that turn a free line into an order: orders/meaning.h */
	const struct grammar_row *said;
	int n_said;
	bool kept; /* a snapshot (orders/grammar_snapshot.h): a keyword without
		    * words is no keyword */
};

/* The kinds of arguments. */
enum grammar_slot {
#define SLOT(symbol, name, read, write, draw, near, flags) SLOT_##symbol,
#include "orders/args.def"
#undef SLOT
	N_SLOTS
};

/* What could have stood at a place. */
struct grammar_expected {
	enum { EXPECT_KEY, EXPECT_SLOT, EXPECT_SIGN, EXPECT_END } what;
	int number; /* key, slot or type of token */
};

/* Words of arguments, by what their keys begin with: of a card's number
 * ("spell.17"), of an attack ("attack.bite"), ... */
enum grammar_list_name {
	LIST_AIM,
	LIST_SPELL,
	LIST_ATTACK,
	LIST_CARRIED,
	LIST_UPKEEP,
	N_GRAMMAR_LISTS
};

struct grammar_listed {
	int key;
	struct str name; /* after the point */
	int number;      /* that it is, or -1 */
};

struct grammar_list {
	struct grammar_listed *v; /* in the order of the vocabularies */
	int n;
};

/* The list of names that an argument of this kind accepts, besides pieces on
 * the board; -1: none. */
int grammar_slot_list(int slot);

struct grammar_insn;

struct grammar {
	const struct system *sys;
	const struct vocabulary *words;
	const struct grammar_table *table;
	struct arena *arena;
	struct grammar_insn *code;
	int n_code;
	int orders; /* where the program of all orders begins */
	int conditions;
	int n_commits;
	bool bars, colons; /* within orders */
	struct grammar_list list[N_GRAMMAR_LISTS];
	struct meaning_words *meaning; /* NULL: nothing is read by meaning */
	int key_direction[8];          /* north, northeast, .. */
	int key_inch, key_degree, key_times, key_level;
	int key_article; /* -1: none is known */
};

/*
 * Compile. ERR_FORMAT, and why tells it: a pattern that is not in the notation,
 * or names a decision or tag that the system has not; a keyword without any
 * word in the vocabularies.
 */
enum err grammar_init(struct grammar *g, const struct system *sys,
		      const struct grammar_table *table,
		      const struct vocabulary *words, struct arena *a,
		      struct why *why);

/* A name for a figure, in each language. idle: the figure does nothing by
 * itself, so it loses against others of this name; on: the label of its
 * bearer, 0 none; attacks: its own attacks in English, each followed by a
 * semicolon. */
struct grammar_name {
	int32_t label;
	struct str name;
	struct str card; /* the catalog's key of its card, or "" */
	bool idle;
	int32_t on;
	struct str attacks;
	/* Where it is, for who reads by meaning (orders/meaning.h). Its seat is
	 * 1 + number, NOBODYS, or 0: the letter of its label tells. */
	int32_t seat;
	bool there; /* it has a place on the board: hundredths of an inch to the
		     * east and north; or column and row, these to the south */
	int32_t x, y;
	int32_t facing; /* compass degrees */
	bool leads;     /* it represents its player */
};

enum { GRAMMAR_NOBODYS = -1 };

/* What else lies there, or is carried, and is called by its kind: "door". */
struct grammar_thing {
	int32_t label; /* 0: a place without one */
	const char *kind;
	bool there;
	int32_t x, y;
	int32_t half_x, half_y; /* of an area around x, y; else 0 */
	int32_t holder; /* of a carried thing: 1 + the holder's seat, or 0 */
};

/* What the places of a game are called. */
enum grammar_places {
	GRAMMAR_NO_PLACES,
	GRAMMAR_POINTS,
	GRAMMAR_SQUARES,
	GRAMMAR_ZONES
};

struct game;

/*
 * The cost of reading one text: steps of the matcher and of decisions that are
 * tried. Past max no line is read by its meaning (costs_too_much in orders.c).
 */
struct grammar_work {
	uint64_t steps, max;
};

/* What the reader must know of the game and of the author; all borrowed. */
struct grammar_names {
	const struct grammar_name *v; /* of the seat's view */
	int n;
	/* cards that no vocabulary names, by number */
	const struct grammar_name *own_cards;
	int n_own_cards;
	uint32_t langs; /* a bit for each whose words count; 0: all */
	bool brief;     /* a trial: no complaint about a card is needed */
	/*
	 * The catalog's key for the name (or key) of a card, "rebellion/12",
	 * appended to out; false if there is none, with the nearest that
	 * exists appended to nearest (or nothing; nearest may be NULL). NULL:
	 * the text as it is.
	 */
	bool (*card)(const void *source, struct str text, struct buf *out,
		     struct buf *nearest);
	const void *source;
	/*
	 * Keys that orders name by their ends, "chest/A", "tile/C1": if the
	 * list has keys with this beginning, others with it do not exist. If
	 * it has none with it, the list is not known here and all are
	 * accepted.
	 */
	const struct str *parts;
	int n_parts;
	/* labels of the view that are no figures': chests */
	const int32_t *things;
	int n_things;
	/* For parsing by meaning: the view of the author; NULL: no such
	 * parsing. reader: 1 + the seat, 0: the head of the text names it. */
	const struct game *view;
	int reader;
	/* What reading may cost, or NULL: nothing is counted. */
	struct grammar_work *work;
	enum grammar_places places;
	int32_t width, height; /* of the board, in the units of places */
	const struct grammar_thing *thing;
	int n_thing;
	int64_t proposal; /* the number of the only one that is open, or 0 */
	/* the key of the words for what it proposes, NULL: not known */
	const char *proposal_about;
	int32_t today; /* of the mail, or 0: days that a line proposes */
	const int32_t *cards, *book; /* numbers: to be played now, to plan */
	int n_cards, n_book;
	/* the words of each name; NULL: each line splits them again */
	struct name_words *words;
};

/* Split the names of names->v into words. */
struct name_words *grammar_name_words(struct arena *a,
				      const struct grammar_names *names);

/* Why a line was not understood. */
enum grammar_fault {
	GRAMMAR_FAULT_NONE,
	GRAMMAR_FAULT_EXPECTED,  /* something else was expected at `token` */
	GRAMMAR_FAULT_AMBIGUOUS, /* can be understood in two ways */
	GRAMMAR_FAULT_NAME,      /* several figures are called so: named[] */
	GRAMMAR_FAULT_CARD,      /* no such figure in the catalog: nearest */
	GRAMMAR_FAULT_TOO_LONG   /* too many words, or parts */
};

struct grammar_result {
	enum grammar_fault fault;
	int token; /* where; n of the tokens: at the end */
	int n_expected;
	struct grammar_expected expected[GRAMMAR_MAX_EXPECTED];
	/* rows that led there; one more than have room: there are too many */
	int n_rows;
	int rows[GRAMMAR_MAX_ROWS];
	int n_named;
	int32_t named[GRAMMAR_MAX_NAMED];
	int n_cards; /* GRAMMAR_FAULT_CARD: all of the line that are none */
	struct grammar_no_card {
		int token;
		struct str nearest; /* both live in the arena */
		struct str there;   /* what there is, where it is little */
	} cards[GRAMMAR_MAX_CARDS];
	enum grammar_row_type type;
	struct decision d;
	int n_words; /* conditions: their kind and labels */
	int32_t words[GRAMMAR_MAX_CONDITION];
	int n_tokens; /* conditions: how many they took */
};

/* Read t[0..n) as one order; it must be all of it. */
void grammar_read(const struct grammar *g, struct arena *a,
		  const struct grammar_names *names, const struct token *t,
		  int n, struct grammar_result *out);

/* Read the longest condition at the start of t[0..n). */
void grammar_read_condition(const struct grammar *g, struct arena *a,
			    const struct grammar_names *names,
			    const struct token *t, int n,
			    struct grammar_result *out);

/*
 * Write a decision or condition (its words) as a player would, in a language
 * (a number of the vocabulary's). False: the grammar has no words for it.
 */
bool grammar_write(const struct grammar *g, int lang, const struct decision *d,
		   struct buf *out);
bool grammar_write_condition(const struct grammar *g, int lang,
			     const int32_t *w, int n, struct buf *out);

/*
 * Draw a decision that the grammar can write, about the labels given (n > 0);
 * the rules may refuse it. False: it grew too long, draw again.
 */
bool grammar_draw(const struct grammar *g, struct dice *rng,
		  const int32_t *labels, int n, struct decision *out);

/*
 * For the manual page and the help mail: of every order its syntax, what it
 * means, an example; then the parts. Plain lines: "syntax<TAB>meaning<TAB>
 * example", empty lines between the groups; see grammar_describe_row for one.
 */
void grammar_describe(const struct grammar *g, int lang, struct buf *out);

/* The syntax of one row in a language. */
void grammar_describe_row(const struct grammar *g, int lang,
			  const struct grammar_row *row, struct buf *out);

/* The example of a row in a language; nothing: it has none. */
void grammar_describe_example(const struct grammar *g, int lang,
			      const struct grammar_row *row, struct buf *out);

/* How an expected thing is named to a reader: a word or "a point (12.5 8)". */
struct str grammar_expected_text(const struct grammar *g, int lang,
				 const struct grammar_expected *e);

/*
 * The word nearest to a folded one among what was expected; of equals, one in
 * the language. Empty if none is near.
 */
struct str grammar_nearest(const struct grammar *g, int lang,
			   const struct grammar_expected *expected,
			   int n_expected, struct str fold);

/*
 * What the tokens at the fault could have meant, of the arguments that were
 * expected there: "D7" for 7D. Empty if nothing is near.
 */
struct str grammar_meant(struct arena *a, const struct grammar_result *r,
			 const struct token *t, int n);

/*
 * Check for faults of a grammar: a word with two meanings at one place in one
 * language; an order or keyword without a word in every language (a language
 * without a word for "orders" only lends words to others). Appends one line
 * per fault; returns their number. common: keywords that may come before every
 * order; the first n_behind of them also after one.
 *
 * Allowed ambiguities go to doubles (or NULL): a word with two meanings at one
 * place in two languages, a line "word<TAB>LANG key<TAB>LANG key" each; see
 * orders_read for the one that counts.
 */
int grammar_check(const struct grammar *g, const char *const *common,
		  int n_common, int n_behind, struct buf *faults,
		  struct buf *doubles);
#endif
