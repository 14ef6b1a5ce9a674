/* src/orders/meaning.c */
#include "orders/meaning.h"
#include "orders/meaning_private.h"
#include "base/parse.h"
#include <string.h>

enum { TRIES_MAX = 64, TRIED_MAX = 2 * TRIES_MAX };

/* the lines so far, and one more */
struct so_far {
	struct str line[MEANING_LINES];
	int n;
};

/* The verdict on a line alone, kept because rows and rounds ask again. */
struct tried_line {
	struct str line;
	enum meaning_fate fate;
};

static enum meaning_fate lines_try(struct meaning_work *w,
				   const struct so_far *s, struct str line)
{
	enum meaning_fate f = MEANING_UNREAD;
	struct str one;

	if (w->n_tries >= TRIES_MAX)
		return MEANING_UNREAD;
	for (int i = 0; i < s->n; i++) {
		w->n_tries++;
		w->judge->tries(w->judge->context, s->line[i], !i);
	}
	for (bool first = !s->n; parse_line(&line, &one); first = false) {
		enum meaning_fate next;

		w->n_tries++;
		next = w->judge->tries(w->judge->context, one, first);
		f = f == MEANING_UNREAD || next < f ? next : f;
		if (next < MEANING_DONE)
			return next;
	}
	return f;
}

static enum meaning_fate try_after(struct meaning_work *w,
				   const struct so_far *s, struct str line)
{
	enum meaning_fate f;

	if (s->n)
		return lines_try(w, s, line);
	for (int i = 0; i < w->n_tried; i++)
		if (str_equal(w->tried[i].line, line))
			return w->tried[i].fate;
	if (w->n_tries >= TRIES_MAX)
		return MEANING_UNREAD;
	f = lines_try(w, s, line);
	if (w->n_tried < TRIED_MAX)
		w->tried[w->n_tried++] = (struct tried_line){ line, f };
	return f;
}

static struct str word_of(const struct meaning_work *w, const char *key)
{
	return vocabulary_shown(w->r->g->words,
				vocabulary_key(w->r->g->words, str_of(key)),
				w->lang);
}

/* The words of IF conditions: key names the game's condition. It is tested
 * on a figure or, with last, on the order before. */
struct state_word {
	const char *state, *key;
	bool last, not ;
};

static const struct state_word *state_named(const struct meaning_work *w,
					    struct str state)
{
	static const struct state_word states[] = {
		{ "dead", "dead", false, false },
		{ "alive", "dead", false, true },
		{ "armed", "armed", false, false },
		{ "unarmed", "armed", false, true },
		{ "captive", "captive", false, false },
		{ "hit", "hit", true, false },
		{ "missed", "hit", true, true },
		{ "worked", "ok", true, false },
		{ "failed", "ok", true, true },
	};

	for (size_t i = 0; i < ARRAY_LEN(states); i++)
		if (str_is(state, states[i].state) &&
		    vocabulary_key(w->r->g->words, str_of(states[i].key)) >= 0)
			return &states[i];
	return NULL;
}

/* The condition of a clause in front of its order: IF B1 DEAD: ..; empty: it
 * cannot be asked. */
static struct str with_condition(struct meaning_work *w, const struct clause *c,
				 struct str text)
{
	const struct state_word *of;
	struct buf label;
	const char *not = "";

	if (!c->when.has)
		return text;
	of = state_named(w, c->when.state);
	if (!of || (of->last ? !c->follows : !c->when.label))
		return STR("");
	buf_init(&label, 64);
	if (of->last)
		buf_adds(&label, word_of(w, "last"));
	else
		label_render(&label, c->when.label);
	if (of->not != c->when.negated)
		not = arena_printf(w->r->arena, "%.*s ",
				   STR_ARG(word_of(w, "not")));
	text = str_of(arena_printf(
		w->r->arena, "%.*s %s%.*s %.*s: %.*s",
		STR_ARG(word_of(w, "if")), not, STR_ARG(buf_str(&label)),
		STR_ARG(word_of(w, of->key)), STR_ARG(text)));
	buf_release(&label);
	return text;
}

static bool has_text(const struct row_text *t, int n, struct str text)
{
	for (int i = 0; i < n; i++)
		if (str_equal(t[i].text, text))
			return true;
	return false;
}

/* the length of the common beginning ACT #3, without the step */
static size_t act_length(const struct meaning_work *w, struct str text)
{
	const struct vocabulary *words = w->r->g->words;
	int key = vocabulary_key(words, STR("act"));
	struct str act = vocabulary_shown(words, key, w->lang);
	size_t n = act.len;

	if (key < 0 ||
	    !str_starts(text, act.s ? arena_str(w->r->arena, act).s : ""))
		return 0;
	while (n < text.len && text.s[n] == ' ') {
		size_t k = n + 1;

		while (k < text.len && text.s[k] != ' ')
			k++;
		if (text.s[n + 1] != '#' &&
		    !str_equal((struct str){ text.s + n + 1, k - n - 1 },
			       vocabulary_shown(
				       words,
				       vocabulary_key(words, STR("aim.me")),
				       w->lang)))
			break;
		n = k;
	}
	return n;
}

static bool has_word(struct str text, struct str word)
{
	struct str one;

	while (parse_field(&text, ' ', &one))
		if (word.len && str_equal(one, word))
			return true;
	return false;
}

/* ACT #3 MOVE C2 and ACT #3 ATTACK #2 are one line; or the second is tried
 * where the first cannot be */
static bool acts_on(struct meaning_work *w, const struct clause *c,
		    struct so_far *s, struct str text)
{
	struct str *last = s->n ? &s->line[s->n - 1] : NULL;
	size_t n = last ? act_length(w, *last) : 0;
	struct str rest;

