/* src/judge/game/adjudicate.c */
#include "judge/game/adjudicate.h"
#include "judge/notify/notify.h"
#include "judge/game/beacon_wait.h"
#include "judge/policies/proposals.h"
#include "judge/policies/proxy.h"
#include "judge/policies/spectators.h"
#include "judge/game/anonymity.h"
#include "protocol/log_events.h"
#include "judge/game/deadline.h"
#include "judge/game/entropy.h"
#include "auth/keyring.h"
#include "engine/common.h"

static const char *const cause_names[] = { "mail", "timer", "gm", "operator",
					   "reroll" };

/* who acted, as the log says it */
static int seat_of(const struct adjudication *x)
{
	return 0 <= x->slot && x->slot < SLOT_GM ? x->slot : -1;
}

/* every die is an event */
static void adjudicate_rolled(void *watcher, uint32_t roll, unsigned sides,
			      unsigned face)
{
	struct adjudication *x = watcher;

	log_event_rolled(&x->run, x->roller, roll, sides, face);
}

/* and so is every hidden value, for game masters */
static void adjudicate_drawn(void *watcher, uint32_t number, unsigned sides,
			     unsigned value)
{
	struct adjudication *x = watcher;

	log_event_drawn(&x->run, number, hidden_draws_round(&x->hidden_draws),
			sides, value);
}

/* The link that a step has rolled with is opened behind it. */
static void open_link(struct adjudication *x)
{
	struct hash commitment;
	uint32_t number;

	log_event_link(&x->run, &x->dice_source.source, x->dice.n_rolls);
	x->dice.n_rolls = 0;
	dice_source_use(&x->dice_source, x->point, &number, &commitment);
	if (number)
		log_event_chain(&x->run, number, &commitment);
}

static void adjudicate_stepped(void *watcher)
{
	struct adjudication *x = watcher;

	if (x->dice.n_rolls)
		open_link(x);
	dice_source_next(&x->dice_source);
}

static bool is_over(const struct game_ctx *t)
{
	uint32_t winners;

	return system_over(t->sys->rules, t->game->state, &winners);
}

/*
 * The log's time never goes back: while the clock does, it stands still, and
 * the operator is told.
 */
static enum err hold_clock(struct adjudication *x, struct why *why)
{
	const struct judge_env *env = &x->j->c.env;
	struct head_row before;
	enum err e;

	if (!x->t->row.point)
		return ERR_OK;
	e = store_head_get(x->j->st, x->t->row.id, x->t->row.point, &before,
			   why);
	if (e || before.at_s <= x->at_s)
		return e;
	if (env->tell && before.at_s > judge_clock(x->j))
		env->tell(env->context,
			  arena_printf(x->a,
				       "%.*s: the clock is %lld s behind what "
				       "the log has seen; its time stands "
				       "still until then",
				       STR_ARG(x->t->row.name),
				       (long long)(before.at_s -
						   judge_clock(x->j))));
	x->at_s = before.at_s;
	return ERR_OK;
}

/* what the engine works with */
static void run_begin(struct adjudication *x)
{
	struct game_ctx *t = x->t;

	x->hidden_draws.lent.drawn = adjudicate_drawn;
	x->hidden_draws.lent.watcher = x;
	x->catalog = game_cards(t->sys);
	x->dice = (struct dice){ .bits = dice_source_bits,
				 .source = &x->dice_source,
				 .rolled = adjudicate_rolled,
				 .watcher = x };
	x->run = (struct game_run){
		.game = t->game,
		.dice = &x->dice,
		.catalog = &x->catalog,
		.dice_wait = beacon_wait_holds(t) ||
			     entropy_round_waits(&t->entropy),
		.secrets = &x->hidden_draws.lent,
		.trials = trials_init(
			arena_alloc_raw(x->a, sizeof(struct trials))),
		.out = &x->list,
		.stepped = adjudicate_stepped,
		.names = anonymity_is_on(t) || !t->row.point ? anonymity_event
							     : NULL,
		.watcher = x
	};
}

