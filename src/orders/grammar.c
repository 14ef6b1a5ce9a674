/*
 * src/orders/grammar.c - compiles the rows of grammar.def to bytecode, checks
 * them, and describes their syntax
 */
#include "orders/grammar.h"
#include "base/ascii.h"
#include "orders/meaning_words.h"
#include "orders/bytecode.h"
#include "base/parse.h"
#include <ctype.h>
#include <stdio.h>

enum {
	CODE_MAX = 16384, /* of a program */
	DEPTH_MAX = 24,
	PATTERN_NAME = 38,
	PATTERN_NAMES = 64, /* of a tag */
	PATTERN_KEY = 128
};

/* --- reading patterns -------------------------------------------------- */

static const char *skip_blanks(const char *p)
{
	while (*p == ' ')
		p++;
	return p;
}

static bool is_name_char(char c)
{
	return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_' ||
	       c == '-' || ascii_is_digit(c);
}

/* Empty if there is none; the compiler complains about it. */
static struct str take_name(const char **p)
{
	const char *from = *p;

	while (is_name_char(**p))
		++*p;
	return (struct str){ from, (size_t)(*p - from) };
}

/* The names for the word in use=word. */
struct choice {
	struct str of;   /* what the keywords begin with */
	struct str list; /* these, !these: not; empty: all */
};

static struct choice take_choice(struct str tag, const char **p)
{
	struct choice c = { .of = tag };

	if (**p == '@') {
		++*p;
		c.of = take_name(p);
	}
	if (**p == '(') {
		c.list.s = ++*p;
		while (**p && **p != ')')
			++*p;
		c.list.len = (size_t)(*p - c.list.s);
		*p += **p == ')';
	}
	return c;
}

/* "||": the bar itself */
static bool is_bar(const char *p)
{
	return p[0] == '|' && p[1] == '|';
}

/* alternatives up to the closing bracket, counted at the outermost level */
static int count_alternatives(const char *p)
{
	int depth = 0, n = 1;

	for (; *p && depth >= 0; p++) {
		if (strchr("([{<", *p))
			depth++;
		else if (strchr(")]}>", *p))
			depth--;
		else if (is_bar(p))
			p++;
		else if (*p == '|' && !depth)
			n++;
	}
	return n;
}

/* --- compiling --------------------------------------------------------- */

struct compiler {
	struct grammar *g;
	int room;
	int depth; /* of parts and brackets within each other */
	enum err err;
	struct why *why;
};

/* The pattern is not in the notation, or names what the game has not. */
static void wrong(struct compiler *c, const char *what, struct str at)
{
	if (!c->err)
		c->err = why_set(c->why, ERR_FORMAT, "a pattern %s: '%.*s'",
				 what, at.len < 40 ? (int)at.len : 40, at.s);
}

/* skip the sign that must come here */
static void take_sign(struct compiler *c, const char **p, char sign)
{
	if (**p == sign)
		++*p;
	else
		wrong(c, "lacks a closing sign", str_of(*p));
}

static int emit(struct compiler *c, enum op op, int a, int b)
{
	struct grammar *g = c->g;

	if (g->n_code == c->room) {
		int room = c->room ? 2 * c->room : 1024;
		struct grammar_insn *code = ARENA_ARRAY(g->arena, (size_t)room,
							struct grammar_insn);

		if (g->n_code)
			memcpy(code, g->code,
			       (size_t)g->n_code * sizeof(*code));
		g->code = code;
		c->room = room;
	}
	if (g->n_code == CODE_MAX) {
		wrong(c, "grows too long", STR(""));
		return CODE_MAX - 1;
	}
	g->code[g->n_code] = (struct grammar_insn){ op, false, a, b, 0 };
	return g->n_code++;
}

static int key_of(struct compiler *c, const char *prefix, struct str name)
{
	char key[64];
	size_t n = strlen(prefix);
	int i;

	if (!name.len || n + name.len >= sizeof(key)) {
		wrong(c, "has no name where one is wanted", name);
		return 0;
	}
	memcpy(key, prefix, n);
	for (size_t k = 0; k < name.len; k++)
		key[n + k] = *prefix ? name.s[k]
				     : (char)tolower((unsigned char)name.s[k]);
	i = vocabulary_key(c->g->words, (struct str){ key, n + name.len });
	if ((i < 0 || !c->g->words->keys[i].words) && !c->err)
		c->err = why_set(c->why, ERR_FORMAT,
				 "no vocabulary has a word for %.*s",
				 (int)(n + name.len), key);
	return i < 0 ? 0 : i;
}

