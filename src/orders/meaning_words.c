/* src/orders/meaning_words.c */
#include "orders/meaning_words.h"
#include "base/ascii.h"
#include "base/parse.h"
#include "base/str.h"
#include <stdlib.h>
#include <string.h>

/* --- the words, sorted -------------------------------------------------- */

struct word {
	const struct vocabulary_word *w;
	enum mean_class is;
	struct str value;
	int32_t number;
	bool stem;
	int order; /* in the vocabularies */
};

/* A word of the lists, with cheap tests that reject most slips: each unknown
 * word is compared with thousands. */
struct slip {
	uint8_t least, most; /* bytes of its slips */
	uint8_t lang;
	uint16_t at;      /* of the words */
	uint32_t letters; /* that it has, letters_of() */
};

struct meaning_words {
	struct word *v;
	int n;
	struct slip *slip; /* in the order of the words */
	int n_slips;
	uint16_t *spell; /* the words of cards, in their order */
	int n_spells;
	uint16_t *ending; /* those of the first person */
	int n_endings;
	enum grammar_places places; /* that its orders have */
	struct said_row *rows;
	int n_rows;
};

static const char *const classes[N_MEAN_CLASSES] = {
	[MEAN_IDLE] = "idle",     [MEAN_REMARK] = "remark",
	[MEAN_PLEASE] = "please", [MEAN_VERB] = "verb",
	[MEAN_ASKED] = "asked",   [MEAN_REL] = "rel",
	[MEAN_WAY] = "way",       [MEAN_MOD] = "mod",
	[MEAN_PRO] = "pro",       [MEAN_ALL] = "all",
	[MEAN_MINE] = "mine",     [MEAN_FOE] = "foe",
	[MEAN_NOT] = "not",       [MEAN_ASK] = "ask",
	[MEAN_IF] = "if",         [MEAN_STATE] = "state",
	[MEAN_ELSE] = "else",     [MEAN_OR] = "or",
	[MEAN_AND] = "and",       [MEAN_THEN] = "then",
	[MEAN_ONLY] = "only",     [MEAN_NOUN] = "noun",
	[MEAN_THING] = "thing",   [MEAN_EDGE] = "edge",
	[MEAN_NUMBER] = "number", [MEAN_TABLE] = "table",
	[MEAN_CLITIC] = "clitic", [MEAN_ENDING] = "ending",
};

/* Two neighbouring letters are swapped: MVOE. */
static bool word_swaps(struct str typed, struct str word)
{
	size_t i = 0;

	if (typed.len != word.len)
		return false;
	while (i < word.len && typed.s[i] == word.s[i])
		i++;
	return i + 1 < word.len && typed.s[i] == word.s[i + 1] &&
	       typed.s[i + 1] == word.s[i] &&
	       !memcmp(typed.s + i + 2, word.s + i + 2, word.len - i - 2);
}

/* One slip apart at most, of words with at least so many letters. */
static bool word_is_slip(struct str typed, struct str word, size_t least)
{
	return typed.len >= least && word.len >= least &&
	       (utf8_distance(typed, word, 2) < 2 || word_swaps(typed, word));
}

static int str_order(struct str a, struct str b)
{
	size_t n = a.len < b.len ? a.len : b.len;
	int c = n ? memcmp(a.s, b.s, n) : 0;

	return c ? c : (a.len > b.len) - (a.len < b.len);
}

/* single words come before several that begin with them */
static int by_first(const void *a, const void *b)
{
	const struct word *x = a, *y = b;
	int c = str_order(x->w->part[0], y->w->part[0]);

	c = c ? c : (x->w->n > 1) - (y->w->n > 1);
	return c ? c : (x->order > y->order) - (x->order < y->order);
}

static void row_split(const struct grammar_row *of, struct said_row *out)
{
	struct str names = str_of(of->name), order = str_of(of->pattern);
	struct str parts, one;

	*out = (struct said_row){ .n_verbs = 0 };
	out->casts = strstr(of->pattern, " CAST %m") ||
		     strstr(of->pattern, "QUICKCAST");
	out->asked = names.len && names.s[names.len - 1] == '!';
	names.len -= out->asked;
	while (parse_field(&names, '/', &one)) {
		assert(out->n_verbs < SAID_VERBS);
		out->verb[out->n_verbs++] = one;
	}
	if (!parse_field(&order, '=', &parts))
		return;
	out->order = parse_trim(order);
	out->waits = out->order.len && out->order.s[0] == '^';
	out->order.s += out->waits;
	out->order.len -= out->waits;
	out->order = parse_trim(out->order);
	while (parse_field(&parts, ' ', &one)) {
		bool may = one.len && one.s[one.len - 1] == '?';

		one.len -= may;
		if (!one.len)
			continue;
		assert(out->n_parts < SAID_PARTS);
		out->may[out->n_parts] = may;
		out->part[out->n_parts++] = one;
	}
}

static void rows_split(struct meaning_words *m, const struct grammar_table *t,
		       struct arena *a)
{
	m->rows = ARENA_ARRAY(a, (size_t)t->n_said + 1, struct said_row);
	m->n_rows = t->n_said;
	for (int i = 0; i < t->n_said; i++)
		row_split(&t->said[i], &m->rows[i]);
}

int meaning_rows(const struct meaning_words *m, const struct said_row **rows)
{
	*rows = m->rows;
	return m->n_rows;
}

/* The keys that are verbs of rows; the words of their orders are verbs, too.
 * MAGE is a figure. */
static bool *verbs_of(const struct meaning_words *m, const struct vocabulary *v,
		      struct arena *a)
{
	bool *is = ARENA_ARRAY(a, (size_t)v->n_keys + 1, bool);

	for (int i = 0; i < m->n_rows; i++)
		for (int n = 0; n < m->rows[i].n_verbs; n++) {
			struct str name = m->rows[i].verb[n];
			int key = vocabulary_key(v, name);

			if (key >= 0 && !str_is(name, "mage") &&
			    !str_is(name, "door"))
				is[key] = true;
		}
	return is;
}

