/* src/orders/meaning_table.c */
#include "orders/meaning_table.h"
#include "base/ascii.h"
#include "orders/lexer.h"
#include "engine/field.h"
#include "base/date.h"
#include "base/parse.h"
#include <string.h>

enum {
	WORDS_MAX = 32,
	ANSWER_WORDS = 7,
	NUMBERS_NAMED = 30, /* keys number.2 .. number.30 */
	HOURS_OF_DAY = 24,
	HOURS_ASKED = 72,
	ENTRIES_ASKED = 10 /* of the history, without a number */
};

/* a phrase of the vocabulary in the line */
struct found {
	const struct vocabulary_word *w;
	int at;     /* the first of its tokens */
	bool slips; /* a word of it is misspelt */
	struct found *next;
};

struct said {
	const struct vocabulary *v;
	struct arena *arena;
	int lang;
	struct token_list *t;
	struct found *found;
	bool known[WORDS_MAX]; /* words that a phrase has */
	int number;            /* the last one, 0: none */
	bool dated;            /* its days have years: today does not matter */
	bool slip;             /* a word of a phrase is misspelt */
	bool named;            /* the line names its proposal */
	bool binds;            /* what it says may end the game */
	const struct meaning_table_now *now;
	struct str line;
};

/* Is it a slip of that long word? One slip leaves the second byte or the last
 * one as it is. */
static bool is_slip(struct str typed, struct str part)
{
	enum { LONG_WORD = 5 };

	return typed.len >= LONG_WORD && part.len >= LONG_WORD &&
	       typed.s[0] == part.s[0] && typed.len <= part.len + 1 &&
	       part.len <= typed.len + 1 &&
	       (typed.s[1] == part.s[1] ||
		typed.s[typed.len - 1] == part.s[part.len - 1]) &&
	       utf8_distance(typed, part, 2) < 2;
}

/* Does the phrase begin at this token? *slips: only if slips count. */
static bool phrase_at(const struct said *s, int at,
		      const struct vocabulary_word *w, bool *slips)
{
	*slips = false;
	if (at + w->n > s->t->n)
		return false;
	for (int i = 0; i < w->n; i++) {
		const struct token *t = &s->t->v[at + i];

		if (t->type != TOKEN_WORD)
			return false;
		if (str_equal(t->fold, w->part[i]))
			continue;
		if (!is_slip(t->fold, w->part[i]))
			return false;
		*slips = true;
	}
	return true;
}

/* AGREE inside of I DO NOT AGREE says the opposite: those phrases do not count
 */
static void negated_drop(struct said *s)
{
	static const char *const keys[][2] = {
		{ "matter.agree", "matter.against" },
		{ "matter.likes", "matter.dislikes" },
	};

	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		int key = vocabulary_key(s->v, str_of(keys[i][0]));
		int not = vocabulary_key(s->v, str_of(keys[i][1]));

		for (struct found **at = &s->found; *at;) {
			bool drop = false;

			for (struct found *f = s->found; f; f = f->next)
				drop |= f->w->key == not &&!f->slips &&
					f->at < (*at)->at &&
					(*at)->at < f->at + f->w->n;
			if (drop && (*at)->w->key == key)
				*at = (*at)->next;
			else
				at = &(*at)->next;
		}
	}
}

/* the phrases of the vocabulary that are in the line */
static void phrases_find(struct said *s)
{
	for (int at = 0; at < s->t->n; at++) {
		struct str fold = s->t->v[at].fold;
		const struct vocabulary_word *w = NULL;
		bool slips;

		if (s->t->v[at].type == TOKEN_WORD && fold.len)
			w = s->v->phrases[vocabulary_initial(fold.s[0])];
		for (; w; w = w->alike) {
			struct found *f;

			if (!phrase_at(s, at, w, &slips))
				continue;
			f = ARENA_NEW(s->arena, struct found);
			*f = (struct found){ w, at, slips, s->found };
			s->found = f;
		}
	}
}

/* marks the words of the key's phrases in the line; false: it has none */
static bool phrases_known(struct said *s, int key, bool slips)
{
	bool any = false;

	for (const struct found *f = s->found; f; f = f->next) {
		if (f->w->key != key || (f->slips && !slips))
			continue;
		for (int i = 0; i < f->w->n; i++)
			s->known[f->at + i] = true;
		any = true;
	}
	return any;
}

/* Does one of a key's phrases stand anywhere in the line, or a slip of one? */
static bool has(struct said *s, const char *key)
{
	int k = vocabulary_key(s->v, str_of(key));

	if (k < 0)
		return false;
	if (phrases_known(s, k, false))
		return true;
	if (!phrases_known(s, k, true))
		return false;
	s->slip = true;
	return true;
}

/* words that say nothing beside a matter */
static void idle_known(struct said *s)
{
	int k = vocabulary_key(s->v, STR("matter.idle"));

	for (const struct found *f = s->found; f; f = f->next)
		s->known[f->at] |= f->w->key == k && f->w->n == 1 && !f->slips;
}

/* the number from 2 on that the word of token i means, or 0 */
static int number_word(const struct said *s, int i)
{
	int64_t n, least = 0;

	for (const struct found *f = s->found; f; f = f->next) {
		struct str name = s->v->keys[f->w->key].name;

		if (f->at != i || f->slips || f->w->n != 1 ||
		    !str_starts(name, "number.") ||
		    (s->lang >= 0 && f->w->lang != s->lang))
			continue;
		name.s += strlen("number.");
		name.len -= strlen("number.");
		if (parse_int(name, 2, NUMBERS_NAMED, &n) &&
		    (!least || n < least))
			least = n;
	}
	return (int)least;
}

