/*
 * src/games/rebellion/rules/legal.c - what a seat can do: groups of
 * decisions, and what silence means. One drawn at random: random_play.c.
 */
#include "games/rebellion/rules/system_private.h"
#include "games/rebellion/rules/decide.h"
#include "games/rebellion/rules/turn.h"

/* --- groups ---------------------------------------------------------- */

/* The attacks and healings, and what an order says to have each. */
static const struct attack_way {
	int kind;
	bool shoot, heal, aims;  /* at figures that it names */
	enum rb_ability ability; /* without which there is none */
	const char *way;         /* the word, and its meaning */
	int tag, value;
} attack_ways[] = {
	{ RB_ORDER_FIGHT, false, false, true, RB_NO_ABILITY, NULL, 0, 0 },
	{ RB_ORDER_FIGHT, false, false, false, RB_ABILITY_SWEEP, "sweep",
	  RB_TAG_SWEEP, 1 },
	{ RB_ORDER_SHOOT, true, false, true, RB_NO_ABILITY, NULL, 0, 0 },
	{ RB_ORDER_SHOOT, true, false, true, RB_ABILITY_BLAST, "blast",
	  RB_TAG_USE, RB_USE_BLAST },
	{ RB_ORDER_SHOOT, true, false, true, RB_ABILITY_FLAME, "flame",
	  RB_TAG_USE, RB_USE_FLAME },
	{ RB_ORDER_SHOOT, true, false, false, RB_ABILITY_SHOCKWAVE, "wave",
	  RB_TAG_USE, RB_USE_WAVE },
	{ RB_ORDER_HEAL, false, true, true, RB_ABILITY_HEALING, NULL, 0, 0 },
	{ RB_ORDER_HEAL, true, true, true, RB_ABILITY_MAGIC_HEALING, "magic",
	  RB_TAG_MAGIC, 1 },
};

/* of a unit the rider's dial is meant where none is named: CV-ACT-04 */
static bool names_mount(const struct rb_state *s, int f, int dial)
{
	return rb_is_unit(s, f) && dial == f;
}

static void way_add(struct move_group *f, const char *way)
{
	f->ways[f->n_ways++] = way;
}

/* t: the figure that the order names, or -1 */
static void attack_order(const struct rb_state *s, int f, int dial,
			 const struct attack_way *w, int t, struct decision *d)
{
	decision_start(d, w->kind);
	decision_add_int(d, RB_TAG_FIG, s->fig[f].label);
	if (t >= 0)
		decision_add_int(d, RB_TAG_TARGET, s->fig[t].label);
	if (w->way)
		decision_add_int(d, w->tag, w->value);
	if (names_mount(s, f, dial))
		decision_add_int(d, RB_TAG_USING, RB_DIAL_MOUNT);
}

/* NULL: there is no room */
static struct move_group *attack_begin(const struct rb_state *s,
				       struct move_groups *fs, int f, int dial,
				       const struct attack_way *w)
{
	struct move_group *out = move_group_add(fs, w->kind, s->fig[f].label);

	if (!out)
		return NULL;
	out->allowance = w->shoot ? rb_range(s, dial) : 0;
	if (w->way)
		way_add(out, w->way);
	if (names_mount(s, f, dial))
		way_add(out, "mount");
	return out;
}

/* whom such an attack could be meant for at all: friends are healed */
static bool is_aim(const struct rb_state *s, int f, const struct attack_way *w,
		   int t)
{
	return t != f && rb_on_board(s, t) && rb_opposing(s, f, t) != w->heal;
}

