/*
 * src/report/picture/png_indexed.c - chooses palettes and writes PNG, by zlib
 */
#include "report/picture/png_indexed.h"
#include "base/xalloc.h"
#include <stdlib.h>
#include <zlib.h>

enum {
	FEW = 16,  /* colours that fit four bits */
	MORE = 32, /* as many cost nothing where those do not do */
	LISTED_MAX = 4096,
	/* of a colour that must be there are so many pixels */
	MUST = 64,
	/* a colour that was asked for is missed more than a blend of two */
	DRAWN = 2,
	/* an area is seen to have a wrong colour from this difference on */
	PLAIN = 900,
	/* .. and one as large as the board or the paper sooner */
	LARGE = 128,
	PLAIN_LARGE = 128,
	/* of zlib: 8 is a quarter smaller, for ten times the work; a seventh
	 * are longer chains, which with this level take half as much again */
	LEVEL = 3,
	LONGEST = 258,
	PRESSED_MAX = 4 << 20
};

struct press {
	uint16_t at[CELLS]; /* place in the tally at hand, from 1; else zeros */
	z_stream z;
	uint8_t *rows; /* of the band at hand */
	size_t room;
};

struct press *press_make(void)
{
	struct press *p = xalloc_check(calloc(1, sizeof(*p)));

	/* bare: the bands share one head and one tail */
	if (deflateInit2(&p->z, LEVEL, Z_DEFLATED, -15, 6, Z_DEFAULT_STRATEGY))
		abort();
	return p;
}

void press_release(struct press *p)
{
	if (!p)
		return;
	deflateEnd(&p->z);
	free(p->rows);
	free(p);
}

/* -- which colours there are -----------------------------------------------*/

/* A shade that is new; NULL: there are too many. */
static struct shade *shade_add(struct press *p, struct tally *t, uint16_t cell)
{
	if (t->n == LISTED_MAX)
		return NULL; /* it gets the nearest colour all the same */
	if (t->n == t->room) {
		t->room = t->room ? 2 * t->room : 64;
		t->v = xalloc_check(
			realloc(t->v, (size_t)t->room * sizeof(*t->v)));
	}
	t->v[t->n] = (struct shade){ .cell = cell };
	p->at[cell] = (uint16_t)++t->n;
	return &t->v[t->n - 1];
}

static inline struct shade *shade_of(struct press *p, struct tally *t,
				     uint16_t cell)
{
	return p->at[cell] ? &t->v[p->at[cell] - 1] : shade_add(p, t, cell);
}

void tally_note(struct press *p, uint32_t rgb, uint32_t count, bool flat,
		struct tally *t)
{
	struct shade *s = shade_of(p, t, cell_of(rgb));

	if (!s)
		return;
	s->count += count;
	s->flat |= flat;
	if (count > s->most) {
		s->most = count;
		s->rgb = rgb & 0xffffff;
	}
}

/* the table of places is zeros between any two tallies */
static void places_take(struct press *p, const struct tally *t)
{
	for (int i = 0; i < t->n; i++)
		p->at[t->v[i].cell] = (uint16_t)(i + 1);
}

static void places_clear(struct press *p, const struct tally *t)
{
	for (int i = 0; i < t->n; i++)
		p->at[t->v[i].cell] = 0;
}

void tally_hide(struct press *p, uint32_t rgb, uint32_t count, struct tally *t)
{
	struct shade *s = shade_of(p, t, cell_of(rgb));
	uint32_t stays = s ? s->most / 64 : 0;

	if (s && s->count > stays)
		s->count = s->count - stays > count ? s->count - count : stays;
}

void tally_begin(struct press *p, const struct tally *t)
{
	places_take(p, t);
}

void tally_colour(struct press *p, uint32_t rgb, struct tally *t)
{
	tally_note(p, rgb, MUST, true, t);
}

void tally_drawn(struct press *p, uint32_t rgb, struct tally *t)
{
	struct shade *s = shade_of(p, t, cell_of(rgb));

	if (s)
		s->drawn = true;
}

void tally_end(struct press *p, const struct tally *t)
{
	places_clear(p, t);
}

void tally_release(struct tally *t)
{
	free(t->v);
	*t = (struct tally){ 0 };
}

