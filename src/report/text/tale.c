/* src/report/text/tale.c */
#include "report/text/tale.h"
#include "engine/common.h"

enum {
	TALE_MAX = 1 << 18,
	TALE_SENTENCES = 2, /* of a paragraph, if another hero comes next .. */
	TALE_MOST = 4       /* .. and in any case */
};

enum {
	TALE_EASY = 5,   /* so much over the defense is easy */
	TALE_LUCKY = 30, /* a hit with this chance, in per cent, is lucky .. */
	TALE_UNLUCKY = 80, /* .. and a miss with this one unlucky */
	TALE_NAMED = 32
};

void tale_hero(struct arena *a, const struct narrator *n, int32_t label,
	       struct tval *to)
{
	char side[2] = { label ? label_letter(label) : '\0', '\0' };

	tval_puts(a, to, "hero", narrate_label(a, n, label)->text);
	tval_putz(a, to, "side", 'A' <= side[0] && side[0] <= 'H' ? side : "");
}

void tale_blow(struct arena *a, bool hit, int32_t margin, int chance,
	       struct tval *to)
{
	tval_puti(a, to, "hit", hit);
	tval_puti(a, to, "barely", hit ? !margin : margin == -1);
	tval_puti(a, to, "easily", hit && margin >= TALE_EASY);
	tval_puti(a, to, "lucky", hit && chance <= TALE_LUCKY);
	tval_puti(a, to, "unlucky", !hit && chance >= TALE_UNLUCKY);
	tval_puti(a, to, "chance", chance);
}

void tale_names(struct arena *a, const struct narrator *n, const char *key,
		const int32_t *labels, int count, struct tval *to)
{
	struct tval *list = tval_put(a, to, key, tval_list(a));

	for (int i = 0; i < count && i < TALE_NAMED; i++) {
		struct tval *v = narrate_label(a, n, labels[i]);

		tval_add(list, tval_text(a, tval_get(v, STR("who"))->text));
	}
}

void tale_event_names(struct arena *a, const struct narrator *n,
		      const char *key, const struct event *e, int field,
		      struct tval *to)
{
	int count;
	const int32_t *labels = event_words(e, field, &count);

	tale_names(a, n, key, labels, count, to);
}

struct tale {
	struct arena *a;
	const struct narrator *n;
	struct tval *list;
	struct buf text, html; /* of the paragraph */
	int sentences;
	struct str hero; /* of the last sentence */
	bool any;
};

static void paragraph_end(struct tale *t)
{
	struct tval *v, *text;

	if (t->sentences) {
		v = tval_add(t->list, tval_map(t->a));
		text = tval_put(t->a, v, "text",
				tval_markup(t->a, buf_str(&t->text)));
		text->html = arena_str(t->a, buf_str(&t->html));
		tval_puti(t->a, v, "prose", 1);
	}
	buf_clear(&t->text);
	buf_clear(&t->html);
	t->sentences = 0;
	t->hero = STR("");
}

/* a line of its own; sentence: its text */
static struct tval *add_line(struct tale *t, const struct tval *sentence,
			     const char *kind)
{
	struct tval *v, *text;

	paragraph_end(t);
	v = tval_add(t->list, tval_map(t->a));
	text = tval_put(t->a, v, "text", tval_markup(t->a, sentence->text));
	text->html = sentence->html;
	tval_puti(t->a, v, kind, 1);
	return v;
}

/* Another sentence, by this hero, begins a paragraph of its own. */
static bool is_full(const struct tale *t, struct str hero)
{
	return t->sentences >= TALE_MOST ||
	       (t->sentences >= TALE_SENTENCES && !str_equal(t->hero, hero));
}

static void add_sentence(struct tale *t, const struct tval *s)
{
	if (t->sentences++) {
		buf_addc(&t->text, ' ');
		buf_addc(&t->html, ' ');
	}
	buf_adds(&t->text, s->text);
	buf_adds(&t->html, s->html);
}

