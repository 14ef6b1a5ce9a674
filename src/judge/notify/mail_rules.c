/* src/judge/notify/mail_rules.c */
#include "judge/notify/mail_rules.h"
#include "base/ascii.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "orders/orders.h"
#include "report/report_game.h"
#include "report/text/rules_text.h"
#include <string.h>

enum { RULE_BOOKS = 4, PREFIX = 3 };

/* what the ids of the game's rules begin with; a game has a book or two */
static int prefixes_of(struct render_ctx *w, struct str out[RULE_BOOKS])
{
	const struct rule_table *t = w->l->sys ? w->l->sys->events.rules : NULL;
	int n = 0;

	for (int i = 1; t && i < t->n && n < RULE_BOOKS; i++) {
		struct str prefix = { t->name[i], PREFIX };
		bool known = strlen(t->name[i]) < PREFIX;

		for (int k = 0; k < n; k++)
			known |= str_equal(out[k], prefix);
		if (!known)
			out[n++] = prefix;
	}
	return n;
}

static struct str word_whole(struct render_ctx *w,
			     const struct vocabulary_word *k)
{
	const char *s = "";

	for (int i = 0; i < k->n; i++)
		s = arena_printf(&w->a, "%s%s%.*s", s, i ? " " : "",
				 STR_ARG(k->part[i]));
	return str_of(s);
}

/* the word and what else the game's orders call the same */
static int terms_of(struct render_ctx *w, struct str asked,
		    struct str out[RULES_TEXT_TERMS])
{
	const struct vocabulary *v =
		w->l->grammar ? w->l->grammar->words : NULL;
	struct str folded = utf8_fold(&w->a, parse_trim(asked));
	int n = 0;

	out[n++] = folded;
	for (int i = 0; v && i < v->n_keys; i++) {
		bool same = false;

		/* words of the judge and the table are no terms of rules */
		if (memchr(v->keys[i].name.s, '.', v->keys[i].name.len))
			continue;
		for (const struct vocabulary_word *k = v->keys[i].words; k;
		     k = k->next)
			same |= str_equal(word_whole(w, k), folded);
		for (const struct vocabulary_word *k = v->keys[i].words;
		     same && k && n < RULES_TEXT_TERMS; k = k->next)
			if (word_whole(w, k).len > 3)
				out[n++] = word_whole(w, k);
	}
	return n;
}

static void rule_put(struct render_ctx *w, const struct rules_text_rule *r,
		     bool foreign, struct tval *rules)
{
	struct tval *v = tval_add(rules, tval_map(&w->a));

	tval_puts(&w->a, v, "id", r->id);
	tval_puts(&w->a, v, "said", r->text);
	tval_puti(&w->a, v, "foreign", foreign);
}

void mail_rule_values(struct render_ctx *w, struct str asked, struct tval *to)
{
	struct tval *rules = tval_put(&w->a, to, "rules", tval_list(&w->a));
	struct str prefixes[RULE_BOOKS], terms[RULES_TEXT_TERMS];
	struct rules_text_hits *hits = ARENA_NEW(&w->a, struct rules_text_hits);
	struct str lang = w->words->lang;
	struct why none = { 0 };
	struct rules_text_rule r;
	bool foreign = false, digits = false;

	for (size_t i = 0; i < asked.len; i++)
		digits |= ascii_is_digit(asked.s[i]);
	if (digits && !rules_text_translated(w->reference, lang, asked, &w->a,
					     &r, &foreign, &none))
		rule_put(w, &r, foreign, rules);
	else if (!digits &&
		 !rules_text_search(w->reference,
				    &(struct rules_text_query){
					    lang, prefixes,
					    prefixes_of(w, prefixes), terms,
					    terms_of(w, asked, terms) },
				    &w->a, hits, &none))
		for (int i = 0; i < hits->n; i++)
			rule_put(w, &hits->rule[i], hits->foreign[i], rules);
	tval_puts(&w->a, to, "others", hits->more);
	tval_puts(&w->a, to, "sought", asked);
	tval_puti(&w->a, to, "none", !rules->n);
}

/* Has anything come of that rule, and not only been noted for it? */
static bool is_law(const struct render_ctx *w, const char *id)
{
	const struct mail_content *l = w->l;
	const struct rule_table *t = l->sys ? l->sys->events.rules : NULL;
	bool noted = false;

	if (!t || !l->report || !l->report->notes)
		return true;
	for (int i = 0; i < l->n_events; i++) {
		const struct event *e = &l->events[i];

		for (int k = 0; k < e->n_rules; k++) {
			if (e->rules[k] >= t->n ||
			    strcmp(t->name[e->rules[k]], id))
				continue;
			if (!l->report->notes(e->kind))
				return true;
			noted = true;
		}
	}
	return !noted;
}

void mail_rules_values(struct render_ctx *w, json_t *ids, struct tval *to)
{
	struct tval *laws = tval_put(&w->a, to, "laws", tval_list(&w->a));
	struct rules_text_rule r;
	struct why none = { 0 };
	bool foreign;
	json_t *id;
	size_t i;

	json_array_foreach(ids, i, id)
	{
		const char *name = json_string_value(id);

		if (name && is_law(w, name) &&
		    !rules_text_translated(w->reference, w->words->lang,
					   str_of(name), &w->a, &r, &foreign,
					   &none))
			rule_put(w, &r, foreign, laws);
	}
}
