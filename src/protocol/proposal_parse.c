/* src/protocol/proposal_parse.c */
#include "protocol/proposal_parse.h"
#include "base/ascii.h"
#include "protocol/judge_lines.h"
#include "protocol/word_cursor.h"
#include "protocol/policy.h"
#include "base/date.h"
#include "orders/meaning_table.h"
#include "base/utf8.h"

enum { HOURS_MAX = 2400 };

static const struct {
	const char *name, *key;
} whats[TABLE_REQUEST_WHATS] = {
	[TABLE_REQUEST_DRAW] = { "draw", "table.draw" },
	[TABLE_REQUEST_END] = { "end", "table.end" },
	[TABLE_REQUEST_SURRENDER] = { "surrender", "table.surrender" },
	[TABLE_REQUEST_PAUSE] = { "pause", "table.pause" },
	[TABLE_REQUEST_TAKEBACK] = { "takeback", "table.takeback" },
	[TABLE_REQUEST_EXTENSION] = { "extension", "table.extension" },
	[TABLE_REQUEST_POLICY] = { "policy", "table.policy" },
	[TABLE_REQUEST_REST] = { "rest", "table.rest" },
	[TABLE_REQUEST_DEADLINE] = { "due", "table.deadline" },
	[TABLE_REQUEST_SKIP] = { "skip", "table.skip" },
	[TABLE_REQUEST_OPTION] = { "option", "table.option" },
	[TABLE_REQUEST_REPLACE] = { "replace", "table.replace" },
};

const char *table_request_what_name(enum table_request_what what)
{
	return whats[what].name;
}

enum table_request_what table_request_what_find(struct str name)
{
	for (int i = 1; i < TABLE_REQUEST_WHATS; i++)
		if (str_is(name, whats[i].name))
			return (enum table_request_what)i;
	return 0;
}

bool table_request_is_proposal(const struct table_request *m)
{
	return m->kind == TABLE_REQUEST_PROPOSE ||
	       m->kind == TABLE_REQUEST_AGREE ||
	       m->kind == TABLE_REQUEST_AGAINST;
}

bool table_request_stands_alone(const struct table_request *m)
{
	return table_request_is_proposal(m) ||
	       m->kind == TABLE_REQUEST_DEPUTY ||
	       m->kind == TABLE_REQUEST_RECALL ||
	       m->kind == TABLE_REQUEST_UNSEAL;
}

bool table_request_names(const struct table_request *m)
{
	return (m->kind == TABLE_REQUEST_BLOCK ||
		m->kind == TABLE_REQUEST_UNBLOCK) &&
	       m->n < 0;
}

