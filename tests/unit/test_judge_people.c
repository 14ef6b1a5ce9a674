/* tests/unit/test_judge_people.c - who somebody is, and who may change it */
#include "verifier/verify.h"
#include "auth/keyring.h"
#include "judge_unit.h"

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_people");
	return 0;
}

/* the public key of a player, as its program wrote it */
static struct str key_text(int who)
{
	struct buf b;
	struct str s;

	buf_init(&b, 1000);
	key_render(&f.p[who].key.key, STR("key"), &b);
	s = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return s;
}

/* lines signed by a player with their public key below, from any address */
static struct str keyed_from(const char *from, int who, const char *text)
{
	return fix_mail(&f, from,
			str_of(arena_printf(&f.arena, "%.*s\nMy key:\n\n%.*s",
					    STR_ARG(fix_signed(&f, who, text)),
					    STR_ARG(key_text(who)))));
}

static struct str join_from(const char *from, int who, const char *seat,
			    const char *nonce)
{
	return keyed_from(from, who,
			  arena_printf(&f.arena, "JOIN %.*s %s %s\n%s\n",
				       STR_ARG(f.name), seat, nonce,
				       fix_seen(&f, 0)));
}

/* the nonce of the newest challenge */
static const char *nonce_in(struct str mails)
{
	const char *at = NULL, *next = mails.s;

	while (next && (next = strstr(next, "\"nonce\":\"")))
		at = next++;
	assert_non_null(at);
	return arena_printf(&f.arena, "%.20s", at + 9);
}

/* --- coming --------------------------------------------------------------- */

static void a_person_made_known_without_a_key_joins_as_anybody(void **unused)
{
	(void)unused;
	struct game_plan plan = { .name = STR("toys"),
				  .system = STR("toy"),
				  .n_players = 2,
				  .reserved = { STR("ana@one.test") } };
	struct person_row p;
	int64_t id;
	bool current;

	OK(judge_person_add(f.j, STR("Ana"), STR("ana@one.test"), STR("es"),
			    STR("UTC"), &id, &f.why));
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	fix_posted(&f);
	assert_str(fix_send(&f, join_from("ana@one.test", 0, "A", "")),
		   "challenged");
	assert_str(fix_send(&f, join_from("ana@one.test", 0, "A",
					  nonce_in(fix_posted(&f)))),
		   "joined");
	OK(store_person_by_address(judge_store(f.j), STR("ana@one.test"),
				   &f.arena, &p, &current, &f.why));
	assert_int_equal(p.id, id);
	assert_str(p.language, "es");
	assert_int_equal(fix_count(fix_log(&f), "\"event\":\"key_added\""), 1);
}

/* A domain with other letters than ASCII is one address in both forms. */
static void addresses_of_both_forms_are_one(void **unused)
{
	(void)unused;
	struct game_plan plan = { .name = STR("toys"),
				  .system = STR("toy"),
				  .n_players = 2 };
	struct person_row p;
	bool current;
	int64_t id, other;

	OK(judge_person_add(f.j, STR("Gil"),
			    STR("Gil@B\xc3\x9c"
				"CHER.test"),
			    STR("es"), STR("UTC"), &id, &f.why));
	assert_int_equal(
		judge_person_add(f.j, STR("Hal"), STR("gil@xn--bcher-kva.test"),
				 STR("en"), STR("UTC"), &other, &f.why),
		ERR_EXISTS);
	assert_int_equal(judge_person_add(f.j, STR("Ivo"),
					  STR("\xc3\xb1@one.test"), STR("en"),
					  STR(""), &id, &f.why),
			 ERR_USAGE);
	plan.reserved[0] = STR("gil@b\xc3\xbc"
			       "cher.test");
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	assert_int_equal(fix_count(fix_posted(&f),
				   "invitation to gil@xn--bcher-kva.test"),
			 1);
	assert_str(
		fix_send(&f, join_from("gil@xn--bcher-kva.test", 0, "A", "")),
		"challenged");
	assert_str(fix_send(&f, join_from("gil@b\xc3\xbc"
					  "cher.test",
					  0, "A", nonce_in(fix_posted(&f)))),
		   "joined");
	OK(judge_address_set(f.j, id, STR("gil@na\xc3\xafve.test"), &f.why));
	OK(store_person_by_address(judge_store(f.j),
				   STR("gil@xn--nave-6pa.test"), &f.arena, &p,
				   &current, &f.why));
	assert_int_equal(p.id, id);
}

static int challenged_in(const char *language)
{
	struct outbox_row row;
	int n = 0;

	for (int64_t id = 1;
	     !store_outbox_get(judge_store(f.j), id, &f.arena, &row, NULL);
	     id++)
		n += str_is(row.kind, "challenge") &&
		     str_is(row.language, language);
	return n;
}

/* In the language of a known sender, for the program that the mail shows. */
static void a_challenge_fits_its_reader(void **unused)
{
	(void)unused;
	static const struct {
		const char *comment, *shows;
	} keys[] = {
		{ "minisign public key 1234567890ABCDEF",
		  "\"ssh\":0,\"minisign\":1,\"signify\":0" },
		{ "heraldo-signify public key",
		  "\"ssh\":0,\"minisign\":0,\"signify\":1" },
		{ "a key", "\"ssh\":0,\"minisign\":1,\"signify\":1" },
	};
	int64_t id;

	OK(judge_person_add(f.j, STR("Gil"), STR("gil@far.test"), STR("es"),
			    STR("UTC"), &id, &f.why));
	fix_person(&f, 0);
	fix_game(&f, 0, 0);
	fix_posted(&f);
	assert_str(fix_send(&f, join_from("gil@far.test", 2, "B", "")),
		   "challenged");
	assert_int_equal(challenged_in("es"), 1);
	assert_true(fix_holds(fix_posted(&f), "\"ssh\":1,\"minisign\":0"));
	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		uint8_t b[42] = "Ed";
		struct buf text;

		memset(b + 2, 7, 8);
		memcpy(b + 10, f.p[2].key.key.b, 32);
		f.now += 86400; /* one challenge a day */
		buf_init(&text, 4096);
		buf_addf(&text,
			 SIGNED_BLOCK_BEGIN "\nJOIN %.*s B\n" SIGNED_BLOCK_END
					    "\n\nuntrusted comment: %s\n",
			 STR_ARG(f.name), keys[i].comment);
		base64_render(&text, bytes_of(b, sizeof(b)));
		assert_str(fix_send(&f, fix_mail(&f, "eve@far.test",
						 buf_str(&text))),
			   "challenged");
		buf_release(&text);
		assert_true(fix_holds(fix_posted(&f), keys[i].shows));
	}
}

static void who_asks_with_a_public_key_of_others_learns_nothing(void **unused)
{
	(void)unused;
	struct str told[2];

	fix_person(&f, 0);
	fix_game(&f, 0, 0);
	fix_posted(&f);
	for (int i = 0; i < 2; i++) {
		/* Ana plays here, Cy does not; neither sent this */
		f.now += 86400;
		assert_str(
			fix_send(&f, join_from("eve@far.test", 2 * i, "A", "")),
			"challenged");
		told[i] = fix_posted(&f);
	}
	assert_int_equal(told[0].len, told[1].len);
	assert_int_equal(fix_count(told[0], "challenge to eve@far.test"), 1);
}

/* A JOIN that a key on a token signed, which holds that key: the true reason.
 */
