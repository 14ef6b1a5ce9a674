/*
 * src/cli/completion.c - heraldo completion: what a shell completes. Commands
 * come from cli/commands.def; a command's options from its own --help, asked
 * when they are needed, so that the script is never out of date.
 */
#include "cli/cli.h"
#include <getopt.h>
#include <stdio.h>

/* the verbs of a command: of cli/verbs.def, else by its arguments, "bash|zsh"
 */
static void verbs_print(const struct cli_command *command)
{
	const char *args = command->args;
	size_t n = strcspn(args, " ");
	bool any = false;

	for (int i = 0; i < n_cli_verbs; i++)
		if (!strcmp(cli_verbs[i].command, command->name)) {
			printf("%s%s", any ? " " : "", cli_verbs[i].name);
			any = true;
		}
	if (any)
		return;
	if (!memchr(args, '|', n))
		return;
	for (size_t i = 0; i < n; i++)
		putchar(args[i] == '|' ? ' ' : args[i] == '.' ? ' ' : args[i]);
}

static void bash_print(void)
{
	fputs("# bash completion of heraldo: made by heraldo completion bash\n"
	      "_heraldo()\n{\n"
	      "\tlocal word=${COMP_WORDS[COMP_CWORD]} verb= i\n"
	      "\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
	      "\t\tcase ${COMP_WORDS[i]} in\n"
	      "\t\t--config|-c) ((i++)) ;;\n"
	      "\t\t-*) ;;\n"
	      "\t\t*) verb=${COMP_WORDS[i]}; break ;;\n"
	      "\t\tesac\n"
	      "\tdone\n"
	      "\tCOMPREPLY=()\n"
	      "\tif [ -z \"$verb\" ]; then\n"
	      "\t\tCOMPREPLY=($(compgen -W '--config --json --quiet --help "
	      "--version",
	      stdout);
	for (int i = 0; i < n_cli_commands; i++)
		printf(" %s", cli_commands[i].name);
	fputs("' -- \"$word\"))\n"
	      "\telif [[ $word == -* ]]; then\n"
	      "\t\tCOMPREPLY=($(compgen -W \"--help $(heraldo \"$verb\" --help "
	      "2>/dev/null | sed -n '/^options:/p' | grep -o -e "
	      "'--[a-z-]*')\" -- \"$word\"))\n"
	      "\telif [ $i = $((COMP_CWORD - 1)) ]; then\n"
	      "\t\tcase $verb in\n",
	      stdout);
	for (int i = 0; i < n_cli_commands; i++) {
		printf("\t\t%s) COMPREPLY=($(compgen -W '",
		       cli_commands[i].name);
		verbs_print(&cli_commands[i]);
		puts("' -- \"$word\")) ;;");
	}
	fputs("\t\tesac\n\tfi\n"
	      "\t[ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "
	      "\"$word\"))\n"
	      "}\n"
	      "complete -F _heraldo heraldo\n",
	      stdout);
}

/* a summary within single quotes and brackets */
static void zsh_quote(const char *text)
{
	for (; *text; text++)
		if (*text == '\'')
			fputs("'\\''", stdout);
		else if (*text == ':')
			fputs("\\:", stdout);
		else
			putchar(*text);
}

static void zsh_print(void)
{
	puts("#compdef heraldo\n"
	     "# zsh completion of heraldo: made by heraldo completion zsh\n"
	     "_heraldo_commands()\n{\n"
	     "\tlocal -a all\n"
	     "\tall=(");
	for (int i = 0; i < n_cli_commands; i++) {
		printf("\t\t'%s:", cli_commands[i].name);
		zsh_quote(cli_commands[i].summary);
		puts("'");
	}
	puts("\t)\n\t_describe command all\n}\n"
	     "_heraldo_rest()\n{\n"
	     "\tif [[ $PREFIX == -* ]]; then\n"
	     "\t\tcompadd -- --help $(heraldo $words[1] --help 2>/dev/null | "
	     "sed -n '/^options:/p' | grep -o -e '--[a-z-]*')\n"
	     "\t\treturn\n\tfi\n"
	     "\tcase $words[1] in");
	for (int i = 0; i < n_cli_commands; i++) {
		printf("\t%s) compadd --", cli_commands[i].name);
		putchar(' ');
		verbs_print(&cli_commands[i]);
		puts(" ;;");
	}
	puts("\tesac\n\t_files\n}\n"
	     "_arguments -C '--config[configuration]:file:_files' "
	     "'--json[for programs]' '--quiet[no progress]' "
	     "'--help[commands]' '--version[version]' "
	     "'1:command:_heraldo_commands' '*::rest:_heraldo_rest'");
}

int command_completion(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	int code;

	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_no_option(c, NULL);
	code = cli_words(c, argc, optind, 1, 1);
	if (code)
		return code;
	if (!strcmp(argv[optind], "bash"))
		bash_print();
	else if (!strcmp(argv[optind], "zsh"))
		zsh_print();
	else
		return cli_usage(c, "'%s': bash or zsh was expected",
				 argv[optind]);
	return EXIT_FINE;
}
