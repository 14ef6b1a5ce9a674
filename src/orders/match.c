/*
 * src/orders/match.c - running a compiled grammar: over tokens, to read an
 * order; over the arguments of a decision, to write it. All ways are tried, so
 * that two readings are noticed; the steps are bounded.
 */
#include "orders/grammar.h"
#include "orders/code.h"
#include "rules/geometry.h"

enum { NAME_MAX_WORDS = 8 };

/* An argument found so far; its words are in the pool. */
struct found_arg {
	int tag;
	int at, n;
	int alternative; /* of the innermost set that holds it */
};

/* A set being filled. */
struct set_frame {
	const struct set_frame *outer;
	uint64_t used; /* alternatives that stood already */
	int first;     /* argument with which the set began */
	int mark;      /* .. with which the present alternative did */
};

struct name_words {
	int n;
	struct str word[NAME_MAX_WORDS];
};

/* The figures that some words may mean. */
struct named {
	bool known; /* it has been worked out */
	int len;    /* words */
	int n;      /* figures; more than one: in doubt */
	int32_t label[GRAMMAR_MAX_NAMED];
};

struct match {
	const struct grammar *g;
	struct arena *arena;
	const struct grammar_names *names;
	const struct token *t;
	int n;
	bool prefix; /* conditions: the longest start will do */
	unsigned steps;
	unsigned commits[GRAMMAR_MAX_COMMITS]; /* ends reached */
	int row;
	int n_args;
	struct found_arg arg[GRAMMAR_MAX_ARGS];
	int n_pool;
	int32_t pool[4 * DECISION_MAX_WORDS];
	bool overflow; /* an argument did not fit */
	bool found, ambiguous;
	int n_names;       /* figures of this reading called by a single word */
	int fewest;        /* of these in the reading that was found */
	unsigned accepted; /* readings */
	int far;           /* the furthest token that was of no use */
	int far_name;      /* token after a name of several figures, or 0 */
	int far_card;      /* .. after a card that does not exist, or 0 */
	struct name_words *name_words; /* by name, or NULL: not needed yet */
	struct named *named;           /* by token */
	struct grammar_result *out;
};

/* --- what was expected ------------------------------------------------- */

static void expect(struct match *m, int pos, int what, int number)
{
	struct grammar_result *out = m->out;

	if (pos < m->far)
		return;
	if (pos > m->far) {
		m->far = pos;
		out->n_expected = 0;
	}
	for (int i = 0; i < out->n_expected; i++)
		if ((int)out->expected[i].what == what &&
		    out->expected[i].number == number)
			return;
	if (out->n_expected == GRAMMAR_MAX_EXPECTED)
		return;
	out->expected[out->n_expected].what = what;
	out->expected[out->n_expected++].number = number;
}

/* --- words and numbers ------------------------------------------------- */

/* tokens that this word takes at pos, or 0 */
static int word_length(const struct match *m, int pos,
		       const struct vocabulary_word *w)
{
	if (w->n > m->n - pos)
		return 0;
	for (int i = 0; i < w->n; i++)
		if (m->t[pos + i].type != TOKEN_WORD ||
		    !vocabulary_same(m->t[pos + i].fold, w->part[i]))
			return 0;
	return w->n;
}

/* lengths in which the key stands at pos, as bits */
static unsigned key_lengths(const struct match *m, int pos, int key)
{
	unsigned lengths = 0;

	for (const struct vocabulary_word *w = m->g->words->keys[key].words; w;
	     w = w->next)
		lengths |= 1u << word_length(m, pos, w);
	return lengths & ~1u;
}

static int key_length(const struct match *m, int pos, int key)
{
	unsigned lengths = key_lengths(m, pos, key);

	return lengths ? 31 - __builtin_clz(lengths) : 0;
}

/* a number and perhaps its unit: tokens taken, 0 if there is none */
static int number_at(struct match *m, int pos, int32_t *out)
{
	if (pos >= m->n || m->t[pos].type != TOKEN_NUMBER) {
		expect(m, pos, EXPECT_SLOT, SLOT_INCHES);
		return 0;
	}
	*out = m->t[pos].number;
	return 1 + key_length(m, pos + 1, m->g->key_inch);
}