static void a_join_signed_by_a_token_is_told_so(void **unused)
{
	static const char signature[] =
		"-----BEGIN SSH SIGNATURE-----\n"
		"U1NIU0lHAAAAAQAAAEoAAAAac2stc3NoLWVkMjU1MTlAb3BlbnNzaC5jb20AAAAg\n"
		"WFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFgAAAAEc3NoOgAAABZoZXJh\n"
		"bGRvLW9yZGVyc0BoZXJhbGRvAAAAAAAAAAZzaGE1MTIAAABiAAAAGnNrLXNzaC1l\n"
		"ZDI1NTE5QG9wZW5zc2guY29tAAAAQAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB\n"
		"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=\n"
		"-----END SSH SIGNATURE-----\n";

	(void)unused;
	fix_game(&f, 0, 0);
	assert_str(fix_send(&f, fix_mail(&f, "eve@far.test",
					 str_of(arena_printf(
						 &f.arena,
						 "-----BEGIN HERALDO "
						 "ORDERS-----\n"
						 "JOIN %.*s A\n"
						 "-----END HERALDO "
						 "ORDERS-----\n%s",
						 STR_ARG(f.name), signature)))),
		   "key-hardware");
}

/* --- changing ------------------------------------------------------------- */

/* KEYS of a point with its head, and lines, signed by a player for a seat */
static const char *keys_text(char seat, int64_t point, int serial,
			     const char *lines)
{
	return arena_printf(&f.arena, "KEYS %.*s %c %lld %d\n%s\n%s\n",
			    STR_ARG(f.name), seat, (long long)point, serial,
			    fix_seen(&f, point), lines);
}

static struct str keys_from(int who, int serial, const char *lines)
{
	return fix_mail(&f, f.p[who].address,
			fix_signed(&f, who,
				   keys_text((char)('A' + who), fix_point(&f),
					     serial, lines)));
}

/* the number of the newest question in these mails */
static const char *number_in(struct str mails)
{
	const char *at = NULL, *next = mails.s;

	while (next && (next = strstr(next, "\"nonce\":\"")))
		if (next++[9] != '"')
			at = next - 1;
	assert_non_null(at);
	return arena_printf(&f.arena, "%.32s", at + 9);
}

static const char *answer_text(char seat, const char *number)
{
	return arena_printf(&f.arena, "KEYS %.*s %c %s\n", STR_ARG(f.name),
			    seat, number);
}

static struct str answer_from(int who, char seat, const char *number)
{
	return fix_mail(&f, f.p[who].address,
			fix_signed(&f, who, answer_text(seat, number)));
}

static struct person_row person_at(const char *address)
{
	struct person_row p;
	bool current;

	OK(store_person_by_address(judge_store(f.j), str_of(address), &f.arena,
				   &p, &current, &f.why));
	assert_true(current);
	return p;
}

static void an_address_enters_a_record_by_an_answer_from_it(void **unused)
{
	(void)unused;
	struct str told;
	const char *number;

	fix_started(&f, 0);
	fix_posted(&f);
	/* who lost her address writes from wherever she is */
	assert_str(fix_send(&f,
			    fix_mail(&f, "cafe@far.test",
				     fix_signed(&f, 0,
						keys_text('A', fix_point(&f), 1,
							  "address "
							  "ana@new.test")))),
		   "challenged");
	told = fix_posted(&f);
	number = number_in(told);
	assert_int_equal(fix_count(told, "cafe@far.test"), 0);
	assert_int_equal(fix_count(told, "to ana@new.test: confirm"), 1);
	assert_int_equal(fix_count(told, "to ana@one.test: account_change"), 1);
	assert_int_equal(fix_count(fix_log(&f), "address_changed"), 0);
	assert_int_equal(person_at("ana@one.test").id, f.p[0].person);
	/* robots quote what they are sent: a number that nobody signed is none
	 */
	fix_send(&f, fix_mail(&f, "ana@new.test",
			      str_of(answer_text('A', number))));
	/* and so is what somebody else signs */
	assert_str(fix_send(&f, fix_mail(&f, "ana@new.test",
					 fix_signed(&f, 1,
						    answer_text('A', number)))),
		   "seat_other");
	assert_int_equal(person_at("ana@one.test").id, f.p[0].person);
	fix_posted(&f);
	assert_str(fix_send(&f, answer_from(0, 'A', number)), "adjudicated");
	assert_int_equal(person_at("ana@new.test").id, f.p[0].person);
	assert_int_equal(fix_count(fix_log(&f), "address_changed"), 1);
	assert_int_equal(
		fix_count(fix_posted(&f), "to ana@one.test: account_change"),
		1);
	/* once */
	assert_str(fix_send(&f,
			    fix_mail(&f, "eve@far.test",
				     fix_signed(&f, 0,
						arena_printf(
							&f.arena, "%s// x\n",
							answer_text('A',
								    number))))),
		   "number_used");
}

/* whom Mallory, who plays in some game of this judge, would like to be */
static void a_claim_that_is_not_proved_reserves_nothing(void **unused)
{
	(void)unused;
	int64_t first;
	const char *nonce;
	struct str name;

	fix_started(&f, 0);
	first = f.game;
	name = f.name;
	assert_str(fix_send(&f, keys_from(1, 1, "address cy@three.test")),
		   "challenged");
	/* Cy joins elsewhere all the same */
	fix_game(&f, 0, 0);
	fix_posted(&f);
	fix_send(&f, join_from("cy@three.test", 2, "A", ""));
	nonce = nonce_in(fix_posted(&f));
	assert_str(fix_send(&f, join_from("cy@three.test", 2, "A", nonce)),
		   "join_proven");
	/* between proof and admission */
	f.game = first;
	name = f.name;
	assert_str(fix_send(&f, fix_mail(&f, "bob@two.test",
					 fix_signed(&f, 1,
						    "KEYS nothing B 1 2\n"))),
		   "unknown_game");
	OK(judge_join_admit(f.j, 1, false, &f.why));
	assert_int_not_equal(person_at("cy@three.test").id, f.p[1].person);
	f.name = name;
}

static void who_was_proved_is_who_is_admitted(void **unused)
{
	(void)unused;
	const char *nonce;

	fix_person(&f, 1);
	fix_game(&f, 0, 0);
	fix_posted(&f);
	fix_send(&f, join_from("cy@three.test", 2, "A", ""));
	nonce = nonce_in(fix_posted(&f));
	assert_str(fix_send(&f, join_from("cy@three.test", 2, "A", nonce)),
		   "join_proven");
	/* the address becomes somebody else's meanwhile */
	OK(judge_address_set(f.j, f.p[1].person, STR("cy@three.test"), &f.why));
	assert_int_equal(judge_join_admit(f.j, 1, false, &f.why), ERR_USAGE);
	why_clear(&f.why);
	/* also if it is taken back: it lapses first */
	OK(judge_address_set(f.j, f.p[1].person, STR("bob@two.test"), &f.why));
	assert_int_equal(judge_join_admit(f.j, 1, false, &f.why), ERR_USAGE);
	why_clear(&f.why);
	f.now += ADDRESS_LAPSE_S + 1;
	OK(judge_join_admit(f.j, 1, false, &f.why));
	assert_int_not_equal(person_at("cy@three.test").id, f.p[1].person);
}

static void some_addresses_are_refused_at_the_door(void **unused)
{
	(void)unused;
	static const char *const odd[] = {
		"judge@court.test", "Judge+x@court.test", "postmaster@a.test",
		"-o@a.test",        "|cmd@a.test",        "a%b@a.test",
	};

	fix_started(&f, 0);
	fix_posted(&f);
	for (size_t i = 0; i < ARRAY_LEN(odd); i++) {
		const char *line = arena_printf(&f.arena, "address %s", odd[i]);

		assert_str(fix_send(&f, keys_from(0, 1 + (int)i, line)),
			   "keys_refused");
		assert_int_equal(fix_count(fix_posted(&f), "confirm to"), 0);
	}
}

static const char *print_of(int who)
{
	char print[KEY_FINGERPRINT_MAX];

	key_fingerprint(&f.p[who].key.key, print);
	return arena_strdup(&f.arena, print);
}

