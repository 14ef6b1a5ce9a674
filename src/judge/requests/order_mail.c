/*
 * src/judge/requests/order_mail.c - parses and executes the lines of a player's
 * order mail
 */
#include "judge/requests/order_preview.h"
#include "judge/requests/order_questions.h"
#include "judge/game/adjudicate.h"
#include "judge/game/anonymity.h"
#include "judge/notify/notify.h"
#include "judge/policies/proposals.h"
#include "judge/policies/press_send.h"
#include "judge/policies/proxy.h"
#include "judge/policies/spectators.h"
#include "protocol/log_events.h"
#include "judge/policies/dispute.h"
#include "judge/requests/folded_lines.h"
#include "judge/policies/fork_check.h"
#include "judge/requests/delayed_orders.h"
#include "judge/requests/rematch.h"
#include "protocol/keywords.h"
#include "judge/handlers.h"
#include "judge/requests/preferences.h"
#include "judge/game/entropy.h"
#include "engine/common.h"

/* Mail the unreadable lines, and the answers to the questions in the same mail:
 * a question changes nothing, so it need not wait for the corrected orders. */
static enum err order_mail_complain(struct delivery *d, struct order_request *r,
				    struct why *why)
{
	struct str answers = STR("");
	struct buf b;
	struct payload m;
	bool may = true, any;
	enum err e = reply_may_complain(d, &may, why);

	if (e || !may)
		return e;
	if (d->f.claim.kind == CLAIM_ORDERS && order_questions_any(r))
		e = reply_may_ask(d, &may, why);
	else
		may = false;
	if (!e && may)
		e = order_questions_json(d, r, &answers, &any, why);
	if (!e && may)
		e = order_questions_mails(d, r, &any, why);
	if (e)
		return e;
	buf_init(&b, ORDER_ANSWER_MAX);
	orders_write_reading(r->t.sys->grammar, r->lang, r->orders, &r->map,
			     &b);
	payload_init(&m);
	payload_text(&m, "reading", buf_str(&b));
	payload_int(&m, "complaints", r->orders->n_complaints);
	if (d->folded.len)
		payload_text(&m, "folded", d->folded);
	if (answers.len)
		payload_json(&m, "answers", answers);
	buf_release(&b);
	d->out.verdict = d->no = "complaint";
	return delivery_answer(d, "unreadable_lines", &r->t,
			       payload_end(&m, d->a), why);
}

/* Carrying out --------------------------------------------------------------
 */

static const char *submit_reason(enum submit_result r)
{
	switch (r) {
	case SUBMIT_DONE: break;
	case SUBMIT_QUEUE_FULL: return "queue_full";
	case SUBMIT_STANDING_FULL: return "standing_full";
	case SUBMIT_NO_STANDING: return "no_standing";
	case SUBMIT_NO_WAITING: return "no_waiting";
	}
	return NULL;
}

/* All that the mail does; the reason if it cannot, and then nothing counts. */
static const char *order_mail_play(struct adjudication *x,
				   struct order_request *r, int seat,
				   const struct actor *h, enum err *e,
				   struct why *why)
{
	const char *no = NULL;

	*e = proposals_apply(x, &r->motions, h, r->person.name, r->person.zone,
			     why);
	if (*e)
		return NULL;
	log_event_read(&x->run, r->t.sys->grammar, seat, r->orders);
	log_event_named(&x->run, seat, &r->named);
	if (word_lines_any(&r->words)) {
		entropy_apply(x, seat, &r->words);
		entropy_step(x, false);
	}
	if (game_orders_something(&r->sub))
		no = submit_reason(game_submit(&x->run, &r->sub));
	if (no)
		return no;
	/* words can be committed before the start and opened during a pause;
	 * and table lines alone do not run the game on */
	if (x->t->row.state == GAME_RUNNING &&
	    (game_orders_something(&r->sub) || !r->motions.n))
		*e = adjudication_pump(x, why);
	return NULL;
}