/* The class of a key's words; false: the key is not read by meaning. */
static bool key_class(struct str name, bool is_verb, struct word *out)
{
	static const char *const points[8] = { "n", "ne", "e", "se",
					       "s", "sw", "w", "nw" };
	struct str rest = name, head, kind;
	int64_t number;

	*out = (struct word){ .value = name, .is = MEAN_VERB };
	if (is_verb)
		return true;
	if (!parse_field(&rest, '.', &head))
		return false;
	*out = (struct word){ .value = rest };
	if (str_is(head, "number") && parse_int(rest, 0, 99, &number)) {
		out->is = MEAN_NUMBER;
		out->number = (int32_t)number * 100;
		return true;
	}
	for (int i = 0; str_is(head, "direction") && i < 8; i++)
		if (str_is(rest, points[i])) {
			out->is = MEAN_DIR;
			out->number = 45 * i;
			return true;
		}
	if (str_is(head, "spell") && parse_int(rest, 1, INT16_MAX, &number)) {
		out->is = MEAN_SPELL;
		out->number = (int32_t)number;
		return true;
	}
	if (!str_is(head, "mean") || !parse_field(&rest, '.', &kind))
		return false;
	out->value = rest;
	for (int i = 0; i < N_MEAN_CLASSES; i++)
		if (classes[i] && str_is(kind, classes[i]))
			out->is = (enum mean_class)i;
	if (out->is == MEAN_NUMBER && parse_int(rest, 0, 99, &number))
		out->number = (int32_t)number * 100;
	return out->is != MEAN_UNKNOWN;
}

/* bits of the letters that a word has */
static uint32_t letters_of(struct str s)
{
	uint32_t bits = 0;

	for (size_t i = 0; i < s.len; i++)
		bits |= UINT32_C(1) << (s.s[i] & 31);
	return bits;
}

/* make the short lists that each unknown word is compared with; see
 * slip_of() */
static void lists_make(struct meaning_words *m, struct arena *a)
{
	m->slip = ARENA_ARRAY(a, (size_t)m->n + 1, struct slip);
	m->n_slips = m->n_spells = 0;
	m->spell = ARENA_ARRAY(a, (size_t)m->n + 1, uint16_t);
	m->ending = ARENA_ARRAY(a, (size_t)m->n + 1, uint16_t);
	for (int i = 0; i < m->n && i <= UINT16_MAX; i++) {
		const struct word *w = &m->v[i];
		size_t len = w->w->part[0].len;

		if (w->is == MEAN_SPELL)
			m->spell[m->n_spells++] = (uint16_t)i;
		if (w->is == MEAN_ENDING)
			m->ending[m->n_endings++] = (uint16_t)i;
		if ((w->is != MEAN_VERB && w->is != MEAN_THING &&
		     w->is != MEAN_REL && w->is != MEAN_NOUN &&
		     w->is != MEAN_MOD && (w->is != MEAN_DIR || len < 3)) ||
		    w->w->n != 1 || len < 3 || len > 100)
			continue;
		m->slip[m->n_slips++] = (struct slip){
			.least = (uint8_t)(len - 1),
			.most = (uint8_t)(len + (w->stem ? 3 : 1)),
			.lang = (uint8_t)w->w->lang,
			.at = (uint16_t)i,
			.letters = letters_of(w->w->part[0])
		};
	}
}

struct meaning_words *meaning_words_make(const struct vocabulary *v,
					 const struct grammar_table *t,
					 struct arena *a)
{
	struct meaning_words *m = ARENA_NEW(a, struct meaning_words);
	struct word of;
	int n = 0;
	bool any = false, *verb;

	rows_split(m, t, a);
	verb = verbs_of(m, v, a);
	for (int i = 0; i < v->n_keys; i++)
		if (key_class(v->keys[i].name, verb[i], &of))
			for (const struct vocabulary_word *w = v->keys[i].words;
			     w; w = w->next)
				n++;
	m->v = ARENA_ARRAY(a, (size_t)n + 1, struct word);
	for (int i = 0; i < v->n_keys; i++) {
		if (!key_class(v->keys[i].name, verb[i], &of))
			continue;
		any |= str_starts(v->keys[i].name, "mean.");
		for (const struct vocabulary_word *w = v->keys[i].words; w;
		     w = w->next) {
			of.w = w;
			of.order = m->n;
			of.stem = w->shown.len &&
				  w->shown.s[w->shown.len - 1] == '*';
			m->v[m->n++] = of;
		}
	}
	for (int i = 0; i < t->n && m->places == GRAMMAR_NO_PLACES; i++)
		m->places = strstr(t->rows[i].pattern, "=point")
				    ? GRAMMAR_POINTS
			    : strstr(t->rows[i].pattern, "=square")
				    ? GRAMMAR_SQUARES
			    : strstr(t->rows[i].pattern, "=zone")
				    ? GRAMMAR_ZONES
				    : GRAMMAR_NO_PLACES;
	qsort(m->v, (size_t)m->n, sizeof(*m->v), by_first);
	lists_make(m, a);
	return any ? m : NULL;
}

enum grammar_places meaning_places(const struct meaning_words *m)
{
	return m->places;
}

bool meaning_words_have(const struct meaning_words *m, int lang)
{
	for (int i = 0; i < m->n; i++)
		if (m->v[i].is == MEAN_VERB && m->v[i].w->lang == lang)
			return true;
	return false;
}

/* the first of the words that begin with this part */
static int first_of(const struct meaning_words *m, struct str part)
{
	int from = 0, to = m->n;

	while (from < to) {
		int mid = (from + to) / 2;

		if (str_order(m->v[mid].w->part[0], part) < 0)
			from = mid + 1;
		else
			to = mid;
	}
	return from;
}

/* --- one line ------------------------------------------------------------ */

enum { NAME_WORDS = 8 };

struct lexing {
	struct mean_line *l;
	const struct reader *r;
	const struct meaning_words *words;
	/* the names in words */
	struct str *part;
	int *of;
	int n_parts;
	struct listed *at; /* of each token, or NULL: nothing is kept */
};

/* The best word of the lists at a token, kept because names and cards ask for
 * it again and again. */
struct listed {
	struct mean_item item;
	int len; /* tokens, 0 none; known only if tried */
	bool tried;
};

int mean_seat_of(const struct grammar_name *n)
{
	char letter = label_letter(n->label);

	if (n->seat)
		return n->seat < 0 ? -1 : n->seat - 1;
	return 'A' <= letter && letter <= 'H' ? letter - 'A' : -1;
}

static bool lang_counts(const struct lexing *x, const struct vocabulary_word *w)
{
	return !x->l->langs || x->l->langs >> w->lang & 1;
}

static bool has_stem(struct str typed, struct str stem)
{
	return typed.len >= stem.len && !memcmp(typed.s, stem.s, stem.len);
}

/* tokens at pos that are this word; *how: 3 whole, 2 in the plural, 1 a stem */
static int word_length(const struct lexing *x, int pos, const struct word *w,
		       int *how)
{
	const struct reader *r = x->r;

	*how = 3;
	for (int i = 0; i < w->w->n; i++) {
		bool last = i + 1 == w->w->n;
		struct str part = w->w->part[i], typed;

		if (pos + i >= r->n || r->t[pos + i].type != TOKEN_WORD)
			return 0;
		typed = r->t[pos + i].fold;
		if (str_equal(typed, part))
			continue;
		if (last && w->stem && has_stem(typed, part))
			*how = 1;
		else if (last && part.len > 2 && vocabulary_same(typed, part))
			*how = 2;
		else
			return 0;
	}
	return w->w->n;
}

