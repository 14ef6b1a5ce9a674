/*
 * tests/bench/recorded.c - how fast a recorded game is played once more: its
 * orders read from signed text, tried and carried out, every event written and
 * compared, every signature, leaf and die checked, as `heraldo verify` does it.
 * Beside it the same lines, merely read as JSON.
 */
#include "bench.h"
#include "verifier/verify.h"
#include "orders/grammar.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLAYS = 10 }; /* of the game, in each run */

struct kit {
	struct arena a;
	struct games games;
};

static void must(enum err e, const struct why *why)
{
	if (e)
		bench_die("%s", why->text);
}

static void kit_open(struct kit *k, const char *src)
{
	struct why why = { 0 };

	must(games_open(&k->games, game_kinds, n_game_kinds,
			arena_printf(&k->a, "%s/templates", src), &why),
	     &why);
	must(games_deal(&k->games, arena_printf(&k->a, "%s/db/catalog", src),
			&why),
	     &why);
}

/* what a log has of each, counted by its lines */
struct counts {
	double actions, turns, rounds, seats;
};

static bool line_is(struct str line, const char *event)
{
	char text[80];
	int n = snprintf(text, sizeof(text), "\"event\":{\"event\":\"%s\",",
			 event);

	return memmem(line.s, line.len, text, (size_t)n);
}

/* an action of Rebellion, an activation of Dungeons or of Arena */
static void count(struct counts *c, struct str line)
{
	c->actions += line_is(line, "action") ||
		      line_is(line, "activation_started") ||
		      line_is(line, "activated");
	c->turns += line_is(line, "turn_end") || line_is(line, "turn_ended");
	c->rounds += line_is(line, "round_ended");
	c->seats += line_is(line, "seat_taken");
}

/* where all play at once, the game says what a round is; else all had a turn */
static double rounds_of(const struct counts *c)
{
	return c->rounds > 0 ? c->rounds : c->turns / c->seats;
}

static bool next_line(struct str *file, struct str *line)
{
	const char *end = memchr(file->s, '\n', file->len);

	if (!end)
		return false;
	*line = (struct str){ file->s, (size_t)(end - file->s) };
	file->len -= line->len + 1;
	file->s = end + 1;
	return true;
}

static struct str file_read(struct arena *a, const char *path)
{
	FILE *f = fopen(path, "rb");
	long len = -1;
	char *s;

	if (f && !fseek(f, 0, SEEK_END))
		len = ftell(f);
	if (len <= 0 || fseek(f, 0, SEEK_SET))
		bench_die("%s cannot be read", path);
	s = arena_alloc(a, (size_t)len);
	if (fread(s, 1, (size_t)len, f) != (size_t)len)
		bench_die("%s cannot be read", path);
	fclose(f);
	return (struct str){ s, (size_t)len };
}

static double played(struct kit *k, struct str file, struct str *system)
{
	struct verify_means m = { .systems = k->games.kinds,
				  .n_systems = k->games.n };
	double v[BENCH_RUNS];

	for (int run = 0; run < BENCH_RUNS; run++) {
		double from = bench_cpu();

		for (int i = 0; i < PLAYS; i++) {
			struct verify_result result;
			struct arena a;

			arena_init(&a);
			verify_export(file, &m, &a, &result);
			if (!result.good || !result.rules_run)
				bench_die("line %zu: %s", result.fault.line,
					  result.fault.what);
			if (!system->len)
				*system = arena_str(&k->a, result.system);
			arena_release(&a);
		}
		v[run] = (bench_cpu() - from) / PLAYS;
	}
	return bench_median(v, BENCH_RUNS);
}

static double read_as_json(struct str file)
{
	double v[BENCH_RUNS];

	for (int run = 0; run < BENCH_RUNS; run++) {
		double from = bench_cpu();

		for (int i = 0; i < PLAYS; i++) {
			struct str rest = file, line;

			while (next_line(&rest, &line)) {
				json_t *j =
					json_loadb(line.s, line.len, 0, NULL);

				if (!j)
					bench_die("a line is no JSON");
				json_decref(j);
			}
		}
		v[run] = (bench_cpu() - from) / PLAYS;
	}
	return bench_median(v, BENCH_RUNS);
}

static size_t state_of(const struct kit *k, struct str system)
{
	for (int i = 0; i < k->games.n; i++)
		if (str_is(system, k->games.kinds[i].rules->name))
			return k->games.kinds[i].rules->state_size;
	bench_die("a system that is none");
}

static void tell_rounds(struct kit *k, struct str system,
			const struct counts *c, double ours, double theirs,
			size_t bytes)
{
	double n = rounds_of(c);
	struct bench_row round = { .figure = arena_printf(
					   &k->a, "  a whole round of it"),
				   .ours = 1e3 * ours / n,
				   .unit = "ms",
				   .peer = "its lines, read by jansson",
				   .theirs = 1e3 * theirs / n,
				   .peer_unit = "ms",
				   .aim = "" };
	struct bench_row size = { .figure = arena_printf(
					  &k->a,
					  "  the log of a round, of %.0f", n),
				  .ours = (double)bytes / 1e3 / n,
				  .unit = "kB",
				  .peer = "the state",
				  .theirs = (double)state_of(k, system) / 1e3,
				  .peer_unit = "kB",
				  .aim = "" };

	bench_print(&round);
	bench_print(&size);
}

/* recorded SOURCE FILE: a full log, from the folder of the source */
int bench_recorded(int argc, char **argv)
{
	static struct kit k;
	struct str file, rest, line, system = { 0 };
	struct bench_row row = { .unit = "/s",
				 .peer = "its lines, read by jansson",
				 .peer_unit = "/s",
				 .aim = "" };
	struct counts c = { 0 };
	double ours, theirs;

	if (argc != 2)
		bench_die("recorded: a folder and a file are needed");
	arena_init(&k.a);
	kit_open(&k, argv[0]);
	file = file_read(&k.a, argv[1]);
	for (rest = file; next_line(&rest, &line);)
		count(&c, line);
	ours = played(&k, file, &system);
	theirs = read_as_json(file);
	row.ours = c.actions / ours;
	row.theirs = c.actions / theirs;
	row.figure = arena_printf(&k.a, "actions of a recorded game of %.*s",
				  STR_ARG(system));
	bench_print(&row);
	if (rounds_of(&c) >= 1)
		tell_rounds(&k, system, &c, ours, theirs, file.len);
	games_release(&k.games);
	arena_release(&k.a);
	return 0;
}
