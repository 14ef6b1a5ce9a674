/*
 * tests/prop/prop_dungeons.c - random games of Dungeons: Pyramid by sampled
 *legal decisions, one in ten drawn at random instead. prop_dungeons [--n GAMES]
 *[--seed SEED] on both maps of the catalog, on dungeons that the players lay,
 *and on maps drawn by chance. Checked in each: no refusal changes the state or
 *uses dice; every sample is accepted; what must always hold holds after every
 *event; every event is read back from its canonical form; the events alone give
 *the same state. Counted over all: events by kind, rules by id.
 */
#include "base/parse.h"
#include "judge/trove.h"
#include "rules/common.h"
#include "rules/dungeons/dungeons.h"
#include <stdio.h>
#include <stdlib.h>

enum { MAX_EVENTS = 600, MAX_DECISIONS = 900 };

struct counts {
	long event[EVENT_FIRST_OWN + N_DG_EVENTS];
	long rule[N_DG_RULES];
	long refusal[N_DG_REFUSALS];
	long decisions, refused, samples, over;
};

static struct dg_state state, before, replayed, view;
static struct event events[MAX_EVENTS];
static struct counts counts;
static struct figures figures; /* carries the maps and tables, no figures */
static struct trove trove;

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

/* --- cards, boards ----------------------------------------------------- */

static void define_figure(uint64_t number, bool hero, struct event *e)
{
	struct dice rng = { .bits = mixed, .source = &number };
	int32_t dial[DG_MAX_CLICKS * DG_CLICK_WORDS], levels[2 * DG_LEVELS];
	int32_t points = 8 + draw(&rng, 30);
	int clicks = hero ? 7 + draw(&rng, 4) : 2 + draw(&rng, 4);

	event_start(e, DG_EV_FIGURE_DEFINED, DG_TEAM_05);
	event_int(e, 0);
	event_int(e, hero ? DG_HERO : DG_SPAWN);
	event_int(e, -1);
	event_text(e, STR("x/1"));
	event_text(e, number % 5 ? (number % 2 ? STR("Amir") : STR("Carlana"))
				 : STR("Tomb Skeleton"));
	event_int(e, DG_SINGLE);
	event_int(e, points);
	event_int(e, 1);
	for (int i = 0; i < DG_LEVELS; i++) {
		levels[2 * i] = DG_LEVELS - 1 - i;
		levels[2 * i + 1] = points + 6 * i;
	}
	event_ints(e, levels, hero ? 2 * DG_LEVELS : 0);
	event_int(e, draw(&rng, 2) ? 4 + draw(&rng, 6) : 0);
	event_int(e, 1 + draw(&rng, 3));
	event_int(e, 3 + 2 * draw(&rng, 3));
	for (int i = 0; i < clicks; i++) {
		int32_t *w = dial + i * DG_CLICK_WORDS;

		w[0] = 6 + draw(&rng, 6);
		w[1] = 6 + draw(&rng, 6);
		w[2] = 12 + draw(&rng, 6);
		w[3] = 1 + draw(&rng, 3);
		for (int slot = 0; slot < N_DG_SLOTS; slot++) {
			int a = draw(&rng, N_DG_ABILITIES);

			w[N_DG_SLOTS + slot] =
				a && dg_abilities[a].slot == slot ? a : 0;
		}
	}
	event_ints(e, dial, clicks * DG_CLICK_WORDS);
}

