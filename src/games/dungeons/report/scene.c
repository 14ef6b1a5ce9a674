/*
 * src/games/dungeons/report/scene.c - converts a view of Dungeons to a scene:
 * the floor, its things and figures, and the traces of moves and attacks
 */
#include "games/dungeons/report/report_private.h"
#include "report/picture/scene.h"
#include <stdio.h>

enum { PIECE_RADIUS = 34 }; /* u: a figure in its square */

/* the squares that are no rock; false: there are none */
struct extent {
	int x0, y0, x1, y1;
};

static bool frame_of(const struct dg_state *s, struct extent *f)
{
	*f = (struct extent){ DG_WIDTH, DG_WIDTH, -1, -1 };
	for (int sq = 0; sq < DG_SQUARES; sq++) {
		if (s->square[sq].terrain == DG_ROCK)
			continue;
		if (dg_x(sq) < f->x0)
			f->x0 = dg_x(sq);
		if (dg_x(sq) > f->x1)
			f->x1 = dg_x(sq);
		if (dg_y(sq) < f->y0)
			f->y0 = dg_y(sq);
		if (dg_y(sq) > f->y1)
			f->y1 = dg_y(sq);
	}
	return f->x1 >= 0;
}

static struct vec scene_middle(const struct scene *out, const struct extent *f,
			       int32_t sq)
{
	return (struct vec){
		(dg_x(sq) - f->x0) * SCENE_SQUARE + SCENE_SQUARE / 2,
		out->h - (dg_y(sq) - f->y0) * SCENE_SQUARE - SCENE_SQUARE / 2
	};
}

static bool is_rock(const struct dg_state *s, int32_t sq)
{
	return sq == DG_NOWHERE || s->square[sq].terrain == DG_ROCK;
}

static bool open_to(const struct dg_state *s, int32_t sq, int face)
{
	return !is_rock(s, sq) && s->square[sq].sides >> face / 2 & 1;
}

static enum floor_edge edge_of(const struct dg_state *s, int32_t sq,
			       int32_t other, int face)
{
	bool a = open_to(s, sq, face), b = open_to(s, other, (face + 4) % 8);

	if (is_rock(s, sq) && is_rock(s, other))
		return FLOOR_OPEN;
	if (is_rock(s, sq) || is_rock(s, other))
		return a || b ? FLOOR_MOUTH : FLOOR_WALL;
	if (!a || !b)
		return FLOOR_WALL;
	for (int i = 0; i < s->n_doors; i++) {
		if (s->door[i].sq != sq || s->door[i].side != face)
			continue;
		return s->door[i].state != DG_CLOSED ? FLOOR_DOOR_OPEN
		       : s->door[i].kind == DG_WOOD  ? FLOOR_DOOR_WOOD
						     : FLOOR_DOOR_IRON;
	}
	return s->square[sq].section == s->square[other].section ? FLOOR_OPEN
								 : FLOOR_LIMIT;
}

static void floor_cells(const struct dg_state *s, const struct extent *f,
			struct floor *to)
{
	to->columns = f->x1 - f->x0 + 1;
	to->rows = f->y1 - f->y0 + 1;
	to->first_column = f->x0;
	to->first_row = f->y0;
	for (int r = -1; r < to->rows; r++)
		for (int c = -1; c < to->columns; c++) {
			struct floor_cell *cell = &to->cell[r + 1][c + 1];
			int x = f->x0 + c, y = f->y0 + r;
			int32_t sq = x < 0 || y < 0 ? DG_NOWHERE
						    : dg_square_of(x, y);
			int32_t east = y < 0 || x + 1 >= DG_WIDTH
					       ? DG_NOWHERE
					       : dg_square_of(x + 1, y);
			int32_t south = x < 0 || y + 1 >= DG_WIDTH
						? DG_NOWHERE
						: dg_square_of(x, y + 1);
			int t = is_rock(s, sq) ? DG_ROCK
					       : s->square[sq].terrain;

			cell->ground = t < DG_COST_3 ? (enum floor_ground)t
						     : FLOOR_COST;
			cell->cost = t < DG_COST_3 ? 0 : t - DG_COST_3 + 3;
			cell->east = edge_of(s, sq, east, DG_E);
			cell->south = edge_of(s, sq, south, DG_S);
		}
}

