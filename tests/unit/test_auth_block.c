/*
 * tests/unit/test_auth_block.c - signed orders on their way through mail
 * programs. Each mailer is a function that does to a decoded text what that
 * program is known to do; what it leaves must verify, and nothing that changes
 * an order may.
 */
#include "tool.h"
#include "auth/sign.h"
#include "base/parse.h"
#include "base/utf8.h"

static struct arena arena;
static struct key_secret secret;
static struct key mini_key, signify_key;

/* as a player writes it: accents, quotes, dashes, dots, hex, continuation */
static const char orders_file[] =
	"Orders LINDE-7K2Q A 12 3\n"
	"mueve A3 12,4; 13,2 -- despu\xc3\xa9s gira 90\n"
	"+ y ataca B2 \"Rhino Hide\"...\n"
	"\n"
	"from A4 move -3,5\n"
	"if B2 > 4: pass  // it's fine\n"
	"word 00ff12ab00ff12ab00ff12ab00ff12ab00ff12ab00ff12ab\n"
	"\xc3\xa1rtico 1/2\n";

static int prepare(void **unused)
{
	if (tool_enter(unused))
		return -1;
	tool_must("ssh-keygen -q -t ed25519 -N '' -C me -f id");
	tool_must("minisign -G -W -p mini.pub -s mini.key");
	tool_must("signify-openbsd -G -n -p sgn.pub -s sgn.sec");
	return key_secret_read("id", &secret, NULL) ||
	       key_parse(tool_read(&arena, "mini.pub"), &mini_key) ||
	       key_parse(tool_read(&arena, "sgn.pub"), &signify_key);
}

static int finish(void **unused)
{
	key_secret_release(&secret);
	arena_release(&arena);
	return tool_leave(unused);
}

static struct str from_buf(struct buf *b)
{
	struct str s = arena_str(&arena, buf_str(b));

	assert_false(b->full);
	buf_release(b);
	return s;
}

static struct str document(void)
{
	struct canon c;
	struct buf b;

	assert_int_equal(sign_prepare(&arena, str_of(orders_file), &c),
			 SIG_ERROR_OK);
	buf_init(&b, 64 << 10);
	buf_addz(&b, "Hello judge,\n\n");
	assert_true(sign_document(&secret, &c, &b));
	buf_addz(&b, "\n-- \nAnn\n");
	return from_buf(&b);
}

/* the first candidate of a mail that verifies; the fault of the last if none */
static enum sig_error verify(const struct signed_block_part *parts, size_t n,
			     const struct key *key, struct signed_block *b,
			     struct signed_block_proof *proof)
{
	struct signed_block blocks[SIGNED_BLOCK_CANDIDATES_MAX];
	enum sig_error f = FAULT_BLOCK_NONE;
	size_t found =
		signed_block_find(&arena, parts, n, blocks, ARRAY_LEN(blocks));

	for (size_t i = 0; i < found; i++) {
		f = signed_block_verify(&arena, &blocks[i], key, 1, SIG_ORDERS,
					proof);
		*b = blocks[i];
		if (!f)
			break;
	}
	return f;
}

static enum sig_error verify_text(struct str text, struct signed_block *b,
				  struct signed_block_proof *proof)
{
	struct signed_block_part part = { .bytes = text, .is_text = true };

	return verify(&part, 1, &secret.key, b, proof);
}

/* --- the mailers ------------------------------------------------------- */

/* every line with something before and after it */
static struct str each_line(struct str text, const char *before,
			    const char *after)
{
	struct buf b;
	struct str line;

	buf_init(&b, 64 << 10);
	while (parse_line(&text, &line)) {
		buf_addz(&b, before);
		buf_adds(&b, line);
		buf_addz(&b, after);
	}
	return from_buf(&b);
}

static struct str replaced(struct str text, const char *what, const char *by)
{
	struct buf b;
	size_t n = strlen(what);

	buf_init(&b, 64 << 10);
	while (text.len) {
		if (str_starts(text, what)) {
			buf_addz(&b, by);
			text.s += n;
			text.len -= n;
		} else {
			buf_addc(&b, *text.s++);
			text.len--;
		}
	}
	return from_buf(&b);
}

static struct str wrapped(struct str text, size_t width)
{
	struct buf b;
	struct str line;

