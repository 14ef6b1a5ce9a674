/* src/orders/line_parse.c - one line of orders: keywords, conditions,
 * complaints */
#include "orders/line_private.h"
#include "base/ascii.h"
#include "orders/bytecode.h"
#include "base/parse.h"

/* --- keywords ---------------------------------------------------------- */

int reader_key(const struct reader *r, int pos, enum common k)
{
	int best = 0;

	if (r->key[k] < 0)
		return 0;
	for (const struct vocabulary_word *w =
		     r->g->words->keys[r->key[k]].words;
	     w; w = w->next) {
		int i = 0;

		if (w->n > r->n - pos ||
		    (r->names.langs &&
		     !(r->names.langs & UINT32_C(1) << w->lang)))
			continue;
		while (i < w->n && r->t[pos + i].type == TOKEN_WORD &&
		       vocabulary_same(r->t[pos + i].fold, w->part[i]))
			i++;
		if (i == w->n && i > best)
			best = i;
	}
	return best;
}

/* --- complaints -------------------------------------------------------- */

struct complaint *reader_complain(struct reader *r, enum complaint_kind kind,
				  int token)
{
	struct orders *o = r->out;
	struct complaint *c =
		&o->complaints[o->n_complaints < ORDERS_MAX_COMPLAINTS
				       ? o->n_complaints
				       : ORDERS_MAX_COMPLAINTS - 1];

	o->n_complaints++;
	memset(c, 0, sizeof(*c));
	c->kind = kind;
	c->line = r->line;
	if (token < r->n) {
		c->at = (size_t)(r->t[token].raw.s - o->text.s);
		c->len = r->t[token].raw.len;
	} else if (r->n) {
		c->at = (size_t)(r->t[r->n - 1].raw.s - o->text.s) +
			r->t[r->n - 1].raw.len;
	} else {
		c->at = r->at;
	}
	return c;
}

static void expected_key(struct reader *r, struct complaint *c, enum common k)
{
	struct grammar_expected *e = ARENA_ARRAY(
		r->arena, (size_t)c->n_expected + 1, struct grammar_expected);

	if (c->n_expected)
		memcpy(e, c->expected, (size_t)c->n_expected * sizeof(*e));
	e[c->n_expected].what = EXPECT_KEY;
	e[c->n_expected++].number = r->key[k];
	c->expected = e;
}

/* Names are possible here. */
static bool wants_name(const struct grammar_result *result)
{
	for (int i = 0; i < result->n_expected; i++)
		if (result->expected[i].what == EXPECT_SLOT &&
		    (result->expected[i].number == SLOT_FIGURE ||
		     result->expected[i].number == SLOT_HANDLE ||
		     result->expected[i].number == SLOT_TARGET ||
		     result->expected[i].number == SLOT_AIM))
			return true;
	return false;
}

/* How far the folded word is from the nearest of the name; LETTERS_APART and
 * more: it is none of them. */
enum { LETTERS_APART = 3, SHORT_NAME = 4, LONG_NAME = 6 };

static unsigned name_apart(struct reader *r, struct str name, struct str fold)
{
	struct token_list *t = arena_alloc_raw(r->arena, sizeof(*t));
	unsigned least = LETTERS_APART;

	token_split(r->arena, name, t);
	for (int i = 0; i < t->n; i++) {
		struct str part = t->v[i].fold;
		unsigned most = part.len < LONG_NAME ? 1 : 2, d;

		if (t->v[i].type != TOKEN_WORD || part.len < SHORT_NAME)
			continue;
		d = utf8_distance(fold, part, most);
		if (d <= most && d < least)
			least = d;
	}
	return least;
}

/* The figure, or what else has a name on the board, whose name comes nearest to
 * the word: "Khujeret (A2)"; empty: none is near. */
static struct str nearest_name(struct reader *r, struct str fold)
{
	const struct grammar_name *best = NULL;
	unsigned least = LETTERS_APART;
	struct str text;
	struct buf b;

