/* src/games/dungeons/rules/position.c */
#include "games/dungeons/rules/position.h"
#include "engine/common.h"
#include "engine/position_dial.h"
#include "games/dungeons/rules/setup_parts.h"
#include "base/parse.h"
#include "games/dungeons/rules/setup.h"

static const char *const faces[] = {
	"N", "NE", "E", "SE", "S", "SW", "W", "NW"
};

const struct dg_state *dg_case_state_of(const struct position *s)
{
	return (const void *)s->run->game->state;
}

struct dg_case *dg_case_of(struct position *s)
{
	struct dg_case *m = (struct dg_case *)s->memory;

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

static bool square_read(struct position *s, struct str word, int32_t *x,
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
	return position_fault(s, "%.*s is no square", STR_ARG(word));
}

bool dg_case_next_square(struct position_words *w, int32_t *x, int32_t *y)
{
	struct str word;

	return words_next(w, &word) && square_read(w->s, word, x, y);
}

bool dg_case_next_face(struct position_words *w, int32_t *out)
{
	return words_name(w, faces, N_DG_FACES, out);
}

/* "A1-E5" */
bool dg_case_next_area(struct position_words *w, int32_t v[4])
{
	struct str word, from;

	return words_next(w, &word) && parse_field(&word, '-', &from) &&
	       square_read(w->s, from, &v[0], &v[1]) &&
	       square_read(w->s, word, &v[2], &v[3]);
}

/* "C5|D5": the upper or left square, and the side of it */
bool dg_case_next_edge(struct position_words *w, int32_t v[2], int32_t *side)
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
	       position_fault(w->s, "these squares do not touch");
}

bool dg_case_next_id(struct position_words *w, int32_t *id)
{
	struct str word;

	if (!words_next(w, &word))
		return false;
	*id = dg_id(word);
	return word.len <= 4 || position_fault(w->s, "a name has 4 letters");
}

bool dg_case_unknown(struct position_words *w, const char *what)
{
	return position_fault(w->s, "%s has no %.*s", what,
			      STR_ARG(w->v[w->i]));
}

/* --- players, options -------------------------------------------------- */

bool dg_case_seat_emit(struct position *s, int32_t seat)
{
	if (dg_case_of(s)->seats >> seat & 1)
		return true;
	dg_case_of(s)->seats |= 1 << seat;
	if (s->n_seats)
		return seat < s->n_seats ||
		       position_fault(s, "the game has %d seats", s->n_seats);
	return position_seat_taken(s, seat);
}

/* the name of a mouth of the board */
static bool next_mouth(struct position_words *w, int32_t *id)
{
	if (!dg_case_board_emit(w->s) || !dg_case_next_id(w, id))
		return false;
	return dg_find_mouth(dg_case_state_of(w->s), *id) >= 0 ||
	       position_fault(w->s, "there is no such mouth");
}

/* a word of a player that a number follows */
static bool player_number(struct position_words *w, int32_t seat, bool *known)
{
	enum { POINTS = 1 };
	static const struct {
		const char *word;
		int32_t max;
	} numbers[] = { { "xp", 100000 },
			[POINTS] = { "points", 100000 },
			{ "turns", 1000 },
			{ "waiting", 100 },
			{ "gold", 100000 } };
	int32_t v;

	*known = true;
	for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
		if (!words_are(w, numbers[i].word))
			continue;
		if (i == POINTS)
			dg_case_of(w->s)->pointed |= 1 << seat;
		return words_int(w, 0, numbers[i].max, &v) &&
		       position_player_int(w->s, seat, numbers[i].word, v);
	}
	*known = false;
	return true;
}

static bool player_mouth(struct position_words *w, int32_t seat,
			 const char *which)
{
	int32_t v;

	return next_mouth(w, &v) && position_player_int(w->s, seat, which, v);
}

static bool player_word(struct position_words *w, int32_t seat)
{
	bool known;

	if (!player_number(w, seat, &known))
		return false;
	if (known)
		return true;
	if (words_are(w, "entrance"))
		return player_mouth(w, seat, "entrance");
	if (words_are(w, "exit"))
		return player_mouth(w, seat, "exit");
	if (words_are(w, "acquired"))
		return position_player_int(w->s, seat, "acquired", 1);
	if (words_are(w, "heroes"))
		return words_int(w, 0, 20, &dg_case_of(w->s)->heroes[seat]);
	return dg_case_unknown(w, "a player");
}

static bool line_player(struct position_words *w)
{
	int32_t seat;

	if (!words_seat(w, &seat) || !dg_case_seat_emit(w->s, seat))
		return false;
	while (w->i < w->n)
		if (!player_word(w, seat))
			return false;
	return true;
}

