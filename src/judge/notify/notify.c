/* src/judge/notify/notify.c */
#include "judge/notify/notify.h"
#include "judge/policies/spectators.h"
#include "base/date.h"
#include "judge/game/deadline.h"
#include "judge/requests/delayed_orders.h"
#include "judge/game/anonymity.h"
#include "mail/addr.h"
#include "mail/charset.h"
#include "mail/compose.h"
#include "engine/common.h"
#include "protocol/log_events.h"

enum {
	HOLD_TURN_S = DAY_S,      /* events within a turn */
	HOLD_JOINS_S = 7 * DAY_S, /* joins and random words */
	HOLD_START_S = 5 * 60     /* of a master, to start it */
};

/*
 * The same of the same tag, and with a part that only the judge's key can make:
 * who names it has had the mail, or is a server that carried it.
 */
static struct str message_id_of(const struct judge *j, struct str tag,
				struct arena *a)
{
	enum { MAC_BYTES = 5 };
	struct hasher h;
	struct hash mac;

	hasher_init(&h, bytes_of(j->c.key.seed, sizeof(j->c.key.seed)),
		    HASH_SIZE);
	hasher_addz(&h, "heraldo message-id 1");
	hasher_add(&h, tag.s, tag.len);
	hasher_end(&h, mac.b);
	return str_of(arena_printf(a, "%.*s.%.*s@%.*s", STR_ARG(tag),
				   2 * MAC_BYTES, hex_of(a, mac.b, MAC_BYTES).s,
				   STR_ARG(addr_domain(j->c.address))));
}

/* Join the reader's waiting mails into this one. */
static enum err join(struct judge *j, struct outbox_row *r, struct why *why)
{
	const struct outbox_reader to = { .person = r->person,
					  .game = r->game,
					  .slot = r->slot };
	int64_t held, first;
	enum err e =
		store_outbox_held(j->st, &to, r->created_s, &held, &first, why);

	if (e)
		return e == ERR_NOT_FOUND ? ERR_OK : e;
	r->kind = STR("report");
	if (first < r->first_event)
		r->first_event = first;
	return store_outbox_withdraw(j->st, held, "joined", r->created_s, why);
}

/* When it may go to whom it is for, and what it takes along. */
static enum err hold(struct judge *j, const struct notify *w,
		     const struct person_row *p, struct outbox_row *r,
		     struct why *why)
{
	int64_t at_s = r->next_s;

	if (delivery_schedule_holds(p))
		r->next_s = w->due_s ? delivery_schedule_reminder(
					       p, j->c.zone, w->due_s, at_s)
				     : delivery_schedule_when(p, j->c.zone,
							      w->quiet, at_s);
	if (r->next_s == at_s)
		r->next_s += w->hold_s;
	/* who writes in quiet hours is awake, and gets what was kept, too */
	return w->takes_over || (str_is(r->kind, "receipt") &&
				 delivery_schedule_holds(p))
		       ? join(j, r, why)
		       : ERR_OK;
}

/* The first one, unless it sends everything back. */
static struct str address_of(const struct person_row *p)
{
	return p->bounces && p->second.len && !p->second_bounces ? p->second
								 : p->address;
}

/* No mail reaches a domain under .invalid (RFC 2606): the computer player has
 * such an address. */
static bool is_nowhere(struct str address)
{
	static const char end[] = ".invalid";
	size_t n = sizeof(end) - 1;

	return address.len > n && !memcmp(address.s + address.len - n, end, n);
}

/* Others learn of what was sent in an anonymous game to the quarter of an hour.
 */
static bool is_late(const struct notify *w)
{
	return w->t && !w->reply_to.len && anonymity_hides(w->t) &&
	       (!strcmp(w->kind, "report") || !strcmp(w->kind, "press"));
}

enum err notify_add(struct judge *j, const struct notify *w, struct arena *a,
		    struct why *why)
{
	struct outbox_row r = {
		.next_s = judge_now(j),
		.game = w->t ? w->t->row.id : 0,
		.slot = w->slot,
		.point = w->point,
		.first_event = w->first_event,
		.last_event = w->last_event,
		.kind = str_of(w->kind),
		.again = w->again,
		.person = w->person,
		.address = w->address,
		.language = w->language,
		/* an id too long for a header must not prevent the answer */
		.in_reply_to =
			compose_is_id(w->reply_to) ? w->reply_to : STR(""),
		.matter = w->matter.len ? w->matter : STR("{}"),
		.automatic = w->automatic || w->reply_to.len,
		.created_s = judge_now(j),
		.queued_s = judge_clock(j),
	};
	struct person_row p;
	int64_t id;
	enum err e = ERR_OK;

