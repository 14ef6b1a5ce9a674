/* src/orders/orders.c */
#include "orders/orders.h"
#include "orders/meaning.h"
#include "orders/meaning_table.h"
#include "orders/meaning_words.h"
#include "orders/text_private.h"
#include "base/parse.h"
#include "engine/suggest.h"
#include "engine/suggest_fix.h"
#include "engine/auto_setup.h"
#include "engine/dry_run.h"
#include <string.h>

/* --- the text ---------------------------------------------------------- */

enum {
	TEXT_LINES = 4 * ORDERS_MAX_LINES,
	TRY_STEPS = 500,  /* of the matcher, as one decision tried costs */
	TEXT_TRIES = 2000 /* to read lines in other words, of one mail */
};

/* The next line of *rest, its continuations included; false: there is none. */
static bool take_line(struct text *x, struct str *rest, int *number,
		      struct charset_line *out)
{
	struct arena *a = x->r.arena;
	struct token_list *tokens = x->tokens;
	struct str line, next, peek;

	if (!parse_line(rest, &line))
		return false;
	*out = (struct charset_line){ .line = ++*number,
				      .at = (size_t)(line.s - x->r.out->text.s),
				      .len = line.len,
				      .bytes = line.len };
	token_split(a, line_without_remark(line), tokens);
	for (peek = *rest; parse_line(&peek, &next) && line_continues(next);) {
		++*number;
		*rest = peek;
		out->bytes += next.len;
		out->len = (size_t)(next.s + next.len - line.s);
		token_add(a, line_without_remark(next), tokens);
	}
	out->n = tokens->n;
	out->too_many = tokens->too_many;
	out->t = ARENA_ARRAY(a, (size_t)tokens->n + 1, struct token);
	memcpy(out->t, tokens->v, (size_t)tokens->n * sizeof(*out->t));
	return true;
}

/* The first line that says anything; true if it is the head. */
static bool take_head(struct reader *r, const struct charset_line *l)
{
	struct orders *o = r->out;
	struct str line = { o->text.s + l->at, l->len }, first = line;
	bool whole;

	parse_line(&line, &first);
	whole = reader_head_parse(r, line_without_remark(first), &o->head);
	point_at(r, l);
	if (o->head.kind == HEAD_NONE)
		return false;
	if (!whole)
		reader_complain(r, COMPLAINT_HEAD, 0);
	return true;
}

/* a line with more words is prose: it is not read anew in other spellings */
enum { WORDY_LINE = 48 };

/* A line that was not understood, while it is read by meaning. */
struct retry {
	struct text *x;
	const struct charset_line *line;
	struct reader before;
	int n_lines, n_complaints;
	struct complaint beyond;
	int n_told;             /* of the line as written */
	struct complaint *told; /* .. a copy */
	int lang;
	struct dry_run trial;         /* of the orders before, in a sequence */
	bool trial_stale;             /* it is to begin anew */
	bool trial_used;              /* an order was done in its copy */
	bool trial_ends;              /* what follows cannot be known */
	bool in_part;                 /* the last order would be done in part */
	int32_t acted[MEANING_LINES]; /* in the trial */
	int n_acted;
};

/* The text has been read for as many steps as it may. */
static bool costs_too_much(const struct reader *r)
{
	return r->names.work && r->names.work->steps > r->names.work->max;
}

static void retry_afresh(struct retry *y)
{
	struct orders *o = y->x->r.out;

	y->x->r = y->before;
	o->n_lines = y->n_lines;
	o->n_complaints = y->n_complaints;
	o->beyond = y->beyond;
}

/* try an order in the words of the grammar: false, it does not parse; its
 * result lives in arena a and comes after the lines before it */
static bool retry_reads(struct retry *y, struct str line, struct arena *a)
{
	struct orders *o = y->x->r.out;
	struct token_list *t = arena_alloc_raw(a, sizeof(*t));
	int complaints = o->n_complaints, lines = o->n_lines;
	struct charset_line part = *y->line;

	token_split(a, line, t);
	part.t = t->v;
	part.n = t->n;
	y->x->r.arena = a;
	point_at(&y->x->r, &part);
	y->x->r.names.brief = true;
	part.alone = reader_languages(&y->x->r);
	y->lang = text_line_read(y->x, &part);
	y->x->r.names.brief = false;
	if (o->n_complaints == complaints && o->n_lines > lines)
		return true;
	o->n_complaints = complaints;
	o->n_lines = lines;
	return false;
}

/* the seat that writes, -1: it is not known */
static int writer(const struct reader *r)
{
	return r->names.reader ? r->names.reader - 1 : r->out->head.seat;
}

/* whoever acts in an order, or 0 */
static int32_t actor_in(const struct retry *y, const struct decision *d)
{
	const struct field *tags = y->before.g->sys->decisions.tags;
	struct decision_arg arg;

	for (int at = 0; decision_next(d, at, &arg); at = arg.next)
		if (tags[arg.tag].type == FIELD_LABEL)
			return arg.w[0];
	return 0;
}

/* is it the first order of its figure since the trial began? */
static bool acts_first(struct retry *y, const struct decision *d)
{
	int32_t actor = actor_in(y, d);

	for (int i = 0; i < y->n_acted; i++)
		if (y->acted[i] == actor)
			return false;
	if (y->n_acted < MEANING_LINES)
		y->acted[y->n_acted++] = actor;
	return actor != 0;
}

/* the order has several steps */
static bool has_steps(const struct system *sys, const struct decision *d)
{
	struct decision_arg arg;
	int steps = 0;

	for (int at = 0; decision_next(d, at, &arg); at = arg.next)
		steps += !strcmp(sys->decisions.tags[arg.tag].name, "step");
	return steps > 1;
}

/* it names cards of the catalog, which is not at hand here */
static bool names_cards(const struct system *sys, const struct order_line *l)
{
	struct decision_arg a;
	struct decision d;

	queue_entry_alternative(l->entry, 0, &d);
	for (int at = 0; decision_next(&d, at, &a); at = a.next)
		if (sys->decisions.tags[a.tag].type == FIELD_TEXT)
			return true;
	return false;
}

/* What would the rules say to an order, after those before it? Behind a die or
 * something hidden: to that of a figure that has done nothing yet, as if they
 * had not been given. */
static enum meaning_fate try_order(struct retry *y, const struct order_line *l)
{
	const struct reader *r = &y->x->r;
	const struct system *sys = r->g->sys;
	struct awaiting *awaited = ARENA_NEW(r->arena, struct awaiting);
	int seat = writer(r);
	bool is_awaited = false;
	struct decision d;