	buf_init(&b, 64 << 10);
	while (parse_line(&text, &line)) {
		while (line.len > width) {
			size_t cut = width;

			while (cut && line.s[cut] != ' ')
				cut--;
			cut = cut ? cut : width;
			buf_add(&b, line.s, cut);
			buf_addc(&b, '\n');
			cut += line.s[cut] == ' ';
			line.s += cut;
			line.len -= cut;
		}
		buf_adds(&b, line);
		buf_addc(&b, '\n');
	}
	return from_buf(&b);
}

static struct str mutt_qp(struct str t)
{
	return t;
}

static struct str mutt_iso_8859_15(struct str t)
{
	return replaced(t, "...", "\xe2\x80\xa6");
}

static struct str base64_crlf(struct str t)
{
	return each_line(t, "", "\r\n");
}

static struct str blanks_stripped(struct str t)
{
	struct buf b;
	struct str line;

	buf_init(&b, 64 << 10);
	while (parse_line(&t, &line)) {
		buf_adds(&b, parse_trim(line));
		buf_addc(&b, '\n');
	}
	return from_buf(&b);
}

static struct str blanks_added(struct str t)
{
	return each_line(t, "", "   \n");
}

static struct str thunderbird_flowed(struct str t)
{
	/* space-stuffing that was not undone */
	t = replaced(t, "\nFROM", "\n FROM");
	return replaced(t, "\n>", "\n >");
}

static struct str delsp(struct str t)
{
	return each_line(t, " ", "\n");
}

static struct str gmail_wrap_78(struct str t)
{
	return wrapped(t, 78);
}

static struct str wrap_72(struct str t)
{
	return wrapped(t, 72);
}

static struct str gmail_html_nbsp(struct str t)
{
	t = replaced(t, " ", " \xc2\xa0");
	return each_line(t, "", "\n\n");
}

static struct str outlook_smart(struct str t)
{
	t = replaced(t, "-----", "\xe2\x80\x94-\xe2\x80\x93-");
	t = replaced(t, " - ", " \xe2\x80\x93 ");
	t = replaced(t, " \"", " \xe2\x80\x9c");
	t = replaced(t, "\"", "\xe2\x80\x9d");
	t = replaced(t, "'", "\xe2\x80\x99");
	t = replaced(t, "...", "\xe2\x80\xa6");
	t = replaced(t, "1/2", "\xc2\xbd");
	t = replaced(t, "1/4", "\xc2\xbc");
	t = replaced(t, "3/4", "\xc2\xbe");
	return each_line(t, "", "\r\n\r\n");
}

static struct str outlook_nbsp(struct str t)
{
	return replaced(t, " ", "\xc2\xa0");
}

static struct str ios_capitals(struct str t)
{
	t = replaced(t, "\nMUEVE", "\nMueve");
	t = replaced(t, "\nIF", "\nIf");
	return replaced(t, "\n\xc3\x81RTICO", "\n\xc3\xa1rtico");
}

static struct str mbox_from(struct str t)
{
	t = replaced(t, "\nFROM", "\nFrom");
	return replaced(t, "\nFrom", "\n>From");
}

static struct str quoted_once(struct str t)
{
	return each_line(t, "> ", "\n");
}

static struct str quoted_twice(struct str t)
{
	return each_line(t, ">> ", "\r\n");
}

static struct str quoted_thrice_differently(struct str t)
{
	return each_line(t, " > >> ", "\n");
}

static struct str tabs(struct str t)
{
	return replaced(t, " ", "\t");
}

static struct str indented(struct str t)
{
	return each_line(t, "        ", "\n");
}

static struct str bom_and_zero_width(struct str t)
{
	t = replaced(t, " ", " \xe2\x80\x8b");
	return each_line(t, "\xef\xbb\xbf", "\xe2\x80\x8b\n");
}

static struct str nfd(struct str t)
{
	t = replaced(t, "\xc3\x89", "E\xcc\x81");
	return replaced(t, "\xc3\x81", "A\xcc\x81");
}

static struct str windows_1252(struct str t)
{
	t = replaced(t, "\xc3\x89", "\xc9");
	t = replaced(t, "\xc3\x81", "\xc1");
	t = replaced(t, " - ", " \x96 ");
	t = replaced(t, "'", "\x92");
	return replaced(t, "...", "\x85");
}

static struct str small_letters_and_doubled_blanks(struct str t)
{
	t = replaced(t, "MOVE A", "move  a");
	return replaced(t, "// IT", "//   it");
}

static struct str bare_cr(struct str t)
{
	return each_line(t, "", "\r");
}

