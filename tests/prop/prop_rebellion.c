/*
 * tests/prop/prop_rebellion.c - random games of Rebellion by sampled legal
 * decisions, one in ten drawn at random instead.
 *	prop_rebellion [GAMES [SEED]]
 * Checked in each: no refusal changes the state or uses dice; every sample is
 * accepted; what must always hold holds after every event; every event is read
 * back from its canonical form; the events alone give the same state. Counted
 * over all: events by kind, rules by id.
 */
#include "base/parse.h"
#include "rules/common.h"
#include "rules/rebellion/rebellion.h"
#include <stdio.h>
#include <stdlib.h>

enum { MAX_EVENTS = 600, MAX_DECISIONS = 900 };

struct counts {
	long event[EVENT_FIRST_OWN + N_RB_EVENTS];
	long rule[N_RB_RULES];
	long refusal[N_RB_REFUSALS];
	long decisions, refused, samples, over;
};

static struct rb_state state, before, replayed, view;
static struct event events[MAX_EVENTS];
static struct counts counts;

/* --- chance ------------------------------------------------------------ */

static uint32_t mixed(const void *source, uint32_t roll, uint32_t draw)
{
	uint64_t x = *(const uint64_t *)source + roll * UINT64_C(0x9e3779b9) +
		     draw * UINT64_C(0xbf58476d1ce4e5b9);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)(x >> 32);
}

static int draw(struct dice *rng, int n)
{
	return n < 2 ? 0 : (int)dice_roll(rng, (unsigned)n) - 1;
}

static void fail(uint64_t seed, const char *what, const char *more)
{
	printf("seed %llu: %s %s\n", (unsigned long long)seed, what, more);
	exit(1);
}

/* --- cards ------------------------------------------------------------- */

static const char *const factions[] = {
	"Atlantis Guild", "Draconum", "Elemental League", "Orc Raiders",
	"Mage Spawn"
};

/* a card for each number, the same every time */
static bool define(const void *source, struct str key, struct event *e)
{
	uint64_t number = 0;
	struct dice rng = { .bits = mixed, .source = &number };
	int32_t dial[RB_MAX_CLICKS * RB_CLICK_WORDS], spine[2] = { 0, 0 };
	int clicks;

	(void)source;
	for (size_t i = 0; i < key.len; i++)
		if ('0' <= key.s[i] && key.s[i] <= '9')
			number = number * 10 + (uint64_t)(key.s[i] - '0');
	clicks = 2 + draw(&rng, 6);
	event_start(e, RB_EV_FIGURE_DEFINED, RB_FIG_01);
	event_int(e, 0);
	event_int(e, -1);
	event_text(e, key);
	event_text(e, number % 5 ? STR("Figure") : STR("Skeleton"));
	event_text(e, str_of(factions[number % 5]));
	event_int(e, draw(&rng, 4));
	event_int(e, 5 + draw(&rng, 20));
	event_int(e, draw(&rng, 3) ? 6 + draw(&rng, 8) : 0);
	event_int(e, 1 + draw(&rng, 3));
	event_int(e, draw(&rng, 3) ? 90 : 180);
	event_int(e, RB_RADIUS);
	event_ints(e, spine, 2);
	for (int i = 0; i < clicks; i++) {
		int32_t *w = dial + i * RB_CLICK_WORDS;

		w[0] = 5 + draw(&rng, 6);
		w[1] = 6 + draw(&rng, 5);
		w[2] = 12 + draw(&rng, 6);
		w[3] = 1 + draw(&rng, 3);
		for (int slot = 0; slot < N_RB_SLOTS; slot++) {
			int a = 1 + draw(&rng, N_RB_ABILITIES - 1);

			w[N_RB_SLOTS + slot] = 0;
			if (draw(&rng, 3) == 0 ||
			    (slot == RB_SPEED && draw(&rng, 2)))
				continue;
			while (rb_abilities[a].slot != slot ||
			       !rb_abilities[a].defined)
				a = 1 + a % (N_RB_ABILITIES - 1);
			w[N_RB_SLOTS + slot] = a;
		}
	}
	event_ints(e, dial, clicks * RB_CLICK_WORDS);
	event_ints(e, NULL, 0);
	return true;
}

/* --- decisions --------------------------------------------------------- */

static void draw_army(const struct rb_state *s, int seat, struct dice *rng,
		      struct decision *d)
{
	int32_t left = s->player[seat].build;
	int faction = draw(rng, 5);	/* of all, or nearly all */

