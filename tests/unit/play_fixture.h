/*
 * tests/unit/play_fixture.h - a game of a real system in the house of
 * judge_fixture.h: its words and figures, chance for whoever plays it, and the
 * orders of players who know no more than their own view.
 */
#ifndef TESTS_PLAY_FIXTURE_H
#define TESTS_PLAY_FIXTURE_H
#include "judge_fixture.h"
#include "games/rebellion/rules/rebellion.h"
#include "tests/srcdir.h"

enum { PLAY_WIDTH = 60 };

struct play {
	struct games games;
};

/* The fixture's house with this game in place of the toy. */
static inline void play_open_in(struct play *p, struct fix *f,
				const struct game_kind *kind,
				const char *templates)
{
	enum err e;

	judge_close(f->j);
	fix_forget(f);
	e = games_open(&p->games, &kind, 1, templates, &f->why);
	if (!e)
		e = games_deal(&p->games, SRCDIR "/db/catalog", &f->why);
	if (e)
		fprintf(stderr, "%s\n", f->why.text);
	assert(!e);
	f->config.systems[0] = p->games.kinds[0];
	fix_open(f);
}

static inline void play_open(struct play *p, struct fix *f,
			     const struct system *sys)
{
	play_open_in(p, f, game_kind_find(str_of(sys->name)),
		     SRCDIR "/templates");
}

static inline void play_release(struct play *p, struct fix *f)
{
	fix_release(f);
	games_release(&p->games);
}

/* Bits of dice whose source is a word: the same for one word in every run. */
static inline uint32_t play_chance(const void *source, uint32_t roll,
				   uint32_t draw)
{
	struct hasher h;
	uint8_t out[32];

	hasher_init(&h, STR(""), 32);
	hasher_addz(&h, source);
	hasher_add_u32(&h, roll);
	hasher_add_u32(&h, draw);
	hasher_end(&h, out);
	return (uint32_t)out[0] << 24 | (uint32_t)out[1] << 16 |
	       (uint32_t)out[2] << 8 | out[3];
}

/* the seat without which the game cannot go on, -1 if there is none */
static inline int play_awaited(struct fix *f)
{
	struct judge_awaited w[16];
	enum err e;
	int n;

	e = judge_game_awaiting(f->j, f->game, w, 16, &n, &f->why);
	assert(!e);
	for (int i = 0; i < n; i++)
		if (w[i].blocking)
			return w[i].seat;
	return -1;
}

/* an order as lines of at most PLAY_WIDTH, the further ones with a + before */
static inline const char *play_lines(struct fix *f, struct str order)
{
	/* every break costs two bytes more: a word is never broken */
	char *text = arena_alloc(&f->arena, 2 * order.len + 8), *at = text;

	for (size_t i = 0, column = 0; i < order.len; i++) {
		if (order.s[i] == ' ' && column > PLAY_WIDTH - 12) {
			memcpy(at, "\n+ ", 3);
			at += 3;
			column = 2;
			continue;
		}
		*at++ = order.s[i];
		column++;
	}
	*at = 0;
	return text;
}

/* a decision as such lines; NULL: the grammar has no words for it */
static inline const char *play_words(const struct play *p, struct fix *f,
				     const struct decision *d)
{
	const char *text = NULL;
	struct buf b;

	buf_init(&b, 8192);
	if (grammar_write(p->games.kinds[0].grammar, 0, d, &b))
		text = play_lines(f, buf_str(&b));
	buf_release(&b);
	return text;
}

/* armies of Rebellion of at most 100 points */
static inline void play_army(int seat, struct decision *d)
{
	static const char *const cards[2][5] = {
		{ "rebellion/60", "rebellion/10", "rebellion/3", "rebellion/5",
		  "rebellion/45" },
		{ "rebellion/60", "rebellion/1", "rebellion/2", "rebellion/4",
		  "rebellion/6" },
	};

	decision_start(d, RB_ORDER_ARMY);
	for (int i = 0; i < 5; i++)
		decision_add_text(d, RB_TAG_KEY, str_of(cards[seat][i]));
}
#endif
