/* tests/unit/test_judge_pgp.c - orders signed by a mail program with GnuPG */
#include "tool.h"
#include "audit/verify.h"
#include "judge_fixture.h"

static struct fix f;
static struct pgp *pgp;

#define OK(call) assert_int_equal(call, ERR_OK)
#define GPG      "gpg --homedir $PWD/g --batch --quiet --passphrase '' "

static int prepare(void **unused)
{
	char home[64];

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

static struct str signed_mail(struct str part, const char *file)
{
	return str_of(arena_printf(
		&f.arena,
		"From: ana@one.test\r\nTo: judge@court.test\r\n"
		"Message-ID: <%d@mail.test>\r\nMIME-Version: 1.0\r\n"
		"Content-Type: multipart/signed; boundary=b; micalg=pgp-sha512;"
		" protocol=\"application/pgp-signature\"\r\n\r\n"
		"--b\r\n%.*s\r\n--b\r\n"
		"Content-Type: application/pgp-signature\r\n\r\n%.*s\r\n"
		"--b--\r\n",
		++f.n_mails, STR_ARG(part),
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
		"Content-Type: text/plain; charset=utf-8\r\n\r\n" BLOCK_BEGIN
		"\r\nORDERS %.*s A %lld 1\r\n%s\r\npick 3\r\n" BLOCK_END "\r\n",
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_mail_signed_with_openpgp_is_adjudicated, prepare,
			finish),
	};

	if (!pgp_is_built())
		return 77; /* nothing to test: make says SKIP */
	return cmocka_run_group_tests(tests, NULL, NULL);
}
