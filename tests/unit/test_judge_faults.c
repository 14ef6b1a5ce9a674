/*
 * tests/unit/test_judge_faults.c - a mail for each way in which a signature is
 * no good, made with the programs that players have, and the letter that its
 * sender reads. No two of them are told alike.
 */
#include "tool.h"
#include "judge_fixture.h"
#include "../games/render.h"

#define OK(call) assert_int_equal(call, ERR_OK)
#define GPG      "gpg --homedir $PWD/g --batch --quiet --passphrase '' "
#define SIGN     "rm -f part.asc; " GPG "--armor --detach-sign --output part.asc "

static struct fix f;
static struct pgp *pgp;
static const char *lang;
static int serial;

static void add_key(int64_t person, struct str line)
{
	OK(judge_key_add(f.j, person, line, &f.why));
}

/* Ana, who reads in `lang`, and Bob; Cy has no seat. Letters are the real ones
 */
static void begin(void)
{
	enum err e = ERR_OK;
	struct buf line;

	OK(judge_person_add(f.j, STR("Ana"), STR("ana@one.test"), str_of(lang),
			    STR("UTC"), &f.p[0].person, &f.why));
	buf_init(&line, 1000);
	key_render(&f.p[0].key.key, STR("key"), &line);
	add_key(f.p[0].person, buf_str(&line));
	buf_release(&line);
	fix_person(&f, 1);
	fix_person(&f, 2);
	fix_game(&f, 0, 0);
	for (int i = 0; !e && i < 2; i++)
		e = judge_seat(f.j, f.game, i, f.p[i].person, &f.why);
	OK(e);
	OK(judge_game_start(f.j, f.game, &f.why));
	fix_posted(&f);
	judge_close(f.j);
	OK(render_open(&f.why));
	f.config.env.render = render_letter;
	fix_open(&f);
	serial = 0;
}

static int prepare(void)
{
	char home[64];

	memcpy(tool_dir, "/tmp/heraldo-test-XXXXXX", sizeof(tool_dir));
	if (tool_enter(NULL))
		return -1;
	fix_init(&f, "test_judge_faults");
	snprintf(home, sizeof(home), "%s/judge", tool_dir);
	pgp = NULL;
	if (pgp_is_built() && pgp_open(home, &pgp, &f.why)) {
		fprintf(stderr, "%s\n", f.why.text);
		return -1;
	}
	f.config.pgp = pgp;
	judge_close(f.j);
	fix_open(&f);
	return 0;
}

static int in_english(void **unused)
{
	(void)unused;
	lang = "en";
	return prepare();
}

static int in_spanish(void **unused)
{
	(void)unused;
	lang = "es";
	return prepare();
}

static int finish(void **unused)
{
	render_close();
	fix_release(&f);
	if (pgp)
		pgp_close(pgp);
	(void)!tool_run("gpgconf --homedir $PWD/g --kill all");
	return tool_leave(unused);
}

/* What is read --------------------------------------------------------------
 */

/* its lines joined, for a letter breaks them where it wants */
static struct str unbroken(struct str text)
{
	struct buf b;
	struct str s;
	bool blank = false;

	buf_init(&b, text.len + 1);
	for (size_t i = 0; i < text.len; i++) {
		char c = text.s[i];

		if (c == '\r' || c == '\n' || c == ' ') {
			blank = true;
			continue;
		}
		if (blank)
			buf_addc(&b, ' ');
		blank = false;
		buf_addc(&b, c);
	}
	s = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return s;
}

/* the words of a fault, as templates/ has them */
static const char *words_of(const char *name)
{
	struct str rest = tool_read(
		&f.arena,
		arena_printf(&f.arena, SRCDIR "/templates/%s/messages", lang));
	const char *head = arena_printf(&f.arena, "fault.%s = ", name);
	struct str line;

	while (parse_line(&rest, &line))
		if (str_starts(line, head))
			return arena_printf(&f.arena, "%.*s",
					    (int)(line.len - strlen(head)),
					    line.s + strlen(head));
	fail_msg("no words for %s", name);
	return "";
}

