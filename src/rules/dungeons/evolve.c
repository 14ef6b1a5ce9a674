/* src/rules/dungeons/evolve.c - what each event does to the state */
#include "rules/dungeons/engine.h"

#define GET(kind, field) event_get(e, DG_EV_##kind##_##field)

static bool seat_ok(int32_t seat)
{
	return 0 <= seat && seat < DG_MAX_SEATS;
}

static int32_t point_of(const struct event *e, int field)
{
	int n;
	const int32_t *w = event_words(e, field, &n);

	if (w[0] < 0 || w[0] >= DG_WIDTH || w[1] < 0 || w[1] >= DG_WIDTH)
		return DG_NOWHERE;
	return dg_square_of(w[0], w[1]);
}

/* --- figures ----------------------------------------------------------- */

static int make_room(struct dg_state *s, int32_t label)
{
	int at = 0;

	if (s->n_figs >= DG_MAX_FIGS)
		return -1;
	while (at < s->n_figs && s->fig[at].label < label)
		at++;
	memmove(s->fig + at + 1, s->fig + at,
		(size_t)(s->n_figs - at) * sizeof(s->fig[0]));
	memmove(s->card + at + 1, s->card + at,
		(size_t)(s->n_figs - at) * sizeof(s->card[0]));
	memset(s->fig + at, 0, sizeof(s->fig[0]));
	memset(s->card + at, 0, sizeof(s->card[0]));
	s->n_figs++;
	/* these name figures by index */
	memset(s->contact, 0, sizeof(s->contact));
	memset(s->freed, 0, sizeof(s->freed));
	for (int f = 0; f < s->n_figs; f++) {
		memset(s->fig[f].barred, 0, sizeof(s->fig[f].barred));
		memset(s->fig[f].poled, 0, sizeof(s->fig[f].poled));
	}
	return at;
}

static bool dial_keep(struct dg_card *c, const int32_t *w, int n)
{
	c->n_clicks = n / DG_CLICK_WORDS;
	if (n % DG_CLICK_WORDS || c->n_clicks < 1 ||
	    c->n_clicks > DG_MAX_CLICKS)
		return false;
	for (int i = 0; i < n; i++) {
		bool ability = i % DG_CLICK_WORDS >= N_DG_SLOTS;

		if (w[i] < 0 || w[i] >= (ability ? N_DG_ABILITIES : 256))
			return false;
	}
	for (int i = 0; i < c->n_clicks; i++) {
		struct dg_click v;

		memcpy(&v, w + i * DG_CLICK_WORDS, sizeof(v));
		dg_click_put(c, i, &v);
	}
	return true;
}

static bool levels_keep(struct dg_card *c, const int32_t *w, int n)
{
	if (n && n != 2 * DG_LEVELS)
		return false;
	c->n_levels = n ? DG_LEVELS : 0;
	for (int i = 0; 2 * i < n; i++) {
		if (w[2 * i] < 0 || w[2 * i] >= c->n_clicks ||
		    w[2 * i + 1] < 0 || w[2 * i + 1] > 100000)
			return false;
		c->level_click[i] = w[2 * i];
		c->level_cost[i] = w[2 * i + 1];
	}
	return true;
}

static bool figure_defined(struct dg_state *s, const struct event *e)
{
	int32_t label = GET(FIGURE_DEFINED, FIG);
	struct dg_card c = { 0 };
	struct dg_fig p = { 0 };
	const int32_t *w;
	int n, f = dg_find(s, label);

	if (label <= 0)
		return false;
	if (f >= 0) { /* it is known; now to everybody */
		n = GET(FIGURE_DEFINED, LEVEL);
		s->fig[f].open |= e->audience == AUDIENCE_ALL;
		if (!s->card[f].n_levels || n == s->fig[f].level)
			return true;
		if (n < 1 || n > DG_LEVELS)
			return false;
		s->fig[f].level = s->fig[f].top_level = n;
		s->fig[f].click = dg_start_click(s, f);
		return true;
	}
	w = event_words(e, DG_EV_FIGURE_DEFINED_DIAL, &n);
	if (!dial_keep(&c, w, n))
		return false;
	w = event_words(e, DG_EV_FIGURE_DEFINED_LEVELS, &n);
	if (!levels_keep(&c, w, n) ||
	    !event_keep(e, DG_EV_FIGURE_DEFINED_KEY, c.key, DG_KEY_WORDS) ||
	    !event_keep(e, DG_EV_FIGURE_DEFINED_NAME, c.name, DG_NAME_WORDS))
		return false;
	c.form = GET(FIGURE_DEFINED, FORM);
	c.points = GET(FIGURE_DEFINED, POINTS);
	c.range = GET(FIGURE_DEFINED, RANGE);
	c.targets = GET(FIGURE_DEFINED, TARGETS);
	c.arc = GET(FIGURE_DEFINED, ARC);
	p.label = label;
	p.kind = GET(FIGURE_DEFINED, KIND);
	p.owner = GET(FIGURE_DEFINED, OWNER);
	p.level = p.top_level = c.n_levels ? GET(FIGURE_DEFINED, LEVEL) : 0;
	p.place = p.kind == DG_SPAWN ? DG_IN_POOL : DG_OUTSIDE;
	p.open = e->audience == AUDIENCE_ALL;
	p.sq = DG_NOWHERE;
	if (c.points < 0 || c.points > 100000 || c.range < 0 || c.range > 100 ||
	    c.targets < 1 || c.targets > 4 ||
	    (c.arc != 3 && c.arc != 5 && c.arc != 7) || p.kind < DG_HERO ||
	    p.kind > DG_WARRIOR || p.level < 0 || p.level > DG_LEVELS ||
	    (c.n_levels && !p.level) ||
	    (p.kind == DG_SPAWN ? p.owner != -1 : !seat_ok(p.owner)))
		return false;
	f = make_room(s, label);
	if (f < 0)
		return false;
	s->fig[f] = p;
	s->card[f] = c;
	s->fig[f].click = dg_start_click(s, f);
	return true;
}

/* off the board; treasures assigned to it are nobody's */
static void leave(struct dg_state *s, int f, int place)
{
	struct dg_fig *p = &s->fig[f];

	p->place = place;
	p->sq = DG_NOWHERE;
	p->pending = p->frozen = 0;
	memset(p->cancelled, 0, sizeof(p->cancelled));
	memset(p->item, 0, sizeof(p->item));
	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].place == DG_CHEST_HELD &&
		    s->chest[i].fig == p->label)
			s->chest[i].fig = s->chest[i].last_fig = 0;
}