	if (!n || n != act_length(w, text) || memcmp(last->s, text.s, n) != 0 ||
	    c->when.has)
		return false;
	/* a guard behind an attack is taken up then */
	rest = (struct str){ text.s + n, text.len - n };
	if (c->joint == CLAUSE_AND || c->joint == CLAUSE_STOP) {
		struct str guard = word_of(w, "guard");
		struct str one = parse_trim(rest);

		if (str_equal(one, guard) &&
		    has_word(*last, word_of(w, "attack")))
			rest = str_of(arena_printf(
				w->r->arena, " %.*s",
				STR_ARG(word_of(w, "then-guard"))));
	}
	*last = str_of(arena_printf(
		w->r->arena, "%.*s%s%.*s", STR_ARG(*last),
		c->joint == CLAUSE_ELSE || c->joint == CLAUSE_OR ? " |" : "",
		STR_ARG(rest)));
	return true;
}

/* THE GUARDSMAN, of whom there are two: the reader asks which one acts */
static bool acts_unclear(const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++) {
		const struct mean_slot *s = &c->slot[i];

		if (s->acts && s->is == MEAN_FIGURE && s->n > 1 &&
		    !s->several && !s->label)
			return true;
	}
	return false;
}

/* Is it only half understood? A card or a word beside the verb that is a slip,
 * two cards that are half remembered, are asked about. */
static bool is_half_known(const struct clause *c)
{
	bool acts = clause_actor(c) && clause_target(c);
	int parts = 0;

	for (int i = 0; i < c->n_slots; i++) {
		const struct mean_slot *s = &c->slot[i];

		if (s->guessed && (s->is == MEAN_SPELL || s->is == MEAN_MOD ||
				   (s->is == MEAN_DIR && s->partly)))
			return true;
		/* half a name without a verb: THE GLOVES ON ME; but THE WARLOCK
		 * DRAINS THE WIZARD */
		parts += s->is == MEAN_SPELL && s->partly
				 ? 1 + !(c->verb.len || acts)
				 : 0;
	}
	/* END is never read from a misspelt word */
	if (c->guessed && (str_is(c->verb, "end") || str_is(c->verb, "done")))
		return true;
	return c->unknown || parts > 1 || acts_unclear(c);
}

/* the verdict of the rules on a text of the clause, after the earlier lines */
static enum meaning_fate text_fate(struct meaning_work *w,
				   const struct clause *c,
				   const struct so_far *s, struct str text)
{
	struct so_far trial = *s;

	if (!acts_on(w, c, &trial, text))
		return try_after(w, &trial, text);
	trial.n--;
	return try_after(w, &trial, trial.line[trial.n]);
}

static bool is_good(const struct row_text *t, enum meaning_fate fate)
{
	return fate >= MEANING_DONE || (fate == MEANING_WAITS && t->waits);
}

/* Of the texts of a clause those of the first row that the rules do not
 * refuse: their number. */
static int texts_best(struct meaning_work *w, const struct clause *c,
		      const struct so_far *s, const struct row_text *t, int n,
		      struct row_text *good)
{
	int n_good = 0;

	for (int i = 0; i < n; i++) {
		struct str text = with_condition(w, c, t[i].text);

		/* a row that can be done stands before those below it */
		if (n_good && t[i].number != good[0].number)
			break;
		if (!text.len || has_text(good, n_good, text) ||
		    !is_good(&t[i], text_fate(w, c, s, text)))
			continue;
		good[n_good] = t[i];
		good[n_good++].text = text;
	}
	return n_good;
}

/* the order of a clause behind those before it; false: it cannot stand there */
static bool text_place(struct meaning_work *w, const struct clause *c,
		       struct so_far *s, struct str text)
{
	struct str *last = s->n ? &s->line[s->n - 1] : NULL;

	if (c->joint == CLAUSE_ELSE && last && !act_length(w, text)) {
		*last = str_of(arena_printf(
			w->r->arena, "%.*s %.*s %.*s", STR_ARG(*last),
			STR_ARG(word_of(w, "else")), STR_ARG(text)));
		return true;
	}
	if (acts_on(w, c, s, text))
		return true;
	if (c->joint == CLAUSE_OR || c->joint == CLAUSE_ELSE)
		return false;
	while (s->n < MEANING_LINES && parse_line(&text, &s->line[s->n]))
		s->n++;
	return !text.len;
}

/* WARLOCK PLEASE: choices without a verb are an order by that */
static bool is_begged(const struct meaning_work *w, const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++)
		if (c->slot[i].is != MEAN_MOD)
			return false;
	return w->polite && !c->verb.len && c->n_slots;
}

/* SHOOTS B1, KILL HIM; but not SHOOTS B1 THEN FIGHTS B1, or SHOOTS B1, BLAST */
static bool says_again(const struct meaning_work *w, const struct clause *c)
{
	int n = 0;

	for (int i = 0; i < w->n; i++)
		n += str_equal(w->clause[i].verb, c->verb);
	return n > 1 || (str_is(c->verb, "attack") &&
			 (c->joint != CLAUSE_AND ||
			  meaning_places(w->r->g->meaning) == GRAMMAR_ZONES));
}

/* Does the line cast something by the actor of the clause? */
static bool casts_as(const struct meaning_work *w, const struct clause *c,
		     struct str line)
{
	const struct grammar_name *n = name_of_label(w, clause_actor(c));

	return act_length(w, line) && has_word(line, word_of(w, "cast")) &&
	       (!n || n->leads);
}

/* One clause, exactly: its order is added to those before. False: not sure. */
static bool clause_exact(struct meaning_work *w, const struct clause *c,
			 struct so_far *s)
{
	struct row_text *t =
		ARENA_ARRAY(w->r->arena, ROW_TEXTS, struct row_text);
	struct row_text *good =
		ARENA_ARRAY(w->r->arena, ROW_TEXTS, struct row_text);
	int n = clause_texts(w, c, true, t, ROW_TEXTS);

