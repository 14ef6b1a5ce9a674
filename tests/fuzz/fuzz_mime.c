/*
 * tests/fuzz/fuzz_mime.c - any bytes as a mail: looked at, read, encoded,
 * decoded; the slice of a signed part read again; and the same bytes as HTML,
 * as flowed text and as an encoding.
 */
#include "fuzz.h"
#include "mail/html.h"
#include "mail/mend.h"
#include "mail/mime.h"
#include "mail/precheck.h"
#include "mail/part_bytes.h"
#include <stdlib.h>

/* what is read can be encoded, decoded, and is the same then */
static void check_encoding(struct arena *a, const struct message *m)
{
	struct message copy;
	struct buf one, two;

	buf_init(&one, MESSAGE_MAX_ENCODED);
	buf_init(&two, MESSAGE_MAX_ENCODED);
	message_encode(m, &one);
	if (!one.full) {
		if (!message_decode(buf_str(&one), a, &copy))
			abort();
		message_encode(&copy, &two);
		if (!str_equal(buf_str(&one), buf_str(&two)))
			abort();
	}
	buf_release(&one);
	buf_release(&two);
}

static void read_mail(struct mime *mime, struct arena *a, struct str raw)
{
	struct message m, inner;
	struct str sent = mend_mail(a, raw);

	mime_parse(mime, a, raw, &m);
	check_encoding(a, &m);
	(void)mail_is_automatic(&m, STR("judge@games.example"));
	if (m.sig.place != SIGNED_TOP)
		return;
	/* what was signed is part of what was sent, its line ends mended */
	if (m.sig.slice.len &&
	    !memmem(sent.s, sent.len, m.sig.slice.s, m.sig.slice.len))
		abort();
	mime_parse(mime, a, part_bytes_crlf(a, m.sig.slice), &inner);
	check_encoding(a, &inner);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static struct mime mime;
	static bool started;
	struct arena a = { 0 };
	struct str raw = { (const char *)bytes, len }, text;
	struct message m;
	bool truncated = false;

	if (!started)
		mime_init(&mime);
	started = true;
	if (precheck_mail(raw))
		raw = precheck_salvage(&a, raw);
	if (raw.len)
		read_mail(&mime, &a, raw);
	raw = (struct str){ (const char *)bytes, len };
	text = charset_from_charset(&mime.charsets, &a, raw, STR(""),
				    &truncated);
	(void)charset_unflow(&a, text, len % 2);
	(void)html_to_text(&a, text, 10000, &text, &truncated);
	(void)message_decode(raw, &a, &m);
	arena_release(&a);
	return 0;
}