static bool line_option(struct position_words *w)
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
	struct position_dial dial;
	int32_t level_click[DG_LEVELS], cost[DG_LEVELS];
	/* where it is */
	int32_t place, x, y, face, at_click, pending, marker;
};

/* "charge", or "damage: terrify" in a slot of its own choice; one that has no
 * slot of its own goes into the first */
static bool ability_named(struct position *s, struct str name, int32_t *ability,
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
			return position_fault(s, "there is no slot %.*s",
					      STR_ARG(where));
		name = parse_trim(name);
	}
	*ability = dg_ability_named(name);
	if (!*ability)
		return position_fault(s, "there is no ability %.*s",
				      STR_ARG(name));
	if (*slot < 0)
		*slot = dg_abilities[*ability].slot;
	if (*slot >= N_DG_SLOTS)
		*slot = DG_SPEED;
	return true;
}

const struct position_dial_kind dg_case_dial_kind = { 99, ability_named };
static_assert((int)N_DG_SLOTS == POSITION_SLOTS &&
		      (int)DG_MAX_CLICKS == POSITION_CLICKS &&
		      (int)DG_CLICK_WORDS == 2 * POSITION_SLOTS,
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
	position_dial_init(&c->dial, 5);
	c->place = DG_OUTSIDE;
	c->at_click = -1;
}

static bool position_five(struct position_words *w, int32_t max, int32_t *out,
			  int *n)
{
	for (*n = 0; *n < DG_LEVELS; ++*n)
		if (!words_int(w, 0, max, &out[*n]))
			return false;
	return true;
}

/* what it is, or in what form, by one word */
static bool kind_word(struct position_words *w, struct card *c)
{
	static const struct {
		const char *word;
		int kind, form; /* 0: it says nothing of that */
	} words[] = { { "warrior", DG_WARRIOR, 0 },
		      { "spawn", DG_SPAWN, 0 },
		      { "mounted", 0, DG_MOUNTED },
		      { "multi_dial", 0, DG_MULTI_DIAL },
		      { "dragon", 0, DG_DRAGON } };

	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (!words_are(w, words[i].word))
			continue;
		if (words[i].kind)
			c->kind = words[i].kind;
		if (words[i].form)
			c->form = words[i].form;
		return true;
	}
	return false;
}

static bool card_word(struct position_words *w, struct card *c)
{
	bool known;

	if (!words_dial(w, &dg_case_dial_kind, &c->dial, &known))
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
		return position_five(w, DG_MAX_CLICKS, c->level_click,
				     &c->n_levels);
	if (words_are(w, "costs"))
		return position_five(w, 10000, c->cost, &c->n_costs);
	if (words_are(w, "name"))
		return words_next(w, &c->name);
	if (words_are(w, "key"))
		return words_next(w, &c->key);
	return kind_word(w, c) || dg_case_unknown(w, "a figure");
}

static bool figure_word(struct position_words *w, struct card *c)
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
		return dg_case_next_square(w, &c->x, &c->y);
	}
	if (words_are(w, "face"))
		return dg_case_next_face(w, &c->face);
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

static bool card_event(struct position *s, const struct card *c,
		       struct event *e)
{
	struct position_click dial[POSITION_CLICKS];
	int32_t levels[2 * DG_LEVELS];
	int n = position_dial_clicks(&c->dial, dial);
	bool leveled = c->n_levels || c->n_costs;

	if (text_words(c->name.len) > DG_NAME_WORDS ||
	    text_words(c->key.len) > DG_KEY_WORDS)
		return position_fault(s, "a name is too long");
	for (int i = 0; i < DG_LEVELS; i++) {
		levels[2 * i] = c->level_click[i];
		levels[2 * i + 1] = c->n_costs ? c->cost[i] : c->points;
	}
	event_start(e, DG_EV_FIGURE_DEFINED, DG_NO_RULE);
	event_put(e, DG_EV_FIGURE_DEFINED_FIG, c->label);
	event_put(e, DG_EV_FIGURE_DEFINED_KIND, c->kind);
	event_put(e, DG_EV_FIGURE_DEFINED_OWNER,
		  c->kind == DG_SPAWN ? -1 : c->owner);
	event_put_text(e, DG_EV_FIGURE_DEFINED_KEY, c->key);
	event_put_text(e, DG_EV_FIGURE_DEFINED_NAME, c->name);
	event_put(e, DG_EV_FIGURE_DEFINED_FORM, c->form);
	event_put(e, DG_EV_FIGURE_DEFINED_POINTS, c->points);
	event_put(e, DG_EV_FIGURE_DEFINED_LEVEL, c->level);
	event_put_ints(e, DG_EV_FIGURE_DEFINED_LEVELS, levels,
		       leveled ? 2 * DG_LEVELS : 0);
	event_put(e, DG_EV_FIGURE_DEFINED_RANGE, c->range);
	event_put(e, DG_EV_FIGURE_DEFINED_TARGETS, c->targets);
	event_put(e, DG_EV_FIGURE_DEFINED_ARC, c->arc);
	event_put_ints(e, DG_EV_FIGURE_DEFINED_DIAL, dial[0].value,
		       DG_CLICK_WORDS * n);
	return true;
}

