/*
 * src/games/dungeons/rules/chest.c - traps, treasures, stealing, storing (DG
 * section 11).
 */
#include "games/dungeons/rules/chest.h"
#include "games/dungeons/rules/attack.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/move.h"

int dg_holding(const struct dg_state *s, int seat)
{
	int n = 0;

	for (int i = 0; i < s->n_chests; i++)
		n += s->chest[i].place == DG_CHEST_HELD &&
		     s->chest[i].holder == seat;
	return n;
}

int dg_limit(const struct dg_state *s, int seat)
{
	int n = 0;

	for (int f = 0; f < s->n_figs; f++)
		n += s->fig[f].owner == seat && dg_on_board(s, f);
	return 2 * n;
}

static int dg_stored_with(const struct dg_state *s, int32_t fig)
{
	int n = 0;

	for (int i = 0; i < s->n_chests; i++)
		n += s->chest[i].place == DG_CHEST_STORED &&
		     s->chest[i].fig == fig;
	return n;
}

static bool at_limit(const struct dg_state *s, int seat)
{
	return RULE(DG_TRS_04, dg_holding(s, seat) >= dg_limit(s, seat));
}

static const struct dg_trap *trap_of(const struct dg_state *s, int c)
{
	return &s->model[s->chest[c].model].trap[s->chest[c].position];
}

/* --- what every handling of a chest needs ------------------------------ */

static bool may_handle(const struct dg_state *s, int seat, int32_t label,
		       int32_t chest, bool front, int *c, struct refusal *no)
{
	int f = dg_find(s, label);

	if (!dg_may_act(s, seat, label, DG_HOW_NORMAL, no))
		return false;
	if (RULE(DG_ACT_05, f < 0 || s->fig[f].owner < 0))
		return dg_no(no, DG_REFUSAL_NOT_HERO, DG_ACT_05, label);
	if (!dg_on_board(s, f))
		return dg_no(no, DG_REFUSAL_NOT_ENTERED, DG_ACT_05, label);
	if (!dg_does_more(s, f, no))
		return false;
	if (RULE(DG_SA_45, dg_has(s, f, DG_ABILITY_DEMORALIZED)))
		return dg_no(no, DG_REFUSAL_DEMORALIZED, DG_SA_45, label);
	*c = dg_find_chest(s, chest);
	if (*c < 0 || s->chest[*c].place != DG_CHEST_LIES)
		return dg_no(no, DG_REFUSAL_NO_CHEST, DG_TRAP_01, chest);
	if (dg_adjacent(s, s->chest[*c].sq, s->fig[f].sq) < 0)
		return dg_no(no,
			     front ? DG_REFUSAL_NOT_IN_CHEST_ARC
				   : DG_REFUSAL_NOT_ADJACENT,
			     DG_TRAP_01, chest);
	if (front && RULE(DG_TRAP_03, !dg_before_chest(s, *c, s->fig[f].sq)))
		return dg_no(no, DG_REFUSAL_NOT_IN_CHEST_ARC, DG_TRAP_03,
			     chest);
	if (at_limit(s, seat))
		return dg_no(no, DG_REFUSAL_TREASURE_LIMIT,
			     s->chest[*c].trap > DG_ARMED ? DG_TRS_04
							  : DG_TRAP_07,
			     chest);
	return true;
}

/* --- REVEAL, DISARM, TAKE ---------------------------------------------- */

static bool decide_reveal(struct run *r, int seat, int32_t label, int32_t chest,
			  struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	struct event e;
	int c, die;

	if (!may_handle(s, seat, label, chest, false, &c, no))
		return false;
	if (RULE(DG_TRAP_01, s->chest[c].trap != DG_UNREVEALED))
		return dg_no(no, DG_REFUSAL_ALREADY_REVEALED, DG_TRAP_01,
			     chest);
	dg_begin(r, label, DG_HOW_NORMAL);
	die = dg_roll(r, 6);
	if (r->unknown)
		return true;
	dg_event_trap_revealed(&e, DG_TRAP_01, chest, label, die,
			       die % DG_POSITIONS,
			       die % DG_POSITIONS ? DG_ARMED : DG_BLANK);
	event_because(&e, DG_X_10);
	event_because(&e, DG_TRAP_02);
	run_emit(r, &e);
	return true;
}

static bool decide_disarm(struct run *r, int seat, int32_t label, int32_t chest,
			  bool slow, struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t cost =
		slow ? RULE_VALUE(DG_TRAP_05, 6) : RULE_VALUE(DG_TRAP_04, 3);
	int c, d1, d2, bonus = slow ? RULE_VALUE(DG_TRAP_05, 2) : 0, need;
	struct dg_work w;
	struct event e;
	bool ok;

	if (!may_handle(s, seat, label, chest, true, &c, no))
		return false;
	if (s->chest[c].trap == DG_UNREVEALED)
		return dg_no(no, DG_REFUSAL_TRAP_UNREVEALED, DG_TRAP_03, chest);
	if (RULE(DG_TRAP_03, s->chest[c].trap != DG_ARMED))
		return dg_no(no, DG_REFUSAL_NO_TRAP, DG_TRAP_03, chest);
	if (RULE(DG_ACT_03, dg_sp(s, label) < cost))
		return dg_no_sp(no, DG_TRAP_04, label, cost, dg_sp(s, label));
	dg_begin(r, label, DG_HOW_NORMAL);
	run_roll_two(r, &d1, &d2);
	if (r->unknown)
		return true;
	need = trap_of(s, c)->disarm;
	ok = RULE(DG_TRAP_04, d1 + d2 + bonus >= need);
	event_start(&e, DG_EV_DISARM_ROLL, slow ? DG_TRAP_05 : DG_TRAP_04);
	event_because(&e, DG_X_11);
	event_because(&e, DG_TRAP_06);
	event_put(&e, DG_EV_DISARM_ROLL_CHEST, chest);
	event_put(&e, DG_EV_DISARM_ROLL_FIG, label);
	event_put(&e, DG_EV_DISARM_ROLL_D1, d1);
	event_put(&e, DG_EV_DISARM_ROLL_D2, d2);
	event_put(&e, DG_EV_DISARM_ROLL_BONUS, bonus);
	event_put(&e, DG_EV_DISARM_ROLL_NEED, need);
	event_put(&e, DG_EV_DISARM_ROLL_OK, ok);
	event_put(&e, DG_EV_DISARM_ROLL_SP, dg_sp(s, label) - cost);
	run_emit(r, &e);
	if (ok) {
		dg_xp(r, seat, RULE_VALUE(DG_TRAP_17, 50), label, DG_XP_04);
		return true;
	}
	dg_work_init(&w, NULL);
	dg_push(&w, DG_JOB_TRAP_END, chest, label, 25, seat);
	dg_push(&w, DG_JOB_TRAP, chest, label, 0, 0);
	dg_work_run(r, &w);
	return true;
}

