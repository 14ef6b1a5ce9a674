/*
 * src/games/arena/rules/consent.c - decides whether to stop and ask a player
 * before a choice (AR-MAIL-52)
 */
#include "games/arena/rules/triggers.h"

/* Which order answers it, who asks from where on, and whether the answer is
 * used up by it: what UPKEEP and REROLL say reaches further than one step, and
 * stays in force. */
static const struct {
	uint8_t order, from;
	bool stays;
} questions[N_AR_QUESTIONS] = {
	[AR_ASKS_WINDOW] = { AR_ORDER_REVEAL, AR_ASK_IMPORTANT },
	[AR_ASKS_UPKEEP] = { AR_ORDER_UPKEEP_PAY, AR_ASK_IMPORTANT, true },
	[AR_ASKS_REVERSE] = { AR_ORDER_REVERSE, AR_ASK_IMPORTANT },
	[AR_ASKS_DEFENSE] = { AR_ORDER_DEFEND, AR_ASK_ALWAYS },
	[AR_ASKS_COUNTER] = { AR_ORDER_COUNTER, AR_ASK_ALWAYS },
	[AR_ASKS_PAY] = { AR_ORDER_REFUSE, AR_ASK_ALWAYS },
	[AR_ASKS_TAX] = { AR_ORDER_PAYTAX, AR_ASK_ALWAYS },
	[AR_ASKS_TRAP] = { AR_ORDER_TRAPTO, AR_ASK_ALWAYS },
	[AR_ASKS_PUSH] = { AR_ORDER_PUSH, AR_ASK_ALWAYS },
	[AR_ASKS_CURSE] = { AR_ORDER_CURSEWEAVE, AR_ASK_ALWAYS },
	[AR_ASKS_REROLL] = { AR_ORDER_REROLL, AR_ASK_ALWAYS, true },
};

int ar_answering(const struct ar_state *s)
{
	int what = (int)s->frame.what;

	return 0 < what && what < N_AR_QUESTIONS ? questions[what].order : 0;
}

bool ar_stop_for(struct ar_work *w, int seat, enum ar_question what,
		 int32_t about, enum ar_window window)
{
	const struct ar_state *s = ar_state_of(w);
	const int32_t v[] = { seat, (int32_t)what, about, (int32_t)window };

	if (!s->player[seat].alive ||
	    RULE(AR_MAIL_43,
		 s->player[seat].stops >= s->head.option[AR_OPTION_STOPS]))
		return false;
	if (!w->r->dice) { /* a preview answers nothing */
		w->r->unknown = true;
		return true;
	}
	AR_EMIT(w, AR_EV_STOPPED, AR_MAIL_41, seat, 1);
	ar_emit_for(w, AUDIENCE_SEAT(seat) | AUDIENCE_GM, AR_EV_ASKED,
		    AR_MAIL_49, v, 4);
	w->asked = true;
	return true;
}

bool ar_wants_asked(struct ar_work *w, int seat, enum ar_question what,
		    int32_t about)
{
	const struct ar_state *s = ar_state_of(w);

	if (w->answered) { /* it is this one: its step is done again */
		w->answered = false;
		return false;
	}
	/* what has happened in the step would happen twice */
	if (!RULE(AR_MAIL_52, s->player[seat].ask >= questions[what].from) ||
	    w->r->out->n != w->told)
		return false;
	w->again = ar_stop_for(w, seat, what, about, AR_WIN_NONE);
	return w->again;
}

bool ar_answer(struct ar_work *w, int seat, const struct decision *d,
	       struct refusal *no)
{
	int what = (int)ar_state_of(w)->frame.what;

	if (!ar_line_set(w, seat, d, no))
		return false;
	w->answered = true;
	w->answer.kind = 0;
	if (!questions[what].stays)
		w->answer = *d;
	w->answerer = seat;
	AR_EMIT(w, AR_EV_ANSWERED, AR_MAIL_49, seat);
	return true;
}

void ar_answer_used(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);
	struct decision d;

	if (!w->answer.kind || w->asked)
		return;
	for (int i = ar_lines(s, w->answerer); i-- > 0;)
		if (ar_line(s, w->answerer, i, &d) &&
		    decision_equal(&d, &w->answer)) {
			ar_line_drop(w, w->answerer, i, AR_LINE_USED);
			break;
		}
	w->answer.kind = 0;
}
