/*
 * tests/prop/prop_rebellion.c - random games of Rebellion by sampled legal
 * decisions, one in ten drawn from the grammar instead.
 *	prop_rebellion [--n GAMES] [--seed SEED]
 * Orders go the way of a mail: written in a language, signed, read, queued,
 * judged (court.h). Armies are of the catalog, or of cards made up with every
 * ability; boards, options, terrain, players and teams are drawn.
 *
 * Checked: no refusal changes the state or uses dice; every sample is carried
 * out; what must always hold holds after every event; nothing shifts a base
 * but what moves it; points are neither made nor lost; every event is read
 * back from its canonical form; the log alone gives the same state; and each
 * game is verified as `heraldo verify` does it: rules run again, byte for
 * byte. Counted over all: events, decisions and refusals by kind, rules by
 * id. In a long run (LONG games) a zero fails unless zeroes-rebellion.def
 * explains it, and so does an explanation of what was met.
 */
#include "court.h"
#include "base/parse.h"
#include "rules/common.h"
#include "rules/rebellion/rebellion.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_MAILS = 900, MAX_STUCK = 20, LONG = 1000, MADE_UP = 4000 };

struct counts {
	long event[EVENT_FIRST_OWN + N_RB_EVENTS];
	long rule[N_RB_RULES];
	long refusal[N_RB_REFUSALS];
	long order[N_RB_ORDERS + DECISION_FIRST_OWN]; /* carried out */
	long games, over, mails, drawn, refused, samples, complaints, questions;
	long verified, rolls, signatures, stuck;
};

static struct court court;
static struct figures figures;
static struct game replayed;
static struct rb_state probe, view;
static struct counts counts;
static uint64_t seed; /* of the game */
static int stuck;     /* times in which nothing legal was found */

/* What each figure was worth when it went, and to whom. */
static struct ledger {
	int32_t lost[RB_MAX_FIGS], scored[RB_MAX_FIGS];
	int32_t score[RB_MAX_SEATS];
} ledger;

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

static bool chance(struct dice *rng, int one_in)
{
	return !draw(rng, one_in);
}

/* The log so far is left behind for who looks for the reason. */
static void fail(const char *what, const char *more)
{
	FILE *log = fopen("prop_rebellion.jsonl", "w");

	printf("seed %llu, point %lld: %s %s\n", (unsigned long long)seed,
	       (long long)court.point, what, more);
	if (log) {
		fwrite(court.file.s, 1, court.file.len, log);
		fclose(log);
	}
	exit(1);
}

/* --- cards ------------------------------------------------------------- */

static const char *const factions[] = { "Atlantis Guild", "Draconum",
					"Elemental League", "Orc Raiders", "" };

static const char *const names[] = { "Figure", "Utem Skeleton", "Guardsman" };

/* later: also those that cavalry brings in */
static int32_t draw_ability(struct dice *rng, int slot, bool later)
{
	int a = 1 + draw(rng, N_RB_ABILITIES - 1);

	if (chance(rng, 3))
		return RB_NO_ABILITY;
	if (later && slot == RB_ATTACK && chance(rng, 3))
		return draw(rng, 2) ? RB_ABILITY_VENOM : RB_ABILITY_SWEEP;
	while (rb_abilities[a].slot != slot || !rb_abilities[a].defined)
		a = 1 + a % (N_RB_ABILITIES - 1);
	return a;
}

/* what is printed for cavalry on mounts, riders and Dark Riders */
static void make_up_saddlery(struct str key, struct dice *rng, struct event *e)
{
	struct rb_saddlery c = { .slots = draw(rng, 3) };
	bool dark = key.s[0] == 'W', mount = key.s[0] == 'Y';

	if (dark)
		mount = key.s[key.len - 1] == 'b';
	if (key.s[0] == 'X') {
		event_ints(e, NULL, 0);
		return;
	}
	if (mount) {
		c.mount = 1 + draw(rng, N_RB_MOUNTS - 1);
		c.level = draw(rng, N_RB_LEVELS);
		c.proficiencies =
			draw(rng, draw(rng, 8) ? 1 << RB_PROF_SURGE
					       : 1 << N_RB_PROFICIENCIES);
	} else {
		c.bonus = 1 + draw(rng, 3);
		c.rides = (1 << N_RB_MOUNTS) - 2;
		c.subfaction = draw(rng, 3) ? RB_NO_SUBFACTION : RB_WYLDEN_HOST;
	}
	if (dark)
		c.subfaction = RB_DARK_RIDERS;
	event_ints(e, &c.mount, RB_SADDLERY_WORDS);
}

/*
 * A card for each key, the same every time: "X/n" goes on foot, "Z/n" can ride
 * every mount "Y/n", "W/na" rides "W/nb".
 */