static void put(struct dg_state *s, int f, int32_t sq, int face)
{
	struct dg_fig *p = &s->fig[f];

	if (p->sq != sq)
		p->pending = 0;
	p->place = DG_ON_BOARD;
	p->sq = sq;
	if (face >= 0)
		p->facing = face;
}

static bool eliminated(struct dg_state *s, int f)
{
	if (s->fig[f].kind != DG_SPAWN) {
		leave(s, f, DG_ELIMINATED);
		return true;
	}
	leave(s, f, DG_IN_POOL);
	s->fig[f].click = 0;
	s->fig[f].owner = -1;
	s->fig[f].fallen = 1;
	return true;
}

/* --- the board --------------------------------------------------------- */

static bool board_squares(struct dg_state *s, const struct event *e, int base)
{
	int32_t at = point_of(e, DG_EV_BOARD_LAID_AT);
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

static bool board_laid(struct dg_state *s, const struct event *e)
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

static bool stairs_joined(struct dg_state *s, const struct event *e)
{
	int32_t from = point_of(e, DG_EV_STAIRS_JOINED_FROM);
	int32_t to = point_of(e, DG_EV_STAIRS_JOINED_TO);

	if (s->n_stairs == DG_MAX_STAIRS || from < 0 || to < 0)
		return false;
	s->stairs[s->n_stairs][0] = from;
	s->stairs[s->n_stairs++][1] = to;
	return true;
}

static bool tile_defined(struct dg_state *s, const struct event *e)
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
static void tiles_aside(const struct dg_state *s, struct dg_player *p)
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

static bool tile_laid(struct dg_state *s, int seat, const struct event *e)
{
	int32_t at = point_of(e, DG_EV_TILE_LAID_AT);
	int32_t angle = GET(TILE_LAID, ANGLE);

	if (at < 0 || angle < 0 || angle > 270 || angle % 90)
		return false;
	hand_lose(&s->player[seat], GET(TILE_LAID, TILE));
	s->tiles_laid++;
	return dg_tile_lay(s, seat, GET(TILE_LAID, TILE), at, angle / 90,
			   GET(TILE_LAID, LAST));
}

static bool tile_replaced(const struct dg_state *s, struct dg_player *p,
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

static bool inside(const struct dg_section *c, int32_t sq)
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

		if (!inside(c, d->sq) || !inside(c, other))
			continue; /* on the outline: it stays */
		d->sq = turned_square(c, d->sq, side);
		if (face == DG_W || face == DG_N) {
			d->sq = dg_beside(d->sq, face);
			face = (face + 4) % 8;
		}
		d->side = face;
	}
}

static bool section_turned(struct dg_state *s, const struct event *e)
{
	int32_t k = GET(SECTION_TURNED, SECTION);
	int side = GET(SECTION_TURNED, SIDE);
	struct dg_square was[25];
	struct dg_section *c;

	if (k < 0 || k >= s->n_sections)
		return false;
	c = &s->section[k];
	if (c->x1 - c->x0 != 4 || c->y1 - c->y0 != 4)
		return false;
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
	for (int f = 0; f < s->n_figs; f++)
		if (dg_on_board(s, f) && inside(c, s->fig[f].sq)) {
			s->fig[f].sq = turned_square(c, s->fig[f].sq, side);
			s->fig[f].facing = turned_face(s->fig[f].facing, side);
		}
	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].place == DG_CHEST_LIES &&
		    inside(c, s->chest[i].sq)) {
			s->chest[i].sq = turned_square(c, s->chest[i].sq, side);
			s->chest[i].face = turned_face(s->chest[i].face, side);
		}
	for (int i = 0; i < s->n_tokens; i++)
		if (inside(c, s->token[i].sq))
			s->token[i].sq = turned_square(c, s->token[i].sq, side);
	for (int i = 0; i < 2 * s->n_stairs; i++)
		if (inside(c, s->stairs[i / 2][i % 2]))
			s->stairs[i / 2][i % 2] =
				turned_square(c, s->stairs[i / 2][i % 2], side);
	doors_turned(s, c, side);
	c->turns = (c->turns + (side == DG_RIGHT ? 1 : 3)) % 4;
	return true;
}

/* --- chests, tokens, tables -------------------------------------------- */

/* a line each; what is longer than is room for stays without a name */
static void model_names(struct dg_model *m, const struct event *e)
{
	char room[EVENT_TEXT_ROOM];
	struct str rest = event_get_text(e, DG_EV_MODEL_DEFINED_NAMES, room,
					 sizeof(room));

	for (size_t i = 0; i < ARRAY_LEN(m->name) && rest.len; i++) {
		struct str line = { rest.s, 0 };

		while (line.len < rest.len && rest.s[line.len] != '\n')
			line.len++;
		text_pack(m->name[i], DG_THING_WORDS, line);
		rest.s += line.len;
		rest.len -= line.len;
		if (rest.len) {
			rest.s++;
			rest.len--;
		}
	}
}

static bool model_defined(struct dg_state *s, const struct event *e)
{
	struct dg_model m = { .letter = GET(MODEL_DEFINED, MODEL) };
	int n;
	const int32_t *w = event_words(e, DG_EV_MODEL_DEFINED_TRAPS, &n);

	for (int i = 0; i < s->n_models; i++)
		if (s->model[i].letter == m.letter)
			return true;
	if (n != 7 * DG_POSITIONS || s->n_models == DG_MAX_MODELS)
		return false;
	memcpy(m.trap, w, sizeof(m.trap));
	w = event_words(e, DG_EV_MODEL_DEFINED_TREASURES, &n);
	if (n != 10 * DG_POSITIONS)
		return false;
	memcpy(m.treasure, w, sizeof(m.treasure));
	for (int i = 0; i < DG_POSITIONS; i++) {
		const struct dg_trap *t = &m.trap[i];
		const struct dg_treasure *x = &m.treasure[i];

		if (t->type < 0 || t->type > DG_TRAP_R || t->n < 0 ||
		    t->n > 8 || t->points < 0 || t->points > 500)
			return false;
		for (int k = 0; k < 3; k++)
			if (x->ability[k] < 0 ||
			    x->ability[k] >= N_DG_ABILITIES)
				return false;
	}
	model_names(&m, e);
	s->model[s->n_models++] = m;
	return true;
}