	if (is_late(w))
		r.next_s = r.created_s = anonymity_after(r.next_s);
	if (w->person) {
		e = store_person_get(j->st, w->person, a, &p, why);
		if (e)
			return e;
		if (!r.address.len)
			r.address = address_of(&p);
		if (store_is_forgotten(r.address))
			return ERR_OK;
		r.language = p.language;
		e = hold(j, w, &p, &r, why);
		if (e)
			return e;
	}
	if (is_nowhere(r.address))
		return ERR_OK;
	if (!r.language.len)
		r.language = j->c.language;
	r.message_id = message_id_of(j, w->tag, a);
	return store_outbox_add(j->st, &r, &id, why);
}

enum err notify_of_tag(struct judge *j, struct str tag, struct arena *a,
		       struct outbox_row *row, struct why *why)
{
	return store_outbox_by_message_id(j->st, message_id_of(j, tag, a), a,
					  row, why);
}

/* what a log keeps of every adjudication, and is no news to anybody */
static bool is_record(int kind)
{
	static const int records[] = {
		COMMON_ADJUDICATION, COMMON_ORDERS_SIGNED, COMMON_ORDERS_READ,
		COMMON_CARD_NAMED,   COMMON_DRAWN,         COMMON_QUEUED,
		COMMON_QUEUE_SET,    COMMON_ORDERS_MEANT,
	};

	for (size_t i = 0; i < ARRAY_LEN(records); i++)
		if (records[i] == kind)
			return true;
	return false;
}

/* what becomes of orders by which nothing is done */
static bool is_of_orders(int kind)
{
	static const int orders[] = {
		COMMON_REFUSED,          COMMON_UNQUEUED,
		COMMON_QUEUE_STOPPED,    COMMON_STANDING_SET,
		COMMON_STANDING_REMOVED, COMMON_EXPIRED,
		COMMON_LAPSED,           COMMON_ENDS_NOTHING,
		COMMON_WAITING,          COMMON_DICE_WAIT,
	};

	for (size_t i = 0; i < ARRAY_LEN(orders); i++)
		if (orders[i] == kind)
			return true;
	return false;
}

/* or only says that something sealed has arrived: the other seats read it with
 * its effects */
static bool is_quiet(const struct event_schema *schema, int kind)
{
	return is_record(kind) || kind == COMMON_COMMITTED ||
	       event_kind(schema, kind)->sealed;
}

static bool is_awaited(const struct awaiting *w, int seat)
{
	for (int i = 0; i < w->n; i++)
		if (w->v[i].seat == seat && w->v[i].blocking)
			return true;
	return false;
}

/*
 * Has the adjudication news for this slot? Rolls, moves, damage and rulings go
 * to everybody. Waiting, refused or replaced orders concern only their own
 * seat, and need no report if that seat sent the mail.
 */
static bool is_news(const struct adjudication *x, int slot,
		    const struct awaiting *after)
{
	int seat = slot_seat(slot);

	if (is_awaited(after, seat) && !is_awaited(&x->before, seat))
		return true;
	for (int i = 0; i < x->list.n; i++) {
		const struct event *e = &x->list.v[i];

		/* a master reads hidden events with the next mail, unless they
		 * need an answer */
		if (!game_ctx_shows(x->t, slot, e->audience, e->kind) ||
		    (slot_is_master(slot) && e->audience != AUDIENCE_ALL &&
		     e->kind != COMMON_PRESS_PUBLISH_AGREED))
			continue;
		if (slot == adjudication_sender(x)
			    ? !is_record(e->kind) && !is_of_orders(e->kind)
			    : !is_quiet(&x->t->sys->rules->events, e->kind))
			return true;
	}
	return false;
}

/* Has the seat done something, and is still in the same turn of its own? */
static bool goes_on(const struct adjudication *x, int seat)
{
	const struct span *was = &x->span[seat];
	struct span now;
	bool done = false;

	for (int i = 0; i < x->list.n; i++)
		done |= x->list.v[i].kind >= EVENT_FIRST_OWN &&
			x->list.v[i].audience == AUDIENCE_ALL;
	if (!done || !x->t->sys->rules->span)
		return false;
	x->t->sys->rules->span(x->t->game->state, seat, -1, &now);
	return was->own && now.own && was->number && was->number == now.number;
}

