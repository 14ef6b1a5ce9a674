/*
 * tests/players/test_player.c - the computer player: the same view, seed and
 * strength give the same order; nothing hidden and no future die changes it;
 * the game accepts each of its orders.
 */
#include "../unit/unit.h"
#include "match.h"
#include "games/arena/rules/arena.h"
#include "games/arena/rules/player.h"
#include "games/arena/rules/target.h"
#include "games/dungeons/rules/state.h"
#include "games/rebellion/rules/rebellion.h"
#include "tests/srcdir.h"
#define T(f) cmocka_unit_test(f)

enum { WATCHED = 12 }; /* orders of a game that are chosen again */

static struct games games;
static struct match match;
static struct player_room room;
static struct game view, twin, twin_view;

static int setup(void **unused)
{
	struct why why = { 0 };

	(void)unused;
	return games_open(&games, game_kinds, n_game_kinds, NULL, &why) ||
	       games_deal(&games, SRCDIR "/db/catalog", &why);
}

static int teardown(void **unused)
{
	(void)unused;
	games_release(&games);
	return 0;
}

/* Only the first three kinds search. */
static struct match_side side_of(const struct player_rules *rules,
				 enum match_kind kind)
{
	struct match_side side = { .kind = kind, .rules = rules };

	if (kind <= MATCH_STRONG)
		side.how = player_levels[kind];
	return side;
}

static void prepare(const struct game_kind *kind, enum match_kind one,
		    enum match_kind other, uint64_t seed, const char *options)
{
	const struct player_rules *rules = players_find(kind->rules);

	assert_non_null(rules);
	match = (struct match){ .kind = kind,
				.options = options,
				.seed = seed };
	match.side[0] = side_of(rules, one);
	match.side[1] = side_of(rules, other);
}

static const char *options_of(const struct game_kind *kind)
{
	if (!strcmp(kind->rules->name, "rebellion"))
		return "build=100 rounds=8";
	if (!strcmp(kind->rules->name, "arena"))
		return "mode=1 pace=3 stops=20";
	return "";
}

static bool choose(const struct game *seen, int seat, uint64_t seed,
		   enum player_level level, struct player_choice *out)
{
	struct catalog cards = card_index_catalog(match.kind->cards);
	struct player_dice dice;

	player_dice_init(&dice, seen->sys, seen->state, seat, seed, level);
	return player_choose(&(struct player_position){ players_find(seen->sys),
							seen->state, seat,
							&cards },
			     &player_levels[level], &dice.dice, &room, out);
}

/* Every order of whole games is one that the game accepts. */
static void games_accept_every_order(void **unused)
{
	(void)unused;
	for (int i = 0; i < games.n; i++) {
		if (!players_find(games.kinds[i].rules))
			continue;
		for (uint64_t seed = 1; seed <= 2; seed++) {
			prepare(&games.kinds[i], MATCH_EASY, MATCH_FAIR, seed,
				options_of(&games.kinds[i]));
			assert_true(match_play(&match));
		}
	}
}

/* So is every order that a report suggests first. */
static void games_accept_every_suggestion(void **unused)
{
	(void)unused;
	for (int i = 0; i < games.n; i++) {
		const struct player_rules *rules =
			players_find(games.kinds[i].rules);

		if (!rules || !rules->suggest)
			continue;
		prepare(&games.kinds[i], MATCH_SUGGESTED, MATCH_EASY, 3,
			options_of(&games.kinds[i]));
		assert_true(match_play(&match));
	}
}

/* The suggestions to two seats are the same. */
static void compare_suggestions(const struct game *one,
				const struct game *other, int seat)
{
	static struct suggest v[2][OFFERS_MAX];
	const struct player_rules *rules = players_find(one->sys);
	struct offers list[2] = { { v[0], 0 }, { v[1], 0 } };

	if (!rules->suggest)
		return;
	player_lead(rules, one->state, seat, &room, &list[0]);
	player_lead(rules, other->state, seat, &room, &list[1]);
	assert_int_equal(list[0].n, list[1].n);
	assert_true(!list[0].n || decision_equal(&v[0][0].d, &v[1][0].d));
}

/* Choose some orders of a game again, in a copy that `change` made; each must
 * be the same. */
static void compare_twins(const struct game_kind *kind,
			  void (*change)(void *state, int seat))
{
	int compared = 0;

	prepare(kind, MATCH_FAIR, MATCH_EASY, 7, options_of(kind));
	match_begin(&match);
	for (int n = 0; n < 400 && compared < WATCHED; n++) {
		int seat = match_awaited(&match);
		const struct common_state *h = (const void *)match.game.state;
		struct decision d;

		if (seat < 0 || !match_choose(&match, seat, &d))
			break;
		if (h->phase >= kind->rules->play && seat == 0) {
			struct player_choice is, again;

			game_view(&match.game, seat, &view);
			game_copy(&twin, &match.game);
			change(twin.state, seat);
			game_view(&twin, seat, &twin_view);
			assert_true(choose(&view, seat, 5, PLAYER_FAIR, &is));
			assert_true(choose(&twin_view, seat, 5, PLAYER_FAIR,
					   &again));
			assert_true(decision_equal(&is.d, &again.d));
			assert_int_equal(is.value, again.value);
			compare_suggestions(&view, &twin_view, seat);
			compared++;
		}
		assert_true(match_submit(&match, seat, &d));
	}
	assert_int_equal(compared, WATCHED);
}

static void nothing(void *state, int seat)
{
	(void)state;
	(void)seat;
}

static void same_view_seed_and_strength_give_the_same_order(void **unused)
{
	(void)unused;
	for (int i = 0; i < games.n; i++)
		if (players_find(games.kinds[i].rules))
			compare_twins(&games.kinds[i], nothing);
}

