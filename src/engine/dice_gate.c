/* src/engine/dice_gate.c */
#include "engine/dice_gate.h"

void dice_gate_begin(struct dice_gate *w, const struct run *r)
{
	w->run = *r;
	w->run.dice = NULL;
	if (!r->secrets)
		return;
	w->dry = *r->secrets;
	w->dry.bits = NULL;
	w->run.secrets = &w->dry;
}

static void copy_begin(struct dry_run *t, const struct run *r)
{
	dry_run_begin(t, r->trials, r->sys, r->state);
	t->run.catalog = r->catalog;
}

bool dice_gate_decides(const struct run *r, int seat, const struct decision *d)
{
	struct refusal no = { 0 };
	enum verdict verdict;
	struct dry_run t;

	copy_begin(&t, r);
	verdict = r->sys->decide(&t.run, seat, d, &no);
	dry_run_end(&t);
	return verdict != VERDICT_UNKNOWN && !t.run.unknown;
}

bool dice_gate_advances(const struct run *r, bool *to_roll)
{
	struct dry_run t;
	bool good = true;

	copy_begin(&t, r);
	r->sys->advance(&t.run);
	*to_roll = t.run.unknown;
	if (*to_roll) {
		/* again from there: is the roll the first thing? */
		t.out.n = 0;
		t.run.unknown = false;
		r->sys->advance(&t.run);
		good = t.run.unknown && !t.out.n;
	}
	dry_run_end(&t);
	return good;
}