	if (is_half_known(c) && !w->proposing)
		return false;
	/* it says the same again */
	for (int i = 0; i < n; i++)
		for (int k = 0; k < s->n; k++)
			if (str_equal(s->line[k], t[i].text))
				return (!i && !str_is(c->verb, "open")) ||
				       says_again(w, c);
	/* a guard after a spell: one of the two has to be enough */
	w->doubtful |= s->n && str_is(c->verb, "guard") &&
		       c->joint != CLAUSE_ELSE && c->joint != CLAUSE_OR &&
		       casts_as(w, c, s->line[s->n - 1]);
	/* ATTACKS #4, OTHERWISE #2: how it goes to #2 is not said */
	w->doubtful |= c->elided && c->joint == CLAUSE_ELSE &&
		       meaning_places(w->r->g->meaning) == GRAMMAR_ZONES;
	n = texts_best(w, c, s, t, n, good);
	return (n == 1 || (n && w->proposing)) &&
	       (!good[0].asked || w->proposing || is_begged(w, c)) &&
	       text_place(w, c, s, good[0].text);
}

/* the figure is the writer's; any figure is if the writer is unknown */
static bool is_own(const struct meaning_work *w, int32_t label)
{
	const struct grammar_name *n = name_of_label(w, label);

	return n && (w->line->seat < 0 || mean_seat_of(n) == w->line->seat);
}

static bool goes(struct str verb)
{
	static const char *const verbs[] = { "go",     "move",    "advance",
					     "ascend", "descend", "back",
					     "join" };

	for (size_t i = 0; i < ARRAY_LEN(verbs); i++)
		if (str_is(verb, verbs[i]))
			return true;
	return false;
}

/* A3 DOES NOT SHOOT and DO NOT MOVE A3 state what the figure does: nothing.
 * A3 MUST NOT SHOOT, LET A3 NOT SHOOT and their like forbid something, so the
 * reader asks. */
static bool is_statement(const struct meaning_work *w, const struct clause *c)
{
	const struct mean_item *v[3] = { NULL };
	int n = 0;

	for (int i = 0; i < w->line->n; i++) {
		if (w->line->v[i].is == MEAN_IDLE)
			continue;
		if (n == 3)
			return false;
		v[n++] = &w->line->v[i];
	}
	if (n != 3 || w->n != 1 || c->guessed)
		return false;
	if (v[0]->is == MEAN_FIGURE && v[0]->from == 0)
		return v[0]->label && v[1]->is == MEAN_NOT &&
		       str_is(v[1]->value, "x") && v[2]->is == MEAN_VERB &&
		       v[1]->from == v[0]->to;
	return v[0]->is == MEAN_NOT && v[0]->from == 0 &&
	       str_is(v[0]->value, "x") && v[1]->is == MEAN_VERB &&
	       goes(v[1]->value) && v[2]->is == MEAN_FIGURE;
}

/* AIMS AT B2 WITHOUT FIRING: the clause forbids what another one orders, and
 * names no figure of its own */
static bool is_taken_back(const struct meaning_work *w, const struct clause *c)
{
	if (!c->negated || !c->verb.len)
		return false;
	for (int i = 0; i < c->n; i++)
		if (c->v[i]->is == MEAN_FIGURE)
			return false;
	for (int i = 0; i < w->n; i++)
		if (!w->clause[i].negated &&
		    str_equal(w->clause[i].verb, c->verb))
			return true;
	return false;
}

/* Drop the negated clauses. If all are negated, the figure passes. */
static bool negations_out(struct meaning_work *w)
{
	struct clause *kept = w->clause;
	int n = 0, negated = 0;

	for (int i = 0; i < w->n; i++) {
		negated += w->clause[i].negated;
		/* .., NOT B3: it takes something of the clause before; A1 DOES
		 * NOT STAY: it is to do something */
		if (w->clause[i].negated && w->n > 1 &&
		    ((i && w->clause[i].elided) ||
		     str_is(w->clause[i].verb, "pass")))
			return false;
		if (is_taken_back(w, &w->clause[i]))
			return false;
	}
	if (!negated)
		return true;
	if (negated == w->n) {
		struct clause *c = &w->clause[0];

		/* I DO NOT SURRENDER is not for a figure to do nothing; nor is
		 * A1 DOES NOT GO THERE: it may do something else */
		if (w->n != 1 || c->when.has || c->n_slots != 1 ||
		    str_is(c->verb, "pass") ||
		    (c->verb.len && !verb_wants(w, c->verb, 'a')))
			return false;
		/* the actor, or the figure spoken of, passes */
		for (int i = 0; i < c->n_slots; i++)
			if (c->slot[i].is == MEAN_FIGURE && c->slot[i].n == 1 &&
			    !c->slot[i].rel.len &&
			    is_own(w, c->slot[i].label_of[0])) {
				w->doubtful = !is_statement(w, c);
				c->slot[0] = c->slot[i];
				c->slot[0].acts = true;
				c->n_slots = 1;
				c->verb = STR("pass");
				c->negated = false;
				return true;
			}
		return false;
	}
	for (int i = 0; i < w->n; i++)
		if (!w->clause[i].negated)
			kept[n++] = w->clause[i];
	w->n = n;
	return true;
}

/* has the clause anything but its actors? */
static bool has_more(const struct clause *c)
{
	for (int i = 0; i < c->n_slots; i++)
		if (!c->slot[i].acts)
			return true;
	return false;
}

/* QUICKCAST FIRST: the spell to cast follows */
static bool leads_to(const struct clause *a, const struct clause *b)
{
	return str_is(a->verb, "quickcast") && !clause_has(a, MEAN_SPELL) &&
	       clause_has(b, MEAN_SPELL);
}