/* {elsewhere}: a report that lists what was not done leaves it out here. */
static void put_plain(struct tale *t, const struct tval *e)
{
	static const char *const undone[] = { "refused", "lapsed", "unqueued" };
	const struct tval *text = tval_get(e, STR("text"));
	struct tval *line = add_line(t, text, "plain");
	const struct tval *of_course = tval_get(e, STR("bookkeeping"));
	bool is = of_course && tval_holds(of_course);

	for (size_t i = 0; i < ARRAY_LEN(undone); i++)
		is |= str_is(tval_get(e, STR("kind"))->text, undone[i]);
	tval_puti(t->a, line, "elsewhere", is);
}

static struct str text_of(const struct tval *values, const char *key)
{
	const struct tval *v = tval_get(values, str_of(key));

	return v ? v->text : STR("");
}

/* the message GAME.which.KIND, if there is one with words */
static struct tval *message_of(struct tale *t, const char *which,
			       const struct event *e, const struct tval *values,
			       struct why *why)
{
	const struct event_kind *k = event_kind(&t->n->sys->events, e->kind);
	const char *key =
		arena_printf(t->a, "%s.%s.%s", t->n->sys->name, which, k->name);
	struct tval *told;

	if (!messages_message(t->n->words, str_of(key)))
		return NULL;
	told = narrate_message(t->a, t->n, key, values, why);
	return told->text.len ? told : NULL;
}

static bool has_message(struct tale *t, const struct event *e)
{
	const struct event_kind *k = event_kind(&t->n->sys->events, e->kind);

	return k && (messages_message(
			     t->n->words,
			     str_of(arena_printf(t->a, "%s.tale.%s",
						 t->n->sys->name, k->name))) ||
		     messages_message(
			     t->n->words,
			     str_of(arena_printf(t->a, "%s.deed.%s",
						 t->n->sys->name, k->name))));
}

/* one event of the game, and those that share its sentence: their number */
static int tell_own(struct tale *t, const struct event *v, int i, int count,
		    struct why *why)
{
	struct tval *values, *told;
	int used = 1;
	bool full;

	if (!has_message(t, v + i))
		return 1;
	values = narrate_values(t->a, t->n, v + i);
	if (t->n->tale)
		used = t->n->tale(t->a, t->n, v, i, count, values);
	if (!used)
		return 1;
	told = message_of(t, "deed", v + i, values, why);
	if (told) {
		tval_puts(t->a, add_line(t, told, "deed"), "side",
			  text_of(values, "side"));
		t->any = true;
		return used;
	}
	full = is_full(t, text_of(values, "hero"));
	tval_puti(t->a, values, "same",
		  !full && t->hero.len &&
			  str_equal(t->hero, text_of(values, "hero")));
	told = message_of(t, "tale", v + i, values, why);
	if (told) {
		if (full)
			paragraph_end(t);
		add_sentence(t, told);
		t->hero = text_of(values, "hero");
		t->any = true;
	}
	return used;
}

/* the sentence that begins with event i; NULL: none does */
static const struct tval *sentence_at(const struct tval *sentences, int i)
{
	int from = 0;

	for (const struct tval *e = sentences->first; e; e = e->next) {
		int upto = (int)tval_get(e, STR("upto"))->n;

		if (i < upto)
			return from <= i ? e : NULL;
		from = upto;
	}
	return NULL;
}

void report_tale(struct arena *a, const struct narrator *n,
		 const struct event *v, int count, const struct tval *sentences,
		 struct tval *to, struct why *why)
{
	struct tale t = { .a = a, .n = n };
	const struct tval *last = NULL;

	t.list = tval_put(a, to, "tale", tval_list(a));
	buf_init(&t.text, TALE_MAX);
	buf_init(&t.html, TALE_MAX);
	for (int i = 0; i < count;) {
		const struct tval *e;

		if (v[i].kind >= EVENT_FIRST_OWN) {
			i += tell_own(&t, v, i, count, why);
			continue;
		}
		e = sentence_at(sentences, i++);
		if (e && e != last && tval_holds(tval_get(e, STR("common"))) &&
		    !tval_holds(tval_get(e, STR("minor"))))
			put_plain(&t, e);
		last = e;
	}
	paragraph_end(&t);
	tval_puti(a, to, "tale_any", t.any);
	buf_release(&t.text);
	buf_release(&t.html);
}