static struct str markdown_markers(struct str t)
{
	t = replaced(t, "-----BEGIN HERALDO", "**-----begin \xc2\xa0heraldo");
	return replaced(t, "END HERALDO ORDERS-----", "END HERALDO ORDERS");
}

static const struct {
	const char *name;
	struct str (*mangle)(struct str);
} mailers[] = {
	{ "mutt, quoted-printable UTF-8", mutt_qp },
	{ "mutt, ISO-8859-15", mutt_iso_8859_15 },
	{ "base64 with CRLF", base64_crlf },
	{ "blanks stripped at line ends", blanks_stripped },
	{ "blanks added at line ends", blanks_added },
	{ "Thunderbird, format=flowed", thunderbird_flowed },
	{ "format=flowed with DelSp", delsp },
	{ "Gmail, hard wrap at 78", gmail_wrap_78 },
	{ "hard wrap at 72", wrap_72 },
	{ "Gmail, HTML only with nbsp", gmail_html_nbsp },
	{ "Outlook, smart characters, doubled line spacing", outlook_smart },
	{ "Outlook, NBSP", outlook_nbsp },
	{ "iOS capitals", ios_capitals },
	{ "mbox >From", mbox_from },
	{ "quoted once", quoted_once },
	{ "quoted twice", quoted_twice },
	{ "quoted three times, in two styles", quoted_thrice_differently },
	{ "tabs", tabs },
	{ "indentation", indented },
	{ "byte order marks and zero-width spaces", bom_and_zero_width },
	{ "decomposed accents (NFD)", nfd },
	{ "windows-1252 without a charset", windows_1252 },
	{ "small letters and doubled blanks",
	  small_letters_and_doubled_blanks },
	{ "line ends of old Macintosh", bare_cr },
	{ "markers in bold, one without dashes", markdown_markers },
};

static void orders_survive_every_mailer(void **unused)
{
	(void)unused;
	struct str doc = document();
	struct canon want;

	assert_int_equal(sign_prepare(&arena, str_of(orders_file), &want),
			 SIG_ERROR_OK);
	for (size_t i = 0; i < ARRAY_LEN(mailers); i++) {
		struct str text = mailers[i].mangle(doc);
		struct signed_block b;
		struct signed_block_proof proof;
		enum sig_error f = verify_text(text, &b, &proof);

		if (f)
			fail_msg("%s: %s\n%.*s", mailers[i].name,
				 sig_error_name(f), STR_ARG(text));
		assert_true(str_equal(b.canon.text, want.text));
		assert_true(str_equal(proof.verified, want.text));
	}
}

static void two_mailers_in_a_row_do_no_more_harm(void **unused)
{
	(void)unused;
	struct str doc = document();

	for (size_t i = 0; i < ARRAY_LEN(mailers); i++)
		for (size_t k = 0; k < ARRAY_LEN(mailers); k++) {
			struct signed_block b;
			struct signed_block_proof proof;
			struct str text;
			enum sig_error f;

			/*
			 * Quoting makes lines longer, so what is wrapped
			 * afterwards breaks; and bytes that are no UTF-8 stay
			 * so only for one that reads bytes.
			 */
			if (mailers[k].mangle == wrap_72 ||
			    mailers[k].mangle == gmail_wrap_78 ||
			    mailers[i].mangle == windows_1252 ||
			    mailers[k].mangle == windows_1252 ||
			    mailers[i].mangle == bare_cr)
				continue;
			text = mailers[k].mangle(mailers[i].mangle(doc));
			f = verify_text(text, &b, &proof);
			if (f)
				fail_msg("%s, then %s: %s\n%.*s",
					 mailers[i].name, mailers[k].name,
					 sig_error_name(f), STR_ARG(text));
		}
}

