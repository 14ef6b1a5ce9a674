/* src/judge/notify/mail_inputs.c */
#include "judge/notify/mail_inputs.h"
#include "base/date.h"
#include "base/parse.h"
#include "base/xalloc.h"
#include "judge/notify/notify.h"
#include "judge/game/deadline.h"
#include "judge/policies/proxy.h"
#include "judge/notify/gm_summary.h"
#include "judge/notify/digest.h"
#include "judge/policies/spectators.h"
#include "judge/game/anonymity.h"
#include "protocol/press_parse.h"
#include "judge/handlers.h"
#include "judge/game/game_ctx.h"
#include "report/report_game.h"
#include "report/text/report.h"
#include "engine/analysis.h"
#include "engine/common.h"
#include "games/players.h"
#include <stdlib.h>

enum { LINES_MAX = 1 << 20, OPENED_MAX = 64 << 10 };

/* The mail's place in the arena and what it borrows from. */
struct composing {
	struct mail_content l;
	struct game_ctx t;
	struct person_row person;
	struct arena *a;
	struct event *events;
	int64_t *leaves;
	int room;
	int reader; /* the slot by which it is read, -1: none any more */
	struct press_shown *said;
	size_t n_said, room_said;
	int64_t said_point; /* of the last press message */
	int said_at;
	int64_t *opened; /* points whose press messages are opened by now */
	size_t n_opened, room_opened;
	struct str *names;
	struct buf lines; /* of a plain mail */
};

/* one of six sides, of a seat; the events themselves would be too many */
static bool count_die(struct composing *c, const struct event_row *r)
{
	struct event e;
	int seat, face;

	if (!event_parse_as(r->json, &c->l.sys->events, COMMON_ROLLED, &e) ||
	    event_get(&e, COMMON_ROLLED_SIDES) != 6)
		return true;
	seat = event_get(&e, COMMON_ROLLED_SEAT);
	face = event_get(&e, COMMON_ROLLED_FACE);
	if (0 <= seat && seat < SEATS_MAX && 1 <= face && face <= 6)
		c->l.rolled[seat][face - 1]++;
	return true;
}

/* --- press messages of players --- */

static bool is_post(const struct composing *c)
{
	return str_is(c->l.row->kind, "press") ||
	       str_is(c->l.row->kind, "press_all");
}

static bool note_opened(void *context, const struct event_row *r)
{
	struct composing *c = context;
	struct event e;

	if (!event_parse_as(r->json, &c->l.sys->events, COMMON_PRESS_PUBLISHED,
			    &e))
		return true;
	c->opened = arena_grow(c->a, c->opened, c->n_opened, &c->room_opened,
			       sizeof(*c->opened));
	c->opened[c->n_opened++] = event_get(&e, COMMON_PRESS_PUBLISHED_POINT);
	return true;
}

static bool is_opened(const struct composing *c, int64_t point)
{
	for (size_t i = 0; i < c->n_opened; i++)
		if (c->opened[i] == point)
			return true;
	return false;
}

static bool note_press(void *context, const struct event_row *r)
{
	struct composing *c = context;
	struct press_shown s = { .point = r->point };
	struct press_message to;
	struct event e;
	char room[EVENT_TEXT_ROOM];

	if (!event_parse_as(r->json, &c->l.sys->events, COMMON_PRESS_SENT,
			    &e) ||
	    !press_to_parse(event_get_text(&e, COMMON_PRESS_SENT_TO, room,
					   sizeof(room)),
			    &to))
		return true;
	s.at = r->point == c->said_point ? c->said_at + 1 : 0;
	c->said_point = r->point;
	c->said_at = s.at;
	if (!game_ctx_shows_row(&c->t, c->reader, r) && !is_opened(c, r->point))
		return true;
	s.seat = event_get(&e, COMMON_PRESS_SENT_SEAT);
	s.all = to.all;
	s.master = to.master;
	s.observers = to.observers;
	s.seats = to.seats;
	s.unread = to.seats & ~r->audience;
	c->said = arena_grow(c->a, c->said, c->n_said, &c->room_said,
			     sizeof(*c->said));
	c->said[c->n_said++] = s;
	return true;
}

/* Is this press left out of a report: from a seat that the reader has blocked,
 * or mailed separately? */
static enum err is_left_out(struct judge *j, struct composing *c,
			    const struct press_shown *s, bool *yes,
			    struct why *why)
{
	const struct outbox_row *row = c->l.row;
	struct outbox_row mail;
	enum err e;

	/* what was for them is theirs, though they have blocked its author
	 * since: it says that they read it */
	*yes = (s->all || s->observers) && row->slot < c->t.n_players &&
	       c->t.agreements.seats[row->slot].blocked >> s->seat & 1;
	if (*yes || spectators_is_place(row->slot))
		return ERR_OK;
	e = notify_of_tag(j, notify_press_tag(&c->t, c->a, row->slot, s->point),
			  c->a, &mail, why);
	*yes = !e;
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

/* "[BC] and so I say"; who asked to be forgotten has left no words */
static enum err words_add(struct judge *j, const struct composing *c,
			  const struct press_shown *s, struct buf *b,
			  struct why *why)
{
	struct str text;
	enum err e = store_said_get(j->st, c->l.row->game, s->point, s->at,
				    c->a, &text, why);

