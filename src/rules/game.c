/* src/rules/game.c */
#include "rules/game.h"
#include "rules/common.h"
#include "rules/draft.h"
#include "rules/wait.h"

enum {
	STANDING_MAX_TRIES = 64, /* of all seats in one pump */
	AUTO_MAX = 512,          /* orders that it stands for, likewise */
	FEW = 3,                 /* families that are looked at first */
	SILENT_MAX = 64,         /* decisions at one deadline */
	QUEUE_LINES_TOLD = 64    /* of those that wait */
};

/* what the engine wants from one seat: bits of kinds */
struct wanted {
	uint64_t awaited, always, past;
	uint64_t never, keeps, side, bound, ahead;
	bool asked; /* not by windows alone */
};

static int state_words(const struct system *sys)
{
	return (int)(sys->state_size / sizeof(int32_t));
}

/* those that its first logs have */
static int first_words(const struct system *sys)
{
	size_t size = sys->first_size ? sys->first_size : sys->state_size;

	return (int)(size / sizeof(int32_t));
}

static void queues_clear(struct game *g)
{
	for (int i = 0; i < SEATS_MAX; i++)
		queue_clear(&g->queue[i]);
}

void game_init(struct game *g, const struct system *sys)
{
	assert(sys->state_size <= sizeof(g->state));
	g->sys = sys;
	queues_clear(g);
	system_init(sys, g->state);
}

void game_copy(struct game *to, const struct game *from)
{
	to->sys = from->sys;
	for (int i = 0; i < SEATS_MAX; i++)
		queue_copy(&to->queue[i], &from->queue[i]);
	memcpy(to->state, from->state, from->sys->state_size);
}

const char *game_position_check(const struct game *g, int n_seats,
				struct game *scratch)
{
	const char *what = system_sound(g->sys, g->state);

	game_copy(scratch, g);
	for (int i = 0; i < n_seats && !what; i++) {
		struct event e;

		event_start(&e, COMMON_SEAT_TAKEN, 0);
		event_put(&e, COMMON_SEAT_TAKEN_SEAT, i);
		event_put_text(&e, COMMON_SEAT_TAKEN_PERSON, STR(""));
		event_put_text(&e, COMMON_SEAT_TAKEN_ROLE, STR("player"));
		event_put_text(&e, COMMON_SEAT_TAKEN_BY, STR(""));
		if (!game_evolve(scratch, &e))
			what = "more seats than the game";
	}
	return what ? what : system_invariant(g->sys, scratch->state);
}

void game_view(const struct game *g, int seat, struct game *out)
{
	out->sys = g->sys;
	queues_clear(out);
	if (seat >= 0)
		queue_copy(&out->queue[seat], &g->queue[seat]);
	g->sys->view(g->state, seat, out->state);
}

static_assert(sizeof(struct queue) <= SYSTEM_MAX_STATE,
	      "what waits is set aside in the room of a trial");

/* --- evolve ------------------------------------------------------------ */

/* the entry at this place, of this line, leaves; an order of a mail, all that
 * is remembered of the mail before it */
static bool evolve_leaves(struct queue *q, int at, int line)
{
	struct queue_entry entry;
	int flags;

	if (!queue_at(q, at, &entry) || line != queue_entry_line(entry))
		return false;
	flags = queue_entry_flags(entry);
	queue_remove(q, at);
	if (flags & QUEUE_FIRST)
		q->spoiled = q->end_armed = q->else_open = 0;
	return true;
}

static bool evolve_unqueued(struct queue *q, const struct event *e)
{
	if (!evolve_leaves(q, event_get(e, COMMON_UNQUEUED_AT),
			   event_get(e, COMMON_UNQUEUED_LINE)))
		return false;
	if (event_text_is(e, COMMON_UNQUEUED_WHY, "done") ||
	    event_text_is(e, COMMON_UNQUEUED_WHY, "fallback")) {
		q->else_open = 0;
	} else if (event_text_is(e, COMMON_UNQUEUED_WHY, "refused")) {
		q->else_open = 0;
		if (!q->spoiled)
			q->spoiled = QUEUE_SPOILED;
	} else if (event_text_is(e, COMMON_UNQUEUED_WHY, "condition")) {
		q->else_open = 1;
	}
	return true;
}

static bool evolve_queue_set(struct queue *q, const struct event *e)
{
	if (event_text_is(e, COMMON_QUEUE_SET_WHAT, "end_armed")) {
		q->end_armed = event_get(e, COMMON_QUEUE_SET_VALUE);
		return q->end_armed == 0 || q->end_armed == 1;
	}
	if (event_text_is(e, COMMON_QUEUE_SET_WHAT, "open")) {
		q->open = event_get(e, COMMON_QUEUE_SET_VALUE);
		return q->open >= 0;
	}
	if (event_text_is(e, COMMON_QUEUE_SET_WHAT, "resumed")) {
		queue_mark(q, 0, QUEUE_HELD);
		q->stopped = 0;
		q->spoiled = q->spoiled ? QUEUE_SPOILED : 0;
		return true;
	}
	if (event_text_is(e, COMMON_QUEUE_SET_WHAT, "short")) {
		q->spoiled = QUEUE_SHORT;
		return true;
	}
	return false;
}

static struct queue_entry event_entry(const struct event *e, int field)
{
	struct queue_entry entry;

	entry.w = event_words(e, field, &entry.n);
	return entry;
}

static bool entry_fits(const struct game *g, struct queue_entry e)
{
	return queue_entry_check(e, &g->sys->decisions, g->sys->n_conditions);
}

/* It says AUTO: then its decision is *d. */
static bool is_auto(const struct system *sys, struct queue_entry e,
		    struct decision *d)
{
	queue_entry_alternative(e, 0, d);
	return d->kind >= DECISION_FIRST_OWN &&
	       decision_row(&sys->decisions, d->kind)->is == CLASS_AUTO;
}

/* The number of the standing order AUTO of a seat; 0: there is none. */
static int auto_standing(const struct game *g, int seat, struct decision *d)
{
	struct queue_entry e;

	for (int i = 0; queue_standing_at(&g->queue[seat], i, &e); i++)
		if (is_auto(g->sys, e, d))
			return i + 1;
	return 0;
}

/* One that holds for a step has begun with the step that is played. */
static bool evolve_auto(struct game *g, int seat)
{
	struct decision d;
	int number = auto_standing(g, seat, &d);

	if (number)
		queue_begin_standing(&g->queue[seat], number - 1,
				     ((const struct head *)g->state)->phase);
	return true;
}

bool game_is_of_queue(int kind)
{
	switch (kind) {
	case COMMON_QUEUED:
	case COMMON_UNQUEUED:
	case COMMON_EXPIRED:
	case COMMON_LAPSED:
	case COMMON_ENDS_NOTHING:
	case COMMON_WAITING:
	case COMMON_DICE_WAIT:
	case COMMON_QUEUE_STOPPED:
	case COMMON_QUEUE_SET:
	case COMMON_STANDING_SET:
	case COMMON_STANDING_REMOVED:
	case COMMON_AUTO_CHOSE:
	case COMMON_AUTO_OVER:
	case COMMON_AUTO_DONE: return true;
	default: return false;
	}
}

bool game_is_play(int kind, uint32_t audience)
{
	return audience == AUDIENCE_ALL &&
	       (kind >= EVENT_FIRST_OWN || kind == COMMON_ROLLED ||
		kind == COMMON_LINK_OPENED || kind == COMMON_COMMITTED ||
		kind == COMMON_OPENED);
}

bool game_evolve(struct game *g, const struct event *e)
{
	struct queue_entry entry;
	struct queue *q;
	int seat;

	if (!game_is_of_queue(e->kind))
		return system_evolve(g->sys, g->state, e);
	seat = event_get(e, 0); /* the first field of all of these */
	if (seat < 0 || seat >= g->sys->max_seats)
		return false;
	q = &g->queue[seat];
	switch (e->kind) {
	case COMMON_QUEUED:
		entry = event_entry(e, COMMON_QUEUED_ENTRY);
		return entry_fits(g, entry) && queue_append(q, entry);
	case COMMON_UNQUEUED: return evolve_unqueued(q, e);
	case COMMON_EXPIRED:
		return evolve_leaves(q, event_get(e, COMMON_EXPIRED_AT),
				     event_get(e, COMMON_EXPIRED_LINE));
	case COMMON_LAPSED:
		return evolve_leaves(q, event_get(e, COMMON_LAPSED_AT),
				     event_get(e, COMMON_LAPSED_LINE));
	case COMMON_ENDS_NOTHING:
	case COMMON_WAITING:
	case COMMON_DICE_WAIT: return true;
	case COMMON_AUTO_CHOSE: return evolve_auto(g, seat);
	case COMMON_QUEUE_STOPPED:
		q->stopped = event_get(e, COMMON_QUEUE_STOPPED_LINE);
		queue_mark(q, QUEUE_HELD, 0);
		return q->stopped > 0;
	case COMMON_QUEUE_SET: return evolve_queue_set(q, e);
	case COMMON_STANDING_SET:
		entry = event_entry(e, COMMON_STANDING_SET_ENTRY);
		return entry_fits(g, entry) && queue_add_standing(q, entry);
	default: /* STANDING_REMOVED, AUTO_OVER, AUTO_DONE */
		return queue_remove_standing(
			q, event_get(e, COMMON_STANDING_REMOVED_NUMBER) - 1);
	}
}

