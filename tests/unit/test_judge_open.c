/*
 * tests/unit/test_judge_open.c - games that are open to masters: who leads one
 * sees all that is hidden and has no other place in it; who leads another sees
 * what all see; players get the same in both; and each log verified.
 */
#include "verifier/verify.h"
#include "base/date.h"
#include "games/games.h"
#include "tool.h"
/* behind it: it has a global f */
#include "judge_unit.h"

enum { ANA, BOB, CY, DORA, ALL };

/* What one run of the same game left behind. */
struct round {
	struct buf got[ALL]; /* all mails to each of them */
	struct str log[ALL]; /* the exports of A, B and the master, public */
};

static int serial[ALL];
static struct round *run;
static const char *const address[ALL] = { "ana@one.test", "bob@two.test",
					  "cy@three.test", "dora@four.test" };

/* the events that the reader may see, and the state as it is shown */
static enum err shown(void *context, const struct mail_content *l,
		      struct buf *out, struct why *why)
{
	struct buf state;
	enum err e = fix_render(context, l, out, why);

	if (e || !l->view)
		return e;
	if (l->before)
		buf_addf(out, "orders dealt with: %d\n", l->n_orders);
	buf_init(&state, GAME_ENCODED_MAX);
	game_encode(l->view, &state);
	buf_addz(out, "view ");
	for (size_t i = 0; i < state.len; i++)
		buf_addf(out, "%u ", (unsigned)(uint8_t)state.s[i]);
	buf_addz(out, "\n");
	buf_release(&state);
	return ERR_OK;
}

static void house_open(struct round *r)
{
	fix_init(&f, "test_judge_open");
	judge_close(f.j);
	fix_forget(&f);
	f.config.env.render = shown;
	fix_open(&f);
	fix_player(&f, DORA, "Dora", address[DORA]);
	memset(serial, 0, sizeof(serial));
	run = r;
	for (int i = 0; i < ALL; i++)
		buf_init(&run->got[i], 4 << 20);
}

static void house_close(void)
{
	for (int i = 0; i < ALL; i++)
		buf_release(&run->got[i]);
	fix_release(&f);
}

/* what was signed, and the heads that come of it, differ in any two games */
static void keep(struct buf *out, struct str mail)
{
	for (size_t i = 0; i < mail.len; i++) {
		size_t n = 0;

		while (i + n < mail.len &&
		       strchr("0123456789abcdef", mail.s[i + n]))
			n++;
		if (n == 64)
			i += n - 1;
		else
			buf_addc(out, mail.s[i]);
	}
}

static void post(void)
{
	struct posting v[JUDGE_BATCH];
	struct posting_result r[JUDGE_BATCH];
	int n;

	do {
		OK(judge_post(f.j, &f.arena, v, JUDGE_BATCH, &n, &f.why));
		for (int i = 0; i < n; i++) {
			r[i] = (struct posting_result){ .id = v[i].id,
							.fate = POSTING_SENT,
							.code = 250 };
			for (int k = 0; k < ALL; k++)
				if (str_is(v[i].recipient, address[k]))
					keep(&run->got[k], v[i].bytes);
		}
		if (n)
			OK(judge_posted(f.j, r, n, &f.why));
	} while (n);
}

static struct str say(int who, char seat, const char *lines)
{
	int64_t point = fix_point(&f);
	const char *text =
		arena_printf(&f.arena, "ORDERS %.*s %c %lld %d\n%s\n%s\n",
			     STR_ARG(f.name), seat, (long long)point,
			     ++serial[who], fix_seen(&f, point), lines);
	struct str verdict = fix_send(
		&f, fix_mail(&f, address[who], fix_signed(&f, who, text)));

	post();
	return verdict;
}

static struct str command(const char *lines)
{
	struct str verdict = fix_send(
		&f, fix_commands(&f, CY, fix_point(&f), ++serial[CY], lines));

	post();
	return verdict;
}

static void policy(const char *name, const char *value)
{
	OK(judge_game_policy(f.j, f.game, str_of(name), str_of(value), &f.why));
}

/* Ana and Bob are to play, Cy to lead, and Dora is known to the judge. */
static void made(const char *opens)
{
	for (int i = 0; i < ALL; i++)
		fix_person(&f, i);
	fix_game(&f, 5 * DAY_S, 0);
	policy("gm-sees-hidden", opens);
	OK(judge_seat(f.j, f.game, SLOT_GM, f.p[CY].person, &f.why));
}

static void begun(const char *opens)
{
	made(opens);
	fix_begun(&f);
	fix_wishes(&f, DORA, ANA);
	fix_wishes(&f, CY, ANA);
	post();
}