/* -- which of them are taken -----------------------------------------------*/

/* What a colour is told by, and differences of which are its differences. */
struct tint {
	int16_t light; /* seven times */
	int16_t warm, cold;
};

struct choice {
	const struct shade *v;
	struct tint tint[LISTED_MAX];
	uint32_t far[LISTED_MAX];    /* from the nearest that is taken */
	uint32_t weight[LISTED_MAX]; /* 0: there is none */
	int n;
	struct palette *out;
};

static inline struct tint tint_of(uint32_t rgb)
{
	int32_t red = (int32_t)(rgb >> 16), green = (int32_t)(rgb >> 8 & 255);
	int32_t blue = (int32_t)(rgb & 255);

	return (struct tint){ (int16_t)(2 * red + 4 * green + blue),
			      (int16_t)(red - green), (int16_t)(green - blue) };
}

/* Of lightness, and more of hue: a tint is told by it. */
static inline uint32_t difference(struct tint a, struct tint b)
{
	int32_t light = (a.light - b.light) / 7;
	int32_t warm = a.warm - b.warm, cold = a.cold - b.cold;

	return (uint32_t)(4 * light * light + 3 * (warm * warm + cold * cold));
}

/* The root of its pixels, in powers of four: a few pixels more or less must not
 * choose other colours, for then no band could be kept. */
static uint32_t weight(const struct shade *s)
{
	uint32_t n = s->count, w = n ? 1 : 0;

	while ((n /= 16))
		w *= 4;
	return s->drawn ? DRAWN * w : w;
}

static void take(struct choice *c, int which)
{
	uint32_t rgb = c->v[which].rgb;
	struct tint taken = c->tint[which];

	for (int i = 0; i < c->n; i++) {
		uint32_t d = difference(c->tint[i], taken);

		if (d < c->far[i])
			c->far[i] = d;
	}
	c->out->rgb[c->out->n++] = rgb;
}

static uint32_t plain_at(uint32_t weight)
{
	return weight < LARGE ? PLAIN : PLAIN_LARGE;
}

/* Which would be missed most: how far it is from all that are chosen, by how
 * much there is of it; of two alike the lower cell. -1: none. */
static int most_missed(const struct choice *c, bool flat)
{
	uint64_t most = 0;
	int best = -1;

	for (int i = 0; i < c->n; i++) {
		const struct shade *s = &c->v[i];
		uint64_t missed = (uint64_t)c->far[i] * c->weight[i];

		if (!missed || missed < most ||
		    (missed == most && s->cell > c->v[best].cell) ||
		    (flat && (!s->flat || c->far[i] < plain_at(c->weight[i]))))
			continue;
		most = missed;
		best = i;
	}
	return best;
}