	bool alone;

	queue_entry_alternative(l->entry, 0, &d);
	if (!r->names.view || seat < 0)
		return MEANING_DONE;
	alone = acts_first(y, &d) && y->trial_ends &&
		!queue_entry_conditions(l->entry);
	if (y->trial_ends && !alone)
		return MEANING_DONE;
	if (alone)
		dry_run_again(&y->trial, r->names.view->state);
	if (queue_entry_conditions(l->entry)) {
		y->trial_ends = true;
		return MEANING_DONE;
	}
	system_awaiting(sys, y->trial.run.state, awaited);
	for (int i = 0; i < awaited->n; i++)
		is_awaited |= awaited->v[i].seat == seat;
	if (!is_awaited || (d.kind >= DECISION_FIRST_OWN &&
			    kinds_have(awaited->always[seat], d.kind)))
		return MEANING_DONE;
	if (!awaiting_has(awaited, seat, d.kind))
		return MEANING_WAITS;
	if (names_cards(sys, l)) {
		y->trial_ends = true;
		return MEANING_DONE;
	}
	y->trial.run.unknown = y->trial.run.skipped = y->in_part = false;
	y->trial_used = true;
	if (r->names.work)
		r->names.work->steps += TRY_STEPS;
	if (!dry_run_do(&y->trial, seat, &d))
		return MEANING_REFUSED;
	y->in_part = y->trial.run.skipped;
	if (y->in_part)
		return has_steps(sys, &d) ? MEANING_PARTLY : MEANING_REFUSED;
	y->trial_ends = alone || y->trial.run.unknown;
	return MEANING_DONE;
}

/* The trial begins anew, with the orders on the lines above. The state is
 * copied only if an order has changed the last copy: most lines that are tried
 * do not come that far. */
static void trial_begin(struct retry *y)
{
	const struct orders *o = y->x->r.out;

	if (!y->trial_stale)
		return;
	y->trial_stale = false;
	if (y->trial_used)
		dry_run_again(&y->trial, y->before.names.view->state);
	y->trial_used = false;
	y->trial.run.unknown = false;
	y->trial_ends = false;
	y->n_acted = 0;
	for (int i = 0; i < y->n_lines && !y->trial_ends; i++)
		if (o->lines[i].kind == LINE_ORDER)
			(void)try_order(y, &o->lines[i]);
}

/* Would this line be an order that the rules do not refuse? Nothing comes of
 * it but for the lines tried after it. */
static enum meaning_fate retry_tries(void *context, struct str line, bool first)
{
	struct retry *y = context;
	struct orders *o = y->x->r.out;
	struct arena once = { 0 };
	enum meaning_fate fate = MEANING_UNREAD;
	int from = o->n_lines;

	if (y->x->tries == TEXT_TRIES || costs_too_much(&y->x->r))
		return fate;
	y->x->tries++;
	retry_afresh(y);
	from = o->n_lines;
	y->trial_stale |= first && y->before.names.view != NULL;
	if (retry_reads(y, line, &once)) {
		fate = MEANING_ANSWERED;
		for (int i = from; i < o->n_lines; i++) {
			enum meaning_fate one = MEANING_DONE;

			if (o->lines[i].kind == LINE_ORDER) {
				trial_begin(y);
				one = try_order(y, &o->lines[i]);
			} else if (o->lines[i].kind != LINE_STANDING)
				continue;
			fate = one < fate ? one : fate;
		}
	}
	retry_afresh(y);
	arena_release(&once);
	return fate;
}

/* what its writer can do now, worked out once */
static const struct offers *best_of(struct retry *y)
{
	const struct reader *r = &y->before;
	struct offers *best = &y->x->best;
	int seat = writer(r);

	if (y->x->best_known)
		return best;
	y->x->best_known = true;
	best->v = arena_alloc_raw(r->arena, OFFERS_MAX * sizeof(*best->v));
	if (seat >= 0 && r->names.view && r->g->sys->offer)
		r->g->sys->offer(r->names.view->state, seat, y->x->room, best);
	return best;
}

enum { RANK_KIND = 100, RANK_NONE = 1000 };

/* whom a decision names: as much of them as another one does */
static bool same_labels(const struct system *sys, const struct decision *a,
			const struct decision *b)
{
	const struct field *tags = sys->decisions.tags;
	struct decision_arg x = { .next = 0 }, y = { .next = 0 };

	for (;;) {
		bool more_x, more_y;

		do
			more_x = decision_next(a, x.next, &x);
		while (more_x && tags[x.tag].type != FIELD_LABEL);
		do
			more_y = decision_next(b, y.next, &y);
		while (more_y && tags[y.tag].type != FIELD_LABEL);
		if (!more_x || !more_y)
			return more_x == more_y;
		if (x.w[0] != y.w[0])
			return false;
	}
}

/* How far down in the list of what is best to do an order stands, or one of its
 * kind with the same figures. */
static int retry_rank(void *context, struct str line)
{
	struct retry *y = context;
	const struct offers *best = best_of(y);
	const struct system *sys = y->before.g->sys;
	struct orders *o = y->x->r.out;
	struct arena once = { 0 };
	int rank = RANK_NONE;
	struct decision d;

	retry_afresh(y);
	if (best->n && retry_reads(y, line, &once) &&
	    o->lines[y->n_lines].kind == LINE_ORDER) {
		queue_entry_alternative(o->lines[y->n_lines].entry, 0, &d);
		for (int i = 0; i < best->n; i++) {
			const struct decision *b = &best->v[i].d;
			int r = decision_equal(b, &d) ? i
				: b->kind == d.kind && same_labels(sys, b, &d)
					? RANK_KIND + i
					: RANK_NONE;

			rank = r < rank ? r : rank;
		}
	}
	retry_afresh(y);
	arena_release(&once);
	return rank;
}

/* what the same figure may do in the place of an order that is refused */
static struct str retry_fix(void *context, struct str line)
{
	struct retry *y = context;
	const struct reader *r = &y->before;
	struct orders *o = y->x->r.out;
	struct arena once = { 0 };
	struct decision d, instead;
	struct str fixed = STR("");
	int seat = writer(r), own = y->x->sender < 0 ? 0 : y->x->sender;
	struct buf b;

