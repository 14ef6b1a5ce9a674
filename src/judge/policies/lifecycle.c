/* src/judge/policies/lifecycle.c */
#include "judge/policies/lifecycle.h"
#include "base/ascii.h"
#include "judge/policies/undo.h"
#include "auth/keyring.h"
#include "base/nearest.h"
#include "base/parse.h"
#include "judge/policies/rewind.h"
#include "judge/notify/notify.h"
#include "judge/game/beacon_wait.h"
#include "judge/policies/proposals.h"
#include "judge/game/computer_person.h"
#include "judge/game/deadline.h"
#include "judge/notify/gm_summary.h"
#include "judge/policies/dispute.h"
#include "judge/policies/spectators.h"
#include "judge/policies/fork_check.h"
#include "judge/game/gm_sees_all.h"
#include "judge/policies/invite.h"
#include "judge/game/anonymity.h"
#include "judge/game/moment.h"
#include "judge/game/reject.h"
#include "judge/game/game_keyring.h"
#include "judge/policies/press_publish.h"
#include "judge/game/entropy.h"
#include "mail/addr.h"
#include "engine/common.h"
#include "engine/option.h"
#include "orders/path_words.h"
#include "engine/state_path.h"
#include "store/rulings.h"
#include <inttypes.h>
#include <stdio.h>
#include "engine/position.h"

enum { KEYS_MAX = KEYRING_PER_PERSON, ENDING = 5 };

/* A new game ----------------------------------------------------------------
 */

static enum err name_check(struct str name, struct why *why)
{
	bool good = name.len && name.len <= JUDGE_NAME_MAX &&
		    name.s[0] != '-' && name.s[name.len - 1] != '-';

	for (size_t i = 0; good && i < name.len; i++) {
		char c = name.s[i];

		good = ('a' <= c && c <= 'z') || ascii_is_digit(c) ||
		       (c == '-' && name.s[i - 1] != '-');
	}
	if (!good)
		return reject_set(why, REJECT_game_name, REJECT_OF(name));
	return ERR_OK;
}

static enum err no_time(int64_t seconds, struct why *why)
{
	return why_set(why, ERR_USAGE, "a time of %lld seconds",
		       (long long)seconds);
}

static enum err no_players(const struct system *rules, int n, struct why *why)
{
	struct str most, said;
	char a[12], b[12];

	snprintf(a, sizeof(a), "%d", rules->max_seats);
	snprintf(b, sizeof(b), "%d", n);
	most = str_of(a);
	said = str_of(b);
	return reject_set(why, REJECT_players_of,
			  REJECT_OF(str_of(rules->name), most, said));
}

static enum err plan_check(const struct judge *j, const struct game_plan *p,
			   struct why *why)
{
	const struct game_kind *sys =
		rule_versions_newest(j->rule_versions, p->system);

	if (!sys)
		return reject_set(why, REJECT_no_system, REJECT_OF(p->system));
	if (p->n_players < 1 || p->n_players > sys->rules->max_seats ||
	    p->n_players > SEATS_MAX)
		return no_players(sys->rules, p->n_players, why);
	for (int i = 0; i < p->n_players; i++) {
		const char *f = p->reserved[i].len
					? addr_fault(p->reserved[i], false)
					: NULL;

		if (f)
			return why_set(why, ERR_USAGE, "'%.*s': %s",
				       STR_ARG(p->reserved[i]), f);
	}
	for (int i = 0; i < SEATS_MAX; i++)
		if (p->computer[i] && (i >= p->n_players || p->reserved[i].len))
			return reject_set(why, REJECT_want_player, NULL);
	if (p->deadline_s < 0 || p->deadline_s > INT32_MAX)
		return no_time(p->deadline_s, why);
	if (p->words_s < 0 || p->words_s > INT32_MAX)
		return no_time(p->words_s, why);
	if (p->dispute_s < 0)
		return no_time(p->dispute_s, why);
	return ERR_OK;
}

static enum err seats_make(struct judge *j, const struct game_plan *p,
			   int64_t game, struct why *why)
{
	enum err e = ERR_OK;

	for (int i = 0; !e && i < p->n_players; i++) {
		struct seat_row s = { .game = game,
				      .slot = i,
				      .reserved = p->reserved[i] };

		e = store_seat_put(j->st, &s, why);
	}
	return e;
}

