/* src/games/rebellion/rules/evolve.c - applies events to the state */
#include "games/rebellion/rules/evolve.h"
#include "games/rebellion/rules/system_private.h"

static struct vec point_of(const struct event *e, int field)
{
	int n;
	const int32_t *w = event_words(e, field, &n);

	return (struct vec){ w[0], w[1] };
}

/* RB-LOF-08: a doubt that depended on this figure is open again */
void rb_doubts_forget(struct rb_state *s, int f)
{
	int kept = 0;

	if (!s->n_doubts)
		return;
	for (int i = 0; i < s->n_doubts; i++) {
		const struct rb_doubt *d = &s->doubt[i];

		if (RULE(RB_LOF_08, d->firer == s->fig[f].label ||
					    d->target == s->fig[f].label ||
					    rb_set(d->cause) & rb_bit(f)))
			continue;
		s->doubt[kept++] = *d;
	}
	memset(s->doubt + kept, 0,
	       (size_t)(s->n_doubts - kept) * sizeof(s->doubt[0]));
	s->n_doubts = kept;
}

static void put_at(struct rb_state *s, int f, struct vec at, int32_t facing)
{
	/* CV-GEO-04: turning moves the other end of a long base */
	bool moves =
		!vec_equal(s->fig[f].at, at) ||
		RULE(CV_GEO_04, rb_is_long(s, f) && s->fig[f].facing != facing);

	s->fig[f].at = at;
	s->fig[f].facing = facing;
	if (moves)
		rb_doubts_forget(s, f);
}

/* CV-ELIM-03: what becomes of the half that stays */
static void leave_unit(struct rb_state *s, int f)
{
	int other = rb_find(s, s->fig[f].on ? s->fig[f].on : s->fig[f].rider);

	if (other < 0)
		return;
	rb_part(s, f);
	s->fig[f].tokens = s->fig[other].tokens = 0;
}

/* it leaves the board; its captive is freed by an event of its own */
static void evolve_leave(struct rb_state *s, int f, int status)
{
	struct rb_fig *p = &s->fig[f];

	/* a rider's place is its mount's */
	rb_doubts_forget(s, rb_body(s, f));
	if (p->captive_of) {
		int by = rb_find(s, p->captive_of);

		if (by >= 0)
			s->fig[by].captive = 0;
	}
	p->captive_of = 0;
	leave_unit(s, f);
	p->status = status;
	p->at = (struct vec){ 0, 0 };
	p->facing = 0;
	p->control = -1;
	memset(p->cancelled, 0, sizeof(p->cancelled));
}

/* the place of a new figure; later ones are moved */
static int make_room(struct rb_state *s, int32_t label)
{
	int at = 0;

	if (s->n_figs >= RB_MAX_FIGS)
		return -1;
	while (at < s->n_figs && s->fig[at].label < label)
		at++;
	memmove(s->fig + at + 1, s->fig + at,
		(size_t)(s->n_figs - at) * sizeof(s->fig[0]));
	memmove(s->def + at + 1, s->def + at,
		(size_t)(s->n_figs - at) * sizeof(s->def[0]));
	memset(s->fig + at, 0, sizeof(s->fig[0]));
	memset(s->def + at, 0, sizeof(s->def[0]));
	s->n_figs++;
	/* both name figures by index */
	memset(s->contact, 0, sizeof(s->contact));
	memset(s->doubt, 0, sizeof(s->doubt));
	s->n_doubts = 0;
	return at;
}

static bool click_ok(const int32_t *w)
{
	for (int slot = 0; slot < N_RB_SLOTS; slot++) {
		int32_t a = w[N_RB_SLOTS + slot];

		if (w[slot] < 0 || w[slot] > 1000 || a < 0 ||
		    a >= N_RB_ABILITIES || (a && rb_abilities[a].slot != slot))
			return false;
	}
	return true;
}

static void click_keep(struct rb_click *c, const int32_t *w)
{
	memcpy(c->value, w, sizeof(c->value));
	memcpy(c->ability, w + N_RB_SLOTS, sizeof(c->ability));
}

/* what the card says of riding; [] is nothing */
static bool saddlery_keep(const struct rb_state *s, const struct event *e,
			  struct rb_def *d)
{
	struct rb_saddlery *c = &d->cavalry;
	int n;
	const int32_t *w = event_words(e, RB_EV_FIGURE_DEFINED_CAVALRY, &n);

