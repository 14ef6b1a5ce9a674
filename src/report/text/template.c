/* src/report/text/template.c */
#include "report/text/template.h"
#include "base/ascii.h"
#include "base/parse.h"
#include "base/utf8.h"

enum node_kind {
	NODE_TEXT,
	NODE_VALUE,
	NODE_PLURAL,
	NODE_SECTION,
	NODE_IF,
	NODE_INVERTED,
	NODE_FOLD,
	NODE_PARTIAL
};

struct template_node {
	enum node_kind kind;
	struct str text;      /* literal, or the name, .. */
	size_t first;         /* .. so much of it before its dot */
	struct str one, many; /* NODE_PLURAL */
	int line, column;
	int width; /* > 0: pad at the right, < 0: at the left */
	bool wrap;
	struct template_node *child; /* of sections */
	struct template_node *next;
};

/* -- parsing ---------------------------------------------------------------*/

struct reader {
	struct arena *arena;
	const char *name;
	int first_line;
	struct str text;
	size_t at;
	struct {
		size_t at;
		int line, column;
	} mark; /* the last place counted to; places mostly grow */
	struct why *why;
};

static void template_where(struct reader *r, size_t at, int *line, int *column)
{
	if (at < r->mark.at || !r->mark.line) {
		r->mark.at = 0;
		r->mark.line = r->first_line;
		r->mark.column = 1;
	}
	for (; r->mark.at < at; r->mark.at++) {
		if (r->text.s[r->mark.at] == '\n') {
			r->mark.line++;
			r->mark.column = 1;
		} else if ((r->text.s[r->mark.at] & 0xc0) != 0x80) {
			r->mark.column++; /* not inside a character */
		}
	}
	*line = r->mark.line;
	*column = r->mark.column;
}

