/*
 * tests/prop/prop_report.c - random games of Rebellion, reported to every seat
 * and to an observer after each decision, in English and Spanish.
 *	prop_report [GAMES [SEED]]
 * Checked: every template finds its values, every modifier has a word of its
 * own, lines of the order template can be signed, and what the reader may not
 * know is not needed.
 */
#include "chance.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "games/games.h"
#include "report/text/report.h"
#include "engine/common.h"
#include "games/rebellion/rules/rebellion.h"
#include "tests/srcdir.h"
#include <stdio.h>
#include <stdlib.h>
#include "engine/dry_run.h"

static struct trials trials;

enum { MAX_EVENTS = 600, MAX_DECISIONS = 250 };

static struct rb_state state, view;
static struct event events[MAX_EVENTS];
static struct messages *words[2];
static long n_reports;

static void fail(uint64_t seed, const char *what, const char *more)
{
	printf("seed %llu: %s %s\n", (unsigned long long)seed, what, more);
	exit(1);
}

/* a card for each key, with every ability on some of them */
static bool define(const void *source, struct str key, struct event *e)
{
	uint64_t number = 0;
	struct dice rng = { .bits = chance_bits, .source = &number };
	int32_t dial[6 * RB_CLICK_WORDS], spine[2] = { 0, 0 };

	(void)source;
	for (size_t i = 0; i < key.len; i++)
		number = number * 31 + (uint8_t)key.s[i];
	event_start(e, RB_EV_FIGURE_DEFINED, RB_FIG_01);
	event_int(e, 0);
	event_int(e, -1);
	event_text(e, key);
	event_text(e, STR("Skeleton <of> {the} \"Ca\xc3\xb1\xc3\xb3n\""));
	event_text(e, STR("Orc Raiders"));
	event_int(e, 1);
	event_int(e, 15);
	event_int(e, draw(&rng, 2) ? 10 : 0);
	event_int(e, 1 + draw(&rng, 3));
	event_int(e, 90);
	event_int(e, RB_RADIUS);
	event_ints(e, spine, 2);
	for (int i = 0; i < 6; i++) {
		int32_t *w = dial + i * RB_CLICK_WORDS;

		w[0] = 7 + draw(&rng, 5);
		w[1] = 8 + draw(&rng, 4);
		w[2] = 12 + draw(&rng, 5);
		w[3] = 1 + draw(&rng, 3);
		for (int slot = 0; slot < N_RB_SLOTS; slot++) {
			int a = draw(&rng, N_RB_ABILITIES);

			w[N_RB_SLOTS + slot] =
				a && rb_abilities[a].slot == slot &&
						rb_abilities[a].defined
					? a
					: 0;
		}
	}
	event_ints(e, dial, 6 * RB_CLICK_WORDS);
	event_ints(e, NULL, 0);
	return true;
}

/* --- reports ----------------------------------------------------------- */

static void mods_check(uint64_t seed, const struct event *e)
{
	const struct event_kind *k =
		event_kind(&system_rebellion.events, e->kind);
	const struct rule_table *rules = system_rebellion.events.rules;
	char key[MESSAGES_MAX_KEY];

	for (int f = 0; f < k->n_fields; f++) {
		int n;
		const int32_t *w = event_words(e, f, &n);

		if (k->fields[f].type != FIELD_MODS)
			continue;
		for (int i = 0; i + 1 < n; i += 2) {
			snprintf(key, sizeof(key), "mod.%s", rules->name[w[i]]);
			if (!messages_message(words[0], str_of(key)))
				fail(seed, "no word for a modifier:", key);
		}
	}
}

/* something stands there, or will be put there */
static bool has_board(const struct rb_state *s)
{
	bool has = s->n_terrain || s->head.phase == RB_TERRAIN ||
		   s->head.phase == RB_DEPLOY;

	for (int f = 0; f < s->n_figs && !has; f++)
		has = s->fig[f].status == RB_ON_BOARD;
	return has;
}

static void report_check(uint64_t seed, int seat, int lang, int n_events,
			 bool picture)
{
	struct report_input in = {
		.words = words[lang],
		.sys = &system_rebellion,
		.tells = &report_rebellion,
		.view = &view,
		.seat = seat,
		.game = STR("random-00ff"),
		.point = n_reports,
		.serial = 1,
		.seat_name = { STR("Ana"), STR("Bruno") },
		.events = events,
		.n_events = n_events,
		.picture_id = picture ? STR("p@x") : STR(""),
		.near_id = picture ? STR("n@x") : STR(""),
		.picture_width = 480,
	};
	struct report_owed owed[SEATS_MAX];
	struct awaiting waits;
	struct arena a = { 0 };
	struct report r;
	struct why why = { 0 };
	struct str rest, line;

	system_awaiting(&system_rebellion, &view, &waits);
	for (int i = 0; i < waits.n && i < SEATS_MAX; i++)
		owed[in.n_owed++] =
			(struct report_owed){ .seat = waits.v[i].seat };
	in.owed = owed;
	if (report_render(&a, &in, &r, &why) || why.text[0])
		fail(seed, "report:", why.text);
	rest = r.orders;
	while (parse_line(&rest, &line))
		if (utf8_length(line) > REPORT_ORDER_LINE)
			fail(seed, "too long to be signed:",
			     arena_copy(&a, line.s, line.len));
	if (!utf8_is_valid(r.text) || !utf8_is_valid(r.html) ||
	    strstr(r.html.s, "<of>") ||
	    (picture && has_board(&view) && !r.png.len))
		fail(seed, "report:", "not as it should be");
	n_reports++;
	arena_release(&a);
}

