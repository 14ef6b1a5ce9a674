/*
 * src/orders/meaning_pronoun.c - fills in parts of a clause from another one:
 * IT, its actor, THE SAME; and folds clauses into another one
 */
#include "orders/meaning_private.h"
#include <string.h>

/* nobody is told to act: those of the clause before do */
static void actors_inherit(struct meaning_work *w, struct clause *c,
			   const struct clause *before)
{
	/* .., THEN END */
	if (c->verb.len && !verb_wants(w, c->verb, 'a') &&
	    !verb_wants(w, c->verb, 'A'))
		return;
	for (int i = 0; i < c->n_slots; i++)
		if (c->slot[i].acts)
			return;
	for (int i = 0; i < before->n_slots && c->n_slots < CLAUSE_SLOTS; i++)
		if (before->slot[i].acts)
			c->slot[c->n_slots++] = before->slot[i];
}

/* BEFORE A3 ACTS */
static bool is_moment(const struct mean_slot *s)
{
	return s->is == MEAN_FIGURE &&
	       (str_is(s->rel, "before") || str_is(s->rel, "after"));
}

/* does the clause name a target, apart from actors and pronouns? */
static bool names_target(const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++)
		if ((c->slot[i].is == MEAN_FIGURE ||
		     c->slot[i].is == MEAN_THING) &&
		    !c->slot[i].acts && !c->slot[i].pro &&
		    !is_moment(&c->slot[i]))
			return true;
	return false;
}

/* the figure of the clause's condition: BEFORE A3 ACTS, IF B1 IS ALIVE */
static int32_t clause_spoken(const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++)
		if (is_moment(&c->slot[i]) && c->slot[i].n == 1)
			return c->slot[i].label_of[0];
	return c->when.has ? c->when.label : 0;
}

/* IT is none of those that were spoken of: any of the others' pieces, or of
 * the writer's own if the verb is for friends, of which perhaps one alone will
 * do */
static void slot_any(struct meaning_work *w, const struct clause *c,
		     int32_t actor, struct mean_slot *s)
{
	const struct grammar_names *names = &w->r->names;
	bool friends =
		verb_wants(w, c->verb, 'u') && !verb_wants(w, c->verb, 't');

	for (int i = 0; i < names->n && w->line->seat >= 0; i++)
		if (!names->v[i].idle && names->v[i].there &&
		    names->v[i].label != actor &&
		    (mean_seat_of(&names->v[i]) == w->line->seat) == friends)
			slot_add(s, names->v[i].label);
	/* a step that cannot be done tells nothing of whom it was meant for */
	w->doubtful |=
		s->n > 1 && meaning_places(w->r->g->meaning) == GRAMMAR_ZONES;
}

/* IT is turned or moved somewhere: the actor, unless a figure of the writer's
 * was spoken of */
static bool moves_it(const struct meaning_work *w, const struct clause *c,
		     const struct mean_slot *s, int32_t actor, int32_t target)
{
	return actor && !s->rel.len && !s->before &&
	       (str_is(c->verb, "turn") || str_is(c->verb, "go")) &&
	       (clause_has(c, MEAN_DIR) || clause_has(c, MEAN_WAY) ||
		clause_has(c, MEAN_PLACE)) &&
	       !(target && label_is_mine(w, target));
}

/* IT is the target; where that is named besides, LE DISPARA A B1, it goes */
static void pronouns_fill(struct meaning_work *w, struct clause *c,
			  int32_t actor, int32_t target)
{
	bool named = names_target(c);
	int n = 0;

	for (int i = 0; i < c->n_slots; i++) {
		struct mean_slot *s = &c->slot[i];
		bool self = str_is(s->value, "self");

		if (s->pro && named && !self)
			continue;
		/* DO NOT MOVE A1, TURN IT EAST */
		if (s->pro && !self && moves_it(w, c, s, actor, target))
			continue;
		/* HE GOES NORTH: the actor of the clause before */
		if (s->pro && s->before && str_is(s->value, "he") && actor)
			continue;
		if (s->pro && self && actor)
			slot_add(s, actor);
		else if (s->pro && !self && target && target != actor) {
			/* IF IT IS ARMED, DISARM IT */
			if (c->when.has && !name_of_label(w, target))
				s->is = MEAN_THING;
			slot_add(s, target);
		} else if (s->pro && !self && actor &&
			   !clause_has(c, MEAN_SPELL))
			slot_any(w, c, actor, s);
		c->slot[n++] = *s;
	}
	c->n_slots = n;
}