/* The one answer that is due, to this address; what a game tells is no answer.
 */
static struct str answer_to(const char *address)
{
	struct posting v[JUDGE_BATCH];
	struct posting_result r[JUDGE_BATCH];
	struct str text = STR("");
	int n, answers = 0;

	OK(judge_post(f.j, &f.arena, v, JUDGE_BATCH, &n, &f.why));
	for (int i = 0; i < n; i++) {
		struct message m = { 0 };

		r[i] = (struct posting_result){ .id = v[i].id,
						.fate = POSTING_SENT,
						.code = 250 };
		if (!fix_holds(v[i].bytes, "Auto-Submitted: auto-replied"))
			continue;
		mime_parse(&fix_mime, &f.arena, v[i].bytes, &m);
		text = unbroken(m.text);
		assert_str(v[i].recipient, address);
		answers++;
	}
	OK(judge_posted(f.j, r, n, &f.why));
	assert_int_equal(answers, 1);
	return text;
}

/* The mail does nothing; Ana is written this fault and no other. */
static void told(struct str mail, const char *fault)
{
	int64_t point = fix_point(&f);
	struct str text;

	fix_post(&f, NULL);
	f.now += 86400; /* none of them uses up what another is answered */
	assert_str(fix_send(&f, mail), "unverified");
	assert_int_equal(fix_point(&f), point);
	text = answer_to("ana@one.test");
	for (int i = SIG_ERROR_OK + 1; i < N_FAULTS; i++) {
		const char *name = sig_error_name((enum sig_error)i);

		if (fix_holds(text, words_of(name)) != !strcmp(name, fault))
			fail_msg("%s: %s\n%.*s", fault, name, STR_ARG(text));
	}
	/* and how to go on */
	assert_true(
		fix_holds(text, strcmp(lang, "es") ? "ORDERS " : "ORDENES "));
	assert_true(fix_holds(text, strcmp(lang, "es") ? "SEEN " : "VISTO "));
}

/* It is a good one of Bob's, who is told that the seat is not his. */
static void told_to_bob(struct str mail)
{
	int64_t point = fix_point(&f);

	fix_post(&f, NULL);
	f.now += 86400;
	assert_str(fix_send(&f, mail), "seat_other");
	assert_int_equal(fix_point(&f), point);
	answer_to("bob@two.test");
}

/* What is sent --------------------------------------------------------------
 */

static const char *orders(const char *line)
{
	return arena_printf(&f.arena, "ORDERS %.*s A %lld %d\n%s\n%s\n",
			    STR_ARG(f.name), (long long)fix_point(&f), ++serial,
			    fix_seen(&f, fix_point(&f)), line);
}

/* a file with orders, signed by a command; then mailed, the signature below */
static struct str mailed(const char *command, const char *line)
{
	const char *text = orders(line);

	tool_write("m", str_of(text));
	tool_must(command);
	return fix_mail(
		&f, "ana@one.test",
		str_of(arena_printf(
			&f.arena,
			SIGNED_BLOCK_BEGIN "\n%s" SIGNED_BLOCK_END "\n%.*s\n",
			text, STR_ARG(tool_read(&f.arena, "m.sig")))));
}

/* what stands first in it becomes the other, of one length */
static struct str changed(struct str mail, const char *from, const char *to)
{
	struct str copy = arena_str(&f.arena, mail);
	char *at = strstr((char *)(uintptr_t)copy.s, from);

	assert_non_null(at);
	memcpy(at, to, strlen(from));
	return copy;
}

/* as changed, where it stands last: in what follows the orders */
static struct str changed_below(struct str mail, const char *after,
				const char *to)
{
	struct str copy = arena_str(&f.arena, mail);
	char *at = strstr((char *)(uintptr_t)copy.s, after);

	assert_non_null(at);
	memcpy(at + strlen(after), to, strlen(to));
	return copy;
}

#define SSH    "rm -f m.sig; ssh-keygen -q -Y sign -n heraldo-orders@heraldo "
#define PICK   "PICK 3"
#define ARMOUR "-----BEGIN SSH SIGNATURE-----\n"

