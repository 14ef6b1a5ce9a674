/* src/games/dungeons/rules/position_board.c - parses the board in a position */
#include "games/dungeons/rules/setup_parts.h"
#include "games/dungeons/rules/map.h"
#include "base/parse.h"

/* --- the board --------------------------------------------------------- */

static bool on_small(struct position_words *w, int32_t x, int32_t y)
{
	const struct dg_case_board *b = &dg_case_of(w->s)->small;

	if (dg_case_of(w->s)->laid)
		return position_fault(w->s, "the board is told before what "
					    "stands on it");
	return (x < b->w && y < b->h) ||
	       position_fault(w->s, "this lies beside the board");
}

static bool line_board(struct position_words *w)
{
	struct dg_case_board *b = &dg_case_of(w->s)->small;
	struct str word, columns;

	if (!words_next(w, &word) || !parse_field(&word, 'x', &columns) ||
	    !position_int(w->s, columns, 1, SMALL, &b->w) ||
	    !position_int(w->s, word, 1, SMALL, &b->h))
		return position_fault(w->s, "a board is columns x rows");
	return true;
}

static bool line_terrain(struct position_words *w)
{
	struct dg_case_board *b = &dg_case_of(w->s)->small;
	struct str letter;
	int t;

	if (!words_next(w, &letter))
		return false;
	t = letter.len == 1 ? dg_terrain_of(letter.s[0]) : -1;
	if (t < 0)
		return position_fault(w->s, "there is no terrain %.*s",
				      STR_ARG(letter));
	while (w->i < w->n) {
		int32_t x, y;

		if (!dg_case_next_square(w, &x, &y) || !on_small(w, x, y))
			return false;
		b->terrain[y][x] = (unsigned char)t;
	}
	return true;
}

static bool line_wall(struct position_words *w)
{
	struct dg_case_board *b = &dg_case_of(w->s)->small;

	while (w->i < w->n) {
		int32_t at[2], side;

		if (!dg_case_next_edge(w, at, &side) ||
		    !on_small(w, at[0], at[1]))
			return false;
		b->walls[at[1]][at[0]] |= (unsigned char)(1 << side / 2);
	}
	return true;
}

static bool line_door(struct position_words *w)
{
	static const char *const kinds[] = { "wood", "iron" };
	static const char *const states[] = { "closed", "open", "destroyed" };
	struct dg_case_board *b = &dg_case_of(w->s)->small;
	int32_t *d = b->door[b->n_doors];

	if (b->n_doors == SMALL_DOORS)
		return position_fault(w->s, "too many doors");
	if (!words_label(w, &d[0]) || !dg_case_next_edge(w, &d[1], &d[3]) ||
	    !words_name(w, kinds, 2, &d[4]) ||
	    (w->i < w->n && !words_name(w, states, 3, &d[5])))
		return false;
	b->n_doors++;
	return on_small(w, d[1], d[2]);
}

static bool line_section(struct position_words *w)
{
	static const char *const kinds[] = { "corridor", "chamber" };
	struct dg_case_board *b = &dg_case_of(w->s)->small;
	int32_t *c = b->section[b->n_sections];

	if (b->n_sections == SMALL_SECTIONS)
		return position_fault(w->s, "too many sections");
	if (!dg_case_next_id(w, &c[0]) || !words_name(w, kinds, 2, &c[1]) ||
	    !dg_case_next_area(w, &c[2]))
		return false;
	b->n_sections++;
	return on_small(w, c[4], c[5]);
}

static bool line_mouth(struct position_words *w)
{
	struct dg_case_board *b = &dg_case_of(w->s)->small;
	int32_t *m = b->mouth[b->n_mouths];

	if (b->n_mouths == SMALL_MOUTHS)
		return position_fault(w->s, "too many mouths");
	if (!dg_case_next_id(w, &m[0]) || !dg_case_next_area(w, &m[1]) ||
	    !dg_case_next_face(w, &m[5]))
		return false;
	b->n_mouths++;
	return on_small(w, m[3], m[4]);
}