static void define_model(char letter, struct event *e)
{
	uint64_t number = (uint64_t)letter;
	struct dice rng = { .bits = mixed, .source = &number };
	int32_t traps[7 * DG_POSITIONS] = { 0 }, items[10 * DG_POSITIONS];

	for (int i = 1; i < DG_POSITIONS; i++) {
		int32_t *t = traps + 7 * i;

		t[0] = draw(&rng, 3);
		t[1] = t[0] ? 15 + draw(&rng, 40) : 0;
		t[2] = draw(&rng, 4);
		t[3] = 6 + draw(&rng, 5);
		t[4] = 1 + draw(&rng, 2);
		t[5] = 2 + draw(&rng, 5);
		t[6] = 5 + draw(&rng, 7);
	}
	for (int i = 0; i < DG_POSITIONS; i++) {
		int32_t *x = items + 10 * i;

		x[0] = draw(&rng, 6);
		x[1] = 10 * draw(&rng, 6);
		x[2] = draw(&rng, 3) == 0;
		x[3] = draw(&rng, 8) == 0;
		for (int k = 0; k < 3; k++) {
			int a = draw(&rng, N_DG_ABILITIES);

			x[4 + k] = draw(&rng, 3) - 1;
			x[7 + k] = a && dg_abilities[a].slot == k ? a : 0;
		}
	}
	event_start(e, DG_EV_MODEL_DEFINED, DG_CHEST_02);
	event_int(e, letter);
	event_ints(e, traps, ARRAY_LEN(traps));
	event_ints(e, items, ARRAY_LEN(items));
	event_text(e, STR(""));
}

static void define_table(struct str key, struct event *e)
{
	char letter = key.s[key.len - 2];
	int32_t rows[22];

	for (int i = 0; i < 11; i++) {
		rows[2 * i] = i < 2 ? 0 : 1 + i % 3;
		rows[2 * i + 1] = i < 2 ? 0 : 12 + 4 * i;
	}
	event_start(e, DG_EV_TABLE_DEFINED, DG_TOK_06);
	event_text(e, (struct str){ key.s + key.len - 2, 2 });
	event_int(e, letter == 'Y'   ? DG_WEAK
		     : letter == 'B' ? DG_STANDARD
				     : DG_TOUGH);
	event_ints(e, rows, 22);
}

enum { COLUMNS = 20, ROWS = 13 };

/* the section of a square: 4 chambers, 4 corridors, 4 chambers */
static int section_of(int x, int y)
{
	return x / 5 + 4 * (y < 5 ? 0 : y < 8 ? 1 : 2);
}

/* twelve sections in rows, ways between them and terrain by chance */
static void define_map(uint64_t number, struct event *e)
{
	struct dice rng = { .bits = mixed, .source = &number };
	int32_t squares[COLUMNS * ROWS], sections[12 * 6], doors[8 * 6];
	int32_t mouths[] = { 'W', 0, 5,    0,   7,  DG_W, 'E', 19, 5,
			     19,  7, DG_E, 'N', 17, 0,    17,  0,  DG_N };
	int n_doors = 0;

	for (int i = 0; i < COLUMNS * ROWS; i++) {
		int t = draw(&rng, 5) ? DG_CLEAR
				      : DG_CLEAR + draw(&rng, DG_COST_3 + 1);

		if (i % COLUMNS == 0 || i % COLUMNS == 19 || i < COLUMNS)
			t = DG_CLEAR;
		squares[i] = t | section_of(i % COLUMNS, i / COLUMNS) << 16;
	}
	for (int i = 0; i < COLUMNS * ROWS; i++)
		for (int d = 1; d < 3; d++) { /* east, south */
			int x = i % COLUMNS + (d == 1);
			int y = i / COLUMNS + (d == 2);
			int j = y * COLUMNS + x;

			if (x == COLUMNS || y == ROWS ||
			    (squares[i] >> 16 != squares[j] >> 16 &&
			     draw(&rng, 3)))
				continue;
			squares[i] |= 1 << (d + 8);
			squares[j] |= 1 << ((d + 2) % 4 + 8);
			if (squares[i] >> 16 == squares[j] >> 16 ||
			    n_doors == 8 || draw(&rng, 4))
				continue;
			doors[6 * n_doors] = label_of('D', n_doors + 1);
			doors[6 * n_doors + 1] = i % COLUMNS;
			doors[6 * n_doors + 2] = i / COLUMNS;
			doors[6 * n_doors + 3] = d == 1 ? DG_E : DG_S;
			doors[6 * n_doors + 4] = draw(&rng, 2);
			doors[6 * n_doors++ + 5] = DG_CLOSED;
		}
	for (int y = 5; y < 8; y++) {
		squares[y * COLUMNS] |= 8 << 8;
		squares[y * COLUMNS + 19] |= 2 << 8;
	}
	squares[17] |= 1 << 8;
	for (int k = 0; k < 12; k++) {
		int row = k / 4, y = row == 0 ? 0 : row == 1 ? 5 : 8;
		int32_t c[6] = {
			'a' + k,       row == 1 ? DG_CORRIDOR : DG_CHAMBER,
			k % 4 * 5,     y,
			k % 4 * 5 + 4, y + (row == 1 ? 2 : 4)
		};

		memcpy(sections + 6 * k, c, sizeof(c));
	}
	event_start(e, DG_EV_BOARD_LAID, DG_TILE_01);
	event_text(e, STR("map/x"));
	event_point(e, 0, 0);
	event_point(e, COLUMNS, ROWS);
	event_ints(e, squares, COLUMNS * ROWS);
	event_ints(e, sections, 12 * 6);
	event_ints(e, mouths, ARRAY_LEN(mouths));
	event_ints(e, doors, 6 * n_doors);
	event_text(e, STR(""));
}