static void make_up(struct str key, struct event *e)
{
	uint64_t number = 0;
	struct dice rng = { .bits = mixed, .source = &number };
	int32_t dial[RB_MAX_CLICKS * RB_CLICK_WORDS], spine[2] = { 0, 0 };
	bool later = key.s[0] != 'X';
	int clicks, same[N_RB_SLOTS];

	for (size_t i = 0; i < key.len; i++)
		if ('0' <= key.s[i] && key.s[i] <= '9')
			number = number * 10 + (uint64_t)(key.s[i] - '0');
	clicks = 2 + draw(&rng, 6);
	event_start(e, RB_EV_FIGURE_DEFINED, RB_FIG_01);
	event_int(e, 0);
	event_int(e, -1);
	event_text(e, key);
	event_text(e, str_of(names[number % 3]));
	event_text(e, str_of(factions[number % 5]));
	event_int(e, 1 + draw(&rng, 3));
	event_int(e, 5 + draw(&rng, 20));
	event_int(e, draw(&rng, 3) ? 6 + draw(&rng, 8) : 0);
	event_int(e, 1 + draw(&rng, 3));
	event_int(e, draw(&rng, 3) ? 90 : 180);
	event_int(e, RB_RADIUS);
	if (key.s[0] == 'Y' || key.s[key.len - 1] == 'b')
		spine[1] = 110;
	event_ints(e, spine, 2);
	for (int slot = 0; slot < N_RB_SLOTS; slot++)
		same[slot] = slot == RB_SPEED && number % 2
				     ? RB_NO_ABILITY
				     : draw_ability(&rng, slot, later);
	for (int i = 0; i < clicks; i++) {
		int32_t *w = dial + i * RB_CLICK_WORDS;

		w[0] = 5 + draw(&rng, 6);
		w[1] = 6 + draw(&rng, 5);
		w[2] = 12 + draw(&rng, 6);
		w[3] = 1 + draw(&rng, 3);
		for (int slot = 0; slot < N_RB_SLOTS; slot++)
			w[N_RB_SLOTS + slot] =
				draw(&rng, 3) ? same[slot]
					      : draw_ability(&rng, slot, later);
	}
	event_ints(e, dial, clicks * RB_CLICK_WORDS);
	make_up_saddlery(key, &rng, e);
}

static bool is_made_up(struct str key)
{
	return key.len > 2 && key.s[1] == '/' && key.s[0] >= 'W' &&
	       key.s[0] <= 'Z';
}

static bool define(const void *source, struct str key, struct event *e)
{
	struct catalog c = figures_catalog(&figures);

	(void)source;
	if (!is_made_up(key))
		return c.define(c.source, key, e);
	make_up(key, e);
	return true;
}

/* what those who read orders know of cards */
static bool card_name(const void *source, struct str text, struct buf *out,
		      struct buf *nearest)
{
	struct grammar_names plain = { 0 };
	struct arena a = { 0 };
	bool found = is_made_up(text);

	(void)source;
	if (found) { /* what was signed is in capitals */
		buf_adds(out, text);
		if (text.s[0] == 'W')
			out->s[out->len - 1] |= 0x20;
		return true;
	}
	judge_names_rebellion(court.game, &figures, &a, &plain);
	found = plain.card(plain.source, text, out, nearest);
	arena_release(&a);
	return found;
}

static void names_of(const struct game *seen, const struct figures *f,
		     struct arena *a, struct grammar_names *out)
{
	judge_names_rebellion(seen, f, a, out);
	out->card = card_name;
}

/* --- decisions --------------------------------------------------------- */

/* one card more, if it can be paid; false: the army is complete */
static bool army_add(struct decision *d, const char *key, int32_t *left, int *n)
{
	struct event card;

	if (!define(NULL, str_of(key), &card))
		return true;
	*left -= event_get(&card, RB_EV_FIGURE_DEFINED_POINTS);
	if (*left < 0 || *n == 12)
		return false;
	decision_add_text(d, RB_TAG_KEY, str_of(key));
	++*n;
	return true;
}

/* a mount and who rides it */
static bool draw_pair(struct dice *rng, bool made_up, struct decision *d,
		      int32_t *left, int *n)
{
	const struct figure *mount, *rider;
	char key[40];

	if (!made_up) {
		do {
			mount = &figures.v[draw(rng, figures.n)];
		} while (!mount->cavalry[0]);
		do {
			rider = &figures.v[draw(rng, figures.n)];
		} while (!(rider->cavalry[3] & 1 << mount->cavalry[0]));
		snprintf(key, sizeof(key), "%.*s", STR_ARG(rider->key));
		if (!army_add(d, key, left, n))
			return false;
		snprintf(key, sizeof(key), "%.*s", STR_ARG(mount->key));
		return army_add(d, key, left, n);
	}
	if (chance(rng, 4)) {
		int number = draw(rng, MADE_UP);

		snprintf(key, sizeof(key), "W/%da", number);
		if (!army_add(d, key, left, n))
			return false;
		key[strlen(key) - 1] = 'b';
		return army_add(d, key, left, n);
	}
	snprintf(key, sizeof(key), "Z/%d",
		 5 * draw(rng, MADE_UP / 5) + draw(rng, 2));
	if (!army_add(d, key, left, n))
		return false;
	snprintf(key, sizeof(key), "Y/%d", draw(rng, MADE_UP));
	return army_add(d, key, left, n);
}

static void draw_foot(struct dice *rng, bool made_up, struct decision *d,
		      int32_t left, int n)
{
	const struct figure *first = &figures.v[draw(rng, figures.n)];
	int faction = draw(rng, 5), clones = draw(rng, 3);
	int odd = draw(rng, 2); /* without abilities of speed, or with */

	for (int tries = 0; tries < 60; tries++) {
		const struct figure *f = &figures.v[draw(rng, figures.n)];
		char key[40];

		if (made_up)
			snprintf(key, sizeof(key), "X/%d",
				 10 * draw(rng, MADE_UP / 10) + 5 * odd +
					 (draw(rng, 8) ? faction
						       : draw(rng, 5)));
		else
			snprintf(key, sizeof(key), "%.*s", STR_ARG(f->key));
		if (!made_up && draw(rng, 8) &&
		    !str_equal(f->faction, first->faction))
			continue;
		for (int copy = 0; copy <= clones; copy++)
			if (!army_add(d, key, &left, &n))
				return;
	}
}

