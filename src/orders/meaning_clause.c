/* src/orders/meaning_clause.c - a line in clauses, and what goes with each */
#include "orders/meaning_private.h"

/* --- names -----------------------------------------------------------------
 */

const struct grammar_name *name_of_label(const struct meaning_work *w,
					 int32_t label)
{
	for (int i = 0; i < w->r->names.n; i++)
		if (w->r->names.v[i].label == label)
			return &w->r->names.v[i];
	return NULL;
}

bool slot_has(const struct mean_slot *s, int32_t label)
{
	for (int i = 0; i < s->n; i++)
		if (s->label_of[i] == label)
			return true;
	return false;
}

static void slot_add(struct mean_slot *s, int32_t label)
{
	if (s->n < SLOT_FIGURES && !slot_has(s, label))
		s->label_of[s->n++] = label;
}

static bool is_mine(const struct meaning_work *w, int32_t label)
{
	const struct grammar_name *n = name_of_label(w, label);

	/* where it is not known who writes, anybody's may be his */
	return n && (w->line->seat < 0 || mean_seat_of(n) == w->line->seat);
}

static bool is_nobodys(const struct meaning_work *w, int32_t label)
{
	const struct grammar_name *n = name_of_label(w, label);

	return n && mean_seat_of(n) < 0;
}

/* may he who writes move it at all? */
static bool may_act(const struct meaning_work *w, int32_t label)
{
	const struct grammar_name *n = name_of_label(w, label);

	return n && !n->idle &&
	       (w->line->seat < 0 || mean_seat_of(n) == w->line->seat ||
		mean_seat_of(n) < 0);
}

/* --- segments ----------------------------------------------------------------
 */

static bool says_content(const struct mean_item *i)
{
	switch (i->is) {
	case MEAN_VERB:
	case MEAN_WAY:
	case MEAN_DIR:
	case MEAN_MOD:
	case MEAN_THING:
	case MEAN_EDGE:
	case MEAN_NUMBER:
	case MEAN_FIGURE:
	case MEAN_PLACE:
	case MEAN_SPELL: return true;
	default: return false;
	}
}

/* what no remark has */
static bool is_plain_order(const struct mean_item *i)
{
	return i->label || i->is == MEAN_NUMBER || i->is == MEAN_PLACE ||
	       i->is == MEAN_SPELL || i->is == MEAN_DIR || i->is == MEAN_IF ||
	       i->is == MEAN_NOT || i->is == MEAN_ELSE || i->is == MEAN_MOD;
}

/* where a remark that begins at item i ends */
static int remark_end(struct meaning_work *w, int i)
{
	const struct mean_line *l = w->line;
	int k = i + 1;

	while (k < l->n && !l->v[k].stop) {
		if (is_plain_order(&l->v[k]))
			return l->v[k].is == MEAN_NUMBER ? k : i + 1;
		k++;
	}
	return k;
}

struct segment {
	enum clause_joint joint;
	int from, to;
	bool verb, content, unknown, condition, stop;
};

static bool is_joint(const struct mean_item *i)
{
	return i->is == MEAN_AND || i->is == MEAN_THEN || i->is == MEAN_ELSE ||
	       i->is == MEAN_OR || i->is == MEAN_IF;
}

/* where the condition of an IF at item i ends; i: it is none that is known */
static int condition_read(struct meaning_work *w, int i,
			  struct mean_condition *out)
{
	const struct mean_line *l = w->line;
	bool negated = false;

	*out = (struct mean_condition){ .has = true };
	for (int k = i + 1; k < l->n && k < i + 9; k++) {
		const struct mean_item *m = &l->v[k];

		if (m->is == MEAN_NOT)
			negated = true;
		if (m->is == MEAN_FIGURE && m->n_set == 1)
			for (int f = 0; f < w->r->names.n; f++)
				if (f < MEAN_MAX_NAMES && mean_in(m, f))
					out->label = w->r->names.v[f].label;
		if (m->is == MEAN_THING && m->label)
			out->label = w->r->names.thing[m->number].label;
		if (m->is == MEAN_STATE) {
			out->state = m->value;
			out->negated = negated;
			return k + 1;
		}
		if (m->is == MEAN_VERB || (m->point && k > i + 1))
			break;
	}
	return i;
}

static void clause_add(struct meaning_work *w, struct clause *c, int from,
		       int to)
{
	for (int i = from; i < to && c->n < MEAN_MAX_TOKENS; i++)
		c->v[c->n++] = &w->line->v[i];
}

