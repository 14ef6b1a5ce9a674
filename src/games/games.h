/*
 * src/games/games.h - the games that are known: a row each, with all that the
 * house needs beside its rules. Nothing else in src/ names a game.
 */
#ifndef GAMES_GAMES_H
#define GAMES_GAMES_H
#include "catalog/figures.h"
#include "orders/orders.h"
#include "rules/setup.h"

enum { GAME_KINDS_MAX = 8 };

/* One game. */
struct game_kind {
	const struct system *rules;
	const struct grammar *grammar; /* its orders, compiled */
	/* what figures are called in a view; may be NULL */
	void (*names)(const struct game *view, const struct figures *figures,
		      struct arena *a, struct grammar_names *out);
	/* an option of options.def: its value from a word, and whether there
	 * is such an option; NULL: options are numbers */
	bool (*option)(struct str name, struct str value, int32_t *out);
	/* is it an option whose value is a text? NULL: there is none */
	bool (*option_is_text)(struct str name);
	/* how positions are written; NULL: there are none */
	const struct setup_system *setup;
	/* what the rules are given by key; NULL: figures_catalog */
	struct catalog (*catalog)(const struct figures *figures);
	/* An event of a log as the catalog gave it, and its key; it is the nth
	 * of its kind in its leaf or point, from 1. False: it tells nothing of
	 * a catalog. NULL: figure_defined does, for nobody yet. */
	bool (*given)(const struct event *logged, int nth, struct buf *key,
		      struct event *out);
	const struct grammar_table *orders; /* the grammar, not compiled */
};

/* The systems that are known, each without its grammar */
extern const struct game_kind game_kinds[];
extern const int n_game_kinds;

/* What the rules of this system are given; figures may be NULL. */
struct catalog game_kind_catalog(const struct game_kind *s,
				 const struct figures *figures);

void names_rebellion(const struct game *view, const struct figures *figures,
		     struct arena *a, struct grammar_names *out);
bool option_rebellion(struct str name, struct str value, int32_t *out);

#endif
