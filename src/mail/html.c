/* src/mail/html.c */
#include "mail/html.h"
#include "base/xalloc.h"
#include "base/buf.h"
#include <libxml/HTMLparser.h>
#include <stdlib.h>
#include "mail/html.inc"

enum { MAX_QUOTES = 40 }; /* marks on one line; deeper is not shown */

struct writer {
	struct buf out;
	unsigned quotes; /* depth of <blockquote> */
	unsigned pre;    /* depth of <pre> */
	bool in_line;    /* the line has text */
	bool blank;      /* a blank is owed before the next word */
};

static bool is_one_of(const xmlChar *name, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp((const char *)name, names[i]))
			return true;
	return false;
}

static bool is_dropped(const xmlChar *name)
{
	static const char *const names[] = {
		"script", "style",    "head",   "title",  "template",
		"object", "noscript", "iframe", "select", "svg",
	};

	return is_one_of(name, names, ARRAY_LEN(names));
}

static bool is_block(const xmlChar *name)
{
	static const char *const names[] = {
		"address",  "article", "aside",  "blockquote", "body",
		"center",   "dd",      "div",    "dl",         "dt",
		"fieldset", "figure",  "footer", "form",       "h1",
		"h2",       "h3",      "h4",     "h5",         "h6",
		"header",   "hr",      "html",   "li",         "main",
		"nav",      "ol",      "p",      "pre",        "section",
		"table",    "tbody",   "tfoot",  "thead",      "tr",
		"ul",
	};

	return is_one_of(name, names, ARRAY_LEN(names));
}

static bool is_named(const xmlNode *n, const char *name)
{
	return n->type == XML_ELEMENT_NODE &&
	       !strcmp((const char *)n->name, name);
}

/* the marks of a quoted line, when its first text or its end comes */
static void begin_line(struct writer *w)
{
	unsigned n = w->quotes < MAX_QUOTES ? w->quotes : MAX_QUOTES;

	if (w->in_line)
		return;
	for (unsigned i = 0; i < n; i++)
		buf_addc(&w->out, '>');
	if (n)
		buf_addc(&w->out, ' ');
	w->in_line = true;
}

static void end_line(struct writer *w)
{
	begin_line(w);
	buf_addc(&w->out, '\n');
	w->in_line = false;
	w->blank = false;
}

static void end_block(struct writer *w)
{
	if (w->in_line)
		end_line(w);
	w->blank = false;
}

static bool is_nbsp(const xmlChar *s)
{
	return s[0] == 0xc2 && s[1] == 0xa0;
}

static void write_text(struct writer *w, const xmlChar *s)
{
	for (; *s; s++) {
		bool white = *s == ' ' || *s == '\t' || *s == '\r' ||
			     *s == '\n' || *s == '\f';

		if (is_nbsp(s)) {
			white = true;
			s++;
		}
		if (w->pre) {
			if (*s == '\n') {
				end_line(w);
			} else if (*s != '\r') {
				begin_line(w);
				buf_addc(&w->out, white ? ' ' : (char)*s);
			}
			continue;
		}
		if (white) {
			w->blank = true;
			continue;
		}
		if (w->blank && w->in_line)
			buf_addc(&w->out, ' ');
		w->blank = false;
		begin_line(w);
		buf_addc(&w->out, (char)*s);
	}
}

/* white-space: pre, pre-wrap, pre-line or break-spaces */
static bool is_pre_style(const xmlChar *style)
{
	const char *at = strstr((const char *)style, "white-space");

	return at && (strstr(at, "pre") || strstr(at, "break-spaces"));
}

/* does it keep the line ends of its text, by its name or its style? */
static bool is_pre(const xmlNode *n)
{
	static const char *const names[] = { "pre", "code", "xmp", "listing",
					     "textarea" };

	if (n->type != XML_ELEMENT_NODE)
		return false;
	if (is_one_of(n->name, names, ARRAY_LEN(names)))
		return true;
	for (const xmlAttr *p = n->properties; p; p = p->next)
		if (!strcmp((const char *)p->name, "style") && p->children &&
		    p->children->content && is_pre_style(p->children->content))
			return true;
	return false;
}

static void enter(struct writer *w, const xmlNode *n)
{
	if (n->type == XML_TEXT_NODE || n->type == XML_CDATA_SECTION_NODE) {
		if (n->content)
			write_text(w, n->content);
		return;
	}
	if (n->type != XML_ELEMENT_NODE)
		return;
	if (is_named(n, "br"))
		end_line(w);
	else if (is_block(n->name))
		end_block(w);
	w->quotes += is_named(n, "blockquote");
	w->pre += is_pre(n);
}

