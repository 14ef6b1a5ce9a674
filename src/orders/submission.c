/* src/orders/submission.c - parsed orders as a submission to a game, and their
 * languages */
#include "orders/orders.h"
#include "engine/dry_run.h"
#include <string.h>

static void write_languages(const struct grammar *g, int from, int to, int lang,
			    struct buf *out)
{
	buf_addf(out, "%s%d", out->len ? ", " : "", from);
	if (to != from)
		buf_addf(out, "-%d", to);
	if (lang < 0)
		buf_addz(out, " *");
	else
		buf_addf(out, " %.*s", STR_ARG(g->words->lang[lang]));
}

void orders_write_languages(const struct grammar *g, const struct orders *o,
			    struct buf *out)
{
	for (int i = 0, k; i < o->n_lines; i = k) {
		const struct order_line *l = &o->lines[i];

		for (k = i + 1; k < o->n_lines && o->lines[k].lang == l->lang;)
			k++;
		if (l->lang != o->lang &&
		    out->len > ORDERS_LANGUAGES_MAX - 40) {
			buf_addz(out, ", ..");
			return;
		}
		if (l->lang != o->lang)
			write_languages(g, l->line, o->lines[k - 1].line,
					l->lang, out);
	}
}

/* the kind of orders before which this one is done, or 0 */
static int before_kind(const struct system *sys, const struct decision *d)
{
	return d->kind < DECISION_FIRST_OWN
		       ? 0
		       : decision_row(&sys->decisions, d->kind)->before;
}

/* the creatures of the order, FIG: does it name this one? fig < 0: *first is
 * its first, if there is one */
static bool is_of(const struct system *sys, const struct decision *d,
		  int32_t fig, int32_t *first)
{
	struct decision_arg arg;

	for (int at = 0; decision_next(d, at, &arg); at = arg.next) {
		if (strcmp(sys->decisions.tags[arg.tag].name, "fig") != 0)
			continue;
		if (first)
			*first = arg.w[0];
		if (first || arg.w[0] == fig)
			return true;
	}
	return false;
}

static bool is_else(const struct submission *s, int i)
{
	return i < s->n && queue_entry_flags(s->v[i]) & QUEUE_ELSE;
}

/* The first order of that kind that names the creature, of those above number
 * i, if it may follow that one; i: none */
static int acts_at(const struct system *sys, const struct submission *s, int i,
		   int kind, int32_t fig)
{
	struct decision d;

	for (int k = s->resume && i >= s->before ? s->before : 0; k < i; k++) {
		queue_entry_alternative(s->v[k], 0, &d);
		if (d.kind == kind && is_of(sys, &d, fig, NULL))
			return is_else(s, k) ? i : k;
	}
	return i;
}

/* QC BEFORE #5 below ACT #5: an order for before a creature's action is moved
 * before the order of the action. IF and ELSE stay together. */
static void before_acting(const struct system *sys, struct submission *s,
			  struct queue_entry *v)
{
	for (int i = 1; i < s->n; i++) {
		struct queue_entry moved = v[i];
		struct decision d;
		int32_t fig;
		int k, kind;

		queue_entry_alternative(moved, 0, &d);
		kind = before_kind(sys, &d);
		if (!kind || is_else(s, i) || is_else(s, i + 1) ||
		    queue_entry_conditions(moved) || !is_of(sys, &d, -1, &fig))
			continue;
		k = acts_at(sys, s, i, kind, fig);
		memmove(&v[k + 1], &v[k], (size_t)(i - k) * sizeof(*v));
		v[k] = moved;
	}
}

void orders_submission(struct arena *a, const struct orders *o, int seat,
		       struct submission *out)
{
	struct queue_entry *v, *standing;
	int32_t *forget, *drop;
	size_t n = (size_t)o->n_lines + 1;

	memset(out, 0, sizeof(*out));
	out->seat = seat;
	out->v = v = ARENA_ARRAY(a, n, struct queue_entry);
	out->standing = standing = ARENA_ARRAY(a, n, struct queue_entry);
	out->forget = forget = ARENA_ARRAY(a, n, int32_t);
	out->drop = drop = ARENA_ARRAY(a, n, int32_t);
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
		case LINE_CLEAR:
			if (l->number)
				drop[out->n_drop++] = l->number;
			out->clear |= !l->number;
			break;
		case LINE_CONTINUE:
			if (!out->resume)
				out->before = out->n;
			out->resume = true;
			break;
		case LINE_QUERY:
		case LINE_REPORT:
		case LINE_LUCK:
		case LINE_RULE:
		case LINE_HELP:
		case LINE_CARD:
		case LINE_FIGURES:
		case LINE_ON_FAIL: break;
		}
	}
	before_acting(o->sys, out, v);
	/* to go on is to go on with the waiting orders, and dropping one of
	 * them keeps the others */
	if (out->resume || out->n_drop)
		out->keep = true;
}
