/*
 * tests/players/selfplay.c - games of computer players against each other.
 *	selfplay GAME ONE OTHER [--games N] [--seed S] [--options TEXT]
 *		[--keep FILE] [--one NAME=VALUE] [--other NAME=VALUE]
 *		[--list 1] [--explain N] [--metrics 1] [--agree 1]
 * ONE and OTHER: easy, fair, strong, random, first, suggested, sparring. Each
 * seed is played twice, with sides changed. --keep writes a line for each game
 * and goes on after the last one that the file has. --one and --other change a
 * weight of a player, or a number of its strength: wide, moves, tries,
 * finalists, rounds, spans, decisions. --list prints every order, --explain
 * also so many candidates of each with their values, --metrics how both play
 * Rebellion, --agree how often the first suggestion of the game, that of a
 * small search, and the order of fair are the order of strong.
 */
#include "match.h"
#include "metrics.h"
#include "base/parse.h"
#include "tests/srcdir.h"
#include <stdio.h>
#include <stdlib.h>

static struct match match;
static struct games games;

static _Noreturn void usage(void)
{
	fprintf(stderr, "selfplay GAME ONE OTHER [--games N] [--seed S] "
			"[--options TEXT] [--keep FILE] [--one NAME=VALUE] "
			"[--other NAME=VALUE]\n");
	exit(2);
}

static int64_t number_of(const char *text)
{
	int64_t v = 0;

	if (!parse_int(str_of(text), 0, 1000000, &v))
		usage();
	return v;
}

static enum match_kind kind_named(const char *name)
{
	for (int i = 0; i < MATCH_KINDS; i++)
		if (!strcmp(name, match_names[i]))
			return (enum match_kind)i;
	usage();
}

/* The rules of one player, with weights of its own. */
struct tuned {
	struct player_rules rules;
	struct player_weight w[PLAYER_WEIGHTS];
	struct player_strength how;
};

static void tuned_init(struct tuned *t, const struct player_rules *rules,
		       enum match_kind kind)
{
	if (kind < MATCH_RANDOM)
		t->how = player_levels[kind];
	t->rules = *rules;
	memcpy(t->w, rules->weights,
	       (size_t)rules->n_weights * sizeof(t->w[0]));
	t->rules.weights = t->w;
}

static void tuned_strength(struct tuned *t, struct str name, int v)
{
	const struct {
		const char *name;
		int *value;
	} numbers[] = {
		{ "wide", &t->how.wide },
		{ "moves", &t->how.moves },
		{ "tries", &t->how.tries },
		{ "finalists", &t->how.finalists },
		{ "rounds", &t->how.rounds },
		{ "spans", &t->how.spans },
		{ "decisions", &t->how.decisions },
	};

	for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
		if (str_is(name, numbers[i].name)) {
			*numbers[i].value = v;
			return;
		}
	usage();
}

static void tuned_set(struct tuned *t, const char *text)
{
	struct str rest = str_of(text), name;
	int64_t v = 0;

	if (!parse_field(&rest, '=', &name) ||
	    !parse_int(rest, -100000, 100000, &v))
		usage();
	for (int i = 0; i < t->rules.n_weights; i++)
		if (str_is(name, t->w[i].name)) {
			t->w[i].value = (int32_t)v;
			return;
		}
	tuned_strength(t, name, (int)v);
}

enum { TURNS = 50000 };

/* What one player came to. */
struct tally {
	int games, won, lost, drawn, stopped; /* stopped ones also count as
					       * won, lost or drawn */
	int64_t points, against;
	int64_t orders, decisions, ns, slowest_ns;
	int32_t turn_us[TURNS];
	int n_turns;
};

static void tally_add(struct tally *t, int mine, const struct match *m)
{
	const struct match_side *s = &m->side[mine];

	t->games++;
	t->won += m->winner == mine;
	t->lost += m->winner == 1 - mine;
	t->drawn += m->winner < 0;
	t->stopped += !m->over;
	t->points += s->points;
	t->against += m->side[1 - mine].points;
	t->orders += s->orders;
	t->decisions += s->decisions;
	t->ns += s->ns;
	if (s->slowest_ns > t->slowest_ns)
		t->slowest_ns = s->slowest_ns;
	for (int i = 0; i < s->n_turns && t->n_turns < TURNS; i++)
		t->turn_us[t->n_turns++] = s->turn_us[i];
}

static int by_size(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

	return (x > y) - (x < y);
}

