/* src/auth/canonical_text.c */
#include "auth/canonical_text.h"
#include "auth/armor.h"
#include "base/utf8.h"

/* text in the making: bytes and, for each byte, its column in the source */
struct writer {
	struct arena *arena;
	char *text;
	uint32_t *columns;
	size_t len, room;
	bool full;      /* it would be longer than TEXT_MAX */
	bool started;   /* something of this line was written */
	uint32_t blank; /* column of a blank that waits, 0 for none */
	uint32_t dot;   /* column of the first dot that waits */
	unsigned dots;
	uint32_t last;   /* character written last on this line */
	unsigned length; /* characters of this line */
};

static bool is_left_out(uint32_t c)
{
	return c == 0xad || c == 0x34f || c == 0x61c || c == 0x180e ||
	       (0x200b <= c && c <= 0x200f) || (0x202a <= c && c <= 0x202e) ||
	       (0x2060 <= c && c <= 0x206f) || (0xfe00 <= c && c <= 0xfe0f) ||
	       c == 0xfeff;
}

static bool is_white(uint32_t c)
{
	return c <= 0x20 || (0x7f <= c && c <= 0xa0) || c == 0x1680 ||
	       c == 0x2028 || c == 0x2029;
}

/* what had no meaning in Unicode 14.0 */
static const struct {
	uint32_t first, last;
} unassigned[] = {
#define X(first, last) { first, last },
#include "auth/unicode14.def"
#undef X
};

static bool is_unassigned(uint32_t c)
{
	size_t low = 0, high = ARRAY_LEN(unassigned);

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (c > unassigned[middle].last)
			low = middle + 1;
		else
			high = middle;
	}
	return low < ARRAY_LEN(unassigned) && unassigned[low].first <= c;
}

static const struct {
	uint32_t first, last;
	const char *by;
} replacements[] = {
	{ 0x2010, 0x2015, "-" },    { 0x2212, 0x2212, "-" },
	{ 0x2018, 0x201b, "'" },    { 0x2032, 0x2032, "'" },
	{ 0x00b4, 0x00b4, "'" },    { 0x02bc, 0x02bc, "'" },
	{ 0x201c, 0x201f, "\"" },   { 0x2033, 0x2033, "\"" },
	{ 0x00ab, 0x00ab, "\"" },   { 0x00bb, 0x00bb, "\"" },
	{ 0x2044, 0x2044, "/" },    { 0x2190, 0x2190, "<-" },
	{ 0x2192, 0x2192, "->" },   { 0x21d2, 0x21d2, "=>" },
	{ 0x00a9, 0x00a9, "(C)" },  { 0x00ae, 0x00ae, "(R)" },
	{ 0x2122, 0x2122, "(TM)" },
};

/* what a character is replaced by, NULL if by nothing */
static const char *canonical_text_replacement(uint32_t c)
{
	if (c >= 0x80)
		for (size_t i = 0; i < ARRAY_LEN(replacements); i++)
			if (replacements[i].first <= c &&
			    c <= replacements[i].last)
				return replacements[i].by;
	return NULL;
}

static uint32_t canonical_text_upper(uint32_t c)
{
	if (('a' <= c && c <= 'z') || (0xe0 <= c && c <= 0xfe && c != 0xf7))
		return c - 0x20;
	return c;
}

/* one character may become eighteen, but not many do */
enum { TEXT_MAX = 4 * CANON_TEXT_MAX };

static bool make_room(struct writer *w, size_t n)
{
	size_t room = 2 * w->room;
	char *text;
	uint32_t *columns;

	if (w->len + n <= w->room)
		return true;
	if (w->full || room > TEXT_MAX) {
		w->full = true;
		return false;
	}
	text = arena_alloc(w->arena, room);
	columns = ARENA_ARRAY(w->arena, room, uint32_t);
	memcpy(text, w->text, w->len);
	memcpy(columns, w->columns, w->len * sizeof(*columns));
	w->text = text;
	w->columns = columns;
	w->room = room;
	return true;
}

static void canonical_text_put(struct writer *w, uint32_t c, uint32_t column)
{
	if (!make_room(w, 4))
		return;
	if (c < 0x80) {
		w->columns[w->len] = column;
		w->text[w->len++] = (char)c;
	} else {
		size_t n = utf8_encode(c, w->text + w->len);

		while (n--)
			w->columns[w->len++] = column;
	}
	w->last = c;
	w->length++;
	w->started = true;
}

static void put_dots(struct writer *w)
{
	if (w->dots)
		canonical_text_put(w, '.', w->dot);
	if (w->dots > 1) {
		canonical_text_put(w, '.', w->dot);
		canonical_text_put(w, '.', w->dot);
	}
	w->dots = 0;
}

/* steps 5 to 7 for one normalised character */
static void canonical_text_add(struct writer *w, uint32_t c, uint32_t column)
{
	if (is_white(c)) {
		put_dots(w);
		if (w->started && !w->blank)
			w->blank = column;
		return;
	}
	if (c == '>' && !w->started && !w->dots)
		return;
	if (w->blank) {
		canonical_text_put(w, ' ', w->blank);
		w->blank = 0;
	}
	if (c == '.') {
		if (!w->dots++)
			w->dot = column;
		return;
	}
	put_dots(w);
	if (c != '-' || w->last != '-')
		canonical_text_put(w, canonical_text_upper(c), column);
}

/* a character after step 4 */
static void add_replaced(struct writer *w, uint32_t c, uint32_t column)
{
	if (0x2010 <= c && c <= 0x2015)
		c = '-';
	canonical_text_add(w, c == 0x2044 ? '/' : c, column);
}