static bool table_defined(struct dg_state *s, const struct event *e)
{
	struct dg_table t = { .tier = GET(TABLE_DEFINED, TIER) };
	int n;
	const int32_t *w = event_words(e, DG_EV_TABLE_DEFINED_ROWS, &n);

	if (n != 22 || s->n_tables == DG_MAX_TABLES ||
	    !event_keep(e, DG_EV_TABLE_DEFINED_NAME, t.name, 3))
		return false;
	for (int i = 0; i < 11; i++) {
		t.number[i] = w[2 * i];
		t.points[i] = w[2 * i + 1];
		if (t.number[i] < 0 || t.number[i] > 8 || t.points[i] < 0 ||
		    t.points[i] > 500)
			return false;
	}
	s->table[s->n_tables++] = t;
	return true;
}

static bool chest_placed(struct dg_state *s, const struct event *e)
{
	struct dg_chest c = {
		.label = GET(CHEST_PLACED, CHEST),
		.place = DG_CHEST_LIES,
		.sq = point_of(e, DG_EV_CHEST_PLACED_AT),
		.face = GET(CHEST_PLACED, FACE),
		.model = -1,
		.treasure = DG_UNKNOWN,
		.secret = -1,
		.holder = -1,
		.seat = GET(CHEST_PLACED, SEAT),
	};

	for (int i = 0; i < s->n_models; i++)
		if (s->model[i].letter == GET(CHEST_PLACED, MODEL))
			c.model = i;
	if (c.model < 0 || c.sq < 0 || s->n_chests == DG_MAX_CHESTS ||
	    c.label <= 0)
		return false;
	s->chest[s->n_chests++] = c;
	if (s->pooled[c.model])
		s->pooled[c.model]--;
	if (seat_ok(c.seat))
		s->player[c.seat].chests_placed++;
	return true;
}

static bool token_placed(struct dg_state *s, const struct event *e)
{
	struct dg_token t = {
		.label = GET(TOKEN_PLACED, TOKEN),
		.tier = GET(TOKEN_PLACED, TIER),
		.sq = point_of(e, DG_EV_TOKEN_PLACED_AT),
		.table = DG_UNKNOWN,
		.secret = -1,
		.seat = GET(TOKEN_PLACED, SEAT),
	};

	if (t.sq < 0 || t.label <= 0 || s->n_tokens == DG_MAX_TOKENS)
		return false;
	s->token[s->n_tokens++] = t;
	if (seat_ok(t.seat))
		s->player[t.seat].tokens_placed++;
	return true;
}

/* the n-th table of this tier, from 1 */
static int table_of(const struct dg_state *s, int tier, int n)
{
	for (int i = 0; i < s->n_tables; i++)
		if (s->table[i].tier == tier && !--n)
			return i;
	return -1;
}

static bool secret(struct dg_state *s, const struct event *e)
{
	int32_t piece = GET(SECRET, PIECE), value = GET(SECRET, VALUE);
	int32_t number = GET(SECRET, NUMBER);
	int i = dg_find_chest(s, piece);

	if (i >= 0) {
		if (value < 1 || value > DG_POSITIONS)
			return false;
		s->chest[i].treasure = value - 1;
		s->chest[i].secret = number;
		return true;
	}
	i = dg_find_token(s, piece);
	if (i < 0)
		return false;
	s->token[i].secret = number;
	s->token[i].table = table_of(s, s->token[i].tier, value);
	return s->token[i].table >= 0;
}

static void chest_reset(struct dg_chest *c)
{
	c->trap = DG_UNREVEALED;
	c->position = 0;
	c->fig = c->last_fig = 0;
	c->holder = -1;
}

static bool drop_due(struct dg_state *s, const struct event *e)
{
	int c = dg_find_chest(s, GET(DROP_DUE, CHEST));
	int32_t seat = GET(DROP_DUE, SEAT), how = GET(DROP_DUE, HOW);

	if (c < 0 || !seat_ok(seat) || how < DG_DROP_NONE ||
	    how > DG_DROP_NEAREST)
		return false;
	s->chest[c].drop = how;
	s->chest[c].drop_seat = seat;
	s->chest[c].drop_near = point_of(e, DG_EV_DROP_DUE_NEAR);
	return true;
}

static bool chest_event(struct dg_state *s, const struct event *e)
{
	int i = dg_find_chest(s, event_get(e, 0));
	struct dg_chest *c;
	int n;

	if (i < 0)
		return false;
	c = &s->chest[i];
	switch (e->kind) {
	case DG_EV_TRAP_REVEALED:
		c->position = GET(TRAP_REVEALED, POSITION);
		c->trap = GET(TRAP_REVEALED, STATE);
		return c->position >= 0 && c->position < DG_POSITIONS;
	case DG_EV_DISARM_ROLL:
		c->trap = GET(DISARM_ROLL, OK) ? DG_DISARMED : DG_SPRUNG;
		return true;
	case DG_EV_CHEST_OPENED:
		c->seen = 1;
		c->treasure = GET(CHEST_OPENED, POSITION);
		if (c->treasure < 0 || c->treasure >= DG_POSITIONS)
			return false;
		if (!seat_ok(GET(CHEST_OPENED, SEAT)))
			return true;
		c->place = DG_CHEST_HELD;
		c->holder = GET(CHEST_OPENED, SEAT);
		c->sq = DG_NOWHERE;
		s->player[c->holder].acquired = 1;
		return true;
	case DG_EV_CHEST_REMOVED:
		c->place = DG_CHEST_REMOVED;
		c->holder = -1;
		c->fig = c->last_fig = 0;
		c->sq = DG_NOWHERE;
		return true;
	case DG_EV_CHEST_ASSIGNED:
		c->fig = GET(CHEST_ASSIGNED, FIG);
		return true;
	case DG_EV_CHEST_STORED:
		c->place = DG_CHEST_STORED;
		c->fig = GET(CHEST_STORED, FIG);
		return true;
	case DG_EV_POTION_USED: c->potion = DG_POTION_WORKS; return true;
	case DG_EV_CHEST_DROPPED:
		chest_reset(c);
		c->drop = DG_DROP_NONE;
		c->drop_seat = c->drop_near = 0;
		c->place = DG_CHEST_LIES;
		c->sq = point_of(e, DG_EV_CHEST_DROPPED_AT);
		c->face = GET(CHEST_DROPPED, FACE);
		if (c->potion == DG_POTION_WORKS)
			c->potion = DG_POTION_USED;
		return c->sq >= 0;
	case DG_EV_CHEST_STOLEN:
		c->holder = GET(CHEST_STOLEN, TO);
		c->fig = c->last_fig = 0;
		if (c->potion == DG_POTION_WORKS)
			c->potion = DG_POTION_USED;
		if (!seat_ok(c->holder))
			return false;
		s->player[c->holder].acquired = 1;
		return true;
	case DG_EV_SWAPPED: {
		int other = dg_find_chest(s, GET(SWAPPED, SECOND));
		int32_t holder = c->holder;

		if (other < 0)
			return false;
		c->holder = s->chest[other].holder;
		s->chest[other].holder = holder;
		c->fig = c->last_fig = 0;
		s->chest[other].fig = s->chest[other].last_fig = 0;
		for (n = 0; n < DG_MAX_SEATS; n++)
			s->player[n].swap_given = s->player[n].swap_wanted = 0;
		return true;
	}
	default: return false;
	}
}