	if (e || s->all || s->observers)
		return e == ERR_NOT_FOUND ? ERR_OK : e;
	buf_addc(b, '[');
	for (int k = 0; k < SEATS_MAX; k++)
		if (s->seats >> k & 1)
			buf_addc(b, (char)('A' + k));
	if (s->master)
		buf_addz(b, s->seats ? " GM" : "GM");
	buf_addf(b, "] %.*s ", STR_ARG(str_one_line(c->a, text)));
	return ERR_OK;
}

/* The press messages of a point, in one line: for whom, and their words. */
static enum err words_of_point(struct judge *j, struct composing *c,
			       int64_t point, struct str *out, struct why *why)
{
	int64_t game = c->l.row->game;
	struct head_row before, after;
	struct buf b;
	enum err e = store_head_get(j->st, game, point - 1, &before, why);

	if (!e)
		e = store_head_get(j->st, game, point, &after, why);
	if (!e)
		e = store_event_list(j->st, game, before.n_events + 1,
				     after.n_events, note_press, c, why);
	buf_init(&b, OPENED_MAX);
	for (size_t i = 0; !e && i < c->n_said; i++)
		e = words_add(j, c, &c->said[i], &b, why);
	*out = parse_trim(arena_str(c->a, buf_str(&b)));
	buf_release(&b);
	c->n_said = 0;
	c->said_point = 0;
	return e;
}

/* Collect the press that the events of this mail publish. */
static enum err gather_opened(struct judge *j, struct composing *c,
			      struct why *why)
{
	const struct outbox_row *row = c->l.row;
	struct str *words;
	enum err e = store_event_list(j->st, row->game, row->first_event,
				      row->last_event, note_opened, c, why);

	if (e || !notify_is_report(row->kind))
		return e;
	words = ARENA_ARRAY(c->a, c->n_opened + 1, struct str);
	for (size_t i = 0; !e && i < c->n_opened; i++)
		e = words_of_point(j, c, c->opened[i], &words[i], why);
	c->l.opened = words;
	c->l.n_opened = (int)c->n_opened;
	/* here they stand where they are opened */
	c->n_opened = 0;
	return e;
}

static enum err gather_press(struct judge *j, struct composing *c,
			     struct why *why)
{
	const struct outbox_row *row = c->l.row;
	enum err e = gather_opened(j, c, why);

	if (!e)
		e = store_event_list(j->st, row->game, row->first_event,
				     row->last_event, note_press, c, why);

	for (size_t i = 0; !e && i < c->n_said; i++) {
		struct press_shown *s = &c->said[i];
		bool told = false;

		if (notify_is_report(row->kind))
			e = is_left_out(j, c, s, &told, why);
		if (!e && !told)
			e = store_said_get(j->st, row->game, s->point, s->at,
					   c->a, &s->text, why);
	}
	c->l.said = c->said;
	c->l.n_said = (int)c->n_said;
	return e;
}

static bool gather(void *context, const struct event_row *r)
{
	struct composing *c = context;

	if (!c->l.first_point)
		c->l.first_point = r->point;
	if (!game_ctx_shows_row(&c->t, c->reader, r))
		return true;
	if (str_is(c->l.row->kind, "dice_stats"))
		return count_die(c, r);
	if (c->l.n_events == c->room) {
		int room = c->room ? c->room * 2 : 32;
		struct event *events =
			ARENA_ARRAY(c->a, (size_t)room, struct event);
		int64_t *leaves = ARENA_ARRAY(c->a, (size_t)room, int64_t);

		if (c->room) {
			memcpy(events, c->events,
			       (size_t)c->room * sizeof(*events));
			memcpy(leaves, c->leaves,
			       (size_t)c->room * sizeof(*leaves));
		}
		c->events = events;
		c->leaves = leaves;
		c->room = room;
	}
	/* verify shows an event that does not parse; a report omits it */
	if (event_parse(r->json, &c->l.sys->events, &c->events[c->l.n_events]))
		c->leaves[c->l.n_events++] = r->leaf;
	return true;
}

static bool gather_created(void *context, const struct event_row *r)
{
	struct composing *c = context;
	struct event *e = ARENA_NEW(c->a, struct event);

	if (event_parse(r->json, &c->l.sys->events, e) &&
	    e->kind == COMMON_GAME_CREATED)
		c->l.created = e;
	return true;
}

/* --- the words for the dice, as they stood then --- */

static void gather_dice(struct composing *c)
{
	static const char *const states[ENTROPY_ROUND_PHASES] = {
		[ENTROPY_ROUND_OPEN] = "open",
		[ENTROPY_ROUND_SEALING] = "sealing",
		[ENTROPY_ROUND_OPENING] = "opening",
		[ENTROPY_ROUND_ASKED] = "asked",
	};
	const struct entropy_round *entropy = &c->t.entropy;
	struct mail_dice *d = &c->l.dice;

	d->state = states[entropy->phase];
	d->until_s = entropy->until_s;
	d->anew = entropy->anew;
	for (int i = 0; d->state && i < c->t.n_players; i++) {
		if (entropy->phase == ENTROPY_ROUND_ASKED &&
		    entropy_round_opens(entropy, i))
			d->held[d->n_held++] = i;
		else if (entropy_round_awaits(entropy, i))
			d->seats[d->n_seats++] = i;
	}
}

static void gather_words(struct composing *c)
{
	const struct entropy_round *entropy = &c->t.entropy;

	c->l.words = (const void *)arena_copy(c->a, &entropy->words,
					      sizeof(entropy->words));
	if (c->t.row.state == GAME_ENDED)
		return;
	gather_dice(c);
	if (c->l.seat < 0 || c->l.seat >= c->t.n_players)
		return;
	/* who gives none can think better of it, and is not asked again */
	if (entropy->declined[c->l.seat] &&
	    !entropy_round_asks(entropy, c->l.seat))
		return;
	if (entropy_round_seals(entropy, c->l.seat)) {
		c->l.word = MAIL_ENTROPY_SEAL;
	} else if (entropy_round_opens(entropy, c->l.seat)) {
		c->l.word = MAIL_ENTROPY_OPEN;
		c->l.dice.sealed = hex_of(c->a, entropy->words.hash[c->l.seat],
					  WORD_HASH_SIZE);
	} else if (entropy_round_asks(entropy, c->l.seat)) {
		c->l.word = MAIL_ENTROPY_ASK;
	}
}

static bool former_name(void *context, const struct event_row *r)
{
	struct composing *c = context;
	struct event e;
	char *room = arena_alloc_raw(c->a, EVENT_TEXT_ROOM);
	int seat;

	if (!event_parse_as(r->json, &c->l.sys->events, COMMON_SEAT_TAKEN, &e))
		return true;
	seat = event_get(&e, COMMON_SEAT_TAKEN_SEAT);
	if (seat >= 0 && seat < SEATS_MAX)
		c->l.former[seat] = event_get_text(&e, COMMON_SEAT_TAKEN_PERSON,
						   room, EVENT_TEXT_ROOM);
	return true;
}

/* Who had the players' seats before these events, if one of them is given
 * away; nobody is named in an anonymous game. */
static enum err gather_former(struct composing *c, struct why *why)
{
	const struct outbox_row *row = c->l.row;
	bool given = false;

