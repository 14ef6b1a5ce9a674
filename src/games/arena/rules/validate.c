/*
 * src/games/arena/rules/validate.c - checks the invariants of a foreign state
 */
#include "games/arena/rules/play.h"

static bool validate_in(int32_t v, int32_t min, int32_t max)
{
	return min <= v && v <= max;
}

static const char *object_validate(const struct ar_state *s, int i)
{
	const struct ar_obj *o = &s->obj[i];

	if (o->handle < 1 || o->handle >= s->next_handle ||
	    (i && s->obj[i - 1].handle >= o->handle))
		return "objects out of order";
	if (!validate_in(o->card, 0, s->n_cards - 1) && o->card != AR_UNKNOWN)
		return "an object without a card";
	if (!validate_in(o->owner, 0, AR_MAX_SEATS - 1) ||
	    !validate_in(o->ctl, 0, AR_MAX_SEATS - 1))
		return "an object of nobody";
	if (o->zone && !ar_is_zone(s, o->zone))
		return "an object in no zone";
	if (o->border[0] &&
	    !(ar_is_zone(s, o->border[0]) && ar_is_zone(s, o->border[1])))
		return "a wall that is not between two zones";
	if (o->host && (!ar_obj(s, o->host) || o->host == o->handle))
		return "something attached to nothing";
	if (o->damage < 0 || o->mana < 0)
		return "damage or mana below 0";
	for (int c = 0; c < N_AR_CONDS; c++)
		if (!validate_in(o->cond[c], 0, 1000))
			return "fewer than no markers";
	for (int t = 0; t < N_AR_TOKENS; t++)
		if (!validate_in(o->token[t], 0, 1000))
			return "fewer than no tokens";
	return NULL;
}

static const char *player_validate(const struct ar_state *s, int i)
{
	const struct ar_player *p = &s->player[i];
	int at = 0;

	if (!validate_in(s->head.seat[i].team, 0, AR_MAX_SEATS - 1))
		return "a player of no side";
	if (!validate_in(p->class, 0, N_AR_CLASSES - 1) ||
	    !validate_in(p->element, -1, N_AR_SCHOOLS - 1))
		return "a player without a Mage";
	if (p->mana < 0 || !validate_in(p->n_pile, 0, AR_MAX_PILE))
		return "mana or a discard pile below 0";
	for (int k = 0; k < AR_PLANNED; k++)
		if (!validate_in(p->planned[k], 0, s->n_cards - 1) &&
		    p->planned[k] != AR_UNKNOWN)
			return "a planned spell that is no card";
	if (!validate_in(p->n_lines, 0, AR_LINE_WORDS))
		return "more lines than there is room for";
	if (!validate_in(s->kept[i].n, 0, AR_KEPT_WORDS))
		return "more entries are kept than there is room for";
	for (int k = 0; k < s->kept[i].n; k += s->kept[i].w[k] + 1)
		if (s->kept[i].w[k] < 1 ||
		    k + 1 + s->kept[i].w[k] > s->kept[i].n)
			return "an entry that is kept goes on behind its end";
	while (at < p->n_lines) {
		if (p->lines[at] < 1 || at + 1 + p->lines[at] > p->n_lines)
			return "a line that is none";
		at += p->lines[at] + 1;
	}
	return NULL;
}

static bool counts_validate(const struct ar_state *s)
{
	return validate_in(s->step, 0, N_AR_STEPS - 1) &&
	       validate_in(s->width, 0, AR_MAX_WIDTH) &&
	       validate_in(s->height, 0, AR_MAX_HEIGHT) &&
	       validate_in(s->n_cards, 1, AR_MAX_CARDS) &&
	       validate_in(s->n_pool, 0, AR_POOL_WORDS) &&
	       validate_in(s->n_objects, 0, AR_MAX_OBJECTS) &&
	       validate_in(s->n_mods, 0, AR_MAX_MODS) &&
	       validate_in(s->n_pairs, 0, AR_MAX_PAIRS) &&
	       validate_in(s->n_plan, 0, DECISION_MAX_WORDS);
}

static const char *turn_validate(const struct ar_state *s)
{
	if (s->head.phase > AR_SETUP && s->head.phase < AR_OVER &&
	    !validate_in(s->head.first, 0, AR_MAX_SEATS - 1))
		return "an initiative of nobody";
	if (s->head.phase == AR_TURNS && s->step != AR_STEP_BEGIN &&
	    s->step != AR_STEP_ASKED && s->step != AR_STEP_WINDOW &&
	    s->head.active < 0)
		return "a turn of nobody";
	return NULL;
}

/* Frames as exec.c packs them; two events may hold the last one. */
static const char *stack_validate(const struct ar_state *s)
{
	const int32_t *w = s->frame.w;

	for (int at = 0; at < s->frame.n; at += w[at] + 1)
		if (!validate_in(w[at], 2, AR_FRAME_WORDS + 2) ||
		    at + w[at] >= AR_STACK_WORDS ||
		    !validate_in(w[at + 1], AR_FRAME_ACT, N_AR_FRAMES - 1))
			return "something unfinished that is unknown";
	return NULL;
}

const char *ar_validate(const void *state)
{
	const struct ar_state *s = state;
	const char *what;

	if (!counts_validate(s))
		return "numbers out of their ranges";
	what = turn_validate(s);
	if (!what)
		what = stack_validate(s);
	if (what)
		return what;
	for (int i = 0; i < AR_MAX_SEALED; i++)
		if (!validate_in(s->sealed[i], 0, s->n_cards - 1) &&
		    !validate_in(s->sealed[i], AR_SEALED_BOOK,
				 AR_SEALED_BOOK + AR_MAX_SEATS - 1))
			return "something sealed that is no card and no book";
	for (int i = 0; i < s->n_objects && !what; i++)
		what = object_validate(s, i);
	for (int i = 0; i < AR_MAX_SEATS && !what; i++)
		what = player_validate(s, i);
	return what;
}

const char *ar_invariant(const void *state)
{
	const struct ar_state *s = state;

	if (s->head.phase == AR_OVER)
		return NULL;
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];

		if (o->dying && !s->frame.n)
			return "something dying without an attack";
		if (ar_has_life(s, o) && !o->dying && !s->frame.n &&
		    s->head.phase > AR_SETUP && o->damage >= ar_life(s, o))
			return "damage at or above life";
		if (o->flight && !s->frame.n)
			return "a flight settled outside an attack";
	}
	return NULL;
}

bool ar_is_creation_event(int kind)
{
	switch (kind) {
	case AR_EV_CARD_DEFINED:
	case AR_EV_BOARD_LAID:
	case AR_EV_MAGE_CHOSEN:
	case AR_EV_BOOK_SET:
	case AR_EV_BOOK_SEALED:
	case AR_EV_INITIATIVE:
	case AR_EV_PHASE:
	case AR_EV_STEP:
	case AR_EV_ENTERED:
	case AR_EV_HIDDEN_IS:
	case AR_EV_PLAN_SET:
	case AR_EV_PAIR:
	case AR_EV_NOTED:
	case AR_EV_MOD_ON:
	case AR_EV_BOUND:
	case AR_EV_LOOKED:
	case AR_EV_DISCARDED: return true;
	default: return false;
	}
}
