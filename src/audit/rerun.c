/* src/audit/rerun.c */
#include "audit/rerun.h"
#include "audit/cards.h"
#include "audit/said.h"
#include "auth/log.h"
#include "base/parse.h"
#include "base/date.h"
#include "judge/agenda.h"
#include "judge/course.h"
#include "judge/record.h"
#include "rules/common.h"
#include "rules/value.h"
#include <stdlib.h>

/* Where a game is in its life; LIFE_ANY: any but ended. */
enum life { LIFE_OPEN, LIFE_RUNNING, LIFE_PAUSED, LIFE_ENDED, LIFE_ANY };

/* A link that was used, and the step it is for (judge/luck.h). */
struct link {
	uint64_t at; /* in the order of chains and links, from 0 */
	struct hash step;
	bool counts; /* at a point that led to where the game is */
	bool spent;
};

struct used {
	uint64_t point;
	size_t link; /* its place among the links */
};

/* A value of the second secret, and the step that drew it. */
struct drawn {
	uint64_t point, round;
	uint32_t number;
	struct hash step;
	bool counts, spent;
};

/* Orders of a player, or that they were silent, by the point that decided
 * them. */
struct kept {
	uint64_t point;
	uint64_t of; /* the point they were signed for: an undo plays them again
		      */
	int seat;
	bool silent;
	struct str text;
	size_t body;
	struct str language; /* in which they were read */
};

/* Which events for all of a point are its play: a byte each. */
struct played {
	const uint8_t *is;
	int n;
};

/* Letters of a player. */
struct posted {
	uint64_t point;
	struct agenda_letters letters;
	struct str to[PRESS_MAX]; /* as the log names their readers */
	int n;
};

/* What a player said of an adjudication. */
struct dispute {
	uint64_t point;
	bool ruled, undo; /* undo: it is yet to be taken back */
};

struct rerun {
	const struct game_kind *sys;
	struct arena *a;
	int n_seats;

	struct game *game;
	struct trials *trials;
	struct event *room;
	int n_room;
	enum life state;
	struct course course;
	struct agenda agenda;
	uint32_t taken;             /* a bit for each seat */
	struct str sits[SEATS_MAX]; /* who, as the log names them */
	int64_t floors[SEATS_MAX];
	struct str *states; /* packed, by point */
	size_t n_states, room_states;
	uint64_t *from; /* the point that each point went on from */
	size_t n_from, room_from;
	bool *sealed; /* was a sealed choice awaited after each point? */
	size_t n_sealed, room_sealed;
	struct link *links;
	size_t n_links, room_links;
	struct used *used;
	size_t n_used, room_used;
	struct drawn *drawn;
	size_t n_drawn, room_drawn;
	uint64_t round; /* of new draws */
	uint64_t started;
	struct kept *kept;
	size_t n_kept, room_kept;
	struct played *played; /* by point */
	size_t n_played, room_played;
	struct posted *posted;
	size_t n_posted, room_posted;
	struct dispute *disputes; /* by number */
	size_t n_disputes, room_disputes;
	bool by_dispute;       /* that is why the game is paused */
	bool by_deadline;      /* or that nobody's silence could carry it on */
	bool pauses;           /* must this adjudication pause it? */
	bool corrected;        /* by a game master, as the rules would not */
	uint64_t reroll_point; /* what is to be rolled again, 0: nothing */
	uint64_t fresh;        /* the next unused link, as struct link.at */
	struct cards *cards;
	uint64_t n_refused; /* orders, for cards that the log has not */

	/* the adjudication at hand */
	const struct rerun_point *p;
	struct verify_fault *f;
	struct arena tmp;
	int next; /* of the log's events for all: not yet taken as input */
	int seat; /* who acted, -1 */
	struct str cause;
	struct event_list list;
	struct game_run run;
	struct dice dice;
	struct catalog catalog;
	struct secrets secrets;
	struct dispute *ruling;
	struct drawn *at_hand; /* the number that is drawn */
	struct awaiting before;
	/* the step at hand: its hash, its link, and what the log has for it */
	bool is_known, lent;
	struct hash step;
	size_t link; /* its place; n_links: it is the next unused one */
	const struct chain_source *luck;
	size_t n_luck; /* links of the log that were taken */
	bool no_link;  /* it rolled, and the log has no link */
	bool no_secret;
	/* of a game whose dice rest on a beacon: whose default needs dice */
	bool beacon;
	uint32_t silent;
	struct said_script script; /* what a game master commands */
};

struct rerun *rerun_new(const struct game_kind *sys, int n_seats,
			struct arena *a)
{
	struct rerun *r = ARENA_NEW(a, struct rerun);

	r->sys = sys;
	r->cards = cards_new(sys, a);
	r->a = a;
	r->n_seats = n_seats;
	r->game = ARENA_NEW(a, struct game);
	r->trials = ARENA_NEW(a, struct trials);
	game_init(r->game, sys->rules);
	r->n_room = ADJUDICATION_EVENTS;
	r->room = ARENA_ARRAY(a, ADJUDICATION_EVENTS, struct event);
	r->state = LIFE_OPEN;
	course_init(&r->course, (unsigned)n_seats, 0);
	agenda_init(&r->agenda);
	return r;
}

/* Telling --------------------------------------------------------------------
 */

static bool at_end(struct rerun *r, const char *what)
{
	return verify_wrong(r->f, r->p->line, 0, 0, NULL, NULL, "%s", what);
}

static bool at_event(struct rerun *r, const struct rerun_event *e,
		     const struct str *expected, const char *what)
{
	return verify_wrong(r->f, e->line, e->leaf, e->inner, expected,
			    expected ? &e->json : NULL, "%s", what);
}

/* at the event that is the next input, or the end of those for all */
static bool at_input(struct rerun *r, const char *what)
{
	const struct rerun_events *all = &r->p->all;

	return at_event(r, r->next < all->n ? &all->v[r->next] : r->p->end_of,
			NULL, what);
}

static struct str text_at(struct rerun *r, const struct event *e, int field)
{
	return record_text(&r->tmp, e, field);
}

/* Chance ---------------------------------------------------------------------
 */

static const struct hash *step_of(struct rerun *r)
{
	struct buf bytes;

	if (r->is_known)
		return &r->step;
	buf_init(&bytes, GAME_ENCODED_MAX);
	game_step_render(&r->run, &bytes);
	r->step = hash_of(buf_str(&bytes));
	buf_release(&bytes);
	r->is_known = true;
	return &r->step;
}

/* The link that this step must use, and the one that the log has. */
static void link_take(struct rerun *r)
{
	const struct hash *step = step_of(r);

	for (r->link = 0; r->link < r->n_links; r->link++) {
		const struct link *l = &r->links[r->link];

		if (!l->counts && !l->spent && hash_equal(&l->step, step))
			break;
	}
	r->luck = r->n_luck < r->p->n_luck ? &r->p->luck[r->n_luck++] : NULL;
	r->no_link |= !r->luck;
	r->lent = true;
}

static uint32_t bits(const void *source, uint32_t roll, uint32_t draw)
{
	struct rerun *r = (struct rerun *)(uintptr_t)source;

	if (!r->lent)
		link_take(r);
	return r->luck ? chain_bits(r->luck, roll, draw) : 0;
}

static void rolled(void *watcher, uint32_t roll, unsigned sides, unsigned face)
{
	struct rerun *r = watcher;

	record_rolled(&r->run, r->seat, roll, sides, face);
}

/* An event of the log with something that only its judge knew: taken as it is,
 * verify.c has checked it. An empty one, which differs, if it is not there. */
static void emit_known(struct rerun *r, int kind, int field, int32_t number)
{
	struct event e, known;
	struct str json;

	event_start(&e, kind, 0);
	if (field)
		event_put(&e, 0, number);
	event_put_hash(&e, field, (const uint8_t[HASH_SIZE]){ 0 });
	for (int i = r->next; i < r->p->all.n; i++) {
		json = r->p->all.v[i].json;
		if (!event_parse(json, &r->sys->rules->events, &known) ||
		    known.kind != kind)
			continue;
		memcpy(e.w + e.end[field] - 8, known.w + known.end[field] - 8,
		       8 * sizeof(e.w[0]));
	}
	game_emit(&r->run, &e);
}

/* The keys of an anonymous game: verify.c has checked each. */
static void emit_opened(struct rerun *r)
{
	struct event known;

	for (int i = r->next; i < r->p->all.n; i++)
		if (event_parse(r->p->all.v[i].json, &r->sys->rules->events,
				&known) &&
		    known.kind == COMMON_KEY_OPENED)
			game_emit(&r->run, &known);
}

/* The step at hand has rolled: its link is told behind it. */
static void link_close(struct rerun *r)
{
	bool again = r->link < r->n_links;
	uint64_t at = again ? r->links[r->link].at : r->fresh;
	struct chain_source link = { .chain = (uint32_t)(at / CHAIN_LAST),
				     .number = (uint32_t)(at % CHAIN_LAST) + 1,
				     .link = r->luck->link };

	record_link(&r->run, &link, r->dice.n_rolls);
	if (!again) {
		r->links = arena_grow(r->a, r->links, r->n_links,
				      &r->room_links, sizeof(*r->links));
		r->links[r->n_links++] =
			(struct link){ .at = r->fresh++, .step = r->step };
		if (link.number == CHAIN_LAST - CHAIN_SPARE)
			emit_known(r, COMMON_CHAIN_COMMITTED,
				   COMMON_CHAIN_COMMITTED_CHAIN,
				   (int32_t)link.chain + 1);
	}
	r->links[r->link].counts = true;
	r->used = arena_grow(r->a, r->used, r->n_used, &r->room_used,
			     sizeof(*r->used));
	r->used[r->n_used++] =
		(struct used){ .point = r->p->point, .link = r->link };
}

