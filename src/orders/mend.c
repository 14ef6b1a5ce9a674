/* src/orders/mend.c */
#include "orders/mend.h"
#include "base/parse.h"

enum {
	VERB_WORDS = 4,   /* of an order, at most */
	NAME_WORDS = 3,   /* of a figure */
	LEFT_OUT_MAX = 5, /* words that an offer does without */
	JOINTS_MAX = 3    /* of a line that is parted at two of them */
};

/* What is being worked on; the copies of the line are in the arena. */
struct mending {
	const struct reader *r;
	const struct token *actor;
	bool (*takes)(void *context, const struct mended *m);
	void *context;
	bool guess; /* what is made of the line is only offered */
	bool apart; /* its words stand in no one text */
	struct mended *out;
};

/* --- tokens ------------------------------------------------------------ */

static bool is_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* A1, P10, #5: what may be a figure's label */
static bool is_label(const struct token *t)
{
	size_t letters = 0, i;

	if (t->type != TOKEN_WORD || t->fold.len < 2)
		return false;
	while (letters < t->fold.len && (is_letter(t->fold.s[letters]) ||
					 (!letters && t->fold.s[0] == '#')))
		letters++;
	for (i = letters; i < t->fold.len; i++)
		if (t->fold.s[i] < '0' || t->fold.s[i] > '9')
			return false;
	return letters && letters < t->fold.len;
}

/* It is the label of a figure that the reader knows of. */
static bool is_figure(const struct reader *r, const struct token *t)
{
	bool known = false;

	if (!is_label(t) || t->fold.s[0] == '#')
		return is_label(t);
	for (int i = 0; i < r->names.n && !known; i++) {
		struct buf b;

		buf_init(&b, 16);
		label_render(&b, r->names.v[i].label);
		known = str_equal(buf_str(&b), t->fold);
		buf_release(&b);
	}
	return known || !r->names.n;
}

const struct token *mend_actor(const struct reader *r)
{
	for (int i = 0; i < r->n; i++)
		if (is_figure(r, &r->t[i]))
			return &r->t[i];
	return NULL;
}

/* the first label of the line: who acts; or NULL */
static const struct token *first_label(const struct reader *r)
{
	for (int i = 0; i < r->n; i++)
		if (is_label(&r->t[i]))
			return &r->t[i];
	return NULL;
}

/* --- one line into a part ---------------------------------------------- */

static void part_begin(struct mended *m)
{
	m->part[m->n].n = 0;
}

static bool part_add(struct mended *m, const struct token *t, int n)
{
	int at = m->part[m->n].n;

	if (n < 0 || n > MEND_MAX_TOKENS - at)
		return false;
	if (n)
		memcpy(m->part[m->n].t + at, t, (size_t)n * sizeof(*t));
	m->part[m->n].n += n;
	return true;
}

static bool part_end(struct mended *m)
{
	return m->part[m->n++].n > 0;
}

/* t[0..n) with a token more in front of number `at` */
static bool part_with(struct mended *m, const struct token *t, int n, int at,
		      const struct token *more)
{
	part_begin(m);
	return at <= n && part_add(m, t, at) && part_add(m, more, 1) &&
	       part_add(m, t + at, n - at) && part_end(m);
}

/* the same, without those from `from` up to `to` */
static bool part_without(struct mended *m, const struct token *t, int n,
			 int from, int to)
{
	part_begin(m);
	return part_add(m, t, from) && part_add(m, t + to, n - to) &&
	       part_end(m);
}

static struct mended *afresh(struct mending *x)
{
	x->out->n = 0;
	x->out->offered = x->guess;
	x->out->in_text = false;
	return x->out;
}

static bool take(struct mending *x)
{
	return x->takes(x->context, x->out);
}

/* --- what says the same ------------------------------------------------ */

static int over_colons(const struct token *t, int n, int at)
{
	while (at < n && t[at].type == TOKEN_COLON)
		at++;
	return at;
}

