/*
 * src/games/arena/report/book_values.c - the cards that a spellbook can be made
 * of, with their points for its Mage
 */
#include "games/arena/report/report_private.h"

void arena_book(struct arena *a, const struct narrator *n, const void *view,
		int seat, struct tval *to)
{
	const struct ar_state *s = view;
	const struct ar_player *p = &s->player[seat];
	int mage = p->class ? ar_card_mage(s, (int)p->class) : 0;
	struct tval *list = tval_put(a, to, "cards", tval_list(a));

	tval_puti(a, to, "budget",
		  s->card[mage].points + s->carried_points[seat]);
	/* an apprentice has the printed book */
	if (!mage || s->head.phase != AR_SETUP ||
	    s->head.option[AR_OPTION_MODE])
		return;
	for (int i = 1; i < s->n_cards; i++) {
		struct tval *v;

		if (s->card[i].kind == AR_MAGE)
			continue;
		v = tval_add(list, tval_map(a));
		tval_puti(a, v, "number", i);
		tval_puts(a, v, "name", arena_card_name(a, n, i));
		tval_put(a, v, "kind",
			 tval_word(a, "arena.word.%s",
				   ar_kind_names[s->card[i].kind]));
		tval_putz(a, v, "school", arena_school(&s->card[i]));
		tval_puti(a, v, "points",
			  ar_book_points(s, (int)p->class, (int)p->element, i));
	}
}
