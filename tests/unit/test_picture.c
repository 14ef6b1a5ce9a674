/* tests/unit/test_picture.c */
#include "unit.h"
#include "report/picture/canvas.h"
#include "report/picture/picture.h"
#include <zlib.h>

static uint32_t be32(const char *s)
{
	const uint8_t *b = (const uint8_t *)s;

	return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 |
	       (uint32_t)b[2] << 8 | b[3];
}

static void add_piece(struct scene *s, const char *label, int owner, int x,
		      int y, int facing)
{
	struct scene_piece *p = s->piece + s->n_pieces++;

	p->label = str_of(label);
	p->owner = owner;
	p->dot = (struct vec){ x, y };
	p->base = geo_disc(p->dot, 55);
	p->facing = facing;
	p->arc = owner == 3 ? 180 : 90;
	p->tokens = s->n_pieces % 3;
	p->clicks_left = s->n_pieces % 4 == 3 ? -1 : 12 - s->n_pieces;
	p->wounds = s->n_pieces % 4;
	p->holder = -1;
}

/* the piece added last sits on this mount */
static void add_mount(struct scene *s, const char *label)
{
	struct scene_piece *p = s->piece + s->n_pieces - 1;

	p->rider = p->label;
	p->label = str_of(label);
	p->rider_left = 7;
	p->base = geo_base(p->dot, p->facing, 55, 0, 110);
}

static void add_area(struct scene *s, enum scene_kind kind, const char *label,
		     int x0, int y0, int x1, int y1)
{
	struct scene_area *a = s->area + s->n_areas++;

	a->kind = kind;
	a->label = str_of(label);
	a->shape = (struct polygon){
		4, { { x0, y0 }, { x1, y0 + 30 }, { x1 - 60, y1 }, { x0, y1 } }
	};
}

static void add_item(struct scene *s, const char *label, int x, int y)
{
	s->item[s->n_items++] = (struct scene_item){ .label = str_of(label),
						     .at = { x, y },
						     .r = 25 };
}

static void make_scene(struct scene *s)
{
	static const char *const kinds[] = {
		"hindering",     "blocking",   "elevated", "elevated, abrupt",
		"shallow water", "deep water", "low wall", "concealing"
	};
	static const char *const traces[] = { "move", "hit", "miss", "healing",
					      "formation" };
	static const char *const names[] = { "A Ana", "B Bruno", "C Carla",
					     "D Diego" };
	static const struct vec path[] = { { 900, 350 },
					   { 1000, 700 },
					   { 1300, 1200 } };
	static const struct vec shot[] = { { 1300, 1200 }, { 2100, 2700 } };
	static const struct vec line[] = { { 300, 2000 }, { 300, 2300 } };
	static const struct vec missed[] = { { 2500, 2600 }, { 1600, 900 } };

	memset(s, 0, sizeof(*s));
	s->w = s->h = 3937;
	s->title = STR("clash-7f3a  \xc2\xb7  round 4, turn of A");
	s->subtitle = STR("point 23");
	s->units = STR("inches");
	s->token_word = STR("action token");
	s->clicks_word = STR("clicks left");
	s->captive_word = STR("captive");
	s->stairs_word = STR("stairs");
	s->unit_word = STR("rider on a mount");
	s->item_word = STR("item to be taken");
	for (int i = 0; i < N_SCENE_KINDS; i++)
		s->area_word[i] = str_of(kinds[i]);
	for (int i = 0; i < N_SCENE_TRACES; i++)
		s->trace_word[i] = str_of(traces[i]);
	for (int i = 0; i < 4; i++)
		s->owner[i] = (struct scene_owner){ .present = true,
						    .name = str_of(names[i]),
						    .side = i };
	add_area(s, SCENE_ELEVATED, "T1", 2300, 900, 3100, 1900);
	add_area(s, SCENE_HINDERING, "T2", 600, 1800, 1300, 2500);
	add_area(s, SCENE_BLOCKING, "T3", 1700, 1700, 2000, 2100);
	add_area(s, SCENE_ABRUPT, "T4", 2800, 2500, 3500, 3100);
	s->area[3].n_stairs = 1;
	s->area[3].stairs[0] =
		(struct segment){ { 2800, 2600 }, { 2800, 2850 } };
	add_area(s, SCENE_SHALLOW, "T5", 300, 2900, 900, 3400);
	add_area(s, SCENE_DEEP, "T6", 1300, 3000, 1900, 3500);
	add_area(s, SCENE_WALL, "T7", 2000, 600, 2600, 660);
	add_piece(s, "A1", 0, 1300, 1200, 30);
	add_piece(s, "A2", 0, 1600, 900, 0);
	add_piece(s, "A12", 0, 2600, 1400, 350);
	add_piece(s, "B1", 1, 2100, 2700, 200);
	add_piece(s, "B2", 1, 2500, 2600, 225);
	add_piece(s, "B10", 1, 1000, 2150, 140);
	add_piece(s, "C1", 2, 300, 2000, 90);
	add_piece(s, "C2", 2, 300, 2300, 90);
	add_piece(s, "D1", 3, 3500, 1900, 270);
	add_piece(s, "D2", 3, 2711, 1400, 270);
	s->piece[9].holder = 2;
	/* a melee, where everything is close */
	add_piece(s, "A4", 0, 2300, 2200, 60);
	add_piece(s, "B4", 1, 2411, 2200, 250);
	add_piece(s, "A5", 0, 2356, 2296, 120);
	add_piece(s, "B5", 1, 2467, 2296, 280);
	add_piece(s, "A6", 0, 2522, 2200, 0);
	/* two units charge each other, a mount has lost its rider */
	add_area(s, SCENE_CONCEALING, "T8", 3000, 300, 3700, 800);
	add_piece(s, "A21", 0, 3100, 400, 20);
	add_mount(s, "A9");
	add_piece(s, "B20", 1, 3160, 513, 190);
	add_mount(s, "B7");
	add_piece(s, "", 3, 3500, 500, 300);
	add_mount(s, "D9");
	add_item(s, "I1", 2000, 1100); /* alone */
	add_item(s, "I2", 1380, 1200); /* A1 touches it */
	add_item(s, "I3", 3900, 2300); /* at the edge */
	scene_trace(s, SCENE_FORMATION, 2, 55, line, 2);
	scene_trace(s, SCENE_PATH, 0, 55, path, 3);
	scene_trace(s, SCENE_HIT, 0, 55, shot, 2);
	scene_trace(s, SCENE_MISS, 1, 55, missed, 2);
}

