/* src/games/rebellion/rules/state.c */
#include "games/rebellion/rules/state.h"
#include "games/rebellion/rules/system_private.h"
#include "games/rebellion/rules/refuse.h"

int rb_find(const struct rb_state *s, int32_t label)
{
	for (int i = 0; i < s->n_figs; i++)
		if (s->fig[i].label == label)
			return i;
	return -1;
}

int rb_known(const struct rb_state *s, int seat, int32_t label)
{
	int f = rb_find(s, label);

	return f >= 0 && (s->fig[f].open || s->fig[f].owner == seat) ? f : -1;
}

int rb_find_terrain(const struct rb_state *s, int32_t label)
{
	for (int i = 0; i < s->n_terrain; i++)
		if (s->terrain[i].label == label)
			return i;
	return -1;
}

int rb_find_item(const struct rb_state *s, int32_t label)
{
	for (int i = 0; i < s->n_items; i++)
		if (s->item[i].label == label)
			return i;
	return -1;
}

bool rb_shows(const struct rb_state *s, int f, enum rb_ability a)
{
	int slot = rb_abilities[a].slot;

	return slot < N_RB_SLOTS && rb_click(s, f)->ability[slot] == (int32_t)a;
}

bool rb_has(const struct rb_state *s, int f, enum rb_ability a)
{
	const struct rb_fig *p = &s->fig[f];

	if (!RULE(RB_SA_01, rb_shows(s, f, a)) ||
	    (!rb_is_free(s, f) && !RULE(CV_UNIT_09, rb_rides(s, f))))
		return false;
	return !RULE(RB_SA_02, rb_set(p->cancelled) & UINT64_C(1) << a);
}

static inline struct spine spine_of(const struct rb_def *d, struct vec at,
				    int32_t facing)
{
	if (!d->ahead && !d->behind)
		return (struct spine){ { at, at }, 1, d->radius };
	return geo_base(at, facing, d->radius, d->ahead, d->behind);
}

struct spine rb_spine_at(const struct rb_state *s, int f, struct vec at,
			 int32_t facing)
{
	return spine_of(&s->def[f], at, facing);
}

struct spine rb_spine(const struct rb_state *s, int f)
{
	return rb_spine_at(s, f, s->fig[f].at, s->fig[f].facing);
}

bool rb_touch(const struct rb_state *s, int f, int g)
{
	struct rb_ground b;

	if (rb_rides(s, f) || rb_rides(s, g)) {
		if (rb_partner(s, f) == g) /* CV-UNIT-04 */
			return true;
		f = rb_body(s, f);
		g = rb_body(s, g);
	}
	if (!rb_on_board(s, f) || !rb_on_board(s, g) || f == g)
		return false;
	rb_ground_build(s, &b);
	return ground_touch(&b.g, b.body_of[f], b.body_of[g]);
}

struct str rb_text(const int32_t *words, int n, char *room, size_t size)
{
	return text_unpack(words, n, room, size);
}

/* --- the board as geometry sees it ------------------------------------- */

static inline void body_put(struct body *to, const struct rb_def *d,
			    struct vec at, int32_t facing)
{
	to->dot = at;
	if (d->ahead || d->behind) {
		to->spine = spine_of(d, at, facing);
		return;
	}
	/* most are discs */
	to->spine.p[0] = to->spine.p[1] = at;
	to->spine.n = 1;
	to->spine.r = d->radius;
}

void rb_ground_build(const struct rb_state *s, struct rb_ground *b)
{
	int n = 0;
	bool riders = false;

	for (int f = 0; f < s->n_figs; f++) {
		const struct rb_fig *p = &s->fig[f];

		if (!rb_on_board(s, f)) {
			b->body_of[f] = GROUND_NONE;
			riders |= rb_rides(s, f);
			continue;
		}
		b->body_of[f] = n;
		b->fig[n] = f;
		body_put(&b->body[n++], &s->def[f], p->at, p->facing);
	}
	for (int f = 0; riders && f < s->n_figs; f++)
		if (rb_rides(s, f)) /* CV-R-28: one footprint */
			b->body_of[f] = b->body_of[rb_body(s, f)];
	b->room = NULL;
	b->brief = false;
	b->g = (struct ground){
		.w = s->board_w,
		.h = s->board_h,
		.n_bodies = n,
		.n_features = s->n_terrain,
		.bodies = b->body,
		.features = s->feature,
		.cliffs_part = s->head.option[RB_OPTION_ABRUPT_CONTACT] != 0,
		.wide_paths = s->head.option[RB_OPTION_PATH_WIDTH] != 0,
		.low_bases = s->head.option[RB_OPTION_ELEVATED_BASES] != 0,
		.lof_doubt = s->head.option[RB_OPTION_LOF_DOUBT],
		.clear_concealing =
			s->head.option[RB_OPTION_CV_CONCEALING] != 0,
	};
}

