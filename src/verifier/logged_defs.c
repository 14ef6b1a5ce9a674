/* src/verifier/logged_defs.c */
#include "verifier/logged_defs.h"
#include "base/utf8.h"
#include "protocol/log_events.h"

enum { KINDS_MAX = 256 };

/* What the catalog gave, as the log has it: mostly the card of a figure. */
struct kept_card {
	struct str json;
	int nth; /* of its kind, where it stood */
	bool is_figure, owned;
	struct str key, name; /* as they are compared */
	struct str written;   /* the key */
	struct str asked;     /* the key, as the rules asked first; or "" */
};

struct logged_defs {
	const struct game_kind *sys;
	struct arena *a;
	struct kept_card *cards;
	size_t n_cards, room_cards;
	int nth[KINDS_MAX]; /* by kind: events of the leaf that is read */
	struct log_event_names said, used; /* by the current orders */
	struct log_event_names called;     /* by those of all the log */
	/* keys that orders asked for while the log had no such card */
	struct str *missed;
	size_t n_missed, room_missed;
};

struct logged_defs *logged_defs_new(const struct game_kind *sys,
				    struct arena *a)
{
	struct logged_defs *c = ARENA_NEW(a, struct logged_defs);

	c->sys = sys;
	c->a = a;
	return c;
}

static bool is_figure(const struct logged_defs *r, const struct event *e,
		      const struct event_kind **k)
{
	*k = event_kind(&r->sys->rules->events, e->kind);
	return (*k)->card && event_field(*k, "key") >= 0 &&
	       event_field(*k, "name") >= 0 && event_field(*k, "fig") >= 0 &&
	       event_field(*k, "owner") >= 0;
}

static struct kept_card *card_by_key(struct logged_defs *r, struct str key)
{
	for (size_t i = 0; i < r->n_cards; i++)
		if (str_equal(r->cards[i].written, key))
			return &r->cards[i];
	return NULL;
}

/* An event as the catalog gave it: the card has no owner yet. */
static bool given(const struct logged_defs *r, const struct event *e, int nth,
		  struct buf *key, struct event *out)
{
	const struct event_kind *k;
	char room[EVENT_TEXT_ROOM];
	const int32_t *w;
	int n, fig, owner;

	if (r->sys->given)
		return r->sys->given(e, nth, key, out);
	if (!is_figure(r, e, &k))
		return false;
	w = event_words(e, event_field(k, "key"), &n);
	buf_adds(key, text_unpack(w, n, room, sizeof(room)));
	event_copy(out, e);
	fig = event_field(k, "fig");
	owner = event_field(k, "owner");
	out->w[fig ? out->end[fig - 1] : 0] = 0;
	out->w[owner ? out->end[owner - 1] : 0] = -1;
	out->audience = AUDIENCE_ALL;
	return true;
}

/*
 * A catalog's cards are trusted by the rules; those of a log must prove first
 * that they are cards: a game that has nothing else takes them.
 */
static bool card_fits(struct logged_defs *r, const struct event *e,
		      struct arena *tmp)
{
	struct game *empty = arena_alloc(tmp, sizeof(*empty));

	game_init(empty, r->sys->rules);
	return game_evolve(empty, e);
}

/* Only set-up events are parsed: there are many others. */
static bool may_be_given(const struct logged_defs *r, struct str json)
{
	const struct event_kind *k =
		event_kind_of(&r->sys->rules->events, json);

	return k && k->card;
}

/* What a player brought tells more of a card than what the pool made of it. */
static bool card_note(struct logged_defs *r, struct str json, struct arena *tmp)
{
	struct event e, blank;
	const struct event_kind *k;
	struct kept_card c = { .json = json }, *old;
	struct buf key;

	if (!may_be_given(r, c.json) ||
	    !event_parse(c.json, &r->sys->rules->events, &e) ||
	    e.kind >= KINDS_MAX)
		return true;
	c.nth = ++r->nth[e.kind];
	buf_init(&key, EVENT_TEXT_ROOM);
	if (given(r, &e, c.nth, &key, &blank))
		c.written = arena_str(r->a, buf_str(&key));
	buf_release(&key);
	if (!c.written.len)
		return true;
	c.is_figure = is_figure(r, &e, &k);
	c.owned = c.is_figure && event_get(&e, event_field(k, "owner")) >= 0;
	old = card_by_key(r, c.written);
	if (old && (old->owned || !c.owned))
		return true;
	if (!card_fits(r, &e, tmp))
		return false;
	if (c.is_figure) {
		c.key = utf8_fold(r->a, c.written);
		c.name = utf8_fold(
			r->a, log_event_text(tmp, &e, event_field(k, "name")));
	}
	if (!old) {
		r->cards = arena_grow(r->a, r->cards, r->n_cards,
				      &r->room_cards, sizeof(c));
		old = &r->cards[r->n_cards++];
	}
	*old = c;
	return true;
}

const struct replay_event *logged_defs_note(struct logged_defs *r,
					    const struct replay_events *leaf,
					    struct arena *tmp)
{
	memset(r->nth, 0, sizeof(r->nth));
	for (int i = 0; i < leaf->n; i++)
		if (!card_note(r, leaf->v[i].json, tmp))
			return &leaf->v[i];
	return NULL;
}

