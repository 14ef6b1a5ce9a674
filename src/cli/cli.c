/* src/cli/cli.c */
#include "cli/cli.h"
#include <getopt.h>
#include "base/parse.h"
#include "base/file.h"
#include "base/nearest.h"
#include "cli/advice.h"
#include "cli/app.h"
#include "cli/owner.h"
#include "tournament/campaign.h"
#include "engine/field.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const struct cli_command cli_commands[] = {
#define COMMAND(symbol, name, args, summary, example)                          \
	{ name, args, summary, example, command_##symbol },
#include "cli/commands.def"
#undef COMMAND
};
const int n_cli_commands = ARRAY_LEN(cli_commands);

const struct cli_verb cli_verbs[] = {
#define VERB(command, name, args, summary, example, question, done)            \
	{ command, name, args, summary, example, question, done },
#include "cli/verbs.def"
#undef VERB
#define VERB(name, args, summary, example)                                     \
	{ "game", name, args, summary, "game " example, "", "" },
#include "cli/game_verbs.def"
#undef VERB
};
const int n_cli_verbs = ARRAY_LEN(cli_verbs);

int cli_config(struct cli *c)
{
	struct why why = { 0 };
	int code = cli_config_read(c);
	enum err e =
		code ? ERR_OK
		     : owner_become(c->config.state, &c->arena, &c->user, &why);

	return e ? cli_fail(c, e, &why) : code;
}

int cli_config_read(struct cli *c)
{
	struct why why = { 0 };
	enum err e;

	if (c->config_loaded)
		return EXIT_FINE;
	e = config_load(&c->config, c->config_file, &c->arena, &why);
	if (e)
		return cli_fail(c, e, &why);
	c->config_loaded = true;
	return EXIT_FINE;
}

