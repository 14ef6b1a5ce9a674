/*
 * tests/prop/prop_rebellion.c - random games of Rebellion by sampled legal
 * decisions, one in ten drawn from the grammar instead.
 *	prop_rebellion [--n GAMES] [--seed SEED]
 * Orders go the way of a mail: written in a language, signed, read, queued,
 * judged (court.h). Armies are of the catalog, or of cards made up with every
 * ability; boards, options, terrain, players and teams are drawn.
 *
 * Beside what is looked at in games of all systems (play.h): nothing shifts a
 * base but what moves it; points are neither made nor lost.
 */
#include "play.h"
#include "position.h"
#include "engine/common.h"
#include "games/rebellion/rules/rebellion.h"
#include "tests/srcdir.h"
#include <stdio.h>
#include <stdlib.h>

static struct trials trials;

enum { MAX_MAILS = 900, MADE_UP = 4000 };

static const struct figures *figures; /* of the catalog */
static struct card_index cards_of;    /* as they are played */

/* RB-LOF-08: a die thrown for a doubtful line stays thrown */
static const int went[] = { RB_EV_DOUBT };

/* What each figure was worth when it went, and to whom. */
static struct ledger {
	int32_t lost[RB_MAX_FIGS], scored[RB_MAX_FIGS];
	int32_t score[RB_MAX_SEATS];
} ledger;

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
	struct dice rng = { .bits = chance_bits, .source = &number };
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
	struct catalog c = card_index_catalog(&cards_of);

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
	(void)source;
	if (is_made_up(text)) { /* what was signed is in capitals */
		buf_adds(out, text);
		if (text.s[0] == 'W')
			out->s[out->len - 1] |= 0x20;
		return true;
	}
	return card_index_named(&cards_of, text, out, nearest);
}

static void names_of(const struct game *seen, struct arena *a,
		     struct grammar_names *out)
{
	game_rebellion.names(seen, a, out);
	out->card = card_name;
}

