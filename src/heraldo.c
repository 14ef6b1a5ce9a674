/*
 * src/heraldo.c - the command line. Every sub-command is a row of
 * cli/commands.def and a file in cli/.
 */
#include "cli/cli.h"
#include "base/buf.h"
#include "cli/terminal.h"
#include "base/utf8.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void help(FILE *to)
{
	fprintf(to,
		"Heraldo, a judge for games played by mail (%s)\n\n"
		"usage: heraldo [--config FILE] [--json] [--quiet] COMMAND ...\n\n",
		PACKAGE_VERSION);
	for (int i = 0; i < n_cli_commands; i++)
		fprintf(to, "  %-14s %-28s %s\n", cli_commands[i].name,
			cli_commands[i].args, cli_commands[i].summary);
	fputs("\nheraldo(1) has the whole of it, heraldo-orders(7) how to write orders.\n",
	      to);
}

static const struct cli_command *find(const char *name)
{
	/* before version 1.0 */
	static const char *const renamed[][2] = { { "chronicle", "publish" },
						  { "luck", "dice" },
						  { "carried", "carryover" },
						  { "systems", "rulesets" } };
	const char *near = NULL;
	unsigned least = 3;

	for (int i = 0; i < n_cli_commands; i++) {
		unsigned d = utf8_distance(str_of(name),
					   str_of(cli_commands[i].name), 3);

		if (!d)
			return &cli_commands[i];
		if (d < least) {
			least = d;
			near = cli_commands[i].name;
		}
	}
	for (size_t i = 0; i < ARRAY_LEN(renamed); i++)
		if (!strcmp(name, renamed[i][0])) {
			fprintf(stderr, "heraldo: %s is now called %s\n", name,
				renamed[i][1]);
			return NULL;
		}
	fprintf(stderr, "heraldo: there is no command '%s'", name);
	if (near)
		fprintf(stderr, "; did you mean '%s'?", near);
	fputs("\nheraldo --help lists them all.\n", stderr);
	return NULL;
}

/* --- verbs ---------------------------------------------------------------- */

/* The verb of the command; NULL: none of that name. *near: the nearest, or
 * NULL. */
static const struct cli_verb *verb_find(const char *command, const char *name,
					const char **near)
{
	enum { FAR = 3 };
	/* former names, which the commands know */
	static const char *const former[] = { "tend",  "adopt",  "carry",
					      "away",  "back",   "readmit",
					      "again", "forget", "skip" };
	unsigned least = FAR;

	*near = NULL;
	for (size_t i = 0; i < ARRAY_LEN(former); i++)
		if (!strcmp(name, former[i]))
			return NULL;
	for (int i = 0; i < n_cli_verbs; i++) {
		const struct cli_verb *v = &cli_verbs[i];
		unsigned d;

		if (strcmp(v->command, command))
			continue;
		d = utf8_distance(str_of(name), str_of(v->name), FAR);
		if (!d) {
			*near = NULL;
			return v;
		}
		if (d < least) {
			least = d;
			*near = v->name;
		}
	}
	return NULL;
}

/* Help of one verb; of all verbs of a command in a line each. */
static void verb_help(const struct cli_verb *v)
{
	printf("heraldo %s %s: %s\nusage: heraldo %s %s %s\n"
	       "example: heraldo %s\n",
	       v->command, v->name, v->summary, v->command, v->name, v->args,
	       v->example);
}

static void verbs_help(const char *command)
{
	int n = 0;

	for (int i = 0; i < n_cli_verbs; i++)
		if (!strcmp(cli_verbs[i].command, command))
			n += printf("  %s %-15s %-36s %s\n", command,
				    cli_verbs[i].name, cli_verbs[i].args,
				    cli_verbs[i].summary);
	if (n)
		printf("heraldo %s VERB --help has an example of each\n",
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
static int usage(struct cli *c, const struct cli_command *command, int argc,
		 char **argv)
{
	static char wish[] = "--help";
	char *words[] = { argv[0], wish, NULL, NULL };
	int n = 2;
	const char *near;
	const struct cli_verb *v =
		argc > 1 ? verb_find(command->name, argv[1], &near) : NULL;

	if (v) {
		verb_help(v);
		c->usage_told = true;
		if (strcmp(v->name, "new")) /* its options are listed below */
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
	const char *near = NULL;
	const struct cli_verb *verb =
		argc > 1 ? verb_find(command->name, argv[1], &near) : NULL;

	if (c->help)
		return usage(c, command, argc, argv);
	if (near && argv[1][0] != '-')
		return cli_usage(c, "there is no %s %s; did you mean %s?",
				 command->name, argv[1], near);
	return verb ? verb_run(c, command, verb, argc, argv)
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
	c.config_file = file ? file : SYSCONFDIR "/heraldo/heraldo.conf";
	while ((opt = getopt_long(argc, argv, "+c:jqhV", options, NULL)) !=
	       -1) {
		switch (opt) {
		case 'c': c.config_file = optarg; break;
		case 'j': c.json = true; break;
		case 'q': c.quiet = true; break;
		case 'h': help(stdout); return EXIT_FINE;
		case 'V': puts("heraldo " PACKAGE_VERSION); return EXIT_FINE;
		default: help(stderr); return EXIT_USAGE;
		}
	}
	c.help = optind < argc && !strcmp(argv[optind], "help");
	optind += c.help;
	if (optind == argc) {
		help(c.help ? stdout : stderr);
		return c.help ? EXIT_FINE : EXIT_USAGE;
	}
	command = find(argv[optind]);
	if (!command)
		return EXIT_USAGE;
	argc = yes_take(&c, optind + 1, argc, argv);
	for (int i = optind + 1; i < argc; i++)
		c.help |= !strcmp(argv[i], "--help");
	c.program = arena_printf(&c.arena, "heraldo %s", command->name);
	argc -= optind;
	argv += optind;
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
