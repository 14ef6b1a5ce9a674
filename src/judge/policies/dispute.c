/* src/judge/policies/dispute.c */
#include "judge/policies/dispute.h"
#include "judge/game/deadline.h"
#include "judge/policies/undo.h"
#include "judge/policies/rewind.h"
#include "judge/game/reject.h"
#include "judge/policies/precedents.h"
#include "protocol/keywords.h"
#include "auth/signed_part.h"
#include "base/parse.h"
#include "judge/notify/notify.h"
#include "protocol/press_parse.h"
#include "judge/handlers.h"
#include "engine/common.h"

enum { RETRY_S = 60 };

static const char paused_by[] = "dispute";

static bool is_dispute(void *context, const struct event_row *r)
{
	bool *found = context;

	*found |= event_line_is(r->json, COMMON_DISPUTED);
	return !*found;
}

/* Refuse a point that the seat has disputed before, or that is a dispute. */
static enum err disputed_before(const struct game_ctx *t, int64_t point,
				int slot, const struct head_row *head,
				const char **no, struct why *why)
{
	struct dispute_row d;
	struct head_row from = { 0 };
	struct arena a;
	int64_t last = 0, n_open;
	bool itself = false;
	enum err e =
		store_dispute_count(t->j->st, t->row.id, &last, &n_open, why);

	arena_init(&a);
	for (int64_t i = 1; !e && i <= last; i++) {
		e = store_dispute_get(t->j->st, t->row.id, i, &a, &d, why);
		if (e || d.slot != slot)
			continue;
		if (d.point == point)
			*no = "dispute_again";
		if (!d.ruled)
			*no = "dispute_open";
	}
	arena_release(&a);
	if (!e && point > 1)
		e = store_head_get(t->j->st, t->row.id, point - 1, &from, why);
	if (!e)
		e = store_event_list(t->j->st, t->row.id, from.n_events + 1,
				     head->n_events, is_dispute, &itself, why);
	if (itself)
		*no = "dispute_itself";
	return e;
}

enum err dispute_obstacle(const struct game_ctx *t,
			  const struct dispute_line *l, int slot,
			  int64_t received_s, const char **no, struct why *why)
{
	struct head_row head;
	bool undone = false;
	enum err e;

	*no = NULL;
	if (l->bad)
		*no = "dispute_unreadable";
	else if (t->row.state == GAME_OPEN)
		*no = "game_open";
	else if (t->row.state == GAME_ENDED)
		*no = "game_ended";
	else if (l->point > t->row.point)
		*no = "dispute_unknown";
	if (*no)
		return ERR_OK;
	e = store_head_get(t->j->st, t->row.id, l->point, &head, why);
	if (!e && received_s > head.at_s + t->row.dispute_s)
		*no = "dispute_late";
	if (!e)
		e = game_ctx_undone(t, l->point, &undone, why);
	if (undone)
		*no = "dispute_unknown";
	if (!e && !*no)
		e = disputed_before(t, l->point, slot, &head, no, why);
	return e;
}

/* Does it hold press messages? */
static bool is_post(const struct game_ctx *t, const struct signed_row *s,
		    struct arena *a)
{
	struct press press;
	struct canon canon;

	if (!s->text.len || signed_orders(a, s->text, s->format, &canon))
		return false;
	press_parse(a, t->sys->grammar->words, canon.text, &press);
	return press.n > 0;
}

/* Is it press, or was a choice of others sealed when this was signed, so
 * that nobody may read it before it is opened; unless masters may? */
