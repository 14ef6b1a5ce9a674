/*
 * src/orders/meaning_row.c - finds the row of said_GAME.def that fits a clause
 */
#include "orders/meaning_private.h"
#include "base/ascii.h"
#include "base/parse.h"
#include "engine/geometry.h"
#include <string.h>

enum { TEXT_MAX = 512 };

/* a part that a row wants, and the slots that fill it */
struct want {
	struct str what; /* "a", "flame" */
	bool may, missing;
	int n;
	int slot[CLAUSE_SLOTS];
	/* the figures that it may be: one of them is chosen */
	int n_choice, chosen;
	int32_t choice[SLOT_FIGURES];
};

struct matching {
	struct meaning_work *w;
	const struct clause *c;
	const struct said_row *row;
	int number;
	struct want want[SAID_PARTS];
	int n;
	uint64_t used; /* slots */
	int missing, left;
	bool filled;
};

static bool is_row_of(const struct said_row *row, struct str verb)
{
	for (int i = 0; i < row->n_verbs; i++)
		if (str_equal(row->verb[i], verb))
			return true;
	return false;
}

bool verb_has_part(const struct meaning_work *w, struct str verb,
		   struct str part)
{
	const struct said_row *rows;
	int n = meaning_rows(w->r->g->meaning, &rows);

	for (int i = 0; i < n; i++) {
		if (!is_row_of(&rows[i], verb))
			continue;
		for (int k = 0; k < rows[i].n_parts; k++)
			if (str_equal(rows[i].part[k], part))
				return true;
	}
	return false;
}

bool verb_wants(const struct meaning_work *w, struct str verb, char letter)
{
	return verb_has_part(w, verb, (struct str){ &letter, 1 });
}

int verb_row(const struct meaning_work *w, struct str verb)
{
	const struct said_row *rows;
	int n = meaning_rows(w->r->g->meaning, &rows);

	for (int i = 0; i < n; i++)
		if (is_row_of(&rows[i], verb))
			return i;
	return INT32_MAX;
}

/* --- slots and letters ---------------------------------------------------- */

static bool rel_in(struct str rel, const char *list)
{
	struct str rest = str_of(list), one;

	if (!rel.len)
		return true;
	while (parse_field(&rest, ' ', &one))
		if (str_equal(one, rel))
			return true;
	return false;
}

static bool rel_is(struct str rel, const char *list)
{
	return rel.len && rel_in(rel, list);
}

static const struct grammar_thing *thing_labelled(const struct matching *m,
						  int32_t label)
{
	for (int i = 0; i < m->w->r->names.n_thing; i++)
		if (label && m->w->r->names.thing[i].label == label)
			return &m->w->r->names.thing[i];
	return NULL;
}

/* a word of a thing's kind: the door, K1 for a chest */
static bool is_kind(const struct matching *m, const struct mean_slot *s,
		    struct str kind)
{
	const struct grammar_thing *t =
		s->n == 1 ? thing_labelled(m, s->label_of[0]) : NULL;

	return str_equal(s->value, kind) || (t && str_is(kind, t->kind));
}

static bool is_own(const struct matching *m, int32_t label)
{
	const struct grammar_name *n = name_of_label(m->w, label);

	return n && mean_seat_of(n) == m->w->line->seat &&
	       m->w->line->seat >= 0;
}

enum {
	OF_FIGURE = 1,
	OF_THING = 2,
	OF_PLACE = 4,
	OF_EDGE = 8,
	OF_NUMBER = 16,
	OF_WAY = 32,
	OF_CARD = 64,
	OF_ACTOR = 128,   /* the actor; without this flag never the actor */
	OF_RELATED = 256, /* one of the words of relation must be there */
	OF_BLOW = 512
};

/* For each letter of meaning.h: kinds of slots, and relations that may
 * precede them. */
static const struct {
	char letter;
	int of;
	const char *rels;
} letters[] = {
	{ 'a', OF_FIGURE | OF_ACTOR, NULL },
	{ 'A', OF_FIGURE | OF_ACTOR, NULL },
	{ 'I', OF_FIGURE | OF_ACTOR, NULL },
	{ 'F', OF_FIGURE | OF_RELATED, "to toward beside with at" },
	{ 't', OF_FIGURE, "to through at on of for in with from" },
	{ 'u', OF_FIGURE, "to through at on of for in" },
	{ 'w', OF_FIGURE | OF_THING, "to through at on toward for until" },
	{ 'W', OF_PLACE | OF_RELATED, "toward" },
	{ 'W', OF_EDGE, NULL },
	{ 'c', OF_FIGURE | OF_THING | OF_RELATED, "beside" },
	{ 'b', OF_FIGURE | OF_THING | OF_RELATED, "behind" },
	{ 'x', OF_FIGURE | OF_RELATED, "away from of" },
	{ 'g', OF_FIGURE | OF_THING | OF_RELATED, "toward at" },
	{ 'l', OF_FIGURE | OF_THING | OF_RELATED, "toward" },
	{ 'i', OF_FIGURE | OF_RELATED, "for to through" },
	{ 'j', OF_FIGURE | OF_RELATED, "before" },
	{ 'J', OF_FIGURE | OF_RELATED, "after" },
	{ 'E', OF_FIGURE | OF_RELATED, "when" },
	{ 'C', OF_FIGURE, "to through at on of for in with from" },
	{ 'k', OF_FIGURE | OF_RELATED, "with and" },
	{ 'z', OF_FIGURE | OF_RELATED, "facing toward to through at" },
	{ 'p', OF_PLACE, "to through at on in until of" },
	{ 'P', OF_PLACE, "to through by at on in until of" },
	{ 'T', OF_PLACE, "through by at on in" },
	{ 'n', OF_NUMBER, NULL },
	{ 'R', OF_NUMBER, NULL },
	{ 'R', OF_PLACE, "of" }, /* RECT 3 2 */
	{ 'S', OF_NUMBER, NULL },
	{ 'd', OF_WAY, "to through toward at on in from of" },
	{ 'f', OF_WAY | OF_RELATED, "facing" },
	{ 'D', OF_BLOW, NULL },
	{ 'm', OF_CARD, NULL },
	{ 'M', OF_CARD, NULL },
	{ 'h', OF_THING, NULL },
	{ 'H', OF_THING, NULL },
};