/* the verb of a clause: of several the first that rows have; what only helps
 * (USE) steps back */
static void clause_verb(struct meaning_work *w, struct clause *c)
{
	int best = INT32_MAX;

	c->verb = STR("");
	c->carries = false;
	for (int i = 0; i < c->n; i++) {
		int row;

		if (c->v[i]->is != MEAN_VERB)
			continue;
		c->carries |= c->v[i]->carries;
		row = verb_row(w, c->v[i]->value);
		if (row < best) {
			best = row;
			c->verb = c->v[i]->value;
		}
	}
}

/* --- slots
 * ---------------------------------------------------------------------
 */

static struct mean_slot *slot_new(struct clause *c, const struct mean_item *i,
				  struct str rel, bool before)
{
	struct mean_slot *s;

	if (c->n_slots == CLAUSE_SLOTS) {
		c->unknown++;
		return NULL;
	}
	s = &c->slot[c->n_slots++];
	*s = (struct mean_slot){ .is = i->is,
				 .rel = rel,
				 .value = i->value,
				 .before = before,
				 .label = i->label,
				 .several = i->several,
				 .guessed = i->guessed,
				 .partly = i->partly,
				 .number = i->number,
				 .x = i->x,
				 .y = i->y,
				 .whole = i->whole };
	return s;
}

/* the figures of an item; of = 1: the writer's own, 2: of others */
static void slot_figures(struct meaning_work *w, const struct mean_item *i,
			 int of, struct mean_slot *s)
{
	const struct grammar_names *names = &w->r->names;

	for (int k = 0; k < names->n && k < MEAN_MAX_NAMES; k++) {
		int32_t label = names->v[k].label;

		if (!mean_in(i, k) || (of == 1 && !is_mine(w, label)) ||
		    (of == 2 && is_mine(w, label)))
			continue;
		slot_add(s, label);
	}
}

/* whom the writer's own piece or the enemy's stands for: ME, THE MAGE */
static void slot_leader(struct meaning_work *w, bool own, struct mean_slot *s)
{
	const struct grammar_names *names = &w->r->names;

	for (int k = 0; k < names->n; k++)
		if (names->v[k].leads &&
		    (mean_seat_of(&names->v[k]) == w->line->seat) == own)
			slot_add(s, names->v[k].label);
}

static void slot_things(struct meaning_work *w, const struct mean_item *i,
			struct mean_slot *s)
{
	const struct grammar_names *names = &w->r->names;

	if (i->label) {
		slot_add(s, names->thing[i->number].label);
		return;
	}
	for (int k = 0; k < names->n_thing; k++)
		if (str_is(i->value, names->thing[k].kind) &&
		    names->thing[k].label)
			slot_add(s, names->thing[k].label);
	/* a treasure of which it is not known what it is may be any */
	for (int k = 0; k < names->n_thing && !s->n; k++)
		if (names->thing[k].holder && names->thing[k].label &&
		    (str_is(i->value, "treasure") ||
		     !strcmp(names->thing[k].kind, "treasure")))
			slot_add(s, names->thing[k].label);
}

/* the kind of the thing with this label */
static const struct grammar_thing *thing_of(const struct meaning_work *w,
					    int32_t label)
{
	for (int k = 0; k < w->r->names.n_thing; k++)
		if (w->r->names.thing[k].label == label && label)
			return &w->r->names.thing[k];
	return NULL;
}

/* THE DOOR D1, THE ARCHER P2, the chest on F4: one thing said twice */
static bool slot_again(struct meaning_work *w, struct clause *c,
		       struct mean_slot *s)
{
	struct mean_slot *last =
		c->n_slots > 1 ? &c->slot[c->n_slots - 2] : NULL;
	const struct grammar_thing *t;