	if (!n)
		return true;
	if (n != RB_SADDLERY_WORDS)
		return false;
	memcpy(c, w, sizeof(*c));
	if (c->mount < 0 || c->mount >= N_RB_MOUNTS || c->level < 0 ||
	    c->level >= N_RB_LEVELS || c->bonus < 0 || c->bonus > 20 ||
	    c->rides < 0 || c->rides >= 1 << N_RB_MOUNTS ||
	    c->proficiencies < 0 ||
	    c->proficiencies >= 1 << N_RB_PROFICIENCIES || c->subfaction < 0 ||
	    c->subfaction >= N_RB_SUBFACTIONS || c->slots < 0 ||
	    c->slots > RB_MAX_ITEMS)
		return false;
	/* CV-R-01: the dot in the middle of the same base */
	if (c->mount && s->head.option[RB_OPTION_CV_MOUNT_DOT])
		d->ahead = d->behind = (d->ahead + d->behind) / 2;
	return true;
}

static bool def_fits(const struct rb_def *d)
{
	return d->n_clicks >= 1 && d->n_clicks <= RB_MAX_CLICKS &&
	       d->range >= 0 && d->range <= 100 && d->targets >= 1 &&
	       d->targets <= RB_MAX_ARROWS && d->arc >= 2 && d->arc <= 360 &&
	       d->arc % 2 == 0 && d->radius >= 10 && d->radius <= 500 &&
	       d->points >= 0 && d->points <= 100000 && d->rank >= 0 &&
	       d->ahead >= 0 && d->ahead <= 500 && d->behind >= 0 &&
	       d->behind <= 500;
}

static bool figure_defined(struct rb_state *s, const struct event *e)
{
	int32_t label = event_get(e, RB_EV_FIGURE_DEFINED_FIG);
	int32_t owner = event_get(e, RB_EV_FIGURE_DEFINED_OWNER);
	bool open = e->audience == AUDIENCE_ALL;
	struct rb_def d = { 0 };
	const int32_t *dial, *spine;
	int n, n_spine, f;

	if (!rb_seat_ok(owner) || label <= 0)
		return false;
	f = rb_find(s, label);
	if (f >= 0 && open && !s->fig[f].open) {
		s->fig[f].open = 1; /* its card is here already */
		return true;
	}
	dial = event_words(e, RB_EV_FIGURE_DEFINED_DIAL, &n);
	spine = event_words(e, RB_EV_FIGURE_DEFINED_SPINE, &n_spine);
	d.rank = event_get(e, RB_EV_FIGURE_DEFINED_RANK);
	d.points = event_get(e, RB_EV_FIGURE_DEFINED_POINTS);
	d.range = event_get(e, RB_EV_FIGURE_DEFINED_RANGE);
	d.targets = event_get(e, RB_EV_FIGURE_DEFINED_TARGETS);
	d.arc = event_get(e, RB_EV_FIGURE_DEFINED_ARC);
	d.radius = event_get(e, RB_EV_FIGURE_DEFINED_RADIUS);
	d.n_clicks = n / RB_CLICK_WORDS;
	if (n % RB_CLICK_WORDS || n_spine != 2)
		return false;
	d.ahead = spine[0];
	d.behind = spine[1];
	if (!def_fits(&d) || !saddlery_keep(s, e, &d))
		return false;
	for (int i = 0; i < d.n_clicks; i++) {
		if (!click_ok(dial + i * RB_CLICK_WORDS))
			return false;
		click_keep(&d.click[i], dial + i * RB_CLICK_WORDS);
	}
	if (!event_copy_words(e, RB_EV_FIGURE_DEFINED_KEY, d.key,
			      RB_KEY_WORDS) ||
	    !event_copy_words(e, RB_EV_FIGURE_DEFINED_NAME, d.name,
			      RB_NAME_WORDS) ||
	    !event_copy_words(e, RB_EV_FIGURE_DEFINED_FACTION, d.faction,
			      RB_KEY_WORDS))
		return false;
	if (f < 0) {
		f = make_room(s, label);
		if (f < 0)
			return false;
		s->fig[f].label = label;
		s->fig[f].last_damager = s->fig[f].control = -1;
		s->fig[f].spin = RB_POLICY_INHERIT;
	}
	s->fig[f].owner = owner;
	s->fig[f].open = open;
	s->def[f] = d;
	return true;
}