/* DG-TRS-03: a trap instead of treasure */
static void second_trap(struct run *r, int c, int32_t label)
{
	const struct dg_state *s = dg_of(r);
	int32_t chest = s->chest[c].label;
	int die = dg_roll(r, 6), position;
	struct dg_work w;
	struct event e;

	if (r->unknown)
		return;
	position = (s->chest[c].position + die) % DG_POSITIONS;
	dg_event_trap_revealed(&e, DG_TRS_03, chest, label, die, position,
			       position ? DG_SPRUNG : DG_BLANK);
	event_because(&e, DG_X_10);
	run_emit(r, &e);
	dg_work_init(&w, NULL);
	dg_push(&w, DG_JOB_TRAP_END, chest, label, -1, 0);
	if (position && RULE(DG_TRS_03, true))
		dg_push(&w, DG_JOB_TRAP, chest, label, 0, 0);
	dg_work_run(r, &w);
}

static bool decide_take(struct run *r, int seat, int32_t label, int32_t chest,
			struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	const struct dg_treasure *t;
	struct event e;
	int c;

	if (!may_handle(s, seat, label, chest, true, &c, no))
		return false;
	if (RULE(DG_TRS_01, s->chest[c].trap == DG_UNREVEALED))
		return dg_no(no, DG_REFUSAL_TRAP_UNREVEALED, DG_TRS_01, chest);
	if (RULE(DG_TRS_01, s->chest[c].trap == DG_ARMED))
		return dg_no(no, DG_REFUSAL_TRAP_ARMED, DG_TRS_01, chest);
	if (RULE(DG_ACT_03, dg_sp(s, label) < 2))
		return dg_no_sp(no, DG_TRS_01, label, 2, dg_sp(s, label));
	t = dg_treasure(s, c);
	if (!t) { /* the content is hidden in a view */
		r->unknown = true;
		return true;
	}
	dg_begin(r, label, DG_HOW_NORMAL);
	if (!s->chest[c].seen)
		dg_open_secret(r, s->chest[c].secret, chest,
			       s->chest[c].treasure + 1);
	event_start(&e, DG_EV_CHEST_OPENED, DG_TRS_01);
	event_because(&e, t->trap ? DG_TRS_03 : DG_TRS_02);
	event_because(&e, DG_TRS_05);
	event_put(&e, DG_EV_CHEST_OPENED_CHEST, chest);
	event_put(&e, DG_EV_CHEST_OPENED_FIG, label);
	event_put(&e, DG_EV_CHEST_OPENED_SEAT, t->trap ? -1 : seat);
	event_put(&e, DG_EV_CHEST_OPENED_POSITION, s->chest[c].treasure);
	event_put_ints(&e, DG_EV_CHEST_OPENED_TREASURE, (const int32_t *)t,
		       (int)(sizeof(*t) / sizeof(int32_t)));
	event_put(&e, DG_EV_CHEST_OPENED_SP, dg_sp(s, label) - 2);
	run_emit(r, &e);
	if (t->trap)
		second_trap(r, c, label);
	return true;
}

/* --- a trap is sprung -------------------------------------------------- */

/* would the trap hit a Hero there? */
static bool trap_reaches(const struct dg_state *s, int c, int hero, int32_t sq,
			 bool *hindered)
{
	const struct dg_trap *t = trap_of(s, c);
	int32_t from = s->chest[c].sq;
	int section = s->square[sq].section;
	struct dg_line line;

	*hindered = false;
	if (t->type == DG_TRAP_T)
		return RULE(
			DG_TRAP_13,
			section == s->square[from].section ||
				(hero >= 0 && dg_on_board(s, hero) &&
				 section ==
					 s->square[s->fig[hero].sq].section));
	if (t->type != DG_TRAP_R || sq == from)
		return false;
	if (!dg_front(s, 3, s->chest[c].face, dg_x(sq) - dg_x(from),
		      dg_y(sq) - dg_y(from)) ||
	    dg_range(from, sq) > t->range)
		return false;
	line = dg_line(s, from, sq, 0, hero);
	*hindered = line.hindered;
	return RULE(DG_TRAP_14, line.clear);
}

