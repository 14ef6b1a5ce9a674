/*
 * src/games/dungeons/rules/validate.c - checks the invariants on which the
 * rules rely: every number used as an index, every label that is looked up.
 * They hold after each event; a state made of foreign events is checked before
 * it is used.
 */
#include "games/dungeons/rules/system_private.h"
#include "games/dungeons/rules/exec.h"

static bool validate_in(int32_t v, int32_t min, int32_t max)
{
	return min <= v && v <= max;
}

static bool square_in(int32_t sq)
{
	return validate_in(sq, 0, DG_SQUARES - 1);
}

static bool square_or_none(int32_t sq)
{
	return sq == DG_NOWHERE || square_in(sq);
}

static bool seat_or_none(int32_t seat)
{
	return validate_in(seat, -1, DG_MAX_SEATS - 1);
}

static bool fig_or_none(const struct dg_state *s, int32_t label)
{
	return !label || dg_find(s, label) >= 0;
}

static bool box_in(int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
	return validate_in(x0, 0, x1) && validate_in(y0, 0, y1) &&
	       validate_in(x1, 0, DG_WIDTH - 1) &&
	       validate_in(y1, 0, DG_WIDTH - 1);
}

static const char *counts_validate(const struct dg_state *s)
{
	if (!validate_in(s->n_sections, 0, DG_MAX_SECTIONS) ||
	    !validate_in(s->n_mouths, 0, DG_MAX_MOUTHS) ||
	    !validate_in(s->n_doors, 0, DG_MAX_DOORS) ||
	    !validate_in(s->n_chests, 0, DG_MAX_CHESTS) ||
	    !validate_in(s->n_models, 0, DG_MAX_MODELS) ||
	    !validate_in(s->n_tokens, 0, DG_MAX_TOKENS) ||
	    !validate_in(s->n_tables, 0, DG_MAX_TABLES) ||
	    !validate_in(s->n_tiles, 0, DG_MAX_BOX) ||
	    !validate_in(s->n_figs, 0, DG_MAX_FIGS) ||
	    !validate_in(s->n_stairs, 0, DG_MAX_STAIRS))
		return "more than there is room for";
	if (!validate_in(s->n_secrets, 0, HIDDEN_MAX + 1))
		return "more hidden draws than there are";
	if (!validate_in(s->width, 0, DG_WIDTH) ||
	    !validate_in(s->height, 0, DG_WIDTH))
		return "a board larger than the table";
	for (int i = 0; i < N_DG_PIECES; i++)
		if (s->n_pieces[i] < 0)
			return "fewer than no terrain pieces";
	return NULL;
}

static const char *turn_validate(const struct dg_state *s)
{
	if (!seat_or_none(s->master))
		return "no such seat";
	if (s->activations < 0)
		return "fewer than no activations";
	if (!validate_in(s->how, DG_HOW_NORMAL, DG_HOW_CONFUSED))
		return "no such way to activate";
	if (s->actor && dg_find(s, s->actor) < 0 &&
	    dg_find_token(s, s->actor) < 0)
		return "an activation of nobody";
	if (!fig_or_none(s, s->confuser))
		return "a confusion by nobody";
	return NULL;
}

static const char *square_validate(const struct dg_state *s, int sq)
{
	const struct dg_square *q = &s->square[sq];

	if (!validate_in(q->terrain, 0, N_DG_TERRAINS - 1) ||
	    !validate_in(q->sides, 0, 15))
		return "no such square";
	if (q->terrain != DG_ROCK &&
	    !validate_in(q->section, 0, s->n_sections - 1))
		return "a square of no section";
	return NULL;
}

