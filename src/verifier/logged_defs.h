/*
 * src/verifier/logged_defs.h - collects the catalog entries in a game's log:
 * figures, maps, models, tables. The replay uses these, so that a corrected
 * catalog changes no past game. For replay.c.
 */
#ifndef VERIFIER_LOGGED_DEFS_H
#define VERIFIER_LOGGED_DEFS_H
#include "verifier/replay.h"
#include "protocol/log_events.h"

struct logged_defs;

/* None yet. All lives in the arena; the rest is borrowed. */
struct logged_defs *logged_defs_new(const struct game_kind *sys,
				    struct arena *a);

/*
 * Collect the cards in the events of one leaf (or for all) before the replay of
 * these events. Returns the first event that no catalog could give, or NULL;
 * tmp is used meanwhile.
 */
const struct replay_event *logged_defs_note(struct logged_defs *c,
					    const struct replay_events *leaf,
					    struct arena *tmp);

/* For the rules: the cards of the log. */
struct catalog logged_defs_catalog(struct logged_defs *c);

/* Does an order (decision_render) name a card that the rules have asked for
 * and the log has not? Why it was refused is known to the judge alone. */
bool logged_defs_missed(const struct logged_defs *c, struct str order);

/* For the reader of orders: names as the system has them, cards as the log says
 * they were called. Nothing is set if the system has none. */
void logged_defs_names(struct logged_defs *c, const struct game *view,
		       struct arena *a, struct grammar_names *out);

/* How many there are, and how many are unlike the catalog's; how many names in
 * orders are neither the card's own nor the catalog's. */
void logged_defs_count(const struct logged_defs *c, struct verify_cards *out);

/*
 * Names that the log says orders gave to cards, for those that are read next
 * (copied); and which of them they used, in the order they were asked for.
 */
void logged_defs_called(struct logged_defs *c,
			const struct log_event_names *said);
const struct log_event_names *logged_defs_used(const struct logged_defs *c);
#endif
