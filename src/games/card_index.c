/* src/games/card_index.c */
#include "games/card_index.h"
#include "base/ascii.h"
#include "base/parse.h"
#include "base/str.h"
#include "base/utf8.h"
#include <stdlib.h>

enum { NEAR = 3, WORD = 4, TOLD = 5, LETTERS_EACH = 3 };

void card_index_release(struct card_index *d)
{
	arena_release(&d->arena);
	*d = (struct card_index){ 0 };
}

void card_index_add(struct card_index *d, const struct card *c)
{
	d->v = arena_grow(&d->arena, d->v, (size_t)d->n, &d->room,
			  sizeof(*d->v));
	d->v[d->n++] = *c;
}

static int by_key(const void *a, const void *b)
{
	const struct card *x = a, *y = b;
	size_t n = x->key.len < y->key.len ? x->key.len : y->key.len;
	int d = memcmp(x->key.s, y->key.s, n);

	if (d)
		return d;
	return x->key.len < y->key.len ? -1 : x->key.len > y->key.len;
}

enum err card_index_sort(struct card_index *d, struct why *why)
{
	if (d->n)
		qsort(d->v, (size_t)d->n, sizeof(*d->v), by_key);
	for (int i = 1; i < d->n; i++)
		if (!by_key(&d->v[i - 1], &d->v[i]))
			return why_set(why, ERR_FORMAT,
				       "the catalog has two cards %.*s",
				       STR_ARG(d->v[i].key));
	return ERR_OK;
}

const struct card *card_index_find(const struct card_index *d, struct str key)
{
	struct card wanted = { .key = key };

	if (!d->n)
		return NULL;
	return bsearch(&wanted, d->v, (size_t)d->n, sizeof(*d->v), by_key);
}

static bool card_index_define(const void *source, struct str key,
			      struct event *out)
{
	const struct card *c = source ? card_index_find(source, key) : NULL;

	if (c)
		c->define(c->of, out);
	return c;
}

struct catalog card_index_catalog(const struct card_index *d)
{
	return (struct catalog){ .define = card_index_define, .source = d };
}

/* "SLASHER **": the stars of a rank may follow a name */
static struct str without_stars(struct str text, int *stars)
{
	*stars = 0;
	while (text.len &&
	       (text.s[text.len - 1] == '*' || text.s[text.len - 1] == ' '))
		*stars += text.s[--text.len] == '*';
	return text;
}

/* "Slasher *" */
static void name_add(struct buf *out, const struct card *c)
{
	static const char stars[] = " ***";

	buf_addf(out, "%.*s%.*s", STR_ARG(c->name), c->stars ? c->stars + 1 : 0,
		 stars);
}

/* name a card that could be meant: "Slasher * (rebellion/109)" */
static void candidate_add(struct buf *nearest, const struct card *c)
{
	if (nearest->len)
		buf_addz(nearest, ", ");
	name_add(nearest, c);
	buf_addf(nearest, " (%.*s)", STR_ARG(c->key));
}

/* the same letters; a blank may replace a hyphen */
static bool same_name(struct str name, struct str wanted)
{
	if (name.len != wanted.len || !name.len)
		return false;
	for (size_t i = 0; i < name.len; i++)
		if (name.s[i] != wanted.s[i] &&
		    !(name.s[i] == '-' && wanted.s[i] == ' '))
			return false;
	return true;
}

/* How far the card is from what was wanted; of equally near names that of the
 * rank is nearer. FAR: it is not near. */
enum { FAR = 2 * NEAR };

static unsigned card_index_apart(const struct card *c, struct str wanted,
				 int stars)
{
	unsigned d = utf8_distance(c->folded, wanted, NEAR), also;

	also = c->also.len ? utf8_distance(c->also, wanted, NEAR) : NEAR;
	d = also < d ? also : d;
	/* of a short name few letters are most of it */
	return d >= NEAR || d > wanted.len / LETTERS_EACH
		       ? FAR
		       : 2 * d + (stars && stars != c->stars);
}

/* the cards with this name; their number, and the nearest name */
static int by_name(const struct card_index *d, struct str wanted, int stars,
		   const struct card **found, const struct card **near,
		   struct buf *nearest)
{
	unsigned best = FAR;
	int n = 0;

	for (int i = 0; i < d->n; i++) {
		const struct card *c = &d->v[i];
		unsigned distance;

		if (!c->name.len)
			continue;
		if ((same_name(c->folded, wanted) ||
		     same_name(c->also, wanted)) &&
		    (!stars || stars == c->stars)) {
			*found = c;
			n++;
			if (nearest)
				candidate_add(nearest, c);
		}
		if (!nearest)
			continue;
		distance = card_index_apart(c, wanted, stars);
		if (distance < best) {
			best = distance;
			*near = c;
		}
	}
	return n;
}

