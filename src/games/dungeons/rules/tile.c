/*
 * src/games/dungeons/rules/tile.c - a dungeon of loose tiles, laid by its
 * players section by section (DG-TILE-02..06).
 */
#include "games/dungeons/rules/tile.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/map_place.h"
#include "engine/random_pick.h"

enum { MAX_FOUND = 512 };

/* a tile as it would lie: its upper left corner and quarter turns, clockwise */
struct lay {
	int tile; /* of the box */
	int x, y, turns;
};

/* --- turned tiles ------------------------------------------------------ */

static int lay_width(const struct dg_state *s, const struct lay *l)
{
	return l->turns % 2 ? s->tile[l->tile].height : s->tile[l->tile].width;
}

static int lay_height(const struct dg_state *s, const struct lay *l)
{
	return l->turns % 2 ? s->tile[l->tile].width : s->tile[l->tile].height;
}

/* where square (i, j) of the tile comes to lie */
static int32_t lay_square(const struct dg_state *s, const struct lay *l, int i,
			  int j)
{
	int w = s->tile[l->tile].width, h = s->tile[l->tile].height;

	switch (l->turns) {
	case 0: return dg_square_of(l->x + i, l->y + j);
	case 1: return dg_square_of(l->x + h - 1 - j, l->y + i);
	case 2: return dg_square_of(l->x + w - 1 - i, l->y + h - 1 - j);
	default: return dg_square_of(l->x + j, l->y + w - 1 - i);
	}
}

static int turned_sides(int sides, int turns)
{
	return (sides << turns | sides >> (4 - turns)) & 15;
}

static int32_t tile_terrain(const struct dg_tile *t, int i, int j)
{
	return t->square[j * t->width + i] & 0xff;
}

static int tile_sides(const struct dg_tile *t, int i, int j)
{
	return t->square[j * t->width + i] >> 8 & 15;
}

/* --- laying: the event ------------------------------------------------- */

static int32_t section_name(const struct dg_state *s, int32_t tile, int seat)
{
	char room[5], name[5];
	struct str text = dg_id_text(tile, room);
	size_t n = text.len < 3 ? text.len : 3;

	if (dg_find_section(s, tile) < 0)
		return tile;
	/* another player's of the same name lies there */
	memcpy(name, text.s, n);
	name[n++] = (char)('A' + seat);
	return dg_id((struct str){ name, n });
}

static void doors_lay(struct dg_state *s, const struct dg_tile *t,
		      const struct lay *l)
{
	for (int i = 0; i < t->n_doors && s->n_doors < DG_MAX_DOORS; i++) {
		const int32_t *w = t->door[i];
		int32_t sq = lay_square(s, l, w[0], w[1]);
		int side = (w[2] + 2 * l->turns) % 8, n = 0;

		if (side == DG_N || side == DG_W) {
			sq = dg_beside(sq, side);
			side = (side + 4) % 8;
		}
		while (dg_find_door(s, label_of('D', n + 1)) >= 0)
			n++;
		s->door[s->n_doors++] =
			(struct dg_door){ label_of('D', n + 1), sq, side, w[3],
					  w[4] };
	}
}

/* a mouth of a section: the squares from..to on that side of it */
static void mouth_add(struct dg_state *s, int section, int32_t from, int32_t to,
		      int side)
{
	static const char letters[] = "NESW";
	char room[5], name[6];
	struct str id = dg_id_text(s->section[section].id, room);
	size_t n = id.len < 3 ? id.len : 3;

	if (s->n_mouths == DG_MAX_MOUTHS)
		return;
	memcpy(name, id.s, n);
	name[n++] = letters[side / 2];
	for (char more = '2';
	     dg_find_mouth(s, dg_id((struct str){ name, n })) >= 0; more++) {
		n = (id.len < 2 ? id.len : 2) + 1;
		name[n - 1] = letters[side / 2];
		name[n++] = more;
	}
	s->mouth[s->n_mouths++] =
		(struct dg_mouth){ dg_id((struct str){ name, n }),
				   dg_x(from),
				   dg_y(from),
				   dg_x(to),
				   dg_y(to),
				   side };
}

