/*
 * src/games/dungeons/report/report.c - converts a view of Dungeons to a scene
 * and template values
 */
#include "report/picture/scene.h"
#include "games/dungeons/report/report_private.h"
#include "base/parse.h"
#include "games/dungeons/rules/dungeons.h"
#include "games/dungeons/rules/player.h"
#include <stdio.h>

enum { PIECE_RADIUS = 34 }; /* u: a figure in its square */

static bool known(int32_t v)
{
	return v != DG_UNKNOWN;
}

/* index of a figure, chest or token that the reader knows of, -1 */
static int piece_find(const struct dg_state *s, int32_t label)
{
	return label ? dg_find(s, label) : -1;
}

static struct str text_of(struct arena *a, const int32_t *w, int n)
{
	char room[EVENT_TEXT_ROOM];

	if (!known(w[0]) || w[0] <= 0 || w[0] > 4 * (n - 1))
		return (struct str){ 0 };
	return arena_str(a, text_unpack(w, n, room, sizeof(room)));
}

static void name(const struct narrator *n, int32_t label, struct buf *out)
{
	const struct dg_state *s = n->of;
	int f = piece_find(s, label);
	char room[4 * DG_NAME_WORDS + 1];

	if (f >= 0 && s->card[f].name[0] > 0)
		buf_adds(out, text_unpack(s->card[f].name, DG_NAME_WORDS, room,
					  sizeof(room)));
}

static struct str square_name(struct arena *a, int32_t x, int32_t y)
{
	char column[3];

	if (x < 0 || y < 0 || x >= DG_WIDTH || y >= DG_WIDTH)
		return (struct str){ 0 };
	scene_column_name(x, column);
	return str_of(arena_printf(a, "%s%d", column, y + 1));
}

static struct tval *point(struct arena *a, int32_t x, int32_t y)
{
	return tval_text(a, square_name(a, x, y));
}

static struct tval *square(struct arena *a, int32_t sq)
{
	return sq < 0 ? tval_text(a, (struct str){ 0 })
		      : point(a, dg_x(sq), dg_y(sq));
}

static struct str id_text(struct arena *a, int32_t id)
{
	char room[5];

	return arena_str(a, dg_id_text(id, room));
}

static struct str label_text(struct arena *a, int32_t label)
{
	return str_of(arena_printf(a, "%c%d", label_letter(label),
				   label_number(label)));
}

/* the names that enumerations of the rules have, by what they are in events */
static const char *name_of(const struct narrator *n, int kind, int field,
			   int32_t v)
{
	const struct event_kind *k = event_kind(&n->sys->events, kind);

	return v >= 0 && v < k->fields[field].n_names
		       ? k->fields[field].names[v]
		       : "";
}

static struct tval *word(struct arena *a, const struct narrator *n, int kind,
			 int field, int32_t v)
{
	const char *text = name_of(n, kind, field, v);

	return *text ? narrate_word(a, n, text)
		     : tval_text(a, (struct str){ 0 });
}

static struct tval *ability_word(struct arena *a, const struct narrator *n,
				 int ability)
{
	return narrate_word(a, n, dg_abilities[ability].name);
}

static struct tval *face_word(struct arena *a, const struct narrator *n,
			      int32_t face)
{
	return word(a, n, DG_EV_TURNED, DG_EV_TURNED_FACE, face);
}

/* -- the scene -------------------------------------------------------------*/

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

static struct vec middle(const struct scene *out, const struct extent *f,
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
static bool reaches(const struct dg_state *s, const struct dg_chest *c,
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
			.label = label_text(a, c->label),
			.facing = 45 * c->face,
			.mark = str_of(marks[c->trap]),
		};
		for (int k = 0; k < 3; k++)
			t->reachable[k] = reaches(s, c, (c->face + 7 + k) % 8);
	}
	for (int i = 0; i < s->n_tokens; i++) {
		const struct dg_token *k = s->token + i;

		if (k->sq != DG_NOWHERE)
			to->thing[to->n_things++] = (struct floor_thing){
				.column = dg_x(k->sq) - f->x0,
				.row = dg_y(k->sq) - f->y0,
				.label = label_text(a, k->label),
				.rank = k->tier + 1,
			};
	}
	for (int i = 0; i < s->n_doors; i++) {
		to->door[to->n_doors].column = dg_x(s->door[i].sq) - f->x0;
		to->door[to->n_doors].row = dg_y(s->door[i].sq) - f->y0;
		to->door[to->n_doors].south = s->door[i].side == DG_S;
		to->door[to->n_doors++].label = label_text(a, s->door[i].label);
	}
	for (int i = 0; i < s->n_sections; i++) {
		const struct dg_section *c = s->section + i;

		to->section[to->n_sections].column = c->x0 - f->x0;
		to->section[to->n_sections].row = c->y0 - f->y0;
		to->section[to->n_sections].columns = c->x1 - c->x0 + 1;
		to->section[to->n_sections].rows = c->y1 - c->y0 + 1;
		to->section[to->n_sections++].name = id_text(a, c->id);
	}
}

/* A mouth named after the west, W or W2, has the letter of the reader's west.
 */