/* where dials are not open the whole card is its player's, and everybody sees
 * one click */
static bool position_define(struct position *s, const struct card *c,
			    struct event *e)
{
	const struct dg_state *st = dg_case_state_of(s);

	if (!st->head.option[DG_OPTION_DIALS])
		return position_emit(s, e);
	e->audience = AUDIENCE_GM;
	if (c->kind != DG_SPAWN)
		e->audience |= AUDIENCE_SEAT(c->owner);
	if (!position_emit(s, e))
		return false;
	dg_card_event(st, dg_find(st, c->label), c->level, DG_NO_RULE, e);
	return position_emit(s, e);
}

/* its place and facing, if they differ from its definition */
static bool stand_emit(struct position *s, const struct card *c)
{
	const struct dg_state *st = dg_case_state_of(s);

	if (c->place == DG_ON_BOARD &&
	    !position_int_of(s, c->label, "square", dg_square_of(c->x, c->y)))
		return false;
	return (c->place == st->fig[dg_find(st, c->label)].place ||
		position_int_of(s, c->label, "place", c->place)) &&
	       position_int_of(s, c->label, "facing",
			       c->face < 0 ? 0 : c->face) &&
	       (c->at_click < 0 ||
		position_int_of(s, c->label, "click", c->at_click)) &&
	       (!c->top_level ||
		position_int_of(s, c->label, "top_level", c->top_level)) &&
	       (!c->pending ||
		position_int_of(s, c->label, "pending", c->pending)) &&
	       (!c->marker || position_int_of(s, c->label, "marker", 1));
}

static bool line_figure(struct position_words *w)
{
	struct position *s = w->s;
	struct card c;
	struct event e;

	card_init(&c);
	if (!dg_case_board_emit(s) || !words_label(w, &c.label))
		return false;
	if (dg_find(dg_case_state_of(s), c.label) >= 0)
		return position_fault(s, "the figure stands here twice");
	while (w->i < w->n)
		if (!figure_word(w, &c))
			return false;
	if (c.owner < 0)
		c.owner = label_letter(c.label) - 'A';
	if (c.kind == DG_SPAWN && c.place == DG_OUTSIDE)
		c.place = DG_IN_POOL;
	if (c.kind != DG_SPAWN && !dg_case_seat_emit(s, c.owner))
		return position_fault(s, "nobody owns this figure");
	return card_event(s, &c, &e) && position_define(s, &c, &e) &&
	       stand_emit(s, &c);
}

static bool make_card(struct position *s, const struct str *word, int n,
		      struct event *out)
{
	struct position_words w = { s, word, n, 0 };
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

/* --- the whole --------------------------------------------------------- */

static bool line_drawn(struct position_words *w)
{
	static const char *const pieces[] = { "none",     "shadow", "vortex",
					      "teleport", "stairs", "wood",
					      "iron" };
	int32_t seat, piece;

	return words_seat(w, &seat) && dg_case_seat_emit(w->s, seat) &&
	       words_name(w, pieces, N_DG_PIECES, &piece) &&
	       position_player_int(w->s, seat, "piece", piece);
}

static bool line_phase(struct position_words *w)
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
	dg_case_of(w->s)->phase = phases[n];
	dg_case_of(w->s)->start = n == 1;
	return true;
}

static bool line_turn(struct position_words *w)
{
	struct dg_case *m = dg_case_of(w->s);

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
			return dg_case_unknown(w, "a turn");
		if (!ok)
			return false;
	}
	return true;
}

static bool line_master(struct position_words *w)
{
	struct dg_case *m = dg_case_of(w->s);

	return words_seat(w, &m->master) &&
	       words_int(w, 0, 100, &m->master_turns);
}

static bool line_lone_wolf(struct position_words *w)
{
	dg_case_of(w->s)->lone_wolf = 1;
	return true;
}

static const struct dg_case_line own_lines[] = {
	{ "player", line_player },
	{ "option", line_option },
	{ "figure", line_figure },
	{ "drawn", line_drawn },
	{ "phase", line_phase },
	{ "turn", line_turn },
	{ "lone_wolf", line_lone_wolf },
	{ "master", line_master },
	{ NULL, NULL },
};

