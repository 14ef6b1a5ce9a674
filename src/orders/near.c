/* src/orders/near.c */
#include "orders/near.h"
#include "base/parse.h"

/* What a word of the line counts for an order. */
enum {
	COUNT_VERB = 6,   /* the order begins so; 3 more for each more word */
	COUNT_NEAR = 6,   /* "near." names it */
	COUNT_SLIP = 3,   /* one of both, misspelt */
	COUNT_WITHIN = 1, /* it stands within the order */
	COUNT_LEAST = COUNT_SLIP,
	SLIP_LEAST = 5, /* letters of what may be a slip */
	ROWS_TOLD = 2   /* orders that are equally near */
};

/* --- words ------------------------------------------------------------- */

/* Words at pos of the line that are these, n of them; 0: they are not there. */
static int phrase_at(const struct reader *r, int pos, const struct str *part,
		     int n)
{
	for (int i = 0; i < n; i++)
		if (pos + i >= r->n || r->t[pos + i].type != TOKEN_WORD ||
		    !vocabulary_same(r->t[pos + i].fold, part[i]))
			return 0;
	return n;
}

/* What the word at pos counts, of these: count if they are there. */
static int count_of(const struct reader *r, int pos, const struct str *part,
		    int n, int count)
{
	if (phrase_at(r, pos, part, n))
		return count + 3 * (n - 1);
	return n == 1 && r->t[pos].type == TOKEN_WORD &&
			       reader_is_slip(r->t[pos].fold, part[0],
					      SLIP_LEAST)
		       ? COUNT_SLIP
		       : 0;
}

/* the most that the word at pos counts among the words of a key */
static int count_key(const struct reader *r, int pos, int key, int count)
{
	int most = 0, one;

	for (const struct vocabulary_word *w =
		     key < 0 ? NULL : r->g->words->keys[key].words;
	     w; w = w->next) {
		one = count_of(r, pos, w->part, w->n, count);
		most = one > most ? one : most;
	}
	return most;
}

/* --- rows -------------------------------------------------------------- */

/* the key of what "near." names of an order, or -1 */
static int near_key(const struct reader *r, const struct grammar_row *row)
{
	const char *name = arena_printf(r->arena, "near.%s", row->name);

	return vocabulary_key(r->g->words, str_of(name));
}

/* the next keyword of a pattern, as its key; -1: there is no more */
static int next_key(const struct grammar *g, const char **p)
{
	char name[64];
	size_t n = 0;

	while (**p && !('A' <= **p && **p <= 'Z'))
		++*p;
	for (; n < sizeof(name) - 1 &&
	       (('A' <= **p && **p <= 'Z') || **p == '-' || **p == '_');
	     ++*p)
		name[n++] = (char)('A' <= **p && **p <= 'Z' ? **p - 'A' + 'a'
							    : **p);
	return n ? vocabulary_key(g->words, (struct str){ name, n }) : -1;
}

/* how near the line is to the order of a row */
static int count_row(const struct reader *r, const struct grammar_row *row)
{
	int sum = 0, near = near_key(r, row);

	for (int pos = 0; pos < r->n; pos++) {
		const char *p = row->pattern;
		int most = count_key(r, pos, near, COUNT_NEAR), one;
		int count = COUNT_VERB;

		while (*p) {
			one = count_key(r, pos, next_key(r->g, &p), count);
			if (count == COUNT_WITHIN && one > COUNT_WITHIN)
				one = COUNT_WITHIN;
			most = one > most ? one : most;
			count = COUNT_WITHIN;
		}
		sum += most;
	}
	return sum;
}

/* The rows that the line is near to, if these are nearer than those that the
 * complaint has. */
static void find_rows(const struct reader *r, struct complaint *c)
{
	const struct grammar_table *table = r->g->table;
	int most = COUNT_LEAST, were = c->n_rows;

	if (were <= GRAMMAR_MAX_ROWS)
		for (int i = 0; i < were; i++) {
			int count = count_row(r, &table->rows[c->rows[i]]);

			most = count >= most ? count + 1 : most;
		}
	c->n_rows = 0;
	for (int i = 0; i < table->n; i++) {
		const struct grammar_row *row = &table->rows[i];
		int count = 0;

		if (row->type != GRAMMAR_PART &&
		    row->type != GRAMMAR_CONDITION && row->example)
			count = count_row(r, row);
		if (count < most)
			continue;
		if (count > most)
			c->n_rows = 0;
		most = count;
		if (c->n_rows < ROWS_TOLD)
			c->rows[c->n_rows++] = i;
	}
	if (!c->n_rows)
		c->n_rows = were;
}

/* --- examples ---------------------------------------------------------- */

enum { FOUND_MAX = 16 };

/* The figures that an example is filled with: those of the line, in order. */
struct cast {
	const struct reader *r;
	char own; /* the letter of the reader's figures */
	int n;
	int32_t found[FOUND_MAX];
	bool used[FOUND_MAX];
};

static bool is_thing(const struct reader *r, int32_t label)
{
	for (int i = 0; i < r->names.n_things; i++)
		if (label_letter(r->names.things[i]) == label_letter(label))
			return true;
	return false;
}

static bool is_there(const struct reader *r, int32_t label)
{
	for (int i = 0; i < r->names.n; i++)
		if (r->names.v[i].label == label)
			return true;
	for (int i = 0; i < r->names.n_things; i++)
		if (r->names.things[i] == label)
			return true;
	return false;
}

/* A1, #5: its label if it is one of the view; or 0 */
static int32_t label_at(const struct reader *r, struct str fold)
{
	struct str number = { fold.s + 1, fold.len - 1 };
	int64_t n;
	int32_t label;

	if (fold.len < 2 || !is_label_letter(fold.s[0]) ||
	    !parse_int(number, 1, UINT16_MAX, &n))
		return 0;
	label = label_of(fold.s[0], (int)n);
	return is_there(r, label) ? label : 0;
}

