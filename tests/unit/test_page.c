/*
 * tests/unit/test_page.c - the calls of a page (webapp/api.h) on this machine:
 * mails as programs write them, chances, and what is signed.
 */
#include "unit.h"
#include "auth/sign.h"
#include "base/parse.h"
#include "webapp/argument_values.h"
#include "engine/outcome_enum.h"
#include "webapp/api.h"
#include "webapp/mail.h"
#include "webapp/streams.h"
#include "webapp/unlzma.h"
#include "games/dungeons/rules/state.h"
#include "tests/srcdir.h"
#include <zlib.h>

static struct arena a;

static int setup(void **unused)
{
	static const char dir[] = SRCDIR "/templates";

	(void)unused;
	arena_init(&a);
	memcpy(page_room(sizeof(dir) - 1), dir, sizeof(dir) - 1);
	assert_int_equal(page_open(sizeof(dir) - 1), 0);
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	arena_release(&a);
	return 0;
}

static struct str said(void)
{
	return arena_str(&a, (struct str){ page_result(), page_said_len() });
}

static size_t put(struct str s)
{
	memcpy(page_room(s.len), s.s, s.len);
	return s.len;
}

/* Mails ----------------------------------------------------------------------
 */

static void a_part_is_found_by_its_name(void **unused)
{
	static const char mail[] =
		"From: judge@games.example\r\n"
		"Content-Type: multipart/mixed;\r\n\tboundary=\"out er\"\r\n"
		"\r\n"
		"--out er\r\n"
		"Content-Type: multipart/alternative; boundary=in\r\n"
		"\r\n"
		"--in\r\n"
		"Content-Type: text/plain; charset=utf-8\r\n"
		"Content-Transfer-Encoding: quoted-printable\r\n"
		"\r\n"
		"caf=C3=A9 =\r\nsolo\r\n"
		"--in\r\n"
		"Content-Type: text/html\r\n\r\n<p>x</p>\r\n"
		"--in--\r\n"
		"--out er\r\n"
		"Content-Type: TEXT/plain\r\n"
		"Content-Transfer-Encoding: BASE64\r\n"
		"Content-Disposition: attachment;\r\n filename=\"page.txt\"\r\n"
		"\r\n"
		"SEVS\r\nQUxETw==\r\n"
		"--out er--\r\n";

	(void)unused;
	assert_str(mail_part(&a, STR(mail), "page.txt"), "HERALDO");
	assert_str(mail_part(&a, STR(mail), ".txt"), "HERALDO");
	assert_str(parse_trim(mail_text(&a, STR(mail))), "caf\303\251 solo");
	/* what is not there, and what is no mail, is left as it is */
	assert_int_equal(mail_part(&a, STR(mail), "other.txt").len,
			 sizeof(mail) - 1);
	assert_str(mail_part(&a, STR("HERALDO PAGE 1\nx y\n"), "page.txt"),
		   "HERALDO PAGE 1\nx y\n");
	assert_str(mail_text(&a, STR("")), "");
}

static void a_mail_that_is_cut_is_no_fault_of_ours(void **unused)
{
	static const char mail[] =
		"A: b\nContent-Type: multipart/mixed; boundary=x\n\n"
		"--x\nContent-Type: multipart/mixed; boundary=x\n\n--x\n"
		"Content-Disposition: attachment; filename=page.txt\n"
		"Content-Transfer-Encoding: quoted-printable\n\n=4=\n--";

	(void)unused;
	for (size_t n = 0; n < sizeof(mail); n++)
		assert_true(mail_part(&a, (struct str){ mail, n }, "page.txt")
				    .len <= n);
}

static void what_is_no_report_is_told(void **unused)
{
	(void)unused;
	assert_int_not_equal(page_report(put(STR("Dear all,\n"))), 0);
	assert_str(said(), "{\"fault\":\"none\"}");
	assert_int_not_equal(
		page_report(put(STR("-----BEGIN HERALDO BOARD-----\nSAEA\n"))),
		0);
	assert_str(said(), "{\"fault\":\"cut\",\"program\":\"\",\"found\":1,"
			   "\"wanted\":0}");
	assert_int_not_equal(page_report(put(STR("https://p.example/?#b=S"))),
			     0);
	assert_str(said(), "{\"fault\":\"cut\",\"program\":\"\",\"found\":1,"
			   "\"wanted\":0}");
}

