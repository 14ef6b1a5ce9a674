/* src/protocol/proposal_parse.c */
#include "protocol/proposal_parse.h"
#include "protocol/judge_lines.h"
#include "protocol/word_cursor.h"
#include "protocol/policy.h"
#include "base/utf8.h"

enum { HOURS_MAX = 2400 };

static const struct {
	const char *name, *key;
} whats[MOTION_WHATS] = {
	[MOTION_DRAW] = { "draw", "table.draw" },
	[MOTION_END] = { "end", "table.end" },
	[MOTION_SURRENDER] = { "surrender", "table.surrender" },
	[MOTION_PAUSE] = { "pause", "table.pause" },
	[MOTION_TAKEBACK] = { "takeback", "table.takeback" },
	[MOTION_EXTENSION] = { "extension", "table.extension" },
	[MOTION_POLICY] = { "policy", "table.policy" },
	[MOTION_REST] = { "rest", "table.rest" },
	[MOTION_DEADLINE] = { "due", "table.deadline" },
	[MOTION_SKIP] = { "skip", "table.skip" },
	[MOTION_OPTION] = { "option", "table.option" },
	[MOTION_REPLACE] = { "replace", "table.replace" },
};

const char *motion_what_name(enum motion_what what)
{
	return whats[what].name;
}

enum motion_what motion_what_find(struct str name)
{
	for (int i = 1; i < MOTION_WHATS; i++)
		if (str_is(name, whats[i].name))
			return (enum motion_what)i;
	return 0;
}

bool motion_is_proposal(const struct motion *m)
{
	return m->kind == MOTION_PROPOSE || m->kind == MOTION_AGREE ||
	       m->kind == MOTION_AGAINST;
}

bool motion_stands_alone(const struct motion *m)
{
	return motion_is_proposal(m) || m->kind == MOTION_DEPUTY ||
	       m->kind == MOTION_RECALL || m->kind == MOTION_UNSEAL;
}

bool motion_names(const struct motion *m)
{
	return (m->kind == MOTION_BLOCK || m->kind == MOTION_UNBLOCK) &&
	       m->n < 0;
}

bool motion_name_seat(struct motion *m, struct arena *a,
		      const struct str *players, int n)
{
	struct str said = utf8_fold(a, m->value);

	for (int i = 0; i < n && m->n < 0; i++)
		if (players[i].len && str_equal(utf8_fold(a, players[i]), said))
			m->n = i;
	return m->n >= 0;
}

/* Lines ----------------------------------------------------------------------
 */

static const char *away_read(struct phrase *s, struct motion *m)
{
	if (!phrase_day(s, &m->from))
		return "away_unreadable";
	m->until = m->from;
	if (!phrase_end(s) &&
	    (!phrase_take(s, "table.to") || !phrase_day(s, &m->until)))
		return "away_unreadable";
	return phrase_end(s) && m->from <= m->until ? NULL : "away_unreadable";
}

/* What a policy is called is English in every language, like the options of a
 * game. */
static bool policy_read(struct phrase *s, struct arena *a, struct motion *m)
{
	struct policy trial;
	int row;

	if (s->at >= s->n)
		return false;
	row = policy_find(str_lower(a, s->word[s->at++]));
	m->n = row;
	m->value = s->rest[s->at];
	/* names of zones are as they are written */
	if (row != POLICY_DEADLINE)
		m->value = str_lower(a, m->value);
	s->at = s->n;
	policy_init(&trial);
	return row >= 0 && m->value.len && policy_set(&trial, row, m->value);
}

/* the rest of the line */
static bool rest_read(struct phrase *s, struct motion *m)
{
	m->value = s->rest[s->at];
	s->at = s->n;
	return m->value.len && m->value.len <= POLICY_TEXT_MAX / 2;
}

/* Names of options are in small letters, as those of policies; whether there is
 * one, the game knows. */
static bool option_read(struct phrase *s, struct arena *a, struct motion *m)
{
	bool two = s->n - s->at >= 2;

	if (!rest_read(s, m) || !two)
		return false;
	m->value = str_lower(a, m->value);
	return true;
}

static bool replace_read(struct phrase *s, struct motion *m)
{
	int seat;

	if (!phrase_seat(s, &seat) || !phrase_take(s, "table.by"))
		return false;
	m->n = seat;
	return rest_read(s, m);
}

/* "37", or "37.12": the event is the proposal's value */
static bool place_read(struct phrase *s, struct arena *a, struct motion *m)
{
	int64_t event;

	if (s->at == s->n || !lines_point(s->word[s->at], &m->n, &event))
		return false;
	s->at++;
	if (event)
		m->value = str_of(arena_printf(a, "%lld", (long long)event));
	return true;
}

static const char *propose_read(struct phrase *s, struct arena *a,
				struct motion *m)
{
	bool good = true;