static void a_board_becomes_a_png_of_the_width_asked_for(void **unused)
{
	static struct scene s;
	struct buf out;
	struct why why = { 0 };
	const char *see = getenv("HERALDO_SEE");

	(void)unused;
	make_scene(&s);
	buf_init(&out, PICTURE_MAX_BYTES);
	assert_false(picture_render(&out, &s, 960, NULL, &why));
	if (see) { /* to look at it with one's own eyes */
		FILE *f = fopen(see, "wb");

		assert_non_null(f);
		fwrite(out.s, 1, out.len, f);
		fclose(f);
	}
	assert_true(out.len > 1000 && out.len < 150000);
	assert_memory_equal(out.s, "\x89PNG\r\n\x1a\n", 8);
	assert_memory_equal(out.s + 12, "IHDR", 4);
	assert_int_equal(be32(out.s + 16), 960);
	assert_true(be32(out.s + 20) > 960);
	/* four owners and every terrain are more than sixteen colours */
	assert_int_equal(out.s[24], 8); /* bits */
	assert_int_equal(out.s[25], 3); /* palette */
	buf_release(&out);
}

/* an open board with what moved or was shot from one point to another */
static void add_traces(struct scene *s, enum scene_trace_kind kind, int x0,
		       int y0, int x1, int y1)
{
	const struct vec p[] = { { x0, y0 }, { x1, y1 } };

	scene_trace(s, kind, 0, 55, p, 2);
}

static void what_happened_is_shown_from_near_and_whole(void **unused)
{
	static const int ends[][4] = {
		{ 2000, 2000, 2100, 2050 }, { 10, 10, 20, 400 },
		{ 3900, 3930, 3900, 3500 }, { 300, 2000, 2300, 2000 },
		{ 2000, 900, 2000, 2400 },
	};
	static struct scene s;
	struct box b;

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
		const int *e = ends[i];

		memset(&s, 0, sizeof(s));
		s.w = s.h = 3937;
		add_traces(&s, SCENE_HIT, e[0], e[1], e[2], e[3]);
		assert_true(scene_near(&s, &b));
		assert_true(0 <= b.x0 && b.x1 <= s.w);
		assert_true(0 <= b.y0 && b.y1 <= s.h);
		assert_true(b.x1 - b.x0 >= 1000);
		assert_true(b.x1 - b.x0 <= s.w * 7 / 10);
		/* between 2:1 and 8:7, rounded */
		assert_true(b.x1 - b.x0 <= 2 * (b.y1 - b.y0) + 1);
		assert_true((b.x1 - b.x0) * 7 >= (b.y1 - b.y0) * 8 - 8);
		for (int k = 0; k < 4; k += 2) {
			assert_in_range(e[k], b.x0, b.x1);
			assert_in_range(e[k + 1], b.y0, b.y1);
		}
	}
}

