/* src/auth/keyring.c */
#include "auth/keyring.h"

void keyring_init(struct keyring *r)
{
	*r = (struct keyring){ 0 };
}

const char *keyring_fault_text(enum keyring_fault f)
{
	static const char *const texts[N_KEYRING_FAULTS] = {
		[KEYRING_OK] = "nothing is wrong",
		[KEYRING_TAKEN] = "another person has or had this key",
		[KEYRING_HAS] = "this person has this key already",
		[KEYRING_REVOKED] = "this key was revoked: use a new one",
		[KEYRING_UNKNOWN] = "this is no valid key of this person",
		[KEYRING_LAST] = "this is the person's last key: add another "
				 "first, or replace it",
		[KEYRING_TOO_MANY] = "this person has 8 keys: revoke one first",
		[KEYRING_FULL] = "the key ring is full",
		[KEYRING_DISORDER] = "the change is out of order",
	};

	assert(f < N_KEYRING_FAULTS);
	return texts[f];
}

bool keyring_entry_is_valid(const struct keyring_entry *e, uint64_t n)
{
	return e->from < n && n <= e->until;
}

const struct keyring_entry *keyring_find(const struct keyring *r,
					 const struct key *k)
{
	for (uint32_t i = 0; i < r->n_entries; i++)
		if (key_equal(&r->entries[i].key, k))
			return &r->entries[i];
	return NULL;
}

size_t keyring_valid(const struct keyring *r, uint32_t person, uint64_t n,
		     struct key out[KEYRING_PER_PERSON])
{
	size_t count = 0;

	for (uint32_t i = 0; i < r->n_entries; i++) {
		const struct keyring_entry *e = &r->entries[i];

		if (e->person == person && keyring_entry_is_valid(e, n) &&
		    count < KEYRING_PER_PERSON)
			out[count++] = e->key;
	}
	return count;
}

static bool is_current(const struct keyring *r, uint32_t person,
		       const struct key *k)
{
	const struct keyring_entry *e = keyring_find(r, k);

	return e && e->person == person && e->until == UINT64_MAX;
}

static enum keyring_fault check_add(const struct keyring *r, uint32_t person,
				    const struct key *k, size_t n_after)
{
	const struct keyring_entry *e = keyring_find(r, k);

	if (e && e->person != person)
		return KEYRING_TAKEN;
	if (e)
		return e->until == UINT64_MAX ? KEYRING_HAS : KEYRING_REVOKED;
	if (n_after > KEYRING_PER_PERSON)
		return KEYRING_TOO_MANY;
	return r->n_entries == KEYRING_MAX ? KEYRING_FULL : KEYRING_OK;
}

enum keyring_fault keyring_check(const struct keyring *r,
				 const struct keyring_change *c)
{
	struct key valid[KEYRING_PER_PERSON];
	size_t n = keyring_valid(r, c->person, UINT64_MAX, valid);

	switch (c->what) {
	case KEYRING_ADD: return check_add(r, c->person, &c->key, n + 1);
	case KEYRING_REVOKE:
		if (!is_current(r, c->person, &c->key))
			return KEYRING_UNKNOWN;
		return n == 1 && !c->by_operator ? KEYRING_LAST : KEYRING_OK;
	case KEYRING_REPLACE:
		if (!is_current(r, c->person, &c->old))
			return KEYRING_UNKNOWN;
		return check_add(r, c->person, &c->key, n);
	}
	assert(!"a kind of change that is in the list");
	return KEYRING_UNKNOWN;
}

enum keyring_fault keyring_apply(struct keyring *r,
				 const struct keyring_change *c, uint64_t event)
{
	enum keyring_fault f = keyring_check(r, c);
	const struct key *gone = c->what == KEYRING_REVOKE    ? &c->key
				 : c->what == KEYRING_REPLACE ? &c->old
							      : NULL;

	if (!f && (event < r->last || !event || event == UINT64_MAX))
		f = KEYRING_DISORDER;
	if (f)
		return f;
	for (uint32_t i = 0; gone && i < r->n_entries; i++)
		if (key_equal(&r->entries[i].key, gone))
			r->entries[i].until = event;
	if (c->what != KEYRING_REVOKE)
		r->entries[r->n_entries++] =
			(struct keyring_entry){ .key = c->key,
						.person = c->person,
						.from = event,
						.until = UINT64_MAX };
	r->last = event;
	return KEYRING_OK;
}
