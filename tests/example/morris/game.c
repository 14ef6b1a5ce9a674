/* example/morris/game.c - its row: what the list of games would hold */
#include "games/games.h"
#include "example/morris/morris.h"
#include "report/report_game.h"

static const struct grammar_row rows[] = {
#include "orders/rows.inc"
#include "example/morris/grammar.def"
};
static const struct grammar_table grammar = { .rows = rows,
					      .n = ARRAY_LEN(rows) };

extern const struct report_game report_morris;

const struct game_kind game_morris = {
	.rules = &system_morris,
	.orders = &grammar,
	.report = &report_morris,
	.setup = &setup_morris,
};
