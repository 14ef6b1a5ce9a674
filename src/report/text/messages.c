/* src/report/text/messages.c */
#include "report/text/messages.h"
#include "base/ascii.h"
#include "base/file.h"
#include "base/parse.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static int by_name(const void *a, const void *b)
{
	const struct messages_entry *x = a, *y = b;
	struct str s = x->name.key, t = y->name.key;
	size_t n = s.len < t.len ? s.len : t.len;
	int c = n ? memcmp(s.s, t.s, n) : 0;

	return c ? c : (s.len > t.len) - (s.len < t.len);
}

/* such an entry begins with its name */
static const struct messages_entry *messages_find(const struct messages_list *l,
						  struct str name)
{
	return (const struct messages_entry *)name_trie_get(l->named, name);
}

/* when it is whole: nothing moves any more */
static void list_end(struct messages_list *l)
{
	qsort(l->v, (size_t)l->n, sizeof(*l->v), by_name);
	for (int i = 0; i < l->n; i++)
		name_trie_put(&l->named, &l->v[i].name, l->v[i].name.key);
}

/* -- reading ---------------------------------------------------------------*/

static enum err read_file(struct arena *a, const char *path, struct str *out,
			  struct why *why)
{
	struct buf b;
	enum err e = file_read(path, TEMPLATE_MAX_BYTES, &b, why);

	if (!e)
		*out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return e;
}

static bool is_key(struct str s)
{
	if (!s.len || s.len > MESSAGES_MAX_KEY)
		return false;
	for (size_t i = 0; i < s.len; i++) {
		char c = s.s[i];

		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		      ascii_is_digit(c) || c == '.' || c == '-' || c == '_'))
			return false;
	}
	return true;
}

static bool is_blank_or_remark(struct str line)
{
	struct str s = parse_trim(line);

	return !s.len || s.s[0] == '#';
}

/* What a message's text is without its quotes. */
static struct str messages_unquoted(struct str s)
{
	if (s.len >= 2 && s.s[0] == '"' && s.s[s.len - 1] == '"')
		return (struct str){ s.s + 1, s.len - 2 };
	return s;
}

static enum err read_messages(struct arena *a, const char *name,
			      struct str text, struct messages *w,
			      struct why *why)
{
	struct str line, next = { 0 };
	int n = 0;
	bool more = parse_line(&text, &next);

	while (more) {
		struct str key, value;
		struct buf whole;
		int first;
		enum err e = ERR_OK;

		line = next;
		first = ++n;
		more = parse_line(&text, &next);
		if (is_blank_or_remark(line))
			continue;
		value = line;
		(void)parse_field(&value, '=', &key);
		key = parse_trim(key);
		if (!is_key(key) || key.len == line.len)
			return why_set(why, ERR_FORMAT,
				       "%s:%d:1: expected 'key = text', found "
				       "'%.*s'",
				       name, n,
				       line.len > 40 ? 40 : STR_ARG(line));
		buf_init(&whole, TEMPLATE_MAX_BYTES);
		buf_adds(&whole, messages_unquoted(parse_trim(value)));
		while (more && next.len &&
		       (next.s[0] == ' ' || next.s[0] == '\t') &&
		       parse_trim(next).len) {
			buf_addc(&whole, ' ');
			buf_adds(&whole, parse_trim(next));
			n++;
			more = parse_line(&text, &next);
		}
		if (w->messages.n == MESSAGES_MAX_MESSAGES) {
			e = why_set(why, ERR_TOO_LARGE,
				    "%s:%d:1: more than %d messages", name, n,
				    MESSAGES_MAX_MESSAGES);
		} else {
			struct messages_entry *m =
				w->messages.v + w->messages.n++;

			m->name.key = key;
			e = template_parse(a, name, first, buf_str(&whole),
					   &m->t, why);
		}
		buf_release(&whole);
		if (e)
			return e;
	}
	return ERR_OK;
}

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && !strcmp(s + n - m, end);
}

