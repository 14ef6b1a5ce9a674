/*
 * tests/unit/test_auth_pgp.c - OpenPGP and S/MIME, with keys made by gpg and
 * openssl in folders that end with the test.
 */
#include "tool.h"
#include "auth/pgp.h"

/* LeakSanitizer of clang 14 ends by a fault where it reads the thread-local
 * memory of libraries that GPGME loads. */
const char *__lsan_default_options(void);
const char *__lsan_default_options(void)
{
	return "use_tls=0";
}

static struct arena arena;
static struct pgp *pgp;
static char home[64];
static const struct str message = { "ORDERS G1 A 1 1\r\nMOVE A1\r\n", 26 };
static const struct str changed = { "ORDERS G1 A 1 1\r\nMOVE A2\r\n", 26 };

#define GPG "gpg --homedir $PWD/g --batch --quiet --passphrase '' "

static int prepare(void **unused)
{
	struct why why = { 0 };

	if (tool_enter(unused))
		return -1;
	snprintf(home, sizeof(home), "%s/judge", tool_dir);
	tool_write("m", message);
	if (pgp_open(home, &pgp, &why)) {
		fprintf(stderr, "%s\n", why.text);
		return -1;
	}
	return 0;
}

static int finish(void **unused)
{
	pgp_close(pgp);
	(void)!tool_run("gpgconf --homedir $PWD/g --kill all");
	arena_release(&arena);
	return tool_leave(unused);
}

static enum sig_error verify(enum pgp_protocol protocol, struct str bytes,
			     const char *sig, const struct key *key)
{
	enum sig_error f = SIG_ERROR_OK;
	size_t which = 99;
	struct why why = { 0 };

	if (pgp_verify(pgp,
		       &(struct pgp_signed){ protocol, bytes,
					     tool_read(&arena, sig) },
		       key, 1, &which, &f, &why))
		fail_msg("%s", why.text);
	if (!f)
		assert_int_equal(which, 0);
	return f;
}

static struct key must_import(enum pgp_protocol protocol, const char *file)
{
	struct key k = { 0 };
	struct why why = { 0 };

	if (pgp_import(pgp, protocol, tool_read(&arena, file), &k, &why))
		fail_msg("%s: %s", file, why.text);
	return k;
}

static void openpgp_signatures_verify(void **unused)
{
	(void)unused;
	struct key ann, other = { .kind = KEY_OPENPGP, .len = 20 };
	char shown[KEY_FINGERPRINT_MAX];

	tool_must("mkdir -m 700 g; " GPG
		  "--quick-gen-key ann@example.test ed25519 sign never; " GPG
		  "--armor --export ann@example.test >ann.asc; " GPG
		  "--armor --detach-sign --output m.asc m; " GPG
		  "--detach-sign --output m.sig m");
	ann = must_import(PGP_OPENPGP, "ann.asc");
	assert_int_equal(verify(PGP_OPENPGP, message, "m.asc", &ann),
			 SIG_ERROR_OK);
	assert_int_equal(verify(PGP_OPENPGP, message, "m.sig", &ann),
			 SIG_ERROR_OK);
	assert_int_equal(verify(PGP_OPENPGP, changed, "m.asc", &ann),
			 FAULT_SIG_WRONG);
	assert_int_equal(verify(PGP_OPENPGP, message, "m.asc", &other),
			 FAULT_SIG_WRONG_KEY);
	assert_int_equal(verify(PGP_OPENPGP, message, "m", &ann),
			 FAULT_SIG_DAMAGED);
	key_fingerprint(&ann, shown);
	assert_int_equal(strlen(shown), 8 + 40);
	assert_true(key_is_fingerprint(&ann, str_of(shown)));
}

static void gnupg_runs_as_often_as_is_allowed(void **unused)
{
	(void)unused;
	struct key ann = must_import(PGP_OPENPGP, "ann.asc"), key;
	struct why why = { 0 };

	pgp_limit(pgp, 1);
	assert_int_equal(verify(PGP_OPENPGP, message, "m.asc", &ann),
			 SIG_ERROR_OK);
	assert_int_equal(verify(PGP_OPENPGP, message, "m.asc", &ann),
			 FAULT_SIG_WRONG);
	assert_int_equal(
		pgp_look(pgp, tool_read(&arena, "ann.asc"), &key, &why),
		ERR_FORMAT);
	pgp_limit(pgp, 1000);
	assert_int_equal(verify(PGP_OPENPGP, message, "m.asc", &ann),
			 SIG_ERROR_OK);
}

static void a_subkey_signs_for_its_key(void **unused)
{
	(void)unused;
	struct key bob;

	tool_must(GPG "--quick-gen-key bob@example.test ed25519 cert never; "
		      "f=$(" GPG "--with-colons -k bob@example.test | "
		      "sed -n 's/^fpr:*\\([^:]*\\):$/\\1/p' | head -1); " GPG
		      "--quick-add-key $f ed25519 sign never; " GPG
		      "--export bob@example.test >bob.gpg; " GPG
		      "-u bob@example.test --detach-sign --output bob.sig m");
	bob = must_import(PGP_OPENPGP, "bob.gpg");
	assert_int_equal(verify(PGP_OPENPGP, message, "bob.sig", &bob),
			 SIG_ERROR_OK);
}

