/* src/games/dungeons/rules/map.c */
#include "games/dungeons/rules/map.h"
#include "base/parse.h"

enum { SIDES = 4, ID_LEN = 4, NAME_LEN = 24 };

/* an edge as it is drawn */
enum edge { WALL, OPEN, LIMIT, MOUTH, WOOD, IRON, BROKEN, N_EDGES };

struct section {
	struct str id;
	int kind, x0, y0, x1, y1;
};

struct mouth {
	struct str id;
	int x0, y0, x1, y1, side;
};

struct drawing {
	struct buf *fault;
	int *line;
	struct str name, title;
	bool tile;
	int w, h;
	int n_sections, n_mouths;
	size_t n_stairs;
	char stairs[200]; /* "B3 other C4", a line each */
	struct section section[DG_MAX_SECTIONS];
	struct mouth mouth[DG_MAX_MOUTHS];
	unsigned char terrain[DG_WIDTH][DG_WIDTH];
	signed char owner[DG_WIDTH][DG_WIDTH]; /* section, -1 none */
	/* the upright edge left of a square, the lying one above it */
	unsigned char upright[DG_WIDTH][DG_WIDTH + 1];
	unsigned char lying[DG_WIDTH + 1][DG_WIDTH];
};

#define wrong(d, ...)                                                          \
	((d)->fault->len ? false                                               \
			 : (buf_addf((d)->fault, "line %d: ", *(d)->line),     \
			    buf_addf((d)->fault, __VA_ARGS__), false))

/* --- words ------------------------------------------------------------- */

static bool word_next(struct str *rest, struct str *word)
{
	size_t n = 0;

	*rest = parse_trim(*rest);
	while (n < rest->len && rest->s[n] != ' ' && rest->s[n] != '\t')
		n++;
	*word = (struct str){ rest->s, n };
	rest->s += n;
	rest->len -= n;
	return n > 0;
}

/* DG-GEO-01: "C7" */
static bool square_read(struct str s, int *x, int *y)
{
	int64_t row;
	size_t n = 0;

	for (*x = 0; n < s.len && n < 2 && 'A' <= s.s[n] && s.s[n] <= 'Z'; n++)
		*x = *x * 26 + s.s[n] - 'A' + 1;
	if (!n ||
	    !parse_int((struct str){ s.s + n, s.len - n }, 1, DG_WIDTH, &row))
		return false;
	--*x;
	*y = (int)row - 1;
	return *x < DG_WIDTH;
}

/* "A1-E5": upper left to lower right, on the board */
static bool area_read(struct drawing *d, struct str s, int v[4])
{
	struct str from;

	if (parse_field(&s, '-', &from) && square_read(from, &v[0], &v[1]) &&
	    square_read(s, &v[2], &v[3]) && v[0] <= v[2] && v[1] <= v[3] &&
	    v[2] < d->w && v[3] < d->h)
		return true;
	return wrong(d, "squares such as A1-E5, on the board, are expected");
}

static bool id_read(struct drawing *d, struct str *rest, struct str *id)
{
	if (!word_next(rest, id) || id->len > ID_LEN)
		return wrong(d, "a name of at most %d letters is expected",
			     ID_LEN);
	return true;
}

/* --- the lines before the drawing -------------------------------------- */

static bool size_line(struct drawing *d, struct str rest)
{
	struct str w, h;
	int64_t x, y;

	if (!word_next(&rest, &w) || !word_next(&rest, &h) ||
	    !parse_int(w, 1, DG_WIDTH, &x) || !parse_int(h, 1, DG_WIDTH, &y))
		return wrong(d, "SIZE has columns and rows, at most %d",
			     DG_WIDTH);
	d->w = (int)x;
	d->h = (int)y;
	return true;
}