/* two that fought, and a row of others from base to base beside them */
static void a_melee_is_shown_whole_where_one_of_it_fought(void **unused)
{
	static struct scene s;
	struct box b;

	(void)unused;
	memset(&s, 0, sizeof(s));
	s.w = s.h = 3937;
	s.n_pieces = 8;
	for (int i = 0; i < s.n_pieces; i++) {
		struct scene_piece *p = s.piece + i;

		p->dot = (struct vec){ 1500 + (i < 7 ? 110 * i : 1500), 2400 };
		p->base = geo_base(p->dot, 0, 55, 0, 0);
		p->owner = i % 2;
	}
	add_traces(&s, SCENE_HIT, 1500, 2400, 1610, 2400);
	assert_true(scene_near(&s, &b));
	assert_in_range(s.piece[6].dot.x, b.x0 + 55, b.x1 - 55);
	/* who stands away from it is no reason to show more */
	assert_true(b.x1 < s.piece[7].dot.x);
	/* who only comes into it shows it as well */
	s.n_traces = 0;
	add_traces(&s, SCENE_PATH, 1500, 2900, 1500, 2400);
	assert_true(scene_near(&s, &b));
	assert_in_range(s.piece[6].dot.x, b.x0 + 55, b.x1 - 55);
	/* and so does who struck down somebody that is gone */
	s.n_traces = 0;
	scene_spot(&s, s.piece[1].dot);
	assert_true(scene_near(&s, &b));
	assert_in_range(s.piece[6].dot.x, b.x0 + 55, b.x1 - 55);
	assert_true(b.x1 < s.piece[7].dot.x);
	/* comrades alone are no melee */
	for (int i = 0; i < s.n_pieces; i++)
		s.piece[i].owner = 0;
	assert_true(scene_near(&s, &b));
	assert_true(b.x1 < s.piece[6].dot.x);
}

static void what_the_whole_board_shows_as_well_is_not_shown_twice(void **unused)
{
	static struct scene s;
	static struct floor floor;
	struct zone_board *zones = (struct zone_board *)1; /* it has some */
	struct buf out;
	struct box b;

	(void)unused;
	memset(&s, 0, sizeof(s));
	s.w = s.h = 3937;
	buf_init(&out, PICTURE_MAX_BYTES);
	assert_false(scene_near(&s, &b)); /* nothing happened */
	assert_false(picture_near(&out, &s, NULL, NULL));
	assert_int_equal(out.len, 0);
	add_traces(&s, SCENE_PATH, 100, 100, 3800, 100);
	assert_false(scene_near(&s, &b));
	/* then the fight alone */
	add_traces(&s, SCENE_MISS, 3500, 3500, 3700, 3600);
	assert_true(scene_near(&s, &b));
	assert_true(b.x0 > 2000 && b.y0 > 2000);
	s.zones = zones;
	assert_false(scene_near(&s, &b));
	/* of squares, no part that is most of the board, but of the fight */
	s.zones = NULL;
	s.w = 2000;
	s.h = 1300;
	s.n_traces = 0;
	add_traces(&s, SCENE_PATH, 400, 100, 1300, 900);
	assert_true(scene_near(&s, &b));
	s.floor = &floor;
	assert_false(scene_near(&s, &b));
	add_traces(&s, SCENE_MISS, 1200, 500, 1500, 700);
	assert_true(scene_near(&s, &b));
	assert_in_range(1200, b.x0, b.x1);
	assert_in_range(b.x0, 401, 1200);
	s.floor = NULL;
	/* a board no wider than what is near enough to read */
	s.w = s.h = 1200;
	s.n_traces = 0;
	add_traces(&s, SCENE_HIT, 500, 500, 600, 500);
	assert_false(scene_near(&s, &b));
	buf_release(&out);
}

static void a_part_is_a_picture_of_a_telephone_s_width(void **unused)
{
	struct pictures *kept = pictures_make();
	static struct scene s;
	struct buf a, b;

	(void)unused;
	make_scene(&s);
	buf_init(&a, PICTURE_MAX_BYTES);
	buf_init(&b, PICTURE_MAX_BYTES);
	assert_false(picture_near(&a, &s, NULL, NULL));
	assert_int_equal(be32(a.s + 16), PICTURE_NEAR_WIDTH);
	/* whole patches */
	assert_int_equal(be32(a.s + 20) % 64, 0);
	assert_in_range(be32(a.s + 20), 192, 384);
	assert_true(a.len > 1000 && a.len < 20000);
	/* after the whole, as after nothing */
	assert_false(picture_render(&b, &s, PICTURE_BESIDE_WIDTH, kept, NULL));
	buf_clear(&b);
	assert_false(picture_near(&b, &s, kept, NULL));
	assert_int_equal(a.len, b.len);
	assert_memory_equal(a.s, b.s, a.len);
	buf_release(&a);
	buf_release(&b);
	pictures_release(kept);
}