/* without a position there is nothing to ask */
static void without_a_position_nothing_is_said(void **unused)
{
	(void)unused;
	assert_int_not_equal(page_legal(), 0);
	assert_int_not_equal(page_offers(), 0);
	assert_int_not_equal(page_values(), 0);
	assert_int_not_equal(page_position(-1), 0);
	assert_int_not_equal(page_ahead(), 0);
	assert_int_not_equal(page_take(1, 0), 0);
	assert_int_not_equal(page_check(put(STR("END\n"))), 0);
	assert_int_not_equal(page_preview(put(STR("END\n"))), 0);
	assert_int_not_equal(page_orders(put(STR("END\n")), 0), 0);
	assert_int_not_equal(page_complete(put(STR("EN")), 2), 0);
	assert_int_not_equal(page_ask(put(STR("LINE A1 B1"))), 0);
}

/* Packed
 * -----------------------------------------------------------------------
 */

static void what_is_packed_by_xz_is_unpacked(void **unused)
{
	/* by Python's lzma module */
	static const uint8_t packed[] = {
		0x00, 0x36, 0x1b, 0x1d, 0x76, 0x13, 0x49, 0x75, 0xae, 0x6f,
		0x68, 0xe1, 0x15, 0x6c, 0x75, 0xc0, 0x2a, 0x53, 0x6d, 0x7d,
		0xec, 0x7f, 0x38, 0x1e, 0x18, 0xb7, 0x70, 0x68, 0x8d, 0x3e,
		0x37, 0x51, 0xff, 0xcb, 0x5b, 0xc5, 0xa9, 0x28, 0xed, 0x36,
		0x84, 0x2f, 0xc7, 0x3a, 0x48, 0x91, 0x6b, 0xbd, 0xc3, 0xd2,
		0x64, 0x4c, 0xfe, 0x0d, 0xcf, 0xee, 0x1c, 0x42, 0x44, 0xbe,
		0xef, 0xed, 0xe6, 0x2f, 0xf5, 0xa8, 0x67, 0x37, 0xde, 0xbb,
		0x77, 0x28, 0x97, 0x41, 0x2b, 0x8e, 0x13, 0x68, 0x72, 0x22,
		0x3b, 0xb9, 0x77, 0x25, 0x56, 0x6a, 0x45, 0xf2, 0xa0, 0x28,
		0x8a, 0x22, 0x22, 0x8c, 0x27, 0x3a, 0xbd, 0xb9, 0xa2, 0x44,
		0x5a, 0xd4, 0x73, 0x50, 0x56, 0x28, 0xeb, 0xd5, 0x97, 0x4b,
		0x86, 0xa7, 0xf0, 0xb5, 0xbe, 0xae, 0x91, 0x66, 0x41, 0xcb,
		0x95, 0x7d, 0xd1, 0x4b, 0x70, 0xc8, 0xc5, 0x03, 0x77, 0x40,
		0x73, 0x77, 0x08, 0xf6, 0x8d, 0x08, 0xf9, 0x58, 0x66, 0x8e,
		0x34, 0x6f, 0x3f, 0x9c, 0xd9, 0x63, 0x40, 0x26, 0x59, 0x4b,
		0xb8, 0xbc, 0x3d, 0xe7, 0xfc, 0x38, 0x55, 0x38, 0xc1, 0x2e,
		0x6b, 0x23, 0x5d, 0x77, 0xaf, 0x5c, 0x66, 0x46, 0xe0, 0xe9,
		0x6f, 0x55, 0x81, 0x32, 0x20, 0x2e, 0x63, 0x5b, 0x27, 0xa0,
		0x84, 0x96, 0x56, 0xa9, 0xc7, 0x6e, 0x88, 0xa7, 0x0a, 0xdc,
		0x7e, 0x8a, 0x3b, 0xd8, 0x9f, 0x97, 0xa4, 0xd0, 0x60, 0xb3,
		0x12, 0x03, 0x48, 0xb9, 0x9f, 0x5e, 0x9d, 0x29, 0x75, 0x36,
		0x23, 0xe0, 0x88, 0x52, 0x1c, 0x12, 0x44, 0x47, 0xff, 0x8b,
		0xb3, 0xd2, 0x7c, 0xdc, 0x1b, 0xcd, 0x8f, 0xc7, 0x4a, 0x2b,
		0x55, 0x8b, 0x45, 0x91, 0x98, 0xfe, 0xbc, 0x8f, 0x97, 0x66,
		0xeb, 0xfd, 0x4f, 0x29, 0x19, 0x62, 0x4c, 0x32, 0xfa, 0xb2,
		0xb4, 0x7c, 0xc1, 0x54, 0x8e, 0x39, 0x10, 0x3b, 0xc3, 0xf2,
		0xb2, 0xa9, 0x8b, 0x4c, 0x1d, 0x9c, 0x93, 0x38, 0xb5, 0xb2,
		0xc4, 0x22, 0xad, 0xff, 0x75, 0x3f, 0x32, 0x31, 0xd0, 0x21,
		0xe4, 0xf6, 0xf8, 0x9e, 0x0d, 0xb3, 0x97, 0xce, 0xfd, 0x12,
		0xfb, 0xcd, 0x9b, 0xb7, 0x9d, 0x15, 0xf6, 0x6a, 0x8e, 0xdc,
		0xc4, 0x2a, 0xd1, 0x5c, 0xe0, 0x0b, 0x43, 0xab, 0x60, 0x6e,
		0xb9, 0x49, 0x14, 0x48, 0x59, 0xb7, 0x3b, 0xbe, 0x91, 0x17,
		0x1d, 0x2b, 0x1a, 0x25, 0xdb, 0x06, 0x81, 0xdd, 0xdf, 0xc2,
		0xff, 0x11, 0xb2, 0x83, 0xae, 0xf7, 0x2f, 0x46, 0x75, 0x9b,
		0x9e, 0x72, 0x7d, 0x17, 0xf8, 0x9c, 0xfa, 0x0a, 0x45, 0xd3,
		0x5d, 0xbf, 0xc3, 0xe3, 0x41, 0xee, 0x59, 0x3f, 0x27, 0x5e,
		0x03, 0xc4, 0x88, 0x30, 0x38, 0xc4, 0x34, 0x47, 0xbd, 0x0d,
		0x21, 0x37, 0x2d, 0xa3, 0xdc, 0x45, 0xb5, 0xda, 0x55, 0x46,
		0x72, 0x40, 0x9f, 0xc6, 0xad, 0x25, 0x4c, 0x76, 0x4f, 0x12,
		0xc3, 0x23, 0x50, 0x37, 0xae, 0xec, 0xa6, 0xbc, 0x70, 0x61,
		0x5f, 0x3c, 0xc0, 0x19, 0x09, 0x6c, 0x35, 0x8e, 0x39, 0x11,
		0x31, 0xd5, 0x3a, 0xf5, 0xc8, 0x3f, 0x04, 0x62, 0x62, 0x74,
		0x53, 0x64, 0xf4, 0xe5, 0x83, 0xd7, 0x8e, 0x46, 0x33, 0x9e,
		0x4f, 0x58, 0xda, 0xf9, 0x2a, 0xa5, 0xb7, 0x4e, 0xe8, 0xb1,
		0xf8, 0xe0, 0x3d, 0xfc, 0xf3, 0x64, 0xdf, 0x95, 0xdc, 0xb9,
		0xb9, 0x4f, 0x8e, 0x62, 0x0c, 0x48, 0xe8, 0x76, 0xbf, 0xb5,
		0xaa, 0x71, 0x7c, 0x85, 0x77, 0x40, 0x0e, 0x1f, 0x94, 0x7d,
		0x60, 0xbd, 0x62, 0x9b, 0xf8, 0xfc, 0x37, 0x0e, 0x19, 0xd3,
		0x3e, 0xc6, 0x18, 0x29, 0xeb, 0x67, 0x3b, 0x27, 0xb7, 0xff,
		0x1e, 0x7f, 0x1a, 0x00,
	};
	static uint8_t out[1 << 13];
	struct buf b;

	(void)unused;
	buf_init(&b, sizeof(out));
	for (int i = 0; i < 300; i++)
		buf_addf(&b, "line %d, %d\n", i, i * i % 7);
	assert_true(unlzma(packed, sizeof(packed), out, b.len));
	assert_memory_equal(out, b.s, b.len);
	/* what is cut or changed does no harm, and gives something else */
	for (size_t n = 0; n < sizeof(packed) - 16; n++) {
		uint8_t bad[sizeof(packed)];

		memcpy(bad, packed, sizeof(packed));
		if (unlzma(bad, n, out, b.len))
			assert_memory_not_equal(out, b.s, b.len);
		bad[n] ^= 0x10;
		if (n && unlzma(bad, sizeof(bad), out, b.len))
			assert_memory_not_equal(out, b.s, b.len);
	}
	buf_release(&b);
}

