/*
 * src/tournament/campaign.c - computes table, ladder, bracket and ratings of a
 * campaign from its rows
 */
#include "tournament/campaign.h"
#include "base/parse.h"
#include "tournament/campaign_private.h"
#include "tournament/swiss_plan.h"
#include "store/people.h"

static const char *const kinds[CAMPAIGN_KINDS] = {
	[CAMPAIGN_SWISS] = "swiss",
	[CAMPAIGN_ROBIN] = "round-robin",
	[CAMPAIGN_KNOCKOUT] = "knock-out",
	[CAMPAIGN_LADDER] = "ladder",
};

const char *campaign_kind_name(enum campaign_kind k)
{
	return kinds[k];
}

bool campaign_kind_parse(struct str text, enum campaign_kind *out)
{
	for (int i = 0; i < CAMPAIGN_KINDS; i++)
		if (str_is(text, kinds[i])) {
			*out = (enum campaign_kind)i;
			return true;
		}
	return false;
}

/* --- from the rows ---------------------------------------------------------
 */

void campaign_results(struct campaign *c, struct arena *a)
{
	c->result = ARENA_ARRAY(a, (size_t)c->n_meetings + 1, struct result);
	c->n_results = 0;
	for (int i = 0; i < c->n_meetings; i++) {
		const struct meeting_row *m = &c->meeting[i];

		if (m->outcome == MEETING_OPEN)
			continue;
		c->result[c->n_results++] = (struct result){
			.round = (uint32_t)m->round,
			.first = m->first,
			.second = m->second,
			.outcome = (enum outcome)m->outcome,
			.points_first = m->points_first,
			.points_second = m->points_second,
		};
	}
}

enum err campaign_fill(struct store *st, struct arena *a, struct campaign *c,
		       struct why *why)
{
	enum err e = store_member_list(st, c->row.id, a, c->member, PAIRING_MAX,
				       &c->n, why);

	for (int i = 0; !e && i < c->n; i++) {
		struct person_row p;

		e = store_person_get(st, c->member[i].person, a, &p, why);
		if (!e)
			c->name[i] = p.name;
	}
	c->meeting = ARENA_ARRAY(a, CAMPAIGN_MEETINGS, struct meeting_row);
	if (!e)
		e = store_meeting_list(st, c->row.id, a, c->meeting,
				       CAMPAIGN_MEETINGS, &c->n_meetings, why);
	if (!e)
		campaign_results(c, a);
	return e;
}

int campaign_seed(const struct campaign *c, int64_t person)
{
	for (int i = 0; i < c->n; i++)
		if (c->member[i].person == person)
			return i;
	return -1;
}

static bool has_setting(const struct campaign_row *r, const char *wanted)
{
	struct str rest = r->settings, line;

	while (parse_line(&rest, &line))
		if (str_is(parse_trim(line), wanted))
			return true;
	return false;
}

bool campaign_is_masked(const struct campaign *c)
{
	return has_setting(&c->row, "policy anonymous=yes");
}

bool campaign_is_closed_to(const struct campaign *c, int64_t person)
{
	return person == c->row.master &&
	       has_setting(&c->row, "policy gm-sees-hidden=yes");
}

static void members_of(const struct campaign *c, struct member *out)
{
	for (int i = 0; i < c->n; i++) {
		out[i].from = (uint32_t)c->member[i].from;
		out[i].until = c->member[i].until < 0
				       ? UINT32_MAX
				       : (uint32_t)c->member[i].until;
	}
}

static struct worth worth_of(const struct campaign_row *r)
{
	return (struct worth){ r->won, r->drawn, r->lost, r->bye };
}

/* --- the ladder ------------------------------------------------------------
 */

int campaign_ladder(const struct campaign *c, int32_t *order)
{
	int n = 0, kept = 0;

	for (int i = 0; i < c->n; i++)
		order[n++] = i;
	for (int i = 0; i < c->n_meetings; i++) {
		const struct meeting_row *m = &c->meeting[i];
		int from = -1, to = -1;

		if (m->outcome != OUTCOME_FIRST)
			continue;
		for (int k = 0; k < n; k++) {
			from = order[k] == m->first ? k : from;
			to = order[k] == m->second ? k : to;
		}
		/* those between them may have changed since */
		if (to >= 0 && from > to)
			ladder_won(order, (uint32_t)from, (uint32_t)to);
	}
	for (int i = 0; i < n; i++)
		if (c->member[order[i]].until < 0)
			order[kept++] = order[i];
	return kept;
}