static void cast_find(struct cast *x)
{
	const struct reader *r = x->r;

	for (int i = 0; i < r->n && x->n < FOUND_MAX; i++) {
		const struct grammar_name *named;
		int32_t label;
		bool again = false;

		if (r->t[i].type != TOKEN_WORD)
			continue;
		label = label_at(r, r->t[i].fold);
		named = label ? NULL
			      : reader_called(r, r->t[i].fold, true,
					      SLIP_LEAST);
		if (named)
			label = named->label;
		for (int k = 0; k < x->n; k++)
			again |= x->found[k] == label;
		if (label && !again)
			x->found[x->n++] = label;
	}
}

/* the letter of who writes: that of the seat, or of the first that is named */
static char own_letter(const struct cast *x)
{
	int seat = x->r->out->head.seat;

	if (seat >= 0)
		return (char)('A' + seat);
	for (int i = 0; i < x->n; i++)
		if (!is_thing(x->r, x->found[i]))
			return label_letter(x->found[i]);
	return x->r->names.n ? label_letter(x->r->names.v[0].label) : 'A';
}

/* It has a letter, and stands nowhere yet: it does now. */
static bool cast_adds(struct cast *x, int32_t label)
{
	bool used = label <= UINT16_MAX || x->n == FOUND_MAX;

	for (int k = 0; k < x->n; k++)
		used |= x->used[k] && x->found[k] == label;
	if (used)
		return false;
	x->used[x->n] = true;
	x->found[x->n++] = label;
	return true;
}

/* Who stands where that one does in an example: of the same kind, the reader's
 * own, another's or a thing. 0: nobody does; a thing may stand for itself. */
static int32_t stand_in(struct cast *x, int32_t label, char example_own)
{
	bool thing = label_letter(label) == 'K' || label_letter(label) == 'D' ||
		     is_thing(x->r, label);
	bool own = label_letter(label) == example_own;
	const struct grammar_names *names = &x->r->names;

	for (int i = 0; i < x->n; i++)
		if (!x->used[i] && is_thing(x->r, x->found[i]) == thing &&
		    (thing ? label_letter(x->found[i]) == label_letter(label)
			   : (label_letter(x->found[i]) == x->own) == own)) {
			x->used[i] = true;
			return x->found[i];
		}
	for (int i = 0; thing && i < names->n_things; i++)
		if (label_letter(names->things[i]) == label_letter(label) &&
		    cast_adds(x, names->things[i]))
			return names->things[i];
	if (thing)
		return label;
	for (int i = 0; i < names->n; i++)
		if ((label_letter(names->v[i].label) == x->own) == own &&
		    cast_adds(x, names->v[i].label))
			return names->v[i].label;
	return 0;
}

/* the letter of who acts in an example: FIG, or whom it names first; 0: nobody
 */
static char example_letter(const struct field *tags, const struct decision *d)
{
	struct decision_arg arg;
	char first = 0;

	for (int at = 0; decision_next(d, at, &arg); at = arg.next) {
		if (tags[arg.tag].type != FIELD_LABEL || arg.w[0] <= UINT16_MAX)
			continue;
		if (!strcmp(tags[arg.tag].name, "fig"))
			return label_letter(arg.w[0]);
		first = first ? first : label_letter(arg.w[0]);
	}
	return first;
}

/* the example of a row, with the figures of the line; false: as it stands */
static bool example_of(const struct reader *r, const struct grammar_row *row,
		       struct decision *d)
{
	struct cast x = { .r = r };
	struct token_list *t = ARENA_NEW(r->arena, struct token_list);
	struct grammar_result *read =
		ARENA_NEW(r->arena, struct grammar_result);
	const struct field *tags = r->g->sys->decisions.tags;
	struct decision_arg arg;
	char own;

	token_split(r->arena, str_of(row->example), t);
	grammar_read(r->g, r->arena, NULL, t->v, t->n, read);
	if (read->fault != GRAMMAR_FAULT_NONE)
		return false;
	*d = read->d;
	own = example_letter(tags, d);
	cast_find(&x);
	x.own = own_letter(&x);
	for (int at = 0; own && decision_next(d, at, &arg); at = arg.next) {
		int32_t label;

		if (tags[arg.tag].type != FIELD_LABEL || arg.w[0] <= UINT16_MAX)
			continue;
		label = stand_in(&x, arg.w[0], own);
		if (!label)
			return false;
		d->w[arg.w - d->w] = label;
	}
	return own != 0;
}

/* Its first word at most was read: GET AWAY is no TAKE. */
static bool may_be_another(const struct reader *r, const struct complaint *c)
{
	size_t second = r->n > 1 ? (size_t)(r->t[1].raw.s - r->out->text.s) : 0;

	return !c->n_rows || c->n_rows > GRAMMAR_MAX_ROWS || c->at <= second;
}

void near_rows(const struct reader *r, struct complaint *c)
{
	struct arena once = { 0 };
	struct reader line = *r;

	if (c->kind != COMPLAINT_UNKNOWN && c->kind != COMPLAINT_EXPECTED)
		return;
	line.arena = &once;
	if (!c->n_instead && may_be_another(r, c))
		find_rows(&line, c);
	for (int i = 0; i < c->n_rows && c->n_rows <= GRAMMAR_MAX_ROWS; i++) {
		struct decision *d = ARENA_NEW(r->arena, struct decision);

		c->example[i] =
			example_of(&line, &r->g->table->rows[c->rows[i]], d)
				? d
				: NULL;
	}
	arena_release(&once);
}
