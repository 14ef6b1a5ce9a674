/*
 * tests/bench/actions.c - actions adjudicated in memory: a position of two
 * armies of ten on open ground, and each figure of one of them moved along a
 * path. Every tenth action the position is put back, word by word where it
 * changed: a copy of the whole state would drive all that the next action needs
 * out of the processor's cache. Measured is computing time, for nothing here
 * waits.
 */
#include "bench.h"
#include "games/rebellion/rules/rebellion.h"
#include "games/rebellion/rules/position_parse.h"
#include <stdio.h>
#include <stdlib.h>

static struct trials trials;

enum { FIGS = 10, ROUNDS = 20000, EVENTS = 600, QUEUED_ROUNDS = 4000 };

static struct game start, game, scratch;
static struct event events[EVENTS];
static struct decision paths[FIGS], straight[FIGS];

static uint32_t no_die(const void *source, uint32_t roll, uint32_t draw)
{
	(void)source;
	(void)roll;
	(void)draw;
	bench_die("a move on open ground rolled a die");
}

static void line(struct position *s, const char *text)
{
	struct str word[POSITION_MAX_WORDS];
	int n = 0;

	for (const char *p = text; *p;) {
		size_t len = strcspn(p, " ");

		word[n++] = (struct str){ p, len };
		p += len + (p[len] == ' ');
	}
	if (!setup_rebellion.line(s, word, n))
		bench_die("%s: %.*s", text, STR_ARG(buf_str(s->fault)));
}

/* A1.. along the south, B1.. along the north, three inches apart */
static void position(void)
{
	struct dice dice = { .bits = no_die };
	struct event_list list = { events, 0, EVENTS };
	struct game_run run = {
		.trials = &trials, .game = &start, .dice = &dice, .out = &list
	};
	struct buf fault;
	struct position s = { .run = &run,
			      .scratch = &scratch,
			      .fault = &fault };
	char text[100];

	buf_init(&fault, 4096);
	game_init(&start, &system_rebellion);
	line(&s, "board 36 36");
	line(&s, "player A side S build 1000");
	line(&s, "player B side N build 1000");
	for (int i = 0; i < FIGS; i++) {
		snprintf(text, sizeof(text), "figure A%d at %d 10 face 0",
			 i + 1, 3 + 3 * i);
		line(&s, text);
		snprintf(text, sizeof(text), "figure B%d at %d 26 face 180",
			 i + 1, 3 + 3 * i);
		line(&s, text);
	}
	line(&s, "turn A first A round 1 actions 10");
	if (!setup_rebellion.finish(&s))
		bench_die("%.*s", STR_ARG(buf_str(&fault)));
	buf_release(&fault);
}

static void decisions(void)
{
	for (int i = 0; i < FIGS; i++) {
		int32_t x = 300 * (i + 1);
		int32_t via[2] = { x + 50, 1300 }, to[2] = { x, 1600 };
		int32_t label = label_of('A', i + 1);

		decision_start(&paths[i], RB_ORDER_MOVE);
		decision_add_int(&paths[i], RB_TAG_FIG, label);
		decision_add(&paths[i], RB_TAG_TO, to, 2);
		straight[i] = paths[i];
		decision_add(&paths[i], RB_TAG_VIA, via, 2);
	}
}

/* the words that ten actions change; the same every time */
static int changed[SYSTEM_MAX_STATE / 4], n_changed;

static void note_changed(void)
{
	int words = (int)(system_rebellion.state_size / sizeof(int32_t));

	n_changed = 0;
	for (int i = 0; i < words; i++)
		if (game.state[i] != start.state[i])
			changed[n_changed++] = i;
}

static void put_back(void)
{
	for (int i = 0; i < n_changed; i++)
		game.state[changed[i]] = start.state[changed[i]];
}

static void ten(const struct decision *d)
{
	struct dice dice = { .bits = no_die };
	struct event_list list = { events, 0, EVENTS };
	struct run r = { .trials = &trials,
			 .sys = &system_rebellion,
			 .state = game.state,
			 .dice = &dice,
			 .out = &list };
	struct refusal no;

	for (int i = 0; i < FIGS; i++)
		if (system_rebellion.decide(&r, 0, &d[i], &no) != VERDICT_DONE)
			bench_die("a move was refused: reason %d", no.reason);
	if (list.n < 3 * FIGS)
		bench_die("ten moves made %d events", list.n);
}

static double decided(const struct decision *d)
{
	double v[BENCH_RUNS];

	game_copy(&game, &start);
	ten(d);
	note_changed();
	put_back();
	if (!game_equal(&game, &start))
		bench_die("the position was not put back");
	for (int run = 0; run < BENCH_RUNS; run++) {
		double from = bench_cpu();

		for (int i = 0; i < ROUNDS; i++) {
			ten(d);
			put_back();
		}
		v[run] = (bench_cpu() - from) * 1e6 / ROUNDS / FIGS;
	}
	return bench_median(v, BENCH_RUNS);
}

