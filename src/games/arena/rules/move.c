/*
 * src/games/arena/rules/move.c - executes moves, pushes and teleports (AR
 * section 7)
 */
#include "games/arena/rules/spell_clause.h"
#include "games/arena/rules/play.h"

/* --- may it ------------------------------------------------------------- */

static bool is_fast(const struct ar_state *s, const struct ar_obj *o)
{
	return RULE(AR_TRT_05,
		    ar_is(s, o, AR_T_FAST) && !ar_is(s, o, AR_T_SLOW));
}

static bool is_slow(const struct ar_state *s, const struct ar_obj *o)
{
	return RULE(AR_TRT_05,
		    ar_is(s, o, AR_T_SLOW) && !ar_is(s, o, AR_T_FAST));
}

static bool can_move(const struct ar_state *s, const struct ar_obj *o,
		     struct refusal *no)
{
	if (RULE(AR_ACT_05, o->act_done != AR_DONE_NOTHING))
		return ar_no(no,
			     o->act_moves > 1 ? AR_REFUSAL_NO_MOVE_LEFT
					      : AR_REFUSAL_MOVE_FIRST,
			     o->act_moves > 1 ? AR_ACT_08 : AR_ACT_05,
			     o->handle);
	if (RULE(AR_ACT_09, o->act_moves > 0 && is_slow(s, o)))
		return ar_no(no, AR_REFUSAL_SLOW, AR_ACT_09, o->handle);
	if (RULE(AR_ACT_08, o->act_moves > 1))
		return ar_no(no, AR_REFUSAL_NO_MOVE_LEFT, AR_ACT_08, o->handle);
	if (RULE(AR_HIND_01, o->act_hindered))
		return ar_no(no, AR_REFUSAL_HINDERED, AR_HIND_01, o->handle);
	return true;
}

bool ar_can(const struct ar_work *w, const struct ar_obj *o, enum ar_done what,
	    struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);

	if (what == AR_DONE_NOTHING)
		return can_move(s, o, no);
	if (RULE(AR_ACT_22, o->act_done != AR_DONE_NOTHING))
		return ar_no(no, AR_REFUSAL_NO_QUICK, AR_ACT_22, o->handle);
	if (RULE(AR_ACT_09, o->act_moves > 0 && is_slow(s, o)))
		return ar_no(no, AR_REFUSAL_SLOW, AR_ACT_09, o->handle);
	if (RULE(AR_ACT_08, o->act_moves > 1 && !is_fast(s, o)))
		return ar_no(no, AR_REFUSAL_NO_QUICK, AR_ACT_08, o->handle);
	if (what == AR_DONE_FULL && RULE(AR_ACT_04, o->act_moves > 0))
		return ar_no(no, AR_REFUSAL_NEEDS_FULL, AR_ACT_04, o->handle);
	return true;
}

const struct ar_obj *ar_hinders(const struct ar_state *s,
				const struct ar_obj *mover, int32_t zone)
{
	bool flies = ar_flying(s, mover);

	if (RULE(AR_HIND_03, ar_is(s, mover, AR_T_ELUSIVE)))
		return NULL;
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];

		if (o->zone == zone && ar_is_creature(s, o) &&
		    !ar_friends(s, o->ctl, mover->ctl) && !o->dying &&
		    !RULE(AR_TRT_24, ar_is(s, o, AR_T_PEST)) &&
		    !RULE(AR_COND_15, ar_incapacitated(s, o)) &&
		    !RULE(AR_COND_11, ar_restrained(s, o)) &&
		    !RULE(AR_FLY_01, ar_flying(s, o) != flies))
			return o;
	}
	return NULL;
}

