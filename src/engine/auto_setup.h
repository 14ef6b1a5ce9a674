/*
 * src/engine/auto_setup.h - draws random legal examples for the set-up, such
 * as a place for a chest or a figure. No measure ranks such orders
 * (engine/suggest.h), so they are drawn at random. Made from the seat's view
 * alone.
 */
#ifndef ENGINE_AUTO_SETUP_H
#define ENGINE_AUTO_SETUP_H
#include "engine/dry_run.h"

enum { DRAFTS_MAX = 3 };

/*
 * Up to DRAFTS_MAX different orders of the set-up for which the seat is
 * awaited, but none that only says that it is done; gives how many. The same
 * view and lot give the same ones. Cards of a catalog are not drawn: a view
 * does not have them.
 */
int auto_setup_orders(const struct system *sys, const void *view, int seat,
		      struct trials *room, uint32_t lot, struct decision *out);

/* May the seat answer the current question with AUTO? */
bool auto_setup_may_auto(const struct system *sys, const void *view, int seat);

/*
 * AUTO: the order of the set-up that is drawn for the seat, which leaves it to
 * the judge. What the game chooses (struct system, choose), else what it
 * samples; tried on a copy of the view. The same view, catalog and lot give the
 * same one. False: the seat is not awaited for anything of the set-up, or there
 * is nothing that is legal.
 */
bool auto_setup_auto(const struct system *sys, const void *view, int seat,
		     const struct catalog *catalog, struct trials *room,
		     uint32_t lot, struct decision *out);

/*
 * The orders for AUTO 1, AUTO 2 and so on: up to DRAFTS_MAX different orders;
 * returns their number.
 */
int auto_setup_autos(const struct system *sys, const void *view, int seat,
		     const struct catalog *catalog, struct trials *room,
		     struct decision *out);

/*
 * For choose: add cards to a decision, each under the tag: in their order all
 * that the rules allow with those before them, then the same again until there
 * is none that fits.
 */
void auto_setup_cards(const struct run *r, int seat, int tag,
		      const char *const *keys, int n, struct decision *d);
#endif
