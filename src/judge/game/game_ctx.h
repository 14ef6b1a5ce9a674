/*
 * src/judge/game/game_ctx.h - loads a game: its row, its seats, its vocabulary,
 * and the state after its last (or an older) adjudication.
 *
 * The state comes from the snapshot if its hash is that of the log's head,
 * else from all events, so that a damaged cache costs time and nothing more.
 */
#ifndef JUDGE_GAME_GAME_CTX_H
#define JUDGE_GAME_GAME_CTX_H
#include "fairness/log_chain.h"
#include "protocol/table_state.h"
#include "protocol/entropy_state.h"
#include "judge/judge_private.h"

struct game_ctx {
	struct judge *j;
	struct game_row row;
	const struct game_kind *sys;
	struct game_id id;
	int n_seats;
	struct seat_row seats[JUDGE_SLOTS];
	int n_players; /* the first seats; 1..SEATS_MAX */
	struct entropy_round
		entropy; /* of the random words, after the same point */
	struct table_state agreements; /* the table's agreements and absences */
	struct game *game;             /* in the arena */
	uint8_t state_hash[HASH_SIZE]; /* of game, packed */
	uint32_t pulse_seats;          /* seats that wait for a beacon pulse:
				   judge/game/beacon_wait.c */
};

/* Does the game begin when all invited players have joined? Not if a seat is
 * free for anybody, nor if a person must give the command. */
bool game_ctx_begins_itself(const struct game_ctx *t);

/* Do its masters see all hidden information, by a policy set before the first
 * player joined? */
bool game_ctx_is_open(const struct game_ctx *t);

/*
 * May the holder of a slot see an event of this kind with this audience? A
 * master sees events for all; in a game with gm-sees-hidden also events for any
 * seat, and press only if masters are addressed. A deputy sees the seat's
 * events, and its press messages if the seat allows it.
 */
bool game_ctx_shows(const struct game_ctx *t, int slot, uint32_t audience,
		    int kind);
bool game_ctx_shows_row(const struct game_ctx *t, int slot,
			const struct event_row *r);

/* The game as whoever sits in a slot may see it: their view, or all of it. */
void game_ctx_view(const struct game_ctx *t, const struct game *g, int slot,
		   struct game *out);

/* The row of a game that is not archived: ERR_NOT_FOUND without text if there
 * is none; ERR_ARCHIVED if only this row is left here. */
enum err game_ctx_row(struct judge *j, int64_t game, struct arena *a,
		      struct game_row *g, struct why *why);

/* Keep the current state, which has a known hash: the mails about it need it
 * again, and usually the next mail does. */
void game_ctx_state_save(struct game_ctx *t);

/* Load it, from its row on; errors are those of game_ctx_row. */
enum err game_ctx_load(struct judge *j, int64_t game, struct arena *a,
		       struct game_ctx *t, struct why *why);

/* The same into memory of the arena; *t is set also after an error. */
enum err game_ctx_new(struct judge *j, int64_t game, struct arena *a,
		      struct game_ctx **t, struct why *why);

/* game_ctx_load with the state after adjudication `point`. */
enum err game_ctx_load_at(struct judge *j, int64_t game, int64_t point,
			  struct arena *a, struct game_ctx *t, struct why *why);

/* The seat in this slot, NULL: the table has none. */
struct seat_row *game_ctx_seat(struct game_ctx *t, int slot);
/* Reject a seat that the game does not have. */
enum err game_ctx_no_seat(const struct game_ctx *t, struct why *why);

/* The game's second secret with its words, and the round of new draws (may be
 * NULL); wipe it when done. */
enum err game_ctx_hidden(const struct game_ctx *t, struct hidden *h,
			 int64_t *round, struct why *why);

/*
 * Where the chain of heads begins, by the game's first event.
 */
struct hash game_ctx_origin(const struct event *created, struct arena *a);

/* The head after adjudication `point`, 0: where they begin. ERR_NOT_FOUND,
 * without text: there is no such point. */
enum err game_ctx_head(struct judge *j, const struct game_row *g, int64_t point,
		       struct hash *out, struct why *why);

/*
 * The points up to `point` that count no more in the state after it, as open
 * intervals: after < p < until.
 */
enum err game_ctx_skipped(const struct game_ctx *t, int64_t point,
			  enum err (*each)(void *context, int64_t after,
					   int64_t until, struct why *why),
			  void *context, struct why *why);

/* Is this point undone in the current game? */
enum err game_ctx_undone(const struct game_ctx *t, int64_t point, bool *undone,
			 struct why *why);

/*
 * Where play went since point `to`: below, by point up to the game's last, in
 * the arena: did it lead there from the state after `to`? unsealed: if play is
 * taken back to there, is a decision undone that was made while a sealed choice
 * was awaited (awaiting_sealed)?
 */
struct game_ctx_since {
	bool *below;
	bool unsealed;
};
enum err game_ctx_since(const struct game_ctx *t, int64_t to, struct arena *a,
			struct game_ctx_since *out, struct why *why);
#endif
