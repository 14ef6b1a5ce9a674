/*
 * src/verifier/logged_defs.h - what a game took of the catalog, as its log has
 * it: figures, maps, models, tables. The rules are run again with these, so
 * that a corrected catalog changes no game that was played. For rerun.c.
 */
#ifndef VERIFIER_LOGGED_DEFS_H
#define VERIFIER_LOGGED_DEFS_H
#include "verifier/replay.h"
#include "protocol/log_events.h"

struct cards;

/* None yet. All lives in the arena; the rest is borrowed. */
struct cards *cards_new(const struct game_kind *sys, struct arena *a);

/*
 * Note what one leaf (or the table) was told of cards, before it is played.
 * The first event that no catalog gives, or NULL; tmp is used meanwhile.
 */
const struct rerun_event *
cards_note(struct cards *c, const struct rerun_events *leaf, struct arena *tmp);

/* For the rules: the cards of the log. */
struct catalog cards_catalog(struct cards *c);

/* Does an order (decision_render) name a card that the rules have asked for
 * and the log has not? Why it was refused is known to the judge alone. */
bool cards_missed(const struct cards *c, struct str order);

/* For the reader of orders: names as the system has them, cards as the log says
 * they were called. Nothing is set if the system has none. */
void cards_names(struct cards *c, const struct game *view, struct arena *a,
		 struct grammar_names *out);

/* How many there are, and how many are unlike the catalog's; how many names in
 * orders are neither the card's own nor the catalog's. */
void cards_count(const struct cards *c, struct verify_cards *out);

/*
 * Names that the log says orders gave to cards, for those that are read next
 * (copied); and which of them they used, in the order they were asked for.
 */
void cards_called(struct cards *c, const struct record_names *said);
const struct record_names *cards_used(const struct cards *c);
#endif
