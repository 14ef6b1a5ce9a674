/* src/protocol/table_state.c */
#include "protocol/table_state.h"
#include "base/date.h"
#include "base/parse.h"
#include "protocol/calendar.h"
#include "protocol/press_parse.h"
#include "protocol/log_events.h"
#include "engine/common.h"
#include <stdlib.h>

/* Times are bounded: an event holds no year after 9999. */
enum { AHEAD_S = 366 * DAY_S };

void table_state_init(struct table_state *g)
{
	memset(g, 0, sizeof(*g));
	policy_init(&g->policy);
}

bool table_state_is_play(const struct event *e)
{
	return e->audience == AUDIENCE_ALL && e->kind >= EVENT_FIRST_OWN;
}

void table_state_heard(struct table_state *g, const struct event *e, int seat)
{
	if (seat < 0 || seat >= SEATS_MAX || e->audience != AUDIENCE_ALL)
		return;
	/* orders that the judge signs for an abandoned seat are no sign of
	 * life */
	if (e->kind == COMMON_ORDERS_SIGNED && !g->seats[seat].deputy.judge)
		g->seats[seat].silences = 0;
	else if (table_state_is_play(e))
		g->seats[seat].in_grace = 0;
}

/* Absences -------------------------------------------------------------------
 */

static bool table_state_extends(const struct table_state *g)
{
	return g->policy.n[POLICY_ABSENCE] == POLICY_ABSENCE_EXTEND;
}

bool table_state_is_away(const struct table_state *g, int seat, int64_t at_s)
{
	for (int i = 0; i < g->seats[seat].n_absences; i++) {
		const struct absence *b = &g->seats[seat].absences[i];

		if (b->from_s <= at_s && at_s < b->until_s)
			return true;
	}
	for (int i = 0; i < g->n_rests; i++)
		if (g->rests[i].from_s <= at_s && at_s < g->rests[i].until_s)
			return true;
	return false;
}

int64_t table_state_absence_left(const struct table_state *g, int seat)
{
	int64_t spent = g->seats[seat].spent_s;

	for (int i = 0; i < g->seats[seat].n_absences; i++)
		spent += g->seats[seat].absences[i].until_s -
			 g->seats[seat].absences[i].from_s;
	return g->policy.n[POLICY_ABSENCE_DAYS] * DAY_S - spent;
}

const char *table_state_refuses_absence(const struct table_state *g, int seat,
					int64_t from_s, int64_t until_s,
					int64_t at_s)
{
	int n = 0;

	if (until_s <= from_s || until_s <= at_s || from_s > at_s + AHEAD_S ||
	    until_s > at_s + 2 * AHEAD_S)
		return "away_past";
	for (int i = 0; i < g->seats[seat].n_absences; i++) {
		const struct absence *b = &g->seats[seat].absences[i];

		if (from_s < b->until_s && b->from_s < until_s)
			return "away_twice";
		n += b->until_s > at_s;
	}
	if (n == TABLE_STATE_ABSENCES)
		return "away_many";
	/* a begun absence counts from now on */
	if (table_state_extends(g) &&
	    until_s - (from_s > at_s ? from_s : at_s) >
		    table_state_absence_left(g, seat))
		return "away_budget";
	return NULL;
}

/* Count finished absences and remove them. */
static void absences_sweep(struct table_state *g, int seat, int64_t at_s)
{
	int kept = 0;

	for (int i = 0; i < g->seats[seat].n_absences; i++) {
		struct absence b = g->seats[seat].absences[i];

		if (b.until_s <= at_s)
			g->seats[seat].spent_s += b.until_s - b.from_s;
		else
			g->seats[seat].absences[kept++] = b;
	}
	memset(&g->seats[seat].absences[kept], 0,
	       sizeof(struct absence) * (size_t)(TABLE_STATE_ABSENCES - kept));
	g->seats[seat].n_absences = kept;
}

static bool follow_away(struct table_state *g, const struct event *e,
			int64_t at_s)
{
	int seat = event_get(e, COMMON_ABSENCE_ANNOUNCED_SEAT);
	char room[EVENT_TEXT_ROOM];
	struct absence b;

	if (seat < 0 ||
	    !date_parse_time(event_get_text(e, COMMON_ABSENCE_ANNOUNCED_FROM,
					    room, sizeof(room)),
			     &b.from_s) ||
	    !date_parse_time(event_get_text(e, COMMON_ABSENCE_ANNOUNCED_UNTIL,
					    room, sizeof(room)),
			     &b.until_s))
		return false;
	absences_sweep(g, seat, at_s);
	if (table_state_refuses_absence(g, seat, b.from_s, b.until_s, at_s))
		return false;
	if (b.from_s < at_s)
		b.from_s = at_s;
	g->seats[seat].absences[g->seats[seat].n_absences++] = b;
	return true;
}

/* BACK cancels the rest of all absences. */
static bool follow_back(struct table_state *g, const struct event *e,
			int64_t at_s)
{
	int seat = event_get(e, COMMON_ABSENCE_ENDED_SEAT);

	if (seat < 0 || !g->seats[seat].n_absences)
		return false;
	for (int i = 0; i < g->seats[seat].n_absences; i++) {
		struct absence *b = &g->seats[seat].absences[i];

		if (b->until_s > at_s)
			b->until_s = at_s;
		if (b->from_s > b->until_s)
			b->from_s = b->until_s;
	}
	absences_sweep(g, seat, at_s);
	return true;
}

/* in the order in which they begin */
static int stretch_add(struct absence *v, int n, const struct absence *b)
{
	int at = n;

	while (at > 0 && v[at - 1].from_s > b->from_s) {
		v[at] = v[at - 1];
		at--;
	}
	v[at] = *b;
	return n + 1;
}

/* All in which no time of the seat runs: they may overlap. */
static int table_state_stretches(const struct table_state *g, int seat,
				 struct absence v[2 * TABLE_STATE_ABSENCES])
{
	int n = 0;

