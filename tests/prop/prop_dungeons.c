/*
 * tests/prop/prop_dungeons.c - random games of Dungeons: Pyramid by mail, on
 * the maps of the catalog, on maps drawn by chance, one or two joined by
 * stairs, and on dungeons that the players lay of tiles. prop_dungeons [--n
 * GAMES]
 * [--seed SEED] Teams and pools are of the catalog, or of cards made up with
 * every ability; chests and tables are the catalog's, or those of a folder that
 * replaces them; players, levels and options are drawn.
 *
 * Beside what is looked at in games of all systems (play.h): nothing shifts a
 * figure but what moves it, nothing turns a dial but what says so, chests stay
 * what they are, and gold comes of stored treasures alone.
 */
#include "dungeon.h"
#include "play.h"
#include "twins.h"
#include "games/dungeons/catalog.h"
#include "engine/common.h"
#include "games/dungeons/rules/dungeons.h"
#include "tests/srcdir.h"
#include <stdio.h>
#include <stdlib.h>

static struct trials trials;

enum { MAX_MAILS = 450, MADE_UP = 4000 };

static const struct figures *figures; /* of the catalog */
static struct card_index cards_of;    /* as they are played */

/* --- cards ------------------------------------------------------------- */

static const char *const names[] = { "Amir",          "Carlana", "Trollkiller",
				     "Tomb Skeleton", "Daren",   "Zombie Ogre",
				     "Bessa" };

/* the ability of a slot; some may stand in any */
static int32_t draw_ability(struct dice *rng, int slot)
{
	int a = 1 + draw(rng, N_DG_ABILITIES - 1);

	if (chance(rng, 3))
		return DG_NO_ABILITY;
	while (dg_abilities[a].slot != slot && a != DG_ABILITY_CURSED &&
	       a != DG_ABILITY_TERRIFY && a != DG_ABILITY_FRENZY &&
	       a != DG_ABILITY_SUMMON)
		a = 1 + a % (N_DG_ABILITIES - 1);
	return a;
}

static uint64_t number_in(struct str key)
{
	uint64_t number = 0;

	for (size_t i = 0; i < key.len; i++)
		if ('0' <= key.s[i] && key.s[i] <= '9')
			number = number * 10 + (uint64_t)(key.s[i] - '0');
	return number;
}

/*
 * A card for each key, the same every time: Heroes "H/n", Mage Spawn "S/n",
 * warriors "W/n"; of these a few that may not come in.
 */
static void make_up(struct str key, struct event *e)
{
	uint64_t number = number_in(key);
	struct dice rng = { .bits = chance_bits, .source = &number };
	int32_t dial[DG_MAX_CLICKS * DG_CLICK_WORDS], levels[2 * DG_LEVELS];
	int32_t points = 8 + draw(&rng, 30), same[N_DG_SLOTS];
	bool hero = key.s[0] == 'H', warrior = key.s[0] == 'W';
	int clicks = hero ? 6 + draw(&rng, 5) : 2 + draw(&rng, 4);
	int form = warrior && number % 4 == 3 ? 1 + draw(&rng, 3) : DG_SINGLE;

	event_start(e, DG_EV_FIGURE_DEFINED, DG_TEAM_05);
	event_int(e, 0);
	event_int(e, hero ? DG_HERO : warrior ? DG_WARRIOR : DG_SPAWN);
	event_int(e, -1);
	event_text(e, key);
	event_text(e, str_of(names[number % ARRAY_LEN(names)]));
	event_int(e, form);
	event_int(e, points);
	event_int(e, 1);
	for (int i = 0; i < DG_LEVELS; i++) {
		levels[2 * i] = DG_LEVELS - 1 - i;
		levels[2 * i + 1] = points + 6 * i;
	}
	event_ints(e, levels, hero ? 2 * DG_LEVELS : 0);
	event_int(e, draw(&rng, 2) ? 4 + draw(&rng, 6) : 0);
	event_int(e, 1 + draw(&rng, 3));
	event_int(e, 3 + 2 * draw(&rng, 3));
	for (int slot = 0; slot < N_DG_SLOTS; slot++)
		same[slot] = draw_ability(&rng, slot);
	for (int i = 0; i < clicks; i++) {
		int32_t *w = dial + i * DG_CLICK_WORDS;

		w[0] = 6 + draw(&rng, 6);
		w[1] = 6 + draw(&rng, 6);
		w[2] = 12 + draw(&rng, 6);
		w[3] = 1 + draw(&rng, 3);
		for (int slot = 0; slot < N_DG_SLOTS; slot++)
			w[N_DG_SLOTS + slot] =
				draw(&rng, 3) ? same[slot]
					      : draw_ability(&rng, slot);
	}
	event_ints(e, dial, clicks * DG_CLICK_WORDS);
}