static enum err template_fault(struct reader *r, size_t at,
			       const char *expected, struct str found)
{
	int line, column;

	template_where(r, at, &line, &column);
	return why_set(r->why, ERR_FORMAT,
		       "%s:%d:%d: expected %s, found '%.*s'", r->name, line,
		       column, expected, found.len > 40 ? 40 : STR_ARG(found));
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_name_byte(char c)
{
	return is_letter(c) || ascii_is_digit(c) || c == '_' || c == '-';
}

/* a.b.c, with an optional @ first, or a dot alone */
static bool is_name(struct str s)
{
	if (str_is(s, "."))
		return true;
	if (s.len && s.s[0] == '@')
		s = (struct str){ s.s + 1, s.len - 1 };
	if (!s.len || s.s[0] == '.' || s.s[s.len - 1] == '.')
		return false;
	for (size_t i = 0; i < s.len; i++)
		if (!is_name_byte(s.s[i]) &&
		    !(s.s[i] == '.' && s.s[i - 1] != '.'))
			return false;
	return true;
}

static bool begins_tag(struct str rest)
{
	static const char signs[] = ".@#?^~/>!";

	return rest.len >= 2 && rest.s[0] == '{' &&
	       (is_letter(rest.s[1]) ||
		memchr(signs, rest.s[1], sizeof(signs) - 1));
}

/* Is the tag [from, to) alone on its line? Then *line is the whole of it. */
static bool template_alone(struct str text, size_t from, size_t to,
			   size_t *line_from, size_t *line_to)
{
	while (from && (text.s[from - 1] == ' ' || text.s[from - 1] == '\t'))
		from--;
	while (to < text.len &&
	       (text.s[to] == ' ' || text.s[to] == '\t' || text.s[to] == '\r'))
		to++;
	if ((from && text.s[from - 1] != '\n') ||
	    (to < text.len && text.s[to] != '\n'))
		return false;
	*line_from = from;
	*line_to = to < text.len ? to + 1 : to;
	return true;
}

static struct template_node *make_node(struct reader *r, enum node_kind kind,
				       size_t at, struct str text)
{
	struct template_node *n = ARENA_NEW(r->arena, struct template_node);

	n->kind = kind;
	n->text = text;
	template_where(r, at, &n->line, &n->column);
	return n;
}

static void node_name(struct template_node *n, struct str name)
{
	const char *dot = memchr(name.s, '.', name.len);

	n->text = name;
	n->first = dot ? (size_t)(dot - name.s) : name.len;
}

/* {name}, {name:format}, {name|one|many} */
static enum err read_value(struct reader *r, size_t at, struct str inside,
			   struct template_node **out)
{
	struct str name, rest = inside;
	struct template_node *n;
	int64_t width;

	if (inside.len && memchr(inside.s, '|', inside.len)) {
		n = make_node(r, NODE_PLURAL, at, inside);
		(void)parse_field(&rest, '|', &n->text);
		if (!parse_field(&rest, '|', &n->one) ||
		    !parse_field(&rest, '|', &n->many) ||
		    parse_field(&rest, '|', &name))
			return template_fault(r, at, "{name|one|many}", inside);
	} else {
		n = make_node(r, NODE_VALUE, at, inside);
		(void)parse_field(&rest, ':', &n->text);
		if (parse_field(&rest, ':', &name)) {
			if (str_is(name, "wrap"))
				n->wrap = true;
			else if (parse_int(name, -TEMPLATE_COLUMNS,
					   TEMPLATE_COLUMNS, &width))
				n->width = (int)width;
			else
				return template_fault(
					r, at, "a width or 'wrap' after ':'",
					name);
		}
		if (parse_field(&rest, ':', &name))
			return template_fault(r, at, "one ':'", inside);
	}
	if (!is_name(n->text))
		return template_fault(r, at, "a name such as fig or fig.name",
				      n->text);
	node_name(n, n->text);
	*out = n;
	return ERR_OK;
}

/* Nodes in order, and the literal that is being collected. */
struct node_list {
	struct template_node **last;
	size_t start; /* of the literal */
};

static void list_add(struct node_list *l, struct template_node *n)
{
	*l->last = n;
	l->last = &n->next;
}

/* what was collected up to this place, if there is any */
static void list_text(struct reader *r, struct node_list *l, size_t tag,
		      size_t to)
{
	if (to > l->start)
		list_add(l, make_node(r, NODE_TEXT, tag,
				      (struct str){ r->text.s + l->start,
						    to - l->start }));
}

/* A tag: its content, and the text that it takes with it. */
struct tag {
	size_t at;
	struct str inside, name;
	size_t from, to;
};

static enum err read_tag(struct reader *r, size_t start, struct tag *t)
{
	struct str rest = { r->text.s + r->at, r->text.len - r->at };
	const char *close = memchr(rest.s, '}', rest.len);

	t->at = r->at;
	if (!close)
		return template_fault(r, t->at, "a '}' that ends the tag",
				      rest);
	t->inside = (struct str){ rest.s + 1, (size_t)(close - rest.s) - 1 };
	t->from = t->at;
	t->to = t->at + t->inside.len + 2;
	t->name = t->inside;
	if (!memchr("#?^~/>!", t->inside.s[0], 7))
		return ERR_OK;
	t->name =
		parse_trim((struct str){ t->inside.s + 1, t->inside.len - 1 });
	(void)template_alone(r->text, t->at, t->to, &t->from, &t->to);
	/* the blanks may belong to the tag before this one */
	if (t->from < start)
		t->from = start;
	if (t->inside.s[0] != '!' && !is_name(t->name))
		return template_fault(r, t->at, "a name after the sign",
				      t->inside);
	return ERR_OK;
}

static enum err read_nodes(struct reader *r, int depth, struct str section,
			   size_t opened, struct template_node **first);

/* {#name}, {?name}, {^name}, {~name}, up to its end */
static enum err read_section(struct reader *r, int depth, const struct tag *t,
			     struct template_node **out)
{
	char sign = t->inside.s[0];

	if (depth + 1 >= TEMPLATE_MAX_DEPTH)
		return template_fault(r, t->at, "less nesting", t->inside);
	*out = make_node(r,
			 sign == '#'   ? NODE_SECTION
			 : sign == '?' ? NODE_IF
			 : sign == '~' ? NODE_FOLD
				       : NODE_INVERTED,
			 t->at, t->name);
	node_name(*out, t->name);
	return read_nodes(r, depth + 1, t->name, t->at, &(*out)->child);
}

/* the node of a tag that is no end; NULL: a remark has none */
static enum err read_node(struct reader *r, int depth, const struct tag *t,
			  struct template_node **out)
{
	*out = NULL;
	switch (t->inside.s[0]) {
	case '!': return ERR_OK;
	case '#':
	case '?':
	case '~':
	case '^': return read_section(r, depth, t, out);
	case '>':
		*out = make_node(r, NODE_PARTIAL, t->at, t->name);
		return ERR_OK;
	default: return read_value(r, t->at, t->inside, out);
	}
}

/* Nodes up to the end, or up to {/section}; `at` is then after it. */
static enum err read_nodes(struct reader *r, int depth, struct str section,
			   size_t opened, struct template_node **first)
{
	struct node_list l = { .last = first, .start = r->at };

	while (r->at < r->text.len) {
		struct str rest = { r->text.s + r->at, r->text.len - r->at };
		struct template_node *n;
		struct tag t = { 0 };
		enum err e;

		if (str_starts(rest, "{{")) {
			list_text(r, &l, r->at, r->at + 1);
			l.start = r->at += 2;
			continue;
		}
		if (!begins_tag(rest)) {
			r->at++;
			continue;
		}
		e = read_tag(r, l.start, &t);
		if (e)
			return e;
		list_text(r, &l, t.at, t.from);
		r->at = t.to;
		if (t.inside.s[0] == '/') {
			if (depth && str_equal(t.name, section))
				return ERR_OK;
			return template_fault(
				r, t.at,
				depth ? "the end of the section that is "
					"open"
				      : "no end, as no section is open",
				t.inside);
		}
		e = read_node(r, depth, &t, &n);
		if (e)
			return e;
		if (n)
			list_add(&l, n);
		l.start = r->at;
	}
	if (depth)
		return template_fault(r, opened, "an end of this section",
				      section);
	list_text(r, &l, r->at, r->at);
	return ERR_OK;
}

enum err template_parse(struct arena *a, const char *name, int line,
			struct str text, struct template *out, struct why *why)
{
	struct reader r = {
		.arena = a, .name = name, .first_line = line, .why = why
	};

	*out = (struct template){ .name = str_of(arena_strdup(a, name)),
				  .line = line };
	if (text.len > TEMPLATE_MAX_BYTES)
		return why_set(why, ERR_TOO_LARGE,
			       "%s: expected at most %d bytes, found %zu", name,
			       TEMPLATE_MAX_BYTES, text.len);
	if (!utf8_is_valid(text))
		return why_set(why, ERR_FORMAT, "%s: expected UTF-8", name);
	r.text = arena_str(a, text);
	return read_nodes(&r, 0, (struct str){ 0 }, 0, &out->first);
}

void template_names(const struct template *t,
		    void (*seen)(void *ctx, char kind, struct str name),
		    void *ctx)
{
	static const char sign[] = {
		[NODE_VALUE] = '=', [NODE_PLURAL] = '=',   [NODE_SECTION] = '#',
		[NODE_IF] = '#',    [NODE_INVERTED] = '#', [NODE_PARTIAL] = '>',
	};
	const struct template_node *stack[TEMPLATE_MAX_DEPTH + 1];
	int n = 0;

	stack[n++] = t->first;
	while (n) {
		const struct template_node *node = stack[--n];

		for (; node; node = node->next) {
			if (node->kind != NODE_TEXT && node->kind != NODE_FOLD)
				seen(ctx, sign[node->kind], node->text);
			if (node->child) {
				stack[n++] = node->next;
				stack[n++] = node->child;
				break;
			}
		}
	}
}

/* -- rendering -------------------------------------------------------------*/

struct run {
	struct buf *out;
	enum template_format format;
	const struct template_source *source;
	const struct template *t; /* the one being rendered */
	struct {
		const struct tval *v;
		int64_t index, n; /* in its list, from 1; 0: none */
	} scope[TEMPLATE_MAX_DEPTH + 1];
	int n_scopes;
	int depth;
	int steps;
	enum err e;
	struct why *why;
};

static void template_slip(struct run *r, const struct template_node *n,
			  enum err e, const char *what)
{
	if (r->e)
		return;
	r->e = why_set(r->why, e, "%.*s:%d:%d: %s '%.*s'", STR_ARG(r->t->name),
		       n->line, n->column, what,
		       n->text.len > 40 ? 40 : STR_ARG(n->text));
}

/* the escape of such a byte; NULL: unescaped, as most are */
static const char *template_instead(enum template_format format,
				    unsigned char c)
{
	if (c < 0x20)
		return c == '\n' && format != TEMPLATE_LINE ? NULL
		       : c == '\n' || c == '\t'             ? " "
							    : "";
	if (c == 0x7f)
		return "";
	if (format != TEMPLATE_HTML)
		return NULL;
	switch (c) {
	case '&': return "&amp;";
	case '<': return "&lt;";
	case '>': return "&gt;";
	case '"': return "&quot;";
	case '\'': return "&#39;";
	default: return NULL;
	}
}

void template_escape(struct buf *out, enum template_format format, struct str s)
{
	size_t from = 0;

	for (size_t i = 0; i < s.len; i++) {
		const char *other =
			template_instead(format, (unsigned char)s.s[i]);

		if (!other)
			continue;
		buf_add(out, s.s + from, i - from);
		buf_addz(out, other);
		from = i + 1;
	}
	buf_add(out, s.s + from, s.len - from);
}

/* The rest of a dotted name, inside the value before the dot. Of nothing, a
 * part is nothing: {fig.name} where no figure is. */
static const struct tval *template_within(const struct tval *v, struct str rest)
{
	static const struct tval nothing = { .kind = TVAL_TEXT };
	struct str part;

	while (v && parse_field(&rest, '.', &part))
		v = v->kind != TVAL_MAP && !tval_holds(v) ? &nothing
							  : tval_get(v, part);
	return v;
}

static const struct tval *template_lookup(const struct run *r,
					  const struct template_node *n)
{
	struct str first = { n->text.s, n->first };
	size_t used = n->first + 1; /* with the dot */
	const struct tval *v = NULL;

	if (!first.len) /* a dot alone */
		return r->scope[r->n_scopes - 1].v;
	for (int i = r->n_scopes; i-- > 0 && !v;)
		v = tval_get(r->scope[i].v, first);
	return n->text.len < used
		       ? v
		       : template_within(v, (struct str){ n->text.s + used,
							  n->text.len - used });
}

/* @first, @last and @n of the innermost list */
static bool template_place(const struct run *r, struct str name, int64_t *n)
{
	int i = r->n_scopes - 1;

	if (!name.len || name.s[0] != '@')
		return false;
	while (i >= 0 && !r->scope[i].index)
		i--;
	if (i < 0)
		return false;
	if (str_is(name, "@first"))
		*n = r->scope[i].index == 1;
	else if (str_is(name, "@last"))
		*n = r->scope[i].index == r->scope[i].n;
	else if (str_is(name, "@n"))
		*n = r->scope[i].index;
	else
		return false;
	return true;
}

static void render_nodes(struct run *r, const struct template_node *n);

static void render_inside(struct run *r, const struct template *t)
{
	const struct template *outer = r->t;

	r->t = t;
	r->depth++;
	render_nodes(r, t->first);
	r->depth--;
	r->t = outer;
}

static const struct template *template_message(const struct run *r,
					       const char *key)
{
	if (!r->source || !r->source->message)
		return NULL;
	return r->source->message(r->source->of, str_of(key));
}

/* A short word of the language that the engine itself needs. */
static void render_format(struct run *r, const char *key, const char *fallback)
{
	const struct template *t = template_message(r, key);

	if (t && r->depth < TEMPLATE_MAX_DEPTH)
		render_inside(r, t);
	else
		buf_addz(r->out, fallback);
}

static void render_value(struct run *r, const struct template_node *n,
			 const struct tval *v);

static void put_number(struct buf *out, uint64_t n)
{
	/* one more than buf_addi can: the size of the smallest */
	if (n > INT64_MAX)
		buf_addf(out, "%llu", (unsigned long long)n);
	else
		buf_addi(out, (int64_t)n);
}

static void render_number(struct run *r, const struct tval *v)
{
	uint64_t size = v->n < 0 ? 0 - (uint64_t)v->n : (uint64_t)v->n;

	if (v->n < 0)
		/* U+2212 is right in print; a hyphen is right in orders */
		buf_addc(r->out, '-');
	else if (v->kind == TVAL_SIGNED)
		buf_addc(r->out, '+');
	if (v->kind != TVAL_INCHES) {
		put_number(r->out, size);
		return;
	}
	put_number(r->out, size / 100);
	render_format(r, "format.decimal", ".");
	buf_addc(r->out, (char)('0' + size % 100 / 10));
	buf_addc(r->out, (char)('0' + size % 10));
}

static void render_list(struct run *r, const struct template_node *n,
			const struct tval *list)
{
	int64_t i = 0;

	for (const struct tval *v = list->first; v; v = v->next) {
		if (i && v->next)
			render_format(r, "format.comma", ", ");
		else if (i)
			render_format(r, "format.and", " and ");
		render_value(r, n, v);
		i++;
	}
}

static void render_value(struct run *r, const struct template_node *n,
			 const struct tval *v)
{
	const struct template *t;

	if (++r->steps > TEMPLATE_MAX_STEPS || r->depth >= TEMPLATE_MAX_DEPTH) {
		template_slip(r, n, ERR_TOO_LARGE, "too much to show at");
		return;
	}
	if (v->html.len && r->format == TEMPLATE_HTML) {
		buf_adds(r->out, v->html);
		return;
	}
	r->depth++;
	switch (v->kind) {
	case TVAL_TEXT:
	case TVAL_MAP: template_escape(r->out, r->format, v->text); break;
	case TVAL_MARKUP: buf_adds(r->out, v->text); break;
	case TVAL_WORD:
		t = r->source && r->source->message
			    ? r->source->message(r->source->of, v->text)
			    : NULL;
		if (t) {
			render_inside(r, t);
			break;
		}
		template_slip(r, n, ERR_FORMAT, "no message for the word of");
		template_escape(r->out, r->format, v->text);
		break;
	case TVAL_INT:
	case TVAL_SIGNED:
	case TVAL_INCHES: render_number(r, v); break;
	case TVAL_LIST: render_list(r, n, v); break;
	}
	r->depth--;
}

static size_t column_of(struct str s)
{
	size_t start = s.len;

	while (start && s.s[start - 1] != '\n')
		start--;
	return utf8_width((struct str){ s.s + start, s.len - start });
}

/* Break text into lines, each begun under the first; never inside a word. */
static void template_wrap(struct buf *out, struct str text)
{
	size_t indent = column_of(buf_str(out)), column = indent;
	struct str line;

	if (indent > TEMPLATE_COLUMNS / 2)
		indent = 4;
	for (bool first = true; parse_line(&text, &line); first = false) {
		struct str word;
		bool begun = first; /* this line has text */

		if (!first) {
			buf_addc(out, '\n');
			column = 0;
		}
		for (bool blank = false; parse_field(&line, ' ', &word);
		     blank = true) {
			size_t width = utf8_width(word);

			if (!word.len)
				continue;
			if (blank && begun &&
			    column + 1 + width > TEMPLATE_COLUMNS) {
				buf_addc(out, '\n');
				column = 0;
				begun = false;
			} else if (blank && begun) {
				buf_addc(out, ' ');
				column++;
			}
			if (!column)
				for (; column < indent; column++)
					buf_addc(out, ' ');
			buf_adds(out, word);
			column += width;
			begun = true;
		}
	}
}

/* A value that is laid out: rendered apart, as its width must be known. */
static void render_laid_out(struct run *r, const struct template_node *n,
			    const struct tval *v)
{
	struct buf apart, *out = r->out;
	size_t width, want;

	buf_init(&apart, out->max);
	r->out = &apart;
	render_value(r, n, v);
	r->out = out;
	if (n->wrap && r->format != TEMPLATE_TEXT) {
		buf_adds(out, buf_str(&apart));
	} else if (n->wrap) {
		template_wrap(out, buf_str(&apart));
	} else {
		width = utf8_width(buf_str(&apart));
		want = (size_t)(n->width < 0 ? -n->width : n->width);
		if (n->width > 0)
			buf_adds(out, buf_str(&apart));
		for (; width < want; width++)
			buf_addc(out, ' ');
		if (n->width < 0)
			buf_adds(out, buf_str(&apart));
	}
	if (apart.full)
		out->full = true;
	buf_release(&apart);
}

/* Paragraphs of a mail: each is one line that is broken anew. */
static void template_fold(struct buf *out, struct str text)
{
	struct buf lines;

	buf_init(&lines, out->max);
	for (size_t i = 0; i < text.len; i++) {
		bool single = text.s[i] == '\n' && i && text.s[i - 1] != '\n' &&
			      i + 1 < text.len && text.s[i + 1] != '\n';

		buf_addc(&lines, single ? ' ' : text.s[i]);
	}
	template_wrap(out, buf_str(&lines));
	if (text.len && text.s[text.len - 1] == '\n')
		buf_addc(out, '\n');
	buf_release(&lines);
}

static void render_fold(struct run *r, const struct template_node *n)
{
	struct buf apart, *out = r->out;

	buf_init(&apart, out->max);
	r->out = &apart;
	r->depth++;
	render_nodes(r, n->child);
	r->depth--;
	r->out = out;
	if (r->format == TEMPLATE_TEXT)
		template_fold(out, buf_str(&apart));
	else
		buf_adds(out, buf_str(&apart));
	if (apart.full)
		out->full = true;
	buf_release(&apart);
}

static void render_section(struct run *r, const struct template_node *n,
			   const struct tval *v)
{
	const struct tval *item = v->kind == TVAL_LIST ? v->first : v;

	for (int64_t i = 1; item && r->e != ERR_TOO_LARGE; i++) {
		r->scope[r->n_scopes].v = item;
		r->scope[r->n_scopes].index = v->kind == TVAL_LIST ? i : 0;
		r->scope[r->n_scopes].n = v->n;
		r->n_scopes++;
		r->depth++;
		render_nodes(r, n->child);
		r->depth--;
		r->n_scopes--;
		item = v->kind == TVAL_LIST ? item->next : NULL;
	}
}

static void render_partial(struct run *r, const struct template_node *n)
{
	const struct template *t =
		r->source && r->source->partial
			? r->source->partial(r->source->of, n->text, r->format)
			: NULL;

	if (t)
		render_inside(r, t);
	else
		template_slip(r, n, ERR_FORMAT, "no template called");
}

/* a value shows itself; a missing one shows its name */
static void render_named(struct run *r, const struct template_node *n,
			 const struct tval *v)
{
	if (!v) {
		template_slip(r, n, ERR_FORMAT, "no value called");
		buf_addc(r->out, '{');
		buf_adds(r->out, n->text);
		buf_addc(r->out, '}');
	} else if (n->kind == NODE_PLURAL) {
		buf_adds(r->out, v->n == 1 || v->n == -1 ? n->one : n->many);
	} else if (n->wrap || n->width) {
		render_laid_out(r, n, v);
	} else {
		render_value(r, n, v);
	}
}

static void render_node(struct run *r, const struct template_node *n)
{
	const struct tval *v = NULL;
	struct tval number = { .kind = TVAL_INT };

	if (n->kind == NODE_TEXT) {
		buf_adds(r->out, n->text);
		return;
	}
	if (n->kind == NODE_PARTIAL) {
		render_partial(r, n);
		return;
	}
	if (n->kind == NODE_FOLD) {
		render_fold(r, n);
		return;
	}
	if (template_place(r, n->text, &number.n))
		v = &number;
	else
		v = template_lookup(r, n);
	switch (n->kind) {
	case NODE_SECTION:
		if (v && tval_holds(v))
			render_section(r, n, v);
		return;
	case NODE_IF:
	case NODE_INVERTED:
		if ((v && tval_holds(v)) != (n->kind == NODE_IF))
			return;
		r->depth++;
		render_nodes(r, n->child);
		r->depth--;
		return;
	default: render_named(r, n, v); return;
	}
}

static void render_nodes(struct run *r, const struct template_node *n)
{
	for (; n; n = n->next) {
		if (r->e == ERR_TOO_LARGE)
			return;
		if (++r->steps > TEMPLATE_MAX_STEPS ||
		    r->depth >= TEMPLATE_MAX_DEPTH || r->out->full) {
			/*
			 * this error replaces earlier ones: `why` must hold it
			 */
			if (r->e && r->why)
				why_clear(r->why);
			r->e = ERR_OK;
			template_slip(r, n, ERR_TOO_LARGE,
				      "too much to show at");
			return;
		}
		render_node(r, n);
	}
}

enum err template_render(struct buf *out, const struct template *t,
			 enum template_format format,
			 const struct template_source *source,
			 const struct tval *values, struct why *why)
{
	struct run r = { .out = out,
			 .format = format,
			 .source = source,
			 .t = t,
			 .why = why };

	r.scope[0].v = values;
	r.n_scopes = 1;
	render_nodes(&r, t->first);
	if (out->full && !r.e)
		r.e = why_set(why, ERR_TOO_LARGE,
			      "%.*s: more than %zu bytes to show",
			      STR_ARG(t->name), out->max);
	return r.e;
}
