/* src/orders/meaning_table.c */
#include "orders/meaning_table.h"
#include "orders/lexer.h"
#include "engine/field.h"
#include "base/date.h"
#include "base/parse.h"
#include <string.h>

enum { WORDS_MAX = 32, ANSWER_WORDS = 7, HOURS_OF_DAY = 24, HOURS_ASKED = 72 };

struct said {
	const struct vocabulary *v;
	struct arena *arena;
	int lang;
	struct token_list *t;
	bool known[WORDS_MAX]; /* words that a phrase has */
	int number;            /* the last one, 0: none */
	const struct meaning_table_now *now;
	struct str line;
};

/* does one of a key's phrases stand anywhere in the line? The words of all
 * that do are known */
static bool has(struct said *s, const char *key)
{
	int k = vocabulary_key(s->v, str_of(key));
	bool any = false;

	for (const struct vocabulary_word *w = k < 0 ? NULL
						     : s->v->keys[k].words;
	     w; w = w->next)
		for (int at = 0; at + w->n <= s->t->n; at++) {
			int n = 0;

			while (n < w->n && s->t->v[at + n].type == TOKEN_WORD &&
			       str_equal(s->t->v[at + n].fold, w->part[n]))
				n++;
			for (int i = 0; n == w->n && i < n; i++)
				s->known[at + i] = true;
			any |= n == w->n;
		}
	return any;
}

/* words that say nothing beside a matter */
static void idle_known(struct said *s)
{
	int k = vocabulary_key(s->v, STR("matter.idle"));

	for (int i = 0; k >= 0 && i < s->t->n; i++)
		for (const struct vocabulary_word *w = s->v->keys[k].words; w;
		     w = w->next)
			s->known[i] |= w->n == 1 &&
				       str_equal(s->t->v[i].fold, w->part[0]);
}

static void numbers_known(struct said *s)
{
	for (int i = 0; i < s->t->n; i++) {
		if (s->t->v[i].type == TOKEN_NUMBER && s->t->v[i].whole) {
			s->number = s->t->v[i].number / 100;
			s->known[i] = true;
		}
		for (int n = 2; n <= 12; n++) {
			char name[16] = "number.";
			int k;

			name[7] = (char)(n > 9 ? '1' : '0' + n);
			name[8] = (char)(n > 9 ? '0' + n - 10 : 0);
			k = vocabulary_key(s->v, str_of(name));
			for (const struct vocabulary_word *w =
				     k < 0 ? NULL : s->v->keys[k].words;
			     w; w = w->next)
				if (w->n == 1 &&
				    str_equal(s->t->v[i].fold, w->part[0])) {
					s->number = n;
					s->known[i] = true;
				}
		}
	}
}

static bool all_known(const struct said *s)
{
	for (int i = 0; i < s->t->n; i++)
		if (!s->known[i])
			return false;
	return true;
}

static const char *word(const struct said *s, const char *key)
{
	struct str shown = vocabulary_shown(
		s->v, vocabulary_key(s->v, str_of(key)), s->lang);

	return arena_printf(s->arena, "%.*s", STR_ARG(shown));
}

static bool tell(struct said *s, struct meaning_table *out, bool sure,
		 const char *text)
{
	out->line = str_of(text);
	out->sure = sure && all_known(s);
	return true;
}

/* PROPOSE and the proposal, with a number after it or none */
static bool propose(struct said *s, struct meaning_table *out, bool sure,
		    const char *what, int number)
{
	return tell(s, out, sure,
		    number ? arena_printf(s->arena, "%s %s %d",
					  word(s, "table.propose"),
					  word(s, what), number)
			   : arena_printf(s->arena, "%s %s",
					  word(s, "table.propose"),
					  word(s, what)));
}

/* an answer to a proposal, of the number that it names or of the only one */
static bool answer(struct said *s, struct meaning_table *out, bool sure,
		   const char *key)
{
	int64_t n = s->number ? s->number : s->now->open;

	return tell(s, out, sure && n,
		    n ? arena_printf(s->arena, "%s %d", word(s, key), (int)n)
		      : word(s, key));
}