static int kind_of(const struct mean_slot *s)
{
	switch (s->is) {
	case MEAN_FIGURE: return OF_FIGURE;
	case MEAN_THING: return OF_THING;
	case MEAN_PLACE: return OF_PLACE;
	case MEAN_EDGE: return OF_EDGE;
	case MEAN_NUMBER: return OF_NUMBER;
	case MEAN_DIR:
	case MEAN_WAY: return OF_WAY;
	/* a card that lies there, too, may be a target */
	case MEAN_SPELL: return OF_CARD | (s->n ? OF_FIGURE : 0);
	case MEAN_BLOW: return OF_BLOW;
	default: return 0;
	}
}

static bool accepts(char letter, const struct mean_slot *s)
{
	/* BY A3, which is the label of a figure as well */
	if (letter == 'T' && s->square && !s->acts &&
	    rel_is(s->rel, "through by"))
		return true;
	for (size_t i = 0; i < ARRAY_LEN(letters); i++) {
		int of = letters[i].of;

		if (letters[i].letter != letter || !(of & kind_of(s)))
			continue;
		if ((of & OF_FIGURE) && !(of & OF_ACTOR) != !s->acts)
			continue;
		if (s->is == MEAN_SPELL && !(of & OF_CARD) && letter != 'u')
			continue;
		if (!letters[i].rels ||
		    ((of & OF_RELATED) ? rel_is(s->rel, letters[i].rels)
				       : rel_in(s->rel, letters[i].rels)))
			return true;
	}
	return false;
}

/* --- directions and places ---------------------------------------------------
 */

static const struct grammar_name *actor_of(const struct matching *m)
{
	/* the one for which an order is repeated */
	for (int i = 0; i < m->n; i++)
		if (str_is(m->want[i].what, "A") && m->want[i].n_choice == 1)
			return name_of_label(m->w, m->want[i].choice[0]);
	for (int i = 0; i < m->c->n_slots; i++)
		if (m->c->slot[i].acts && m->c->slot[i].n)
			return name_of_label(m->w, m->c->slot[i].label_of[0]);
	return NULL;
}

/* compass degrees of a direction; -1: not known */
static int degrees_of(const struct matching *m, const struct mean_slot *s)
{
	static const struct {
		const char *way;
		int turn; /* 1000 and more: of the compass */
	} ways[] = { { "forward", 0 }, { "back", 180 }, { "left", 270 },
		     { "right", 90 },  { "up", 1000 },  { "down", 1180 },
		     { "round", 180 } };
	const struct grammar_name *a = actor_of(m);
	bool board = false;

	/* beside UP and DOWN, left and right are those of the board */
	for (int i = 0; i < m->c->n_slots; i++)
		board |= m->c->slot[i].is == MEAN_WAY &&
			 (str_is(m->c->slot[i].value, "up") ||
			  str_is(m->c->slot[i].value, "down"));
	if (s->is == MEAN_DIR)
		return s->number;
	for (size_t i = 0; i < ARRAY_LEN(ways); i++)
		if (str_is(s->value, ways[i].way))
			return ways[i].turn >= 1000 ? ways[i].turn - 1000
			       : board              ? ways[i].turn
			       : a ? (a->facing + ways[i].turn) % 360
				   : -1;
	return -1;
}

/* the shift of all numbers and directions; false: there is none, or they do
 * not pair */
static bool shift_of(const struct matching *m, int32_t *dx, int32_t *dy)
{
	int32_t number = -1;
	int numbers = 0, ways = 0, degrees[4], n_degrees = 0;
	int32_t each[4];

	*dx = *dy = 0;
	for (int i = 0; i < m->c->n_slots; i++) {
		const struct mean_slot *s = &m->c->slot[i];

		if (s->is == MEAN_NUMBER) {
			numbers++;
			number = s->number;
			if (numbers <= 4)
				each[numbers - 1] = number;
		} else if ((s->is == MEAN_DIR || s->is == MEAN_WAY) &&
			   !rel_is(s->rel, "facing") &&
			   !str_is(s->value, "straight")) {
			ways++;
			if (n_degrees < 4)
				degrees[n_degrees++] = degrees_of(m, s);
		}
	}
	/* GOES EAST, in zones: one of them */
	if (!numbers && ways == 1 && n_degrees == 1 &&
	    meaning_places(m->w->r->g->meaning) == GRAMMAR_ZONES)
		each[numbers++] = 100;
	if (!numbers || numbers > 4 || numbers != ways)
		return false;
	for (int i = 0; i < n_degrees; i++) {
		struct vec u;

		if (degrees[i] < 0)
			return false;
		u = geo_unit(degrees[i]);
		if (degrees[i] % 90 &&
		    meaning_places(m->w->r->g->meaning) != GRAMMAR_POINTS) {
			*dx += each[i] * (u.x > 0 ? 1 : -1);
			*dy += each[i] * (u.y > 0 ? 1 : -1);
		} else {
			*dx += (int32_t)geo_div((int64_t)u.x * each[i], GEO_ONE,
						GEO_HA);
			*dy += (int32_t)geo_div((int64_t)u.y * each[i], GEO_ONE,
						GEO_HA);
		}
	}
	return true;
}

static void number_add(struct buf *b, int32_t hundredths)
{
	if (hundredths < 0)
		buf_addc(b, '-');
	hundredths = hundredths < 0 ? -hundredths : hundredths;
	buf_addi(b, hundredths / 100);
	if (hundredths % 100)
		buf_addf(b, hundredths % 10 ? ".%02d" : ".%d",
			 hundredths % 10 ? hundredths % 100
					 : hundredths % 100 / 10);
}

static void place_add(const struct matching *m, int32_t x, int32_t y,
		      struct buf *b)
{
	if (meaning_places(m->w->r->g->meaning) == GRAMMAR_POINTS) {
		number_add(b, x);
		buf_addc(b, ' ');
		number_add(b, y);
		return;
	}
	if (x >= 26)
		buf_addc(b, (char)('A' + x / 26 - 1));
	buf_addc(b, (char)('A' + x % 26));
	buf_addi(b, y + 1);
}