static bool walls_let(const struct ar_state *s, const struct ar_obj *o,
		      int32_t to, enum ar_how how, struct refusal *no)
{
	const struct ar_obj *wall = ar_wall(s, o->zone, to);

	if (how == AR_HOW_CLIMB) {
		if (RULE(AR_WALL_09, !ar_is(s, o, AR_T_CLIMBING)))
			return ar_no(no, AR_REFUSAL_NO_CLIMBING, AR_WALL_09,
				     o->handle);
		if (!wall || !ar_corporeal(s, wall))
			return ar_no(no, AR_REFUSAL_NO_WALL, AR_WALL_09, to);
		return true;
	}
	if (how == AR_HOW_CROSS) {
		if (!wall || !ar_is(s, wall, AR_T_THORNS))
			return ar_no(no, AR_REFUSAL_NO_WALL, AR_SDATA_37, to);
		return true;
	}
	if (!wall || RULE(AR_FLY_01, ar_flying(s, o)))
		return true;
	if (RULE(AR_WALL_04, ar_is(s, wall, AR_T_PASSAGE_BLOCKED)))
		return ar_no(no, AR_REFUSAL_BLOCKED, AR_WALL_04, wall->handle);
	if (RULE(AR_SDATA_37,
		 ar_is(s, wall, AR_T_THORNS) && ar_card_of(s, o)->level > 1))
		return ar_no(no, AR_REFUSAL_THORNS, AR_SDATA_37, wall->handle);
	return true;
}

bool ar_check_move(const struct ar_work *w, const struct ar_obj *o, int32_t to,
		   enum ar_how how, struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);

	if (!ar_is_zone(s, to))
		return ar_no(no, AR_REFUSAL_NO_ZONE, AR_WALL_12, to);
	if (RULE(AR_MOVE_01, ar_distance(o->zone, to) != 1))
		return ar_no(no, AR_REFUSAL_NOT_ADJACENT, AR_MOVE_01, to);
	if (RULE(AR_ACT_11, ar_incapacitated(s, o)))
		return ar_no(no, AR_REFUSAL_INCAPACITATED, AR_ACT_11,
			     o->handle);
	if (how == AR_HOW_CLIMB || how == AR_HOW_CROSS) {
		if (!ar_can(w, o, AR_DONE_FULL, no))
			return false;
	} else if (!can_move(s, o, no)) {
		return false;
	}
	if (how == AR_HOW_BLINK)
		return true;
	if (RULE(AR_COND_11, ar_restrained(s, o)))
		return ar_no(no, AR_REFUSAL_RESTRAINED, AR_COND_11, o->handle);
	if (RULE(AR_RUL_48, o->moves > 0 && ar_is(s, o, AR_T_MAX_MOVES)))
		return ar_no(no, AR_REFUSAL_ONE_MOVE, AR_RUL_48, o->handle);
	return walls_let(s, o, to, how, no);
}

/* --- a move action ------------------------------------------------------ */

static void stopped(struct ar_work *w, const struct ar_move *m,
		    enum ar_stop why, int rule)
{
	const struct ar_obj *o = ar_obj(ar_state_of(w), m->mover);

	AR_EMIT(w, AR_EV_MOVE_STOPPED, rule, m->mover, o ? o->zone : 0,
		(int32_t)why);
}

/* AR-MOVE-07, -09: can the move go on? */
static bool goes_on(struct ar_work *w, const struct ar_move *m)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, m->mover);

	if (!o || o->dying)
		stopped(w, m, AR_STOP_GONE, AR_MOVE_07);
	else if (RULE(AR_MOVE_09, o->moved != m->moved))
		stopped(w, m, AR_STOP_MOVED, AR_MOVE_09);
	else if (RULE(AR_ACT_17, ar_incapacitated(s, o)))
		stopped(w, m, AR_STOP_INCAPACITATED, AR_MOVE_07);
	else if (RULE(AR_MOVE_07,
		      m->how != AR_HOW_BLINK && ar_restrained(s, o)) &&
		 !(s->head.option[AR_OPTION_LATE_HOLD] && !o->cond[AR_CRIPPLE]))
		stopped(w, m, AR_STOP_RESTRAINED, AR_MOVE_07);
	else
		return true;
	return false;
}