static struct str mouth_id(struct arena *a, const struct narrator *n,
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
	buf_adds(&b, mouth_id(a, n, s->mouth[m].id));
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

static struct str message(struct arena *a, const struct narrator *n,
			  const char *key)
{
	struct buf b;
	struct str out;

	buf_init(&b, 4096);
	(void)messages_render(&b, n->words, key, TEMPLATE_LINE, NULL, NULL);
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}

static void floor_words(struct arena *a, const struct narrator *n,
			struct floor *to)
{
	for (int i = 0; i < N_FLOOR_GROUNDS; i++)
		to->ground_word[i] = message(
			a, n,
			arena_printf(
				a, "dungeons.ground.%s",
				i == FLOOR_COST
					? "cost"
					: name_of(n, DG_EV_TERRAIN_PLACED,
						  DG_EV_TERRAIN_PLACED_TERRAIN,
						  i)));
}

static int clicks_left(const struct dg_state *s, int f)
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

static bool scene(struct arena *a, const struct narrator *n, const void *view,
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
		m = middle(out, &f, s->fig[i].sq);
		*p = (struct scene_piece){
			.label = label_text(a, s->fig[i].label),
			.owner = s->fig[i].owner < 0 ? SCENE_NOBODY
						     : s->fig[i].owner,
			.base = { .n = 1, .r = PIECE_RADIUS, .p = { m } },
			.dot = m,
			.facing = 45 * s->fig[i].facing,
			.arc = s->card[i].arc == 3   ? 90
			       : s->card[i].arc == 5 ? 180
						     : 270,
			.clicks_left = clicks_left(s, i),
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
	int fig = piece_find(s, event_get(e, DG_EV_STEPPED_PIECE));
	int words, n = 0;
	int owner = fig < 0 || s->fig[fig].owner < 0 ? SCENE_NOBODY
						     : s->fig[fig].owner;
	struct scene_trace *last =
		out->n_traces ? out->trace + out->n_traces - 1 : NULL;
	struct vec p[SCENE_MAX_POINTS];
	const int32_t *w = event_words(e, DG_EV_STEPPED_FROM, &words);

	p[n++] = middle(out, f, dg_square_of(w[0], w[1]));
	w = event_words(e, DG_EV_STEPPED_OVER, &words);
	for (int i = 0; i + 1 < words && n < SCENE_MAX_POINTS - 1; i += 2)
		p[n++] = middle(out, f, dg_square_of(w[i], w[i + 1]));
	w = event_words(e, DG_EV_STEPPED_TO, &words);
	p[n++] = middle(out, f, dg_square_of(w[0], w[1]));
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
	int f = piece_find(s, label), c = dg_find_chest(s, label);

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
		scene_spot(out, middle(out, f, a == DG_NOWHERE ? b : a));
		return;
	}
	p[0] = middle(out, f, a);
	p[1] = middle(out, f, b);
	scene_trace(out, kind, SCENE_NOBODY, PIECE_RADIUS, p, 2);
}

static void trace_between(const struct extent *f, const struct event *e,
			  int from, int to, struct scene *out)
{
	int words;
	const int32_t *v = event_words(e, from, &words);
	const int32_t *w = event_words(e, to, &words);
	struct vec p[2] = { middle(out, f, dg_square_of(v[0], v[1])),
			    middle(out, f, dg_square_of(w[0], w[1])) };

	scene_trace(out, SCENE_PATH, SCENE_NOBODY, PIECE_RADIUS, p, 2);
}

static void traces(const void *view, const struct event *v, int count,
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
				scene_loss(out, middle(out, &f, at),
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

/* -- traps and treasures ---------------------------------------------------*/

/*
 * The name of a tile or of a chest's content: names of the catalog are
 * messages, so that every language has its own; those of other tables stay
 * unchanged. Borrowed.
 */
static struct tval *thing_called(struct arena *a, const struct narrator *n,
				 struct str text)
{
	char *key = arena_printf(a, "dungeons.thing.%.*s", STR_ARG(text));

	for (char *c = key; *c; c++) {
		if ('A' <= *c && *c <= 'Z')
			*c = (char)(*c - 'A' + 'a');
		else if (!('a' <= *c && *c <= 'z') && *c != '.' &&
			 !('0' <= *c && *c <= '9'))
			*c = '-';
	}
	if (text.len && messages_message(n->words, str_of(key)))
		return tval_word(a, "%s", key);
	return tval_text(a, text);
}

static struct tval *thing_name(struct arena *a, const struct narrator *n,
			       const int32_t w[DG_THING_WORDS])
{
	return thing_called(a, n, text_of(a, w, DG_THING_WORDS));
}

static bool trap_does(const struct dg_trap *t)
{
	return t->n || t->type != DG_NO_ATTACK || t->disarm;
}

static struct tval *trap_value(struct arena *a, const struct narrator *n,
			       const struct dg_model *m, int position)
{
	static const char *const types[] = { "none", "h", "t", "r" };
	static_assert(ARRAY_LEN(types) == DG_TRAP_R + 1, "each");
	const struct dg_trap *t = m->trap + position;
	struct tval *v = tval_map(a);

	tval_put(a, v, "name", thing_name(a, n, m->name[position]));
	tval_put(a, v, "line", tval_word(a, "dungeons.trap.line"));
	tval_puti(a, v, "spawn", t->n);
	tval_puti(a, v, "points", t->points);
	tval_puti(a, v, "attacks", t->type != DG_NO_ATTACK);
	tval_put(a, v, "type",
		 tval_word(a, "dungeons.trap.%s", types[t->type]));
	tval_puti(a, v, "attack", t->attack);
	tval_puti(a, v, "damage", t->damage);
	tval_puti(a, v, "range", t->type == DG_TRAP_R ? t->range : 0);
	tval_puti(a, v, "disarm", t->disarm);
	return v;
}

static struct tval *treasure_value(struct arena *a, const struct narrator *n,
				   const struct dg_model *m, int position)
{
	static const char *const cells[] = { "speed", "attack", "defense" };
	const struct dg_treasure *t = m->treasure + position;
	struct tval *v = tval_map(a), *effects;

	tval_put(a, v, "name",
		 thing_name(a, n, m->name[DG_POSITIONS + position]));
	tval_put(a, v, "line", tval_word(a, "dungeons.treasure.line"));
	tval_puti(a, v, "gold", t->gold);
	tval_puti(a, v, "potion", t->potion);
	tval_puti(a, v, "trap", t->trap);
	effects = tval_put(a, v, "effects", tval_list(a));
	for (int i = 0; i < 3; i++) {
		struct tval *e;

		if (!t->bonus[i] && !t->ability[i])
			continue;
		e = tval_add(effects, tval_map(a));
		tval_put(a, e, "cell",
			 tval_word(a, "dungeons.cell.%s", cells[i]));
		if (t->bonus[i])
			tval_put(a, e, "bonus", tval_signed(a, t->bonus[i]));
		else
			tval_putz(a, e, "bonus", "");
		tval_put(a, e, "ability",
			 t->ability[i] ? ability_word(a, n, t->ability[i])
				       : tval_text(a, (struct str){ 0 }));
	}
	return v;
}

/* -- more than the fields of an event --------------------------------------*/

static struct tval *mouth_value(struct arena *a, const struct narrator *n,
				const struct dg_state *s, int32_t m)
{
	return tval_text(a, m >= 0 && m < s->n_mouths
				    ? mouth_id(a, n, s->mouth[m].id)
				    : (struct str){ 0 });
}

static void put_letters(struct arena *a, const struct event *e, int field,
			const char *key, bool ids, struct tval *to)
{
	struct tval *list = tval_put(a, to, key, tval_list(a));
	int n;
	const int32_t *w = event_words(e, field, &n);

	for (int i = 0; i < n; i++)
		tval_add(list, tval_text(a, ids ? id_text(a, w[i])
						: str_of(arena_printf(a, "%c",
								      w[i]))));
}

/* a path stops by a refusal that is named in the event */
static void put_reason(struct arena *a, const struct narrator *n,
		       const struct event *e, struct tval *to)
{
	char room[EVENT_TEXT_ROOM];
	int words;
	const int32_t *w = event_words(e, DG_EV_PATH_STOPPED_REASON, &words);
	struct str wanted = text_unpack(w, words, room, sizeof(room));
	int32_t piece = event_get(e, DG_EV_PATH_STOPPED_PIECE);

	for (int i = 1; i < n->sys->n_refusals; i++)
		if (str_is(wanted, n->sys->refusals[i].name))
			tval_put(a, to, "reason",
				 narrate_refusal(a, n, i,
						 e->n_rules ? e->rules[0] : 0,
						 &piece, 1, NULL));
}

static void put_policy(struct arena *a, const struct narrator *n,
		       const struct event *e, struct tval *to)
{
	static const char *const policies[] = { "default", "always", "never",
						"if-out", "prefer" };
	static_assert(ARRAY_LEN(policies) == DG_POLICY_PREFER + 1, "each");
	int what = event_get(e, DG_EV_POLICY_SET_WHAT), words;
	const int32_t *w = event_words(e, DG_EV_POLICY_SET_VALUE, &words);
	struct tval *about = tval_put(a, to, "figs", tval_list(a));

	tval_putz(a, to, "policy", "");
	tval_putz(a, to, "ability", "");
	tval_putz(a, to, "prefer", "");
	if (words &&
	    (what == DG_STANDING_SPIN || what == DG_STANDING_COUNTER) &&
	    w[0] >= 0 && w[0] < (int)ARRAY_LEN(policies))
		tval_put(a, to, "policy",
			 tval_word(a, "dungeons.policy.%s", policies[w[0]]));
	if (words > 1 && what == DG_STANDING_SPIN)
		tval_put(a, to, "prefer", narrate_label(a, n, w[1]));
	if (words > 1 && what == DG_STANDING_COUNTER && w[1] > 0 &&
	    w[1] < N_DG_ABILITIES)
		tval_put(a, to, "ability", ability_word(a, n, w[1]));
	if (words > 1 && what == DG_STANDING_KEEP && w[0] > 0 &&
	    w[0] < N_DG_ABILITIES)
		tval_put(a, to, "ability", ability_word(a, n, w[0]));
	tval_puti(a, to, "yes",
		  words && (what == DG_STANDING_KEEP ? words > 1 && w[1]
						     : w[0] != 0));
	tval_puti(a, to, "tries",
		  words > 1 && what == DG_STANDING_BREAK ? w[1] : 0);
	for (int i = 0; i < words && what == DG_STANDING_LEVELS; i++)
		if (w[i])
			tval_add(about, narrate_label(a, n, w[i]));
}

/* the dials of a model, {trap} and {treasure} by name */
static void put_names(struct arena *a, const struct narrator *n,
		      const struct event *e, struct tval *to)
{
	struct tval *traps = tval_put(a, to, "trap", tval_list(a));
	struct tval *treasures = tval_put(a, to, "treasure", tval_list(a));
	char room[EVENT_TEXT_ROOM];
	struct str line, rest = event_get_text(e, DG_EV_MODEL_DEFINED_NAMES,
					       room, sizeof(room));

	for (int i = 0; parse_line(&rest, &line); i++)
		if (line.len)
			tval_add(i < DG_POSITIONS ? traps : treasures,
				 thing_called(a, n, arena_str(a, line)));
}

/* The tables of a game are its own: all players see them. */
static void put_model(struct arena *a, const struct narrator *n,
		      const struct event *e, struct tval *to)
{
	const struct dg_state *s = n->of;
	int32_t letter = event_get(e, DG_EV_MODEL_DEFINED_MODEL);
	struct tval *traps = tval_put(a, to, "traps", tval_list(a));
	struct tval *treasures = tval_put(a, to, "treasures", tval_list(a));

	tval_puts(a, to, "model", str_of(arena_printf(a, "%c", letter)));
	for (int i = 0; i < s->n_models; i++) {
		const struct dg_model *m = s->model + i;

		if (m->letter != letter)
			continue;
		for (int k = 1; k < DG_POSITIONS; k++)
			tval_add(traps, trap_value(a, n, m, k));
		for (int k = 0; k < DG_POSITIONS; k++)
			tval_add(treasures, treasure_value(a, n, m, k));
	}
}

static void put_table(struct arena *a, const struct event *e, struct tval *to)
{
	struct tval *list = tval_put(a, to, "totals", tval_list(a));
	int words;
	const int32_t *w = event_words(e, DG_EV_TABLE_DEFINED_ROWS, &words);

	for (int i = 0; i + 1 < words; i += 2) {
		struct tval *v = tval_add(list, tval_map(a));

		tval_puti(a, v, "total", 2 + i / 2);
		tval_puti(a, v, "number", w[i]);
		tval_puti(a, v, "points", w[i + 1]);
	}
}

/* of the ground that is laid: its tiles, sections and mouths */
static bool more_of_ground(struct arena *a, const struct narrator *n,
			   const struct dg_state *s, const struct event *e,
			   struct tval *to)
{
	int c;

	switch ((int)e->kind) {
	case DG_EV_ENTRANCE_SET:
	case DG_EV_EXIT_SET: /* of the same fields */;
		static_assert((int)DG_EV_ENTRANCE_SET_MOUTH ==
				      (int)DG_EV_EXIT_SET_MOUTH,
			      "one reads both");
		tval_put(a, to, "mouth",
			 mouth_value(a, n, s,
				     event_get(e, DG_EV_ENTRANCE_SET_MOUTH)));
		return true;
	case DG_EV_LEFT:
		tval_put(a, to, "mouth",
			 mouth_value(a, n, s, event_get(e, DG_EV_LEFT_MOUTH)));
		return true;
	case DG_EV_SECTION_TURNED:
		c = event_get(e, DG_EV_SECTION_TURNED_SECTION);
		if (c >= 0 && c < s->n_sections)
			tval_puts(a, to, "section",
				  id_text(a, s->section[c].id));
		return true;
	case DG_EV_TILE_LAID:
		tval_puts(a, to, "tile",
			  id_text(a, event_get(e, DG_EV_TILE_LAID_TILE)));
		return true;
	case DG_EV_TILE_REPLACED:
		tval_puts(a, to, "tile",
			  id_text(a, event_get(e, DG_EV_TILE_REPLACED_TILE)));
		tval_puts(a, to, "other",
			  id_text(a, event_get(e, DG_EV_TILE_REPLACED_OTHER)));
		return true;
	case DG_EV_TILES_CHOSEN:
		put_letters(a, e, DG_EV_TILES_CHOSEN_TILES, "tiles", true, to);
		return true;
	default: return false;
	}
}

/* the tile of a card: its letter and number, and what it is called */
static void put_tile(struct arena *a, const struct narrator *n,
		     const struct event *e, struct tval *to)
{
	char room[EVENT_TEXT_ROOM];
	struct str title =
		event_get_text(e, DG_EV_TILE_DEFINED_TITLE, room, sizeof(room));

	tval_puts(a, to, "tile",
		  id_text(a, event_get(e, DG_EV_TILE_DEFINED_TILE)));
	tval_puts(a, to, "drawing", dungeons_tile_drawn(a, e));
	if (title.len)
		tval_put(a, to, "title",
			 thing_called(a, n, arena_str(a, title)));
}

/* of chests and their contents */
static bool more_of_chests(struct arena *a, const struct narrator *n,
			   const struct event *e, struct tval *to)
{
	const struct dg_state *s = n->of;
	int c, m;

	switch ((int)e->kind) {
	case DG_EV_CHESTS_POOLED:
		put_letters(a, e, DG_EV_CHESTS_POOLED_MODELS, "models", false,
			    to);
		return true;
	case DG_EV_CHEST_PLACED:
		tval_puts(a, to, "model",
			  str_of(arena_printf(
				  a, "%c",
				  event_get(e, DG_EV_CHEST_PLACED_MODEL))));
		return true;
	case DG_EV_TRAP_REVEALED:
		c = dg_find_chest(s, event_get(e, DG_EV_TRAP_REVEALED_CHEST));
		m = event_get(e, DG_EV_TRAP_REVEALED_POSITION);
		if (c >= 0 && m >= 0 && m < DG_POSITIONS)
			tval_put(a, to, "trap",
				 trap_value(a, n, s->model + s->chest[c].model,
					    m));
		return true;
	case DG_EV_CHEST_OPENED:
		c = dg_find_chest(s, event_get(e, DG_EV_CHEST_OPENED_CHEST));
		m = event_get(e, DG_EV_CHEST_OPENED_POSITION);
		if (c >= 0 && m >= 0 && m < DG_POSITIONS)
			tval_put(a, to, "found",
				 treasure_value(a, n,
						s->model + s->chest[c].model,
						m));
		return true;
	case DG_EV_TREASURE_CARRIED:
		c = dg_find_chest(s,
				  event_get(e, DG_EV_TREASURE_CARRIED_CHEST));
		if (c >= 0)
			tval_put(
				a, to, "found",
				treasure_value(
					a, n, s->model + s->chest[c].model,
					event_get(
						e,
						DG_EV_TREASURE_CARRIED_TREASURE)));
		return true;
	case DG_EV_MODEL_DEFINED:
		put_model(a, n, e, to);
		put_names(a, n, e, to);
		return true;
	case DG_EV_TILE_DEFINED: put_tile(a, n, e, to); return true;
	default: return false;
	}
}

/* {part}: a path was gone as far as it was legal, before it was refused
 * (DG-MOVE-07) */
static void put_part(struct arena *a, const struct narrator *n,
		     const struct event *e, struct tval *to)
{
	bool told = n->told < e && e < n->told + n->n_told;

	tval_puti(a, to, "part", told && e[-1].kind == DG_EV_PATH_STOPPED);
}

static bool cites(const struct event *e, int rule)
{
	for (int i = 0; i < e->n_rules; i++)
		if (e->rules[i] == rule)
			return true;
	return false;
}

/* abilities that the one click has and the other has not */
static void put_others(struct arena *a, const struct narrator *n,
		       const struct dg_click *has, const struct dg_click * not,
		       struct tval *list)
{
	for (int i = 0; i < N_DG_SLOTS; i++) {
		int what = has->ability[i];
		bool both = false;

		for (int k = 0; k < N_DG_SLOTS; k++)
			both |= not ->ability[k] == what;
		if (!both && what > 0 && what < N_DG_ABILITIES &&
		    what != DG_ABILITY_START_MARK)
			tval_add(list, ability_word(a, n, what));
	}
}

/* {gone}, {come}: abilities that clicks of damage took and brought, where the
 * reader sees the dial and it has not ended */
static void put_turned(struct arena *a, const struct narrator *n,
		       const struct event *e, struct tval *to)
{
	const struct dg_state *s = n->of;
	int f = s ? piece_find(s, event_get(e, DG_EV_DAMAGED_FIG)) : -1;
	int now = event_get(e, DG_EV_DAMAGED_CLICK);
	int was = now - event_get(e, DG_EV_DAMAGED_CLICKS);
	struct tval *gone = tval_put(a, to, "gone", tval_list(a));
	struct tval *come = tval_put(a, to, "come", tval_list(a));
	struct dg_click before, after;

	if (f < 0 || s->card[f].n_clicks == DG_HIDDEN_CLICKS || was < 0 ||
	    now >= s->card[f].n_clicks)
		return;
	before = dg_click(&s->card[f], was);
	after = dg_click(&s->card[f], now);
	put_others(a, n, &before, &after, gone);
	put_others(a, n, &after, &before, come);
}

/* {choice}: the rules chose for the reader, who could have been asked; at the
 * first event of its kind in the report */
static void put_choice(struct arena *a, const struct narrator *n,
		       const struct event *e, struct tval *to)
{
	const struct dg_state *s = n->now;
	bool places = e->kind == DG_EV_SPAWN_PLACED;
	int f = s ? piece_find(s, event_get(e, places ? DG_EV_SPAWN_PLACED_FIG
						      : DG_EV_LEVEL_RAISED_FIG))
		  : -1;
	int seat = places  ? event_get(e, DG_EV_SPAWN_PLACED_SEAT)
		   : f < 0 ? -1
			   : s->fig[f].owner;

	if (!s || seat < 0 || seat != n->seat ||
	    !cites(e, places ? DG_D_17 : DG_D_19) ||
	    (!places &&
	     (s->player[seat].heroes < 2 || s->player[seat].level_first[0])))
		return;
	for (int i = 0; i < n->n_told && n->told + i < e; i++)
		if (n->told[i].kind == e->kind &&
		    cites(n->told + i, places ? DG_D_17 : DG_D_19))
			return;
	tval_puti(a, to, "choice", 1);
}

static void more(struct arena *a, const struct narrator *n,
		 const struct event *e, struct tval *to)
{
	const int32_t *w;
	int level, m;

	if (more_of_ground(a, n, n->of, e, to) || more_of_chests(a, n, e, to))
		return;
	switch ((int)e->kind) {
	case DG_EV_FIGURE_DEFINED: /* what it costs at the level it has */
		level = event_get(e, DG_EV_FIGURE_DEFINED_LEVEL);
		w = event_words(e, DG_EV_FIGURE_DEFINED_LEVELS, &m);
		if (1 <= level && 2 * level <= m)
			tval_puti(a, to, "points", w[2 * level - 1]);
		break;
	case DG_EV_TABLE_DEFINED: put_table(a, e, to); break;
	case DG_EV_PATH_STOPPED: put_reason(a, n, e, to); break;
	case DG_EV_POLICY_SET: put_policy(a, n, e, to); break;
	case DG_EV_DAMAGED: put_turned(a, n, e, to); break;
	case DG_EV_SPAWN_PLACED:
	case DG_EV_LEVEL_RAISED: put_choice(a, n, e, to); break;
	case COMMON_REFUSED: put_part(a, n, e, to); break;
	default: break;
	}
}

/* -- values ----------------------------------------------------------------*/

static void put_dial(struct arena *a, const struct narrator *n,
		     const struct dg_state *s, int f, struct tval *to)
{
	static const char *const slots[] = { "speed", "attack", "defense",
					     "damage" };
	struct tval *list = tval_put(a, to, "abilities", tval_list(a));

	for (int i = 0; i < N_DG_SLOTS; i++) {
		int ability = dg_shown(s, f, (enum dg_slot)i);
		struct tval *v;

		tval_puti(a, to, slots[i], dg_value(s, f, (enum dg_slot)i));
		if (ability <= 0 || ability >= N_DG_ABILITIES ||
		    ability == DG_ABILITY_START_MARK)
			continue;
		v = tval_add(list, tval_map(a));
		tval_put(a, v, "what", ability_word(a, n, ability));
		tval_put(a, v, "rule",
			 narrate_rule(a, n, dg_abilities[ability].rule));
		tval_puti(a, v, "off",
			  dg_on_board(s, f) &&
				  !dg_has(s, f, (enum dg_ability)ability));
	}
}

/* there is more to say of it than its numbers */
static bool has_more(const struct tval *v)
{
	static const char *const what[] = { "abilities", "ground", "items",
					    "acted",     "marker", "frozen",
					    "pending" };

	return tval_any(v, what, ARRAY_LEN(what));
}

static void put_figure(struct arena *a, const struct narrator *n,
		       const struct dg_state *s, int f, struct tval *v)
{
	const struct dg_fig *p = s->fig + f;
	const struct dg_card *c = s->card + f;
	static const char *const abilities = "abilities";
	int left = clicks_left(s, f);
	struct tval *items;

	tval_put(a, v, "fig", narrate_label(a, n, p->label));
	tval_puts(a, v, "name", text_of(a, c->name, DG_NAME_WORDS));
	tval_puti(a, v, "on_board", dg_on_board(s, f));
	tval_puti(a, v, "outside", p->place == DG_OUTSIDE);
	tval_puti(a, v, "exited", p->place == DG_EXITED);
	tval_puti(a, v, "eliminated", p->place == DG_ELIMINATED);
	tval_puti(a, v, "level", p->level);
	tval_puti(a, v, "points", dg_points(s, f));
	tval_puti(a, v, "range", c->range);
	tval_puti(a, v, "targets", c->targets);
	tval_puti(a, v, "arc", c->arc);
	tval_puti(a, v, "click", p->click + 1);
	tval_put(a, v, "left",
		 left < 0 ? tval_text(a, (struct str){ 0 })
			  : tval_int(a, left));
	tval_puti(a, v, "lost", p->click - dg_start_click(s, f));
	tval_puti(a, v, "acted", p->acted != 0);
	tval_puti(a, v, "active", s->actor == p->label);
	tval_puti(a, v, "sp", p->sp);
	tval_puti(a, v, "frozen", p->frozen != 0);
	tval_puti(a, v, "marker", p->marker != 0);
	tval_put(a, v, "pending",
		 p->pending ? word(a, n, DG_EV_DECLARED, DG_EV_DECLARED_TERRAIN,
				   p->pending)
			    : tval_text(a, (struct str){ 0 }));
	if (p->click < c->n_clicks)
		put_dial(a, n, s, f, v);
	tval_put(a, v, "at", square(a, p->sq));
	tval_put(a, v, "face", face_word(a, n, p->facing));
	tval_put(a, v, "ground",
		 dg_on_board(s, f) && s->square[p->sq].terrain != DG_CLEAR
			 ? word(a, n, DG_EV_TERRAIN_PLACED,
				DG_EV_TERRAIN_PLACED_TERRAIN,
				s->square[p->sq].terrain)
			 : tval_text(a, (struct str){ 0 }));
	items = tval_put(a, v, "items", tval_list(a));
	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].place == DG_CHEST_HELD &&
		    s->chest[i].fig == p->label)
			tval_add(items, narrate_label(a, n, s->chest[i].label));
	tval_puts(a, v, "reach",
		  c->range ? str_of(arena_printf(a, "%d/%d", c->range,
						 c->targets))
			   : (struct str){ 0 });
	tval_put(a, v, "more", tval_word(a, "dungeons.figure"));
	tval_puti(a, v, "has_more", has_more(v));
	/* in short reports, too */
	tval_puti(a, v, "told", p->acted || tval_any(v, &abilities, 1));
}

static void put_chest(struct arena *a, const struct narrator *n,
		      const struct dg_state *s, int i, struct tval *v)
{
	const struct dg_chest *c = s->chest + i;
	const struct dg_model *m = s->model + c->model;

	tval_put(a, v, "chest", narrate_label(a, n, c->label));
	tval_puts(a, v, "model", str_of(arena_printf(a, "%c", m->letter)));
	tval_put(a, v, "at", square(a, c->sq));
	tval_put(a, v, "face", face_word(a, n, c->face));
	tval_put(a, v, "state",
		 word(a, n, DG_EV_TRAP_REVEALED, DG_EV_TRAP_REVEALED_STATE,
		      c->trap));
	/* a position may say that a trap is armed and not what it does */
	if (c->trap == DG_ARMED && trap_does(m->trap + c->position))
		tval_put(a, v, "trap", trap_value(a, n, m, c->position));
	if (known(c->treasure))
		tval_put(a, v, "treasure",
			 treasure_value(a, n, m, c->treasure));
	tval_put(a, v, "fig", narrate_label(a, n, c->fig));
	tval_puti(a, v, "stored", c->place == DG_CHEST_STORED);
	tval_puti(a, v, "used", c->potion == DG_POTION_USED);
	tval_puti(a, v, "works", c->potion == DG_POTION_WORKS);
	tval_put(a, v, "placed", tval_word(a, "dungeons.chest.placed"));
	tval_put(a, v, "held", tval_word(a, "dungeons.chest.held"));
}

/* a player's Heroes: all, and those outside the dungeon once more */
static void put_figures(struct arena *a, const struct narrator *n,
			const struct dg_state *s, int seat, struct tval *v)
{
	struct tval *figures = tval_put(a, v, "figures", tval_list(a));
	struct tval *out = tval_put(a, v, "out", tval_list(a)), *one;
	bool notes = false;

	for (int i = 0; i < s->n_figs; i++) {
		if (s->fig[i].owner != seat)
			continue;
		one = tval_add(figures, tval_map(a));
		put_figure(a, n, s, i, one);
		notes |= dg_on_board(s, i) &&
			 tval_holds(tval_get(one, STR("has_more")));
		if (!dg_on_board(s, i))
			put_figure(a, n, s, i, tval_add(out, tval_map(a)));
	}
	tval_puti(a, v, "standing_figures", figures->n > out->n);
	tval_puti(a, v, "has_out", out->n);
	tval_put(a, v, "out_line", tval_word(a, "dungeons.out"));
	tval_puti(a, v, "has_notes", notes);
	tval_put(a, v, "notes", tval_word(a, "dungeons.notes"));
	tval_put(a, v, "summary", tval_word(a, "dungeons.summary"));
}

static void put_player(struct arena *a, const struct narrator *n,
		       const struct dg_state *s, int seat, int reader,
		       struct tval *v)
{
	const struct dg_player *p = s->player + seat;
	struct tval *chests;
	int gold = 0;

	tval_put(a, v, "seat", narrate_seat(a, n, seat));
	tval_puti(a, v, "you", seat == reader);
	tval_puti(a, v, "active", seat == s->head.active);
	tval_puti(a, v, "withdrawn", s->head.seat[seat].withdrawn != 0);
	tval_puti(a, v, "xp", p->xp);
	tval_puti(a, v, "waiting", p->waiting);
	tval_puti(a, v, "master",
		  s->master == seat && common_state_seats(&s->head) > 2);
	tval_put(a, v, "points",
		 known(p->points) ? tval_int(a, p->points)
				  : tval_text(a, STR("?")));
	tval_put(a, v, "entrance", mouth_value(a, n, s, p->entrance));
	tval_put(a, v, "exit", mouth_value(a, n, s, p->exit));
	tval_puti(a, v, "may_leave", p->acquired != 0);
	put_figures(a, n, s, seat, v);
	chests = tval_put(a, v, "chests", tval_list(a));
	for (int i = 0; i < s->n_chests; i++) {
		const struct dg_chest *c = s->chest + i;
		const struct dg_treasure *t = dg_treasure(s, i);

		if (c->holder != seat ||
		    (c->place != DG_CHEST_HELD && c->place != DG_CHEST_STORED))
			continue;
		put_chest(a, n, s, i, tval_add(chests, tval_map(a)));
		if (c->place == DG_CHEST_STORED && t)
			gold += t->gold;
	}
	tval_puti(a, v, "gold", gold);
	tval_puti(a, v, "holds", dg_holding(s, seat));
	tval_puti(a, v, "limit",
		  s->head.phase == DG_PLAY ? dg_limit(s, seat) : 0);
}

static void put_tokens(struct arena *a, const struct narrator *n,
		       const struct dg_state *s, struct tval *list)
{
	for (int i = 0; i < s->n_tokens; i++) {
		const struct dg_token *k = s->token + i;
		struct tval *v;

		if (k->sq == DG_NOWHERE)
			continue;
		v = tval_add(list, tval_map(a));
		tval_put(a, v, "token", narrate_label(a, n, k->label));
		tval_put(a, v, "at", square(a, k->sq));
		tval_put(a, v, "tier",
			 word(a, n, DG_EV_TOKEN_PLACED, DG_EV_TOKEN_PLACED_TIER,
			      k->tier));
		tval_puti(a, v, "marker", k->marker != 0);
		tval_puti(a, v, "acted", k->acted != 0);
	}
}

static void put_doors(struct arena *a, const struct narrator *n,
		      const struct dg_state *s, struct tval *list)
{
	for (int i = 0; i < s->n_doors; i++) {
		const struct dg_door *d = s->door + i;
		struct tval *v = tval_add(list, tval_map(a));

		tval_put(a, v, "door", narrate_label(a, n, d->label));
		tval_put(a, v, "a", square(a, d->sq));
		tval_put(a, v, "b", square(a, dg_beside(d->sq, d->side)));
		tval_put(a, v, "kind",
			 word(a, n, DG_EV_DOOR_PLACED, DG_EV_DOOR_PLACED_KIND,
			      d->kind));
		tval_put(a, v, "state",
			 word(a, n, DG_EV_DOOR_PLACED, DG_EV_DOOR_PLACED_STATE,
			      d->state));
	}
}

static void put_mouths(struct arena *a, const struct narrator *n,
		       const struct dg_state *s, struct tval *list)
{
	for (int i = 0; i < s->n_mouths; i++) {
		const struct dg_mouth *m = s->mouth + i;
		struct tval *v = tval_add(list, tval_map(a));

		tval_put(a, v, "mouth", mouth_value(a, n, s, i));
		tval_put(a, v, "a", point(a, m->x0, m->y0));
		tval_put(a, v, "b", point(a, m->x1, m->y1));
		tval_puti(a, v, "wide", m->x0 != m->x1 || m->y0 != m->y1);
		tval_put(a, v, "side", face_word(a, n, m->side));
	}
}

/* Mage Spawn on the board, and those that wait in the pool */
static void put_spawn(struct arena *a, const struct narrator *n,
		      const struct dg_state *s, struct tval *spawn,
		      struct tval *pool)
{
	for (int i = 0; i < s->n_figs; i++) {
		struct tval *v;

		if (s->fig[i].owner >= 0)
			continue;
		if (dg_on_board(s, i)) {
			put_figure(a, n, s, i, tval_add(spawn, tval_map(a)));
		} else if (s->fig[i].place == DG_IN_POOL) {
			v = tval_add(pool, tval_map(a));
			tval_put(a, v, "fig",
				 narrate_label(a, n, s->fig[i].label));
			tval_puts(a, v, "name",
				  narrate_figure(a, n,
						 text_of(a, s->card[i].name,
							 DG_NAME_WORDS)));
			tval_puti(a, v, "points", s->card[i].points);
		}
	}
}

static void put_things(struct arena *a, const struct narrator *n,
		       const struct dg_state *s, struct tval *to)
{
	struct tval *chests = tval_put(a, to, "chests", tval_list(a));
	struct tval *spawn = tval_put(a, to, "spawn", tval_list(a));
	struct tval *pool = tval_put(a, to, "pool", tval_list(a));

	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].place == DG_CHEST_LIES)
			put_chest(a, n, s, i, tval_add(chests, tval_map(a)));
	put_tokens(a, n, s, tval_put(a, to, "tokens", tval_list(a)));
	put_doors(a, n, s, tval_put(a, to, "doors", tval_list(a)));
	put_mouths(a, n, s, tval_put(a, to, "mouths", tval_list(a)));
	put_spawn(a, n, s, spawn, pool);
}