	for (int i = 1; !m->what && i < MOTION_WHATS; i++)
		if (phrase_take(s, whats[i].key))
			m->what = (enum motion_what)i;
	switch (m->what) {
	case MOTION_TAKEBACK: good = place_read(s, a, m); break;
	case MOTION_EXTENSION: good = phrase_number(s, HOURS_MAX, &m->n); break;
	case MOTION_POLICY: return policy_read(s, a, m) ? NULL : "policy_bad";
	case MOTION_REST: return away_read(s, m) ? "rest_unreadable" : NULL;
	case MOTION_DEADLINE: good = rest_read(s, m); break;
	case MOTION_OPTION: good = option_read(s, a, m); break;
	case MOTION_REPLACE: good = replace_read(s, m); break;
	default: good = m->what != 0;
	}
	return good && phrase_end(s) ? NULL : "proposal_unreadable";
}

static const char *answer_read(struct phrase *s, struct motion *m)
{
	return phrase_number(s, INT32_MAX, &m->n) && phrase_end(s)
		       ? NULL
		       : "answer_unreadable";
}

/* AGREE and AGAINST are said of a number: AGAINST MOUNT is an order. */
static bool said_of_number(const struct phrase *s)
{
	return s->at == s->n ||
	       ('0' <= s->word[s->at].s[0] && s->word[s->at].s[0] <= '9');
}

static const char *block_read(struct phrase *s, struct motion *m)
{
	int seat;

	struct phrase named = *s;

	if (phrase_seat(s, &seat) && phrase_end(s)) {
		m->n = seat;
		return NULL;
	}
	/* who sits there, by name */
	*s = named;
	m->n = -1;
	return rest_read(s, m) ? NULL : "block_unreadable";
}

static const char *unseal_read(struct phrase *s, struct motion *m)
{
	return phrase_number(s, INT32_MAX, &m->n) && phrase_end(s)
		       ? NULL
		       : "unseal_unreadable";
}

/* "Dora UNTIL 2027-01-06", where a name may be several words */
static const char *deputy_read(struct phrase *s, struct motion *m)
{
	struct str from = s->rest[s->at];

	if (phrase_take(s, "table.nobody") && phrase_end(s)) {
		m->kind = MOTION_RECALL;
		return NULL;
	}
	for (int first = s->at; s->at < s->n; s->at++) {
		struct phrase until = *s;

		if (s->at == first || !phrase_take(&until, "table.to") ||
		    !phrase_day(&until, &m->until))
			continue;
		m->value = (struct str){ from.s,
					 (size_t)(s->word[s->at].s - from.s) };
		while (m->value.len && m->value.s[m->value.len - 1] == ' ')
			m->value.len--;
		m->n = phrase_take(&until, "table.by") &&
		       phrase_take(&until, "table.letters");
		*s = until;
		return phrase_end(s) ? NULL : "deputy_unreadable";
	}
	return "deputy_unreadable";
}

/* Is the line one? *bad: why it cannot be read. */
static bool motion_read(struct phrase *s, struct arena *a, struct motion *m,
			const char **bad)
{
	*bad = NULL;
	if (phrase_take(s, "table.away")) {
		m->kind = MOTION_AWAY;
		*bad = away_read(s, m);
	} else if (phrase_take(s, "table.back")) {
		m->kind = MOTION_BACK;
		return phrase_end(s);
	} else if (phrase_take(s, "table.propose")) {
		m->kind = MOTION_PROPOSE;
		*bad = propose_read(s, a, m);
	} else if (phrase_take(s, "table.agree")) {
		if (!said_of_number(s))
			return false;
		m->kind = MOTION_AGREE;
		*bad = answer_read(s, m);
	} else if (phrase_take(s, "table.against")) {
		if (!said_of_number(s))
			return false;
		m->kind = MOTION_AGAINST;
		*bad = answer_read(s, m);
	} else if (phrase_take(s, "table.unblock")) {
		m->kind = MOTION_UNBLOCK;
		*bad = block_read(s, m);
	} else if (phrase_take(s, "table.deputy")) {
		m->kind = MOTION_DEPUTY;
		*bad = deputy_read(s, m);
	} else if (phrase_take(s, "table.unseal")) {
		m->kind = MOTION_UNSEAL;
		*bad = unseal_read(s, m);
	} else if (phrase_take(s, "table.block")) {
		m->kind = MOTION_BLOCK;
		*bad = block_read(s, m);
	} else {
		return false;
	}
	return true;
}

struct taking {
	struct arena *a;
	const struct vocabulary *v;
	struct motions *out;
};

static bool motion_line(void *context, struct str line, struct str whole)
{
	struct taking *t = context;
	struct motions *out = t->out;
	struct motion m = { .line = line };
	const char *bad;
	struct phrase s;

	(void)whole;
	if (str_starts(line, "//"))
		return false;
	phrase_init(&s, t->a, t->v, line);
	if (!motion_read(&s, t->a, &m, &bad))
		return false;
	if (!bad && out->n == MOTIONS_MAX)
		bad = "motions_many";
	if (!bad)
		out->v[out->n++] = m;
	else if (!out->bad) {
		out->bad = bad;
		out->bad_line = line;
	}
	return true;
}

struct str motions_take(struct arena *a, const struct vocabulary *v,
			struct str text, struct motions *out)
{
	struct taking t = { a, v, out };

	*out = (struct motions){ .n = 0 };
	return lines_pick(a, text, ' ', motion_line, &t);
}