/* does this square of a section open to the outside there? (DG-TILE-06) */
static bool opens_out(const struct dg_state *s, int32_t sq, int side)
{
	int32_t out = dg_beside(sq, side);

	return dg_enterable(s, sq) && s->square[sq].sides >> side / 2 & 1 &&
	       (out == DG_NOWHERE || s->square[out].terrain == DG_ROCK);
}

/* all open sides to the outside, section by section */
static void mouths_find(struct dg_state *s)
{
	memset(s->mouth, 0, sizeof(s->mouth));
	s->n_mouths = 0;
	for (int k = 0; k < s->n_sections; k++) {
		const struct dg_section *c = &s->section[k];

		for (int side = DG_N; side <= DG_W; side += 2) {
			bool lying = side == DG_N || side == DG_S;
			int n = lying ? c->x1 - c->x0 : c->y1 - c->y0;
			int32_t at = dg_square_of(side == DG_E ? c->x1 : c->x0,
						  side == DG_S ? c->y1 : c->y0);
			int32_t step = lying ? 1 : DG_WIDTH, from = -1;

			for (int i = 0; i <= n + 1; i++, at += step) {
				bool open = i <= n && opens_out(s, at, side);

				if (open && from < 0)
					from = at;
				if (open || from < 0)
					continue;
				mouth_add(s, k, from, at - step, side);
				from = -1;
			}
		}
	}
}

static int box_find(const struct dg_state *s, int32_t id)
{
	for (int i = 0; i < s->n_tiles; i++)
		if (s->tile[i].id == id)
			return i;
	return -1;
}

/* evolve.c has checked seat, square and angle */
bool dg_tile_lay(struct dg_state *s, int seat, int32_t id, int32_t at,
		 int turns, bool last)
{
	struct lay l = { box_find(s, id), dg_x(at), dg_y(at), turns };
	const struct dg_tile *t = &s->tile[l.tile < 0 ? 0 : l.tile];
	int section = s->n_sections;

	if (l.tile < 0 || section == DG_MAX_SECTIONS ||
	    l.x + lay_width(s, &l) > DG_WIDTH ||
	    l.y + lay_height(s, &l) > DG_WIDTH)
		return false;
	s->section[section] = (struct dg_section){ section_name(s, id, seat),
						   t->kind,
						   l.x,
						   l.y,
						   l.x + lay_width(s, &l) - 1,
						   l.y + lay_height(s, &l) - 1,
						   0,
						   seat,
						   last };
	s->n_sections++;
	for (int j = 0; j < t->height; j++)
		for (int i = 0; i < t->width; i++) {
			int32_t sq = lay_square(s, &l, i, j);

			if (s->square[sq].terrain != DG_ROCK)
				return false;
			s->square[sq] = (struct dg_square){
				tile_terrain(t, i, j),
				turned_sides(tile_sides(t, i, j), turns),
				section
			};
		}
	if (s->section[section].x1 + 1 > s->width)
		s->width = s->section[section].x1 + 1;
	if (s->section[section].y1 + 1 > s->height)
		s->height = s->section[section].y1 + 1;
	doors_lay(s, t, &l);
	mouths_find(s);
	return true;
}

/* --- may it lie there? ------------------------------------------------- */

/* squares with a way to the central chamber, doors open */
static void way_to_centre(const struct dg_state *s, bool reached[DG_SQUARES])
{
	int32_t queue[DG_SQUARES];
	int n = 0;

	memset(reached, 0, DG_SQUARES * sizeof(reached[0]));
	for (int32_t sq = 0; sq < DG_SQUARES; sq++)
		if (s->n_sections && s->square[sq].terrain != DG_ROCK &&
		    s->square[sq].section == 0 && dg_enterable(s, sq)) {
			reached[sq] = true;
			queue[n++] = sq;
		}
	for (int i = 0; i < n; i++)
		for (int face = DG_N; face < N_DG_FACES; face += 2) {
			int32_t to = dg_beside(queue[i], face);

			if (to == DG_NOWHERE || reached[to] ||
			    !dg_enterable(s, to) ||
			    !dg_passage(s, queue[i], face))
				continue;
			reached[to] = true;
			queue[n++] = to;
		}
}

