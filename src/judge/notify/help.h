/*
 * src/judge/notify/help.h - answers HELP: the syntax of orders and of lines
 * to the judge or the table, from the grammar and the messages.
 */
#ifndef JUDGE_NOTIFY_HELP_H
#define JUDGE_NOTIFY_HELP_H
#include "orders/grammar.h"
#include "report/text/messages.h"

/*
 * HELP MOVE: the orders that begin so in any language, or the part of orders
 * that is called so, in the reader's own, and the parts that they have: {rows}
 * of {syntax} {meaning} {example}; {words}: how orders begin; {near}:
 * the one of them that is like what was asked for and not found, whose rows
 * these are. Nothing but
 * empty lists where nothing is asked for, or g is NULL. All of it lives in the
 * arena.
 */
void help_values(struct arena *a, const struct grammar *g,
		 const struct messages *words, struct str asked,
		 struct tval *to);

/* What a judge plays. */
struct help_game {
	const struct grammar *grammar;
	struct tval *title;
};

/* The same for a reader without a game: lines to the judge or the table, else
 * the orders of each game. The first order of a game has its title, {of_game}.
 */
void help_values_outside(struct arena *a, const struct help_game *games, int n,
			 const struct messages *words, struct str asked,
			 struct tval *to);
#endif
