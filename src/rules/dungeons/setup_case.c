/* src/rules/dungeons/setup_case.c */
#include "rules/dungeons/setup_case.h"
#include "rules/common.h"
#include "rules/setup_dial.h"
#include "rules/dungeons/map.h"
#include "base/parse.h"

enum {
	SMALL = 20, /* columns and rows of a board of lines */
	SMALL_SECTIONS = 16,
	SMALL_MOUTHS = 12,
	SMALL_DOORS = 12,
	MAX_DIALS = 16,
	MODEL_BASE = 0x100 /* models of chests that stand in the case */
};

static const char *const faces[] = {
	"N", "NE", "E", "SE", "S", "SW", "W", "NW"
};

/* A board of lines, until something stands on it; then one event. */
struct small {
	int32_t w, h;
	unsigned char terrain[SMALL][SMALL], walls[SMALL][SMALL];
	int32_t n_sections, n_mouths, n_doors;
	int32_t section[SMALL_SECTIONS][6];
	int32_t mouth[SMALL_MOUTHS][6];
	int32_t door[SMALL_DOORS][6];
};

/* trap and treasure dial of a chest whose line is still to come; 0: free */
struct dials {
	int32_t label;
	int32_t trap[7 * DG_POSITIONS];
	int32_t treasure[10];
};

/* what waits until all lines are read */
struct mine {
	int32_t begun, laid;
	int32_t seats; /* bits: named by a line */
	int32_t phase, start;
	int32_t active, first, turn, activations; /* -1: not said */
	int32_t heroes[DG_MAX_SEATS]; /* -1: those that stand here */
	int32_t lone_wolf, master, master_turns;
	int32_t n_types;
	char type[24][12]; /* item types, their numbers from 1 */
	int32_t n_tables;
	int32_t n_held;
	int32_t held[16][3]; /* chest, holder, assigned to */
	struct dials dials[MAX_DIALS];
	struct small small;
};
static_assert(sizeof(struct mine) <= SETUP_MEMORY, "fits the memory lent");

static const struct dg_state *state_of(const struct setup *s)
{
	return (const void *)s->run->game->state;
}

static struct mine *mine(struct setup *s)
{
	struct mine *m = (struct mine *)s->memory;

	if (!m->begun) {
		m->begun = 1;
		m->phase = DG_PLAY;
		m->active = m->first = m->turn = m->activations = -1;
		m->master = -1;
		m->small.w = m->small.h = 7;
		memset(m->small.terrain, DG_CLEAR, sizeof(m->small.terrain));
		for (int i = 0; i < DG_MAX_SEATS; i++)
			m->heroes[i] = -1;
	}
	return m;
}

/* --- words ------------------------------------------------------------- */

static bool square_read(struct setup *s, struct str word, int32_t *x,
			int32_t *y)
{
	int64_t row;
	size_t n = 0;

	for (*x = 0;
	     n < word.len && n < 2 && 'A' <= word.s[n] && word.s[n] <= 'Z'; n++)
		*x = *x * 26 + word.s[n] - 'A' + 1;
	if (n && *x <= DG_WIDTH &&
	    parse_int((struct str){ word.s + n, word.len - n }, 1, DG_WIDTH,
		      &row)) {
		--*x;
		*y = (int32_t)row - 1;
		return true;
	}
	return setup_fault(s, "%.*s is no square", STR_ARG(word));
}

static bool next_square(struct setup_words *w, int32_t *x, int32_t *y)
{
	struct str word;

	return words_next(w, &word) && square_read(w->s, word, x, y);
}

static bool next_face(struct setup_words *w, int32_t *out)
{
	return words_name(w, faces, N_DG_FACES, out);
}

/* "A1-E5" */
static bool next_area(struct setup_words *w, int32_t v[4])
{
	struct str word, from;

	return words_next(w, &word) && parse_field(&word, '-', &from) &&
	       square_read(w->s, from, &v[0], &v[1]) &&
	       square_read(w->s, word, &v[2], &v[3]);
}

/* "C5|D5": the upper or left square, and the side of it */
static bool next_edge(struct setup_words *w, int32_t v[2], int32_t *side)
{
	struct str word, from;
	int32_t x, y;

	if (!words_next(w, &word) || !parse_field(&word, '|', &from) ||
	    !square_read(w->s, from, &v[0], &v[1]) ||
	    !square_read(w->s, word, &x, &y))
		return false;
	if (x < v[0] || y < v[1]) {
		int32_t t = x;

		x = v[0];
		v[0] = t;
		t = y;
		y = v[1];
		v[1] = t;
	}
	*side = x > v[0] ? DG_E : DG_S;
	return x - v[0] + y - v[1] == 1 ||
	       setup_fault(w->s, "these squares do not touch");
}

static bool next_id(struct setup_words *w, int32_t *id)
{
	struct str word;

	if (!words_next(w, &word))
		return false;
	*id = dg_id(word);
	return word.len <= 4 || setup_fault(w->s, "a name has 4 letters");
}

static bool unknown(struct setup_words *w, const char *what)
{
	return setup_fault(w->s, "%s has no %.*s", what, STR_ARG(w->v[w->i]));
}

/* --- the board --------------------------------------------------------- */

