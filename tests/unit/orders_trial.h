/*
 * tests/unit/orders_trial.h - what the orders of every game must stand, for
 * tests of one game's orders.
 */
#ifndef TESTS_ORDERS_TRIAL_H
#define TESTS_ORDERS_TRIAL_H
#include "unit.h"
#include "orders_fixture.h"

/* what was read, written back, a line an entry; or the complaint */
static inline const char *trial_written(const struct orders_fixture *f,
					const struct orders *o, int lang)
{
	static char room[8192];
	struct buf b;
	bool ok;

	buf_init(&b, sizeof(room) - 1);
	if (o->n_complaints)
		orders_write_complaint(&f->grammar, lang, o, &o->complaints[0],
				       NULL, &b);
	for (int i = 0; !o->n_complaints && i < o->n_lines; i++) {
		if (i)
			buf_addc(&b, '\n');
		ok = o->lines[i].kind == LINE_QUERY
			     ? grammar_write(&f->grammar, lang,
					     o->lines[i].query, &b)
			     : orders_write_entry(&f->grammar, lang,
						  o->lines[i].entry, &b);
		assert_true(ok);
	}
	memcpy(room, b.s ? b.s : "", b.len);
	room[b.len] = 0;
	buf_release(&b);
	return room;
}

static inline const char *trial_english(const struct orders_fixture *f,
					const struct orders *o)
{
	return trial_written(f, o, 0);
}

/* a line that is not understood: where, and what it is told to be near to */
struct trial_doubt {
	const char *text;
	enum complaint_kind kind;
	int column;          /* from 0 */
	const char *nearest; /* NULL: it is not looked at */
};

/* Each has this one complaint. o: as the line was read. */
static inline void trial_doubt(const struct orders_fixture *f,
			       const struct trial_doubt *d,
			       const struct orders *o)
{
	const struct complaint *c = &o->complaints[0];

	if (o->n_complaints != 1)
		fail_msg("%s: %d complaints", d->text, o->n_complaints);
	if (c->kind != d->kind || (int)c->at != d->column)
		fail_msg("%s: kind %d at %d", d->text, (int)c->kind,
			 (int)c->at);
	if (d->nearest)
		assert_str(orders_nearest(&f->grammar, 0, c), d->nearest);
}

/* the help in both languages: so long at least, with nothing left out */
static inline void trial_help(const struct orders_fixture *f, size_t least)
{
	for (int lang = 0; lang < 2; lang++) {
		struct buf b;
		const char *bad;

		buf_init(&b, 65536);
		grammar_describe(&f->grammar, lang, &b);
		assert_true(b.len > least && !b.full);
		if ((bad = strstr(b.s, "<>")) || (bad = strstr(b.s, "\t\t")))
			fail_msg("%.60s", bad - 50);
		buf_release(&b);
	}
}

static inline void trial_meanings(const struct orders_fixture *f)
{
	struct buf faults;
	int n;

	buf_init(&faults, 65536);
	n = grammar_check(&f->grammar, orders_common_keys, orders_n_common_keys,
			  orders_n_behind_keys, &faults, NULL);
	if (n)
		fprintf(stderr, "%s", faults.s);
	assert_int_equal(n, 0);
	buf_release(&faults);
}

static inline uint32_t trial_bits(const void *source, uint32_t roll,
				  uint32_t draws)
{
	uint32_t x = roll * 2654435761u + draws + (source != NULL);

	x ^= x >> 15;
	x *= 2246822519u;
	return x ^ x >> 13;
}

/* n decisions drawn from the grammar, written and read back: of every kind */
static inline void trial_drawn(const struct orders_fixture *f, int n,
			       const int32_t *labels, int n_labels)
{
	struct dice rng = { .bits = trial_bits };
	bool seen[64] = { false };
	int drawn = 0, kinds = 0;

	for (int i = 0; i < n; i++) {
		struct arena a = { 0 };
		struct token_list *t = ARENA_NEW(&a, struct token_list);
		struct grammar_result *r = ARENA_NEW(&a, struct grammar_result);
		struct decision d;
		struct buf text;

		buf_init(&text, 16384);
		if (grammar_draw(&f->grammar, &rng, labels, n_labels, &d)) {
			assert_true(decision_check(&d, &f->sys.decisions));
			assert_true(
				grammar_write(&f->grammar, i % 2, &d, &text));
			token_split(&a, buf_str(&text), t);
			grammar_read(&f->grammar, &a, NULL, t->v, t->n, r);
			if (r->fault != GRAMMAR_FAULT_NONE ||
			    !decision_equal(&d, &r->d))
				fail_msg("%s", text.s);
			kinds += !seen[d.kind - DECISION_FIRST_OWN];
			seen[d.kind - DECISION_FIRST_OWN] = true;
			drawn++;
		}
		buf_release(&text);
		arena_release(&a);
	}
	assert_true(drawn > n - 500);
	assert_int_equal(kinds, f->sys.decisions.n_kinds);
}
#endif