/* one feature into the list of the board or of the pile, in label order */
static bool terrain_insert(struct rb_terrain *meta, struct feature *shape,
			   int32_t *n, const struct rb_terrain *t,
			   const struct feature *g)
{
	int at = 0;

	if (*n >= RB_MAX_TERRAIN)
		return false;
	while (at < *n && meta[at].label < t->label)
		at++;
	if (at < *n && meta[at].label == t->label)
		return false;
	memmove(meta + at + 1, meta + at, (size_t)(*n - at) * sizeof(*meta));
	memmove(shape + at + 1, shape + at, (size_t)(*n - at) * sizeof(*shape));
	meta[at] = *t;
	shape[at] = *g;
	++*n;
	/* `on` holds an index */
	for (int i = 0; i < *n; i++) {
		shape[i].on = GROUND_NONE;
		for (int j = 0; j < *n; j++)
			if (meta[i].on && meta[j].label == meta[i].on)
				shape[i].on = j;
	}
	return true;
}

static bool terrain_defined(struct rb_state *s, const struct event *e)
{
	struct rb_terrain t = {
		.label = event_get(e, RB_EV_TERRAIN_DEFINED_TERRAIN),
		.item = event_get(e, RB_EV_TERRAIN_DEFINED_ITEM),
		.seat = event_get(e, RB_EV_TERRAIN_DEFINED_SEAT),
		.on = event_get(e, RB_EV_TERRAIN_DEFINED_ON),
	};
	struct feature g = {
		.kind = event_get(e, RB_EV_TERRAIN_DEFINED_KIND),
		.abrupt = event_get(e, RB_EV_TERRAIN_DEFINED_ABRUPT),
		.on = GROUND_NONE,
	};
	int n, n_stairs;
	const int32_t *poly = event_words(e, RB_EV_TERRAIN_DEFINED_POLY, &n);
	const int32_t *stairs =
		event_words(e, RB_EV_TERRAIN_DEFINED_STAIRS, &n_stairs);

	if (n < 6 || n > 2 * GEO_MAX_VERTICES || n_stairs % 4 ||
	    n_stairs > 4 * GROUND_MAX_STAIRS || t.label <= 0 || g.kind < 0 ||
	    g.kind > FEATURE_CONCEALING)
		return false;
	for (int i = 0; i < n; i++)
		if (poly[i] < -GEO_MAX || poly[i] > GEO_MAX)
			return false;
	for (int i = 0; i < n_stairs; i++)
		if (stairs[i] < -GEO_MAX || stairs[i] > GEO_MAX)
			return false;
	g.area.n = n / 2;
	memcpy(g.area.v, poly, (size_t)n * sizeof(*poly));
	g.n_stairs = n_stairs / 4;
	if (n_stairs)
		memcpy(g.stairs, stairs, (size_t)n_stairs * sizeof(*stairs));
	if (!geo_polygon_is_simple(&g.area))
		return false;
	if (g.kind == FEATURE_WALL)
		g.thickness = geo_polygon_thickness(&g.area);
	if (event_get(e, RB_EV_TERRAIN_DEFINED_WHERE) == RB_LIES)
		return terrain_insert(s->terrain, s->feature, &s->n_terrain, &t,
				      &g);
	if (rb_seat_ok(t.seat) && t.label == t.item)
		s->player[t.seat].items++;
	return terrain_insert(s->pile, s->pile_feature, &s->n_pile, &t, &g);
}

/* take the features of an item off the pile; place them if at is given */
static bool item_leaves(struct rb_state *s, int32_t item, const struct vec *at,
			int32_t angle)
{
	int kept = 0, taken = 0;
	bool fits = true;

	for (int i = 0; i < s->n_pile; i++) {
		struct rb_terrain t = s->pile[i];
		struct feature g = s->pile_feature[i];

		if (t.item != item) {
			s->pile[kept] = t;
			s->pile_feature[kept++] = g;
			continue;
		}
		taken++;
		if (!at)
			continue;
		g.area = geo_polygon_place(&g.area, angle, *at);
		for (int k = 0; k < g.n_stairs; k++) {
			struct segment *x = &g.stairs[k];

			x->a = vec_add(geo_rotate(x->a, angle), *at);
			x->b = vec_add(geo_rotate(x->b, angle), *at);
		}
		fits &= terrain_insert(s->terrain, s->feature, &s->n_terrain,
				       &t, &g);
	}
	memset(s->pile + kept, 0, (size_t)taken * sizeof(s->pile[0]));
	memset(s->pile_feature + kept, 0,
	       (size_t)taken * sizeof(s->pile_feature[0]));
	s->n_pile = kept;
	/* indices on the pile have moved */
	for (int i = 0; i < kept; i++) {
		s->pile_feature[i].on = GROUND_NONE;
		for (int j = 0; j < kept; j++)
			if (s->pile[i].on == s->pile[j].label)
				s->pile_feature[i].on = j;
	}
	return fits && taken;
}

