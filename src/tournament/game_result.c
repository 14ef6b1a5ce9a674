/* src/tournament/game_result.c */
#include "tournament/game_result.h"
#include "protocol/proposal_parse.h"
#include "protocol/log_events.h"
#include "protocol/policy.h"
#include "engine/common.h"

void game_result_begin(struct game_result_notes *x, struct arena *a)
{
	*x = (struct game_result_notes){
		.a = a, .gave_up = -1, .by = STR(""), .words = STR("")
	};
}

static void note_answer(int32_t *of, const struct event *e, int field)
{
	int seat = event_get(e, field);

	if (seat == 0 || seat == 1)
		of[seat]++;
}

static void note_decided(struct game_result_notes *x, const struct event *e)
{
	int32_t n = event_get(e, COMMON_DECIDED_NUMBER);

	if (event_text_is(e, COMMON_DECIDED_VERDICT, "accepted"))
		x->gave_up = n == x->surrender[0]   ? 0
			     : n == x->surrender[1] ? 1
						    : -1;
}

static void note_person(struct game_result_notes *x, const struct event *e)
{
	int seat = event_get(e, COMMON_SEAT_TAKEN_SEAT);

	if ((seat == 0 || seat == 1) && !x->person[seat].len)
		x->person[seat] =
			log_event_text(x->a, e, COMMON_SEAT_TAKEN_PERSON);
}

/* Whom an anonymous log has called otherwise until its end. */
static void note_name(struct game_result_notes *x, const struct event *e)
{
	struct str called = log_event_text(x->a, e, COMMON_KEY_OPENED_PERSON);

	for (int i = 0; i < 2; i++)
		if (str_equal(x->person[i], called))
			x->person[i] =
				log_event_text(x->a, e, COMMON_KEY_OPENED_NAME);
}

static void note_policy(struct game_result_notes *x, const struct event *e)
{
	if (event_text_is(e, COMMON_TABLE_POLICY_NAME,
			  policy_name(POLICY_PRACTICE_DAYS)))
		x->practice = !event_text_is(e, COMMON_TABLE_POLICY_VALUE, "0");
}

void game_result_note(struct game_result_notes *x, const struct event *e)
{
	switch (e->kind) {
	case COMMON_GAME_CREATED:
		x->timed = event_get(e, COMMON_GAME_CREATED_DEADLINE) != 0;
		break;
	case COMMON_TABLE_POLICY: note_policy(x, e); break;
	case COMMON_SEAT_TAKEN: note_person(x, e); break;
	case COMMON_KEY_OPENED: note_name(x, e); break;
	case COMMON_ORDERS_SIGNED:
		note_answer(x->answered, e, COMMON_ORDERS_SIGNED_SEAT);
		break;
	case COMMON_DEADLINE_PASSED:
		note_answer(x->missed, e, COMMON_DEADLINE_PASSED_SEAT);
		break;
	case COMMON_PROPOSED:
		if (event_text_is(
			    e, COMMON_PROPOSED_WHAT,
			    table_request_what_name(TABLE_REQUEST_SURRENDER)))
			x->surrender[event_get(e, COMMON_PROPOSED_SEAT) & 1] =
				event_get(e, COMMON_PROPOSED_NUMBER);
		break;
	case COMMON_DECIDED: note_decided(x, e); break;
	case COMMON_GAME_ENDED:
		x->by = log_event_text(x->a, e, COMMON_GAME_ENDED_BY);
		x->words = log_event_text(x->a, e, COMMON_GAME_ENDED_CAUSE);
		break;
	default: break;
	}
}

int game_result_of(const struct game_result_notes *x, const struct system *sys,
		   const void *state)
{
	uint32_t winners;

	if (system_over(sys, state, &winners))
		return (winners & 3) == 1   ? OUTCOME_FIRST
		       : (winners & 3) == 2 ? OUTCOME_SECOND
					    : OUTCOME_DRAWN;
	if (!str_is(x->by, "table"))
		return OUTCOME_VOID;
	if (str_is(x->words, table_request_what_name(TABLE_REQUEST_DRAW)))
		return OUTCOME_DRAWN;
	if (str_is(x->words,
		   table_request_what_name(TABLE_REQUEST_SURRENDER)) &&
	    x->gave_up >= 0)
		return x->gave_up ? OUTCOME_FIRST : OUTCOME_SECOND;
	return OUTCOME_VOID;
}
