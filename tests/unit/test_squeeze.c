/*
 * tests/unit/test_squeeze.c - what is deflated is inflated by zlib as it was,
 * whatever it is, block behind block; and a picture as small as by zlib.
 */
#include "unit.h"
#include "report/squeeze.h"
#include <stdlib.h>
#include <zlib.h>

enum { MOST = 1 << 18 };

static uint8_t rows[MOST];
static uint32_t chance;

static uint32_t draw(uint32_t n)
{
	chance = chance * 1664525 + 1013904223;
	return (chance >> 8) % n;
}

/* squeezed so many times, one behind the other; gives the bytes of one */
static size_t comes_back(struct squeeze *q, size_t n, size_t wide, int times)
{
	static uint8_t back[3 * MOST];
	z_stream z = { 0 };
	struct buf out;
	size_t len;

	buf_init(&out, 16 << 20);
	for (int i = 0; i < times; i++)
		squeeze(q, (struct str){ (const char *)rows, n }, wide, &out);
	assert_false(out.full);
	assert_int_equal(inflateInit2(&z, -15), Z_OK);
	z.next_in = (Bytef *)out.s;
	z.avail_in = (uInt)out.len;
	z.next_out = back;
	z.avail_out = sizeof(back);
	assert_int_equal(inflate(&z, Z_SYNC_FLUSH), Z_OK);
	assert_int_equal(z.avail_in, 0);
	assert_int_equal(sizeof(back) - z.avail_out, n * (size_t)times);
	for (int i = 0; i < times; i++)
		assert_memory_equal(back + (size_t)i * n, rows, n);
	/* at a whole byte, not within a block */
	assert_int_equal(z.data_type & 7, 0);
	assert_true(z.data_type & 128);
	inflateEnd(&z);
	len = out.len / (size_t)times;
	buf_release(&out);
	return len;
}

/* bars, slanted strokes with a blurred rim, and dots, as boards have them */
static void picture(int wide, int high)
{
	for (int y = 0; y < high; y++)
		for (int x = 0; x < wide; x++)
			rows[y * wide + x] =
				(uint8_t)(!x ? 0
					  : (3 * x + 2 * y) % 113 < 5
						  ? 0x31 + (x + y) % 5
					  : (x / 24 + y / 20) % 3      ? 0x33
					  : (x * x + y * y) % 977 < 40 ? 0x3f
								       : 0x55);
}

static void pictures_come_back_small(void **unused)
{
	struct squeeze *q = squeeze_make();
	static uint8_t zlib[1 << 16];
	uLongf of_zlib = sizeof(zlib);

	(void)unused;
	picture(481, 64);
	assert_int_equal(compress2(zlib, &of_zlib, rows, 481 * 64, 3), Z_OK);
	assert_true(comes_back(q, 481 * 64, 481, 3) < of_zlib);
	squeeze_release(q);
}

/* one byte, a byte that comes again, no byte alike, few that are */
static void whatever_it_is_comes_back(void **unused)
{
	struct squeeze *q = squeeze_make();

	(void)unused;
	for (size_t n = 1; n < 700; n += n < 20 ? 1 : 97) {
		memset(rows, 7, n);
		(void)comes_back(q, n, n, 2);
	}
	for (uint32_t colours = 1; colours <= 256; colours *= 2) {
		for (int i = 0; i < 60000; i++)
			rows[i] = (uint8_t)draw(colours);
		(void)comes_back(q, 60000, 1 + draw(900), 2);
	}
	for (int i = 0; i < MOST;) {
		uint32_t run = 1 + draw(400);
		uint8_t byte = (uint8_t)draw(16);

		while (run-- && i < MOST)
			rows[i++] = byte;
	}
	(void)comes_back(q, MOST, 40000, 3); /* rows beyond what is looked at */
	(void)comes_back(q, MOST, 1000, 3);
	squeeze_release(q);
}

/* the farthest and the longest that there is, and one more */
static void matches_end_at_their_limits(void **unused)
{
	enum { WINDOW = 32768 };
	struct squeeze *q = squeeze_make();

	(void)unused;
	for (int more = -1; more <= 1; more++) {
		for (int i = 0; i < 2 * WINDOW; i++)
			rows[i] = (uint8_t)draw(256);
		for (int len = 250; len < 270; len++) {
			memcpy(rows + WINDOW + more, rows, (size_t)len);
			(void)comes_back(q, 2 * WINDOW, WINDOW / 2, 1);
		}
	}
	squeeze_release(q);
}

/* Each of some bytes comes as often as the two before it together, with others
 * between them so that little repeats: Huffman's code of the rarest would be
 * longer than a code may be. */
static void no_code_is_too_long(void **unused)
{
	enum { KINDS = 24 };
	struct squeeze *q = squeeze_make();
	uint32_t often[KINDS] = { 1, 1 };
	int n = 0;

	(void)unused;
	for (int i = 2; i < KINDS; i++)
		often[i] = often[i - 1] + often[i - 2];
	for (int i = 0; i < KINDS; i++) {
		for (uint32_t k = 0; k < often[i]; k++) {
			rows[n++] = (uint8_t)i;
			rows[n++] = (uint8_t)(KINDS + draw(256 - KINDS));
		}
	}
	(void)comes_back(q, (size_t)n, 1000, 2);
	squeeze_release(q);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pictures_come_back_small),
		cmocka_unit_test(whatever_it_is_comes_back),
		cmocka_unit_test(matches_end_at_their_limits),
		cmocka_unit_test(no_code_is_too_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
