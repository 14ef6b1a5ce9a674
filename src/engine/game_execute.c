/*
 * src/engine/game_execute.c - executes queued orders from the top of a queue:
 * conditions, ELSE, ON FAIL, the end of a mail
 */
#include "engine/game_private.h"
#include "engine/common.h"
#include "engine/dice_gate.h"

/* the kind of decision that this system calls name, or -1 */
int game_kind_named(const struct system *sys, const char *name)
{
	for (int i = 0; i < sys->decisions.n_kinds; i++)
		if (!strcmp(sys->decisions.kinds[i].name, name))
			return DECISION_FIRST_OWN + i;
	return -1;
}

uint64_t game_end_bit(const struct system *sys)
{
	int end = game_kind_named(sys, "end");

	return end < 0 ? 0 : kind_bit(end);
}

void game_wanted(const struct game *g, struct wanted *w)
{
	struct awaiting awaiting;

	memset(&awaiting, 0, sizeof(awaiting));
	memset(w, 0, SEATS_MAX * sizeof(*w));
	system_awaiting(g->sys, g->state, &awaiting);
	for (int i = 0; i < awaiting.n; i++) {
		w[awaiting.v[i].seat].awaited |= awaiting.v[i].kinds;
		w[awaiting.v[i].seat].asked |= !awaiting.v[i].window;
	}
	for (int i = 0; i < SEATS_MAX; i++) {
		w[i].always = awaiting.always[i];
		w[i].past = awaiting.past;
		w[i].never = awaiting.never;
		w[i].keeps = awaiting.keeps;
		w[i].side = awaiting.side;
		w[i].bound = awaiting.bound;
		w[i].ahead = awaiting.ahead;
	}
}

bool game_entry_wanted(struct queue_entry e, uint64_t kinds)
{
	struct decision d;

	for (int i = 0; i < queue_entry_alternatives(e); i++) {
		queue_entry_alternative(e, i, &d);
		if (kinds_have(kinds, d.kind))
			return true;
	}
	return false;
}

bool game_is_end_alone(struct queue_entry e, int end)
{
	struct decision d;

	if (queue_entry_conditions(e) || queue_entry_flags(e) & QUEUE_ELSE)
		return false;
	queue_entry_alternative(e, 0, &d);
	return d.kind == end;
}

/* the seat's current span; a system without spans has one span */
void game_span_now(const struct game *g, int seat, int kind, struct span *out)
{
	*out = (struct span){ .own = !g->sys->span, .at_mail = !g->sys->span };
	if (g->sys->span)
		g->sys->span(g->state, seat, kind, out);
}

/* the kinds that count in this entry now: of one that belongs to another span
 * than the seat is in, not those that do */
static uint64_t kinds_of_entry(const struct game *g, const struct wanted *w,
			       const struct span *now, struct queue_entry e)
{
	uint64_t kinds = w->awaited | w->always;

	if (!(queue_entry_flags(e) & QUEUE_BOUND) ||
	    (now->own && now->number == queue_entry_span(e)))
		return kinds;
	return kinds & ~(w->bound | game_end_bit(g->sys));
}

/* on what the seat knows, for what it cannot see it cannot ask about */
static bool conditions_hold(struct game_run *r, int seat, struct queue_entry e)
{
	const struct system *sys = r->game->sys;
	bool good = true;
	void *view;

	if (!queue_entry_conditions(e))
		return true;
	view = trials_take(r->trials);
	sys->view(r->game->state, seat, view);
	for (int i = 0; good && i < queue_entry_conditions(e); i++) {
		struct queue_condition c;

		queue_entry_condition(e, i, &c);
		good = system_holds(sys, view, seat, c.w, c.n) != c.negated;
	}
	trials_give(r->trials, view);
	return good;
}

void game_step_begin(struct game_run *r, int seat, const struct decision *d)
{
	r->step = d;
	r->step_seat = seat;
}

void game_step_end(struct game_run *r)
{
	if (r->stepped)
		r->stepped(r->watcher);
	r->step = NULL;
}

struct run game_run_of(const struct game_run *r)
{
	return (struct run){ .sys = r->game->sys,
			     .state = r->game->state,
			     .dice = r->dice,
			     .catalog = r->catalog,
			     .secrets = r->secrets,
			     .trials = r->trials,
			     .out = r->out };
}