int cli_house(struct cli *c, struct app *h)
{
	struct why why = { 0 };
	int code = cli_config(c);
	enum err e;

	if (code)
		return code;
	e = app_open(h, &c->config, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

const char *cli_unit(struct cli *c)
{
	struct str name = str_of(c->config_file);
	size_t skip = strlen(UNIT_CONFIG), end = strlen(".conf");
	struct stat there;

	if (stat(UNIT_STATE, &there) || name.len <= skip + end ||
	    strncmp(name.s, UNIT_CONFIG, skip) ||
	    strcmp(name.s + name.len - end, ".conf"))
		return NULL;
	name = (struct str){ name.s + skip, name.len - skip - end };
	if (memchr(name.s, '/', name.len))
		return NULL;
	return str_is(name, "heraldo")
		       ? ""
		       : arena_printf(&c->arena, "@%.*s", STR_ARG(name));
}

bool cli_hidden(struct cli *c, const char *path)
{
	return cli_unit(c) && (!strncmp(path, "/root/", strlen("/root/")) ||
			       !strncmp(path, "/home/", strlen("/home/")));
}

bool cli_owner_reads(struct cli *c, const char *state, const char *path)
{
	const char *user;
	int status = 0;
	pid_t child;

	if (cli_hidden(c, path))
		return false;
	if (geteuid())
		return !access(path, R_OK);
	child = fork();
	if (!child)
		_exit(owner_become(state, &c->arena, &user, NULL) ||
		      access(path, R_OK));
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return child > 0 && WIFEXITED(status) && !WEXITSTATUS(status);
}

/* Names of a list that goes by; the nearest is kept. */
struct near_search {
	struct nearest nearest;
	struct arena *a;
};

static void near_try(struct near_search *n, struct str name)
{
	if (nearest_try(&n->nearest, name))
		n->nearest.name = arena_str(n->a, name);
}

static bool near_person(void *context, const struct person_row *p)
{
	near_try(context, p->name);
	return true;
}

static bool near_game(void *context, const struct game_row *g)
{
	near_try(context, g->name);
	return true;
}

static enum err near_error(const struct near_search *n, const char *what,
			   struct why *why)
{
	struct str name = n->nearest.name;

	return why_set(why, ERR_NOT_FOUND,
		       "there is no %s '%.*s'; %s%.*s%sheraldo %s list names "
		       "them",
		       what, STR_ARG(n->nearest.typed),
		       name.len ? "did you mean '" : "", STR_ARG(name),
		       name.len ? "'? " : "", what);
}

enum err cli_person(struct cli *c, struct app *h, const char *name,
		    struct person_row *out, struct why *why)
{
	enum err e = store_person_by_name(judge_store(h->judge), str_of(name),
					  &c->arena, out, why);
	struct near_search n = { .a = &c->arena };

	if (e != ERR_NOT_FOUND)
		return e;
	nearest_init(&n.nearest, str_of(name), NEAREST_FAR);
	store_person_list(judge_store(h->judge), STR(""), INT_MAX, &c->arena,
			  near_person, &n, NULL);
	return near_error(&n, "person", why);
}

enum err cli_game(struct cli *c, struct app *h, const char *name,
		  struct game_row *out, struct why *why)
{
	const struct game_choice all = { .state = -1, .max = INT_MAX };
	enum err e = store_game_by_name(judge_store(h->judge), str_of(name),
					&c->arena, out, why);
	struct near_search n = { .a = &c->arena };

	if (e != ERR_NOT_FOUND)
		return e;
	nearest_init(&n.nearest, str_of(name), NEAREST_FAR);
	store_game_list(judge_store(h->judge), &all, &c->arena, near_game, &n,
			NULL);
	return near_error(&n, "game", why);
}

int cli_of_game(struct cli *c, int argc, char **argv,
		enum err (*what)(void *context, struct app *h,
				 const struct game_row *g, struct why *why),
		void *context)
{
	struct app h = { 0 };
	struct why why = { 0 };
	struct game_row g;
	int code = cli_words(c, argc, optind, 1, 1);
	enum err e;

	if (!code)
		code = cli_house(c, &h);
	if (!code) {
		e = cli_game(c, &h, argv[optind], &g, &why);
		if (!e)
			e = what(context, &h, &g, &why);
		if (e)
			code = cli_fail(c, e, &why);
	}
	app_release(&h);
	return code;
}

const char *cli_option_name(const struct option *options, int opt)
{
	while (options->name && options->val != opt)
		options++;
	return options->name;
}

const char *cli_time(int64_t utc_s, char out[32])
{
	time_t t = (time_t)utc_s;
	struct tm tm;

	if (!gmtime_r(&t, &tm) || !strftime(out, 32, "%Y-%m-%d %H:%M UTC", &tm))
		snprintf(out, 32, "%lld", (long long)utc_s);
	return out;
}

void json_start(struct json_line *j)
{
	buf_init(&j->b, 1 << 20);
	buf_addc(&j->b, '{');
}

/* A comma before all but the first of an object or a list. */
static void json_part(struct json_line *j)
{
	char last = j->b.s[j->b.len - 1];

	if (last != '{' && last != '[')
		buf_addc(&j->b, ',');
}

static void json_key(struct json_line *j, const char *key)
{
	json_part(j);
	json_string_render(&j->b, str_of(key));
	buf_addc(&j->b, ':');
}

void json_text(struct json_line *j, const char *key, struct str s)
{
	json_key(j, key);
	json_string_render(&j->b, s);
}

void json_number(struct json_line *j, const char *key, int64_t n)
{
	json_key(j, key);
	buf_addi(&j->b, n);
}

void json_list_start(struct json_line *j, const char *key)
{
	json_key(j, key);
	buf_addc(&j->b, '[');
}

void json_list_end(struct json_line *j)
{
	buf_addc(&j->b, ']');
}

void json_item_start(struct json_line *j)
{
	json_part(j);
	buf_addc(&j->b, '{');
}

void json_item_end(struct json_line *j)
{
	buf_addc(&j->b, '}');
}

void json_end(struct json_line *j)
{
	buf_addc(&j->b, '}');
	puts(j->b.s);
	buf_release(&j->b);
}

static void message_print(const struct cli *c, const char *fmt, va_list ap)
{
	fprintf(stderr, "%s: ", c->program);
	vfprintf(stderr, fmt, ap);
}

bool cli_confirm(const struct cli *c, const char *fmt, ...)
{
	char answer[16] = "";
	va_list ap;

	/* a script has nobody to ask, and knows what it does */
	if (c->yes || !isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
		return true;
	va_start(ap, fmt);
	message_print(c, fmt, ap);
	va_end(ap);
	fputs(". This cannot be taken back. Go on? (yes or no) ", stderr);
	fflush(stderr);
	if (fgets(answer, sizeof(answer), stdin) && !strcmp(answer, "yes\n"))
		return true;
	fputs("nothing was done\n", stderr);
	return false;
}

int cli_fail(const struct cli *c, enum err e, const struct why *why)
{
	char text[2 * sizeof(why->text)];

	snprintf(text, sizeof(text), "%s",
		 why->text[0] ? why->text : err_text(e));
	advice_complete(text, sizeof(text));
	fprintf(stderr, "%s: %s", c->program, text);
	if (c->user && strstr(why->text, strerror(EACCES)))
		fprintf(stderr,
			"; root acts as the user %s here, who owns the state",
			c->user);
	fputc('\n', stderr);
	switch (e) {
	case ERR_USAGE: return EXIT_USAGE;
	case ERR_NOT_FOUND:
	case ERR_ARCHIVED:
	case ERR_EXISTS:
	case ERR_FORMAT:
	case ERR_SIGNATURE:
	case ERR_NO_KEY:
	case ERR_TAMPERED: return EXIT_NO;
	default: return EXIT_WORLD;
	}
}

static const struct cli_command *command_of(const struct cli *c)
{
	const char *name = strchr(c->program, ' ');

	for (int i = 0; name && i < n_cli_commands; i++)
		if (!strcmp(cli_commands[i].name, name + 1))
			return &cli_commands[i];
	return NULL;
}

void cli_usage_print(const struct cli *c, FILE *out)
{
	const struct cli_command *command = command_of(c);
	const struct cli_verb *v = c->verb;

	if (v)
		fprintf(out,
			"%s %s: %s\nusage: %s %s %s\nexample: heraldo %s\n",
			c->program, v->name, v->summary, c->program, v->name,
			v->args, v->example);
	else if (command)
		fprintf(out, "%s: %s\nusage: %s %s\nexample: heraldo %s\n",
			c->program, command->summary, c->program, command->args,
			command->example);
	else
		fprintf(out, "usage: %s COMMAND ...\n", c->program);
	fputs("heraldo(1) has the whole of it.\n", out);
}

int cli_usage(const struct cli *c, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	message_print(c, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	cli_usage_print(c, stderr);
	return EXIT_USAGE;
}

int cli_renamed(const struct cli *c, const char *old, const char *now)
{
	return cli_usage(c, "%s is now called %s", old, now);
}

int cli_no_option(const struct cli *c, const struct option *options)
{
	FILE *out = c->help ? stdout : stderr;

	if (!c->usage_told)
		cli_usage_print(c, out);
	else if (!options)
		return EXIT_FINE;
	fputs(options ? "options:" : "It takes no options.", out);
	for (const struct option *o = options; o && o->name; o++)
		fprintf(out, " --%s%s", o->name, o->has_arg ? " .." : "");
	fputc('\n', out);
	return c->help ? EXIT_FINE : EXIT_USAGE;
}

int cli_words(const struct cli *c, int argc, int optind_, int min, int max)
{
	int n = argc - optind_;

	if (n < min)
		return cli_usage(c, "something is missing");
	if (n > max)
		return cli_usage(c, "that is more than it takes");
	return EXIT_FINE;
}

const char *cli_carry_path(struct cli *c, const char *file, struct str system)
{
	return strcmp(file, "standard")
		       ? file
		       : campaign_carry_path(
				 arena_printf(&c->arena, "%s/campaign",
					      c->config_loaded ? c->config.data
							       : PKGDATADIR
						      "/db"),
				 system, &c->arena);
}

enum err cli_read(struct cli *c, const char *file, size_t max, struct str *out,
		  struct why *why)
{
	struct buf b;
	enum err e = strcmp(file, "-") != 0
			     ? file_read(file, max, &b, why)
			     : file_read_fd(STDIN_FILENO, "standard input", max,
					    &b, why);

	if (!e)
		*out = arena_str(&c->arena, buf_str(&b));
	buf_release(&b);
	return e;
}

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void progress_start(struct progress *p, const struct cli *c, const char *what,
		    uint64_t total)
{
	*p = (struct progress){ .what = what,
				.total = total,
				.quiet = c->quiet,
				.terminal = isatty(STDERR_FILENO) };
}

static void progress_draw(const struct progress *p, const char *outcome)
{
	static const char clear[] = "\r\033[K";
	const char *end = outcome || !p->terminal ? "\n" : "";

	/* past the stream, which would escape it */
	if (p->terminal && write(STDERR_FILENO, clear, sizeof(clear) - 1) < 0)
		return;
	if (outcome)
		fprintf(stderr, "%s: %s%s", p->what, outcome, end);
	else if (p->total)
		fprintf(stderr, "%s: %llu of %llu (%u %%)%s", p->what,
			(unsigned long long)p->done,
			(unsigned long long)p->total,
			(unsigned)(p->done * 100 / p->total), end);
	else
		fprintf(stderr, "%s: %llu%s", p->what,
			(unsigned long long)p->done, end);
}

void progress_step(struct progress *p, uint64_t done)
{
	int64_t now;

	p->done = done;
	if (p->quiet || !p->terminal)
		return;
	now = now_ms();
	if (now - p->drawn_ms < 100)
		return;
	p->drawn_ms = now;
	progress_draw(p, NULL);
}

void progress_end(struct progress *p, const char *outcome)
{
	if (!p->quiet)
		progress_draw(p, outcome);
}