static void move_declare(struct ar_work *w, struct ar_move *m)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, m->mover), *enemy;
	bool full = m->how == AR_HOW_CLIMB || m->how == AR_HOW_CROSS;
	struct ar_roles about = { .who = m->mover };

	m->from = o->zone;
	m->moved = o->moved;
	enemy = m->how == AR_HOW_BLINK ? NULL : ar_hinders(s, o, o->zone);
	m->enemy = enemy ? enemy->handle : 0;
	AR_EMIT(w, AR_EV_MOVE, full ? AR_WALL_09 : AR_MOVE_01, m->mover,
		m->from, m->to, m->how);
	ar_note(w, m->mover, AR_NOTE_ACT_MOVES, o->act_moves + 1);
	o = ar_obj(s, m->mover);
	if (full)
		ar_note(w, m->mover, AR_NOTE_ACT_DONE, AR_DONE_FULL);
	else if (RULE(AR_ACT_06, o->act_moves > 1 && !is_fast(s, o)))
		ar_note(w, m->mover, AR_NOTE_ACT_DONE, AR_DONE_QUICK);
	if (m->how == AR_HOW_BLINK)
		return;
	o = ar_obj(s, m->mover);
	ar_note(w, m->mover, AR_NOTE_MOVES, o->moves + 1);
	ar_fire(w, AR_ON_MOVE, &about);
}

/* attached conjurations do not come along (AR-TELE-02) */
static void move_shed(struct ar_work *w, int32_t obj)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o;

	for (int32_t at = 0; (o = ar_next(s, at)) != NULL;) {
		at = o->handle;
		if (o->host == obj &&
		    RULE(AR_TELE_02, ar_kind(s, o) == AR_CONJURATION))
			ar_destroy(w, at, AR_CAUSE_HOST, 0, AR_TELE_02);
	}
}

/* the tax of AR-MOVE-02; false: not paid */
static bool pay_tax(struct ar_work *w, const struct ar_obj *o, int rule)
{
	const struct ar_state *s = ar_state_of(w);
	struct ar_tax tax[AR_MAX_TAXES];
	int n = ar_taxes(s, o, NULL, tax), seat = o->ctl;
	int32_t sum = 0, about = o->handle;
	struct decision d;
	bool said;

	for (int i = 0; i < n; i++)
		sum += tax[i].amount;
	if (!sum)
		return true;
	said = ar_line_find(w, seat, AR_ORDER_PAYTAX, o, NULL, &d) >= 0;
	if (sum > s->player[seat].mana ||
	    (said ? !decision_int(&d, AR_TAG_YES, 1)
		  : ar_wants_asked(w, seat, AR_ASKS_TAX, about)))
		return false;
	ar_mana(w, seat, -sum, AR_MANA_TAX, about, rule);
	return true;
}

/* how many passage attacks the wall makes on who crosses it */
static int move_passage(const struct ar_state *s, const struct ar_obj *wall,
			const struct ar_obj *o)
{
	if (!wall || RULE(AR_WALL_08, ar_flying(s, o)) ||
	    !ar_is(s, wall, AR_T_PASSAGE_ATTACKS))
		return 0;
	if (RULE(AR_SDATA_37, ar_is(s, wall, AR_T_THORNS)))
		return ar_card_of(s, o)->level - 1;
	return RULE_VALUE(AR_WALL_06, 1);
}

static void wall_attack(struct ar_work *w, const struct ar_obj *wall,
			int32_t victim)
{
	ar_attack_auto(w, wall->handle, wall->card, 0, victim, AR_PASSAGE,
		       wall->ctl);
}

static void move_arrive(struct ar_work *w, const struct ar_move *m)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *enemy;

	AR_EMIT(w, AR_EV_MOVED, AR_MOVE_05, m->mover, m->from, m->to, m->how,
		0);
	if (m->how == AR_HOW_BLINK)
		return;
	ar_note(w, m->mover, AR_NOTE_ACT_CHARGE, 1);
	enemy = ar_obj(s, m->enemy);
	if (!RULE(AR_HIND_02, enemy))
		enemy = ar_hinders(s, ar_obj(s, m->mover), m->to);
	if (enemy) {
		AR_EMIT(w, AR_EV_HINDERED, AR_HIND_01, m->mover, enemy->handle);
		ar_note(w, m->mover, AR_NOTE_ACT_HINDERED, 1);
	}
}