static bool position_line(struct position *s, const struct str *word, int n)
{
	static const struct dg_case_line *const all[] = { own_lines,
							  dg_case_board_lines,
							  dg_case_chest_lines };
	struct position_words w = { s, word, n, 0 };

	for (size_t i = 0; i < ARRAY_LEN(all); i++)
		for (const struct dg_case_line *l = all[i]; l->word; l++)
			if (words_are(&w, l->word))
				return l->read(&w) &&
				       (w.i == w.n ||
					position_fault(s,
						       "%.*s is too much here",
						       STR_ARG(word[w.i])));
	return position_fault(s, "a position has no %.*s", STR_ARG(word[0]));
}

/* tokens without a table in the lines: no monster comes of them */
static bool tables_emit(struct position *s)
{
	const struct dg_state *st = dg_case_state_of(s);
	int32_t rows[22] = { 0 };
	bool none = true;

	for (int i = 0; i < st->n_tokens; i++) {
		if (st->token[i].table >= 0)
			continue;
		if (none && !dg_case_table_emit(s, rows, st->token[i].tier))
			return false;
		none = false;
		if (!position_int_of(s, st->token[i].label, "table",
				     st->n_tables - 1))
			return false;
	}
	return true;
}

/* what a game in play has come to */
static bool finish_play(struct position *s)
{
	const struct dg_state *st = dg_case_state_of(s);
	struct dg_case *m = dg_case_of(s);

	if (!tables_emit(s))
		return false;
	for (int i = 0; i < DG_MAX_SEATS; i++) {
		int32_t n = 0, points = 0;

		if (!(m->seats >> i & 1))
			continue;
		for (int f = 0; f < st->n_figs; f++)
			if (st->fig[f].owner == i) {
				n++;
				points += dg_points(st, f);
			}
		/* in a game of the judge's they decide a draw (DG-END-04) */
		if (s->n_seats && !(m->pointed >> i & 1) &&
		    !position_player_int(s, i, "points", points))
			return false;
		if ((!st->player[i].turns &&
		     !position_player_int(s, i, "turns", 3)) ||
		    !position_player_int(s, i, "heroes",
					 m->heroes[i] >= 0 ? m->heroes[i] : n))
			return false;
	}
	return position_game_int(s, "turn", m->turn < 0 ? 3 : m->turn) &&
	       position_game_int(s, "activations",
				 m->activations < 0 ? 2 : m->activations) &&
	       position_game_int(s, "ready", !m->start) &&
	       position_game_int(s, "phase", DG_PLAY) &&
	       /* last: the contacts at the start of the turn are noted now */
	       position_game_int(s, "ready", !m->start);
}

/* a phase of set-up, reached as the phases before it leave it */
static bool finish_setup(struct position *s)
{
	struct dg_case *m = dg_case_of(s);
	struct event e;

	for (int i = 0; i < DG_MAX_SEATS; i++)
		if (m->seats >> i & 1 && m->heroes[i] >= 0 &&
		    !position_player_int(s, i, "heroes", m->heroes[i]))
			return false;
	if (m->phase == DG_BOARD && !dg_case_box_emit(s))
		return false;
	dg_event_phase_entered(&e, DG_NO_RULE, m->phase);
	return position_emit(s, &e);
}

static bool position_finish(struct position *s)
{
	struct dg_case *m = dg_case_of(s);

	if (m->phase > DG_BOARD && !dg_case_board_emit(s))
		return false;
	if (s->n_seats && m->seats != (1 << s->n_seats) - 1)
		return position_fault(s,
				      "the game has %d players, the position "
				      "must name them all",
				      s->n_seats);
	/* two players at least */
	if ((!m->seats && !dg_case_seat_emit(s, 0)) ||
	    (!(m->seats & (m->seats - 1)) &&
	     !dg_case_seat_emit(s, m->seats == 1)))
		return false;
	if (m->active < 0)
		m->active = 0;
	if (m->first < 0)
		m->first = 0;
	return dg_case_held_emit(s) &&
	       position_game_int(s, "lone_wolf", m->lone_wolf) &&
	       (m->phase <= DG_FIRST ||
		(position_game_int(s, "first", m->first) &&
		 position_game_int(s, "active", m->active))) &&
	       (m->master < 0 ||
		(position_game_int(s, "master", m->master) &&
		 position_game_int(s, "master_turns", m->master_turns))) &&
	       (m->phase == DG_PLAY ? finish_play(s) : finish_setup(s));
}

const struct position_system setup_dungeons = {
	.sys = &system_dungeons,
	.line = position_line,
	.finish = position_finish,
	.card = make_card,
	.block = dg_case_read_block,
};
