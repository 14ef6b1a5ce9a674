/* src/verifier/verify_cause.c */
#include "verifier/verifier.h"
#include "base/date.h"
#include "engine/common.h"

/* Whose hand did it, as "by" of an event names it. */
enum hand {
	OPERATOR,    /* "operator" */
	JUDGE,       /* "judge": what follows of itself */
	DEADLINE,    /* "deadline" */
	RESERVATION, /* "reservation": the seat was kept for them */
	READMISSION, /* "readmission": who lost a key proved the address */
	MASTER,      /* the game master who signed, by name */
	SIGNER,      /* who signed, for themselves: the key's fingerprint */
	OWNER,       /* a key of the person, in a mail for another game */
	TABLE,       /* "table": a proposal that was accepted with it */
	DEPUTED      /* "deputy": who was named one in it */
};

enum cause_of_log { MAIL, TIMER, GM, COMMAND, REROLL, CAUSES };

static const char *const causes[CAUSES] = { "mail", "timer", "gm", "operator",
					    "reroll" };

/* All that there is: of what kind an event may be, in an adjudication of which
 * cause, by whose hand. */
static const struct {
	int kind;
	enum cause_of_log cause;
	enum hand hand;
} hands[] = {
	{ COMMON_SEAT_TAKEN, COMMAND, OPERATOR },
	{ COMMON_SEAT_TAKEN, GM, MASTER },
	{ COMMON_SEAT_TAKEN, MAIL, RESERVATION },
	{ COMMON_SEAT_TAKEN, MAIL, TABLE },
	{ COMMON_KEY_ADDED, COMMAND, OPERATOR },
	{ COMMON_KEY_ADDED, GM, MASTER },
	{ COMMON_KEY_ADDED, MAIL, RESERVATION },
	{ COMMON_KEY_ADDED, MAIL, READMISSION },
	{ COMMON_KEY_ADDED, MAIL, SIGNER },
	{ COMMON_KEY_ADDED, MAIL, OWNER },
	{ COMMON_KEY_ADDED, MAIL, TABLE },
	{ COMMON_KEY_ADDED, MAIL, DEPUTED },
	{ COMMON_KEY_REVOKED, COMMAND, OPERATOR },
	{ COMMON_KEY_REVOKED, MAIL, READMISSION },
	{ COMMON_KEY_REVOKED, MAIL, SIGNER },
	{ COMMON_KEY_REVOKED, MAIL, OWNER },
	{ COMMON_KEY_REVOKED, MAIL, TABLE },
	{ COMMON_KEY_REVOKED, MAIL, DEPUTED },
	{ COMMON_ADDRESS_CHANGED, COMMAND, OPERATOR },
	{ COMMON_ADDRESS_CHANGED, MAIL, SIGNER },
	{ COMMON_ADDRESS_CHANGED, MAIL, OWNER },
	{ COMMON_GAME_STARTED, COMMAND, OPERATOR },
	{ COMMON_GAME_STARTED, GM, MASTER },
	{ COMMON_GAME_STARTED, MAIL, JUDGE }, /* all have come */
	{ COMMON_DEADLINE_SET, COMMAND, OPERATOR },
	{ COMMON_DEADLINE_SET, GM, MASTER },
	{ COMMON_DEADLINE_SET, MAIL, TABLE },
	{ COMMON_GAME_PAUSED, COMMAND, OPERATOR },
	{ COMMON_GAME_PAUSED, COMMAND, JUDGE }, /* a mail was set aside */
	{ COMMON_GAME_PAUSED, GM, MASTER },
	{ COMMON_GAME_PAUSED, MAIL, JUDGE }, /* by a dispute */
	{ COMMON_GAME_PAUSED, TIMER, DEADLINE },
	{ COMMON_GAME_PAUSED, MAIL, TABLE },
	{ COMMON_GAME_RESUMED, COMMAND, OPERATOR },
	{ COMMON_GAME_RESUMED, COMMAND, JUDGE }, /* by a ruling */
	{ COMMON_GAME_RESUMED, GM, MASTER },
	{ COMMON_GAME_RESUMED, GM, JUDGE },
	{ COMMON_GAME_RESUMED, MAIL, JUDGE }, /* it was taken back */
	{ COMMON_GAME_RESUMED, REROLL, JUDGE },
	{ COMMON_GAME_ENDED, COMMAND, OPERATOR },
	{ COMMON_GAME_ENDED, GM, MASTER },
	{ COMMON_GAME_ENDED, MAIL, TABLE },
	{ COMMON_OVERRIDE, COMMAND, OPERATOR },
	{ COMMON_OVERRIDE, GM, MASTER },
	{ COMMON_OVERRIDE, MAIL, TABLE },
	{ COMMON_UNDONE, COMMAND, OPERATOR },
	{ COMMON_UNDONE, GM, MASTER },
	{ COMMON_UNDONE, MAIL, TABLE },
	{ COMMON_JUDGE_MOVED, COMMAND, OPERATOR },
	{ COMMON_JUDGE_KEY, COMMAND, OPERATOR },
	{ COMMON_TABLE_POLICY, COMMAND, OPERATOR },
	{ COMMON_TABLE_POLICY, GM, MASTER },
	{ COMMON_TABLE_POLICY, MAIL, TABLE },
	{ COMMON_RESTED, MAIL, TABLE },
	{ COMMON_ABSENCE_ANNOUNCED, COMMAND, OPERATOR },
	{ COMMON_ABSENCE_ANNOUNCED, MAIL, SIGNER },
	{ COMMON_ABSENCE_ANNOUNCED, MAIL, OWNER },
	{ COMMON_ABSENCE_ENDED, COMMAND, OPERATOR },
	{ COMMON_ABSENCE_ENDED, MAIL, SIGNER },
	{ COMMON_ABSENCE_ENDED, MAIL, OWNER },
	{ COMMON_READMISSION_ANNOUNCED, COMMAND, OPERATOR },
	{ COMMON_READMISSION_ANNOUNCED, GM, MASTER },
	{ COMMON_RULED, COMMAND, OPERATOR },
	{ COMMON_RULED, GM, MASTER },
	{ COMMON_FORK_FOUND, COMMAND, JUDGE },
	{ COMMON_BEACON_CHANGED, COMMAND, OPERATOR },
	{ COMMON_SEAT_PLAYED, COMMAND, OPERATOR },
	{ COMMON_SEAT_PLAYED, GM, MASTER },
	{ COMMON_SEAT_PLAYED, MAIL, DEPUTED },
	{ COMMON_SEAT_PLAYED, TIMER, DEADLINE },
};