	if (!last)
		return false;
	if (s->is == MEAN_FIGURE && last->is == MEAN_FIGURE && s->n == 1 &&
	    !last->several && (s->label || last->label) &&
	    slot_has(last, s->label_of[0]) &&
	    (last->n > 1 || last->label != s->label)) {
		last->n = 1;
		last->label_of[0] = s->label_of[0];
		last->label = true;
		last->guessed = false;
	} else if (s->is == MEAN_FIGURE && last->is == MEAN_FIGURE &&
		   last->n == 1 && last->label && s->n > 1 && !s->several &&
		   slot_has(s, last->label_of[0])) {
		/* A1 the gunner */
	} else if (s->is == MEAN_THING && last->is == MEAN_THING && s->label &&
		   !last->label &&
		   ((t = thing_of(w, s->label_of[0])) != NULL) &&
		   (str_is(last->value, t->kind) || last->n == 0 ||
		    t->holder)) {
		last->n = 1;
		last->label_of[0] = s->label_of[0];
		last->label = true;
	} else if (s->is == MEAN_PLACE && last->is == MEAN_THING &&
		   !last->label && last->n) {
		bool at = false;

		for (int k = 0; k < last->n && !at; k++) {
			t = thing_of(w, last->label_of[k]);
			at = t && t->there && t->x == s->x && t->y == s->y;
			if (at)
				last->label_of[0] = t->label;
		}
		if (!at)
			return false;
		last->n = 1;
		last->label = true;
	} else {
		return false;
	}
	c->n_slots--;
	return true;
}

/* a list goes on: A2, A3 and A4 */
static struct str list_rel(const struct clause *c, struct str rel, bool *same)
{
	const struct mean_slot *last =
		c->n_slots ? &c->slot[c->n_slots - 1] : NULL;

	*same = last && last->is == MEAN_FIGURE && !rel.len;
	return *same ? last->rel : rel;
}

static void figure_slot(struct meaning_work *w, struct clause *c,
			const struct mean_item *i, struct str rel, bool before,
			int of, bool adjoins)
{
	bool same = false;
	struct str r = adjoins ? list_rel(c, rel, &same) : rel;
	const struct mean_slot *last = same ? &c->slot[c->n_slots - 1] : NULL;
	bool acts = last && last->acts;
	struct mean_slot *s = slot_new(c, i, r, before);

	if (!s)
		return;
	slot_figures(w, i, of, s);
	s->acts = acts;
	if (!s->n)
		c->unknown++;
	slot_again(w, c, s);
}

/* IT: whom the line or the mail spoke of last */
static void pronoun_slot(struct meaning_work *w, struct clause *c,
			 const struct mean_item *i, struct str rel, bool before)
{
	struct mean_slot *s;

	if (str_is(i->value, "group")) /* it says: all of them */
		return;
	s = slot_new(c, i, rel, before);
	if (!s)
		return;
	s->is = MEAN_FIGURE;
	if (str_is(i->value, "me")) {
		slot_leader(w, true, s);
		if (!s->n) /* I am nobody on this board */
			c->n_slots--;
		return;
	}
	if (str_is(i->value, "foe")) {
		slot_leader(w, false, s);
		if (!s->n)
			c->n_slots--;
		return;
	}
	s->pro = true;
}

static void item_slot(struct meaning_work *w, struct clause *c, int at,
		      struct str *rel, bool *before, int *of, bool *adjoins,
		      bool *seen_verb)
{
	const struct mean_item *i = c->v[at];
	struct mean_slot *s;
	bool next = false;

	switch (i->is) {
	case MEAN_VERB:
		*before = false;
		*rel = STR("");
		/* a slip that is no verb of this clause is no slip */
		if (i->guessed && (*seen_verb || !str_equal(i->value, c->verb)))
			c->unknown++;
		*seen_verb = true;
		break;
	case MEAN_CLITIC:
		if (at + 1 < c->n && c->v[at + 1]->is == MEAN_VERB)
			c->carries = true;
		break;
	case MEAN_REL:
		if (str_is(i->value, "of") && rel->len)
			break;
		*rel = i->value;
		break;
	case MEAN_MINE: *of = 1; return;
	case MEAN_FOE: *of = 2; return;
	case MEAN_FIGURE:
		figure_slot(w, c, i, *rel, *before, *of, *adjoins);
		*rel = STR("");
		next = true;
		break;
	case MEAN_PRO:
		pronoun_slot(w, c, i, *rel, *before);
		*rel = STR("");
		break;
	case MEAN_THING:
		if ((s = slot_new(c, i, *rel, *before))) {
			slot_things(w, i, s);
			slot_again(w, c, s);
		}
		*rel = STR("");
		break;
	case MEAN_PLACE:
	case MEAN_EDGE:
	case MEAN_SPELL:
		if ((s = slot_new(c, i, *rel, *before))) {
			if (i->is == MEAN_SPELL && i->n_set)
				slot_figures(w, i, 0, s);
			if (*of)
				s->several = *of == 1; /* MY EDGE */
			slot_again(w, c, s);
		}
		*rel = STR("");
		break;
	case MEAN_DIR:
	case MEAN_WAY:
		slot_new(c, i, *rel, *before);
		*rel = STR("");
		break;
	case MEAN_NUMBER:
	case MEAN_MOD: slot_new(c, i, STR(""), *before); break;
	case MEAN_ALL:
		*adjoins = true;
		if ((s = slot_new(c, i, *rel, *before)))
			s->is = MEAN_ALL;
		break;
	case MEAN_NOT: c->negated = true; break;
	case MEAN_UNKNOWN:
	case MEAN_NOUN:
	case MEAN_STATE:
		if (i->is == MEAN_STATE && c->n > 1 && str_is(i->value, "idle"))
			break;
		c->unknown++;
		break;
	default: break;
	}
	c->guessed |= i->guessed && i->is != MEAN_UNKNOWN;
	if (next)
		*adjoins = true;
	else if (i->is != MEAN_AND && i->is != MEAN_IDLE && i->is != MEAN_OR &&
		 i->is != MEAN_CLITIC)
		*adjoins = false;
	if (i->is != MEAN_IDLE && i->is != MEAN_REL && i->is != MEAN_CLITIC)
		*of = 0;
}