	for (int i = 0; i < c->l.n_events; i++)
		given |= c->events[i].kind == COMMON_SEAT_TAKEN;
	if (!given || row->first_event < 2 || anonymity_is_on(&c->t))
		return ERR_OK;
	return store_event_list(c->t.j->st, row->game, 1, row->first_event - 1,
				former_name, c, why);
}

static enum err gather_names(struct composing *c, struct why *why)
{
	struct str *names =
		ARENA_ARRAY(c->a, (size_t)c->t.n_seats + 1, struct str);
	struct anonymity_names *masks = ARENA_NEW(c->a, struct anonymity_names);
	bool hides = anonymity_hides(&c->t);
	struct person_row p;
	enum err e = anonymity_names_init(masks, &c->t, c->a, why);

	for (int i = 0; !e && i < c->l.n_events; i++)
		anonymity_names_show(masks, &c->l.sys->events, &c->events[i]);
	for (int i = 0; !e && !hides && i < c->t.n_seats; i++) {
		if (!c->t.seats[i].person)
			continue;
		e = store_person_get(c->t.j->st, c->t.seats[i].person, c->a, &p,
				     why);
		names[i] = p.name;
	}
	c->names = names;
	c->l.names = names;
	return e ? e : gather_former(c, why);
}

/* As it was then: another may have come to a seat since. */
static bool name_then(void *context, const struct event_row *r)
{
	struct composing *c = context;
	struct event e;
	char *room = arena_alloc_raw(c->a, EVENT_TEXT_ROOM);

	if (!event_parse_as(r->json, &c->l.sys->events, COMMON_SEAT_TAKEN, &e))
		return true;
	for (int i = 0; i < c->t.n_seats; i++)
		if (c->t.seats[i].slot == event_get(&e, COMMON_SEAT_TAKEN_SEAT))
			c->names[i] =
				event_get_text(&e, COMMON_SEAT_TAKEN_PERSON,
					       room, EVENT_TEXT_ROOM);
	return true;
}

/* Collect the press for the report that includes it. Spectators read press to
 * all, and nothing newer than their delay. */
static enum err gather_read(struct judge *j, struct composing *c,
			    struct why *why)
{
	const struct outbox_row *row = c->l.row;
	enum err e = ERR_OK;

