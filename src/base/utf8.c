/* src/base/utf8.c */
#include "base/utf8.h"
#include <stdlib.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>
#include <uniwidth.h>

static const uint8_t *utf8_bytes(struct str s)
{
	return (const uint8_t *)(s.len ? s.s : "");
}

bool utf8_is_valid(struct str s)
{
	return !u8_check(utf8_bytes(s), s.len);
}

uint32_t utf8_next(struct str s, size_t *len)
{
	ucs4_t c = 0;
	int n = u8_mbtoucr(&c, utf8_bytes(s), s.len);

	if (n <= 0) {
		*len = 1;
		return UTF8_REPLACEMENT;
	}
	*len = (size_t)n;
	return c;
}

size_t utf8_encode(uint32_t c, char *out)
{
	int n = u8_uctomb((uint8_t *)out, c, 4);

	return n > 0 ? (size_t)n : utf8_encode(UTF8_REPLACEMENT, out);
}

struct str utf8_repair(struct arena *a, struct str s)
{
	char *out, *p;

	if (utf8_is_valid(s))
		return arena_str(a, s);
	p = out = arena_alloc(a, s.len * 3 + 1);
	while (s.len) {
		size_t n;

		p += utf8_encode(utf8_next(s, &n), p);
		s.s += n;
		s.len -= n;
	}
	*p = 0;
	return (struct str){ out, (size_t)(p - out) };
}

size_t utf8_length(struct str s)
{
	size_t count = 0;

	while (s.len) {
		size_t n;

		utf8_next(s, &n);
		s.s += n;
		s.len -= n;
		count++;
	}
	return count;
}

/* every byte is a letter of ASCII */
static bool is_plain(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (s.s[i] < ' ' || s.s[i] > '~')
			return false;
	return true;
}

size_t utf8_width(struct str s)
{
	int n = is_plain(s) ? (int)s.len
			    : u8_width(utf8_bytes(s), s.len, "UTF-8");

	return n > 0 ? (size_t)n : 0;
}

/* libunistring's malloc'd result becomes ours */
static struct str result_copy(struct arena *a, uint8_t *p, size_t len,
			      struct str was)
{
	struct str out;

	if (!p) /* not valid text, or no memory: the text as it was */
		return arena_str(a, was);
	out = arena_str(a, (struct str){ (const char *)p, len });
	free(p);
	return out;
}

uint32_t utf8_of_windows_1252(unsigned char byte)
{
	/* where it differs from the first characters of Unicode */
	static const uint16_t from_80[32] = {
		0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
		0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017d, 0,
		0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
		0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178,
	};

	return 0x80 <= byte && byte <= 0x9f ? from_80[byte - 0x80] : byte;
}

struct str utf8_nfkc(struct arena *a, struct str s)
{
	size_t len = 0;
	uint8_t *p =
		u8_normalize(UNINORM_NFKC, utf8_bytes(s), s.len, NULL, &len);

	return result_copy(a, p, len, s);
}

struct str utf8_fold(struct arena *a, struct str s)
{
	size_t len = 0, n;
	uint8_t *p = u8_toupper(utf8_bytes(s), s.len, NULL, UNINORM_NFKD, NULL,
				&len);
	struct str upper = result_copy(a, p, len, s);
	char *out = arena_alloc(a, upper.len + 1), *q = out;

	for (size_t i = 0; i < upper.len; i += n) {
		struct str rest = { upper.s + i, upper.len - i };
		uint32_t c = utf8_next(rest, &n);

		if (uc_is_general_category(c, UC_MARK))
			continue;
		memcpy(q, rest.s, n);
		q += n;
	}
	*q = 0;
	return (struct str){ out, (size_t)(q - out) };
}

struct str utf8_upper(struct arena *a, struct str s)
{
	size_t len = 0;
	uint8_t *p = u8_toupper(utf8_bytes(s), s.len, NULL, NULL, NULL, &len);

	return result_copy(a, p, len, s);
}

struct str utf8_lower(struct arena *a, struct str s)
{
	size_t len = 0;
	uint8_t *p = u8_tolower(utf8_bytes(s), s.len, NULL, NULL, NULL, &len);

	return result_copy(a, p, len, s);
}

/* Without what both begin and end with, which changes no distance. */
static void strip_common(struct str *a, struct str *b)
{
	while (a->len && b->len && a->s[0] == b->s[0]) {
		a->s++;
		b->s++;
		a->len--;
		b->len--;
	}
	while (a->len && b->len && a->s[a->len - 1] == b->s[b->len - 1]) {
		a->len--;
		b->len--;
	}
}

static struct str first_bytes(struct str s, size_t n)
{
	s.len = s.len < n ? s.len : n;
	return s;
}

static unsigned utf8_smaller(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* the two bytes before each of these are the same, the other way round */
static bool utf8_swapped(const char *a, const char *b)
{
	return a[-1] == b[-2] && a[-2] == b[-1];
}

unsigned utf8_distance(struct str a, struct str b, unsigned limit)
{
	enum { MAX = 64 };
	unsigned rows[3][MAX + 1], far = limit + 1;
	size_t la, lb;

	a = first_bytes(a, MAX);
	b = first_bytes(b, MAX);
	/* each byte that one has more is a change */
	if (a.len > b.len + limit || b.len > a.len + limit)
		return far;
	strip_common(&a, &b);
	la = a.len;
	lb = b.len;
	for (size_t j = 0; j <= lb; j++)
		rows[0][j] = (unsigned)j;
	for (size_t i = 1; i <= la; i++) {
		unsigned *row = rows[i % 3], *up = rows[(i + 2) % 3];
		unsigned *up2 = rows[(i + 1) % 3], least;
		/* farther from the diagonal it is more than the limit */
		size_t from = i > limit ? i - limit : 1;
		size_t to = i + limit < lb ? i + limit : lb;

		row[from - 1] = from > 1 ? far : (unsigned)i;
		least = row[from - 1];
		for (size_t j = from; j <= to; j++) {
			unsigned d = up[j - 1] + (a.s[i - 1] != b.s[j - 1]);

			if (j < i + limit)
				d = utf8_smaller(d, up[j] + 1);
			d = utf8_smaller(d, row[j - 1] + 1);
			if (i > 1 && j > 1 && utf8_swapped(a.s + i, b.s + j))
				d = utf8_smaller(d, up2[j - 2] + 1);
			row[j] = d;
			least = utf8_smaller(least, d);
		}
		if (least > limit)
			return far;
	}
	return rows[la % 3][lb] > limit ? far : rows[la % 3][lb];
}