static void what_is_taken_apart_is_put_together(void **unused)
{
	/* by src/webapp/streams.py: all that can stand behind an instruction */
	static const uint8_t apart[] = {
		0x0e, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x21, 0x00,
		0x00, 0x00, 0x06, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00,
		0x06, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x04, 0x00,
		0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00,
		0x03, 0x00, 0x00, 0x00, 0x05, 0x00, 0x00, 0x00, 0x25, 0x00,
		0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x61, 0x73, 0x6d,
		0x01, 0x00, 0x00, 0x00, 0x01, 0x04, 0x01, 0x60, 0x00, 0x00,
		0x0b, 0x02, 0x00, 0x00, 0x02, 0x20, 0x21, 0x22, 0x23, 0x24,
		0x28, 0x36, 0x3f, 0x40, 0x41, 0x41, 0x42, 0x43, 0x44, 0x0c,
		0x0d, 0x0e, 0x10, 0x11, 0x03, 0x0b, 0x04, 0x05, 0x0b, 0xc0,
		0x1a, 0x1b, 0x0f, 0x0b, 0x0b, 0xff, 0x0b, 0x02, 0x01, 0x7f,
		0x02, 0x7e, 0x00, 0x40, 0x40, 0x7f, 0x00, 0x00, 0x02, 0x00,
		0x00, 0x00, 0xc8, 0x01, 0x03, 0x00, 0x01, 0xac, 0x02, 0x02,
		0x00, 0x01, 0x02, 0x02, 0x00, 0x00, 0x08, 0xa0, 0x1f, 0x7f,
		0xc0, 0x00, 0x80, 0x7f, 0x01, 0x02, 0x03, 0x04, 0x01, 0x02,
		0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x15, 0x00, 0x00, 0x00,
		0x00, 0xfd, 0x0c, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x1a,
		0x0b,
	};
	static const uint8_t together[] = {
		0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x04,
		0x01, 0x60, 0x00, 0x00, 0x0a, 0xfa, 0x80, 0x80, 0x80, 0x00,
		0x83, 0x80, 0x80, 0x80, 0x00, 0xcf, 0x80, 0x80, 0x80, 0x00,
		0x02, 0x01, 0x7f, 0x02, 0x7e, 0x02, 0x40, 0x20, 0x01, 0x21,
		0xac, 0x02, 0x22, 0x02, 0x23, 0x00, 0x24, 0x01, 0x28, 0x02,
		0x08, 0x36, 0x02, 0xa0, 0x1f, 0x3f, 0x00, 0x40, 0x00, 0x41,
		0x7f, 0x41, 0xc0, 0x00, 0x42, 0x80, 0x7f, 0x43, 0x01, 0x02,
		0x03, 0x04, 0x44, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07,
		0x08, 0x0c, 0x00, 0x0d, 0x00, 0x0e, 0x02, 0x00, 0x00, 0x00,
		0x10, 0xc8, 0x01, 0x11, 0x03, 0x00, 0x03, 0x40, 0x0b, 0x04,
		0x7f, 0x05, 0x0b, 0xc0, 0x1a, 0x1b, 0x0f, 0x0b, 0x0b, 0x95,
		0x80, 0x80, 0x80, 0x00, 0x00, 0xfd, 0x0c, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
		0x00, 0x00, 0x00, 0x1a, 0x0b, 0x82, 0x80, 0x80, 0x80, 0x00,
		0x00, 0x0b, 0x0b, 0x02, 0x00, 0x00,
	};
	static uint8_t out[sizeof(together)];

	(void)unused;
	assert_true(streams_join(apart, sizeof(apart), out, sizeof(out)));
	assert_memory_equal(out, together, sizeof(together));
	assert_false(streams_join(apart, sizeof(apart), out, sizeof(out) - 1));
	/* what is cut or changed does no harm */
	for (size_t n = 0; n < sizeof(apart); n++) {
		uint8_t bad[sizeof(apart)];

		assert_false(streams_join(apart, n, out, sizeof(out)));
		for (int bit = 0; bit < 8; bit++) {
			memcpy(bad, apart, sizeof(apart));
			bad[n] ^= (uint8_t)(1 << bit);
			if (streams_join(bad, sizeof(bad), out, sizeof(out)))
				assert_memory_not_equal(out, together,
							sizeof(together));
		}
	}
}

