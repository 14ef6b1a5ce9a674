/*
 * src/games/dungeons/report/tile_picture.c - draws a loose tile that is not
 * placed yet
 */
#include "games/dungeons/report/report_private.h"
#include "report/picture/scene.h"
#include "report/picture/ascii_board.h"

enum { DOOR_WORDS = 5, DRAWING_MAX = 4096 };

/* what a square is, and on which sides it is open: bits by N, E, S, W */
struct tile {
	const int32_t *square, *door;
	int w, h, n_doors;
};

enum side { NORTH, EAST, SOUTH, WEST };

static bool is_open(const struct tile *t, int x, int y, enum side side)
{
	return 0 <= x && x < t->w && 0 <= y && y < t->h &&
	       t->square[y * t->w + x] >> (8 + (int)side) & 1;
}

/* between a square and the one east or south of it, which may be outside */
static enum floor_edge edge_of(const struct tile *t, int x, int y, bool south)
{
	int to_x = x + !south, to_y = y + south;
	bool here = is_open(t, x, y, south ? SOUTH : EAST);
	bool there = is_open(t, to_x, to_y, south ? NORTH : WEST);
	bool border = x < 0 || y < 0 || to_x == t->w || to_y == t->h;

	for (int i = 0; i < t->n_doors; i++) {
		const int32_t *d = t->door + DOOR_WORDS * i;

		if (d[0] == x && d[1] == y && (d[2] == DG_S) == south)
			return d[4] != DG_CLOSED ? FLOOR_DOOR_OPEN
			       : d[3] == DG_WOOD ? FLOOR_DOOR_WOOD
						 : FLOOR_DOOR_IRON;
	}
	if (border)
		return here || there ? FLOOR_MOUTH : FLOOR_WALL;
	return here ? FLOOR_OPEN : FLOOR_WALL;
}

static void cell_fill(const struct tile *t, int x, int y,
		      struct floor_cell *cell)
{
	bool inside = x >= 0 && y >= 0;
	int ground = inside ? t->square[y * t->w + x] & 0xff : DG_ROCK;

	cell->ground =
		ground < DG_COST_3 ? (enum floor_ground)ground : FLOOR_COST;
	cell->cost = ground < DG_COST_3 ? 0 : ground - DG_COST_3 + 3;
	cell->east = y < 0 ? FLOOR_OPEN : edge_of(t, x, y, false);
	cell->south = x < 0 ? FLOOR_OPEN : edge_of(t, x, y, true);
}

struct str dungeons_tile_drawn(struct arena *a, const struct event *e)
{
	struct floor *f = ARENA_NEW(a, struct floor);
	struct scene s = { .floor = f };
	struct tile t;
	struct buf b;
	struct str out;
	int n, n_size, n_door;
	const int32_t *size = event_words(e, DG_EV_TILE_DEFINED_SIZE, &n_size);

	t.square = event_words(e, DG_EV_TILE_DEFINED_SQUARES, &n);
	t.door = event_words(e, DG_EV_TILE_DEFINED_DOORS, &n_door);
	t.n_doors = n_door / DOOR_WORDS;
	if (n_size != 2 || size[0] < 1 || size[0] > DG_TILE_SIDE ||
	    size[1] < 1 || size[1] > DG_TILE_SIDE || n != size[0] * size[1])
		return STR("");
	f->columns = t.w = size[0];
	f->rows = t.h = size[1];
	for (int y = -1; y < t.h; y++)
		for (int x = -1; x < t.w; x++)
			cell_fill(&t, x, y, &f->cell[y + 1][x + 1]);
	buf_init(&b, DRAWING_MAX);
	ascii_board_render(&b, &s);
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}
