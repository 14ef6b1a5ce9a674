/* src/report/text/story.c */
#include "report/text/story.h"
#include "base/ascii.h"
#include "base/parse.h"
#include "engine/field.h"

enum {
	PARAGRAPH_MAX = 1 << 18,
	SHORT_PARAGRAPH = 560, /* another may go on with it, if all are brief */
	NAMED_MAX = 128,
	UNDONE_MAX = 256
};

struct paragraph {
	struct arena *a;
	const struct narrator *n;
	struct buf text;
	int32_t named[NAMED_MAX]; /* in full, in this paragraph, or in all */
	int n_named;
	bool once;  /* in all */
	bool leads; /* the next named thing has the turn */
	bool next;  /* another's turn begins within it */
	bool quiet; /* of a turn without an attack */
	bool brief; /* of several such: by their labels */
};

/* the text of an event, in the narrator's format; empty: none */
static struct str text_in(const struct narrator *n, const struct tval *e,
			  const char *key)
{
	const struct tval *v = tval_get(e, str_of(key));

	if (!v)
		return (struct str){ 0 };
	return n->format == TEMPLATE_HTML && v->html.len ? v->html : v->text;
}

/* --- names ----------------------------------------------------------------*/

/* "#12" or "A3" at the beginning of s: its length, 0 there is none */
static size_t label_at(struct str s, int32_t *label)
{
	size_t len = 1;
	int number = 0;

	if (s.len < 2 || !is_label_letter(s.s[0]))
		return 0;
	for (; len < s.len && len < 5 && ascii_is_digit(s.s[len]); len++)
		number = 10 * number + s.s[len] - '0';
	*label = label_of(s.s[0], number);
	return len > 1 ? len : 0;
}

/* what the sentence begins with; 0: no label */
static int32_t leading_label(struct str s)
{
	int32_t label = 0;

	return label_at(s, &label) ? label : 0;
}

/* " Timber Wolf" after a label, as the format writes it; empty: no name */
static struct str name_of(struct paragraph *p, int32_t label)
{
	struct str s = narrate_name(p->a, p->n, label);
	struct buf out;

	if (!s.len)
		return s;
	buf_init(&out, 8192);
	buf_addc(&out, ' ');
	template_escape(&out, p->n->format, s);
	s = arena_str(p->a, buf_str(&out));
	buf_release(&out);
	return s;
}

static bool starts_with(struct str s, struct str start)
{
	return start.len && s.len >= start.len &&
	       !memcmp(s.s, start.s, start.len);
}

/* does it still need its name? notes that it has it now */
static bool name_it(struct paragraph *p, int32_t label)
{
	bool leads = p->leads;

	p->leads = false;
	if (p->brief)
		return false;
	for (int i = 0; i < p->n_named; i++)
		if (p->named[i] == label)
			return leads;
	if (p->n_named < NAMED_MAX)
		p->named[p->n_named++] = label;
	return true;
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
		if (name_it(p, label))
			buf_adds(&p->text, name);
		s = rest_of(s, len + name.len);
		inside = true;
	}
}

/* --- paragraphs -----------------------------------------------------------*/

/* the text so far ends in "label." or "label name." */
static bool ends_in(struct paragraph *p, struct str s)
{
	struct str so_far = buf_str(&p->text);

	return s.len && so_far.len > s.len + 1 &&
	       so_far.s[so_far.len - 1] == '.' &&
	       !memcmp(so_far.s + so_far.len - 1 - s.len, s.s, s.len);
}

/* "Ana: #3 Timber Wolf." and "#3 Timber Wolf goes A1 > A2." are one sentence:
 * what of the second is new */
static struct str story_joined(struct paragraph *p, struct str s)
{
	int32_t label;
	size_t len = label_at(s, &label), full;
	struct str name;

	if (!len)
		return s;
	name = name_of(p, label);
	full = len + name.len;
	if (!name.len || s.len <= full ||
	    (!ends_in(p, (struct str){ s.s, full }) &&
	     !(p->brief && ends_in(p, (struct str){ s.s, len }))))
		return s;
	p->text.len--;
	return rest_of(s, full);
}