/* Clicks of opponents that do not show, and their standing orders. */
static void rebellion_change(void *state, int seat)
{
	struct rb_state *s = state;

	for (int f = 0; f < s->n_figs; f++) {
		struct rb_fig *fig = &s->fig[f];

		if (fig->owner == seat)
			continue;
		fig->spin = RB_POLICY_NEVER;
		for (int i = fig->wounds + 1; i < s->def[f].n_clicks; i++)
			s->def[f].click[i].value[RB_DEFENSE] -= 3;
		if (s->def[f].n_clicks > fig->wounds + 2)
			s->def[f].n_clicks--;
	}
	s->player[1 - seat].defend = RB_POLICY_NEVER;
}

/* Treasures that are closed, tables of tokens, standing orders. */
static void dungeons_change(void *state, int seat)
{
	struct dg_state *s = state;

	for (int i = 0; i < s->n_chests; i++)
		if (!s->chest[i].seen && s->chest[i].secret >= 0)
			s->chest[i].treasure =
				(s->chest[i].treasure + 1) % DG_POSITIONS;
	for (int f = 0; f < s->n_figs; f++)
		if (s->fig[f].owner == 1 - seat)
			s->fig[f].spin[1 - seat] = DG_POLICY_NEVER;
	s->player[1 - seat].counter = DG_POLICY_NEVER;
}

/* The book, the plan and the standing answers of the opponent. */
static void arena_change(void *state, int seat)
{
	struct ar_state *s = state;
	struct ar_player *p = &s->player[1 - seat];

	for (int i = 1; i < s->n_cards; i++)
		p->book[i] = p->book[i] ? p->book[i] - 1 : 0;
	for (int k = 0; k < AR_PLANNED; k++)
		if (p->planned[k] > 0)
			p->planned[k] = 1 + p->planned[k] % (s->n_cards - 1);
	p->reserve = 3;
}

static void hidden_values_do_not_change_an_order(void **unused)
{
	static const struct {
		const char *name;
		void (*change)(void *state, int seat);
	} twins[] = {
		{ "rebellion", rebellion_change },
		{ "dungeons", dungeons_change },
		{ "arena", arena_change },
	};

	(void)unused;
	for (int i = 0; i < games.n; i++)
		for (size_t k = 0; k < ARRAY_LEN(twins); k++)
			if (!strcmp(games.kinds[i].rules->name, twins[k].name))
				compare_twins(&games.kinds[i], twins[k].change);
}

/* Counts of orders of an Arena game: attacks without a move before them, and
 * zones that were given as the handle of a figure. */
struct aims {
	int attacks, handles;
};

static void aims_count(void *context, const struct match *m, int seat,
		       const struct decision *d)
{
	struct aims *n = context;
	struct decision_arg a;
	int steps = 0;

	(void)m;
	(void)seat;
	for (int at = 0; d->kind == AR_ORDER_ACT && decision_next(d, at, &a);
	     at = a.next) {
		steps += a.tag == AR_TAG_STEP;
		if (a.tag != AR_TAG_TARGET)
			continue;
		n->attacks += steps == 1 && a.w[0] == AR_NAMES_OBJECT;
		n->handles +=
			a.w[0] == AR_NAMES_ZONE && label_letter(a.w[2]) == '#';
	}
}

static void creatures_attack_from_their_zone(void **unused)
{
	struct aims n = { 0, 0 };

	(void)unused;
	for (int i = 0; i < games.n; i++) {
		if (strcmp(games.kinds[i].rules->name, "arena") != 0)
			continue;
		prepare(&games.kinds[i], MATCH_FAIR, MATCH_FAIR, 1,
			options_of(&games.kinds[i]));
		match.ordered = aims_count;
		match.context = &n;
		assert_true(match_play(&match));
	}
	assert_true(n.attacks > 10);
	assert_int_equal(n.handles, 0);
}

/* Where a round is one mail, each creature has a standing order, given once. */
static void creatures_of_a_round_mail_have_orders(void **unused)
{
	struct player_moves list = { room.quick, 0, ARRAY_LEN(room.quick) };
	int seat = 0;

	(void)unused;
	for (int i = 0; i < games.n; i++)
		if (!strcmp(games.kinds[i].rules->name, "arena"))
			prepare(&games.kinds[i], MATCH_EASY, MATCH_EASY, 1,
				"mode=1");
	match_begin(&match);
	for (int n = 0; n < 200 && !list.n; n++) {
		struct decision d;

		seat = match_awaited(&match);
		assert_true(seat >= 0 && match_choose(&match, seat, &d));
		game_view(&match.game, seat, &view);
		player_arena.standing(view.state, seat, &list);
		if (!list.n)
			assert_true(match_submit(&match, seat, &d));
	}
	assert_int_equal(list.n, 1);
	assert_int_equal(list.v[0].d.kind, AR_ORDER_DEFAULT);
	assert_true(match_submit(&match, seat, &list.v[0].d));
	list.n = 0;
	game_view(&match.game, seat, &view);
	player_arena.standing(view.state, seat, &list);
	assert_int_equal(list.n, 0);
}

static void levels_are_found_by_name(void **unused)
{
	enum player_level level;

	(void)unused;
	assert_true(player_level_named(STR("strong"), &level));
	assert_int_equal(level, PLAYER_STRONG);
	assert_true(player_level_named(STR("easy"), &level));
	assert_int_equal(level, PLAYER_EASY);
	assert_false(player_level_named(STR("hard"), &level));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(games_accept_every_order),
		T(games_accept_every_suggestion),
		T(same_view_seed_and_strength_give_the_same_order),
		T(hidden_values_do_not_change_an_order),
		T(creatures_attack_from_their_zone),
		T(creatures_of_a_round_mail_have_orders),
		T(levels_are_found_by_name),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