/* came: of a token that this trap converted (DG-R-26) */
static void trap_blow(struct run *r, int c, int g, int hero, int roll,
		      bool came)
{
	const struct dg_state *s = dg_of(r);
	const struct dg_trap *t = trap_of(s, c);
	bool ranged = t->type == DG_TRAP_R, hindered = false;
	bool ignores = dg_option(s, DG_OPTION_OBJECT_IGNORES) != 0;
	int32_t clicks = t->damage, mods[DG_MOD_WORDS];
	enum dg_result result;
	struct dg_blow b = {
		.attacker = s->chest[c].label,
		.target = s->fig[g].label,
		.value = t->attack,
		.roll = roll,
		.rule = t->type == DG_TRAP_H ? DG_TRAP_12
			: ranged             ? DG_TRAP_14
					     : DG_TRAP_13,
	};
	int n = 0;

	if (came && RULE(DG_R_26, dg_option(s, DG_OPTION_TRAP_TOKEN))) {
		/* the value itself, and higher */
		b.roll = 0;
		b.plain = true;
		dg_mod(b.mods, &b.n_mods, DG_R_26, -1);
	}
	if (t->type != DG_TRAP_T &&
	    RULE(DG_OBJ_01, dg_in_rear(s, g, s->chest[c].sq)))
		dg_mod(b.mods, &b.n_mods, DG_OBJ_01, 1);
	dg_blow_defense(s, g, ranged, false, ignores, &b);
	if (ranged && trap_reaches(s, c, hero, s->fig[g].sq, &hindered) &&
	    hindered)
		dg_mod(b.dmods, &b.n_dmods, DG_LOF_05, 1);
	result = dg_blow_emit(r, &b);
	if (result != DG_HIT && result != DG_CRITICAL_HIT)
		return;
	if (!ignores && RULE(DG_OBJ_02, dg_has(s, g, DG_ABILITY_DODGE))) {
		int die = dg_roll(r, 6);
		struct event e;

		if (r->unknown)
			return;
		dg_event_dodge_roll(&e, DG_SA_37, s->fig[g].label, die,
				    die >= 5);
		event_because(&e, DG_X_07);
		run_emit(r, &e);
		if (die >= 5)
			return;
	}
	dg_mod(mods, &n, DG_TRAP_11, clicks);
	if (result == DG_CRITICAL_HIT) {
		dg_mod(mods, &n, DG_ATT_06, 1);
		clicks++;
	}
	dg_hurt(r, g,
		&(struct dg_wound){ clicks, s->chest[c].label, DG_BY_OBJECT,
				    mods, n, false });
}

/* not to be made a target at range: what objects ignore is for damage only */
static bool chest_unseen(const struct dg_state *s, int c, int g, int hero)
{
	if (dg_option(s, DG_OPTION_OBJECT_IGNORES))
		return false;
	return dg_has(s, g, DG_ABILITY_INVISIBILITY) ||
	       (dg_has(s, g, DG_ABILITY_STEALTH) &&
		!dg_line(s, s->chest[c].sq, s->fig[g].sq, DG_LINE_STEALTH, hero)
			 .clear);
}

/* stood: who was on the board when the trap was rolled */
static void trap_hit(struct run *r, int c, int hero, int roll,
		     const int32_t stood[DG_FIG_WORDS])
{
	const struct dg_state *s = dg_of(r);
	int32_t reached[DG_MAX_FIGS];
	int n = 0;
	bool hindered;

	if (trap_of(s, c)->type == DG_TRAP_H) {
		if (hero >= 0 && dg_on_board(s, hero))
			trap_blow(r, c, hero, hero, roll, false);
		return;
	}
	/* found before anybody falls: one attack, one moment */
	for (int g = 0; g < s->n_figs; g++)
		if (dg_on_board(s, g) &&
		    trap_reaches(s, c, hero, s->fig[g].sq, &hindered) &&
		    !(trap_of(s, c)->type == DG_TRAP_R &&
		      RULE(DG_OBJ_02, chest_unseen(s, c, g, hero))))
			reached[n++] = s->fig[g].label;
	for (int i = 0; i < n && !r->unknown; i++) {
		int g = dg_find(s, reached[i]);

		if (dg_on_board(s, g) && s->chest[c].place == DG_CHEST_LIES)
			trap_blow(r, c, g, hero, roll, !dg_bit(stood, g));
	}
}

/* the nearest token in reach of the trap, DG-TRAP-15 */
static int trap_token(const struct dg_state *s, int c, int hero)
{
	const struct dg_trap *t = trap_of(s, c);
	int32_t from = hero >= 0 && dg_on_board(s, hero) ? s->fig[hero].sq
							 : s->chest[c].sq;
	int best = -1;
	bool hindered;

	if (t->type != DG_TRAP_T && t->type != DG_TRAP_R)
		return -1;
	for (int i = 0; i < s->n_tokens; i++) {
		if (s->token[i].sq == DG_NOWHERE ||
		    !trap_reaches(s, c, hero, s->token[i].sq, &hindered))
			continue;
		if (best < 0 || dg_range(from, s->token[i].sq) <
					dg_range(from, s->token[best].sq))
			best = i;
	}
	return best;
}

/* what the trap places is pushed last: it comes before the attack */
static void trap_opens(struct run *r, struct dg_work *w, int c, int hero)
{
	const struct dg_state *s = dg_of(r);
	const struct dg_trap *t = trap_of(s, c);
	int32_t chest = s->chest[c].label, *place;

	if (t->type != DG_NO_ATTACK)
		dg_push(w, DG_JOB_TRAP_ROLL, chest, s->fig[hero].label, 0, 0);
	if (!t->n || !RULE(DG_TRAP_10, true))
		return;
	dg_push(w, DG_JOB_PLACED, 0, 0, 0, 0);
	place = dg_push(w, DG_JOB_PLACE, dg_opponent(s, s->fig[hero].owner),
			s->fig[hero].label, t->n, t->points);
	place[DG_PLACE_SQUARE] = s->chest[c].sq;
	place[DG_PLACE_CHEST] = chest;
}

/* the tokens in reach convert before the figures there are hit */
static void trap_rolls(struct run *r, struct dg_work *w, int c, int hero)
{
	const struct dg_state *s = dg_of(r);
	int32_t chest = s->chest[c].label, by = s->fig[hero].label, *hit;
	int n_targets = trap_of(s, c)->type == DG_TRAP_H ? 1 : 0;
	int roll;

	dg_declare_emit(r,
			&(struct dg_declared){ chest, &by, n_targets,
					       DG_BY_CHEST, 0, 0, DG_TRAP_10 });
	roll = dg_dice_emit(r, chest);
	if (r->unknown)
		return;
	hit = dg_push(w, DG_JOB_TRAP_HIT, chest, by, roll, 0);
	for (int g = 0; g < s->n_figs; g++)
		if (dg_on_board(s, g))
			dg_bit_set(hit + DG_TRAP_STOOD, g);
	dg_push(w, DG_JOB_TRAP_TOKENS, chest, by, roll, 0);
}

