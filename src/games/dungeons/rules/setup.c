/*
 * src/games/dungeons/rules/setup.c - teams, board, chests, tokens, the pool,
 * ways in and out (DG section 5).
 */
#include "games/dungeons/rules/setup.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/carryover.h"
#include "games/dungeons/rules/map_place.h"
#include "games/dungeons/rules/tile.h"
#include "games/dungeons/rules/turn.h"
#include "games/dungeons/rules/exec.h"
#include "engine/rolloff.h"

static void phase_enter(struct run *r, int phase, int rule)
{
	run_emit_int(r, DG_EV_PHASE_ENTERED, rule, phase);
}

static bool define_arg(const struct run *r, const struct decision_arg *a,
		       int kind, struct event *out)
{
	char room[EVENT_TEXT_ROOM];

	return dg_define(r, text_unpack(a->w, a->n, room, sizeof(room)), kind,
			 out);
}

static int32_t square_arg(const struct decision *d)
{
	struct decision_arg a;

	if (!decision_find(d, DG_TAG_AT, &a) || a.w[0] < 0 || a.w[1] < 0 ||
	    a.w[0] >= DG_WIDTH || a.w[1] >= DG_WIDTH)
		return DG_NOWHERE;
	return dg_square_of(a.w[0], a.w[1]);
}

static bool setup_bad(struct refusal *no, int rule)
{
	return dg_no(no, DG_REFUSAL_BAD_PLACEMENT, rule, 0);
}

static int32_t next_label(int32_t letter, int n)
{
	return label_of((char)letter, n + 1);
}

/* --- teams ------------------------------------------------------------- */

struct member {
	struct event card;
	int32_t level, points;
	int32_t carried; /* to this level: from a game before */
};

static bool member_read(const struct run *r, const struct decision *d,
			const struct decision_arg *a, struct member *m,
			struct refusal *no)
{
	struct decision_arg level;
	const int32_t *w;
	int n;

	m->level = 1;
	if (!define_arg(r, a, DG_EV_FIGURE_DEFINED, &m->card))
		return dg_no(no, DG_REFUSAL_UNKNOWN, DG_TEAM_01, 0);
	if (decision_next(d, a->next, &level) && level.tag == DG_TAG_LEVEL)
		m->level = level.w[0];
	w = event_words(&m->card, DG_EV_FIGURE_DEFINED_LEVELS, &n);
	if (m->level < 1 || m->level > (n ? DG_LEVELS : 1))
		return setup_bad(no, DG_TEAM_02);
	m->points = n ? w[2 * m->level - 1]
		      : event_get(&m->card, DG_EV_FIGURE_DEFINED_POINTS);
	if (RULE(DG_TEAM_03,
		 event_get(&m->card, DG_EV_FIGURE_DEFINED_KIND) == DG_SPAWN))
		return setup_bad(no, DG_TEAM_03);
	n = event_get(&m->card, DG_EV_FIGURE_DEFINED_FORM);
	if (RULE(DG_MKW_03, n == DG_MOUNTED || n == DG_MULTI_DIAL))
		return setup_bad(no, DG_MKW_03);
	return true;
}

static int32_t level_carried(const struct dg_state *s, int seat,
			     const struct event *card)
{
	char room[EVENT_TEXT_ROOM];

	return dg_level_carried(s, seat,
				event_get_text(card, DG_EV_FIGURE_DEFINED_KEY,
					       room, sizeof(room)));
}

static bool same_name(const struct event *a, const struct event *b)
{
	int n, m;
	const int32_t *v = event_words(a, DG_EV_FIGURE_DEFINED_NAME, &n);
	const int32_t *w = event_words(b, DG_EV_FIGURE_DEFINED_NAME, &m);

	return n == m && !memcmp(v, w, (size_t)n * sizeof(*v));
}

enum { MAX_TEAM = 10 };

/* so that every player has room for a team, and as many in the pool */
static int team_room(const struct dg_state *s)
{
	int n = DG_MAX_FIGS / 2 / common_state_seats(&s->head);

	return n < MAX_TEAM ? n : MAX_TEAM;
}

/* a team, as it is named */
struct team {
	struct member m[MAX_TEAM];
	int n;
	int32_t points;
};

static bool team_read(struct run *r, int seat, const struct decision *d,
		      struct team *t, struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	struct decision_arg a;

	t->n = 0;
	t->points = 0;
	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		struct member *m = &t->m[t->n];

		if (a.tag != DG_TAG_KEY)
			continue;
		if (t->n == team_room(s))
			return setup_bad(no, DG_TEAM_01);
		if (!member_read(r, d, &a, m, no))
			return false;
		m->carried = level_carried(s, seat, &m->card);
		for (int i = 0; i < t->n; i++)
			if (RULE(DG_TEAM_03,
				 same_name(&t->m[i].card, &m->card)))
				return setup_bad(no, DG_TEAM_03);
		t->points += m->points;
		t->n++;
	}
	if (!t->n)
		return setup_bad(no, DG_TEAM_01);
	if (RULE(DG_TEAM_01, t->points > dg_option(s, DG_OPTION_LIMIT)))
		return dg_no2(no, DG_REFUSAL_TOO_MANY_POINTS, DG_TEAM_01,
			      t->points, dg_option(s, DG_OPTION_LIMIT));
	/* a team of one may be a lone wolf's: that is seen when all are in */
	for (int i = 0; i < t->n; i++)
		if (RULE(DG_TEAM_02, t->m[i].level > 2 && t->n > 1 &&
					     t->m[i].level > t->m[i].carried))
			return setup_bad(no, DG_TEAM_02);
	return true;
}

/* the i-th of a team, as its card has it */
static void hero_emit(struct run *r, int seat, const struct member *m, int i)
{
	struct event e;

	event_start(&e, DG_EV_FIGURE_DEFINED, DG_TEAM_05);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	for (int k = 0; k < N_DG_FIELDS_FIGURE_DEFINED; k++) {
		int words;
		const int32_t *w = event_words(&m->card, k, &words);

		if (k == DG_EV_FIGURE_DEFINED_FIG)
			event_put(&e, k, label_of((char)('A' + seat), i + 1));
		else if (k == DG_EV_FIGURE_DEFINED_OWNER)
			event_put(&e, k, seat);
		else if (k == DG_EV_FIGURE_DEFINED_LEVEL)
			event_put(&e, k, m->level);
		else
			event_put_ints(&e, k, w, words);
	}
	run_emit(r, &e);
}

static bool has_warrior(const struct team *t)
{
	for (int i = 0; i < t->n; i++)
		if (event_get(&t->m[i].card, DG_EV_FIGURE_DEFINED_KIND) ==
		    DG_WARRIOR)
			return true;
	return false;
}