/* exactly n numbers; tokens taken or 0 */
static int numbers_at(struct match *m, int pos, int32_t *out, int n)
{
	int from = pos;

	for (int i = 0; i < n; i++) {
		int len = number_at(m, pos, out + i);

		if (!len)
			return 0;
		pos += len;
	}
	return pos - from;
}

/* as many numbers as there are, in groups of `group`, at least min of them */
static int all_numbers_at(struct match *m, int pos, int32_t *out, int *n,
			  int group, int min, int max)
{
	int from = pos, len;

	*n = 0;
	while (*n < max && pos < m->n && m->t[pos].type == TOKEN_NUMBER &&
	       (len = number_at(m, pos, out + *n))) {
		pos += len;
		++*n;
	}
	if (*n < min || *n % group) {
		expect(m, pos, EXPECT_SLOT, SLOT_INCHES);
		return 0;
	}
	return pos - from;
}

/* --- figures ----------------------------------------------------------- */

static bool label_word(struct str s, int32_t *out)
{
	int n = 0;

	if (s.len < 2 || s.len > 6 || s.s[0] < 'A' || s.s[0] > 'Z')
		return false;
	for (size_t i = 1; i < s.len; i++) {
		if (s.s[i] < '0' || s.s[i] > '9')
			return false;
		n = 10 * n + (s.s[i] - '0');
	}
	if (n < 1 || n > UINT16_MAX)
		return false;
	*out = label_of(s.s[0], n);
	return true;
}

/* "A1", or "A 1": tokens taken or 0 */
static int label_at(const struct match *m, int pos, int32_t *out)
{
	const struct token *t = m->t + pos;

	if (pos >= m->n || t->type != TOKEN_WORD)
		return 0;
	if (label_word(t->fold, out))
		return 1;
	if (t->fold.len != 1 || t->fold.s[0] < 'A' || t->fold.s[0] > 'Z' ||
	    pos + 1 >= m->n || t[1].type != TOKEN_NUMBER || !t[1].whole ||
	    t[1].number < 100)
		return 0;
	*out = label_of(t->fold.s[0], t[1].number / 100);
	return 2;
}

/* the words of all names, split when the first is needed */
static void split_names(struct match *m)
{
	struct token_list *all;

	if (m->name_words)
		return;
	all = ARENA_NEW(m->arena, struct token_list);
	m->name_words =
		ARENA_ARRAY(m->arena, (size_t)m->names->n, struct name_words);
	m->named = ARENA_ARRAY(m->arena, (size_t)m->n + 1, struct named);
	for (int i = 0; i < m->names->n; i++) {
		struct name_words *w = &m->name_words[i];

		token_split(m->arena, m->names->v[i].name, all);
		for (int k = 0; k < all->n && w->n < NAME_MAX_WORDS; k++)
			if (all->v[k].type == TOKEN_WORD)
				w->word[w->n++] = all->v[k].fold;
	}
}

/* do the tokens stand side by side somewhere in the name? */
static bool name_has(const struct match *m, const struct name_words *w, int pos,
		     int len)
{
	for (int i = 0; i + len <= w->n; i++) {
		int k = 0;

		while (k < len && str_equal(w->word[i + k], m->t[pos + k].fold))
			k++;
		if (k == len)
			return true;
	}
	return false;
}

static bool some_name_has(const struct match *m, int pos, int len)
{
	for (int i = 0; i < m->names->n; i++)
		if (name_has(m, &m->name_words[i], pos, len))
			return true;
	return false;
}

/*
 * What is called so at pos, by as many words as are one name: Leech Medic is
 * not Leech and Medic. Worked out once for each place.
 */
static const struct named *named_at(struct match *m, int pos)
{
	struct named *named;
	int len = 0;

	split_names(m);
	named = &m->named[pos];
	if (named->known)
		return named;
	named->known = true;
	while (pos + len < m->n && len < NAME_MAX_WORDS &&
	       m->t[pos + len].type == TOKEN_WORD &&
	       some_name_has(m, pos, len + 1))
		len++;
	if (!len || (len == 1 && m->t[pos].fold.len < 3))
		return named; /* "of", "de": no name by itself */
	named->len = len;
	for (int i = 0; i < m->names->n; i++)
		if (name_has(m, &m->name_words[i], pos, len)) {
			if (named->n < GRAMMAR_MAX_NAMED)
				named->label[named->n] = m->names->v[i].label;
			named->n++;
		}
	return named;
}

