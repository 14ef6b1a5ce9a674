/*
 * src/games/dungeons/rules/state.c - finds pieces and their values; checks the
 * invariants
 */
#include "games/dungeons/rules/state.h"
#include "games/dungeons/rules/board.h"
#include "games/dungeons/rules/system_private.h"
#include "engine/commitment.h"

int dg_find(const struct dg_state *s, int32_t label)
{
	for (int i = 0; i < s->n_figs; i++)
		if (s->fig[i].label == label)
			return i;
	return -1;
}

int dg_known(const struct dg_state *s, int seat, int32_t label)
{
	int f = dg_find(s, label);

	return f >= 0 && (s->fig[f].open || s->fig[f].owner == seat) ? f : -1;
}

int dg_find_chest(const struct dg_state *s, int32_t label)
{
	for (int i = 0; i < s->n_chests; i++)
		if (s->chest[i].label == label)
			return i;
	return -1;
}

int dg_find_token(const struct dg_state *s, int32_t label)
{
	for (int i = 0; i < s->n_tokens; i++)
		if (s->token[i].label == label)
			return i;
	return -1;
}

int dg_find_door(const struct dg_state *s, int32_t label)
{
	for (int i = 0; i < s->n_doors; i++)
		if (s->door[i].label == label)
			return i;
	return -1;
}

int dg_find_mouth(const struct dg_state *s, int32_t id)
{
	for (int i = 0; i < s->n_mouths; i++)
		if (s->mouth[i].id == id)
			return i;
	return -1;
}

int dg_find_section(const struct dg_state *s, int32_t id)
{
	for (int i = 0; i < s->n_sections; i++)
		if (s->section[i].id == id)
			return i;
	return -1;
}

int32_t dg_id(struct str name)
{
	uint32_t id = 0;

	for (size_t i = 0; i < name.len && i < 4; i++)
		id |= (uint32_t)(unsigned char)name.s[i] << 8 * i;
	return (int32_t)id;
}

struct str dg_id_text(int32_t id, char room[5])
{
	size_t n = 0;

	for (; n < 4 && (uint32_t)id >> 8 * n & 0xff; n++)
		room[n] = (char)((uint32_t)id >> 8 * n & 0xff);
	room[n] = 0;
	return (struct str){ room, n };
}

/* --- dials ------------------------------------------------------------- */

struct dg_click dg_click(const struct dg_card *c, int click)
{
	struct dg_click v;

	for (int slot = 0; slot < N_DG_SLOTS; slot++) {
		v.value[slot] = dg_byte(c->dial[click][0], (enum dg_slot)slot);
		v.ability[slot] =
			dg_byte(c->dial[click][1], (enum dg_slot)slot);
	}
	return v;
}

void dg_click_put(struct dg_card *c, int click, const struct dg_click *v)
{
	uint32_t w[2] = { 0, 0 };

	for (int slot = 0; slot < N_DG_SLOTS; slot++) {
		w[0] |= (uint32_t)v->value[slot] << 8 * slot;
		w[1] |= (uint32_t)v->ability[slot] << 8 * slot;
	}
	c->dial[click][0] = (int32_t)w[0];
	c->dial[click][1] = (int32_t)w[1];
}

/* --- treasures --------------------------------------------------------- */

const struct dg_treasure *dg_treasure(const struct dg_state *s, int chest)
{
	const struct dg_chest *c = &s->chest[chest];

	if (c->treasure < 0 || c->treasure >= DG_POSITIONS)
		return NULL;
	return &s->model[c->model].treasure[c->treasure];
}

bool dg_item_works(const struct dg_state *s, int chest, int f)
{
	const struct dg_chest *c = &s->chest[chest];
	const struct dg_treasure *t;

	if (c->place != DG_CHEST_HELD || c->fig != s->fig[f].label)
		return false;
	t = dg_treasure(s, chest);
	return t && !RULE(DG_TRS_11, t->potion && c->potion != DG_POTION_WORKS);
}