/* one token after the other, until none is left in reach */
static void trap_converts(struct dg_work *w, const struct dg_state *s, int c,
			  int hero, const int32_t *job)
{
	int i = trap_token(s, c, hero);
	int32_t *one;

	if (i < 0 || !RULE(DG_TRAP_15, true))
		return;
	dg_push(w, DG_JOB_TRAP_TOKENS, job[1], job[2], job[3], 0);
	one = dg_push(w, DG_JOB_CONVERT_ONE, s->token[i].label, job[2], 0, 0);
	one[DG_CONVERT_BY_TRAP] = 1;
}

/* its Hero gets experience; without any, the chest goes */
static void trap_ends(struct run *r, const int32_t *job)
{
	struct event e;

	if (job[3] > 0) {
		dg_xp(r, job[4], RULE_VALUE(DG_TRAP_17, job[3]), job[2],
		      DG_XP_04);
		return;
	}
	dg_event_chest_removed(&e, DG_TRS_03, job[1]);
	run_emit(r, &e);
}

void dg_job_trap(struct run *r, struct dg_work *w, const int32_t *job)
{
	const struct dg_state *s = dg_of(r);
	int c = dg_find_chest(s, job[1]), hero = dg_find(s, job[2]);

	if (c < 0 || hero < 0)
		return;
	switch (job[0]) {
	case DG_JOB_TRAP: trap_opens(r, w, c, hero); break;
	case DG_JOB_TRAP_ROLL: trap_rolls(r, w, c, hero); break;
	case DG_JOB_TRAP_TOKENS: trap_converts(w, s, c, hero, job); break;
	case DG_JOB_TRAP_HIT:
		trap_hit(r, c, hero, job[3], job + DG_TRAP_STOOD);
		break;
	default: trap_ends(r, job);
	}
}

/* --- a chest lies again ------------------------------------------------ */

static int best_face(const struct dg_state *s, int32_t sq,
		     const unsigned char *reach)
{
	int best = DG_N, most = -1;

	for (int face = 0; face < N_DG_FACES; face += 2) {
		int n = 0;

		for (int k = -1; k <= 1; k++) {
			int way = (face + k + 8) % 8;
			int32_t to = dg_beside(sq, way);

			n += to != DG_NOWHERE && dg_enterable(s, to) &&
			     dg_joined(s, sq, way) && reach[to];
		}
		if (n > most) {
			most = n;
			best = face;
		}
	}
	return best;
}

/* How well a square suits a chest that comes back; the first condition is
 * given up last. */
enum { DROP_FITS, DROP_FREE, DROP_EMPTY, DROP_ANYWHERE, N_DROPS };

static bool drop_suits(const struct dg_state *s, int32_t sq, int how,
		       int section, const unsigned char *reach)
{
	int t = s->square[sq].terrain;

	if (RULE(DG_LOSS_02,
		 how != DROP_ANYWHERE && s->square[sq].section != section))
		return false;
	switch (how) {
	case DROP_FREE: /* except that no piece can reach it */
		return dg_enterable(s, sq) && dg_empty(s, sq) &&
		       t != DG_TELEPORT && t != DG_VORTEX && t != DG_STAIRS;
	case DROP_EMPTY: return dg_enterable(s, sq) && dg_empty(s, sq);
	default: return dg_chest_fits(s, sq, best_face(s, sq, reach), reach);
	}
}

/* the square of the best kind that is nearest to where it falls */
static int32_t fall_square(const struct dg_state *s, const struct dg_fall *x,
			   const unsigned char *reach)
{
	int32_t best = DG_NOWHERE;

	if (x->there && dg_empty(s, x->near))
		return x->near;
	for (int how = 0; how < N_DROPS && best == DG_NOWHERE; how++)
		for (int32_t sq = 0; sq < s->height * DG_WIDTH; sq++)
			if ((best == DG_NOWHERE ||
			     dg_range(x->near, sq) < dg_range(x->near, best)) &&
			    drop_suits(s, sq, how, x->section, reach))
				best = sq;
	return best;
}

void dg_chest_drop(struct run *r, const struct dg_fall *x)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = s->chest[x->chest].label, best;
	unsigned char reach[DG_SQUARES];
	struct event e;

	dg_reachable(s, reach);
	best = fall_square(s, x, reach);
	if (best == DG_NOWHERE) { /* nowhere on the whole board */
		dg_event_chest_removed(&e, x->rule, label);
		run_emit(r, &e);
		return;
	}
	event_start(&e, DG_EV_CHEST_DROPPED, x->rule);
	event_because(&e, DG_LOSS_03);
	event_because(&e, DG_D_20);
	if (x->rule == DG_LOSS_01)
		event_because(&e, DG_LOSS_02);
	if (x->of > 1)
		event_because(&e, DG_X_14);
	event_put(&e, DG_EV_CHEST_DROPPED_CHEST, label);
	event_put(&e, DG_EV_CHEST_DROPPED_SEAT, x->seat);
	event_put(&e, DG_EV_CHEST_DROPPED_PICK, x->pick);
	event_put(&e, DG_EV_CHEST_DROPPED_OF, x->of);
	event_put_point(&e, DG_EV_CHEST_DROPPED_AT, dg_x(best), dg_y(best));
	event_put(&e, DG_EV_CHEST_DROPPED_FACE, best_face(s, best, reach));
	run_emit(r, &e);
}

void dg_drop_due(struct run *r, int chest, int seat, enum dg_drop how,
		 int32_t near)
{
	const struct dg_state *s = dg_of(r);
	struct event e;

	if (!dg_option(s, DG_OPTION_ASK) ||
	    s->chest[chest].place != DG_CHEST_LIES)
		return;
	dg_event_drop_due(&e, DG_D_20, s->chest[chest].label, seat, how,
			  dg_x(near), dg_y(near));
	run_emit(r, &e);
}