	retry_afresh(y);
	if (seat < 0 || !r->names.view || costs_too_much(r) ||
	    !retry_reads(y, line, &once) ||
	    o->lines[y->n_lines].kind != LINE_ORDER) {
		retry_afresh(y);
		arena_release(&once);
		return fixed;
	}
	queue_entry_alternative(o->lines[y->n_lines].entry, 0, &d);
	retry_afresh(y);
	arena_release(&once);
	if (r->names.work)
		r->names.work->steps += TRY_STEPS;
	buf_init(&b, ORDERS_MAX_LINE);
	if (r->g->sys->instead &&
	    r->g->sys->instead(r->names.view->state, seat, y->x->room, &d,
			       &instead) &&
	    actor_in(y, &d) && actor_in(y, &d) == actor_in(y, &instead) &&
	    grammar_write(r->g, own, &instead, &b))
		fixed = arena_str(r->arena, buf_str(&b));
	buf_release(&b);
	return fixed;
}

/* the lines read just now are one that may be meant, if they are no other */
static void offer_add(struct retry *y)
{
	struct orders *o = y->x->r.out;
	struct complaint *c = &y->told[0];
	const struct order_line *v = o->lines + y->n_lines;
	int n = o->n_lines - y->n_lines;

	if (c->n_instead == ORDERS_MAX_INSTEAD || n < 1)
		return;
	for (int i = 0; i < c->n_instead; i++) {
		bool same = c->instead[i].n == n;

		for (int k = 0; same && k < n; k++)
			same = order_line_equal(&c->instead[i].v[k], &v[k]);
		if (same)
			return;
	}
	c->instead[c->n_instead].v =
		ARENA_ARRAY(y->before.arena, (size_t)n, struct order_line);
	memcpy(c->instead[c->n_instead].v, v, (size_t)n * sizeof(*v));
	c->instead[c->n_instead++].n = n;
}

/* does the decision name it? */
static bool names_label(const struct system *sys, const struct decision *d,
			int32_t label)
{
	struct decision_arg a;

	for (int at = 0; decision_next(d, at, &a); at = a.next)
		if (sys->decisions.tags[a.tag].type == FIELD_LABEL &&
		    a.w[0] == label)
			return true;
	return false;
}

/* it is about nobody else */
static bool same_matter(const struct system *sys, const struct decision *d,
			const struct decision *other)
{
	struct decision_arg a;

	for (int at = 0; decision_next(other, at, &a); at = a.next)
		if (sys->decisions.tags[a.tag].type == FIELD_LABEL &&
		    !names_label(sys, d, a.w[0]))
			return false;
	return true;
}

/* the lines read just now are orders that the rules do not refuse */
static bool offer_fits(struct retry *y)
{
	const struct reader *r = &y->before;
	struct orders *o = y->x->r.out;
	bool fits = true;

	if (!r->names.view)
		return true;
	dry_run_begin(&y->trial, trials_init(y->x->room), r->g->sys,
		      r->names.view->state);
	y->trial_ends = false;
	y->n_acted = 0;
	for (int i = 0; i < y->n_lines && !y->trial_ends; i++)
		if (o->lines[i].kind == LINE_ORDER)
			(void)try_order(y, &o->lines[i]);
	for (int i = y->n_lines; i < o->n_lines && fits; i++)
		fits = o->lines[i].kind != LINE_ORDER ||
		       names_cards(r->g->sys, &o->lines[i]) ||
		       try_order(y, &o->lines[i]) != MEANING_REFUSED;
	dry_run_end(&y->trial);
	return fits;
}

/* the order read just now, which is refused: one that serves the same purpose
 * is read in its place */
static bool offer_instead(struct retry *y)
{
	const struct reader *r = &y->before;
	struct orders *o = y->x->r.out;
	int lang = y->x->sender < 0 ? 0 : y->x->sender;
	struct decision d, other;
	bool found = false;
	struct buf b;

	if (o->n_lines != y->n_lines + 1 ||
	    o->lines[y->n_lines].kind != LINE_ORDER ||
	    queue_entry_conditions(o->lines[y->n_lines].entry))
		return false;
	queue_entry_alternative(o->lines[y->n_lines].entry, 0, &d);
	if (!suggest_fix_of(r->g->sys, r->names.view->state, writer(r), NULL,
			    trials_init(y->x->room), &d, &other) ||
	    !same_matter(r->g->sys, &d, &other))
		return false;
	buf_init(&b, ORDERS_MAX_LINE);
	if (grammar_write(r->g, lang, &other, &b)) {
		retry_afresh(y);
		found = retry_reads(y, arena_str(r->arena, buf_str(&b)),
				    y->before.arena) &&
			offer_fits(y);
	}
	buf_release(&b);
	return found;
}

/* Offer the first n lines of a reading; false: they are not read, or the rules
 * refuse them. */
static bool offer_lines(struct retry *y, const struct meaning_reading *v, int n)
{
	retry_afresh(y);
	for (int i = 0; i < n; i++)
		if (!retry_reads(y, v->line[i], y->before.arena))
			return false;
	if (!offer_fits(y) && (n > 1 || !offer_instead(y)))
		return false;
	offer_add(y);
	return true;
}

/* What might be meant, with the first complaint. Several orders together, if
 * they come first, are all that is offered. */
static void offer(struct retry *y, const struct meaning *m)
{
	bool several = false;

	for (int i = 0; i < m->n && !several; i++) {
		several = m->v[i].n > 1 && !y->told[0].n_instead &&
			  offer_lines(y, &m->v[i], m->v[i].n);
		if (!several)
			(void)offer_lines(y, &m->v[i], 1);
	}
	retry_afresh(y);
}

enum { SLIPS_MAX = 4 };

/* the word that the complaint is about, replaced by the nearest one that may
 * stand there; false: there is none */
static bool slip_mend(const struct retry *y, const struct complaint *c,
		      struct charset_line *part)
{
	const struct grammar *g = y->before.g;
	struct token_list *near = arena_alloc_raw(y->x->r.arena, sizeof(*near));
	const char *at = y->x->r.out->text.s + c->at;
	int own = y->x->sender < 0 ? 0 : y->x->sender;

	if (!c->found.len ||
	    (c->kind != COMPLAINT_EXPECTED && c->kind != COMPLAINT_UNKNOWN))
		return false;
	token_split(y->x->r.arena, orders_nearest(g, own, c), near);
	for (int i = 0; near->n == 1 && i < part->n; i++) {
		if (part->t[i].raw.s != at ||
		    str_equal(part->t[i].fold, near->v[0].fold))
			continue;
		part->t[i].fold = arena_str(y->before.arena, near->v[0].fold);
		return true;
	}
	return false;
}

