/* tests/unit/test_judge_brought.c - people who play at two judges */
#include "verifier/verify.h"
#include "judge/people/identity_import.h"
#include "judge_unit.h"

/* f is the judge that passports are taken to, this one writes them */
static struct fix from;

static int setup(void **unused)
{
	(void)unused;
	fix_init(&from, "test_judge_brought_from");
	judge_close(from.j);
	from.config.address = STR("judge+1@court.test");
	memset(from.config.key.seed, 98, sizeof(from.config.key.seed));
	ed25519_public(from.config.key.seed, from.config.key.key.b);
	fix_open(&from);
	fix_init(&f, "test_judge_brought");
	fix_player(&f, 3, "Dan", "dan@four.test");
	return 0;
}

static int release(void **unused)
{
	fix_release(&from);
	return teardown(unused);
}

/* --- carrying ---------------------------------------------------------------
 */

static struct str exported(int who)
{
	struct str text;
	struct buf b;

	buf_init(&b, PASSPORT_MAX);
	OK(judge_person_export(from.j, from.p[who].person,
			       STR("Judge@Court.test"), &b, &f.why));
	text = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return text;
}

static enum err taken_as(struct str text, const char *name, struct brought *out)
{
	why_clear(&f.why);
	return judge_person_import(f.j, text, &from.config.key.key,
				   str_of(name), out, &f.why);
}

static struct brought taken(struct str text)
{
	struct brought b;

	OK(taken_as(text, "", &b));
	return b;
}

/* the number in these mails, of 32 digits */
static const char *number_in(struct str mails)
{
	const char *at = strstr(mails.s, "\"nonce\":\"");

	assert_non_null(at);
	return arena_printf(&f.arena, "%.32s", at + 9);
}

/* the answer names the judge that asked (judge/notify/addressee.h) */
static const char *answer_lines(const char *number, const struct fix *to)
{
	return arena_printf(
		&f.arena, "KEYS %s\n%.*s\n", number,
		STR_ARG(addressee_line(&f.arena, NULL, &to->config.key.key,
				       STR("en"))));
}

static struct str answer_by(int who, const char *number)
{
	return fix_mail(&f, f.p[who].address,
			fix_signed(&f, who, answer_lines(number, &f)));
}

/* What it adds to the keys of who is known here, its owner confirms by one of
 * those. */
static struct brought confirmed(struct str text, int by)
{
	struct brought b = taken(text);

	assert_true(b.asked);
	assert_str(fix_send(&f, answer_by(by, number_in(fix_posted(&f)))),
		   "brought");
	return b;
}

/* Ana comes to this judge as she is at the other one. */
static int64_t ana_came(void)
{
	struct person_row p;
	bool current;

	fix_person(&from, 0);
	from.now = f.now;
	assert_true(taken(exported(0)).asked);
	assert_str(fix_send(&f, answer_by(0, number_in(fix_posted(&f)))),
		   "brought");
	OK(store_person_by_address(judge_store(f.j), STR("ana@one.test"),
				   &f.arena, &p, &current, &f.why));
	f.p[0].person = p.id;
	return p.id;
}

static const char *print_of(int who)
{
	char print[KEY_FINGERPRINT_MAX];

	key_fingerprint(&f.p[who].key.key, print);
	return arena_strdup(&f.arena, print);
}

static struct str line_of(int who)
{
	struct buf b;
	struct str s;

	buf_init(&b, 1000);
	key_render(&f.p[who].key.key, STR("key"), &b);
	s = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return s;
}

static struct key_row key_here(int who)
{
	struct key_row k;

	OK(store_key_get(judge_store(f.j), str_of(print_of(who)), &f.arena, &k,
			 &f.why));
	return k;
}

static bool is_here(int who)
{
	struct key_row k;

	return !store_key_get(judge_store(f.j), str_of(print_of(who)), &f.arena,
			      &k, NULL);
}

/* both clocks */
static void later(int64_t seconds)
{
	f.now += seconds;
	from.now = f.now;
}