static void a_key_is_added_by_a_signature_of_its_own(void **unused)
{
	(void)unused;
	const char *line = arena_printf(&f.arena, "add %s", print_of(2));
	const char *number;
	struct str told, twice;

	fix_started(&f, 0);
	fix_posted(&f);
	/* from a home page: its owner is not kept out */
	assert_str(fix_send(&f, keyed_from("ana@one.test", 2, "x")),
		   "no_orders");
	twice = str_of(keys_text('A', fix_point(&f), 1, line));
	assert_str(
		fix_send(&f,
			 /* who lost her address has a key at hand */
			 fix_mail(&f, "cafe@far.test",
				  str_of(arena_printf(
					  &f.arena, "%.*s\n%.*s",
					  STR_ARG(fix_signed(&f, 0, twice.s)),
					  STR_ARG(key_text(2)))))),
		"challenged");
	told = fix_posted(&f);
	number = number_in(told);
	assert_int_equal(fix_count(told, "to ana@one.test: confirm"), 1);
	assert_int_equal(fix_count(told, "cafe@far.test"), 0);
	assert_int_equal(fix_count(fix_log(&f), print_of(2)), 0);
	/* the old one cannot speak for it */
	assert_str(fix_send(&f, answer_from(0, 'A', number)), "seat_other");
	assert_str(fix_send(&f, answer_from(2, 'A', number)), "adjudicated");
	assert_int_equal(fix_count(fix_log(&f), "\"event\":\"key_added\""), 3);
	OK(judge_game_replay(f.j, f.game, &f.why));
}

static void two_signatures_of_one_text_add_a_key_at_once(void **unused)
{
	(void)unused;
	struct str first, second;
	const char *text;

	fix_started(&f, 0);
	text = keys_text('A', fix_point(&f), 1,
			 arena_printf(&f.arena, "add %s", print_of(2)));
	first = fix_signed(&f, 0, text);
	second = fix_signed(&f, 2, text);
	second = str_of(strstr(second.s, "-----BEGIN SSH SIGNATURE"));
	assert_str(
		fix_send(&f, fix_mail(&f, "ana@one.test",
				      str_of(arena_printf(
					      &f.arena, "%.*s\n%.*s\n%.*s",
					      STR_ARG(first), STR_ARG(second),
					      STR_ARG(key_text(2)))))),
		"adjudicated");
	assert_int_equal(fix_count(fix_log(&f), "\"event\":\"key_added\""), 3);
}

static void verified(void)
{
	struct verify_means m = { .systems = f.config.systems,
				  .n_systems = f.config.n_systems };
	struct verify_result r;

	verify_export(fix_export(&f, EXPORT_FULL), &m, &f.arena, &r);
	if (!r.good)
		fprintf(stderr, "%s\n", r.fault.what);
	assert_true(r.good);
}

static void keys_name_a_point_that_was_reached_and_is_new_enough(void **unused)
{
	(void)unused;
	const char *line;
	int64_t point;

	fix_started(&f, 0);
	point = fix_point(&f);
	assert_str(fix_send(&f,
			    fix_mail(&f, "ana@one.test",
				     fix_signed(&f, 0,
						arena_printf(
							&f.arena,
							"KEYS %.*s A 999999 1\n"
							"language es\n",
							STR_ARG(f.name))))),
		   "stale");
	/* before the last change of hers, which is her seat */
	assert_str(fix_send(&f, fix_mail(&f, "ana@one.test",
					 fix_signed(&f, 0,
						    keys_text('A', 1, 2,
							      "language es")))),
		   "keys_stale");
	/* a key is revoked by any of them, also when the game is over */
	OK(judge_key_add(f.j, f.p[0].person, key_text(2), &f.why));
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	line = arena_printf(&f.arena, "revoke %s", print_of(2));
	assert_str(fix_send(&f, fix_mail(&f, "ana@one.test",
					 fix_signed(&f, 0,
						    keys_text('A', point, 3,
							      line)))),
		   "adjudicated");
	assert_int_equal(fix_count(fix_log(&f), "\"event\":\"key_revoked\""),
			 1);
	OK(judge_game_replay(f.j, f.game, &f.why));
	verified();
}

/* a game of hers that is paused, and one that is over, are games, too; the
 * mail may come from anywhere */
static void a_key_is_revoked_at_once_in_all_games(void **unused)
{
	(void)unused;
	int64_t games[3];
	const char *text;
	int n = 0;

	fix_person(&f, 0);
	fix_person(&f, 1);
	for (int g = 0; g < 3; g++) {
		fix_game(&f, 0, 0);
		games[g] = f.game;
		for (int i = 0; i < 2; i++)
			OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
		OK(judge_game_start(f.j, f.game, &f.why));
	}
	/* by the operator, who is named */
	OK(judge_key_add(f.j, f.p[0].person, key_text(2), &f.why));
	OK(judge_game_pause(f.j, games[0], STR("tea"), &f.why));
	OK(judge_game_end(f.j, games[1], STR("enough"), &f.why));
	fix_posted(&f);
	text = keys_text('A', fix_point(&f), 1,
			 arena_printf(&f.arena, "revoke %s", print_of(2)));
	assert_str(fix_send(&f, fix_mail(&f, "eve@far.test",
					 fix_signed(&f, 0, text))),
		   "adjudicated");
	assert_int_equal(fix_count(fix_posted(&f), "eve@far.test"), 0);
	for (int g = 0; g < 3; g++) {
		struct str log;

		f.game = games[g];
		log = fix_log(&f);
		n += fix_count(log, "\"event\":\"key_revoked\"");
		assert_int_equal(
			fix_count(log, arena_printf(&f.arena,
						    "\"fingerprint\":\"%s\"",
						    print_of(2))),
			2);
		assert_true(fix_holds(log, "\"by\":\"operator\""));
		OK(judge_game_replay(f.j, f.game, &f.why));
	}
	assert_int_equal(n, 3);
	/* it signs nothing any more */
	f.p[0].key = f.p[2].key;
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 2, "pick 3")),
		   "unverified");
}

static void a_log_is_given_no_more_keys_than_it_can_hold(void **unused)
{
	(void)unused;
	struct player eve = { 0 };
	int added = 1;

	fix_started(&f, 0);
	for (int i = 0; i < 12; i++) {
		struct buf b;

		memset(eve.key.seed, 40 + i, sizeof(eve.key.seed));
		eve.key.key.kind = KEY_ED25519;
		eve.key.key.len = ED25519_SIZE;
		ed25519_public(eve.key.seed, eve.key.key.b);
		buf_init(&b, 1000);
		key_render(&eve.key.key, STR("k"), &b);
		added +=
			!judge_key_add(f.j, f.p[0].person, buf_str(&b), &f.why);
		why_clear(&f.why);
		buf_release(&b);
	}
	assert_int_equal(added, KEYRING_PER_PERSON);
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	verified();
}

static void who_lost_a_key_is_admitted_again_after_a_week(void **unused)
{
	(void)unused;
	struct str told;
	const char *number;
	int n;

	fix_person(&f, 0);
	fix_person(&f, 1);
	fix_person(&f, 2);
	fix_game(&f, 0, f.p[2].person);
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	fix_posted(&f);
	for (int i = 0; i < 2; i++) {
		/* by a game master's mail or by the operator, all the same */
		if (i)
			OK(judge_readmit(f.j, f.p[0].person, &f.why));
		else
			assert_str(fix_send(&f, fix_commands(&f, 2,
							     fix_point(&f), 1,
							     i ? "readmit a"
							       : "resetkey a")),
				   "adjudicated");
		told = fix_posted(&f);
		assert_int_equal(
			fix_count(told, "to ana@one.test: account_change"), 1);
		assert_int_equal(fix_count(told, "to bob@two.test: key_reset"),
				 1);
		/* the first time she has it still */
		if (!i)
			assert_str(fix_send(&f, keys_from(0, 1, "language en")),
				   "adjudicated");
		fix_posted(&f);
		f.now += 7 * 86400 + 1;
		OK(judge_tick(f.j, &n, &f.why));
		told = fix_posted(&f);
		assert_int_equal(fix_count(told, "to ana@one.test: confirm"),
				 i);
	}
	number = number_in(told);
	/* not by a key of others, nor without the number */
	memset(f.p[3].key.seed, 77, sizeof(f.p[3].key.seed));
	f.p[3].key.key.kind = KEY_ED25519;
	f.p[3].key.key.len = ED25519_SIZE;
	ed25519_public(f.p[3].key.seed, f.p[3].key.key.b);
	assert_str(fix_send(&f, keyed_from("ana@one.test", 3,
					   answer_text('A', number))),
		   "adjudicated");
	told = fix_log(&f);
	/* the log says on whose word: first a game master's, then the
	 * operator's */
	assert_int_equal(fix_count(told, "\"event\":\"readmission_announced\""),
			 2);
	assert_int_equal(fix_count(told, "\"by\":\"readmission\""), 2);
	assert_int_equal(fix_count(told, print_of(3)), 1);
	assert_int_equal(fix_count(told, "\"event\":\"key_revoked\""), 1);
	/* the lost one signs nothing any more */
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 8, "pick 3")),
		   "unverified");
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	verified();
}