/* Arguments ------------------------------------------------------------------
 */

/* A recorded game, verified: the page can take positions of it. */
static void open_log(const char *name)
{
	gzFile f = gzopen(
		arena_printf(&a, SRCDIR "/tests/logs/%s.all.jsonl.gz", name),
		"rb");
	char part[1 << 14];
	struct buf b;
	int n;

	assert_non_null(f);
	buf_init(&b, 64 << 20);
	while ((n = gzread(f, part, sizeof(part))) > 0)
		buf_add(&b, part, (size_t)n);
	gzclose(f);
	page_verify(put(buf_str(&b)));
	buf_release(&b);
	page_language(put(STR("en")));
}

static bool is_offered(int slot)
{
	struct argument_values c = { .n = 0 };

	page_begin(0);
	buf_init(&c.letters, 4096);
	argument_values_of(&c, slot);
	buf_release(&c.letters);
	page_end(0);
	return c.n || c.digits;
}

/* as where the players build the dungeon */
static void lay_tiles(struct dg_state *s)
{
	s->n_tiles = 1;
	s->tile[0].id = dg_id(STR("C1"));
}

/* A kind of argument that nothing is offered for cannot be tapped. */
static void every_kind_of_argument_can_be_tapped(void **unused)
{
	static const char *const logs[] = { "rebellion-1", "dungeons-1",
					    "arena-1" };
	static const char *const names[] = {
#define SLOT(symbol, name, read, write, draw, near, flags) name,
#include "orders/args.def"
#undef SLOT
	};
	enum { POINTS = 20 };
	bool offered[N_SLOTS] = { false };

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(logs); i++) {
		open_log(logs[i]);
		for (int at = 1; at <= POINTS; at++) {
			if (page_take(at, 0))
				continue;
			if (!strcmp(logs[i], "dungeons-1"))
				lay_tiles((void *)hand.view.state);
			for (int slot = 0; slot < N_SLOTS; slot++)
				offered[slot] |= is_offered(slot);
		}
	}
	for (int slot = 0; slot < N_SLOTS; slot++)
		if (!offered[slot])
			fail_msg("nothing to tap for: %s", names[slot]);
}