/* The figure behind the first words of t[0..n), however many these are. */
static bool take_with(struct mending *x, const struct token *t, int n,
		      const struct token *figure)
{
	for (int at = 1; at <= VERB_WORDS && at <= n; at++)
		if (part_with(afresh(x), t, n, at, figure) && take(x))
			return true;
	return false;
}

/* B1: ATTACK A1 */
static bool figure_first(struct mending *x)
{
	const struct reader *r = x->r;
	int at = over_colons(r->t, r->n, 1);

	return r->n > at && is_label(&r->t[0]) &&
	       take_with(x, r->t + at, r->n - at, &r->t[0]);
}

/* Are these words of the name of one that the reader knows of? */
static bool is_name(const struct reader *r, const struct token *t, int n)
{
	struct arena once = { 0 };
	bool is = false;

	for (int i = 0; i < r->names.n && !is; i++) {
		struct token_list *name = ARENA_NEW(&once, struct token_list);
		int same = 0;

		token_split(&once, r->names.v[i].name, name);
		for (int k = 0; k < n; k++)
			for (int at = 0; at < name->n; at++)
				if (str_equal(t[k].fold, name->v[at].fold)) {
					same++;
					break;
				}
		is = same == n;
		arena_release(&once);
	}
	return is;
}

/* Carlana ATTACKS A1: it is called by its name, of so many words */
static bool name_first(struct mending *x)
{
	const struct reader *r = x->r;

	if (is_label(&r->t[0]))
		return false;
	for (int name = 1;
	     name <= NAME_WORDS && name < r->n && is_name(r, r->t, name);
	     name++)
		for (int at = 1; at <= VERB_WORDS && name + at < r->n; at++) {
			struct mended *m = afresh(x);
			const struct token *verb = r->t + name;

			part_begin(m);
			if (part_add(m, verb, at) && part_add(m, r->t, name) &&
			    part_add(m, verb + at, r->n - name - at) &&
			    part_end(m) && take(x))
				return true;
		}
	return false;
}

/* IF K1 ARMED: A1 DISARMS K1 */
static bool figure_after_if(struct mending *x)
{
	const struct reader *r = x->r;
	int from = 0, rest;

	if (!reader_key(r, 0, KEY_IF))
		return false;
	while (from < r->n && r->t[from].type != TOKEN_COLON)
		from++;
	from = over_colons(r->t, r->n, from);
	rest = r->n - from - 1;
	if (rest < 1 || !is_label(&r->t[from]))
		return false;
	for (int at = 1; at <= VERB_WORDS && at <= rest; at++) {
		struct mended *m = afresh(x);
		const struct token *verb = r->t + from + 1;

		part_begin(m);
		if (part_add(m, r->t, from) && part_add(m, verb, at) &&
		    part_add(m, r->t + from, 1) &&
		    part_add(m, verb + at, rest - at) && part_end(m) && take(x))
			return true;
	}
	return false;
}

/* HIT A2 WITH B1 */
static bool figure_with(struct mending *x)
{
	const struct reader *r = x->r;

	for (int at = 1; at + 1 < r->n; at++) {
		int len = reader_key(r, at, KEY_ACTING);
		struct mended line = { .n = 0 };

		if (!len || at + len >= r->n || !is_label(&r->t[at + len]) ||
		    !part_without(&line, r->t, r->n, at, at + len + 1))
			continue;
		if (take_with(x, line.part[0].t, line.part[0].n,
			      &r->t[at + len]))
			return true;
	}
	return false;
}

