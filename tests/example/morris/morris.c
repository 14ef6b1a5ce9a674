/* example/morris/morris.c - the rules (rules.md) as a struct system */
#include "example/morris/morris.h"
#include "engine/common.h"
#include "engine/random_pick.h"
#include "engine/rule.h"
#include "engine/commitment.h"
#include "engine/state_path.h"

/* A turn: from is MM_NONE if a man comes from the hand, take if none is. */
struct turn {
	int from, to, take;
};

static void init(void *state)
{
	struct mm_state *s = state;

	for (int i = 0; i < 2; i++) {
		s->hand[i] = MM_MEN;
		s->choice[i] = MM_NONE;
	}
}

/* What is legal -------------------------------------------------------------
 */

/* is a man of the owner at p the third of a line? the man at `from` is gone */
static bool is_mill(const struct mm_state *s, int owner, int p, int from)
{
	for (int i = 0; i < MM_LINES; i++) {
		const int8_t *l = mm_lines[i];
		int n = 0;
		bool has = false;

		for (int k = 0; k < 3; k++) {
			has |= l[k] == p;
			n += l[k] == p ||
			     (l[k] != from && s->point[l[k]] == 1 + owner);
		}
		if (has && n == 3)
			return true;
	}
	return false;
}

static bool may_be_taken(const struct mm_state *s, int owner, int p)
{
	if (s->point[p] != 1 + owner)
		return false;
	if (!RULE(MM_MILL_02, is_mill(s, owner, p, p)))
		return true;
	for (int q = 0; q < MM_POINTS; q++)
		if (s->point[q] == 1 + owner && !is_mill(s, owner, q, q))
			return false;
	return true;
}

static bool is_next(int p, int q)
{
	for (int i = 0; i < MM_LINES; i++)
		for (int k = 0; k < 2; k++)
			if ((mm_lines[i][k] == p && mm_lines[i][k + 1] == q) ||
			    (mm_lines[i][k] == q && mm_lines[i][k + 1] == p))
				return true;
	return false;
}

static bool flies(const struct mm_state *s, int seat)
{
	return RULE(MM_MOVE_02, s->head.option[MM_OPTION_FLYING]) &&
	       mm_men(s, seat) == 3;
}

/* why the turn cannot be, and the rule; MM_REFUSAL_NONE: it can */
static int obstacle(const struct mm_state *s, int seat, const struct turn *t,
		    int *rule)
{
	*rule = t->from < 0 ? MM_PLACE_01 : MM_MOVE_01;
	if (t->from >= 0 && s->point[t->from] != 1 + seat)
		return MM_REFUSAL_NOT_YOURS;
	if (s->point[t->to])
		return MM_REFUSAL_NOT_FREE;
	if (t->from >= 0 && !is_next(t->from, t->to) && !flies(s, seat))
		return MM_REFUSAL_TOO_FAR;
	*rule = MM_MILL_01;
	if (!is_mill(s, seat, t->to, t->from))
		return t->take < 0 ? MM_REFUSAL_NONE : MM_REFUSAL_NO_MILL;
	/* the first men of all: there may be nobody to take */
	if (t->take < 0)
		return mm_men(s, !seat) ? MM_REFUSAL_TAKE_ONE : MM_REFUSAL_NONE;
	if (s->point[t->take] != 1 + !seat)
		return MM_REFUSAL_NOT_THEIRS;
	*rule = MM_MILL_02;
	return may_be_taken(s, !seat, t->take) ? MM_REFUSAL_NONE
					       : MM_REFUSAL_IN_A_MILL;
}

/* the nth turn that the active seat has, by the order of the points; false:
 * there are no more */
static bool turn_number(const struct mm_state *s, int n, struct turn *t)
{
	int seat = s->head.active, rule;
	bool places = s->hand[seat] > 0;

	for (t->from = places ? MM_NONE : 0;
	     places ? t->from == MM_NONE : t->from < MM_POINTS;
	     t->from = places ? 0 : t->from + 1)
		for (t->to = 0; t->to < MM_POINTS; t->to++)
			for (t->take = MM_NONE; t->take < MM_POINTS; t->take++)
				if (!obstacle(s, seat, t, &rule) && !n--)
					return true;
	return false;
}

static int turns(const struct mm_state *s)
{
	struct turn t;
	int n = 0;

	while (turn_number(s, n, &t))
		n++;
	return n;
}

