/*
 * src/games/dungeons/rules/board.c - geometry on the grid (DG section 3):
 * edges, corners, arcs, lines of fire, sections. Whole numbers only.
 */
#include "games/dungeons/rules/board.h"

/* --- squares and edges ------------------------------------------------- */

static int board_terrain(const struct dg_state *s, int32_t sq)
{
	return sq < 0 || sq >= DG_SQUARES ? DG_ROCK : s->square[sq].terrain;
}

bool dg_enterable(const struct dg_state *s, int32_t sq)
{
	int t = board_terrain(s, sq);

	/* RULE: DG-GEO-03 */
	return t != DG_ROCK && t != DG_BLOCKING && t != DG_CHASM;
}

int32_t dg_cost(const struct dg_state *s, int32_t sq)
{
	int t = board_terrain(s, sq);

	if (t == DG_HINDERING)
		return 2;
	if (t == DG_WATER)
		return 3;
	return t >= DG_COST_3 ? 3 + t - DG_COST_3 : 1;
}

/* the square and its neighbour in that direction are open to each other */
static bool is_passage(const struct dg_state *s, int32_t sq, int32_t to,
		       int face)
{
	return s->square[sq].terrain != DG_ROCK &&
	       s->square[to].terrain != DG_ROCK &&
	       s->square[sq].sides >> face / 2 & 1 &&
	       s->square[to].sides >> (face ^ 4) / 2 & 1;
}

bool dg_passage(const struct dg_state *s, int32_t sq, int face)
{
	int32_t to = dg_beside(sq, face);

	return to != DG_NOWHERE && is_passage(s, sq, to, face);
}

int dg_door_at(const struct dg_state *s, int32_t sq, int face)
{
	int32_t at = sq;

	if (face == DG_N || face == DG_W) {
		at = dg_beside(sq, face);
		face = (face + 4) % 8;
	}
	for (int i = 0; i < s->n_doors; i++)
		if (s->door[i].sq == at && s->door[i].side == face)
			return i;
	return -1;
}

/* an edge has a closed door (DG-GEO-05) */
static bool is_shut(const struct dg_state *s, int32_t sq, int face)
{
	int door = dg_door_at(s, sq, face);

	return door >= 0 && RULE(DG_GEO_05, s->door[door].state == DG_CLOSED);
}

/* DG-GEO-05: across an edge */
static bool edge_joined(const struct dg_state *s, int32_t sq, int face)
{
	return dg_passage(s, sq, face) &&
	       (!s->n_doors || !is_shut(s, sq, face));
}

/* DG-GEO-06: the way from a to its diagonal neighbour b along the square at
 * the side; b is no rock */
static bool way_past(const struct dg_state *s, int32_t a, int32_t b, int first,
		     int then)
{
	int32_t beside = a + DG_WIDTH * dg_dy(first) + dg_dx(first);
	const struct dg_square *c = &s->square[beside];
	int32_t through = 1 << (first ^ 4) / 2 | 1 << then / 2;

	if (s->square[a].terrain == DG_ROCK || c->terrain == DG_ROCK ||
	    RULE(DG_GEO_06, c->terrain == DG_BLOCKING))
		return false;
	return s->square[a].sides >> first / 2 & 1 &&
	       (c->sides & through) == through &&
	       s->square[b].sides >> (then ^ 4) / 2 & 1 &&
	       (!s->n_doors ||
		(!is_shut(s, a, first) && !is_shut(s, beside, then)));
}

/* a square to its neighbour in that direction */
static bool is_joined(const struct dg_state *s, int32_t sq, int32_t to,
		      int face)
{
	int left, right;
	bool one;

	if (face % 2 == 0)
		return is_passage(s, sq, to, face) &&
		       (!s->n_doors || !is_shut(s, sq, face));
	if (s->square[to].terrain == DG_ROCK)
		return false;
	left = face - 1;
	right = (face + 1) % 8;
	one = way_past(s, sq, to, left, right);
	if (one != RULE(DG_R_04, dg_option(s, DG_OPTION_CORNER)))
		return one;
	return way_past(s, sq, to, right, left);
}

