/*
 * src/cli/completion.c - heraldo completion: what a shell completes. The
 * scripts of both shells hand all words so far to `heraldo completion words`,
 * which prints what the last one may be, a line each, and nothing on any fault.
 * It reads the database alone and starts no process.
 */
#include "cli/cli.h"
#include "base/parse.h"
#include "engine/option.h"
#include "engine/player.h"
#include "games/games.h"
#include "protocol/policy.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

enum { NAMES_MAX = 2000 };

/* The words so far; the last one may be empty or half of one. */
struct typed {
	struct cli *c;
	const struct cli_command *command;
	const struct cli_verb *verb;
	const char *option; /* whose value the last word is; or NULL */
	const char *before; /* the word before it; "" */
	const char *last;
	const char *system; /* of --system */
	int n;              /* words after command and verb, without options */
};

/* --- what a word may be --------------------------------------------------- */

static void name_print(void *context, const char *name)
{
	(void)context;
	if (!strchr(name, '\n'))
		puts(name);
}

static void names_print(const struct typed *t, enum store_names of)
{
	const char *path;

	if (!cli_config(t->c)) {
		path = arena_printf(&t->c->arena, "%s/heraldo.db",
				    t->c->config.state);
		store_names(path, of, NAMES_MAX, name_print, NULL);
	}
}

static void games_print(const struct typed *t)
{
	names_print(t, STORE_GAME_NAMES);
}

static void people_print(const struct typed *t)
{
	names_print(t, STORE_PERSON_NAMES);
}

static void campaigns_print(const struct typed *t)
{
	names_print(t, STORE_CAMPAIGN_NAMES);
}

static void seats_print(const struct typed *t)
{
	(void)t;
	for (char seat = 'A'; seat < 'A' + SEATS_MAX; seat++)
		printf("%c\n", seat);
	puts("GM");
}

static void systems_print(const struct typed *t)
{
	(void)t;
	for (int i = 0; i < n_game_kinds; i++)
		puts(game_kinds[i]->rules->name);
}

static void strengths_print(const struct typed *t)
{
	(void)t;
	for (int i = 0; i < PLAYER_LEVELS; i++)
		puts(player_levels[i].name);
}

static void languages_print(const struct typed *t)
{
	const char *folder = PKGDATADIR "/templates";
	struct dirent *one;
	DIR *d;

	if (!cli_config(t->c))
		folder = t->c->config.templates;
	d = opendir(folder);
	while (d && (one = readdir(d)))
		if (strlen(one->d_name) == 2 && one->d_name[0] != '.')
			puts(one->d_name);
	if (d)
		closedir(d);
}

static void states_print(const struct typed *t)
{
	bool inbox = !strcmp(t->command->name, "inbox");

	for (int i = 0; i < (inbox ? (int)INBOX_STATES : (int)OUTBOX_STATES);
	     i++)
		puts(inbox ? inbox_state_name((enum inbox_state)i)
			   : outbox_state_name((enum outbox_state)i));
}

static void policies_print(const struct typed *t)
{
	(void)t;
	for (int i = 0; i < POLICIES; i++)
		puts(policy_name(i));
}

/* "a|b|c" or "a | b | c", each after the prefix */
static void choices_print(struct str choices, struct str prefix)
{
	struct str one;

	while (parse_field(&choices, '|', &one)) {
		one = parse_trim(one);
		/* a number, a calendar and the like are typed */
		if (one.len && islower((unsigned char)one.s[0]) &&
		    !memchr(one.s, ' ', one.len))
			printf("%.*s%.*s\n", STR_ARG(prefix), STR_ARG(one));
	}
}

static void policy_values(struct str name, struct str prefix)
{
	enum { TEXT_MAX = 1024 };
	int row = policy_find(name);
	struct buf b;

	buf_init(&b, TEXT_MAX);
	if (row >= 0)
		policy_choices(row, &b);
	choices_print(buf_str(&b), prefix);
	buf_release(&b);
}

static void values_print(const struct typed *t)
{
	policy_values(str_of(t->before), STR(""));
}