/* The same, all or nothing: table lines may exceed the limits of the log. */
static const char *play_whole(struct adjudication *x, struct order_request *r,
			      int seat, const struct actor *h, enum err *e,
			      struct why *why)
{
	const char *no = NULL;

	*e = store_nest(x->j->st, why);
	if (*e)
		return NULL;
	no = order_mail_play(x, r, seat, h, e, why);
	if (!*e && !no)
		*e = store_nest_keep(x->j->st, why);
	else
		store_nest_drop(x->j->st);
	return no;
}

static enum err not_played(struct delivery *d, const struct order_request *r,
			   struct adjudication *x, const char *no, enum err e,
			   const struct why *fault, struct why *why)
{
	adjudication_drop(x);
	if (e == ERR_USAGE)
		return delivery_refuse_as(d, "table_refused", fault, why);
	return e ? why_set(why, e, "%s", fault->text)
		 : delivery_refuse(d, &r->t, no, STR(""), why);
}

/* Why the requests to the table cannot be executed, or NULL in *no. */
static enum err requests_check(struct adjudication *x, struct order_request *r,
			       int slot, const char **no, struct why *why)
{
	enum err e = proposals_names(&r->t, x->a, &r->motions, no, why);

	if (!e && !*no)
		*no = proposals_refuses(
			&r->t, slot, r->person.zone, &r->motions,
			game_orders_something(&r->sub), x->at_s);
	return e || *no ? e
			: proposals_validate(x, r->person.zone, &r->motions, no,
					     why);
}

static enum err carry_out(struct delivery *d, struct order_request *r,
			  struct why *why)
{
	const struct actor h = { .cause = CAUSE_MAIL,
				 .by = d->f.orders.fingerprint };
	struct why fault = { 0 };
	struct adjudication x;
	bool waits = false, is_hidden;
	const char *no;
	enum err e;

	e = adjudication_begin(&x, &r->t, d->a, CAUSE_MAIL, d->f.slot,
			       d->f.claim.serial, why);
	if (e)
		return e;
	x.by_deputy = d->f.deputy;
	e = requests_check(&x, r, d->f.slot, &no, why);
	if (e || no) {
		adjudication_drop(&x);
		return e ? e
			 : delivery_refuse(d, &r->t, no, r->motions.bad_line,
					   why);
	}
	x.reply_to = d->m->message_id;
	x.serial_taken = d->held;
	adjudication_signed(&x, &d->f.orders);
	if (!d->f.deputy && game_orders_something(&r->sub))
		proxy_return(&x, &waits);
	if (waits) {
		d->out.verdict = "deputy_waits";
		return adjudication_end(&x, why);
	}
	if (r->late) {
		emit_by(&x, COMMON_GAME_RESUMED, "judge");
		r->t.row.state = GAME_RUNNING;
		r->t.row.paused_why = STR("");
	}
	no = play_whole(&x, r, d->f.slot, &h, &e, &fault);
	if (no || e)
		return not_played(d, r, &x, no, e, &fault, why);
	if (d->f.deputy && !r->motions.n)
		table_state_deputy_orders(&r->t.agreements, d->f.slot,
					  x.run.told_mail);
	d->out.verdict = "adjudicated";
	/* an absence repeated in another game would name the player */
	is_hidden = anonymity_hides(&r->t);
	e = adjudication_end(&x, why);
	return e || is_hidden ? e
			      : proposals_elsewhere(d->j, d->f.person,
						    d->f.game, &r->motions,
						    r->person.zone, &h, why);
}