/* the line read anew, with what comes of it in the arena */
static void part_read(struct retry *y, struct charset_line *part,
		      struct arena *a)
{
	retry_afresh(y);
	y->x->r.arena = a;
	point_at(&y->x->r, part);
	part->alone = reader_languages(&y->x->r);
	(void)text_line_read(y->x, part);
}

/* The line with its slips put right, CHARG A2 TOUCHING B2 THEN FIHT B2: the
 * what is meant, where the rest of it stands as it is. */
static bool offer_mended(struct retry *y)
{
	struct orders *o = y->x->r.out;
	struct charset_line part = *y->line;
	bool good = false, more = part.n <= WORDY_LINE;

	part.t = ARENA_ARRAY(y->before.arena, (size_t)part.n + 1, struct token);
	memcpy(part.t, y->line->t, (size_t)part.n * sizeof(*part.t));
	for (int i = 0; more && i <= SLIPS_MAX; i++) {
		struct arena once = { 0 };

		part_read(y, &part, &once);
		good = o->n_complaints == y->n_complaints;
		more = !good && !costs_too_much(&y->x->r) &&
		       o->n_complaints <= ORDERS_MAX_COMPLAINTS &&
		       slip_mend(y, &o->complaints[y->n_complaints], &part);
		retry_afresh(y);
		arena_release(&once);
	}
	if (good) {
		part_read(y, &part, y->before.arena);
		offer_add(y);
	}
	retry_afresh(y);
	return good;
}

/* The line is done as it was meant. */
static bool take(struct retry *y, const struct meaning *m)
{
	retry_afresh(y);
	for (int i = 0; i < m->v[0].n; i++)
		if (!retry_reads(y, m->v[0].line[i], y->before.arena)) {
			retry_afresh(y);
			return false;
		}
	for (int i = y->n_lines; i < y->x->r.out->n_lines; i++)
		y->x->r.out->lines[i].meant = true;
	point_at(&y->x->r, y->line);
	return true;
}

enum { LONG_LINE = 16 };

/* By the words of the sender's language, then by those of others: the first in
 * which it is sure, else the first in which something comes near. */
static void read_meaning(struct text *x, struct retry *y, struct meaning *out)
{
	int own = x->sender < 0 ? 0 : x->sender;
	const struct meaning_judge judge = { retry_tries, retry_rank, retry_fix,
					     y };

	bool plays = false, negated = false;
	struct meaning named = { .n = 0 };

	*out = (struct meaning){ .n = 0 };
	for (int i = 0; i < x->r.g->words->n_langs && !out->sure; i++) {
		int lang = i ? i - (i <= own) : own;
		struct meaning_memory memory = x->memory;
		struct meaning *m = ARENA_NEW(y->before.arena, struct meaning);
		struct arena once = { 0 };
		struct reader line;

		if (!meaning_words_have(x->r.g->meaning, lang))
			continue;
		retry_afresh(y);
		y->before.names.langs = 0;
		line = y->before;
		line.arena = &once;
		meaning_read(&line, UINT32_C(1) << lang, own, &memory, &judge,
			     m);
		for (int k = 0; k < m->n; k++)
			for (int j = 0; j < m->v[k].n; j++)
				m->v[k].line[j] = arena_str(y->before.arena,
							    m->v[k].line[j]);
		arena_release(&once);
		/* a slip of a word that its writer hardly knows */
		m->sure &= !(i && x->sender >= 0 && m->guessed);
		if (m->sure)
			x->memory = memory;
		plays |= m->plays;
		negated |= m->negated;
		if (!named.n_named)
			named = *m;
		if (m->sure || (m->n && (!out->n || m->unknown < out->unknown)))
			*out = *m;
		/* what says NOT in one language, or takes something back, is
		 * no order of another */
		if (!i && (m->negated || m->revised))
			break;
		/* a long line whose words are nearly all of one language */
		if (line.n > LONG_LINE && m->unknown * 4 <= line.n)
			break;
	}
	out->plays = plays;
	out->negated = negated;
	memcpy(out->named, named.named, sizeof(named.named));
	out->n_named = named.n_named;
}

/* ATTACK #4 OR #6, MOVE B2 OR STAY: bars replace OR, and ELSE after an order
 * without IF; false: there is none */
static bool with_bars(struct reader *r)
{
	struct token *t = ARENA_ARRAY(r->arena, (size_t)r->n + 1, struct token);
	bool any = false;
	int n = 0;

	for (int at = 0; at < r->n; n++) {
		int len = at ? reader_key(r, at, KEY_OR) : 0;

		if (at && !len)
			len = reader_key(r, at, KEY_ELSE);
		if (at + len == r->n || (!len && reader_key(r, at, KEY_IF)))
			return false;
		t[n] = r->t[at];
		if (len)
			t[n] = (struct token){ .type = TOKEN_BAR,
					       .raw = r->t[at].raw };
		any |= len > 0;
		at += len ? len : 1;
	}
	r->t = t;
	r->n = n;
	return any;
}

/* the line with bars, in the language that reads it so; or false */
static bool read_with_bars(struct text *x, struct retry *y, int *lang)
{
	struct charset_line part = *y->line;
	struct reader line = y->before;

	if (line.n > WORDY_LINE || !with_bars(&line))
		return false;
	part.t = ARENA_ARRAY(line.arena, (size_t)line.n + 1, struct token);
	memcpy(part.t, line.t, (size_t)line.n * sizeof(*part.t));
	part.n = line.n;
	retry_afresh(y);
	point_at(&x->r, &part);
	part.alone = reader_languages(&x->r);
	*lang = text_line_read(x, &part);
	return x->r.out->n_complaints == y->n_complaints;
}

enum { OFFERS_LOOKED_AT = 12 };

/* is one of the labels of the order named in the line? */
static bool names_one(const struct retry *y, const struct meaning *m,
		      const struct decision *d)
{
	const struct field *tags = y->before.g->sys->decisions.tags;
	struct decision_arg arg;

	for (int at = 0; decision_next(d, at, &arg); at = arg.next)
		for (int i = 0; i < m->n_named; i++)
			if (tags[arg.tag].type == FIELD_LABEL &&
			    arg.w[0] == m->named[i])
				return true;
	return false;
}

/* an order may be meant */
static void reading_order(const struct text *x, struct retry *y,
			  const struct decision *d, struct meaning *out)
{
	int lang = x->sender < 0 ? 0 : x->sender;
	struct buf b;

	if (out->n == MEANING_READINGS)
		return;
	buf_init(&b, ORDERS_MAX_LINE);
	if (grammar_write(y->before.g, lang, d, &b)) {
		out->v[out->n].line[0] =
			arena_str(y->before.arena, buf_str(&b));
		out->v[out->n++].n = 1;
	}
	buf_release(&b);
}

