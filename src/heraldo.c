/*
 * src/heraldo.c - the command line. Every sub-command is a row of
 * cli/commands.def and a file in cli/.
 */
#include "cli/advice.h"
#include "cli/cli.h"
#include "base/buf.h"
#include "base/nearest.h"
#include "cli/terminal.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void heraldo_help(FILE *to)
{
	fprintf(to,
		"Heraldo, a judge for games played by mail (%s)\n\n"
		"usage: heraldo [--config FILE] [--json] [--quiet] COMMAND ...\n\n",
		PACKAGE_VERSION);
	for (int i = 0; i < n_cli_commands; i++)
		fprintf(to, "  %-14s %s\n", cli_commands[i].name,
			cli_commands[i].summary);
	fputs("\nheraldo COMMAND --help says more, heraldo(1) all, heraldo-orders(7) how to\n"
	      "write orders.\n",
	      to);
}

static const struct cli_command *command_find(const char *name)
{
	/* before version 1.0 */
	static const char *const renamed[][2] = { { "chronicle", "publish" },
						  { "luck", "dice" },
						  { "carried", "carryover" },
						  { "systems", "rulesets" } };
	struct nearest near;

	nearest_init(&near, str_of(name), NEAREST_FAR);
	for (int i = 0; i < n_cli_commands; i++) {
		if (!strcmp(name, cli_commands[i].name))
			return &cli_commands[i];
		nearest_try(&near, str_of(cli_commands[i].name));
	}
	for (size_t i = 0; i < ARRAY_LEN(renamed); i++)
		if (!strcmp(name, renamed[i][0])) {
			fprintf(stderr, "heraldo: %s is now called %s\n", name,
				renamed[i][1]);
			return NULL;
		}
	fprintf(stderr, "heraldo: there is no command '%s'", name);
	if (near.name.len)
		fprintf(stderr, "; did you mean '%.*s'?", STR_ARG(near.name));
	fputs("\nheraldo --help lists them all.\n", stderr);
	return NULL;
}

/* --- verbs ---------------------------------------------------------------- */

/* The verb of the command; NULL: none of that name. near->name: the nearest. */
static const struct cli_verb *verb_find(const char *command, const char *name,
					struct nearest *near)
{
	/* former names, which the commands know */
	static const char *const former[] = { "tend",  "adopt",  "carry",
					      "away",  "back",   "readmit",
					      "again", "forget", "skip" };

	nearest_init(near, str_of(name), NEAREST_FAR);
	for (size_t i = 0; i < ARRAY_LEN(former); i++)
		if (!strcmp(name, former[i]))
			return NULL;
	for (int i = 0; i < n_cli_verbs; i++) {
		const struct cli_verb *v = &cli_verbs[i];

		if (strcmp(v->command, command))
			continue;
		if (!strcmp(name, v->name))
			return v;
		nearest_try(near, str_of(v->name));
	}
	return NULL;
}

/* All verbs of a command, a line each. */
static void verbs_help(const char *command)
{
	int n = 0;

	for (int i = 0; i < n_cli_verbs; i++)
		if (!strcmp(cli_verbs[i].command, command))
			n += printf("  %-15s %s\n", cli_verbs[i].name,
				    cli_verbs[i].summary);
	if (n)
		printf("heraldo %s VERB --help says what each takes, with an "
		       "example\n",
		       command);
}

/* A text of verbs.def with %1, %2 .. replaced by words, n of them. */
static const char *words_put(struct arena *a, const char *text, int n,
			     char *const *words)
{
	enum { TEXT_MAX = 4096 };
	const char *out;
	struct buf b;

	buf_init(&b, TEXT_MAX);
	for (; *text; text++)
		if (*text == '%' && text[1] >= '1' && text[1] <= '9') {
			int i = *++text - '1';

			buf_addz(&b, i < n ? words[i] : "..");
		} else {
			buf_addc(&b, *text);
		}
	out = arena_strdup(a, b.len ? b.s : "");
	buf_release(&b);
	return out;
}

/* Ask first, where it cannot be taken back; tell it, where it says nothing. */
static int verb_run(struct cli *c, const struct cli_command *command,
		    const struct cli_verb *v, int argc, char **argv)
{
	int code;

	if (*v->question &&
	    !cli_confirm(c, "%s",
			 words_put(&c->arena, v->question, argc - 2, argv + 2)))
		return EXIT_NO;
	code = command->run(c, argc, argv);
	/* getopt has put the words after the options, if it was asked */
	optind += !optind;
	if (code == EXIT_FINE && *v->done && !c->quiet && !c->json)
		puts(words_put(&c->arena, v->done, argc - optind - 1,
			       argv + optind + 1));
	return code;
}

