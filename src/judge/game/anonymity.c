/* src/judge/game/anonymity.c */
#include "judge/game/anonymity.h"
#include "auth/keyring.h"
#include "base/str.h"
#include "engine/common.h"

enum { RING_ROWS = KEYRING_MAX + KEYRING_PERSONS };

bool anonymity_is_on(const struct game_ctx *t)
{
	return t->agreements.policy.n[POLICY_ANONYMOUS];
}

bool anonymity_hides(const struct game_ctx *t)
{
	uint32_t winners;

	return anonymity_is_on(t) && !game_is_over(t->row.state) &&
	       !system_over(t->sys->rules, t->game->state, &winners);
}

int64_t anonymity_before(int64_t at_s)
{
	return at_s - at_s % ANONYMITY_ROUND_S;
}

int64_t anonymity_after(int64_t at_s)
{
	return anonymity_before(at_s) + ANONYMITY_ROUND_S;
}

/* Names and fingerprints --------------------------------------------------- */

static struct str name_render(struct arena *a, const struct hidden *h,
			      int64_t person)
{
	struct str of =
		str_of(arena_printf(a, "person %lld", (long long)person));
	struct hash is = hidden_mask_salt(h, of);

	return str_of(arena_printf(a, "~%s",
				   hex_of(a, is.b, ANONYMITY_NAME_BYTES).s));
}

static struct str print_render(struct arena *a, const struct hidden *h,
			       struct str fingerprint, struct hash *salt)
{
	struct hash is;

	*salt = hidden_mask_salt(h, fingerprint);
	is = log_chain_commitment(salt, fingerprint);
	return str_of(
		arena_printf(a, "SEALED:%s", hex_of(a, is.b, sizeof(is.b)).s));
}

struct str anonymity_zone(const struct game_ctx *t, struct str own)
{
	return own.len && !anonymity_is_on(t) ? own : t->j->c.zone;
}

enum err anonymity_name(const struct game_ctx *t, int64_t person,
			struct arena *a, struct str *out, struct why *why)
{
	struct hidden h;
	enum err e = game_ctx_hidden(t, &h, NULL, why);

	*out = e ? STR("") : name_render(a, &h, person);
	secret_wipe(&h, sizeof(h));
	return e;
}

/* Events ------------------------------------------------------------------- */

/* A key's fingerprint, a person's name, or what names nobody. */
static enum err text_mask(struct adjudication *x, struct str text,
			  struct str *out)
{
	const struct hidden *h = &x->hidden_draws.hidden;
	struct person_row p;
	struct key_row key;
	struct hash salt;
	enum err e;

	*out = text;
	if (!text.len)
		return ERR_OK;
	e = store_key_get(x->j->st, text, x->a, &key, &x->masking.why);
	if (!e)
		*out = print_render(x->a, h, text, &salt);
	if (e != ERR_NOT_FOUND)
		return e;
	e = store_person_by_name(x->j->st, text, x->a, &p, &x->masking.why);
	if (!e)
		*out = name_render(x->a, h, p.id);
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

void anonymity_event(void *watcher, struct event *e)
{
	static const char *const named[] = { "person", "by", "fingerprint" };
	struct adjudication *x = watcher;
	const struct event_kind *k =
		event_kind(&x->t->sys->rules->events, e->kind);
	char room[EVENT_TEXT_ROOM];
	struct str masked;
	enum err err;
	int field;

	if (!anonymity_is_on(x->t) || e->kind >= EVENT_FIRST_OWN ||
	    e->kind == COMMON_KEY_OPENED)
		return;
	for (size_t i = 0; i < ARRAY_LEN(named); i++) {
		field = event_field(k, named[i]);
		if (field < 0)
			continue;
		err = text_mask(x, event_get_text(e, field, room, sizeof(room)),
				&masked);
		if (err && !x->masking.e)
			x->masking.e = err;
		event_change_text(e, field, masked);
	}
	if (e->kind == COMMON_KEY_ADDED)
		event_change_text(e, COMMON_KEY_ADDED_KEY, STR(""));
}

static enum err open_key(struct adjudication *x, const struct ring_row *row,
			 struct why *why)
{
	struct person_row p;
	struct key_row key;
	struct event ev;
	struct hash salt;
	struct str sealed = print_render(x->a, &x->hidden_draws.hidden,
					 row->fingerprint, &salt);
	enum err e = store_person_get(x->j->st, row->person, x->a, &p, why);

