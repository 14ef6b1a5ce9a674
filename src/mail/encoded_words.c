/* src/mail/encoded_words.c */
#include "mail/encoded_words.h"
#include "base/buf.h"
#include "base/crypto.h"
#include "base/str.h"
#include "mail/mend.h"
#include <string.h>
#include <strings.h>

/* =?charset?B?text?= */
struct word {
	struct str charset, text;
	size_t end; /* the offset after it */
};

/* the printable text from i to the next "?" */
static struct str field_at(struct str s, size_t i)
{
	size_t n = 0;

	while (i + n < s.len && s.s[i + n] > ' ' && s.s[i + n] < 0x7f &&
	       s.s[i + n] != '?')
		n++;
	return (struct str){ s.s + i, n };
}

static bool word_at(struct str s, size_t i, struct word *w)
{
	if (s.len - i < 2 || memcmp(s.s + i, "=?", 2) != 0)
		return false;
	w->charset = field_at(s, i + 2);
	i += 2 + w->charset.len;
	if (s.len - i < 3 ||
	    (memcmp(s.s + i, "?B?", 3) != 0 && memcmp(s.s + i, "?b?", 3) != 0))
		return false;
	w->text = field_at(s, i + 3);
	i += 3 + w->text.len;
	if (s.len - i < 2 || memcmp(s.s + i, "?=", 2) != 0)
		return false;
	w->end = i + 2;
	return true;
}

/* where the next word of the same field may begin, or 0 */
static size_t after_blanks(struct str s, size_t i)
{
	size_t start = i;

	while (i < s.len && memchr(" \t\r\n", s.s[i], 4))
		i++;
	return i > start && (s.s[i - 1] == ' ' || s.s[i - 1] == '\t') ? i : 0;
}

static bool is_padded(const struct word *w)
{
	return w->text.len && w->text.s[w->text.len - 1] == '=';
}

/* Append the run of words that begins with w, or w as it is; the offset after
 * what was appended. */
static size_t run_append(struct arena *a, struct buf *out, struct str s,
			 size_t start, struct word w)
{
	struct str charset = w.charset, bytes;
	size_t end = start, next = start;
	bool padded = false, inner = false;
	struct buf joined;

	buf_init(&joined, s.len);
	while (mend_base64(a, w.text, &bytes)) {
		inner |= padded;
		padded = is_padded(&w);
		buf_adds(&joined, bytes);
		end = w.end;
		next = after_blanks(s, end);
		if (!next || !word_at(s, next, &w) ||
		    w.charset.len != charset.len ||
		    strncasecmp(w.charset.s, charset.s, charset.len) != 0)
			break;
	}
	if (inner) {
		buf_addf(out, "=?%.*s?B?", STR_ARG(charset));
		base64_render(out, buf_str(&joined));
		buf_addz(out, "?=");
	} else {
		end = end > start ? end : w.end;
		buf_adds(out, (struct str){ s.s + start, end - start });
	}
	buf_release(&joined);
	return end;
}

struct str encoded_words_join(struct arena *a, struct str header)
{
	struct word w;
	struct str out = header;
	struct buf b;

	if (!memmem(header.s, header.len, "=?=", 3))
		return header;
	buf_init(&b, 2 * header.len);
	for (size_t i = 0; i < header.len;) {
		if (word_at(header, i, &w))
			i = run_append(a, &b, header, i, w);
		else
			buf_addc(&b, header.s[i++]);
	}
	if (!str_equal(buf_str(&b), header))
		out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}
