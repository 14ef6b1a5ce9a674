/*
 * src/judge/requests/game_spec.h - parses the settings of a new game, with the
 * same names and values on the command line and by mail
 * (judge/requests/game_by_mail.h).
 *
 *	system NAME		as `heraldo rulesets` lists them
 *	players N		seats
 *	reserve A=ADDRESS	reserve a seat for the address
 *	player B=fair		the computer player has the seat: easy, fair,
 *				strong
 *	option NAME=VALUE	of the game (judge_option_parse)
 *	policy NAME=VALUE	of the table (protocol/policy.def)
 *	deadline 3d		for one turn, 0d: none
 *	words 2d		for the random words of the dice, 0d: none
 *	disputes 4d		to dispute what was adjudicated
 *	beacon none|nist|drand	the beacon of its dice
 *
 * Between a name and its value a blank will do.
 */
#ifndef JUDGE_REQUESTS_GAME_SPEC_H
#define JUDGE_REQUESTS_GAME_SPEC_H
#include "judge/judge.h"
#include "orders/vocabulary.h"

enum { GAME_SPEC_OPTIONS = 64 };

struct planning {
	struct game_plan plan;
	struct arena *a;
	struct str text[GAME_SPEC_OPTIONS]; /* "ask=always": of a system, once
					     * known
					     */
	int n_texts;
};

/* Two players, the random words of its dice within so many seconds. */
void game_spec_begin(struct planning *p, struct arena *a, struct str system,
		     int64_t words_s);

/* ERR_USAGE, with a reason of judge/game/reject.h: it is no value of that.
 * ERR_NOT_FOUND without words: nothing is called so. */
enum err game_spec_set(struct planning *p, struct str name, struct str value,
		       struct why *why);

/* The end of the settings: check the options against the system. */
enum err game_spec_end(struct planning *p, const struct judge *j,
		       struct why *why);

/* "3d", "12h", "90m", "30s", at most 3650 of the unit; name: for errors. */
enum err game_spec_duration(struct str name, struct str value, int64_t *seconds,
			    struct why *why);

/* "NAME=VALUE" or "NAME VALUE"; what: for errors. */
enum err game_spec_setting(struct str what, struct str text, struct str *name,
			   struct str *value, struct why *why);

/* A line of a mail, by its first word, the vocabulary's table.NAME for one of n
 * names; false: another first word. Signed text is in capitals
 * (auth/canonical_text.h): the value is returned in small letters. */
bool game_spec_line(const struct vocabulary *v, struct arena *a,
		    struct str line, const char *const *names, size_t n,
		    struct str *name, struct str *value);

/* The names above, for game_spec_line. */
extern const char *const plan_names[];
extern const size_t n_plan_names;
#endif