bool table_request_name_seat(struct table_request *m, struct arena *a,
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

static const char *away_read(struct word_cursor *s, struct table_request *m)
{
	if (!word_cursor_day(s, &m->from))
		return "away_unreadable";
	m->until = m->from;
	if (!word_cursor_end(s) && (!word_cursor_word(s, "table.to") ||
				    !word_cursor_day(s, &m->until)))
		return "away_unreadable";
	return word_cursor_end(s) && m->from <= m->until ? NULL
							 : "away_unreadable";
}

/* What a policy is called is English in every language, like the options of a
 * game. */
static const char *policy_read(struct word_cursor *s, struct arena *a,
			       struct table_request *m)
{
	struct policy trial;
	struct str name;
	int row;

	if (s->at >= s->n)
		return "policy_bad";
	name = str_lower(a, s->word[s->at++]);
	if (policy_renamed(name))
		return "policy_renamed";
	row = policy_find(name);
	m->n = row;
	m->value = s->rest[s->at];
	/* names of zones are as they are written */
	if (row != POLICY_DEADLINE)
		m->value = str_lower(a, m->value);
	s->at = s->n;
	policy_init(&trial);
	return row >= 0 && m->value.len && policy_set(&trial, row, m->value)
		       ? NULL
		       : "policy_bad";
}

/* the rest of the line */
static bool rest_read(struct word_cursor *s, struct table_request *m)
{
	m->value = s->rest[s->at];
	s->at = s->n;
	return m->value.len && m->value.len <= POLICY_TEXT_MAX / 2;
}

/* Names of options are in small letters, as those of policies; whether there is
 * one, the game knows. */
static bool option_read(struct word_cursor *s, struct arena *a,
			struct table_request *m)
{
	bool two = s->n - s->at >= 2;

	if (!rest_read(s, m) || !two)
		return false;
	m->value = str_lower(a, m->value);
	return true;
}

static bool replace_read(struct word_cursor *s, struct table_request *m)
{
	int seat;

	if (!word_cursor_seat(s, &seat) || !word_cursor_word(s, "table.by"))
		return false;
	m->n = seat;
	return rest_read(s, m);
}

/* "37", or "37.12": the event is the proposal's value */
static bool place_read(struct word_cursor *s, struct arena *a,
		       struct table_request *m)
{
	int64_t event;

	if (s->at == s->n || !judge_lines_point(s->word[s->at], &m->n, &event))
		return false;
	s->at++;
	if (event)
		m->value = str_of(arena_printf(a, "%lld", (long long)event));
	return true;
}

/* "48", "48h" or "2 days": hours, to the end of the line */
static bool hours_read(struct word_cursor *s, int64_t *hours)
{
	int64_t span_s;

	if (!duration_read(s->rest[s->at], HOUR_S, &span_s) ||
	    span_s % HOUR_S || span_s < HOUR_S || span_s > HOURS_MAX * HOUR_S)
		return false;
	*hours = span_s / HOUR_S;
	s->at = s->n;
	return true;
}

static const char *propose_read(struct word_cursor *s, struct arena *a,
				struct table_request *m)
{
	bool good = true;

	for (int i = 1; !m->what && i < TABLE_REQUEST_WHATS; i++)
		if (word_cursor_word(s, whats[i].key))
			m->what = (enum table_request_what)i;
	switch (m->what) {
	case TABLE_REQUEST_TAKEBACK: good = place_read(s, a, m); break;
	case TABLE_REQUEST_EXTENSION: good = hours_read(s, &m->n); break;
	case TABLE_REQUEST_POLICY: return policy_read(s, a, m);
	case TABLE_REQUEST_REST:
		return away_read(s, m) ? "rest_unreadable" : NULL;
	case TABLE_REQUEST_DEADLINE: good = rest_read(s, m); break;
	case TABLE_REQUEST_OPTION: good = option_read(s, a, m); break;
	case TABLE_REQUEST_REPLACE: good = replace_read(s, m); break;
	default: good = m->what != 0;
	}
	return good && word_cursor_end(s) ? NULL : "proposal_unreadable";
}

static const char *answer_read(struct word_cursor *s, struct table_request *m)
{
	/* without a number it is the only one that is open */
	return (word_cursor_end(s) ||
		word_cursor_number(s, INT32_MAX, &m->n)) &&
			       word_cursor_end(s)
		       ? NULL
		       : "answer_unreadable";
}

/* AGREE and AGAINST are said of a number: AGAINST MOUNT is an order. */
static bool said_of_number(const struct word_cursor *s)
{
	return s->at == s->n || ascii_is_digit(s->word[s->at].s[0]);
}

static const char *block_read(struct word_cursor *s, struct table_request *m)
{
	int seat;

	struct word_cursor named = *s;

	if (word_cursor_seat(s, &seat) && word_cursor_end(s)) {
		m->n = seat;
		return NULL;
	}
	/* who sits there, by name */
	*s = named;
	m->n = -1;
	return rest_read(s, m) ? NULL : "block_unreadable";
}

static const char *unseal_read(struct word_cursor *s, struct table_request *m)
{
	return word_cursor_number(s, INT32_MAX, &m->n) && word_cursor_end(s)
		       ? NULL
		       : "unseal_unreadable";
}

/* "Dora UNTIL 2027-01-06", where a name may be several words */
static const char *deputy_read(struct word_cursor *s, struct table_request *m)
{
	struct str from = s->rest[s->at];

	if (word_cursor_word(s, "table.nobody") && word_cursor_end(s)) {
		m->kind = TABLE_REQUEST_RECALL;
		return NULL;
	}
	for (int first = s->at; s->at < s->n; s->at++) {
		struct word_cursor until = *s;

		if (s->at == first || !word_cursor_word(&until, "table.to") ||
		    !word_cursor_day(&until, &m->until))
			continue;
		m->value = (struct str){ from.s,
					 (size_t)(s->word[s->at].s - from.s) };
		while (m->value.len && m->value.s[m->value.len - 1] == ' ')
			m->value.len--;
		m->n = word_cursor_word(&until, "table.by") &&
		       word_cursor_word(&until, "table.letters");
		*s = until;
		return word_cursor_end(s) ? NULL : "deputy_unreadable";
	}
	return "deputy_unreadable";
}

/* Is the line one? *bad: why it cannot be read. */
static bool table_request_read(struct word_cursor *s, struct arena *a,
			       struct table_request *m, const char **bad)
{
	*bad = NULL;
	if (word_cursor_word(s, "table.away")) {
		m->kind = TABLE_REQUEST_AWAY;
		*bad = away_read(s, m);
	} else if (word_cursor_word(s, "table.back")) {
		m->kind = TABLE_REQUEST_BACK;
		return word_cursor_end(s);
	} else if (word_cursor_word(s, "table.propose")) {
		m->kind = TABLE_REQUEST_PROPOSE;
		*bad = propose_read(s, a, m);
	} else if (word_cursor_word(s, "table.agree")) {
		if (!said_of_number(s))
			return false;
		m->kind = TABLE_REQUEST_AGREE;
		*bad = answer_read(s, m);
	} else if (word_cursor_word(s, "table.against")) {
		if (!said_of_number(s))
			return false;
		m->kind = TABLE_REQUEST_AGAINST;
		*bad = answer_read(s, m);
	} else if (word_cursor_word(s, "table.unblock")) {
		m->kind = TABLE_REQUEST_UNBLOCK;
		*bad = block_read(s, m);
	} else if (word_cursor_word(s, "table.deputy")) {
		m->kind = TABLE_REQUEST_DEPUTY;
		*bad = deputy_read(s, m);
	} else if (word_cursor_word(s, "table.unseal")) {
		m->kind = TABLE_REQUEST_UNSEAL;
		*bad = unseal_read(s, m);
	} else if (word_cursor_word(s, "table.block")) {
		m->kind = TABLE_REQUEST_BLOCK;
		*bad = block_read(s, m);
	} else {
		return false;
	}
	return true;
}

struct taking {
	struct arena *a;
	const struct vocabulary *v;
	struct proposal_open open;
	struct table_requests *out;
};

const char *proposal_matter(const struct proposal_open *open)
{
	switch (open->what) {
	case TABLE_REQUEST_DRAW: return "matter.draw";
	case TABLE_REQUEST_PAUSE: return "matter.pause";
	case TABLE_REQUEST_EXTENSION:
	case TABLE_REQUEST_DEADLINE: return "matter.time";
	default: return open->number ? "" : NULL;
	}
}

/* AGREE without a number answers the only proposal that its author knows to
 * be open: another one may have taken its place since. */
static void number_find(const struct taking *t, struct table_request *m,
			const char **bad)
{
	if (m->n || (m->kind != TABLE_REQUEST_AGREE &&
		     m->kind != TABLE_REQUEST_AGAINST))
		return;
	m->n = t->open.number;
	if (!m->n)
		*bad = "proposal_number";
}

/* the line as a motion, in words of its own if it is none as it stands */
static bool line_read(struct taking *t, struct str line,
		      struct table_request *m, const char **bad)
{
	const struct meaning_table_now now = { .today = 1,
					       .open = t->open.number,
					       .about = proposal_matter(
						       &t->open) };
	struct meaning_table said;
	struct table_request other = { .line = line };
	const char *no;
	struct word_cursor s;
	bool is;

	word_cursor_init(&s, t->a, t->v, line);
	is = table_request_read(&s, t->a, m, bad);
	if (is && !*bad) {
		number_find(t, m, bad);
		return true;
	}
	if (!meaning_table_read(t->a, t->v, -1, line, &now, &said))
		return is;
	/* AWAY FROM THE 5TH TO THE 9TH, PROPOSE THREE MORE DAYS: the reader of
	 * orders asks back with the whole line */
	if (!said.sure)
		return is && m->kind != TABLE_REQUEST_AWAY &&
		       m->kind != TABLE_REQUEST_PROPOSE;
	word_cursor_init(&s, t->a, t->v, said.line);
	if (!table_request_read(&s, t->a, &other, &no) || no)
		return is;
	*m = other;
	*bad = NULL;
	return true;
}

static bool table_request_line(void *context, struct str line, struct str whole)
{
	struct taking *t = context;
	struct table_requests *out = t->out;
	struct table_request m = { .line = line };
	const char *bad = NULL;

	(void)whole;
	if (str_starts(line, "//") || !line_read(t, line, &m, &bad))
		return false;
	if (!bad && out->n == TABLE_REQUESTS_MAX)
		bad = "motions_many";
	if (!bad)
		out->v[out->n++] = m;
	else if (!out->bad) {
		out->bad = bad;
		out->bad_line = line;
	}
	return true;
}

struct str table_requests_parse(struct arena *a, const struct vocabulary *v,
				struct str text, struct proposal_open open,
				struct table_requests *out)
{
	struct taking t = { a, v, open, out };

	*out = (struct table_requests){ .n = 0 };
	return judge_lines_pick(a, text, ' ', table_request_line, &t);
}
