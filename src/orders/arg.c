/*
 * src/orders/arg.c - the types of arguments: how each is parsed, written and
 * drawn at random, and the suggestion for an invalid one. To add a type, add a
 * row to args.def and its functions here.
 */
#include "orders/matcher.h"
#include "base/ascii.h"
#include "orders/arg_arena.h"
#include "base/parse.h"
#include "engine/geometry.h"

enum { CARD_TEXT_MAX = 256, PARTS_TEXT_MAX = 512 };

/* --- numbers ----------------------------------------------------------- */

/* a number and perhaps its unit: tokens taken, 0 if there is none */
static int number_at(struct matcher *m, int pos, int32_t *out)
{
	if (pos >= m->n || m->t[pos].type != TOKEN_NUMBER) {
		matcher_expect(m, pos, EXPECT_SLOT, SLOT_INCHES);
		return 0;
	}
	*out = m->t[pos].number;
	return 1 + matcher_key_length(m, pos + 1, m->g->key_inch);
}

/* exactly n numbers; tokens taken or 0 */
static int numbers_at(struct matcher *m, int pos, int32_t *out, int n)
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
static int all_numbers_at(struct matcher *m, int pos, int32_t *out, int *n,
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
		matcher_expect(m, pos, EXPECT_SLOT, SLOT_INCHES);
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
static int label_at(const struct matcher *m, int pos, int32_t *out)
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

struct name_words *grammar_name_words(struct arena *a,
				      const struct grammar_names *names)
{
	struct name_words *words =
		ARENA_ARRAY(a, (size_t)names->n + 1, struct name_words);
	struct token_list *all = arena_alloc_raw(a, sizeof(*all));

	for (int i = 0; i < names->n; i++) {
		struct name_words *w = &words[i];

		token_split(a, names->v[i].name, all);
		for (int k = 0; k < all->n && w->n < NAME_MAX_WORDS; k++)
			if (all->v[k].type == TOKEN_WORD)
				w->word[w->n++] = all->v[k].fold;
	}
	return words;
}

/* the words of all names, where the first is needed */
static void split_names(struct matcher *m)
{
	if (m->name_words)
		return;
	m->name_words = m->names->words
				? m->names->words
				: grammar_name_words(m->arena, m->names);
	m->named = ARENA_ARRAY(m->arena, (size_t)m->n + 1, struct named);
}

/* are the tokens adjacent somewhere in the name? */
static bool name_has(const struct matcher *m, const struct name_words *w,
		     int pos, int len)
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

static bool some_name_has(const struct matcher *m, int pos, int len)
{
	for (int i = 0; i < m->names->n; i++)
		if (name_has(m, &m->name_words[i], pos, len))
			return true;
	return false;
}

static bool is_named(const struct named *named, int32_t label)
{
	for (int i = 0; i < named->n && i < GRAMMAR_MAX_NAMED; i++)
		if (named->label[i] == label)
			return true;
	return false;
}

/* those that are called so, each once, idle ones or the others */
static void find_named(const struct matcher *m, int pos, struct named *named,
		       bool idle)
{
	for (int i = 0; i < m->names->n; i++) {
		const struct grammar_name *v = &m->names->v[i];

		if (v->idle != idle || is_named(named, v->label) ||
		    !name_has(m, &m->name_words[i], pos, named->len))
			continue;
		if (named->n < GRAMMAR_MAX_NAMED)
			named->label[named->n] = v->label;
		named->n++;
	}
}

bool slot_small_word(const struct matcher *m, int pos)
{
	const int keys[] = { m->g->key_article,
			     vocabulary_key(m->g->words, STR("of")),
			     vocabulary_key(m->g->words, STR("and")) };

	if (m->t[pos].fold.len < 3)
		return true;
	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		const struct vocabulary_word *w =
			keys[i] < 0 ? NULL : m->g->words->keys[keys[i]].words;

		for (; w; w = w->next)
			if (w->n == 1 && str_equal(m->t[pos].fold, w->part[0]))
				return true;
	}
	return false;
}

/*
 * The pieces with the name at pos, by as many words as make one name: Leech
 * Medic is not Leech and Medic. Computed once for each place.
 */
static const struct named *named_at(struct matcher *m, int pos)
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
	if (!len || (len == 1 && slot_small_word(m, pos)))
		return named;
	named->len = len;
	find_named(m, pos, named, false);
	if (!named->n)
		find_named(m, pos, named, true);
	return named;
}

