/* src/verifier/export_game.c */
#include "verifier/export_game.h"
#include "verifier/export.h"
#include "auth/signed_part.h"
#include "base/parse.h"
#include "judge/game/anonymity.h"
#include "protocol/press_parse.h"
#include "judge/game/game_ctx.h"
#include "engine/common.h"

struct source {
	struct game_ctx *t;
	int slot;        /* as export_game */
	struct arena *a; /* of one adjudication */
	struct export x;
	enum err e; /* of the work within a listing */
	struct why *why;
	int64_t point;
	bool post;  /* press messages are written in it, or refused */
	bool opens; /* the game is open to masters since then, or before */
	struct buf bundles[SEATS_MAX + 1];
};

static uint32_t audience_of(const struct source *s, int place)
{
	return place < s->t->n_players ? AUDIENCE_SEAT(place) : AUDIENCE_GM;
}

/*
 * Is all of this point open to its reader? It is to a master with
 * gm-sees-hidden; but a point with press is open only if masters may read all
 * press.
 */
static bool is_open(const struct source *s)
{
	return slot_is_master(s->slot) && s->opens &&
	       (!s->post || s->t->agreements.policy.n[POLICY_PRESS_GM_READS]);
}

/* May this reader see the sealed leaf of slot? */
static bool sees(const struct source *s, int slot)
{
	return s->slot == EXPORT_FULL || is_open(s) ||
	       (s->slot == slot && !slot_is_master(slot));
}

/* And what was signed there? */
static bool sees_signed(const struct source *s, int slot)
{
	return slot_is_master(slot) && slot_is_master(s->slot) ? true
							       : sees(s, slot);
}

/* Press stays sealed for ever; its mails hold nothing else. */
static bool is_letter(const struct source *s, const struct signed_row *row)
{
	const struct grammar *g = s->t->sys->grammar;
	struct press press;
	struct canon canon;

	if (!g || row->slot >= SLOT_GM ||
	    signed_orders(s->a, row->text, row->format, &canon))
		return false;
	press_parse(s->a, g->words, canon.text, &press);
	return press.n > 0;
}

static enum err write_row(struct source *s, const struct signed_row *row)
{
	return export_signed(&s->x,
			     anonymity_is_on(s->t) ? row->format : STR(""),
			     row->text, row->signature, s->why);
}

static enum err write_signed(struct source *s)
{
	struct signed_row row;
	enum err e = store_signed_get(s->t->j->st, s->t->row.id, s->point, s->a,
				      &row, s->why);

	if (e == ERR_NOT_FOUND)
		return why_set(s->why, ERR_STORE,
			       "%.*s: what was signed for point %lld is lost",
			       STR_ARG(s->t->row.name), (long long)s->point);
	if (e || !sees_signed(s, row.slot) ||
	    (s->slot != EXPORT_FULL && anonymity_is_on(s->t)) ||
	    (s->slot == EXPORT_FULL && is_letter(s, &row)))
		return e;
	return write_row(s, &row);
}

/* Write the signed text of press that all its readers have published. */
static enum err write_unsealed(struct source *s, struct str json)
{
	struct signed_row row;
	struct event ev;
	enum err e;

	if (s->slot != EXPORT_FULL && anonymity_is_on(s->t))
		return ERR_OK;
	if (!event_parse(json, &s->t->sys->rules->events, &ev))
		return ERR_OK;
	e = store_signed_get(s->t->j->st, s->t->row.id,
			     event_get(&ev, COMMON_PRESS_PUBLISHED_POINT), s->a,
			     &row, s->why);
	return e ? e : write_row(s, &row);
}

static enum err write_grammar(struct source *s)
{
	struct str text;
	enum err e = store_grammar_get(s->t->j->st, s->t->row.grammar_hash,
				       s->a, &text, s->why);

	if (e == ERR_NOT_FOUND)
		return why_set(s->why, ERR_STORE,
			       "%.*s: what reads its orders is lost",
			       STR_ARG(s->t->row.name));
	return e ? e : export_grammar(&s->x, text, s->why);
}

static enum err write_public(struct source *s, const struct event_row *r)
{
	struct hash salt;
	enum err e;