/* Who is awaited ------------------------------------------------------------
 */

static uint64_t awaited_kinds(const struct mm_state *s, int seat)
{
	if (s->head.phase == MM_CHOOSE && !s->in[seat])
		return kinds_of(&system_morris.decisions, CLASS_SETUP,
				MM_CHOOSE, s->head.option);
	if (s->head.phase != MM_PLAY || seat != s->head.active)
		return 0;
	return kind_bit(s->hand[seat] ? MM_ORDER_PLACE : MM_ORDER_MOVE);
}

static void awaiting(const void *state, struct awaiting *out)
{
	const struct mm_state *s = state;

	for (int i = 0; i < 2; i++)
		if (awaited_kinds(s, i))
			awaiting_add(out, i, awaited_kinds(s, i),
				     s->head.phase == MM_CHOOSE);
	/* who has no man in hand never has one again */
	if (s->head.phase == MM_PLAY && !s->hand[0] && !s->hand[1])
		out->past |= kind_bit(MM_ORDER_PLACE);
}

/* What is done --------------------------------------------------------------
 */

static void emit_at(struct run *r, int kind, int rule, int seat, int p,
		    uint32_t audience)
{
	struct event e;

	event_start(&e, kind, rule);
	e.audience = audience;
	/* chosen, placed, taken: they are told alike */
	event_put(&e, MM_EV_PLACED_SEAT, seat);
	event_put_point(&e, MM_EV_PLACED_AT, mm_places[p].x, mm_places[p].y);
	run_emit(r, &e);
}

static void end(struct run *r, int rule, int winner, enum mm_end why)
{
	struct event e;

	mm_event_game_over(&e, rule, winner, (int32_t)why);
	run_emit(r, &e);
}

static enum verdict refuse(struct refusal *no, int reason, int rule)
{
	*no = (struct refusal){ .reason = reason, .rule = rule };
	return VERDICT_REFUSED;
}

/* what a commitment is to: "A D2" */
static struct str choice_text(int seat, int p, char room[8])
{
	room[0] = (char)('A' + seat);
	room[1] = ' ';
	mm_point_name(p, room + 2);
	return str_of(room);
}

/* the point of an argument; MM_NONE: there is no such argument, or *bad */
static int point_of(const struct decision *d, int tag, bool *bad)
{
	struct decision_arg a;
	int p = MM_NONE;

	if (!decision_find(d, tag, &a))
		return MM_NONE;
	p = mm_point_at(a.w[0], a.w[1]);
	*bad |= p < 0;
	return p;
}

static enum verdict choose(struct run *r, int seat, const struct decision *d,
			   struct refusal *no)
{
	bool bad = !decision_has(d, MM_TAG_AT);
	int p = point_of(d, MM_TAG_AT, &bad);
	char room[8];

	if (bad)
		return refuse(no, MM_REFUSAL_NO_POINT, MM_GEN_01);
	emit_at(r, MM_EV_CHOSEN, MM_SEAL_01, seat, p,
		AUDIENCE_SEAT(seat) | AUDIENCE_GM);
	commitment_commit(r, seat, seat, choice_text(seat, p, room),
			  MM_SEAL_01);
	run_emit_int(r, MM_EV_CHOICE_IN, MM_SEAL_01, seat);
	return VERDICT_DONE;
}

static void turn_end(struct run *r, int seat)
{
	const struct mm_state *s = r->state;

	if (RULE(MM_END_01, mm_men(s, !seat) + s->hand[!seat] < 3))
		end(r, MM_END_01, seat, MM_FEW);
	else if (RULE(MM_END_03, s->quiet >= s->head.option[MM_OPTION_QUIET]))
		end(r, MM_END_03, MM_NONE, MM_QUIET);
	else
		run_emit_int(r, MM_EV_TURN, MM_GEN_01, !seat);
}

static enum verdict take_turn(struct run *r, int seat, const struct decision *d,
			      struct refusal *no)
{
	const struct mm_state *s = r->state;
	bool moves = d->kind == MM_ORDER_MOVE;
	bool bad = moves ? !decision_has(d, MM_TAG_FROM) ||
				   !decision_has(d, MM_TAG_TO)
			 : !decision_has(d, MM_TAG_AT);
	struct turn t = {
		.from = moves ? point_of(d, MM_TAG_FROM, &bad) : MM_NONE,
		.to = point_of(d, moves ? MM_TAG_TO : MM_TAG_AT, &bad),
		.take = point_of(d, MM_TAG_TAKE, &bad),
	};
	struct event e;
	int rule, reason;