/* one way to attack with one dial, if there is anybody in its reach */
static void attack_group(const struct rb_state *s, const struct rb_ground *b,
			 struct move_groups *fs, int f, int dial,
			 const struct attack_way *w)
{
	struct move_group *out = NULL;
	struct rb_attack attack;
	struct decision d;
	struct refusal no;

	if (w->ability && !rb_has(s, dial, w->ability))
		return;
	attack_order(s, f, dial, w, -1, &d);
	if (!rb_attack_ready(s, b, &d,
			     (struct rb_attack_as){ f, w->shoot, w->heal },
			     &attack, &no))
		return;
	for (int t = w->aims ? 0 : -1; t < (w->aims ? s->n_figs : 0); t++) {
		if (t >= 0 && !is_aim(s, f, w, t))
			continue;
		attack_order(s, f, dial, w, t, &d);
		if (!rb_attack_aim(s, b, &d, &attack, &no))
			continue;
		if (!out)
			out = attack_begin(s, fs, f, dial, w);
		if (!out)
			return;
		if (t >= 0)
			move_group_aim(out, s->fig[t].label);
	}
}

static void move_group(const struct rb_state *s, const struct rb_ground *b,
		       struct move_groups *fs, int kind, int f)
{
	struct move_group *out = move_group_add(fs, kind, s->fig[f].label);
	int32_t reach;

	if (!out)
		return;
	out->allowance = rb_speed(s, b, f, NULL);
	reach = 100 * out->allowance;
	out->area[0] = s->fig[f].at.x - reach;
	out->area[1] = s->fig[f].at.y - reach;
	out->area[2] = s->fig[f].at.x + reach;
	out->area[3] = s->fig[f].at.y + reach;
	for (int i = 0; i < 4; i++) {
		int32_t most = i % 2 ? s->board_h : s->board_w;

		if (out->area[i] < 0)
			out->area[i] = 0;
		if (out->area[i] > most)
			out->area[i] = most;
	}
}

/* mounts that it can mount */
static void saddle_groups(const struct rb_state *s, const struct rb_ground *b,
			  struct move_groups *fs, int f)
{
	uint64_t near = rb_friends_touching(s, b, f);
	struct move_group *out = NULL;
	struct refusal no;

	for (; near; near &= near - 1) {
		int m = rb_first(near);

		if (!rb_may_mount(s, f, m, &no))
			continue;
		if (!out)
			out = move_group_add(fs, RB_ORDER_MOUNT,
					     s->fig[f].label);
		if (out)
			move_group_aim(out, s->fig[m].label);
	}
}

static void unit_groups(const struct rb_state *s, const struct rb_ground *b,
			struct move_groups *fs, int f)
{
	static const struct {
		enum rb_proficiency proficiency;
		int kind;
	} rides[] = {
		{ RB_PROF_BOUND, RB_ORDER_BOUND },
		{ RB_PROF_CHARGE, RB_ORDER_CHARGE },
		{ RB_PROF_OVERWHELM, RB_ORDER_OVERWHELM },
		{ RB_PROF_TRAMPLE, RB_ORDER_TRAMPLE },
	};
	bool held = rb_opponents_touching(s, b, f);

	if (s->def[f].cavalry.subfaction != RB_DARK_RIDERS)
		move_group_add(fs, RB_ORDER_DISMOUNT, s->fig[f].label);
	for (size_t i = 0; i < ARRAY_LEN(rides); i++)
		if (rb_is_proficient(s, f, rides[i].proficiency) &&
		    (!held || rides[i].kind == RB_ORDER_TRAMPLE))
			move_group(s, b, fs, rides[i].kind, f);
}

/* things within its reach */
static void take_group(const struct rb_state *s, struct move_groups *fs, int f)
{
	struct move_group *out = NULL;

	for (int i = 0; i < s->n_items; i++) {
		if (!rb_can_take(s, f, &s->item[i]))
			continue;
		if (!out)
			out = move_group_add(fs, RB_ORDER_TAKE,
					     s->fig[f].label);
		if (out)
			move_group_aim(out, s->item[i].label);
	}
}

