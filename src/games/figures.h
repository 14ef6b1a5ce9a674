/*
 * src/games/figures.h - loads the figures of db/catalog/figures once at the
 * start and finds them by key ("rebellion/60"). A game takes a whole copy of
 * each figure it uses into its log, so a corrected catalog changes no game.
 *
 * A set of cavalry has eight columns more: role (mount, rider), mount_type,
 * mount_symbols (a|b), intelligence (skittish, independent, mean-spirited),
 * attack_bonus, proficiencies (a|b), subfaction, item_slots; an empty cell
 * says there is none, and item_slots may be left out.
 *
 * Also army files: "count, set, number, name, points each" a line, # comments,
 * "total: n" at the end.
 */
#ifndef GAMES_FIGURES_H
#define GAMES_FIGURES_H
#include "base/arena.h"
#include "base/err.h"
#include "engine/event.h"

enum { CATALOG_CLICKS = 12, CATALOG_ARMY_MAX = 40, CATALOG_CAVALRY = 7 };

struct figure {
	struct str key; /* "set/number" */
	struct str name;
	struct str folded;  /* the name as it is compared */
	struct str also;    /* its Spanish name, as it is compared; or "" */
	struct str faction; /* "" is one of its own (Mage Spawn) */
	bool unique;
	bool elongated; /* two dots: a spine of 1.10 inches */
	int rank;       /* stars, 0 unique or limited */
	int points;
	int range; /* inches */
	int targets;
	int arc;      /* degrees */
	int n_clicks; /* live ones */
	/* mounts and riders: the words of figure_defined.cavalry */
	bool rides_or_ridden;
	int cavalry[CATALOG_CAVALRY];
	int level_cost[5]; /* of levels 1.. of a Hero; 0: it has none */
	int level; /* below 5 at which this card starts; 0: as printed */
	/* speed attack defense damage, then the abilities in these slots */
	int8_t dial[CATALOG_CLICKS][8];
};

struct figures {
	struct arena arena;
	struct figure *v; /* sorted by key */
	int n;
};

/*
 * Read all sets of the folder (NAME.csv with NAME-dials.csv), and what the
 * levels of Heroes cost (hero-levels.csv, if there is one). ERR_CONFIG or
 * ERR_FORMAT with file and line. Release in any case.
 */
enum err figures_load(struct figures *f, const char *dir, struct why *why);
void figures_release(struct figures *f);

/* NULL: there is no such figure. */
const struct figure *figures_find(const struct figures *f, struct str key);

/* The card of a figure (struct figure) as Rebellion plays it: the event that
 * defines it, owner and label left open. */
void figure_define(const void *figure, struct event *out);

struct army {
	struct str key[CATALOG_ARMY_MAX]; /* one for each copy */
	int n;
	int points;
};

/*
 * Read an army file and check every line against the catalog: the figure
 * exists, name (as players write it) and points are those of the catalog, a
 * unique occurs once at whatever level, the total is right. ERR_FORMAT names
 * the line.
 */
enum err army_parse(const struct figures *f, struct str text, struct arena *a,
		    struct army *out, struct why *why);
#endif