/* what a tile would touch */
struct touch {
	bool way;       /* to the central chamber */
	bool gate;      /* the open side of another's entrance */
	bool outside;   /* it has an open side to the outside */
	int n_sections; /* it would be connected to so many */
	int section;    /* one of them */
};

static void touch_edge(const struct dg_state *s, const bool *reached,
		       int32_t sq, int face, struct touch *out)
{
	int32_t to = dg_beside(sq, face);
	int section;

	if (to == DG_NOWHERE || s->square[to].terrain == DG_ROCK) {
		out->outside = true;
		return;
	}
	section = s->square[to].section;
	if (!(s->square[to].sides >> (face + 4) % 8 / 2 & 1) ||
	    !dg_enterable(s, to))
		return;
	out->way |= reached[to];
	if (!out->n_sections || out->section != section)
		out->n_sections++;
	out->section = section;
}

/* an entrance of another must stay one: nothing is laid before its mouth */
static bool gate_covered(const struct dg_state *s, int32_t sq, int face)
{
	int32_t to = dg_beside(sq, face);

	return to != DG_NOWHERE && s->square[to].terrain != DG_ROCK &&
	       s->section[s->square[to].section].last &&
	       s->square[to].sides >> (face + 4) % 8 / 2 & 1;
}

static bool lay_touch(const struct dg_state *s, const bool *reached,
		      const struct lay *l, struct touch *out)
{
	const struct dg_tile *t = &s->tile[l->tile];
	int w = lay_width(s, l), h = lay_height(s, l);

	memset(out, 0, sizeof(*out));
	if (l->x < 0 || l->y < 0 || l->x + w > DG_WIDTH || l->y + h > DG_WIDTH)
		return false;
	for (int y = l->y; y < l->y + h; y++)
		for (int x = l->x; x < l->x + w; x++)
			if (s->square[dg_square_of(x, y)].terrain != DG_ROCK)
				return false;
	for (int j = 0; j < t->height; j++)
		for (int i = 0; i < t->width; i++) {
			int32_t sq = lay_square(s, l, i, j), kind;
			int sides = turned_sides(tile_sides(t, i, j), l->turns);

			kind = tile_terrain(t, i, j);
			for (int k = 0; k < 4; k++) {
				int x = dg_x(sq) + dg_dx(2 * k) - l->x;
				int y = dg_y(sq) + dg_dy(2 * k) - l->y;

				if (0 <= x && x < w && 0 <= y && y < h)
					continue;
				out->gate |= gate_covered(s, sq, 2 * k);
				if (sides >> k & 1 && kind != DG_BLOCKING &&
				    kind != DG_CHASM)
					touch_edge(s, reached, sq, 2 * k, out);
			}
		}
	return true;
}

/* how many corridors the seat still has in hand */
static int corridors_left(const struct dg_state *s, int seat)
{
	const struct dg_player *p = &s->player[seat];
	int n = 0;

	for (int i = 0; i < p->n_tiles; i++) {
		int k = box_find(s, p->tile[i]);

		n += k >= 0 && s->tile[k].kind == DG_CORRIDOR;
	}
	return n;
}

/* one seat has no tile that fits: now all lay their last (DG-TILE-05) */
static bool tile_closing(const struct dg_state *s)
{
	for (int i = 0; i < DG_MAX_SEATS; i++)
		if (s->head.seat[i].present && s->player[i].passed)
			return true;
	return false;
}

static bool lays_last(const struct dg_state *s, int seat)
{
	return s->player[seat].n_tiles == 1 || tile_closing(s);
}

/* may this tile of the seat's hand be laid now at all; its rule, 0 if so */
static int kind_fault(const struct dg_state *s, int seat, int tile)
{
	bool corridor = s->tile[tile].kind == DG_CORRIDOR;

	if (!s->tiles_laid)
		return RULE(DG_TILE_03, corridor) ? DG_TILE_03 : 0;
	if (lays_last(s, seat))
		return RULE(DG_TILE_04, !corridor) ? DG_TILE_04 : 0;
	/* the last corridor is kept for the end */
	return corridor && RULE(DG_TILE_04, corridors_left(s, seat) == 1)
		       ? DG_TILE_04
		       : 0;
}

