/* tests/unit/test_auth_keyring.c - whose key was valid when */
#include "unit.h"
#include "auth/keyring.h"

static struct key key(uint8_t n)
{
	struct key k = { .kind = KEY_ED25519, .len = ED25519_SIZE };

	memset(k.b, n, sizeof(k.b));
	return k;
}

static struct keyring_change change(enum keyring_what what, uint32_t person,
				    uint8_t k, uint8_t old)
{
	struct keyring_change c = { .what = what,
				    .person = person,
				    .key = key(k) };

	if (what == KEYRING_REPLACE)
		c.old = key(old);
	return c;
}

static enum keyring_fault apply(struct keyring *r, enum keyring_what what,
				uint32_t person, uint8_t k, uint8_t old,
				uint64_t event)
{
	struct keyring_change c = change(what, person, k, old);
	struct keyring tried = *r;

	assert_int_equal(keyring_check(r, &c) == KEYRING_OK,
			 keyring_apply(&tried, &c, UINT64_MAX - 1) ==
				 KEYRING_OK);
	return keyring_apply(r, &c, event);
}

/* the keys valid at an event, as digits */
static void assert_valid(const struct keyring *r, uint32_t person, uint64_t n,
			 const char *digits)
{
	struct key keys[KEYRING_PER_PERSON];
	size_t count = keyring_valid(r, person, n, keys);

	assert_int_equal(count, strlen(digits));
	for (size_t i = 0; i < count; i++)
		assert_int_equal(keys[i].b[0], digits[i] - '0');
}

static void a_change_counts_for_later_events(void **unused)
{
	(void)unused;
	struct keyring r;

	keyring_init(&r);
	assert_int_equal(apply(&r, KEYRING_ADD, 1, 1, 0, 10), KEYRING_OK);
	assert_int_equal(apply(&r, KEYRING_ADD, 1, 2, 0, 20), KEYRING_OK);
	assert_int_equal(apply(&r, KEYRING_ADD, 2, 3, 0, 20), KEYRING_OK);
	assert_int_equal(apply(&r, KEYRING_REVOKE, 1, 1, 0, 30), KEYRING_OK);
	assert_int_equal(apply(&r, KEYRING_REPLACE, 1, 4, 2, 40), KEYRING_OK);
	assert_valid(&r, 1, 10, "");
	assert_valid(&r, 1, 11, "1");
	assert_valid(&r, 1, 20, "1");
	assert_valid(&r, 1, 21, "12");
	assert_valid(&r, 1, 30, "12");
	assert_valid(&r, 1, 31, "2");
	assert_valid(&r, 1, 40, "2");
	assert_valid(&r, 1, 41, "4");
	assert_valid(&r, 1, UINT64_MAX, "4");
	assert_valid(&r, 2, UINT64_MAX, "3");
	assert_valid(&r, 3, UINT64_MAX, "");
}

static void a_key_is_one_persons_for_ever(void **unused)
{
	(void)unused;
	struct keyring r;
	struct key one = key(1), nine = key(9);

	keyring_init(&r);
	assert_int_equal(apply(&r, KEYRING_ADD, 1, 1, 0, 1), KEYRING_OK);
	assert_int_equal(apply(&r, KEYRING_ADD, 1, 1, 0, 2), KEYRING_HAS);
	assert_int_equal(apply(&r, KEYRING_ADD, 2, 1, 0, 2), KEYRING_TAKEN);
	assert_int_equal(apply(&r, KEYRING_ADD, 1, 2, 0, 2), KEYRING_OK);
	assert_int_equal(apply(&r, KEYRING_REVOKE, 1, 1, 0, 3), KEYRING_OK);
	assert_int_equal(apply(&r, KEYRING_ADD, 1, 1, 0, 4), KEYRING_REVOKED);
	assert_int_equal(apply(&r, KEYRING_ADD, 2, 1, 0, 4), KEYRING_TAKEN);
	assert_int_equal(apply(&r, KEYRING_REVOKE, 1, 1, 0, 4),
			 KEYRING_UNKNOWN);
	assert_int_equal(apply(&r, KEYRING_REVOKE, 2, 2, 0, 4),
			 KEYRING_UNKNOWN);
	assert_int_equal(keyring_find(&r, &one)->until, 3);
	assert_null(keyring_find(&r, &nine));
}

static void the_last_key_goes_by_the_operator_only(void **unused)
{
	(void)unused;
	struct keyring r;
	struct keyring_change c = change(KEYRING_REVOKE, 1, 1, 0);

	keyring_init(&r);
	assert_int_equal(apply(&r, KEYRING_ADD, 1, 1, 0, 1), KEYRING_OK);
	assert_int_equal(keyring_apply(&r, &c, 2), KEYRING_LAST);
	assert_int_equal(apply(&r, KEYRING_REPLACE, 1, 2, 1, 2), KEYRING_OK);
	c.key = key(2);
	c.by_operator = true;
	assert_int_equal(keyring_apply(&r, &c, 3), KEYRING_OK);
	assert_valid(&r, 1, UINT64_MAX, "");
}

static void bounds_are_faults_and_change_nothing(void **unused)
{
	(void)unused;
	struct keyring r;
	uint32_t n;

	keyring_init(&r);
	for (uint8_t i = 1; i <= KEYRING_PER_PERSON; i++)
		assert_int_equal(apply(&r, KEYRING_ADD, 1, i, 0, i),
				 KEYRING_OK);
	assert_int_equal(apply(&r, KEYRING_ADD, 1, 99, 0, 9), KEYRING_TOO_MANY);
	assert_int_equal(apply(&r, KEYRING_REPLACE, 1, 99, 1, 9), KEYRING_OK);
	assert_int_equal(apply(&r, KEYRING_ADD, 2, 100, 0, 8),
			 KEYRING_DISORDER);
	assert_int_equal(apply(&r, KEYRING_ADD, 2, 100, 0, 0),
			 KEYRING_DISORDER);
	assert_int_equal(r.n_entries, 9);
	for (n = r.n_entries; n < KEYRING_MAX; n++) {
		struct keyring_change c = change(KEYRING_ADD, n, 0, 0);

		memcpy(c.key.b, &n, sizeof(n));
		assert_int_equal(keyring_apply(&r, &c, 10), KEYRING_OK);
	}
	assert_int_equal(apply(&r, KEYRING_ADD, 1000, 101, 0, 11),
			 KEYRING_FULL);
	assert_int_equal(r.n_entries, KEYRING_MAX);
	for (unsigned f = 0; f < N_KEYRING_FAULTS; f++)
		assert_non_null(keyring_fault_text(f));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_change_counts_for_later_events),
		cmocka_unit_test(a_key_is_one_persons_for_ever),
		cmocka_unit_test(the_last_key_goes_by_the_operator_only),
		cmocka_unit_test(bounds_are_faults_and_change_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