/* In the set-up no measure ranks orders: AUTO, and examples of what is asked
 * for. */
static void setup_offers(const struct text *x, struct retry *y,
			 struct meaning *out)
{
	const struct system *sys = y->before.g->sys;
	const void *view = y->before.names.view->state;
	struct decision *v =
		ARENA_ARRAY(y->before.arena, DRAFTS_MAX, struct decision);
	int seat = writer(&y->before), n;

	if (seat < 0 || !auto_setup_may_auto(sys, view, seat))
		return;
	for (int k = 0; k < sys->decisions.n_kinds && !out->n; k++) {
		if (sys->decisions.kinds[k].is != CLASS_AUTO)
			continue;
		decision_start(&v[0], DECISION_FIRST_OWN + k);
		reading_order(x, y, &v[0], out);
	}
	n = auto_setup_orders(sys, view, seat, x->room,
			      (uint32_t)x->r.out->head.point, v);
	for (int i = 0; i < n; i++)
		reading_order(x, y, &v[i], out);
}

/* Nothing is near to the line: list the best orders of its writer, first
 * those of the pieces that it names. */
static void offers_of(const struct text *x, struct retry *y,
		      struct meaning *out)
{
	const struct offers *list = best_of(y);

	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < list->n && i < OFFERS_LOOKED_AT; i++)
			if (names_one(y, out, &list->v[i].d) == !pass)
				reading_order(x, y, &list->v[i].d, out);
	if (!list->n)
		setup_offers(x, y, out);
}

/* Does it say something to the table, and not to the game? */
static bool says_to_table(const struct text *x, const struct charset_line *l,
			  struct complaint *c, bool *weak)
{
	const struct orders *o = x->r.out;
	struct str line = { o->text.s + l->at, l->len };
	const struct meaning_table_now now = {
		.point = o->head.point,
		.open = x->r.names.proposal,
		.about = x->r.names.proposal_about,
		.today = x->r.names.today
	};
	struct meaning_table said;

	if (!meaning_table_read(x->r.arena, x->r.g->words,
				x->sender < 0 ? 0 : x->sender, line, &now,
				&said))
		return false;
	c->table = said.line;
	*weak = said.weak;
	return true;
}

/* WAIT 2h gets an answer that explains how to hold a mail */
static bool holds(struct text *x, const struct charset_line *l)
{
	point_at(&x->r, l);
	return reader_key(&x->r, 0, KEY_WAIT) == 1;
}

/* Are the words of the order at fault, and not its place? */
static bool may_be_meant(enum complaint_kind kind)
{
	return kind == COMPLAINT_EXPECTED || kind == COMPLAINT_UNKNOWN ||
	       kind == COMPLAINT_NAME || kind == COMPLAINT_CARD ||
	       kind == COMPLAINT_ELSE || kind == COMPLAINT_BOOK;
}

/* the orders that may be meant; if the rules refuse all of them, the best ones
 */
static void offer_all(const struct text *x, struct retry *y, struct meaning *m)
{
	offer(y, m);
	if (y->told[0].n_instead || !m->n || m->negated || !x->r.names.view)
		return;
	m->n = 0;
	offers_of(x, y, m);
	offer(y, m);
}

/* its complaints, as they were before other readings were tried */
static void complaints_back(struct retry *y)
{
	struct orders *o = y->x->r.out;

	memcpy(o->complaints + y->n_complaints, y->told,
	       (size_t)y->n_told * sizeof(*y->told));
	o->n_complaints += y->n_told;
}

/* Reads the line by meaning in the game. *table: the line says something to the
 * table and names nothing on the board. */
static void read_weighed(struct text *x, struct retry *y, struct meaning *m,
			 bool *table)
{
	enum complaint_kind kind = y->told[0].kind;

	if (x->r.names.view) {
		if (!x->room)
			x->room = arena_alloc_raw(x->r.arena, sizeof(*x->room));
		dry_run_begin(&y->trial, trials_init(x->room), x->r.g->sys,
			      x->r.names.view->state);
	}
	read_meaning(x, y, m);
	if (*table && m->plays) {
		*table = false;
		y->told[0].table = STR("");
	}
	/* what a line forbids is not offered */
	if (!m->n && !m->negated && x->r.names.view && kind != COMPLAINT_CARD &&
	    kind != COMPLAINT_NAME)
		offers_of(x, y, m);
	/* an unknown card keeps its complaint */
	if (!m->sure && kind == COMPLAINT_CARD && !x->r.names.n_cards &&
	    !x->r.names.n_book)
		m->n = 0;
	/* ELSE belongs to no order above it */
	m->sure &= kind != COMPLAINT_ELSE;
	if (x->r.names.view)
		dry_run_end(&y->trial);
}

/* The line has a complaint; parse it by meaning, if possible. Returns its
 * language, or `lang`. */
static int read_in_other_words(struct text *x, struct charset_line *l,
			       struct retry *y, int lang)
{
	struct orders *o = x->r.out;
	struct meaning *m = ARENA_NEW(x->r.arena, struct meaning);
	bool table, weak = false;

	y->n_told = o->n_complaints - y->n_complaints;
	if (o->n_complaints > ORDERS_MAX_COMPLAINTS || !x->r.g->meaning ||
	    !may_be_meant(o->complaints[y->n_complaints].kind) ||
	    (l->n > 1 && l->t[1].type == TOKEN_NUMBER && holds(x, l)))
		return lang;
	y->told = ARENA_ARRAY(x->r.arena, (size_t)y->n_told, struct complaint);
	memcpy(y->told, o->complaints + y->n_complaints,
	       (size_t)y->n_told * sizeof(*y->told));
	y->beyond = o->beyond;
	y->x = x;
	y->line = l;
	point_at(&y->before, l);
	table = says_to_table(x, l, &y->told[0], &weak);
	if (table && !weak) {
		retry_afresh(y);
		complaints_back(y);
		return lang;
	}
	if (read_with_bars(x, y, &lang))
		return lang;
	read_weighed(x, y, m, &table);
	if (m->sure && take(y, m))
		return y->lang;
	if (!table && (y->told[0].kind == COMPLAINT_BOOK || !offer_mended(y)))
		offer_all(x, y, m);
	/* whole orders are offered: other faults of the line add nothing */
	if (y->told[0].n_instead)
		y->n_told = 1;
	complaints_back(y);
	return lang;
}