/* The number of the line: 12, TWELVE, or THIRTY-SIX. A word that says nothing
 * in another language (ONCE) is none where the language is not known. */
static void numbers_known(struct said *s)
{
	int tens = 0; /* at the token before */

	for (int i = 0; i < s->t->n; i++) {
		bool idle = s->lang < 0 && s->known[i];
		int n = idle ? 0 : number_word(s, i);

		if (s->t->v[i].type == TOKEN_NUMBER && s->t->v[i].whole)
			n = s->t->v[i].number / 100;
		if (n) {
			s->number = tens && n < 10 ? tens + n : n;
			s->known[i] = true;
		}
		tens = n >= 20 && n % 10 == 0 && s->t->v[i].type == TOKEN_WORD
			       ? n
			       : 0;
	}
}

/* Does the line have the words of the key MATTER.NAME? Their number then is n,
 * unless the line has another. */
static void number_named(struct said *s, const char *key, int n)
{
	if (has(s, key) && !s->number)
		s->number = n;
}

static bool all_known(const struct said *s)
{
	for (int i = 0; i < s->t->n; i++)
		if (!s->known[i])
			return false;
	return true;
}

/* SI is IF, but not before a comma or with its accent */
static bool is_si(const struct said *s, int i)
{
	const struct token *t = &s->t->v[i];

	return i + 1 < s->t->n && t->raw.len == 2 && str_is(t->fold, "SI") &&
	       t->raw.s[2] != ',';
}

/* IF, BUT, MAYBE: the line is no plain statement */
static bool is_unsure(struct said *s)
{
	int k = vocabulary_key(s->v, STR("matter.unsure"));

	for (int i = 0; i < s->t->n; i++)
		if (is_si(s, i))
			return true;
	return k >= 0 && phrases_known(s, k, false);
}

/* how many words the phrases of these keys have; they are marked in `known` */
static int words_of(struct said *s, const char *const *keys, size_t n,
		    bool *known)
{
	bool kept[WORDS_MAX];
	int count = 0;

	memcpy(kept, s->known, sizeof(kept));
	memset(s->known, 0, sizeof(s->known));
	for (size_t i = 0; i < n; i++)
		(void)has(s, keys[i]);
	for (int i = 0; i < WORDS_MAX; i++)
		count += known[i] = s->known[i];
	for (int i = 0; i < WORDS_MAX; i++)
		s->known[i] |= kept[i];
	return count;
}

/* a phrase of the key begins with token i */
static bool begins(const struct said *s, int i, int key)
{
	const struct vocabulary_word *w = s->v->keys[key].words;

	for (int n = 0; w; w = w->next) {
		for (n = 0; n < w->n && i + n < s->t->n; n++)
			if (!str_equal(s->t->v[i + n].fold, w->part[n]))
				break;
		if (n == w->n)
			return true;
	}
	return false;
}

/* a comma or the end of a sentence separates token i and the next */
static bool stops_after(const struct said *s, int i)
{
	const struct token *t = &s->t->v[i];

	return i + 1 < s->t->n && strchr(",.;:!", t->raw.s[t->raw.len]);
}

/* The unknown words stand in other parts of the line than the matter, between
 * commas or after BECAUSE. I CANNOT ACCEPT THE DRAW has one next to it. Where
 * the line may end the game a comma is not enough: MY BROTHER SAYS, I ACCEPT
 * THE DRAW; I ACCEPT THE DRAW, IN EXCHANGE FOR A REMATCH. */
static bool rest_is_apart(struct said *s)
{
	static const char *const keys[] = { "matter.agree",   "matter.likes",
					    "matter.against", "matter.dislikes",
					    "matter.propose", "matter.draw",
					    "matter.pause",   "matter.time",
					    "matter.end" };
	int why = vocabulary_key(s->v, STR("mean.remark.why"));
	bool of_matter[WORDS_MAX], matter = false, unknown = false;
	bool reason = false;

	(void)words_of(s, keys, ARRAY_LEN(keys), of_matter);
	for (int i = 0; i < s->t->n; i++) {
		if (i && stops_after(s, i - 1))
			matter = unknown = reason = false;
		if (why >= 0 && begins(s, i, why)) {
			matter = unknown = false;
			reason = true;
			continue;
		}
		matter |= of_matter[i];
		unknown |= !s->known[i];
		if (s->binds && !s->known[i] && !reason)
			return false;
		if (matter && unknown)
			return false;
	}
	return true;
}

/* the other words say nothing of the matter: none is next to it or has a
 * number, and none makes it unsure */
static bool rest_is_idle(struct said *s)
{
	for (int i = 0; i < s->t->n; i++) {
		const struct token *t = &s->t->v[i];

		if (s->known[i])
			continue;
		for (size_t k = 0; k < t->fold.len; k++)
			if (ascii_is_digit(t->fold.s[k]))
				return false;
		if (t->type != TOKEN_WORD)
			return false;
	}
	return rest_is_apart(s) && !is_unsure(s);
}