	memcpy(salt.b, r->salt, HASH_SIZE);
	if (s->x.leaves + 1 != (uint64_t)r->leaf)
		return why_set(s->why, ERR_TAMPERED,
			       "%.*s: event %lld is leaf %lld, not %lld",
			       STR_ARG(s->t->row.name), (long long)r->n,
			       (long long)r->leaf, (long long)s->x.leaves + 1);
	e = export_event(&s->x, &salt, r->json, s->why);
	if (!e && r->leaf == 1)
		return write_grammar(s);
	if (!e && event_line_is(r->json, COMMON_ORDERS_SIGNED))
		return write_signed(s);
	if (!e && event_line_is(r->json, COMMON_PRESS_PUBLISHED))
		return write_unsealed(s, r->json);
	return e;
}

static bool look_ahead(void *context, const struct event_row *r)
{
	struct source *s = context;
	struct event e;

	s->post |= event_line_is(r->json, COMMON_PRESS_SENT) ||
		   event_line_is(r->json, COMMON_PRESS_BLOCKED);
	/* what a master has signed masters see */
	if (event_parse_as(r->json, &s->t->sys->rules->events,
			   COMMON_PRESS_PUBLISH_AGREED, &e))
		s->post |= event_get(&e, COMMON_PRESS_PUBLISH_AGREED_SEAT) >= 0;
	if (event_parse_as(r->json, &s->t->sys->rules->events,
			   COMMON_TABLE_POLICY, &e) &&
	    event_text_is(&e, COMMON_TABLE_POLICY_NAME,
			  policy_name(POLICY_GM_SEES_HIDDEN)))
		s->opens = event_text_is(&e, COMMON_TABLE_POLICY_VALUE, "yes");
	return true;
}

static bool each_event(void *context, const struct event_row *r)
{
	struct source *s = context;
	bool fits = true;

	if (r->leaf) {
		s->e = write_public(s, r);
		return !s->e;
	}
	for (int i = 0; i <= s->t->n_players; i++)
		if (r->audience & audience_of(s, i))
			fits = log_chain_bundle_add(&s->bundles[i], r->json) &&
			       fits;
	if (!fits)
		s->e = why_set(s->why, ERR_TOO_LARGE,
			       "%.*s: too much private matter at once",
			       STR_ARG(s->t->row.name));
	return !s->e;
}

static enum err write_sealed(struct source *s, const struct sealed_row *r,
			     int place)
{
	struct hash salt, hash, made;
	struct str bundle = buf_str(&s->bundles[place]);
	char name[8];

	slot_name(r->slot, name);
	memcpy(salt.b, r->salt, HASH_SIZE);
	memcpy(hash.b, r->hash, HASH_SIZE);
	made = log_chain_leaf(&salt, bundle);
	if (!hash_equal(&made, &hash) || s->x.leaves + 1 != (uint64_t)r->leaf)
		return why_set(s->why, ERR_TAMPERED,
			       "%.*s: the sealed leaf of %s at point %lld is "
			       "not what it was",
			       STR_ARG(s->t->row.name), name,
			       (long long)s->point);
	if (!sees(s, r->slot))
		return export_closed(&s->x, name, &hash, s->why);
	return export_opened(&s->x, name, &salt, bundle, s->why);
}

static enum err write_point(struct source *s, const struct head_row *from,
			    const struct head_row *to)
{
	struct sealed_row rows[SEATS_MAX + 1];
	int n = 0, places = s->t->n_players + 1;
	int64_t due_s[SEATS_MAX] = { 0 };
	struct hash state;
	enum err e;

	for (int i = 0; i < places; i++) {
		buf_clear(&s->bundles[i]);
		log_chain_bundle_begin(&s->bundles[i]);
	}
	s->post = false;
	e = store_event_list(s->t->j->st, s->t->row.id, from->n_events + 1,
			     to->n_events, look_ahead, s, s->why);
	if (!e)
		e = store_event_list(s->t->j->st, s->t->row.id,
				     from->n_events + 1, to->n_events,
				     each_event, s, s->why);
	if (!e)
		e = s->e;
	if (!e)
		e = store_sealed_list(s->t->j->st,
				      &(struct leaf_range){ s->t->row.id,
							    from->n_leaves + 1,
							    to->n_leaves },
				      rows, places, &n, s->why);
	for (int i = 0; !e && i < n; i++)
		e = write_sealed(s, &rows[i], i);
	if (!e && (n != places || s->x.leaves != (uint64_t)to->n_leaves ||
		   memcmp(s->x.head.b, to->head, HASH_SIZE)))
		e = why_set(s->why, ERR_TAMPERED,
			    "%.*s: the leaves up to point %lld do not make "
			    "its head",
			    STR_ARG(s->t->row.name), (long long)s->point);
	if (!e)
		e = store_deadline_list(s->t->j->st, s->t->row.id, s->point,
					due_s, SEATS_MAX, s->why);
	memcpy(state.b, to->state_hash, HASH_SIZE);
	return e ? e
		 : export_point(&s->x, due_s,
				s->slot == EXPORT_FULL ? &state : NULL, s->why);
}