static bool decide_team(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	struct team t;
	struct event e;

	if (s->player[seat].list_in)
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_TEAM_01, 0);
	if (!team_read(r, seat, d, &t, no))
		return false;
	for (int i = 0; i < t.n; i++)
		hero_emit(r, seat, &t.m[i], i);
	dg_event_team_accepted(&e, DG_TEAM_01, seat, t.points, t.n);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	if (has_warrior(&t))
		event_because(&e, DG_MKW_01);
	run_emit(r, &e);
	run_emit_int(r, DG_EV_TEAM_IN, DG_TEAM_01, seat);
	return true;
}

void dg_card_event(const struct dg_state *s, int f, int32_t level, int rule,
		   struct event *e)
{
	const struct dg_card *c = &s->card[f];
	int32_t levels[2 * DG_LEVELS], dial[DG_MAX_CLICKS * DG_CLICK_WORDS];
	/* DG-R-56: players without the card see only the click that it shows */
	bool all = !RULE(DG_R_56, dg_option(s, DG_OPTION_DIALS));
	int first = all     ? 0
		    : level ? c->level_click[level - 1]
			    : dg_start_click(s, f);
	int n = all ? c->n_clicks : 1;

	for (int i = 0; i < DG_LEVELS; i++) {
		levels[2 * i] = c->level_click[i];
		levels[2 * i + 1] = c->level_cost[i];
	}
	for (int i = 0; i < n; i++) {
		struct dg_click v = dg_click(c, first + i);

		memcpy(dial + i * DG_CLICK_WORDS, &v, sizeof(v));
	}
	event_start(e, DG_EV_FIGURE_DEFINED, rule);
	event_put(e, DG_EV_FIGURE_DEFINED_FIG, s->fig[f].label);
	event_put(e, DG_EV_FIGURE_DEFINED_KIND, s->fig[f].kind);
	event_put(e, DG_EV_FIGURE_DEFINED_OWNER, s->fig[f].owner);
	event_put_ints(e, DG_EV_FIGURE_DEFINED_KEY, c->key,
		       text_words((size_t)c->key[0]));
	event_put_ints(e, DG_EV_FIGURE_DEFINED_NAME, c->name,
		       text_words((size_t)c->name[0]));
	event_put(e, DG_EV_FIGURE_DEFINED_FORM, c->form);
	event_put(e, DG_EV_FIGURE_DEFINED_POINTS, c->points);
	event_put(e, DG_EV_FIGURE_DEFINED_LEVEL, level);
	event_put_ints(e, DG_EV_FIGURE_DEFINED_LEVELS, levels,
		       c->n_levels ? 2 * DG_LEVELS : 0);
	event_put(e, DG_EV_FIGURE_DEFINED_RANGE, c->range);
	event_put(e, DG_EV_FIGURE_DEFINED_TARGETS, c->targets);
	event_put(e, DG_EV_FIGURE_DEFINED_ARC, c->arc);
	event_put_ints(e, DG_EV_FIGURE_DEFINED_DIAL, dial, n * DG_CLICK_WORDS);
}

static int32_t figure_carried(const struct dg_state *s, int f)
{
	char room[EVENT_TEXT_ROOM];
	struct str key =
		text_unpack(s->card[f].key, DG_KEY_WORDS, room, sizeof(room));

	return dg_level_carried(s, s->fig[f].owner, key);
}

/* a card as the table has it, for everybody */
static void card_open(struct run *r, int f, bool lone, bool apart)
{
	const struct dg_state *s = dg_of(r);
	int32_t level = s->fig[f].level;
	struct event e;

	/* chosen as a lone wolf, in a game that has become none */
	if (RULE(DG_TEAM_02,
		 level > 2 && !lone && level > figure_carried(s, f)))
		level = 2;
	dg_card_event(s, f, level, DG_TEAM_05, &e);
	if (level != s->fig[f].level)
		event_because(&e, DG_TEAM_02);
	if (apart)
		event_because(&e, DG_R_59);
	if (dg_option(s, DG_OPTION_DIALS))
		event_because(&e, DG_R_56);
	run_emit(r, &e);
}

/* DG-LW-01: of teams of one Hero each, do all lie within 5 points? */
static bool lone_wolves(const struct dg_state *s, bool *apart)
{
	int32_t least = INT32_MAX, most = 0;

	*apart = false;
	for (int i = 0; i < DG_MAX_SEATS; i++) {
		const struct dg_player *p = &s->player[i];

		if (!s->head.seat[i].present)
			continue;
		if (p->heroes != 1)
			return false;
		least = p->points < least ? p->points : least;
		most = p->points > most ? p->points : most;
	}
	*apart = RULE(DG_LW_01, most - least > 5);
	return !*apart;
}

static void teams_open(struct run *r)
{
	const struct dg_state *s = dg_of(r);
	int32_t less[DG_MAX_SEATS] = { 0 };
	bool apart, lone = lone_wolves(s, &apart);
	struct event e;

	/* the last seat cannot foresee the teams of the others */
	for (int i = 0; i < DG_MAX_SEATS; i++)
		r->unknown |= s->head.seat[i].present &&
			      s->player[i].heroes == DG_UNKNOWN;
	if (r->unknown)
		return;

	for (int f = 0; f < s->n_figs; f++) {
		int32_t was = dg_points(s, f);

		if (s->fig[f].open)
			continue;
		card_open(r, f, lone, apart);
		if (s->fig[f].owner >= 0)
			less[s->fig[f].owner] += was - dg_points(s, f);
	}
	for (int i = 0; i < DG_MAX_SEATS; i++) {
		if (!s->head.seat[i].present)
			continue;
		dg_event_team_accepted(&e, DG_TEAM_01, i,
				       s->player[i].points - less[i],
				       s->player[i].heroes);
		run_emit(r, &e);
	}
	if (RULE(DG_TEAM_04, lone)) {
		event_start(&e, DG_EV_LONE_WOLF, DG_TEAM_04);
		event_because(&e, DG_LW_01);
		event_because(&e, DG_LW_05);
		run_emit(r, &e);
	}
	dg_treasures_carried(r);
	phase_enter(r, DG_FIRST, DG_TEAM_06);
}

/* --- the first player -------------------------------------------------- */

static void throw_emit(struct run *r, int seat, const int face[])
{
	struct event e;

	dg_event_first_player_roll(&e, DG_TEAM_06, seat, face[0], face[1]);
	event_because(&e, DG_X_01);
	run_emit(r, &e);
}

static void first_player(struct run *r)
{
	static const struct rolloff how = { 2, 6, throw_emit };
	const struct dg_state *s = dg_of(r);
	int seats[DG_MAX_SEATS], n = 0, first;

	for (int i = 0; i < DG_MAX_SEATS; i++)
		if (s->head.seat[i].present)
			seats[n++] = i;
	first = rolloff(r, &how, true, seats, n);
	if (first < 0)
		return;
	run_emit_int(r, DG_EV_FIRST_PLAYER, DG_TEAM_06, first);
	if (common_state_seats(&s->head) >= 3 && RULE(DG_MULTI_02, true))
		run_emit_int(r, DG_EV_MONSTER_MASTER, DG_MULTI_02, first);
	phase_enter(r, DG_BOARD, DG_TILE_01);
}

