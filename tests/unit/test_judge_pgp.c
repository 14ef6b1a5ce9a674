/* tests/unit/test_judge_pgp.c - orders signed by a mail program with GnuPG */
#include "tool.h"
#include "verifier/verify.h"
#include "judge_fixture.h"
#include "mail/part_bytes.h"
#include "tests/srcdir.h"

static struct fix f;
static struct pgp *pgp;

#define OK(call) assert_int_equal(call, ERR_OK)
#define GPG      "gpg --homedir $PWD/g --batch --quiet --passphrase '' "

static int prepare(void **unused)
{
	char home[64];

	memcpy(tool_dir, "/tmp/heraldo-test-XXXXXX", sizeof(tool_dir));
	if (tool_enter(unused))
		return -1;
	fix_init(&f, "test_judge_pgp");
	snprintf(home, sizeof(home), "%s/judge", tool_dir);
	if (pgp_open(home, &pgp, &f.why)) {
		fprintf(stderr, "%s\n", f.why.text);
		return -1;
	}
	judge_close(f.j);
	f.config.pgp = pgp;
	fix_open(&f);
	return 0;
}

static int finish(void **unused)
{
	fix_release(&f);
	pgp_close(pgp);
	(void)!tool_run("gpgconf --homedir $PWD/g --kill all");
	return tool_leave(unused);
}

static const char *from = "ana@one.test";

static struct str signed_mail(struct str part, const char *file)
{
	return str_of(arena_printf(
		&f.arena,
		"From: %s\r\nTo: judge@court.test\r\n"
		"Message-ID: <%d@mail.test>\r\nMIME-Version: 1.0\r\n"
		"Content-Type: multipart/signed; boundary=b; micalg=pgp-sha512;"
		" protocol=\"application/pgp-signature\"\r\n\r\n"
		"--b\r\n%.*s\r\n--b\r\n"
		"Content-Type: application/pgp-signature\r\n\r\n%.*s\r\n"
		"--b--\r\n",
		from, ++f.n_mails, STR_ARG(part),
		STR_ARG(tool_read(&f.arena, file))));
}

/* With the keys at hand the signature is checked, else it is counted. */
static void verified(void)
{
	struct verify_means m = { .systems = f.config.systems,
				  .n_systems = f.config.n_systems };
	struct verify_result r;
	struct str file = fix_export(&f, EXPORT_FULL);

	verify_export(file, &m, &f.arena, &r);
	assert_true(r.good);
	assert_int_equal(r.gnupg, 1);
	assert_int_equal(r.signatures, 0);
	m.pgp = pgp;
	verify_export(file, &m, &f.arena, &r);
	assert_true(r.good);
	assert_int_equal(r.gnupg, 0);
	assert_int_equal(r.signatures, 1);
}

static void a_mail_signed_with_openpgp_is_adjudicated(void **unused)
{
	(void)unused;
	struct str part, other;

	fix_started(&f, 0);
	tool_must("mkdir -m 700 g; " GPG
		  "--quick-gen-key ana@one.test ed25519 sign never; " GPG
		  "--armor --export ana@one.test >ana.asc");
	OK(judge_key_import(f.j, f.p[0].person, PGP_OPENPGP,
			    tool_read(&f.arena, "ana.asc"), &f.why));
	part = str_of(arena_printf(
		&f.arena,
		"Content-Type: text/plain; charset=utf-8\r\n\r\n" SIGNED_BLOCK_BEGIN
		"\r\nORDERS %.*s A %lld 1\r\n%s\r\npick 3\r\n" SIGNED_BLOCK_END
		"\r\n",
		STR_ARG(f.name), (long long)fix_point(&f),
		fix_seen(&f, fix_point(&f))));
	tool_write("part", part);
	tool_must(GPG "--armor --detach-sign --output part.asc part");
	other = arena_str(&f.arena, part);
	*strchr(strstr((char *)(uintptr_t)other.s, "pick"), '3') = '4';
	assert_str(fix_send(&f, signed_mail(other, "part.asc")), "unverified");
	assert_str(fix_send(&f, signed_mail(part, "part.asc")), "adjudicated");
	assert_int_equal(fix_state(&f).pick[0], 3);
	assert_true(fix_holds(fix_log(&f), "\"format\":\"pgp mime\""));
	OK(judge_game_replay(f.j, f.game, &f.why));
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	verified();
}

/* a part that Ana's program signs, as a mail of hers */
static struct str signed_part(const char *header, const char *body)
{
	struct str part =
		str_of(arena_printf(&f.arena, "%s\r\n%s", header, body));

	tool_write("part", part);
	tool_must("rm -f part.asc; " GPG
		  "--armor --detach-sign --output part.asc part");
	return signed_mail(part, "part.asc");
}

/* orders of Ana's, in a part that has her public key attached */
static struct str with_key(int serial, int pick, const char *key_file)
{
	struct str key;
	const char *lines;

	/* a mail has no other line ends */
	tool_must(
		arena_printf(&f.arena, "sed 's/$/\r/' %s >key.crlf", key_file));
	key = tool_read(&f.arena, "key.crlf");
	lines = arena_printf(
		&f.arena,
		"--k\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" SIGNED_BLOCK_BEGIN
		"\r\nORDERS %.*s A %lld %d\r\n%s\r\npick %d\r\n" SIGNED_BLOCK_END
		"\r\n\r\n--k\r\n"
		"Content-Type: application/pgp-keys; name=key.asc\r\n"
		"Content-Disposition: attachment; filename=key.asc\r\n\r\n"
		"%.*s\r\n--k--\r\n",
		STR_ARG(f.name), (long long)fix_point(&f), serial,
		fix_seen(&f, fix_point(&f)), pick, STR_ARG(key));

	return signed_part("Content-Type: multipart/mixed; boundary=k\r\n",
			   lines);
}

/* The judge has it with an end that has passed; its owner has moved the end. */
static void an_extended_key_comes_with_a_mail_that_it_signed(void **unused)
{
	(void)unused;

	fix_started(&f, 0);
	tool_must("mkdir -m 700 g; " GPG "--faked-system-time 20200101T000000 "
		  "--quick-gen-key ana@one.test ed25519 sign 30d; " GPG
		  "--armor --export ana@one.test >old.asc; " GPG
		  "--quick-set-expire $(gpg --homedir $PWD/g --batch "
		  "--with-colons --list-keys 2>/dev/null | "
		  "awk -F: '/^fpr/{print $10; exit}') 10y; " GPG
		  "--armor --export ana@one.test >new.asc");
	OK(judge_key_import(f.j, f.p[0].person, PGP_OPENPGP,
			    tool_read(&f.arena, "old.asc"), &f.why));
	assert_str(fix_send(&f, with_key(1, 3, "old.asc")), "unverified");
	assert_true(fix_holds(fix_posted(&f), "sig-expired"));
	assert_str(fix_send(&f, with_key(1, 3, "new.asc")), "adjudicated");
	assert_int_equal(fix_state(&f).pick[0], 3);
}

static struct str in_base64(const char *text)
{
	struct buf b;
	struct str s;

	buf_init(&b, 8192);
	base64_render(&b, str_of(text));
	s = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return s;
}