static void of_ssh_each_fault_is_told_apart(void **unused)
{
	(void)unused;
	tool_must("for k in ana bob eve; do "
		  "ssh-keygen -q -t ed25519 -N '' -C $k -f $k; done; "
		  "ssh-keygen -q -t rsa -N '' -C ana -f rsa");
	begin();
	add_key(f.p[0].person, tool_read(&f.arena, "ana.pub"));
	add_key(f.p[1].person, tool_read(&f.arena, "bob.pub"));
	told(fix_mail(&f, "ana@one.test",
		      str_of(arena_printf(&f.arena,
					  SIGNED_BLOCK_BEGIN
					  "\n%s" SIGNED_BLOCK_END "\n",
					  orders(PICK)))),
	     "sig-none");
	told(mailed(SSH "-f eve m", PICK), "sig-wrong-key");
	told_to_bob(mailed(SSH "-f bob m", PICK));
	told(mailed(SSH "-f rsa m", PICK), "key-rsa");
	told(changed(mailed(SSH "-f ana m", PICK), PICK, "PICK 4"),
	     "sig-wrong");
	told(mailed("rm -f m.sig; ssh-keygen -q -Y sign -n file -f ana m",
		    PICK),
	     "sig-purpose");
	told(changed_below(mailed(SSH "-f ana m", PICK), ARMOUR, "AAAA"),
	     "sig-damaged");
	/* the number behind SSHSIG is 1 */
	told(changed_below(mailed(SSH "-f ana m", PICK), ARMOUR,
			   "U1NIU0lHAAAAAg"),
	     "sig-version");
	assert_str(fix_send(&f, mailed(SSH "-f ana m", PICK)), "adjudicated");
}

#define MINISIGN "rm -f m.sig; minisign -S -W -m m -x m.sig -s "

static void of_minisign_each_fault_is_told_apart(void **unused)
{
	(void)unused;
	tool_must("for k in ana eve; do minisign -G -W -p $k.pub -s $k.key; "
		  "done");
	begin();
	add_key(f.p[0].person, tool_read(&f.arena, "ana.pub"));
	told(mailed(MINISIGN "eve.key", PICK), "sig-unfit");
	told(changed(mailed(MINISIGN "ana.key", PICK), PICK, "PICK 4"),
	     "sig-wrong");
	told(changed(mailed(MINISIGN "ana.key -t 'by Ana'", PICK), "by Ana",
		     "by Eve"),
	     "sig-comment");
	assert_str(fix_send(&f, mailed(MINISIGN "ana.key", PICK)),
		   "adjudicated");
}

/* multipart/signed, the signature in a file */
static struct str part_mail(const char *command, const char *type,
			    const char *line)
{
	struct str
		part = str_of(arena_printf(
			&f.arena,
			"Content-Type: text/plain; charset=utf-8\r\n\r\n" SIGNED_BLOCK_BEGIN
			"\n%s" SIGNED_BLOCK_END "\n",
			orders(line))),
		signature;
	struct buf b;

	buf_init(&b, 1 << 17);
	for (size_t i = 0; i < part.len; i++) {
		if (part.s[i] == '\n' && part.s[i - 1] != '\r')
			buf_addc(&b, '\r');
		buf_addc(&b, part.s[i]);
	}
	part = arena_str(&f.arena, buf_str(&b));
	buf_clear(&b);
	tool_write("part", part);
	tool_must(command);
	base64_render(&b, tool_read(&f.arena, "part.asc"));
	signature = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return str_of(arena_printf(
		&f.arena,
		"From: ana@one.test\r\nTo: judge@court.test\r\n"
		"Message-ID: <%d@mail.test>\r\nMIME-Version: 1.0\r\n"
		"Content-Type: multipart/signed; boundary=b; micalg=sha-256;"
		" protocol=\"application/%s\"\r\n\r\n"
		"--b\r\n%.*s\r\n--b\r\nContent-Type: application/%s\r\n"
		"Content-Transfer-Encoding: base64\r\n\r\n%.*s\r\n--b--\r\n",
		++f.n_mails, type, STR_ARG(part), type, STR_ARG(signature)));
}

