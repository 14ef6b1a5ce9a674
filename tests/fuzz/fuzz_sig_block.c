/*
 * tests/fuzz/fuzz_sig_block.c - whole mails: blocks, canonical form, what was
 * signed. The input is cut at bytes 0x1d: first the text of the mail, then
 * attachments, of which the first line is the name.
 */
#include "fuzz.h"
#include "auth/sign.h"
#include "base/parse.h"
#include "base/utf8.h"
#include <stdlib.h>

static void must(bool holds)
{
	if (!holds)
		abort();
}

static void look_at(const struct canon *c)
{
	size_t covered = 0;

	must(utf8_is_valid(c->text));
	for (size_t i = 0; i < c->n_lines; i++) {
		must(c->lines[i].start == covered && c->lines[i].len);
		covered += c->lines[i].len + 1;
		must(c->text.s[covered - 1] == '\n');
	}
	must(covered == c->text.len);
	for (size_t i = 0; i <= c->text.len; i += 1 + c->text.len / 50) {
		uint32_t line, column;

		canon_locate(c, i, &line, &column);
		must(line && column);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static const struct key nobody = { .kind = KEY_ED25519, .len = 32 };
	struct str rest = { (const char *)bytes, len }, piece;
	struct signed_block_part parts[8] = { 0 };
	struct signed_block blocks[SIGNED_BLOCK_CANDIDATES_MAX];
	struct arena a = { 0 };
	struct canon c;
	size_t n = 0, found;

	while (n < ARRAY_LEN(parts) && parse_field(&rest, 0x1d, &piece)) {
		struct signed_block_part *p = &parts[n];

		p->bytes = piece;
		p->is_text = !n++;
		if (p->is_text)
			p->bytes = utf8_repair(&a, piece);
		else
			parse_line(&p->bytes, &p->name);
	}
	found = signed_block_find(&a, parts, n, blocks, ARRAY_LEN(blocks));
	must(found <= ARRAY_LEN(blocks));
	for (size_t i = 0; i < found; i++) {
		struct signed_block_proof proof;
		enum sig_error f;

		look_at(&blocks[i].canon);
		must(blocks[i].part < n && blocks[i].sig_part < n);
		f = signed_block_verify(
			&a, &blocks[i],
			blocks[i].sig.key.kind ? &blocks[i].sig.key : &nobody,
			1, SIG_ORDERS, &proof);
		if (f)
			continue;
		/* exactly what was signed means exactly what was read */
		must(!signed_block_number(&a, proof.verified, blocks[i].number,
					  &c));
		must(str_equal(c.text, blocks[i].canon.text));
	}
	if (!sign_prepare(&a, (struct str){ (const char *)bytes, len }, &c))
		look_at(&c);
	arena_release(&a);
	return 0;
}