/* the central chamber: without room around it there would be no dungeon */
static bool off_middle(const struct dg_state *s, const struct lay *l)
{
	int room = DG_WIDTH / 5;

	return l->x < room || l->x + lay_width(s, l) > DG_WIDTH - room ||
	       l->y < room || l->y + lay_height(s, l) > DG_WIDTH - room;
}

/* what forbids to lay it so; 0 if nothing does */
static int lay_fault(const struct dg_state *s, int seat, const bool *reached,
		     const struct lay *l)
{
	int rule = kind_fault(s, seat, l->tile);
	struct touch at;

	if (rule)
		return rule;
	if (!lay_touch(s, reached, l, &at))
		return DG_TILE_03;
	if (!s->tiles_laid)
		return RULE(DG_TILE_03, off_middle(s, l)) ? DG_TILE_03 : 0;
	if (RULE(DG_TILE_03, !at.way))
		return DG_TILE_03;
	if (RULE(DG_TILE_04, at.gate))
		return DG_TILE_04;
	if (lays_last(s, seat) &&
	    RULE(DG_TILE_04, !at.outside || at.n_sections != 1 ||
				     s->section[at.section].kind != DG_CHAMBER))
		return DG_TILE_04;
	return 0;
}

/* --- where a tile fits ------------------------------------------------- */

/* The ways in which a seat's tiles fit. */
struct fitting {
	const struct dg_state *s;
	int seat;
	bool reached[DG_SQUARES];
	struct lay *found;
	int n, max;
};

static void found_add(struct fitting *x, const struct lay *l)
{
	for (int i = 0; i < x->n; i++)
		if (!memcmp(&x->found[i], l, sizeof(*l)))
			return;
	if (x->n < x->max && !lay_fault(x->s, x->seat, x->reached, l))
		x->found[x->n++] = *l;
}

/* the central chamber lies in the middle of the table, as it is drawn */
static void tile_central(struct fitting *x, int tile)
{
	const struct dg_state *s = x->s;

	for (int turns = 0; turns < 4; turns++) {
		struct lay l = { tile, 0, 0, turns };

		l.x = (DG_WIDTH - lay_width(s, &l)) / 2;
		l.y = (DG_WIDTH - lay_height(s, &l)) / 2;
		found_add(x, &l);
	}
}

/* lay it so that its square (i, j) is the one outside of a mouth */
static void before_mouth(struct fitting *x, int tile, int32_t out)
{
	const struct dg_state *s = x->s;
	const struct dg_tile *t = &s->tile[tile];

	for (int turns = 0; turns < 4; turns++)
		for (int j = 0; j < t->height; j++)
			for (int i = 0; i < t->width; i++) {
				struct lay l = { tile, 0, 0, turns };
				int32_t sq;

				if (!tile_sides(t, i, j) ||
				    (i && j && i < t->width - 1 &&
				     j < t->height - 1))
					continue;
				/* from a place where nothing is negative */
				l.x = l.y = DG_TILE_SIDE;
				sq = lay_square(s, &l, i, j);
				l.x += dg_x(out) - dg_x(sq);
				l.y += dg_y(out) - dg_y(sq);
				found_add(x, &l);
			}
}

/* where the seat's tiles (or the one of the box) fit: at most max of them */
static int lays_find(const struct dg_state *s, int seat, int only,
		     struct lay *found, int max)
{
	const struct dg_player *p = &s->player[seat];
	struct fitting x = { .s = s, .seat = seat, .found = found, .max = max };

	way_to_centre(s, x.reached);
	for (int i = 0; i < p->n_tiles && x.n < max; i++) {
		int tile = box_find(s, p->tile[i]);

		if (tile < 0 || (only >= 0 && tile != only) ||
		    kind_fault(s, seat, tile))
			continue;
		if (!s->tiles_laid)
			tile_central(&x, tile);
		for (int m = 0; m < s->n_mouths && x.n < max; m++) {
			const struct dg_mouth *at = &s->mouth[m];

			for (int y = at->y0; y <= at->y1; y++)
				for (int col = at->x0; col <= at->x1; col++) {
					int32_t sq = dg_square_of(col, y);
					int32_t out = dg_beside(sq, at->side);

					if (out != DG_NOWHERE && x.reached[sq])
						before_mouth(&x, tile, out);
				}
		}
	}
	return x.n;
}