static void emit_created(struct adjudication *x, const struct game_plan *p,
			 const struct hash *chain, const struct hash *hidden)
{
	struct buf key;
	struct event e;

	buf_init(&key, 1000);
	key_render(&x->j->c.key.key, STR("judge"), &key);
	event_start(&e, COMMON_GAME_CREATED, 0);
	event_put_text(&e, COMMON_GAME_CREATED_GAME, x->t->row.name);
	event_put_text(&e, COMMON_GAME_CREATED_ID,
		       hex_of(x->a, x->t->id.b, GAME_ID_SIZE));
	event_put_text(&e, COMMON_GAME_CREATED_SYSTEM, x->t->row.system);
	event_put_text(&e, COMMON_GAME_CREATED_VERSION, x->t->row.version);
	event_put_hash(&e, COMMON_GAME_CREATED_GRAMMAR, x->t->row.grammar_hash);
	event_put(&e, COMMON_GAME_CREATED_SEATS, p->n_players);
	event_put_hash(&e, COMMON_GAME_CREATED_CHAIN, chain->b);
	event_put_hash(&e, COMMON_GAME_CREATED_HIDDEN, hidden->b);
	event_put_text(&e, COMMON_GAME_CREATED_JUDGE_KEY,
		       parse_trim(buf_str(&key)));
	event_put_text(&e, COMMON_GAME_CREATED_AT, time_text(x->a, x->at_s));
	event_put(&e, COMMON_GAME_CREATED_DEADLINE, (int32_t)p->deadline_s);
	event_put(&e, COMMON_GAME_CREATED_WORDS, (int32_t)p->words_s);
	event_put_text(&e, COMMON_GAME_CREATED_BEACON, x->t->row.beacon);
	game_emit(&x->run, &e);
	entropy_round_init(&x->t->entropy, (unsigned)p->n_players, p->words_s);
	x->words_moved = p->words_s != 0;
	buf_release(&key);
}

enum err lifecycle_option_reject(const struct system *sys, struct str name,
				 struct why *why)
{
	int row = option_find(sys->options, sys->n_options, name);
	struct nearest near;
	char range[32];

	if (row >= 0) {
		snprintf(range, sizeof(range), "%" PRId32 " to %" PRId32,
			 sys->options[row].min, sys->options[row].max);
		return reject_set(
			why, REJECT_option_takes,
			REJECT_OF(name,
				  *sys->options[row].names
					  ? str_of(sys->options[row].names)
					  : str_of(range)));
	}
	nearest_init(&near, name, NEAREST_FAR);
	for (int i = 0; i < sys->n_options; i++)
		nearest_try(&near, str_of(sys->options[i].name));
	return near.name.len ? reject_set(why, REJECT_option_near,
					  REJECT_OF(name, near.name))
			     : reject_set(why, REJECT_no_option,
					  REJECT_OF(name, str_of(sys->name)));
}

/* an option that the rules do not take is the caller's fault, not ours */
static enum err emit_option(struct adjudication *x, const struct game_option *o,
			    struct why *why)
{
	struct game *trial = arena_alloc(x->a, sizeof(*trial));
	struct event e;

	common_event_option_set(&e, 0, o->name, o->seat, o->value, o->n);
	game_copy(trial, x->t->game);
	if (!game_evolve(trial, &e))
		return lifecycle_option_reject(trial->sys, o->name, why);
	game_emit(&x->run, &e);
	return ERR_OK;
}

/* The position of a game master's file, as ordinary events. */
static enum err emit_setup(struct adjudication *x, struct str text,
			   struct why *why)
{
	const struct game_kind *sys = x->t->sys;
	struct grammar_names names = { 0 };
	const char *wrong;
	struct buf fault;
	struct position s = { .run = &x->run,
			      .scratch = arena_alloc(x->a, sizeof(*s.scratch)),
			      .fault = &fault,
			      .n_seats = x->t->n_players,
			      .by = STR("operator") };
	int line;
	enum err e = ERR_OK;