static void stepped(void *watcher)
{
	struct rerun *r = watcher;

	if (r->dice.n_rolls && r->luck)
		link_close(r);
	r->dice.n_rolls = 0;
	r->is_known = r->lent = false;
}

/* Does a value that counts stand in this round? */
static bool draw_counts(const struct rerun *r, uint32_t number, uint64_t round)
{
	for (size_t i = 0; i < r->n_drawn; i++)
		if (r->drawn[i].counts && r->drawn[i].number == number &&
		    r->drawn[i].round == round)
			return true;
	return false;
}

static struct drawn *draw_of(struct rerun *r, uint32_t number)
{
	struct drawn d = { .point = r->p->point,
			   .round = r->round,
			   .number = number,
			   .step = *step_of(r),
			   .counts = true };
	bool again = false;

	if (r->at_hand && r->at_hand->number == number)
		return r->at_hand;
	for (size_t i = 0; i < r->n_drawn; i++) {
		const struct drawn *old = &r->drawn[i];

		if (old->counts || old->spent || old->number != number ||
		    !hash_equal(&old->step, &d.step) ||
		    (again && old->round >= d.round) ||
		    draw_counts(r, number, old->round))
			continue;
		again = true;
		d.round = old->round;
	}
	r->drawn = arena_grow(r->a, r->drawn, r->n_drawn, &r->room_drawn,
			      sizeof(*r->drawn));
	r->drawn[r->n_drawn] = d;
	r->at_hand = &r->drawn[r->n_drawn++];
	return r->at_hand;
}

/* It was opened, or a fresh undo took it back. */
static void draw_spend(struct rerun *r, uint32_t number, uint64_t round)
{
	for (size_t i = 0; i < r->n_drawn; i++)
		if (r->drawn[i].number == number && r->drawn[i].round == round)
			r->drawn[i].spent = true;
}

/* of the game whose second secret the log opens */
static struct hidden hidden_of(struct rerun *r, uint32_t number)
{
	struct hidden h = { .game = r->p->game,
			    .words = spoken_digest(&r->course.words),
			    .number = number };

	if (r->p->secret)
		memcpy(h.secret, r->p->secret->b, HASH_SIZE);
	else
		r->no_secret = true;
	return h;
}

static uint32_t secret_bits(const void *source, uint32_t number, uint32_t draw)
{
	struct rerun *r = (struct rerun *)(uintptr_t)source;
	struct hidden h = hidden_of(r, number);

	return hidden_bits(&h, (uint32_t)draw_of(r, number)->round, draw);
}

static void secret_commit(const void *source, uint32_t number, struct str bytes,
			  unsigned char hash[32])
{
	struct rerun *r = (struct rerun *)(uintptr_t)source;
	struct hidden h = hidden_of(r, number);
	struct hash salt =
		hidden_commitment_salt(&h, (uint32_t)draw_of(r, number)->round);
	struct hash is = log_commitment(&salt, bytes);

	memcpy(hash, is.b, sizeof(is.b));
}

static void secret_salt(const void *source, uint32_t number,
			unsigned char out[32])
{
	struct rerun *r = (struct rerun *)(uintptr_t)source;
	struct hidden h = hidden_of(r, number);
	struct hash salt;
	uint64_t round = 0;

	for (size_t i = 0; i < r->n_drawn; i++)
		if (r->drawn[i].number == number && r->drawn[i].counts)
			round = r->drawn[i].round;
	salt = hidden_commitment_salt(&h, (uint32_t)round);
	draw_spend(r, number, round);
	memcpy(out, salt.b, sizeof(salt.b));
}

static void secret_drawn(void *watcher, uint32_t number, unsigned sides,
			 unsigned value)
{
	struct rerun *r = watcher;

	record_drawn(&r->run, number, (int64_t)draw_of(r, number)->round, sides,
		     value);
}

/* What is taken from the log -------------------------------------------------
 */

/* The next event of the log as it is, if it is of this kind and fits. */
static bool input(struct rerun *r, int kind, struct event **out)
{
	const struct event_kind *k = event_kind(&r->sys->rules->events, kind);
	struct event *e = &r->list.v[r->list.n];

	if (r->next == r->p->all.n ||
	    !event_parse(r->p->all.v[r->next].json, &r->sys->rules->events,
			 e) ||
	    e->kind != kind)
		return verify_wrong(
			r->f,
			r->next < r->p->all.n ? r->p->all.v[r->next].line
					      : r->p->end_of[0].line,
			r->next < r->p->all.n ? r->p->all.v[r->next].leaf : 0,
			0, NULL, NULL, "expected the event %s", k->name);
	if (r->list.max - r->list.n < GAME_MARGIN)
		return at_input(r, "too much at once");
	if (!game_evolve(r->game, e))
		return at_input(r, "it does not fit the state of the game");
	r->list.n++;
	r->next++;
	*out = e;
	return true;
}

/* The same, of what the table agrees on. */
static bool input_said(struct rerun *r, int kind, struct event **out)
{
	return input(r, kind, out) &&
	       (agenda_follow(&r->agenda, *out, r->p->at_s) ||
		at_input(r, "the table has agreed on something else"));
}

/* Is the log's next event of this kind? */
static bool next_is(const struct rerun *r, int kind)
{
	struct event e;

	return r->next < r->p->all.n &&
	       event_parse(r->p->all.v[r->next].json, &r->sys->rules->events,
			   &e) &&
	       e.kind == kind;
}

static bool begin(struct rerun *r)
{
	struct event *e;

	if (r->p->point == 1) {
		if (!input(r, COMMON_GAME_CREATED, &e))
			return false;
		course_init(&r->course, (unsigned)r->n_seats,
			    event_get(e, COMMON_GAME_CREATED_WORDS));
		r->beacon = text_at(r, e, COMMON_GAME_CREATED_BEACON).len;
		r->run.dice_wait = r->beacon;
	}
	if (!input(r, COMMON_ADJUDICATION, &e))
		return false;
	r->seat = event_get(e, COMMON_ADJUDICATION_SEAT);
	r->cause = text_at(r, e, COMMON_ADJUDICATION_CAUSE);
	if (r->p->is_signed &&
	    (!input(r, COMMON_ORDERS_SIGNED, &e) ||
	     r->seat != event_get(e, COMMON_ORDERS_SIGNED_SEAT)))
		return at_end(r, "its orders were signed for another seat");
	return true;
}

/* What the rules rely on, before they are asked anything: the log is foreign.
 * What they keep to besides, a game master's correction may leave. */
static bool sound(struct rerun *r)
{
	const struct system *sys = r->sys->rules;
	bool rules_made = r->state != LIFE_OPEN && !r->corrected;
	const char *what = rules_made ? system_invariant(sys, r->game->state)
				      : system_sound(sys, r->game->state);

	if (!what && r->p->point == 1)
		what = game_position_check(
			r->game, r->n_seats,
			arena_alloc(&r->tmp, sizeof(struct game)));
	return !what || verify_wrong(r->f, r->p->line, 0, 0, NULL, NULL,
				     "no game can stand so: %s", what);
}

/* A player's orders ----------------------------------------------------------
 */

/* A list that runs full grows just as the judge's did: see adjudicate.c. */
static bool make_room(struct rerun *r)
{
	int max = 2 * r->list.max;
	struct event *longer;

	if (max > ADJUDICATION_EVENTS_MAX)
		return at_end(r, "the rules come to no end here");
	if (max > r->n_room) {
		longer = ARENA_ARRAY(r->a, (size_t)max, struct event);
		memcpy(longer, r->room, (size_t)r->list.n * sizeof(*longer));
		r->room = r->list.v = longer;
		r->n_room = max;
	}
	r->list.max = max;
	return true;
}

static bool pump(struct rerun *r)
{
	do {
		if (r->list.max - r->list.n < 2 * GAME_MARGIN && !make_room(r))
			return false;
		r->run.more = false;
		game_pump(&r->run, false);
	} while (r->run.more);
	if (r->beacon && r->run.dice_wait && !course_waits(&r->course) &&
	    r->state == LIFE_RUNNING)
		record_beacon(&r->run, &r->tmp, r->p->at_s, r->silent);
	return true;
}

/* The language of who wrote the orders at hand, as the log has it; or "". */
static struct str language_of(struct rerun *r)
{
	const struct rerun_events *own = &r->p->sealed[r->seat];
	struct event e;

	for (int i = 0; i < own->n; i++)
		if (event_parse_as(own->v[i].json, &r->sys->rules->events,
				   COMMON_ORDERS_READ, &e))
			return record_text(r->a, &e,
					   COMMON_ORDERS_READ_LANGUAGE);
	return STR("");
}

/* What its orders called cards by, as the log has it. */
static void names_said(struct rerun *r)
{
	const struct rerun_events *own = &r->p->sealed[r->seat];
	struct record_names said = { .n = 0 };
	struct event e;

	for (int i = 0; i < own->n; i++)
		if (event_parse_as(own->v[i].json, &r->sys->rules->events,
				   COMMON_CARD_NAMED, &e))
			record_name_add(
				&said, r->a,
				record_text(r->a, &e, COMMON_CARD_NAMED_NAME),
				record_text(r->a, &e, COMMON_CARD_NAMED_KEY));
	cards_called(r->cards, &said);
}

static bool orders_parse(struct rerun *r, struct str text, struct str language,
			 struct orders **read, struct submission *out)
{
	const struct grammar *g = r->sys->grammar;
	struct orders *o = arena_alloc(&r->tmp, sizeof(*o));
	struct game *view = arena_alloc(&r->tmp, sizeof(*view));
	struct grammar_names names = { 0 };