/* what comes of a decision at once, on a copy */
static enum verdict try_it(int seat, const struct decision *d,
			   struct dice *dice, struct event_list *out,
			   struct refusal *no)
{
	struct run r = { .sys = &system_rebellion,
			 .state = &probe,
			 .dice = dice,
			 .catalog = &court.catalog,
			 .out = out };

	memcpy(&probe, court.game->state, sizeof(probe));
	*no = (struct refusal){ 0 };
	return system_rebellion.decide(&r, seat, d, no);
}

static bool is_legal(int seat, const struct decision *d)
{
	static struct event events[256];
	struct event_list out = { events, 0, ARRAY_LEN(events) };
	struct refusal no;

	return try_it(seat, d, NULL, &out, &no) != VERDICT_REFUSED;
}

/*
 * A whole army, mostly of one faction: made up, or of the catalog; of mounts
 * and riders, too, where cavalry is played.
 */
static void draw_army(const struct rb_state *s, int seat, bool legal,
		      struct dice *rng, struct decision *d)
{
	bool made_up = legal && (seed >> seat & 1);
	int32_t build = s->player[seat].build;
	bool rides = s->option[RB_OPTION_CAVALRY] && draw(rng, 4);

	for (int tries = 0; tries < 40; tries++) {
		int32_t left = legal ? build : build * 3;
		int n = 0;

		decision_start(d, RB_ORDER_ARMY);
		for (int pairs = draw(rng, 4); rides && pairs >= 0; pairs--)
			if (!draw_pair(rng, made_up, d, &left, &n))
				break;
		draw_foot(rng, made_up, d, left, n);
		if (!legal || is_legal(seat, d))
			return;
	}
	draw_army(s, seat, false, rng, d);
}

/*
 * The decision tried at once, past the queue, on a copy: what is refused must
 * leave all as it was.
 */
static void probe_decision(int seat, const struct decision *d, struct dice *rng)
{
	static struct event events[2048];
	struct event_list out = { events, 0, ARRAY_LEN(events) };
	struct dice dice = { .bits = mixed, .source = rng->source };
	struct refusal no;

	if (try_it(seat, d, &dice, &out, &no) != VERDICT_REFUSED)
		return;
	if (!no.reason || !no.rule)
		fail("refused without a reason", "");
	counts.refusal[no.reason]++;
	counts.rule[no.rule]++;
	if (no.reason == RB_REFUSAL_MEMBER)
		counts.refusal[no.args[1]]++;
	/* RULE: RB-ACT-06 */
	if (!out.n &&
	    (memcmp(&probe, court.game->state, sizeof(probe)) || dice.n_rolls))
		fail("a refusal changed something", "");
	for (int i = 0; i < out.n; i++)
		if (out.v[i].kind != RB_EV_DOUBT)
			fail("a refusal with events", "");
}

/*
 * Cards made up that make no army. Verification has no cards but those of the
 * log and of the catalog: this one is not sent.
 */
static void probe_army(const struct rb_state *s, int seat, struct dice *rng)
{
	static const char sets[] = "XYZ";
	struct decision d;
	int32_t left = s->player[seat].build * 2;
	int n = 0;

	decision_start(&d, RB_ORDER_ARMY);
	for (int i = draw(rng, 6); i >= 0; i--) {
		char key[40];
		int number = draw(rng, 8);

		if (chance(rng, 4))
			snprintf(key, sizeof(key), "W/%d%c", number,
				 'a' + draw(rng, 2));
		else
			snprintf(key, sizeof(key), "%c/%d", sets[draw(rng, 3)],
				 number);
		army_add(&d, key, &left, &n);
	}
	probe_decision(seat, &d, rng);
}

/* labels of what is there, and of what is not */
static int labels_of(const struct rb_state *s, struct dice *rng, int32_t *out)
{
	int n = 0;

	for (int i = 0; i < s->n_figs; i++)
		out[n++] = s->fig[i].label;
	for (int i = 0; i < s->n_pile; i++)
		out[n++] = s->pile[i].item;
	for (int i = 0; i < 3; i++)
		out[n++] =
			label_of((char)('A' + draw(rng, 20)), 1 + draw(rng, 9));
	return n;
}

/* most orders are of somebody who can be ordered about */
static void give_to_own(const struct rb_state *s, int seat, struct dice *rng,
			struct decision *d)
{
	struct decision_arg a;

	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		int tries = 0, f = draw(rng, s->n_figs);

		if (a.tag != RB_TAG_FIG && a.tag != RB_TAG_MEMBER &&
		    a.tag != RB_TAG_WITH)
			continue;
		while (tries++ < 60 &&
		       (s->fig[f].owner != seat || !rb_is_free(s, f)))
			f = draw(rng, s->n_figs);
		d->w[a.w - d->w] = s->fig[f].label;
	}
}

/* what an order may say, sense or nonsense */
static void draw_garbage(const struct rb_state *s, int seat, struct dice *rng,
			 struct decision *d)
{
	int32_t labels[2 * RB_MAX_FIGS + 8];
	int n = labels_of(s, rng, labels);

