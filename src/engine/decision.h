/*
 * src/engine/decision.h - an order, read and typed: a kind and its arguments,
 * each a tag with words. Flat and bounded, so it can wait in a queue, be stored
 * in an event and be compared byte by byte.
 *
 * Kinds and tags are listed in rules/GAME/orders.def:
 *	ORDER(MOVE, "move", ACTION, rule)	a kind of decision, when it may
 *						be given, its main rule
 *	TAG(TO, "to", POINT)			an argument, its name and type
 * The words that players use for them are in templates/LANG/.
 */
#ifndef ENGINE_DECISION_H
#define ENGINE_DECISION_H
#include "engine/field.h"

enum {
	DECISION_MAX_WORDS = 240,
	/* kinds below are common to all games, handled by the queue */
	DECISION_FIRST_OWN = 16
};

struct decision {
	uint16_t kind;
	uint16_t n;                    /* words used */
	int32_t w[DECISION_MAX_WORDS]; /* tag | n_words << 16, words, .. */
};

/*
 * When an order may be given, and so what it is: the third column of
 * orders.def. What awaits orders, what decides them and what offers them all
 * read it there. Of a game that has the option x, CLASS_IF(x) in the place of
 * CLASS; TURN_BEFORE(order) of what is done before another of the turn, and
 * ONWARD(CLASS) of what need not stop the lines behind it.
 */
enum order_class {
	CLASS_SETUP,    /* SETUP(phase): in that phase */
	CLASS_PREPARE,  /* of the seat whose turn it is, before all else */
	CLASS_TURN,     /* of the seat whose turn it is */
	CLASS_ACTION,   /* the same, by a piece that acts */
	CLASS_ANSWER,   /* ANSWER(question): of who was asked that */
	CLASS_ANY,      /* of any player at any time of play */
	CLASS_STANDING, /* of any player, until the game is over */
	CLASS_QUERY,    /* of anybody, always: it changes nothing */
	CLASS_AUTO /* stands for what the set-up asks: engine/auto_setup.h */
};

struct decision_kind {
	const char *name; /* in JSON and as key of the vocabularies */
	int rule;
	enum order_class is;
	int of;      /* the phase, the question */
	int option;  /* 1 + the option that it needs, or 0 */
	bool onward; /* its failure may leave what is behind it untouched:
		      * QUEUE_ONWARD */
	int before;  /* it is done before an order of this kind that names the
		      * same FIG, and only beside one; 0: it stands alone */
};

struct decision_schema {
	const struct decision_kind *kinds; /* from DECISION_FIRST_OWN */
	int n_kinds;
	const struct field *tags;
	int n_tags;
	const struct rule_table *rules;
};

/* The row of an own kind. */
const struct decision_kind *decision_row(const struct decision_schema *s,
					 int kind);

void decision_start(struct decision *d, int kind);

/* Append an argument; false if there is no room (the order is too long). */
bool decision_add(struct decision *d, int tag, const int32_t *w, int n);
bool decision_add_int(struct decision *d, int tag, int32_t v);
bool decision_add_text(struct decision *d, int tag, struct str s);

/* One argument: where it stands, for iterating in the order given. */
struct decision_arg {
	int tag;
	int n;            /* words */
	const int32_t *w; /* borrowed from the decision */
	int next;         /* offset of the next argument */
};

/* The first argument: at = 0; later ones: at = arg.next. False at the end. */
bool decision_next(const struct decision *d, int at, struct decision_arg *arg);

/* The first argument with this tag; false if there is none. */
bool decision_find(const struct decision *d, int tag, struct decision_arg *arg);
bool decision_has(const struct decision *d, int tag);
/* its first word, or otherwise */
int32_t decision_int(const struct decision *d, int tag, int32_t otherwise);

bool decision_equal(const struct decision *a, const struct decision *b);

/*
 * Well formed: known kind, known tags, lengths that fit the types. Decisions
 * from outside (log, database) are checked before anybody reads them.
 */
bool decision_check(const struct decision *d, const struct decision_schema *s);

/* {"order":"move","args":[["fig","A1"],["to",[1000,1800]]]} and back, exactly
 */
void decision_render(struct buf *out, const struct decision_schema *s,
		     const struct decision *d);
bool decision_parse(struct str in, const struct decision_schema *s,
		    struct decision *d);
#endif
