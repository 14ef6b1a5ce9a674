/* src/judge/game/game_ctx.c */
#include "judge/game/game_ctx.h"
#include "base/xalloc.h"
#include "store/archive.h"
#include "judge/game/beacon_wait.h"
#include "judge/game/reject.h"
#include "engine/common.h"
#include "engine/slot.h"
#include <stdlib.h>

/* Replay ---------------------------------------------------------------------
 */

/*
 * Undone stretches: an adjudication u that holds UNDONE {to_point p} takes the
 * game back to the state after p, so a replay skips the points between. Read
 * from the newest on, for one that was itself undone counts no more.
 */
enum { STRETCHES_MAX = 4096 };

struct stretches {
	const struct event_schema *schema;
	int n;
	struct {
		int64_t after, until; /* skip after < point < until */
	} v[STRETCHES_MAX];
	bool full;
};

static bool note_undone(void *context, const struct event_row *r)
{
	struct stretches *s = context;
	struct event e;

	if (!event_parse_as(r->json, s->schema, COMMON_UNDONE, &e))
		return true;
	if (s->n == STRETCHES_MAX) {
		s->full = true;
		return false;
	}
	s->v[s->n].after = event_get(&e, COMMON_UNDONE_POINT);
	s->v[s->n++].until = r->point;
	return true;
}

static bool is_skipped(const struct stretches *s, int64_t point)
{
	int64_t limit = INT64_MAX;

	for (int i = s->n; i-- > 0;) {
		if (s->v[i].until > limit)
			continue;
		if (s->v[i].after < point && point < s->v[i].until)
			return true;
		limit = s->v[i].after;
	}
	return false;
}

struct replay {
	const struct system *sys;
	struct game *game;
	const struct stretches *skip;
	int64_t bad; /* the event that does not fit, 0: none */
};

static bool game_ctx_apply(void *context, const struct event_row *r)
{
	struct replay *p = context;
	struct event e;

	if (is_skipped(p->skip, r->point))
		return true;
	if (!event_parse(r->json, &p->sys->events, &e) ||
	    !game_evolve(p->game, &e))
		p->bad = r->n;
	return !p->bad;
}

/*
 * The events first..last on the state after point `from`. *fits is false, and
 * nothing was done, where one of them takes the game back to before it.
 */
static enum err replay_on(struct game_ctx *t, int64_t from, int64_t first,
			  int64_t last, struct game *game, bool *fits,
			  struct why *why)
{
	struct arena a;
	struct replay p = { .sys = t->sys->rules, .game = game };
	struct stretches *s;
	enum err e;

	arena_init(&a);
	s = ARENA_NEW(&a, struct stretches);
	s->schema = &t->sys->rules->events;
	p.skip = s;
	*fits = true;
	e = store_event_list(t->j->st, t->row.id, first, last, note_undone, s,
			     why);
	if (!e && s->full)
		e = why_set(why, ERR_TOO_LARGE, "%.*s was undone too often",
			    STR_ARG(t->row.name));
	for (int i = 0; i < s->n; i++)
		*fits = *fits && s->v[i].after >= from;
	if (!e && *fits)
		e = store_event_list(t->j->st, t->row.id, first, last,
				     game_ctx_apply, &p, why);
	if (!e && p.bad)
		e = why_set(why, ERR_TAMPERED,
			    "%.*s: event %lld does not fit what was before it",
			    STR_ARG(t->row.name), (long long)p.bad);
	arena_release(&a);
	return e;
}

/* Apply the events 1..last of the log to an empty game. ERR_TAMPERED names the
 * event that does not fit. Events that were undone are passed over. */
static enum err game_ctx_replay(struct game_ctx *t, int64_t last,
				struct game *out, struct why *why)
{
	bool fits;

	game_init(out, t->sys->rules);
	return replay_on(t, 0, 1, last, out, &fits, why);
}