/* --- terrain pieces ---------------------------------------------------- */

/* DG-TERR-02: an entrance corridor, or a chamber connected to one */
static bool near_entrance(const struct dg_state *s, int section)
{
	if (section < 0 || dg_entrance_section(s, section))
		return true;
	if (RULE(DG_TERR_02, s->section[section].kind != DG_CHAMBER))
		return false;
	for (int i = 0; i < s->n_sections; i++)
		if (i != section && dg_entrance_section(s, i) &&
		    dg_connected(s, section, i))
			return true;
	return false;
}

static bool decide_terrain(struct run *r, int seat, const struct decision *d,
			   struct refusal *no)
{
	static const int marker[] = { [DG_PIECE_SHADOW] = DG_SHADOW,
				      [DG_PIECE_VORTEX] = DG_VORTEX,
				      [DG_PIECE_TELEPORT] = DG_TELEPORT,
				      [DG_PIECE_STAIRS] = DG_STAIRS };
	const struct dg_state *s = dg_of(r);
	int32_t sq = square_arg(d);
	int t = decision_int(d, DG_TAG_TERRAIN, -1);
	int piece = s->player[seat].piece;
	struct event e;

	if (piece < DG_PIECE_SHADOW || piece > DG_PIECE_STAIRS ||
	    RULE(DG_TERR_03,
		 t != marker[piece] && t != DG_HINDERING && t != DG_WATER))
		return setup_bad(no, DG_TERR_03);
	if (sq < 0 || s->square[sq].terrain == DG_ROCK ||
	    RULE(DG_TERR_02, near_entrance(s, s->square[sq].section)))
		return setup_bad(no, DG_TERR_02);
	if (t == DG_VORTEX &&
	    RULE(DG_TERR_03,
		 s->section[s->square[sq].section].kind != DG_CHAMBER))
		return setup_bad(no, DG_TERR_03);
	dg_event_terrain_placed(&e, DG_TERR_03, seat, dg_x(sq), dg_y(sq), t);
	event_because(&e, DG_TERR_01);
	event_because(&e, DG_TERR_02);
	run_emit(r, &e);
	return true;
}

/* DG-TERR-04: walls at both ends of the edge */
static bool door_framed(const struct dg_state *s, int32_t sq, int face)
{
	for (int side = 0; side < 2; side++) {
		int way = (face + (side ? 2 : 6)) % 8;
		int32_t a = dg_beside(sq, way);
		int32_t b = dg_beside(sq, face);
		int32_t c = dg_beside(b, way);

		if (a == DG_NOWHERE || c == DG_NOWHERE ||
		    !dg_passage(s, sq, way) || !dg_passage(s, b, way) ||
		    !dg_passage(s, a, face))
			continue;
		return false;
	}
	return true;
}

/* The square and face of a door between the two squares of a decision; the face
 * is -1 unless they are neighbours. */
static int door_place(const struct decision *d, int32_t *square)
{
	int32_t v[2] = { DG_NOWHERE, DG_NOWHERE };
	struct decision_arg a;
	int n = 0;

	for (int at = 0; decision_next(d, at, &a) && n < 2; at = a.next)
		if (a.tag == DG_TAG_AT && a.w[0] >= 0 && a.w[1] >= 0 &&
		    a.w[0] < DG_WIDTH && a.w[1] < DG_WIDTH)
			v[n++] = dg_square_of(a.w[0], a.w[1]);
	*square = v[0] < v[1] ? v[0] : v[1];
	if (n < 2)
		return -1;
	if (dg_beside(*square, DG_S) == v[0] + v[1] - *square)
		return DG_S;
	return dg_beside(*square, DG_E) == v[0] + v[1] - *square ? DG_E : -1;
}

/* The first label of doors that nothing has. */
static int32_t door_label(const struct dg_state *s)
{
	int n = 0;

	while (dg_find_door(s, next_label('D', n)) >= 0 ||
	       dg_find(s, next_label('D', n)) >= 0)
		n++;
	return next_label('D', n);
}

static bool decide_door(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int piece = s->player[seat].piece;
	int32_t square;
	int face = door_place(d, &square);
	struct event e;

	if ((piece != DG_PIECE_WOOD && piece != DG_PIECE_IRON) || face < 0)
		return setup_bad(no, DG_TERR_03);
	if (!dg_passage(s, square, face) || dg_door_at(s, square, face) >= 0 ||
	    RULE(DG_TERR_04, !door_framed(s, square, face)))
		return setup_bad(no, DG_TERR_04);
	if (RULE(DG_TERR_02,
		 near_entrance(s, s->square[square].section) ||
			 near_entrance(
				 s,
				 s->square[dg_beside(square, face)].section)))
		return setup_bad(no, DG_TERR_02);
	event_start(&e, DG_EV_DOOR_PLACED, DG_TERR_04);
	event_because(&e, DG_TERR_02);
	event_put(&e, DG_EV_DOOR_PLACED_SEAT, seat);
	event_put(&e, DG_EV_DOOR_PLACED_DOOR, door_label(s));
	event_put_point(&e, DG_EV_DOOR_PLACED_AT, dg_x(square), dg_y(square));
	event_put(&e, DG_EV_DOOR_PLACED_SIDE, face);
	event_put(&e, DG_EV_DOOR_PLACED_KIND,
		  piece == DG_PIECE_WOOD ? DG_WOOD : DG_IRON);
	event_put(&e, DG_EV_DOOR_PLACED_STATE, DG_CLOSED);
	run_emit(r, &e);
	return true;
}

/* everybody draws one of the eight pieces of a box, before any is placed */
static bool pieces_draw(struct run *r)
{
	static const int box[] = { DG_PIECE_SHADOW,   DG_PIECE_VORTEX,
				   DG_PIECE_TELEPORT, DG_PIECE_STAIRS,
				   DG_PIECE_WOOD,     DG_PIECE_WOOD,
				   DG_PIECE_IRON,     DG_PIECE_IRON };
	const struct dg_state *s = dg_of(r);
	int left[8], n = 8, seat = s->head.first;

	memcpy(left, box, sizeof(left));
	for (int k = 0; k < common_state_seats(&s->head);
	     k++, seat = common_state_next(&s->head, seat)) {
		int pick = dg_roll(r, n);
		struct event e;

		if (r->unknown)
			return false;
		dg_event_pieces_drawn(&e, DG_TERR_01, seat, pick,
				      left[pick - 1]);
		event_because(&e, DG_R_45);
		event_because(&e, DG_X_02);
		run_emit(r, &e);
		memmove(left + pick - 1, left + pick,
			(size_t)(n - pick) * sizeof(left[0]));
		n--;
	}
	return true;
}

/* --- chests ------------------------------------------------------------ */

