/* src/protocol/press_parse.c */
#include "protocol/press_parse.h"
#include "base/parse.h"
#include "protocol/judge_lines.h"
#include "protocol/word_cursor.h"
#include "engine/event.h"
#include "orders/meaning_table.h"
#include <string.h>

struct taking {
	struct arena *a;
	const struct vocabulary *v;
	struct str text;
	struct press *out;
};

/* "B, C" as "B C" */
static struct str without_commas(struct arena *a, struct str s)
{
	char *copy = arena_copy(a, s.s, s.len);

	for (size_t i = 0; i < s.len; i++)
		if (copy[i] == ',' || copy[i] == '\n')
			copy[i] = ' ';
	return (struct str){ copy, s.len };
}

/* to whom, behind SAY: what means "to" in the language of that, for another's
 * is the name of a seat */
static bool readers_read(struct word_cursor *p, struct press_message *l)
{
	int seat, lang = p->lang, at = p->at;

	if (word_cursor_word(p, "table.to") &&
	    (p->lang != lang || word_cursor_end(p)))
		p->at = at;
	while (!word_cursor_end(p)) {
		if (word_cursor_word(p, "table.everybody"))
			l->all = true;
		else if (word_cursor_word(p, "table.master"))
			l->master = true;
		else if (word_cursor_word(p, "table.observers"))
			l->observers = true;
		else if (word_cursor_seat(p, &seat))
			l->seats |= UINT32_C(1) << seat;
		else if (!word_cursor_word(p, "table.and"))
			return false;
	}
	return l->all || l->master || l->observers || l->seats;
}

static void press_parse_complain(struct press *out, const char *why,
				 struct str line)
{
	if (out->bad)
		return;
	out->bad = why;
	out->bad_line = line;
}

/* SAY TO B nice shot: without a colon it is for one seat, and the rest of the
 * line */
static bool one_reader(struct word_cursor *p, struct press_message *l)
{
	int seat;

	if (!word_cursor_word(p, "table.to") || !word_cursor_seat(p, &seat))
		return false;
	l->seats = UINT32_C(1) << seat;
	return true;
}

static void press_read(struct taking *t, struct str line, struct str whole)
{
	const char *colon = memchr(line.s, ':', line.len);
	size_t head = colon ? (size_t)(colon - line.s) : line.len;
	struct press_message l = { .at = (size_t)(whole.s - t->text.s),
				   .len = whole.len };
	struct press *out = t->out;
	struct str text = STR("");
	struct word_cursor p;

	word_cursor_init(&p, t->a, t->v,
			 without_commas(t->a, (struct str){ line.s, head }));
	(void)word_cursor_word(&p, "table.say");
	if (colon)
		text = parse_trim(
			(struct str){ colon + 1, line.len - head - 1 });
	else if (one_reader(&p, &l))
		text = p.rest[p.at];
	if ((colon && !readers_read(&p, &l)) || !text.len)
		press_parse_complain(out, "letter_unreadable", line);
	else if (text.len > PRESS_TEXT_MAX)
		press_parse_complain(out, "letter_long", STR(""));
	else if (out->n == PRESS_MAX)
		press_parse_complain(out, "letters_many", STR(""));
	else
		out->v[out->n++] = l;
}

/* behind HISTORY: a number, UNTIL a point, MINE, in any order */
static void history_read(struct word_cursor *p, struct press *out,
			 struct str line)
{
	struct press_history h = { .n = 0 };
	bool good = true;

	while (good && !word_cursor_end(p)) {
		if (word_cursor_word(p, "table.mine"))
			h.mine = true;
		else if (word_cursor_word(p, "table.to"))
			good = !h.until &&
			       word_cursor_number(p, INT32_MAX, &h.until);
		else
			good = !h.n &&
			       word_cursor_number(p, PRESS_HISTORY_MAX, &h.n);
	}
	if (!h.n)
		h.n = PRESS_HISTORY;
	if (good)
		out->history = h;
	else
		press_parse_complain(out, "history_unreadable", line);
}

/* "12", or "12.3" */
static bool why_read(struct word_cursor *p, struct press *out)
{
	int64_t point, event;

	if (p->n - p->at != 1 ||
	    !judge_lines_point(p->word[p->at], &point, &event))
		return false;
	out->why = point;
	out->why_event = event;
	return true;
}