/* --- cards: the text up to the comma ----------------------------------- */

/* a line end behind which a line continues: its length with the +, or 0 */
static size_t continues(const char *p, const char *end)
{
	const char *q = p;

	if (p >= end || (*p != '\n' && *p != '\r'))
		return 0;
	while (q < end && (*q == '\r' || *q == '\n' || *q == ' ' || *q == '\t'))
		q++;
	return q < end && *q == '+' ? (size_t)(q + 1 - p) : 0;
}

static bool ends_card(const char *p, const char *end)
{
	return p >= end || *p == ',' || *p == ';' || *p == '|' ||
	       (*p == '\n' && !continues(p, end)) ||
	       (p + 1 < end && p[0] == '/' && p[1] == '/');
}

/* on one line, with one blank where it was continued */
static struct str card_join(struct arena *a, const char *p, const char *end)
{
	char *out = arena_alloc(a, (size_t)(end - p) + 1), *q = out;

	while (p < end) {
		size_t n = continues(p, end);

		if (!n) {
			*q++ = *p++;
			continue;
		}
		p += n;
		while (q > out && q[-1] == ' ')
			q--;
		while (p < end && *p == ' ')
			p++;
		*q++ = ' ';
	}
	while (q > out && q[-1] == ' ')
		q--;
	*q = 0;
	return (struct str){ out, (size_t)(q - out) };
}

/*
 * Where the card at pos ends that a level may follow: before its number, and
 * the word for level in front of it. p: where it would end without.
 */
static const char *hero_end(const struct match *m, int pos, const char *p)
{
	int last = pos, level;

	while (last + 1 < m->n && m->t[last + 1].raw.s < p)
		last++;
	if (last == pos || m->t[last].type != TOKEN_NUMBER ||
	    !m->t[last].whole || m->t[last - 1].type == TOKEN_SLASH)
		return p;
	for (level = last - 1; level > pos; level--)
		if (key_length(m, level, m->g->key_level) == last - level)
			last = level;
	return m->t[last].raw.s;
}

/* tokens taken; count and the text without it */
static int card_at(struct match *m, int pos, bool hero, int *count,
		   struct str *text)
{
	const char *end = m->t[m->n - 1].raw.s + m->t[m->n - 1].raw.len;
	const char *p;
	int from = pos, times;

	*count = 1;
	if (pos < m->n && m->t[pos].type == TOKEN_NUMBER && m->t[pos].whole &&
	    m->t[pos].number >= 100 && m->t[pos].number <= 2000 &&
	    (times = key_length(m, pos + 1, m->g->key_times))) {
		*count = m->t[pos].number / 100;
		pos += 1 + times;
	}
	if (pos >= m->n)
		return 0;
	p = m->t[pos].raw.s;
	while (!ends_card(p, end))
		p++;
	if (hero)
		p = hero_end(m, pos, p);
	*text = card_join(m->arena, m->t[pos].raw.s, p);
	while (pos < m->n && m->t[pos].raw.s < p)
		pos++;
	return pos - from;
}

/* --- reading ----------------------------------------------------------- */

static bool push(struct match *m, int tag, const int32_t *w, int n)
{
	if (m->n_args == GRAMMAR_MAX_ARGS ||
	    n > (int)ARRAY_LEN(m->pool) - m->n_pool) {
		m->overflow = true;
		return false;
	}
	m->arg[m->n_args++] =
		(struct found_arg){ .tag = tag, .at = m->n_pool, .n = n };
	if (n)
		memcpy(m->pool + m->n_pool, w, (size_t)n * sizeof(*w));
	m->n_pool += n;
	return true;
}

static void pop(struct match *m)
{
	m->n_pool = m->arg[--m->n_args].at;
}

