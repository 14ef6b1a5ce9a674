/*
 * tests/unit/vectors.h - what the C code and contrib/verifier must read alike:
 * the file tests/vectors/signed.txt, whose first lines tell its form.
 */
#ifndef TESTS_VECTORS_H
#define TESTS_VECTORS_H
#include "unit.h"
#include "base/crypto.h"
#include "auth/sig_error.h"
#include "base/arena.h"
#include "base/file.h"
#include "tests/srcdir.h"
#include "base/parse.h"

/* Reads bytes into canonical text. */
typedef enum sig_error vector_reader(struct arena *a, struct str in,
				     struct str *out);

/* bytes of a line, without its escapes */
static inline struct str vector_bytes(struct arena *a, struct str s)
{
	char *out = arena_alloc(a, s.len + 1);
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++) {
		static const char plain[] = "nrt\\", is[] = "\n\r\t\\";
		const char *at;
		uint8_t byte;

		if (s.s[i] != '\\') {
			out[n++] = s.s[i];
			continue;
		}
		assert_true(++i < s.len);
		at = strchr(plain, s.s[i]);
		if (at) {
			out[n++] = is[at - plain];
			continue;
		}
		assert_true(s.s[i] == 'x' && i + 2 < s.len);
		assert_true(
			hex_parse((struct str){ s.s + i + 1, 2 }, &byte, 1));
		out[n++] = (char)byte;
		i += 2;
	}
	return (struct str){ out, n };
}

/* Every vector of this kind; gives how many there are. */
static inline int vectors_check(struct arena *a, const char *kind,
				vector_reader *read)
{
	struct str text, line, word, in = { 0 };
	struct why why = { 0 };
	struct buf file;
	bool waits = false;
	int n = 0;

	assert_int_equal(file_read(SRCDIR "/tests/vectors/signed.txt", 1 << 20,
				   &file, &why),
			 ERR_OK);
	text = buf_str(&file);
	while (parse_line(&text, &line)) {
		struct str was = line, out = { 0 };
		enum sig_error f;

		if (!line.len || line.s[0] == '#')
			continue;
		assert_true(parse_field(&line, ' ', &word));
		if (!str_is(word, "is") && !str_is(word, "no")) {
			waits = str_is(word, kind);
			in = vector_bytes(a, line);
			continue;
		}
		if (!waits)
			continue;
		waits = false;
		n++;
		f = read(a, in, &out);
		if (str_is(word, "no"))
			assert_str(line, sig_error_name(f));
		else if (f || !str_equal(out, vector_bytes(a, line)))
			fail_msg("%.*s\nread as (%s) %.*s", STR_ARG(was),
				 sig_error_name(f), STR_ARG(out));
	}
	buf_release(&file);
	return n;
}
#endif
