/*
 * src/judge/notify/gm_summary.h - the desk of a game master: once a day one
 * mail of all the games that somebody leads and that want something of them,
 * each with a command that can be sent as it stands. What cannot wait
 * (disputes, wishes to join) is told at once beside that; a day on which
 * nothing is wanted sends nothing. A signed text that says STATUS and nothing
 * else asks for it at any time.
 *
 * Told are: disputes, wishes to join, who has been silent, whose mails come
 * back, games that are paused, that could begin, or in which nothing has
 * happened for a week.
 */
#ifndef JUDGE_NOTIFY_GM_SUMMARY_H
#define JUDGE_NOTIFY_GM_SUMMARY_H
#include "judge/handlers.h"

enum {
	GM_SUMMARY_GAMES = 20, /* told in a mail, the newest */
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
 * What such a mail says, for who leads its games no more by the time at which
 * it leaves: without those; in the arena, or the row's own. *moot: it is left
 * without any, and nobody has asked for it.
 */
enum err gm_summary_still(struct judge *j, const struct outbox_row *row,
			  struct arena *a, struct str *matter, bool *moot,
			  struct why *why);

/* The answer, whatever there is to tell. */
enum err gm_summary_alone(struct delivery *d, struct why *why);
#endif