static void no_change_of_an_order_verifies(void **unused)
{
	(void)unused;
	static const struct {
		const char *what, *by;
	} changes[] = {
		{ "12,4", "12,5" },
		{ "MUEVE A3", "MUEVE A4" },
		{ "13,2 - ", "13,2 " },
		{ "-3,5", "3,5" },
		{ "-3,5", "- 3,5" },
		{ "12,4; 13,2", "12,413,2" },
		{ "\n+ Y", " Y" },
		{ "B2 > 4", "B2 < 4" },
		{ "00FF", "00FE" },
		{ "PASS", "" },
		{ "B2 >", "B 2 >" },
		{ "...\n", ".\n" },
		{ "FROM A4 MOVE -3,5\n", "" },
		{ "\nFROM", " FROM" },
		{ "1/2", "12" },
		{ "A 12 3", "A 12 4" },
		{ "A 12 3", "B 12 3" },
		{ "LINDE-7K2Q", "LINDE-7K2R" },
		{ "\xc3\x89S", "ES" },
		{ "PASS", "PASS\nPASS" },
		{ "// IT", "/ IT" },
	};
	struct str doc = document();

	for (size_t i = 0; i < ARRAY_LEN(changes); i++) {
		struct str text = replaced(doc, changes[i].what, changes[i].by);
		struct signed_block b;
		struct signed_block_proof proof;

		assert_false(str_equal(text, doc));
		if (verify_text(text, &b, &proof) != FAULT_SIG_WRONG)
			fail_msg("%s became %s unseen", changes[i].what,
				 changes[i].by);
	}
}

static void another_players_key_is_another_fault(void **unused)
{
	(void)unused;
	struct signed_block_part part = { .bytes = document(),
					  .is_text = true };
	struct signed_block b;
	struct signed_block_proof proof;

	assert_int_equal(verify(&part, 1, &mini_key, &b, &proof),
			 FAULT_SIG_WRONG_KEY);
	assert_int_equal(signed_block_verify(&arena, &b, &secret.key, 1,
					     SIG_REPORT, &proof),
			 FAULT_SIG_PURPOSE);
	assert_int_equal(
		signed_block_verify(&arena, &b, NULL, 0, SIG_ORDERS, &proof),
		FAULT_SIG_WRONG_KEY);
	{
		struct key both[2] = { mini_key, secret.key };

		assert_int_equal(signed_block_verify(&arena, &b, both, 2,
						     SIG_ORDERS, &proof),
				 SIG_ERROR_OK);
		assert_int_equal(proof.key, 1);
	}
}

/* a file the player wrote and signed with the tool alone, then pasted */
static void pasted_files_signed_as_they_are_verify(void **unused)
{
	(void)unused;
	static const struct {
		const char *file, *form;
	} cases[] = {
		{ "orders g1 a 1 1\nmove a1 3,4\n", "lf" },
		{ "orders g1 a 1 1\r\nmove a1 3,4\r\n", "crlf" },
		{ "orders g1 a 1 1\nmove a1 3,4", "lf-no-end" },
		{ "orders g1 a 1 1\r\nmove a1 3,4", "crlf-no-end" },
		{ "ORDERS G1 A 1 1\nMOVE A1 3,4\n", "canonical" },
		{ "ORDERS G1 A 1 1\nMOVE A1 3,4", "canonical-no-end" },
		{ SIGNED_BLOCK_BEGIN "\norders g1 a 1 1\n" SIGNED_BLOCK_END
				     "\n",
		  "as-is" },
		{ SIGNED_BLOCK_BEGIN "\norders g1 a 1 1\n" SIGNED_BLOCK_END,
		  "marked-lf-no-end" },
		{ SIGNED_BLOCK_BEGIN "\r\norders g1 a 1 1\r\n" SIGNED_BLOCK_END
				     "\r\n",
		  "marked-crlf" },
		{ SIGNED_BLOCK_BEGIN "\r\norders g1 a 1 1\r\n" SIGNED_BLOCK_END,
		  "marked-crlf-no-end" },
	};

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct str file = str_of(cases[i].file);
		bool marked = str_starts(file, "-----");
		struct buf b;
		struct signed_block block;
		struct signed_block_proof proof;

		tool_write("o", file);
		tool_must("rm -f o.sig; ssh-keygen -q -Y sign -n " SIG_ORDERS
			  " -f id o");
		buf_init(&b, 64 << 10);
		if (!marked)
			buf_addz(&b, SIGNED_BLOCK_BEGIN "\n");
		buf_adds(&b, replaced(file, "\r\n", "\n"));
		if (b.s[b.len - 1] != '\n')
			buf_addc(&b, '\n');
		if (!marked)
			buf_addz(&b, SIGNED_BLOCK_END "\n");
		buf_adds(&b, tool_read(&arena, "o.sig"));
		assert_int_equal(verify_text(from_buf(&b), &block, &proof),
				 SIG_ERROR_OK);
		assert_string_equal(proof.form, cases[i].form);
		assert_true(str_equal(proof.verified, file));
		/* quoted in a reply, the same bytes are found again */
		buf_init(&b, 64 << 10);
		buf_adds(&b,
			 each_line(replaced(file, "\r\n", "\n"), "> ", "\n"));
		if (marked) {
			buf_adds(&b, tool_read(&arena, "o.sig"));
			assert_int_equal(
				verify_text(buf_str(&b), &block, &proof),
				SIG_ERROR_OK);
			assert_true(str_equal(proof.verified, file));
		}
		buf_release(&b);
	}
}

