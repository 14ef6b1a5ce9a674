/*
 * src/games/case.h - parses and runs cases: a position, orders, every die, and
 * the expected result. heraldo-case(5) (tests/cases/README.md) describes the
 * notation.
 */
#ifndef GAMES_CASE_H
#define GAMES_CASE_H
#include "games/games.h"
#include "report/text/messages.h"

enum { CASE_MAX_FILE = 256 * 1024, CASE_MAX_EVENTS = 20000 };

/* What stays the same from case to case. */
struct cases {
	struct arena arena;
	struct games games;          /* those that have positions */
	bool *seen[GAME_KINDS_MAX];  /* [k][i]: some run named rule i of k */
	const char *catalog;         /* folder, borrowed; NULL: none */
	bool dealt;                  /* it has been looked into */
	struct game *game, *scratch; /* large: made once */
	struct game_scratch *ask;
	struct trials *trials;
	struct event *events;
	const char *templates; /* folder, borrowed */
	/* what players read, by language: for reasons in their words */
	struct messages *words[VOCABULARY_MAX_LANGS];
	int n_words;
	bool words_read;
};

/*
 * kinds: those with positions are used, and the first if a case names none.
 * templates: the words, catalog: the folder db/catalog; borrowed, catalog may
 * be NULL. It is read if a case asks for a card that the case lacks; a missing
 * card is a fault of that case.
 */
enum err cases_init(struct cases *c, const struct game_kind *const *kinds,
		    int n, const char *templates, const char *catalog,
		    struct why *why);
void cases_release(struct cases *c);

struct case_result {
	struct buf id, title;
	struct buf faults; /* one line each; empty: the case holds */
	struct buf json;   /* the outcome as JSON, if asked for */
	int n_faults;
	int n_checks;
};

/* The hidden draws of a case follow from the seed of its line `draws`. */
enum { CASE_DRAWS = 16 };
uint32_t case_draw_bits(const uint8_t seed[CASE_DRAWS], uint32_t number,
			uint32_t draw);

/* Run the text of one case; what it found is the caller's to release. */
void case_run(struct cases *c, struct str text, bool json,
	      struct case_result *out);
void case_result_release(struct case_result *r);

/* Append the rule ids that no case so far named, one a line; their number. */
int cases_unseen(const struct cases *c, struct buf *out);
#endif
