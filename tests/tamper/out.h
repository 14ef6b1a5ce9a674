/*
 * tests/tamper/out.h - what the programs have in common that play a game and
 * write its exports.
 */
#ifndef TESTS_TAMPER_OUT_H
#define TESTS_TAMPER_OUT_H
#include "fairness/dice_chain.h"
#include "../unit/play_fixture.h"
#include "verifier/export_game.h"

/* The world must do its part: these are tools. */
#define OK(call)                                                               \
	do {                                                                   \
		enum err e_ = (call);                                          \
		if (e_) {                                                      \
			fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, \
				err_text(e_), f.why.text);                     \
			exit(1);                                               \
		}                                                              \
	} while (0)

/* orders of a player who has mailed n_serials before: they are carried out, and
 * an hour goes by */
static inline void out_orders(struct fix *f, int who, int *n_serials,
			      const char *lines)
{
	struct str verdict = fix_send(
		f, fix_orders(f, who, fix_point(f), ++*n_serials, lines));

	if (!str_is(verdict, "adjudicated")) {
		fprintf(stderr, "%s: %.*s\n", lines, STR_ARG(verdict));
		exit(1);
	}
	f->now += 3600;
}

/* both players send the hash of a word, then both open theirs */
static inline void out_words(struct fix *f, int n_serials[2])
{
	uint8_t word[WORD_SIZE], hash[WORD_HASH_SIZE];

	for (int i = 0; i < 4; i++) {
		struct str said;

		memset(word, 0x30 + i % 2, sizeof(word));
		word_hash(word, hash);
		said = i < 2 ? hex_of(&f->arena, hash, sizeof(hash))
			     : hex_of(&f->arena, word, sizeof(word));
		out_orders(f, i % 2, &n_serials[i % 2],
			   arena_printf(&f->arena, "WORD %s%s",
					i < 2 ? "" : "OPEN ", said.s));
	}
}

static inline enum err out_line(void *context, struct str line, struct why *why)
{
	(void)why;
	fwrite(line.s, 1, line.len, context);
	return ERR_OK;
}

/* dir/name.jsonl, as the slot may see it */
static inline void out_export(struct fix *f, const char *dir, const char *name,
			      int slot)
{
	char *path = arena_printf(&f->arena, "%s/%s.jsonl", dir, name);
	FILE *to = fopen(path, "w");
	enum err e;

	if (!to) {
		perror(path);
		exit(1);
	}
	e = export_game(f->j, f->game, slot, out_line, to, &f->why);
	if (e)
		fprintf(stderr, "%s: %s\n", path, f->why.text);
	if (e || fclose(to))
		exit(1);
}
#endif
