/* src/judge/people/names.c */
#include "judge/people/names.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "mail/message.h"

/* what would show as nothing, or turn the text around that follows */
static bool is_unseen(uint32_t c)
{
	return c < 0x20 || (0x7f <= c && c <= 0xa0) || c == 0xad ||
	       c == 0x34f || c == 0x61c || c == 0x115f || c == 0x1160 ||
	       c == 0x180e || (0x2000 <= c && c <= 0x200f) ||
	       (0x2028 <= c && c <= 0x202f) || (0x205f <= c && c <= 0x206f) ||
	       c == 0x3000 || c == 0x3164 || (0xfe00 <= c && c <= 0xfe0f) ||
	       c == 0xfeff || c == 0xffa0 || (0xfff0 <= c && c <= 0xfffb) ||
	       (0xe0000 <= c && c <= 0xe0fff);
}

/* A name that all will read, in headers and reports: single blanks only. */
struct str name_clean(struct arena *a, struct str s)
{
	char *out = arena_alloc(a, 3 * s.len + 4);
	size_t n = 0, step;
	bool blank = false;

	for (; s.len; s.s += step, s.len -= step) {
		uint32_t c = utf8_next(s, &step);

		if (is_unseen(c) || c == ' ') {
			blank = n != 0;
			continue;
		}
		if (blank)
			out[n++] = ' ';
		blank = false;
		n += utf8_encode(c, out + n);
	}
	return (struct str){ out, n };
}

/* "operator" and the like stand in the log for who did something */
bool name_is_office(struct str name)
{
	static const char *const offices[] = { "operator",    "judge",
					       "reservation", "deadline",
					       "readmission", "table",
					       "deputy" };

	for (size_t i = 0; i < ARRAY_LEN(offices); i++)
		if (mail_addr_equal(name, str_of(offices[i])))
			return true;
	return false;
}

/*
 * A name that could be taken for another: with the marks of addresses, markers
 * and templates in it, or of letters that only look alike.
 */
bool name_is_odd(struct str name)
{
	bool latin = false, other = false;
	size_t step;

	for (size_t i = 0; i < name.len; i++)
		if (strchr("<>@{}()[]|\\\"", name.s[i]) ||
		    (i && name.s[i] == '-' && name.s[i - 1] == '-'))
			return true;
	for (; name.len; name.s += step, name.len -= step) {
		uint32_t c = utf8_next(name, &step);

		latin |= ('A' <= c && c <= 'Z') || ('a' <= c && c <= 'z') ||
			 (0xc0 <= c && c <= 0x24f);
		/* Greek, Cyrillic, Armenian; full width and letters of
		 * formulas */
		other |= (0x370 <= c && c <= 0x58f) ||
			 (0xff00 <= c && c <= 0xffef) ||
			 (0x1d400 <= c && c <= 0x1d7ff);
	}
	return latin && other;
}

bool name_is_plain(struct str name, struct arena *a)
{
	return name.len && name.len <= NAME_MAX_BYTES &&
	       !name_is_office(name) && !name_is_odd(name) &&
	       str_equal(name_clean(a, name), name);
}