/* Why no order of this seat is taken now, or NULL. */
static const char *order_mail_obstacle(const struct delivery *d,
				       const struct order_request *r)
{
	const struct claim *c = &d->f.claim;
	const struct seat_row *seat =
		game_ctx_seat((struct game_ctx *)(uintptr_t)&r->t, d->f.slot);

	if (c->kind == CLAIM_PREVIEW)
		return NULL;
	if (r->t.row.state == GAME_ENDED &&
	    (!r->motions.n || game_orders_something(&r->sub)))
		return "game_ended";
	/* words for the dice and votes are of no point */
	if (c->point < seat->floor && !d->joined &&
	    (game_orders_something(&r->sub) ||
	     !(r->motions.n || word_lines_any(&r->words))))
		return "stale";
	if (r->t.row.state == GAME_PAUSED && !r->late &&
	    (game_orders_something(&r->sub) || !order_request_speaks(r)))
		return "game_paused";
	if (r->t.row.state == GAME_OPEN && game_orders_something(&r->sub))
		return "game_open";
	return entropy_round_refuses(&r->t.entropy, d->f.slot, &r->words);
}

/* A dispute is alone in its mail and concerns the past: no point makes it
 * stale. */
static enum err order_mail_dispute(struct delivery *d, struct order_request *r,
				   struct why *why)
{
	struct adjudication x;
	const char *no = NULL;
	enum err e;

	if (d->f.claim.kind == CLAIM_PREVIEW || order_request_speaks(r) ||
	    order_request_writes(r) || game_orders_something(&r->sub))
		return delivery_refuse(d, &r->t, "dispute_alone", STR(""), why);
	r->dispute.words =
		judge_lines_reason(d->a, &d->f.text, d->f.claim.body,
				   d->f.text.text.len, 2, r->dispute.words);
	e = fork_check_check(d, &r->t.row, &no, why);
	if (!e && !no)
		e = dispute_obstacle(&r->t, &r->dispute, d->f.slot,
				     d->received_s, &no, why);
	if (e || no)
		return e ? e : delivery_refuse(d, &r->t, no, STR(""), why);
	e = adjudication_begin(&x, &r->t, d->a, CAUSE_MAIL, d->f.slot,
			       d->f.claim.serial, why);
	if (e)
		return e;
	x.reply_to = d->m->message_id;
	adjudication_signed(&x, &d->f.orders);
	d->out.verdict = "disputed";
	return game_txn_finish(&x, dispute_make(&x, &r->dispute, why), why);
}

/* Orders of one mail for one point are one queue: those before stay in it. */
static void join_queue(struct order_request *r)
{
	r->sub.keep |= !r->sub.clear;
}

/* What was signed for an earlier point, as it was read then. */
static enum err read_again(struct delivery *d, struct order_request *r,
			   const struct signed_row *s, struct why *why)
{
	struct str format = s->format;
	enum err e;

	if (signed_orders(d->a, s->text, s->format, &d->f.text))
		return why_set(why, ERR_TAMPERED,
			       "signed orders are unreadable");
	d->joined = signed_joined(&format);
	claim_parse(d->j, d->f.text.text, d->a, &d->f.claim);
	d->f.slot = s->slot;
	d->f.person = r->t.seats[s->slot].person;
	e = order_request_read_again(d, r, s->point, why);
	if (!e && d->joined)
		join_queue(r);
	return e;
}

static enum err submit_again(struct adjudication *x, struct order_request *r,
			     int seat, struct why *why)
{
	log_event_read(&x->run, r->t.sys->grammar, seat, r->orders);
	log_event_named(&x->run, seat, &r->named);
	return game_submit(&x->run, &r->sub)
		       ? why_set(why, ERR_TAMPERED,
				 "orders that fitted once do not")
		       : adjudication_pump(x, why);
}

/*
 * By a ruling: nothing is new but the dice. The orders were good when they were
 * signed, and the state is the one they were decided on.
 */
enum err handle_again(struct judge *j, int64_t game, const struct signed_row *s,
		      struct arena *a, struct why *why)
{
	struct order_request *r = ARENA_NEW(a, struct order_request);
	struct delivery d = { .j = j, .a = a };
	struct adjudication x;
	enum err e = game_ctx_load(j, game, a, &r->t, why);