/* the operator's word, as a verifier lists it */
static int unsigned_readmissions(void)
{
	struct verify_means m = { .systems = f.config.systems,
				  .n_systems = f.config.n_systems };
	struct verify_result r;
	int n = 0;

	verify_export(fix_export(&f, EXPORT_FULL), &m, &f.arena, &r);
	assert_true(r.good);
	for (int i = 0; i < r.n_deeds; i++)
		n += !strcmp(r.deeds[i].by, "readmission");
	return n;
}

static void a_signed_readmit_is_no_word_of_the_operator(void **unused)
{
	(void)unused;
	const char *number;
	int n;

	for (int by_master = 0; by_master < 2; by_master++) {
		if (by_master) {
			teardown(NULL);
			setup(NULL);
		}
		fix_led(&f);
		fix_posted(&f);
		if (by_master)
			assert_str(
				fix_send(&f, fix_commands(&f, 2, fix_point(&f),
							  1, "readmit a")),
				"adjudicated");
		else
			OK(judge_readmit(f.j, f.p[0].person, &f.why));
		fix_posted(&f);
		f.now += 7 * 86400 + 1;
		OK(judge_tick(f.j, &n, &f.why));
		number = number_in(fix_posted(&f));
		memset(f.p[3].key.seed, 77, sizeof(f.p[3].key.seed));
		f.p[3].key.key.kind = KEY_ED25519;
		f.p[3].key.key.len = ED25519_SIZE;
		ed25519_public(f.p[3].key.seed, f.p[3].key.key.b);
		assert_str(fix_send(&f, keyed_from("ana@one.test", 3,
						   answer_text('A', number))),
			   "adjudicated");
		OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
		/* a key that came, and one that went */
		assert_int_equal(unsigned_readmissions(), by_master ? 0 : 2);
	}
}

static void who_comes_back_brings_no_revoked_key(void **unused)
{
	(void)unused;

	fix_started(&f, 0);
	fix_person(&f, 2);
	/* Ana leaves, changes her key, and returns */
	OK(judge_seat(f.j, f.game, 0, f.p[2].person, &f.why));
	OK(judge_key_revoke(f.j, str_of(print_of(0)), &f.why));
	memset(f.p[0].key.seed, 90, sizeof(f.p[0].key.seed));
	ed25519_public(f.p[0].key.seed, f.p[0].key.key.b);
	OK(judge_key_add(f.j, f.p[0].person, key_text(0), &f.why));
	assert_int_equal(fix_count(fix_log(&f), "key_revoked"), 0);
	OK(judge_seat(f.j, f.game, 0, f.p[0].person, &f.why));
	assert_int_equal(fix_count(fix_log(&f), "key_revoked"), 1);
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 3")),
		   "adjudicated");
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	verified();
}

static void a_time_zone_must_exist(void **unused)
{
	(void)unused;
	static const char *const wrong[] = { "Nowhere/Land", "zone.tab", "+01",
					     "right/Europe/Madrid",
					     "posixrules" };
	int64_t id;

	for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
		assert_int_equal(judge_person_add(f.j, STR("Zoe"),
						  STR("zoe@a.test"), STR("en"),
						  str_of(wrong[i]), &id,
						  &f.why),
				 ERR_USAGE);
		why_clear(&f.why);
	}
	fix_started(&f, 0);
	fix_posted(&f);
	assert_str(fix_send(&f, keys_from(0, 1, "zone europe/madrid")),
		   "adjudicated");
	assert_int_equal(
		fix_count(fix_posted(&f), "to ana@one.test: account_change"),
		1);
	assert_str(person_at("ana@one.test").zone, "Europe/Madrid");
	assert_str(fix_send(&f, keys_from(0, 2, "zone nowhere/land")),
		   "keys_refused");
}

static void a_reason_as_long_as_a_mail_breaks_nothing(void **unused)
{
	(void)unused;
	const char *words = "pause\n";

	fix_led(&f);
	for (int i = 0; i < 60; i++)
		words = arena_printf(&f.arena, "%s%s", words,
				     "because of a thing that was said in "
				     "another mail of yours\n");
	assert_str(fix_send(&f, fix_commands(&f, 2, fix_point(&f), 1, words)),
		   "reason_long");
}

/* --- who goes ------------------------------------------------------------- */

static void who_is_replaced_is_told_and_orders_nothing_more(void **unused)
{
	(void)unused;
	struct str told;

	fix_started(&f, 0);
	fix_person(&f, 2);
	/* Bob sends his turn ahead: it waits */
	assert_str(fix_send(&f, fix_orders(&f, 1, fix_point(&f), 1,
					   "pick 2\nroll\nroll\nend")),
		   "adjudicated");
	fix_posted(&f);
	OK(judge_seat(f.j, f.game, 1, f.p[2].person, &f.why));
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to bob@two.test: seat_replaced"), 1);
	assert_true(fix_count(fix_log(&f), "\"cause\":\"left\"") > 0);
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1,
					   "pick 3\nroll\nend")),
		   "adjudicated");
	/* nothing of his is done in the name of Cy */
	assert_int_equal(fix_count(fix_log(&f), "\"event\":\"rolled\""), 1);
	/* and his next mail is his own affair */
	fix_posted(&f);
	fix_send(&f, fix_orders(&f, 1, fix_point(&f), 2, "roll"));
	assert_str(fix_verdict(&f), "seat_other");
	assert_int_equal(
		fix_count(fix_posted(&f), "not_an_order_mail to bob@two.test"),
		1);
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	verified();
}

static void a_player_disputes_one_thing_at_a_time(void **unused)
{
	(void)unused;
	const char *line;
	int64_t point;
	int taken = 0;

	fix_led(&f);
	point = fix_point(&f);
	for (int i = 0; i < 12; i++) {
		/* each the dispute before */
		line = arena_printf(&f.arena, "dispute %lld no",
				    (long long)fix_point(&f));
		taken += str_is(fix_send(&f, fix_orders(&f, 0, fix_point(&f),
							1 + i, line)),
				"disputed");
	}
	assert_int_equal(taken, 1);
	line = arena_printf(&f.arena, "dispute %lld no",
			    (long long)fix_point(&f));
	assert_str(fix_send(&f, fix_orders(&f, 1, fix_point(&f), 1, line)),
		   "dispute_itself");
	assert_str(fix_send(&f, fix_commands(&f, 2, fix_point(&f), 1,
					     "rule 1 stands\nso it is")),
		   "adjudicated");
	line = arena_printf(&f.arena, "dispute %lld no", (long long)point);
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 40, line)),
		   "dispute_again");
}

/* that of the command in a game master's mail, which has this */
static int serial_in(struct str mails, const char *has)
{
	const char *at = strstr(mails.s, has);

	assert_non_null(at);
	at = strstr(at, "\"serial\":");
	assert_non_null(at);
	return at[9] - '0';
}