/* is a figure or a square named? Then it is not of the table */
static bool of_board(const struct said *s)
{
	for (int i = 0; i < s->t->n; i++)
		if (s->t->v[i].type == TOKEN_WORD && s->t->v[i].fold.len > 1 &&
		    is_label_letter(s->t->v[i].fold.s[0]) &&
		    '0' <= s->t->v[i].fold.s[1] && s->t->v[i].fold.s[1] <= '9')
			return true;
	return false;
}

/* --- days ------------------------------------------------------------------
 */

enum { DAYS_MAX = 2, WEEK = 7, THURSDAY = 3 /* that day 0 was */ };

/* a day of the month, whose month may be told later */
struct said_day {
	int mday, month;
	int32_t day; /* .. or the day itself, where mday is 0 */
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

/* the days that a line names, one after the other; their number, at most two */
static int days_said(struct said *s, struct said_day *v)
{
	int n = 0;

	for (int i = 0; i < s->t->n && n <= DAYS_MAX; i++) {
		const struct token *t = &s->t->v[i];
		int k;

		if (t->type == TOKEN_NUMBER && t->whole && t->number >= 100 &&
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
	int n = days_said(s, v);

	for (int i = 0; i < n; i++) {
		int32_t after = i ? v[0].day : s->now->today;

		if (v[i].mday)
			v[i].day = v[i].month ? next_yearly(after, v[i].month,
							    v[i].mday)
					      : next_monthly(after, v[i].mday);
	}
	*from = n ? v[0].day : 0;
	*to = n > 1 ? v[1].day : *from;
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
static bool span_said(struct said *s, int32_t *from, int32_t *to)
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

	if (of_board(s) || !has(s, "matter.away") || !span_said(s, &from, &to))
		return false;
	/* UNTIL FRIDAY: from now on */
	if (from == to && has(s, "date.until"))
		from = s->now->today;
	return tell(s, out, false,
		    with_days(s, word(s, "table.away"), from, to, ""));
}

/* CAN I HAVE UNTIL MONDAY? */
static bool until(struct said *s, struct meaning_table *out)
{
	int32_t from, to;

	return !(s->number && has(s, "matter.days")) &&
	       span_said(s, &from, &to) &&
	       tell(s, out, false,
		    with_days(s,
			      arena_printf(s->arena, "%s %s",
					   word(s, "table.propose"),
					   word(s, "table.deadline")),
			      to, to, " 20:00"));
}

/* until a day, or for so many hours */
static bool more_time(struct said *s, struct meaning_table *out)
{
	bool days = has(s, "matter.days");
	bool told = s->number && (days || has(s, "matter.hours"));
	int hours = s->number * (days ? HOURS_OF_DAY : 1);

	if (until(s, out))
		return true;
	/* hours are asked for, not a day of a month */
	return propose(s, out, told, "table.extension",
		       told ? hours : HOURS_ASKED);
}

/* what is asked of the others */
static bool proposes(struct said *s, struct meaning_table *out)
{
	bool asks = has(s, "matter.propose");

	if (has(s, "matter.undo"))
		out->weak = false;
	if (!out->weak || (has(s, "matter.takeback") && !of_board(s)))
		return propose(s, out, false, "table.takeback",
			       s->now->point > 0 ? s->now->point : 1);
	if (away(s, out))
		return true;
	if (has(s, "matter.time") || (!of_board(s) && has(s, "matter.away")))
		return more_time(s, out);
	if (has(s, "matter.pause"))
		return propose(s, out, asks, "table.pause", 0);
	if (has(s, "matter.draw"))
		return propose(s, out, asks, "table.draw", 0);
	/* a game that has an order for it, or what the table can agree on */
	if (has(s, "matter.end") && *word(s, "end-game"))
		return tell(s, out, false, word(s, "end-game"));
	if (has(s, "matter.end"))
		return propose(s, out, asks, "table.end", 0);
	return false;
}

/* a letter: its text is as it was written */
static bool letter(struct said *s, struct meaning_table *out, struct str line)
{
	const char *colon = memchr(line.s, ':', line.len);
	struct str head = { line.s, colon ? (size_t)(colon - line.s) : 0 };
	struct token_list *t = ARENA_NEW(s->arena, struct token_list);
	struct token last;

	if (!colon || !has(s, "matter.letter"))
		return false;
	token_split(s->arena, head, t);
	if (t->n < 2 || t->n > 5)
		return false;
	last = t->v[t->n - 1];
	/* of its words the head alone must be known */
	for (int i = 0; i < s->t->n; i++)
		s->known[i] |= i >= t->n - (last.fold.len == 1);
	return tell(s, out, last.fold.len == 1,
		    arena_printf(s->arena, "%s %s %c:%.*s",
				 word(s, "table.say"), word(s, "table.to"),
				 last.fold.len == 1 ? last.fold.s[0] : 'B',
				 (int)(line.len - head.len - 1), colon + 1));
}

/* YES, NO, GOOD IDEA: to what is proposed */
static bool says_yes_or_no(struct said *s, struct meaning_table *out)
{
	bool yes, no;

	if (!s->now->open || s->t->n > ANSWER_WORDS || of_board(s))
		return false;
	no = has(s, "matter.no");
	yes = has(s, "matter.yes");
	return (yes || no) &&
	       answer(s, out, false, no ? "table.against" : "table.agree");
}

/* I DO NOT WANT A DRAW */
static bool says_no_to(struct said *s)
{
	return has(s, "matter.nay") &&
	       (has(s, "matter.draw") || has(s, "matter.pause")) &&
	       !memchr(s->line.s, '?', s->line.len);
}

static bool matters(struct said *s, struct meaning_table *out)
{
	bool against, agrees, likes, dislikes;

	if (letter(s, out, s->line))
		return true;
	out->weak = true;
	if (has(s, "matter.dispute")) {
		out->weak = false;
		return tell(s, out, false,
			    arena_printf(s->arena, "%s %d",
					 word(s, "judge.dispute"),
					 s->now->point > 0 ? (int)s->now->point
							   : 1));
	}
	if (s->t->n < 3 && says_yes_or_no(s, out))
		return true;
	against = has(s, "matter.against") || says_no_to(s);
	agrees = has(s, "matter.agree");
	likes = has(s, "matter.likes");
	if (agrees && has(s, "matter.end") && *word(s, "end-game"))
		return tell(s, out, false, word(s, "end-game"));
	dislikes = has(s, "matter.dislikes");
	if (!of_board(s) && (against || agrees || likes || dislikes)) {
		/* whatever it is about */
		(void)(has(s, "matter.draw") || has(s, "matter.pause"));
		return answer(s, out, against != agrees,
			      against || dislikes ? "table.against"
						  : "table.agree");
	}
	if (has(s, "matter.games"))
		return tell(s, out, false, word(s, "table.games"));
	if (has(s, "matter.watch"))
		return tell(s, out, false, word(s, "judge.watch"));
	if (has(s, "matter.back"))
		return tell(s, out, false, word(s, "table.back"));
	if (has(s, "matter.history"))
		return tell(s, out, false, word(s, "table.history"));
	if (has(s, "matter.report"))
		return tell(s, out, false, word(s, "report"));
	return proposes(s, out) || says_yes_or_no(s, out);
}

bool meaning_table_read(struct arena *a, const struct vocabulary *v, int lang,
			struct str line, const struct meaning_table_now *now,
			struct meaning_table *out)
{
	struct said s = { .v = v, .arena = a, .lang = lang, .now = now };

	*out = (struct meaning_table){ .sure = false };
	for (size_t i = 0; i + 1 < line.len; i++)
		if (line.s[i] == '/' && line.s[i + 1] == '/')
			line.len = i;
	line = parse_trim(line);
	s.t = ARENA_NEW(a, struct token_list);
	token_split(a, line, s.t);
	if (!s.t->n || s.t->n > WORDS_MAX || s.t->too_many)
		return false;
	idle_known(&s);
	numbers_known(&s);
	s.line = line;
	if (!matters(&s, out))
		return false;
	/* a question is never an answer */
	out->sure &= !memchr(line.s, '?', line.len);
	return true;
}