static_assert((int)FLOOR_STAIRS == (int)DG_STAIRS &&
		      (int)FLOOR_CLEAR == (int)DG_CLEAR &&
		      (int)FLOOR_COST == (int)DG_COST_3,
	      "grounds are named in the same order");
static_assert((int)FLOOR_MAX >= (int)DG_WIDTH &&
		      (int)FLOOR_MAX_THINGS >=
			      (int)DG_MAX_CHESTS + (int)DG_MAX_TOKENS &&
		      (int)FLOOR_MAX_DOORS >= (int)DG_MAX_DOORS &&
		      (int)FLOOR_MAX_SECTIONS >= (int)DG_MAX_SECTIONS &&
		      (int)FLOOR_MAX_MOUTHS >= (int)DG_MAX_MOUTHS,
	      "a place for everything");
static_assert((int)SCENE_MAX_PIECES >= (int)DG_MAX_FIGS &&
		      (int)SCENE_MAX_OWNERS >= (int)DG_MAX_SEATS,
	      "a piece for each figure, a style for each seat");

/* may a Hero work on the chest from there? */
static bool scene_reaches(const struct dg_state *s, const struct dg_chest *c,
			  int face)
{
	int32_t sq = dg_beside(c->sq, face);

	return sq != DG_NOWHERE && dg_enterable(s, sq) &&
	       dg_adjacent(s, c->sq, sq) >= 0;
}

static void floor_things(struct arena *a, const struct dg_state *s,
			 const struct extent *f, struct floor *to)
{
	static const char *const marks[] = { [DG_UNREVEALED] = "?",
					     [DG_ARMED] = "!",
					     [DG_BLANK] = "",
					     [DG_DISARMED] = "",
					     [DG_SPRUNG] = "" };

	for (int i = 0; i < s->n_chests; i++) {
		const struct dg_chest *c = s->chest + i;
		struct floor_thing *t;

		if (c->place != DG_CHEST_LIES)
			continue;
		t = to->thing + to->n_things++;
		*t = (struct floor_thing){
			.chest = true,
			.column = dg_x(c->sq) - f->x0,
			.row = dg_y(c->sq) - f->y0,
			.label = dungeons_label_text(a, c->label),
			.facing = 45 * c->face,
			.mark = str_of(marks[c->trap]),
		};
		for (int k = 0; k < 3; k++)
			t->reachable[k] =
				scene_reaches(s, c, (c->face + 7 + k) % 8);
	}
	for (int i = 0; i < s->n_tokens; i++) {
		const struct dg_token *k = s->token + i;

		if (k->sq != DG_NOWHERE)
			to->thing[to->n_things++] = (struct floor_thing){
				.column = dg_x(k->sq) - f->x0,
				.row = dg_y(k->sq) - f->y0,
				.label = dungeons_label_text(a, k->label),
				.rank = k->tier + 1,
			};
	}
	for (int i = 0; i < s->n_doors; i++) {
		to->door[to->n_doors].column = dg_x(s->door[i].sq) - f->x0;
		to->door[to->n_doors].row = dg_y(s->door[i].sq) - f->y0;
		to->door[to->n_doors].south = s->door[i].side == DG_S;
		to->door[to->n_doors++].label =
			dungeons_label_text(a, s->door[i].label);
	}
	for (int i = 0; i < s->n_sections; i++) {
		const struct dg_section *c = s->section + i;

		to->section[to->n_sections].column = c->x0 - f->x0;
		to->section[to->n_sections].row = c->y0 - f->y0;
		to->section[to->n_sections].columns = c->x1 - c->x0 + 1;
		to->section[to->n_sections].rows = c->y1 - c->y0 + 1;
		to->section[to->n_sections++].name = dungeons_id_text(a, c->id);
	}
}

/* A mouth named after the west, W or W2, has the letter of the reader's west.
 */