	decision_start(d, RB_ORDER_ARMY);
	for (int n = 0; n < 12; n++) {
		struct event card;
		char key[16];
		int32_t points;

		snprintf(key, sizeof(key), "x/%d",
			 5 * draw(rng, 800) +
				 (draw(rng, 8) ? faction : draw(rng, 5)));
		define(NULL, str_of(key), &card);
		points = event_get(&card, RB_EV_FIGURE_DEFINED_POINTS);
		if (points > left)
			continue;
		left -= points;
		decision_add_text(d, RB_TAG_KEY, str_of(key));
	}
}

static int32_t draw_word(const struct rb_state *s, enum field_type type,
			 int n_names, struct dice *rng)
{
	switch (type) {
	case FIELD_BOOL: return draw(rng, 2);
	case FIELD_ENUM: return draw(rng, n_names);
	case FIELD_LABEL:
		return s->n_figs && draw(rng, 4) ?
			       s->fig[draw(rng, s->n_figs)].label :
			       label_of((char)('A' + draw(rng, 20)),
					1 + draw(rng, 9));
	case FIELD_INT: return draw(rng, 1000) - 100;
	case FIELD_SEAT: return draw(rng, 4);
	default: return draw(rng, 5000) - 500;
	}
}

/* anything at all that is well formed */
static void draw_garbage(const struct rb_state *s, struct dice *rng,
			 struct decision *d)
{
	const struct decision_schema *schema = &system_rebellion.decisions;

	do {
		decision_start(d, DECISION_FIRST_OWN + draw(rng, N_RB_ORDERS));
		for (int n = draw(rng, 6); n > 0; n--) {
			int tag = draw(rng, N_RB_TAGS);
			const struct field *f = &schema->tags[tag];
			int32_t w[8];
			int words = f->type == FIELD_POINT    ? 2 :
				    f->type == FIELD_POINTS   ? 8 :
								1;

			for (int i = 0; i < words; i++)
				w[i] = draw_word(s, f->type, f->n_names, rng);
			if (f->type == FIELD_TEXT)
				decision_add_text(d, tag, STR("x/1"));
			else
				decision_add(d, tag, w, words);
		}
	} while (!decision_check(d, schema) || d->kind == RB_ORDER_WITHDRAW ||
		 d->kind == RB_ORDER_END_GAME);
}

/* a sample with one word of it changed: nearly legal */
static void draw_neighbour(const struct rb_state *s, int seat,
			   struct dice *rng, struct decision *d)
{
	const struct decision_schema *schema = &system_rebellion.decisions;
	struct decision_arg a;
	int at = 0;

	if (!d->n) {
		draw_garbage(s, rng, d);
		return;
	}
	(void)seat;
	for (int tries = 0; tries < 20; tries++) {
		struct decision trial = *d;
		const struct field *f;
		int32_t *w;

		for (at = 0; decision_next(d, at, &a) && draw(rng, 2) &&
			     a.next < d->n;
		     at = a.next)
			;
		f = &schema->tags[a.tag];
		if (!a.n || f->type == FIELD_TEXT)
			continue;
		w = trial.w + (a.w - d->w) + draw(rng, a.n);
		*w = f->type == FIELD_POINT || f->type == FIELD_INT ?
			     *w + draw(rng, 401) - 200 :
			     draw_word(s, f->type, f->n_names, rng);
		if (decision_check(&trial, schema)) {
			*d = trial;
			return;
		}
	}
}

/* --- a game ------------------------------------------------------------ */

static bool passing(int kind)
{
	return kind == RB_EV_CAPTIVE_MOVED || kind == RB_EV_ELIMINATED ||
	       kind == RB_EV_FREED || kind == RB_EV_WITHDRAWN;
}

static void count_rules(const struct event *e)
{
	const struct event_kind *k =
		event_kind(&system_rebellion.events, e->kind);

	for (int i = 0; i < e->n_rules; i++)
		counts.rule[e->rules[i]]++;
	for (int i = 0; i < e->n_fields; i++) {
		int n;
		const int32_t *w = event_words(e, i, &n);

		for (int m = 0; k->fields[i].type == FIELD_MODS && m < n;
		     m += 2)
			counts.rule[w[m]]++;
	}
}

/* what one call has emitted: told again, event by event */
/*
 * Figures move and turn by what says so and by nothing else: no dial that is
 * turned, no token, no capture shifts a base.
 */
static void stillness_check(uint64_t seed, const struct rb_state *was,
			    const struct event *e, const char *text)
{
	bool turns = e->kind == RB_EV_TURNED || e->kind == RB_EV_FREE_SPIN;
	bool moves = e->kind == RB_EV_MOVED || e->kind == RB_EV_LEVITATED ||
		     e->kind == RB_EV_CAPTIVE_MOVED;

	/* RULE: RB-MOVE-17, RB-ETQ-02 */
	for (int i = 0; i < was->n_figs; i++) {
		int f = rb_find(&replayed, was->fig[i].label);
		const struct rb_fig *now = &replayed.fig[f];

		if (!rb_on_board(was, i) || !rb_on_board(&replayed, f))
			continue;
		if (!moves && !point_equal(now->at, was->fig[i].at))
			fail(seed, "a base was shifted:", text);
		if (!moves && !turns && now->facing != was->fig[i].facing)
			fail(seed, "a base was turned:", text);
	}
}