void rb_contacts_note(struct rb_state *s)
{
	struct rb_ground b;

	memset(s->contact, 0, sizeof(s->contact));
	rb_ground_build(s, &b);
	for (int i = 0; i < b.g.n_bodies; i++) {
		uint64_t bodies = ground_touching(&b.g, i);
		uint64_t figs = 0;

		for (; bodies; bodies &= bodies - 1)
			figs |= rb_bit(b.fig[rb_first(bodies)]);
		rb_set_put(s->contact[b.fig[i]], figs);
	}
}

/* a dial turns; keep the click shown, for those who know only that one */
static bool dial_turned(struct rb_state *s, int f, int32_t wounds,
			const struct event *e, int shown)
{
	int n;
	const int32_t *w = event_words(e, shown, &n);
	struct rb_def *d = &s->def[f];

	if (wounds < 0 || wounds > RB_MAX_CLICKS)
		return false;
	s->fig[f].wounds = wounds;
	if (n == RB_CLICK_WORDS && click_ok(w)) {
		click_keep(&d->click[wounds], w);
		if (d->n_clicks <= wounds)
			d->n_clicks = wounds + 1;
	} else if (!n) {
		d->n_clicks = wounds;
	}
	return true;
}

bool rb_option(void *state, struct str name, int seat, const int32_t *w, int n)
{
	struct rb_state *s = state;

	if (str_is(name, "board")) {
		if (n != 2 || w[0] < 2000 || w[0] > 7200 || w[1] < 2000 ||
		    w[1] > 7200)
			return false;
		s->board_w = w[0];
		s->board_h = w[1];
		return true;
	}
	if (str_is(name, "build")) {
		if (n != 1 || w[0] < 100 || w[0] % 100 || w[0] > 100000)
			return false;
		for (int i = 0; i < RB_MAX_SEATS; i++)
			if (seat < 0 || seat == i)
				s->player[i].build = w[0];
		return true;
	}
	if (n != 1 || !rb_seat_ok(seat))
		return false;
	if (str_is(name, "team") && w[0] >= 0 && w[0] < COMMON_STATE_TEAMS) {
		s->head.seat[seat].team = w[0];
		return true;
	}
	if (str_is(name, "side") && w[0] >= RB_SOUTH && w[0] <= RB_EAST) {
		s->player[seat].side = w[0];
		return true;
	}
	return false;
}

static bool evolve_doubt(struct rb_state *s, const struct event *e)
{
	int n;
	const int32_t *w = event_words(e, RB_EV_DOUBT_CAUSES, &n);
	struct rb_doubt d = {
		.firer = event_get(e, RB_EV_DOUBT_FIRER),
		.target = event_get(e, RB_EV_DOUBT_TARGET),
		.ok = event_get(e, RB_EV_DOUBT_OK),
	};
	uint64_t causes = 0;

	for (int i = 0; i < n; i++) {
		int f = rb_find(s, w[i]);

		if (f >= 0)
			causes |= rb_bit(f);
	}
	rb_set_put(d.cause, causes);
	if (s->n_doubts == RB_MAX_DOUBTS) { /* the oldest is forgotten */
		memmove(s->doubt, s->doubt + 1,
			(RB_MAX_DOUBTS - 1) * sizeof(s->doubt[0]));
		s->n_doubts--;
	}
	s->doubt[s->n_doubts++] = d;
	return true;
}

static bool evolve_returned(struct rb_state *s, int f, const struct event *e)
{
	struct rb_fig *p = &s->fig[f];

	if (!event_get(e, RB_EV_RETURNED_OK))
		return true;
	p->status = RB_ON_BOARD;
	p->tokens = event_get(e, RB_EV_RETURNED_TOKENS);
	p->last_damager = -1;
	put_at(s, f, point_of(e, RB_EV_RETURNED_AT),
	       event_get(e, RB_EV_RETURNED_FACE));
	return dial_turned(s, f, event_get(e, RB_EV_RETURNED_WOUNDS), e,
			   RB_EV_RETURNED_SHOWN);
}