void game_emit_as(struct game_run *r, const struct event *e)
{
	bool fits;

	assert(r->out->n < r->out->max);
	assert(event_fits(e, &r->game->sys->events));
	event_copy(&r->out->v[r->out->n++], e);
	fits = game_evolve(r->game, e);
	assert(fits);
	(void)fits;
}

void game_call(struct game_run *r, struct event *e)
{
	if (r->names)
		r->names(r->watcher, e);
}

void game_emit(struct game_run *r, const struct event *e)
{
	struct event named;

	if (!r->names) {
		game_emit_as(r, e);
		return;
	}
	event_copy(&named, e);
	game_call(r, &named);
	game_emit_as(r, &named);
}

/* --- events of the queue ----------------------------------------------- */

static void emit_unqueued(struct game_run *r, int seat, int at, int line,
			  const char *why)
{
	struct event e;

	event_start(&e, COMMON_UNQUEUED, 0);
	e.audience = AUDIENCE_SEAT(seat);
	event_put(&e, COMMON_UNQUEUED_SEAT, seat);
	event_put(&e, COMMON_UNQUEUED_LINE, line);
	event_put_text(&e, COMMON_UNQUEUED_WHY, str_of(why));
	event_put(&e, COMMON_UNQUEUED_AT, at);
	game_emit(r, &e);
}

static_assert(COMMON_EXPIRED_SEAT == COMMON_LAPSED_SEAT &&
		      COMMON_EXPIRED_LINE == COMMON_LAPSED_LINE &&
		      COMMON_EXPIRED_AT == COMMON_LAPSED_AT,
	      "they are told alike");

/* EXPIRED or LAPSED */
static void emit_over(struct game_run *r, int kind, int seat, int at, int line)
{
	struct event e;

	event_start(&e, kind, 0);
	e.audience = AUDIENCE_SEAT(seat);
	event_put(&e, COMMON_EXPIRED_SEAT, seat);
	event_put(&e, COMMON_EXPIRED_LINE, line);
	event_put(&e, COMMON_EXPIRED_AT, at);
	game_emit(r, &e);
}

static void emit_set(struct game_run *r, int seat, const char *what, int value)
{
	struct event e;

	event_start(&e, COMMON_QUEUE_SET, 0);
	e.audience = AUDIENCE_SEAT(seat);
	event_put(&e, COMMON_QUEUE_SET_SEAT, seat);
	event_put_text(&e, COMMON_QUEUE_SET_WHAT, str_of(what));
	event_put(&e, COMMON_QUEUE_SET_VALUE, value);
	game_emit(r, &e);
}

static_assert(COMMON_QUEUE_STOPPED_SEAT == COMMON_STANDING_REMOVED_SEAT &&
		      (int)COMMON_QUEUE_STOPPED_LINE ==
			      (int)COMMON_STANDING_REMOVED_NUMBER &&
		      COMMON_AUTO_OVER_SEAT == COMMON_STANDING_REMOVED_SEAT &&
		      (int)COMMON_AUTO_OVER_NUMBER ==
			      (int)COMMON_STANDING_REMOVED_NUMBER &&
		      COMMON_AUTO_DONE_SEAT == COMMON_STANDING_REMOVED_SEAT &&
		      (int)COMMON_AUTO_DONE_NUMBER ==
			      (int)COMMON_STANDING_REMOVED_NUMBER,
	      "they are told alike");

/* QUEUE_STOPPED, STANDING_REMOVED, AUTO_OVER or AUTO_DONE, for the seat alone
 */
static void emit_number(struct game_run *r, int kind, int seat, int number)
{
	struct event e;

	event_start(&e, kind, 0);
	e.audience = AUDIENCE_SEAT(seat);
	event_put(&e, COMMON_QUEUE_STOPPED_SEAT, seat);
	event_put(&e, COMMON_QUEUE_STOPPED_LINE, number);
	game_emit(r, &e);
}

/* an order too long for an event is known by its line, or by what it did */
static void put_order(const struct system *sys, struct event *e, int field,
		      const struct decision *d)
{
	struct buf order;

	buf_init(&order, EVENT_TEXT_ROOM - 1);
	decision_render(&order, &sys->decisions, d);
	event_put_text(e, field, order.full ? STR("") : buf_str(&order));
	buf_release(&order);
}

static void emit_refused(struct game_run *r, int seat, int line,
			 const struct decision *d, const struct refusal *no)
{
	const struct system *sys = r->game->sys;
	struct event e;

	event_start(&e, COMMON_REFUSED, no->rule);
	e.audience = AUDIENCE_SEAT(seat);
	event_put(&e, COMMON_REFUSED_SEAT, seat);
	event_put(&e, COMMON_REFUSED_LINE, line);
	event_put_text(&e, COMMON_REFUSED_REASON,
		       str_of(sys->refusals[no->reason].name));
	event_put_ints(&e, COMMON_REFUSED_ARGS, no->args, no->n_args);
	put_order(sys, &e, COMMON_REFUSED_ORDER, d);
	game_emit(r, &e);
}

/* --- trying ------------------------------------------------------------ */

/* the kind of decision that this system calls name, or -1 */
static int kind_named(const struct system *sys, const char *name)
{
	for (int i = 0; i < sys->decisions.n_kinds; i++)
		if (!strcmp(sys->decisions.kinds[i].name, name))
			return DECISION_FIRST_OWN + i;
	return -1;
}

static uint64_t end_bit(const struct system *sys)
{
	int end = kind_named(sys, "end");

	return end < 0 ? 0 : kind_bit(end);
}

static void wanted_by_seat(const struct game *g, struct wanted *w)
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

static bool entry_wanted(struct queue_entry e, uint64_t kinds)
{
	struct decision d;

	for (int i = 0; i < queue_entry_alternatives(e); i++) {
		queue_entry_alternative(e, i, &d);
		if (kinds_have(kinds, d.kind))
			return true;
	}
	return false;
}

static bool is_end_alone(struct queue_entry e, int end)
{
	struct decision d;

	if (queue_entry_conditions(e) || queue_entry_flags(e) & QUEUE_ELSE)
		return false;
	queue_entry_alternative(e, 0, &d);
	return d.kind == end;
}

/* where the seat stands; of a system without spans all is one */
static void span_now(const struct game *g, int seat, int kind, struct span *out)
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
	return kinds & ~(w->bound | end_bit(g->sys));
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

static void step_begin(struct game_run *r, int seat, const struct decision *d)
{
	r->step = d;
	r->step_seat = seat;
}

static void step_end(struct game_run *r)
{
	if (r->stepped)
		r->stepped(r->watcher);
	r->step = NULL;
}

static struct run run_of(const struct game_run *r)
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
static enum verdict try_decision(struct game_run *r, int seat,
				 const struct decision *d, struct refusal *no)
{
	struct run run = run_of(r);
	enum verdict verdict;

	memset(no, 0, sizeof(*no));
	if (r->dice_wait && !wait_decides(&run, seat, d)) {
		r->held |= UINT32_C(1) << seat;
		return VERDICT_UNKNOWN;
	}
	step_begin(r, seat, d);
	verdict = run.sys->decide(&run, seat, d, no);
	step_end(r);
	if (run.unknown || verdict == VERDICT_UNKNOWN) {
		assert(!r->dice);
		r->unknown = true;
		return VERDICT_UNKNOWN;
	}
	if (verdict == VERDICT_DONE || verdict == VERDICT_STAYS)
		r->acted |= UINT32_C(1) << seat;
	return verdict;
}

/* What is tried of an entry, and how. */
struct attempt {
	struct queue_entry e;
	uint64_t kinds;      /* of which an alternative counts */
	uint64_t awaited;    /* of these, what the game asked for */
	bool tell;           /* all refusals, if none is legal */
	struct refusal *why; /* of one that was told, or NULL */
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
		verdict = try_decision(r, seat, &d, &no[i]);
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
		emit_refused(r, seat, queue_entry_line(a->e), &d, &no[i]);
		if (a->why)
			*a->why = no[i];
	}
	return VERDICT_REFUSED;
}

/* ON FAIL of an order: what it says itself, else what is in force */
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

/* ON FAIL with the system's own: what can be tried in the place of the entry */
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

/* What is refused now has a fallback that needs a die, and the dice wait: it
 * stays as it is, and nothing is told of it. */
static bool fallback_waits(struct game_run *r, int seat, const struct wanted *w,
			   struct queue_entry e)
{
	struct run run = run_of(r);
	struct decision instead;