static bool on_board(const struct matching *m, int32_t x, int32_t y)
{
	return x >= 0 && y >= 0 &&
	       (!m->w->r->names.width ||
		(x < m->w->r->names.width && y < m->w->r->names.height));
}

static void degrees_add(const struct matching *m, int degrees, struct buf *b)
{
	if (degrees % 45)
		buf_addi(b, degrees);
	else
		buf_adds(b, vocabulary_shown(
				    m->w->r->g->words,
				    m->w->r->g->key_direction[degrees / 45],
				    m->w->lang));
}

/* where the edge or middle is, that the slot names */
static bool edge_place(const struct matching *m, const struct mean_slot *s,
		       int32_t *x, int32_t *y)
{
	const struct grammar_names *names = &m->w->r->names;
	const struct grammar_name *a = actor_of(m);
	int degrees = -1;

	if (str_is(s->value, "middle")) {
		*x = (names->width + 1) / 2;
		*y = (names->height + 1) / 2;
		return true;
	}
	for (int i = 0; i < m->c->n_slots; i++)
		if (m->c->slot[i].is == MEAN_DIR ||
		    m->c->slot[i].is == MEAN_WAY)
			degrees = degrees_of(m, &m->c->slot[i]);
	if (degrees < 0 && s->several && a)
		degrees = (a->facing + 180) % 360;
	if (!a || degrees < 0 || degrees % 90)
		return false;
	*x = degrees == 90 ? names->width : degrees == 270 ? 0 : a->x;
	*y = degrees == 0 ? names->height : degrees == 180 ? 0 : a->y;
	return true;
}

/* --- matching
 * ------------------------------------------------------------------ */

static bool want_mod(const struct want *x)
{
	return x->what.len > 1;
}

static struct want *want_of(struct matching *m, struct str what)
{
	for (int i = 0; i < m->n; i++)
		if (str_equal(m->want[i].what, what))
			return &m->want[i];
	return NULL;
}

static void wants_make(struct matching *m)
{
	for (; m->n < m->row->n_parts; m->n++)
		m->want[m->n] = (struct want){ .what = m->row->part[m->n],
					       .may = m->row->may[m->n],
					       .chosen = -1 };
}

static bool is_among(const int32_t *v, int n, int32_t number)
{
	for (int i = 0; i < n; i++)
		if (v[i] == number)
			return true;
	return false;
}

/* a card that is not among those which may be planned, or cast by a creature
 * now */
static bool is_lacking(const struct matching *m, const struct mean_slot *s)
{
	const struct grammar_names *names = &m->w->r->names;

	if (s->is != MEAN_SPELL)
		return false;
	if (names->n_book && str_is(m->c->verb, "plan"))
		return !is_among(names->book, names->n_book, s->number) &&
		       !is_among(names->cards, names->n_cards, s->number);
	return names->n_cards && m->row->casts &&
	       !is_among(names->cards, names->n_cards, s->number);
}

/* the writer's own leader: I, ME */
static bool is_me(const struct matching *m, const struct mean_slot *s)
{
	const struct grammar_name *n =
		s->n == 1 ? name_of_label(m->w, s->label_of[0]) : NULL;

	return n && n->leads && is_own(m, n->label);
}

static bool want_takes(const struct matching *m, const struct want *x,
		       const struct mean_slot *s)
{
	if (is_lacking(m, s) ||
	    ((str_is(x->what, "I") || str_is(x->what, "F")) && !is_me(m, s)))
		return false;
	if (x->what.len == 1 && '1' <= x->what.s[0] && x->what.s[0] <= '9')
		return s->is == MEAN_NUMBER &&
		       s->number == (x->what.s[0] - '0') * 100;
	if (want_mod(x))
		return (s->is == MEAN_MOD || s->is == MEAN_EDGE ||
			s->is == MEAN_WAY)
			       ? str_equal(s->value, x->what)
			       : s->is == MEAN_THING && is_kind(m, s, x->what);
	return accepts(x->what.s[0], s);
}

/* which of its figures could stand there */
static void want_choices(struct matching *m, struct want *x)
{
	char letter = want_mod(x) ? 'h' : x->what.s[0];
	bool mine = letter == 'u' || letter == 'k' || letter == 'C';
	int32_t actor = clause_actor(m->c);

	x->n_choice = 0;
	for (int i = 0; i < x->n; i++) {
		const struct mean_slot *s = &m->c->slot[x->slot[i]];

		for (int k = 0; k < s->n && x->n_choice < SLOT_FIGURES; k++) {
			int32_t label = s->label_of[k];
			bool own = is_own(m, label);
			bool again = false;

			if ((letter == 'C' && label == actor) ||
			    (letter == 't' && own) ||
			    (mine && !own && m->w->line->seat >= 0))
				continue;
			for (int j = 0; j < x->n_choice; j++)
				again |= x->choice[j] == label;
			if (!again)
				x->choice[x->n_choice++] = label;
		}
	}
}

static bool is_list_letter(const struct want *x)
{
	return x->what.len == 1 &&
	       (x->what.s[0] == 'A' || x->what.s[0] == 'k' ||
		x->what.s[0] == 'M' || x->what.s[0] == 'H');
}

/* labels that must be chosen from, or listed */
static bool is_labels(const struct want *x)
{
	return want_mod(x)
		       ? false
		       : strchr("aAtuwcbxkzhHoglijJECIF", x->what.s[0]) != NULL;
}

/* fill a missing part with every figure that may be meant */
static void want_fill(struct matching *m, struct want *x)
{
	const struct grammar_names *names = &m->w->r->names;
	char letter = x->what.s[0];

	if (want_mod(x) || is_list_letter(x) || !is_labels(x) || letter == 'C')
		return;
	/* the last actor of the mail comes first */
	if (letter == 'a' && m->w->memory->actor &&
	    name_of_label(m->w, m->w->memory->actor))
		x->choice[x->n_choice++] = m->w->memory->actor;
	for (int i = 0; i < names->n && x->n_choice < SLOT_FIGURES; i++) {
		int32_t label = names->v[i].label;
		bool own = is_own(m, label), again = false;
		bool any = m->w->line->seat < 0;

		if (names->v[i].idle || letter == 'h' ||
		    ((letter == 'a' || letter == 'u') && !own && !any) ||
		    ((letter == 't' || letter == 'w') && own))
			continue;
		for (int j = 0; j < x->n_choice; j++)
			again |= x->choice[j] == label;
		if (!again)
			x->choice[x->n_choice++] = label;
	}
	for (int i = 0; letter == 'h' && i < names->n_thing; i++)
		if (names->thing[i].label && x->n_choice < SLOT_FIGURES)
			x->choice[x->n_choice++] = names->thing[i].label;
	m->filled = true;
}