static void accept(struct match *m, int pos)
{
	const struct grammar_row *row = &m->g->table->rows[m->row];
	struct grammar_result *out = m->out;
	struct decision d;

	m->accepted += pos == m->n || row->type == GRAMMAR_CONDITION;
	if (row->type == GRAMMAR_CONDITION) {
		if (pos <= out->n_tokens)
			return;
		out->n_tokens = pos;
		out->n_words = 1;
		out->words[0] = grammar_row_number(m->g, row);
		for (int i = 0; i < m->n_args; i++)
			out->words[out->n_words++] = m->pool[m->arg[i].at];
		m->found = true;
		return;
	}
	if (pos < m->n) {
		expect(m, pos, EXPECT_END, 0);
		return;
	}
	decision_start(&d, grammar_row_number(m->g, row));
	for (int i = 0; i < m->n_args; i++)
		if (!decision_add(&d, m->arg[i].tag, m->pool + m->arg[i].at,
				  m->arg[i].n)) {
			m->overflow = true;
			return;
		}
	/* FLAME is first a word of orders, then a piece of a figure's name */
	if (m->found && m->n_names > m->fewest)
		return;
	m->ambiguous = m->found && m->n_names == m->fewest &&
		       (m->ambiguous || !decision_equal(&d, &out->d));
	m->fewest = m->n_names;
	m->found = true;
	out->d.kind = d.kind;
	out->d.n = d.n;
	memcpy(out->d.w, d.w, d.n * sizeof(d.w[0]));
	out->type = row->type;
}

static void run(struct match *m, int pc, int pos, struct set_frame *set);

/* go on with one argument more */
static void run_with(struct match *m, int pc, int pos, struct set_frame *set,
		     int tag, const int32_t *w, int n)
{
	if (!push(m, tag, w, n))
		return;
	run(m, pc, pos, set);
	pop(m);
}

/* A1+A5 is A1 where the order has no place for both of them. */
static void run_label(struct match *m, int pc, int pos, struct set_frame *set,
		      int tag, int32_t label)
{
	unsigned before = m->accepted;
	int32_t second;
	int len;

	run_with(m, pc + 1, pos, set, tag, &label, 1);
	if (m->accepted != before || pos >= m->n ||
	    m->t[pos].type != TOKEN_JOIN)
		return;
	len = label_at(m, pos + 1, &second);
	if (len)
		run_with(m, pc + 1, pos + 1 + len, set, tag, &label, 1);
}

static void run_figure(struct match *m, int pc, int pos, struct set_frame *set,
		       int tag)
{
	const struct named *named;
	int32_t label;
	int len = label_at(m, pos, &label);

	if (len)
		run_label(m, pc, pos + len, set, tag, label);
	else
		expect(m, pos, EXPECT_SLOT, SLOT_FIGURE);
	if (!m->names || !m->names->n || pos >= m->n)
		return;
	named = named_at(m, pos);
	if (named->n == 1) {
		m->n_names += named->len == 1;
		run_with(m, pc + 1, pos + named->len, set, tag,
			 &named->label[0], 1);
		m->n_names -= named->len == 1;
	} else if (named->n > 1 && pos + named->len > m->far_name) {
		m->far_name = pos + named->len;
		m->out->n_named = named->n < GRAMMAR_MAX_NAMED
					  ? named->n
					  : GRAMMAR_MAX_NAMED;
		memcpy(m->out->named, named->label, sizeof(m->out->named));
	}
}

static void run_degrees(struct match *m, int pc, int pos, struct set_frame *set,
			int tag)
{
	const struct token *t = m->t + pos;
	int32_t a;

	expect(m, pos, EXPECT_SLOT, SLOT_DEGREES);
	if (pos >= m->n)
		return;
	if (t->type == TOKEN_NUMBER && t->whole && t->number >= 0 &&
	    t->number <= 36000) {
		a = t->number / 100 % 360;
		run_with(m, pc + 1,
			 pos + 1 + key_length(m, pos + 1, m->g->key_degree),
			 set, tag, &a, 1);
		return;
	}
	for (int i = 0; i < 8; i++) {
		int len = key_length(m, pos, m->g->key_direction[i]);

		a = 45 * i;
		if (len)
			run_with(m, pc + 1, pos + len, set, tag, &a, 1);
	}
}