/* clicks that are left each knows of other figures; those lost all do */
static void a_part_is_one_picture_for_all_players(void **unused)
{
	static struct scene s;
	struct buf near[2], whole[2];

	(void)unused;
	make_scene(&s);
	for (int i = 0; i < 2; i++) {
		for (int k = 0; k < s.n_pieces; k++)
			s.piece[k].clicks_left = s.piece[k].owner == i ? 3 : -1;
		buf_init(&near[i], PICTURE_MAX_BYTES);
		buf_init(&whole[i], PICTURE_MAX_BYTES);
		assert_false(picture_near(&near[i], &s, NULL, NULL));
		assert_false(picture_render(&whole[i], &s, 608, NULL, NULL));
	}
	assert_true(near[0].len > 0);
	assert_true(str_equal(buf_str(&near[0]), buf_str(&near[1])));
	assert_false(str_equal(buf_str(&whole[0]), buf_str(&whole[1])));
	/* and it does show what is lost */
	s.piece[0].wounds += 2;
	buf_clear(&near[0]);
	assert_false(picture_near(&near[0], &s, NULL, NULL));
	assert_false(str_equal(buf_str(&near[0]), buf_str(&near[1])));
	for (int i = 0; i < 2; i++) {
		buf_release(&near[i]);
		buf_release(&whole[i]);
	}
}

/* rock alone, twenty by thirty-five squares of it */
static void squares_have_no_seams(void **unused)
{
	static struct floor f = { .rows = 35, .columns = 20 };
	static struct scene s = { .w = 20 * SCENE_SQUARE,
				  .h = 35 * SCENE_SQUARE,
				  .floor = &f };
	static const int widths[] = { PICTURE_FLOOR_WIDTH,
				      PICTURE_FLOOR_BESIDE_WIDTH, 601 };
	struct buf out;

	(void)unused;
	buf_init(&out, PICTURE_MAX_BYTES);
	for (size_t i = 0; i < ARRAY_LEN(widths); i++) {
		buf_clear(&out);
		assert_false(picture_render(&out, &s, widths[i], NULL, NULL));
		assert_int_equal(be32(out.s + 16), widths[i]);
		/* the numbers beside it, and hardly anything else */
		assert_in_range(out.len, 1000, 6500);
	}
	buf_release(&out);
}

static void the_same_board_gives_the_same_bytes(void **unused)
{
	static struct scene s;
	struct buf a, b;

	(void)unused;
	make_scene(&s);
	buf_init(&a, PICTURE_MAX_BYTES);
	buf_init(&b, PICTURE_MAX_BYTES);
	assert_false(picture_render(&a, &s, 800, NULL, NULL));
	assert_false(picture_render(&b, &s, 800, NULL, NULL));
	assert_int_equal(a.len, b.len);
	assert_memory_equal(a.s, b.s, a.len);
	/* and another board others: here an item was taken up */
	s.n_items--;
	buf_clear(&b);
	assert_false(picture_render(&b, &s, 800, NULL, NULL));
	assert_false(a.len == b.len && !memcmp(a.s, b.s, a.len));
	s.n_items++;
	s.piece[0].facing += 3;
	buf_clear(&b);
	assert_false(picture_render(&b, &s, 800, NULL, NULL));
	assert_false(a.len == b.len && !memcmp(a.s, b.s, a.len));
	buf_release(&a);
	buf_release(&b);
}

enum { ROWS_MAX = 4096 * 1024 };

/* the rows of a PNG, as any reader unpacks them: lengths and sums are right */
static size_t rows_read(struct str png, Bytef *rows)
{
	uLongf size = ROWS_MAX;
	size_t at = 8;

	for (; memcmp(png.s + at + 4, "IDAT", 4); at += be32(png.s + at) + 12)
		assert_true(at + 12 < png.len);
	assert_int_equal(
		crc32(0, (const Bytef *)png.s + at + 4, be32(png.s + at) + 4),
		be32(png.s + at + 8 + be32(png.s + at)));
	assert_int_equal(uncompress(rows, &size, (const Bytef *)png.s + at + 8,
				    be32(png.s + at)),
			 Z_OK);
	return size;
}

static size_t rows_unpacked(struct str png)
{
	Bytef *rows = malloc(ROWS_MAX);
	size_t size = rows_read(png, rows);

	free(rows);
	return size;
}

