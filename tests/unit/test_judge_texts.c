/* tests/unit/test_judge_texts.c - several signed texts in one mail */
#include "auth/transfer_encoding.h"
#include "judge_unit.h"
#include "judge_said.h"
#include "judge_verified.h"

static struct str second; /* the name of another game of both players */
static int64_t second_id, second_point;

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_texts");
	fix_started(&f, 0);
	said_nothing();
	return 0;
}

static void second_game(void)
{
	struct game_plan plan = { .name = STR("more"),
				  .system = STR("toy"),
				  .n_players = 2 };
	struct game_row row;

	OK(judge_game_new(f.j, &plan, &f.arena, &second, &second_id, &f.why));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, second_id, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, second_id, &f.why));
	OK(store_game_get(judge_store(f.j), second_id, &f.arena, &row, &f.why));
	second_point = row.point;
}

static struct str in_game(struct str name, const char *head, int who,
			  int64_t point, int number, const char *lines)
{
	struct str ours = f.name;
	const char *text;

	f.name = name;
	text = arena_printf(&f.arena, "%s %.*s %c %lld %d\n%s\n%s\n", head,
			    STR_ARG(name), 'A' + who, (long long)point, number,
			    fix_seen(&f, point), lines);
	f.name = ours;
	return str_of(text);
}

/* a text of this point, not signed yet */
static struct str text_of(const char *head, int who, int number,
			  const char *lines)
{
	return in_game(f.name, head, who, fix_point(&f), number, lines);
}

static struct str signed_text(int who, struct str text)
{
	return fix_signed(&f, who, text.s);
}

static struct str joined(struct str a, struct str b)
{
	return str_of(
		arena_printf(&f.arena, "%.*s\n%.*s", STR_ARG(a), STR_ARG(b)));
}

/* as mail programs quote what they answer */
static struct str quoted(struct str text)
{
	struct buf b;
	struct str line, out;

	buf_init(&b, 1 << 16);
	while (parse_line(&text, &line))
		buf_addf(&b, "> %.*s\n", STR_ARG(line));
	out = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return out;
}

static struct str sent(int who, struct str body)
{
	return fix_send(&f, fix_mail(&f, f.p[who].address, body));
}

static void two_games_are_answered_in_one_mail(void **unused)
{
	(void)unused;
	struct str letters;

	second_game();
	sent(0, joined(signed_text(0, text_of("ORDERS", 0, 1, "pick 3")),
		       signed_text(0, in_game(second, "ORDERS", 0, second_point,
					      1, "pick 4"))));
	assert_int_equal(fix_state(&f).pick[0], 3);
	letters = fix_posted(&f);
	assert_int_equal(fix_count(letters, "texts to ana@one.test"), 1);
	assert_int_equal(fix_count(letters, "\"state\":\"done\""), 2);
	f.game = second_id;
	assert_int_equal(fix_state(&f).pick[0], 4);
}

static void a_quoted_preview_does_not_hide_the_orders_below_it(void **unused)
{
	(void)unused;
	struct str preview = signed_text(0, text_of("PREVIEW", 0, 1, "pick 3"));
	struct str orders = signed_text(0, text_of("ORDERS", 0, 1, "pick 3"));

	assert_str(sent(0, preview), "preview");
	fix_posted(&f);
	assert_str(sent(0, joined(quoted(preview), orders)), "adjudicated");
	assert_int_equal(fix_state(&f).pick[0], 3);
	assert_true(fix_holds(fix_posted(&f),
			      "\"state\":\"repeated\",\"reason\""
			      ":\"preview\""));
}

static void two_previews_are_both_answered(void **unused)
{
	(void)unused;
	struct str letters;

	sent(0, joined(signed_text(0, text_of("PREVIEW", 0, 1, "pick 3")),
		       signed_text(0, text_of("PREVIEW", 0, 1, "pick 4"))));
	letters = fix_posted(&f);
	assert_int_equal(fix_count(letters, "preview to ana"), 2);
}

static void keys_and_orders_are_both_done(void **unused)
{
	(void)unused;
	struct person_row p;

	sent(0,
	     joined(signed_text(0, text_of("KEYS", 0, 1, "PREFER LANGUAGE es")),
		    signed_text(0, text_of("ORDERS", 0, 2, "pick 3"))));
	assert_int_equal(fix_state(&f).pick[0], 3);
	OK(store_person_get(judge_store(f.j), f.p[0].person, &f.arena, &p,
			    &f.why));
	assert_str(p.language, "es");
}