static void an_unknown_key_and_a_weak_hash_are_refused(void **unused)
{
	(void)unused;
	struct key eve;

	tool_must(GPG
		  "--quick-gen-key eve@example.test rsa2048 sign never; " GPG
		  "-u eve@example.test --detach-sign --output eve.sig m; " GPG
		  "-u eve@example.test --digest-algo SHA1 --detach-sign "
		  "--output sha1.sig m; " GPG
		  "--export eve@example.test >eve.gpg");
	eve = (struct key){ .kind = KEY_OPENPGP, .len = 20 };
	assert_int_equal(verify(PGP_OPENPGP, message, "eve.sig", &eve),
			 FAULT_SIG_NO_KEY);
	eve = must_import(PGP_OPENPGP, "eve.gpg");
	assert_int_equal(verify(PGP_OPENPGP, message, "eve.sig", &eve),
			 SIG_ERROR_OK);
	assert_int_equal(verify(PGP_OPENPGP, message, "sha1.sig", &eve),
			 FAULT_SIG_HASH);
}

static void an_expired_or_revoked_key_is_refused(void **unused)
{
	(void)unused;
	struct key old;

	tool_must(GPG "--faked-system-time 20200101T000000 --quick-gen-key "
		      "old@example.test ed25519 sign 1y; " GPG
		      "--faked-system-time 20200102T000000 -u old@example.test "
		      "--detach-sign --output old.sig m; " GPG
		      "--export old@example.test >old.gpg");
	old = must_import(PGP_OPENPGP, "old.gpg");
	assert_int_equal(verify(PGP_OPENPGP, message, "old.sig", &old),
			 FAULT_SIG_EXPIRED);
	tool_must("f=$(" GPG "--with-colons -k ann@example.test | "
		  "sed -n 's/^fpr:*\\([^:]*\\):$/\\1/p' | head -1); "
		  "sed 's/^:---/---/' g/openpgp-revocs.d/$f.rev >rev.asc; " GPG
		  "--import rev.asc; " GPG
		  "--export ann@example.test >gone.gpg");
	old = must_import(PGP_OPENPGP, "gone.gpg");
	assert_int_equal(verify(PGP_OPENPGP, message, "m.asc", &old),
			 FAULT_SIG_REVOKED);
	/* whoever else it was, it was not this key */
	old.b[0] ^= 1;
	assert_int_equal(verify(PGP_OPENPGP, message, "m.asc", &old),
			 FAULT_SIG_WRONG_KEY);
}

/* What is registered is this certificate, and no authority's word. */
static void a_certificate_counts_by_itself_whoever_issued_it(void **unused)
{
	(void)unused;
	struct key eve;

	tool_must("openssl req -x509 -newkey rsa:2048 -nodes -keyout eca.key "
		  "-out eca.pem -days 30 -subj /CN=EveCA && "
		  "openssl req -newkey rsa:2048 -nodes -keyout e.key "
		  "-out e.csr -subj /CN=Ann/emailAddress=ann@example.test && "
		  "openssl x509 -req -in e.csr -CA eca.pem -CAkey eca.key "
		  "-CAcreateserial -days 30 -extfile ext -out e.pem && "
		  "openssl cms -sign -binary -in m -signer e.pem -inkey e.key "
		  "-outform DER -out e.p7s -md sha256 && "
		  "openssl cms -sign -binary -in m -signer e.pem -inkey e.key "
		  "-certfile eca.pem -outform DER -out ec.p7s -md sha256");
	eve = must_import(PGP_SMIME, "e.pem");
	assert_int_equal(verify(PGP_SMIME, message, "e.p7s", &eve),
			 SIG_ERROR_OK);
	/* its issuer comes with it, and is trusted by nobody */
	assert_int_equal(verify(PGP_SMIME, message, "ec.p7s", &eve),
			 SIG_ERROR_OK);
	assert_int_equal(verify(PGP_SMIME, changed, "ec.p7s", &eve),
			 FAULT_SIG_WRONG);
	eve.b[0] ^= 1;
	assert_int_equal(verify(PGP_SMIME, message, "e.p7s", &eve),
			 FAULT_SIG_WRONG_KEY);
}

static void a_certificate_of_unknown_meaning_signs_nothing(void **unused)
{
	(void)unused;
	struct key ann;

	tool_must("printf '1.2.3.4=critical,ASN1:UTF8String:x\n' >noext; "
		  "openssl req -newkey rsa:2048 -nodes -keyout n.key "
		  "-out n.csr -subj /CN=Non/emailAddress=n@example.test && "
		  "openssl x509 -req -in n.csr -CA ca.pem -CAkey ca.key "
		  "-CAcreateserial -days 30 -extfile noext -out n.pem && "
		  "openssl cms -sign -binary -in m -signer n.pem -inkey n.key "
		  "-outform DER -out n.p7s -md sha256");
	ann = must_import(PGP_SMIME, "n.pem");
	assert_int_equal(verify(PGP_SMIME, message, "n.p7s", &ann),
			 FAULT_SIG_UNTRUSTED);
}