static bool tells(const struct adjudication *x, int kind)
{
	for (int i = 0; i < x->list.n; i++)
		if (x->list.v[i].kind == kind)
			return true;
	return false;
}

/*
 * Does a receipt answer the sender of these orders? A report answers instead
 * if the game asks the sender for something new, or if the position is one that
 * no earlier report has shown.
 */
static bool needs_receipt(const struct adjudication *x, int slot, bool news,
			  const struct awaiting *after)
{
	int seat = slot_seat(slot);

	if (seat < 0)
		return false;
	if (!news)
		return true;
	return slot == adjudication_sender(x) && x->cause == CAUSE_MAIL &&
	       x->t->row.state != GAME_ENDED && !x->went_back &&
	       !tells(x, COMMON_GAME_STARTED) &&
	       !entropy_round_awaits(&x->t->entropy, seat) &&
	       (!is_awaited(after, seat) || goes_on(x, seat));
}

struct stillness {
	const struct event_schema *schema;
	bool letters; /* those for all, too */
	bool still;
};

static bool still_row(void *context, const struct event_row *r)
{
	struct stillness *s = context;
	struct event e;

	s->still = r->audience != AUDIENCE_ALL ||
		   (event_parse(r->json, s->schema, &e) &&
		    (is_quiet(s->schema, e.kind) ||
		     (s->letters && e.kind == COMMON_PRESS_SENT)));
	return s->still;
}

enum err notify_still(const struct game_ctx *t, int64_t first, int64_t last,
		      bool letters, bool *still, struct why *why)
{
	struct stillness s = { .schema = &t->sys->rules->events,
			       .letters = letters,
			       .still = true };
	enum err e = store_event_list(t->j->st, t->row.id, first, last,
				      still_row, &s, why);

	*still = s.still;
	return e;
}

struct str notify_report_tag(const struct game_ctx *t, struct arena *a,
			     int slot, int64_t point)
{
	char name[8];

	slot_name(slot, name);
	return str_of(arena_printf(a, "%.*s.%lld.%s", STR_ARG(t->row.name),
				   (long long)point, name));
}

struct str notify_press_tag(const struct game_ctx *t, struct arena *a, int slot,
			    int64_t point)
{
	struct str tag = notify_report_tag(t, a, slot, point);

	return str_of(arena_printf(a, "%.*s.letter", STR_ARG(tag)));
}

/* The row of that report, 0: the seat had none. */
static enum err report_row(const struct notify *w, int64_t point,
			   struct arena *a, struct outbox_row *row,
			   struct why *why)
{
	struct str tag = notify_report_tag(w->t, a, w->slot, point);
	enum err e = notify_of_tag(w->t->j, tag, a, row, why);

	if (e == ERR_NOT_FOUND)
		*row = (struct outbox_row){ .id = 0 };
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

enum err notify_of_point(struct notify *w, int64_t point, struct arena *a,
			 struct why *why)
{
	struct outbox_row row;
	struct head_row head, before = { .n_events = 0 };
	enum err e =
		store_head_get(w->t->j->st, w->t->row.id, point, &head, why);

	if (!e && point > 1)
		e = store_head_get(w->t->j->st, w->t->row.id, point - 1,
				   &before, why);
	if (!e)
		e = report_row(w, point, a, &row, why);
	if (e)
		return e;
	w->point = point;
	/* what went with another one was not sent as it was */
	w->again = row.state == OUTBOX_WITHDRAWN || !str_is(row.kind, "report")
			   ? 0
			   : row.id;
	w->first_event =
		row.first_event ? row.first_event : before.n_events + 1;
	w->last_event = head.n_events;
	return ERR_OK;
}

static bool note_at(void *context, const struct event_row *r)
{
	*(int64_t *)context = r->point;
	return false;
}

enum err notify_range(struct notify *w, int64_t events, struct why *why)
{
	struct store *st = w->t->j->st;
	int64_t game = w->t->row.id, from, point = 1;
	struct head_row head;
	enum err e = store_head_get(st, game, w->point, &head, why);