/* DG-D-20: where else it may lie, of what was left open */
static bool drop_fits(const struct dg_state *s, int c, int32_t sq, int face)
{
	const struct dg_chest *k = &s->chest[c];
	unsigned char reach[DG_SQUARES];

	dg_reachable(s, reach);
	if (sq < 0 || face < 0 || face >= N_DG_FACES || face % 2)
		return false;
	if (sq == k->sq)
		return true;
	if (RULE(DG_LOSS_02, k->drop == DG_DROP_TURN) ||
	    s->square[sq].section != s->square[k->sq].section)
		return false;
	if (k->drop == DG_DROP_NEAREST &&
	    RULE(DG_STEAL_05,
		 dg_range(k->drop_near, sq) != dg_range(k->drop_near, k->sq)))
		return false;
	return dg_chest_fits(s, sq, face, reach);
}

static int32_t drop_square(const struct decision *d)
{
	struct decision_arg a;

	if (!decision_find(d, DG_TAG_AT, &a) || a.w[0] < 0 || a.w[1] < 0 ||
	    a.w[0] >= DG_WIDTH || a.w[1] >= DG_WIDTH)
		return DG_NOWHERE;
	return dg_square_of(a.w[0], a.w[1]);
}

bool dg_drop_check(const struct dg_state *s, const struct decision *d,
		   struct refusal *no)
{
	int32_t label = decision_int(d, DG_TAG_CHEST, 0);
	int c = dg_find_chest(s, s->frame.about);

	if (!label)
		return true;
	if (label != s->frame.about || c < 0)
		return dg_no(no, DG_REFUSAL_NO_CHEST, DG_D_20, label);
	if (!drop_fits(s, c, drop_square(d),
		       decision_int(d, DG_TAG_FACE, s->chest[c].face)))
		return dg_no(no, DG_REFUSAL_BAD_PLACEMENT, DG_CHEST_06, label);
	return true;
}

/* job: chest, seat */
void dg_job_drop(struct run *r, struct dg_work *w, const int32_t *job,
		 const struct decision *answer)
{
	const struct dg_state *s = dg_of(r);
	int c = dg_find_chest(s, job[1]);
	int32_t sq = answer ? drop_square(answer) : DG_NOWHERE;
	struct event e;

	if (c < 0 || s->chest[c].place != DG_CHEST_LIES)
		return;
	if (!answer) {
		dg_push(w, DG_JOB_DROP, job[1], job[2], 0, 0);
		dg_ask(r, w, DG_ASKS_DROP, job[2], 0, job[1]);
		return;
	}
	if (sq < 0 || !decision_int(answer, DG_TAG_CHEST, 0))
		return;
	event_start(&e, DG_EV_CHEST_DROPPED, DG_LOSS_02);
	event_because(&e, DG_D_20);
	event_put(&e, DG_EV_CHEST_DROPPED_CHEST, job[1]);
	event_put(&e, DG_EV_CHEST_DROPPED_SEAT, -1); /* it was lost before */
	event_put(&e, DG_EV_CHEST_DROPPED_PICK, 0);
	event_put(&e, DG_EV_CHEST_DROPPED_OF, 0);
	event_put_point(&e, DG_EV_CHEST_DROPPED_AT, dg_x(sq), dg_y(sq));
	event_put(&e, DG_EV_CHEST_DROPPED_FACE,
		  decision_int(answer, DG_TAG_FACE, s->chest[c].face));
	run_emit(r, &e);
}

/* the held chests of a seat in id order; only unassigned ones? */
static int chest_held(const struct dg_state *s, int seat, bool unassigned,
		      int32_t out[DG_MAX_CHESTS])
{
	int n = 0;

	for (int i = 0; i < s->n_chests; i++) {
		const struct dg_chest *c = &s->chest[i];
		int at = n;

		if (c->place != DG_CHEST_HELD || c->holder != seat ||
		    (unassigned && c->fig))
			continue;
		for (; at && out[at - 1] > c->label; at--)
			out[at] = out[at - 1];
		out[at] = c->label;
		n++;
	}
	return n;
}

void dg_chests_lost(struct run *r, int seat, int32_t at)
{
	const struct dg_state *s = dg_of(r);
	int section = s->square[at].section;
	int32_t labels[DG_MAX_CHESTS];
	bool first = true;

	while (RULE(DG_LOSS_01, dg_holding(s, seat) > dg_limit(s, seat))) {
		int n = chest_held(s, seat, false, labels), pick = 1;

		if (n > 1)
			pick = dg_roll(r, n);
		if (r->unknown)
			return;
		dg_chest_drop(
			r, &(struct dg_fall){
				   .chest = dg_find_chest(s, labels[pick - 1]),
				   .seat = seat,
				   .near = at,
				   .section = section,
				   .pick = pick,
				   .of = n,
				   .rule = DG_LOSS_01,
				   .there = first && RULE(DG_LOSS_02, true) });
		dg_drop_due(r, dg_find_chest(s, labels[pick - 1]),
			    dg_opponent(s, seat),
			    first ? DG_DROP_TURN : DG_DROP_SECTION, at);
		first = false;
	}
}

/* --- STEAL ------------------------------------------------------------- */

static int stolen_choice(const struct dg_state *s, int t, int32_t named)
{
	int best = -1;
	int32_t most = -1;

	for (int i = 0; i < s->n_chests; i++) {
		const struct dg_chest *c = &s->chest[i];
		const struct dg_treasure *x = dg_treasure(s, i);

		if (c->place != DG_CHEST_HELD || c->fig != s->fig[t].label)
			continue;
		if (c->label == named)
			return i;
		if (x && x->gold > most) {
			most = x->gold;
			best = i;
		} else if (best < 0) {
			best = i;
		}
	}
	return best;
}

