/*
 * tests/unit/test_auth_sig.c - signatures of the real programs, and what mail
 * programs do to them.
 */
#include "tool.h"
#include "auth/sig.h"

static struct arena arena;
static struct key ssh_key, mini_key, signify_key;
static const struct str message = { "ORDERS G1-AB A 3 1\nMOVE A1 3,4\n", 31 };

static int prepare(void **unused)
{
	if (tool_enter(unused))
		return -1;
	tool_write("m", message);
	tool_must("ssh-keygen -q -t ed25519 -N '' -C me -f id");
	tool_must("minisign -G -W -p mini.pub -s mini.key");
	tool_must("signify-openbsd -G -n -p sgn.pub -s sgn.sec");
	return key_parse(tool_read(&arena, "id.pub"), &ssh_key) ||
	       key_parse(tool_read(&arena, "mini.pub"), &mini_key) ||
	       key_parse(tool_read(&arena, "sgn.pub"), &signify_key);
}

static int finish(void **unused)
{
	arena_release(&arena);
	return tool_leave(unused);
}

static struct sig must_parse(const char *file)
{
	struct sig s;

	assert_int_equal(sig_parse(&arena, tool_read(&arena, file), &s, NULL),
			 SIG_ERROR_OK);
	return s;
}

static void assert_signs(const struct sig *s, const struct key *key)
{
	static const struct str changed = { "ORDERS G1-AB A 3 1\nMOVE A1 3,5\n",
					    31 };

	assert_int_equal(sig_check(s, key, SIG_ORDERS, message), SIG_ERROR_OK);
	/* signify's names no key: it may be another's */
	assert_int_equal(sig_check(s, key, SIG_ORDERS, changed),
			 s->form == SIG_SIGNIFY ? FAULT_SIG_UNFIT
						: FAULT_SIG_WRONG);
}

static void ssh_signatures_verify(void **unused)
{
	(void)unused;
	struct sig s;

	tool_must("ssh-keygen -q -Y sign -n " SIG_ORDERS " -f id m");
	s = must_parse("m.sig");
	assert_signs(&s, &ssh_key);
	assert_int_equal(sig_check(&s, &mini_key, SIG_ORDERS, message),
			 FAULT_SIG_WRONG_KEY);
	assert_int_equal(sig_check(&s, &ssh_key, SIG_REPORT, message),
			 FAULT_SIG_PURPOSE);
	tool_must("ssh-keygen -q -Y sign -O hashalg=sha256 -n " SIG_ORDERS
		  " -f id <m >m256.sig");
	s = must_parse("m256.sig");
	assert_true(s.hashed);
	assert_signs(&s, &ssh_key);
}

static void ssh_signatures_of_other_keys_are_named(void **unused)
{
	(void)unused;
	struct sig s;

	tool_must("ssh-keygen -q -t rsa -N '' -f rsa && "
		  "ssh-keygen -q -Y sign -n " SIG_ORDERS " -f rsa <m >rsa.sig");
	assert_int_equal(
		sig_parse(&arena, tool_read(&arena, "rsa.sig"), &s, NULL),
		FAULT_KEY_RSA);
}

static void minisign_signatures_verify(void **unused)
{
	(void)unused;
	struct sig s;

	tool_must("minisign -S -W -s mini.key -m m -x m.minisig");
	s = must_parse("m.minisig");
	assert_int_equal(s.form, SIG_MINISIGN);
	assert_true(s.hashed);
	assert_signs(&s, &mini_key);
	tool_must("minisign -S -l -W -s mini.key -m m -x ml.minisig "
		  "-t 'my own comment'");
	s = must_parse("ml.minisig");
	assert_false(s.hashed);
	assert_str(s.comment, "my own comment");
	assert_signs(&s, &mini_key);
	s.comment = STR("my own comments");
	assert_int_equal(sig_check(&s, &mini_key, SIG_ORDERS, message),
			 FAULT_SIG_COMMENT);
	assert_int_equal(sig_check(&s, &ssh_key, SIG_ORDERS, message),
			 FAULT_SIG_UNFIT);
}

