/*
 * src/games/dungeons/rules/auto_setup.c - makes the orders of AUTO in the
 * set-up: a heroic team and a pool of Mage Spawn. Tiles and places are drawn
 * as in random play.
 */
#include "engine/auto_setup.h"
#include "engine/random_pick.h"
#include "games/dungeons/rules/system_private.h"
#include "games/dungeons/rules/state.h"

#define TEAM(sym)   static const char *const list_##sym[] = {
#define POOL(sym)   TEAM(sym)
#define FIGURE(key) key,
#define END(sym)                                                               \
	}                                                                      \
	;
#include "games/dungeons/rules/ready.def"
#undef TEAM
#undef POOL
#undef FIGURE
#undef END

struct list {
	const char *const *keys;
	int n;
};

#define FIGURE(key)
#define END(sym)

static const struct list teams[] = {
#define TEAM(sym) { list_##sym, ARRAY_LEN(list_##sym) },
#define POOL(sym)
#include "games/dungeons/rules/ready.def"
#undef TEAM
#undef POOL
};

static const struct list pools[] = {
#define TEAM(sym)
#define POOL(sym) { list_##sym, ARRAY_LEN(list_##sym) },
#include "games/dungeons/rules/ready.def"
#undef TEAM
#undef POOL
};

#undef FIGURE
#undef END

/* One team, and what of the next ones the limit still allows. */
static bool choose_team(struct run *r, int seat, struct dice *lot,
			struct decision *d)
{
	int n = ARRAY_LEN(teams), first = draw(lot, n);

	decision_start(d, DG_ORDER_TEAM);
	for (int i = 0; i < n; i++) {
		const struct list *t = &teams[(first + i) % n];

		auto_setup_cards(r, seat, DG_TAG_KEY, t->keys, t->n, d);
	}
	return d->n > 0;
}

/* As few of a list as are enough, each again if all of them are not. */
static bool choose_pool(struct run *r, int seat, struct dice *lot,
			struct decision *d)
{
	const struct list *p = &pools[draw(lot, ARRAY_LEN(pools))];
	int first = draw(lot, p->n);

	decision_start(d, DG_ORDER_POOL);
	for (int i = 0; i < DG_MAX_FIGS; i++) {
		struct dry_run t;
		bool enough;

		if (!decision_add_text(d, DG_TAG_KEY,
				       str_of(p->keys[(first + i) % p->n])))
			return false;
		dry_run_begin(&t, r->trials, r->sys, r->state);
		t.run.catalog = r->catalog;
		enough = dry_run_do(&t, seat, d);
		dry_run_end(&t);
		if (enough)
			return true;
	}
	return false;
}

bool dg_choose(struct run *r, int seat, struct dice *lot, struct decision *out)
{
	const struct dg_state *s = r->state;

	switch (s->head.phase) {
	case DG_TEAMS: return choose_team(r, seat, lot, out);
	case DG_POOL: return choose_pool(r, seat, lot, out);
	default: return false;
	}
}