static enum err read_one(struct arena *a, const char *dir, const char *lang,
			 const char *file, struct messages *w, struct why *why)
{
	const char *path = arena_printf(a, "%s/%s/%s", dir, lang, file);
	const char *name = arena_printf(a, "%s/%s", lang, file);
	struct str text;
	enum err e;
	bool is_template = ends_with(file, ".txt") || ends_with(file, ".html");

	if (!is_template && strcmp(file, "messages") &&
	    !ends_with(file, ".messages"))
		return ERR_OK;
	e = read_file(a, path, &text, why);
	if (e || !is_template)
		return e ? e : read_messages(a, name, text, w, why);
	if (w->files.n == MESSAGES_MAX_FILES)
		return why_set(why, ERR_TOO_LARGE, "%s: more than %d templates",
			       path, MESSAGES_MAX_FILES);
	w->files.v[w->files.n].name.key = str_of(arena_strdup(a, file));
	return template_parse(a, name, 1, text, &w->files.v[w->files.n++].t,
			      why);
}

static enum err read_folder(struct arena *a, const char *dir, const char *lang,
			    struct messages **out, struct why *why)
{
	const char *path = arena_printf(a, "%s/%s", dir, lang);
	struct messages *w = ARENA_NEW(a, struct messages);
	struct dirent **list = NULL;
	int n = scandir(path, &list, NULL, alphasort);
	enum err e = ERR_OK;

	if (n < 0)
		return why_set(why, ERR_NOT_FOUND,
			       "%s: no templates in this language: %s", path,
			       strerror(errno));
	w->lang = str_of(arena_strdup(a, lang));
	w->files.v = ARENA_ARRAY(a, MESSAGES_MAX_FILES, struct messages_entry);
	w->messages.v =
		ARENA_ARRAY(a, MESSAGES_MAX_MESSAGES, struct messages_entry);
	for (int i = 0; i < n; i++) {
		if (!e && list[i]->d_name[0] != '.')
			e = read_one(a, dir, lang, list[i]->d_name, w, why);
		free(list[i]);
	}
	free(list);
	if (e)
		return e;
	list_end(&w->files);
	list_end(&w->messages);
	for (int i = 1; i < w->messages.n; i++)
		if (!by_name(w->messages.v + i - 1, w->messages.v + i))
			return why_set(why, ERR_FORMAT,
				       "%.*s:%d:1: '%.*s' is there twice, "
				       "also at %.*s:%d",
				       STR_ARG(w->messages.v[i].t.name),
				       w->messages.v[i].t.line,
				       STR_ARG(w->messages.v[i].name.key),
				       STR_ARG(w->messages.v[i - 1].t.name),
				       w->messages.v[i - 1].t.line);
	*out = w;
	return ERR_OK;
}

static bool is_language(const char *lang)
{
	size_t n = strlen(lang);

	return 2 <= n && n <= 8 &&
	       strspn(lang, "abcdefghijklmnopqrstuvwxyz") == n;
}

enum err messages_load(struct arena *a, const char *dir, const char *lang,
		       struct messages **out, struct why *why)
{
	struct messages *fallback = NULL;
	enum err e;

	if (!is_language(lang))
		return why_set(why, ERR_NOT_FOUND,
			       "'%s' is no language: expected two to eight "
			       "lower case letters such as en",
			       lang);
	if (strcmp(lang, MESSAGES_FALLBACK)) {
		e = read_folder(a, dir, MESSAGES_FALLBACK, &fallback, why);
		if (e)
			return e;
	}
	e = read_folder(a, dir, lang, out, why);
	if (!e)
		(*out)->fallback = fallback;
	return e;
}

/* -- using -----------------------------------------------------------------*/

const struct template *messages_message(const struct messages *w,
					struct str key)
{
	for (; w; w = w->fallback) {
		const struct messages_entry *m =
			messages_find(&w->messages, key);

		if (m)
			return &m->t;
	}
	return NULL;
}

const struct template *messages_file(const struct messages *w, struct str name)
{
	for (; w; w = w->fallback) {
		const struct messages_entry *f = messages_find(&w->files, name);

		if (f)
			return &f->t;
	}
	return NULL;
}

static const struct template *message(const void *of, struct str key)
{
	return messages_message(of, key);
}

static const struct template *messages_partial(const void *of, struct str name,
					       enum template_format format)
{
	char file[MESSAGES_MAX_KEY];

	const char *end = format == TEMPLATE_HTML ? ".html" : ".txt";