/* UNKNOWN, and the seat is held: it needs a die, and the dice wait. */
enum verdict game_try_decision(struct game_run *r, int seat,
			       const struct decision *d, struct refusal *no)
{
	struct run run = game_run_of(r);
	enum verdict verdict;

	memset(no, 0, sizeof(*no));
	if (r->dice_wait && !dice_gate_decides(&run, seat, d)) {
		r->held |= UINT32_C(1) << seat;
		return VERDICT_UNKNOWN;
	}
	game_step_begin(r, seat, d);
	verdict = run.sys->decide(&run, seat, d, no);
	game_step_end(r);
	if (run.unknown || verdict == VERDICT_UNKNOWN) {
		assert(!r->dice);
		r->unknown = true;
		return VERDICT_UNKNOWN;
	}
	if (verdict == VERDICT_DONE || verdict == VERDICT_STAYS)
		r->acted |= UINT32_C(1) << seat;
	return verdict;
}

/* One attempt to execute an entry. */
struct attempt {
	struct queue_entry e;
	uint64_t kinds;      /* of which an alternative counts */
	uint64_t awaited;    /* of these, what the game asked for */
	bool tell;           /* all refusals, if none is legal */
	struct refusal *why; /* the reason of a reported refusal, or NULL */
};

/* the first alternative that is legal; that of one that is not yet (or no more)
 * before a refusal */
static enum verdict try_entry(struct game_run *r, int seat,
			      const struct attempt *a)
{
	struct refusal no[QUEUE_MAX_ALTERNATIVES];
	struct decision d;
	int n = queue_entry_alternatives(a->e);
	bool refused = false, later = false;

	for (int i = 0; i < n; i++) {
		enum verdict verdict;

		queue_entry_alternative(a->e, i, &d);
		if (!kinds_have(a->kinds, d.kind))
			continue;
		verdict = game_try_decision(r, seat, &d, &no[i]);
		if (verdict == VERDICT_DONE || verdict == VERDICT_STAYS)
			r->moved |= (uint32_t)kinds_have(a->awaited, d.kind)
				    << seat;
		later |= verdict == VERDICT_LATER;
		refused |= verdict == VERDICT_REFUSED;
		if (verdict != VERDICT_REFUSED && verdict != VERDICT_LATER &&
		    verdict != VERDICT_GONE)
			return verdict;
		if (verdict != VERDICT_REFUSED)
			no[i].reason = 0;
	}
	if (!refused || later)
		return later ? VERDICT_LATER : VERDICT_GONE;
	for (int i = 0; a->tell && i < n; i++) {
		queue_entry_alternative(a->e, i, &d);
		if (!kinds_have(a->kinds, d.kind) || !no[i].reason)
			continue;
		game_emit_refused(r, seat, queue_entry_line(a->e), &d, &no[i]);
		if (a->why)
			*a->why = no[i];
	}
	return VERDICT_REFUSED;
}

/* ON FAIL of an order: its own, else the setting in force */
static int on_fail_of(const struct game_run *r, int seat, struct queue_entry e)
{
	const struct system *sys = r->game->sys;
	int flags = queue_entry_flags(e);

	if (flags & QUEUE_STOPS)
		return 0;
	flags &= QUEUE_SKIP | QUEUE_FALLBACK;
	return flags || !sys->on_fail ? flags
				      : sys->on_fail(r->game->state, seat);
}

/*
 * ON FAIL with the system's default: find an order that can be tried in place
 * of the entry
 */
static bool find_fallback(const struct game_run *r, int seat,
			  const struct wanted *w, struct queue_entry e,
			  struct decision *instead)
{
	const struct system *sys = r->game->sys;
	struct decision d;
	void *view;
	bool found;

	if (!sys->fallback || !(on_fail_of(r, seat, e) & QUEUE_FALLBACK))
		return false;
	queue_entry_alternative(e, 0, &d);
	view = trials_take(r->trials);
	sys->view(r->game->state, seat, view);
	found = sys->fallback(view, seat, &d, instead);
	trials_give(r->trials, view);
	return found && kinds_have(w->awaited | w->always, instead->kind);
}

/* The refused order has a fallback that needs a die, and the dice wait: the
 * order stays and nothing is reported. */
static bool fallback_waits(struct game_run *r, int seat, const struct wanted *w,
			   struct queue_entry e)
{
	struct run run = game_run_of(r);
	struct decision instead;

	if (!r->dice_wait || !find_fallback(r, seat, w, e, &instead) ||
	    dice_gate_decides(&run, seat, &instead))
		return false;
	r->held |= UINT32_C(1) << seat;
	return true;
}