/* whom the orders from number `from` on spoke of */
static void remember(struct text *x, int from)
{
	const struct orders *o = x->r.out;

	for (int i = from; i < o->n_lines; i++) {
		const struct field *tags = x->r.g->sys->decisions.tags;
		struct decision_arg arg;
		struct decision d;
		bool first = true;

		if (o->lines[i].kind != LINE_ORDER)
			continue;
		queue_entry_alternative(o->lines[i].entry, 0, &d);
		for (int at = 0; decision_next(&d, at, &arg); at = arg.next) {
			if (tags[arg.tag].type != FIELD_LABEL)
				continue;
			if (first)
				x->memory.actor = arg.w[0];
			else
				x->memory.target = arg.w[0];
			first = false;
		}
	}
}

/* CARTA A B: hola is a press message to B in Spanish, and no card */
static bool is_letter(struct text *x, const struct charset_line *l, int from)
{
	struct orders *o = x->r.out;
	struct complaint c = { .line = 0 };
	bool weak;

	if (o->n_lines != from + 1 || o->lines[from].kind != LINE_CARD ||
	    !memchr(o->text.s + l->at, ':', l->len) ||
	    !says_to_table(x, l, &c, &weak))
		return false;
	o->n_lines = from;
	reader_complain(&x->r, COMPLAINT_UNKNOWN, 0)->table = c.table;
	return true;
}

/* one order for another player's piece: SHOOT B3 WITH A4 */
static bool acts_for_others(const struct text *x, const struct retry *y)
{
	const struct orders *o = x->r.out;
	const struct grammar_names *names = &x->r.names;
	int seat = writer(&x->r);
	struct decision d;

	if (seat < 0 || !names->view || o->n_lines != y->n_lines + 1 ||
	    o->lines[y->n_lines].kind != LINE_ORDER)
		return false;
	queue_entry_alternative(o->lines[y->n_lines].entry, 0, &d);
	for (int i = 0; i < names->n; i++)
		if (names->v[i].label == actor_in(y, &d))
			return mean_seat_of(&names->v[i]) >= 0 &&
			       mean_seat_of(&names->v[i]) != seat;
	return false;
}

/* a comma, or the end of a sentence, between words */
static bool has_stop(struct str line)
{
	for (size_t i = 0; i + 1 < line.len; i++)
		if (line.s[i + 1] == ' ' &&
		    (line.s[i] == ',' || line.s[i] == '.' || line.s[i] == ';'))
			return true;
	return false;
}

/* the order puts a figure where terrain is put: PUT A1 AT 12 2 */
static bool places_figure(const struct text *x, const struct retry *y)
{
	const struct orders *o = x->r.out;
	int32_t label;
	struct decision d;

	queue_entry_alternative(o->lines[y->n_lines].entry, 0, &d);
	label = actor_in(y, &d);
	for (int i = 0; i < x->r.names.n; i++)
		if (x->r.names.v[i].label == label)
			return !strcmp(
				decision_row(&x->r.g->sys->decisions, d.kind)
					->name,
				"place");
	return false;
}

/* is the figure called like the card of that number? */
static bool has_card_name(const struct text *x, const struct grammar_name *n,
			  int32_t card)
{
	const struct vocabulary *words = x->r.g->words;
	int key = vocabulary_key(
		words, str_of(arena_printf(x->r.arena, "spell.%d", (int)card)));
	struct str name = utf8_fold(x->r.arena, n->name);

	for (const struct vocabulary_word *w = key < 0 ? NULL
						       : words->keys[key].words;
	     w; w = w->next)
		if (str_equal(utf8_fold(x->r.arena, w->shown), name))
			return true;
	return false;
}

/* is a piece of that seat its target, by its label or its name? */
static bool aims_at_own(const struct text *x, int seat,
			const struct decision_arg *a)
{
	const struct grammar_names *names = &x->r.names;

	for (int i = 0; i < names->n; i++)
		if (a->n > 2 && mean_seat_of(&names->v[i]) == seat &&
		    (label_number(names->v[i].label) == a->w[2] ||
		     has_card_name(x, &names->v[i], a->w[2])))
			return true;
	return false;
}

/* the line begins with the verb of the grammar, ACT */
static bool begins_with_act(const struct retry *y, const struct charset_line *l)
{
	const struct vocabulary *words = y->before.g->words;
	int key = vocabulary_key(words, STR("act"));
	const struct vocabulary_word *w =
		key < 0 ? NULL : words->keys[key].words;

	for (; w; w = w->next)
		if (w->n == 1 && l->n && str_equal(l->t[0].fold, w->part[0]))
			return true;
	return false;
}

/* The number in its step of the first target that is the writer's own piece and
 * is attacked, 0: there is none. #3 ATTACKS #6 AND #4 GUARDS is hardly an
 * attack on #4. */
static int strikes_own(const struct text *x, const struct retry *y)
{
	const struct orders *o = x->r.out;
	const struct field *tags = x->r.g->sys->decisions.tags;
	bool attacks = false;
	struct decision_arg arg;
	struct decision d;
	int targets = 0;

	queue_entry_alternative(o->lines[y->n_lines].entry, 0, &d);
	for (int at = 0; decision_next(&d, at, &arg); at = arg.next) {
		const struct field *f = &tags[arg.tag];

		if (!strcmp(f->name, "step")) {
			attacks = f->names && arg.w[0] < f->n_names &&
				  !strcmp(f->names[arg.w[0]], "attack");
			targets = 0;
		}
		if (!strcmp(f->name, "target") && ++targets && attacks &&
		    aims_at_own(x, writer(&x->r), &arg))
			return targets;
	}
	return 0;
}

/* it is one order, and the state is known that it is given in */
static bool is_one_order(const struct text *x, const struct retry *y)
{
	const struct orders *o = x->r.out;

	return writer(&x->r) >= 0 && x->r.names.view &&
	       o->n_lines == y->n_lines + 1 &&
	       o->lines[y->n_lines].kind == LINE_ORDER;
}

/* the verdict of the rules on that order */
static enum meaning_fate order_fate(struct text *x, struct retry *y)
{
	struct reader *r = &x->r;
	const struct orders *o = r->out;
	enum meaning_fate fate;

