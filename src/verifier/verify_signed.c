/*
 * src/verifier/verify_signed.c - compares the signed texts of a log that is not
 * full with its events, and asks for the reason why the game goes on or stops.
 * It runs no rules of the game; replay.c does so in a full log.
 */
#include "verifier/verifier.h"
#include "verifier/signed_commands.h"
#include "base/date.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "engine/common.h"

static bool event_find(const struct verifier *v, int kind, struct event *e)
{
	for (int i = 0; i < v->now.all.n; i++)
		if (event_parse_as(v->now.all.v[i].json, v->schema, kind, e))
			return true;
	return false;
}

static bool says_else(struct verifier *v)
{
	return WRONG(v, "the signed text says something else");
}

/* Lines to the table --------------------------------------------------------
 */

/* The kind of the event that a line to the table makes; 0: not all seats read
 * that event. */
static int kind_of(enum table_request_kind kind)
{
	switch (kind) {
	case TABLE_REQUEST_AWAY: return COMMON_ABSENCE_ANNOUNCED;
	case TABLE_REQUEST_BACK: return COMMON_ABSENCE_ENDED;
	case TABLE_REQUEST_PROPOSE: return COMMON_PROPOSED;
	case TABLE_REQUEST_AGREE:
	case TABLE_REQUEST_AGAINST: return COMMON_PROPOSAL_ANSWERED;
	case TABLE_REQUEST_DEPUTY: return COMMON_PROXY_NAMED;
	case TABLE_REQUEST_RECALL: return COMMON_PROXY_ENDED;
	default: return 0;
	}
}

static bool same_name(struct verifier *v, struct str a, struct str b)
{
	return verify_is_anonymous(v) ||
	       str_equal(utf8_fold(v->a, a), utf8_fold(v->a, b));
}

static bool is_proposed(struct verifier *v, const struct table_request *m,
			const struct event *e)
{
	struct str value = log_event_text(v->a, e, COMMON_PROPOSED_VALUE);
	bool by_number = m->what == TABLE_REQUEST_TAKEBACK ||
			 m->what == TABLE_REQUEST_EXTENSION;
	struct str seat;
	int64_t at;

	if (!str_is(log_event_text(v->a, e, COMMON_PROPOSED_WHAT),
		    table_request_what_name(m->what)) ||
	    event_get(e, COMMON_PROPOSED_OF) != (by_number ? m->n : 0))
		return false;
	if (m->what == TABLE_REQUEST_DEADLINE)
		return date_parse_time(value, &at) &&
		       replay_is_moment(m->value, at);
	if (m->what != TABLE_REQUEST_REPLACE)
		return str_equal(value, table_state_value(v->a, m));
	return parse_field(&value, ' ', &seat) && seat.len == 1 &&
	       seat.s[0] == 'A' + m->n && same_name(v, value, m->value);
}

static bool is_answered(const struct table_request *m, const struct event *e)
{
	return event_get(e, COMMON_PROPOSAL_ANSWERED_AGREE) ==
		       (m->kind == TABLE_REQUEST_AGREE) &&
	       event_get(e, COMMON_PROPOSAL_ANSWERED_NUMBER) == m->n;
}

static bool is_done(struct verifier *v, const struct table_request *m,
		    const struct event *e)
{
	int64_t from, until;

	switch (e->kind) {
	case COMMON_ABSENCE_ANNOUNCED:
		return date_parse_time(
			       log_event_text(v->a, e,
					      COMMON_ABSENCE_ANNOUNCED_FROM),
			       &from) &&
		       date_parse_time(
			       log_event_text(v->a, e,
					      COMMON_ABSENCE_ANNOUNCED_UNTIL),
			       &until) &&
		       replay_are_midnights(m, from, until);
	case COMMON_PROPOSED: return is_proposed(v, m, e);
	case COMMON_PROPOSAL_ANSWERED: return is_answered(m, e);
	case COMMON_PROXY_NAMED:
		return date_parse_time(log_event_text(v->a, e,
						      COMMON_PROXY_NAMED_UNTIL),
				       &until) &&
		       table_state_is_local(until,
					    (m->until + INT64_C(1)) * DAY_S) &&
		       event_get(e, COMMON_PROXY_NAMED_PRESS) == (m->n != 0) &&
		       same_name(v, m->value,
				 log_event_text(v->a, e,
						COMMON_PROXY_NAMED_PERSON));
	default: return true;
	}
}

static bool motions_check(struct verifier *v, const struct table_requests *all)
{
	static const int kinds[] = { COMMON_ABSENCE_ANNOUNCED,
				     COMMON_ABSENCE_ENDED, COMMON_PROPOSED,
				     COMMON_PROPOSAL_ANSWERED,
				     COMMON_PROXY_NAMED };
	const struct table_request *m = all->v;
	int kind = all->n ? kind_of(m->kind) : 0;
	struct event e;

	if (all->bad || all->n > 1)
		return WRONG(v, "something is said to the table that cannot "
				"be said now");
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (kinds[i] != kind && event_find(v, kinds[i], &e))
			return WRONG(v, "the signed text does not say so");
	return !kind || (event_find(v, kind, &e) && is_done(v, m, &e)) ||
	       says_else(v);
}

