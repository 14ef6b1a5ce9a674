/*
 * src/judge/cards.h - what there is to choose from: FIGURES and CARD ask it of
 * the catalog that the judge has at hand. The answer keeps the cards as they
 * were when it was asked.
 */
#ifndef JUDGE_CARDS_H
#define JUDGE_CARDS_H
#include "base/arena.h"
#include "games/games.h"

enum { CARDS_TOLD = 60 }; /* of one question; of the rest their number */

/*
 * {"cards":[{"stars":n,"card":event}, ..],"more":n,"near":names}: those whose
 * name, faction or key have each of the words of `asked`, and that cost no more
 * than the number behind UP TO; HERO, SPAWN, CHEST, TILE and their like say
 * what kind. Figures, if nothing else is said. Of none: those whose names are
 * near.
 */
struct str cards_found(struct arena *a, const struct game_kind *k,
		       struct str asked);
#endif
