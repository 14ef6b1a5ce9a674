/* src/judge/policies/deadline_commands.c */
#include "judge/policies/deadline_commands.h"
#include "base/parse.h"
#include "judge/game/deadline.h"
#include "judge/game/reject.h"
#include "judge/game/timezone.h"
#include "engine/common.h"

bool deadline_command_moment(struct arena *a, struct str text, struct str zone,
			     int64_t *utc_s)
{
	struct report_time t = { .hour = 0 };
	struct str day, clock;
	int32_t n;

	if (!parse_field(&text, ' ', &day) || !date_parse(day, &n) ||
	    !parse_field(&text, ' ', &clock) ||
	    !date_parse_clock(clock, &t.hour, &t.minute))
		return false;
	text = parse_trim(text);
	if (text.len)
		zone = timezone_named(a, text);
	if (text.len && !zone.len)
		return false;
	date_split(n, &t.year, &t.month, &t.day);
	*utc_s = timezone_moment(zone, &t);
	return true;
}

static struct str seat_text(const struct adjudication *x, int seat)
{
	return str_of(arena_printf(x->a, "%c", 'A' + seat));
}

static enum err set_one(struct adjudication *x, const struct actor *h, int seat,
			int64_t until_s, struct str cause, struct why *why)
{
	struct event ev;

	common_event_deadline_set(&ev, 0, seat, time_text(x->a, until_s), h->by,
				  cause);
	deadline_notify(x, &ev);
	return deadline_set(x->j, x->t->row.id, seat, x->at_s, until_s, why);
}

/* Until when a seat has time by that, which has it until due_s. */
static enum err until_of(const struct adjudication *x,
			 const struct deadline_command *p, int seat,
			 int64_t due_s, int64_t *until_s, struct why *why)
{
	*until_s = p->skip      ? x->at_s
		   : p->until_s ? p->until_s
				: due_s + p->more_s;
	if (!p->skip && p->more_s <= 0 && *until_s <= x->at_s)
		return reject_set(why, REJECT_no_time_left,
				  REJECT_OF(seat_text(x, seat)));
	return *until_s > x->at_s + DEADLINE_COMMAND_AHEAD_S
		       ? reject_set(why, REJECT_far_ahead, NULL)
		       : ERR_OK;
}

static enum err set_all(struct adjudication *x, const struct actor *h,
			const struct deadline_command *p, struct why *why)
{
	uint32_t seats = deadline_blocking(x->t);
	enum err e = ERR_OK;

	if (entropy_round_waits(&x->t->entropy))
		return reject_set(why, REJECT_no_deadline_words, NULL);
	if (p->seat >= 0 && !(seats >> p->seat & 1))
		return reject_set(why, REJECT_not_awaited,
				  REJECT_OF(seat_text(x, p->seat)));
	if (p->seat >= 0)
		seats = UINT32_C(1) << p->seat;
	if (!seats)
		return reject_set(why, REJECT_nobody_awaited, NULL);
	for (int i = 0; !e && i < x->t->n_players; i++) {
		int64_t due = 0, until = 0;

		if (!(seats >> i & 1))
			continue;
		e = store_timer_get(x->j->st, x->t->row.id, TIMER_DEADLINE, i,
				    &due, why);
		/* a command above this one has let the game go on */
		if (e == ERR_NOT_FOUND && x->together && deadline_has(x->t)) {
			due = deadline_due(x, i);
			e = ERR_OK;
		}
		if (e == ERR_NOT_FOUND)
			return reject_set(why, REJECT_nobody_awaited, NULL);
		if (!e)
			e = until_of(x, p, i, due, &until, why);
		if (!e)
			e = set_one(x, h, i, until, p->cause, why);
	}
	return e;
}

enum err deadline_command_set(struct judge *j, int64_t game,
			      const struct actor *h,
			      const struct deadline_command *p, struct why *why)
{
	struct game_txn own, *s;
	enum err e;

	e = game_txn_open(&s, &own, j, game, h, why);
	return e ? e : game_txn_close(s, set_all(&s->x, h, p, why), why);
}
