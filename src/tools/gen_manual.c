/*
 * src/tools/gen_manual.c - writes what the manual and the editors' syntax
 * take from the tables: the words of orders, the options, the abilities.
 *
 *	tools_manual TEMPLATES [SYSTEM] <page.in >page
 *
 * SYSTEM is rebellion if it is not named. A line of the input that is a
 * directive between two signs @ is replaced, all others are copied. The pages
 * are mdoc:
 *
 *	@rows SYSTEM TYPE LANG..@	orders, standing orders, queries,
 *					conditions or parts, as list items
 *	@words SYSTEM LANG..@		every keyword, as rows of a table;
 *					SYSTEM common: those of all games
 *	@option SYSTEM NAME@		an option, the head of its list item
 *	@undefined SYSTEM@		the abilities that no rule defines
 *	@abilities SYSTEM LANG..@	abilities, as rows of a table
 *	@doubles NONE@			words that mean two things at one place
 *					in two languages, as list items, or NONE
 *
 * In one language no word may: then nothing is written, and the build fails.
 *
 * and for editors:
 *
 *	@vim@, @nano@			the words of all games and languages,
 *					in groups
 */
#include "base/base.h"
#include "base/ascii.h"
#include "base/parse.h"
#include "games/games.h"
#include <stdio.h>

enum { LANGS_MAX = 4, OUT_MAX = 4 << 20, WORDS_MAX = 8 };

static struct arena arena;

static struct games games;
static const struct game_kind *game; /* whose page it is */

static const struct vocabulary *words_of(const struct game_kind *k)
{
	return k->grammar->words;
}

static bool ends_sentence(struct str s, size_t blank)
{
	return blank > 1 && s.s[blank] == ' ' &&
	       strchr(".?!", s.s[blank - 1]) && s.s[blank - 2] != '.';
}

/*
 * Text lines of mdoc: nothing in them may be taken for a request, and each
 * sentence begins a line.
 */
static void roff(struct buf *out, struct str s)
{
	if (s.len && (s.s[0] == '.' || s.s[0] == '\''))
		buf_addz(out, "\\&");
	for (size_t i = 0; i < s.len; i++) {
		if (s.s[i] == '\\')
			buf_addz(out, "\\e");
		else if (s.s[i] == ' ' && i + 1 < s.len &&
			 strchr(")]", s.s[i + 1]))
			; /* the grammar's description leaves such blanks */
		else if (ends_sentence(s, i))
			buf_addc(out, '\n');
		else
			buf_addc(out, s.s[i]);
	}
}

/* --- rows of the grammar ------------------------------------------------- */

static const struct {
	const char *name;
	enum grammar_row_type type;
} row_types[] = {
	{ "orders", GRAMMAR_ORDER },  { "standing", GRAMMAR_STANDING },
	{ "queries", GRAMMAR_QUERY }, { "conditions", GRAMMAR_CONDITION },
	{ "parts", GRAMMAR_PART },
};

/* what grammar_describe says of one row in one language */
struct told {
	struct str syntax, meaning, example;
};

static struct str rule_of(const char *decision)
{
	const struct decision_schema *d = &game->rules->decisions;

	for (int i = 0; i < d->n_kinds; i++)
		if (!strcmp(d->kinds[i].name, decision))
			return str_of(d->rules->name[d->kinds[i].rule]);
	return STR("");
}

/* what the entry is called */
static void head_write(const struct grammar_row *row, struct str head,
		       struct buf *out)
{
	size_t i = 0;

	if (row->type == GRAMMAR_PART) {
		struct str rest = head;

		/* "<part> = syntax" */
		parse_field(&rest, '=', &head);
		buf_addz(out, ".It ");
	} else {
		/* the words up to the first argument are its name */
		while (i < head.len && !strchr("<([{", head.s[i]))
			i++;
		if (row->type != GRAMMAR_CONDITION)
			head.len = i;
		buf_addz(out, ".It Ic ");
	}
	roff(out, parse_trim(head));
}