/* several have this name: a complaint if the line does not parse otherwise */
static void tell_named(struct matcher *m, int pos, const struct named *named)
{
	if (named->n < 2 || pos + named->len <= m->far_name)
		return;
	m->far_name = pos + named->len;
	m->out->n_named =
		named->n < GRAMMAR_MAX_NAMED ? named->n : GRAMMAR_MAX_NAMED;
	memcpy(m->out->named, named->label, sizeof(m->out->named));
}

/* wolf #5: the label after a name, of a piece with this name; its tokens */
static int label_behind(const struct matcher *m, int pos,
			const struct named *named, int32_t *label)
{
	const struct token *t = m->t + pos + named->len;
	int64_t number = 0;

	if (!named->n || pos + named->len >= m->n)
		return 0;
	if (t->type == TOKEN_NUMBER && t->whole && t->number >= 100)
		number = t->number / 100;
	else if (t->type != TOKEN_WORD)
		return 0;
	else if (t->fold.s[0] == '#' &&
		 !parse_int((struct str){ t->fold.s + 1, t->fold.len - 1 }, 1,
			    UINT16_MAX, &number))
		return 0;
	if (number)
		*label = label_of('#', (int)number);
	else if (!label_word(t->fold, label))
		return 0;
	return is_named(named, *label);
}

bool slot_is_named(const struct slot_at *at)
{
	return at->m->names && at->m->names->n && at->pos < at->m->n &&
	       named_at(at->m, at->pos)->n > 0;
}

int slot_named_on(const struct slot_at *at, int32_t by, int32_t *label)
{
	struct matcher *m = at->m;
	const struct named *named;
	int n = 0;

	if (!m->names || !m->names->n || at->pos >= m->n)
		return 0;
	named = named_at(m, at->pos);
	for (int i = 0; i < m->names->n; i++) {
		const struct grammar_name *v = &m->names->v[i];

		if (!is_named(named, v->label) || !v->on ||
		    (by && v->on != by) || (n && v->label == *label))
			continue;
		n++;
		*label = v->label;
	}
	if (n > 1)
		tell_named(m, at->pos, named);
	return n == 1 ? named->len : n ? -1 : 0;
}

bool slot_take_labelled(const struct slot_at *at, int32_t *w, int n,
			int32_t *label)
{
	struct matcher *m = at->m;
	const struct named *named;
	int len;

	if (!m->names || !m->names->n || at->pos >= m->n)
		return false;
	named = named_at(m, at->pos);
	len = label_behind(m, at->pos, named, label);
	if (len) {
		/* ATTACK #12, which is called Reverse Attack, is a verb first
		 */
		m->n_names += named->len == 1;
		matcher_take(at, named->len + len, w, n);
		m->n_names -= named->len == 1;
	}
	return len > 0;
}

void slot_take_named(const struct slot_at *at, int32_t *w, int n,
		     int32_t *label)
{
	struct matcher *m = at->m;
	const struct named *named;

	if (!m->names || !m->names->n || at->pos >= m->n ||
	    slot_take_labelled(at, w, n, label))
		return;
	named = named_at(m, at->pos);
	if (named->n == 1) {
		*label = named->label[0];
		m->n_names += named->len == 1;
		matcher_take(at, named->len, w, n);
		m->n_names -= named->len == 1;
	} else {
		tell_named(m, at->pos, named);
	}
}

/* --- cards: the text up to the comma ----------------------------------- */

static bool ends_card(const char *p, const char *end)
{
	return p >= end || *p == ',' || *p == ';' || *p == '|' ||
	       (*p == '\n' && !token_continues(p, end)) ||
	       (p + 1 < end && p[0] == '/' && p[1] == '/');
}

/*
 * Where the card at pos ends that a level may follow: before its number, and
 * the word for level in front of it. p: where it would end without.
 */
static const char *hero_end(const struct matcher *m, int pos, const char *p)
{
	int last = pos, level;

	while (last + 1 < m->n && m->t[last + 1].raw.s < p)
		last++;
	if (last == pos || m->t[last].type != TOKEN_NUMBER ||
	    !m->t[last].whole || m->t[last - 1].type == TOKEN_SLASH)
		return p;
	for (level = last - 1; level > pos; level--)
		if (matcher_key_length(m, level, m->g->key_level) ==
		    last - level)
			last = level;
	return m->t[last].raw.s;
}