static void how_add(struct clause *c, const char *how)
{
	if (c->n_slots < CLAUSE_SLOTS)
		c->slot[c->n_slots++] =
			(struct mean_slot){ .is = MEAN_MOD,
					    .value = str_of(how) };
}

/* REVEAL IT WHEN A3 ATTACKS: the moment */
static void attacks_add(struct clause *c)
{
	c->verb = STR("reveal");
	how_add(c, "attacks");
}

/* X AND Y, PLAN THEM BOTH: cards first, then their verb */
static bool cards_first(const struct clause *a, const struct clause *b)
{
	return !a->verb.len && clause_has(a, MEAN_SPELL) &&
	       str_is(b->verb, "plan");
}

/* I TAKE X, and Y FROM THE BOOK: one plan */
static bool plans_on(const struct clause *a, const struct clause *b)
{
	return clause_has(a, MEAN_SPELL) && clause_has(b, MEAN_SPELL) &&
	       (str_is(a->verb, "plan") || str_is(a->verb, "mage")) &&
	       (str_is(b->verb, "plan") || str_is(b->verb, "mage"));
}

/* those that say how the one before is done: they are read with it first */
static bool goes_with(const struct clause *a, const struct clause *b)
{
	return leads_to(a, b) || cards_first(a, b) || plans_on(a, b) ||
	       (str_is(b->verb, "turn") && b->n > 1) ||
	       (str_is(a->verb, "reveal") && str_is(b->verb, "attack")) ||
	       (str_is(b->verb, "capture") && !str_is(a->verb, "form")) ||
	       str_is(b->verb, "blast") ||
	       (str_is(a->verb, "auto") && str_is(b->verb, "auto")) ||
	       ((str_is(a->verb, "enter") || str_is(a->verb, "form")) &&
		goes(b->verb)) ||
	       (str_is(a->verb, "leave") && str_is(b->verb, "take")) ||
	       (str_is(a->verb, "take") && str_is(b->verb, "leave"));
}

/* the two clauses as one, of which the second says how the first is done */
static void join_how(struct meaning_work *w, const struct clause *c,
		     const struct clause *next, struct clause *both)
{
	bool turn = str_is(next->verb, "turn");

	clause_join(w, c, next, both);
	if (str_is(c->verb, "reveal"))
		attacks_add(both);
	for (int k = c->n_slots; turn && k < both->n_slots; k++)
		if (both->slot[k].is != MEAN_NUMBER)
			both->slot[k].rel = STR("facing");
	if (cards_first(c, next)) {
		int n = 0;

		for (int k = 0; k < both->n_slots; k++) /* THEM */
			if (!both->slot[k].pro)
				both->slot[n++] = both->slot[k];
		both->n_slots = n;
		both->verb = next->verb;
	}
	/* SHOOTS B1 BLAST: with that, or not at all */
	if (str_is(next->verb, "blast")) {
		how_add(both, "blast");
		both->verb = c->verb;
	}
	if (str_is(c->verb, "take"))
		both->verb = next->verb;
	if (turn || str_is(c->verb, "enter") || str_is(c->verb, "form") ||
	    str_is(c->verb, "leave") || leads_to(c, next))
		both->verb = c->verb;
}

/* may the clause be read with the one behind it? */
static bool may_join(const struct meaning_work *w, int i)
{
	const struct clause *c = &w->clause[i], *next = c + 1;

	return i + 1 < w->n && (!next->elided || leads_to(c, next)) &&
	       next->joint != CLAUSE_ELSE && next->joint != CLAUSE_OR &&
	       clause_actor(next) == clause_actor(c);
}

/* GOES TO #2 and BITES HIM, in zones: both steps, even if it is not known yet
 * whether the second is enough */
static void moves_add(const struct meaning_work *w, const struct clause *c,
		      const struct clause *next, struct clause *both)
{
	if (meaning_places(w->r->g->meaning) == GRAMMAR_ZONES &&
	    goes(c->verb) && !goes(next->verb))
		how_add(both, "moves");
}

/* the clauses from number i on; each alone or with the next */
static bool exactly_from(struct meaning_work *w, int i, struct so_far *s)
{
	struct clause *c = &w->clause[i], *next = c + 1, *both;
	struct so_far was = *s;
	bool joins;

	if (i == w->n)
		return s->n > 0;
	joins = may_join(w, i);
	c->follows = i > 0;
	both = arena_alloc_raw(w->r->arena, sizeof(*both));
	if (joins && goes_with(c, next)) {
		join_how(w, c, next, both);
		if (clause_exact(w, both, s) && exactly_from(w, i + 2, s))
			return true;
		*s = was;
	}
	if (clause_exact(w, c, s) && exactly_from(w, i + 1, s))
		return true;
	*s = was;
	/* BREAKS AWAY and GOES 4 west */
	if (!joins || !has_more(next) || (!goes(c->verb) && !goes(next->verb)))
		return false;
	clause_join(w, c, next, both);
	moves_add(w, c, next, both);
	return clause_exact(w, both, s) && exactly_from(w, i + 2, s);
}

/* On a table of inches a figure acts once a turn: the same one in two orders,
 * MOVE A2 .. and FIGHT A2 .., is asked about, for the dice may hide that the
 * second cannot be done. */
static bool acts_twice(const struct meaning_work *w, const struct so_far *s)
{
	if (meaning_places(w->r->g->meaning) != GRAMMAR_POINTS)
		return false;
	for (int i = 0; i < s->n; i++)
		for (int k = 0; k < i; k++) {
			struct str a = s->line[i], b = s->line[k], x, y;

			if (parse_field(&a, ' ', &x) &&
			    parse_field(&a, ' ', &x) &&
			    parse_field(&b, ' ', &y) &&
			    parse_field(&b, ' ', &y) && str_equal(x, y))
				return true;
		}
	return false;
}