/* Who acts: whoever of the writer's stands before the verb, or behind WITH or
 * BY, or first behind the verb. */
static void who_acts(struct meaning_work *w, struct clause *c)
{
	bool any = false, plain = false;
	int figures = 0, others = 0;

	for (int i = 0; i < c->n_slots; i++) {
		struct mean_slot *s = &c->slot[i];
		bool mine = false;

		if (s->is != MEAN_FIGURE || s->pro)
			continue;
		figures++;
		others += !str_is(s->rel, "with");
		for (int k = 0; k < s->n; k++)
			mine |= may_act(w, s->label_of[k]);
		if (mine && s->before && !s->rel.len) {
			s->acts = true;
			any = true;
		}
	}
	/* HEAL A5 WITH A3; but A2 WITH A3 and A4 are a group */
	for (int i = 0; i < c->n_slots && !any; i++)
		plain |= c->slot[i].is == MEAN_FIGURE && !c->slot[i].rel.len &&
			 c->slot[i].n && is_mine(w, c->slot[i].label_of[0]);
	for (int i = 0; i < c->n_slots; i++) {
		struct mean_slot *s = &c->slot[i];

		if (s->is == MEAN_FIGURE && !any && s->n &&
		    (!plain || verb_wants(w, c->verb, 'u') ||
		     (verb_wants(w, c->verb, 't') && others < 2)) &&
		    (str_is(s->rel, "with") || str_is(s->rel, "by")) &&
		    may_act(w, s->label_of[0]))
			s->acts = any = true;
	}
	for (int i = 0; i < c->n_slots && !any; i++) {
		struct mean_slot *s = &c->slot[i];
		bool mine = false;

		if (s->is != MEAN_FIGURE || s->pro || s->rel.len)
			continue;
		for (int k = 0; k < s->n; k++)
			mine |= may_act(w, s->label_of[k]);
		/* HEAL AMIR: by whom is not told */
		if (figures < 2 && verb_wants(w, c->verb, 'u'))
			continue;
		/* KILL THE GNOLL: nobody's, and the only one named */
		if (mine && !(s->n && is_nobodys(w, s->label_of[0]) &&
			      c->verb.len && figures < 2)) {
			s->acts = any = true;
			/* CHARGE A3 B2 of him who has B2 may be either way */
			for (int k = 0; k < i; k++)
				if (c->slot[k].is == MEAN_FIGURE &&
				    !c->slot[k].rel.len && !c->slot[k].pro)
					c->unknown++;
			/* those in a row behind it, as in FORM A1 A2 A3 */
			for (int k = i + 1; k < c->n_slots; k++)
				if (c->slot[k].is == MEAN_FIGURE &&
				    !c->slot[k].rel.len && c->slot[k].n &&
				    label_letter(c->slot[k].label_of[0]) ==
					    label_letter(s->label_of[0]) &&
				    is_mine(w, c->slot[k].label_of[0]) &&
				    is_mine(w, s->label_of[0]) &&
				    !verb_wants(w, c->verb, 'u'))
					c->slot[k].acts = true;
		}
	}
	/* FROM A1 to B1 */
	for (int i = 0; i < c->n_slots && !any; i++)
		if (c->slot[i].is == MEAN_FIGURE && c->slot[i].n &&
		    str_is(c->slot[i].rel, "from") &&
		    is_mine(w, c->slot[i].label_of[0]))
			c->slot[i].acts = any = true;
	for (int i = 0; i < c->n_slots && any; i++)
		if (c->slot[i].is == MEAN_FIGURE && c->slot[i].n &&
		    str_is(c->slot[i].rel, "with") &&
		    is_mine(w, c->slot[i].label_of[0]) &&
		    !verb_wants(w, c->verb, 'u'))
			c->slot[i].acts = true;
	/* of those that might act, the writer's own come first */
	for (int i = 0; i < c->n_slots; i++) {
		struct mean_slot *s = &c->slot[i];
		int n = 0;

		if (!s->acts || s->n < 2)
			continue;
		for (int k = 0; k < s->n; k++)
			if (is_mine(w, s->label_of[k]))
				s->label_of[n++] = s->label_of[k];
		s->n = n ? n : s->n;
	}
}