/* things in its hands: no action is needed to let them go */
static void drop_group(const struct rb_state *s, struct move_groups *fs, int f)
{
	int32_t who = s->fig[rb_dial(s, f, RB_DIAL_RIDER)].label;
	struct move_group *out = NULL;

	for (int i = 0; i < s->n_items; i++) {
		if (s->item[i].holder != who ||
		    !s->head.option[RB_OPTION_CV_ITEMS])
			continue;
		if (!out)
			out = move_group_add(fs, RB_ORDER_DROP,
					     s->fig[f].label);
		if (out)
			move_group_aim(out, s->item[i].label);
	}
}

static void cavalry_groups(const struct rb_state *s, const struct rb_ground *b,
			   struct move_groups *fs, int f)
{
	take_group(s, fs, f);
	if (rb_is_unit(s, f))
		unit_groups(s, b, fs, f);
	else
		saddle_groups(s, b, fs, f);
}

/* a special ability that one of its dials shows, and that is an order */
static struct move_group *special_group(const struct rb_state *s,
					struct move_groups *fs, int kind, int f,
					int dial)
{
	struct move_group *out = move_group_add(fs, kind, s->fig[f].label);

	/* without special actions the mount's is meant: CV-BRG-03 */
	if (out && names_mount(s, f, dial) &&
	    !s->head.option[RB_OPTION_CV_SPECIAL_ABILITIES])
		way_add(out, "mount");
	return out;
}

static void special_groups(const struct rb_state *s, const struct rb_ground *b,
			   struct move_groups *fs, int seat, int f, int dial)
{
	struct move_group *out = NULL;
	struct refusal no;

	if (rb_has(s, dial, RB_ABILITY_REGENERATION))
		special_group(s, fs, RB_ORDER_REGENERATE, f, dial);
	for (int t = 0; rb_has(s, dial, RB_ABILITY_LEVITATION) && t < s->n_figs;
	     t++) {
		if (!rb_on_board(s, t) || !rb_may_levitate(s, f, t, &no))
			continue;
		if (!out)
			out = special_group(s, fs, RB_ORDER_LEVITATE, f, dial);
		if (out)
			move_group_aim(out, s->fig[t].label);
	}
	out = NULL;
	for (int t = 0; rb_has(s, dial, RB_ABILITY_NECROMANCY) && t < s->n_figs;
	     t++) {
		if (rb_opponents_touching(s, b, f) ||
		    !rb_may_raise(s, seat, t, &no))
			continue;
		if (!out)
			out = special_group(s, fs, RB_ORDER_RAISE, f, dial);
		if (out)
			move_group_aim(out, s->fig[t].label);
	}
}

static void figure_groups(const struct rb_state *s, const struct rb_ground *b,
			  struct move_groups *fs, int seat, int f)
{
	int32_t label = s->fig[f].label;
	int dials[2] = { rb_dial(s, f, RB_DIAL_RIDER), f };
	struct refusal no;

	if (rb_check_actor(s, seat, label, RB_CHECK_PASS, &no) >= 0)
		move_group_add(fs, RB_ORDER_PASS, label);
	if (rb_has(s, f, RB_ABILITY_QUICKNESS) &&
	    rb_check_actor(s, seat, label, RB_CHECK_FREE, &no) >= 0)
		move_group(s, b, fs, RB_ORDER_QUICK, f);
	drop_group(s, fs, f);
	if (rb_check_actor(s, seat, label, 0, &no) < 0)
		return;
	if (s->head.option[RB_OPTION_CAVALRY])
		cavalry_groups(s, b, fs, f);
	move_group(s, b, fs, RB_ORDER_MOVE, f);
	for (int i = dials[0] == f; i < 2; i++) {
		for (size_t k = 0; k < ARRAY_LEN(attack_ways); k++)
			attack_group(s, b, fs, f, dials[i], &attack_ways[k]);
		/* a move action is the mount's: CV-ACT-03 */
		if (dials[i] == f ||
		    !s->head.option[RB_OPTION_CV_SPECIAL_ABILITIES])
			special_groups(s, b, fs, seat, f, dials[i]);
	}
}

