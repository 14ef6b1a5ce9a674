/* src/auth/sign.c */
#include "auth/sign.h"
#include "base/parse.h"
#include "base/utf8.h"

enum { LINE_COLUMNS = CANON_LINE_MAX - 2 };

/* where a line of too many characters can be broken: a blank, not the first */
static size_t break_of(struct str line)
{
	size_t at = 0, n, columns = 0;

	for (size_t i = 0; i < line.len && columns < LINE_COLUMNS; i += n) {
		struct str rest = { line.s + i, line.len - i };

		utf8_next(rest, &n);
		if (line.s[i] == ' ' && i)
			at = i;
		columns++;
	}
	return at;
}

struct str sign_break(struct arena *a, struct str text)
{
	struct buf out;
	struct str line, whole;

	buf_init(&out, 2 * CANON_TEXT_MAX);
	while (parse_line(&text, &line)) {
		bool remark = memmem(line.s, line.len, "//", 2) != NULL;
		size_t at;

		while (!remark && utf8_length(line) > CANON_LINE_MAX &&
		       (at = break_of(line))) {
			buf_add(&out, line.s, at);
			buf_addz(&out, "\n+");
			line.s += at;
			line.len -= at;
		}
		buf_adds(&out, line);
		buf_addc(&out, '\n');
	}
	whole = arena_str(a, buf_str(&out));
	buf_release(&out);
	return whole;
}

enum sig_error sign_prepare(struct arena *a, struct str file, struct canon *out)
{
	enum sig_error f = signed_block_orders(a, file, out);

	if (!f && out->long_line)
		f = FAULT_BLOCK_LINE_TOO_LONG;
	return f;
}

bool sign_render(const struct canon *orders, bool markers, struct buf *out)
{
	if (markers)
		buf_addz(out, SIGNED_BLOCK_BEGIN "\n");
	buf_adds(out, orders->text);
	if (markers)
		buf_addz(out, SIGNED_BLOCK_END "\n");
	return !out->full;
}

bool sign_document_for(const struct key_secret *secret, const char *purpose,
		       const struct canon *orders, struct buf *out)
{
	struct sig s;

	sig_make(secret, purpose, orders->text, &s);
	return sign_with(&s, orders, out);
}

bool sign_document(const struct key_secret *secret, const struct canon *orders,
		   struct buf *out)
{
	return sign_document_for(secret, SIG_ORDERS, orders, out);
}

bool sign_with(const struct sig *s, const struct canon *orders, struct buf *out)
{
	return sign_render(orders, true, out) && sig_render(s, out);
}
