/*
 * src/games/dungeons/rules/evolve_chest.c - applies events of chests, tokens
 * and their tables
 */
#include "games/dungeons/rules/evolve.h"

/* --- chests, tokens, tables -------------------------------------------- */

/* a line each; a line too long for its room gives no name */
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

bool dg_ev_model_defined(struct dg_state *s, const struct event *e)
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
			    x->ability[k] >= N_DG_ABILITIES ||
			    x->bonus[k] < -100 || x->bonus[k] > 100)
				return false;
	}
	model_names(&m, e);
	s->model[s->n_models++] = m;
	return true;
}

bool dg_ev_table_defined(struct dg_state *s, const struct event *e)
{
	struct dg_table t = { .tier = GET(TABLE_DEFINED, TIER) };
	int n;
	const int32_t *w = event_words(e, DG_EV_TABLE_DEFINED_ROWS, &n);

	if (n != 22 || s->n_tables == DG_MAX_TABLES ||
	    !event_copy_words(e, DG_EV_TABLE_DEFINED_NAME, t.name, 3))
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

bool dg_ev_chest_placed(struct dg_state *s, const struct event *e)
{
	struct dg_chest c = {
		.label = GET(CHEST_PLACED, CHEST),
		.place = DG_CHEST_LIES,
		.sq = dg_point_of(e, DG_EV_CHEST_PLACED_AT),
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
	if (dg_seat_ok(c.seat))
		s->player[c.seat].chests_placed++;
	return true;
}

bool dg_ev_treasure_carried(struct dg_state *s, int seat, const struct event *e)
{
	int32_t spoil = GET(TREASURE_CARRIED, SPOIL);
	struct dg_chest c = {
		.label = GET(TREASURE_CARRIED, CHEST),
		.place = DG_CHEST_HELD,
		.sq = DG_NOWHERE,
		.model = -1,
		.trap = DG_SPRUNG,
		.treasure = GET(TREASURE_CARRIED, TREASURE),
		.seen = 1,
		.secret = -1,
		.holder = seat,
		.seat = seat,
	};

	for (int i = 0; i < s->n_models; i++)
		if (s->model[i].letter == GET(TREASURE_CARRIED, MODEL))
			c.model = i;
	if (c.model < 0 || s->n_chests == DG_MAX_CHESTS || c.label <= 0 ||
	    dg_find_chest(s, c.label) >= 0 || spoil >= s->n_spoils)
		return false;
	s->spoils[spoil].taken = 1;
	s->chest[s->n_chests++] = c;
	return true;
}

bool dg_ev_token_placed(struct dg_state *s, const struct event *e)
{
	struct dg_token t = {
		.label = GET(TOKEN_PLACED, TOKEN),
		.tier = GET(TOKEN_PLACED, TIER),
		.sq = dg_point_of(e, DG_EV_TOKEN_PLACED_AT),
		.table = DG_UNKNOWN,
		.secret = -1,
		.seat = GET(TOKEN_PLACED, SEAT),
	};

	if (t.sq < 0 || t.label <= 0 || s->n_tokens == DG_MAX_TOKENS)
		return false;
	s->token[s->n_tokens++] = t;
	if (dg_seat_ok(t.seat))
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

bool dg_ev_secret(struct dg_state *s, const struct event *e)
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

bool dg_ev_drop_due(struct dg_state *s, const struct event *e)
{
	int c = dg_find_chest(s, GET(DROP_DUE, CHEST));
	int32_t seat = GET(DROP_DUE, SEAT), how = GET(DROP_DUE, HOW);

	if (c < 0 || !dg_seat_ok(seat) || how < DG_DROP_NONE ||
	    how > DG_DROP_NEAREST)
		return false;
	s->chest[c].drop = how;
	s->chest[c].drop_seat = seat;
	s->chest[c].drop_near = dg_point_of(e, DG_EV_DROP_DUE_NEAR);
	return true;
}

/* its treasure is seen, and a Hero has it */
static bool chest_opened(struct dg_state *s, struct dg_chest *c,
			 const struct event *e)
{
	c->seen = 1;
	c->treasure = GET(CHEST_OPENED, POSITION);
	if (c->treasure < 0 || c->treasure >= DG_POSITIONS)
		return false;
	if (!dg_seat_ok(GET(CHEST_OPENED, SEAT)))
		return true;
	c->place = DG_CHEST_HELD;
	c->holder = GET(CHEST_OPENED, SEAT);
	c->sq = DG_NOWHERE;
	s->player[c->holder].acquired = 1;
	return true;
}

/* a potion that works does so for whoever drank it, and no longer */
static void potion_ends(struct dg_chest *c)
{
	if (c->potion == DG_POTION_WORKS)
		c->potion = DG_POTION_USED;
}

static bool chest_dropped(struct dg_chest *c, const struct event *e)
{
	chest_reset(c);
	c->drop = DG_DROP_NONE;
	c->drop_seat = c->drop_near = 0;
	c->place = DG_CHEST_LIES;
	c->sq = dg_point_of(e, DG_EV_CHEST_DROPPED_AT);
	c->face = GET(CHEST_DROPPED, FACE);
	potion_ends(c);
	return c->sq >= 0;
}

static bool chest_stolen(struct dg_state *s, struct dg_chest *c,
			 const struct event *e)
{
	c->holder = GET(CHEST_STOLEN, TO);
	c->fig = c->last_fig = 0;
	potion_ends(c);
	if (!dg_seat_ok(c->holder))
		return false;
	s->player[c->holder].acquired = 1;
	return true;
}

static bool chests_swapped(struct dg_state *s, struct dg_chest *c,
			   const struct event *e)
{
	int i = dg_find_chest(s, GET(SWAPPED, SECOND));
	struct dg_chest *other = &s->chest[i < 0 ? 0 : i];
	int32_t holder = c->holder;

	if (i < 0)
		return false;
	c->holder = other->holder;
	other->holder = holder;
	c->fig = c->last_fig = 0;
	other->fig = other->last_fig = 0;
	for (int n = 0; n < DG_MAX_SEATS; n++)
		s->player[n].swap_given = s->player[n].swap_wanted = 0;
	return true;
}

bool dg_ev_chest_event(struct dg_state *s, const struct event *e)
{
	int i = dg_find_chest(s, event_get(e, 0));
	struct dg_chest *c;

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
	case DG_EV_CHEST_OPENED: return chest_opened(s, c, e);
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
	case DG_EV_CHEST_DROPPED: return chest_dropped(c, e);
	case DG_EV_CHEST_STOLEN: return chest_stolen(s, c, e);
	case DG_EV_SWAPPED: return chests_swapped(s, c, e);
	default: return false;
	}
}