	y->x = x;
	if (!x->room)
		x->room = arena_alloc_raw(r->arena, sizeof(*x->room));
	dry_run_begin(&y->trial, trials_init(x->room), r->g->sys,
		      r->names.view->state);
	y->trial_ends = false;
	y->n_acted = 0;
	for (int i = 0; i < y->n_lines && !y->trial_ends; i++)
		if (o->lines[i].kind == LINE_ORDER)
			(void)try_order(y, &o->lines[i]);
	fate = try_order(y, &o->lines[y->n_lines]);
	dry_run_end(&y->trial);
	return fate;
}

/* An order for a figure that nothing awaits, PUT A1 AT 12 2, or that runs over
 * the end of a clause: A1 ATTACKS B1, A2 GUARDS may be read as one. */
static bool is_doubtful(struct text *x, const struct charset_line *l,
			struct retry *y)
{
	const struct orders *o = x->r.out;
	struct str line =
		line_without_remark((struct str){ o->text.s + l->at, l->len });
	enum meaning_fate fate;

	if (!x->r.g->meaning || !is_one_order(x, y))
		return false;
	fate = order_fate(x, y);
	return (fate == MEANING_WAITS && places_figure(x, y)) ||
	       (fate == MEANING_REFUSED && !begins_with_act(y, l) &&
		meaning_places(x->r.g->meaning) == GRAMMAR_ZONES) ||
	       (!begins_with_act(y, l) && strikes_own(x, y) > 1) ||
	       (has_stop(line) &&
		(fate == MEANING_REFUSED || fate == MEANING_PARTLY ||
		 memchr(line.s, '.', line.len - 1)));
}

/* the order plans cards of which some alone are in the writer's book: half of
 * it would be done */
static bool plans_lacking(const struct text *x, const struct retry *y)
{
	const struct orders *o = x->r.out;
	const struct grammar_names *names = &x->r.names;
	const struct system *sys = x->r.g->sys;
	bool lacking = false, some = false;
	struct decision_arg arg;
	struct decision d;

	if (!names->n_book || o->n_lines != y->n_lines + 1 ||
	    o->lines[y->n_lines].kind != LINE_ORDER)
		return false;
	queue_entry_alternative(o->lines[y->n_lines].entry, 0, &d);
	if (strcmp(decision_row(&sys->decisions, d.kind)->name, "plan") != 0)
		return false;
	for (int at = 0; decision_next(&d, at, &arg); at = arg.next) {
		bool has = false;

		if (strcmp(sys->decisions.tags[arg.tag].name, "card") != 0)
			continue;
		for (int i = 0; i < names->n_book; i++)
			has |= names->book[i] == arg.w[0];
		/* a player may plan a planned card again */
		for (int i = 0; i < names->n_cards; i++)
			has |= names->cards[i] == arg.w[0];
		lacking |= !has;
		some |= has;
	}
	return lacking && some;
}

/* the order is written as the grammar writes it */
static bool is_canonical(const struct text *x, const struct retry *y,
			 const struct charset_line *l, int lang)
{
	const struct orders *o = x->r.out;
	struct str line =
		line_without_remark((struct str){ o->text.s + l->at, l->len });
	struct buf b;
	bool same;

	buf_init(&b, ORDERS_MAX_LINE);
	orders_write_entry(x->r.g, lang < 0 ? 0 : lang,
			   o->lines[y->n_lines].entry, &b);
	same = str_equal(utf8_fold(x->r.arena, parse_trim(line)),
			 utf8_fold(x->r.arena, parse_trim(buf_str(&b))));
	buf_release(&b);
	return same;
}

/* THE WOLF ATTACKS THE FOX, which is the writer's own, in words of its own */
static bool attacks_own(const struct text *x, const struct retry *y,
			const struct charset_line *l)
{
	return is_one_order(x, y) && !begins_with_act(y, l) &&
	       strikes_own(x, y) == 1;
}

/* More cards are planned than may be: half of it would be done. */
static bool plans_too_many(struct text *x, struct retry *y,
			   const struct charset_line *l, int lang)
{
	const struct orders *o = x->r.out;
	struct decision d;

	if (!is_one_order(x, y))
		return false;
	queue_entry_alternative(o->lines[y->n_lines].entry, 0, &d);
	return !strcmp(decision_row(&x->r.g->sys->decisions, d.kind)->name,
		       "plan") &&
	       order_fate(x, y) == MEANING_REFUSED && y->in_part &&
	       !is_canonical(x, y, l, lang);
}

/* RULE BOOK SAYS: A1 SHOOTS B2 asks for no rule: it names two pieces */
static bool rules_on_pieces(const struct text *x, const struct retry *y,
			    const struct charset_line *l)
{
	const struct orders *o = x->r.out;
	const struct grammar_names *names = &x->r.names;
	int pieces = 0;

	if (o->n_lines != y->n_lines + 1 ||
	    o->lines[y->n_lines].kind != LINE_RULE)
		return false;
	for (int k = 0; k < names->n; k++) {
		struct buf b;

		buf_init(&b, 16);
		label_render(&b, names->v[k].label);
		for (int i = 0; i < l->n; i++)
			pieces += str_equal(l->t[i].fold, buf_str(&b));
		buf_release(&b);
	}
	return pieces > 1;
}

/* MOVE A3 TO E6? is no order yet */
static bool asks_order(const struct text *x, const struct retry *y,
		       const struct charset_line *l)
{
	const struct orders *o = x->r.out;
	struct str line =
		line_without_remark((struct str){ o->text.s + l->at, l->len });

	return is_one_order(x, y) && memchr(line.s, '?', line.len);
}

/* such a line by its meaning, if that is sure; else as it stands */
static int read_the_other_way(struct text *x, struct charset_line *l,
			      struct retry *y, int lang)
{
	struct orders *o = x->r.out;
	struct order_line was = o->lines[y->n_lines];
	int other;

	o->n_lines = y->n_lines;
	point_at(&x->r, l);
	reader_complain(&x->r, COMPLAINT_UNKNOWN, 0);
	other = read_in_other_words(x, l, y, lang);
	if (o->n_complaints == y->n_complaints)
		return other;
	o->n_complaints = y->n_complaints;
	o->n_lines = y->n_lines;
	o->lines[o->n_lines++] = was;
	return lang;
}

/* a line that the grammar reads as something else: asked about */
static int read_as_fault(struct text *x, struct charset_line *l,
			 struct retry *y, enum complaint_kind kind, int lang)
{
	x->r.out->n_lines = y->n_lines;
	point_at(&x->r, l);
	reader_complain(&x->r, kind, 0);
	return read_in_other_words(x, l, y, lang);
}