/* the same board in another language: its colours and its bands are shared */
static void words_around_a_board_do_not_change_its_colours(void **unused)
{
	static struct scene s;
	struct pictures *kept = pictures_make();
	struct buf a, b, c;

	(void)unused;
	make_scene(&s);
	buf_init(&a, PICTURE_MAX_BYTES);
	buf_init(&b, PICTURE_MAX_BYTES);
	buf_init(&c, PICTURE_MAX_BYTES);
	assert_false(picture_render(&a, &s, 960, kept, NULL));
	s.title = STR("clash-7f3a  \xc2\xb7  ronda 4, turno de A");
	s.units = STR("pulgadas");
	for (int i = 0; i < N_SCENE_KINDS; i++)
		s.area_word[i] = STR("terreno");
	assert_false(picture_render(&b, &s, 960, kept, NULL));
	assert_false(picture_render(&c, &s, 960, NULL, NULL));
	assert_true(str_equal(buf_str(&b), buf_str(&c)));
	assert_int_equal(be32(a.s + 33), be32(b.s + 33)); /* PLTE */
	assert_memory_equal(a.s + 41, b.s + 41, be32(a.s + 33));
	/* 8 bits a pixel, and the filter of each row */
	assert_int_equal(rows_unpacked(buf_str(&b)),
			 be32(b.s + 20) * (960 + 1));
	buf_release(&a);
	buf_release(&b);
	buf_release(&c);
	pictures_release(kept);
}

/* an empty board with the pieces of two */
static void few_colours_take_half_the_bytes(void **unused)
{
	static struct scene s;
	struct buf out;

	(void)unused;
	make_scene(&s);
	s.n_areas = s.n_items = 0;
	s.owner[2].present = s.owner[3].present = false;
	for (int i = 0; i < s.n_pieces; i++)
		s.piece[i].owner &= 1;
	buf_init(&out, PICTURE_MAX_BYTES);
	assert_false(picture_render(&out, &s, 960, NULL, NULL));
	assert_int_equal(out.s[24], 4);
	assert_true(out.len < 25000);
	buf_release(&out);
}

static void what_was_painted_lately_is_not_painted_again(void **unused)
{
	static struct scene s;
	struct pictures *kept = pictures_make();
	struct buf a, b;

	(void)unused;
	make_scene(&s);
	buf_init(&a, PICTURE_MAX_BYTES);
	buf_init(&b, PICTURE_MAX_BYTES);
	assert_false(picture_render(&a, &s, 800, NULL, NULL));
	for (int i = 0; i < 10; i++) {
		buf_clear(&b);
		assert_false(picture_render(&b, &s, 800, kept, NULL));
		assert_true(str_equal(buf_str(&a), buf_str(&b)));
		/* and those of others between them are theirs */
		s.piece[0].facing += 3;
		buf_clear(&b);
		assert_false(picture_render(&b, &s, 800, kept, NULL));
		assert_false(str_equal(buf_str(&a), buf_str(&b)));
		s.piece[0].facing -= 3;
	}
	/* a room that is too small is one, wherever the picture comes from */
	buf_release(&b);
	buf_init(&b, 1000);
	assert_int_equal(picture_render(&b, &s, 800, kept, NULL),
			 ERR_TOO_LARGE);
	buf_release(&a);
	buf_release(&b);
	pictures_release(kept);
}

/* what stands on it is painted over what was there before */
static void clicks_and_tokens_change_on_a_board_that_stays(void **unused)
{
	static struct scene s;
	struct pictures *kept = pictures_make();
	struct buf a, b;

	(void)unused;
	make_scene(&s);
	buf_init(&a, PICTURE_MAX_BYTES);
	buf_init(&b, PICTURE_MAX_BYTES);
	for (int turn = 0; turn < 6; turn++) {
		for (int i = turn & 1; i < s.n_pieces; i += 2) {
			s.piece[i].tokens = (s.piece[i].tokens + 1) % 3;
			s.piece[i].clicks_left = turn % 4 ? turn : -1;
			s.piece[i].wounds = turn;
			s.piece[i].facing += turn == 3 ? 7 : 0;
		}
		buf_clear(&a);
		buf_clear(&b);
		assert_false(picture_render(&a, &s, 960, kept, NULL));
		assert_false(picture_render(&b, &s, 960, NULL, NULL));
		assert_true(str_equal(buf_str(&a), buf_str(&b)));
	}
	buf_release(&a);
	buf_release(&b);
	pictures_release(kept);
}

/* of everything that can be drawn, about a middle */
static void draw_all(struct canvas *c, double x, double y)
{
	const struct canvas_point m = { x, y }, from = { x - 40, y - 20 };
	const struct canvas_point tip = { x + 40, y + 9.5 };
	const struct canvas_point line[] = { from, m, tip };
	struct canvas_point way[14];
	const struct canvas_point area[] = { { x - 30, y + 3 },
					     { x + 5, y + 25 },
					     { x - 25, y + 25 } };

	canvas_bar(c, x - 50, y - 1, x + 50, y, 0xd2cab4);
	canvas_sector(c, m, 25, 20, 110, 0xff0000, 0.25, 0x222222, 1);
	canvas_area(c, area, 3, 0xdcebc8, CANVAS_PLAIN, 0x4f7a34, 1.2);
	canvas_capsule(c, m, tip, 6, 0x0b4f8a, CANVAS_PLAIN, 0, 1, 3);
	canvas_line(c, line, 3, 1.8, 5, 0x222222);
	/* more points than a stamp is known by */
	for (int i = 0; i < 14; i++)
		way[i] = (struct canvas_point){ x - 39 + 6 * i,
						y - 26 + i % 3 * 2.5 };
	canvas_line(c, way, 14, 1.4, 0, 0x6b4a14);
	canvas_arrow(c, from, tip, 9, 0x222222);
	canvas_text(c, x, y, CANVAS_CENTRE, 11, true, 0, 0xffffff,
		    STR("WWWWWWW"));
	canvas_text(c, x - 30, y - 14, CANVAS_LEFT, 10.5, false, 0,
		    CANVAS_NO_HALO, STR("mm\xc3\xb1mm"));
	canvas_text(c, x + 30, y + 14, CANVAS_RIGHT, 10.5, false, 0,
		    CANVAS_NO_HALO, STR("mmmmmm"));
}

