/*
 * src/games/dungeons/rules/evolve_board.c - applies events of the board and of
 * tiles
 */
#include "games/dungeons/rules/evolve.h"
#include "games/dungeons/rules/tile.h"

/* --- the board --------------------------------------------------------- */

static bool board_squares(struct dg_state *s, const struct event *e, int base)
{
	int32_t at = dg_point_of(e, DG_EV_BOARD_LAID_AT);
	int n, n_size;
	const int32_t *w = event_words(e, DG_EV_BOARD_LAID_SQUARES, &n);
	const int32_t *size = event_words(e, DG_EV_BOARD_LAID_SIZE, &n_size);

	if (at < 0 || size[0] < 1 || size[1] < 1 ||
	    dg_x(at) + size[0] > DG_WIDTH || dg_y(at) + size[1] > DG_WIDTH ||
	    n != size[0] * size[1])
		return false;
	for (int i = 0; i < n; i++) {
		int32_t sq = at + i % size[0] + i / size[0] * DG_WIDTH;
		struct dg_square q = { w[i] & 0xff, w[i] >> 8 & 15,
				       (w[i] >> 16) + base };

		if (q.terrain >= N_DG_TERRAINS ||
		    (q.terrain != DG_ROCK &&
		     (q.section < 0 || q.section >= s->n_sections)))
			return false;
		if (q.terrain == DG_ROCK)
			continue;
		s->square[sq] = q;
	}
	if (dg_x(at) + size[0] > s->width)
		s->width = dg_x(at) + size[0];
	if (dg_y(at) + size[1] > s->height)
		s->height = dg_y(at) + size[1];
	return true;
}

static bool on_table(const int32_t *w)
{
	return w[0] >= 0 && w[1] >= 0 && w[2] < DG_WIDTH && w[3] < DG_WIDTH &&
	       w[0] <= w[2] && w[1] <= w[3];
}

bool dg_ev_board_laid(struct dg_state *s, const struct event *e)
{
	int n, base = s->n_sections;
	const int32_t *w = event_words(e, DG_EV_BOARD_LAID_SECTIONS, &n);

	if (n % 6 || base + n / 6 > DG_MAX_SECTIONS)
		return false;
	for (int i = 0; i < n; i += 6) {
		if (!on_table(w + i + 2))
			return false;
		s->section[s->n_sections++] =
			(struct dg_section){ w[i],     w[i + 1], w[i + 2],
					     w[i + 3], w[i + 4], w[i + 5],
					     0,        -1,       0 };
	}
	if (!board_squares(s, e, base))
		return false;
	w = event_words(e, DG_EV_BOARD_LAID_MOUTHS, &n);
	if (n % 6 || s->n_mouths + n / 6 > DG_MAX_MOUTHS)
		return false;
	for (int i = 0; i < n; i += 6) {
		if (!on_table(w + i + 1))
			return false;
		s->mouth[s->n_mouths++] =
			(struct dg_mouth){ w[i],     w[i + 1], w[i + 2],
					   w[i + 3], w[i + 4], w[i + 5] };
	}
	w = event_words(e, DG_EV_BOARD_LAID_DOORS, &n);
	if (n % 6 || s->n_doors + n / 6 > DG_MAX_DOORS)
		return false;
	for (int i = 0; i < n; i += 6) {
		if (w[i + 1] < 0 || w[i + 1] >= DG_WIDTH || w[i + 2] < 0 ||
		    w[i + 2] >= DG_WIDTH)
			return false;
		s->door[s->n_doors++] =
			(struct dg_door){ w[i],
					  dg_square_of(w[i + 1], w[i + 2]),
					  w[i + 3], w[i + 4], w[i + 5] };
	}
	return true;
}

bool dg_ev_stairs_joined(struct dg_state *s, const struct event *e)
{
	int32_t from = dg_point_of(e, DG_EV_STAIRS_JOINED_FROM);
	int32_t to = dg_point_of(e, DG_EV_STAIRS_JOINED_TO);

	if (s->n_stairs == DG_MAX_STAIRS || from < 0 || to < 0)
		return false;
	s->stairs[s->n_stairs][0] = from;
	s->stairs[s->n_stairs++][1] = to;
	return true;
}