enum err game_ctx_skipped(const struct game_ctx *t, int64_t point,
			  enum err (*each)(void *context, int64_t after,
					   int64_t until, struct why *why),
			  void *context, struct why *why)
{
	struct arena a;
	struct stretches *s;
	struct head_row head;
	int64_t limit = point + 1;
	enum err e = store_head_get(t->j->st, t->row.id, point, &head, why);

	arena_init(&a);
	s = ARENA_NEW(&a, struct stretches);
	s->schema = &t->sys->rules->events;
	if (!e)
		e = store_event_list(t->j->st, t->row.id, 1, head.n_events,
				     note_undone, s, why);
	for (int i = s->n; !e && i-- > 0;) {
		if (s->v[i].until >= limit)
			continue;
		limit = s->v[i].after + 1;
		e = each(context, s->v[i].after, s->v[i].until, why);
	}
	arena_release(&a);
	return e;
}

struct wanted {
	int64_t point;
	bool undone;
};

static enum err note_skipped(void *context, int64_t after, int64_t until,
			     struct why *why)
{
	struct wanted *w = context;

	(void)why;
	w->undone |= after < w->point && w->point < until;
	return ERR_OK;
}

enum err game_ctx_undone(const struct game_ctx *t, int64_t point, bool *undone,
			 struct why *why)
{
	struct wanted w = { .point = point };
	enum err e = game_ctx_skipped(t, t->row.point, note_skipped, &w, why);

	*undone = w.undone;
	return e;
}

/* The point that `point` went on from. */
static int64_t parent_of(const struct stretches *s, int64_t point)
{
	int low = 0, high = s->n;

	while (low < high) {
		int mid = (low + high) / 2;

		if (s->v[mid].until < point)
			low = mid + 1;
		else
			high = mid;
	}
	return low < s->n && s->v[low].until == point ? s->v[low].after
						      : point - 1;
}

/* Did a choice wait sealed when one of the points was decided that led to where
 * the game is, and not to `to`? sealed: by point. */
static bool is_unsealed(const struct stretches *s, const bool *sealed,
			int64_t now, int64_t to, bool *stays)
{
	for (int64_t at = to; at > 0; at = parent_of(s, at))
		stays[at] = true;
	for (int64_t at = now; at > 0 && !stays[at]; at = parent_of(s, at))
		if (sealed[parent_of(s, at)])
			return true;
	return false;
}

enum err game_ctx_since(const struct game_ctx *t, int64_t to, struct arena *a,
			struct game_ctx_since *out, struct why *why)
{
	int64_t now = t->row.point, at = now + 1;
	struct stretches *s = ARENA_NEW(a, struct stretches);
	bool *sealed = ARENA_ARRAY(a, (size_t)now + 1, bool);
	bool *stays = ARENA_ARRAY(a, (size_t)now + 1, bool);
	enum err e = ERR_OK;

	out->below = ARENA_ARRAY(a, (size_t)now + 1, bool);
	while (!e) {
		e = store_head_sealed(t->j->st, t->row.id, at, &at, why);
		if (!e)
			sealed[at] = true;
	}
	if (e != ERR_NOT_FOUND)
		return e;
	s->schema = &t->sys->rules->events;
	e = store_event_list(t->j->st, t->row.id, 1, t->row.n_events,
			     note_undone, s, why);
	if (e)
		return e;
	for (at = to + 1; at <= now; at++)
		out->below[at] =
			parent_of(s, at) == to || out->below[parent_of(s, at)];
	out->unsealed = is_unsealed(s, sealed, now, to, stays);
	return ERR_OK;
}

/* Loading --------------------------------------------------------------------
 */

bool game_ctx_begins_itself(const struct game_ctx *t)
{
	bool kept = t->agreements.policy.n[POLICY_AUTOSTART] ==
		    POLICY_AUTOSTART_YES;

	for (int i = 0; i < t->n_players; i++)
		kept = kept && (t->seats[i].person || t->seats[i].reserved.len);
	return kept;
}