	if (e)
		return e;
	w->first_event = 1;
	w->last_event = head.n_events;
	from = head.n_events - events + 1;
	if (from > 1)
		e = store_event_list(st, game, from, from, note_at, &point,
				     why);
	if (!e && point > 1) {
		e = store_head_get(st, game, point - 1, &head, why);
		w->first_event = head.n_events + 1;
	}
	return e;
}

/* The first event that the seat has not heard of: before the report of this
 * adjudication there may be such that were no news. */
static enum err unheard(struct adjudication *x, int slot, int64_t *first,
			struct why *why)
{
	const struct game_ctx *t = x->t;
	struct store *st = x->j->st;
	struct stillness s = { .schema = &t->sys->rules->events };
	struct head_row head;
	struct outbox_row row;
	enum err e = ERR_OK;

	for (int64_t point = x->point - 1; !e && point > 1; point--) {
		struct str tag = notify_report_tag(t, x->a, slot, point);

		e = notify_of_tag(x->j, tag, x->a, &row, why);
		if (e != ERR_NOT_FOUND)
			return e;
		e = store_head_get(st, t->row.id, point - 1, &head, why);
		s.still = true;
		if (!e)
			e = store_event_list(st, t->row.id, head.n_events + 1,
					     *first - 1, still_row, &s, why);
		if (e || !s.still)
			return e;
		*first = head.n_events + 1;
	}
	return e;
}

/* Everybody must know of these soon, whatever they prefer. */
static bool is_grave(const struct adjudication *x)
{
	static const int grave[] = { COMMON_KEY_ADDED, COMMON_KEY_REVOKED,
				     COMMON_ADDRESS_CHANGED, COMMON_UNDONE };

	if (x->cause != CAUSE_MAIL && x->cause != CAUSE_TIMER)
		return true;
	for (int i = 0; i < x->list.n; i++)
		for (size_t k = 0; k < ARRAY_LEN(grave); k++)
			if (x->list.v[i].kind == grave[k])
				return true;
	return false;
}

/* Is something asked of who sits here: by the game, the dice, the table? */
static bool is_asked(const struct adjudication *x, int slot,
		     const struct awaiting *after)
{
	const struct game_ctx *t = x->t;
	const struct table_state *g = &t->agreements;

	if (slot >= t->n_players)
		return false;
	for (int i = 0; i < after->n; i++)
		if (after->v[i].seat == slot)
			return true;
	for (int i = 0; i < g->n_open; i++)
		if (!((g->open[i].agree | g->open[i].against) >> slot & 1))
			return true;
	return entropy_round_awaits(&t->entropy, slot);
}

/*
 * The kind of a report for the delivery schedule. A seat that can dispute it
 * gets it early enough.
 */
static enum delivery_schedule_kind
news_kind(const struct adjudication *x, int slot, const struct awaiting *after)
{
	enum { DISPUTE_LEAST_S = 2 * DAY_S };
	const struct game_row *g = &x->t->row;

	if (slot == x->slot || is_grave(x) || g->dispute_s < DISPUTE_LEAST_S)
		return DELIVERY_SCHEDULE_NEVER;
	if (g->state == GAME_ENDED)
		return DELIVERY_SCHEDULE_NEWS;
	return g->state == GAME_RUNNING && !is_asked(x, slot, after)
		       ? DELIVERY_SCHEDULE_JOINED
		       : DELIVERY_SCHEDULE_NEVER;
}

/* Of these events of the judge a player can read with the next report. */
static bool can_wait(const struct adjudication *x, const struct event *e,
		     int slot)
{
	static const int words[] = {
		COMMON_ROLLED,           COMMON_LINK_OPENED,
		COMMON_CHAIN_COMMITTED,  COMMON_ENTROPY_COMMITTED,
		COMMON_ENTROPY_REVEALED, COMMON_ENTROPY_DECLINED,
		COMMON_OPENED,           COMMON_AUTO_CHOSE,
		COMMON_AUTO_DONE,        COMMON_AUTO_OVER
	};
	const struct system *rules = x->t->sys->rules;
	int seat;

	if (e->kind >= EVENT_FIRST_OWN && rules->asks && rules->asks(e->kind))
		return false;
	if (e->kind >= EVENT_FIRST_OWN || is_record(e->kind) ||
	    is_of_orders(e->kind) || e->kind == COMMON_COMMITTED)
		return true;
	/* the report answers the mail by which the reader has got the seat */
	if (e->kind == COMMON_SEAT_TAKEN) {
		seat = event_get(e, COMMON_SEAT_TAKEN_SEAT);
		return (seat != slot || !x->reply_to.len) &&
		       (!x->t->row.started || seat >= x->t->n_players);
	}
	/* a new person brings keys */
	if (e->kind == COMMON_KEY_ADDED)
		return !x->t->row.started && tells(x, COMMON_SEAT_TAKEN);
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (e->kind == words[i])
			return true;
	return false;
}

static bool is_full(const struct game_ctx *t)
{
	for (int i = 0; i < t->n_players; i++)
		if (!t->seats[i].person)
			return false;
	return true;
}

/*
 * How long a player's report waits for the next one, 0: not at all. Nobody is
 * mailed because another one joins, watches, or is in the middle of a turn: the
 * report of the turn's end tells it. A report that asks for something, or that
 * makes the reader's orders stale, never waits.
 */
static int64_t hold_of(const struct adjudication *x, int slot,
		       const struct awaiting *after)
{
	const struct game_ctx *t = x->t;
	bool plays = false;
	bool leads = slot_is_master(slot) && x->cause == CAUSE_OPERATOR &&
		     t->row.state == GAME_OPEN;

	if ((slot >= t->n_players && !leads) || slot == x->slot ||
	    (t->row.state != GAME_RUNNING && t->row.state != GAME_OPEN) ||
	    entropy_round_awaits(&t->entropy, slot))
		return 0;
	for (int i = 0; i < x->list.n; i++) {
		const struct event *e = &x->list.v[i];

		if (!game_ctx_shows(t, slot, e->audience, e->kind))
			continue;
		if (!can_wait(x, e, slot))
			return 0;
		plays |= e->kind >= EVENT_FIRST_OWN;
	}
	if (is_awaited(after, slot) &&
	    (plays || !log_event_floor_stays(slot, x->slot, &x->before, after,
					     x->run.acted, &x->list)))
		return 0;
	if (leads && is_full(t))
		return HOLD_START_S;
	if (!plays)
		return HOLD_JOINS_S;
	if (x->cause != CAUSE_MAIL || x->slot < 0 || x->slot >= t->n_players ||
	    !goes_on(x, x->slot))
		return 0;
	return t->row.dispute_s / 2 < HOLD_TURN_S ? t->row.dispute_s / 2
						  : HOLD_TURN_S;
}

enum err notify_serial_last(struct judge *j, int64_t game, int slot,
			    int64_t point, int64_t *serial, struct why *why)
{
	enum err e = store_serial_last(j->st, game, slot, point, serial, why);
	int64_t last, disputes = 0;
	struct join_list wishes = { .max = 0 };

	if (e || !slot_is_master(slot))
		return e;
	e = store_join_waiting(j->st, game, NULL, &wishes, why);
	if (!e)
		e = store_dispute_count(j->st, game, &last, &disputes, why);
	*serial += wishes.waiting + disputes;
	return e;
}

enum err notify_report(struct adjudication *x, int64_t first, struct why *why)
{
	const struct game_ctx *t = x->t;
	struct awaiting after = { .n = 0 };
	int sender = adjudication_sender(x);
	enum err e = ERR_OK;

