/*
 * tests/unit/test_arena_engine.c - the rules of Arena as a whole: a game begins
 * with the cards of the catalog, and is played by chance; after every decision
 * what must hold of its state does.
 */
#include "arena_fixture.h"
#include "rules/arena/tables.h"
#include "rules/common.h"
#include "rules/game.h"
#include <stdlib.h>

enum { MAX_EVENTS = 20000, DECISIONS = 400, GAMES = 3 };

static struct event *card[AR_MAX_CARDS];
static struct event *told;
static struct game *game, *seen;
static struct trials *room;
static uint32_t seed;

static void keep(int n, const struct event *e)
{
	card[n] = ARENA_NEW(&a, struct event);
	event_copy(card[n], e);
}

enum { BOOK_MODE = 1, BOOK_MAGE = 2, BOOK_SPELL = 5, BOOK_COUNT = 7 };

/* the printed book of a class: rows of books.csv as AR_EV_BOOK_SET */
static bool book(int class, struct event *out)
{
	const struct ar_state *s = (const struct ar_state *)game->state;
	struct str rest = str_of(file_text("books.csv")), line;
	int32_t pairs[2 * AR_MAX_CARDS];
	int n = 0;

	while (parse_line(&rest, &line)) {
		struct str v[COLUMNS];
		int of = parse_csv(arena_printf(&a, "%.*s", STR_ARG(line)), v,
				   COLUMNS);
		int64_t count;

		if (of <= BOOK_COUNT || !str_is(v[BOOK_MODE], "full") ||
		    !str_is(v[BOOK_MAGE], ar_class_names[class]) ||
		    !parse_int(v[BOOK_COUNT], 1, 99, &count))
			continue;
		v[BOOK_SPELL].s += 9; /* AR-SPELL- */
		v[BOOK_SPELL].len -= 9;
		pairs[n++] = ar_card_keyed(s, v[BOOK_SPELL]);
		pairs[n++] = (int32_t)count;
	}
	event_start(out, AR_EV_BOOK_SET, AR_BOOK_01);
	event_int(out, 0);
	event_ints(out, pairs, n);
	return n > 0;
}

static bool define(const void *source, struct str key, struct event *out)
{
	int n = 0;

	(void)source;
	if (str_starts(key, "arena/book/full/"))
		return book(key.s[key.len - 1] - '0', out);
	assert_true(str_starts(key, "arena/"));
	for (size_t i = 6; i < key.len; i++)
		n = n * 10 + key.s[i] - '0';
	if (n < 1 || n >= AR_MAX_CARDS || !card[n])
		return false;
	event_copy(out, card[n]);
	return true;
}

static uint32_t bits(const void *source, uint32_t roll, uint32_t draw)
{
	uint32_t x;

	(void)source;
	(void)roll;
	(void)draw;
	seed = seed * 1664525u + 1013904223u;
	x = seed ^ seed >> 15;
	x *= 0x2c1b3c6du;
	return x ^ x >> 12;
}

static const struct catalog catalog = { define, NULL };

static void sound(void)
{
	const char *fault = system_arena.invariant(game->state);

	if (fault)
		fail_msg("%s", fault);
}

static void begin(struct game_run *run, struct event_list *out,
		  struct dice *dice, int seats)
{
	struct event e;

	game_init(game, &system_arena);
	*out = (struct event_list){ told, 0, MAX_EVENTS };
	*dice = (struct dice){ .bits = bits };
	memset(run, 0, sizeof(*run));
	run->game = game;
	run->dice = dice;
	run->catalog = &catalog;
	run->out = out;
	run->trials = trials_init(room);
	for (int seat = 0; seat < seats; seat++) {
		event_start(&e, COMMON_SEAT_TAKEN, 0);
		event_int(&e, seat);
		event_text(&e, STR("x"));
		event_text(&e, STR("player"));
		event_text(&e, STR(""));
		game_emit(run, &e);
	}
	event_start(&e, COMMON_GAME_STARTED, 0);
	event_text(&e, STR("x"));
	game_emit(run, &e);
	game_pump(run, false);
}

static void a_game_begins_with_all_cards_of_the_catalog(void **unused)
{
	const struct ar_state *s = (const struct ar_state *)game->state;
	struct event_list out;
	struct game_run run;
	struct dice dice;

	(void)unused;
	begin(&run, &out, &dice, 2);
	assert_int_equal(s->n_cards, 183);
	sound();
}

/* a decision of somebody who is waited for; false: there is none */
static bool decide(struct game_run *run)
{
	struct dice chance = { .bits = bits };
	struct submission mail = { .n = 1, .wait = true, .clear = true };
	struct queue_entry entry;
	struct queue_pack pack;
	struct awaiting waits = { .n = 0 };
	struct decision d;
	int seat;

	system_arena.awaiting(game->state, &waits);
	if (!waits.n)
		return false;
	seat = waits.v[bits(NULL, 0, 0) % (uint32_t)waits.n].seat;
	game_view(game, seat, seen);
	/* now and then somebody is silent, so that plans are closed */
	if (bits(NULL, 0, 0) % 8 == 0 &&
	    system_arena.silent(seen->state, seat, &d))
		;
	else if (!system_arena.sample(seen->state, seat, room, &chance, &d) &&
		 !system_arena.silent(seen->state, seat, &d))
		return false;
	queue_pack_start(&pack, 1, 0);
	queue_pack_alternative(&pack, &d);
	entry = queue_pack_entry(&pack);
	mail.seat = seat;
	mail.v = &entry;
	game_submit(run, &mail);
	while (run->more)
		game_pump(run, false);
	return true;
}

static void games_played_by_chance_stay_sound(void **unused)
{
	const struct ar_state *s = (const struct ar_state *)game->state;
	int32_t rounds = 0;

	(void)unused;
	for (uint32_t g = 0; g < GAMES; g++) {
		struct event_list out;
		struct game_run run;
		struct dice dice;
		uint32_t winners;

		seed = 7919 * g + 1;
		begin(&run, &out, &dice, 2);
		for (int i = 0; i < DECISIONS; i++) {
			if (system_arena.over(game->state, &winners))
				break;
			if (out.n > MAX_EVENTS / 2)
				out.n = 0;
			if (!decide(&run))
				game_pump(&run, false);
			sound();
		}
		rounds += s->round;
	}
	assert_true(rounds > GAMES);
}

static int before(void **unused)
{
	int n;

	(void)unused;
	told = calloc(MAX_EVENTS, sizeof(*told));
	game = calloc(2, sizeof(*game));
	seen = game + 1;
	room = calloc(1, sizeof(*room));
	n = arena_rows("spells.csv", 1, keep);
	n = arena_rows("mages.csv", n, keep);
	return told && game && room && n == 183 ? 0 : -1;
}

static int after(void **unused)
{
	(void)unused;
	free(told);
	free(game);
	free(room);
	arena_release(&a);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_game_begins_with_all_cards_of_the_catalog),
		cmocka_unit_test(games_played_by_chance_stay_sound),
	};

	return cmocka_run_group_tests(tests, before, after);
}
