/*
 * tests/unit/test_auth_cms.c - certificates cut out of signatures that openssl
 * makes, in a folder that ends with the test.
 */
#include "tool.h"
#include "auth/cms.h"
#include "tests/srcdir.h"

static struct arena arena;

static int prepare(void **unused)
{
	memcpy(tool_dir, "/tmp/heraldo-test-XXXXXX", sizeof(tool_dir));
	return tool_enter(unused);
}

static int finish(void **unused)
{
	arena_release(&arena);
	return tool_leave(unused);
}

/* Ana's certificate, its issuer's, and what to sign */
static void made(void)
{
	tool_must("openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key "
		  "-out ca.pem -days 30 -subj /CN=TestCA && "
		  "openssl req -newkey rsa:2048 -nodes -keyout u.key "
		  "-out u.csr -subj /CN=Ana/emailAddress=ana@one.test && "
		  "printf 'keyUsage=digitalSignature\nsubjectKeyIdentifier=hash"
		  "\n' >ext && openssl x509 -req -in u.csr -CA ca.pem -CAkey "
		  "ca.key -CAcreateserial -days 30 -extfile ext -out u.pem && "
		  "openssl x509 -in u.pem -outform DER -out u.der && "
		  "openssl x509 -in ca.pem -outform DER -out ca.der && "
		  "echo hello >m");
}

/* signed by Ana with these options more */
static enum sig_error signer_of(const char *options, struct str *der)
{
	tool_must(arena_printf(&arena,
			       "openssl cms -sign -binary -in m -signer u.pem "
			       "-inkey u.key -outform DER %s >m.p7s",
			       options));
	return cms_signer(tool_read(&arena, "m.p7s"), der);
}

static void the_certificate_of_who_signed_is_found_among_others(void **unused)
{
	(void)unused;
	static const char *const options[] = {
		"",
		"-certfile ca.pem",
		"-certfile ca.pem -keyid",
		"-keyid",
		"-certfile ca.pem | /usr/bin/python3 " SRCDIR
		"/tests/mail/signed/ber.py",
		"-md sha512 -noattr"
	};
	struct str der, want;

	made();
	want = tool_read(&arena, "u.der");
	for (size_t i = 0; i < ARRAY_LEN(options); i++) {
		if (signer_of(options[i], &der))
			fail_msg("%s", options[i]);
		assert_true(str_equal(der, want));
	}
	/* the issuer's own, which stands in the same signature */
	tool_must("openssl cms -sign -binary -in m -signer ca.pem -inkey "
		  "ca.key -certfile u.pem -outform DER -out ca.p7s");
	assert_int_equal(cms_signer(tool_read(&arena, "ca.p7s"), &der),
			 SIG_ERROR_OK);
	assert_true(str_equal(der, tool_read(&arena, "ca.der")));
}

static void it_is_called_as_gnupg_calls_it(void **unused)
{
	(void)unused;
	char shown[KEY_FINGERPRINT_MAX];
	struct str der;
	struct key key;
	struct buf b;

	made();
	assert_int_equal(signer_of("", &der), SIG_ERROR_OK);
	key = cms_key(der);
	key_fingerprint(&key, shown);
	tool_must("printf SMIME: >print; openssl x509 -in u.pem -noout "
		  "-fingerprint -sha1 | sed 's/.*=//; s/://g' | tr -d '\\n' | "
		  "tr A-F a-f >>print");
	assert_string_equal(shown, tool_read(&arena, "print").s);
	/* every length of the last block */
	for (size_t n = 0; n < 130; n++) {
		struct str part = { der.s, n };
		struct key k = cms_key(part);
		char hex[2 * 32 + 1];

		tool_write("part", part);
		tool_must("openssl sha1 -r part | cut -c 1-40 | tr -d '\\n' "
			  ">sum");
		key_fingerprint_hex(&k, hex);
		hex[40] = 0;
		assert_string_equal(hex, tool_read(&arena, "sum").s);
	}
	buf_init(&b, 1 << 16);
	cms_render(der, &b);
	tool_write("again.pem", buf_str(&b));
	buf_release(&b);
	tool_must("openssl x509 -in again.pem -outform DER -out again.der && "
		  "cmp again.der u.der");
}

static void what_holds_no_certificate_of_one_signer_is_told(void **unused)
{
	(void)unused;
	struct str der, whole;

	made();
	assert_int_equal(signer_of("-nocerts", &der), FAULT_KEY_NONE);
	assert_int_equal(der.len, 0);
	/* another's alone */
	assert_int_equal(signer_of("-nocerts -certfile ca.pem", &der),
			 FAULT_KEY_NONE);
	assert_int_equal(signer_of("-signer ca.pem -inkey ca.key", &der),
			 FAULT_KEY_SEVERAL);
	assert_int_equal(cms_signer(STR(""), &der), FAULT_KEY_DAMAGED);
	assert_int_equal(cms_signer(STR("no signature"), &der),
			 FAULT_KEY_DAMAGED);
	/* torn anywhere, it is no signature and no read behind its end */
	assert_int_equal(signer_of("", &der), SIG_ERROR_OK);
	whole = tool_read(&arena, "m.p7s");
	for (size_t n = 0; n < whole.len; n++) {
		struct str torn = {
			arena_str(&arena, (struct str){ whole.s, n }).s, n
		};

		assert_int_equal(cms_signer(torn, &der), FAULT_KEY_DAMAGED);
	}
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, prepare, finish)
	const struct CMUnitTest tests[] = {
		T(the_certificate_of_who_signed_is_found_among_others),
		T(it_is_called_as_gnupg_calls_it),
		T(what_holds_no_certificate_of_one_signer_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
