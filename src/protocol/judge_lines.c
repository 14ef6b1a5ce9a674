/* src/protocol/judge_lines.c */
#include "protocol/judge_lines.h"
#include "protocol/entropy_state.h"
#include "protocol/keywords.h"
#include "auth/canonical_text.h"
#include "base/parse.h"
#include "base/utf8.h"

void judge_lines_where(const void *canon, size_t at, struct orders_place *out)
{
	const struct canon *c = canon;
	const struct canon_line *l = canon_line_at(c, at);
	uint32_t line = 0, column = 0, first = 0, unused;

	canon_locate(c, 0, &first, &unused);
	canon_locate(c, at, &line, &column);
	*out = (struct orders_place){ .line = (int)(line - first) + 1,
				      .column = (int)column,
				      .shown = l ? l->source : STR("") };
}

/* whose words they are */
struct tongue {
	struct arena *a;
	const struct vocabulary *v;
};

static bool judge_lines_says(const struct tongue *t, enum keyword_word what,
			     struct str word)
{
	return keyword_is(t->a, t->v, what, word);
}

/* the answer to a withheld word */
static bool word_answer(const struct tongue *t, struct str word, int *said)
{
	*said = ENTROPY_ROUND_SILENT;
	if (judge_lines_says(t, SPOKEN_anew, word))
		*said = ENTROPY_ROUND_ANEW;
	else if (judge_lines_says(t, SPOKEN_without, word))
		*said = ENTROPY_ROUND_WITHOUT;
	return *said != ENTROPY_ROUND_SILENT;
}

static bool word_line(const struct tongue *t, struct str line,
		      struct word_lines *out)
{
	struct str first, second;
	int said;

	if (!parse_field(&line, ' ', &first) ||
	    !judge_lines_says(t, SPOKEN_word, first))
		return false;
	if (!parse_field(&line, ' ', &second))
		second = STR("");
	/* each at most once, and all of them good */
	if (judge_lines_says(t, SPOKEN_open, second)) {
		out->bad |=
			out->has_word || !hex_parse(line, out->word, WORD_SIZE);
		out->has_word = true;
	} else if (judge_lines_says(t, SPOKEN_none, second)) {
		out->bad |= out->none || line.len;
		out->none = true;
	} else if (word_answer(t, second, &said)) {
		out->bad |= out->said || line.len;
		out->said = said;
	} else {
		out->bad |= out->has_hash || line.len ||
			    !hex_parse(second, out->hash, WORD_HASH_SIZE);
		out->has_hash = true;
	}
	return true;
}

static bool dispute_line(const struct tongue *t, struct str line,
			 struct dispute_line *out)
{
	struct str word;

	if (!parse_field(&line, ' ', &word) ||
	    !judge_lines_says(t, SPOKEN_dispute, word))
		return false;
	out->bad |= out->has || !parse_field(&line, ' ', &word) ||
		    str_starts(word, "+") ||
		    !parse_int(word, 1, INT32_MAX, &out->point);
	out->has = true;
	out->words = parse_trim(line);
	out->bad |= !out->words.len || out->words.len > JUDGE_LINES_REASON_MAX;
	return true;
}

/* what somebody wishes of their mails, and when the orders are to be taken, is
 * nothing to the game */
static bool judges_line(const struct tongue *t, struct str line)
{
	struct str word, one;

	if (!parse_field(&line, ' ', &word))
		return false;
	if (judge_lines_says(t, SPOKEN_prefer, word) ||
	    judge_lines_says(t, SPOKEN_hold, word))
		return true;
	/* PREFER may be left out of LANGUAGE es */
	return judge_lines_says(t, SPOKEN_language, word) &&
	       parse_field(&line, ' ', &one) && !line.len;
}

bool judge_lines_point(struct str said, int64_t *point, int64_t *event)
{
	struct str whole;

	*event = 0;
	return parse_field(&said, '.', &whole) &&
	       parse_int(whole, 1, INT32_MAX, point) &&
	       (!said.s || parse_int(said, 1, INT32_MAX, event));
}