bool game_ctx_is_open(const struct game_ctx *t)
{
	return t->agreements.policy.n[POLICY_GM_SEES_HIDDEN];
}

bool game_ctx_shows(const struct game_ctx *t, int slot, uint32_t audience,
		    int kind)
{
	bool post = kind == COMMON_PRESS_SENT || kind == COMMON_PRESS_BLOCKED ||
		    kind == COMMON_PRESS_PUBLISH_AGREED;
	int seat = slot_seat(slot);

	if (audience == AUDIENCE_ALL)
		return true;
	if (seat >= 0)
		return audience & AUDIENCE_SEAT(seat) &&
		       (!post || slot < SLOT_DEPUTY ||
			t->agreements.seats[seat].deputy.letters);
	if (!slot_is_master(slot))
		return false;
	return post ? (audience & AUDIENCE_GM) != 0 : game_ctx_is_open(t);
}

bool game_ctx_shows_row(const struct game_ctx *t, int slot,
			const struct event_row *r)
{
	int kind = event_line_is(r->json, COMMON_PRESS_SENT) ? COMMON_PRESS_SENT
		   : event_line_is(r->json, COMMON_PRESS_BLOCKED)
			   ? COMMON_PRESS_BLOCKED
		   : event_line_is(r->json, COMMON_PRESS_PUBLISH_AGREED)
			   ? COMMON_PRESS_PUBLISH_AGREED
			   : 0;

	return game_ctx_shows(t, slot, r->audience, kind);
}

void game_ctx_view(const struct game_ctx *t, const struct game *g, int slot,
		   struct game *out)
{
	if (slot_is_master(slot) && game_ctx_is_open(t))
		game_copy(out, g);
	else
		game_view(g, slot_seat(slot), out);
}

struct seat_row *game_ctx_seat(struct game_ctx *t, int slot)
{
	for (int i = 0; i < t->n_seats; i++)
		if (t->seats[i].slot == slot)
			return &t->seats[i];
	return NULL;
}

enum err game_ctx_no_seat(const struct game_ctx *t, struct why *why)
{
	char last[SLOT_NAME_MAX];

	slot_name(t->n_players - 1, last);
	return reject_set(why, REJECT_no_seat, REJECT_OF(str_of(last)));
}

static enum err seats_load(struct game_ctx *t, struct arena *a, struct why *why)
{
	enum err e = store_seat_list(t->j->st, t->row.id, a, t->seats,
				     JUDGE_SLOTS, &t->n_seats, why);

	if (e)
		return e;
	while (t->n_players < t->n_seats &&
	       t->seats[t->n_players].slot == t->n_players)
		t->n_players++;
	if (t->n_players < 1 || t->n_players > SEATS_MAX)
		return why_set(why, ERR_STORE, "%.*s has no seats",
			       STR_ARG(t->row.name));
	return ERR_OK;
}

static enum err entropy_load(struct game_ctx *t, int64_t point, struct arena *a,
			     struct why *why)
{
	struct str bytes;
	enum err e =
		store_entropy_get(t->j->st, t->row.id, point, a, &bytes, why);

	entropy_round_init(&t->entropy, (unsigned)t->n_players, 0);
	return !e && bytes.len && !entropy_round_parse(&t->entropy, bytes)
		       ? why_set(why, ERR_STORE,
				 "%.*s has lost its random words",
				 STR_ARG(t->row.name))
		       : e;
}

struct relived {
	struct table_state_past past;
	const struct event_schema *schema;
	int64_t bad; /* the event that does not fit, 0: none */
};

static bool agreements_note(void *context, const struct event_row *r)
{
	struct relived *v = context;
	struct event e;

	if (!event_parse(r->json, v->schema, &e) ||
	    !table_state_relive(&v->past, &e))
		v->bad = r->n;
	return !v->bad;
}

/* From the log: it was kept by a program that knew less of what tables agree
 * on. */