/* a game has room for so many different ones */
static bool too_many_models(const struct dg_state *s, const int32_t *letter,
			    int n)
{
	int all = s->n_models;

	for (int i = 0; i < n; i++) {
		bool known = false;

		for (int k = 0; k < s->n_models; k++)
			known |= s->model[k].letter == letter[i];
		for (int k = 0; k < i; k++)
			known |= letter[k] == letter[i];
		all += !known;
	}
	return all > DG_MAX_MODELS;
}

static bool decide_chests(struct run *r, int seat, const struct decision *d,
			  struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t models[16];
	struct decision_arg a;
	struct event e;
	int n = 0;

	if (s->player[seat].chests_in)
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_CHEST_01, 0);
	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		if (a.tag != DG_TAG_KEY)
			continue;
		if (n == 16 || !define_arg(r, &a, DG_EV_MODEL_DEFINED, &e))
			return setup_bad(no, DG_CHEST_01);
		models[n++] = event_get(&e, DG_EV_MODEL_DEFINED_MODEL);
	}
	if (RULE(DG_CHEST_01, n < s->player[seat].heroes))
		return dg_no(no, DG_REFUSAL_FEW_CHESTS, DG_CHEST_01,
			     s->player[seat].heroes);
	if (too_many_models(s, models, n))
		return setup_bad(no, DG_CHEST_01);
	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		if (a.tag != DG_TAG_KEY)
			continue;
		define_arg(r, &a, DG_EV_MODEL_DEFINED, &e);
		e.audience = AUDIENCE_ALL;
		run_emit(r, &e);
	}
	dg_event_chests_pooled(&e, DG_CHEST_01, seat, models, n);
	event_because(&e, DG_CHEST_02);
	run_emit(r, &e);
	return true;
}

/* tests for every possible square of a chest */
struct chest_room {
	unsigned char reach[DG_SQUARES];
	struct dg_ways ways;
	bool entrance[DG_MAX_SECTIONS];
	bool squares; /* the distance is counted in squares */
	int least;    /* sections to every way in */
};

/* DG-CHEST-05: far enough from every way in, and the only one there */
static bool chest_section(const struct dg_state *s, const struct chest_room *r,
			  int section)
{
	if (section < 0)
		return false;
	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].place == DG_CHEST_LIES &&
		    s->square[s->chest[i].sq].section == section)
			return !RULE(DG_CHEST_05, true);
	for (int i = 0; i < s->n_sections; i++) {
		int far;

		if (!r->entrance[i])
			continue;
		far = dg_ways_distance(&r->ways, section, i);
		if (far >= 0 && RULE(DG_CHEST_05, far < r->least))
			return false;
	}
	return true;
}

static int chest_least(const struct dg_state *s, const struct chest_room *r)
{
	for (int i = 0; i < s->n_sections; i++) {
		bool far = true;

		for (int j = 0; j < s->n_sections; j++) {
			int d = r->entrance[j]
					? dg_ways_distance(&r->ways, i, j)
					: 9;

			far &= d < 0 || d >= 2;
		}
		if (far)
			return 2;
	}
	return 1;
}

static void chest_room_find(const struct dg_state *s, struct chest_room *r)
{
	r->squares = dg_option(s, DG_OPTION_CHEST_DISTANCE) != 0;
	dg_reachable(s, r->reach);
	dg_ways_find(s, &r->ways);
	for (int i = 0; i < s->n_sections; i++)
		r->entrance[i] = dg_entrance_section(s, i);
	r->least = r->squares ? 0 : chest_least(s, r);
}

/* DG-R-12, the other reading: so many squares from every entrance section */
static bool far_squares(const struct dg_state *s, int32_t at)
{
	for (int32_t sq = 0; sq < DG_SQUARES; sq++)
		if (s->square[sq].terrain != DG_ROCK && dg_range(at, sq) < 2 &&
		    dg_entrance_section(s, s->square[sq].section))
			return false;
	return true;
}

static bool chest_may_lie(const struct dg_state *s, const struct chest_room *r,
			  int32_t sq, int face)
{
	if (sq < 0 || s->square[sq].terrain == DG_ROCK ||
	    !chest_section(s, r, s->square[sq].section) ||
	    (r->squares && RULE(DG_R_12, !far_squares(s, sq))))
		return false;
	return dg_chest_fits(s, sq, face, r->reach);
}

static bool chest_emit(struct run *r, int seat, int32_t model, int32_t sq,
		       int face)
{
	const struct dg_state *s = dg_of(r);
	int32_t label = next_label('K', s->n_chests);
	struct event e;

	event_start(&e, DG_EV_CHEST_PLACED, DG_CHEST_03);
	event_because(&e, DG_CHEST_05);
	event_because(&e, DG_CHEST_06);
	event_put(&e, DG_EV_CHEST_PLACED_SEAT, seat);
	event_put(&e, DG_EV_CHEST_PLACED_CHEST, label);
	event_put(&e, DG_EV_CHEST_PLACED_MODEL, model);
	event_put_point(&e, DG_EV_CHEST_PLACED_AT, dg_x(sq), dg_y(sq));
	event_put(&e, DG_EV_CHEST_PLACED_FACE, face);
	run_emit(r, &e);
	dg_hidden(r, s->n_secrets, DG_POSITIONS, label);
	return true;
}

static int model_in_pool(const struct dg_state *s, int32_t letter)
{
	for (int i = 0; i < s->n_models; i++)
		if (s->pooled[i] && (!letter || s->model[i].letter == letter))
			return i;
	return -1;
}

static bool decide_chest(struct run *r, int seat, const struct decision *d,
			 struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	struct decision_arg a;
	char room[EVENT_TEXT_ROOM];
	struct str key = { "", 0 };
	struct chest_room room_for;
	int model;

	if (decision_find(d, DG_TAG_KEY, &a))
		key = text_unpack(a.w, a.n, room, sizeof(room));
	model = model_in_pool(s, key.len ? key.s[key.len - 1] : 0);
	if (model < 0 || s->n_chests == DG_MAX_CHESTS)
		return setup_bad(no, DG_CHEST_01);
	chest_room_find(s, &room_for);
	if (!chest_may_lie(s, &room_for, square_arg(d),
			   decision_int(d, DG_TAG_FACE, -1)))
		return setup_bad(no, DG_CHEST_05);
	return chest_emit(r, seat, s->model[model].letter, square_arg(d),
			  decision_int(d, DG_TAG_FACE, DG_S));
}

/* --- tokens ------------------------------------------------------------ */