	if (!e)
		e = store_key_get(x->j->st, row->fingerprint, x->a, &key, why);
	if (e)
		return e;
	event_start(&ev, COMMON_KEY_OPENED, 0);
	event_put_text(&ev, COMMON_KEY_OPENED_PERSON,
		       name_render(x->a, &x->hidden_draws.hidden, row->person));
	event_put_text(&ev, COMMON_KEY_OPENED_NAME, p.name);
	event_put_text(&ev, COMMON_KEY_OPENED_FINGERPRINT, sealed);
	event_put_text(&ev, COMMON_KEY_OPENED_OPENS, row->fingerprint);
	event_put_text(&ev, COMMON_KEY_OPENED_KEY, key.key);
	event_put_hash(&ev, COMMON_KEY_OPENED_SALT, salt.b);
	game_emit(&x->run, &ev);
	return ERR_OK;
}

enum err anonymity_open(struct adjudication *x, struct why *why)
{
	struct ring_row *rows = ARENA_ARRAY(x->a, RING_ROWS, struct ring_row);
	int n = 0;
	enum err e;

	if (!anonymity_is_on(x->t))
		return ERR_OK;
	e = store_ring_list(x->j->st, x->t->row.id, x->a, rows, RING_ROWS, &n,
			    why);
	for (int i = 0; !e && i < n; i++)
		if (rows[i].fingerprint.len)
			e = open_key(x, &rows[i], why);
	return e;
}

/* Press ------------------------------------------------------------------ */

static enum err shown_of(const struct game_ctx *t, const struct seat_row *s,
			 struct arena *a, struct str *out, struct why *why)
{
	struct person_row p;
	enum err e;

	if (anonymity_hides(t)) {
		char *seat = arena_alloc(a, SLOT_NAME_MAX);

		slot_name(s->slot, seat);
		*out = str_of(seat);
		return ERR_OK;
	}
	e = store_person_get(t->j->st, s->person, a, &p, why);
	*out = p.name;
	return e;
}

enum err anonymity_names_init(struct anonymity_names *m,
			      const struct game_ctx *t, struct arena *a,
			      struct why *why)
{
	enum err e = ERR_OK;

	*m = (struct anonymity_names){ .n = 0 };
	for (int i = 0; !e && anonymity_is_on(t) && i < t->n_seats; i++) {
		const struct seat_row *s = &t->seats[i];

		if (!s->person)
			continue;
		e = anonymity_name(t, s->person, a, &m->v[m->n].mask, why);
		if (!e)
			e = shown_of(t, s, a, &m->v[m->n].shown, why);
		m->n++;
	}
	return e;
}

static struct str anonymity_shown(const struct anonymity_names *m,
				  struct str mask)
{
	for (int i = 0; i < m->n; i++)
		if (str_equal(mask, m->v[i].mask))
			return m->v[i].shown;
	return mask;
}

void anonymity_names_show(const struct anonymity_names *m,
			  const struct event_schema *s, struct event *e)
{
	static const char *const named[] = { "person", "by" };
	char room[EVENT_TEXT_ROOM];
	int field;

	/* this one tells both */
	if (!m->n || e->kind >= EVENT_FIRST_OWN || e->kind == COMMON_KEY_OPENED)
		return;
	for (size_t i = 0; i < ARRAY_LEN(named); i++) {
		field = event_field(event_kind(s, e->kind), named[i]);
		if (field >= 0)
			event_change_text(
				e, field,
				anonymity_shown(m,
						event_get_text(e, field, room,
							       sizeof(room))));
	}
}