static void examples_write(const struct grammar_row *row, const struct told *t,
			   int n, struct buf *out)
{
	buf_addf(out, ".\\\" TEST: %s %s\n.Bd -literal -compact -offset 2n\n",
		 row->type == GRAMMAR_CONDITION ? "conditions" : "orders",
		 game->rules->name);
	for (int i = 0; i < n; i++) {
		roff(out, t[i].example);
		buf_addc(out, '\n');
	}
	buf_addz(out, ".Ed\n");
}

static void row_write(const struct grammar_row *row, const struct told *t,
		      int n, struct buf *out)
{
	struct str rule = rule_of(row->name);

	head_write(row, t[0].syntax, out);
	if (rule.len)
		buf_addf(out, " Pq %.*s", STR_ARG(rule));
	buf_addc(out, '\n');
	for (int i = 0; i < n; i++) {
		if (row->type == GRAMMAR_CONDITION && n == 1)
			break;
		buf_addz(out, ".Bd -ragged -offset 2n -compact\n");
		roff(out, t[i].syntax);
		buf_addz(out, "\n.Ed\n");
	}
	for (int i = 0; i < n; i++) {
		if (i)
			buf_addz(out, ".br\n");
		roff(out, t[i].meaning);
		buf_addc(out, '\n');
	}
	if (n && t[0].example.len)
		examples_write(row, t, n, out);
}

static void rows(struct str type, const int *langs, int n, struct buf *out)
{
	const struct grammar_table *table = game->orders;
	struct buf text[LANGS_MAX];
	struct str rest[LANGS_MAX];

	for (int i = 0; i < n; i++) {
		buf_init(&text[i], OUT_MAX);
		grammar_describe(game->grammar, langs[i], &text[i]);
		rest[i] = buf_str(&text[i]);
	}
	/* the description has the rows of each type together, in this order */
	for (size_t k = 0; k < ARRAY_LEN(row_types); k++) {
		for (int r = 0; r < table->n; r++) {
			const struct grammar_row *row = &table->rows[r];
			struct told t[LANGS_MAX];

			if (row->type != row_types[k].type)
				continue;
			for (int i = 0; i < n; i++) {
				struct str line;

				do
					parse_line(&rest[i], &line);
				while (!line.len);
				parse_field(&line, '\t', &t[i].syntax);
				parse_field(&line, '\t', &t[i].meaning);
				t[i].example = line;
			}
			if (str_is(type, row_types[k].name))
				row_write(row, t, n, out);
		}
	}
	for (int i = 0; i < n; i++)
		buf_release(&text[i]);
}

/* --- words --------------------------------------------------------------- */

static struct vocabulary common; /* the words of all games alone */

static bool is_common(struct str key)
{
	return vocabulary_key(&common, key) >= 0;
}

/* all the ways to say a key in a language, after `before`; true if any */
static bool ways(const struct vocabulary_key *k, int lang, const char *before,
		 const char *between, struct buf *out)
{
	bool any = false;

	for (const struct vocabulary_word *w = k->words; w; w = w->next) {
		if (w->lang != lang)
			continue;
		buf_addz(out, any ? between : before);
		roff(out, w->shown);
		any = true;
	}
	return any;
}

static void word_rows(bool of_all, const int *langs, int n, struct buf *out)
{
	for (int k = 0; k < words_of(game)->n_keys; k++) {
		const struct vocabulary_key *key = &words_of(game)->keys[k];
		struct str rest = key->name, family;

		if (key->is_text || str_starts(key->name, "mean.") ||
		    is_common(key->name) != of_all)
			continue;
		parse_field(&rest, '.', &family);
		if (str_is(family, "ability"))
			continue;
		buf_addz(out, ".It Ic ");
		roff(out, vocabulary_shown(words_of(game), k, langs[0]));
		buf_addc(out, '\n');
		for (int i = 0; i < n; i++) {
			if (i)
				buf_addz(out, ".br\n");
			ways(key, langs[i], "", ", ", out);
			buf_addc(out, '\n');
		}
	}
}