static bool try_fallback(struct game_run *r, int seat, const struct wanted *w,
			 struct queue_entry e)
{
	struct decision instead;
	struct refusal no;

	if (!find_fallback(r, seat, w, e, &instead) ||
	    game_try_decision(r, seat, &instead, &no) != VERDICT_DONE)
		return false;
	r->moved |= (uint32_t)kinds_have(w->awaited, instead.kind) << seat;
	return true;
}

/* An order of the turn was dealt with while the turn could be ended: the end
 * of its mail will end it. */
static void arm_end(struct game_run *r, int seat, const struct wanted *w,
		    struct queue_entry e, int end)
{
	struct queue *q = &r->game->queue[seat];

	if (!q->end_armed && kinds_have(w->awaited, end) &&
	    game_entry_wanted(e, w->awaited & ~(w->always | w->side)))
		game_emit_set(r, seat, "end_armed", 1);
}

/* Drop the orders after ELSE of an order that has left this place. */
static void drop_else(struct game_run *r, int seat, int at, int mail)
{
	const struct queue *q = &r->game->queue[seat];
	struct queue_entry e;

	while (queue_at(q, at, &e) && queue_entry_mail(e) == mail &&
	       queue_entry_flags(e) & QUEUE_ELSE)
		game_emit_unqueued(r, seat, at, queue_entry_line(e), "else");
}

/* Only END is awaited, and the mail has orders for the time after END. */
static bool is_written_ahead(const struct game *g, int seat,
			     const struct wanted *w, int mail)
{
	const struct queue *q = &g->queue[seat];
	struct queue_entry e;

	if (w->awaited != game_end_bit(g->sys))
		return false;
	for (int i = 0; queue_at(q, i, &e); i++)
		if (queue_entry_mail(e) == mail &&
		    !(queue_entry_flags(e) & QUEUE_AUTO_END) &&
		    game_entry_wanted(e, w->ahead))
			return true;
	return false;
}

bool game_has_spent(const struct game *g)
{
	const struct common_state *head = (const void *)g->state;

	return g->sys->spent && head->phase == g->sys->play;
}

/* In play only an END, or that nothing is left, ends a turn. */
static bool stays_open(const struct game *g, int seat)
{
	return game_has_spent(g) && !g->sys->spent(g->state, seat);
}

/* Execute the virtual END of a mail, if it is time. */
static bool try_auto_end(struct game_run *r, int seat, const struct wanted *w,
			 const struct span *now, int at, struct queue_entry e)
{
	const struct queue *q = &r->game->queue[seat];
	struct decision d;
	struct refusal no;
	enum verdict verdict;

	if (q->spoiled || stays_open(r->game, seat) ||
	    (!q->end_armed &&
	     !is_written_ahead(r->game, seat, w, queue_entry_mail(e)))) {
		game_emit_unqueued(r, seat, at, queue_entry_line(e), "open");
		return true;
	}
	queue_entry_alternative(e, 0, &d);
	/* a question is answered first */
	if (!kinds_have(kinds_of_entry(r->game, w, now, e), d.kind))
		return false;
	verdict = game_try_decision(r, seat, &d, &no);
	if (verdict == VERDICT_UNKNOWN)
		return false;
	if (verdict == VERDICT_DONE)
		r->moved |= UINT32_C(1) << seat;
	game_emit_unqueued(r, seat, at, queue_entry_line(e),
			   verdict == VERDICT_DONE ? "end" : "open");
	game_emit_set(r, seat, "end_armed", 0);
	return true;
}

/* ON FAIL says nothing of it: it stops what depends on it */
static bool is_onward(struct queue_entry e)
{
	return (queue_entry_flags(e) & QUEUE_ONWARD) == QUEUE_ONWARD;
}

/* Does only END wait after it in its mail, with nothing left that END could
 * cut off? */
static bool only_ends_behind(const struct game_run *r, int seat, int mail)
{
	const struct system *sys = r->game->sys;
	const struct queue *q = &r->game->queue[seat];
	int end = game_kind_named(sys, "end");
	struct queue_entry e;
	bool ends = false;

	for (int i = 0; queue_at(q, i, &e); i++) {
		if (queue_entry_mail(e) != mail ||
		    queue_entry_flags(e) & QUEUE_AUTO_END)
			continue;
		if (!game_is_end_alone(e, end) || !is_onward(e))
			return false;
		ends = true;
	}
	return ends && sys->spent && sys->spent(r->game->state, seat);
}