/* a chest of the folder that replaces the catalog's, or one more */
static void make_up_model(char letter, struct event *e)
{
	uint64_t number = (uint64_t)letter;
	struct dice rng = { .bits = chance_bits, .source = &number };
	int32_t traps[7 * DG_POSITIONS] = { 0 }, items[10 * DG_POSITIONS];

	for (int i = 1; i < DG_POSITIONS; i++) {
		int32_t *t = traps + 7 * i;

		t[0] = draw(&rng, 3);
		t[1] = t[0] ? 15 + draw(&rng, 40) : 0;
		t[2] = draw(&rng, 4);
		t[3] = 6 + draw(&rng, 5);
		t[4] = 1 + draw(&rng, 2);
		t[5] = 2 + draw(&rng, 5);
		t[6] = 5 + draw(&rng, 7);
	}
	for (int i = 0; i < DG_POSITIONS; i++) {
		int32_t *x = items + 10 * i;

		x[0] = draw(&rng, 4);
		x[1] = 10 * draw(&rng, 6);
		x[2] = draw(&rng, 3) == 0;
		x[3] = draw(&rng, 8) == 0;
		for (int k = 0; k < 3; k++) {
			int a = draw_ability(&rng, k);

			x[4 + k] = draw(&rng, 3) - 1;
			x[7 + k] = dg_abilities[a].slot == k ? a : 0;
		}
	}
	event_start(e, DG_EV_MODEL_DEFINED, DG_CHEST_02);
	event_int(e, letter);
	event_ints(e, traps, ARRAY_LEN(traps));
	event_ints(e, items, ARRAY_LEN(items));
	event_text(e, STR(""));
}

/* "table/Y1" */
static void make_up_table(struct str key, struct event *e)
{
	char letter = key.s[key.len - 2];
	int32_t rows[22];

	for (int i = 0; i < 11; i++) {
		rows[2 * i] = i < 2 ? 0 : 1 + i % 3;
		rows[2 * i + 1] = i < 2 ? 0 : 12 + 4 * i;
	}
	event_start(e, DG_EV_TABLE_DEFINED, DG_TOK_06);
	event_text(e, (struct str){ key.s + key.len - 2, 2 });
	event_int(e, letter == 'Y'   ? DG_WEAK
		     : letter == 'B' ? DG_STANDARD
				     : DG_TOUGH);
	event_ints(e, rows, 22);
}

enum { COLUMNS = 20, ROWS = 13 };

/* the section of a square: chambers, corridors, chambers, of each as many as
 * there are columns */
static int section_of(int x, int y, int columns)
{
	return x / (COLUMNS / columns) + columns * (y < 5 ? 0 : y < 8 ? 1 : 2);
}

static bool is_edge(int i)
{
	return i % COLUMNS == 0 || i % COLUMNS == COLUMNS - 1 || i < COLUMNS;
}

/* squares, with ways between them and doors in some */
static int draw_squares(struct dice *rng, int columns, int32_t *squares,
			int32_t *doors)
{
	int n_doors = 0;

	for (int i = 0; i < COLUMNS * ROWS; i++) {
		int t = draw(rng, 5) ? DG_CLEAR
				     : DG_CLEAR + draw(rng, DG_COST_3 + 1);

		squares[i] = (is_edge(i) ? DG_CLEAR : t) |
			     section_of(i % COLUMNS, i / COLUMNS, columns)
				     << 16;
	}
	for (int i = 0; i < COLUMNS * ROWS; i++)
		for (int d = 1; d < 3; d++) { /* east, south */
			int x = i % COLUMNS + (d == 1);
			int y = i / COLUMNS + (d == 2);
			int j = y * COLUMNS + x;

			if (x == COLUMNS || y == ROWS ||
			    (squares[i] >> 16 != squares[j] >> 16 &&
			     draw(rng, 3)))
				continue;
			squares[i] |= 1 << (d + 8);
			squares[j] |= 1 << ((d + 2) % 4 + 8);
			if (squares[i] >> 16 == squares[j] >> 16 ||
			    n_doors == 8 || draw(rng, 4))
				continue;
			doors[6 * n_doors] = label_of('D', n_doors + 1);
			doors[6 * n_doors + 1] = i % COLUMNS;
			doors[6 * n_doors + 2] = i / COLUMNS;
			doors[6 * n_doors + 3] = d == 1 ? DG_E : DG_S;
			doors[6 * n_doors + 4] = draw(rng, 2);
			doors[6 * n_doors++ + 5] = DG_CLOSED;
		}
	for (int y = 5; y < 8; y++) {
		squares[y * COLUMNS] |= 8 << 8;
		squares[y * COLUMNS + 19] |= 2 << 8;
	}
	squares[17] |= 1 << 8;
	return n_doors;
}

/*
 * "map/n": twelve sections in rows, terrain by chance; or six, of which two are
 * the ways in. The stairs of an even one and the next lead to each other.
 */
static void make_up_map(struct str key, struct event *e)
{
	uint64_t number = number_in(key);
	struct dice rng = { .bits = chance_bits, .source = &number };
	int32_t squares[COLUMNS * ROWS], sections[12 * 6], doors[8 * 6];
	int32_t mouths[] = { 'W', 0, 5,    0,   7,  DG_W, 'E', 19, 5,
			     19,  7, DG_E, 'N', 17, 0,    17,  0,  DG_N };
	int columns = number % 8 == 5 ? 2 : 4, wide = COLUMNS / columns;
	int n_doors = draw_squares(&rng, columns, squares, doors);
	int at = 3 * COLUMNS + 7, to = 10 * COLUMNS + 12;
	char stairs[64];

	for (int k = 0; k < 3 * columns; k++) {
		int row = k / columns, y = row == 0 ? 0 : row == 1 ? 5 : 8;
		int x = k % columns * wide;
		int32_t c[6] = { 'a' + k,
				 row == 1 ? DG_CORRIDOR : DG_CHAMBER,
				 x,
				 y,
				 x + wide - 1,
				 y + (row == 1 ? 2 : 4) };

		memcpy(sections + 6 * k, c, sizeof(c));
	}
	if (number % 2) {
		int was = at;

		at = to;
		to = was;
	}
	squares[at] = (squares[at] & ~0xff) | DG_STAIRS;
	snprintf(stairs, sizeof(stairs), "%c%d %d %c%d", 'A' + at % COLUMNS,
		 at / COLUMNS + 1, (int)(number ^ 1), 'A' + to % COLUMNS,
		 to / COLUMNS + 1);
	event_start(e, DG_EV_BOARD_LAID, DG_TILE_01);
	event_text(e, key);
	event_point(e, 0, 0);
	event_point(e, COLUMNS, ROWS);
	event_ints(e, squares, COLUMNS * ROWS);
	event_ints(e, sections, 3 * columns * 6);
	event_ints(e, mouths, ARRAY_LEN(mouths));
	event_ints(e, doors, 6 * n_doors);
	event_text(e, str_of(stairs));
}

