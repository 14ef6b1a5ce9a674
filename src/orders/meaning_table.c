/* src/orders/meaning_table.c */
#include "orders/meaning_table.h"
#include "orders/lexer.h"
#include "engine/field.h"
#include "base/parse.h"
#include <string.h>

enum { WORDS_MAX = 32, HOURS_OF_DAY = 24, HOURS_ASKED = 72 };

struct said {
	const struct vocabulary *v;
	struct arena *arena;
	int lang;
	struct token_list *t;
	bool known[WORDS_MAX]; /* words that a phrase has */
	int number;            /* the last one, 0: none */
	int64_t open;          /* the only proposal that is open, 0: none */
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

/* PROPOSE and what is proposed, with a number behind it or none */
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
	int64_t n = s->number ? s->number : s->open;

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

/* what is asked of the others */
static bool proposes(struct said *s, struct meaning_table *out, int32_t point)
{
	bool asks = has(s, "matter.propose");

	if (has(s, "matter.takeback") && !of_board(s))
		return propose(s, out, false, "table.takeback",
			       point > 0 ? point : 1);
	if (has(s, "matter.time")) {
		bool days = has(s, "matter.days");
		int hours = s->number ? s->number * (days ? HOURS_OF_DAY : 1)
				      : HOURS_ASKED;

		return propose(s, out, s->number && days, "table.extension",
			       hours);
	}
	if (has(s, "matter.pause"))
		return propose(s, out, asks, "table.pause", 0);
	if (has(s, "matter.draw"))
		return propose(s, out, asks, "table.draw", 0);
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
	return tell(s, out, false,
		    arena_printf(s->arena, "%s %s %c:%.*s",
				 word(s, "table.say"), word(s, "table.to"),
				 last.fold.len == 1 ? last.fold.s[0] : 'B',
				 (int)(line.len - head.len - 1), colon + 1));
}

static bool matters(struct said *s, struct meaning_table *out, struct str line,
		    int32_t point)
{
	bool against, agrees, likes, dislikes;

	if (letter(s, out, line))
		return true;
	against = has(s, "matter.against");
	agrees = has(s, "matter.agree");
	likes = has(s, "matter.likes");
	dislikes = has(s, "matter.dislikes");
	if (against || agrees || likes || dislikes) {
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
	if (has(s, "matter.dispute"))
		return tell(s, out, false,
			    arena_printf(s->arena, "%s %d",
					 word(s, "judge.dispute"),
					 point > 0 ? (int)point : 1));
	if (has(s, "matter.back"))
		return tell(s, out, false, word(s, "table.back"));
	if (has(s, "matter.history"))
		return tell(s, out, false, word(s, "table.history"));
	if (has(s, "matter.report"))
		return tell(s, out, false, word(s, "report"));
	return proposes(s, out, point);
}

bool meaning_table_read(struct arena *a, const struct vocabulary *v, int lang,
			struct str line, int32_t point, int64_t open,
			struct meaning_table *out)
{
	struct said s = { .v = v, .arena = a, .lang = lang, .open = open };

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
	if (!matters(&s, out, line, point))
		return false;
	/* a question is never an answer */
	out->sure &= !memchr(line.s, '?', line.len);
	return true;
}