	system_awaiting(t->sys->rules, t->game->state, &after);
	for (int i = 0; !e && i < t->n_seats; i++) {
		const struct seat_row *s = &t->seats[i];
		bool news = is_news(x, s->slot, &after);
		bool receipt = needs_receipt(x, s->slot, news, &after);
		struct notify w = {
			.kind = receipt ? "receipt" : "report",
			.matter = news || !receipt ? STR("{}")
						   : STR("{\"still\":1}"),
			.person = s->person,
			.t = t,
			.slot = s->slot,
			.point = t->row.point,
			.first_event = first,
			.last_event = t->row.n_events,
			.quiet = news_kind(x, s->slot, &after),
			.takes_over = !receipt,
			.hold_s = hold_of(x, s->slot, &after),
		};

		if (!s->person || s->stopped || spectators_is_place(s->slot) ||
		    (!news && s->slot != sender))
			continue;
		if (s->slot == sender)
			w.reply_to = x->reply_to;
		w.tag = notify_report_tag(t, x->a, s->slot, t->row.point);
		/* what was before them is no matter of a deputy's */
		if (s->slot < SLOT_DEPUTY)
			e = unheard(x, s->slot, &w.first_event, why);
		if (!e)
			e = notify_add(x->j, &w, x->a, why);
	}
	return e;
}

/* word: the required step of the random word, or NULL: it is a move */
static struct str reminder(int64_t due, const char *word, struct arena *a)
{
	struct payload m;

