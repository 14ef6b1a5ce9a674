/* tests/unit/test_auth_canon.c - the canonical form, step by step */
#include "unit.h"
#include "auth/canonical_text.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "vectors.h"

static struct arena arena;

static int release(void **unused)
{
	(void)unused;
	arena_release(&arena);
	return 0;
}

static struct canon canon_of(struct str text)
{
	struct canon c;

	assert_int_equal(canon_make(&arena, text, 1, &c), SIG_ERROR_OK);
	return c;
}

static enum sig_error text_read(struct arena *a, struct str in, struct str *out)
{
	struct canon c;
	enum sig_error f = canon_make(a, in, 1, &c);

	*out = c.text;
	return f;
}

static void every_step_does_what_it_says(void **unused)
{
	(void)unused;
	assert_true(vectors_check(&arena, "text", text_read) > 40);
}

static void canonical_text_stays_as_it_is(void **unused)
{
	(void)unused;
	static const char *const texts[] = {
		"a\r\n\xe2\x80\x94\xe2\x80\x94 \xc2\xbd .. . ...\n> x",
		"> . .. > --- \xef\xbc\x9e \xef\xbc\x8d\xef\xbc\x8d",
		"\xce\xb1\xcc\x81 \xe1\x84\x80\xe1\x85\xa1 \xef\xb7\xba",
		"\xef\xb9\x98\xef\xb9\xa3- \xe2\x80\xa4\xe2\x80\xa5",
	};

	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		struct canon once = canon_of(str_of(texts[i]));
		struct canon twice = canon_of(once.text);

		assert_true(str_equal(once.text, twice.text));
	}
}

/* where a piece of canonical text stood, as "line:column" */
static void assert_at(const struct canon *c, const char *piece,
		      unsigned want_line, unsigned want_column)
{
	const char *found =
		memmem(c->text.s, c->text.len, piece, strlen(piece));
	uint32_t line, column;

	assert_non_null(found);
	canon_locate(c, (size_t)(found - c->text.s), &line, &column);
	assert_int_equal(line, want_line);
	assert_int_equal(column, want_column);
}

static void every_byte_knows_where_it_stood(void **unused)
{
	(void)unused;
	struct canon c;
	uint32_t line, column;

	assert_int_equal(
		canon_make(&arena,
			   STR("\n>  move   a1 \xe2\x80\x94\n\n"
			       "\xc3\xa1rtico an\xcc\x83o \xe2\x80\xa6 end\n"),
			   10, &c),
		SIG_ERROR_OK);
	assert_str(c.text, "MOVE A1 -\n\xc3\x81RTICO A\xc3\x91O ... END\n");
	assert_at(&c, "MOVE", 11, 4);
	assert_at(&c, "A1", 11, 11);
	assert_at(&c, "-\n", 11, 14);
	assert_at(&c, "RTICO", 13, 2);
	assert_at(&c, "A\xc3\x91O", 13, 8);
	assert_at(&c, "O ...", 13, 11);
	assert_at(&c, "...", 13, 13);
	assert_at(&c, "END", 13, 15);
	assert_str(c.lines[1].source,
		   "\xc3\xa1rtico an\xcc\x83o \xe2\x80\xa6 end");
	canon_locate(&c, 1000, &line, &column);
	assert_int_equal(line, 13);
	assert_int_equal(column, 18);
	assert_null(canon_line_at(&c, c.text.len));
	assert_ptr_equal(canon_line_at(&c, 0), &c.lines[0]);
	assert_ptr_equal(canon_line_at(&c, 9), &c.lines[0]);
	assert_ptr_equal(canon_line_at(&c, 10), &c.lines[1]);
	c = canon_of(STR(""));
	canon_locate(&c, 0, &line, &column);
	assert_int_equal(line, 1);
}

static void a_line_of_69_characters_is_told(void **unused)
{
	(void)unused;
	char text[400] = "short\n";
	struct buf b;
	struct canon c;

	memset(text + 6, 'x', 68);
	c = canon_of(str_of(text));
	assert_int_equal(c.long_line, 0);
	text[6 + 68] = 'x';
	c = canon_of(str_of(text));
	assert_int_equal(c.long_line, 2);
	/* characters are counted, not bytes, and blanks at the end are not */
	buf_init(&b, 400);
	buf_addz(&b, "  ");
	for (int i = 0; i < 68; i++)
		buf_addz(&b, "\xc3\xb1");
	buf_addz(&b, "     ");
	c = canon_of(buf_str(&b));
	assert_int_equal(c.long_line, 0);
	buf_release(&b);
}

