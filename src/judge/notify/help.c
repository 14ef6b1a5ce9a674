/* src/judge/notify/help.c */
#include "judge/notify/help.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "protocol/word_cursor.h"
#include <string.h>

enum {
	HELP_MAX = 128 << 10,
	HELP_COLUMNS = 76,
	HELP_LINES = 30 /* of rows in an answer: it is to fit a screen or two */
};

/* the n-th line of a description of the grammar, parted by its tabs */
static bool help_line(struct str text, int n, struct str field[3])
{
	struct str line;

	for (int i = 0; i <= n; i++)
		if (!parse_line(&text, &line))
			return false;
	for (int i = 0; i < 3; i++)
		if (!parse_field(&line, '\t', &field[i]))
			field[i] = STR("");
	return true;
}

/* "<destination>" of a text that begins so; else "" */
static struct str help_part(struct str text)
{
	size_t n = 0;

	while (n < text.len && text.s[0] == '<' && text.s[n] != '>')
		n++;
	return n && n < text.len ? (struct str){ text.s, n + 1 } : STR("");
}

/* does this order begin with those words, or is the part called so? */
static bool help_begins(struct arena *a, struct str syntax, struct str asked)
{
	struct str has = utf8_fold(a, syntax), wants = utf8_fold(a, asked);
	struct str part = help_part(has);

	if (part.len && !help_part(wants).len)
		has = (struct str){ part.s + 1, part.len - 2 };
	else if (part.len)
		has = part;
	return wants.len && wants.len <= has.len &&
	       !memcmp(has.s, wants.s, wants.len) &&
	       (has.len == wants.len || has.s[wants.len] == ' ');
}

static bool is_listed(const struct tval *list, struct str word)
{
	for (const struct tval *t = list->first; t; t = t->next)
		if (str_equal(t->text, word))
			return true;
	return false;
}

/* What orders, standing orders and questions begin with, each once: they come
 * before conditions and parts, in groups with an empty line between. */
static void help_words(struct arena *a, struct str text, struct tval *to)
{
	enum { GROUPS = 3 };
	struct str field[3], word;
	int groups = 0;

	for (int i = 0; help_line(text, i, field) && groups < GROUPS; i++) {
		groups += !field[0].len;
		field[0] = parse_trim(field[0]);
		if (field[0].len && parse_field(&field[0], ' ', &word) &&
		    !is_listed(to, word))
			tval_add(to, tval_text(a, word));
	}
}

/* The one of these that is nearest to what was asked for, or "". */
static struct str help_near(struct arena *a, const struct tval *words,
			    struct str asked)
{
	struct str best = STR(""), word = asked;
	unsigned least = 3;

	(void)parse_field(&asked, ' ', &word);
	for (const struct tval *t = words->first; t; t = t->next) {
		unsigned far = utf8_distance(utf8_fold(a, word),
					     utf8_fold(a, t->text), least);

		if (far < least) {
			least = far;
			best = t->text;
		}
	}
	return best;
}

/* Help for lines to the judge or the table: help.say and its like. */
static void help_lines(struct arena *a, const struct vocabulary *v,
		       struct str asked, struct tval *rows)
{
	static const char *const keys[] = {
		"judge.word",    "judge.dispute", "judge.prefer",
		"judge.hold",    "table.say",     "table.block",
		"table.letters", "table.unseal",  "table.away",
		"table.propose", "table.agree",   "table.against",
		"table.deputy",  "table.resend",  "table.history",
		"table.games",   "table.rematch"
	};

	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		const char *name = strchr(keys[i], '.') + 1;
		struct word_cursor p;
		struct tval *row;

		word_cursor_init(&p, a, v, asked);
		if (!word_cursor_word(&p, keys[i]))
			continue;
		row = tval_add(rows, tval_map(a));
		tval_put(a, row, "syntax",
			 tval_word(a, "help.%s.syntax", name));
		tval_put(a, row, "meaning",
			 tval_word(a, "help.%s.meaning", name));
	}
}

/* Help for a game master's commands: help.gm.pause and its like. */
static void help_commands(struct arena *a, const struct vocabulary *v,
			  struct str asked, struct tval *rows)
{
	static const char *const names[] = {
		"start", "pause",    "resume", "end",     "extend", "shorten",
		"skip",  "deadline", "admit",  "refuse",  "seat",   "invite",
		"set",   "undo",     "rule",   "readmit", "policy"
	};

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		struct word_cursor p;
		struct tval *row;

