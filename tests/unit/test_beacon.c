/*
 * tests/unit/test_beacon.c - an outside beacon: pulses that NIST and drand have
 * published, and which one a moment's dice rest on.
 */
#include "tool.h"
#include "fairness/dice_chain.h"
#include "base/file.h"
#include "base/str.h"
#include "fake_beacon.h"
#include "tests/srcdir.h"
#include "judge/game/beacon_file.h"
#include <sys/stat.h>

#define QUICKNET                                                               \
	"52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
#define ROUND_657413                                                           \
	"b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be"     \
	"41076862b98fad56e91a6b85b89cd97b"

enum {
	AT_54610 = 1535651040,  /* 2018-08-30 17:44:00 UTC */
	AT_657413 = 1694775603, /* 2023-09-15 11:00:03 UTC */
	MINUTE = 60
};

static struct arena arena;
static struct fake_beacon fake;
static struct why why;

static int prepare(void **unused)
{
	crypto_init();
	fake_beacon_init(&fake, &arena);
	return tool_enter(unused);
}

static int finish(void **unused)
{
	fake_beacon_release(&fake);
	arena_release(&arena);
	return tool_leave(unused);
}

static struct str file_of(const char *name)
{
	struct str text;
	struct buf b;

	assert_int_equal(file_read(name, 1 << 20, &b, &why), ERR_OK);
	text = arena_str(&arena, buf_str(&b));
	buf_release(&b);
	return text;
}

static struct beacon beacon_of(enum beacon_kind kind, struct str pem)
{
	struct beacon b;
	struct str name;

	assert_int_equal(beacon_name(&arena, kind, pem, &name, &why), ERR_OK);
	assert_true(beacon_parse(&arena, name, &b));
	assert_int_equal(b.kind, kind);
	return b;
}

static struct beacon nist(void)
{
	return beacon_of(BEACON_NIST,
			 file_of(SRCDIR "/tests/beacon/nist-1.pem"));
}

static enum err find(const struct beacon *b, const char *path, int64_t t_s,
		     struct beacon_file_found *out)
{
	why_clear(&why);
	return beacon_file_find(&arena, path, b, t_s, out, &why);
}

static void a_pulse_of_nist_is_read_and_its_signature_checked(void **unused)
{
	(void)unused;
	static const char path[] = SRCDIR "/tests/beacon/nist-1-54610.json";
	struct beacon b = nist(), other = beacon_of(BEACON_NIST, fake.pem);
	struct beacon_file_found found;
	struct pulse p;
	char *copy;

	assert_true(beacon_is_checked(&b));
	assert_int_equal(find(&b, path, AT_54610 - 59, &found), ERR_OK);
	assert_int_equal(found.pulse.round, 54610);
	assert_int_equal(found.pulse.at_ms, AT_54610 * INT64_C(1000));
	assert_str(hex_of(&arena, found.pulse.value, found.pulse.len),
		   "274e031530b2c773494ebfd9827df4b20bf83b65bcfc5107b97d7c3077"
		   "13e2ffb80c8fd3b7028f457783e88bb07bbd2bc190bc42ba3f56ba2e2f"
		   "74e04d4e5e98");
	assert_str(hex_of(&arena, found.pulse.before, SHA512_SIZE),
		   "20695b01257c5009eab6cf7bf1f286ee7d825ac7b22e9f16afcee4f913"
		   "bbcf4b707098de4cbbd6788c9dc98f917e8c5b0f21ec926f348e2399c6"
		   "459b57c6a4da");
	assert_int_equal(pulse_parse(&arena, &b, found.text, &p), PULSE_OK);
	assert_int_equal(pulse_parse(&arena, &other, found.text, &p),
			 PULSE_FORGED);
	/* any character of it */
	copy = arena_copy(&arena, found.text.s, found.text.len);
	for (size_t i = 5; i < found.text.len; i += 7) {
		char was = copy[i];

		copy[i] = was == 'A' ? 'B' : 'A';
		assert_int_not_equal(
			pulse_parse(&arena, &b,
				    (struct str){ copy, found.text.len }, &p),
			PULSE_OK);
		copy[i] = was;
	}
	/* of another minute it is not the first */
	assert_int_equal(find(&b, path, AT_54610 - 60, &found), ERR_NOT_FOUND);
	assert_int_equal(find(&b, path, AT_54610 + 1, &found), ERR_NOT_FOUND);
	assert_int_equal(find(&b, "none", AT_54610, &found), ERR_NOT_FOUND);
}