	if (name.len > sizeof(file) - sizeof(".html"))
		return NULL;
	memcpy(file, name.s, name.len);
	memcpy(file + name.len, end, strlen(end) + 1);
	return messages_file(of, str_of(file));
}

struct template_source messages_source(const struct messages *w)
{
	return (struct template_source){ messages_partial, message, w };
}

enum err messages_render(struct buf *out, const struct messages *w,
			 const char *key, enum template_format format,
			 const struct tval *values, struct why *why)
{
	static const struct tval none = { .kind = TVAL_MAP };
	const struct template *t = messages_message(w, str_of(key));
	struct template_source source = messages_source(w);

	if (t)
		return template_render(out, t, format, &source,
				       values ? values : &none, why);
	template_escape(out, format, str_of(key));
	return why_set(why, ERR_FORMAT, "%.*s: no message called '%s'",
		       STR_ARG(w->lang), key);
}

struct str messages_line(struct arena *a, const struct messages *w,
			 const char *key, const struct tval *values, size_t max)
{
	struct buf b;
	struct str line;

	buf_init(&b, max);
	(void)messages_render(&b, w, key, TEMPLATE_LINE, values, NULL);
	line = arena_str(a, buf_str(&b));
	buf_release(&b);
	return line;
}

enum err messages_render_file(struct buf *out, const struct messages *w,
			      const char *name, enum template_format format,
			      const struct tval *values, struct why *why)
{
	static const struct tval none = { .kind = TVAL_MAP };
	struct template_source source = messages_source(w);
	const struct template *t = messages_partial(w, str_of(name), format);

	if (t)
		return template_render(out, t, format, &source,
				       values ? values : &none, why);
	return why_set(why, ERR_NOT_FOUND, "%.*s: no template called '%s'",
		       STR_ARG(w->lang), name);
}

/* -- checking a translation ------------------------------------------------*/

struct names {
	struct str v[256];
	int n;
	const struct names *known; /* NULL: collect, else compare */
	const struct messages_entry *entry;
	struct buf *faults;
	int n_faults;
};

static bool has_name(const struct names *s, struct str name)
{
	for (int i = 0; i < s->n; i++)
		if (str_equal(s->v[i], name))
			return true;
	return false;
}

static void see_name(void *ctx, char kind, struct str name)
{
	struct names *s = ctx;

	(void)kind;
	if (has_name(s, name))
		return;
	if (s->n < (int)ARRAY_LEN(s->v))
		s->v[s->n++] = name;
	if (!s->known || str_is(name, ".") || name.s[0] == '@' ||
	    has_name(s->known, name))
		return;
	buf_addf(s->faults, "%.*s:%d: {%.*s} is not in the English of %.*s\n",
		 STR_ARG(s->entry->t.name), s->entry->t.line, STR_ARG(name),
		 STR_ARG(s->entry->name.key));
	s->n_faults++;
}

/* Entries of one list that the other lacks, and names that English lacks. */
static int messages_compare(const struct messages *w,
			    const struct messages_list *l,
			    const struct messages_list *en, struct buf *faults)
{
	const struct messages_entry *v;
	int count = 0;

	for (v = en->v; v < en->v + en->n; v++) {
		if (messages_find(l, v->name.key))
			continue;
		buf_addf(faults, "%.*s lacks '%.*s' (%.*s:%d)\n",
			 STR_ARG(w->lang), STR_ARG(v->name.key),
			 STR_ARG(v->t.name), v->t.line);
		count++;
	}
	for (v = l->v; v < l->v + l->n; v++) {
		const struct messages_entry *e = messages_find(en, v->name.key);
		struct names there = { 0 };
		struct names here = { .known = &there,
				      .entry = v,
				      .faults = faults };

		if (!e) {
			buf_addf(faults, "%.*s:%d: '%.*s' is not in English\n",
				 STR_ARG(v->t.name), v->t.line,
				 STR_ARG(v->name.key));
			count++;
			continue;
		}
		template_names(&e->t, see_name, &there);
		template_names(&v->t, see_name, &here);
		count += here.n_faults;
	}
	return count;
}

int messages_check(const struct messages *w, struct buf *faults)
{
	const struct messages *en = w->fallback;

	return en ? messages_compare(w, &w->files, &en->files, faults) +
			       messages_compare(w, &w->messages, &en->messages,
						faults)
		  : 0;
}