/* ALL: before figures in the plural it is one of them; alone, everybody */
static void who_is_all(struct meaning_work *w, struct clause *c)
{
	const struct grammar_names *names = &w->r->names;
	int all = -1, counted = -1;

	for (int i = 0; i < c->n_slots; i++) {
		if (c->slot[i].is == MEAN_ALL)
			all = i;
		if (c->slot[i].is == MEAN_NUMBER && i + 1 < c->n_slots &&
		    c->slot[i + 1].is == MEAN_FIGURE &&
		    c->slot[i + 1].n * 100 == c->slot[i].number &&
		    c->slot[i + 1].n > 1)
			counted = i;
	}
	if (counted >= 0) { /* THE TWO GUARDSMEN */
		c->slot[counted + 1].several = true;
		memmove(&c->slot[counted], &c->slot[counted + 1],
			(size_t)(c->n_slots - counted - 1) * sizeof(*c->slot));
		c->n_slots--;
		all -= all > counted;
	}
	if (all < 0)
		return;
	if ((all + 1 < c->n_slots && c->slot[all + 1].is == MEAN_FIGURE) ||
	    (all > 0 && c->slot[all - 1].is == MEAN_FIGURE)) {
		if (all + 1 < c->n_slots && c->slot[all + 1].n > 1)
			c->slot[all + 1].several = true;
		memmove(&c->slot[all], &c->slot[all + 1],
			(size_t)(c->n_slots - all - 1) * sizeof(*c->slot));
		c->n_slots--;
		return;
	}
	c->slot[all].is = MEAN_FIGURE;
	c->slot[all].several = true;
	c->slot[all].acts = true;
	/* who leads comes last, and fights only if he is named */
	for (int lead = 0; lead < 2; lead++)
		for (int k = 0; k < names->n; k++)
			if (names->v[k].there && !names->v[k].idle &&
			    names->v[k].leads == (lead == 1) &&
			    !(lead && str_is(c->verb, "attack")) &&
			    is_mine(w, names->v[k].label))
				slot_add(&c->slot[all], names->v[k].label);
}

/* 22,12 is a place where neither a direction nor a goal stands beside it */
static void numbers_tidy(struct clause *c)
{
	bool leads = false;

	for (int i = 0; i < c->n_slots; i++)
		leads |= c->slot[i].is == MEAN_DIR ||
			 c->slot[i].is == MEAN_WAY ||
			 c->slot[i].is == MEAN_PLACE ||
			 c->slot[i].is == MEAN_EDGE ||
			 (c->slot[i].is == MEAN_FIGURE && c->slot[i].rel.len);
	for (int i = 0; i < c->n_slots && !leads; i++)
		if (c->slot[i].is == MEAN_NUMBER && c->slot[i].partly) {
			c->slot[i].is = MEAN_PLACE;
			leads = true;
		}
}

/* What may be a card and lies there, too, is the card that is cast first; in
 * front of a verb, and of others, it is what lies there. */