static void a_pulse_of_drand_is_read(void **unused)
{
	(void)unused;
	struct beacon b = beacon_of(BEACON_DRAND, STR(""));
	struct beacon_file_found found;
	struct pulse p;
	uint64_t round;
	uint8_t randomness[SHA256_SIZE];

	tool_write("lines",
		   STR("# of today\n\ndrand " QUICKNET " 657412 " ROUND_657413
		       "\ndrand " QUICKNET " 657413 " ROUND_657413 "\n"));
#ifndef HAVE_BLST
	assert_false(beacon_is_checked(&b));
	assert_int_equal(find(&b, "lines", AT_657413 - 3, &found), ERR_OK);
	assert_int_equal(found.pulse.round, 657412);
#else
	/* the round before, with the same signature */
	assert_true(beacon_is_checked(&b));
	assert_int_equal(find(&b, "lines", AT_657413 - 3, &found),
			 ERR_NOT_FOUND);
	assert_int_equal(found.n_forged, 1);
#endif
	assert_int_equal(find(&b, "lines", AT_657413 - 2, &found), ERR_OK);
	assert_int_equal(found.pulse.round, 657413);
	assert_int_equal(found.pulse.at_ms, AT_657413 * INT64_C(1000));
	sha256_of(bytes_of(found.pulse.value + 40, 48), randomness);
	assert_str(hex_of(&arena, randomness, sizeof(randomness)),
		   "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b8"
		   "7b3587");
	assert_int_equal(beacon_due_ms(&b, AT_657413 - 1, &round),
			 AT_657413 * INT64_C(1000));
	assert_int_equal(round, 657413);
	/* as its servers give it */
	tool_write("json", STR("{\"round\":657413,\"signature\":\"" ROUND_657413
			       "\"}"));
	assert_int_equal(find(&b, "json", AT_657413, &found), ERR_OK);
	assert_int_equal(pulse_parse(&arena, &b, found.text, &p), PULSE_OK);
	/* of another chain */
	tool_write("other",
		   STR("drand 00db9ba70e0cc0f6eaf7803dd07447a1f5477735"
		       "fd3f661792ba94600c84e971 657413 " ROUND_657413 "\n"));
	assert_int_equal(find(&b, "other", AT_657413, &found), ERR_NOT_FOUND);
	assert_int_equal(pulse_parse(&arena, &b, STR("drand 0 00"), &p),
			 PULSE_UNREADABLE);
	assert_int_equal(pulse_parse(&arena, &b, STR("nist AAAA"), &p),
			 PULSE_UNREADABLE);
}

static void the_first_pulse_of_a_moment_is_found_among_many(void **unused)
{
	(void)unused;
	struct beacon b = beacon_of(BEACON_NIST, fake.pem);
	int64_t noon = 1700000000 / MINUTE * MINUTE;
	struct beacon_file_found found;
	struct str p[4];

	for (int i = 0; i < 4; i++)
		p[i] = fake_beacon_pulse(&fake, &arena, noon + MINUTE * i, 0);
	mkdir("many", 0700);
	tool_write("many/b",
		   str_of(arena_printf(&arena, "%s%s\n# end", p[2].s, p[0].s)));
	tool_write("many/a",
		   str_of(arena_printf(&arena, "{\n%s%s", p[1].s, p[3].s)));
	for (int i = 1; i < 4; i++) {
		assert_int_equal(
			find(&b, "many", noon + MINUTE * i - 1, &found),
			ERR_OK);
		assert_int_equal(found.pulse.at_ms / 1000, noon + MINUTE * i);
		assert_int_equal(found.before.len, 0);
	}
	assert_int_equal(find(&b, "many", noon + 4 * MINUTE, &found),
			 ERR_NOT_FOUND);
}