/* -1: the game has no such tag */
static int tag_of(const struct grammar *g, struct str name)
{
	const struct decision_schema *s = &g->sys->decisions;

	for (int i = 0; i < s->n_tags; i++)
		if (str_is(name, s->tags[i].name))
			return i;
	return -1;
}

/* of a tag with names, or a number; -1: it has no such value */
static int value_of(const struct field *f, struct str name)
{
	int64_t v;

	if (parse_int(name, 0, INT32_MAX, &v))
		return (int)v;
	for (int i = 0; f->type == FIELD_ENUM && i < f->n_names; i++)
		if (str_is(name, f->names[i]))
			return i;
	return -1;
}

/* is the name in "a,b,c"? an empty list has all, "!a,b" all others */
static bool in_list(struct str list, const char *name)
{
	if (!list.len)
		return true;
	if (list.s[0] == '!')
		return !in_list((struct str){ list.s + 1, list.len - 1 }, name);
	while (list.len) {
		size_t n = 0;

		while (n < list.len && list.s[n] != ',')
			n++;
		if (str_is((struct str){ list.s, n }, name))
			return true;
		n += n < list.len;
		list.s += n;
		list.len -= n;
	}
	return false;
}

/* A game goes by the names that had a word when it began. */
static bool is_named(const struct compiler *c, const char *prefix,
		     const char *name)
{
	char key[PATTERN_KEY];
	int k, n = snprintf(key, sizeof(key), "%s%s", prefix, name);

	if (!c->g->table->kept)
		return true;
	k = vocabulary_key(c->g->words, (struct str){ key, (size_t)n });
	return k >= 0 && c->g->words->keys[k].words;
}

/* use=word: a keyword for each name */
static void compile_names(struct compiler *c, int tag,
			  const struct choice *choice)
{
	const struct field *f = &c->g->sys->decisions.tags[tag];
	char prefix[PATTERN_NAME + 2];
	int jumps[PATTERN_NAMES], n_jumps = 0, split = -1;

	if (f->type != FIELD_ENUM || f->n_names > PATTERN_NAMES ||
	    choice->of.len > PATTERN_NAME) {
		wrong(c, "wants the names of what has none", choice->of);
		return;
	}
	memcpy(prefix, choice->of.s, choice->of.len);
	memcpy(prefix + choice->of.len, ".", 2);
	for (int i = 0; i < f->n_names; i++) {
		if (!*f->names[i] || !in_list(choice->list, f->names[i]) ||
		    !is_named(c, prefix, f->names[i]))
			continue;
		if (split >= 0)
			c->g->code[split].b = c->g->n_code;
		split = emit(c, OP_SPLIT, c->g->n_code + 1, -1);
		emit(c, OP_WORD, key_of(c, prefix, str_of(f->names[i])), 1);
		emit(c, OP_CONST, tag, i);
		jumps[n_jumps++] = emit(c, OP_JUMP, -1, 0);
	}
	if (!n_jumps) {
		wrong(c, "has no name to choose", choice->list);
		return;
	}
	/* the last has no other */
	c->g->code[split] =
		(struct grammar_insn){ OP_JUMP, false, split + 1, 0, 0 };
	while (n_jumps)
		c->g->code[jumps[--n_jumps]].a = c->g->n_code;
}

static void compile_alternatives(struct compiler *c, const char **p);

/* tag=slot, tag=word(..), tag:value */
static void compile_argument(struct compiler *c, struct str name,
			     const char **p)
{
	int tag = tag_of(c->g, name), slot, value;
	bool constant = *(*p)++ == ':';
	struct str what = take_name(p);

	if (tag < 0) {
		wrong(c, "names a tag that the game has not", name);
		return;
	}
	if (constant) {
		value = value_of(&c->g->sys->decisions.tags[tag], what);
		if (value < 0)
			wrong(c, "names a value that its tag has not", what);
		emit(c, OP_CONST, tag, value);
		return;
	}
	if (str_is(what, "word")) {
		struct choice choice = take_choice(name, p);

		compile_names(c, tag, &choice);
		return;
	}
	slot = grammar_slot_named(what);
	if (slot < 0)
		wrong(c, "names no kind of argument", what);
	else
		emit(c, OP_SLOT, tag, slot);
}

static const struct grammar_row *part_named(const struct grammar *g,
					    struct str name)
{
	for (int i = 0; i < g->table->n; i++)
		if (g->table->rows[i].type == GRAMMAR_PART &&
		    str_is(name, g->table->rows[i].name))
			return &g->table->rows[i];
	return NULL;
}

