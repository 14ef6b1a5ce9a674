/* src/engine/player.c */
#include "engine/player.h"
#include "engine/auto_setup.h"

enum {
	PLAYOUT_STEPS = 60, /* decisions of one play-out */
	ROUND_STEPS = 75,   /* the same of each round, where rounds count */
	SETUP_DRAWS = 12,   /* drawn orders of the set-up that are compared */
	REFUSED_VALUE = -100000000
};

const struct player_strength player_levels[PLAYER_LEVELS] = {
	[PLAYER_EASY] = { .name = "easy",
			  .wide = 0,
			  .moves = 10,
			  .tries = 1,
			  .decisions = 60,
			  .blind = true },
	[PLAYER_FAIR] = { .name = "fair",
			  .wide = 1,
			  .moves = 120,
			  .tries = 4,
			  .decisions = 600 },
	[PLAYER_STRONG] = { .name = "strong",
			    .wide = 2,
			    .moves = 300,
			    .tries = 12,
			    .finalists = 8,
			    .rounds = 3,
			    .spans = 3,
			    .decisions = 12000 },
};

bool player_level_named(struct str name, enum player_level *out)
{
	for (int i = 0; i < PLAYER_LEVELS; i++)
		if (str_is(name, player_levels[i].name)) {
			*out = (enum player_level)i;
			return true;
		}
	return false;
}

void player_add(struct player_moves *list, const struct decision *d)
{
	for (int i = 0; i < list->n; i++)
		if (decision_equal(&list->v[i].d, d))
			return;
	if (list->n == list->max)
		return;
	list->v[list->n++] = (struct player_move){ .d = *d };
}

/* --- dice --------------------------------------------------------------- */

