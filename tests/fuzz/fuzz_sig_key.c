/*
 * tests/fuzz/fuzz_sig_key.c - public and secret keys from foreign bytes. What
 * is read as a key is read again from what we write of it.
 */
#include "fuzz.h"
#include "auth/key.h"
#include <stdlib.h>

static void must(bool holds)
{
	if (!holds)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct str text = { (const char *)bytes, len };
	struct key k, again;
	struct key_secret s;
	struct why why = { 0 };

	if (key_parse(text, &k) == FAULT_OK) {
		char shown[KEY_FINGERPRINT_MAX];
		struct buf b;

		buf_init(&b, 1024);
		must(key_render(&k, STR("comment"), &b));
		must(key_parse(buf_str(&b), &again) == FAULT_OK);
		must(key_equal(&k, &again));
		key_fingerprint(&k, shown);
		must(key_is_fingerprint(&k, str_of(shown)));
		buf_release(&b);
	}
	if (len < 64)
		return 0;
	if (key_secret_parse(text, &s, &why))
		must(why.text[0] != 0);
	else
		key_secret_release(&s);
	return 0;
}