/* The second text waits for Ana's next turn, where it would be stale alone. */
static void texts_for_one_point_are_one_queue(void **unused)
{
	(void)unused;
	static const int slots[] = { EXPORT_FULL, 0 };
	struct str first, next;

	TAKEN(0, "pick 3");
	TAKEN(1, "pick 4");
	first = signed_text(0, text_of("ORDERS", 0, 2, "roll"));
	next = signed_text(0, text_of("ORDERS", 0, 3, "roll"));
	assert_str(sent(0, joined(next, first)), "adjudicated");
	assert_int_equal(fix_count(fix_posted(&f), "\"state\":\"done\""), 2);
	assert_int_equal(fix_count(fix_log(&f), " joined\""), 1);
	assert_int_equal(fix_state(&f).head.active, 1);
	TAKEN(1, "roll");
	/* hers was rolled at once */
	assert_int_equal(fix_state(&f).head.active, 1);
	fix_verified(&f, slots, ARRAY_LEN(slots));
}

/* Serials decide, not places; another game goes on. */
static void a_refusal_stops_later_texts_of_its_seat_alone(void **unused)
{
	(void)unused;
	struct str bad = signed_text(0, text_of("ORDERS", 0, 2, "pikc 3"));
	struct str good = signed_text(0, text_of("ORDERS", 0, 3, "pick 4"));
	struct str letters, other;

	second_game();
	other = signed_text(
		0, in_game(second, "ORDERS", 0, second_point, 1, "pick 5"));
	sent(0, joined(joined(good, bad), other));
	assert_int_equal(fix_state(&f).pick[0], 0);
	letters = fix_posted(&f);
	assert_int_equal(fix_count(letters, "\"state\":\"left\""), 1);
	assert_int_equal(fix_count(letters, "\"state\":\"refused\""), 1);
	assert_int_equal(fix_count(letters, "\"state\":\"done\""), 1);
	/* its serial is free: it is done as it stands */
	assert_str(sent(0, good), "adjudicated");
	assert_int_equal(fix_state(&f).pick[0], 4);
	f.game = second_id;
	assert_int_equal(fix_state(&f).pick[0], 5);
}

static void two_texts_of_one_serial_are_not_both_done(void **unused)
{
	(void)unused;

	assert_str(
		sent(0,
		     joined(signed_text(0, text_of("ORDERS", 0, 1, "pick 3")),
			    signed_text(0, text_of("ORDERS", 0, 1, "pick 4")))),
		"adjudicated");
	assert_int_equal(fix_state(&f).pick[0], 3);
	assert_true(fix_holds(fix_posted(&f), "serial_used"));
}

static void a_key_that_a_text_revokes_signs_no_later_one(void **unused)
{
	(void)unused;
	char print[KEY_FINGERPRINT_MAX];
	struct buf line;

	fix_player(&f, 5, "Ana", "ana@one.test");
	buf_init(&line, 1000);
	key_render(&f.p[5].key.key, STR("key"), &line);
	OK(judge_key_add(f.j, f.p[0].person, buf_str(&line), &f.why));
	buf_release(&line);
	key_fingerprint(&f.p[0].key.key, print);
	sent(0,
	     joined(signed_text(5, text_of("KEYS", 0, 1,
					   arena_printf(&f.arena, "REVOKE %s",
							print))),
		    signed_text(0, text_of("ORDERS", 0, 2, "pick 3"))));
	assert_int_equal(fix_state(&f).pick[0], 0);
	assert_true(fix_holds(fix_posted(&f), "key_revoked"));
}

static void unsigned_orders_over_an_old_signed_text_are_told(void **unused)
{
	(void)unused;
	struct str old = signed_text(0, text_of("ORDERS", 0, 1, "pick 3"));
	struct str new, letters;

	assert_str(sent(0, old), "adjudicated");
	fix_posted(&f);
	new = str_of(arena_printf(&f.arena,
				  "-----BEGIN HERALDO ORDERS-----\n%.*s"
				  "-----END HERALDO ORDERS-----\n",
				  STR_ARG(text_of("ORDERS", 0, 2, "pick 4"))));
	for (int i = 0; i < 2; i++) {
		assert_str(sent(0, joined(new, quoted(old))), "repeated");
		letters = fix_posted(&f);
		assert_int_equal(fix_count(letters, "texts to ana"), 1);
		assert_int_equal(fix_count(letters, "\"state\":\"unsigned\""),
				 1);
	}
	assert_int_equal(fix_state(&f).pick[0], 3);
}

