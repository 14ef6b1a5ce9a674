/* tests/unit/test_arena_program.c - spells as data: the grammar of rows */
#include "unit.h"
#include "base/buf.h"
#include "games/arena/rules/spell_private.h"
#include "tests/srcdir.h"
#include <stdio.h>
#include <stdlib.h>

static const char programs[] = SRCDIR "/db/catalog/arena/programs.txt";

struct read {
	int32_t w[AR_PROGRAM_MAX];
	int n, column;
	char fault[200];
	bool good;
};

static struct read read_row(struct str text)
{
	struct read r = { .n = 0 };
	struct buf fault;

	buf_init(&fault, sizeof(r.fault) - 1);
	r.good = ar_program_parse(text, 2, r.w, &r.n, &r.column, &fault);
	snprintf(r.fault, sizeof(r.fault), "%.*s", STR_ARG(buf_str(&fault)));
	buf_release(&fault);
	return r;
}

/* each row of the catalog, without its name */
static void each_row(void (*what)(struct str text))
{
	FILE *f = fopen(programs, "r");
	char line[2000];
	int n = 0;

	assert_non_null(f);
	while (fgets(line, sizeof(line), f)) {
		char *bar = strchr(line, '|');

		line[strcspn(line, "\n")] = 0;
		if (line[0] == '#')
			continue;
		assert_non_null(bar);
		what(str_of(bar + 2));
		n++;
	}
	fclose(f);
	assert_int_equal(n, 174 + 11);
}

static void again(struct str text)
{
	struct read r = read_row(text), twice;
	struct buf out;

	if (!r.good)
		fail_msg("%.*s: column %d: %s", STR_ARG(text), r.column,
			 r.fault);
	buf_init(&out, AR_PROGRAM_TEXT);
	ar_program_render(&out, r.w, r.n);
	twice = read_row(buf_str(&out));
	assert_true(twice.good);
	assert_int_equal(twice.n, r.n);
	assert_memory_equal(twice.w, r.w, (size_t)r.n * sizeof(*r.w));
	assert_true(ar_program_check(r.w, r.n, 2));
	buf_release(&out);
}

/* RULE: AR-FX-01, AR-FX-02, AR-FX-03, AR-FX-04, AR-FX-05, AR-FX-06 */
/* RULE: AR-SDATA-01, AR-SDATA-02 */
static void every_row_of_the_catalog_reads_as_it_is_written(void **unused)
{
	(void)unused;
	each_row(again);
}

/* words of a foreign log: taken or not, but nothing outside them is read */
static void hurt(struct str text)
{
	static uint32_t seed = 12345;
	struct read r = read_row(text);

	for (int i = 0; i < 400 && r.n; i++) {
		int32_t *w = malloc((size_t)r.n * sizeof(*w));
		int n = r.n;

		assert_non_null(w);
		memcpy(w, r.w, (size_t)r.n * sizeof(*w));
		for (int k = 0; k < 1 + i % 3; k++) {
			seed = seed * 1664525u + 1013904223u;
			w[seed / 65536 % (uint32_t)n] =
				i % 2 ? (int32_t)seed
				      : (int32_t)(seed / 256 % 64);
		}
		if (i % 5 == 0)
			n = 1 + (int)(seed / 65536 % (uint32_t)n);
		/* a smaller block, so that the sanitizers see its end */
		w = realloc(w, (size_t)n * sizeof(*w));
		assert_non_null(w);
		ar_program_check(w, n, 2);
		free(w);
	}
}

static void foreign_words_are_no_danger(void **unused)
{
	(void)unused;
	each_row(hurt);
}

static void options_may_come_in_any_order(void **unused)
{
	struct read a = read_row(STR("use(full,pay=2,at=creature,range=0-1,"
				     "n=1/round,if=have(conj)): avoid"));
	struct read b = read_row(STR("use(full,if=have(conj),n=1/round,"
				     "range=0-1,at=creature,pay=2): avoid"));

	(void)unused;
	assert_true(a.good && b.good);
	assert_int_equal(a.n, b.n);
	assert_memory_equal(a.w, b.w, (size_t)a.n * sizeof(*a.w));
}