/* splitmix64, of Steele, Lea and Flood */
static uint64_t player_mixed(uint64_t x)
{
	x += UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

static uint32_t key_bits(const void *source, uint32_t roll, uint32_t draw)
{
	uint64_t key = *(const uint64_t *)source;

	return (uint32_t)(player_mixed(key ^ player_mixed((uint64_t)draw << 32 |
							  roll)) >>
			  32);
}

static void dice_of_key(struct player_dice *p, uint64_t key)
{
	p->key = key;
	p->dice = (struct dice){ .bits = key_bits, .source = &p->key };
}

void player_dice_init(struct player_dice *p, const struct system *sys,
		      const void *view, int seat, uint64_t seed,
		      enum player_level level)
{
	const int32_t *w = view;
	uint64_t x = player_mixed(seed) ^
		     player_mixed((uint64_t)level << 8 | (uint64_t)seat);

	for (size_t i = 0; i < sys->state_size / sizeof(*w); i++)
		x = (x ^ (uint32_t)w[i]) * UINT64_C(0x100000001b3);
	dice_of_key(p, player_mixed(x));
}

static uint64_t key_roll(struct dice *rng)
{
	uint64_t key = 0;

	for (int i = 0; i < 4; i++)
		key = key << 16 | (dice_roll(rng, DICE_MAX_SIDES) - 1);
	return key;
}

/* --- one play-out ------------------------------------------------------- */

struct search {
	struct player_position at;
	const struct system *sys;
	const struct player_strength *how;
	struct player_room *room;
	int decisions; /* made so far */
	uint64_t key;  /* of the worlds and their dice */
};

/* Hidden draws of a world. */
static uint32_t hidden_bits(const void *source, uint32_t number, uint32_t draw)
{
	return key_bits(source, ~number, draw);
}

/* One world: its run works on a copy of the view that is filled in. */
struct world {
	struct player_dice dice, hidden;
	struct secrets secrets;
	struct event_list out;
	struct run run;
};

static void world_begin(struct search *x, struct world *w, int number)
{
	struct player_dice fill;

	dice_of_key(&fill, x->key ^ player_mixed((uint64_t)number));
	dice_of_key(&w->dice, key_roll(&fill.dice));
	dice_of_key(&w->hidden, key_roll(&fill.dice));
	w->secrets = (struct secrets){ .bits = hidden_bits,
				       .source = &w->hidden.key };
	w->out = (struct event_list){ NULL, 0, INT32_MAX };
	w->run = (struct run){ .sys = x->sys,
			       .state = trials_take(&x->room->trials),
			       .dice = &w->dice.dice,
			       .catalog = x->at.catalog,
			       .secrets = &w->secrets,
			       .trials = &x->room->trials,
			       .out = &w->out,
			       .brief = true,
			       .on_view = true };
	memcpy(w->run.state, x->at.view, x->sys->state_size);
	if (x->at.rules->imagine)
		x->at.rules->imagine(w->run.state, x->at.seat, &fill.dice);
}

static void world_end(struct search *x, struct world *w)
{
	trials_give(&x->room->trials, w->run.state);
}

/* Carry out an order there, and what follows of itself. */
static bool world_do(struct search *x, struct world *w, int seat,
		     const struct decision *d)
{
	struct refusal no;

	x->decisions++;
	if (x->sys->decide(&w->run, seat, d, &no) == VERDICT_REFUSED ||
	    w->run.unknown)
		return false;
	x->sys->advance(&w->run);
	return !w->run.unknown;
}

static int kind_called(const struct system *sys, const char *name)
{
	for (int i = 0; i < sys->decisions.n_kinds; i++)
		if (!strcmp(sys->decisions.kinds[i].name, name))
			return DECISION_FIRST_OWN + i;
	return 0;
}

/* The default of a silent seat; it answers questions, too. */
static bool world_silent(struct search *x, struct world *w, int seat)
{
	struct decision d;

	return x->sys->default_order &&
	       x->sys->default_order(w->run.state, seat, &d) &&
	       world_do(x, w, seat, &d);
}

/* One order of the cheap policy. */
static bool world_step(struct search *x, struct world *w, int seat,
		       const struct awaiting *waits)
{
	struct player_moves list = { x->room->quick, 0,
				     ARRAY_LEN(x->room->quick) };

	if (awaiting_class(x->sys, waits, seat, CLASS_ANSWER) ||
	    common_state_of(w->run.state)->phase < x->sys->play)
		return world_silent(x, w, seat);
	x->at.rules->quick(w->run.state, seat, &x->room->trials, &w->dice.dice,
			   &list);
	for (int i = 0; i < list.n; i++) {
		struct decision d = list.v[i].d;

		if (!awaiting_has(waits, seat, d.kind))
			continue;
		if (world_do(x, w, seat, &d))
			return true;
		if (w->run.unknown)
			return false;
	}
	return world_silent(x, w, seat);
}

/* Only windows are open: no seat has an order for them. */
static bool world_close(struct search *x, struct world *w)
{
	int before = w->out.n;

	if (!x->sys->close)
		return false;
	x->sys->close(&w->run);
	x->sys->advance(&w->run);
	return w->out.n > before && !w->run.unknown;
}

/* The part of the game that a play-out counts: the seat that has the turn, or
 * the round. */
static int32_t world_span(const struct search *x, const struct world *w)
{
	int32_t of;

	return x->at.rules->rounds ? x->at.rules->turn(w->run.state, &of)
				   : common_state_of(w->run.state)->active;
}

/* Play on until so many turns have passed to another seat, or the rounds of
 * the game. */
static void world_play(struct search *x, struct world *w, int spans)
{
	const int rounds = x->at.rules->rounds;
	int steps = rounds ? rounds * ROUND_STEPS : PLAYOUT_STEPS;
	int32_t span = world_span(x, w), now;

	spans = rounds ? rounds : spans;
	for (int step = 0; step < steps; step++) {
		struct awaiting waits;
		uint32_t winners;
		int who = -1;

		now = world_span(x, w);
		spans -= now != span;
		span = now;
		if (spans <= 0 || system_over(x->sys, w->run.state, &winners) ||
		    x->decisions >= x->how->decisions)
			return;
		system_awaiting(x->sys, w->run.state, &waits);
		for (int i = 0; i < waits.n && who < 0; i++)
			if (!waits.v[i].window)
				who = waits.v[i].seat;
		if (who < 0 ? !world_close(x, w)
			    : !world_step(x, w, who, &waits))
			return;
	}
}

/* Try a candidate once. */
static void try_move(struct search *x, struct player_move *m, int number,
		     int spans)
{
	struct world w;
	bool refused = false;

	world_begin(x, &w, number);
	if (world_do(x, &w, x->at.seat, &m->d)) {
		if (spans)
			world_play(x, &w, spans);
	} else if (!w.run.unknown && !w.dice.dice.n_rolls) {
		refused = true;
	}
	/* what stops at a hidden value counts as far as it came; a die can
	 * refuse an order, and then the seat can give another one */
	m->sum += refused ? REFUSED_VALUE
			  : x->at.rules->value(w.run.state, x->at.seat,
					       x->how->blind,
					       x->at.rules->weights);
	m->n++;
	m->sure = !spans && !w.dice.dice.n_rolls;
	world_end(x, &w);
}

/* --- the choice --------------------------------------------------------- */

static void scores_sort(struct player_move *v, int n)
{
	for (int i = 0; i < n; i++)
		v[i].score = v[i].n ? (int32_t)(v[i].sum / v[i].n) : INT32_MIN;
	/* stable: candidates of equal score stay in the order of the list */
	for (int i = 1; i < n; i++) {
		struct player_move m = v[i];
		int k = i;

		for (; k && v[k - 1].score < m.score; k--)
			v[k] = v[k - 1];
		v[k] = m;
	}
}

/* An order that can be given again and again without an end is not searched. */
static bool is_free(const struct search *x, int kind)
{
	enum order_class is = decision_row(&x->sys->decisions, kind)->is;

	return is == CLASS_ANY || is == CLASS_STANDING || is == CLASS_QUERY;
}

/* Those that are legal as far as the seat knows, and change anything. */
static void keep_legal(struct search *x, struct player_moves *list,
		       const struct awaiting *waits)
{
	int kept = 0;

	for (int i = 0; i < list->n; i++) {
		const struct decision *d = &list->v[i].d;
		struct dry_run t;
		bool legal;

		if (!awaiting_has(waits, x->at.seat, d->kind) ||
		    is_free(x, d->kind))
			continue;
		dry_run_begin(&t, &x->room->trials, x->sys, x->at.view);
		t.run.catalog = x->at.catalog;
		legal = dry_run_do(&t, x->at.seat, d) &&
			(t.run.unknown || memcmp(t.run.state, x->at.view,
						 x->sys->state_size) != 0);
		dry_run_end(&t);
		if (!legal)
			continue;
		if (kept != i)
			list->v[kept] = list->v[i];
		kept++;
	}
	list->n = kept;
}

/* Look at each, then longer at the best. */
static void search_moves(struct search *x, struct player_moves *list)
{
	const struct player_strength *how = x->how;
	int n = list->n;

	for (int k = 0; k < how->tries; k++)
		for (int i = 0; i < n && (!k || x->decisions < how->decisions);
		     i++)
			if (!list->v[i].sure)
				try_move(x, &list->v[i], k, 0);
	scores_sort(list->v, n);
	if (n > how->finalists)
		n = how->finalists;
	for (int round = 0; round < how->rounds && n > 1; round++) {
		int tries = how->tries << round;

		for (int k = 0; k < tries && x->decisions < how->decisions; k++)
			for (int i = 0; i < n; i++)
				try_move(x, &list->v[i], 100 * round + k,
					 how->spans);
		scores_sort(list->v, n);
		n = (n + 1) / 2;
	}
}

/* Orders of the set-up: drawn ones, of which the best position counts. */
static void setup_moves(struct search *x, struct dice *rng,
			struct player_moves *list)
{
	struct decision d;

	for (int i = 0; i < SETUP_DRAWS; i++)
		if (auto_setup_auto(x->sys, x->at.view, x->at.seat,
				    x->at.catalog, &x->room->trials,
				    dice_roll(rng, DICE_MAX_SIDES), &d))
			player_add(list, &d);
}

bool player_choose(const struct player_position *at,
		   const struct player_strength *how, struct dice *rng,
		   struct player_room *room, struct player_choice *out)
{
	const struct player_rules *rules = at->rules;
	const struct common_state *h = at->view;
	struct player_moves list = { room->move, 0, PLAYER_MOVES };
	struct search x = {
		.at = *at, .sys = rules->sys, .how = how, .room = room
	};
	struct awaiting waits;
	struct decision end;

	trials_init(&room->trials);
	system_awaiting(x.sys, at->view, &waits);
	*out = (struct player_choice){ .candidates = 0 };
	if (h->phase < x.sys->play && rules->setup)
		rules->setup(at->view, at->seat, rng, &list);
	if (h->phase < x.sys->play)
		setup_moves(&x, rng, &list);
	else if (!awaiting_class(x.sys, &waits, at->seat, CLASS_ANSWER))
		rules->moves(at->view, at->seat, &room->trials, rng, how->wide,
			     &list);
	else if (rules->answer && rules->answer(at->view, at->seat, &end))
		player_add(&list, &end);
	if (list.n > how->moves)
		list.n = how->moves;
	if (h->phase >= x.sys->play) {
		decision_start(&end, kind_called(x.sys, "end"));
		player_add(&list, &end);
	}
	keep_legal(&x, &list, &waits);
	out->candidates = list.n;
	if (!list.n)
		return x.sys->default_order &&
		       x.sys->default_order(at->view, at->seat, &out->d);
	x.key = key_roll(rng);
	if (list.n > 1)
		search_moves(&x, &list);
	out->d = list.v[0].d;
	out->decisions = x.decisions;
	out->value = list.v[0].score;
	out->second = list.v[list.n > 1].score;
	return true;
}

/* --- suggestions -------------------------------------------------------- */

static int suggested_at(const struct offers *list, const struct decision *d)
{
	for (int i = 0; i < list->n; i++)
		if (decision_equal(&list->v[i].d, d))
			return i;
	return -1;
}

static void suggest_first(struct offers *list, const struct suggest *o)
{
	int at = suggested_at(list, &o->d);

	if (at < 0)
		at = list->n < OFFERS_MAX ? list->n++ : list->n - 1;
	memmove(list->v + 1, list->v, (size_t)at * sizeof(list->v[0]));
	list->v[0] = *o;
}

/* The candidate as a suggestion. */
static bool as_suggestion(const struct player_rules *rules, const void *view,
			  int seat, struct player_room *room,
			  const struct player_move *m,
			  const struct offers *list, struct suggest *out)
{
	int at = suggested_at(list, &m->d);

	if (m->score <= REFUSED_VALUE / 2)
		return false;
	if (at < 0)
		return rules->suggest(view, seat, &room->trials, &m->d, list,
				      out);
	*out = list->v[at];
	return true;
}

void player_lead(const struct player_rules *rules, const void *view, int seat,
		 struct player_room *room, struct offers *list)
{
	struct player_choice choice;
	struct player_dice dice;
	struct awaiting waits;
	struct suggest best;
	const struct common_state *h = view;

	system_awaiting(rules->sys, view, &waits);
	if (!rules->suggest || h->phase < rules->sys->play ||
	    awaiting_class(rules->sys, &waits, seat, CLASS_ANSWER))
		return;
	player_dice_init(&dice, rules->sys, view, seat, 0, PLAYER_FAIR);
	if (!player_choose(&(struct player_position){ rules, view, seat, NULL },
			   &player_levels[PLAYER_FAIR], &dice.dice, room,
			   &choice))
		return;
	for (int i = 0; i < choice.candidates; i++)
		if (as_suggestion(rules, view, seat, room, &room->move[i], list,
				  &best)) {
			suggest_first(list, &best);
			return;
		}
}