/* t: the mount that it is deployed on, or -1 */
static bool may_be_deployed(const struct rb_state *s, int seat, int f, int t)
{
	struct decision d;
	struct refusal no;
	int rider;

	decision_start(&d, RB_ORDER_DEPLOY);
	decision_add_int(&d, RB_TAG_FIG, s->fig[f].label);
	if (t >= 0)
		decision_add_int(&d, RB_TAG_ON, s->fig[t].label);
	return rb_deployed(s, seat, &d, &rider, &no) >= 0;
}

/* alone, and on each mount that waits with it: CV-UNIT-02 */
static void deploy_groups(const struct rb_state *s, struct move_groups *fs,
			  int seat, int f)
{
	struct move_group *out = NULL;

	if (rb_is_mount(s, f)) /* its rider brings it */
		return;
	if (may_be_deployed(s, seat, f, -1))
		move_group_add(fs, RB_ORDER_DEPLOY, s->fig[f].label);
	for (int t = 0; !s->fig[f].on && t < s->n_figs; t++) {
		if (!rb_in_reserve(s, seat, t) || !rb_is_mount(s, t) ||
		    !may_be_deployed(s, seat, f, t))
			continue;
		if (!out)
			out = move_group_add(fs, RB_ORDER_DEPLOY,
					     s->fig[f].label);
		if (out)
			move_group_aim(out, s->fig[t].label);
	}
}

/*
 * of each figure that waits outside the board; one item of the pile at a time
 */
static void setup_groups(const struct rb_state *s, struct move_groups *fs,
			 int seat, int kind)
{
	struct move_group *out = NULL;

	for (int f = 0; kind == RB_ORDER_DEPLOY && f < s->n_figs; f++)
		if (rb_in_reserve(s, seat, f))
			deploy_groups(s, fs, seat, f);
	for (int i = 0; kind == RB_ORDER_PLACE && i < s->n_pile; i++) {
		/* terrain on an item goes with it */
		if (s->pile[i].item != s->pile[i].label)
			continue;
		if (!out)
			out = move_group_add(fs, kind, 0);
		if (out)
			move_group_aim(out, s->pile[i].label);
	}
}

/* each open question to this seat */
static void answer_groups(const struct rb_state *s, struct move_groups *fs,
			  int seat, int kind)
{
	for (int i = 0; i < s->frame.n_asked; i++) {
		const struct frame_asked *q = &s->frame.asked[i];
		struct move_group *out;

		if (!q->open || q->seat != seat)
			continue;
		out = move_group_add(fs, kind, q->fig);
		if (out)
			move_group_aim(out, q->fig);
	}
}

int rb_legal(const void *view, int seat, struct trials *room,
	     struct move_group *v, int max)
{
	const struct rb_state *s = view;
	struct move_groups fs = { v, 0, max };
	struct awaiting waits;
	struct rb_ground b;

	(void)room; /* the checks themselves are asked */
	system_awaiting(&system_rebellion, s, &waits);
	for (int kind = DECISION_FIRST_OWN; kind < RB_ORDERS_END; kind++) {
		enum order_class is =
			decision_row(&system_rebellion.decisions, kind)->is;

		if (is == CLASS_ACTION || !awaiting_has(&waits, seat, kind))
			continue;
		if (kind == RB_ORDER_DEPLOY || kind == RB_ORDER_PLACE)
			setup_groups(s, &fs, seat, kind);
		else if (is == CLASS_ANSWER)
			answer_groups(s, &fs, seat, kind);
		else
			move_group_add(&fs, kind, 0);
	}
	if (!awaiting_has(&waits, seat, RB_ORDER_MOVE))
		return fs.n;
	rb_ground_build(s, &b);
	for (int f = 0; f < s->n_figs && fs.n < max; f++)
		if (rb_commander(s, f) == seat && rb_is_free(s, f))
			figure_groups(s, &b, &fs, seat, f);
	return fs.n;
}