bool verify_has_author(int kind)
{
	for (size_t i = 0; i < ARRAY_LEN(hands); i++)
		if (hands[i].kind == kind)
			return true;
	return false;
}

bool verify_is_judges(int kind)
{
	static const int others[] = {
		COMMON_GAME_CREATED,
		COMMON_OPTION_SET,
		COMMON_ENTROPY_COMMITTED,
		COMMON_ENTROPY_REVEALED,
		COMMON_ENTROPY_DECLINED,
		COMMON_ENTROPY_MISSING,
		COMMON_ADJUDICATION,
		COMMON_ORDERS_SIGNED,
		COMMON_LINK_OPENED,
		COMMON_CHAIN_COMMITTED,
		COMMON_ROLLED,
		COMMON_DRAWN,
		COMMON_DEADLINE_PASSED,
		COMMON_BEACON_BEFORE,
		COMMON_BEACON_PULSE,
		COMMON_BEACON_DUE,
		COMMON_SECRETS_OPENED,
		COMMON_DISPUTED,
		COMMON_LINKS_SKIPPED,
		COMMON_ENTROPY_COMMITS_DUE,
		COMMON_ENTROPY_REVEALS_DUE,
		COMMON_ENTROPY_WITHHELD,
		COMMON_ENTROPY_ASKED,
		COMMON_ENTROPY_VOTED,
		COMMON_ENTROPY_RESTARTED,
		COMMON_ENTROPY_SETTLED,
		COMMON_CLOCKS,
		COMMON_DEADLINE_MOVED,
		COMMON_PROPOSED,
		COMMON_PROPOSAL_ANSWERED,
		COMMON_DECIDED,
		COMMON_PRESS_SENT,
		COMMON_PRESS_BLOCKED,
		COMMON_PRESS_PUBLISH_AGREED,
		COMMON_PRESS_PUBLISHED,
		COMMON_PROXY_NAMED,
		COMMON_PROXY_ENDED,
		COMMON_KEY_OPENED,
		COMMON_CARRIED_OVER,
		COMMON_POINT_REPLAYED,
		COMMON_HALTED,
	};

	for (size_t i = 0; i < ARRAY_LEN(others); i++)
		if (others[i] == kind)
			return true;
	return verify_has_author(kind);
}