/* is a word of some length in the name as a whole? */
static bool shares_word(struct str name, struct str wanted)
{
	struct str word;

	while (parse_field(&wanted, ' ', &word)) {
		struct str rest = name, part;

		while (word.len >= WORD && parse_field(&rest, ' ', &part))
			if (utf8_distance(part, word, 2) < 2)
				return true;
	}
	return false;
}

/* if no name is near: a few cards that have a word of it */
static void by_word(const struct card_index *d, struct str wanted, int stars,
		    struct buf *nearest)
{
	int n = 0;

	for (int i = 0; i < d->n && n < TOLD; i++) {
		const struct card *c = &d->v[i];

		if (!c->name.len || (stars && stars != c->stars) ||
		    (!shares_word(c->folded, wanted) &&
		     !shares_word(c->also, wanted)))
			continue;
		candidate_add(nearest, c);
		n++;
	}
}

/* by a key that has capitals, or letters that fold */
static const struct card *by_folded_key(const struct card_index *d,
					struct arena *a, struct str wanted)
{
	/* each has a slash, which folds to itself */
	if (!memchr(wanted.s, '/', wanted.len))
		return NULL;
	for (int i = 0; i < d->n; i++)
		if (d->v[i].name.len &&
		    str_equal(utf8_fold(a, d->v[i].key), wanted))
			return &d->v[i];
	return NULL;
}

bool card_index_named(const void *deck, struct str text, struct buf *out,
		      struct buf *nearest)
{
	const struct card_index *d = deck;
	const struct card *found, *near = NULL;
	struct arena a = { 0 };
	struct str wanted;
	int n, stars;

	text = without_stars(text, &stars);
	wanted = utf8_fold(&a, text);
	/* most keys are in small letters: this finds them at once */
	found = card_index_find(d, str_lower(&a, wanted));
	n = found && found->name.len;
	if (!n)
		n = by_name(d, wanted, stars, &found, &near, nearest);
	if (!n) {
		found = by_folded_key(d, &a, wanted);
		n = found != NULL;
	}
	if (!n && !near && nearest)
		by_word(d, wanted, stars, nearest);
	arena_release(&a);
	if (n == 1) {
		if (nearest)
			buf_clear(nearest);
		buf_adds(out, found->key);
	} else if (!n && near) {
		candidate_add(nearest, near);
	}
	return n == 1;
}

/* --- orders with card names --------------------------------------------- */

static bool is_of_key(char c)
{
	return (c >= 'a' && c <= 'z') || ascii_is_digit(c) || c == '-' ||
	       c == '/' || (c >= 'A' && c <= 'Z');
}

/* the length of the key at the start of a text, "rebellion/60"; 0: none */
static size_t key_at(struct str text)
{
	size_t n = 0;
	bool slash = false;

	while (n < text.len && is_of_key(text.s[n]))
		slash |= text.s[n++] == '/';
	return slash ? n : 0;
}

/* How often the key is repeated at the start of a comma-separated text;
 * *taken: its length in bytes. */
static int card_index_times(struct str text, struct str key, size_t *taken)
{
	int n = 0;
	size_t at = 0;

	*taken = key.len;
	for (;;) {
		struct str rest = { text.s + at, text.len - at };

		if (key_at(rest) != key.len || memcmp(rest.s, key.s, key.len) ||
		    (rest.len > key.len && rest.s[key.len] != ','))
			return n;
		n++;
		*taken = at + key.len;
		if (rest.len < key.len + 2)
			return n;
		at += key.len + 2; /* ", " */
	}
}

/* the card of a key, if its name means no other; NULL */
static const struct card *told_by_name(const struct card_index *d,
				       struct str key)
{
	const struct card *c = card_index_find(d, key);
	int n = 0;

	for (int i = 0; c && c->name.len && i < d->n; i++)
		n += str_equal(d->v[i].folded, c->folded) &&
		     d->v[i].stars == c->stars;
	return n == 1 ? c : NULL;
}

void card_index_render(const struct card_index *d, struct str order,
		       struct buf *out)
{
	size_t at = 0;

	while (at < order.len) {
		struct str rest = { order.s + at, order.len - at };
		struct str key = { rest.s, key_at(rest) };
		const struct card *c =
			d && key.len ? told_by_name(d, key) : NULL;
		size_t taken = key.len ? key.len : 1;
		int n = c ? card_index_times(rest, key, &taken) : 0;

		if (n > 1)
			buf_addf(out, "%d x ", n);
		if (c)
			name_add(out, c);
		else
			buf_adds(out, (struct str){ rest.s, taken });
		at += taken;
	}
}