/* may the slot still be taken for x, which has some already? */
static bool may_take(struct matching *m, const struct want *x,
		     const struct mean_slot *s)
{
	char letter = x->what.s[0];

	if (!x->n || is_list_letter(x) || want_mod(x) || letter == 'P' ||
	    (letter == 'R' && x->n < 2))
		return true;
	if (letter == 'n' || letter == 'd')
		return want_of(m, STR("q")) || want_of(m, STR("s"));
	return letter == 'a' && s->n == 1 &&
	       slot_has(&m->c->slot[x->slot[0]], s->label_of[0]);
}

static void want_use(struct matching *m, struct want *x, int slot)
{
	x->slot[x->n++] = slot;
	m->used |= UINT64_C(1) << slot;
}

/* q and s are made of the numbers and directions that are left */
static void shifts_match(struct matching *m)
{
	for (int i = 0; i < m->n; i++) {
		struct want *x = &m->want[i];

		if (!str_is(x->what, "q") && !str_is(x->what, "s"))
			continue;
		for (int k = 0; k < m->c->n_slots; k++)
			if (!(m->used >> k & 1) &&
			    (accepts('n', &m->c->slot[k]) ||
			     accepts('d', &m->c->slot[k])))
				want_use(m, x, k);
	}
}

/* is it not there at all? */
static bool want_none(const struct want *x)
{
	if (str_is(x->what, "P"))
		return x->n < 2;
	if (is_labels(x))
		return x->n_choice < 1 + (x->what.s[0] == 'A');
	return !x->n;
}

/* slots that the row needs and the clause lacks, and the reverse */
static void wants_count(struct matching *m)
{
	struct str verb = m->c->verb.len ? m->c->verb : STR("none");

	for (int i = 0; i < m->n; i++) {
		struct want *x = &m->want[i];
		const struct mean_slot *s =
			x->n == 1 ? &m->c->slot[x->slot[0]] : NULL;

		/* several act where one is wanted */
		m->left += str_is(x->what, "a") && s && s->several && s->n > 1;
		x->missing = want_none(x) && !x->may && !str_is(x->what, "r");
		if (x->missing)
			m->missing +=
				x->what.len == 1 && memchr("atwuhpT",
							   x->what.s[0], 7)
					? 1
					: 3;
	}
	for (int k = 0; k < m->c->n_slots; k++) {
		const struct mean_slot *s = &m->c->slot[k];
		/* FIRST is where it stands, but for orders that have it;
		 * THIS ROUND says something only with cards */
		bool idle = s->is == MEAN_MOD &&
			    (str_is(s->value, "round") ||
			     (str_is(s->value, "first") &&
			      (m->w->n > 1 ||
			       !verb_has_part(m->w, verb, STR("first")))));

		m->left += !idle && !(m->used >> k & 1);
	}
}

/* Assign the slots of the clause to the parts that the row wants. */
static void wants_match(struct matching *m)
{
	for (int i = 0; i < m->n; i++) {
		struct want *x = &m->want[i];

		for (int k = 0; k < m->c->n_slots; k++)
			if (!(m->used >> k & 1) &&
			    want_takes(m, x, &m->c->slot[k]) &&
			    may_take(m, x, &m->c->slot[k]))
				want_use(m, x, k);
		want_choices(m, x);
	}
	shifts_match(m);
	wants_count(m);
}

/* --- writing
 * -------------------------------------------------------------------- */

static void label_add(const struct matching *m, int32_t label, struct buf *b)
{
	const struct grammar_name *n = name_of_label(m->w, label);
	int key = -1;

	if (n && n->leads && is_own(m, label))
		key = vocabulary_key(m->w->r->g->words, STR("aim.me"));
	if (key >= 0)
		buf_adds(b,
			 vocabulary_shown(m->w->r->g->words, key, m->w->lang));
	else
		label_render(b, label);
}

/* the labels of a list, from number `from` on */
static void labels_add(const struct matching *m, const struct want *x, int from,
		       struct buf *b)
{
	for (int i = from; i < x->n_choice; i++) {
		if (i > from)
			buf_addc(b, ' ');
		label_add(m, x->choice[i], b);
	}
}

static void card_add(const struct matching *m, int32_t number, struct buf *b)
{
	const struct vocabulary *words = m->w->r->g->words;
	char name[16];
	struct buf key;

	buf_init(&key, sizeof(name));
	buf_addf(&key, "spell.%d", (int)number);
	buf_adds(b,
		 vocabulary_shown(words, vocabulary_key(words, buf_str(&key)),
				  m->w->lang));
	buf_release(&key);
}

/* one of eight directions, of a vector to the east and north */
static int eighth(int32_t dx, int32_t dy)
{
	int b = geo_bearing((struct vec){ dx, dy });

	return (b + 22) % 360 / 45 * 45;
}

/* so many squares behind it */
static bool back_add(const struct matching *m, const struct grammar_name *a,
		     struct buf *b)
{
	int32_t n = 1;
	struct vec u = geo_unit((a->facing + 180) % 360);
	int32_t dx = (u.x > GEO_ONE / 3) - (u.x < -GEO_ONE / 3);
	int32_t dy = (u.y > GEO_ONE / 3) - (u.y < -GEO_ONE / 3);

	for (int i = 0; i < m->c->n_slots; i++)
		if (m->c->slot[i].is == MEAN_NUMBER)
			n = m->c->slot[i].number / 100;
	if (!on_board(m, a->x + dx * n, a->y - dy * n))
		return false;
	place_add(m, a->x + dx * n, a->y - dy * n, b);
	return true;
}

