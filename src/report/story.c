/* src/report/story.c */
#include "report/story.h"
#include "base/parse.h"
#include "rules/field.h"

enum { PARAGRAPH_MAX = 1 << 18, NAMED_MAX = 128, UNDONE_MAX = 256 };

struct paragraph {
	struct arena *a;
	const struct narrator *n;
	struct buf text;
	int32_t named[NAMED_MAX]; /* in full, in this paragraph */
	int n_named;
};

/* --- names ----------------------------------------------------------------*/

static bool is_digit(char c)
{
	return '0' <= c && c <= '9';
}

/* "#12" or "A3" at the beginning of s: its length, 0 there is none */
static size_t label_at(struct str s, int32_t *label)
{
	size_t len = 1;
	int number = 0;

	if (s.len < 2 || !is_label_letter(s.s[0]))
		return 0;
	for (; len < s.len && len < 5 && is_digit(s.s[len]); len++)
		number = 10 * number + s.s[len] - '0';
	*label = label_of(s.s[0], number);
	return len > 1 ? len : 0;
}

/* " Timber Wolf" behind a label, as the format writes it; empty: no name */
static struct str name_of(struct paragraph *p, int32_t label)
{
	struct buf name, out;
	struct str s;

	if (!p->n->name)
		return (struct str){ 0 };
	buf_init(&name, 1024);
	buf_init(&out, 8192);
	p->n->name(p->n, label, &name);
	if (name.len) {
		buf_addc(&out, ' ');
		template_escape(&out, p->n->format, buf_str(&name));
	}
	s = arena_str(p->a, buf_str(&out));
	buf_release(&name);
	buf_release(&out);
	return s;
}

static bool starts_with(struct str s, struct str start)
{
	return start.len && s.len >= start.len &&
	       !memcmp(s.s, start.s, start.len);
}

/* was it named before? it is now */
static bool named(struct paragraph *p, int32_t label)
{
	for (int i = 0; i < p->n_named; i++)
		if (p->named[i] == label)
			return true;
	if (p->n_named < NAMED_MAX)
		p->named[p->n_named++] = label;
	return false;
}

static struct str rest_of(struct str s, size_t n)
{
	return (struct str){ s.s + n, s.len - n };
}

/* a sentence, without the names of what was named before */
static void add_sentence(struct paragraph *p, struct str s)
{
	bool inside = false; /* a word */

	while (s.len) {
		int32_t label;
		size_t len = inside ? 0 : label_at(s, &label);
		struct str name = { 0 };

		if (len)
			name = name_of(p, label);
		if (!len || !starts_with(rest_of(s, len), name)) {
			buf_addc(&p->text, s.s[0]);
			inside = s.s[0] != ' ' && s.s[0] != '(';
			s = rest_of(s, 1);
			continue;
		}
		buf_add(&p->text, s.s, len);
		if (!named(p, label))
			buf_adds(&p->text, name);
		s = rest_of(s, len + name.len);
		inside = true;
	}
}

/* --- paragraphs -----------------------------------------------------------*/

/* "Ana: #3 Timber Wolf." and "#3 Timber Wolf goes A1 > A2." are one sentence:
 * what of the second is new */
static struct str joined(struct paragraph *p, struct str s)
{
	int32_t label;
	size_t len = label_at(s, &label);
	struct str so_far = buf_str(&p->text), name;

	if (!len || !so_far.len || so_far.s[so_far.len - 1] != '.')
		return s;
	name = name_of(p, label);
	len += name.len;
	if (!name.len || s.len <= len || so_far.len < len + 1 ||
	    memcmp(so_far.s + so_far.len - 1 - len, s.s, len))
		return s;
	p->text.len--;
	return rest_of(s, len);
}

static void paragraph_end(struct paragraph *p, struct tval *list)
{
	if (p->text.len)
		tval_put(p->a, tval_add(list, tval_map(p->a)), "text",
			 tval_markup(p->a, buf_str(&p->text)));
	buf_clear(&p->text);
	p->n_named = 0;
}

/* what tells its owner that an order was not carried out */
static bool is_undone(struct str kind)
{
	static const char *const kinds[] = { "refused", "lapsed", "unqueued",
					     "step_skipped", "line_gone" };

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (str_is(kind, kinds[i]))
			return true;
	return false;
}

/* --- what was not done ----------------------------------------------------*/

/* sentences of which each may tell of several orders */
struct undone {
	struct arena *a;
	const struct narrator *n;
	int n_told;
	struct {
		const struct tval *e; /* the first */
		struct tval *all;     /* what differs in each */
	} told[UNDONE_MAX];
};

static struct str text_in(const struct tval *map, const char *key)
{
	const struct tval *v = tval_get(map, str_of(key));

	return v ? v->text : (struct str){ 0 };
}

static bool has_text(const struct tval *list, struct str s)
{
	for (const struct tval *v = list->first; v; v = v->next)
		if (str_equal(v->text, s))
			return true;
	return false;
}

static void undone_add(struct undone *x, const struct tval *e)
{
	struct str why = text_in(e, "why"), each = text_in(e, "each");
	int at = 0;

	while (at < x->n_told &&
	       (!why.len || !str_equal(text_in(x->told[at].e, "why"), why) ||
		!str_equal(text_in(x->told[at].e, "key"), text_in(e, "key"))))
		at++;
	if (at == UNDONE_MAX)
		at--; /* more sentences than anybody reads */
	if (at == x->n_told) {
		x->told[at].e = e;
		x->told[at].all = tval_list(x->a);
		x->n_told++;
	}
	if (!has_text(x->told[at].all, each))
		tval_add(x->told[at].all, tval_markup(x->a, each));
}

/* into a list of sentences */
static void undone_tell(struct undone *x, struct tval *list)
{
	for (int i = 0; i < x->n_told; i++) {
		const struct tval *e = x->told[i].e;
		struct tval *v = tval_add(list, tval_map(x->a));
		struct tval *text;

		if (x->told[i].all->n < 2) {
			tval_put(x->a, v, "text",
				 tval_markup(x->a, text_in(e, "text")));
			continue;
		}
		tval_put(x->a, v, "all", x->told[i].all);
		tval_put(x->a, v, "why", tval_markup(x->a, text_in(e, "why")));
		text = narrate_message(x->a, x->n,
				       arena_printf(x->a, "%.*s.all",
						    STR_ARG(text_in(e, "key"))),
				       v, NULL);
		tval_put(x->a, v, "text", text);
	}
}

void report_story(struct arena *a, const struct narrator *n,
		  const struct tval *events, struct tval *to)
{
	struct tval *story = tval_put(a, to, "story", tval_list(a));
	struct undone undone = { .a = a, .n = n };
	struct paragraph p = { .a = a, .n = n };

	buf_init(&p.text, PARAGRAPH_MAX);
	for (const struct tval *e = events->first; e; e = e->next) {
		struct str text = tval_get(e, STR("text"))->text;

		if (is_undone(tval_get(e, STR("kind"))->text)) {
			undone_add(&undone, e);
			continue;
		}
		if (tval_get(e, STR("main"))->n)
			paragraph_end(&p, story);
		text = joined(&p, text);
		if (p.text.len && text.len && text.s[0] != ' ')
			buf_addc(&p.text, ' ');
		add_sentence(&p, text);
	}
	paragraph_end(&p, story);
	undone_tell(&undone, tval_put(a, to, "undone", tval_list(a)));
	buf_release(&p.text);
}