static bool is_made_up(struct str key)
{
	return key.len > 2 && key.s[1] == '/' &&
	       (key.s[0] == 'H' || key.s[0] == 'S' || key.s[0] == 'W');
}

/* The catalog's, else made up: figures, maps, chests, and the folder "own". */
static bool define(const void *source, struct str key, struct event *e)
{
	struct catalog c = card_index_catalog(&cards_of);
	bool own = str_starts(key, "own:");

	(void)source;
	if (c.define(c.source, key, e))
		return true;
	if (own)
		key = (struct str){ key.s + 4, key.len - 4 };
	if (str_starts(key, "chest/") && key.len == 7)
		make_up_model(key.s[6], e);
	else if (own && str_starts(key, "table/") && key.len == 8)
		make_up_table(key, e);
	else if (!own && str_starts(key, "map/"))
		make_up_map(key, e);
	else if (!own && is_made_up(key))
		make_up(key, e);
	else
		return false;
	return true;
}

/* what those who read orders know of cards */
static bool card_name(const void *source, struct str text, struct buf *out,
		      struct buf *nearest)
{
	(void)source;
	if (is_made_up(text)) {
		buf_adds(out, text);
		return true;
	}
	return card_index_named(&cards_of, text, out, nearest);
}

static void names_of(const struct game *seen, struct arena *a,
		     struct grammar_names *out)
{
	game_dungeons.names(seen, a, out);
	out->card = card_name;
}

static const struct dg_state *state_of(const struct play *p)
{
	return (const void *)p->court.game->state;
}

/* --- decisions --------------------------------------------------------- */

/* a key of the catalog, of those who may come in so */
static const char *draw_card(struct dice *rng, char kind, char room[40])
{
	const struct figure *f;
	bool fits;

	do {
		f = &figures->v[draw(rng, figures->n)];
		fits = kind == 'H'   ? f->level_cost[0] != 0
		       : kind == 'S' ? !f->faction.len
				     : f->faction.len && !f->level_cost[0];
	} while (!fits || f->level);
	snprintf(room, 40, "%.*s", STR_ARG(f->key));
	return room;
}

static void card_add(struct decision *d, struct dice *rng, char kind,
		     bool made_up)
{
	char key[40];

	if (made_up)
		snprintf(key, sizeof(key), "%c/%d", kind, draw(rng, MADE_UP));
	else
		draw_card(rng, kind, key);
	decision_add_text(d, DG_TAG_KEY, str_of(key));
}

/* lone wolves, all of the same cost */
static void draw_wolf(struct play *p, struct decision *d)
{
	char key[40];

	snprintf(key, sizeof(key), "H/%d", (int)(p->seed / 6 % MADE_UP));
	decision_start(d, DG_ORDER_TEAM);
	decision_add_text(d, DG_TAG_KEY, str_of(key));
	decision_add_int(d, DG_TAG_LEVEL, 1 + (int32_t)(p->seed / 6 % 5));
}

static void draw_team(struct play *p, struct dice *rng, bool made_up,
		      struct decision *d)
{
	int n = 1 + draw(rng, 4);

	(void)p;
	decision_start(d, DG_ORDER_TEAM);
	for (int i = 0; i < n; i++) {
		bool warrior = chance(rng, 5);

		card_add(d, rng, warrior ? 'W' : 'H', made_up);
		if (!warrior)
			decision_add_int(d, DG_TAG_LEVEL,
					 1 + draw(rng, draw(rng, 8) ? 2 : 6));
	}
}

static void draw_pool(struct dice *rng, bool made_up, struct decision *d)
{
	int n = 4 + draw(rng, 6);

	decision_start(d, DG_ORDER_POOL);
	for (int i = 0; i < n; i++)
		card_add(d, rng, draw(rng, 8) ? 'S' : "HW"[draw(rng, 2)],
			 made_up);
}

static void draw_chests(const struct dg_state *s, int seat, struct dice *rng,
			struct decision *d)
{
	decision_start(d, DG_ORDER_CHESTS);
	for (int n = s->player[seat].heroes + draw(rng, 3); n > 0; n--) {
		char key[] = "chest/A";

		key[6] = (char)('A' + draw(rng, 9));
		decision_add_text(d, DG_TAG_KEY, str_of(key));
	}
}

static bool cards_awaited(const struct dg_state *s, int seat)
{
	return s->head.phase == DG_TEAMS || s->head.phase == DG_POOL ||
	       (s->head.phase == DG_CHESTS && !s->player[seat].chests_in);
}

static void cards_try(struct play *p, int seat, bool made_up, struct dice *rng,
		      struct decision *d)
{
	const struct dg_state *s = state_of(p);

