/* src/judge/chance.c */
#include "judge/chance.h"
#include "judge/inside.h"
#include "rules/common.h"

void chance_rolled(struct game_run *run, int seat, uint32_t roll,
		   unsigned sides, unsigned face)
{
	struct event e;

	event_start(&e, COMMON_ROLLED, 0);
	event_int(&e, seat);
	event_int(&e, (int32_t)roll);
	event_int(&e, (int32_t)sides);
	event_int(&e, (int32_t)face);
	game_emit(run, &e);
}

void chance_drawn(struct game_run *run, uint32_t number, int64_t round,
		  unsigned sides, unsigned value)
{
	struct event e;

	event_start(&e, COMMON_DRAWN, 0);
	e.audience = AUDIENCE_GM;
	event_int(&e, (int32_t)number);
	event_int(&e, (int32_t)round);
	event_int(&e, (int32_t)sides);
	event_int(&e, (int32_t)value);
	game_emit(run, &e);
}

static void emit_word(struct game_run *run, int kind, int seat,
		      const uint8_t *bytes, size_t len)
{
	struct arena a = { 0 };
	struct event e;

	event_start(&e, kind, 0);
	event_int(&e, seat);
	event_text(&e, hex_of(&a, bytes, len));
	game_emit(run, &e);
	arena_release(&a);
}

void chance_words(struct game_run *run, int seat, const struct word_lines *w,
		  struct words *all)
{
	if (w->has_hash) {
		emit_word(run, COMMON_WORD_COMMITTED, seat, w->hash,
			  WORD_HASH_SIZE);
		words_commit(all, (unsigned)seat, w->hash);
	}
	if (w->has_word) {
		emit_word(run, COMMON_WORD_OPENED, seat, w->word, WORD_SIZE);
		words_open(all, (unsigned)seat, w->word);
	}
}

void chance_missing(struct game_run *run, const struct words *all, int n)
{
	struct event e;

	for (int i = 0; i < n; i++) {
		if (all->has_word[i])
			continue;
		event_start(&e, COMMON_WORD_MISSING, 0);
		event_int(&e, i);
		event_int(&e, all->has_hash[i]);
		game_emit(run, &e);
	}
}

void chance_link(struct game_run *run, uint32_t chain, uint32_t number,
		 const struct hash *link, uint32_t n_rolls)
{
	struct event e;

	event_start(&e, COMMON_LINK_OPENED, 0);
	event_int(&e, (int32_t)chain);
	event_int(&e, (int32_t)number);
	event_hash(&e, link->b);
	event_int(&e, (int32_t)n_rolls);
	game_emit(run, &e);
}
