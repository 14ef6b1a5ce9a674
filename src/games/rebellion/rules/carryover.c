/* src/games/rebellion/rules/carryover.c */
#include "games/rebellion/rules/carryover.h"
#include "games/rebellion/rules/refuse.h"

static struct str key_of(const int32_t *w, char *room)
{
	return text_unpack(w, RB_KEY_WORDS, room, EVENT_TEXT_ROOM);
}

bool rb_carryover_apply(void *state, const struct carryover *c)
{
	struct rb_state *s = state;
	struct rb_carried *x = &s->carried[s->n_carried];

	s->brings[c->seat] = 1;
	if (carryover_is(c, "purse", 1, 0, 100000)) {
		s->purse[c->seat] += c->value[0];
		return s->purse[c->seat] <= 100000;
	}
	if (!carryover_is(c, "figure", 1, 0, RB_MAX_CLICKS - 1) || !c->key[0] ||
	    s->n_carried == RB_MAX_FIGS)
		return false;
	x->seat = c->seat;
	x->wounds = c->value[0];
	if (text_pack(x->key, RB_KEY_WORDS, str_of(c->key)) < 0 ||
	    text_pack(x->name, RB_NAME_WORDS, str_of(c->name)) < 0)
		return false;
	s->n_carried++;
	return true;
}

/* The least wounded of this card that the seat brings and has not taken, or
 * -1. taken: bits by index. */
static int card_find(const struct rb_state *s, int seat, struct str key,
		     uint64_t taken)
{
	char room[EVENT_TEXT_ROOM];
	int best = -1;

	for (int i = 0; i < s->n_carried; i++) {
		const struct rb_carried *x = &s->carried[i];

		if (x->seat != seat || taken >> i & 1 ||
		    !str_equal(key_of(x->key, room), key))
			continue;
		if (best < 0 || x->wounds < s->carried[best].wounds)
			best = i;
	}
	return best;
}

bool rb_army_carried(const struct rb_state *s, int seat, const struct str *keys,
		     const int32_t *points, int n, struct refusal *no)
{
	uint64_t taken = 0;
	int32_t sum = 0;

	if (!s->brings[seat])
		return true;
	for (int i = 0; i < n; i++) {
		int at = card_find(s, seat, keys[i], taken);

		if (at < 0)
			sum += points[i];
		else
			taken |= UINT64_C(1) << at;
	}
	return sum <= s->purse[seat] ||
	       rb_no2(no, RB_REFUSAL_PURSE, RB_ARMY_02, sum, s->purse[seat]);
}

/* Which of those that were brought is each figure of the army? In at by index,
 * -1: it was bought. Gives the bits of all that are in it. */
static uint64_t army_match(const struct rb_state *s, int at[RB_MAX_FIGS])
{
	uint64_t taken = 0;
	char room[EVENT_TEXT_ROOM];

	for (int f = 0; f < s->n_figs; f++) {
		at[f] = card_find(s, s->fig[f].owner,
				  key_of(s->def[f].key, room), taken);
		if (at[f] >= 0)
			taken |= UINT64_C(1) << at[f];
	}
	return taken;
}

void rb_wounds_carried(struct run *r)
{
	const struct rb_state *s = r->state;
	int at[RB_MAX_FIGS];
	struct event e;

	army_match(s, at);
	for (int f = 0; f < s->n_figs; f++) {
		int32_t wounds = at[f] < 0 ? 0 : s->carried[at[f]].wounds;

		if (!wounds)
			continue;
		/* its card may have changed since */
		if (wounds >= s->def[f].n_clicks)
			wounds = s->def[f].n_clicks - 1;
		rb_event_wounds_carried(&e, RB_SETUP_06, s->fig[f].label,
					wounds);
		run_emit(r, &e);
	}
}

/* --- what it leaves ----------------------------------------------------- */

static void carryover_leave(struct carryover_list *out, int32_t seat,
			    const char *what, int32_t wounds,
			    const int32_t *key, const int32_t *name)
{
	struct carryover *c = carryover_add(out, seat, what, wounds);

	if (c)
		carryover_card(c, key, RB_KEY_WORDS, name, RB_NAME_WORDS);
}

static void figure_leaves(const struct rb_state *s, int f,
			  struct carryover_list *out)
{
	const struct rb_fig *p = &s->fig[f];
	const struct rb_def *d = &s->def[f];
	const char *what = p->status == RB_ELIMINATED ? "fallen"
			   : p->captive_of            ? "captive"
						      : "figure";

	carryover_leave(out, p->owner, what,
			p->wounds < d->n_clicks ? p->wounds : d->n_clicks - 1,
			d->key, d->name);
}

void rb_leaves(const void *state, struct carryover_list *out)
{
	const struct rb_state *s = state;
	int at[RB_MAX_FIGS];
	int32_t spent[RB_MAX_SEATS] = { 0 };
	uint64_t taken = army_match(s, at);

	for (int f = 0; f < s->n_figs; f++) {
		figure_leaves(s, f, out);
		if (at[f] < 0)
			spent[s->fig[f].owner] += s->def[f].points;
	}
	for (int i = 0; i < s->n_carried; i++) {
		const struct rb_carried *x = &s->carried[i];

		if (!(taken >> i & 1))
			carryover_leave(out, x->seat, "figure", x->wounds,
					x->key, x->name);
	}
	for (int seat = 0; seat < RB_MAX_SEATS; seat++)
		if (s->brings[seat] && s->purse[seat] > spent[seat])
			carryover_add(out, seat, "purse",
				      s->purse[seat] - spent[seat]);
}
