/* src/engine/queue.c */
#include "engine/queue.h"

static void pack(struct queue_pack *p, const int32_t *w, int n)
{
	if (p->full || n > QUEUE_MAX_ENTRY - p->n) {
		p->full = true;
		return;
	}
	if (n)
		memcpy(p->w + p->n, w, (size_t)n * sizeof(*w));
	p->n += n;
}

static void pack_int(struct queue_pack *p, int32_t v)
{
	pack(p, &v, 1);
}

void queue_pack_start(struct queue_pack *p, int line, int flags)
{
	p->n = 0;
	p->full = false;
	p->at_alternatives = 0;
	pack_int(p, line);
	pack_int(p, flags);
	pack_int(p, 0);
}

void queue_pack_condition(struct queue_pack *p, bool negated, const int32_t *w,
			  int n)
{
	assert(!p->at_alternatives && n > 0);
	if (p->w[2] == QUEUE_MAX_CONDITIONS || n > QUEUE_MAX_CONDITION) {
		p->full = true;
		return;
	}
	p->w[2]++;
	pack_int(p, n);
	pack_int(p, negated);
	pack(p, w, n);
}

void queue_pack_alternative(struct queue_pack *p, const struct decision *d)
{
	if (!p->at_alternatives) {
		p->at_alternatives = p->n;
		pack_int(p, 0);
	}
	if (p->full || p->w[p->at_alternatives] == QUEUE_MAX_ALTERNATIVES) {
		p->full = true;
		return;
	}
	p->w[p->at_alternatives]++;
	pack_int(p, d->kind | d->n << 16);
	pack(p, d->w, d->n);
}

int32_t queue_entry_span(struct queue_entry e)
{
	return e.w[1] & QUEUE_BOUND ? e.w[e.n - 1] : 0;
}

int queue_entry_conditions(struct queue_entry e)
{
	return e.w[2];
}

static int skip_conditions(struct queue_entry e)
{
	int at = 3;

	for (int i = 0; i < e.w[2]; i++)
		at += 2 + e.w[at];
	return at;
}

int queue_entry_alternatives(struct queue_entry e)
{
	return e.w[skip_conditions(e)];
}

void queue_entry_condition(struct queue_entry e, int i,
			   struct queue_condition *out)
{
	int at = 3;

	assert(0 <= i && i < e.w[2]);
	while (i--)
		at += 2 + e.w[at];
	out->n = e.w[at];
	out->negated = e.w[at + 1];
	out->w = e.w + at + 2;
}

void queue_entry_alternative(struct queue_entry e, int i, struct decision *out)
{
	int at = skip_conditions(e) + 1;

	assert(0 <= i && i < e.w[at - 1]);
	while (i--)
		at += 1 + (e.w[at] >> 16);
	out->kind = (uint16_t)(e.w[at] & 0xffff);
	out->n = (uint16_t)(e.w[at] >> 16);
	memcpy(out->w, e.w + at + 1, out->n * sizeof(out->w[0]));
}

bool queue_entry_check(struct queue_entry e, const struct decision_schema *s,
		       int n_conditions)
{
	int at = 3, n_alternatives;
	struct decision d;

	if (e.n < 4 || e.n > QUEUE_MAX_ENTRY || e.w[0] < 0 || e.w[1] < 0 ||
	    e.w[2] < 0 || e.w[2] > QUEUE_MAX_CONDITIONS)
		return false;
	for (int i = 0; i < e.w[2]; i++) {
		if (e.n - at < 3 || e.w[at] < 1 ||
		    e.w[at] > QUEUE_MAX_CONDITION || e.w[at] > e.n - at - 2 ||
		    (e.w[at + 1] != 0 && e.w[at + 1] != 1) || e.w[at + 2] < 0 ||
		    e.w[at + 2] >= n_conditions)
			return false;
		at += 2 + e.w[at];
	}
	if (at >= e.n)
		return false;
	n_alternatives = e.w[at++];
	if (n_alternatives < 1 || n_alternatives > QUEUE_MAX_ALTERNATIVES)
		return false;
	for (int i = 0; i < n_alternatives; i++) {
		if (at >= e.n || e.w[at] < 0 ||
		    e.w[at] >> 16 > DECISION_MAX_WORDS ||
		    e.w[at] >> 16 > e.n - at - 1)
			return false;
		decision_start(&d, e.w[at] & 0xffff);
		d.n = (uint16_t)(e.w[at] >> 16);
		memcpy(d.w, e.w + at + 1, d.n * sizeof(d.w[0]));
		if (!decision_check(&d, s))
			return false;
		at += 1 + d.n;
	}
	return at + !!(e.w[1] & QUEUE_BOUND) == e.n;
}

/* --- lists of entries: length, words, length, words .. ----------------- */

static int list_count(const int32_t *w, int n)
{
	int count = 0;

	for (int at = 0; at < n; at += 1 + w[at])
		count++;
	return count;
}