static int32_t small_sides(const struct dg_case_board *b, int32_t x, int32_t y)
{
	int32_t open = 0;

	open |= y > 0 && !(b->walls[y - 1][x] & 1 << DG_S / 2);
	open |= (x + 1 < b->w && !(b->walls[y][x] & 1 << DG_E / 2)) << 1;
	open |= (y + 1 < b->h && !(b->walls[y][x] & 1 << DG_S / 2)) << 2;
	open |= (x > 0 && !(b->walls[y][x - 1] & 1 << DG_E / 2)) << 3;
	for (int i = 0; i < b->n_mouths; i++) {
		const int32_t *m = b->mouth[i];

		if (m[1] <= x && x <= m[3] && m[2] <= y && y <= m[4])
			open |= 1 << m[5] / 2;
	}
	return open;
}

/* the board of the lines, as one event; 7x7 if there were none */
bool dg_case_board_emit(struct position *s)
{
	struct dg_case *m = dg_case_of(s);
	struct dg_case_board *b = &m->small;
	int32_t squares[SMALL * SMALL];
	struct event e;
	int n = 0;

	if (m->laid)
		return true;
	m->laid = 1;
	if (!b->n_sections) {
		int32_t all[6] = { dg_id(STR("S1")), DG_CHAMBER, 0, 0,
				   b->w - 1,         b->h - 1 };

		memcpy(b->section[b->n_sections++], all, sizeof(all));
	}
	for (int y = 0; y < b->h; y++)
		for (int x = 0; x < b->w; x++) {
			int k = 0;

			while (k < b->n_sections && !(b->section[k][2] <= x &&
						      x <= b->section[k][4] &&
						      b->section[k][3] <= y &&
						      y <= b->section[k][5]))
				k++;
			/* what no line puts into a section is rock */
			squares[n++] = k == b->n_sections
					       ? DG_ROCK
					       : b->terrain[y][x] |
							 small_sides(b, x, y)
								 << 8 |
							 k << 16;
		}
	event_start(&e, DG_EV_BOARD_LAID, DG_TILE_01);
	event_put_text(&e, DG_EV_BOARD_LAID_KEY, STR(""));
	event_put_point(&e, DG_EV_BOARD_LAID_AT, 0, 0);
	event_put_point(&e, DG_EV_BOARD_LAID_SIZE, b->w, b->h);
	event_put_ints(&e, DG_EV_BOARD_LAID_SQUARES, squares, n);
	event_put_ints(&e, DG_EV_BOARD_LAID_SECTIONS, b->section[0],
		       6 * b->n_sections);
	event_put_ints(&e, DG_EV_BOARD_LAID_MOUTHS, b->mouth[0],
		       6 * b->n_mouths);
	event_put_ints(&e, DG_EV_BOARD_LAID_DOORS, b->door[0], 6 * b->n_doors);
	event_put_text(&e, DG_EV_BOARD_LAID_STAIRS, STR(""));
	return position_emit(s, &e);
}

bool dg_case_from_catalog(struct position *s, const char *kind, struct str name,
			  struct event *out)
{
	const struct catalog *c = s->run->catalog;
	struct buf key;
	bool found;

	buf_init(&key, 64);
	buf_addz(&key, kind);
	buf_adds(&key, name);
	found = c && c->define(c->source, buf_str(&key), out);
	out->audience = AUDIENCE_ALL;
	buf_release(&key);
	return found || position_fault(s, "the catalog has no %s%.*s", kind,
				       STR_ARG(name));
}

static bool line_map(struct position_words *w)
{
	struct str name;
	struct event e;

	dg_case_of(w->s)->laid = 1;
	return words_next(w, &name) &&
	       dg_case_from_catalog(w->s, "map/", name, &e) &&
	       position_emit(w->s, &e);
}