static enum err agreements_again(struct game_ctx *t, int64_t point,
				 struct why *why)
{
	struct relived v = { .past = { .g = &t->agreements, .seat = -1 },
			     .schema = &t->sys->rules->events };
	struct head_row head;
	enum err e = store_head_get(t->j->st, t->row.id, point, &head, why);

	table_state_init(&t->agreements);
	if (!e)
		e = store_event_list(t->j->st, t->row.id, 1, head.n_events,
				     agreements_note, &v, why);
	return !e && v.bad ? why_set(why, ERR_TAMPERED,
				     "%.*s: event %lld does not fit what its "
				     "table had agreed on",
				     STR_ARG(t->row.name), (long long)v.bad)
			   : e;
}

static enum err agreements_load(struct game_ctx *t, int64_t point,
				struct arena *a, struct why *why)
{
	struct str bytes;
	enum err e = store_agreements_get(t->j->st, t->row.id, point, a, &bytes,
					  why);

	table_state_init(&t->agreements);
	return e || !bytes.len || table_state_parse(&t->agreements, bytes)
		       ? e
		       : agreements_again(t, point, why);
}

static void state_hash(const struct game *g, uint8_t out[HASH_SIZE])
{
	struct buf b;
	struct hash h;

	buf_init(&b, GAME_ENCODED_MAX);
	game_encode(g, &b);
	h = hash_of(buf_str(&b));
	memcpy(out, h.b, HASH_SIZE);
	buf_release(&b);
}

void game_ctx_state_save(struct game_ctx *t)
{
	struct judge *j = t->j;

	if (!j->last)
		j->last = xalloc_check(malloc(sizeof(*j->last)));
	game_copy(j->last, t->game);
	memcpy(j->last_hash, t->state_hash, HASH_SIZE);
}

/* States with equal hashes are equal, of any game and point. */
static bool is_last(const struct game_ctx *t, const struct head_row *head)
{
	const struct judge *j = t->j;

	return j->last && j->last->sys == t->sys->rules &&
	       !memcmp(j->last_hash, head->state_hash, HASH_SIZE);
}

/* From the snapshot, if it is what the head says; else ERR_NOT_FOUND. */
static enum err snapshot_load(struct game_ctx *t, struct arena *a,
			      const struct head_row *head, struct why *why)
{
	struct str packed = { NULL, 0 };
	struct hash h;
	enum err e;

	if (is_last(t, head)) {
		game_copy(t->game, t->j->last);
		memcpy(t->state_hash, head->state_hash, HASH_SIZE);
		return ERR_OK;
	}
	e = store_snapshot_get(t->j->st, t->row.id, head->point, a, &packed,
			       why);
	if (e)
		return e;
	h = hash_of(packed);
	if (memcmp(h.b, head->state_hash, HASH_SIZE) ||
	    !game_decode(t->game, t->sys->rules, packed))
		return ERR_NOT_FOUND;
	memcpy(t->state_hash, h.b, HASH_SIZE);
	game_ctx_state_save(t);
	return ERR_OK;
}

static bool is_state_of(struct game_ctx *t, const struct head_row *head)
{
	state_hash(t->game, t->state_hash);
	return !memcmp(t->state_hash, head->state_hash, HASH_SIZE);
}

/* From the snapshot that is kept before it, if there is one that serves. */
static enum err state_near(struct game_ctx *t, const struct head_row *head,
			   struct arena *a, bool *done, struct why *why)
{
	struct head_row base;
	int64_t point = 0;
	enum err e = store_snapshot_before(t->j->st, t->row.id, head->point - 1,
					   &point, why);

	*done = false;
	if (e || !point)
		return e;
	e = store_head_get(t->j->st, t->row.id, point, &base, why);
	if (!e)
		e = snapshot_load(t, a, &base, why);
	if (e)
		return e == ERR_NOT_FOUND ? ERR_OK : e;
	e = replay_on(t, point, base.n_events + 1, head->n_events, t->game,
		      done, why);
	*done = !e && *done && is_state_of(t, head);
	return e == ERR_TAMPERED ? ERR_OK : e;
}

