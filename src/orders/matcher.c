/*
 * src/orders/matcher.c - runs the compiled grammar: over tokens, to parse an
 * order; over the arguments of a decision, to write it. It tries every parse to
 * detect ambiguity; the number of steps is limited.
 */
#include "orders/matcher.h"

/* --- what was expected ------------------------------------------------- */

/* the current row, of which a part of the line has matched */
static void note_row(struct matcher *m, int pos)
{
	struct grammar_result *out = m->out;

	if (!pos || out->n_rows > GRAMMAR_MAX_ROWS)
		return;
	for (int i = 0; i < out->n_rows && i < GRAMMAR_MAX_ROWS; i++)
		if (out->rows[i] == m->row)
			return;
	if (out->n_rows < GRAMMAR_MAX_ROWS)
		out->rows[out->n_rows] = m->row;
	out->n_rows++;
}

void matcher_expect(struct matcher *m, int pos, int what, int number)
{
	struct grammar_result *out = m->out;

	if (pos < m->far)
		return;
	if (pos > m->far) {
		m->far = pos;
		out->n_expected = out->n_rows = 0;
	}
	note_row(m, pos);
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
static int word_length(const struct matcher *m, int pos,
		       const struct vocabulary_word *w)
{
	int at = pos;

	for (int i = 0; i < w->n; i++, at++) {
		/* printed with a stroke: Flame/Lightning */
		at += i && token_is_stroke(m->t, m->n, at);
		if (at >= m->n || m->t[at].type != TOKEN_WORD ||
		    !vocabulary_same(m->t[at].fold, w->part[i]))
			return 0;
	}
	return at - pos;
}

/* lengths in words in which the key matches at pos, as bits */
unsigned matcher_key_lengths(const struct matcher *m, int pos, int key)
{
	unsigned lengths = 0;

	for (const struct vocabulary_word *w = m->g->words->keys[key].words; w;
	     w = w->next)
		if (m->langs & UINT32_C(1) << w->lang)
			lengths |= 1u << word_length(m, pos, w);
	return lengths & ~1u;
}

int matcher_key_length(const struct matcher *m, int pos, int key)
{
	unsigned lengths = matcher_key_lengths(m, pos, key);

	return lengths ? 31 - __builtin_clz(lengths) : 0;
}

/* --- reading ----------------------------------------------------------- */

static bool push(struct matcher *m, int tag, const int32_t *w, int n)
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

static void pop(struct matcher *m)
{
	m->n_pool = m->arg[--m->n_args].at;
}

static void accept(struct matcher *m, int pos)
{
	const struct grammar_row *row = &m->g->table->rows[m->row];
	struct grammar_result *out = m->out;
	struct decision d;

	m->accepted += pos == m->n || row->type == GRAMMAR_CONDITION;
	if (row->type == GRAMMAR_CONDITION) {
		if (pos <= out->n_tokens)
			return;
		if (m->n_pool >= GRAMMAR_MAX_CONDITION) {
			m->overflow = true;
			return;
		}
		out->n_tokens = pos;
		out->n_words = m->n_pool + 1;
		out->words[0] = grammar_row_number(m->g, row);
		memcpy(out->words + 1, m->pool,
		       (size_t)m->n_pool * sizeof(m->pool[0]));
		m->found = true;
		m->whole++;
		return;
	}
	if (pos < m->n) {
		matcher_expect(m, pos, EXPECT_END, 0);
		return;
	}
	if (m->n_no_cards) {
		m->no_card = true;
		return;
	}
	decision_start(&d, grammar_row_number(m->g, row));
	for (int i = 0; i < m->n_args; i++)
		if (!decision_add(&d, m->arg[i].tag, m->pool + m->arg[i].at,
				  m->arg[i].n)) {
			m->overflow = true;
			return;
		}
	/* a kept grammar may say more than the rules can take */
	if (!decision_check(&d, &m->g->sys->decisions)) {
		m->overflow = true;
		return;
	}
	m->whole++;
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

static void run(struct matcher *m, int pc, int pos, struct set_frame *set);

/* go on with one argument more */
static void run_with(struct matcher *m, int pc, int pos, struct set_frame *set,
		     int tag, const int32_t *w, int n)
{
	if (!push(m, tag, w, n))
		return;
	run(m, pc, pos, set);
	pop(m);
}

void matcher_take(const struct slot_at *at, int len, const int32_t *w, int n)
{
	run_with(at->m, at->pc + 1, at->pos + len, at->set, at->tag, w, n);
}

void matcher_take_times(const struct slot_at *at, int len, const int32_t *w,
			int n, int times)
{
	int i = 0;

	while (i < times && push(at->m, at->tag, w, n))
		i++;
	if (i == times)
		run(at->m, at->pc + 1, at->pos + len, at->set);
	while (i--)
		pop(at->m);
}

/* The set is complete: its arguments in the order of the table. */
static void run_set_end(struct matcher *m, int pc, int pos,
			struct set_frame *set)
{
	int n = m->n_args - set->first;
	struct found_arg *arg = m->arg + set->first;
	struct found_arg *was =
		ARENA_ARRAY(m->arena, (size_t)n + 1, struct found_arg);

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

/* A set begins, or an alternative of it, or that is complete. */
static void run_set(struct matcher *m, int pc, int pos, struct set_frame *set)
{
	const struct grammar_insn *i = &m->g->code[pc];
	struct set_frame inner;

	if (i->op == OP_SET) {
		inner = (struct set_frame){ .outer = set,
					    .first = m->n_args,
					    .mark = m->n_args };
	} else if (i->op == OP_ONCE) {
		if (set->used & UINT64_C(1) << i->a)
			return;
		inner = *set;
		inner.used |= UINT64_C(1) << i->a;
	} else {
		inner = *set;
		for (int k = set->mark; k < m->n_args; k++)
			m->arg[k].alternative = i->a;
		inner.mark = m->n_args;
	}
	run(m, pc + 1, pos, &inner);
}

static void run_word(struct matcher *m, int pc, int pos, struct set_frame *set)
{
	const struct grammar_insn *i = &m->g->code[pc];
	unsigned lengths = matcher_key_lengths(m, pos, i->a);

	if (i->noise)
		lengths |= 1;
	else if (!lengths)
		matcher_expect(m, pos, EXPECT_KEY, i->a);
	for (int len = 0; lengths; len++, lengths >>= 1)
		if (lengths & 1)
			run(m, pc + 1, pos + len, set);
}

/* An argument; after an article, if that is no part of its name. */
static void run_slot(struct matcher *m, int pc, int pos, struct set_frame *set)
{
	const struct grammar_insn *i = &m->g->code[pc];
	struct slot_at at = { m, pc, pos, set, i->a, (enum grammar_slot)i->b };
	unsigned before = m->whole;
	int article;

	grammar_slots[i->b].read(&at);
	if (m->whole != before || m->g->key_article < 0)
		return;
	article = matcher_key_length(m, pos, m->g->key_article);
	at.pos += article;
	if (!article)
		return;
	/* a reading that takes it as a word of its own comes first */
	m->n_names += 2;
	grammar_slots[i->b].read(&at);
	m->n_names -= 2;
}

/* Where a pattern has a colon they mean something; elsewhere nothing. */
static int over_colons(const struct matcher *m, const struct grammar_insn *i,
		       int pos)
{
	bool reads = i->op == OP_WORD || i->op == OP_SLOT ||
		     i->op == OP_ACCEPT ||
		     (i->op == OP_SIGN && i->a != TOKEN_COLON);

	while (reads && pos < m->n && m->t[pos].type == TOKEN_COLON)
		pos++;
	return pos;
}

static void run_const(struct matcher *m, int pc, int pos, struct set_frame *set)
{
	const struct grammar_insn *i = &m->g->code[pc];
	int32_t value = i->b;

	run_with(m, pc + 1, pos, set, i->a, &value, 1);
}

/* The first way of two; false: it committed, and the second is not tried. */
static bool run_first(struct matcher *m, int pc, int pos, struct set_frame *set)
{
	const struct grammar_insn *i = &m->g->code[pc];
	unsigned before = i->op == OP_TRY ? m->commits[i->commit] : 0;

	run(m, i->a, pos, set);
	return i->op != OP_TRY || before == m->commits[i->commit];
}

static void steps(struct matcher *m, int pc, int pos, struct set_frame *set)
{
	for (;; pc++) {
		const struct grammar_insn *i = &m->g->code[pc];

		if (++m->steps > GRAMMAR_MAX_STEPS)
			return;
		if (m->g->colons)
			pos = over_colons(m, i, pos);
		switch (i->op) {
		case OP_ROW: m->row = i->a; break;
		case OP_WORD: run_word(m, pc, pos, set); return;
		case OP_SLOT: run_slot(m, pc, pos, set); return;
		case OP_CONST: run_const(m, pc, pos, set); return;
		case OP_SPLIT:
		case OP_TRY:
			if (!run_first(m, pc, pos, set))
				return;
			pc = i->b - 1;
			break;
		case OP_COMMIT: m->commits[i->a]++; break;
		case OP_JUMP: pc = i->a - 1; break;
		case OP_SET:
		case OP_ONCE:
		case OP_DONE: run_set(m, pc, pos, set); return;
		case OP_SET_END: run_set_end(m, pc, pos, set); return;
		case OP_SIGN:
			if (pos >= m->n || (int)m->t[pos].type != i->a) {
				matcher_expect(m, pos, EXPECT_SIGN, i->a);
				return;
			}
			pos++;
			break;
		case OP_ACCEPT: accept(m, pos); return;
		}
	}
}

static void run(struct matcher *m, int pc, int pos, struct set_frame *set)
{
	/* a pattern that could go on for ever comes to its end here */
	if (++m->depth > GRAMMAR_MAX_DEPTH)
		m->steps = GRAMMAR_MAX_STEPS + 1;
	else
		steps(m, pc, pos, set);
	m->depth--;
}

enum { READ_STEPS = 200 /* what each reading costs besides its steps */ };

static void read_at(const struct grammar *g, struct arena *a, int start,
		    const struct grammar_names *names, const struct token *t,
		    int n, struct grammar_result *out)
{
	struct matcher m = {
		.g = g,
		.arena = a,
		.names = names,
		.t = t,
		.n = n,
		.out = out,
		.langs = names && names->langs ? names->langs : UINT32_MAX,
	};

	out->fault = GRAMMAR_FAULT_NONE;
	out->n_expected = out->n_named = out->n_tokens = out->n_words = 0;
	out->n_cards = out->n_rows = 0;
	run(&m, start, 0, NULL);
	if (names && names->work)
		names->work->steps += m.steps + READ_STEPS;
	out->token = m.far;
	if (m.steps > GRAMMAR_MAX_STEPS || (m.overflow && !m.found)) {
		out->fault = GRAMMAR_FAULT_TOO_LONG;
	} else if (m.ambiguous) {
		out->fault = GRAMMAR_FAULT_AMBIGUOUS;
		out->token = 0;
	} else if (m.found) {
		return;
	} else if (m.no_card) {
		out->fault = GRAMMAR_FAULT_CARD;
		out->token = out->cards[0].token;
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

/* --- writing
 * ----------------------------------------------------------- */

struct write {
	const struct grammar *g;
	int lang;
	int number;               /* kind of decision or condition */
	const struct decision *d; /* or, for a condition, .. */
	const int32_t *w;         /* .. its labels */
	int n;
	unsigned steps, depth;
	struct buf *out;
	bool card; /* the last thing written was a card */
};

static bool emit(struct write *x, int pc, int at, uint64_t used);

/* the next argument, if it is of this tag */
static bool argument(const struct write *x, int at, int tag,
		     const struct slot *slot, const int32_t **w, int *n,
		     int *next)
{
	struct decision_arg arg;

	if (!x->d) {
		*n = slot ? slot_words_of(slot->flags) : 1;
		*w = x->w + at;
		*next = at + *n;
		return *next <= x->n && tag == -1;
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

static bool emit_slot(struct write *x, int pc, int at, uint64_t used)
{
	const struct grammar_insn *i = &x->g->code[pc];
	const struct slot *slot = &grammar_slots[i->b];
	size_t len = x->out->len, before;
	bool card = x->card;
	const int32_t *w;
	int n, next;

	if (!slot->write || !argument(x, at, i->a, slot, &w, &n, &next))
		return false;
	if (card && slot->flags & SLOT_CARDS)
		buf_addc(x->out, ',');
	/* within C5|D5 there is no blank */
	if (len && (x->out->s[len - 1] != '|' ||
		    (len > 1 && x->out->s[len - 2] == ' ')))
		buf_addc(x->out, ' ');
	before = x->out->len;
	slot->write(&(struct slot_words){ x->g, x->lang, w, n, x->out });
	if (x->out->len == before) /* what goes without saying */
		x->out->len = len;
	/* a level belongs to the hero before it */
	x->card = slot->flags & SLOT_CARDS || (card && i->b == SLOT_NUMBER);
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

	buf_adds(x->out, grammar_sign(x->g->code[pc].a));
	return emit_or_undo(x, pc + 1, at, used, len, x->card);
}

/* the row that is written */
static bool is_row(const struct write *x, int row)
{
	return grammar_row_number(x->g, &x->g->table->rows[row]) == x->number;
}

/* Is the argument after `at` a constant of the grammar? */
static bool is_const(struct write *x, const struct grammar_insn *i, int *at)
{
	const int32_t *w;
	int n, next;

	if (!x->d || !argument(x, *at, i->a, NULL, &w, &n, &next) || n != 1 ||
	    w[0] != i->b)
		return false;
	*at = next;
	return true;
}

/* A part of a set, if it is not there yet. */
static bool use_once(uint64_t *used, int part)
{
	bool fresh = !(*used & UINT64_C(1) << part);

	*used |= UINT64_C(1) << part;
	return fresh;
}

/* What writes nothing, but must fit. */
static bool fits(struct write *x, const struct grammar_insn *i, int *at,
		 uint64_t *used)
{
	switch (i->op) {
	case OP_ROW: return is_row(x, i->a);
	case OP_CONST: return is_const(x, i, at);
	case OP_ONCE: return use_once(used, i->a);
	default: return true;
	}
}

static bool emit_steps(struct write *x, int pc, int at, uint64_t used)
{
	for (;; pc++) {
		const struct grammar_insn *i = &x->g->code[pc];

		if (++x->steps > GRAMMAR_MAX_STEPS || x->out->full ||
		    !fits(x, i, &at, &used))
			return false;
		switch (i->op) {
		case OP_WORD:
			if (i->b)
				return emit_word(x, pc, at, used);
			break;
		case OP_SLOT: return emit_slot(x, pc, at, used);
		case OP_SPLIT:
		case OP_TRY:
			if (emit(x, i->a, at, used))
				return true;
			pc = i->b - 1;
			break;
		case OP_JUMP: pc = i->a - 1; break;
		case OP_SET:
			/* sets nest four deep at most, sixteen
			 * alternatives each; the innermost is in the
			 * low bytes */
			used <<= 16;
			break;
		case OP_ROW:
		case OP_CONST:
		case OP_ONCE:
		case OP_COMMIT:
		case OP_DONE: break;
		case OP_SET_END: used >>= 16; break;
		case OP_SIGN: return emit_sign(x, pc, at, used);
		case OP_ACCEPT: return at == (x->d ? x->d->n : x->n);
		}
	}
}

static bool emit(struct write *x, int pc, int at, uint64_t used)
{
	bool ok;

	if (++x->depth > GRAMMAR_MAX_DEPTH)
		x->steps = GRAMMAR_MAX_STEPS + 1;
	ok = emit_steps(x, pc, at, used);
	x->depth--;
	return ok;
}

/* into an empty buffer first: the text begins without a blank */
static bool write_at(struct write *x, int start, struct buf *out)
{
	struct buf text;
	bool ok;

	buf_init(&text, 16384);
	x->out = &text;
	ok = emit(x, start, 0, 0) && !text.full;
	x->out = NULL;
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