/* DISPARALE: the object is part of the verb */
static void carried_add(struct meaning_work *w, struct clause *c, int32_t actor,
			int32_t target, bool any)
{
	struct mean_slot s = { .is = MEAN_FIGURE, .label = true };

	if (target && target != actor) {
		s.is = name_of_label(w, target) ? MEAN_FIGURE : MEAN_THING;
		slot_add(&s, target);
	} else if (any) {
		slot_any(w, c, actor, &s);
		/* a spell may be cast on any of them */
		w->doubtful |= clause_has(c, MEAN_SPELL);
	}
	if (s.n && c->n_slots < CLAUSE_SLOTS)
		c->slot[c->n_slots++] = s;
}

/* RUNS TO B1 and ATTACKS: the second verb has no target */
static bool lacks_target(struct meaning_work *w, const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++)
		if (!c->slot[i].acts)
			return false;
	return verb_wants(w, c->verb, 't') && !clause_is_whole(w, c);
}

/* HE .., in front of its verb */
static bool begins_with_he(const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++)
		if (c->slot[i].pro && c->slot[i].before &&
		    str_is(c->slot[i].value, "he"))
			return true;
	return false;
}

/* GIVE IT TO A3 and HE GOES: A3; 0: the clause has no such target */
static int32_t own_target(const struct meaning_work *w, const struct clause *c)
{
	int32_t label = 0;

	for (int i = 0; i < c->n_slots; i++)
		if (c->slot[i].is == MEAN_FIGURE && !c->slot[i].acts &&
		    c->slot[i].n == 1 &&
		    label_is_mine(w, c->slot[i].label_of[0]))
			label = c->slot[i].label_of[0];
	return label;
}

static void acts_add(struct clause *c, int32_t actor)
{
	struct mean_slot s = {
		.is = MEAN_FIGURE, .label = true, .acts = true, .before = true
	};

	slot_add(&s, actor);
	if (actor && c->n_slots < CLAUSE_SLOTS)
		c->slot[c->n_slots++] = s;
}

/* A1 GOES 3 NORTH, A5 THE SAME: the clause has only its actors and SAME, and
 * takes the rest from the one before */
static void same_resolve(struct clause *c, const struct clause *before)
{
	int at = -1;

	for (int i = 0; i < c->n_slots; i++) {
		if (c->slot[i].is == MEAN_MOD &&
		    str_is(c->slot[i].value, "same"))
			at = i;
		else if (c->slot[i].is != MEAN_FIGURE || c->slot[i].pro)
			return;
	}
	if (at < 0)
		return;
	slot_drop(c, at);
	for (int i = 0; i < c->n_slots; i++) {
		c->slot[i].acts = true;
		c->slot[i].rel = STR("");
	}
	c->verb = before->verb;
	c->elided = false;
	/* A1 DOES NOT MOVE BUT A5 DOES: it does something */
	if (str_is(c->verb, "nomove") || str_is(c->verb, "pass")) {
		c->verb = STR("go");
		c->unknown++;
	}
	for (int i = 0; i < before->n_slots && c->n_slots < CLAUSE_SLOTS; i++)
		if (!before->slot[i].acts)
			c->slot[c->n_slots++] = before->slot[i];
}

/* A1 FIGHTS B1, A2 HELPS: the helpers stand with the actor before */
static bool assists(struct clause *c, struct clause *before)
{
	int n = before->n_slots;

	if (!str_is(c->verb, "assist"))
		return false;
	for (int i = 0; i < c->n_slots; i++) {
		const struct mean_slot *s = &c->slot[i];

		if (s->pro || (s->is == MEAN_FIGURE && !s->acts && s->n == 1 &&
			       slot_has(s, clause_actor(before))))
			continue;
		if (s->is != MEAN_FIGURE || n == CLAUSE_SLOTS)
			return false;
		before->slot[n] = *s;
		before->slot[n].acts = false;
		before->slot[n++].rel = STR("with");
	}
	before->n_slots = n;
	before->unknown += c->unknown;
	return true;
}

/* A3 HELPS A2 SHOOT B1: A2 shoots, with A3 */
static bool helps_next(struct meaning_work *w, const struct clause *c,
		       struct clause *next)
{
	int32_t actor = 0;
	int n = next->n_slots;

	if (!str_is(c->verb, "assist") || c->negated || next->elided)
		return false;
	for (int i = 0; i < next->n_slots; i++)
		if (next->slot[i].acts)
			return false;
	for (int i = 0; i < c->n_slots; i++) {
		const struct mean_slot *s = &c->slot[i];

		if (s->is != MEAN_FIGURE || s->n != 1 ||
		    !label_is_mine(w, s->label_of[0]) || n == CLAUSE_SLOTS)
			return false;
		if (!s->acts) {
			actor = s->label_of[0];
			continue;
		}
		next->slot[n] = *s;
		next->slot[n].acts = false;
		next->slot[n++].rel = STR("with");
	}
	if (!actor || n == CLAUSE_SLOTS)
		return false;
	next->n_slots = n;
	acts_add(next, actor);
	next->joint = c->joint;
	return true;
}

