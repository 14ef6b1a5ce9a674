/*
 * src/verifier/signed_commands.h - compares commands of game masters and the
 * operator, and changes of keys, with their signed text: each is an event of
 * the log. For replay.c and verify_signed.c.
 */
#ifndef VERIFIER_SIGNED_COMMANDS_H
#define VERIFIER_SIGNED_COMMANDS_H
#include "verifier/replay.h"
#include "protocol/gm_command_parse.h"
#include "protocol/judge_lines.h"

/* Is an event of this kind a command? */
bool signed_command_is_command(int kind);

/* The commands of a signed text, and how far they have been followed. */
struct signed_command_script {
	struct command_line line[GM_COMMANDS_MAX];
	int n;  /* 0: it is no game master's */
	int at; /* the last that an event came of; -1: none has */
};
void signed_command_begin(const struct replay_point *p, struct arena *a,
			  const struct grammar *g,
			  struct signed_command_script *out);

/* Does the signed text give exactly this command, in the current line or, if
 * that line is done, in a later one? *next: it is a new line. */
bool signed_command_so(const struct replay_point *p, struct arena *a,
		       const struct system *sys, const struct grammar *g,
		       const struct event *e,
		       struct signed_command_script *script, bool *next);

/* Is nothing left of it that would have been an event? */
bool signed_command_all(const struct signed_command_script *script);

/* Does it command UNSEAL, of the press messages of which point? */
bool signed_command_unseal(const struct replay_point *p, struct arena *a,
			   const struct grammar *g, int64_t *point);

/* Where the line that was followed last goes back to; false: it is no UNDO. */
bool signed_command_back(const struct signed_command_script *script,
			 struct arena *a, const struct grammar *g,
			 struct way_back *out);
#endif