/* as a player copies it, without the comments */
static void the_line_of_a_signature_alone_is_one(void **unused)
{
	(void)unused;
	struct sig s;

	tool_must("minisign -S -W -s mini.key -m m -x m.minisig && "
		  "sed -n 2p m.minisig >bare.sig");
	s = must_parse("bare.sig");
	assert_int_equal(s.form, SIG_SIGNIFY);
	assert_signs(&s, &mini_key);
	tool_must("(echo; echo Greetings; echo; sed 's/^/> /' bare.sig) "
		  ">below.sig && sed -i 's/^> //' below.sig");
	s = must_parse("below.sig");
	assert_signs(&s, &mini_key);
	/* its key is none */
	assert_int_equal(
		sig_parse(&arena, tool_read(&arena, "mini.pub"), &s, NULL),
		FAULT_SIG_DAMAGED);
}

static void signify_signatures_verify(void **unused)
{
	(void)unused;
	struct sig s;
	struct str rest;

	tool_must("signify-openbsd -S -s sgn.sec -m m -x s.sig");
	s = must_parse("s.sig");
	assert_int_equal(s.form, SIG_SIGNIFY);
	assert_signs(&s, &signify_key);
	tool_must("signify-openbsd -S -e -s sgn.sec -m m -x e.sig");
	assert_int_equal(
		sig_parse(&arena, tool_read(&arena, "e.sig"), &s, &rest),
		SIG_ERROR_OK);
	assert_signs(&s, &signify_key);
	assert_true(str_equal(rest, message));
}

/* what is done to each line of an armour */
static struct str mangled(const char *file, const char *before,
			  const char *after, size_t wrap)
{
	struct buf b;
	struct str rest = tool_read(&arena, file), out;

	buf_init(&b, 64 << 10);
	while (rest.len) {
		const char *lf = memchr(rest.s, '\n', rest.len);
		struct str line = { rest.s,
				    lf ? (size_t)(lf - rest.s) : rest.len };

		rest.s += line.len + !!lf;
		rest.len -= line.len + !!lf;
		while (wrap && line.len > wrap) {
			size_t cut = wrap;

			while (cut && line.s[cut] != ' ')
				cut--;
			cut = cut ? cut : wrap;
			buf_addz(&b, before);
			buf_add(&b, line.s, cut);
			buf_addz(&b, after);
			cut += line.s[cut] == ' ';
			line.s += cut;
			line.len -= cut;
		}
		buf_addz(&b, before);
		buf_adds(&b, line);
		buf_addz(&b, after);
	}
	out = arena_str(&arena, buf_str(&b));
	buf_release(&b);
	return out;
}

static void armour_survives_what_mail_programs_do(void **unused)
{
	(void)unused;
	static const struct {
		const char *before, *after;
		size_t wrap;
	} manglings[] = {
		{ "", "\r\n", 0 },
		{ "   ", "\n", 0 },
		{ "\t", " \n", 0 },
		{ "> ", "\n", 0 },
		{ ">> ", "\r\n", 0 },
		{ "> > ", "  \r\n", 0 },
		{ "\xc2\xa0", "\xc2\xa0\n", 0 },
		{ "", "\n\n", 0 },
		{ "\xef\xbb\xbf", "\r", 0 },
		{ "", "\n", 78 },
		{ "", "\n", 72 },
		{ "> ", "\r\n", 60 },
		{ "", "\n", 40 },
	};
	static const struct {
		const char *file;
		const struct key *key;
	} files[] = { { "m.sig", &ssh_key },
		      { "m256.sig", &ssh_key },
		      { "m.minisig", &mini_key },
		      { "ml.minisig", &mini_key },
		      { "s.sig", &signify_key } };

	for (size_t f = 0; f < ARRAY_LEN(files); f++)
		for (size_t i = 0; i < ARRAY_LEN(manglings); i++) {
			struct str text =
				mangled(files[f].file, manglings[i].before,
					manglings[i].after, manglings[i].wrap);
			struct sig s;
			enum sig_error e = sig_parse(&arena, text, &s, NULL);

			if (!e)
				e = sig_check(&s, files[f].key, SIG_ORDERS,
					      message);
			if (e)
				fail_msg("%s, mangling %zu: %s\n%.*s",
					 files[f].file, i, sig_error_name(e),
					 STR_ARG(text));
		}
}