struct str dungeons_mouth_id(struct arena *a, const struct narrator *n,
			     int32_t id)
{
	char room[5];
	struct str text = dg_id_text(id, room);
	struct buf b;

	buf_init(&b, 16);
	if (room[0] == 'W' && !room[1 + strspn(room + 1, "0123456789")] &&
	    !messages_render(&b, n->words, "dungeons.west", TEMPLATE_TEXT, NULL,
			     NULL) &&
	    b.len)
		room[0] = buf_str(&b).s[0];
	buf_release(&b);
	return arena_str(a, text);
}

/* whose way in and out it is: "W  A+ B-" */
static struct str mouth_name(struct arena *a, const struct narrator *n,
			     const struct dg_state *s, int m)
{
	struct buf b;
	struct str out;

	buf_init(&b, 64);
	buf_adds(&b, dungeons_mouth_id(a, n, s->mouth[m].id));
	for (int i = 0; i < DG_MAX_SEATS; i++) {
		const struct dg_player *p = s->player + i;

		if (!s->head.seat[i].present)
			continue;
		if (p->entrance == m)
			buf_addf(&b, " %c>", 'A' + i);
		if (p->exit == m)
			buf_addf(&b, " <%c", 'A' + i);
	}
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}

/* a rectangle of squares, its corners included */
struct squares {
	int x0, y0, x1, y1;
};

static bool squares_have(const struct squares *v, int32_t sq)
{
	return sq >= 0 && v->x0 <= dg_x(sq) && dg_x(sq) <= v->x1 &&
	       v->y0 <= dg_y(sq) && dg_y(sq) <= v->y1;
}

/* a figure, token or chest on one of them */
static bool stands_within(const struct dg_state *s, struct squares v)
{
	bool any = false;

	for (int i = 0; i < s->n_figs; i++)
		any |= dg_on_board(s, i) && squares_have(&v, s->fig[i].sq);
	for (int i = 0; i < s->n_chests; i++)
		any |= s->chest[i].place == DG_CHEST_LIES &&
		       squares_have(&v, s->chest[i].sq);
	for (int i = 0; i < s->n_tokens; i++)
		any |= squares_have(&v, s->token[i].sq);
	return any;
}

/* at the place of a mouth's name: two neighbouring squares in a row */
static bool name_is_covered(const struct dg_state *s, const struct dg_mouth *m)
{
	struct squares v = { (m->x0 + m->x1) / 2, (m->y0 + m->y1) / 2,
			     (m->x0 + m->x1 + 1) / 2, (m->y0 + m->y1 + 1) / 2 };

	if (m->side == DG_W)
		v.x1 = m->x0 + 1;
	if (m->side == DG_E)
		v.x0 = m->x1 - 1;
	return stands_within(s, v);
}

static void floor_mouths(struct arena *a, const struct narrator *n,
			 const struct dg_state *s, const struct extent *f,
			 struct floor *to)
{
	for (int i = 0; i < s->n_mouths; i++) {
		const struct dg_mouth *m = s->mouth + i;
		double x = (m->x0 + m->x1 + 1) / 2.0 - f->x0;
		double y = (m->y0 + m->y1 + 1) / 2.0 - f->y0;

		if (m->side == DG_N || m->side == DG_S)
			y = m->side == DG_N ? m->y0 - f->y0 : m->y1 + 1 - f->y0;
		else
			x = m->side == DG_W ? m->x0 - f->x0 : m->x1 + 1 - f->x0;
		to->mouth[to->n_mouths].x = x;
		to->mouth[to->n_mouths].y = y;
		to->mouth[to->n_mouths].facing = 45 * m->side;
		to->mouth[to->n_mouths].taken = name_is_covered(s, m);
		to->mouth[to->n_mouths++].name = mouth_name(a, n, s, i);
	}
}

static struct str scene_message(struct arena *a, const struct narrator *n,
				const char *key)
{
	return messages_line(a, n->words, key, NULL, 4096);
}

static void floor_words(struct arena *a, const struct narrator *n,
			struct floor *to)
{
	for (int i = 0; i < N_FLOOR_GROUNDS; i++)
		to->ground_word[i] = scene_message(
			a, n,
			arena_printf(
				a, "dungeons.ground.%s",
				i == FLOOR_COST
					? "cost"
					: dungeons_value_name(
						  n, DG_EV_TERRAIN_PLACED,
						  DG_EV_TERRAIN_PLACED_TERRAIN,
						  i)));
}