static void run_cards(struct match *m, int pc, int pos, struct set_frame *set,
		      int tag)
{
	bool hero = m->g->code[pc].b == SLOT_HERO;
	int32_t w[DECISION_MAX_WORDS];
	struct buf key, nearest;
	struct str text;
	int count, len, n;

	if (pos >= m->n) {
		expect(m, pos, EXPECT_SLOT, SLOT_CARD);
		return;
	}
	len = card_at(m, pos, hero, &count, &text);
	if (!len || !text.len) {
		expect(m, pos, EXPECT_SLOT, SLOT_CARD);
		return;
	}
	buf_init(&key, 256);
	buf_init(&nearest, 256);
	if (!m->names || !m->names->card) {
		buf_adds(&key, text);
	} else if (!m->names->card(m->names->source, text, &key, &nearest)) {
		if (pos + 1 > m->far_card) {
			m->far_card = pos + 1;
			m->out->nearest =
				arena_str(m->arena, buf_str(&nearest));
		}
		buf_clear(&key);
		key.full = true;
	}
	n = key.full ? -1 : text_pack(w, DECISION_MAX_WORDS, buf_str(&key));
	buf_release(&key);
	buf_release(&nearest);
	if (n < 0)
		return;
	for (int i = 0; i < count; i++)
		if (!push(m, tag, w, n)) {
			while (i--)
				pop(m);
			return;
		}
	run(m, pc + 1, pos + len, set);
	while (count--)
		pop(m);
}

static void run_corners(struct match *m, int pc, int pos, struct set_frame *set,
			const struct grammar_insn *i)
{
	int32_t w[2 * GEO_MAX_VERTICES + 2], r[4];
	int n = 0, len = 0;

	switch (i->b) {
	case SLOT_CORNERS:
		len = all_numbers_at(m, pos, w, &n, 2, 6, ARRAY_LEN(w));
		break;
	case SLOT_SEGMENTS:
		len = all_numbers_at(m, pos, w, &n, 4, 4, 16);
		break;
	case SLOT_RECTANGLE:
		len = numbers_at(m, pos, r, 4);
		if (!len)
			return;
		w[0] = w[6] = r[0];
		w[1] = w[3] = r[1];
		w[2] = w[4] = r[2];
		w[5] = w[7] = r[3];
		n = 8;
		break;
	default: /* a circle is a polygon of 24 corners, section 26 */
		len = numbers_at(m, pos, r, 1);
		if (!len || r[0] < 0)
			return;
		for (int k = 0; k < 24; k++) {
			struct point p = geo_offset(r[0], 15 * k, GEO_HA);

			w[n++] = p.x;
			w[n++] = p.y;
		}
	}
	if (len)
		run_with(m, pc + 1, pos + len, set, i->a, w, n);
}

/* "C7": column and row from 0 */
static bool square_word(struct str s, int32_t w[2])
{
	size_t i = 0;
	int x = 0, y = 0;

	while (i < s.len && i < 2 && 'A' <= s.s[i] && s.s[i] <= 'Z')
		x = 26 * x + (s.s[i++] - 'A' + 1);
	if (!i || s.len > i + 2)
		return false;
	for (size_t from = i; i < s.len; i++) {
		if (s.s[i] < '0' || s.s[i] > '9' ||
		    (i == from && s.s[i] == '0'))
			return false;
		y = 10 * y + (s.s[i] - '0');
	}
	w[0] = x - 1;
	w[1] = y - 1;
	return y > 0;
}

/* a word as a text, behind what its keys begin with; words, or -1 */
static int name_word(int32_t *w, const char *prefix, struct str word,
		     size_t longest)
{
	char key[16];
	size_t n = strlen(prefix);

	if (word.len > longest || n + word.len > sizeof(key))
		return -1;
	memcpy(key, prefix, n);
	memcpy(key + n, word.s, word.len);
	return text_pack(w, 8, (struct str){ key, n + word.len });
}

/* slots of one word, on boards of squares */
static void run_name(struct match *m, int pc, int pos, struct set_frame *set)
{
	const struct grammar_insn *i = &m->g->code[pc];
	const struct token *t = m->t + pos;
	int32_t w[8];
	int n = -1;

	expect(m, pos, EXPECT_SLOT, i->b);
	if (pos >= m->n)
		return;
	if (i->b == SLOT_FACING) {
		for (w[0] = 0; w[0] < 8; w[0]++) {
			int len = key_length(m, pos, m->g->key_direction[w[0]]);

			if (len)
				run_with(m, pc + 1, pos + len, set, i->a, w, 1);
		}
		return;
	}
	if (i->b == SLOT_NUMBER) {
		w[0] = t->number / 100;
		if (t->type == TOKEN_NUMBER && t->whole && w[0] >= 0)
			run_with(m, pc + 1, pos + 1, set, i->a, w, 1);
		return;
	}
	if (t->type != TOKEN_WORD)
		return;
	switch (i->b) {
	case SLOT_SQUARE: n = square_word(t->fold, w) ? 2 : -1; break;
	case SLOT_SEAT:
		w[0] = t->fold.s[0] - 'A';
		if (t->fold.len == 1 && 0 <= w[0] && w[0] < SEATS_MAX)
			n = 1;
		break;
	case SLOT_MODEL: n = name_word(w, "chest/", t->fold, 1); break;
	case SLOT_TILE: n = name_word(w, "tile/", t->fold, 4); break;
	default: n = name_word(w, "", t->fold, 4); break;
	}
	if (n > 0)
		run_with(m, pc + 1, pos + 1, set, i->a, w, n);
}