/* The part before "=", and with it; false: there is none yet. */
static bool name_typed(const struct typed *t, struct str *name,
		       struct str *with)
{
	const char *equals = strchr(t->last, '=');

	if (!equals)
		return false;
	*name = (struct str){ t->last, (size_t)(equals - t->last) };
	*with = (struct str){ t->last, name->len + 1 };
	return true;
}

static void policy_pairs(const struct typed *t)
{
	struct str name, with;

	if (name_typed(t, &name, &with))
		policy_values(name, with);
	else
		for (int i = 0; i < POLICIES; i++)
			printf("%s=\n", policy_name(i));
}

static void option_pairs(const struct typed *t)
{
	const struct system *rules = game_kinds[0]->rules;
	struct str name, with;
	int row;

	for (int i = 0; t->system && i < n_game_kinds; i++)
		if (!strcmp(game_kinds[i]->rules->name, t->system))
			rules = game_kinds[i]->rules;
	if (name_typed(t, &name, &with)) {
		row = option_find(rules->options, rules->n_options, name);
		if (row >= 0)
			choices_print(str_of(rules->options[row].names), with);
		return;
	}
	for (int i = 0; i < rules->n_options; i++)
		printf("%s=\n", rules->options[i].name);
}

static void seat_pairs(const struct typed *t)
{
	struct str name, with;

	if (name_typed(t, &name, &with))
		for (int i = 0; i < PLAYER_LEVELS; i++)
			printf("%.*s%s\n", STR_ARG(with),
			       player_levels[i].name);
	else
		for (char seat = 'A'; seat < 'A' + SEATS_MAX; seat++)
			printf("%c=\n", seat);
}

/* Words of the usage lines of commands.def and its like. */
static const struct {
	const char *word;
	void (*print)(const struct typed *t);
} kinds[] = {
	{ "GAME", games_print },         { "PERSON", people_print },
	{ "WHO", people_print },         { "WHOM", people_print },
	{ "CAMPAIGN", campaigns_print }, { "SEAT", seats_print },
	{ "SYSTEM", systems_print },     { "STRENGTH", strengths_print },
	{ "LANGUAGE", languages_print }, { "STATE", states_print },
	{ "POLICY", policies_print },    { "VALUE", values_print },
	{ "POLICY=", policy_pairs },     { "OPTION=", option_pairs },
	{ "SEAT=", seat_pairs },
};

/* The values of options, as words of such a line. */
static const struct {
	const char *option, *word;
} option_words[] = {
	{ "game", "GAME" },
	{ "person", "PERSON" },
	{ "master", "PERSON" },
	{ "campaign", "CAMPAIGN" },
	{ "system", "SYSTEM" },
	{ "seat", "SEAT" },
	{ "language", "LANGUAGE" },
	{ "policy", "POLICY=" },
	{ "option", "OPTION=" },
	{ "player", "SEAT=" },
	{ "format", "text|html|png|mail" },
	{ "kind", "swiss|round-robin|knock-out|ladder" },
	{ "beacon", "nist|drand|none" },
};

/* Options without a value. */
static const char *const flags[] = {
	"json",   "quiet",   "help",          "yes",  "version", "full",
	"page",   "check",   "practice",      "text", "seal",    "analysis",
	"once",   "offline", "no-mail",       "show", "device",  "acknowledge",
	"unseen", "logs",    "replay-player",
};

/* "[GAME]", "PERSON...", "stands|undo|reroll" */
static void word_print(const struct typed *t, struct str word)
{
	struct str one;

	while (word.len && strchr("[", word.s[0]))
		word = (struct str){ word.s + 1, word.len - 1 };
	while (word.len && strchr("].", word.s[word.len - 1]))
		word.len--;
	while (parse_field(&word, '|', &one)) {
		if (one.len && islower((unsigned char)one.s[0]))
			printf("%.*s\n", STR_ARG(one));
		for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
			if (str_is(one, kinds[i].word))
				kinds[i].print(t);
	}
}

/* --- where it stands ------------------------------------------------------ */

