/*
 * src/verifier/verify_table.c - checks proposals, votes and their effects by
 * the state of the table (protocol/table_state.h)
 */
#include "verifier/verifier.h"
#include "base/date.h"
#include "base/parse.h"
#include "engine/common.h"

static int64_t now_of(const struct verifier *v)
{
	return v->n_times ? v->times[v->n_times - 1] : v->created_s;
}

static bool sits_there(struct verifier *v, const struct event *e, int seat_of,
		       int person_of)
{
	struct str person = log_event_text(v->a, e, person_of);
	unsigned seat;

	if (!verify_seat(v, e, seat_of, &seat))
		return false;
	if (!v->seats[seat] || !str_equal(v->persons[v->seats[seat]], person))
		return WRONG(v, "this person has another seat");
	if (v->signer_print.len &&
	    (v->signer_seat != (int)seat || v->by_deputy))
		return WRONG(v, "it was signed for another seat");
	return true;
}

static bool on_away(struct verifier *v, const struct event *e)
{
	int64_t from, until;

	return sits_there(v, e, COMMON_ABSENCE_ANNOUNCED_SEAT,
			  COMMON_ABSENCE_ANNOUNCED_PERSON) &&
	       verify_time(v, e, COMMON_ABSENCE_ANNOUNCED_FROM, &from) &&
	       verify_time(v, e, COMMON_ABSENCE_ANNOUNCED_UNTIL, &until);
}

static bool on_back(struct verifier *v, const struct event *e)
{
	return sits_there(v, e, COMMON_ABSENCE_ENDED_SEAT,
			  COMMON_ABSENCE_ENDED_PERSON);
}

/* Extra time after a deadline runs from the deadline, or from now. */
static bool respite_fits(const struct verifier *v, unsigned seat, int64_t due_s,
			 struct str why)
{
	const char *kind;
	int64_t span = table_state_respite(&v->agreements, (int)seat, &kind);

	return span && str_is(why, kind) &&
	       (due_s - span == now_of(v) || v->due_s[seat] == due_s - span);
}

static bool moves_so(struct verifier *v, unsigned seat, int64_t due_s,
		     struct str why)
{
	if (str_is(why, "table"))
		return v->agreed.what == TABLE_REQUEST_EXTENSION ||
		       WRONG(v, "the table has not agreed on this");
	if (str_is(why, "grace") || str_is(why, "reserve"))
		return (v->respite = respite_fits(v, seat, due_s, why)) ||
		       WRONG(v, "this seat had no such deadline");
	v->given |= UINT32_C(1) << seat;
	return verify_deadline_fits(v, seat, due_s, why) ||
	       WRONG(v, "nothing moves this deadline so");
}

static bool on_deadline_moved(struct verifier *v, const struct event *e)
{
	unsigned seat;
	int64_t due;

	if (!verify_seat(v, e, COMMON_DEADLINE_MOVED_SEAT, &seat) ||
	    !verify_time(v, e, COMMON_DEADLINE_MOVED_DEADLINE, &due))
		return false;
	if (entropy_round_waits(&v->entropy))
		return WRONG(v, "no deadline runs while the dice wait");
	if (due <= now_of(v))
		return WRONG(v, "a deadline is moved to a time that is over");
	if (!moves_so(v, seat, due,
		      log_event_text(v->a, e, COMMON_DEADLINE_MOVED_CAUSE)))
		return false;
	verify_deadline_told(v, seat, due);
	return true;
}

/* Whether it fits, the table's agreements know. */
static bool on_clocks(struct verifier *v, const struct event *e)
{
	struct verify_result *r = v->out;

	if (r->n_clocks == VERIFY_CLOCKS)
		r->n_clocks--;
	r->clocks[r->n_clocks++] = (struct verify_clock){
		.zone = log_event_text(v->a, e, COMMON_CLOCKS_ZONE),
		.from = log_event_text(v->a, e, COMMON_CLOCKS_FROM),
		.until = log_event_text(v->a, e, COMMON_CLOCKS_UNTIL),
		.offset = log_event_text(v->a, e, COMMON_CLOCKS_OFFSET)
	};
	return true;
}