static bool evolve_clicks(struct rb_state *s, int f, const struct event *e)
{
	int cause = event_get(e, RB_EV_CLICKS_CAUSE);
	int by = rb_find(s, event_get(e, RB_EV_CLICKS_BY));

	if (event_get(e, RB_EV_CLICKS_N) > 0 && by >= 0 &&
	    rb_opposing(s, f, by) && rb_reducible(cause))
		s->fig[f].last_damager = rb_commander(s, by);
	return dial_turned(s, f, event_get(e, RB_EV_CLICKS_WOUNDS), e,
			   RB_EV_CLICKS_SHOWN);
}

static bool evolve_withdrawn(struct rb_state *s, const struct event *e)
{
	int32_t seat = event_get(e, RB_EV_WITHDRAWN_SEAT);

	if (!rb_seat_ok(seat))
		return false;
	s->head.seat[seat].withdrawn = 1;
	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].owner == seat &&
		    (rb_on_board(s, f) || rb_rides(s, f)))
			evolve_leave(s, f, RB_WITHDRAWN);
	return true;
}

/* --- events about one figure: its field is always the first -------------- */

static bool evolve_deployed(struct rb_state *s, int f, const struct event *e)
{
	struct rb_fig *p = &s->fig[f];

	p->status = RB_ON_BOARD;
	put_at(s, f, point_of(e, RB_EV_DEPLOYED_AT),
	       event_get(e, RB_EV_DEPLOYED_FACE));
	if (p->rider)
		rb_seat_rider(s, rb_find(s, p->rider));
	common_state_last_was(&s->head, p->owner, true);
	return true;
}

static bool command_roll(struct rb_state *s, int f, const struct event *e)
{
	(void)f;
	s->actions_left = event_get(e, RB_EV_COMMAND_ROLL_ACTIONS);
	return true;
}

static bool ability_switched(struct rb_state *s, int f, const struct event *e)
{
	struct rb_fig *p = &s->fig[f];
	uint64_t set = rb_set(p->cancelled);
	uint64_t bit = UINT64_C(1)
		       << event_get(e, RB_EV_ABILITY_SWITCHED_ABILITY);

	set = event_get(e, RB_EV_ABILITY_SWITCHED_ON) ? set & ~bit : set | bit;
	rb_set_put(p->cancelled, set);
	common_state_last_was(&s->head, p->owner, true);
	return true;
}

static bool evolve_token(struct rb_state *s, int f, const struct event *e)
{
	s->fig[f].tokens = event_get(e, RB_EV_TOKEN_TOKENS);
	return true;
}

static bool break_away(struct rb_state *s, int f, const struct event *e)
{
	if (!event_get(e, RB_EV_BREAK_AWAY_OK))
		s->head.seat[rb_commander(s, f)].last_ok = 0;
	return true;
}

static bool evolve_moved(struct rb_state *s, int f, const struct event *e)
{
	int n;
	const int32_t *w = event_words(e, RB_EV_MOVED_PATH, &n);

	if (n < 2)
		return false;
	put_at(s, f, (struct vec){ w[n - 2], w[n - 1] },
	       event_get(e, RB_EV_MOVED_FACE));
	return true;
}

static bool evolve_turned(struct rb_state *s, int f, const struct event *e)
{
	put_at(s, f, s->fig[f].at, event_get(e, RB_EV_TURNED_FACE));
	return true;
}

static bool captive_moved(struct rb_state *s, int f, const struct event *e)
{
	put_at(s, f, point_of(e, RB_EV_CAPTIVE_MOVED_AT),
	       event_get(e, RB_EV_CAPTIVE_MOVED_FACE));
	return true;
}

static bool free_spin(struct rb_state *s, int f, const struct event *e)
{
	s->fig[f].facing = event_get(e, RB_EV_FREE_SPIN_TO);
	return true;
}

static bool evolve_levitated(struct rb_state *s, int f, const struct event *e)
{
	put_at(s, f, point_of(e, RB_EV_LEVITATED_TO),
	       event_get(e, RB_EV_LEVITATED_FACE));
	s->fig[f].spared = s->head.option[RB_OPTION_LEVITATED_MAY_ACT];
	return true;
}