static const char *block(const char *first, int serial, const char *quote)
{
	return arena_printf(
		&f.arena,
		"%s" SIGNED_BLOCK_BEGIN "\r\n%s%s %.*s A %lld %d\r\n"
		"%s%s\r\n%spick 3 // \xc3\xa1\r\n%s" SIGNED_BLOCK_END "\r\n",
		quote, quote, first, STR_ARG(f.name), (long long)fix_point(&f),
		serial, quote, fix_seen(&f, fix_point(&f)), quote, quote);
}

/* a new serial for each mail */
static int serial;

/* A mail whose text is in a file, each line with a mark before it. */
static struct str in_the_text(const char *file, const char *mark)
{
	struct str text = tool_read(&f.arena, file), line;
	struct buf b;
	struct str mail;

	buf_init(&b, 1 << 16);
	buf_addf(&b,
		 "From: %s\r\nTo: judge@court.test\r\n"
		 "Message-ID: <%d@mail.test>\r\nMIME-Version: 1.0\r\n"
		 "Content-Type: text/plain; charset=utf-8\r\n\r\n",
		 from, ++f.n_mails);
	while (parse_line(&text, &line))
		buf_addf(&b, "%s%.*s\r\n", mark, STR_ARG(line));
	mail = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return mail;
}

/* A mail with two files, or with the text of the first and the second. */
static struct str beside(const char *text, const char *file, const char *sig)
{
	struct buf b;
	struct str mail;

	buf_init(&b, 1 << 16);
	buf_addf(&b,
		 "From: %s\r\nTo: judge@court.test\r\n"
		 "Message-ID: <%d@mail.test>\r\nMIME-Version: 1.0\r\n"
		 "Content-Type: multipart/mixed; boundary=m\r\n\r\n"
		 "--m\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n",
		 from, ++f.n_mails);
	buf_addf(&b, "%s\r\n", text);
	if (file) {
		buf_addz(&b,
			 "--m\r\nContent-Type: text/plain; "
			 "charset=utf-8\r\nContent-Disposition: attachment; "
			 "filename=turn.txt\r\n"
			 "Content-Transfer-Encoding: base64\r\n\r\n");
		base64_render(&b, tool_read(&f.arena, file));
		buf_addz(&b, "\r\n");
	}
	buf_addz(&b,
		 "--m\r\nContent-Type: application/octet-stream\r\n"
		 "Content-Disposition: attachment; filename=turn.txt.sig\r\n"
		 "Content-Transfer-Encoding: base64\r\n\r\n");
	base64_render(&b, tool_read(&f.arena, sig));
	buf_addz(&b, "\r\n--m--\r\n");
	mail = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return mail;
}

static struct str sent(const char *header, const char *body)
{
	return fix_send(&f, signed_part(header, body));
}

static const char *next_block(const char *first, const char *quote)
{
	return block(first, serial++, quote);
}

static void begin_with_openpgp(void)
{
	fix_started(&f, 0);
	tool_must("mkdir -m 700 g; " GPG
		  "--quick-gen-key ana@one.test ed25519 sign never; " GPG
		  "--armor --export ana@one.test >ana.asc");
	OK(judge_key_import(f.j, f.p[0].person, PGP_OPENPGP,
			    tool_read(&f.arena, "ana.asc"), &f.why));
	fix_posted(&f);
}

static void what_mail_programs_sign_is_understood(void **unused)
{
	(void)unused;
	const char *text = "Content-Type: text/plain; charset=utf-8\r\n";
#define PREVIEWED(header, body) assert_str(sent(header, body), "preview")
#define OWN()                   next_block("PREVIEW", "")

	serial = 1;
	begin_with_openpgp();
	/* plain, and with the delimiter of mutt and K-9 */
	PREVIEWED(text, OWN());
	PREVIEWED(text, arena_printf(&f.arena, "%s\r\n-- \r\nAna\r\n", OWN()));
	/* Thunderbird, as soon as a letter is not ASCII; Outlook */
	PREVIEWED(
		"Content-Type: multipart/mixed; boundary=o; "
		"protected-headers=\"v1\"\r\nTo: judge@court.test\r\n",
		arena_printf(&f.arena,
			     "--o\r\nContent-Type: text/plain; charset=UTF-8; "
			     "format=flowed\r\nContent-Transfer-Encoding: "
			     "base64\r\n\r\n%.*s\r\n--o--\r\n",
			     STR_ARG(in_base64(OWN()))));
	/* quoted-printable whose first dash is coded */
	PREVIEWED("Content-Type: text/plain; charset=utf-8\r\n"
		  "Content-Transfer-Encoding: quoted-printable\r\n",
		  arena_printf(&f.arena, "=2D%s", block("PREVIEW", 9, "") + 1));
	/* Apple Mail */
	PREVIEWED("Content-Type: multipart/alternative; boundary=a\r\n",
		  arena_printf(&f.arena,
			       "--a\r\n%s\r\n%s\r\n--a\r\nContent-Type: "
			       "text/html\r\n\r\n<p>x</p>\r\n--a--\r\n",
			       text, OWN()));
}

static void sign_in_clear(const char *text, const char *output)
{
	tool_write("turn.txt", str_of(text));
	tool_must(arena_printf(&f.arena,
			       "rm -f %s; " GPG "--clearsign --output %s "
			       "turn.txt",
			       output, output));
}

static void sign_file(const char *options, const char *text)
{
	tool_write("turn.txt", str_of(text));
	tool_must(arena_printf(&f.arena,
			       "rm -f turn.sig; " GPG "%s --detach-sign "
			       "--output turn.sig turn.txt",
			       options));
}

/* RFC 4880, 7: the text with its signature below, as Mailvelope and gpg write
 * it. */
static void text_signed_in_clear_is_adjudicated(void **unused)
{
	(void)unused;
	struct str told;

	serial = 1;
	begin_with_openpgp();
	sign_in_clear(next_block("ORDERS", ""), "clear");
	tool_must("sed 's/^pick 3/pick 4/' clear >torn");
	assert_str(fix_send(&f, in_the_text("torn", "")), "unverified");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "sig-wrong\""), 1);
	assert_int_equal(fix_state(&f).in[0], 0);
	assert_str(fix_send(&f, in_the_text("clear", "")), "adjudicated");
	assert_int_equal(fix_state(&f).pick[0], 3);
	assert_true(fix_holds(fix_log(&f), "\"format\":\"pgp clear\""));
	/* it was executed: what is quoted of it is nothing new */
	assert_str(fix_send(&f, in_the_text("clear", "> ")), "repeated");
	OK(judge_game_replay(f.j, f.game, &f.why));
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	verified();
}

static void text_signed_in_clear_is_read_as_a_signed_mail(void **unused)
{
	(void)unused;
	struct str told;
#define CLEAR(expected, mark, text)                                            \
	do {                                                                   \
		sign_in_clear(text, "clear");                                  \
		assert_str(fix_send(&f, in_the_text("clear", mark)),           \
			   expected);                                          \
	} while (0)

	serial = 1;
	begin_with_openpgp();
	CLEAR("preview", "", OWN());
	/* the whole quoted once, lines with dashes, no marker lines */
	CLEAR("preview", "> ", OWN());
	CLEAR("preview", "",
	      arena_printf(&f.arena, "- \r\n%s-- \r\nAna\r\n", OWN()) + 3);
	CLEAR("preview", "",
	      arena_printf(&f.arena, "PREVIEW %.*s A %lld %d\r\n%s\r\npick 3\n",
			   STR_ARG(f.name), (long long)fix_point(&f), serial++,
			   fix_seen(&f, fix_point(&f))));
	CLEAR("part-quoted", "", next_block("ORDERS", "> "));
	CLEAR("part-words", "",
	      arena_printf(&f.arena, "Dear judge,\r\n%s",
			   next_block("ORDERS", "")));
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "\"delete\":\"Dear judge,"), 1);
	assert_int_equal(fix_state(&f).in[0], 0);
}

