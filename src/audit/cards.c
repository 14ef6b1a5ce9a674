/* src/audit/cards.c */
#include "audit/cards.h"
#include "base/utf8.h"
#include "judge/record.h"

enum { CARDS_MAX = 4096, KINDS_MAX = 256 };

/* What the catalog gave, as the log has it: mostly the card of a figure. */
struct kept_card {
	struct str json;
	int nth; /* of its kind, where it stood */
	bool is_figure, owned;
	struct str key, name; /* as they are compared */
	struct str written;   /* the key */
	struct str asked;     /* the key, as the rules asked first; or "" */
	int rank;             /* -1: its system has none on the card */
};

struct cards {
	const struct game_kind *sys;
	struct arena *a;
	struct kept_card cards[CARDS_MAX];
	int n_cards;
	int nth[KINDS_MAX]; /* by kind: events of the leaf that is read */
	struct grammar_names names; /* as the system has them */
	struct record_names said, used;
};

struct cards *cards_new(const struct game_kind *sys, struct arena *a)
{
	struct cards *c = ARENA_NEW(a, struct cards);

	c->sys = sys;
	c->a = a;
	return c;
}

static bool is_figure(const struct cards *r, const struct event *e,
		      const struct event_kind **k)
{
	*k = event_kind(&r->sys->rules->events, e->kind);
	return (*k)->card && event_field(*k, "key") >= 0 &&
	       event_field(*k, "name") >= 0 && event_field(*k, "fig") >= 0 &&
	       event_field(*k, "owner") >= 0;
}

static struct kept_card *card_by_key(struct cards *r, struct str key)
{
	for (int i = 0; i < r->n_cards; i++)
		if (str_equal(r->cards[i].written, key))
			return &r->cards[i];
	return NULL;
}

/* An event as the catalog gave it: a card is nobody's yet. */
static bool given(const struct cards *r, const struct event *e, int nth,
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
static bool card_fits(struct cards *r, const struct event *e, struct arena *tmp)
{
	struct game *empty = arena_alloc(tmp, sizeof(*empty));

	game_init(empty, r->sys->rules);
	return game_evolve(empty, e);
}

/* Only what is set up as something is looked at: the rest is many events. */
static bool may_be_given(const struct cards *r, struct str json)
{
	const struct event_kind *k =
		event_kind_of(&r->sys->rules->events, json);

	return k && k->card;
}

/* What a player brought tells more of a card than what the pool made of it. */
static bool card_note(struct cards *r, struct str json, struct arena *tmp)
{
	struct event e, blank;
	const struct event_kind *k;
	struct kept_card c = { .json = json, .rank = -1 }, *old;
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
	if (r->n_cards == CARDS_MAX || !card_fits(r, &e, tmp))
		return false;
	if (c.is_figure) {
		c.key = utf8_fold(r->a, c.written);
		c.name = utf8_fold(
			r->a, record_text(tmp, &e, event_field(k, "name")));
	}
	if (c.is_figure && event_field(k, "rank") >= 0)
		c.rank = event_get(&e, event_field(k, "rank"));
	if (old)
		*old = c;
	else
		r->cards[r->n_cards++] = c;
	return true;
}

const struct rerun_event *
cards_note(struct cards *r, const struct rerun_events *leaf, struct arena *tmp)
{
	memset(r->nth, 0, sizeof(r->nth));
	for (int i = 0; i < leaf->n; i++)
		if (!card_note(r, leaf->v[i].json, tmp))
			return &leaf->v[i];
	return NULL;
}

static bool card_blank(const struct cards *r, const struct kept_card *c,
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

/*
 * The log has all that came to be of the game. A figure that it has not was
 * asked for by orders that were refused: the catalog may know why. All else the
 * rules ask for themselves, and take what there is.
 */
static bool define(const void *source, struct str key, struct event *out)
{
	struct cards *r = (struct cards *)(uintptr_t)source;
	struct kept_card *c = card_by_key(r, without_folder(key));
	const struct event_kind *k;
	struct catalog own;

	if (c) {
		if (!c->asked.len)
			c->asked = arena_str(r->a, key);
		return card_blank(r, c, out);
	}
	own = game_cards(r->sys);
	return own.define(own.source, key, out) && is_figure(r, out, &k);
}

void cards_called(struct cards *c, const struct record_names *said)
{
	c->said = *said;
	c->used.n = 0;
}

const struct record_names *cards_used(const struct cards *c)
{
	return &c->used;
}

/* by a name that the log tells */
static bool called(const struct cards *r, struct str text, struct buf *out)
{
	struct cards *c = (struct cards *)(uintptr_t)r;

	for (int i = 0; i < c->said.n; i++) {
		if (!str_equal(c->said.v[i].name, text))
			continue;
		record_name_add(&c->used, c->a, text, c->said.v[i].key);
		buf_adds(out, c->said.v[i].key);
		return true;
	}
	return false;
}

/* By key or by name, stars behind it; what the log has not, the catalog may. */
static bool card_find(const void *source, struct str text, struct buf *out,
		      struct buf *nearest)
{
	const struct cards *r = source;
	const struct kept_card *found = NULL;
	struct str bare = text, wanted;
	struct arena a;
	int n = 0, stars = 0;

	while (bare.len &&
	       (bare.s[bare.len - 1] == '*' || bare.s[bare.len - 1] == ' '))
		stars += bare.s[--bare.len] == '*';
	arena_init(&a);
	wanted = utf8_fold(&a, bare);
	for (int i = 0; i < r->n_cards; i++) {
		const struct kept_card *c = &r->cards[i];

		if (!c->is_figure ||
		    (!str_equal(c->key, wanted) &&
		     (!str_equal(c->name, wanted) ||
		      (stars && c->rank >= 0 && stars != c->rank))))
			continue;
		found = c;
		n++;
	}
	arena_release(&a);
	if (n != 1 && called(r, text, out))
		return true;
	if (n != 1)
		return r->names.card &&
		       r->names.card(r->names.source, text, out, nearest);
	buf_adds(out, found->written);
	return true;
}

void cards_names(struct cards *c, const struct game *view, struct arena *a,
		 struct grammar_names *out)
{
	if (!c->sys->names)
		return;
	game_names(c->sys, view, a, out);
	c->names = *out;
	out->card = card_find;
	out->source = c;
}

struct catalog cards_catalog(struct cards *c)
{
	return (struct catalog){ .define = define, .source = c };
}

void cards_count(const struct cards *r, uint64_t *n, uint64_t *changed)
{
	*n = (uint64_t)r->n_cards;
	*changed = 0;
	for (int i = 0; r->sys->cards && i < r->n_cards; i++) {
		struct catalog own = game_cards(r->sys);
		const struct kept_card *c = &r->cards[i];
		struct event logged, kept;

		if (!card_blank(r, c, &logged))
			continue;
		if (!(c->asked.len &&
		      own.define(own.source, c->asked, &kept)) &&
		    !own.define(own.source, c->written, &kept)) {
			++*changed;
			continue;
		}
		/* the rule that let a figure in may be another */
		if (c->is_figure)
			kept.n_rules = logged.n_rules = 0;
		*changed += !event_equal(&kept, &logged);
	}
}