static bool card_blank(const struct logged_defs *r, const struct kept_card *c,
		       struct event *out)
{
	struct event e;
	struct buf key;
	bool good;

	buf_init(&key, EVENT_TEXT_ROOM);
	good = event_parse(c->json, &r->sys->rules->events, &e) &&
	       given(r, &e, c->nth, &key, out);
	buf_release(&key);
	return good;
}

/* "FOLDER:key" asks for what replaces the key: the log has what it was given */
static struct str without_folder(struct str key)
{
	for (size_t i = key.len; i-- > 0;)
		if (key.s[i] == ':')
			return (struct str){ key.s + i + 1, key.len - i - 1 };
	return key;
}

static void miss(struct logged_defs *r, struct str key)
{
	for (size_t i = 0; i < r->n_missed; i++)
		if (str_equal(r->missed[i], key))
			return;
	r->missed = arena_grow(r->a, r->missed, r->n_missed, &r->room_missed,
			       sizeof(*r->missed));
	r->missed[r->n_missed++] = arena_str(r->a, key);
}

/*
 * The log has all that came to be of the game. What it has not was asked for by
 * orders that were refused, or by the rules themselves, which take what there
 * is.
 */
static bool define(const void *source, struct str key, struct event *out)
{
	struct logged_defs *r = (struct logged_defs *)(uintptr_t)source;
	struct kept_card *c = card_by_key(r, without_folder(key));

	if (!c) {
		miss(r, key);
		return false;
	}
	if (!c->asked.len)
		c->asked = arena_str(r->a, key);
	return card_blank(r, c, out);
}

bool logged_defs_missed(const struct logged_defs *c, struct str order)
{
	bool found = false;
	struct buf key;

	buf_init(&key, EVENT_TEXT_ROOM);
	for (size_t i = 0; !found && i < c->n_missed; i++) {
		if (card_by_key((struct logged_defs *)(uintptr_t)c,
				c->missed[i]))
			continue;
		buf_clear(&key);
		json_string_render(&key, c->missed[i]);
		found = memmem(order.s, order.len, key.s, key.len);
	}
	buf_release(&key);
	return found;
}

void logged_defs_called(struct logged_defs *c,
			const struct log_event_names *said)
{
	c->said = *said;
	c->used.n = 0;
}

const struct log_event_names *logged_defs_used(const struct logged_defs *c)
{
	return &c->used;
}

/* By a name of which the log tells the key; there is no other. */
static bool called(const void *source, struct str text, struct buf *out,
		   struct buf *nearest)
{
	struct logged_defs *c = (struct logged_defs *)(uintptr_t)source;

	(void)nearest;
	for (size_t i = 0; i < c->said.n; i++) {
		if (!str_equal(c->said.v[i].name, text))
			continue;
		log_event_name_add(&c->used, c->a, text, c->said.v[i].key);
		log_event_name_add(&c->called, c->a, text, c->said.v[i].key);
		buf_adds(out, c->said.v[i].key);
		return true;
	}
	return false;
}

/* Is the card called so by its own name or key, in the log or the catalog? */
static bool is_called(const struct logged_defs *r, const struct kept_card *c,
		      struct str text)
{
	struct buf key, nearest;
	struct str bare = text;
	bool good;

	while (bare.len &&
	       (bare.s[bare.len - 1] == '*' || bare.s[bare.len - 1] == ' '))
		bare.len--;
	bare = utf8_fold(r->a, bare);
	if (str_equal(c->key, bare) || str_equal(c->name, bare))
		return true;
	buf_init(&key, EVENT_TEXT_ROOM);
	buf_init(&nearest, EVENT_TEXT_ROOM);
	good = r->sys->cards &&
	       card_index_named(r->sys->cards, text, &key, &nearest) &&
	       str_equal(buf_str(&key), c->written);
	buf_release(&key);
	buf_release(&nearest);
	return good;
}

void logged_defs_names(struct logged_defs *c, const struct game *view,
		       struct arena *a, struct grammar_names *out)
{
	if (!c->sys->names)
		return;
	game_names(c->sys, view, a, out);
	out->card = called;
	out->source = c;
	/* what the judge of the log took was there */
	out->n_parts = 0;
}

struct catalog logged_defs_catalog(struct logged_defs *c)
{
	return (struct catalog){ .define = define, .source = c };
}

void logged_defs_count(const struct logged_defs *r, struct verify_cards *out)
{
	out->n = r->n_cards;
	out->changed = out->renamed = 0;
	for (size_t i = 0; i < r->called.n; i++) {
		const struct kept_card *c = card_by_key(
			(struct logged_defs *)(uintptr_t)r, r->called.v[i].key);

		out->renamed += c && c->is_figure &&
				!is_called(r, c, r->called.v[i].name);
	}
	for (size_t i = 0; r->sys->cards && i < r->n_cards; i++) {
		struct catalog own = game_cards(r->sys);
		const struct kept_card *c = &r->cards[i];
		struct event logged, kept;

		if (!card_blank(r, c, &logged))
			continue;
		if (!(c->asked.len &&
		      own.define(own.source, c->asked, &kept)) &&
		    !own.define(own.source, c->written, &kept)) {
			out->changed++;
			continue;
		}
		/* the rule that let a figure in may be another */
		if (c->is_figure)
			kept.n_rules = logged.n_rules = 0;
		out->changed += !event_equal(&kept, &logged);
	}
}
