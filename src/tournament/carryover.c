/* src/tournament/carryover.c */
#include "tournament/carryover.h"
#include "base/crypto.h"
#include "base/parse.h"

#define CAMPAIGN_CARRYOVER_NAMES "seat,what,value,key,name,game,from"

/* --- the table -------------------------------------------------------------
 */

struct words {
	struct str line, rest;
	int number;
	struct why *why;
};

static enum err carryover_wrong(const struct words *w, struct str at,
				const char *what)
{
	return why_set(w->why, ERR_FORMAT, "line %d, column %d: %s", w->number,
		       (int)(at.s - w->line.s) + 1, what);
}

/* the next word; empty at the end, and where that is */
static struct str carryover_next(struct words *w)
{
	struct str out;

	while (w->rest.len && (*w->rest.s == ' ' || *w->rest.s == '\t')) {
		w->rest.s++;
		w->rest.len--;
	}
	out = (struct str){ w->rest.s, 0 };
	while (out.len < w->rest.len && out.s[out.len] != ' ' &&
	       out.s[out.len] != '\t')
		out.len++;
	w->rest.s += out.len;
	w->rest.len -= out.len;
	return out;
}

static enum err next_number(struct words *w, int32_t *out)
{
	struct str at = carryover_next(w);
	int64_t v;

	if (!parse_int(at, 0, 100000, &v))
		return carryover_wrong(w, at,
				       "a number from 0 to 100000 stands here");
	*out = (int32_t)v;
	return ERR_OK;
}

static bool verb_of(struct str s, enum campaign_carryover_verb *out)
{
	static const char *const verbs[] = { [CAMPAIGN_CARRYOVER_KEEP] = "keep",
					     [CAMPAIGN_CARRYOVER_LESS] = "less",
					     [CAMPAIGN_CARRYOVER_LOSE] = "lose",
					     [CAMPAIGN_CARRYOVER_GIVE] =
						     "give" };

	for (size_t i = 0; i < ARRAY_LEN(verbs); i++)
		if (str_is(s, verbs[i])) {
			*out = (enum campaign_carryover_verb)i;
			return true;
		}
	return false;
}

static enum err rule_read(struct words *w, struct campaign_carryover_rule *r)
{
	struct str at;
	enum err e = ERR_OK;

	r->what = r->as = carryover_next(w);
	if (r->what.len >= sizeof(((struct carryover *)0)->what))
		return carryover_wrong(w, r->what,
				       "nothing has so long a name");
	at = carryover_next(w);
	if (!verb_of(at, &r->verb))
		return carryover_wrong(w, at,
				       "keep, less, lose or give stands here");
	if (r->verb == CAMPAIGN_CARRYOVER_LESS ||
	    r->verb == CAMPAIGN_CARRYOVER_GIVE)
		e = next_number(w, &r->n);
	at = carryover_next(w);
	if (!e && r->verb == CAMPAIGN_CARRYOVER_LESS && str_is(at, "least")) {
		e = next_number(w, &r->least);
		at = carryover_next(w);
	}
	if (!e &&
	    (r->verb == CAMPAIGN_CARRYOVER_LESS ||
	     r->verb == CAMPAIGN_CARRYOVER_KEEP) &&
	    str_is(at, "as")) {
		r->as = carryover_next(w);
		if (!r->as.len ||
		    r->as.len >= sizeof(((struct carryover *)0)->what))
			return carryover_wrong(
				w, r->as, "the name of a thing stands here");
		at = carryover_next(w);
	}
	return !e && at.len
		       ? carryover_wrong(w, at,
					 "the line is over before this word")
		       : e;
}

enum err campaign_carryover_table_read(struct str text,
				       struct campaign_carryover_table *out,
				       struct why *why)
{
	struct words w = { .why = why };

	out->n = 0;
	while (parse_line(&text, &w.line)) {
		struct campaign_carryover_rule r = { 0 };
		enum err e;

		w.number++;
		w.rest = w.line;
		if (!parse_trim(w.line).len || parse_trim(w.line).s[0] == '#')
			continue;
		e = rule_read(&w, &r);
		if (e)
			return e;
		if (out->n == CAMPAIGN_CARRYOVER_RULES_MAX)
			return carryover_wrong(&w, w.line,
					       "a table has 64 lines at most");
		out->v[out->n++] = r;
	}
	return ERR_OK;
}

/* --- what it does ----------------------------------------------------------
 */

static void name_put(struct carryover *c, struct str name)
{
	memcpy(c->what, name.s, name.len);
	c->what[name.len] = 0;
}

/* one thing by one line; false: there is no room */
static bool carryover_pass(const struct campaign_carryover_rule *r,
			   const struct game_carried *x,
			   struct game_carried *out, int max, int *n)
{
	struct game_carried *to = &out[*n];

	if (*n == max)
		return false;
	*to = *x;
	name_put(&to->thing, r->as);
	if (r->verb == CAMPAIGN_CARRYOVER_LESS) {
		int32_t v = to->thing.value[0] - r->n;

		to->thing.value[0] = v < r->least ? r->least : v;
	}
	++*n;
	return true;
}

static bool carryover_give(const struct campaign_carryover_rule *r, int n_seats,
			   struct game_carried *out, int max, int *n)
{
	for (int seat = 0; seat < n_seats; seat++) {
		struct game_carried *to = &out[*n];

		if (*n == max)
			return false;
		memset(to, 0, sizeof(*to));
		to->game = STR("");
		to->thing.seat = seat;
		to->thing.value[0] = r->n;
		to->thing.n = 1;
		name_put(&to->thing, r->what);
		++*n;
	}
	return true;
}

