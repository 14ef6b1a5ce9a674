/*
 * src/verifier/replay.c - replays a game: creates it, replays each point and
 * compares the state at its end
 */
#include "verifier/replay.h"
#include "verifier/replay_private.h"
#include "fairness/log_chain.h"
#include "engine/common.h"
#include "engine/state_path.h"

struct replay *replay_new(const struct game_kind *sys, int n_seats,
			  const struct verify_means *m, struct arena *a)
{
	struct replay *r = ARENA_NEW(a, struct replay);

	r->sys = sys;
	r->means = m;
	r->cards = logged_defs_new(sys, a);
	r->a = a;
	r->n_seats = n_seats;
	r->game = ARENA_NEW(a, struct game);
	r->trials = ARENA_NEW(a, struct trials);
	game_init(r->game, sys->rules);
	r->n_room = ADJUDICATION_EVENTS;
	r->room = ARENA_ARRAY(a, ADJUDICATION_EVENTS, struct event);
	r->state = LIFE_OPEN;
	entropy_round_init(&r->entropy, (unsigned)n_seats, 0);
	table_state_init(&r->agreements);
	return r;
}

static bool begin(struct replay *r)
{
	struct event *e;

	if (r->p->point == 1) {
		if (!replay_input(r, COMMON_GAME_CREATED, &e))
			return false;
		entropy_round_init(&r->entropy, (unsigned)r->n_seats,
				   event_get(e, COMMON_GAME_CREATED_WORDS));
		r->beacon = replay_text(r, e, COMMON_GAME_CREATED_BEACON).len;
		r->run.dice_wait = r->beacon;
		r->turn_s = event_get(e, COMMON_GAME_CREATED_DEADLINE);
	}
	if (!replay_input(r, COMMON_ADJUDICATION, &e))
		return false;
	r->seat = event_get(e, COMMON_ADJUDICATION_SEAT);
	r->cause = replay_text(r, e, COMMON_ADJUDICATION_CAUSE);
	if (r->p->is_signed &&
	    (!replay_input(r, COMMON_ORDERS_SIGNED, &e) ||
	     r->seat != event_get(e, COMMON_ORDERS_SIGNED_SEAT)))
		return replay_at_end(r,
				     "its orders were signed for another seat");
	return true;
}

static bool event_take(struct replay *r, const struct replay_event *logged)
{
	struct event *e;
	struct str what;
	int n;
	const int32_t *w;

	if (r->list.max - r->list.n < GAME_MARGIN && !replay_make_room(r))
		return false;
	e = &r->list.v[r->list.n];
	if (!event_parse(logged->json, &r->sys->rules->events, e))
		return replay_at_event(r, logged, NULL, "this is no event");
	if (e->kind == COMMON_OVERRIDE) {
		w = event_words(e, COMMON_OVERRIDE_VALUE, &n);
		if (!state_path_may(r->sys->rules, r->game->state,
				    replay_text(r, e, COMMON_OVERRIDE_PATH), w,
				    n, trials_init(r->trials), &what))
			return replay_at_event(r, logged, NULL,
					       "no such value can be set");
	} else if (e->kind != COMMON_OPTION_SET &&
		   e->kind != COMMON_CARRIED_OVER &&
		   e->kind != COMMON_SEAT_TAKEN &&
		   e->kind != COMMON_KEY_ADDED &&
		   e->kind != COMMON_TABLE_POLICY &&
		   !r->sys->rules->is_creation_event(e->kind)) {
		return replay_at_event(r, logged, NULL,
				       "a game is not made so");
	}
	if (!game_evolve(r->game, e) ||
	    !table_state_follow(&r->agreements, e, r->p->at_s))
		return replay_at_event(r, logged, NULL,
				       "it does not fit the state of the game");
	r->list.n++;
	return true;
}

/* Do both define a card of the same kind? */
static bool same_card(const struct replay *r, const struct replay_event *a,
		      const struct replay_event *b)
{
	const struct event_schema *s = &r->sys->rules->events;
	const struct event_kind *k = event_kind_of(s, a->json);

	return k && k->card && k == event_kind_of(s, b->json);
}

/* In the log a card, for its owner and the masters, comes before its public
 * event; other secrets of theirs, a book or hidden cards, come after the whole
 * set-up. */
static bool play_creation(struct replay *r)
{
	const struct replay_events *all = &r->p->all;
	const struct replay_events *hidden = &r->p->sealed[r->n_seats];
	int k = 0;

	for (; r->next < all->n; r->next++) {
		const struct replay_event *logged = &all->v[r->next];

		if (k < hidden->n && same_card(r, logged, &hidden->v[k]) &&
		    !event_take(r, &hidden->v[k++]))
			return false;
		if (!event_take(r, logged))
			return false;
	}
	while (k < hidden->n)
		if (!event_take(r, &hidden->v[k++]))
			return false;
	return replay_validate(r);
}

static bool is_over(const struct replay *r)
{
	uint32_t winners;

	return system_over(r->sys->rules, r->game->state, &winners);
}

/*
 * An order that names a card which the game never took was refused then, too,
 * and is gone in the same way; why, only the judge's catalog could tell.
 */
static bool refused_then(struct replay *r, struct str json,
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
	order = replay_text(r, e, COMMON_REFUSED_ORDER);
	if (!str_equal(order, replay_text(r, &then, COMMON_REFUSED_ORDER)) ||
	    !logged_defs_missed(r->cards, order))
		return false;
	r->n_refused++;
	return true;
}