static void tables_define(struct run *r)
{
	static const char tiers[] = "YBR";
	const struct dg_state *s = dg_of(r);
	struct event e;

	for (int tier = 0; tier < N_DG_TIERS; tier++)
		for (char n = '1'; n <= '6'; n++) {
			char key[] = { 't', 'a',         'b', 'l', 'e',
				       '/', tiers[tier], n,   0 };

			if (tier == DG_TOUGH && (n == '3' || n == '4') &&
			    !dg_option(s, DG_OPTION_SUPER_TOKENS))
				continue;
			if (!dg_define(r, (struct str){ key, 8 },
				       DG_EV_TABLE_DEFINED, &e))
				continue;
			e.audience = AUDIENCE_ALL;
			run_emit(r, &e);
		}
}

static int tier_left(const struct dg_state *s, int tier)
{
	int each = tier == DG_STANDARD ? 2
		   : tier == DG_WEAK   ? 4 - dg_option(s, DG_OPTION_TOUGH)
				       : dg_option(s, DG_OPTION_TOUGH);
	int n = RULE_VALUE(DG_TOK_02, each * common_state_seats(&s->head));

	for (int i = 0; i < s->n_tokens; i++)
		n -= s->token[i].tier == tier;
	return n;
}

/* how many tables of this tier there are to draw a monster from */
static int tier_tables(const struct dg_state *s, int tier)
{
	int n = 0;

	for (int i = 0; i < s->n_tables; i++)
		n += s->table[i].tier == tier;
	return n;
}

static bool tier_may_lie(const struct dg_state *s, int tier)
{
	return tier_tables(s, tier) && tier_left(s, tier) > 0;
}

static bool token_may_lie(const struct dg_state *s, int32_t sq)
{
	int section, tokens = 0;
	bool chest = false;

	if (sq < 0 || !dg_enterable(s, sq) || RULE(DG_TOK_05, !dg_empty(s, sq)))
		return false;
	section = s->square[sq].section;
	for (int i = 0; i < s->n_chests; i++)
		chest |= s->chest[i].place == DG_CHEST_LIES &&
			 s->square[s->chest[i].sq].section == section;
	for (int i = 0; i < s->n_tokens; i++)
		tokens += s->token[i].sq != DG_NOWHERE &&
			  s->square[s->token[i].sq].section == section;
	if (RULE(DG_TOK_04, !s->n_tokens && s->n_chests && !chest))
		return false;
	if (RULE(DG_TOK_05, tokens >= (chest ? 2 : 1)))
		return false;
	for (int i = 0; i < s->n_sections; i++)
		if (dg_entrance_section(s, i) &&
		    RULE(DG_TOK_05,
			 i == section || dg_connected(s, i, section)))
			return false;
	return true;
}

static bool decide_token(struct run *r, int seat, const struct decision *d,
			 struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int32_t sq = square_arg(d), label = next_label('W', s->n_tokens);
	int tier = decision_int(d, DG_TAG_TIER, DG_WEAK);
	struct event e;

	if (!tier_may_lie(s, tier))
		return setup_bad(no, DG_TOK_02);
	if (!token_may_lie(s, sq))
		return setup_bad(no, DG_TOK_05);
	dg_event_token_placed(&e, DG_TOK_03, seat, label, tier, dg_x(sq),
			      dg_y(sq));
	if (!s->n_tokens)
		event_because(&e, DG_TOK_04);
	event_because(&e, DG_TOK_01);
	event_because(&e, DG_TOK_05);
	run_emit(r, &e);
	dg_hidden(r, s->n_secrets, tier_tables(s, tier), label);
	return true;
}

/* --- the pool ---------------------------------------------------------- */

/* what the others must at least be able to put in */
static int pool_reserved(const struct dg_state *s, int seat)
{
	int n = 0;

	for (int i = 0; i < DG_MAX_SEATS; i++)
		if (i != seat && s->head.seat[i].present &&
		    !s->player[i].pool_in)
			n += s->player[i].heroes;
	return n;
}

/* a figure of the pool, as its card has it: Mage Spawn without an owner */
static void pooled_emit(struct run *r, const struct event *card, int32_t label)
{
	const struct dg_state *s = dg_of(r);
	struct event e;

	event_start(&e, DG_EV_FIGURE_DEFINED, DG_POOL_01);
	event_because(&e, DG_POOL_02);
	if (event_get(card, DG_EV_FIGURE_DEFINED_KIND) != DG_SPAWN)
		event_because(&e, DG_MKW_04);
	for (int k = 0; k < N_DG_FIELDS_FIGURE_DEFINED; k++) {
		int words;
		const int32_t *w = event_words(card, k, &words);

		switch (k) {
		case DG_EV_FIGURE_DEFINED_FIG: event_put(&e, k, label); break;
		case DG_EV_FIGURE_DEFINED_KIND:
			event_put(&e, k, DG_SPAWN);
			break;
		case DG_EV_FIGURE_DEFINED_OWNER: event_put(&e, k, -1); break;
		case DG_EV_FIGURE_DEFINED_LEVELS:
			event_put_ints(&e, k, w, 0);
			break;
		case DG_EV_FIGURE_DEFINED_LEVEL: event_put(&e, k, 0); break;
		default: event_put_ints(&e, k, w, words); break;
		}
	}
	if (dg_option(s, DG_OPTION_DIALS))
		e.audience = AUDIENCE_GM;
	run_emit(r, &e);
	if (e.audience == AUDIENCE_ALL)
		return;
	dg_card_event(s, dg_find(s, label), 0, DG_POOL_01, &e);
	event_because(&e, DG_R_56);
	run_emit(r, &e);
}

static bool decide_pool(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	struct decision_arg a;
	struct event e, card;
	int32_t points = 0;
	int n = 0, label = 0;

	if (s->player[seat].pool_in)
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_POOL_01, 0);
	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		if (a.tag != DG_TAG_KEY)
			continue;
		if (!define_arg(r, &a, DG_EV_FIGURE_DEFINED, &card))
			return dg_no(no, DG_REFUSAL_UNKNOWN, DG_POOL_01, 0);
		points += event_get(&card, DG_EV_FIGURE_DEFINED_POINTS);
		n++;
	}
	if (RULE(DG_POOL_01, n < s->player[seat].heroes) ||
	    s->n_figs + n + pool_reserved(s, seat) > DG_MAX_FIGS)
		return setup_bad(no, DG_POOL_01);
	if (RULE(DG_POOL_01, points < DG_POOL_POINTS))
		return dg_no2(no, DG_REFUSAL_FEW_POINTS, DG_POOL_01, points,
			      DG_POOL_POINTS);
	for (int at = 0; decision_next(d, at, &a); at = a.next) {
		if (a.tag != DG_TAG_KEY)
			continue;
		define_arg(r, &a, DG_EV_FIGURE_DEFINED, &card);
		while (dg_find(s, next_label('P', label)) >= 0)
			label++;
		pooled_emit(r, &card, next_label('P', label));
	}
	dg_event_pool_added(&e, DG_POOL_01, seat, n, points);
	event_because(&e, DG_POOL_03);
	run_emit(r, &e);
	return true;
}

/* --- ways in and out --------------------------------------------------- */