	for (int i = 0; table_state_extends(g) && i < g->seats[seat].n_absences;
	     i++)
		n = stretch_add(v, n, &g->seats[seat].absences[i]);
	for (int i = 0; i < g->n_rests; i++)
		n = stretch_add(v, n, &g->rests[i]);
	return n;
}

int64_t table_state_presence(const struct table_state *g, int seat,
			     int64_t from_s, int64_t until_s)
{
	struct absence v[2 * TABLE_STATE_ABSENCES];
	int64_t at = from_s, left = 0;
	int n = table_state_stretches(g, seat, v);

	for (int i = 0; i < n && v[i].from_s < until_s; i++) {
		if (v[i].until_s <= at)
			continue;
		if (v[i].from_s > at)
			left += v[i].from_s - at;
		at = v[i].until_s;
	}
	return at < until_s ? left + until_s - at : left;
}

int64_t table_state_present(const struct table_state *g, int seat,
			    int64_t from_s, int64_t span_s)
{
	struct absence v[2 * TABLE_STATE_ABSENCES];
	int64_t at = from_s, left = span_s;
	int n = table_state_stretches(g, seat, v);

	for (int i = 0; i < n; i++) {
		int64_t begins = v[i].from_s > at ? v[i].from_s : at;

		if (v[i].until_s <= at)
			continue;
		if (begins - at >= left)
			break;
		left -= begins - at;
		at = v[i].until_s;
	}
	return at + left;
}

/* Deadlines ------------------------------------------------------------------
 */

int64_t table_state_respite(const struct table_state *g, int seat,
			    const char **why)
{
	int64_t left = g->policy.n[POLICY_TIME_BANK_DAYS] * DAY_S -
		       g->seats[seat].reserve_s;

	*why = "grace";
	if (g->skipped >> seat & 1)
		return 0;
	if (g->policy.n[POLICY_GRACE_HOURS] && !g->seats[seat].in_grace)
		return g->policy.n[POLICY_GRACE_HOURS] * HOUR_S;
	*why = "reserve";
	return left <= 0 ? 0 : left < DAY_S ? left : DAY_S;
}

/* Is that the moment, or one before it that the judge is in time for? */
static bool in_time(int64_t due_s, int64_t at_s)
{
	return due_s <= at_s && at_s < due_s + TABLE_STATE_LATE_S;
}

int64_t table_state_respite_ends(int64_t span_s, int64_t due_s, int64_t at_s)
{
	return span_s + (in_time(due_s, at_s) ? due_s : at_s);
}

bool table_state_is_silent(const struct table_state *g, int seat)
{
	int64_t n = g->policy.n[POLICY_MAX_MISSED_DEADLINES];

	return n && g->seats[seat].silences >= n;
}

bool table_state_drops_out(const struct table_state *g, int seat)
{
	return table_state_is_silent(g, seat) &&
	       g->seats[seat].silences ==
		       g->policy.n[POLICY_MAX_MISSED_DEADLINES];
}

bool table_state_judge_plays(const struct table_state *g, int seat)
{
	return g->policy.n[POLICY_ABANDONED] == POLICY_ABANDONED_JUDGE &&
	       !g->policy.n[POLICY_ANONYMOUS] && !g->seats[seat].deputy.len;
}

bool table_state_waits_for(const struct table_state *g, int seat)
{
	return table_state_is_silent(g, seat) &&
	       g->policy.n[POLICY_ABANDONED] == POLICY_ABANDONED_WAIT;
}

/* May the judge move a deadline of this seat, at at_s, to that moment and for
 * that reason? For who reads a log. */
static bool table_state_may_move(const struct table_state *g, int seat,
				 struct str why, int64_t due_s, int64_t at_s)
{
	bool by_days = g->policy.deadline.len || g->policy.off.len ||
		       g->policy.n[POLICY_MIN_HOURS];

	if (due_s <= at_s)
		return false;
	if (str_is(why, "away"))
		return (table_state_extends(g) && g->seats[seat].n_absences) ||
		       g->n_rests;
	if (str_is(why, "calendar"))
		return by_days;
	return str_is(why, "back") || str_is(why, "table");
}

static void table_state_skip(struct table_state *g, int seat, bool skipped)
{
	g->skipped &= ~(INT64_C(1) << seat);
	g->skipped |= (int64_t)skipped << seat;
}

static bool follow_moved(struct table_state *g, const struct event *e,
			 int64_t at_s)
{
	int seat = event_get(e, COMMON_DEADLINE_MOVED_SEAT);
	char room[EVENT_TEXT_ROOM], reason[EVENT_TEXT_ROOM];
	struct str why = event_get_text(e, COMMON_DEADLINE_MOVED_CAUSE, reason,
					sizeof(reason));
	const char *kind;
	int64_t due, respite;

	if (seat < 0 ||
	    !date_parse_time(event_get_text(e, COMMON_DEADLINE_MOVED_DEADLINE,
					    room, sizeof(room)),
			     &due))
		return false;
	respite = table_state_respite(g, seat, &kind);
	if (!str_is(why, "grace") && !str_is(why, "reserve")) {
		table_state_skip(g, seat, false);
		return table_state_may_move(g, seat, why, due, at_s);
	}
	if (!respite || !in_time(due - respite, at_s) || due <= at_s ||
	    !str_is(why, kind))
		return false;
	if (str_is(why, "grace"))
		g->seats[seat].in_grace = 1;
	else
		g->seats[seat].reserve_s += respite;
	return true;
}

/* One that is not to come is over, and nothing is given behind it. */
static bool follow_set(struct table_state *g, const struct event *e,
		       int64_t at_s)
{
	int seat = event_get(e, COMMON_DEADLINE_SET_SEAT);
	char room[EVENT_TEXT_ROOM];
	int64_t due;

	if (seat < 0 ||
	    !date_parse_time(event_get_text(e, COMMON_DEADLINE_SET_DEADLINE,
					    room, sizeof(room)),
			     &due))
		return false;
	table_state_skip(g, seat, due <= at_s);
	return true;
}

static bool follow_passed(struct table_state *g, const struct event *e)
{
	int seat = event_get(e, COMMON_DEADLINE_PASSED_SEAT);

	if (seat < 0)
		return false;
	table_state_skip(g, seat, false);
	g->seats[seat].in_grace = 0;
	g->seats[seat].silences++;
	return true;
}