/* a thing for each key, the same every time */
static bool define(const void *source, struct str key, struct event *e)
{
	const struct catalog own = dungeons_catalog(source);
	uint64_t number = 0;

	/* real maps, tiles and tables, chests of both kinds */
	if (own.define(own.source, key, e))
		return true;
	if (str_starts(key, "tile/"))
		return false;
	for (size_t i = 0; i < key.len; i++)
		if ('0' <= key.s[i] && key.s[i] <= '9')
			number = number * 10 + (uint64_t)(key.s[i] - '0');
	if (key.s[0] == 'm')
		define_map(number, e);
	else if (key.s[0] == 'c')
		define_model(key.s[key.len - 1], e);
	else if (key.s[0] == 't')
		define_table(key, e);
	else
		define_figure(number, key.s[0] == 'h', e);
	return true;
}

/* --- decisions --------------------------------------------------------- */

static void draw_team(const struct dg_state *s, int seat, struct dice *rng,
		      struct decision *d)
{
	int n = 1 + draw(rng, 3);

	(void)seat;
	decision_start(d, s->phase == DG_TEAMS ? DG_ORDER_TEAM : DG_ORDER_POOL);
	if (s->phase == DG_POOL)
		n = 5 + draw(rng, 4);
	for (int i = 0; i < n; i++) {
		char key[16];

		snprintf(key, sizeof(key), "%c/%d",
			 s->phase == DG_TEAMS ? 'h' : 's', draw(rng, 4000));
		decision_add_text(d, DG_TAG_KEY, str_of(key));
		if (s->phase == DG_TEAMS)
			decision_add_int(d, DG_TAG_LEVEL, 1 + draw(rng, 2));
	}
}

static uint32_t secret_bits(const void *source, uint32_t number, uint32_t draw_)
{
	return mixed(source, number + 7777, draw_);
}

static int32_t draw_word(const struct dg_state *s, enum field_type type,
			 int n_names, struct dice *rng)
{
	switch (type) {
	case FIELD_BOOL: return draw(rng, 2);
	case FIELD_ENUM: return draw(rng, n_names);
	case FIELD_LABEL:
		return s->n_figs && draw(rng, 4)
			       ? s->fig[draw(rng, s->n_figs)].label
			       : label_of((char)('A' + draw(rng, 20)),
					  1 + draw(rng, 9));
	case FIELD_INT: return draw(rng, 1000) - 100;
	case FIELD_SEAT: return draw(rng, 4);
	default: return draw(rng, 5000) - 500;
	}
}

/* anything at all that is well formed */
static void draw_garbage(const struct dg_state *s, struct dice *rng,
			 struct decision *d)
{
	const struct decision_schema *schema = &system_dungeons.decisions;

	do {
		decision_start(d, DECISION_FIRST_OWN + draw(rng, N_DG_ORDERS));
		for (int n = draw(rng, 6); n > 0; n--) {
			int tag = draw(rng, N_DG_TAGS);
			const struct field *f = &schema->tags[tag];
			int32_t w[8];
			int words = f->type == FIELD_POINT    ? 2
				    : f->type == FIELD_POINTS ? 8
							      : 1;

			for (int i = 0; i < words; i++)
				w[i] = draw_word(s, f->type, f->n_names, rng);
			if (f->type == FIELD_TEXT)
				decision_add_text(d, tag, STR("x/1"));
			else
				decision_add(d, tag, w, words);
		}
	} while (!decision_check(d, schema) || d->kind == DG_ORDER_WITHDRAW);
}

