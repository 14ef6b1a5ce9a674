/*
 * src/judge/notify/gm_summary.h - the daily mail to a game master: all games of
 * the master that need an action, each with a command that can be sent
 * unchanged. Urgent matters (disputes, JOINs) are also mailed at once; a day
 * without open matters sends no mail. A signed text with only the word STATUS
 * asks for this mail at any time.
 *
 * The mail lists disputes, JOINs, silent players, players with bouncing mail,
 * and games that are paused, could begin, or have been idle for a week.
 */
#ifndef JUDGE_NOTIFY_GM_SUMMARY_H
#define JUDGE_NOTIFY_GM_SUMMARY_H
#include "judge/handlers.h"

enum {
	GM_SUMMARY_GAMES = 20, /* listed in a mail, the newest */
	GM_SUMMARY_HOUR = 8,   /* on the clock of who leads them */
	GM_SUMMARY_STILL = 7,  /* days */
	GM_SUMMARY_A_DAY = 5   /* answers to STATUS, of a person */
};

/* A game has a master: their mail of the next morning. */
enum err gm_summary_set(struct judge *j, int64_t game, int64_t person,
			struct arena *a, struct why *why);

/* TIMER_DESK is due. */
enum err gm_summary_due(struct judge *j, int64_t game, struct why *why);

/* Does the text say STATUS and nothing else? v: may be NULL, then it does not.
 */
bool gm_summary_asked(struct arena *a, const struct vocabulary *v,
		      struct str text);

/*
 * The content of such a mail without the games that its reader no longer leads
 * when the mail leaves; in the arena, or the row's own. *moot: no game is left,
 * and the reader did not ask for the mail.
 */
enum err gm_summary_still(struct judge *j, const struct outbox_row *row,
			  struct arena *a, struct str *matter, bool *moot,
			  struct why *why);

/* The answer, whatever there is to tell. */
enum err gm_summary_alone(struct delivery *d, struct why *why);
#endif