static bool section_line(struct drawing *d, struct str rest)
{
	struct section *c = &d->section[d->n_sections];
	struct str kind, area;
	int v[4], w, h;

	if (d->n_sections == (d->tile ? 1 : DG_MAX_SECTIONS))
		return wrong(d, "too many sections");
	if (!id_read(d, &rest, &c->id))
		return false;
	if (!word_next(&rest, &kind) || !word_next(&rest, &area) ||
	    (!str_is(kind, "chamber") && !str_is(kind, "corridor")))
		return wrong(d, "a section is a corridor or a chamber");
	if (!area_read(d, area, v))
		return false;
	c->kind = str_is(kind, "chamber") ? DG_CHAMBER : DG_CORRIDOR;
	c->x0 = v[0];
	c->y0 = v[1];
	c->x1 = v[2];
	c->y1 = v[3];
	w = v[2] - v[0] + 1;
	h = v[3] - v[1] + 1;
	if (c->kind == DG_CHAMBER ? w != 5 || h != 5
				  : !(w == 5 && h == 3) && !(w == 3 && h == 5))
		return wrong(d, "section %.*s is not of the size of its kind",
			     STR_ARG(c->id));
	for (int y = c->y0; y <= c->y1; y++)
		for (int x = c->x0; x <= c->x1; x++) {
			if (d->owner[y][x] >= 0)
				return wrong(d,
					     "a square of %.*s lies in "
					     "another section too",
					     STR_ARG(c->id));
			d->owner[y][x] = (signed char)d->n_sections;
		}
	d->n_sections++;
	return true;
}

static bool mouth_line(struct drawing *d, struct str rest)
{
	static const char names[] = "NESW";
	struct mouth *m = &d->mouth[d->n_mouths];
	struct str area, side;
	const char *p;
	int v[4];

	if (d->n_mouths == DG_MAX_MOUTHS)
		return wrong(d, "too many mouths");
	if (!id_read(d, &rest, &m->id) || !word_next(&rest, &area) ||
	    !word_next(&rest, &side))
		return wrong(d, "a mouth has squares and a side");
	p = side.len == 1 ? strchr(names, side.s[0]) : NULL;
	if (!p)
		return wrong(d, "a side is N, E, S or W");
	m->side = 2 * (int)(p - names);
	if (!area_read(d, area, v))
		return false;
	m->x0 = v[0];
	m->y0 = v[1];
	m->x1 = v[2];
	m->y1 = v[3];
	if (m->side == DG_N || m->side == DG_S ? v[1] != v[3] : v[0] != v[2])
		return wrong(d, "the squares of mouth %.*s lie on one side",
			     STR_ARG(m->id));
	d->n_mouths++;
	return true;
}

/* STAIRS a B3 other-map C4 (campaigns) */
static bool stairs_line(struct drawing *d, struct str rest)
{
	struct str id, from, map, to;
	int x, y;

	if (!id_read(d, &rest, &id) || !word_next(&rest, &from) ||
	    !word_next(&rest, &map) || !word_next(&rest, &to) ||
	    !square_read(from, &x, &y) || x >= d->w || y >= d->h ||
	    !square_read(to, &x, &y))
		return wrong(d, "stairs have a name, a square, a map and a "
				"square of it");
	if (d->n_stairs + from.len + map.len + to.len + 3 > sizeof(d->stairs))
		return wrong(d, "too many stairs");
	for (int i = 0; i < 3; i++) {
		struct str part = i == 0 ? from : i == 1 ? map : to;

		if (i || d->n_stairs)
			d->stairs[d->n_stairs++] = i ? ' ' : '\n';
		memcpy(d->stairs + d->n_stairs, part.s, part.len);
		d->n_stairs += part.len;
	}
	return true;
}

/* --- the drawing ------------------------------------------------------- */

static int edge_of(char c, bool lying)
{
	static const char upright_[] = "| :=wi/", lying_[] = "- .=wi/";
	const char *all = lying ? lying_ : upright_, *p = strchr(all, c);

	return c && p ? (int)(p - all) : -1;
}

