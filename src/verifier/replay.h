/*
 * src/verifier/replay.h - the rules run again over a full log: what was signed,
 * timers and commands are the input, and all that came of them then must come
 * of them now. For verify.c, which has checked leaves, signatures and dice
 * before.
 *
 * Orders are read from the signed text by what the game began with, in the
 * language that the log names, and what a game master or the holder of a key
 * commanded must stand in the signed text. What has no text (timers, the
 * operator, people who joined) is taken from its own event. What a catalog gave
 * (cards, maps, models, tables) is taken from the log, and the catalog is never
 * asked: an order for a card that no game took was refused, for what reason the
 * log says.
 */
#ifndef VERIFIER_REPLAY_H
#define VERIFIER_REPLAY_H
#include "auth/canonical_text.h"
#include "fairness/dice_chain.h"
#include "verifier/verify.h"

enum { RERUN_SLOTS = SEATS_MAX + 1 }; /* the last is the game masters' */

/* An event of the log, in canonical form. */
struct rerun_event {
	struct str json;
	size_t line;
	uint64_t leaf;
	int inner;
};

struct rerun_events {
	struct rerun_event *v;
	int n, room;
};

/* What the first line of signed orders says. */
enum rerun_claim { RERUN_ORDERS, RERUN_KEYS, RERUN_MASTER };

/* One adjudication, as the log has it. */
/* A key of an anonymous game: as its log has it, and as its end opens it. */
struct rerun_key {
	struct str print, opens, key;
	struct str person, name; /* whose it is, likewise */
};

struct rerun_point {
	struct game_id game;
	uint64_t point;
	size_t line; /* of its end */
	int64_t at_s;
	struct rerun_events all;
	struct rerun_events sealed[RERUN_SLOTS];
	struct rerun_event end_of[RERUN_SLOTS]; /* where each leaf stands */
	/* the signed orders, if there are any */
	bool is_signed;
	bool by_deputy; /* of the seat's deputy */
	bool is_closed; /* they are letters, which no log opens */
	enum rerun_claim claim;
	int64_t claim_point;
	bool joined;         /* to the queue of the orders before */
	struct str text;     /* the signed bytes */
	struct canon orders; /* what they mean */
	/* of an earlier point: letters that are opened by this one */
	struct canon unsealed;
	size_t body; /* of its text: where the second line begins */
	/* the links that its steps used, in order */
	const struct chain_source *luck;
	size_t n_luck;
	/* the second secret, from the end of the log; NULL: it is not there */
	const struct hash *secret;
	const struct rerun_key *keys;
	size_t n_keys;
	bool returned_to;  /* an undo goes back to the state afterwards */
	struct hash state; /* afterwards, as the log has it */
};

struct rerun;

/* For a new game. All lives in the arena; the rest is borrowed. */
struct rerun *rerun_new(const struct game_kind *sys, int n_seats,
			struct arena *a);

/* The next adjudication. False: f says what differs, and where. */
bool rerun_next(struct rerun *r, const struct rerun_point *p,
		struct verify_fault *f);

/* What came of the last adjudication, in the order in which it happened, and
 * the game after it; both stay as they are until the next. */
const struct event_list *rerun_told(const struct rerun *r);
const struct game *rerun_game(const struct rerun *r);

/* By point up to n, in the arena: did play go there from the state after `to`?
 * from[k - 1]: the point that point k went on from. */
bool *rerun_below(struct arena *a, const uint64_t *from, uint64_t n,
		  uint64_t to);

/* What the log tells of cards, beside the catalog's. */
void rerun_cards(const struct rerun *r, struct verify_cards *out);
#endif
