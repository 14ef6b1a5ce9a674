/* tests/unit/test_picture.c */
#include "unit.h"
#include "report/picture/canvas.h"
#include "report/picture/picture.h"
#include "report/picture/stroke.h"
#include "report/picture/token.h"
#include "report/picture/zone_board.h"

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
	p->emblem = owner % 2 ? ART_BOW : ART_AXE;
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
	for (int i = 0; i < N_SCENE_KINDS; i++)
		s->area_word[i] = str_of(kinds[i]);
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
	scene_loss(s, shot[1], 2);
}

/* HERALDO_SEE names a folder: to look at it with one's own eyes */
static void see(const char *name, const struct buf *png)
{
	const char *folder = getenv("HERALDO_SEE");
	char path[4096];
	FILE *f;

	if (!folder)
		return;
	snprintf(path, sizeof(path), "%s/%s.png", folder, name);
	f = fopen(path, "wb");
	assert_non_null(f);
	fwrite(png->s, 1, png->len, f);
	fclose(f);
}

static void a_board_becomes_a_png_of_the_width_asked_for(void **unused)
{
	static struct scene s;
	struct buf out;
	struct why why = { 0 };

	(void)unused;
	make_scene(&s);
	buf_init(&out, PICTURE_MAX_BYTES);
	assert_false(picture_render(&out, &s, 960, NULL, &why));
	see("board", &out);
	assert_true(out.len > 1000 && out.len < 60000);
	assert_memory_equal(out.s, "\x89PNG\r\n\x1a\n", 8);
	assert_memory_equal(out.s + 12, "IHDR", 4);
	assert_int_equal(be32(out.s + 16), 960);
	assert_true(be32(out.s + 20) >= 960);
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

/* two figures in opposite corners: all of the board is used */
static void make_wide(struct scene *s)
{
	memset(s, 0, sizeof(*s));
	s->w = s->h = 3937;
	add_piece(s, "A1", 0, 60, 60, 0);
	add_piece(s, "B1", 1, 3870, 3870, 0);
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

		make_wide(&s);
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
	make_wide(&s);
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
	/* what is used of the board is not wider than what can be read */
	s.n_pieces = 0;
	s.w = s.h = 3937;
	s.n_traces = 0;
	add_traces(&s, SCENE_HIT, 500, 500, 600, 500);
	assert_false(scene_near(&s, &b));
	buf_release(&out);
}

static void both_pictures_of_a_mail_are_small(void **unused)
{
	static struct scene s;
	struct buf near, whole;

	(void)unused;
	make_scene(&s);
	buf_init(&near, PICTURE_MAX_BYTES);
	buf_init(&whole, PICTURE_MAX_BYTES);
	assert_false(picture_near(&near, &s, NULL, NULL));
	assert_false(picture_render(&whole, &s, PICTURE_WIDTH, NULL, NULL));
	see("near", &near);
	see("whole", &whole);
	assert_int_equal(be32(near.s + 16), PICTURE_WIDTH);
	assert_in_range(be32(near.s + 20), 200, PICTURE_WIDTH);
	assert_int_equal(be32(whole.s + 16), PICTURE_WIDTH);
	/* every kind of terrain and 20 figures, more than any game has */
	assert_in_range(near.len + whole.len, 1000, 36 * 1024);
	buf_release(&near);
	buf_release(&whole);
}

/* squares of every ground, with chests, doors and figures */
static void make_floor(struct scene *s, struct floor *f)
{
	memset(f, 0, sizeof(*f));
	f->columns = 20;
	f->rows = 13;
	for (int r = 1; r <= f->rows; r++)
		for (int c = 1; c <= f->columns; c++) {
			struct floor_cell *cell = &f->cell[r][c];

			cell->ground =
				(r * 7 + c * 3) % 11
					? FLOOR_CLEAR
					: (enum floor_ground)((r + c) %
							      N_FLOOR_GROUNDS);
			cell->cost = 3;
			cell->east =
				c % 5   ? FLOOR_OPEN
				: r % 4 ? FLOOR_WALL
					: (enum floor_edge)(FLOOR_DOOR_WOOD +
							    c / 5 % 3);
			cell->south =
				r % 6 || c % 4 == 2 ? FLOOR_OPEN : FLOOR_WALL;
		}
	f->thing[f->n_things++] =
		(struct floor_thing){ .chest = true,
				      .column = 7,
				      .row = 2,
				      .label = STR("K1"),
				      .facing = 90,
				      .reachable = { true, true, true },
				      .mark = STR("?") };
	f->thing[f->n_things++] = (struct floor_thing){
		.column = 11, .row = 8, .label = STR("W2"), .rank = 2
	};
	memset(s, 0, sizeof(*s));
	s->floor = f;
	s->w = f->columns * SCENE_SQUARE;
	s->h = f->rows * SCENE_SQUARE;
	for (int i = 0; i < 6; i++) {
		add_piece(s, i % 2 ? "B2" : "A1", i % 2, 250 + 300 * i,
			  350 + 100 * (i % 3), 45 * i);
		s->piece[i].base = geo_disc(s->piece[i].dot, 34);
		s->piece[i].emblem = ART_SWORD;
	}
}

static void a_board_of_squares_becomes_a_png(void **unused)
{
	static struct scene s;
	static struct floor f;
	static const int widths[] = { PICTURE_WIDTH, 480, 601 };
	struct buf out;

	(void)unused;
	buf_init(&out, PICTURE_MAX_BYTES);
	make_floor(&s, &f);
	for (size_t i = 0; i < ARRAY_LEN(widths); i++) {
		buf_clear(&out);
		assert_false(picture_render(&out, &s, widths[i], NULL, NULL));
		assert_int_equal(be32(out.s + 16), widths[i]);
		assert_in_range(out.len, 1000, 28 * 1024);
		if (!i)
			see("floor", &out);
	}
	buf_release(&out);
}

/* of a zone, its row is as high as its fullest one */
static void make_zones(struct scene *s, struct zone_board *z)
{
	static const char *const names[] = { "Warlock", "Dark Assassin",
					     "Goran", "Steelclaw Grizzly" };

	memset(s, 0, sizeof(*s));
	memset(z, 0, sizeof(*z));
	s->zones = z;
	z->columns = 4;
	z->rows = 3;
	for (int i = 0; i < 7; i++)
		z->thing[z->n++] = (struct zone_board_thing){
			.shape =
				i < 2 ? ZONE_BOARD_LEADER : ZONE_BOARD_CREATURE,
			.label = STR("#4"),
			.name = str_of(names[i % 4]),
			.marks = i == 3 ? STR("Burn 2, Daze") : STR(""),
			.came = i == 2 ? STR("A1") : STR(""),
			.owner = i % 2,
			.column = i % 3,
			.row = i == 5 ? 0 : 1 + i % 2,
			.active = i % 2,
			.guard = i == 3,
			.flying = i == 4,
			.damage = 3 * i,
			.life = 24,
			.mana = i < 2 ? 14 : -1,
			.n_notes = i % 3,
			.emblem = ART_FIRE,
		};
	z->thing[z->n++] = (struct zone_board_thing){ .place = ZONE_BOARD_EAST,
						      .label = STR("#9"),
						      .column = 1,
						      .row = 1,
						      .life = 10,
						      .mana = -1 };
}

static void zones_without_a_thing_shrink_in_mails(void **unused)
{
	static struct scene s;
	static struct zone_board z;
	struct buf out;
	int column, row;

	(void)unused;
	make_zones(&s, &z);
	buf_init(&out, PICTURE_MAX_BYTES);
	assert_false(picture_render(&out, &s, PICTURE_WIDTH, NULL, NULL));
	see("zones", &out);
	assert_in_range(out.len, 1000, 28 * 1024);
	/* on the page all are equally wide, also those of the last column */
	assert_true(picture_place(&s, 600, 450, 20, &column, &row));
	assert_int_equal(column, 3);
	assert_true(picture_place(&s, 600, 440, 20, &column, &row));
	assert_int_equal(column, 2);
	buf_release(&out);
}

/* without colour, too; seats from the fifth on have a rim besides */
static void plates_tell_the_seats_apart(void **unused)
{
	(void)unused;
	for (int i = 0; i <= SCENE_NOBODY; i++)
		for (int k = 0; k < i; k++)
			assert_int_equal(seat_style(i)->plate ==
						 seat_style(k)->plate,
					 i != SCENE_NOBODY && i % 4 == k % 4);
}

/* in pixels, where this sketch is shown 360 pixels wide; 0: no letters */
static double smallest_letters(const struct buf *sketch)
{
	int32_t width;
	size_t at = sizeof(struct picture_head);
	double least = 0;
	const struct stroke *one;
	const void *body;

	memcpy(&width, sketch->s, sizeof(width));
	while ((one = stroke_next(buf_str(sketch), &at, &body)))
		if (one->kind == STROKE_TEXT &&
		    (least == 0 || (double)one->r * 360 / width < least))
			least = (double)one->r * 360 / width;
	return least;
}

static void letters_can_be_read_on_a_telephone(void **unused)
{
	static struct scene s[3];
	static struct floor f;
	static struct zone_board z;
	static const int widths[] = { PICTURE_MIN_WIDTH, PICTURE_WIDTH, 1200 };
	struct pictures *sketched = pictures_sketched();
	struct buf out;

	(void)unused;
	make_scene(&s[0]);
	make_floor(&s[1], &f);
	make_zones(&s[2], &z);
	buf_init(&out, PICTURE_MAX_BYTES);
	for (size_t i = 0; i < 3 * ARRAY_LEN(widths); i++) {
		buf_clear(&out);
		assert_false(picture_render(&out, &s[i % 3], widths[i / 3],
					    sketched, NULL));
		assert_true(smallest_letters(&out) >= 9);
	}
	buf_clear(&out);
	assert_false(picture_near(&out, &s[0], sketched, NULL));
	assert_true(smallest_letters(&out) >= 9);
	buf_release(&out);
	pictures_release(sketched);
}

static void margins_where_nothing_is_are_left_out(void **unused)
{
	static struct scene s;
	struct box b;

	(void)unused;
	s.w = s.h = 3937;
	add_piece(&s, "A1", 0, 1700, 1250, 0);
	add_piece(&s, "B1", 1, 2900, 2300, 0);
	b = scene_used(&s);
	assert_int_equal(b.x0, 1500);
	assert_int_equal(b.x1, 3500);
	assert_int_equal(b.y0, 1000);
	assert_int_equal(b.y1, 2500);
	/* a lone figure in a corner is not drawn as large as a plate */
	s.n_pieces = 1;
	s.piece[0].dot = (struct vec){ 60, 60 };
	b = scene_used(&s);
	assert_int_equal(b.x0, 0);
	assert_int_equal(b.x1, 1000);
	assert_int_equal(b.y1, 500);
	/* a row of them is no strip */
	s.n_pieces = 2;
	s.piece[1].dot = (struct vec){ 3860, 60 };
	b = scene_used(&s);
	assert_int_equal(b.x1, 3937);
	assert_int_equal(b.y1, 3937 / 2);
	/* while starting areas matter, all of it */
	add_area(&s, SCENE_WALL, "T1", 0, 0, 3937, 300);
	s.owner[0].zone = s.area[0].shape;
	s.n_areas = 0;
	b = scene_used(&s);
	assert_int_equal(b.x1 - b.x0, 3937);
}

static void the_same_board_gives_the_same_bytes(void **unused)
{
	static struct scene s;
	struct pictures *kept = pictures_make();
	struct buf a, b;

	(void)unused;
	make_scene(&s);
	buf_init(&a, PICTURE_MAX_BYTES);
	buf_init(&b, PICTURE_MAX_BYTES);
	/* also on a ground that was painted before */
	for (int i = 0; i < 20; i++) {
		struct scene_piece *p = &s.piece[i % s.n_pieces];

		p->facing = (p->facing + 23 * i) % 360;
		p->wounds = i % 5;
		s.n_areas = 3 + i % 4;
		buf_clear(&a);
		buf_clear(&b);
		assert_false(picture_render(&a, &s, 600, NULL, NULL));
		assert_false(picture_render(&b, &s, 600, kept, NULL));
		assert_true(str_equal(buf_str(&a), buf_str(&b)));
	}
	/* and another board others: here an item was taken up */
	s.n_items--;
	buf_clear(&b);
	assert_false(picture_render(&b, &s, 600, kept, NULL));
	assert_false(str_equal(buf_str(&a), buf_str(&b)));
	pictures_release(kept);
	buf_release(&a);
	buf_release(&b);
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

/* n bars of colours that differ */
static void paint_bars(int n, struct buf *out)
{
	struct canvas *c = canvas_make(4 * n, 800, 0xffffffff);

	for (int i = 0; i < n; i++) {
		canvas_box(c, 4 * i, 0, 4, 800);
		canvas_paint(c, 0xff000000 | (uint32_t)i * 0x0a3f71, 0, 0, 0);
	}
	buf_init(out, PICTURE_MAX_BYTES);
	assert_false(canvas_png(c, NULL, out, NULL));
	canvas_release(c);
}

static void a_palette_has_few_colours(void **unused)
{
	static const struct {
		int bars, colours;
	} rows[] = { { 5, 5 }, { 12, 12 }, { 13, 13 }, { 200, 16 } };

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct buf out;

		paint_bars(rows[i].bars, &out);
		assert_int_equal(out.s[25], 3); /* palette */
		assert_int_equal(out.s[24], 4); /* bits of a pixel */
		assert_memory_equal(out.s + 37, "PLTE", 4);
		assert_int_equal(be32(out.s + 33), 3 * rows[i].colours);
		buf_release(&out);
	}
}

/* dots of many colours: a mail has room for fewer of them */
static void a_large_picture_has_fewer_colours(void **unused)
{
	struct canvas *c = canvas_make(601, 400, 0xffffffff);
	uint32_t x = 1;
	struct buf out;

	(void)unused;
	for (int i = 0; i < 12000; i++) {
		x = x * 1664525 + 1013904223;
		canvas_box(c, x >> 8 & 0x1ff, x >> 17 & 0x1ff, 3, 3);
		canvas_paint(c, 0xff000000 | (x & 0xe0e0e0), 0, 0, 0);
	}
	buf_init(&out, PICTURE_MAX_BYTES);
	assert_false(canvas_png(c, NULL, &out, NULL));
	assert_int_equal(be32(out.s + 33), 3 * 10);
	buf_release(&out);
	canvas_release(c);
}

/* the same shapes, as SVG, and what can be tapped there */
static void the_same_drawing_is_written_as_svg(void **unused)
{
	static struct scene s;
	struct buf out;

	(void)unused;
	make_scene(&s);
	buf_init(&out, PICTURE_MAX_BYTES);
	assert_false(picture_svg(&out, &s, 960, "b", NULL));
	buf_addc(&out, 0);
	assert_non_null(strstr(out.s, "viewBox=\"0 0 960 960\""));
	assert_non_null(strstr(out.s, "<g data-label=\"A12\">"));
	assert_non_null(strstr(out.s, "<g data-label=\"T2\">"));
	assert_non_null(strstr(out.s, ">I1</text>"));
	assert_null(strstr(out.s, "style="));
	buf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_board_becomes_a_png_of_the_width_asked_for),
		cmocka_unit_test(both_pictures_of_a_mail_are_small),
		cmocka_unit_test(a_board_of_squares_becomes_a_png),
		cmocka_unit_test(zones_without_a_thing_shrink_in_mails),
		cmocka_unit_test(plates_tell_the_seats_apart),
		cmocka_unit_test(letters_can_be_read_on_a_telephone),
		cmocka_unit_test(margins_where_nothing_is_are_left_out),
		cmocka_unit_test(the_same_board_gives_the_same_bytes),
		cmocka_unit_test(a_picture_that_does_not_fit_is_an_error),
		cmocka_unit_test(what_happened_is_shown_from_near_and_whole),
		cmocka_unit_test(a_melee_is_shown_whole_where_one_of_it_fought),
		cmocka_unit_test(
			what_the_whole_board_shows_as_well_is_not_shown_twice),
		cmocka_unit_test(a_palette_has_few_colours),
		cmocka_unit_test(a_large_picture_has_fewer_colours),
		cmocka_unit_test(the_same_drawing_is_written_as_svg),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
