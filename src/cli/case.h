/*
 * src/cli/case.h - cases: a position, orders, every die, and what must come of
 * it. heraldo-case(5) (tests/cases/README.md) tells the notation.
 */
#ifndef CLI_CASE_H
#define CLI_CASE_H
#include "catalog/trove.h"
#include "orders/orders.h"
#include "rules/setup.h"

enum {
	CASE_MAX_FILE = 256 * 1024,
	CASE_MAX_EVENTS = 20000,
	N_CASE_SYSTEMS = 2
};

/* A game that cases can be written for, and how its orders read. */
struct case_system {
	const struct setup_system *setup;
	const struct grammar_table *table;
	struct vocabulary words;
	struct grammar grammar;
	struct catalog (*catalog)(const struct figures *f); /* or NULL */
	bool *seen; /* seen[i]: some case's run named rule i */
};

/* What stays the same from case to case. */
struct cases {
	struct arena arena;
	struct case_system systems[N_CASE_SYSTEMS];
	const char *catalog; /* folder, borrowed; NULL: none */
	struct trove trove;  /* maps, chests, tables of Dungeons: when asked */
	struct figures figures;      /* none: only carries the trove */
	struct game *game, *scratch; /* large: made once */
	struct event *events;
};

/*
 * templates: the words; catalog: the folder db/catalog, borrowed, NULL for
 * none. It is looked into when a case names a game that needs it; what is
 * missing is a fault of that case.
 */
enum err cases_init(struct cases *c, const char *templates, const char *catalog,
		    struct why *why);
void cases_release(struct cases *c);

struct case_result {
	struct buf id, title;
	struct buf faults; /* one line each; empty: the case holds */
	struct buf json;   /* the outcome as JSON, if asked for */
	int n_faults;
	int n_checks;
};

/* Run the text of one case; what it found is the caller's to release. */
void case_run(struct cases *c, struct str text, bool json,
	      struct case_result *out);
void case_result_release(struct case_result *r);

/* Append the rule ids that no case so far named, one a line; their number. */
int cases_unseen(const struct cases *c, struct buf *out);
#endif