static enum err write_all(struct source *s)
{
	struct head_row from = { 0 }, to;
	struct arena a;
	enum err e = ERR_OK;

	arena_init(&a);
	s->a = &a;
	for (s->point = 1; !e && s->point <= s->t->row.point; s->point++) {
		e = store_head_get(s->t->j->st, s->t->row.id, s->point, &to,
				   s->why);
		if (!e)
			e = write_point(s, &from, &to);
		from = to;
		arena_release(&a);
	}
	s->a = NULL;
	return e ? e : export_end(&s->x, &s->t->j->c.key, s->why);
}

/* Who the reader is, as the head of the file has it. */
static enum err reader_of(const struct game_ctx *t, int slot, const char **who,
			  struct why *why)
{
	static const char *const seats[] = { "A", "B", "C", "D",
					     "E", "F", "G", "H" };

	static_assert(ARRAY_LEN(seats) == SEATS_MAX, "a name for every seat");
	*who = "public";
	if (slot == EXPORT_FULL && t->row.state != GAME_ENDED)
		return why_set(why, ERR_USAGE,
			       "%.*s has not ended: its log is not open yet",
			       STR_ARG(t->row.name));
	if (slot == EXPORT_FULL || slot == EXPORT_SO_FAR)
		*who = "all";
	else if (slot_is_master(slot))
		*who = "GM";
	else if (0 <= slot && slot < t->n_players)
		*who = seats[slot];
	else if (0 <= slot && slot < SLOT_GM)
		return why_set(why, ERR_USAGE, "%.*s has no such seat",
			       STR_ARG(t->row.name));
	return ERR_OK;
}

/* The judge's key with which the game began. */
struct first {
	const struct event_schema *schema;
	struct arena *a;
	struct str key;
};

static bool first_note(void *context, const struct event_row *r)
{
	struct first *f = context;
	struct event e;

	if (event_parse_as(r->json, f->schema, COMMON_GAME_CREATED, &e))
		f->key =
			log_event_text(f->a, &e, COMMON_GAME_CREATED_JUDGE_KEY);
	return false;
}

enum err export_game(struct judge *j, int64_t game, int slot,
		     enum err (*write)(void *context, struct str line,
				       struct why *why),
		     void *context, struct why *why)
{
	struct source s = { .slot = slot == EXPORT_SO_FAR ? EXPORT_FULL : slot,
			    .why = why };
	struct export_head h;
	struct game_ctx t;
	struct arena a;
	struct first first = { .a = &a };
	struct hash origin;
	const char *who;
	enum err e;

	arena_init(&a);
	e = game_ctx_load(j, game, &a, &t, why);
	if (e == ERR_NOT_FOUND)
		e = why_set(why, e, "there is no such game");
	if (!e)
		e = reader_of(&t, slot, &who, why);
	if (!e)
		e = game_ctx_head(j, &t.row, 0, &origin, why);
	first.schema = &t.sys->rules->events;
	if (!e)
		e = store_event_list(j->st, game, 1, 1, first_note, &first,
				     why);
	if (e) {
		arena_release(&a);
		return e;
	}
	s.t = &t;
	h = (struct export_head){ .game = t.row.name,
				  .system = t.row.system,
				  .rules = t.row.version,
				  .judge = first.key,
				  .who = str_of(who) };
	for (int i = 0; i <= t.n_players; i++)
		buf_init(&s.bundles[i], LOG_CHAIN_BUNDLE_MAX);
	e = export_begin(&s.x, &origin, &h, write, context, why);
	if (!e)
		e = write_all(&s);
	export_release(&s.x);
	for (int i = 0; i <= t.n_players; i++)
		buf_release(&s.bundles[i]);
	arena_release(&a);
	return e;
}

enum err export_secret(struct judge *j, int64_t game, struct hash *out,
		       struct why *why)
{
	struct hidden h;
	struct game_ctx t;
	struct arena a;
	enum err e;

	arena_init(&a);
	e = game_ctx_load(j, game, &a, &t, why);
	if (!e)
		e = game_ctx_hidden(&t, &h, NULL, why);
	if (!e) {
		memcpy(out->b, h.secret, HASH_SIZE);
		secret_wipe(&h, sizeof(h));
	}
	arena_release(&a);
	return e;
}