static bool entrance_write(const struct matching *m, struct buf *b)
{
	const struct grammar_names *names = &m->w->r->names;

	for (int i = 0; i < names->n_thing; i++)
		if (!strcmp(names->thing[i].kind, "entrance") &&
		    names->thing[i].holder == 1 + m->w->line->seat) {
			place_add(m, names->thing[i].x, names->thing[i].y, b);
			return true;
		}
	return false;
}

/* the one thing of a slot; NULL: it has none, or several */
static const struct grammar_thing *thing_of(const struct matching *m,
					    const struct mean_slot *s)
{
	return s->is == MEAN_THING && s->n == 1
		       ? thing_labelled(m, s->label_of[0])
		       : NULL;
}

static bool thing_place_write(const struct matching *m, struct buf *b)
{
	for (int i = 0; i < m->c->n_slots; i++) {
		const struct grammar_thing *t = thing_of(m, &m->c->slot[i]);

		if (!t || !t->there)
			continue;
		place_add(m, t->x, t->y, b);
		return true;
	}
	return false;
}

/* the direction to the figure that it turns to */
static bool way_write(const struct matching *m, const struct grammar_name *a,
		      struct buf *b)
{
	const struct grammar_name *n = NULL;

	for (int i = 0; i < m->n; i++)
		if (m->want[i].chosen >= 0 && m->want[i].n_choice &&
		    m->want[i].what.s[0] != 'a')
			n = name_of_label(m->w,
					  m->want[i].choice[m->want[i].chosen]);
	if (!n || !a || !n->there || !a->there)
		return false;
	degrees_add(m, eighth(n->x - a->x, a->y - n->y), b);
	return true;
}

/* the one figure or thing that was chosen */
static int32_t chosen_label(const struct matching *m, const struct want *x)
{
	const struct mean_slot *s = x->n ? &m->c->slot[x->slot[0]] : NULL;

	if (x->chosen >= 0 && x->chosen < x->n_choice)
		return x->choice[x->chosen];
	return s && s->n ? s->label_of[0] : 0;
}

/* the figure that the actor leaves */
static const struct grammar_name *left_by(const struct matching *m)
{
	for (int i = 0; i < m->n; i++)
		if (str_is(m->want[i].what, "x"))
			return name_of_label(m->w,
					     chosen_label(m, &m->want[i]));
	return NULL;
}

/* a square two steps away from the figure that the actor leaves */
static bool leave_write(const struct matching *m, const struct grammar_name *a,
			struct buf *b)
{
	const struct grammar_name *n = left_by(m);
	int32_t dx, dy, far;

	if (!n || !a || !n->there || !a->there)
		return false;
	dx = a->x - n->x;
	dy = a->y - n->y;
	far = (dx < 0 ? -dx : dx) > (dy < 0 ? -dy : dy) ? (dx < 0 ? -dx : dx)
							: (dy < 0 ? -dy : dy);
	if (!far)
		return false;
	dx = (int32_t)geo_div(2 * (int64_t)dx, far, GEO_HA);
	dy = (int32_t)geo_div(2 * (int64_t)dy, far, GEO_HA);
	if (!on_board(m, a->x + dx, a->y + dy))
		return false;
	place_add(m, a->x + dx, a->y + dy, b);
	return true;
}

/* the nearest of others, or NULL */
static const struct grammar_name *nearest_foe(const struct matching *m,
					      const struct grammar_name *a)
{
	const struct grammar_names *names = &m->w->r->names;
	const struct grammar_name *near = NULL;
	int64_t least = INT64_MAX;

	for (int i = 0; a && a->there && i < names->n; i++) {
		const struct grammar_name *n = &names->v[i];
		int64_t dx = n->x - a->x, dy = n->y - a->y;

		if (!n->there || n->idle || is_own(m, n->label) ||
		    dx * dx + dy * dy >= least)
			continue;
		least = dx * dx + dy * dy;
		near = n;
	}
	return near;
}

/* the way from the nearest of others */
static bool flight_write(const struct matching *m, const struct grammar_name *a,
			 struct buf *b)
{
	const struct grammar_name *near = nearest_foe(m, a);

	if (!near || (near->x == a->x && near->y == a->y))
		return false;
	degrees_add(m, eighth(a->x - near->x, a->y - near->y), b);
	return true;
}

/* the area, a wood, that the clause names */
static const struct grammar_thing *area_of(const struct matching *m)
{
	for (int i = 0; i < m->c->n_slots; i++) {
		const struct grammar_thing *t = thing_of(m, &m->c->slot[i]);

		if (t && (t->half_x || t->half_y))
			return t;
	}
	return NULL;
}

static int32_t within(int32_t v, int32_t middle, int32_t half)
{
	return v < middle - half   ? middle - half
	       : v > middle + half ? middle + half
				   : v;
}

/* 1, -1 or 0: on which side of an area's middle */
static int side_of(int32_t v, int32_t middle, int32_t half)
{
	return (v > middle + half) - (v < middle - half);
}

/* N: the corner of the way round an area, two inches beside it, on the left or
 * right as its actor sees it, or on the nearer side */
static bool round_write(const struct matching *m, const struct grammar_thing *t,
			const struct grammar_name *a, struct buf *b)
{
	enum { BESIDE = 200 };
	int along = side_of(a->y, t->y, t->half_y);
	int across = side_of(a->x, t->x, t->half_x), turn = 0;

	for (int i = 0; i < m->c->n_slots; i++)
		if (m->c->slot[i].is == MEAN_WAY)
			turn = str_is(m->c->slot[i].value, "right")  ? 1
			       : str_is(m->c->slot[i].value, "left") ? -1
								     : turn;
	if (along) {
		int side = turn ? -turn * along : a->x > t->x ? 1 : -1;

		place_add(m, t->x + side * (t->half_x + BESIDE),
			  t->y + along * t->half_y, b);
	} else if (across) {
		int side = turn ? turn * across : a->y > t->y ? 1 : -1;

		place_add(m, t->x + across * t->half_x,
			  t->y + side * (t->half_y + BESIDE), b);
	}
	return along || across;
}

/* U: an inch beside an area, on the side that is turned away from the nearest
 * of others */