	if (!sys->setup)
		return why_set(why, ERR_USAGE, "%.*s has no positions",
			       STR_ARG(x->t->row.system));
	game_names(sys, x->t->game, x->a, &names);
	s.card = names.card;
	s.cards = names.source;
	buf_init(&fault, 1024);
	if (!position_text(&s, sys->setup, text, &line))
		e = why_set(why, ERR_USAGE, "line %d of the position: %s", line,
			    fault.s ? fault.s : "not understood");
	buf_release(&fault);
	wrong = e ? NULL
		  : game_position_check(x->t->game, x->t->n_players,
					arena_alloc(x->a, sizeof(struct game)));
	return wrong ? why_set(why, ERR_USAGE, "the position has %s", wrong)
		     : e;
}

/* The set-up of an earlier game, whose rules may have been another version. */
static enum err emit_again(struct adjudication *x, const struct event *e,
			   struct why *why)
{
	struct game *trial = arena_alloc(x->a, sizeof(*trial));

	game_copy(trial, x->t->game);
	if (!game_evolve(trial, e))
		return reject_set(why, REJECT_rematch_setup, NULL);
	game_emit(&x->run, e);
	return ERR_OK;
}

/* What the seats bring from games before. */
static enum err emit_carried(struct adjudication *x,
			     const struct game_carried *c, struct why *why)
{
	struct game *trial = arena_alloc(x->a, sizeof(*trial));
	struct event e;

	carryover_write(&e, &c->thing, c->game, c->from.b);
	game_copy(trial, x->t->game);
	if (c->thing.seat < 0 || c->thing.seat >= x->t->n_players ||
	    !game_evolve(trial, &e))
		return why_set(why, ERR_USAGE,
			       "'%s' of seat %c is nothing that a game of "
			       "%.*s can begin with",
			       c->thing.what, 'A' + c->thing.seat % 26,
			       STR_ARG(x->t->row.system));
	game_emit(&x->run, &e);
	return ERR_OK;
}

/* Options with which no game can begin are refused now, not after the set-up.
 */
static enum err check_hope(struct adjudication *x, struct why *why)
{
	const struct system *sys = x->t->sys->rules;
	struct game *trial = arena_alloc(x->a, sizeof(*trial));
	struct run r = { .sys = sys,
			 .state = trial->state,
			 .catalog = &x->catalog,
			 .trials = x->run.trials,
			 .out = &(struct event_list){
				 .v = ARENA_ARRAY(x->a, ADJUDICATION_EVENTS,
						  struct event),
				 .max = ADJUDICATION_EVENTS } };
	const char *wrong;

	game_copy(trial, x->t->game);
	wrong = sys->hopeless ? sys->hopeless(&r) : NULL;
	return wrong ? why_set(why, ERR_USAGE, "no game could begin so: %s",
			       wrong)
		     : ERR_OK;
}

/* A game that has no events yet. */
struct prepared {
	int64_t game;
	struct str name;
	struct hash chain, hidden; /* commitments */
};

/* Its row, secrets and seats. */
static enum err lifecycle_prepare(struct judge *j, const struct game_plan *p,
				  struct str beacon, struct arena *a,
				  struct prepared *out, struct why *why)
{
	struct game_row row = { .system = p->system,
				.state = GAME_OPEN,
				.deadline_s = p->deadline_s,
				.dispute_s =
					p->dispute_s ? p->dispute_s : DISPUTE_S,
				.created_s = judge_now(j) };
	const struct game_kind *kind =
		rule_versions_newest(j->rule_versions, p->system);
	uint8_t seed[HASH_SIZE], secret[HASH_SIZE];
	struct game_id id;
	struct dice_chain c;
	enum err e;

	judge_random(j, id.b, sizeof(id.b));
	judge_random(j, seed, sizeof(seed));
	judge_random(j, secret, sizeof(secret));
	dice_chain_init(&c, &id, 0, seed);
	out->chain = dice_chain_link(&c, 0);
	out->hidden = hidden_commitment(&id, secret);
	out->name =
		str_of(arena_printf(a, "%.*s-%.*s", STR_ARG(p->name), ENDING,
				    hex_of(a, out->chain.b, HASH_SIZE).s));
	row.name = out->name;
	row.beacon = beacon;
	row.version = str_of(kind->rules->version);
	e = rule_versions_save(j->rule_versions, j->st, kind, row.grammar_hash,
			       why);
	if (!e)
		e = store_game_add(j->st, &row, &out->game, why);
	if (!e)
		e = store_secret_add(j->st, out->game, SECRET_GAME_ID, 0,
				     bytes_of(id.b, sizeof(id.b)), 0, why);
	if (!e)
		e = store_secret_add(j->st, out->game, SECRET_CHAIN, 0,
				     bytes_of(c.point, DICE_CHAIN_STORE_SIZE),
				     1, why);
	if (!e)
		e = store_secret_add(j->st, out->game, SECRET_HIDDEN, 0,
				     bytes_of(secret, sizeof(secret)), 0, why);
	if (!e)
		e = seats_make(j, p, out->game, why);
	dice_chain_release(&c);
	secret_wipe(seed, sizeof(seed));
	secret_wipe(secret, sizeof(secret));
	return e;
}