/* how good a word at a place is, above others */
static int word_rank(const struct word *w, int len, int how)
{
	return len * 1000 + how * 100 +
	       (how == 1 ? (int)w->w->part[w->w->n - 1].len : 0);
}

static bool ends_in_object(struct str fold)
{
	static const char *const ends[] = { "LO",  "LA",  "LE",
					    "LOS", "LAS", "LES" };

	for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
		size_t n = strlen(ends[i]);

		if (fold.len > n + 3 &&
		    !memcmp(fold.s + fold.len - n, ends[i], n))
			return true;
	}
	return false;
}

/* PEGALE and LE PEGA name their object */
static bool carries_object(const struct vocabulary_word *w, struct str last,
			   int how)
{
	struct str first = w->part[0];

	return (how == 1 && ends_in_object(last)) ||
	       (w->n > 1 && (str_is(first, "LE") || str_is(first, "LES")));
}

/* Has a word one of the endings of a kind that the vocabularies list? */
static bool has_ending(const struct lexing *x, struct str fold,
		       const char *kind)
{
	bool any = false;

	for (int k = 0; k < x->words->n_endings; k++) {
		const struct word *w = &x->words->v[x->words->ending[k]];
		struct str end = w->w->part[0];

		any |= str_is(w->value, kind) && lang_counts(x, w->w) &&
		       fold.len >= end.len &&
		       !memcmp(fold.s + fold.len - end.len, end.s, end.len);
	}
	return any;
}

/* HUYO, ME MUEVO, LE LANZO: the writer does it himself; the endings NOT are
 * those of nouns, as ZARPAZO */
static bool in_first_person(const struct lexing *x, const struct mean_item *i)
{
	enum { CLITIC = 3 };
	const struct token *t = &x->r->t[i->from];

	if (i->to > i->from + 1 && t->fold.len <= CLITIC)
		t++;
	return t->type == TOKEN_WORD && has_ending(x, t->fold, "me") &&
	       !has_ending(x, t->fold, "not");
}

static bool is_article(struct str fold)
{
	return str_is(fold, "THE") || str_is(fold, "EL") || str_is(fold, "LA");
}

static int listed_at(const struct lexing *x, int pos, struct mean_item *out);

/* it follows a number or a word that leads there */
static bool leads_there(const struct lexing *x, int pos)
{
	struct mean_item of = { .is = MEAN_UNKNOWN };
	struct str before = pos ? x->r->t[pos - 1].fold : STR("");

	if (pos && x->r->t[pos - 1].type == TOKEN_NUMBER)
		return true;
	/* FIVE INCHES NROTH */
	if (pos > 1 && (x->r->t[pos - 2].type == TOKEN_NUMBER ||
			(listed_at(x, pos - 2, &of) && of.is == MEAN_NUMBER)))
		return true;
	/* TO THE NORTH */
	if (pos > 1 && is_article(before))
		before = x->r->t[pos - 2].fold;
	for (int i = first_of(x->words, before);
	     before.len && i < x->words->n &&
	     str_equal(x->words->v[i].w->part[0], before);
	     i++)
		if (x->words->v[i].w->n == 1 && x->words->v[i].is == MEAN_REL)
			return true;
	return false;
}

/* the line or its phrase ends in front of a token */
static bool ends_phrase(const struct lexing *x, int pos)
{
	const struct token *t = &x->r->t[pos];

	return pos >= x->r->n || t->type != TOKEN_WORD ||
	       t[-1].raw.s[t[-1].raw.len] == ',';
}

/* .. or it ends the line or its phrase */
static bool may_be_direction(const struct lexing *x, int pos)
{
	return (pos && ends_phrase(x, pos + 1)) || leads_there(x, pos);
}

/* CAREFULLY says something where a game lists it, and nothing elsewhere */
static bool is_better(const struct mean_item *so_far, int rank, int best)
{
	return rank > best || (rank == best && (so_far->is == MEAN_IDLE ||
						so_far->is == MEAN_ASK));
}

/* does word i begin with the part? A stem is a single word, before others. */
static bool begins_with(const struct meaning_words *m, int i, struct str part,
			bool stem)
{
	return i < m->n && str_equal(m->v[i].w->part[0], part) &&
	       !(stem && m->v[i].w->n > 1);
}

/* the best word of the lists at pos */
static int listed_find(const struct lexing *x, int pos, struct mean_item *out)
{
	struct str fold = x->r->t[pos].fold;
	int best = 0, len_best = 0;

	for (size_t n = fold.len; n > 0; n--) {
		struct str part = { fold.s, n };

		for (int i = first_of(x->words, part);
		     begins_with(x->words, i, part, n < fold.len); i++) {
			const struct word *w = &x->words->v[i];
			int how, len = word_length(x, pos, w, &how), rank;

			if (!len || !lang_counts(x, w->w) ||
			    w->is == MEAN_ENDING ||
			    (w->is == MEAN_ASKED && !x->l->question))
				continue;
			rank = word_rank(w, len, how);
			/* A3 REACHES B1?: the question comes first */
			if (w->is == MEAN_ASKED || str_is(w->value, "passto"))
				rank += 10;
			/* TOWARD ESTE: the direction, not THIS */
			if (w->is == MEAN_DIR && fold.len > 2 &&
			    ends_phrase(x, pos + len) && leads_there(x, pos))
				rank += 50;
			/* E, O and SE may be other words within a line */
			if (w->is == MEAN_SPELL && how < 3 && len == 1)
				rank -= 150;
			if (w->is == MEAN_DIR && fold.len < 3 && len == 1 &&
			    !may_be_direction(x, pos))
				rank -= 50;
			if (!is_better(out, rank, best))
				continue;
			best = rank;
			len_best = len;
			*out = (struct mean_item){
				.is = w->is == MEAN_ASKED ? MEAN_VERB : w->is,
				.value = w->value,
				.from = pos,
				.to = pos + len,
				.number = w->number,
				.whole = true,
				.several = how == 2,
				.stem = how == 1,
				.carries = carries_object(
					w->w, x->r->t[pos + len - 1].fold, how),
			};
		}
	}
	return len_best;
}

