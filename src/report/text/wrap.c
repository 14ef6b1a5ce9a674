/* src/report/text/wrap.c - see wrap.h. */
#include "report/text/wrap.h"
#include "base/parse.h"
#include "base/utf8.h"
#include <string.h>

enum { LABEL_COLUMNS = 8 };

static size_t wrap_blanks(struct str s)
{
	size_t n = 0;

	while (n < s.len && s.s[n] == ' ')
		n++;
	return n;
}

static size_t word_len(struct str s)
{
	size_t n = 0;

	while (n < s.len && s.s[n] != ' ')
		n++;
	return n;
}

static struct str wrap_after(struct str s, size_t n)
{
	return (struct str){ s.s + n, s.len - n };
}

/* How many bytes come before the text of a line. */
static size_t hang_of(struct str line)
{
	size_t indent = wrap_blanks(line);
	size_t first = word_len(wrap_after(line, indent));
	size_t gap = wrap_blanks(wrap_after(line, indent + first));
	size_t hang = indent + first + gap;

	if (first == 1 && line.s[indent] == '-')
		return hang;
	return gap > 1 && hang <= LABEL_COLUMNS ? hang : indent;
}

static bool is_laid_out(struct str text)
{
	for (size_t i = 1; i < text.len; i++)
		if (text.s[i] == ' ' && text.s[i - 1] == ' ')
			return true;
	return false;
}

static bool has_proof(struct str line)
{
	struct str word;

	while (parse_field(&line, ' ', &word))
		if (utf8_width(word) > PROOF_COLUMNS)
			return true;
	return false;
}

static void fold_line(struct buf *out, struct str line)
{
	size_t hang = hang_of(line), column;
	struct str word, text = wrap_after(line, hang);
	bool begun = false; /* this line has a word */

	/* no character is wider than its bytes are many */
	if (line.len <= WRAP_MAX || utf8_width(line) <= WRAP_MAX ||
	    line.s[0] == '>' || is_laid_out(text) || has_proof(line)) {
		buf_adds(out, line);
		return;
	}
	column = utf8_width((struct str){ line.s, hang });
	buf_add(out, line.s, hang);
	while (parse_field(&text, ' ', &word)) {
		size_t width = utf8_width(word);

		if (begun && column + 1 + width > WRAP_MAX) {
			buf_addc(out, '\n');
			for (column = 0; column < hang; column++)
				buf_addc(out, ' ');
		} else if (begun) {
			buf_addc(out, ' ');
			column++;
		}
		buf_adds(out, word);
		column += width;
		begun = true;
	}
}

bool wrap_is_marker(struct str line, const char *begins)
{
	return str_starts(line, begins) && line.len >= 5 &&
	       !memcmp(line.s + line.len - 5, "-----", 5);
}

void wrap_fold(struct buf *out, struct str text)
{
	bool as_it_is = false, ended = text.len && text.s[text.len - 1] == '\n';
	struct str line;

	while (parse_line(&text, &line)) {
		if (wrap_is_marker(line, "-----BEGIN "))
			as_it_is = true;
		if (as_it_is)
			buf_adds(out, line);
		else
			fold_line(out, line);
		if (wrap_is_marker(line, "-----END "))
			as_it_is = false;
		if (text.len || ended)
			buf_addc(out, '\n');
	}
}