static void chests_and_doors_can_be_tapped(void **unused)
{
	static const char *const words[] = { "TAKE A1 ", "\"K2\"", "OPEN A1 D",
					     "\"D2\"" };

	(void)unused;
	open_log("dungeons-1");
	assert_int_equal(page_take(20, 0), 0);
	for (size_t i = 0; i < ARRAY_LEN(words); i += 2) {
		struct str line = str_of(words[i]);

		assert_int_equal(page_complete(put(line), (int)line.len), 0);
		assert_non_null(strstr(said().s, words[i + 1]));
	}
}

static void bars_of_an_order_are_offered_one_after_the_other(void **unused)
{
	static const char *const lines[] = {
		"ACT ME: CAST Skeletal Sentry ",
		"ACT ME: CAST Skeletal Sentry | GUARD ",
		"ACT #1: MOVE TOWARD #2 | NOTHING; ATTACK #2 ",
	};

	(void)unused;
	open_log("arena-1");
	assert_int_equal(page_take(12, 0), 0);
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		struct str line = str_of(lines[i]), all;

		assert_int_equal(page_complete(put(line), (int)line.len), 0);
		all = said();
		assert_non_null(
			strstr(all.s, "{\"key\":\"or\",\"word\":\"|\"}"));
		/* none of what begins another order, none twice */
		assert_null(strstr(all.s, "\"BOOK\""));
		all.s = strstr(all.s, "\"GUARD\"");
		assert_non_null(all.s);
		assert_null(strstr(all.s + 1, "\"GUARD\""));
	}
}

static void luck_is_counted_by_seat(void **unused)
{
	static const char *const logs[] = { "rebellion-1", "dungeons-1",
					    "arena-1" };

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(logs); i++) {
		int counted = 0, hits = 0;

		open_log(logs[i]);
		for (int at = 1; at <= 100; at++) {
			if (page_dice_stats(at))
				continue;
			counted += said().len > 2;
			hits += !!strstr(said().s, "\"hits\":100");
		}
		assert_true(counted > 0);
		/* those of the Arena have no odds */
		assert_true(hits > 0 || i == 2);
		assert_int_equal(page_take(20, 0), 0);
		assert_int_equal(page_dice_stats(0), 0);
		assert_int_not_equal(page_dice_stats(5000), 0);
	}
}

static void drawings_have_names(void **unused)
{
	(void)unused;
	assert_int_equal(page_art(put(STR("SWORD"))), 0);
	assert_non_null(strstr(said().s, "<path"));
	assert_int_not_equal(page_art(put(STR("SPOON"))), 0);
}

/* Boards ---------------------------------------------------------------------
 */

/* the smallest letters of the board at hand, whole pixels */
static int64_t least_letters(void)
{
	static const char mark[] = "font-size=\"";
	int64_t least = 1000, size;

	assert_int_equal(page_position(-1), 0);
	for (const char *at = said().s; (at = strstr(at, mark));) {
		at += sizeof(mark) - 1;
		assert_true(
			parse_int((struct str){ at, strspn(at, "0123456789") },
				  0, 1000, &size));
		least = size < least ? size : least;
	}
	return least;
}

static void letters_of_a_narrow_board_can_be_read(void **unused)
{
	static const int widths[] = { 340, 700, 960 };

	(void)unused;
	open_log("arena-1");
	assert_int_equal(page_take(40, 0), 0);
	for (size_t i = 0; i < ARRAY_LEN(widths); i++) {
		page_wide(widths[i]);
		assert_true(least_letters() >= 9);
	}
	/* as large as it is asked, but for what none is drawn at */
	page_wide(340);
	page_position(-1);
	assert_non_null(strstr(said().s, "viewBox=\"0 0 340 "));
	page_wide(5000);
	page_position(-1);
	assert_non_null(strstr(said().s, "viewBox=\"0 0 1920 "));
}

static void point_is(int x, int y, const char *what)
{
	assert_int_equal(page_point(10 * x, 10 * y), !*what);
	assert_str(said(), what);
}