/* --- coming -----------------------------------------------------------------
 */

static void who_is_new_is_known_once_their_address_has_answered(void **unused)
{
	(void)unused;
	struct person_row p;
	struct str told;
	const char *number;
	int64_t since;

	fix_person(&from, 0);
	since = from.now;
	later(1000);
	told = exported(0);
	assert_int_equal(fix_count(told, "since"), 0);
	assert_int_equal(fix_count(told, "for judge@court.test"), 1);
	assert_int_equal(fix_count(told, "date 2025-12-01T00:16:40Z"), 1);
	assert_int_equal(fix_count(told, "key 2025-12-01T00:00:00Z - SHA256:"),
			 1);
	assert_true(taken(told).asked);
	told = fix_posted(&f);
	number = number_in(told);
	assert_int_equal(fix_count(told, "identity_import to ana@one.test"), 1);
	assert_int_equal(store_person_by_name(judge_store(f.j), STR("Ana"),
					      &f.arena, &p, NULL),
			 ERR_NOT_FOUND);
	/* what nobody signed, or another key did, is no answer */
	assert_str(fix_send(&f, fix_mail(&f, "ana@one.test",
					 str_of(arena_printf(
						 &f.arena,
						 "-----BEGIN HERALDO "
						 "ORDERS-----\nKEYS %s\n-----"
						 "END HERALDO ORDERS-----\n",
						 number)))),
		   "sig-none");
	assert_str(fix_send(&f, answer_by(1, number)), "sig-wrong-key");
	assert_int_equal(
		fix_count(fix_posted(&f), "not_an_order_mail to ana@one.test"),
		2);
	/* nor what names no judge, or another one */
	assert_str(
		fix_send(&f, fix_mail(&f, "ana@one.test",
				      fix_signed_plain(&f, 0,
						       arena_printf(&f.arena,
								    "KEYS %s\n",
								    number)))),
		"judge_absent");
	assert_true(fix_holds(fix_posted(&f), "\"addressee\":\"JUDGE "));
	assert_str(fix_send(&f, fix_mail(&f, "ana@one.test",
					 fix_signed_plain(
						 &f, 0,
						 answer_lines(number, &from)))),
		   "judge_other");
	fix_posted(&f);
	assert_false(is_here(0));
	assert_str(fix_send(&f, answer_by(0, number)), "brought");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "\"what\":\"brought\""), 1);
	assert_int_equal(fix_count(told, "account_change to ana@one.test"), 1);
	OK(store_person_by_name(judge_store(f.j), STR("Ana"), &f.arena, &p,
				&f.why));
	assert_str(p.address, "ana@one.test");
	assert_int_equal(key_here(0).added_s, since);
	/* once */
	assert_str(
		fix_send(&f, fix_mail(&f, "ana@one.test",
				      fix_signed(&f, 0,
						 arena_printf(&f.arena,
							      "KEYS %s\n// x\n",
							      number)))),
		"number_unknown");
}

static void an_address_is_asked_once(void **unused)
{
	(void)unused;
	const char *number;

	fix_person(&from, 0);
	taken(exported(0));
	number = number_in(fix_posted(&f));
	/* what is told meanwhile takes its place */
	later(3600);
	OK(judge_key_add(from.j, from.p[0].person, line_of(2), &f.why));
	assert_true(taken(exported(0)).before);
	assert_int_equal(fix_posted(&f).len, 0);
	assert_str(fix_send(&f, answer_by(0, number)), "brought");
	assert_true(is_here(0));
	assert_true(is_here(2));
	fix_posted(&f);
	/* who is known is asked for other keys, and answers by one from here */
	later(3600);
	OK(judge_key_add(from.j, from.p[0].person, line_of(1), &f.why));
	assert_true(taken(exported(0)).asked);
	assert_false(is_here(1));
	number = number_in(fix_posted(&f));
	assert_str(fix_send(&f, answer_by(1, number)), "sig-wrong-key");
	assert_false(is_here(1));
	assert_str(fix_send(&f, answer_by(0, number)), "brought");
	assert_true(is_here(1));
	fix_posted(&f);
	later(3600);
	assert_false(taken(exported(0)).asked);
}

