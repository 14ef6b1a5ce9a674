/*
 * src/auth/keyring.h - a key ring with history: each key's owner and when it
 * was valid. A ring is built by replaying the changes that a game's log holds,
 * so that a verifier judges every old signature by the ring as it was. Plain
 * memory, bounded, no pointers.
 *
 * A change has the number of the event that holds it. It counts for later
 * events only: a key is valid at event n if it was added by an event before n
 * and not revoked by one before n. So the order that revokes a key may be
 * signed by it.
 *
 * A key belongs to one person for ever: it is never given to another, and one
 * that was revoked does not come back.
 */
#ifndef AUTH_KEYRING_H
#define AUTH_KEYRING_H
#include "auth/key.h"

enum {
	KEYRING_MAX = 256,      /* keys in a ring, revoked ones included */
	KEYRING_PER_PERSON = 8, /* valid at one time */
	KEYRING_PERSONS = 255,  /* who ever came to the table */
	KEYRING_JUDGE = 0,      /* the judge's own keys; persons are 1, 2, .. */
};

enum keyring_what {
	KEYRING_ADD,
	KEYRING_REVOKE,
	KEYRING_REPLACE, /* revoke `old` and add `key` at once */
};

struct keyring_change {
	enum keyring_what what;
	bool by_operator; /* else signed by a key of this person */
	uint32_t person;
	struct key key; /* added, or revoked */
	struct key old; /* KEYRING_REPLACE; else all zero */
};

enum keyring_fault {
	KEYRING_OK,
	KEYRING_TAKEN,    /* another person has, or had, this key */
	KEYRING_HAS,      /* this person has it already */
	KEYRING_REVOKED,  /* it was revoked and does not come back */
	KEYRING_UNKNOWN,  /* not a valid key of this person */
	KEYRING_LAST,     /* the last one: only the operator may revoke it */
	KEYRING_TOO_MANY, /* this person has KEYRING_PER_PERSON */
	KEYRING_FULL,     /* KEYRING_MAX, KEYRING_PERSONS */
	KEYRING_DISORDER, /* an event before the last change */
	N_KEYRING_FAULTS
};

struct keyring_entry {
	struct key key;
	uint32_t person;
	uint64_t from;  /* event that added it */
	uint64_t until; /* event that revoked it; UINT64_MAX: none has */
};

struct keyring {
	struct keyring_entry entries[KEYRING_MAX]; /* in order of adding */
	uint32_t n_entries;
	uint64_t last; /* event of the last change */
};

void keyring_init(struct keyring *r);

/* Would the change be accepted? Changes nothing. */
enum keyring_fault keyring_check(const struct keyring *r,
				 const struct keyring_change *c);

/*
 * Carry it out as event number `event` (1, 2, ..; several changes may share
 * one). On a fault the ring is as it was.
 */
enum keyring_fault keyring_apply(struct keyring *r,
				 const struct keyring_change *c,
				 uint64_t event);

/* The fault in one line of English; "nothing is wrong" for KEYRING_OK. */
const char *keyring_fault_text(enum keyring_fault f);

/*
 * The keys of a person that are valid at event n, in order of adding; at most
 * KEYRING_PER_PERSON. UINT64_MAX: after all changes so far. Gives their number.
 */
size_t keyring_valid(const struct keyring *r, uint32_t person, uint64_t n,
		     struct key out[KEYRING_PER_PERSON]);

/* The entry of a key, whether it is still valid or not; NULL if there is none.
 */
const struct keyring_entry *keyring_find(const struct keyring *r,
					 const struct key *k);

/* Is the entry valid at event n? */
bool keyring_entry_is_valid(const struct keyring_entry *e, uint64_t n);
#endif
