/*
 * tests/unit/test_practise.c - practice games of the page: whole games between
 * two computers by the calls that the page makes.
 */
#include "unit.h"
#include "base/crypto.h"
#include "base/parse.h"
#include "webapp/practise.h"
#include "tests/srcdir.h"
#include <stdio.h>

/* orders that end any game between two beginners */
enum { WHOLE = 1200 };

static struct arena a;

#define STR_ARG_S(z) (z), sizeof(z) - 1

static int setup(void **unused)
{
	static const char dir[] = SRCDIR "/templates";

	(void)unused;
	arena_init(&a);
	memcpy(page_room(sizeof(dir) - 1), dir, sizeof(dir) - 1);
	assert_int_equal(page_open(sizeof(dir) - 1), 0);
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	arena_release(&a);
	return 0;
}

static struct str said(void)
{
	return arena_str(&a, (struct str){ page_result(), page_said_len() });
}

static size_t put(struct str s)
{
	memcpy(page_room(s.len), s.s, s.len);
	return s.len;
}

static struct str file(const char *path)
{
	char *text = arena_alloc(&a, 1 << 16);
	FILE *f = fopen(path, "rb");
	size_t n;

	assert_non_null(f);
	n = fread(text, 1, 1 << 16, f);
	fclose(f);
	return (struct str){ text, n };
}

#define DRAWS "00112233445566778899aabbccddeeff"

/* A key: hex digits that follow from a number, and the draws of the game. */
static struct str key(unsigned n)
{
	struct hash h = hash_of((struct str){ (const char *)&n, sizeof(n) });

	return str_of(
		arena_printf(&a, "%.*s" DRAWS, STR_ARG(hex_of(&a, h.b, 32))));
}

/* A member of an object on one level, as text. */
static struct str member(struct str json, const char *name)
{
	const char *mark = arena_printf(&a, "\"%s\":", name);
	const char *at = memmem(json.s, json.len, mark, strlen(mark));
	size_t left, n = 0;

	assert_non_null(at);
	at += strlen(mark);
	left = (size_t)(json.s + json.len - at);
	if (*at == '"') {
		at++;
		while (n < left && at[n] != '"')
			n++;
	} else {
		while (n < left && !strchr(",}]", at[n]))
			n++;
	}
	return (struct str){ at, n };
}

static long number(struct str json, const char *name)
{
	int64_t v = 0;

	assert_true(parse_int(member(json, name), INT32_MIN, INT32_MAX, &v));
	return (long)v;
}

/* The outcome of a step becomes the game at hand. */
static void take(struct str system, struct str before, struct str outcome)
{
	struct str now = member(outcome, "game");

	assert_int_equal(
		page_practise_take(
			put(str_of(arena_printf(
				&a, "%.*s\n%.*s\n%.*s\n", STR_ARG(system),
				STR_ARG(before), STR_ARG(now)))),
			1),
		0);
}

/* An order and its dice, as the page writes them into a case. */
static void order_add(struct buf *b, int seat, struct str outcome)
{
	const char *at =
		memmem(outcome.s, outcome.len, STR_ARG_S("\"faces\":["));
	struct str order = member(outcome, "order");

	assert_non_null(at);
	at += strlen("\"faces\":[");
	if (*at != ']')
		buf_addz(b, "dice ");
	for (; *at != ']'; at++)
		buf_addc(b, *at == ',' ? ' ' : *at);
	buf_addf(b, "\norders %c\n  ", 'A' + seat);
	for (size_t i = 0; i < order.len; i++) {
		if (order.s[i] != '\\')
			buf_addc(b, order.s[i]);
		else
			buf_addz(b, order.s[++i] == 'n' ? "\n  " : "\"");
	}
	buf_addz(b, "\n  WAIT\nend\n");
}