/* a line that begins with a word of press; false: it is no such line */
static bool worded_line(struct taking *t, struct str line, struct str whole)
{
	struct word_cursor p;

	word_cursor_init(&p, t->a, t->v, without_commas(t->a, line));
	if (word_cursor_word(&p, "table.letters") && word_cursor_end(&p)) {
		t->out->asks = true;
		return true;
	}
	p.at = 0;
	if (word_cursor_word(&p, "table.games")) {
		if (word_cursor_end(&p))
			t->out->games = true;
		else
			press_parse_complain(t->out, "games_unreadable", line);
		return true;
	}
	if (word_cursor_word(&p, "table.rematch") && word_cursor_end(&p)) {
		t->out->rematch = true;
		return true;
	}
	p.at = 0;
	if (word_cursor_word(&p, "table.precedents")) {
		t->out->precedents = true;
		t->out->rule = p.rest[p.at];
		return true;
	}
	if (word_cursor_word(&p, "table.why")) {
		if (!why_read(&p, t->out))
			press_parse_complain(t->out, "why_unreadable", line);
		return true;
	}
	if (word_cursor_word(&p, "table.resend")) {
		if (!word_cursor_number(&p, INT32_MAX, &t->out->resend) ||
		    !word_cursor_end(&p))
			press_parse_complain(t->out, "resend_unreadable", line);
		return true;
	}
	if (word_cursor_word(&p, "table.history")) {
		history_read(&p, t->out, line);
		return true;
	}
	if (!word_cursor_word(&p, "table.say"))
		return false;
	press_read(t, line, whole);
	return true;
}

/* The line in words of its own: LETTER TO B: .., SHOW ME MY LETTERS AGAIN. It
 * is press if it says nothing else; *asked: the reader of orders asks about it.
 */
static bool meant_line(struct taking *t, struct str line, struct str whole,
		       bool *asked)
{
	const struct meaning_table_now now = { .today = 1 };
	struct meaning_table said;

	*asked = meaning_table_read(t->a, t->v, -1, line, &now, &said);
	return *asked && said.sure && worded_line(t, said.line, whole);
}

static bool press_line(void *context, struct str line, struct str whole)
{
	struct taking *t = context;
	const struct press before = *t->out;
	bool asked;

	if (str_starts(line, "//"))
		return false;
	if (!worded_line(t, line, whole))
		return meant_line(t, line, whole, &asked);
	if (before.bad || !t->out->bad || !strstr(t->out->bad, "unreadable"))
		return true;
	/* a line that cannot be read as it stands, in other words */
	struct press fault = *t->out;

	*t->out = before;
	if (meant_line(t, line, whole, &asked) && !t->out->bad)
		return true;
	*t->out = asked ? before : fault;
	return !asked;
}

struct str press_parse(struct arena *a, const struct vocabulary *v,
		       struct str text, struct press *out)
{
	struct taking t = { a, v, text, out };

	*out = (struct press){ .n = 0 };
	return judge_lines_pick(a, text, '\n', press_line, &t);
}

static void word_add(struct buf *out, const char *word)
{
	if (out->len)
		buf_addc(out, ' ');
	buf_adds(out, str_of(word));
}

bool press_to(const struct press_message *l, struct buf *out)
{
	buf_clear(out);
	for (int i = 0; i < SEATS_MAX; i++)
		if (l->seats >> i & 1)
			word_add(out, (const char[2]){ (char)('A' + i) });
	if (l->master)
		word_add(out, "gm");
	if (l->observers)
		word_add(out, "observers");
	if (l->all)
		word_add(out, "all");
	return out->len > 0;
}

bool press_to_parse(struct str to, struct press_message *l)
{
	struct str rest = to, word;
	struct buf again;
	bool same;

	*l = (struct press_message){ .seats = 0 };
	while (parse_field(&rest, ' ', &word)) {
		l->master |= str_is(word, "gm");
		l->observers |= str_is(word, "observers");
		l->all |= str_is(word, "all");
		if (word.len == 1 && 'A' <= word.s[0] &&
		    word.s[0] < 'A' + SEATS_MAX)
			l->seats |= UINT32_C(1) << (word.s[0] - 'A');
	}
	buf_init(&again, 100);
	same = press_to(l, &again) && str_equal(buf_str(&again), to);
	buf_release(&again);
	return same;
}
