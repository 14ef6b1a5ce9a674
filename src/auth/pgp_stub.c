/*
 * src/auth/pgp_stub.c - the ends of libsodium that the page is built without:
 * sodium_init chooses implementations of ciphers that nothing here uses, and
 * random bytes are the browser's.
 */
#include "base/base.h"
#include <sodium.h>
#include <stdlib.h>
#include <unistd.h>

#define UNUSED_CIPHER(name)                                                    \
	int _crypto_##name##_pick_best_implementation(void);                   \
	int _crypto_##name##_pick_best_implementation(void)                    \
	{                                                                      \
		return 0;                                                      \
	}
UNUSED_CIPHER(onetimeauth_poly1305)
UNUSED_CIPHER(pwhash_argon2)
UNUSED_CIPHER(scalarmult_curve25519)
UNUSED_CIPHER(stream_chacha20)
UNUSED_CIPHER(stream_salsa20)

void randombytes_stir(void)
{
}

void randombytes_buf(void *const out, const size_t size)
{
	enum { AT_ONCE = 256 }; /* of getentropy */
	unsigned char *p = out;

	for (size_t done = 0; done < size; done += AT_ONCE) {
		size_t n = size - done < AT_ONCE ? size - done : AT_ONCE;

		if (getentropy(p + done, n))
			abort();
	}
}