static void canonical_orders_with_markers_may_be_signed_too(void **unused)
{
	(void)unused;
	struct canon c;
	struct buf b;
	struct signed_block block;
	struct signed_block_proof proof;

	assert_int_equal(sign_prepare(&arena, str_of(orders_file), &c),
			 SIG_ERROR_OK);
	buf_init(&b, 64 << 10);
	assert_true(sign_render(&c, true, &b));
	tool_write("o", buf_str(&b));
	tool_must("rm -f o.sig; ssh-keygen -q -Y sign -n " SIG_ORDERS
		  " -f id o");
	buf_adds(&b, tool_read(&arena, "o.sig"));
	assert_int_equal(
		verify_text(outlook_smart(from_buf(&b)), &block, &proof),
		SIG_ERROR_OK);
	assert_string_equal(proof.form, "marked-canonical");
}

/* a document of orders whose signature holds these characters on one line */
static struct str document_with(const char *characters)
{
	for (unsigned n = 0;; n++) {
		struct str all, sig;
		struct canon c;
		struct buf b;

		assert_int_equal(sign_prepare(&arena,
					      str_of(arena_printf(
						      &arena, "move A%u", n)),
					      &c),
				 SIG_ERROR_OK);
		buf_init(&b, 64 << 10);
		assert_true(sign_document(&secret, &c, &b));
		all = from_buf(&b);
		sig = str_of(strstr(all.s, SIGNED_BLOCK_END));
		if (strstr(sig.s, characters))
			return all;
	}
}

static void fractions_of_a_signature_are_read_as_they_were(void **unused)
{
	(void)unused;
	static const char *const fractions[] = { "1/2", "1/4", "3/4" };
	struct signed_block block;
	struct signed_block_proof proof;

	for (size_t i = 0; i < ARRAY_LEN(fractions); i++) {
		struct str sent = outlook_smart(document_with(fractions[i]));

		assert_null(strstr(sent.s, fractions[i]));
		assert_int_equal(verify_text(sent, &block, &proof),
				 SIG_ERROR_OK);
	}
}

/* attachments: a file and its signature by each of the programs */
static void attached_files_verify_byte_for_byte(void **unused)
{
	(void)unused;
	static const struct {
		const char *command, *sig;
		const struct key *key;
	} cases[] = {
		{ "ssh-keygen -q -Y sign -n " SIG_ORDERS " -f id o.txt",
		  "o.txt.sig", &secret.key },
		{ "minisign -S -W -s mini.key -m o.txt", "o.txt.minisig",
		  &mini_key },
		{ "minisign -S -l -W -s mini.key -m o.txt", "o.txt.minisig",
		  &mini_key },
		{ "signify-openbsd -S -s sgn.sec -m o.txt", "o.txt.sig",
		  &signify_key },
	};
	static const char *const files[] = {
		"orders g1 a 1 1\r\n   move a1  3,4   \n\n",
		"orders g1 a 1 1\nmueve \xf1 \x96 3", /* windows-1252 */
		"chat\n" SIGNED_BLOCK_BEGIN
		"\norders g1 a 1 1\n" SIGNED_BLOCK_END "\nmore chat\n",
	};

	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		for (size_t k = 0; k < ARRAY_LEN(files); k++) {
			struct signed_block_part parts[4] = {
				{ .bytes = STR("see attachment\n"),
				  .is_text = true },
				{ .name = STR("photo.txt"),
				  .bytes = STR("something else") },
			};
			struct signed_block b;
			struct signed_block_proof proof;
			char command[200];

			tool_write("o.txt", str_of(files[k]));
			snprintf(command, sizeof(command), "rm -f o.txt.*; %s",
				 cases[i].command);
			tool_must(command);
			parts[2] = (struct signed_block_part){
				.name = str_of(cases[i].sig),
				.bytes = tool_read(&arena, cases[i].sig)
			};
			parts[3] = (struct signed_block_part){
				.name = STR("O.txt"), .bytes = str_of(files[k])
			};
			assert_int_equal(
				verify(parts, 4, cases[i].key, &b, &proof),
				SIG_ERROR_OK);
			assert_int_equal(b.part, 3);
			assert_int_equal(b.sig_part, 2);
			assert_string_equal(proof.form, "as-is");
			assert_true(
				str_equal(proof.verified, str_of(files[k])));
			assert_true(
				str_starts(b.canon.text, "ORDERS G1 A 1 1\n"));
			/* the file of that name is the first to be tried */
			assert_int_equal(
				signed_block_find(&arena, parts, 4, &b, 1), 1);
			assert_int_equal(b.part, 3);
			/* renamed by a mail program it is still found */
			parts[2].name = STR("noname");
			assert_int_equal(
				verify(parts, 4, cases[i].key, &b, &proof),
				SIG_ERROR_OK);
		}
}

