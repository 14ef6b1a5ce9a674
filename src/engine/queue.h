/*
 * src/engine/queue.h - the orders of one seat that wait, and its standing
 * orders. Bounded, made of int32_t only, changed by events only; engine/game.h
 * executes them.
 *
 * An entry is one line of a player, packed into words:
 *	line, flags | number of its mail << QUEUE_MAIL_SHIFT,
 *	number of conditions, for each: its length, 1 if negated, its words
 *	number of alternatives, for each: kind | length << 16, its words,
 *	with QUEUE_BOUND: the span (struct span) to which its END belongs
 * The words of a condition are defined by the system (struct system, holds),
 * those of an alternative are a decision's.
 */
#ifndef ENGINE_QUEUE_H
#define ENGINE_QUEUE_H
#include "engine/decision.h"

enum {
	QUEUE_MAX_WORDS = 3072, /* of all entries of a seat */
	QUEUE_MAX_ENTRY = 560,  /* words of one; fits an event */
	QUEUE_MAX_CONDITIONS = 4,
	QUEUE_MAX_ALTERNATIVES = 8,
	QUEUE_MAX_CONDITION = 16, /* words of a condition */
	QUEUE_MAX_STANDING = 512  /* words of all standing orders */
};

enum queue_flag {
	QUEUE_ELSE = 1,      /* only if the IF before it did not hold */
	QUEUE_SKIP = 2,      /* ON FAIL SKIP: a refusal stops nothing */
	QUEUE_FIRST = 4,     /* the first of its mail */
	QUEUE_AUTO_END = 8,  /* the end of the mail ends the turn */
	QUEUE_HELD = 16,     /* kept after a stop, until it is resumed */
	QUEUE_BOUND = 32,    /* its last word is the span it belongs to */
	QUEUE_FALLBACK = 64, /* ON FAIL: the system's fallback is tried first */
	QUEUE_ONCE = 128,    /* AUTO: for one step of the set-up */
	QUEUE_STOPS = 128,   /* of an order: ON FAIL STOP for this order only */
	/* of an order of which ON FAIL says nothing: it stops what depends on
	 * it (struct system, goes_on) */
	QUEUE_ONWARD = QUEUE_SKIP | QUEUE_STOPS,
	/* above the flags: the number of the mail; of a standing order that
	 * holds ONCE one more than the phase in which it has begun, or 0 */
	QUEUE_MAIL_SHIFT = 8
};

/* of struct queue, spoiled */
enum {
	QUEUE_SPOILED = 1,
	QUEUE_SHORT /* an order was executed in part and the orders after it
		     * continued: END checks that first */
};

/* An entry: n words, borrowed. */
struct queue_entry {
	const int32_t *w;
	int n;
};

struct queue_condition {
	bool negated;
	int n;
	const int32_t *w; /* borrowed; first its kind */
};

/* --- one entry --------------------------------------------------------- */

/* An entry being packed; starts with queue_pack_start. */
struct queue_pack {
	int32_t w[QUEUE_MAX_ENTRY];
	int n;
	int at_alternatives; /* offset of the number of alternatives, 0: not yet
			      * known */
	bool full;           /* something did not fit: do not use it */
};

void queue_pack_start(struct queue_pack *p, int line, int flags);
void queue_pack_condition(struct queue_pack *p, bool negated, const int32_t *w,
			  int n); /* before the alternatives */
void queue_pack_alternative(struct queue_pack *p, const struct decision *d);

static inline struct queue_entry queue_pack_entry(const struct queue_pack *p)
{
	return (struct queue_entry){ p->w, p->n };
}

static inline int queue_entry_line(struct queue_entry e)
{
	return e.w[0];
}

static inline int queue_entry_flags(struct queue_entry e)
{
	return e.w[1] & ((1 << QUEUE_MAIL_SHIFT) - 1);
}

/* The mails whose orders wait are counted, from 1. */
static inline int queue_entry_mail(struct queue_entry e)
{
	return e.w[1] >> QUEUE_MAIL_SHIFT;
}

/* The span that it is bound to, or 0. */
int32_t queue_entry_span(struct queue_entry e);

int queue_entry_conditions(struct queue_entry e);
int queue_entry_alternatives(struct queue_entry e);

/* Number i of them; i is below their number. */
void queue_entry_condition(struct queue_entry e, int i,
			   struct queue_condition *out);
void queue_entry_alternative(struct queue_entry e, int i, struct decision *out);

/*
 * Well formed, and every decision in it passes decision_check; n_conditions is
 * the system's. For entries from outside (log, database).
 */
bool queue_entry_check(struct queue_entry e, const struct decision_schema *s,
		       int n_conditions);

/* --- all of one seat --------------------------------------------------- */

/*
 * The room is counted in words: a round of 12 pieces, each with an order of
 * two steps and three alternatives after a condition and an order after ELSE,
 * fills half of it.
 */
struct queue {
	int32_t n;          /* words used */
	int32_t stopped;    /* line of the order that stopped it, 0: none */
	int32_t else_open;  /* the last IF did not hold: ELSE may follow */
	int32_t spoiled;    /* a line of this mail was refused: QUEUE_SPOILED,
			     * or QUEUE_SHORT */
	int32_t end_armed;  /* a turn order of this mail was carried out */
	int32_t open;       /* the span that stays open although nothing is left
			     * to do in it: its seat wrote WAIT; 0: none */
	int32_t n_standing; /* words used of standing */
	/* for each entry: length, its words; the words after n are unused */
	int32_t w[QUEUE_MAX_WORDS];
	int32_t standing[QUEUE_MAX_STANDING]; /* the same */
};

/* Empty it; copy and compare the words in use. */
void queue_clear(struct queue *q);
void queue_copy(struct queue *to, const struct queue *from);
bool queue_equal(const struct queue *a, const struct queue *b);

/* Number of entries, and the i-th (borrowed until the queue changes). */
int queue_count(const struct queue *q);
bool queue_at(const struct queue *q, int i, struct queue_entry *out);
int queue_count_standing(const struct queue *q);
bool queue_standing_at(const struct queue *q, int i, struct queue_entry *out);

/* Is there room for n more words in so many entries? */
bool queue_has_room(const struct queue *q, int words, int entries);

/* The changes; only game_evolve calls them. False: it does not fit. */
bool queue_append(struct queue *q, struct queue_entry e);
bool queue_remove(struct queue *q, int i);
bool queue_add_standing(struct queue *q, struct queue_entry e);
bool queue_remove_standing(struct queue *q, int i);
/* Standing order i, which holds ONCE, has begun in that phase. */
bool queue_begin_standing(struct queue *q, int i, int phase);
void queue_mark(struct queue *q, int set, int clear); /* flags of all */

/* Every entry is well formed and the counts agree. */
bool queue_check(const struct queue *q, const struct decision_schema *s,
		 int n_conditions);
#endif
