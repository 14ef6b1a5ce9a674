/*
 * tests/prop/prop_twins.c - twin games of Rebellion that differ only in what
 * is hidden from player A: an army list before all are in, clicks of dials not
 * showing, orders that wait, standing orders. A must not be able to tell them
 * apart: the same view, events, families of decisions, previews, chances of the
 * dice and reports, byte for byte.
 *	prop_twins [GAMES [SEED]]
 */
#include "chance.h"
#include "base/parse.h"
#include "games/games.h"
#include "engine/preview_branches.h"
#include "report/text/report.h"
#include "engine/common.h"
#include "engine/game.h"
#include "games/rebellion/rules/rebellion.h"
#include "tests/srcdir.h"
#include <stdio.h>
#include <stdlib.h>

static struct trials trials;

enum { MAX_EVENTS = 4096, MAX_DECISIONS = 120, MAX_BYTES = 1 << 20 };

static struct game left, right, view_left, view_right;
static struct game_scratch scratch;
static struct event events[2][MAX_EVENTS];
static struct messages *words;
static uint64_t seed;
static long n_compared[8];

static const char *const kinds_of_twins[] = { "army lists", "clicks",
					      "queues",     "standing orders",
					      "previews",   "chances",
					      "dice alike", "behind dice" };
enum {
	TWINS_ARMY,
	TWINS_CLICKS,
	TWINS_QUEUE,
	TWINS_STANDING,
	TWINS_PREVIEW,
	TWINS_CHANCE,
	TWINS_EACH,
	TWINS_FORESEEN
};

static void fail(const char *what)
{
	printf("seed %llu: player A can tell the twins apart by %s\n",
	       (unsigned long long)seed, what);
	exit(1);
}

/* a card for each key; all cost the same, so that armies are alike outside */
static bool define(const void *source, struct str key, struct event *e)
{
	uint64_t number = 7;
	struct dice rng = { .bits = chance_bits, .source = &number };
	int32_t dial[6 * RB_CLICK_WORDS] = { 0 }, spine[2] = { 0, 0 };

	(void)source;
	for (size_t i = 0; i < key.len; i++)
		number = number * 31 + (uint8_t)key.s[i];
	event_start(e, RB_EV_FIGURE_DEFINED, RB_FIG_01);
	event_int(e, 0);
	event_int(e, -1);
	event_text(e, key);
	event_text(e, key);
	event_text(e, STR("Orc Raiders"));
	event_int(e, 1);
	event_int(e, 20);
	event_int(e, draw(&rng, 2) ? 10 : 0);
	event_int(e, 1);
	event_int(e, 90);
	event_int(e, RB_RADIUS);
	event_ints(e, spine, 2);
	for (int i = 0; i < 6; i++) {
		dial[i * RB_CLICK_WORDS] = 8 + draw(&rng, 4);
		dial[i * RB_CLICK_WORDS + 1] = 8 + draw(&rng, 4);
		dial[i * RB_CLICK_WORDS + 2] = 12 + draw(&rng, 5);
		dial[i * RB_CLICK_WORDS + 3] = 1 + draw(&rng, 3);
	}
	event_ints(e, dial, 6 * RB_CLICK_WORDS);
	event_ints(e, NULL, 0);
	return true;
}

static const struct catalog catalog = { .define = define };

/* --- what A can see ------------------------------------------------------ */

static void report_of(const struct game *view, struct arena *a,
		      struct report *r)
{
	struct report_input in = {
		.words = words,
		.sys = &system_rebellion,
		.tells = &report_rebellion,
		.view = view->state,
		.seat = 0,
		.game = STR("twins-00ff"),
		.serial = 1,
		.seat_name = { STR("Ana"), STR("Bruno") },
		.picture_id = STR("p@x"),
		.near_id = STR("n@x"),
		.picture_width = 480,
	};
	struct why why = { 0 };