	if (bad)
		return refuse(no, MM_REFUSAL_NO_POINT, MM_GEN_01);
	reason = obstacle(s, seat, &t, &rule);
	if (reason)
		return refuse(no, reason, rule);
	if (moves) {
		mm_event_moved(&e,
			       is_next(t.from, t.to) ? MM_MOVE_01 : MM_MOVE_02,
			       seat, mm_places[t.from].x, mm_places[t.from].y,
			       mm_places[t.to].x, mm_places[t.to].y);
		run_emit(r, &e);
	} else {
		emit_at(r, MM_EV_PLACED, MM_PLACE_01, seat, t.to, AUDIENCE_ALL);
	}
	if (t.take >= 0)
		emit_at(r, MM_EV_TAKEN, MM_MILL_01, seat, t.take, AUDIENCE_ALL);
	turn_end(r, seat);
	return VERDICT_DONE;
}

static enum verdict decide(struct run *r, int seat, const struct decision *d,
			   struct refusal *no)
{
	const struct mm_state *s = r->state;
	int rule = decision_row(&system_morris.decisions, d->kind)->rule;

	if (d->kind == MM_ORDER_RESIGN &&
	    (s->head.phase == MM_CHOOSE || s->head.phase == MM_PLAY)) {
		end(r, MM_END_04, !seat, MM_RESIGNED);
		return VERDICT_DONE;
	}
	if (!kinds_have(awaited_kinds(s, seat), d->kind))
		return refuse(no, MM_REFUSAL_NOT_NOW, rule);
	return d->kind == MM_ORDER_CHOOSE ? choose(r, seat, d, no)
					  : take_turn(r, seat, d, no);
}

/* both have chosen: all is opened */
static void choices_open(struct run *r)
{
	const struct mm_state *s = r->state;
	int choice[2] = { s->choice[0], s->choice[1] }, die = 0, first = 0;
	struct event e;
	char room[8];

	/* in a view the other's choice is hidden: what follows is too */
	if (choice[0] < 0 || choice[1] < 0) {
		r->unknown = true;
		return;
	}
	if (RULE(MM_SEAL_03, choice[0] == choice[1])) {
		die = run_roll(r, 6);
		if (!die)
			return;
		first = die <= 3;
	}
	for (int i = 0; i < 2; i++)
		commitment_open(r, i, choice_text(i, choice[i], room),
				MM_SEAL_02);
	if (die) {
		mm_event_clash(&e, MM_SEAL_03, mm_places[choice[0]].x,
			       mm_places[choice[0]].y, die, !first);
		run_emit(r, &e);
	}
	for (int i = 0; i < 2; i++)
		if (!die || i != first)
			emit_at(r, MM_EV_PLACED, MM_SEAL_02, i, choice[i],
				AUDIENCE_ALL);
	run_emit_int(r, MM_EV_TURN, die ? MM_SEAL_03 : MM_SEAL_02, first);
}

static void advance(struct run *r)
{
	const struct mm_state *s = r->state;
	struct turn t;

	if (s->head.phase == MM_CHOOSE && s->in[0] && s->in[1])
		choices_open(r);
	if (s->head.phase == MM_PLAY && RULE(MM_END_02, !turn_number(s, 0, &t)))
		end(r, MM_END_02, !s->head.active, MM_STUCK);
}

/* Events --------------------------------------------------------------------
 */

/* the point of a field; MM_NONE: the log is no log of ours */
static int field_point(const struct event *e, int field)
{
	int n;
	const int32_t *w = event_words(e, field, &n);

	return mm_point_at(w[0], w[1]);
}

static bool position(struct mm_state *s, const struct event *e)
{
	s->head.phase = event_get(e, MM_EV_POSITION_PHASE);
	s->head.active = event_get(e, MM_EV_POSITION_ACTIVE);
	return event_copy_words(e, MM_EV_POSITION_POINTS, s->point,
				MM_POINTS) &&
	       event_copy_words(e, MM_EV_POSITION_HANDS, s->hand, 2);
}

