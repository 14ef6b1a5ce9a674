/*
 * src/judge/game/beacon_file.h - reads pulses of a public beacon
 * (fairness/beacon.h) from the operator's file. Another program fetches the
 * pulses: the judge never opens a connection for them.
 *
 * The file, or every file of the folder, contains pulses in any order,
 * separated by blanks and line ends:
 *
 *	{ "pulse": { .. } }		as beacon.nist.gov gives it
 *	{ "round": .., "signature": .. }	as api.drand.sh gives it
 *	drand <chain hash> <round> <signature>	on a line of its own
 *
 * A line with other content is skipped.
 */
#ifndef JUDGE_GAME_BEACON_FILE_H
#define JUDGE_GAME_BEACON_FILE_H
#include "fairness/beacon.h"

enum { BEACON_FILE_FILE_MAX = 64 << 20 };

struct beacon_file_found {
	struct str text;   /* as a log has it */
	struct str before; /* and the one before it, where some are missing */
	struct pulse pulse;
	int n_forged; /* that the beacon has not signed */
};

/*
 * The first pulse at t_s or later, whose signature is good. ERR_NOT_FOUND: it
 * is not in the file yet, or there is no file.
 */
enum err beacon_file_find(struct arena *a, const char *path,
			  const struct beacon *b, int64_t t_s,
			  struct beacon_file_found *out, struct why *why);
#endif