static void files_signed_beside_are_adjudicated(void **unused)
{
	(void)unused;
	const char *text;

	serial = 1;
	begin_with_openpgp();
	/* armour and none, text mode, marker lines and none */
	sign_file("--armor", next_block("PREVIEW", ""));
	assert_str(fix_send(&f, beside("Hello", "turn.txt", "turn.sig")),
		   "preview");
	sign_file("--armor --textmode", next_block("PREVIEW", ""));
	assert_str(fix_send(&f, beside("Hello", "turn.txt", "turn.sig")),
		   "preview");
	/* marked text in the mail, its signature beside it or below */
	text = next_block("PREVIEW", "");
	sign_file("--armor", text);
	assert_str(fix_send(&f, beside(text, NULL, "turn.sig")), "preview");
	text = next_block("PREVIEW", "");
	sign_file("--armor", text);
	tool_must("cat turn.txt turn.sig >both");
	assert_str(fix_send(&f, in_the_text("both", "")), "preview");
	sign_file("",
		  arena_printf(&f.arena, "ORDERS %.*s A %lld %d\n%s\npick 3\n",
			       STR_ARG(f.name), (long long)fix_point(&f),
			       serial++, fix_seen(&f, fix_point(&f))));
	tool_must("sed 's/pick 3/pick 4/' turn.txt >other.txt");
	assert_str(fix_send(&f, beside("Hello", "other.txt", "turn.sig")),
		   "unverified");
	assert_str(fix_send(&f, beside("Hello", "turn.txt", "turn.sig")),
		   "adjudicated");
	assert_int_equal(fix_state(&f).pick[0], 3);
	assert_true(fix_holds(fix_log(&f), "\"format\":\"pgp as-is\""));
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	verified();
}

/* The answer to a challenge for this seat. */
/* n blocks with a signature of another text, then one with its own */
static struct str below_wrong_ones(int n)
{
	sign_file("--armor", "another text");
	tool_must("mv turn.sig other.sig; : >many");
	for (int i = 0; i < n; i++) {
		tool_write("turn.txt", str_of(next_block("PREVIEW", "")));
		tool_must("cat turn.txt other.sig >>many");
	}
	sign_file("--armor", next_block("PREVIEW", ""));
	tool_must("cat turn.txt turn.sig >>many");
	return in_the_text("many", "");
}

/* The first mail of a stranger ran GnuPG hundreds of times. */
static void a_mail_runs_gnupg_so_often_and_no_more(void **unused)
{
	(void)unused;
	serial = 1;
	begin_with_openpgp();
	assert_str(fix_send(&f, below_wrong_ones(3)), "preview");
	assert_str(fix_send(&f, below_wrong_ones(20)), "unverified");
	assert_str(fix_send(&f, below_wrong_ones(3)), "preview");
}

static const char *proof_at(struct str mails, char seat)
{
	const char *at = strstr(mails.s, "\"nonce\":\"");

	assert_non_null(at);
	return arena_printf(&f.arena,
			    SIGNED_BLOCK_BEGIN
			    "\r\nJOIN %.*s %c %.20s\r\n%s\r\n" SIGNED_BLOCK_END
			    "\r\n",
			    STR_ARG(f.name), seat, at + 9, fix_seen(&f, 0));
}

static const char *proof(struct str mails)
{
	return proof_at(mails, 'A');
}

static const char *one_block(const char *first, int number, const char *order)
{
	return arena_printf(&f.arena,
			    SIGNED_BLOCK_BEGIN "\r\n%s %.*s A %lld %d\r\n"
					       "%s\r\n%s\r\n" SIGNED_BLOCK_END
					       "\r\n",
			    first, STR_ARG(f.name), (long long)fix_point(&f),
			    number, fix_seen(&f, fix_point(&f)), order);
}

/* Encrypted, or signed and packed: in the text, attached, as PGP/MIME. */
static void what_openpgp_packs_is_told_how_to_sign(void **unused)
{
	(void)unused;
	struct str told;

	serial = 1;
	begin_with_openpgp();
	tool_write("turn.txt", str_of(next_block("ORDERS", "")));
	tool_must("rm -f m.asc; " GPG "--armor --output m.asc --sign turn.txt");
	assert_str(fix_send(&f, in_the_text("m.asc", "")), "sig-encrypted");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "\"fault\":\"sig-encrypted\""), 1);
	/* with the template of a report below it, as an answer quotes it */
	tool_must("sed 's/^/> /' turn.txt >>m.asc");
	f.now += 2 * 86400;
	assert_str(fix_send(&f, in_the_text("m.asc", "")), "sig-encrypted");
	f.now += 2 * 86400;
	assert_str(fix_send(&f, beside("Hello", NULL, "m.asc")),
		   "sig-encrypted");
	assert_int_equal(fix_state(&f).in[0], 0);
}

/* Texts in clear of other kinds than orders. */
static void keys_and_wishes_are_signed_in_clear(void **unused)
{
	(void)unused;
	struct str mail;

	begin_with_openpgp();
	sign_in_clear(one_block("KEYS", 1, "PREFER LANGUAGE es"), "clear");
	assert_str(fix_send(&f, in_the_text("clear", "")), "preferred");
	fix_game(&f, 0, 0);
	fix_posted(&f);
	sign_in_clear(arena_printf(&f.arena,
				   SIGNED_BLOCK_BEGIN
				   "\nJOIN %.*s B\n" SIGNED_BLOCK_END "\n",
				   STR_ARG(f.name)),
		      "clear");
	assert_str(fix_send(&f, in_the_text("clear", "")), "challenged");
	mail = fix_posted(&f);
	sign_in_clear(proof_at(mail, 'B'), "clear");
	assert_str(fix_send(&f, in_the_text("clear", "")), "join_proven");
}