	if (!r->dice_wait || !find_fallback(r, seat, w, e, &instead) ||
	    wait_decides(&run, seat, &instead))
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
	    try_decision(r, seat, &instead, &no) != VERDICT_DONE)
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
	    entry_wanted(e, w->awaited & ~(w->always | w->side)))
		emit_set(r, seat, "end_armed", 1);
}

/* What stood behind ELSE of an order that has left from this place. */
static void drop_else(struct game_run *r, int seat, int at, int mail)
{
	const struct queue *q = &r->game->queue[seat];
	struct queue_entry e;

	while (queue_at(q, at, &e) && queue_entry_mail(e) == mail &&
	       queue_entry_flags(e) & QUEUE_ELSE)
		emit_unqueued(r, seat, at, queue_entry_line(e), "else");
}

/* END is all that is awaited, and the mail has orders for what comes then. */
static bool is_written_ahead(const struct game *g, int seat,
			     const struct wanted *w, int mail)
{
	const struct queue *q = &g->queue[seat];
	struct queue_entry e;

	if (w->awaited != end_bit(g->sys))
		return false;
	for (int i = 0; queue_at(q, i, &e); i++)
		if (queue_entry_mail(e) == mail &&
		    !(queue_entry_flags(e) & QUEUE_AUTO_END) &&
		    entry_wanted(e, w->ahead))
			return true;
	return false;
}

/* The virtual END behind a mail: is it time? */
static bool try_auto_end(struct game_run *r, int seat, const struct wanted *w,
			 const struct span *now, int at, struct queue_entry e)
{
	const struct queue *q = &r->game->queue[seat];
	struct decision d;
	struct refusal no;
	enum verdict verdict;

	if (q->spoiled ||
	    (!q->end_armed &&
	     !is_written_ahead(r->game, seat, w, queue_entry_mail(e)))) {
		emit_unqueued(r, seat, at, queue_entry_line(e), "open");
		return true;
	}
	queue_entry_alternative(e, 0, &d);
	/* a question is answered first */
	if (!kinds_have(kinds_of_entry(r->game, w, now, e), d.kind))
		return false;
	verdict = try_decision(r, seat, &d, &no);
	if (verdict == VERDICT_UNKNOWN)
		return false;
	if (verdict == VERDICT_DONE)
		r->moved |= UINT32_C(1) << seat;
	emit_unqueued(r, seat, at, queue_entry_line(e),
		      verdict == VERDICT_DONE ? "end" : "open");
	emit_set(r, seat, "end_armed", 0);
	return true;
}

/* ON FAIL says nothing of it: it stops what depends on it */
static bool is_onward(struct queue_entry e)
{
	return (queue_entry_flags(e) & QUEUE_ONWARD) == QUEUE_ONWARD;
}

/* Nothing of its mail waits behind it but the END, and there is nothing left
 * that this could cut off. */