	*read = o;
	game_view(r->game, r->seat, view);
	cards_names(r->cards, view, &r->tmp, &names);
	names_said(r);
	orders_read(&r->tmp, g, &names, vocabulary_lang(g->words, language),
		    text, o);
	if (o->n_complaints)
		return verify_wrong(r->f, r->p->all.v[r->next - 1].line,
				    r->p->all.v[r->next - 1].leaf, 0, NULL,
				    NULL,
				    "line %d of the signed orders cannot "
				    "be read",
				    o->complaints[0].line);
	orders_submission(&r->tmp, o, r->seat, out);
	return true;
}

/* A dispute: what is past, and the game as it stood then. */
static bool play_dispute(struct rerun *r, const struct dispute_line *l)
{
	int64_t point = l->point;
	struct dispute *d;

	if (l->bad || point >= (int64_t)r->p->point ||
	    (r->state != LIFE_RUNNING && r->state != LIFE_PAUSED))
		return at_input(r, "there is nothing to dispute here");
	r->disputes = arena_grow(r->a, r->disputes, r->n_disputes,
				 &r->room_disputes, sizeof(*r->disputes));
	d = &r->disputes[r->n_disputes++];
	*d = (struct dispute){ .point = (uint64_t)point };
	record_dispute(&r->run, r->seat, (int64_t)r->n_disputes, l,
		       r->state == LIFE_RUNNING);
	r->by_dispute |= r->state == LIFE_RUNNING;
	r->state = LIFE_PAUSED;
	return true;
}

/* Is the game to go on of itself, for all is ruled? */
static bool all_ruled(const struct rerun *r)
{
	bool open = r->reroll_point != 0;

	for (size_t i = 0; i < r->n_disputes; i++)
		open |= !r->disputes[i].ruled;
	return !open;
}

/* Does the game wait for this seat's orders, late as they are, and for nothing
 * else? */
static bool awaited_late(const struct rerun *r)
{
	bool blocks = false;

	for (int i = 0; i < r->before.n; i++)
		blocks |= r->before.v[i].blocking &&
			  r->before.v[i].seat == r->seat;
	return r->by_deadline && blocks && all_ruled(r);
}

static void go_on(struct rerun *r)
{
	struct event resumed;

	event_start(&resumed, COMMON_GAME_RESUMED, 0);
	event_put_text(&resumed, COMMON_GAME_RESUMED_BY, STR("judge"));
	game_emit(&r->run, &resumed);
	r->state = LIFE_RUNNING;
	r->by_dispute = r->by_deadline = false;
}

static void words_step(struct rerun *r, bool time_up)
{
	bool full = r->taken == (1u << r->n_seats) - 1;

	if (course_step(&r->course, &r->run, r->p->at_s, full, time_up))
		r->run.dice_wait = r->beacon;
}

/* The absence that the log has is that of the signed days, on the clocks of
 * some place: those differ by less than fifteen hours. */
static bool play_away(struct rerun *r, const struct motion *m)
{
	enum { CLOCKS_S = 15 * HOUR_S };
	int64_t from = 0, until = 0;
	struct event *e;

	if (!input_said(r, COMMON_AWAY, &e))
		return false;
	return (event_get(e, COMMON_AWAY_SEAT) == r->seat &&
		date_parse_time(text_at(r, e, COMMON_AWAY_FROM), &from) &&
		date_parse_time(text_at(r, e, COMMON_AWAY_UNTIL), &until) &&
		llabs(from - (int64_t)m->from * DAY_S) <= CLOCKS_S &&
		llabs(until - (m->until + INT64_C(1)) * DAY_S) <= CLOCKS_S) ||
	       at_input(r, "an absence on other days than were signed");
}

/* The keys of who comes to the table. */
static bool play_keys(struct rerun *r)
{
	struct event *e;

	while (next_is(r, COMMON_KEY_ADDED) || next_is(r, COMMON_KEY_REVOKED))
		if (!input(r,
			   next_is(r, COMMON_KEY_ADDED) ? COMMON_KEY_ADDED
							: COMMON_KEY_REVOKED,
			   &e))
			return false;
	return true;
}

/* The name of a person whom an anonymous game calls so; whom nobody knows any
 * more is called the same at its end. */
static struct str name_of(const struct rerun *r, struct str person)
{
	for (size_t i = 0; i < r->p->n_keys; i++)
		if (str_equal(r->p->keys[i].person, person))
			return r->p->keys[i].name;
	return person;
}

static bool is_masked(const struct rerun *r, struct str name)
{
	return r->agenda.policy.n[POLICY_ANONYMOUS] && str_starts(name, "~");
}

static bool play_deputy(struct rerun *r, const struct motion *m)
{
	enum { CLOCKS_S = 15 * HOUR_S };
	int64_t until;
	struct event *e;
	struct str name;

	if (!input_said(r, COMMON_DEPUTY_NAMED, &e))
		return false;
	name = name_of(r, text_at(r, e, COMMON_DEPUTY_NAMED_PERSON));
	if (event_get(e, COMMON_DEPUTY_NAMED_SEAT) == r->seat &&
	    event_get(e, COMMON_DEPUTY_NAMED_LETTERS) == (m->n != 0) &&
	    date_parse_time(text_at(r, e, COMMON_DEPUTY_NAMED_UNTIL), &until) &&
	    llabs(until - (m->until + INT64_C(1)) * DAY_S) <= CLOCKS_S &&
	    (is_masked(r, name) || str_equal(utf8_fold(&r->tmp, m->value),
					     utf8_fold(&r->tmp, name)))) {
		agenda_deputy_begins(&r->agenda, r->seat,
				     &r->game->queue[r->seat]);
		return play_keys(r);
	}
	r->next--;
	return at_input(r, "another deputy than was signed");
}

/* Does the log say that orders of a deputy wait? */
static bool is_told_to_wait(const struct rerun *r)
{
	struct event e;

	return next_is(r, COMMON_DEPUTY_ENDED) &&
	       event_parse(r->p->all.v[r->next].json, &r->sys->rules->events,
			   &e) &&
	       event_get(&e, COMMON_DEPUTY_ENDED_WAITS);
}

/* Who returns is first shown what waits: of the deputy, or, as programs were
 * before, whatever does. */
static bool play_return(struct rerun *r, bool *waits)
{
	const struct queue *q = &r->game->queue[r->seat];

	*waits = false;
	if (!agenda_is_deputed(&r->agenda, r->seat, r->p->at_s))
		return true;
	*waits = agenda_deputy_waits(&r->agenda, r->seat, q) ||
		 (queue_count(q) && is_told_to_wait(r));
	agenda_deputy_ends(&r->agenda, &r->run, r->seat, "return", *waits,
			   r->p->at_s);
	r->next++;
	return true;
}

static bool undo(struct rerun *r, const struct event *e,
		 const struct way_back *said);
static int seat_take(struct rerun *r, const struct event *e);
static bool play_seated(struct rerun *r, int seat);

/* Seats that the game cannot go on without. */
static uint32_t blocking_now(const struct rerun *r)
{
	struct awaiting w;
	uint32_t blocking = 0;

	system_awaiting(r->sys->rules, r->game->state, &w);
	for (int i = 0; r->state == LIFE_RUNNING && i < w.n; i++)
		if (w.v[i].blocking)
			blocking |= UINT32_C(1) << w.v[i].seat;
	return blocking;
}

/* Deadlines are moved of those. */
static bool play_moves(struct rerun *r)
{
	uint32_t blocking = blocking_now(r);
	struct event *e;

	while (next_is(r, COMMON_DEADLINE_MOVED)) {
		if (!input_said(r, COMMON_DEADLINE_MOVED, &e))
			return false;
		if (!(blocking >> event_get(e, COMMON_DEADLINE_MOVED_SEAT) & 1))
			return at_input(r, "a deadline of somebody who is not "
					   "awaited");
	}
	return true;
}

/* The same deadline for all who are awaited. */
static bool play_deadlines(struct rerun *r, int64_t due_s)
{
	uint32_t blocking = blocking_now(r);
	struct event *e;
	int64_t due;

	for (int i = 0; i < r->n_seats; i++) {
		if (!(blocking >> i & 1))
			continue;
		if (!input_said(r, COMMON_DEADLINE_SET, &e))
			return false;
		if (event_get(e, COMMON_DEADLINE_SET_SEAT) != i ||
		    !date_parse_time(
			    text_at(r, e, COMMON_DEADLINE_SET_DEADLINE),
			    &due) ||
		    due != due_s)
			return at_input(r, "the table agreed on another "
					   "deadline");
	}
	return true;
}

static bool play_option(struct rerun *r, const struct proposal *p)
{
	struct game_option_change c = { .by = STR("table"),
					.why = STR("option") };
	struct event e;

	if (!agenda_option(p, &c.name, &c.value) ||
	    !game_option_event(r->sys, r->game, &c,
			       arena_alloc(&r->tmp, sizeof(struct game)), &e))
		return at_input(r, "the game cannot have such an option");
	game_emit(&r->run, &e);
	r->next++;
	return r->state != LIFE_RUNNING || (sound(r) && pump(r));
}

/* Who sits down brings keys, and what was ordered in advance goes. */
static bool play_replaced(struct rerun *r, const struct proposal *p)
{
	struct event *e;

	if (!input_said(r, COMMON_SEAT_TAKEN, &e))
		return false;
	if (event_get(e, COMMON_SEAT_TAKEN_SEAT) != p->n)
		return at_input(r, "the table agreed on another seat");
	seat_take(r, e);
	if (!play_keys(r) || !play_seated(r, (int)p->n))
		return false;
	game_vacate(&r->run, (int)p->n);
	return true;
}