/* Public keys are public: whoever writes passports can put them together. */
static void another_name_or_address_takes_no_keys_to_somebody(void **unused)
{
	(void)unused;
	struct brought b;

	fix_person(&f, 0);
	/* Bob there has Ana's key, and one that she never saw */
	later(3600);
	fix_person(&from, 1);
	OK(judge_key_add(from.j, from.p[1].person, line_of(0), &f.why));
	later(3600);
	assert_int_equal(taken_as(exported(1), "", &b), ERR_EXISTS);
	assert_int_equal(taken_as(exported(1), "Ana", &b), ERR_EXISTS);
	assert_false(is_here(1));
	/* her address there does not help, if the name is another's */
	OK(judge_address_set(from.j, from.p[1].person, STR("ana@one.test"),
			     &f.why));
	later(3600);
	assert_int_equal(taken_as(exported(1), "", &b), ERR_EXISTS);
	assert_false(is_here(1));
	assert_int_equal(key_here(0).revoked_s, 0);
	/* by her own name she is asked, by a key that she has here */
	assert_true((taken_as(exported(1), "Ana", &b), b.asked));
	assert_false(is_here(1));
	assert_str(fix_send(&f, answer_by(1, number_in(fix_posted(&f)))),
		   "sig-wrong-key");
	assert_false(is_here(1));
}

static void a_question_lapses(void **unused)
{
	(void)unused;
	const char *number;

	fix_person(&from, 0);
	taken(exported(0));
	number = number_in(fix_posted(&f));
	later(JUDGE_JOIN_S + 1);
	assert_str(fix_send(&f, answer_by(0, number)), "number_lapsed");
	assert_false(is_here(0));
	fix_posted(&f);
	/* and is asked anew */
	assert_false(taken(exported(0)).before);
	assert_str(fix_send(&f, answer_by(0, number_in(fix_posted(&f)))),
		   "brought");
}

static void what_came_in_between_is_not_overrun(void **unused)
{
	(void)unused;
	struct brought b;
	const char *number;

	fix_person(&from, 0);
	taken(exported(0));
	number = number_in(fix_posted(&f));
	/* somebody else is called so by now */
	f.p[1].name = "Ana";
	fix_person(&f, 1);
	assert_str(fix_send(&f, answer_by(0, number)), "number_lapsed");
	assert_false(is_here(0));
	assert_int_equal(taken_as(exported(0), "", &b), ERR_EXISTS);
	OK(taken_as(exported(0), "Ana of Paris", &b));
	assert_true(b.before);
	assert_str(fix_send(&f, answer_by(0, number)), "brought");
	/* and keys of others are theirs */
	fix_person(&from, 1);
	later(10);
	OK(judge_key_add(from.j, from.p[1].person, line_of(2), &f.why));
	OK(judge_key_add(f.j, key_here(0).person, line_of(2), &f.why));
	later(10);
	assert_int_equal(taken_as(exported(1), "", &b), ERR_EXISTS);
}

/* --- the newer ring ---------------------------------------------------------
 */

static void the_newer_ring_stays(void **unused)
{
	(void)unused;
	struct str old;
	struct brought b;

	ana_came();
	later(3600);
	OK(judge_key_add(from.j, from.p[0].person, line_of(2), &f.why));
	old = exported(0);
	/* the ring here changes after that */
	later(3600);
	OK(judge_key_add(f.j, f.p[0].person, line_of(1), &f.why));
	b = taken(old);
	assert_true(b.older);
	assert_int_equal(b.n_added, 0);
	assert_int_equal(b.n_left, 1);
	assert_false(is_here(2));
	assert_true(is_here(1));
	/* a passport of today has what that one had */
	later(3600);
	confirmed(exported(0), 0);
	assert_true(is_here(2));
	/* keys that the other judge has never heard of stay */
	assert_int_equal(key_here(1).revoked_s, 0);
	/* the same once more is nothing new */
	b = taken(exported(0));
	assert_int_equal(b.n_added + b.n_left + b.n_revoked, 0);
}

