/* src/orders/orders.c */
#include "orders/orders.h"
#include "base/parse.h"

enum common {
	KEY_IF,
	KEY_NOT,
	KEY_AND,
	KEY_THEN,
	KEY_ELSE,
	KEY_ON_FAIL,
	KEY_STOP,
	KEY_SKIP,
	KEY_ALWAYS,
	KEY_FORGET,
	KEY_WAIT,
	KEY_KEEP,
	KEY_CLEAR,
	KEY_CONTINUE,
	KEY_REPORT,
	KEY_LUCK,
	KEY_RULE,
	KEY_HELP,
	KEY_ORDERS,
	KEY_PREVIEW,
	KEY_JOIN,
	KEY_GM,
	N_KEYS
};

static const char *const key_names[N_KEYS] = {
	"if",     "not",      "and",    "then",   "else", "on-fail",
	"stop",   "skip",     "always", "forget", "wait", "keep",
	"clear",  "continue", "report", "luck",   "rule", "help",
	"orders", "preview",  "join",   "gm"
};

/* those that may stand where an order begins or after it; not, and, stop,
 * skip, then follow words of their own */
const char *const orders_common_keys[] = {
	"else", "on-fail", "if",       "always", "forget", "wait",
	"keep", "clear",   "continue", "report", "luck",   "rule",
	"help", "orders",  "preview",  "join"
};
const int orders_n_common_keys = ARRAY_LEN(orders_common_keys);
const int orders_n_behind_keys = 2; /* else, on-fail */

struct reader {
	struct arena *arena;
	const struct grammar *g;
	const struct grammar_names *names;
	struct orders *out;
	int key[N_KEYS];
	bool skip;      /* ON FAIL SKIP is in force */
	bool if_before; /* an ELSE may follow */
	int line;
	size_t at, len; /* the line in the text */
	const struct token *t;
	int n;
};

/* --- keywords ---------------------------------------------------------- */

/* tokens that key k takes at pos, the most of its words; 0 if none */
static int key_at(const struct reader *r, int pos, enum common k)
{
	int best = 0;

	if (r->key[k] < 0)
		return 0;
	for (const struct vocabulary_word *w =
		     r->g->words->keys[r->key[k]].words;
	     w; w = w->next) {
		int i = 0;

		if (w->n > r->n - pos)
			continue;
		while (i < w->n && r->t[pos + i].type == TOKEN_WORD &&
		       vocabulary_same(r->t[pos + i].fold, w->part[i]))
			i++;
		if (i == w->n && i > best)
			best = i;
	}
	return best;
}

static void find_keys(struct reader *r)
{
	for (int i = 0; i < N_KEYS; i++)
		r->key[i] = vocabulary_key(r->g->words, str_of(key_names[i]));
}

/* --- complaints -------------------------------------------------------- */

static struct complaint *complain(struct reader *r, enum complaint_kind kind,
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

/* what the grammar found, about tokens from `from` on */
static void complain_result(struct reader *r,
			    const struct grammar_result *result, int from,
			    bool first)
{
	static const enum complaint_kind kinds[] = {
		[GRAMMAR_FAULT_EXPECTED] = COMPLAINT_EXPECTED,
		[GRAMMAR_FAULT_AMBIGUOUS] = COMPLAINT_AMBIGUOUS,
		[GRAMMAR_FAULT_NAME] = COMPLAINT_NAME,
		[GRAMMAR_FAULT_CARD] = COMPLAINT_CARD,
		[GRAMMAR_FAULT_TOO_LONG] = COMPLAINT_TOO_LONG,
	};
	int token = from + result->token;
	struct complaint *c = complain(r, kinds[result->fault], token);

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
	}
	if (result->fault == GRAMMAR_FAULT_CARD)
		c->meant = result->nearest;
	c->n_named = result->n_named;
	memcpy(c->named, result->named, sizeof(c->named));
}

/* --- lines ------------------------------------------------------------- */

static struct order_line *line_add(struct reader *r, enum order_line_kind kind)
{
	struct orders *o = r->out;
	struct order_line *l;