	if (!proxy_is_slot(row->slot))
		e = gather_press(j, c, why);
	if (e || anonymity_is_on(&c->t) || !spectators_is_place(row->slot))
		return e;
	return store_event_list(j->st, row->game, 1, row->last_event, name_then,
				c, why);
}

/* --- what happened at the points before --- */

enum { PAST_EVENTS = 200, PAST_WEIGHT = 150 };

struct past {
	struct composing *c;
	int64_t point;
	int weight; /* of the newest one, 0: none of its point yet */
	int64_t at[LETTER_PAST]; /* the point of each */
	struct event e;
};

/* an event that is no more than a record, or that the reader may not see */
static int weight_of_past(struct past *x, const struct event_row *r)
{
	struct composing *c = x->c;

	x->e.kind = 0;
	if (!game_ctx_shows_row(&c->t, c->reader, r) ||
	    !event_parse(r->json, &c->l.sys->events, &x->e))
		return 0;
	return x->e.kind >= EVENT_FIRST_OWN ? c->l.report->weight(&x->e) : 0;
}

static void drop_past(struct past *x)
{
	struct mail_content *l = &x->c->l;

	l->n_past--;
	memmove(l->past, l->past + 1, (size_t)l->n_past * sizeof(*l->past));
	memmove(x->at, x->at + 1, (size_t)l->n_past * sizeof(*x->at));
}

/* Keep the heaviest event of each of the last points. */
static bool gather_past(void *context, const struct event_row *r)
{
	struct past *x = context;
	struct mail_content *l = &x->c->l;
	int weight = weight_of_past(x, r);

	if (x->e.kind == COMMON_UNDONE)
		while (l->n_past &&
		       x->at[l->n_past - 1] >
			       event_get(&x->e, COMMON_UNDONE_POINT))
			l->n_past--;
	if (weight < PAST_WEIGHT)
		return true;
	if (r->point != x->point) {
		x->point = r->point;
		x->weight = 0;
		if (l->n_past == LETTER_PAST)
			drop_past(x);
		l->n_past++;
	}
	if (weight <= x->weight)
		return true;
	x->weight = weight;
	l->past[l->n_past - 1] = x->e;
	x->at[l->n_past - 1] = r->point;
	return true;
}

static enum err gather_before(struct judge *j, struct composing *c,
			      struct why *why)
{
	const struct outbox_row *row = c->l.row;
	struct past *x;
	int64_t first = row->first_event - PAST_EVENTS;

	if (!str_is(row->kind, "report") || row->first_event < 2 ||
	    !c->l.report || !c->l.report->weight)
		return ERR_OK;
	x = ARENA_NEW(c->a, struct past);
	x->c = c;
	c->l.past = ARENA_ARRAY(c->a, LETTER_PAST, struct event);
	return store_event_list(j->st, row->game, first > 1 ? first : 1,
				row->first_event - 1, gather_past, x, why);
}

/* --- how a game went that is over --- */

/* What undone points rolled is no part of the game. */
struct told_back {
	struct composing *c;
	struct combat_stats *tally;
	bool *undone; /* by point, up to the mail's */
};

static enum err note_undone(void *context, int64_t after, int64_t until,
			    struct why *why)
{
	struct told_back *b = context;

	(void)why;
	for (int64_t point = after + 1; point < until; point++)
		b->undone[point] = true;
	return ERR_OK;
}

static bool tally_event(void *context, const struct event_row *r)
{
	struct told_back *b = context;
	struct event e;

	if ((r->point <= b->c->t.row.point && b->undone[r->point]) ||
	    !event_parse(r->json, &b->c->l.sys->events, &e) ||
	    e.kind == COMMON_UNDONE)
		return true;
	if (game_ctx_shows_row(&b->c->t, b->c->reader, r))
		b->c->l.report->tally(b->tally, &e);
	return true;
}

/* Exports and verifies the log: once for all readers of a game. */
static bool analyse(struct judge *j, const struct composing *c)
{
	const struct judge_env *env = &j->c.env;
	struct analysis *x;
	struct why why = { 0 };

	if (j->decided.v && j->decided.game == c->l.row->game &&
	    j->decided.n_events == c->t.row.n_events)
		return true;
	x = arena_alloc_raw(c->a, sizeof(*x));
	if (env->analyse(env->context, c->l.row->game, x, &why))
		return false;
	if (!j->decided.v)
		j->decided.v = xalloc_check(
			calloc(ANALYSIS_TURNS, sizeof(*j->decided.v)));
	j->decided.n = analysis_turns(x->v, x->n, j->decided.v, ANALYSIS_TURNS);
	j->decided.game = c->l.row->game;
	j->decided.n_events = c->t.row.n_events;
	return true;
}

/* The log of a game that is over is open: its reader may know all of it. */
static void gather_analysis(struct judge *j, struct composing *c)
{
	struct analysis_turn *v;

	if (!j->c.env.analyse || !analyse(j, c))
		return;
	v = ARENA_ARRAY(c->a, ANALYSIS_TURNS, struct analysis_turn);
	memcpy(v, j->decided.v, (size_t)j->decided.n * sizeof(*v));
	c->l.turns = v;
	c->l.n_turns = j->decided.n;
}

static enum err gather_tally(struct judge *j, struct composing *c,
			     struct why *why)
{
	const struct outbox_row *row = c->l.row;
	struct told_back b = { .c = c };
	uint32_t winners;
	enum err e;

	bool stats = str_is(row->kind, "dice_stats");