/* M6 of each object that has entered a zone */
static void enter_zone(struct ar_work *w, int32_t obj, int part)
{
	const struct ar_obj *o = ar_obj(ar_state_of(w), obj);
	struct ar_roles about = { .who = obj };

	if (!o || o->dying || !o->zone)
		return;
	if (part == 0)
		ar_must(w, AR_ON_ENTER, &about, -1);
	else if (part == 1)
		ar_fire(w, AR_ON_ENTER, &about);
	else
		ar_open_window2(w, AR_WIN_ENTERS, obj, AR_WIN_NONE, 0, o->zone);
}

/* of a move: the wall on its way was not met yet */
enum { NOT_MET = -1 };

void ar_step_move(struct ar_work *w, struct ar_frame *f)
{
	struct ar_move *m = &f->move;
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o, *wall;

	if (f->step > 0 && f->step < 6 && !goes_on(w, m)) {
		ar_pop(w, 0);
		return;
	}
	o = ar_obj(s, m->mover);
	switch (f->step++) {
	case 0:
		move_declare(w, m);
		if (m->how == AR_HOW_BLINK) {
			move_shed(w, m->mover);
			f->step = 5;
		}
		break;
	case 1: ar_open_window(w, AR_WIN_MOVES, m->mover); break;
	case 2: /* M2 */
		if (!pay_tax(w, o, AR_MOVE_02) && !w->again) {
			stopped(w, m, AR_STOP_UNPAID, AR_MOVE_02);
			ar_pop(w, 0);
		}
		break;
	case 3: /* M3 */
		m->attacks = NOT_MET;
		ar_open_window(w, AR_WIN_LEAVES, m->mover);
		break;
	case 4: /* M4 */
		wall = ar_wall(s, m->from, m->to);
		/* who flies no more is stopped by what it would have passed */
		if (m->attacks == NOT_MET && wall &&
		    RULE(AR_MOVE_07,
			 !walls_let(s, o, m->to, (enum ar_how)m->how, NULL))) {
			stopped(w, m, AR_STOP_WALL, AR_MOVE_07);
			ar_pop(w, 0);
			break;
		}
		if (m->attacks == NOT_MET)
			m->attacks = move_passage(s, wall, o);
		if (m->attacks > 0 && wall) {
			m->attacks--;
			f->step = 4;
			wall_attack(w, wall, m->mover);
		} else if (wall) {
			ar_open_window(w, AR_WIN_CROSSES, m->mover);
		}
		break;
	case 5: move_arrive(w, m); break;
	case 6: enter_zone(w, m->mover, 0); break;
	case 7: enter_zone(w, m->mover, 1); break;
	case 8: enter_zone(w, m->mover, 2); break;
	default: ar_pop(w, 1);
	}
}

/* --- pushed, teleported ------------------------------------------------- */

void ar_teleport(struct ar_work *w, int32_t obj, int32_t to, int32_t by,
		 enum ar_how how)
{
	struct ar_frame *f = ar_push(w, AR_FRAME_SHIFT);

	f->shift.mover = obj;
	f->shift.to = to;
	f->shift.by = by;
	f->shift.how = (int32_t)how;
}

static int friends_there(const struct ar_state *s, const struct ar_obj *o,
			 int32_t zone)
{
	int n = 0;

	for (int i = 0; i < s->n_objects; i++)
		n += s->obj[i].zone == zone && &s->obj[i] != o &&
		     ar_is_creature(s, &s->obj[i]) &&
		     ar_friends(s, s->obj[i].ctl, o->ctl);
	return n;
}