/* offset of entry i, or n */
static int list_find(const int32_t *w, int n, int i)
{
	int at = 0;

	while (at < n && i-- > 0)
		at += 1 + w[at];
	return at;
}

static bool list_at(const int32_t *w, int n, int i, struct queue_entry *out)
{
	int at = i < 0 ? n : list_find(w, n, i);

	if (at >= n)
		return false;
	*out = (struct queue_entry){ w + at + 1, w[at] };
	return true;
}

static bool list_append(int32_t *w, int32_t *n, int max, struct queue_entry e)
{
	if (e.n > max - 1 - *n)
		return false;
	w[(*n)++] = e.n;
	memcpy(w + *n, e.w, (size_t)e.n * sizeof(*w));
	*n += e.n;
	return true;
}

static bool list_remove(int32_t *w, int32_t *n, int i)
{
	int at = i < 0 ? *n : list_find(w, *n, i), len;

	if (at >= *n)
		return false;
	len = 1 + w[at];
	memmove(w + at, w + at + len, (size_t)(*n - at - len) * sizeof(*w));
	*n -= len;
	return true;
}

static bool list_check(const int32_t *w, int n, int max,
		       const struct decision_schema *s, int n_conditions)
{
	int at = 0;

	if (n < 0 || n > max)
		return false;
	while (at < n) {
		struct queue_entry e = { w + at + 1, w[at] };

		if (e.n < 0 || e.n > n - at - 1 ||
		    !queue_entry_check(e, s, n_conditions))
			return false;
		at += 1 + e.n;
	}
	return true;
}

/* the words before the lists */
enum { HEAD = offsetof(struct queue, w) };

void queue_clear(struct queue *q)
{
	memset(q, 0, HEAD);
}

void queue_copy(struct queue *to, const struct queue *from)
{
	memcpy(to, from, HEAD);
	memcpy(to->w, from->w, (size_t)from->n * sizeof(from->w[0]));
	memcpy(to->standing, from->standing,
	       (size_t)from->n_standing * sizeof(from->standing[0]));
}

bool queue_equal(const struct queue *a, const struct queue *b)
{
	return !memcmp(a, b, HEAD) &&
	       !memcmp(a->w, b->w, (size_t)a->n * sizeof(a->w[0])) &&
	       !memcmp(a->standing, b->standing,
		       (size_t)a->n_standing * sizeof(a->standing[0]));
}

int queue_count(const struct queue *q)
{
	return list_count(q->w, q->n);
}

bool queue_at(const struct queue *q, int i, struct queue_entry *out)
{
	return list_at(q->w, q->n, i, out);
}

int queue_count_standing(const struct queue *q)
{
	return list_count(q->standing, q->n_standing);
}

bool queue_standing_at(const struct queue *q, int i, struct queue_entry *out)
{
	return list_at(q->standing, q->n_standing, i, out);
}

bool queue_has_room(const struct queue *q, int words, int entries)
{
	return words + entries <= QUEUE_MAX_WORDS - q->n;
}

bool queue_append(struct queue *q, struct queue_entry e)
{
	return list_append(q->w, &q->n, QUEUE_MAX_WORDS, e);
}

bool queue_remove(struct queue *q, int i)
{
	return list_remove(q->w, &q->n, i);
}

bool queue_add_standing(struct queue *q, struct queue_entry e)
{
	return list_append(q->standing, &q->n_standing, QUEUE_MAX_STANDING, e);
}

bool queue_remove_standing(struct queue *q, int i)
{
	return list_remove(q->standing, &q->n_standing, i);
}

bool queue_begin_standing(struct queue *q, int i, int phase)
{
	struct queue_entry e;
	int32_t *flags;

	if (phase < 0 || !queue_standing_at(q, i, &e) ||
	    !(queue_entry_flags(e) & QUEUE_ONCE))
		return false;
	flags = &q->standing[e.w - q->standing + 1];
	*flags &= (1 << QUEUE_MAIL_SHIFT) - 1;
	*flags |= (phase + 1) << QUEUE_MAIL_SHIFT;
	return true;
}

void queue_mark(struct queue *q, int set, int clear)
{
	for (int at = 0; at < q->n; at += 1 + q->w[at])
		q->w[at + 2] = (q->w[at + 2] & ~clear) | set;
}

bool queue_check(const struct queue *q, const struct decision_schema *s,
		 int n_conditions)
{
	const int32_t flags[] = { q->else_open, q->end_armed };

	if (q->spoiled < 0 || q->spoiled > QUEUE_SHORT)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(flags); i++)
		if (flags[i] != 0 && flags[i] != 1)
			return false;
	return q->stopped >= 0 && q->open >= 0 &&
	       list_check(q->w, q->n, QUEUE_MAX_WORDS, s, n_conditions) &&
	       list_check(q->standing, q->n_standing, QUEUE_MAX_STANDING, s,
			  n_conditions);
}
