/* src/judge/policies/precedents.c */
#include "judge/policies/precedents.h"
#include "base/ascii.h"
#include "base/parse.h"
#include "judge/notify/notify.h"
#include "judge/game/anonymity.h"
#include "judge/game/rule_versions.h"
#include "judge/game/game_ctx.h"
#include "engine/option.h"

enum { RULE_MIN = 5 /* "XX-Y1" */, DOUBTED = 64 };

static bool is_letter(char c)
{
	return 'A' <= c && c <= 'Z';
}

static bool is_of_id(char c)
{
	return is_letter(c) || ascii_is_digit(c) || c == '-';
}

/* The next name of a rule in words that are in capitals. */
static bool rule_next(struct str *rest, struct str *rule)
{
	while (rest->len) {
		size_t n = 0;

		while (n < rest->len && is_of_id(rest->s[n]))
			n++;
		*rule = (struct str){ rest->s, n };
		rest->s += n + (n < rest->len);
		rest->len -= n + (n < rest->len);
		while (rule->len && rule->s[rule->len - 1] == '-')
			rule->len--;
		if (rule->len >= RULE_MIN && is_letter(rule->s[0]) &&
		    is_letter(rule->s[1]) && rule->s[2] == '-' &&
		    !is_letter(rule->s[rule->len - 1]))
			return true;
	}
	return false;
}

/* --- a new one -------------------------------------------------------------
 */

/* of who gives it */
static enum err language_of(const struct adjudication *x, const struct actor *h,
			    struct str *out, struct why *why)
{
	struct person_row p;
	enum err e = ERR_OK;

	*out = STR("");
	for (int i = 0; i < x->t->n_seats; i++) {
		const struct seat_row *s = &x->t->seats[i];

		if (s->slot != h->slot || !s->person)
			continue;
		e = store_person_get(x->j->st, s->person, x->a, &p, why);
		if (!e)
			*out = p.language;
	}
	return e;
}

enum err precedent_note(const struct adjudication *x, const struct actor *h,
			const struct dispute_row *d, struct str verdict,
			struct str words, struct why *why)
{
	struct str rest = str_upper(x->a, words), rules[RULINGS_RULES];
	int n = 0;
	struct precedent_row r = {
		.game = d->game,
		.number = d->number,
		.disputed = d->point,
		.point = x->point,
		.rules = x->t->row.version,
		/* players of an anonymous game can ask for it, too */
		.by = anonymity_is_on(x->t) && h->slot >= SLOT_GM ? STR("GM")
								  : h->by,
		.verdict = verdict,
		.words = words,
	};
	enum err e = language_of(x, h, &r.language, why);

	while (n < RULINGS_RULES && rule_next(&rest, &rules[n]))
		n++;
	return e ? e : store_ruling_add(x->j->st, &r, rules, n, why);
}

/* --- does it stand? --------------------------------------------------------
 */

static enum err ruling_look(struct judge *j, struct precedent_row *r,
			    struct why *why)
{
	bool undone = false;
	struct arena a = { 0 };
	struct game_ctx *t;
	enum err e = game_ctx_new(j, r->game, &a, &t, why);

	if (!e)
		e = game_ctx_undone(t, r->point, &undone, why);
	arena_release(&a);
	/* its log went away before this was asked */
	if (e == ERR_ARCHIVED) {
		why_clear(why);
		e = ERR_OK;
	}
	r->undone = undone;
	return e;
}

enum err precedent_find(struct judge *j, struct str rule, struct arena *a,
			struct precedent_row *out, int max, int *n,
			struct why *why)
{
	enum err e = store_ruling_find(j->st, str_upper(a, rule), a, out, max,
				       n, why);

	for (int i = 0; !e && i < *n; i++) {
		if (out[i].undone >= 0)
			continue;
		e = ruling_look(j, &out[i], why);
		if (!e && store_in_transaction(j->st))
			e = store_ruling_set(j->st, out[i].id, out[i].undone,
					     why);
	}
	return e;
}

enum err precedent_log_removed(struct judge *j, int64_t game, struct why *why)
{
	struct precedent_row rows[DOUBTED];
	struct arena a = { 0 };
	int n = 0;
	enum err e;

	do {
		e = store_ruling_doubted(j->st, game, &a, rows, DOUBTED, &n,
					 why);
		for (int i = 0; !e && i < n; i++) {
			e = ruling_look(j, &rows[i], why);
			if (!e)
				e = store_ruling_set(j->st, rows[i].id,
						     rows[i].undone, why);
		}
	} while (!e && n == DOUBTED);
	arena_release(&a);
	return e;
}

/* --- its words -------------------------------------------------------------
 */

/* "ES:" at its beginning, of a language that there is: "es"; or "" */
static struct str language_at(const struct judge *j, struct str text,
			      struct arena *a)
{
	struct str lang;

	if (text.len < 3 || text.s[2] != ':')
		return STR("");
	lang = str_lower(a, (struct str){ text.s, 2 });
	return judge_has_language(j, lang) ? lang : STR("");
}

static struct str precedents_from(struct str s, size_t at)
{
	return (struct str){ s.s + at, s.len - at };
}

struct str precedent_words(const struct judge *j, const struct precedent_row *r,
			   struct str language, struct str *foreign,
			   struct arena *a)
{
	struct str first = STR(""), said = STR(""), is = r->language;
	size_t at = 0;

	for (size_t i = 0; i <= r->words.len; i++) {
		struct str lang = STR("");

		if (i < r->words.len && i && r->words.s[i - 1] != ' ')
			continue;
		if (i < r->words.len)
			lang = language_at(j, precedents_from(r->words, i), a);
		if (i < r->words.len && !lang.len)
			continue;
		/* what stands from `at` to here is in `is` */
		if (i > at && (!first.len || str_equal(is, language))) {
			first = parse_trim(
				(struct str){ r->words.s + at, i - at });
			said = is;
		}
		at = i + 3;
		is = lang;
	}
	*foreign = str_equal(said, language) ? STR("") : said;
	return first;
}

/* The option that it names, "NAME=VALUE", or "". */
static struct str precedent_option(const struct judge *j,
				   const struct precedent_row *r,
				   struct arena *a)
{
	struct str rest = str_lower(a, r->words), word, system, name, value;
	const struct game_kind *k;
	struct str rest_of = r->rules;

	if (!parse_field(&rest_of, ' ', &system))
		return STR("");
	k = rule_versions_newest(j->rule_versions, system);
	while (parse_field(&rest, ' ', &word)) {
		while (word.len && strchr(".,;:", word.s[word.len - 1]))
			word.len--;
		value = word;
		if (k && parse_field(&value, '=', &name) && value.len &&
		    option_find(k->rules->options, k->rules->n_options, name) >=
			    0)
			return word;
	}
	return STR("");
}

struct str precedent_matter(struct judge *j, const struct precedent_row *r,
			    struct str language, struct arena *a)
{
	struct str foreign;
	struct payload m;

	payload_init(&m);
	payload_text(&m, "name", r->name);
	payload_int(&m, "number", r->number);
	payload_int(&m, "disputed", r->disputed);
	payload_int(&m, "point", r->point);
	payload_text(&m, "rules", r->rules);
	payload_text(&m, "by", r->by);
	payload_text(&m, "verdict", r->verdict);
	payload_text(&m, "words", precedent_words(j, r, language, &foreign, a));
	payload_text(&m, "foreign", foreign);
	payload_text(&m, "option", precedent_option(j, r, a));
	payload_int(&m, "undone", r->undone > 0);
	return payload_end(&m, a);
}
