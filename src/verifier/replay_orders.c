/*
 * src/verifier/replay_orders.c - parses and executes a player's signed orders
 * again
 */
#include "verifier/replay_private.h"
#include "engine/common.h"

/* The language of the current orders, as logged; or "". */
static struct str language_of(struct replay *r)
{
	const struct replay_events *own = &r->p->sealed[r->seat];
	struct event e;

	for (int i = 0; i < own->n; i++)
		if (event_parse_as(own->v[i].json, &r->sys->rules->events,
				   COMMON_ORDERS_READ, &e))
			return log_event_text(r->a, &e,
					      COMMON_ORDERS_READ_LANGUAGE);
	return STR("");
}

/* Replay a dispute of a past point and its state. */
static bool play_dispute(struct replay *r, const struct dispute_line *l)
{
	int64_t point = l->point;
	struct dispute_line written = *l;
	struct dispute *d;
	struct event e;

	if (l->bad || point >= (int64_t)r->p->point ||
	    (r->state != LIFE_RUNNING && r->state != LIFE_PAUSED))
		return replay_at_input(r, "there is nothing to dispute here");
	r->disputes = arena_grow(r->a, r->disputes, r->n_disputes,
				 &r->room_disputes, sizeof(*r->disputes));
	d = &r->disputes[r->n_disputes++];
	*d = (struct dispute){ .point = (uint64_t)point };
	if (replay_next_is(r, COMMON_DISPUTED)) {
		event_parse(r->p->all.v[r->next].json, &r->sys->rules->events,
			    &e);
		written.words = replay_text(r, &e, COMMON_DISPUTED_CAUSE);
		if (!judge_lines_reason_is(&r->tmp, l->words, written.words))
			written.words = l->words;
	}
	log_event_dispute(&r->run, r->seat, (int64_t)r->n_disputes, &written,
			  r->state == LIFE_RUNNING);
	r->by_dispute |= r->state == LIFE_RUNNING;
	r->state = LIFE_PAUSED;
	return true;
}

/* Does the game wait for this seat's orders, late as they are, and for nothing
 * else? */
static bool awaited_late(const struct replay *r)
{
	bool blocks = false;

	for (int i = 0; i < r->before.n; i++)
		blocks |= r->before.v[i].blocking &&
			  r->before.v[i].seat == r->seat;
	return r->by_deadline && blocks && replay_all_ruled(r);
}

/* Does the log say that orders of a deputy wait? */
static bool is_told_to_wait(const struct replay *r)
{
	struct event e;

	return replay_next_is(r, COMMON_PROXY_ENDED) &&
	       event_parse(r->p->all.v[r->next].json, &r->sys->rules->events,
			   &e) &&
	       event_get(&e, COMMON_PROXY_ENDED_WAITS);
}

/* A returning player first sees the waiting orders: the deputy's, or, in old
 * programs, all. */
static bool play_return(struct replay *r, bool *waits)
{
	const struct queue *q = &r->game->queue[r->seat];

	*waits = false;
	if (!table_state_is_deputed(&r->agreements, r->seat, r->p->at_s))
		return true;
	*waits = table_state_deputy_waits(&r->agreements, r->seat, q) ||
		 (queue_count(q) && is_told_to_wait(r));
	table_state_deputy_ends(&r->agreements, &r->run, r->seat, "return",
				*waits, r->p->at_s);
	r->next++;
	return true;
}

/* What a mail of orders holds. */
struct sent {
	struct submission s;
	struct orders *o;
	struct table_requests m;
	struct press press;
	struct word_lines w;
	struct str language;
	bool orders, says; /* orders of the game; other lines */
};

/* Were the orders right before these of the same seat, for the same point? */
static bool joins(const struct replay *r)
{
	const struct last_orders *o = &r->last_orders;

	return o->point + 1 == r->p->point && o->seat == r->seat &&
	       o->claim_point == r->p->claim_point &&
	       o->by_deputy == r->p->by_deputy;
}

/* Why none of it could be taken, or NULL. late: the game waits for it. */
static const char *sent_refused(const struct replay *r, const struct sent *t,
				bool late)
{
	if (r->p->joined && !joins(r))
		return "orders that join none before them";
	/* words for the dice and votes are of no point */
	if (r->p->claim_point < r->floors[r->seat] && !r->p->joined &&
	    (t->orders || !(t->m.n || word_lines_any(&t->w))))
		return "the orders were for an older state";
	/* press messages may be opened when all is over */
	if (r->state == LIFE_ENDED && !t->orders && t->m.n == 1 &&
	    t->m.v[0].kind == TABLE_REQUEST_UNSEAL)
		return NULL;
	if (r->state == LIFE_ENDED || (r->state == LIFE_OPEN && t->orders) ||
	    (r->state == LIFE_PAUSED && !late && (t->orders || !t->says)))
		return "orders while the game is not played";
	return NULL;
}

