/*
 * src/engine/decision.h - decisions: a decision is a parsed, typed order, with
 * a kind and arguments; each argument is a tag with words. It is flat and
 * bounded, so it can wait in a queue, be stored in an event and be compared
 * byte by byte.
 *
 * Kinds and tags are listed in games/NAME/rules/orders.def:
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
 * The class of an order, the third column of orders.def: when an order may be
 * given. The code that awaits, executes and suggests orders reads it there.
 * CLASS_IF(x) in place of CLASS: only in games with option x;
 * TURN_BEFORE(order): executed before another order of the turn;
 * ONWARD(CLASS): a failure need not stop the later lines.
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
	CLASS_AUTO      /* a placeholder for an order of the set-up:
			 * engine/auto_setup.h */
};

struct decision_kind {
	const char *name; /* in JSON and as key of the vocabularies */
	int rule;
	enum order_class is;
	int of;      /* the phase, the question */
	int option;  /* 1 + the option that it needs, or 0 */
	bool onward; /* its failure may leave later orders unaffected:
		      * QUEUE_ONWARD */
	int before;  /* executed before an order of this kind with the same FIG,
		      * and only together with one; 0: independent */
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

/* One argument and its offset, for iterating in the order given. */
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
/* its first word, or fallback */
int32_t decision_int(const struct decision *d, int tag, int32_t fallback);

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