	for (int i = 0; fold.len >= SHORT_NAME && i < r->names.n; i++) {
		const struct grammar_name *v = &r->names.v[i];
		unsigned d = name_apart(r, v->name, fold);

		if (d < least || (best && d == least && d < LETTERS_APART &&
				  best->idle && !v->idle)) {
			least = d;
			best = v;
		}
	}
	if (!best)
		return STR("");
	buf_init(&b, 64);
	buf_adds(&b, best->name);
	if (best->label > UINT16_MAX) { /* no handle of an arena */
		buf_addz(&b, " (");
		label_render(&b, best->label);
		buf_addc(&b, ')');
	}
	text = arena_str(r->arena, buf_str(&b));
	buf_release(&b);
	return text;
}

/* a comma in front of that token, where the words stand as they were written */
static bool has_comma(const struct reader *r, int pos)
{
	const struct str *a = &r->t[pos - 1].raw, *b = &r->t[pos].raw;

	return a->len && b->len && a->s + a->len < b->s &&
	       memchr(a->s + a->len, ',', (size_t)(b->s - a->s) - a->len);
}

/* Do the tokens from..to name one card, a level apart? */
static bool names_card(const struct reader *r, int from, int to)
{
	const struct str *a, *b;
	struct buf key;
	struct str text;
	bool named;

	while (to - 1 > from && r->t[to - 1].type == TOKEN_NUMBER)
		to--;
	if (from >= to || !r->names.card)
		return false;
	a = &r->t[from].raw;
	b = &r->t[to - 1].raw;
	text = (struct str){ a->s, (size_t)(b->s + b->len - a->s) };
	buf_init(&key, 256);
	named = r->names.card(r->names.source, text, &key, NULL);
	buf_release(&key);
	return named;
}

/* CARLANA 1 AND KHOURA 1, up to a comma or the end: no card as a whole, but
 * each part is one; the line has another fault */
static bool is_pair(const struct reader *r, int from)
{
	int to = from, part = from;
	bool pair = false;

	while (to < r->n) {
		int len = to > part ? reader_key(r, to, KEY_AND) : 0;

		if (len) {
			if (!names_card(r, part, to))
				return false;
			pair = true;
			part = to + len;
		}
		to += len ? len : 1;
		if (to < r->n && !len && has_comma(r, to))
			break;
	}
	return pair && names_card(r, part, to);
}

/* what the grammar found, about tokens from `from` on */
static struct complaint *complain_result(struct reader *r,
					 const struct grammar_result *result,
					 int from, bool first)
{
	static const enum complaint_kind kinds[] = {
		[GRAMMAR_FAULT_EXPECTED] = COMPLAINT_EXPECTED,
		[GRAMMAR_FAULT_AMBIGUOUS] = COMPLAINT_AMBIGUOUS,
		[GRAMMAR_FAULT_NAME] = COMPLAINT_NAME,
		[GRAMMAR_FAULT_TOO_LONG] = COMPLAINT_TOO_LONG,
	};
	int token = from + result->token;
	struct complaint *c = NULL;

	/* each of the cards, besides what else is wrong */
	for (int i = 0; i < result->n_cards; i++) {
		if (result->n_cards > 1 &&
		    is_pair(r, from + result->cards[i].token))
			continue;
		c = reader_complain(r, COMPLAINT_CARD,
				    from + result->cards[i].token);
		c->meant = result->cards[i].nearest;
		c->there = result->cards[i].there;
	}
	if (result->fault == GRAMMAR_FAULT_CARD)
		return c;
	c = reader_complain(r, kinds[result->fault], token);
	if (result->fault == GRAMMAR_FAULT_EXPECTED) {
		size_t n = (size_t)result->n_expected;

		c->expected =
			ARENA_ARRAY(r->arena, n + 1, struct grammar_expected);
		memcpy(c->expected, result->expected, n * sizeof(*c->expected));
		c->n_expected = result->n_expected;
		if (first && !result->token)
			c->kind = COMPLAINT_UNKNOWN;
		if (token < r->n && r->t[token].type == TOKEN_WORD)
			c->found = arena_str(r->arena, r->t[token].fold);
		c->meant = grammar_meant(r->arena, result, r->t + token,
					 r->n - token);
		if (!c->meant.len && wants_name(result) &&
		    !grammar_nearest(r->g, 0, c->expected, c->n_expected,
				     c->found)
			     .len)
			c->meant = nearest_name(r, c->found);
	}
	c->n_rows = result->n_rows;
	memcpy(c->rows, result->rows, sizeof(c->rows));
	c->n_named = result->n_named;
	memcpy(c->named, result->named, sizeof(c->named));
	return c;
}

