/*
 * src/base/crypto.h - cryptographic primitives, by libsodium; no other file
 * calls them directly: BLAKE2b, SHA-256, SHA-512, Ed25519, random bytes,
 * base64 and hex. Nothing here fails but the parsers; numbers enter a hash
 * big-endian.
 */
#ifndef BASE_CRYPTO_H
#define BASE_CRYPTO_H
#include "base/arena.h"
#include "base/buf.h"

enum {
	HASH_SIZE = 32,     /* BLAKE2b-256 */
	HASH_SIZE_MAX = 64, /* BLAKE2b-512 */
	HASH_KEY_MAX = 64,
	SHA256_SIZE = 32,
	SHA512_SIZE = 64,
	ED25519_SIZE = 32, /* of a public key, and of a seed */
	ED25519_SIG_SIZE = 64,
};

/* 32 bytes of BLAKE2b: a link, a leaf, a head, a commitment. */
struct hash {
	uint8_t b[HASH_SIZE];
};

/*
 * Prepare the library: once, before a sandbox closes and before threads. It
 * also picks the fastest code for this machine. Ends the process where no
 * randomness is to be had.
 */
void crypto_init(void);

/* A BLAKE2b in the making; the caller owns it, nothing is allocated. */
struct hasher {
	_Alignas(64) uint8_t state[384];
	size_t size;
};

/* Start a hash of size 16..64 bytes; key is empty or 16..64 bytes. */
void hasher_init(struct hasher *h, struct str key, size_t size);
void hasher_add(struct hasher *h, const void *bytes, size_t len);
void hasher_addz(struct hasher *h, const char *z); /* without its NUL */
void hasher_add_u8(struct hasher *h, uint8_t n);
void hasher_add_u32(struct hasher *h, uint32_t n);
void hasher_add_u64(struct hasher *h, uint64_t n);

/* The hash of what was added, `size` bytes; the hasher is wiped. */
void hasher_end(struct hasher *h, uint8_t *out);

/* BLAKE2b-256 without key, at once. */
struct hash hash_of(struct str bytes);
bool hash_equal(const struct hash *a, const struct hash *b);

void blake512_of(struct str bytes, uint8_t out[HASH_SIZE_MAX]);
void sha256_of(struct str bytes, uint8_t out[SHA256_SIZE]);
void sha512_of(struct str bytes, uint8_t out[SHA512_SIZE]);

/* The public key that belongs to a seed. */
void ed25519_public(const uint8_t seed[ED25519_SIZE],
		    uint8_t public_key[ED25519_SIZE]);

/* The signature of a message (RFC 8032: the same bytes every time). */
void ed25519_sign(const uint8_t seed[ED25519_SIZE], struct str message,
		  uint8_t sig[ED25519_SIG_SIZE]);

/* The same if the caller has the public key, which saves half the time. It
 * must be the key of this seed: with another key the signature is invalid,
 * and two signatures of one message reveal the seed. */
void ed25519_sign_as(const uint8_t seed[ED25519_SIZE],
		     const uint8_t public_key[ED25519_SIZE], struct str message,
		     uint8_t sig[ED25519_SIG_SIZE]);

bool ed25519_verify(const uint8_t public_key[ED25519_SIZE], struct str message,
		    const uint8_t sig[ED25519_SIG_SIZE]);

/*
 * A key is invalid if it is no point of the curve, or if anything would verify
 * under it.
 */
bool ed25519_is_key(const uint8_t public_key[ED25519_SIZE]);

/* Unpredictable bytes, from the operating system. */
void random_fill(void *out, size_t len);

/* Overwrite a secret; the compiler cannot leave it out. */
void secret_wipe(void *secret, size_t len);

/* Append with padding, without line ends (false: it does not fit). */
bool base64_render(struct buf *out, struct str bytes);

/*
 * Standard alphabet, padding optional, nothing else allowed. False if it is
 * not that, or longer than max bytes.
 */
bool base64_parse(struct str text, uint8_t *out, size_t max, size_t *len);

/* Append lower-case digits. */
bool hex_render(struct buf *out, struct str bytes);

/* The same as text. */
struct str hex_of(struct arena *a, const void *bytes, size_t len);

/* Exactly 2 * len digits of either case. */
bool hex_parse(struct str text, uint8_t *out, size_t len);
#endif
