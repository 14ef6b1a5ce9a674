/*
 * src/report/text/game_summary.h - summarises a game for an invitation: its
 * points, its board or map, and the options that differ from the default.
 */
#ifndef REPORT_TEXT_GAME_SUMMARY_H
#define REPORT_TEXT_GAME_SUMMARY_H
#include "report/text/narrate.h"

struct report_game;

/* The game's real name: the message GAME.title, or what the program calls it.
 */
struct tval *report_system(struct arena *a, const struct narrator *n);

/* The value of an event option_set, as people write it: a list. */
struct tval *report_option(struct arena *a, const struct system *sys,
			   const struct event *e);

/*
 * Put into `to`: {terms}, the message GAME.terms of the values that the game
 * gives (report_game.terms), empty if it has none; {options}, a list of {name}
 * {seat} {value}, from those of the events that set an option to another value
 * than it has by itself and that {terms} does not tell.
 */
void report_terms(struct arena *a, const struct narrator *n,
		  const struct report_game *g, const struct event *v, int count,
		  struct tval *to);
#endif