/* the victim: an adjacent enemy Hero, in front */
static bool victim_check(const struct dg_state *s, int f, int32_t target,
			 struct refusal *no)
{
	int t = dg_find(s, target);

	if (t < 0 || !dg_on_board(s, t) || s->fig[t].owner < 0)
		return dg_no(no, DG_REFUSAL_NO_TARGET, DG_STEAL_01, target);
	if (!dg_enemies(s, f, t))
		return dg_no(no, DG_REFUSAL_FRIENDLY_TARGET, DG_STEAL_01,
			     target);
	if (RULE(DG_STEAL_01, dg_adjacent(s, s->fig[f].sq, s->fig[t].sq) < 0))
		return dg_no(no, DG_REFUSAL_NOT_ADJACENT, DG_STEAL_01, target);
	if (RULE(DG_STEAL_01, !dg_in_front(s, f, s->fig[t].sq)))
		return dg_no(no, DG_REFUSAL_NOT_IN_FRONT_ARC, DG_STEAL_01,
			     target);
	return true;
}

static bool steal_check(const struct dg_state *s, int seat, int32_t label,
			int32_t target, struct refusal *no)
{
	int f = dg_find(s, label), t = dg_find(s, target);
	int32_t labels[DG_MAX_CHESTS];

	if (!dg_may_act(s, seat, label, DG_HOW_NORMAL, no))
		return false;
	if (RULE(DG_ACT_05, f < 0 || s->fig[f].owner < 0))
		return dg_no(no, DG_REFUSAL_NOT_HERO, DG_ACT_05, label);
	if (!dg_on_board(s, f))
		return dg_no(no, DG_REFUSAL_NOT_ENTERED, DG_STEAL_01, label);
	if (!dg_does_more(s, f, no))
		return false;
	if (RULE(DG_STEAL_03, dg_has(s, f, DG_ABILITY_DEMORALIZED)))
		return dg_no(no, DG_REFUSAL_DEMORALIZED, DG_SA_45, label);
	if (RULE(DG_STEAL_03, s->lone_wolf))
		return dg_no(no, DG_REFUSAL_LONE_WOLF, DG_LW_03, label);
	if (!victim_check(s, f, target, no))
		return false;
	if (RULE(DG_STEAL_03, at_limit(s, seat)))
		return dg_no(no, DG_REFUSAL_TREASURE_LIMIT, DG_STEAL_03, label);
	if (stolen_choice(s, t, 0) < 0 &&
	    !chest_held(s, s->fig[t].owner, true, labels))
		return dg_no(no, DG_REFUSAL_NO_CHEST, DG_STEAL_02, target);
	if (RULE(DG_ACT_03, dg_sp(s, label) < 4))
		return dg_no_sp(no, DG_STEAL_01, label, 4, dg_sp(s, label));
	return true;
}

static int32_t steal_chest(struct run *r, int t, int32_t named, int seat)
{
	const struct dg_state *s = dg_of(r);
	int32_t labels[DG_MAX_CHESTS], chest;
	int c = stolen_choice(s, t, named), pick = 0, n = 0;
	struct event e;

	if (c < 0) {
		n = chest_held(s, s->fig[t].owner, true, labels);
		pick = n > 1 ? dg_roll(r, n) : 1;
		if (r->unknown)
			return 0;
		c = dg_find_chest(s, labels[pick - 1]);
	}
	chest = s->chest[c].label;
	dg_event_chest_stolen(&e, DG_STEAL_02, chest, s->fig[t].owner, seat,
			      pick, n);
	if (n > 1)
		event_because(&e, DG_X_14);
	else if (!n && !named)
		event_because(&e, DG_D_21);
	event_because(&e, DG_STEAL_06);
	run_emit(r, &e);
	return chest;
}

static bool decide_steal(struct run *r, int seat, const struct decision *d,
			 struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_FIG, 0);
	int32_t target = decision_int(d, DG_TAG_TARGET, 0), chest = 0;
	int f = dg_find(s, label), t = dg_find(s, target), d1, d2;
	int32_t value, need;
	struct dg_work w;
	struct event e;
	bool ok;

	if (!steal_check(s, seat, label, target, no))
		return false;
	dg_begin(r, label, DG_HOW_NORMAL);
	run_roll_two(r, &d1, &d2);
	if (r->unknown)
		return true;
	value = dg_value(s, f, DG_ATTACK);
	need = dg_value(s, t, DG_DEFENSE) + RULE_VALUE(DG_STEAL_01, 2);
	ok = RULE(DG_STEAL_01, d1 + d2 + value >= need);
	event_start(&e, DG_EV_STEAL_ROLL, DG_STEAL_01);
	event_because(&e, DG_X_13);
	event_put(&e, DG_EV_STEAL_ROLL_FIG, label);
	event_put(&e, DG_EV_STEAL_ROLL_TARGET, target);
	event_put(&e, DG_EV_STEAL_ROLL_D1, d1);
	event_put(&e, DG_EV_STEAL_ROLL_D2, d2);
	event_put(&e, DG_EV_STEAL_ROLL_VALUE, value);
	event_put(&e, DG_EV_STEAL_ROLL_NEED, need);
	event_put(&e, DG_EV_STEAL_ROLL_OK, ok);
	event_put(&e, DG_EV_STEAL_ROLL_SP, s->fig[f].sp - 4);
	run_emit(r, &e);
	if (ok)
		chest = steal_chest(r, t, decision_int(d, DG_TAG_CHEST, 0),
				    seat);
	if (r->unknown)
		return true;
	dg_work_init(&w, no);
	dg_push(&w, DG_JOB_COUNTER, target, label, DG_COUNTER_STEAL, chest);
	dg_work_run(r, &w);
	return true;
}

bool dg_decide_chest(struct run *r, int seat, const struct decision *d,
		     struct refusal *no)
{
	int32_t label = decision_int(d, DG_TAG_FIG, 0);
	int32_t chest = decision_int(d, DG_TAG_CHEST, 0);