/* Deputies -------------------------------------------------------------------
 */

struct str table_state_deputy(const struct table_state *g, int seat)
{
	return (struct str){ g->seats[seat].deputy.s,
			     (size_t)g->seats[seat].deputy.len };
}

bool table_state_is_deputed(const struct table_state *g, int seat, int64_t at_s)
{
	return g->seats[seat].deputy.len &&
	       g->seats[seat].deputy.until_s > at_s;
}

const char *table_state_refuses_deputy(const struct table_state *g, int seat,
				       int64_t until_s, int64_t at_s)
{
	if (g->seats[seat].deputy.len)
		return "deputy_has";
	if (g->seats[seat].deputy.named == TABLE_STATE_DEPUTIES)
		return "deputy_many";
	return until_s <= at_s || until_s > at_s + AHEAD_S ? "deputy_past"
							   : NULL;
}

/* The number of the last mail whose orders wait; 0: none do. */
static int last_mail(const struct queue *q)
{
	struct queue_entry e;
	int n = queue_count(q);

	return n && queue_at(q, n - 1, &e) ? queue_entry_mail(e) : 0;
}

void table_state_deputy_begins(struct table_state *g, int seat,
			       const struct queue *q)
{
	g->seats[seat].deputy.own = last_mail(q);
}

/* Where nothing waits any more mails are counted anew. */
void table_state_deputy_orders(struct table_state *g, int seat, int mail)
{
	if (mail && mail <= g->seats[seat].deputy.own)
		g->seats[seat].deputy.own = 0;
}

bool table_state_deputy_waits(const struct table_state *g, int seat,
			      const struct queue *q)
{
	return last_mail(q) > g->seats[seat].deputy.own;
}

void table_state_deputy_ends(struct table_state *g, struct game_run *run,
			     int seat, const char *why, bool waits,
			     int64_t at_s)
{
	struct event e;

	common_event_proxy_ended(&e, 0, seat, str_of(why), waits);
	table_state_emit(g, run, &e, at_s);
}

static bool follow_deputy(struct table_state *g, const struct event *e,
			  int64_t at_s)
{
	int seat = event_get(e, COMMON_PROXY_NAMED_SEAT);
	char room[EVENT_TEXT_ROOM];
	struct str name;
	int64_t until_s;

	if (seat < 0 ||
	    !date_parse_time(event_get_text(e, COMMON_PROXY_NAMED_UNTIL, room,
					    sizeof(room)),
			     &until_s) ||
	    table_state_refuses_deputy(g, seat, until_s, at_s))
		return false;
	name = event_get_text(e, COMMON_PROXY_NAMED_PERSON, room, sizeof(room));
	if (!name.len || name.len > TABLE_STATE_NAME_MAX)
		return false;
	memcpy(g->seats[seat].deputy.s, name.s, name.len);
	g->seats[seat].deputy.len = (int64_t)name.len;
	g->seats[seat].deputy.until_s = until_s;
	g->seats[seat].deputy.named++;
	g->seats[seat].deputy.letters = event_get(e, COMMON_PROXY_NAMED_PRESS);
	return true;
}

static void deputy_clear(struct table_state *g, int seat)
{
	int64_t named = g->seats[seat].deputy.named;

	memset(&g->seats[seat].deputy, 0, sizeof(g->seats[seat].deputy));
	g->seats[seat].deputy.named = named;
}

static bool follow_deputy_ended(struct table_state *g, const struct event *e)
{
	int seat = event_get(e, COMMON_PROXY_ENDED_SEAT);

	if (seat < 0 || !g->seats[seat].deputy.len)
		return false;
	/* its player has come back */
	if (g->seats[seat].deputy.judge)
		g->seats[seat].silences = 0;
	deputy_clear(g, seat);
	return true;
}

/* The judge's computer takes an abandoned seat. Of its other seats another
 * event tells. */
static bool follow_played(struct table_state *g, const struct event *e)
{
	int seat = event_get(e, COMMON_SEAT_PLAYED_SEAT);
	char room[EVENT_TEXT_ROOM];
	struct str name;

	if (seat < 0)
		return false;
	name = event_get_text(e, COMMON_SEAT_PLAYED_BY, room, sizeof(room));
	if (!str_is(name, "deadline"))
		return true;
	if (!table_state_judge_plays(g, seat) ||
	    !table_state_is_silent(g, seat))
		return false;
	name = event_get_text(e, COMMON_SEAT_PLAYED_PERSON, room, sizeof(room));
	if (!name.len || name.len > TABLE_STATE_NAME_MAX)
		return false;
	memcpy(g->seats[seat].deputy.s, name.s, name.len);
	g->seats[seat].deputy.len = (int64_t)name.len;
	g->seats[seat].deputy.until_s = INT64_MAX;
	g->seats[seat].deputy.judge = 1;
	return true;
}

/* Press --------------------------------------------------------------------
 */

const char *table_state_refuses_press(const struct table_state *g, int seat,
				      int n_seats,
				      const struct press_message *l)
{
	if (g->policy.n[POLICY_PRESS] == POLICY_PRESS_NONE)
		return "letters_none";
	if (l->seats >> n_seats)
		return "letter_nobody";
	if (!l->all && !l->observers && !l->master &&
	    l->seats == AUDIENCE_SEAT(seat))
		return "letter_self";
	return g->policy.n[POLICY_PRESS] == POLICY_PRESS_PUBLIC && !l->all &&
			       !l->observers
		       ? "letters_public"
		       : NULL;
}

uint32_t table_state_readers(const struct table_state *g, int seat,
			     const struct press_message *l)
{
	uint32_t who = l->seats | AUDIENCE_SEAT(seat);

	if (l->all || l->observers)
		return AUDIENCE_ALL;
	for (int i = 0; i < SEATS_MAX; i++)
		if (g->seats[i].blocked >> seat & 1)
			who &= ~AUDIENCE_SEAT(i);
	if (l->master || g->policy.n[POLICY_PRESS_GM_READS])
		who |= AUDIENCE_GM;
	return who;
}