static void leave(struct writer *w, const xmlNode *n)
{
	if (n->type != XML_ELEMENT_NODE)
		return;
	if (is_named(n, "td") || is_named(n, "th"))
		w->blank = true; /* cells of a row stand apart */
	else if (is_block(n->name))
		end_block(w);
	w->quotes -= is_named(n, "blockquote");
	w->pre -= is_pre(n);
}

/* a paragraph of nothing but a hard blank is how programs write a free line */
static bool is_free_line(const xmlNode *n)
{
	const xmlNode *c = n->children;
	const xmlChar *s;
	bool hard = false;

	if (!is_named(n, "p") && !is_named(n, "div"))
		return false;
	/* Outlook wraps the blank: <p><span><o:p>&nbsp;</o:p></span></p> */
	while (c && c->type == XML_ELEMENT_NODE && !c->next)
		c = c->children;
	if (!c || c->next || c->type != XML_TEXT_NODE || !c->content)
		return false;
	for (s = c->content; *s; s++) {
		if (is_nbsp(s)) {
			hard = true;
			s++;
		} else if (*s > ' ') {
			return false;
		}
	}
	return hard;
}

static void walk(struct writer *w, const xmlNode *root)
{
	const xmlNode *n = root;

	for (;;) {
		bool skip = n->type == XML_ELEMENT_NODE && is_dropped(n->name);

		if (is_free_line(n)) {
			end_block(w);
			end_line(w);
			skip = true;
		}
		if (!skip) {
			enter(w, n);
			if (n->type == XML_ELEMENT_NODE && n->children) {
				n = n->children;
				continue;
			}
			leave(w, n);
		}
		while (n != root && !n->next) {
			n = n->parent;
			leave(w, n);
		}
		if (n == root)
			break;
		n = n->next;
	}
	end_block(w);
}

/*
 * Without Word's <![if ..]> and <![endif]>, which no standard knows, browsers
 * drop and libxml2 takes for text. In a comment they mean nothing.
 */
static struct str drop_conditions(struct arena *a, struct str html)
{
	char *p = arena_alloc(a, html.len + 1);
	size_t len = 0, i = 0;
	bool closes = true; /* there is a > further on */

	while (i < html.len) {
		struct str rest = { html.s + i, html.len - i };
		const char *end = NULL;
		size_t n = 1;

		if (str_starts(rest, "<!--")) {
			end = memmem(rest.s, rest.len, "-->", 3);
			n = end ? (size_t)(end + 3 - rest.s) : rest.len;
		} else if (closes && str_starts(rest, "<![")) {
			end = memchr(rest.s, '>', rest.len);
			closes = end;
			if (end) {
				i += (size_t)(end + 1 - rest.s);
				continue;
			}
		}
		memcpy(p + len, rest.s, n);
		len += n;
		i += n;
	}
	return (struct str){ p, len };
}

void html_load(void)
{
	calls_load();
}

void html_init(void)
{
	struct arena a = { 0 };
	struct str text;
	bool truncated = false;

	html_load();
	xmlInitParser();
	html_to_text(&a, STR("<p>&eacute;</p>"), 16, &text, &truncated);
	arena_release(&a);
}

void html_release(void)
{
	xmlCleanupParser();
}

bool html_to_text(struct arena *a, struct str html, size_t max,
		  struct str *text, bool *truncated)
{
	htmlParserCtxtPtr ctxt;
	htmlDocPtr doc;
	struct writer w = { 0 };
	const xmlNode *root;
	bool deep;

	*text = (struct str){ "", 0 };
	html = drop_conditions(a, html);
	if (!html.len || html.len > INT_MAX)
		return true;
	ctxt = xalloc_check(htmlNewParserCtxt());
	doc = htmlCtxtReadMemory(
		ctxt, html.s, (int)html.len, NULL, "UTF-8",
		HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
			HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
	/* all else is mended; only depth makes it stop in the middle */
	deep = ctxt->disableSAX;
	root = doc ? xmlDocGetRootElement(doc) : NULL;
	if (root && !deep) {
		buf_init(&w.out, max);
		walk(&w, root);
		*text = arena_str(a, buf_str(&w.out));
		*truncated |= w.out.full;
		buf_release(&w.out);
	}
	xmlFreeDoc(doc);
	htmlFreeParserCtxt(ctxt);
	return !deep;
}