		word_cursor_init(&p, a, v, asked);
		if (!word_cursor_word(&p,
				      arena_printf(a, "judge.%s", names[i])))
			continue;
		row = tval_add(rows, tval_map(a));
		tval_put(a, row, "syntax",
			 tval_word(a, "help.gm.%s.syntax", names[i]));
		tval_put(a, row, "meaning",
			 tval_word(a, "help.gm.%s.meaning", names[i]));
	}
}

/* a line of the description */
static void help_row(struct arena *a, const struct str field[3],
		     struct tval *rows)
{
	struct tval *v = tval_add(rows, tval_map(a));

	tval_puts(a, v, "syntax", arena_str(a, field[0]));
	tval_puts(a, v, "meaning", arena_str(a, field[1]));
	tval_puts(a, v, "example", arena_str(a, field[2]));
}

/* is the row shown, or a part of a shown one? */
static bool help_names(const struct tval *rows, struct str syntax,
		       struct str part, bool *told)
{
	bool named = false;

	*told = false;
	for (const struct tval *t = rows->first; t; t = t->next) {
		struct str s = tval_get(t, STR("syntax"))->text;

		*told |= str_equal(s, syntax);
		named |= s.len && memmem(s.s, s.len, part.s, part.len);
	}
	return named;
}

/* "<facing> = .." */
static bool is_part(struct str syntax, struct str part)
{
	size_t n = part.len;

	return n && n + 3 <= syntax.len && !memcmp(syntax.s + n, " = ", 3);
}

/* What the rows are made up of, and what these parts are, by the description;
 * each once. */
static void help_parts(struct arena *a, struct str text, struct tval *rows)
{
	int64_t before;

	do {
		struct str field[3];

		before = rows->n;
		for (int i = 0; help_line(text, i, field); i++) {
			struct str part = help_part(field[0]);
			bool told;

			/* what a condition begins with is no part */
			if (is_part(field[0], part) &&
			    help_names(rows, field[0], part, &told) && !told)
				help_row(a, field, rows);
		}
	} while (rows->n > before);
}

/* the lines of text of a row */
static int64_t lines_of(const struct tval *row)
{
	static const char *const keys[] = { "syntax", "meaning", "example" };
	int64_t lines = 0;

	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		const struct tval *v = tval_get(row, str_of(keys[i]));

		if (v && v->text.len)
			lines += 1 +
				 (int64_t)(utf8_width(v->text) / HELP_COLUMNS);
	}
	return lines;
}

/* {more}: the names that HELP knows of rows beyond the limit of lines. The
 * first row is always shown. */
static void help_cut(struct arena *a, struct tval *rows, struct tval *more)
{
	struct tval *last = NULL;
	int64_t lines = 0, shown = 0;

	for (struct tval *t = rows->first; t; t = t->next) {
		struct str part = help_part(tval_get(t, STR("syntax"))->text);

		lines += lines_of(t);
		if (!shown || lines <= HELP_LINES) {
			last = t;
			shown++;
		} else if (part.len) {
			tval_add(more, tval_text(a, part));
		}
	}
	if (last && last->next) {
		last->next = NULL;
		rows->last = last;
		rows->n = shown;
	}
}

/* The orders that begin so, with their description text. */
static void help_rows(struct arena *a, const struct grammar *g, struct str text,
		      struct str asked, struct tval *rows)
{
	struct str mine[3], theirs[3];
	struct buf other;

	buf_init(&other, HELP_MAX);
	for (int lang = 0; lang < g->words->n_langs && !rows->n; lang++) {
		buf_clear(&other);
		grammar_describe(g, lang, &other);
		for (int i = 0; help_line(text, i, mine) &&
				help_line(buf_str(&other), i, theirs);
		     i++) {
			if (help_begins(a, mine[0], asked) ||
			    help_begins(a, theirs[0], asked))
				help_row(a, mine, rows);
		}
	}
	buf_release(&other);
}

/* FORMATION is another word for FORM: those of each key that is called so. */
static void help_called(struct arena *a, const struct grammar *g, int lang,
			struct str text, struct str asked, struct tval *rows)
{
	const struct vocabulary *v = g->words;

	for (int i = 0; i < v->n_keys && !rows->n; i++) {
		const char *name;
		struct word_cursor p;

		if (v->keys[i].is_text)
			continue;
		name = arena_printf(a, "%.*s", STR_ARG(v->keys[i].name));
		word_cursor_init(&p, a, v, asked);
		if (word_cursor_word(&p, name) && word_cursor_end(&p))
			help_rows(a, g, text, vocabulary_shown(v, i, lang),
				  rows);
	}
}