void table_state_emit_press(const struct table_state *g, struct game_run *run,
			    int seat, const struct press_message *l)
{
	struct event e;
	struct buf to;

	buf_init(&to, 100);
	press_to(l, &to);
	common_event_press_sent(&e, 0, seat, buf_str(&to));
	e.audience = table_state_readers(g, seat, l);
	game_emit(run, &e);
	buf_release(&to);
}

void table_state_block(struct table_state *g, struct game_run *run, int seat,
		       int other, bool blocked, int64_t at_s)
{
	struct event e;

	common_event_press_blocked(&e, 0, seat, other, blocked);
	e.audience = AUDIENCE_SEAT(seat);
	table_state_emit(g, run, &e, at_s);
}

static const uint32_t all_seats = (UINT32_C(1) << SEATS_MAX) - 1;

/* who says that press messages may be opened: a bit of an audience */
static uint32_t side_of(int seat)
{
	return seat < 0 ? AUDIENCE_GM : AUDIENCE_SEAT(seat);
}

void table_state_press_init(struct table_state_press *l)
{
	*l = (struct table_state_press){ .seat = -1 };
}

void table_state_press_note(struct table_state_press *l, const struct event *e)
{
	char room[EVENT_TEXT_ROOM];
	struct press_message to;

	if (e->audience == AUDIENCE_ALL ||
	    !press_to_parse(
		    event_get_text(e, COMMON_PRESS_SENT_TO, room, sizeof(room)),
		    &to))
		return;
	l->seat = event_get(e, COMMON_PRESS_SENT_SEAT);
	l->sides |= e->audience & all_seats;
	if (to.master)
		l->sides |= AUDIENCE_GM;
}

static struct unsealing *unsealing_of(const struct table_state *g,
				      int64_t point)
{
	for (int i = 0; i < g->n_unsealing; i++)
		if (g->unsealing[i].point == point)
			return (struct unsealing *)(uintptr_t)&g->unsealing[i];
	return NULL;
}

const char *table_state_refuses_unseal(const struct table_state *g, int seat,
				       int64_t point,
				       const struct table_state_press *l)
{
	const struct unsealing *u = unsealing_of(g, point);

	if (l->seat < 0 || !(l->sides & side_of(seat)))
		return "unseal_none";
	if (l->open)
		return "unseal_open";
	if (u)
		return u->said & side_of(seat) ? "unseal_said" : NULL;
	return g->n_unsealing == TABLE_STATE_UNSEALS ? "unseals_many" : NULL;
}

bool table_state_unseal(struct table_state *g, struct game_run *run, int seat,
			int64_t point, const struct table_state_press *l,
			int64_t at_s)
{
	const struct unsealing *u;
	struct event e;

	common_event_press_publish_agreed(&e, 0, seat, (int32_t)point);
	e.audience = l->sides;
	table_state_emit(g, run, &e, at_s);
	u = unsealing_of(g, point);
	if (!u || u->said != u->sides)
		return false;
	common_event_press_published(&e, 0, l->seat, (int32_t)point);
	table_state_emit(g, run, &e, at_s);
	return true;
}

/* Proposals ------------------------------------------------------------------
 */

static struct proposal *open_one(const struct table_state *g, int64_t number)
{
	for (int i = 0; i < g->n_open; i++)
		if (g->open[i].number == number)
			return (struct proposal *)(uintptr_t)&g->open[i];
	return NULL;
}

int64_t table_state_only_open(const struct table_state *g)
{
	return g->n_open == 1 ? g->open[0].number : 0;
}

struct proposal_open table_state_open(const struct table_state *g,
				      int64_t point)
{
	struct proposal_open none = { 0 };

	return g->n_open != 1 || g->open[0].point > point
		       ? none
		       : (struct proposal_open){
				 .number = g->open[0].number,
				 .what = (enum table_request_what)g->open[0]
						 .what
			 };
}

static void text_put(struct policy_text *t, struct str s)
{
	memset(t, 0, sizeof(*t));
	memcpy(t->s, s.s, s.len);
	t->len = (int64_t)s.len;
}

/* "absence extend" of a proposal */
static bool policy_take(struct proposal *p, struct str text)
{
	struct policy trial;
	struct str name;
	int row;

	if (!parse_field(&text, ' ', &name))
		return false;
	row = policy_find(name);
	policy_init(&trial);
	if (row < 0 || !policy_set(&trial, row, text))
		return false;
	p->n = row;
	text_put(&p->value, text);
	return true;
}

bool table_state_rest_days(const struct proposal *p, int32_t *from,
			   int32_t *until)
{
	struct str rest = policy_str(&p->value), day;

	return parse_field(&rest, ' ', &day) && date_parse(day, from) &&
	       date_parse(rest, until) && *from <= *until;
}

bool table_state_is_local(int64_t at_s, int64_t local_s)
{
	enum { CLOCKS_S = 15 * HOUR_S };

	return llabs(at_s - local_s) <= CLOCKS_S;
}

bool table_state_rests(const struct proposal *p, int64_t from_s,
		       int64_t until_s)
{
	int32_t from, until;

	return p->what == TABLE_REQUEST_REST &&
	       table_state_rest_days(p, &from, &until) &&
	       table_state_is_local(from_s, (int64_t)from * DAY_S) &&
	       table_state_is_local(until_s, (until + INT64_C(1)) * DAY_S);
}

static bool rest_take(struct proposal *p, struct str text)
{
	int32_t from, until;

	if (text.len > POLICY_TEXT_MAX)
		return false;
	text_put(&p->value, text);
	return table_state_rest_days(p, &from, &until);
}

bool table_state_option(const struct proposal *p, struct str *name,
			struct str *value)
{
	*value = policy_str(&p->value);
	return parse_field(value, ' ', name) && name->len && value->len;
}

static bool option_take(struct proposal *p, struct str text)
{
	struct str name, value;

	if (text.len > POLICY_TEXT_MAX)
		return false;
	text_put(&p->value, text);
	return table_state_option(p, &name, &value);
}

