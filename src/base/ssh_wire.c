/* src/base/ssh_wire.c */
#include "base/ssh_wire.h"

bool ssh_wire_take_u32(struct str *rest, uint32_t *n)
{
	const uint8_t *b = (const uint8_t *)rest->s;

	if (rest->len < 4)
		return false;
	*n = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 |
	     b[3];
	rest->s += 4;
	rest->len -= 4;
	return true;
}

bool ssh_wire_take_string(struct str *rest, struct str *s)
{
	struct str at = *rest;
	uint32_t len;

	if (!ssh_wire_take_u32(&at, &len) || len > at.len)
		return false;
	*s = (struct str){ at.s, len };
	*rest = (struct str){ at.s + len, at.len - len };
	return true;
}

void ssh_wire_put_u32(uint8_t out[4], uint32_t n)
{
	out[0] = (uint8_t)(n >> 24);
	out[1] = (uint8_t)(n >> 16);
	out[2] = (uint8_t)(n >> 8);
	out[3] = (uint8_t)n;
}

bool ssh_wire_add_u32(struct buf *out, uint32_t n)
{
	uint8_t b[4];

	ssh_wire_put_u32(b, n);
	return buf_add(out, b, sizeof(b));
}

bool ssh_wire_add_string(struct buf *out, struct str s)
{
	assert(s.len <= UINT32_MAX);
	return ssh_wire_add_u32(out, (uint32_t)s.len) && buf_adds(out, s);
}