/* What the table has agreed on. */
static bool play_agreed(struct rerun *r, const struct proposal *p)
{
	int emitted = r->list.n;
	const struct way_back to = agenda_way_back(p);
	int64_t from, until;
	struct event *e;

	if (agenda_carry(&r->agenda, &r->run, p, r->state == LIFE_RUNNING,
			 r->p->at_s)) {
		r->next += r->list.n - emitted;
		if (agenda_ends(p))
			r->state = LIFE_ENDED;
		else if (p->what == MOTION_PAUSE && r->state == LIFE_RUNNING)
			r->state = LIFE_PAUSED;
		return true;
	}
	switch (p->what) {
	case MOTION_TAKEBACK:
		return input(r, COMMON_UNDONE, &e) &&
		       (undo(r, e, &to) ||
			at_input(r, "the table agreed on another takeback"));
	case MOTION_OPTION: return play_option(r, p);
	case MOTION_REPLACE: return play_replaced(r, p);
	case MOTION_DEADLINE: return play_deadlines(r, p->n);
	case MOTION_SKIP: return play_deadlines(r, r->p->at_s);
	case MOTION_REST:
		return input_said(r, COMMON_RESTED, &e) &&
		       ((date_parse_time(text_at(r, e, COMMON_RESTED_FROM),
					 &from) &&
			 date_parse_time(text_at(r, e, COMMON_RESTED_UNTIL),
					 &until) &&
			 agenda_rests(p, from, until)) ||
			at_input(r, "the table agreed on another rest"));
	default: return play_moves(r);
	}
}

/* A moment is on somebody's clocks, and a name is written as its owner does:
 * both as the log has them, if they can be what was signed. */
static bool proposed_as(struct rerun *r, struct motion *m)
{
	enum { CLOCKS_S = 15 * HOUR_S };
	struct str value, said = m->value, day, clock;
	struct event e;
	int64_t due;
	int32_t n;
	int h, min;

	if (m->kind != MOTION_PROPOSE ||
	    (m->what != MOTION_DEADLINE && m->what != MOTION_REPLACE))
		return true;
	if (!next_is(r, COMMON_PROPOSED))
		return at_input(r, "nothing is proposed");
	event_parse(r->p->all.v[r->next].json, &r->sys->rules->events, &e);
	value = text_at(r, &e, COMMON_PROPOSED_VALUE);
	m->value = value;
	if (m->what == MOTION_REPLACE) {
		(void)parse_field(&m->value, ' ', &day);
		return str_equal(utf8_fold(&r->tmp, said),
				 utf8_fold(&r->tmp, m->value)) ||
		       at_input(r, "the name of somebody else");
	}
	return (parse_field(&said, ' ', &day) && date_parse(day, &n) &&
		parse_field(&said, ' ', &clock) &&
		date_parse_clock(clock, &h, &min) &&
		date_parse_time(value, &due) &&
		llabs(due - (int64_t)n * DAY_S - h * HOUR_S - min * 60) <=
			CLOCKS_S) ||
	       at_input(r, "another deadline than was signed");
}

/* Whose letters they are and who may read them; and, should they ever be
 * opened, for whom. */
static void post(struct rerun *r, struct posted *p, const struct event *e)
{
	agenda_letters_note(&p->letters, e);
	if (p->n < PRESS_MAX)
		p->to[p->n++] =
			arena_str(r->a, text_at(r, e, COMMON_LETTER_TO));
}

/* The letters of an earlier point are those that the log told. */
static bool are_as_told(struct rerun *r, const struct posted *p)
{
	struct press press;
	struct buf to;
	bool same;

	press_take(&r->tmp, r->sys->grammar->words, r->p->unsealed.text,
		   &press);
	same = press.n == p->n;
	buf_init(&to, 100);
	for (int i = 0; same && i < p->n; i++) {
		bool found = false;

		press_to(&press.v[i], &to);
		/* those for all come first in the log */
		for (int k = 0; k < p->n; k++)
			found |= str_equal(buf_str(&to), p->to[k]);
		same = found;
	}
	buf_release(&to);
	return same;
}

/* All who may read them have said so, or not yet; seat -1: a game master. */
static bool play_unseal(struct rerun *r, int seat, int64_t point)
{
	struct posted none = { .n = 0 }, *p = &none;
	int emitted;

	agenda_letters_init(&none.letters);
	for (size_t i = 0; i < r->n_posted; i++)
		if ((int64_t)r->posted[i].point == point)
			p = &r->posted[i];
	if (agenda_refuses_unseal(&r->agenda, seat, point, &p->letters))
		return at_input(r, "letters are opened that cannot be");
	emitted = r->list.n;
	p->letters.open = agenda_unseal(&r->agenda, &r->run, seat, point,
					&p->letters, r->p->at_s);
	/* one is for those alone who may read them */
	r->next += r->list.n - emitted - 1;
	return !p->letters.open || are_as_told(r, p) ||
	       at_input(r, "what is opened is not what was written");
}

static bool play_motions(struct rerun *r, struct motions *all, bool orders)
{
	struct motion *m = all->v;
	int emitted = r->list.n;
	struct proposal done;
	struct event *e;

	if (!all->n && !all->bad)
		return true;
	if (motion_names(m))
		motion_name_seat(m, &r->tmp, r->sits, r->n_seats);
	if (all->bad || all->n > 1 || (orders && motion_stands_alone(m)) ||
	    motion_names(m) ||
	    agenda_refuses(&r->agenda, r->seat, m, r->p->at_s))
		return at_input(r, "something is said to the table that "
				   "cannot be said now");
	if (m->kind == MOTION_AWAY)
		return play_away(r, m);
	if (m->kind == MOTION_BACK)
		return input_said(r, COMMON_BACK, &e) &&
		       (event_get(e, COMMON_BACK_SEAT) == r->seat ||
			at_input(r, "another seat is back than signed"));
	if (m->kind == MOTION_DEPUTY)
		return play_deputy(r, m);
	if (m->kind == MOTION_RECALL) {
		agenda_deputy_ends(&r->agenda, &r->run, r->seat, "recall",
				   false, r->p->at_s);
		r->next++;
		return true;
	}
	if (m->kind == MOTION_UNSEAL)
		return play_unseal(r, r->seat, m->n);
	if (m->kind == MOTION_BLOCK || m->kind == MOTION_UNBLOCK) {
		agenda_block(&r->agenda, &r->run, r->seat, (int)m->n,
			     m->kind == MOTION_BLOCK, r->p->at_s);
		return true;
	}
	if (r->state == LIFE_OPEN)
		return at_input(r, "a proposal before the game has begun");
	if (!proposed_as(r, m))
		return false;
	agenda_say(&r->agenda, &r->run, &r->tmp, r->seat, r->n_seats, m,
		   r->p->at_s, &done);
	r->next += r->list.n - emitted;
	return !done.number || play_agreed(r, &done);
}

/* What is told for all so far is not read again. */
static void skip_told(struct rerun *r)
{
	r->next = 0;
	for (int i = 0; i < r->list.n; i++)
		r->next += r->list.v[i].audience == AUDIENCE_ALL;
}

/* Deadlines that were moved are told at the end. */
static bool play_moved(struct rerun *r)
{
	int emitted;

	skip_told(r);
	for (int i = 0; i < r->list.n && r->p->is_signed; i++)
		agenda_heard(&r->agenda, &r->list.v[i], r->seat);
	emitted = r->list.n;
	agenda_went_on(&r->agenda, &r->run, &r->list, r->p->at_s);
	r->next += r->list.n - emitted;
	return play_moves(r);
}

/* What a mail of orders holds. */
struct sent {
	struct submission s;
	struct orders *o;
	struct motions m;
	struct press press;
	struct word_lines w;
	struct str language;
	bool orders, says; /* some of the game; something beside it */
};

/* Why none of it could be taken, or NULL. late: the game waits for it. */
static const char *sent_refused(const struct rerun *r, const struct sent *t,
				bool late)
{
	if (r->p->claim_point < r->floors[r->seat] && (t->orders || !t->m.n))
		return "the orders were for an older state";
	/* letters may be opened when all is over */
	if (r->state == LIFE_ENDED && !t->orders && t->m.n == 1 &&
	    t->m.v[0].kind == MOTION_UNSEAL)
		return NULL;
	if (r->state == LIFE_ENDED || (r->state == LIFE_OPEN && t->orders) ||
	    (r->state == LIFE_PAUSED && !late && (t->orders || !t->says)))
		return "orders while the game is not played";
	return NULL;
}

static void keep(struct rerun *r, const struct kept *k)
{
	r->kept = arena_grow(r->a, r->kept, r->n_kept, &r->room_kept,
			     sizeof(*r->kept));
	r->kept[r->n_kept] = *k;
	r->kept[r->n_kept++].point = r->p->point;
}

static bool sent_play(struct rerun *r, const struct sent *t)
{
	keep(r, &(struct kept){ .of = r->p->point,
				.seat = r->seat,
				.text = r->p->orders.text,
				.body = r->p->body,
				.language = t->language });
	record_read(&r->run, r->sys->grammar, r->seat, t->o);
	record_named(&r->run, r->seat, cards_used(r->cards));
	/* verify.c has looked at them; here they come of signed text */
	if (word_lines_any(&t->w)) {
		if (course_refuses(&r->course, r->seat, &t->w))
			return at_input(r, "a word that is not taken now");
		course_take(&r->course, &r->run, r->seat, &t->w);
		words_step(r, false);
	}
	if (t->orders && game_submit(&r->run, &t->s) != SUBMIT_DONE)
		return at_input(r, "more orders than a queue can hold");
	return r->state != LIFE_RUNNING || (t->m.n && !t->orders) || pump(r);
}

