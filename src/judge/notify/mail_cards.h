/*
 * src/judge/notify/mail_cards.h - what a letter says of cards: of one of the
 * game as its reader knows it, and of the figures, chests and tiles that a
 * search in the catalog found (judge/requests/catalog_query.h).
 */
#ifndef JUDGE_NOTIFY_MAIL_CARDS_H
#define JUDGE_NOTIFY_MAIL_CARDS_H
#include "judge/notify/render_ctx.h"
#include <jansson.h>

/* A card of the letter's game, a line each; empty where the game has none or
 * its reader knows of none. */
struct str letter_card_told(struct writing *w, struct str asked);

/*
 * Of {cards: [{card, stars}], more, near}, as cards_found writes it: {cards},
 * each {text} and {drawn}, lines; {more} that are not shown; of none {near}. A
 * card that no event can be made of is left out.
 */
void letter_cards_told(struct writing *w, json_t *found, struct tval *to);
#endif