static enum err state_load(struct game_ctx *t, int64_t point, struct arena *a,
			   struct why *why)
{
	struct head_row head;
	bool done;
	enum err e;

	t->game = arena_alloc_raw(a, sizeof(*t->game));
	if (!point) {
		game_init(t->game, t->sys->rules);
		return ERR_OK;
	}
	e = store_head_get(t->j->st, t->row.id, point, &head, why);
	if (e)
		return e;
	e = snapshot_load(t, a, &head, why);
	if (e != ERR_NOT_FOUND)
		return e;
	e = state_near(t, &head, a, &done, why);
	if (e || done)
		return e;
	if (why)
		why_clear(why);
	e = game_ctx_replay(t, head.n_events, t->game, why);
	if (!e && !is_state_of(t, &head))
		e = why_set(why, ERR_TAMPERED,
			    "%.*s: the events up to point %lld do not come "
			    "to the state that was there",
			    STR_ARG(t->row.name), (long long)point);
	return e;
}

enum err game_ctx_row(struct judge *j, int64_t game, struct arena *a,
		      struct game_row *g, struct why *why)
{
	struct str file = STR("its file");
	enum err e = store_game_get(j->st, game, a, g, why);

	if (e || g->state != GAME_ARCHIVED)
		return e;
	store_archive_file(j->st, game, a, &file, NULL);
	return why_set(why, ERR_ARCHIVED,
		       "%.*s is archived; to bring it back: heraldo archive "
		       "restore %.*s",
		       STR_ARG(g->name), STR_ARG(file));
}

static enum err load(struct judge *j, int64_t game, bool last, int64_t point,
		     struct arena *a, struct game_ctx *t, struct why *why)
{
	uint8_t id[SECRET_MAX];
	size_t len = 0;
	int64_t next;
	enum err e;

	*t = (struct game_ctx){ .j = j };
	e = game_ctx_row(j, game, a, &t->row, why);
	if (e)
		return e;
	e = rule_versions_find(j->rule_versions, j->st, &t->row, &t->sys, why);
	if (!e)
		e = seats_load(t, a, why);
	if (!e)
		e = store_secret_get(
			j->st, &(struct secret_id){ game, SECRET_GAME_ID, 0 },
			id, &len, &next, why);
	if (!e && len != GAME_ID_SIZE)
		e = why_set(why, ERR_STORE, "%.*s has no id",
			    STR_ARG(t->row.name));
	if (e)
		return e;
	memcpy(t->id.b, id, GAME_ID_SIZE);
	e = entropy_load(t, last ? t->row.point : point, a, why);
	if (!e)
		e = agreements_load(t, last ? t->row.point : point, a, why);
	return e ? e : state_load(t, last ? t->row.point : point, a, why);
}

enum err game_ctx_new(struct judge *j, int64_t game, struct arena *a,
		      struct game_ctx **t, struct why *why)
{
	*t = ARENA_NEW(a, struct game_ctx);
	return game_ctx_load(j, game, a, *t, why);
}

enum err game_ctx_load(struct judge *j, int64_t game, struct arena *a,
		       struct game_ctx *t, struct why *why)
{
	enum err e = load(j, game, true, 0, a, t, why);

	return e ? e : beacon_wait_load(t, why);
}

enum err game_ctx_load_at(struct judge *j, int64_t game, int64_t point,
			  struct arena *a, struct game_ctx *t, struct why *why)
{
	return load(j, game, false, point, a, t, why);
}