static bool moved(struct mm_state *s, const struct event *e)
{
	int from = field_point(e, MM_EV_MOVED_FROM);
	int to = field_point(e, MM_EV_MOVED_TO);

	if (from < 0 || to < 0)
		return false;
	s->point[to] = s->point[from];
	s->point[from] = 0;
	s->quiet++;
	return true;
}

static bool evolve(void *state, const struct event *e)
{
	struct mm_state *s = state;
	int32_t seat;
	int p;

	/* of most of them the first field */
	seat = e->kind == MM_EV_POSITION || e->kind == MM_EV_CLASH
		       ? 0
		       : event_get(e, 0);
	switch (e->kind) {
	case MM_EV_POSITION: return position(s, e);
	case MM_EV_CHOSEN:
		s->choice[seat] = field_point(e, MM_EV_CHOSEN_AT);
		return s->choice[seat] >= 0;
	case MM_EV_CHOICE_IN: s->in[seat] = 1; return true;
	case MM_EV_CLASH: return true;
	case MM_EV_PLACED:
		p = field_point(e, MM_EV_PLACED_AT);
		if (p < 0 || !s->hand[seat])
			return false;
		s->point[p] = 1 + seat;
		s->hand[seat]--;
		return true;
	case MM_EV_MOVED: return moved(s, e);
	case MM_EV_TAKEN:
		p = field_point(e, MM_EV_TAKEN_AT);
		if (p < 0)
			return false;
		s->point[p] = s->quiet = 0;
		return true;
	case MM_EV_TURN:
		s->head.phase = MM_PLAY;
		s->head.active = seat;
		s->choice[0] = s->choice[1] = MM_NONE;
		return true;
	case MM_EV_GAME_OVER:
		common_state_end(&s->head, MM_OVER, &seat, seat >= 0);
		return seat <= 1;
	default: return false;
	}
}

static void view(const void *state, int seat, void *out)
{
	struct mm_state *s = out;

	memcpy(s, state, sizeof(*s));
	common_state_hide(&s->head, seat);
	for (int i = 0; i < 2; i++)
		if (i != seat && s->choice[i] >= 0)
			s->choice[i] = MM_UNKNOWN;
}

/* What can be done ----------------------------------------------------------
 */

static bool holds(const void *v, int seat, const int32_t *w, int n)
{
	const struct mm_state *s = v;

	return n == 1 && w[0] == MM_COND_AHEAD && (seat == 0 || seat == 1) &&
	       mm_men(s, seat) + s->hand[seat] >
		       mm_men(s, !seat) + s->hand[!seat];
}

static int legal(const void *v, int seat, struct trials *room,
		 struct move_group *out, int max)
{
	const struct mm_state *s = v;
	struct move_groups fs = { out, 0, max };
	uint64_t kinds = seat < 0 ? 0 : awaited_kinds(s, seat);

	(void)room; /* the rules are small enough to be asked themselves */
	for (int k = MM_ORDER_CHOOSE; k <= MM_ORDER_MOVE; k++)
		if (kinds_have(kinds, k))
			move_group_add(&fs, k, 0);
	if (seat >= 0 &&
	    (s->head.phase == MM_CHOOSE || s->head.phase == MM_PLAY))
		move_group_add(&fs, MM_ORDER_RESIGN, 0);
	return fs.n;
}

static bool add_point(struct decision *d, int tag, int p)
{
	const int32_t w[2] = { mm_places[p].x, mm_places[p].y };

	return decision_add(d, tag, w, 2);
}

static bool turn_write(const struct turn *t, struct decision *out)
{
	decision_start(out, t->from < 0 ? MM_ORDER_PLACE : MM_ORDER_MOVE);
	if (t->from >= 0)
		add_point(out, MM_TAG_FROM, t->from);
	add_point(out, t->from < 0 ? MM_TAG_AT : MM_TAG_TO, t->to);
	if (t->take >= 0)
		add_point(out, MM_TAG_TAKE, t->take);
	return true;
}

static bool random_decision(const void *v, int seat, struct trials *room,
			    struct dice *rng, struct decision *out)
{
	const struct mm_state *s = v;
	struct turn t;

