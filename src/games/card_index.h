/*
 * src/games/card_index.h - finds the cards of one game by key, for the rules,
 * and by name, for players. Each game loads its own from the catalog files; a
 * card's event is computed when it is requested.
 */
#ifndef GAMES_CARD_INDEX_H
#define GAMES_CARD_INDEX_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "engine/system.h"

struct card {
	struct str key;    /* "rebellion/60", "chest/A" */
	struct str name;   /* "": orders never name it */
	struct str folded; /* the name as it is compared: utf8_fold */
	struct str also;   /* another one, in the same way, or "" */
	int stars;         /* after the name, if several cards have this name */
	/* the event that defines it, without an owner */
	void (*define)(const void *of, struct event *out);
	const void *of;
};

struct card_index {
	struct arena arena;
	struct card *v; /* sorted by key */
	int n;
	size_t room;
};

/* An empty deck is { 0 }. */
void card_index_release(struct card_index *d);

/* One more card, texts borrowed; none is found before card_index_sort. */
void card_index_add(struct card_index *d, const struct card *c);

/* ERR_FORMAT: two have one key. */
enum err card_index_sort(struct card_index *d, struct why *why);

/* NULL: there is no such card. */
const struct card *card_index_find(const struct card_index *d, struct str key);

/* What engines are given; of no deck (NULL) nothing. */
struct catalog card_index_catalog(const struct card_index *d);

/*
 * The key of a card by its key or its name, with stars where several share it:
 * grammar_names.card of a deck. What names no card, or several, is answered
 * with those that could be meant, if nearest is not NULL: finding them takes
 * most of the time.
 */
bool card_index_named(const void *deck, struct str text, struct buf *out,
		      struct buf *nearest);

/*
 * Append an order as the grammar writes it, with card names instead of keys,
 * and equal neighbours counted: "2 x Slasher **". The result parses to the
 * same order: a name of several cards stays a key. Without a deck (NULL):
 * unchanged.
 */
void card_index_render(const struct card_index *d, struct str order,
		       struct buf *out);
#endif