/* --- lines ------------------------------------------------------------- */

static struct order_line *line_add(struct reader *r, enum order_line_kind kind)
{
	struct orders *o = r->out;
	struct order_line *l;

	if (o->n_lines == ORDERS_MAX_LINES) {
		reader_complain(r, COMPLAINT_TOO_MANY, 0);
		return NULL;
	}
	l = &o->lines[o->n_lines++];
	memset(l, 0, sizeof(*l));
	l->kind = kind;
	l->line = r->line;
	l->at = r->at;
	l->len = r->len;
	return l;
}

static void entry_add(struct reader *r, enum order_line_kind kind,
		      const struct queue_pack *p)
{
	struct order_line *l;
	int32_t *w;

	if (p->full) {
		reader_complain(r, COMPLAINT_TOO_LONG, 0);
		return;
	}
	l = line_add(r, kind);
	if (!l)
		return;
	w = ARENA_ARRAY(r->arena, (size_t)p->n, int32_t);
	memcpy(w, p->w, (size_t)p->n * sizeof(*w));
	l->entry = (struct queue_entry){ w, p->n };
}

/* over colons at pos */
static int skip_colons(const struct reader *r, int pos)
{
	while (pos < r->n && r->t[pos].type == TOKEN_COLON)
		pos++;
	return pos;
}

/* IF [NOT] condition {AND [NOT] condition} [:|THEN]; pos after it, or -1 */
static int read_conditions(struct reader *r, int pos, struct queue_pack *p)
{
	struct grammar_result *result =
		ARENA_NEW(r->arena, struct grammar_result);
	struct complaint *c;
	int len;

	do {
		bool negated = (len = reader_key(r, pos, KEY_NOT)) != 0;

		pos += len;
		grammar_read_condition(r->g, r->arena, &r->names, r->t + pos,
				       r->n - pos, result);
		if (result->fault != GRAMMAR_FAULT_NONE) {
			c = complain_result(r, result, pos, false);
			if (!negated &&
			    result->fault == GRAMMAR_FAULT_EXPECTED &&
			    !result->token)
				expected_key(r, c, KEY_NOT);
			return -1;
		}
		queue_pack_condition(p, negated, result->words,
				     result->n_words);
		pos += result->n_tokens;
	} while ((len = reader_key(r, pos, KEY_AND)) != 0 && (pos += len));
	pos = skip_colons(r, pos);
	return pos + reader_key(r, pos, KEY_THEN);
}

/* ON FAIL as a line is an order of the game, which keeps it */
static bool keeps_on_fail(const struct reader *r)
{
	const struct grammar_table *t = r->g->table;

	for (int i = 0; i < t->n; i++)
		if (t->rows[i].type == GRAMMAR_STANDING &&
		    !strcmp(t->rows[i].name, "on_fail"))
			return true;
	return false;
}

/* the token that ends an order: | ELSE, ON FAIL or the end */
static int order_end(const struct reader *r, int pos, bool bars)
{
	if (keeps_on_fail(r))
		pos += reader_key(r, pos, KEY_ON_FAIL);
	while (pos < r->n && !(bars && r->t[pos].type == TOKEN_BAR) &&
	       !reader_key(r, pos, KEY_ELSE) &&
	       !reader_key(r, pos, KEY_ON_FAIL))
		pos++;
	return pos;
}

/* ON FAIL STOP|SKIP at pos, and what the game has instead (GUARD): pos after
 * it, or -1; *flags are those of the entries */
