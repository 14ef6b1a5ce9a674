/*
 * src/judge/notify/mail_cards.h - the template values of cards: a card of the
 * game as its reader knows it, and the figures, chests and tiles found in the
 * catalog (judge/notify/catalog_query.h).
 */
#ifndef JUDGE_NOTIFY_MAIL_CARDS_H
#define JUDGE_NOTIFY_MAIL_CARDS_H
#include "judge/notify/render_ctx.h"
#include <jansson.h>

/* A card of the mail's game, a line each; empty where the game has none or
 * its reader knows of none. */
struct str mail_card_values(struct render_ctx *w, struct str asked);

/*
 * Of {cards: [{card, stars}], more, near}, as catalog_query_found writes it:
 * {cards}, each {text} and {drawn}, lines; {more} that are not shown; of none
 * {near}. A card that no event can be made of is left out.
 */
void mail_cards_values(struct render_ctx *w, json_t *found, struct tval *to);
#endif