static bool is_hand(const struct verifier *v, enum hand hand, struct str by,
		    const struct str *person)
{
	bool is_signed = v->signer_print.len != 0;

	switch (hand) {
	case OPERATOR: return str_is(by, "operator");
	case JUDGE: return str_is(by, "judge");
	case DEADLINE: return str_is(by, "deadline");
	case RESERVATION: return !is_signed && str_is(by, "reservation");
	case READMISSION: return !is_signed && str_is(by, "readmission");
	case MASTER: return is_signed && str_equal(by, v->signer_name);
	case SIGNER:
		return is_signed && str_equal(by, v->signer_print) && person &&
		       str_equal(*person, v->signer_name);
	case OWNER:
		return !is_signed && person && verify_own_key(v, *person, by);
	case TABLE: return false; /* by what it is: verify_by */
	case DEPUTED:
		return str_is(by, "deputy") && person &&
		       str_equal(*person, v->deputed);
	}
	return false;
}

/* A player's seat can be reserved before the game, and while it is free. */
static bool may_be_reserved(struct verifier *v, const struct event *e)
{
	int32_t seat = event_get(e, COMMON_SEAT_TAKEN_SEAT);

	if (seat < 0 || seat >= v->out->n_seats || v->seats[seat])
		return WRONG(v, "nobody could be kept this seat, which is "
				"another's or no player's");
	return !v->agreements.started ||
	       WRONG(v, "no seat is kept for anybody once the game has begun");
}

/* The keys of who sits down so; or the first one of who had none. */
static bool may_bring_key(struct verifier *v, struct str person)
{
	if (v->reserved && str_equal(v->persons[v->reserved], person))
		return true;
	for (uint32_t i = 0; i < v->ring.n_entries; i++)
		if (str_equal(v->persons[v->ring.entries[i].person], person) &&
		    keyring_entry_is_valid(&v->ring.entries[i], v->event))
			return WRONG(v, "who has a key here brings no other "
					"by a reservation");
	return true;
}

/* What follows of itself follows of something. */
static bool may_follow(struct verifier *v, int kind)
{
	bool in_mail = str_is(v->cause, "mail");
	bool all = true;

	for (int i = 0; i < v->out->n_seats; i++)
		all &= v->seats[i] != 0;
	switch (kind) {
	case COMMON_GAME_STARTED:
		return (all && v->reserved) ||
		       WRONG(v, "it begins of itself once all have come");
	case COMMON_GAME_PAUSED:
		return !in_mail || v->disputed ||
		       WRONG(v, "nobody disputed anything");
	case COMMON_GAME_RESUMED:
		if (in_mail)
			return (v->by_deadline && v->signer_seat >= 0 &&
				v->signer_print.len) ||
			       WRONG(v, "it does not go on by this mail");
		return str_is(v->cause, "reroll") || v->ruled ||
		       WRONG(v, "no dispute was ruled on");
	default: return true;
	}
}

/* Is the hand's authorisation there? */
static bool is_authorised(struct verifier *v, const struct event *e,
			  enum hand hand, struct str person)
{
	switch (hand) {
	case RESERVATION:
		return e->kind == COMMON_SEAT_TAKEN ? may_be_reserved(v, e)
						    : may_bring_key(v, person);
	case JUDGE: return may_follow(v, e->kind);
	case DEADLINE: return v->passed || WRONG(v, "no deadline passed here");
	default: return true;
	}
}

/* List an unsigned command as the operator's; and keys, which a person's place
 * brings with it, and which no text that lets them in names. */
static void deed_note(struct verifier *v, const struct event *e, enum hand hand)
{
	static const char *const words[] = {
		[OPERATOR] = "operator",
		[JUDGE] = "judge",
		[RESERVATION] = "reservation",
		[READMISSION] = "readmission",
		[MASTER] = "admission",
		[OWNER] = "mail for another game",
		[TABLE] = "admission",
		[DEPUTED] = "deputy",
	};
	bool is_key =
		e->kind == COMMON_KEY_ADDED || e->kind == COMMON_KEY_REVOKED;
	const char *what = event_kind(v->schema, e->kind)->name;
	struct verify_result *out = v->out;
	struct verify_deed *d = out->deeds;

	if ((size_t)hand >= ARRAY_LEN(words) || !words[hand] ||
	    (hand == JUDGE && !str_is(v->cause, "operator")) ||
	    (!is_key && (hand == MASTER || hand == TABLE || hand == DEPUTED)))
		return;
	while (d < out->deeds + out->n_deeds &&
	       (d->what != what || d->by != words[hand]))
		d++;
	if (d == out->deeds + VERIFY_DEEDS)
		d--;
	else if (d == out->deeds + out->n_deeds)
		*(out->n_deeds++, d) =
			(struct verify_deed){ .what = what, .by = words[hand] };
	if (d->n < VERIFY_DEED_SHOWN)
		d->events[d->n] = v->event;
	d->n++;
}

