/*
 * src/report/text/messages.h - loads all texts of one language: the files of
 * templates/LANG/, read and parsed once, at the start.
 *
 *	NAME.txt NAME.html	templates; {>NAME} finds the one of its kind
 *	messages, NAME.messages	short texts by key, one a line:
 *		# a remark
 *		event.turned = {fig} turns to {face} degrees.
 *			A line that begins with a blank continues the one
 *			before; "quotes" around a text keep its outer blanks.
 *
 * The texts are templates, too (report/text/template.h), so there is one kind
 * of placeholder everywhere. English replaces missing texts. Other files in
 * the folder (vocabularies of orders) are not read here.
 *
 * A game master may edit copies of these files in a folder of their own.
 */
#ifndef REPORT_TEXT_MESSAGES_H
#define REPORT_TEXT_MESSAGES_H
#include "base/name_trie.h"
#include "report/text/template.h"

#define MESSAGES_FALLBACK "en"

enum {
	MESSAGES_MAX_FILES = 256,
	MESSAGES_MAX_MESSAGES = 8192,
	MESSAGES_MAX_KEY = 96
};

struct messages_entry {
	struct name_trie name; /* of a message; the file name of a template */
	struct template t;
};

struct messages_list {
	struct messages_entry *v; /* n of them, sorted by name */
	int n;
	struct name_trie *named; /* the same, to be looked for */
};

struct messages {
	struct str lang;
	struct messages_list files, messages;
	const struct messages *fallback; /* NULL: this is the last resort */
};

/*
 * Read DIR/LANG, and DIR/en for missing texts. The result lives in the arena.
 * ERR_NOT_FOUND: no such language; ERR_FORMAT: a file has a fault; `why` has
 * file, line and column. lang is two to eight lower case letters.
 */
enum err messages_load(struct arena *a, const char *dir, const char *lang,
		       struct messages **out, struct why *why);

/*
 * What a translation owes: the same files and keys as English, no others, and
 * in each no name that English does not use there (a slip of the pen, as a
 * rule). Appends one line for each fault; gives their number.
 */
int messages_check(const struct messages *w, struct buf *faults);

/* For template_render. */
struct template_source messages_source(const struct messages *w);

/* A message or a template ("report.txt"), or NULL. */
const struct template *messages_message(const struct messages *w,
					struct str key);
const struct template *messages_file(const struct messages *w, struct str name);

/* Append a message filled with values (NULL: none); of no such key, the key. */
enum err messages_render(struct buf *out, const struct messages *w,
			 const char *key, enum template_format format,
			 const struct tval *values, struct why *why);

/* The message as one line, of at most `max` bytes, in the arena. */
struct str messages_line(struct arena *a, const struct messages *w,
			 const char *key, const struct tval *values,
			 size_t max);

/* Append the template NAME.txt or, for TEMPLATE_HTML, NAME.html. */
enum err messages_render_file(struct buf *out, const struct messages *w,
			      const char *name, enum template_format format,
			      const struct tval *values, struct why *why);
#endif