/* --- turns and activations --------------------------------------------- */

static void acting_over(struct dg_state *s)
{
	s->actor = s->how = s->attacked = s->moved = s->rammed = 0;
	s->confuser = 0;
	memset(s->freed, 0, sizeof(s->freed));
	for (int f = 0; f < s->n_figs; f++)
		memset(s->fig[f].poled, 0, sizeof(s->fig[f].poled));
}

static bool turn_started(struct dg_state *s, const struct event *e)
{
	int32_t seat = GET(TURN_STARTED, SEAT);

	if (!seat_ok(seat))
		return false;
	s->phase = DG_PLAY;
	s->active = seat;
	s->turn = GET(TURN_STARTED, TURN);
	s->activations = GET(TURN_STARTED, ACTIVATIONS);
	s->ready = 0;
	s->player[seat].turns++;
	if (s->master == seat)
		s->master_turns++;
	acting_over(s);
	for (int f = 0; f < s->n_figs; f++) {
		struct dg_fig *p = &s->fig[f];

		p->acted = 0;
		memset(p->cancelled, 0, sizeof(p->cancelled));
		memset(p->barred, 0, sizeof(p->barred));
		if (p->frozen & DG_FREEZES &&
		    (p->owner == seat || p->owner < 0))
			p->frozen = DG_IS_FROZEN;
	}
	for (int i = 0; i < s->n_tokens; i++)
		s->token[i].acted = 0;
	/* DG-TURN-01: what lasts until now is over */
	for (int i = 0; i < s->n_chests; i++) {
		struct dg_chest *c = &s->chest[i];

		if (c->place != DG_CHEST_HELD || c->holder != seat)
			continue;
		if (c->fig)
			c->last_fig = c->fig;
		c->fig = 0;
		if (c->potion == DG_POTION_WORKS)
			c->potion = DG_POTION_USED;
	}
	return true;
}

static bool turn_ended(struct dg_state *s, const struct event *e)
{
	acting_over(s);
	for (int f = 0; f < s->n_figs; f++)
		s->fig[f].frozen &= ~DG_IS_FROZEN;
	if (s->option[DG_OPTION_ITEM_TIME])
		for (int i = 0; i < s->n_chests; i++)
			if (s->chest[i].place == DG_CHEST_HELD &&
			    s->chest[i].fig) {
				s->chest[i].last_fig = s->chest[i].fig;
				s->chest[i].fig = 0;
			}
	for (int i = 0; i < DG_MAX_SEATS; i++)
		s->player[i].swap_given = s->player[i].swap_wanted = 0;
	(void)e;
	return true;
}

static bool activation_started(struct dg_state *s, const struct event *e)
{
	int32_t piece = GET(ACTIVATION_STARTED, PIECE);
	int f = dg_find(s, piece), i = f < 0 ? dg_find_token(s, piece) : -1;

	acting_over(s);
	s->actor = piece;
	s->how = GET(ACTIVATION_STARTED, HOW);
	s->activations = GET(ACTIVATION_STARTED, LEFT);
	if (f >= 0) {
		s->fig[f].acted = 1;
		s->fig[f].sp = GET(ACTIVATION_STARTED, SP);
	} else if (i >= 0) {
		s->token[i].acted = 1;
		s->token[i].sp = GET(ACTIVATION_STARTED, SP);
	}
	return f >= 0 || i >= 0;
}

/* DG-PASS-05: the enemy just passed through holds it no more */
static void over_freed(struct dg_state *s, const struct event *e, int f)
{
	int n;
	const int32_t *w = event_words(e, DG_EV_STEPPED_OVER, &n);

	for (int k = 0; k + 1 < n; k += 2) {
		int g = dg_fig_at(s, dg_square_of(w[k], w[k + 1]));

		if (g >= 0 && dg_enemies(s, f, g))
			dg_bit_set(s->freed, g);
	}
}

static bool stepped(struct dg_state *s, const struct event *e)
{
	int32_t piece = GET(STEPPED, PIECE);
	int32_t to = point_of(e, DG_EV_STEPPED_TO);
	int f = dg_find(s, piece), i = f < 0 ? dg_find_token(s, piece) : -1;

	if (to < 0)
		return false;
	if (s->actor == piece)
		s->moved = 1;
	for (int k = 0; f >= 0 && k < e->n_rules; k++)
		if (e->rules[k] == DG_PASS_05)
			over_freed(s, e, f);
	if (f >= 0) {
		put(s, f, to, -1);
		s->fig[f].sp = GET(STEPPED, SP);
	} else if (i >= 0) {
		s->token[i].sq = to;
		s->token[i].sp = GET(STEPPED, SP);
	}
	return f >= 0 || i >= 0;
}

static void labels_set(const struct dg_state *s, const struct event *e,
		       int field, int32_t set[DG_FIG_WORDS])
{
	int n;
	const int32_t *w = event_words(e, field, &n);

	for (int i = 0; i < n; i++) {
		int f = dg_find(s, w[i]);

		if (f >= 0)
			dg_bit_set(set, f);
	}
}

/* --- events about one figure: its field is the first -------------------- */

