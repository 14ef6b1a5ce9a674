/* src/judge/requests/folded_lines.c */
#include "judge/requests/folded_lines.h"
#include "auth/armor.h"
#include "base/parse.h"
#include "base/utf8.h"

enum { FOLD_FROM = 60, FOLD_TO = 80, REMARK_FROM = 65 };

static struct str folded_lines_canonical(const struct canon *c, size_t i)
{
	return (struct str){ c->text.s + c->lines[i].start, c->lines[i].len };
}

/* as it was written, without quote marks and blanks around it */
static struct str folded_lines_written(const struct canon *c, size_t i)
{
	struct str s = parse_trim(c->lines[i].source);

	while (s.len && (s.s[0] == '>' || s.s[0] == ' ')) {
		s.s++;
		s.len--;
	}
	return s;
}

static size_t folded_lines_characters(struct str s)
{
	size_t n = 0, step;

	for (; s.len; s.s += step, s.len -= step, n++)
		(void)utf8_next(s, &step);
	return n;
}

/* the canonical form knows capitals alone: is this letter another there? */
static bool begins_small(const struct canon *c, size_t i)
{
	struct str was = folded_lines_written(c, i),
		   is = folded_lines_canonical(c, i);
	size_t step;

	if (!was.len || !is.len)
		return false;
	if ('a' <= was.s[0] && was.s[0] <= 'z')
		return true;
	return (unsigned char)was.s[0] >= 0xc3 &&
	       utf8_next(was, &step) != utf8_next(is, &step);
}

static bool is_complained(const struct canon *c, size_t i,
			  const struct orders *o)
{
	int n = o->n_complaints < ORDERS_MAX_COMPLAINTS ? o->n_complaints
							: ORDERS_MAX_COMPLAINTS;

	for (int k = 0; k < n; k++)
		if (canon_line_at(c, o->complaints[k].at) == &c->lines[i])
			return true;
	return false;
}

static const char *remark_of(struct str line)
{
	return line.len ? memmem(line.s, line.len, "//", 2) : NULL;
}

/* An order in the very words that the judge has for it. */
static bool is_printed(struct arena *a, const struct canon *c, size_t i,
		       const struct grammar *g, int lang,
		       const struct orders *o)
{
	const struct canon_line *l = &c->lines[i];
	struct canon ours;
	struct buf b;
	bool same = false;

	for (int k = 0; k < o->n_lines && !same; k++) {
		const struct order_line *is = &o->lines[k];

		if (is->kind != LINE_ORDER || is->at < l->start ||
		    is->at >= l->start + l->len)
			continue;
		buf_init(&b, 4096);
		same = orders_write_entry(g, lang < 0 ? 0 : lang, is->entry,
					  &b) &&
		       !canon_make(a, buf_str(&b), 1, &ours) &&
		       ours.n_lines == 1 &&
		       str_equal(folded_lines_canonical(&ours, 0),
				 folded_lines_canonical(c, i));
		buf_release(&b);
	}
	return same;
}

static bool is_folded(struct arena *a, const struct canon *c, size_t i,
		      const struct grammar *g, int lang, const struct orders *o)
{
	size_t len = folded_lines_characters(folded_lines_written(c, i));
	struct str next = folded_lines_written(c, i + 1);
	bool small = begins_small(c, i + 1);

	if (c->lines[i + 1].source_line != c->lines[i].source_line + 1 ||
	    !next.len || next.s[0] == '+' || str_starts(next, "//"))
		return false;
	if (remark_of(folded_lines_canonical(c, i)))
		return len >= REMARK_FROM && small;
	if (len < FOLD_FROM || len > FOLD_TO)
		return false;
	if (is_complained(c, i, o) || is_complained(c, i + 1, o))
		return true;
	return small && !is_printed(a, c, i, g, lang, o);
}

struct str folded_lines(struct arena *a, const struct canon *text, size_t body,
			const struct grammar *g, int lang,
			const struct orders *o)
{
	for (size_t i = 0; i + 1 < text->n_lines; i++)
		if (text->lines[i].start >= body &&
		    is_folded(a, text, i, g, lang, o))
			return str_of(arena_printf(
				a, "%.*s\n+ %.*s",
				STR_ARG(folded_lines_written(text, i)),
				STR_ARG(folded_lines_written(text, i + 1))));
	return STR("");
}