	if (s->head.phase == DG_CHESTS)
		draw_chests(s, seat, rng, d);
	else if (s->head.phase == DG_POOL)
		draw_pool(rng, made_up, d);
	else
		draw_team(p, rng, made_up, d);
}

/* Cards that are refused are none of the log's: those are the catalog's. */
static bool cards_draw(struct play *p, int seat, bool legal, struct dice *rng,
		       struct decision *d)
{
	const struct dg_state *s = state_of(p);
	bool made_up = p->seed >> seat & 1;

	if (!cards_awaited(s, seat))
		return false;
	if (legal && s->head.phase == DG_TEAMS && p->seed % 6 == 0) {
		draw_wolf(p, d);
		if (play_is_legal(p, seat, d))
			return true;
	}
	for (int tries = 0; legal && tries < 80; tries++) {
		cards_try(p, seat, made_up, rng, d);
		if (play_is_legal(p, seat, d))
			return true;
	}
	cards_try(p, seat, false, rng, d);
	return true;
}

static int labels_of(const void *state, int32_t *out)
{
	const struct dg_state *s = state;
	int n = 0;

	for (int i = 0; i < s->n_figs; i++)
		out[n++] = s->fig[i].label;
	for (int i = 0; i < s->n_chests; i++)
		out[n++] = s->chest[i].label;
	for (int i = 0; i < s->n_tokens; i++)
		out[n++] = s->token[i].label;
	for (int i = 0; i < s->n_doors; i++)
		out[n++] = s->door[i].label;
	return n;
}

/* who is being activated, or another that the seat may order about */
static int32_t draw_actor(const struct dg_state *s, int seat, struct dice *rng)
{
	int f = draw(rng, s->n_figs);

	if (s->actor && !chance(rng, 4))
		return s->actor;
	for (int tries = 0; tries < 60; tries++, f = draw(rng, s->n_figs))
		if (dg_in_play(s, f) &&
		    (s->fig[f].owner == seat ||
		     (s->fig[f].owner < 0 && chance(rng, 3))))
			break;
	return s->fig[f].label;
}

/* what it shows, if the grammar has the same words for it */
static int32_t shown_ability(const struct dg_state *s, int f, int32_t fallback,
			     struct dice *rng)
{
	int32_t ability = dg_shown(s, f, (enum dg_slot)draw(rng, N_DG_SLOTS));

	return ability && ability != DG_ABILITY_LEVITATION &&
			       ability != DG_ABILITY_NECROMANCY &&
			       ability != DG_ABILITY_SUMMON
		       ? ability
		       : fallback;
}

/* whoever stands beside it, a door, or anybody */
static int32_t draw_target(const struct dg_state *s, int f, struct dice *rng)
{
	int first = draw(rng, s->n_figs);

	if (s->n_doors && chance(rng, 6))
		return s->door[draw(rng, s->n_doors)].label;
	for (int i = 0; f >= 0 && dg_on_board(s, f) && i < s->n_figs; i++) {
		int g = (first + i) % s->n_figs;

		if (g != f && dg_on_board(s, g) &&
		    (chance(rng, 3) ||
		     dg_adjacent(s, s->fig[f].sq, s->fig[g].sq) >= 0))
			return s->fig[g].label;
	}
	return s->fig[first].label;
}

static bool stands_on(const struct dg_state *s, int32_t sq)
{
	for (int g = 0; g < s->n_figs; g++)
		if (dg_on_board(s, g) && s->fig[g].sq == sq)
			return true;
	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].place == DG_CHEST_LIES && s->chest[i].sq == sq)
			return true;
	return false;
}

/* a walk from where it stands: through others, and back to where it began */
static void draw_walk(const struct dg_state *s, int f, struct dice *rng,
		      struct decision *d)
{
	int32_t at = s->fig[f].sq;
	int face = draw(rng, N_DG_FACES);

	decision_start(d, DG_ORDER_MOVE);
	decision_add_int(d, DG_TAG_FIG, s->fig[f].label);
	for (int n = 1 + draw(rng, 4); n > 0; n--) {
		int32_t to, w[2];

		for (int k = 0; k < N_DG_FACES && chance(rng, 2); k++)
			if (dg_beside(at, k) != DG_NOWHERE &&
			    stands_on(s, dg_beside(at, k)))
				face = k;
		to = dg_beside(at, face);
		if (to == DG_NOWHERE)
			to = s->fig[f].sq;
		w[0] = dg_x(to);
		w[1] = dg_y(to);
		decision_add(d, DG_TAG_TO, w, 2);
		at = to;
		face = chance(rng, 4) ? (face + 4) % N_DG_FACES
				      : (face + 7 + draw(rng, 3)) % N_DG_FACES;
	}
}

/* most orders are of somebody who can be ordered about, to what there is */
static void give_to_own(const struct dg_state *s, int seat, struct dice *rng,
			struct decision *d)
{
	int32_t label = draw_actor(s, seat, rng);
	int f = dg_find(s, label);
	struct decision_arg a;

	if (d->kind == DG_ORDER_MOVE && f >= 0 && dg_on_board(s, f) &&
	    draw(rng, 3)) {
		draw_walk(s, f, rng, d);
		return;
	}
	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		int32_t *w = &d->w[a.w - d->w];