static bool figure_event(struct dg_state *s, const struct event *e)
{
	int f = dg_find(s, event_get(e, 0)), g;
	struct dg_fig *p;
	int32_t sq;
	int a;

	if (f < 0)
		return false;
	p = &s->fig[f];
	switch (e->kind) {
	case DG_EV_ENTERED:
		sq = point_of(e, DG_EV_ENTERED_TO);
		put(s, f, sq, GET(ENTERED, FACE));
		p->sp = GET(ENTERED, SP);
		s->moved = 1;
		return sq >= 0;
	case DG_EV_TURNED:
		p->facing = GET(TURNED, FACE);
		p->sp = GET(TURNED, SP);
		return true;
	case DG_EV_FREE_SPIN: p->facing = GET(FREE_SPIN, FACE); return true;
	case DG_EV_BREAK_AWAY:
		p->sp = GET(BREAK_AWAY, SP);
		labels_set(s, e, DG_EV_BREAK_AWAY_FROM, s->freed);
		if (seat_ok(s->active))
			s->player[s->active].last_ok = GET(BREAK_AWAY, OK);
		return true;
	case DG_EV_TERRIFY:
		g = dg_find(s, GET(TERRIFY, BY));
		if (g >= 0 && !GET(TERRIFY, OK))
			dg_bit_set(p->barred, g);
		return g >= 0;
	case DG_EV_LEFT:
		p->sp = GET(LEFT, SP);
		leave(s, f, DG_EXITED);
		return true;
	case DG_EV_DECLARED: p->pending = GET(DECLARED, TERRAIN); return true;
	case DG_EV_TELEPORTED:
		sq = point_of(e, DG_EV_TELEPORTED_TO);
		put(s, f, sq, -1);
		p->sp = 0;
		return sq >= 0;
	case DG_EV_SECTION_TURNED:
		p->pending = p->sp = 0;
		return section_turned(s, e);
	case DG_EV_LEVITATED:
		sq = point_of(e, DG_EV_LEVITATED_TO);
		put(s, f, sq, GET(LEVITATED, FACE));
		p->acted = 1;
		return sq >= 0;
	case DG_EV_SPAWN_PLACED:
		sq = point_of(e, DG_EV_SPAWN_PLACED_AT);
		put(s, f, sq, GET(SPAWN_PLACED, FACE));
		p->acted = GET(SPAWN_PLACED, WAITS);
		p->marker = 0;
		p->click = 0;
		p->owner = GET(SPAWN_PLACED, OWNER);
		if (p->owner >= 0)
			p->kind = DG_WARRIOR;
		return sq >= 0;
	case DG_EV_DAMAGED:
		p->click = GET(DAMAGED, CLICK);
		return p->click >= 0;
	case DG_EV_HEALED: p->click = GET(HEALED, CLICK); return p->click >= 0;
	case DG_EV_ELIMINATED: return eliminated(s, f);
	case DG_EV_FROZEN:
		p->frozen |= GET(FROZEN, OK) ? DG_FREEZES : 0;
		return true;
	case DG_EV_CONFUSED:
		p->sp = GET(CONFUSED, SP);
		s->actor = p->label;
		s->how = DG_HOW_CONFUSED;
		s->confuser = GET(CONFUSED, BY);
		return true;
	case DG_EV_CONFUSION_OVER:
		s->actor = GET(CONFUSION_OVER, BY);
		s->how = DG_HOW_NORMAL;
		s->confuser = 0;
		return true;
	case DG_EV_ABILITY_USED: /* of a treasure: that one from now on */
		a = dg_abilities[GET(ABILITY_USED, ABILITY)].slot;
		if (dg_find_chest(s, GET(ABILITY_USED, TARGET)) >= 0 &&
		    a < N_DG_SLOTS)
			p->item[a] = GET(ABILITY_USED, TARGET);
		return true;
	case DG_EV_ABILITY_CANCELLED:
		a = GET(ABILITY_CANCELLED, ABILITY);
		p->cancelled[a / 32] =
			(int32_t)((uint32_t)p->cancelled[a / 32] |
				  UINT32_C(1) << a % 32);
		return true;
	case DG_EV_RETURNED:
		if (!GET(RETURNED, OK))
			return true;
		sq = point_of(e, DG_EV_RETURNED_AT);
		put(s, f, sq, GET(RETURNED, FACE));
		p->click = GET(RETURNED, CLICK);
		return sq >= 0;
	case DG_EV_RAMMED: s->rammed = 1; return true;
	case DG_EV_POLE_ARMED:
		g = dg_find(s, GET(POLE_ARMED, BY));
		if (g >= 0)
			dg_bit_set(p->poled, g);
		return g >= 0;
	case DG_EV_LEVEL_RAISED:
		p->level = GET(LEVEL_RAISED, LEVEL);
		if (p->level > p->top_level)
			p->top_level = p->level;
		p->click = GET(LEVEL_RAISED, CLICK);
		return true;
	default: return false;
	}
}

static bool attack_declared(struct dg_state *s, const struct event *e)
{
	int f = dg_find(s, GET(ATTACK_DECLARED, ATTACKER));
	int kind = GET(ATTACK_DECLARED, KIND);

	if (f < 0)
		return true; /* a chest */
	if (kind == DG_CLOSE || kind == DG_RANGED || kind == DG_HEALING) {
		s->fig[f].sp = GET(ATTACK_DECLARED, SP);
		s->attacked = 1;
		if (seat_ok(s->active))
			s->player[s->active].last_hit = 0;
	}
	return true;
}

static bool attack(struct dg_state *s, const struct event *e)
{
	int result = GET(ATTACK, RESULT);

	if (seat_ok(s->active) && GET(ATTACK, ATTACKER) == s->actor &&
	    (result == DG_HIT || result == DG_CRITICAL_HIT))
		s->player[s->active].last_hit = 1;
	return true;
}

/* --- seats ------------------------------------------------------------- */

/* what is asked is not due any more */
static bool asked(struct dg_state *s, struct dg_player *p)
{
	int c = dg_find_chest(s, s->frame.about);

	if (s->frame.what == DG_ASKS_LEVEL)
		p->due = p->due_first = 0;
	if (s->frame.what == DG_ASKS_DROP && c >= 0)
		s->chest[c].drop_seat = -1 - s->chest[c].drop_seat;
	return s->frame.what > DG_ASKS_NOTHING &&
	       s->frame.what < N_DG_QUESTIONS;
}