bool dg_ev_tile_defined(struct dg_state *s, const struct event *e)
{
	struct dg_tile *t = &s->tile[s->n_tiles];
	int n, n_size;
	const int32_t *w = event_words(e, DG_EV_TILE_DEFINED_SQUARES, &n);
	const int32_t *size = event_words(e, DG_EV_TILE_DEFINED_SIZE, &n_size);

	if (s->n_tiles == DG_MAX_BOX || size[0] < 1 || size[1] < 1 ||
	    size[0] > DG_TILE_SIDE || size[1] > DG_TILE_SIDE ||
	    n != size[0] * size[1])
		return false;
	for (int i = 0; i < n; i++)
		if (w[i] < 0 || (w[i] & 0xff) >= N_DG_TERRAINS || w[i] >> 12)
			return false;
	t->id = GET(TILE_DEFINED, TILE);
	t->kind = GET(TILE_DEFINED, KIND);
	t->width = size[0];
	t->height = size[1];
	memcpy(t->square, w, (size_t)n * sizeof(*w));
	w = event_words(e, DG_EV_TILE_DEFINED_DOORS, &n);
	if (n % 5 || n > 5 * DG_TILE_DOORS)
		return false;
	for (int i = 0; i < n; i += 5)
		if (w[i] < 0 || w[i] >= size[0] || w[i + 1] < 0 ||
		    w[i + 1] >= size[1] ||
		    (w[i + 2] != DG_E && w[i + 2] != DG_S))
			return false;
	memcpy(t->door, w, (size_t)n * sizeof(*w));
	t->n_doors = n / 5;
	s->n_tiles++;
	return true;
}

/* what the player did not choose of the box */
void dg_ev_tiles_aside(const struct dg_state *s, struct dg_player *p)
{
	p->aside = 0;
	for (int i = 0; i < s->n_tiles; i++) {
		bool chosen = false;

		for (int k = 0; k < p->n_tiles; k++)
			chosen |= p->tile[k] == s->tile[i].id;
		if (!chosen)
			p->aside |= 1 << i;
	}
}

static void hand_lose(struct dg_player *p, int32_t id)
{
	for (int i = 0; i < p->n_tiles; i++) {
		/* of another's hand a view knows the number only */
		if (p->tile[i] != id && p->tile[i] != DG_UNKNOWN)
			continue;
		memmove(p->tile + i, p->tile + i + 1,
			(size_t)(p->n_tiles - i - 1) * sizeof(p->tile[0]));
		p->tile[--p->n_tiles] = 0;
		return;
	}
}

bool dg_ev_tile_laid(struct dg_state *s, int seat, const struct event *e)
{
	int32_t at = dg_point_of(e, DG_EV_TILE_LAID_AT);
	int32_t angle = GET(TILE_LAID, ANGLE);

	if (at < 0 || angle < 0 || angle > 270 || angle % 90)
		return false;
	hand_lose(&s->player[seat], GET(TILE_LAID, TILE));
	s->tiles_laid++;
	return dg_tile_lay(s, seat, GET(TILE_LAID, TILE), at, angle / 90,
			   GET(TILE_LAID, LAST));
}

bool dg_ev_tile_replaced(const struct dg_state *s, struct dg_player *p,
			 const struct event *e)
{
	hand_lose(p, GET(TILE_REPLACED, TILE));
	if (p->n_tiles == DG_MAX_TILES)
		return false;
	p->tile[p->n_tiles++] = GET(TILE_REPLACED, OTHER);
	for (int i = 0; i < s->n_tiles; i++)
		if (s->tile[i].id == GET(TILE_REPLACED, OTHER))
			p->aside &= ~(1 << i);
	return true;
}