static void a_place_of_the_board_is_called_as_orders_call_it(void **unused)
{
	(void)unused;
	open_log("arena-1");
	assert_int_equal(page_take(40, 0), 0);
	page_wide(340);
	point_is(30, 30, "A1");
	point_is(320, 30, "D1");
	point_is(1, 30, "");
	point_is(30, 3000, "");
	page_wide(960);
	point_is(30, 30, "A1");
	point_is(940, 30, "D1");
	open_log("dungeons-1");
	assert_int_equal(page_take(20, 0), 0);
	point_is(40, 50, "A1");
	point_is(940, 20, "");
	open_log("rebellion-1");
	assert_int_equal(page_take(60, 0), 0);
	point_is(480, 480, "19.69 19.69");
	page_wide(340);
	point_is(170, 170, "19.69 19.68");
	page_wide(960);
}

/* Signing --------------------------------------------------------------------
 */

#define SEED "0707070707070707070707070707070707070707070707070707070707070707"

static void a_block_of_a_letter_is_ready_to_be_signed(void **unused)
{
	static const char letter[] =
		"> Sign this:\n> -----BEGIN HERALDO ORDERS-----\n"
		"> join  wood A\n> -----END HERALDO ORDERS-----\n";

	(void)unused;
	assert_int_equal(page_block(put(STR(letter))), 0);
	assert_str(said(), "JOIN WOOD A\n");
	assert_int_not_equal(page_block(put(STR("JOIN wood A\n"))), 0);
}

static void a_document_is_what_heraldo_sign_writes(void **unused)
{
	static const char text[] = "ORDERS WOOD A 3 1\nEND\n";
	uint8_t bytes[ED25519_SIG_SIZE], to_sign[1024], seed[ED25519_SIZE];
	uint8_t point[ED25519_SIZE];
	struct str mine, signed_;
	size_t n;

	(void)unused;
	assert_int_equal(page_sign(put(STR(SEED "\nORDERS WOOD A 3 1\nEND\n"))),
			 0);
	mine = said();
	/* as WebCrypto does it: these bytes, signed elsewhere */
	assert_int_equal(page_to_sign(put(STR(text))), 0);
	assert_true(base64_parse(said(), to_sign, sizeof(to_sign), &n));
	assert_true(hex_parse(STR(SEED), seed, sizeof(seed)));
	ed25519_sign(seed, bytes_of(to_sign, n), bytes);
	ed25519_public(seed, point);
	signed_ = str_of(arena_printf(
		&a, "%.*s\n%.*s\n%s", STR_ARG(hex_of(&a, point, sizeof(point))),
		STR_ARG(hex_of(&a, bytes, sizeof(bytes))), text));
	assert_int_equal(page_document(put(signed_)), 0);
	assert_true(str_equal(said(), mine));
	/* another text, or one that is not canonical, is not mailed */
	bytes[0] ^= 1;
	signed_ = str_of(arena_printf(
		&a, "%.*s\n%.*s\n%s", STR_ARG(hex_of(&a, point, sizeof(point))),
		STR_ARG(hex_of(&a, bytes, sizeof(bytes))), text));
	assert_int_not_equal(page_document(put(signed_)), 0);
	assert_int_not_equal(page_sign(put(STR(SEED "\norders wood a\n"))), 0);
	assert_int_not_equal(page_sign(put(STR("07\nEND\n"))), 0);
}

static void a_key_is_told_by_its_seed_and_its_line(void **unused)
{
	struct str first, line;

	(void)unused;
	assert_int_equal(page_key_of(put(STR(SEED "\n"))), 0);
	first = said();
	line = first;
	line.s = strstr(first.s, "ssh-ed25519");
	assert_non_null(line.s);
	line.len = strcspn(line.s, "\"");
	assert_int_equal(page_key_read(put(line)), 0);
	assert_true(str_equal(said(), first));
	assert_int_not_equal(page_key_read(put(STR("ssh-ed25519 AAAA"))), 0);
}

/* Touches --------------------------------------------------------------------
 */

static bool says(const char *text)
{
	return memmem(page_result(), page_said_len(), text, strlen(text));
}

/* The number behind a name in what was said. */
static int number_after(const char *name)
{
	const char *at = strstr(said().s, name) + strlen(name);
	int64_t n = 0;

	assert_true(parse_int((struct str){ at, strspn(at, "0123456789") }, 0,
			      1 << 20, &n));
	return (int)n;
}

/* Who can act, where to, and an order that is understood; after an order that
 * takes the action nobody may act again. */