	payload_init(&m);
	payload_text(&m, "deadline", time_text(a, due));
	if (word)
		payload_int(&m, word, 1);
	if (word)
		payload_int(&m, "word", 1);
	return payload_end(&m, a);
}

static enum err remind(const struct game_ctx *t, int slot, int64_t due,
		       const char *word, struct arena *a, struct why *why)
{
	struct seat_row *s =
		game_ctx_seat((struct game_ctx *)(uintptr_t)t, slot);
	struct notify w = {
		.kind = "warning", .t = t, .slot = slot, .point = t->row.point
	};
	char name[8];

	if (!s || !s->person)
		return ERR_OK;
	w.person = s->person;
	w.due_s = due;
	w.matter = reminder(due, word, a);
	slot_name(slot, name);
	w.tag = str_of(arena_printf(a, "%.*s.%lld.%s.%s.%lld",
				    STR_ARG(t->row.name),
				    (long long)t->row.point, name,
				    word ? word : "warning", (long long)due));
	return notify_add(t->j, &w, a, why);
}

enum err notify_warning(const struct game_ctx *t, int slot, struct arena *a,
			struct why *why)
{
	int64_t due = 0;
	enum err e = store_timer_get(t->j->st, t->row.id, TIMER_DEADLINE,
				     slot_seat(slot), &due, why);

	if (e == ERR_NOT_FOUND)
		return ERR_OK;
	return e ? e : remind(t, slot, due, NULL, a, why);
}

enum err notify_warning_moot(struct judge *j, const struct outbox_row *r,
			     struct arena *a, bool *moot, struct why *why)
{
	struct str none = reminder(0, NULL, a);
	struct seat_row seat;
	int64_t due = 0;
	enum err e;

	*moot = false;
	/* one of a random word says more */
	if (!str_is(r->kind, "warning") || r->matter.len != none.len)
		return ERR_OK;
	/* another has the seat */
	e = store_seat_get(j->st, r->game, r->slot, a, &seat, why);
	*moot = e == ERR_NOT_FOUND || (!e && seat.person != r->person);
	if (*moot || e)
		return *moot ? ERR_OK : e;
	/* orders that are on hold are in */
	e = store_timer_get(j->st, r->game, TIMER_HOLD, slot_seat(r->slot),
			    &due, why);
	*moot = !e;
	if (*moot || e != ERR_NOT_FOUND)
		return e;
	e = store_timer_get(j->st, r->game, TIMER_DEADLINE, slot_seat(r->slot),
			    &due, why);
	*moot = e == ERR_NOT_FOUND ||
		(!e && !str_equal(r->matter, reminder(due, NULL, a)));
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

enum err notify_words_warning(const struct game_ctx *t, int slot,
			      struct arena *a, struct why *why)
{
	const struct entropy_round *c = &t->entropy;
	const char *word = entropy_round_seals(c, slot)   ? "word_seal"
			   : entropy_round_opens(c, slot) ? "word_open"
							  : "word_ask";

	return entropy_round_awaits(c, slot)
		       ? remind(t, slot, c->until_s, word, a, why)
		       : ERR_OK;
}

enum err notify_masters(const struct notify *w, struct arena *a,
			struct why *why)
{
	enum err e = ERR_OK;

	for (int i = 0; !e && i < w->t->n_seats; i++) {
		const struct seat_row *seat = &w->t->seats[i];
		struct notify one = *w;

		if (!seat->person || !slot_is_master(seat->slot))
			continue;
		one.person = seat->person;
		one.slot = seat->slot;
		one.tag = str_of(arena_printf(a, "%.*s.%d", STR_ARG(w->tag),
					      seat->slot));
		e = notify_add(w->t->j, &one, a, why);
	}
	return e;
}

enum err notify_allowed_last(struct judge *j, struct str whom, int limit,
			     bool *yes, bool *last, struct why *why)
{
	int before = 0;
	enum err e = store_answer_count(j->st, whom, judge_now(j) / DAY_S,
					&before, why);

	*yes = before < limit;
	*last = before == limit - 1;
	return e;
}

enum err notify_allowed(struct judge *j, struct str whom, int limit, bool *yes,
			struct why *why)
{
	bool last;

	return notify_allowed_last(j, whom, limit, yes, &last, why);
}