int32_t dg_value(const struct dg_state *s, int f, enum dg_slot slot)
{
	int32_t v = dg_printed(s, f, slot);

	if (s->fig[f].kind == DG_SPAWN || slot == DG_DAMAGE)
		return v;
	for (int i = 0; i < s->n_chests; i++)
		if (dg_item_works(s, i, f))
			v += RULE_VALUE(DG_TRS_10,
					dg_treasure(s, i)->bonus[slot]);
	return v;
}

/* DG-TRS-13: abilities of ranged combat are none to a figure without range */
static bool is_ranged(enum dg_ability a)
{
	return a == DG_ABILITY_BLAST || a == DG_ABILITY_FLAME ||
	       a == DG_ABILITY_SHOCKWAVE || a == DG_ABILITY_MAGIC_HEALING;
}

enum dg_ability dg_shown(const struct dg_state *s, int f, enum dg_slot slot)
{
	int32_t a = dg_printed_ability(s, f, slot);
	bool found = false;

	if (s->fig[f].kind == DG_SPAWN || slot == DG_DAMAGE)
		return (enum dg_ability)a;
	for (int i = 0; i < s->n_chests; i++) {
		int32_t by;

		if (!dg_item_works(s, i, f))
			continue;
		by = dg_treasure(s, i)->ability[slot];
		if (!by ||
		    (RULE(DG_TRS_13,
			  !s->card[f].range && is_ranged((enum dg_ability)by))))
			continue;
		/* two for one cell: the one named, else the first */
		if (found &&
		    RULE(DG_TRS_14, s->fig[f].item[slot] != s->chest[i].label))
			continue;
		if (RULE(DG_TRS_12, true)) {
			a = by;
			found = true;
		}
	}
	return (enum dg_ability)a;
}

int dg_controller(const struct dg_state *s, int f)
{
	const struct dg_fig *p = &s->fig[f];

	if (p->owner >= 0)
		return p->owner;
	if (s->head.active < 0)
		return -1;
	return s->actor == p->label ? s->head.active
				    : dg_opponent(s, s->head.active);
}

/* Is it in one of the slots? Printed abilities are in their slot, and
 * treasures give others; a treasure's ability may replace the printed one. */
static bool state_shows(const struct dg_state *s, int f, enum dg_ability a)
{
	bool printed = dg_has_byte(s->card[f].dial[s->fig[f].click][1], a);
	bool held = false, given = false, shown = false;

	if (s->fig[f].kind == DG_SPAWN)
		return printed;
	for (int i = 0; i < s->n_chests; i++) {
		const struct dg_treasure *t;

		if (s->chest[i].fig != s->fig[f].label ||
		    s->chest[i].place != DG_CHEST_HELD)
			continue;
		held = true;
		t = dg_treasure(s, i);
		for (int slot = 0; t && slot < DG_DAMAGE; slot++)
			given |= t->ability[slot] == (int32_t)a;
	}
	if (!held || (!printed && !given))
		return printed;
	for (int slot = 0; slot < N_DG_SLOTS; slot++)
		shown |= dg_shown(s, f, (enum dg_slot)slot) == a;
	return shown;
}

/*
 * DG-SA-07: of its visible abilities; seat is the seat that decides for it,
 * -1: none
 */
static bool in_use(const struct dg_state *s, int f, enum dg_ability a, int seat)
{
	const struct dg_fig *p = &s->fig[f];

	if (RULE(DG_SA_02, (uint32_t)p->cancelled[a / 32] >> a % 32 & 1))
		return false;
	return !dg_abilities[a].optional || seat < 0 ||
	       p->off[seat][a / 32] == DG_UNKNOWN ||
	       !RULE(DG_SA_07, (uint32_t)p->off[seat][a / 32] >> a % 32 & 1);
}

bool dg_shows_on_board(const struct dg_state *s, int f, enum dg_ability a)
{
	return RULE(DG_SA_01, state_shows(s, f, a)) &&
	       in_use(s, f, a, dg_controller(s, f));
}