static void run_slot(struct match *m, int pc, int pos, struct set_frame *set)
{
	const struct grammar_insn *i = &m->g->code[pc];
	int32_t w[2];
	int len;

	switch (i->b) {
	case SLOT_FIGURE: run_figure(m, pc, pos, set, i->a); return;
	case SLOT_DEGREES: run_degrees(m, pc, pos, set, i->a); return;
	case SLOT_CARD:
	case SLOT_HERO: run_cards(m, pc, pos, set, i->a); return;
	case SLOT_SQUARE:
	case SLOT_FACING:
	case SLOT_NUMBER:
	case SLOT_MODEL:
	case SLOT_TILE:
	case SLOT_MOUTH:
	case SLOT_SEAT: run_name(m, pc, pos, set); return;
	case SLOT_POINT:
		if (pos >= m->n || m->t[pos].type != TOKEN_NUMBER) {
			expect(m, pos, EXPECT_SLOT, SLOT_POINT);
			return;
		}
		len = numbers_at(m, pos, w, 2);
		break;
	case SLOT_INCHES: len = numbers_at(m, pos, w, 1); break;
	default: run_corners(m, pc, pos, set, i); return;
	}
	if (len)
		run_with(m, pc + 1, pos + len, set, i->a, w,
			 i->b == SLOT_POINT ? 2 : 1);
}

/* The set is complete: its arguments in the order of the table. */
static void run_set_end(struct match *m, int pc, int pos, struct set_frame *set)
{
	struct found_arg was[GRAMMAR_MAX_ARGS];
	int n = m->n_args - set->first;
	struct found_arg *arg = m->arg + set->first;

	memcpy(was, arg, (size_t)n * sizeof(*arg));
	for (int i = 1; i < n; i++) { /* stable, and few */
		struct found_arg a = arg[i];
		int k = i;

		for (; k && arg[k - 1].alternative > a.alternative; k--)
			arg[k] = arg[k - 1];
		arg[k] = a;
	}
	run(m, pc + 1, pos, (struct set_frame *)set->outer);
	memcpy(arg, was, (size_t)n * sizeof(*arg));
}

static void run_word(struct match *m, int pc, int pos, struct set_frame *set)
{
	const struct grammar_insn *i = &m->g->code[pc];
	unsigned lengths = key_lengths(m, pos, i->a);

	if (i->noise)
		lengths |= 1;
	else if (!lengths)
		expect(m, pos, EXPECT_KEY, i->a);
	for (int len = 0; lengths; len++, lengths >>= 1)
		if (lengths & 1)
			run(m, pc + 1, pos + len, set);
}