/* What came of an order that was refused. */
struct failure {
	struct refusal why;
	bool came; /* more than the refusal: it was carried out in part */
};

/* do later orders go on? */
static bool goes_on(const struct system *sys, struct queue_entry e,
		    const struct failure *f)
{
	struct decision d;

	queue_entry_alternative(e, 0, &d);
	return f && is_onward(e) && sys->goes_on &&
	       sys->goes_on(&d, &f->why, f->came);
}

/* Update the queue after a refused order, once its refusals are reported. f:
 * NULL if later orders never go on. */
static void fail_entry(struct game_run *r, int seat, const struct wanted *w,
		       int at, struct queue_entry e, const struct failure *f)
{
	int line = queue_entry_line(e), mail = queue_entry_mail(e);
	bool side = !game_entry_wanted(e, ~w->side);
	bool skips = on_fail_of(r, seat, e) & QUEUE_SKIP;
	bool on = goes_on(r->game->sys, e, f);

	if (try_fallback(r, seat, w, e)) {
		game_emit_unqueued(r, seat, at, line, "fallback");
		drop_else(r, seat, at, mail);
		return;
	}
	game_emit_unqueued(r, seat, at, line,
			   side             ? "side"
			   : on && !f->came ? "gone"
					    : "refused");
	drop_else(r, seat, at, mail);
	if (on && f->came) /* its END asks first */
		game_emit_set(r, seat, "short", 1);
	if (!side && !skips && !on && !only_ends_behind(r, seat, mail))
		game_emit_number(r, COMMON_QUEUE_STOPPED, seat, line);
}

/* As try_entry, but UNKNOWN where its fallback waits for a die. */
static enum verdict try_known(struct game_run *r, int seat,
			      const struct wanted *w, const struct attempt *a)
{
	struct attempt quiet = *a;
	enum verdict verdict;

	if (!r->dice_wait || !(on_fail_of(r, seat, a->e) & QUEUE_FALLBACK))
		return try_entry(r, seat, a);
	quiet.tell = false;
	verdict = try_entry(r, seat, &quiet);
	if (verdict != VERDICT_REFUSED)
		return verdict;
	return fallback_waits(r, seat, w, a->e) ? VERDICT_UNKNOWN
						: try_entry(r, seat, a);
}

void game_entry_copy(struct entry_copy *to, struct queue_entry e)
{
	to->e = (struct queue_entry){ to->w, e.n };
	memcpy(to->w, e.w, (size_t)e.n * sizeof(to->w[0]));
}

/* One seat's queue, walked from the top. */
struct walk {
	int seat, end;
	const struct wanted *w;
	struct span now;
	/* of entries that stay where their condition does not hold */
	bool else_open;
	int failed; /* one that was refused, while its ELSE is tried; -1 */
};

/* An order of the mail was executed in part, later ones went on, and now the
 * mail would end: the rest of the turn may have a better use. */
static bool end_asks(const struct game_run *r, const struct walk *k,
		     struct queue_entry e)
{
	const struct system *sys = r->game->sys;

	return r->game->queue[k->seat].spoiled == QUEUE_SHORT && is_onward(e) &&
	       game_is_end_alone(e, k->end) &&
	       !(sys->spent && sys->spent(r->game->state, k->seat));
}

/* something else than refusals, since that event */
static bool came_of(const struct game_run *r, int before)
{
	for (int i = before; i < r->out->n; i++)
		if (r->out->v[i].kind != COMMON_REFUSED)
			return true;
	return false;
}

/* the entry is dealt with; true if something came of it, else it is stepped
 * over */
static bool run_entry(struct game_run *r, struct walk *k, int at,
		      struct queue_entry borrowed, uint64_t kinds)
{
	struct queue *q = &r->game->queue[k->seat];
	struct entry_copy copy;
	struct attempt a;
	struct failure f = { .came = false };
	int line, mail, before;
	enum verdict verdict;

