/*
 * tests/unit/arena_position.h - positions of Arena by position_text, orders
 * sent in them with the dice that they roll. before and after belong round the
 * tests.
 */
#ifndef ARENA_POSITION_H
#define ARENA_POSITION_H
#include "arena_fixture.h"
#include "games/arena/rules/position.h"
#include "games/arena/rules/tables.h"
#include "games/arena/rules/target.h"
#include "engine/common.h"
#include "engine/game.h"
#include <stdlib.h>

enum { MAX_EVENTS = 20000 };

static struct event *card[AR_MAX_CARDS];
static struct event *told;
static struct game *game, *seen; /* seen: room for a view */
static struct trials *room;

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

static const struct catalog catalog = { define, NULL };

static void sound(void)
{
	const char *fault = system_invariant(&system_arena, game->state);

	if (fault)
		fail_msg("%s", fault);
}

/* --- positions ------------------------------------------------------------ */

static const int *script; /* the dice to come */
static int n_script;

static uint32_t scripted(const void *source, uint32_t roll, uint32_t draw)
{
	(void)source;
	(void)draw;
	assert_true(roll < (uint32_t)n_script);
	return (uint32_t)(script[roll] - 1);
}

struct arena_position {
	struct game_run run;
	struct event_list out;
	struct dice dice;
};

static void position(struct arena_position *p, const char *text)
{
	static struct position s;
	static struct game scratch;
	struct buf fault;
	int line;

	game_init(game, &system_arena);
	p->out = (struct event_list){ told, 0, MAX_EVENTS };
	p->dice = (struct dice){ .bits = scripted };
	memset(&p->run, 0, sizeof(p->run));
	p->run.game = game;
	p->run.dice = &p->dice;
	p->run.catalog = &catalog;
	p->run.out = &p->out;
	p->run.trials = trials_init(room);
	memset(&s, 0, sizeof(s));
	buf_init(&fault, 400);
	s.run = &p->run;
	s.scratch = &scratch;
	s.fault = &fault;
	if (!position_text(&s, &setup_arena, str_of(text), &line))
		fail_msg("line %d: %.*s", line, STR_ARG(buf_str(&fault)));
	buf_release(&fault);
}

static inline int number(const char *key)
{
	int n = ar_card_keyed((const struct ar_state *)game->state,
			      str_of(key));

	assert_true(n > 0);
	return n;
}

static void name(struct decision *d, int tag, int word, int32_t what)
{
	const int32_t w[] = { word, AR_SIDE_NONE, what };

	decision_add(d, tag, w, 3);
}

static void step(struct decision *d, int kind, int32_t fig, enum ar_verb verb)
{
	decision_start(d, kind);
	if (fig)
		decision_add_int(d, AR_TAG_FIG, fig);
	decision_add_int(d, AR_TAG_STEP, verb);
}

/* the order is sent, and carried out */
static void submitted(struct arena_position *p, int seat,
		      const struct decision *d)
{
	struct submission mail = { .n = 1, .keep = true, .hold = true };
	struct queue_entry entry;
	struct queue_pack pack;

	assert_true(decision_check(d, &system_arena.decisions));
	queue_pack_start(&pack, 1, 0);
	queue_pack_alternative(&pack, d);
	entry = queue_pack_entry(&pack);
	mail.seat = seat;
	mail.v = &entry;
	assert_int_equal(game_submit(&p->run, &mail), SUBMIT_DONE);
	for (int i = 0; i < p->out.n; i++)
		assert_int_not_equal(p->out.v[i].kind, COMMON_REFUSED);
	sound();
}

/* the order is sent with these dice, and all of them are rolled */
static inline void sent(struct arena_position *p, int seat,
			const struct decision *d, const int *dice, int n)
{
	script = dice;
	n_script = n;
	p->dice.n_rolls = 0;
	submitted(p, seat, d);
	assert_int_equal(p->dice.n_rolls, n);
}

static inline const struct ar_obj *at(int n)
{
	return ar_obj((const struct ar_state *)game->state, label_of('#', n));
}

static const char two_mages[] = "board 4x3\n"
				"player A warlock mana 30\n"
				"player B wizard mana 30\n"
				"mage #1 A at A1\n"
				"mage #2 B at D3\n";

static const char turn[] = "phase turns\nturn A init A round 2\n";

static void start(struct arena_position *p, const char *lines)
{
	position(p, arena_printf(&a, "%s%s%s", two_mages, lines, turn));
}

static inline const struct ar_obj *object(int n)
{
	assert_non_null(at(n));
	return at(n);
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
#endif