/* --- the bracket -----------------------------------------------------------
 */

/* the winner of a finished meeting, -1: none */
static int32_t campaign_winner(const struct meeting_row *m)
{
	if (m->second == MEETING_BYE)
		return m->first;
	switch ((enum outcome)m->outcome) {
	case OUTCOME_FIRST: return m->first;
	case OUTCOME_SECOND: return m->second;
	default: break;
	}
	if (m->points_first != m->points_second)
		return m->points_first > m->points_second ? m->first
							  : m->second;
	return m->first < m->second ? m->first : m->second;
}

/* The meeting of a round in which this one is, or NULL. */
static const struct meeting_row *meeting_of(const struct campaign *c, int round,
					    int32_t who)
{
	for (int i = 0; i < c->n_meetings; i++)
		if (c->meeting[i].round == round &&
		    (c->meeting[i].first == who || c->meeting[i].second == who))
			return &c->meeting[i];
	return NULL;
}

/* One of them may have left before it. */
static const struct meeting_row *
meeting_between(const struct campaign *c, int round, const struct pair *p)
{
	const struct meeting_row *m =
		p->first < 0 ? NULL : meeting_of(c, round, p->first);

	return m || p->second < 0 ? m : meeting_of(c, round, p->second);
}

/* The slots of a knock-out after row.round rounds. */
static uint32_t campaign_bracket(const struct campaign *c, int32_t *slots)
{
	struct pair p[PAIRING_MAX];
	uint32_t n = knockout_draw((uint32_t)c->n, slots);
	uint32_t firsts[PAIRING_MAX] = { 0 };

	for (int round = 0; round < c->row.round; round++) {
		uint32_t k = knockout_round(slots, n, firsts, p);

		for (uint32_t i = 0; i < k; i++) {
			const struct meeting_row *m =
				meeting_between(c, round, &p[i]);

			slots[i] = m ? campaign_winner(m) : PAIRING_BYE;
			if (m && m->second != MEETING_BYE)
				firsts[m->first]++;
		}
		n = k;
	}
	return n;
}

/* by how far they came: rounds in which they had a meeting and went on */
static int campaign_came(const struct campaign *c, int32_t who)
{
	int n = 0;

	for (int i = 0; i < c->n_meetings; i++) {
		const struct meeting_row *m = &c->meeting[i];

		if (m->first != who && m->second != who)
			continue;
		n += m->outcome == MEETING_OPEN || campaign_winner(m) == who
			     ? 2
			     : 1;
	}
	return n;
}

/* --- the next round --------------------------------------------------------
 */

static uint32_t log2_up(uint32_t n)
{
	uint32_t k = 0;

	while ((UINT32_C(1) << k) < n)
		k++;
	return k ? k : 1;
}

int campaign_rounds(const struct campaign *c)
{
	uint32_t n = (uint32_t)c->n;

	if (c->row.kind == CAMPAIGN_LADDER || n < 2)
		return 0;
	if (c->row.kind == CAMPAIGN_KNOCKOUT)
		return (int)log2_up(n);
	if (c->row.rounds)
		return c->row.rounds;
	return (int)(c->row.kind == CAMPAIGN_ROBIN ? berger_rounds(n)
						   : log2_up(n));
}

/* Replace withdrawn people by a bye, and drop pairs of two of them. */
static int without_gone(const struct campaign *c, struct pair *p, int n)
{
	int kept = 0;

	for (int i = 0; i < n; i++) {
		struct pair x = p[i];

		if (x.first >= 0 && c->member[x.first].until >= 0)
			x.first = PAIRING_BYE;
		if (x.second >= 0 && c->member[x.second].until >= 0)
			x.second = PAIRING_BYE;
		if (x.first < 0) {
			x.first = x.second;
			x.second = PAIRING_BYE;
		}
		if (x.first >= 0)
			p[kept++] = x;
	}
	return kept;
}

