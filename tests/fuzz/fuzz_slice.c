/*
 * tests/fuzz/fuzz_slice.c - the signed part of a mail from foreign bytes. What
 * is read is read again, the same, from the block alone.
 */
#include "fuzz.h"
#include "auth/signed_block.h"
#include "auth/signed_part.h"
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct str text = { (const char *)bytes, len };
	struct arena a = { 0 };
	struct signed_part s;
	struct canon c;

	if (!signed_part_read(&a, text, &s)) {
		for (size_t i = 0; i < s.n_blocks; i++)
			if (signed_block_orders(&a, s.block[i].whole, &c) ||
			    !str_equal(c.text, s.block[i].canon.text))
				abort();
		signed_part_is_for(&s, STR("judge@court.test"));
	}
	arena_release(&a);
	return 0;
}