/* IF P7 NOT DEAD, IF P7 ALIVE: NOT in front of its condition */
static bool not_first(struct mending *x)
{
	const struct reader *r = x->r;
	int from = reader_key(r, 0, KEY_IF);
	struct token not, dead;

	if (!from || r->key[KEY_NOT] < 0)
		return false;
	not = (struct token){ .type = TOKEN_WORD, .raw = STR("") };
	not .fold = r->g->words->keys[r->key[KEY_NOT]].words->part[0];
	for (int at = from + 1; at < r->n; at++) {
		int len = reader_key(r, at, KEY_NOT);
		int lives = len ? 0 : reader_key(r, at, KEY_NOT_DEAD);
		struct mended *m;

		if (!len && !lives)
			continue;
		dead = r->t[at];
		if (lives)
			dead.fold = r->g->words->keys[r->key[KEY_DEAD]]
					    .words->part[0];
		m = afresh(x);
		part_begin(m);
		return part_add(m, r->t, from) && part_add(m, &not, 1) &&
		       part_add(m, r->t + from, at - from) &&
		       (!lives || part_add(m, &dead, 1)) &&
		       part_add(m, r->t + at + len + lives,
				r->n - at - len - lives) &&
		       part_end(m) && take(x);
	}
	return false;
}

/* MOVE A1 J33 FACING W */
static bool and_turn(struct mending *x)
{
	const struct reader *r = x->r;
	const struct token *figure = first_label(r);
	struct token turn = { .type = TOKEN_WORD, .raw = STR("") };
	int key = vocabulary_key(r->g->words, STR("turn"));

	if (!figure || key < 0)
		return false;
	turn.fold = r->g->words->keys[key].words->part[0];
	for (int at = 2; at < r->n; at++) {
		int len = reader_key(r, at, KEY_AND_TURN);
		struct mended *m = afresh(x);

		if (!len || figure >= r->t + at)
			continue;
		part_begin(m);
		if (!part_add(m, r->t, at) || !part_end(m))
			return false;
		part_begin(m);
		return part_add(m, &turn, 1) && part_add(m, figure, 1) &&
		       part_add(m, r->t + at + len, r->n - at - len) &&
		       part_end(m) && take(x);
	}
	return false;
}

/* How many words join two orders at that token; -1: none do. A comma does
 * where no square or figure follows. */
static int joint(const struct reader *r, int at)
{
	int len = reader_key(r, at, KEY_AND);
	int more = reader_key(r, at + len, KEY_THEN);

	if (len + more)
		return len + more;
	return reader_comma(r, at) && !is_label(&r->t[at]) ? 0 : -1;
}

/* a part of t[from..to) with who acts behind so many words, or 0: as it is */
static bool order_add(struct mended *m, const struct reader *r, int from,
		      int to, int with)
{
	const struct token *figure = first_label(r);

	if (with)
		return figure && figure < r->t + from &&
		       part_with(m, r->t + from, to - from, with, figure);
	part_begin(m);
	return part_add(m, r->t + from, to - from) && part_end(m);
}

/* BREAK A3 2 AND MOVE A3 U22, parted at the joint */
static bool two_orders(struct mending *x, int at, int len)
{
	const struct reader *r = x->r;

	for (int with = 0; with <= VERB_WORDS; with++)
		if (order_add(afresh(x), r, 0, at, 0) &&
		    order_add(x->out, r, at + len, r->n, with) && take(x))
			return true;
	return false;
}

/* MOVE B1 R14, TURN S AND ATTACK P8: at two joints */
static bool three_orders(struct mending *x, int at, int next)
{
	enum { WAYS = VERB_WORDS + 1 };
	const struct reader *r = x->r;
	int from = at + joint(r, at), last = next + joint(r, next);

	for (int way = 0; from < next && way < WAYS * WAYS; way++)
		if (order_add(afresh(x), r, 0, at, 0) &&
		    order_add(x->out, r, from, next, way % WAYS) &&
		    order_add(x->out, r, last, r->n, way / WAYS) && take(x))
			return true;
	return false;
}

/* STORE K1 AND K2 WITH B3 */
static bool for_each(struct mending *x, int at, int len)
{
	const struct reader *r = x->r;
	struct mended *m = afresh(x);

	return is_label(&r->t[at - 1]) && is_label(&r->t[at + len]) &&
	       part_without(m, r->t, r->n, at, at + len + 1) &&
	       part_without(m, r->t, r->n, at - 1, at + len) && take(x);
}