static bool on_small(struct setup_words *w, int32_t x, int32_t y)
{
	const struct small *b = &mine(w->s)->small;

	if (mine(w->s)->laid)
		return setup_fault(w->s, "the board is told before what "
					 "stands on it");
	return (x < b->w && y < b->h) ||
	       setup_fault(w->s, "this lies beside the board");
}

static bool line_board(struct setup_words *w)
{
	struct small *b = &mine(w->s)->small;
	struct str word, columns;

	if (!words_next(w, &word) || !parse_field(&word, 'x', &columns) ||
	    !setup_int(w->s, columns, 1, SMALL, &b->w) ||
	    !setup_int(w->s, word, 1, SMALL, &b->h))
		return setup_fault(w->s, "a board is columns x rows");
	return true;
}

static bool line_terrain(struct setup_words *w)
{
	struct small *b = &mine(w->s)->small;
	struct str letter;
	int t;

	if (!words_next(w, &letter))
		return false;
	t = letter.len == 1 ? dg_terrain_of(letter.s[0]) : -1;
	if (t < 0)
		return setup_fault(w->s, "there is no terrain %.*s",
				   STR_ARG(letter));
	while (w->i < w->n) {
		int32_t x, y;

		if (!next_square(w, &x, &y) || !on_small(w, x, y))
			return false;
		b->terrain[y][x] = (unsigned char)t;
	}
	return true;
}

static bool line_wall(struct setup_words *w)
{
	struct small *b = &mine(w->s)->small;

	while (w->i < w->n) {
		int32_t at[2], side;

		if (!next_edge(w, at, &side) || !on_small(w, at[0], at[1]))
			return false;
		b->walls[at[1]][at[0]] |= (unsigned char)(1 << side / 2);
	}
	return true;
}

static bool line_door(struct setup_words *w)
{
	static const char *const kinds[] = { "wood", "iron" };
	static const char *const states[] = { "closed", "open", "destroyed" };
	struct small *b = &mine(w->s)->small;
	int32_t *d = b->door[b->n_doors];

	if (b->n_doors == SMALL_DOORS)
		return setup_fault(w->s, "too many doors");
	if (!words_label(w, &d[0]) || !next_edge(w, &d[1], &d[3]) ||
	    !words_name(w, kinds, 2, &d[4]) ||
	    (w->i < w->n && !words_name(w, states, 3, &d[5])))
		return false;
	b->n_doors++;
	return on_small(w, d[1], d[2]);
}

static bool line_section(struct setup_words *w)
{
	static const char *const kinds[] = { "corridor", "chamber" };
	struct small *b = &mine(w->s)->small;
	int32_t *c = b->section[b->n_sections];

	if (b->n_sections == SMALL_SECTIONS)
		return setup_fault(w->s, "too many sections");
	if (!next_id(w, &c[0]) || !words_name(w, kinds, 2, &c[1]) ||
	    !next_area(w, &c[2]))
		return false;
	b->n_sections++;
	return on_small(w, c[4], c[5]);
}

static bool line_mouth(struct setup_words *w)
{
	struct small *b = &mine(w->s)->small;
	int32_t *m = b->mouth[b->n_mouths];

	if (b->n_mouths == SMALL_MOUTHS)
		return setup_fault(w->s, "too many mouths");
	if (!next_id(w, &m[0]) || !next_area(w, &m[1]) || !next_face(w, &m[5]))
		return false;
	b->n_mouths++;
	return on_small(w, m[3], m[4]);
}

static int32_t small_sides(const struct small *b, int32_t x, int32_t y)
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
static bool board_emit(struct setup *s)
{
	struct mine *m = mine(s);
	struct small *b = &m->small;
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
	event_text(&e, STR(""));
	event_point(&e, 0, 0);
	event_point(&e, b->w, b->h);
	event_ints(&e, squares, n);
	event_ints(&e, b->section[0], 6 * b->n_sections);
	event_ints(&e, b->mouth[0], 6 * b->n_mouths);
	event_ints(&e, b->door[0], 6 * b->n_doors);
	event_text(&e, STR(""));
	return setup_emit(s, &e);
}

static bool from_catalog(struct setup *s, const char *kind, struct str name,
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
	return found ||
	       setup_fault(s, "the catalog has no %s%.*s", kind, STR_ARG(name));
}

static bool line_map(struct setup_words *w)
{
	struct str name;
	struct event e;

	mine(w->s)->laid = 1;
	return words_next(w, &name) && from_catalog(w->s, "map/", name, &e) &&
	       setup_emit(w->s, &e);
}

static bool read_block(struct setup *s, struct str text)
{
	struct event e;
	struct buf fault;
	int line = 0;
	bool ok;

	mine(s)->laid = 1;
	buf_init(&fault, 256);
	ok = dg_map_read(&text, &line, &e, &fault);
	if (!ok)
		setup_fault(s, "%s", fault.s ? fault.s : "there is no map");
	buf_release(&fault);
	return ok && setup_emit(s, &e);
}

/* all tiles of the catalog, as a game that lays tiles defines them */
static bool box_emit(struct setup *s)
{
	struct event e;

	mine(s)->laid = 1;
	if (state_of(s)->n_tiles)
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
		if (!setup_emit(s, &e))
			return false;
	}
	return state_of(s)->n_tiles ||
	       setup_fault(s, "the catalog has no tiles");
}

