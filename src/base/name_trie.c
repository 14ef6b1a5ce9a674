/* src/base/name_trie.c */
#include "base/name_trie.h"

/* Of a name's length and ends, as names differ there. The tree goes by the
 * highest bits first; what the bytes are on another machine does not matter. */
static uint32_t hash_of(struct str key)
{
	const uint64_t odd = 0x9e3779b97f4a7c15; /* of the golden ratio */
	uint64_t from = 0, to = 0;
	uint32_t f = 0, t = 0;

	if (key.len >= sizeof(from)) {
		memcpy(&from, key.s, sizeof(from));
		memcpy(&to, key.s + key.len - sizeof(to), sizeof(to));
	} else if (key.len >= sizeof(f)) {
		memcpy(&f, key.s, sizeof(f));
		memcpy(&t, key.s + key.len - sizeof(t), sizeof(t));
		from = f;
		to = t;
	} else if (key.len) {
		from = (unsigned char)key.s[0];
		to = (unsigned char)key.s[key.len - 1];
	}
	return (uint32_t)(((from ^ key.len) * odd + to) * odd >> 32);
}

/* where it hangs, or would */
static struct keyed **place_of(struct keyed **at, struct str key, uint32_t hash)
{
	for (uint32_t h = hash; *at; h <<= 2) {
		if ((*at)->hash == hash && str_equal((*at)->key, key))
			break;
		at = &(*at)->child[h >> 30];
	}
	return at;
}

void keyed_put(struct keyed **root, struct keyed *k, struct str key)
{
	uint32_t hash = hash_of(key);
	struct keyed **at = place_of(root, key, hash);

	*k = (struct keyed){ .key = key, .hash = hash };
	if (*at)
		memcpy(k->child, (*at)->child, sizeof(k->child));
	*at = k;
}

struct keyed *keyed_get(const struct keyed *root, struct str key)
{
	struct keyed *top = (struct keyed *)(uintptr_t)root;

	return *place_of(&top, key, hash_of(key));
}