static const char *phase_of(const struct narrator *n, const struct dg_state *s)
{
	return name_of(n, DG_EV_PHASE_ENTERED, DG_EV_PHASE_ENTERED_PHASE,
		       s->head.phase);
}

/* in set-up the next order depends on those sent already */
static const char *awaited(const struct narrator *n, const struct dg_state *s,
			   int seat)
{
	static const char *const questions[] = { "",      "spin",  "counter",
						 "place", "level", "drop" };
	static_assert(ARRAY_LEN(questions) == N_DG_QUESTIONS, "each");
	const struct dg_player *p = s->player + seat;

	if (s->frame.what && s->frame.asked[0].seat == seat)
		return questions[s->frame.what];
	if (s->head.phase == DG_CHESTS && !p->chests_in)
		return "models";
	if (s->head.phase == DG_BOARD && !p->tiles_in)
		return "tiles";
	if (s->head.phase == DG_TERRAIN && p->piece >= DG_PIECE_WOOD)
		return "door";
	if (s->head.phase == DG_DOORWAYS && dg_doorway(s) == seat)
		return "entrance";
	if (s->head.phase == DG_PLAY && !s->ready)
		return "start";
	return phase_of(n, s);
}

static struct tval *awaits(struct arena *a, const struct narrator *n,
			   const void *view, int seat)
{
	const struct dg_state *s = view;
	struct tval *v = tval_map(a);

	tval_put(a, v, "fig", narrate_label(a, n, s->frame.asked[0].fig));
	tval_put(a, v, "about", narrate_label(a, n, s->frame.about));
	tval_put(a, v, "whose", narrate_seat(a, n, dg_doorway(s)));
	tval_puti(a, v, "points",
		  s->head.phase == DG_POOL ? DG_POOL_POINTS
					   : s->head.option[DG_OPTION_LIMIT]);
	tval_puti(a, v, "heroes", s->player[seat].heroes);
	tval_put(a, v, "what",
		 tval_word(a, "dungeons.awaits.%s", awaited(n, s, seat)));
	return v;
}