static bool shelter_write(const struct matching *m,
			  const struct grammar_thing *t,
			  const struct grammar_name *a, struct buf *b)
{
	enum { BEHIND = 100 };
	const struct grammar_name *n = nearest_foe(m, a);
	int along, across;

	if (!n)
		return false;
	along = side_of(n->y, t->y, t->half_y);
	across = side_of(n->x, t->x, t->half_x);
	if (along)
		place_add(m, within(a->x, t->x, t->half_x),
			  t->y - along * (t->half_y + BEHIND), b);
	else if (across)
		place_add(m, t->x - across * (t->half_x + BEHIND),
			  within(a->y, t->y, t->half_y), b);
	return along || across;
}

/* places about an area: N, U, and I, its nearest point */
static bool area_write(const struct matching *m, char letter,
		       const struct grammar_name *a, struct buf *b)
{
	const struct grammar_thing *t = area_of(m);

	if (!t || !a || !a->there)
		return false;
	if (letter == 'N')
		return round_write(m, t, a, b);
	if (letter == 'U')
		return shelter_write(m, t, a, b);
	place_add(m, within(a->x, t->x, t->half_x),
		  within(a->y, t->y, t->half_y), b);
	return true;
}

/* does the card heal, by a word of its name? */
static bool is_cure(const struct matching *m, int32_t card)
{
	const struct vocabulary *words = m->w->r->g->words;
	int key = vocabulary_key(
		words,
		str_of(arena_printf(m->w->r->arena, "spell.%d", (int)card)));
	const struct vocabulary_word *w =
		key < 0 ? NULL : words->keys[key].words;

	for (; w; w = w->next)
		for (int k = 0; k < w->n; k++)
			if (str_starts(w->part[k], "HEAL"))
				return true;
	return false;
}

/* K: a card at hand that heals; 2: the only one */
static bool cure_card_write(const struct matching *m, bool only, struct buf *b)
{
	const struct grammar_names *names = &m->w->r->names;
	int32_t found = 0;

	for (int i = 0; i < names->n_cards; i++) {
		int32_t card = names->cards[i];

		if (card == found || !is_cure(m, card))
			continue;
		if (found && only)
			return false;
		found = found ? found : card;
	}
	if (found)
		card_add(m, found, b);
	return found != 0;
}

/* the attack of its own that heals, by its name */
static bool cure_write(const struct grammar_name *a, struct buf *b)
{
	struct str rest = a ? a->attacks : STR(""), one;

	while (parse_field(&rest, ';', &one)) {
		one = parse_trim(one);
		for (size_t i = 0; i + 4 <= one.len; i++)
			if (!memcmp(one.s + i, "Heal", 4)) {
				buf_adds(b, one);
				return true;
			}
	}
	return false;
}

/* the attack of the actor's own that is called so; a leader may have one of an
 * item */
static bool attack_write(const struct matching *m, const struct want *x,
			 struct buf *b)
{
	const struct grammar_name *a = actor_of(m);
	int key = a && x->n ? attack_called(m->w->r, a,
					    m->c->slot[x->slot[0]].value)
			    : -1;
	size_t before = b->len;

	if (key >= 0)
		buf_adds(b,
			 vocabulary_shown(m->w->r->g->words, key, m->w->lang));
	else if (a && a->leads && x->n)
		buf_adds(b, m->c->slot[x->slot[0]].value);
	return b->len > before;
}

/* What is worked out: X two squares from whom it leaves, Z the way from them, Y
 * the way from the nearest of others, O where it stands, o what it heals with;
 * e the own entrance, G the place of a thing, y the way to whom it faces, v the
 * way it faces, V the other way, Q squares behind it; N, U and I places about
 * an area, K a card that heals, 2 the only one. */
static bool computed_write(const struct matching *m, char letter, struct buf *b)
{
	const struct grammar_name *a = actor_of(m), *n;

	switch (letter) {
	case 'e': return entrance_write(m, b);
	case 'L': return line_cards_write(m->w, b);
	case 'G': return thing_place_write(m, b);
	case 'y': return way_write(m, a, b);
	case 'Q': return a && a->there && back_add(m, a, b);
	case 'X': return leave_write(m, a, b);
	case 'Z':
		n = left_by(m);
		if (n && a && n->there && a->there)
			degrees_add(m, eighth(a->x - n->x, a->y - n->y), b);
		return n && a && n->there && a->there;
	case 'Y': return flight_write(m, a, b);
	case 'o': return cure_write(a, b);
	case 'K':
	case '2': return cure_card_write(m, letter == '2', b);
	case 'N':
	case 'U':
	case 'I': return area_write(m, letter, a, b);
	case 'O':
		if (a && a->there)
			place_add(m, a->x, a->y, b);
		return a && a->there;
	default:
		if (a)
			degrees_add(m,
				    (a->facing + (letter == 'V' ? 180 : 0)) %
					    360,
				    b);
		return a != NULL;
	}
}

/* the want that a letter of an order stands for, or NULL */
static const struct want *want_lettered(const struct matching *m, char letter)
{
	char of = letter == 'B' || letter == '1' ? 'A' : letter;

	for (int i = 0; i < m->n; i++) {
		const struct want *x = &m->want[i];

		if ((x->what.len == 1 && x->what.s[0] == of) ||
		    (letter == 'h' && want_mod(x) && x->n &&
		     m->c->slot[x->slot[0]].is == MEAN_THING))
			return x;
	}
	for (int i = 0; i < m->n && letter == 'h'; i++)
		if (str_is(m->want[i].what, "H"))
			return &m->want[i];
	return NULL;
}

static bool label_write(const struct matching *m, const struct want *x,
			struct buf *b)
{
	int32_t label = chosen_label(m, x);

	if (label)
		label_add(m, label, b);
	return label != 0;
}

/* AWAY: a direction or, in zones, the figure to leave */
static bool away_write(const struct matching *m, const struct want *x,
		       struct buf *b)
{
	const struct grammar_name *n = name_of_label(m->w, chosen_label(m, x));
	const struct grammar_name *a = actor_of(m);

	if (meaning_places(m->w->r->g->meaning) == GRAMMAR_ZONES)
		return label_write(m, x, b);
	if (!n || !a || !n->there || !a->there)
		return false;
	degrees_add(m,
		    geo_bearing((struct vec){ a->x - n->x, a->y - n->y }) % 360,
		    b);
	return true;
}