	do {
		while (!grammar_draw(&court.grammar, rng, labels, n, d))
			;
		if (d->kind == RB_ORDER_ARMY)
			draw_army(s, seat, false, rng, d);
		if (s->phase == RB_PLAY && draw(rng, 4))
			give_to_own(s, seat, rng, d);
	} while ((d->kind == RB_ORDER_WITHDRAW ||
		  d->kind == RB_ORDER_END_GAME) &&
		 draw(rng, 20));
}

static int32_t draw_word(const struct rb_state *s, enum field_type type,
			 int n_names, struct dice *rng)
{
	int32_t labels[2 * RB_MAX_FIGS + 8];

	switch (type) {
	case FIELD_BOOL: return draw(rng, 2);
	case FIELD_ENUM: return draw(rng, n_names);
	case FIELD_LABEL: return labels[draw(rng, labels_of(s, rng, labels))];
	default: return draw(rng, 5000) - 500;
	}
}

/*
 * What would be legal if the world were a little different: it is drawn on
 * such a view, so that the rules refuse it for just that reason.
 */
static void world_change(struct rb_state *s, struct dice *rng)
{
	int what = draw(rng, 12), x = draw(rng, s->n_figs ? s->n_figs : 1);

	s->actions_left += chance(rng, 8);
	if (what == 0)
		s->n_terrain = 0;
	if (what == 1)
		s->option[draw(rng, N_RB_OPTIONS)] ^= 1;
	for (int i = 0; i < s->n_figs; i++) {
		struct rb_fig *f = &s->fig[i];
		struct rb_def *d = &s->def[i];
		struct rb_click *c = &d->click[f->wounds];
		/* nobody else counts on it, no question is about it */
		bool alone = !f->captive && !f->captive_of && !f->on &&
			     !f->rider && !s->frame.what;

		switch (what) {
		case 2: f->facing = draw(rng, 360); break;
		case 3: f->captive_of = f->captive = 0; break;
		case 4: f->acted = f->tokens = f->spared = 0; break;
		case 5:
			memcpy(d->faction, s->def[x].faction,
			       sizeof(d->faction));
			break;
		case 6: memset(c->ability, 0, sizeof(c->ability)); break;
		case 7:
			for (int k = 0; k < N_RB_SLOTS; k++)
				c->ability[k] = draw_ability(rng, k, true);
			break;
		case 8:
			d->range += 6, d->targets++, c->value[RB_SPEED] += 4;
			break;
		case 9:
			if (i == x && f->status == RB_ON_BOARD && alone)
				f->status = RB_ELIMINATED;
			break;
		case 10:
			for (int k = 0; k < s->n_figs; k++)
				s->contact[i][k / 32] |=
					(int32_t)(1u << k % 32);
			break;
		case 11:
			if (i == x && alone)
				f->owner = draw(rng, court.n_players);
			break;
		default: break;
		}
	}
}

/* a sample with one word of it changed: nearly legal */
static void draw_neighbour(const struct rb_state *s, struct dice *rng,
			   struct decision *d)
{
	const struct decision_schema *schema = &system_rebellion.decisions;
	struct decision_arg a;
	int at = 0;

	for (int tries = 0; d->n && tries < 20; tries++) {
		struct decision trial = *d;
		const struct field *f;
		int32_t *w;

		for (at = 0;
		     decision_next(d, at, &a) && draw(rng, 2) && a.next < d->n;
		     at = a.next)
			;
		f = &schema->tags[a.tag];
		if (!a.n || f->type == FIELD_TEXT)
			continue;
		w = trial.w + (a.w - d->w) + draw(rng, a.n);
		*w = f->type == FIELD_POINT || f->type == FIELD_INT
			     ? *w + draw(rng, 401) - 200
			     : draw_word(s, f->type, f->n_names, rng);
		if (decision_check(&trial, schema)) {
			*d = trial;
			return;
		}
	}
}

/* --- what is checked of every event ------------------------------------ */

static bool passing(int kind)
{
	return kind == RB_EV_CAPTIVE_MOVED || kind == RB_EV_ELIMINATED ||
	       kind == RB_EV_FREED || kind == RB_EV_WITHDRAWN ||
	       kind == RB_EV_DIAL_RESET || kind == RB_EV_DISMOUNTED ||
	       kind == RB_EV_ITEM_DROPPED || kind == RB_EV_RIDERLESS;
}

static const struct rb_state *state_of(const struct game *g)
{
	return (const void *)g->state;
}

static int refusal_named(const char *name)
{
	for (int i = 0; i < N_RB_REFUSALS; i++)
		if (!strcmp(system_rebellion.refusals[i].name, name))
			return i;
	fail("a refusal without a name:", name);
	return 0;
}

static void count(const struct event *e)
{
	const struct event_kind *k =
		event_kind(&system_rebellion.events, e->kind);

	counts.event[e->kind]++;
	for (int i = 0; i < e->n_rules; i++)
		counts.rule[e->rules[i]]++;
	for (int i = 0; i < e->n_fields; i++) {
		int n;
		const int32_t *w = event_words(e, i, &n);

		for (int m = 0; k->fields[i].type == FIELD_MODS && m < n;
		     m += 2)
			counts.rule[w[m]]++;
	}
	if (e->kind == COMMON_REFUSED) {
		char room[EVENT_TEXT_ROOM];
		int n, reason;
		const int32_t *w = event_words(e, COMMON_REFUSED_REASON, &n);

		text_unpack(w, n, room, sizeof(room));
		reason = refusal_named(room);
		counts.refusal[reason]++;
		/* a formation's member: its own fault is within */
		w = event_words(e, COMMON_REFUSED_ARGS, &n);
		if (reason == RB_REFUSAL_MEMBER && n > 1)
			counts.refusal[w[1]]++;
	}
}