static const char *board_validate(const struct dg_state *s)
{
	const char *what = NULL;

	for (int i = 0; i < DG_SQUARES && !what; i++)
		what = square_validate(s, i);
	for (int i = 0; i < s->n_sections; i++) {
		const struct dg_section *c = &s->section[i];

		if (!box_in(c->x0, c->y0, c->x1, c->y1) ||
		    !validate_in(c->kind, DG_CORRIDOR, DG_CHAMBER) ||
		    !seat_or_none(c->seat))
			return "no such section";
	}
	for (int i = 0; i < s->n_mouths; i++) {
		const struct dg_mouth *m = &s->mouth[i];

		if (!box_in(m->x0, m->y0, m->x1, m->y1) ||
		    !validate_in(m->side, 0, N_DG_FACES - 1))
			return "no such mouth";
	}
	for (int i = 0; i < s->n_doors; i++) {
		const struct dg_door *d = &s->door[i];

		if (!square_in(d->sq) ||
		    !validate_in(d->side, 0, N_DG_FACES - 1) ||
		    !validate_in(d->kind, DG_WOOD, DG_IRON) ||
		    !validate_in(d->state, DG_CLOSED, DG_DESTROYED))
			return "no such door";
	}
	for (int i = 0; i < s->n_stairs; i++)
		if (!square_in(s->stairs[i][0]) || !square_in(s->stairs[i][1]))
			return "stairs that lead off the table";
	return what;
}

static const char *figure_validate(const struct dg_state *s, int f)
{
	const struct dg_fig *p = &s->fig[f];
	const struct dg_card *c = &s->card[f];

	if (!validate_in(p->kind, DG_HERO, DG_WARRIOR) ||
	    !seat_or_none(p->owner) ||
	    !validate_in(p->place, DG_IN_POOL, DG_ELIMINATED))
		return "no such figure";
	if (p->kind != DG_SPAWN && p->owner < 0)
		return "a figure of nobody";
	if (!validate_in(c->n_clicks, 1, DG_MAX_CLICKS) ||
	    !validate_in(p->click, 0, c->n_clicks))
		return "a dial beyond its clicks";
	if (!validate_in(p->facing, 0, N_DG_FACES - 1))
		return "a facing that is none of eight";
	if (!validate_in(p->level, 0, DG_LEVELS) ||
	    !validate_in(p->top_level, 0, DG_LEVELS))
		return "a level beyond the fifth";
	if (!validate_in(c->n_levels, 0, DG_LEVELS))
		return "more levels than five";
	for (int i = 0; i < c->n_levels; i++)
		if (!validate_in(c->level_click[i], 0, c->n_clicks - 1))
			return "a level that starts beyond the dial";
	if (!square_or_none(p->sq) ||
	    (p->place == DG_ON_BOARD && p->sq == DG_NOWHERE))
		return "a figure off the table";
	if (!validate_in(p->pending, 0, N_DG_TERRAINS - 1))
		return "no such terrain";
	for (int i = 0; i < DG_MAX_SEATS; i++)
		if (!validate_in(p->spin[i], DG_POLICY_DEFAULT,
				 DG_POLICY_PREFER) ||
		    !validate_in(p->counter[i], DG_POLICY_DEFAULT,
				 DG_POLICY_PREFER) ||
		    !validate_in(p->counter_without[i], 0, N_DG_ABILITIES - 1))
			return "no such standing order";
	return NULL;
}

static const char *chest_validate(const struct dg_state *s, int i)
{
	const struct dg_chest *c = &s->chest[i];
	bool held = c->place == DG_CHEST_HELD || c->place == DG_CHEST_STORED;

	if (!validate_in(c->model, 0, s->n_models - 1) ||
	    !validate_in(c->place, DG_CHEST_NONE, DG_CHEST_REMOVED) ||
	    !validate_in(c->face, 0, N_DG_FACES - 1) ||
	    !validate_in(c->trap, DG_UNREVEALED, DG_SPRUNG) ||
	    !validate_in(c->potion, DG_POTION_FULL, DG_POTION_USED))
		return "no such chest";
	if (!validate_in(c->position, 0, DG_POSITIONS - 1))
		return "a trap dial beyond its positions";
	if (c->treasure != DG_UNKNOWN &&
	    !validate_in(c->treasure, 0, DG_POSITIONS - 1))
		return "no such treasure";
	if (!square_or_none(c->sq) ||
	    (c->place == DG_CHEST_LIES && c->sq == DG_NOWHERE))
		return "a chest off the table";
	if (!seat_or_none(c->holder) || (held && c->holder < 0))
		return "a chest held by nobody";
	if (!seat_or_none(c->seat) || !fig_or_none(s, c->fig) ||
	    !fig_or_none(s, c->last_fig))
		return "a chest of nobody";
	/* once its player has been asked it is -1 - seat */
	if (!validate_in(c->drop, DG_DROP_NONE, DG_DROP_NEAREST) ||
	    !validate_in(c->drop_seat, -DG_MAX_SEATS, DG_MAX_SEATS - 1) ||
	    !square_or_none(c->drop_near))
		return "a chest dropped nowhere";
	return NULL;
}