static int read_on_fail(struct reader *r, int pos, int *flags)
{
	int len;

	pos += reader_key(r, pos, KEY_ON_FAIL);
	pos = skip_colons(r, pos);
	if ((len = reader_key(r, pos, KEY_SKIP)) != 0) {
		*flags = QUEUE_SKIP;
	} else if ((len = reader_key(r, pos, KEY_STOP)) != 0) {
		*flags = keeps_on_fail(r) ? QUEUE_STOPS : 0;
	} else if ((len = reader_key(r, pos, KEY_FALLBACK)) != 0) {
		*flags = QUEUE_FALLBACK;
	} else {
		struct complaint *c =
			reader_complain(r, COMPLAINT_EXPECTED, pos);

		expected_key(r, c, KEY_STOP);
		expected_key(r, c, KEY_SKIP);
		if (r->key[KEY_FALLBACK] >= 0)
			expected_key(r, c, KEY_FALLBACK);
		return -1;
	}
	return pos + len;
}

static void query_add(struct reader *r, const struct decision *d)
{
	struct order_line *l = line_add(r, LINE_QUERY);
	struct decision *copy;

	if (!l)
		return;
	copy = ARENA_NEW(r->arena, struct decision);
	*copy = *d;
	l->query = copy;
}

/* the number of a token among all from pos on, of its number without colons */
static int with_colons(const struct reader *r, int pos, int end, int token)
{
	while (pos < end && token)
		token -= r->t[pos++].type != TOKEN_COLON;
	return pos;
}

/* one order at pos, without conditions; false after a complaint */
static bool read_alternative(struct reader *r, int pos, int end,
			     struct grammar_result *result)
{
	struct token *t =
		ARENA_ARRAY(r->arena, (size_t)(end - pos) + 1, struct token);
	bool colons = r->g->colons;
	int n = 0;

	/* colons mean nothing within an order, or the grammar reads them */
	for (int i = pos; i < end; i++)
		if (colons || r->t[i].type != TOKEN_COLON)
			t[n++] = r->t[i];
	if (n) {
		grammar_read(r->g, r->arena, &r->names, t, n, result);
	} else {
		/* nothing there: every order was expected */
		struct token none = { .type = TOKEN_JUNK };

		grammar_read(r->g, r->arena, &r->names, &none, 1, result);
	}
	if (result->fault == GRAMMAR_FAULT_NONE)
		return true;
	result->token = colons ? pos + result->token
			       : with_colons(r, pos, end, result->token);
	for (int i = 0; i < result->n_cards; i++) {
		int *token = &result->cards[i].token;

		*token = colons ? pos + *token
				: with_colons(r, pos, end, *token);
	}
	return false;
}

/* What was expected where the order with its own bars could not be read on. */
static void note_beyond(struct reader *r, const struct grammar_result *result)
{
	struct complaint *c = &r->out->beyond;
	size_t n = (size_t)result->n_expected;

	*c = (struct complaint){ .line = r->line };
	if (result->fault != GRAMMAR_FAULT_EXPECTED || result->token >= r->n)
		return;
	c->at = (size_t)(r->t[result->token].raw.s - r->out->text.s);
	c->expected = ARENA_ARRAY(r->arena, n + 1, struct grammar_expected);
	memcpy(c->expected, result->expected, n * sizeof(*c->expected));
	c->n_expected = result->n_expected;
}

/*
 * The same, up to where it ends: before a bar, or with all bars that belong to
 * it; false after a complaint.
 */
static bool read_whole(struct reader *r, int pos, int *end,
		       struct grammar_result *result)
{
	int whole = order_end(r, pos, false);
	struct grammar_result *part;

	*end = order_end(r, pos, true);
	pos = skip_colons(r, pos);
	if (r->g->bars && *end < whole) {
		part = ARENA_NEW(r->arena, struct grammar_result);
		if (read_alternative(r, pos, whole, result)) {
			*end = whole;
			return true;
		}
		if (read_alternative(r, pos, *end < pos ? pos : *end, part)) {
			note_beyond(r, result);
			*result = *part;
			return true;
		}
	} else if (read_alternative(r, pos, *end < pos ? pos : *end, result)) {
		return true;
	}
	complain_result(r, result, 0, false);
	return false;
}