	if (report_render(a, &in, r, &why))
		fail(why.text);
}

static void reports_compare(void)
{
	struct report l, r;
	struct arena a = { 0 };

	report_of(&view_left, &a, &l);
	report_of(&view_right, &a, &r);
	if (!str_equal(l.text, r.text) || !str_equal(l.orders, r.orders))
		fail("the text of a report");
	if (!str_equal(l.html, r.html))
		fail("the HTML of a report");
	if (!str_equal(l.png, r.png) || !str_equal(l.near, r.near))
		fail("the picture of a report");
	arena_release(&a);
}

static void families_compare(void)
{
	static struct move_group l[MOVE_GROUP_MAX], r[MOVE_GROUP_MAX];
	int n = system_rebellion.legal(view_left.state, 0, &trials, l,
				       MOVE_GROUP_MAX);

	if (n != system_rebellion.legal(view_right.state, 0, &trials, r,
					MOVE_GROUP_MAX))
		fail("the number of families of decisions");
	for (int i = 0; i < n; i++)
		if (l[i].kind != r[i].kind || l[i].actor != r[i].actor ||
		    l[i].n_targets != r[i].n_targets ||
		    memcmp(l[i].targets, r[i].targets,
			   (size_t)l[i].n_targets * sizeof(l[i].targets[0])) ||
		    l[i].allowance != r[i].allowance ||
		    memcmp(l[i].area, r[i].area, sizeof(l[i].area)))
			fail("a family of decisions");
}

static bool visible(const struct event *e)
{
	return e->audience == AUDIENCE_ALL || (e->audience & AUDIENCE_SEAT(0));
}

/* the events for A, in order, from two lists */
static void event_show(const char *where, const struct event *e)
{
	struct buf b;

	buf_init(&b, EVENT_MAX_JSON);
	event_render(&b, &system_rebellion.events, e);
	printf("%s: %s\n", where, b.s);
	buf_release(&b);
}

static void events_compare(const struct event_list *l,
			   const struct event_list *r)
{
	int i = 0, j = 0;

	for (;;) {
		while (i < l->n && !visible(&l->v[i]))
			i++;
		while (j < r->n && !visible(&r->v[j]))
			j++;
		if (i == l->n || j == r->n)
			break;
		if (!event_equal(&l->v[i], &r->v[j])) {
			event_show("left twin", &l->v[i]);
			event_show("right twin", &r->v[j]);
			fail("an event");
		}
		i++;
		j++;
	}
	if (i != l->n)
		event_show("only in the left twin", &l->v[i]);
	if (j != r->n)
		event_show("only in the right twin", &r->v[j]);
	if (i != l->n || j != r->n)
		fail("the number of events");
}

/* What is counted of a decision is what trying each way comes to. */
static void chances_each(struct arena *a, const struct decision *d,
			 const struct chances *c)
{
	enum { WAYS = 2000 };
	struct chances *each = ARENA_NEW(a, struct chances);

	if (!chances_of_each(
		    a,
		    &(struct chances_try){ &view_left, 0, d, &catalog, WAYS },
		    &scratch, each)) {
		if (!each->too_many)
			fail("dice that are alike");
		return;
	}
	if (each->n != c->n || each->of != c->of || each->tried < c->tried)
		fail("what dice that are alike may bring");
	for (int i = 0; i < c->n; i++) {
		const struct chance_outcome *o = &c->v[i];
		int k = 0;

		while (k < each->n && (each->v[k].hidden != o->hidden ||
				       memcmp(each->v[k].state, o->state,
					      view_left.sys->state_size) != 0))
			k++;
		if (k == each->n || each->v[k].ways != o->ways)
			fail("the chance of what dice that are alike bring");
	}
	n_compared[TWINS_EACH] += each->tried > c->tried;
}