static bool evolve_healed(struct rb_state *s, int f, const struct event *e)
{
	return dial_turned(s, f, event_get(e, RB_EV_HEALED_WOUNDS), e,
			   RB_EV_HEALED_SHOWN);
}

static bool evolve_captured(struct rb_state *s, int f, const struct event *e)
{
	int by = rb_find(s, event_get(e, RB_EV_CAPTURED_BY));

	if (by < 0)
		return false;
	s->fig[f].captive_of = s->fig[by].label;
	s->fig[by].captive = s->fig[f].label;
	return true;
}

static bool evolve_freed(struct rb_state *s, int f, const struct event *e)
{
	int by = rb_find(s, s->fig[f].captive_of);

	(void)e;
	if (by >= 0)
		s->fig[by].captive = 0;
	s->fig[f].captive_of = 0;
	return true;
}

static bool evolve_eliminated(struct rb_state *s, int f, const struct event *e)
{
	(void)e;
	evolve_leave(s, f, RB_ELIMINATED);
	return true;
}

static bool evolve_removed(struct rb_state *s, int f, const struct event *e)
{
	(void)e;
	evolve_leave(s, f, RB_REMOVED);
	return true;
}

static bool dial_reset(struct rb_state *s, int f, const struct event *e)
{
	return dial_turned(s, f, 0, e, RB_EV_DIAL_RESET_SHOWN);
}

/* it tells of a figure, and changes nothing */
static bool told_of(struct rb_state *s, int f, const struct event *e)
{
	(void)s;
	(void)f;
	(void)e;
	return true;
}

typedef bool rb_figure_event(struct rb_state *s, int f, const struct event *e);

#define DOES(sym, function) [RB_EV_##sym - EVENT_FIRST_OWN] = function
static rb_figure_event *const figure_events[N_RB_EVENTS] = {
	DOES(DEPLOYED, evolve_deployed),
	DOES(COMMAND_ROLL, command_roll),
	DOES(ABILITY_SWITCHED, ability_switched),
	DOES(TOKEN, evolve_token),
	DOES(BREAK_AWAY, break_away),
	DOES(MOVED, evolve_moved),
	DOES(TURNED, evolve_turned),
	DOES(CAPTIVE_MOVED, captive_moved),
	DOES(FREE_SPIN, free_spin),
	DOES(LEVITATED, evolve_levitated),
	DOES(CLICKS, evolve_clicks),
	DOES(HEALED, evolve_healed),
	DOES(CAPTURED, evolve_captured),
	DOES(FREED, evolve_freed),
	DOES(ELIMINATED, evolve_eliminated),
	DOES(REMOVED, evolve_removed),
	DOES(DIAL_RESET, dial_reset),
	DOES(RETURNED, evolve_returned),
	DOES(POLE_ARM, told_of),
	DOES(ATTACK_REJECTED, told_of),
	DOES(DAMAGE_DIE, told_of),
};

/* --- the others ---------------------------------------------------------- */

static bool action_given(struct rb_state *s, const struct event *e)
{
	int n;
	const int32_t *w = event_words(e, RB_EV_ACTION_MEMBERS, &n);
	int f = rb_find(s, event_get(e, RB_EV_ACTION_FIG));

	if (f < 0)
		return false;
	s->fig[f].acted = 1;
	s->fig[f].passed = event_get(e, RB_EV_ACTION_KIND) == RB_ACTION_PASS;
	for (int i = 0; i < n; i++) {
		int m = rb_find(s, w[i]);

		if (m < 0)
			return false;
		s->fig[m].acted = 1;
	}
	s->actions_left = event_get(e, RB_EV_ACTION_LEFT);
	common_state_last_was(&s->head, event_get(e, RB_EV_ACTION_SEAT), true);
	return true;
}

static bool game_over(struct rb_state *s, const struct event *e)
{
	int n;
	const int32_t *w = event_words(e, RB_EV_GAME_OVER_WINNERS, &n);

	common_state_end(&s->head, RB_OVER, w, n);
	s->end_reason = event_get(e, RB_EV_GAME_OVER_REASON);
	return true;
}

static bool phase_entered(struct rb_state *s, const struct event *e)
{
	s->head.phase = event_get(e, RB_EV_PHASE_ENTERED_PHASE);
	return true;
}