/* The command itself knows its options: it is asked for one that there is not,
 * with its first word, which may be one of its own commands. */
static int heraldo_usage(struct cli *c, const struct cli_command *command,
			 int argc, char **argv)
{
	static char wish[] = "--help";
	char *words[] = { argv[0], wish, NULL, NULL };
	int n = 2;

	if (c->verb) {
		cli_usage_print(c, stdout);
		c->usage_told = true;
		/* options are listed below, and for inbox list the words */
		if (strcmp(c->verb->name, "new") != 0 &&
		    (strcmp(command->name, "inbox") != 0 ||
		     strcmp(c->verb->name, "list") != 0))
			return EXIT_FINE;
	} else {
		verbs_help(command->name);
	}
	if (argc > 1 && argv[1][0] != '-') {
		words[1] = argv[1];
		words[n++] = wish;
	}
	return command->run(c, n, words);
}

/* Does it write bytes for a file, unless a terminal is to show them? */
static bool writes_a_file(const char *name)
{
	static const char *const files[] = { "sign",      "export", "inbox",
					     "outbox",    "render", "archive",
					     "carryover", "person", "publish" };

	for (size_t i = 0; i < ARRAY_LEN(files); i++)
		if (!strcmp(name, files[i]))
			return true;
	return false;
}

/* Escape what a command prints, but not the bytes of a file. */
static void output_guard(const char *name)
{
	if (!writes_a_file(name) || isatty(STDOUT_FILENO))
		terminal_guard();
}

/* --yes is of all commands: taken out of their words, up to "--". */
static int yes_take(struct cli *c, int first, int argc, char **argv)
{
	int n = first;
	bool words = true;

	for (int i = first; i < argc; i++) {
		words &= strcmp(argv[i], "--") != 0;
		if (words && !strcmp(argv[i], "--yes"))
			c->yes = true;
		else
			argv[n++] = argv[i];
	}
	if (n < argc)
		argv[n] = NULL;
	return n < argc ? n : argc;
}

static int command_run(struct cli *c, const struct cli_command *command,
		       int argc, char **argv)
{
	struct nearest near = { .name = STR("") };

	if (argc > 1)
		c->verb = verb_find(command->name, argv[1], &near);
	if (c->help)
		return heraldo_usage(c, command, argc, argv);
	if (!c->verb && near.name.len && argv[1][0] != '-')
		return cli_usage(c, "there is no verb %s; did you mean %.*s?",
				 argv[1], STR_ARG(near.name));
	return c->verb ? verb_run(c, command, c->verb, argc, argv)
		       : command->run(c, argc, argv);
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "config", required_argument, NULL, 'c' },
		{ "json", no_argument, NULL, 'j' },
		{ "quiet", no_argument, NULL, 'q' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ NULL, 0, NULL, 0 },
	};
	const char *file = getenv("HERALDO_CONFIG");
	struct cli c = { .program = "heraldo" };
	const struct cli_command *command;
	int opt, code;

	terminal_guard_errors();
	c.config_file = file ? file : UNIT_CONFIG "heraldo.conf";
	while ((opt = getopt_long(argc, argv, "+c:jqhV", options, NULL)) !=
	       -1) {
		switch (opt) {
		case 'c': c.config_file = optarg; break;
		case 'j': c.json = true; break;
		case 'q': c.quiet = true; break;
		case 'h': heraldo_help(stdout); return EXIT_FINE;
		case 'V': puts("heraldo " PACKAGE_VERSION); return EXIT_FINE;
		default: heraldo_help(stderr); return EXIT_USAGE;
		}
	}
	if (strcmp(c.config_file, file ? file : UNIT_CONFIG "heraldo.conf"))
		advice_config(c.config_file);
	c.help = optind < argc && !strcmp(argv[optind], "help");
	optind += c.help;
	if (optind == argc) {
		heraldo_help(c.help ? stdout : stderr);
		return c.help ? EXIT_FINE : EXIT_USAGE;
	}
	command = command_find(argv[optind]);
	if (!command)
		return EXIT_USAGE;
	argc = yes_take(&c, optind + 1, argc, argv);
	for (int i = optind + 1; i < argc; i++)
		c.help |= !strcmp(argv[i], "--help") || !strcmp(argv[i], "-h");
	argc -= optind;
	argv += optind;
	/* getopt names it, too */
	argv[0] = arena_printf(&c.arena, "heraldo %s", command->name);
	c.program = argv[0];
	optind = 0; /* getopt starts anew on the command's own words */
	opterr = !c.help;
	output_guard(command->name);
	code = command_run(&c, command, argc, argv);
	arena_release(&c.arena);
	if (fflush(stdout) || ferror(stdout)) {
		perror("heraldo: cannot write the output");
		return EXIT_WORLD;
	}
	return code;
}
