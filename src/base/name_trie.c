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
static struct name_trie **place_of(struct name_trie **at, struct str key,
				   uint32_t hash)
{
	for (uint32_t h = hash; *at; h <<= 2) {
		if ((*at)->hash == hash && str_equal((*at)->key, key))
			break;
		at = &(*at)->child[h >> 30];
	}
	return at;
}

void name_trie_put(struct name_trie **root, struct name_trie *k, struct str key)
{
	uint32_t hash = hash_of(key);
	struct name_trie **at = place_of(root, key, hash);

	*k = (struct name_trie){ .key = key, .hash = hash };
	if (*at)
		memcpy(k->child, (*at)->child, sizeof(k->child));
	*at = k;
}

struct name_trie *name_trie_get(const struct name_trie *root, struct str key)
{
	struct name_trie *top = (struct name_trie *)(uintptr_t)root;

	return *place_of(&top, key, hash_of(key));
}