	if (o->n_lines == ORDERS_MAX_LINES) {
		complain(r, COMPLAINT_TOO_MANY, 0);
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
		complain(r, COMPLAINT_TOO_LONG, 0);
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
	int len;

	do {
		bool negated = (len = key_at(r, pos, KEY_NOT)) != 0;

		pos += len;
		grammar_read_condition(r->g, r->arena, r->names, r->t + pos,
				       r->n - pos, result);
		if (result->fault != GRAMMAR_FAULT_NONE) {
			complain_result(r, result, pos, false);
			if (!negated &&
			    result->fault == GRAMMAR_FAULT_EXPECTED &&
			    !result->token)
				expected_key(
					r,
					&r->out->complaints
						 [r->out->n_complaints - 1 <
								  ORDERS_MAX_COMPLAINTS
							  ? r->out->n_complaints -
								    1
							  : ORDERS_MAX_COMPLAINTS -
								    1],
					KEY_NOT);
			return -1;
		}
		queue_pack_condition(p, negated, result->words,
				     result->n_words);
		pos += result->n_tokens;
	} while ((len = key_at(r, pos, KEY_AND)) != 0 && (pos += len));
	pos = skip_colons(r, pos);
	return pos + key_at(r, pos, KEY_THEN);
}

/* the token that ends an order: | ELSE, ON FAIL or the end */
static int order_end(const struct reader *r, int pos)
{
	while (pos < r->n && r->t[pos].type != TOKEN_BAR &&
	       !key_at(r, pos, KEY_ELSE) && !key_at(r, pos, KEY_ON_FAIL))
		pos++;
	return pos;
}

/* ON FAIL STOP|SKIP at pos: pos after it, or -1; *skip is set */
static int read_on_fail(struct reader *r, int pos, bool *skip)
{
	int len;

	pos += key_at(r, pos, KEY_ON_FAIL);
	pos = skip_colons(r, pos);
	if ((len = key_at(r, pos, KEY_SKIP)) != 0) {
		*skip = true;
	} else if ((len = key_at(r, pos, KEY_STOP)) != 0) {
		*skip = false;
	} else {
		struct complaint *c = complain(r, COMPLAINT_EXPECTED, pos);

		expected_key(r, c, KEY_STOP);
		expected_key(r, c, KEY_SKIP);
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

/* one order at pos, without conditions; false after a complaint */
static bool read_alternative(struct reader *r, int pos, int end,
			     struct grammar_result *result)
{
	struct token *t =
		ARENA_ARRAY(r->arena, (size_t)(end - pos) + 1, struct token);
	int n = 0, token;

	/* colons mean nothing within an order */
	for (int i = pos; i < end; i++)
		if (r->t[i].type != TOKEN_COLON)
			t[n++] = r->t[i];
	if (n) {
		grammar_read(r->g, r->arena, r->names, t, n, result);
	} else {
		/* nothing there: every order was expected */
		struct token none = { .type = TOKEN_JUNK };

		grammar_read(r->g, r->arena, r->names, &none, 1, result);
	}
	if (result->fault == GRAMMAR_FAULT_NONE)
		return true;
	/* back to the numbers of all tokens */
	token = result->token < n ? result->token : n;
	for (result->token = pos; result->token < end && token;)
		token -= r->t[result->token++].type != TOKEN_COLON;
	complain_result(r, result, 0, false);
	return false;
}

/* an order of the game that begins with ALWAYS or IF */
static bool is_order(const struct reader *r)
{
	struct grammar_result *result =
		ARENA_NEW(r->arena, struct grammar_result);

	grammar_read(r->g, r->arena, r->names, r->t, r->n, result);
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
 * A line that is an order, or several with ELSE between them: behind an order
 * without IF, what to do if it fails. pos is behind ALWAYS if it is a standing
 * order.
 */
static void read_order(struct reader *r, int pos, bool standing)
{
	struct queue_pack *p = ARENA_NEW(r->arena, struct queue_pack);
	struct grammar_result *result =
		ARENA_NEW(r->arena, struct grammar_result);
	int32_t last_ok = condition_named(r, "last_ok");
	bool first = true, fallback = false;

	for (bool is_else = false;; is_else = true) {
		int len = key_at(r, pos, KEY_ELSE), n = 0, body;
		bool skip = r->skip, conditional = false;

		if (len) {
			fallback |= !first && !r->if_before && last_ok >= 0;
			if ((!r->if_before && !fallback) || standing) {
				complain(r, COMPLAINT_ELSE, pos);
				return;
			}
			is_else = true;
			pos = skip_colons(r, pos + len);
		}
		queue_pack_start(p, r->line,
				 is_else && !fallback ? QUEUE_ELSE : 0);
		if (fallback)
			queue_pack_condition(p, true, &last_ok, 1);
		if ((len = key_at(r, pos, KEY_IF)) != 0 &&
		    !(pos == 0 && is_order(r))) {
			pos = read_conditions(r, pos + len, p);
			if (pos < 0)
				return;
			conditional = !fallback;
		}
		body = pos;
		for (;; n++) {
			int end = order_end(r, pos);

			pos = skip_colons(r, pos);
			if (!read_alternative(r, pos, end < pos ? pos : end,
					      result)) {
				struct orders *o = r->out;

				/* no order begins like this line */
				if (first && !n && !conditional && !is_else &&
				    result->token == body &&
				    result->fault == GRAMMAR_FAULT_EXPECTED &&
				    o->n_complaints <= ORDERS_MAX_COMPLAINTS)
					o->complaints[o->n_complaints - 1]
						.kind = COMPLAINT_UNKNOWN;
				return;
			}
			if (result->type == GRAMMAR_QUERY) {
				if (conditional || is_else || n || standing ||
				    end < r->n) {
					complain(r, COMPLAINT_NOT_HERE, body);
					return;
				}
				query_add(r, &result->d);
				return;
			}
			if (standing &&
			    (result->type != GRAMMAR_ORDER ||
			     !strcmp(r->g->sys->decisions
					     .kinds[result->d.kind -
						    DECISION_FIRST_OWN]
					     .name,
				     "end"))) {
				complain(r, COMPLAINT_NOT_STANDING, body);
				return;
			}
			queue_pack_alternative(p, &result->d);
			pos = end;
			if (pos >= r->n || r->t[pos].type != TOKEN_BAR)
				break;
			pos++;
		}
		if (key_at(r, pos, KEY_ON_FAIL)) {
			pos = read_on_fail(r, pos, &skip);
			if (pos < 0)
				return;
		}
		/* what has a fallback must not stop the rest */
		if (skip || (!conditional && key_at(r, pos, KEY_ELSE)))
			p->w[1] |= QUEUE_SKIP;
		entry_add(r, standing ? LINE_STANDING : LINE_ORDER, p);
		r->if_before = conditional;
		first = false;
		if (pos >= r->n)
			return;
		if (!key_at(r, pos, KEY_ELSE)) {
			complain(r, COMPLAINT_EXPECTED, pos);
			return;
		}
	}
}

/* the rest of the line from token pos on, as written */
static struct str rest_of_line(const struct reader *r, int pos)
{
	const struct token *last = &r->t[r->n - 1];

	if (pos >= r->n)
		return STR("");
	return (struct str){ r->t[pos].raw.s,
			     (size_t)(last->raw.s + last->raw.len -
				      r->t[pos].raw.s) };
}

/* lines that are no orders; false: it is one */
static bool read_common(struct reader *r)
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
		{ KEY_REPORT, LINE_REPORT, true },
		{ KEY_LUCK, LINE_LUCK, true },
		{ KEY_RULE, LINE_RULE, false },
		{ KEY_HELP, LINE_HELP, false },
	};
	struct order_line *l;
	bool skip = false;
	int len;

	for (size_t i = 0; i < ARRAY_LEN(commons); i++) {
		len = key_at(r, 0, commons[i].key);
		if (!len)
			continue;
		if (commons[i].alone && skip_colons(r, len) < r->n) {
			complain(r, COMPLAINT_EXPECTED, skip_colons(r, len));
			return true;
		}
		l = line_add(r, commons[i].line);
		if (l)
			l->text = rest_of_line(r, skip_colons(r, len));
		return true;
	}
	if (key_at(r, 0, KEY_ON_FAIL)) {
		len = read_on_fail(r, 0, &skip);
		if (len >= 0 && len < r->n) {
			complain(r, COMPLAINT_EXPECTED, len);
		} else if (len >= 0 && (l = line_add(r, LINE_ON_FAIL))) {
			l->number = skip;
			r->skip = skip;
		}
		return true;
	}
	if ((len = key_at(r, 0, KEY_FORGET)) != 0) {
		const struct token *t = &r->t[len];

		if (len + 1 != r->n || t->type != TOKEN_NUMBER || !t->whole ||
		    t->number < 100) {
			struct complaint *c =
				complain(r, COMPLAINT_EXPECTED, len);

			c->expected =
				ARENA_NEW(r->arena, struct grammar_expected);
			c->expected->what = EXPECT_SLOT;
			c->expected->number = SLOT_INCHES;
			c->n_expected = 1;
		} else if ((l = line_add(r, LINE_FORGET))) {
			l->number = t->number / 100;
		}
		return true;
	}
	return false;
}

static void read_line(struct reader *r)
{
	bool had_if = r->if_before;
	int len;

	r->if_before = false;
	if (read_common(r))
		return;
	if ((len = key_at(r, 0, KEY_ALWAYS)) != 0 && !is_order(r)) {
		read_order(r, skip_colons(r, len), true);
		return;
	}
	r->if_before = had_if;
	read_order(r, 0, false);
}

/* a physical line without its remark */
static struct str without_remark(struct str line)
{
	for (size_t i = 0; i + 1 < line.len; i++)
		if (line.s[i] == '/' && line.s[i + 1] == '/') {
			line.len = i;
			break;
		}
	return line;
}

static bool continues(struct str line)
{
	line = parse_trim(line);
	return line.len && line.s[0] == '+';
}

/* --- the head ---------------------------------------------------------- */

static bool next_word(struct str *line, struct str *word)
{
	*line = parse_trim(*line);
	if (!line->len)
		return false;
	word->s = line->s;
	word->len = 0;
	while (word->len < line->len && line->s[word->len] != ' ' &&
	       line->s[word->len] != '\t')
		word->len++;
	line->s += word->len;
	line->len -= word->len;
	return true;
}

static bool head_number(struct str *line, int32_t *out)
{
	struct str word;
	int64_t v;

	if (!next_word(line, &word) || !parse_int(word, 0, INT32_MAX, &v))
		return false;
	*out = (int32_t)v;
	return true;
}

static bool read_head_line(struct reader *r, struct str line,
			   struct order_head *h)
{
	static const struct {
		enum common key;
		enum head_kind kind;
	} heads[] = { { KEY_ORDERS, HEAD_ORDERS },
		      { KEY_PREVIEW, HEAD_PREVIEW },
		      { KEY_JOIN, HEAD_JOIN },
		      { KEY_GM, HEAD_GM } };
	struct str word;
	struct token_list *t = ARENA_NEW(r->arena, struct token_list);

	memset(h, 0, sizeof(*h));
	h->seat = HEAD_NO_SEAT;
	if (!next_word(&line, &word))
		return false;
	token_split(r->arena, word, t);
	r->t = t->v;
	r->n = t->n;
	for (size_t i = 0; i < ARRAY_LEN(heads) && t->n; i++)
		if (key_at(r, 0, heads[i].key) == t->n)
			h->kind = heads[i].kind;
	if (h->kind == HEAD_NONE)
		return false;
	if (!next_word(&line, &h->game))
		return false;
	if (h->kind == HEAD_JOIN || h->kind == HEAD_GM) {
		h->rest = parse_trim(line);
		return true;
	}
	if (!next_word(&line, &word) || word.len != 1)
		return false;
	if ('a' <= word.s[0] && word.s[0] <= 'h')
		h->seat = word.s[0] - 'a';
	else if ('A' <= word.s[0] && word.s[0] <= 'H')
		h->seat = word.s[0] - 'A';
	else
		return false;
	return head_number(&line, &h->point) &&
	       head_number(&line, &h->serial) && !parse_trim(line).len;
}

bool orders_read_head(struct arena *a, const struct grammar *g, struct str text,
		      struct order_head *out)
{
	struct reader r = { .arena = a, .g = g };
	struct str line = { 0 };

	find_keys(&r);
	while (parse_line(&text, &line)) {
		line = parse_trim(without_remark(line));
		if (line.len)
			break;
	}
	return read_head_line(&r, line, out);
}

/* --- the text ---------------------------------------------------------- */

void orders_read(struct arena *a, const struct grammar *g,
		 const struct grammar_names *names, struct str text,
		 struct orders *out)
{
	struct reader r = { .arena = a, .g = g, .names = names, .out = out };
	struct token_list *tokens = ARENA_NEW(a, struct token_list);
	struct str rest = text, line, next;
	bool any = false;
	int number = 0;

	memset(out, 0, sizeof(*out));
	out->text = text;
	out->head.seat = HEAD_NO_SEAT;
	find_keys(&r);
	if (text.len > ORDERS_MAX_TEXT) {
		complain(&r, COMPLAINT_TOO_LONG, 0);
		return;
	}
	while (parse_line(&rest, &line)) {
		struct str peek = rest;
		size_t len = line.len;

		number++;
		r.line = number;
		r.at = (size_t)(line.s - text.s);
		r.len = line.len;
		r.n = tokens->n = 0;
		tokens->too_many = false;
		token_add(a, without_remark(line), tokens);
		while (parse_line(&peek, &next) && continues(next)) {
			number++;
			rest = peek;
			len += next.len;
			token_add(a, without_remark(next), tokens);
			r.len = (size_t)(next.s + next.len - line.s);
		}
		if (!any && tokens->n) {
			bool whole = read_head_line(&r, without_remark(line),
						    &out->head);

			any = true;
			r.t = tokens->v;
			r.n = tokens->n;
			if (out->head.kind != HEAD_NONE) {
				if (!whole)
					complain(&r, COMPLAINT_HEAD, 0);
				if (out->head.kind == HEAD_JOIN ||
				    out->head.kind == HEAD_GM)
					return; /* not ours to read */
				continue;
			}
		}
		r.t = tokens->v;
		r.n = tokens->n;
		if (continues(line))
			complain(&r, COMPLAINT_CONTINUES, 0);
		else if (len > ORDERS_MAX_LINE || tokens->too_many)
			complain(&r, COMPLAINT_TOO_LONG, 0);
		else if (number > 4 * ORDERS_MAX_LINES) {
			complain(&r, COMPLAINT_TOO_MANY, 0);
			return;
		} else if (r.n)
			read_line(&r);
	}
}

void orders_submission(struct arena *a, const struct orders *o, int seat,
		       struct submission *out)
{
	struct queue_entry *v, *standing;
	int32_t *forget;
	size_t n = (size_t)o->n_lines + 1;

	memset(out, 0, sizeof(*out));
	out->seat = seat;
	out->v = v = ARENA_ARRAY(a, n, struct queue_entry);
	out->standing = standing = ARENA_ARRAY(a, n, struct queue_entry);
	out->forget = forget = ARENA_ARRAY(a, n, int32_t);
	for (int i = 0; i < o->n_lines; i++) {
		const struct order_line *l = &o->lines[i];

		switch (l->kind) {
		case LINE_ORDER: v[out->n++] = l->entry; break;
		case LINE_STANDING:
			standing[out->n_standing++] = l->entry;
			break;
		case LINE_FORGET: forget[out->n_forget++] = l->number; break;
		case LINE_WAIT: out->wait = true; break;
		case LINE_KEEP: out->keep = true; break;
		case LINE_CLEAR: out->clear = true; break;
		case LINE_CONTINUE: out->resume = true; break;
		case LINE_QUERY:
		case LINE_REPORT:
		case LINE_LUCK:
		case LINE_RULE:
		case LINE_HELP:
		case LINE_ON_FAIL: break;
		}
	}
	/* to go on is to go on with what waits */
	if (out->resume)
		out->keep = true;
}
