/*
 * src/cli/box_command.h - the common part of `heraldo inbox` and `heraldo
 * outbox`: listing mails by state, showing them, and trying them again.
 */
#ifndef CLI_BOX_COMMAND_H
#define CLI_BOX_COMMAND_H
#include "cli/cli.h"
#include "cli/app.h"

enum {
	MAILS_LIST = 50,       /* mails that a list shows, the newest, .. */
	MAILS_LIST_MAX = 10000 /* .. unless --max says otherwise */
};

struct mail_box {
	/* a state's name as lists show it, 0..n_states - 1 */
	const char *(*state_name)(int state);
	int n_states;
	/* print the newest of the chosen mails; *n counts them, *last is the
	 * number of the oldest */
	enum err (*list)(struct cli *c, struct store *st,
			 const struct mail_choice *w, int *n, int64_t *last,
			 struct why *why);
	/* print one mail's bytes; ERR_NOT_FOUND if there is no such number */
	enum err (*show)(struct cli *c, struct store *st, int64_t id,
			 struct why *why);
	enum err (*retry)(struct judge *j, int64_t id, struct why *why);
	enum err (*drop)(struct judge *j, int64_t id, struct why *why);
	/* below a list; NULL: nothing */
	enum err (*after)(struct cli *c, struct judge *j, struct why *why);
	/* EXIT_USAGE with a message if no mail can have this text of --words;
	 * print the words that there are; both NULL: any text may be there */
	int (*words_check)(const struct cli *c, struct str words);
	void (*words_print)(void);
};

/* A line of a list begins: number, when it came or was made, state. In JSON it
 * goes on with json_text, and is ended by json_end; else by printf. */
struct mail_line {
	int64_t id, at_s;
	const char *what_at; /* "received" */
	const char *state;
};
void mails_line(const struct cli *c, const struct mail_line *m,
		struct json_line *j);

/* " game friday, Alice (A)", of a mail; nothing where it is not known. */
void mails_of_print(struct cli *c, struct store *st, int64_t game, int slot,
		    struct json_line *j);

/* The sub-command for this box: list [STATE], show NUMBER, retry NUMBER and,
 * where the box has it, drop NUMBER. */
int command_mails(struct cli *c, const struct mail_box *b, int argc,
		  char **argv);
#endif