/* where everybody stood before an event */
static struct stood {
	int32_t label, facing;
	struct point at;
} stood[RB_MAX_FIGS];
static int n_stood;

static void places_note(const struct rb_state *s)
{
	n_stood = 0;
	for (int i = 0; i < s->n_figs; i++)
		if (rb_on_board(s, i))
			stood[n_stood++] = (struct stood){ s->fig[i].label,
							   s->fig[i].facing,
							   s->fig[i].at };
}

/*
 * Figures move and turn by what says so and by nothing else: no dial that is
 * turned, no token, no capture shifts a base.
 */
static void stillness_check(const struct rb_state *s, const struct event *e,
			    const char *text)
{
	bool turns = e->kind == RB_EV_TURNED || e->kind == RB_EV_FREE_SPIN;
	bool moves = e->kind == RB_EV_MOVED || e->kind == RB_EV_LEVITATED ||
		     e->kind == RB_EV_CAPTIVE_MOVED;

	/* RULE: RB-MOVE-17, RB-ETQ-02 */
	for (int i = 0; !moves && i < n_stood; i++) {
		int f = rb_find(s, stood[i].label);

		if (!rb_on_board(s, f))
			continue;
		if (!point_equal(s->fig[f].at, stood[i].at))
			fail("a base was shifted:", text);
		if (!turns && s->fig[f].facing != stood[i].facing)
			fail("a base was turned:", text);
	}
}

static void final_check(const struct rb_state *s, const struct event *e,
			const char *text)
{
	int32_t seat = event_get(e, RB_EV_FINAL_SCORE_SEAT);
	int32_t captives = 0, survivors = 0;

	for (int f = 0; f < s->n_figs; f++) {
		int by = s->fig[f].captive_of ? rb_find(s, s->fig[f].captive_of)
					      : -1;

		if (!rb_on_board(s, f) && !rb_rides(s, f))
			continue;
		if (by >= 0 && s->fig[by].owner == seat)
			captives += 2 * s->def[f].points;
		else if (by < 0 && s->fig[f].owner == seat)
			survivors += s->def[f].points;
	}
	if (event_get(e, RB_EV_FINAL_SCORE_ELIMINATED) != ledger.score[seat] ||
	    event_get(e, RB_EV_FINAL_SCORE_CAPTIVES) != captives ||
	    event_get(e, RB_EV_FINAL_SCORE_SURVIVORS) != survivors ||
	    event_get(e, RB_EV_FINAL_SCORE_TOTAL) !=
		    ledger.score[seat] + captives + survivors)
		fail("points out of nothing:", text);
}

/*
 * A figure that went is worth its points once to somebody, or divided with
 * halves rounded up among at most three; and nothing else scores.
 */
static void points_check(const struct rb_state *s, const struct event *e,
			 const char *text)
{
	int32_t spent[RB_MAX_SEATS] = { 0 };
	int f, n;
	const int32_t *w;

	switch (e->kind) {
	case RB_EV_ELIMINATED:
		f = rb_find(s, event_get(e, RB_EV_ELIMINATED_FIG));
		ledger.lost[f] += s->def[f].points;
		break;
	case RB_EV_WITHDRAWN:
		w = event_words(e, RB_EV_WITHDRAWN_FIGS, &n);
		for (int i = 0; i < n; i++) {
			f = rb_find(s, w[i]);
			ledger.lost[f] += s->def[f].points;
		}
		break;
	case RB_EV_SCORED:
		f = rb_find(s, event_get(e, RB_EV_SCORED_FIG));
		n = event_get(e, RB_EV_SCORED_POINTS);
		ledger.scored[f] += n;
		ledger.score[event_get(e, RB_EV_SCORED_SEAT)] += n;
		if (n < 0 || n > s->def[f].points)
			fail("a figure scored more than it cost:", text);
		break;
	case RB_EV_FINAL_SCORE: final_check(s, e, text); break;
	case RB_EV_GAME_OVER:
		for (int i = 0; i < s->n_figs; i++)
			if (ledger.scored[i] >
			    ledger.lost[i] + 3 * (ledger.lost[i] > 0))
				fail("points scored twice:", text);
		break;
	case RB_EV_ARMY_ACCEPTED:
		for (int i = 0; i < s->n_figs; i++)
			spent[s->fig[i].owner] += s->def[i].points;
		for (int i = 0; i < RB_MAX_SEATS; i++)
			if (s->player[i].list_in &&
			    (s->player[i].spent != spent[i] ||
			     spent[i] > s->player[i].build))
				fail("an army of other points:", text);
		break;
	default: break;
	}
}