/* Compare the replayed events with the logged ones. */
static bool compare(struct replay *r, const struct replay_events *logged,
		    uint32_t who, const struct replay_event *end)
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
			same = verify_wrong(r->f,
					    (struct verify_place){
						    end->line, end->leaf, 0 },
					    &now, NULL,
					    "the rules give one event "
					    "more before this");
		else if (!str_equal(logged->v[k].json, now) &&
			 !refused_then(r, logged->v[k].json, e))
			same = replay_at_event(r, &logged->v[k], &now,
					       "the rules give another event");
		k++;
	}
	if (same && k < logged->n)
		same = replay_at_event(r, &logged->v[k], NULL,
				       "the rules give no such event");
	buf_release(&json);
	return same;
}

static bool compare_all(struct replay *r)
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

static bool state_keep(struct replay *r)
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
	return verify_wrong(r->f, (struct verify_place){ r->p->line, 0, 0 },
			    &expected, &found,
			    "the state of the game afterwards is another");
}

static void plays_keep(struct replay *r)
{
	uint8_t *is = ARENA_ARRAY(r->a, (size_t)r->p->all.n + 1, uint8_t);
	bool halted = false; /* the next events are the questions */
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

static void floors_raise(struct replay *r)
{
	struct awaiting after = { .n = 0 };

	system_awaiting(r->sys->rules, r->game->state, &after);
	for (int i = 0; i < r->n_seats; i++)
		if (!log_event_floor_stays(i, r->seat, &r->before, &after,
					   r->run.acted, &r->list))
			r->floors[i] = (int64_t)r->p->point;
}

/* The keys of an anonymous game: verify.c has checked each. */
static void emit_opened(struct replay *r)
{
	struct event known;

	for (int i = r->next; i < r->p->all.n; i++)
		if (event_parse(r->p->all.v[i].json, &r->sys->rules->events,
				&known) &&
		    known.kind == COMMON_KEY_OPENED)
			game_emit(&r->run, &known);
}

/* what its cause makes of it */
static bool play_cause(struct replay *r)
{
	if (r->p->is_closed)
		return replay_press_only(r);
	if (r->p->is_signed && r->p->claim == REPLAY_ORDERS)
		return replay_orders(r);
	if (str_is(r->cause, "reroll"))
		return replay_again(r);
	if (str_is(r->cause, "timer"))
		return replay_timer(r);
	if (r->p->point == 1 && !r->p->is_signed)
		return play_creation(r);
	return replay_commands(r);
}

static bool play(struct replay *r)
{
	bool ended = r->state == LIFE_ENDED || is_over(r);

	if (!begin(r) || !play_cause(r) || !replay_moved(r) ||
	    !replay_validate(r) || !replay_dice_end(r))
		return false;
	if (is_over(r))
		r->state = LIFE_ENDED;
	if (r->state == LIFE_ENDED && !ended)
		emit_opened(r);
	if (r->state == LIFE_ENDED && !ended)
		replay_emit_known(r, COMMON_SECRETS_OPENED,
				  COMMON_SECRETS_OPENED_HIDDEN, 0);
	return compare_all(r) && state_keep(r);
}

/* its owner's first: what the table sees of a card may be less */
static bool note_cards(struct replay *r)
{
	for (int i = 0; i <= r->n_seats + 1; i++) {
		const struct replay_event *no = logged_defs_note(
			r->cards,
			i <= r->n_seats ? &r->p->sealed[i] : &r->p->all,
			&r->tmp);

		if (no)
			return replay_at_event(
				r, no, NULL,
				"this is nothing that a catalog gives");
	}
	return true;
}

void replay_cards(const struct replay *r, struct verify_cards *out)
{
	logged_defs_count(r->cards, out);
	out->refused = r->n_refused;
}

/* All that is of one adjudication alone. */
static void prepare(struct replay *r, const struct replay_point *p,
		    struct verify_fault *f)
{
	r->p = p;
	r->f = f;
	r->next = 0;
	r->seat = -1;
	r->pauses = r->pumped = r->has_pulse = false;
	r->agreements_before = r->agreements;
	r->ruling = NULL;
	r->script.at = -1;
	r->from = arena_grow(r->a, r->from, r->n_from, &r->room_from,
			     sizeof(*r->from));
	r->from[r->n_from++] = p->point - 1;
	r->list =
		(struct event_list){ .v = r->room, .max = ADJUDICATION_EVENTS };
	r->catalog = logged_defs_catalog(r->cards);
	r->run = (struct game_run){
		.game = r->game,
		.catalog = &r->catalog,
		.dice_wait = r->beacon || entropy_round_waits(&r->entropy),
		.trials = r->trials,
		.out = &r->list
	};
	replay_dice_begin(r);
	memset(&r->before, 0, sizeof(r->before));
	system_awaiting(r->sys->rules, r->game->state, &r->before);
}

bool replay_next(struct replay *r, const struct replay_point *p,
		 struct verify_fault *f)
{
	bool same;

	arena_init(&r->tmp);
	prepare(r, p, f);
	same = note_cards(r) && play(r);
	/* a seat that writes is not silent; waiting orders wait during the
	 * replay */
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

const struct event_list *replay_events_of(const struct replay *r)
{
	return &r->list;
}

const struct game *replay_game(const struct replay *r)
{
	return r->game;
}