static void two_who_wish_to_join_are_answered_as_they_are_asked(void **unused)
{
	(void)unused;
	const char *nonce;

	fix_game(&f, 0, fix_person(&f, 2));
	for (int i = 0; i < 2; i++) {
		fix_posted(&f);
		fix_send(&f, join_from(f.p[i].address, i, "ANY", ""));
		nonce = nonce_in(fix_posted(&f));
		assert_str(fix_send(&f,
				    join_from(f.p[i].address, i, "ANY", nonce)),
			   "join_proven");
		assert_int_equal(serial_in(fix_posted(&f), "\"join\":"), 1 + i);
	}
	nonce = arena_printf(&f.arena, "%lld", (long long)fix_point(&f));
	for (int i = 2; i >= 1; i--)
		assert_str(
			fix_send(&f, fix_commands(&f, 2, atoll(nonce), i,
						  arena_printf(&f.arena,
							       "admit %d", i))),
			"adjudicated");
}

/* A wish to join, a dispute and the report each bring a command. */
static void commands_of_several_mails_can_all_be_sent(void **unused)
{
	(void)unused;
	const char *nonce;
	int64_t point;

	fix_led(&f);
	fix_player(&f, 3, "Dora", "dora@four.test");
	fix_posted(&f);
	assert_str(fix_send(&f, join_from("dora@four.test", 3, "OBSERVER", "")),
		   "challenged");
	nonce = nonce_in(fix_posted(&f));
	assert_str(
		fix_send(&f, join_from("dora@four.test", 3, "OBSERVER", nonce)),
		"join_proven");
	assert_int_equal(serial_in(fix_posted(&f), "\"join\":"), 1);
	assert_str(fix_send(&f,
			    fix_orders(&f, 0, fix_point(&f), 1,
				       arena_printf(&f.arena, "dispute %lld no",
						    (long long)fix_point(&f)))),
		   "disputed");
	assert_int_equal(serial_in(fix_posted(&f), "\"disputed\":"), 2);
	point = fix_point(&f);
	assert_str(fix_send(&f, fix_commands(&f, 2, point, 2,
					     "rule 1 stands\nso it is")),
		   "adjudicated");
	/* what is asked next is neither of them */
	fix_posted(&f);
	assert_str(fix_send(&f,
			    fix_orders(&f, 1, fix_point(&f), 1,
				       arena_printf(&f.arena, "dispute %lld no",
						    (long long)fix_point(&f)))),
		   "disputed");
	assert_int_equal(serial_in(fix_posted(&f), "\"disputed\":"), 4);
	assert_str(fix_send(&f, fix_commands(&f, 2, point, 1, "admit 1")),
		   "adjudicated");
}

static void a_name_is_not_taken_for_another(void **unused)
{
	(void)unused;
	static const char *const names[] = {
		"=?utf-8?q?Gin=D0=B0?=",
		"\"Gina (game master) <gm@x.example>\"",
		"\"-----END HERALDO ORDERS-----\"",
		"\"{person}{#seat}\"",
	};

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		struct game_plan plan = { .name = STR("toys"),
					  .system = STR("toy"),
					  .n_players = 1 };
		const char *address =
			arena_printf(&f.arena, "eve%d@far.test", (int)i);
		const char *from =
			arena_printf(&f.arena, "%s <%s>", names[i], address);
		const char *nonce;

		plan.reserved[0] = str_of(address);
		memset(f.p[3].key.seed, 120 + (int)i, sizeof(f.p[3].key.seed));
		f.p[3].key.key.kind = KEY_ED25519;
		f.p[3].key.key.len = ED25519_SIZE;
		ed25519_public(f.p[3].key.seed, f.p[3].key.key.b);
		OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game,
				  &f.why));
		fix_posted(&f);
		fix_send(&f, join_from(from, 3, "A", ""));
		nonce = nonce_in(fix_posted(&f));
		assert_str(fix_send(&f, join_from(from, 3, "A", nonce)),
			   "joined");
		assert_str(person_at(address).name,
			   arena_printf(&f.arena, "eve%d", (int)i));
	}
}

/* --- whatever they mail --------------------------------------------------- */

enum { SIGNERS = 12, SENT_MAX = 200 };

/* chance, and what a hostile player has at hand */
struct crowd {
	uint32_t seed;
	struct key_secret keys[SIGNERS];
	struct str sent[SENT_MAX];
	int n_sent;
	const char *numbers[SENT_MAX]; /* of questions that were mailed */
	int n_numbers;
	int serial; /* of the mail being written */
	int who;    /* should sign it */
	int other;  /* the key that it is about */
};

static uint32_t below(struct crowd *c, uint32_t n)
{
	c->seed = c->seed * 1664525 + 1013904223;
	return (uint32_t)((uint64_t)(c->seed >> 8) * n >> 24);
}

static const char *one_of(struct crowd *c, const char *const *words, size_t n)
{
	return words[below(c, (uint32_t)n)];
}

static const char *print_in(struct crowd *c)
{
	char print[KEY_FINGERPRINT_MAX];

	c->other = (int)below(c, SIGNERS);
	key_fingerprint(&c->keys[c->other].key, print);
	return arena_strdup(&f.arena, print);
}

static int64_t point_of(struct crowd *c)
{
	int64_t now = fix_point(&f);

	switch (below(c, 8)) {
	case 0: return below(c, (uint32_t)now + 1);
	case 1: return 999999;
	case 2: return now + 1;
	default: return now;
	}
}

static const char *keys_lines(struct crowd *c)
{
	static const char *const places[] = {
		"ana@one.test", "bob@two.test",     "cy@three.test",
		"eve@far.test", "judge@court.test", "-o@x.test",
		"ana@new.test",
	};

	switch (below(c, 6)) {
	case 0: return arena_printf(&f.arena, "add %s", print_in(c));
	case 1: return arena_printf(&f.arena, "revoke %s", print_in(c));
	case 2:
		return arena_printf(&f.arena, "address %s",
				    one_of(c, places, ARRAY_LEN(places)));
	case 3: return "language es";
	case 4: return "zone utc";
	default: return arena_printf(&f.arena, "add %s", print_in(c));
	}
}

static const char *orders_lines(struct crowd *c)
{
	static const char *const lines[] = {
		"pick 3",
		"pick 4\nend",
		"roll",
		"roll\nend",
		"end",
		"wait",
		"report",
		"luck",
		"word 0123456789abcdef0123456789abcdef0123456789abcdef",
		"word open 0123456789abcdef0123456789abcdef",
		"nonsense",
	};

	if (below(c, 6))
		return one_of(c, lines, ARRAY_LEN(lines));
	return arena_printf(&f.arena, "dispute %lld it was not so",
			    (long long)below(c, (uint32_t)fix_point(&f) + 3));
}

static const char *master_lines(struct crowd *c)
{
	static const char *const lines[] = {
		"start",
		"resume",
		"resume",
		"resume",
		"pause\nfor tea",
		"resume",
		"readmit a",
		"readmit b",
		"seat a cy@three.test",
		"seat a ana@one.test",
		"seat b bob@two.test",
		"extend 3",
		"rule 1 stands\nso",
		"rule 1 undo\nso",
		"rule 2 stands\nso",
		"admit 1",
	};

	if (below(c, 5))
		return one_of(c, lines, ARRAY_LEN(lines));
	return arena_printf(&f.arena, "undo %lld\nwhy not",
			    (long long)below(c, (uint32_t)fix_point(&f) + 2));
}

