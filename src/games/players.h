/*
 * src/games/players.h - finds the computer player of a game, and
 * makes the text of an order from a seat's view. Judge and verifier get the
 * same text from the same view and seed.
 */
#ifndef GAMES_PLAYERS_H
#define GAMES_PLAYERS_H
#include "engine/game.h"
#include "engine/player.h"
#include "orders/grammar.h"

/* NULL: the computer cannot play by these rules. */
const struct player_rules *players_find(const struct system *sys);

enum { PLAYERS_SECRET = 32 };

/*
 * The seed of a seat's orders follows from the game's second secret, which the
 * first event of the log commits to (hidden_commitment) before any roll, and
 * which the end of the log opens.
 */
uint64_t players_seed(const uint8_t secret[PLAYERS_SECRET], int seat);

/* The next order of a seat; view: what it may see. After an order that was
 * refused the default of a silent seat. */
bool players_choose(const struct game *view, int seat, enum player_level level,
		    uint64_t seed, const struct catalog *cards,
		    struct player_room *room, struct player_choice *out);

/* The lines of a mail below SEEN: standing orders that the seat lacks, the
 * order, and WAIT unless it is the last of a turn. view: the seat's, for which
 * the order was chosen. False: it has no words. */
bool players_lines(const struct grammar *g, const struct game *view, int seat,
		   const struct decision *d, struct player_room *room,
		   struct buf *out);
#endif