static bool line_stairs(struct setup_words *w)
{
	int32_t v[4];
	struct event e;

	if (!board_emit(w->s) || !next_square(w, &v[0], &v[1]) ||
	    !next_square(w, &v[2], &v[3]))
		return false;
	event_start(&e, DG_EV_STAIRS_JOINED, DG_SPEC_06);
	event_point(&e, v[0], v[1]);
	event_point(&e, v[2], v[3]);
	return setup_emit(w->s, &e);
}

static bool line_tile(struct setup_words *w)
{
	int32_t id, x, y, angle = 0, seat = 0;
	struct event e;

	if (!box_emit(w->s) || !next_id(w, &id) || !next_square(w, &x, &y) ||
	    (w->i < w->n && !words_int(w, 0, 270, &angle)) ||
	    (words_are(w, "by") && !words_seat(w, &seat)))
		return false;
	event_start(&e, DG_EV_TILE_LAID, DG_TILE_03);
	event_int(&e, seat);
	event_int(&e, id);
	event_point(&e, x, y);
	event_int(&e, angle);
	event_int(&e, 0);
	return setup_emit(w->s, &e);
}

static bool line_tiles(struct setup_words *w)
{
	const struct dg_state *s = state_of(w->s);
	int32_t seat, ids[DG_MAX_TILES], corridors = 0;
	struct event e;
	int n = 0;

	if (!box_emit(w->s) || !words_seat(w, &seat))
		return false;
	while (w->i < w->n && n < DG_MAX_TILES) {
		if (!next_id(w, &ids[n]))
			return false;
		for (int i = 0; i < s->n_tiles; i++)
			corridors += s->tile[i].id == ids[n] &&
				     s->tile[i].kind == DG_CORRIDOR;
		n++;
	}
	event_start(&e, DG_EV_TILES_CHOSEN, DG_TILE_02);
	event_int(&e, seat);
	event_ints(&e, ids, n);
	event_ints(&e, &corridors, 1);
	return setup_emit(w->s, &e) &&
	       setup_player_int(w->s, seat, "tiles_in", 1);
}

/* --- players, options -------------------------------------------------- */

static bool seat_emit(struct setup *s, int32_t seat)
{
	if (mine(s)->seats >> seat & 1)
		return true;
	mine(s)->seats |= 1 << seat;
	return setup_seat_taken(s, seat);
}

static bool next_mouth(struct setup_words *w, int32_t *out)
{
	int32_t id;

	if (!board_emit(w->s) || !next_id(w, &id))
		return false;
	*out = dg_find_mouth(state_of(w->s), id);
	return *out >= 0 || setup_fault(w->s, "there is no such mouth");
}

static bool line_player(struct setup_words *w)
{
	static const struct {
		const char *word;
		int32_t max;
	} numbers[] = { { "xp", 100000 },
			{ "points", 100000 },
			{ "turns", 1000 },
			{ "waiting", 100 },
			{ "gold", 100000 } };
	int32_t seat, v;

	if (!words_seat(w, &seat) || !seat_emit(w->s, seat))
		return false;
	while (w->i < w->n) {
		bool known = false;

		for (size_t i = 0; i < ARRAY_LEN(numbers) && !known; i++)
			if (words_are(w, numbers[i].word)) {
				known = true;
				if (!words_int(w, 0, numbers[i].max, &v) ||
				    !setup_player_int(w->s, seat,
						      numbers[i].word, v))
					return false;
			}
		if (known)
			continue;
		if (words_are(w, "entrance")) {
			if (!next_mouth(w, &v) ||
			    !setup_player_int(w->s, seat, "entrance", v))
				return false;
		} else if (words_are(w, "exit")) {
			if (!next_mouth(w, &v) ||
			    !setup_player_int(w->s, seat, "exit", v))
				return false;
		} else if (words_are(w, "acquired")) {
			if (!setup_player_int(w->s, seat, "acquired", 1))
				return false;
		} else if (words_are(w, "heroes")) {
			if (!words_int(w, 0, 20, &mine(w->s)->heroes[seat]))
				return false;
		} else {
			return unknown(w, "a player");
		}
	}
	return true;
}

static bool line_option(struct setup_words *w)
{
	return words_option(w, dg_options, N_DG_OPTIONS);
}

/* --- figures ----------------------------------------------------------- */

struct card {
	int32_t label, owner; /* owner -1: by its letter */
	int32_t kind, form;
	struct str key, name;
	int32_t points, level, top_level, range, targets, arc;
	int n_levels, n_costs;
	struct setup_dial dial;
	int32_t level_click[DG_LEVELS], cost[DG_LEVELS];
	/* where it is */
	int32_t place, x, y, face, at_click, pending, marker;
};

/* "charge", or "damage: terrify" in a slot of its own choice; one that has no
 * slot of its own goes into the first */