static void a_revoked_key_does_not_come_back(void **unused)
{
	(void)unused;
	struct str old;
	struct brought b;

	ana_came();
	later(3600);
	OK(judge_key_add(from.j, from.p[0].person, line_of(2), &f.why));
	confirmed(exported(0), 0);
	old = exported(0);
	later(3600);
	OK(judge_key_revoke(f.j, str_of(print_of(0)), &f.why));
	for (int i = 0; i < 2; i++) {
		/* by an old passport, and by one of today: there it is valid */
		b = taken(i ? exported(0) : old);
		assert_int_equal(b.n_dead, 1);
		assert_int_equal(b.n_added, 0);
		assert_int_not_equal(key_here(0).revoked_s, 0);
		later(3600);
	}
	assert_str(fix_send(&f, fix_mail(&f, "ana@one.test",
					 fix_signed(&f, 0, "GAMES\n"))),
		   "no_orders");
}

static void
what_is_revoked_there_is_so_here_by_an_old_passport_too(void **unused)
{
	(void)unused;
	struct str old;
	struct brought b;
	const char *log;

	ana_came();
	later(3600);
	OK(judge_key_add(from.j, from.p[0].person, line_of(2), &f.why));
	confirmed(exported(0), 0);
	/* she sits at a table here */
	fix_game(&f, 0, 0);
	OK(judge_seat(f.j, f.game, 0, f.p[0].person, &f.why));
	fix_posted(&f);
	later(3600);
	OK(judge_key_revoke(from.j, str_of(print_of(0)), &f.why));
	/* known there alone, and gone already: never added later */
	OK(judge_key_add(from.j, from.p[0].person, line_of(3), &f.why));
	OK(judge_key_revoke(from.j, str_of(print_of(3)), &f.why));
	old = exported(0);
	later(3600);
	OK(judge_key_add(f.j, f.p[0].person, line_of(1), &f.why));
	b = taken(old);
	assert_true(b.older);
	assert_int_equal(b.n_revoked, 2);
	assert_int_not_equal(key_here(0).revoked_s, 0);
	assert_int_equal(key_here(3).revoked_s, from.now - 3600);
	assert_int_equal(judge_key_add(f.j, f.p[0].person, line_of(3), &f.why),
			 ERR_EXISTS);
	why_clear(&f.why);
	log = fix_log(&f).s;
	assert_int_equal(fix_count(str_of(log), "\"event\":\"key_revoked\""),
			 1);
	OK(judge_game_replay(f.j, f.game, &f.why));
}

/* --- what is not taken ------------------------------------------------------
 */

static void a_changed_passport_is_refused(void **unused)
{
	(void)unused;
	struct brought b;
	struct str text;
	int refused = 0;

	fix_person(&from, 0);
	text = exported(0);
	for (size_t i = 0; i < text.len; i += 3) {
		char *copy = arena_printf(&f.arena, "%.*s", STR_ARG(text));

		copy[i] = copy[i] == 'a' ? 'b' : 'a';
		refused += taken_as(str_of(copy), "", &b) != ERR_OK;
		/* blanks and line ends around the signature are nobody's */
		if (taken_as(str_of(copy), "", &b) == ERR_OK)
			assert_true((size_t)(strstr(text.s, "-----BEGIN") -
					     text.s) <= i);
	}
	assert_int_equal(fix_posted(&f).len, 0);
	assert_true(refused > (int)text.len / 4);
	/* a line more, a key twice, another judge's signature */
	assert_int_not_equal(
		taken_as(str_of(arena_printf(&f.arena, "%.*skey x\n",
					     STR_ARG(text))),
			 "", &b),
		ERR_OK);
	why_clear(&f.why);
	assert_int_equal(judge_person_import(f.j, text, &f.config.key.key,
					     STR(""), &b, &f.why),
			 ERR_SIGNATURE);
	/* it is for this judge alone, and of today */
	why_clear(&f.why);
	assert_int_equal(judge_person_import(from.j, text, &from.config.key.key,
					     STR(""), &b, &f.why),
			 ERR_USAGE);
	f.now -= 3 * 86400;
	assert_int_equal(taken_as(text, "", &b), ERR_USAGE);
	f.now += 3 * 86400;
	OK(taken_as(text, "", &b));
}