static void where_pulses_are_missing_the_one_before_shows_it(void **unused)
{
	(void)unused;
	struct beacon b = beacon_of(BEACON_NIST, fake.pem);
	int64_t noon = 1700000000 / MINUTE * MINUTE;
	struct str before = fake_beacon_pulse(&fake, &arena, noon, 0);
	struct str after =
		fake_beacon_pulse(&fake, &arena, noon + 10 * MINUTE, 2);
	struct str lie = fake_beacon_pulse(&fake, &arena, noon + MINUTE, 0);
	struct beacon_file_found found;
	struct pulse p;

	tool_write("gap", after);
	assert_int_equal(find(&b, "gap", noon + MINUTE, &found), ERR_NOT_FOUND);
	tool_write("gap",
		   str_of(arena_printf(&arena, "%s%s", after.s, before.s)));
	assert_int_equal(find(&b, "gap", noon + MINUTE, &found), ERR_OK);
	assert_int_equal(found.pulse.at_ms / 1000, noon + 10 * MINUTE);
	assert_int_equal(pulse_parse(&arena, &b, found.before, &p), PULSE_OK);
	assert_true(pulse_is_first(&b, &found.pulse, &p, noon + MINUTE));
	assert_false(pulse_is_first(&b, &found.pulse, &p, noon));
	/* one that is not the one before shows nothing */
	tool_write("gap", str_of(arena_printf(&arena, "%s%s", after.s, lie.s)));
	assert_int_equal(find(&b, "gap", noon + 2 * MINUTE, &found),
			 ERR_NOT_FOUND);
}

static void pulses_that_somebody_else_signed_are_passed_over(void **unused)
{
	(void)unused;
	struct beacon b = beacon_of(BEACON_NIST, fake.pem);
	int64_t noon = 1700000000 / MINUTE * MINUTE;
	struct str good = fake_beacon_pulse(&fake, &arena, noon, 0);
	struct fake_beacon forger;
	struct beacon_file_found found;

	fake_beacon_init(&forger, &arena);
	tool_write("forged",
		   str_of(arena_printf(
			   &arena, "%s%s",
			   fake_beacon_pulse(&forger, &arena, noon, 0).s,
			   good.s)));
	fake_beacon_release(&forger);
	assert_int_equal(find(&b, "forged", noon, &found), ERR_OK);
	assert_int_equal(found.n_forged, 1);
	tool_write("forged", STR("{ \"pulse\": 3 } { drand\n\x80 drand x"));
	assert_int_equal(find(&b, "forged", noon, &found), ERR_NOT_FOUND);
}

static void what_is_no_beacon_is_refused(void **unused)
{
	(void)unused;
	static const char *const bad[] = { "x",         "nist",  "nist ",
					   "nist %",    "drand", "drand 00",
					   "nist  AAAA" };
	struct beacon b;
	struct str name;

	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		assert_false(beacon_parse(&arena, str_of(bad[i]), &b));
	assert_true(beacon_parse(&arena, STR(""), &b));
	assert_int_equal(b.kind, BEACON_NONE);
	assert_int_equal(
		beacon_name(&arena, BEACON_NIST, STR("-----"), &name, &why),
		ERR_FORMAT);
	why_clear(&why);
}

/* bytes for a second verifier: BLAKE2b of the label, 32 times 7 and the value
 */
static void words_and_value_are_mixed_as_the_header_says(void **unused)
{
	(void)unused;
	struct pulse p = { .len = 3, .value = { 1, 2, 3 } };
	struct hash words, mixed;
	struct buf b;

	memset(words.b, 7, HASH_SIZE);
	mixed = beacon_mix(&words, &p);
	buf_init(&b, 100);
	buf_addz(&b, "heraldo beam 1");
	buf_add(&b, words.b, HASH_SIZE);
	buf_add(&b, p.value, 3);
	words = hash_of(buf_str(&b));
	buf_release(&b);
	assert_true(hash_equal(&mixed, &words));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_pulse_of_nist_is_read_and_its_signature_checked),
		cmocka_unit_test(a_pulse_of_drand_is_read),
		cmocka_unit_test(
			the_first_pulse_of_a_moment_is_found_among_many),
		cmocka_unit_test(
			where_pulses_are_missing_the_one_before_shows_it),
		cmocka_unit_test(
			pulses_that_somebody_else_signed_are_passed_over),
		cmocka_unit_test(what_is_no_beacon_is_refused),
		cmocka_unit_test(words_and_value_are_mixed_as_the_header_says),
	};

	return cmocka_run_group_tests(tests, prepare, finish);
}