static const char *role_of(int slot)
{
	return slot < SLOT_GM         ? "player"
	       : slot < SLOT_OBSERVER ? "gm"
				      : "observer";
}

/* The row of the seat, which may be a new one. */
static enum err seat_give(struct adjudication *x, int slot, int64_t person,
			  struct why *why)
{
	struct seat_row *s = game_ctx_seat(x->t, slot),
			fresh = { .game = x->t->row.id, .slot = slot };
	enum err e;

	if (!s && slot < SLOT_GM)
		return game_ctx_no_seat(x->t, why);
	if (spectators_is_place(slot) && !(s && s->person) &&
	    spectators_count(x->t) >= SPECTATORS_MAX)
		return reject_set(why, REJECT_table_full, NULL);
	if (!s) {
		if (x->t->n_seats == JUDGE_SLOTS)
			return reject_set(why, REJECT_table_full, NULL);
		s = &x->t->seats[x->t->n_seats++];
		*s = fresh;
	}
	s->person = person;
	e = store_seat_put(x->j->st, s, why);
	/* a future spectator has read nothing */
	return !e && spectators_is_place(slot)
		       ? store_seat_floor(x->j->st, x->t->row.id, slot, 0, why)
		       : e;
}

/* SEAT_TAKEN and the person's keys; the row of the seat. */
static enum err emit_seat(struct adjudication *x, int slot, int64_t person,
			  struct str by, struct why *why)
{
	struct person_row p;
	struct event ev;
	bool may;
	enum err e = store_person_get(x->j->st, person, x->a, &p, why);

	if (e)
		return e == ERR_NOT_FOUND
			       ? reject_set(why, REJECT_no_person, NULL)
			       : e;
	e = gm_sees_all_may(x->t, slot, person, x->a, &may, why);
	if (!e && !may)
		e = reject_set(why, REJECT_open_led, NULL);
	if (!e)
		e = seat_give(x, slot, person, why);
	if (e || (spectators_is_place(slot) && spectators_hides(x->t)))
		return e;
	common_event_seat_taken(&ev, 0, slot < SLOT_GM ? slot : -1, p.name,
				str_of(role_of(slot)), by);
	deadline_notify(x, &ev);
	if (slot_is_master(slot))
		e = gm_summary_set(x->j, x->t->row.id, person, x->a, why);
	if (!e)
		e = game_txn_emit_keys(x, &p, by, why);
	if (!e && computer_person_is(&p, NULL))
		computer_person_plays(x, slot, &p, by);
	return e;
}

/* The plan's settings of play: options, carry-over, policies, game master,
 * position. */
static enum err emit_plan(struct adjudication *x, const struct game_plan *p,
			  struct why *why)
{
	enum err e = ERR_OK;

	for (int i = 0; !e && i < p->n_options; i++)
		e = emit_option(x, &p->options[i], why);
	for (int i = 0; !e && i < p->n_events; i++)
		e = emit_again(x, &p->events[i], why);
	for (int i = 0; !e && i < p->n_carried; i++)
		e = emit_carried(x, &p->carried[i], why);
	for (int i = 0; !e && i < p->n_policies; i++)
		e = proposals_set(x, p->policies[i].name, p->policies[i].value,
				  STR("operator"), why);
	if (!e && p->master)
		e = emit_seat(x, SLOT_GM, p->master, STR("operator"), why);
	if (e)
		return e;
	return p->setup.len ? emit_setup(x, p->setup, why) : check_hope(x, why);
}

/* strength: as in struct game_plan. */
static enum err seat_computer(struct judge *j, int64_t game, int slot,
			      int strength, struct arena *a, struct why *why)
{
	struct person_row p;
	enum err e = computer_person_find(j, (enum player_level)(strength - 1),
					  true, a, &p, why);

	return e ? e
		 : lifecycle_seat(j, game, &actor_operator, slot, p.id, why);
}