/* --- a game ------------------------------------------------------------ */

static bool passing(int kind)
{
	return kind == DG_EV_ELIMINATED;
}

/* what one call has emitted: told again, event by event */
static void events_check(uint64_t seed, const struct event_list *out)
{
	const struct event_schema *schema = &system_dungeons.events;
	static struct buf text;
	static struct event again;

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
		if (!system_dungeons.evolve(&replayed, &again))
			fail(seed, "does not fit:", text.s);
		counts.event[e->kind]++;
		for (int k = 0; k < e->n_rules; k++)
			counts.rule[e->rules[k]]++;
		/* between the parts of one happening it need not hold */
		wrong = i + 1 < out->n && passing(out->v[i + 1].kind)
				? NULL
				: system_dungeons.invariant(&replayed);
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

static void option(struct run *r, uint64_t seed, const char *name, int seat,
		   int32_t value)
{
	struct event e;

	event_start(&e, COMMON_OPTION_SET, 0);
	event_text(&e, str_of(name));
	event_int(&e, seat);
	event_ints(&e, &value, 1);
	emit(r, &e, seed);
}

static void map_set(struct run *r, uint64_t seed, struct dice *rng)
{
	int32_t w[DG_KEY_WORDS];
	char key[16];
	struct event e;

	switch (draw(rng, 4)) {
	case 0: snprintf(key, sizeof(key), "map/crossing"); break;
	case 1: snprintf(key, sizeof(key), "map/sunken"); break;
	case 2: return; /* the players lay tiles */
	default: snprintf(key, sizeof(key), "map/%d", draw(rng, 5000));
	}
	event_start(&e, COMMON_OPTION_SET, 0);
	event_text(&e, STR("map"));
	event_int(&e, -1);
	event_ints(&e, w, text_pack(w, DG_KEY_WORDS, str_of(key)));
	emit(r, &e, seed);
}

static void game_begin(struct run *r, uint64_t seed, struct dice *rng)
{
	int seats = 2 + (draw(rng, 3) == 0) + (draw(rng, 5) == 0);
	struct event e;

	system_dungeons.init(&state);
	system_dungeons.init(&replayed);
	for (int i = 0; i < N_DG_OPTIONS; i++) {
		const struct option_row *o = &dg_options[i];

		if (draw(rng, 4) == 0 && i != DG_OPTION_LIMIT)
			option(r, seed, o->name, -1,
			       o->min + draw(rng, o->max - o->min + 1));
	}
	map_set(r, seed, rng);
	for (int seat = 0; seat < seats; seat++) {
		event_start(&e, COMMON_SEAT_TAKEN, 0);
		event_int(&e, seat);
		event_text(&e, STR("somebody"));
		event_text(&e, STR("player"));
		event_text(&e, STR(""));
		emit(r, &e, seed);
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

	system_dungeons.awaiting(&state, &waits);
	if (!waits.n)
		fail(seed, "nobody is awaited", "");
	seat = waits.v[draw(rng, waits.n)].seat;
	if (draw(rng, 40) == 0)
		seat = draw(rng, 4);
	system_dungeons.view(&state, seat, &view);
	if (draw(rng, 50) == 0) {
		static struct family families[FAMILY_MAX];

		system_dungeons.legal(&view, seat, families, FAMILY_MAX);
	}
	if (garbage)
		draw_garbage(&state, rng, &d);
	else if (state.phase == DG_TEAMS || state.phase == DG_POOL)
		draw_team(&state, seat, rng, &d);
	else if (draw(rng, 100) == 0 && system_dungeons.silent(&view, seat, &d))
		;
	else if (!system_dungeons.sample(&view, seat, rng, &d))
		return;
	else
		counts.samples++;
	memcpy(&before, &state, sizeof(state));
	r->out->n = 0;
	verdict = system_dungeons.decide(r, seat, &d, &no);
	counts.decisions++;
	if (verdict == VERDICT_UNKNOWN || r->unknown)
		fail(seed, "unknown with dice at hand", "");
	if (verdict == VERDICT_REFUSED) {
		counts.refused++;
		counts.refusal[no.reason]++;
		counts.rule[no.rule]++;
		if (!no.reason || !no.rule)
			fail(seed, "refused without a reason", "");
		if (!r->out->n && (memcmp(&before, &state, sizeof(state)) ||
				   r->dice->n_rolls != rolls))
			fail(seed, "a refusal changed something", "");
		if (!garbage && !r->out->n && state.phase != DG_TEAMS &&
		    state.phase != DG_POOL && waits.v[0].seat == seat) {
			struct buf text;

			buf_init(&text, 8192);
			decision_render(&text, &system_dungeons.decisions, &d);
			buf_addc(&text, ' ');
			buf_adds(&text,
				 str_of(system_dungeons.refusals[no.reason]
						.name));
			fail(seed, "a sample refused:", text.s);
		}
	}
	if (verdict == VERDICT_DONE)
		system_dungeons.advance(r);
	events_check(seed, r->out);
}

static void play(uint64_t seed)
{
	uint64_t dice_seed = seed ^ UINT64_C(0x5555555555);
	struct dice rng = { .bits = mixed, .source = &seed };
	struct dice dice = { .bits = mixed, .source = &dice_seed };
	struct catalog catalog = { define, &figures };
	struct secrets secrets = { .bits = secret_bits, .source = &seed };
	struct event_list out = { events, 0, MAX_EVENTS };
	struct run r = { .sys = &system_dungeons,
			 .state = &state,
			 .dice = &dice,
			 .catalog = &catalog,
			 .secrets = &secrets,
			 .out = &out };
	uint32_t winners;

	game_begin(&r, seed, &rng);
	for (int i = 0; i < MAX_DECISIONS; i++) {
		if (system_dungeons.over(&state, &winners)) {
			counts.over++;
			return;
		}
		one_decision(&r, seed, &rng);
	}
}

static void print_counts(long games)
{
	const struct event_schema *s = &system_dungeons.events;
	int zero = 0;

	printf("%ld games, %ld ended; %ld decisions (%ld samples), %ld "
	       "refused\n",
	       games, counts.over, counts.decisions, counts.samples,
	       counts.refused);
	for (int i = EVENT_FIRST_OWN; i < EVENT_FIRST_OWN + N_DG_EVENTS; i++)
		printf("event %-18s %ld\n", event_kind(s, i)->name,
		       counts.event[i]);
	for (int i = 1; i < N_DG_RULES; i++) {
		if (counts.rule[i])
			printf("rule %-12s %ld\n", s->rules->name[i],
			       counts.rule[i]);
	}
	printf("rules not met:");
	for (int i = 1; i < N_DG_RULES; i++)
		if (!counts.rule[i] && ++zero)
			printf(" %s", s->rules->name[i]);
	printf("\n%d of %d\n", zero, N_DG_RULES - 1);
	printf("refusals not met:");
	for (int i = 1; i < N_DG_REFUSALS; i++)
		if (!counts.refusal[i])
			printf(" %s", system_dungeons.refusals[i].name);
	printf("\n");
}

int main(int argc, char **argv)
{
	int64_t games = 12, seed = 1;
	struct why why = { { 0 } };

	for (int i = 1; i < argc; i += 2) {
		bool n = !strcmp(argv[i], "--n");

		if ((!n && strcmp(argv[i], "--seed") != 0) || i + 1 == argc ||
		    !parse_int(str_of(argv[i + 1]), n, 1000000000,
			       n ? &games : &seed)) {
			fprintf(stderr,
				"prop_dungeons [--n GAMES] [--seed SEED]\n");
			return 2;
		}
	}
	if (trove_load(&trove, SRCDIR "/db/catalog/dungeons", &why)) {
		fprintf(stderr, "%s\n", why.text);
		return 1;
	}
	figures.trove = &trove;
	printf("seed %lld\n", (long long)seed);
	for (int64_t i = 0; i < games; i++)
		play((uint64_t)(seed + i) * UINT64_C(1000003));
	print_counts((long)games);
	trove_release(&trove);
	return 0;
}
