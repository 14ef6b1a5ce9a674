/*
 * src/report/text/combat_stats.h - counts the attacks of a game: each seat's
 * damage dealt and taken, its hits, and the hits expected from the odds in its
 * reports. A game counts its own events (report_game.tally), without undone
 * ones.
 */
#ifndef REPORT_TEXT_COMBAT_STATS_H
#define REPORT_TEXT_COMBAT_STATS_H
#include "engine/event.h"
#include "engine/queue.h"

enum {
	COMBAT_STATS_THINGS = 512, /* of higher numbers nothing is known */
	COMBAT_STATS_TURNS = 3,    /* turning points */
	COMBAT_STATS_FALLEN = 40
};

struct combat_stats_seat {
	int64_t blows, hits;
	int64_t expected;    /* hits, in hundredths */
	int64_t dice, shown; /* of attacks, and what their faces add up to */
	int64_t clicks;      /* dealt by blows, or damage */
	int64_t lost;        /* figures */
};

struct combat_stats_blow {
	int32_t by, on; /* labels; 0: there was none */
	int32_t by_card, on_card;
	int32_t clicks;
	int32_t chance; /* in per cent, before the dice fell; 0: unknown */
	int32_t round;
	bool hit, took, felled; /* a prisoner; who was hit is out */
};

struct combat_stats_loss {
	int32_t fig, fig_card, by, by_card, round;
};

/* What a number stood for, and whose it is, where labels do not say it. */
struct combat_stats_thing {
	int16_t card;  /* 0: unknown */
	int8_t seat_1; /* from 1; 0: no seat's */
};

struct combat_stats {
	struct combat_stats_seat seat[SEATS_MAX];
	struct combat_stats_blow best; /* the heaviest, the first of equals */
	/* by the difference between result and chance, the largest first; in a
	 * copy that combat_stats_end has closed */
	struct combat_stats_blow turn[COMBAT_STATS_TURNS];
	struct combat_stats_loss fallen[COMBAT_STATS_FALLEN];
	int n_fallen;
	int32_t round;
	/* of the attack under way */
	struct combat_stats_blow now;
	int32_t dice, n_dice; /* what they add up to, how many they are */
	struct combat_stats_thing thing[COMBAT_STATS_THINGS];
};

/* A comparison of an attack: who hits whom, and what the chance was. */
void combat_stats_result(struct combat_stats *t, int32_t by, int32_t on,
			 int chance, bool is_hit);

/* Attack dice of who hits whom, and what their faces add up to. */
void combat_stats_dice(struct combat_stats *t, int32_t by, int32_t on, int dice,
		       int shown);

/* "#7" denotes this card from now on, 0: its former card. */
void combat_stats_thing(struct combat_stats *t, int32_t label, int32_t card,
			int seat);

/* What it did; on: who was hurt. */
void combat_stats_clicks(struct combat_stats *t, int32_t by, int32_t on,
			 int32_t clicks);

/* A figure is lost; by: through which, 0 none. */
void combat_stats_lost(struct combat_stats *t, int32_t fig, int32_t by);

/* A figure is captured. */
void combat_stats_captured(struct combat_stats *t, int32_t fig, int32_t by);

/* Count the attack under way, too. */
void combat_stats_end(struct combat_stats *t);
#endif
