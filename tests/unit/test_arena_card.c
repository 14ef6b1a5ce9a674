/*
 * tests/unit/test_arena_card.c - the rows of the catalog as events, the events
 * as cards of a state.
 */
#include "arena_fixture.h"
#include "games/arena/rules/card_private.h"
#include "games/arena/rules/tables.h"
#include <stdlib.h>

static const struct event_schema schema = { .kinds = ar_event_kinds,
					    .n_kinds = N_AR_EVENTS,
					    .rules = &ar_rules };
static struct ar_state *state;

/* each event of a row is read back, and evolves the state */
static void define(int card, const struct event *e)
{
	struct event *back = ARENA_NEW(&a, struct event);
	struct buf json;

	buf_init(&json, EVENT_MAX_JSON);
	event_render(&json, &schema, e);
	assert_true(event_parse(buf_str(&json), &schema, back));
	assert_true(event_equal(e, back));
	if (!ar_evolve_card(state, back))
		fail_msg("card %d does not fit", card);
	buf_release(&json);
}

static int catalog(void **unused)
{
	int n;

	(void)unused;
	state = calloc(1, sizeof(*state));
	n = arena_rows("spells.csv", 1, define);
	n = arena_rows("mages.csv", n, define);
	return n == 174 + 8 + 1 ? 0 : -1;
}

static int done(void **unused)
{
	(void)unused;
	free(state);
	arena_release(&a);
	return 0;
}

static const struct ar_card *card(const char *key)
{
	int n = ar_card_keyed(state, str_of(key));

	if (!n)
		fail_msg("no card %s", key);
	return &state->card[n];
}

static void every_row_fits_into_the_state(void **unused)
{
	(void)unused;
	assert_int_equal(state->n_cards, 183);
	/* with room for the spells of a house */
	assert_true(state->n_pool < AR_POOL_WORDS * 4 / 5);
	for (int i = 1; i <= 174; i++)
		assert_true(state->card[i].rule != 0);
}

static void a_creature_has_what_is_printed(void **unused)
{
	const struct ar_card *c = card("darkfenne-hydra");
	const struct ar_profile *p;
	char room[AR_CARD_TEXT + 1];
	int n = (int)(c - state->card);

	(void)unused;
	assert_str(ar_pool_text(state, c->name[0], room, sizeof(room)),
		   "Darkfenne Hydra");
	assert_int_equal(c->kind, AR_CREATURE);
	assert_int_equal(ar_school_level(c, AR_ARCANE), 4);
	assert_int_equal(c->level, 4);
	assert_true(c->flags & AR_CARD_LIVING);
	assert_true(ar_card_has(c, ar_subtype_named(STR("serpent"))));
	assert_int_equal(c->n_profiles, 2);
	p = ar_profile(state, n, 1);
	assert_int_equal(p->strikes, 3);
	assert_int_equal(p->kind, AR_MELEE);
	assert_int_equal(c->n_program, 0);
}

static void spells_have_costs_targets_and_effects(void **unused)
{
	const struct ar_card *c = card("jet-stream");
	const struct ar_profile *p =
		ar_profile(state, (int)(c - state->card), 0);

	(void)unused;
	assert_int_equal(c->target, AR_AIM_CREATURE | AR_AIM_CONJURATION);
	assert_int_equal(p->versus, AR_VS_FLYING);
	assert_int_equal(p->bonus, 2);
	assert_int_equal(p->row[0].from, 4);
	assert_int_equal(p->row[0].to, 10);
	assert_int_equal(p->row[0].effect[0], AR_EFFECT_PUSH);
	assert_int_equal(p->row[1].effect[1], AR_DAZE);
	assert_int_equal(p->row[1].to, INT32_MAX);
	c = card("teleport");
	assert_int_equal(c->cost_x, AR_X_TELEPORT);
	assert_int_equal(c->target, AR_AIM_CREATURE | AR_AIM_TO_ZONE);
	c = card("resurrection");
	assert_int_equal(c->cost_x, AR_X_RAISE);
	assert_int_equal(c->target, AR_AIM_DISCARD | AR_AIM_CREATURE |
					    AR_AIM_LIVING | AR_AIM_OWN);
	c = card("steal-enchantment");
	assert_int_equal(c->target,
			 AR_AIM_ENCHANTMENT | AR_AIM_REVEALED | AR_AIM_TO_HOST);
	c = card("elemental-wand");
	assert_true(c->flags & AR_CARD_ANY_SCHOOL);
	assert_int_equal(ar_school_level(c, AR_FIRE), 2);
	c = card("fog-bank");
	assert_int_equal(c->armor, -1);
	c = card("adramelech-lord-of-fire");
	assert_int_equal(ar_school_level(c, AR_DARK), 4);
	assert_int_equal(ar_school_level(c, AR_FIRE), 2);
	assert_int_equal(c->only_class, -1);
	c = card("goran-werewolf-pet");
	assert_int_equal(c->only_class, AR_WARLOCK);
	c = card("mage-staff");
	assert_true(c->slots & 1 << AR_WEAPON);
}