static bool seat_event(struct dg_state *s, const struct event *e)
{
	int32_t seat = event_get(e, 0);
	struct dg_player *p;
	const int32_t *w;
	int n;

	if (!seat_ok(seat))
		return false;
	p = &s->player[seat];
	switch (e->kind) {
	case DG_EV_TEAM_IN: p->list_in = 1; return true;
	case DG_EV_TEAM_ACCEPTED:
		p->points = GET(TEAM_ACCEPTED, POINTS);
		p->heroes = GET(TEAM_ACCEPTED, HEROES);
		return true;
	case DG_EV_SETUP_TURN: s->active = seat; return true;
	case DG_EV_SETUP_PASSED: p->passed = 1; return true;
	case DG_EV_FIRST_PLAYER_ROLL:
		p->d1 = GET(FIRST_PLAYER_ROLL, D1);
		p->d2 = GET(FIRST_PLAYER_ROLL, D2);
		return true;
	case DG_EV_FIRST_PLAYER: s->first = s->active = seat; return true;
	case DG_EV_TILES_CHOSEN:
		w = event_words(e, DG_EV_TILES_CHOSEN_TILES, &n);
		if (n > DG_MAX_TILES)
			return false;
		memcpy(p->tile, w, (size_t)n * sizeof(*w));
		p->n_tiles = n;
		w = event_words(e, DG_EV_TILES_CHOSEN_CORRIDORS, &n);
		p->corridors = n ? w[0] : 0;
		tiles_aside(s, p);
		return true;
	case DG_EV_TILES_IN: p->tiles_in = 1; return true;
	case DG_EV_TILE_LAID: return tile_laid(s, seat, e);
	case DG_EV_TILE_REPLACED: return tile_replaced(s, p, e);
	case DG_EV_PIECES_DRAWN:
		p->piece = GET(PIECES_DRAWN, PIECE);
		if (p->piece < 0 || p->piece >= N_DG_PIECES)
			return false;
		if (s->n_pieces[p->piece])
			s->n_pieces[p->piece]--;
		return true;
	case DG_EV_TERRAIN_PLACED: {
		int32_t sq = point_of(e, DG_EV_TERRAIN_PLACED_AT);

		if (sq < 0 || s->square[sq].terrain == DG_ROCK)
			return false;
		s->square[sq].terrain = GET(TERRAIN_PLACED, TERRAIN);
		p->piece = DG_PIECE_NONE;
		return true;
	}
	case DG_EV_DOOR_PLACED:
		if (s->n_doors == DG_MAX_DOORS ||
		    point_of(e, DG_EV_DOOR_PLACED_AT) < 0)
			return false;
		s->door[s->n_doors++] =
			(struct dg_door){ GET(DOOR_PLACED, DOOR),
					  point_of(e, DG_EV_DOOR_PLACED_AT),
					  GET(DOOR_PLACED, SIDE),
					  GET(DOOR_PLACED, KIND),
					  GET(DOOR_PLACED, STATE) };
		p->piece = DG_PIECE_NONE;
		return true;
	case DG_EV_CHESTS_POOLED:
		w = event_words(e, DG_EV_CHESTS_POOLED_MODELS, &n);
		for (int i = 0; i < n; i++)
			for (int k = 0; k < s->n_models; k++)
				s->pooled[k] += s->model[k].letter == w[i];
		p->chests_in = 1;
		return true;
	case DG_EV_POOL_ADDED:
		p->pool_in = 1;
		p->pool_n += GET(POOL_ADDED, N);
		p->pool_points += GET(POOL_ADDED, POINTS);
		return true;
	case DG_EV_ENTRANCE_SET:
		p->entrance = GET(ENTRANCE_SET, MOUTH);
		return true;
	case DG_EV_EXIT_SET: p->exit = GET(EXIT_SET, MOUTH); return true;
	case DG_EV_TURN_STARTED: return turn_started(s, e);
	case DG_EV_TURN_READY:
		s->ready = 1;
		s->activations = GET(TURN_READY, ACTIVATIONS);
		dg_contacts_note(s);
		return true;
	case DG_EV_TURN_ENDED: return turn_ended(s, e);
	case DG_EV_MONSTER_MASTER:
		s->master = seat;
		s->master_turns = 0;
		for (int f = 0; f < s->n_figs; f++)
			s->fig[f].marker = 0;
		for (int i = 0; i < s->n_tokens; i++)
			s->token[i].marker = 0;
		return true;
	case DG_EV_SWAP_OFFERED:
		p->swap_given = GET(SWAP_OFFERED, GIVEN);
		p->swap_wanted = GET(SWAP_OFFERED, WANTED);
		return true;
	case DG_EV_XP_GAINED: p->xp = GET(XP_GAINED, TOTAL); return true;
	case DG_EV_LEVELS_WAIT: p->waiting = GET(LEVELS_WAIT, N); return true;
	case DG_EV_LEVELS_DUE:
		p->due = GET(LEVELS_DUE, N);
		p->due_first = GET(LEVELS_DUE, FIG);
		return true;
	case DG_EV_GOLD_COUNTED: p->gold = GET(GOLD_COUNTED, GOLD); return true;
	case DG_EV_ANSWERED:
		memset(&s->frame, 0, sizeof(s->frame));
		return true;
	case DG_EV_ASKED:
		memset(&s->frame, 0, sizeof(s->frame));
		s->frame.seat = seat;
		s->frame.what = GET(ASKED, WHAT);
		s->frame.fig = GET(ASKED, FIG);
		s->frame.about = GET(ASKED, ABOUT);
		return asked(s, p);
	case DG_EV_WITHDRAWN:
		p->withdrawn = 1;
		for (int f = 0; f < s->n_figs; f++)
			if (s->fig[f].owner == seat && dg_in_play(s, f))
				leave(s, f, DG_EXITED);
		return true;
	default: return false;
	}
}