static void cards_tidy(struct meaning_work *w, struct clause *c, bool has_verb)
{
	bool casts = !has_verb || str_is(c->verb, "cast") ||
		     str_is(c->verb, "quickcast") || str_is(c->verb, "plan") ||
		     str_is(c->verb, "reveal");
	bool card = false;

	(void)w;
	for (int i = 0; i < c->n_slots; i++) {
		struct mean_slot *s = &c->slot[i];

		if (s->is != MEAN_SPELL)
			continue;
		if (s->n && ((s->before && has_verb) || card ||
			     (!casts && !str_is(s->rel, "with"))))
			s->is = MEAN_FIGURE;
		else
			card = true;
	}
}

void clause_slots(struct meaning_work *w, struct clause *c)
{
	struct str rel = STR("");
	bool before = true, adjoins = false, has_verb = false;
	bool seen_verb = false;
	int of = 0;

	c->n_slots = 0;
	c->unknown = 0;
	c->guessed = false;
	c->negated = false;
	clause_verb(w, c);
	for (int i = 0; i < c->n; i++)
		has_verb |= c->v[i]->is == MEAN_VERB;
	before = has_verb;
	for (int i = 0; i < c->n; i++)
		item_slot(w, c, i, &rel, &before, &of, &adjoins, &seen_verb);
	numbers_tidy(c);
	cards_tidy(w, c, has_verb);
	who_is_all(w, c);
	who_acts(w, c);
}

/* --- the clauses of a line
 * ----------------------------------------------------- */

static struct clause *clause_new(struct meaning_work *w,
				 enum clause_joint joint)
{
	struct clause *c;

	if (w->n == CLAUSES_MAX) {
		w->unsure = true;
		return NULL;
	}
	c = &w->clause[w->n++];
	c->joint = joint;
	c->n = 0;
	c->elided = false;
	c->when = (struct mean_condition){ .has = false };
	return c;
}

/* the segment from item i on: up to what joins or parts */
static void segment_take(struct meaning_work *w, int *i, struct segment *out)
{
	const struct mean_line *l = w->line;
	bool verb = false;
	int k = *i;

	*out = (struct segment){ .joint = k ? CLAUSE_STOP : CLAUSE_FIRST,
				 .from = k,
				 .stop = !k || l->v[k].stop };
	while (k < l->n && (l->v[k].is == MEAN_AND || l->v[k].is == MEAN_THEN ||
			    l->v[k].is == MEAN_ELSE || l->v[k].is == MEAN_OR ||
			    (l->v[k].is == MEAN_IDLE && k > out->from))) {
		if (l->v[k].is == MEAN_AND || l->v[k].is == MEAN_THEN)
			out->joint = CLAUSE_AND;
		if (l->v[k].is == MEAN_ELSE)
			out->joint = CLAUSE_ELSE;
		if (l->v[k].is == MEAN_OR)
			out->joint = CLAUSE_OR;
		k++;
	}
	out->from = k;
	if (k < l->n && l->v[k].is == MEAN_IF) {
		out->condition = true;
		out->to = k + 1;
		*i = k + 1;
		return;
	}
	for (; k < l->n; k++) {
		const struct mean_item *m = &l->v[k];

		if (k > out->from && (m->stop || is_joint(m)))
			break;
		if (m->is == MEAN_REMARK) {
			int end = remark_end(w, k);

			if (k == out->from && end == k + 1 && k + 1 < l->n &&
			    !l->v[k + 1].stop)
				continue;
			break;
		}
		out->verb |= m->is == MEAN_VERB;
		out->content |= says_content(m);
		out->unknown |= m->is == MEAN_UNKNOWN || m->is == MEAN_NOUN;
		verb |= m->is == MEAN_VERB;
	}
	out->to = k;
	if (k < l->n && l->v[k].is == MEAN_REMARK)
		k = remark_end(w, k);
	*i = k > *i ? k : *i + 1;
}

static bool begins_with_mine(struct meaning_work *w, const struct segment *s)
{
	for (int i = s->from; i < s->to; i++) {
		const struct mean_item *m = &w->line->v[i];

		if (m->is == MEAN_NUMBER && i + 1 < s->to)
			continue;
		if (m->is == MEAN_FIGURE || (m->is == MEAN_SPELL && m->n_set)) {
			for (int k = 0; k < w->r->names.n && k < MEAN_MAX_NAMES;
			     k++)
				if (mean_in(m, k) &&
				    may_act(w, w->r->names.v[k].label))
					return true;
			return false;
		}
		if (m->is == MEAN_PRO && str_is(m->value, "me"))
			return true;
		if (m->is != MEAN_IDLE && m->is != MEAN_MINE &&
		    m->is != MEAN_PLEASE && m->is != MEAN_ONLY &&
		    m->is != MEAN_UNKNOWN)
			return false;
	}
	return false;
}