static struct str pgp_mail(const char *command, const char *line)
{
	return part_mail(command, "pgp-signature", line);
}

/* the same by way of a mailing list, which puts a footer below it */
static struct str listed(struct str mail)
{
	static const char type[] = "Content-Type: multipart/signed";
	const char *at = memmem(mail.s, mail.len, type, strlen(type));

	assert_non_null(at);
	return str_of(arena_printf(
		&f.arena,
		"%.*sPrecedence: list\r\nList-Id: <players.lists.test>\r\n"
		"Content-Type: multipart/mixed; boundary=list\r\n\r\n"
		"--list\r\n%.*s\r\n--list\r\nContent-Type: text/plain\r\n\r\n"
		"____\r\nplayers list\r\n--list--\r\n",
		(int)(at - mail.s), mail.s,
		(int)(mail.len - (size_t)(at - mail.s)), at));
}

static void import(int who, enum pgp_protocol protocol, const char *file)
{
	OK(judge_key_import(f.j, f.p[who].person, protocol,
			    tool_read(&f.arena, file), &f.why));
}

static void of_openpgp_each_fault_is_told_apart(void **unused)
{
	(void)unused;
	tool_must("mkdir -m 700 g; for k in ana bob cy eve; do " GPG
		  "--faked-system-time 20200101T000000 "
		  "--quick-gen-key $k@key.test ed25519 sign never; " GPG
		  "--armor --export $k@key.test >$k.asc; done; " GPG
		  "--faked-system-time 20200101T000000 --quick-gen-key "
		  "old@key.test ed25519 sign 1y; " GPG
		  "--armor --export old@key.test >old.asc");
	begin();
	if (!pgp) {
		told(pgp_mail(SIGN "-u ana@key.test part", PICK),
		     "sig-no-gpgme");
		return;
	}
	/* she has no such key at all */
	told(pgp_mail(SIGN "-u ana@key.test part", PICK), "sig-no-key");
	import(0, PGP_OPENPGP, "ana.asc");
	told(pgp_mail(SIGN "-u eve@key.test part", PICK), "sig-no-key");
	import(1, PGP_OPENPGP, "bob.asc");
	told_to_bob(pgp_mail(SIGN "-u bob@key.test part", PICK));
	import(2, PGP_OPENPGP, "cy.asc");
	told(pgp_mail(SIGN "-u cy@key.test part", PICK), "sig-wrong-key");
	told(changed(pgp_mail(SIGN "-u ana@key.test part", PICK), PICK,
		     "PICK 4"),
	     "sig-wrong");
	told(pgp_mail("echo no signature >part.asc", PICK), "sig-damaged");
	import(0, PGP_OPENPGP, "old.asc");
	told(pgp_mail(SIGN "--faked-system-time 20200102T000000 "
			   "-u old@key.test part",
		      PICK),
	     "sig-expired");
	/* of a key that is good, a signature for a day */
	told(pgp_mail(SIGN "--faked-system-time 20200102T000000 "
			   "--default-sig-expire 1d -u ana@key.test part",
		      PICK),
	     "sig-expired");
	assert_str(fix_send(&f, pgp_mail(SIGN "-u ana@key.test part", PICK)),
		   "adjudicated");
	/* a good signature is answered always, whatever it came through */
	assert_str(fix_send(&f, listed(pgp_mail(SIGN "-u ana@key.test part",
						"NOTHING"))),
		   "complaint");
	tool_must("f=$(" GPG "--with-colons -k ana@key.test | "
		  "sed -n 's/^fpr:*\\([^:]*\\):$/\\1/p' | head -1); "
		  "sed 's/^:---/---/' g/openpgp-revocs.d/$f.rev >rev.asc; " GPG
		  "--armor --detach-sign -u ana@key.test --output kept.asc m "
		  "|| true; cp -r g kept; " GPG "--import rev.asc; " GPG
		  "--armor --export ana@key.test >gone.asc");
	import(0, PGP_OPENPGP, "gone.asc");
	told(pgp_mail("rm -f part.asc; gpg --homedir $PWD/kept --batch --quiet "
		      "--armor --detach-sign -u ana@key.test "
		      "--output part.asc part",
		      PICK),
	     "sig-revoked");
}

