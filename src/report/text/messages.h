/*
 * src/report/text/messages.h - all that players read in one language: the files
 * of templates/LANG/, read and parsed once, at the start.
 *
 *	NAME.txt NAME.html	templates; {>NAME} finds the one of its kind
 *	messages, NAME.messages	short texts by key, one a line:
 *		# a remark
 *		event.turned = {fig} turns to {face} degrees.
 *			A line that begins with a blank continues the one
 *			before; "quotes" around a text keep its outer blanks.
 *
 * The texts are templates, too (report/text/template.h), so there is one kind
 * of placeholder everywhere. What a language lacks is taken from English. Other
 * files in the folder (vocabularies of orders) are not ours.
 *
 * A game master may edit copies of these files in a folder of their own.
 */
#ifndef REPORT_TEXT_MESSAGES_H
#define REPORT_TEXT_MESSAGES_H
#include "base/name_trie.h"
#include "report/text/template.h"

#define WORDS_FALLBACK "en"

enum { WORDS_MAX_FILES = 256, WORDS_MAX_MESSAGES = 8192, WORDS_MAX_KEY = 96 };

struct words_entry {
	struct keyed name; /* of a message; the file name of a template */
	struct template t;
};

struct words_list {
	struct words_entry *v; /* n of them, sorted by name */
	int n;
	struct keyed *named; /* the same, to be looked for */
};

struct words {
	struct str lang;
	struct words_list files, messages;
	const struct words *fallback; /* NULL: this is the last resort */
};

/*
 * Read DIR/LANG, and DIR/en for what it lacks. What is read lives in the
 * arena. ERR_NOT_FOUND: no such language; ERR_FORMAT: a file has a fault, told
 * with file, line and column. lang is two to eight lower case letters.
 */
enum err words_load(struct arena *a, const char *dir, const char *lang,
		    struct words **out, struct why *why);

/*
 * What a translation owes: the same files and keys as English, no others, and
 * in each no name that English does not use there (a slip of the pen, as a
 * rule). Appends one line for each fault; gives their number.
 */
int words_check(const struct words *w, struct buf *faults);

/* For template_render. */
struct template_source words_source(const struct words *w);

/* A message or a template ("report.txt"), or NULL. */
const struct template *words_message(const struct words *w, struct str key);
const struct template *words_file(const struct words *w, struct str name);

/* Append a message filled with values (NULL: none); of no such key, the key. */
enum err words_render(struct buf *out, const struct words *w, const char *key,
		      enum template_format format, const struct tval *values,
		      struct why *why);

/* Append the template NAME.txt or, for TEMPLATE_HTML, NAME.html. */
enum err words_render_file(struct buf *out, const struct words *w,
			   const char *name, enum template_format format,
			   const struct tval *values, struct why *why);
#endif