/* {ready}: Venom that the first order brings about */
static void put_ready(struct arena *a, const struct narrator *n,
		      const struct dg_state *s, struct tval *to)
{
	struct tval *list = tval_put(a, to, "venoms", tval_list(a));

	for (int g = 0; g < s->n_figs; g++) {
		int by = g;
		int32_t clicks = dg_venom_waits(s, g, &by);
		struct tval *v;

		if (clicks < 1)
			continue;
		v = tval_add(list, tval_map(a));
		tval_put(a, v, "fig", narrate_label(a, n, s->fig[by].label));
		tval_put(a, v, "target", narrate_label(a, n, s->fig[g].label));
		tval_puti(a, v, "clicks", clicks);
		tval_puti(a, v, "out", clicks_left(s, g) == clicks);
	}
	tval_put(a, to, "ready",
		 list->n ? tval_word(a, "dungeons.ready") : tval_list(a));
}

/* {left_now}: activations, and the speed points of the activated piece */
static void put_left_now(struct arena *a, const struct narrator *n,
			 const struct dg_state *s, struct tval *to)
{
	int32_t sp = s->actor ? dg_sp(s, s->actor) : 0;

	if (s->head.phase != DG_PLAY)
		return;
	tval_put(a, to, "mover", narrate_label(a, n, s->actor));
	tval_puti(a, to, "mover_sp", sp > 0 ? sp : 0);
	tval_put(a, to, "left_now", tval_word(a, "dungeons.left_now"));
}