/* "12", or "": the event of the point to which a takeback goes */
static bool takeback_take(struct proposal *p, struct str text)
{
	int64_t event;

	if (!text.len)
		return true;
	if (text.len > POLICY_TEXT_MAX ||
	    !parse_int(text, 1, INT32_MAX, &event))
		return false;
	text_put(&p->value, text);
	return true;
}

struct way_back table_state_way_back(const struct proposal *p)
{
	struct way_back to = { .point = p->n };

	(void)parse_int(policy_str(&p->value), 1, INT32_MAX, &to.event);
	return to;
}

/* "B Carla": the seat and the person for it */
static bool replace_take(struct proposal *p, struct str text)
{
	struct str seat;

	if (text.len > POLICY_TEXT_MAX || !parse_field(&text, ' ', &seat) ||
	    seat.len != 1 || seat.s[0] < 'A' || seat.s[0] >= 'A' + SEATS_MAX ||
	    !text.len)
		return false;
	p->n = seat.s[0] - 'A';
	text_put(&p->value, text);
	return true;
}

/* parse the value of a proposal that has more than a number */
static bool value_take(struct proposal *p, struct str text)
{
	switch (p->what) {
	case TABLE_REQUEST_POLICY: return policy_take(p, text);
	case TABLE_REQUEST_REST: return rest_take(p, text);
	case TABLE_REQUEST_DEADLINE: return date_parse_time(text, &p->n);
	case TABLE_REQUEST_OPTION: return option_take(p, text);
	case TABLE_REQUEST_REPLACE: return replace_take(p, text);
	case TABLE_REQUEST_TAKEBACK: return takeback_take(p, text);
	default: return true;
	}
}

/* Those that are over are forgotten; one more, if there is room. */
static bool follow_rested(struct table_state *g, const struct event *e,
			  int64_t at_s)
{
	char room[EVENT_TEXT_ROOM];
	struct absence b;
	int kept = 0;

	if (!date_parse_time(
		    event_get_text(e, COMMON_RESTED_FROM, room, sizeof(room)),
		    &b.from_s) ||
	    !date_parse_time(
		    event_get_text(e, COMMON_RESTED_UNTIL, room, sizeof(room)),
		    &b.until_s) ||
	    b.until_s <= b.from_s)
		return false;
	for (int i = 0; i < g->n_rests; i++)
		if (g->rests[i].until_s > at_s)
			g->rests[kept++] = g->rests[i];
	memset(&g->rests[kept], 0,
	       sizeof(struct absence) * (size_t)(TABLE_STATE_ABSENCES - kept));
	g->n_rests = kept;
	if (kept == TABLE_STATE_ABSENCES)
		return false;
	g->rests[g->n_rests++] = b;
	g->n_rested++;
	return true;
}

static bool follow_proposed(struct table_state *g, const struct event *e,
			    int64_t at_s)
{
	int seat = event_get(e, COMMON_PROPOSED_SEAT);
	char room[EVENT_TEXT_ROOM];
	struct proposal p = { .number = event_get(e, COMMON_PROPOSED_NUMBER),
			      .seat = seat,
			      .n = event_get(e, COMMON_PROPOSED_OF) };

	p.what = table_request_what_find(
		event_get_text(e, COMMON_PROPOSED_WHAT, room, sizeof(room)));
	if (seat < 0 || !p.what || p.number != g->n_proposed + 1 ||
	    g->n_open == TABLE_STATE_PROPOSALS ||
	    !date_parse_time(event_get_text(e, COMMON_PROPOSED_UNTIL, room,
					    sizeof(room)),
			     &p.until_s) ||
	    p.until_s != at_s + g->policy.n[POLICY_PROPOSAL_DAYS] * DAY_S)
		return false;
	if (!value_take(&p, event_get_text(e, COMMON_PROPOSED_VALUE, room,
					   sizeof(room))))
		return false;
	p.agree = 1 << seat;
	g->n_proposed++;
	g->open[g->n_open++] = p;
	return true;
}

static bool follow_answered(struct table_state *g, const struct event *e)
{
	int seat = event_get(e, COMMON_PROPOSAL_ANSWERED_SEAT);
	struct proposal *p =
		open_one(g, event_get(e, COMMON_PROPOSAL_ANSWERED_NUMBER));

	if (seat < 0 || !p)
		return false;
	p->agree &= ~(1 << seat);
	p->against &= ~(1 << seat);
	if (event_get(e, COMMON_PROPOSAL_ANSWERED_AGREE))
		p->agree |= 1 << seat;
	else
		p->against |= 1 << seat;
	return true;
}

static bool follow_decided(struct table_state *g, const struct event *e)
{
	struct proposal *p = open_one(g, event_get(e, COMMON_DECIDED_NUMBER));
	int at;

	if (!p)
		return false;
	at = (int)(p - g->open);
	g->n_open--;
	memmove(p, p + 1, sizeof(*p) * (size_t)(g->n_open - at));
	memset(&g->open[g->n_open], 0, sizeof(*p));
	return true;
}

static int table_state_count(int64_t seats)
{
	int n = 0;

	for (int i = 0; i < SEATS_MAX; i++)
		n += (int)(seats >> i & 1);
	return n;
}

const struct proposal *table_state_find(const struct table_state *g,
					int64_t number)
{
	return open_one(g, number);
}

/* Whose seat another is to have is asked as well, but not who is as silent as
 * the policy bears, unless they answer. */
static int64_t asked_of(const struct table_state *g, const struct proposal *p,
			int n_seats)
{
	int64_t all = (INT64_C(1) << n_seats) - 1, who;

	if (p->what != TABLE_REQUEST_REPLACE || p->n < 0 || p->n >= n_seats)
		return all;
	who = INT64_C(1) << p->n;
	return table_state_is_silent(g, (int)p->n) &&
			       !((p->agree | p->against) & who)
		       ? all & ~who
		       : all;
}