		if (a.tag == DG_TAG_FIG)
			*w = label;
		else if (a.tag == DG_TAG_CHEST && s->n_chests)
			*w = s->chest[draw(rng, s->n_chests)].label;
		else if (a.tag == DG_TAG_TARGET && d->kind == DG_ORDER_OPEN &&
			 s->n_doors)
			*w = s->door[draw(rng, s->n_doors)].label;
		else if (a.tag == DG_TAG_TARGET)
			*w = draw_target(s, f, rng);
		else if (a.tag == DG_TAG_WITH && d->kind == DG_ORDER_USE &&
			 f >= 0 && *w != DG_ABILITY_LEVITATION &&
			 *w != DG_ABILITY_NECROMANCY && *w != DG_ABILITY_SUMMON)
			*w = shown_ability(s, f, *w, rng);
	}
}

/* what the grammar drew: cards for some, somebody who can be ordered about */
static bool mend(struct play *p, int seat, struct dice *rng, struct decision *d)
{
	const struct dg_state *s = state_of(p);

	if (d->kind == DG_ORDER_TEAM)
		draw_team(p, rng, false, d);
	if (d->kind == DG_ORDER_POOL)
		draw_pool(rng, false, d);
	if (s->head.phase == DG_PLAY && draw(rng, 4))
		give_to_own(s, seat, rng, d);
	return d->kind != DG_ORDER_WITHDRAW || chance(rng, 20);
}

static void chest_change(struct dg_chest *c, int what, int seat,
			 struct dice *rng)
{
	bool lies = c->place == DG_CHEST_LIES;

	if (what == 10)
		c->trap = draw(rng, DG_SPRUNG + 1);
	if (what == 11 && !lies)
		c->place = DG_CHEST_HELD, c->holder = seat;
	if (what == 12 && !lies)
		c->potion = DG_POTION_FULL, c->fig = 0;
}

static void square_change(struct dg_square *q, int what)
{
	if (what != 4 || q->terrain == DG_ROCK)
		return;
	q->terrain = DG_CLEAR;
	q->sides = 15;
}

static void fig_change(struct dg_state *s, int f, int what, struct dice *rng)
{
	struct dg_fig *p = &s->fig[f];
	struct dg_card *card = &s->card[f];
	struct dg_click c = dg_click(card, p->click);

	switch (what) {
	case 0: p->facing = draw(rng, N_DG_FACES); break;
	case 1: card->arc = 7; break;
	case 2: p->acted = p->marker = p->frozen = 0; break;
	case 5:
		for (int k = 0; k < N_DG_SLOTS; k++)
			c.ability[k] = draw_ability(rng, k);
		dg_click_put(card, p->click, &c);
		break;
	case 6:
		card->range += 8, card->targets++, c.value[DG_SPEED] += 12;
		c.ability[DG_DAMAGE] = DG_NO_ABILITY;
		dg_click_put(card, p->click, &c);
		p->sp += 12;
		break;
	default: break;
	}
}

/* one figure, to somewhere else */
static void place_change(struct dg_state *s, int f, struct dice *rng)
{
	struct dg_fig *p = &s->fig[f];
	int32_t sq = dg_square_of(draw(rng, s->width), draw(rng, s->height));

	if (!dg_enterable(s, sq))
		return;
	for (int g = 0; g < s->n_figs; g++)
		if (s->fig[g].sq == sq)
			return;
	if (p->click >= s->card[f].n_clicks)
		return;
	p->place = DG_ON_BOARD;
	p->sq = sq;
}

/*
 * What would be legal if the world were a little different: it is drawn on
 * such a view, so that the rules refuse it for just that reason.
 */
static void world_change(struct play *p, void *view, struct dice *rng)
{
	struct dg_state *s = view;
	int what = draw(rng, 20),
	    seat = s->head.active >= 0 ? s->head.active : 0;

	if (s->head.phase != DG_PLAY || s->frame.what)
		return;
	s->activations += chance(rng, 4);
	for (int f = 0; f < s->n_figs; f++)
		fig_change(s, f, what, rng);
	for (int32_t sq = 0; sq < DG_SQUARES; sq++)
		square_change(&s->square[sq], what);
	for (int i = 0; i < s->n_chests; i++)
		chest_change(&s->chest[i], what, seat, rng);
	for (int i = 0; what == 3 && i < s->n_doors; i++)
		s->door[i].state = draw(rng, 2);
	switch (what) {
	case 7:
		if (s->n_figs)
			place_change(s, draw(rng, s->n_figs), rng);
		break;
	case 8:
		s->fig[draw(rng, s->n_figs)].owner = draw(rng, p->n_players);
		break;
	case 9: s->ready = !s->ready; break;
	case 13: s->lone_wolf = 0; break;
	case 14: s->player[seat].acquired = 1; break;
	case 15: s->player[seat].exit = s->player[seat].entrance; break;
	case 16: memset(s->freed, 255, sizeof(s->freed)); break;
	case 17: memset(s->contact, 255, sizeof(s->contact)); break;
	case 18: s->actor = s->how = 0; break;
	case 19: s->player[seat].turns = 2; break;
	default: break;
	}
}

/* Cards made up that make no team: not sent, see cards_draw. */
static void probe_cards(struct play *p, int seat, struct dice *rng)
{
	struct decision d;

	cards_try(p, seat, true, rng, &d);
	play_probe(p, seat, &d, rng);
}

/* one whom the seat may command, most of all one who is frozen; or -1 */
static int draw_piece(const struct dg_state *s, int seat, struct dice *rng)
{
	int best = -1, n = 0;

	for (int f = 0; f < s->n_figs; f++) {
		int weight = s->fig[f].frozen       ? 9
			     : s->fig[f].owner >= 0 ? 3
						    : 1;

		if (!dg_on_board(s, f) ||
		    (s->fig[f].owner >= 0 && s->fig[f].owner != seat))
			continue;
		n += weight;
		if (draw(rng, n) < weight)
			best = f;
	}
	return best;
}

