/*
 * src/report/tally.h - how the blows of a game went: what each seat dealt and
 * lost, how often it hit, and how often it should have by the odds that its
 * reports printed. A game counts its own events (report_game.tally); what was
 * undone is not given to it.
 */
#ifndef REPORT_TALLY_H
#define REPORT_TALLY_H
#include "rules/event.h"
#include "rules/queue.h"

struct tally_seat {
	int64_t blows, hits;
	int64_t expected; /* hits, in hundredths */
	int64_t clicks;   /* dealt by blows */
	int64_t lost;     /* figures */
};

struct tally_blow {
	int32_t by, on; /* labels; 0: there was none */
	int32_t clicks;
	int32_t chance; /* in per cent, before the dice fell */
};

struct tally {
	struct tally_seat seat[SEATS_MAX];
	struct tally_blow best; /* the heaviest, the first of equals */
	/* of the attack under way */
	struct tally_blow now;
	int32_t dice;
};

/* A comparison of an attack: who hits whom, and what the chance was. */
void tally_result(struct tally *t, int32_t by, int32_t on, int chance,
		  bool is_hit);

/* What it did; on: who was hurt. */
void tally_clicks(struct tally *t, int32_t by, int32_t on, int32_t clicks);

/* A figure is lost. */
void tally_lost(struct tally *t, int32_t fig);
#endif