/* The template of a report, which every answer quotes, is no lost order; nor
 * is the draft of what was signed. */
static void templates_and_drafts_are_not_told(void **unused)
{
	(void)unused;
	struct str text = text_of("ORDERS", 0, 1, "pick 3");
	struct str draft = str_of(
		arena_printf(&f.arena,
			     "-----BEGIN HERALDO ORDERS-----\n%.*s"
			     "-----END HERALDO ORDERS-----\n"
			     "-----BEGIN HERALDO ORDERS-----\n%.*s"
			     "-----END HERALDO ORDERS-----\n",
			     STR_ARG(text_of("ORDERS", 0, 1, "// pick 4")),
			     STR_ARG(text_of("ORDERS", 0, 1, "pick 5"))));

	assert_str(sent(0, joined(signed_text(0, text), quoted(draft))),
		   "adjudicated");
	assert_false(fix_holds(fix_posted(&f), "texts to ana"));
}

static void first_lines_of_two_games_stand_apart(void **unused)
{
	(void)unused;
	struct str told;

	second_game();
	fix_posted(&f);
	fix_send(&f,
		 fix_mail(&f, "ana@one.test", fix_signed(&f, 0, "XYZZY\n")));
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "\\u000a\\u000aORDERS "), 1);
}

static void attached_pairs_are_texts_each(void **unused)
{
	(void)unused;
	struct buf b;
	struct str lists[2], mail;

	second_game();
	lists[0] = signed_text(0, text_of("ORDERS", 0, 1, "pick 3"));
	lists[1] = signed_text(
		0, in_game(second, "ORDERS", 0, second_point, 1, "pick 4"));
	buf_init(&b, 1 << 16);
	buf_addf(&b, "From: ana@one.test\r\nTo: judge@court.test\r\n"
		     "Message-ID: <pairs@mail.test>\r\nMIME-Version: 1.0\r\n"
		     "Content-Type: multipart/mixed; boundary=bb\r\n\r\n"
		     "--bb\r\nContent-Type: text/plain\r\n\r\nhello\r\n");
	for (int i = 0; i < 2; i++) {
		static const char begin[] = "-----BEGIN SSH";
		const char *sig = memmem(lists[i].s, lists[i].len, begin,
					 sizeof(begin) - 1);

		assert_non_null(sig);
		buf_addf(&b,
			 "--bb\r\nContent-Type: text/plain; name=%d.txt\r\n"
			 "Content-Disposition: attachment; filename=%d.txt"
			 "\r\n\r\n%.*s\r\n"
			 "--bb\r\nContent-Type: application/octet-stream\r\n"
			 "Content-Disposition: attachment; "
			 "filename=%d.txt.sig\r\n\r\n%s\r\n",
			 i, i, (int)(sig - lists[i].s), lists[i].s, i, sig);
	}
	buf_addz(&b, "--bb--\r\n");
	mail = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	assert_str(fix_send(&f, mail), "adjudicated");
	assert_int_equal(fix_state(&f).pick[0], 3);
	f.game = second_id;
	assert_int_equal(fix_state(&f).pick[0], 4);
}

/* Who mistypes the purpose of a signature has signed. */
static void a_purpose_that_is_mistyped_is_named(void **unused)
{
	(void)unused;
	static const char *const purposes[] = { "heraldo-order@heraldo",
						"heraldo-orders@herald",
						"heraldo-Orders@heraldo" };
	struct str text = text_of("ORDERS", 0, 1, "pick 3");

	for (size_t i = 0; i < ARRAY_LEN(purposes); i++) {
		struct sig sig;
		struct buf b;

		f.now += 86400;
		sig_make(&f.p[0].key, purposes[i], text, &sig);
		buf_init(&b, 1 << 14);
		buf_addf(&b,
			 "-----BEGIN HERALDO ORDERS-----\n%.*s"
			 "-----END HERALDO ORDERS-----\n",
			 STR_ARG(text));
		sig_render(&sig, &b);
		assert_str(sent(0, arena_str(&f.arena, buf_str(&b))),
			   "unverified");
		buf_release(&b);
		assert_true(fix_holds(fix_posted(&f), "sig-purpose"));
	}
}