static bool ability_named(struct setup *s, struct str name, int32_t *ability,
			  int *slot)
{
	static const char *const slots[] = { "speed", "attack", "defense",
					     "damage" };
	struct str where;

	*slot = -1;
	if (memchr(name.s, ':', name.len)) {
		parse_field(&name, ':', &where);
		where = parse_trim(where);
		for (int i = 0; i < N_DG_SLOTS; i++)
			if (str_is(where, slots[i]))
				*slot = i;
		if (*slot < 0)
			return setup_fault(s, "there is no slot %.*s",
					   STR_ARG(where));
		name = parse_trim(name);
	}
	*ability = dg_ability_named(name);
	if (!*ability)
		return setup_fault(s, "there is no ability %.*s",
				   STR_ARG(name));
	if (*slot < 0)
		*slot = dg_abilities[*ability].slot;
	if (*slot >= N_DG_SLOTS)
		*slot = DG_SPEED;
	return true;
}

static const struct setup_dial_kind dial_kind = { 99, ability_named };
static_assert((int)N_DG_SLOTS == SETUP_SLOTS &&
		      (int)DG_MAX_CLICKS == SETUP_CLICKS &&
		      (int)DG_CLICK_WORDS == 2 * SETUP_SLOTS,
	      "dials are as cards have them");

static void card_init(struct card *c)
{
	memset(c, 0, sizeof(*c));
	c->key = STR("");
	c->name = STR("");
	c->owner = c->face = -1;
	c->kind = DG_HERO;
	c->points = 30;
	c->level = c->targets = 1;
	c->arc = 3;
	setup_dial_init(&c->dial, 5);
	c->place = DG_OUTSIDE;
	c->at_click = -1;
}

static bool five(struct setup_words *w, int32_t max, int32_t *out, int *n)
{
	for (*n = 0; *n < DG_LEVELS; ++*n)
		if (!words_int(w, 0, max, &out[*n]))
			return false;
	return true;
}

static bool card_word(struct setup_words *w, struct card *c)
{
	bool known;

	if (!words_dial(w, &dial_kind, &c->dial, &known))
		return false;
	if (known)
		return true;
	if (words_are(w, "range"))
		return words_int(w, 0, 40, &c->range);
	if (words_are(w, "targets"))
		return words_int(w, 1, 4, &c->targets);
	if (words_are(w, "arc"))
		return words_int(w, 3, 7, &c->arc);
	if (words_are(w, "points"))
		return words_int(w, 0, 10000, &c->points);
	if (words_are(w, "level"))
		return words_int(w, 1, DG_LEVELS, &c->level);
	if (words_are(w, "levels"))
		return five(w, DG_MAX_CLICKS, c->level_click, &c->n_levels);
	if (words_are(w, "costs"))
		return five(w, 10000, c->cost, &c->n_costs);
	if (words_are(w, "name"))
		return words_next(w, &c->name);
	if (words_are(w, "key"))
		return words_next(w, &c->key);
	if (words_are(w, "warrior"))
		c->kind = DG_WARRIOR;
	else if (words_are(w, "spawn"))
		c->kind = DG_SPAWN;
	else if (words_are(w, "mounted"))
		c->form = DG_MOUNTED;
	else if (words_are(w, "multi_dial"))
		c->form = DG_MULTI_DIAL;
	else if (words_are(w, "dragon"))
		c->form = DG_DRAGON;
	else
		return unknown(w, "a figure");
	return true;
}

static bool figure_word(struct setup_words *w, struct card *c)
{
	static const struct {
		const char *word;
		int32_t place;
	} places[] = { { "outside", DG_OUTSIDE },
		       { "left", DG_EXITED },
		       { "eliminated", DG_ELIMINATED },
		       { "pool", DG_IN_POOL } };

	if (words_are(w, "at")) {
		c->place = DG_ON_BOARD;
		return next_square(w, &c->x, &c->y);
	}
	if (words_are(w, "face"))
		return next_face(w, &c->face);
	if (words_are(w, "click"))
		return words_int(w, 0, DG_MAX_CLICKS, &c->at_click);
	if (words_are(w, "owner"))
		return words_seat(w, &c->owner);
	if (words_are(w, "top_level"))
		return words_int(w, 1, DG_LEVELS, &c->top_level);
	if (words_are(w, "teleport")) {
		c->pending = DG_TELEPORT;
		return true;
	}
	if (words_are(w, "vortex")) {
		c->pending = DG_VORTEX;
		return true;
	}
	if (words_are(w, "marker")) {
		c->marker = 1;
		return true;
	}
	for (size_t i = 0; i < ARRAY_LEN(places); i++)
		if (words_are(w, places[i].word)) {
			c->place = places[i].place;
			return true;
		}
	return card_word(w, c);
}

static bool card_event(struct setup *s, const struct card *c, struct event *e)
{
	struct setup_click dial[SETUP_CLICKS];
	int32_t levels[2 * DG_LEVELS];
	int n = setup_dial_clicks(&c->dial, dial);
	bool leveled = c->n_levels || c->n_costs;

	if (text_words(c->name.len) > DG_NAME_WORDS ||
	    text_words(c->key.len) > DG_KEY_WORDS)
		return setup_fault(s, "a name is too long");
	for (int i = 0; i < DG_LEVELS; i++) {
		levels[2 * i] = c->level_click[i];
		levels[2 * i + 1] = c->n_costs ? c->cost[i] : c->points;
	}
	event_start(e, DG_EV_FIGURE_DEFINED, DG_NO_RULE);
	event_int(e, c->label);
	event_int(e, c->kind);
	event_int(e, c->kind == DG_SPAWN ? -1 : c->owner);
	event_text(e, c->key);
	event_text(e, c->name);
	event_int(e, c->form);
	event_int(e, c->points);
	event_int(e, c->level);
	event_ints(e, levels, leveled ? 2 * DG_LEVELS : 0);
	event_int(e, c->range);
	event_int(e, c->targets);
	event_int(e, c->arc);
	event_ints(e, dial[0].value, DG_CLICK_WORDS * n);
	return true;
}