	(void)room;
	if (seat < 0 || !awaited_kinds(s, seat))
		return false;
	if (s->head.phase == MM_CHOOSE) {
		decision_start(out, MM_ORDER_CHOOSE);
		return add_point(out, MM_TAG_AT, draw(rng, MM_POINTS));
	}
	if (chance(rng, 400)) {
		decision_start(out, MM_ORDER_RESIGN);
		return true;
	}
	return turn_number(s, draw(rng, turns(s)), &t) && turn_write(&t, out);
}

/* MM-SILENT-01 */
static bool default_order(const void *v, int seat, struct decision *out)
{
	const struct mm_state *s = v;
	struct turn t;

	if (!awaited_kinds(s, seat))
		return false;
	if (s->head.phase == MM_CHOOSE) {
		decision_start(out, MM_ORDER_CHOOSE);
		return add_point(out, MM_TAG_AT, 0);
	}
	return turn_number(s, 0, &t) && turn_write(&t, out);
}

/* Values --------------------------------------------------------------------
 */

static const struct state_path_row of_state[] = {
	VALUE(mm_state, "quiet", quiet, 0, 500),
};
static const struct state_path_row of_hand[] = {
	{ .name = "hand", .max = MM_MEN },
};
static const struct state_path_row of_in[] = {
	{ .name = "in", .min = 1 }, /* shown */
};
static const struct state_path_list values[] = {
	STATE_PATH_LIST_GAME(of_state),
	STATE_PATH_LIST(mm_state, hand, of_hand, STATE_PATH_OF_SEAT, NULL,
			NULL),
	STATE_PATH_LIST(mm_state, in, of_in, STATE_PATH_OF_SEAT, NULL, NULL),
};

/* "D2": whose man stands there, 1 + the seat, or 0 */
static bool get(const void *v, struct str path, int32_t *w, int *n)
{
	const struct mm_state *s = v;
	int p = mm_point_named(path);

	*n = 1;
	*w = p < 0 ? 0 : s->point[p];
	return p >= 0;
}

static enum value_fate put(void *state, struct str path, const int32_t *w,
			   int n)
{
	struct mm_state *s = state;
	int p = mm_point_named(path);

	if (p < 0)
		return VALUE_PLAIN;
	if (n != 1 || w[0] < 0 || w[0] > 2)
		return VALUE_WRONG;
	s->point[p] = w[0];
	return VALUE_SET;
}

static const char *validate(const void *state)
{
	const struct mm_state *s = state;

	if (s->head.phase == MM_PLAY && s->head.active < 0)
		return "nobody is active";
	for (int i = 0; i < 2; i++) {
		if (s->hand[i] < 0 || s->hand[i] > MM_MEN)
			return "men in hand";
		if (s->choice[i] != MM_UNKNOWN &&
		    (s->choice[i] < MM_NONE || s->choice[i] >= MM_POINTS))
			return "no such choice";
	}
	for (int p = 0; p < MM_POINTS; p++)
		if (s->point[p] < 0 || s->point[p] > 2)
			return "a man of nobody";
	return NULL;
}

static const char *invariant(const void *state)
{
	const struct mm_state *s = state;

	for (int i = 0; i < 2; i++)
		if (mm_men(s, i) + s->hand[i] > MM_MEN)
			return "more than nine men";
	return NULL;
}

static bool is_creation_event(int kind)
{
	return kind == MM_EV_POSITION;
}

static const uint32_t follows[N_MM_PHASES] = {
	[MM_BEFORE] = 1 << MM_CHOOSE,
	[MM_CHOOSE] = 1 << MM_PLAY | 1 << MM_OVER,
	[MM_PLAY] = 1 << MM_OVER,
};

const struct system system_morris = {
	.name = "morris",
	.version = "morris 1",
	.state_size = sizeof(struct mm_state),
	.max_seats = 2,
	SYSTEM_TABLES(mm, MM),
	.phases = mm_phases,
	.n_phases = N_MM_PHASES,
	.follows = follows,
	.play = MM_CHOOSE,
	.init = init,
	.awaiting = awaiting,
	.decide = decide,
	.advance = advance,
	.evolve = evolve,
	.view = view,
	.holds = holds,
	.legal = legal,
	.random_decision = random_decision,
	.default_order = default_order,
	.values = values,
	.n_values = ARRAY_LEN(values),
	.get = get,
	.put = put,
	.validate = validate,
	.invariant = invariant,
	.is_creation_event = is_creation_event,
};