/* --- orders ------------------------------------------------------------ */

static bool tile_bad(struct refusal *no, int rule)
{
	return dg_no(no, DG_REFUSAL_BAD_PLACEMENT, rule, 0);
}

/* "tile/C1" of the box, -1 if there is none */
static int tile_arg(const struct dg_state *s, const struct decision_arg *a)
{
	char room[EVENT_TEXT_ROOM];
	struct str key = text_unpack(a->w, a->n, room, sizeof(room));

	if (!str_starts(key, "tile/"))
		return -1;
	return box_find(s, dg_id((struct str){ key.s + 5, key.len - 5 }));
}

/* DG-TILE-02: five, and one more for each full 50 points above 100 */
static int tiles_wanted(const struct dg_state *s)
{
	int over = dg_option(s, DG_OPTION_LIMIT) - 100;
	int n = 5 + (over > 0 ? RULE_VALUE(DG_TILE_02, over / 50) : 0);

	if (n > DG_MAX_TILES)
		n = DG_MAX_TILES;
	return n < s->n_tiles ? n : s->n_tiles;
}

static void tiles_emit(struct run *r, int seat, const int32_t *ids, int n,
		       int32_t corridors)
{
	struct event e;

	dg_event_tiles_chosen(&e, DG_TILE_02, seat, ids, n, &corridors, 1);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	run_emit(r, &e);
	dg_event_tiles_in(&e, DG_TILE_02, seat);
	run_emit(r, &e);
}

bool dg_decide_tiles(struct run *r, int seat, const struct decision *d,
		     struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t ids[DG_MAX_TILES];
	int n = 0, chambers = 0;
	struct decision_arg a;

	if (s->player[seat].tiles_in)
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_TILE_02, 0);
	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		int k;

		if (a.tag != DG_TAG_KEY)
			continue;
		k = tile_arg(s, &a);
		if (k < 0)
			return dg_no(no, DG_REFUSAL_UNKNOWN, DG_TILE_02, 0);
		if (n == DG_MAX_TILES)
			return tile_bad(no, DG_TILE_02);
		for (int i = 0; i < n; i++) /* there is one of each */
			if (ids[i] == s->tile[k].id)
				return tile_bad(no, DG_TILE_02);
		ids[n++] = s->tile[k].id;
		chambers += s->tile[k].kind == DG_CHAMBER;
	}
	if (RULE(DG_TILE_02, n != tiles_wanted(s)) ||
	    RULE(DG_TILE_02, chambers < 3 || chambers == n))
		return tile_bad(no, DG_TILE_02);
	tiles_emit(r, seat, ids, n, n - chambers);
	return true;
}

static void lay_emit(struct run *r, int seat, const struct lay *l, bool any)
{
	const struct dg_state *s = dg_of(r);
	bool last = s->tiles_laid && lays_last(s, seat);
	struct event e;

	event_start(&e, DG_EV_TILE_LAID, DG_TILE_03);
	if (last)
		event_because(&e, DG_TILE_04);
	event_because(&e, DG_TILE_06);
	if (any) {
		event_because(&e, DG_D_02);
		event_because(&e, DG_X_02);
	}
	event_put(&e, DG_EV_TILE_LAID_SEAT, seat);
	event_put(&e, DG_EV_TILE_LAID_TILE, s->tile[l->tile].id);
	event_put_point(&e, DG_EV_TILE_LAID_AT, l->x, l->y);
	event_put(&e, DG_EV_TILE_LAID_ANGLE, 90 * l->turns);
	event_put(&e, DG_EV_TILE_LAID_LAST, last);
	run_emit(r, &e);
}