static bool line_figure(struct setup_words *w)
{
	struct setup *s = w->s;
	struct card c;
	struct event e;

	card_init(&c);
	if (!board_emit(s) || !words_label(w, &c.label))
		return false;
	if (dg_find(state_of(s), c.label) >= 0)
		return setup_fault(s, "the figure stands here twice");
	while (w->i < w->n)
		if (!figure_word(w, &c))
			return false;
	if (c.owner < 0)
		c.owner = label_letter(c.label) - 'A';
	if (c.kind == DG_SPAWN && c.place == DG_OUTSIDE)
		c.place = DG_IN_POOL;
	if (c.kind != DG_SPAWN && !seat_emit(s, c.owner))
		return setup_fault(s, "nobody owns this figure");
	if (!card_event(s, &c, &e) || !setup_emit(s, &e))
		return false;
	if (c.place == DG_ON_BOARD &&
	    !setup_int_of(s, c.label, "square", dg_square_of(c.x, c.y)))
		return false;
	return (c.place ==
			state_of(s)->fig[dg_find(state_of(s), c.label)].place ||
		setup_int_of(s, c.label, "place", c.place)) &&
	       setup_int_of(s, c.label, "facing", c.face < 0 ? 0 : c.face) &&
	       (c.at_click < 0 ||
		setup_int_of(s, c.label, "click", c.at_click)) &&
	       (!c.top_level ||
		setup_int_of(s, c.label, "top_level", c.top_level)) &&
	       (!c.pending || setup_int_of(s, c.label, "pending", c.pending)) &&
	       (!c.marker || setup_int_of(s, c.label, "marker", 1));
}

static bool make_card(struct setup *s, const struct str *word, int n,
		      struct event *out)
{
	struct setup_words w = { s, word, n, 0 };
	struct card c;

	card_init(&c);
	if (!words_next(&w, &c.name))
		return false;
	c.key = c.name;
	while (w.i < w.n)
		if (!card_word(&w, &c))
			return false;
	c.label = label_of('A', 1);
	c.owner = 0;
	return card_event(s, &c, out);
}

/* --- chests ------------------------------------------------------------ */

static struct dials *dials_of(struct setup *s, int32_t label)
{
	struct dials *d = mine(s)->dials, *free = NULL;

	for (int i = 0; i < MAX_DIALS; i++) {
		if (d[i].label == label)
			return &d[i];
		if (!d[i].label && !free)
			free = &d[i];
	}
	if (!free) {
		setup_fault(s, "too many dials before their chests");
		return NULL;
	}
	*free = (struct dials){ .label = label };
	return free;
}

/* trap K1 2 spawn 1 15 attack H 8 2 range 6 disarm 7 */
static bool line_trap(struct setup_words *w)
{
	static const char *const types[] = { "", "H", "T", "R" };
	int32_t label, at, *v;
	struct dials *d;

	if (!words_label(w, &label) || !words_int(w, 0, DG_POSITIONS - 1, &at))
		return false;
	d = dials_of(w->s, label);
	if (!d)
		return false;
	v = d->trap + 7 * at;
	while (w->i < w->n) {
		bool ok;

		if (words_are(w, "spawn"))
			ok = words_int(w, 0, 20, &v[0]) &&
			     words_int(w, 0, 1000, &v[1]);
		else if (words_are(w, "attack"))
			ok = words_name(w, types, 4, &v[2]) &&
			     words_int(w, 0, 30, &v[3]) &&
			     words_int(w, 0, 12, &v[4]);
		else if (words_are(w, "range"))
			ok = words_int(w, 0, 40, &v[5]);
		else if (words_are(w, "disarm"))
			ok = words_int(w, 0, 30, &v[6]);
		else
			return unknown(w, "a trap");
		if (!ok)
			return false;
	}
	return true;
}

/* items of one name are of one type */
static bool next_type(struct setup_words *w, int32_t *out)
{
	struct mine *m = mine(w->s);
	struct str word;

	if (!words_next(w, &word))
		return false;
	if (word.len >= sizeof(m->type[0]))
		return setup_fault(w->s, "the name of a type is too long");
	for (*out = 0; *out < m->n_types; ++*out)
		if (str_is(word, m->type[*out])) {
			++*out;
			return true;
		}
	if (m->n_types == (int32_t)ARRAY_LEN(m->type))
		return setup_fault(w->s, "too many types");
	memcpy(m->type[m->n_types], word.s, word.len);
	*out = ++m->n_types;
	return true;
}