static void refusal(struct arena *a, const struct narrator *n, int reason,
		    const int32_t *args, int n_args, struct tval *values)
{
	const struct dg_state *s = n->now;
	int g = s && n_args ? piece_find(s, args[0]) : -1, by = -1;

	if (reason == DG_REFUSAL_NO_TARGET && g >= 0 &&
	    dg_venom_waits(s, g, &by) > 0)
		tval_put(a, values, "venom",
			 narrate_label(a, n, s->fig[by].label));
}

static void values(struct arena *a, const struct narrator *n, const void *view,
		   int seat, struct tval *to)
{
	const struct dg_state *s = view;
	struct tval *list;
	bool named = false;

	tval_puti(a, to, "turn_number", s->turn);
	tval_puti(a, to, "in_play", s->head.phase == DG_PLAY);
	tval_puti(a, to, "lone_wolf", s->lone_wolf != 0);
	tval_puti(a, to, "activations", s->activations);
	tval_put(a, to, "phase",
		 tval_word(a, "dungeons.phase.%s", phase_of(n, s)));
	tval_put(a, to, "active", narrate_seat(a, n, s->head.active));
	tval_put(a, to, "turn",
		 tval_word(a, s->head.phase == DG_PLAY
				      ? "dungeons.turn.play"
				      : "dungeons.turn.other"));
	list = tval_put(a, to, "players", tval_list(a));
	for (int i = 0; i < DG_MAX_SEATS; i++) {
		struct tval *player;
		bool stand;

		if (!s->head.seat[i].present)
			continue;
		player = tval_add(list, tval_map(a));
		put_player(a, n, s, i, seat, player);
		/* the columns are named once */
		stand = tval_holds(tval_get(player, STR("standing_figures")));
		tval_puti(a, player, "headed", stand && !named);
		named |= stand;
	}
	put_things(a, n, s, to);
	tval_put(a, to, "pool_line", tval_word(a, "dungeons.pool"));
	tval_put(a, to, "spawn_line", tval_word(a, "dungeons.notes_spawn"));
	tval_put(a, to, "unchanged_line", tval_word(a, "dungeons.unchanged"));
	tval_put(a, to, "chests_line", tval_word(a, "dungeons.chests"));
	tval_put(a, to, "doors_line", tval_word(a, "dungeons.doors"));
	tval_put(a, to, "tokens_line", tval_word(a, "dungeons.tokens"));
	put_ready(a, n, s, to);
	put_left_now(a, n, s, to);
}