static bool only_ends_behind(const struct game_run *r, int seat, int mail)
{
	const struct system *sys = r->game->sys;
	const struct queue *q = &r->game->queue[seat];
	int end = kind_named(sys, "end");
	struct queue_entry e;
	bool ends = false;

	for (int i = 0; queue_at(q, i, &e); i++) {
		if (queue_entry_mail(e) != mail ||
		    queue_entry_flags(e) & QUEUE_AUTO_END)
			continue;
		if (!is_end_alone(e, end) || !is_onward(e))
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

/* what stands behind it goes on */
static bool goes_on(const struct system *sys, struct queue_entry e,
		    const struct failure *f)
{
	struct decision d;

	queue_entry_alternative(e, 0, &d);
	return f && is_onward(e) && sys->goes_on &&
	       sys->goes_on(&d, &f->why, f->came);
}

/* What a refused order leaves behind, once its refusals are told. f: NULL where
 * what is behind it never goes on. */
static void fail_entry(struct game_run *r, int seat, const struct wanted *w,
		       int at, struct queue_entry e, const struct failure *f)
{
	int line = queue_entry_line(e), mail = queue_entry_mail(e);
	bool side = !entry_wanted(e, ~w->side);
	bool skips = on_fail_of(r, seat, e) & QUEUE_SKIP;
	bool on = goes_on(r->game->sys, e, f);

	if (try_fallback(r, seat, w, e)) {
		emit_unqueued(r, seat, at, line, "fallback");
		drop_else(r, seat, at, mail);
		return;
	}
	emit_unqueued(r, seat, at, line,
		      side             ? "side"
		      : on && !f->came ? "gone"
				       : "refused");
	drop_else(r, seat, at, mail);
	if (on && f->came) /* its END asks first */
		emit_set(r, seat, "short", 1);
	if (!side && !skips && !on && !only_ends_behind(r, seat, mail))
		emit_number(r, COMMON_QUEUE_STOPPED, seat, line);
}

/* As try_entry, but UNKNOWN where its fallback waits for a die. */
static enum verdict try_told(struct game_run *r, int seat,
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

/* Its words, which move when the queue changes. */
struct entry_copy {
	struct queue_entry e;
	int32_t w[QUEUE_MAX_ENTRY];
};

static void entry_copy(struct entry_copy *to, struct queue_entry e)
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

/* An order of the mail came short, what stood behind it went on, and now it
 * would end: what is left of the turn may be used otherwise. */
static bool end_asks(const struct game_run *r, const struct walk *k,
		     struct queue_entry e)
{
	const struct system *sys = r->game->sys;

	return r->game->queue[k->seat].spoiled == QUEUE_SHORT && is_onward(e) &&
	       is_end_alone(e, k->end) &&
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

	entry_copy(&copy, borrowed);
	a = (struct attempt){ copy.e, kinds, k->w->awaited, true, &f.why };
	line = queue_entry_line(copy.e);
	mail = queue_entry_mail(copy.e);
	if (end_asks(r, k, copy.e)) {
		emit_number(r, COMMON_QUEUE_STOPPED, k->seat, line);
		return true;
	}
	if (queue_entry_flags(copy.e) & QUEUE_ELSE && !q->else_open) {
		emit_unqueued(r, k->seat, at, line, "else");
		return true;
	}
	if (!conditions_hold(r, k->seat, copy.e)) {
		emit_unqueued(r, k->seat, at, line, "condition");
		arm_end(r, k->seat, k->w, copy.e, k->end);
		return true;
	}
	before = r->out->n;
	verdict = try_told(r, k->seat, k->w, &a);
	switch (verdict) {
	case VERDICT_STAYS: arm_end(r, k->seat, k->w, copy.e, k->end); break;
	case VERDICT_DONE:
	case VERDICT_GONE:
		emit_unqueued(r, k->seat, at, line,
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

/* It is of use only beside others that wait, and the conditions of none of
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
	entry_copy(&copy, e);
	a = (struct attempt){ copy.e, k->w->awaited | k->w->always,
			      k->w->awaited, true, NULL };
	if (fallback_waits(r, k->seat, k->w, copy.e))
		return;
	try_entry(r, k->seat, &a); /* once more, to tell why */
	fail_entry(r, k->seat, k->w, k->failed, copy.e, NULL);
}

/* an order that was refused, and what its ELSE said was done */
static void drop_failed(struct game_run *r, const struct walk *k)
{
	struct queue_entry e;

	if (queue_at(&r->game->queue[k->seat], k->failed, &e))
		emit_unqueued(r, k->seat, k->failed, queue_entry_line(e),
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
	entry_copy(&copy, borrowed);
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
		emit_unqueued(r, k->seat, at, queue_entry_line(copy.e),
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

/* its next order needs a die: nothing behind it may overtake it */
static bool is_held(const struct game_run *r, int seat)
{
	return r->held >> seat & 1;
}

/* Try the queue of one seat; true if something came of it. */
static bool try_queue(struct game_run *r, int seat,
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
	span_now(r->game, seat, -1, &k.now);
	for (int i = 0; queue_at(q, i, &e); i++) {
		int flags = queue_entry_flags(e), mail = queue_entry_mail(e);
		uint64_t kinds = kinds_of_entry(r->game, k.w, &k.now, e);
		bool is_kept = entry_wanted(e, k.w->keeps);

		if (flags & QUEUE_HELD)
			continue;
		if (k.failed >= 0 && !(flags & QUEUE_ELSE)) {
			settle_failed(r, &k);
			return !is_held(r, seat);
		}
		if (flags & QUEUE_AUTO_END) {
			/* orders of other mails may wait for years */
			if (waiting != mail &&
			    try_auto_end(r, seat, k.w, &k.now, i, e))
				return true;
			continue;
		}
		if (entry_wanted(e, kinds) &&
		    (is_kept ? run_kept(r, &k, i, e, kinds)
			     : run_entry(r, &k, i, e, kinds)))
			return !r->unknown && !is_held(r, seat);
		/* what is written ahead is for after the END */
		if (entry_wanted(e, ~k.w->ahead))
			waiting = mail;
	}
	if (k.failed >= 0)
		settle_failed(r, &k);
	return k.failed >= 0 && !is_held(r, seat);
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
		  !entry_wanted(e, ~(w->bound | end_bit(g->sys)));
	return *lapsed || (over && !entry_wanted(e, ~over));
}

/* Orders that can never be tried any more do not wait. */
static bool drop_over(struct game_run *r, int seat, const struct wanted *w)
{
	const struct queue *q = &r->game->queue[seat];
	struct queue_entry e;
	struct span now;
	bool lapsed;

	if (!queue_at(q, 0, &e))
		return false;
	span_now(r->game, seat, -1, &now);
	for (int i = 0; queue_at(q, i, &e); i++) {
		int mail = queue_entry_mail(e);
		int line = queue_entry_line(e);

		if (!entry_is_over(r->game, w, &now, e, &lapsed))
			continue;
		if (queue_entry_flags(e) & QUEUE_AUTO_END) {
			if (!lapsed)
				continue;
			emit_unqueued(r, seat, i, line, "open");
			return true;
		}
		emit_over(r, lapsed ? COMMON_LAPSED : COMMON_EXPIRED, seat, i,
			  line);
		drop_else(r, seat, i, mail);
		return true;
	}
	return false;
}

static bool try_standing(struct game_run *r, int seat, const struct wanted *w)
{
	struct queue *q = &r->game->queue[seat];
	struct queue_entry e;

	for (int i = 0; queue_standing_at(q, i, &e); i++) {
		struct attempt a = { e, w->awaited, 0, false, NULL };

		if (entry_wanted(e, w->awaited) &&
		    conditions_hold(r, seat, e) &&
		    try_entry(r, seat, &a) == VERDICT_DONE)
			return true;
		if (is_held(r, seat))
			break;
	}
	return false;
}

/* --- AUTO -------------------------------------------------------------- */

bool game_is_before_play(const struct game *g)
{
	const struct head *h = (const struct head *)g->state;

	return h->phase < g->sys->play;
}

/* AUTO 4711 */
static uint32_t lot_of(const struct decision *d)
{
	struct decision_arg a;

	return decision_next(d, 0, &a) ? (uint32_t)a.w[0] : 0;
}

/* What the seat's AUTO draws now; false: nothing. */
static bool auto_draw(struct game_run *r, int seat, const struct decision *said,
		      struct decision *out)
{
	const struct system *sys = r->game->sys;
	void *view = trials_take(r->trials);
	bool drawn;

	sys->view(r->game->state, seat, view);
	drawn = draft_auto(sys, view, seat, r->catalog, r->trials, lot_of(said),
			   out);
	trials_give(r->trials, view);
	return drawn;
}

/* The step in which AUTO without ALWAYS began; -1: it has not, or holds on. */
static int auto_step(const struct game *g, int seat, int number)
{
	struct queue_entry e;

	if (!queue_standing_at(&g->queue[seat], number - 1, &e) ||
	    !(queue_entry_flags(e) & QUEUE_ONCE))
		return -1;
	return queue_entry_mail(e) - 1;
}

static void emit_chosen(struct game_run *r, int seat, const struct decision *d)
{
	struct event e;

	event_start(&e, COMMON_AUTO_CHOSE, 0);
	e.audience = AUDIENCE_SEAT(seat);
	event_put(&e, COMMON_AUTO_CHOSE_SEAT, seat);
	put_order(r->game->sys, &e, COMMON_AUTO_CHOSE_ORDER, d);
	game_emit(r, &e);
}

/* The seat leaves what is asked now of the set-up to the judge. */
static bool try_auto(struct game_run *r, int seat)
{
	const struct head *h = (const struct head *)r->game->state;
	struct decision said, d;
	struct refusal no;
	int number = auto_standing(r->game, seat, &said);
	int phase = h->phase, step;

	if (!number)
		return false;
	step = auto_step(r->game, seat, number);
	if (!game_is_before_play(r->game) || (step >= 0 && step != phase)) {
		emit_number(r,
			    game_is_before_play(r->game) ? COMMON_AUTO_DONE
							 : COMMON_AUTO_OVER,
			    seat, number);
		return true;
	}
	/* what was ordered and refused is wanted otherwise: that comes first */
	if (r->game->queue[seat].stopped)
		return false;
	if (!auto_draw(r, seat, &said, &d)) {
		if (step >= 0)
			emit_number(r, COMMON_AUTO_DONE, seat, number);
		return step >= 0;
	}
	if (try_decision(r, seat, &d, &no) != VERDICT_DONE)
		return false;
	r->moved |= UINT32_C(1) << seat;
	emit_chosen(r, seat, &d);
	/* what it chose has ended the step */
	if (auto_step(r->game, seat, number) >= 0 && h->phase != phase)
		emit_number(r, COMMON_AUTO_DONE, seat, number);
	return true;
}

/* there is something to choose beside the end of the turn */
static bool more_than_end(const struct system *sys, const struct wanted *w,
			  int end, const struct family *family, int n)
{
	int withdraw = kind_named(sys, "withdraw");
	int end_game = kind_named(sys, "end_game");

	for (int i = 0; i < n; i++)
		if (family[i].kind != end && family[i].kind != withdraw &&
		    family[i].kind != end_game &&
		    !kinds_have(w->always, family[i].kind))
			return true;
	return false;
}

/*
 * Nothing is left to choose but to end the turn: as everybody sees it, for that
 * a turn ends of itself must not tell what the seat could still have done.
 */
static bool only_end_left(struct game_run *r, int seat, const struct wanted *w,
			  int end)
{
	const struct system *sys = r->game->sys;
	bool more = false, whole = false;
	struct family *family;
	struct span now;
	void *view;

	if (!kinds_have(w->awaited, end))
		return false;
	span_now(r->game, seat, -1, &now);
	if (now.number && r->game->queue[seat].open == now.number)
		return false;
	family = trials_take(r->trials);
	view = trials_take(r->trials);
	sys->view(r->game->state, -1, view);
	/* mostly there is something among the first: the others cost time */
	for (int max = FEW; !more && !whole; max = FAMILY_MAX) {
		int n = sys->legal(view, seat, r->trials, family, max);

		more = more_than_end(sys, w, end, family, n);
		whole = n < max || max == FAMILY_MAX;
	}
	trials_give(r->trials, view);
	trials_give(r->trials, family);
	return !more;
}

static bool end_turn(struct game_run *r, int seat, int end)
{
	struct decision d;
	struct refusal no;

	decision_start(&d, end);
	return try_decision(r, seat, &d, &no) == VERDICT_DONE;
}

/* Nobody whom the game asks, but windows are open that nothing fits. */
static bool close_windows(struct game_run *r)
{
	struct run run = run_of(r);
	struct awaiting awaiting;
	bool open = false;
	int before = r->out->n;

	memset(&awaiting, 0, sizeof(awaiting));
	system_awaiting(run.sys, r->game->state, &awaiting);
	for (int i = 0; i < awaiting.n; i++) {
		const struct awaited *v = &awaiting.v[i];

		if (!v->window)
			return false;
		open = true;
		run.stopped |= (uint32_t)(r->game->queue[v->seat].stopped > 0)
			       << v->seat;
	}
	if (!open || !run.sys->close || r->dice_wait)
		return false;
	step_begin(r, -1, NULL);
	run.sys->close(&run);
	step_end(r);
	if (run.unknown)
		r->unknown = true;
	return r->out->n > before;
}

/* How often standing orders may still be tried in this pump. */
struct pump_left {
	int standing, autos;
};

/* One thing that can be done now; false: nothing. */
static bool pump_step(struct game_run *r, bool hold, struct pump_left *left)
{
	int end = kind_named(r->game->sys, "end");
	struct wanted wanted[SEATS_MAX];

	wanted_by_seat(r->game, wanted);
	for (int seat = 0; seat < SEATS_MAX; seat++)
		if (drop_over(r, seat, &wanted[seat]) ||
		    try_queue(r, seat, wanted, end))
			return true;
	for (int seat = 0; seat < SEATS_MAX && left->autos > 0; seat++)
		if (!r->unknown && try_auto(r, seat)) {
			left->autos--;
			return true;
		}
	if (r->unknown)
		return false;
	for (int seat = 0; seat < SEATS_MAX && left->standing > 0; seat++)
		if (try_standing(r, seat, &wanted[seat])) {
			left->standing--;
			return true;
		}
	for (int seat = 0; !r->unknown && !hold && seat < SEATS_MAX; seat++)
		if ((!r->foresees || r->foresees == seat + 1) &&
		    only_end_left(r, seat, &wanted[seat], end) &&
		    end_turn(r, seat, end))
			return true;
	return !r->unknown && close_windows(r);
}

static void advance_waiting(struct game_run *r, const struct run *run)
{
	struct wait w;

	wait_begin(&w, run);
	if (wait_advances(run, &r->roll_due))
		run->sys->advance(&w.run);
}

static void game_advance(struct game_run *r)
{
	struct run run = run_of(r);

	step_begin(r, -1, NULL);
	if (r->dice_wait) {
		advance_waiting(r, &run);
		step_end(r);
		return;
	}
	run.sys->advance(&run);
	step_end(r);
	if (run.unknown)
		r->unknown = true;
}

#ifdef HERALDO_SANITIZED
/* Nothing of an unfinished action may live outside the encoded state. */
static void resume_from_bytes(struct game *g)
{
	struct buf bytes;
	struct game copy;
	bool same;

	buf_init(&bytes, 2 * sizeof(*g));
	game_encode(g, &bytes);
	same = game_decode(&copy, g->sys, buf_str(&bytes)) &&
	       game_equal(&copy, g);
	assert(same);
	buf_release(&bytes);
	game_copy(g, &copy);
}
#endif

/* The lines of a mail that wait: for their turn, or to be asked. */
struct waits {
	int32_t line[2][QUEUE_LINES_TOLD];
	int n[2];
	bool ends; /* its END waits with them */
};

static void waits_find(const struct game *g, int seat, int mail,
		       struct waits *out)
{
	int end = kind_named(g->sys, "end");
	struct wanted wanted[SEATS_MAX];
	uint64_t others = 0;
	struct queue_entry e;
	struct span now;

	*out = (struct waits){ .n = { 0, 0 } };
	wanted_by_seat(g, wanted);
	span_now(g, seat, -1, &now);
	for (int i = 0; i < SEATS_MAX; i++)
		others |= i == seat ? 0 : wanted[i].awaited;
	for (int i = 0; queue_at(&g->queue[seat], i, &e); i++) {
		int flags = queue_entry_flags(e);
		bool ends = is_end_alone(e, end), turn;

		if (queue_entry_mail(e) != mail ||
		    flags & (QUEUE_HELD | QUEUE_AUTO_END) ||
		    !entry_wanted(e, ~wanted[seat].ahead))
			continue;
		turn = ends ? !now.own
			    : !entry_wanted(e, wanted[seat].awaited) &&
				       entry_wanted(e, others);
		out->ends |= ends;
		if (out->n[turn] < QUEUE_LINES_TOLD)
			out->line[turn][out->n[turn]++] = queue_entry_line(e);
	}
}

static void tell_dice_wait(struct game_run *r, int seat, int mail)
{
	const struct queue *q = &r->game->queue[seat];
	int32_t lines[QUEUE_LINES_TOLD];
	struct queue_entry entry;
	struct event e;
	int n = 0;

	for (int i = 0; queue_at(q, i, &entry) && n < QUEUE_LINES_TOLD; i++)
		if (queue_entry_mail(entry) == mail &&
		    !(queue_entry_flags(entry) & QUEUE_AUTO_END))
			lines[n++] = queue_entry_line(entry);
	if (!n)
		return;
	event_start(&e, COMMON_DICE_WAIT, 0);
	e.audience = AUDIENCE_SEAT(seat);
	event_put(&e, COMMON_DICE_WAIT_SEAT, seat);
	event_put_ints(&e, COMMON_DICE_WAIT_LINES, lines, n);
	game_emit(r, &e);
}

static void tell_waiting(struct game_run *r)
{
	int seat = r->told_seat - 1;
	struct waits waits;

	if (seat < 0)
		return;
	r->told_seat = 0;
	/* what has begun is in the queue until its die is known */
	if (r->unknown)
		return;
	if (r->roll_due || is_held(r, seat)) {
		tell_dice_wait(r, seat, r->told_mail);
		return;
	}
	waits_find(r->game, seat, r->told_mail, &waits);
	for (int turn = 1; turn >= 0; turn--) {
		struct event e;

		if (!waits.n[turn])
			continue;
		event_start(&e, COMMON_WAITING, 0);
		e.audience = AUDIENCE_SEAT(seat);
		event_put(&e, COMMON_WAITING_SEAT, seat);
		event_put_ints(&e, COMMON_WAITING_LINES, waits.line[turn],
			       waits.n[turn]);
		event_put(&e, COMMON_WAITING_TURN, turn);
		event_put(&e, COMMON_WAITING_OPEN, turn && !waits.ends);
		game_emit(r, &e);
	}
}

/* More orders follow, and their mail has an end of its own. */
static void drop_auto_end(struct game_run *r, int seat)
{
	const struct queue *q = &r->game->queue[seat];
	struct queue_entry e;

	for (int i = 0; queue_at(q, i, &e);)
		if (queue_entry_flags(e) & QUEUE_AUTO_END)
			emit_unqueued(r, seat, i, queue_entry_line(e), "open");
		else
			i++;
}

/* --- a stop on the way ------------------------------------------------- */

/* Has all happened behind which the run is to halt? */
static bool is_halt_due(const struct game_run *r)
{
	int n = 0;

	for (int i = r->halt_from; i < r->out->n; i++)
		n += game_is_play(r->out->v[i].kind, r->out->v[i].audience);
	return r->halt_behind && r->halt_behind <= n && n < r->halt_before;
}

/* Who is asked, or in a window in which they can be: a bit each. */
static uint32_t who_is_asked(const struct game *g)
{
	struct awaiting awaiting = { .n = 0 };
	uint32_t asked = 0;

	system_awaiting(g->sys, g->state, &awaiting);
	for (int i = 0; i < awaiting.n; i++)
		if (!awaiting.v[i].window || awaiting.v[i].askable)
			asked |= UINT32_C(1) << awaiting.v[i].seat;
	return asked;
}

void game_ask(struct game_run *r)
{
	struct awaiting awaiting = { .n = 0 };
	struct run run = run_of(r);
	bool askable = false;

	system_awaiting(run.sys, r->game->state, &awaiting);
	for (int i = 0; i < awaiting.n; i++) {
		if (!awaiting.v[i].window)
			return;
		askable |= awaiting.v[i].askable;
	}
	if (!askable)
		return;
	step_begin(r, -1, NULL);
	run.sys->ask(&run);
	step_end(r);
}

/* The line of the first order that a stop would hold, 0: there is none. */
static int line_to_hold(const struct queue *q)
{
	struct queue_entry e;

	for (int i = 0; queue_at(q, i, &e); i++)
		if (!(queue_entry_flags(e) & (QUEUE_HELD | QUEUE_AUTO_END)))
			return queue_entry_line(e);
	return 0;
}

/* What waits of whoever is asked is held; an END behind a mail of which nothing
 * else is left ends no turn. */
static void halt(struct game_run *r, uint32_t asked)
{
	r->halted = true;
	r->told_seat = 0;
	for (int seat = 0; seat < SEATS_MAX; seat++) {
		int line = line_to_hold(&r->game->queue[seat]);

		if (!(asked >> seat & 1))
			continue;
		if (line)
			emit_number(r, COMMON_QUEUE_STOPPED, seat, line);
		else
			drop_auto_end(r, seat);
	}
}

void game_pump(struct game_run *r, bool hold)
{
	struct pump_left left = { STANDING_MAX_TRIES, AUTO_MAX };

	r->more = r->roll_due = false;
	if (r->halted)
		return;
	for (int step = 0;; step++) {
		uint32_t winners, asked;

		if (r->out->max - r->out->n < GAME_MARGIN ||
		    step == GAME_MAX_STEPS) {
			r->more = true;
			break;
		}
		game_advance(r);
		if (r->unknown || r->roll_due ||
		    system_over(r->game->sys, r->game->state, &winners))
			break;
		asked = is_halt_due(r) ? who_is_asked(r->game) : 0;
		if (asked) {
			halt(r, asked);
			break;
		}
		if (!pump_step(r, hold, &left))
			break;
	}
	if (!r->more)
		tell_waiting(r);
#ifdef HERALDO_SANITIZED
	resume_from_bytes(r->game);
#endif
}

bool game_try(struct game_run *r, int seat, int line, const struct decision *d)
{
	struct refusal no;
	enum verdict verdict = try_decision(r, seat, d, &no);

	if (verdict == VERDICT_REFUSED)
		emit_refused(r, seat, line, d, &no);
	return verdict == VERDICT_DONE;
}

bool game_query(const struct game *g, int seat, const struct decision *d,
		struct game_scratch *scratch, struct event_list *answers)
{
	struct game_run r = { .game = &scratch->game,
			      .trials = &scratch->trials,
			      .out = answers };
	struct run run = { .sys = g->sys,
			   .state = scratch->game.state,
			   .trials = &scratch->trials,
			   .out = answers };
	struct refusal no = { 0 };

	trials_init(&scratch->trials);
	game_view(g, seat, &scratch->game);
	switch (g->sys->decide(&run, seat, d, &no)) {
	case VERDICT_DONE: return true;
	case VERDICT_REFUSED: emit_refused(&r, seat, 0, d, &no); break;
	default: break;
	}
	return false;
}

enum { STEP_ROOM = 1024 /* events of one decision of the set-up */ };

/* held, asked for now, and sure to be tried when it is its turn */
static bool is_held_plainly(const struct game *g, int seat,
			    struct queue_entry e)
{
	struct wanted wanted[SEATS_MAX], *w = &wanted[seat];

	wanted_by_seat(g, wanted);
	return queue_entry_flags(e) & QUEUE_HELD &&
	       !(queue_entry_flags(e) & (QUEUE_AUTO_END | QUEUE_ELSE)) &&
	       !queue_entry_conditions(e) && queue_entry_alternatives(e) == 1 &&
	       !is_end_alone(e, kind_named(g->sys, "end")) &&
	       entry_wanted(e, w->awaited & ~w->always);
}

void game_held_faults(const struct game *g, int seat,
		      struct game_scratch *scratch, struct event_list *faults)
{
	struct game_run r = { .game = &scratch->game,
			      .trials = &scratch->trials,
			      .foresees = seat + 1,
			      .out = faults };
	struct queue_entry e;
	struct decision d;

	trials_init(&scratch->trials);
	game_view(g, seat, &scratch->game);
	for (int i = 0; !r.unknown && queue_at(&g->queue[seat], i, &e); i++) {
		int before = faults->n;

		if (faults->max - before < STEP_ROOM)
			break;
		if (!is_held_plainly(&scratch->game, seat, e))
			continue;
		queue_entry_alternative(e, 0, &d);
		if (game_try(&r, seat, queue_entry_line(e), &d))
			faults->n = before;
	}
}

/*
 * Many may be asked of one seat, or many figures deployed: who is silent is
 * silent in all of it, but ends no more than one turn.
 */
bool game_silent(struct game_run *r, int seat)
{
	const struct system *sys = r->game->sys;
	void *view = trials_take(r->trials);
	struct wanted wanted[SEATS_MAX];
	uint64_t kinds;
	struct decision d;
	int n = 0;

	wanted_by_seat(r->game, wanted);
	kinds = wanted[seat].awaited;
	while (n < SILENT_MAX && wanted[seat].awaited == kinds) {
		int before = r->out->n;

		sys->view(r->game->state, seat, view);
		/* what is stopped on its way was done as far as it went: more
		 * happened than that it was refused */
		if (!sys->silent(view, seat, &d) ||
		    (!game_try(r, seat, 0, &d) && r->out->n < before + 2))
			break;
		n++;
		if (d.kind == kind_named(sys, "end"))
			break;
		wanted_by_seat(r->game, wanted);
	}
	trials_give(r->trials, view);
	return n > 0;
}

/* --- a mail ------------------------------------------------------------ */

/* Do the new orders take the place of those that wait? */
static bool replaces(const struct game *g, const struct submission *s)
{
	const struct queue *q = &g->queue[s->seat];
	struct wanted wanted[SEATS_MAX], *w = &wanted[s->seat];
	int end = kind_named(g->sys, "end");
	bool competes = false, answers = true;
	struct queue_entry e;

	if (s->keep || s->clear)
		return false;
	wanted_by_seat(g, wanted);
	for (int i = 0; i < s->n; i++) {
		/* a mail that only ends ends what was planned */
		if (!entry_wanted(s->v[i], ~w->always) ||
		    is_end_alone(s->v[i], end))
			continue;
		competes = true;
		if (!entry_wanted(s->v[i], w->awaited))
			answers = false;
	}
	for (int i = 0; queue_at(q, i, &e); i++)
		if (!(queue_entry_flags(e) & QUEUE_AUTO_END) &&
		    entry_wanted(e, w->awaited & ~w->always))
			answers = false;
	return competes && !answers;
}

static void drop_all(struct game_run *r, int seat, const char *why)
{
	const struct queue *q = &r->game->queue[seat];
	struct queue_entry e;

	while (queue_at(q, 0, &e))
		emit_unqueued(r, seat, 0, queue_entry_line(e), why);
	if (q->stopped)
		emit_set(r, seat, "resumed", 1);
}

static void emit_entry(struct game_run *r, int kind, int seat,
		       struct queue_entry entry, int more)
{
	int32_t words[QUEUE_MAX_ENTRY];
	struct event e;

	memcpy(words, entry.w, (size_t)entry.n * sizeof(words[0]));
	words[1] |= more;
	event_start(&e, kind, 0);
	e.audience = AUDIENCE_SEAT(seat);
	event_put(&e, 0, seat);
	if (kind == COMMON_QUEUED)
		event_put(&e, COMMON_QUEUED_LINE, queue_entry_line(entry));
	event_put_ints(&e,
		       kind == COMMON_QUEUED ? (int)COMMON_QUEUED_ENTRY
					     : (int)COMMON_STANDING_SET_ENTRY,
		       words, entry.n);
	game_emit(r, &e);
}

/* the number of the standing order that FORGET i of the mail names */
static int forgotten(const struct game *g, const struct submission *s, int i)
{
	struct decision d;

	return s->forget[i] == FORGET_AUTO ? auto_standing(g, s->seat, &d)
					   : s->forget[i];
}

/* Where the order that waits as number n stands in the queue; -1: nowhere. The
 * end of a mail is none. */
static int waiting_at(const struct queue *q, int32_t n)
{
	struct queue_entry e;

	for (int i = 0; queue_at(q, i, &e); i++)
		if (!(queue_entry_flags(e) & QUEUE_AUTO_END) && !--n)
			return i;
	return -1;
}

static bool drops_are_there(const struct game *g, const struct submission *s)
{
	for (int i = 0; i < s->n_drop; i++) {
		if (s->drop[i] < 1 ||
		    waiting_at(&g->queue[s->seat], s->drop[i]) < 0)
			return false;
		for (int k = 0; k < i; k++)
			if (s->drop[k] == s->drop[i])
				return false;
	}
	return true;
}

static enum submit_result submit_check(const struct game *g,
				       const struct submission *s, bool empty)
{
	const struct queue *q = &g->queue[s->seat];
	int words = 8, standing = 0; /* 8: the virtual END */
	struct queue_entry e;

	for (int i = 0; i < s->n; i++)
		words += s->v[i].n + 1; /* the span */
	if (empty ? words + s->n + 1 > QUEUE_MAX_WORDS
		  : !queue_has_room(q, words, s->n + 1))
		return SUBMIT_QUEUE_FULL;
	for (int i = 0; i < s->n_standing; i++)
		standing += s->standing[i].n + 1;
	for (int i = 0; i < s->n_forget; i++) {
		int number = forgotten(g, s, i);

		if (!queue_standing_at(q, number - 1, &e))
			return SUBMIT_NO_STANDING;
		for (int j = 0; j < i; j++)
			if (forgotten(g, s, j) == number)
				return SUBMIT_NO_STANDING;
		standing -= e.n + 1;
	}
	if (standing > QUEUE_MAX_STANDING - q->n_standing)
		return SUBMIT_STANDING_FULL;
	if (!drops_are_there(g, s))
		return SUBMIT_NO_WAITING;
	return SUBMIT_DONE;
}

/* the highest number first, so that the others keep theirs meanwhile */
static void forget_all(struct game_run *r, const struct submission *s)
{
	int below = INT_MAX;

	for (int n = 0; n < s->n_forget; n++) {
		int highest = 0;

		for (int i = 0; i < s->n_forget; i++) {
			int number = forgotten(r->game, s, i);

			if (number < below && number > highest)
				highest = number;
		}
		if (!highest)
			break;
		emit_number(r, COMMON_STANDING_REMOVED, s->seat, highest);
		below = highest;
	}
}

/* CLEAR 2: the highest number first, so that the others keep theirs */
static void drop_some(struct game_run *r, const struct submission *s)
{
	const struct queue *q = &r->game->queue[s->seat];
	int32_t below = INT32_MAX;

	for (int n = 0; n < s->n_drop; n++) {
		int32_t highest = 0;
		struct queue_entry e;
		int at;

		for (int i = 0; i < s->n_drop; i++)
			if (s->drop[i] < below && s->drop[i] > highest)
				highest = s->drop[i];
		below = highest;
		at = waiting_at(q, highest);
		if (at < 0 || !queue_at(q, at, &e))
			break;
		emit_unqueued(r, s->seat, at, queue_entry_line(e), "cleared");
	}
	if (s->n_drop && q->stopped && !queue_count(q))
		emit_set(r, s->seat, "resumed", 1);
}

/* the number of a mail that comes now, in its place above the flags */
static int next_mail(const struct queue *q)
{
	struct queue_entry e;
	int n = queue_count(q), mail = 0;

	if (n && queue_at(q, n - 1, &e))
		mail = queue_entry_mail(e);
	return (mail + 1) % (1 << (31 - QUEUE_MAIL_SHIFT)) << QUEUE_MAIL_SHIFT;
}

/* An entry of a mail, with the span that it belongs to; 0: to none. */
static void emit_bound(struct game_run *r, int seat, struct queue_entry entry,
		       int more, int32_t span)
{
	int32_t words[QUEUE_MAX_ENTRY];

	if (!span || entry.n == QUEUE_MAX_ENTRY) {
		emit_entry(r, COMMON_QUEUED, seat, entry, more);
		return;
	}
	memcpy(words, entry.w, (size_t)entry.n * sizeof(words[0]));
	words[entry.n] = span;
	emit_entry(r, COMMON_QUEUED, seat,
		   (struct queue_entry){ words, entry.n + 1 },
		   more | QUEUE_BOUND);
}

/* The virtual END behind a mail: of a turn that has begun, thus its player has
 * seen the report of that. */
static void queue_auto_end(struct game_run *r, int seat, int end, int mail)
{
	struct queue_pack p;
	struct decision d;
	struct span now;

	span_now(r->game, seat, -1, &now);
	if (!now.own || !now.at_mail)
		return;
	decision_start(&d, end);
	queue_pack_start(&p, 0, QUEUE_AUTO_END);
	queue_pack_alternative(&p, &d);
	emit_bound(r, seat, queue_pack_entry(&p), mail, now.number);
}

/* The first of its kinds that is not of any time, or -1. */
static int kind_of_entry(struct queue_entry e, uint64_t always)
{
	struct decision d;

	queue_entry_alternative(e, 0, &d);
	return kinds_have(always, d.kind) ? -1 : d.kind;
}

/* The spans to which the orders of a mail belong, one after the other. */
struct binding {
	const struct wanted *w;
	int end;
	int kind;         /* of the order before, -1: none */
	struct span last; /* of the last END alone; number 0: none */
	int ends;         /* so many of them */
};

/* false: it is an END that could end nothing */
static bool bind(const struct game *g, int seat, struct binding *b,
		 struct queue_entry e, int32_t *number)
{
	bool ends = entry_wanted(e, end_bit(g->sys));
	struct span at;

	*number = 0;
	if (!ends)
		b->kind = kind_of_entry(e, b->w->always);
	if (!g->sys->span || (!ends && !entry_wanted(e, b->w->bound)))
		return true;
	span_now(g, seat, b->kind, &at);
	*number = at.number;
	/* behind an END it is for what comes then */
	if (at.number && b->ends && at.number == b->last.number)
		*number = at.next ? at.number + b->ends * (at.next - at.number)
				  : 0;
	if (!is_end_alone(e, b->end))
		return true;
	b->ends = at.number == b->last.number ? b->ends + 1 : 1;
	b->last = at;
	return *number != 0;
}

/* it asks what nobody is asked in this game: told, and not kept */
static bool refuse_never(struct game_run *r, int seat, struct queue_entry e,
			 uint64_t never)
{
	const struct system *sys = r->game->sys;
	struct refusal no = { 0 };
	struct decision d;
	const char *why;

	if (!never || entry_wanted(e, ~never))
		return false;
	why = is_auto(sys, e, &d) ? "auto_late" : "never_asked";
	for (int i = 0; i < sys->n_refusals; i++)
		if (!strcmp(sys->refusals[i].name, why))
			no.reason = i;
	queue_entry_alternative(e, 0, &d);
	no.rule = decision_row(&sys->decisions, d.kind)->rule;
	emit_refused(r, seat, queue_entry_line(e), &d, &no);
	return true;
}

/* Nothing that it says can ever be done: told, and not kept. */
static bool refuse_hopeless(struct game_run *r, int seat, struct queue_entry e,
			    const void *view)
{
	const struct system *sys = r->game->sys;
	struct refusal no = { 0 };
	struct decision d;

	if (!view)
		return false;
	for (int i = 0; i < queue_entry_alternatives(e); i++) {
		queue_entry_alternative(e, i, &d);
		if (sys->possible(view, seat, &d, &no))
			return false;
	}
	emit_refused(r, seat, queue_entry_line(e), &d, &no);
	return true;
}

/* What ELSE belongs to is kept. */
static bool has_else(const struct submission *s, int at)
{
	return queue_entry_flags(s->v[at]) & QUEUE_ELSE ||
	       (at + 1 < s->n && queue_entry_flags(s->v[at + 1]) & QUEUE_ELSE);
}

/* A second AUTO takes the place of the first. */
static void set_standing(struct game_run *r, int seat, struct queue_entry e)
{
	struct decision d;
	int before = is_auto(r->game->sys, e, &d)
			     ? auto_standing(r->game, seat, &d)
			     : 0;

	if (before)
		emit_number(r, COMMON_STANDING_REMOVED, seat, before);
	emit_entry(r, COMMON_STANDING_SET, seat, e, 0);
}

/* What waits of the seat, taken off, or NULL: nothing is to come before it. To
 * be given back to the trials. */
static struct queue *take_off(struct game_run *r, const struct submission *s)
{
	const struct queue *q = &r->game->queue[s->seat];
	struct queue_entry e;
	struct queue *taken;

	if (!s->resume || !s->before || !queue_count(q))
		return NULL;
	taken = trials_take(r->trials);
	queue_copy(taken, q);
	while (queue_at(q, 0, &e))
		emit_unqueued(r, s->seat, 0, queue_entry_line(e), "moved");
	return taken;
}

/* .. and behind what has come meanwhile; the first of it is first no more. */
static void put_back(struct game_run *r, int seat, const struct queue *taken)
{
	struct entry_copy copy;
	struct queue_entry e;

	for (int i = 0; taken && queue_at(taken, i, &e); i++) {
		entry_copy(&copy, e);
		copy.w[1] &= ~QUEUE_FIRST;
		emit_entry(r, COMMON_QUEUED, seat, copy.e, 0);
	}
}

/* the entries of a mail, each in its queue */
static void queue_mail(struct game_run *r, const struct submission *s, int mail)
{
	struct wanted wanted[SEATS_MAX];
	struct binding b = { .w = &wanted[s->seat],
			     .end = kind_named(r->game->sys, "end"),
			     .kind = -1 };
	const struct system *sys = r->game->sys;
	struct queue *taken = take_off(r, s);
	void *view = sys->possible ? trials_take(r->trials) : NULL;
	int first = QUEUE_FIRST;
	int32_t span;

	if (view)
		sys->view(r->game->state, s->seat, view);
	wanted_by_seat(r->game, wanted);
	for (int i = 0; i < s->n_standing; i++)
		if (!refuse_never(r, s->seat, s->standing[i], b.w->never) &&
		    !refuse_hopeless(r, s->seat, s->standing[i], view))
			set_standing(r, s->seat, s->standing[i]);
	for (int i = 0; i < s->n; i++) {
		if (i == s->before)
			put_back(r, s->seat, taken);
		if (refuse_never(r, s->seat, s->v[i], b.w->never) ||
		    (!has_else(s, i) &&
		     refuse_hopeless(r, s->seat, s->v[i], view)))
			continue;
		if (!bind(r->game, s->seat, &b, s->v[i], &span)) {
			struct event e;

			event_start(&e, COMMON_ENDS_NOTHING, 0);
			e.audience = AUDIENCE_SEAT(s->seat);
			event_put(&e, COMMON_ENDS_NOTHING_SEAT, s->seat);
			event_put(&e, COMMON_ENDS_NOTHING_LINE,
				  queue_entry_line(s->v[i]));
			game_emit(r, &e);
			continue;
		}
		emit_bound(r, s->seat, s->v[i], mail | first, span);
		first = 0;
	}
	if (s->before == s->n)
		put_back(r, s->seat, taken);
	if (s->n && !s->wait && !s->hold && b.end >= 0 &&
	    !is_end_alone(s->v[s->n - 1], b.end))
		queue_auto_end(r, s->seat, b.end, mail);
	if (view)
		trials_give(r->trials, view);
	if (taken)
		trials_give(r->trials, taken);
}

/* WAIT: what is under way, or comes next, stays open */
static void say_open(struct game_run *r, const struct submission *s)
{
	int32_t open = r->game->queue[s->seat].open;
	struct span now;

	span_now(r->game, s->seat, -1, &now);
	if (s->hold || (!s->n && !s->wait))
		return;
	if (s->wait && now.number && now.number != open)
		emit_set(r, s->seat, "open", now.number);
	else if (!s->wait && open)
		emit_set(r, s->seat, "open", 0);
}

static bool gives_up(const struct system *sys, struct queue_entry e)
{
	struct decision d;

	for (int i = 0; i < queue_entry_alternatives(e); i++) {
		queue_entry_alternative(e, i, &d);
		if (d.kind >= DECISION_FIRST_OWN &&
		    str_is(str_of(decision_row(&sys->decisions, d.kind)->name),
			   "withdraw"))
			return true;
	}
	return false;
}

bool game_orders_something(const struct submission *s)
{
	return s->n || s->n_standing || s->n_forget || s->clear || s->resume ||
	       s->n_drop;
}

bool game_gives_up(const struct system *sys, const struct submission *s)
{
	for (int i = 0; i < s->n; i++)
		if (gives_up(sys, s->v[i]))
			return true;
	for (int i = 0; i < s->n_standing; i++)
		if (gives_up(sys, s->standing[i]))
			return true;
	return false;
}

/* Behind a refusal AUTO stands still; with the orders that come now it goes on,
 * if nothing else is held. */
static bool mends(const struct game *g, const struct submission *s)
{
	const struct queue *q = &g->queue[s->seat];
	struct queue_entry e;
	struct decision d;
	bool has_auto = auto_standing(g, s->seat, &d) > 0;

	for (int i = 0; i < s->n_standing; i++)
		has_auto |= is_auto(g->sys, s->standing[i], &d);
	if (!q->stopped || (!s->n && !s->n_standing) || !has_auto)
		return false;
	for (int i = 0; queue_at(q, i, &e); i++)
		if (queue_entry_flags(e) & QUEUE_HELD)
			return false;
	return true;
}

enum submit_result game_submit(struct game_run *r, const struct submission *s)
{
	bool replace = replaces(r->game, s);
	enum submit_result result;
	int mail;

	assert(0 <= s->seat && s->seat < r->game->sys->max_seats);
	result = submit_check(r->game, s, replace || s->clear);
	if (result != SUBMIT_DONE)
		return result;
	if (!replace && !s->clear)
		drop_some(r, s);
	if (replace || s->clear)
		drop_all(r, s->seat, s->clear ? "cleared" : "replaced");
	else if (s->resume || mends(r->game, s))
		emit_set(r, s->seat, "resumed", 1);
	if (s->keep && s->n)
		drop_auto_end(r, s->seat);
	forget_all(r, s);
	mail = next_mail(&r->game->queue[s->seat]);
	say_open(r, s);
	queue_mail(r, s, mail);
	r->told_seat = s->n ? s->seat + 1 : 0;
	r->told_mail = mail >> QUEUE_MAIL_SHIFT;
	game_pump(r, s->hold);
	return SUBMIT_DONE;
}

void game_vacate(struct game_run *r, int seat)
{
	drop_all(r, seat, "left");
	for (int n; (n = queue_count_standing(&r->game->queue[seat])) > 0;)
		emit_number(r, COMMON_STANDING_REMOVED, seat, n);
}

static bool preview(const struct game *g, const struct submission *s,
		    const struct catalog *catalog, bool suppose,
		    struct game_scratch *scratch, struct event_list *out)
{
	struct game_run r = { .game = &scratch->game,
			      .catalog = catalog,
			      .trials = &scratch->trials,
			      .foresees = s->seat + 1,
			      .out = out };

	trials_init(&scratch->trials);
	game_view(g, s->seat, &scratch->game);
	if (suppose)
		g->sys->suppose(scratch->game.state);
	game_submit(&r, s);
	return !r.unknown && !r.more;
}

bool game_preview(const struct game *g, const struct submission *s,
		  const struct catalog *catalog, struct game_scratch *scratch,
		  struct event_list *out, int *sure)
{
	int before = out->n;
	bool whole = preview(g, s, catalog, false, scratch, out);

	if (!sure)
		return whole;
	*sure = out->n;
	if (whole || !g->sys->suppose)
		return whole;
	out->n = before;
	whole = preview(g, s, catalog, true, scratch, out);
	/* a game that would go otherwise from the start is sure of nothing */
	if (*sure > out->n)
		*sure = before;
	return whole;
}

/* --- bytes ------------------------------------------------------------- */

enum { FEW_WORDS = 16, ZERO_WORDS = 256 }; /* looked at at once */

/* how many words from w on are zero: mostly few, or very many */
static size_t zeroes_at(const int32_t *w, size_t n)
{
	static const int32_t nothing[ZERO_WORDS];
	size_t i = 0;

	for (; i < FEW_WORDS; i++)
		if (i == n || w[i])
			return i;
	for (size_t step = ZERO_WORDS; step > 1; step /= 16)
		while (n - i >= step &&
		       !memcmp(w + i, nothing, step * sizeof(*w)))
			i += step;
	while (i < n && !w[i])
		i++;
	return i;
}

static char *put_number(char *to, uint32_t n)
{
	for (; n >= 0x80; n >>= 7)
		*to++ = (char)(n | 0x80);
	*to++ = (char)n;
	return to;
}

static void put_words(struct buf *out, const int32_t *w, int count)
{
	enum { AT_ONCE = 64, LONGEST = 10 }; /* words; bytes for one */
	size_t n = (size_t)count, i = 0;

	while (i < n && buf_reserve(out, AT_ONCE * LONGEST)) {
		char *to = out->s + out->len;
		size_t end = n - i < AT_ONCE ? n : i + AT_ONCE;

		while (i < end) {
			uint32_t v = (uint32_t)w[i++];

			to = put_number(to, v << 1 ^ -(v >> 31));
			if (!v) {
				size_t more = zeroes_at(w + i, n - i);

				to = put_number(to, (uint32_t)more);
				i += more;
			}
		}
		out->len = (size_t)(to - out->s);
		*to = 0;
	}
}

/* The number at `at`, before end; where it ends, NULL: it is none. */
static inline const unsigned char *
get_number(const unsigned char *at, const unsigned char *end, uint32_t *n)
{
	*n = 0;
	for (int shift = 0; shift < 35 && at < end; shift += 7) {
		uint32_t b = *at++;

		*n |= (b & 0x7f) << shift;
		if (!(b & 0x80))
			/* shorter, or too large: not as it was put */
			return (b || !shift) && (shift < 28 || b < 16) ? at
								       : NULL;
	}
	return NULL;
}

static bool get_words(struct str *in, int32_t *w, int count)
{
	const unsigned char *at = (const unsigned char *)in->s;
	const unsigned char *end = at + in->len;
	size_t n = (size_t)count, i = 0;

	while (i < n) {
		uint32_t v, more;

		/* most are one byte */
		if (at < end && *at - 1u < 0x7f) {
			v = *at++;
			w[i++] = (int32_t)(v >> 1 ^ -(v & 1));
			continue;
		}
		at = get_number(at, end, &v);
		if (!at)
			return false;
		w[i++] = (int32_t)(v >> 1 ^ -(v & 1));
		if (v)
			continue;
		at = get_number(at, end, &more);
		if (!at || more > n - i)
			return false;
		if (more <= FEW_WORDS)
			for (; more; more--)
				w[i++] = 0;
		else
			memset(w + i, 0, more * sizeof(*w));
		i += more;
		/* all of them are counted */
		if (i < n && at < end && !*at)
			return false;
	}
	*in = (struct str){ (const char *)at, (size_t)(end - at) };
	return true;
}

/* The state as its first logs have it, and what was added to it since: nothing,
 * while that is zero. */
static void put_first(struct buf *out, const struct system *sys,
		      const int32_t *state)
{
	put_words(out, state, first_words(sys));
}

static void put_added(struct buf *out, const struct system *sys,
		      const int32_t *state)
{
	int n = first_words(sys);

	for (int i = n; i < state_words(sys); i++)
		if (state[i]) {
			put_words(out, state + n, state_words(sys) - n);
			return;
		}
}

static bool get_state(struct str in, const struct system *sys, int32_t *state)
{
	int n = first_words(sys), more = state_words(sys) - n;

	if (!get_words(&in, state, n))
		return false;
	memset(state + n, 0, (size_t)more * sizeof(*state));
	if (!in.len)
		return true;
	if (!get_words(&in, state + n, more) || in.len)
		return false;
	for (int i = n; i < n + more; i++)
		if (state[i])
			return true;
	return false; /* what is zero is left out */
}

enum { QUEUE_HEAD = offsetof(struct queue, w) / sizeof(int32_t) };

void game_encode(const struct game *g, struct buf *out)
{
	for (int i = 0; i < SEATS_MAX; i++) {
		const struct queue *q = &g->queue[i];

		put_words(out, &q->n, QUEUE_HEAD);
		put_words(out, q->w, q->n);
		put_words(out, q->standing, q->n_standing);
	}
	put_first(out, g->sys, g->state);
	put_added(out, g->sys, g->state);
}

void game_step_render(const struct game_run *r, struct buf *out)
{
	const struct system *sys = r->game->sys;
	void *view = trials_take(r->trials);
	int32_t who[2] = { -1, 0 };

	sys->view(r->game->state, -1, view);
	put_first(out, sys, view);
	if (r->step) {
		who[0] = r->step_seat;
		who[1] = r->step->kind;
	}
	put_words(out, who, (int)ARRAY_LEN(who));
	if (r->step)
		put_words(out, r->step->w, r->step->n);
	put_added(out, sys, view);
	trials_give(r->trials, view);
}

bool game_decode(struct game *g, const struct system *sys, struct str in)
{
	g->sys = sys;
	for (int i = 0; i < SEATS_MAX; i++) {
		struct queue *q = &g->queue[i];

		if (!get_words(&in, &q->n, QUEUE_HEAD) || q->n < 0 ||
		    q->n > QUEUE_MAX_WORDS || q->n_standing < 0 ||
		    q->n_standing > QUEUE_MAX_STANDING ||
		    !get_words(&in, q->w, q->n) ||
		    !get_words(&in, q->standing, q->n_standing) ||
		    !queue_check(q, &sys->decisions, sys->n_conditions))
			return false;
	}
	return get_state(in, sys, g->state);
}

bool game_equal(const struct game *a, const struct game *b)
{
	bool equal = a->sys == b->sys;

	for (int i = 0; equal && i < SEATS_MAX; i++)
		equal = queue_equal(&a->queue[i], &b->queue[i]);
	return equal && !memcmp(a->state, b->state, a->sys->state_size);
}