/* at a door, or enemies near and far */
static void draw_volley(const struct dg_state *s, int f, struct dice *rng,
			struct decision *d)
{
	decision_start(d, DG_ORDER_SHOOT);
	decision_add_int(d, DG_TAG_FIG, s->fig[f].label);
	if (s->n_doors && chance(rng, 3)) {
		decision_add_int(d, DG_TAG_TARGET,
				 s->door[draw(rng, s->n_doors)].label);
		return;
	}
	for (int n = 1 + draw(rng, 3); n > 0; n--) {
		int g = draw(rng, s->n_figs);

		for (int tries = 0; tries < 20; tries++) {
			if (dg_on_board(s, g) && dg_enemies(s, f, g))
				break;
			g = draw(rng, s->n_figs);
		}
		decision_add_int(d, DG_TAG_TARGET, s->fig[g].label);
	}
}

/* What somebody on the board might well be told to do. */
static void probe_piece(struct play *p, int seat, struct dice *rng)
{
	const struct dg_state *s = state_of(p);
	int f = draw_piece(s, seat, rng);
	struct decision d;

	if (f < 0)
		return;
	switch (draw(rng, 5)) {
	case 0:
		decision_start(&d, DG_ORDER_PASS);
		decision_add_int(&d, DG_TAG_FIG, s->fig[f].label);
		break;
	case 1:
		decision_start(&d, DG_ORDER_USE);
		decision_add_int(&d, DG_TAG_FIG, s->fig[f].label);
		decision_add_int(
			&d, DG_TAG_WITH,
			dg_shown(s, f, (enum dg_slot)draw(rng, N_DG_SLOTS)));
		break;
	case 2: draw_volley(s, f, rng, &d); break;
	case 3: /* with what its treasures may not have given it */
		decision_start(&d, DG_ORDER_ATTACK);
		decision_add_int(&d, DG_TAG_FIG, s->fig[f].label);
		decision_add_int(&d, DG_TAG_TARGET, draw_target(s, f, rng));
		decision_add_int(&d, DG_TAG_WITH,
				 DG_ABILITY_HEALING + draw(rng, 6));
		break;
	default: draw_walk(s, f, rng, &d); break;
	}
	play_probe(p, seat, &d, rng);
}

/* --- twins: what the seat must not see is otherwise --------------------- */

enum { TWINS_PAGED = 24 }; /* one of so many is looked at */

/* how others let figures behave, and clicks that do not show */
static void twin_figure(struct dg_state *s, int f, int seat, struct dice *rng)
{
	struct dg_fig *p = &s->fig[f];
	struct dg_card *c = &s->card[f];

	for (int i = 0; i < DG_MAX_SEATS; i++) {
		if (i == seat || !s->head.seat[i].present)
			continue;
		p->spin[i] = draw(rng, DG_POLICY_IF_OUT + 1);
		p->counter[i] = draw(rng, DG_POLICY_NEVER + 1);
		p->counter_without[i] = draw(rng, N_DG_ABILITIES);
		p->off[i][0] = (int32_t)(1u << draw(rng, 31));
	}
	if (!s->head.option[DG_OPTION_DIALS] || p->owner == seat)
		return;
	for (int i = 0; i < c->n_clicks; i++) {
		struct dg_click other = dg_click(c, i);

		other.value[draw(rng, N_DG_SLOTS)] += 1 + draw(rng, 2);
		if (i != p->click)
			dg_click_put(c, i, &other);
	}
}

static void twin_player(struct dg_player *p, struct dice *rng)
{
	p->spin = draw(rng, DG_POLICY_IF_OUT + 1);
	p->counter = draw(rng, DG_POLICY_NEVER + 1);
	p->place_ask = draw(rng, 2);
	p->convert_stop = draw(rng, 2);
	p->break_stop = draw(rng, 2);
	p->break_retry = draw(rng, 9);
	for (int i = 1; i < p->n_tiles; i++)
		p->tile[i] = p->tile[0];
}

/* another one of its tier */
static void twin_token(struct dg_state *s, struct dg_token *t, struct dice *rng)
{
	int n = 0;

	for (int i = 0; i < s->n_tables; i++)
		if (s->table[i].tier == t->tier && !draw(rng, ++n))
			t->table = i;
}

static void twin_draw(struct dg_state *s, int seat, struct dice *rng)
{
	for (int f = 0; f < s->n_figs; f++)
		twin_figure(s, f, seat, rng);
	for (int i = 0; i < DG_MAX_SEATS; i++)
		if (i != seat && s->head.seat[i].present)
			twin_player(&s->player[i], rng);
	for (int i = 0; i < s->n_chests; i++)
		if (!s->chest[i].seen && s->chest[i].secret >= 0)
			s->chest[i].treasure = draw(rng, DG_POSITIONS);
	for (int i = 0; i < s->n_tokens; i++)
		if (s->token[i].sq != DG_NOWHERE && s->token[i].secret >= 0 &&
		    !s->head.option[DG_OPTION_TOKENS_OPEN])
			twin_token(s, &s->token[i], rng);
}

/* The game's own dice are left alone. */
static void twins_paged(struct play *p)
{
	static struct game twin;
	uint64_t number = p->seed * 31 + (uint64_t)p->n.mails;
	struct dice rng = { .bits = chance_bits, .source = &number };
	int seat = draw(&rng, p->n_players);

	if (draw(&rng, TWINS_PAGED) || state_of(p)->frame.what)
		return;
	game_copy(&twin, p->court.game);
	twin_draw((void *)twin.state, seat, &rng);
	for (int i = 0; i < p->n_players; i++)
		if (i != seat)
			queue_clear(&twin.queue[i]);
	twins_compare(p, seat, &twin, NULL);
}