static const char *ability_name(int number)
{
	return number > 0 && number < N_DG_ABILITIES ? dg_abilities[number].name
						     : NULL;
}

static const char *const *terms(struct arena *a, const struct narrator *n,
				const void *view, struct tval *to)
{
	static const char *const told[] = { "limit", "map", "tokens_per_player",
					    "chests_per_player", NULL };
	const struct dg_state *s = view;
	char room[EVENT_TEXT_ROOM];
	struct str map = text_unpack(s->map, DG_KEY_WORDS, room, sizeof(room));

	(void)n;
	if (str_starts(map, "map/"))
		map = (struct str){ map.s + 4, map.len - 4 };
	tval_puts(a, to, "map", map);
	tval_puti(a, to, "points", s->head.option[DG_OPTION_LIMIT]);
	tval_puti(a, to, "tokens", s->head.option[DG_OPTION_TOKENS_PER_PLAYER]);
	tval_puti(a, to, "chests", s->head.option[DG_OPTION_CHESTS_PER_PLAYER]);
	return told;
}

/* squares and doors have labels, too */
static int seat_of(const void *view, int32_t label)
{
	const struct dg_state *s = view;
	int f = piece_find(s, label);

	return f < 0 ? -1 : s->fig[f].owner;
}

const struct report_game report_dungeons = {
	.player = &player_dungeons,
	.name = name,
	.point = point,
	.more = more,
	.refusal = refusal,
	.fold = dungeons_fold,
	.weight = dungeons_weight,
	.tale = dungeons_tale,
	.tally = dungeons_tally,
	.tally_words = "report",
	.scene = scene,
	.traces = traces,
	.values = values,
	.awaits = awaits,
	.ability = ability_name,
	.terms = terms,
	.seat_of = seat_of,
};