enum err lifecycle_new(struct judge *j, const struct game_plan *plan,
		       struct arena *a, struct str *name, int64_t *id,
		       struct why *why)
{
	struct game_plan p = *plan;
	struct prepared made;
	struct str beacon;
	struct adjudication x;
	struct game_ctx t;
	enum err e;

	p.name = str_lower(a, plan->name);
	for (int i = 0; i < SEATS_MAX; i++)
		p.reserved[i] = addr_ascii(a, plan->reserved[i]);
	e = name_check(p.name, why);
	if (!e)
		e = plan_check(j, &p, why);
	if (!e)
		e = beacon_wait_name(j, p.beacon, a, &beacon, why);
	if (!e)
		e = lifecycle_prepare(j, &p, beacon, a, &made, why);
	if (!e)
		e = game_txn_begin(j, made.game, &actor_operator, a, &t, &x,
				   why);
	if (e)
		return e;
	*name = made.name;
	*id = made.game;
	emit_created(&x, &p, &made.chain, &made.hidden);
	adjudication_open(&x, CAUSE_OPERATOR, 0);
	e = game_txn_finish(&x, emit_plan(&x, &p, why), why);
	for (int i = 0; !e && i < p.n_players; i++)
		if (p.computer[i])
			e = seat_computer(j, *id, i, p.computer[i], a, why);
	return e ? e : invite_all(j, &p, &t, &made.chain, a, why);
}

/* Seats ---------------------------------------------------------------------
 */

/* Who had the seat hears that they have it no more. */
static enum err tell_replaced(struct adjudication *x, int slot, int64_t before,
			      int64_t person, struct str by, struct why *why)
{
	struct notify w = { .kind = "seat_replaced",
			    .person = before,
			    .t = x->t,
			    .slot = -1,
			    .point = x->point };
	struct person_row p;
	struct payload m;
	char seat[SLOT_NAME_MAX];
	enum err e = store_person_get(x->j->st, person, x->a, &p, why);

	if (e)
		return e;
	slot_name(slot, seat);
	payload_init(&m);
	payload_text(&m, "name", anonymity_hides(x->t) ? str_of(seat) : p.name);
	payload_text(&m, "seat", str_of(seat));
	/* nor is who leads it named to who played */
	payload_text(&m, "by",
		     anonymity_hides(x->t) && x->cause == CAUSE_GM ? STR("GM")
								   : by);
	w.matter = payload_end(&m, x->a);
	w.tag = str_of(arena_printf(x->a, "%.*s.%lld.%s.replaced",
				    STR_ARG(x->t->row.name),
				    (long long)x->point, seat));
	return notify_add(x->j, &w, x->a, why);
}

/* Their random word, if one was sealed with the answer to the challenge; and
 * the last seat that is taken begins the time for the others. */
static void seat_words(struct adjudication *x, int slot, struct str hash)
{
	struct word_lines w = { .has_hash = hash.len == WORD_HASH_SIZE,
				.none = str_is(hash, ACTOR_NO_WORD) };

	entropy_seated(x, slot);
	if (w.has_hash)
		memcpy(w.hash, hash.s, WORD_HASH_SIZE);
	/* what was good when it was sent may be so no more */
	if (word_lines_any(&w) &&
	    !entropy_round_refuses(&x->t->entropy, slot, &w))
		entropy_apply(x, slot, &w);
	entropy_step(x, false);
}

enum err lifecycle_sit(struct adjudication *x, int slot, int64_t person,
		       struct str by, struct str word, struct why *why)
{
	const struct seat_row *row = game_ctx_seat(x->t, slot);
	int64_t before = row ? row->person : 0;
	enum err e = emit_seat(x, slot, person, by, why);

	/* a new holder must not act on the old holder's orders */
	if (!e && slot < x->t->n_players)
		game_vacate(&x->run, slot);
	if (!e && slot < x->t->n_players)
		seat_words(x, slot, word);
	if (!e && before && before != person)
		e = tell_replaced(x, slot, before, person, by, why);
	return e;
}

/* The game begins. */
static enum err start(struct game_txn *s, struct str by, struct why *why)
{
	struct event ev;