static bool dispute_check(struct verifier *v, const struct dispute_line *l)
{
	struct event e;

	if (!event_find(v, COMMON_DISPUTED, &e))
		return !l->has || says_else(v);
	return (l->has && event_get(&e, COMMON_DISPUTED_POINT) == l->point &&
		judge_lines_reason_is(
			v->a, l->words,
			log_event_text(v->a, &e, COMMON_DISPUTED_CAUSE))) ||
	       says_else(v);
}

/* Compares the lines about random words with the events. verify_entropy.c
 * compares the words themselves, but not a vote. */
static bool words_check(struct verifier *v, const struct word_lines *w)
{
	struct event e;

	if (event_find(v, COMMON_ENTROPY_COMMITTED, &e) != w->has_hash ||
	    event_find(v, COMMON_ENTROPY_REVEALED, &e) != w->has_word ||
	    event_find(v, COMMON_ENTROPY_DECLINED, &e) != w->none ||
	    event_find(v, COMMON_ENTROPY_VOTED, &e) != (w->said != 0))
		return says_else(v);
	return !w->said ||
	       event_get(&e, COMMON_ENTROPY_VOTED_ANEW) ==
		       (w->said == ENTROPY_ROUND_ANEW) ||
	       says_else(v);
}

/* Is the first line, which names the game, the only one? Lines that are read
 * already are remarks. */
static bool is_rest_empty(struct str rest)
{
	struct str line;

	for (int n = 0; parse_line(&rest, &line);)
		if (parse_trim(line).len && !str_starts(line, "//") && ++n > 1)
			return false;
	return true;
}

static bool talk_check(struct verifier *v)
{
	const struct vocabulary *words = v->sys->grammar->words;
	struct table_requests motions;
	struct dispute_line dispute;
	struct word_lines w;
	struct event e;
	struct str text;

	/* A player who returns first gets the waiting orders. The judge
	 * executes no line of that mail. */
	if (event_find(v, COMMON_PROXY_ENDED, &e) &&
	    event_get(&e, COMMON_PROXY_ENDED_WAITS))
		return true;
	text = judge_lines_parse(v->a, words, v->now.orders.text, &w, &dispute);
	text = table_requests_parse(
		v->a, words, text,
		table_state_open(&v->agreements_before, v->now.claim_point),
		&motions);
	if (v->went_on && !v->plays && motions.n && is_rest_empty(text) &&
	    !word_lines_any(&w) && !dispute.has)
		return WRONG(v, "nothing lets the game go on here");
	return motions_check(v, &motions) && dispute_check(v, &dispute) &&
	       words_check(v, &w);
}

/* Keys ----------------------------------------------------------------------
 */

/* The seat's changes of its keys and address: a KEYS text commands each of
 * them, and orders command none. */
static bool keys_check(struct verifier *v)
{
	static const int kinds[] = { COMMON_KEY_ADDED, COMMON_KEY_REVOKED,
				     COMMON_ADDRESS_CHANGED };
	struct signed_command_script script;
	bool next, any = v->now.claim != REPLAY_KEYS;
	struct event e;

	signed_command_begin(&v->now, v->a, v->sys->grammar, &script);
	for (int i = 0; i < v->now.all.n; i++)
		for (size_t k = 0; k < ARRAY_LEN(kinds); k++) {
			if (!event_parse_as(v->now.all.v[i].json, v->schema,
					    kinds[k], &e) ||
			    !str_equal(log_event_text(
					       v->a, &e,
					       event_field(event_kind(v->schema,
								      e.kind),
							   "by")),
				       v->signer_print))
				continue;
			any = true;
			if (v->now.claim != REPLAY_KEYS ||
			    !signed_command_so(&v->now, v->a, v->sys->rules,
					       v->sys->grammar, &e, &script,
					       &next))
				return WRONG(v, "the signed text commands "
						"something else");
		}
	return any || WRONG(v, "the signed text commands more");
}

/* Commands of a game master --------------------------------------------------
 */

static bool master_check(struct verifier *v)
{
	struct signed_command_script script;
	struct event e;
	int64_t point;
	bool next;

	if (signed_command_unseal(&v->now, v->a, v->sys->grammar, &point))
		return true;
	signed_command_begin(&v->now, v->a, v->sys->grammar, &script);
	for (int i = 0; i < v->now.all.n; i++)
		if (event_parse(v->now.all.v[i].json, v->schema, &e) &&
		    signed_command_is_command(e.kind) &&
		    !signed_command_so(&v->now, v->a, v->sys->rules,
				       v->sys->grammar, &e, &script, &next))
			return WRONG(v, "the signed text commands something "
					"else");
	return signed_command_all(&script) ||
	       WRONG(v, "the signed text commands more");
}