static void compile_name(struct compiler *c, const char **p)
{
	struct str name = take_name(p);
	const struct grammar_row *part;
	const char *pattern;
	int slot;

	if (**p == '=' || **p == ':') {
		compile_argument(c, name, p);
		return;
	}
	if ('A' <= name.s[0] && name.s[0] <= 'Z') {
		emit(c, OP_WORD, key_of(c, "", name), 1);
		return;
	}
	slot = grammar_slot_named(name);
	if (slot >= 0) {
		emit(c, OP_SLOT, -1, slot);
		return;
	}
	part = name.len ? part_named(c->g, name) : NULL;
	if (!part) {
		wrong(c, "names no part", name.len ? name : str_of(*p));
		return;
	}
	pattern = part->pattern;
	compile_alternatives(c, &pattern);
	if (*pattern)
		wrong(c, "has a sign too many", str_of(pattern));
}

static void compile_sequence(struct compiler *c, const char **p);

static void compile_set(struct compiler *c, const char **p)
{
	int n = count_alternatives(*p), loop;

	if (n > 16) /* the writer keeps two bytes for each set */
		wrong(c, "has more in a set than it can hold", str_of(*p));
	emit(c, OP_SET, n, 0);
	loop = c->g->n_code;
	for (int i = 0; i < n && !c->err; i++) {
		int split = emit(c, OP_SPLIT, c->g->n_code + 1, -1);

		*p = skip_blanks(*p);
		if (**p == '*')
			++*p;
		else
			emit(c, OP_ONCE, i, 0);
		compile_sequence(c, p);
		emit(c, OP_DONE, i, 0);
		emit(c, OP_JUMP, loop, 0);
		c->g->code[split].b = c->g->n_code;
		if (i < n - 1)
			take_sign(c, p, '|');
	}
	emit(c, OP_SET_END, 0, 0);
}

/* a match is always taken */
static void compile_try(struct compiler *c, int split)
{
	if (c->g->n_commits == GRAMMAR_MAX_COMMITS) {
		wrong(c, "has too many of [! and {!", STR(""));
		return;
	}
	c->g->code[split].op = OP_TRY;
	c->g->code[split].commit = c->g->n_commits++;
}

/* [ a ], [! a ] and, with a way back, { a }, {! a } */
static void compile_option(struct compiler *c, const char **p, bool again)
{
	int split = emit(c, OP_SPLIT, c->g->n_code + 1, -1);
	bool commits = *++*p == '!';

	if (commits) {
		++*p;
		compile_try(c, split);
	}
	compile_alternatives(c, p);
	if (commits)
		emit(c, OP_COMMIT, c->g->code[split].commit, 0);
	if (again)
		emit(c, OP_JUMP, split, 0);
	c->g->code[split].b = c->g->n_code;
	take_sign(c, p, again ? '}' : ']');
}

static int sign_token(char sign)
{
	switch (sign) {
	case '/': return TOKEN_SLASH;
	case '&': return TOKEN_EDGE;
	case '|': return TOKEN_BAR;
	case ':': return TOKEN_COLON;
	default: return TOKEN_JOIN;
	}
}

static void compile_item(struct compiler *c, const char **p)
{
	switch (**p) {
	case '(':
		++*p;
		compile_alternatives(c, p);
		take_sign(c, p, ')');
		break;
	case '[': compile_option(c, p, false); break;
	case '{': compile_option(c, p, true); break;
	case '<':
		++*p;
		compile_set(c, p);
		take_sign(c, p, '>');
		break;
	case '?':
	case '~': {
		bool written = *(*p)++ == '~';
		int key = key_of(c, "", take_name(p));
		int at = emit(c, OP_WORD, key, written);

		c->g->code[at].noise = true; /* emit may have moved it */
		break;
	}
	case '/':
	case '&':
	case '+':
	case '|':
	case ':':
		emit(c, OP_SIGN, sign_token(**p), 0);
		c->g->bars |= **p == '|';
		c->g->colons |= **p == ':';
		*p += is_bar(*p) ? 2 : 1;
		break;
	default: compile_name(c, p);
	}
}

static void compile_sequence(struct compiler *c, const char **p)
{
	for (*p = skip_blanks(*p);
	     !c->err && **p && (is_bar(*p) || !strchr("|)]}>", **p));
	     *p = skip_blanks(*p))
		compile_item(c, p);
}

static void compile_alternatives(struct compiler *c, const char **p)
{
	int n = count_alternatives(*p), jumps[16];

	if (n > 16 || c->depth == DEPTH_MAX) {
		wrong(c, "holds too much in itself", str_of(*p));
		return;
	}
	c->depth++;
	for (int i = 0; i < n && !c->err; i++) {
		int split = -1;

		if (i < n - 1)
			split = emit(c, OP_SPLIT, c->g->n_code + 1, -1);
		compile_sequence(c, p);
		jumps[i] = -1;
		if (i < n - 1) {
			jumps[i] = emit(c, OP_JUMP, -1, 0);
			c->g->code[split].b = c->g->n_code;
			take_sign(c, p, '|');
		}
	}
	c->depth--;
	for (int i = 0; i < n && !c->err; i++)
		if (jumps[i] >= 0)
			c->g->code[jumps[i]].a = c->g->n_code;
}

