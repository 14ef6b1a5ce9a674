/* src/engine/game_submit.c - adds the orders of a mail to the queue */
#include "engine/game_private.h"
#include "engine/common.h"

/* Do the new orders take the place of those that wait? */
static bool game_submit_replaces(const struct game *g,
				 const struct submission *s)
{
	const struct queue *q = &g->queue[s->seat];
	struct wanted wanted[SEATS_MAX], *w = &wanted[s->seat];
	int end = game_kind_named(g->sys, "end");
	bool competes = false, answers = true;
	struct queue_entry e;

	if (s->keep || s->clear)
		return false;
	game_wanted(g, wanted);
	for (int i = 0; i < s->n; i++) {
		/* a mail that only ends ends what was planned */
		if (!game_entry_wanted(s->v[i], ~w->always) ||
		    game_is_end_alone(s->v[i], end))
			continue;
		competes = true;
		if (!game_entry_wanted(s->v[i], w->awaited))
			answers = false;
	}
	for (int i = 0; queue_at(q, i, &e); i++)
		if (!(queue_entry_flags(e) & QUEUE_AUTO_END) &&
		    game_entry_wanted(e, w->awaited & ~w->always))
			answers = false;
	return competes && !answers;
}

static void drop_all(struct game_run *r, int seat, const char *why)
{
	const struct queue *q = &r->game->queue[seat];
	struct queue_entry e;

	while (queue_at(q, 0, &e))
		game_emit_unqueued(r, seat, 0, queue_entry_line(e), why);
	if (q->stopped)
		game_emit_set(r, seat, "resumed", 1);
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
static int game_submit_forgotten(const struct game *g,
				 const struct submission *s, int i)
{
	struct decision d;

	return s->forget[i] == FORGET_AUTO ? game_auto_standing(g, s->seat, &d)
					   : s->forget[i];
}

/* The offset in the queue of waiting order number n; -1: no such order. The
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
		int number = game_submit_forgotten(g, s, i);

		if (!queue_standing_at(q, number - 1, &e))
			return SUBMIT_NO_STANDING;
		for (int j = 0; j < i; j++)
			if (game_submit_forgotten(g, s, j) == number)
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
			int number = game_submit_forgotten(r->game, s, i);

			if (number < below && number > highest)
				highest = number;
		}
		if (!highest)
			break;
		game_emit_number(r, COMMON_STANDING_REMOVED, s->seat, highest);
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
		game_emit_unqueued(r, s->seat, at, queue_entry_line(e),
				   "cleared");
	}
	if (s->n_drop && q->stopped && !queue_count(q))
		game_emit_set(r, s->seat, "resumed", 1);
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

/* Queue the virtual END of a mail: for a turn that has begun, because its
 * player has seen a report of that turn. */
static void queue_auto_end(struct game_run *r, int seat, int end, int mail)
{
	struct queue_pack p;
	struct decision d;
	struct span now;

	game_span_now(r->game, seat, -1, &now);
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
	int32_t now;      /* the present span; 0: none */
	bool ends_now;    /* an END belongs to it */
};

/* false: it is an END that could end nothing */
static bool game_submit_bind(const struct game *g, int seat, struct binding *b,
			     struct queue_entry e, int32_t *number)
{
	bool ends = game_entry_wanted(e, game_end_bit(g->sys));
	struct span at;

	*number = 0;
	if (!ends)
		b->kind = kind_of_entry(e, b->w->always);
	if (!g->sys->span || (!ends && !game_entry_wanted(e, b->w->bound)))
		return true;
	game_span_now(g, seat, b->kind, &at);
	*number = at.number;
	/* after an END it is for the next turn or phase */
	if (at.number && b->ends && at.number == b->last.number)
		*number = at.next ? at.number + b->ends * (at.next - at.number)
				  : 0;
	if (!game_is_end_alone(e, b->end))
		return true;
	b->ends = at.number == b->last.number ? b->ends + 1 : 1;
	b->last = at;
	b->ends_now |= *number && *number == b->now;
	return *number != 0;
}

/* its question never comes in this game: reported, and not kept */
static bool refuse_never(struct game_run *r, int seat, struct queue_entry e,
			 uint64_t never)
{
	const struct system *sys = r->game->sys;
	struct refusal no = { 0 };
	struct decision d;
	const char *why;

	if (!never || game_entry_wanted(e, ~never))
		return false;
	why = game_is_auto(sys, e, &d) ? "auto_late" : "never_asked";
	for (int i = 0; i < sys->n_refusals; i++)
		if (!strcmp(sys->refusals[i].name, why))
			no.reason = i;
	queue_entry_alternative(e, 0, &d);
	no.rule = decision_row(&sys->decisions, d.kind)->rule;
	game_emit_refused(r, seat, queue_entry_line(e), &d, &no);
	return true;
}

/* No alternative of it can ever be carried out: reported, and not kept. */
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
	game_emit_refused(r, seat, queue_entry_line(e), &d, &no);
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
	int before = game_is_auto(r->game->sys, e, &d)
			     ? game_auto_standing(r->game, seat, &d)
			     : 0;

	if (before)
		game_emit_number(r, COMMON_STANDING_REMOVED, seat, before);
	emit_entry(r, COMMON_STANDING_SET, seat, e, 0);
}

