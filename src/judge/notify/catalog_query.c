/* src/judge/notify/catalog_query.c */
#include "judge/notify/catalog_query.h"
#include "base/ascii.h"
#include "base/str.h"
#include "base/utf8.h"
#include "protocol/word_cursor.h"
#include "engine/field.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000000, CATALOG_QUERY_BYTES = 256 << 10 };

/* The search. */
struct wanted {
	struct str word[WORD_CURSOR_WORDS]; /* folded; each must be there */
	int n;
	int64_t points;     /* at most */
	const char *kind;   /* "hero", of a field kind; NULL: any */
	const char *prefix; /* of keys; NULL: figures */
	struct str key;     /* of the one that is named; empty: none is */
	int stars;          /* of a rank; 0: any */
};

static bool is_kind(struct word_cursor *p, struct wanted *w)
{
	static const struct {
		const char *key, *kind, *prefix;
	} kinds[] = {
		{ "list.hero", "hero", NULL },
		{ "list.warrior", "warrior", NULL },
		{ "list.spawn", "spawn", NULL },
		{ "list.chest", NULL, "chest/" },
		{ "list.tile", NULL, "tile/" },
	};

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (word_cursor_word(p, kinds[i].key)) {
			w->kind = kinds[i].kind;
			w->prefix = kinds[i].prefix;
			return true;
		}
	return false;
}

/* a word of stars alone */
static bool is_rank(struct word_cursor *p, struct wanted *w)
{
	struct str s = p->word[p->at];

	for (size_t i = 0; i < s.len; i++)
		if (s.s[i] != '*')
			return false;
	w->stars = (int)s.len;
	return ++p->at;
}

static void wanted_read(struct arena *a, const struct vocabulary *v,
			struct str asked, struct wanted *w)
{
	struct word_cursor p;

	*w = (struct wanted){ .points = MOST };
	word_cursor_init(&p, a, v, asked);
	while (p.at < p.n)
		if ((word_cursor_word(&p, "list.up-to") || true) &&
		    !word_cursor_number(&p, MOST, &w->points) && p.at < p.n &&
		    !is_kind(&p, w) && !is_rank(&p, w))
			w->word[w->n++] = p.fold[p.at++];
}

static bool text_has(struct str text, struct str part)
{
	for (size_t i = 0; i + part.len <= text.len; i++)
		if (!memcmp(text.s + i, part.s, part.len))
			return true;
	return false;
}

/* the words of a field of this name, folded, or none */
static struct str field_text(struct arena *a, const struct event_schema *s,
			     const struct event *e, const char *name)
{
	int field = event_field(event_kind(s, e->kind), name);
	char room[EVENT_TEXT_ROOM];

	return field < 0 ? STR("")
			 : utf8_fold(a, event_get_text(e, field, room,
						       sizeof(room)));
}

static bool is_of_kind(const struct event_schema *s, const struct event *e,
		       const char *kind)
{
	const struct event_kind *k = event_kind(s, e->kind);
	int field = event_field(k, "kind");
	int32_t i;

	if (field < 0 || k->fields[field].type != FIELD_ENUM)
		return false;
	i = event_get(e, field);
	return i >= 0 && i < k->fields[field].n_names &&
	       !strcmp(k->fields[field].names[i], kind);
}

/* what it costs, a Hero on the first level; -1: it is no figure */
static int32_t cost(const struct event_schema *s, const struct event *e)
{
	const struct event_kind *k = event_kind(s, e->kind);
	int points = event_field(k, "points"),
	    levels = event_field(k, "levels");
	const int32_t *w;
	int n = 0;

	if (points < 0)
		return -1;
	w = levels < 0 ? NULL : event_words(e, levels, &n);
	return n > 1 ? w[1] : event_get(e, points);
}

/* a key without the name of the tables that it is of, "pyramid:chest/A" */
static struct str key_of_part(struct str key)
{
	const char *colon = key.len ? memchr(key.s, ':', key.len) : NULL;

	size_t n = colon ? (size_t)(colon + 1 - key.s) : 0;

	return (struct str){ key.s + n, key.len - n };
}

static bool fits(struct arena *a, const struct event_schema *s,
		 const struct wanted *w, const struct card *c,
		 const struct event *e)
{
	int32_t points = cost(s, e);
	struct str faction;

	if (w->key.len)
		return str_equal(c->key, w->key);
	if (w->prefix ? !str_starts(key_of_part(c->key), w->prefix)
		      : points < 0)
		return false;
	if (w->stars && w->stars != c->stars)
		return false;
	if (points > w->points)
		return false;
	if (w->kind && !is_of_kind(s, e, w->kind))
		return false;
	faction = field_text(a, s, e, "faction");
	for (int i = 0; i < w->n; i++)
		if (!text_has(c->folded, w->word[i]) &&
		    !text_has(c->also, w->word[i]) &&
		    !text_has(faction, w->word[i]) &&
		    !text_has(utf8_fold(a, c->key), w->word[i]))
			return false;
	return true;
}

enum { RANKS = 3 };

/* What a game is made for is told first, then warriors of another as they are,
 * last those with a mount or two dials. */
static int rank_of(const struct event_schema *s, const struct event *e)
{
	int form = event_field(event_kind(s, e->kind), "form");

	if (!is_of_kind(s, e, "warrior"))
		return 0;
	return form >= 0 && event_get(e, form) ? 2 : 1;
}

