/* src/report/text/plain_mail_html.c */
#include "report/text/plain_mail_html.h"
#include "base/buf.h"
#include "report/text/flow.h"

enum { BLOCK_MAX = 128 << 10 };

struct blocks {
	struct arena *a;
	struct tval *list;
	struct tval *lines, *items; /* of the open block, or NULL */
	struct buf pre;             /* the open block that stays as it is */
};

static bool is_title(struct str line)
{
	bool any = false;

	for (size_t i = 0; i < line.len; i++) {
		if ('a' <= line.s[i] && line.s[i] <= 'z')
			return false;
		any |= 'A' <= line.s[i] && line.s[i] <= 'Z';
	}
	return any && line.len > 2 && !memchr(line.s, '.', line.len);
}

/* A block for letter.html; the caller fills one of its values. */
static struct tval *plain_mail_html_block(struct blocks *b)
{
	struct tval *v = tval_add(b->list, tval_map(b->a));

	tval_puts(b->a, v, "pre", STR(""));
	tval_puts(b->a, v, "title", STR(""));
	tval_puts(b->a, v, "lines", STR(""));
	tval_puts(b->a, v, "items", STR(""));
	return v;
}

static void end_block(struct blocks *b)
{
	struct str pre = buf_str(&b->pre);

	while (pre.len && pre.s[pre.len - 1] == '\n')
		pre.len--;
	if (pre.len)
		tval_puts(b->a, plain_mail_html_block(b), "pre", pre);
	buf_clear(&b->pre);
	b->lines = b->items = NULL;
}

static void add_kept(struct blocks *b, struct str line)
{
	if (!b->pre.len || str_starts(line, "-----BEGIN HERALDO"))
		end_block(b);
	buf_adds(&b->pre, line);
	buf_addc(&b->pre, '\n');
}

/* one more of the open list of this key, or the first one of another */
static void plain_mail_html_add(struct blocks *b, struct tval **list,
				const char *key, struct str text)
{
	if (!*list) {
		end_block(b);
		*list = tval_put(b->a, plain_mail_html_block(b), key,
				 tval_list(b->a));
	}
	tval_add(*list, tval_text(b->a, text));
}

static void add_paragraph(struct blocks *b, struct str line)
{
	struct str words;

	if (flow_item(line, &words)) {
		plain_mail_html_add(b, &b->items, "items", words);
	} else if (!b->lines && !b->pre.len && is_title(line)) {
		end_block(b);
		tval_puts(b->a, plain_mail_html_block(b), "title", line);
	} else {
		plain_mail_html_add(b, &b->lines, "lines", line);
	}
}

struct tval *plain_mail_html_blocks(struct arena *a, struct str text)
{
	struct blocks b = { .a = a, .list = tval_list(a) };
	struct flow f = { .rest = text };
	struct buf line;
	bool kept;

	buf_init(&line, BLOCK_MAX);
	buf_init(&b.pre, BLOCK_MAX);
	while (flow_next(&f, &line, &kept)) {
		if (kept)
			add_kept(&b, buf_str(&line));
		else if (line.len)
			add_paragraph(&b, buf_str(&line));
		else
			end_block(&b);
	}
	end_block(&b);
	buf_release(&line);
	buf_release(&b.pre);
	return b.list;
}