/* What was signed, of a player or a deputy, is done. */
static bool orders_play(struct rerun *r, struct sent *t)
{
	bool late = r->state == LIFE_PAUSED && t->orders && awaited_late(r);
	const char *no = sent_refused(r, t, late);
	bool waits = false;

	if (no)
		return at_input(r, no);
	if (!r->p->by_deputy && t->orders && !play_return(r, &waits))
		return false;
	if (waits)
		return true;
	if (late)
		go_on(r);
	r->next += late;
	if (!play_motions(r, &t->m, t->orders) || !sent_play(r, t))
		return false;
	if (r->p->by_deputy)
		agenda_deputy_orders(&r->agenda, r->seat, r->run.told_mail);
	return true;
}

static bool play_orders(struct rerun *r)
{
	struct str text = r->p->orders.text;
	struct dispute_line dispute;
	struct sent t;

	if (r->seat < 0 || !str_is(r->cause, "mail"))
		return at_input(r, "orders of no player");
	text = lines_take(&r->tmp, r->sys->grammar->words, text, &t.w,
			  &dispute);
	text = motions_take(&r->tmp, r->sys->grammar->words, text, &t.m);
	text = press_take(&r->tmp, r->sys->grammar->words, text, &t.press);
	if (t.press.n || t.press.bad)
		return at_input(r, "letters are in no log");
	if (t.w.bad)
		return at_input(r, "a word that cannot be read");
	t.language = language_of(r);
	if (!orders_parse(r, text, t.language, &t.o, &t.s))
		return false;
	t.orders = game_orders_something(&t.s);
	t.says = word_lines_any(&t.w) || t.m.n;
	if (r->p->by_deputy && (t.says || dispute.has || t.m.bad ||
				game_gives_up(r->sys->rules, &t.s)))
		return at_input(r, "a deputy gives orders and nothing else");
	if (dispute.has)
		return t.orders || t.says
			       ? at_input(r, "a dispute stands alone")
			       : play_dispute(r, &dispute);
	return orders_play(r, &t);
}

/* A letter of the log, as its author can have written it. */
static bool letter_fits(struct rerun *r, const struct event *e)
{
	struct press_letter l;

	return e->kind == COMMON_LETTER &&
	       event_get(e, COMMON_LETTER_SEAT) == r->seat &&
	       press_to_parse(text_at(r, e, COMMON_LETTER_TO), &l) &&
	       !agenda_refuses_letter(&r->agenda, r->seat, r->n_seats, &l) &&
	       e->audience == agenda_readers(&r->agenda, r->seat, &l);
}

/* What was signed is closed: then it was letters and nothing else. */
static bool play_letters(struct rerun *r)
{
	const struct rerun_events *own = &r->p->sealed[r->seat];
	struct posted posted = { .point = r->p->point };
	int n = 0;

	agenda_letters_init(&posted.letters);

	if (r->seat < 0 || !str_is(r->cause, "mail") ||
	    r->state == LIFE_ENDED || r->p->by_deputy)
		return at_input(r, "what was signed is not there");
	while (next_is(r, COMMON_LETTER)) {
		const struct rerun_event *at = &r->p->all.v[r->next];
		struct event *e;

		if (!input(r, COMMON_LETTER, &e))
			return false;
		if (!letter_fits(r, e))
			return at_event(r, at, NULL,
					"nobody can write such a letter");
		post(r, &posted, e);
		n++;
	}
	for (int i = 0; i < own->n; i++, n++) {
		struct event e;

		if (!event_parse(own->v[i].json, &r->sys->rules->events, &e) ||
		    !letter_fits(r, &e))
			return at_event(r, &own->v[i], NULL,
					"nobody can write such a letter");
		post(r, &posted, &e);
		game_emit(&r->run, &e);
	}
	r->posted = arena_grow(r->a, r->posted, r->n_posted, &r->room_posted,
			       sizeof(*r->posted));
	r->posted[r->n_posted++] = posted;
	return (1 <= n && n <= PRESS_MAX) ||
	       at_input(r, "what was signed is not there");
}

/* What was kept is done once more. */
static bool play_kept(struct rerun *r, const struct kept *old)
{
	struct dispute_line dispute;
	struct word_lines w;
	struct motions m;
	struct press press;
	struct submission s;
	struct orders *o;
	struct str text;

	if (old->silent) {
		game_silent(&r->run, old->seat);
		return pump(r);
	}
	text = lines_take(&r->tmp, r->sys->grammar->words, old->text, &w,
			  &dispute);
	text = motions_take(&r->tmp, r->sys->grammar->words, text, &m);
	text = press_take(&r->tmp, r->sys->grammar->words, text, &press);
	if (!orders_parse(r, text, old->language, &o, &s))
		return false;
	record_read(&r->run, r->sys->grammar, r->seat, o);
	record_named(&r->run, r->seat, cards_used(r->cards));
	if (game_submit(&r->run, &s) != SUBMIT_DONE)
		return at_input(r, "more orders than a queue can hold");
	return pump(r);
}

/* What made this point, or NULL. */
static const struct kept *kept_of(const struct rerun *r, uint64_t point)
{
	const struct kept *old = NULL;

	for (size_t i = 0; i < r->n_kept; i++)
		if (r->kept[i].point == point)
			old = &r->kept[i];
	return old;
}

/* By a ruling: the same orders on the same state, and another link. */
static bool play_again(struct rerun *r)
{
	const struct kept *old =
		r->reroll_point ? kept_of(r, r->reroll_point) : NULL;

	if (!old || old->silent || old->of != old->point ||
	    old->seat != r->seat)
		return at_input(r, "nothing was to be rolled again here");
	r->reroll_point = 0;
	go_on(r);
	return play_kept(r, old);
}

/* Time -----------------------------------------------------------------------
 */

/* A step of the random words is over; whose time was up verify.c has seen. */
static bool play_words_time(struct rerun *r)
{
	if (!course_waits(&r->course) || r->p->at_s < r->course.until_s)
		return at_input(r, "no time of the random words is up");
	words_step(r, true);
	return r->state != LIFE_RUNNING || pump(r);
}

/* A beacon's pulse, that verify_beacon.c has seen: what waits for dice goes on.
 */
static bool play_pulse(struct rerun *r)
{
	struct event *e;

	if (!r->beacon || r->state != LIFE_RUNNING)
		return at_input(r, "nothing waits for a pulse");
	if (next_is(r, COMMON_BEACON_BEFORE) &&
	    !input(r, COMMON_BEACON_BEFORE, &e))
		return false;
	if (!input(r, COMMON_BEACON_PULSE, &e))
		return false;
	r->run.dice_wait = course_waits(&r->course);
	for (int i = 0; i < r->n_seats; i++)
		if (r->silent >> i & 1)
			game_silent(&r->run, i);
	r->silent = 0;
	return pump(r);
}

/* Time for proposals is over. */
static bool play_lapse(struct rerun *r)
{
	int64_t first = agenda_lapses(&r->agenda);

	if (!first || first > r->p->at_s)
		return at_input(r, "no proposal lapses here");
	agenda_lapse(&r->agenda, &r->run, r->p->at_s);
	return true;
}

static void pause_by_deadline(struct rerun *r, const char *words)
{
	record_paused(&r->run, "deadline", words);
	r->by_deadline = true;
	r->state = LIFE_PAUSED;
}

/* What is due of the game, and of no seat. */
static bool play_moment(struct rerun *r)
{
	struct event *e;

	if (next_is(r, COMMON_DECIDED))
		return play_lapse(r);
	if (next_is(r, COMMON_DEPUTY_ENDED))
		return input_said(r, COMMON_DEPUTY_ENDED, &e);
	return next_is(r, COMMON_BEACON_BEFORE) ||
			       next_is(r, COMMON_BEACON_PULSE)
		       ? play_pulse(r)
		       : play_words_time(r);
}

/* More time of that kind, for whose deadline passes. */
static bool play_respite(struct rerun *r, const char *kind)
{
	struct event *e;

	if (!input_said(r, COMMON_DEADLINE_MOVED, &e))
		return false;
	return (event_get(e, COMMON_DEADLINE_MOVED_SEAT) == r->seat &&
		str_is(text_at(r, e, COMMON_DEADLINE_MOVED_WHY), kind)) ||
	       at_input(r, "another respite is due");
}

static bool play_timer(struct rerun *r)
{
	bool blocks = false, answered;
	struct event *e;
	const char *kind;

	if (r->seat < 0)
		return play_moment(r);
	if (course_waits(&r->course))
		return at_input(r, "no deadline passes while the dice wait");
	for (int i = 0; i < r->before.n; i++)
		blocks |= r->before.v[i].blocking &&
			  r->before.v[i].seat == r->seat;
	if (r->state != LIFE_RUNNING || !blocks)
		return at_input(r, "a deadline of somebody who is not awaited");
	/* how long it is was looked at when it was read; from when, too */
	if (agenda_respite(&r->agenda, r->seat, &kind))
		return play_respite(r, kind);
	if (!input_said(r, COMMON_DEADLINE_PASSED, &e))
		return false;
	if (event_get(e, COMMON_DEADLINE_PASSED_SEAT) != r->seat ||
	    !str_is(text_at(r, e, COMMON_DEADLINE_PASSED_POLICY), "default"))
		return at_input(r, "a deadline of another seat");
	if (agenda_waits_for(&r->agenda, r->seat)) {
		pause_by_deadline(r, "silences");
		return true;
	}
	keep(r, &(struct kept){
			.of = r->p->point, .seat = r->seat, .silent = true });
	answered = game_silent(&r->run, r->seat);
	if (r->run.held >> r->seat & 1)
		r->silent |= UINT32_C(1) << r->seat;
	if (answered || r->silent >> r->seat & 1)
		return pump(r);
	pause_by_deadline(r, "no default");
	return true;
}

/* Commands -------------------------------------------------------------------
 */