static bool is_signed_by(struct verifier *v, const struct event *e, int field)
{
	unsigned seat;

	if (!verify_seat(v, e, field, &seat))
		return false;
	return (v->signer_print.len && v->signer_seat == (int)seat &&
		!v->by_deputy) ||
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
	struct str verdict = log_event_text(v->a, e, COMMON_DECIDED_VERDICT);
	const struct proposal *p = table_state_find(
		&v->agreements, event_get(e, COMMON_DECIDED_NUMBER));
	const char *is;

	if (!p)
		return WRONG(v, "no such proposal is open");
	v->decided = true;
	if (str_is(verdict, "lapsed"))
		return (str_is(v->cause, "timer") && p->until_s <= now_of(v)) ||
				       (v->went_on &&
					v->agreements.policy.n
							[POLICY_PROPOSALS_EXPIRE] ==
						POLICY_PROPOSALS_EXPIRE_NEXT_MOVE)
			       ? true
			       : WRONG(v, "its time is not over");
	is = table_state_verdict(&v->agreements, p, v->out->n_seats);
	if (!is || !str_is(verdict, is))
		return WRONG(v, "the table has decided otherwise");
	if (str_is(verdict, "accepted")) {
		v->agreed = *p;
		v->stops |= p->what == TABLE_REQUEST_PAUSE;
		/* The decision must have its event. A pause may come of a
		 * dispute, and an extension moves deadlines that other events
		 * move, too. */
		v->owed = p->what != TABLE_REQUEST_PAUSE &&
			  p->what != TABLE_REQUEST_EXTENSION;
	}
	return true;
}

/* The named deputy must hold no other seat. Masters and observers may have left
 * since, which no log shows; but a former master of a game with gm-sees-hidden
 * may not be deputy. */
static bool on_deputy(struct verifier *v, const struct event *e)
{
	struct str person = log_event_text(v->a, e, COMMON_PROXY_NAMED_PERSON);
	int64_t until;

	if (!is_signed_by(v, e, COMMON_PROXY_NAMED_SEAT) ||
	    !verify_time(v, e, COMMON_PROXY_NAMED_UNTIL, &until))
		return false;
	for (uint32_t i = 1; i <= v->n_persons; i++) {
		bool sits = v->led[i] &&
			    v->agreements.policy.n[POLICY_GM_SEES_HIDDEN];

		for (int k = 0; k < v->out->n_seats; k++)
			sits |= v->seats[k] == i;
		if (sits && str_equal(v->persons[i], person))
			return WRONG(v,
				     "a deputy who has a place at the table");
	}
	v->deputed = person;
	v->deputed_seat = event_get(e, COMMON_PROXY_NAMED_SEAT);
	return true;
}

static bool on_deputy_ended(struct verifier *v, const struct event *e)
{
	struct str why = log_event_text(v->a, e, COMMON_PROXY_ENDED_CAUSE);
	unsigned seat;

	if (!verify_seat(v, e, COMMON_PROXY_ENDED_SEAT, &seat))
		return false;
	v->decided = true;
	if (str_is(why, "date"))
		return (str_is(v->cause, "timer") &&
			!table_state_is_deputed(&v->agreements, (int)seat,
						now_of(v))) ||
		       WRONG(v, "the deputy's time is not over");
	if (str_is(why, "resigned"))
		return (v->by_deputy && v->signer_seat == (int)seat) ||
		       WRONG(v, "the deputy has not signed this");
	return (str_is(why, "recall") || str_is(why, "return")
			? is_signed_by(v, e, COMMON_PROXY_ENDED_SEAT)
			: WRONG(v, "no deputy ends so"));
}

verify_handler *verify_table_handler(int kind)
{
	switch (kind) {
	case COMMON_ABSENCE_ANNOUNCED: return on_away;
	case COMMON_ABSENCE_ENDED: return on_back;
	case COMMON_CLOCKS: return on_clocks;
	case COMMON_DEADLINE_MOVED: return on_deadline_moved;
	case COMMON_PROPOSED: return on_proposed;
	case COMMON_PROPOSAL_ANSWERED: return on_answered;
	case COMMON_DECIDED: return on_decided;
	case COMMON_PROXY_NAMED: return on_deputy;
	case COMMON_PROXY_ENDED: return on_deputy_ended;
	default: return NULL;
	}
}

bool verify_table_follow(struct verifier *v, const struct event *e)
{
	if (e->kind == COMMON_ADJUDICATION) {
		v->agreed.number = v->agreed.what = 0;
		v->decided = v->went_on = v->by_deputy = false;
		v->deputed = STR("");
		v->deputed_seat = -1;
	}
	v->went_on |= table_state_is_play(e);
	if (v->signer_print.len)
		table_state_heard(&v->agreements, e, v->signer_seat);
	return table_state_follow(&v->agreements, e, now_of(v)) ||
	       WRONG(v, "the table has agreed on something else");
}

/* an option's number replay_table.c knows */
static bool is_option(struct verifier *v, const struct event *e,
		      const struct proposal *p)
{
	struct str name, value,
		path = log_event_text(v->a, e, COMMON_OVERRIDE_PATH);

	return p->what == TABLE_REQUEST_OPTION &&
	       table_state_option(p, &name, &value) &&
	       str_equal(path, str_of(arena_printf(v->a, "option.%.*s",
						   STR_ARG(name))));
}