/* treasure K1 type ring gold 20 speed 1 abilities "healing" potion */
static bool line_treasure(struct setup_words *w)
{
	static const char *const slots[] = { "speed", "attack", "defense" };
	int32_t label, *v, slot[N_DG_SLOTS] = { 0 };
	struct dials *d;
	struct str word;

	if (!words_label(w, &label))
		return false;
	d = dials_of(w->s, label);
	if (!d)
		return false;
	v = d->treasure;
	while (w->i < w->n) {
		bool ok = true;

		if (words_are(w, "type"))
			ok = next_type(w, &v[0]);
		else if (words_are(w, "gold"))
			ok = words_int(w, 0, 100000, &v[1]);
		else if (words_are(w, "potion"))
			v[2] = 1;
		else if (words_are(w, "trap"))
			v[3] = 1;
		else if (words_are(w, slots[0]))
			ok = words_int(w, -20, 20, &v[4]);
		else if (words_are(w, slots[1]))
			ok = words_int(w, -20, 20, &v[5]);
		else if (words_are(w, slots[2]))
			ok = words_int(w, -20, 20, &v[6]);
		else if (words_are(w, "abilities"))
			ok = words_next(w, &word) &&
			     setup_abilities(w->s, &dial_kind, word, slot);
		else
			return unknown(w, "a treasure");
		if (!ok)
			return false;
	}
	memcpy(v + 7, slot, 3 * sizeof(*v));
	return true;
}

/* the dials of the lines before it as a model of its own */
static bool model_emit(struct setup *s, int32_t label)
{
	struct dials *d = dials_of(s, label);
	int32_t treasures[10 * DG_POSITIONS];
	struct event e;

	if (!d)
		return false;
	for (int i = 0; i < DG_POSITIONS; i++)
		memcpy(treasures + 10 * i, d->treasure, sizeof(d->treasure));
	event_start(&e, DG_EV_MODEL_DEFINED, DG_CHEST_02);
	event_int(&e, MODEL_BASE + label_number(label));
	event_ints(&e, d->trap, ARRAY_LEN(d->trap));
	event_ints(&e, treasures, ARRAY_LEN(treasures));
	event_text(&e, STR(""));
	d->label = 0;
	return setup_emit(s, &e);
}

struct chest {
	int32_t label, x, y, face, state, position, holder, fig, by, potion;
	bool stored, lies;
};

static bool chest_word(struct setup_words *w, struct chest *c)
{
	static const char *const states[] = { "unrevealed", "armed", "blank",
					      "disarmed", "sprung" };

	if (words_are(w, "at")) {
		c->lies = true;
		return next_square(w, &c->x, &c->y);
	}
	if (words_are(w, "face"))
		return next_face(w, &c->face);
	if (words_are(w, "state"))
		return words_name(w, states, ARRAY_LEN(states), &c->state);
	if (words_are(w, "position"))
		return words_int(w, 0, DG_POSITIONS - 1, &c->position);
	if (words_are(w, "held"))
		return words_seat(w, &c->holder);
	if (words_are(w, "assigned"))
		return words_label(w, &c->fig);
	if (words_are(w, "stored")) {
		c->stored = true;
		return words_label(w, &c->fig);
	}
	if (words_are(w, "by"))
		return words_seat(w, &c->by);
	if (words_are(w, "used")) {
		c->potion = DG_POTION_USED;
		return true;
	}
	return unknown(w, "a chest");
}

static bool chest_values(struct setup *s, const struct chest *c)
{
	struct mine *m = mine(s);

	if (!setup_int_of(s, c->label, "treasure", 0) ||
	    !setup_int_of(s, c->label, "trap", c->state) ||
	    !setup_int_of(s, c->label, "position", c->position) ||
	    (c->potion && !setup_int_of(s, c->label, "potion", c->potion)))
		return false;
	if (c->lies)
		return true;
	/* by whom: when all figures stand here */
	if (m->n_held == (int32_t)ARRAY_LEN(m->held))
		return setup_fault(s, "too many chests are held");
	m->held[m->n_held][0] = c->label;
	m->held[m->n_held][1] = c->holder;
	m->held[m->n_held++][2] = c->stored ? -c->fig : c->fig;
	return true;
}

static bool line_chest(struct setup_words *w)
{
	struct chest c = { .face = DG_S, .by = -1, .holder = -1 };
	struct event e;

	if (!board_emit(w->s) || !words_label(w, &c.label))
		return false;
	while (w->i < w->n)
		if (!chest_word(w, &c))
			return false;
	if (!c.lies && c.holder < 0 && c.fig)
		c.holder = label_letter(c.fig) - 'A';
	if (!c.lies && c.holder < 0)
		return setup_fault(w->s, "the chest is nowhere");
	if (!model_emit(w->s, c.label))
		return false;
	event_start(&e, DG_EV_CHEST_PLACED, DG_CHEST_03);
	event_int(&e, c.by);
	event_int(&e, c.label);
	event_int(&e, MODEL_BASE + label_number(c.label));
	event_point(&e, c.x, c.y);
	event_int(&e, c.face);
	return setup_emit(w->s, &e) && chest_values(w->s, &c);
}

static bool held_emit(struct setup *s)
{
	struct mine *m = mine(s);

	for (int i = 0; i < m->n_held; i++) {
		int32_t label = m->held[i][0], fig = m->held[i][2];

		if (!setup_int_of(s, label, "place",
				  fig < 0 ? DG_CHEST_STORED : DG_CHEST_HELD) ||
		    !setup_int_of(s, label, "square", DG_NOWHERE) ||
		    !setup_int_of(s, label, "holder", m->held[i][1]) ||
		    !setup_int_of(s, label, "seen", 1) ||
		    (fig &&
		     !setup_int_of(s, label, "fig", fig < 0 ? -fig : fig)))
			return false;
	}
	return true;
}