/* --- silence ----------------------------------------------------------- */

static bool silent_pile(const struct rb_state *s, int seat, struct decision *d)
{
	const struct rb_player *p = &s->player[seat];
	static const int32_t square[] = { 0, 0, 400, 0, 400, 400, 0, 400 };
	int least = s->head.option[RB_OPTION_TERRAIN_ITEMS] == 0 ? 2 : 0;

	if (p->side < 0) { /* the first free one clockwise from S */
		for (int side = RB_SOUTH; side <= RB_EAST; side++) {
			bool taken = false;

			for (int i = 0; i < RB_MAX_SEATS; i++)
				taken |= s->head.seat[i].present &&
					 s->player[i].side == side;
			if (taken)
				continue;
			decision_start(d, RB_ORDER_SIDE);
			decision_add_int(d, RB_TAG_SIDE, side);
			return true;
		}
	}
	if (p->items < least) {
		decision_start(d, RB_ORDER_PILE);
		decision_add_int(d, RB_TAG_KIND, FEATURE_HINDERING);
		decision_add(d, RB_TAG_POLY, square, ARRAY_LEN(square));
		return true;
	}
	decision_start(d, RB_ORDER_END);
	return true;
}

static bool silent_answer(const struct rb_state *s, int seat,
			  struct decision *d)
{
	int32_t fig = s->frame.asked[frame_question_of(&system_rebellion.frames,
						       s, seat)]
			      .fig;
	int f = rb_find(s, fig), mover = rb_find(s, s->frame.about);
	const struct rb_player *p = &s->player[seat];
	int policy =
		s->fig[f].spin == RB_POLICY_INHERIT ? p->spin : s->fig[f].spin;
	int32_t fixed = s->fig[f].spin == RB_POLICY_INHERIT
				? p->spin_face
				: s->fig[f].spin_face;
	struct rb_ground b;
	int32_t face;

	if (s->frame.what == RB_ASKS_DEFEND) {
		decision_start(d, RB_ORDER_LEND);
		decision_add_int(d, RB_TAG_TARGET, fig);
		decision_add_int(d, RB_TAG_YES, p->defend != RB_POLICY_NEVER);
		return true;
	}
	rb_ground_build(s, &b);
	face = rb_spin_facing(s, &b, f, mover, policy, fixed);
	decision_start(d, RB_ORDER_FREE_SPIN);
	decision_add_int(d, RB_TAG_FIG, fig);
	if (face != s->fig[f].facing)
		decision_add_int(d, RB_TAG_FACE, face);
	return true;
}

bool rb_default_order(const void *view, int seat, struct decision *out)
{
	const struct rb_state *s = view;
	struct awaiting waits;
	struct vec at;
	int32_t angle;
	bool tried;

	system_awaiting(&system_rebellion, s, &waits);
	if (awaiting_has(&waits, seat, RB_ORDER_PILE))
		return silent_pile(s, seat, out);
	if (awaiting_has(&waits, seat, RB_ORDER_PLACE)) {
		if (!s->n_pile ||
		    !rb_item_scan(s, s->pile[0].item, seat, &at, &angle))
			return false;
		decision_start(out, RB_ORDER_PLACE);
		decision_add_int(out, RB_TAG_FIG, s->pile[0].item);
		rb_add_point(out, RB_TAG_AT, at);
		decision_add_int(out, RB_TAG_ANGLE, angle);
		return true;
	}
	if (awaiting_has(&waits, seat, RB_ORDER_DEPLOY))
		return rb_deploy_find(s, seat, out, &tried);
	if (awaiting_has(&waits, seat, RB_ORDER_FREE_SPIN) ||
	    awaiting_has(&waits, seat, RB_ORDER_LEND))
		return silent_answer(s, seat, out);
	if (awaiting_has(&waits, seat, RB_ORDER_END)) {
		decision_start(out, RB_ORDER_END);
		return true;
	}
	return false;
}