bool dg_case_read_block(struct position *s, struct str text)
{
	struct event e;
	struct buf fault;
	int line = 0;
	bool ok;

	dg_case_of(s)->laid = 1;
	buf_init(&fault, 256);
	ok = dg_map_read(&text, &line, &e, &fault);
	if (!ok)
		position_fault(s, "%s", fault.s ? fault.s : "there is no map");
	buf_release(&fault);
	return ok && position_emit(s, &e);
}

/* all tiles of the catalog, as a game that lays tiles defines them */
bool dg_case_box_emit(struct position *s)
{
	struct event e;

	dg_case_of(s)->laid = 1;
	if (dg_case_state_of(s)->n_tiles)
		return true;
	for (int i = 1; i <= DG_MAX_BOX; i++) {
		const struct catalog *c = s->run->catalog;
		struct buf key;
		bool found;

		buf_init(&key, 16);
		buf_addf(&key, "tile/%d", i);
		found = c && c->define(c->source, buf_str(&key), &e);
		buf_release(&key);
		if (!found)
			break;
		e.audience = AUDIENCE_ALL;
		if (!position_emit(s, &e))
			return false;
	}
	return dg_case_state_of(s)->n_tiles ||
	       position_fault(s, "the catalog has no tiles");
}

static bool line_stairs(struct position_words *w)
{
	int32_t v[4];
	struct event e;

	if (!dg_case_board_emit(w->s) ||
	    !dg_case_next_square(w, &v[0], &v[1]) ||
	    !dg_case_next_square(w, &v[2], &v[3]))
		return false;
	dg_event_stairs_joined(&e, DG_SPEC_06, v[0], v[1], v[2], v[3]);
	return position_emit(w->s, &e);
}

static bool line_tile(struct position_words *w)
{
	int32_t id, x, y, angle = 0, seat = 0;
	struct event e;

	if (!dg_case_box_emit(w->s) || !dg_case_next_id(w, &id) ||
	    !dg_case_next_square(w, &x, &y) ||
	    (w->i < w->n && !words_int(w, 0, 270, &angle)) ||
	    (words_are(w, "by") && !words_seat(w, &seat)))
		return false;
	event_start(&e, DG_EV_TILE_LAID, DG_TILE_03);
	event_put(&e, DG_EV_TILE_LAID_SEAT, seat);
	event_put(&e, DG_EV_TILE_LAID_TILE, id);
	event_put_point(&e, DG_EV_TILE_LAID_AT, x, y);
	event_put(&e, DG_EV_TILE_LAID_ANGLE, angle);
	event_put(&e, DG_EV_TILE_LAID_LAST, 0);
	return position_emit(w->s, &e);
}

static bool line_tiles(struct position_words *w)
{
	const struct dg_state *s = dg_case_state_of(w->s);
	int32_t seat, ids[DG_MAX_TILES], corridors = 0;
	struct event e;
	int n = 0;

	if (!dg_case_box_emit(w->s) || !words_seat(w, &seat))
		return false;
	while (w->i < w->n && n < DG_MAX_TILES) {
		if (!dg_case_next_id(w, &ids[n]))
			return false;
		for (int i = 0; i < s->n_tiles; i++)
			corridors += s->tile[i].id == ids[n] &&
				     s->tile[i].kind == DG_CORRIDOR;
		n++;
	}
	dg_event_tiles_chosen(&e, DG_TILE_02, seat, ids, n, &corridors, 1);
	return position_emit(w->s, &e) &&
	       position_player_int(w->s, seat, "tiles_in", 1);
}

const struct dg_case_line dg_case_board_lines[] = {
	{ "board", line_board },
	{ "terrain", line_terrain },
	{ "wall", line_wall },
	{ "door", line_door },
	{ "section", line_section },
	{ "mouth", line_mouth },
	{ "map", line_map },
	{ "tile", line_tile },
	{ "tiles", line_tiles },
	{ "stairs", line_stairs },
	{ NULL, NULL },
};