/* the same, kept for the line; out is unchanged if there is none */
static int listed_at(const struct lexing *x, int pos, struct mean_item *out)
{
	struct listed *l = x->at ? &x->at[pos] : NULL;

	if (!l)
		return listed_find(x, pos, out);
	if (!l->tried) {
		l->len = listed_find(x, pos, &l->item);
		l->tried = true;
	}
	if (l->len)
		*out = l->item;
	return l->len;
}

bool meaning_phrase(const struct mean_line *l, int verb, int from, int to,
		    struct str *value)
{
	const struct meaning_words *m = l->r->g->meaning;
	const struct token *t = l->r->t;

	for (int i = first_of(m, t[verb].fold);
	     begins_with(m, i, t[verb].fold, false); i++) {
		const struct vocabulary_word *w = m->v[i].w;
		bool same = m->v[i].is == MEAN_VERB && w->n == 1 + to - from &&
			    (!l->langs || l->langs >> w->lang & 1);

		for (int k = from; same && k < to; k++)
			same = str_equal(t[k].fold, w->part[1 + k - from]);
		if (!same)
			continue;
		*value = m->v[i].value;
		return true;
	}
	return false;
}

/* --- names -------------------------------------------------------------- */

/* a word of a name; MAGE-KING is MAGE and KING, too */
static void name_split(struct lexing *x, int name, struct str word)
{
	const char *dash = memchr(word.s, '-', word.len);
	struct str rest = word, part;

	x->part[x->n_parts] = word;
	x->of[x->n_parts++] = name;
	for (int i = 0; dash && i < 2 && parse_field(&rest, '-', &part); i++) {
		if (part.len < 4)
			continue;
		x->part[x->n_parts] = part;
		x->of[x->n_parts++] = name;
	}
}

static void names_split(struct lexing *x)
{
	const struct grammar_names *names = &x->r->names;
	struct token_list *t = arena_alloc_raw(x->r->arena, sizeof(*t));
	int n = names->n < MEAN_MAX_NAMES ? names->n : MEAN_MAX_NAMES;

	x->part = ARENA_ARRAY(x->r->arena, 3 * (size_t)n * NAME_WORDS + 1,
			      struct str);
	x->of = ARENA_ARRAY(x->r->arena, 3 * (size_t)n * NAME_WORDS + 1, int);
	for (int i = 0; i < n; i++) {
		token_split(x->r->arena, names->v[i].name, t);
		for (int k = 0; k < t->n && k < NAME_WORDS; k++)
			if (t->v[k].type == TOKEN_WORD)
				name_split(x, i, t->v[k].fold);
	}
}

static void set_add(struct mean_item *i, int name)
{
	if (!mean_in(i, name))
		i->n_set++;
	i->set[name / 64] |= UINT64_C(1) << (name % 64);
}

/* MEN for MAN */
static bool is_plural(struct str typed, struct str part)
{
	return (typed.len == part.len && part.len > 4 &&
		!memcmp(typed.s, part.s, part.len - 2) &&
		str_is((struct str){ typed.s + typed.len - 2, 2 }, "EN") &&
		str_is((struct str){ part.s + part.len - 2, 2 }, "AN")) ||
	       (!str_equal(typed, part) && vocabulary_same(typed, part));
}

/* those with this word in their name */
static void set_of_word(const struct lexing *x, struct str word, bool slip,
			struct mean_item *out)
{
	for (int k = 0; k < x->n_parts; k++) {
		bool plural = is_plural(word, x->part[k]);

		if (str_equal(word, x->part[k]) || plural ||
		    (slip && word_is_slip(word, x->part[k], 5))) {
			set_add(out, x->of[k]);
			out->several |= plural;
		}
	}
}

static bool set_meet(struct mean_item *a, const struct mean_item *b)
{
	struct mean_item both = *a;

	both.n_set = 0;
	for (int i = 0; i < MEAN_SET; i++) {
		both.set[i] &= b->set[i];
		both.n_set += __builtin_popcountll(both.set[i]);
	}
	if (!both.n_set)
		return false;
	both.several |= b->several;
	*a = both;
	return true;
}

/* names that mean the same figure count once; those that lie idle, not where
 * others do not */
static void set_tidy(const struct lexing *x, struct mean_item *out)
{
	const struct grammar_names *names = &x->r->names;
	bool busy = false;

	for (int i = 0; i < MEAN_MAX_NAMES && i < names->n; i++)
		busy |= mean_in(out, i) && !names->v[i].idle;
	for (int i = 0; i < MEAN_MAX_NAMES && i < names->n; i++) {
		bool again = busy && names->v[i].idle;

		if (!mean_in(out, i))
			continue;
		for (int k = 0; k < i; k++)
			again |= mean_in(out, k) &&
				 names->v[k].label == names->v[i].label;
		if (again) {
			out->set[i / 64] &= ~(UINT64_C(1) << (i % 64));
			out->n_set--;
		}
	}
}

static bool is_of(const struct lexing *x, int pos)
{
	struct mean_item i = { .is = MEAN_UNKNOWN };

	return pos < x->r->n && x->r->t[pos].type == TOKEN_WORD &&
	       listed_at(x, pos, &i) == 1 &&
	       ((i.is == MEAN_REL && str_is(i.value, "of")) ||
		i.is == MEAN_IDLE);
}

/* those whose names have an English word of which this is another language's:
 * MAGO is MAGE and WIZARD */
static void set_of_nouns(const struct lexing *x, int pos, struct mean_item *out)
{
	const struct meaning_words *m = x->words;
	struct str fold = x->r->t[pos].fold;

	for (int i = first_of(m, fold);
	     i < m->n && str_equal(m->v[i].w->part[0], fold); i++) {
		int how, len = word_length(x, pos, &m->v[i], &how);
		struct str value = m->v[i].value;

		if (len && m->v[i].is == MEAN_NOUN && lang_counts(x, m->v[i].w))
			set_of_word(x, str_upper(x->r->arena, value), false,
				    out);
	}
}

/* the set of the word at pos, by its own name or a noun */
static bool name_word(const struct lexing *x, int pos, struct mean_item *out)
{
	struct mean_item noun = { .is = MEAN_UNKNOWN };

	*out = (struct mean_item){ .is = MEAN_FIGURE,
				   .from = pos,
				   .to = pos + 1 };
	if (x->r->t[pos].type != TOKEN_WORD || x->r->t[pos].fold.len < 3)
		return false;
	set_of_word(x, x->r->t[pos].fold, false, out);
	if (!out->n_set && listed_at(x, pos, &noun) &&
	    (noun.is == MEAN_NOUN ||
	     (noun.is == MEAN_MOD && x->words->places == GRAMMAR_ZONES))) {
		set_of_word(x, str_upper(x->r->arena, noun.value), false, out);
		out->to = noun.to;
		out->several |= noun.several;
		if (!out->n_set && noun.is == MEAN_NOUN)
			set_of_nouns(x, pos, out);
	}
	return out->n_set > 0;
}