/* A signed report that an answer quotes signs nothing of the answer. */
static void a_template_over_the_judges_signature_is_unsigned(void **unused)
{
	(void)unused;
	static const char *const purposes[] = { SIG_REPORT,
						"heraldo-page@heraldo" };
	struct str text = text_of("ORDERS", 0, 1, "pick 3"), letters;

	for (size_t i = 0; i < ARRAY_LEN(purposes); i++) {
		struct sig sig;
		struct buf b;

		sig_make(&f.config.key, purposes[i], STR("a report\n"), &sig);
		buf_init(&b, 1 << 14);
		buf_addf(&b,
			 "> -----BEGIN HERALDO ORDERS-----\n%.*s"
			 "> -----END HERALDO ORDERS-----\n",
			 STR_ARG(quoted(text)));
		sig_render(&sig, &b);
		assert_str(sent(0, arena_str(&f.arena, buf_str(&b))),
			   "unverified");
		buf_release(&b);
		letters = fix_posted(&f);
		assert_true(fix_holds(letters, "sig-none"));
		assert_false(fix_holds(letters, "sig-purpose"));
	}
}

static const char *bare(struct str text)
{
	return arena_printf(&f.arena,
			    "-----BEGIN HERALDO ORDERS-----\n%.*s"
			    "-----END HERALDO ORDERS-----\n",
			    STR_ARG(text));
}

static void a_greeting_over_a_template_is_no_failed_attempt(void **unused)
{
	(void)unused;
	struct str template = text_of("ORDERS", 0, 1, "// pick 4");

	assert_str(sent(0, joined(STR("Hello all!"),
				  quoted(str_of(bare(template))))),
		   "nothing_ordered");
	assert_false(fix_holds(fix_posted(&f), "bad_signature"));
}

/* The cause, and what to do about it, by the keys that its sender has. */
static void unsigned_orders_are_told_how_to_sign(void **unused)
{
	(void)unused;
	struct str letters;

	assert_str(sent(0, str_of(bare(text_of("ORDERS", 0, 1, "pick 4")))),
		   "unverified");
	letters = fix_posted(&f);
	assert_true(fix_holds(letters, "\"unsigned\":1,\"changed\":0,"
				       "\"files\":1,\"openpgp\":0"));
	assert_true(fix_holds(letters, "\"foreign\":0"));
	/* from elsewhere three times a day, the last one says so */
	for (int i = 0; i < 4; i++) {
		fix_send(&f, fix_mail(&f, "eve@bad.test",
				      str_of(bare(text_of("ORDERS", 0, 1,
							  "pick 4")))));
		letters = fix_posted(&f);
		assert_int_equal(fix_holds(letters, "\"last\":1"), i == 2);
		assert_int_equal(fix_holds(letters, "bad_signature"), i < 3);
	}
}

static struct str replaced(struct str text, const char *what, const char *by)
{
	const char *at = memmem(text.s, text.len, what, strlen(what));

	assert_non_null(at);
	return str_of(arena_printf(
		&f.arena, "%.*s%s%.*s", (int)(at - text.s), text.s, by,
		(int)(text.len - (size_t)(at - text.s) - strlen(what)),
		at + strlen(what)));
}

static void markers_within_lines_are_read(void **unused)
{
	(void)unused;
	static const struct {
		const char *what, *by;
	} v[] = {
		{ "-----BEGIN HERALDO", "Sent with tea-----BEGIN HERALDO" },
		{ "ORDERS-----\n-----BEGIN SSH", "ORDERS----------BEGIN SSH" },
		{ "BEGIN HERALDO ORDERS-----\n", "BEGIN HERALDO ORDERS----- " },
		{ "\n-----END HERALDO", " -----END HERALDO" },
		{ "END SSH SIGNATURE-----\n",
		  "END SSH SIGNATURE----- Regards, Ana\n" },
	};

	for (size_t i = 0; i < ARRAY_LEN(v); i++) {
		struct str text = signed_text(
			0, text_of("PREVIEW", 0, 1,
				   arena_printf(&f.arena, "pick %zu", i + 1)));

		assert_str(sent(0, replaced(text, v[i].what, v[i].by)),
			   "preview");
	}
}

static void joined_lines_are_named(void **unused)
{
	(void)unused;
	struct str text = signed_text(0, text_of("ORDERS", 0, 1, "pick 4"));
	struct buf b;
	struct str line;

	buf_init(&b, 1 << 14);
	while (parse_line(&text, &line))
		buf_addf(&b, "%.*s ", STR_ARG(line));
	assert_str(sent(0, joined(STR("Hello,"),
				  arena_str(&f.arena, buf_str(&b)))),
		   "lines_joined");
	assert_true(fix_holds(fix_posted(&f), "\"detail\":\"2\""));
	/* and broken again, in the middle of a marker */
	f.now += 86400;
	assert_str(
		sent(0, replaced(arena_str(&f.arena, buf_str(&b)),
				 "END HERALDO ORDERS", "END HERALDO\nORDERS")),
		"lines_joined");
	buf_release(&b);
}