static void run(struct match *m, int pc, int pos, struct set_frame *set)
{
	for (;; pc++) {
		const struct grammar_insn *i = &m->g->code[pc];
		struct set_frame inner;
		unsigned commits;

		if (++m->steps > GRAMMAR_MAX_STEPS)
			return;
		switch (i->op) {
		case OP_ROW: m->row = i->a; break;
		case OP_WORD: run_word(m, pc, pos, set); return;
		case OP_SLOT: run_slot(m, pc, pos, set); return;
		case OP_CONST: {
			int32_t value = i->b;

			run_with(m, pc + 1, pos, set, i->a, &value, 1);
			return;
		}
		case OP_SPLIT:
			run(m, i->a, pos, set);
			pc = i->b - 1;
			break;
		case OP_TRY:
			commits = m->commits[i->commit];
			run(m, i->a, pos, set);
			if (commits != m->commits[i->commit])
				return;
			pc = i->b - 1;
			break;
		case OP_COMMIT: m->commits[i->a]++; break;
		case OP_JUMP: pc = i->a - 1; break;
		case OP_SET:
			inner = (struct set_frame){ .outer = set,
						    .first = m->n_args,
						    .mark = m->n_args };
			run(m, pc + 1, pos, &inner);
			return;
		case OP_ONCE:
			if (set->used & UINT64_C(1) << i->a)
				return;
			inner = *set;
			inner.used |= UINT64_C(1) << i->a;
			run(m, pc + 1, pos, &inner);
			return;
		case OP_DONE:
			inner = *set;
			for (int k = set->mark; k < m->n_args; k++)
				m->arg[k].alternative = i->a;
			inner.mark = m->n_args;
			run(m, pc + 1, pos, &inner);
			return;
		case OP_SET_END: run_set_end(m, pc, pos, set); return;
		case OP_SIGN:
			if (pos >= m->n || (int)m->t[pos].type != i->a) {
				expect(m, pos, EXPECT_SIGN, i->a);
				return;
			}
			pos++;
			break;
		case OP_ACCEPT: accept(m, pos); return;
		}
	}
}

static void read_at(const struct grammar *g, struct arena *a, int start,
		    const struct grammar_names *names, const struct token *t,
		    int n, struct grammar_result *out)
{
	struct match m = {
		.g = g, .arena = a, .names = names, .t = t, .n = n, .out = out
	};

	out->fault = GRAMMAR_FAULT_NONE;
	out->n_expected = out->n_named = out->n_tokens = out->n_words = 0;
	out->nearest = STR("");
	run(&m, start, 0, NULL);
	out->token = m.far;
	if (m.steps > GRAMMAR_MAX_STEPS || (m.overflow && !m.found)) {
		out->fault = GRAMMAR_FAULT_TOO_LONG;
	} else if (m.ambiguous) {
		out->fault = GRAMMAR_FAULT_AMBIGUOUS;
		out->token = 0;
	} else if (m.found) {
		return;
	} else if (m.far_card > m.far) {
		out->fault = GRAMMAR_FAULT_CARD;
		out->token = m.far_card - 1;
	} else if (m.far_name > m.far) {
		/* point at the name, which ends there */
		out->fault = GRAMMAR_FAULT_NAME;
		out->token = m.far_name - 1;
	} else {
		out->fault = GRAMMAR_FAULT_EXPECTED;
	}
}

void grammar_read(const struct grammar *g, struct arena *a,
		  const struct grammar_names *names, const struct token *t,
		  int n, struct grammar_result *out)
{
	read_at(g, a, g->orders, names, t, n, out);
}

void grammar_read_condition(const struct grammar *g, struct arena *a,
			    const struct grammar_names *names,
			    const struct token *t, int n,
			    struct grammar_result *out)
{
	read_at(g, a, g->conditions, names, t, n, out);
}

/* --- writing ----------------------------------------------------------- */

struct write {
	const struct grammar *g;
	int lang;
	int number;               /* kind of decision or condition */
	const struct decision *d; /* or, for a condition, .. */
	const int32_t *w;         /* .. its labels */
	int n;
	unsigned steps;
	struct buf *out;
	bool card; /* the last thing written was a card */
};

static bool emit(struct write *x, int pc, int at, uint64_t used);

/* the next argument, if it is of this tag */
static bool argument(const struct write *x, int at, int tag, const int32_t **w,
		     int *n, int *next)
{
	struct decision_arg arg;

	if (!x->d) {
		if (at >= x->n || tag != -1)
			return false;
		*w = x->w + at;
		*n = 1;
		*next = at + 1;
		return true;
	}
	if (!decision_next(x->d, at, &arg) || arg.tag != tag)
		return false;
	*w = arg.w;
	*n = arg.n;
	*next = arg.next;
	return true;
}

/* what was written since is taken back if it leads nowhere */
static bool emit_or_undo(struct write *x, int pc, int at, uint64_t used,
			 size_t len, bool card)
{
	if (emit(x, pc, at, used))
		return true;
	x->out->len = len;
	if (x->out->s)
		x->out->s[len] = 0;
	x->card = card;
	return false;
}

static bool is_card(int slot)
{
	return slot == SLOT_CARD || slot == SLOT_HERO;
}