void rb_ground_for(const struct run *r, struct rb_ground *b)
{
	rb_ground_build(rb_of(r), b);
	b->room = r->trials;
	b->brief = r->brief;
}

void rb_ground_put(const struct rb_state *s, struct rb_ground *b, int f,
		   struct vec at, int32_t facing)
{
	int i = b->body_of[f];

	body_put(&b->body[i], &s->def[f], at, facing);
}

/* who of the figures that touch f is free, and (not) of its side */
static uint64_t state_touching(const struct rb_state *s,
			       const struct rb_ground *b, int f, bool opposing)
{
	uint64_t bodies = ground_touching(&b->g, b->body_of[f]);
	uint64_t figs = 0;

	for (; bodies; bodies &= bodies - 1) {
		int g = b->fig[rb_first(bodies)];

		/* a captive is neither friend nor foe */
		if (RULE(RB_CON_02, s->fig[g].captive_of))
			continue;
		if (g != f && rb_opposing(s, f, g) == opposing)
			figs |= rb_bit(g);
	}
	return figs;
}

uint64_t rb_opponents_touching(const struct rb_state *s,
			       const struct rb_ground *b, int f)
{
	return state_touching(s, b, f, true);
}

uint64_t rb_friends_touching(const struct rb_state *s,
			     const struct rb_ground *b, int f)
{
	return state_touching(s, b, f, false);
}

struct mover rb_mover(const struct rb_state *s, const struct rb_ground *b,
		      int f)
{
	const struct rb_fig *p = &s->fig[f];
	const struct rb_def *d = &s->def[f];
	int captive = p->captive ? rb_find(s, p->captive) : -1;

	return (struct mover){
		.self = b->body_of[f],
		.captive = captive < 0 ? GROUND_NONE : b->body_of[captive],
		.at = b->body_of[f] < 0 ? p->at : b->body[b->body_of[f]].dot,
		.facing = p->facing,
		.r = d->radius,
		.ahead = d->ahead,
		.behind = d->behind,
		.flight = RULE(RB_SPD_30, rb_has(s, f, RB_ABILITY_FLIGHT)),
		.aquatic = RULE(RB_SPD_40, rb_has(s, f, RB_ABILITY_AQUATIC)),
	};
}

/* --- seats ------------------------------------------------------------- */

int rb_clockwise(const struct rb_state *s, int seats[RB_MAX_SEATS])
{
	int n = 0;

	/* sides are all different; without sides, the seats in order */
	for (int side = RB_SOUTH; side <= RB_EAST; side++)
		for (int seat = 0; seat < RB_MAX_SEATS; seat++)
			if (s->head.seat[seat].present &&
			    s->player[seat].side == side)
				seats[n++] = seat;
	for (int seat = 0; seat < RB_MAX_SEATS; seat++)
		if (s->head.seat[seat].present && s->player[seat].side < 0)
			seats[n++] = seat;
	return n;
}

int rb_next_seat(const struct rb_state *s, int seat,
		 bool (*ok)(const struct rb_state *s, int seat))
{
	int seats[RB_MAX_SEATS];
	int n = rb_clockwise(s, seats);
	int at = 0;

	while (at < n && seats[at] != seat)
		at++;
	for (int k = 1; k <= n; k++)
		if (ok(s, seats[(at + k) % n]))
			return seats[(at + k) % n];
	return -1;
}

/* --- refusals ---------------------------------------------------------- */

bool rb_no(struct refusal *no, int reason, int rule)
{
	*no = (struct refusal){ .reason = reason, .rule = rule };
	return false;
}