/* What a page tells of the dice of a decision: engine/outcome_enum.h. */
static void chances_compare(const struct decision *d)
{
	static struct chances l, r;
	struct arena a;
	bool known;

	arena_init(&a);
	known = chances_of(&a, &view_left, 0, d, &catalog, &scratch, &l);
	if (known !=
		    chances_of(&a, &view_right, 0, d, &catalog, &scratch, &r) ||
	    (known && (l.n != r.n || l.of != r.of)))
		fail("what the dice may bring");
	for (int i = 0; known && i < l.n; i++) {
		if (l.v[i].ways != r.v[i].ways ||
		    l.v[i].hidden != r.v[i].hidden)
			fail("the chance of an outcome");
		events_compare(
			&(struct event_list){ .v = l.v[i].v, .n = l.v[i].n },
			&(struct event_list){ .v = r.v[i].v, .n = r.v[i].n });
	}
	n_compared[TWINS_CHANCE] += known;
	if (known)
		chances_each(&a, d, &l);
	arena_release(&a);
}

/* what the same mail leads to behind its dice */
static void foreseen_compare(const struct submission *s)
{
	static struct foreseen l, r;
	struct arena a;

	arena_init(&a);
	foresee_on(&a, &view_left, s, &catalog, &scratch, &l);
	foresee_on(&a, &view_right, s, &catalog, &scratch, &r);
	if (l.from != r.from || l.supposed != r.supposed ||
	    l.whole != r.whole || l.n != r.n)
		fail("how far it is foreseen");
	for (int i = 0; i < l.n; i++) {
		if (l.part[i].kind != r.part[i].kind ||
		    l.part[i].n != r.part[i].n)
			fail("what is foreseen");
		for (int k = 0; k < l.part[i].n; k++)
			events_compare(
				&(struct event_list){ .v = l.part[i].v[k].v,
						      .n = l.part[i].v[k].n },
				&(struct event_list){ .v = r.part[i].v[k].v,
						      .n = r.part[i].v[k].n });
	}
	n_compared[TWINS_FORESEEN] += l.n > 0;
	arena_release(&a);
}

/* one decision of A, tried on both views without dice */
static void previews_compare(struct dice *rng)
{
	struct event_list l = { events[0], 0, MAX_EVENTS };
	struct event_list r = { events[1], 0, MAX_EVENTS };
	struct queue_pack pack;
	struct queue_entry entry;
	struct submission s = { .seat = 0, .n = 1, .v = &entry };
	struct decision d;
	int sure[2];
	bool whole;

	if (!system_rebellion.random_decision(view_left.state, 0, &trials, rng,
					      &d))
		return;
	queue_pack_start(&pack, 1, 0);
	queue_pack_alternative(&pack, &d);
	if (pack.full)
		return;
	entry = queue_pack_entry(&pack);
	whole = game_preview(&left, &s, &catalog, &scratch, &l, &sure[0]);
	if (whole != game_preview(&right, &s, &catalog, &scratch, &r,
				  &sure[1]) ||
	    sure[0] != sure[1])
		fail("how far a preview goes");
	events_compare(&l, &r);
	n_compared[TWINS_PREVIEW]++;
	if (!whole)
		foreseen_compare(&s);
	chances_compare(&d);
}

static void compare(int kind, struct dice *rng)
{
	static struct buf l, r;

	buf_init(&l, MAX_BYTES);
	buf_init(&r, MAX_BYTES);
	game_view(&left, 0, &view_left);
	game_view(&right, 0, &view_right);
	game_encode(&view_left, &l);
	game_encode(&view_right, &r);
	if (!str_equal(buf_str(&l), buf_str(&r)))
		fail("the view");
	buf_release(&l);
	buf_release(&r);
	families_compare();
	if (n_compared[kind] % 8 == 0)
		reports_compare();
	previews_compare(rng);
	n_compared[kind]++;
}

/* --- making twins -------------------------------------------------------- */