/* without a tile: any legal one, by the dice (DG-D-02) */
static bool lay_any(struct run *r, int seat, struct refusal *no)
{
	struct lay found[MAX_FOUND];
	int n = lays_find(dg_of(r), seat, -1, found, MAX_FOUND);
	int pick = n > 1 ? dg_roll(r, n) : n;

	if (r->unknown)
		return true;
	if (!pick)
		return tile_bad(no, DG_TILE_05);
	lay_emit(r, seat, &found[pick - 1], true);
	return true;
}

bool dg_decide_tile(struct run *r, int seat, const struct decision *d,
		    struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	struct decision_arg key, at;
	int angle = decision_int(d, DG_TAG_ANGLE, 0), rule;
	bool reached[DG_SQUARES], mine = false;
	struct lay l;

	if (!decision_find(d, DG_TAG_KEY, &key))
		return lay_any(r, seat, no);
	l.tile = tile_arg(s, &key);
	for (int i = 0; i < s->player[seat].n_tiles && l.tile >= 0; i++)
		mine |= s->player[seat].tile[i] == s->tile[l.tile].id;
	if (!mine)
		return dg_no(no, DG_REFUSAL_NOT_YOURS, DG_TILE_02, 0);
	if (!decision_find(d, DG_TAG_AT, &at) || angle < 0 || angle % 90)
		return tile_bad(no, DG_TILE_03);
	l.x = at.w[0];
	l.y = at.w[1];
	l.turns = angle / 90 % 4;
	if (l.x < 0 || l.y < 0 || l.x >= DG_WIDTH || l.y >= DG_WIDTH)
		return tile_bad(no, DG_TILE_03);
	way_to_centre(s, reached);
	rule = lay_fault(s, seat, reached, &l);
	if (rule)
		return tile_bad(no, rule);
	lay_emit(r, seat, &l, false);
	return true;
}

/* --- steps without an order -------------------------------------------- */

/* DG-MAP-05: the catalog gives its tiles by number */
static void box_define(struct run *r)
{
	char key[16] = "tile/";
	struct event e;

	for (int n = 1; n <= DG_MAX_BOX && r->catalog; n++) {
		struct str name;

		key[5] = (char)(n < 10 ? '0' + n : '0' + n / 10);
		key[6] = (char)('0' + n % 10);
		name = (struct str){ key, n < 10 ? 6 : 7 };
		if (!dg_define(r, name, DG_EV_TILE_DEFINED, &e))
			return;
		e.audience = AUDIENCE_ALL;
		run_emit(r, &e);
	}
}

/* tiles of the box that the seat left aside, that could be drawn */
static int tile_aside(const struct dg_state *s, int seat, int *list)
{
	const struct dg_player *p = &s->player[seat];
	bool corridor = lays_last(s, seat);
	int n = 0;

	for (int i = 0; i < s->n_tiles; i++)
		if ((uint32_t)p->aside >> i & 1 &&
		    (!corridor || s->tile[i].kind == DG_CORRIDOR))
			list[n++] = i;
	return n;
}

/* DG-TILE-05: the first tile that it may lay and that fits nowhere */
static bool tile_replace(struct run *r, int seat)
{
	const struct dg_state *s = dg_of(r);
	const struct dg_player *p = &s->player[seat];
	int list[DG_MAX_BOX], n = tile_aside(s, seat, list), pick = n, old = -1;
	struct event e;

	for (int i = 0; i < p->n_tiles && old < 0; i++) {
		int k = box_find(s, p->tile[i]);

		if (k >= 0 && !kind_fault(s, seat, k))
			old = k;
	}
	if (old < 0 || !n || !RULE(DG_TILE_05, true))
		return false;
	if (n > 1)
		pick = dg_roll(r, n);
	if (r->unknown)
		return true;
	dg_event_tile_replaced(&e, DG_TILE_05, seat, s->tile[old].id, pick, n,
			       s->tile[list[pick - 1]].id);
	event_because(&e, DG_X_02);
	run_emit(r, &e);
	return true;
}

/* It has laid its last. A seat that has passed lays its corridor all the
 * same, if there is a place for it (DG-TILE-05). */