/* --- options and abilities ----------------------------------------------- */

/* the head of one item; what the option means is written below it */
static bool option_head(struct str name, struct buf *out)
{
	int i = option_find(game->rules->options, game->rules->n_options, name);
	struct str names, one, fallback = { 0 };
	const struct option_row *o;
	const char *rule;

	if (i < 0)
		return false;
	o = &game->rules->options[i];
	rule = game->rules->events.rules->name[o->rule];
	buf_addf(out, ".It Cm %s No = ", o->name);
	names = str_of(o->names);
	for (int32_t v = 0; names.len && parse_field(&names, '|', &one); v++) {
		buf_addf(out, "%s%.*s", v ? " | " : "Ar ", STR_ARG(one));
		if (v == o->fallback)
			fallback = one;
	}
	if (fallback.len)
		buf_addf(out, "\n.Pq %s , default %.*s\n", rule,
			 STR_ARG(fallback));
	else
		buf_addf(out, "Ar %d No to Ar %d\n.Pq %s , default %d\n",
			 (int)o->min, (int)o->max, rule, (int)o->fallback);
	return true;
}

static void ability_rows(const int *langs, int n, struct buf *out)
{
	struct game_ability a;

	for (int i = 1; game->ability && game->ability(i, &a); i++) {
		char key[64];
		int k;

		if (!a.defined)
			continue;
		snprintf(key, sizeof(key), "ability.%s", a.name);
		k = vocabulary_key(words_of(game), str_of(key));
		buf_addz(out, ".It Ic ");
		for (int l = 0; l < n; l++) {
			if (l)
				buf_addz(out, " / ");
			roff(out,
			     vocabulary_shown(words_of(game), k, langs[l]));
		}
		buf_addf(out, "\n%s, %s\n.Pq %s\n", a.slot,
			 a.optional ? "optional" : "always on", a.rule);
	}
}

/* the abilities that figures may show and no rule defines, in a sentence */
static void undefined_abilities(struct buf *out)
{
	struct game_ability a;
	bool any = false;

	for (int i = 1; game->ability && game->ability(i, &a); i++) {
		if (a.defined)
			continue;
		buf_addf(out, "%s%s", any ? ", " : "", a.name);
		any = true;
	}
	buf_addc(out, '\n');
}

/* --- editors ------------------------------------------------------------- */

enum group { GROUP_HEAD, GROUP_ORDER, GROUP_CONTROL, GROUP_WORD, GROUP_NAME };

static bool begins_a_row(const struct game_kind *of, struct str key)
{
	for (int i = 0; i < of->orders->n; i++) {
		const struct grammar_row *r = &of->orders->rows[i];
		size_t n = strcspn(r->pattern, " ");
		bool same = n == key.len && r->type != GRAMMAR_PART &&
			    r->type != GRAMMAR_CONDITION;

		for (size_t k = 0; same && k < n; k++) {
			char c = r->pattern[k];

			c = ascii_lower(c);
			same = c == key.s[k];
		}
		if (same)
			return true;
	}
	return false;
}

static enum group group_of(const struct game_kind *of, struct str key)
{
	if (str_is(key, "orders") || str_is(key, "preview") ||
	    str_is(key, "join") || str_is(key, "gm"))
		return GROUP_HEAD;
	for (size_t i = 0; i < key.len; i++)
		if (key.s[i] == '.')
			return GROUP_NAME;
	if (begins_a_row(of, key))
		return GROUP_ORDER;
	return is_common(key) ? GROUP_CONTROL : GROUP_WORD;
}

/* written before, in another group: the first one stays */
static bool is_written(struct str *seen, int *n, int max, struct str word)
{
	for (int i = 0; i < *n; i++)
		if (str_equal(seen[i], word))
			return true;
	assert(*n < max);
	seen[(*n)++] = word;
	return false;
}