static char char_at(struct str line, size_t i)
{
	return i < line.len ? line.s[i] : ' ';
}

/* "+---+-w-+   +" after four characters of label */
static bool lying_line(struct drawing *d, struct str line, int y)
{
	for (int x = 0; x < d->w; x++) {
		size_t at = 5 + 4 * (size_t)x;
		char c = char_at(line, at + 1), side = char_at(line, at);
		int e = edge_of(c, true);

		if (e < 0 || side != char_at(line, at + 2) ||
		    edge_of(side, true) !=
			    (e == WOOD || e == IRON || e == BROKEN ? WALL : e))
			return wrong(d,
				     "the edge above column %c is not drawn "
				     "as one",
				     'A' + x % 26);
		d->lying[y][x] = (unsigned char)e;
	}
	return true;
}

/* "| .   2 w ~ |" after four characters of label; rock is ### */
static bool square_line(struct drawing *d, struct str line, int y)
{
	for (int x = 0; x <= d->w; x++) {
		size_t at = 4 + 4 * (size_t)x;
		int e = edge_of(char_at(line, at), false), t;

		if (e < 0)
			return wrong(d,
				     "the edge left of column %c is not "
				     "drawn as one",
				     'A' + x % 26);
		d->upright[y][x] = (unsigned char)e;
		if (x == d->w)
			break;
		t = char_at(line, at + 2) == '#'
			    ? DG_ROCK
			    : dg_terrain_of(char_at(line, at + 2));
		if (t < 0)
			return wrong(d, "there is no terrain '%c'",
				     char_at(line, at + 2));
		if ((t == DG_ROCK) != (char_at(line, at + 1) == '#'))
			return wrong(d, "rock is drawn ###");
		d->terrain[y][x] = (unsigned char)t;
	}
	return true;
}

static bool grid_read(struct drawing *d, struct str *text)
{
	struct str line;

	if (!d->w)
		return wrong(d, "SIZE stands before GRID");
	for (int i = -1; i < 2 * d->h + 1; i++) {
		if (!parse_line(text, &line))
			return wrong(d, "the drawing ends too early");
		++*d->line;
		if (i < 0)
			continue; /* the letters of the columns */
		if (i % 2 ? !square_line(d, line, i / 2)
			  : !lying_line(d, line, i / 2))
			return false;
	}
	return true;
}

/* --- what a map must be (DG-MAP-04) ------------------------------------ */

static bool map_solid(const struct drawing *d, int x, int y)
{
	return x < 0 || y < 0 || x >= d->w || y >= d->h ||
	       d->terrain[y][x] == DG_ROCK;
}

/* the edge of a square towards a side, as drawn */
static enum edge edge_at(const struct drawing *d, int x, int y, int side)
{
	switch (side) {
	case DG_N: return d->lying[y][x];
	case DG_S: return d->lying[y + 1][x];
	case DG_W: return d->upright[y][x];
	default: return d->upright[y][x + 1];
	}
}

static int step_x(int side)
{
	return (side == DG_E) - (side == DG_W);
}

static int step_y(int side)
{
	return (side == DG_S) - (side == DG_N);
}

static bool is_door(enum edge e)
{
	return e >= WOOD;
}

/* does a wall, or rock, meet this end of the edge east or south of (x, y)? */
static bool end_framed(const struct drawing *d, int x, int y, int side, int end)
{
	int across = side == DG_E ? (end ? DG_S : DG_N) : (end ? DG_E : DG_W);
	int bx = x + step_x(side), by = y + step_y(side);
	int cx = x + step_x(across), cy = y + step_y(across);

	return map_solid(d, cx, cy) ||
	       map_solid(d, cx + step_x(side), cy + step_y(side)) ||
	       edge_at(d, x, y, across) == WALL ||
	       edge_at(d, bx, by, across) == WALL ||
	       edge_at(d, cx, cy, side) == WALL;
}