/* A1 ATTACKS B1, YOUR CALL: the computer is hardly to do the rest */
static bool leaves_rest(const struct meaning_work *w)
{
	int autos = 0;

	for (int i = 0; i < w->n; i++)
		autos += str_is(w->clause[i].verb, "auto");
	return autos && autos < w->n;
}

static bool exactly(struct meaning_work *w, struct so_far *s)
{
	*s = (struct so_far){ .n = 0 };
	return !w->unsure && !w->table && w->n && negations_out(w) &&
	       exactly_from(w, 0, s);
}

/* --- suggestions -----------------------------------------------------
 */

static void reading_add(struct meaning *out, struct str text)
{
	struct meaning_reading v = { .n = 0 };
	struct str rest = text;

	while (v.n < MEANING_LINES && parse_line(&rest, &v.line[v.n]))
		v.n++;
	for (int i = 0; i < out->n; i++)
		if (str_equal(out->v[i].line[0], v.line[0]))
			return;
	if (v.n && out->n < MEANING_READINGS)
		out->v[out->n++] = v;
}

/* A GUARDSMAN GOES 5 NORTH, of two: one order or the other, never both */
static void reading_of(const struct clause *c, struct meaning *out,
		       struct str text)
{
	struct str rest = text, line;

	if (!acts_unclear(c)) {
		reading_add(out, text);
		return;
	}
	while (parse_line(&rest, &line))
		reading_add(out, line);
}

/* Texts of a clause that are as far from it, with the best of them first. */
struct nearby {
	struct str v[ROW_TEXTS];
	int rank[ROW_TEXTS];
	int n;
};

/* the text comes before those of a higher rank */
static void nearby_add(struct meaning_work *w, struct nearby *list,
		       struct str text)
{
	struct str first = text, one = text;
	int rank, at = list->n;

	if (list->n == ROW_TEXTS)
		return;
	if (parse_line(&one, &first))
		one = first;
	rank = w->judge->rank(w->judge->context, first);
	for (; at && list->rank[at - 1] > rank; at--) {
		list->v[at] = list->v[at - 1];
		list->rank[at] = list->rank[at - 1];
	}
	list->v[at] = text;
	list->rank[at] = rank;
	list->n++;
}

/* MOVE A1 8 BEARING S, which is too far: as far as it may be. Empty: there is
 * no number, or nothing helps. */
static struct str shrunk(struct meaning_work *w, struct str text)
{
	const struct so_far none = { .n = 0 };
	struct str rest = text, one, good = STR("");
	int32_t most, least = 0;
	int64_t whole;

	for (int i = 0; i < 3; i++)
		if (!parse_field(&rest, ' ', &one))
			return good;
	if (memchr(text.s, '\n', text.len) || !parse_int(one, 1, 99, &whole))
		return good;
	for (most = (int32_t)whole * 100; most - least > 1;) {
		int32_t mid = (most + least) / 2;
		struct str less = str_of(arena_printf(
			w->r->arena, "%.*s%d.%02d %.*s", (int)(one.s - text.s),
			text.s, mid / 100, mid % 100, STR_ARG(rest)));

		if (try_after(w, &none, less) >= MEANING_DONE) {
			least = mid;
			good = less;
		} else {
			most = mid;
		}
	}
	return good;
}

/* the distance of a text from its clause; an unknown word may stand for a
 * missing part */
static int distance_of(const struct clause *c, const struct row_text *t)
{
	int unknown = c->unknown ? 1 : 0;
	int lacks = t->missing - unknown;

	return 3 * t->left + 2 * (lacks < 0 ? -lacks : lacks);
}

/* what the rules say to the texts of a round: they accept them, then, in
 * rounds of mails, they wait for a later phase, then they are refused */
enum nearest_round { NEAREST_GOOD, NEAREST_WAITS, NEAREST_REFUSED, N_ROUNDS };

static bool fits_round(enum nearest_round round, const struct row_text *t,
		       enum meaning_fate f)
{
	/* GO TO HIM and SHOOT, asked about: the way may not be enough */
	if (round == NEAREST_GOOD)
		return is_good(t, f) || (t->asked && f == MEANING_PARTLY);
	if (round == NEAREST_WAITS)
		return f == MEANING_WAITS;
	return f == MEANING_REFUSED || f == MEANING_PARTLY;
}

/* The orders nearest to a clause: the rules accept them, they use most of its
 * words and add the fewest. Of equal ones the best move comes first. */
static void clause_nearest(struct meaning_work *w, const struct clause *c,
			   struct meaning *out)
{
	enum { FAR = 12 };
	struct row_text *t =
		ARENA_ARRAY(w->r->arena, 4 * ROW_TEXTS, struct row_text);
	struct nearby *list = ARENA_NEW(w->r->arena, struct nearby);
	int n = clause_texts(w, c, false, t, 4 * ROW_TEXTS);
	const struct so_far none = { .n = 0 };
	bool zones = meaning_places(w->r->g->meaning) == GRAMMAR_ZONES;

	for (int k = 0; k < N_ROUNDS * (FAR + 1) && out->n < MEANING_READINGS;
	     k++) {
		int far = k % (FAR + 1);
		enum nearest_round round = (enum nearest_round)(k / (FAR + 1));

		if (round == NEAREST_WAITS && !zones)
			continue;
		list->n = 0;
		for (int i = 0; i < n; i++) {
			struct str text = with_condition(w, c, t[i].text);
			enum meaning_fate f;

			if (distance_of(c, &t[i]) != far)
				continue;
			if (!text.len)
				text = t[i].text;
			f = try_after(w, &none, text);
			if (!k && f == MEANING_REFUSED) {
				text = shrunk(w, text);
				f = text.len ? MEANING_DONE : f;
			}
			if (fits_round(round, &t[i], f))
				nearby_add(w, list, text);
		}
		for (int i = 0; i < list->n; i++) {
			struct str fixed = STR("");

			if (round == NEAREST_REFUSED)
				fixed = w->judge->fix(w->judge->context,
						      list->v[i]);
			if (fixed.len)
				reading_of(c, out, fixed);
			reading_of(c, out, list->v[i]);
		}
	}
}