static bool policy_set(struct dg_state *s, const struct event *e)
{
	int32_t seat = GET(POLICY_SET, SEAT), label = GET(POLICY_SET, FIG);
	int n, f = label ? dg_find(s, label) : -1;
	const int32_t *w = event_words(e, DG_EV_POLICY_SET_VALUE, &n);
	struct dg_player *p;

	if (!seat_ok(seat) || n < 1 || (label && f < 0))
		return false;
	p = &s->player[seat];
	switch (GET(POLICY_SET, WHAT)) {
	case DG_STANDING_SPIN:
		*(f < 0 ? &p->spin : &s->fig[f].spin[seat]) = w[0];
		*(f < 0 ? &p->prefer : &s->fig[f].prefer[seat]) =
			n > 1 ? w[1] : 0;
		return true;
	case DG_STANDING_COUNTER:
		if (f < 0) {
			p->counter = w[0];
			return true;
		}
		s->fig[f].counter[seat] = w[0];
		s->fig[f].counter_without[seat] = n > 1 ? w[1] : 0;
		return true;
	case DG_STANDING_BREAK:
		p->break_go = w[0];
		p->break_retry = n > 1 ? w[1] : 0;
		return true;
	case DG_STANDING_PLACE: p->place_ask = w[0]; return true;
	case DG_STANDING_CONVERT: p->convert_stop = w[0]; return true;
	case DG_STANDING_LEVELS:
		memset(p->level_first, 0, sizeof(p->level_first));
		for (int i = 0; i < n && i < (int)ARRAY_LEN(p->level_first);
		     i++)
			p->level_first[i] = w[i];
		return true;
	case DG_STANDING_KEEP:
		if (f < 0 || n < 2 || w[0] <= 0 || w[0] >= N_DG_ABILITIES)
			return false;
		if (w[1])
			s->fig[f].off[seat][w[0] / 32] =
				(int32_t)((uint32_t)s->fig[f]
						  .off[seat][w[0] / 32] &
					  ~(UINT32_C(1) << w[0] % 32));
		else
			s->fig[f].off[seat][w[0] / 32] =
				(int32_t)((uint32_t)s->fig[f]
						  .off[seat][w[0] / 32] |
					  UINT32_C(1) << w[0] % 32);
		return true;
	default: return false;
	}
}

/* --- events of all games ----------------------------------------------- */

void dg_contacts_note(struct dg_state *s)
{
	memset(s->contact, 0, sizeof(s->contact));
	for (int f = 0; f < s->n_figs; f++)
		for (int g = 0; g < s->n_figs; g++)
			if (f != g && dg_on_board(s, f) && dg_on_board(s, g) &&
			    dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) >= 0)
				dg_bit_set(s->contact[f], g);
}

static bool option_set(struct dg_state *s, const struct event *e)
{
	char room[EVENT_TEXT_ROOM];
	struct str name =
		event_get_text(e, COMMON_OPTION_SET_NAME, room, sizeof(room));
	int n, o;
	const int32_t *w = event_words(e, COMMON_OPTION_SET_VALUE, &n);

	if (str_is(name, "map") || str_is(name, "tables")) {
		int32_t *text = str_is(name, "map") ? s->map : s->tables;

		if (n > DG_KEY_WORDS)
			return false;
		memset(text, 0, sizeof(s->map));
		memcpy(text, w, (size_t)n * sizeof(*w));
		return true;
	}
	o = option_find(dg_options, N_DG_OPTIONS, name);
	if (o < 0 || !option_fits(&dg_options[o], w, n))
		return false;
	s->option[o] = w[0];
	return true;
}

static bool common(struct dg_state *s, const struct event *e)
{
	char room[EVENT_TEXT_ROOM];
	struct str what;
	int32_t seat;
	const int32_t *w;
	int n;

	switch (e->kind) {
	case COMMON_OPTION_SET: return option_set(s, e);
	case COMMON_SEAT_TAKEN:
		seat = event_get(e, COMMON_SEAT_TAKEN_SEAT);
		what = event_get_text(e, COMMON_SEAT_TAKEN_ROLE, room,
				      sizeof(room));
		if (!str_is(what, "player"))
			return true;
		if (!seat_ok(seat))
			return false;
		s->player[seat].present = 1;
		return true;
	case COMMON_GAME_STARTED:
		if (s->phase == DG_BEFORE)
			s->phase = DG_TEAMS;
		return true;
	case COMMON_REFUSED:
		seat = event_get(e, COMMON_REFUSED_SEAT);
		if (seat_ok(seat))
			s->player[seat].last_ok = s->player[seat].last_hit = 0;
		return true;
	case COMMON_COMMITTED:
		n = event_get(e, COMMON_COMMITTED_NUMBER);
		if (n >= s->n_secrets)
			s->n_secrets = n + 1;
		return true;
	case COMMON_OVERRIDE:
		what = event_get_text(e, COMMON_OVERRIDE_PATH, room,
				      sizeof(room));
		w = event_words(e, COMMON_OVERRIDE_VALUE, &n);
		return dg_put_value(s, what, w, n, &what);
	default: return true; /* nothing to the board */
	}
}

static bool phase_entered(struct dg_state *s, const struct event *e)
{
	s->phase = GET(PHASE_ENTERED, PHASE);
	for (int i = 0; i < DG_MAX_SEATS; i++)
		s->player[i].passed = 0;
	return s->phase >= 0 && s->phase < N_DG_PHASES;
}

static bool piece_event(struct dg_state *s, const struct event *e)
{
	int f = dg_find(s, event_get(e, 0));
	int i = f < 0 ? dg_find_token(s, event_get(e, 0)) : -1;

	if (f < 0 && i < 0)
		return false;
	switch (e->kind) {
	case DG_EV_MARKER_SET:
		*(f < 0 ? &s->token[i].marker : &s->fig[f].marker) = 1;
		return true;
	case DG_EV_PASSED: return true;
	case DG_EV_ACTIVATION_ENDED: acting_over(s); return true;
	default: return false;
	}
}

static bool door_event(struct dg_state *s, const struct event *e)
{
	int d = dg_find_door(s, event_get(e, 0));
	int32_t by = e->kind == DG_EV_DOOR_OPENED ? GET(DOOR_OPENED, BY) : 0;
	int f = dg_find(s, by), i = f < 0 ? dg_find_token(s, by) : -1;

	if (d < 0)
		return false;
	s->door[d].state = e->kind == DG_EV_DOOR_OPENED      ? DG_OPEN
			   : e->kind == DG_EV_DOOR_DESTROYED ? DG_DESTROYED
							     : DG_CLOSED;
	if (f >= 0)
		s->fig[f].sp = GET(DOOR_OPENED, SP);
	else if (i >= 0)
		s->token[i].sp = GET(DOOR_OPENED, SP);
	return true;
}

static bool suspended(struct dg_state *s, const struct event *e)
{
	int n;
	const int32_t *w = event_words(e, DG_EV_SUSPENDED_JOBS, &n);

	if (n > (int)ARRAY_LEN(s->frame.w) || n % DG_JOB_WORDS)
		return false;
	s->frame.n = n;
	memcpy(s->frame.w, w, (size_t)n * sizeof(*w));
	return true;
}

