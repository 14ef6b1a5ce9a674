/* src/report/pixels.c - the one file that knows zlib */
#include "report/pixels.h"
#include "base/need.h"
#include <stdlib.h>
#include <zlib.h>

enum {
	FEW = 16,  /* colours that fit four bits */
	MORE = 32, /* as many cost nothing where those do not do */
	CELLS = 1 << 15,
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
	UNKNOWN = 255, /* the index of a cell that was not asked for */
	/* of zlib: 8 is a quarter smaller, for ten times the work; a seventh
	 * are longer chains, which with this level take half as much again */
	LEVEL = 3,
	KNOWN_MAX = 32, /* what is longer is not found from within */
	LONGEST = 258,
	CHAIN = 128,
	PRESSED_MAX = 4 << 20,
	BAND_ROWS = 64, /* at most, and pieces */
	PIECES_MAX = 32
};

struct press {
	uint16_t at[CELLS]; /* place in the tally at hand, from 1; else zeros */
	struct palette colours;
	uint8_t index[CELLS]; /* in these colours */
	z_stream z;
	uint8_t *rows; /* of the band at hand, packed */
	size_t room;
};

struct press *press_make(void)
{
	struct press *p = need(calloc(1, sizeof(*p)));

	/* bare: the bands share one head and one tail */
	if (deflateInit2(&p->z, LEVEL, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY))
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

static const uint32_t *row_of(const struct pixels *p, int y)
{
	return (const uint32_t *)(const void *)(p->data +
						(ptrdiff_t)y * p->stride);
}

/* Most rows of a board are as the one above, and cost no more than that. */
static bool same_as_above(const struct pixels *p, int y)
{
	return y &&
	       !memcmp(row_of(p, y), row_of(p, y - 1), (size_t)p->width * 4);
}

static uint16_t cell_of(uint32_t rgb)
{
	return (uint16_t)((rgb >> 9 & 0x7c00) | (rgb >> 6 & 0x3e0) |
			  (rgb >> 3 & 0x1f));
}

/* the end of the run of one colour that begins at x; four pixels at a time */
static inline int run_end(const uint32_t *row, int x, int width)
{
	uint32_t rgb = row[x];
	uint64_t both = (uint64_t)rgb << 32 | rgb, four[2];

	if (++x < width && row[x] != rgb)
		return x; /* most are as short, about letters and rims */
	for (; x + 3 < width; x += 4) {
		memcpy(four, row + x, sizeof(four));
		if ((four[0] ^ both) | (four[1] ^ both))
			break;
	}
	while (x < width && row[x] == rgb)
		x++;
	return x;
}

/* A shade that is new; NULL: there are too many. */
static struct shade *shade_add(struct press *p, struct tally *t, uint16_t cell)
{
	if (t->n == LISTED_MAX)
		return NULL; /* it gets the nearest colour all the same */
	if (t->n == t->room) {
		t->room = t->room ? 2 * t->room : 64;
		t->v = need(realloc(t->v, (size_t)t->room * sizeof(*t->v)));
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

/* room for so many more */
static struct run *runs_more(struct runs *r, int n)
{
	if (r->n + (size_t)n > r->room) {
		r->room = 2 * r->room + (size_t)n + 512;
		r->v = need(realloc(r->v, r->room * sizeof(*r->v)));
	}
	return r->v + r->n;
}

void runs_release(struct runs *r)
{
	free(r->v);
	free(r->packed);
	*r = (struct runs){ 0 };
}

static void row_find(struct runs *r, const uint32_t *row)
{
	struct run *to = runs_more(r, r->width);

	for (int x = 0, end; x < r->width; x = end) {
		end = run_end(row, x, r->width);
		*to++ = (struct run){ cell_of(row[x]), (uint16_t)(end - x) };
	}
	r->n = (size_t)(to - r->v);
}

void runs_find(const struct pixels *of, struct runs *r)
{
	r->width = of->width;
	r->rows = of->height;
	for (int y = 0; y < of->height; y++) {
		if (same_as_above(of, y)) {
			*runs_more(r, 1) = (struct run){ 0, 0 };
			r->n++;
		} else {
			row_find(r, row_of(of, y));
		}
	}
	/* they are kept: no more room than they need */
	r->v = need(realloc(r->v, r->n * sizeof(*r->v)));
	r->room = r->n;
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

/* -- rows of indices -------------------------------------------------------*/

static bool same_palette(const struct palette *a, const struct palette *b)
{
	return a->n == b->n && !memcmp(a->rgb, b->rgb, sizeof(a->rgb));
}

/* the colours that indices are of, from now on */
static void colours_set(struct press *p, const struct palette *colours)
{
	if (same_palette(&p->colours, colours))
		return;
	p->colours = *colours;
	memset(p->index, UNKNOWN, sizeof(p->index));
	/* its own colour is nearer to each than any other in its cell */
	for (int i = 0; i < colours->n; i++)
		p->index[cell_of(colours->rgb[i])] = (uint8_t)i;
}

static uint8_t nearest(const struct palette *colours, uint32_t rgb)
{
	struct tint sought = tint_of(rgb);
	uint32_t least = UINT32_MAX;
	int found = 0;

	for (int i = 0; i < colours->n; i++) {
		uint32_t d = difference(sought, tint_of(colours->rgb[i]));

		if (d < least) {
			least = d;
			found = i;
		}
	}
	return (uint8_t)found;
}

/* the middle of a cell */
static uint32_t rgb_of(uint16_t cell)
{
	return ((cell & 0x7c00u) << 9 | (cell & 0x3e0u) << 6 |
		(cell & 0x1fu) << 3) |
	       0x040404;
}

/* by the cell alone: whoever asks first, the answer is the same */
static uint8_t index_of(struct press *p, uint16_t cell)
{
	if (p->index[cell] == UNKNOWN)
		p->index[cell] = nearest(&p->colours, rgb_of(cell));
	return p->index[cell];
}

static int depth_of(const struct palette *colours)
{
	return colours->n > FEW ? 8 : 4;
}

/* bytes of a row of indices */
static size_t row_size(const struct palette *colours, int width)
{
	return depth_of(colours) == 8 ? (size_t)width : (size_t)(width + 1) / 2;
}

/* Pixels from x to end, in a row where at least the bytes up to room are to be
 * written from the left to the right. */
struct span {
	int x, end;
	size_t room;
};

/* short ones by the word, though it writes what comes later, too */
static inline void fill(uint8_t *to, uint8_t byte, size_t n, size_t room)
{
	uint64_t word = 0x0101010101010101u * byte;

	if (n <= sizeof(word) && room >= sizeof(word))
		memcpy(to, &word, sizeof(word));
	else
		memset(to, byte, n);
}

static inline void put_bytes(uint8_t *to, struct span s, uint8_t index)
{
	fill(to + s.x, index, (size_t)(s.end - s.x), s.room - (size_t)s.x);
}

/* two in each byte, the left one in the high half, which is put first */
static inline void put_halves(uint8_t *to, struct span s, uint8_t index)
{
	size_t at = (size_t)(s.x + 1) / 2, end = (size_t)(s.end + 1) / 2;

	if (s.x & 1)
		to[at - 1] = (uint8_t)((to[at - 1] & 0xf0) | index);
	if (at < end)
		fill(to + at, (uint8_t)(index << 4 | index), end - at,
		     s.room - at);
}

/* One row of runs; the first of the next. */
static const struct run *row_write(struct press *p, const struct run *run,
				   uint8_t *to, int width, size_t size,
				   bool bytes)
{
	struct span s = { 0, 0, size };

	for (; s.x < width; s.x = s.end, run++) {
		uint8_t index = index_of(p, run->cell);

		s.end = s.x + run->length;
		if (bytes)
			put_bytes(to, s, index);
		else
			put_halves(to, s, index);
	}
	return run;
}

/* the rows of one piece, where they begin in rows of so many bytes */
static void piece_write(struct press *p, const struct runs *r, uint8_t *to,
			size_t wide)
{
	bool bytes = depth_of(&p->colours) == 8;
	size_t size = row_size(&p->colours, r->width);
	const struct run *run = r->v;

	for (int y = 0; y < r->rows; y++, to += wide) {
		if (!run->length) {
			memcpy(to, to - wide, size);
			run++;
			continue;
		}
		run = row_write(p, run, to, r->width, size, bytes);
	}
	assert(run == r->v + r->n);
}

/* What a row of a piece adds to the check of a band (RFC 1950, 8.2): the sum of
 * its bytes, and of each times how many there are from it on. */
struct row_sum {
	uint32_t plain, rising;
};

struct packed {
	struct palette of;
	size_t size; /* of a row */
	struct row_sum sum[BAND_ROWS];
	uint8_t rows[]; /* one behind the other */
};

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

static void sums_make(const struct runs *r, struct packed *k)
{
	const uint8_t *row = k->rows;
	const struct run *run = r->v;

	for (int y = 0; y < r->rows; y++, row += k->size) {
		if (!run->length) {
			k->sum[y] = k->sum[y - 1];
			run++;
			continue;
		}
		k->sum[y] = sum_of(row, k->size);
		for (int x = 0; x < r->width; run++)
			x += run->length;
	}
}

/* the rows of a piece by itself, as they are kept */
static struct packed *pack(struct press *p, struct runs *r, size_t size)
{
	size_t room = sizeof(*r->packed) + size * (size_t)r->rows;

	free(r->packed);
	r->packed = need(malloc(room));
	r->packed->of = p->colours;
	r->packed->size = size;
	piece_write(p, r, r->packed->rows, size);
	sums_make(r, r->packed);
	return r->packed;
}

/* a piece where it belongs, and its sums */
static void piece_put(struct press *p, struct runs *r, uint8_t *to, size_t wide,
		      struct row_sum *sum)
{
	size_t size = row_size(&p->colours, r->width);
	const struct packed *k = r->packed;

	if (!k || !same_palette(&k->of, &p->colours))
		k = pack(p, r, size);
	for (int y = 0; y < r->rows; y++)
		memcpy(to + (size_t)y * wide, k->rows + (size_t)y * size, size);
	memcpy(sum, k->sum, (size_t)r->rows * sizeof(*sum));
}

/* Adler-32 of rows of which these are the sums, piece by piece, each row behind
 * a byte of zero. */
static uint32_t check_of(struct runs *const *v, int n,
			 const struct palette *colours,
			 const struct row_sum (*sum)[BAND_ROWS])
{
	enum { BASE = 65521 };
	uint64_t a = 1, b = 0;

	for (int y = 0; y < v[0]->rows; y++) {
		b += a;
		for (int i = 0; i < n; i++) {
			b += a * row_size(colours, v[i]->width) +
			     sum[i][y].rising;
			a += sum[i][y].plain;
		}
		a %= BASE;
		b %= BASE;
	}
	return (uint32_t)(b << 16 | a);
}

/* each row behind the byte of its filter: none, which is best for palettes */
static struct str rows_of(struct press *p, struct runs *const *v, int n,
			  uint32_t *check)
{
	struct row_sum sum[PIECES_MAX][BAND_ROWS];
	size_t wide = 1, at = 1, size;

	assert(n <= PIECES_MAX && v[0]->rows <= BAND_ROWS);
	for (int i = 0; i < n; i++)
		wide += row_size(&p->colours, v[i]->width);
	size = wide * (size_t)v[0]->rows;
	if (p->room < size) {
		p->rows = need(realloc(p->rows, size));
		p->room = size;
	}
	for (size_t y = 0; y < size; y += wide)
		p->rows[y] = 0;
	for (int i = 0; i < n; i++) {
		piece_put(p, v[i], p->rows + at, wide, sum[i]);
		at += row_size(&p->colours, v[i]->width);
	}
	*check = check_of(v, n, &p->colours,
			  (const struct row_sum(*)[BAND_ROWS])sum);
	return (struct str){ (const char *)p->rows, size };
}

void runs_press(struct press *p, struct runs *const *v, int n,
		const struct palette *colours, struct pressed *out)
{
	struct str rows;
	size_t most;

	colours_set(p, colours);
	rows = rows_of(p, v, n, &out->check);
	most = deflateBound(&p->z, rows.len) + 64;
	buf_init(&out->bytes, PRESSED_MAX);
	need(buf_reserve(&out->bytes, most) ? p : NULL);
	out->rows = rows.len;
	p->z.next_in = p->rows;
	p->z.avail_in = (uInt)rows.len;
	p->z.next_out = (Bytef *)out->bytes.s;
	p->z.avail_out = (uInt)most;
	/* it ends at a whole byte, and looks back at no other band */
	if (deflateReset(&p->z) ||
	    (colours->few &&
	     deflateTune(&p->z, KNOWN_MAX, KNOWN_MAX, LONGEST, CHAIN)) ||
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
