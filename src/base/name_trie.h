/*
 * src/base/name_trie.h - intrusive hash trie from names to structs. It
 * allocates nothing: each struct begins with its struct name_trie.
 */
#ifndef BASE_NAME_TRIE_H
#define BASE_NAME_TRIE_H
#include "base/base.h"

struct name_trie {
	struct str key; /* borrowed: it lives as long as the tree */
	uint32_t hash;
	struct name_trie *child[4];
};

/* Put it into the tree below *root (at first NULL), by this name. Of equal
 * names the last counts: who had it before is no longer in the tree. */
void name_trie_put(struct name_trie **root, struct name_trie *k,
		   struct str key);

/* The struct with this name, or NULL. */
struct name_trie *name_trie_get(const struct name_trie *root, struct str key);
#endif