bool dg_joined(const struct dg_state *s, int32_t sq, int face)
{
	int32_t to = dg_beside(sq, face);

	return to != DG_NOWHERE && is_joined(s, sq, to, face);
}

int dg_joins(const struct dg_state *s, int32_t a, int32_t b)
{
	int face = dg_face_to(a, b);

	return face < 0 || RULE(DG_GEO_07, !is_joined(s, a, b, face)) ? -1
								      : face;
}

/* --- the content of a square ------------------------------------------ */

int dg_fig_at(const struct dg_state *s, int32_t sq)
{
	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].sq == sq && dg_on_board(s, f))
			return f;
	return -1;
}

int dg_chest_at(const struct dg_state *s, int32_t sq)
{
	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].place == DG_CHEST_LIES && s->chest[i].sq == sq)
			return i;
	return -1;
}

int dg_token_at(const struct dg_state *s, int32_t sq)
{
	for (int i = 0; i < s->n_tokens; i++)
		if (s->token[i].sq == sq)
			return i;
	return -1;
}

bool dg_empty(const struct dg_state *s, int32_t sq)
{
	return dg_fig_at(s, sq) < 0 && dg_chest_at(s, sq) < 0 &&
	       dg_token_at(s, sq) < 0;
}

bool dg_enemy_beside(const struct dg_state *s, int f, int32_t sq, int except)
{
	for (int g = 0; g < s->n_figs; g++)
		if (g != f && g != except && dg_on_board(s, g) &&
		    dg_enemies(s, f, g) &&
		    dg_adjacent(s, sq, s->fig[g].sq) >= 0)
			return true;
	return false;
}

bool dg_friend_beside(const struct dg_state *s, int f, int32_t sq)
{
	for (int g = 0; g < s->n_figs; g++)
		if (g != f && dg_on_board(s, g) && !dg_enemies(s, f, g) &&
		    dg_adjacent(s, sq, s->fig[g].sq) >= 0)
			return true;
	return false;
}

/* --- sections ---------------------------------------------------------- */

/* a way from this square of a section to one of another */
static bool leads_to(const struct dg_state *s, int32_t sq, int face, int32_t to)
{
	return dg_passage(s, sq, face) && dg_enterable(s, sq) &&
	       dg_enterable(s, to);
}

/* do squares of both sections adjoin, even through a wall? */
static bool side_by_side(const struct dg_section *a, const struct dg_section *b)
{
	return b->x0 <= a->x1 + 1 && a->x0 <= b->x1 + 1 && b->y0 <= a->y1 + 1 &&
	       a->y0 <= b->y1 + 1;
}

bool dg_connected(const struct dg_state *s, int a, int b)
{
	const struct dg_section *c = &s->section[a];

	if (b >= 0 && !side_by_side(c, &s->section[b]))
		return false;
	for (int32_t y = c->y0; y <= c->y1; y++)
		for (int32_t x = c->x0; x <= c->x1; x++)
			for (int face = 0; face < N_DG_FACES; face += 2) {
				int32_t sq = dg_square_of(x, y);
				int32_t to = dg_beside(sq, face);

				if (to != DG_NOWHERE &&
				    s->square[to].section == b &&
				    leads_to(s, sq, face, to))
					return RULE(DG_GEO_09, true);
			}
	return false;
}

static void ways_of(const struct dg_state *s, int section, int32_t sq,
		    struct dg_ways *out)
{
	for (int face = 0; face < N_DG_FACES; face += 2) {
		int32_t to = dg_beside(sq, face);
		int other = to == DG_NOWHERE ? -1 : s->square[to].section;

		if (other >= 0 && other != section &&
		    RULE(DG_GEO_09, leads_to(s, sq, face, to)))
			out->beside[section] |= UINT64_C(1) << other;
	}
}