/* tokens taken; count and the text without it */
static int card_at(struct matcher *m, int pos, bool hero, int *count,
		   struct str *text)
{
	const char *end = m->t[m->n - 1].raw.s + m->t[m->n - 1].raw.len;
	const char *p;
	int from = pos, times;

	*count = 1;
	if (pos < m->n && m->t[pos].type == TOKEN_NUMBER && m->t[pos].whole &&
	    m->t[pos].number >= 100 && m->t[pos].number <= 2000 &&
	    (times = matcher_key_length(m, pos + 1, m->g->key_times))) {
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
	*text = token_join(
		m->arena,
		(struct str){ m->t[pos].raw.s, (size_t)(p - m->t[pos].raw.s) });
	while (pos < m->n && m->t[pos].raw.s < p)
		pos++;
	return pos - from;
}

/*
 * "3 Guardsman ***", "Guardsman *** x3": a number without its sign, or with
 * the sign after the name.
 */
static bool card_counted(struct str text, struct str *count, struct str *name)
{
	size_t n = 0;

	while (n < text.len && ascii_is_digit(text.s[n]))
		n++;
	*count = (struct str){ text.s, n };
	if (n && n < text.len && text.s[n] == ' ') {
		*name = parse_trim((struct str){ text.s + n, text.len - n });
		return n <= 2 && name->len;
	}
	for (n = text.len; n && ascii_is_digit(text.s[n - 1]);)
		n--;
	*count = (struct str){ text.s + n, text.len - n };
	while (n && text.s[n - 1] == ' ')
		n--;
	if (!count->len || count->len > 2 || n < 2 ||
	    (text.s[n - 1] != 'x' && text.s[n - 1] != 'X') ||
	    (text.s[n - 2] != ' ' && text.s[n - 2] != '*'))
		return false;
	*name = parse_trim((struct str){ text.s, n - 1 });
	return name->len;
}

/* --- reading ----------------------------------------------------------- */

static void read_figure(const struct slot_at *at)
{
	struct matcher *m = at->m;
	unsigned before = m->accepted;
	int32_t label, second;
	int len = label_at(m, at->pos, &label), on;

	if (len)
		matcher_take(at, len, &label, 1);
	else
		matcher_expect(m, at->pos, EXPECT_SLOT, at->slot);
	/* A1+A5 is A1 where the order has no place for both of them */
	if (len && m->accepted == before && at->pos + len < m->n &&
	    m->t[at->pos + len].type == TOKEN_JOIN &&
	    (on = label_at(m, at->pos + len + 1, &second)))
		matcher_take(at, len + 1 + on, &label, 1);
	slot_take_named(at, &label, 1, &label);
}

/* the words for the eight directions, in steps of `step` */
static void read_directions(const struct slot_at *at, int step)
{
	struct matcher *m = at->m;

	for (int32_t i = 0; i < 8; i++) {
		int32_t w = step * i;
		int len =
			matcher_key_length(m, at->pos, m->g->key_direction[i]);

		if (len)
			matcher_take(at, len, &w, 1);
	}
}

static void read_degrees(const struct slot_at *at)
{
	struct matcher *m = at->m;
	const struct token *t = m->t + at->pos;
	int32_t a;

	matcher_expect(m, at->pos, EXPECT_SLOT, at->slot);
	if (at->pos >= m->n)
		return;
	if (t->type != TOKEN_NUMBER || !t->whole || t->number < 0 ||
	    t->number > 36000) {
		read_directions(at, 45);
		return;
	}
	a = t->number / 100 % 360;
	matcher_take(at,
		     1 + matcher_key_length(m, at->pos + 1, m->g->key_degree),
		     &a, 1);
}

static void read_facing(const struct slot_at *at)
{
	matcher_expect(at->m, at->pos, EXPECT_SLOT, at->slot);
	read_directions(at, 1);
}

static void read_point(const struct slot_at *at)
{
	struct matcher *m = at->m;
	int32_t w[2];
	int len;

	if (at->pos >= m->n || m->t[at->pos].type != TOKEN_NUMBER) {
		matcher_expect(m, at->pos, EXPECT_SLOT, at->slot);
		return;
	}
	len = numbers_at(m, at->pos, w, 2);
	if (len)
		matcher_take(at, len, w, 2);
}

static void read_inches(const struct slot_at *at)
{
	int32_t w;
	int len = numbers_at(at->m, at->pos, &w, 1);

	if (len)
		matcher_take(at, len, &w, 1);
}

static void read_number(const struct slot_at *at)
{
	struct matcher *m = at->m;
	const struct token *t = m->t + at->pos;
	int32_t w;

	matcher_expect(m, at->pos, EXPECT_SLOT, at->slot);
	if (at->pos >= m->n || t->type != TOKEN_NUMBER || !t->whole)
		return;
	w = t->number / 100;
	if (w >= 0)
		matcher_take(at, 1, &w, 1);
}

/* complain about an unknown card, with the likely card or the possible ones */
static void no_card(struct matcher *m, int token, struct str nearest,
		    struct str there)
{
	struct grammar_result *out = m->out;
	int i = 0;