static bool edge_check(struct drawing *d, int x, int y, int side)
{
	int bx = x + step_x(side), by = y + step_y(side);
	enum edge e = edge_at(d, x, y, side);
	bool same;

	if (map_solid(d, x, y) && map_solid(d, bx, by))
		return true;
	if (map_solid(d, x, y) || map_solid(d, bx, by))
		return !is_door(e) || wrong(d, "a door leads into rock");
	if (e == MOUTH)
		return wrong(d, "a mouth at %c%d lies inside", 'A' + x % 26,
			     y + 1);
	same = d->owner[y][x] == d->owner[by][bx];
	if (same ? e == LIMIT : e == OPEN)
		return wrong(d,
			     "the limit of sections at %c%d is not drawn "
			     "where it is",
			     'A' + x % 26, y + 1);
	if (is_door(e) &&
	    (!end_framed(d, x, y, side, 0) || !end_framed(d, x, y, side, 1)))
		return wrong(d, "the door at %c%d stands free", 'A' + x % 26,
			     y + 1);
	return true;
}

/* squares that a mouth leads to, doors open: all that can be entered */
static bool reach_check(struct drawing *d)
{
	static const int sides[SIDES] = { DG_N, DG_E, DG_S, DG_W };
	bool seen[DG_WIDTH][DG_WIDTH] = { { false } };
	short queue[DG_SQUARES];
	int n = 0;

	for (int i = 0; i < d->n_mouths; i++)
		for (int y = d->mouth[i].y0; y <= d->mouth[i].y1; y++)
			for (int x = d->mouth[i].x0; x <= d->mouth[i].x1; x++)
				if (!seen[y][x]) {
					seen[y][x] = true;
					queue[n++] = (short)(y * DG_WIDTH + x);
				}
	for (int i = 0; i < n; i++)
		for (int k = 0; k < SIDES; k++) {
			int x = queue[i] % DG_WIDTH, y = queue[i] / DG_WIDTH;
			int bx = x + step_x(sides[k]);
			int by = y + step_y(sides[k]);

			if (map_solid(d, bx, by) || seen[by][bx] ||
			    d->terrain[by][bx] == DG_BLOCKING ||
			    d->terrain[by][bx] == DG_CHASM ||
			    edge_at(d, x, y, sides[k]) == WALL)
				continue;
			seen[by][bx] = true;
			queue[n++] = (short)(by * DG_WIDTH + bx);
		}
	for (int y = 0; y < d->h; y++)
		for (int x = 0; x < d->w; x++)
			if (!map_solid(d, x, y) && !seen[y][x] &&
			    d->terrain[y][x] != DG_BLOCKING &&
			    d->terrain[y][x] != DG_CHASM)
				return wrong(d, "%c%d cannot be reached",
					     'A' + x % 26, y + 1);
	return true;
}

static bool mouths_check(struct drawing *d)
{
	for (int i = 0; i < d->n_mouths; i++) {
		const struct mouth *m = &d->mouth[i];

		for (int y = m->y0; y <= m->y1; y++)
			for (int x = m->x0; x <= m->x1; x++)
				if (map_solid(d, x, y) ||
				    !map_solid(d, x + step_x(m->side),
					       y + step_y(m->side)) ||
				    edge_at(d, x, y, m->side) != MOUTH)
					return wrong(d,
						     "mouth %.*s is not "
						     "drawn there",
						     STR_ARG(m->id));
	}
	return true;
}

static bool drawing_check(struct drawing *d)
{
	if (!d->n_sections)
		return wrong(d, "there is no SECTION");
	for (int y = 0; y < d->h; y++)
		for (int x = 0; x < d->w; x++)
			if (!map_solid(d, x, y) && d->owner[y][x] < 0)
				return wrong(d, "%c%d is in no section",
					     'A' + x % 26, y + 1);
	for (int y = -1; y < d->h; y++)
		for (int x = -1; x < d->w; x++)
			if ((y >= 0 && !edge_check(d, x, y, DG_E)) ||
			    (x >= 0 && !edge_check(d, x, y, DG_S)))
				return false;
	if (d->tile)
		return (d->w == d->section[0].x1 + 1 &&
			d->h == d->section[0].y1 + 1) ||
		       wrong(d, "a tile is one section");
	return mouths_check(d) && reach_check(d);
}

