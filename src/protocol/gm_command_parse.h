/*
 * src/protocol/gm_command_parse.h - parses a game master's mail into commands
 * and their reasons. The judge, which executes the commands, and the verifier,
 * which checks their signatures, use the same parser.
 *
 * A line that begins with a command word is a command. All lines below it, up
 * to the next command, are its reason, except remarks.
 */
#ifndef PROTOCOL_GM_COMMAND_PARSE_H
#define PROTOCOL_GM_COMMAND_PARSE_H
#include "protocol/keywords.h"

enum { GM_COMMANDS_MAX = 24 };

struct command_line {
	enum keyword_word verb; /* N_SPOKEN: it is none */
	struct str word;        /* its first word, as it was written */
	struct str rest;        /* the rest of the line */
	struct str why; /* as one line; of values that stand together the
			 * same */
	size_t at;      /* where the line begins in the text */
};

/* Is it SET or POLICY? Those that stand together are checked together. */
bool gm_commands_is_value(enum keyword_word verb);

/* Does it let people in or not, whatever goes on in the game? */
bool gm_commands_is_about_people(enum keyword_word verb);

/* Does it change nothing in a log? */
bool gm_commands_is_silent(enum keyword_word verb);

/*
 * Read the commands of a text without its first lines (GM, SEEN, PREVIEW); the
 * first line may be no command. Returns the number of commands, 0: none; more
 * than GM_COMMANDS_MAX: the rest is left out.
 */
int gm_commands_read(struct arena *a, const struct vocabulary *v,
		     struct str text, struct command_line out[GM_COMMANDS_MAX]);
#endif
