/*
 * src/orders/meaning_list.c - writes the rest of a line, or the list of cards
 * that it names, into an order
 */
#include "orders/meaning_private.h"
#include <string.h>

/* the tokens after the verb, or all, without idle words at both ends */
static void rest_range(const struct meaning_work *w, int *from, int *to)
{
	const struct mean_line *l = w->line;

	for (int i = 0; i < l->n; i++) {
		const struct mean_item *v = &l->v[i];

		if (v->from == *from &&
		    (v->is == MEAN_VERB || v->is == MEAN_IDLE ||
		     v->is == MEAN_PLEASE || v->is == MEAN_MINE ||
		     v->is == MEAN_PRO || v->is == MEAN_REL))
			*from = v->to;
	}
	for (int i = l->n - 1; i >= 0; i--) {
		const struct mean_item *v = &l->v[i];

		if (v->to == *to &&
		    (v->is == MEAN_PLEASE || v->is == MEAN_REMARK ||
		     v->is == MEAN_IDLE))
			*to = v->from;
	}
}

/* the item has no meaning in a list of cards */
static bool is_passed(const struct mean_item *v)
{
	return v && (v->is == MEAN_PRO ||
		     (v->is == MEAN_REL && !str_is(v->value, "with")) ||
		     v->is == MEAN_ONLY || v->is == MEAN_MINE);
}

void line_rest_write(const struct meaning_work *w, struct buf *b)
{
	const struct reader *r = w->r;
	int from = 0, to = r->n;
	const char *end = NULL;

	rest_range(w, &from, &to);
	for (int i = from; i < to; i++) {
		const struct token *t = &r->t[i];
		const struct mean_item *v = NULL;

		for (int k = 0; k < w->line->n; k++)
			if (w->line->v[k].from == i)
				v = &w->line->v[k];
		if (v && v->is == MEAN_AND) {
			buf_addz(b, ", ");
			end = NULL;
			continue;
		}
		if (is_passed(v) || t->type == TOKEN_COLON)
			continue;
		/* .., BOTH AT LEVEL 1 */
		if (v && v->is == MEAN_ALL && end)
			break;
		if (end)
			buf_addz(b, memchr(end, ',', (size_t)(t->raw.s - end))
					    ? ", "
					    : " ");
		buf_adds(b, t->raw);
		end = t->raw.s + t->raw.len;
	}
}

/* --- lists of cards: TWO GUARDSMEN WITH ONE STAR, KARG AT LEVEL 2 -----------
 */

/* One card of a list, while its words are read. */
struct listed_card {
	int32_t count, level; /* 0: none is said */
	bool starred;         /* .. and the level is one of stars */
	struct buf name;
};

/* the word of a name, MEN as MAN, if the catalog has no such card */
static void name_finish(const struct meaning_work *w, struct buf *name)
{
	const struct grammar_names *names = &w->r->names;
	struct buf key;
	size_t n = name->len;

	buf_init(&key, 256);
	if (names->card && n > 3 &&
	    !names->card(names->source, buf_str(name), &key, NULL)) {
		if (!memcmp(name->s + n - 3, "men", 3))
			name->s[n - 2] = 'a';
		else if (name->s[n - 1] == 's')
			name->len--;
	}
	buf_release(&key);
}

static void card_finish(const struct meaning_work *w, struct listed_card *c,
			struct buf *b)
{
	if (!c->name.len)
		return;
	if (b->len && b->s[b->len - 1] != ' ')
		buf_addz(b, ", ");
	if (c->count > 1)
		buf_addf(b, "%d x ", (int)c->count);
	name_finish(w, &c->name);
	buf_adds(b, buf_str(&c->name));
	if (c->level && !c->starred)
		buf_addf(b, " %d", (int)c->level);
	if (c->level && c->starred)
		buf_addf(b, " %.*s", (int)c->level, "***");
	buf_clear(&c->name);
	c->count = c->level = 0;
	c->starred = false;
}

/* the item that begins at token i, or NULL */
static const struct mean_item *item_at(const struct meaning_work *w, int i)
{
	for (int k = 0; k < w->line->n; k++)
		if (w->line->v[k].from == i)
			return &w->line->v[k];
	return NULL;
}

static bool is_level(const struct mean_item *v)
{
	return v && (v->is == MEAN_MOD || v->is == MEAN_VERB) &&
	       (str_is(v->value, "level") || str_is(v->value, "stars"));
}

/* LEVEL or STARS next to a number, or NULL */
static const struct mean_item *level_beside(const struct meaning_work *w,
					    const struct mean_item *v)
{
	const struct mean_item *after = item_at(w, v->to);
	int i = (int)(v - w->line->v);

	if (is_level(after))
		return after;
	/* LEVEL 2; but ONE STAR, 2 GUARDSMEN */
	return i && !v->stop && is_level(v - 1) &&
			       (i == 1 || v[-2].is != MEAN_NUMBER)
		       ? v - 1
		       : NULL;
}

/* a number: of copies in front of the name, else a level */
static void card_number(const struct meaning_work *w, const struct mean_item *v,
			struct listed_card *c)
{
	const struct mean_item *level = level_beside(w, v);

	if (level || c->name.len)
		c->level = v->number / 100;
	else
		c->count = v->number / 100;
	c->starred |= level && str_is(level->value, "stars");
}

/* does a level other than 1, that of every card, follow item v? */
static bool is_raised(const struct meaning_work *w, const struct mean_item *v)
{
	for (; v < w->line->v + w->line->n; v++)
		if (v->is == MEAN_NUMBER && v->number != 100)
			return true;
	return false;
}

/* the word belongs to no name: AND, WITH, LEVEL, the X of 2 x */
static bool is_between(const struct mean_item *v, const struct token *t,
		       const struct listed_card *c)
{
	if (is_level(v) || is_passed(v) || t->type == TOKEN_COLON ||
	    str_is(t->raw, "+"))
		return true;
	if (str_is(t->fold, "X") && c->count && !c->name.len)
		return true;
	return v &&
	       (v->is == MEAN_AND || v->is == MEAN_IDLE || v->is == MEAN_REL);
}

static void name_add(const struct reader *r, int from, int to, struct buf *name)
{
	for (int i = from; i < to; i++) {
		if (name->len)
			buf_addc(name, ' ');
		buf_adds(name, r->t[i].raw);
	}
}

/* L: the cards of the line, as the grammar writes a list of them */
bool line_cards_write(const struct meaning_work *w, struct buf *b)
{
	const struct reader *r = w->r;
	struct listed_card c = { .count = 0 };
	int from = 0, to = r->n;
	size_t before = b->len;
	const char *end = NULL;
	bool raised = false;

	rest_range(w, &from, &to);
	buf_init(&c.name, 256);
	for (int i = from, next; i < to; i = next) {
		const struct token *t = &r->t[i];
		const struct mean_item *v = item_at(w, i);

		next = v ? v->to : i + 1;
		if ((end && memchr(end, ',', (size_t)(t->raw.s - end))) ||
		    str_is(t->raw, "+") || (v && v->is == MEAN_AND))
			card_finish(w, &c, b);
		end = t->raw.s + t->raw.len;
		/* .., BOTH AT LEVEL 1 */
		if (v && v->is == MEAN_ALL && c.name.len) {
			raised = is_raised(w, v);
			break;
		}
		if (v && v->is == MEAN_NUMBER && v->whole)
			card_number(w, v, &c);
		else if (!is_between(v, t, &c))
			name_add(r, i, next, &c.name);
	}
	card_finish(w, &c, b);
	buf_release(&c.name);
	return b->len > before && !raised;
}