/* one program for all rows of a group of types */
static int compile_rows(struct compiler *c, bool conditions)
{
	const struct grammar_table *t = c->g->table;
	int start = c->g->n_code, split = -1;

	for (int i = 0; i < t->n; i++) {
		const char *p = t->rows[i].pattern;

		if (t->rows[i].type == GRAMMAR_PART ||
		    (t->rows[i].type == GRAMMAR_CONDITION) != conditions)
			continue;
		if (split >= 0)
			c->g->code[split].b = c->g->n_code;
		split = emit(c, OP_SPLIT, c->g->n_code + 1, -1);
		if (grammar_row_find(c->g, &t->rows[i]) < 0)
			wrong(c, "is of an order that the game has not",
			      str_of(t->rows[i].name));
		emit(c, OP_ROW, i, 0);
		compile_alternatives(c, &p);
		if (*p)
			wrong(c, "has a sign too many", str_of(p));
		emit(c, OP_ACCEPT, 0, 0);
	}
	if (split < 0) {
		wrong(c, "is missing", STR(""));
		return start;
	}
	c->g->code[split] =
		(struct grammar_insn){ OP_JUMP, false, split + 1, 0, 0 };
	return start;
}

static void list_words(struct grammar *g)
{
	static const char *const prefixes[N_GRAMMAR_LISTS] = {
		[LIST_AIM] = "aim.",       [LIST_SPELL] = "spell.",
		[LIST_ATTACK] = "attack.", [LIST_CARRIED] = "carried.",
		[LIST_UPKEEP] = "effect.",
	};

	for (int l = 0; l < N_GRAMMAR_LISTS; l++) {
		struct grammar_list *list = &g->list[l];
		size_t room = 0, n = strlen(prefixes[l]);

		for (int k = 0; k < g->words->n_keys; k++) {
			struct str name = g->words->keys[k].name;
			int64_t number = -1;

			if (!str_starts(name, prefixes[l]) ||
			    !g->words->keys[k].words)
				continue;
			name = (struct str){ name.s + n, name.len - n };
			if (!parse_int(name, 0, UINT16_MAX, &number))
				number = -1;
			list->v = arena_grow(g->arena, list->v, (size_t)list->n,
					     &room, sizeof(*list->v));
			list->v[list->n++] =
				(struct grammar_listed){ k, name, (int)number };
		}
	}
}

enum err grammar_init(struct grammar *g, const struct system *sys,
		      const struct grammar_table *table,
		      const struct vocabulary *words, struct arena *a,
		      struct why *why)
{
	static const char *const directions[8] = { "n", "ne", "e", "se",
						   "s", "sw", "w", "nw" };
	struct compiler c = { .g = g, .why = why };

	memset(g, 0, sizeof(*g));
	g->sys = sys;
	g->table = table;
	g->words = words;
	g->arena = a;
	for (int i = 0; i < 8; i++)
		g->key_direction[i] =
			key_of(&c, "direction.", str_of(directions[i]));
	g->key_inch = key_of(&c, "", STR("inch"));
	g->key_degree = key_of(&c, "", STR("degree"));
	g->key_times = key_of(&c, "", STR("times"));
	g->key_level = key_of(&c, "", STR("level"));
	g->key_article = vocabulary_key(words, STR("article"));
	list_words(g);
	g->meaning = table->n_said ? meaning_words_make(words, table, a) : NULL;
	g->orders = compile_rows(&c, false);
	g->conditions = compile_rows(&c, true);
	return c.err;
}

/* --- writing for readers ----------------------------------------------- */

struct str grammar_expected_text(const struct grammar *g, int lang,
				 const struct grammar_expected *e)
{
	char name[32] = "slot.";

	switch (e->what) {
	case EXPECT_KEY: return vocabulary_shown(g->words, e->number, lang);
	case EXPECT_SIGN: return parse_trim(grammar_sign(e->number));
	case EXPECT_END: return vocabulary_text(g->words, "say.end", lang);
	case EXPECT_SLOT: break;
	}
	memcpy(name + 5, grammar_slots[e->number].name,
	       strlen(grammar_slots[e->number].name) + 1);
	return vocabulary_text(g->words, name, lang);
}