int campaign_carryover_apply(const struct campaign_carryover_table *t,
			     const struct campaign_carryover_from *from,
			     struct game_carried *out, int max)
{
	int n = 0;

	for (int i = 0; i < t->n; i++) {
		const struct campaign_carryover_rule *r = &t->v[i];

		if (r->verb == CAMPAIGN_CARRYOVER_GIVE &&
		    !carryover_give(r, from->n_seats, out, max, &n))
			return -1;
		if (r->verb != CAMPAIGN_CARRYOVER_KEEP &&
		    r->verb != CAMPAIGN_CARRYOVER_LESS)
			continue;
		for (int k = 0; k < from->n_left; k++) {
			struct game_carried x = { from->left[k], from->game,
						  *from->head };

			if (str_is(r->what, from->left[k].what) &&
			    !carryover_pass(r, &x, out, max, &n))
				return -1;
		}
	}
	return n;
}

/* --- as lines --------------------------------------------------------------
 */

static void carryover_field(struct buf *out, struct str s)
{
	buf_addz(out, ",\"");
	for (size_t i = 0; i < s.len; i++) {
		if (s.s[i] == '"')
			buf_addc(out, '"');
		buf_addc(out, s.s[i]);
	}
	buf_addc(out, '"');
}

void campaign_carryover_write(const struct game_carried *v, int n,
			      struct arena *a, struct buf *out)
{
	buf_addz(out, CAMPAIGN_CARRYOVER_NAMES "\n");
	for (int i = 0; i < n; i++) {
		const struct carryover *c = &v[i].thing;
		bool from = v[i].game.len != 0;

		buf_addf(out, "%c,%s,", 'A' + c->seat, c->what);
		for (int k = 0; k < c->n; k++)
			buf_addf(out, "%s%d", k ? " " : "", (int)c->value[k]);
		carryover_field(out, str_of(c->key));
		carryover_field(out, str_of(c->name));
		carryover_field(out, v[i].game);
		carryover_field(out, from ? hex_of(a, v[i].from.b, HASH_SIZE)
					  : STR(""));
		buf_addc(out, '\n');
	}
}

static bool text_keep(char *to, size_t size, struct str s)
{
	if (s.len >= size || memchr(s.s, 0, s.len))
		return false;
	memcpy(to, s.s, s.len);
	to[s.len] = 0;
	return true;
}

static bool values_read(struct str s, struct carryover *c)
{
	struct str one;
	int64_t v;

	s = parse_trim(s);
	while (s.len && c->n < CARRYOVER_VALUES) {
		if (!parse_field(&s, ' ', &one) ||
		    !parse_int(one, INT32_MIN, INT32_MAX, &v))
			return false;
		c->value[c->n++] = (int32_t)v;
	}
	return c->n && !s.len;
}

/* The fields of a line; gives the number of the first that is wrong, from 0, or
 * -1. */
static int thing_read(struct arena *a, const struct str *f,
		      struct game_carried *to)
{
	struct carryover *c = &to->thing;

	memset(to, 0, sizeof(*to));
	if (f[0].len != 1 || f[0].s[0] < 'A' || f[0].s[0] >= 'A' + SEATS_MAX)
		return 0;
	c->seat = f[0].s[0] - 'A';
	if (!f[1].len || !text_keep(c->what, sizeof(c->what), f[1]))
		return 1;
	if (!values_read(f[2], c))
		return 2;
	if (!text_keep(c->key, sizeof(c->key), f[3]))
		return 3;
	if (!text_keep(c->name, sizeof(c->name), f[4]))
		return 4;
	to->game = arena_str(a, f[5]);
	if (f[6].len && !hex_parse(f[6], to->from.b, HASH_SIZE))
		return 6;
	return !f[6].len == !f[5].len ? -1 : 6;
}

enum err campaign_carryover_read(struct str text, struct arena *a,
				 struct game_carried *out, int max, int *n,
				 struct why *why)
{
	static const char *const expected[] = {
		"a seat, A to H",
		"the name of a thing",
		"one to four numbers",
		"the key of a card",
		"a name",
		"the name of a game",
		"the head of that game's log, 64 hex digits, where one is named"
	};
	struct str line, f[7];
	int number = 0, bad;

	*n = 0;
	while (parse_line(&text, &line)) {
		number++;
		if (!parse_trim(line).len || line.s[0] == '#' ||
		    (number == 1 &&
		     str_is(parse_trim(line), CAMPAIGN_CARRYOVER_NAMES)))
			continue;
		if (*n == max)
			return why_set(
				why, ERR_FORMAT,
				"line %d: no more than %d things are carried into a game",
				number, max);
		if (parse_csv(arena_printf(a, "%.*s", STR_ARG(line)), f, 7) !=
		    7)
			return why_set(
				why, ERR_FORMAT,
				"line %d: the fields are " CAMPAIGN_CARRYOVER_NAMES,
				number);
		bad = thing_read(a, f, &out[*n]);
		if (bad >= 0)
			return why_set(why, ERR_FORMAT,
				       "line %d, field %d: %s stands here",
				       number, bad + 1, expected[bad]);
		++*n;
	}
	return ERR_OK;
}
