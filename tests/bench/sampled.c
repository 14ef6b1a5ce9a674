/*
 * tests/bench/sampled.c - the engine in what is really played: decisions that
 * are legal and drawn by chance, from a position with terrain and two sides, by
 * dice that roll. No mail, no log, no letter.
 */
#include "bench.h"
#include "games.h"
#include "base/file.h"
#include "judge/game/game_ctx.h"
#include <stdio.h>

enum {
	SEATS = 2,
	EVENTS = 20000,
	SETUP_MAX = 1 << 16,
	FAMILIES = MOVE_GROUP_MAX
};

static struct trials trials;
static struct event events[EVENTS];
static struct move_group families[FAMILIES];

struct sampled {
	const struct system *sys;
	struct game *start, *game, *view;
	struct dice dice;
	int64_t decided, refused, over;
	double decide_s, view_s, legal_s, sample_s;
};

/* Of names of their own, by which valgrind counts them (run). */
__attribute__((noinline)) static void sampled_view(struct sampled *x, int seat)
{
	x->sys->view(x->game->state, seat, x->view->state);
}

__attribute__((noinline)) static void sampled_legal(struct sampled *x, int seat)
{
	x->sys->legal(x->view->state, seat, &trials, families, FAMILIES);
}

__attribute__((noinline)) static bool
sampled_sample(struct sampled *x, int seat, struct decision *d)
{
	return x->sys->random_decision(x->view->state, seat, &trials, &x->dice,
				       d);
}

__attribute__((noinline)) static void
sampled_decide(struct sampled *x, int seat, const struct decision *d)
{
	const struct secrets hidden = { .bits = played_bits };
	struct event_list list = { events, 0, EVENTS };
	struct run r = { .sys = x->sys,
			 .state = x->game->state,
			 .dice = &x->dice,
			 .secrets = &hidden,
			 .trials = &trials,
			 .out = &list };
	struct refusal no;

	/* by what is hidden from who decides it may be refused */
	if (x->sys->decide(&r, seat, d, &no) == VERDICT_REFUSED)
		x->refused++;
	else
		x->sys->advance(&r);
}

/* whoever is awaited; -1: nobody, the game is over */
static int awaited(const struct sampled *x)
{
	struct awaiting a = { .n = 0 };

	system_awaiting(x->sys, x->game->state, &a);
	for (int i = 0; i < a.n; i++)
		if (a.v[i].blocking)
			return a.v[i].seat;
	return -1;
}

/* false: it has to begin anew */
static bool one(struct sampled *x)
{
	int seat = awaited(x);
	struct decision d;
	double at[5];
	bool any;

	if (seat < 0)
		return false;
	at[0] = bench_cpu();
	sampled_view(x, seat);
	at[1] = bench_cpu();
	sampled_legal(x, seat);
	at[2] = bench_cpu();
	any = sampled_sample(x, seat, &d);
	at[3] = bench_cpu();
	if (any)
		sampled_decide(x, seat, &d);
	at[4] = bench_cpu();
	if (!any)
		return false;
	x->decided++;
	x->view_s += at[1] - at[0];
	x->legal_s += at[2] - at[1];
	x->sample_s += at[3] - at[2];
	x->decide_s += at[4] - at[3];
	return true;
}

/* the game that begins in this position, as a judge makes it */
static void start(struct sampled *x, const char *config, const char *system,
		  struct str setup, struct arena *a)
{
	struct game_plan plan = { .name = STR("sampled"),
				  .system = str_of(system),
				  .n_players = SEATS,
				  .setup = setup };
	struct game_ctx *t = ARENA_NEW(a, struct game_ctx);
	struct played g;
	struct str name;
	struct why why = { 0 };
	int64_t id;

	played_judge_open(&g, config);
	bench_must(judge_game_new(g.j, &plan, a, &name, &id, &why), &why,
		   "new game");
	for (int i = 0; i < SEATS; i++) {
		struct person_row p = { .name = STR("Ana"),
					.language = STR("en"),
					.zone = STR("UTC"),
					.address = STR("a@example.test") };
		struct key_secret key;

		if (i)
			p.name = STR("Ben"), p.address = STR("b@example.test");
		bench_must(store_begin(judge_store(g.j), &why), &why, "begin");
		played_key(0, i, &key);
		id = played_person(&g, &p, &key.key);
		bench_must(store_commit(judge_store(g.j), &why), &why,
			   "commit");
		bench_must(store_game_by_name(judge_store(g.j), name, a,
					      &t->row, &why),
			   &why, "game");
		bench_must(judge_seat(g.j, t->row.id, i, id, &why), &why,
			   "seat");
	}
	bench_must(judge_game_start(g.j, t->row.id, &why), &why, "start");
	bench_must(game_ctx_load(g.j, t->row.id, a, t, &why), &why, "game");
	x->start = arena_alloc(a, sizeof(*x->start));
	x->game = arena_alloc(a, sizeof(*x->game));
	x->view = arena_alloc(a, sizeof(*x->view));
	game_copy(x->start, t->game);
	game_copy(x->game, t->game);
	game_copy(x->view, t->game);
	x->sys = t->sys->rules;
	played_close(&g);
}

/* sampled CONFIG SYSTEM SETUP DECISIONS */
int bench_sampled(int argc, char **argv)
{
	static struct sampled x;
	int64_t n = bench_number(argc, argv, 3);
	struct arena a = { 0 };
	struct why why = { 0 };
	struct buf setup;
	char figure[100];

	bench_must(file_read(argv[2], SETUP_MAX, &setup, &why), &why, argv[2]);
	x.dice = (struct dice){ .bits = played_bits };
	start(&x, argv[0], argv[1], buf_str(&setup), &a);
	buf_release(&setup);
	while (x.decided < n) {
		if (one(&x))
			continue;
		game_copy(x.game, x.start);
		if (++x.over > n)
			bench_die("%s: there is nothing to decide", argv[1]);
	}
	if (x.refused > n / 10)
		bench_die("%s refused %lld of %lld that it drew", argv[1],
			  (long long)x.refused, (long long)n);
	snprintf(figure, sizeof(figure),
		 "%s: a decision drawn by chance, and its events", argv[1]);
	bench_print(&(struct bench_row){ figure, 1e6 * x.decide_s / (double)n,
					 "us", "a view of the state",
					 1e6 * x.view_s / (double)n, "us",
					 NULL });
	bench_print(&(struct bench_row){
		"  all that is legal", 1e6 * x.legal_s / (double)n, "us",
		"one drawn of it", 1e6 * x.sample_s / (double)n, "us", NULL });
	arena_release(&a);
	return 0;
}
