/* src/games/arena/rules/state.c - finds parts of the state */
#include "games/arena/rules/state.h"
#include "games/arena/rules/play.h"

int32_t *ar_note_word(struct ar_obj *o, enum ar_note what)
{
	static const size_t at[N_AR_NOTES] = {
		[AR_NOTE_ACTIVE] = offsetof(struct ar_obj, active),
		[AR_NOTE_MOVES] = offsetof(struct ar_obj, moves),
		[AR_NOTE_ATTACKS] = offsetof(struct ar_obj, attacks),
		[AR_NOTE_ROUSED] = offsetof(struct ar_obj, roused),
		[AR_NOTE_FURY] = offsetof(struct ar_obj, fury),
		[AR_NOTE_DEFENDED] = offsetof(struct ar_obj, defended),
		[AR_NOTE_FLIGHT] = offsetof(struct ar_obj, flight),
		[AR_NOTE_DYING] = offsetof(struct ar_obj, dying),
		[AR_NOTE_SEALED] = offsetof(struct ar_obj, sealed),
		[AR_NOTE_CHOSEN] = offsetof(struct ar_obj, chosen),
		[AR_NOTE_BOUND_USED] = offsetof(struct ar_obj, bound_used),
		[AR_NOTE_USED0] = offsetof(struct ar_obj, used[0]),
		[AR_NOTE_USED1] = offsetof(struct ar_obj, used[1]),
		[AR_NOTE_USED2] = offsetof(struct ar_obj, used[2]),
		[AR_NOTE_ACT_MOVES] = offsetof(struct ar_obj, act_moves),
		[AR_NOTE_ACT_HINDERED] = offsetof(struct ar_obj, act_hindered),
		[AR_NOTE_ACT_DONE] = offsetof(struct ar_obj, act_done),
		[AR_NOTE_ACT_CHARGE] = offsetof(struct ar_obj, act_charge),
		[AR_NOTE_ZONE] = offsetof(struct ar_obj, zone),
		[AR_NOTE_LAST_ZONE] = offsetof(struct ar_obj, last_zone)
	};

	return (int32_t *)((char *)o + at[what]);
}

int32_t *ar_seat_word(struct ar_player *p, enum ar_seat_note what)
{
	static const size_t at[N_AR_SEAT_NOTES] = {
		[AR_SEAT_QUICKCAST] = offsetof(struct ar_player, quickcast),
		[AR_SEAT_ONCE] = offsetof(struct ar_player, once),
		[AR_SEAT_STOPS] = offsetof(struct ar_player, stops),
		[AR_SEAT_SILENT] = offsetof(struct ar_player, silent),
		[AR_SEAT_ASK] = offsetof(struct ar_player, ask),
		[AR_SEAT_RESERVE] = offsetof(struct ar_player, reserve),
		[AR_SEAT_PACED] = offsetof(struct ar_player, paced),
		[AR_SEAT_PLAN_TOUCHED] =
			offsetof(struct ar_player, plan_touched)
	};

	return (int32_t *)((char *)p + at[what]);
}

int ar_side(const struct ar_state *s, int seat)
{
	int n = 0;

	if (s->head.option[AR_OPTION_FORMAT] != AR_TEAMS)
		return seat;
	for (int i = 0; i < seat; i++)
		n += s->head.seat[i].present;
	/* seats alternate between the teams (AR-TEAM-02) */
	for (int i = 0, k = 0; i < seat; i++) {
		if (!s->head.seat[i].present)
			continue;
		if (k++ % 2 == n % 2)
			return i;
	}
	return seat;
}

bool ar_line(const struct ar_state *s, int seat, int i, struct decision *out)
{
	const struct ar_player *p = &s->player[seat];
	int at = 0;

	while (at < p->n_lines && i-- > 0)
		at += p->lines[at] + 1;
	if (at >= p->n_lines)
		return false;
	out->kind = (uint16_t)p->lines[at + 1];
	out->n = (uint16_t)(p->lines[at] - 1);
	memcpy(out->w, p->lines + at + 2, (size_t)out->n * sizeof(int32_t));
	return true;
}