/* an order of the game that begins with ALWAYS or IF */
static bool is_order(const struct reader *r)
{
	struct grammar_result *result =
		ARENA_NEW(r->arena, struct grammar_result);

	grammar_read(r->g, r->arena, &r->names, r->t, r->n, result);
	return result->fault == GRAMMAR_FAULT_NONE;
}

/* the number of a condition of the game, or -1 */
static int32_t condition_named(const struct reader *r, const char *name)
{
	const struct system *sys = r->g->sys;

	for (int i = 0; i < sys->n_conditions; i++)
		if (!strcmp(sys->conditions[i], name))
			return i;
	return -1;
}

/*
 * A line that is an order, or several with ELSE between them: after an order
 * without IF, the order for its failure.
 */
struct order_text {
	int pos;
	bool standing;    /* it began with ALWAYS */
	bool begun;       /* an order of the line has been read */
	bool fallback;    /* what follows is for the failure of the first */
	bool is_else;     /* the current order is after ELSE, .. */
	bool conditional; /* .. after IF, .. */
	int on_fail;      /* .. the flags of its ON FAIL */
	int body;         /* where its first alternative begins */
	int n;            /* alternatives read */
	int32_t last_ok;  /* the condition, -1: the game has none */
	struct queue_pack *pack;
	struct grammar_result *result;
};

/* ELSE, if it comes here; false after a complaint */
static bool read_else(struct reader *r, struct order_text *x)
{
	int len = reader_key(r, x->pos, KEY_ELSE);

	x->is_else = len != 0;
	if (!len)
		return true;
	x->fallback |= x->begun && !r->if_before && x->last_ok >= 0;
	if ((!r->if_before && !x->fallback) || x->standing) {
		reader_complain(r, COMPLAINT_ELSE, x->pos);
		return false;
	}
	x->pos = skip_colons(r, x->pos + len);
	return true;
}

/* IF and its conditions, if they come here; false after a complaint */
static bool read_if(struct reader *r, struct order_text *x)
{
	int len = reader_key(r, x->pos, KEY_IF);

	x->conditional = false;
	queue_pack_start(x->pack, r->line,
			 x->is_else && !x->fallback ? QUEUE_ELSE : 0);
	if (x->fallback)
		queue_pack_condition(x->pack, true, &x->last_ok, 1);
	if (!len || (!x->pos && is_order(r)))
		return true;
	x->pos = read_conditions(r, x->pos + len, x->pack);
	x->conditional = !x->fallback;
	return x->pos >= 0;
}

static bool is_auto(const struct reader *r, const struct order_text *x)
{
	const struct system *sys = r->g->sys;

	return x->result->type != GRAMMAR_QUERY &&
	       x->result->d.kind >= DECISION_FIRST_OWN &&
	       decision_row(&sys->decisions, x->result->d.kind)->is ==
		       CLASS_AUTO;
}

/* Is the order up to token `end` allowed here? False after a complaint. */
static bool fits(struct reader *r, const struct order_text *x, int end)
{
	const struct decision_kind *kinds = r->g->sys->decisions.kinds;
	const struct grammar_result *found = x->result;

	if (found->type == GRAMMAR_QUERY) {
		if (!x->conditional && !x->is_else && !x->n && !x->standing &&
		    end == r->n)
			return true;
		reader_complain(r, COMPLAINT_NOT_HERE, x->body);
		return false;
	}
	if (x->standing && !is_auto(r, x) &&
	    (found->type != GRAMMAR_ORDER ||
	     !strcmp(kinds[found->d.kind - DECISION_FIRST_OWN].name, "end"))) {
		reader_complain(r, COMPLAINT_NOT_STANDING, x->body);
		return false;
	}
	return true;
}

enum { LOT_LEAST = 100, LOTS = 900 };