static void a_changed_signature_never_verifies(void **unused)
{
	(void)unused;
	static const struct {
		const char *file;
		const struct key *key;
	} files[] = { { "m.sig", &ssh_key },
		      { "m.minisig", &mini_key },
		      { "s.sig", &signify_key } };

	for (size_t f = 0; f < ARRAY_LEN(files); f++) {
		struct str text = tool_read(&arena, files[f].file);
		char *bytes = arena_copy(&arena, text.s, text.len);
		size_t begin = 0, changed = 0;

		if (bytes[0] == 'u') /* this comment nobody trusts */
			begin = (size_t)(strchr(bytes, '\n') - bytes) + 1;
		for (size_t i = begin; i < text.len; i++) {
			char was = bytes[i];
			struct sig s;
			bool blank = was == '\n' || was == ' ' || was == '\t' ||
				     was == '=' || was == '-';

			/* minisign: also the key's number, which only names */
			if (!memcmp(bytes + i, "-----END", 8))
				break;
			if (blank || (bytes[0] == 'u' && i - begin < 14 &&
				      i - begin > 2))
				continue;
			bytes[i] = was == 'A' ? 'Q' : 'A';
			if (!sig_parse(&arena, (struct str){ bytes, text.len },
				       &s, NULL) &&
			    !sig_check(&s, files[f].key, SIG_ORDERS, message)) {
				/* without its comment the rest still stands */
				if (s.form != SIG_SIGNIFY || f != 1)
					fail_msg("%s, byte %zu", files[f].file,
						 i);
			}
			bytes[i] = was;
			changed++;
		}
		assert_in_range(changed, 80, 1000);
	}
}

static void cut_off_armour_is_damaged(void **unused)
{
	(void)unused;
	struct str text = tool_read(&arena, "m.sig");
	struct sig s;

	text.len = 200;
	assert_int_equal(sig_parse(&arena, text, &s, NULL), FAULT_SIG_DAMAGED);
	assert_int_equal(sig_parse(&arena, STR("nothing here"), &s, NULL),
			 FAULT_SIG_NONE);
	assert_int_equal(
		sig_parse(&arena, STR("untrusted comment: x\n"), &s, NULL),
		FAULT_SIG_DAMAGED);
}

/* the blob of m.sig with `n` bytes at `at` replaced, as armour */
static enum sig_error parse_changed(size_t at, size_t n, struct str by)
{
	struct str text = tool_read(&arena, "m.sig");
	const char *first = (char *)memchr(text.s, '\n', text.len) + 1;
	const char *last = memmem(text.s, text.len, "-----END", 8);
	char joined[1024];
	uint8_t blob[1024];
	size_t chars = 0, len;
	struct buf b, armour;
	struct sig s;
	enum sig_error f;

	for (; first < last; first++)
		if (*first != '\n')
			joined[chars++] = *first;
	assert_true(base64_parse((struct str){ joined, chars }, blob,
				 sizeof(blob), &len));
	buf_init(&b, 1024);
	buf_add(&b, blob, at);
	buf_adds(&b, by);
	buf_add(&b, blob + at + n, len - at - n);
	buf_init(&armour, 4096);
	buf_addz(&armour, "-----BEGIN SSH SIGNATURE-----\n");
	base64_render(&armour, buf_str(&b));
	buf_addz(&armour, "\n-----END SSH SIGNATURE-----\n");
	f = sig_parse(&arena, buf_str(&armour), &s, NULL);
	buf_release(&b);
	buf_release(&armour);
	return f;
}

static void every_field_of_an_ssh_signature_is_looked_at(void **unused)
{
	(void)unused;
	/* magic 6, version 4, key 4 + 51, namespace 4 + 22, reserved 4, hash */
	enum { NAMESPACE = 6 + 4 + 4 + 51, RESERVED = NAMESPACE + 4 + 22 };

	assert_int_equal(parse_changed(0, 0, STR("")), SIG_ERROR_OK);
	assert_int_equal(parse_changed(0, 1, STR("X")), FAULT_SIG_DAMAGED);
	assert_int_equal(parse_changed(9, 1, STR("\2")), FAULT_SIG_VERSION);
	assert_int_equal(parse_changed(NAMESPACE, 26, STR("\0\0\0\0")),
			 FAULT_SIG_PURPOSE);
	assert_int_equal(parse_changed(NAMESPACE + 4, 1, STR("\0")),
			 FAULT_SIG_PURPOSE);
	assert_int_equal(parse_changed(RESERVED, 4, STR("\0\0\0\1x")),
			 FAULT_SIG_DAMAGED);
	assert_int_equal(parse_changed(RESERVED + 8, 6, STR("sha384")),
			 FAULT_SIG_HASH);
	assert_int_equal(parse_changed(RESERVED + 4 + 10 + 4 + 83, 0, STR("x")),
			 FAULT_SIG_DAMAGED);
	assert_int_equal(parse_changed(RESERVED + 14, 0, STR("\0\0\0\1x")),
			 FAULT_SIG_DAMAGED);
}