enum err game_ctx_hidden(const struct game_ctx *t, struct hidden *h,
			 int64_t *round, struct why *why)
{
	uint8_t secret[SECRET_MAX];
	size_t len = 0;
	int64_t next;
	const struct secret_id id = { t->row.id, SECRET_HIDDEN, 0 };
	enum err e = store_secret_get(t->j->st, &id, secret, &len, &next, why);

	*h = (struct hidden){ .game = t->id,
			      .words = entropy_digest(&t->entropy.words) };
	if (!e && len != HASH_SIZE)
		e = why_set(why, ERR_STORE, "%.*s has lost its secret",
			    STR_ARG(t->row.name));
	if (!e)
		memcpy(h->secret, secret, HASH_SIZE);
	if (round)
		*round = next;
	secret_wipe(secret, sizeof(secret));
	return e;
}

/* Heads ----------------------------------------------------------------------
 */

struct hash game_ctx_origin(const struct event *created, struct arena *a)
{
	struct hash dice = log_event_hash(created, COMMON_GAME_CREATED_CHAIN);
	struct hash hidden =
		log_event_hash(created, COMMON_GAME_CREATED_HIDDEN);
	struct str key =
		log_event_text(a, created, COMMON_GAME_CREATED_JUDGE_KEY);
	struct game_id id = { { 0 } };

	hex_parse(log_event_text(a, created, COMMON_GAME_CREATED_ID), id.b,
		  sizeof(id.b));
	return log_chain_open(&id, &dice, &hidden, key);
}

struct first {
	const struct event_schema *schema;
	struct event e;
	bool found;
};

static bool first_event(void *context, const struct event_row *r)
{
	struct first *f = context;

	f->found = event_parse(r->json, f->schema, &f->e) &&
		   f->e.kind == COMMON_GAME_CREATED;
	return false;
}

static enum err origin(struct judge *j, const struct game_row *g,
		       struct hash *out, struct why *why)
{
	const struct game_kind *sys;
	struct first *f;
	struct arena a;
	enum err e = rule_versions_find(j->rule_versions, j->st, g, &sys, why);

	if (e)
		return e;
	arena_init(&a);
	f = ARENA_NEW(&a, struct first);
	f->schema = &sys->rules->events;
	e = store_event_list(j->st, g->id, 1, 1, first_event, f, why);
	if (!e && !f->found)
		e = why_set(why, ERR_TAMPERED,
			    "%.*s: its log does not begin with game_created",
			    STR_ARG(g->name));
	if (!e)
		*out = game_ctx_origin(&f->e, &a);
	arena_release(&a);
	return e;
}

enum err game_ctx_head(struct judge *j, const struct game_row *g, int64_t point,
		       struct hash *out, struct why *why)
{
	struct head_row head;
	enum err e;

	if (!point)
		return origin(j, g, out, why);
	e = store_head_get(j->st, g->id, point, &head, why);
	if (!e)
		memcpy(out->b, head.head, HASH_SIZE);
	return e;
}

/* The whole log, checked -----------------------------------------------------
 */

struct walk {
	struct game_ctx *t;
	struct hidden hidden;
	struct hash head;
	int64_t leaf; /* of the last one followed */
	int64_t bad;
	int64_t last_event; /* followed */
};

static bool walk_event(void *context, const struct event_row *r)
{
	struct walk *w = context;
	struct hash salt, leaf;

	if (r->n != ++w->last_event) {
		w->bad = r->n;
		return false;
	}
	if (!r->leaf)
		return true;
	salt = hidden_leaf_salt(&w->hidden, (uint64_t)r->leaf);
	leaf = log_chain_leaf(&salt, r->json);
	w->head = log_chain_head(&w->head, &leaf);
	if (r->leaf != ++w->leaf || memcmp(leaf.b, r->hash, HASH_SIZE))
		w->bad = r->n;
	return !w->bad;
}

struct bundling {
	struct buf bundle;
	uint32_t who;
};

static bool bundle_event(void *context, const struct event_row *r)
{
	struct bundling *b = context;

	if (r->audience != AUDIENCE_ALL && r->audience & b->who)
		log_chain_bundle_add(&b->bundle, r->json);
	return true;
}