static bool tile_done(const struct dg_state *s, int seat)
{
	struct lay found[1];

	if (!s->player[seat].n_tiles)
		return true;
	for (int i = 0; i < s->n_sections; i++)
		if (s->section[i].seat == seat && s->section[i].last)
			return true;
	return s->player[seat].passed &&
	       !RULE(DG_TILE_05, lays_find(s, seat, -1, found, 1) > 0);
}

/* true: all tiles lie, the next phase may begin */
bool dg_tiles_advance(struct run *r)
{
	const struct dg_state *s = dg_of(r);
	struct lay found[1];

	if (!s->n_tiles)
		box_define(r);
	for (int i = 0; i < DG_MAX_SEATS; i++)
		if (s->head.seat[i].present && !s->player[i].tiles_in)
			return false;
	for (int k = 0; s->n_tiles && k < DG_MAX_SEATS; k++) {
		int next;

		if (!tile_done(s, s->head.active)) {
			if (lays_find(s, s->head.active, -1, found, 1))
				return false;
			if (!tile_replace(r, s->head.active))
				run_emit_int(r, DG_EV_SETUP_PASSED, DG_TILE_05,
					     s->head.active);
			return false; /* looked at again */
		}
		next = common_state_next(&s->head, s->head.active);
		while (next != s->head.active && tile_done(s, next))
			next = common_state_next(&s->head, next);
		if (next == s->head.active)
			break;
		run_emit_int(r, DG_EV_SETUP_TURN, DG_TILE_03, next);
	}
	return s->tiles_laid > 0;
}

/* --- defaults, samples ------------------------------------------------- */

static void tile_add(const struct dg_state *s, struct decision *d, int tile)
{
	char key[5 + 5] = "tile/", room[5];
	struct str id = dg_id_text(s->tile[tile].id, room);

	memcpy(key + 5, id.s, id.len);
	decision_add_text(d, DG_TAG_KEY, (struct str){ key, 5 + id.len });
}

/* three chambers and a corridor first, then as the box has them */
void dg_tiles_default(const struct dg_state *s, struct decision *d)
{
	int wanted = tiles_wanted(s), n = 0, chambers = 0, corridors = 0;
	bool taken[DG_MAX_BOX] = { false };

	decision_start(d, DG_ORDER_TILES);
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < s->n_tiles && n < wanted; i++) {
			bool corridor = s->tile[i].kind == DG_CORRIDOR;

			if (taken[i] || (!pass && (corridor ? corridors == 1
							    : chambers == 3)))
				continue;
			taken[i] = true;
			corridors += corridor;
			chambers += !corridor;
			n++;
			tile_add(s, d, i);
		}
}

void dg_tiles_sample(const struct dg_state *s, struct dice *rng,
		     struct decision *d)
{
	int wanted = tiles_wanted(s), order[DG_MAX_BOX], chambers = 0, n = 0;

	for (int i = 0; i < s->n_tiles; i++)
		order[i] = i;
	for (int i = s->n_tiles - 1; i > 0; i--) {
		int k = draw(rng, i + 1), was = order[i];

		order[i] = order[k];
		order[k] = was;
	}
	decision_start(d, DG_ORDER_TILES);
	for (int i = 0; i < s->n_tiles && n < wanted; i++) {
		bool chamber = s->tile[order[i]].kind == DG_CHAMBER;
		int left = wanted - n, corridors = n - chambers;

		/* room must stay for three chambers and one corridor */
		if (chamber ? !corridors && left == 1
			    : chambers < 3 && left <= 3 - chambers)
			continue;
		chambers += chamber;
		n++;
		tile_add(s, d, order[i]);
	}
}

bool dg_tile_sample(const struct dg_state *s, int seat, struct dice *rng,
		    struct decision *d)
{
	struct lay found[MAX_FOUND];
	int n = lays_find(s, seat, -1, found, MAX_FOUND);
	const struct lay *l = &found[draw(rng, n)];
	int32_t at[2];

	if (!n)
		return false;
	at[0] = l->x;
	at[1] = l->y;
	decision_start(d, DG_ORDER_TILE);
	tile_add(s, d, l->tile);
	decision_add(d, DG_TAG_AT, at, 2);
	decision_add_int(d, DG_TAG_ANGLE, 90 * l->turns);
	return true;
}