/* the same ten as a mail: queued, tried one by one, END of the turn held */
static double queued(void)
{
	static struct queue_pack packs[FIGS];
	struct queue_entry entries[FIGS];
	struct submission s = {
		.n = FIGS, .v = entries, .wait = true, .hold = true
	};
	double v[BENCH_RUNS];

	for (int i = 0; i < FIGS; i++) {
		queue_pack_start(&packs[i], i + 1, 0);
		queue_pack_alternative(&packs[i], &paths[i]);
		entries[i] = queue_pack_entry(&packs[i]);
	}
	for (int run = 0; run < BENCH_RUNS; run++) {
		v[run] = 0;
		for (int i = 0; i < QUEUED_ROUNDS; i++) {
			struct dice dice = { .bits = no_die };
			struct event_list list = { events, 0, EVENTS };
			struct game_run r = { .trials = &trials,
					      .game = &game,
					      .dice = &dice,
					      .out = &list };
			double from;

			game_copy(&game, &start);
			from = bench_cpu();
			if (game_submit(&r, &s) != SUBMIT_DONE)
				bench_die("a mail of moves was not taken");
			do {
				game_pump(&r, true);
			} while (r.more);
			v[run] += bench_cpu() - from;
			if (list.n < 4 * FIGS)
				bench_die("the mail made %d events", list.n);
		}
		v[run] *= 1e6 / QUEUED_ROUNDS / FIGS;
	}
	return bench_median(v, BENCH_RUNS);
}

/* the state, copied as a whole */
static double copied(void)
{
	double v[BENCH_RUNS];

	for (int run = 0; run < BENCH_RUNS; run++) {
		double from = bench_cpu();

		for (int i = 0; i < ROUNDS; i++) {
			memcpy(game.state, start.state,
			       system_rebellion.state_size);
			/* else the compiler sees that nobody looks */
			__asm__ volatile("" : : "r"(game.state) : "memory");
		}
		v[run] = (bench_cpu() - from) * 1e6 / ROUNDS;
	}
	return bench_median(v, BENCH_RUNS);
}

/*
 * What a move cannot do without: how near two segments come to nineteen
 * bases, squared, in integers; nothing named, nothing told.
 */
static double bare(void)
{
	static struct vec at[2 * FIGS];
	double v[BENCH_RUNS];
	int64_t least = 0;

	for (int i = 0; i < 2 * FIGS; i++)
		at[i] = (struct vec){ 300 * (i % FIGS + 1),
				      i < FIGS ? 1000 : 2600 };
	for (int run = 0; run < BENCH_RUNS; run++) {
		double from = bench_cpu();

		for (int i = 0; i < ROUNDS * FIGS; i++) {
			struct vec p = at[i % FIGS];
			struct vec q = { p.x + 50, 1300 };

			for (int leg = 0; leg < 2; leg++) {
				int64_t dx = q.x - p.x, dy = q.y - p.y;
				int64_t len = dx * dx + dy * dy;

				for (int k = 0; k < 2 * FIGS; k++) {
					int64_t ax = at[k].x - p.x;
					int64_t ay = at[k].y - p.y;
					int64_t t = ax * dx + ay * dy;
					int64_t c = ax * dy - ay * dx;

					t = t < 0 ? 0 : t > len ? len : t;
					if (k != i % FIGS &&
					    c * c < len * 12100)
						least += t;
				}
				p = q;
				q.x -= 50;
				q.y = 1600;
			}
			__asm__ volatile("" : : "r"(least) : "memory");
		}
		v[run] = (bench_cpu() - from) * 1e6 / ROUNDS / FIGS;
	}
	return bench_median(v, BENCH_RUNS);
}

/* an event of four fields, made and copied: what telling it costs at least */
static double told(void)
{
	double v[BENCH_RUNS];

	for (int run = 0; run < BENCH_RUNS; run++) {
		double from = bench_cpu();

		for (int i = 0; i < ROUNDS * FIGS; i++) {
			struct event e;

			event_start(&e, RB_EV_TOKEN, RB_ACT_01);
			event_int(&e, i);
			event_int(&e, 1);
			event_copy(&events[i % EVENTS], &e);
			__asm__ volatile("" : : "r"(events) : "memory");
		}
		v[run] = (bench_cpu() - from) * 1e6 / ROUNDS / FIGS;
	}
	return bench_median(v, BENCH_RUNS);
}

int bench_actions(int argc, char **argv)
{
	double path, found, mail, one;
	char words[100];

	(void)argc;
	(void)argv;
	position();
	decisions();
	path = decided(paths);
	found = decided(straight);
	mail = queued();
	one = bare();
	snprintf(words, sizeof(words), "the state (%zu bytes) copied",
		 system_rebellion.state_size);
	bench_print(&(struct bench_row){
		"action: move of 20 figures, path given", path, "us",
		"bare loop: 2 segments, 19 bases", one, "us", "0.5 us" });
	bench_print(&(struct bench_row){ "action: the same, path to be found",
					 found, "us", words, copied(), "us",
					 NULL });
	bench_print(&(struct bench_row){
		"action: path given, queued as in a mail", mail, "us",
		"an event of two fields made and copied", told(), "us", NULL });
	return 0;
}