/* DG-SPEC-05: where a square of the section goes */
static int32_t turned_square(const struct dg_section *c, int32_t sq, int side)
{
	int i = dg_x(sq) - c->x0, j = dg_y(sq) - c->y0;
	int last = c->x1 - c->x0;

	return side == DG_RIGHT ? dg_square_of(c->x0 + last - j, c->y0 + i)
				: dg_square_of(c->x0 + j, c->y0 + last - i);
}

static bool evolve_board_inside(const struct dg_section *c, int32_t sq)
{
	return sq >= 0 && c->x0 <= dg_x(sq) && dg_x(sq) <= c->x1 &&
	       c->y0 <= dg_y(sq) && dg_y(sq) <= c->y1;
}

static int turned_face(int face, int side)
{
	return (face + (side == DG_RIGHT ? 2 : 6)) % 8;
}

static void doors_turned(struct dg_state *s, const struct dg_section *c,
			 int side)
{
	for (int i = 0; i < s->n_doors; i++) {
		struct dg_door *d = &s->door[i];
		int32_t other = dg_beside(d->sq, d->side);
		int face = turned_face(d->side, side);

		if (!evolve_board_inside(c, d->sq) ||
		    !evolve_board_inside(c, other))
			continue; /* on the outline: it stays */
		d->sq = turned_square(c, d->sq, side);
		if (face == DG_W || face == DG_N) {
			d->sq = dg_beside(d->sq, face);
			face = (face + 4) % 8;
		}
		d->side = face;
	}
}

static void squares_turned(struct dg_state *s, const struct dg_section *c,
			   int side)
{
	struct dg_square was[25];

	for (int i = 0; i < 25; i++)
		was[i] = s->square[dg_square_of(c->x0 + i % 5, c->y0 + i / 5)];
	for (int i = 0; i < 25; i++) {
		int32_t sq = dg_square_of(c->x0 + i % 5, c->y0 + i / 5);
		struct dg_square q = was[i];
		int out = q.sides;

		q.sides = side == DG_RIGHT ? (out << 1 | out >> 3) & 15
					   : (out >> 1 | out << 3) & 15;
		s->square[turned_square(c, sq, side)] = q;
	}
}

/* pieces and things on it turn with it */
static void things_turned(struct dg_state *s, const struct dg_section *c,
			  int side)
{
	for (int f = 0; f < s->n_figs; f++)
		if (dg_on_board(s, f) && evolve_board_inside(c, s->fig[f].sq)) {
			s->fig[f].sq = turned_square(c, s->fig[f].sq, side);
			s->fig[f].facing = turned_face(s->fig[f].facing, side);
		}
	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].place == DG_CHEST_LIES &&
		    evolve_board_inside(c, s->chest[i].sq)) {
			s->chest[i].sq = turned_square(c, s->chest[i].sq, side);
			s->chest[i].face = turned_face(s->chest[i].face, side);
		}
	for (int i = 0; i < s->n_tokens; i++)
		if (evolve_board_inside(c, s->token[i].sq))
			s->token[i].sq = turned_square(c, s->token[i].sq, side);
}

bool dg_ev_section_turned(struct dg_state *s, const struct event *e)
{
	int32_t k = GET(SECTION_TURNED, SECTION);
	int side = GET(SECTION_TURNED, SIDE);
	struct dg_section *c;

	if (k < 0 || k >= s->n_sections)
		return false;
	c = &s->section[k];
	if (c->x1 - c->x0 != 4 || c->y1 - c->y0 != 4)
		return false;
	squares_turned(s, c, side);
	things_turned(s, c, side);
	for (int i = 0; i < 2 * s->n_stairs; i++)
		if (evolve_board_inside(c, s->stairs[i / 2][i % 2]))
			s->stairs[i / 2][i % 2] =
				turned_square(c, s->stairs[i / 2][i % 2], side);
	doors_turned(s, c, side);
	c->turns = (c->turns + (side == DG_RIGHT ? 1 : 3)) % 4;
	return true;
}
