/*
 * src/judge/work.c - processes mails and timers in the order of their times. A
 * timer that was due before a mail came fires first, however late the judge
 * processes both.
 */
#include "judge/timers.h"
#include "judge/game/moment.h"
#include "judge/handlers.h"
#include "store/campaigns.h"

/* Campaigns go on when a game of theirs has ended, before anything later. */
static enum err work_follow(struct judge *j, int64_t at_s, struct why *why)
{
	bool due = false;
	enum err e = ERR_OK;

	if (j->c.env.follow)
		e = store_campaign_is_due(j->st, at_s, &due, why);
	if (e || !due)
		return e;
	moment_after(j, at_s);
	e = j->c.env.follow(j->c.env.context, j, why);
	moment_end(j);
	return e;
}

/* Mails alone come of it, which say how things stand when they are sent. */
static bool is_reminder(int kind)
{
	return kind == TIMER_WARNING || kind == TIMER_WORDS_WARNING ||
	       kind == TIMER_JOINS || kind == TIMER_WATCH || kind == TIMER_DESK;
}

enum err judge_tick_until(struct judge *j, int64_t until_s, int *n_fired,
			  struct why *why)
{
	enum err e, first = ERR_OK;

	*n_fired = 0;
	if (j->timers_held)
		return ERR_OK;
	if (until_s > judge_clock(j))
		until_s = judge_clock(j);
	do {
		struct timer_row t;

		e = timers_next(j, until_s, &t, why);
		if (e)
			break;
		if (!is_reminder(t.kind))
			moment_of_timer(j, &t);
		e = JUDGE_WHOLE(j, timer_fire(j, &t, why), why);
		moment_end(j);
		*n_fired += !e;
		if (e && e != ERR_DISK) {
			first = first ? first : e;
			put_off(j, &t);
			e = ERR_OK;
		} else if (!e) {
			e = work_follow(j, t.due_s, why);
		}
	} while (!e);
	return e == ERR_NOT_FOUND ? first : e;
}

enum err judge_tick(struct judge *j, int *n_fired, struct why *why)
{
	return judge_tick_until(j, INT64_MAX, n_fired, why);
}

void judge_timers_hold(struct judge *j, bool hold)
{
	j->timers_held = hold;
}

enum err judge_next_mail(struct judge *j, int64_t *at_s, struct why *why)
{
	return store_inbox_next(j->st, judge_clock(j), at_s, why);
}

enum err judge_work(struct judge *j, int max, int *n_done, struct why *why)
{
	struct inbox_open open[JUDGE_BATCH],
		after = { .received_s = INT64_MIN };
	enum err e, first = ERR_OK;
	struct timer_row t;
	int n;

	*n_done = 0;
	do {
		int room = max - *n_done < JUDGE_BATCH ? max - *n_done
						       : JUDGE_BATCH;
		int done = 0, n_fired;

		/* one whose server's clock is ahead of ours waits for it */
		e = store_inbox_open(j->st, &after, judge_clock(j), open, room,
				     &n, why);
		if (!e && n && j->timers_held &&
		    !timers_next(j, open[0].received_s - 1, &t, NULL))
			break;
		if (!e && n)
			e = judge_tick_until(j, open[0].received_s - 1,
					     &n_fired, why);
		if (e || !n)
			break;
		e = inbox_work(j, open, &n, &done, &first, why);
		*n_done += done;
		/* a mail that cannot be delivered stops none behind it */
		after = open[n - 1];
		if (!e && done)
			e = work_follow(j, after.received_s, why);
	} while (!e && *n_done < max);
	return e ? e : first;
}