/* Seconds between READMIT and the new key (judge/people/accounts.c). */
enum { READMIT_S = 7 * 86400 };

/* The keys of this person are exchanged. Did a game master sign READMIT for it
 * in this game? Else it is the operator's word. *early: that was less than a
 * week ago. */
static bool is_readmitted(struct verifier *v, struct str person, bool *early)
{
	int64_t now = v->times[v->n_times - 1];

	*early = false;
	for (int i = 0; i < v->out->n_seats; i++) {
		struct verifier_readmit *r = &v->readmit[i];

		if (!r->announced || !v->seats[i] ||
		    (r->used_s && r->used_s != now) ||
		    !str_equal(v->persons[v->seats[i]], person))
			continue;
		*early = now < r->at_s + READMIT_S;
		r->used_s = now; /* all its keys are exchanged at once */
		return r->by_master;
	}
	return false;
}

/* A text of its player, or another player, ends the readmission of a seat. */
static void readmission_ends(struct verifier *v, int seat)
{
	if (seat >= 0 && seat < v->out->n_seats)
		v->readmit[seat].announced = false;
}

bool verify_by(struct verifier *v, const struct event *e)
{
	const struct event_kind *k = event_kind(v->schema, e->kind);
	int field = e->kind < EVENT_FIRST_OWN ? event_field(k, "by") : -1;
	int of = event_field(k, "person");
	struct str by, person = STR("");
	bool early = false;

	if (e->kind == COMMON_OPTION_SET && v->out->points)
		return WRONG(v, "options are set when a game is made");
	if (field < 0)
		return true;
	by = log_event_text(v->a, e, field);
	if (of >= 0)
		person = log_event_text(v->a, e, of);
	for (size_t i = 0; i < ARRAY_LEN(hands); i++) {
		enum hand hand = hands[i].hand;

		if (hands[i].kind != e->kind ||
		    !str_is(v->cause, causes[hands[i].cause]) ||
		    !(hand == TABLE
			      ? str_is(by, "table") && verify_table_agreed(v, e)
			      : is_hand(v, hand, by, of >= 0 ? &person : NULL)))
			continue;
		v->commanded |= hand == OPERATOR;
		if (hand != READMISSION || !is_readmitted(v, person, &early))
			deed_note(v, e, hand);
		if (early)
			return WRONG(v, "a key comes a week after READMIT, no "
					"sooner");
		return is_authorised(v, e, hand, person);
	}
	return WRONG(v,
		     "'%.*s' does no such thing in an adjudication of "
		     "cause '%.*s'",
		     STR_ARG(by), STR_ARG(v->cause));
}

void verify_by_note(struct verifier *v, const struct event *e)
{
	int seat;

	switch (e->kind) {
	case COMMON_DISPUTED: v->disputed = true; break;
	case COMMON_RULED: v->ruled = true; break;
	case COMMON_READMISSION_ANNOUNCED:
		seat = event_get(e, COMMON_READMISSION_ANNOUNCED_SEAT);
		if (seat >= 0 && seat < v->out->n_seats)
			v->readmit[seat] = (struct verifier_readmit){
				.announced = true,
				.by_master = str_is(v->cause, "gm"),
				.at_s = v->times[v->n_times - 1]
			};
		break;
	case COMMON_SEAT_TAKEN:
		readmission_ends(v, event_get(e, COMMON_SEAT_TAKEN_SEAT));
		break;
	case COMMON_DEADLINE_PASSED: v->passed = true; break;
	case COMMON_GAME_PAUSED:
		v->by_deadline =
			event_text_is(e, COMMON_GAME_PAUSED_BY, "deadline");
		break;
	case COMMON_GAME_RESUMED: v->by_deadline = false; break;
	default: break;
	}
}