/* pooled A C C D: defined as a game defines them */
static bool line_pooled(struct setup_words *w)
{
	int32_t seat, models[16];
	struct str word;
	struct event e;
	int n = 0;

	if (!board_emit(w->s) || !words_seat(w, &seat) ||
	    !seat_emit(w->s, seat))
		return false;
	while (w->i < w->n && n < (int)ARRAY_LEN(models)) {
		if (!words_next(w, &word) ||
		    !from_catalog(w->s, "chest/", word, &e) ||
		    !setup_emit(w->s, &e))
			return false;
		models[n++] = event_get(&e, DG_EV_MODEL_DEFINED_MODEL);
	}
	event_start(&e, DG_EV_CHESTS_POOLED, DG_CHEST_01);
	event_int(&e, seat);
	event_ints(&e, models, n);
	return setup_emit(w->s, &e);
}

/* --- tokens ------------------------------------------------------------ */

static bool table_emit(struct setup *s, const int32_t *rows, int32_t tier)
{
	char name[] = "T0";
	struct event e;

	name[1] = (char)('0' + mine(s)->n_tables % 10);
	event_start(&e, DG_EV_TABLE_DEFINED, DG_TOK_06);
	event_text(&e, str_of(name));
	event_int(&e, tier);
	event_ints(&e, rows, 22);
	return setup_emit(s, &e);
}

/* rolls 7 1 20 8 2 30 */
static bool next_rolls(struct setup_words *w, int32_t *rows)
{
	int64_t roll;

	while (w->i < w->n && parse_int(w->v[w->i], 2, 12, &roll)) {
		int32_t *row = rows + 2 * (roll - 2);

		w->i++;
		if (!words_int(w, 0, 20, &row[0]) ||
		    !words_int(w, 0, 1000, &row[1]))
			return false;
	}
	return true;
}

static bool line_token(struct setup_words *w)
{
	static const char *const tiers[] = { "weak", "standard", "tough" };
	int32_t label, x = 0, y = 0, tier = DG_WEAK, by = -1, rows[22] = { 0 };
	bool named = false, rolls = false;
	struct event e, table;
	struct str name;

	if (!board_emit(w->s) || !words_label(w, &label))
		return false;
	while (w->i < w->n) {
		bool ok = false;

		for (int i = 0; i < N_DG_TIERS && !ok; i++)
			if (words_are(w, tiers[i])) {
				tier = i;
				ok = true;
			}
		if (ok)
			continue;
		if (words_are(w, "at"))
			ok = next_square(w, &x, &y);
		else if (words_are(w, "by"))
			ok = words_seat(w, &by);
		else if (words_are(w, "rolls"))
			ok = rolls = next_rolls(w, rows);
		else if (words_are(w, "table"))
			ok = named = words_next(w, &name) &&
				     from_catalog(w->s, "table/", name, &table);
		else
			return unknown(w, "a token");
		if (!ok)
			return false;
	}
	if ((named && !setup_emit(w->s, &table)) ||
	    (rolls && !table_emit(w->s, rows, tier)))
		return false;
	event_start(&e, DG_EV_TOKEN_PLACED, DG_TOK_03);
	event_int(&e, by);
	event_int(&e, label);
	event_int(&e, tier);
	event_point(&e, x, y);
	return setup_emit(w->s, &e) &&
	       ((!named && !rolls) ||
		setup_int_of(w->s, label, "table", mine(w->s)->n_tables++));
}

/* --- the whole --------------------------------------------------------- */

static bool line_drawn(struct setup_words *w)
{
	static const char *const pieces[] = { "none",     "shadow", "vortex",
					      "teleport", "stairs", "wood",
					      "iron" };
	int32_t seat, piece;

	return words_seat(w, &seat) && seat_emit(w->s, seat) &&
	       words_name(w, pieces, N_DG_PIECES, &piece) &&
	       setup_player_int(w->s, seat, "piece", piece);
}

static bool line_phase(struct setup_words *w)
{
	static const char *const names[] = { "play",    "start",  "teams",
					     "first",   "board",  "terrain",
					     "chests",  "tokens", "pool",
					     "doorways" };
	static const int32_t phases[] = { DG_PLAY,    DG_PLAY,   DG_TEAMS,
					  DG_FIRST,   DG_BOARD,  DG_TERRAIN,
					  DG_CHESTS,  DG_TOKENS, DG_POOL,
					  DG_DOORWAYS };
	int32_t n;

	if (!words_name(w, names, ARRAY_LEN(names), &n))
		return false;
	mine(w->s)->phase = phases[n];
	mine(w->s)->start = n == 1;
	return true;
}

static bool line_turn(struct setup_words *w)
{
	struct mine *m = mine(w->s);

	if (!words_seat(w, &m->active))
		return false;
	while (w->i < w->n) {
		bool ok;

		if (words_are(w, "first"))
			ok = words_seat(w, &m->first);
		else if (words_are(w, "turn"))
			ok = words_int(w, 1, 10000, &m->turn);
		else if (words_are(w, "activations"))
			ok = words_int(w, 0, 100, &m->activations);
		else
			return unknown(w, "a turn");
		if (!ok)
			return false;
	}
	return true;
}