static bool is_command(const struct rerun *r)
{
	struct event e;

	return r->next < r->p->all.n &&
	       event_parse(r->p->all.v[r->next].json, &r->sys->rules->events,
			   &e) &&
	       said_is_command(e.kind);
}

/* from -> to, as the judge lets a game go */
static bool turn(struct rerun *r, enum life from, enum life to)
{
	if (from == LIFE_ANY ? r->state == LIFE_ENDED : r->state != from)
		return false;
	r->state = to;
	return true;
}

bool *rerun_below(struct arena *a, const uint64_t *from, uint64_t n,
		  uint64_t to)
{
	bool *below = ARENA_ARRAY(a, (size_t)n + 2, bool);

	for (uint64_t at = to + 1; at <= n; at++)
		below[at] = from[at - 1] == to || below[from[at - 1]];
	return below;
}

/* The points that led to the state after `point`. */
static bool *course(struct rerun *r, uint64_t point)
{
	bool *of = ARENA_ARRAY(&r->tmp, r->n_from + 1, bool);

	for (uint64_t at = point; at; at = r->from[at - 1])
		of[at] = true;
	return of;
}

/* Is a decision undone that was made while a sealed choice was awaited? */
static bool is_unsealed(struct rerun *r, uint64_t to)
{
	const bool *stays = course(r, to);

	for (uint64_t at = r->p->point - 1; at && !stays[at];
	     at = r->from[at - 1])
		if (r->from[at - 1] && r->sealed[r->from[at - 1] - 1])
			return true;
	return false;
}

/* What was rolled and drawn counts if its point led to where the game is. */
static void luck_undo(struct rerun *r)
{
	const bool *counts = course(r, r->p->point);

	for (size_t i = 0; i < r->n_links; i++)
		r->links[i].counts = false;
	for (size_t i = 0; i < r->n_used; i++)
		r->links[r->used[i].link].counts |= counts[r->used[i].point];
	for (size_t i = 0; i < r->n_drawn; i++)
		r->drawn[i].counts = counts[r->drawn[i].point];
}

/* Is another link of the same step spent? Thus it was rolled again once. */
static bool is_replaced(const struct rerun *r, const struct link *l)
{
	for (size_t i = 0; i < r->n_links; i++)
		if (r->links[i].spent &&
		    hash_equal(&r->links[i].step, &l->step))
			return true;
	return false;
}

/* Nothing that came of the state after `to` gives its dice again: by command
 * once. */
static bool luck_spend(struct rerun *r, uint64_t to, bool by_command)
{
	const bool *below = rerun_below(&r->tmp, r->from, r->n_from - 1, to);

	for (size_t i = 0; by_command && i < r->n_used; i++) {
		const struct link *l = &r->links[r->used[i].link];

		if (below[r->used[i].point] && !l->spent && is_replaced(r, l))
			return false;
	}
	for (size_t i = 0; i < r->n_used; i++) {
		struct link *l = &r->links[r->used[i].link];

		l->spent |= below[r->used[i].point] && !l->counts;
	}
	for (size_t i = 0; i < r->n_drawn; i++) {
		const struct drawn *d = &r->drawn[i];

		if (below[d->point] && !draw_counts(r, d->number, d->round))
			draw_spend(r, d->number, d->round);
	}
	return true;
}

/* Who commanded it may want fresh dice; it has them anyhow where a sealed
 * choice was undone. */
static bool undo_luck(struct rerun *r, uint64_t to, bool fresh, bool wanted,
		      bool unsealed)
{
	return fresh == (wanted || unsealed) &&
	       (!fresh || luck_spend(r, to, !unsealed));
}

/* So many events of play stand among the first of this point for all; 0: there
 * are not so many events. */
static int plays_of(const struct rerun *r, uint64_t point, int64_t events)
{
	const struct played *p;
	int n = 0;

	if (point < 1 || point > r->n_played)
		return 0;
	p = &r->played[point - 1];
	for (int i = 0; i < events && events <= p->n; i++)
		n += p->is[i];
	return n;
}

/* Were the dice of this point to fall no more? */
static bool is_spent(const struct rerun *r, uint64_t point)
{
	for (size_t i = 0; i < r->n_used; i++)
		if (r->used[i].point == point &&
		    r->links[r->used[i].link].spent)
			return true;
	return false;
}

/* as the log has it, of who has signed nothing */
static bool is_fresh_told(const struct rerun *r)
{
	struct event e;

	for (int i = r->next; i < r->p->all.n; i++)
		if (event_parse(r->p->all.v[i].json, &r->sys->rules->events,
				&e) &&
		    e.kind == COMMON_HALTED)
			return event_get(&e, COMMON_HALTED_FRESH);
	return false;
}

/* What made a point is played from the state before it, up to an event of that
 * point, and halts there. */
static bool play_inside(struct rerun *r, const struct kept *old, int plays)
{
	const struct played *whole = &r->played[old->of - 1];
	int seat = r->seat;
	bool same;

	r->seat = old->seat;
	r->run.halt_behind = plays;
	r->run.halt_before = plays_of(r, old->of, whole->n);
	r->run.halt_from = r->list.n;
	same = play_kept(r, old);
	r->run.halt_behind = 0;
	r->seat = seat;
	keep(r, old);
	return same;
}

/* The log goes on behind an undo: it was to an event inside of a point. */
static bool undo_inside(struct rerun *r, uint64_t to,
			const struct way_back *said, bool wanted)
{
	struct awaiting now = { .n = 0 };
	const struct kept *found;
	struct way_back named;
	struct kept old;
	struct event *e, halted;
	bool sealed, fresh;
	int plays;

	if (!input(r, COMMON_PLAYED_AGAIN, &e))
		return false;
	named.point = event_get(e, COMMON_PLAYED_AGAIN_POINT);
	named.event = event_get(e, COMMON_PLAYED_AGAIN_EVENT);
	found = kept_of(r, (uint64_t)named.point);
	plays = plays_of(r, (uint64_t)named.point, named.event);
	if (!found || found->of != to + 1 || !plays ||
	    is_spent(r, (uint64_t)named.point) ||
	    (said &&
	     (said->point != named.point || said->event != named.event)))
		return false;
	old = *found;
	sealed = is_unsealed(r, (uint64_t)named.point);
	if (!play_inside(r, &old, plays))
		return false;
	system_awaiting(r->sys->rules, r->game->state, &now);
	sealed |= r->run.halted && awaiting_sealed(&now);
	fresh = wanted || sealed || (!said && is_fresh_told(r));
	event_start(&halted, COMMON_HALTED, 0);
	event_put(&halted, COMMON_HALTED_FRESH, fresh);
	game_emit(&r->run, &halted);
	if (r->run.halted)
		game_ask(&r->run);
	skip_told(r);
	return undo_luck(r, to, fresh, fresh && !sealed, sealed);
}

/* said: where it was signed, or agreed, to go; NULL: it was neither. */
static bool undo(struct rerun *r, const struct event *e,
		 const struct way_back *said)
{
	int32_t to = event_get(e, COMMON_UNDONE_POINT);
	bool fresh = event_get(e, COMMON_UNDONE_FRESH);
	bool inside = next_is(r, COMMON_PLAYED_AGAIN);
	bool good, unsealed;

	if (to < 1 || (size_t)to > r->n_states || r->state == LIFE_OPEN ||
	    r->state == LIFE_ENDED || (uint64_t)to < r->started)
		return false;
	if (r->ruling && ((uint64_t)to + 1 != r->ruling->point || inside))
		return false;
	if (said && (inside ? !said->event : said->event || said->point != to))
		return false;
	if (r->ruling)
		r->ruling->undo = false;
	good = game_decode(r->game, r->sys->rules, r->states[to - 1]);
	assert(good); /* we packed it */
	(void)good;
	unsealed = !inside && is_unsealed(r, (uint64_t)to);
	r->from[r->n_from - 1] = (uint64_t)to;
	r->round = r->p->point;
	luck_undo(r);
	if (inside)
		return !fresh &&
		       undo_inside(r, (uint64_t)to, said, said && said->fresh);
	return undo_luck(r, (uint64_t)to, fresh,
			 !r->ruling && (said ? said->fresh : fresh), unsealed);
}

/* What a point rolled is rolled again: once and no more. */
static bool reroll(struct rerun *r, uint64_t point)
{
	bool any = false;

	for (size_t i = 0; i < r->n_used; i++) {
		any |= r->used[i].point == point;
		if (r->used[i].point == point &&
		    is_replaced(r, &r->links[r->used[i].link]))
			return false;
	}
	for (size_t i = 0; i < r->n_used; i++)
		if (r->used[i].point == point)
			r->links[r->used[i].link].spent = true;
	r->reroll_point = point;
	return any;
}

static bool rule(struct rerun *r, const struct event *e)
{
	int32_t n = event_get(e, COMMON_RULED_NUMBER);
	struct str verdict = text_at(r, e, COMMON_RULED_VERDICT);
	struct dispute *d;

	if (n < 1 || (size_t)n > r->n_disputes || r->ruling)
		return false;
	d = &r->disputes[n - 1];
	if (d->ruled)
		return false;
	d->ruled = true;
	d->undo = !str_is(verdict, "stands");
	r->ruling = d;
	if (!str_is(verdict, "rerolled"))
		return !d->undo || str_is(verdict, "undone");
	return reroll(r, d->point);
}

