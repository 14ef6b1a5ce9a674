/* src/judge/notify/verp.c */
#include "judge/notify/verp.h"
#include "base/crypto.h"
#include "base/parse.h"
#include "base/str.h"
#include "mail/addr.h"

enum { MAC_BYTES = 4, LEAVE_BYTES = 10 };

struct str verp_address(struct str address, const struct key_secret *key,
			int64_t letter, struct arena *a)
{
	const char *at = memchr(address.s, '@', address.len);
	struct hasher h;
	struct hash mac;
	struct str own;
	size_t local = at ? (size_t)(at - address.s) : 0;

	hasher_init(&h, bytes_of(key->seed, sizeof(key->seed)), HASH_SIZE);
	hasher_addz(&h, "heraldo verp 1");
	hasher_add_u64(&h, (uint64_t)letter);
	hasher_end(&h, mac.b);
	own = str_of(arena_printf(a, "%.*s+b=%lld.%s", (int)local, address.s,
				  (long long)letter,
				  hex_of(a, mac.b, MAC_BYTES).s));
	if (!at || own.len > ADDR_LOCAL_MAX)
		return address;
	return str_of(arena_printf(a, "%.*s%.*s", STR_ARG(own),
				   (int)(address.len - local), at));
}

bool verp_parse(struct str address, const struct key_secret *key,
		struct str said, int64_t *letter, struct arena *a)
{
	const char *at = memmem(said.s, said.len, "+b=", 3);
	struct str rest, number;

	if (!at)
		return false;
	rest = (struct str){ at + 3, said.len - (size_t)(at + 3 - said.s) };
	return parse_field(&rest, '.', &number) &&
	       parse_int(number, 1, INT64_MAX, letter) &&
	       str_equal(str_lower(a, verp_address(address, key, *letter, a)),
			 str_lower(a, said));
}

struct str verp_leave_token(const struct key_secret *key, int64_t game,
			    int slot, int64_t person, struct arena *a)
{
	struct hasher h;
	struct hash mac;

	hasher_init(&h, bytes_of(key->seed, sizeof(key->seed)), HASH_SIZE);
	hasher_addz(&h, "heraldo leave 1");
	hasher_add_u64(&h, (uint64_t)game);
	hasher_add_u64(&h, (uint64_t)slot);
	hasher_add_u64(&h, (uint64_t)person);
	hasher_end(&h, mac.b);
	return hex_of(a, mac.b, LEAVE_BYTES);
}