static const char *token_validate(const struct dg_state *s, int i)
{
	const struct dg_token *t = &s->token[i];

	if (!validate_in(t->tier, DG_WEAK, DG_TOUGH) || !seat_or_none(t->seat))
		return "no such token";
	if (t->table != DG_UNKNOWN &&
	    !validate_in(t->table, 0, s->n_tables - 1))
		return "a token of no table";
	return square_or_none(t->sq) ? NULL : "a token off the table";
}

static const char *player_validate(const struct dg_state *s, int seat)
{
	const struct dg_player *p = &s->player[seat];

	if (!validate_in(p->entrance, -1, s->n_mouths - 1) ||
	    !validate_in(p->exit, -1, s->n_mouths - 1))
		return "no such doorway";
	if (!validate_in(p->n_tiles, 0, DG_MAX_TILES))
		return "more tiles than a hand holds";
	if (!validate_in(p->piece, 0, N_DG_PIECES - 1))
		return "no such terrain piece";
	if (!validate_in(p->spin, DG_POLICY_DEFAULT, DG_POLICY_PREFER) ||
	    !validate_in(p->counter, DG_POLICY_DEFAULT, DG_POLICY_PREFER))
		return "no such standing order";
	if (p->due < 0 || !fig_or_none(s, p->due_first))
		return "levels of nobody";
	if ((p->swap_given && dg_find_chest(s, p->swap_given) < 0) ||
	    (p->swap_wanted && dg_find_chest(s, p->swap_wanted) < 0))
		return "a swap of nothing";
	return NULL;
}

static const char *jobs_validate(const struct dg_state *s)
{
	const struct dg_frame *f = &s->frame;

	if (f->n % DG_JOB_WORDS)
		return "half a job";
	for (int i = 0; i < f->n; i += DG_JOB_WORDS)
		if (!validate_in(f->w[i], DG_JOB_NONE, DG_JOB_TURN_END))
			return "no such work";
	return NULL;
}

const char *dg_validate(const void *state)
{
	const struct dg_state *s = state;
	const char *what = counts_validate(s);

	if (!what)
		what = turn_validate(s);
	if (!what)
		what = board_validate(s);
	for (int f = 0; f < s->n_figs && !what; f++)
		what = figure_validate(s, f);
	for (int i = 0; i < s->n_chests && !what; i++)
		what = chest_validate(s, i);
	for (int i = 0; i < s->n_tokens && !what; i++)
		what = token_validate(s, i);
	for (int i = 0; i < DG_MAX_SEATS && !what; i++)
		what = player_validate(s, i);
	return what ? what : jobs_validate(s);
}

bool dg_is_creation_event(int kind)
{
	switch (kind) {
	case DG_EV_FIGURE_DEFINED:
	case DG_EV_MODEL_DEFINED:
	case DG_EV_TABLE_DEFINED:
	case DG_EV_BOARD_LAID:
	case DG_EV_TILE_DEFINED:
	case DG_EV_STAIRS_JOINED:
	case DG_EV_TILE_LAID:
	case DG_EV_TILES_CHOSEN:
	case DG_EV_CHEST_PLACED:
	case DG_EV_CHESTS_POOLED:
	case DG_EV_TOKEN_PLACED:
	case DG_EV_PHASE_ENTERED: return true;
	default: return false;
	}
}