	common_event_game_started(&ev, 0, by);
	s->t.row.state = GAME_RUNNING;
	s->t.row.started = s->x.point;
	deadline_notify(&s->x, &ev);
	return adjudication_goes_on(&s->x, why);
}

/* Who came was the last of all for whom seats are kept. */
static bool is_last(const struct game_txn *s, const struct actor *h)
{
	if (h->cause != CAUSE_MAIL || !str_is(h->by, "reservation") ||
	    s->t.row.state != GAME_OPEN)
		return false;
	for (int i = 0; i < s->t.n_players; i++)
		if (!s->t.seats[i].person)
			return false;
	return true;
}

/* A person without a key cannot sign, and the seat would block the game. */
static enum err can_play(struct game_txn *s, int slot, int64_t person,
			 struct why *why)
{
	const struct seat_row *row = game_ctx_seat(&s->t, slot);
	struct key_row keys[KEYS_MAX];
	struct person_row p;
	const char *no;
	int n = 0;
	enum err e = ERR_OK;

	if (row && row->person == person)
		return reject_set(why, REJECT_sits_there, NULL);
	e = store_person_get(s->x.j->st, person, s->x.a, &p, why);
	if (e)
		return e == ERR_NOT_FOUND
			       ? reject_set(why, REJECT_no_person, NULL)
			       : e;
	if (computer_person_is(&p, NULL)) {
		no = slot < s->t.n_players ? computer_person_refuses(&s->t)
					   : "computer_elsewhere";
		return no ? reject_set(why, reject_named(str_of(no)), NULL)
			  : ERR_OK;
	}
	if (slot >= SLOT_OBSERVER)
		return ERR_OK;
	e = store_key_ring(s->x.j->st, person, s->x.a, keys, KEYS_MAX, &n, why);
	return e || n ? e : reject_set(why, REJECT_no_key, REJECT_OF(p.name));
}

enum err lifecycle_seat(struct judge *j, int64_t game, const struct actor *h,
			int slot, int64_t person, struct why *why)
{
	struct game_txn own, *s;
	enum err e;

	e = game_txn_open(&s, &own, j, game, h, why);
	if (e)
		return e;
	if (s->t.row.state == GAME_ENDED)
		e = reject_set(why, REJECT_ended, NULL);
	if (!e)
		e = can_play(s, slot, person, why);
	if (!e)
		e = lifecycle_sit(&s->x, slot, person, h->by, h->word, why);
	if (!e && is_last(s, h) && game_ctx_begins_itself(&s->t))
		e = start(s, STR("judge"), why);
	return game_txn_close(s, e, why);
}

enum err lifecycle_unseal(struct judge *j, int64_t game, const struct actor *h,
			  int64_t point, struct why *why)
{
	struct game_txn own, *s;
	const char *no;
	enum err e = game_txn_open(&s, &own, j, game, h, why);

	if (e)
		return e;
	e = press_publish_validate(&s->t, -1, point, &no, why);
	if (!e && no)
		e = reject_set(why, reject_named(str_of(no)), NULL);
	if (!e)
		e = press_publish_parse(&s->x, point, why);
	return game_txn_close(s, e, why);
}

/* Start, pause, resume, end -------------------------------------------------
 */

enum err lifecycle_start(struct judge *j, int64_t game, const struct actor *h,
			 struct why *why)
{
	struct game_txn own, *s;
	enum err e;

	e = game_txn_open(&s, &own, j, game, h, why);
	if (e)
		return e;
	if (s->t.row.state != GAME_OPEN)
		e = reject_set(why, REJECT_started, NULL);
	for (int i = 0; !e && i < s->t.n_players; i++)
		if (!s->t.seats[i].person)
			e = reject_set(why, REJECT_seat_free,
				       REJECT_OF(str_of((char[2]){
					       (char)('A' + i), 0 })));
	if (!e)
		e = start(s, h->by, why);
	return game_txn_close(s, e, why);
}

/* A command that gives a game another state. */
struct transition {
	enum game_state from; /* GAME_STATES: any but GAME_ENDED */
	enum game_state to;
	int kind;           /* of its event; its first field names the actor */
	enum reject cannot; /* in another state */
	bool has_words;     /* the second field of the event */
	struct str words;
};

/* Words of a game master, but none that let the judge resume a game itself. */
static struct str pause_words(struct str words)
{
	return str_is(words, DEADLINE_PAUSE) ||
			       str_is(words, FORK_CHECK_PAUSE) ||
			       str_is(words, "dispute")
		       ? STR("paused")
		       : words;
}