/* The first of the writer's figures that could do what the clause forbids
 * becomes its actor; false: none could. */
static bool denied_actor(struct meaning_work *w, struct clause *c)
{
	const struct grammar_names *names = &w->r->names;
	const struct so_far none = { .n = 0 };
	struct clause *acts = ARENA_NEW(w->r->arena, struct clause);

	if (!c->verb.len || c->n_slots == CLAUSE_SLOTS)
		return false;
	for (int i = 0; i < names->n; i++) {
		struct mean_slot s = { .is = MEAN_FIGURE,
				       .label = true,
				       .acts = true,
				       .n = 1,
				       .label_of = { names->v[i].label } };
		struct row_text t;

		if (!names->v[i].there || names->v[i].idle ||
		    !is_own(w, names->v[i].label))
			continue;
		*acts = *c;
		acts->slot[acts->n_slots++] = s;
		if (clause_texts(w, acts, true, &t, 1) < 1 ||
		    try_after(w, &none, t.text) < MEANING_DONE)
			continue;
		c->slot[0] = s;
		return true;
	}
	return false;
}

/* Suggest PASS for a negated clause, never the negated order. */
static bool negated_nearest(struct meaning_work *w, struct clause *c)
{
	if (!c->negated)
		return true;
	if (str_is(c->verb, "pass")) /* it is to do something */
		return false;
	for (int i = 0; i < c->n_slots; i++)
		if (c->slot[i].is == MEAN_FIGURE && c->slot[i].n &&
		    is_own(w, c->slot[i].label_of[0])) {
			c->slot[0] = c->slot[i];
			c->slot[0].acts = true;
			c->n_slots = 1;
			c->verb = STR("pass");
			return true;
		}
	if (!denied_actor(w, c))
		return false;
	c->n_slots = 1;
	c->verb = STR("pass");
	return true;
}

/* Add the orders of one clause that the game accepts. */
static void readings_of(struct meaning_work *w, const struct clause *c,
			struct meaning *out)
{
	const struct so_far none = { .n = 0 };
	struct row_text t[MEANING_READINGS];
	int n = clause_texts(w, c, true, t, MEANING_READINGS);

	for (int i = 0; i < n; i++)
		if (try_after(w, &none, t[i].text) >= MEANING_DONE)
			reading_of(c, out, t[i].text);
}

/* FLIES TO B1 and LANDS BEHIND IT: one order of both clauses, if a row fits */
static void joined_nearest(struct meaning_work *w, const struct clause *a,
			   const struct clause *b, struct meaning *out)
{
	struct clause *both = ARENA_NEW(w->r->arena, struct clause);

	if (!goes(a->verb) || !goes(b->verb) || b->elided || a->negated ||
	    b->negated || clause_actor(a) != clause_actor(b))
		return;
	clause_join(w, a, b, both);
	readings_of(w, both, out);
}

/* FLIES TO B1 and BITES HIM, on a table of inches: first it must touch him */
static void strike_nearest(struct meaning_work *w, const struct clause *a,
			   const struct clause *b, struct meaning *out)
{
	struct clause *touch;

	if (meaning_places(w->r->g->meaning) != GRAMMAR_POINTS ||
	    !goes(a->verb) || a->negated || b->negated ||
	    !(str_is(b->verb, "attack") || str_is(b->verb, "capture")) ||
	    clause_actor(a) != clause_actor(b) ||
	    clause_target(a) != clause_target(b))
		return;
	touch = ARENA_NEW(w->r->arena, struct clause);
	*touch = *b;
	touch->verb = STR("touch");
	readings_of(w, touch, out);
}

/* MOVES TO C2 and ATTACKS HIM, in zones: both steps of one creature, the second
 * as near to its clause as may be */
static void steps_nearest(struct meaning_work *w, const struct clause *a,
			  const struct clause *b, struct meaning *out)
{
	enum { FIRST = 3, NEAR = 6 };
	const struct so_far none = { .n = 0 };
	struct row_text *t =
		ARENA_ARRAY(w->r->arena, FIRST + ROW_TEXTS, struct row_text);
	int n, m;

	if (meaning_places(w->r->g->meaning) != GRAMMAR_ZONES ||
	    !clause_actor(a) || clause_actor(a) != clause_actor(b) ||
	    a->negated || b->negated)
		return;
	n = clause_texts(w, a, true, t, FIRST);
	m = clause_texts(w, b, false, t + n, ROW_TEXTS);
	for (int k = 0; k < n * m * NEAR; k++) {
		struct row_text *x = &t[k / m % n], *y = &t[n + k % m];
		struct so_far both = { .line = { x->text }, .n = 1 };

		if (distance_of(b, y) == k / (n * m) &&
		    acts_on(w, b, &both, y->text) &&
		    try_after(w, &none, both.line[0]) >= MEANING_DONE)
			reading_add(out, both.line[0]);
	}
}

/* DID THE FIREBALL WORK?: the events of that card. SHALL I THROW IT AT #2? is
 * about an order. */
static void card_asked(struct meaning_work *w, const struct clause *c,
		       struct meaning *out)
{
	struct clause *asked = ARENA_NEW(w->r->arena, struct clause);

