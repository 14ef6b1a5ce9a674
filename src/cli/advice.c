/* src/cli/advice.c */
#include "cli/advice.h"
#include "base/buf.h"
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define PROGRAM "heraldo "

static const char *config_file;

void advice_config(const char *file)
{
	config_file = file;
}

const char *advice_program(void)
{
	static char text[PATH_MAX + 32];

	snprintf(text, sizeof(text), "heraldo%s%s",
		 config_file ? " --config " : "",
		 config_file ? config_file : "");
	return text;
}

static bool word_letter(char c)
{
	return ('a' <= c && c <= 'z') || c == '-' || c == '/' || c == '_';
}

/* Is this the name of a command, and its end? */
static bool command_here(const char *at)
{
	static const char *const names[] = {
#define COMMAND(symbol, name, args, summary, example) name,
#include "cli/commands.def"
#undef COMMAND
	};

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		size_t n = strlen(names[i]);

		if (!strncmp(at, names[i], n) && !word_letter(at[n]))
			return true;
	}
	return false;
}

void advice_complete(char *text, size_t room)
{
	const char *from = text, *at = text;
	struct buf b;

	if (!config_file || !strstr(text, PROGRAM))
		return;
	buf_init(&b, room + strlen(text) * (strlen(config_file) + 10));
	while ((at = strstr(at, PROGRAM))) {
		bool begins = at == text || !word_letter(at[-1]);

		at += strlen(PROGRAM);
		if (!begins || !command_here(at))
			continue;
		buf_add(&b, from, (size_t)(at - from));
		buf_addf(&b, "--config %s ", config_file);
		from = at;
	}
	buf_addz(&b, from);
	snprintf(text, room, "%s", b.s);
	buf_release(&b);
}