/* A mail, a text in clear, a file: each of their blocks is a text. */
static void one_signature_covers_several_texts(void **unused)
{
	(void)unused;
	const char *plain = "Content-Type: text/plain; charset=utf-8\r\n";
	const char *text;
	struct str told;

	begin_with_openpgp();
	assert_str(sent(plain, arena_printf(&f.arena, "%s%s",
					    one_block("PREVIEW", 1, "pick 5"),
					    one_block("ORDERS", 1, "pick 3"))),
		   "preview");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "preview to ana"), 1);
	assert_int_equal(fix_count(told, "\"state\":\"done\""), 2);
	assert_int_equal(fix_state(&f).pick[0], 3);
	assert_true(fix_holds(fix_log(&f), "\"pgp mime block 2\""));
	/* another game's log would show what is ordered here */
	text = arena_printf(&f.arena, "%s%s", one_block("ORDERS", 2, "roll"),
			    SIGNED_BLOCK_BEGIN
			    "\r\nORDERS other-12345 A 1 1\r\n"
			    "roll\r\n" SIGNED_BLOCK_END "\r\n");
	assert_str(sent(plain, text), "block-several");
	sign_in_clear(text, "clear");
	assert_str(fix_send(&f, in_the_text("clear", "")), "block-several");
	assert_str(fix_send(&f, fix_orders(&f, 1, fix_point(&f), 1, "pick 4")),
		   "adjudicated");
	fix_posted(&f);
	sign_in_clear(arena_printf(&f.arena, "%s%s",
				   one_block("KEYS", 2, "PREFER LANGUAGE es"),
				   one_block("PREVIEW", 3, "roll")),
		      "clear");
	assert_str(fix_send(&f, in_the_text("clear", "> ")), "preferred");
	assert_int_equal(fix_count(fix_posted(&f), "\"state\":\"done\""), 2);
	sign_file("",
		  arena_printf(&f.arena, "%s%s", one_block("ORDERS", 4, "roll"),
			       one_block("ORDERS", 3, "roll")));
	assert_str(fix_send(&f, beside("Hello", "turn.txt", "turn.sig")),
		   "adjudicated");
	assert_int_equal(fix_count(fix_posted(&f), "\"state\":\"done\""), 2);
	told = fix_log(&f);
	assert_int_equal(fix_count(told, "\"pgp as-is block 2\""), 1);
	assert_int_equal(fix_count(told, "\"pgp as-is block 1 joined\""), 1);
	OK(judge_game_replay(f.j, f.game, &f.why));
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
}

/* Programs that sign by default sign answers and forwarded mails, too. */
static void what_a_program_signs_beside_orders_is_none(void **unused)
{
	(void)unused;
	const char *text = "Content-Type: text/plain; charset=utf-8\r\n";
	const char *mixed = "Content-Type: multipart/mixed; boundary=o\r\n";
	struct str told;
#define REFUSED(why, header, body)                                             \
	do {                                                                   \
		assert_str(sent(header, body), why);                           \
		told = fix_posted(&f);                                         \
		assert_int_equal(                                              \
			fix_count(told, "to ana@one.test: not_an_order_mail"), \
			1);                                                    \
	} while (0)
#define ORDERS(quote) next_block("ORDERS", quote)

	serial = 1;
	begin_with_openpgp();
	/* Ben wrote it, she answers, he sends her answer to the judge */
	REFUSED("part-quoted", text,
		arena_printf(&f.arena, "Look here, Ben:\r\n\r\n%s",
			     ORDERS("> ")));
	REFUSED("part-nested", mixed,
		arena_printf(&f.arena,
			     "--o\r\n\r\nWhat is this?\r\n--o\r\n"
			     "Content-Type: message/rfc822\r\n\r\n"
			     "From: bob@two.test\r\n\r\n%s\r\n--o--\r\n",
			     ORDERS("")));
	REFUSED("part-no-text", mixed,
		arena_printf(&f.arena,
			     "--o\r\nContent-Type: text/plain\r\n"
			     "Content-Disposition: attachment\r\n\r\n%s\r\n"
			     "--o--\r\n",
			     ORDERS("")));
	/* to Bob, in what she signed */
	REFUSED("part-other",
		"Content-Type: text/plain; protected-headers=v1; "
		"charset=utf-8\r\nTo: Bob <bob@two.test>\r\n",
		ORDERS(""));
	REFUSED("part-words", text,
		arena_printf(&f.arena, "Dear judge,\r\n%s", ORDERS("")));
	assert_int_equal(fix_count(told, "\"delete\":\"Dear judge,"), 1);
	assert_int_equal(fix_state(&f).in[0], 0);
	/* the same orders without them are orders */
	assert_str(fix_send(&f, signed_part(text, ORDERS(""))), "adjudicated");
}

/* A mail that a program has signed, forwarded as an attachment. */
static void a_signed_mail_that_is_forwarded_is_named(void **unused)
{
	(void)unused;
	struct str inner, told;

	serial = 1;
	begin_with_openpgp();
	inner = signed_part("Content-Type: text/plain; charset=utf-8\r\n",
			    next_block("ORDERS", ""));
	told = str_of(arena_printf(
		&f.arena,
		"From: %s\r\nTo: judge@court.test\r\n"
		"Message-ID: <%d@mail.test>\r\nMIME-Version: 1.0\r\n"
		"Content-Type: multipart/mixed; boundary=w\r\n\r\n--w\r\n"
		"Content-Type: text/plain\r\n\r\nAs I said:\r\n--w\r\n"
		"Content-Type: message/rfc822\r\n\r\n%.*s\r\n--w--\r\n",
		from, ++f.n_mails, STR_ARG(inner)));
	assert_str(fix_send(&f, told), "unverified");
	assert_true(fix_holds(fix_posted(&f), "\"fault\":\"sig-below\""));
	/* without a signature anywhere the reason is another */
	assert_str(fix_send(&f, fix_mail(&f, from,
					 str_of(next_block("ORDERS", "")))),
		   "unverified");
	assert_true(fix_holds(fix_posted(&f), "\"fault\":\"sig-none\""));
}

/* A program that signs everything may have signed this unasked. */
static void what_gnupg_asks_about_keys_is_asked_back(void **unused)
{
	(void)unused;
	const char *text = "Content-Type: text/plain; charset=utf-8\r\n";
	const char *number, *at;
	char print[KEY_FINGERPRINT_MAX];
	struct str told;

	begin_with_openpgp();
	key_fingerprint(&f.p[0].key.key, print);
	assert_str(sent(text,
			arena_printf(&f.arena,
				     SIGNED_BLOCK_BEGIN
				     "\r\nKEYS %.*s A %lld 1\r\n%s\r\n"
				     "REVOKE %s\r\n" SIGNED_BLOCK_END "\r\n",
				     STR_ARG(f.name), (long long)fix_point(&f),
				     fix_seen(&f, fix_point(&f)), print)),
		   "challenged");
	assert_int_equal(fix_count(fix_log(&f), "key_revoked"), 0);
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "to ana@one.test: confirm"), 1);
	at = strstr(told.s, "\"nonce\":\"");
	assert_non_null(at);
	number = arena_printf(&f.arena, "%.32s", at + 9);
	assert_str(sent(text,
			arena_printf(&f.arena,
				     SIGNED_BLOCK_BEGIN
				     "\r\nKEYS %.*s A %s\r\n" SIGNED_BLOCK_END
				     "\r\n",
				     STR_ARG(f.name), number)),
		   "adjudicated");
	assert_int_equal(fix_count(fix_log(&f), "key_revoked"), 1);
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	verified();
}

/* a wish with an attached key, as mail programs attach it */
static struct str wish(const char *file)
{
	return str_of(arena_printf(
		&f.arena,
		"From: %s\r\nTo: judge@court.test\r\n"
		"Message-ID: <%d@mail.test>\r\nMIME-Version: 1.0\r\n"
		"Content-Type: multipart/mixed; boundary=w\r\n\r\n"
		"--w\r\nContent-Type: text/plain\r\n\r\n" SIGNED_BLOCK_BEGIN
		"\r\nJOIN %.*s A\r\n" SIGNED_BLOCK_END "\r\n"
		"--w\r\nContent-Type: application/pgp-keys; "
		"name=OpenPGP_0x12.asc\r\nContent-Disposition: attachment; "
		"filename=OpenPGP_0x12.asc\r\n\r\n%.*s\r\n--w--\r\n",
		from, ++f.n_mails, STR_ARG(f.name),
		STR_ARG(tool_read(&f.arena, file))));
}