static const char *word(const struct said *s, const char *key)
{
	struct str shown = vocabulary_shown(
		s->v, vocabulary_key(s->v, str_of(key)), s->lang);

	return arena_printf(s->arena, "%.*s", STR_ARG(shown));
}

static bool reply(struct said *s, struct meaning_table *out, bool sure,
		  const char *text)
{
	out->line = str_of(text);
	out->sure = sure && !s->slip &&
		    (all_known(s) || (s->named && rest_is_idle(s)));
	return true;
}

/* PROPOSE and the proposal, with a number after it or none */
static bool propose(struct said *s, struct meaning_table *out, bool sure,
		    const char *what, int number)
{
	return reply(s, out, sure,
		     number ? arena_printf(s->arena, "%s %s %d",
					   word(s, "table.propose"),
					   word(s, what), number)
			    : arena_printf(s->arena, "%s %s",
					   word(s, "table.propose"),
					   word(s, what)));
}

/* Does the line name no other matter than the open proposal has? I ACCEPT THE
 * DRAW names a draw. */
static bool is_about(struct said *s)
{
	static const char *const keys[] = { "matter.draw", "matter.pause",
					    "matter.time" };
	bool right = true;

	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		if (!has(s, keys[i]))
			continue;
		s->named = true;
		right &= !s->now->about ||
			 str_is(str_of(s->now->about), keys[i]);
	}
	return right;
}

/* an answer to a proposal, of the number that it names or of the only one */
static bool answer(struct said *s, struct meaning_table *out, bool sure,
		   const char *key)
{
	int64_t n;

	s->binds = true;
	number_named(s, "matter.first", 1);
	n = s->number ? s->number : s->now->open;
	sure = sure && is_about(s) && !is_unsure(s);
	return reply(s, out, sure && n,
		     n ? arena_printf(s->arena, "%s %d", word(s, key), (int)n)
		       : word(s, key));
}

/* is a figure or a square named? Then it is not of the table */
static bool of_board(const struct said *s)
{
	for (int i = 0; i < s->t->n; i++)
		if (s->t->v[i].type == TOKEN_WORD && s->t->v[i].fold.len > 1 &&
		    is_label_letter(s->t->v[i].fold.s[0]) &&
		    ascii_is_digit(s->t->v[i].fold.s[1]))
			return true;
	return false;
}

/* --- days ------------------------------------------------------------------
 */

enum { DAYS_MAX = 2, WEEK = 7, THURSDAY = 3 /* that day 0 was */ };

/* a day of the month, whose month may be told later */
struct said_day {
	int mday, month, year;
	int32_t day; /* .. or the day itself, where mday is 0 */
	bool iso;    /* .. written as 2026-12-24 */
};

/* the number 1 to max of the key NAME.NUMBER that token i is a word of, or 0 */
static int numbered_word(struct said *s, int i, const char *name, int max)
{
	for (int n = 1; n <= max; n++) {
		int key = vocabulary_key(
			s->v, str_of(arena_printf(s->arena, "%s.%d", name, n)));

		for (const struct vocabulary_word *w =
			     key < 0 ? NULL : s->v->keys[key].words;
		     w; w = w->next)
			if (w->n == 1 &&
			    str_equal(s->t->v[i].fold, w->part[0])) {
				s->known[i] = true;
				return n;
			}
	}
	return 0;
}

/* the next day that is this one of the week, 1 is Monday */
static int32_t next_weekday(int32_t today, int day)
{
	int now = (today + THURSDAY) % WEEK + 1;

	return today + (day - now + WEEK - 1) % WEEK + 1;
}

/* 5 DECEMBER of the year that comes next; 0: there is no such day */
static int32_t next_yearly(int32_t today, int month, int mday)
{
	int year, m, d, year_of, month_of, mday_of;
	int32_t day;

	date_split(today, &year, &m, &d);
	day = date_day(year, month, mday);
	if (day < today)
		day = date_day(year + 1, month, mday);
	date_split(day, &year_of, &month_of, &mday_of);
	return month_of == month && mday_of == mday ? day : 0;
}

/* 2026-12-24, of which the lexer may make several tokens: the first token after
 * it; from: there is none at token from */
static int iso_day(struct said *s, int from, int32_t *day)
{
	const char *p = s->t->v[from].raw.s, *end = s->line.s + s->line.len;
	struct str rest = { p, 10 }, part;
	int64_t v[3];
	int to = from;

	if (end - p < 10 || p[4] != '-' || p[7] != '-')
		return from;
	for (int i = 0; i < 3; i++)
		if (!parse_field(&rest, '-', &part) ||
		    !parse_int(part, 1, 9999, &v[i]))
			return from;
	*day = date_day((int)v[0], (int)v[1], (int)v[2]);
	for (; to < s->t->n && s->t->v[to].raw.s < p + 10; to++)
		s->known[to] = true;
	return to;
}

/* the year after the month at a token, DECEMBER 2026 or DECEMBER OF 2026: of
 * the days so far that have none. Gives the number of its tokens. */
static int year_read(struct said *s, int month, struct said_day *v, int n)
{
	enum { YEAR_LEAST = 2000, YEAR_MOST = 2199 };

	for (int k = 1; k < 3 && month + k < s->t->n; k++) {
		const struct token *t = &s->t->v[month + k];
		int year = t->type == TOKEN_NUMBER && t->whole ? t->number / 100
							       : 0;

		if (t->type == TOKEN_NUMBER &&
		    (year < YEAR_LEAST || year > YEAR_MOST))
			return 0;
		for (int d = 0; year && d < n; d++)
			v[d].year = v[d].year || !v[d].mday ? v[d].year : year;
		if (year)
			return k;
	}
	return 0;
}

