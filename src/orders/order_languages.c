/* src/orders/order_languages.c - finds the language in which a line of orders
 * is written */
#include "orders/text_private.h"
#include <string.h>

/* The line read by the words of these languages alone; false, and nothing is
 * changed, if it cannot be. */
static bool reader_read_by(struct reader *r, uint32_t langs)
{
	struct orders *o = r->out;
	int lines = o->n_lines, complaints = o->n_complaints;
	bool if_before = r->if_before;
	int on_fail = r->on_fail;

	r->names.langs = langs;
	reader_line(r);
	r->names.langs = 0;
	if (o->n_complaints == complaints)
		return true;
	o->n_lines = lines;
	o->n_complaints = complaints;
	r->on_fail = on_fail;
	r->if_before = if_before;
	return false;
}

uint32_t reader_languages(struct reader *r)
{
	int lines = r->out->n_lines;
	bool if_before = r->if_before;
	int on_fail = r->on_fail;
	uint32_t alone = 0;

	for (int l = 0; l < r->g->words->n_langs; l++) {
		/* an IF may be above it: that is seen when it is read */
		r->if_before = true;
		if (reader_read_by(r, UINT32_C(1) << l))
			alone |= UINT32_C(1) << l;
		r->out->n_lines = lines;
		r->on_fail = on_fail;
	}
	r->if_before = if_before;
	return alone;
}

/* The languages of the mail as a whole; asked for where the sender's fails. */
static void text_languages_find(struct text *x)
{
	if (x->is_looked_at)
		return;
	x->is_looked_at = true;
	for (int i = 0; i < x->n; i++) {
		struct charset_line *l = &x->v[i];

		point_at(&x->r, l);
		if (l->n && !l->too_many)
			l->alone = reader_languages(&x->r);
		for (int k = 0; k < x->r.g->words->n_langs; k++)
			x->reads[k] += (int)(l->alone >> k & 1);
	}
}

/* The languages that read the line, of those in which most of its others are
 * written. */
static uint32_t text_languages_likely(const struct text *x, uint32_t alone)
{
	uint32_t best = 0;
	int most = 0;

	for (int k = 0; k < x->r.g->words->n_langs; k++) {
		if (!(alone >> k & 1) || x->reads[k] < most)
			continue;
		if (x->reads[k] > most)
			best = 0;
		most = x->reads[k];
		best |= UINT32_C(1) << k;
	}
	return best;
}

bool order_line_equal(const struct order_line *a, const struct order_line *b)
{
	return a->kind == b->kind && a->number == b->number &&
	       str_equal(a->text, b->text) && a->entry.n == b->entry.n &&
	       (!a->entry.n ||
		!memcmp(a->entry.w, b->entry.w,
			(size_t)a->entry.n * sizeof(*a->entry.w))) &&
	       !a->query == !b->query &&
	       (!a->query || decision_equal(a->query, b->query));
}

/* Does the line mean the same in both languages? It is not read. */
static bool reader_means_the_same(struct reader *r, int first, int second)
{
	struct orders *o = r->out;
	struct reader was = *r;
	int from = o->n_lines, n;
	struct order_line *v;
	bool same;

	reader_read_by(r, UINT32_C(1) << first);
	n = o->n_lines - from;
	v = ARENA_ARRAY(r->arena, (size_t)n + 1, struct order_line);
	memcpy(v, o->lines + from, (size_t)n * sizeof(*v));
	o->n_lines = from;
	*r = was;
	reader_read_by(r, UINT32_C(1) << second);
	same = n == o->n_lines - from;
	for (int i = 0; same && i < n; i++)
		same = order_line_equal(&v[i], &o->lines[from + i]);
	o->n_lines = from;
	*r = was;
	return same;
}

/*
 * The current line in another language than its sender's: that of the other
 * lines, or any that parses it, if all of these agree. ORDERS_MIXED: by words
 * of several; then the line may fail.
 */
static int text_other_language(struct text *x, struct charset_line *l)
{
	uint32_t langs;
	int first;

	text_languages_find(x);
	point_at(&x->r, l);
	langs = text_languages_likely(x, l->alone);
	if (!langs)
		return ORDERS_MIXED;
	first = __builtin_ctz(langs);
	for (int k = first + 1; k < x->r.g->words->n_langs; k++)
		if (langs >> k & 1 && !reader_means_the_same(&x->r, first, k)) {
			reader_complain(&x->r, COMPLAINT_AMBIGUOUS, 0);
			return ORDERS_ASKED;
		}
	return first;
}

int text_line_read(struct text *x, struct charset_line *l)
{
	int lang = x->sender;

	if (lang >= 0 && reader_read_by(&x->r, UINT32_C(1) << lang))
		return lang;
	lang = text_other_language(x, l);
	/* what an ELSE misses is seen only now */
	if (lang >= 0 && !reader_read_by(&x->r, UINT32_C(1) << lang))
		lang = ORDERS_MIXED;
	if (lang == ORDERS_MIXED)
		reader_line(&x->r);
	return lang;
}
