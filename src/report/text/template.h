/*
 * src/report/text/template.h - a small template engine: fills texts with
 * values. Logic stays in C: a template can show a value, repeat a part, leave
 * a part out.
 *
 *	{name} {fig.name} {.}	a value; `.` is the current item of a list
 *	{name:12} {name:-12}	padded to 12 columns: to the right, to the left
 *	{name:wrap}		lines broken at 76 columns, indented as
 *				the first
 *	{n|click|clicks}	the first word if n is 1 (or -1), else the
 *				second
 *	{#name}..{/name}	once for each item of a list; once for a map, a
 *				text that is not empty, a number that is not 0
 *	{?name}..{/name}	once where {#name} would show something
 *	{^name}..{/name}	only where {#name} would show nothing
 *	{~any}..{/any}		paragraphs of a text: each is broken anew, at 76
 *				columns, however its lines stand here
 *	{>name}			another template of the same kind and language
 *	{!anything}		a remark
 *	{{			one brace
 *
 * A brace before anything else than a letter, . @ # ? ^ ~ / > or ! is a brace.
 * In a list {@first}, {@last} (to be asked with ? and ^) and {@n}, from 1,
 * tell where we are. A line that holds nothing but one of # ? ^ ~ / > ! is
 * left out, so templates can be laid out to be read. A list shown by itself is
 * joined as the language does it: A1, A2 and A3.
 *
 * A name is looked up in the current item, then in the enclosing items, from
 * the inside out; after a dot only in the value before the dot.
 *
 * Any bytes may be parsed, any template rendered with any values: nesting,
 * steps and output are bounded.
 */
#ifndef REPORT_TEXT_TEMPLATE_H
#define REPORT_TEXT_TEMPLATE_H
#include "base/buf.h"
#include "base/err.h"
#include "report/text/template_value.h"

enum {
	TEMPLATE_MAX_BYTES = 256 * 1024, /* of one template */
	TEMPLATE_MAX_DEPTH = 24,      /* sections, partials and words in all */
	TEMPLATE_MAX_STEPS = 1000000, /* nodes rendered by one call */
	TEMPLATE_COLUMNS = 76         /* where {x:wrap} breaks lines */
};

enum template_format {
	TEMPLATE_TEXT, /* control characters are left out */
	TEMPLATE_LINE, /* the same, on one line: subjects, headers */
	TEMPLATE_HTML  /* & < > " ' become entities */
};

struct template_node;

struct template
{
	struct str name; /* "en/report.txt", for complaints */
	int line;        /* where it begins in that file, 1.. */
	struct template_node *first;
};

/* Where a template finds its partials and words; NULL: there is none. */
struct template_source {
	const struct template *(*partial)(const void *of, struct str name,
					  enum template_format format);
	const struct template *(*message)(const void *of, struct str key);
	const void *of;
};

/*
 * Parse text (copied into the arena) that begins at this line of the file
 * `name`. ERR_FORMAT, with file, line, column and what was expected, or
 * ERR_TOO_LARGE.
 */
enum err template_parse(struct arena *a, const char *name, int line,
			struct str text, struct template *out, struct why *why);

/*
 * Append the template filled with values. A name without a value appears
 * unchanged, in braces, so that a fault in an edited template costs a word and
 * not the mail; `why` holds the first such fault, with ERR_FORMAT. The same
 * happens past a limit (ERR_TOO_LARGE).
 */
enum err template_render(struct buf *out, const struct template *t,
			 enum template_format format,
			 const struct template_source *source,
			 const struct tval *values, struct why *why);

/*
 * Call seen for each name in the template (values, sections, partials),
 * sections included, for checks that compare translations.
 */
void template_names(const struct template *t,
		    void (*seen)(void *ctx, char kind, struct str name),
		    void *ctx);

/* Append s as the format needs it. */
void template_escape(struct buf *out, enum template_format format,
		     struct str s);
#endif