static bool holds(int who, const char *what)
{
	return fix_holds(buf_str(&run->got[who]), what);
}

static void verify(struct str log)
{
	struct verify_means m = { .systems = f.config.systems, .n_systems = 1 };
	struct verify_result r;

	verify_export(log, &m, &f.arena, &r);
	if (!r.good)
		print_error("%s (expected %s, found %s)\n", r.fault.what,
			    r.fault.expected, r.fault.found);
	assert_true(r.good);
	tool_write("log.jsonl", log);
	tool_must("/usr/bin/python3 " SRCDIR "/contrib/verify.py log.jsonl");
}

static void refused_to_seat(int slot, int who)
{
	assert_int_equal(judge_seat(f.j, f.game, slot, f.p[who].person, &f.why),
			 ERR_USAGE);
	assert_true(fix_holds(str_of(f.why.text), "open to masters"));
	why_clear(&f.why);
}

/* --- what they see -------------------------------------------------------- */

/* A game in which Ana seals a pick and writes to Bob; it stays open. */
static void played(const char *opens, const char *pick, const char *letter)
{
	static const int slots[ALL] = { ANA, BOB, SLOT_GM, -1 };

	begun(opens);
	assert_str(say(ANA, 'A', pick), "adjudicated");
	assert_str(say(ANA, 'A', letter), "letter");
	assert_str(say(BOB, 'B', "BLOCK A"), "adjudicated");
	assert_str(say(BOB, 'B', "REPORT"), "answered");
	assert_str(command("REPORT"), "answered");
	assert_str(command("HISTORY"), "answered");
	assert_str(command("WHY 7"), "answered");
	assert_str(command("LETTERS"), "answered");
	assert_str(command("PREVIEW\nEXTEND 24"), "preview");
	assert_str(command("EXTEND 24"), "adjudicated");
	for (int i = 0; i < ALL; i++) {
		run->log[i] = fix_export(&f, slots[i]);
		verify(run->log[i]);
	}
}

static void ended(void)
{
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	OK(judge_game_replay(f.j, f.game, &f.why));
	verify(fix_export(&f, EXPORT_FULL));
	verify(fix_export(&f, SLOT_GM));
	house_close();
}

/* what they got, to be compared with what they get in another run */
static struct str kept(int who)
{
	struct str s = buf_str(&run->got[who]);
	char *copy = test_malloc(s.len + 1);

	memcpy(copy, s.s, s.len);
	copy[s.len] = 0;
	return (struct str){ copy, s.len };
}

static void same_as(int who, struct str before)
{
	struct str now = kept(who);

	assert_true(before.len > 1000);
	assert_string_equal(now.s, before.s);
	test_free((char *)(uintptr_t)now.s);
	test_free((char *)(uintptr_t)before.s);
}

static void who_leads_a_game_that_is_not_open_sees_what_all_see(void **unused)
{
	struct round r;
	struct str before;

	(void)unused;
	house_open(&r);
	played("no", "pick 3", "SAY TO B: aardvark");
	assert_false(holds(CY, "AARDVARK"));
	assert_false(holds(CY, "\"picked\""));
	assert_int_equal(fix_count(r.log[CY], "\"events\":"), 0);
	before = kept(CY);
	ended();
	house_open(&r);
	played("no", "pick 5", "SAY TO B: zebra, and at length");
	same_as(CY, before);
	ended();
}

static void who_leads_an_open_game_sees_all_but_letters(void **unused)
{
	struct round r;
	struct str before;

	(void)unused;
	house_open(&r);
	played("yes", "pick 3", "SAY TO B: aardvark");
	assert_true(holds(CY, "{\"event\":\"picked\""));
	assert_false(holds(CY, "AARDVARK"));
	assert_false(holds(CY, "\"letter\""));
	assert_false(holds(CY, "\"blocked\""));
	/* in their log, too: where letters are, nobody's leaf is open */
	assert_true(fix_holds(r.log[CY], "\"event\":\"picked\""));
	assert_true(fix_holds(r.log[CY], "PICK 3"));
	assert_false(fix_holds(r.log[CY], "AARDVARK"));
	assert_false(fix_holds(r.log[CY], "\"event\":\"press_sent\""));
	assert_false(fix_holds(r.log[CY], "\"event\":\"press_blocked\""));
	before = kept(CY);
	ended();
	house_open(&r);
	played("yes", "pick 3", "SAY TO B: zebra, and at length");
	same_as(CY, before);
	ended();
}