static const char *any_text(struct crowd *c)
{
	char seat = (char)('A' + below(c, 2));
	int64_t point = point_of(c);
	int serial = below(c, 6) ? c->serial : (int)below(c, 130);
	const char *seen =
		below(c, 12) ? fix_seen(&f, point) : "seen nothing at all";

	c->who = seat - 'A';
	switch (below(c, 10)) {
	case 0:
	case 1:
	case 2:
	case 3:
		return arena_printf(&f.arena, "%s %.*s %c %lld %d\n%s\n%s\n",
				    below(c, 8) ? "ORDERS" : "PREVIEW",
				    STR_ARG(f.name), seat, (long long)point,
				    serial, seen, orders_lines(c));
	case 4:
	case 5:
	case 6:
		return arena_printf(&f.arena, "KEYS %.*s %c %lld %d\n%s\n%s\n",
				    STR_ARG(f.name), seat, (long long)point,
				    serial, seen, keys_lines(c));
	case 7:
		c->who = 2;
		return arena_printf(&f.arena, "GM %.*s %lld %d\n%s\n%s\n",
				    STR_ARG(f.name), (long long)point, serial,
				    seen, master_lines(c));
	case 8:
		c->who = (int)below(c, below(c, 2) ? 2 : SIGNERS);
		if (c->n_numbers)
			return answer_text(
				seat,
				c->numbers[below(c, (uint32_t)c->n_numbers)]);
		/* fall through */
	default:
		return arena_printf(&f.arena, "JOIN %.*s %s\n", STR_ARG(f.name),
				    below(c, 2) ? "A" : "O1");
	}
}

static struct str signed_in(struct crowd *c, const char *text)
{
	struct key_secret old = f.p[3].key;
	struct str s;

	f.p[3].key =
		c->keys[below(c, 6) ? (uint32_t)c->who : below(c, SIGNERS)];
	s = fix_signed(&f, 3, text);
	f.p[3].key = old;
	return s;
}

static struct str hostile_mail(struct crowd *c)
{
	const char *text, *from;
	struct str body, again;
	struct buf b;

	if (c->n_sent && !below(c, 6))
		return fix_mail(&f, "eve@far.test",
				c->sent[below(c, (uint32_t)c->n_sent)]);
	text = any_text(c);
	body = signed_in(c, text);
	buf_init(&b, 1 << 16);
	buf_adds(&b, body);
	/* a second signature of the same, and a key of anybody */
	if (below(c, 3)) {
		c->who = c->other;
		again = signed_in(c, text);
		buf_addz(&b, strstr(again.s, "-----BEGIN SSH SIGNATURE"));
	}
	buf_addc(&b, '\n');
	if (below(c, 4))
		key_render(&c->keys[c->other].key, STR("k"), &b);
	body = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	if (c->n_sent < SENT_MAX)
		c->sent[c->n_sent++] = body;
	from = below(c, 2) ? "eve@far.test" : f.p[below(c, 3)].address;
	return fix_mail(&f, from, body);
}

static void read_numbers(struct crowd *c, struct str mails)
{
	const char *at = mails.s;

	while (at && (at = strstr(at, "\"nonce\":\"")) != NULL) {
		const char *n = at + 9;

		at++;
		if (*n != '"' && c->n_numbers < SENT_MAX)
			c->numbers[c->n_numbers++] = arena_printf(
				&f.arena, "%.*s", (int)strcspn(n, "\""), n);
	}
}

/* what came of it all: a game in which nothing is taken proves nothing */
static const char *const happened[] = {
	"orders_signed", "key_added",   "key_revoked", "address_changed",
	"disputed",      "game_paused", "undone",      "seat_taken",
};
static int n_happened[ARRAY_LEN(happened)];

static void a_hostile_game(uint32_t seed)
{
	struct crowd *c = arena_alloc(&f.arena, sizeof(*c));
	struct game_row g;
	int n;

	*c = (struct crowd){ .seed = seed };
	for (int i = 0; i < 3; i++) {
		fix_person(&f, i);
		c->keys[i] = f.p[i].key;
	}
	for (int i = 3; i < SIGNERS; i++) {
		memset(c->keys[i].seed, 60 + i, sizeof(c->keys[i].seed));
		c->keys[i].key.kind = KEY_ED25519;
		c->keys[i].key.len = ED25519_SIZE;
		ed25519_public(c->keys[i].seed, c->keys[i].key.b);
	}
	fix_game(&f, 86400, f.p[2].person);
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	for (int i = 0; i < 120; i++) {
		c->serial = i + 1;
		fix_send(&f, hostile_mail(c));
		assert_int_not_equal(fix_verdict(&f).len, 0);
		read_numbers(c, fix_posted(&f));
		f.now += below(c, 4) ? 60 : below(c, 200000);
		OK(judge_tick(f.j, &n, &f.why));
	}
	OK(store_game_get(judge_store(f.j), f.game, &f.arena, &g, &f.why));
	if (g.state != GAME_ENDED)
		OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	OK(judge_game_replay(f.j, f.game, &f.why));
	for (size_t i = 0; i < ARRAY_LEN(happened); i++)
		n_happened[i] += fix_count(
			fix_log(&f), arena_printf(&f.arena, "\"event\":\"%s\"",
						  happened[i]));
	verified();
}

static void whatever_hostile_players_mail_the_log_verifies(void **unused)
{
	(void)unused;
	for (uint32_t seed = 1; seed <= 15; seed++) {
		if (seed > 1) {
			fix_release(&f);
			fix_init(&f, "test_judge_people");
		}
		print_message("seed %u\n", (unsigned)seed);
		a_hostile_game(seed);
	}
	for (size_t i = 0; i < ARRAY_LEN(happened); i++) {
		print_message("%s: %d\n", happened[i], n_happened[i]);
		assert_true(n_happened[i] > 0);
	}
}

/* --- how a game begins ---------------------------------------------------- */

/* Ana comes to A and Bob to B, for whom the seats are kept, Bob's if so. */
static void both_come(bool kept, const char *policy)
{
	struct game_plan plan = { .name = STR("toys"),
				  .system = STR("toy"),
				  .n_players = 2 };
	struct str told;

	plan.reserved[0] = STR("ana@one.test");
	if (kept)
		plan.reserved[1] = STR("bob@two.test");
	if (policy) {
		plan.policies[0].name = STR("autostart");
		plan.policies[0].value = str_of(policy);
		plan.n_policies = 1;
	}
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "\"itself\":1"),
			 kept && !policy ? 2 : 0);
	for (int i = 0; i < 2; i++) {
		const char seat[] = { (char)('A' + i), 0 };

		assert_false(fix_holds(fix_log(&f), "\"game_started\""));
		fix_send(&f, join_from(f.p[i].address, i, seat, ""));
		assert_str(fix_send(&f, join_from(f.p[i].address, i, seat,
						  nonce_in(fix_posted(&f)))),
			   i && !kept ? "join_proven" : "joined");
	}
	if (!kept)
		OK(judge_join_admit(f.j, 2, false, &f.why));
}

static void a_game_begins_when_the_last_who_is_invited_has_come(void **unused)
{
	(void)unused;
	both_come(true, NULL);
	assert_true(fix_holds(fix_log(&f),
			      "{\"event\":\"game_started\",\"for\":\"all\","
			      "\"rules\":[],\"by\":\"judge\"}"));
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1, "pick 3")),
		   "adjudicated");
	OK(judge_game_replay(f.j, f.game, &f.why));
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	verified();
}

static void a_game_that_is_told_to_wait_begins_when_it_is_started(void **unused)
{
	(void)unused;
	both_come(true, "no");
	assert_false(fix_holds(fix_log(&f), "\"game_started\""));
	OK(judge_game_start(f.j, f.game, &f.why));
}

static void a_game_with_a_free_seat_begins_when_it_is_started(void **unused)
{
	(void)unused;
	both_come(false, NULL);
	assert_false(fix_holds(fix_log(&f), "\"game_started\""));
	OK(judge_game_start(f.j, f.game, &f.why));
}

/* --- what is told --------------------------------------------------------- */

static void what_is_wrong_with_a_key_is_told_as_a_fault(void **unused)
{
	(void)unused;
	struct str told;

	fix_game(&f, 0, 0);
	/* nobody has signed it, for that would bring a key along */
	assert_str(
		fix_send(&f, fix_mail(&f, "ana@one.test",
				      str_of(arena_printf(
					      &f.arena,
					      "-----BEGIN HERALDO ORDERS-----\n"
					      "JOIN %.*s A\n"
					      "-----END HERALDO ORDERS-----\n",
					      STR_ARG(f.name))))),
		"key-none");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "\"fault\":\"key-none\""), 1);
	assert_int_equal(fix_count(told, "\"reason\""), 0);
}