static void events_check(uint64_t seed, const struct event_list *out)
{
	const struct event_schema *schema = &system_rebellion.events;
	static struct buf text;
	static struct event again;
	static struct rb_state was;

	for (int i = 0; i < out->n; i++) {
		const struct event *e = &out->v[i];
		const char *wrong;

		buf_init(&text, EVENT_MAX_JSON);
		event_render(&text, schema, e);
		if (text.full)
			fail(seed, "an event too long", "");
		if (!event_parse(buf_str(&text), schema, &again) ||
		    !event_equal(&again, e))
			fail(seed, "not read back:", text.s);
		memcpy(&was, &replayed, sizeof(was));
		if (!system_rebellion.evolve(&replayed, &again))
			fail(seed, "does not fit:", text.s);
		stillness_check(seed, &was, &again, text.s);
		counts.event[e->kind]++;
		count_rules(e);
		/* between the parts of one happening it need not hold */
		wrong = i + 1 < out->n && passing(out->v[i + 1].kind) ?
				NULL :
				system_rebellion.invariant(&replayed);
		if (wrong)
			fail(seed, wrong, text.s);
		buf_release(&text);
	}
	if (memcmp(&state, &replayed, sizeof(state)))
		fail(seed, "replay differs", "");
}

static void emit(struct run *r, const struct event *e, uint64_t seed)
{
	r->out->n = 0;
	run_emit(r, e);
	events_check(seed, r->out);
}

static void option2(struct run *r, uint64_t seed, const char *name, int seat,
		    const int32_t *value, int n)
{
	struct event e;

	event_start(&e, COMMON_OPTION_SET, 0);
	event_text(&e, str_of(name));
	event_int(&e, seat);
	event_ints(&e, value, n);
	emit(r, &e, seed);
}

static void option(struct run *r, uint64_t seed, const char *name, int seat,
		   int32_t value)
{
	option2(r, seed, name, seat, &value, 1);
}

static void game_begin(struct run *r, uint64_t seed, struct dice *rng)
{
	int seats = 2 + (draw(rng, 3) == 0) + (draw(rng, 5) == 0);
	int32_t board[2] = { 2500 + draw(rng, 1400), 2400 + draw(rng, 1400) };
	struct event e;

	system_rebellion.init(&state);
	system_rebellion.init(&replayed);
	for (int i = 0; i < N_RB_OPTIONS; i++) {
		const struct rb_option_row *o = &rb_options[i];

		if (draw(rng, 3) == 0 && i != RB_OPTION_ROUNDS &&
		    i != RB_OPTION_TERRAIN_GAP)
			option(r, seed, o->name, -1,
			       o->min + draw(rng, o->max - o->min + 1));
	}
	option(r, seed, "rounds", -1, draw(rng, 4) ? 20 + draw(rng, 20) : 0);
	option2(r, seed, "board", -1, board, 2);
	option(r, seed, "build", -1, 100 + 100 * draw(rng, 2));
	for (int seat = 0; seat < seats; seat++) {
		event_start(&e, COMMON_SEAT_TAKEN, 0);
		event_int(&e, seat);
		event_text(&e, STR("somebody"));
		event_text(&e, STR("player"));
		event_text(&e, STR(""));
		emit(r, &e, seed);
		if (seats == 4)
			option(r, seed, "team", seat, seat % 2);
	}
	event_start(&e, COMMON_GAME_STARTED, 0);
	event_text(&e, STR(""));
	emit(r, &e, seed);
}