static bool is_doorway(const struct dg_state *s, int m)
{
	int32_t sq = dg_square_of(s->mouth[m].x0, s->mouth[m].y0);

	return s->section[s->square[sq].section].kind == DG_CORRIDOR;
}

/* a map that no piece could enter, or leave by another way (DG-EXIT-02) */
const char *dg_hopeless(struct run *r)
{
	const struct dg_state *s = dg_of(r);
	int doorways = 0;

	if (!s->map[0])
		return NULL;
	if (!dg_maps_lay(r))
		return "there is no map of that name";
	for (int m = 0; m < s->n_mouths; m++)
		doorways += is_doorway(s, m);
	if (!doorways)
		return "the map has no corridor with a mouth to come in by";
	if (s->n_mouths < 2 ||
	    (RULE(DG_EXIT_03, s->n_sections == 6) && doorways < 2))
		return "the map has one mouth, and an exit may not be one's "
		       "own entrance (DG-EXIT-02)";
	return NULL;
}

static bool entrance_ok(const struct dg_state *s, int m)
{
	bool taken = false, other = false;

	if (m < 0 || m >= s->n_mouths || RULE(DG_EXIT_01, !is_doorway(s, m)))
		return false;
	for (int k = 0; k < s->n_mouths; k++) {
		bool used = false;

		for (int i = 0; i < DG_MAX_SEATS; i++)
			used |= s->head.seat[i].present &&
				s->player[i].entrance == k;
		if (k == m)
			taken = used;
		else
			other |= !used && is_doorway(s, k);
	}
	return !RULE(DG_EXIT_02, taken && other);
}

static int mouth_arg(const struct dg_state *s, const struct decision *d)
{
	char room[EVENT_TEXT_ROOM];
	struct decision_arg a;

	if (!decision_find(d, DG_TAG_MOUTH, &a))
		return -1;
	return dg_find_mouth(s,
			     dg_id(text_unpack(a.w, a.n, room, sizeof(room))));
}

/* whose entrance or exit is to be chosen: from the first player on */
int dg_doorway(const struct dg_state *s)
{
	int seat = s->head.first;
	bool six = s->n_sections == 6 && RULE(DG_EXIT_03, true);

	if (seat < 0) /* no seat is the first yet */
		return -1;
	for (int k = 0; k < common_state_seats(&s->head);
	     k++, seat = common_state_next(&s->head, seat))
		if (s->player[seat].entrance < 0 ||
		    (!six && s->player[seat].exit < 0))
			return seat;
	return -1;
}

static_assert(DG_EV_EXIT_SET_SEAT == DG_EV_ENTRANCE_SET_SEAT &&
		      DG_EV_EXIT_SET_MOUTH == DG_EV_ENTRANCE_SET_MOUTH,
	      "ways in and out are told alike");

static void mouth_emit(struct run *r, int kind, int rule, int seat, int m)
{
	struct event e;

	event_start(&e, kind, rule);
	event_because(&e, DG_EXIT_01);
	if (kind == DG_EV_ENTRANCE_SET)
		event_because(&e, DG_EXIT_04);
	event_put(&e, DG_EV_ENTRANCE_SET_SEAT, seat);
	event_put(&e, DG_EV_ENTRANCE_SET_MOUTH, m);
	run_emit(r, &e);
}

static bool decide_doorway(struct run *r, int seat, const struct decision *d,
			   struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	int whose = dg_doorway(s), m = mouth_arg(s, d);
	bool entrance = d->kind == DG_ORDER_ENTRANCE;

	if (whose < 0 || entrance != (s->player[whose].entrance < 0) ||
	    seat != (entrance ? whose : dg_opponent(s, whose)))
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_EXIT_01, 0);
	if (entrance && !entrance_ok(s, m))
		return setup_bad(no, DG_EXIT_02);
	if (!entrance &&
	    (m < 0 || decision_int(d, DG_TAG_SEAT, whose) != whose ||
	     RULE(DG_EXIT_02, m == s->player[whose].entrance)))
		return setup_bad(no, DG_EXIT_02);
	if (entrance)
		mouth_emit(r, DG_EV_ENTRANCE_SET, DG_EXIT_01, whose, m);
	else
		mouth_emit(r, DG_EV_EXIT_SET, DG_EXIT_01, whose, m);
	return true;
}

/* --- whose turn it is in set-up ---------------------------------------- */

static bool setup_places(const struct dg_state *s, int seat)
{
	const struct dg_player *p = &s->player[seat];

	if (!s->head.seat[seat].present || p->passed)
		return false;
	switch (s->head.phase) {
	case DG_TERRAIN: return p->piece != DG_PIECE_NONE;
	case DG_CHESTS:
		return s->n_chests < DG_MAX_CHESTS &&
		       p->chests_placed <
			       dg_option(s, DG_OPTION_CHESTS_PER_PLAYER) &&
		       model_in_pool(s, 0) >= 0;
	case DG_TOKENS:
		return p->tokens_placed <
		       dg_option(s, DG_OPTION_TOKENS_PER_PLAYER);
	default: return false;
	}
}

/* the next seat to the left that places, beginning with `from`; -1 none */
static int next_placing(const struct dg_state *s, int from)
{
	for (int k = 0; k < DG_MAX_SEATS; k++) {
		if (setup_places(s, from))
			return from;
		from = common_state_next(&s->head, from);
	}
	return -1;
}

static void next_turn(struct run *r, int seat)
{
	const struct dg_state *s = dg_of(r);
	int next = next_placing(s, common_state_next(&s->head, seat));

	if (next >= 0 && next != s->head.active)
		run_emit_int(r, DG_EV_SETUP_TURN, DG_CHEST_03, next);
}

/* what everybody has to hand in */
#define IN(word)                                                               \
	static bool is_##word(const void *state, int seat)                     \
	{                                                                      \
		return ((const struct dg_state *)state)->player[seat].word;    \
	}
IN(list_in)
IN(tiles_in)
IN(chests_in)
IN(pool_in)
#undef IN

static bool all_tiles_in(const struct dg_state *s)
{
	return s->n_tiles && common_state_everybody(s, is_tiles_in);
}

static void tile_turn(struct run *r, int seat)
{
	int next = common_state_next(&dg_of(r)->head, seat);

	if (next != seat)
		run_emit_int(r, DG_EV_SETUP_TURN, DG_TILE_03, next);
}

/* who places nothing more in this turn */
static bool decide_pass(struct run *r, int seat, const struct decision *d,
			struct refusal *no)
{
	int phase = dg_of(r)->head.phase;

	(void)d;
	(void)no;
	run_emit_int(r, DG_EV_SETUP_PASSED,
		     phase == DG_CHESTS   ? DG_CHEST_04
		     : phase == DG_TOKENS ? DG_TOK_03
					  : DG_TERR_01,
		     seat);
	return true;
}

static bool has_tiles(const struct dg_state *s)
{
	return s->n_tiles > 0;
}