/* --- who is answered ------------------------------------------------------ */

/* a mail that claims to be from anybody; what Ana is told of it */
static struct str told_ana(const char *from, struct str body, const char *what)
{
	struct str told;

	assert_str(fix_send(&f, fix_mail(&f, from, body)), what);
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to ana@one.test: "), 1);
	assert_int_equal(fix_count(told, "eve@"), 0);
	return told;
}

static void every_mail_that_somebody_known_signed_is_answered(void **unused)
{
	(void)unused;
	static const struct {
		const char *first, *verdict;
	} bad[] = {
		{ "ORDRES toys A 1 1", "first_line" },
		{ "ORDERS %s A 3", "first_line" },
		{ "ORDERS %s A 3 1 1 1", "first_line" },
		{ "that cannot have hit!", "first_line" },
		{ "ORDERS toys A 3 2", "unknown_game" },
		{ "ORDERS rapido A 3 2", "unknown_game" },
		{ "ORDERS %s B 3 2", "seat_other" },
		{ "GM %s 3 2", "seat_other" },
		{ "PREVIEW %s A", "first_line" },
		{ "KEYS %s A", "first_line" },
	};
	const char *line;

	fix_started(&f, 0);
	fix_posted(&f);
	line = arena_printf(&f.arena, "ORDERS %.*s A %lld 1\\u000a%s\\u000a",
			    STR_ARG(f.name), (long long)fix_point(&f),
			    fix_seen(&f, fix_point(&f)));
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		char name[64], text[200];
		struct str told;

		snprintf(name, sizeof(name), "%.*s", STR_ARG(f.name));
		snprintf(text, sizeof(text), bad[i].first, name);
		/* also when it comes from elsewhere */
		told = told_ana(i % 2 ? "eve@far.test" : "ana@one.test",
				fix_signed(&f, 0,
					   arena_printf(&f.arena,
							"%s\npick 3\n", text)),
				bad[i].verdict);
		assert_int_equal(fix_count(told, "not_an_order_mail to ana@"),
				 1);
		assert_int_equal(fix_count(told, line), 1);
		assert_int_equal(fix_count(told, "PICK 3"), 1);
	}
	assert_int_equal(fix_state(&f).in[0], 0);
}

static void a_block_without_its_end_is_told(void **unused)
{
	(void)unused;
	struct str body;
	char *end;

	fix_started(&f, 0);
	fix_posted(&f);
	body = fix_signed(&f, 0,
			  arena_printf(&f.arena, "ORDERS %.*s A 3 1\npick 3\n",
				       STR_ARG(f.name)));
	end = strstr((char *)(uintptr_t)body.s, SIGNED_BLOCK_END);
	memset(end, ' ', strlen(SIGNED_BLOCK_END));
	told_ana("ana@one.test", body, "block-open");
	assert_int_equal(fix_state(&f).in[0], 0);
}

static void what_came_before_is_told_once_a_day(void **unused)
{
	(void)unused;
	const char *text;
	struct str told;

	fix_started(&f, 0);
	fix_posted(&f);
	/* what was refused is no other mail when it comes again */
	text = arena_printf(&f.arena, "ORDERS %.*s A 999 1\npick 3\n",
			    STR_ARG(f.name));
	told_ana("ana@one.test", fix_signed(&f, 0, text), "stale");
	told = told_ana("eve@far.test", fix_signed(&f, 0, text), "repeated");
	assert_int_equal(fix_count(told, "\"reason\":\"stale\""), 1);
	for (int i = 0; i < 5; i++) {
		assert_str(fix_send(&f, fix_mail(&f, "eve@far.test",
						 fix_signed(&f, 0, text))),
			   "repeated");
		assert_int_equal(fix_posted(&f).len, 0);
	}
	f.now += 86400;
	told_ana("ana@one.test", fix_signed(&f, 0, text), "repeated");
	/* and so is a preview, which uses no serial */
	text = arena_printf(&f.arena, "PREVIEW %.*s A %lld 1\npick 3\n",
			    STR_ARG(f.name), (long long)fix_point(&f));
	told_ana("ana@one.test", fix_signed(&f, 0, text), "preview");
	told_ana("ana@one.test", fix_signed(&f, 0, text), "repeated");
	fix_send(&f, fix_mail(&f, "ana@one.test", fix_signed(&f, 0, text)));
	assert_int_equal(fix_posted(&f).len, 0);
}

static struct str robot_mail(const char *header, struct str body)
{
	return str_of(arena_printf(
		&f.arena,
		"From: ana@one.test\r\nTo: judge@court.test\r\n%s\r\n"
		"Message-ID: <%d@mail.test>\r\n\r\n%.*s",
		header, ++f.n_mails, STR_ARG(body)));
}

static void a_robot_that_signs_well_is_obeyed_and_answered_once(void **unused)
{
	(void)unused;
	static const char *const headers[] = {
		"Auto-Submitted: auto-generated",
		"Return-Path: <>",
		"X-Autoreply: yes",
		"Precedence: bulk",
		"List-Id: <friends.far.test>",
	};
	const char *text;

	fix_started(&f, 0);
	fix_posted(&f);
	for (size_t i = 0; i < ARRAY_LEN(headers); i++) {
		text = arena_printf(&f.arena, "ORDERS %.*s A 999 %d\npick 3\n",
				    STR_ARG(f.name), 1 + (int)i);

		assert_str(fix_send(&f, robot_mail(headers[i],
						   fix_signed(&f, 0, text))),
			   "stale");
		assert_int_equal(fix_count(fix_posted(&f), "refused to ana@"),
				 i == 0);
	}
	text = arena_printf(&f.arena, "ORDERS %.*s A %lld 9\n%s\npick 3\n",
			    STR_ARG(f.name), (long long)fix_point(&f),
			    fix_seen(&f, fix_point(&f)));
	assert_str(
		fix_send(&f, robot_mail(headers[0], fix_signed(&f, 0, text))),
		"adjudicated");
	/* nothing else of a robot is looked at */
	fix_posted(&f);
	fix_send(&f, robot_mail(headers[0], STR("I am away\r\n")));
	assert_int_equal(fix_posted(&f).len, 0);
	/* not even if it quotes a number that is asked for */
	fix_game(&f, 0, 0);
	fix_posted(&f);
	fix_send(&f, join_from("cy@three.test", 2, "A", ""));
	text = arena_printf(&f.arena,
			    SIGNED_BLOCK_BEGIN
			    "\nJOIN %.*s A %s\n" SIGNED_BLOCK_END "\n",
			    STR_ARG(f.name), nonce_in(fix_posted(&f)));
	fix_send(&f, robot_mail(headers[0], str_of(text)));
	assert_int_equal(fix_posted(&f).len, 0);
}

/* a mail of Ana's that its program has changed, or that is not hers */
static struct str broken_from(const char *from, int serial)
{
	struct str body = fix_signed(
		&f, 0,
		arena_printf(&f.arena, "ORDERS %.*s A %lld %d\npick 3\n",
			     STR_ARG(f.name), (long long)fix_point(&f),
			     serial));

	*strchr(strstr((char *)(uintptr_t)body.s, "PICK"), '3') = '4';
	return fix_mail(&f, from, body);
}

static void strangers_use_up_no_answers_of_a_player(void **unused)
{
	(void)unused;
	int told = 0;

	fix_started(&f, 0);
	fix_posted(&f);
	for (int i = 0; i < 10; i++) {
		assert_str(fix_send(&f, broken_from("eve@far.test", 1 + i)),
			   "unverified");
		told += fix_count(fix_posted(&f), "bad_signature to ana@");
	}
	assert_int_equal(told, JUDGE_FAILED_A_DAY);
	assert_str(fix_send(&f, broken_from("ana@one.test", 20)), "unverified");
	assert_int_equal(fix_count(fix_posted(&f), "bad_signature to ana@"), 1);
}