static bool joined(struct mending *x)
{
	const struct reader *r = x->r;
	int found[JOINTS_MAX + 1], n = 0;

	if (reader_key(r, 0, KEY_IF) || reader_key(r, 0, KEY_ELSE) ||
	    reader_key(r, 0, KEY_ALWAYS))
		return false;
	for (int at = 1; at + 1 < r->n; at++) {
		int len = joint(r, at);

		if (len < 0 || at + len >= r->n)
			continue;
		if ((len && for_each(x, at, len)) || two_orders(x, at, len))
			return true;
		if (n <= JOINTS_MAX)
			found[n++] = at;
	}
	for (int i = 0; n <= JOINTS_MAX && i < n; i++)
		for (int k = i + 1; k < n; k++)
			if (three_orders(x, found[i], found[k]))
				return true;
	return false;
}

/* B1 TO U22: the figure first, and no verb */
static bool move_add(struct mending *x, struct mended *m)
{
	const struct reader *r = x->r;
	struct token move = { .type = TOKEN_WORD, .raw = STR("") };
	int key = vocabulary_key(r->g->words, STR("move"));

	if (key < 0 || r->n < 2 || !r->names.n || !is_figure(r, &r->t[0]))
		return false;
	move.fold = r->g->words->keys[key].words->part[0];
	return part_with(m, r->t, r->n, 0, &move);
}

/* B1 TO U22 AND ATTACK P4, B1 GOES TO U22 FACING W: the orders of it */
static bool figure_first_of_all(struct mending *x)
{
	const struct reader *r = x->r;
	int from = over_colons(r->t, r->n, 1);
	struct reader line = *r;
	struct mending y = *x;

	if (r->n <= from || !is_label(&r->t[0]))
		return false;
	y.r = &line;
	for (int at = 0; at <= VERB_WORDS; at++) {
		struct mended m = { .n = 0 };

		if (at ? !part_with(&m, r->t + from, r->n - from, at, &r->t[0])
		       : (!reader_key(r, from, KEY_TO) &&
			  !reader_key(r, from, KEY_TOWARDS)) ||
				    !move_add(x, &m))
			continue;
		line.t = m.part[0].t;
		line.n = m.part[0].n;
		if (!at) {
			part_begin(afresh(&y));
			if (part_add(y.out, line.t, line.n) &&
			    part_end(y.out) && take(&y))
				return true;
		}
		if (and_turn(&y) || joined(&y))
			return true;
	}
	return false;
}

/* TEAM Amir 1 AND Carlana 2: cards are parted by commas */
static bool listed(struct mending *x)
{
	const struct reader *r = x->r;
	const char *from = r->t[0].raw.s;
	const struct str *last = &r->t[r->n - 1].raw;
	struct token_list *t = ARENA_NEW(r->arena, struct token_list);
	struct mended *m = afresh(x);
	struct str text;
	char *copy;
	bool any = false;

	if (x->apart)
		return false;
	text = (struct str){ from, (size_t)(last->s + last->len - from) };
	copy = arena_copy(r->arena, text.s, text.len);
	for (int at = 1; at + 1 < r->n; at++) {
		const struct str *raw = &r->t[at].raw;

		if (reader_key(r, at, KEY_AND) != 1)
			continue;
		memset(copy + (raw->s - from), ' ', raw->len);
		copy[raw->s - from] = ',';
		any = true;
	}
	if (!any)
		return false;
	token_split(r->arena, (struct str){ copy, text.len }, t);
	m->in_text = true;
	part_begin(m);
	return part_add(m, t->v, t->n) && part_end(m) && take(x);
}

/* A line that says the same beyond doubt, once its words are right. */
static bool says_the_same(struct mending *x)
{
	return figure_first(x) || figure_with(x) || not_first(x) ||
	       and_turn(x) || figure_after_if(x) || figure_first_of_all(x) ||
	       joined(x) || listed(x) || name_first(x);
}

/* --- words put right --------------------------------------------------- */

enum { SLIP_LEAST = 4 };

