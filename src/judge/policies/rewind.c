/* src/judge/policies/rewind.c */
#include "judge/policies/rewind.h"
#include "judge/game/beacon_wait.h"
#include "judge/handlers.h"
#include "engine/common.h"

/* The content of a point, up to one of its events. */
struct scan {
	const struct event_schema *schema;
	int64_t upto; /* the event */
	int64_t n;    /* of those for all, found so far */
	int plays;    /* events of play up to it */
	int whole;    /* and all of them */
	bool halted;  /* the next events are not play: the questions */
	int64_t of;   /* the point that it played again, 0: none */
	bool drawn;   /* a hidden value was */
	bool acted;   /* by a player's orders, or a deadline of theirs */
	bool agreed;  /* and by what the table had proposed */
	bool silent;
	int seat;
};

static void note_cause(struct scan *s, const struct event *e)
{
	s->silent = event_text_is(e, COMMON_ADJUDICATION_CAUSE, "timer");
	s->seat = event_get(e, COMMON_ADJUDICATION_SEAT);
	s->acted = s->seat >= 0 &&
		   (s->silent ||
		    event_text_is(e, COMMON_ADJUDICATION_CAUSE, "mail"));
}

static bool rewind_note(void *context, const struct event_row *r)
{
	struct scan *s = context;
	struct event e;

	if (!event_parse(r->json, s->schema, &e))
		return true;
	s->n += r->audience == AUDIENCE_ALL;
	s->drawn |= e.kind == COMMON_DRAWN;
	s->agreed |= e.kind == COMMON_DECIDED;
	if (!s->halted && game_is_play(e.kind, r->audience)) {
		s->plays += s->n <= s->upto;
		s->whole++;
	}
	s->halted |= e.kind == COMMON_HALTED;
	if (e.kind == COMMON_ADJUDICATION)
		note_cause(s, &e);
	else if (e.kind == COMMON_POINT_REPLAYED)
		s->of = event_get(&e, COMMON_POINT_REPLAYED_POINT);
	return true;
}

/* Read a point of the log that there is. */
static enum err rewind_scan(const struct game_ctx *t, int64_t point,
			    int64_t upto, struct scan *out, struct why *why)
{
	struct head_row from = { 0 }, to;
	enum err e = point > 1 ? store_head_get(t->j->st, t->row.id, point - 1,
						&from, why)
			       : ERR_OK;

	*out = (struct scan){ .schema = &t->sys->rules->events, .upto = upto };
	if (!e)
		e = store_head_get(t->j->st, t->row.id, point, &to, why);
	return e ? e
		 : store_event_list(t->j->st, t->row.id, from.n_events + 1,
				    to.n_events, rewind_note, out, why);
}

/* Was it of a round that can be played again with what it had? */
static enum err rewind_check(const struct game_ctx *t, struct arena *a,
			     const struct way_back *to, struct rewind *w,
			     enum reject *no, struct why *why)
{
	struct game_ctx *before = ARENA_NEW(a, struct game_ctx);
	struct game_ctx *then = ARENA_NEW(a, struct game_ctx);
	struct roll_count rolls = { 0 };
	enum err e =
		store_roll_count(t->j->st, t->row.id, to->point, &rolls, why);

	if (!e)
		e = game_ctx_load_at(t->j, t->row.id, w->of - 1, a, before,
				     why);
	/* what needed dice waited */
	if (!e)
		e = game_ctx_load_at(t->j, t->row.id, w->of, a, then, why);
	if (e)
		return e;
	if (entropy_round_waits(&then->entropy))
		*no = REJECT_event_whole;
	else if (rolls.spent)
		*no = REJECT_event_spent;
	else if (game_is_before_play(before->game))
		*no = REJECT_event_setup;
	w->before = before->game;
	return ERR_OK;
}

enum err rewind_find(const struct game_ctx *t, struct arena *a,
		     const struct way_back *to, struct rewind *out,
		     enum reject *no, struct why *why)
{
	struct scan named, s;
	enum err e;