/* patches are 128 by 64: in the middle of one, and where four of them meet */
static void nothing_shows_where_patches_meet(void **unused)
{
	enum { ROW = 1 + 384 / 2 }; /* four bits each */
	struct canvas *c = canvas_make(384, 192, 0xffffff);
	static Bytef rows[ROWS_MAX];
	struct buf out;
	int others = 0;

	(void)unused;
	draw_all(c, 64, 32);
	draw_all(c, 256, 128);
	buf_init(&out, PICTURE_MAX_BYTES);
	assert_false(canvas_png(c, NULL, &out, NULL));
	assert_int_equal(out.s[24], 4);
	assert_int_equal(rows_read(buf_str(&out), rows), 192 * ROW);
	for (int y = 0; y < 64; y++)
		for (int x = 0; x < 64; x++)
			others += rows[y * ROW + 1 + x] !=
				  rows[(y + 96) * ROW + 1 + 96 + x];
	/* cairo rounds where it cuts a slanted rim */
	assert_in_range(others, 0, 4);
	buf_release(&out);
	canvas_release(c);
}

/* letters with all that stands above and hangs below them, at any height */
static void draw_letters(struct canvas *c)
{
	static const char accents[] = "\xc3\x81\xc3\x91gjpq\xc3\x87";

	for (int i = 0; i < 24; i++)
		canvas_text(c, 8 + i % 6 * 60, 8 + i * 2.3, CANVAS_LEFT,
			    8 + i % 3 * 4, i & 1, 0,
			    i & 2 ? 0xffd21f : CANVAS_NO_HALO, STR(accents));
}

/* two pixels of colours that are sorted, of which one is not its neighbour */
static bool is_far(Bytef a, Bytef b)
{
	return abs((a >> 4) - (b >> 4)) > 2 || abs((a & 15) - (b & 15)) > 2;
}

/* wherever the first band ends, and what stands there is cut in two */
static void nothing_shows_where_the_head_ends(void **unused)
{
	enum { SIZE = 128 * (1 + 384 / 2) };
	static Bytef whole[ROWS_MAX], rows[ROWS_MAX];
	struct buf out;
	int others;

	(void)unused;
	for (int head = 64; head > 3; head -= 3) {
		struct canvas *c = canvas_make(384, 128, 0xffffff);
		Bytef *to = head == 64 ? whole : rows;

		draw_letters(c);
		canvas_head(c, head);
		buf_init(&out, PICTURE_MAX_BYTES);
		assert_false(canvas_png(c, NULL, &out, NULL));
		assert_int_equal(rows_read(buf_str(&out), to), SIZE);
		others = 0;
		for (int i = 0; i < SIZE; i++)
			others += is_far(to[i], whole[i]);
		assert_int_equal(others, 0);
		buf_release(&out);
		canvas_release(c);
	}
}

/* pieces of the bytes, long enough to be met once */
static int bands_shared(struct str a, struct str b)
{
	enum { PIECE = 24 };
	int shared = 0;

	for (size_t i = 0; i + PIECE <= a.len; i += PIECE)
		shared += memmem(b.s, b.len, a.s + i, PIECE) != NULL;
	return shared * PIECE;
}

/* only the head of a picture is deflated again where the title differs */
static void another_title_leaves_what_is_below_it(void **unused)
{
	static const int widths[] = { 480, 640, 680, 960, 2048 };
	static struct scene s;
	struct buf a, b;

	(void)unused;
	buf_init(&a, PICTURE_MAX_BYTES);
	buf_init(&b, PICTURE_MAX_BYTES);
	for (size_t i = 0; i < ARRAY_LEN(widths); i++) {
		make_scene(&s);
		buf_clear(&a);
		buf_clear(&b);
		assert_false(picture_render(&a, &s, widths[i], NULL, NULL));
		s.title = STR("\xc3\x91gj another one");
		s.subtitle = STR("\xc3\x81gj point 77");
		assert_false(picture_render(&b, &s, widths[i], NULL, NULL));
		assert_true(bands_shared(buf_str(&a), buf_str(&b)) >
			    (int)(a.len - a.len / 8));
	}
	buf_release(&a);
	buf_release(&b);
}