static bool terrain_placed(struct rb_state *s, const struct event *e)
{
	struct vec at = point_of(e, RB_EV_TERRAIN_PLACED_AT);

	common_state_last_was(&s->head, event_get(e, RB_EV_TERRAIN_PLACED_SEAT),
			      true);
	return item_leaves(s, event_get(e, RB_EV_TERRAIN_PLACED_ITEM), &at,
			   event_get(e, RB_EV_TERRAIN_PLACED_ANGLE));
}

static bool terrain_aside(struct rb_state *s, const struct event *e)
{
	return item_leaves(s, event_get(e, RB_EV_TERRAIN_ASIDE_ITEM), NULL, 0);
}

static bool dials_set(struct rb_state *s, const struct event *e)
{
	(void)e;
	for (int f = 0; f < s->n_figs; f++)
		s->fig[f].wounds = 0;
	return true;
}

static bool wounds_carried(struct rb_state *s, const struct event *e)
{
	int f = rb_find(s, event_get(e, RB_EV_WOUNDS_CARRIED_FIG));
	int32_t wounds = event_get(e, RB_EV_WOUNDS_CARRIED_WOUNDS);

	if (f < 0 || wounds >= s->def[f].n_clicks)
		return false;
	s->fig[f].wounds = wounds;
	return true;
}

static bool tokens_removed(struct rb_state *s, const struct event *e)
{
	int n;
	const int32_t *w = event_words(e, RB_EV_TOKENS_REMOVED_FIGS, &n);

	for (int i = 0; i < n; i++) {
		int f = rb_find(s, w[i]);

		if (f < 0)
			return false;
		s->fig[f].tokens = 0;
	}
	return true;
}

static bool attack_result(struct rb_state *s, const struct event *e)
{
	int result = event_get(e, RB_EV_ATTACK_RESULT_RESULT);
	int f = rb_find(s, event_get(e, RB_EV_ATTACK_RESULT_ATTACKER));

	if (f >= 0 && (result == RB_HIT || result == RB_CRITICAL_HIT))
		s->head.seat[rb_commander(s, f)].last_hit = 1;
	return f >= 0;
}

/* it explains, and changes nothing, or engine/frame.h has done it */
static bool no_change(struct rb_state *s, const struct event *e)
{
	(void)s;
	(void)e;
	return true;
}

typedef bool rb_state_event(struct rb_state *s, const struct event *e);

static rb_state_event *const state_events[N_RB_EVENTS] = {
	DOES(FIGURE_DEFINED, figure_defined),
	DOES(TERRAIN_DEFINED, terrain_defined),
	DOES(PHASE_ENTERED, phase_entered),
	DOES(TERRAIN_PLACED, terrain_placed),
	DOES(TERRAIN_ASIDE, terrain_aside),
	DOES(DIALS_SET, dials_set),
	DOES(WOUNDS_CARRIED, wounds_carried),
	DOES(ACTION, action_given),
	DOES(TOKENS_REMOVED, tokens_removed),
	DOES(ATTACK_RESULT, attack_result),
	DOES(DOUBT, evolve_doubt),
	DOES(ASKED, no_change),
	DOES(SUSPENDED, no_change),
	DOES(ANSWERED, no_change),
	DOES(WITHDRAWN, evolve_withdrawn),
	DOES(GAME_OVER, game_over),
	DOES(FORMATION_HOLDS, no_change),
	DOES(ATTACK, no_change),
	DOES(LINE_CHECKED, no_change),
	DOES(MEASURED, no_change),
	DOES(ODDS, no_change),
};

int rb_event_homes(int kind)
{
	int i = kind - EVENT_FIRST_OWN;

	return !!state_events[i] + !!figure_events[i] + !!rb_player_events[i] +
	       rb_cavalry_knows(kind);
}

bool rb_evolve(void *state, const struct event *e)
{
	struct rb_state *s = state;
	int i = e->kind - EVENT_FIRST_OWN, f, seat;

	if (state_events[i])
		return state_events[i](s, e);
	if (figure_events[i]) {
		f = rb_find(s, event_get(e, 0));
		return f >= 0 && figure_events[i](s, f, e);
	}
	if (rb_player_events[i]) {
		seat = event_get(e, 0);
		return rb_seat_ok(seat) && rb_player_events[i](s, seat, e);
	}
	return rb_cavalry_evolve(s, e);
}