static void a_join_that_is_signed_without_its_key_is_told_so(void **unused)
{
	(void)unused;
	const char *lines;

	begin_with_openpgp();
	fix_game(&f, 0, 0);
	lines = arena_printf(&f.arena,
			     SIGNED_BLOCK_BEGIN
			     "\r\nJOIN %.*s A\r\n" SIGNED_BLOCK_END "\r\n",
			     STR_ARG(f.name));
	from = "eve@far.test";
	assert_str(sent("Content-Type: text/plain\r\n", lines),
		   "key-unattached");
	from = "ana@one.test";
	/* hers is known */
	assert_str(sent("Content-Type: text/plain\r\n", lines), "challenged");
}

static void who_joins_with_openpgp_has_to_sign_the_answer(void **unused)
{
	(void)unused;
	const char *text = "Content-Type: text/plain; charset=utf-8\r\n";
	const char *answer;
	struct str other;

	fix_game(&f, 0, 0);
	fix_posted(&f);
	from = "zoe@three.test";
	tool_must("mkdir -m 700 g; " GPG
		  "--quick-gen-key zoe@three.test ed25519 sign never; " GPG
		  "--armor --export zoe@three.test >zoe.asc; " GPG
		  "--quick-gen-key eve@four.test ed25519 sign never; " GPG
		  "--armor --export eve@four.test >eve.asc; "
		  "head -c 300 zoe.asc >torn.asc; "
		  "sed '4s,^....,AAAA,' zoe.asc >bad.asc");
	assert_str(fix_send(&f, wish("torn.asc")), "key-damaged");
	assert_str(fix_send(&f, wish("bad.asc")), "key-damaged");
	assert_str(fix_send(&f, wish("zoe.asc")), "challenged");
	/* nothing of it is believed, nor kept by GnuPG */
	tool_must("! gpg --homedir $PWD/judge --batch --list-keys "
		  "zoe@three.test 2>/dev/null");
	answer = proof(fix_posted(&f));
	/* without a signature, by another key, of another text */
	assert_str(fix_send(&f, fix_mail(&f, from, str_of(answer))),
		   "sig-none");
	tool_must("! gpg --homedir $PWD/judge --batch --list-keys "
		  "zoe@three.test 2>/dev/null");
	fix_posted(&f);
	tool_write("part",
		   str_of(arena_printf(&f.arena, "%s\r\n%s", text, answer)));
	tool_must(GPG "-u eve@four.test --armor --detach-sign -o eve.sig part");
	tool_must(GPG
		  "-u zoe@three.test --armor --detach-sign -o zoe.sig part");
	other = tool_read(&f.arena, "part");
	assert_str(fix_send(&f, signed_mail(other, "eve.sig")), "unverified");
	assert_str(fix_send(&f, signed_mail(other, "zoe.sig")), "join_proven");
	OK(judge_join_admit(f.j, 1, false, &f.why));
	assert_true(fix_holds(fix_log(&f), "OPENPGP:"));
	from = "ana@one.test";
}

/* as K-9 and others tell of a key in each mail */
static struct str told_by_autocrypt(const char *addr, int times)
{
	struct buf b;
	struct str mail;

	tool_must("gpg --homedir $PWD/g --batch --export zoe@three.test | "
		  "base64 -w 76 | sed 's/^/ /' >keydata");
	buf_init(&b, 1 << 16);
	buf_addf(&b,
		 "From: Zoe <%s>\r\nTo: judge@court.test\r\n"
		 "User-Agent: K-9 Mail for Android\r\n"
		 "Message-ID: <%d@mail.test>\r\nMIME-Version: 1.0\r\n",
		 from, ++f.n_mails);
	while (times--)
		buf_addf(&b,
			 "Autocrypt: addr=%s; prefer-encrypt=mutual; "
			 "keydata=\r\n%.*s",
			 addr, STR_ARG(tool_read(&f.arena, "keydata")));
	buf_addf(
		&b,
		"Content-Type: text/plain;\r\n charset=utf-8\r\n"
		"Content-Transfer-Encoding: quoted-printable\r\n\r\n" SIGNED_BLOCK_BEGIN
		"\r\nJOIN %.*s A\r\n" SIGNED_BLOCK_END "\r\n"
		"--=20\r\nSent from my Android device with K-9 Mail=2E\r\n",
		STR_ARG(f.name));
	mail = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return mail;
}

static void a_key_told_by_autocrypt_is_as_good_as_an_attached_one(void **unused)
{
	(void)unused;
	const char *answer;
	struct str part;

	fix_game(&f, 0, 0);
	fix_posted(&f);
	from = "zoe@three.test";
	tool_must("mkdir -m 700 g; " GPG
		  "--quick-gen-key zoe@three.test ed25519 sign never");
	/* of somebody else, or two of them: none */
	assert_str(fix_send(&f, told_by_autocrypt("eve@four.test", 1)),
		   "key-none");
	assert_str(fix_send(&f, told_by_autocrypt(from, 2)), "key-none");
	assert_str(fix_send(&f, told_by_autocrypt(from, 1)), "challenged");
	tool_must("! gpg --homedir $PWD/judge --batch --list-keys "
		  "zoe@three.test 2>/dev/null");
	answer = proof(fix_posted(&f));
	/* with words of hers beside the lines, which would be signed, too */
	part = str_of(arena_printf(&f.arena,
				   "Content-Type: text/plain\r\n\r\n"
				   "That was me.\r\n%s",
				   answer));
	tool_write("part", part);
	tool_must(GPG "--armor --detach-sign -o words.sig part");
	assert_str(fix_send(&f, signed_mail(part, "words.sig")), "part-words");
	assert_int_equal(fix_count(fix_posted(&f), "That was me."), 1);
	part = str_of(arena_printf(
		&f.arena, "Content-Type: text/plain; charset=utf-8\r\n\r\n%s",
		answer));
	tool_write("part", part);
	tool_must(GPG "--armor --detach-sign -o zoe.sig part");
	assert_str(fix_send(&f, signed_mail(part, "zoe.sig")), "join_proven");
	from = "ana@one.test";
}

static const char *smime_options = "";

static struct str smime_mail(const char *body)
{
	struct str part = str_of(arena_printf(
		&f.arena, "Content-Type: text/plain; charset=utf-8\r\n\r\n%s",
		body));
	struct buf b;
	struct str mail;

	tool_write("part", part);
	tool_must(arena_printf(&f.arena,
			       "openssl cms -sign -binary -in part -signer "
			       "u.pem -inkey u.key -outform DER -out part.p7s "
			       "-md sha256 %s",
			       smime_options));
	buf_init(&b, 1 << 16);
	base64_render(&b, tool_read(&f.arena, "part.p7s"));
	mail = str_of(arena_printf(
		&f.arena,
		"From: ana@one.test\r\nTo: judge@court.test\r\n"
		"Message-ID: <%d@mail.test>\r\nMIME-Version: 1.0\r\n"
		"Content-Type: multipart/signed; boundary=b; micalg=sha-256;"
		" protocol=\"application/x-pkcs7-signature\"\r\n\r\n"
		"--b\r\n%.*s\r\n--b\r\n"
		"Content-Type: application/x-pkcs7-signature; name=smime.p7s\r\n"
		"Content-Transfer-Encoding: base64\r\n\r\n%s\r\n--b--\r\n",
		++f.n_mails, STR_ARG(part), b.s));
	buf_release(&b);
	return mail;
}