/* The one word of orders that this is a slip of; empty: of none, of several, or
 * it is a word itself. */
static struct str word_of_slip(const struct reader *r, struct str fold)
{
	const struct vocabulary *words = r->g->words;
	struct str one = STR(""), singular = fold;

	singular.len -= fold.len > SLIP_LEAST && fold.s[fold.len - 1] == 'S';
	for (int i = 0; i < words->n_keys; i++)
		for (const struct vocabulary_word *w = words->keys[i].words; w;
		     w = w->next)
			for (int k = 0; k < w->n; k++) {
				if (vocabulary_same(fold, w->part[k]))
					return STR("");
				if (words->keys[i].is_near ||
				    (!reader_is_slip(fold, w->part[k],
						     SLIP_LEAST) &&
				     !reader_is_slip(singular, w->part[k],
						     SLIP_LEAST)))
					continue;
				if (one.len && !str_equal(one, w->part[k]))
					return STR("");
				one = w->part[k];
			}
	return one;
}

/* TWO to TWELVE, "number.2" of the vocabularies and on; 0: no such word */
static int number_of(const struct reader *r, int at)
{
	static const char first[] = "number.";
	const struct vocabulary *words = r->g->words;

	for (int i = 0; i < words->n_keys; i++) {
		struct str name = words->keys[i].name;
		int64_t n;

		if (!str_starts(name, first))
			continue;
		name.s += strlen(first);
		name.len -= strlen(first);
		for (const struct vocabulary_word *w = words->keys[i].words; w;
		     w = w->next)
			if (w->n == 1 && str_equal(r->t[at].fold, w->part[0]))
				return parse_int(name, 1, 99, &n) ? (int)n : 0;
	}
	return 0;
}

/* Whose name the word is near to; NULL: to none, or to several. */
static const struct grammar_name *figure_near(const struct reader *r,
					      struct str fold)
{
	return reader_called(r, fold, false, SLIP_LEAST);
}

/* What that word may be: one of orders, the label of who is called so, the verb
 * in front; empty: nothing. */
static struct str word_meant(const struct reader *r, int at, struct str fold)
{
	struct str word = word_of_slip(r, fold);
	const struct grammar_name *figure =
		word.len ? NULL : figure_near(r, fold);
	struct buf label;

	if (figure) {
		buf_init(&label, 16);
		label_render(&label, figure->label);
		word = arena_str(r->arena, buf_str(&label));
		buf_release(&label);
	} else if (!word.len && !at) {
		word = grammar_nearest_verb(r->g, fold);
	}
	return word;
}

/* the word at that place put right; false: it stays */
static bool put_right(const struct reader *r, int at, bool guess,
		      struct token *t)
{
	struct str word;
	int number;

	if (t->type != TOKEN_WORD || is_label(t) || is_name(r, t, 1))
		return false;
	if ((number = number_of(r, at)) > 0) {
		t->type = TOKEN_NUMBER;
		t->number = number * 100;
		t->whole = true;
		return true;
	}
	word = guess ? word_meant(r, at, t->fold) : STR("");
	if (!word.len || str_equal(word, t->fold))
		return false;
	t->fold = word;
	t->raw = STR("");
	return true;
}

/* Is t[at] a word of the name of the figure with that label? */
static bool is_named(const struct reader *r, struct str label,
		     const struct token *t)
{
	struct reader one = *r;
	bool is = false;

	if (t->type != TOKEN_WORD || t->fold.len < 3)
		return false;
	one.names.n = 1;
	for (int i = 0; i < r->names.n && !is; i++) {
		struct buf b;

		buf_init(&b, 16);
		label_render(&b, r->names.v[i].label);
		one.names.v = &r->names.v[i];
		is = str_equal(buf_str(&b), label) && is_name(&one, t, 1);
		buf_release(&b);
	}
	return is;
}

