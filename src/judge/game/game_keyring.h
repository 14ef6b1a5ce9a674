/*
 * src/judge/game/game_keyring.h - builds the key ring of a game from its log,
 * as the verifier will (auth/keyring.h). The judge asks it before it logs a key
 * event, so the log verifies whatever people do with their keys.
 */
#ifndef JUDGE_GAME_GAME_KEYRING_H
#define JUDGE_GAME_GAME_KEYRING_H
#include "auth/sig.h"
#include "judge/game/adjudicate.h"

/*
 * Within an adjudication: a person comes to the table, or one of their keys is
 * added or revoked; the caller emits the event. ERR_USAGE: a log can hold no
 * more of these, in the words of keyring_fault_text.
 */
enum err game_keyring_sits(struct adjudication *x, int64_t person,
			   struct why *why);
enum err game_keyring_adds(struct adjudication *x, int64_t person,
			   struct str fingerprint, struct why *why);
enum err game_keyring_revokes(struct adjudication *x, int64_t person,
			      struct str fingerprint, struct why *why);

/*
 * Keys that were revoked while their owner had no seat here: the log still
 * holds them for valid. At most max; *n of them.
 */
enum err game_keyring_left(struct adjudication *x, int64_t person,
			   struct str *prints, int max, int *n,
			   struct why *why);
/* The key of a row, which is a line of OpenSSH, or a fingerprint alone where
 * GnuPG keeps the key. False: it is neither. */
bool ring_key(const struct key_row *row, struct key *out);

/* The judge's own key, or one that it had before: has it signed this? */
bool game_keyring_is_judges(const struct judge *j, const struct key *k);
bool game_keyring_judge_signed(const struct judge *j, const struct sig *s,
			       const char *namespace, struct str text);
#endif
