/*
 * tests/prop/mailed.h - random games by signed mail to a judge: of any system,
 * each game by a seed, with the judge's house around it. One program is one
 * file that includes this.
 *
 * main: mailed_open; for each seed and kind begin, play, finish; mailed_close.
 */
#ifndef TESTS_PROP_MAILED_H
#define TESTS_PROP_MAILED_H
#include "chance.h"
#include "../unit/judge_fixture.h"
#include "verifier/verify.h"
#include "engine/dry_run.h"
#include "tests/srcdir.h"
#include <stdarg.h>
#include <stdlib.h>

enum { LINES_MAX = 4096 };

static struct fix f;
static struct games games;
static const struct game_kind *kind; /* of this game: one of games */
static uint64_t seed;                /* of this game */
static struct dice rng;
static struct trials trials;

/* ends the program, and names the game */
static inline void fail(const char *fmt, ...) PRINTF_LIKE(1, 2);

static inline void fail(const char *fmt, ...)
{
	va_list args;

	fprintf(stderr, "%s, seed %llu: ", kind->rules->name,
		(unsigned long long)seed);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fprintf(stderr, "\n");
	exit(1);
}

static inline void must(enum err e, const char *what)
{
	if (e)
		fail("%s: %s: %s", what, err_text(e), f.why.text);
}

/* 0..n-1 */
static inline int pick(int n)
{
	return n < 2 ? 0 : (int)dice_roll(&rng, (unsigned)n) - 1;
}

/* small, and where something happens soon: those of the hostile player */
static inline struct str mailed_position(void)
{
	char *path =
		arena_printf(&f.arena, "%s/tests/adversary/player/%s.position",
			     SRCDIR, kind->rules->name);
	FILE *from = fopen(path, "r");
	char *text = arena_alloc(&f.arena, LINES_MAX);

	if (!from)
		fail("%s cannot be read", path);
	text[fread(text, 1, LINES_MAX - 1, from)] = 0;
	fclose(from);
	return str_of(text);
}

/* A house in which all systems are played, with persons 0..n-1; no game yet. */
static inline void mailed_house(const char *path, int n)
{
	rng = (struct dice){ .bits = chance_bits, .source = &seed };
	fix_init(&f, path);
	judge_close(f.j);
	fix_forget(&f);
	f.n_random = seed << 20;
	f.config.n_systems = games.n;
	memcpy(f.config.systems, games.kinds, sizeof(games.kinds));
	fix_open(&f);
	for (int i = 0; i < n; i++)
		fix_person(&f, i);
}

/* A game of two, persons 0 and 1, started by this plan. */
static inline void mailed_begin(struct game_plan *plan)
{
	plan->name = STR("game");
	plan->system = str_of(kind->rules->name);
	plan->n_players = 2;
	must(judge_game_new(f.j, plan, &f.arena, &f.name, &f.game, &f.why),
	     "a new game");
	for (int i = 0; i < 2; i++)
		must(judge_seat(f.j, f.game, i, f.p[i].person, &f.why),
		     "a seat");
	must(judge_game_start(f.j, f.game, &f.why), "start");
}

static inline struct game_row mailed_row(void)
{
	struct game_row g;

	must(store_game_get(judge_store(f.j), f.game, &f.arena, &g, &f.why),
	     "the game");
	return g;
}

/* Does the log verify, as it is exported to this slot? */
static inline void mailed_verify(int slot, const char *whose)
{
	struct verify_means m = { .systems = games.kinds,
				  .n_systems = games.n };
	struct verify_result r = { 0 };

	verify_export(fix_export(&f, slot), &m, &f.arena, &r);
	if (!r.good)
		fail("the log of %s: line %zu, event %llu, point %llu: %s\n"
		     "expected %s\nfound    %s",
		     whose, r.fault.line, (unsigned long long)r.fault.event,
		     (unsigned long long)r.fault.point, r.fault.what,
		     r.fault.expected, r.fault.found);
}

/* Ended, as its dice are opened then; its events give the state once more. */
static inline void mailed_end(void)
{
	if (mailed_row().state != GAME_ENDED)
		must(judge_game_end(f.j, f.game, STR("enough"), &f.why), "end");
	must(judge_game_replay(f.j, f.game, &f.why), "replay");
	mailed_verify(EXPORT_FULL, "all");
}

static inline void mailed_open(void)
{
	struct why why = { 0 };

	crypto_init();
	if (games_open(&games, game_kinds, n_game_kinds, SRCDIR "/templates",
		       &why) ||
	    games_deal(&games, SRCDIR "/db/catalog", &why)) {
		fprintf(stderr, "%s\n", why.text);
		exit(1);
	}
}

#endif