	if (!e)
		e = read_again(&d, r, s, why);
	if (!e)
		e = adjudication_begin(&x, &r->t, a, CAUSE_REROLL, s->slot, 0,
				       why);
	if (e)
		return e;
	emit_by(&x, COMMON_GAME_RESUMED, "judge");
	r->t.row.state = GAME_RUNNING;
	r->t.row.paused_why = STR("");
	return game_txn_finish(&x, submit_again(&x, r, s->slot, why), why);
}

enum err handle_replay(struct adjudication *x, const struct signed_row *s,
		       struct why *why)
{
	struct order_request *r = ARENA_NEW(x->a, struct order_request);
	struct delivery d = { .j = x->j, .a = x->a };
	enum err e;

	r->t = *x->t;
	e = read_again(&d, r, s, why);
	return e ? e : submit_again(x, r, s->slot, why);
}

/* Press is alone in its mail: other text signed with it would stay sealed for
 * ever. No point makes it stale. */
static enum err order_mail_press(struct delivery *d, struct order_request *r,
				 struct why *why)
{
	const char *no = NULL;
	enum err e = fork_check_check(d, &r->t.row, &no, why);

	if (!e && !no &&
	    (game_orders_something(&r->sub) || order_request_speaks(r)))
		no = "letter_alone";
	if (e || no)
		return e ? e : delivery_refuse(d, &r->t, no, STR(""), why);
	return press_send_apply(d, &r->t, &r->press, why);
}

/*
 * Its questions, or its preview. *rest: there is something left to be done.
 * Too many questions are no reason not to do the orders.
 */
static enum err answer_first(struct delivery *d, struct order_request *r,
			     bool *rest, struct why *why)
{
	bool is_preview = d->f.claim.kind == CLAIM_PREVIEW;
	bool asked = false, may = true;
	enum err e = ERR_OK;

	*rest = false;
	if (is_preview || order_questions_any(r))
		e = reply_may_ask(d, &may, why);
	if (e)
		return e;
	if (!may &&
	    (d->f.claim.kind != CLAIM_ORDERS || !order_request_changes(r)))
		return ERR_OK;
	if (is_preview) {
		e = order_questions_mails(d, r, &asked, why);
		return e ? e : order_preview_answer(d, r, why);
	}
	if (may)
		e = order_questions_answer(d, r, &asked, why);
	*rest = !asked || order_request_changes(r);
	/* unless it was refused already */
	if (!e && !*rest && !*d->out.verdict)
		d->out.verdict = "answered";
	return e;
}

/* Orders that need no turn, such as END GAME, and nothing else: one could send
 * them for ever. */
static bool only_at_any_time(const struct delivery *d,
			     const struct order_request *r)
{
	struct awaiting *a = ARENA_NEW(d->a, struct awaiting);
	struct decision *of = ARENA_NEW(d->a, struct decision);
	uint64_t always;

	system_awaiting(r->t.sys->rules, r->t.game->state, a);
	always = a->always[d->f.slot];
	for (int i = 0; i < r->sub.n; i++) {
		queue_entry_alternative(r->sub.v[i], 0, of);
		if (of->kind < DECISION_FIRST_OWN ||
		    !kinds_have(always, of->kind))
			return false;
	}
	return r->sub.n > 0;
}

/* Execute the orders and table lines. */
static enum err order_mail_take(struct delivery *d, struct order_request *r,
				struct why *why)
{
	const char *no = NULL;
	bool waits = false, may = true;
	enum err e = ERR_OK;