/* does the number belong to a time of day, 20:00? */
static bool is_hour(const struct said *s, const struct token *t)
{
	const char *after = t->raw.s + t->raw.len;

	return (after < s->line.s + s->line.len && *after == ':') ||
	       (t->raw.s > s->line.s && t->raw.s[-1] == ':');
}

/* FROM 3 TO 10 AUGUST, BACK ON THE 11TH: what follows the comma is no third */
static bool days_end(const struct said *s, const struct said_day *v, int n,
		     int i)
{
	const struct token *last = i ? &s->t->v[i - 1] : NULL;

	return n == DAYS_MAX && v[1].month && last->raw.s[last->raw.len] == ',';
}

/* the days that a line names, one after the other; their number, at most two */
static int days_read(struct said *s, struct said_day *v)
{
	int n = 0;

	for (int i = 0; i < s->t->n && n <= DAYS_MAX && !days_end(s, v, n, i);
	     i++) {
		const struct token *t = &s->t->v[i];
		int32_t day;
		int k = iso_day(s, i, &day);

		if (k > i) {
			if (n == DAYS_MAX)
				return 0;
			v[n++] = (struct said_day){ .day = day, .iso = true };
			i = k - 1;
		} else if (t->type == TOKEN_NUMBER && t->whole &&
			   !is_hour(s, t) && t->number >= 100 &&
			   t->number <= 3100) {
			if (n == DAYS_MAX)
				return 0;
			v[n++] = (struct said_day){ .mday = t->number / 100 };
		} else if ((k = numbered_word(s, i, "date.month", 12)) != 0) {
			/* DECEMBER 5, or 5 TO 9 DECEMBER */
			if (n < DAYS_MAX && i + 1 < s->t->n &&
			    t[1].type == TOKEN_NUMBER && t[1].whole &&
			    t[1].number <= 3100 && (!n || v[n - 1].month)) {
				v[n++] = (struct said_day){
					.mday = t[1].number / 100, .month = k
				};
				i++;
			}
			for (int d = 0; d < n; d++)
				v[d].month = v[d].month ? v[d].month : k;
			i += year_read(s, i, v, n);
		} else if ((k = numbered_word(s, i, "date.week", WEEK)) != 0 &&
			   n < DAYS_MAX) {
			v[n] = (struct said_day){
				.day = next_weekday(
					n ? v[0].day : s->now->today, k)
			};
			n++;
		}
	}
	return n;
}

/* the next day of this number in a month */
static int32_t next_monthly(int32_t today, int mday)
{
	int year, month, d;
	int32_t day = today;

	for (date_split(day, &year, &month, &d); d != mday;)
		date_split(++day, &year, &month, &d);
	return day;
}

/* as days: FROM THE 5TH TO THE 9TH, UNTIL MONDAY */
static bool days_span(struct said *s, int32_t *from, int32_t *to)
{
	struct said_day v[DAYS_MAX + 1];
	int n = days_read(s, v);
	bool dated = n > 0;

	for (int i = 0; i < n; i++) {
		int32_t after = i ? v[0].day : s->now->today;

		dated &= v[i].year || v[i].iso;
		if (v[i].year)
			v[i].day = date_day(v[i].year, v[i].month, v[i].mday);
		else if (v[i].mday)
			v[i].day = v[i].month ? next_yearly(after, v[i].month,
							    v[i].mday)
					      : next_monthly(after, v[i].mday);
	}
	*from = n ? v[0].day : 0;
	*to = n > 1 ? v[1].day : *from;
	s->dated = dated;
	return *from && *from <= *to;
}

/* in words: NEXT WEEK, TOMORROW, FOR THREE DAYS */
static bool words_span(struct said *s, int32_t *from, int32_t *to)
{
	int32_t today = s->now->today;

	*from = *to = today;
	if (has(s, "date.next-week")) {
		*from = next_weekday(today, 1);
		*to = *from + WEEK - 1;
	} else if (has(s, "date.this-week") || has(s, "date.week-end")) {
		*to = next_weekday(today, WEEK);
	} else if (has(s, "date.tomorrow")) {
		*from = *to = today + 1;
	} else if (has(s, "date.weeks")) {
		*to = today + WEEK * (s->number ? s->number : 1);
	} else if (s->number && has(s, "matter.days")) {
		*to = today + s->number;
	}
	return *to > today;
}

/* the first and the last day that the line speaks of; false: none is known.
 * THREE DAYS are no third of a month. */
static bool span_read(struct said *s, int32_t *from, int32_t *to)
{
	bool counted = has(s, "matter.days") || has(s, "date.weeks") ||
		       has(s, "matter.hours");

	if (!s->now->today)
		return false;
	return (!counted && days_span(s, from, to)) || words_span(s, from, to);
}

static void day_add(struct buf *b, int32_t day)
{
	int year, month, mday;

	date_split(day, &year, &month, &mday);
	buf_addf(b, "%04d-%02d-%02d", year, month, mday);
}