	*asked = *c;
	asked->verb = STR("card");
	asked->n_slots = 0;
	for (int i = 0; i < c->n_slots; i++)
		if (c->slot[i].is == MEAN_SPELL)
			asked->slot[asked->n_slots++] = c->slot[i];
	if (asked->n_slots)
		clause_nearest(w, asked, out);
}

/* THE IMP OUT AND THE WHIP READY, while cards are planned: two cards of the
 * line, which names no target */
static void plan_nearest(struct meaning_work *w, struct meaning *out)
{
	const struct so_far none = { .n = 0 };
	struct clause *plan = ARENA_NEW(w->r->arena, struct clause);
	struct row_text t;

	if (!w->r->names.n_book || w->asks)
		return;
	plan->verb = STR("plan");
	for (int i = 0; i < w->n; i++) {
		const struct clause *c = &w->clause[i];

		if (c->negated || clause_target(c))
			return;
		for (int k = 0; k < c->n_slots; k++)
			if (c->slot[k].is == MEAN_SPELL &&
			    plan->n_slots < CLAUSE_SLOTS)
				plan->slot[plan->n_slots++] = c->slot[k];
	}
	if (plan->n_slots > 1 && clause_texts(w, plan, true, &t, 1) == 1 &&
	    try_after(w, &none, t.text) >= MEANING_DONE)
		reading_add(out, t.text);
}

/* CAN A1 HIT B1?, WHY CAN A1 NOT SHOOT B1?: a question of the game comes before
 * the order */
static void odds_asked(struct meaning_work *w, const struct clause *c,
		       struct meaning *out)
{
	const struct so_far none = { .n = 0 };
	struct clause *asked;
	struct row_text t;

	if (!str_is(c->verb, "attack") && !str_is(c->verb, "shoot"))
		return;
	asked = ARENA_NEW(w->r->arena, struct clause);
	*asked = *c;
	asked->verb = STR("odds");
	if (clause_texts(w, asked, true, &t, 1) < 1 ||
	    try_after(w, &none, t.text) != MEANING_ANSWERED)
		return;
	out->v[1] = out->v[0];
	out->v[0] = (struct meaning_reading){ .line = { t.text }, .n = 1 };
	out->n = out->n ? 2 : 1;
}

/* .. of the first clause that has one */
static void odds_first(struct meaning_work *w, struct meaning *out)
{
	int n = out->n;

	for (int i = 0; i < w->n && w->able && !w->polite && out->n == n; i++)
		odds_asked(w, &w->clause[i], out);
}

/* SHOOTS B1, THEN END: each clause is an order, though one of them is only
 * proposed. All of them together are. */
static bool chain_nearest(struct meaning_work *w, struct meaning *out)
{
	struct so_far s = { .n = 0 };

	for (int i = 0; i < w->n; i++)
		if (w->clause[i].negated || acts_unclear(&w->clause[i]))
			return false;
	w->proposing = true;
	if (w->n < 2 || !exactly_from(w, 0, &s) || s.n < 2 || acts_twice(w, &s))
		s.n = 0;
	w->proposing = false;
	if (!s.n)
		return false;
	memcpy(out->v[0].line, s.line, sizeof(s.line));
	out->v[0].n = s.n;
	out->n = 1;
	return true;
}

/* what an umpire would propose before the one reading that is not sure */
static void better_first(struct meaning_work *w, struct meaning *out)
{
	struct meaning strike = { .n = 0 };

	odds_first(w, out);
	if (w->n > 1)
		strike_nearest(w, &w->clause[0], &w->clause[1], &strike);
	if (!strike.n)
		return;
	out->v[1] = out->v[0];
	out->v[0] = strike.v[0];
	out->n = 2;
}

static void nearest(struct meaning_work *w, struct meaning *out)
{
	w->n_tries = 0;
	out->n = 0;
	odds_first(w, out);
	plan_nearest(w, out);
	if (!out->n && chain_nearest(w, out))
		return;
	w->n_tries = 0;
	for (int i = 0; i + 1 < w->n && !out->n; i++) {
		const struct clause *c = &w->clause[i];

		joined_nearest(w, c, c + 1, out);
		strike_nearest(w, c, c + 1, out);
		steps_nearest(w, c, c + 1, out);
	}
	for (int i = 0; i < w->n && !out->n; i++)
		if (str_is(w->clause[i].verb, "giveup"))
			clause_nearest(w, &w->clause[i], out);
	for (int i = 0; i < w->n && out->n < MEANING_READINGS; i++) {
		struct clause *c = &w->clause[i];

		if (w->asks && !w->polite && !clause_has(c, MEAN_FIGURE))
			card_asked(w, c, out);
		if (c->negated && w->n > 1)
			continue;
		if (!out->n && negated_nearest(w, c))
			clause_nearest(w, c, out);
		if (out->n)
			return;
	}
}

/* MY TEAM IS KARG 1, SERILLIA 1: a list that no AND ends may go on; TEAM alone
 * takes it whole */
static bool lists_by_commas(const struct mean_line *l)
{
	bool comma = false, ends = false;

	for (int i = 0; i < l->n; i++) {
		ends |= l->v[i].is == MEAN_VERB &&
			l->v[i].to == l->v[i].from + 1;
		comma |= l->v[i].stop && !l->v[i].point &&
			 l->v[i].is != MEAN_REMARK && l->v[i].is != MEAN_IDLE;
		ends |= l->v[i].is == MEAN_AND;
	}
	return comma && !ends;
}

/* A list of cards behind its verb, MY TEAM IS .., or alone: the rest of the
 * line is read as it stands. */