static void make_certificate(void)
{
	tool_must("openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key "
		  "-out ca.pem -days 30 -subj /CN=TestCA && "
		  "openssl req -newkey rsa:2048 -nodes -keyout u.key "
		  "-out u.csr -subj /CN=Ana/emailAddress=ana@one.test && "
		  "printf 'keyUsage=digitalSignature\nextendedKeyUsage="
		  "emailProtection\n' >ext && openssl x509 -req -in u.csr "
		  "-CA ca.pem -CAkey ca.key -CAcreateserial -days 30 "
		  "-extfile ext -out u.pem && cat u.pem ca.pem >chain.pem; "
		  ": >ana.asc");
}

static void smime_is_read_by_the_same_rules(void **unused)
{
	(void)unused;

	fix_started(&f, 0);
	make_certificate();
	OK(judge_key_import(f.j, f.p[0].person, PGP_SMIME,
			    tool_read(&f.arena, "chain.pem"), &f.why));
	fix_posted(&f);
	assert_str(fix_send(&f, smime_mail(block("ORDERS", 1, "> "))),
		   "part-quoted");
	assert_int_equal(fix_count(fix_posted(&f), "not_an_order_mail to ana@"),
			 1);
	assert_str(fix_send(&f, smime_mail(block("ORDERS", 1, ""))),
		   "adjudicated");
	assert_int_equal(fix_state(&f).pick[0], 3);
	/* of RSA-PSS GnuPG knows some forms only: that is named */
	fix_posted(&f);
	smime_options = "-keyopt rsa_padding_mode:pss";
	assert_str(fix_send(&f, smime_mail(block("ORDERS", 2, ""))),
		   "unverified");
	assert_true(fix_holds(fix_posted(&f), "sig-pss"));
	smime_options = "";
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	verified();
}

static void a_certificate_that_gnupg_does_not_take_is_told_so(void **unused)
{
	(void)unused;

	fix_started(&f, 0);
	tool_must("openssl genpkey -algorithm ed25519 -out e.key && "
		  "openssl req -x509 -new -key e.key -out e.pem -days 30 "
		  "-subj /CN=Ed; : >ana.asc");
	assert_int_equal(judge_key_import(f.j, f.p[0].person, PGP_SMIME,
					  tool_read(&f.arena, "e.pem"), &f.why),
			 ERR_FORMAT);
	assert_non_null(strstr(f.why.text, "no certificate of this kind"));
	why_clear(&f.why);
}

/* --- whole mails as programs send them: tests/mail/signed ------------------
 */

/* the text with the mark wherever it stands replaced, its last line end apart
 */
static struct str filled(struct str text, const char *mark, struct str value)
{
	struct buf b;
	struct str s;
	const char *at;

	while (value.len && value.s[value.len - 1] == '\n')
		value.len--;
	buf_init(&b, 1 << 20);
	while ((at = memmem(text.s, text.len, mark, strlen(mark)))) {
		buf_add(&b, text.s, (size_t)(at - text.s));
		buf_adds(&b, value);
		text.len -= (size_t)(at - text.s) + strlen(mark);
		text.s = at + strlen(mark);
	}
	buf_adds(&b, text);
	s = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return s;
}

static struct str in_qp(const char *text)
{
	struct buf b;
	struct str s;

	buf_init(&b, 1 << 16);
	for (; *text; text++)
		if (*text == '=' || *text == '.' || (*text & 0x80))
			buf_addf(&b, "=%02X", (unsigned char)*text);
		else
			buf_addc(&b, *text);
	s = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return s;
}

static char signed_byte[64]; /* how the part begins that was signed last */

/* the mail of this program, with these lines and its signature */
static struct str of_program(const char *name, const char *lines)
{
	struct str mail = tool_read(
		&f.arena,
		arena_printf(&f.arena, SRCDIR "/tests/mail/signed/%s.eml",
			     name));
	const char *from_at, *to_at;
	struct str part;

	mail = filled(mail, "@ORDERS@", str_of(lines));
	mail = filled(mail, "@QP@", in_qp(lines));
	mail = filled(mail, "@BASE64@", in_base64(lines));
	mail = filled(mail, "@KEY@", in_qp(tool_read(&f.arena, "ana.asc").s));
	if (fix_holds(mail, "@KEYDATA@")) {
		tool_must("gpg --homedir $PWD/g --batch --export ana@one.test "
			  "| base64 -w 76 | sed 's/^/ /' >keydata");
		mail = filled(mail, "@KEYDATA@",
			      tool_read(&f.arena, "keydata"));
	}
	from_at = strstr(mail.s, "@[@");
	to_at = strstr(mail.s, "@]@");
	assert_non_null(from_at);
	assert_non_null(to_at);
	part = (struct str){ from_at + 3, (size_t)(to_at - from_at) - 3 };
	snprintf(signed_byte, sizeof(signed_byte), "%.*s",
		 (int)strcspn(part.s, "\n"), part.s);
	tool_write("part", part_bytes_crlf(&f.arena, part));
	if (fix_holds(mail, "@PGP@"))
		tool_must("rm -f part.asc; " GPG
			  "--armor --detach-sign --output part.asc part");
	else
		tool_must("openssl cms -sign -binary -in part -signer u.pem "
			  "-inkey u.key -outform DER -md sha256 | "
			  "/usr/bin/python3 " SRCDIR
			  "/tests/mail/signed/ber.py | "
			  "base64 -w 64 >part.p7s");
	mail = filled(mail, "@[@", STR(""));
	mail = filled(mail, "@]@", STR(""));
	if (fix_holds(mail, "@PGP@"))
		mail = filled(mail, "@PGP@", tool_read(&f.arena, "part.asc"));
	else
		mail = filled(mail, "@SMIME@", tool_read(&f.arena, "part.p7s"));
	return part_bytes_crlf(&f.arena, mail);
}

/* all of one kind: taken as they are, and not if a byte is another */
static void programs_are_understood(const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *lines = arena_printf(
			&f.arena,
			SIGNED_BLOCK_BEGIN "\nPREVIEW %.*s A %lld %zu\n%s\n"
					   "pick 3\n" SIGNED_BLOCK_END "\n",
			STR_ARG(f.name), (long long)fix_point(&f), i + 1,
			fix_seen(&f, fix_point(&f)));
		struct str mail = of_program(names[i], lines);
		struct str told = fix_send(&f, mail);
		const char *at;

		if (!str_is(told, "preview"))
			fail_msg("%s: %.*s", names[i], STR_ARG(told));
		/* one byte of what was signed is another */
		mail = of_program(names[i], lines);
		at = memmem(mail.s, mail.len, signed_byte, strlen(signed_byte));
		assert_non_null(at);
		*(char *)(uintptr_t)at ^= 0x20;
		told = fix_send(&f, mail);
		if (!str_is(told, "unverified"))
			fail_msg("%s, changed: %.*s", names[i], STR_ARG(told));
	}
}

static void whole_mails_signed_by_openpgp_are_understood(void **unused)
{
	static const char *const names[] = { "thunderbird", "thunderbird-key",
					     "mutt", "k9-mail", "fairemail" };

	(void)unused;
	begin_with_openpgp();
	programs_are_understood(names, ARRAY_LEN(names));
}