/* Links are passed over, and nothing lets a game go on but a command. */
static void lose_history(struct rerun *r)
{
	uint32_t chain = (uint32_t)(r->fresh / CHAIN_LAST), was = chain;
	uint32_t next = (uint32_t)(r->fresh % CHAIN_LAST) + 1;
	bool commits;
	uint32_t n = chain_skip(&chain, &next, &commits);
	int emitted = r->list.n;

	record_skipped(&r->run, chain, next, n);
	if (commits)
		emit_known(r, COMMON_CHAIN_COMMITTED,
			   COMMON_CHAIN_COMMITTED_CHAIN, (int32_t)was + 1);
	r->fresh += n;
	/* verify.c has looked whether there is room for so many seals */
	course_lost(&r->course, &r->run, r->p->at_s);
	r->next += r->list.n - emitted;
	r->by_dispute = r->by_deadline = false;
	r->pauses = r->state == LIFE_RUNNING;
}

/* Where a game master has signed to go back to; NULL: it was the operator, or a
 * ruling. */
static const struct way_back *back_said(struct rerun *r, struct way_back *out)
{
	return r->p->is_signed && !r->ruling &&
			       said_back(&r->script, &r->tmp, r->sys->grammar,
					 out)
		       ? out
		       : NULL;
}

/* What the command does beside its event; *goes_on: the rules go on. */
static bool command_do(struct rerun *r, const struct event *e, bool *goes_on)
{
	bool played = r->state == LIFE_RUNNING || r->state == LIFE_PAUSED;
	struct way_back back;

	switch (e->kind) {
	case COMMON_GAME_STARTED:
		*goes_on = true;
		r->started = r->p->point;
		return turn(r, LIFE_OPEN, LIFE_RUNNING);
	case COMMON_GAME_RESUMED:
		*goes_on = true;
		if (!all_ruled(r) || (r->ruling && !r->by_dispute))
			return false;
		r->by_dispute = r->by_deadline = false;
		return turn(r, LIFE_PAUSED, LIFE_RUNNING);
	case COMMON_RULED: return rule(r, e);
	case COMMON_GAME_PAUSED:
		return turn(r, LIFE_RUNNING, LIFE_PAUSED) &&
		       (!r->pauses ||
			str_is(text_at(r, e, COMMON_GAME_PAUSED_WHY),
			       "history"));
	case COMMON_GAME_ENDED: return turn(r, LIFE_ANY, LIFE_ENDED);
	case COMMON_OVERRIDE:
		*goes_on = r->state == LIFE_RUNNING;
		r->corrected = true;
		return played;
	case COMMON_UNDONE: return undo(r, e, back_said(r, &back));
	case COMMON_OPTION_SET: return r->state == LIFE_OPEN;
	case COMMON_HISTORY_OTHER:
		lose_history(r);
		return r->state != LIFE_ENDED;
	default: return true;
	}
}

/* Does the next event of the log begin so? */
static bool comes(const struct rerun *r, const char *begin)
{
	return r->next < r->p->all.n &&
	       str_starts(r->p->all.v[r->next].json, begin);
}

/* Who sits down may have sealed a random word with the proof of who it is, or
 * said that none will come. */
static bool play_seated(struct rerun *r, int seat)
{
	struct event *e;

	if (comes(r, "{\"event\":\"word_declined\"")) {
		struct word_lines w = { .none = true };

		if (course_refuses(&r->course, seat, &w))
			return at_input(r, "a word that is not declined now");
		course_take(&r->course, &r->run, seat, &w);
	} else if (comes(r, "{\"event\":\"word_committed\"")) {
		struct word_lines w = { .has_hash = true };

		if (!input(r, COMMON_WORD_COMMITTED, &e) ||
		    !hex_parse(text_at(r, e, COMMON_WORD_COMMITTED_HASH),
			       w.hash, WORD_HASH_SIZE) ||
		    event_get(e, COMMON_WORD_COMMITTED_SEAT) != seat ||
		    course_refuses(&r->course, seat, &w))
			return at_input(r, "a word that is not taken now");
		spoken_commit(&r->course.words, (unsigned)seat, w.hash);
	}
	words_step(r, false);
	return true;
}

/* which player's seat, -1: none */
static int seat_take(struct rerun *r, const struct event *e)
{
	int seat = event_get(e, COMMON_SEAT_TAKEN_SEAT);

	if (seat < 0)
		return seat;
	r->taken |= 1u << seat;
	r->sits[seat] = arena_str(
		r->a, record_text(&r->tmp, e, COMMON_SEAT_TAKEN_PERSON));
	course_seated(&r->course, seat);
	return seat;
}

/* Commands of one point, one after another. */
struct commands {
	int taken; /* the player's seat that somebody took, -1: none */
	bool goes_on;
};

/* A ruling, and all that comes of it, is over. */
static bool ruling_ends(struct rerun *r)
{
	if (r->ruling && r->ruling->undo)
		return at_input(r, "the ruling takes it back");
	if (r->ruling && r->by_dispute && all_ruled(r))
		return at_input(r, "the last ruling lets the game go on");
	return true;
}

/* Is the event what was signed? */
static bool command_said(struct rerun *r, const struct event *e)
{
	bool next = false;

	if (r->p->is_signed && !said_so(r->p, &r->tmp, r->sys->rules,
					r->sys->grammar, e, &r->script, &next))
		return at_input(r, "the signed text commands something else");
	if (next && !ruling_ends(r))
		return false;
	if (next)
		r->ruling = NULL;
	return true;
}

static bool command_run(struct rerun *r, struct commands *c)
{
	struct event *e, trial;
	struct str what;

	event_parse(r->p->all.v[r->next].json, &r->sys->rules->events, &trial);
	if (trial.kind == COMMON_OVERRIDE) {
		int n;
		const int32_t *w =
			event_words(&trial, COMMON_OVERRIDE_VALUE, &n);

		if (!value_may(r->sys->rules, r->game->state,
			       text_at(r, &trial, COMMON_OVERRIDE_PATH), w, n,
			       trials_init(r->trials), &what))
			return at_input(r, "no such value can be set");
	}
	if (!command_said(r, &trial) || !input_said(r, trial.kind, &e))
		return false;
	if (!command_do(r, e, &c->goes_on)) {
		r->next--;
		return at_input(r, "it cannot be done as the game stands");
	}
	if (e->kind == COMMON_SEAT_TAKEN)
		c->taken = seat_take(r, e);
	return true;
}

/* Behind who sits down, and their keys, comes what their word makes happen;
 * what was ordered in advance goes with who ordered it. */
static bool play_taken(struct rerun *r, struct commands *c)
{
	int next = r->next, emitted = r->list.n, seat = c->taken;

	c->taken = -1;
	if (!play_seated(r, seat))
		return false;
	r->next = next + r->list.n - emitted;
	game_vacate(&r->run, seat);
	return true;
}

static bool commands_run(struct rerun *r, struct commands *c)
{
	bool more;

	do {
		if (c->taken >= 0 && !next_is(r, COMMON_KEY_ADDED) &&
		    !next_is(r, COMMON_KEY_REVOKED) && !play_taken(r, c))
			return false;
		more = is_command(r);
		if (more && !command_run(r, c))
			return false;
	} while (more || c->taken >= 0);
	return true;
}

static bool play_commands(struct rerun *r)
{
	struct commands c = { .taken = -1 };
	int64_t point;

	if (r->p->is_signed && r->p->claim == RERUN_MASTER &&
	    said_unseal(r->p, &r->tmp, r->sys->grammar, &point))
		return play_unseal(r, -1, point);
	said_begin(r->p, &r->tmp, r->sys->grammar, &r->script);
	if (!commands_run(r, &c) || !ruling_ends(r))
		return false;
	if (!said_all(&r->script))
		return at_input(r, "the signed text commands more");
	if (r->pauses && r->state == LIFE_RUNNING)
		return at_input(r, "the game is paused where a history was "
				   "lost");
	return !c.goes_on || r->state != LIFE_RUNNING || (sound(r) && pump(r));
}

/* How a game is made ---------------------------------------------------------
 * Options, a game master, and perhaps a position that they have written: the
 * events of which it is made are as free as a catalog's cards, but each must
 * fit, and the rules must be able to go on from what they make. */

static bool take(struct rerun *r, const struct rerun_event *logged)
{
	struct event *e;
	struct str what;
	int n;
	const int32_t *w;

	if (r->list.max - r->list.n < GAME_MARGIN && !make_room(r))
		return false;
	e = &r->list.v[r->list.n];
	if (!event_parse(logged->json, &r->sys->rules->events, e))
		return at_event(r, logged, NULL, "this is no event");
	if (e->kind == COMMON_OVERRIDE) {
		w = event_words(e, COMMON_OVERRIDE_VALUE, &n);
		if (!value_may(r->sys->rules, r->game->state,
			       text_at(r, e, COMMON_OVERRIDE_PATH), w, n,
			       trials_init(r->trials), &what))
			return at_event(r, logged, NULL,
					"no such value can be set");
	} else if (e->kind != COMMON_OPTION_SET && e->kind != COMMON_CARRIED &&
		   e->kind != COMMON_SEAT_TAKEN &&
		   e->kind != COMMON_KEY_ADDED &&
		   e->kind != COMMON_TABLE_POLICY &&
		   !r->sys->rules->founds(e->kind)) {
		return at_event(r, logged, NULL, "a game is not made so");
	}
	if (!game_evolve(r->game, e) ||
	    !agenda_follow(&r->agenda, e, r->p->at_s))
		return at_event(r, logged, NULL,
				"it does not fit the state of the game");
	r->list.n++;
	return true;
}

/* Do both define a card of the same kind? */
static bool same_card(const struct rerun *r, const struct rerun_event *a,
		      const struct rerun_event *b)
{
	const struct event_schema *s = &r->sys->rules->events;
	const struct event_kind *k = event_kind_of(s, a->json);

	return k && k->card && k == event_kind_of(s, b->json);
}

/* A card stands before what all see of it, for its owner and the masters; what
 * else only they know, a book or what lies face down, behind all that is laid
 * out. */