	switch (d->kind) {
	case DG_ORDER_REVEAL: return decide_reveal(r, seat, label, chest, no);
	case DG_ORDER_DISARM:
		return decide_disarm(r, seat, label, chest,
				     decision_int(d, DG_TAG_SLOW, 0) != 0, no);
	case DG_ORDER_TAKE: return decide_take(r, seat, label, chest, no);
	default: return decide_steal(r, seat, d, no);
	}
}

/* --- items at the start of a turn -------------------------------------- */

static int own_chest(const struct dg_state *s, int seat, int32_t label,
		     struct refusal *no)
{
	int c = dg_find_chest(s, label);

	if (c >= 0 && s->chest[c].place == DG_CHEST_STORED &&
	    s->chest[c].holder == seat) {
		dg_no(no, DG_REFUSAL_STORED, DG_STORE_04, label);
		return -1;
	}
	if (c < 0 || s->chest[c].place != DG_CHEST_HELD ||
	    s->chest[c].holder != seat) {
		dg_no(no, DG_REFUSAL_NO_CHEST, DG_TRS_08, label);
		return -1;
	}
	return c;
}

static bool may_assign(const struct dg_state *s, int seat, int c, int f,
		       struct refusal *no)
{
	const struct dg_treasure *t = dg_treasure(s, c);
	int n = 0;

	if (RULE(DG_TRS_11, s->chest[c].potion == DG_POTION_USED))
		return dg_no(no, DG_REFUSAL_POTION_USED, DG_TRS_11,
			     s->chest[c].label);
	if (f < 0 || s->fig[f].owner != seat || !dg_on_board(s, f))
		return dg_no(no, DG_REFUSAL_NOT_YOURS, DG_TRS_08,
			     s->chest[c].label);
	for (int i = 0; i < s->n_chests; i++) {
		const struct dg_treasure *x = dg_treasure(s, i);

		if (i == c || s->chest[i].place != DG_CHEST_HELD ||
		    s->chest[i].fig != s->fig[f].label)
			continue;
		n++;
		if (t && x && t->type && RULE(DG_TRS_09, t->type == x->type))
			return dg_no(no, DG_REFUSAL_SAME_TYPE, DG_TRS_09,
				     s->fig[f].label);
	}
	if (RULE(DG_TRS_09, n >= 2))
		return dg_no(no, DG_REFUSAL_TWO_ITEMS, DG_TRS_09,
			     s->fig[f].label);
	return true;
}

static void assign_emit(struct run *r, int32_t chest, int32_t fig,
			bool by_default)
{
	struct event e;

	dg_event_chest_assigned(&e, DG_TRS_08, chest, fig);
	event_because(&e, DG_TRS_15);
	if (by_default)
		event_because(&e, DG_D_09);
	event_because(&e, DG_TRS_10);
	run_emit(r, &e);
}

static void store_emit(struct run *r, int32_t chest, int32_t fig, int rule,
		       bool by_default)
{
	struct event e;

	dg_event_chest_stored(&e, rule, chest, fig);
	if (by_default)
		event_because(&e, DG_D_08);
	run_emit(r, &e);
}

/* the held chest with the most gold, or -1 */
static int chest_richest(const struct dg_state *s, int seat, bool unassigned)
{
	int32_t labels[DG_MAX_CHESTS], most = INT32_MIN;
	int n = chest_held(s, seat, unassigned, labels), best = -1;

	for (int i = 0; i < n; i++) {
		int c = dg_find_chest(s, labels[i]);
		const struct dg_treasure *t = dg_treasure(s, c);
		int32_t gold = t ? t->gold : 0;

		if (gold > most) {
			most = gold;
			best = c;
		}
	}
	return best;
}

/* a Hero has just left: what the new limit forces, if less was named; the
 * default of those who named nothing is to store what they can */
void dg_store_default(struct run *r, int seat, int32_t fig)
{
	const struct dg_state *s = dg_of(r);
	bool named = dg_stored_with(s, fig) > 0;

	while (dg_stored_with(s, fig) < 2) {
		int c = chest_richest(s, seat, false);

		if (c < 0 ||
		    (named && !RULE(DG_STORE_02,
				    dg_holding(s, seat) > dg_limit(s, seat))))
			return;
		store_emit(r, s->chest[c].label, fig, DG_STORE_02, true);
	}
	/* more than two were too many: the Heroes gone before take them */
	for (int f = 0; f < s->n_figs; f++)
		while (s->fig[f].owner == seat &&
		       s->fig[f].place == DG_EXITED &&
		       dg_stored_with(s, s->fig[f].label) < 2 &&
		       dg_holding(s, seat) > dg_limit(s, seat))
			store_emit(
				r,
				s->chest[chest_richest(s, seat, false)].label,
				s->fig[f].label, DG_STORE_02, true);
}

void dg_items_default(struct run *r, int seat)
{
	const struct dg_state *s = dg_of(r);
	struct refusal no;

	for (int f = 0; f < s->n_figs; f++)
		while (s->fig[f].owner == seat &&
		       s->fig[f].place == DG_EXITED &&
		       dg_stored_with(s, s->fig[f].label) < 2) {
			int c = chest_richest(s, seat, true);

			if (c < 0)
				break;
			store_emit(r, s->chest[c].label, s->fig[f].label,
				   DG_STORE_03, true);
		}
	for (int c = 0; c < s->n_chests; c++) {
		int32_t was = s->chest[c].last_fig;

		if (s->chest[c].place == DG_CHEST_HELD &&
		    s->chest[c].holder == seat && !s->chest[c].fig && was &&
		    may_assign(s, seat, c, dg_find(s, was), &no))
			assign_emit(r, s->chest[c].label, was, true);
	}
}