static double median_ms(struct tally *t)
{
	qsort(t->turn_us, (size_t)t->n_turns, sizeof(t->turn_us[0]), by_size);
	return t->n_turns ? (double)t->turn_us[t->n_turns / 2] / 1e3 : 0.0;
}

static void tally_tell(struct tally *t, const char *one, const char *other)
{
	int n = t->games;

	printf("%s against %s: %d games, %d won, %d lost, %d drawn (%d "
	       "stopped): %d %%; points %lld to %lld; %lld orders, %lld "
	       "decisions each, %.1f ms each, slowest %.0f ms, median turn "
	       "%.1f ms\n",
	       one, other, n, t->won, t->lost, t->drawn, t->stopped,
	       n ? (200 * t->won + 100 * (n - t->won - t->lost) + n) / 2 / n
		 : 0,
	       (long long)(n ? t->points / n : 0),
	       (long long)(n ? t->against / n : 0), (long long)t->orders,
	       (long long)(t->orders ? t->decisions / t->orders : 0),
	       t->orders ? (double)t->ns / 1e6 / (double)t->orders : 0.0,
	       (double)t->slowest_ns / 1e6, median_ms(t));
}

/* The lines of games that were played before, added up. */
static int kept_read(const char *path, struct tally *t)
{
	FILE *f = path ? fopen(path, "r") : NULL;
	int n = 0, winner, over, points, against;

	while (f && fscanf(f, "%*d %d %d %d %d\n", &winner, &over, &points,
			   &against) == 4) {
		n++;
		t->won += winner == 0;
		t->lost += winner == 1;
		t->games++;
		t->drawn += winner < 0;
		t->stopped += !over;
		t->points += points;
		t->against += against;
	}
	if (f)
		fclose(f);
	return n;
}

static void kept_write(const char *path, int game, int one)
{
	FILE *f = path ? fopen(path, "a") : NULL;

	if (!f)
		return;
	fprintf(f, "%d %d %d %d %d\n", game,
		match.winner < 0      ? -1
		: match.winner == one ? 0
				      : 1,
		match.over, match.side[one].points, match.side[1 - one].points);
	fclose(f);
}

/* --explain: the best candidates of a player that searches, with their values.
 */
static int explained;

static void candidates_print(const struct match *m, int seat)
{
	struct player_moves list = match_candidates(m, seat);
	struct buf b;

	if (m->side[seat].kind >= MATCH_RANDOM)
		return;
	buf_init(&b, 1 << 14);
	for (int i = 0; i < list.n && i < explained; i++) {
		b.len = 0;
		decision_render(&b, &m->game.sys->decisions, &list.v[i].d);
		printf("    %d %d/%d %s\n", i, list.v[i].score, list.v[i].n,
		       b.s);
	}
	printf("    of %d\n", list.n);
	buf_release(&b);
}

/* --agree */
static bool agrees;
static struct {
	int orders, first, lead, fair;
	int64_t ns, lead_ns;
} agreed;

static bool is_end(const struct match *m, const struct decision *d)
{
	return !strcmp(decision_row(&m->game.sys->decisions, d->kind)->name,
		       "end");
}

static void agree_count(const struct match *m, int seat,
			const struct decision *d)
{
	static struct game view;
	static struct player_room room;
	static struct suggest offer[OFFERS_MAX];
	const struct system *sys = m->game.sys;
	const struct common_state *h = (const void *)m->game.state;
	struct catalog cards = card_index_catalog(m->kind->cards);
	struct offers list = { offer, 0 };
	struct player_choice fair;
	struct player_dice dice;
	int64_t start;

	if (h->phase < sys->play || is_end(m, d) ||
	    m->side[seat].kind != MATCH_STRONG)
		return;
	game_view(&m->game, seat, &view);
	trials_init(&room.trials);
	if (sys->offer)
		sys->offer(view.state, seat, &room.trials, &list);
	agreed.first += list.n && decision_equal(&offer[0].d, d);
	start = match_ns();
	player_lead(players_find(sys), view.state, seat, &room, &list);
	agreed.lead_ns += match_ns() - start;
	agreed.lead += list.n && decision_equal(&offer[0].d, d);
	start = match_ns();
	player_dice_init(&dice, sys, view.state, seat, m->seed, PLAYER_FAIR);
	if (!player_choose(
		    &(struct player_position){ players_find(sys), view.state,
					       seat, &cards },
		    &player_levels[PLAYER_FAIR], &dice.dice, &room, &fair))
		return;
	agreed.ns += match_ns() - start;
	agreed.orders++;
	agreed.fair += decision_equal(&fair.d, d);
}