int campaign_pairs(const struct campaign *c, struct pair *out)
{
	struct member members[PAIRING_MAX];
	uint32_t firsts[PAIRING_MAX] = { 0 }, n;
	int32_t slots[PAIRING_MAX];
	struct worth w = worth_of(&c->row);
	struct swiss s;

	switch (c->row.kind) {
	case CAMPAIGN_SWISS:
		members_of(c, members);
		swiss_plan_swiss(&w, members, (uint32_t)c->n, c->result,
				 c->n_results, (uint32_t)c->row.round, &s);
		return (int)swiss_round(&s, out);
	case CAMPAIGN_ROBIN:
		n = berger_round((uint32_t)c->n, (uint32_t)c->row.round, out);
		return without_gone(c, out, (int)n);
	case CAMPAIGN_KNOCKOUT:
		n = campaign_bracket(c, slots);
		for (int i = 0; i < c->n_meetings; i++)
			if (c->meeting[i].second != MEETING_BYE)
				firsts[c->meeting[i].first]++;
		n = knockout_round(slots, n, firsts, out);
		return without_gone(c, out, (int)n);
	default: return 0;
	}
}

/* --- the table -------------------------------------------------------------
 */

static int32_t ladder_place(const int32_t *order, int n, int32_t who)
{
	for (int i = 0; i < n; i++)
		if (order[i] == who)
			return i;
	return n;
}

/* Another order than that of scores: key[] by person, the lowest first. */
static void table_sort(struct standing *v, int n, const int32_t *key)
{
	for (int i = 1; i < n; i++) {
		struct standing x = v[i];
		int k = i;

		for (; k && key[v[k - 1].who] > key[x.who]; k--)
			v[k] = v[k - 1];
		v[k] = x;
	}
	for (int i = 0; i < n; i++)
		v[i].place = i && key[v[i].who] == key[v[i - 1].who]
				     ? v[i - 1].place
				     : (uint32_t)i + 1;
}

void campaign_table(const struct campaign *c, struct standing *out)
{
	struct table_rules rules = { worth_of(&c->row),
				     { TIE_OPPONENTS, TIE_DIRECT, TIE_POINTS,
				       TIE_END } };
	struct member members[PAIRING_MAX];
	int32_t key[PAIRING_MAX], order[PAIRING_MAX];
	int n;

	members_of(c, members);
	standings_of(&rules, members, (uint32_t)c->n, c->result, c->n_results,
		     out);
	if (c->row.kind == CAMPAIGN_LADDER) {
		n = campaign_ladder(c, order);
		for (int i = 0; i < c->n; i++)
			key[i] = ladder_place(order, n, i);
	} else if (c->row.kind == CAMPAIGN_KNOCKOUT) {
		for (int i = 0; i < c->n; i++)
			key[i] = -campaign_came(c, i);
	} else {
		return;
	}
	table_sort(out, c->n, key);
}

/* --- ratings ---------------------------------------------------------------
 */

/* the games of one period for this one */
static uint32_t campaign_rated(const struct campaign *c, uint32_t from,
			       uint32_t to, int32_t who,
			       const struct glicko2 *before,
			       struct rated_game *out)
{
	uint32_t n = 0;

	for (uint32_t i = from; i < to && n < GLICKO2_MAX_GAMES; i++) {
		const struct result *r = &c->result[i];
		bool first = r->first == who;

		if ((!first && r->second != who) ||
		    r->second == STANDINGS_BYE || r->outcome == OUTCOME_VOID)
			continue;
		out[n++] = (struct rated_game){
			before[first ? r->second : r->first],
			r->outcome == OUTCOME_DRAWN              ? 500
			: (r->outcome == OUTCOME_FIRST) == first ? 1000
								 : 0,
			1000
		};
	}
	return n;
}

void campaign_ratings(const struct campaign *c, struct glicko2 *out)
{
	struct rated_game games[GLICKO2_MAX_GAMES];
	struct glicko2 before[PAIRING_MAX];
	bool ladder = c->row.kind == CAMPAIGN_LADDER;

	for (int i = 0; i < c->n; i++)
		out[i] = GLICKO2_NEW;
	for (uint32_t from = 0, to; from < c->n_results; from = to) {
		to = from + 1;
		while (!ladder && to < c->n_results &&
		       c->result[to].round == c->result[from].round)
			to++;
		memcpy(before, out, (size_t)c->n * sizeof(*out));
		for (int i = 0; i < c->n; i++) {
			uint32_t n =
				campaign_rated(c, from, to, i, before, games);

			/* a deviation must not grow by other people's
			 * challenges */
			if (n || !ladder)
				out[i] = glicko2_after(before[i], games, n,
						       GLICKO2_TAU);
		}
	}
}