void dg_ways_find(const struct dg_state *s, struct dg_ways *out)
{
	memset(out, 0, sizeof(*out));
	for (int a = 0; a < s->n_sections; a++) {
		const struct dg_section *c = &s->section[a];

		for (int32_t y = c->y0; y <= c->y1; y++)
			for (int32_t x = c->x0; x <= c->x1; x++)
				ways_of(s, a, dg_square_of(x, y), out);
	}
}

int dg_ways_distance(const struct dg_ways *w, int a, int b)
{
	uint64_t reached = UINT64_C(1) << a, last = reached;

	for (int steps = 0; last; steps++) {
		uint64_t next = 0;

		if (reached >> b & 1)
			return steps;
		for (int i = 0; i < DG_MAX_SECTIONS; i++)
			if (last >> i & 1)
				next |= w->beside[i];
		last = next & ~reached;
		reached |= next;
	}
	return -1;
}

int dg_section_distance(const struct dg_state *s, int a, int b)
{
	struct dg_ways w;

	dg_ways_find(s, &w);
	return dg_ways_distance(&w, a, b);
}

bool dg_entrance_section(const struct dg_state *s, int section)
{
	if (s->section[section].kind != DG_CORRIDOR)
		return false;
	for (int i = 0; i < s->n_mouths; i++) {
		int32_t sq = dg_square_of(s->mouth[i].x0, s->mouth[i].y0);

		if (s->square[sq].section == section)
			return RULE(DG_GEO_12, true);
	}
	return false;
}

void dg_reachable(const struct dg_state *s, unsigned char out[DG_SQUARES])
{
	int32_t queue[DG_SQUARES];
	int n = 0;

	memset(out, 0, DG_SQUARES);
	for (int i = 0; i < s->n_mouths; i++)
		for (int32_t y = s->mouth[i].y0; y <= s->mouth[i].y1; y++)
			for (int32_t x = s->mouth[i].x0; x <= s->mouth[i].x1;
			     x++) {
				int32_t sq = dg_square_of(x, y);

				if (out[sq] || !dg_enterable(s, sq))
					continue;
				out[sq] = 1;
				queue[n++] = sq;
			}
	/* a board without mouths is a position set up: all may be reached */
	for (int32_t sq = 0; !s->n_mouths && sq < DG_SQUARES; sq++)
		out[sq] = dg_enterable(s, sq);
	for (int k = 0; k < n; k++)
		for (int face = 0; face < N_DG_FACES; face += 2) {
			int32_t to = dg_beside(queue[k], face);

			if (to == DG_NOWHERE || out[to] ||
			    !dg_enterable(s, to) ||
			    !dg_passage(s, queue[k], face))
				continue;
			out[to] = 1;
			queue[n++] = to;
		}
}

/* --- arcs -------------------------------------------------------------- */

/* the direction in which a line leaves its square */
static int first_step(int dx, int dy)
{
	int nx = dx < 0 ? -dx : dx, ny = dy < 0 ? -dy : dy;
	int sx = nx >= ny && dx ? (dx < 0 ? -1 : 1) : 0;
	int sy = ny >= nx && dy ? (dy < 0 ? -1 : 1) : 0;

	for (int face = 0; face < N_DG_FACES; face++)
		if (dg_dx(face) == sx && dg_dy(face) == sy)
			return face;
	return DG_N;
}

bool dg_front(const struct dg_state *s, int width, int facing, int dx, int dy)
{
	int fx = dg_dx(facing), fy = dg_dy(facing);
	int dot = fx * dx + fy * dy;
	int cross = fx * dy - fy * dx;

	if (cross < 0)
		cross = -cross;
	if (s && RULE(DG_R_02, dg_option(s, DG_OPTION_ARC))) {
		int off = (first_step(dx, dy) - facing + 8) % 8;

		return off <= width / 2 || 8 - off <= width / 2;
	}
	if (width == 3)
		return RULE(DG_ARC_01, dot >= cross);
	if (width == 5)
		return RULE(DG_ARC_01, dot >= 0);
	return RULE(DG_ARC_01, dot >= -cross);
}

