/*
 * tests/tamper/out.h - what the programs have in common that play a game and
 * write its exports.
 */
#ifndef TESTS_TAMPER_OUT_H
#define TESTS_TAMPER_OUT_H
#include "judge_fixture.h"

enum { OUT_WIDTH = 60 };

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

/* an order as lines of at most OUT_WIDTH, the further ones with a + before */
static inline const char *out_lines(struct fix *f, struct str order)
{
	char *text = arena_alloc(&f->arena, 2 * order.len + 8), *at = text;

	for (size_t i = 0, column = 0; i < order.len; i++) {
		if (order.s[i] == ' ' && column > OUT_WIDTH - 12) {
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
	e = judge_export(f->j, f->game, slot, out_line, to, &f->why);
	if (e)
		fprintf(stderr, "%s: %s\n", path, f->why.text);
	if (e || fclose(to))
		exit(1);
}
#endif
