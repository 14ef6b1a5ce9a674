/* tests/unit/test_auth_key.c - public and secret keys, beside ssh-keygen */
#include "tool.h"
#include "auth/key.h"
#include "auth/sig.h"
#include "base/parse.h"
#include <sys/stat.h>

#define ED_BASE64                                                              \
	"AAAAC3NzaC1lZDI1NTE5AAAAIJU0N8bLKoiYv6H0okRnegM83gMY+P+tOE6I1QyZ1jrs"

static struct key must_parse(struct str text)
{
	struct key k = { 0 };

	assert_int_equal(key_parse(text, &k), SIG_ERROR_OK);
	return k;
}

static void a_fingerprint_is_that_of_ssh_keygen(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	char mine[KEY_FINGERPRINT_MAX], hex[65];
	struct key k;
	struct str shown;

	tool_must("ssh-keygen -q -t ed25519 -N '' -C 'a b' -f one");
	tool_must("ssh-keygen -l -f one.pub");
	k = must_parse(tool_read(&a, "one.pub"));
	key_fingerprint(&k, mine);
	shown = tool_read(&a, "out");
	assert_non_null(memmem(shown.s, shown.len, mine, strlen(mine)));
	key_fingerprint_hex(&k, hex);
	assert_int_equal(strlen(hex), 64);
	assert_true(key_is_fingerprint(&k, str_of(mine)));
	assert_true(key_is_fingerprint(&k, str_of(mine + 7)));
	assert_true(key_is_fingerprint(&k, str_of(hex)));
	for (char *c = mine; *c; c++)
		if ('a' <= *c && *c <= 'z')
			*c = (char)(*c - 32);
	assert_true(key_is_fingerprint(&k, str_of(mine)));
	mine[20] = mine[20] == 'A' ? 'B' : 'A';
	assert_false(key_is_fingerprint(&k, str_of(mine)));
	assert_false(key_is_fingerprint(&k, STR("")));
	mine[12] = 0;
	assert_false(key_is_fingerprint(&k, str_of(mine)));
	arena_release(&a);
}

static void minisign_and_signify_keys_are_read(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct str text, line;
	struct key k;

	tool_must("minisign -G -W -p mini.pub -s mini.key");
	tool_must("signify-openbsd -G -n -p sgn.pub -s sgn.sec");
	text = tool_read(&a, "mini.pub");
	k = must_parse(text);
	line.s = (char *)memchr(text.s, '\n', text.len) + 1;
	line.len = 56;
	{
		struct key again = must_parse(line);

		assert_true(key_equal(&k, &again));
	}
	k = must_parse(tool_read(&a, "sgn.pub"));
	assert_int_equal(k.len, 32);
	assert_int_equal(key_parse(tool_read(&a, "sgn.sec"), &k),
			 FAULT_KEY_SECRET);
	assert_int_equal(key_parse(tool_read(&a, "mini.key"), &k),
			 FAULT_KEY_SECRET);
	arena_release(&a);
}

static void one_key_in_every_dress_is_one_key(void **unused)
{
	(void)unused;
	static const char *const dresses[] = {
		"ssh-ed25519 " ED_BASE64 " ann@example.test",
		"ssh-ed25519 " ED_BASE64,
		"  ssh-ed25519\r\n" ED_BASE64 "\r\nann@example.test\r\n",
		"> > ssh-ed25519\n> > " ED_BASE64 "\n",
		"\xef\xbb\xbfssh-ed25519\xc2\xa0" ED_BASE64 "\xc2\xa0\n",
		"my key:\nssh-ed25519 " ED_BASE64 "\nssh-ed25519 " ED_BASE64,
		ED_BASE64,
		"---- BEGIN SSH2 PUBLIC KEY ----\nComment: \"a long \\\n"
		"comment\"\n"
		"AAAAC3NzaC1lZDI1NTE5AAAAIJU0N8bLKoiYv6H0okRnegM83gMY+P\n"
		"+tOE6I1QyZ1jrs\n---- END SSH2 PUBLIC KEY ----\n",
		"953437c6cb2a8898bfa1f4a244677a033cde0318f8ffad384e88d50c99d6"
		"3aec",
		"lTQ3xssqiJi/ofSiRGd6AzzeAxj4/604TojVDJnWOuw=",
		"MCowBQYDK2VwAyEAlTQ3xssqiJi/ofSiRGd6AzzeAxj4/604TojVDJnWOuw=",
		"-----BEGIN PUBLIC KEY-----\n"
		"MCowBQYDK2VwAyEAlTQ3xssqiJi/ofSiRGd6AzzeAxj4/604TojVDJnWOuw=\n"
		"-----END PUBLIC KEY-----\n",
		"untrusted comment: signify public key\n"
		"RWQAAQIDBAUGB5U0N8bLKoiYv6H0okRnegM83gMY+P+tOE6I1QyZ1jrs\n",
		"ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7 other\n"
		"ssh-ed25519 " ED_BASE64 "\n",
	};
	struct key first = must_parse(str_of(dresses[0]));

	for (size_t i = 0; i < ARRAY_LEN(dresses); i++) {
		struct key k = { 0 };

		if (key_parse(str_of(dresses[i]), &k) || !key_equal(&k, &first))
			fail_msg("not read: %s", dresses[i]);
	}
}