/* THE SKELETON P1: a name beside its own label says nothing more */
static bool label_alone(struct reader *r)
{
	struct token *t = ARENA_ARRAY(r->arena, (size_t)r->n + 1, struct token);
	int n = 0;

	for (int at = 0; at < r->n; at++) {
		int label = at;

		while (label < r->n && !is_label(&r->t[label]))
			label++;
		if (label < r->n && label > at) {
			int k = at;

			while (k < label &&
			       is_named(r, r->t[label].fold, &r->t[k]))
				k++;
			if (k == label)
				at = label;
		}
		if (n && is_label(&t[n - 1]) &&
		    is_named(r, t[n - 1].fold, &r->t[at]))
			continue;
		t[n++] = r->t[at];
	}
	if (n == r->n)
		return false;
	r->t = t;
	r->n = n;
	return true;
}

/* The line with its words put right: as what it says then, or if it is a guess,
 * as what it may. */
static bool words_right(struct mending *x, bool guess)
{
	struct reader line = *x->r;
	struct mending y = *x;
	struct token *t = ARENA_ARRAY(line.arena, (size_t)line.n, struct token);
	bool any = false;

	y.r = &line;
	y.guess = guess;
	y.apart = true;
	for (int at = 0; at < line.n; at++) {
		t[at] = line.t[at];
		any |= put_right(&line, at, guess, &t[at]);
	}
	line.t = t;
	if (!label_alone(&line) && !any)
		return false;
	part_begin(afresh(&y));
	return (part_add(y.out, line.t, line.n) && part_end(y.out) &&
		take(&y)) ||
	       says_the_same(&y);
}

/* --- what may be meant ------------------------------------------------- */

static bool may_be_left_out(const struct reader *r, int at)
{
	return r->t[at].type == TOKEN_WORD && !is_label(&r->t[at]) &&
	       !reader_key(r, at, KEY_NOT) && !reader_key(r, at, KEY_IF) &&
	       !reader_key(r, at, KEY_TOWARDS);
}

/* what may be left out, of each word; whom it names may not */
static void left_out_mask(const struct reader *r, bool *may)
{
	for (int at = 0; at < r->n; at++)
		may[at] = may_be_left_out(r, at) &&
			  !figure_near(r, r->t[at].fold);
}

static bool offer(struct mending *x)
{
	x->out->offered = true;
	return take(x);
}

/* without so many words in a row; the figure in front stands behind the verb */
static bool left_out(struct mending *x)
{
	const struct reader *r = x->r;
	bool may[MEND_MAX_TOKENS];

	left_out_mask(r, may);
	for (int n = 1; n <= LEFT_OUT_MAX; n++)
		for (int from = 0; from + n < r->n; from++) {
			struct mended *m = afresh(x);
			int k = from;

			while (k < from + n && may[k])
				k++;
			if (k == from + n &&
			    part_without(m, r->t, r->n, from, k) && offer(x))
				return true;
		}
	return false;
}

/* a question, CAN P10 ATTACK B3: the order that it is about */
static bool asked_about(struct mending *x)
{
	const struct reader *r = x->r;

	for (int from = 1; from + 1 < r->n; from++) {
		if (!may_be_left_out(r, from - 1))
			return false;
		if (!is_label(&r->t[from]))
			continue;
		for (int at = 1; at <= VERB_WORDS; at++)
			if (part_with(afresh(x), r->t + from + 1,
				      r->n - from - 1, at, &r->t[from]) &&
			    offer(x))
				return true;
		return false;
	}
	return false;
}

/* B1 ATACKS P2: of the verb that is near */
static bool misspelt(struct mending *x)
{
	const struct reader *r = x->r;
	int at = over_colons(r->t, r->n, 1);
	struct mended *m = afresh(x);
	struct token verb;

	if (r->n <= at || !is_label(&r->t[0]) || r->t[at].type != TOKEN_WORD)
		return false;
	verb = r->t[at];
	verb.raw = STR("");
	verb.fold = grammar_nearest_verb(r->g, verb.fold);
	if (!verb.fold.len)
		return false;
	part_begin(m);
	return part_add(m, &verb, 1) && part_add(m, r->t, 1) &&
	       part_add(m, r->t + at + 1, r->n - at - 1) && part_end(m) &&
	       offer(x);
}