/* "#3 goes A1 > A2." and "#3 Timber Wolf guards.", or "attacks ..": after a
 * comma */
static struct str goes_on(struct paragraph *p, struct str s)
{
	int32_t label;
	size_t len = label_at(s, &label);

	if (!len || !p->text.len || p->text.s[p->text.len - 1] != '.')
		return s;
	p->text.s[p->text.len - 1] = ',';
	return rest_of(s, len + name_of(p, label).len);
}

static void paragraph_end(struct paragraph *p, struct tval *list)
{
	if (p->text.len)
		tval_put(p->a, tval_add(list, tval_map(p->a)), "text",
			 tval_markup(p->a, buf_str(&p->text)));
	buf_clear(&p->text);
	if (!p->once)
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

static struct str kind_of(const struct tval *e)
{
	return tval_get(e, STR("kind"))->text;
}

/* A turn with only walks, guards or harmless spells; next: the event after
 * it. Orders that were not carried out are listed elsewhere. */
static bool is_quiet(const struct tval *e, const struct tval **next)
{
	bool quiet = str_is(kind_of(e), "activated"), walks = false;

	for (e = e->next; e && !tval_get(e, STR("main"))->n; e = e->next) {
		bool walk = str_is(kind_of(e), "moved") ||
			    str_is(kind_of(e), "hindered") ||
			    str_is(kind_of(e), "cast") ||
			    str_is(kind_of(e), "guard");

		quiet &= walk || is_undone(kind_of(e));
		walks |= walk;
	}
	*next = e;
	return quiet && walks;
}

/* what everything else of a round says again: who planned, what the next round
 * begins with */
static bool is_implied(const struct tval *e, bool acted)
{
	static const char *const kinds[] = { "plan_in", "plan_set", "planned",
					     "channeled", "initiative" };

	for (size_t i = 0; acted && i < ARRAY_LEN(kinds); i++)
		if (str_is(kind_of(e), kinds[i]))
			return true;
	return false;
}

static bool has_acted(const struct tval *events)
{
	for (const struct tval *e = events->first; e; e = e->next)
		if (str_is(kind_of(e), "activated"))
			return true;
	return false;
}

/* --- what was not done ----------------------------------------------------*/

/* sentences of which each may tell of several orders */
struct undone {
	struct arena *a;
	const struct narrator *n;
	struct paragraph *named; /* of a brief report: what it has named */
	int n_told;
	struct {
		const struct tval *e; /* the first */
		struct tval *all;     /* what differs in each */
	} told[UNDONE_MAX];
};

static bool has_text(const struct tval *list, struct str s)
{
	for (const struct tval *v = list->first; v; v = v->next)
		if (str_equal(v->text, s))
			return true;
	return false;
}

static void undone_add(struct undone *x, const struct tval *e)
{
	struct str why = text_in(x->n, e, "why");
	struct str each = text_in(x->n, e, "each");
	int at = 0;

	while (at < x->n_told &&
	       (!why.len ||
		!str_equal(text_in(x->n, x->told[at].e, "why"), why) ||
		!str_equal(text_in(x->n, x->told[at].e, "key"),
			   text_in(x->n, e, "key"))))
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

/* the same order as in `at`, whose alternatives failed for another reason */
static bool is_same(const struct undone *x, int at, int other)
{
	const struct tval *e = x->told[at].e, *o = x->told[other].e;

	return x->told[at].all->n == 1 && x->told[other].all->n == 1 &&
	       text_in(x->n, e, "why").len && text_in(x->n, o, "why").len &&
	       str_equal(text_in(x->n, e, "key"), text_in(x->n, o, "key")) &&
	       str_equal(text_in(x->n, e, "each"), text_in(x->n, o, "each"));
}

/*
 * the reasons, of it and of the following ones that are the same order: their
 * number
 */
static int undone_why(struct undone *x, int at, bool *told, struct buf *why)
{
	int n = 0;

	for (int i = at; i < x->n_told; i++) {
		if (i != at && !is_same(x, at, i))
			continue;
		buf_addf(why, "%s%.*s", n++ ? "; " : "",
			 STR_ARG(text_in(x->n, x->told[i].e, "why")));
		told[i] = true;
	}
	return n;
}

/* The sentence; in brief, without the names that the story has used. */
static struct tval *undone_text(struct undone *x, struct str s)
{
	struct paragraph *p = x->named;

	if (!p)
		return tval_markup(x->a, s);
	buf_clear(&p->text);
	p->leads = p->brief = false;
	add_sentence(p, s);
	return tval_markup(x->a, buf_str(&p->text));
}

/* into a list of sentences */
static void undone_sentences(struct undone *x, struct tval *list)
{
	bool told[UNDONE_MAX] = { false };
	struct buf why;

	buf_init(&why, PARAGRAPH_MAX);
	for (int i = 0; i < x->n_told; i++) {
		const struct tval *e = x->told[i].e;
		struct tval *v, *text;
		int n;

		if (told[i])
			continue;
		buf_clear(&why);
		n = undone_why(x, i, told, &why);
		v = tval_add(list, tval_map(x->a));
		if (n < 2 && x->told[i].all->n < 2) {
			tval_put(x->a, v, "text",
				 undone_text(x, text_in(x->n, e, "text")));
			continue;
		}
		tval_put(x->a, v, "all", x->told[i].all);
		tval_put(x->a, v, "why", tval_markup(x->a, buf_str(&why)));
		text = narrate_message(
			x->a, x->n,
			arena_printf(x->a, "%.*s.all",
				     STR_ARG(text_in(x->n, e, "key"))),
			v, NULL);
		tval_put(x->a, v, "text", undone_text(x, text->text));
	}
	buf_release(&why);
}

/* --- the whole ------------------------------------------------------------*/

/* such turns, several after each other, are one paragraph */
static void paragraph_begin(struct paragraph *p, const struct tval *e,
			    struct tval *story)
{
	const struct tval *next, *after;
	bool quiet = is_quiet(e, &next);
	bool brief = quiet && (p->quiet || (next && is_quiet(next, &after)));

	if (p->once ? p->text.len >= SHORT_PARAGRAPH : !brief || !p->brief)
		paragraph_end(p, story);
	p->quiet = quiet;
	p->brief = brief;
	p->leads = p->once;
	p->next = p->once && p->n->format == TEMPLATE_HTML;
}

/* between sentences; on a page each turn has a line */
static void add_gap(struct paragraph *p, struct str text)
{
	bool next = p->next;

	p->next = false;
	if (!p->text.len || !text.len || text.s[0] == ' ' || text.s[0] == ':')
		return;
	buf_addz(&p->text, next ? "<br>" : " ");
}

void report_story(struct arena *a, const struct narrator *n,
		  const struct tval *events, bool brief, struct tval *to)
{
	struct tval *story = tval_put(a, to, "story", tval_list(a));
	struct undone undone = { .a = a, .n = n };
	struct paragraph p = { .a = a, .n = n, .once = brief };
	bool acted = has_acted(events);
	int32_t mover = 0; /* the thing that moved last */

	undone.named = brief ? &p : NULL;
	buf_init(&p.text, PARAGRAPH_MAX);
	for (const struct tval *e = events->first; e; e = e->next) {
		struct str text = text_in(n, e, "text");
		const struct tval *of_course;
		bool same; /* the thing that moved last does this, too */

		if (is_undone(kind_of(e))) {
			undone_add(&undone, e);
			continue;
		}
		if (tval_get(e, STR("main"))->n)
			paragraph_begin(&p, e, story);
		/* a sentence of a chronicle is none of these */
		of_course = tval_get(e, STR("bookkeeping"));
		if (is_implied(e, acted) || (of_course && of_course->n))
			continue;
		same = mover && leading_label(text) == mover &&
		       ((brief && str_is(kind_of(e), "attack")) ||
			(p.quiet && str_is(kind_of(e), "guard")));
		mover = str_is(kind_of(e), "moved") ? leading_label(text) : 0;
		text = story_joined(&p, text);
		if (same)
			text = goes_on(&p, text);
		add_gap(&p, text);
		add_sentence(&p, text);
	}
	paragraph_end(&p, story);
	undone_sentences(&undone, tval_put(a, to, "undone", tval_list(a)));
	buf_release(&p.text);
}
