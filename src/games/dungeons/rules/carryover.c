/* src/games/dungeons/rules/carryover.c */
#include "games/dungeons/rules/carryover.h"
#include "games/dungeons/rules/map_place.h"

static bool hero_carry(struct dg_state *s, const struct carryover *c)
{
	struct dg_carried *x = &s->carried[s->n_carried];

	if (!c->key[0] || s->n_carried == DG_MAX_FIGS)
		return false;
	x->seat = c->seat;
	x->level = c->value[0];
	if (text_pack(x->key, DG_KEY_WORDS, str_of(c->key)) < 0 ||
	    text_pack(x->name, DG_NAME_WORDS, str_of(c->name)) < 0)
		return false;
	s->n_carried++;
	return true;
}

static bool is_chest(const char *key)
{
	return !strncmp(key, "chest/", 6) && key[6] >= 'A' && key[6] <= 'Z' &&
	       !key[7];
}

static bool treasure_carry(struct dg_state *s, const struct carryover *c)
{
	if (!is_chest(c->key) || s->n_spoils == DG_MAX_CHESTS)
		return false;
	s->spoils[s->n_spoils++] = (struct dg_spoil){ .seat = c->seat,
						      .letter = c->key[6],
						      .treasure = c->value[0] };
	return true;
}

bool dg_carryover_apply(void *state, const struct carryover *c)
{
	struct dg_state *s = state;

	if (carryover_is(c, "hero", 1, 1, DG_LEVELS))
		return hero_carry(s, c);
	if (carryover_is(c, "treasure", 1, 0, DG_POSITIONS - 1))
		return treasure_carry(s, c);
	if (!carryover_is(c, "xp", 1, 0, 100000))
		return false;
	s->player[c->seat].xp = c->value[0];
	return true;
}

int32_t dg_level_carried(const struct dg_state *s, int seat, struct str key)
{
	char room[EVENT_TEXT_ROOM];
	int32_t level = 0;

	for (int i = 0; i < s->n_carried; i++) {
		const struct dg_carried *x = &s->carried[i];

		if (x->seat == seat && x->level > level &&
		    str_equal(text_unpack(x->key, DG_KEY_WORDS, room,
					  sizeof(room)),
			      key))
			level = x->level;
	}
	return level;
}

/* --- treasures ---------------------------------------------------------- */

/* Its model, from the catalog if no event has defined it; false: it is gone,
 * or there is no room. */
static bool model_known(struct run *r, int32_t letter)
{
	const struct dg_state *s = dg_of(r);
	char key[] = "chest/A";
	struct event e;

	for (int i = 0; i < s->n_models; i++)
		if (s->model[i].letter == letter)
			return true;
	key[6] = (char)letter;
	if (s->n_models == DG_MAX_MODELS ||
	    !dg_define(r, str_of(key), DG_EV_MODEL_DEFINED, &e))
		return false;
	e.audience = AUDIENCE_ALL;
	run_emit(r, &e);
	return true;
}

/* a chest lies on the board for everybody's treasures of set-up, too */
static bool has_room(const struct dg_state *s)
{
	int lie = common_state_seats(&s->head) *
		  s->head.option[DG_OPTION_CHESTS_PER_PLAYER];

	return s->n_chests + lie < DG_MAX_CHESTS;
}

void dg_treasures_carried(struct run *r)
{
	const struct dg_state *s = dg_of(r);

	for (int i = 0; i < s->n_spoils; i++) {
		const struct dg_spoil *x = &s->spoils[i];
		int32_t heroes = s->player[x->seat].heroes;
		struct event e;

		if (dg_holding(s, x->seat) >= 2 * heroes || !has_room(s) ||
		    !model_known(r, x->letter))
			continue;
		dg_event_treasure_carried(&e, DG_STORE_01, x->seat,
					  label_of('K', s->n_chests + 1),
					  x->letter, x->treasure, i);
		run_emit(r, &e);
	}
}

/* --- what it leaves ----------------------------------------------------- */

static void hero_leaves(struct carryover_list *out, int32_t seat,
			const char *what, int32_t level, const int32_t *key,
			const int32_t *name)
{
	struct carryover *c = carryover_add(out, seat, what, level);

	if (c)
		carryover_card(c, key, DG_KEY_WORDS, name, DG_NAME_WORDS);
}

static void treasure_leaves(struct carryover_list *out, int32_t seat,
			    int32_t letter, int32_t treasure)
{
	struct carryover *c = carryover_add(out, seat, "treasure", treasure);

	if (!c)
		return;
	memcpy(c->key, "chest/A", sizeof("chest/A"));
	c->key[6] = (char)letter;
}

/* of the Heroes that are brought: this one is in its seat's team */
static bool in_team(const struct dg_state *s, const struct dg_carried *x)
{
	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].owner == x->seat && s->fig[f].kind == DG_HERO &&
		    !memcmp(s->card[f].key, x->key, sizeof(x->key)))
			return true;
	return false;
}

static void heroes_leave(const struct dg_state *s, struct carryover_list *out)
{
	for (int f = 0; f < s->n_figs; f++) {
		const struct dg_fig *p = &s->fig[f];
		bool fell = p->place == DG_ELIMINATED || p->place == DG_IN_POOL;

		if (p->owner >= 0 && p->kind == DG_HERO)
			hero_leaves(out, p->owner, fell ? "fallen" : "hero",
				    fell ? p->top_level : p->level,
				    s->card[f].key, s->card[f].name);
	}
	for (int i = 0; i < s->n_carried; i++)
		if (!in_team(s, &s->carried[i]))
			hero_leaves(out, s->carried[i].seat, "hero",
				    s->carried[i].level, s->carried[i].key,
				    s->carried[i].name);
}

void dg_leaves(const void *state, struct carryover_list *out)
{
	const struct dg_state *s = state;

	heroes_leave(s, out);
	for (int seat = 0; seat < DG_MAX_SEATS; seat++)
		if (s->head.seat[seat].present && s->player[seat].xp)
			carryover_add(out, seat, "xp", s->player[seat].xp);
	for (int i = 0; i < s->n_chests; i++) {
		const struct dg_chest *c = &s->chest[i];

		if (c->place == DG_CHEST_STORED && c->treasure != DG_UNKNOWN &&
		    c->potion == DG_POTION_FULL)
			treasure_leaves(out, c->holder,
					s->model[c->model].letter, c->treasure);
	}
	for (int i = 0; i < s->n_spoils; i++)
		if (!s->spoils[i].taken)
			treasure_leaves(out, s->spoils[i].seat,
					s->spoils[i].letter,
					s->spoils[i].treasure);
}