bool rb_no1(struct refusal *no, int reason, int rule, int32_t a)
{
	rb_no(no, reason, rule);
	no->args[no->n_args++] = a;
	return false;
}

bool rb_no2(struct refusal *no, int reason, int rule, int32_t a, int32_t b)
{
	rb_no1(no, reason, rule, a);
	no->args[no->n_args++] = b;
	return false;
}

bool rb_no_text(struct refusal *no, int reason, int rule, const int32_t *w,
		int n, struct str text)
{
	int room = REFUSAL_MAX_ARGS - n;

	rb_no(no, reason, rule);
	for (int i = 0; i < n; i++)
		no->args[no->n_args++] = w[i];
	/* cut to what fits, at the start of a character */
	while (text_words(text.len) > room ||
	       (text.len &&
		((unsigned char)text.s[text.len - 1] & 0xc0) == 0xc0))
		text.len--;
	no->n_args += text_pack(no->args + no->n_args, room, text);
	return false;
}

struct str rb_printed(const char *name, char *room, size_t size)
{
	size_t n = strlen(name);

	assert(n < size);
	for (size_t i = 0; i <= n; i++) {
		bool first = !i || name[i - 1] == ' ' || name[i - 1] == '/';

		room[i] = name[i];
		if (first && 'a' <= name[i] && name[i] <= 'z')
			room[i] = (char)(name[i] - 'a' + 'A');
	}
	return (struct str){ room, n };
}

bool rb_no_ability(struct refusal *no, int reason, int rule, int32_t label,
		   enum rb_ability a)
{
	char room[32];
	struct str name = rb_printed(rb_abilities[a].name, room, sizeof(room));

	return rb_no_text(no, reason, rule, &label, label ? 1 : 0, name);
}

void rb_no_member(struct refusal *no, int32_t label)
{
	struct refusal inner = *no;

	rb_no2(no, RB_REFUSAL_MEMBER, inner.rule, label, inner.reason);
	for (int i = 0; i < inner.n_args && no->n_args < REFUSAL_MAX_ARGS; i++)
		no->args[no->n_args++] = inner.args[i];
}

/* --- dice -------------------------------------------------------------- */

int rb_roll(struct run *r)
{
	return run_roll(r, 6);
}

/* --- what must always hold --------------------------------------------- */

static const char *figure_invariant(const struct rb_state *s, int f)
{
	const struct rb_fig *p = &s->fig[f];
	const struct rb_def *d = &s->def[f];

	if (f && p[-1].label >= p->label)
		return "figures out of order";
	if (p->tokens < 0 || p->tokens > 2)
		return "tokens other than 0, 1, 2";
	if (p->captive_of) {
		int by = rb_find(s, p->captive_of);

		if (by < 0 || s->fig[by].captive != p->label)
			return "a captive whose controller knows nothing";
		if (!rb_on_board(s, f) || !rb_on_board(s, by))
			return "a captive off the board";
		if (!rb_touch(s, f, by))
			return "a captive away from its controller";
		if (!rb_opposing(s, f, by))
			return "a captive of its own side";
	}
	if (rb_on_board(s, f) && p->wounds >= d->n_clicks)
		return "a dead figure on the board";
	return rb_unit_invariant(s, f);
}

const char *rb_invariant(const void *state)
{
	const struct rb_state *s = state;
	struct rb_ground b;

	if (s->head.phase == RB_PLAY &&
	    (s->head.active < 0 || !s->head.seat[s->head.active].present))
		return "nobody's turn";
	for (int f = 0; f < s->n_figs; f++) {
		const char *what = figure_invariant(s, f);

		if (what)
			return what;
	}
	rb_ground_build(s, &b);
	/* while armies are deployed the rest waits in reserve, not here */
	for (int i = 0; i < b.g.n_bodies; i++) {
		if (!geo_on_board(&b.body[i].spine, s->board_w, s->board_h))
			return "a base off the board";
		for (int j = 0; j < i; j++)
			if (geo_bases_overlap(&b.body[i].spine,
					      &b.body[j].spine))
				return "overlapping bases";
	}
	for (int i = 0; i < s->n_terrain; i++)
		if (!geo_polygon_on_board(&s->feature[i].area, s->board_w,
					  s->board_h))
			return "terrain off the board";
	return NULL;
}