const char *table_state_verdict(const struct table_state *g,
				const struct proposal *p, int n_seats)
{
	int64_t asked = asked_of(g, p, n_seats);
	int n = table_state_count(asked);
	int need = g->policy.n[POLICY_APPROVAL] == POLICY_APPROVAL_UNANIMOUS
			   ? n
			   : n / 2 + 1;

	if (table_state_count(p->agree & asked) >= need)
		return "accepted";
	return n - table_state_count(p->against & asked) < need ? "rejected"
								: NULL;
}

bool table_state_is_late(const struct table_state *g, int row)
{
	return (g->started && policy_is_early(row)) ||
	       (g->seated &&
		(row == POLICY_ANONYMOUS || row == POLICY_GM_SEES_HIDDEN));
}

/* no longer than a year, and none that is over */
static const char *refuses_rest(const struct table_state *g,
				const struct table_request *m, int64_t at_s)
{
	int n = 0;

	if ((m->until + INT64_C(1)) * DAY_S <= at_s ||
	    m->until * (int64_t)DAY_S > at_s + AHEAD_S)
		return "rest_past";
	for (int i = 0; i < g->n_rests; i++)
		n += g->rests[i].until_s > at_s;
	/* those that are proposed may all come to be */
	for (int i = 0; i < g->n_open; i++)
		n += g->open[i].what == TABLE_REQUEST_REST;
	return n >= TABLE_STATE_ABSENCES ? "rests_many" : NULL;
}

static const char *refuses_proposal(const struct table_state *g, int seat,
				    const struct table_request *m, int64_t at_s)
{
	if (m->what == TABLE_REQUEST_POLICY &&
	    table_state_is_late(g, (int)m->n))
		return "policy_early";
	if (g->n_open == TABLE_STATE_PROPOSALS)
		return "proposals_many";
	for (int i = 0; i < g->n_open; i++)
		if (g->open[i].seat == seat)
			return "proposal_open";
	return m->what == TABLE_REQUEST_REST ? refuses_rest(g, m, at_s) : NULL;
}

const char *table_state_refuses(const struct table_state *g, int seat,
				const struct table_request *m, int64_t at_s)
{
	const struct proposal *p;

	switch (m->kind) {
	case TABLE_REQUEST_BACK:
		return g->seats[seat].n_absences ? NULL : "not_away";
	case TABLE_REQUEST_RECALL:
		return g->seats[seat].deputy.len ? NULL : "deputy_none";
	case TABLE_REQUEST_PROPOSE: return refuses_proposal(g, seat, m, at_s);
	case TABLE_REQUEST_AGREE:
	case TABLE_REQUEST_AGAINST:
		p = open_one(g, m->n);
		return !p || p->until_s <= at_s ? "proposal_unknown" : NULL;
	case TABLE_REQUEST_BLOCK:
	case TABLE_REQUEST_UNBLOCK:
		if (m->n == seat)
			return "block_self";
		return (g->seats[seat].blocked >> m->n & 1) ==
				       (m->kind == TABLE_REQUEST_BLOCK)
			       ? "block_so"
			       : NULL;
	default: return NULL;
	}
}

struct str table_state_value(struct arena *a, const struct table_request *m)
{
	int y1, m1, d1, y2, m2, d2;

	switch (m->what) {
	case TABLE_REQUEST_POLICY:
		return str_of(arena_printf(a, "%s %.*s", policy_name((int)m->n),
					   STR_ARG(m->value)));
	case TABLE_REQUEST_REPLACE:
		return str_of(arena_printf(a, "%c %.*s", (char)('A' + m->n),
					   STR_ARG(m->value)));
	case TABLE_REQUEST_REST: break;
	default: return m->value;
	}
	date_split(m->from, &y1, &m1, &d1);
	date_split(m->until, &y2, &m2, &d2);
	return str_of(arena_printf(a, "%04d-%02d-%02d %04d-%02d-%02d", y1, m1,
				   d1, y2, m2, d2));
}

static void table_state_propose(struct table_state *g, struct game_run *run,
				struct arena *a, int seat,
				const struct table_request *m, int64_t at_s)
{
	int64_t until_s = at_s + g->policy.n[POLICY_PROPOSAL_DAYS] * DAY_S;
	bool by_number = m->what == TABLE_REQUEST_TAKEBACK ||
			 m->what == TABLE_REQUEST_EXTENSION;
	struct event e;

	event_start(&e, COMMON_PROPOSED, 0);
	event_put(&e, COMMON_PROPOSED_SEAT, seat);
	event_put(&e, COMMON_PROPOSED_NUMBER, (int32_t)g->n_proposed + 1);
	event_put_text(&e, COMMON_PROPOSED_WHAT,
		       str_of(table_request_what_name(m->what)));
	event_put(&e, COMMON_PROPOSED_OF, by_number ? (int32_t)m->n : 0);
	event_put_text(&e, COMMON_PROPOSED_VALUE, table_state_value(a, m));
	event_put_text(&e, COMMON_PROPOSED_UNTIL, time_text(a, until_s));
	table_state_emit(g, run, &e, at_s);
}

static void table_state_decide(struct table_state *g, struct game_run *run,
			       int64_t number, const char *verdict,
			       int64_t at_s)
{
	struct event e;

	common_event_decided(&e, 0, (int32_t)number, str_of(verdict));
	table_state_emit(g, run, &e, at_s);
}

struct proposal table_state_request(struct table_state *g, struct game_run *run,
				    struct arena *a, int seat, int n_seats,
				    const struct table_request *m, int64_t at_s)
{
	struct proposal done = { .number = 0 };
	int64_t number = m->n;
	const struct proposal *p;
	const char *verdict;
	struct event e;

	if (m->kind == TABLE_REQUEST_PROPOSE) {
		table_state_propose(g, run, a, seat, m, at_s);
		number = g->n_proposed;
	} else {
		common_event_proposal_answered(&e, 0, seat, (int32_t)number,
					       m->kind == TABLE_REQUEST_AGREE);
		table_state_emit(g, run, &e, at_s);
	}
	p = open_one(g, number);
	verdict = table_state_verdict(g, p, n_seats);
	if (!verdict)
		return done;
	if (str_is(str_of(verdict), "accepted"))
		done = *p;
	table_state_decide(g, run, number, verdict, at_s);
	return done;
}