/* a line before step 4, from its last ASCII character on */
struct piece {
	char *bytes;
	uint32_t *columns; /* of the n characters */
	size_t len, n;
};

/*
 * Normalise and add a piece. ASCII never joins with the character before it,
 * so a line may be normalised in pieces that begin at ASCII characters; and
 * unassigned characters join with nothing, so that pieces end before them,
 * too.
 */
static void add_piece(struct arena *a, struct writer *w, const struct piece *p)
{
	struct str done = { p->bytes, p->len };
	size_t step;

	if (p->n == 1 && p->len == 1) {
		canonical_text_add(w, (unsigned char)p->bytes[0],
				   p->columns[0]);
		return;
	}
	if (p->n)
		done = utf8_nfkc(a, done);
	for (size_t i = 0; done.len; i++) {
		add_replaced(w, utf8_next(done, &step),
			     p->columns[i < p->n ? i : p->n - 1]);
		done.s += step;
		done.len -= step;
	}
}

static void add_line(struct arena *a, struct writer *w, struct str line,
		     struct piece *p)
{
	uint32_t column = 0;
	size_t step;

	p->n = p->len = 0;
	for (; line.len; line.s += step, line.len -= step) {
		uint32_t c = utf8_next(line, &step);
		const char *by;

		column++;
		if (is_left_out(c))
			continue;
		by = canonical_text_replacement(c);
		do {
			if (by)
				c = (unsigned char)*by++;
			if (c < 0x80 || is_unassigned(c)) {
				add_piece(a, w, p);
				p->n = p->len = 0;
			}
			if (is_unassigned(c)) {
				canonical_text_add(w, c, column);
				continue;
			}
			p->len += utf8_encode(canonical_text_upper(c),
					      p->bytes + p->len);
			p->columns[p->n++] = column;
		} while (by && *by);
	}
	add_piece(a, w, p);
	put_dots(w);
}

static struct str to_utf8(struct arena *a, struct str text)
{
	char *out, *p;

	if (utf8_is_valid(text))
		return text;
	p = out = arena_alloc(a, 3 * text.len + 4);
	for (size_t i = 0; i < text.len; i++) {
		uint32_t c = utf8_of_windows_1252((unsigned char)text.s[i]);

		p += utf8_encode(c || !text.s[i] ? c : UTF8_REPLACEMENT, p);
	}
	return (struct str){ out, (size_t)(p - out) };
}

/* number of lines, and the length of the longest */
static size_t count_lines(struct str text, size_t *longest)
{
	struct armor_line l = { 0 };

	*longest = 0;
	while (armor_next(text, &l))
		if (l.text.len > *longest)
			*longest = l.text.len;
	return l.number;
}

static void make_lines(struct arena *a, struct writer *w, struct str text,
		       uint32_t first_line, struct piece *p, struct canon *out)
{
	struct armor_line l = { 0 };

	while (armor_next(text, &l)) {
		struct canon_line *line = &out->lines[out->n_lines];

		w->started = false;
		w->blank = w->last = 0;
		w->length = 0;
		line->start = w->len;
		add_line(a, w, l.text, p);
		if (!w->started)
			continue;
		line->len = w->len - line->start;
		line->source_line = first_line + (uint32_t)l.number - 1;
		line->source = l.text;
		if (w->length > CANON_LINE_MAX && !out->long_line)
			out->long_line = line->source_line;
		canonical_text_put(w, '\n', (uint32_t)utf8_length(l.text) + 1);
		out->n_lines++;
	}
}

enum sig_error canon_make(struct arena *a, struct str text, uint32_t first_line,
			  struct canon *out)
{
	struct writer w = { 0 };
	struct piece p;
	size_t n, longest;

	*out = (struct canon){ 0 };
	if (text.len > CANON_TEXT_MAX)
		return FAULT_BLOCK_TOO_LARGE;
	text = to_utf8(a, text);
	n = count_lines(text, &longest);
	if (n > CANON_LINES_MAX)
		return FAULT_BLOCK_TOO_LARGE;
	out->lines = ARENA_ARRAY(a, n + 1, struct canon_line);
	/* dots grow by half, and the last line may gain an end */
	w.arena = a;
	w.room = text.len + text.len / 2 + 16;
	w.text = arena_alloc(a, w.room);
	w.columns = ARENA_ARRAY(a, w.room, uint32_t);
	/* no character becomes more than twice its bytes in step 3 */
	p.bytes = arena_alloc(a, 2 * longest + 4);
	p.columns = ARENA_ARRAY(a, 2 * longest + 4, uint32_t);
	make_lines(a, &w, text, first_line, &p, out);
	if (w.full) {
		*out = (struct canon){ 0 };
		return FAULT_BLOCK_TOO_LARGE;
	}
	out->text = (struct str){ w.text, w.len };
	out->columns = w.columns;
	return SIG_ERROR_OK;
}

const struct canon_line *canon_line_at(const struct canon *c, size_t offset)
{
	size_t low = 0, high = c->n_lines;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct canon_line *l = &c->lines[middle];

		if (offset < l->start)
			high = middle;
		else if (offset > l->start + l->len)
			low = middle + 1;
		else
			return l;
	}
	return NULL;
}

void canon_locate(const struct canon *c, size_t offset, uint32_t *line,
		  uint32_t *column)
{
	const struct canon_line *l;

	*line = *column = 1;
	if (!c->n_lines)
		return;
	if (offset >= c->text.len)
		offset = c->text.len - 1;
	l = canon_line_at(c, offset);
	assert(l); /* the lines cover all of the text */
	*line = l->source_line;
	*column = c->columns[offset];
}