static void text_with_an_attached_signature_verifies(void **unused)
{
	(void)unused;
	struct signed_block_part parts[2] = {
		{ .bytes =
			  STR("Hi!\n" SIGNED_BLOCK_BEGIN
			      "\norders g1 a 1 1\n" SIGNED_BLOCK_END "\nBye\n"),
		  .is_text = true },
		{ .name = STR("orders.txt.minisig") },
	};
	struct signed_block b;
	struct signed_block_proof proof;

	tool_write("o", STR("orders g1 a 1 1\n"));
	tool_must("minisign -S -W -s mini.key -m o -x m.minisig");
	parts[1].bytes = tool_read(&arena, "m.minisig");
	assert_int_equal(verify(parts, 2, &mini_key, &b, &proof), SIG_ERROR_OK);
	assert_int_equal(b.origin, SIGNED_BLOCK_MIXED);
	assert_str(proof.verified, "orders g1 a 1 1\n");
}

static void armour_in_the_text_may_sign_an_attachment(void **unused)
{
	(void)unused;
	struct signed_block_part parts[2] = {
		{ .is_text = true },
		{ .name = STR("o"), .bytes = STR("orders g1 a 1 1\n") },
	};
	struct signed_block b;
	struct signed_block_proof proof;

	tool_write("o", parts[1].bytes);
	tool_must("rm -f o.sig; ssh-keygen -q -Y sign -n " SIG_ORDERS
		  " -f id o");
	parts[0].bytes = tool_read(&arena, "o.sig");
	assert_int_equal(verify(parts, 2, &secret.key, &b, &proof),
			 SIG_ERROR_OK);
	assert_int_equal(b.origin, SIGNED_BLOCK_ATTACHED);
}

static void text_embedded_by_signify_verifies(void **unused)
{
	(void)unused;
	struct signed_block_part part = { .name = STR("o.sig") };
	struct signed_block b;
	struct signed_block_proof proof;
	uint32_t line, column;

	tool_write("o", STR("orders g1 a 1 1\nmove a1 3,4\n"));
	tool_must("signify-openbsd -S -e -s sgn.sec -m o -x e.sig");
	part.bytes = tool_read(&arena, "e.sig");
	assert_int_equal(verify(&part, 1, &signify_key, &b, &proof),
			 SIG_ERROR_OK);
	assert_int_equal(b.origin, SIGNED_BLOCK_EMBEDDED);
	canon_locate(&b.canon, b.canon.text.len - 4, &line, &column);
	assert_int_equal(line, 4);
	/* and pasted into a mail, with the markers in the signed text */
	tool_write("o", STR(SIGNED_BLOCK_BEGIN
			    "\norders g1 a 1 1\n" SIGNED_BLOCK_END "\n"));
	tool_must("signify-openbsd -S -e -s sgn.sec -m o -x e.sig");
	{
		struct buf text;

		buf_init(&text, 64 << 10);
		buf_addz(&text, "Hi\n");
		buf_adds(&text, tool_read(&arena, "e.sig"));
		buf_addz(&text, "-- \nAnn\n");
		part = (struct signed_block_part){ .bytes = from_buf(&text),
						   .is_text = true };
	}
	assert_int_equal(verify(&part, 1, &signify_key, &b, &proof),
			 SIG_ERROR_OK);
	assert_int_equal(b.origin, SIGNED_BLOCK_EMBEDDED);
}

