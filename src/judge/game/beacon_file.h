/*
 * src/judge/game/beacon_file.h - pulses of an outside beacon
 * (fairness/beacon.h) from the operator's file, which something else fetches:
 * the judge never asks for them.
 *
 * The file, or every file of the folder, holds one after the other, in any
 * order, with blanks and line ends between:
 *
 *	{ "pulse": { .. } }		as beacon.nist.gov gives it
 *	{ "round": .., "signature": .. }	as api.drand.sh gives it
 *	drand <chain hash> <round> <signature>	on a line of its own
 *
 * Of what is none of these the line is passed over.
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