enum err adjudication_begin(struct adjudication *x, struct game_ctx *t,
			    struct arena *a, enum cause cause, int slot,
			    int64_t serial, struct why *why)
{
	enum err e;

	*x = (struct adjudication){
		.j = t->j,
		.t = t,
		.a = a,
		.list = t->j->events,
		.at_s = judge_now(t->j),
		.point = t->row.point + 1,
		.cause = cause,
		.slot = slot,
		.serial = serial,
		.finished = is_over(t) || t->row.state == GAME_ENDED,
		.agreements = t->agreements,
	};
	x->roller = seat_of(x);
	if (anonymity_is_on(t) && (cause == CAUSE_MAIL || cause == CAUSE_GM))
		x->at_s = anonymity_before(x->at_s);
	e = hold_clock(x, why);
	if (!e)
		e = dice_source_init(&x->dice_source, t, &x->run, why);
	if (!e)
		e = hidden_draws_init(&x->hidden_draws, t, x->point,
				      &x->dice_source, why);
	if (e) {
		adjudication_drop(x);
		return e;
	}
	run_begin(x);
	system_awaiting(t->sys->rules, t->game->state, &x->before);
	for (int i = 0; t->sys->rules->span && i < t->n_players; i++)
		t->sys->rules->span(t->game->state, i, -1, &x->span[i]);
	if (t->row.point)
		adjudication_open(x, cause, serial);
	return ERR_OK;
}

void adjudication_open(struct adjudication *x, enum cause cause, int64_t serial)
{
	struct event e;

	common_event_adjudication(&e, 0, (int32_t)x->point,
				  str_of(cause_names[cause]), seat_of(x),
				  (int32_t)serial, time_text(x->a, x->at_s));
	game_emit(&x->run, &e);
}

void adjudication_drop(struct adjudication *x)
{
	dice_source_release(&x->dice_source);
	hidden_draws_release(&x->hidden_draws);
}

void adjudication_signed(struct adjudication *x, const struct signed_row *s)
{
	bool is_hidden = anonymity_is_on(x->t);
	struct hash h = log_chain_signed(is_hidden ? s->format : STR(""),
					 s->text, s->signature);
	struct event e;

	x->signed_by = s;
	common_event_orders_signed(&e, 0, s->slot < SLOT_GM ? s->slot : -1,
				   s->fingerprint,
				   is_hidden ? STR("") : s->format, h.b);
	game_emit(&x->run, &e);
}

void emit_by(struct adjudication *x, int kind, const char *by)
{
	struct event e;

	event_start(&e, kind, 0);
	event_put_text(&e, 0, str_of(by)); /* of all these the first */
	game_emit(&x->run, &e);
}

/* a longer list in the arena: a mail that sets off very much */
static enum err make_room(struct adjudication *x, struct why *why)
{
	struct event *longer;

	if (x->list.max * 2 > ADJUDICATION_EVENTS_MAX)
		return why_set(
			why, ERR_TOO_LARGE,
			"%.*s: one adjudication gave more than %d events",
			STR_ARG(x->t->row.name), ADJUDICATION_EVENTS_MAX / 2);
	longer = ARENA_ARRAY(x->a, (size_t)x->list.max * 2, struct event);
	memcpy(longer, x->list.v, (size_t)x->list.n * sizeof(*longer));
	x->list.v = longer;
	x->list.max *= 2;
	return ERR_OK;
}

enum err adjudication_room(struct adjudication *x, struct why *why)
{
	return x->list.max - x->list.n < 2 * GAME_MARGIN ? make_room(x, why)
							 : ERR_OK;
}

enum err adjudication_pump(struct adjudication *x, struct why *why)
{
	enum err e = ERR_OK;

	x->pumped = true;
	do {
		e = adjudication_room(x, why);
		if (e)
			return e;
		x->run.more = false;
		game_pump(&x->run, false);
	} while (x->run.more);
	beacon_wait_notify(x);
	return ERR_OK;
}

void adjudication_gather(struct adjudication *x)
{
	struct event *own =
		ARENA_ARRAY(x->a, (size_t)x->list.max, struct event);

	/* what they do for other games has the list of the judge */
	memcpy(own, x->list.v, (size_t)x->list.n * sizeof(*own));
	x->list.v = own;
	x->together = true;
}

enum err adjudication_goes_on(struct adjudication *x, struct why *why)
{
	if (!x->together)
		return adjudication_pump(x, why);
	x->goes_on = true;
	return ERR_OK;
}

enum err adjudication_together(struct adjudication *x, struct why *why)
{
	bool goes_on = x->goes_on && x->t->row.state == GAME_RUNNING;

	x->together = x->goes_on = false;
	return goes_on ? adjudication_pump(x, why) : ERR_OK;
}

static void open_secret(struct adjudication *x, const struct hidden *h)
{
	struct event e;

	common_event_secrets_opened(&e, 0, h->secret);
	game_emit(&x->run, &e);
}