/* --list: every order, and who won. */
static void list_order(void *context, const struct match *m, int seat,
		       const struct decision *d)
{
	struct buf b;

	(void)context;
	if (agrees) {
		agree_count(m, seat, d);
		return;
	}
	buf_init(&b, 1 << 14);
	decision_render(&b, &m->game.sys->decisions, d);
	printf("%llu %c %s\n", (unsigned long long)m->seed, 'A' + seat, b.s);
	buf_release(&b);
	if (explained)
		candidates_print(m, seat);
}

/* --metrics, of Rebellion: of ONE and of OTHER */
static struct metrics metrics[2], *sides[2];

static void metrics_told(void *context, const struct match *m,
			 const struct event *e)
{
	(void)context;
	(void)m;
	metrics_add(sides, e);
}

static void metrics_end(int mine)
{
	for (int i = 0; i < 2; i++) {
		struct metrics *m = &metrics[i == mine ? 0 : 1];

		m->games++;
		m->points += match.side[i].points - match.side[1 - i].points;
	}
}

int main(int argc, char **argv)
{
	static struct tuned one, other;
	const struct player_rules *rules;
	static struct tally tally;
	const char *keep = NULL;
	struct why why = { 0 };
	int n = 20, first;
	uint64_t seed = 1;

	if (argc < 4 ||
	    games_open(&games, game_kinds, n_game_kinds, NULL, &why) ||
	    games_deal(&games, SRCDIR "/db/catalog", &why))
		usage();
	for (int i = 0; i < games.n; i++)
		if (!strcmp(games.kinds[i].rules->name, argv[1]))
			match.kind = &games.kinds[i];
	rules = match.kind ? players_find(match.kind->rules) : NULL;
	if (!rules)
		usage();
	tuned_init(&one, rules, kind_named(argv[2]));
	tuned_init(&other, rules, kind_named(argv[3]));
	match.options = "";
	for (int i = 4; i + 1 < argc; i += 2) {
		if (!strcmp(argv[i], "--games"))
			n = (int)number_of(argv[i + 1]);
		else if (!strcmp(argv[i], "--seed"))
			seed = (uint64_t)number_of(argv[i + 1]);
		else if (!strcmp(argv[i], "--options"))
			match.options = argv[i + 1];
		else if (!strcmp(argv[i], "--list"))
			match.ordered = list_order;
		else if (!strcmp(argv[i], "--explain"))
			explained = (int)number_of(argv[i + 1]);
		else if (!strcmp(argv[i], "--agree")) {
			match.ordered = list_order;
			agrees = true;
		} else if (!strcmp(argv[i], "--metrics"))
			match.told = metrics_told;
		else if (!strcmp(argv[i], "--keep"))
			keep = argv[i + 1];
		else if (!strcmp(argv[i], "--one"))
			tuned_set(&one, argv[i + 1]);
		else if (!strcmp(argv[i], "--other"))
			tuned_set(&other, argv[i + 1]);
		else
			usage();
	}
	first = kept_read(keep, &tally);
	for (int i = first; i < n; i++) {
		int mine = i % 2;

		match.seed = seed * 100000 + (uint64_t)i / 2;
		match.side[mine] =
			(struct match_side){ .kind = kind_named(argv[2]),
					     .rules = &one.rules,
					     .how = one.how };
		match.side[1 - mine] =
			(struct match_side){ .kind = kind_named(argv[3]),
					     .rules = &other.rules,
					     .how = other.how };
		sides[mine] = &metrics[0];
		sides[1 - mine] = &metrics[1];
		if (!match_play(&match))
			return 1;
		metrics_end(mine);
		if (match.ordered && !agrees)
			printf("%llu won by %c, %d to %d\n",
			       (unsigned long long)match.seed,
			       match.winner < 0 ? '-' : 'A' + match.winner,
			       match.side[0].points, match.side[1].points);
		tally_add(&tally, mine, &match);
		kept_write(keep, i, mine);
	}
	tally_tell(&tally, argv[2], argv[3]);
	if (agrees && agreed.orders)
		printf("of %d orders the first suggestion is %d, by a small "
		       "search %d (%.1f ms), that of fair %d (%.1f ms)\n",
		       agreed.orders, agreed.first, agreed.lead,
		       (double)agreed.lead_ns / 1e6 / (double)agreed.orders,
		       agreed.fair,
		       (double)agreed.ns / 1e6 / (double)agreed.orders);
	for (int i = 0; match.told && i < 2; i++)
		metrics_print(&metrics[i], argv[2 + i]);
	games_release(&games);
	return 0;
}
