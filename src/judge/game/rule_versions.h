/*
 * src/judge/game/rule_versions.h - keeps several versions of each game. A game
 * is played to its end by the rules and the grammar snapshot
 * (orders/grammar_snapshot.h) with which it began. Each version of the rules is
 * a row of the program. A snapshot is a text in the store, named by its hash
 * and compiled when the first mail of such a game comes. An edit of the
 * templates changes only later games.
 */
#ifndef JUDGE_GAME_RULE_VERSIONS_H
#define JUDGE_GAME_RULE_VERSIONS_H
#include "base/crypto.h"
#include "games/games.h"
#include "store/games.h"

enum {
	RULE_VERSIONS_MAX = 24
}; /* compiled at a time; the longest unused goes */

struct rule_versions;

/*
 * For these kinds of game, the newest version of each first; borrowed. Each
 * has the grammar of the present.
 */
struct rule_versions *rule_versions_new(const struct game_kind *kinds, int n);
void rule_versions_free(struct rule_versions *s);

/* The kind of a new game: NULL if there is none of that name. */
const struct game_kind *rule_versions_newest(const struct rule_versions *s,
					     struct str name);

/* Keep the reading of the present for a game that begins. */
enum err rule_versions_save(struct rule_versions *s, struct store *st,
			    const struct game_kind *kind,
			    uint8_t hash[HASH_SIZE], struct why *why);

/*
 * As a game began; good until RULE_VERSIONS_MAX others have been asked for.
 * ERR_STORE_VERSION: the program has no such rules. ERR_TAMPERED: the text is
 * not that of the hash.
 */
enum err rule_versions_find(struct rule_versions *s, struct store *st,
			    const struct game_row *g,
			    const struct game_kind **out, struct why *why);
#endif