static bool line_master(struct setup_words *w)
{
	struct mine *m = mine(w->s);

	return words_seat(w, &m->master) &&
	       words_int(w, 0, 100, &m->master_turns);
}

static bool line_lone_wolf(struct setup_words *w)
{
	mine(w->s)->lone_wolf = 1;
	return true;
}

static bool line(struct setup *s, const struct str *word, int n)
{
	static const struct {
		const char *word;
		bool (*read)(struct setup_words *w);
	} lines[] = {
		{ "board", line_board },
		{ "terrain", line_terrain },
		{ "wall", line_wall },
		{ "door", line_door },
		{ "section", line_section },
		{ "mouth", line_mouth },
		{ "map", line_map },
		{ "tile", line_tile },
		{ "tiles", line_tiles },
		{ "player", line_player },
		{ "option", line_option },
		{ "figure", line_figure },
		{ "trap", line_trap },
		{ "treasure", line_treasure },
		{ "chest", line_chest },
		{ "token", line_token },
		{ "pooled", line_pooled },
		{ "drawn", line_drawn },
		{ "phase", line_phase },
		{ "turn", line_turn },
		{ "lone_wolf", line_lone_wolf },
		{ "master", line_master },
		{ "stairs", line_stairs },
	};
	struct setup_words w = { s, word, n, 0 };

	for (size_t i = 0; i < ARRAY_LEN(lines); i++)
		if (words_are(&w, lines[i].word))
			return lines[i].read(&w) &&
			       (w.i == w.n ||
				setup_fault(s, "%.*s is too much here",
					    STR_ARG(word[w.i])));
	return setup_fault(s, "a position has no %.*s", STR_ARG(word[0]));
}

/* tokens of which no line told the table: nobody comes of them */
static bool tables_emit(struct setup *s)
{
	const struct dg_state *st = state_of(s);
	int32_t rows[22] = { 0 };
	bool none = true;

	for (int i = 0; i < st->n_tokens; i++) {
		if (st->token[i].table >= 0)
			continue;
		if (none && !table_emit(s, rows, st->token[i].tier))
			return false;
		none = false;
		if (!setup_int_of(s, st->token[i].label, "table",
				  st->n_tables - 1))
			return false;
	}
	return true;
}

/* what a game in play has come to */
static bool finish_play(struct setup *s)
{
	const struct dg_state *st = state_of(s);
	struct mine *m = mine(s);

	if (!tables_emit(s))
		return false;
	for (int i = 0; i < DG_MAX_SEATS; i++) {
		int32_t n = 0;

		if (!st->player[i].present)
			continue;
		for (int f = 0; f < st->n_figs; f++)
			n += st->fig[f].owner == i;
		if ((!st->player[i].turns &&
		     !setup_player_int(s, i, "turns", 3)) ||
		    !setup_player_int(s, i, "heroes",
				      m->heroes[i] >= 0 ? m->heroes[i] : n))
			return false;
	}
	return setup_game_int(s, "turn", m->turn < 0 ? 3 : m->turn) &&
	       setup_game_int(s, "activations",
			      m->activations < 0 ? 2 : m->activations) &&
	       setup_game_int(s, "ready", !m->start) &&
	       setup_game_int(s, "phase", DG_PLAY) &&
	       /* last: the contacts at the start of the turn are noted now */
	       setup_game_int(s, "ready", !m->start);
}

/* a phase of set-up, reached as the phases before it leave it */
static bool finish_setup(struct setup *s)
{
	const struct dg_state *st = state_of(s);
	struct mine *m = mine(s);
	struct event e;

	for (int i = 0; i < DG_MAX_SEATS; i++)
		if (st->player[i].present && m->heroes[i] >= 0 &&
		    !setup_player_int(s, i, "heroes", m->heroes[i]))
			return false;
	if (m->phase == DG_BOARD && !box_emit(s))
		return false;
	event_start(&e, DG_EV_PHASE_ENTERED, DG_NO_RULE);
	event_int(&e, m->phase);
	return setup_emit(s, &e);
}

static bool finish(struct setup *s)
{
	struct mine *m = mine(s);

	if (m->phase > DG_BOARD && !board_emit(s))
		return false;
	/* two players at least */
	if ((!m->seats && !seat_emit(s, 0)) ||
	    (!(m->seats & (m->seats - 1)) && !seat_emit(s, m->seats == 1)))
		return false;
	if (m->active < 0)
		m->active = 0;
	if (m->first < 0)
		m->first = 0;
	return held_emit(s) && setup_game_int(s, "lone_wolf", m->lone_wolf) &&
	       (m->phase <= DG_FIRST ||
		(setup_game_int(s, "first", m->first) &&
		 setup_game_int(s, "active", m->active))) &&
	       (m->master < 0 ||
		(setup_game_int(s, "master", m->master) &&
		 setup_game_int(s, "master_turns", m->master_turns))) &&
	       (m->phase == DG_PLAY ? finish_play(s) : finish_setup(s));
}

const struct setup_system setup_dungeons = {
	.sys = &system_dungeons,
	.line = line,
	.finish = finish,
	.card = make_card,
	.block = read_block,
};
