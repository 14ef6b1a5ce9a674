/*
 * src/orders/meaning_words.h - classifies the words of a line: verbs, figures,
 * places, directions, numbers, and words without a meaning. The vocabularies
 * list them:
 *
 *	mean.CLASS.VALUE = WORD, SEVERAL WORDS, STEM*
 *
 * A stem is any word that begins so. Of the words at one place those that are
 * most count, then a whole word before a stem. For the files of meaning alone.
 */
#ifndef ORDERS_MEANING_WORDS_H
#define ORDERS_MEANING_WORDS_H
#include "orders/line_private.h"

enum {
	MEAN_MAX_TOKENS = 96,
	MEAN_SET = 4, /* words of bits for figures */
	MEAN_MAX_NAMES = 64 * MEAN_SET
};

enum mean_class {
	MEAN_UNKNOWN, /* in no list */
	MEAN_IDLE,    /* says nothing */
	MEAN_REMARK,  /* the words up to the next stop have no meaning */
	MEAN_PLEASE,  /* a request, not a question, follows */
	MEAN_ASKED,   /* a verb in questions alone: it becomes MEAN_VERB */
	MEAN_VERB,
	MEAN_REL, /* the relation of the next words to the verb: toward, with */
	MEAN_WAY, /* forward, left: relative to the actor's facing */
	MEAN_DIR, /* compass */
	MEAN_MOD, /* die, flame, together */
	MEAN_PRO, /* me, it, them */
	MEAN_ALL,
	MEAN_MINE, /* of the writer's own */
	MEAN_FOE,  /* of others */
	MEAN_NOT,
	MEAN_ASK,
	MEAN_IF,
	MEAN_STATE, /* dead, alive, armed: after IF */
	MEAN_ELSE,
	MEAN_OR,
	MEAN_AND,
	MEAN_THEN,
	MEAN_ONLY,
	MEAN_NOUN, /* a word of figures' names, in another language */
	MEAN_THING,
	MEAN_EDGE,   /* the middle, an edge */
	MEAN_TABLE,  /* a matter of the table: it is no order */
	MEAN_CLITIC, /* an article, or IT before a verb */
	MEAN_ENDING, /* .. of verbs in the first person; no words */
	MEAN_NUMBER, /* from here on no words of a list */
	MEAN_FIGURE,
	MEAN_PLACE,
	MEAN_SPELL,
	MEAN_BLOW, /* WITH ITS CLAWS: the attack, as written */
	N_MEAN_CLASSES
};

/* One or more tokens with their class. */
struct mean_item {
	enum mean_class is;
	struct str value;       /* of its key */
	int from, to;           /* tokens */
	uint64_t set[MEAN_SET]; /* figures, by their place among the names */
	int n_set;
	int32_t number; /* hundredths; degrees of a direction; a card */
	bool whole;
	int32_t x, y; /* MEAN_PLACE, as grammar_names.places has them */
	bool guessed; /* it is a slip of a word */
	bool stem;    /* a stem of a list, not a whole word */
	bool partly;  /* a part of the name of a card */
	bool stop;    /* it follows a comma, dash or bracket */
	bool point;   /* .. or the end of a sentence */
	bool carries; /* a verb with its object at its end: DISPARALE */
	bool mine;    /* a verb in the first person: HUYO */
	bool label;   /* MEAN_FIGURE by its label */
	bool square;  /* .. which is a square, too: x and y */
	bool several; /* .. in the plural */
	bool own;     /* MEAN_WAY: TO HIS LEFT, of the figure */
	bool foreign; /* MEAN_UNKNOWN: it says something in another language,
		       * or looks like a label */
	bool strange; /* MEAN_UNKNOWN: near no word of any list, and no name */
};

struct mean_line {
	const struct reader *r;
	int seat; /* the writer's seat, -1 unknown */
	uint32_t langs;
	enum grammar_places places;
	struct mean_item v[MEAN_MAX_TOKENS];
	int n;
	bool question; /* it has the sign */
	bool unsure;   /* a sign that says something unknown */
	bool twofold;  /* E 2 is a square or a direction */
	bool revised;  /* it takes something back: NO WAIT, 4 */
};

/* The words of one grammar, sorted. NULL: it has none. */
struct meaning_words;
struct meaning_words *meaning_words_make(const struct vocabulary *v,
					 const struct grammar_table *t,
					 struct arena *a);

/* How the places of the game are written. */
enum grammar_places meaning_places(const struct meaning_words *m);

enum { SAID_VERBS = 8, SAID_PARTS = 12 };

/* A row of said_GAME.def, split once. */
struct said_row {
	struct str verb[SAID_VERBS];
	int n_verbs;
	struct str part[SAID_PARTS]; /* "a", "flame" */
	bool may[SAID_PARTS];        /* .. it may lack */
	int n_parts;
	struct str order;
	bool asked; /* it is only proposed */
	bool waits; /* its order may wait */
	bool casts; /* its order casts a card */
};

/* The rows of the game; their number. */
int meaning_rows(const struct meaning_words *m, const struct said_row **rows);

/* Are there words of that language? */
bool meaning_words_have(const struct meaning_words *m, int lang);

/* The classes of the current line's words in these languages; false: it is
 * too long, or nothing is known of the game. */
bool meaning_items(const struct reader *r, uint32_t langs,
		   struct mean_line *out);

/* The verb of the lists that token `verb` and those from `from` to `to` are
 * together: BREAKS .. DOWN. False: there is none. */
bool meaning_phrase(const struct mean_line *l, int verb, int from, int to,
		    struct str *value);

/* Join those that say one thing, and drop what the line takes back. */
void items_join(struct mean_line *l);

/* The seat of a figure, -1: none. */
int mean_seat_of(const struct grammar_name *n);

static inline bool mean_in(const struct mean_item *i, int name)
{
	return i->set[name / 64] >> (name % 64) & 1;
}

/* How many tokens at pos are of the name of an attack. */
int attack_at(const struct reader *r, int pos);

/* The key of the one attack of its own that is called so; -1: none, or
 * several. */
int attack_called(const struct reader *r, const struct grammar_name *a,
		  struct str called);
#endif