bool judge_lines_undo(struct arena *a, const struct vocabulary *v,
		      struct str said, struct way_back *out)
{
	struct str point;

	if (!parse_field(&said, ' ', &point) ||
	    !judge_lines_point(point, &out->point, &out->event))
		return false;
	out->fresh = said.len != 0;
	return !out->fresh || keyword_is(a, v, SPOKEN_fresh, said);
}

/* A line that begins with + continues the one before. */
static bool continues(struct str line, struct str *more)
{
	line = parse_trim(line);
	if (!line.len || line.s[0] != '+')
		return false;
	*more = parse_trim((struct str){ line.s + 1, line.len - 1 });
	return true;
}

bool judge_lines_continues(struct str line)
{
	struct str more;

	return continues(line, &more);
}

/* The next line, joined; its lines as they stand are before *rest then. */
static bool next_line(struct arena *a, struct str *rest, char between,
		      struct str *line)
{
	struct str peek, next, more;
	struct buf b;

	if (!parse_line(rest, line))
		return false;
	peek = *rest;
	if (!parse_line(&peek, &next) || !continues(next, &more))
		return true;
	buf_init(&b, rest->len + line->len + 2);
	buf_adds(&b, parse_trim(*line));
	do {
		*rest = peek;
		if (more.len || between == '\n')
			buf_addc(&b, between);
		buf_adds(&b, more);
	} while (parse_line(&peek, &next) && continues(next, &more));
	*line = arena_str(a, buf_str(&b));
	buf_release(&b);
	return true;
}

struct str judge_lines_join(struct arena *a, struct str text)
{
	struct str line, joined;
	struct buf b;

	buf_init(&b, text.len + 2);
	while (next_line(a, &text, ' ', &line)) {
		if (b.len)
			buf_addc(&b, '\n');
		buf_adds(&b, line);
	}
	joined = arena_str(a, buf_str(&b));
	buf_release(&b);
	return joined;
}

/* a remark of the same length */
static void pass_over(char *line, size_t len)
{
	memset(line, ' ', len);
	if (len > 1)
		memcpy(line, "//", 2);
}

static bool is_seen(const struct tongue *t, struct str line, struct str *rest)
{
	struct str word;

	*rest = line;
	return parse_field(rest, ' ', &word) &&
	       judge_lines_says(t, SPOKEN_seen, word);
}

void judge_lines_seen(struct arena *a, const struct vocabulary *v,
		      struct str text, size_t *body, struct seen_line *out)
{
	const struct tongue t = { a, v };
	struct str rest = { text.s + *body, text.len - *body }, line, said;

	*out = (struct seen_line){ 0 };
	while (parse_line(&rest, &line)) {
		if (str_starts(line, "//"))
			continue;
		if (!is_seen(&t, line, &said))
			return;
		out->has = true;
		out->bad = !head_token_parse(said, &out->head);
		*body = text.len - rest.len;
		return;
	}
}

/* the last word of *s, off its end */
static struct str last_word(struct str *s)
{
	struct str word = { s->s + s->len, 0 };

	while (s->len && s->s[s->len - 1] == ' ')
		s->len--;
	word.s = s->s + s->len;
	while (s->len && s->s[s->len - 1] != ' ') {
		s->len--;
		word.s--;
		word.len++;
	}
	return word;
}

/* a game and its point at the end of a line, taken off it */
static bool game_and_point(struct str *line, struct str *game, int64_t *point)
{
	if (!parse_int(last_word(line), 1, INT32_MAX, point))
		return false;
	*game = last_word(line);
	return game->len != 0;
}

bool judge_lines_report(struct str text, struct report_line *out)
{
	const struct str begin = STR(JUDGE_LINES_REPORT);
	struct str line, digits;

	if (!parse_line(&text, &line) || !str_starts(line, JUDGE_LINES_REPORT))
		return false;
	line.s += begin.len;
	line.len -= begin.len;
	digits = last_word(&line);
	return head_token_parse(digits, &out->head) &&
	       str_is(last_word(&line), "SEEN") &&
	       game_and_point(&line, &out->game, &out->point) && !line.len;
}