/* How far it may be from a word to be taken for it: two letters only where both
 * are long enough and begin alike, none where one has two and they do not: OF
 * is OFF, and NO is not ON. */
static unsigned most_apart(struct str fold, struct str part)
{
	size_t len = fold.len < part.len ? fold.len : part.len;
	bool alike = len && fold.s[0] == part.s[0];

	if (len < 2 || (len == 2 && !alike))
		return 0;
	return len < 4 || !alike ? 1 : 2;
}

/* Of whose name on the list one word is near; a name of the language wins.
 * head: a word that is right must be the noun, the last in English and else the
 * first
 * ("Wolf" of Timber Wolf, and no "Bear" of Bear Strength). */
static const struct vocabulary_word *nearest_on(const struct grammar *g,
						int list, int lang,
						struct str fold, bool head)
{
	const struct grammar_list *l = &g->list[list];
	const struct vocabulary_word *best = NULL;
	unsigned least = 2;
	bool known = false;

	for (int i = 0; i < l->n; i++)
		for (const struct vocabulary_word *w =
			     g->words->keys[l->v[i].key].words;
		     w; w = w->next)
			for (int k = 0; k < w->n; k++) {
				unsigned d =
					w->part[k].len < 4
						? 2
						: utf8_distance(fold,
								w->part[k], 1);

				if (!d && head &&
				    k != (w->lang ? 0 : w->n - 1)) {
					known = true;
					continue;
				}
				if (d < least ||
				    (best && d == least && w->lang == lang &&
				     best->lang != lang)) {
					least = d;
					best = w;
				}
			}
	/* a word that is right, elsewhere in a name, is no slip */
	return known && least ? NULL : best;
}

/* arguments that accept the name of a card */
static bool is_called(int slot)
{
	return slot == SLOT_HANDLE || slot == SLOT_TARGET || slot == SLOT_AIM ||
	       slot == SLOT_WHO || slot == SLOT_SUBJECT || slot == SLOT_NAMED;
}

/* EVERYONE .. is no EVERYONE STAYS WHERE THEY ARE: of the words of a key, one
 * alone, or how it is shown */
static bool may_be_meant(const struct grammar *g, int key,
			 const struct vocabulary_word *w)
{
	return w->n == 1 ||
	       str_equal(w->shown, vocabulary_shown(g->words, key, w->lang));
}

/* The word of the key that is nearest, if it is nearer than *least, or as near
 * and of the language; else best. */
static const struct vocabulary_word *
nearest_of(const struct grammar *g, int key, int lang, struct str fold,
	   const struct vocabulary_word *best, unsigned *least)
{
	for (const struct vocabulary_word *w = g->words->keys[key].words; w;
	     w = w->next) {
		unsigned most = most_apart(fold, w->part[0]);
		unsigned d = utf8_distance(fold, w->part[0], most);

		/* MY is no ME SEPARO, nor a name a Spanish verb */
		if (d > most || !may_be_meant(g, key, w) ||
		    (d && w->lang != lang && (d > 1 || fold.len < 4)))
			continue;
		if (best && d == *least ? w->lang == lang && best->lang != lang
					: d < *least) {
			*least = d;
			best = w;
		}
	}
	return best;
}

struct str grammar_nearest(const struct grammar *g, int lang,
			   const struct grammar_expected *expected,
			   int n_expected, struct str fold)
{
	const struct vocabulary_word *best = NULL;
	unsigned least = 3;

	/* a label, A2, is no word misspelt */
	if (fold.len < 2 || strchr("0123456789", fold.s[fold.len - 1]))
		return STR("");
	for (int i = 0; i < n_expected; i++)
		if (expected[i].what == EXPECT_KEY)
			best = nearest_of(g, expected[i].number, lang, fold,
					  best, &least);
	for (int i = 0; i < n_expected && !best; i++) {
		if (expected[i].what != EXPECT_SLOT)
			continue;
		if (expected[i].number == SLOT_BLOW)
			best = nearest_on(g, LIST_ATTACK, lang, fold, false);
		else if (is_called(expected[i].number))
			best = nearest_on(g, LIST_SPELL, lang, fold, true);
	}
	return best ? best->shown : STR("");
}

static void describe_slot(const struct grammar *g, int lang, struct str what,
			  struct buf *out);