/* the answer names the missing line, whether the orders are signed or not */
static void a_missing_end_line_is_named(void **unused)
{
	(void)unused;
	static const char *const ends[] = { "", "END\n",
					    "---- END HERALDO ORDER ----\n",
					    "-- \nAna\n" };

	for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
		struct str text = text_of("ORDERS", 0, 1, "pick 4");
		struct str posted;

		f.now += 86400;
		assert_str(
			sent(0, str_of(arena_printf(&f.arena, "%s\n%.*s\n%s",
						    SIGNED_BLOCK_BEGIN,
						    STR_ARG(text), ends[i]))),
			"block-open");
		posted = fix_posted(&f);
		assert_int_equal(fix_count(posted, "\"fault\":\"block-open\""),
				 1);
	}
}

static struct str with_file(const char *name, const char *bytes)
{
	return str_of(arena_printf(
		&f.arena,
		"From: ana@one.test\r\nTo: judge@court.test\r\n"
		"Message-ID: <%d@mail.test>\r\nMIME-Version: 1.0\r\n"
		"Content-Type: multipart/mixed; boundary=bb\r\n\r\n"
		"--bb\r\nContent-Type: text/plain\r\n\r\nmy orders\r\n"
		"--bb\r\nContent-Type: application/octet-stream\r\n"
		"Content-Disposition: attachment; filename=%s\r\n\r\n"
		"%s\r\n--bb--\r\n",
		++f.n_mails, name, bytes));
}

static void files_that_cannot_be_used_are_named(void **unused)
{
	(void)unused;
	struct str text = signed_text(0, text_of("ORDERS", 0, 1, "pick 4"));
	const char *sig = memmem(text.s, text.len, "-----BEGIN SSH", 14);

	assert_str(fix_send(&f, with_file("turn.txt.gz", "packed")),
		   "file_packed");
	assert_str(fix_send(&f, with_file("turn.txt.sig", sig)),
		   "signature_alone");
	assert_true(fix_holds(fix_posted(&f), "turn.txt.sig"));
	f.now += 86400;
	assert_str(fix_send(&f, with_file("turn.docx", "packed")),
		   "file_format");
	assert_true(fix_holds(fix_posted(&f), "turn.docx"));
}

/* Anybody can write any From: the answer carries no words of a stranger. */
static void no_words_are_sent_on_in_the_name_of_a_file(void **unused)
{
	static const char *const names[] = {
		"\"Cheap pills at www.evil.test now.zip\"",
		"www.evil.test.docx", "\"evil.test is open.sig\""
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		struct str mail = with_file(names[i], "packed");

		mail = fix_typed(&f, mail, "ana@one.test", "zoe@one.test");
		(void)fix_send(&f, mail);
		mail = fix_posted(&f);
		assert_false(fix_holds(mail, "evil"));
		f.now += 86400;
	}
	(void)fix_send(&f, with_file(names[0], "packed"));
	assert_true(fix_holds(fix_posted(&f), "*.zip"));
}

static void no_words_are_sent_on_in_a_question(void **unused)
{
	(void)unused;
	assert_str(fix_send(&f, fix_mail(&f, "zoe@one.test",
					 STR("HELP cheap pills at "
					     "www.evil.test now\n"))),
		   "helped");
	assert_false(fix_holds(fix_posted(&f), "\"asked\":\"HELP cheap"));
	f.now += 86400;
	assert_str(
		fix_send(&f, fix_mail(&f, "zoe@one.test", STR("HELP pick\n"))),
		"helped");
	assert_true(fix_holds(fix_posted(&f), "\"asked\":\"HELP pick"));
}

/* A text that fails next to a good one is named with its reason; copies of what
 * is good are not. */