/* The lot of an AUTO that names none, of three digits: that of the game, so
 * that PREVIEW and ORDERS draw the same, and another game something else. By
 * FNV-1a. */
static int32_t lot_of_game(const struct reader *r)
{
	const struct str *name = &r->out->head.game;
	uint32_t x = 2166136261u;

	for (size_t i = 0; i < name->len; i++) {
		unsigned char c = (unsigned char)ascii_lower(name->s[i]);

		x = (x ^ c) * 16777619u;
	}
	return LOT_LEAST + (int32_t)(x % LOTS);
}

/* AUTO is alone in its line, for one step of the set-up or, with ALWAYS,
 * until it is over. False after a complaint. */
static bool read_auto(struct reader *r, struct order_text *x, int end)
{
	const struct decision_schema *s = &r->g->sys->decisions;

	if (x->conditional || x->is_else || x->n || end != r->n) {
		reader_complain(r, COMPLAINT_NOT_HERE, x->body);
		return false;
	}
	for (int tag = 0; tag < s->n_tags && !x->result->d.n; tag++)
		if (!strcmp(s->tags[tag].name, "lot"))
			decision_add_int(&x->result->d, tag, lot_of_game(r));
	if (!x->standing)
		x->pack->w[1] |= QUEUE_ONCE;
	x->standing = true;
	return true;
}

/*
 * No order begins like this line: complain about that, not about the next
 * word.
 */
static void nothing_begins_so(struct reader *r, const struct order_text *x)
{
	struct orders *o = r->out;

	if (!x->begun && !x->n && !x->conditional && !x->is_else &&
	    x->result->token == x->body &&
	    x->result->fault == GRAMMAR_FAULT_EXPECTED &&
	    o->n_complaints <= ORDERS_MAX_COMPLAINTS)
		o->complaints[o->n_complaints - 1].kind = COMPLAINT_UNKNOWN;
}

/* order | order ..; false: a complaint, or it was a question and that is all */
static bool read_alternatives(struct reader *r, struct order_text *x)
{
	x->body = x->pos;
	for (x->n = 0;; x->n++) {
		int end;

		if (!read_whole(r, x->pos, &end, x->result)) {
			nothing_begins_so(r, x);
			return false;
		}
		if (!fits(r, x, end))
			return false;
		if (x->result->type == GRAMMAR_QUERY) {
			query_add(r, &x->result->d);
			return false;
		}
		if (is_auto(r, x) && !read_auto(r, x, end))
			return false;
		queue_pack_alternative(x->pack, &x->result->d);
		x->pos = end;
		if (x->pos >= r->n || r->t[x->pos].type != TOKEN_BAR)
			return true;
		x->pos++;
	}
}

/* If no condition asks about the order before it, ELSE applies to its
 * refusal, too. */
static bool refusals_open_else(const struct order_text *x)
{
	return x->last_ok < 0 && !x->standing &&
	       x->result->type == GRAMMAR_ORDER;
}

/* The ON FAIL flags: without ON FAIL, only of an order that need not stop all
 * later ones. */
static int on_fail_flags(const struct reader *r, const struct order_text *x)
{
	const struct decision *d = &x->result->d;

	if ((x->on_fail & QUEUE_ONWARD) != QUEUE_ONWARD)
		return x->on_fail;
	return !x->standing && !x->n && d->kind >= DECISION_FIRST_OWN &&
			       decision_row(&r->g->sys->decisions, d->kind)
				       ->onward &&
			       !reader_key(r, x->pos, KEY_ELSE)
		       ? QUEUE_ONWARD
		       : 0;
}

