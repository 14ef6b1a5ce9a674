/*
 * tests/fuzz/fuzz_sig.c - signatures of ssh-keygen, minisign and signify from
 * foreign bytes. What is read is read again, the same, from what we keep.
 */
#include "fuzz.h"
#include "auth/sig.h"
#include <stdlib.h>

static void must(bool holds)
{
	if (!holds)
		abort();
}

static void keep_and_read_again(struct arena *a, const struct sig *s)
{
	struct buf b;
	struct sig again;

	buf_init(&b, 4 * SIG_ARMOUR_MAX);
	must(sig_render(s, &b));
	must(sig_parse(a, buf_str(&b), &again, NULL) == SIG_ERROR_OK);
	must(again.form == s->form && again.hashed == s->hashed);
	must(!memcmp(again.bytes, s->bytes, sizeof(s->bytes)));
	must(!memcmp(again.namespace, s->namespace, sizeof(s->namespace)));
	buf_release(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct str text = { (const char *)bytes, len };
	struct arena a = { 0 };
	size_t at = 0, start;
	enum sig_error f;
	struct sig s;

	while (sig_find(&a, text, &at, &start, &s, &f)) {
		must(start < at && at <= len);
		if (f)
			continue;
		keep_and_read_again(&a, &s);
		if (s.form == SIG_SSH)
			sig_check(&s, &s.key, s.namespace, text);
	}
	arena_release(&a);
	return 0;
}