static void smime_signatures_verify(void **unused)
{
	(void)unused;
	struct key ann, other;

	tool_must("openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key "
		  "-out ca.pem -days 30 -subj /CN=TestCA && "
		  "openssl req -newkey rsa:2048 -nodes -keyout u.key "
		  "-out u.csr -subj /CN=Ann/emailAddress=ann@example.test && "
		  "printf 'keyUsage=digitalSignature\\nextendedKeyUsage="
		  "emailProtection\\n' >ext && openssl x509 -req -in u.csr "
		  "-CA ca.pem -CAkey ca.key -CAcreateserial -days 30 "
		  "-extfile ext -out u.pem && cat u.pem ca.pem >chain.pem && "
		  "openssl cms -sign -binary -in m -signer u.pem -inkey u.key "
		  "-outform DER -out m.p7s -md sha256");
	ann = must_import(PGP_SMIME, "chain.pem");
	other = must_import(PGP_SMIME, "chain.pem");
	assert_true(key_equal(&ann, &other));
	other.b[0] ^= 1;
	assert_int_equal(verify(PGP_SMIME, message, "m.p7s", &ann),
			 SIG_ERROR_OK);
	assert_int_equal(verify(PGP_SMIME, changed, "m.p7s", &ann),
			 FAULT_SIG_WRONG);
	assert_int_equal(verify(PGP_SMIME, message, "m.p7s", &other),
			 FAULT_SIG_WRONG_KEY);
	/* garbage, and what follows it must not suffer */
	assert_int_equal(verify(PGP_SMIME, message, "m", &ann),
			 FAULT_SIG_DAMAGED);
	assert_int_equal(verify(PGP_SMIME, message, "m.p7s", &ann),
			 SIG_ERROR_OK);
	assert_int_equal(verify(PGP_SMIME, message, "m.asc", &ann),
			 FAULT_SIG_DAMAGED);
	assert_int_equal(verify(PGP_SMIME, message, "m.p7s", &ann),
			 SIG_ERROR_OK);
}

static void what_is_no_key_is_refused(void **unused)
{
	(void)unused;
	struct key k;
	struct why why = { 0 };

	assert_int_equal(pgp_import(pgp, PGP_OPENPGP, STR("hello"), &k, &why),
			 ERR_FORMAT);
	why_clear(&why);
	assert_int_equal(pgp_import(pgp, PGP_SMIME, STR("hello"), &k, &why),
			 ERR_FORMAT);
	why_clear(&why);
	tool_must("cat bob.gpg eve.gpg >two.gpg");
	assert_int_equal(pgp_import(pgp, PGP_OPENPGP,
				    tool_read(&arena, "two.gpg"), &k, &why),
			 ERR_FORMAT);
	why_clear(&why);
	/* two that issued each other not */
	tool_must("openssl req -x509 -newkey rsa:2048 -nodes -keyout c2.key "
		  "-out c2.pem -days 30 -subj /CN=Unknown && "
		  "cat u.pem c2.pem >two.pem");
	assert_int_equal(pgp_import(pgp, PGP_SMIME,
				    tool_read(&arena, "two.pem"), &k, &why),
			 ERR_FORMAT);
}

static void a_folder_for_gnupg_has_a_short_absolute_path(void **unused)
{
	(void)unused;
	struct pgp *none;
	struct why why = { 0 };

	assert_int_equal(pgp_open("relative", &none, &why), ERR_CONFIG);
	assert_null(none);
	assert_int_equal(
		pgp_open("/tmp/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
			 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
			 &none, &why),
		ERR_CONFIG);
}

static void without_gpgme_it_says_so(void **unused)
{
	(void)unused;
	struct pgp *none;
	struct why why = { 0 };

	assert_int_equal(pgp_open("/tmp/x", &none, &why), ERR_CONFIG);
	assert_non_null(strstr(why.text, "built without OpenPGP"));
	assert_null(none);
	pgp_close(none);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(openpgp_signatures_verify),
		cmocka_unit_test(gnupg_runs_as_often_as_is_allowed),
		cmocka_unit_test(a_subkey_signs_for_its_key),
		cmocka_unit_test(an_unknown_key_and_a_weak_hash_are_refused),
		cmocka_unit_test(an_expired_or_revoked_key_is_refused),
		cmocka_unit_test(smime_signatures_verify),
		cmocka_unit_test(
			a_certificate_counts_by_itself_whoever_issued_it),
		cmocka_unit_test(
			a_certificate_of_unknown_meaning_signs_nothing),
		cmocka_unit_test(what_is_no_key_is_refused),
		cmocka_unit_test(a_folder_for_gnupg_has_a_short_absolute_path),
	};
	const struct CMUnitTest unbuilt[] = {
		cmocka_unit_test(without_gpgme_it_says_so),
	};

	if (!pgp_is_built())
		return cmocka_run_group_tests(unbuilt, NULL, NULL);
	return cmocka_run_group_tests(tests, prepare, finish);
}