static struct event_list submit(struct game *g, int which,
				const struct submission *s)
{
	struct event_list out = { events[which], 0, MAX_EVENTS };
	struct dice dice = { .bits = chance_bits, .source = &seed };
	struct game_run run = { .trials = &trials,
				.game = g,
				.dice = &dice,
				.catalog = &catalog,
				.out = &out };

	if (game_submit(&run, s) != SUBMIT_DONE)
		out.n = 0;
	return out;
}

static void army_draw(struct dice *rng, struct decision *d)
{
	char key[16];

	decision_start(d, RB_ORDER_ARMY);
	for (int i = 0; i < 5; i++) {
		snprintf(key, sizeof(key), "x/%d", draw(rng, 4000));
		decision_add_text(d, RB_TAG_KEY, str_of(key));
	}
}

/* B's army list comes in, another one in each twin */
static void twins_of_armies(struct dice *rng)
{
	struct event_list out[2];

	for (int twin = 0; twin < 2; twin++) {
		struct queue_pack pack;
		struct queue_entry entry;
		struct submission s = { .seat = 1, .n = 1, .v = &entry };
		struct decision d;

		army_draw(rng, &d);
		queue_pack_start(&pack, 1, 0);
		queue_pack_alternative(&pack, &d);
		entry = queue_pack_entry(&pack);
		out[twin] = submit(twin ? &right : &left, twin, &s);
		if (!out[twin].n)
			fail("a list that was not taken");
	}
	events_compare(&out[0], &out[1]);
	compare(TWINS_ARMY, rng);
}

/* other numbers on the clicks of B's dials that have not shown yet */
static void twins_of_clicks(struct dice *rng)
{
	struct rb_state *s = (void *)right.state;

	game_copy(&right, &left);
	for (int i = 0; i < s->n_figs; i++) {
		int wounds = s->fig[i].wounds;

		if (s->fig[i].owner != 1)
			continue;
		for (int c = 0; c < s->def[i].n_clicks; c++)
			if (c != wounds)
				s->def[i].click[c].value[1 + draw(rng, 3)] += 1;
	}
	compare(TWINS_CLICKS, rng);
}

/* B's mail with orders for later, in one twin only */
static void twins_of_queues(struct dice *rng)
{
	const struct rb_state *s = (const void *)left.state;
	struct event_list none = { events[0], 0, MAX_EVENTS }, out;
	struct queue_pack pack;
	struct queue_entry entry;
	struct submission sub = {
		.seat = 1, .n = 1, .v = &entry, .wait = true, .hold = true
	};
	struct decision d;

	if (s->head.phase != RB_PLAY || s->head.active != 0)
		return;
	game_copy(&right, &left);
	decision_start(&d, RB_ORDER_PASS);
	decision_add_int(&d, RB_TAG_FIG, label_of('B', 1 + draw(rng, 5)));
	queue_pack_start(&pack, 1, 0);
	queue_pack_alternative(&pack, &d);
	entry = queue_pack_entry(&pack);
	out = submit(&right, 1, &sub);
	events_compare(&none, &out);
	compare(TWINS_QUEUE, rng);
}

/* B's answer to free spins in advance, in one twin only */
static void twins_of_standing(struct dice *rng)
{
	struct event_list none = { events[0], 0, MAX_EVENTS }, out;
	struct queue_pack pack;
	struct queue_entry entry;
	struct submission sub = { .seat = 1,
				  .n = 1,
				  .v = &entry,
				  .keep = true,
				  .wait = true,
				  .hold = true };
	struct decision d;

	game_copy(&right, &left);
	decision_start(&d, RB_ORDER_SPIN);
	decision_add_int(&d, RB_TAG_POLICY, 1 + draw(rng, 2));
	queue_pack_start(&pack, 1, 0);
	queue_pack_alternative(&pack, &d);
	entry = queue_pack_entry(&pack);
	out = submit(&right, 1, &sub);
	events_compare(&none, &out);
	compare(TWINS_STANDING, rng);
}