/* use=word: the names, or the slot's text if they are many */
static void describe_names(const struct grammar *g, int lang, int tag,
			   const struct choice *choice, struct buf *out)
{
	struct str list = choice->list;
	const struct field *f = &g->sys->decisions.tags[tag];
	char key[80];
	int n = 0;

	for (int i = 0; i < f->n_names; i++)
		n += *f->names[i] && in_list(list, f->names[i]);
	if (n > 8) {
		describe_slot(g, lang, choice->of, out);
		return;
	}
	n = 0;
	for (int i = 0; i < f->n_names; i++) {
		size_t a = choice->of.len, b = strlen(f->names[i]);

		if (!b || !in_list(list, f->names[i]))
			continue;
		assert(a + b + 2 < sizeof(key));
		memcpy(key, choice->of.s, a);
		key[a] = '.';
		memcpy(key + a + 1, f->names[i], b);
		buf_addz(out, n++ ? " | " : "(");
		buf_adds(out,
			 vocabulary_shown(
				 g->words,
				 vocabulary_key(g->words,
						(struct str){ key, a + b + 1 }),
				 lang));
	}
	buf_addc(out, ')');
}

static void describe_slot(const struct grammar *g, int lang, struct str what,
			  struct buf *out)
{
	char name[48] = "part.";

	assert(what.len < 40);
	memcpy(name + 5, what.s, what.len);
	name[5 + what.len] = 0;
	buf_addc(out, '<');
	buf_adds(out, vocabulary_text(g->words, name, lang));
	buf_addc(out, '>');
}

static void describe_item(const struct grammar *g, int lang, const char **p,
			  struct buf *out)
{
	char lower[64];
	struct choice choice;
	struct str name;
	int tag;

	name = take_name(p);
	if (**p == ':') {
		++*p;
		take_name(p);
		return;
	}
	if (**p == '=') {
		struct str what;

		++*p;
		tag = tag_of(g, name);
		what = take_name(p);
		if (!str_is(what, "word")) {
			describe_slot(g, lang, what, out);
			return;
		}
		choice = take_choice(name, p);
		describe_names(g, lang, tag, &choice, out);
		return;
	}
	if ('A' <= name.s[0] && name.s[0] <= 'Z') {
		assert(name.len < sizeof(lower));
		for (size_t i = 0; i < name.len; i++)
			lower[i] = (char)tolower((unsigned char)name.s[i]);
		buf_adds(out, vocabulary_shown(
				      g->words,
				      vocabulary_key(
					      g->words,
					      (struct str){ lower, name.len }),
				      lang));
		return;
	}
	if (part_named(g, name)) {
		buf_addc(out, '<');
		memcpy(lower, "part.", 5);
		assert(name.len + 6 < sizeof(lower));
		memcpy(lower + 5, name.s, name.len);
		lower[5 + name.len] = 0;
		buf_adds(out, vocabulary_text(g->words, lower, lang));
		buf_addc(out, '>');
		return;
	}
	describe_slot(g, lang, name, out);
}

/* [! stops:1] has nothing that is written */
static void describe_sign(char sign, struct buf *out)
{
	if (sign != ']' || !out->len || out->s[out->len - 1] != '[') {
		buf_addc(out, sign);
		return;
	}
	out->len--;
	if (out->len && out->s[out->len - 1] == ' ')
		out->len--;
}

static void describe_pattern(const struct grammar *g, int lang, const char **p,
			     struct buf *out)
{
	bool blank = false;

	for (; **p; blank = true) {
		size_t before;

		*p = skip_blanks(*p);
		if (!**p)
			break;
		if (**p == '?') {
			++*p;
			take_name(p);
			continue;
		}
		if (**p == '~')
			++*p;
		before = out->len;
		if (blank && before && out->s[before - 1] != ' ' &&
		    !strchr("([{", out->s[before - 1]) && !strchr(")]}>", **p))
			buf_addc(out, ' ');
		if (**p == '&') { /* C5|D5, without blanks */
			if (out->len && out->s[out->len - 1] == ' ')
				out->len--;
			buf_addc(out, '|');
			++*p;
			*p = skip_blanks(*p);
			describe_item(g, lang, p, out);
		} else if (strchr("()[]{}|/+:", **p)) {
			*p += is_bar(*p); /* || is the bar itself */
			describe_sign(*(*p)++, out);
		} else if (**p == '<' || **p == '>') {
			/* any order: as a list of optional parts */
			buf_addc(out, *(*p)++ == '<' ? '[' : ']');
		} else if (**p == '*' || **p == '!') {
			++*p;
		} else {
			describe_item(g, lang, p, out);
		}
	}
}

void grammar_describe_row(const struct grammar *g, int lang,
			  const struct grammar_row *row, struct buf *out)
{
	const char *p = row->pattern;

	describe_pattern(g, lang, &p, out);
}