/* ON FAIL, and the order is complete; false after a complaint */
static bool read_rest(struct reader *r, struct order_text *x)
{
	x->on_fail = r->on_fail;
	if (reader_key(r, x->pos, KEY_ON_FAIL)) {
		x->pos = read_on_fail(r, x->pos, &x->on_fail);
		if (x->pos < 0)
			return false;
	}
	x->pack->w[1] |= on_fail_flags(r, x);
	/* an order with a fallback must not stop the rest */
	if (!x->conditional && !refusals_open_else(x) &&
	    reader_key(r, x->pos, KEY_ELSE))
		x->pack->w[1] |= QUEUE_SKIP;
	entry_add(r, x->standing ? LINE_STANDING : LINE_ORDER, x->pack);
	r->if_before = x->conditional || refusals_open_else(x);
	x->begun = true;
	return true;
}

/*
 * ACT #5 IF #4 ALIVE: GUARD, and the same with its condition at the end: what
 * IF says is put before the order.
 */
static void if_to_the_front(struct reader *r)
{
	struct token *t;
	int from = 1, to, n = 0;

	if (!r->n || reader_key(r, 0, KEY_IF) || reader_key(r, 0, KEY_ELSE))
		return;
	while (from < r->n && !reader_key(r, from, KEY_IF))
		from++;
	if (from >= r->n || is_order(r))
		return;
	for (to = from; to < r->n && r->t[to].type != TOKEN_COLON; to++)
		if (reader_key(r, to, KEY_ELSE) ||
		    reader_key(r, to, KEY_ON_FAIL))
			break;
	t = ARENA_ARRAY(r->arena, (size_t)r->n, struct token);
	for (int i = from; i < to; i++)
		t[n++] = r->t[i];
	for (int i = 0; i < r->n; i++)
		if (i < from || i >= to)
			t[n++] = r->t[i];
	r->t = t;
}

/* pos is after ALWAYS if it is a standing order */
static void read_order(struct reader *r, int pos, bool standing)
{
	struct order_text x = {
		.pos = pos,
		.standing = standing,
		.last_ok = condition_named(r, "last_ok"),
		.pack = ARENA_NEW(r->arena, struct queue_pack),
		.result = ARENA_NEW(r->arena, struct grammar_result),
	};

	do {
		if (!read_else(r, &x) || !read_if(r, &x) ||
		    !read_alternatives(r, &x) || !read_rest(r, &x) ||
		    x.pos >= r->n)
			return;
	} while (reader_key(r, x.pos, KEY_ELSE));
	reader_complain(r, COMPLAINT_EXPECTED, x.pos);
}

/* the rest of the line from token pos on, as written */
static struct str rest_of_line(const struct reader *r, int pos)
{
	const struct token *last = &r->t[r->n - 1];

	if (pos >= r->n)
		return STR("");
	return token_join(r->arena,
			  (struct str){ r->t[pos].raw.s,
					(size_t)(last->raw.s + last->raw.len -
						 r->t[pos].raw.s) });
}

/* REPORT, REPORT FULL */
static bool read_report(struct reader *r)
{
	int len = reader_key(r, 0, KEY_REPORT);
	int full = len ? reader_key(r, len, KEY_FULL) : 0;
	struct order_line *l;

	if (!len)
		return false;
	if (len + full < r->n) {
		reader_complain(r, COMPLAINT_EXPECTED, len + full);
		return true;
	}
	l = line_add(r, LINE_REPORT);
	if (l)
		l->number = full > 0;
	return true;
}

/* WAIT 2h: another word holds the orders of a mail for some time; empty: no
 * time follows */
static struct str hold_for(const struct reader *r, int pos)
{
	int key = vocabulary_key(r->g->words, STR("judge.hold"));
	int lang = r->out->lang < 0 ? 0 : r->out->lang;
	struct str first = r->t[pos].raw, hold, rest = rest_of_line(r, pos);

	if (key < 0 || !first.len || first.s[0] < '0' || first.s[0] > '9')
		return STR("");
	hold = vocabulary_shown(r->g->words, key, lang);
	return str_of(arena_printf(r->arena, "%.*s %.*s", STR_ARG(hold),
				   STR_ARG(rest)));
}