static void texts_that_fail_next_to_a_good_one_are_named(void **unused)
{
	(void)unused;
	struct str good, other, letters;

	second_game();
	for (int i = 0; i < 5; i++) {
		static const char *const says[] = {
			"\"fault\":\"sig-wrong\"", "\"fault\":\"block-open\"",
			"\"fault\":\"sig-wrong-key\"", "\"state\":\"unsigned\"",
			NULL
		};
		const char *lines = arena_printf(&f.arena, "pick %d", i + 1);
		struct str name = i == 4 ? f.name : second;
		int64_t point = i == 4 ? fix_point(&f) : second_point;

		good = signed_text(0, text_of("PREVIEW", 0, 1, lines));
		other = in_game(name, "PREVIEW", 0, point, 1, lines);
		if (i == 3)
			other = str_of(bare(other));
		else
			other = signed_text(i == 2 ? 1 : 0, other);
		if (i == 0)
			other = replaced(other, "PICK 1", "PICK 7");
		if (i == 1)
			other = replaced(other, "-----END HERALDO ORDERS-----",
					 "");
		/* the quote of what was sent, with a broken line */
		if (i == 4)
			other = quoted(replaced(other, "PICK", "\nPICK 3\n"));
		assert_str(sent(0, joined(good, other)), "preview");
		letters = fix_posted(&f);
		assert_int_equal(fix_holds(letters, "texts to ana"),
				 says[i] != NULL);
		if (says[i])
			assert_int_equal(fix_count(letters, says[i]), 1);
	}
}

/* No mail program changes a file; what it is told says so. */
static void a_file_that_was_changed_is_told_so(void **unused)
{
	(void)unused;
	struct str text = signed_text(0, text_of("ORDERS", 0, 1, "pick 4"));
	const char *sig = memmem(text.s, text.len, "-----BEGIN SSH", 14);
	struct str mail = str_of(arena_printf(
		&f.arena,
		"From: ana@one.test\r\nTo: judge@court.test\r\n"
		"Message-ID: <file@mail.test>\r\nMIME-Version: 1.0\r\n"
		"Content-Type: multipart/mixed; boundary=bb\r\n\r\n"
		"--bb\r\nContent-Type: text/plain\r\n\r\nmy orders\r\n"
		"--bb\r\nContent-Type: text/plain\r\n"
		"Content-Disposition: attachment; filename=o.txt\r\n\r\n"
		"%.*s\r\n--bb\r\nContent-Type: application/octet-stream\r\n"
		"Content-Disposition: attachment; filename=o.txt.sig\r\n\r\n"
		"%s\r\n--bb--\r\n",
		(int)(sig - text.s), text.s, sig));
	struct str letters;

	assert_str(fix_send(&f, replaced(mail, "PICK 4", "PICK 5")),
		   "unverified");
	letters = fix_posted(&f);
	assert_true(fix_holds(letters, "\"fault\":\"sig-file\""));
	assert_true(fix_holds(letters, "\"changed\":0"));
}

/* Of several texts that fail the answer names each. */
static void several_texts_that_fail_are_all_named(void **unused)
{
	(void)unused;
	struct str one, two;

	second_game();
	one = signed_text(0, text_of("ORDERS", 0, 1, "pick 3"));
	two = signed_text(
		0, in_game(second, "ORDERS", 0, second_point, 1, "pick 3"));
	assert_str(sent(0, joined(replaced(one, "PICK 3", "PICK 4"),
				  replaced(two, "PICK 3", "PICK 4"))),
		   "unverified");
	assert_int_equal(fix_count(fix_posted(&f), "\"others\":\"ORDERS MORE-"),
			 1);
}

/* A wish to join needs no signature, next to orders neither. */
static void a_wish_to_join_next_to_orders_is_answered(void **unused)
{
	(void)unused;
	struct game_plan plan = { .name = STR("third"),
				  .system = STR("toy"),
				  .n_players = 2 };
	struct str name, letters, wish;
	int64_t id;
	struct buf b;

	OK(judge_game_new(f.j, &plan, &f.arena, &name, &id, &f.why));
	buf_init(&b, 4000);
	buf_addf(&b, "%s\nJOIN %.*s ANY\n%s\n", SIGNED_BLOCK_BEGIN,
		 STR_ARG(name), SIGNED_BLOCK_END);
	key_render(&f.p[0].key.key, STR("ana"), &b);
	wish = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	assert_str(sent(0, joined(signed_text(
					  0, text_of("ORDERS", 0, 1, "pick 3")),
				  wish)),
		   "adjudicated");
	letters = fix_posted(&f);
	assert_int_equal(fix_state(&f).pick[0], 3);
	assert_int_equal(fix_count(letters, "challenge to ana"), 1);
	/* the invitation that an answer quotes is no wish */
	assert_str(sent(0, joined(signed_text(0, text_of("PREVIEW", 0, 2,
							 "pick 4")),
				  quoted(wish))),
		   "preview");
	assert_false(fix_holds(fix_posted(&f), "challenge"));
}

