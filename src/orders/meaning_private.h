/*
 * src/orders/meaning_private.h - the state while a line that matches no
 * grammar row is parsed by its words (orders/meaning.h), shared by the
 * files meaning*.c. Private to these files.
 */
#ifndef ORDERS_MEANING_PRIVATE_H
#define ORDERS_MEANING_PRIVATE_H
#include "orders/meaning.h"
#include "orders/meaning_words.h"

enum {
	CLAUSES_MAX = 8,
	CLAUSE_SLOTS = 32,
	SLOT_FIGURES = 16, /* that it may be */
	ROW_TEXTS = 24     /* of one clause by one row */
};

enum clause_joint {
	CLAUSE_FIRST,
	CLAUSE_STOP,
	CLAUSE_AND,
	CLAUSE_ELSE,
	CLAUSE_OR
};

/* An argument of the verb. */
struct mean_slot {
	enum mean_class is; /* FIGURE, THING, PLACE, NUMBER, DIR, WAY, EDGE,
			     * SPELL, MOD */
	struct str rel;     /* "" or that of a word of mean.rel */
	struct str value;
	bool acts;   /* MEAN_FIGURE: the actor */
	bool before; /* it comes before the verb */
	bool pro;    /* IT: pronouns_resolve() finds its figures */
	bool label, several, guessed, partly;
	bool square; /* a label that is a square, too: x and y */
	bool weak;   /* A STEP: no number where another is told */
	int n;       /* figures, things */
	int32_t label_of[SLOT_FIGURES]; /* .. by their labels */
	int32_t number, x, y;
	bool whole;
};

struct mean_condition {
	bool has, negated;
	struct str state;
	int32_t label; /* 0: the last target */
};

struct clause {
	enum clause_joint joint;
	int from, to; /* items, without those skipped */
	const struct mean_item *v[MEAN_MAX_TOKENS];
	int n;
	struct str verb; /* "": it has none */
	bool carries;    /* its object is in its verb */
	bool mine;       /* its verb is in the first person */
	bool negated;
	bool elided;  /* the actor or the verb is that of the clause before */
	int unknown;  /* words that say something unknown */
	bool guessed; /* a word that is a slip */
	bool follows; /* it follows other orders of its line */
	struct mean_condition when;
	struct mean_slot slot[CLAUSE_SLOTS];
	int n_slots;
};

/* A line being read. */
struct meaning_work {
	const struct reader *r;
	struct mean_line *line;
	int lang;
	struct meaning_memory *memory;
	const struct meaning_judge *judge;
	struct clause *clause;
	int n;
	bool asks;      /* a question */
	bool polite;    /* .. that asks for something */
	bool table;     /* a matter of the table is in it */
	bool unsure;    /* something in it is not understood */
	bool doubtful;  /* its one reading is only proposed */
	bool able;      /* a question whether something can be done */
	bool stays;     /* one that acts was to stay where it is */
	bool proposing; /* rows that are only proposed count, too */
	int n_tries;
	struct tried_line *tried; /* lines tried alone, and their number */
	int n_tried;
};

/* Make the clauses of the line and their slots. */
void clauses_make(struct meaning_work *w);

/* Add items of the line; make the slots of all its items anew. */
void clause_add(struct meaning_work *w, struct clause *c, int from, int to);
void clause_slots(struct meaning_work *w, struct clause *c);

/* Fill in pronouns, actors and other parts from neighbouring clauses. */
void clauses_refer(struct meaning_work *w);

/* one that stands for both, with the verb of the first */
void clause_join(struct meaning_work *w, const struct clause *a,
		 const struct clause *b, struct clause *out);

/* A slot of that figure. */
bool slot_has(const struct mean_slot *s, int32_t label);
void slot_add(struct mean_slot *s, int32_t label);
void slot_drop(struct clause *c, int i);

/* the first figure of an item, 0: it has none */
int32_t item_label(const struct meaning_work *w, const struct mean_item *i);

/* Is it the writer's; of no seat; may the writer give it orders? */
bool label_is_mine(const struct meaning_work *w, int32_t label);
bool label_is_nobodys(const struct meaning_work *w, int32_t label);
bool label_may_act(const struct meaning_work *w, int32_t label);
const struct grammar_name *name_of_label(const struct meaning_work *w,
					 int32_t label);

/* An order that a row makes of a clause. */
struct row_text {
	int number; /* of the row */
	struct str text;
	int missing, left; /* parts that the clause lacks; parts that the row
			      does not use */
	bool filled;       /* something missing was filled in */
	bool asked;        /* the row is only asked about */
	bool waits;        /* .. may wait */
};

/*
 * Write the orders that rows make of the clause, at most max. exact: only rows
 * that fit the clause exactly. Returns their number.
 */
int clause_texts(struct meaning_work *w, const struct clause *c, bool exact,
		 struct row_text *out, int max);

/* Does some row fit it exactly, and is the row carried out? */
bool clause_is_whole(struct meaning_work *w, const struct clause *c);

/* Write what follows the verb of the line: as it is written; as the grammar
 * writes a list of cards. False: there is none. */
void line_rest_write(const struct meaning_work *w, struct buf *b);
bool line_cards_write(const struct meaning_work *w, struct buf *b);

/* Its actor, 0 if it names none; its target. */
int32_t clause_actor(const struct clause *c);
int32_t clause_target(const struct clause *c);

/* Has the clause a slot of this class? */
bool clause_has(const struct clause *c, enum mean_class is);

/* The number of the first row of that verb; a large one: none has it. */
int verb_row(const struct meaning_work *w, struct str verb);
/* Has a row of that verb this part, a letter or "first"? */
bool verb_has_part(const struct meaning_work *w, struct str verb,
		   struct str part);
bool verb_wants(const struct meaning_work *w, struct str verb, char letter);
#endif