static enum err is_kept(const struct adjudication *x,
			const struct dispute_row *d, const struct signed_row *s,
			bool *yes, struct why *why)
{
	int64_t at = 0;
	enum err e;

	*yes = !x->t->agreements.policy.n[POLICY_PRESS_GM_READS] &&
	       is_post(x->t, s, x->a);
	if (*yes || s->slot == d->slot || d->point < 2 ||
	    game_ctx_is_open(x->t))
		return ERR_OK;
	e = store_head_sealed(x->j->st, d->game, d->point, &at, why);
	*yes = !e && at == d->point - 1;
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

/* The whole context: what was signed, and all that came of it. */
static enum err ask_masters(struct adjudication *x, const struct dispute_row *d,
			    struct why *why)
{
	struct notify w = { .kind = "dispute", .t = x->t, .point = x->point };
	struct head_row from = { 0 }, to;
	struct signed_row s = { .text = STR("") };
	struct payload m;
	char who[8];
	bool kept = false;
	int64_t serial = 0;
	enum err e = store_head_get(x->j->st, d->game, d->point, &to, why);

	if (!e && d->point > 1)
		e = store_head_get(x->j->st, d->game, d->point - 1, &from, why);
	if (!e)
		e = store_signed_get(x->j->st, d->game, d->point, x->a, &s,
				     why);
	if (e && e != ERR_NOT_FOUND)
		return e;
	e = is_kept(x, d, &s, &kept, why);
	if (!e) /* the dispute waits, so this is its own */
		e = notify_serial_last(x->j, d->game, SLOT_GM, INT64_MAX,
				       &serial, why);
	if (e)
		return e;
	slot_name(d->slot, who);
	payload_init(&m);
	payload_text(&m, "seat", str_of(who));
	payload_int(&m, "dispute", d->number);
	payload_int(&m, "disputed", d->point);
	payload_int(&m, "point", x->point);
	payload_int(&m, "serial", serial);
	payload_text(&m, "why", d->why);
	payload_text(&m, "orders", kept ? STR("") : s.text);
	w.matter = payload_end(&m, x->a);
	w.first_event = from.n_events + 1;
	w.last_event = to.n_events;
	w.tag = str_of(arena_printf(x->a, "%.*s.dispute.%lld",
				    STR_ARG(x->t->row.name),
				    (long long)d->number));
	return notify_masters(&w, x->a, why);
}

enum err dispute_make(struct adjudication *x, const struct dispute_line *l,
		      struct why *why)
{
	struct game_row *g = &x->t->row;
	struct dispute_row d = { .game = g->id,
				 .point = l->point,
				 .slot = x->slot,
				 .why = l->words };
	int64_t n_open;
	enum err e =
		store_dispute_count(x->j->st, g->id, &d.number, &n_open, why);

	if (e)
		return e;
	d.number++;
	log_event_dispute(&x->run, x->slot, d.number, l,
			  g->state == GAME_RUNNING);
	if (g->state == GAME_RUNNING) {
		g->state = GAME_PAUSED;
		g->paused_why = STR(paused_by);
	}
	e = store_dispute_add(x->j->st, &d, why);
	return e ? e : ask_masters(x, &d, why);
}

/* Rulings --------------------------------------------------------------------
 */

/* Can its dice be thrown again? */
static enum err reroll_check(const struct game_ctx *t,
			     const struct dispute_row *d, struct why *why)
{
	struct signed_row s;
	struct roll_count n = { 0 };
	struct arena a;
	bool again = false;
	enum err e = store_roll_count(t->j->st, t->row.id, d->point, &n, why);

	if (!e)
		e = rewind_is(t, d->point, &again, why);
	if (e)
		return e;
	if (!n.n)
		return reject_set_int(why, REJECT_nothing_rolled, d->point);
	if (n.spent || n.replaced)
		return reject_set(why, REJECT_reroll_once, NULL);
	arena_init(&a);
	e = store_signed_get(t->j->st, t->row.id, d->point, &a, &s, why);
	arena_release(&a);
	/* an undo has played orders again: those are of another point */
	if (e == ERR_NOT_FOUND || (!e && (s.slot >= SLOT_GM || again)))
		return reject_set_int(why, REJECT_reroll_nobody, d->point);
	return e;
}

static void emit_ruled(struct adjudication *x, const struct actor *h,
		       int64_t number, const char *verdict, struct str words)
{
	struct event e;

	common_event_ruled(&e, 0, h->by, (int32_t)number, str_of(verdict),
			   words);
	game_emit(&x->run, &e);
}

static enum err let_it_roll(struct adjudication *x, const struct dispute_row *d,
			    struct why *why)
{
	struct timer_row timer = { .game = d->game,
				   .kind = TIMER_REROLL,
				   .slot = (int)d->number,
				   .due_s = x->at_s };

	return store_timer_set(x->j->st, &timer, why);
}

enum err dispute_reroll_due(const struct game_ctx *t, bool *due,
			    struct why *why)
{
	int64_t at, last = 0, n_open;
	enum err e =
		store_dispute_count(t->j->st, t->row.id, &last, &n_open, why);

	*due = false;
	for (int64_t i = 1; !e && i <= last && !*due; i++) {
		e = store_timer_get(t->j->st, t->row.id, TIMER_REROLL, (int)i,
				    &at, why);
		*due = !e;
		if (e == ERR_NOT_FOUND)
			e = ERR_OK;
	}
	return e;
}

static enum err dispute_rule(struct adjudication *x, const struct actor *h,
			     const struct dispute_row *d, struct str verdict,
			     struct str words, struct why *why)
{
	bool reroll = str_is(verdict, "reroll"), undo = str_is(verdict, "undo");
	const struct way_back before = { .point = d->point - 1 };
	const char *given;
	struct game_ctx *t = x->t;
	int64_t last, n_open = 0;
	bool due = false;
	enum err e = reroll ? reroll_check(t, d, why) : ERR_OK;

	if (e)
		return e;
	given = reroll ? "rerolled" : undo ? "undone" : "stands";
	emit_ruled(x, h, d->number, given, words);
	e = store_dispute_rule(x->j->st, d->game, d->number, x->point, why);
	if (!e)
		e = precedent_note(x, h, d, str_of(given), words, why);
	if (!e && (reroll || undo))
		e = undo_to(x, h, &before, words, why);
	if (!e && reroll)
		e = store_roll_spend(x->j->st, d->game, d->point, why);
	if (!e && reroll)
		e = let_it_roll(x, d, why);
	if (!e)
		e = store_dispute_count(x->j->st, d->game, &last, &n_open, why);
	if (!e)
		e = dispute_reroll_due(t, &due, why);
	if (e || n_open || due || !str_is(t->row.paused_why, paused_by))
		return e;
	emit_by(x, COMMON_GAME_RESUMED, "judge");
	t->row.state = GAME_RUNNING;
	t->row.paused_why = STR("");
	return adjudication_goes_on(x, why);
}

static const char *verdict_of(const struct game_ctx *t, struct arena *a,
			      struct str word)
{
	static const struct {
		enum keyword_word what;
		const char *verdict;
	} verdicts[] = { { SPOKEN_stands, "stands" },
			 { SPOKEN_undone, "undo" },
			 { SPOKEN_reroll, "reroll" } };

	for (size_t i = 0; i < ARRAY_LEN(verdicts); i++)
		if (keyword_is(a, t->sys->grammar->words, verdicts[i].what,
			       word))
			return verdicts[i].verdict;
	return NULL;
}

enum err life_rule(struct judge *j, int64_t game, const struct actor *h,
		   int64_t number, struct str word, struct str words,
		   struct why *why)
{
	struct game_txn own, *s;
	struct dispute_row d;
	const char *verdict;
	enum err e;

	e = game_txn_open(&s, &own, j, game, h, why);
	if (e)
		return e;
	verdict = verdict_of(&s->t, &s->a, word);
	e = store_dispute_get(j->st, game, number, &s->a, &d, why);
	if (e == ERR_NOT_FOUND || (!e && d.ruled))
		e = reject_set_int(why, REJECT_dispute_closed, number);
	if (!e && !verdict)
		e = reject_set(why, REJECT_bad_verdict, REJECT_OF(word));
	if (!e && s->t.row.state == GAME_ENDED)
		e = reject_set(why, REJECT_ended, NULL);
	if (!e)
		e = dispute_rule(&s->x, h, &d, str_of(verdict), words, why);
	return game_txn_close(s, e, why);
}

enum err dispute_resumable(const struct game_ctx *t, struct why *why)
{
	int64_t last, n_open = 0;
	bool due = false;
	enum err e =
		store_dispute_count(t->j->st, t->row.id, &last, &n_open, why);

	if (!e)
		e = dispute_reroll_due(t, &due, why);
	if (!e && n_open)
		return reject_set(why, REJECT_dispute_open, NULL);
	if (!e && due)
		return reject_set(why, REJECT_rolls_at_once, NULL);
	return e;
}

/* Once more ------------------------------------------------------------------
 */

static enum err again(struct judge *j, const struct dispute_row *d,
		      struct arena *a, struct why *why)
{
	struct signed_row s;
	enum err e = store_signed_get(j->st, d->game, d->point, a, &s, why);

	return e ? e : j->calls->again(j, d->game, &s, a, why);
}

enum err dispute_reroll(struct judge *j, const struct timer_row *timer,
			struct why *why)
{
	struct timer_row later = *timer;
	struct dispute_row d;
	struct arena a;
	bool untold = false;
	enum err e;

	arena_init(&a);
	e = store_dispute_get(j->st, timer->game, timer->slot, &a, &d, why);
	if (!e)
		e = store_outbox_unmailed(j->st, d.game, d.ruled, &untold, why);
	later.due_s = judge_now(j) + RETRY_S;
	if (!e)
		e = untold ? store_timer_set(j->st, &later, why)
			   : again(j, &d, &a, why);
	arena_release(&a);
	return e;
}

enum err dispute_lets_resume(const struct game_ctx *t, int seat, bool *yes,
			     struct why *why)
{
	struct awaiting w;
	int64_t last, n_open = 0;
	bool due = false;
	enum err e;

	*yes = false;
	if (t->row.state != GAME_PAUSED ||
	    !str_is(t->row.paused_why, DEADLINE_PAUSE))
		return ERR_OK;
	system_awaiting(t->sys->rules, t->game->state, &w);
	for (int i = 0; i < w.n; i++)
		*yes |= w.v[i].blocking && w.v[i].seat == seat;
	e = store_dispute_count(t->j->st, t->row.id, &last, &n_open, why);
	if (!e)
		e = dispute_reroll_due(t, &due, why);
	*yes = *yes && !n_open && !due;
	return e;
}