static bool takes_value(const char *option)
{
	if (strncmp(option, "--", 2))
		return !strcmp(option, "-c") || !strcmp(option, "-o");
	for (size_t i = 0; i < ARRAY_LEN(flags); i++)
		if (!strcmp(option + 2, flags[i]))
			return false;
	return !strchr(option, '=');
}

static void option_note(struct typed *t, const char *option, const char *value)
{
	if (!strcmp(option, "--config") || !strcmp(option, "-c"))
		t->c->config_file = value;
	else if (!strcmp(option, "--system"))
		t->system = value;
}

static const struct cli_verb *verb_of(const struct typed *t, const char *name)
{
	for (int i = 0; t->command && i < n_cli_verbs; i++)
		if (!strcmp(cli_verbs[i].command, t->command->name) &&
		    (!name || !strcmp(cli_verbs[i].name, name)))
			return &cli_verbs[i];
	return NULL;
}

static void word_note(struct typed *t, const char *word)
{
	if (!t->command) {
		for (int i = 0; i < n_cli_commands; i++)
			if (!strcmp(cli_commands[i].name, word))
				t->command = &cli_commands[i];
	} else if (!t->verb && !t->n && verb_of(t, word)) {
		t->verb = verb_of(t, word);
	} else {
		t->n++;
		t->before = word;
	}
}

/* n words, the last of which is being typed */
static void typed_read(struct typed *t, int n, char **words)
{
	for (int i = 0; i + 1 < n; i++)
		if (words[i][0] != '-' || !words[i][1])
			word_note(t, words[i]);
		else if (!takes_value(words[i]))
			continue;
		else if (i + 2 == n)
			t->option = words[i];
		else
			option_note(t, words[i], words[i + 1]), i++;
	t->last = n ? words[n - 1] : "";
}

/* The next word of a usage line, without options and their values. */
static bool usage_next(struct str *args, struct str *word)
{
	while (parse_field(args, ' ', word)) {
		if (str_is(*word, "|"))
			return false;
		if (word->len > 1 && !memcmp(word->s, "[-", 2))
			while (!memchr(word->s, ']', word->len) &&
			       parse_field(args, ' ', word))
				;
		else if (word->len > 1 && !memcmp(word->s, "--", 2))
			parse_field(args, ' ', word);
		else if (word->len)
			return true;
	}
	return false;
}

static void argument_print(const struct typed *t)
{
	struct str args = str_of(t->verb ? t->verb->args : t->command->args),
		   word = STR("");

	for (int i = 0; i <= t->n; i++)
		if (!usage_next(&args, &word))
			return;
		else if (word.len > 3 &&
			 !memcmp(word.s + word.len - 3, "...", 3))
			break;
	word_print(t, word);
}

static void option_value_print(const struct typed *t)
{
	for (size_t i = 0; i < ARRAY_LEN(option_words); i++)
		if (!strcmp(option_words[i].option,
			    t->option + strspn(t->option, "-")))
			word_print(t, str_of(option_words[i].word));
}

/* Its help has them; the scripts take the options out of it. */
static void options_print(struct typed *t)
{
	static char wish[] = "--help";
	char *words[] = { arena_printf(&t->c->arena, "heraldo %s",
				       t->command->name),
			  wish, wish, NULL };

	t->c->program = words[0];
	t->c->help = true;
	t->c->verb = t->verb;
	optind = 0;
	if (t->verb)
		words[1] = arena_strdup(&t->c->arena, t->verb->name);
	t->command->run(t->c, t->verb ? 3 : 2, words);
	cli_usage_print(t->c, stdout);
	puts("--help --yes");
}

static void commands_print(void)
{
	for (int i = 0; i < n_cli_commands; i++)
		puts(cli_commands[i].name);
}

static void verbs_print(const struct typed *t)
{
	for (int i = 0; i < n_cli_verbs; i++)
		if (!strcmp(cli_verbs[i].command, t->command->name))
			puts(cli_verbs[i].name);
}

/* A shell that joins no words at "=" hands on three: name, =, value. */
static int equals_join(struct cli *c, int n, char **words)
{
	int out = 0;

	for (int i = 0; i < n; i++) {
		size_t len = out ? strlen(words[out - 1]) : 0;

		if (len &&
		    (!strcmp(words[i], "=") || words[out - 1][len - 1] == '='))
			words[out - 1] = arena_printf(&c->arena, "%s%s",
						      words[out - 1], words[i]);
		else
			words[out++] = words[i];
	}
	return out;
}

