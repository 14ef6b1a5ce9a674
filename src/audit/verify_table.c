/* src/audit/verify_table.c - what a table agrees on, by its agenda:
 * judge/agenda.h */
#include "audit/verifier.h"
#include "base/date.h"
#include "rules/common.h"

static int64_t now_of(const struct verifier *v)
{
	return v->n_times ? v->times[v->n_times - 1] : v->created_s;
}

static bool sits_there(struct verifier *v, const struct event *e, int seat_of,
		       int person_of)
{
	struct str person = record_text(v->a, e, person_of);
	unsigned seat;

	if (!verify_seat(v, e, seat_of, &seat))
		return false;
	if (!v->seats[seat] || !str_equal(v->persons[v->seats[seat]], person))
		return WRONG(v, "this person has another seat");
	if (v->signer_print.len && v->signer_seat != (int)seat)
		return WRONG(v, "it was signed for another seat");
	return true;
}

static bool on_away(struct verifier *v, const struct event *e)
{
	int64_t from, until;

	return sits_there(v, e, COMMON_AWAY_SEAT, COMMON_AWAY_PERSON) &&
	       verify_time(v, e, COMMON_AWAY_FROM, &from) &&
	       verify_time(v, e, COMMON_AWAY_UNTIL, &until);
}

static bool on_back(struct verifier *v, const struct event *e)
{
	return sits_there(v, e, COMMON_BACK_SEAT, COMMON_BACK_PERSON);
}

/* It will be looked for when it passes. */
static bool on_deadline_moved(struct verifier *v, const struct event *e)
{
	unsigned seat;

	if (!verify_seat(v, e, COMMON_DEADLINE_MOVED_SEAT, &seat))
		return false;
	if (course_waits(&v->course))
		return WRONG(v, "no deadline runs while the dice wait");
	if (str_is(record_text(v->a, e, COMMON_DEADLINE_MOVED_WHY), "table")) {
		if (v->agreed.what != MOTION_EXTENSION)
			return WRONG(v, "the table has not agreed on this");
	}
	return verify_time(v, e, COMMON_DEADLINE_MOVED_DEADLINE,
			   &v->extended_s[seat]);
}

static bool is_signed_by(struct verifier *v, const struct event *e, int field)
{
	unsigned seat;

	if (!verify_seat(v, e, field, &seat))
		return false;
	return (v->signer_print.len && v->signer_seat == (int)seat) ||
	       WRONG(v, "what is said to the table is signed by its seat");
}

static bool on_proposed(struct verifier *v, const struct event *e)
{
	return is_signed_by(v, e, COMMON_PROPOSED_SEAT);
}

static bool on_answered(struct verifier *v, const struct event *e)
{
	return is_signed_by(v, e, COMMON_PROPOSAL_ANSWERED_SEAT);
}

static bool on_decided(struct verifier *v, const struct event *e)
{
	struct str verdict = record_text(v->a, e, COMMON_DECIDED_VERDICT);
	const struct proposal *p =
		agenda_find(&v->agenda, event_get(e, COMMON_DECIDED_NUMBER));
	const char *is;

	if (!p)
		return WRONG(v, "no such proposal is open");
	v->decided = true;
	if (str_is(verdict, "lapsed"))
		return str_is(v->cause, "timer") && p->until_s <= now_of(v)
			       ? true
			       : WRONG(v, "its time is not over");
	is = agenda_verdict(&v->agenda, p, v->out->n_seats);
	if (!is || !str_is(verdict, is))
		return WRONG(v, "the table has decided otherwise");
	if (str_is(verdict, "accepted"))
		v->agreed = *p;
	return true;
}

verify_handler *verify_table_handler(int kind)
{
	switch (kind) {
	case COMMON_AWAY: return on_away;
	case COMMON_BACK: return on_back;
	case COMMON_DEADLINE_MOVED: return on_deadline_moved;
	case COMMON_PROPOSED: return on_proposed;
	case COMMON_PROPOSAL_ANSWERED: return on_answered;
	case COMMON_DECIDED: return on_decided;
	default: return NULL;
	}
}

bool verify_table_follow(struct verifier *v, const struct event *e)
{
	if (e->kind == COMMON_ADJUDICATION) {
		v->agreed.number = v->agreed.what = 0;
		v->decided = false;
	}
	if (v->signer_print.len)
		agenda_heard(&v->agenda, e, v->signer_seat);
	return agenda_follow(&v->agenda, e, now_of(v)) ||
	       WRONG(v, "the table has agreed on something else");
}

static bool is_agreed(struct verifier *v, const struct event *e)
{
	const struct proposal *p = &v->agreed;
	struct str words =
		p->what ? str_of(motion_what_name((enum motion_what)p->what))
			: STR("");
	int64_t from, until;

	switch (e->kind) {
	case COMMON_GAME_ENDED:
		return agenda_ends(p) &&
		       str_equal(record_text(v->a, e, COMMON_GAME_ENDED_WHY),
				 words);
	case COMMON_GAME_PAUSED:
		return p->what == MOTION_PAUSE &&
		       str_equal(record_text(v->a, e, COMMON_GAME_PAUSED_WHY),
				 words);
	case COMMON_UNDONE:
		return p->what == MOTION_TAKEBACK &&
		       str_equal(record_text(v->a, e, COMMON_UNDONE_WHY),
				 words) &&
		       event_get(e, COMMON_UNDONE_POINT) == p->n;
	case COMMON_TABLE_POLICY:
		return p->what == MOTION_POLICY &&
		       str_is(record_text(v->a, e, COMMON_TABLE_POLICY_NAME),
			      policy_name((int)p->n)) &&
		       str_equal(
			       record_text(v->a, e, COMMON_TABLE_POLICY_VALUE),
			       policy_str(&p->value));
	case COMMON_RESTED:
		return date_parse_time(record_text(v->a, e, COMMON_RESTED_FROM),
				       &from) &&
		       date_parse_time(
			       record_text(v->a, e, COMMON_RESTED_UNTIL),
			       &until) &&
		       agenda_rests(p, from, until);
	default: return false;
	}
}

bool verify_table_agreed(struct verifier *v, const struct event *e)
{
	bool is = v->agreed.number && is_agreed(v, e);

	v->agreed.number = 0;
	return is;
}