/* the line with its days and, if they differ, a word between them */
static const char *with_days(const struct said *s, const char *before,
			     int32_t from, int32_t to, const char *after)
{
	struct buf b;
	const char *text;

	buf_init(&b, 256);
	buf_addz(&b, before);
	buf_addc(&b, ' ');
	day_add(&b, from);
	if (to > from) {
		buf_addf(&b, " %s ", word(s, "table.to"));
		day_add(&b, to);
	}
	buf_addz(&b, after);
	text = arena_str(s->arena, buf_str(&b)).s;
	text = arena_printf(s->arena, "%.*s", (int)b.len, text);
	buf_release(&b);
	return text;
}

/* I AM AWAY FROM THE 5TH TO THE 9TH OF DECEMBER */
static bool away(struct said *s, struct meaning_table *out)
{
	int32_t from, to;

	if (of_board(s) || !has(s, "matter.away") || !span_read(s, &from, &to))
		return false;
	/* UNTIL FRIDAY: from now on */
	if (from == to && has(s, "date.until"))
		from = s->now->today;
	return reply(s, out, false,
		     with_days(s, word(s, "table.away"), from, to, ""));
}

/* a time of day of the line, 20:00 without one */
static const char *time_read(struct said *s)
{
	for (size_t i = 2; i + 2 < s->line.len; i++) {
		const char *p = s->line.s + i;
		struct str hour = { p - 2, 2 }, minute = { p + 1, 2 };
		int64_t h, m;

		if (*p == ':' && parse_int(hour, 0, 23, &h) &&
		    parse_int(minute, 0, 59, &m))
			return arena_printf(s->arena, " %02d:%02d", (int)h,
					    (int)m);
	}
	return " 20:00";
}

/* CAN I HAVE UNTIL MONDAY? */
static bool until(struct said *s, struct meaning_table *out, bool sure)
{
	int32_t from, to;
	const char *what;

	if ((s->number && has(s, "matter.days")) || !span_read(s, &from, &to))
		return false;
	what = arena_printf(s->arena, "%s %s", word(s, "table.propose"),
			    word(s, "table.deadline"));
	return reply(s, out, sure && s->dated,
		     with_days(s, what, to, to, time_read(s)));
}

/* until a day, or for so many hours */
static bool more_time(struct said *s, struct meaning_table *out)
{
	bool days = has(s, "matter.days"), told;

	number_named(s, "matter.couple", 2);
	number_named(s, "matter.single", 1);
	told = s->number && (days || has(s, "matter.hours"));
	if (until(s, out, false))
		return true;
	/* hours are asked for, not a day of a month */
	return propose(s, out, told, "table.extension",
		       told ? s->number * (days ? HOURS_OF_DAY : 1)
			    : HOURS_ASKED);
}

/* LET US REST FROM .. TO ..: no deadline for anybody in these days */
static bool rest(struct said *s, struct meaning_table *out)
{
	int32_t from, to;
	const char *what;

	if (!has(s, "matter.rest") || !span_read(s, &from, &to) || from >= to)
		return false;
	what = arena_printf(s->arena, "%s %s", word(s, "table.propose"),
			    word(s, "table.rest"));
	return reply(s, out, false, with_days(s, what, from, to, ""));
}

/* UNDO, TAKE BACK MY MOVE */
static bool takes_back(struct said *s, struct meaning_table *out)
{
	if (has(s, "matter.undo"))
		out->weak = false;
	else if (of_board(s) || !has(s, "matter.takeback"))
		return false;
	return propose(s, out, false, "table.takeback",
		       s->now->point > 0 ? s->now->point : 1);
}

/* a proposal to the table */
static bool proposes(struct said *s, struct meaning_table *out)
{
	bool asks = has(s, "matter.propose");
	bool sure = asks && !has(s, "matter.nay");

	s->named = asks;
	if (rest(s, out) || away(s, out))
		return true;
	if (asks && has(s, "matter.deadline") && until(s, out, sure))
		return true;
	if (has(s, "matter.time") || (!of_board(s) && has(s, "matter.away")))
		return more_time(s, out);
	if (has(s, "matter.pause"))
		return propose(s, out, sure, "table.pause", 0);
	/* a word about the draw that is on the table is an answer */
	if (has(s, "matter.draw") && s->now->open && !asks &&
	    !memchr(s->line.s, '?', s->line.len))
		return answer(s, out, false, "table.agree");
	s->binds = has(s, "matter.draw");
	if (s->binds)
		return propose(s, out, sure, "table.draw", 0);
	/* an order of the game, or a proposal if the game has none */
	if (!asks && has(s, "matter.end") && *word(s, "end-game"))
		return reply(s, out, false, word(s, "end-game"));
	if (has(s, "matter.end"))
		return propose(s, out, false, "table.end", 0);
	return false;
}

/* The readers of press by the last word of its head, as words of the table:
 * ALL, OBSERVERS, MASTER, or a seat. A name is taken for player B's. */
static const char *readers_of(struct said *s, const struct token_list *t)
{
	static const char *const groups[] = { "table.everybody",
					      "table.observers",
					      "table.master" };
	const struct token *last = &t->v[t->n - 1];

	for (size_t g = 0; g < ARRAY_LEN(groups); g++) {
		int key = vocabulary_key(s->v, str_of(groups[g]));

		for (const struct vocabulary_word *w =
			     key < 0 ? NULL : s->v->keys[key].words;
		     w; w = w->next)
			if (w->n == 1 && str_equal(last->fold, w->part[0]))
				return word(s, groups[g]);
	}
	if (last->fold.len == 1 && is_label_letter(last->fold.s[0]))
		return arena_printf(s->arena, "%c", last->fold.s[0]);
	return "B";
}