static void read_text_line(struct text *x, struct charset_line *l)
{
	struct orders *o = x->r.out;
	struct retry y = { .before = x->r,
			   .n_lines = o->n_lines,
			   .n_complaints = o->n_complaints,
			   .x = x };
	int lang = text_line_read(x, l);

	if (o->n_complaints > y.n_complaints)
		lang = read_in_other_words(x, l, &y, lang);
	else if (plans_lacking(x, &y))
		lang = read_as_fault(x, l, &y, COMPLAINT_BOOK, lang);
	else if (rules_on_pieces(x, &y, l) || asks_order(x, &y, l) ||
		 attacks_own(x, &y, l) || plans_too_many(x, &y, l, lang))
		lang = read_as_fault(x, l, &y, COMPLAINT_UNKNOWN, lang);
	else if (acts_for_others(x, &y) || is_doubtful(x, l, &y))
		lang = read_the_other_way(x, l, &y, lang);
	for (int i = y.n_lines; i < o->n_lines; i++)
		o->lines[i].lang = lang;
	point_at(&x->r, l);
	if (o->n_complaints == y.n_complaints && is_letter(x, l, y.n_lines))
		return;
	if (o->n_complaints == y.n_complaints)
		remember(x, y.n_lines);
}

/* The fault of a line if it is parsed now, without effects. N_COMPLAINTS:
 * none. */
static enum complaint_kind fault_of(struct text *x, struct charset_line l)
{
	struct orders *o = x->r.out;
	struct retry y = { .x = x,
			   .before = x->r,
			   .n_lines = o->n_lines,
			   .n_complaints = o->n_complaints,
			   .beyond = o->beyond };
	enum complaint_kind kind = N_COMPLAINTS;

	point_at(&x->r, &l);
	read_text_line(x, &l);
	if (o->n_complaints > y.n_complaints)
		kind = o->n_complaints <= ORDERS_MAX_COMPLAINTS
			       ? o->complaints[y.n_complaints].kind
			       : o->beyond.kind;
	retry_afresh(&y);
	return kind;
}

/* its last character, its remark apart, is a comma */
static bool ends_open(const struct text *x, const struct charset_line *l)
{
	struct str rest = { x->r.out->text.s + l->at, l->len }, line = rest;

	while (parse_line(&rest, &line))
		;
	line = parse_trim(line_without_remark(line));
	return line.len && line.s[line.len - 1] == ',';
}

/* the line with the next one, as if that began with + */
static struct charset_line with_next(struct text *x, int i)
{
	const struct charset_line *a = &x->v[i], *b = a + 1;
	struct charset_line both = *a;

	both.len = b->at + b->len - a->at;
	both.bytes += b->bytes;
	both.too_many |= b->too_many || a->n + b->n > TOKEN_MAX;
	if (both.too_many)
		return both;
	both.n = a->n + b->n;
	both.t = ARENA_ARRAY(x->r.arena, (size_t)both.n + 1, struct token);
	memcpy(both.t, a->t, (size_t)a->n * sizeof(*a->t));
	memcpy(both.t + a->n, b->t, (size_t)b->n * sizeof(*b->t));
	return both;
}

/* A list broken after a comma goes on in a line that begins no order: the
 * next line becomes both, if they parse together. */
static bool goes_on(struct text *x, int i)
{
	struct charset_line both;
	enum complaint_kind kind;

	if (i + 1 >= x->n || !x->v[i].n || !x->v[i + 1].n ||
	    x->v[i + 1].line > TEXT_LINES || !ends_open(x, &x->v[i]) ||
	    fault_of(x, x->v[i + 1]) != COMPLAINT_UNKNOWN)
		return false;
	both = with_next(x, i);
	if (both.too_many || both.bytes > ORDERS_MAX_LINE)
		return false;
	kind = fault_of(x, both);
	if (kind != N_COMPLAINTS && kind != COMPLAINT_CARD)
		return false;
	x->v[i + 1] = both;
	return true;
}

static void read_lines(struct text *x)
{
	struct reader *r = &x->r;

	for (int i = 0; i < x->n; i++) {
		struct charset_line *l = &x->v[i];
		struct str line = { r->out->text.s + l->at, l->len };

		point_at(r, l);
		if (goes_on(x, i))
			continue;
		if (line_continues(line))
			reader_complain(r, COMPLAINT_CONTINUES, 0);
		else if (l->bytes > ORDERS_MAX_LINE || l->too_many)
			reader_complain(r, COMPLAINT_TOO_LONG, 0);
		else if (l->line > TEXT_LINES)
			reader_complain(r, COMPLAINT_TOO_MANY, 0);
		else if (r->n)
			read_text_line(x, l);
		/* what was tried of this line may not be all there is */
		if (costs_too_much(r)) {
			point_at(r, l);
			reader_complain(r, COMPLAINT_COSTLY, 0);
			return;
		}
	}
}

/* *rest in lines; the head is taken, and true if lines of orders follow */
static bool take_lines(struct text *x, struct str *rest)
{
	bool any = false;
	int number = 0;

	x->v = ARENA_ARRAY(x->r.arena, TEXT_LINES + 1, struct charset_line);
	while (x->n <= TEXT_LINES && take_line(x, rest, &number, &x->v[x->n])) {
		if (!any && x->v[x->n].n) {
			any = true;
			if (take_head(&x->r, &x->v[x->n])) {
				if (x->r.out->head.kind == HEAD_JOIN ||
				    x->r.out->head.kind == HEAD_GM)
					return false; /* not ours to read */
				continue;
			}
		}
		x->n++;
		if (number > TEXT_LINES)
			break;
	}
	return true;
}

void orders_read(struct arena *a, const struct grammar *g,
		 const struct grammar_names *names, int lang, struct str text,
		 struct orders *out)
{
	struct text *x = ARENA_NEW(a, struct text);
	struct str rest = text;

	memset(out, 0, sizeof(*out));
	out->text = text;
	out->lang = lang;
	out->sys = g->sys;
	out->head.seat = HEAD_NO_SEAT;
	*x = (struct text){ .r = { .arena = a, .g = g, .out = out },
			    .sender = lang,
			    .tokens = ARENA_NEW(a, struct token_list) };
	if (names)
		x->r.names = *names;
	x->r.names.words = grammar_name_words(a, &x->r.names);
	x->r.names.langs = 0;
	x->r.on_fail = QUEUE_ONWARD;
	reader_keys_find(&x->r);
	if (text.len > ORDERS_MAX_TEXT)
		reader_complain(&x->r, COMPLAINT_TOO_LONG, 0);
	else if (take_lines(x, &rest))
		read_lines(x);
}