/* Whole, or so many orders of it; saved: as the page saves it, or NULL. */
static void plays(const char *system, unsigned most, struct buf *saved)
{
	struct str start = file(arena_printf(
		&a, SRCDIR "/db/lessons/%s/practise.case", system));
	struct str outcome, game;
	unsigned n = 1;

	if (page_practise_begin(put(str_of(arena_printf(
		    &a, "%.*s\n%.*s", STR_ARG(key(0)), STR_ARG(start))))))
		fail_msg("%.*s", (int)page_said_len(), page_result());
	outcome = said();
	if (saved)
		buf_addf(saved, "%.*s\ndraws " DRAWS "\n", STR_ARG(start));
	take(str_of(system), STR(""), outcome);
	while (!number(outcome, "over") && n < most) {
		long awaits = number(outcome, "awaits");
		int seat = awaits & 1 ? 0 : 1;

		game = arena_str(&a, member(outcome, "game"));
		assert_true(awaits > 0);
		assert_int_equal(page_practise_move(put(key(n++)), seat, 0), 0);
		outcome = said();
		assert_true(number(outcome, "happened"));
		if (saved)
			order_add(saved, seat, outcome);
		take(str_of(system), game, outcome);
	}
	assert_true(number(outcome, "over") || most < WHOLE);
}

static void a_game_of_rebellion_ends(void **unused)
{
	(void)unused;
	plays("rebellion", WHOLE, NULL);
}

static void a_game_of_dungeons_goes_on(void **unused)
{
	(void)unused;
	plays("dungeons", 100, NULL);
}

/* Hidden draws too: the case has their seed. */
static void a_saved_game_of_dungeons_replays_alike(void **unused)
{
	struct buf saved;

	(void)unused;
	buf_init(&saved, 1 << 20);
	plays("dungeons", 60, &saved);
	if (page_practise_won(put(buf_str(&saved))))
		fail_msg("%.*s", (int)page_said_len(), page_result());
	buf_release(&saved);
}

static void a_game_of_arena_ends(void **unused)
{
	(void)unused;
	plays("arena", WHOLE, NULL);
}

/* The parts of orders and dice add up to the change of the value. */
static void luck_and_orders_are_told_apart(void **unused)
{
	static const char steps[] =
		"0 100 40 60\n0 150 50 0\n1 -350 -100 -400\n"
		"-1 -350 0 0\n0 -300 0 50\n";
	struct str told;

	(void)unused;
	assert_int_equal(page_analysis(put(STR(steps))), 0);
	told = said();
	assert_non_null(memmem(told.s, told.len,
			       STR_ARG_S("\"number\":2,\"point\":0,\"seat\":1,"
					 "\"value\":-350,\"order\":-100,"
					 "\"luck\":-400")));
	assert_int_equal(number(told, "luck"), 60);
	assert_non_null(memmem(told.s, told.len, STR_ARG_S("\"key\":[1,0,2]")));
	assert_int_not_equal(page_analysis(put(STR(""))), 0);
}

/* A state that was changed by hand, and keys that are none. */
static void what_is_no_game_is_refused(void **unused)
{
	(void)unused;
	assert_int_not_equal(
		page_practise_take(put(STR("rebellion\n\n00\n")), 1), 0);
	assert_int_not_equal(page_practise_take(put(STR("chess\n\n00\n")), 1),
			     0);
	assert_int_not_equal(page_practise_begin(put(STR("00\nboard 24 24\n"))),
			     0);
	assert_int_not_equal(page_practise_move(put(key(1)), 1, 0), 0);
	assert_int_not_equal(page_practise_advice(put(key(1)), 1), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(luck_and_orders_are_told_apart,
						setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_no_game_is_refused,
						setup, teardown),
		cmocka_unit_test_setup_teardown(a_game_of_rebellion_ends, setup,
						teardown),
		cmocka_unit_test_setup_teardown(a_game_of_dungeons_goes_on,
						setup, teardown),
		cmocka_unit_test_setup_teardown(
			a_saved_game_of_dungeons_replays_alike, setup,
			teardown),
		cmocka_unit_test_setup_teardown(a_game_of_arena_ends, setup,
						teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