/* where the text of press begins that has no colon: after SAYING THAT */
static const char *saying(const struct said *s)
{
	int k = vocabulary_key(s->v, STR("matter.saying"));

	for (int at = 2; k >= 0 && at < s->t->n; at++)
		for (const struct vocabulary_word *w = s->v->keys[k].words; w;
		     w = w->next) {
			int n = 0;

			while (n < w->n && at + n < s->t->n &&
			       str_equal(s->t->v[at + n].fold, w->part[n]))
				n++;
			if (n == w->n)
				return s->t->v[at].raw.s;
		}
	return NULL;
}

/* B, HIM, MY OPPONENT */
static bool is_reader(const struct said *s, const struct token *t)
{
	int k = vocabulary_key(s->v, STR("matter.reader"));

	if (t->fold.len == 1 && t->fold.s[0] > 'A' && t->fold.s[0] <= 'H')
		return true;
	for (const struct vocabulary_word *w = k < 0 ? NULL
						     : s->v->keys[k].words;
	     w; w = w->next)
		if (w->n == 1 && str_equal(t->fold, w->part[0]))
			return true;
	return false;
}

/* .. or after the reader: TELL B I AM LATE */
static const char *after_reader(const struct said *s)
{
	enum { HEAD_WORDS = 5 };

	for (int i = 1; i + 1 < s->t->n && i < HEAD_WORDS; i++)
		if (is_reader(s, &s->t->v[i]) && s->known[i - 1])
			return s->t->v[i + 1].raw.s;
	return NULL;
}

/* Press: its text is as it was written. A name is taken for player B's,
 * because the reader knows no players. */
static bool letter(struct said *s, struct meaning_table *out, struct str line)
{
	const char *colon = memchr(line.s, ':', line.len), *to;
	bool told = colon != NULL;
	struct token_list t;
	struct str head, text;

	if (!has(s, "matter.letter"))
		return false;
	if (!colon)
		colon = saying(s);
	if (!colon)
		colon = after_reader(s);
	if (!colon)
		return false;
	head = (struct str){ line.s, (size_t)(colon - line.s) };
	text = (struct str){ colon + told, line.len - head.len - told };
	token_split(s->arena, head, &t);
	if (t.n < 2 || t.n > 8 || !parse_trim(text).len)
		return false;
	to = readers_of(s, &t);
	/* Verifiers know press by its first word, SAY: it is asked about. */
	return reply(s, out, false,
		     arena_printf(s->arena, "%s %s %s: %.*s",
				  word(s, "table.say"), word(s, "table.to"), to,
				  STR_ARG(parse_trim(text))));
}

/* the line has a word for press messages, so it is not about the board */
static bool names_letters(struct said *s)
{
	return has(s, "table.letters") || has(s, "matter.letter");
}

/* BLOCK LETTERS FROM B, and its end */
static bool blocks(struct said *s, struct meaning_table *out)
{
	bool un = has(s, "matter.unblock");
	char seat = 0;

	if (s->t->n < 2 || (!un && !has(s, "matter.block")))
		return false;
	for (int i = 0; i < s->t->n; i++)
		if (s->t->v[i].fold.len == 1 && s->t->v[i].fold.s[0] > 'A' &&
		    s->t->v[i].fold.s[0] <= 'H') {
			seat = s->t->v[i].fold.s[0];
			s->known[i] = true;
		}
	out->weak = !seat && !names_letters(s);
	return reply(s, out, seat != 0,
		     arena_printf(s->arena, "%s %c",
				  word(s, un ? "table.unblock" : "table.block"),
				  seat ? seat : 'B'));
}

/* the press messages, or the report of a point, once more */
static bool resends(struct said *s, struct meaning_table *out)
{
	out->weak = false;
	if (has(s, "matter.letters"))
		return reply(s, out, true, word(s, "table.letters"));
	out->weak = true;
	if (!s->number || !has(s, "matter.point") ||
	    !(has(s, "matter.resend") || has(s, "matter.report")))
		return false;
	out->weak = false;
	(void)has(s, "matter.report");
	return reply(s, out, true,
		     arena_printf(s->arena, "%s %d", word(s, "table.resend"),
				  s->number));
}

/* THE LAST FIVE MATTERS, MY HISTORY OF THE LAST TEN */
static bool history(struct said *s, struct meaning_table *out)
{
	bool mine;

	if (!has(s, "matter.entries"))
		return false;
	out->weak = false;
	mine = has(s, "table.mine");
	return reply(s, out, false,
		     arena_printf(s->arena, "%s%s%s %d",
				  word(s, "table.history"), mine ? " " : "",
				  mine ? word(s, "table.mine") : "",
				  s->number ? s->number : ENTRIES_ASKED));
}

/* YES, NO, GOOD IDEA: a vote on the open proposal */
static bool says_yes_or_no(struct said *s, struct meaning_table *out)
{
	bool yes, no;

	if (!s->now->open || s->t->n > ANSWER_WORDS || of_board(s))
		return false;
	no = has(s, "matter.no");
	/* NO SHOOTING is no vote */
	if (no && !all_known(s))
		return false;
	yes = has(s, "matter.yes") || has(s, "matter.maybe");
	return (yes || no) &&
	       answer(s, out, false, no ? "table.against" : "table.agree");
}