/* the example, in the reader's words */
void grammar_describe_example(const struct grammar *g, int lang,
			      const struct grammar_row *row, struct buf *out)
{
	struct arena a = { 0 };
	struct token_list *t;
	struct grammar_result *r;

	if (!row->example)
		return;
	t = ARENA_NEW(&a, struct token_list);
	r = ARENA_NEW(&a, struct grammar_result);
	token_split(&a, str_of(row->example), t);
	if (row->type == GRAMMAR_CONDITION) {
		grammar_read_condition(g, &a, NULL, t->v, t->n, r);
		if (r->fault == GRAMMAR_FAULT_NONE)
			grammar_write_condition(g, lang, r->words, r->n_words,
						out);
	} else {
		/* changed words may not parse the example any more */
		grammar_read(g, &a, NULL, t->v, t->n, r);
		if (r->fault == GRAMMAR_FAULT_NONE)
			grammar_write(g, lang, &r->d, out);
	}
	arena_release(&a);
}

void grammar_describe(const struct grammar *g, int lang, struct buf *out)
{
	static const enum grammar_row_type groups[] = {
		GRAMMAR_ORDER, GRAMMAR_STANDING, GRAMMAR_QUERY,
		GRAMMAR_CONDITION, GRAMMAR_PART
	};

	for (size_t k = 0; k < ARRAY_LEN(groups); k++) {
		if (k)
			buf_addc(out, '\n');
		for (int i = 0; i < g->table->n; i++) {
			const struct grammar_row *row = &g->table->rows[i];
			bool part = row->type == GRAMMAR_PART;
			char key[64] = "help.";

			if (row->type != groups[k])
				continue;
			if (part) {
				memcpy(key, "part.", 5);
				memcpy(key + 5, row->name,
				       strlen(row->name) + 1);
				buf_addc(out, '<');
				buf_adds(out,
					 vocabulary_text(g->words, key, lang));
				buf_addz(out, "> = ");
				memcpy(key, "help.", 5);
			}
			memcpy(key + 5, row->name, strlen(row->name) + 1);
			grammar_describe_row(g, lang, row, out);
			buf_addc(out, '\t');
			buf_adds(out, vocabulary_text(g->words, key, lang));
			buf_addc(out, '\t');
			grammar_describe_example(g, lang, row, out);
			buf_addc(out, '\n');
		}
	}
}

/* --- checking ---------------------------------------------------------- */

/* one more, once */
static void key_note(int *keys, int *n, int key)
{
	for (int k = 0; k < *n; k++)
		if (keys[k] == key)
			return;
	keys[(*n)++] = key;
}

/* keys that may come next at pc, without reading anything before them */
static void closure(const struct grammar *g, int pc, unsigned char *seen,
		    int *keys, int *n)
{
	while (!seen[pc]) {
		const struct grammar_insn *i = &g->code[pc];

		seen[pc] = 1;
		switch (i->op) {
		case OP_WORD:
			key_note(keys, n, i->a);
			if (!i->noise)
				return;
			pc++;
			break;
		case OP_SLOT:
			if (grammar_slots[i->b].flags & SLOT_DIRECTIONS)
				for (int d = 0; d < 8; d++)
					key_note(keys, n, g->key_direction[d]);
			return;
		case OP_SIGN:
		case OP_ACCEPT: return;
		case OP_SPLIT:
		case OP_TRY:
			closure(g, i->a, seen, keys, n);
			pc = i->b;
			break;
		case OP_JUMP: pc = i->a; break;
		default: pc++;
		}
	}
}

static bool same_phrase(const struct vocabulary_word *a,
			const struct vocabulary_word *b)
{
	if (a->n != b->n)
		return false;
	for (int i = 0; i < a->n; i++)
		if (!vocabulary_same(a->part[i], b->part[i]) &&
		    !vocabulary_same(b->part[i], a->part[i]))
			return false;
	return true;
}

/* Words of both keys that are the same: in one language a fault; in two they
 * are only listed. */
static int clash(const struct grammar *g, int x, int y, struct buf *faults,
		 struct buf *doubles)
{
	const struct vocabulary_key *a = &g->words->keys[x];
	const struct vocabulary_key *b = &g->words->keys[y];
	int bad = 0;

	for (const struct vocabulary_word *v = a->words; v; v = v->next)
		for (const struct vocabulary_word *w = b->words; w;
		     w = w->next) {
			if (!same_phrase(v, w))
				continue;
			if (v->lang == w->lang && !bad++)
				buf_addf(faults,
					 "%.*s means both %.*s and %.*s at one "
					 "place\n",
					 STR_ARG(v->shown), STR_ARG(a->name),
					 STR_ARG(b->name));
			else if (v->lang != w->lang && doubles)
				buf_addf(doubles,
					 "%.*s\t%.*s %.*s\t%.*s %.*s\n",
					 STR_ARG(v->shown),
					 STR_ARG(g->words->lang[v->lang]),
					 STR_ARG(a->name),
					 STR_ARG(g->words->lang[w->lang]),
					 STR_ARG(b->name));
		}
	return bad != 0;
}