/* --- the events -------------------------------------------------------- */

/* open towards N, E, S, W: a bit each */
static int32_t sides_of(const struct drawing *d, int x, int y)
{
	static const int sides[SIDES] = { DG_N, DG_E, DG_S, DG_W };
	int32_t open = 0;

	for (int k = 0; k < SIDES; k++) {
		bool out = map_solid(d, x + step_x(sides[k]),
				     y + step_y(sides[k]));
		enum edge e = edge_at(d, x, y, sides[k]);

		/* DG-GEO-04 */
		if (out ? e == MOUTH : e != WALL)
			open |= 1 << k;
	}
	return open;
}

static int squares_of(const struct drawing *d, int32_t *w)
{
	int n = 0;

	for (int y = 0; y < d->h; y++)
		for (int x = 0; x < d->w; x++)
			w[n++] = map_solid(d, x, y)
					 ? DG_ROCK
					 : d->terrain[y][x] |
						   sides_of(d, x, y) << 8 |
						   (d->tile ? 0
							    : d->owner[y][x]
								      << 16);
	return n;
}

/* x y side kind state of every door, in reading order; -1: too many */
static int doors_of(const struct drawing *d, int32_t *w)
{
	int n = 0;

	for (int y = 0; y < d->h; y++)
		for (int x = 0; x < d->w; x++)
			for (int side = DG_E; side <= DG_S; side += 2) {
				enum edge e = edge_at(d, x, y, side);

				if (!is_door(e) || map_solid(d, x, y))
					continue;
				if (n == DG_MAX_DOORS)
					return -1;
				w[5 * n] = x;
				w[5 * n + 1] = y;
				w[5 * n + 2] = side;
				w[5 * n + 3] = e == IRON ? DG_IRON : DG_WOOD;
				w[5 * n++ + 4] =
					e == BROKEN ? DG_OPEN : DG_CLOSED;
			}
	return n;
}

static bool map_event(struct drawing *d, struct event *e)
{
	int32_t squares[DG_SQUARES], list[6 * DG_MAX_SECTIONS];
	int32_t door[5 * DG_MAX_DOORS];
	int n = squares_of(d, squares), n_doors = doors_of(d, door);
	char key[4 + NAME_LEN + 1] = "map/";

	memcpy(key + 4, d->name.s, d->name.len);
	if (n_doors < 0)
		return wrong(d, "too many doors");
	if (n + 6 * (d->n_sections + d->n_mouths + n_doors) >
	    EVENT_MAX_WORDS - 32)
		return wrong(d, "the map is too large");
	event_start(e, DG_EV_BOARD_LAID, DG_MAP_01);
	event_put_text(e, DG_EV_BOARD_LAID_KEY,
		       (struct str){ key, 4 + d->name.len });
	event_put_point(e, DG_EV_BOARD_LAID_AT, 0, 0);
	event_put_point(e, DG_EV_BOARD_LAID_SIZE, d->w, d->h);
	event_put_ints(e, DG_EV_BOARD_LAID_SQUARES, squares, n);
	for (int i = 0; i < d->n_sections; i++) {
		const struct section *c = &d->section[i];
		int32_t v[6] = { dg_id(c->id), c->kind, c->x0,
				 c->y0,        c->x1,   c->y1 };

		memcpy(list + 6 * i, v, sizeof(v));
	}
	event_put_ints(e, DG_EV_BOARD_LAID_SECTIONS, list, 6 * d->n_sections);
	for (int i = 0; i < d->n_mouths; i++) {
		const struct mouth *m = &d->mouth[i];
		int32_t v[6] = { dg_id(m->id), m->x0, m->y0,
				 m->x1,        m->y1, m->side };

		memcpy(list + 6 * i, v, sizeof(v));
	}
	event_put_ints(e, DG_EV_BOARD_LAID_MOUTHS, list, 6 * d->n_mouths);
	for (int i = 0; i < n_doors; i++) {
		list[6 * i] = label_of('D', i + 1);
		memcpy(list + 6 * i + 1, door + 5 * i, 5 * sizeof(*door));
	}
	event_put_ints(e, DG_EV_BOARD_LAID_DOORS, list, 6 * n_doors);
	event_put_text(e, DG_EV_BOARD_LAID_STAIRS,
		       (struct str){ d->stairs, d->n_stairs });
	return true;
}

