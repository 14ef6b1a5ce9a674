/*
 * src/verifier/replay.h - replays the rules over a full log: signed texts,
 * timers and commands are the input, and the rules must give the logged events
 * again. Runs after verify.c has checked leaves, signatures and dice.
 *
 * Orders are parsed from the signed text with the game's grammar snapshot, in
 * the language that the log names. The commands of game masters and key holders
 * must be in their signed text. Inputs without a text (timers, the operator,
 * joining) come from their own event. Catalog entries (cards, maps, models,
 * tables) come from the log, and the catalog is never read: an order for a card
 * that no game took was refused, and the log gives the reason.
 */
#ifndef VERIFIER_REPLAY_H
#define VERIFIER_REPLAY_H
#include "auth/canonical_text.h"
#include "fairness/dice_chain.h"
#include "protocol/proposal_parse.h"
#include "verifier/verify.h"

enum { REPLAY_SLOTS = SEATS_MAX + 1 }; /* the last is the game masters' */

/* An event of the log, in canonical form. */
struct replay_event {
	struct str json;
	size_t line;
	uint64_t leaf;
	int inner;
};

struct replay_events {
	struct replay_event *v;
	int n, room;
};

/* What the first line of signed orders says. */
enum replay_claim { REPLAY_ORDERS, REPLAY_KEYS, REPLAY_MASTER };

/* A key of an anonymous game: as its log has it, and as its end opens it. */
struct replay_key {
	struct str print, opens, key;
	struct str person, name; /* whose it is, likewise */
};

/* One adjudication, as the log has it. */
struct replay_point {
	struct game_id game;
	uint64_t point;
	size_t line; /* of its end */
	int64_t at_s;
	struct replay_events all;
	struct replay_events sealed[REPLAY_SLOTS];
	struct replay_event
		end_of[REPLAY_SLOTS]; /* the position of each leaf */
	/* the signed orders, if there are any */
	bool is_signed;
	bool by_deputy; /* of the seat's deputy */
	bool is_closed; /* they are press messages, which no log opens */
	enum replay_claim claim;
	int64_t claim_point;
	bool joined;         /* to the queue of the orders before */
	struct str text;     /* the signed bytes */
	struct canon orders; /* what they mean */
	/* of an earlier point: press messages that are opened by this one */
	struct canon unsealed;
	size_t body; /* of its text: where the second line begins */
	/* the links that its steps used, in order */
	const struct dice_chain_source *dice_links;
	size_t n_dice_links;
	/* the second secret, from the end of the log; NULL: it is not there */
	const struct hash *secret;
	const struct replay_key *keys;
	size_t n_keys;
	bool returned_to; /* an undo goes back to the state afterwards */
	/* afterwards, as the log has them */
	int64_t due_s[SEATS_MAX];
	struct hash state;
};

struct replay;

/* For a new game. All lives in the arena; the rest is borrowed. m: of its
 * stepped. */
struct replay *replay_new(const struct game_kind *sys, int n_seats,
			  const struct verify_means *m, struct arena *a);

/* The next adjudication. False: f says what differs, and where. */
bool replay_next(struct replay *r, const struct replay_point *p,
		 struct verify_fault *f);

/* What came of the last adjudication, in the order in which it happened, and
 * the game after it; both stay as they are until the next. */
const struct event_list *replay_events_of(const struct replay *r);
const struct game *replay_game(const struct replay *r);

/* By point up to n, in the arena: did play go there from the state after `to`?
 * from[k - 1]: the point that point k went on from. */
bool *replay_below(struct arena *a, const uint64_t *from, uint64_t n,
		   uint64_t to);

/* The absence that the log has is that of the signed days, between midnights of
 * one zone. No log tells which zone, so the hours are the judge's word. */
bool replay_are_midnights(const struct table_request *m, int64_t from,
			  int64_t until);
/* Can at_s be the signed local time "2026-03-01 20:00", which a zone may
 * follow? */
bool replay_is_moment(struct str said, int64_t at_s);

/* The cards in the log, next to those of the catalog. */
void replay_cards(const struct replay *r, struct verify_cards *out);
#endif