bool judge_lines_word(struct str text, struct report_word_line *out)
{
	struct report_line report;
	struct str line;

	return judge_lines_report(text, &report) && parse_line(&text, &line) &&
	       parse_line(&text, &line) &&
	       hex_parse(last_word(&line), out->hash, WORD_HASH_SIZE) &&
	       str_is(last_word(&line), "WORD") &&
	       game_and_point(&line, &out->game, &out->point) && !line.len &&
	       str_equal(out->game, report.game) && out->point == report.point;
}

/* the lines from old to rest, in a copy of text */
static void pass_lines(char *copy, struct str text, struct str old,
		       struct str rest)
{
	struct str taken;

	while (old.len > rest.len && parse_line(&old, &taken))
		pass_over(copy + (taken.s - text.s), taken.len);
}

struct str judge_lines_pick(struct arena *a, struct str text, char between,
			    bool (*is)(void *context, struct str line,
				       struct str whole),
			    void *context)
{
	char *copy = arena_copy(a, text.s, text.len);
	struct str rest = text, line, old;

	for (old = rest; next_line(a, &rest, between, &line); old = rest)
		if (is(context, line,
		       (struct str){ old.s, (size_t)(rest.s - old.s) }))
			pass_lines(copy, text, old, rest);
	return (struct str){ copy, text.len };
}

struct str judge_lines_parse(struct arena *a, const struct vocabulary *v,
			     struct str text, struct word_lines *words,
			     struct dispute_line *dispute)
{
	char *copy = arena_copy(a, text.s, text.len);
	const struct tongue t = { a, v };
	struct str rest = text, line, said, old;
	bool seen = false;

	*words = (struct word_lines){ 0 };
	*dispute = (struct dispute_line){ 0 };
	for (old = rest; parse_line(&rest, &line); old = rest) {
		/* nothing continues it, and a second one is no line of ours */
		bool is_head = !seen && is_seen(&t, line, &said);

		seen |= is_head;
		if (!is_head) {
			rest = old;
			next_line(a, &rest, ' ', &line);
		}
		if (!is_head && !word_line(&t, line, words) &&
		    !dispute_line(&t, line, dispute) && !judges_line(&t, line))
			continue;
		pass_lines(copy, text, old, rest);
	}
	return (struct str){ copy, text.len };
}

/* Reasons --------------------------------------------------------------------
 */

bool judge_lines_reason_is(struct arena *a, struct str is_signed,
			   struct str logged)
{
	struct canon c;

	return str_equal(is_signed, logged) ||
	       (!memchr(logged.s, '\n', logged.len) &&
		!canon_make(a, logged, 1, &c) &&
		str_equal(parse_trim(c.text), is_signed));
}

/* without the marks of a quotation, blanks, and n words */
static struct str line_written(struct str s, int n)
{
	size_t at = 0;
	struct str word;

	while (at < s.len && (s.s[at] == '>' || s.s[at] == ' '))
		at++;
	s = parse_trim((struct str){ s.s + at, s.len - at });
	while (n-- > 0 && parse_field(&s, ' ', &word))
		s = parse_trim(s);
	return s;
}

struct str judge_lines_reason(struct arena *a, const struct canon *c,
			      size_t from, size_t to, int n,
			      struct str is_signed)
{
	struct str out;
	struct buf b;

	buf_init(&b, CANON_TEXT_MAX);
	for (size_t i = 0; i < c->n_lines; i++) {
		struct str line = line_written(c->lines[i].source, n);

		if (c->lines[i].start < from || c->lines[i].start >= to ||
		    str_starts(line, "//"))
			continue;
		buf_addz(&b, b.len ? " " : "");
		buf_adds(&b, line);
		n = 0;
	}
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out.len <= JUDGE_LINES_REASON_MAX && utf8_is_valid(out) &&
			       judge_lines_reason_is(a, is_signed, out)
		       ? out
		       : is_signed;
}
