/* src/judge/motion.c */
#include "judge/motion.h"
#include "base/date.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "judge/lines.h"
#include "judge/policy.h"

enum { WORDS_MAX = 12, HOURS_MAX = 2400 };

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

/* Words ----------------------------------------------------------------------
 */

/* A line cut at its blanks; fold: as words are compared. */
struct said {
	const struct vocabulary *v;
	int at, n;
	struct str word[WORDS_MAX], fold[WORDS_MAX];
	struct str rest[WORDS_MAX + 1]; /* from each word on */
};

static void said_init(struct said *s, struct arena *a,
		      const struct vocabulary *v, struct str line)
{
	struct str word;

	*s = (struct said){ .v = v };
	line = parse_trim(line);
	for (s->rest[0] = line; s->n < WORDS_MAX;) {
		struct str from = parse_trim(line);

		if (!from.len || !parse_field(&from, ' ', &word))
			break;
		s->rest[s->n] = parse_trim(line);
		s->word[s->n] = word;
		s->fold[s->n++] = utf8_fold(a, word);
		line = from;
		s->rest[s->n] = parse_trim(line);
	}
}

/* Take a word of the vocabulary, which may be several. */
static bool take(struct said *s, const char *key)
{
	int k = vocabulary_key(s->v, str_of(key)), longest = 0;

	if (k < 0)
		return false;
	for (const struct vocabulary_word *w = s->v->keys[k].words; w;
	     w = w->next) {
		int n = 0;

		while (n < w->n && s->at + n < s->n &&
		       vocabulary_same(s->fold[s->at + n], w->part[n]))
			n++;
		if (n == w->n && n > longest)
			longest = n;
	}
	s->at += longest;
	return longest > 0;
}

static bool at_end(const struct said *s)
{
	return s->at == s->n && !s->rest[s->n].len;
}

static bool take_number(struct said *s, int64_t max, int64_t *out)
{
	return s->at < s->n && parse_int(s->word[s->at], 1, max, out) &&
	       ++s->at;
}

static bool take_day(struct said *s, int32_t *day)
{
	return s->at < s->n && date_parse(s->word[s->at], day) && ++s->at;
}

/* Lines ----------------------------------------------------------------------
 */

static const char *away_read(struct said *s, struct motion *m)
{
	if (!take_day(s, &m->from))
		return "away_unreadable";
	m->until = m->from;
	if (!at_end(s) && (!take(s, "table.to") || !take_day(s, &m->until)))
		return "away_unreadable";
	return at_end(s) && m->from <= m->until ? NULL : "away_unreadable";
}

/* What a policy is called is English in every language, like the options of a
 * game. */
static bool policy_read(struct said *s, struct arena *a, struct motion *m)
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

static const char *propose_read(struct said *s, struct arena *a,
				struct motion *m)
{
	bool good = true;

	for (int i = 1; !m->what && i < MOTION_WHATS; i++)
		if (take(s, whats[i].key))
			m->what = (enum motion_what)i;
	switch (m->what) {
	case MOTION_TAKEBACK: good = take_number(s, INT32_MAX, &m->n); break;
	case MOTION_EXTENSION: good = take_number(s, HOURS_MAX, &m->n); break;
	case MOTION_POLICY: return policy_read(s, a, m) ? NULL : "policy_bad";
	default: good = m->what != 0;
	}
	return good && at_end(s) ? NULL : "proposal_unreadable";
}

static const char *answer_read(struct said *s, struct motion *m)
{
	return take_number(s, INT32_MAX, &m->n) && at_end(s)
		       ? NULL
		       : "answer_unreadable";
}

/* AGREE and AGAINST are said of a number: AGAINST MOUNT is an order. */
static bool said_of_number(const struct said *s)
{
	return s->at == s->n ||
	       ('0' <= s->word[s->at].s[0] && s->word[s->at].s[0] <= '9');
}

/* Is the line one? *bad: why it cannot be read. */
static bool motion_read(struct said *s, struct arena *a, struct motion *m,
			const char **bad)
{
	*bad = NULL;
	if (take(s, "table.away")) {
		m->kind = MOTION_AWAY;
		*bad = away_read(s, m);
	} else if (take(s, "table.back")) {
		m->kind = MOTION_BACK;
		return at_end(s);
	} else if (take(s, "table.propose")) {
		m->kind = MOTION_PROPOSE;
		*bad = propose_read(s, a, m);
	} else if (take(s, "table.agree")) {
		if (!said_of_number(s))
			return false;
		m->kind = MOTION_AGREE;
		*bad = answer_read(s, m);
	} else if (take(s, "table.against")) {
		if (!said_of_number(s))
			return false;
		m->kind = MOTION_AGAINST;
		*bad = answer_read(s, m);
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

static bool motion_line(void *context, struct str line)
{
	struct taking *t = context;
	struct motions *out = t->out;
	struct motion m = { .line = line };
	const char *bad;
	struct said s;

	if (str_starts(line, "//"))
		return false;
	said_init(&s, t->a, t->v, line);
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
	return lines_pick(a, text, motion_line, &t);
}