bool dg_rear(int facing, int dx, int dy)
{
	int fx = dg_dx(facing), fy = dg_dy(facing);
	int dot = fx * dx + fy * dy;
	int cross = fx * dy - fy * dx;

	return RULE(DG_ARC_01, -dot >= (cross < 0 ? -cross : cross));
}

bool dg_in_front(const struct dg_state *s, int f, int32_t sq)
{
	const struct dg_fig *p = &s->fig[f];

	return dg_front(s, s->card[f].arc, p->facing, dg_x(sq) - dg_x(p->sq),
			dg_y(sq) - dg_y(p->sq));
}

bool dg_in_rear(const struct dg_state *s, int f, int32_t sq)
{
	const struct dg_fig *p = &s->fig[f];

	return dg_rear(p->facing, dg_x(sq) - dg_x(p->sq),
		       dg_y(sq) - dg_y(p->sq));
}

int dg_direct(int32_t from, int32_t to)
{
	int dx = dg_x(to) - dg_x(from), dy = dg_y(to) - dg_y(from);
	int nx = dx < 0 ? -dx : dx, ny = dy < 0 ? -dy : dy;
	int a = nx > ny ? nx : ny, b = nx > ny ? ny : nx;
	int sx = dx < 0 ? -1 : dx > 0, sy = dy < 0 ? -1 : dy > 0;

	if (!RULE(DG_ARC_07, b * b + 2 * a * b > a * a)) {
		if (nx >= ny)
			sy = 0;
		else
			sx = 0;
	}
	for (int face = 0; face < N_DG_FACES; face++)
		if (dg_dx(face) == sx && dg_dy(face) == sy)
			return face;
	return DG_N;
}

int32_t dg_range(int32_t a, int32_t b)
{
	int dx = dg_x(b) - dg_x(a), dy = dg_y(b) - dg_y(a);
	int nx = dx < 0 ? -dx : dx, ny = dy < 0 ? -dy : dy;

	return nx > ny ? nx : ny;
}

/* --- lines of fire ----------------------------------------------------- */

/* a walker on a line (DG-LOF-01) and what it minds */
struct walk {
	const struct dg_state *s;
	int32_t a, b;
	unsigned flags;
	int exempt;
};

static bool figure_blocks(const struct walk *k, int32_t sq)
{
	int f;

	if (k->flags & DG_LINE_FIGURES)
		return false;
	f = dg_fig_at(k->s, sq);
	return f >= 0 && f != k->exempt && sq != k->a && sq != k->b;
}

static bool square_blocks(const struct walk *k, int32_t sq)
{
	int t = board_terrain(k->s, sq);

	if (t == DG_ROCK || RULE(DG_LOF_04, figure_blocks(k, sq)))
		return true;
	if (k->flags & DG_LINE_TERRAIN)
		return false;
	return RULE(DG_LOF_04, t == DG_BLOCKING || t == DG_SHADOW);
}

/* DG-LOF-03: the side of the square next to a corner */
static bool side_blocks(const struct walk *k, int32_t a, int first, int then)
{
	int32_t c = dg_beside(a, first);

	if (c == DG_NOWHERE || !edge_joined(k->s, a, first) ||
	    !edge_joined(k->s, c, then))
		return true;
	return square_blocks(k, c);
}

static int face_of(int sx, int sy)
{
	for (int face = 0; face < N_DG_FACES; face++)
		if (dg_dx(face) == sx && dg_dy(face) == sy)
			return face;
	return DG_N;
}

static bool step_blocked(const struct walk *k, int32_t at, int face)
{
	bool one, other;

	if (face % 2 == 0)
		return RULE(DG_LOF_02, !edge_joined(k->s, at, face));
	one = side_blocks(k, at, face - 1, (face + 1) % 8);
	other = side_blocks(k, at, (face + 1) % 8, face - 1);
	if (RULE(DG_R_05, dg_option(k->s, DG_OPTION_CORNER)))
		return one || other;
	return RULE(DG_LOF_03, one && other);
}