static bool decide_store(struct run *r, int seat, const struct decision *d,
			 struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_CHEST, 0);
	int32_t fig = decision_int(d, DG_TAG_FIG, 0);
	int c = own_chest(s, seat, label, no), f = dg_find(s, fig);

	if (c < 0)
		return false;
	if (f < 0 || s->fig[f].owner != seat ||
	    RULE(DG_STORE_03, s->fig[f].place != DG_EXITED))
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_STORE_03, fig);
	if (RULE(DG_STORE_03, dg_stored_with(s, fig) >= 2))
		return dg_no(no, DG_REFUSAL_TWO_ITEMS, DG_STORE_03, fig);
	store_emit(r, label, fig, DG_STORE_03, false);
	return true;
}

static bool decide_assign(struct run *r, int seat, const struct decision *d,
			  struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_CHEST, 0);
	int32_t fig = decision_int(d, DG_TAG_FIG, 0);
	int c = own_chest(s, seat, label, no);

	if (c < 0)
		return false;
	if (fig && !may_assign(s, seat, c, dg_find(s, fig), no))
		return false;
	assign_emit(r, label, fig, false);
	return true;
}

static bool decide_give_up(struct run *r, int seat, const struct decision *d,
			   struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_CHEST, 0), sq = DG_NOWHERE;
	int c = own_chest(s, seat, label, no);
	int face = decision_int(d, DG_TAG_FACE, DG_S);
	unsigned char reach[DG_SQUARES];
	struct decision_arg a;
	struct event e;
	bool own = false;

	if (c < 0)
		return false;
	if (at_limit(s, seat))
		return dg_no(no, DG_REFUSAL_TREASURE_LIMIT, DG_TRS_16, label);
	if (decision_find(d, DG_TAG_AT, &a) && a.w[0] >= 0 && a.w[1] >= 0 &&
	    a.w[0] < DG_WIDTH && a.w[1] < DG_WIDTH)
		sq = dg_square_of(a.w[0], a.w[1]);
	dg_reachable(s, reach);
	for (int f = 0; sq >= 0 && f < s->n_figs; f++)
		own |= s->fig[f].owner == seat && dg_on_board(s, f) &&
		       s->square[s->fig[f].sq].section == s->square[sq].section;
	if (!own || !dg_chest_fits(s, sq, face, reach))
		return dg_no(no, DG_REFUSAL_BAD_PLACEMENT, DG_TRS_16, label);
	event_start(&e, DG_EV_CHEST_DROPPED, DG_TRS_16);
	event_because(&e, DG_LOSS_03);
	event_put(&e, DG_EV_CHEST_DROPPED_CHEST, label);
	event_put(&e, DG_EV_CHEST_DROPPED_SEAT, seat);
	event_put(&e, DG_EV_CHEST_DROPPED_PICK, 0);
	event_put(&e, DG_EV_CHEST_DROPPED_OF, 0);
	event_put_point(&e, DG_EV_CHEST_DROPPED_AT, dg_x(sq), dg_y(sq));
	event_put(&e, DG_EV_CHEST_DROPPED_FACE, face);
	run_emit(r, &e);
	return true;
}

static bool decide_swap(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t given = decision_int(d, DG_TAG_CHEST, 0), wanted = 0;
	int c = own_chest(s, seat, given, no), other;
	struct decision_arg a;
	struct event e;

	if (c < 0)
		return false;
	for (int at = 0; decision_next(d, at, &a); at = a.next)
		if (a.tag == DG_TAG_CHEST)
			wanted = a.w[0];
	other = dg_find_chest(s, wanted);
	if (other < 0 || s->chest[other].place != DG_CHEST_HELD ||
	    s->chest[other].holder == seat)
		return dg_no(no, DG_REFUSAL_NO_CHEST, DG_TRS_16, wanted);
	if (at_limit(s, seat) || at_limit(s, s->chest[other].holder))
		return dg_no(no, DG_REFUSAL_TREASURE_LIMIT, DG_TRS_16, given);
	dg_event_swap_offered(&e, DG_TRS_16, seat, given, wanted);
	run_emit(r, &e);
	if (s->player[s->chest[other].holder].swap_given != wanted ||
	    s->player[s->chest[other].holder].swap_wanted != given)
		return true;
	dg_event_swapped(&e, DG_TRS_16, given, wanted);
	event_because(&e, DG_D_27);
	run_emit(r, &e);
	return true;
}

static bool decide_drink(struct run *r, int seat, const struct decision *d,
			 struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = decision_int(d, DG_TAG_CHEST, 0);
	int c = own_chest(s, seat, label, no);
	const struct dg_treasure *t;
	struct event e;

	if (c < 0)
		return false;
	t = dg_treasure(s, c);
	if (RULE(DG_TRS_11, s->chest[c].potion != DG_POTION_FULL))
		return dg_no(no, DG_REFUSAL_POTION_USED, DG_TRS_11, label);
	if (!t || !t->potion || !s->chest[c].fig)
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_TRS_11, label);
	dg_event_potion_used(&e, DG_TRS_11, label, s->chest[c].fig);
	run_emit(r, &e);
	return true;
}

bool dg_decide_items(struct run *r, int seat, const struct decision *d,
		     struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	bool start = s->head.active == seat && !s->ready;
	bool trade = dg_option(s, DG_OPTION_TRADE) != 0;

	switch (d->kind) {
	case DG_ORDER_DRINK:
		if (s->head.active != seat)
			break;
		return decide_drink(r, seat, d, no);
	case DG_ORDER_SWAP:
		if (s->ready || !RULE(DG_TRS_16, trade))
			break;
		return decide_swap(r, seat, d, no);
	case DG_ORDER_GIVE_UP:
		if (!start || !RULE(DG_TRS_16, trade))
			break;
		return decide_give_up(r, seat, d, no);
	case DG_ORDER_STORE:
		if (!start)
			break;
		return decide_store(r, seat, d, no);
	default:
		if (RULE(DG_TRS_08, !start))
			break;
		return decide_assign(r, seat, d, no);
	}
	return dg_no(no, DG_REFUSAL_BAD_TIME, DG_TRS_08, 0);
}