static void what_is_no_key_of_ours_says_what_it_is(void **unused)
{
	(void)unused;
	static const struct {
		const char *text;
		enum sig_error fault;
	} cases[] = {
		{ "", FAULT_KEY_NONE },
		{ "   \n", FAULT_KEY_NONE },
		{ "hello, here is my key", FAULT_KEY_NONE },
		{ "ssh-ed25519", FAULT_KEY_DAMAGED },
		{ "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIfg",
		  FAULT_KEY_DAMAGED },
		{ "ssh-ed25519 " ED_BASE64 "AAAA", FAULT_KEY_DAMAGED },
		{ "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7 me",
		  FAULT_KEY_RSA },
		{ "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTI me",
		  FAULT_KEY_ECDSA },
		{ "ssh-dss AAAA me", FAULT_KEY_DSA },
		{ "sk-ssh-ed25519@openssh.com AAAA me", FAULT_KEY_HARDWARE },
		{ "sk-ecdsa-sha2-nistp256@openssh.com AAAA",
		  FAULT_KEY_HARDWARE },
		{ "ssh-ed25519-cert-v01@openssh.com AAAA me",
		  FAULT_KEY_CERTIFICATE },
		{ "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQ\n",
		  FAULT_KEY_OPENPGP },
		{ "-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blbn\n",
		  FAULT_KEY_SECRET },
		{ "ssh-ed25519 "
		  "AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
		  "AAAAAAAAA",
		  FAULT_KEY_WEAK },
		{ "0000000000000000000000000000000000000000000000000000000000"
		  "000000",
		  FAULT_KEY_WEAK },
	};
	struct key k;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		if (key_parse(str_of(cases[i].text), &k) != cases[i].fault)
			fail_msg("%s: %s", cases[i].text,
				 sig_error_name(
					 key_parse(str_of(cases[i].text), &k)));
}

static void two_different_keys_are_too_many(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct key k;

	tool_must("ssh-keygen -q -t ed25519 -N '' -f two1; "
		  "ssh-keygen -q -t ed25519 -N '' -f two2; "
		  "cat two1.pub two2.pub >two.pub");
	assert_int_equal(key_parse(tool_read(&a, "two.pub"), &k),
			 FAULT_KEY_SEVERAL);
	arena_release(&a);
}

static void keys_of_other_types_from_ssh_keygen_are_named(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct key k;

	tool_must("ssh-keygen -q -t rsa -N '' -f rsa; "
		  "ssh-keygen -q -t ecdsa -N '' -f ecdsa");
	assert_int_equal(key_parse(tool_read(&a, "rsa.pub"), &k),
			 FAULT_KEY_RSA);
	assert_int_equal(key_parse(tool_read(&a, "ecdsa.pub"), &k),
			 FAULT_KEY_ECDSA);
	assert_string_equal(sig_error_name(FAULT_KEY_RSA), "key-rsa");
	assert_non_null(strstr(sig_error_text(FAULT_KEY_RSA), "ed25519"));
	arena_release(&a);
}

static void a_public_key_is_written_as_ssh_keygen_does(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct buf b;
	struct key k;

	tool_must("ssh-keygen -q -t ed25519 -N '' -C 'me too' -f same");
	k = must_parse(tool_read(&a, "same.pub"));
	buf_init(&b, 1024);
	assert_true(key_render(&k, STR("me\ntoo"), &b));
	assert_true(str_equal(buf_str(&b), tool_read(&a, "same.pub")));
	buf_release(&b);
	arena_release(&a);
}