/* else all of it would be packed and deflated again */
static void a_piece_that_moves_leaves_the_colours(void **unused)
{
	static struct scene s;
	struct buf a, b;
	int others = 0;

	(void)unused;
	make_scene(&s);
	buf_init(&a, PICTURE_MAX_BYTES);
	buf_init(&b, PICTURE_MAX_BYTES);
	assert_false(picture_render(&a, &s, 960, NULL, NULL));
	for (int i = 0; i < 20; i++) {
		struct scene_piece *p = &s.piece[i % s.n_pieces];

		if (p->rider.len)
			continue;
		p->dot = (struct vec){ 300 + i * 137, 3300 - i * 151 };
		p->base = geo_disc(p->dot, 55);
		p->facing += 23;
		buf_clear(&b);
		assert_false(picture_render(&b, &s, 960, NULL, NULL));
		others += be32(a.s + 33) != be32(b.s + 33) || /* PLTE */
			  memcmp(a.s + 41, b.s + 41, be32(a.s + 33));
		buf_clear(&a);
		buf_adds(&a, buf_str(&b));
	}
	assert_in_range(others, 0, 4);
	buf_release(&a);
	buf_release(&b);
}

/* more discs and words than are remembered, in shades of their own */
static struct canvas *draw_crowd(int first)
{
	struct canvas *c = canvas_make(640, 640, 0xffffff);
	char word[16];

	for (int i = 0; i < 400; i++) {
		struct canvas_point m = { 16 + i % 20 * 32, 16 + i / 20 * 32 };
		struct canvas_point to = { m.x + i % 3 * 4, m.y };

		canvas_capsule(c, m, to, 6 + i % 5, (uint32_t)(first + i) << 8,
			       CANVAS_PLAIN, 0x222222, 1 + i % 2, 0);
		snprintf(word, sizeof(word), "%d", first + i);
		canvas_text(c, m.x, m.y, (enum canvas_align)(i % 3), 9, i & 1,
			    0xffffff, i & 4 ? 0x222222 : CANVAS_NO_HALO,
			    str_of(word));
	}
	return c;
}

static void a_disc_and_a_word_are_never_taken_for_others(void **unused)
{
	struct pictures *kept = pictures_make();
	struct canvas *others = draw_crowd(1), *c = draw_crowd(401);
	struct buf a, b;

	(void)unused;
	buf_init(&a, PICTURE_MAX_BYTES);
	buf_init(&b, PICTURE_MAX_BYTES);
	assert_false(canvas_png(others, kept, &a, NULL));
	buf_clear(&a);
	assert_false(canvas_png(c, kept, &a, NULL));
	assert_false(canvas_png(c, NULL, &b, NULL));
	assert_true(str_equal(buf_str(&a), buf_str(&b)));
	canvas_release(others);
	canvas_release(c);
	buf_release(&a);
	buf_release(&b);
	pictures_release(kept);
}

static void a_picture_that_does_not_fit_is_an_error(void **unused)
{
	static struct scene s;
	struct buf out;
	struct why why = { 0 };

	(void)unused;
	make_scene(&s);
	buf_init(&out, 1000);
	assert_int_equal(picture_render(&out, &s, 320, NULL, &why),
			 ERR_TOO_LARGE);
	assert_non_null(strstr(why.text, "more than 1000 bytes"));
	buf_release(&out);
}

/* every pixel another colour: more than any palette, or the table, holds */
static void many_colours_are_reduced_to_a_palette(void **unused)
{
	struct canvas *c = canvas_make(300, 300, 0);
	struct buf out;

	(void)unused;
	for (int y = 0; y < 300; y++) {
		for (int x = 0; x < 300; x++) {
			struct canvas_point p[4] = {
				{ x, y },
				{ x + 1, y },
				{ x + 1, y + 1 },
				{ x, y + 1 },
			};

			canvas_area(c, p, 4, (uint32_t)(y * 300 + x) * 186,
				    CANVAS_PLAIN, 0, 0);
		}
	}
	buf_init(&out, 1 << 20);
	assert_false(canvas_png(c, NULL, &out, NULL));
	assert_int_equal(out.s[25], 3);
	assert_int_equal(out.s[24], 4);
	buf_release(&out);
	canvas_release(c);
}

