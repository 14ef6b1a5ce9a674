/*
 * src/report/pixels.h - pixels as a PNG of few colours: sixteen take half the
 * bytes of a larger palette, and no eye misses the others on a board. A picture
 * comes in bands of rows; each is counted and deflated by itself, so that one
 * that is known need not be made again. The same bands give the same bytes.
 */
#ifndef REPORT_PIXELS_H
#define REPORT_PIXELS_H
#include "base/buf.h"

struct pixels {
	int width, height;
	const unsigned char *data; /* words of 0x..RRGGBB, aligned */
	int stride;                /* bytes from row to row */
};

/* Colours of one cell of 8 by 8 by 8 shades, which no eye tells apart. */
struct shade {
	uint32_t rgb; /* that of which there is most at once */
	uint32_t most, count;
	uint16_t cell;
	bool flat;  /* an area, and not the rim of one */
	bool drawn; /* somebody asked for it */
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

/* A piece of a row in one shade, so many pixels long; 0: the row is as the one
 * above. Each row begins with a piece of its own. */
struct run {
	uint16_t cell, length;
};

struct packed;
struct runs {
	struct run *v;
	size_t n, room;
	int width, rows;
	struct packed *packed; /* their rows as they were pressed last */
};
void runs_release(struct runs *r);

/* What pixels are counted and packed with: working memory, nothing else. */
struct press;
struct press *press_make(void);
void press_release(struct press *p); /* NULL: nothing */

/* The pixels as runs, which begin as zeros. */
void runs_find(const struct pixels *of, struct runs *r);
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

/* A band, deflated: any number of them behind each other are a picture. */
struct pressed {
	struct buf bytes;
	uint32_t check; /* Adler-32 of the rows */
	size_t rows;    /* bytes of them */
};

/* Of n pieces side by side, all of as many rows; each but the last is of an
 * even width. Pieces keep their rows for when
 * they come again. */
void runs_press(struct press *p, struct runs *const *v, int n,
		const struct palette *colours, struct pressed *out);

/* Append the PNG of these bands, all as wide and of these colours. */
void png_write(struct buf *out, int width, int height,
	       const struct palette *colours,
	       const struct pressed *const *bands, int n);
#endif