	*out = (struct rewind){ .of = to->point };
	*no = N_REJECTS;
	if (to->point <= t->row.started)
		*no = REJECT_event_setup;
	if (to->point > t->row.point)
		*no = REJECT_event_unknown;
	if (*no != N_REJECTS)
		return ERR_OK;
	e = rewind_scan(t, to->point, to->event, &named, why);
	for (s = named; !e && s.of; e = rewind_scan(t, out->of, 0, &s, why))
		out->of = s.of;
	if (e)
		return e;
	out->plays = named.plays;
	out->whole = s.whole;
	out->seat = s.seat;
	out->silent = s.silent;
	if (to->event > named.n)
		*no = REJECT_event_unknown;
	else if (!s.acted || s.agreed || named.drawn || t->row.beacon.len ||
		 entropy_round_waits(&t->entropy))
		*no = REJECT_event_whole;
	else if (!named.plays)
		*no = REJECT_event_before;
	return *no == N_REJECTS ? rewind_check(t, a, to, out, no, why) : ERR_OK;
}

enum err rewind_refuse(const struct way_back *to, enum reject no,
		       struct why *why)
{
	struct buf point, event, before;
	enum err e;

	buf_init(&point, 24);
	buf_init(&event, 24);
	buf_init(&before, 24);
	buf_addf(&point, "%lld", (long long)to->point);
	buf_addf(&event, "%lld", (long long)to->event);
	buf_addf(&before, "%lld", (long long)to->point - 1);
	switch (no) {
	case REJECT_event_setup:
	case REJECT_event_whole:
		e = reject_set(why, no, REJECT_OF(buf_str(&before)));
		break;
	case REJECT_event_spent:
		e = reject_set(why, no,
			       REJECT_OF(buf_str(&point), buf_str(&before)));
		break;
	default:
		e = reject_set(why, no,
			       REJECT_OF(buf_str(&point), buf_str(&event),
					 buf_str(&before)));
	}
	buf_release(&point);
	buf_release(&event);
	buf_release(&before);
	return e;
}

static void rewind_emit(struct adjudication *x, const struct way_back *to)
{
	struct event e;

	common_event_point_replayed(&e, 0, (int32_t)to->point,
				    (int32_t)to->event);
	game_emit(&x->run, &e);
}

/* Whose orders they were, in whose name the dice are rolled. */
static enum err play(struct adjudication *x, const struct rewind *w,
		     struct why *why)
{
	struct signed_row s;
	enum err e;

	if (w->silent) {
		game_silent(&x->run, w->seat);
		return adjudication_pump(x, why);
	}
	e = store_signed_get(x->j->st, x->t->row.id, w->of, x->a, &s, why);
	return e ? e : x->j->calls->replay(x, &s, why);
}

enum err rewind_play(struct adjudication *x, const struct way_back *to,
		     const struct rewind *w, bool *sealed, struct why *why)
{
	int roller = x->roller;
	struct awaiting now;
	enum err e;

	rewind_emit(x, to);
	x->roller = w->seat;
	x->run.halt_behind = w->plays;
	x->run.halt_before = w->whole;
	x->run.halt_from = x->list.n;
	e = play(x, w, why);
	x->run.halt_behind = 0;
	x->roller = roller;
	system_awaiting(x->t->sys->rules, x->t->game->state, &now);
	*sealed = x->run.halted && awaiting_sealed(&now);
	return e;
}

void rewind_halted(struct adjudication *x, bool fresh)
{
	struct event e;

	common_event_halted(&e, 0, fresh);
	game_emit(&x->run, &e);
	if (x->run.halted)
		game_ask(&x->run);
}

enum err rewind_is(const struct game_ctx *t, int64_t point, bool *is,
		   struct why *why)
{
	struct scan s;
	enum err e = rewind_scan(t, point, 0, &s, why);

	*is = s.of != 0;
	return e;
}