/* The log
 * --------------------------------------------------------------------*/

struct writer {
	struct adjudication *x;
	struct hidden hidden;
	struct buf json;
	struct hash head;
};

static struct hash leaf_add(struct writer *w, struct str bytes,
			    struct hash *salt)
{
	struct game_row *g = &w->x->t->row;
	struct hash leaf;

	*salt = hidden_leaf_salt(&w->hidden, (uint64_t)++g->n_leaves);
	leaf = log_chain_leaf(salt, bytes);
	w->head = log_chain_head(&w->head, &leaf);
	return leaf;
}

static enum err write_event(struct writer *w, const struct event *e,
			    struct why *why)
{
	struct game_row *g = &w->x->t->row;
	struct event_row r = {
		.game = g->id,
		.n = ++g->n_events,
		.point = w->x->point,
		.audience = e->audience,
	};
	struct hash salt, leaf;

	buf_clear(&w->json);
	event_render(&w->json, &w->x->t->sys->rules->events, e);
	assert(!w->json.full);
	r.json = buf_str(&w->json);
	if (e->audience == AUDIENCE_ALL) {
		leaf = leaf_add(w, r.json, &salt);
		r.leaf = g->n_leaves;
		memcpy(r.salt, salt.b, HASH_SIZE);
		memcpy(r.hash, leaf.b, HASH_SIZE);
	}
	return store_event_add(w->x->j->st, &r, why);
}

/* What `who` may see and not everybody may. */
static enum err write_sealed(struct writer *w, int slot, uint32_t who,
			     struct why *why)
{
	struct game_row *g = &w->x->t->row;
	struct sealed_row r = { .game = g->id,
				.point = w->x->point,
				.slot = slot };
	struct buf bundle;
	struct hash salt, leaf;
	bool fits;

	buf_init(&bundle, LOG_CHAIN_BUNDLE_MAX);
	fits = log_chain_bundle_begin(&bundle);
	for (int i = 0; fits && i < w->x->list.n; i++) {
		const struct event *e = &w->x->list.v[i];

		if (e->audience == AUDIENCE_ALL || !(e->audience & who))
			continue;
		buf_clear(&w->json);
		event_render(&w->json, &w->x->t->sys->rules->events, e);
		fits = log_chain_bundle_add(&bundle, buf_str(&w->json));
	}
	if (!fits) {
		buf_release(&bundle);
		return why_set(why, ERR_TOO_LARGE,
			       "%.*s: too much private matter at once",
			       STR_ARG(g->name));
	}
	leaf = leaf_add(w, buf_str(&bundle), &salt);
	buf_release(&bundle);
	r.leaf = g->n_leaves;
	memcpy(r.salt, salt.b, HASH_SIZE);
	memcpy(r.hash, leaf.b, HASH_SIZE);
	return store_sealed_add(w->x->j->st, &r, why);
}

static enum err write_log(struct adjudication *x, const struct hidden *h,
			  struct why *why)
{
	struct writer w = { .x = x, .hidden = *h };
	struct game_row *g = &x->t->row;
	enum err e = ERR_OK;

	buf_init(&w.json, EVENT_MAX_JSON);
	if (g->n_leaves)
		memcpy(w.head.b, g->head, HASH_SIZE);
	else
		w.head = game_ctx_origin(&x->list.v[0], x->a);
	for (int i = 0; !e && i < x->list.n; i++)
		e = write_event(&w, &x->list.v[i], why);
	for (int i = 0; !e && i < x->t->n_players; i++)
		e = write_sealed(&w, i, AUDIENCE_SEAT(i), why);
	if (!e)
		e = write_sealed(&w, SLOT_GM, AUDIENCE_GM, why);
	memcpy(g->head, w.head.b, HASH_SIZE);
	buf_release(&w.json);
	secret_wipe(&w.hidden, sizeof(w.hidden));
	return e;
}

static enum err write_state(struct adjudication *x, struct why *why)
{
	struct game_row *g = &x->t->row;
	struct head_row head = { .game = g->id,
				 .point = g->point,
				 .n_events = g->n_events,
				 .n_leaves = g->n_leaves,
				 .state = (int)g->state,
				 .at_s = x->at_s };
	int64_t due_s[SEATS_MAX];
	struct awaiting after = { .n = 0 };
	struct buf packed;
	struct hash h;
	enum err e;

