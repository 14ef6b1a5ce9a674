/*
 * src/report/text/tale.h - tells events as a story: paragraphs of a few
 * sentences by the messages GAME.tale.KIND, and the great moments on lines of
 * their own by GAME.deed.KIND. Numbers and modifiers stay in the sentences of
 * narrate_events.
 *
 * A message has the values of narrate_values and those that the game adds
 * (struct report_game, `tale`), and
 *	{same}		the sentence before in its paragraph has the same hero
 */
#ifndef REPORT_TEXT_TALE_H
#define REPORT_TEXT_TALE_H
#include "report/text/narrate.h"

/*
 * Puts into `to` {tale}, a list of {text} with {prose}, {deed} or {plain}:
 * a paragraph, a great moment ({side}: the letter of its seat), or a sentence
 * of narrate_events about an event that all games have. {tale_any}: it has
 * prose or a deed. sentences: of these events, by narrate_events.
 */
void report_tale(struct arena *a, const struct narrator *n,
		 const struct event *v, int count, const struct tval *sentences,
		 struct tval *to, struct why *why);

/* For a game's part: {hero}, and {side} if seats own the things with its
 * letter. */
void tale_hero(struct arena *a, const struct narrator *n, int32_t label,
	       struct tval *to);

/* Of an attack: {hit}, {barely} and {easily} by margin (total less defense),
 * {lucky} and {unlucky} by its chance, {chance} in per cent. */
void tale_blow(struct arena *a, bool hit, int32_t margin, int chance,
	       struct tval *to);

/* {key}: these things as their players call them, a list. */
void tale_names(struct arena *a, const struct narrator *n, const char *key,
		const int32_t *labels, int count, struct tval *to);

/* The same of the labels in a field of an event. */
void tale_event_names(struct arena *a, const struct narrator *n,
		      const char *key, const struct event *e, int field,
		      struct tval *to);
#endif
