/*
 * tests/fuzz/fuzz_sig_key.c - public and secret keys and bundles of the log
 * from foreign bytes. What is read is read again, the
 * same, from what we write of it.
 */
#include "fuzz.h"
#include "auth/key.h"
#include "fairness/log_chain.h"
#include <stdlib.h>

static void must(bool holds)
{
	if (!holds)
		abort();
}

static void read_bundle(struct str bytes)
{
	struct str rest = bytes, event;
	uint32_t count, n = 0;
	struct buf b;

	if (!log_chain_bundle_read(&rest, &count))
		return;
	buf_init(&b, LOG_CHAIN_BUNDLE_MAX);
	log_chain_bundle_begin(&b);
	for (; log_chain_bundle_next(&rest, &event); n++)
		must(log_chain_bundle_add(&b, event) ||
		     n >= LOG_CHAIN_BUNDLE_EVENTS);
	if (n == count && !rest.len)
		must(str_equal(buf_str(&b), bytes));
	buf_release(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct str text = { (const char *)bytes, len };
	struct key k, again;
	struct key_secret s;
	struct why why = { 0 };

	read_bundle(text);
	if (key_parse(text, &k) == SIG_ERROR_OK) {
		char shown[KEY_FINGERPRINT_MAX];
		struct buf b;

		buf_init(&b, 1024);
		must(key_render(&k, STR("comment"), &b));
		must(key_parse(buf_str(&b), &again) == SIG_ERROR_OK);
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