/* figures and nothing else that says something */
static bool is_list(struct meaning_work *w, const struct segment *s)
{
	for (int i = s->from; i < s->to; i++) {
		enum mean_class is = w->line->v[i].is;

		if (says_content(&w->line->v[i]) && is != MEAN_FIGURE &&
		    !(is == MEAN_SPELL && w->line->v[i].n_set) &&
		    !(is == MEAN_NUMBER && i + 1 < s->to &&
		      w->line->v[i + 1].is == MEAN_FIGURE))
			return false;
	}
	return true;
}

/* a second verb within a segment, behind what belongs to the first: where it
 * begins; s->to: there is none */
static int second_verb(struct meaning_work *w, const struct segment *s)
{
	int first = -1;
	bool between = false;

	for (int i = s->from; i < s->to; i++) {
		const struct mean_item *m = &w->line->v[i];

		if (m->is == MEAN_VERB && first >= 0 && between &&
		    !str_equal(m->value, w->line->v[first].value) &&
		    verb_row(w, m->value) < INT32_MAX)
			return i;
		if (m->is == MEAN_VERB && first < 0)
			first = i;
		else if (first >= 0)
			between |= m->is == MEAN_PLACE || m->is == MEAN_FIGURE;
	}
	return s->to;
}

/* does some row want what it has, and no more? */
static bool is_whole(struct meaning_work *w, const struct clause *c)
{
	struct row_text t;

	return clause_texts(w, c, true, &t, 1) > 0;
}

static void clauses_of(struct meaning_work *w)
{
	struct mean_line *l = w->line;
	struct clause *last = NULL;
	struct mean_condition when = { .has = false };
	int start = 0;
	int carry_from[CLAUSES_MAX * 2], carry_to[CLAUSES_MAX * 2], n_carry = 0;

	/* 1. is the number of the line */
	if (l->n > 1 && l->v[0].is == MEAN_NUMBER && l->v[0].whole &&
	    l->v[1].point)
		start = 1;
	for (int i = start; i < l->n;) {
		struct segment s;
		struct clause *c;
		bool fresh;

		segment_take(w, &i, &s);
		if (s.condition) {
			int end = condition_read(w, s.from, &when);

			if (end == s.from) {
				w->unsure = true;
				when.has = false;
			} else {
				int32_t of = last ? clause_target(last)
						  : w->memory->target;

				if (!when.label)
					when.label = of;
				i = end;
				if (i >= l->n && last) {
					last->when = when;
					when.has = false;
				}
			}
			continue;
		}
		if (!s.content) {
			if (s.unknown && !(s.stop || s.joint == CLAUSE_FIRST))
				w->unsure = true;
			/* unknown words in front, without a stop behind */
			if (s.unknown && s.joint == CLAUSE_FIRST && i < l->n &&
			    !l->v[i].stop)
				w->unsure = true;
			for (int k = s.from; k < s.to; k++)
				w->unsure |=
					(l->v[k].is == MEAN_NOT && s.unknown) ||
					l->v[k].foreign;
			continue;
		}
		/* A1 SHOOTS B1 and A5 B2; but MOVE A2 and A3 5 north is one */
		fresh = s.verb || (last && begins_with_mine(w, &s) &&
				   !is_list(w, &s) && is_whole(w, last));
		if (!s.verb && (begins_with_mine(w, &s) || !last) &&
		    is_list(w, &s) && i < l->n) {
			bool later = false;

			for (int k = i; k < l->n; k++)
				later |= l->v[k].is == MEAN_VERB;
			if (later && n_carry < CLAUSES_MAX * 2) {
				carry_from[n_carry] = s.from;
				carry_to[n_carry++] = s.to;
				continue;
			}
		}
		if (!fresh && last) {
			clause_add(w, last, s.from, s.to);
			clause_slots(w, last);
			continue;
		}
		c = clause_new(w, last ? s.joint : CLAUSE_FIRST);
		if (!c)
			return;
		for (int k = 0; k < n_carry; k++)
			clause_add(w, c, carry_from[k], carry_to[k]);
		n_carry = 0;
		{
			int cut = second_verb(w, &s);

			clause_add(w, c, s.from, cut);
			if (cut < s.to) {
				clause_slots(w, c);
				c->when = when;
				when.has = false;
				c = clause_new(w, CLAUSE_AND);
				if (!c)
					return;
				clause_add(w, c, cut, s.to);
			}
		}
		clause_slots(w, c);
		if (!c->verb.len && last) {
			c->verb = last->verb;
			c->elided = true;
		}
		c->when = when;
		when.has = false;
		last = c;
	}
	w->unsure |= when.has || n_carry > 0;
}