	if (game_orders_something(&r->sub))
		e = dispute_lets_resume(&r->t, d->f.slot, &r->late, why);
	if (!e)
		e = fork_check_check(d, &r->t.row, &no, why);
	if (e)
		return e;
	if (!no)
		no = order_mail_obstacle(d, r);
	if (no)
		return delivery_refuse(d, &r->t, no, STR(""), why);
	/* each such mail is a report to everybody */
	if (!d->held && (order_request_speaks(r) || only_at_any_time(d, r)))
		e = reply_may_notify_table(d, false, &may, why);
	if (e || !may)
		return e;
	if (!d->held && r->sub.keep) {
		e = delayed_orders_has(d->j, d->f.game, d->f.slot, &waits, why);
		if (e || waits)
			return e ? e
				 : delivery_refuse(d, &r->t, "hold_keep",
						   STR(""), why);
	}
	if (!d->held && game_orders_something(&r->sub))
		e = delayed_orders_orders(d, &r->t, &r->hold, r->late, &waits,
					  why);
	return e || waits ? e : carry_out(d, r, why);
}

/* it is more than what its sender prefers */
static bool says_more(const struct order_request *r)
{
	return r->dispute.has || r->press.rematch || order_questions_any(r) ||
	       order_request_changes(r);
}

/* Why its orders cannot wait as it says, or NULL. */
static const char *hold_refuses(const struct delivery *d,
				const struct order_request *r)
{
	if (!r->hold.said || d->f.claim.kind == CLAIM_PREVIEW)
		return NULL;
	if (r->hold.bad)
		return "hold_unreadable";
	if (!game_orders_something(&r->sub))
		return "hold_nothing";
	return order_request_speaks(r) || order_request_writes(r) ||
			       r->dispute.has
		       ? "hold_mixed"
		       : NULL;
}

/* what the seat had before it had a deputy */
static bool asks_of_before(const struct press *p)
{
	return p->asks || p->resend || p->history.n || p->why;
}

/* DEPUTY NOBODY of the deputy, who gives the seat back, and nothing else */
static bool gives_back(const struct order_request *r)
{
	return r->motions.n == 1 && !r->motions.bad &&
	       r->motions.v[0].kind == TABLE_REQUEST_RECALL &&
	       !word_lines_any(&r->words) && !order_request_writes(r) &&
	       !r->dispute.has && !r->hold.said &&
	       !game_orders_something(&r->sub);
}

/* Why a deputy cannot say this, a name of reason.*; or NULL. */
static const char *not_for_deputy(const struct order_request *r, int seat)
{
	if (!table_state_is_deputed(&r->t.agreements, seat, judge_now(r->t.j)))
		return "deputy_over";
	if (gives_back(r))
		return NULL;
	return order_request_speaks(r) || order_request_writes(r) ||
			       r->dispute.has || r->hold.said ||
			       r->press.rematch || asks_of_before(&r->press) ||
			       game_gives_up(r->t.sys->rules, &r->sub)
		       ? "deputy_only"
		       : NULL;
}

/* What a mail says that was understood: the first that is asked of it. */
static enum err do_all(struct delivery *d, struct order_request *r,
		       struct why *why)
{
	const char *no;
	bool rest;
	enum err e;

	/* answered when it came */
	if (d->held)
		return order_mail_take(d, r, why);
	no = hold_refuses(d, r);
	if (no)
		return delivery_refuse(d, &r->t, no, r->hold.bad_line, why);
	if (r->preferences.said) {
		d->goes_on = order_request_changes(r) || r->dispute.has;
		e = preferences_execute(d, &r->preferences, &rest, why);
		if (e || !rest || !says_more(r))
			return e;
	}
	if (r->dispute.has)
		return order_mail_dispute(d, r, why);
	if (r->press.rematch && d->f.claim.kind == CLAIM_ORDERS)
		return rematch_execute(d, &r->t,
				       !order_questions_any(r) &&
					       !order_request_changes(r),
				       why);
	e = answer_first(d, r, &rest, why);
	if (e || !rest)
		return e;
	if (order_request_writes(r))
		return order_mail_press(d, r, why);
	return order_mail_take(d, r, why);
}