bool dg_is_unsure(const struct dg_state *s, int f, enum dg_ability a)
{
	int seat = dg_controller(s, f);

	return dg_abilities[a].optional && seat >= 0 &&
	       s->fig[f].off[seat][a / 32] == DG_UNKNOWN && dg_has(s, f, a);
}

bool dg_has_for(const struct dg_state *s, int f, enum dg_ability a, int seat)
{
	int owner = s->fig[f].owner;

	return dg_on_board(s, f) && dg_may_show(s, f, a) &&
	       RULE(DG_SA_01, state_shows(s, f, a)) &&
	       in_use(s, f, a, owner < 0 ? seat : owner);
}

bool dg_comes_with(const struct dg_state *s, int f, enum dg_ability a)
{
	int owner = s->fig[f].owner;

	return dg_in_play(s, f) && dg_may_show(s, f, a) &&
	       RULE(DG_SA_01, state_shows(s, f, a)) &&
	       in_use(s, f, a, owner < 0 ? s->head.active : owner);
}

int32_t dg_points(const struct dg_state *s, int f)
{
	const struct dg_card *c = &s->card[f];
	int32_t level = s->fig[f].top_level;

	return c->n_levels && level ? c->level_cost[level - 1] : c->points;
}

int32_t dg_start_click(const struct dg_state *s, int f)
{
	const struct dg_card *c = &s->card[f];

	return c->n_levels && s->fig[f].level
		       ? c->level_click[s->fig[f].level - 1]
		       : 0;
}

/* --- seats ------------------------------------------------------------- */

int dg_opponent(const struct dg_state *s, int seat)
{
	int gone = seat; /* if no other seat is left */

	for (int k = 1; k < DG_MAX_SEATS; k++) {
		int other = (seat + DG_MAX_SEATS - k) % DG_MAX_SEATS;

		if (!s->head.seat[other].present)
			continue;
		if (!s->head.seat[other].withdrawn)
			return other;
		if (gone == seat)
			gone = other;
	}
	return gone;
}

/* --- refusals, dice ---------------------------------------------------- */

bool dg_no(struct refusal *no, int reason, int rule, int32_t label)
{
	*no = (struct refusal){ .reason = reason, .rule = rule, .n_args = 1 };
	no->args[0] = label;
	return false;
}

bool dg_no2(struct refusal *no, int reason, int rule, int32_t a, int32_t b)
{
	dg_no(no, reason, rule, a);
	no->args[no->n_args++] = b;
	return false;
}

bool dg_no_sp(struct refusal *no, int rule, int32_t label, int need, int left)
{
	dg_no2(no, DG_REFUSAL_NO_SP, rule, label, need);
	no->args[no->n_args++] = left;
	return false;
}

bool dg_no_range(struct refusal *no, int rule, int32_t label, int far,
		 int range)
{
	dg_no2(no, DG_REFUSAL_OUT_OF_RANGE, rule, label, far);
	no->args[no->n_args++] = range;
	return false;
}

int dg_roll(struct run *r, int sides)
{
	return run_roll(r, sides);
}

int dg_hidden(struct run *r, int32_t number, int n, int32_t piece)
{
	int value = commitment_draw(r, number, n);
	char room[COMMITMENT_TEXT_ROOM];
	struct event e;

	if (r->unknown)
		return 0;
	commitment_commit(r, -1, number,
			  commitment_of_piece(piece, value, room), DG_R_14);
	dg_event_secret(&e, DG_R_14, number, piece, value);
	e.audience = AUDIENCE_GM;
	run_emit(r, &e);
	return value;
}

void dg_open_secret(struct run *r, int32_t number, int32_t piece, int32_t value)
{
	char room[COMMITMENT_TEXT_ROOM];

	if (number >= 0)
		commitment_open(r, number,
				commitment_of_piece(piece, value, room),
				DG_R_14);
}

/* --- what must always hold --------------------------------------------- */