	if ((!stats && !str_is(row->kind, "report")) || !c->l.report ||
	    !c->l.report->tally ||
	    (!stats && !system_over(c->l.sys, c->l.view->state, &winners) &&
	     c->t.row.state != GAME_ENDED))
		return ERR_OK;
	b.tally = ARENA_NEW(c->a, struct combat_stats);
	b.undone = ARENA_ARRAY(c->a, (size_t)c->t.row.point + 1, bool);
	e = game_ctx_skipped(&c->t, c->t.row.point, note_undone, &b, why);
	if (!e)
		e = store_event_list(j->st, row->game, 1, row->last_event,
				     tally_event, &b, why);
	c->l.tally = b.tally;
	if (!e && !stats)
		gather_analysis(j, c);
	return e;
}

/* --- what is disputed --- */

struct dealt {
	struct composing *c;
	struct game *game; /* as it stood, followed event by event */
	int64_t point;
	int seat;                    /* whose orders, -1: all */
	const struct event *refused; /* the last one */
	struct awaiting sealed;      /* sealed events of it are left out */
	struct mail_order *v;
	int n, room;
};

/* Is it a choice that is kept from the others until all are in? */
static bool is_sealed(const struct dealt *d, int seat, struct queue_entry entry)
{
	struct decision *first = ARENA_NEW(d->c->a, struct decision);

	if (!queue_entry_alternatives(entry))
		return false;
	queue_entry_alternative(entry, 0, first);
	for (int i = 0; i < d->sealed.n; i++)
		if (d->sealed.v[i].sealed && d->sealed.v[i].seat == seat &&
		    kinds_have(d->sealed.v[i].kinds, first->kind))
			return true;
	return false;
}

/* this one leaves its queue: was anything done with it? */
static void note_order(struct dealt *d, const struct event *e)
{
	static const char *const dealt_with[] = { "done", "fallback", "refused",
						  "side" };
	int seat = event_get(e, COMMON_UNQUEUED_SEAT);
	struct mail_order o = { .seat = seat,
				.line = event_get(e, COMMON_UNQUEUED_LINE) };
	bool any = false;
	int32_t *words;

	for (size_t i = 0; !any && i < ARRAY_LEN(dealt_with); i++)
		any = event_text_is(e, COMMON_UNQUEUED_CAUSE, dealt_with[i]);
	if (!any || seat < 0 || seat >= SEATS_MAX || d->n == d->room ||
	    (d->seat >= 0 && d->seat != seat) ||
	    !queue_at(&d->game->queue[seat], event_get(e, COMMON_UNQUEUED_AT),
		      &o.entry) ||
	    is_sealed(d, seat, o.entry))
		return;
	words = ARENA_ARRAY(d->c->a, (size_t)o.entry.n, int32_t);
	memcpy(words, o.entry.w, (size_t)o.entry.n * sizeof(*words));
	o.entry.w = words;
	if (d->refused && event_get(d->refused, COMMON_REFUSED_SEAT) == seat &&
	    event_get(d->refused, COMMON_REFUSED_LINE) == o.line)
		o.refused = d->refused;
	d->refused = NULL;
	d->v[d->n++] = o;
}

static bool follow_order(void *context, const struct event_row *r)
{
	struct dealt *d = context;
	struct event *e = ARENA_NEW(d->c->a, struct event);

	if (!event_parse(r->json, &d->c->l.sys->events, e) ||
	    e->kind == COMMON_UNDONE)
		return false;
	if (e->kind == COMMON_REFUSED)
		d->refused = e;
	if (e->kind == COMMON_UNQUEUED)
		note_order(d, e);
	return game_evolve(d->game, e);
}

static bool find_point(void *context, const struct event_row *r)
{
	struct dealt *d = context;
	struct event e;

	if (!event_parse_as(r->json, &d->c->l.sys->events, COMMON_ADJUDICATION,
			    &e))
		return true;
	d->point = event_get(&e, COMMON_ADJUDICATION_POINT);
	return false;
}

/* Collect the state before the dispute and the orders executed in it, including
 * orders of earlier mails. The sender of WHY gets their own orders, and the
 * state as their seat knew it. */
static enum err gather_dispute(struct judge *j, struct composing *c,
			       struct why *why)
{
	enum { ORDERS_SHOWN = 256 };
	const struct outbox_row *row = c->l.row;
	struct game_ctx *before = ARENA_NEW(c->a, struct game_ctx);
	struct game *view = arena_alloc_raw(c->a, sizeof(*view));
	int seat = str_is(row->kind, "why") ? c->l.seat : -1;
	struct dealt d = { .c = c, .seat = seat };
	bool opens;
	enum err e = store_event_list(j->st, row->game, row->first_event,
				      row->last_event, find_point, &d, why);

