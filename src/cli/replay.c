/*
 * src/cli/replay.c - heraldo replay: applies every event again from the first,
 * compares the result with the stored state, and tells the story
 */
#include "cli/cli.h"
#include "cli/app.h"
#include "report/report_game.h"
#include <getopt.h>
#include <stdio.h>

struct story {
	struct cli *c;
	struct app *h;
	const char *language;
	bool tell_it; /* not only checked */
};

/* one adjudication in words, as everybody may know it */
static enum err point_print(void *context, const struct mail_content *l,
			    struct why *why)
{
	struct story *s = context;
	struct outbox_row row = *l->row;
	struct mail_content mine = *l;
	struct str text;
	enum err e;

	if (s->language)
		row.language = str_of(s->language);
	mine.row = &row;
	e = mail_render_story(s->h->letters, &mine, &s->c->arena, &text, why);
	if (!e && text.len)
		printf("point %lld\n%.*s\n", (long long)row.point,
		       STR_ARG(text));
	return e;
}

static enum err replay(void *context, struct app *h, const struct game_row *g,
		       struct why *why)
{
	struct story *s = context;
	struct progress p;
	enum err e;

	s->h = h;
	progress_start(&p, s->c, "replay", (uint64_t)g->point);
	e = judge_game_replay(h->judge, g->id, why);
	if (e)
		return e;
	for (int64_t point = 1; s->tell_it && !e && point <= g->point;
	     point++) {
		e = judge_game_mail(h->judge, g->id, -1, point, point_print, s,
				    why);
		progress_step(&p, (uint64_t)point);
	}
	if (!e)
		progress_end(
			&p,
			arena_printf(&s->c->arena,
				     "%lld events come to the state on record",
				     (long long)g->n_events));
	return e;
}

int command_replay(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "language", required_argument, NULL, 'l' },
		{ "check", no_argument, NULL, 'n' },
		{ NULL, 0, NULL, 0 },
	};
	struct story s = { .c = c, .tell_it = true };
	int opt;

	while ((opt = getopt_long(argc, argv, "l:n", options, NULL)) != -1) {
		switch (opt) {
		case 'l': s.language = optarg; break;
		case 'n': s.tell_it = false; break;
		default: return cli_no_option(c, options);
		}
	}
	return cli_of_game(c, argc, argv, replay, &s);
}
