/*
 * src/webapp/base_point.c - multiplies the base point of Ed25519, in the page
 * only. libsodium has a table for it, 30 kB that cannot be packed, which saves
 * some tenths of a millisecond for each signature. This file uses libsodium's
 * multiplication of any point, which is constant in time, too.
 */
#include <stddef.h>
#include <private/ed25519_ref10.h>

/* the function that its files call (page.mk) */
void base_point_times(ge25519_p3 *out, const unsigned char *number);

void base_point_times(ge25519_p3 *out, const unsigned char *number)
{
	/* y = 4/5, x even: RFC 8032, 5.1 */
	unsigned char encoded[32] = { 0x58 };
	ge25519_p3 base;

	for (size_t i = 1; i < sizeof(encoded); i++)
		encoded[i] = 0x66;
	(void)ge25519_frombytes(&base, encoded);
	ge25519_scalarmult(out, number, &base);
}