void table_state_date(struct table_state *g, int64_t point)
{
	for (int i = 0; i < g->n_open; i++)
		if (!g->open[i].point)
			g->open[i].point = point;
}

bool table_state_ends(const struct proposal *p)
{
	return p->what == TABLE_REQUEST_DRAW || p->what == TABLE_REQUEST_END ||
	       p->what == TABLE_REQUEST_SURRENDER;
}

bool table_state_apply(struct table_state *g, struct game_run *run,
		       const struct proposal *p, bool running, int64_t at_s)
{
	const char *words =
		table_request_what_name((enum table_request_what)p->what);
	struct event e;

	if (p->what == TABLE_REQUEST_POLICY) {
		table_state_set(g, run, (int)p->n, policy_str(&p->value),
				STR("table"), at_s);
	} else if (table_state_ends(p)) {
		common_event_game_ended(&e, 0, STR("table"), str_of(words));
		game_emit(run, &e);
	} else if (p->what != TABLE_REQUEST_PAUSE) {
		return false;
	} else if (running) {
		log_event_paused(run, "table", words);
	}
	return true;
}

void table_state_lapse(struct table_state *g, struct game_run *run,
		       int64_t at_s)
{
	for (int i = (int)g->n_open; i-- > 0;)
		if (g->open[i].until_s <= at_s)
			table_state_decide(g, run, g->open[i].number, "lapsed",
					   at_s);
}

void table_state_went_on(struct table_state *g, struct game_run *run,
			 const struct event_list *l, int64_t at_s)
{
	bool plays = false;

	if (g->policy.n[POLICY_PROPOSALS_EXPIRE] ==
	    POLICY_PROPOSALS_EXPIRE_TIME)
		return;
	for (int i = 0; i < l->n; i++)
		plays |= table_state_is_play(&l->v[i]);
	while (plays && g->n_open)
		table_state_decide(g, run, g->open[0].number, "lapsed", at_s);
}

int64_t table_state_lapses(const struct table_state *g)
{
	int64_t first = 0;

	for (int i = 0; i < g->n_open; i++)
		if (!first || g->open[i].until_s < first)
			first = g->open[i].until_s;
	return first;
}

/* The log --------------------------------------------------------------------
 */

static bool follow_policy(struct table_state *g, const struct event *e)
{
	char name[EVENT_TEXT_ROOM], value[EVENT_TEXT_ROOM];
	int row = policy_find(event_get_text(e, COMMON_TABLE_POLICY_NAME, name,
					     sizeof(name)));

	if (row < 0 || table_state_is_late(g, row) ||
	    !policy_set(&g->policy, row,
			event_get_text(e, COMMON_TABLE_POLICY_VALUE, value,
				       sizeof(value))))
		return false;
	if (row == POLICY_DEADLINE) /* it may name another zone */
		g->clocks[TABLE_CLOCK_DEADLINE] = (struct zone_spans){ .n = 0 };
	return true;
}

static const char *const clock_names[TABLE_CLOCKS] = { "deadline", "days-off" };

/* Is it the zone of the table's calendar? */
static bool is_calendars(const struct table_state *g, struct str zone)
{
	struct calendar c;
	struct str bad;

	return calendar_parse(policy_str(&g->policy.deadline), &c, &bad) &&
	       str_equal(c.zone, zone);
}

static bool follow_clocks(struct table_state *g, const struct event *e,
			  int64_t at_s)
{
	char room[4][EVENT_TEXT_ROOM];
	struct str zone =
		event_get_text(e, COMMON_CLOCKS_ZONE, room[0], sizeof(room[0]));
	struct str of = event_get_text(e, COMMON_CLOCKS_POLICY, room[1],
				       sizeof(room[1]));
	int which = str_is(of, clock_names[TABLE_CLOCK_DEADLINE])
			    ? TABLE_CLOCK_DEADLINE
			    : TABLE_CLOCK_OFF;
	struct zone_span s;

	return str_is(of, clock_names[which]) &&
	       (which == TABLE_CLOCK_DEADLINE ? is_calendars(g, zone)
					      : g->policy.off.len != 0) &&
	       date_parse_time(event_get_text(e, COMMON_CLOCKS_FROM, room[2],
					      sizeof(room[2])),
			       &s.from_s) &&
	       date_parse_time(event_get_text(e, COMMON_CLOCKS_UNTIL, room[2],
					      sizeof(room[2])),
			       &s.until_s) &&
	       zone_offset_parse(event_get_text(e, COMMON_CLOCKS_OFFSET,
						room[3], sizeof(room[3])),
				 &s.offset_s) &&
	       zone_spans_add(&g->clocks[which], zone, &s, at_s);
}

static bool follow_unseals(struct table_state *g, const struct event *e)
{
	int seat = event_get(e, COMMON_PRESS_PUBLISH_AGREED_SEAT);
	int64_t point = event_get(e, COMMON_PRESS_PUBLISH_AGREED_POINT);
	struct unsealing *u = unsealing_of(g, point);

	if (!u && g->n_unsealing == TABLE_STATE_UNSEALS)
		return false;
	if (!u) {
		u = &g->unsealing[g->n_unsealing++];
		*u = (struct unsealing){ .point = point, .sides = e->audience };
	}
	u->said |= side_of(seat);
	return true;
}

/* Who reads a part of a log has not seen who said so. */
static bool follow_unsealed(struct table_state *g, const struct event *e)
{
	struct unsealing *u =
		unsealing_of(g, event_get(e, COMMON_PRESS_PUBLISHED_POINT));

	if (!u)
		return true;
	*u = g->unsealing[--g->n_unsealing];
	memset(&g->unsealing[g->n_unsealing], 0, sizeof(*u));
	return true;
}