int dungeons_clicks_left(const struct dg_state *s, int f)
{
	if (s->card[f].n_clicks == DG_HIDDEN_CLICKS)
		return -1;
	return s->card[f].n_clicks - s->fig[f].click;
}

/* By what its first click can, else by how it fights; Mage Spawn are beasts. */
static enum art emblem_of(const struct dg_state *s, int f)
{
	const struct dg_card *card = s->card + f;
	struct dg_click first = dg_click(card, 0);
	int craft = first.ability[DG_ATTACK];

	if (s->fig[f].owner < 0)
		return ART_BOAR;
	if (craft == DG_ABILITY_HEALING || craft == DG_ABILITY_MAGIC_HEALING)
		return ART_HEAL;
	if (craft == DG_ABILITY_BLAST || craft == DG_ABILITY_FLAME)
		return ART_STAFF;
	if (first.ability[DG_SPEED] == DG_ABILITY_STEALTH)
		return ART_HOOD;
	return card->range ? ART_BOW : card->n_levels ? ART_SWORD : ART_AXE;
}

bool dungeons_scene(struct arena *a, const struct narrator *n, const void *view,
		    struct scene *out)
{
	const struct dg_state *s = view;
	struct extent f;

	if (!frame_of(s, &f))
		return false;
	out->w = (f.x1 - f.x0 + 1) * SCENE_SQUARE;
	out->h = (f.y1 - f.y0 + 1) * SCENE_SQUARE;
	out->floor = ARENA_NEW(a, struct floor);
	floor_cells(s, &f, out->floor);
	floor_things(a, s, &f, out->floor);
	floor_mouths(a, n, s, &f, out->floor);
	floor_words(a, n, out->floor);
	for (int i = 0; i < DG_MAX_SEATS; i++) {
		char letter[2] = { (char)('A' + i), 0 };

		if (!s->head.seat[i].present)
			continue;
		out->owner[i].present = true;
		out->owner[i].side = -1;
		out->owner[i].name =
			n->seat_name[i].len
				? str_of(arena_printf(a, "%s %.*s", letter,
						      STR_ARG(n->seat_name[i])))
				: str_of(arena_strdup(a, letter));
	}
	for (int i = 0; i < s->n_figs; i++) {
		struct scene_piece *p = out->piece + out->n_pieces;
		struct vec m;

		if (!dg_on_board(s, i))
			continue;
		out->n_pieces++;
		m = scene_middle(out, &f, s->fig[i].sq);
		*p = (struct scene_piece){
			.label = dungeons_label_text(a, s->fig[i].label),
			.owner = s->fig[i].owner < 0 ? SCENE_NOBODY
						     : s->fig[i].owner,
			.base = { .n = 1, .r = PIECE_RADIUS, .p = { m } },
			.dot = m,
			.facing = 45 * s->fig[i].facing,
			.arc = s->card[i].arc == 3   ? 90
			       : s->card[i].arc == 5 ? 180
						     : 270,
			.clicks_left = dungeons_clicks_left(s, i),
			.holder = -1,
			.emblem = emblem_of(s, i),
		};
		if (s->head.option[DG_OPTION_DIALS])
			p->clicks_left = -1;
	}
	return true;
}

/* A path is made of many steps, one after the other. */
static void trace_step(const struct dg_state *s, const struct extent *f,
		       const struct event *e, struct scene *out)
{
	int fig = dungeons_piece(s, event_get(e, DG_EV_STEPPED_PIECE));
	int words, n = 0;
	int owner = fig < 0 || s->fig[fig].owner < 0 ? SCENE_NOBODY
						     : s->fig[fig].owner;
	struct scene_trace *last =
		out->n_traces ? out->trace + out->n_traces - 1 : NULL;
	struct vec p[SCENE_MAX_POINTS];
	const int32_t *w = event_words(e, DG_EV_STEPPED_FROM, &words);

	p[n++] = scene_middle(out, f, dg_square_of(w[0], w[1]));
	w = event_words(e, DG_EV_STEPPED_OVER, &words);
	for (int i = 0; i + 1 < words && n < SCENE_MAX_POINTS - 1; i += 2)
		p[n++] = scene_middle(out, f, dg_square_of(w[i], w[i + 1]));
	w = event_words(e, DG_EV_STEPPED_TO, &words);
	p[n++] = scene_middle(out, f, dg_square_of(w[0], w[1]));
	if (last && last->kind == SCENE_PATH && last->owner == owner &&
	    vec_equal(last->p[last->n - 1], p[0]) &&
	    last->n + n - 1 <= SCENE_MAX_POINTS) {
		memcpy(last->p + last->n, p + 1, (size_t)(n - 1) * sizeof(*p));
		last->n += n - 1;
		return;
	}
	scene_trace(out, SCENE_PATH, owner, PIECE_RADIUS, p, n);
}