static int words_print(struct cli *c, int n, char **words)
{
	struct typed t = { .c = c, .before = "" };
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

	/* who types a command is told nothing else */
	if (nowhere >= 0)
		dup2(nowhere, STDERR_FILENO);
	n = equals_join(c, n, words);
	typed_read(&t, n, words);
	if (t.option)
		option_value_print(&t);
	else if (t.last[0] == '-' && t.command)
		options_print(&t);
	else if (t.last[0] == '-')
		puts("--config --json --quiet --help --version");
	else if (!t.command)
		commands_print();
	else if (!t.verb && !t.n && verb_of(&t, NULL))
		verbs_print(&t);
	else
		argument_print(&t);
	return EXIT_FINE;
}

/* --- the scripts ---------------------------------------------------------- */

/* Names are not expanded: strangers choose their own. */
static const char bash_script[] =
	"# bash completion of heraldo: made by heraldo completion bash\n"
	"_heraldo()\n{\n"
	"\tlocal cur=${COMP_WORDS[COMP_CWORD]} all word\n"
	"\tall=$(heraldo completion words "
	"\"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null)\n"
	"\t[[ $cur != -* ]] || all=$(grep -o -e '--[a-z0-9-]*' <<<\"$all\")\n"
	"\tif [[ $cur == = || ${COMP_WORDS[COMP_CWORD-1]} == = ]]; then\n"
	"\t\tall=$(sed 's/^[^=]*=//' <<<\"$all\")\n"
	"\t\t[[ $cur != = ]] || cur=\n"
	"\tfi\n"
	"\tCOMPREPLY=()\n"
	"\twhile IFS= read -r word; do\n"
	"\t\t[[ -z $word || $word != \"$cur\"* ]] ||\n"
	"\t\t\tCOMPREPLY+=(\"$(printf %q \"$word\")\")\n"
	"\tdone <<<\"$all\"\n"
	"\t[[ ${COMPREPLY[*]} != *= ]] || compopt -o nospace 2>/dev/null\n"
	"}\n"
	"complete -o default -F _heraldo heraldo\n";

static const char zsh_script[] =
	"local -a all\n"
	"if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then\n"
	"\t_describe command commands\n"
	"\treturn\n"
	"fi\n"
	"all=(${(f)\"$(heraldo completion words "
	"\"${(@)words[2,CURRENT]}\" 2>/dev/null)\"})\n"
	"if [[ $PREFIX == -* ]]; then\n"
	"\tall=(${(f)\"$(print -rl -- $all | grep -o -e '--[a-z0-9-]*')\"})\n"
	"fi\n"
	"if (( $#all == 0 )); then\n"
	"\t_files\n"
	"elif [[ $all[1] == *= ]]; then\n"
	"\tcompadd -S '' -- $all\n"
	"else\n"
	"\tcompadd -- $all\n"
	"fi\n";

/* a summary within single quotes */
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
	     "local -a commands\n"
	     "commands=(");
	for (int i = 0; i < n_cli_commands; i++) {
		printf("\t'%s:", cli_commands[i].name);
		zsh_quote(cli_commands[i].summary);
		puts("'");
	}
	printf(")\n%s", zsh_script);
}

int command_completion(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = { { NULL, 0, NULL, 0 } };
	int code;

	if (argc > 1 && !strcmp(argv[1], "words"))
		return words_print(c, argc - 2, argv + 2);
	if (getopt_long(argc, argv, "", options, NULL) != -1)
		return cli_no_option(c, NULL);
	code = cli_words(c, argc, optind, 1, 1);
	if (code)
		return code;
	if (!strcmp(argv[optind], "bash"))
		fputs(bash_script, stdout);
	else if (!strcmp(argv[optind], "zsh"))
		zsh_print();
	else
		return cli_usage(c, "'%s': bash or zsh was expected",
				 argv[optind]);
	return EXIT_FINE;
}