#define CMS                                                                    \
	"openssl cms -sign -binary -in part -outform DER -out part.asc "       \
	"-md sha256 "
#define CERTIFIED(who, dates)                                                  \
	"openssl req -newkey rsa:2048 -nodes -keyout " who ".key -out " who    \
	".csr -subj /CN=" who "/emailAddress=" who "@key.test && "             \
	"openssl ca -batch -notext -config ca.cnf -in " who ".csr " dates      \
	" -extfile ext -out " who ".pem && cat " who ".pem ca.pem >" who       \
	".chain"

static struct str smime_mail(const char *command, const char *line)
{
	return part_mail(command, "pkcs7-signature", line);
}

static void of_smime_each_fault_is_told_apart(void **unused)
{
	(void)unused;
	if (!pgp)
		return; /* told as of OpenPGP */
	tool_must("openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key "
		  "-out ca.pem -days 30 -subj /CN=TestCA && "
		  "printf 'keyUsage=digitalSignature\nextendedKeyUsage="
		  "emailProtection\n' >ext && : >index && echo 01 >serial && "
		  "printf '[ca]\ndefault_ca=c\n[c]\ndatabase=index\n"
		  "serial=serial\nnew_certs_dir=.\ndefault_md=sha256\n"
		  "certificate=ca.pem\nprivate_key=ca.key\ndefault_days=30\n"
		  "policy=p\n[p]\ncommonName=supplied\nemailAddress=optional\n'"
		  " >ca.cnf");
	tool_must(CERTIFIED("ana", "") " && " CERTIFIED(
		"bob", "") " && " CERTIFIED("cy", "") " && " CERTIFIED("eve",
								       ""));
	tool_must(CERTIFIED("old", "-startdate 20200101000000Z "
				   "-enddate 20210101000000Z"));
	begin();
	told(smime_mail(CMS "-signer ana.pem -inkey ana.key", PICK),
	     "sig-no-key");
	import(0, PGP_SMIME, "ana.chain");
	told(smime_mail(CMS "-nocerts -signer eve.pem -inkey eve.key", PICK),
	     "sig-no-key");
	import(1, PGP_SMIME, "bob.chain");
	told_to_bob(smime_mail(CMS "-signer bob.pem -inkey bob.key", PICK));
	import(2, PGP_SMIME, "cy.chain");
	told(smime_mail(CMS "-signer cy.pem -inkey cy.key", PICK),
	     "sig-wrong-key");
	told(changed(smime_mail(CMS "-signer ana.pem -inkey ana.key", PICK),
		     PICK, "PICK 4"),
	     "sig-wrong");
	told(smime_mail("echo no signature >part.asc", PICK), "sig-damaged");
	import(0, PGP_SMIME, "old.chain");
	told(smime_mail(CMS "-signer old.pem -inkey old.key", PICK),
	     "sig-expired");
	assert_str(fix_send(&f, smime_mail(CMS "-signer ana.pem -inkey ana.key",
					   "NOTHING")),
		   "complaint");
	tool_must(
		"printf '1.2.3.4=critical,ASN1:UTF8String:x\n' >ext; " CERTIFIED(
			"non", ""));
	import(0, PGP_SMIME, "non.chain");
	told(smime_mail(CMS "-signer non.pem -inkey non.key", PICK),
	     "sig-untrusted");
}

/* a mail of Ana's with a file of this type and these bytes */
static struct str with_file(const char *type, struct str bytes)
{
	struct buf b;
	struct str mail;