static bool sent_play(struct replay *r, struct sent *t)
{
	replay_point_save(r, &(struct kept){ .of = r->p->point,
					     .seat = r->seat,
					     .joined = r->p->joined,
					     .text = r->p->orders.text,
					     .body = r->p->body,
					     .language = t->language });
	log_event_read(&r->run, r->sys->grammar, r->seat, t->o);
	log_event_named(&r->run, r->seat, logged_defs_used(r->cards));
	/* verify.c has looked at them; here they come of signed text */
	if (word_lines_any(&t->w)) {
		if (entropy_round_refuses(&r->entropy, r->seat, &t->w))
			return replay_at_input(r,
					       "a word that is not taken now");
		entropy_round_apply(&r->entropy, &r->run, r->seat, &t->w);
		replay_words_step(r, false);
	}
	r->last_orders =
		(struct last_orders){ r->p->point, r->seat, r->p->claim_point,
				      r->p->by_deputy };
	t->s.keep |= r->p->joined && !t->s.clear;
	if (t->orders && game_submit(&r->run, &t->s) != SUBMIT_DONE)
		return replay_at_input(r, "more orders than a queue can hold");
	return r->state != LIFE_RUNNING || (t->m.n && !t->orders) ||
	       replay_pump(r);
}

/* What was signed, of a player or a deputy, is done. */
static bool orders_play(struct replay *r, struct sent *t)
{
	bool late = r->state == LIFE_PAUSED && t->orders && awaited_late(r);
	const char *no = sent_refused(r, t, late);
	bool waits = false;

	if (no)
		return replay_at_input(r, no);
	if (!r->p->by_deputy && t->orders && !play_return(r, &waits))
		return false;
	if (waits)
		return true;
	if (late)
		replay_go_on(r);
	r->next += late;
	if (!replay_motions(r, &t->m, t->orders) || !sent_play(r, t))
		return false;
	if (r->p->by_deputy && !t->m.n)
		table_state_deputy_orders(&r->agreements, r->seat,
					  r->run.told_mail);
	return true;
}

/* DEPUTY NOBODY of a deputy, and nothing else */
static bool gives_back(const struct sent *t)
{
	return t->m.n == 1 && !t->m.bad &&
	       t->m.v[0].kind == TABLE_REQUEST_RECALL && !t->orders &&
	       !word_lines_any(&t->w);
}

bool replay_orders(struct replay *r)
{
	struct str text = r->p->orders.text;
	struct dispute_line dispute;
	struct sent t;

	if (r->seat < 0 || !str_is(r->cause, "mail"))
		return replay_at_input(r, "orders of no player");
	text = judge_lines_parse(&r->tmp, r->sys->grammar->words, text, &t.w,
				 &dispute);
	text = table_requests_parse(
		&r->tmp, r->sys->grammar->words, text,
		table_state_open(&r->agreements, r->p->claim_point), &t.m);
	text = press_parse(&r->tmp, r->sys->grammar->words, text, &t.press);
	if (t.press.n || t.press.bad)
		return replay_at_input(r, "letters are in no log");
	if (t.w.bad)
		return replay_at_input(r, "a word that cannot be read");
	t.language = language_of(r);
	if (!replay_read(r, text, t.language, &t.o, &t.s))
		return false;
	t.orders = game_orders_something(&t.s);
	t.says = word_lines_any(&t.w) || t.m.n;
	if (r->p->by_deputy && !gives_back(&t) &&
	    (t.says || dispute.has || t.m.bad ||
	     game_gives_up(r->sys->rules, &t.s)))
		return replay_at_input(
			r, "a deputy gives orders and nothing else");
	if (dispute.has)
		return t.orders || t.says
			       ? replay_at_input(r, "a dispute stands alone")
			       : play_dispute(r, &dispute);
	return orders_play(r, &t);
}

bool replay_again(struct replay *r)
{
	const struct kept *old =
		r->reroll_point ? replay_point_find(r, r->reroll_point) : NULL;

	if (!old || old->silent || old->of != old->point ||
	    old->seat != r->seat)
		return replay_at_input(r,
				       "nothing was to be rolled again here");
	r->reroll_point = 0;
	replay_go_on(r);
	return replay_point_repeat(r, old);
}