	if (e || d.point < 2)
		return e;
	e = game_ctx_load_at(j, row->game, d.point - 1, c->a, before, why);
	if (e)
		return e;
	game_ctx_view(&c->t, before->game, c->reader, view);
	c->l.before = view;
	d.game = before->game;
	/* only a ruling master gets the orders of others */
	opens = slot_is_master(c->reader) && game_ctx_is_open(&c->t);
	d.room = str_is(row->kind, "why") && seat < 0 && !opens ? 0
								: ORDERS_SHOWN;
	if (!opens && seat < 0)
		system_awaiting(c->t.sys->rules, before->game->state,
				&d.sealed);
	d.v = ARENA_ARRAY(c->a, (size_t)d.room + 1, struct mail_order);
	e = store_event_list(j->st, row->game, row->first_event,
			     row->last_event, follow_order, &d, why);
	c->l.orders = d.v;
	c->l.n_orders = d.n;
	return e;
}

/* Whose place is another's by now gets nothing hidden any more, of whatever
 * point: press messages were written to them. */
static int reader_of(struct composing *c)
{
	const struct outbox_row *row = c->l.row;
	const struct seat_row *s = game_ctx_seat(&c->t, row->slot);

	return !row->person || str_is(row->kind, "press") ||
			       (s && s->person == row->person)
		       ? row->slot
		       : -1;
}

/* The game as it stood at the point of the mail: a late one must not know
 * what came after. */
static enum err gather_state(struct judge *j, struct composing *c,
			     struct why *why)
{
	const struct outbox_row *row = c->l.row;
	struct game *view = arena_alloc_raw(c->a, sizeof(*view));
	enum err e;

	e = row->point ? game_ctx_load_at(j, row->game, row->point, c->a, &c->t,
					  why)
		       : game_ctx_load(j, row->game, c->a, &c->t, why);
	if (e)
		return e;
	if (row->point)
		c->t.row.point = row->point;
	c->l.game = &c->t.row;
	c->l.kind = c->t.sys;
	c->l.sys = c->t.sys->rules;
	c->l.grammar = c->t.sys->grammar;
	c->l.report = game_report(c->t.sys);
	c->reader = reader_of(c);
	c->l.seat = slot_seat(c->reader);
	c->l.seats = c->t.seats;
	c->l.n_seats = c->t.n_seats;
	game_ctx_view(&c->t, c->t.game, c->reader, view);
	c->l.view = view;
	c->l.open_to_master = game_ctx_is_open(&c->t);
	c->l.practice = (int)c->t.agreements.policy.n[POLICY_PRACTICE_DAYS];
	c->l.begins_itself = game_ctx_begins_itself(&c->t);
	c->l.press_open = c->t.agreements.policy.n[POLICY_PRESS_GM_READS];
	if (slot_is_master(c->reader) && c->l.open_to_master)
		c->l.whole = c->t.game;
	return ERR_OK;
}

/* A player's remaining allowances: of absences only if some were used. */
static void gather_left(struct composing *c)
{
	const struct table_state *g = &c->t.agreements;
	const int64_t *n = g->policy.n;
	int seat = c->l.seat;
	int64_t reserve, absence;

	if (seat < 0)
		return;
	reserve = n[POLICY_TIME_BANK_DAYS] * DAY_S - g->seats[seat].reserve_s;
	absence = table_state_absence_left(g, seat);
	if (!g->seats[seat].in_grace)
		c->l.grace_h = n[POLICY_GRACE_HOURS];
	if (reserve > 0)
		c->l.reserve_days = (reserve + DAY_S - 1) / DAY_S;
	if (n[POLICY_ABSENCE] == POLICY_ABSENCE_EXTEND && absence > 0 &&
	    absence < n[POLICY_ABSENCE_DAYS] * DAY_S)
		c->l.absence_days = absence / DAY_S;
	for (int i = 0; i < g->n_open && !proxy_is_slot(c->l.row->slot); i++)
		if (!((g->open[i].agree | g->open[i].against) >> seat & 1))
			c->l.asked[c->l.n_asked++] = g->open[i].number;
	if (n[POLICY_MAX_MISSED_DEADLINES] && g->seats[seat].silences)
		c->l.silences = n[POLICY_MAX_MISSED_DEADLINES] -
				g->seats[seat].silences;
}

/* The head of that point, with the serial and the deadlines that it had. */
static enum err gather_head(struct judge *j, struct composing *c,
			    struct why *why)
{
	const struct outbox_row *row = c->l.row;
	struct head_row head;
	enum err e = ERR_OK;

	if (row->slot >= 0)
		e = notify_serial_last(j, row->game, row->slot,
				       row->point ? row->point : INT64_MAX,
				       &c->l.serial, why);
	c->l.serial++;
	if (!e)
		e = store_head_get(j->st, row->game,
				   row->point ? row->point : c->t.row.point,
				   &head, why);
	if (e)
		return e;
	memcpy(c->l.head, head.head, HASH_SIZE);
	c->t.row.state = (enum game_state)head.state;
	c->l.n_leaves = head.n_leaves;
	if (notify_is_report(row->kind)) {
		/* the random word is the seat's own */
		if (!proxy_is_slot(row->slot))
			gather_words(c);
		gather_left(c);
	}
	return store_deadline_list(j->st, row->game, head.point,
				   c->l.deadline_s, SEATS_MAX, why);
}

/* Does a mail of this kind say until when its reader is awaited? */
static bool has_calendar(const struct outbox_row *row)
{
	return !row->again && row->person &&
	       (str_is(row->kind, "report") || str_is(row->kind, "receipt") ||
		str_is(row->kind, "warning") ||
		str_is(row->kind, "seat_replaced"));
}

/* What their calendar keeps of the mail before, by the time of that point. */
static enum err gather_promised(struct judge *j, struct composing *c,
				struct why *why)
{
	const struct outbox_row *row = c->l.row;
	int64_t due_s[SEATS_MAX];
	struct outbox_row last;
	struct head_row head;
	enum err e;