static void texts_beyond_the_limits_are_refused(void **unused)
{
	(void)unused;
	struct buf b;
	struct canon c;

	buf_init(&b, 2 * CANON_TEXT_MAX);
	for (int i = 0; i < CANON_LINES_MAX; i++)
		buf_addz(&b, "x\n");
	assert_int_equal(canon_make(&arena, buf_str(&b), 1, &c), SIG_ERROR_OK);
	buf_addz(&b, "x\n");
	assert_int_equal(canon_make(&arena, buf_str(&b), 1, &c),
			 FAULT_BLOCK_TOO_LARGE);
	buf_clear(&b);
	while (b.len < CANON_TEXT_MAX)
		buf_addc(&b, 'x');
	assert_int_equal(canon_make(&arena, buf_str(&b), 1, &c), SIG_ERROR_OK);
	buf_addc(&b, 'x');
	assert_int_equal(canon_make(&arena, buf_str(&b), 1, &c),
			 FAULT_BLOCK_TOO_LARGE);
	/* U+FDFA becomes eighteen characters */
	buf_clear(&b);
	while (b.len < CANON_TEXT_MAX - 3)
		buf_addz(&b, "\xef\xb7\xba");
	assert_int_equal(canon_make(&arena, buf_str(&b), 1, &c),
			 FAULT_BLOCK_TOO_LARGE);
	assert_int_equal(c.text.len, 0);
	buf_release(&b);
}

/*
 * A library of Unicode 15.0: U+1E030 is a small letter there whose normal form
 * is U+0430, U+1E08F a mark that goes with the letter before it.
 */
static bool unicode15;

struct str __real_utf8_nfkc(struct arena *a, struct str s);
struct str __wrap_utf8_nfkc(struct arena *a, struct str s);

struct str __wrap_utf8_nfkc(struct arena *a, struct str s)
{
	static const char later[] = "\xf0\x9e\x80\xb0";
	struct buf b;

	if (!unicode15)
		return __real_utf8_nfkc(a, s);
	buf_init(&b, 1 << 20);
	for (size_t i = 0; i < s.len; i++)
		if (i + 4 <= s.len && !memcmp(s.s + i, later, 4)) {
			buf_addz(&b, "\xd0\xb0");
			i += 3;
		} else {
			buf_addc(&b, s.s[i]);
		}
	s = __real_utf8_nfkc(a, arena_str(a, buf_str(&b)));
	buf_release(&b);
	return s;
}

static void what_unicode_14_had_not_is_left_alone_by_any_library(void **unused)
{
	(void)unused;
	static const char *const texts[] = {
		"a\xf0\x9e\x80\xb0z",
		"\xf0\x9e\x80\xb0",
		"e\xf0\x9e\x80\xb0\xcc\x81 \xc3\xa9",
	};

	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		struct canon now, later;

		now = canon_of(str_of(texts[i]));
		unicode15 = true;
		later = canon_of(str_of(texts[i]));
		unicode15 = false;
		assert_true(str_equal(now.text, later.text));
		assert_non_null(memmem(now.text.s, now.text.len,
				       "\xf0\x9e\x80\xb0", 4));
	}
	/* a mark does not reach over it */
	assert_str(canon_of(str_of(texts[2])).text,
		   "E\xf0\x9e\x80\xb0\xcc\x81 \xc3\x89\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_step_does_what_it_says),
		cmocka_unit_test(canonical_text_stays_as_it_is),
		cmocka_unit_test(every_byte_knows_where_it_stood),
		cmocka_unit_test(a_line_of_69_characters_is_told),
		cmocka_unit_test(texts_beyond_the_limits_are_refused),
		cmocka_unit_test(
			what_unicode_14_had_not_is_left_alone_by_any_library),
	};

	return cmocka_run_group_tests(tests, NULL, release);
}