static void a_touch_becomes_an_order(void **unused)
{
	int x, y;

	(void)unused;
	open_log("rebellion-1");
	page_wide(960);
	assert_int_equal(page_take(40, 0), 0);
	assert_int_equal(page_hands(put(STR("\n"))), 0);
	assert_true(says("\"can\":[\"A1\",\"A2\""));
	assert_int_equal(page_reach(put(STR("A1\n"))), 0);
	assert_true(says("\"kind\":\"move\"") && says("\"path\":\"M"));
	x = number_after("\"x\":");
	y = number_after("\"y\":");
	assert_int_equal(page_go(put(STR("A1\n")), x - 1000, y), 0);
	assert_true(says("\"order\":\"MOVE A1 TO ") && says("\"short\":0"));
	/* too far: as near as it can */
	assert_int_equal(page_go(put(STR("A1\n")), x - 6000, y), 0);
	assert_true(says("\"short\":1"));
	assert_int_equal(page_aims(put(STR("A1\n"))), 0);
	assert_true(says("\"target\":\"B3\",\"order\":\"MOVE A1"));
	/* it turns where it stands, and where it would go */
	assert_int_equal(page_face(put(STR("A1\n\n")), x, y + 1000), 0);
	assert_true(says("\"order\":\"TURN A1 S\"") ||
		    says("\"order\":\"TURN A1 180\""));
	assert_int_equal(
		page_face(put(STR("A1\nMOVE A1 TO 29.27 28.05\n")), x, 9600),
		0);
	assert_true(says("\"order\":\"MOVE A1 TO 29.27 28.05 FACE "));
	assert_int_not_equal(page_form(put(STR("A1\n")), x, y), 0);
	/* of another seat, and of nobody */
	assert_int_equal(page_reach(put(STR("B1\n"))), 0);
	assert_true(says("\"path\":\"\""));
	assert_int_not_equal(page_go(put(STR("Z9\n")), x, y), 0);
	assert_int_equal(page_hands(put(STR("\nMOVE A1 TO 29.27 28.05\n"))), 0);
	assert_true(says("\"can\":[]"));
}

/* Cards are planned and aimed by orders that are understood; a second one joins
 * the plan in its line. */
static void a_card_becomes_a_plan(void **unused)
{
	(void)unused;
	open_log("arena-1");
	page_wide(960);
	assert_int_equal(page_take(14, 0), 0);
	assert_int_equal(page_hands(put(STR("\nACT #5: MOVE B1\n"))), 0);
	assert_true(says("\"done\":[\"#5\"]"));
	assert_true(says("\"cells\":[{\"label\":\"A1\""));
	assert_int_equal(page_cards(put(STR("\n"))), 0);
	assert_true(says("{\"plan\":1,") && says("\"label\":\"#1\""));
	assert_true(says("\"name\":\"Battle Fury\",\"kind\":\"incantation\""));
	assert_int_equal(page_card_aims(put(STR("#1 Battle Fury\n"))), 0);
	assert_true(says("\"order\":\"PLAN Battle Fury\",\"kind\":\"plan\""));
	assert_true(says("\"order\":\"QC FIRST Battle Fury ON #5\""));
	assert_true(says(
		"\"text\":\"PLAN Battle Fury\\u000aQC FIRST Battle Fury ON "
		"#5\\u000a\""));
	assert_int_equal(
		page_card_aims(put(STR("#1 Charge\nPLAN Battle Fury\n"
				       "QC FIRST Battle Fury ON #5\n"))),
		0);
	assert_true(
		says("\"PLAN Battle Fury, Charge\\u000aQC FIRST Battle Fury ON "
		     "#5\\u000a\""));
	/* one quickcast is all that there is in a round */
	assert_false(says("QC FIRST Charge"));
	assert_true(says("ACT #1 CAST Charge ON #5"));
	assert_int_equal(page_cards(put(STR("\nPLAN Battle Fury\n"))), 0);
	assert_true(says("\"planned\":[\"Battle Fury\"]"));
	assert_int_equal(page_aims(put(STR("#5\n"))), 0);
	assert_true(says("\"target\":\"\",\"order\":\"ACT #5 GUARD\""));
	assert_int_equal(page_ready(), 0);
	assert_true(says("{\"lines\":[\"PLAN "));
	/* a game without cards */
	open_log("rebellion-1");
	assert_int_equal(page_take(40, 0), 0);
	assert_int_not_equal(page_cards(put(STR("\n"))), 0);
}

/* A question has its answers ready, the default of a silent seat first. */
static void a_question_has_answers(void **unused)
{
	static const char *const logs[] = { "rebellion-1-asked",
					    "dungeons-1-asked" };

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(logs); i++) {
		int found = 0;

		open_log(logs[i]);
		for (int point = 1; point < 40; point++)
			for (int seat = 0; seat < 2; seat++) {
				if (page_take(point, seat))
					continue;
				page_ready();
				found += says("\"answers\":[\"");
			}
		assert_true(found > 1);
	}
}