static void a_secret_key_of_ssh_keygen_is_read(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct key_secret s;
	struct why why = { 0 };
	struct key k;

	tool_must("ssh-keygen -q -t ed25519 -N '' -C me -f sec");
	assert_int_equal(key_secret_read("sec", &s, &why), ERR_OK);
	k = must_parse(tool_read(&a, "sec.pub"));
	assert_true(key_equal(&k, &s.key));
	key_secret_release(&s);
	tool_must("chmod 640 sec");
	assert_int_equal(key_secret_read("sec", &s, &why), ERR_CONFIG);
	assert_non_null(strstr(why.text, "chmod go= sec"));
	why_clear(&why);
	assert_int_equal(key_secret_read("sec.pub", &s, &why), ERR_FORMAT);
	assert_non_null(strstr(why.text, "without .pub"));
	why_clear(&why);
	assert_int_equal(key_secret_read("nowhere", &s, &why), ERR_NOT_FOUND);
	arena_release(&a);
}

/* A line of a signature is no key, whatever its bytes and width are. */
static void a_signature_holds_no_key_to_be_read(void **unused)
{
	(void)unused;
	static const char *const around[] = { "%s", "> %s", "   %s" };
	struct key_secret secret;
	struct key k;

	key_secret_new(&secret);
	for (int i = 0; i < 300; i++) {
		char text[64];
		struct sig sig;
		struct buf b, quoted;
		struct str rest, line;

		snprintf(text, sizeof(text), "WATCH liga-1-%d\n", i);
		sig_make(&secret, "heraldo-orders@heraldo", str_of(text), &sig);
		buf_init(&b, 4096);
		buf_init(&quoted, 4096);
		assert_true(sig_render(&sig, &b));
		for (rest = buf_str(&b); parse_line(&rest, &line);) {
			char one[200];

			snprintf(one, sizeof(one), "%.*s", STR_ARG(line));
			buf_addf(&quoted, around[i % 3], one);
			buf_addc(&quoted, '\n');
		}
		assert_int_equal(key_parse(buf_str(&quoted), &k),
				 FAULT_KEY_NONE);
		buf_addz(&quoted, "ssh-ed25519 " ED_BASE64 " me\n");
		assert_int_equal(key_parse(buf_str(&quoted), &k), SIG_ERROR_OK);
		buf_release(&b);
		buf_release(&quoted);
	}
	key_secret_release(&secret);
}

/* bytes that begin with zeros, as pictures and the page's saved games do */
static void base64_without_the_name_of_a_type_is_no_key(void **unused)
{
	(void)unused;
	struct key k;

	assert_int_equal(
		key_parse(STR("see below\nAAAAUwAAAAtzc2gtZWQyNTUxOQAAAEBg\n"
			      "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n"),
			  &k),
		FAULT_KEY_NONE);
	assert_int_equal(
		key_parse(STR("-----BEGIN PGP SIGNATURE-----\n\niHUEABYK\n"),
			  &k),
		FAULT_KEY_NONE);
	assert_int_equal(
		key_parse(STR("mine: AAAAC3NzaC1lZDI1NTE5AAAAIIfgIIfg\n"), &k),
		FAULT_KEY_DAMAGED);
}

/* a program broke the line of a key within its one long word */
static void a_key_that_was_broken_is_read(void **unused)
{
	(void)unused;
	static const char *const texts[] = {
		"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDqaYjnCuhp3Vq1yHzOWQI\n"
		"gR/4ru/NQBuDzHzHbBEDCI ana@example.org\n",
		"> ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDqaYjnCuhp3Vq1y\n"
		"> HzOWQIgR/4ru/NQBu\n> DzHzHbBEDCI\n> ana\n",
	};
	struct key k;

	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		assert_int_equal(key_parse(str_of(texts[i]), &k), SIG_ERROR_OK);
	assert_int_equal(
		key_parse(STR("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDqaYjnC\n"
			      "regards, Ana\n"),
			  &k),
		FAULT_KEY_DAMAGED);
}

/* what minisign and signify write above a signature, beside the public key */
static void a_signature_made_from_a_secret_key_is_none(void **unused)
{
	(void)unused;
	static const char key[] =
		"RWRdCMuaPhOkMqqVEaNSAHHmPWzWzlYIr+iR2yWjELF2iTCP5n17QlXC\n";
	static const char *const comments[] = {
		"untrusted comment: signature from minisign secret key\n",
		"untrusted comment: signature from signify secret key\n",
	};
	char text[400];
	struct key k;

	for (size_t i = 0; i < ARRAY_LEN(comments); i++) {
		snprintf(text, sizeof(text), "%s%s", comments[i], key);
		assert_int_not_equal(key_parse(str_of(text), &k),
				     FAULT_KEY_SECRET);
		snprintf(text, sizeof(text), "%s%s", comments[i],
			 "untrusted comment: minisign secret key\n");
		assert_int_equal(key_parse(str_of(text), &k), FAULT_KEY_SECRET);
	}
}