/* Nothing of a mail with a line that cannot be read is done but what its sender
 * prefers, which is no order. */
static enum err complain_of(struct delivery *d, struct order_request *r,
			    struct why *why)
{
	bool done = true;
	enum err e = ERR_OK;

	if (r->preferences.said && !d->held) {
		d->goes_on = true;
		e = preferences_execute(d, &r->preferences, &done, why);
	}
	return e || (!done && !r->preferences.bad)
		       ? e
		       : order_mail_complain(d, r, why);
}

/* Questions that a game master may ask, and nothing else. */
static bool only_asks(const struct order_request *r)
{
	const struct orders *o = r->orders;
	bool other = o->n_complaints || order_request_changes(r) ||
		     r->dispute.has || r->press.rematch ||
		     r->preferences.said || r->hold.said || r->press.bad;

	for (int i = 0; i < o->n_lines; i++)
		other |= o->lines[i].kind == LINE_QUERY ||
			 (!order_line_asks(&o->lines[i]) &&
			  o->lines[i].kind != LINE_REPORT &&
			  o->lines[i].kind != LINE_LUCK);
	return !other && order_questions_any(r);
}

enum err handle_asks(struct delivery *d, bool *mine, struct why *why)
{
	struct order_request *r = ARENA_NEW(d->a, struct order_request);
	bool may, any;
	enum err e = game_ctx_load(d->j, d->f.game, d->a, &r->t, why);

	*mine = false;
	if (!e)
		e = store_person_get(d->j->st, d->f.person, d->a, &r->person,
				     why);
	if (e)
		return e;
	order_request_read(d, r);
	*mine = only_asks(r);
	if (!*mine)
		return ERR_OK;
	d->out.verdict = "answered";
	e = reply_may_ask(d, &may, why);
	return e || !may ? e : order_questions_answer(d, r, &any, why);
}

/* A signed text can be sent in many forms: limit the answers. */
static enum err ask_folded(struct delivery *d, struct order_request *r,
			   struct why *why)
{
	struct str who = str_of(
		arena_printf(d->a, "folded %lld", (long long)d->f.person));
	bool yes;
	enum err e =
		notify_allowed(d->j, who, JUDGE_QUESTIONS_A_DAY, &yes, why);

	d->out.verdict = d->no = "line_folded";
	return e || !yes
		       ? e
		       : delivery_refuse(d, &r->t, "line_folded", STR(""), why);
}

enum err handle_orders(struct delivery *d, struct why *why)
{
	struct order_request *r = ARENA_NEW(d->a, struct order_request);
	const char *no;
	enum err e = game_ctx_load(d->j, d->f.game, d->a, &r->t, why);

	d->out.game = d->f.game;
	d->out.slot = d->f.slot;
	if (e)
		return e;
	/* spectators get no state of the game */
	if (d->f.slot >= r->t.n_players)
		return delivery_refuse(
			d, spectators_is_place(d->f.slot) ? NULL : &r->t,
			"not_a_player", STR(""), why);
	e = store_person_get(d->j->st, d->f.person, d->a, &r->person, why);
	if (e)
		return e;
	r->person.zone = anonymity_zone(&r->t, r->person.zone);
	order_request_read(d, r);
	if (d->joined) {
		join_queue(r);
		d->f.orders.format =
			str_of(arena_printf(d->a, "%.*s" SIGNED_JOINED,
					    STR_ARG(d->f.orders.format)));
	}
	no = d->f.deputy ? not_for_deputy(r, d->f.slot) : NULL;
	if (no)
		return delivery_refuse(d, &r->t, no, STR(""), why);
	d->folded = folded_lines(d->a, &d->f.text, d->f.claim.body,
				 r->t.sys->grammar, r->lang, r->orders);
	if (r->orders->n_complaints)
		return complain_of(d, r, why);
	return d->folded.len && !d->held ? ask_folded(d, r, why)
					 : do_all(d, r, why);
}