/* is the one figure of the slot in the clause already? */
static bool is_said(const struct clause *c, const struct mean_slot *s)
{
	for (int i = 0; s->n == 1 && i < c->n_slots; i++)
		if (c->slot[i].n == 1 && slot_has(&c->slot[i], s->label_of[0]))
			return true;
	return false;
}

void clause_join(struct meaning_work *w, const struct clause *a,
		 const struct clause *b, struct clause *out)
{
	*out = *a;
	for (int i = 0; i < b->n_slots && out->n_slots < CLAUSE_SLOTS; i++)
		if (!b->slot[i].acts && !is_said(a, &b->slot[i]))
			out->slot[out->n_slots++] = b->slot[i];
	out->unknown += b->unknown;
	out->guessed |= b->guessed;
	if (!out->when.has)
		out->when = b->when;
	if (verb_row(w, b->verb) < verb_row(w, a->verb))
		out->verb = b->verb;
}

int32_t clause_actor(const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++)
		if (c->slot[i].acts && c->slot[i].n == 1)
			return c->slot[i].label_of[0];
	return 0;
}

int32_t clause_target(const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++)
		if ((c->slot[i].is == MEAN_FIGURE ||
		     c->slot[i].is == MEAN_THING) &&
		    !c->slot[i].acts && c->slot[i].n == 1)
			return c->slot[i].label_of[0];
	return 0;
}

/* IT is whom the clause before had as its target, or the mail */
static void pronouns_resolve(struct meaning_work *w)
{
	int32_t target = w->memory->target, actor = w->memory->actor;

	for (int k = 0; k < w->n; k++) {
		struct clause *c = &w->clause[k];
		int32_t t, a = clause_actor(c);
		bool has_actor = false, named = false;

		for (int i = 0; i < c->n_slots; i++)
			has_actor |= c->slot[i].acts;
		if (!has_actor && actor && k && c->n_slots < CLAUSE_SLOTS) {
			/* those of the clause before, all of them */
			for (int i = 0; i < w->clause[k - 1].n_slots &&
					c->n_slots < CLAUSE_SLOTS;
			     i++)
				if (w->clause[k - 1].slot[i].acts)
					c->slot[c->n_slots++] =
						w->clause[k - 1].slot[i];
			a = clause_actor(c);
		}
		for (int i = 0; i < c->n_slots; i++)
			named |= (c->slot[i].is == MEAN_FIGURE ||
				  c->slot[i].is == MEAN_THING) &&
				 !c->slot[i].acts && !c->slot[i].pro;
		for (int i = 0; i < c->n_slots; i++) {
			struct mean_slot *s = &c->slot[i];

			/* LE DISPARA A B1: whom it names is told */
			if (s->pro && named && !str_is(s->value, "self")) {
				memmove(s, s + 1,
					(size_t)(c->n_slots - i - 1) *
						sizeof(*s));
				c->n_slots--;
				i--;
				continue;
			}
			if (!s->pro)
				continue;
			if (str_is(s->value, "self") && a)
				slot_add(s, a);
			else if (target && target != a)
				slot_add(s, target);
		}
		if (c->carries && !clause_target(c) && target && target != a &&
		    c->n_slots < CLAUSE_SLOTS)
			c->slot[c->n_slots++] = (struct mean_slot){
				.is = name_of_label(w, target) ? MEAN_FIGURE
							       : MEAN_THING,
				.n = 1,
				.label_of = { target },
				.label = true,
			};
		t = clause_target(c);
		target = t ? t : target;
		actor = a ? a : actor;
	}
}

void clauses_make(struct meaning_work *w)
{
	for (int i = 0; i < w->line->n; i++) {
		enum mean_class is = w->line->v[i].is;

		w->polite |= is == MEAN_PLEASE;
		w->asks |= is == MEAN_ASK;
		w->table |= is == MEAN_TABLE;
	}
	w->asks |= w->line->question;
	clauses_of(w);
	pronouns_resolve(w);
}
