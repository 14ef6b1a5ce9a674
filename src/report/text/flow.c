/* src/report/text/flow.c - see flow.h. */
#include "report/text/flow.h"
#include "base/ascii.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "report/text/template.h"
#include "report/text/wrap.h"

enum { ITEM_INDENT_MAX = 4 };

static size_t flow_blanks(struct str s)
{
	size_t n = 0;

	while (n < s.len && s.s[n] == ' ')
		n++;
	return n;
}

static struct str flow_after(struct str s, size_t n)
{
	return (struct str){ s.s + n, s.len - n };
}

static struct str without_blanks_at_end(struct str s)
{
	while (s.len && s.s[s.len - 1] == ' ')
		s.len--;
	return s;
}

static struct str first_word(struct str s)
{
	struct str word = STR("");

	(void)parse_field(&s, ' ', &word);
	return word;
}

bool flow_item(struct str line, struct str *words)
{
	*words = flow_after(line, flow_blanks(line));
	if (line.len - words->len > ITEM_INDENT_MAX ||
	    !str_starts(*words, "- "))
		return false;
	*words = flow_after(*words, 2);
	return true;
}

/* Is it laid out, quoted or to be compared whole? */
static bool is_kept(struct str line)
{
	struct str words, word;

	if (!flow_item(line, &words))
		words = line;
	if (!words.len || strchr(" >|", words.s[0]) ||
	    wrap_is_marker(words, "-----") ||
	    memmem(words.s, words.len, "  ", 2))
		return true;
	while (parse_field(&words, ' ', &word))
		if (utf8_width(word) > PROOF_COLUMNS)
			return true;
	return false;
}

/* "2." or "2)": of a list, though the number may only have come there */
static bool is_numbered(struct str line)
{
	size_t n = 0;

	while (n < line.len && ascii_is_digit(line.s[n]))
		n++;
	return n && n < line.len && (line.s[n] == '.' || line.s[n] == ')');
}

/* Did the right margin end this line of a paragraph, before the next one? */
static bool is_joined(struct str line, struct str next, size_t indent)
{
	struct str words = flow_after(next, flow_blanks(next)), item;

	return next.len - words.len == indent && words.len && !is_kept(words) &&
	       !flow_item(next, &item) && !is_numbered(words) &&
	       utf8_width(line) + 1 + utf8_width(first_word(words)) >
		       TEMPLATE_COLUMNS;
}

bool flow_next(struct flow *f, struct buf *out, bool *kept)
{
	struct str line, next, words;
	size_t indent = 0;

	buf_clear(out);
	if (!parse_line(&f->rest, &line))
		return false;
	line = without_blanks_at_end(line);
	buf_adds(out, line);
	f->marked |= wrap_is_marker(line, "-----BEGIN ");
	*kept = f->marked || (line.len && is_kept(line));
	f->marked &= !wrap_is_marker(line, "-----END ");
	if (*kept || !line.len)
		return true;
	if (flow_item(line, &words))
		indent = line.len - words.len;
	for (struct str rest = f->rest; parse_line(&rest, &next);
	     f->rest = rest) {
		next = without_blanks_at_end(next);
		if (!is_joined(line, next, indent))
			break;
		buf_addc(out, ' ');
		buf_adds(out, flow_after(next, indent));
		line = next;
	}
	return true;
}

/* RFC 3676, 4.4: a blank protects what would be taken for a quotation, or be
 * changed on the way */
static void flow_stuff(struct buf *out, struct str line)
{
	if (str_starts(line, " ") || str_starts(line, ">") ||
	    str_starts(line, "From "))
		buf_addc(out, ' ');
}

static void render_paragraph(struct buf *out, struct str text)
{
	size_t column = flow_blanks(text);
	struct str word;

	flow_stuff(out, text);
	buf_add(out, text.s, column);
	text = flow_after(text, column);
	for (bool begun = false; parse_field(&text, ' ', &word); begun = true) {
		size_t width = utf8_width(word);

		if (begun && column + 1 + width > TEMPLATE_COLUMNS) {
			buf_addz(out, " \n");
			flow_stuff(out,
				   (struct str){ word.s, word.len + text.len });
			column = 0;
		} else if (begun) {
			buf_addc(out, ' ');
			column++;
		}
		buf_adds(out, word);
		column += width;
	}
	buf_addc(out, '\n');
}

void flow_render(struct buf *out, struct str text)
{
	struct flow f = { .rest = text };
	struct buf line;
	bool kept;

	buf_init(&line, text.len + 1);
	while (flow_next(&f, &line, &kept)) {
		struct str s = buf_str(&line);

		if (!kept && s.len) {
			render_paragraph(out, s);
			continue;
		}
		/* a quotation stays one */
		if (f.marked || !str_starts(s, ">"))
			flow_stuff(out, s);
		buf_adds(out, s);
		buf_addc(out, '\n');
	}
	buf_release(&line);
}
