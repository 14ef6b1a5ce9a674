/* src/cli/render.c - heraldo render: prints the report of a game again */
#include "cli/cli.h"
#include "base/file.h"
#include "cli/app.h"
#include "base/parse.h"
#include "engine/slot.h"
#include <getopt.h>
#include <stdio.h>

enum { MAIL_MAX = 8 << 20 };

struct rendering {
	struct cli *c;
	struct mail_render *letters;
	const char *format, *language, *output;
	struct buf mail;
};

static struct str part_of(const struct report *r, const char *format)
{
	return !strcmp(format, "html")  ? r->html
	       : !strcmp(format, "png") ? r->png
					: r->text;
}

static enum err content_write(void *context, const struct mail_content *l,
			      struct why *why)
{
	struct rendering *x = context;
	struct outbox_row row = *l->row;
	struct mail_content mine = *l;
	struct report r;
	struct str out;
	enum err e;

	if (x->language)
		row.language = str_of(x->language);
	mine.row = &row;
	if (!strcmp(x->format, "mail")) {
		e = mail_render_write(x->letters, &mine, &x->mail, why);
		out = buf_str(&x->mail);
	} else {
		e = mail_render_report(x->letters, &mine, &x->c->arena, &r,
				       why);
		out = part_of(&r, x->format);
	}
	if (e)
		return e;
	if (!out.len)
		return why_set(why, ERR_NOT_FOUND,
			       "there is nothing to show as %s yet", x->format);
	if (x->output)
		return file_replace(x->output, out, 0644, why);
	fwrite(out.s, 1, out.len, stdout);
	return ERR_OK;
}

/* the part of the game to be shown */
static int show_game(struct rendering *x, struct app *h, const char *name,
		     int slot, int64_t point)
{
	struct game_row g;
	struct why why = { 0 };
	enum err e;

	x->letters = h->letters;
	buf_init(&x->mail, MAIL_MAX);
	e = cli_game(x->c, h, name, &g, &why);
	if (!e)
		e = judge_game_mail(h->judge, g.id, slot, point, content_write,
				    x, &why);
	buf_release(&x->mail);
	return e ? cli_fail(x->c, e, &why) : EXIT_FINE;
}

static bool is_format(const char *word)
{
	static const char *const formats[] = { "text", "html", "png", "mail" };

	for (size_t i = 0; i < ARRAY_LEN(formats); i++)
		if (!strcmp(word, formats[i]))
			return true;
	return false;
}

int command_render(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "seat", required_argument, NULL, 's' },
		{ "point", required_argument, NULL, 'p' },
		{ "format", required_argument, NULL, 'f' },
		{ "language", required_argument, NULL, 'l' },
		{ "output", required_argument, NULL, 'o' },
		{ NULL, 0, NULL, 0 },
	};
	struct rendering x = { .c = c, .format = "text" };
	struct app h = { 0 };
	int64_t point = 0;
	int slot = -1, opt, code;

	while ((opt = getopt_long(argc, argv, "s:p:f:l:o:", options, NULL)) !=
	       -1) {
		switch (opt) {
		case 's':
			slot = slot_parse(str_of(optarg));
			if (slot < 0)
				return cli_usage(
					c,
					"'%s' is not a seat: A, B, .., GM or O1",
					optarg);
			break;
		case 'p':
			if (!parse_int(str_of(optarg), 1, INT64_MAX, &point))
				return cli_usage(c, "'%s' is not a point",
						 optarg);
			break;
		case 'f': x.format = optarg; break;
		case 'l': x.language = optarg; break;
		case 'o': x.output = optarg; break;
		default: return cli_no_option(c, options);
		}
	}
	if (!is_format(x.format))
		return cli_usage(c, "--format is text, html, png or mail");
	code = cli_words(c, argc, optind, 1, 1);
	if (!code)
		code = cli_house(c, &h);
	if (!code)
		code = show_game(&x, &h, argv[optind], slot, point);
	app_release(&h);
	return code;
}