static enum err transition_check(const struct game_ctx *t,
				 const struct transition *c, struct why *why)
{
	enum game_state is = t->row.state;
	enum err e = c->to == GAME_RUNNING ? dispute_resumable(t, why) : ERR_OK;

	if (e)
		return e;
	if (c->from == GAME_STATES ? is == GAME_ENDED : is != c->from)
		return reject_set(why, c->cannot, NULL);
	return ERR_OK;
}

static enum err turn_to(struct judge *j, int64_t game, const struct actor *h,
			const struct transition *c, struct why *why)
{
	struct game_txn own, *s;
	struct event ev;
	enum err e;

	e = game_txn_open(&s, &own, j, game, h, why);
	if (e)
		return e;
	e = transition_check(&s->t, c, why);
	if (e)
		return game_txn_close(s, e, why);
	event_start(&ev, c->kind, 0);
	event_put_text(&ev, 0, h->by);
	if (c->has_words)
		event_put_text(&ev, 1, c->words);
	game_emit(&s->x.run, &ev);
	s->t.row.state = c->to;
	s->t.row.paused_why =
		c->to == GAME_PAUSED ? pause_words(c->words) : STR("");
	if (c->to == GAME_RUNNING)
		e = adjudication_goes_on(&s->x, why);
	return game_txn_close(s, e, why);
}

enum err lifecycle_pause(struct judge *j, int64_t game, const struct actor *h,
			 struct str words, struct why *why)
{
	const struct transition c = { .from = GAME_RUNNING,
				      .to = GAME_PAUSED,
				      .kind = COMMON_GAME_PAUSED,
				      .cannot = REJECT_not_running,
				      .has_words = true,
				      .words = words };

	return turn_to(j, game, h, &c, why);
}

enum err lifecycle_resume(struct judge *j, int64_t game, const struct actor *h,
			  struct why *why)
{
	const struct transition c = { .from = GAME_PAUSED,
				      .to = GAME_RUNNING,
				      .kind = COMMON_GAME_RESUMED,
				      .cannot = REJECT_not_paused };

	return turn_to(j, game, h, &c, why);
}

enum err lifecycle_end(struct judge *j, int64_t game, const struct actor *h,
		       struct str words, struct why *why)
{
	const struct transition c = { .from = GAME_STATES,
				      .to = GAME_ENDED,
				      .kind = COMMON_GAME_ENDED,
				      .cannot = REJECT_ended_already,
				      .has_words = true,
				      .words = words };

	return turn_to(j, game, h, &c, why);
}

enum err lifecycle_beacon(struct judge *j, int64_t game, const struct actor *h,
			  struct why *why)
{
	struct game_txn own, *s;
	enum err e;

	e = game_txn_open(&s, &own, j, game, h, why);
	return e ? e
		 : game_txn_close(s, beacon_wait_change(&s->x, h->by, why),
				  why);
}

/* Corrections ---------------------------------------------------------------
 */

/* what it could be, if that is a matter of words */
static enum err no_value(const struct system *sys, struct str bad,
			 struct str path, struct why *why)
{
	struct buf words;
	enum err e;

	buf_init(&words, 1024);
	state_path_choices(state_path_form_of(sys, path), &words);
	e = words.len ? reject_set(why, REJECT_bad_value,
				   REJECT_OF(bad, path, buf_str(&words)))
		      : reject_set(why, REJECT_bad_writing,
				   REJECT_OF(bad, path, str_of(sys->name)));
	buf_release(&words);
	return e;
}

/* Does everybody see this value of the game? The event of SET is for all. */
static bool value_is_public(struct game_txn *s, const struct game *g,
			    struct str path)
{
	const struct system *sys = s->t.sys->rules;
	struct game *view = ARENA_NEW(&s->a, struct game);
	int32_t is[STATE_PATH_MAX_NUMBERS], seen[STATE_PATH_MAX_NUMBERS];
	int n_is, n_seen;
	struct str what;

	game_view(g, -1, view);
	return state_path_get(sys, g->state, path, is, &n_is, &what) &&
	       state_path_get(sys, view->state, path, seen, &n_seen, &what) &&
	       n_is == n_seen && !memcmp(is, seen, (size_t)n_is * sizeof(*is));
}