static void other_secret_keys_say_what_to_do(void **unused)
{
	(void)unused;
	struct key_secret s;
	struct why why = { 0 };

	tool_must("ssh-keygen -q -t ed25519 -N 'a phrase' -f phrase; "
		  "ssh-keygen -q -t rsa -N '' -f rsa2; echo hello >hello");
	assert_int_equal(key_secret_read("phrase", &s, &why), ERR_FORMAT);
	assert_non_null(strstr(why.text, "ssh-keygen -p"));
	why_clear(&why);
	assert_int_equal(key_secret_read("rsa2", &s, &why), ERR_FORMAT);
	assert_non_null(strstr(why.text, "RSA"));
	why_clear(&why);
	assert_int_equal(key_secret_read("hello", &s, &why), ERR_FORMAT);
	assert_non_null(strstr(why.text, "no OpenSSH private key"));
}

/* the file holds the public half three times, and the seed */
static void a_secret_key_with_one_byte_changed_is_refused(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct str text;
	struct key_secret s, was;
	struct why why = { 0 };
	char joined[1024];
	uint8_t blob[1024];
	size_t chars = 0, len, refused = 0;

	tool_must("ssh-keygen -q -t ed25519 -N '' -C me -f hurt; "
		  "grep -v -e ----- hurt | tr -d '\\n' >hurt.64");
	assert_int_equal(key_secret_read("hurt", &was, &why), ERR_OK);
	text = tool_read(&a, "hurt.64");
	assert_true(text.len < sizeof(joined));
	memcpy(joined, text.s, chars = text.len);
	assert_true(base64_parse((struct str){ joined, chars }, blob,
				 sizeof(blob), &len));
	for (size_t i = 0; i < len; i++) {
		struct buf b;

		buf_init(&b, 4096);
		blob[i] ^= 1;
		buf_addz(&b, "-----BEGIN OPENSSH PRIVATE KEY-----\n");
		base64_render(&b, (struct str){ (char *)blob, len });
		buf_addz(&b, "\n-----END OPENSSH PRIVATE KEY-----\n");
		blob[i] ^= 1;
		why_clear(&why);
		if (key_secret_parse(buf_str(&b), &s, &why)) {
			refused++;
			assert_true(why.text[0] != 0);
		} else {
			assert_memory_equal(s.seed, was.seed, sizeof(s.seed));
		}
		buf_release(&b);
	}
	assert_int_equal(refused, len - strlen("me")); /* its comment */
	text = tool_read(&a, "hurt");
	text.len = 200;
	assert_int_equal(key_secret_parse(text, &s, &why), ERR_FORMAT);
	arena_release(&a);
}

static void a_key_we_write_is_one_for_ssh_keygen(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct key_secret s, back;
	struct why why = { 0 };
	struct stat st;

	key_secret_new(&s);
	assert_int_equal(key_secret_write("ours", &s, "judge of g1", &why),
			 ERR_OK);
	assert_int_equal(stat("ours", &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	tool_must("ssh-keygen -y -f ours >again; cmp again ours.pub");
	tool_must("echo text >t; ssh-keygen -q -Y sign -n x -f ours t");
	assert_int_equal(key_secret_read("ours", &back, &why), ERR_OK);
	assert_true(key_equal(&s.key, &back.key));
	assert_memory_equal(s.seed, back.seed, sizeof(s.seed));
	assert_int_equal(key_secret_write("ours", &s, "", &why), ERR_EXISTS);
	key_secret_release(&s);
	key_secret_release(&back);
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_fingerprint_is_that_of_ssh_keygen),
		cmocka_unit_test(minisign_and_signify_keys_are_read),
		cmocka_unit_test(one_key_in_every_dress_is_one_key),
		cmocka_unit_test(what_is_no_key_of_ours_says_what_it_is),
		cmocka_unit_test(two_different_keys_are_too_many),
		cmocka_unit_test(keys_of_other_types_from_ssh_keygen_are_named),
		cmocka_unit_test(a_public_key_is_written_as_ssh_keygen_does),
		cmocka_unit_test(a_secret_key_of_ssh_keygen_is_read),
		cmocka_unit_test(a_signature_made_from_a_secret_key_is_none),
		cmocka_unit_test(a_signature_holds_no_key_to_be_read),
		cmocka_unit_test(base64_without_the_name_of_a_type_is_no_key),
		cmocka_unit_test(a_key_that_was_broken_is_read),
		cmocka_unit_test(other_secret_keys_say_what_to_do),
		cmocka_unit_test(a_secret_key_with_one_byte_changed_is_refused),
		cmocka_unit_test(a_key_we_write_is_one_for_ssh_keygen),
	};

	return cmocka_run_group_tests(tests, tool_enter, tool_leave);
}
