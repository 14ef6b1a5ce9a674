/*
 * src/cli/export.c - heraldo export: writes the log of a game for verification
 * by others
 */
#include "cli/cli.h"
#include "verifier/export_game.h"
#include "cli/app.h"
#include "cli/page.h"
#include "engine/slot.h"
#include <errno.h>
#include <getopt.h>
#include <stdio.h>

struct sink {
	FILE *f;
	struct buf *log; /* for a page; NULL: to f at once */
	struct progress progress;
	uint64_t lines;
};

static enum err line_write(void *context, struct str line, struct why *why)
{
	struct sink *s = context;

	if (s->log ? !buf_adds(s->log, line)
		   : fwrite(line.s, 1, line.len, s->f) != line.len)
		return why_set(why, ERR_DISK, "cannot write: %s",
			       strerror(errno));
	progress_step(&s->progress, ++s->lines);
	return ERR_OK;
}

/* the log, in the page that shows it */
static enum err export_page(struct app *h, int64_t game, int seat,
			    struct sink *s, struct why *why)
{
	struct buf log, page;
	enum err e;

	buf_init(&log, PAGE_LOG_MAX);
	buf_init(&page, PAGE_WITH_LOG_MAX);
	s->log = &log;
	e = export_game(h->judge, game, seat, line_write, s, why);
	if (!e)
		e = page_with_log(h->config->webapp_file, buf_str(&log), &page,
				  why);
	s->log = NULL;
	if (!e)
		e = line_write(s, buf_str(&page), why);
	buf_release(&page);
	buf_release(&log);
	return e;
}

struct exporting {
	struct cli *c;
	int seat;
	bool page;
	const char *output; /* NULL: standard output */
};

/* to a new file beside it, so that half an export never has its name */
static enum err export(void *context, struct app *h, const struct game_row *g,
		       struct why *why) {
	const struct exporting *x = context; const char *output = x->output;
	const char *tmp = output ? arena_printf(&x->c->arena, "%s.new", output)
				 : NULL;
	struct sink s = { .f = output ? fopen(tmp, "w") : stdout };
	enum err e;

	if (!s.f) return why_set(why, ERR_DISK, "cannot write %s: %s", tmp,
				 strerror(errno));
	progress_start(&s.progress, x->c, "export", 0);
	e = x->page ? export_page(h, g->id, x->seat, &s, why)
		    : export_game(h->judge, g->id, x->seat, line_write, &s,
				  why);
	if (fflush(s.f) && !e)
		e = why_set(why, ERR_DISK, "cannot write: %s", strerror(errno));
	if (output && fclose(s.f) && !e)
		e = why_set(why, ERR_DISK, "cannot write: %s", strerror(errno));
	if (output && !e && rename(tmp, output))
		e = why_set(why, ERR_DISK, "cannot rename %s: %s", tmp,
			    strerror(errno));
	if (output && e) remove(tmp);
	if (!e) progress_end(&s.progress,
			     arena_printf(&x->c->arena, "%llu lines",
					  (unsigned long long)s.lines));
	return e;
}

int command_export(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "seat", required_argument, NULL, 's' },
		{ "full", no_argument, NULL, 'f' },
		{ "page", no_argument, NULL, 'p' },
		{ "output", required_argument, NULL, 'o' },
		{ NULL, 0, NULL, 0 },
	};
	struct exporting x = { .c = c, .seat = -1 };
	int opt;

	while ((opt = getopt_long(argc, argv, "s:fpo:", options, NULL)) != -1) {
		switch (opt) {
		case 's':
			x.seat = slot_parse(str_of(optarg));
			if (x.seat < 0)
				return cli_usage(
					c, "'%s' is no seat: A, B, .. or GM",
					optarg);
			break;
		case 'f': x.seat = EXPORT_FULL; break;
		case 'p': x.page = true; break;
		case 'o': x.output = optarg; break;
		default: return cli_no_option(c, options);
		}
	}
	return cli_of_game(c, argc, argv, export, &x);
}