/* Every figure shows its numbers, of whichever side. */
static void a_figure_shows_its_numbers(void **unused)
{
	static const struct {
		const char *log, *first;
		int point;
	} games[] = { { "rebellion-1", "speed", 40 },
		      { "dungeons-1", "speed", 40 },
		      { "arena-1", "life", 14 } };

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(games); i++) {
		open_log(games[i].log);
		assert_int_equal(page_take(games[i].point, 0), 0);
		for (int seat = 0; seat < 2; seat++) {
			const char *label = i == 2 ? (seat ? "#2" : "#1")
						   : (seat ? "B1" : "A1");

			assert_int_equal(page_stats(put(str_of(label))), 0);
			assert_true(says(arena_printf(
				&a, "\"stats\":[{\"name\":\"%s\",\"n\":",
				games[i].first)));
		}
		assert_int_not_equal(page_stats(put(STR("Z9"))), 0);
	}
}

/* An army grows card by card within its points, and is written by names. */
static void an_army_is_built_of_cards(void **unused)
{
	int point = 1;

	(void)unused;
	open_log("rebellion-1");
	while (page_take(point, 0) || page_builder(put(STR("\n"))))
		assert_true(point++ < 40);
	assert_true(says("{\"kind\":\"army\","));
	assert_true(says("\"spent\":0,\"budget\":100"));
	assert_int_equal(page_build(put(STR("+rebellion/60\n"))), 0);
	assert_true(says("\"order\":\"ARMY ") && !says("rebellion/60"));
	assert_int_equal(page_build(put(STR("-rebellion/60\nEND\n"
					    "ARMY rebellion/60\n"))),
			 0);
	assert_true(says("{\"order\":\"\",\"text\":\"END\\u000a\"}"));
	assert_int_equal(page_ready(), 0);
	assert_true(says("\"drafts\":[\"ARMY "));
}

static void a_spellbook_is_built_of_cards(void **unused)
{
	static const char key[] = "\"key\":\"#";
	const char *found;
	char one[80];
	int point = 1;

	(void)unused;
	open_log("arena-1");
	while (page_take(point, 0) ||
	       page_builder(put(STR("\nMAGE WARLOCK\n"))))
		assert_true(point++ < 40);
	assert_true(says("{\"kind\":\"book\","));
	assert_true(says("\"spent\":0,\"budget\":120"));
	assert_true(says("\"school\":\"fire\""));
	found = strstr(said().s, key) + sizeof(key) - 1;
	snprintf(one, sizeof(one), "+#%.*s\nMAGE WARLOCK\n",
		 (int)strspn(found, "0123456789"), found);
	assert_int_equal(page_build(put(str_of(one))), 0);
	assert_true(says("{\"order\":\"BOOK 1 "));
	assert_true(says("\"text\":\"MAGE WARLOCK\\u000aBOOK 1 "));
	one[0] = '-';
	assert_int_equal(page_build(put(str_of(one))), 0);
	assert_true(says("{\"order\":\"\","));
	/* before a Mage is chosen nobody knows what it costs */
	if (page_take(point, 0) == 0)
		assert_int_not_equal(page_builder(put(STR("\n"))), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_part_is_found_by_its_name),
		cmocka_unit_test(a_mail_that_is_cut_is_no_fault_of_ours),
		cmocka_unit_test(what_is_no_report_is_told),
		cmocka_unit_test(without_a_position_nothing_is_said),
		cmocka_unit_test(what_is_packed_by_xz_is_unpacked),
		cmocka_unit_test(what_is_taken_apart_is_put_together),
		cmocka_unit_test(every_kind_of_argument_can_be_tapped),
		cmocka_unit_test(chests_and_doors_can_be_tapped),
		cmocka_unit_test(
			bars_of_an_order_are_offered_one_after_the_other),
		cmocka_unit_test(letters_of_a_narrow_board_can_be_read),
		cmocka_unit_test(
			a_place_of_the_board_is_called_as_orders_call_it),
		cmocka_unit_test(a_block_of_a_letter_is_ready_to_be_signed),
		cmocka_unit_test(a_document_is_what_heraldo_sign_writes),
		cmocka_unit_test(a_touch_becomes_an_order),
		cmocka_unit_test(a_card_becomes_a_plan),
		cmocka_unit_test(an_army_is_built_of_cards),
		cmocka_unit_test(a_figure_shows_its_numbers),
		cmocka_unit_test(a_spellbook_is_built_of_cards),
		cmocka_unit_test(a_question_has_answers),
		cmocka_unit_test(luck_is_counted_by_seat),
		cmocka_unit_test(drawings_have_names),
		cmocka_unit_test(a_key_is_told_by_its_seed_and_its_line),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