/* WAIT, LUCK and similar: a word alone, or with a text after it */
static bool read_word(struct reader *r)
{
	static const struct {
		enum common key;
		enum order_line_kind line;
		bool alone;
	} commons[] = {
		{ KEY_WAIT, LINE_WAIT, true },
		{ KEY_KEEP, LINE_KEEP, true },
		{ KEY_CLEAR, LINE_CLEAR, true },
		{ KEY_CONTINUE, LINE_CONTINUE, true },
		{ KEY_LUCK, LINE_LUCK, true },
		{ KEY_AUTO_OFF, LINE_FORGET, true }, /* FORGET_AUTO */
		{ KEY_RULE, LINE_RULE, false },
		{ KEY_HELP, LINE_HELP, false },
		{ KEY_CARD, LINE_CARD, false },
		{ KEY_FIGURES, LINE_FIGURES, false },
	};
	struct order_line *l;

	if (read_report(r))
		return true;
	for (size_t i = 0; i < ARRAY_LEN(commons); i++) {
		int len = reader_key(r, 0, commons[i].key);
		int behind = skip_colons(r, len);

		if (!len)
			continue;
		if (commons[i].alone && behind < r->n) {
			struct complaint *c =
				reader_complain(r, COMPLAINT_EXPECTED, behind);

			if (commons[i].key == KEY_WAIT)
				c->meant = hold_for(r, behind);
			return true;
		}
		l = line_add(r, commons[i].line);
		if (l)
			l->text = rest_of_line(r, behind);
		return true;
	}
	return false;
}

/* CLEAR 2, CLEAR 1 3: of the orders that wait; CANCEL says the same where a
 * number follows */
static bool read_clear(struct reader *r)
{
	int clear = reader_key(r, 0, KEY_CLEAR);
	int from = clear ? clear : reader_key(r, 0, KEY_CANCEL);
	struct order_line *l;

	from = from ? skip_colons(r, from) : r->n;
	for (int at = from; at < r->n; at++)
		if (r->t[at].type != TOKEN_NUMBER || !r->t[at].whole ||
		    r->t[at].number < 100)
			return false;
	for (int at = from; at < r->n; at++)
		if ((l = line_add(r, LINE_CLEAR)))
			l->number = r->t[at].number / 100;
	return from < r->n;
}

/* FORGET 2 */
static void read_forget(struct reader *r, int pos)
{
	const struct token *t = &r->t[pos];
	struct order_line *l;
	struct complaint *c;

	if (pos + 1 == r->n && t->type == TOKEN_NUMBER && t->whole &&
	    t->number >= 100) {
		l = line_add(r, LINE_FORGET);
		if (l)
			l->number = t->number / 100;
		return;
	}
	c = reader_complain(r, COMPLAINT_EXPECTED, pos);
	c->expected = ARENA_NEW(r->arena, struct grammar_expected);
	c->expected->what = EXPECT_SLOT;
	c->expected->number = SLOT_INCHES;
	c->n_expected = 1;
}

/* lines that are no orders; false: it is one */
static bool read_common(struct reader *r)
{
	struct order_line *l;
	int pos, on_fail = 0;

	if (read_clear(r) || read_word(r))
		return true;
	if ((pos = reader_key(r, 0, KEY_FORGET)) != 0 && !is_order(r)) {
		read_forget(r, pos);
		return true;
	}
	if (!reader_key(r, 0, KEY_ON_FAIL) || is_order(r))
		return false;
	pos = read_on_fail(r, 0, &on_fail);
	if (pos >= 0 && pos < r->n) {
		reader_complain(r, COMPLAINT_EXPECTED, pos);
	} else if (pos >= 0 && (l = line_add(r, LINE_ON_FAIL))) {
		l->number = on_fail;
		r->on_fail = on_fail;
	}
	return true;
}

void reader_line(struct reader *r)
{
	bool had_if = r->if_before;
	int len;

	r->if_before = false;
	if (read_common(r))
		return;
	if ((len = reader_key(r, 0, KEY_ALWAYS)) != 0 && !is_order(r)) {
		read_order(r, skip_colons(r, len), true);
		return;
	}
	r->if_before = had_if;
	if_to_the_front(r);
	read_order(r, 0, false);
}