static void vim_word(const char *group, struct str word, struct buf *out)
{
	bool several = memchr(word.s, ' ', word.len) != NULL;

	if (several)
		buf_addf(out, "syn match %s /\\c\\<%.*s\\>/\n", group,
			 STR_ARG(word));
	else
		buf_addf(out, "syn keyword %s %.*s\n", group, STR_ARG(word));
}

/* the words of a game in a group: for vim as lines, else in a row */
static void editor_words(const struct game_kind *of, enum group group,
			 const char *vim, struct str *seen, int *n_seen,
			 int max, struct buf *out)
{
	for (int k = 0; k < words_of(of)->n_keys; k++) {
		const struct vocabulary_key *key = &words_of(of)->keys[k];

		if (key->is_text || str_starts(key->name, "mean.") ||
		    group_of(of, key->name) != group)
			continue;
		for (const struct vocabulary_word *w = key->words; w;
		     w = w->next) {
			if (is_written(seen, n_seen, max, w->shown))
				continue;
			if (vim)
				vim_word(vim, w->shown, out);
			else
				buf_addf(out, "%s%.*s", out->len ? "|" : "",
					 STR_ARG(w->shown));
		}
	}
}

static void editor(bool vim, struct buf *out)
{
	static const struct {
		const char *vim, *nano;
	} groups[] = {
		[GROUP_HEAD] = { "heraldoHead", "brightred" },
		[GROUP_ORDER] = { "heraldoOrder", "brightgreen" },
		[GROUP_CONTROL] = { "heraldoControl", "brightmagenta" },
		[GROUP_WORD] = { "heraldoWord", "cyan" },
		[GROUP_NAME] = { "heraldoName", "yellow" },
	};
	static struct str seen[8192];
	struct buf list;
	int n_seen = 0;

	buf_init(&list, OUT_MAX);
	for (size_t g = 0; g < ARRAY_LEN(groups); g++) {
		buf_clear(&list);
		for (int i = 0; i < games.n; i++)
			editor_words(&games.kinds[i], (enum group)g,
				     vim ? groups[g].vim : NULL, seen, &n_seen,
				     ARRAY_LEN(seen), &list);
		if (vim)
			buf_adds(out, buf_str(&list));
		else if (list.len)
			buf_addf(out, "icolor %s \"\\<(%.*s)\\>\"\n",
				 groups[g].nano, STR_ARG(buf_str(&list)));
	}
	buf_release(&list);
}

/* --- what no grammar may have ----------------------------------------------
 */

static struct buf doubles; /* words of two languages that mean two things */

static enum err words_check(struct why *why)
{
	struct buf faults;
	int bad = 0;

	buf_init(&faults, OUT_MAX);
	buf_init(&doubles, OUT_MAX);
	for (int i = 0; i < games.n; i++)
		bad += grammar_check(games.kinds[i].grammar, orders_common_keys,
				     orders_n_common_keys, orders_n_behind_keys,
				     &faults, &doubles);
	if (bad)
		why_set(why, ERR_FORMAT, "faults of the words of orders:\n%s",
			faults.s);
	buf_release(&faults);
	return bad ? ERR_FORMAT : ERR_OK;
}

/* as rows of a table: the word, and what it is in each of the languages */
static void double_rows(struct str none, struct buf *out)
{
	struct str rest = buf_str(&doubles), line, word;

	if (!rest.len)
		buf_addf(out, ".It %.*s\n", STR_ARG(none));
	while (parse_line(&rest, &line)) {
		parse_field(&line, '\t', &word);
		buf_addz(out, ".It Ic ");
		roff(out, word);
		buf_addc(out, '\n');
		while (parse_field(&line, '\t', &word)) {
			roff(out, word);
			buf_addz(out, line.len ? ",\n" : "\n");
		}
	}
}