/* What nearly fits, and what does not at all, beside what is sent. */
static void probe_more(struct play *p, int seat, struct dice *rng)
{
	const struct dg_state *s = state_of(p);
	struct decision d;

	twins_paged(p);
	if (cards_awaited(s, seat))
		probe_cards(p, seat, rng);
	if (!chance(rng, 3))
		return;
	play_garbage(p, seat, rng, &d);
	play_probe(p, seat, &d, rng);
	if (s->head.phase != DG_PLAY)
		return;
	probe_piece(p, seat, rng);
	system_dungeons.view(s, seat, p->view);
	world_change(p, p->view, rng);
	if (system_dungeons.random_decision(p->view, seat, &trials, rng, &d))
		play_probe(p, seat, &d, rng);
}

/* --- what is checked of every event ------------------------------------ */

static bool passing(int kind)
{
	return kind == DG_EV_ELIMINATED ||
	       /* a position set up */
	       kind == COMMON_OVERRIDE || kind == DG_EV_CHEST_PLACED ||
	       kind == DG_EV_MODEL_DEFINED || kind == DG_EV_TABLE_DEFINED ||
	       kind == DG_EV_TOKEN_PLACED || kind == DG_EV_FIGURE_DEFINED;
}

/* what the figures and chests were before an event */
static struct stood {
	int32_t sq, place, click;
} stood[DG_MAX_FIGS];
static struct held {
	int32_t place, model, treasure;
} held[DG_MAX_CHESTS];
static int n_stood, n_held;

static void pieces_note(const void *state)
{
	const struct dg_state *s = state;

	for (int f = 0; f < s->n_figs; f++)
		stood[f] = (struct stood){ s->fig[f].sq, s->fig[f].place,
					   s->fig[f].click };
	for (int i = 0; i < s->n_chests; i++)
		held[i] = (struct held){ s->chest[i].place, s->chest[i].model,
					 s->chest[i].treasure };
	n_stood = s->n_figs;
	n_held = s->n_chests;
}

static bool moves(int kind)
{
	return kind == DG_EV_ENTERED || kind == DG_EV_STEPPED ||
	       kind == DG_EV_TELEPORTED || kind == DG_EV_SECTION_TURNED ||
	       kind == DG_EV_LEVITATED || kind == DG_EV_SPAWN_PLACED ||
	       kind == DG_EV_RETURNED || kind == DG_EV_LEFT ||
	       kind == DG_EV_ELIMINATED || kind == DG_EV_WITHDRAWN;
}

static bool turns_dials(int kind)
{
	return kind == DG_EV_DAMAGED || kind == DG_EV_HEALED ||
	       kind == DG_EV_ELIMINATED || kind == DG_EV_LEVEL_RAISED ||
	       kind == DG_EV_RETURNED || kind == DG_EV_SPAWN_PLACED ||
	       kind == DG_EV_WITHDRAWN;
}

static bool moves_chests(int kind)
{
	return kind == DG_EV_CHEST_OPENED || kind == DG_EV_CHEST_REMOVED ||
	       kind == DG_EV_CHEST_STORED || kind == DG_EV_CHEST_DROPPED;
}

static void stillness_check(struct play *p, const struct dg_state *s,
			    const struct event *e, const char *text)
{
	/* teams become known: figures come between those that there were */
	for (int f = 0; s->n_figs == n_stood && f < n_stood; f++) {
		const struct dg_fig *q = &s->fig[f];

		if (!moves(e->kind) &&
		    (q->sq != stood[f].sq || q->place != stood[f].place))
			play_fail(p, "a figure was shifted:", text);
		if (!turns_dials(e->kind) && q->click != stood[f].click &&
		    e->kind != DG_EV_FIGURE_DEFINED)
			play_fail(p, "a dial was turned:", text);
	}
	for (int i = 0; s->n_chests == n_held && i < n_held; i++) {
		const struct dg_chest *c = &s->chest[i];

		if (c->model != held[i].model ||
		    (c->treasure != held[i].treasure &&
		     e->kind != DG_EV_SECRET))
			play_fail(p, "another chest:", text);
		if (c->place != held[i].place && !moves_chests(e->kind))
			play_fail(p, "a chest was moved:", text);
	}
	if (s->n_figs < n_stood || s->n_chests < n_held)
		play_fail(p, "a piece is gone:", text);
}

/* the gold of a player: of what lies outside with Heroes, and nothing else */
static void gold_check(struct play *p, const struct dg_state *s,
		       const struct event *e, const char *text)
{
	int32_t seat, gold = 0;

	if (e->kind != DG_EV_GOLD_COUNTED)
		return;
	seat = event_get(e, DG_EV_GOLD_COUNTED_SEAT);
	for (int i = 0; i < s->n_chests; i++) {
		const struct dg_chest *c = &s->chest[i];
		int f = dg_find(s, c->fig);

		if (c->place != DG_CHEST_STORED || c->holder != seat)
			continue;
		if (f < 0 || s->fig[f].owner != seat ||
		    s->fig[f].place != DG_EXITED)
			play_fail(p, "stored with nobody:", text);
		gold += s->model[c->model].treasure[c->treasure].gold;
	}
	if (event_get(e, DG_EV_GOLD_COUNTED_GOLD) != gold)
		play_fail(p, "gold out of nothing:", text);
}