/* shadow hides every figure in it, and woods stealthy ones */
static bool is_hidden(const struct dg_state *s, int32_t sq, unsigned flags,
		      bool wood)
{
	return RULE(DG_R_08, dg_option(s, DG_OPTION_SHADOW_HIDES) &&
				     board_terrain(s, sq) == DG_SHADOW &&
				     !(flags & DG_LINE_TERRAIN)) ||
	       (wood && flags & DG_LINE_STEALTH && RULE(DG_SA_15, true));
}

struct dg_line dg_line(const struct dg_state *s, int32_t a, int32_t b,
		       unsigned flags, int exempt)
{
	struct walk k = { s, a, b, flags, exempt };
	struct dg_line line = { true, false };
	int dx = dg_x(b) - dg_x(a), dy = dg_y(b) - dg_y(a);
	int nx = dx < 0 ? -dx : dx, ny = dy < 0 ? -dy : dy;
	int sx = dx < 0 ? -1 : 1, sy = dy < 0 ? -1 : 1;
	bool wood = false; /* hindering, passed or of the target */
	int32_t at = a;

	for (int i = 0, j = 0; i < nx || j < ny;) {
		int p = (1 + 2 * i) * ny, q = (1 + 2 * j) * nx;
		int face = p < q   ? face_of(sx, 0)
			   : p > q ? face_of(0, sy)
				   : face_of(sx, sy);

		if (step_blocked(&k, at, face)) {
			line.clear = false;
			return line;
		}
		i += p <= q;
		j += p >= q;
		at = dg_beside(at, face);
		if (at != b && square_blocks(&k, at))
			line.clear = false;
		wood |= board_terrain(s, at) == DG_HINDERING;
		if (at != b &&
		    (dg_chest_at(s, at) >= 0 || dg_token_at(s, at) >= 0))
			line.hindered = RULE(DG_LOF_05, true);
	}
	if (is_hidden(s, b, flags, wood))
		line.clear = false;
	line.hindered |= RULE(DG_LOF_05, wood);
	if (flags & DG_LINE_TERRAIN)
		line.hindered = false;
	return line;
}

int32_t dg_door_near(const struct dg_state *s, int door, int32_t from)
{
	int32_t a = s->door[door].sq, b = dg_beside(a, s->door[door].side);

	/* the line to the near square does not cross the door: it is the one
	 * on the attacker's side of the edge */
	if (s->door[door].side == DG_E)
		return dg_x(from) <= dg_x(a) ? a : b;
	return dg_y(from) <= dg_y(a) ? a : b;
}

/* --- where a chest may lie --------------------------------------------- */

bool dg_chest_fits(const struct dg_state *s, int32_t sq, int face,
		   const unsigned char *reach)
{
	int t = board_terrain(s, sq);

	if (RULE(DG_CHEST_06, !dg_enterable(s, sq) || !dg_empty(s, sq) ||
				      t == DG_TELEPORT || t == DG_VORTEX ||
				      t == DG_STAIRS))
		return false;
	if (face % 2 || face < 0)
		return !RULE(DG_ARC_06, true);
	for (int k = -1; k <= 1; k++) {
		int way = (face + k + 8) % 8;
		int32_t front = dg_beside(sq, way);

		if (front != DG_NOWHERE && dg_enterable(s, front) &&
		    dg_joined(s, sq, way) && reach[front])
			return true;
	}
	return !RULE(DG_CHEST_06, true);
}

bool dg_before_chest(const struct dg_state *s, int chest, int32_t sq)
{
	int face = dg_adjacent(s, s->chest[chest].sq, sq);

	return face >= 0 && dg_front(NULL, 3, s->chest[chest].face, dg_dx(face),
				     dg_dy(face));
}