static void letters_are_read_where_the_game_said_that_too(void **unused)
{
	struct round r;

	(void)unused;
	house_open(&r);
	made("yes");
	policy("press-gm-reads", "yes");
	fix_begun(&f);
	assert_str(say(ANA, 'A', "SAY TO B: aardvark"), "letter");
	assert_true(holds(CY, "AARDVARK"));
	r.log[0] = fix_export(&f, SLOT_GM);
	assert_true(fix_holds(r.log[0], "AARDVARK"));
	verify(r.log[0]);
	ended();
}

static void players_get_the_same_in_both(void **unused)
{
	struct round r;
	struct str ana, bob;

	(void)unused;
	house_open(&r);
	begun("no");
	post();
	for (int i = 0; i < ALL; i++)
		buf_clear(&r.got[i]);
	assert_str(say(ANA, 'A', "pick 3"), "adjudicated");
	assert_str(say(BOB, 'B', "REPORT"), "answered");
	assert_str(say(BOB, 'B', "pick 4"), "adjudicated");
	assert_str(say(BOB, 'B', "REPORT"), "answered");
	ana = kept(ANA);
	bob = kept(BOB);
	ended();
	house_open(&r);
	begun("yes");
	post();
	for (int i = 0; i < ALL; i++)
		buf_clear(&r.got[i]);
	assert_str(say(ANA, 'A', "pick 3"), "adjudicated");
	assert_str(say(BOB, 'B', "REPORT"), "answered");
	assert_str(say(BOB, 'B', "pick 4"), "adjudicated");
	assert_str(say(BOB, 'B', "REPORT"), "answered");
	same_as(ANA, ana);
	same_as(BOB, bob);
	ended();
}

/* A dispute does not show a master what another seat has sealed. */
static void a_dispute_opens_nothing_that_is_sealed(void **unused)
{
	struct round r;
	const char *line;
	int64_t point;

	(void)unused;
	for (int open = 0; open < 2; open++) {
		house_open(&r);
		begun(open ? "yes" : "no");
		assert_str(say(ANA, 'A', "pick 3"), "adjudicated");
		point = fix_point(&f);
		line = arena_printf(&f.arena, "dispute %lld not so",
				    (long long)point);
		assert_str(say(BOB, 'B', line), "disputed");
		assert_int_equal(holds(CY, "PICK 3"), open);
		assert_int_equal(holds(CY, "orders dealt with: 1"), open);
		ended();
	}
}

/* Nor a letter that was written at the point. */
static void a_dispute_opens_no_letter(void **unused)
{
	struct round r;
	int64_t point;

	(void)unused;
	for (int open = 0; open < 2; open++) {
		house_open(&r);
		made("yes");
		policy("press-gm-reads", open ? "yes" : "no");
		fix_begun(&f);
		assert_str(say(ANA, 'A', "SAY TO B: aardvark"), "letter");
		point = fix_point(&f);
		assert_str(say(ANA, 'A',
			       arena_printf(&f.arena, "dispute %lld not so",
					    (long long)point)),
			   "disputed");
		assert_int_equal(holds(CY, "AARDVARK"), open);
		ended();
	}
}

/* --- and what they may not -------------------------------------------------
 */