/* An order of the turn is being carried out; what fails in it comes later. */
static bool is_carried_out(int kind)
{
	switch (kind) {
	case DG_EV_ENTERED:
	case DG_EV_STEPPED:
	case DG_EV_TURNED:
	case DG_EV_PASSED:
	case DG_EV_LEFT:
	case DG_EV_DOOR_OPENED:
	case DG_EV_DECLARED:
	case DG_EV_TELEPORTED:
	case DG_EV_SECTION_TURNED:
	case DG_EV_ATTACK_DECLARED:
	case DG_EV_ABILITY_USED:
	case DG_EV_TRAP_REVEALED:
	case DG_EV_CHEST_OPENED: return true;
	default: return false;
	}
}

bool dg_evolve(void *state, const struct event *e)
{
	struct dg_state *s = state;
	const int32_t *w;
	int i, n;

	if (e->kind < EVENT_FIRST_OWN)
		return common(s, e);
	if (is_carried_out(e->kind) && seat_ok(s->active))
		s->player[s->active].last_ok = 1;
	switch (e->kind) {
	case DG_EV_FIGURE_DEFINED: return figure_defined(s, e);
	case DG_EV_MODEL_DEFINED: return model_defined(s, e);
	case DG_EV_TABLE_DEFINED: return table_defined(s, e);
	case DG_EV_BOARD_LAID: return board_laid(s, e);
	case DG_EV_TILE_DEFINED: return tile_defined(s, e);
	case DG_EV_STAIRS_JOINED: return stairs_joined(s, e);
	case DG_EV_DROP_DUE: return drop_due(s, e);
	case DG_EV_PHASE_ENTERED: return phase_entered(s, e);
	case DG_EV_LONE_WOLF: s->lone_wolf = 1; return true;
	case DG_EV_CHEST_PLACED: return chest_placed(s, e);
	case DG_EV_TOKEN_PLACED: return token_placed(s, e);
	case DG_EV_SECRET:
		if (GET(SECRET, NUMBER) >= s->n_secrets)
			s->n_secrets = GET(SECRET, NUMBER) + 1;
		return secret(s, e);
	case DG_EV_COMMAND_ROLL:
		s->activations = GET(COMMAND_ROLL, ACTIVATIONS);
		return true;
	case DG_EV_ACTIVATION_STARTED: return activation_started(s, e);
	case DG_EV_MARKER_SET:
	case DG_EV_PASSED:
	case DG_EV_ACTIVATION_ENDED: return piece_event(s, e);
	case DG_EV_STEPPED: return stepped(s, e);
	case DG_EV_PATH_STOPPED:
		if (seat_ok(s->active))
			s->player[s->active].last_ok = 0;
		return true;
	case DG_EV_DOOR_OPENED:
	case DG_EV_DOOR_CLOSED:
	case DG_EV_DOOR_DESTROYED: return door_event(s, e);
	case DG_EV_TOKEN_CONVERTED:
		i = dg_find_token(s, GET(TOKEN_CONVERTED, TOKEN));
		if (i >= 0)
			s->token[i].sq = DG_NOWHERE;
		return i >= 0;
	case DG_EV_ATTACK_DECLARED: return attack_declared(s, e);
	case DG_EV_ATTACK: return attack(s, e);
	case DG_EV_DISARM_ROLL: {
		int f = dg_find(s, GET(DISARM_ROLL, FIG));

		if (f >= 0)
			s->fig[f].sp = GET(DISARM_ROLL, SP);
		if (seat_ok(s->active))
			s->player[s->active].last_ok = GET(DISARM_ROLL, OK);
		return chest_event(s, e);
	}
	case DG_EV_CHEST_OPENED: {
		int f = dg_find(s, GET(CHEST_OPENED, FIG));

		if (f >= 0)
			s->fig[f].sp = GET(CHEST_OPENED, SP);
		return chest_event(s, e);
	}
	case DG_EV_STEAL_ROLL: {
		int f = dg_find(s, GET(STEAL_ROLL, FIG));

		if (f >= 0)
			s->fig[f].sp = GET(STEAL_ROLL, SP);
		if (seat_ok(s->active))
			s->player[s->active].last_ok = GET(STEAL_ROLL, OK);
		return f >= 0;
	}
	case DG_EV_TRAP_REVEALED:
	case DG_EV_CHEST_REMOVED:
	case DG_EV_CHEST_ASSIGNED:
	case DG_EV_CHEST_STORED:
	case DG_EV_POTION_USED:
	case DG_EV_CHEST_DROPPED:
	case DG_EV_CHEST_STOLEN:
	case DG_EV_SWAPPED: return chest_event(s, e);
	case DG_EV_GAME_OVER:
		w = event_words(e, DG_EV_GAME_OVER_WINNERS, &n);
		s->winners = 0;
		for (i = 0; i < n; i++)
			s->winners |= seat_ok(w[i]) ? 1 << w[i] : 0;
		s->phase = DG_OVER;
		memset(&s->frame, 0, sizeof(s->frame));
		acting_over(s);
		return true;
	case DG_EV_SUSPENDED: return suspended(s, e);
	case DG_EV_POLICY_SET: return policy_set(s, e);
	case DG_EV_SPAWN_SHORT:
	case DG_EV_ATTACK_DICE:
	case DG_EV_DODGE_ROLL:
	case DG_EV_DAMAGE_DIE:
	case DG_EV_COUNTER:
	case DG_EV_LINE: return true; /* told, no change */
	case DG_EV_ENTERED:
	case DG_EV_TURNED:
	case DG_EV_FREE_SPIN:
	case DG_EV_BREAK_AWAY:
	case DG_EV_TERRIFY:
	case DG_EV_LEFT:
	case DG_EV_DECLARED:
	case DG_EV_TELEPORTED:
	case DG_EV_SECTION_TURNED:
	case DG_EV_LEVITATED:
	case DG_EV_SPAWN_PLACED:
	case DG_EV_DAMAGED:
	case DG_EV_HEALED:
	case DG_EV_ELIMINATED:
	case DG_EV_FROZEN:
	case DG_EV_CONFUSED:
	case DG_EV_CONFUSION_OVER:
	case DG_EV_ABILITY_USED:
	case DG_EV_ABILITY_CANCELLED:
	case DG_EV_RETURNED:
	case DG_EV_RAMMED:
	case DG_EV_POLE_ARMED:
	case DG_EV_LEVEL_RAISED: return figure_event(s, e);
	default: return seat_event(s, e);
	}
}