/* languages by their names; false: there is no such */
static bool langs_read(const struct str *word, int n, int *langs)
{
	for (int i = 0; i < n; i++) {
		langs[i] = vocabulary_lang(words_of(game), word[i]);
		if (langs[i] < 0)
			return false;
	}
	return true;
}

/* lines that the manual makes of a game's words, in some languages */
static bool direct_words(const struct str *word, int n, struct buf *out)
{
	bool is_rows = str_is(word[0], "rows");
	int langs[LANGS_MAX], first = is_rows ? 3 : 2;
	int n_langs = n - first < LANGS_MAX ? n - first : LANGS_MAX;

	if (n_langs <= 0 || !langs_read(word + first, n_langs, langs))
		return false;
	if (is_rows)
		rows(word[2], langs, n_langs, out);
	else if (str_is(word[0], "words"))
		word_rows(str_is(word[1], "common"), langs, n_langs, out);
	else if (str_is(word[0], "abilities"))
		ability_rows(langs, n_langs, out);
	else
		return false;
	return true;
}

/* --- the page ------------------------------------------------------------ */

static bool direct(struct str text, struct buf *out)
{
	struct str word[WORDS_MAX];
	int n = 0;

	while (n < WORDS_MAX && parse_field(&text, ' ', &word[n]))
		n++;
	if (n == 2 && str_is(word[0], "doubles")) {
		double_rows(word[1], out);
		return true;
	}
	if (n == 1 && (str_is(word[0], "vim") || str_is(word[0], "nano"))) {
		editor(str_is(word[0], "vim"), out);
		return true;
	}
	if (n < 2 || (!str_is(word[1], game->rules->name) &&
		      !(str_is(word[0], "words") && str_is(word[1], "common"))))
		return false;
	if (str_is(word[0], "undefined")) {
		undefined_abilities(out);
		return true;
	}
	if (str_is(word[0], "option"))
		return n == 3 && option_head(word[2], out);
	return direct_words(word, n, out);
}

static enum err page(FILE *in, struct buf *out, struct why *why)
{
	char line[4096];

	for (int n = 1; fgets(line, sizeof(line), in); n++) {
		struct str s = parse_trim(str_of(line));

		if (s.len < 3 || s.s[0] != '@' || s.s[s.len - 1] != '@') {
			buf_addz(out, line);
			continue;
		}
		if (!direct((struct str){ s.s + 1, s.len - 2 }, out))
			return why_set(why, ERR_FORMAT,
				       "line %d: %.*s is no directive", n,
				       STR_ARG(s));
	}
	return out->full ? ERR_TOO_LARGE : ERR_OK;
}

int main(int argc, char **argv)
{
	struct why why = { 0 };
	struct buf out;
	enum err e;

	if (argc < 2 || argc > 3 ||
	    (argc == 3 && !game_kind_find(str_of(argv[2])))) {
		fputs("usage: tools_manual TEMPLATES [SYSTEM] <page.in >page\n",
		      stderr);
		return 2;
	}
	vocabulary_init(&common, &arena);
	e = vocabulary_load(&common, argv[1], NULL, &why);
	if (!e)
		e = games_open(&games, game_kinds, n_game_kinds, argv[1], &why);
	if (!e)
		e = words_check(&why);
	game = &games.kinds[0];
	for (int i = 0; argc == 3 && i < games.n; i++)
		if (str_is(str_of(argv[2]), games.kinds[i].rules->name))
			game = &games.kinds[i];
	buf_init(&out, OUT_MAX);
	if (!e)
		e = page(stdin, &out, &why);
	if (e)
		fprintf(stderr, "tools_manual: %s\n",
			why.text[0] ? why.text : err_text(e));
	else
		fwrite(out.s, 1, out.len, stdout);
	buf_release(&out);
	games_release(&games);
	arena_release(&arena);
	return e ? 1 : 0;
}
