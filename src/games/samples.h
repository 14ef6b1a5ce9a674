/*
 * src/games/samples.h - samples of a view and of events, one pair for each
 * game. A packet for the page (protocol/webapp_payload.h) is compressed with
 * them as dictionary. They need not fit the present rules: an older sample only
 * compresses less. contrib/samples makes games/NAME/sample.c anew.
 */
#ifndef GAMES_SAMPLES_H
#define GAMES_SAMPLES_H
#include "base/arena.h"
#include "games/games.h"

struct game_sample {
	const uint8_t *view, *events; /* deflated */
	size_t view_len, events_len;
};

/* Unpack those of a game; empty: it has none. */
void game_samples(struct arena *a, const struct game_kind *kind,
		  struct str *view, struct str *events);
#endif
