/*
 * src/report/picture/png_indexed.h - chooses a palette and writes a PNG of few
 * colours: sixteen take half the bytes of a larger palette and look the same on
 * a board. A picture is a column of bands of rows. Each band is deflated
 * separately, so that the caller can reuse it. The same bands give the same
 * bytes.
 */
#ifndef REPORT_PICTURE_PNG_INDEXED_H
#define REPORT_PICTURE_PNG_INDEXED_H
#include "base/buf.h"

/* Cells of 8 by 8 by 8 shades, which no eye tells apart. */
enum { CELLS = 1 << 15 };
static inline uint16_t cell_of(uint32_t rgb)
{
	return (uint16_t)((rgb >> 9 & 0x7c00) | (rgb >> 6 & 0x3e0) |
			  (rgb >> 3 & 0x1f));
}

/* Colours of one cell. */
struct shade {
	uint32_t rgb; /* that of which there is most at once */
	uint32_t most, count;
	uint16_t cell;
	bool flat;  /* an area, and not the rim of one */
	bool drawn; /* by tally_drawn */
};

/* The shades of a picture, in the order in which they are met. */
struct tally {
	struct shade *v;
	int n, room;
};

enum { PALETTE_MAX = 64 };
struct palette {
	uint32_t rgb[PALETTE_MAX];
	int n;
	bool few; /* were asked for: the picture is to be small */
};

bool palette_equal(const struct palette *a, const struct palette *b);
/* The place of the colour that is nearest. */
uint8_t palette_nearest(const struct palette *p, uint32_t rgb);

/* What a row adds to the check of a band (RFC 1950, 8.2): the sum of its bytes,
 * and of each times how many there are from it on. */
struct row_sum {
	uint32_t plain, rising;
};

/* Rows of a part of a picture, as they are deflated. */
enum { BAND_ROWS = 64 }; /* at most */
struct packed {
	int rows;
	size_t size; /* bytes of a row */
	uint8_t *bytes;
	struct row_sum sum[BAND_ROWS];
};

/* Rows of so many pixels, each a place in the palette; stride: from row to row.
 * out begins as zeros. */
void packed_make(const uint8_t *pixels, int stride, int width, int rows,
		 const struct palette *colours, struct packed *out);
void packed_release(struct packed *p);

/* Working memory for counting colours and deflating rows. */
struct press;
struct press *press_make(void);
void press_release(struct press *p); /* NULL: nothing */

/* Add colours, as many as one likes, between a beginning and its end. */
void tally_begin(struct press *p, const struct tally *t);
/* so many pixels, of an area or not */
void tally_note(struct press *p, uint32_t rgb, uint32_t count, bool flat,
		struct tally *t);
/* so many of them lie under something else; a few never do */
void tally_hide(struct press *p, uint32_t rgb, uint32_t count, struct tally *t);
/* it must be there, though there is little of it */
void tally_colour(struct press *p, uint32_t rgb, struct tally *t);
/* it was asked for, if there is any of it */
void tally_drawn(struct press *p, uint32_t rgb, struct tally *t);
void tally_end(struct press *p, const struct tally *t);
void tally_release(struct tally *t);

/* The colours that would be missed most; few: no more than sixteen, though some
 * be taken for another. */
void palette_choose(const struct tally *t, bool few, struct palette *out);

/* A deflated band: any number of them, one after the other, are a picture. */
struct pressed {
	struct buf bytes;
	uint32_t check; /* Adler-32 of the rows */
	size_t rows;    /* bytes of them */
};

/* Of pieces side by side, those of a line of as many rows, and of lines below
 * each other; all but the last of a line are of an even width. */
void packed_press(struct press *p, const struct packed *const *v, int across,
		  int down, bool few, struct pressed *out);

/* Append the PNG of these bands, all as wide and of these colours. */
void png_write(struct buf *out, int width, int height,
	       const struct palette *colours,
	       const struct pressed *const *bands, int n);
#endif