static bool play_creation(struct rerun *r)
{
	const struct rerun_events *all = &r->p->all;
	const struct rerun_events *hidden = &r->p->sealed[r->n_seats];
	int k = 0;

	for (; r->next < all->n; r->next++) {
		const struct rerun_event *logged = &all->v[r->next];

		if (k < hidden->n && same_card(r, logged, &hidden->v[k]) &&
		    !take(r, &hidden->v[k++]))
			return false;
		if (!take(r, logged))
			return false;
	}
	while (k < hidden->n)
		if (!take(r, &hidden->v[k++]))
			return false;
	return sound(r);
}

/* How it ends ----------------------------------------------------------------
 */

static bool is_over(const struct rerun *r)
{
	uint32_t winners;

	return system_over(r->sys->rules, r->game->state, &winners);
}

static bool close_luck(struct rerun *r)
{
	if (r->no_secret)
		return at_event(r, &r->p->end_of[r->n_seats], NULL,
				"something is drawn here, and the second "
				"secret was not opened");
	return !r->no_link ||
	       at_event(r, r->p->end_of, NULL,
			"the rules roll here, and no link was opened");
}

/*
 * An order that names a card which the game never took was refused then, too,
 * and is gone in the same way; why, only the judge's catalog could tell.
 */
static bool refused_then(struct rerun *r, struct str json,
			 const struct event *e)
{
	static const int same[] = { COMMON_REFUSED_SEAT, COMMON_REFUSED_LINE };
	struct event then;
	struct str order;

	if (e->kind != COMMON_REFUSED ||
	    !event_parse(json, &r->sys->rules->events, &then) ||
	    then.kind != e->kind || then.audience != e->audience)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(same); i++)
		if (event_get(&then, same[i]) != event_get(e, same[i]))
			return false;
	order = text_at(r, e, COMMON_REFUSED_ORDER);
	if (!str_equal(order, text_at(r, &then, COMMON_REFUSED_ORDER)) ||
	    !cards_missed(r->cards, order))
		return false;
	r->n_refused++;
	return true;
}

/* The events that came now beside those that came then. */
static bool compare(struct rerun *r, const struct rerun_events *logged,
		    uint32_t who, const struct rerun_event *end)
{
	struct buf json;
	struct str now;
	bool same = true;
	int k = 0;

	buf_init(&json, EVENT_MAX_JSON);
	for (int i = 0; same && i < r->list.n; i++) {
		const struct event *e = &r->list.v[i];
		bool all = e->audience == AUDIENCE_ALL;

		if (who ? all || !(e->audience & who) : !all)
			continue;
		buf_clear(&json);
		event_render(&json, &r->sys->rules->events, e);
		now = buf_str(&json);
		if (k == logged->n)
			same = verify_wrong(r->f, end->line, end->leaf, 0, &now,
					    NULL,
					    "the rules give one event "
					    "more before this");
		else if (!str_equal(logged->v[k].json, now) &&
			 !refused_then(r, logged->v[k].json, e))
			same = at_event(r, &logged->v[k], &now,
					"the rules give another event");
		k++;
	}
	if (same && k < logged->n)
		same = at_event(r, &logged->v[k], NULL,
				"the rules give no such event");
	buf_release(&json);
	return same;
}

static bool compare_all(struct rerun *r)
{
	if (!compare(r, &r->p->all, 0, r->p->end_of))
		return false;
	for (int i = 0; i <= r->n_seats; i++)
		if (!compare(r, &r->p->sealed[i],
			     i < r->n_seats ? AUDIENCE_SEAT(i) : AUDIENCE_GM,
			     &r->p->end_of[i]))
			return false;
	return true;
}

static bool state_keep(struct rerun *r)
{
	struct awaiting after = { .n = 0 };
	struct buf packed;
	struct hash state;
	struct str expected, found;

	system_awaiting(r->sys->rules, r->game->state, &after);
	r->sealed = arena_grow(r->a, r->sealed, r->n_sealed, &r->room_sealed,
			       sizeof(*r->sealed));
	r->sealed[r->n_sealed++] = awaiting_sealed(&after);
	buf_init(&packed, GAME_ENCODED_MAX);
	game_encode(r->game, &packed);
	state = hash_of(buf_str(&packed));
	r->states = arena_grow(r->a, r->states, r->n_states, &r->room_states,
			       sizeof(*r->states));
	r->states[r->n_states++] =
		r->p->returned_to ? arena_str(r->a, buf_str(&packed)) : STR("");
	buf_release(&packed);
	if (hash_equal(&state, &r->p->state))
		return true;
	expected = hex_of(&r->tmp, state.b, HASH_SIZE);
	found = hex_of(&r->tmp, r->p->state.b, HASH_SIZE);
	return verify_wrong(r->f, r->p->line, 0, 0, &expected, &found,
			    "the state of the game afterwards is another");
}

static void plays_keep(struct rerun *r)
{
	uint8_t *is = ARENA_ARRAY(r->a, (size_t)r->p->all.n + 1, uint8_t);
	bool halted = false; /* what comes then is who is asked */
	int n = 0;

	for (int i = 0; i < r->list.n; i++) {
		const struct event *e = &r->list.v[i];

		if (e->audience == AUDIENCE_ALL)
			is[n++] = !halted && game_is_play(e->kind, e->audience);
		halted |= e->kind == COMMON_HALTED;
	}
	r->played = arena_grow(r->a, r->played, r->n_played, &r->room_played,
			       sizeof(*r->played));
	r->played[r->n_played++] = (struct played){ is, n };
}

static void floors_raise(struct rerun *r)
{
	struct awaiting after = { .n = 0 };

	system_awaiting(r->sys->rules, r->game->state, &after);
	for (int i = 0; i < r->n_seats; i++)
		if (!record_floor_stays(i, r->seat, &r->before, &after,
					r->run.acted, &r->list))
			r->floors[i] = (int64_t)r->p->point;
}

/* what its cause makes of it */
static bool play_cause(struct rerun *r)
{
	if (r->p->is_closed)
		return play_letters(r);
	if (r->p->is_signed && r->p->claim == RERUN_ORDERS)
		return play_orders(r);
	if (str_is(r->cause, "reroll"))
		return play_again(r);
	if (str_is(r->cause, "timer"))
		return play_timer(r);
	if (r->p->point == 1 && !r->p->is_signed)
		return play_creation(r);
	return play_commands(r);
}

static bool play(struct rerun *r)
{
	bool ended = r->state == LIFE_ENDED || is_over(r);

	if (!begin(r) || !play_cause(r) || !play_moved(r) || !sound(r) ||
	    !close_luck(r))
		return false;
	if (is_over(r))
		r->state = LIFE_ENDED;
	if (r->state == LIFE_ENDED && !ended)
		emit_opened(r);
	if (r->state == LIFE_ENDED && !ended)
		emit_known(r, COMMON_SECRETS_OPENED,
			   COMMON_SECRETS_OPENED_HIDDEN, 0);
	return compare_all(r) && state_keep(r);
}

/* its owner's first: what the table sees of a card may be less */
static bool note_cards(struct rerun *r)
{
	for (int i = 0; i <= r->n_seats + 1; i++) {
		const struct rerun_event *no = cards_note(
			r->cards,
			i <= r->n_seats ? &r->p->sealed[i] : &r->p->all,
			&r->tmp);

		if (no)
			return at_event(r, no, NULL,
					"this is nothing that a catalog gives");
	}
	return true;
}

void rerun_cards(const struct rerun *r, struct verify_cards *out)
{
	cards_count(r->cards, out);
	out->refused = r->n_refused;
}

bool rerun_next(struct rerun *r, const struct rerun_point *p,
		struct verify_fault *f)
{
	bool same;

	r->p = p;
	r->f = f;
	r->next = 0;
	r->seat = -1;
	r->no_link = r->no_secret = r->is_known = r->lent = false;
	r->pauses = false;
	r->n_luck = 0;
	r->ruling = NULL;
	r->script.at = -1;
	r->at_hand = NULL;
	r->from = arena_grow(r->a, r->from, r->n_from, &r->room_from,
			     sizeof(*r->from));
	r->from[r->n_from++] = p->point - 1;
	arena_init(&r->tmp);
	r->list =
		(struct event_list){ .v = r->room, .max = ADJUDICATION_EVENTS };
	r->dice = (struct dice){
		.bits = bits, .source = r, .rolled = rolled, .watcher = r
	};
	r->catalog = cards_catalog(r->cards);
	r->secrets = (struct secrets){ .bits = secret_bits,
				       .commit = secret_commit,
				       .salt = secret_salt,
				       .source = r,
				       .drawn = secret_drawn,
				       .watcher = r };
	r->run = (struct game_run){ .game = r->game,
				    .dice = &r->dice,
				    .catalog = &r->catalog,
				    .dice_wait = r->beacon ||
						 course_waits(&r->course),
				    .secrets = &r->secrets,
				    .trials = r->trials,
				    .out = &r->list,
				    .stepped = stepped,
				    .watcher = r };
	memset(&r->before, 0, sizeof(r->before));
	system_awaiting(r->sys->rules, r->game->state, &r->before);
	same = note_cards(r) && play(r);
	/* who writes is not silent; and what waits, waits while it is played */
	if (p->is_signed && r->seat >= 0)
		r->silent &= ~(UINT32_C(1) << r->seat);
	if (r->state != LIFE_RUNNING)
		r->silent = 0;
	if (same) {
		floors_raise(r);
		plays_keep(r);
	}
	arena_release(&r->tmp);
	return same;
}

const struct event_list *rerun_told(const struct rerun *r)
{
	return &r->list;
}

const struct game *rerun_game(const struct rerun *r)
{
	return r->game;
}