/* Who sits down has been nowhere, and was never silent. */
static bool follow_seated(struct table_state *g, const struct event *e)
{
	int seat = event_get(e, COMMON_SEAT_TAKEN_SEAT);
	char room[EVENT_TEXT_ROOM];
	struct str person =
		event_get_text(e, COMMON_SEAT_TAKEN_PERSON, room, sizeof(room));

	g->seated = 1;
	/* a person with a place is no longer a deputy */
	for (int i = 0; i < SEATS_MAX; i++)
		if (str_equal(table_state_deputy(g, i), person))
			deputy_clear(g, i);
	if (seat >= 0) {
		memset(&g->seats[seat], 0, sizeof(g->seats[seat]));
		table_state_skip(g, seat, false);
		/* a new holder has not agreed to publish press */
		for (int i = 0; i < g->n_unsealing; i++)
			g->unsealing[i].said &= ~(INT64_C(1) << seat);
	}
	return true;
}

static bool follow_blocked(struct table_state *g, const struct event *e)
{
	int seat = event_get(e, COMMON_PRESS_BLOCKED_SEAT);
	int other = event_get(e, COMMON_PRESS_BLOCKED_OTHER);

	if (seat < 0 || other < 0)
		return false;
	g->seats[seat].blocked &= ~(INT64_C(1) << other);
	g->seats[seat].blocked |=
		(int64_t)event_get(e, COMMON_PRESS_BLOCKED_BLOCKED) << other;
	return true;
}

bool table_state_follow(struct table_state *g, const struct event *e,
			int64_t at_s)
{
	switch (e->kind) {
	case COMMON_TABLE_POLICY: return follow_policy(g, e);
	case COMMON_GAME_STARTED: g->started = 1; return true;
	case COMMON_SEAT_TAKEN: return follow_seated(g, e);
	case COMMON_PRESS_BLOCKED: return follow_blocked(g, e);
	case COMMON_ABSENCE_ANNOUNCED: return follow_away(g, e, at_s);
	case COMMON_ABSENCE_ENDED: return follow_back(g, e, at_s);
	case COMMON_CLOCKS: return follow_clocks(g, e, at_s);
	case COMMON_DEADLINE_MOVED: return follow_moved(g, e, at_s);
	case COMMON_DEADLINE_SET: return follow_set(g, e, at_s);
	case COMMON_DEADLINE_PASSED: return follow_passed(g, e);
	case COMMON_PROPOSED: return follow_proposed(g, e, at_s);
	case COMMON_PROPOSAL_ANSWERED: return follow_answered(g, e);
	case COMMON_DECIDED: return follow_decided(g, e);
	case COMMON_RESTED: return follow_rested(g, e, at_s);
	case COMMON_PROXY_NAMED: return follow_deputy(g, e, at_s);
	case COMMON_PROXY_ENDED: return follow_deputy_ended(g, e);
	case COMMON_SEAT_PLAYED: return follow_played(g, e);
	case COMMON_PRESS_PUBLISH_AGREED: return follow_unseals(g, e);
	case COMMON_PRESS_PUBLISHED: return follow_unsealed(g, e);
	default: return true;
	}
}

bool table_state_relive(struct table_state_past *p, const struct event *e)
{
	char room[EVENT_TEXT_ROOM];
	int at = e->kind == COMMON_GAME_CREATED   ? COMMON_GAME_CREATED_AT
		 : e->kind == COMMON_ADJUDICATION ? COMMON_ADJUDICATION_AT
						  : -1;

	if (at >= 0) {
		p->seat = -1;
		if (!date_parse_time(event_get_text(e, at, room, sizeof(room)),
				     &p->at_s))
			return false;
	}
	if (e->kind == COMMON_ORDERS_SIGNED)
		p->seat = event_get(e, COMMON_ORDERS_SIGNED_SEAT);
	if (e->kind == COMMON_ADJUDICATION)
		p->point = event_get(e, COMMON_ADJUDICATION_POINT);
	table_state_heard(p->g, e, p->seat);
	if (!table_state_follow(p->g, e, p->at_s))
		return false;
	table_state_date(p->g, p->point);
	return true;
}

void table_state_emit(struct table_state *g, struct game_run *run,
		      const struct event *e, int64_t at_s)
{
	struct event named;
	bool fits;

	event_copy(&named, e);
	game_call(run, &named);
	fits = table_state_follow(g, &named, at_s);
	assert(fits); /* its caller has asked whether it can be */
	(void)fits;
	game_emit_as(run, &named);
}

void table_state_move(struct table_state *g, struct game_run *run,
		      struct arena *a, int seat, int64_t due_s, const char *why,
		      int64_t at_s)
{
	struct event e;

	common_event_deadline_moved(&e, 0, seat, time_text(a, due_s),
				    str_of(why));
	table_state_emit(g, run, &e, at_s);
}

void table_state_set(struct table_state *g, struct game_run *run, int row,
		     struct str value, struct str by, int64_t at_s)
{
	struct event e;

	common_event_table_policy(&e, 0, str_of(policy_name(row)), value, by);
	table_state_emit(g, run, &e, at_s);
}

void table_state_clock(struct table_state *g, struct game_run *run,
		       struct arena *a, enum table_clock which, struct str zone,
		       const struct zone_span *s, int64_t at_s)
{
	char offset[ZONE_OFFSET_TEXT];
	struct event e;

	zone_offset_print(s->offset_s, offset);
	common_event_clocks(&e, 0, str_of(clock_names[which]), zone,
			    time_text(a, s->from_s), time_text(a, s->until_s),
			    str_of(offset));
	table_state_emit(g, run, &e, at_s);
}

_Static_assert(sizeof(struct table_state) % sizeof(int64_t) == 0 &&
		       POLICY_TEXT_MAX % sizeof(int64_t) == 0,
	       "agreements have no holes");

void table_state_render(const struct table_state *g, struct buf *out)
{
	buf_add(out, g, sizeof(*g));
}

bool table_state_parse(struct table_state *g, struct str in)
{
	if (in.len != sizeof(*g))
		return false;
	memcpy(g, in.s, sizeof(*g));
	return 0 <= g->n_open && g->n_open <= TABLE_STATE_PROPOSALS &&
	       0 <= g->n_unsealing && g->n_unsealing <= TABLE_STATE_UNSEALS;
}