/* B1 U22: a move, it may be */
static bool without_verb(struct mending *x)
{
	return move_add(x, afresh(x)) && offer(x);
}

/* CHARGE A3 B2: into contact with that one */
static bool touching(struct mending *x)
{
	const struct reader *r = x->r;
	int key = vocabulary_key(r->g->words, STR("touching"));
	struct token word = { .type = TOKEN_WORD, .raw = STR("") };

	if (key < 0 || r->n < 3 || !is_figure(r, &r->t[r->n - 1]) ||
	    !is_figure(r, &r->t[r->n - 2]))
		return false;
	word.fold = r->g->words->keys[key].words->part[0];
	return part_with(afresh(x), r->t, r->n, r->n - 1, &word) && offer(x);
}

/* REVEAL K3: by who acted on the line above */
static bool by_actor(struct mending *x)
{
	for (int at = 1; x->actor && at <= VERB_WORDS; at++)
		if (part_with(afresh(x), x->r->t, x->r->n, at, x->actor) &&
		    offer(x))
			return true;
	return false;
}

/* --- the line ---------------------------------------------------------- */

/* words of politeness at its ends are no part of it */
static bool polite(const struct reader *r, struct reader *to)
{
	int from = 0, len;

	*to = *r;
	while (from < r->n && (len = reader_key(r, from, KEY_POLITE)) > 0)
		from += len;
	to->t += from;
	to->n -= from;
	for (int at = 0; at < to->n; at++)
		if (reader_key(to, at, KEY_POLITE) == to->n - at) {
			to->n = at;
			break;
		}
	return to->n && to->n < r->n;
}

/* how many words at that token part what is to be tried in turn: OR, and ELSE
 * behind an order without IF */
static int parting(const struct reader *r, int at)
{
	int len = reader_key(r, at, KEY_OR);

	return len ? len : reader_key(r, at, KEY_ELSE);
}

/* ATTACK #4 OR #6, MOVE B2 OR STAY: bars in their place; false: none is */
static bool barred(struct reader *r)
{
	struct token *t = ARENA_ARRAY(r->arena, (size_t)r->n, struct token);
	bool any = false;
	int n = 0;

	for (int at = 0; at < r->n; n++) {
		int len = at && at + 1 < r->n ? parting(r, at) : 0;

		if (!len && reader_key(r, at, KEY_IF))
			return false;
		t[n] = r->t[at];
		if (len)
			t[n] = (struct token){ .type = TOKEN_BAR,
					       .raw = r->t[at].raw };
		any |= len > 0;
		at += len ? len : 1;
	}
	if (!any)
		return false;
	r->t = t;
	r->n = n;
	return true;
}

bool mend_line(const struct reader *r, const struct token *actor,
	       bool (*takes)(void *context, const struct mended *m),
	       void *context)
{
	struct reader plain;
	struct mending x = { .r = &plain,
			     .actor = actor,
			     .takes = takes,
			     .context = context,
			     .out = ARENA_NEW(r->arena, struct mended) };

	if (r->n > MEND_MAX_TOKENS - 2)
		return false;
	if (polite(r, &plain)) {
		part_begin(afresh(&x));
		x.out->in_text = true;
		if (part_add(x.out, plain.t, plain.n) && part_end(x.out) &&
		    take(&x))
			return true;
	}
	if (!plain.n) /* politeness alone says nothing */
		return false;
	if (barred(&plain)) {
		part_begin(afresh(&x));
		if (part_add(x.out, plain.t, plain.n) && part_end(x.out) &&
		    take(&x))
			return true;
	}
	return says_the_same(&x) || words_right(&x, false) || misspelt(&x) ||
	       without_verb(&x) || by_actor(&x) || touching(&x) ||
	       words_right(&x, true) || left_out(&x) || asked_about(&x);
}