	game_entry_copy(&copy, borrowed);
	a = (struct attempt){ copy.e, kinds, k->w->awaited, true, &f.why };
	line = queue_entry_line(copy.e);
	mail = queue_entry_mail(copy.e);
	if (end_asks(r, k, copy.e)) {
		game_emit_number(r, COMMON_QUEUE_STOPPED, k->seat, line);
		return true;
	}
	if (queue_entry_flags(copy.e) & QUEUE_ELSE && !q->else_open) {
		game_emit_unqueued(r, k->seat, at, line, "else");
		return true;
	}
	if (!conditions_hold(r, k->seat, copy.e)) {
		game_emit_unqueued(r, k->seat, at, line, "condition");
		arm_end(r, k->seat, k->w, copy.e, k->end);
		return true;
	}
	before = r->out->n;
	verdict = try_known(r, k->seat, k->w, &a);
	switch (verdict) {
	case VERDICT_STAYS: arm_end(r, k->seat, k->w, copy.e, k->end); break;
	case VERDICT_DONE:
	case VERDICT_GONE:
		game_emit_unqueued(r, k->seat, at, line,
				   verdict == VERDICT_DONE ? "done" : "gone");
		drop_else(r, k->seat, at, mail);
		if (verdict == VERDICT_DONE)
			arm_end(r, k->seat, k->w, copy.e, k->end);
		break;
	case VERDICT_REFUSED:
		f.came = came_of(r, before);
		fail_entry(r, k->seat, k->w, at, copy.e, &f);
		break;
	case VERDICT_LATER: return false;
	case VERDICT_UNKNOWN: break;
	}
	return true;
}

/* The order depends on other waiting orders, and the conditions of none of
 * these hold. */
static bool leans_on_nothing(struct game_run *r, int seat, struct queue_entry e)
{
	const struct queue *q = &r->game->queue[seat];
	const struct system *sys = r->game->sys;
	struct decision d, with;
	struct queue_entry other;
	bool any = false;

	queue_entry_alternative(e, 0, &d);
	if (!sys->leans || !sys->leans(r->game->state, seat, &d, NULL))
		return false;
	for (int i = 0; queue_at(q, i, &other); i++) {
		queue_entry_alternative(other, 0, &with);
		if (queue_entry_flags(other) & QUEUE_HELD ||
		    !sys->leans(r->game->state, seat, &d, &with))
			continue;
		if (conditions_hold(r, seat, other))
			return false;
		any = true;
	}
	return any;
}

/* the failure of an order whose ELSE did not help either */
static void settle_failed(struct game_run *r, struct walk *k)
{
	struct entry_copy copy;
	struct queue_entry e;
	struct attempt a;

	if (!queue_at(&r->game->queue[k->seat], k->failed, &e))
		return;
	game_entry_copy(&copy, e);
	a = (struct attempt){ copy.e, k->w->awaited | k->w->always,
			      k->w->awaited, true, NULL };
	if (fallback_waits(r, k->seat, k->w, copy.e))
		return;
	try_entry(r, k->seat, &a); /* once more, to tell why */
	fail_entry(r, k->seat, k->w, k->failed, copy.e, NULL);
}

/* drop an order that was refused if its ELSE was carried out */
static void drop_failed(struct game_run *r, const struct walk *k)
{
	struct queue_entry e;

	if (queue_at(&r->game->queue[k->seat], k->failed, &e))
		game_emit_unqueued(r, k->seat, k->failed, queue_entry_line(e),
				   "fallback");
}

/* the same of an entry that stays where its condition does not hold */
static bool run_kept(struct game_run *r, struct walk *k, int at,
		     struct queue_entry borrowed, uint64_t kinds)
{
	bool is_else = queue_entry_flags(borrowed) & QUEUE_ELSE;
	struct queue_entry next;
	struct entry_copy copy;
	struct attempt a;
	int mail;
	enum verdict verdict;

	if (is_else && !k->else_open)
		return false;
	game_entry_copy(&copy, borrowed);
	a = (struct attempt){ copy.e, kinds, k->w->awaited, false, NULL };
	mail = queue_entry_mail(copy.e);
	k->else_open = false;
	if (!conditions_hold(r, k->seat, copy.e)) {
		k->else_open = true;
		return false;
	}
	if (leans_on_nothing(r, k->seat, copy.e))
		return false;
	verdict = try_entry(r, k->seat, &a);
	switch (verdict) {
	case VERDICT_STAYS:
	case VERDICT_UNKNOWN: return true;
	case VERDICT_LATER: return false;
	case VERDICT_DONE:
	case VERDICT_GONE:
		game_emit_unqueued(r, k->seat, at, queue_entry_line(copy.e),
				   verdict == VERDICT_DONE ? "done" : "gone");
		drop_else(r, k->seat, at, mail);
		if (verdict == VERDICT_DONE && k->failed >= 0)
			drop_failed(r, k);
		return true;
	case VERDICT_REFUSED: break;
	}
	if (k->failed < 0)
		k->failed = at;
	k->else_open = queue_at(&r->game->queue[k->seat], at + 1, &next) &&
		       queue_entry_mail(next) == mail &&
		       queue_entry_flags(next) & QUEUE_ELSE;
	if (k->else_open)
		return false;
	settle_failed(r, k);
	return true;
}