bool verify_created_at(struct verifier *v, const struct event *e)
{
	v->deadline_s = event_get(e, COMMON_GAME_CREATED_DEADLINE);
	return verify_time(v, e, COMMON_GAME_CREATED_AT, &v->created_s);
}

/* The adjudication --------------------------------------------------------- */

/* 9900-01-01: all times that follow from it have a year before 10000, which
 * events can hold. */
static const int64_t times_end_s = INT64_C(250246627200);

bool verify_cause(struct verifier *v, const struct event *e)
{
	struct str cause = log_event_text(v->a, e, COMMON_ADJUDICATION_CAUSE);
	int seat = event_get(e, COMMON_ADJUDICATION_SEAT);
	int64_t at;
	bool known = false;

	for (int i = 0; i < CAUSES; i++)
		known |= str_is(cause, causes[i]);
	if (!known)
		return WRONG(v, "there is no cause '%.*s'", STR_ARG(cause));
	if (seat >= v->out->n_seats ||
	    (seat >= 0 && (str_is(cause, "gm") || str_is(cause, "operator"))))
		return WRONG(v, "no seat acts by this cause");
	if (!verify_time(v, e, COMMON_ADJUDICATION_AT, &at))
		return false;
	if (!v->n_times && !str_is(cause, "operator"))
		return WRONG(v, "a game is made by the judge's operator");
	if (v->n_times ? at < v->times[v->n_times - 1] : at != v->created_s)
		return WRONG(v, "it is told to be earlier than what was "
				"before it");
	if (at >= times_end_s)
		return WRONG(v, "no game is played so late");
	*ADD(v, times) = at;
	v->agreements_before = v->agreements;
	v->moved = 0;
	v->cause = cause;
	v->commanded = str_is(cause, "operator");
	v->disputed = v->ruled = v->passed = false;
	v->reserved = 0;
	v->acts = seat;
	verify_follows_begin(v);
	return true;
}

/* After the events for all: check the events that this cause requires. */
bool verify_cause_end(struct verifier *v)
{
	bool is_signed = v->signer_print.len != 0;

	if (is_signed != (v->serial != 0))
		return WRONG(v, "a serial stands for signed orders");
	if (str_is(v->cause, "gm") && !is_signed)
		return WRONG(v, "a game master's command is signed");
	if (is_signed && !str_is(v->cause, "gm") && !str_is(v->cause, "mail"))
		return WRONG(v, "nothing is signed by this cause");
	if (str_is(v->cause, "mail") &&
	    v->acts != (is_signed ? v->signer_seat : -1))
		return WRONG(v, "another seat acts than signed");
	if (is_signed && !v->by_deputy)
		readmission_ends(v, v->signer_seat);
	v->out->by_operator += v->commanded;
	v->out->by_masters += str_is(v->cause, "gm");
	return verify_follows(v);
}

/* Deadlines ------------------------------------------------------------------
 */

static bool on_deadline_set(struct verifier *v, const struct event *e)
{
	unsigned seat;
	int64_t due;

	if (!verify_seat(v, e, COMMON_DEADLINE_SET_SEAT, &seat) ||
	    !verify_time(v, e, COMMON_DEADLINE_SET_DEADLINE, &due))
		return false;
	verify_deadline_told(v, seat, due);
	return true;
}

static bool on_deadline_passed(struct verifier *v, const struct event *e)
{
	unsigned seat;
	int64_t due;

	if (!str_is(v->cause, "timer"))
		return WRONG(v, "a deadline passes by a timer");
	if (!verify_seat(v, e, COMMON_DEADLINE_PASSED_SEAT, &seat) ||
	    !verify_time(v, e, COMMON_DEADLINE_PASSED_DEADLINE, &due))
		return false;
	if (v->acts != (int)seat)
		return WRONG(v, "the deadline is another seat's");
	if (entropy_round_waits(&v->entropy))
		return WRONG(v, "no deadline passes while the dice wait");
	if (due > v->times[v->n_times - 1])
		return WRONG(v, "a deadline that is yet to come");
	if (v->due_s[seat] != due)
		return WRONG(v, "this seat had no such deadline");
	verify_deadline_told(v, seat, 0);
	return true;
}

verify_handler *verify_cause_handler(int kind)
{
	switch (kind) {
	case COMMON_DEADLINE_SET: return on_deadline_set;
	case COMMON_DEADLINE_PASSED: return on_deadline_passed;
	default: return NULL;
	}
}
