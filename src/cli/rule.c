/* src/cli/rule.c - heraldo rule: prints a rule of the reference */
#include "cli/cli.h"
#include "report/text/rules_text.h"
#include <getopt.h>
#include <stdio.h>

/* at most 78 columns; words are never cut */
static void wrapped_print(struct str text)
{
	size_t column = 0;

	while (text.len) {
		const char *blank = memchr(text.s, ' ', text.len);
		size_t n = blank ? (size_t)(blank - text.s) : text.len;

		if (column && column + 1 + n > 78) {
			putchar('\n');
			column = 0;
		}
		printf("%s%.*s", column ? " " : "", (int)n, text.s);
		column += n + (column ? 1 : 0);
		text.s += n + (blank ? 1 : 0);
		text.len -= n + (blank ? 1 : 0);
	}
	putchar('\n');
}

int command_rule(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "data", required_argument, NULL, 'd' },
		{ NULL, 0, NULL, 0 },
	};
	const char *data = NULL;
	int opt, code = EXIT_FINE;

	while ((opt = getopt_long(argc, argv, "d:", options, NULL)) != -1) {
		if (opt != 'd')
			return cli_no_option(c, options);
		data = optarg;
	}
	code = cli_words(c, argc, optind, 1, INT_MAX);
	if (code)
		return code;
	if (!data) /* the reference needs no configured judge */
		data = PKGDATADIR "/db";
	for (int i = optind; i < argc; i++) {
		struct rules_text_rule r;
		struct why why = { 0 };
		enum err e = rules_text_find(
			arena_printf(&c->arena, "%s/rules", data),
			str_of(argv[i]), &c->arena, &r, &why);

		if (e) {
			code = cli_fail(c, e, &why);
			continue;
		}
		printf("%.*s  (%.*s)\n", STR_ARG(r.id), STR_ARG(r.section));
		wrapped_print(r.text);
	}
	return code;
}