/* An order of the setting up: the phase that it is for. */
static const struct setup_order {
	int kind, phase;
	bool in_turn; /* given by the active player alone */
	/* when in its phase; NULL: always */
	bool (*due)(const struct dg_state *s);
	bool (*decide)(struct run *r, int seat, const struct decision *d,
		       struct refusal *no);
	void (*next)(struct run *r, int seat); /* after it; NULL: nothing */
} setup_orders[] = {
	{ DG_ORDER_TEAM, DG_TEAMS, false, NULL, decide_team, NULL },
	{ DG_ORDER_TILES, DG_BOARD, false, has_tiles, dg_decide_tiles, NULL },
	{ DG_ORDER_TILE, DG_BOARD, true, all_tiles_in, dg_decide_tile,
	  tile_turn },
	{ DG_ORDER_TERRAIN, DG_TERRAIN, true, NULL, decide_terrain, next_turn },
	{ DG_ORDER_DOOR, DG_TERRAIN, true, NULL, decide_door, next_turn },
	{ DG_ORDER_END, DG_TERRAIN, true, NULL, decide_pass, next_turn },
	{ DG_ORDER_CHESTS, DG_CHESTS, false, NULL, decide_chests, NULL },
	{ DG_ORDER_CHEST, DG_CHESTS, true, NULL, decide_chest, next_turn },
	{ DG_ORDER_END, DG_CHESTS, true, NULL, decide_pass, next_turn },
	{ DG_ORDER_TOKEN, DG_TOKENS, true, NULL, decide_token, next_turn },
	{ DG_ORDER_END, DG_TOKENS, true, NULL, decide_pass, next_turn },
	{ DG_ORDER_POOL, DG_POOL, false, NULL, decide_pool, NULL },
	{ DG_ORDER_ENTRANCE, DG_DOORWAYS, false, NULL, decide_doorway, NULL },
	{ DG_ORDER_EXIT, DG_DOORWAYS, false, NULL, decide_doorway, NULL },
};

static const struct setup_order *order_of(const struct dg_state *s, int seat,
					  int kind)
{
	for (size_t i = 0; i < ARRAY_LEN(setup_orders); i++) {
		const struct setup_order *o = &setup_orders[i];

		if (o->kind == kind && o->phase == s->head.phase &&
		    (!o->in_turn || s->head.active == seat) &&
		    (!o->due || o->due(s)))
			return o;
	}
	return NULL;
}

/* a seat that has placed all gets this reason, whatever the turn */
static bool has_more(const struct dg_state *s, int seat, int kind,
		     struct refusal *no)
{
	const struct dg_player *p = &s->player[seat];

	if (kind == DG_ORDER_CHEST &&
	    RULE(DG_CHEST_04,
		 p->chests_placed >= dg_option(s, DG_OPTION_CHESTS_PER_PLAYER)))
		return setup_bad(no, DG_CHEST_04);
	if (kind == DG_ORDER_TOKEN &&
	    RULE(DG_TOK_03,
		 p->tokens_placed >= dg_option(s, DG_OPTION_TOKENS_PER_PLAYER)))
		return setup_bad(no, DG_TOK_03);
	return true;
}

bool dg_setup_decide(struct run *r, int seat, const struct decision *d,
		     struct refusal *no)
{
	const struct dg_state *s = dg_of(r);
	const struct setup_order *o;

	if (!has_more(s, seat, d->kind, no))
		return false;
	o = order_of(s, seat, d->kind);
	if (!o)
		return dg_no(no, DG_REFUSAL_BAD_TIME, DG_TURN_01, 0);
	if (!o->decide(r, seat, d, no))
		return false;
	if (o->next && !r->unknown)
		o->next(r, seat);
	return true;
}

static void to_first(struct run *r)
{
	if (dg_of(r)->head.active != dg_of(r)->head.first)
		run_emit_int(r, DG_EV_SETUP_TURN, DG_CHEST_03,
			     dg_of(r)->head.first);
}

static void advance_doorways(struct run *r)
{
	const struct dg_state *s = dg_of(r);

	if (dg_doorway(s) >= 0)
		return;
	for (int i = 0; i < DG_MAX_SEATS; i++)
		if (s->head.seat[i].present && s->player[i].exit < 0)
			mouth_emit(r, DG_EV_EXIT_SET, DG_EXIT_03, i,
				   s->player[dg_opponent(s, i)].entrance);
	dg_turn_start(r, s->head.first);
}

static void begin_phase(struct run *r, int phase, int rule)
{
	phase_enter(r, phase, rule);
	to_first(r);
}

static void advance_board(struct run *r)
{
	const struct dg_state *s = dg_of(r);

	if (s->map[0] ? !dg_maps_lay(r) : !dg_tiles_advance(r))
		return;
	if (!dg_option(s, DG_OPTION_PIECES)) {
		begin_phase(r, DG_CHESTS, DG_CHEST_01);
	} else if (r->dice) {
		begin_phase(r, DG_TERRAIN, DG_TERR_01);
		pieces_draw(r);
	}
}

static void advance_chests(struct run *r)
{
	const struct dg_state *s = dg_of(r);

	if (common_state_everybody(s, is_chests_in) &&
	    next_placing(s, s->head.active) < 0)
		begin_phase(r, DG_TOKENS, DG_TOK_02);
}

static void advance_tokens(struct run *r)
{
	const struct dg_state *s = dg_of(r);

	if (!s->n_tables)
		tables_define(r);
	if (next_placing(s, s->head.active) < 0)
		phase_enter(r, DG_POOL, DG_POOL_01);
}

static void setup_advance(struct run *r)
{
	const struct dg_state *s = dg_of(r);

	switch (s->head.phase) {
	case DG_TEAMS:
		if (common_state_seats(&s->head) > 1 &&
		    common_state_everybody(s, is_list_in))
			teams_open(r);
		return;
	case DG_FIRST: first_player(r); return;
	case DG_BOARD: advance_board(r); return;
	case DG_TERRAIN:
		if (next_placing(s, s->head.active) < 0)
			begin_phase(r, DG_CHESTS, DG_CHEST_01);
		return;
	case DG_CHESTS: advance_chests(r); return;
	case DG_TOKENS: advance_tokens(r); return;
	case DG_POOL:
		if (common_state_everybody(s, is_pool_in))
			begin_phase(r, DG_DOORWAYS, DG_EXIT_01);
		return;
	case DG_DOORWAYS: advance_doorways(r); return;
	case DG_PLAY: dg_due(r); return;
	default: return;
	}
}

void dg_advance(struct run *r)
{
	int n;

	do {
		n = r->out->n;
		setup_advance(r);
	} while (r->out->n != n && !r->unknown);
}

/* --- what set-up awaits of a seat, and silence ------------------------- */

static uint64_t setup_when(bool now, uint64_t kinds)
{
	return now ? kinds : 0;
}