/* twenty plain areas: each has its colour, unless few are asked for */
static void areas_of_many_colours_may_be_reduced_to_sixteen(void **unused)
{
	(void)unused;
	for (int few = 0; few < 2; few++) {
		struct canvas *c = canvas_make(320, 64, 0xffffff);
		struct buf out;

		for (int i = 0; i < 20; i++)
			canvas_bar(c, 16 * i, 0, 16 * i + 16, 64,
				   (uint32_t)(i % 3 << 22 | i % 7 << 13 |
					      i % 5 << 5));
		if (few)
			canvas_few_colours(c);
		buf_init(&out, 1 << 20);
		assert_false(canvas_png(c, NULL, &out, NULL));
		assert_int_equal(out.s[24], few ? 4 : 8);
		buf_release(&out);
		canvas_release(c);
	}
}

/* two crosshatched squares, as if painted first or after others */
static void hatched(struct pictures *kept, uint32_t ink, uint32_t other,
		    struct buf *out)
{
	static const struct canvas_point left[] = {
		{ 0, 0 }, { 30, 0 }, { 30, 60 }, { 0, 60 }
	};
	static const struct canvas_point right[] = {
		{ 30, 0 }, { 60, 0 }, { 60, 60 }, { 30, 60 }
	};
	struct canvas *c = canvas_make(60, 60, 0xffffff);

	canvas_area(c, left, 4, 0xffffff, CANVAS_CROSS, ink, 0);
	canvas_area(c, right, 4, 0xffffff, CANVAS_CROSS, other, 0);
	buf_init(out, PICTURE_MAX_BYTES);
	assert_false(canvas_png(c, kept, out, NULL));
	canvas_release(c);
}

static void a_pattern_is_in_the_ink_asked_for(void **unused)
{
	enum { INKS = 40 }; /* more than are kept */
	struct pictures *kept = pictures_make();
	struct buf a, b;

	(void)unused;
	for (uint32_t i = 0; i < INKS; i++) {
		hatched(NULL, 0x400000 + i * 6, 0x004000, &a);
		hatched(kept, 0x400000 + i * 6, 0x004000, &b);
		assert_true(str_equal(buf_str(&a), buf_str(&b)));
		buf_release(&b);
		hatched(NULL, 0x400000 + i * 6, 0x400000 + i * 6, &b);
		assert_false(str_equal(buf_str(&a), buf_str(&b)));
		buf_release(&a);
		buf_release(&b);
	}
	pictures_release(kept);
}

/* areas of more kinds than four bits tell apart: each keeps its own */
static void areas_that_differ_are_never_taken_for_each_other(void **unused)
{
	enum { SIDE = 6, STEP = 51 };
	struct canvas *c = canvas_make(SIDE * 10, SIDE * 10, 0);
	struct buf out;

	(void)unused;
	for (int y = 0; y < SIDE; y++)
		for (int x = 0; x < SIDE; x++)
			canvas_bar(c, 10 * x, 10 * y, 10 * x + 10, 10 * y + 10,
				   (uint32_t)(STEP * x << 16 | STEP * y));
	buf_init(&out, 1 << 20);
	assert_false(canvas_png(c, NULL, &out, NULL));
	assert_int_equal(out.s[24], 8);
	assert_memory_equal(out.s + 37, "PLTE", 4);
	assert_int_equal(be32(out.s + 33), 3 * SIDE * SIDE);
	buf_release(&out);
	canvas_release(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_board_becomes_a_png_of_the_width_asked_for),
		cmocka_unit_test(squares_have_no_seams),
		cmocka_unit_test(the_same_board_gives_the_same_bytes),
		cmocka_unit_test(few_colours_take_half_the_bytes),
		cmocka_unit_test(what_was_painted_lately_is_not_painted_again),
		cmocka_unit_test(
			words_around_a_board_do_not_change_its_colours),
		cmocka_unit_test(
			clicks_and_tokens_change_on_a_board_that_stays),
		cmocka_unit_test(nothing_shows_where_patches_meet),
		cmocka_unit_test(nothing_shows_where_the_head_ends),
		cmocka_unit_test(a_piece_that_moves_leaves_the_colours),
		cmocka_unit_test(a_disc_and_a_word_are_never_taken_for_others),
		cmocka_unit_test(another_title_leaves_what_is_below_it),
		cmocka_unit_test(a_picture_that_does_not_fit_is_an_error),
		cmocka_unit_test(what_happened_is_shown_from_near_and_whole),
		cmocka_unit_test(a_melee_is_shown_whole_where_one_of_it_fought),
		cmocka_unit_test(
			what_the_whole_board_shows_as_well_is_not_shown_twice),
		cmocka_unit_test(a_part_is_a_picture_of_a_telephone_s_width),
		cmocka_unit_test(a_part_is_one_picture_for_all_players),
		cmocka_unit_test(many_colours_are_reduced_to_a_palette),
		cmocka_unit_test(
			areas_of_many_colours_may_be_reduced_to_sixteen),
		cmocka_unit_test(a_pattern_is_in_the_ink_asked_for),
		cmocka_unit_test(
			areas_that_differ_are_never_taken_for_each_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