static void one_decision(struct run *r, uint64_t seed, struct dice *rng)
{
	struct awaiting waits;
	struct decision d;
	struct refusal no;
	enum verdict verdict;
	bool garbage = draw(rng, 10) == 0;
	uint32_t rolls = r->dice->n_rolls;
	int seat;

	system_rebellion.awaiting(&state, &waits);
	if (!waits.n)
		fail(seed, "nobody is awaited", "");
	seat = waits.v[draw(rng, waits.n)].seat;
	if (draw(rng, 40) == 0)
		seat = draw(rng, 4);
	system_rebellion.view(&state, seat, &view);
	if (draw(rng, 50) == 0) {
		static struct family families[FAMILY_MAX];

		system_rebellion.legal(&view, seat, families, FAMILY_MAX);
	}
	if (garbage && draw(rng, 2) && state.phase != RB_ARMY &&
	    system_rebellion.sample(&view, seat, rng, &d))
		draw_neighbour(&state, seat, rng, &d);
	else if (garbage)
		draw_garbage(&state, rng, &d);
	else if (state.phase == RB_ARMY)
		draw_army(&state, seat, rng, &d);
	else if (draw(rng, 100) == 0 &&
		 system_rebellion.silent(&view, seat, &d))
		;
	else if (!system_rebellion.sample(&view, seat, rng, &d))
		return;
	else
		counts.samples++;
	memcpy(&before, &state, sizeof(state));
	r->out->n = 0;
	verdict = system_rebellion.decide(r, seat, &d, &no);
	counts.decisions++;
	if (verdict == VERDICT_UNKNOWN || r->unknown)
		fail(seed, "unknown with dice at hand", "");
	if (verdict == VERDICT_REFUSED) {
		counts.refused++;
		counts.refusal[no.reason]++;
		counts.rule[no.rule]++;
		if (!no.reason || !no.rule)
			fail(seed, "refused without a reason", "");
		/* RULE: RB-ACT-06 */
		if (!r->out->n && (memcmp(&before, &state, sizeof(state)) ||
				   r->dice->n_rolls != rolls))
			fail(seed, "a refusal changed something", "");
		for (int i = 0; i < r->out->n; i++)
			if (r->out->v[i].kind != RB_EV_DOUBT)
				fail(seed, "a refusal with events", "");
		if (!garbage && !r->out->n && state.phase != RB_ARMY &&
		    waits.v[0].seat == seat) {
			struct buf text;

			buf_init(&text, 8192);
			decision_render(&text, &system_rebellion.decisions, &d);
			buf_addc(&text, ' ');
			rb_refusal_render(&text, no.reason, no.args, no.n_args);
			fail(seed, "a sample refused:", text.s);
		}
	}
	if (verdict == VERDICT_DONE)
		system_rebellion.advance(r);
	events_check(seed, r->out);
}

static void play(uint64_t seed)
{
	uint64_t dice_seed = seed ^ UINT64_C(0x5555555555);
	struct dice rng = { .bits = mixed, .source = &seed };
	struct dice dice = { .bits = mixed, .source = &dice_seed };
	struct catalog catalog = { define, NULL };
	struct event_list out = { events, 0, MAX_EVENTS };
	struct run r = { .sys = &system_rebellion,
			 .state = &state,
			 .dice = &dice,
			 .catalog = &catalog,
			 .out = &out };
	uint32_t winners;

	game_begin(&r, seed, &rng);
	for (int i = 0; i < MAX_DECISIONS; i++) {
		if (system_rebellion.over(&state, &winners)) {
			counts.over++;
			return;
		}
		one_decision(&r, seed, &rng);
	}
}

static void print_counts(long games)
{
	const struct event_schema *s = &system_rebellion.events;
	int zero = 0;

	printf("%ld games, %ld ended; %ld decisions (%ld samples), %ld "
	       "refused\n",
	       games, counts.over, counts.decisions, counts.samples,
	       counts.refused);
	for (int i = EVENT_FIRST_OWN; i < EVENT_FIRST_OWN + N_RB_EVENTS; i++)
		printf("event %-18s %ld\n", event_kind(s, i)->name,
		       counts.event[i]);
	for (int i = 1; i < N_RB_RULES; i++) {
		if (counts.rule[i])
			printf("rule %-12s %ld\n", s->rules->name[i],
			       counts.rule[i]);
	}
	printf("rules not met:");
	for (int i = 1; i < N_RB_RULES; i++)
		if (!counts.rule[i] && ++zero)
			printf(" %s", s->rules->name[i]);
	printf("\n%d of %d\n", zero, N_RB_RULES - 1);
	printf("refusals not met:");
	for (int i = 1; i < N_RB_REFUSALS; i++)
		if (!counts.refusal[i])
			printf(" %s", system_rebellion.refusals[i].name);
	printf("\n");
}

int main(int argc, char **argv)
{
	int64_t games = 5, seed = 1;

	if ((argc > 1 && !parse_int(str_of(argv[1]), 1, 1000000, &games)) ||
	    (argc > 2 && !parse_int(str_of(argv[2]), 0, INT32_MAX, &seed))) {
		fprintf(stderr, "prop_rebellion [GAMES [SEED]]\n");
		return 2;
	}
	printf("seed %lld\n", (long long)seed);
	for (int64_t i = 0; i < games; i++)
		play((uint64_t)(seed + i) * UINT64_C(1000003));
	print_counts((long)games);
	return 0;
}