static void inline_minisign_and_signify_survive_wrapping(void **unused)
{
	(void)unused;
	static const struct {
		const char *command;
		const struct key *key;
	} cases[] = {
		{ "minisign -S -W -s mini.key -m o -x sig", &mini_key },
		{ "minisign -S -l -W -s mini.key -m o -x sig", &mini_key },
		{ "signify-openbsd -S -s sgn.sec -m o -x sig", &signify_key },
	};
	struct canon c;

	assert_int_equal(sign_prepare(&arena, str_of(orders_file), &c),
			 SIG_ERROR_OK);
	tool_write("o", c.text);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct buf b;
		struct str doc;

		tool_must(cases[i].command);
		buf_init(&b, 64 << 10);
		assert_true(sign_render(&c, true, &b));
		buf_addc(&b, '\n');
		buf_adds(&b, tool_read(&arena, "sig"));
		buf_addz(&b, "\nRegards,\nAnn\n");
		doc = from_buf(&b);
		for (size_t m = 0; m < ARRAY_LEN(mailers); m++) {
			struct signed_block_part part = {
				.bytes = mailers[m].mangle(doc), .is_text = true
			};
			struct signed_block block;
			struct signed_block_proof proof;
			enum sig_error f =
				verify(&part, 1, cases[i].key, &block, &proof);

			if (f)
				fail_msg("%s, %s: %s\n%.*s", cases[i].command,
					 mailers[m].name, sig_error_name(f),
					 STR_ARG(part.bytes));
		}
	}
}

static void every_block_of_a_mail_is_found(void **unused)
{
	(void)unused;
	struct str doc = document();
	struct signed_block blocks[8];
	struct signed_block_part part = { .is_text = true };
	struct buf b;
	size_t n;

	buf_init(&b, 256 << 10);
	buf_addz(&b, SIGNED_BLOCK_BEGIN "\nquoted and cut off\n");
	buf_adds(&b, doc);
	buf_adds(&b, each_line(doc, "> ", "\n"));
	buf_addz(&b, SIGNED_BLOCK_BEGIN "\nORDERS template\n" SIGNED_BLOCK_END
					"\n");
	buf_addz(&b, SIGNED_BLOCK_BEGIN "\n\n" SIGNED_BLOCK_END "\n");
	part.bytes = from_buf(&b);
	n = signed_block_find(&arena, &part, 1, blocks, ARRAY_LEN(blocks));
	assert_int_equal(n, 5);
	assert_int_equal(blocks[0].fault, SIG_ERROR_OK);
	assert_int_equal(blocks[1].fault, SIG_ERROR_OK);
	assert_true(str_equal(blocks[0].canon.text, blocks[1].canon.text));
	assert_int_equal(blocks[0].first_line, 6);
	assert_int_equal(blocks[2].fault, FAULT_BLOCK_OPEN);
	assert_int_equal(blocks[3].fault, FAULT_SIG_NONE);
	assert_str(blocks[3].canon.text, "ORDERS TEMPLATE\n");
	assert_int_equal(blocks[4].fault, FAULT_BLOCK_NONE);
	assert_int_equal(signed_block_find(&arena, &part, 1, blocks, 2), 2);
	part.bytes =
		STR("we begin heraldo orders\nnot yet\nend heraldo orders");
	assert_int_equal(signed_block_find(&arena, &part, 1, blocks, 8), 0);
	part.bytes = STR("no orders at all");
	assert_int_equal(signed_block_find(&arena, &part, 1, blocks, 8), 0);
}

/* an i with two dots becomes another letter when it is read again */
static void what_would_be_read_differently_does_not_verify(void **unused)
{
	(void)unused;
	static const char text[] = "say \xef\xac\x81\xcc\x87\n";
	struct canon c;
	struct buf b;
	struct signed_block block;
	struct signed_block_proof proof;
	struct sig s;

	assert_int_equal(sign_prepare(&arena, str_of(text), &c), SIG_ERROR_OK);
	buf_init(&b, 64 << 10);
	sig_make(&secret, SIG_ORDERS, c.text, &s);
	buf_addf(&b, "%s\n%s%s\n", SIGNED_BLOCK_BEGIN, text, SIGNED_BLOCK_END);
	assert_true(sig_render(&s, &b));
	assert_int_equal(verify_text(from_buf(&b), &block, &proof),
			 FAULT_SIG_WRONG);
}