static void ssh_keygen_accepts_what_we_sign(void **unused)
{
	(void)unused;
	struct key_secret secret;
	struct sig s, back;
	struct buf b;

	key_secret_new(&secret);
	buf_init(&b, 4096);
	buf_addz(&b, "judge ");
	key_render(&secret.key, STR("judge"), &b);
	tool_write("allowed", buf_str(&b));
	sig_make(&secret, SIG_REPORT, message, &s);
	buf_clear(&b);
	assert_true(sig_render(&s, &b));
	tool_write("ours.sig", buf_str(&b));
	tool_must("ssh-keygen -Y verify -f allowed -I judge -n " SIG_REPORT
		  " -s ours.sig <m");
	assert_int_not_equal(
		tool_run(
			"ssh-keygen -Y verify -f allowed -I judge -n " SIG_ORDERS
			" -s ours.sig <m"),
		0);
	assert_int_equal(sig_parse(&arena, buf_str(&b), &back, NULL),
			 SIG_ERROR_OK);
	assert_int_equal(sig_check(&back, &secret.key, SIG_REPORT, message),
			 SIG_ERROR_OK);
	buf_release(&b);
	key_secret_release(&secret);
}

static void what_we_keep_is_what_the_program_wrote(void **unused)
{
	(void)unused;
	struct buf b;
	struct sig s = must_parse("m.sig");

	buf_init(&b, 4096);
	assert_true(sig_render(&s, &b));
	assert_true(str_equal(buf_str(&b), tool_read(&arena, "m.sig")));
	s = must_parse("m.minisig");
	buf_clear(&b);
	assert_true(sig_render(&s, &b));
	tool_write("kept.minisig", buf_str(&b));
	tool_must("minisign -V -p mini.pub -m m -x kept.minisig");
	s = must_parse("s.sig");
	buf_clear(&b);
	assert_true(sig_render(&s, &b));
	tool_write("kept.sig", buf_str(&b));
	tool_must("signify-openbsd -V -p sgn.pub -m m -x kept.sig");
	buf_release(&b);
}

static void several_signatures_are_found_one_after_the_other(void **unused)
{
	(void)unused;
	struct buf b;
	size_t at = 0, start;
	enum sig_error f;
	struct sig s;

	buf_init(&b, 64 << 10);
	buf_addz(&b, "before\n");
	buf_adds(&b, tool_read(&arena, "m.minisig"));
	buf_addz(&b, "\nbetween\n");
	buf_adds(&b, tool_read(&arena, "m.sig"));
	buf_addz(&b, "after\n");
	assert_true(sig_find(&arena, buf_str(&b), &at, &start, &s, &f));
	assert_int_equal(f, SIG_ERROR_OK);
	assert_int_equal(start, 7);
	assert_int_equal(s.form, SIG_MINISIGN);
	assert_true(sig_find(&arena, buf_str(&b), &at, &start, &s, &f));
	assert_int_equal(f, SIG_ERROR_OK);
	assert_int_equal(s.form, SIG_SSH);
	assert_memory_equal(b.s + at, "after\n", 6);
	assert_false(sig_find(&arena, buf_str(&b), &at, &start, &s, &f));
	buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ssh_signatures_verify),
		cmocka_unit_test(ssh_signatures_of_other_keys_are_named),
		cmocka_unit_test(minisign_signatures_verify),
		cmocka_unit_test(the_line_of_a_signature_alone_is_one),
		cmocka_unit_test(signify_signatures_verify),
		cmocka_unit_test(armour_survives_what_mail_programs_do),
		cmocka_unit_test(a_changed_signature_never_verifies),
		cmocka_unit_test(cut_off_armour_is_damaged),
		cmocka_unit_test(every_field_of_an_ssh_signature_is_looked_at),
		cmocka_unit_test(ssh_keygen_accepts_what_we_sign),
		cmocka_unit_test(what_we_keep_is_what_the_program_wrote),
		cmocka_unit_test(
			several_signatures_are_found_one_after_the_other),
	};

	return cmocka_run_group_tests(tests, prepare, finish);
}
