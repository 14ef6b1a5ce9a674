/*
 * tests/vectors/read_signed.c - what signed bytes mean to the judge, for the
 * second verifier to be compared with: of every line `KIND HEX` of the input,
 * kinds as in signed.txt, a line `is HEX` or `no FAULT`.
 */
#include "auth/signed_part.h"
#include "base/crypto.h"
#include "base/parse.h"
#include <stdio.h>

enum { LINE_MAX_ = 4 << 20 };

static enum sig_error read_as(struct arena *a, struct str kind, struct str in,
			      struct canon *out)
{
	if (str_is(kind, "text"))
		return canon_make(a, in, 1, out);
	if (str_is(kind, "block"))
		return signed_orders(a, in, STR("ssh as-is"), out);
	if (str_is(kind, "clear"))
		return signed_orders(a, in, STR("pgp clear"), out);
	return signed_orders(a, in, STR("pgp mime"), out);
}

static void one(struct str line)
{
	struct arena a;
	struct canon c = { 0 };
	struct str kind;
	uint8_t *bytes;
	enum sig_error f;

	arena_init(&a);
	if (!parse_field(&line, ' ', &kind))
		kind = STR("");
	bytes = arena_alloc(&a, line.len / 2 + 1);
	if (!hex_parse(line, bytes, line.len / 2)) {
		printf("no hex\n");
	} else {
		f = read_as(&a, kind,
			    (struct str){ (char *)bytes, line.len / 2 }, &c);
		line = hex_of(&a, c.text.s, f ? 0 : c.text.len);
		printf("%s %.*s\n", f ? "no" : "is",
		       f ? (int)strlen(sig_error_name(f)) : (int)line.len,
		       f ? sig_error_name(f) : line.s);
	}
	arena_release(&a);
}

int main(void)
{
	static char line[LINE_MAX_];

	crypto_init();
	while (fgets(line, sizeof(line), stdin)) {
		struct str s = str_of(line);

		if (s.len && s.s[s.len - 1] == '\n')
			s.len--;
		one(s);
	}
	return 0;
}