static int by_colour(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* First what is flat and would be taken for another, since whose a piece is
 * must be seen; then the others, as long as they cost nothing. */
void palette_choose(const struct tally *t, bool few, struct palette *out)
{
	struct choice c = { .out = out, .v = t->v, .n = t->n };
	int next, most = few ? FEW : PALETTE_MAX;

	*out = (struct palette){ .few = few };
	for (int i = 0; i < c.n; i++) {
		c.tint[i] = tint_of(c.v[i].rgb);
		c.far[i] = UINT32_MAX;
		c.weight[i] = weight(&c.v[i]);
	}
	while (out->n < most && (next = most_missed(&c, true)) >= 0)
		take(&c, next);
	most = out->n > FEW ? MORE : FEW;
	while (out->n < most && (next = most_missed(&c, false)) >= 0)
		take(&c, next);
	qsort(out->rgb, (size_t)out->n, sizeof(*out->rgb), by_colour);
}

bool palette_equal(const struct palette *a, const struct palette *b)
{
	return a->n == b->n && a->few == b->few &&
	       !memcmp(a->rgb, b->rgb, sizeof(a->rgb));
}

uint8_t palette_nearest(const struct palette *p, uint32_t rgb)
{
	struct tint sought = tint_of(rgb);
	uint32_t least = UINT32_MAX;
	int found = 0;

	for (int i = 0; i < p->n; i++) {
		uint32_t d = difference(sought, tint_of(p->rgb[i]));

		if (d < least) {
			least = d;
			found = i;
		}
	}
	return (uint8_t)found;
}

/* -- rows ------------------------------------------------------------------*/

static int depth_of(const struct palette *colours)
{
	return colours->n > FEW ? 8 : 4;
}

static struct row_sum sum_of(const uint8_t *row, size_t size)
{
	struct row_sum s = { 0, 0 };
	size_t i = 0;

	for (; i + 4 <= size; i += 4, row += 4) {
		uint32_t two = row[0] + row[1], three = two + row[2];
		uint32_t four = three + row[3];

		s.rising += 4 * s.plain + row[0] + two + three + four;
		s.plain += four;
	}
	for (; i < size; i++) {
		s.plain += *row++;
		s.rising += s.plain;
	}
	return s;
}

/* two in each byte, the left one in the high half */
static void halves_put(uint8_t *to, const uint8_t *px, int width)
{
	const uint64_t odd = 0x000f000f000f000fu;
	const bool low_first = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
	int x = 0;

	/* eight at a time: each pair in the lower byte of its two, then all of
	 * these bytes side by side */
	for (; low_first && x + 8 <= width; x += 8, to += 4) {
		uint64_t eight;
		uint32_t four;

		memcpy(&eight, px + x, sizeof(eight));
		eight = (eight & odd) << 4 | (eight >> 8 & odd);
		eight = (eight | eight >> 8) & 0x0000ffff0000ffffu;
		four = (uint32_t)(eight | eight >> 16);
		memcpy(to, &four, sizeof(four));
	}
	for (; x + 1 < width; x += 2)
		*to++ = (uint8_t)(px[x] << 4 | px[x + 1]);
	if (width & 1)
		*to = (uint8_t)(px[width - 1] << 4);
}

void packed_make(const uint8_t *pixels, int stride, int width, int rows,
		 const struct palette *colours, struct packed *out)
{
	bool halves = depth_of(colours) == 4;
	size_t wide = (size_t)width, size = halves ? (wide + 1) / 2 : wide;
	uint8_t *to = xalloc_check(malloc(size * (size_t)rows));

	assert(rows <= BAND_ROWS);
	out->rows = rows;
	out->size = size;
	out->bytes = to;
	for (int y = 0; y < rows; y++, pixels += stride, to += size) {
		/* most rows of a board are as the one above */
		if (y && !memcmp(pixels, pixels - stride, wide)) {
			memcpy(to, to - size, size);
			out->sum[y] = out->sum[y - 1];
			continue;
		}
		if (halves)
			halves_put(to, pixels, width);
		else
			memcpy(to, pixels, size);
		out->sum[y] = sum_of(to, size);
	}
}

void packed_release(struct packed *p)
{
	free(p->bytes);
	*p = (struct packed){ 0 };
}

/* Adler-32 of rows, piece by piece, each row behind a byte of zero; going on
 * from what is above them, which begins as 1. */
static uint32_t check_on(uint32_t check, const struct packed *const *v, int n)
{
	enum { BASE = 65521 };
	uint64_t a = check & 0xffff, b = check >> 16;

	for (int y = 0; y < v[0]->rows; y++) {
		b += a;
		for (int i = 0; i < n; i++) {
			b += a * v[i]->size + v[i]->sum[y].rising;
			a += v[i]->sum[y].plain;
		}
		a %= BASE;
		b %= BASE;
	}
	return (uint32_t)(b << 16 | a);
}

/* each row behind the byte of its filter: none, which is best for palettes */
static uint8_t *rows_put(uint8_t *to, const struct packed *const *v, int n)
{
	for (int y = 0; y < v[0]->rows; y++) {
		*to++ = 0;
		for (int i = 0; i < n; to += v[i++]->size)
			memcpy(to, v[i]->bytes + (size_t)y * v[i]->size,
			       v[i]->size);
	}
	return to;
}

static struct str rows_of(struct press *p, const struct packed *const *v,
			  int across, int down, uint32_t *check)
{
	size_t wide = 1, size = 0;
	uint8_t *to;

	for (int i = 0; i < across; i++)
		wide += v[i]->size;
	for (int i = 0; i < down; i++)
		size += wide * (size_t)v[i * across]->rows;
	if (p->room < size) {
		p->rows = xalloc_check(realloc(p->rows, size));
		p->room = size;
	}
	to = p->rows;
	*check = 1;
	for (int i = 0; i < down; i++, v += across) {
		*check = check_on(*check, v, across);
		to = rows_put(to, v, across);
	}
	return (struct str){ (const char *)p->rows, size };
}

void packed_press(struct press *p, const struct packed *const *v, int across,
		  int down, bool few, struct pressed *out)
{
	struct str rows = rows_of(p, v, across, down, &out->check);
	size_t most;

	most = deflateBound(&p->z, rows.len) + 64;
	buf_init(&out->bytes, PRESSED_MAX);
	xalloc_check(buf_reserve(&out->bytes, most) ? p : NULL);
	out->rows = rows.len;
	p->z.next_in = p->rows;
	p->z.avail_in = (uInt)rows.len;
	p->z.next_out = (Bytef *)out->bytes.s;
	p->z.avail_out = (uInt)most;
	/* it ends at a whole byte, and looks back at no other band */
	if (deflateReset(&p->z) ||
	    (few ? deflateTune(&p->z, 32, 32, LONGEST, 128)
		 : deflateTune(&p->z, 16, 6, 128, 24)) ||
	    deflate(&p->z, Z_SYNC_FLUSH) || p->z.avail_in)
		abort();
	out->bytes.len = most - p->z.avail_out;
}

/* -- the file --------------------------------------------------------------*/

static void put32(uint8_t *to, uint32_t v)
{
	for (int i = 0; i < 4; i++)
		to[i] = (uint8_t)(v >> (24 - 8 * i));
}

static void chunk_write(struct buf *out, const char *kind, struct str of)
{
	uint8_t head[8], tail[4];
	uLong check;

	put32(head, (uint32_t)of.len);
	memcpy(head + 4, kind, 4);
	check = crc32(crc32(0, head + 4, 4), (const Bytef *)of.s, (uInt)of.len);
	put32(tail, (uint32_t)check);
	buf_add(out, head, sizeof(head));
	buf_adds(out, of);
	buf_add(out, tail, sizeof(tail));
}

static void rows_write(struct buf *out, const struct pressed *const *bands,
		       int n)
{
	/* of zlib: deflate and its window; an empty last block */
	static const uint8_t begin[] = { 0x78, 0x5e }, end[] = { 3, 0 };
	uLong check = 1;
	uint8_t tail[4];
	struct buf b;

	buf_init(&b, out->max);
	buf_add(&b, begin, sizeof(begin));
	for (int i = 0; i < n; i++) {
		buf_adds(&b, buf_str(&bands[i]->bytes));
		check = adler32_combine(check, bands[i]->check,
					(z_off_t)bands[i]->rows);
	}
	buf_add(&b, end, sizeof(end));
	put32(tail, (uint32_t)check);
	buf_add(&b, tail, sizeof(tail));
	out->full |= b.full;
	chunk_write(out, "IDAT", buf_str(&b));
	buf_release(&b);
}

void png_write(struct buf *out, int width, int height,
	       const struct palette *colours,
	       const struct pressed *const *bands, int n)
{
	static const char signature[] = "\x89PNG\r\n\x1a\n";
	uint8_t head[13] = { 0 }, rgb[3 * PALETTE_MAX];

	put32(head, (uint32_t)width);
	put32(head + 4, (uint32_t)height);
	head[8] = (uint8_t)depth_of(colours);
	head[9] = 3; /* a palette */
	for (int i = 0; i < colours->n; i++) {
		rgb[3 * i] = (uint8_t)(colours->rgb[i] >> 16);
		rgb[3 * i + 1] = (uint8_t)(colours->rgb[i] >> 8);
		rgb[3 * i + 2] = (uint8_t)colours->rgb[i];
	}
	buf_add(out, signature, sizeof(signature) - 1);
	chunk_write(out, "IHDR",
		    (struct str){ (const char *)head, sizeof(head) });
	chunk_write(out, "PLTE",
		    (struct str){ (const char *)rgb, 3 * (size_t)colours->n });
	rows_write(out, bands, n);
	chunk_write(out, "IEND", STR(""));
}