	while (i < out->n_cards && out->cards[i].token != token)
		i++;
	if (i < out->n_cards || i == GRAMMAR_MAX_CARDS)
		return;
	out->cards[out->n_cards++] =
		(struct grammar_no_card){ token, arena_str(m->arena, nearest),
					  arena_str(m->arena, there) };
}

void slot_no_card(struct matcher *m, int token, struct str nearest)
{
	no_card(m, token, nearest, STR(""));
}

/* read on: the next one may be none either */
static void take_none(const struct slot_at *at, int len)
{
	int32_t w[DECISION_MAX_WORDS];

	at->m->n_no_cards++;
	matcher_take(at, len, w, text_pack(w, DECISION_MAX_WORDS, STR("?")));
	at->m->n_no_cards--;
}

enum { MOST_TIMES = 20 }; /* one card, as with a sign */

/*
 * The card's key; false: there is none, and the complaint names likely ones.
 * "3 Guardsman" and "Guardsman x3" lack a sign, or have it in another place:
 * they count as well, if one card is likely.
 */
static bool card_key(const struct slot_at *at, struct str text, struct buf *key,
		     int *times)
{
	const struct grammar_names *names = at->m->names;
	struct buf nearest, counted;
	struct str count, name;
	int64_t n;
	bool known;

	if (!names || !names->card) {
		buf_adds(key, text);
		return true;
	}
	buf_init(&nearest, CARD_TEXT_MAX);
	buf_init(&counted, CARD_TEXT_MAX);
	known = names->card(names->source, text, key,
			    names->brief ? NULL : &nearest);
	if (!known && card_counted(text, &count, &name)) {
		bool named;

		buf_clear(&nearest);
		buf_clear(key);
		named = names->card(names->source, name, key,
				    names->brief ? NULL : &nearest);
		buf_addf(&counted, "%.*s x %.*s", STR_ARG(count),
			 STR_ARG(named ? name : buf_str(&nearest)));
		if (!named && !nearest.len)
			buf_clear(&counted);
		known = named && *times == 1 &&
			parse_int(count, 1, MOST_TIMES, &n);
		if (known)
			*times = (int)n;
	}
	if (!known)
		slot_no_card(at->m, at->pos,
			     buf_str(counted.len ? &counted : &nearest));
	buf_release(&nearest);
	buf_release(&counted);
	return known;
}

static void read_cards(const struct slot_at *at)
{
	struct matcher *m = at->m;
	int32_t w[DECISION_MAX_WORDS];
	struct str text = { NULL, 0 };
	struct buf key;
	int count, n = -1, len = 0;

	if (at->pos < m->n)
		len = card_at(m, at->pos, at->slot == SLOT_HERO, &count, &text);
	if (!len || !text.len) {
		matcher_expect(m, at->pos, EXPECT_SLOT, SLOT_CARD);
		return;
	}
	buf_init(&key, CARD_TEXT_MAX);
	if (!card_key(at, text, &key, &count))
		take_none(at, len);
	else if (!key.full)
		n = text_pack(w, DECISION_MAX_WORDS, buf_str(&key));
	buf_release(&key);
	if (n >= 0)
		matcher_take_times(at, len, w, n, count);
}

enum { CORNER_WORDS = 2 * GEO_MAX_VERTICES + 2 };

static void read_corners(const struct slot_at *at)
{
	int32_t w[CORNER_WORDS];
	int n, len = all_numbers_at(at->m, at->pos, w, &n, 2, 6, CORNER_WORDS);

	if (len)
		matcher_take(at, len, w, n);
}

static void read_segments(const struct slot_at *at)
{
	int32_t w[16];
	int n, len = all_numbers_at(at->m, at->pos, w, &n, 4, 4, 16);

	if (len)
		matcher_take(at, len, w, n);
}

static void read_rectangle(const struct slot_at *at)
{
	int32_t r[4];
	int len = numbers_at(at->m, at->pos, r, 4);
	int32_t w[8] = { r[0], r[1], r[2], r[1], r[2], r[3], r[0], r[3] };

	if (len)
		matcher_take(at, len, w, 8);
}

/* a circle is a polygon of 24 corners, section 26 */
static void read_circle(const struct slot_at *at)
{
	int32_t w[48], radius;
	int len = numbers_at(at->m, at->pos, &radius, 1);

	if (!len || radius < 0)
		return;
	for (int k = 0; k < 24; k++) {
		struct vec p = geo_offset(radius, 15 * k, GEO_HA);

		w[2 * k] = p.x;
		w[2 * k + 1] = p.y;
	}
	matcher_take(at, len, w, 48);
}

/* the word that a slot of one word is read from, or an empty one */
static struct str name_at(const struct slot_at *at)
{
	matcher_expect(at->m, at->pos, EXPECT_SLOT, at->slot);
	if (at->pos >= at->m->n || at->m->t[at->pos].type != TOKEN_WORD)
		return STR("");
	return at->m->t[at->pos].fold;
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

static void read_square(const struct slot_at *at)
{
	struct str name = name_at(at);
	int32_t w[2];

	if (square_word(name, w))
		matcher_take(at, 1, w, 2);
}

static void read_seat(const struct slot_at *at)
{
	struct str name = name_at(at);
	int32_t seat;

	if (name.len != 1)
		return;
	seat = name.s[0] - 'A';
	if (0 <= seat && seat < SEATS_MAX)
		matcher_take(at, 1, &seat, 1);
}

/* Is there such a part? If not, the ends of those there are. */
static bool is_part(const struct grammar_names *names, struct str key,
		    const char *prefix, struct buf *there)
{
	size_t len = strlen(prefix);

	for (int i = 0; names && len && i < names->n_parts; i++) {
		struct str part = names->parts[i];

		if (str_equal(part, key))
			return true;
		if (!str_starts(part, prefix))
			continue;
		buf_addf(there, "%s%.*s", there->len ? ", " : "",
			 (int)(part.len - len), part.s + len);
	}
	return !there->len;
}

/* a word as a text, after the prefix of its keys */
static void read_key(const struct slot_at *at, const char *prefix,
		     size_t longest)
{
	struct str word = name_at(at);
	size_t n = strlen(prefix);
	char key[16];
	int32_t w[8];
	struct buf there;
	int words;

	if (!word.len || word.len > longest || n + word.len > sizeof(key))
		return;
	memcpy(key, prefix, n);
	memcpy(key + n, word.s, word.len);
	words = text_pack(w, 8, (struct str){ key, n + word.len });
	buf_init(&there, PARTS_TEXT_MAX);
	if (!is_part(at->m->names, (struct str){ key, n + word.len }, prefix,
		     &there)) {
		no_card(at->m, at->pos, STR(""), buf_str(&there));
		take_none(at, 1);
	} else if (words > 0) {
		matcher_take(at, 1, w, words);
	}
	buf_release(&there);
}

static void read_model(const struct slot_at *at)
{
	read_key(at, "chest/", 1);
}

static void read_tile(const struct slot_at *at)
{
	read_key(at, "tile/", 4);
}

enum { WEST = 6 }; /* of key_direction */

/* "W" or "W2": a mouth named after its side */
static bool is_side(struct str id, char side)
{
	size_t n = 1;

	while (n < id.len && ascii_is_digit(id.s[n]))
		n++;
	return id.len && id.s[0] == side && n == id.len;
}

/* Where west begins with O, "O2" is the mouth W2. */
static void read_mouth(const struct slot_at *at)
{
	struct str word = name_at(at);
	char key[4];
	int32_t w[2];
	int n;

	if (!word.len || word.len > sizeof(key))
		return;
	memcpy(key, word.s, word.len);
	if (is_side(word, 'O'))
		key[0] = 'W';
	n = text_pack(w, 2, (struct str){ key, word.len });
	if (n > 0)
		matcher_take(at, 1, w, n);
}

/* EXIT A2 is said of a Hero; the mouth W2 has the name of a token, too */
static void read_gate(const struct slot_at *at)
{
	const struct grammar_names *names = at->m->names;
	int32_t label;
	bool hero = false;

	if (label_word(name_at(at), &label) && label_letter(label) != 'W')
		for (int i = 0; names && i < names->n; i++)
			hero |= names->v[i].label == label;
	if (!hero)
		read_mouth(at);
}

/* --- writing ----------------------------------------------------------- */

/* "12.5", or "12,5", from 1250 */
static void write_hundredths(const struct slot_words *x, int32_t hundredths)
{
	struct buf *out = x->out;
	int64_t v = hundredths;

	if (v < 0) {
		buf_addc(out, '-');
		v = -v;
	}
	buf_addi(out, v / 100);
	if (v % 100) {
		buf_adds(out,
			 vocabulary_text(x->g->words, "say.decimal", x->lang));
		buf_addc(out, (char)('0' + v / 10 % 10));
		if (v % 10)
			buf_addc(out, (char)('0' + v % 10));
	}
}

static void write_label(const struct slot_words *x)
{
	label_render(x->out, x->w[0]);
}

static void write_direction(const struct slot_words *x, int32_t eighth)
{
	buf_adds(x->out,
		 vocabulary_shown(x->g->words, x->g->key_direction[eighth],
				  x->lang));
}

static void write_degrees(const struct slot_words *x)
{
	if (x->w[0] % 45 == 0 && 0 <= x->w[0] && x->w[0] < 360)
		write_direction(x, x->w[0] / 45);
	else
		buf_addi(x->out, x->w[0]);
}

static void write_facing(const struct slot_words *x)
{
	if (0 <= x->w[0] && x->w[0] < 8)
		write_direction(x, x->w[0]);
}

static void write_text(const struct slot_words *x)
{
	char room[EVENT_TEXT_ROOM];

	buf_adds(x->out, text_unpack(x->w, x->n, room, sizeof(room)));
}

static void write_mouth(const struct slot_words *x)
{
	char room[EVENT_TEXT_ROOM];
	struct str id = text_unpack(x->w, x->n, room, sizeof(room)), west;

	west = vocabulary_shown(x->g->words, x->g->key_direction[WEST],
				x->lang);
	if (is_side(id, 'W') && west.len)
		room[0] = west.s[0];
	buf_adds(x->out, id);
}

/* "C1" of the key "tile/C1" */
static void write_end(const struct slot_words *x)
{
	char room[EVENT_TEXT_ROOM];
	struct str key = text_unpack(x->w, x->n, room, sizeof(room));
	size_t k = key.len;

	while (k && key.s[k - 1] != '/')
		k--;
	buf_adds(x->out, (struct str){ key.s + k, key.len - k });
}

static void write_square(const struct slot_words *x)
{
	if (x->w[0] >= 26)
		buf_addc(x->out, (char)('A' + x->w[0] / 26 - 1));
	buf_addc(x->out, (char)('A' + x->w[0] % 26));
	buf_addi(x->out, x->w[1] + 1);
}

static void write_letter(const struct slot_words *x)
{
	buf_addc(x->out, (char)('A' + x->w[0]));
}

static void write_whole(const struct slot_words *x)
{
	buf_addi(x->out, x->w[0]);
}

static void write_numbers(const struct slot_words *x)
{
	for (int i = 0; i < x->n; i++) {
		if (i)
			buf_addc(x->out, ' ');
		write_hundredths(x, x->w[i]);
	}
}

/* these are written out as corners when they are read */
#define write_never NULL

/* --- drawing ----------------------------------------------------------- */

static int below(struct dice *rng, int n)
{
	return n < 2 ? 0 : (int)dice_roll(rng, (unsigned)n) - 1;
}

static int draw_label(struct slot_draw *x)
{
	x->w[0] = x->labels[below(x->rng, x->n_labels)];
	return 1;
}

static int draw_below(struct slot_draw *x, int n, int most, int32_t least)
{
	for (int i = 0; i < n; i++)
		x->w[i] = below(x->rng, most) + least;
	return n;
}

static int draw_point(struct slot_draw *x)
{
	return draw_below(x, 2, 4000, 0);
}

static int draw_inches(struct slot_draw *x)
{
	return draw_below(x, 1, 2000, 0);
}

static int draw_degrees(struct slot_draw *x)
{
	return draw_below(x, 1, 360, 0);
}

static int draw_corners(struct slot_draw *x)
{
	return draw_below(x, 8, 800, -400);
}

static int draw_segments(struct slot_draw *x)
{
	return draw_below(x, 4, 800, 0);
}

static int draw_square(struct slot_draw *x)
{
	return draw_below(x, 2, 20, 0);
}

static int draw_facing(struct slot_draw *x)
{
	return draw_below(x, 1, 8, 0);
}

static int draw_number(struct slot_draw *x)
{
	return draw_below(x, 1, 10, 0);
}

static int draw_seat(struct slot_draw *x)
{
	return draw_below(x, 1, 6, 0);
}

static int draw_card(struct slot_draw *x)
{
	return text_pack(x->w, SLOT_MAX_DRAWN, STR("X/1"));
}

static int draw_model(struct slot_draw *x)
{
	return text_pack(x->w, SLOT_MAX_DRAWN, STR("chest/A"));
}

static int draw_tile(struct slot_draw *x)
{
	return text_pack(x->w, SLOT_MAX_DRAWN, STR("tile/C1"));
}

static int draw_mouth(struct slot_draw *x)
{
	return text_pack(x->w, SLOT_MAX_DRAWN, STR("W"));
}

/* --- what could have been meant ----------------------------------------- */

/* "7D", "D 7": a letter or two and a whole number, the wrong way round or
 * apart */
static bool swapped(const struct token *t, int n, size_t most,
		    struct token *letters, struct token *number)
{
	if (n < 2)
		return false;
	*letters = t[t[0].type == TOKEN_NUMBER];
	*number = t[t[0].type != TOKEN_NUMBER];
	if (letters->type != TOKEN_WORD || number->type != TOKEN_NUMBER ||
	    !number->whole || number->number < 100 || letters->fold.len > most)
		return false;
	for (size_t i = 0; i < letters->fold.len; i++)
		if (letters->fold.s[i] < 'A' || letters->fold.s[i] > 'Z')
			return false;
	return true;
}

static bool near_label(const struct token *t, int n, struct buf *out)
{
	struct token letter, number;

	if (!swapped(t, n, 1, &letter, &number))
		return false;
	buf_adds(out, letter.fold);
	buf_addi(out, number.number / 100);
	return true;
}

static bool near_square(const struct token *t, int n, struct buf *out)
{
	struct token letters, number;

	if (!swapped(t, n, 2, &letters, &number) || number.number > 9900)
		return false;
	buf_adds(out, letters.fold);
	buf_addi(out, number.number / 100);
	return true;
}

#define near_none NULL

/* --- the table --------------------------------------------------------- */

const struct slot grammar_slots[N_SLOTS] = {
#define SLOT(symbol, name, read, write, draw, near, flags)                     \
	[SLOT_##symbol] = { name,        read_##read, write_##write,           \
			    draw_##draw, near_##near, flags },
#include "orders/args.def"
#undef SLOT
};

int grammar_slot_list(int slot)
{
	switch (slot) {
	case SLOT_HANDLE:
	case SLOT_TARGET:
	case SLOT_AIM:
	case SLOT_SUBJECT:
	case SLOT_ENEMY:
	case SLOT_WHO: return LIST_AIM;
	case SLOT_SPELL:
	case SLOT_SPELLS:
	case SLOT_NAMED:
	case SLOT_COPIES: return LIST_SPELL;
	case SLOT_BLOW: return LIST_ATTACK;
	case SLOT_MARKERS:
	case SLOT_CARRIED: return LIST_CARRIED;
	case SLOT_EFFECTS: return LIST_UPKEEP;
	default: return -1;
	}
}

int grammar_slot_named(struct str name)
{
	for (int i = 0; i < N_SLOTS; i++)
		if (str_is(name, grammar_slots[i].name))
			return i;
	return -1;
}

struct str grammar_meant(struct arena *a, const struct grammar_result *r,
			 const struct token *t, int n)
{
	struct str meant = STR("");
	struct buf b;

	buf_init(&b, 64);
	for (int i = 0; n > 0 && !meant.len && i < r->n_expected; i++) {
		const struct grammar_expected *e = &r->expected[i];

		if (e->what == EXPECT_SLOT && grammar_slots[e->number].near &&
		    grammar_slots[e->number].near(t, n, &b))
			meant = arena_str(a, buf_str(&b));
	}
	buf_release(&b);
	return meant;
}