static bool places_write(const struct matching *m, const struct want *x,
			 struct buf *b)
{
	for (int i = 0; i < x->n; i++) {
		if (i)
			buf_addc(b, ' ');
		place_add(m, m->c->slot[x->slot[i]].x, m->c->slot[x->slot[i]].y,
			  b);
	}
	return x->n > 0;
}

/* the zone of a figure */
static bool zone_write(const struct matching *m, const struct want *x,
		       struct buf *b)
{
	const struct grammar_name *n = name_of_label(m->w, chosen_label(m, x));

	if (n && n->there)
		place_add(m, n->x, n->y, b);
	return n && n->there;
}

static bool goal_write(const struct matching *m, const struct want *x,
		       struct buf *b)
{
	const struct mean_slot *s = x->n ? &m->c->slot[x->slot[0]] : NULL;
	int32_t px, py;

	if (!s)
		return false;
	px = s->x;
	py = s->y;
	if (s->is == MEAN_EDGE && !edge_place(m, s, &px, &py))
		return false;
	place_add(m, px, py, b);
	return true;
}

/* q, a square reached; s, a shift; S, one straight ahead or back */
static bool shift_write(const struct matching *m, char letter,
			const struct want *x, struct buf *b)
{
	const struct grammar_name *a = actor_of(m);
	int32_t dx, dy;

	if (letter == 'S') {
		struct vec u = geo_unit(a ? a->facing : 0);
		int64_t n = x->n ? m->c->slot[x->slot[0]].number : 0;

		if (!a || !x->n)
			return false;
		if (str_is(m->c->verb, "back"))
			n = -n;
		dx = (int32_t)geo_div(u.x * n, GEO_ONE, GEO_HA);
		dy = (int32_t)geo_div(u.y * n, GEO_ONE, GEO_HA);
	} else if (!shift_of(m, &dx, &dy)) {
		return false;
	}
	if (letter == 'q') {
		if (!a || !a->there || dx % 100 || dy % 100 ||
		    !on_board(m, a->x + dx / 100, a->y - dy / 100))
			return false;
		place_add(m, a->x + dx / 100, a->y - dy / 100, b);
		return true;
	}
	number_add(b, dx);
	buf_addc(b, ' ');
	number_add(b, dy);
	return true;
}

static bool direction_write(const struct matching *m, const struct want *x,
			    struct buf *b)
{
	for (int i = 0; i < x->n; i++) {
		int degrees = degrees_of(m, &m->c->slot[x->slot[i]]);

		if (degrees < 0)
			continue;
		degrees_add(m, degrees, b);
		return true;
	}
	return false;
}

static bool cards_write(const struct matching *m, const struct want *x,
			struct buf *b)
{
	for (int i = 0; i < x->n; i++) {
		if (i)
			buf_addz(b, ", ");
		card_add(m, m->c->slot[x->slot[i]].number, b);
	}
	return x->n > 0;
}

/* a list, from its first or second member on */
static bool list_write(const struct matching *m, const struct want *x, int from,
		       struct buf *b)
{
	labels_add(m, x, from, b);
	return x->n_choice > from;
}

/* %a and its like */
static bool slot_write(const struct matching *m, char letter, struct buf *b)
{
	const struct want *x;
	size_t before = b->len;

	if (letter && strchr("eGyvVQXYZoONUIKL2", letter))
		return computed_write(m, letter, b);
	x = want_lettered(m, letter);
	if (!x)
		return false;
	switch (letter) {
	case 'A':
	case 'H':
	case 'k': return list_write(m, x, 0, b);
	case 'B': return list_write(m, x, 1, b);
	case '1':
		if (x->n_choice)
			label_add(m, x->choice[0], b);
		return x->n_choice > 0;
	case 'x': return away_write(m, x, b);
	case 'F': return zone_write(m, x, b);
	case 'p':
	case 'T':
	case 'P': return places_write(m, x, b);
	case 'W': return goal_write(m, x, b);
	case 'q':
	case 's':
	case 'S': return shift_write(m, letter, x, b);
	case 'n':
		if (x->n)
			number_add(b, m->c->slot[x->slot[0]].number);
		return x->n > 0;
	case 'R':
		if (x->n && m->c->slot[x->slot[0]].is == MEAN_PLACE)
			return places_write(m, x, b);
		for (int i = 0; i < 2 && x->n; i++) {
			int slot = x->slot[i < x->n ? i : 0];

			if (i)
				buf_addc(b, ' ');
			number_add(b, m->c->slot[slot].number);
		}
		return x->n > 0;
	case 'd':
	case 'f': return direction_write(m, x, b);
	case 'D': return attack_write(m, x, b);
	case 'm':
	case 'M': return cards_write(m, x, b);
	case 'r': line_rest_write(m->w, b); return b->len > before;
	default: return label_write(m, x, b);
	}
}

static bool is_there(const struct matching *m, struct str what)
{
	for (int i = 0; i < m->n; i++)
		if (str_equal(m->want[i].what, what))
			return m->want[i].n > 0;
	return false;
}

static bool is_key_char(char c)
{
	return c == '-' || c == '.' || c == '_' || c == '~' ||
	       ('A' <= c && c <= 'Z') || ('a' <= c && c <= 'z');
}

/* a keyword at the start of an order, ~ for a blank: its length; 0: there is no
 * word for it */
static size_t key_write(const struct matching *m, struct str order,
			struct buf *b)
{
	char name[32];
	size_t n = 0;
	int key;

	for (; n < order.len && n < sizeof(name) - 1 && is_key_char(order.s[n]);
	     n++) {
		char k = order.s[n];

		name[n] = k == '~' ? ' ' : ascii_lower(k);
	}
	key = vocabulary_key(m->w->r->g->words, (struct str){ name, n });
	if (key < 0)
		return 0;
	buf_adds(b, vocabulary_shown(m->w->r->g->words, key, m->w->lang));
	return n;
}