/* What goes on, and what stops ----------------------------------------------
 */

static bool may_go_on(const struct verifier *v)
{
	if (!v->out->points || v->plays || str_is(v->cause, "reroll"))
		return true;
	if (str_is(v->cause, "mail"))
		return v->signer_print.len && v->signer_seat >= 0 &&
		       (!v->now.orders.text.len ||
			v->now.claim == REPLAY_ORDERS);
	return str_is(v->cause, "timer") &&
	       (v->acts >= 0 ? v->passed : v->pulse.len != 0);
}

bool verify_follows(struct verifier *v)
{
	bool seen = v->now.orders.text.len && !v->rerun;

	if ((v->went_on || v->n_dice_links) && !may_go_on(v))
		return WRONG(v, "nothing lets the game go on here");
	/* in a full log replay.c finds it, at its event */
	if (!v->rerun && (v->owed || v->owes_undo))
		return WRONG(v, "what was decided here is not done");
	if (v->stops && !v->paused && v->agreements.started && !v->has_secret)
		return WRONG(v, "the game should pause here");
	if (str_is(v->cause, "timer") && v->acts >= 0 && !v->passed &&
	    !v->respite)
		return WRONG(v, "nothing came of this seat's deadline");
	if (!seen)
		return true;
	if (v->now.claim == REPLAY_MASTER)
		return master_check(v);
	return keys_check(v) &&
	       (v->now.claim != REPLAY_ORDERS || v->by_deputy || talk_check(v));
}

/* Note an event; only one that all seats read lets play go on or stops it. */
void verify_follows_note(struct verifier *v, const struct event *e)
{
	static const int talk[] = { COMMON_ADJUDICATION,
				    COMMON_ORDERS_SIGNED,
				    COMMON_ABSENCE_ANNOUNCED,
				    COMMON_ABSENCE_ENDED,
				    COMMON_CLOCKS,
				    COMMON_DEADLINE_MOVED,
				    COMMON_PROPOSED,
				    COMMON_PROPOSAL_ANSWERED,
				    COMMON_DECIDED,
				    COMMON_ORDERS_READ,
				    COMMON_ORDERS_MEANT };
	bool talks = false;

	for (size_t i = 0; i < ARRAY_LEN(talk); i++)
		talks |= e->kind == talk[i];
	v->more_than_talk |= !talks;
	if (e->audience != AUDIENCE_ALL)
		return;
	switch (e->kind) {
	case COMMON_GAME_STARTED:
	case COMMON_GAME_RESUMED:
		v->plays = true;
		v->paused = false;
		break;
	case COMMON_UNDONE:
		v->plays = true;
		v->owes_undo = false;
		break;
	case COMMON_OVERRIDE:
	case COMMON_ENTROPY_SETTLED: v->plays = true; break;
	case COMMON_GAME_PAUSED: v->paused = true; break;
	case COMMON_GAME_ENDED: v->paused = false; break;
	case COMMON_DISPUTED:
	case COMMON_FORK_FOUND: v->stops = true; break;
	case COMMON_RULED:
		v->owes_undo |=
			event_text_is(e, COMMON_RULED_VERDICT, "undone");
		break;
	default: break;
	}
}

void verify_follows_begin(struct verifier *v)
{
	v->plays = v->stops = v->respite = v->owed = v->owes_undo = false;
	v->more_than_talk = false;
	v->given = 0;
}

/* Seats with a deadline at the end of an adjudication are those that can be
 * awaited then. */
bool verify_awaited(struct verifier *v, const int64_t due_s[SEATS_MAX])
{
	uint32_t now = 0, before = 0, may = 0, changed;

	for (int i = 0; i < v->out->n_seats; i++) {
		now |= due_s[i] ? UINT32_C(1) << i : 0;
		before |= v->due_s[i] ? UINT32_C(1) << i : 0;
	}
	/* events that this log hides can change whether the acting seat is
	 * awaited */
	if (v->acts >= 0 && !v->all)
		may = UINT32_C(1) << v->acts;
	if (v->given & ~now)
		return WRONG(v, "a deadline of a seat that is not awaited");
	if (now && (!v->agreements.started || v->paused || v->has_secret ||
		    entropy_round_waits(&v->entropy)))
		return WRONG(v, "no deadline runs here");
	/* but the reader of the log sees the events that make their own seat
	 * awaited */
	changed = (before & ~now & ~may) |
		  (now & ~before & ~(v->acts == v->reader ? 0 : may));
	return v->more_than_talk || str_is(v->cause, "operator") || !changed ||
	       WRONG(v, "nothing changes who is awaited here");
}