/* PowerShell writes UTF-16, and ssh-keygen signs it as it is. */
static void a_signed_utf16_file_is_named(void **unused)
{
	(void)unused;
	struct str text = text_of("ORDERS", 0, 1, "pick 4"), wide;
	struct sig s;
	struct buf b;

	buf_init(&b, 1 << 14);
	buf_addz(&b, "\xff\xfe");
	for (size_t i = 0; i < text.len; i++) {
		buf_addc(&b, text.s[i]);
		buf_addc(&b, 0);
	}
	wide = arena_str(&f.arena, buf_str(&b));
	sig_make(&f.p[0].key, SIG_ORDERS, wide, &s);
	b.len = 0;
	buf_addz(&b, "From: ana@one.test\nTo: judge@court.test\n"
		     "Message-ID: <wide@mail.test>\nMIME-Version: 1.0\n"
		     "Content-Type: multipart/mixed; boundary=bb\n\n"
		     "--bb\nContent-Type: text/plain; name=o.txt\n"
		     "Content-Disposition: attachment; filename=o.txt\n"
		     "Content-Transfer-Encoding: base64\n\n");
	base64_render(&b, wide);
	buf_addz(&b, "\n--bb\nContent-Type: application/octet-stream\n"
		     "Content-Disposition: attachment; filename=o.txt.sig\n\n");
	sig_render(&s, &b);
	buf_addz(&b, "\n--bb--\n");
	assert_str(fix_send(&f, arena_str(&f.arena, buf_str(&b))),
		   "block-wide");
	buf_release(&b);
}

/* A secret key that somebody mailed must not be used any more. */
static void a_secret_key_is_told_so(void **unused)
{
	(void)unused;
	static const char key[] = "-----BEGIN OPENSSH PRIVATE KEY-----\n"
				  "b3BlbnNzaC1rZXktdjEAAAAA\n"
				  "-----END OPENSSH PRIVATE KEY-----\n";

	assert_str(sent(0, str_of(key)), "key-secret");
	assert_true(fix_holds(fix_posted(&f), "\"fault\":\"key-secret\""));
	assert_str(
		sent(0, str_of(arena_printf(
				&f.arena, "%s%s",
				bare(text_of("ORDERS", 0, 1, "pick 4")), key))),
		"unverified");
	assert_true(fix_holds(fix_posted(&f), "\"fault\":\"key-secret\""));
}

/* The player signed the text, and a program put blanks around its lines. */
static void indented_text_is_taken_as_it_was_signed(void **unused)
{
	(void)unused;
	struct str text = text_of("PREVIEW", 0, 1, "pick 4 // says little");
	struct str all, line;
	struct sig s;
	struct buf b;

	/* the file with its marker lines, as ssh-keygen signs it */
	sig_make(&f.p[0].key, SIG_ORDERS, str_of(bare(text)), &s);
	buf_init(&b, 1 << 14);
	buf_addz(&b, bare(text));
	sig_render(&s, &b);
	all = arena_str(&f.arena, buf_str(&b));
	b.len = 0;
	while (parse_line(&all, &line))
		buf_addf(&b, "\t%.*s \xc2\xa0\n", STR_ARG(line));
	assert_str(sent(0, arena_str(&f.arena, buf_str(&b))), "preview");
	buf_release(&b);
}

/* Orders whose marker lines are gone, signed or not. */
static struct str repeated(const char *line, int n)
{
	struct str out;
	struct buf b;

	buf_init(&b, 1 << 14);
	for (int i = 0; i < n; i++)
		buf_addz(&b, line);
	out = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return out;
}

static void orders_without_markers_are_named(void **unused)
{
	(void)unused;
	struct str text = signed_text(0, text_of("ORDERS", 0, 1, "pick 4"));
	static const char *const begins[] = {
		"", "-----BEGIN HERALDO ORDER-----\n",
		"-----INICIO DE LAS ORDENES-----\n"
	};

	for (size_t i = 0; i < ARRAY_LEN(begins); i++) {
		f.now += 86400;
		assert_str(sent(0, replaced(text,
					    "-----BEGIN HERALDO ORDERS-----\n",
					    begins[i])),
			   "markers_missing");
		assert_true(fix_holds(fix_posted(&f), i ? "\"detail\":\"2\""
							: "\"detail\":\"1\""));
	}
	/* no text but the subject */
	f.now += 86400;
	assert_str(fix_send(&f, str_of(arena_printf(
					&f.arena,
					"From: %s\nTo: judge@court.test\n"
					"Message-ID: <subject@x>\n"
					"Subject: ORDERS %.*s A %lld 1 pick 4"
					"\n\n",
					f.p[0].address, STR_ARG(f.name),
					(long long)fix_point(&f)))),
		   "subject_orders");
	/* each line that is looked at takes memory */
	f.now += 86400;
	assert_str(sent(0, joined(repeated("x\n", 2000),
				  text_of("ORDERS", 0, 1, "pick 4"))),
		   "no_orders");
	f.now += 86400;
	assert_str(sent(0, text_of("ORDERS", 0, 1, "pick 4")),
		   "markers_missing");
	/* typed above the template of the report that it answers */
	f.now += 86400;
	assert_str(sent(0, joined(text_of("ORDERS", 0, 1, "pick 4"),
				  quoted(str_of(bare(text_of("ORDERS", 0, 1,
							     "// pick 4")))))),
		   "markers_missing");
}