static void mages_have_their_abilities(void **unused)
{
	struct ar_clause c;
	int n;

	(void)unused;
	n = ar_card_mage(state, AR_WIZARD);
	assert_true(n > 0);
	assert_int_equal(state->card[n].life, 32);
	assert_int_equal(state->card[n].n_profiles, 2);
	assert_int_equal(ar_clauses(state, n), 3);
	ar_clause_at(state, n, 2, &c);
	assert_int_equal(c.kind, AR_CLAUSE_USE);
	assert_int_equal(c.pay, 1);
	n = ar_card_mage(state, AR_WARLOCK);
	assert_int_equal(ar_clauses(state, n), 4);
	assert_int_equal(state->card[n].trained, 1 << AR_DARK | 1 << AR_FIRE);
	state->head.option[AR_OPTION_MODE] = AR_APPRENTICE;
	n = ar_card_mage(state, AR_WARLOCK);
	assert_int_equal(ar_clauses(state, n), 0);
	assert_int_equal(state->card[n].life, 24);
	state->head.option[AR_OPTION_MODE] = AR_FULL;
}

/* a foreign card: taken or refused, never beyond its bounds */
static void a_foreign_card_is_looked_at(void **unused)
{
	static uint32_t seed = 99;
	struct str head[] = { STR("id"),     STR("name_en"), STR("name_es"),
			      STR("type"),   STR("schools"), STR("action"),
			      STR("range"),  STR("target"),  STR("attacks"),
			      STR("traits"), STR("cost") };
	struct str row[] = { STR("house-bolt"),
			     STR("House Bolt"),
			     STR("Rayo de la casa"),
			     STR("attack"),
			     STR("Air:2"),
			     STR("Q"),
			     STR("0-2"),
			     STR("creature"),
			     STR("Bolt;-;ranged;0-2;4;lightning;"
				 "7-8=Daze,9+=Stun;Ethereal"),
			     STR("Flame-2"),
			     STR("7") };
	struct ar_state *s = malloc(sizeof(*s));
	struct event *e = ARENA_NEW(&a, struct event);
	struct event *hurt = ARENA_NEW(&a, struct event);
	struct buf fault;
	int taken = 0, refused = 0;

	(void)unused;
	assert_non_null(s);
	buf_init(&fault, 200);
	assert_true(ar_card_event(
		&(struct ar_row){ head, row, (int)ARRAY_LEN(row),
				  STR("cast: attack(P1,target)") },
		183, e, &fault));
	for (int i = 0; i < 3000; i++) {
		int n = e->end[e->n_fields - 1];

		event_copy(hurt, e);
		seed = seed * 1664525u + 1013904223u;
		hurt->w[1 + seed / 65536 % (uint32_t)(n - 1)] =
			i % 2 ? (int32_t)(seed % 64) - 8 : (int32_t)seed;
		*s = *state;
		if (!event_fits(hurt, &schema) || !ar_evolve_card(s, hurt)) {
			refused++;
			continue;
		}
		taken++;
		assert_int_equal(s->n_cards, 184);
		for (int k = 0; k < s->card[183].n_profiles; k++)
			assert_true(ar_profile(s, 183, k)->type < N_AR_TYPES);
	}
	assert_true(taken > 100 && refused > 100);
	free(s);
	buf_release(&fault);
}

static void a_fault_names_its_column(void **unused)
{
	static const struct {
		const char *column, *value, *fault;
	} faults[] = {
		{ "schools", "Dork:2", "schools: 'Dork:2'" },
		{ "target", "creature:livin", "target: " },
		{ "attacks", "Bolt;-;ranged;0-2;4;flam;-;-", "attacks: " },
		{ "attacks", "Bolt;-;ranged;0-2;4;flame;4=Burn", "attacks: " },
		{ "traits", "Flamee-2", "traits: 'Flamee-2'" },
		{ "range", "2-1", "range: '2-1'" },
		{ "cost", "many", "cost: 'many'" },
		{ "name_es", "", "name_es: ''" },
		{ "type", "creture", "type: 'creture'" },
		{ "slot", "nose", "slot: 'nose'" },
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
		struct str head[] = { STR("id"),      STR("name_en"),
				      STR("name_es"), STR("type"),
				      STR("schools"), STR("action"),
				      STR("range"),   STR("target"),
				      STR("attacks"), STR("traits"),
				      STR("cost"),    STR("slot") };
		struct str row[] = { STR("x"),      STR("X"),     STR("X"),
				     STR("attack"), STR("Air:2"), STR("Q"),
				     STR("0-2"),    STR("zone"),  STR(""),
				     STR(""),       STR("7"),     STR("") };
		struct event *e = ARENA_NEW(&a, struct event);
		struct buf fault;

		buf_init(&fault, 200);
		for (size_t k = 0; k < ARRAY_LEN(head); k++)
			if (str_is(head[k], faults[i].column))
				row[k] = str_of(faults[i].value);
		assert_false(ar_card_event(
			&(struct ar_row){ head, row, (int)ARRAY_LEN(row),
					  STR("-") },
			1, e, &fault));
		if (!strstr(buf_str(&fault).s, faults[i].fault))
			fail_msg("%s", buf_str(&fault).s);
		buf_release(&fault);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_fits_into_the_state),
		cmocka_unit_test(a_creature_has_what_is_printed),
		cmocka_unit_test(spells_have_costs_targets_and_effects),
		cmocka_unit_test(mages_have_their_abilities),
		cmocka_unit_test(a_foreign_card_is_looked_at),
		cmocka_unit_test(a_fault_names_its_column),
	};

	return cmocka_run_group_tests(tests, catalog, done);
}