/* One value, as it is written by players; the game evolves. */
static enum err value_set(struct game_txn *s, const struct actor *h,
			  const struct lifecycle_value *v, struct str words,
			  struct game *trial, struct why *why)
{
	const struct system *sys = s->t.sys->rules;
	struct str path = path_words_path(s->t.sys->grammar, &s->a, v->name);
	struct str text =
		path_words_value(s->t.sys->grammar, &s->a, sys, path, v->value);
	struct str what = path;
	int32_t value[STATE_PATH_MAX_NUMBERS];
	struct event ev;
	int n;

	if (s->t.row.state == GAME_OPEN || s->t.row.state == GAME_ENDED)
		return reject_set(why, REJECT_not_played, NULL);
	if (!state_path_read(sys, path, text, value, STATE_PATH_MAX_NUMBERS, &n,
			     &what))
		return no_value(sys, what, path, why);
	if (!state_path_may(sys, s->t.game->state, path, value, n,
			    s->x.run.trials, &what))
		return reject_set(why, REJECT_no_value, REJECT_OF(what));
	common_event_override(&ev, 0, h->by, words, path, value, n);
	game_copy(trial, s->t.game);
	if (!game_evolve(trial, &ev))
		return reject_set(why, REJECT_unsound,
				  REJECT_OF(path, STR("no such value")));
	if (!value_is_public(s, s->t.game, path) ||
	    !value_is_public(s, trial, path))
		return reject_set(why, REJECT_value_hidden, REJECT_OF(path));
	game_emit(&s->x.run, &ev);
	return ERR_OK;
}

static enum err policy_put(struct game_txn *s, const struct actor *h,
			   const struct lifecycle_value *v, struct why *why)
{
	return s->t.row.state == GAME_ENDED
		       ? reject_set(why, REJECT_ended, NULL)
		       : proposals_set(&s->x, v->name, v->value, h->by, why);
}

/* A state that was irregular before may be irregular after it. */
static enum err values_put(struct game_txn *s, const struct actor *h,
			   const struct lifecycle_value *v, int n,
			   struct str words, struct why *why)
{
	const struct system *sys = s->t.sys->rules;
	bool sound = !system_invariant(sys, s->t.game->state);
	struct game *trial = arena_alloc(&s->a, sizeof(*trial));
	struct str last = STR("");
	const char *wrong;
	enum err e = ERR_OK;

	for (int i = 0; !e && i < n; i++) {
		e = v[i].policy ? policy_put(s, h, &v[i], why)
				: value_set(s, h, &v[i], words, trial, why);
		if (!v[i].policy)
			last = v[i].name;
	}
	if (e || !last.len)
		return e;
	wrong = sound ? system_invariant(sys, s->t.game->state)
		      : system_validate(sys, s->t.game->state);
	if (wrong)
		return reject_set(why, REJECT_unsound,
				  REJECT_OF(path_words_path(s->t.sys->grammar,
							    &s->a, last),
					    str_of(wrong)));
	return s->t.row.state == GAME_RUNNING ? adjudication_goes_on(&s->x, why)
					      : ERR_OK;
}

enum err lifecycle_set(struct judge *j, int64_t game, const struct actor *h,
		       const struct lifecycle_value *v, int n, struct str words,
		       struct why *why)
{
	struct game_txn own, *s;
	enum err e;

	e = game_txn_open(&s, &own, j, game, h, why);
	return e ? e
		 : game_txn_close(s, values_put(s, h, v, n, words, why), why);
}

enum err lifecycle_readmit(struct judge *j, int64_t game, const struct actor *h,
			   int slot, struct why *why)
{
	struct game_txn own, *s;
	struct event ev;
	enum err e;

	e = game_txn_open(&s, &own, j, game, h, why);
	if (e)
		return e;
	common_event_readmission_announced(&ev, 0, slot, h->by);
	game_emit(&s->x.run, &ev);
	return game_txn_close(s, ERR_OK, why);
}

enum err lifecycle_undo(struct judge *j, int64_t game, const struct actor *h,
			const struct way_back *to, struct str words,
			struct why *why)
{
	struct game_txn own, *s;
	enum err e;

	e = game_txn_open(&s, &own, j, game, h, why);
	return e ? e
		 : game_txn_close(s, undo_to(&s->x, h, to, words, why), why);
}