/* The key comes by the program's own hand, and so does the proof. */
static void who_joins_by_a_programs_own_button_has_to_sign(void **unused)
{
	static const char *const names[] = { "thunderbird-key", "k9-mail",
					     "fairemail" };
	const char *wished;
	struct str told = STR("");

	(void)unused;
	fix_game(&f, 0, 0);
	fix_posted(&f);
	tool_must("mkdir -m 700 g; " GPG
		  "--quick-gen-key ana@one.test ed25519 sign never; " GPG
		  "--armor --export ana@one.test >ana.asc");
	wished = arena_printf(&f.arena,
			      SIGNED_BLOCK_BEGIN
			      "\nJOIN %.*s A\n" SIGNED_BLOCK_END "\n",
			      STR_ARG(f.name));
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		f.now += 86400; /* one challenge a day */
		assert_str(fix_send(&f, of_program(names[i], wished)),
			   "challenged");
		tool_must("! gpg --homedir $PWD/judge --batch --list-keys "
			  "ana@one.test 2>/dev/null");
		told = fix_posted(&f);
	}
	assert_str(fix_send(&f, of_program("k9-mail", proof(told))),
		   "join_proven");
}

static const char *const by_smime[] = { "apple-mail-smime", "ios-mail-smime",
					"outlook-smime", "evolution-smime",
					"thunderbird-smime" };

static bool gpgsm_knows(const char *mail)
{
	return !tool_run(arena_printf(&f.arena,
				      "gpgsm --homedir $PWD/judge --batch "
				      "--with-colons --list-keys %s "
				      "2>/dev/null | grep -q '^fpr'",
				      mail));
}

/* the program's signature holds the certificate, which proves nothing */
static void who_joins_with_a_certificate_has_to_sign_the_answer(void **unused)
{
	const char *wished, *answer;
	struct str told = STR(""), forged;

	(void)unused;
	fix_game(&f, 0, 0);
	fix_posted(&f);
	make_certificate();
	wished = arena_printf(&f.arena,
			      SIGNED_BLOCK_BEGIN
			      "\nJOIN %.*s A\n" SIGNED_BLOCK_END "\n",
			      STR_ARG(f.name));
	for (size_t i = 0; i < ARRAY_LEN(by_smime); i++) {
		f.now += 86400; /* nobody is answered without end */
		if (!str_is(fix_send(&f, of_program(by_smime[i], wished)),
			    "challenged"))
			fail_msg("%s", by_smime[i]);
		told = fix_posted(&f);
		assert_int_equal(fix_count(told, "\"smime\":1"), 1);
	}
	assert_false(gpgsm_knows("ana@one.test"));
	answer = proof(told);
	/* not signed; signed by who has the same name */
	assert_str(fix_send(&f, fix_mail(&f, from, str_of(answer))),
		   "sig-none");
	assert_false(gpgsm_knows("ana@one.test"));
	tool_must("mkdir kept; mv u.key u.pem kept/");
	make_certificate();
	forged = of_program("apple-mail-smime", answer);
	assert_str(fix_send(&f, forged), "unverified");
	tool_must("mv kept/u.key kept/u.pem .");
	assert_str(fix_send(&f, of_program("apple-mail-smime", answer)),
		   "join_proven");
	assert_true(gpgsm_knows("ana@one.test"));
	OK(judge_join_admit(f.j, (int64_t)ARRAY_LEN(by_smime), false, &f.why));
	assert_true(fix_holds(fix_log(&f), "SMIME:"));
}

/* The keys that Ana has here, of either kind, need not come with a wish. */
static void who_is_known_joins_with_a_signature_alone(void **unused)
{
	const char *text = "Content-Type: text/plain; charset=utf-8\r\n";
	const char *wished;
	struct str told;

	(void)unused;
	begin_with_openpgp();
	make_certificate();
	OK(judge_key_import(f.j, f.p[0].person, PGP_SMIME,
			    tool_read(&f.arena, "u.pem"), &f.why));
	fix_game(&f, 0, 0);
	fix_posted(&f);
	wished = arena_printf(&f.arena,
			      SIGNED_BLOCK_BEGIN
			      "\r\nJOIN %.*s A\r\n" SIGNED_BLOCK_END "\r\n",
			      STR_ARG(f.name));
	assert_str(sent(text, wished), "challenged");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "\"openpgp\":1"), 1);
	smime_options = "-nocerts";
	assert_str(fix_send(&f, smime_mail(wished)), "challenged");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "\"smime\":1"), 1);
	/* the answer to it is signed as it was asked */
	assert_str(fix_send(&f, smime_mail(proof(told))), "join_proven");
	/* by whoever else signs: there is no key */
	tool_must(GPG "--quick-gen-key eve@four.test ed25519 sign never; "
		      "echo default-key eve@four.test >>g/gpg.conf");
	assert_str(
		sent(text,
		     arena_printf(&f.arena,
				  SIGNED_BLOCK_BEGIN
				  "\r\nJOIN %.*s A\r\n" SIGNED_BLOCK_END "\r\n",
				  STR_ARG(f.name))),
		"key-unattached");
	smime_options = "";
}

static void whole_mails_signed_by_smime_are_understood(void **unused)
{
	(void)unused;
	fix_started(&f, 0);
	make_certificate();
	OK(judge_key_import(f.j, f.p[0].person, PGP_SMIME,
			    tool_read(&f.arena, "chain.pem"), &f.why));
	fix_posted(&f);
	programs_are_understood(by_smime, ARRAY_LEN(by_smime));
}

/* As Outlook and Exchange send what they do not sign in clear text. */
static void what_is_packed_into_its_signature_is_told_how_to_sign(void **unused)
{
	(void)unused;
	struct str mail, told;

	fix_started(&f, 0);
	fix_posted(&f);
	tool_must("openssl req -x509 -newkey rsa:2048 -nodes -keyout u.key "
		  "-out u.pem -days 30 "
		  "-subj /CN=Ana/emailAddress=ana@one.test");
	tool_write("part",
		   str_of(arena_printf(&f.arena,
				       "Content-Type: text/plain\r\n\r\n%s",
				       block("ORDERS", 1, ""))));
	tool_must("openssl smime -sign -nodetach -binary -in part -signer "
		  "u.pem -inkey u.key -from ana@one.test -to judge@court.test "
		  "-subject orders -out opaque.eml");
	mail = tool_read(&f.arena, "opaque.eml");
	assert_true(fix_holds(mail, "smime-type=signed-data"));
	assert_str(fix_send(&f, mail), "sig-opaque");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "help to ana@one.test"), 1);
	assert_int_equal(fix_count(told, "\"fault\":\"sig-opaque\""), 1);
	/* with the lines that her orders should begin with */
	assert_int_equal(fix_count(told, "\"first_lines\":\"ORDERS"), 1);
	assert_int_equal(fix_state(&f).in[0], 0);
}

/* The same of gpgsm --sign, whose packing is of unknown length (BER). */
static void what_gpgsm_packs_is_told_how_to_sign(void **unused)
{
	(void)unused;
	struct str told;

	fix_started(&f, 0);
	fix_posted(&f);
	assert_str(fix_send(&f, tool_read(&f.arena, SRCDIR
					  "/tests/mail/mime/smime-opaque.eml")),
		   "sig-opaque");
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "help to ana@one.test"), 1);
	assert_int_equal(fix_count(told, "\"fault\":\"sig-opaque\""), 1);
	assert_int_equal(fix_state(&f).in[0], 0);
}