static uint64_t board_kinds(const struct dg_state *s, int seat)
{
	if (s->map[0] || !s->n_tiles)
		return 0;
	if (!s->player[seat].tiles_in)
		return kind_bit(DG_ORDER_TILES);
	return setup_when(s->head.active == seat && all_tiles_in(s),
			  kind_bit(DG_ORDER_TILE));
}

static uint64_t chests_kinds(const struct dg_state *s, int seat)
{
	if (!s->player[seat].chests_in)
		return kind_bit(DG_ORDER_CHESTS);
	return setup_when(s->head.active == seat &&
				  common_state_everybody(s, is_chests_in),
			  kind_bit(DG_ORDER_CHEST) | kind_bit(DG_ORDER_END));
}

static uint64_t doorway_kinds(const struct dg_state *s, int seat)
{
	int whose = dg_doorway(s);

	if (whose < 0)
		return 0;
	return s->player[whose].entrance < 0
		       ? setup_when(whose == seat, kind_bit(DG_ORDER_ENTRANCE))
		       : setup_when(dg_opponent(s, whose) == seat,
				    kind_bit(DG_ORDER_EXIT));
}

bool dg_setup_seat(const struct dg_state *s, int seat, uint64_t *kinds)
{
	const struct dg_player *p = &s->player[seat];
	bool turn = s->head.active == seat;

	*kinds = 0;
	switch (s->head.phase) {
	case DG_TEAMS:
		*kinds = setup_when(!p->list_in, kind_bit(DG_ORDER_TEAM));
		break;
	case DG_BOARD: *kinds = board_kinds(s, seat); break;
	case DG_TERRAIN:
		*kinds = setup_when(turn, kind_bit(DG_ORDER_TERRAIN) |
						  kind_bit(DG_ORDER_DOOR) |
						  kind_bit(DG_ORDER_END));
		break;
	case DG_CHESTS: *kinds = chests_kinds(s, seat); break;
	case DG_TOKENS:
		*kinds = setup_when(turn, kind_bit(DG_ORDER_TOKEN) |
						  kind_bit(DG_ORDER_END));
		break;
	case DG_POOL:
		*kinds = setup_when(!p->pool_in, kind_bit(DG_ORDER_POOL));
		break;
	case DG_DOORWAYS: *kinds = doorway_kinds(s, seat); break;
	default: break;
	}
	return *kinds != 0;
}

static void mouth_add(const struct dg_state *s, struct decision *d, int m)
{
	char room[5];

	decision_add_text(d, DG_TAG_MOUTH, dg_id_text(s->mouth[m].id, room));
}

static bool silent_doorway(const struct dg_state *s, struct decision *d)
{
	int whose = dg_doorway(s), best = -1, far = -1;
	int32_t from;

	if (whose < 0)
		return false;
	if (s->player[whose].entrance < 0) {
		for (int m = 0; m < s->n_mouths; m++)
			if (entrance_ok(s, m)) {
				decision_start(d, DG_ORDER_ENTRANCE);
				mouth_add(s, d, m);
				return true;
			}
		return false;
	}
	from = dg_square_of(s->mouth[s->player[whose].entrance].x0,
			    s->mouth[s->player[whose].entrance].y0);
	for (int m = 0; m < s->n_mouths; m++) {
		int32_t to = dg_square_of(s->mouth[m].x0, s->mouth[m].y0);
		int steps = dg_section_distance(s, s->square[from].section,
						s->square[to].section);

		if (m != s->player[whose].entrance && steps > far) {
			far = steps;
			best = m;
		}
	}
	if (best < 0)
		return false;
	decision_start(d, DG_ORDER_EXIT);
	decision_add_int(d, DG_TAG_SEAT, whose);
	mouth_add(s, d, best);
	return true;
}

static void at_add(struct decision *d, int32_t sq)
{
	int32_t w[2] = { dg_x(sq), dg_y(sq) };

	decision_add(d, DG_TAG_AT, w, 2);
}

/* the middle square of a section first, then reading order */
static bool silent_chest(const struct dg_state *s, struct decision *d)
{
	struct chest_room room;

	chest_room_find(s, &room);
	for (int k = 0; k < s->n_sections; k++) {
		const struct dg_section *c = &s->section[k];
		int32_t middle =
			dg_square_of((c->x0 + c->x1) / 2, (c->y0 + c->y1) / 2);
		int32_t sq = middle;

		for (int i = -1; i < 25; i++) {
			if (i >= 0)
				sq = dg_square_of(c->x0 + i % 5, c->y0 + i / 5);
			if (i >= 0 && s->square[sq].section != k)
				continue;
			for (int face = DG_S; face < DG_S + 8; face += 2) {
				if (!chest_may_lie(s, &room, sq, face % 8))
					continue;
				decision_start(d, DG_ORDER_CHEST);
				at_add(d, sq);
				decision_add_int(d, DG_TAG_FACE, face % 8);
				return true;
			}
		}
	}
	decision_start(d, DG_ORDER_END);
	return true;
}

static bool silent_token(const struct dg_state *s, struct decision *d)
{
	int tier = 0;

	while (tier < N_DG_TIERS && !tier_may_lie(s, tier))
		tier++;
	for (int pass = 0; pass < 2 && tier < N_DG_TIERS; pass++)
		for (int32_t sq = 0; sq < s->height * DG_WIDTH; sq++) {
			bool chest = false;

			if (s->square[sq].terrain == DG_ROCK)
				continue;
			for (int i = 0; i < s->n_chests; i++)
				chest |= s->chest[i].place == DG_CHEST_LIES &&
					 s->square[s->chest[i].sq].section ==
						 s->square[sq].section;
			if ((!pass && !chest) || !token_may_lie(s, sq))
				continue;
			decision_start(d, DG_ORDER_TOKEN);
			decision_add_int(d, DG_TAG_TIER, tier);
			at_add(d, sq);
			return true;
		}
	decision_start(d, DG_ORDER_END);
	return true;
}

bool dg_setup_silent(const struct dg_state *s, int seat, struct decision *d)
{
	static const char *const models[] = { "chest/A", "chest/B", "chest/C",
					      "chest/D", "chest/E" };

	switch (s->head.phase) {
	case DG_BOARD:
		if (s->player[seat].tiles_in)
			decision_start(d, DG_ORDER_TILE);
		else
			dg_tiles_default(s, d);
		return true;
	case DG_TERRAIN: decision_start(d, DG_ORDER_END); return true;
	case DG_CHESTS:
		if (s->player[seat].chests_in)
			return silent_chest(s, d);
		decision_start(d, DG_ORDER_CHESTS);
		for (int i = 0; i < s->player[seat].heroes; i++)
			decision_add_text(d, DG_TAG_KEY,
					  (struct str){ models[i % 5], 7 });
		return true;
	case DG_TOKENS: return silent_token(s, d);
	case DG_DOORWAYS: return silent_doorway(s, d);
	default: return false; /* teams and pools come from a catalog */
	}
}
