/*
 * tests/bench/recorded.c - how fast a recorded game is played once more: its
 * orders read from signed text, tried and carried out, every event written and
 * compared, every signature, leaf and die checked, as `heraldo verify` does it.
 * Beside it the same lines, merely read as JSON.
 */
#include "bench.h"
#include "audit/verify.h"
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

/* an action of Rebellion, an activation of Dungeons */
static bool is_action(struct str line)
{
	static const char *const kinds[] = {
		"\"event\":{\"event\":\"action\",",
		"\"event\":{\"event\":\"activation_started\","
	};

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (memmem(line.s, line.len, kinds[i], strlen(kinds[i])))
			return true;
	return false;
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

/* recorded SOURCE FILE: a full log, from the folder of the source */
int bench_recorded(int argc, char **argv)
{
	static struct kit k;
	struct str file, rest, line, system = { 0 };
	struct bench_row row = { .unit = "/s",
				 .peer = "its lines, read by jansson",
				 .peer_unit = "/s",
				 .aim = "" };
	double actions = 0;

	if (argc != 2)
		bench_die("recorded: a folder and a file are needed");
	arena_init(&k.a);
	kit_open(&k, argv[0]);
	file = file_read(&k.a, argv[1]);
	for (rest = file; next_line(&rest, &line);)
		actions += is_action(line);
	row.ours = actions / played(&k, file, &system);
	row.theirs = actions / read_as_json(file);
	row.figure = arena_printf(&k.a, "actions of a recorded game of %.*s",
				  STR_ARG(system));
	bench_print(&row);
	games_release(&k.games);
	arena_release(&k.a);
	return 0;
}
