/* src/orders/meaning_attack.c - attacks of creatures, by words of their names
 */
#include "orders/meaning_words.h"
#include "base/parse.h"
#include "base/utf8.h"
#include <string.h>

/* how many tokens at pos are adjacent in this name */
static int run_in(const struct reader *r, int pos,
		  const struct vocabulary_word *name)
{
	int best = 0;

	for (int from = 0; from < name->n; from++) {
		int n = 0;

		while (from + n < name->n && pos + n < r->n &&
		       r->t[pos + n].type == TOKEN_WORD &&
		       str_equal(name->part[from + n], r->t[pos + n].fold))
			n++;
		best = n > best ? n : best;
	}
	return best;
}

int attack_at(const struct reader *r, int pos)
{
	const struct grammar_list *l = &r->g->list[LIST_ATTACK];
	int best = 0;

	for (int i = 0; i < l->n; i++)
		for (const struct vocabulary_word *w =
			     r->g->words->keys[l->v[i].key].words;
		     w; w = w->next) {
			int n = run_in(r, pos, w);

			best = n > best ? n : best;
		}
	return best;
}

/* a name with blanks between its words and at its ends */
static struct str spaced(const struct reader *r,
			 const struct vocabulary_word *name)
{
	struct str s = STR(" ");

	for (int i = 0; i < name->n; i++)
		s = str_of(arena_printf(r->arena, "%.*s%.*s ", STR_ARG(s),
					STR_ARG(name->part[i])));
	return s;
}

static bool contains(struct str s, struct str part)
{
	for (size_t i = 0; i + part.len <= s.len; i++)
		if (!memcmp(s.s + i, part.s, part.len))
			return true;
	return false;
}

/* Is one of these, in English, the attack of that key, and is it called so? */
static bool is_called(const struct reader *r, struct str attacks, int key,
		      struct str called)
{
	const struct vocabulary_word *w = r->g->words->keys[key].words;
	bool own = false, so = false;

	for (; w; w = w->next) {
		struct str rest = attacks, one, name = spaced(r, w);

		so |= contains(name, called);
		while (parse_field(&rest, ';', &one))
			own |= one.len + 2 == name.len &&
			       !memcmp(one.s, name.s + 1, one.len);
	}
	return own && so;
}

int attack_called(const struct reader *r, const struct grammar_name *a,
		  struct str called)
{
	const struct grammar_list *l = &r->g->list[LIST_ATTACK];
	struct str attacks = utf8_fold(r->arena, a->attacks);
	int found = -1;

	called = str_of(arena_printf(r->arena, " %.*s ", STR_ARG(called)));
	for (int i = 0; i < l->n; i++) {
		if (!is_called(r, attacks, l->v[i].key, called))
			continue;
		if (found >= 0)
			return -1;
		found = l->v[i].key;
	}
	return found;
}