static bool emit_slot(struct write *x, int pc, int at, uint64_t used)
{
	const struct grammar_insn *i = &x->g->code[pc];
	size_t len = x->out->len;
	bool card = x->card;
	const int32_t *w;
	int n, next;

	/* these are written out as corners when they are read */
	if (i->b == SLOT_RECTANGLE || i->b == SLOT_CIRCLE ||
	    !argument(x, at, i->a, &w, &n, &next))
		return false;
	if (card && is_card(i->b))
		buf_addc(x->out, ',');
	if (x->out->len && x->out->s[x->out->len - 1] != '|')
		buf_addc(x->out, ' ');
	grammar_write_slot(x->g, x->lang, (enum grammar_slot)i->b, w, n,
			   x->out);
	/* a level belongs to the hero before it */
	x->card = is_card(i->b) || (card && i->b == SLOT_NUMBER);
	return emit_or_undo(x, pc + 1, next, used, len, card);
}

static bool emit_word(struct write *x, int pc, int at, uint64_t used)
{
	const struct grammar_insn *i = &x->g->code[pc];
	size_t len = x->out->len;
	bool card = x->card;

	if (len)
		buf_addc(x->out, ' ');
	buf_adds(x->out, vocabulary_shown(x->g->words, i->a, x->lang));
	x->card = false;
	return emit_or_undo(x, pc + 1, at, used, len, card);
}

static bool emit_sign(struct write *x, int pc, int at, uint64_t used)
{
	size_t len = x->out->len;

	buf_addz(x->out, x->g->code[pc].a == TOKEN_SLASH  ? " /"
			 : x->g->code[pc].a == TOKEN_JOIN ? "+"
							  : "|");
	return emit_or_undo(x, pc + 1, at, used, len, x->card);
}

static bool emit(struct write *x, int pc, int at, uint64_t used)
{
	for (;; pc++) {
		const struct grammar_insn *i = &x->g->code[pc];
		const int32_t *w;
		int n, next;

		if (++x->steps > GRAMMAR_MAX_STEPS || x->out->full)
			return false;
		switch (i->op) {
		case OP_ROW:
			if (grammar_row_number(x->g,
					       &x->g->table->rows[i->a]) !=
			    x->number)
				return false;
			break;
		case OP_WORD:
			if (!i->b)
				break;
			return emit_word(x, pc, at, used);
		case OP_SLOT: return emit_slot(x, pc, at, used);
		case OP_CONST:
			if (!argument(x, at, i->a, &w, &n, &next) || n != 1 ||
			    w[0] != i->b)
				return false;
			at = next;
			break;
		case OP_COMMIT: break;
		case OP_SPLIT:
		case OP_TRY:
			if (emit(x, i->a, at, used))
				return true;
			pc = i->b - 1;
			break;
		case OP_JUMP: pc = i->a - 1; break;
		case OP_SET:
			/* sets nest three deep at most, eight alternatives
			 * each; the innermost is in the low byte */
			used <<= 8;
			break;
		case OP_ONCE:
			if (used & UINT64_C(1) << i->a)
				return false;
			used |= UINT64_C(1) << i->a;
			break;
		case OP_DONE: break;
		case OP_SET_END: used >>= 8; break;
		case OP_SIGN: return emit_sign(x, pc, at, used);
		case OP_ACCEPT: return at == (x->d ? x->d->n : x->n);
		}
	}
}

/* into an empty buffer first: what is written begins without a blank */
static bool write_at(struct write *x, int start, struct buf *out)
{
	struct buf text;
	bool ok;

	buf_init(&text, 16384);
	x->out = &text;
	ok = emit(x, start, 0, 0) && !text.full;
	if (ok)
		buf_adds(out, buf_str(&text));
	buf_release(&text);
	return ok && !out->full;
}

bool grammar_write(const struct grammar *g, int lang, const struct decision *d,
		   struct buf *out)
{
	struct write x = { .g = g, .lang = lang, .number = d->kind, .d = d };

	return write_at(&x, g->orders, out);
}

bool grammar_write_condition(const struct grammar *g, int lang,
			     const int32_t *w, int n, struct buf *out)
{
	struct write x = {
		.g = g, .lang = lang, .number = w[0], .w = w + 1, .n = n - 1
	};

	return write_at(&x, g->conditions, out);
}