/* An event of the log: read back, and applied to the game's twin. */
static void told(void *context, const struct event *e, struct str json,
		 bool last)
{
	static struct event again;
	static bool unsettled;
	const struct rb_state *s = state_of(&replayed);
	const char *wrong = NULL;

	(void)context;
	count(e);
	if (!json.len)
		return;
	if (!event_parse(json, &system_rebellion.events, &again) ||
	    !event_equal(&again, e))
		fail("not read back:", json.s);
	places_note(s);
	if (unsettled && !passing(e->kind))
		wrong = system_rebellion.invariant(s);
	if (!wrong && !game_evolve(&replayed, &again))
		fail("does not fit:", json.s);
	stillness_check(s, &again, json.s);
	points_check(s, &again, json.s);
	/* between the parts of one happening it need not hold */
	unsettled = e->kind >= EVENT_FIRST_OWN;
	if (last && unsettled && !wrong) {
		wrong = system_rebellion.invariant(s);
		unsettled = false;
	}
	if (wrong)
		fail(wrong, json.s);
	if (last && !game_equal(court.game, &replayed))
		fail("replay differs at", json.s);
}

/* --- a mail ------------------------------------------------------------ */

static void draw_condition(const struct rb_state *s, struct dice *rng,
			   struct buf *out)
{
	int32_t labels[2 * RB_MAX_FIGS + 8], w[3];
	int n = labels_of(s, rng, labels);

	w[0] = draw(rng, system_rebellion.n_conditions);
	w[1] = labels[draw(rng, n)];
	w[2] = labels[draw(rng, n)];
	for (int len = 1; len <= 3; len++) {
		struct buf text;
		bool good;

		buf_init(&text, 200);
		good = grammar_write_condition(&court.grammar, 0, w, len,
					       &text);
		if (good)
			buf_addf(out, "IF %s%s: ", draw(rng, 3) ? "" : "NOT ",
				 text.s);
		buf_release(&text);
		if (good)
			return;
	}
}

/* A carried out order is counted by its kind; line 2 holds it. */
static bool was_done(const struct event_list *list, int seat)
{
	for (int i = 0; i < list->n; i++) {
		const struct event *e = &list->v[i];
		char room[EVENT_TEXT_ROOM];
		int n;
		const int32_t *w;

		if (e->kind != COMMON_UNQUEUED ||
		    event_get(e, COMMON_UNQUEUED_SEAT) != seat ||
		    event_get(e, COMMON_UNQUEUED_LINE) != 2)
			continue;
		w = event_words(e, COMMON_UNQUEUED_WHY, &n);
		return str_is(text_unpack(w, n, room, sizeof(room)), "done");
	}
	return false;
}

/* Nothing but the queue moved before the first refusal of the mail? */
static bool was_refused(const struct event_list *list, int seat)
{
	for (int i = 0; i < list->n; i++) {
		const struct event *e = &list->v[i];

		if (e->kind >= EVENT_FIRST_OWN)
			return false;
		if (e->kind == COMMON_REFUSED &&
		    event_get(e, COMMON_REFUSED_SEAT) == seat)
			return true;
	}
	return false;
}

/* the texts around an order: standing, with a condition, with a second */
static void wrap(const struct rb_state *s, const struct decision *d,
		 const char *text, struct dice *rng, struct buf *out,
		 bool *plain)
{
	static const char *const behind[] = {
		"\nON FAIL SKIP\nEND", "\nFORGET 1\nWAIT", "\nKEEP\nWAIT",
		"\nCLEAR\nWAIT",       "\nCONTINUE\nWAIT", ""
	};

	*plain = draw(rng, 8) != 0;
	if (*plain) {
		buf_addf(out, "%s\nWAIT", text);
		return;
	}
	if (chance(rng, 3))
		draw_condition(s, rng, out);
	if (chance(rng, 8))
		buf_addz(out, "ALWAYS ");
	buf_addz(out, text);
	if (chance(rng, 4)) {
		buf_addz(out, chance(rng, 2) ? " | " : "\nELSE: ");
		court_write(&court, 0, d, out);
	}
	buf_addz(out, behind[draw(rng, ARRAY_LEN(behind))]);
}

/* what kind of decision it is */
enum origin { SAMPLED, DRAWN, NEIGHBOUR, ELSEWHERE };

static void send(int seat, const struct decision *d, enum origin origin,
		 struct dice *rng)
{
	struct buf text, mail;
	enum court_fate fate;
	bool plain;

	buf_init(&text, 1 << 16);
	buf_init(&mail, 1 << 17);
	if (!court_write(&court, draw(rng, court.words.n_langs), d, &text)) {
		if (origin != NEIGHBOUR)
			fail("an order without words", "");
		buf_release(&text);
		return;
	}
	wrap(state_of(court.game), d, text.s, rng, &mail, &plain);
	fate = court_orders(&court, seat, mail.s);
	counts.mails++;
	counts.complaints += fate == COURT_COMPLAINT;
	counts.questions += fate == COURT_QUESTION;
	if (fate == COURT_COMPLAINT && plain && origin != NEIGHBOUR)
		fail("not understood:", mail.s);
	if (fate == COURT_PLAYED && plain) {
		bool refused = was_refused(&court.list, seat);

		counts.refused += refused;
		if (was_done(&court.list, seat))
			counts.order[d->kind]++;
		if (refused && origin == SAMPLED)
			fail("a sample refused:", mail.s);
	}
	counts.rolls += fate == COURT_PLAYED ? court.n_rolls : 0;
	if (fate == COURT_QUESTION)
		counts.order[d->kind]++;
	buf_release(&text);
	buf_release(&mail);
}

