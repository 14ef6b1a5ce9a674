/*
 * src/protocol/gm_command_parse.h - the lines of a game master's mail: what
 * each commands, and the reason that stands below it. Read in the same way by
 * the judge, who carries them out, and by who checks a log, for whom they were
 * signed.
 *
 * A line that begins with the word of a command is one; all others below it, up
 * to the next, are its reason, but for remarks. In games of an older reading
 * (orders/grammar_snapshot.h) only the first line is a command, and lines of
 * SET and POLICY right below one of these; all that follows is the reason of
 * them all.
 */
#ifndef PROTOCOL_GM_COMMAND_PARSE_H
#define PROTOCOL_GM_COMMAND_PARSE_H
#include "protocol/keywords.h"

enum { GM_COMMANDS_MAX = 24 };

struct command_line {
	enum keyword_word verb; /* N_SPOKEN: it is none */
	struct str word;        /* its first word, as it was written */
	struct str rest;        /* what stands behind that */
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
 * The commands of a text without its first lines (GM, SEEN, PREVIEW); the first
 * may be none. reading: of the game, enum in orders/grammar.h. Gives back their
 * number, 0: there is nothing; more than GM_COMMANDS_MAX: those behind it are
 * left out.
 */
int gm_commands_read(struct arena *a, const struct vocabulary *v, int reading,
		     struct str text, struct command_line out[GM_COMMANDS_MAX]);
#endif