	if (!has_calendar(row))
		return ERR_OK;
	e = store_outbox_before(j->st, row, c->a, &last, why);
	if (!e)
		e = store_head_get(j->st, row->game, last.point, &head, why);
	if (!e)
		e = store_deadline_list(j->st, row->game, last.point, due_s,
					SEATS_MAX, why);
	if (e)
		return e == ERR_NOT_FOUND ? ERR_OK : e;
	if (head.state != GAME_RUNNING || last.slot >= SEATS_MAX ||
	    (row->slot >= 0 && row->slot != last.slot))
		return ERR_OK;
	c->l.promised_slot = last.slot;
	c->l.promised_s = due_s[last.slot];
	return ERR_OK;
}

/* Would the short name of the game mislead its reader? */
static enum err gather_namesake(struct judge *j, struct composing *c,
				struct why *why)
{
	struct str begin = report_short_name(c->t.row.name);

	if (!c->l.row->person || begin.len == c->t.row.name.len)
		return ERR_OK;
	begin.len++; /* the hyphen */
	return store_seat_namesake(j->st, c->l.row->person, c->t.row.id, begin,
				   &c->l.namesake, why);
}

static enum err gather_game(struct judge *j, struct composing *c,
			    struct why *why)
{
	const struct outbox_row *row = c->l.row;
	enum err e = gather_state(j, c, why);

	if (e)
		return e;
	if (is_post(c))
		e = gather_press(j, c, why);
	else if (row->first_event)
		e = store_event_list(j->st, row->game, row->first_event,
				     row->last_event, gather, c, why);
	c->l.events = c->events;
	c->l.leaves = c->leaves;
	if (!e)
		e = store_event_list(j->st, row->game, 1, 1, gather_created, c,
				     why);
	if (!e)
		e = gather_head(j, c, why);
	if (!e)
		e = gather_names(c, why);
	if (!e)
		e = gather_namesake(j, c, why);
	if (!e && notify_is_report(row->kind))
		e = gather_read(j, c, why);
	if (!e && (str_is(row->kind, "dispute") || str_is(row->kind, "why")))
		e = gather_dispute(j, c, why);
	if (!e)
		e = gather_tally(j, c, why);
	if (!e)
		e = gather_before(j, c, why);
	return e ? e : gather_promised(j, c, why);
}

/*
 * Of a game no more than rows: what killed the writer of more may be its state,
 * an event or a picture. The events are what the log holds, letter for letter.
 */
static bool gather_line(void *context, const struct event_row *r)
{
	struct composing *c = context;

	/* what its table has agreed on is not known here: no more than ever */
	if (game_ctx_shows_row(&c->t, c->reader, r)) {
		buf_add(&c->lines, r->json.s, r->json.len);
		buf_addc(&c->lines, '\n');
	}
	return true;
}

static enum err gather_plain(struct judge *j, struct composing *c,
			     struct why *why)
{
	const struct outbox_row *row = c->l.row;
	enum err e = store_game_get(j->st, row->game, c->a, &c->t.row, why);

	if (e)
		return e;
	if (row->point)
		c->t.row.point = row->point;
	c->l.game = &c->t.row;
	/* of the table no more than who sits there now */
	c->t.n_seats = 1;
	e = store_seat_get(j->st, row->game, row->slot, c->a, &c->t.seats[0],
			   why);
	if (e && e != ERR_NOT_FOUND)
		return e;
	c->t.n_seats = e == ERR_OK;
	c->reader = reader_of(c);
	buf_init(&c->lines, LINES_MAX);
	e = ERR_OK;
	if (row->first_event)
		e = store_event_list(j->st, row->game, row->first_event,
				     row->last_event, gather_line, c, why);
	c->l.lines = arena_str(c->a, buf_str(&c->lines));
	buf_release(&c->lines);
	return e;
}

static enum err gather_mail(struct judge *j, struct composing *c,
			    const struct outbox_row *row,
			    enum mail_richness form, struct why *why);

/* The mails of a digest. */
static enum err gather_parts(struct judge *j, struct composing *c,
			     struct why *why)
{
	struct outbox_row *rows;
	struct mail_content *parts;
	int n;
	enum err e = digest_rows(j, c->l.row, c->a, &rows, &n, why);