/* FINE, LET US TAKE A BREAK: a vote on the open proposal of one */
static bool says_yes_to(struct said *s, struct meaning_table *out)
{
	if (!s->now->open || !s->now->about || !*s->now->about ||
	    !has(s, "matter.yes") || has(s, "matter.propose") ||
	    has(s, "matter.nay") || !has(s, s->now->about) ||
	    memchr(s->line.s, '?', s->line.len))
		return false;
	return answer(s, out, false, "table.agree");
}

/* I DO NOT WANT A DRAW */
static bool says_no_to(struct said *s)
{
	return !has(s, "matter.propose") && !has(s, "matter.agree") &&
	       has(s, "matter.nay") &&
	       (has(s, "matter.draw") || has(s, "matter.pause")) &&
	       !memchr(s->line.s, '?', s->line.len);
}

/* --- what the judge is asked for -------------------------------------------
 */

static bool is_id(char c)
{
	return ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9');
}

/* The words that no phrase has, the first that stand together: the topic of
 * WHAT DO THE RULES SAY ABOUT BREAK AWAY? Empty: there are none. */
static struct str topic_read(const struct said *s)
{
	const char *from = NULL, *to = NULL, *end = s->line.s + s->line.len;

	/* RB-MOVE-03 */
	for (const char *p = s->line.s; p + 6 < end; p++)
		if (p[2] == '-' &&
		    (!memcmp(p, "RB-", 3) || !memcmp(p, "DG-", 3) ||
		     !memcmp(p, "AR-", 3))) {
			for (to = p; to < end && (*to == '-' || is_id(*to));)
				to++;
			return (struct str){ p, (size_t)(to - p) };
		}

	for (int i = 0; i < s->t->n; i++) {
		const struct token *t = &s->t->v[i];

		if (s->known[i] && from)
			break;
		if (s->known[i])
			continue;
		from = from ? from : t->raw.s;
		to = t->raw.s + t->raw.len;
		if (to < s->line.s + s->line.len && strchr("?,.!", *to))
			break;
	}
	return from ? (struct str){ from, (size_t)(to - from) } : STR("");
}

/* a word of the judge and the topic of the line */
static bool asks_about(struct said *s, struct meaning_table *out,
		       const char *key)
{
	struct str topic;

	(void)has(s, "matter.asks"); /* these words are no topic */
	topic = topic_read(s);
	return topic.len && reply(s, out, false,
				  arena_printf(s->arena, "%s %.*s",
					       word(s, key), STR_ARG(topic)));
}

/* the hour that token i and the words after it name: 23:00, TEN AT NIGHT;
 * -1: none */
static int hour_read(struct said *s, int i)
{
	enum { LOOKED_AT = 4, NOON = 12 };
	const struct token *t = &s->t->v[i];
	int n = t->type == TOKEN_NUMBER && t->whole ? t->number / 100
						    : number_word(s, i);
	bool minutes = t->raw.s > s->line.s && t->raw.s[-1] == ':';

	if (minutes || n > HOURS_OF_DAY || (t->type != TOKEN_NUMBER && !n))
		return -1;
	/* TEN PM; TWELVE AT NIGHT, but TWELVE PM is noon */
	for (int k = i + 1; n <= NOON && k < s->t->n && k <= i + LOOKED_AT; k++)
		if (s->t->v[k].type == TOKEN_NUMBER || number_word(s, k))
			break;
		else if (numbered_word(s, k, "matter.half", 2) == 2)
			return n < NOON ? n + NOON : k > i + 1 ? 0 : NOON;
	return n % HOURS_OF_DAY;
}

/* NO MAILS BETWEEN TEN AT NIGHT AND EIGHT IN THE MORNING */
static bool quiet(struct said *s, struct meaning_table *out)
{
	int hours[2], n = 0;

	if (!has(s, "matter.quiet"))
		return false;
	for (int i = 0; i < s->t->n && n < 2; i++) {
		int hour = hour_read(s, i);

		if (hour >= 0)
			hours[n++] = hour;
	}
	return n == 2 &&
	       reply(s, out, false,
		     arena_printf(s->arena, "%s %s %02d:00 %s %02d:00",
				  word(s, "judge.prefer"),
				  word(s, "judge.quiet"), hours[0],
				  word(s, "table.to"), hours[1]));
}

/* FROM NOW ON WRITE TO ME IN SPANISH */
static bool language(struct said *s, struct meaning_table *out)
{
	static const char *const of[][2] = { { "matter.tongue.en", "en" },
					     { "matter.tongue.es", "es" } };

	/* NOT IN ENGLISH, FROM ENGLISH TO SPANISH: which one is not known */
	if (has(s, "matter.nay") || (has(s, of[0][0]) && has(s, of[1][0])))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(of); i++)
		if (has(s, of[i][0]) && has(s, "matter.mails"))
			return reply(s, out, false,
				     arena_printf(s->arena, "%s %s %s",
						  word(s, "judge.prefer"),
						  word(s, "judge.language"),
						  of[i][1]));
	return false;
}