/* The text as it was written, not in the form that heraldo sign gives it. */
static struct str signed_as_written(int who, struct str text)
{
	struct str s = signed_text(who, text);
	const char *sig = memmem(s.s, s.len, "-----BEGIN SSH", 14);

	assert_non_null(sig);
	return str_of(arena_printf(&f.arena, "%s%.*s", bare(text),
				   (int)(s.len - (size_t)(sig - s.s)), sig));
}

/* Lines that a program broke while they were typed. */
static void a_line_that_was_broken_is_asked_about(void **unused)
{
	(void)unused;
	static const struct {
		const char *lines, *verdict, *shown;
	} v[] = {
		{ "pick 3 // and if the dice are good, in the next turn I "
		  "will then,\npick 4",
		  "line_folded", "+ pick 4" },
		{ "pick 3 // and if the dice are good, in the next turn I "
		  "will then,\nthink about it",
		  "complaint", "+ think about it" },
		{ "pick                                                      "
		  "  \n3",
		  "complaint", NULL },
		/* two lines, as they are meant */
		{ "pick 3 // and if the dice are good, in the next turn I "
		  "will then,\nPICK 4",
		  "preview", NULL },
		{ "pick 3 // and if the dice are good, in the next turn I "
		  "will then,\n\npick 5",
		  "preview", NULL },
		{ "pick 3 // and if the dice are good, in the next turn I "
		  "will then,\n// pick 4",
		  "preview", NULL },
		{ "pick 3 // short\npick 4", "preview", NULL },
	};

	for (size_t i = 0; i < ARRAY_LEN(v); i++) {
		struct str letters;

		assert_str(sent(0, signed_as_written(0, text_of("PREVIEW", 0, 1,
								v[i].lines))),
			   v[i].verdict);
		letters = fix_posted(&f);
		assert_int_equal(fix_holds(letters, "\"folded\""),
				 v[i].shown != NULL);
		if (v[i].shown)
			assert_true(
				fix_holds(transfer_quoted(&f.arena, letters),
					  v[i].shown));
	}
}

#define T(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(two_games_are_answered_in_one_mail),
		T(first_lines_of_two_games_stand_apart),
		T(a_quoted_preview_does_not_hide_the_orders_below_it),
		T(two_previews_are_both_answered),
		T(keys_and_orders_are_both_done),
		T(texts_for_one_point_are_one_queue),
		T(a_refusal_stops_later_texts_of_its_seat_alone),
		T(two_texts_of_one_serial_are_not_both_done),
		T(a_key_that_a_text_revokes_signs_no_later_one),
		T(unsigned_orders_over_an_old_signed_text_are_told),
		T(templates_and_drafts_are_not_told),
		T(attached_pairs_are_texts_each),
		T(a_template_over_the_judges_signature_is_unsigned),
		T(a_purpose_that_is_mistyped_is_named),
		T(a_greeting_over_a_template_is_no_failed_attempt),
		T(unsigned_orders_are_told_how_to_sign),
		T(markers_within_lines_are_read),
		T(joined_lines_are_named),
		T(a_missing_end_line_is_named),
		T(files_that_cannot_be_used_are_named),
		T(no_words_are_sent_on_in_the_name_of_a_file),
		T(no_words_are_sent_on_in_a_question),
		T(texts_that_fail_next_to_a_good_one_are_named),
		T(a_file_that_was_changed_is_told_so),
		T(several_texts_that_fail_are_all_named),
		T(a_wish_to_join_next_to_orders_is_answered),
		T(orders_without_markers_are_named),
		T(a_secret_key_is_told_so),
		T(a_signed_utf16_file_is_named),
		T(indented_text_is_taken_as_it_was_signed),
		T(a_line_that_was_broken_is_asked_about),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