/* All of them get the same. */
static bool is_deadline(struct verifier *v, const struct event *e,
			const struct proposal *p)
{
	int64_t due;

	if (!date_parse_time(
		    log_event_text(v->a, e, COMMON_DEADLINE_SET_DEADLINE),
		    &due))
		return false;
	return p->what == TABLE_REQUEST_SKIP
		       ? due == now_of(v)
		       : p->what == TABLE_REQUEST_DEADLINE && due == p->n;
}

/* The person has this name, or the name with a number, because another has
 * it. */
static bool is_named(struct str person, struct str name)
{
	bool begins =
		person.len >= name.len && !memcmp(person.s, name.s, name.len);
	struct str rest = { person.s + name.len, person.len - name.len };
	int64_t n;

	return begins && (!rest.len ||
			  (rest.s[0] == ' ' &&
			   parse_int((struct str){ rest.s + 1, rest.len - 1 },
				     2, INT32_MAX, &n)));
}

/* The new holder of the seat, and their keys. */
static bool is_replaced(struct verifier *v, const struct event *e,
			const struct proposal *p)
{
	int of = e->kind == COMMON_SEAT_TAKEN  ? COMMON_SEAT_TAKEN_PERSON
		 : e->kind == COMMON_KEY_ADDED ? COMMON_KEY_ADDED_PERSON
					       : COMMON_KEY_REVOKED_PERSON;

	return p->what == TABLE_REQUEST_REPLACE &&
	       (e->kind != COMMON_SEAT_TAKEN ||
		event_get(e, COMMON_SEAT_TAKEN_SEAT) == p->n) &&
	       is_named(log_event_text(v->a, e, of), policy_str(&p->value));
}

/* An undo to an event inside a point is followed by its own events:
 * verify_dice.c. */
static bool is_takeback(struct verifier *v, const struct event *e,
			const struct proposal *p, struct str words)
{
	int64_t to = event_get(e, COMMON_UNDONE_POINT);
	struct way_back agreed = table_state_way_back(p);

	if (p->what != TABLE_REQUEST_TAKEBACK ||
	    !str_equal(log_event_text(v->a, e, COMMON_UNDONE_CAUSE), words) ||
	    (agreed.event ? to >= agreed.point : to != agreed.point))
		return false;
	v->agreed_back = agreed;
	return true;
}

static bool is_agreed(struct verifier *v, const struct event *e)
{
	const struct proposal *p = &v->agreed;
	struct str words = p->what ? str_of(table_request_what_name(
					     (enum table_request_what)p->what))
				   : STR("");
	int64_t from, until;

	switch (e->kind) {
	case COMMON_GAME_ENDED:
		return table_state_ends(p) &&
		       str_equal(
			       log_event_text(v->a, e, COMMON_GAME_ENDED_CAUSE),
			       words);
	case COMMON_GAME_PAUSED:
		return p->what == TABLE_REQUEST_PAUSE &&
		       str_equal(log_event_text(v->a, e,
						COMMON_GAME_PAUSED_CAUSE),
				 words);
	case COMMON_UNDONE: return is_takeback(v, e, p, words);
	case COMMON_TABLE_POLICY:
		return p->what == TABLE_REQUEST_POLICY &&
		       str_is(log_event_text(v->a, e, COMMON_TABLE_POLICY_NAME),
			      policy_name((int)p->n)) &&
		       str_equal(log_event_text(v->a, e,
						COMMON_TABLE_POLICY_VALUE),
				 policy_str(&p->value));
	case COMMON_RESTED:
		return date_parse_time(
			       log_event_text(v->a, e, COMMON_RESTED_FROM),
			       &from) &&
		       date_parse_time(
			       log_event_text(v->a, e, COMMON_RESTED_UNTIL),
			       &until) &&
		       table_state_rests(p, from, until);
	case COMMON_OVERRIDE: return is_option(v, e, p);
	case COMMON_DEADLINE_SET: return is_deadline(v, e, p);
	case COMMON_SEAT_TAKEN:
	case COMMON_KEY_ADDED:
	case COMMON_KEY_REVOKED: return is_replaced(v, e, p);
	default: return false;
	}
}

/* One thing was agreed on: of that there are several events. */
static bool is_one_of(int what)
{
	return what == TABLE_REQUEST_DEADLINE || what == TABLE_REQUEST_SKIP ||
	       what == TABLE_REQUEST_REPLACE;
}

bool verify_table_agreed(struct verifier *v, const struct event *e)
{
	bool is = v->agreed.number && is_agreed(v, e);

	v->owed &= !is;
	if (!is || !is_one_of((int)v->agreed.what))
		v->agreed.number = 0;
	return is;
}