static void reports_check(uint64_t seed, const struct event_list *out)
{
	for (int i = 0; i < out->n; i++)
		mods_check(seed, out->v + i);
	for (int seat = -1; seat < 2; seat++) {
		static struct event all[MAX_EVENTS];
		int n = 0;

		memcpy(all, out->v, (size_t)out->n * sizeof(*all));
		system_rebellion.view(&state, seat, &view);
		for (int i = 0; i < out->n; i++)
			if (all[i].audience == AUDIENCE_ALL ||
			    (seat >= 0 &&
			     (all[i].audience & AUDIENCE_SEAT(seat))))
				event_copy(events + n++, all + i);
		report_check(seed, seat, (int)(n_reports % 2), n,
			     n_reports % 50 == 0);
		memcpy(out->v, all, (size_t)out->n * sizeof(*all));
	}
}

/* --- a game ------------------------------------------------------------ */

static void emit(struct run *r, const struct event *e)
{
	r->out->n = 0;
	run_emit(r, e);
}

static void option(struct run *r, const char *name, int32_t value)
{
	struct event e;

	event_start(&e, COMMON_OPTION_SET, 0);
	event_text(&e, str_of(name));
	event_int(&e, -1);
	event_ints(&e, &value, 1);
	emit(r, &e);
}

static void game_begin(struct run *r, struct dice *rng)
{
	struct event e;

	system_init(&system_rebellion, &state);
	option(r, "build", 100);
	option(r, "elevated_allowed", 1);
	option(r, "ask", draw(rng, 3));
	option(r, "rounds", 20);
	for (int seat = 0; seat < 2; seat++) {
		event_start(&e, COMMON_SEAT_TAKEN, 0);
		event_int(&e, seat);
		event_text(&e, STR("somebody"));
		event_text(&e, STR("player"));
		event_text(&e, STR(""));
		emit(r, &e);
	}
	event_start(&e, COMMON_GAME_STARTED, 0);
	event_text(&e, STR(""));
	emit(r, &e);
}

static bool draw_decision(int seat, struct dice *rng, struct decision *d)
{
	char key[16];

	if (state.head.phase != RB_ARMY)
		return system_rebellion.random_decision(&view, seat, &trials,
							rng, d);
	decision_start(d, RB_ORDER_ARMY);
	for (int i = 0; i < 6; i++) {
		snprintf(key, sizeof(key), "x/%d", draw(rng, 4000));
		decision_add_text(d, RB_TAG_KEY, str_of(key));
	}
	return true;
}

static void play(uint64_t seed)
{
	uint64_t other = ~seed;
	struct dice dice = { .bits = chance_bits, .source = &seed };
	struct dice rng = { .bits = chance_bits, .source = &other };
	struct catalog catalog = { .define = define };
	struct event_list out = { .v = events, .max = MAX_EVENTS };
	struct run r = { .trials = &trials,
			 .sys = &system_rebellion,
			 .state = &state,
			 .dice = &dice,
			 .catalog = &catalog,
			 .out = &out };
	uint32_t winners;

	game_begin(&r, &rng);
	out.n = 0;
	system_rebellion.advance(&r);
	for (int i = 0; i < MAX_DECISIONS; i++) {
		struct awaiting waits;
		struct decision d;
		struct refusal no;
		int seat;

		reports_check(seed, &out);
		if (system_over(&system_rebellion, &state, &winners))
			return;
		system_awaiting(&system_rebellion, &state, &waits);
		seat = waits.v[draw(&rng, waits.n)].seat;
		system_rebellion.view(&state, seat, &view);
		out.n = 0;
		if (draw_decision(seat, &rng, &d) &&
		    system_rebellion.decide(&r, seat, &d, &no) == VERDICT_DONE)
			system_rebellion.advance(&r);
	}
}

int main(int argc, char **argv)
{
	static const char *const langs[] = { "en", "es" };
	struct arena a = { 0 };
	struct why why = { 0 };
	int64_t games = 4, seed = 1;

	if (argc > 1 && !parse_int(str_of(argv[1]), 1, 1000000, &games))
		return 2;
	if (argc > 2 && !parse_int(str_of(argv[2]), 0, INT64_MAX, &seed))
		return 2;
	for (int i = 0; i < 2; i++)
		if (messages_load(&a, SRCDIR "/templates", langs[i], words + i,
				  &why))
			fail(0, "words:", why.text);
	for (int64_t i = 0; i < games; i++)
		play((uint64_t)(seed + i));
	printf("%lld games from seed %lld, %ld reports\n", (long long)games,
	       (long long)seed, n_reports);
	arena_release(&a);
	return 0;
}