static void who_leads_it_has_no_other_place_in_it(void **unused)
{
	struct round r;

	(void)unused;
	house_open(&r);
	made("yes");
	refused_to_seat(BOB, CY);
	refused_to_seat(SLOT_OBSERVER, CY);
	OK(judge_seat(f.j, f.game, ANA, f.p[ANA].person, &f.why));
	refused_to_seat(SLOT_GM + 1, ANA);
	/* nor then has who led it once, and knows what was hidden */
	OK(judge_seat(f.j, f.game, SLOT_GM, f.p[DORA].person, &f.why));
	refused_to_seat(BOB, CY);
	refused_to_seat(SLOT_OBSERVER, CY);
	OK(judge_seat(f.j, f.game, SLOT_GM, f.p[CY].person, &f.why));
	OK(judge_seat(f.j, f.game, BOB, f.p[BOB].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	assert_str(say(ANA, 'A', "deputy dora until 2025-12-10"),
		   "deputy_unwilling");
	ended();
}

static void a_deputy_cannot_come_to_lead_it(void **unused)
{
	struct round r;

	(void)unused;
	house_open(&r);
	begun("yes");
	assert_str(say(ANA, 'A', "deputy dora until 2025-12-10"),
		   "adjudicated");
	refused_to_seat(SLOT_GM + 1, DORA);
	assert_str(say(ANA, 'A', "deputy nobody"), "adjudicated");
	assert_str(say(ANA, 'A', "deputy cy until 2025-12-10"),
		   "deputy_unwilling");
	/* who only watched knows nothing */
	OK(judge_seat(f.j, f.game, SLOT_OBSERVER, f.p[DORA].person, &f.why));
	refused_to_seat(SLOT_GM + 1, DORA);
	OK(judge_seat(f.j, f.game, SLOT_OBSERVER, f.p[BOB].person, &f.why));
	OK(judge_seat(f.j, f.game, SLOT_GM + 1, f.p[DORA].person, &f.why));
	ended();
}

/* Another place is no use to ask for, and that is said in their language. */
static void who_leads_it_asks_for_a_seat_in_vain(void **unused)
{
	struct round r;
	struct buf key;
	struct str sent;
	const char *text, *at;

	(void)unused;
	house_open(&r);
	made("yes");
	for (int i = 0; i < 2; i++) {
		buf_init(&key, 1000);
		key_render(&f.p[CY].key.key, STR("key"), &key);
		text = arena_printf(&f.arena, "%s %.*s%s\n",
				    i ? "WATCH" : "JOIN", STR_ARG(f.name),
				    i ? "" : " B");
		fix_send(
			&f,
			fix_mail(&f, address[CY],
				 str_of(arena_printf(
					 &f.arena,
					 "-----BEGIN HERALDO ORDERS-----\n%s"
					 "-----END HERALDO ORDERS-----\n%.*s\n",
					 text, STR_ARG(buf_str(&key))))));
		buf_release(&key);
		sent = fix_posted(&f);
		at = strstr(sent.s, "\"nonce\":\"");
		assert_non_null(at);
		text = arena_printf(&f.arena, "%s %.*s %.20s\n%s\n",
				    i ? "WATCH" : "JOIN", STR_ARG(f.name),
				    at + 9, fix_seen(&f, 0));
		if (!i)
			text = arena_printf(&f.arena, "JOIN %.*s B %.20s\n%s\n",
					    STR_ARG(f.name), at + 9,
					    fix_seen(&f, 0));
		assert_str(fix_send(&f, fix_mail(&f, address[CY],
						 fix_signed(&f, CY, text))),
			   "open_led");
		assert_true(fix_holds(fix_posted(&f), "\"open_led\""));
	}
	ended();
}

/* nor is a seat kept for them that they could never take */
static void who_leads_it_is_not_invited(void **unused)
{
	struct game_plan plan = { .name = STR("hall"),
				  .system = STR("toy"),
				  .n_players = 2 };
	struct round r;
	struct str name;
	int64_t game;

	(void)unused;
	house_open(&r);
	made("yes");
	assert_int_equal(
		judge_invite(f.j, f.game, BOB, str_of(address[CY]), &f.why),
		ERR_USAGE);
	why_clear(&f.why);
	plan.master = f.p[CY].person;
	plan.reserved[0] = str_of(address[CY]);
	plan.policies[0].name = STR("gm-sees-hidden");
	plan.policies[0].value = STR("yes");
	plan.n_policies = 1;
	assert_int_equal(
		judge_game_new(f.j, &plan, &f.arena, &name, &game, &f.why),
		ERR_USAGE);
	why_clear(&f.why);
	plan.policies[0].value = STR("no");
	OK(judge_game_new(f.j, &plan, &f.arena, &name, &game, &f.why));
	ended();
}

static void it_stands_from_the_first_person_on(void **unused)
{
	struct round r;

	(void)unused;
	house_open(&r);
	made("no");
	assert_int_equal(judge_game_policy(f.j, f.game, STR("gm-sees-hidden"),
					   STR("yes"), &f.why),
			 ERR_USAGE);
	why_clear(&f.why);
	OK(judge_seat(f.j, f.game, SLOT_OBSERVER, f.p[CY].person, &f.why));
	ended();
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			who_leads_a_game_that_is_not_open_sees_what_all_see),
		cmocka_unit_test(who_leads_an_open_game_sees_all_but_letters),
		cmocka_unit_test(letters_are_read_where_the_game_said_that_too),
		cmocka_unit_test(players_get_the_same_in_both),
		cmocka_unit_test(a_dispute_opens_nothing_that_is_sealed),
		cmocka_unit_test(a_dispute_opens_no_letter),
		cmocka_unit_test(who_leads_it_has_no_other_place_in_it),
		cmocka_unit_test(a_deputy_cannot_come_to_lead_it),
		cmocka_unit_test(who_leads_it_asks_for_a_seat_in_vain),
		cmocka_unit_test(who_leads_it_is_not_invited),
		cmocka_unit_test(it_stands_from_the_first_person_on),
	};

	return cmocka_run_group_tests(tests, tool_enter, tool_leave);
}