	buf_init(&b, 1 << 16);
	base64_render(&b, bytes);
	mail = str_of(arena_printf(
		&f.arena,
		"From: ana@one.test\r\nTo: judge@court.test\r\n"
		"Message-ID: <%d@one.test>\r\nMIME-Version: 1.0\r\n"
		"Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\n"
		"Content-Type: text/plain\r\n\r\n \r\n--m\r\n"
		"Content-Type: %s; name=\"turn.txt\"\r\n"
		"Content-Disposition: attachment; filename=\"turn.txt\"\r\n"
		"Content-Transfer-Encoding: base64\r\n\r\n%.*s\r\n--m--\r\n",
		++serial, type, STR_ARG(buf_str(&b))));
	buf_release(&b);
	return mail;
}

/* what is in no game's words, and is explained all the same */
static void helped(struct str mail, const char *fault)
{
	fix_post(&f, NULL);
	f.now += 86400;
	fix_send(&f, mail);
	assert_true(fix_holds(answer_to("ana@one.test"), words_of(fault)));
}

static void a_file_that_cannot_be_read_is_explained(void **unused)
{
	(void)unused;
	static const char utf16[] = "\xff\xfeO\0R\0D\0E\0R\0S\0 \0A\0\n\0";
	struct str latin1, text;

	begin();
	helped(with_file("text/plain",
			 (struct str){ utf16, sizeof(utf16) - 1 }),
	       "block-wide");
	helped(with_file("application/octet-stream",
			 (struct str){ utf16, sizeof(utf16) - 1 }),
	       "block-wide");
	helped(with_file("application/ms-tnef", STR("\x78\x9f\x3e\x22")),
	       "sig-winmail");
	/* one byte that is no UTF-8 hides nothing of what is quoted */
	fix_post(&f, NULL);
	f.now += 86400;
	latin1 = str_of(arena_printf(
		&f.arena,
		SIGNED_BLOCK_BEGIN "\nORDERS %.*s A 99 99\n%s\n"
				   "PICK 3 // ma\xf1"
				   "ana\n" SIGNED_BLOCK_END "\n" ARMOUR
				   "AAAA\n-----END SSH "
				   "SIGNATURE-----\n",
		STR_ARG(f.name), fix_seen(&f, fix_point(&f))));
	fix_send(&f, with_file("application/octet-stream", latin1));
	text = answer_to("ana@one.test");
	assert_true(
		fix_holds(text, strcmp(lang, "es") ? "ORDERS " : "ORDENES "));
	assert_true(utf8_is_valid(text));
}

/* Where the judge has no folder of GnuPG. */
static void openpgp_without_a_folder_is_told_what_counts(void **unused)
{
	(void)unused;
	begin();
	judge_close(f.j);
	f.config.pgp = NULL;
	fix_open(&f);
	told(fix_mail(&f, "ana@one.test",
		      str_of(arena_printf(
			      &f.arena,
			      "-----BEGIN PGP SIGNED MESSAGE-----\r\n"
			      "Hash: SHA256\r\n\r\nORDERS %.*s A %lld 1\r\n"
			      "%s\r\npick 3\r\n"
			      "-----BEGIN PGP SIGNATURE-----\r\n\r\n"
			      "iHUEARYIAB0WIQT89aeTLRskm6lH+EnE60+2EqKQKwUCawvi"
			      "tQAKCRDE60+2EqKQ\r\n=04hV\r\n"
			      "-----END PGP SIGNATURE-----\r\n",
			      STR_ARG(f.name), (long long)fix_point(&f),
			      fix_seen(&f, fix_point(&f))))),
	     "sig-no-gpgme");
}

int main(void)
{
#define T(name)                                                                \
	cmocka_unit_test_setup_teardown(name, in_english, finish),             \
		cmocka_unit_test_setup_teardown(name, in_spanish, finish)
	const struct CMUnitTest tests[] = {
		T(of_ssh_each_fault_is_told_apart),
		T(of_minisign_each_fault_is_told_apart),
		T(of_openpgp_each_fault_is_told_apart),
		T(of_smime_each_fault_is_told_apart),
		T(a_file_that_cannot_be_read_is_explained),
		T(openpgp_without_a_folder_is_told_what_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