/* clauses that only add to the one before or after are read into it */
static void clauses_fold(struct meaning_work *w)
{
	int n = w->n ? 1 : 0;

	if (w->n > 1 && helps_next(w, &w->clause[0], &w->clause[1])) {
		w->n--;
		memmove(w->clause, w->clause + 1,
			(size_t)w->n * sizeof(*w->clause));
	}
	for (int k = 1; k < w->n; k++) {
		same_resolve(&w->clause[k], &w->clause[n - 1]);
		if (!assists(&w->clause[k], &w->clause[n - 1]))
			w->clause[n++] = w->clause[k];
	}
	w->n = n;
}

/* HUYO DE B1: the writer's leader, where the game has one */
static void acts_self(struct meaning_work *w, struct clause *c)
{
	const struct grammar_names *names = &w->r->names;

	/* PASO alone is no order to the leader */
	if (!c->mine || clause_actor(c) || !verb_wants(w, c->verb, 'a') ||
	    (c->n == 1 && str_is(c->verb, "pass")) || clause_is_whole(w, c))
		return;
	for (int i = 0; i < names->n; i++)
		if (names->v[i].leads && label_is_mine(w, names->v[i].label)) {
			acts_add(c, names->v[i].label);
			return;
		}
}

/* IT is the target of the clause before or, without one, of the mail */
static void pronouns_resolve(struct meaning_work *w)
{
	int32_t target = w->memory->target, actor = w->memory->actor;

	for (int k = 0; k < w->n; k++) {
		struct clause *c = &w->clause[k];
		int32_t t, a, named = clause_actor(c);

		acts_self(w, c);
		/* A2 HEALS A4 AND HE GOES: one of the two */
		w->doubtful |= k && !named && begins_with_he(c) &&
			       clause_actor(c - 1) && own_target(w, c - 1);
		if (k)
			actors_inherit(w, c, c - 1);
		/* GIVE K3 TO A3 AND THEN RUN TO THE EXIT: A3 runs */
		if (k && !clause_actor(c) &&
		    (begins_with_he(c) ||
		     (!clause_actor(c - 1) && clause_has(c - 1, MEAN_THING))))
			acts_add(c, own_target(w, c - 1));
		if (k)
			;
		else if (!named && actor && begins_with_he(c))
			acts_add(c, actor);
		a = clause_actor(c);
		t = clause_spoken(c);
		target = t ? t : target;
		pronouns_fill(w, c, a, target);
		if (!names_target(c) &&
		    (c->carries || (k && lacks_target(w, c))))
			carried_add(w, c, a, target,
				    named != 0 || clause_has(c, MEAN_SPELL));
		t = clause_target(c);
		target = t ? t : target;
		actor = a ? a : actor;
	}
}

/* OPENS THE DOOR BUT STAYS WHERE SHE IS, STAYS IN B2 AND GUARDS: beside another
 * order of the same figure it says nothing. A1 DOES NOT MOVE says nothing
 * with an order of any figure, for to pass would cost an action. */
static bool is_stay(const struct meaning_work *w, const struct clause *c)
{
	const struct grammar_name *n = name_of_label(w, clause_actor(c));

	if (c->negated || c->unknown || c->when.has || !n ||
	    c->joint == CLAUSE_ELSE || c->joint == CLAUSE_OR ||
	    !(str_is(c->verb, "pass") || str_is(c->verb, "keep") ||
	      str_is(c->verb, "nomove")))
		return false;
	for (int i = 0; i < c->n_slots; i++) {
		const struct mean_slot *s = &c->slot[i];

		if (!s->acts && !(s->is == MEAN_PLACE && n->there &&
				  s->x == n->x && s->y == n->y))
			return false;
	}
	return true;
}

static void stays_drop(struct meaning_work *w)
{
	int n = 0;

	for (int k = 0; k < w->n; k++) {
		const struct clause *c = &w->clause[k];
		bool acts = false;

		for (int i = 0; i < w->n; i++)
			acts |= i != k && !w->clause[i].negated &&
				!is_stay(w, &w->clause[i]) &&
				(str_is(c->verb, "nomove") ||
				 clause_actor(&w->clause[i]) ==
					 clause_actor(c));
		if (acts && is_stay(w, c)) {
			w->stays |= clause_actor(c) != 0 &&
				    !str_is(c->verb, "nomove");
			continue;
		}
		if (n != k)
			w->clause[n] = *c;
		n++;
	}
	w->n = n;
}

void clauses_refer(struct meaning_work *w)
{
	clauses_fold(w);
	pronouns_resolve(w);
	stays_drop(w);
}