	system_awaiting(x->t->sys->rules, x->t->game->state, &after);
	head.sealed = awaiting_sealed(&after);
	buf_init(&packed, GAME_ENCODED_MAX);
	game_encode(x->t->game, &packed);
	h = hash_of(buf_str(&packed));
	memcpy(x->t->state_hash, h.b, HASH_SIZE);
	game_ctx_state_save(x->t);
	memcpy(head.head, g->head, HASH_SIZE);
	memcpy(head.state_hash, h.b, HASH_SIZE);
	e = store_head_add(x->j->st, &head, why);
	if (!e)
		e = store_snapshot_put(x->j->st, g->id, g->point,
				       buf_str(&packed), why);
	buf_release(&packed);
	/* what a report says of it must not depend on when it is written */
	if (!e && deadline_has(x->t))
		e = deadline_of(x->j, g->id, due_s, why);
	for (int i = 0; !e && deadline_has(x->t) && i < x->t->n_players; i++)
		if (due_s[i])
			e = store_deadline_add(x->j->st, g->id, g->point, i,
					       due_s[i], why);
	return e;
}

static enum err write_floors(struct adjudication *x, struct why *why)
{
	struct awaiting after;
	enum err e = ERR_OK;

	system_awaiting(x->t->sys->rules, x->t->game->state, &after);
	for (int i = 0; !e && i < x->t->n_players; i++) {
		struct seat_row *s = &x->t->seats[i];

		if (log_event_floor_stays(i, x->slot, &x->before, &after,
					  x->run.acted, &x->list))
			continue;
		s->floor = x->point;
		e = store_seat_floor(x->j->st, x->t->row.id, i, s->floor, why);
	}
	return e;
}

/* The serial is used up, and what was signed is kept. */
static enum err write_signed(struct adjudication *x, struct why *why)
{
	struct signed_row s;
	int64_t taken;
	enum err e = ERR_OK;

	if (x->serial && !x->serial_taken)
		e = store_serial_use(x->j->st, x->t->row.id,
				     adjudication_sender(x), x->serial,
				     x->point, &taken, why);
	if (e || !x->signed_by)
		return e;
	s = *x->signed_by;
	s.game = x->t->row.id;
	s.point = x->point;
	return store_signed_add(x->j->st, &s, why);
}

/* The consequences of the present state; the last events. */
static enum err adjudicate_conclude(struct adjudication *x, struct why *why)
{
	struct game_row *g = &x->t->row;
	enum err e;

	if (is_over(x->t))
		g->state = GAME_ENDED;
	g->point = x->point;
	for (int i = 0; i < x->list.n && x->signed_by; i++)
		table_state_heard(&x->t->agreements, &x->list.v[i], seat_of(x));
	table_state_went_on(&x->t->agreements, &x->run, &x->list, x->at_s);
	e = beacon_wait_save(x, why);
	if (!e)
		e = deadline_update(x, why);
	if (!e)
		e = x->j->calls->proposals_save(x, why);
	if (!e)
		e = x->j->calls->proxy_save(x, why);
	if (e || g->state != GAME_ENDED || x->finished)
		return e;
	while (!e && x->list.max - x->list.n < KEYRING_MAX + GAME_MARGIN)
		e = make_room(x, why);
	if (!e)
		e = anonymity_open(x, why);
	if (!e)
		open_secret(x, &x->hidden_draws.hidden);
	return e;
}

enum err adjudication_end(struct adjudication *x, struct why *why)
{
	struct game_row *g = &x->t->row;
	int64_t first = g->n_events + 1;
	enum err e;

	e = x->masking.e;
	if (e)
		why_set(why, e, "%s", x->masking.why.text);
	if (!e)
		e = hidden_draws_end(&x->hidden_draws, why);
	if (!e)
		e = dice_source_end(&x->dice_source, why);
	if (!e)
		e = adjudicate_conclude(x, why);
	if (!e)
		e = write_log(x, &x->hidden_draws.hidden, why);
	if (!e)
		e = write_signed(x, why);
	if (!e)
		e = store_game_update(x->j->st, g, why);
	if (!e)
		e = write_floors(x, why);
	if (!e)
		e = entropy_save(x, why);
	if (!e)
		e = write_state(x, why);
	if (!e)
		e = x->j->calls->spectators_save(x, why);
	if (!e && !x->quiet)
		e = notify_report(x, first, why);
	/* the list may have grown: the judge keeps its own */
	adjudication_drop(x);
	return e;
}