/* words of names at pos, as long as some figure has them all */
static int name_at(const struct lexing *x, int pos, struct mean_item *out)
{
	struct mean_item more;

	if (!name_word(x, pos, out))
		return 0;
	for (int at = out->to; at < x->r->n;) {
		int next = at;

		while (is_of(x, next))
			next++;
		if (next >= x->r->n || !name_word(x, next, &more) ||
		    !set_meet(out, &more))
			break;
		out->to = at = more.to;
	}
	set_tidy(x, out);
	return out->to - pos;
}

/* --- labels and places --------------------------------------------------- */

static int32_t label_read(struct str s)
{
	struct str number = { s.s + 1, s.len - 1 };
	int64_t n;

	return s.len > 1 && is_label_letter(s.s[0]) &&
			       parse_int(number, 1, UINT16_MAX, &n)
		       ? label_of(s.s[0], (int)n)
		       : 0;
}

static bool label_item(const struct lexing *x, int32_t label,
		       struct mean_item *out)
{
	const struct grammar_names *names = &x->r->names;

	for (int i = 0; label && i < names->n && i < MEAN_MAX_NAMES; i++)
		if (names->v[i].label == label) {
			out->is = MEAN_FIGURE;
			out->label = true;
			set_add(out, i);
			return true;
		}
	for (int i = 0; label && i < names->n_thing; i++)
		if (names->thing[i].label == label) {
			out->is = MEAN_THING;
			out->label = true;
			out->number = i;
			out->value = str_of(names->thing[i].kind);
			return true;
		}
	return false;
}

static bool square_read(const struct lexing *x, struct str s,
			struct mean_item *out)
{
	const struct grammar_names *names = &x->r->names;
	size_t letters = 0;
	int64_t row;
	int32_t column = 0;

	if (x->words->places == GRAMMAR_POINTS)
		return false;
	while (letters < s.len && letters < 2 && 'A' <= s.s[letters] &&
	       s.s[letters] <= 'Z')
		column = column * 26 + s.s[letters++] - 'A' + 1;
	if (!letters ||
	    !parse_int((struct str){ s.s + letters, s.len - letters }, 1, 99,
		       &row))
		return false;
	if (names->width && (column > names->width || row > names->height))
		return false;
	out->is = MEAN_PLACE;
	out->x = column - 1;
	out->y = (int32_t)row - 1;
	return true;
}

/* A 1, e 5: a letter and its number apart */
static bool apart_item(const struct lexing *x, int pos, struct mean_item *out)
{
	const struct token *t = x->r->t + pos;
	char room[8];
	int n;

	if (pos + 1 >= x->r->n || t->fold.len != 1 ||
	    t[1].type != TOKEN_NUMBER || !t[1].whole || t[1].number < 100 ||
	    t[1].number > 9900)
		return false;
	if (x->words->places == GRAMMAR_POINTS && pos + 2 < x->r->n &&
	    t[2].type == TOKEN_NUMBER)
		return false;
	room[0] = t->fold.s[0];
	n = t[1].number / 100;
	room[1] = (char)(n > 9 ? '0' + n / 10 : '0' + n);
	room[2] = (char)('0' + n % 10);
	out->from = pos;
	out->to = pos + 2;
	/* A2 E 2: two squares east, or the square E2? */
	x->l->twofold |= pos && strchr("NESWO", room[0]) &&
			 !leads_there(x, pos) &&
			 x->words->places == GRAMMAR_SQUARES;
	return label_item(x, label_of(room[0], n), out) ||
	       square_read(x, (struct str){ room, n > 9 ? 3 : 2 }, out);
}

/* of "22,12" the two numbers that it may be */
static bool comma_point(struct str raw, int32_t *px, int32_t *py)
{
	struct str rest = raw, first;
	int64_t a, b;

	if (!memchr(raw.s, ',', raw.len) || !parse_field(&rest, ',', &first) ||
	    !parse_int(first, 0, 99, &a) || !parse_int(rest, 0, 99, &b))
		return false;
	*px = (int32_t)a * 100;
	*py = (int32_t)b * 100;
	return true;
}

/* does the word of the grammar stand before it? */
static bool follows_bearing(const struct lexing *x, int pos)
{
	int key = vocabulary_key(x->r->g->words, STR("bearing"));
	const struct vocabulary_word *w =
		key < 0 || !pos ? NULL : x->r->g->words->keys[key].words;

	/* BEARING 45, BEARING OF 45 */
	for (; w; w = w->next)
		for (int back = 1; back <= 2 && back <= pos; back++)
			if (w->n == 1 &&
			    str_equal(x->r->t[pos - back].fold, w->part[0]))
				return true;
	return false;
}

/* the word at pos is DEGREES */
static bool is_degrees(const struct lexing *x, int pos)
{
	struct mean_item i = { .is = MEAN_UNKNOWN };

	return pos < x->r->n && x->r->t[pos].type == TOKEN_WORD &&
	       listed_at(x, pos, &i) == 1 && i.is == MEAN_MOD &&
	       str_is(i.value, "degrees");
}

static void number_item(const struct lexing *x, int pos, struct mean_item *out)
{
	const struct token *t = x->r->t + pos;

	*out = (struct mean_item){ .is = MEAN_NUMBER,
				   .from = pos,
				   .to = pos + 1,
				   .number = t->number,
				   .whole = t->whole };
	if (x->words->places != GRAMMAR_POINTS)
		return;
	if (follows_bearing(x, pos) && t->whole && t->number < 36000) {
		out->is = MEAN_DIR; /* BEARING 53 */
		out->number = t->number / 100;
		out->to += is_degrees(x, pos + 1);
		return;
	}
	if (pos + 1 < x->r->n && t[1].type == TOKEN_NUMBER) {
		out->is = MEAN_PLACE;
		out->to = pos + 2;
		out->x = t[0].number;
		out->y = t[1].number;
	} else if (pos + 2 < x->r->n && t[1].type == TOKEN_SLASH &&
		   t[2].type == TOKEN_NUMBER) { /* 22/13 */
		out->is = MEAN_PLACE;
		out->to = pos + 3;
		out->x = t[0].number;
		out->y = t[2].number;
	} else if (comma_point(t->raw, &out->x, &out->y)) {
		out->partly = true; /* it may be a place */
	}
}

/* --- slips ---------------------------------------------------------------- */

