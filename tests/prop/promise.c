/* tests/prop/promise.c */
#include "promise.h"
#include "games/rebellion/rules/position.h"
#include <string.h>

static int field_of(const struct system *sys, const struct event *e,
		    const char *name)
{
	return event_field(event_kind(&sys->events, e->kind), name);
}

static bool is_event(const struct system *sys, const struct event *e,
		     const char *name)
{
	return !strcmp(event_kind(&sys->events, e->kind)->name, name);
}

static int32_t value(const struct system *sys, const struct event *e,
		     const char *name)
{
	int f = field_of(sys, e, name);

	return f < 0 ? 0 : event_get(e, f);
}

/* What came of it. */
struct mail_verdict {
	const struct system *sys;
	const struct suggest *o;
	const void *before, *state; /* state: afterwards */
	const struct event *v;
	int n;
};

static bool is_in(int32_t label, const int32_t *v, int n)
{
	int i = 0;

	while (i < n && v[i] != label)
		i++;
	return i < n;
}

/* the order names it as a target */
static bool is_target(const struct mail_verdict *x, int32_t label)
{
	const struct decision *d = x->o->then.kind ? &x->o->then : &x->o->d;
	struct decision_arg a;

	for (int at = 0; decision_next(d, at, &a); at = a.next)
		if (!strcmp(x->sys->decisions.tags[a.tag].name, "target") &&
		    a.w[0] == label)
			return true;
	return false;
}

/* of a dial of Rebellion: the figure that orders name */
static int32_t body_of(const struct mail_verdict *x, int32_t label)
{
	const struct rb_state *s = x->before;
	int f = strcmp(x->sys->name, "rebellion") ? -1 : rb_find(s, label);

	return f < 0 ? label : s->fig[rb_body(s, f)].label;
}

/* Those whom it strikes are those of the order, and those that it tells of. */
static const char *targets_kept(const struct mail_verdict *x,
				const struct event *e)
{
	int n, told = 0;
	const int32_t *t = event_words(e, field_of(x->sys, e, "targets"), &n);

	for (int i = 0; i < n; i++) {
		int32_t label = body_of(x, t[i]);
		bool also = is_in(label, x->o->also, x->o->n_also);

		if (!also && !is_target(x, label))
			return "strikes one whom it does not tell of";
		told += also;
	}
	return told >= x->o->n_also ? NULL : "does not strike all it tells of";
}

/* Of a move of Rebellion: as far, stopped by the same. */
static const char *way_kept(const struct mail_verdict *x)
{
	int32_t least = INT32_MAX, stops = 0;

	for (int i = 0; i < x->n; i++) {
		const struct event *e = x->v + i;

		if (is_event(x->sys, e, "break_away") ||
		    is_event(x->sys, e, "attack"))
			return NULL;
		if (!is_event(x->sys, e, "moved"))
			continue;
		if (value(x->sys, e, "length") / 1000 < least)
			least = value(x->sys, e, "length") / 1000;
		if (!stops)
			stops = value(x->sys, e, "stopped_by");
	}
	if (least < x->o->way - 1 || least > x->o->way + 1)
		return "goes another way than it says";
	return stops == x->o->stops ? NULL : "is stopped by something else";
}

/* TOUCHING: they touch then */
static const char *touch_kept(const struct mail_verdict *x)
{
	const struct rb_state *s = x->state;
	int f = rb_find(s, x->o->actor), t;
	struct decision_arg a;
	struct rb_ground b;

	if (!decision_find(&x->o->d, RB_TAG_TOUCHING, &a))
		return NULL;
	t = rb_find(s, a.w[0]);
	if (!rb_is_free(s, f) || !rb_is_free(s, t))
		return NULL;
	rb_ground_build(s, &b);
	return rb_opponents_touching(s, &b, f) & rb_bit(t)
		       ? NULL
		       : "does not touch whom it names";
}

/* It comes to the square that it names, for as many points as it says. */
static const char *steps_kept(const struct mail_verdict *x)
{
	int32_t cost = 0;

	for (int i = 0; i < x->n; i++) {
		const struct event *e = x->v + i;

		/* it goes on after an answer */
		if (is_event(x->sys, e, "suspended"))
			return NULL;
		if (!is_event(x->sys, e, "stepped"))
			continue;
		if (value(x->sys, e, "piece") == x->o->actor)
			cost += value(x->sys, e, "cost");
	}
	return x->o->far || cost == x->o->way ? NULL : "costs other points";
}

static const char *broken(const struct mail_verdict *x)
{
	bool rebellion = !strcmp(x->sys->name, "rebellion");
	const char *struck = rebellion ? "attack" : "attack_declared";
	const char *fault = NULL;
	int declared = 0;

	for (int i = 0; i < x->n && !fault; i++) {
		const struct event *e = x->v + i;

		if (is_event(x->sys, e, struck) && !declared &&
		    value(x->sys, e, "attacker") == x->o->actor &&
		    x->o->kind != SUGGEST_GO) {
			declared++;
			fault = targets_kept(x, e);
		}
		if ((is_event(x->sys, e, "pole_arm") ||
		     (is_event(x->sys, e, "counter") &&
		      value(x->sys, e, "on") == x->o->actor)) &&
		    !is_in(value(x->sys, e, "fig"), x->o->back, x->o->n_back))
			fault = "is struck back by one it does not tell of";
	}
	if (!fault && x->o->kind == SUGGEST_GO)
		fault = rebellion ? way_kept(x) : steps_kept(x);
	if (!fault && x->o->kind == SUGGEST_GO && rebellion)
		fault = touch_kept(x);
	return fault;
}

const char *promise_broken(const struct system *sys, const struct suggest *o,
			   const void *before, const void *after,
			   const struct event *v, int n)
{
	const struct mail_verdict x = { sys, o, before, after, v, n };

	return broken(&x);
}