/* --- a game -------------------------------------------------------------- */

static void emit(const struct event *e)
{
	struct event_list out = { events[0], 0, MAX_EVENTS };
	struct game_run run = { .trials = &trials, .game = &left, .out = &out };

	game_emit(&run, e);
}

static void begin(void)
{
	static const struct {
		const char *name;
		int32_t value;
	} options[] = { { "build", 100 }, { "terrain_items", 1 } };
	struct event e;

	game_init(&left, &system_rebellion);
	for (size_t i = 0; i < ARRAY_LEN(options); i++) {
		event_start(&e, COMMON_OPTION_SET, 0);
		event_text(&e, str_of(options[i].name));
		event_int(&e, -1);
		event_ints(&e, &options[i].value, 1);
		emit(&e);
	}
	for (int seat = 0; seat < 2; seat++) {
		event_start(&e, COMMON_SEAT_TAKEN, 0);
		event_int(&e, seat);
		event_text(&e, STR("somebody"));
		event_text(&e, STR("player"));
		event_text(&e, STR(""));
		emit(&e);
	}
	event_start(&e, COMMON_GAME_STARTED, 0);
	event_text(&e, STR(""));
	emit(&e);
}

static void play(void)
{
	uint64_t other = ~seed;
	struct dice dice = { .bits = chance_bits, .source = &seed };
	struct dice rng = { .bits = chance_bits, .source = &other };
	struct event_list out = { events[0], 0, MAX_EVENTS };
	struct game_run run = { .trials = &trials,
				.game = &left,
				.dice = &dice,
				.catalog = &catalog,
				.out = &out };
	const struct rb_state *s = (const void *)left.state;
	uint32_t winners;

	begin();
	game_pump(&run, true);
	game_copy(&right, &left);
	twins_of_armies(&rng);
	begin();
	out.n = 0;
	game_pump(&run, true);
	for (int i = 0; i < MAX_DECISIONS; i++) {
		struct awaiting waits;
		struct decision d;
		int seat;

		if (system_over(&system_rebellion, left.state, &winners))
			return;
		if (s->head.phase == RB_PLAY) {
			twins_of_clicks(&rng);
			twins_of_queues(&rng);
			twins_of_standing(&rng);
		}
		system_awaiting(&system_rebellion, left.state, &waits);
		seat = waits.v[draw(&rng, waits.n)].seat;
		game_view(&left, seat, &view_left);
		out.n = 0;
		if (s->head.phase == RB_ARMY)
			army_draw(&rng, &d);
		else if (!system_rebellion.random_decision(
				 view_left.state, seat, &trials, &rng, &d))
			continue;
		game_try(&run, seat, 1, &d);
		game_pump(&run, true);
	}
}

int main(int argc, char **argv)
{
	struct arena a = { 0 };
	struct why why = { 0 };
	int64_t games = 6, first = 1;

	if (argc > 1 && !parse_int(str_of(argv[1]), 1, 1000000, &games))
		return 2;
	if (argc > 2 && !parse_int(str_of(argv[2]), 0, INT64_MAX, &first))
		return 2;
	if (messages_load(&a, SRCDIR "/templates", "en", &words, &why)) {
		printf("words: %s\n", why.text);
		return 1;
	}
	for (int64_t i = 0; i < games; i++) {
		seed = (uint64_t)(first + i);
		play();
	}
	printf("prop_twins: %lld games from seed %lld", (long long)games,
	       (long long)first);
	for (size_t i = 0; i < ARRAY_LEN(n_compared); i++)
		printf(", %ld %s", n_compared[i], kinds_of_twins[i]);
	printf("\n");
	arena_release(&a);
	/* a test that never looked proves nothing */
	for (size_t i = 0; i < ARRAY_LEN(n_compared); i++)
		if (!n_compared[i])
			return 1;
	return 0;
}