static bool slip_of(struct str typed, const struct word *w)
{
	struct str part = w->w->part[0];

	/* of short words the first letter tells most */
	if (typed.len == part.len && typed.len < 6 && typed.s[0] != part.s[0])
		return false;
	if (word_swaps(typed, part) && typed.len > 3 && !w->stem)
		return true;
	if (part.len == 3 || typed.len == 3)
		return typed.len > 2 && !w->stem && part.len < 5 &&
		       typed.s[0] == part.s[0] &&
		       utf8_distance(typed, part, 2) < 2;
	if (!w->stem)
		return utf8_distance(typed, part, 2) < 2;
	for (size_t n = part.len - 1; part.len > 3 && n <= part.len + 1; n++)
		if (n <= typed.len &&
		    utf8_distance((struct str){ typed.s, n }, part, 2) < 2)
			return true;
	return false;
}

/* Is a word likelier than the one so far? TO THE EST: behind such words a
 * direction comes first. */
static bool slip_counts(const struct word *one, const struct word *w,
			bool first, bool alike)
{
	if (w->is == MEAN_DIR)
		return true;
	return (first || !alike) && !(one && one->is == MEAN_DIR);
}

/* the one word of a list that it is a slip of; *near: some word is near it */
static bool slip_item(const struct lexing *x, int pos, struct mean_item *out,
		      bool *near)
{
	struct str typed = x->r->t[pos].fold;
	const struct word *one = NULL;
	bool alike = false, first; /* its first letter is right */
	uint32_t letters = letters_of(typed);

	for (int i = 0; i < x->words->n_slips; i++) {
		const struct slip *s = &x->words->slip[i];
		uint32_t lost = s->letters & ~letters;
		const struct word *w;

		/* one slip takes at most one letter away, of two bytes */
		if (typed.len < s->least || typed.len > s->most ||
		    (lost & (lost - 1) & ((lost & (lost - 1)) - 1)) ||
		    (x->l->langs && !(x->l->langs >> s->lang & 1)))
			continue;
		w = &x->words->v[s->at];
		if (!slip_of(typed, w))
			continue;
		*near = true;
		if (w->is == MEAN_DIR && !leads_there(x, pos))
			continue;
		first = w->w->part[0].s[0] == typed.s[0];
		if (!slip_counts(one, w, first, alike))
			continue;
		if ((first && !alike) ||
		    (w->is == MEAN_DIR && one && one->is != MEAN_DIR))
			one = NULL;
		alike |= first;
		/* a word of two lists is one word */
		if (one && str_equal(one->w->part[0], w->w->part[0]))
			continue;
		if (one &&
		    (one->is != w->is || !str_equal(one->value, w->value)))
			return false;
		one = w;
	}
	if (!one)
		return false;
	*out = (struct mean_item){ .is = one->is,
				   .value = one->value,
				   .number = one->number,
				   .from = pos,
				   .to = pos + 1,
				   /* of EAST and SUR little is left */
				   .partly = one->is == MEAN_DIR &&
					     one->w->part[0].len < 5,
				   .guessed = true };
	if (one->is == MEAN_NOUN) {
		out->is = MEAN_FIGURE;
		set_of_word(x, one->value, false, out);
		return out->n_set > 0;
	}
	return true;
}

/* --- cards ------------------------------------------------------------------
 */

static bool at_hand(const struct grammar_names *names, int32_t card)
{
	for (int i = 0; i < names->n_cards; i++)
		if (names->cards[i] == card)
			return true;
	for (int i = 0; i < names->n_book; i++)
		if (names->book[i] == card)
			return true;
	return false;
}

static bool idle_at(const struct lexing *x, int pos)
{
	struct mean_item i = { .is = MEAN_UNKNOWN };

	return x->r->t[pos].type == TOKEN_WORD && listed_at(x, pos, &i) == 1 &&
	       (i.is == MEAN_IDLE || i.is == MEAN_CLITIC ||
		(i.is == MEAN_REL && str_is(i.value, "of")));
}

/* is the word at pos a noun for this part of a name, WHIP for LASH; for any
 * part, if that is empty? */
static bool noun_for(const struct lexing *x, int pos, struct str part)
{
	const struct meaning_words *m = x->words;
	struct str fold = x->r->t[pos].fold;

	for (int i = first_of(m, fold);
	     i < m->n && str_equal(m->v[i].w->part[0], fold); i++)
		if (m->v[i].is == MEAN_NOUN && m->v[i].w->n == 1 &&
		    lang_counts(x, m->v[i].w) &&
		    (!part.len ||
		     str_equal(str_upper(x->r->arena, m->v[i].value), part)))
			return true;
	return false;
}

static bool is_listed(const struct lexing *x, int pos)
{
	struct mean_item i = { .is = MEAN_UNKNOWN };

	return listed_at(x, pos, &i) && i.is != MEAN_SPELL && i.is != MEAN_NOUN;
}

/* how many words at pos are of the card's name, in any order, with words
 * between them that say nothing; *slip: one of them is misspelt; *all: none of
 * the name is missing; *exact: none is in the plural, either. noun: the first
 * word is one for a part of a name */
static int card_words(const struct lexing *x, int pos, bool noun,
		      const struct vocabulary_word *w, bool *slip, bool *all,
		      bool *exact)
{
	uint32_t used = 0;
	int at = pos, last = pos, n = 0, need = 0, short_ones = 0;

	*slip = false;
	*exact = true;
	for (int k = 0; k < w->n; k++)
		need += w->part[k].len > 3;
	for (; at < x->r->n && x->r->t[at].type == TOKEN_WORD; at++) {
		struct str typed = x->r->t[at].fold;
		int hit = -1;
		bool slipped = false;

		for (int k = 0; k < w->n && hit < 0; k++)
			if (!(used >> k & 1) &&
			    (str_equal(typed, w->part[k]) ||
			     vocabulary_same(typed, w->part[k]) ||
			     ((at > pos || noun) &&
			      noun_for(x, at, w->part[k]))))
				hit = k;
		for (int k = 0; k < w->n && hit < 0; k++)
			if (!(used >> k & 1) && typed.len > 4 &&
			    word_is_slip(typed, w->part[k], 5)) {
				hit = k;
				slipped = true;
			}
		if (hit < 0 && n && idle_at(x, at))
			continue;
		if (hit < 0)
			break;
		used |= UINT32_C(1) << hit;
		*slip |= slipped;
		*exact &= str_equal(typed, w->part[hit]);
		n += w->part[hit].len > 3;
		/* the IMP, but no THE */
		short_ones += w->part[hit].len == 3 && !is_listed(x, at);
		last = at + 1;
	}
	*all = n && n == need;
	return n || short_ones ? last - pos : 0;
}