	parts = ARENA_ARRAY(c->a, (size_t)n + 1, struct mail_content);
	for (int i = 0; !e && i < n; i++) {
		struct composing *one = ARENA_NEW(c->a, struct composing);
		const struct seat_row *seat;

		one->a = c->a;
		e = gather_mail(j, one, &rows[i], MAIL_WHOLE, why);
		seat = e ? NULL : game_ctx_seat(&one->t, rows[i].slot);
		if (seat)
			e = reply_first_lines(j, seat, c->person.language, c->a,
					      &one->l.first_lines, why);
		parts[i] = one->l;
	}
	c->l.parts = parts;
	c->l.n_parts = n;
	return e;
}

static enum err gather_desk(struct judge *j, struct composing *c,
			    struct why *why)
{
	struct outbox_row *row = ARENA_NEW(c->a, struct outbox_row);
	bool moot;

	*row = *c->l.row;
	c->l.row = row;
	return gm_summary_still(j, row, c->a, &row->matter, &moot, why);
}

/* all that a mail of this form says, in c->l */
static enum err gather_mail(struct judge *j, struct composing *c,
			    const struct outbox_row *row,
			    enum mail_richness form, struct why *why)
{
	enum err e = ERR_OK;

	c->l.judge = &j->c;
	c->l.row = row;
	c->l.seat = -1;
	c->l.zone = j->c.zone;
	c->l.form = form;
	if (row->person) {
		e = store_person_get(j->st, row->person, c->a, &c->person, why);
		c->l.name = c->person.name;
		c->l.zone = c->person.zone;
		c->l.preferences = c->person.preferences;
	}
	if (!e && row->again) {
		struct outbox_row first;

		e = store_outbox_get(j->st, row->again, c->a, &first, why);
		c->l.first_s = first.created_s;
	}
	if (!e && str_is(row->kind, "gm_summary"))
		e = gather_desk(j, c, why);
	if (!e && row->game)
		e = form == MAIL_PLAIN ? gather_plain(j, c, why)
				       : gather_game(j, c, why);
	if (!e && form != MAIL_PLAIN && str_is(row->kind, "digest"))
		e = gather_parts(j, c, why);
	return e;
}

enum err mail_inputs_gather(struct judge *j, const struct outbox_row *row,
			    enum mail_richness form, struct arena *a,
			    const struct mail_content **out, struct why *why)
{
	struct composing *c = ARENA_NEW(a, struct composing);

	c->a = a;
	*out = &c->l;
	return gather_mail(j, c, row, form, why);
}

/* the events of one adjudication lie between two heads */
static enum err events_of(struct judge *j, struct outbox_row *row,
			  struct why *why)
{
	struct head_row head;
	enum err e = store_head_get(j->st, row->game, row->point, &head, why);

	row->last_event = head.n_events;
	row->first_event = 1;
	if (e || row->point < 2)
		return e;
	e = store_head_get(j->st, row->game, row->point - 1, &head, why);
	row->first_event = head.n_events + 1;
	return e;
}

enum err judge_game_mail(struct judge *j, int64_t game, int slot, int64_t point,
			 enum err (*show)(void *context,
					  const struct mail_content *l,
					  struct why *why),
			 void *context, struct why *why)
{
	struct outbox_row row = { .game = game,
				  .slot = slot,
				  .point = point,
				  .kind = STR("report"),
				  .address = j->c.address,
				  .language = j->c.language,
				  .message_id = STR("heraldo@localhost"),
				  .matter = STR("{}"),
				  .created_s = judge_now(j) };
	struct arena a;
	struct composing *c;
	struct game_row g;
	enum err e;

	arena_init(&a);
	c = ARENA_NEW(&a, struct composing);
	c->a = &a;
	c->l.judge = &j->c;
	c->l.row = &row;
	c->l.seat = -1;
	c->l.zone = j->c.zone;
	e = store_game_get(j->st, game, &a, &g, why);
	if (!e && !point)
		row.point = g.point;
	if (!e)
		e = events_of(j, &row, why);
	if (e == ERR_NOT_FOUND)
		why_set(why, e, "the game has no point %lld; it is at %lld",
			(long long)row.point, (long long)g.point);
	if (!e)
		e = gather_game(j, c, why);
	if (!e)
		e = show(context, &c->l, why);
	arena_release(&a);
	return e;
}

enum err judge_game_dice_stats(struct judge *j, int64_t game,
			       struct game_dice_stats *out, struct why *why)
{
	struct outbox_row row = { .kind = STR("dice_stats"), .game = game };
	struct composing *c;
	struct arena a;
	enum err e;

	arena_init(&a);
	c = ARENA_NEW(&a, struct composing);
	c->a = &a;
	c->l.row = &row;
	e = game_ctx_load(j, game, &a, &c->t, why);
	if (!e) {
		c->l.sys = c->t.sys->rules;
		c->l.report = game_report(c->t.sys);
		row.last_event = c->t.row.n_events;
		e = store_event_list(j->st, game, 1, c->t.row.n_events, gather,
				     c, why);
	}
	if (!e)
		e = gather_tally(j, c, why);
	*out = (struct game_dice_stats){ 0 };
	memcpy(out->face, c->l.rolled, sizeof(c->l.rolled));
	for (int i = 0; c->l.tally && i < SEATS_MAX; i++) {
		out->mean = c->l.report->die_mean;
		out->dice[i] = c->l.tally->seat[i].dice;
		out->shown[i] = c->l.tally->seat[i].shown;
	}
	arena_release(&a);
	return e;
}
