/* src/report/text/letter_html.c */
#include "report/text/letter_html.h"
#include "base/buf.h"
#include "base/parse.h"
#include "base/utf8.h"

enum { MARGIN = 70, BLOCK_MAX = 128 << 10 };

struct blocks {
	struct arena *a;
	struct tval *list;
	struct tval *lines; /* of the open paragraph, NULL: none */
	struct buf line;    /* its last line */
	struct buf pre;     /* the open block that stays as it is */
	bool orders;        /* between the marker lines */
	struct str last;    /* the last piece of the line */
};

/* Columns, indented or marked: line breaks and blanks count. */
static bool is_set(struct str line)
{
	return str_starts(line, " ") || str_starts(line, "-----BEGIN") ||
	       memmem(line.s, line.len, "  ", 2);
}

static bool is_title(struct str line)
{
	bool any = false;

	for (size_t i = 0; i < line.len; i++) {
		if ('a' <= line.s[i] && line.s[i] <= 'z')
			return false;
		any |= 'A' <= line.s[i] && line.s[i] <= 'Z';
	}
	return any && line.len > 2 && !memchr(line.s, '.', line.len) &&
	       !str_starts(line, ">");
}

/* {pre}, {title} and {lines}: two of them are empty */
static struct tval *letter_html_block(struct blocks *b, const char *key,
				      struct str text)
{
	struct tval *v = tval_add(b->list, tval_map(b->a));
	struct tval *lines = tval_put(b->a, v, "lines", tval_list(b->a));

	tval_puts(b->a, v, "pre", STR(""));
	tval_puts(b->a, v, "title", STR(""));
	if (key)
		tval_puts(b->a, v, key, text);
	return lines;
}

static void end_line(struct blocks *b)
{
	if (b->line.len)
		tval_add(b->lines, tval_text(b->a, buf_str(&b->line)));
	buf_clear(&b->line);
}

static void end_block(struct blocks *b)
{
	struct str pre = buf_str(&b->pre);

	/* an indented block begins with blanks */
	while (pre.len && pre.s[pre.len - 1] == '\n')
		pre.len--;
	if (pre.len)
		(void)letter_html_block(b, "pre", pre);
	buf_clear(&b->pre);
	end_line(b);
	b->lines = NULL;
	b->last = STR("");
}

/* Did the right margin end the line, before this word? */
static bool is_broken(struct str line, struct str next)
{
	struct str word = STR("");

	(void)parse_field(&next, ' ', &word);
	return line.len && utf8_width(line) + 1 + utf8_width(word) > MARGIN;
}

static void letter_html_flow(struct blocks *b, struct str line)
{
	if (!b->lines)
		b->lines = letter_html_block(b, NULL, STR(""));
	if (is_broken(b->last, line) && !str_starts(line, "- "))
		buf_addc(&b->line, ' ');
	else
		end_line(b);
	buf_adds(&b->line, line);
	b->last = line;
}

static void letter_html_take(struct blocks *b, struct str line)
{
	bool begins = str_starts(line, "-----BEGIN HERALDO");

	if (!line.len && !b->orders) {
		end_block(b);
	} else if (b->orders || is_set(line)) {
		if (!b->pre.len || (begins && !b->orders))
			end_block(b);
		b->orders = b->orders ? !str_starts(line, "-----END HERALDO")
				      : begins;
		buf_adds(&b->pre, line);
		buf_addc(&b->pre, '\n');
	} else if (!b->lines && !b->pre.len && is_title(line)) {
		(void)letter_html_block(b, "title", line);
	} else {
		if (b->pre.len)
			end_block(b);
		letter_html_flow(b, line);
	}
}

struct tval *letter_html_blocks(struct arena *a, struct str text)
{
	struct blocks b = { .a = a, .list = tval_list(a), .last = STR("") };
	struct str line;

	buf_init(&b.line, BLOCK_MAX);
	buf_init(&b.pre, BLOCK_MAX);
	while (parse_line(&text, &line))
		letter_html_take(&b, line);
	end_block(&b);
	buf_release(&b.line);
	buf_release(&b.pre);
	return b.list;
}
