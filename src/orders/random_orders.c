/*
 * src/orders/random_orders.c - draws random orders from the grammar, sense or
 * nonsense. Random play gives the rules orders that no player would write.
 */
#include "orders/bytecode.h"

enum { DRAW_MAX_SETS = 8, DRAW_MAX_STEPS = 2000 };

struct drawn_arg {
	int tag, n, alternative;
	int32_t w[SLOT_MAX_DRAWN];
};

struct drawn_set {
	uint64_t used;
	int first, mark;
};

struct draw {
	const struct grammar *g;
	struct dice *rng;
	const int32_t *labels;
	int n_labels;
	int n_args, n_sets;
	struct drawn_arg arg[GRAMMAR_MAX_ARGS];
	struct drawn_set set[DRAW_MAX_SETS];
};

static int below(struct draw *d, int n)
{
	return n < 2 ? 0 : (int)dice_roll(d->rng, (unsigned)n) - 1;
}

static bool add(struct draw *d, int tag, const int32_t *w, int n)
{
	struct drawn_arg *a;

	if (d->n_args == GRAMMAR_MAX_ARGS)
		return false;
	a = &d->arg[d->n_args++];
	a->tag = tag;
	a->n = n;
	a->alternative = 0;
	memcpy(a->w, w, (size_t)n * sizeof(*w));
	return true;
}

static bool add_slot(struct draw *d, int tag, const struct slot *slot)
{
	struct slot_draw x = { .rng = d->rng,
			       .labels = d->labels,
			       .n_labels = d->n_labels };
	int n = slot->draw(&x);

	return add(d, tag, x.w, n);
}

/* the arguments of the set in the order of the table */
static void set_end(struct draw *d)
{
	int first = d->set[--d->n_sets].first;

	for (int i = first + 1; i < d->n_args; i++)
		for (int k = i; k > first && d->arg[k - 1].alternative >
						     d->arg[k].alternative;
		     k--) {
			struct drawn_arg swap = d->arg[k];

			d->arg[k] = d->arg[k - 1];
			d->arg[k - 1] = swap;
		}
}

/* One more of a set whose parts come in any order; the next pc. */
static int once(struct draw *d, int pc, int bit)
{
	struct drawn_set *set = &d->set[d->n_sets - 1];

	/* after the split that chose it: choose the other */
	if (set->used & UINT64_C(1) << bit)
		return d->g->code[pc - 1].b;
	set->used |= UINT64_C(1) << bit;
	return pc + 1;
}

/* A part of the set is complete: whose alternative it is. */
static void done(struct draw *d, int alternative)
{
	struct drawn_set *set = &d->set[d->n_sets - 1];

	for (int k = set->mark; k < d->n_args; k++)
		d->arg[k].alternative = alternative;
	set->mark = d->n_args;
}

/* one step on the way; the next pc, -1: nowhere */
static int step(struct draw *d, int pc)
{
	const struct grammar_insn *i = &d->g->code[pc];
	int32_t value = i->b;

	switch (i->op) {
	case OP_SLOT:
		return add_slot(d, i->a, &grammar_slots[i->b]) ? pc + 1 : -1;
	case OP_CONST: return add(d, i->a, &value, 1) ? pc + 1 : -1;
	case OP_TRY:
		/* an argument without a word always matches */
		if (d->g->code[i->a].op == OP_CONST)
			return i->a;
		/* fallthrough */
	case OP_SPLIT: return below(d, 2) ? i->a : i->b;
	case OP_JUMP: return i->a;
	case OP_SET:
		if (d->n_sets == DRAW_MAX_SETS)
			return -1;
		d->set[d->n_sets++] =
			(struct drawn_set){ 0, d->n_args, d->n_args };
		return pc + 1;
	case OP_ONCE: return once(d, pc, i->a);
	case OP_DONE: done(d, i->a); return pc + 1;
	case OP_SET_END: set_end(d); return pc + 1;
	default: return pc + 1;
	}
}

/* where the program of a row begins that is an order, a standing order or a
 * question */
static int draw_row(struct draw *d, int *row)
{
	int n = 0, chosen;

	for (int pc = d->g->orders; pc < d->g->conditions; pc++)
		n += d->g->code[pc].op == OP_ROW;
	chosen = below(d, n);
	for (int pc = d->g->orders;; pc++)
		if (d->g->code[pc].op == OP_ROW && !chosen--) {
			*row = d->g->code[pc].a;
			return pc + 1;
		}
}

bool grammar_draw(const struct grammar *g, struct dice *rng,
		  const int32_t *labels, int n, struct decision *out)
{
	struct draw d = { .g = g, .rng = rng, .labels = labels, .n_labels = n };
	int row, pc;

	assert(n > 0);
	pc = draw_row(&d, &row);
	for (int i = 0; pc >= 0 && g->code[pc].op != OP_ACCEPT; i++) {
		if (i == DRAW_MAX_STEPS)
			return false;
		pc = step(&d, pc);
	}
	if (pc < 0)
		return false;
	decision_start(out, grammar_row_number(g, &g->table->rows[row]));
	for (int i = 0; i < d.n_args; i++)
		if (!decision_add(out, d.arg[i].tag, d.arg[i].w, d.arg[i].n))
			return false;
	return true;
}