static bool tile_event(struct drawing *d, struct event *e)
{
	int32_t squares[DG_SQUARES], door[5 * DG_MAX_DOORS];
	int n = squares_of(d, squares), n_doors = doors_of(d, door);

	if (n_doors < 0 || n_doors > DG_TILE_DOORS)
		return wrong(d, "too many doors");
	event_start(e, DG_EV_TILE_DEFINED, DG_MAP_05);
	event_put(e, DG_EV_TILE_DEFINED_TILE, dg_id(d->name));
	event_put(e, DG_EV_TILE_DEFINED_KIND, d->section[0].kind);
	event_put_text(e, DG_EV_TILE_DEFINED_TITLE, d->title);
	event_put_point(e, DG_EV_TILE_DEFINED_SIZE, d->w, d->h);
	event_put_ints(e, DG_EV_TILE_DEFINED_SQUARES, squares, n);
	event_put_ints(e, DG_EV_TILE_DEFINED_DOORS, door, 5 * n_doors);
	return true;
}

/* --- a whole map ------------------------------------------------------- */

static bool head_line(struct drawing *d, struct str line)
{
	struct str word, rest = line;

	if (!word_next(&rest, &word))
		return true;
	rest = parse_trim(rest);
	if (str_is(word, "MAP") || str_is(word, "TILE")) {
		d->tile = str_is(word, "TILE");
		d->name = rest;
		if (!rest.len || rest.len > (d->tile ? 3 : NAME_LEN))
			return wrong(d,
				     "a name of at most %d letters is "
				     "expected",
				     d->tile ? 3 : NAME_LEN);
		return true;
	}
	if (!d->name.len)
		return wrong(d, "a map begins with MAP or TILE");
	if (str_is(word, "TITLE")) {
		d->title = rest;
		return true;
	}
	if (str_is(word, "SIZE"))
		return size_line(d, rest);
	if (str_is(word, "SECTION"))
		return section_line(d, rest);
	if (str_is(word, "MOUTH") && !d->tile)
		return mouth_line(d, rest);
	if (str_is(word, "STAIRS") && !d->tile)
		return stairs_line(d, rest);
	return wrong(d, "a map has no %.*s", STR_ARG(word));
}

bool dg_map_read(struct str *text, int *line, struct event *out,
		 struct buf *fault)
{
	struct drawing d = { .fault = fault, .line = line };
	bool drawn = false;
	struct str l;

	memset(d.owner, -1, sizeof(d.owner));
	while (parse_line(text, &l)) {
		++*line;
		if (!drawn && l.len && l.s[0] == ';')
			continue;
		if (str_is(parse_trim(l), "GRID")) {
			drawn = true;
			if (!grid_read(&d, text))
				return false;
		} else if (str_is(parse_trim(l), "END")) {
			return drawn && drawing_check(&d) &&
			       (d.tile ? tile_event(&d, out)
				       : map_event(&d, out));
		} else if (!head_line(&d, l)) {
			return false;
		}
	}
	return d.name.len ? wrong(&d, "END is missing") : false;
}
