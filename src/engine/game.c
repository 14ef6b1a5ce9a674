/* src/engine/game.c */
#include "engine/game.h"
#include "engine/game_private.h"
#include "engine/common.h"
#include "engine/auto_setup.h"
#include "engine/dice_gate.h"

enum {
	STANDING_MAX_TRIES = 64, /* of all seats in one pump */
	AUTO_MAX = 512,          /* orders that AUTO is replaced with,
				  * likewise */
	FEW = 3,                 /* groups that are looked at first */
	SILENT_MAX = 64,         /* decisions at one deadline */
	QUEUE_LINES_TOLD = 64    /* of those that wait */
};

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

bool game_equal(const struct game *a, const struct game *b)
{
	bool equal = a->sys == b->sys;

	for (int i = 0; equal && i < SEATS_MAX; i++)
		equal = queue_equal(&a->queue[i], &b->queue[i]);
	return equal && !memcmp(a->state, b->state, a->sys->state_size);
}

const char *game_position_check(const struct game *g, int n_seats,
				struct game *scratch)
{
	const char *what = system_validate(g->sys, g->state);

	game_copy(scratch, g);
	for (int i = 0; i < n_seats && !what; i++) {
		struct event e;

		common_event_seat_taken(&e, 0, i, STR(""), STR("player"),
					STR(""));
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

/* --- AUTO -------------------------------------------------------------- */

bool game_is_before_play(const struct game *g)
{
	const struct common_state *h = (const struct common_state *)g->state;

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
	drawn = auto_setup_auto(sys, view, seat, r->catalog, r->trials,
				lot_of(said), out);
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
	game_put_order(r->game->sys, &e, COMMON_AUTO_CHOSE_ORDER, d);
	game_emit(r, &e);
}

/* The seat leaves the current question of the set-up to the judge. */
static bool try_auto(struct game_run *r, int seat)
{
	const struct common_state *h =
		(const struct common_state *)r->game->state;
	struct decision said, d;
	struct refusal no;
	int number = game_auto_standing(r->game, seat, &said);
	int phase = h->phase, step;

	if (!number)
		return false;
	step = auto_step(r->game, seat, number);
	if (!game_is_before_play(r->game) || (step >= 0 && step != phase)) {
		game_emit_number(r,
				 game_is_before_play(r->game)
					 ? COMMON_AUTO_DONE
					 : COMMON_AUTO_OVER,
				 seat, number);
		return true;
	}
	/* what was ordered and refused is wanted otherwise: that comes first */
	if (r->game->queue[seat].stopped)
		return false;
	if (!auto_draw(r, seat, &said, &d)) {
		if (step >= 0)
			game_emit_number(r, COMMON_AUTO_DONE, seat, number);
		return step >= 0;
	}
	if (game_try_decision(r, seat, &d, &no) != VERDICT_DONE)
		return false;
	r->moved |= UINT32_C(1) << seat;
	emit_chosen(r, seat, &d);
	/* what it chose has ended the step */
	if (auto_step(r->game, seat, number) >= 0 && h->phase != phase)
		game_emit_number(r, COMMON_AUTO_DONE, seat, number);
	return true;
}

/* the seat has another choice than to end its turn */
static bool more_than_end(const struct system *sys, const struct wanted *w,
			  int end, const struct move_group *group, int n)
{
	int withdraw = game_kind_named(sys, "withdraw");
	int end_game = game_kind_named(sys, "end_game");

	for (int i = 0; i < n; i++)
		if (group[i].kind != end && group[i].kind != withdraw &&
		    group[i].kind != end_game &&
		    !kinds_have(w->always, group[i].kind))
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
	struct move_group *group;
	struct span now;
	void *view;

	if (!kinds_have(w->awaited, end))
		return false;
	game_span_now(r->game, seat, -1, &now);
	if (now.number && r->game->queue[seat].open == now.number)
		return false;
	if (r->moved >> seat & 1 && !queue_count(&r->game->queue[seat]) &&
	    game_has_spent(r->game) && sys->spent(r->game->state, seat))
		return true;
	group = trials_take(r->trials);
	view = trials_take(r->trials);
	sys->view(r->game->state, -1, view);
	/* mostly there is something among the first: the others cost time */
	for (int max = FEW; !more && !whole; max = MOVE_GROUP_MAX) {
		int n = sys->legal(view, seat, r->trials, group, max);

		more = more_than_end(sys, w, end, group, n);
		whole = n < max || max == MOVE_GROUP_MAX;
	}
	trials_give(r->trials, view);
	trials_give(r->trials, group);
	return !more;
}

static bool end_turn(struct game_run *r, int seat, int end)
{
	struct decision d;
	struct refusal no;

	decision_start(&d, end);
	return game_try_decision(r, seat, &d, &no) == VERDICT_DONE;
}

/*
 * The game asks no seat, but windows are open for which no order fits: close
 * them.
 */
static bool close_windows(struct game_run *r)
{
	struct run run = game_run_of(r);
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
	game_step_begin(r, -1, NULL);
	run.sys->close(&run);
	game_step_end(r);
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
	int end = game_kind_named(r->game->sys, "end");
	struct wanted wanted[SEATS_MAX];

	game_wanted(r->game, wanted);
	for (int seat = 0; seat < SEATS_MAX; seat++)
		if (game_drop_over(r, seat, &wanted[seat]) ||
		    game_try_queue(r, seat, wanted, end))
			return true;
	for (int seat = 0; seat < SEATS_MAX && left->autos > 0; seat++)
		if (!r->unknown && try_auto(r, seat)) {
			left->autos--;
			return true;
		}
	if (r->unknown)
		return false;
	for (int seat = 0; seat < SEATS_MAX && left->standing > 0; seat++)
		if (game_try_standing(r, seat, &wanted[seat])) {
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
	struct dice_gate w;

	dice_gate_begin(&w, run);
	if (dice_gate_advances(run, &r->roll_due))
		run->sys->advance(&w.run);
}

static void game_advance(struct game_run *r)
{
	struct run run = game_run_of(r);

	game_step_begin(r, -1, NULL);
	if (r->dice_wait) {
		advance_waiting(r, &run);
		game_step_end(r);
		return;
	}
	run.sys->advance(&run);
	game_step_end(r);
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
	int end = game_kind_named(g->sys, "end");
	struct wanted wanted[SEATS_MAX];
	uint64_t others = 0;
	struct queue_entry e;
	struct span now;

	*out = (struct waits){ .n = { 0, 0 } };
	game_wanted(g, wanted);
	game_span_now(g, seat, -1, &now);
	for (int i = 0; i < SEATS_MAX; i++)
		others |= i == seat ? 0 : wanted[i].awaited;
	for (int i = 0; queue_at(&g->queue[seat], i, &e); i++) {
		int flags = queue_entry_flags(e);
		bool ends = game_is_end_alone(e, end), turn;

		if (queue_entry_mail(e) != mail ||
		    flags & (QUEUE_HELD | QUEUE_AUTO_END) ||
		    !game_entry_wanted(e, ~wanted[seat].ahead))
			continue;
		turn = ends ? !now.own
			    : !game_entry_wanted(e, wanted[seat].awaited) &&
				       game_entry_wanted(e, others);
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
	common_event_dice_wait(&e, 0, seat, lines, n);
	e.audience = AUDIENCE_SEAT(seat);
	game_emit(r, &e);
}

static void tell_waiting(struct game_run *r)
{
	int seat = r->told_seat - 1;
	struct waits waits;

	if (seat < 0)
		return;
	r->told_seat = 0;
	/* the mail that has begun stays in the queue until its die is known */
	if (r->unknown)
		return;
	if (r->roll_due || game_is_held(r, seat)) {
		tell_dice_wait(r, seat, r->told_mail);
		return;
	}
	waits_find(r->game, seat, r->told_mail, &waits);
	for (int turn = 1; turn >= 0; turn--) {
		struct event e;

		if (!waits.n[turn])
			continue;
		common_event_waiting(&e, 0, seat, waits.line[turn],
				     waits.n[turn], turn, turn && !waits.ends);
		e.audience = AUDIENCE_SEAT(seat);
		game_emit(r, &e);
	}
}

/* More orders follow, and their mail has an end of its own. */
void game_drop_auto_end(struct game_run *r, int seat)
{
	const struct queue *q = &r->game->queue[seat];
	struct queue_entry e;

	for (int i = 0; queue_at(q, i, &e);)
		if (queue_entry_flags(e) & QUEUE_AUTO_END)
			game_emit_unqueued(r, seat, i, queue_entry_line(e),
					   "open");
		else
			i++;
}

/* --- a stop on the way ------------------------------------------------- */

/* Have all events happened after which the run is to halt? */
static bool is_halt_due(const struct game_run *r)
{
	int n = 0;

	for (int i = r->halt_from; i < r->out->n; i++)
		n += game_is_play(r->out->v[i].kind, r->out->v[i].audience);
	return r->halt_behind && r->halt_behind <= n && n < r->halt_before;
}

/* The seats that are asked, or can be asked in a window: a bit each. */
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
	struct run run = game_run_of(r);
	bool askable = false;

	system_awaiting(run.sys, r->game->state, &awaiting);
	for (int i = 0; i < awaiting.n; i++) {
		if (!awaiting.v[i].window)
			return;
		askable |= awaiting.v[i].askable;
	}
	if (!askable)
		return;
	game_step_begin(r, -1, NULL);
	run.sys->ask(&run);
	game_step_end(r);
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

/* Hold the waiting orders of every seat that is asked; an END that is the
 * only rest of its mail ends no turn. */
static void game_halt(struct game_run *r, uint32_t asked)
{
	r->halted = true;
	r->told_seat = 0;
	for (int seat = 0; seat < SEATS_MAX; seat++) {
		int line = line_to_hold(&r->game->queue[seat]);

		if (!(asked >> seat & 1))
			continue;
		if (line)
			game_emit_number(r, COMMON_QUEUE_STOPPED, seat, line);
		else
			game_drop_auto_end(r, seat);
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
			game_halt(r, asked);
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
	enum verdict verdict = game_try_decision(r, seat, d, &no);

	if (verdict == VERDICT_REFUSED)
		game_emit_refused(r, seat, line, d, &no);
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
	case VERDICT_REFUSED: game_emit_refused(&r, seat, 0, d, &no); break;
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

	game_wanted(g, wanted);
	return queue_entry_flags(e) & QUEUE_HELD &&
	       !(queue_entry_flags(e) & (QUEUE_AUTO_END | QUEUE_ELSE)) &&
	       !queue_entry_conditions(e) && queue_entry_alternatives(e) == 1 &&
	       !game_is_end_alone(e, game_kind_named(g->sys, "end")) &&
	       game_entry_wanted(e, w->awaited & ~w->always);
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
 * A silent seat may owe several orders, or have several figures to deploy: do
 * the default for all of them, but end at most one turn.
 */
bool game_silent(struct game_run *r, int seat)
{
	const struct system *sys = r->game->sys;
	void *view = trials_take(r->trials);
	struct wanted wanted[SEATS_MAX];
	uint64_t kinds;
	struct decision d;
	int n = 0;

	game_wanted(r->game, wanted);
	kinds = wanted[seat].awaited;
	while (n < SILENT_MAX && wanted[seat].awaited == kinds) {
		int before = r->out->n;

		sys->view(r->game->state, seat, view);
		/* an order stopped on its way was done in part: more events
		 * happened than its refusal */
		if (!sys->default_order(view, seat, &d) ||
		    (!game_try(r, seat, 0, &d) && r->out->n < before + 2))
			break;
		n++;
		if (d.kind == game_kind_named(sys, "end"))
			break;
		game_wanted(r->game, wanted);
	}
	trials_give(r->trials, view);
	return n > 0;
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
