/* src/rules/system.c */
#include "rules/system.h"

void run_emit(struct run *r, const struct event *e)
{
	bool fits;

	assert(r->out->n < r->out->max);
	/* else nobody could read it again */
	assert(event_fits(e, &r->sys->events));
	if (r->out->v)
		event_copy(&r->out->v[r->out->n], e);
	r->out->n++;
	fits = r->sys->evolve(r->state, e);
	assert(fits);
	(void)fits;
}

bool kinds_have(uint64_t kinds, int kind)
{
	kind -= DECISION_FIRST_OWN;
	return 0 <= kind && kind < 64 && kinds >> kind & 1;
}

int run_roll(struct run *r, int sides)
{
	if (!r->dice) {
		r->unknown = true;
		return 0;
	}
	return (int)dice_roll(r->dice, (unsigned)sides);
}

uint64_t kinds_of(const struct decision_schema *s, enum order_class is, int of,
		  const int32_t *option)
{
	uint64_t set = 0;

	for (int i = 0; i < s->n_kinds; i++) {
		const struct decision_kind *k = &s->kinds[i];

		if (k->is == is && (of < 0 || k->of == of) &&
		    (!k->option || option[k->option - 1]))
			set |= UINT64_C(1) << i;
	}
	return set;
}

uint64_t kinds_past(const struct decision_schema *s, int phase)
{
	uint64_t set = 0;

	for (int i = 0; i < s->n_kinds; i++)
		if (s->kinds[i].is == CLASS_SETUP && s->kinds[i].of < phase)
			set |= UINT64_C(1) << i;
	return set;
}

int kind_answering(const struct decision_schema *s, int question)
{
	int i = 0;

	while (s->kinds[i].is != CLASS_ANSWER || s->kinds[i].of != question) {
		i++;
		assert(i < s->n_kinds);
	}
	return DECISION_FIRST_OWN + i;
}

void awaiting_add(struct awaiting *a, int seat, uint64_t kinds, bool sealed)
{
	a->v[a->n++] = (struct awaited){
		.seat = seat, .kinds = kinds, .blocking = true, .sealed = sealed
	};
}

bool awaiting_has(const struct awaiting *a, int seat, int kind)
{
	for (int i = 0; i < a->n; i++)
		if (a->v[i].seat == seat && kinds_have(a->v[i].kinds, kind))
			return true;
	return false;
}

struct family *family_add(struct families *fs, int kind, int32_t actor)
{
	struct family *f;

	if (fs->n == fs->max)
		return NULL;
	f = &fs->v[fs->n++];
	memset(f, 0, sizeof(*f));
	f->kind = kind;
	f->actor = actor;
	return f;
}

void family_aim(struct family *f, int32_t label)
{
	if (f->n_targets < (int)ARRAY_LEN(f->targets))
		f->targets[f->n_targets++] = label;
}
