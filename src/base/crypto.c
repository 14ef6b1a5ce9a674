/* src/base/crypto.c */
#include "base/crypto.h"
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

void crypto_init(void)
{
	if (sodium_init() < 0) {
		fputs("heraldo: libsodium finds no source of randomness\n",
		      stderr);
		abort();
	}
}

_Static_assert(sizeof(crypto_generichash_blake2b_state) <= 384,
	       "the state of BLAKE2b does not fit into a hasher");

static crypto_generichash_blake2b_state *crypto_state(struct hasher *h)
{
	return (crypto_generichash_blake2b_state *)(void *)h->state;
}

static const unsigned char *bytes(struct str s)
{
	return (const unsigned char *)(s.len ? s.s : "");
}

void hasher_init(struct hasher *h, struct str key, size_t size)
{
	int failed;

	assert(16 <= size && size <= HASH_SIZE_MAX);
	assert(!key.len || (16 <= key.len && key.len <= HASH_KEY_MAX));
	h->size = size;
	failed = crypto_generichash_blake2b_init(
		crypto_state(h), key.len ? bytes(key) : NULL, key.len, size);
	assert(!failed);
	(void)failed;
}

void hasher_add(struct hasher *h, const void *data, size_t len)
{
	crypto_generichash_blake2b_update(crypto_state(h), len ? data : "",
					  len);
}

void hasher_addz(struct hasher *h, const char *z)
{
	hasher_add(h, z, strlen(z));
}

void hasher_add_u8(struct hasher *h, uint8_t n)
{
	hasher_add(h, &n, 1);
}

void hasher_add_u32(struct hasher *h, uint32_t n)
{
	uint8_t b[4] = { (uint8_t)(n >> 24), (uint8_t)(n >> 16),
			 (uint8_t)(n >> 8), (uint8_t)n };

	hasher_add(h, b, sizeof(b));
}

void hasher_add_u64(struct hasher *h, uint64_t n)
{
	hasher_add_u32(h, (uint32_t)(n >> 32));
	hasher_add_u32(h, (uint32_t)n);
}

void hasher_end(struct hasher *h, uint8_t *out)
{
	crypto_generichash_blake2b_final(crypto_state(h), out, h->size);
	sodium_memzero(h, sizeof(*h));
}

struct hash hash_of(struct str data)
{
	struct hash out;

	crypto_generichash_blake2b(out.b, sizeof(out.b), bytes(data), data.len,
				   NULL, 0);
	return out;
}

/* Are they equal? Takes as long whatever they hold. */
static bool secret_equal(const void *a, const void *b, size_t len)
{
	return !sodium_memcmp(a, b, len);
}

bool hash_equal(const struct hash *a, const struct hash *b)
{
	return secret_equal(a->b, b->b, sizeof(a->b));
}

void blake512_of(struct str data, uint8_t out[HASH_SIZE_MAX])
{
	crypto_generichash_blake2b(out, HASH_SIZE_MAX, bytes(data), data.len,
				   NULL, 0);
}

void sha256_of(struct str data, uint8_t out[SHA256_SIZE])
{
	crypto_hash_sha256(out, bytes(data), data.len);
}

void sha512_of(struct str data, uint8_t out[SHA512_SIZE])
{
	crypto_hash_sha512(out, bytes(data), data.len);
}

void ed25519_public(const uint8_t seed[ED25519_SIZE],
		    uint8_t public_key[ED25519_SIZE])
{
	uint8_t pair[crypto_sign_SECRETKEYBYTES];

	crypto_sign_seed_keypair(public_key, pair, seed);
	sodium_memzero(pair, sizeof(pair));
}

void ed25519_sign(const uint8_t seed[ED25519_SIZE], struct str message,
		  uint8_t sig[ED25519_SIG_SIZE])
{
	uint8_t pair[crypto_sign_SECRETKEYBYTES], public_key[ED25519_SIZE];

	crypto_sign_seed_keypair(public_key, pair, seed);
	crypto_sign_detached(sig, NULL, bytes(message), message.len, pair);
	sodium_memzero(pair, sizeof(pair));
}

void ed25519_sign_as(const uint8_t seed[ED25519_SIZE],
		     const uint8_t public_key[ED25519_SIZE], struct str message,
		     uint8_t sig[ED25519_SIG_SIZE])
{
	uint8_t pair[crypto_sign_SECRETKEYBYTES];

	/* as the library keeps a pair */
	memcpy(pair, seed, ED25519_SIZE);
	memcpy(pair + ED25519_SIZE, public_key, ED25519_SIZE);
	crypto_sign_detached(sig, NULL, bytes(message), message.len, pair);
	sodium_memzero(pair, sizeof(pair));
}

bool ed25519_verify(const uint8_t public_key[ED25519_SIZE], struct str message,
		    const uint8_t sig[ED25519_SIG_SIZE])
{
	return !crypto_sign_verify_detached(sig, bytes(message), message.len,
					    public_key);
}

bool ed25519_is_key(const uint8_t public_key[ED25519_SIZE])
{
	return crypto_core_ed25519_is_valid_point(public_key);
}

void random_fill(void *out, size_t len)
{
	crypto_init();
	randombytes_buf(out, len);
}

void secret_wipe(void *secret, size_t len)
{
	sodium_memzero(secret, len);
}

bool base64_render(struct buf *out, struct str data)
{
	char text[4 * 48 + 1];
	bool ok = true;

	/* pieces of a multiple of 3 bytes join without padding between */
	for (size_t i = 0; ok && i < data.len; i += 3 * 48) {
		size_t n = data.len - i < 3 * 48 ? data.len - i : 3 * 48;

		sodium_bin2base64(text, sizeof(text), bytes(data) + i, n,
				  sodium_base64_VARIANT_ORIGINAL);
		ok = buf_addz(out, text);
	}
	sodium_memzero(text, sizeof(text));
	return ok;
}

bool base64_parse(struct str text, uint8_t *out, size_t max, size_t *len)
{
	const char *end = NULL;
	size_t padding = 0;

	while (padding < 2 && text.len && text.s[text.len - 1] == '=') {
		text.len--;
		padding++;
	}
	*len = 0;
	if (!text.len)
		return !padding;
	if (padding && (text.len + padding) % 4)
		return false;
	return !sodium_base642bin(out, max, text.s, text.len, NULL, len, &end,
				  sodium_base64_VARIANT_ORIGINAL_NO_PADDING) &&
	       end == text.s + text.len;
}

bool hex_render(struct buf *out, struct str data)
{
	static const char digits[] = "0123456789abcdef";
	bool ok = true;

	for (size_t i = 0; ok && i < data.len; i++) {
		uint8_t b = bytes(data)[i];

		ok = buf_addc(out, digits[b >> 4]) &&
		     buf_addc(out, digits[b & 15]);
	}
	return ok;
}

struct str hex_of(struct arena *a, const void *bytes, size_t len)
{
	struct buf b;
	struct str s;

	buf_init(&b, 2 * len);
	hex_render(&b, bytes_of(bytes, len));
	s = arena_str(a, buf_str(&b));
	buf_release(&b);
	return s;
}

bool hex_parse(struct str text, uint8_t *out, size_t len)
{
	const char *end = NULL;
	size_t got = 0;

	if (text.len != 2 * len)
		return false;
	return !len ||
	       (!sodium_hex2bin(out, len, text.s, text.len, NULL, &got, &end) &&
		got == len && end == text.s + text.len);
}