/* pushed that way it bumps into something (AR-PUSH-05) */
static bool move_bumps(const struct ar_state *s, const struct ar_obj *o,
		       int dir)
{
	int32_t to = ar_beside(s, o->zone, (enum ar_dir)dir);
	const struct ar_obj *wall = to ? ar_wall(s, o->zone, to) : NULL;

	if (RULE(AR_WALL_12, !to))
		return true;
	return wall && !RULE(AR_PUSH_06, ar_flying(s, o)) &&
	       RULE(AR_WALL_04, ar_is(s, wall, AR_T_PASSAGE_BLOCKED));
}

/* among these directions (bits), as the pusher's line or the default says */
static int choose_dir(struct ar_work *w, const struct ar_obj *o, int seat,
		      unsigned dirs)
{
	const struct ar_state *s = ar_state_of(w);
	int best = -1, least = INT_MAX;
	struct decision_arg a;
	struct decision d;
	int line = ar_line_find(w, seat, AR_ORDER_PUSH, o, NULL, &d);
	int said = line >= 0 ? decision_int(&d, AR_TAG_DIR, -1) : -1;
	int32_t from = line >= 0 && decision_find(&d, AR_TAG_AWAY, &a)
			       ? ar_place(w, seat, o->handle, &a)
			       : 0;

	if (line < 0 && dirs & (dirs - 1) &&
	    ar_wants_asked(w, seat, AR_ASKS_PUSH, o->handle))
		return -1;
	if (said >= 0 && dirs >> said & 1)
		return said;
	for (int i = 0; i < N_AR_DIRS; i++) {
		int32_t to = ar_beside(s, o->zone, (enum ar_dir)i);
		int cost = to ? friends_there(s, o, to) : 100;

		if (!(dirs >> i & 1))
			continue;
		if (line >= 0 &&
		    decision_int(&d, AR_TAG_POLICY, -1) == AR_POLICY_WALL &&
		    move_bumps(s, o, i))
			return i;
		if (from && to)
			cost = -ar_distance(to, from);
		if (cost < least) {
			least = cost;
			best = i;
		}
	}
	return best;
}

static int move_away(struct ar_work *w, const struct ar_obj *o, int32_t by,
		     int seat)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *source = ar_obj(s, by);
	int32_t from = source ? ar_zone_of(s, source) : 0;
	unsigned dirs = 0;
	int dx, dy;

	if (source && !from && source->border[0])
		from = source->border[0];
	dx = from ? ar_x(o->zone) - ar_x(from) : 0;
	dy = from ? ar_y(o->zone) - ar_y(from) : 0;
	if (dx)
		dirs |= 1u << (dx > 0 ? AR_EAST : AR_WEST);
	if (dy)
		dirs |= 1u << (dy > 0 ? AR_SOUTH : AR_NORTH);
	if (!dirs)
		dirs = 15;
	return RULE(AR_PUSH_02, dirs) ? choose_dir(w, o, seat, dirs) : AR_NORTH;
}

/* of a push: its pusher chooses when it begins */
enum { TO_BE_CHOSEN = -1 };

/* the zone in that direction, 0: it bumps into something */
static void push_to(struct ar_work *w, struct ar_frame *f, int dir)
{
	const struct ar_state *s = ar_state_of(w);
	struct ar_shift *x = &f->shift;
	const struct ar_obj *o = ar_obj(s, x->mover), *wall;

	x->to = ar_beside(s, o->zone, (enum ar_dir)dir);
	if (move_bumps(s, o, dir)) {
		x->to = 0;
	} else if (x->extra == 1 && x->to) {
		wall = ar_wall(s, o->zone, x->to);
		if (move_passage(s, wall, o) > 0 ||
		    (wall && !ar_flying(s, o) &&
		     ar_is(s, wall, AR_T_PASSAGE_ATTACKS)))
			ar_pop(w, 0); /* Force Push .2 */
	}
}