/* a rule, luck, help, or how mails are to come */
static bool asks_judge(struct said *s, struct meaning_table *out)
{
	if (quiet(s, out) || language(s, out))
		return true;
	if (has(s, "matter.luck"))
		return reply(s, out, false, word(s, "luck"));
	if (has(s, "matter.rule"))
		return asks_about(s, out, "rule");
	if (has(s, "matter.written"))
		return asks_about(s, out, "help");
	if (!has(s, "matter.nay") && has(s, "matter.drop"))
		return reply(s, out, false, word(s, "clear"));
	if (has(s, "matter.whole"))
		return reply(s, out, false,
			     arena_printf(s->arena, "%s %s", word(s, "report"),
					  word(s, "full")));
	return false;
}

/* a question about the game or the table */
static bool asks_news(struct said *s, struct meaning_table *out)
{
	if (has(s, "matter.games"))
		return reply(s, out, false, word(s, "table.games"));
	if (has(s, "matter.watch"))
		return reply(s, out, false, word(s, "judge.watch"));
	if (has(s, "matter.back"))
		return reply(s, out, false, word(s, "table.back"));
	if (has(s, "matter.history"))
		return reply(s, out, false, word(s, "table.history"));
	if (has(s, "matter.report"))
		return reply(s, out, false, word(s, "report"));
	return false;
}

/* SEND ME THE REPORT AGAIN, I DELETED IT BY MISTAKE */
static bool asks_report(struct said *s, struct meaning_table *out)
{
	return has(s, "matter.resent") &&
	       reply(s, out, false, word(s, "report"));
}

static bool disputes(struct said *s, struct meaning_table *out)
{
	int point = s->now->point > 0 ? (int)s->now->point : 1;

	if (!has(s, "matter.dispute"))
		return false;
	out->weak = false;
	return reply(s, out, false,
		     arena_printf(s->arena, "%s %d", word(s, "judge.dispute"),
				  point));
}

/* NOT outside of the phrases that say what the writer thinks, or AGREE outside
 * of those that say AGAINST; NO, in front of a comma says no more then */
static bool denies_all(struct said *s, bool against, bool agrees)
{
	static const char *const keys[] = { "matter.against", "matter.dislikes",
					    "matter.agree", "matter.likes" };
	int nay = vocabulary_key(s->v, STR("matter.nay"));
	bool known[WORDS_MAX], any = false;
	int n = words_of(s, keys, 2, known);

	any = words_of(s, keys, ARRAY_LEN(keys), known) > n && against;
	for (int i = 0; nay >= 0 && i < s->t->n; i++)
		for (const struct vocabulary_word *w = s->v->keys[nay].words; w;
		     w = w->next)
			any |= w->n == 1 && !known[i] &&
			       str_equal(s->t->v[i].fold, w->part[0]) &&
			       (i || s->t->n == 1 || agrees ||
				s->t->v[i].raw.s[s->t->v[i].raw.len] != ',');
	return any;
}

/* I AGREE, RATHER NOT: a vote, or the end of a game that has such an order */
static bool votes(struct said *s, struct meaning_table *out)
{
	bool says = has(s, "matter.against"), no = !says && says_no_to(s);
	bool against = says || no;
	bool agrees = has(s, "matter.agree"), likes = has(s, "matter.likes");
	bool dislikes = has(s, "matter.dislikes"), denies;

	if (agrees && has(s, "matter.end") && *word(s, "end-game"))
		return reply(s, out, false, word(s, "end-game"));
	if (of_board(s) || !(against || agrees || likes || dislikes))
		return false;
	denies = !no && denies_all(s, against, agrees && !against && !dislikes);
	/* I DO NOT AGREE, I AM NOT AGAINST IT: asked about */
	return answer(s, out, !denies && (against || (agrees && !dislikes)),
		      (against || dislikes || (agrees && denies)) &&
				      !(against && denies)
			      ? "table.against"
			      : "table.agree");
}

static bool matters(struct said *s, struct meaning_table *out)
{
	if (letter(s, out, s->line))
		return true;
	out->weak = true;
	if (disputes(s, out))
		return true;
	if (s->t->n < 3 && says_yes_or_no(s, out))
		return true;
	if (!of_board(s) &&
	    (blocks(s, out) || resends(s, out) || history(s, out)))
		return true;
	if (asks_judge(s, out))
		return true;
	return votes(s, out) || says_yes_to(s, out) || asks_report(s, out) ||
	       takes_back(s, out) || asks_news(s, out) || proposes(s, out) ||
	       says_yes_or_no(s, out);
}

bool meaning_table_read(struct arena *a, const struct vocabulary *v, int lang,
			struct str line, const struct meaning_table_now *now,
			struct meaning_table *out)
{
	struct token_list t;
	struct said s = {
		.v = v, .arena = a, .lang = lang, .t = &t, .now = now
	};

	*out = (struct meaning_table){ .sure = false };
	for (size_t i = 0; i + 1 < line.len; i++)
		if (line.s[i] == '/' && line.s[i + 1] == '/')
			line.len = i;
	line = parse_trim(line);
	token_split(a, line, &t);
	if (!t.n || t.n > WORDS_MAX || t.too_many)
		return false;
	phrases_find(&s);
	negated_drop(&s);
	idle_known(&s);
	numbers_known(&s);
	s.line = line;
	if (!matters(&s, out))
		return false;
	/* a question is never an answer */
	out->sure &= !memchr(line.s, '?', line.len);
	return true;
}