/* Take the waiting orders of the seat off the queue, or NULL: no order is to
 * come before them. The caller gives the copy back to the trials. */
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
		game_emit_unqueued(r, s->seat, 0, queue_entry_line(e), "moved");
	return taken;
}

/*
 * .. and put them back after the orders that have come meanwhile; their first
 * is no longer the first of the queue.
 */
static void put_back(struct game_run *r, int seat, const struct queue *taken)
{
	struct entry_copy copy;
	struct queue_entry e;

	for (int i = 0; taken && queue_at(taken, i, &e); i++) {
		game_entry_copy(&copy, e);
		copy.w[1] &= ~QUEUE_FIRST;
		emit_entry(r, COMMON_QUEUED, seat, copy.e, 0);
	}
}

static void give_back(struct game_run *r, void *trial)
{
	if (trial)
		trials_give(r->trials, trial);
}

static void emit_ends_nothing(struct game_run *r, int seat,
			      struct queue_entry entry)
{
	struct event e;

	common_event_ends_nothing(&e, 0, seat, queue_entry_line(entry));
	e.audience = AUDIENCE_SEAT(seat);
	game_emit(r, &e);
}

/* An END after orders of a later phase ends that phase. The mail ends the
 * present one, so its virtual END comes first. */
static bool is_later_end(const struct submission *s, int i,
			 const struct binding *b)
{
	return game_is_end_alone(s->v[i], b->end) && b->now && !b->ends_now &&
	       !s->wait && !s->hold;
}

/* the entries of a mail, each in its queue */
static void queue_mail(struct game_run *r, const struct submission *s, int mail)
{
	struct wanted wanted[SEATS_MAX];
	struct binding b = { .w = &wanted[s->seat],
			     .end = game_kind_named(r->game->sys, "end"),
			     .kind = -1 };
	const struct system *sys = r->game->sys;
	struct queue *taken = take_off(r, s);
	void *view = sys->possible ? trials_take(r->trials) : NULL;
	int first = QUEUE_FIRST;
	bool early = false; /* the virtual END comes before an END */
	struct span now;
	int32_t span;

	game_span_now(r->game, s->seat, -1, &now);
	b.now = now.number;
	if (view)
		sys->view(r->game->state, s->seat, view);
	game_wanted(r->game, wanted);
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
		if (!game_submit_bind(r->game, s->seat, &b, s->v[i], &span)) {
			emit_ends_nothing(r, s->seat, s->v[i]);
			continue;
		}
		if (is_later_end(s, i, &b)) {
			queue_auto_end(r, s->seat, b.end, mail);
			early = b.ends_now = true;
		}
		emit_bound(r, s->seat, s->v[i], mail | first, span);
		first = 0;
	}
	if (s->before == s->n)
		put_back(r, s->seat, taken);
	if (s->n && !s->wait && !s->hold && b.end >= 0 && !early &&
	    !game_is_end_alone(s->v[s->n - 1], b.end))
		queue_auto_end(r, s->seat, b.end, mail);
	give_back(r, view);
	give_back(r, taken);
}

/* WAIT: the current turn or phase, or the next, stays open */
static void say_open(struct game_run *r, const struct submission *s)
{
	int32_t open = r->game->queue[s->seat].open;
	struct span now;

	game_span_now(r->game, s->seat, -1, &now);
	if (s->hold || (!s->n && !s->wait))
		return;
	if (s->wait && now.number && now.number != open)
		game_emit_set(r, s->seat, "open", now.number);
	else if (!s->wait && open)
		game_emit_set(r, s->seat, "open", 0);
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

/* A refusal stops AUTO; the new orders let AUTO go on, if nothing else is
 * held. */
static bool game_submit_mends(const struct game *g, const struct submission *s)
{
	const struct queue *q = &g->queue[s->seat];
	struct queue_entry e;
	struct decision d;
	bool has_auto = game_auto_standing(g, s->seat, &d) > 0;

	for (int i = 0; i < s->n_standing; i++)
		has_auto |= game_is_auto(g->sys, s->standing[i], &d);
	if (!q->stopped || (!s->n && !s->n_standing) || !has_auto)
		return false;
	for (int i = 0; queue_at(q, i, &e); i++)
		if (queue_entry_flags(e) & QUEUE_HELD)
			return false;
	return true;
}

enum submit_result game_submit(struct game_run *r, const struct submission *s)
{
	bool replace = game_submit_replaces(r->game, s);
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
	else if (s->resume || game_submit_mends(r->game, s))
		game_emit_set(r, s->seat, "resumed", 1);
	if (s->keep && s->n)
		game_drop_auto_end(r, s->seat);
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
		game_emit_number(r, COMMON_STANDING_REMOVED, seat, n);
}
