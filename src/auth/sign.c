/* src/auth/sign.c */
#include "auth/sign.h"

enum fault sign_prepare(struct arena *a, struct str file, struct canon *out)
{
	enum fault f = block_orders(a, file, out);

	if (!f && out->long_line)
		f = FAULT_BLOCK_LINE_TOO_LONG;
	return f;
}

bool sign_render(const struct canon *orders, bool markers, struct buf *out)
{
	if (markers)
		buf_addz(out, BLOCK_BEGIN "\n");
	buf_adds(out, orders->text);
	if (markers)
		buf_addz(out, BLOCK_END "\n");
	return !out->full;
}

bool sign_document(const struct key_secret *secret, const struct canon *orders,
		   struct buf *out)
{
	struct sig s;

	sig_make(secret, SIG_ORDERS, orders->text, &s);
	return sign_render(orders, true, out) && sig_render(&s, out);
}