/* the order of a row in words; false: something of it cannot be said */
static bool row_write(const struct matching *m, struct str order, struct buf *b)
{
	bool skip = false;

	for (size_t i = 0, n; i < order.len; i++) {
		struct str rest = { order.s + i, order.len - i };
		char c = order.s[i];

		if (c == '[') {
			for (n = 1; n < rest.len && rest.s[n] != ' ';)
				n++;
			skip = !is_there(m, (struct str){ rest.s + 1, n - 1 });
			i += n - 1;
		} else if (c == ']') {
			skip = false;
		} else if (skip) {
			continue;
		} else if (c == '%' && i + 1 < order.len) {
			if (!slot_write(m, order.s[++i], b))
				return false;
		} else if ('A' <= c && c <= 'Z') {
			n = key_write(m, rest, b);
			if (!n)
				return false;
			i += n - 1;
		} else {
			buf_addc(b, c == '&' ? '\n' : c);
		}
	}
	return true;
}

/* A piece without an owner would act on another one: the writer may mean
 * another piece. */
static bool among_nobodys(const struct matching *m)
{
	bool a = false, t = false;

	for (int i = 0; i < m->n; i++) {
		const struct want *x = &m->want[i];
		const struct grammar_name *n =
			x->chosen >= 0 && x->n_choice
				? name_of_label(m->w, x->choice[x->chosen])
				: NULL;

		if (!n || mean_seat_of(n) >= 0 || m->w->line->seat < 0)
			continue;
		a |= str_is(x->what, "a");
		t |= str_is(x->what, "t");
	}
	return a && t;
}

/* the order of a row; an order with * is repeated for each thing or actor */
static bool order_write(struct matching *m, struct str order, struct buf *b)
{
	struct want *x = NULL, all;
	bool good = true;

	if (!order.len || order.s[0] != '*')
		return row_write(m, order, b);
	order = parse_trim((struct str){ order.s + 1, order.len - 1 });
	for (int i = 0; i < m->n; i++)
		if (str_is(m->want[i].what, "H") ||
		    str_is(m->want[i].what, "A"))
			x = &m->want[i];
	if (!x)
		return false;
	all = *x;
	for (int i = 0; good && i < all.n_choice; i++) {
		/* %h, or %1 */
		x->chosen = 0;
		x->n_choice = 1;
		x->choice[0] = all.choice[i];
		if (i)
			buf_addc(b, '\n');
		good = row_write(m, order, b);
	}
	*x = all;
	return good;
}

/* The texts of a clause so far. */
struct text_list {
	struct row_text *v;
	int n, max;
};

/* the row's texts, one for each choice of its figures */
static void row_texts(struct matching *m, struct text_list *out)
{
	int of[SAID_PARTS], choices = 0;

	for (int i = 0; i < m->n; i++) {
		struct want *x = &m->want[i];

		x->chosen = x->n_choice ? 0 : -1;
		if (is_labels(x) && !is_list_letter(x) && x->n_choice > 1)
			of[choices++] = i;
	}
	for (;;) {
		struct buf b;
		int k = 0;

		buf_init(&b, TEXT_MAX);
		if (out->n < out->max && order_write(m, m->row->order, &b) &&
		    !b.full) {
			out->v[out->n++] = (struct row_text){
				.number = m->number,
				.text = arena_str(m->w->r->arena,
						  parse_trim(buf_str(&b))),
				.missing = m->missing,
				.left = m->left,
				.filled = m->filled,
				.asked = m->row->asked || among_nobodys(m),
				.waits = m->row->waits,
			};
		}
		buf_release(&b);
		while (k < choices &&
		       ++m->want[of[k]].chosen == m->want[of[k]].n_choice)
			m->want[of[k++]].chosen = 0;
		if (k == choices || out->n == out->max)
			return;
	}
}

/* AWAY FROM B2 is left over: no order that leads to somebody is near to it */
static bool leads_back(const struct matching *m)
{
	bool away = false, toward = false;

	for (int k = 0; k < m->c->n_slots; k++) {
		const struct mean_slot *s = &m->c->slot[k];

		away |= !(m->used >> k & 1) && rel_is(s->rel, "away");
		away |= s->is == MEAN_FIGURE && str_is(m->c->verb, "back") &&
			rel_is(s->rel, "from of");
	}
	for (int i = 0; i < m->n; i++)
		toward |= m->want[i].what.len == 1 &&
			  strchr("twWcbgl", m->want[i].what.s[0]);
	return away && toward;
}

/* Match the row with the clause; false: it is too far from it. */
static bool row_fits(struct matching *m, bool exact)
{
	bool any = false;

	wants_make(m);
	wants_match(m);
	for (int k = 0; k < m->n; k++)
		any |= str_is(m->want[k].what, "r");
	if (any)
		m->left = m->missing = 0;
	if (exact && (m->missing || m->left))
		return false;
	/* A row without parts is not near to a clause with parts. Giving up is
	 * never read from a slip. */
	if (!m->n && (m->left || m->c->guessed) && !exact &&
	    !str_is(m->c->verb, "giveup"))
		return false;
	return m->missing <= 2 && !leads_back(m);
}

/* Add the orders that a row makes of the clause. */
static void row_clause(struct meaning_work *w, const struct clause *c,
		       int number, bool exact, struct text_list *out)
{
	struct matching m = { .w = w, .c = c, .number = number };

	(void)meaning_rows(w->r->g->meaning, &m.row);
	m.row += number;
	if (!row_fits(&m, exact))
		return;
	for (int k = 0; k < m.n; k++)
		if (m.want[k].missing)
			want_fill(&m, &m.want[k]);
	row_texts(&m, out);
}

int clause_texts(struct meaning_work *w, const struct clause *c, bool exact,
		 struct row_text *out, int max)
{
	struct str verb = c->verb.len ? c->verb : STR("none");
	struct text_list list = { .v = out, .max = max };
	const struct said_row *rows;
	int n = meaning_rows(w->r->g->meaning, &rows);

	for (int i = 0; i < n && list.n < max; i++)
		if (is_row_of(&rows[i], verb))
			row_clause(w, c, i, exact, &list);
	return list.n;
}

bool clause_is_whole(struct meaning_work *w, const struct clause *c)
{
	struct row_text t[4];
	int n = clause_texts(w, c, true, t, 4);

	for (int i = 0; i < n; i++)
		if (!t[i].asked)
			return true;
	return false;
}