/* so many such mails in a day; how many answers of this kind */
static int answers_to(const char *from, int n, bool broken, const char *kind)
{
	static int serials = 500;
	int told = 0;

	for (int i = 0; i < n; i++) {
		fix_send(&f, broken ? broken_from(from, ++serials)
				    : fix_mail(&f, from, STR("Hello?\r\n")));
		told += fix_count(fix_posted(&f), kind);
	}
	return told;
}

/* heraldod(8), "Who is answered" */
static void who_is_answered_how_often_is_as_the_manual_has_it(void **unused)
{
	(void)unused;

	fix_started(&f, 0);
	fix_posted(&f);
	for (int day = 0; day < 2; day++) {
		assert_int_equal(answers_to("ana@one.test", 12, true,
					    "bad_signature to ana@"),
				 10);
		assert_int_equal(answers_to("eve@far.test", 5, true,
					    "bad_signature to ana@"),
				 3);
		assert_int_equal(
			answers_to("bob@two.test", 12, false, "help to bob@"),
			10);
		assert_int_equal(
			answers_to("eve@far.test", 5, false, "help to eve@"),
			1);
		f.now += 86400;
	}
}

static void
a_number_that_nobody_was_sent_is_told_to_who_signed_it(void **unused)
{
	(void)unused;
	const char *text;

	fix_started(&f, 0);
	fix_posted(&f);
	text = arena_printf(&f.arena, "KEYS %.*s A %s\n", STR_ARG(f.name),
			    "00112233445566778899");
	assert_str(fix_send(&f, fix_mail(&f, "ana@one.test",
					 fix_signed(&f, 0, text))),
		   "number_unknown");
	assert_int_equal(fix_count(fix_posted(&f), "not_an_order_mail to ana@"),
			 1);
	/* a wish to join that nobody made names nobody */
	text = arena_printf(&f.arena, "JOIN %.*s A %s\n", STR_ARG(f.name),
			    "00112233445566778899");
	assert_str(fix_send(&f, fix_mail(&f, "eve@far.test",
					 fix_signed(&f, 2, text))),
		   "nonce_unknown");
	assert_int_equal(fix_posted(&f).len, 0);
}

static void all_strangers_together_have_one_bound(void **unused)
{
	(void)unused;
	int told = 0;

	judge_close(f.j);
	f.config.strangers_a_day = 3;
	fix_open(&f);
	fix_started(&f, 0);
	fix_posted(&f);
	for (int i = 0; i < 8; i++) {
		const char *from = arena_printf(&f.arena, "eve%d@far.test", i);

		/* mails without orders, and wishes to join */
		fix_send(&f, i % 2 ? fix_mail(&f, from, STR("Hello?\r\n"))
				   : join_from(from, 2, "A", ""));
		told += fix_count(fix_posted(&f), "far.test\n");
	}
	assert_int_equal(told, 3);
	for (int i = 0; i < 2; i++) {
		fix_send(&f, fix_mail(&f, f.p[i].address, STR("Hello?\r\n")));
		assert_int_equal(fix_count(fix_posted(&f), "help to "), 1);
	}
}

static void a_forged_sender_gets_no_answer(void **unused)
{
	(void)unused;
	static const char forged[] =
		"Authentication-Results: mx.court.test; dmarc=fail";

	judge_close(f.j);
	f.config.authserv_id = STR("mx.court.test");
	fix_open(&f);
	fix_started(&f, 0);
	fix_posted(&f);
	fix_send(&f, robot_mail(forged, STR("Hello?\r\n")));
	assert_int_equal(fix_posted(&f).len, 0);
	fix_send(&f,
		 robot_mail("Authentication-Results: mx.far.test; dmarc=fail",
			    STR("Hello?\r\n")));
	assert_int_equal(fix_count(fix_posted(&f), "help to ana@"), 1);
	/* a signature of hers outweighs it */
	assert_str(
		fix_send(&f, robot_mail(forged,
					fix_signed(&f, 0,
						   arena_printf(
							   &f.arena,
							   "ORDERS %.*s A 999 1"
							   "\npick 3\n",
							   STR_ARG(f.name))))),
		"stale");
	assert_int_equal(fix_count(fix_posted(&f), "refused to ana@"), 1);
}

static void questions_have_a_bound_that_is_told(void **unused)
{
	(void)unused;
	int told = 0;

	fix_started(&f, 0);
	fix_posted(&f);
	for (int i = 0; i < JUDGE_QUESTIONS_A_DAY + 5; i++) {
		const char *text = arena_printf(
			&f.arena, "PREVIEW %.*s A %lld %d\npick 3\n",
			STR_ARG(f.name), (long long)fix_point(&f), 1 + i);
		struct str v = fix_send(&f, fix_mail(&f, "ana@one.test",
						     fix_signed(&f, 0, text)));

		assert_str(v, i < JUDGE_QUESTIONS_A_DAY ? "preview"
							: "too_many_questions");
		told += fix_count(fix_posted(&f), " to ana@one.test");
	}
	assert_int_equal(told, JUDGE_QUESTIONS_A_DAY + 1);
	/* orders are no questions; with one too many they are done without its
	 * answer */
	assert_str(fix_send(&f, fix_orders(&f, 0, fix_point(&f), 1,
					   "help\npick 3")),
		   "adjudicated");
	assert_int_equal(fix_count(fix_posted(&f), "query to ana@one.test"), 0);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(a_person_made_known_without_a_key_joins_as_anybody),
		T(who_asks_with_a_public_key_of_others_learns_nothing),
		T(a_join_signed_by_a_token_is_told_so),
		T(an_address_enters_a_record_by_an_answer_from_it),
		T(a_claim_that_is_not_proved_reserves_nothing),
		T(who_was_proved_is_who_is_admitted),
		T(some_addresses_are_refused_at_the_door),
		T(a_key_is_added_by_a_signature_of_its_own),
		T(two_signatures_of_one_text_add_a_key_at_once),
		T(keys_name_a_point_that_was_reached_and_is_new_enough),
		T(a_key_is_revoked_at_once_in_all_games),
		T(a_log_is_given_no_more_keys_than_it_can_hold),
		T(who_lost_a_key_is_admitted_again_after_a_week),
		T(a_signed_readmit_is_no_word_of_the_operator),
		T(who_comes_back_brings_no_revoked_key),
		T(who_is_replaced_is_told_and_orders_nothing_more),
		T(a_player_disputes_one_thing_at_a_time),
		T(two_who_wish_to_join_are_answered_as_they_are_asked),
		T(commands_of_several_mails_can_all_be_sent),
		T(a_name_is_not_taken_for_another),
		T(addresses_of_both_forms_are_one),
		T(a_challenge_fits_its_reader),
		T(whatever_hostile_players_mail_the_log_verifies),
		T(a_time_zone_must_exist),
		T(a_reason_as_long_as_a_mail_breaks_nothing),
		T(a_game_begins_when_the_last_who_is_invited_has_come),
		T(a_game_that_is_told_to_wait_begins_when_it_is_started),
		T(a_game_with_a_free_seat_begins_when_it_is_started),
		T(what_is_wrong_with_a_key_is_told_as_a_fault),
		T(every_mail_that_somebody_known_signed_is_answered),
		T(a_block_without_its_end_is_told),
		T(what_came_before_is_told_once_a_day),
		T(a_robot_that_signs_well_is_obeyed_and_answered_once),
		T(strangers_use_up_no_answers_of_a_player),
		T(who_is_answered_how_often_is_as_the_manual_has_it),
		T(a_number_that_nobody_was_sent_is_told_to_who_signed_it),
		T(all_strangers_together_have_one_bound),
		T(a_forged_sender_gets_no_answer),
		T(questions_have_a_bound_that_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