static int32_t square_of(const struct dg_state *s, int32_t label)
{
	int f = dungeons_piece(s, label), c = dg_find_chest(s, label);

	if (f >= 0)
		return dg_on_board(s, f) ? s->fig[f].sq : DG_NOWHERE;
	return c >= 0 ? s->chest[c].sq : DG_NOWHERE;
}

static void trace_line(const struct dg_state *s, const struct extent *f,
		       int32_t from, int32_t to, enum scene_trace_kind kind,
		       struct scene *out)
{
	int32_t a = square_of(s, from), b = square_of(s, to);
	struct vec p[2];

	if (a == b)
		return;
	/* who was eliminated by it has no place any more */
	if (a == DG_NOWHERE || b == DG_NOWHERE) {
		scene_spot(out, scene_middle(out, f, a == DG_NOWHERE ? b : a));
		return;
	}
	p[0] = scene_middle(out, f, a);
	p[1] = scene_middle(out, f, b);
	scene_trace(out, kind, SCENE_NOBODY, PIECE_RADIUS, p, 2);
}

static void trace_between(const struct extent *f, const struct event *e,
			  int from, int to, struct scene *out)
{
	int words;
	const int32_t *v = event_words(e, from, &words);
	const int32_t *w = event_words(e, to, &words);
	struct vec p[2] = { scene_middle(out, f, dg_square_of(v[0], v[1])),
			    scene_middle(out, f, dg_square_of(w[0], w[1])) };

	scene_trace(out, SCENE_PATH, SCENE_NOBODY, PIECE_RADIUS, p, 2);
}

void dungeons_traces(const void *view, const struct event *v, int count,
		     struct scene *out)
{
	const struct dg_state *s = view;
	struct extent f;

	if (!frame_of(s, &f))
		return;
	for (int i = 0; i < count; i++) {
		const struct event *e = v + i;
		int32_t at;
		int result;

		switch ((int)e->kind) {
		case DG_EV_STEPPED: trace_step(s, &f, e, out); break;
		case DG_EV_TELEPORTED:
			trace_between(&f, e, DG_EV_TELEPORTED_FROM,
				      DG_EV_TELEPORTED_TO, out);
			break;
		case DG_EV_LEVITATED:
			trace_between(&f, e, DG_EV_LEVITATED_FROM,
				      DG_EV_LEVITATED_TO, out);
			break;
		case DG_EV_ATTACK:
			result = event_get(e, DG_EV_ATTACK_RESULT);
			trace_line(s, &f, event_get(e, DG_EV_ATTACK_ATTACKER),
				   event_get(e, DG_EV_ATTACK_TARGET),
				   result == DG_HIT || result == DG_CRITICAL_HIT
					   ? SCENE_HIT
					   : SCENE_MISS,
				   out);
			break;
		case DG_EV_DAMAGED:
			at = square_of(s, event_get(e, DG_EV_DAMAGED_FIG));
			if (at != DG_NOWHERE)
				scene_loss(out, scene_middle(out, &f, at),
					   event_get(e, DG_EV_DAMAGED_CLICKS));
			break;
		case DG_EV_HEALED:
			trace_line(s, &f, event_get(e, DG_EV_HEALED_BY),
				   event_get(e, DG_EV_HEALED_FIG), SCENE_MEND,
				   out);
			break;
		default: break;
		}
	}
}