/* its next order needs a die: no later order may overtake it */
bool game_is_held(const struct game_run *r, int seat)
{
	return r->held >> seat & 1;
}

/* Try the queue of one seat; true if something came of it. */
bool game_try_queue(struct game_run *r, int seat,
		    const struct wanted wanted[SEATS_MAX], int end)
{
	struct queue *q = &r->game->queue[seat];
	struct walk k = {
		.seat = seat, .end = end, .w = &wanted[seat], .failed = -1
	};
	struct queue_entry e;
	int waiting = 0; /* number of the mail of which an order waits */

	r->held &= ~(UINT32_C(1) << seat);
	if (!queue_at(q, 0, &e))
		return false;
	game_span_now(r->game, seat, -1, &k.now);
	for (int i = 0; queue_at(q, i, &e); i++) {
		int flags = queue_entry_flags(e), mail = queue_entry_mail(e);
		uint64_t kinds = kinds_of_entry(r->game, k.w, &k.now, e);
		bool is_kept = game_entry_wanted(e, k.w->keeps);

		if (flags & QUEUE_HELD)
			continue;
		if (k.failed >= 0 && !(flags & QUEUE_ELSE)) {
			settle_failed(r, &k);
			return !game_is_held(r, seat);
		}
		if (flags & QUEUE_AUTO_END) {
			/* orders of other mails may wait for years */
			if (waiting != mail &&
			    try_auto_end(r, seat, k.w, &k.now, i, e))
				return true;
			continue;
		}
		if (game_entry_wanted(e, kinds) &&
		    (is_kept ? run_kept(r, &k, i, e, kinds)
			     : run_entry(r, &k, i, e, kinds)))
			return !r->unknown && !game_is_held(r, seat);
		/* orders written ahead are for after the END */
		if (game_entry_wanted(e, ~k.w->ahead))
			waiting = mail;
	}
	if (k.failed >= 0)
		settle_failed(r, &k);
	return k.failed >= 0 && !game_is_held(r, seat);
}

/* Nothing in it can be tried any more: of kinds that are past, or of a span
 * that is over. */
static bool entry_is_over(const struct game *g, const struct wanted *w,
			  const struct span *now, struct queue_entry e,
			  bool *lapsed)
{
	uint64_t over = w->past;

	*lapsed = queue_entry_flags(e) & QUEUE_BOUND &&
		  queue_entry_span(e) < now->at &&
		  !game_entry_wanted(e, ~(w->bound | game_end_bit(g->sys)));
	return *lapsed || (over && !game_entry_wanted(e, ~over));
}

/* Orders that can never be tried any more do not wait. */
bool game_drop_over(struct game_run *r, int seat, const struct wanted *w)
{
	const struct queue *q = &r->game->queue[seat];
	struct queue_entry e;
	struct span now;
	bool lapsed;

	if (!queue_at(q, 0, &e))
		return false;
	game_span_now(r->game, seat, -1, &now);
	for (int i = 0; queue_at(q, i, &e); i++) {
		int mail = queue_entry_mail(e);
		int line = queue_entry_line(e);

		if (!entry_is_over(r->game, w, &now, e, &lapsed))
			continue;
		if (queue_entry_flags(e) & QUEUE_AUTO_END) {
			if (!lapsed)
				continue;
			game_emit_unqueued(r, seat, i, line, "open");
			return true;
		}
		game_emit_over(r, lapsed ? COMMON_LAPSED : COMMON_EXPIRED, seat,
			       i, line);
		drop_else(r, seat, i, mail);
		return true;
	}
	return false;
}

bool game_try_standing(struct game_run *r, int seat, const struct wanted *w)
{
	struct queue *q = &r->game->queue[seat];
	struct queue_entry e;

	for (int i = 0; queue_standing_at(q, i, &e); i++) {
		struct attempt a = { e, w->awaited, 0, false, NULL };

		if (game_entry_wanted(e, w->awaited) &&
		    conditions_hold(r, seat, e) &&
		    try_entry(r, seat, &a) == VERDICT_DONE)
			return true;
		if (game_is_held(r, seat))
			break;
	}
	return false;
}
