/*
 * src/games/games.h - the table of all games: a row each, with everything that
 * the program needs besides the rules. games.def lists them; no other file
 * names a game.
 */
#ifndef GAMES_GAMES_H
#define GAMES_GAMES_H
#include "games/catalog_cache.h"
#include "orders/orders.h"
#include "engine/option.h"
#include "engine/position.h"

enum { GAME_KINDS_MAX = 8 };

struct report_game; /* report/report_game.h */

/* An ability that cards of a game may show, for its manual page. */
struct game_ability {
	const char *name, *rule;
	const char *slot; /* of a dial: "speed" */
	bool optional;
	bool defined; /* by some rule */
};

/* One game. */
struct game_kind {
	const struct system *rules;
	const struct grammar_table *orders; /* not compiled */
	/* of a game outside the list; those of the list are found by
	 * game_report, so that who only verifies needs no reports. May be
	 * NULL */
	const struct report_game *report;
	const struct position_system *setup; /* NULL: it has no positions */

	/* options whose value is a text, ended by NULL; may be NULL */
	const char *const *texts;

	/* what figures are called in a view: v and n of it; may be NULL */
	void (*names)(const struct game *view, struct arena *a,
		      struct grammar_names *out);
	/* things that orders name by the ends of their keys
	 * (grammar_names.parts), of the view and the catalog (NULL: none);
	 * may be NULL */
	void (*parts)(const struct game *view, const struct card_index *cards,
		      struct arena *a, struct grammar_names *out);
	/* Has the seat this card, by its number, to plan or play? NULL: that is
	 * not asked. */
	bool (*has)(const struct game *view, int seat, int card);
	/* ability i, from 1; false: there are no more; may be NULL */
	bool (*ability)(int i, struct game_ability *out);

	/* its cards, out of the files of the catalog; NULL: it has none */
	enum err (*deal)(struct catalog_cache *l, struct card_index *d,
			 struct why *why);
	/* Recover an event of the catalog and its key from an event of a log;
	 * it is the nth of its kind in its leaf or point, from 1. False: the
	 * event holds no card. NULL: a card with fields key, fig and owner
	 * does; out has no owner. */
	bool (*given)(const struct event *logged, int nth, struct buf *key,
		      struct event *out);

	/* Put the part of the catalog that every game has from its start into
	 * an empty state: readers with the same catalog need no copy of it
	 * (protocol/webapp_payload.h); NULL: nothing. */
	void (*dealt)(const struct catalog *cards, void *state);

	/* What games_open and games_deal make of it. */
	const struct grammar *grammar;  /* its orders, compiled */
	const struct card_index *cards; /* NULL: no catalog */
};

#define GAME(name)                                                             \
	extern const struct game_kind game_##name;                             \
	extern const struct system system_##name;                              \
	extern const struct position_system setup_##name;                      \
	extern const struct grammar_table grammar_##name;                      \
	extern const struct report_game report_##name;
#include "games/games.def"
#undef GAME

/* Those of games.def, in its order. */
extern const struct game_kind *const game_kinds[];
extern const int n_game_kinds;

/* NULL: no game of the list is called so. */
const struct game_kind *game_kind_find(struct str name);

/* Its report functions; NULL: it has no reports. Alone in
 * games/report_lookup.c: a program that calls it links all report code,
 * pictures included; other programs do not. */
const struct report_game *game_report(const struct game_kind *k);

/* Loaded games: their words, and their cards if they were dealt. */
struct games {
	struct arena arena;
	struct game_kind kinds[GAME_KINDS_MAX];
	int n;
	struct catalog_cache library;
	struct card_index decks[GAME_KINDS_MAX];
};

/*
 * Read the words of these kinds from the folder templates and compile their
 * orders (NULL: no words, and no grammar). Errors of vocabulary_load. Release
 * in any case.
 */
enum err games_open(struct games *g, const struct game_kind *const *kinds,
		    int n, const char *templates, struct why *why);

/*
 * Deal their cards from the folder of the catalog. ERR_CONFIG: it is not there;
 * ERR_FORMAT with file and line. After an error no game has cards.
 */
enum err games_deal(struct games *g, const char *catalog, struct why *why);
/* The words, and the cards, of the i-th alone, where games_open was given no
 * templates: once. After an error it has none. */
enum err games_open_one(struct games *g, int i, const char *templates,
			struct why *why);
enum err games_deal_one(struct games *g, int i, const char *catalog,
			struct why *why);
void games_release(struct games *g);

/* What the reader of orders must know: the names of a view, and the cards. */
void game_names(const struct game_kind *k, const struct game *view,
		struct arena *a, struct grammar_names *out);

/* What the rules are given. */
struct catalog game_cards(const struct game_kind *k);

/* Append the canonical form of a game that has only the output of `dealt`;
 * nothing if that is nothing, or without a catalog. */
void game_dealt(const struct game_kind *k, struct buf *out);

/* An option's value from a word; false: there is no such option or value. */
bool game_option_value(const struct game_kind *k, struct str name,
		       struct str value, int32_t *out);

struct game_option_change {
	struct str name, value, by, why;
};

/*
 * The common event by which an option of a game that is played becomes another,
 * by whom and why as that has them; trial: room for a copy. False: its rules
 * have no such option, or not with this value, or this game cannot have it.
 */
bool game_option_event(const struct game_kind *k, const struct game *g,
		       const struct game_option_change *c, struct game *trial,
		       struct event *out);

/* Is it an option whose value is a text? */
bool game_option_is_text(const struct game_kind *k, struct str name);
#endif