/* a card at hand of whose name some words stand here; one alone */
static int part_of_card(const struct lexing *x, int pos, struct mean_item *out)
{
	int best = 0, len_best = 0;
	bool twice = false, noun;

	if (!x->r->names.n_cards && !x->r->names.n_book)
		return 0;
	noun = noun_for(x, pos, STR(""));
	for (int i = 0; i < x->words->n_spells; i++) {
		const struct word *w = &x->words->v[x->words->spell[i]];
		bool slip, all, exact;
		int len, rank;

		if (!at_hand(&x->r->names, w->number))
			continue;
		len = card_words(x, pos, noun, w->w, &slip, &all, &exact);
		rank = len * 4 + (slip ? 0 : 2) + all;
		if (!len || rank < best)
			continue;
		if (rank == best && out->number != w->number) {
			twice = true;
			continue;
		}
		if (rank == best)
			continue;
		twice = false;
		best = rank;
		len_best = len;
		*out = (struct mean_item){ .is = MEAN_SPELL,
					   .from = pos,
					   .to = pos + len,
					   .number = w->number,
					   .guessed = slip,
					   .whole = exact,
					   .partly = !all };
	}
	return twice ? 0 : len_best;
}

/* --- the line --------------------------------------------------------------
 */

/* the text between two tokens, as written */
static void stops_before(const struct reader *r, int pos, struct mean_item *out)
{
	const char *p, *end;

	if (!pos)
		return;
	p = r->t[pos - 1].raw.s + r->t[pos - 1].raw.len;
	end = r->t[pos].raw.s;
	for (; p < end; p++) {
		if (*p == ',' || *p == '(' || *p == ')')
			out->stop = true;
		if (*p == '-' && p[-1] == ' ' && p + 1 < end && p[1] == ' ')
			out->stop = true;
		if (*p == ';' || *p == '.' || *p == '!' || *p == '?' ||
		    *p == ':')
			out->stop = out->point = true;
	}
}

/* an arrow leads to the place after it */
static bool is_arrow(struct str raw)
{
	return str_is(raw, ">") || str_is(raw, "\xe2\x86\x92");
}

/* => is one arrow; other signs say something unknown */
static void sign_item(struct lexing *x, int pos, struct mean_item *out)
{
	const struct token *t = &x->r->t[pos];

	out->value = STR("to");
	if (is_arrow(t->raw))
		out->is = MEAN_REL;
	else if (str_is(t->raw, "=") && pos + 1 < x->r->n && is_arrow(t[1].raw))
		out->is = MEAN_IDLE;
	else
		x->l->unsure = true;
}

/* A2's is read as A2 */
static struct str without_genitive(const struct token *t)
{
	struct str s = t->fold;

	if (t->raw.len > 2 && t->raw.s[t->raw.len - 2] == '\'' && s.len > 1 &&
	    s.s[s.len - 1] == 'S')
		s.len--;
	return s;
}

/* Is an unknown word listed in another language? *foreign: the word changes
 * an order there, or looks like an unknown label, so it is no remark. */
static bool said_elsewhere(const struct lexing *x, int pos, bool *foreign)
{
	struct mean_line all = { .langs = 0 };
	struct lexing y = *x;
	struct mean_item i = { .is = MEAN_UNKNOWN };
	struct str s = x->r->t[pos].fold;
	bool listed;

	y.l = &all;
	y.at = NULL;
	listed = listed_at(&y, pos, &i) > 0;
	*foreign = (s.len > 1 && s.len < 4 && ascii_is_digit(s.s[s.len - 1])) ||
		   (listed && (i.is == MEAN_IF || i.is == MEAN_NOT ||
			       i.is == MEAN_ELSE || i.is == MEAN_ASK ||
			       i.is == MEAN_VERB || i.is == MEAN_STATE));
	/* ASIGN is a stem of one language and a slip in the other */
	return listed && i.is != MEAN_SPELL && i.is != MEAN_NOUN &&
	       i.is != MEAN_VERB;
}

/* it is a card at hand; a word of a list that is as long comes first,
 * unless it says nothing, is a stem (SLAYER), the card itself, or a verb after
 * an article: THE LASH */
static bool is_card(const struct lexing *x, const struct mean_item *card,
		    int n_card, const struct mean_item *listed, int n_listed)
{
	int pos = card->from;
	bool article = n_card && pos && is_article(x->r->t[pos - 1].fold);

	if (!n_card || card->guessed)
		return false;
	return n_card > n_listed ||
	       (n_card == n_listed &&
		(listed->is == MEAN_SPELL || listed->is == MEAN_IDLE ||
		 (listed->is == MEAN_VERB && (listed->stem || article) &&
		  card->whole)));
}

/* the same of a name; in an arena it comes before a word beside a verb */
static bool is_name(const struct lexing *x, int n_name,
		    const struct mean_item *listed, int n_listed)
{
	if (!n_name || n_name < n_listed)
		return false;
	/* the BRAWLER is a figure, BRAWLS a verb */
	return n_name > n_listed || listed->is == MEAN_IDLE ||
	       (listed->is == MEAN_VERB && listed->stem) ||
	       listed->is == MEAN_SPELL || listed->is == MEAN_REMARK ||
	       (listed->is == MEAN_MOD && x->words->places == GRAMMAR_ZONES);
}

/* small letters alone: a name has a capital, a label a digit */
static bool is_lower(struct str raw)
{
	for (size_t i = 0; i < raw.len; i++)
		if (ascii_is_digit(raw.s[i]) ||
		    ('A' <= raw.s[i] && raw.s[i] <= 'Z'))
			return false;
	return raw.len > 1;
}

/* nothing that is known: a slip of something, or a card half remembered */
static void unknown_item(struct lexing *x, int pos,
			 const struct mean_item *card, int n_card,
			 struct mean_item *out)
{
	enum { ADVERB = 7 };
	struct str fold = x->r->t[pos].fold;
	bool foreign, elsewhere = said_elsewhere(x, pos, &foreign);
	bool near = elsewhere || foreign;

	if (!elsewhere && fold.len > 2 && slip_item(x, pos, out, &near))
		return;
	*out = (struct mean_item){ .from = pos, .to = pos + 1 };
	out->foreign = foreign;
	out->strange = !near && is_lower(x->r->t[pos].raw);
	/* MAJESTICALLY, where no list has it */
	if (fold.len >= ADVERB && out->strange &&
	    has_ending(x, fold, "adverb")) {
		out->is = MEAN_IDLE;
		return;
	}
	set_of_word(x, x->r->t[pos].fold, true, out);
	if (out->n_set) {
		set_tidy(x, out);
		out->is = MEAN_FIGURE;
		out->guessed = true;
	} else if (n_card) {
		*out = *card;
	}
}