/* Does the word stand in the syntax by itself? */
static bool stands_in(struct str syntax, struct str word)
{
	for (size_t i = 0; word.len && i + word.len <= syntax.len; i++) {
		char before = i ? syntax.s[i - 1] : ' ';
		char behind = i + word.len < syntax.len ? syntax.s[i + word.len]
							: ' ';

		if (!memcmp(syntax.s + i, word.s, word.len) &&
		    strchr(" ([{|", before) && strchr(" )]}|", behind))
			return true;
	}
	return false;
}

/* PET is a word in an argument of a spell: the orders that contain an element
 * of this name, or if there are none its parts. */
static void help_within(struct arena *a, const struct grammar *g, int lang,
			struct str text, struct str asked, struct tval *rows)
{
	const struct vocabulary *v = g->words;
	struct str field[3];

	for (int i = 0; i < v->n_keys && !rows->n; i++) {
		struct str shown = vocabulary_shown(v, i, lang);
		struct word_cursor p;

		if (v->keys[i].is_text)
			continue;
		word_cursor_init(&p, a, v, asked);
		if (!word_cursor_word(&p,
				      arena_printf(a, "%.*s",
						   STR_ARG(v->keys[i].name))) ||
		    !word_cursor_end(&p))
			continue;
		for (int part = 0; part < 2 && !rows->n; part++)
			for (int k = 0; help_line(text, k, field); k++)
				if (stands_in(field[0], shown) &&
				    (field[0].s[0] == '<') == part)
					help_row(a, field, rows);
	}
}

/* Add the rows for what was asked; true: they are those of every game. */
static bool help_find(struct arena *a, const struct grammar *g, int lang,
		      struct str text, struct str asked, struct tval *rows)
{
	bool common;

	help_rows(a, g, text, asked, rows);
	if (rows->n)
		return false;
	help_lines(a, g->words, asked, rows);
	if (!rows->n)
		help_commands(a, g->words, asked, rows);
	common = rows->n > 0;
	if (!rows->n)
		help_called(a, g, lang, text, asked, rows);
	if (!rows->n)
		help_within(a, g, lang, text, asked, rows);
	return common;
}

void help_values_outside(struct arena *a, const struct help_game *games, int n,
			 const struct messages *words, struct str asked,
			 struct tval *to)
{
	struct tval *all = tval_put(a, to, "rows", tval_list(a));
	struct tval *begin = tval_put(a, to, "words", tval_list(a));
	struct buf text;
	bool common = false;

	tval_puti(a, to, "of_word", 1);
	buf_init(&text, HELP_MAX);
	for (int i = 0; i < n && !common; i++) {
		const struct grammar *g = games[i].grammar;
		int own = vocabulary_lang(g->words, words->lang);
		struct tval *rows = tval_list(a);

		buf_clear(&text);
		grammar_describe(g, own < 0 ? 0 : own, &text);
		common = help_find(a, g, own < 0 ? 0 : own, buf_str(&text),
				   asked, rows);
		if (!common && rows->n)
			tval_put(a, rows->first, "of_game", games[i].title);
		help_parts(a, buf_str(&text), rows);
		help_words(a, buf_str(&text), begin);
		while (rows->first) {
			struct tval *row = rows->first;

			rows->first = row->next;
			row->next = NULL;
			tval_add(all, row);
		}
	}
	buf_release(&text);
}

void help_values(struct arena *a, const struct grammar *g,
		 const struct messages *words, struct str asked,
		 struct tval *to)
{
	int own = g ? vocabulary_lang(g->words, words->lang) : -1;
	int lang = own < 0 ? 0 : own;
	struct tval *rows = tval_put(a, to, "rows", tval_list(a));
	struct tval *begin = tval_put(a, to, "words", tval_list(a));
	struct tval *more = tval_put(a, to, "more", tval_list(a));
	struct str near;
	struct buf text;

	if (!g)
		return;
	buf_init(&text, HELP_MAX);
	grammar_describe(g, lang, &text);
	if (!asked.len) { /* everything, and the topics of HELP */
		help_words(a, buf_str(&text), begin);
		buf_release(&text);
		return;
	}
	tval_puti(a, to, "of_word", 1);
	(void)help_find(a, g, lang, buf_str(&text), asked, rows);
	help_words(a, buf_str(&text), begin);
	if (!rows->n) {
		near = help_near(a, begin, asked);
		tval_puts(a, to, "near", near);
		if (near.len)
			help_rows(a, g, buf_str(&text), near, rows);
	}
	help_parts(a, buf_str(&text), rows);
	help_cut(a, rows, more);
	buf_release(&text);
}