void ar_push_away(struct ar_work *w, int32_t obj, int dir, int32_t by, int seat,
		  int extra)
{
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, obj);
	struct ar_frame *f;

	if (!o || !o->zone || o->dying)
		return;
	if (RULE(AR_PUSH_01, ar_is(s, o, AR_T_UNMOVABLE)))
		return;
	if (dir < -1) { /* at random (AR-PUSH-03) */
		int die = ar_die(w, 12);
		struct event e;

		if (!die)
			return;
		dir = (die - 1) / 3;
		event_start(&e, AR_EV_D12, AR_PUSH_03);
		event_put(&e, AR_EV_D12_OBJ, obj);
		event_put(&e, AR_EV_D12_WHAT, AR_ROLL_PUSH);
		event_put(&e, AR_EV_D12_DIE, die);
		event_put_ints(&e, AR_EV_D12_MODS, NULL, 0);
		event_put(&e, AR_EV_D12_TOTAL, die);
		event_put(&e, AR_EV_D12_NEEDED, 0);
		event_put(&e, AR_EV_D12_OK, 1);
		event_put(&e, AR_EV_D12_AGAIN, 0);
		ar_event_emit(w, &e);
	}
	f = ar_push(w, AR_FRAME_SHIFT);
	f->shift.mover = obj;
	f->shift.how = AR_HOW_PUSH;
	f->shift.by = by;
	f->shift.seat = seat;
	f->shift.extra = extra;
	f->shift.from = o->zone;
	f->shift.to = TO_BE_CHOSEN;
	if (dir >= 0)
		push_to(w, f, dir);
}

static void move_pushed(struct ar_work *w, struct ar_frame *f)
{
	struct ar_shift *x = &f->shift;
	const struct ar_state *s = ar_state_of(w);
	const struct ar_obj *o = ar_obj(s, x->mover), *wall;

	switch (f->step) {
	case 0:
		if (x->to == TO_BE_CHOSEN) {
			int dir = move_away(w, o, x->by, (int)x->seat);

			if (!w->again)
				push_to(w, f, dir);
			return;
		}
		f->step = 1;
		if (!x->to) {
			AR_EMIT(w, AR_EV_BASHED, AR_PUSH_05, x->mover, o->zone,
				x->by);
			f->step = 9;
			ar_attack_auto(w, 0, 0, 0, x->mover, AR_BASH, x->seat);
			return;
		}
		x->attacks = move_passage(s, ar_wall(s, x->from, x->to), o);
		return;
	case 1: /* M4 */
		wall = ar_wall(s, x->from, x->to);
		if (x->attacks > 0 && wall && o && !o->dying) {
			x->attacks--;
			wall_attack(w, wall, x->mover);
			return;
		}
		f->step = 2;
		return;
	default:
		f->step = 6;
		if (!o || o->dying ||
		    RULE(AR_PUSH_04, ar_is(s, o, AR_T_UNMOVABLE))) {
			ar_pop(w, 0);
			return;
		}
		AR_EMIT(w, AR_EV_MOVED, AR_PUSH_01, x->mover, o->zone, x->to,
			x->how, x->by);
	}
}

void ar_step_shift(struct ar_work *w, struct ar_frame *f)
{
	struct ar_shift *x = &f->shift;
	const struct ar_obj *o = ar_obj(ar_state_of(w), x->mover);

	if (!o && f->step < 9) {
		ar_pop(w, 0);
		return;
	}
	switch (f->step) {
	case 6:
		f->step++;
		enter_zone(w, x->mover, 0);
		return;
	case 7:
		f->step++;
		enter_zone(w, x->mover, 1);
		return;
	case 8:
		f->step++;
		enter_zone(w, x->mover, 2);
		return;
	case 9: ar_pop(w, 1); return;
	default: break;
	}
	if (x->how == AR_HOW_PUSH) {
		move_pushed(w, f);
	} else if (f->step == 0) {
		f->step = 1;
		if (o->zone)
			move_shed(w, x->mover);
	} else {
		f->step = 6;
		AR_EMIT(w, AR_EV_MOVED,
			x->how == AR_HOW_RETURN ? AR_RUL_38 : AR_TELE_01,
			x->mover, o->zone, x->to, x->how, x->by);
	}
}