static enum err walk_sealed(struct walk *w, const struct sealed_row *s,
			    const struct head_row *from,
			    const struct head_row *to, struct why *why)
{
	struct bundling b = { .who = s->slot < SLOT_GM ? AUDIENCE_SEAT(s->slot)
						       : AUDIENCE_GM };
	struct hash salt, leaf;
	enum err e;

	buf_init(&b.bundle, LOG_CHAIN_BUNDLE_MAX);
	log_chain_bundle_begin(&b.bundle);
	e = store_event_list(w->t->j->st, w->t->row.id, from->n_events + 1,
			     to->n_events, bundle_event, &b, why);
	salt = hidden_leaf_salt(&w->hidden, (uint64_t)s->leaf);
	leaf = log_chain_leaf(&salt, buf_str(&b.bundle));
	w->head = log_chain_head(&w->head, &leaf);
	if (!e && (s->leaf != ++w->leaf || memcmp(leaf.b, s->hash, HASH_SIZE)))
		e = why_set(why, ERR_TAMPERED,
			    "%.*s: the private leaf %lld at point %lld is not "
			    "that of its events",
			    STR_ARG(w->t->row.name), (long long)s->leaf,
			    (long long)to->point);
	buf_release(&b.bundle);
	return e;
}

static enum err walk_adjudication(struct walk *w, const struct head_row *from,
				  const struct head_row *to, struct why *why)
{
	struct sealed_row sealed[JUDGE_SLOTS];
	int n = 0;
	enum err e;

	e = store_event_list(w->t->j->st, w->t->row.id, from->n_events + 1,
			     to->n_events, walk_event, w, why);
	if (!e && w->bad)
		return why_set(why, ERR_TAMPERED,
			       "%.*s: event %lld is not what its leaf says",
			       STR_ARG(w->t->row.name), (long long)w->bad);
	if (!e)
		e = store_sealed_list(w->t->j->st,
				      &(struct leaf_range){ w->t->row.id,
							    w->leaf + 1,
							    to->n_leaves },
				      sealed, JUDGE_SLOTS, &n, why);
	for (int i = 0; !e && i < n; i++)
		e = walk_sealed(w, &sealed[i], from, to, why);
	if (!e && (w->leaf != to->n_leaves || w->last_event != to->n_events ||
		   memcmp(w->head.b, to->head, HASH_SIZE)))
		e = why_set(why, ERR_TAMPERED,
			    "%.*s: the leaves up to point %lld do not come to "
			    "its head",
			    STR_ARG(w->t->row.name), (long long)to->point);
	return e;
}

enum err judge_game_replay(struct judge *j, int64_t game, struct why *why)
{
	struct head_row from = { 0 }, to;
	struct walk w = { 0 };
	struct game *again;
	struct arena a;
	enum err e;

	arena_init(&a);
	w.t = ARENA_NEW(&a, struct game_ctx);
	e = game_ctx_load(j, game, &a, w.t, why);
	if (e == ERR_NOT_FOUND)
		why_set(why, e, "there is no such game");
	if (!e)
		e = game_ctx_hidden(w.t, &w.hidden, NULL, why);
	if (!e)
		e = game_ctx_head(j, &w.t->row, 0, &w.head, why);
	for (int64_t p = 1; !e && p <= w.t->row.point; p++) {
		e = store_head_get(j->st, game, p, &to, why);
		if (!e)
			e = walk_adjudication(&w, &from, &to, why);
		from = to;
	}
	again = arena_alloc_raw(&a, sizeof(*again));
	if (!e)
		e = game_ctx_replay(w.t, w.t->row.n_events, again, why);
	if (!e && !game_equal(again, w.t->game))
		e = why_set(why, ERR_TAMPERED,
			    "%.*s: the events do not come to the state that "
			    "is kept",
			    STR_ARG(w.t->row.name));
	secret_wipe(&w.hidden, sizeof(w.hidden));
	arena_release(&a);
	return e;
}