static void event_check(struct play *p, const void *state,
			const struct event *e, const char *text)
{
	if (e->kind != COMMON_OVERRIDE)
		stillness_check(p, state, e, text);
	gold_check(p, state, e, text);
}

/* --- a game ------------------------------------------------------------ */

static void text_option(struct play *p, const char *name, const char *text)
{
	struct game_option *o = &p->option[p->n_options];

	play_option(p, name, -1, 0);
	o->n = text_pack(o->value, DG_KEY_WORDS, str_of(text));
}

static void draw_map(struct play *p, struct dice *rng)
{
	int number = draw(rng, 5000);
	char key[40];

	switch (draw(rng, 5)) {
	case 0: text_option(p, "map", "map/crossing"); return;
	case 1: text_option(p, "map", "map/sunken"); return;
	case 2: /* the players lay tiles, sometimes nearly all there are */
		if (chance(rng, 3))
			play_option(p, "limit", -1, 300 + 100 * draw(rng, 5));
		return;
	case 3:
		snprintf(key, sizeof(key), "map/%d+%d", number, number ^ 1);
		break;
	default: snprintf(key, sizeof(key), "map/%d", number);
	}
	text_option(p, "map", key);
}

/* a few Heroes after a chest or two: such games come to their end */
static void begin_small(struct play *p, struct dice *rng)
{
	p->n_players = 2;
	play_option(p, "limit", -1, 50);
	play_option(p, "chests_per_player", -1, 1);
	play_option(p, "tokens_per_player", -1, draw(rng, 2));
}

/* more chests than anybody may hold */
static void begin_rich(struct play *p, struct dice *rng)
{
	play_option(p, "chests_per_player", -1, 5 + draw(rng, 4));
	play_option(p, "tokens_per_player", -1, draw(rng, 2));
	play_option(p, "limit", -1, 75 + 25 * draw(rng, 2));
}

/* a game master's position (dungeon.h) */
static void begin_placed(struct play *p, struct dice *rng)
{
	static struct buf text;

	if (p->n_players > DUNGEON_SEATS)
		p->n_players = DUNGEON_SEATS;
	buf_release(&text);
	buf_init(&text, 1 << 16);
	dungeon_draw(p->n_players, rng, &text);
	p->position = buf_str(&text);
	p->max_mails = 100 + draw(rng, 100);
}

static void begin(struct play *p, struct dice *rng)
{
	bool longer = chance(rng, 6), small = !longer && chance(rng, 2);
	bool placed = chance(rng, 3);

	p->n_players = 2 + (draw(rng, 3) == 0) + (draw(rng, 4) == 0);
	for (int i = 0; i < N_DG_OPTIONS; i++) {
		const struct option_row *o = &dg_options[i];

		if (chance(rng, 4) && i != DG_OPTION_LIMIT &&
		    i != DG_OPTION_ASK && i != DG_OPTION_TRADE)
			play_option(p, o->name, -1,
				    o->min + draw(rng, o->max - o->min + 1));
	}
	play_option(p, "limit", -1, 50 + 25 * draw(rng, 6));
	play_option(p, "ask", -1, chance(rng, 3));
	play_option(p, "trade", -1, chance(rng, 3));
	if (placed) {
		begin_placed(p, rng);
		return;
	}
	draw_map(p, rng);
	if (chance(rng, 4))
		text_option(p, "tables", "own");
	if (small)
		begin_small(p, rng);
	else if (longer && chance(rng, 2))
		begin_rich(p, rng);
	/* few are played for long, so that many are played */
	if (!longer)
		p->max_mails = 80 + draw(rng, 100);
}

static const struct zero zeroes[] = {
#include "zeroes-judge.def"
#include "zeroes-dungeons.def"
};

/* a path to the step that is not legal, attempts that all failed */
/* a Ram behind which a die falls (Toughness, a lost chest) may take who was to
 * act next: that could not be seen before */
static const int went[] = { DG_EV_PATH_STOPPED, DG_EV_BREAK_AWAY,
			    DG_EV_RAMMED };

int main(int argc, char **argv)
{
	static const struct catalog cards = { define, NULL };
	static struct catalog_cache library;
	struct play_house house = { .name = "prop_dungeons",
				    .deck = &cards_of,
				    .catalog = &cards,
				    .zeroes = zeroes,
				    .n_zeroes = ARRAY_LEN(zeroes),
				    .max_mails = MAX_MAILS,
				    .begin = begin,
				    .cards = cards_draw,
				    .mend = mend,
				    .world_change = world_change,
				    .probe = probe_more,
				    .labels = labels_of,
				    .went = went,
				    .n_went = ARRAY_LEN(went),
				    .passing = passing,
				    .before = pieces_note,
				    .after = event_check };
	struct why why = { 0 };
	int status;

	house.sys = game_dungeons;
	house.sys.names = names_of;
	house.sys.parts = NULL; /* every model is made up */
	catalog_cache_init(&library, SRCDIR "/db/catalog");
	if (catalog_cache_figures(&library, &figures, &why) ||
	    dungeons_catalog_deal(&library, &cards_of, &why) ||
	    card_index_sort(&cards_of, &why)) {
		fprintf(stderr, "%s\n", why.text);
		return 1;
	}
	status = play_main(&house, argc, argv);
	status |= !twins_tell();
	card_index_release(&cards_of);
	catalog_cache_release(&library);
	return status;
}