static const struct rb_state *state_of(const struct play *p)
{
	return (const void *)p->court.game->state;
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
			mount = &figures->v[draw(rng, figures->n)];
		} while (!mount->cavalry[0]);
		do {
			rider = &figures->v[draw(rng, figures->n)];
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
	const struct figure *first = &figures->v[draw(rng, figures->n)];
	int faction = draw(rng, 5), clones = draw(rng, 3);
	int odd = draw(rng, 2); /* without abilities of speed, or with */

	for (int tries = 0; tries < 60; tries++) {
		const struct figure *f = &figures->v[draw(rng, figures->n)];
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

/*
 * A whole army, mostly of one faction: made up, or of the catalog; of mounts
 * and riders, too, where cavalry is played.
 */
static void draw_army(struct play *p, int seat, bool legal, struct dice *rng,
		      struct decision *d)
{
	const struct rb_state *s = state_of(p);
	bool made_up = legal && (p->seed >> seat & 1);
	int32_t build = s->player[seat].build;
	bool rides = s->head.option[RB_OPTION_CAVALRY] && draw(rng, 4);

	for (int tries = 0; tries < 40; tries++) {
		int32_t left = legal ? build : build * 3;
		int n = 0;

		decision_start(d, RB_ORDER_ARMY);
		for (int pairs = draw(rng, 4); rides && pairs >= 0; pairs--)
			if (!draw_pair(rng, made_up, d, &left, &n))
				break;
		draw_foot(rng, made_up, d, left, n);
		if (!legal || play_is_legal(p, seat, d))
			return;
	}
	draw_army(p, seat, false, rng, d);
}

static bool cards_draw(struct play *p, int seat, bool legal, struct dice *rng,
		       struct decision *d)
{
	if (state_of(p)->head.phase != RB_ARMY)
		return false;
	draw_army(p, seat, legal, rng, d);
	return true;
}

/*
 * Cards made up that make no army. Verification has no cards but those of the
 * log and of the catalog: this one is not sent.
 */
static void probe_army(struct play *p, int seat, struct dice *rng)
{
	static const char sets[] = "XYZ";
	struct decision d;
	int n = chance(rng, 8) ? 12 + draw(rng, 40) : draw(rng, 7);

	decision_start(&d, RB_ORDER_ARMY);
	for (int i = 0; i < n; i++) {
		char key[40];
		int number = draw(rng, draw(rng, 2) ? MADE_UP : 8);

		if (n > 7) /* more than there is room for */
			snprintf(key, sizeof(key), "X/%d", number);
		else if (chance(rng, 8))
			snprintf(key, sizeof(key), "Q/%d", number);
		else if (chance(rng, 4))
			snprintf(key, sizeof(key), "W/%d%c", number,
				 'a' + draw(rng, 2));
		else
			snprintf(key, sizeof(key), "%c/%d", sets[draw(rng, 3)],
				 number);
		decision_add_text(&d, RB_TAG_KEY, str_of(key));
	}
	play_probe(p, seat, &d, rng);
}

static int labels_of(const void *state, int32_t *out)
{
	const struct rb_state *s = state;
	int n = 0;

	for (int i = 0; i < s->n_figs; i++)
		out[n++] = s->fig[i].label;
	for (int i = 0; i < s->n_pile; i++)
		out[n++] = s->pile[i].item;
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

/* what the grammar drew: an army for one, somebody who can be ordered about */
static bool mend(struct play *p, int seat, struct dice *rng, struct decision *d)
{
	const struct rb_state *s = state_of(p);

	if (d->kind == RB_ORDER_ARMY)
		draw_army(p, seat, false, rng, d);
	if (s->head.phase == RB_PLAY && draw(rng, 4))
		give_to_own(s, seat, rng, d);
	return (d->kind != RB_ORDER_WITHDRAW && d->kind != RB_ORDER_END_GAME) ||
	       chance(rng, 20);
}

/*
 * What would be legal if the world were a little different: it is drawn on
 * such a view, so that the rules refuse it for just that reason.
 */
static void world_change(struct play *p, void *view, struct dice *rng)
{
	struct rb_state *s = view;
	int what = draw(rng, 16), x = draw(rng, s->n_figs ? s->n_figs : 1);

	s->actions_left += chance(rng, 8);
	if (what == 0)
		s->n_terrain = 0;
	for (int i = draw(rng, 6); what == 1 && i >= 0; i--)
		s->head.option[draw(rng, N_RB_OPTIONS)] ^= 1;
	if (what == 12)
		s->n_doubts = 0;
	if (what == 15)
		s->head.option[RB_OPTION_CV_RAISE_MOUNTS] = 1;
	for (int i = 0; i < s->n_figs; i++) {
		struct rb_fig *f = &s->fig[i];
		struct rb_def *d = &s->def[i];
		struct rb_click *c = &d->click[f->wounds];
		/* nobody else counts on it, no question is about it */
		bool alone = !f->captive && !f->captive_of && !f->on &&
			     !f->rider && !s->frame.what;

		switch (what) {
		case 2:
			if (i == x)
				f->facing = draw(rng, 360);
			break;
		case 3: f->captive_of = f->captive = 0; break;
		case 4: f->acted = f->tokens = f->spared = 0; break;
		case 5:
			memcpy(d->faction, s->def[x].faction,
			       sizeof(d->faction));
			break;
		case 6: memset(c->ability, 0, sizeof(c->ability)); break;
		case 13:
			if (draw(rng, 3))
				memset(c->ability, 0, sizeof(c->ability));
			break;
		case 14:
			if (c->ability[RB_DEFENSE] == RB_ABILITY_IMMUNITY)
				c->ability[RB_DEFENSE] = RB_NO_ABILITY;
			break;
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
				f->owner = draw(rng, p->n_players);
			break;
		default: break;
		}
	}
}

/* --- what is checked of every event ------------------------------------ */

static bool passing(int kind)
{
	return kind == RB_EV_CAPTIVE_MOVED || kind == RB_EV_ELIMINATED ||
	       kind == RB_EV_FREED || kind == RB_EV_WITHDRAWN ||
	       kind == RB_EV_DIAL_RESET || kind == RB_EV_DISMOUNTED ||
	       kind == RB_EV_ITEM_DROPPED || kind == RB_EV_RIDERLESS ||
	       /* of a rider without room, before its mount leaves */
	       kind == RB_EV_SCORED;
}

/* where everybody stood before an event */
static struct stood {
	int32_t label, facing;
	struct vec at;
} stood[RB_MAX_FIGS];
static int n_stood;

static void places_note(const void *state)
{
	const struct rb_state *s = state;

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
static void stillness_check(struct play *p, const struct rb_state *s,
			    const struct event *e, const char *text)
{
	bool turns = e->kind == RB_EV_TURNED || e->kind == RB_EV_FREE_SPIN;
	bool moves = e->kind == RB_EV_MOVED || e->kind == RB_EV_LEVITATED ||
		     e->kind == RB_EV_CAPTIVE_MOVED ||
		     e->kind == COMMON_OVERRIDE; /* a position set up */

	/* RULE: RB-MOVE-17, RB-ETQ-02 */
	for (int i = 0; !moves && i < n_stood; i++) {
		int f = rb_find(s, stood[i].label);

		if (!rb_on_board(s, f))
			continue;
		if (!vec_equal(s->fig[f].at, stood[i].at))
			play_fail(p, "a base was shifted:", text);
		if (!turns && s->fig[f].facing != stood[i].facing)
			play_fail(p, "a base was turned:", text);
	}
}

static void final_check(struct play *p, const struct rb_state *s,
			const struct event *e, const char *text)
{
	int32_t seat = event_get(e, RB_EV_FINAL_SCORE_SEAT);
	int32_t captives = 0, survivors = 0;

	for (int f = 0; f < s->n_figs; f++) {
		int by = s->fig[f].captive_of ? rb_find(s, s->fig[f].captive_of)
					      : -1;

		if (!rb_on_board(s, f) && !rb_rides(s, f))
			continue;
		/* a mean mount's is whom it obeys (CV-R-31) */
		if (by >= 0 &&
		    (s->fig[by].control < 0 ? s->fig[by].owner
					    : s->fig[by].control) == seat)
			captives += 2 * s->def[f].points;
		else if (by < 0 && s->fig[f].owner == seat)
			survivors += s->def[f].points;
	}
	if (event_get(e, RB_EV_FINAL_SCORE_ELIMINATED) != ledger.score[seat] ||
	    event_get(e, RB_EV_FINAL_SCORE_CAPTIVES) != captives ||
	    event_get(e, RB_EV_FINAL_SCORE_SURVIVORS) != survivors ||
	    event_get(e, RB_EV_FINAL_SCORE_TOTAL) !=
		    ledger.score[seat] + captives + survivors)
		play_fail(p, "points out of nothing:", text);
}

/*
 * A figure that went is worth its points once to somebody, or divided with
 * halves rounded up among at most three; and nothing else scores.
 */
static void points_check(struct play *p, const struct rb_state *s,
			 const struct event *e, const char *text)
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
			play_fail(p,
				  "a figure scored more than it cost:", text);
		break;
	case RB_EV_FINAL_SCORE: final_check(p, s, e, text); break;
	case RB_EV_GAME_OVER:
		for (int i = 0; i < s->n_figs; i++)
			if (ledger.scored[i] >
			    ledger.lost[i] + 3 * (ledger.lost[i] > 0))
				play_fail(p, "points scored twice:", text);
		break;
	case RB_EV_ARMY_ACCEPTED:
		for (int i = 0; i < s->n_figs; i++)
			spent[s->fig[i].owner] += s->def[i].points;
		for (int i = 0; i < RB_MAX_SEATS; i++)
			if (s->player[i].list_in &&
			    (s->player[i].spent != spent[i] ||
			     spent[i] > s->player[i].build))
				play_fail(p, "an army of other points:", text);
		break;
	default: break;
	}
}

static void event_check(struct play *p, const void *state,
			const struct event *e, const char *text)
{
	stillness_check(p, state, e, text);
	points_check(p, state, e, text);
}

/* --- a game ------------------------------------------------------------ */

/* What nearly fits, and what does not at all, beside what is sent. */
static void probe_more(struct play *p, int seat, struct dice *rng)
{
	const struct rb_state *s = state_of(p);
	struct decision d;

	if (s->head.phase == RB_ARMY)
		probe_army(p, seat, rng);
	if (s->head.phase != RB_PLAY)
		return;
	system_rebellion.view(s, seat, p->view);
	world_change(p, p->view, rng);
	if (system_rebellion.random_decision(p->view, seat, &trials, rng, &d)) {
		play_probe(p, seat, &d, rng);
		/* and others with it */
		for (int i = draw(rng, 5); s->n_figs && i > 0; i--)
			decision_add_int(&d, RB_TAG_WITH,
					 s->fig[draw(rng, s->n_figs)].label);
		play_probe(p, seat, &d, rng);
	}
	/* a line that a die has refused is asked for again */
	for (int i = 0; i < s->n_doubts; i++) {
		decision_start(&d, RB_ORDER_SHOOT);
		decision_add_int(&d, RB_TAG_FIG, s->doubt[i].firer);
		decision_add_int(&d, RB_TAG_TARGET, s->doubt[i].target);
		play_probe(p, seat, &d, rng);
	}
	for (int i = 0; i < 3; i++) {
		play_garbage(p, seat, rng, &d);
		play_probe(p, seat, &d, rng);
	}
}

/* the first of the options so far whose name it is; 0 if it is not set */
static int32_t option_of(const struct play *p, const char *name)
{
	int32_t value = 0;

	for (int i = 0; i < p->n_options; i++)
		if (str_is(p->option[i].name, name))
			value = p->option[i].value[0];
	return value;
}

static void draw_options(struct play *p, bool placed, struct dice *rng)
{
	int32_t side = draw(rng, 4) ? 2500 : 2800;
	struct game_option *board;

	for (int i = 0; i < N_RB_OPTIONS; i++) {
		const struct option_row *row = &rb_options[i];

		/* no army is checked, so every card must be one of the game */
		if (placed && (i == RB_OPTION_CV_RESERVED ||
			       i == RB_OPTION_CV_LATER_ABILITIES))
			continue;
		if (draw(rng, 3) == 0)
			play_option(p, row->name, -1,
				    row->min +
					    draw(rng, row->max - row->min + 1));
	}
	play_option(p, "elevated_allowed", -1, draw(rng, 2));
	play_option(p, "cavalry", -1, draw(rng, 2));
	play_option(p, "terrain_gap", -1, draw(rng, 3) ? draw(rng, 100) : 197);
	if (placed) {
		play_option(p, "rounds", -1, 3 + draw(rng, 6));
		if (option_of(p, "cavalry") && draw(rng, 3))
			play_option(p, "cv_items", -1, 1);
		return;
	}
	play_option(p, "rounds", -1, draw(rng, 8) ? 4 + draw(rng, 16) : 0);
	board = &p->option[p->n_options];
	play_option(p, "board", -1, side + draw(rng, 800));
	board->value[1] = side + draw(rng, 800);
	board->n = 2;
	play_option(p, "build", -1, 100 + 100 * draw(rng, 3));
	for (int seat = 0; p->n_players == 4 && seat < 4; seat++)
		if (p->seed % 3)
			play_option(p, "team", seat, seat % 2);
}

/* --- positions --------------------------------------------------------- */

/* of this position: those on foot shoot, and no ability forbids it */
static bool shooters;

static bool can_shoot(const char *key)
{
	struct event card;
	const int32_t *w;
	int n;

	define(NULL, str_of(key), &card);
	w = event_words(&card, RB_EV_FIGURE_DEFINED_DIAL, &n);
	for (int i = 0; i < n; i += RB_CLICK_WORDS)
		if (w[i + N_RB_SLOTS + RB_DAMAGE] == RB_ABILITY_BERSERK)
			return false;
	return event_get(&card, RB_EV_FIGURE_DEFINED_RANGE) &&
	       !w[N_RB_SLOTS + RB_SPEED];
}

/* of one faction a seat, mostly */
static void foot_key(struct dice *rng, int seat, char key[40])
{
	int faction = draw(rng, 8) ? seat : draw(rng, 5);

	for (int tries = 0; tries < 30; tries++) {
		snprintf(key, 40, "X/%d", 5 * draw(rng, MADE_UP / 5) + faction);
		if (!shooters || can_shoot(key))
			return;
	}
}

static void pair_keys(struct dice *rng, int seat, char rider[40],
		      char mount[40])
{
	int number = draw(rng, MADE_UP);

	if (chance(rng, 4)) {
		snprintf(rider, 40, "W/%da", number);
		snprintf(mount, 40, "W/%db", number);
		return;
	}
	number = 5 * draw(rng, MADE_UP / 5) + seat;
	snprintf(rider, 40, "Z/%d", number);
	snprintf(mount, 40, "Y/%d", 5 * draw(rng, MADE_UP / 5) + seat);
}

static const struct catalog cards = { define, NULL };

static void begin(struct play *p, struct dice *rng)
{
	static struct buf text;
	bool placed = chance(rng, 2);
	struct position_wish wish = { .foot = foot_key,
				      .pair = pair_keys,
				      .catalog = &cards };

	memset(&ledger, 0, sizeof(ledger));
	p->n_players = 2 + (draw(rng, 3) == 0) + (draw(rng, 4) == 0);
	draw_options(p, placed, rng);
	if (!placed)
		return;
	wish.n_players = p->n_players;
	wish.teams = p->n_players == 4 && draw(rng, 3);
	wish.cavalry = option_of(p, "cavalry");
	wish.deploy = chance(rng, 6);
	shooters = chance(rng, 3);
	wish.ahead = option_of(p, "cv_mount_dot") ? 55 : 0;
	buf_release(&text);
	buf_init(&text, 1 << 16);
	position_draw(&wish, rng, &text);
	p->position = buf_str(&text);
}

static const struct zero zeroes[] = {
#include "zeroes-judge.def"
#include "zeroes-rebellion.def"
};

int main(int argc, char **argv)
{
	struct play_house house = { .name = "prop_rebellion",
				    .deck = &cards_of,
				    .catalog = &cards,
				    .zeroes = zeroes,
				    .n_zeroes = ARRAY_LEN(zeroes),
				    .within = RB_REFUSAL_MEMBER,
				    .max_mails = MAX_MAILS,
				    .begin = begin,
				    .cards = cards_draw,
				    .mend = mend,
				    .world_change = world_change,
				    .probe = probe_more,
				    .labels = labels_of,
				    .went = went,
				    .n_went = ARRAY_LEN(went),
				    .passing = passing,
				    .before = places_note,
				    .after = event_check };
	static struct catalog_cache library;
	struct why why = { 0 };
	int status;

	house.sys = game_rebellion;
	house.sys.names = names_of;
	catalog_cache_init(&library, SRCDIR "/db/catalog");
	if (catalog_cache_figures(&library, &figures, &why) ||
	    figures_deal(&library, &cards_of, &why) ||
	    card_index_sort(&cards_of, &why)) {
		fprintf(stderr, "%s\n", why.text);
		return 1;
	}
	status = play_main(&house, argc, argv);
	card_index_release(&cards_of);
	catalog_cache_release(&library);
	return status;
}