/* keys by their words, and by their numbers as numbers: 2 before 10 */
static int by_key(const void *x, const void *y)
{
	struct str a = (*(const struct card *const *)x)->key;
	struct str b = (*(const struct card *const *)y)->key;
	size_t i = 0, na = 0, nb = 0;

	if (a.s == b.s)
		return 0;
	while (i < a.len && i < b.len && a.s[i] == b.s[i])
		i++;
	/* of two numbers that begin alike the longer one is more */
	while (i + na < a.len && ascii_is_digit(a.s[i + na]))
		na++;
	while (i + nb < b.len && ascii_is_digit(b.s[i + nb]))
		nb++;
	if (na != nb && (i && (ascii_is_digit(a.s[i - 1]) || (na && nb))))
		return na < nb ? -1 : 1;
	/* of keys each is there once */
	return i == a.len || (i < b.len && a.s[i] < b.s[i]) ? -1 : 1;
}

/* Is it of the set that is called as the game? */
static bool is_own(const struct game_kind *k, const struct card *c)
{
	size_t n = strlen(k->rules->name);

	return c->key.len > n && c->key.s[n] == '/' &&
	       !memcmp(c->key.s, k->rules->name, n);
}

/* May the list that is asked of the seat hold it? */
static bool is_taken(const struct catalog_query_wish *w, const struct event *e)
{
	const struct system *sys = w->kind->rules;

	return sys->takes(w->view->state, w->seat, e);
}

/* Is such a list asked, that some cards may not be in? */
static bool is_list_asked(const struct catalog_query_wish *w)
{
	const struct card_index *cards = w->kind->cards;
	struct event e;

	if (!w->view || !cards || !w->kind->rules->takes)
		return false;
	for (int i = 0; i < cards->n; i++) {
		cards->v[i].define(cards->v[i].of, &e);
		if (is_taken(w, &e))
			return true;
	}
	return false;
}

/* Cards that fit, and how many do that may not be in a list. */
struct findings {
	const struct card **v;
	int n, barred;
	bool asked; /* such a list is asked */
};

/* the cards that fit, those of one rank after those of another, of each first
 * those of the game's own set */
static void ranked(const struct catalog_query_wish *wish, struct arena *a,
		   const struct wanted *w, struct findings *f)
{
	const struct game_kind *k = wish->kind;
	const struct event_schema *s = &k->rules->events;

	for (int part = 0; part < 2 * RANKS; part++) {
		int first = f->n;

		for (int i = 0; k->cards && i < k->cards->n; i++) {
			const struct card *c = &k->cards->v[i];
			struct event e;

			if (is_own(k, c) != !(part % 2) ||
			    (wish->own && part % 2))
				continue;
			c->define(c->of, &e);
			if (!fits(a, s, w, c, &e) || rank_of(s, &e) != part / 2)
				continue;
			if (f->asked && !is_taken(wish, &e))
				f->barred++;
			else
				f->v[f->n++] = c;
		}
		qsort(f->v + first, (size_t)(f->n - first), sizeof(*f->v),
		      by_key);
	}
}

/* as many as are to be told, and there is room for; returns the others */
static int catalog_query_render(const struct catalog_query_wish *wish,
				const struct findings *f, struct buf *b)
{
	int n = 0;

	for (; n < f->n && n < wish->most; n++) {
		const struct card *c = f->v[n];
		size_t before = b->len;
		struct event e;

		c->define(c->of, &e);
		buf_addf(b, "%s{\"stars\":%d,\"card\":", n ? "," : "",
			 c->stars);
		event_render(b, &wish->kind->rules->events, &e);
		buf_addc(b, '}');
		if (b->full || b->len > CATALOG_QUERY_BYTES - 64) {
			b->full = false;
			b->len = before;
			break;
		}
	}
	return f->n - n;
}

struct str catalog_query_found(const struct catalog_query_wish *wish,
			       struct arena *a)
{
	const struct game_kind *k = wish->kind;
	struct findings f = {
		.v = ARENA_ARRAY(a, (size_t)(k->cards ? k->cards->n : 0) + 1,
				 const struct card *),
		.asked = is_list_asked(wish),
	};
	struct wanted w;
	struct buf b, near;
	struct str out, like;
	int more;

	wanted_read(a, k->grammar->words, wish->asked, &w);
	buf_init(&b, 1024);
	buf_init(&near, CATALOG_QUERY_BYTES);
	if (k->cards && card_index_named(k->cards, wish->asked, &b, &near))
		w.key = arena_str(a, buf_str(&b));
	like = arena_str(a, buf_str(&near));
	buf_release(&near);
	buf_release(&b);
	buf_init(&b, CATALOG_QUERY_BYTES);
	buf_addz(&b, "{\"cards\":[");
	ranked(wish, a, &w, &f);
	more = catalog_query_render(wish, &f, &b);
	buf_addf(&b, "],\"more\":%d,\"barred\":%d,\"near\":", more, f.barred);
	json_string_render(&b, f.n || f.barred ? STR("") : like);
	buf_addc(&b, '}');
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}

struct str catalog_query_asked(const struct game_kind *k,
			       const struct game *view, int seat,
			       struct arena *a)
{
	struct catalog_query_wish w = { .kind = k,
					.view = view,
					.seat = seat,
					.asked = STR(""),
					.own = true };

	if (!is_list_asked(&w))
		return STR("{\"cards\":[]}");
	w.most = k->cards->n;
	return catalog_query_found(&w, a);
}
