/* tests/unit/test_grimoire.c - the cards of Arena as the catalog gives them,
 * and a game master's own behind them */
#include "unit.h"
#include "games/arena/catalog.h"
#include "games/arena/rules/card.h"
#include "engine/common.h"
#include "engine/game.h"
#include "tests/srcdir.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char columns[] =
	"id,code,name_en,name_es,aliases_es,in_books,type,wall,subtypes,"
	"schools,level,only,novice,epic,magecast,action,cost,cost_x,reveal,"
	"magebind,mandatory,one_use,range,target,zone_exclusive,legendary,"
	"unique,living,armor,life,channeling,defense,slot,attacks,traits,"
	"upkeep,fx,source,notes\n";
static const char row[] =
	"frost-nova,,Frost Nova,Nova Helada,,-,attack,0,,Water:2,2,,0,0,0,F,9"
	",,,,0,0,0-0,zone,0,0,0,,,,,,,\"Frost Nova;-;ranged;0-0;4;frost;"
	"7+=Stun;ZoneAttack Unavoidable\",,,,house,\n";

static char dir[64];

static void put(const char *name, const char *a, const char *b)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), "%s/arena/%s", dir, name);
	f = fopen(path, "w");
	assert_non_null(f);
	fprintf(f, "%s%s", a, b);
	fclose(f);
}

/* a catalog of the house: the program's own files, and what is put beside */
static int setup(void **unused)
{
	static const char *const files[] = { "spells.csv", "mages.csv",
					     "programs.txt" };
	char path[160], to[256];

	(void)unused;
	snprintf(dir, sizeof(dir), "/tmp/test_grimoire.%d", (int)getpid());
	snprintf(path, sizeof(path), "%s/arena", dir);
	if (mkdir(dir, 0700) || mkdir(path, 0700))
		return -1;
	for (size_t i = 0; i < ARRAY_LEN(files); i++) {
		snprintf(path, sizeof(path), "%s/arena/%s", dir, files[i]);
		char *whole;
		bool made;

		snprintf(to, sizeof(to), "%s/%s", SRCDIR "/db/catalog/arena",
			 files[i]);
		whole = realpath(to, NULL);
		made = whole && !symlink(whole, path);
		free(whole);
		if (!made)
			return -1;
	}
	return 0;
}

static int teardown(void **unused)
{
	static const char *const files[] = { "spells.csv", "mages.csv",
					     "programs.txt", "house.csv",
					     "house-programs.txt" };
	char path[160];

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(files); i++) {
		snprintf(path, sizeof(path), "%s/arena/%s", dir, files[i]);
		unlink(path);
	}
	snprintf(path, sizeof(path), "%s/arena", dir);
	rmdir(path);
	return rmdir(dir);
}

static enum err deal(const char *from, struct catalog_cache *l,
		     struct card_index *d, struct why *why)
{
	enum err e;

	*d = (struct card_index){ 0 };
	catalog_cache_init(l, from);
	e = arena_catalog_deal(l, d, why);
	return e ? e : card_index_sort(d, why);
}

/* how many cards a game begins with */
static int32_t begun(const struct card_index *d, bool house)
{
	static struct event room[2000];
	static struct game game;
	static struct trials trials;
	struct event_list out = { room, 0, (int)ARRAY_LEN(room) };
	struct catalog cards = card_index_catalog(d);
	struct dice dice = { 0 };
	struct game_run run = { .game = &game,
				.dice = &dice,
				.catalog = &cards,
				.trials = trials_init(&trials),
				.out = &out };
	int32_t value = house;
	struct event e;

	game_init(&game, &system_arena);
	event_start(&e, COMMON_OPTION_SET, 0);
	event_put_text(&e, COMMON_OPTION_SET_NAME, STR("house_spells"));
	event_put(&e, COMMON_OPTION_SET_SEAT, -1);
	event_put_ints(&e, COMMON_OPTION_SET_VALUE, &value, 1);
	game_emit(&run, &e);
	event_start(&e, COMMON_GAME_STARTED, 0);
	event_put_text(&e, COMMON_GAME_STARTED_BY, STR("x"));
	game_emit(&run, &e);
	game_pump(&run, false);
	return ((const struct ar_state *)game.state)->n_cards - 1;
}

static void every_spell_and_mage_is_a_card(void **unused)
{
	struct why why = { 0 };
	struct catalog_cache l;
	struct card_index d;
	struct event e, again;
	struct buf key;

	(void)unused;
	assert_int_equal(deal(SRCDIR "/db/catalog", &l, &d, &why), ERR_OK);
	assert_int_equal(d.n, 182);
	assert_non_null(card_index_find(&d, STR("arena/174")));
	card_index_find(&d, STR("arena/1"))
		->define(card_index_find(&d, STR("arena/1"))->of, &e);
	assert_int_equal(event_get(&e, AR_EV_CARD_DEFINED_CARD), 1);
	assert_false(ar_card_is_house(&e));
	/* the way back, for a log that is checked without a catalog */
	buf_init(&key, 64);
	assert_true(arena_catalog_given(&e, 1, &key, &again));
	assert_string_equal(key.s, "arena/1");
	buf_release(&key);
	card_index_release(&d);
	catalog_cache_release(&l);
}

static void the_house_adds_spells_without_a_compiler(void **unused)
{
	struct why why = { 0 };
	struct catalog_cache l;
	struct card_index d;
	struct event e;
	const struct card *c;

	(void)unused;
	put("house.csv", columns, row);
	put("house-programs.txt", "frost-nova | cast: zattack(P1)\n", "");
	assert_int_equal(deal(dir, &l, &d, &why), ERR_OK);
	c = card_index_find(&d, STR("arena/183"));
	assert_non_null(c);
	c->define(c->of, &e);
	assert_true(ar_card_is_house(&e));
	/* and a game has them if its option allows it */
	assert_int_equal(begun(&d, false), 182);
	assert_int_equal(begun(&d, true), 183);
	card_index_release(&d);
	catalog_cache_release(&l);
}

static void a_fault_of_the_house_names_file_and_line(void **unused)
{
	struct why why = { 0 };
	struct catalog_cache l;
	struct card_index d;

	(void)unused;
	put("house.csv", columns, row);
	put("house-programs.txt", "# own\n",
	    "frost-nova | cast: explode(P1)\n");
	assert_int_equal(deal(dir, &l, &d, &why), ERR_FORMAT);
	assert_non_null(strstr(why.text, "house-programs.txt:2: program"));
	card_index_release(&d);
	catalog_cache_release(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_spell_and_mage_is_a_card),
		cmocka_unit_test(the_house_adds_spells_without_a_compiler),
		cmocka_unit_test(a_fault_of_the_house_names_file_and_line),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