static bool lists(struct meaning_work *w, struct meaning *out)
{
	const struct so_far none = { .n = 0 };
	struct clause c = { .n = 0 };
	struct row_text t;
	/* I WOULD LIKE KARG */
	const struct mean_item *first = w->line->v;
	bool told = false, wish = w->line->n && first->is == MEAN_IDLE &&
				  first->to > first->from + 1;

	for (int i = 0; i < w->line->n; i++)
		wish &= w->line->v[i].is != MEAN_VERB ||
			str_is(w->line->v[i].value, "level");
	for (int i = 0; i < w->line->n; i++)
		if (w->line->v[i].is == MEAN_VERB && !told &&
		    verb_wants(w, w->line->v[i].value, 'r') &&
		    /* beside a board a card is that of a figure */
		    !(str_is(w->line->v[i].value, "card") && w->r->names.n)) {
			c.verb = w->line->v[i].value;
			told = true;
		}
	if (!told && !w->r->names.view)
		return false;
	if (!told)
		c.verb = STR("list");
	if (clause_texts(w, &c, true, &t, 1) < 1 ||
	    try_after(w, &none, t.text) < MEANING_DONE)
		return false;
	reading_add(out, t.text);
	out->sure = (told || wish) && !w->asks && !t.asked &&
		    !lists_by_commas(w->line);
	return true;
}

/* keep the last actor and target for later pronouns */
static void memory_keep(const struct meaning_work *w)
{
	for (int i = 0; i < w->n; i++) {
		int32_t a = clause_actor(&w->clause[i]);
		int32_t t = clause_target(&w->clause[i]);

		w->memory->actor = a ? a : w->memory->actor;
		w->memory->target = t ? t : w->memory->target;
	}
}

/* Does a line with a verb of staying give an order that moves the figure, as
 * STAYS THERE AND BITES HIM does if the enemy is in another zone? */
static bool leaves_though(struct meaning_work *w, const struct so_far *s)
{
	bool moves = false;

	for (int i = 0; w->stays && i < s->n; i++)
		moves |= has_word(s->line[i], word_of(w, "move"));
	return moves;
}

/* FIRST FIREBALL AT #2, THEN GORAN BITES HIM: an order of deeds, hardly the
 * first quickcast */
static bool is_sequence(const struct meaning_work *w)
{
	bool first = false;

	for (int i = 0; i < w->n; i++) {
		const struct clause *c = &w->clause[i];

		if (!clause_has(c, MEAN_SPELL) || str_is(c->verb, "quickcast"))
			continue;
		for (int k = 0; k < c->n_slots; k++)
			first |= str_is(c->slot[k].value, "first");
	}
	return first && w->n > 1;
}

/* the one reading of the line, where there is one */
static bool one_reading(struct meaning_work *w, struct meaning *out)
{
	struct so_far s;
	bool one;

	if (!exactly(w, &s))
		return false;
	/* its first order alone is proposed */
	one = acts_twice(w, &s) || leaves_rest(w) || leaves_though(w, &s) ||
	      is_sequence(w);
	w->doubtful |= one;
	for (int i = 0; i < w->n; i++)
		out->guessed |= w->clause[i].guessed;
	memcpy(out->v[0].line, s.line, sizeof(s.line));
	out->v[0].n = s.n;
	out->n = 1;
	/* a question is answered, if it is one of the game's */
	out->sure = !w->doubtful &&
		    (!w->asks || w->polite ||
		     (s.n == 1 && w->judge->tries(w->judge->context, s.line[0],
						  true) == MEANING_ANSWERED));
	if (out->sure)
		memory_keep(w);
	else if (one)
		out->v[0].n = 1;
	return true;
}

/* a figure, a card or a square: the line is no matter of the table */
static bool names_board(const struct mean_line *l)
{
	for (int i = 0; i < l->n; i++) {
		const struct mean_item *m = &l->v[i];

		if (m->is == MEAN_VERB &&
		    (str_is(m->value, "giveup") || str_is(m->value, "nomore") ||
		     str_is(m->value, "auto")))
			return true;
		if (m->guessed)
			continue;
		if (m->is == MEAN_FIGURE || m->is == MEAN_SPELL ||
		    m->is == MEAN_THING ||
		    (m->is == MEAN_PLACE && m->to == m->from + 1))
			return true;
	}
	return false;
}

/* the pieces that the line names by a label, or by a name that no other has */
static void named_add(const struct meaning_work *w, struct meaning *out)
{
	for (int i = 0; i < w->line->n; i++) {
		const struct mean_item *m = &w->line->v[i];

		if (m->is == MEAN_FIGURE && m->n_set == 1 && !m->guessed &&
		    out->n_named < MEANING_NAMED)
			out->named[out->n_named++] = item_label(w, m);
	}
}

void meaning_read(const struct reader *r, uint32_t langs, int lang,
		  struct meaning_memory *memory,
		  const struct meaning_judge *judge, struct meaning *out)
{
	struct mean_line *line = ARENA_NEW(r->arena, struct mean_line);
	struct meaning_work w = { .r = r,
				  .line = line,
				  .lang = lang,
				  .memory = memory,
				  .judge = judge };

	*out = (struct meaning){ .n = 0 };
	if (!meaning_items(r, langs, line))
		return;
	w.clause = arena_alloc_raw(r->arena, CLAUSES_MAX * sizeof(*w.clause));
	w.tried = ARENA_ARRAY(r->arena, TRIED_MAX, struct tried_line);
	clauses_make(&w);
	out->plays = names_board(line);
	named_add(&w, out);
	out->revised = line->revised;
	if (lists(&w, out) || out->n)
		return;
	if (one_reading(&w, out)) {
		if (!out->sure)
			better_first(&w, out);
		return;
	}
	for (int i = 0; i < line->n; i++)
		out->unknown += line->v[i].is == MEAN_UNKNOWN;
	nearest(&w, out);
	for (int i = 0; i < w.n; i++)
		out->negated |= w.clause[i].negated;
}