static void names_that_stand_for_others_are_not_taken(void **unused)
{
	(void)unused;
	struct brought b;

	from.p[0].name = "operator";
	fix_person(&from, 0);
	assert_int_equal(taken_as(exported(0), "", &b), ERR_USAGE);
	OK(taken_as(exported(0), "Ana", &b));
}

/* --- told -------------------------------------------------------------------
 */

static void who_revokes_a_key_hears_which_judges_have_it(void **unused)
{
	(void)unused;
	struct str told;
	struct buf b;

	ana_came();
	fix_posted(&f);
	fix_posted(&from);
	buf_init(&b, PASSPORT_MAX);
	OK(judge_person_export(from.j, from.p[0].person,
			       STR("judge+3@court.test"), &b, &f.why));
	buf_release(&b);
	OK(judge_key_add(from.j, from.p[0].person, line_of(2), &f.why));
	assert_int_equal(fix_count(fix_posted(&from), "judges"), 0);
	OK(judge_key_revoke(from.j, str_of(print_of(2)), &f.why));
	told = fix_posted(&from);
	assert_int_equal(fix_count(told, "\"judges\":[\"judge+3@court.test\","
					 "\"judge@court.test\"]"),
			 1);
	/* and here, where they came from */
	OK(judge_key_revoke(f.j, str_of(print_of(0)), &f.why));
	assert_int_equal(fix_count(fix_posted(&f),
				   "\"judges\":[\"judge+1@court.test\"]"),
			 1);
	/* who is forgotten leaves nothing of it */
	fix_person(&f, 1);
	OK(judge_key_revoke(f.j, str_of(print_of(1)), &f.why));
	assert_int_equal(fix_count(fix_posted(&f), "judges"), 0);
}

static void who_is_forgotten_leaves_no_passport(void **unused)
{
	(void)unused;
	struct passport_row rows[PASSPORT_JUDGES];
	struct passport_asked q;
	int64_t id = ana_came();
	int mails, letters, n;

	OK(judge_person_forget(f.j, id, &mails, &letters, &f.why));
	OK(store_passport_ins(judge_store(f.j), id, &f.arena, rows,
			      PASSPORT_JUDGES, &n, &f.why));
	assert_int_equal(n, 0);
	OK(judge_person_forget(from.j, from.p[0].person, &mails, &letters,
			       &f.why));
	OK(store_passport_outs(judge_store(from.j), from.p[0].person, &f.arena,
			       rows, PASSPORT_JUDGES, &n, &f.why));
	assert_int_equal(n, 0);
	assert_int_equal(store_passport_asked(judge_store(f.j),
					      STR("ana@one.test"), &f.arena, &q,
					      NULL),
			 ERR_NOT_FOUND);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, release)
	const struct CMUnitTest tests[] = {
		T(who_is_new_is_known_once_their_address_has_answered),
		T(an_address_is_asked_once),
		T(another_name_or_address_takes_no_keys_to_somebody),
		T(a_question_lapses),
		T(what_came_in_between_is_not_overrun),
		T(the_newer_ring_stays),
		T(a_revoked_key_does_not_come_back),
		T(what_is_revoked_there_is_so_here_by_an_old_passport_too),
		T(a_changed_passport_is_refused),
		T(names_that_stand_for_others_are_not_taken),
		T(who_revokes_a_key_hears_which_judges_have_it),
		T(who_is_forgotten_leaves_no_passport),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