static int check_places(const struct grammar *g, const int *common,
			int n_common, int n_behind, struct buf *faults,
			struct buf *doubles)
{
	size_t n_keys = (size_t)g->words->n_keys;
	unsigned char *told = arena_alloc(g->arena, n_keys * n_keys);
	unsigned char *seen = arena_alloc(g->arena, (size_t)g->n_code);
	int *keys = ARENA_ARRAY(g->arena, n_keys + 8, int);
	int bad = 0;

	for (int pc = 0; pc < g->n_code; pc++) {
		enum op before = pc ? g->code[pc - 1].op : OP_ACCEPT;
		int n = pc == g->orders ? n_common : n_behind;

		/* places are where something was read just before */
		if (pc != g->orders && pc != g->conditions &&
		    before != OP_WORD && before != OP_SLOT && before != OP_SIGN)
			continue;
		memset(seen, 0, (size_t)g->n_code);
		memcpy(keys, common, (size_t)n * sizeof(*keys));
		closure(g, pc, seen, keys, &n);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < i; j++) {
				unsigned char *t =
					&told[(size_t)keys[i] * n_keys +
					      (size_t)keys[j]];

				if (keys[i] != keys[j] && !*t) {
					*t = 1;
					bad += clash(g, keys[i], keys[j],
						     faults, doubles);
				}
			}
	}
	return bad;
}

/* every keyword in use has a word in every language that has any of them */
/* It has words for what every game has; others lend a game a few of theirs. */
static bool is_complete(const struct grammar *g, int lang)
{
	int key = vocabulary_key(g->words, STR("orders"));

	for (const struct vocabulary_word *w =
		     key < 0 ? NULL : g->words->keys[key].words;
	     w; w = w->next)
		if (w->lang == lang)
			return true;
	return key < 0;
}

static int check_languages(const struct grammar *g, struct buf *faults)
{
	int bad = 0;

	for (int pc = 0; pc < g->n_code; pc++) {
		const struct vocabulary_key *k;

		if (g->code[pc].op != OP_WORD || g->code[pc].noise)
			continue;
		k = &g->words->keys[g->code[pc].a];
		for (int l = 0; l < g->words->n_langs; l++) {
			const struct vocabulary_word *w = k->words;

			while (w && w->lang != l)
				w = w->next;
			if (w || !is_complete(g, l))
				continue;
			buf_addf(faults, "%.*s: no word for %.*s\n",
				 STR_ARG(g->words->lang[l]), STR_ARG(k->name));
			bad++;
		}
	}
	return bad;
}

static int check_rows(const struct grammar *g, struct buf *faults)
{
	const struct decision_schema *s = &g->sys->decisions;
	int bad = 0;

	for (int kind = 0; kind < s->n_kinds; kind++) {
		int n = 0;

		for (int i = 0; i < g->table->n; i++)
			n += g->table->rows[i].type != GRAMMAR_PART &&
			     g->table->rows[i].type != GRAMMAR_CONDITION &&
			     !strcmp(g->table->rows[i].name,
				     s->kinds[kind].name);
		if (n != 1) {
			buf_addf(faults, "%s: %d rows in the grammar\n",
				 s->kinds[kind].name, n);
			bad++;
		}
	}
	for (int i = 0; i < g->table->n; i++) {
		const struct grammar_row *row = &g->table->rows[i];
		char key[64] = "help.";

		memcpy(key + 5, row->name, strlen(row->name) + 1);
		for (int l = 0; l < g->words->n_langs; l++) {
			int k = vocabulary_key(g->words, str_of(key));

			if ((k >= 0 && g->words->keys[k].text[l].len) ||
			    !is_complete(g, l))
				continue;
			buf_addf(faults, "%.*s: no text for %s\n",
				 STR_ARG(g->words->lang[l]), key);
			bad++;
		}
	}
	return bad;
}

int grammar_check(const struct grammar *g, const char *const *common,
		  int n_common, int n_behind, struct buf *faults,
		  struct buf *doubles)
{
	int keys[64], n = 0, bad = 0;

	assert(n_common <= 64);
	for (int i = 0; i < n_common; i++) {
		keys[n] = vocabulary_key(g->words, str_of(common[i]));
		if (keys[n] >= 0) {
			n++;
			continue;
		}
		buf_addf(faults, "no word for %s\n", common[i]);
		bad++;
	}
	return bad + check_places(g, keys, n, n_behind, faults, doubles) +
	       check_languages(g, faults) + check_rows(g, faults);
}