/* 6x4: the second number */
static bool times_item(const struct lexing *x, int pos, struct mean_item *out)
{
	const struct token *t = x->r->t + pos;
	struct str number = { t->fold.s + 1, t->fold.len - 1 };
	int64_t n;

	if (!pos || t->fold.len < 2 || t->fold.s[0] != 'X' ||
	    t[-1].type != TOKEN_NUMBER || !parse_int(number, 1, 99, &n))
		return false;
	out->is = MEAN_NUMBER;
	out->number = (int32_t)n * 100;
	out->whole = true;
	return true;
}

/* a label, A3, which may be a square, too */
static bool label_or_square(const struct lexing *x, int pos,
			    struct mean_item *out)
{
	struct mean_item at = { .is = MEAN_UNKNOWN };

	if (!label_item(x, label_read(without_genitive(&x->r->t[pos])), out))
		return false;
	out->square = square_read(x, x->r->t[pos].fold, &at);
	out->x = at.x;
	out->y = at.y;
	return true;
}

/* RB-MOVE-14: a rule that is cited says nothing of the order */
static bool rule_item(const struct lexing *x, int pos, struct mean_item *out)
{
	const struct reader *r = x->r;
	const char *p = r->t[pos].raw.s, *end = r->out->text.s + r->at + r->len;
	struct str s = r->t[pos].fold;

	s.len = s.len > 2 ? 2 : s.len;
	if (end - p < 6 || p[2] != '-' ||
	    !(str_is(s, "RB") || str_is(s, "DG") || str_is(s, "AR")))
		return false;
	out->is = MEAN_IDLE;
	while (p < end && *p != ' ' && *p != ',' && *p != '.' && *p != ':')
		p++;
	while (out->to < r->n && r->t[out->to].raw.s < p)
		out->to++;
	return true;
}

/* WITH, or a word that says the same */
static bool is_with(const struct lexing *x, int pos)
{
	int key = vocabulary_key(x->r->g->words, STR("mean.rel.with"));
	const struct vocabulary_word *w =
		key < 0 ? NULL : x->r->g->words->keys[key].words;

	while (w && !(w->n == 1 && lang_counts(x, w) &&
		      str_equal(w->part[0], x->r->t[pos].fold)))
		w = w->next;
	return w != NULL;
}

/* a possessive or an article: HIS, THE, SUS */
static bool is_small(struct str fold)
{
	return fold.len <= 3 || str_is(fold, "THEIR");
}

/* WITH HIS CLAWS: the attack, without the words before it */
static bool blow_item(const struct lexing *x, int pos, struct mean_item *out)
{
	enum { SMALL_WORDS = 2 };
	const struct token *t = x->r->t;
	struct mean_item card;
	int at = pos + 1, n;

	if (!x->r->g->list[LIST_ATTACK].n || !is_with(x, pos))
		return false;
	while (at <= pos + SMALL_WORDS && at < x->r->n &&
	       is_small(t[at].fold) && attack_at(x->r, at) < 2)
		at++;
	n = attack_at(x->r, at);
	/* WITH FLAMEBLAST: a spell, too */
	if (!n || (n == 1 && is_small(t[at].fold)) ||
	    part_of_card(x, at, &card) >= n)
		return false;
	out->is = MEAN_BLOW;
	out->value = t[at].fold;
	for (int i = 1; i < n; i++)
		out->value = str_of(arena_printf(x->r->arena, "%.*s %.*s",
						 STR_ARG(out->value),
						 STR_ARG(t[at + i].fold)));
	out->to = at + n;
	return true;
}

static void word_item(struct lexing *x, int pos, struct mean_item *out)
{
	struct mean_item name, card, listed = { .is = MEAN_UNKNOWN };
	int n_listed, n_name, n_card;

	*out = (struct mean_item){ .from = pos, .to = pos + 1 };
	if (rule_item(x, pos, out) || label_or_square(x, pos, out) ||
	    times_item(x, pos, out) || square_read(x, x->r->t[pos].fold, out) ||
	    apart_item(x, pos, out) || blow_item(x, pos, out))
		return;
	n_listed = listed_at(x, pos, &listed);
	n_name = name_at(x, pos, &name);
	n_card = part_of_card(x, pos, &card);
	if (listed.is == MEAN_NOUN ||
	    (listed.is == MEAN_SPELL && n_card && card.number == listed.number))
		n_listed = 0;
	if (n_card >= n_name && is_card(x, &card, n_card, &listed, n_listed)) {
		*out = card;
		if (n_name == n_card) { /* it lies there, too */
			memcpy(out->set, name.set, sizeof(name.set));
			out->n_set = name.n_set;
		}
	} else if (is_name(x, n_name, &listed, n_listed)) {
		*out = name;
	} else if (n_listed) {
		*out = listed;
		out->mine = out->is == MEAN_VERB && in_first_person(x, out);
	} else {
		unknown_item(x, pos, &card, n_card, out);
	}
}

bool meaning_items(const struct reader *r, uint32_t langs,
		   struct mean_line *out)
{
	struct lexing x = { .l = out, .r = r, .words = r->g->meaning };

	*out = (struct mean_line){ .r = r, .langs = langs };
	out->seat = r->names.reader ? r->names.reader - 1 : r->out->head.seat;
	if (!x.words || !r->n || r->n > MEAN_MAX_TOKENS)
		return false;
	out->places = x.words->places;
	x.at = ARENA_ARRAY(r->arena, (size_t)r->n, struct listed);
	names_split(&x);
	for (size_t k = 0; k < r->len; k++)
		out->question |= r->out->text.s[r->at + k] == '?';
	for (int pos = 0; pos < r->n;) {
		struct mean_item *i = &out->v[out->n];

		*i = (struct mean_item){ .from = pos, .to = pos + 1 };
		switch (r->t[pos].type) {
		case TOKEN_WORD: word_item(&x, pos, i); break;
		case TOKEN_NUMBER: number_item(&x, pos, i); break;
		case TOKEN_COLON:
			/* WOLF: .. is the creature, not its card */
			if (out->n == 1 && i[-1].is == MEAN_SPELL &&
			    i[-1].n_set)
				i[-1].is = MEAN_FIGURE;
			i->is = MEAN_IDLE;
			break;
		case TOKEN_SLASH: i->is = MEAN_AND; break;
		default: sign_item(&x, pos, i);
		}
		stops_before(r, pos, i);
		if (pos && r->t[pos - 1].type == TOKEN_COLON)
			i->stop = i->point = true;
		pos = i->to;
		out->n++;
	}
	items_join(out);
	return true;
}
