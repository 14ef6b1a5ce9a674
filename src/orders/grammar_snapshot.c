/* src/orders/grammar_snapshot.c */
#include "orders/grammar_snapshot.h"
#include "base/parse.h"

enum { GRAMMAR_NUMBER = 1, ROWS_MAX = 512, ROW_NAME = 80, LANG_NAME = 16 };

static const char first_word[] = "grammar ";

static const char *const types[] = {
	[GRAMMAR_PART] = "PART",           [GRAMMAR_ORDER] = "ORDER",
	[GRAMMAR_STANDING] = "STANDING",   [GRAMMAR_QUERY] = "QUERY",
	[GRAMMAR_CONDITION] = "CONDITION", [GRAMMAR_MEANING] = "MEANING",
};

void grammar_snapshot_render(const struct grammar_table *t,
			     const struct vocabulary *v, struct buf *out)
{
	buf_addf(out, "%s%d\n", first_word, GRAMMAR_NUMBER);
	for (int i = 0; i < t->n; i++)
		buf_addf(out, "%s\t%s\t%s\n", types[t->rows[i].type],
			 t->rows[i].name, t->rows[i].pattern);
	for (int i = 0; i < t->n_said; i++)
		buf_addf(out, "%s\t%s\t%s\n", types[GRAMMAR_MEANING],
			 t->said[i].name, t->said[i].pattern);
	for (int l = 0; l < v->n_langs; l++) {
		size_t before = out->len;

		buf_addf(out, "language %.*s\n", STR_ARG(v->lang[l]));
		if (!vocabulary_render(v, l, out))
			out->len = before;
	}
}

/* An example parses as long as the pattern is unchanged. */
static const char *example_of(const struct grammar *now,
			      const struct grammar_row *row)
{
	for (int i = 0; now && i < now->table->n; i++) {
		const struct grammar_row *r = &now->table->rows[i];

		if (r->type == row->type && !strcmp(r->name, row->name) &&
		    !strcmp(r->pattern, row->pattern))
			return r->example;
	}
	return NULL;
}

/* TYPE, name and pattern, parted by tabs */
static bool row_parse(struct str line, const struct grammar *now,
		      struct arena *a, struct grammar_row *out)
{
	struct str type, name;
	size_t k = 0;

	if (!parse_field(&line, '\t', &type) ||
	    !parse_field(&line, '\t', &name) || !name.len ||
	    name.len > ROW_NAME || !line.len ||
	    memchr(line.s, '\t', line.len) || memchr(line.s, 0, line.len))
		return false;
	while (k < ARRAY_LEN(types) && !str_is(type, types[k]))
		k++;
	if (k == ARRAY_LEN(types))
		return false;
	out->type = (enum grammar_row_type)k;
	out->name = arena_str(a, name).s;
	out->pattern = arena_str(a, line).s;
	out->example = example_of(now, out);
	return true;
}

/* the lines up to the next language */
static struct str words_of(struct str *text)
{
	struct str words = { text->s, 0 }, line, rest = *text;

	while (parse_line(&rest, &line) && !str_starts(line, "language ")) {
		words.len = text->len - rest.len;
	}
	text->s += words.len;
	text->len -= words.len;
	return words;
}

static enum err words_parse(struct str text, struct vocabulary *v,
			    struct why *why)
{
	struct str line;
	enum err e = ERR_OK;

	while (!e && parse_line(&text, &line)) {
		struct str lang = line;
		char name[LANG_NAME + 1];

		if (!str_starts(line, "language ") ||
		    line.len > strlen("language ") + LANG_NAME)
			return why_set(why, ERR_FORMAT,
				       "a grammar has no such line");
		lang.s += strlen("language ");
		lang.len -= strlen("language ");
		memcpy(name, lang.s, lang.len);
		name[lang.len] = 0;
		e = vocabulary_add(v, name, words_of(&text), "a grammar", why);
	}
	return e;
}

static enum err rows_parse(struct str *text, const struct grammar *now,
			   struct arena *a, struct grammar_table *out,
			   struct why *why)
{
	struct grammar_row *rows = ARENA_ARRAY(a, ROWS_MAX, struct grammar_row);
	struct grammar_row *said = ARENA_ARRAY(a, ROWS_MAX, struct grammar_row);
	struct str rest = *text, line;
	struct grammar_row row;

	*out = (struct grammar_table){ .rows = rows,
				       .said = said,
				       .kept = true };
	while (parse_line(&rest, &line) && !str_starts(line, "language ")) {
		if (out->n == ROWS_MAX || out->n_said == ROWS_MAX ||
		    !row_parse(line, now, a, &row))
			return why_set(why, ERR_FORMAT,
				       "row %d of a grammar is none",
				       out->n + out->n_said + 1);
		if (row.type == GRAMMAR_MEANING)
			said[out->n_said++] = row;
		else
			rows[out->n++] = row;
		*text = rest;
	}
	return ERR_OK;
}

/* Does it begin with the number of this program's grammars? */
static bool is_first_line(struct str line)
{
	int64_t n;

	if (!str_starts(line, first_word))
		return false;
	line.s += strlen(first_word);
	line.len -= strlen(first_word);
	return parse_int(line, GRAMMAR_NUMBER, GRAMMAR_NUMBER, &n);
}

enum err grammar_snapshot_compile(struct str text, const struct system *sys,
				  const struct grammar *now, struct arena *a,
				  struct grammar **out, struct why *why)
{
	struct grammar_table *t = ARENA_NEW(a, struct grammar_table);
	struct vocabulary *v = ARENA_NEW(a, struct vocabulary);
	struct str line;
	enum err e;

	if (text.len > GRAMMAR_SNAPSHOT_MAX)
		return why_set(why, ERR_TOO_LARGE, "a grammar of %zu bytes",
			       text.len);
	if (!utf8_is_valid(text) || !parse_line(&text, &line) ||
	    !is_first_line(line))
		return why_set(why, ERR_FORMAT,
			       "this program reads no such grammar");
	vocabulary_init(v, a);
	e = rows_parse(&text, now, a, t, why);
	if (!e)
		e = words_parse(text, v, why);
	if (!e && now)
		e = vocabulary_add_texts(v, now->words, why);
	*out = ARENA_NEW(a, struct grammar);
	if (!e)
		e = grammar_init(*out, sys, t, v, a, why);
	return e;
}