static enum origin draw_decision(int seat, struct dice *rng, struct decision *d)
{
	const struct rb_state *s = state_of(court.game);
	bool drawn = chance(rng, 10), nearly = chance(rng, 10);
	bool elsewhere = nearly && chance(rng, 2);

	system_rebellion.view(s, seat, &view);
	if (elsewhere)
		world_change(&view, rng);
	if (s->phase == RB_ARMY) {
		draw_army(s, seat, !drawn, rng, d);
		probe_army(s, seat, rng);
		return DRAWN;
	}
	if (!drawn && system_rebellion.sample(&view, seat, rng, d)) {
		counts.samples += !nearly;
		if (!nearly)
			return SAMPLED;
		if (!elsewhere)
			draw_neighbour(s, rng, d);
		return elsewhere ? ELSEWHERE : NEIGHBOUR;
	}
	counts.drawn += drawn;
	/* no place is left for a figure: only the game master can help */
	if (!drawn && s->phase == RB_DEPLOY && s->active == seat)
		stuck++;
	draw_garbage(s, seat, rng, d);
	return DRAWN;
}

/* What nearly fits, and what does not at all, beside what is sent. */
static void probe_more(int seat, struct dice *rng)
{
	const struct rb_state *s = state_of(court.game);
	struct decision d;

	system_rebellion.view(s, seat, &view);
	world_change(&view, rng);
	if (system_rebellion.sample(&view, seat, rng, &d))
		probe_decision(seat, &d, rng);
	for (int i = 0; i < 3; i++) {
		draw_garbage(s, seat, rng, &d);
		probe_decision(seat, &d, rng);
	}
}

static void one_mail(struct dice *rng)
{
	const struct rb_state *s = state_of(court.game);
	struct awaiting waits = { .n = 0 };
	struct decision d;
	enum origin origin;
	int seat;

	system_rebellion.awaiting(s, &waits);
	if (!waits.n)
		fail("nobody is awaited", "");
	seat = waits.v[draw(rng, waits.n)].seat;
	if (chance(rng, 100) && waits.v[0].seat == seat &&
	    waits.v[0].blocking && court_silence(&court, seat))
		return;
	if (chance(rng, 40))
		seat = draw(rng, court.n_players);
	origin = draw_decision(seat, rng, &d);
	if (origin != SAMPLED)
		probe_decision(draw(rng, 8) ? seat : draw(rng, RB_MAX_SEATS),
			       &d, rng);
	if (s->phase == RB_PLAY)
		probe_more(seat, rng);
	send(seat, &d, origin, rng);
}

/* --- a game ------------------------------------------------------------ */

enum { MAX_OPTIONS = N_RB_OPTIONS + 6 + RB_MAX_SEATS };

struct options {
	struct game_option v[MAX_OPTIONS];
	int n;
};

static void option(struct options *o, const char *name, int seat, int32_t value)
{
	o->v[o->n++] = (struct game_option){
		.name = str_of(name), .seat = seat, .value = { value }, .n = 1
	};
}

static void draw_options(struct options *o, int seats, struct dice *rng)
{
	int32_t side = draw(rng, 4) ? 2500 : 2800;

	o->n = 0;
	for (int i = 0; i < N_RB_OPTIONS; i++) {
		const struct rb_option_row *row = &rb_options[i];

		if (draw(rng, 3) == 0)
			option(o, row->name, -1,
			       row->min + draw(rng, row->max - row->min + 1));
	}
	option(o, "elevated_allowed", -1, draw(rng, 2));
	option(o, "cavalry", -1, draw(rng, 2));
	option(o, "terrain_gap", -1, draw(rng, 3) ? draw(rng, 100) : 197);
	option(o, "rounds", -1, draw(rng, 8) ? 4 + draw(rng, 16) : 0);
	option(o, "board", -1, side + draw(rng, 800));
	o->v[o->n - 1].value[1] = side + draw(rng, 800);
	o->v[o->n - 1].n = 2;
	option(o, "build", -1, 100 + 100 * draw(rng, 3));
	for (int seat = 0; seats == 4 && seat < seats; seat++)
		if (seed % 3)
			option(o, "team", seat, seat % 2);
}

static void verify(void)
{
	struct verify_result result;
	struct buf what;

	court_verify(&court, &result);
	counts.verified += result.good;
	counts.signatures += (long)result.signatures;
	if (result.good && result.rules_run)
		return;
	buf_init(&what, 2000);
	buf_addf(&what, "line %zu: %s\nexpected %s\nfound    %s",
		 result.fault.line, result.fault.what, result.fault.expected,
		 result.fault.found);
	fail("not verified:", what.s);
}

static void play(void)
{
	struct dice rng = { .bits = mixed, .source = &seed };
	int seats = 2 + (draw(&rng, 3) == 0) + (draw(&rng, 4) == 0);
	struct options o;

	memset(&ledger, 0, sizeof(ledger));
	game_init(&replayed, &system_rebellion);
	draw_options(&o, seats, &rng);
	court_begin(&court, seats, o.v, o.n, seed, (unsigned)draw(&rng, 16));
	stuck = 0;
	for (int i = 0; i < MAX_MAILS && !court.ended && stuck < MAX_STUCK; i++)
		one_mail(&rng);
	counts.stuck += stuck == MAX_STUCK;
	counts.games++;
	counts.over += court.ended;
	if (!court.ended)
		court_stop(&court);
	verify();
}

