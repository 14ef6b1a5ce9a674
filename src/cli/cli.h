/*
 * src/cli/cli.h - the helpers of heraldo's sub-commands. A sub-command is a row
 * in cli/commands.def and one function, in a file of its own name.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "cli/config.h"
#include <stdio.h>

/* exit codes, as heraldo(1) lists them */
enum {
	EXIT_FINE = 0,
	EXIT_NO = 1,        /* it was looked at and is not as it should be */
	EXIT_USAGE = 2,     /* the command was not understood */
	EXIT_WORLD = 3,     /* disk, network, database: why says what to do */
	EXIT_UNCHECKED = 4, /* good as far as it could be looked at */
	/* check-config, heraldod: a person must mend the configuration, the
	 * EX_CONFIG of BSD; systemd then does not restart the daemon */
	EXIT_CONFIG = 78
};

struct cli {
	const char *program; /* "heraldo game", for messages */
	const char *config_file;
	struct arena arena; /* lives as long as the command */
	struct config config;
	bool config_loaded;
	bool json;        /* --json: for programs, not people */
	bool quiet;       /* --quiet: no progress */
	bool help;        /* --help among the command's own words */
	bool yes;         /* --yes, likewise: nothing is asked */
	const char *user; /* whom root acts as, for messages; or NULL */
	bool usage_told;  /* of a verb: its options alone are to be added */
	const struct cli_verb *verb; /* that was typed, or NULL */
};

struct cli_command {
	const char *name, *args, *summary, *example;
	int (*run)(struct cli *c, int argc, char **argv);
};
extern const struct cli_command cli_commands[];
extern const int n_cli_commands;

/* A verb of a sub-command, as cli/verbs.def has it. */
struct cli_verb {
	const char *command, *name, *args, *summary, *example, *question, *done;
};
extern const struct cli_verb cli_verbs[];
extern const int n_cli_verbs;

/* Read the configuration, once; EXIT_FINE or the code to end with. */
int cli_config_read(struct cli *c);
/* The same; from here on root acts as the user who owns the state folder, so
 * that the daemon can use what a command makes. */
int cli_config(struct cli *c);

/* Open the judge by the configuration; release h in any case. */
struct app;
int cli_house(struct cli *c, struct app *h);

/* Where the units of the package keep configurations and states. */
#define UNIT_CONFIG SYSCONFDIR "/heraldo/"
#define UNIT_STATE  "/var/lib/heraldo"

/* What a unit calls the judge of this configuration: "" for heraldod.service,
 * "@club" for heraldod@club.service; NULL: no unit has it. */
const char *cli_unit(struct cli *c);

/* Does a unit of the package hide this file? They have ProtectHome. */
bool cli_hidden(struct cli *c, const char *path);
/* Can the user who owns the state folder, or will own it, read this file? */
bool cli_owner_reads(struct cli *c, const char *state, const char *path);

/* A person or a game by name; ERR_NOT_FOUND says how to list them. */
struct person_row;
struct game_row;
enum err cli_person(struct cli *c, struct app *h, const char *name,
		    struct person_row *out, struct why *why);
enum err cli_game(struct cli *c, struct app *h, const char *name,
		  struct game_row *out, struct why *why);

/*
 * A sub-command whose only word, after its options, is a game: opens the judge,
 * finds it, does it; the exit status.
 */
int cli_of_game(struct cli *c, int argc, char **argv,
		enum err (*what)(void *context, struct app *h,
				 const struct game_row *g, struct why *why),
		void *context);

/* What the option whose value is opt is called in its table. */
struct option;
const char *cli_option_name(const struct option *options, int opt);

/* "2026-11-21 04:39 UTC", into out. */
const char *cli_time(int64_t utc_s, char out[32]);

/* One JSON object a line, member by member; json_end prints it. */
struct json_line {
	struct buf b;
};
void json_start(struct json_line *j);
void json_text(struct json_line *j, const char *key, struct str s);
void json_number(struct json_line *j, const char *key, int64_t n);
/* A list of objects, each between json_item_start and json_item_end. */
void json_list_start(struct json_line *j, const char *key);
void json_list_end(struct json_line *j);
void json_item_start(struct json_line *j);
void json_item_end(struct json_line *j);
void json_end(struct json_line *j);

/*
 * What cannot be taken back: ask whether to do it, at a terminal and without
 * --yes. False: it shall not be done, and that was said.
 */
bool cli_confirm(const struct cli *c, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Print "heraldo x: text" on stderr and give the code for the error. */
int cli_fail(const struct cli *c, enum err e, const struct why *why);

/* How the command, or its verb, is used, with an example. */
void cli_usage_print(const struct cli *c, FILE *out);

/* Print a fault in the use of the command and how it is used: EXIT_USAGE. */
int cli_usage(const struct cli *c, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* A command or verb that was renamed before version 1.0: names the new one. */
int cli_renamed(const struct cli *c, const char *old, const char *now);

/* getopt has met an option that there is not, or --help: which there are,
 * NULL: none. The code to end with. */
struct option;
int cli_no_option(const struct cli *c, const struct option *options);

/*
 * The words after the options must be between min and max in number; else
 * EXIT_USAGE after a message. Gives EXIT_FINE.
 */
int cli_words(const struct cli *c, int argc, int optind_, int min, int max);

/* The path of a carry-over table: the named file, or for "standard" the game's
 * table. In the arena, or file itself. */
const char *cli_carry_path(struct cli *c, const char *file, struct str system);

/* The whole file (or "-": standard input), at most max bytes, in the arena. */
enum err cli_read(struct cli *c, const char *file, size_t max, struct str *out,
		  struct why *why);

/*
 * Progress on stderr: a line that is rewritten on a terminal, a line at the
 * end otherwise; nothing when quiet. total 0: not known.
 */
struct progress {
	const char *what;
	uint64_t total, done;
	int64_t drawn_ms; /* when it was last drawn */
	bool quiet, terminal;
};
void progress_start(struct progress *p, const struct cli *c, const char *what,
		    uint64_t total);
void progress_step(struct progress *p, uint64_t done);
void progress_end(struct progress *p, const char *outcome);

#define COMMAND(symbol, name, args, summary, example)                          \
	int command_##symbol(struct cli *c, int argc, char **argv);
#include "cli/commands.def"
#undef COMMAND
#endif
