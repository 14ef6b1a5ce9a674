/*
 * src/base/name_trie.h - what is looked up by its name: a tree of things, by
 * the hashes of their names, that needs no memory but theirs. A thing begins
 * with its struct keyed.
 */
#ifndef BASE_NAME_TRIE_H
#define BASE_NAME_TRIE_H
#include "base/base.h"

struct keyed {
	struct str key; /* borrowed: it lives as long as the tree */
	uint32_t hash;
	struct keyed *child[4];
};

/* Put it into the tree below *root (at first NULL), by this name. Of equal
 * names the last counts: who had it before is no longer in the tree. */
void keyed_put(struct keyed **root, struct keyed *k, struct str key);

/* What is called so; NULL: nothing is. */
struct keyed *keyed_get(const struct keyed *root, struct str key);
#endif
