/* tests/unit/test_judge_attack.c - mails that somebody sends to gain by them. */
#include "unit.h"
#include "judge_fixture.h"

#define OK(e) assert_int_equal(e, ERR_OK)

static struct fix f;

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "/tmp/heraldo-attack");
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	fix_release(&f);
	return 0;
}

static int count(struct str s, const char *z)
{
	size_t n = strlen(z);
	int found = 0;

	for (size_t i = 0; i + n <= s.len; i++)
		found += !memcmp(s.s + i, z, n);
	return found;
}

/* what is mailed, as text that lives with the fixture */
static struct str posted(void)
{
	struct buf out;
	struct str s;

	buf_init(&out, 4 << 20);
	fix_post(&f, &out);
	s = arena_str(&f.arena, buf_str(&out));
	buf_release(&out);
	return s;
}

/* a signed block under any first line, from any address */
static struct str block_from(const char *from, int signer, const char *text)
{
	return fix_mail(&f, from, fix_signed(&f, signer, text));
}

static void a_serial_used_by_other_orders_is_refused_and_told(void **unused)
{
	(void)unused;
	int64_t point;
	struct str first;

	fix_started(&f, 0);
	point = fix_point(&f);
	first = fix_orders(&f, 0, point, 1, "pick 3");
	assert_str(fix_send(&f, first), "adjudicated");
	posted();
	/* the same again is nothing new */
	first.len -= 2;
	assert_str(fix_send(&f, first), "repeated");
	assert_int_equal(posted().len, 0);
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 5")),
		   "serial_used");
	assert_int_equal(count(posted(), "refused to ana@one.test"), 1);
	/* who did not sign it hears nothing, nor does Ana */
	assert_str(fix_send(&f,
			    block_from("ana@one.test", 1,
				       arena_printf(&f.arena,
						    "ORDERS %.*s A %lld 1\n"
						    "pick 2\n",
						    STR_ARG(f.name),
						    (long long)point))),
		   "repeated");
	assert_int_equal(posted().len, 0);
}

static void a_serial_of_zero_is_none(void **unused)
{
	(void)unused;

	fix_started(&f, 0);
	posted();
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 0, "pick 3")),
		   "serial_used");
	assert_int_equal(count(posted(), "refused to ana@one.test"), 1);
	assert_int_equal(fix_state(&f).in[0], 0);
}

static struct str keys_from(int who, int serial, const char *line)
{
	return block_from(f.p[who].address, who,
			  arena_printf(&f.arena, "KEYS %.*s %c 1 %d\n%s\n",
				       STR_ARG(f.name), 'A' + who, serial,
				       line));
}

static void an_old_mail_brings_no_old_address_back(void **unused)
{
	(void)unused;
	struct person_row p;
	struct str old;

	fix_started(&f, 0);
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	old = keys_from(0, 5, "address ana@lost.test");
	assert_str(fix_send(&f, old), "adjudicated");
	assert_str(fix_send(&f, keys_from(0, 6, "address ana@safe.test")),
		   "adjudicated");
	/* who reads the lost mailbox sends what they found there */
	old.len -= 2;
	assert_str(fix_send(&f, old), "repeated");
	OK(store_person_get(judge_store(f.j), f.p[0].person, &f.arena, &p,
			    &f.why));
	assert_str(p.address, "ana@safe.test");
	assert_str(fix_send(&f, keys_from(0, 7, "language es")), "adjudicated");
	assert_str(fix_send(&f, keys_from(0, 7, "language es")), "repeated");
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(a_serial_used_by_other_orders_is_refused_and_told),
		T(a_serial_of_zero_is_none),
		T(an_old_mail_brings_no_old_address_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