static void a_fault_names_its_column_and_what_could_be_meant(void **unused)
{
	static const struct {
		const char *row;
		int column;
		const char *fault;
	} faults[] = {
		{ "cast: heel(5d,target)", 7, "did you mean heal?" },
		{ "cast: heal(5d,targt)", 15, "did you mean target?" },
		{ "give(host): Melee", 18, "+n or -n" },
		{ "on(UPKEP): avoid", 4, "did you mean UPKEEP?" },
		{ "cast: heal(5d,target", 21, "')'" },
		{ "give(self): spawn(creture,2)", 19,
		  "did you mean creature?" },
		{ "cast heal(1,self)", 6, "':'" },
		{ "cast: attack(P3,target)", 14, "a profile of the card" },
		{ "cast: pick(heal(1,self) / pick(avoid))", 32,
		  "alternatives" },
		{ "cast: mod(target,Melee+2,forever)", 26, "a duration" },
		{ "cast: heal(5d,living.flying)", 28, "one object" },
		{ "cast: avoid avoid", 13, "end here" },
		{ "cast: avoid ; ", 15, "was expected" },
		{ "may(AROUND,n=2/turn): avoid", 16, "k/round" },
		{ "give(self): dice+100[out]", 18, "0 to 99" },
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
		struct read r = read_row(str_of(faults[i].row));

		assert_false(r.good);
		if (r.column != faults[i].column ||
		    !strstr(r.fault, faults[i].fault))
			fail_msg("%s: column %d: %s", faults[i].row, r.column,
				 r.fault);
	}
}

/* what a row may cost is bounded when it is read */
static void a_row_is_bounded(void **unused)
{
	struct buf row;

	(void)unused;
	buf_init(&row, 4000);
	for (int i = 0; i <= AR_CLAUSES_MAX; i++)
		buf_addz(&row, i ? " ; cast: avoid" : "cast: avoid");
	assert_non_null(strstr(read_row(buf_str(&row)).fault, "clauses"));
	buf_clear(&row);
	buf_addz(&row, "cast: avoid");
	for (int i = 0; i < AR_VERBS_MAX; i++)
		buf_addz(&row, ", avoid");
	assert_non_null(strstr(read_row(buf_str(&row)).fault, "actions"));
	buf_clear(&row);
	buf_addz(&row, "give(creature");
	for (int i = 0; i < AR_FILTER_MAX; i++)
		buf_addz(&row, ".living");
	buf_addz(&row, "): Fast");
	assert_non_null(strstr(read_row(buf_str(&row)).fault, "too many"));
	buf_release(&row);
}

static void words_are_unpacked(void **unused)
{
	struct read r = read_row(
		STR("use(full,by=mage,if=!has(self,Open),pay=12): "
		    "token(Open,self,max=1), attack(P1,each(creature.!flying))"
		    " ; give(host): defense(8,1,!melee,unaffected), "
		    "Melee-tokens(Wrath)"));
	struct ar_clause c;
	struct ar_action a;
	struct ar_test t;
	struct ar_if f;
	int at;

	(void)unused;
	assert_true(r.good);
	ar_clause_words(r.w, 0, &c);
	assert_int_equal(c.kind, AR_CLAUSE_USE);
	assert_int_equal(c.use, AR_USE_FULL);
	assert_int_equal(c.pay, 12);
	at = c.by + 1;
	ar_test_at(r.w, &at, &t);
	assert_int_equal(t.word, AR_IS_MAGE);
	assert_int_equal(at, ar_filter_end(r.w, c.by));
	ar_if_at(r.w, c.condition, &f);
	assert_int_equal(f.what, AR_IF_HAS);
	assert_true(f.not );
	assert_int_equal(f.who, AR_IS_SELF);
	assert_int_equal(f.arg, AR_OPEN);
	assert_int_equal(c.n_actions, 2);
	at = c.actions;
	ar_action_at(r.w, &at, &a);
	assert_int_equal(a.verb, AR_V_TOKEN);
	assert_int_equal(a.token, AR_OPEN);
	assert_int_equal(a.most, 1);
	ar_action_at(r.w, &at, &a);
	assert_int_equal(a.verb, AR_V_ATTACK);
	assert_int_equal(a.who, AR_SELECT_EACH);
	at = a.who_filter + 1;
	ar_test_at(r.w, &at, &t);
	assert_int_equal(t.word, AR_IS_CREATURE);
	ar_test_at(r.w, &at, &t);
	assert_true(t.not &&t.word == AR_IS_FLYING);
	ar_clause_words(r.w, 1, &c);
	at = c.actions;
	ar_action_at(r.w, &at, &a);
	assert_int_equal(a.verb, AR_V_DEFENSE);
	assert_int_equal(a.n, 8);
	assert_int_equal(a.uses, 1);
	assert_int_equal(a.flags, AR_DEFENSE_NO_MELEE | AR_DEFENSE_UNAFFECTED);
	ar_action_at(r.w, &at, &a);
	assert_int_equal(a.verb, AR_V_TRAIT);
	assert_int_equal(a.trait, AR_T_MELEE);
	assert_int_equal(a.amount, AR_AMOUNT_TOKENS);
	assert_int_equal(a.token, AR_WRATH);
	assert_int_equal(a.n, -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			every_row_of_the_catalog_reads_as_it_is_written),
		cmocka_unit_test(foreign_words_are_no_danger),
		cmocka_unit_test(options_may_come_in_any_order),
		cmocka_unit_test(
			a_fault_names_its_column_and_what_could_be_meant),
		cmocka_unit_test(a_row_is_bounded),
		cmocka_unit_test(words_are_unpacked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