static const char *ordered(int who, int serial_of, const char *line)
{
	return arena_printf(
		&f.arena,
		SIGNED_BLOCK_BEGIN "\r\nORDERS %.*s %c %lld %d\r\n%s\r\n"
				   "%s\r\n" SIGNED_BLOCK_END "\r\n",
		STR_ARG(f.name), 'A' + who, (long long)fix_point(&f), serial_of,
		fix_seen(&f, fix_point(&f)), line);
}

static bool mail_is_kept(int64_t id)
{
	struct inbox_row row;

	OK(store_inbox_get(judge_store(f.j), id, &f.arena, &row, &f.why));
	return row.raw.len > 0;
}

/* The log keeps the signed slice of a mail, whatever becomes of the mail. */
static void what_was_signed_is_proof_when_its_mail_is_forgotten(void **unused)
{
	static const struct judge_keeping at_once = { .stray_bytes = 1 << 20 };
	const char *text = "Content-Type: text/plain; charset=utf-8\r\n";
	struct verify_means m = { .systems = f.config.systems,
				  .n_systems = f.config.n_systems,
				  .pgp = pgp };
	struct judge_forgotten gone;
	struct verify_result r;
	struct str told, file;
	bool more;

	(void)unused;
	fix_led(&f);
	tool_must("mkdir -m 700 g; " GPG
		  "--quick-gen-key ana@one.test ed25519 sign never; " GPG
		  "--armor --export ana@one.test >ana.asc");
	OK(judge_key_import(f.j, f.p[0].person, PGP_OPENPGP,
			    tool_read(&f.arena, "ana.asc"), &f.why));
	make_certificate();
	OK(judge_key_import(f.j, f.p[0].person, PGP_SMIME,
			    tool_read(&f.arena, "chain.pem"), &f.why));
	fix_posted(&f);
	assert_str(sent(text, ordered(0, 1, "pick 3")), "adjudicated");
	assert_str(fix_send(&f, fix_orders(&f, 1, fix_point(&f), 1, "pick 4")),
		   "adjudicated");
	assert_str(fix_send(&f, smime_mail(ordered(0, 2, "roll"))),
		   "adjudicated");
	fix_posted(&f);
	/* no mail is forgotten as long as it can be disputed */
	OK(judge_prune(f.j, &at_once, &gone, &more, &f.why));
	assert_int_equal(gone.mails, 0);
	assert_str(fix_send(&f, fix_orders(&f, 1, fix_point(&f), 2,
					   arena_printf(
						   &f.arena, "dispute %lld a 2",
						   (long long)fix_point(&f)))),
		   "disputed");
	f.now += 200 * 86400;
	OK(judge_prune(f.j, &at_once, &gone, &more, &f.why));
	assert_int_equal(gone.mails, 4);
	for (int64_t id = 1; id <= 4; id++)
		assert_false(mail_is_kept(id));
	/* who rules on it is shown what was signed, as it is on record */
	told = fix_posted(&f);
	assert_int_equal(fix_count(told, "dispute to cy@three.test"), 1);
	assert_int_equal(fix_count(told, "\\u000aroll\\u000d\\u000a"), 1);
	assert_str(fix_send(&f, fix_commands(&f, 2, fix_point(&f), 1,
					     "rule 1 stands\nit shows a 3")),
		   "adjudicated");
	OK(judge_game_replay(f.j, f.game, &f.why));
	OK(judge_game_end(f.j, f.game, STR("enough"), &f.why));
	file = fix_export(&f, EXPORT_FULL);
	assert_int_equal(fix_count(file, "\"format\":\"pgp mime\""), 1);
	assert_int_equal(fix_count(file, "\"format\":\"smime mime\""), 1);
	verify_export(file, &m, &f.arena, &r);
	assert_true(r.good);
	assert_int_equal(r.gnupg, 0);
	assert_int_equal(r.signatures, 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			what_was_signed_is_proof_when_its_mail_is_forgotten,
			prepare, finish),
		cmocka_unit_test_setup_teardown(
			what_is_packed_into_its_signature_is_told_how_to_sign,
			prepare, finish),
		cmocka_unit_test_setup_teardown(
			what_gpgsm_packs_is_told_how_to_sign, prepare, finish),
		cmocka_unit_test_setup_teardown(
			an_extended_key_comes_with_a_mail_that_it_signed,
			prepare, finish),
		cmocka_unit_test_setup_teardown(
			a_mail_signed_with_openpgp_is_adjudicated, prepare,
			finish),
		cmocka_unit_test_setup_teardown(
			what_mail_programs_sign_is_understood, prepare, finish),
		cmocka_unit_test_setup_teardown(
			text_signed_in_clear_is_adjudicated, prepare, finish),
		cmocka_unit_test_setup_teardown(
			text_signed_in_clear_is_read_as_a_signed_mail, prepare,
			finish),
		cmocka_unit_test_setup_teardown(
			files_signed_beside_are_adjudicated, prepare, finish),
		cmocka_unit_test_setup_teardown(
			a_mail_runs_gnupg_so_often_and_no_more, prepare,
			finish),
		cmocka_unit_test_setup_teardown(
			one_signature_covers_several_texts, prepare, finish),
		cmocka_unit_test_setup_teardown(
			what_openpgp_packs_is_told_how_to_sign, prepare,
			finish),
		cmocka_unit_test_setup_teardown(
			keys_and_wishes_are_signed_in_clear, prepare, finish),
		cmocka_unit_test_setup_teardown(
			what_a_program_signs_beside_orders_is_none, prepare,
			finish),
		cmocka_unit_test_setup_teardown(
			a_signed_mail_that_is_forwarded_is_named, prepare,
			finish),
		cmocka_unit_test_setup_teardown(
			what_gnupg_asks_about_keys_is_asked_back, prepare,
			finish),
		cmocka_unit_test_setup_teardown(
			a_join_that_is_signed_without_its_key_is_told_so,
			prepare, finish),
		cmocka_unit_test_setup_teardown(
			who_joins_with_openpgp_has_to_sign_the_answer, prepare,
			finish),
		cmocka_unit_test_setup_teardown(
			a_key_told_by_autocrypt_is_as_good_as_an_attached_one,
			prepare, finish),
		cmocka_unit_test_setup_teardown(
			whole_mails_signed_by_openpgp_are_understood, prepare,
			finish),
		cmocka_unit_test_setup_teardown(
			who_joins_by_a_programs_own_button_has_to_sign, prepare,
			finish),
		cmocka_unit_test_setup_teardown(
			whole_mails_signed_by_smime_are_understood, prepare,
			finish),
		cmocka_unit_test_setup_teardown(
			who_joins_with_a_certificate_has_to_sign_the_answer,
			prepare, finish),
		cmocka_unit_test_setup_teardown(
			who_is_known_joins_with_a_signature_alone, prepare,
			finish),
		cmocka_unit_test_setup_teardown(smime_is_read_by_the_same_rules,
						prepare, finish),
		cmocka_unit_test_setup_teardown(
			a_certificate_that_gnupg_does_not_take_is_told_so,
			prepare, finish),
	};

	if (!pgp_is_built())
		return 77; /* nothing to test: make says SKIP */
	return cmocka_run_group_tests(tests, NULL, NULL);
}