/* --- what was met ------------------------------------------------------ */

enum zero_kind { ZERO_RULE, ZERO_EVENT, ZERO_ORDER, ZERO_REFUSAL };

static const struct zero {
	enum zero_kind kind;
	const char *name; /* a * at its end: all that begin so */
	const char *reason;
} zeroes[] = {
#define RULE_ZERO(name, reason)    { ZERO_RULE, name, reason },
#define EVENT_ZERO(name, reason)   { ZERO_EVENT, name, reason },
#define ORDER_ZERO(name, reason)   { ZERO_ORDER, name, reason },
#define REFUSAL_ZERO(name, reason) { ZERO_REFUSAL, name, reason },
#include "zeroes-rebellion.def"
};

static bool names_it(const struct zero *z, enum zero_kind kind,
		     const char *name)
{
	size_t n = strlen(z->name);

	if (z->kind != kind)
		return false;
	if (n && z->name[n - 1] == '*')
		return !strncmp(z->name, name, n - 1);
	return !strcmp(z->name, name);
}

static const char *reason_of(enum zero_kind kind, const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(zeroes); i++)
		if (names_it(&zeroes[i], kind, name))
			return zeroes[i].reason;
	return NULL;
}

/* One line of the list; false: its number needs an explanation. */
static bool tell(enum zero_kind kind, const char *name, long n)
{
	static const char *const kinds[] = { "rule", "event", "order",
					     "refusal" };
	const char *reason = reason_of(kind, name);
	bool good = !n == !!reason;

	if (n)
		printf("%-7s %-22s %ld\n", kinds[kind], name, n);
	if (!n && counts.games >= LONG)
		printf("%-7s %-22s 0: %s\n", kinds[kind], name,
		       reason ? reason : "UNEXPLAINED");
	if (n && reason && counts.games >= LONG)
		printf("%-7s %-22s was to be 0: %s\n", kinds[kind], name,
		       reason);
	return good || counts.games < LONG;
}

static bool tell_all(void)
{
	const struct event_schema *s = &system_rebellion.events;
	bool good = true;

	printf("%ld games, %ld ended by their rules (%ld left no room), %ld "
	       "verified; %ld mails: "
	       "%ld samples, %ld drawn from the grammar; %ld refused, %ld "
	       "unreadable, %ld questions; %ld dice, %ld signatures\n",
	       counts.games, counts.over, counts.stuck, counts.verified,
	       counts.mails, counts.samples, counts.drawn, counts.refused,
	       counts.complaints, counts.questions, counts.rolls,
	       counts.signatures);
	for (int i = 0; i < n_event_common; i++)
		good &= tell(ZERO_EVENT, event_common[i].name, counts.event[i]);
	for (int i = EVENT_FIRST_OWN; i < EVENT_FIRST_OWN + N_RB_EVENTS; i++)
		good &= tell(ZERO_EVENT, event_kind(s, i)->name,
			     counts.event[i]);
	for (int i = 0; i < system_rebellion.decisions.n_kinds; i++)
		good &= tell(ZERO_ORDER,
			     system_rebellion.decisions.kinds[i].name,
			     counts.order[DECISION_FIRST_OWN + i]);
	for (int i = 1; i < N_RB_RULES; i++)
		good &= tell(ZERO_RULE, s->rules->name[i], counts.rule[i]);
	for (int i = 1; i < N_RB_REFUSALS; i++)
		good &= tell(ZERO_REFUSAL, system_rebellion.refusals[i].name,
			     counts.refusal[i]);
	return good;
}

static void house_open(void)
{
	struct why why = { { 0 } };
	struct judge_system sys = { .rules = &system_rebellion,
				    .names = names_of,
				    .option = judge_option_rebellion };

	if (figures_load(&figures, SRCDIR "/db/catalog/figures", &why)) {
		fprintf(stderr, "%s\n", why.text);
		exit(1);
	}
	court_open(&court, &sys, &grammar_rebellion, &figures);
	court.catalog = (struct catalog){ define, NULL };
	court.told = told;
}

static volatile sig_atomic_t enough;

static void stop(int number)
{
	(void)number;
	enough = 1;
}

int main(int argc, char **argv)
{
	int64_t games = 5, first = 1;
	bool good = argc % 2;

	for (int i = 1; good && i + 1 < argc; i += 2) {
		struct str word = str_of(argv[i]), value = str_of(argv[i + 1]);

		if (str_is(word, "--n"))
			good = parse_int(value, 1, 1000000, &games);
		else
			good = str_is(word, "--seed") &&
			       parse_int(value, 0, INT32_MAX, &first);
	}
	if (!good) {
		fprintf(stderr, "prop_rebellion [--n GAMES] [--seed SEED]\n");
		return 2;
	}
	printf("seed %lld\n", (long long)first);
	house_open();
	/* a long run that is broken off tells what it has met */
	signal(SIGINT, stop);
	signal(SIGTERM, stop);
	for (int64_t i = 0; i < games && !enough; i++) {
		seed = (uint64_t)(first + i) * UINT64_C(1000003);
		play();
		if (games >= 100 && (i + 1) % 20 == 0)
			fprintf(stderr, "\r%lld of %lld games",
				(long long)i + 1, (long long)games);
	}
	good = tell_all();
	court_close(&court);
	figures_release(&figures);
	return !good;
}