static const char *figure_invariant(const struct dg_state *s, int f)
{
	const struct dg_fig *p = &s->fig[f];
	const struct dg_card *c = &s->card[f];

	if (f && p[-1].label >= p->label)
		return "figures out of order";
	if (p->top_level < p->level)
		return "a level above its highest";
	if (!dg_on_board(s, f))
		return p->sq == DG_NOWHERE ? NULL : "a square off the board";
	if (!dg_enterable(s, p->sq))
		return "a figure where nobody can stand";
	if (p->click >= c->n_clicks)
		return "a dead figure on the board";
	for (int g = 0; g < f; g++)
		if (dg_on_board(s, g) && s->fig[g].sq == p->sq)
			return "two figures in a square";
	if (dg_token_at(s, p->sq) >= 0 || dg_chest_at(s, p->sq) >= 0)
		return "a figure in the square of a chest or token";
	return NULL;
}

static const char *chest_invariant(const struct dg_state *s, int i)
{
	const struct dg_chest *c = &s->chest[i];
	int n = 0;

	if (c->place == DG_CHEST_LIES && dg_token_at(s, c->sq) >= 0)
		return "a chest in the square of a token";
	for (int j = 0; j < i; j++)
		if (c->place == DG_CHEST_LIES &&
		    s->chest[j].place == DG_CHEST_LIES &&
		    s->chest[j].sq == c->sq)
			return "two chests in a square";
	if (c->place != DG_CHEST_HELD || !c->fig)
		return NULL;
	for (int j = 0; j < s->n_chests; j++)
		n += s->chest[j].place == DG_CHEST_HELD &&
		     s->chest[j].fig == c->fig;
	return n > 2 ? "three treasures of one Hero" : NULL;
}

const char *dg_invariant(const void *state)
{
	const struct dg_state *s = state;
	const char *what = NULL;

	if (s->head.phase == DG_PLAY &&
	    (s->head.active < 0 || !s->head.seat[s->head.active].present))
		return "nobody's turn";
	for (int f = 0; f < s->n_figs && !what; f++)
		what = figure_invariant(s, f);
	for (int i = 0; i < s->n_chests && !what; i++)
		what = chest_invariant(s, i);
	for (int i = 0; i < s->n_tokens && !what; i++)
		for (int j = 0; j < i; j++)
			if (s->token[i].sq != DG_NOWHERE &&
			    s->token[i].sq == s->token[j].sq)
				what = "two tokens in a square";
	return what;
}

/* --- speed points ------------------------------------------------------- */

bool dg_actor_now(const struct dg_state *s, int32_t piece)
{
	return piece && s->actor == piece;
}

void dg_mod(int32_t mods[], int *n, int rule, int32_t amount)
{
	assert(*n + 2 <= DG_MOD_WORDS);
	mods[(*n)++] = rule;
	mods[(*n)++] = amount;
}

int32_t dg_start_sp(const struct dg_state *s, int f, enum dg_how how,
		    int32_t mods[DG_MOD_WORDS], int *n_mods)
{
	int32_t printed = dg_printed(s, f, DG_SPEED);
	int32_t sp = dg_value(s, f, DG_SPEED);

	*n_mods = 0;
	dg_mod(mods, n_mods, DG_ACT_01, printed);
	if (sp != printed)
		dg_mod(mods, n_mods, DG_TRS_10, sp - printed);
	if (how == DG_HOW_ZERO) {
		dg_mod(mods, n_mods, DG_SA_05, -sp);
		return 0;
	}
	if (how == DG_HOW_DOUBLE) {
		dg_mod(mods, n_mods, DG_SA_10, printed);
		sp += printed;
	}
	return sp < 0 ? 0 : sp;
}

int32_t dg_sp(const struct dg_state *s, int32_t piece)
{
	int f = dg_find(s, piece), i = f < 0 ? dg_find_token(s, piece) : -1;
	int32_t mods[DG_MOD_WORDS];
	int n;

	if (f >= 0)
		return s->actor == piece
			       ? s->fig[f].sp
			       : dg_start_sp(s, f, DG_HOW_NORMAL, mods, &n);
	if (i < 0)
		return 0;
	return s->actor == piece ? s->token[i].sp : 4;
}