static void complaints_are_counted_in_the_text_as_sent(void **unused)
{
	(void)unused;
	struct signed_block b;
	struct signed_block_proof proof;
	struct str text = quoted_once(outlook_smart(document()));
	uint32_t line, column;
	const char *word;

	assert_int_equal(verify_text(text, &b, &proof), SIG_ERROR_OK);
	word = memmem(b.canon.text.s, b.canon.text.len, "RHINO", 5);
	assert_non_null(word);
	canon_locate(&b.canon, (size_t)(word - b.canon.text.s), &line, &column);
	/* "Hello", empty, BEGIN, three orders, each followed by an empty line
	 */
	assert_int_equal(line, 11);
	assert_int_equal(column, 17);
}

static void a_block_that_spans_too_much_says_so(void **unused)
{
	(void)unused;
	struct buf b;
	struct signed_block block;
	struct signed_block_proof proof;

	buf_init(&b, 256 << 10);
	buf_addz(&b, SIGNED_BLOCK_BEGIN "\n");
	while (b.len < CANON_TEXT_MAX + 100)
		buf_addz(&b, "move a1 3,4\n");
	buf_addz(&b, SIGNED_BLOCK_END "\n");
	assert_int_equal(verify_text(from_buf(&b), &block, &proof),
			 FAULT_BLOCK_TOO_LARGE);
}

static void a_file_with_two_blocks_cannot_be_signed_at_once(void **unused)
{
	(void)unused;
	struct canon c;

	assert_int_equal(sign_prepare(&arena,
				      STR(SIGNED_BLOCK_BEGIN
					  "\na\n" SIGNED_BLOCK_END
					  "\n" SIGNED_BLOCK_BEGIN
					  "\nb\n" SIGNED_BLOCK_END "\n"),
				      &c),
			 FAULT_BLOCK_SEVERAL);
	assert_int_equal(
		sign_prepare(&arena, STR(SIGNED_BLOCK_BEGIN "\na\n"), &c),
		FAULT_BLOCK_OPEN);
	assert_int_equal(sign_prepare(&arena, STR("\n \n"), &c),
			 FAULT_BLOCK_NONE);
	assert_int_equal(
		sign_prepare(&arena,
			     STR("ok\n\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
				 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"),
			     &c),
		FAULT_BLOCK_LINE_TOO_LONG);
	assert_int_equal(c.long_line, 3);
}

static void ssh_keygen_accepts_a_document_of_ours(void **unused)
{
	(void)unused;
	struct canon c;
	struct buf b;
	struct str doc = document();
	const char *armour = memmem(doc.s, doc.len, "-----BEGIN SSH", 14);

	assert_non_null(armour);
	tool_write("doc.sig",
		   (struct str){ armour, doc.len - (size_t)(armour - doc.s) });
	assert_int_equal(sign_prepare(&arena, str_of(orders_file), &c),
			 SIG_ERROR_OK);
	buf_init(&b, 64 << 10);
	assert_true(sign_render(&c, false, &b));
	tool_write("doc", buf_str(&b));
	buf_release(&b);
	tool_must("(printf 'me '; cat id.pub) >allowed; ssh-keygen -Y verify "
		  "-f allowed -I me -n " SIG_ORDERS " -s doc.sig <doc");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(orders_survive_every_mailer),
		cmocka_unit_test(two_mailers_in_a_row_do_no_more_harm),
		cmocka_unit_test(no_change_of_an_order_verifies),
		cmocka_unit_test(another_players_key_is_another_fault),
		cmocka_unit_test(pasted_files_signed_as_they_are_verify),
		cmocka_unit_test(
			canonical_orders_with_markers_may_be_signed_too),
		cmocka_unit_test(
			fractions_of_a_signature_are_read_as_they_were),
		cmocka_unit_test(attached_files_verify_byte_for_byte),
		cmocka_unit_test(text_with_an_attached_signature_verifies),
		cmocka_unit_test(armour_in_the_text_may_sign_an_attachment),
		cmocka_unit_test(text_embedded_by_signify_verifies),
		cmocka_unit_test(inline_minisign_and_signify_survive_wrapping),
		cmocka_unit_test(every_block_of_a_mail_is_found),
		cmocka_unit_test(
			what_would_be_read_differently_does_not_verify),
		cmocka_unit_test(complaints_are_counted_in_the_text_as_sent),
		cmocka_unit_test(a_block_that_spans_too_much_says_so),
		cmocka_unit_test(
			a_file_with_two_blocks_cannot_be_signed_at_once),
		cmocka_unit_test(ssh_keygen_accepts_a_document_of_ours),
	};

	return cmocka_run_group_tests(tests, prepare, finish);
}
