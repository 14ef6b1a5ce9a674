/*
 * src/games/dungeons/rules/position_chest.c - parses chests and tokens in a
 * position
 */
#include "games/dungeons/rules/setup_parts.h"
#include "base/parse.h"

enum { MODEL_BASE = 0x100 }; /* models of chests that the case defines */

/* --- chests ------------------------------------------------------------ */

static struct dg_case_dials *dials_of(struct position *s, int32_t label)
{
	struct dg_case_dials *d = dg_case_of(s)->dials, *free = NULL;

	for (int i = 0; i < MAX_DIALS; i++) {
		if (d[i].label == label)
			return &d[i];
		if (!d[i].label && !free)
			free = &d[i];
	}
	if (!free) {
		position_fault(s, "too many dials before their chests");
		return NULL;
	}
	*free = (struct dg_case_dials){ .label = label };
	return free;
}

/* trap K1 2 spawn 1 15 attack H 8 2 range 6 disarm 7 */
static bool line_trap(struct position_words *w)
{
	static const char *const types[] = { "", "H", "T", "R" };
	int32_t label, at, *v;
	struct dg_case_dials *d;

	if (!words_label(w, &label) || !words_int(w, 0, DG_POSITIONS - 1, &at))
		return false;
	d = dials_of(w->s, label);
	if (!d)
		return false;
	v = d->trap + 7 * at;
	while (w->i < w->n) {
		bool ok;

		if (words_are(w, "spawn"))
			ok = words_int(w, 0, 20, &v[0]) &&
			     words_int(w, 0, 1000, &v[1]);
		else if (words_are(w, "attack"))
			ok = words_name(w, types, 4, &v[2]) &&
			     words_int(w, 0, 30, &v[3]) &&
			     words_int(w, 0, 12, &v[4]);
		else if (words_are(w, "range"))
			ok = words_int(w, 0, 40, &v[5]);
		else if (words_are(w, "disarm"))
			ok = words_int(w, 0, 30, &v[6]);
		else
			return dg_case_unknown(w, "a trap");
		if (!ok)
			return false;
	}
	return true;
}

/* items of one name are of one type */
static bool next_type(struct position_words *w, int32_t *out)
{
	struct dg_case *m = dg_case_of(w->s);
	struct str word;

	if (!words_next(w, &word))
		return false;
	if (word.len >= sizeof(m->type[0]))
		return position_fault(w->s, "the name of a type is too long");
	for (*out = 0; *out < m->n_types; ++*out)
		if (str_is(word, m->type[*out])) {
			++*out;
			return true;
		}
	if (m->n_types == (int32_t)ARRAY_LEN(m->type))
		return position_fault(w->s, "too many types");
	memcpy(m->type[m->n_types], word.s, word.len);
	*out = ++m->n_types;
	return true;
}

/* treasure K1 type ring gold 20 speed 1 abilities "healing" potion */
static bool line_treasure(struct position_words *w)
{
	static const char *const slots[] = { "speed", "attack", "defense" };
	int32_t label, *v, slot[N_DG_SLOTS] = { 0 };
	struct dg_case_dials *d;
	struct str word;

	if (!words_label(w, &label))
		return false;
	d = dials_of(w->s, label);
	if (!d)
		return false;
	v = d->treasure;
	while (w->i < w->n) {
		bool ok = true;

		if (words_are(w, "type"))
			ok = next_type(w, &v[0]);
		else if (words_are(w, "gold"))
			ok = words_int(w, 0, 100000, &v[1]);
		else if (words_are(w, "potion"))
			v[2] = 1;
		else if (words_are(w, "trap"))
			v[3] = 1;
		else if (words_are(w, slots[0]))
			ok = words_int(w, -20, 20, &v[4]);
		else if (words_are(w, slots[1]))
			ok = words_int(w, -20, 20, &v[5]);
		else if (words_are(w, slots[2]))
			ok = words_int(w, -20, 20, &v[6]);
		else if (words_are(w, "abilities"))
			ok = words_next(w, &word) &&
			     position_abilities(w->s, &dg_case_dial_kind, word,
						slot);
		else
			return dg_case_unknown(w, "a treasure");
		if (!ok)
			return false;
	}
	memcpy(v + 7, slot, 3 * sizeof(*v));
	return true;
}

/* the dials of the lines before it as a model of its own */
static bool model_emit(struct position *s, int32_t label)
{
	struct dg_case_dials *d = dials_of(s, label);
	int32_t treasures[10 * DG_POSITIONS];
	struct event e;

	if (!d)
		return false;
	for (int i = 0; i < DG_POSITIONS; i++)
		memcpy(treasures + 10 * i, d->treasure, sizeof(d->treasure));
	event_start(&e, DG_EV_MODEL_DEFINED, DG_CHEST_02);
	event_put(&e, DG_EV_MODEL_DEFINED_MODEL,
		  MODEL_BASE + label_number(label));
	event_put_ints(&e, DG_EV_MODEL_DEFINED_TRAPS, d->trap,
		       ARRAY_LEN(d->trap));
	event_put_ints(&e, DG_EV_MODEL_DEFINED_TREASURES, treasures,
		       ARRAY_LEN(treasures));
	event_put_text(&e, DG_EV_MODEL_DEFINED_NAMES, STR(""));
	d->label = 0;
	return position_emit(s, &e);
}

struct chest {
	int32_t label, x, y, face, state, position, holder, fig, by, potion;
	bool stored, lies;
};

static bool chest_word(struct position_words *w, struct chest *c)
{
	static const char *const states[] = { "unrevealed", "armed", "blank",
					      "disarmed", "sprung" };

	if (words_are(w, "at")) {
		c->lies = true;
		return dg_case_next_square(w, &c->x, &c->y);
	}
	if (words_are(w, "face"))
		return dg_case_next_face(w, &c->face);
	if (words_are(w, "state"))
		return words_name(w, states, ARRAY_LEN(states), &c->state);
	if (words_are(w, "position"))
		return words_int(w, 0, DG_POSITIONS - 1, &c->position);
	if (words_are(w, "held"))
		return words_seat(w, &c->holder);
	if (words_are(w, "assigned"))
		return words_label(w, &c->fig);
	if (words_are(w, "stored")) {
		c->stored = true;
		return words_label(w, &c->fig);
	}
	if (words_are(w, "by"))
		return words_seat(w, &c->by);
	if (words_are(w, "used")) {
		c->potion = DG_POTION_USED;
		return true;
	}
	return dg_case_unknown(w, "a chest");
}

static bool chest_values(struct position *s, const struct chest *c)
{
	struct dg_case *m = dg_case_of(s);

	if (!position_int_of(s, c->label, "treasure", 0) ||
	    !position_int_of(s, c->label, "trap", c->state) ||
	    !position_int_of(s, c->label, "position", c->position) ||
	    (c->potion && !position_int_of(s, c->label, "potion", c->potion)))
		return false;
	if (c->lies)
		return true;
	/* holders: set when all figures are placed */
	if (m->n_held == (int32_t)ARRAY_LEN(m->held))
		return position_fault(s, "too many chests are held");
	m->held[m->n_held][0] = c->label;
	m->held[m->n_held][1] = c->holder;
	m->held[m->n_held++][2] = c->stored ? -c->fig : c->fig;
	return true;
}

static bool line_chest(struct position_words *w)
{
	struct chest c = { .face = DG_S, .by = -1, .holder = -1 };
	struct event e;

	if (!dg_case_board_emit(w->s) || !words_label(w, &c.label))
		return false;
	while (w->i < w->n)
		if (!chest_word(w, &c))
			return false;
	if (!c.lies && c.holder < 0 && c.fig)
		c.holder = label_letter(c.fig) - 'A';
	if (!c.lies && c.holder < 0)
		return position_fault(w->s, "the chest is nowhere");
	if (!model_emit(w->s, c.label))
		return false;
	event_start(&e, DG_EV_CHEST_PLACED, DG_CHEST_03);
	event_put(&e, DG_EV_CHEST_PLACED_SEAT, c.by);
	event_put(&e, DG_EV_CHEST_PLACED_CHEST, c.label);
	event_put(&e, DG_EV_CHEST_PLACED_MODEL,
		  MODEL_BASE + label_number(c.label));
	event_put_point(&e, DG_EV_CHEST_PLACED_AT, c.x, c.y);
	event_put(&e, DG_EV_CHEST_PLACED_FACE, c.face);
	return position_emit(w->s, &e) && chest_values(w->s, &c);
}

bool dg_case_held_emit(struct position *s)
{
	struct dg_case *m = dg_case_of(s);

	for (int i = 0; i < m->n_held; i++) {
		int32_t label = m->held[i][0], fig = m->held[i][2];

		if (!position_int_of(s, label, "place",
				     fig < 0 ? DG_CHEST_STORED
					     : DG_CHEST_HELD) ||
		    !position_int_of(s, label, "square", DG_NOWHERE) ||
		    !position_int_of(s, label, "holder", m->held[i][1]) ||
		    !position_int_of(s, label, "seen", 1) ||
		    (fig &&
		     !position_int_of(s, label, "fig", fig < 0 ? -fig : fig)))
			return false;
	}
	return true;
}

/* pooled A C C D: defined as a game defines them */
static bool line_pooled(struct position_words *w)
{
	int32_t seat, models[16];
	struct str word;
	struct event e;
	int n = 0;

	if (!dg_case_board_emit(w->s) || !words_seat(w, &seat) ||
	    !dg_case_seat_emit(w->s, seat))
		return false;
	while (w->i < w->n && n < (int)ARRAY_LEN(models)) {
		if (!words_next(w, &word) ||
		    !dg_case_from_catalog(w->s, "chest/", word, &e) ||
		    !position_emit(w->s, &e))
			return false;
		models[n++] = event_get(&e, DG_EV_MODEL_DEFINED_MODEL);
	}
	dg_event_chests_pooled(&e, DG_CHEST_01, seat, models, n);
	return position_emit(w->s, &e);
}

/* --- tokens ------------------------------------------------------------ */

bool dg_case_table_emit(struct position *s, const int32_t *rows, int32_t tier)
{
	char name[] = "T0";
	struct event e;

	name[1] = (char)('0' + dg_case_of(s)->n_tables % 10);
	dg_event_table_defined(&e, DG_TOK_06, str_of(name), tier, rows, 22);
	return position_emit(s, &e);
}

/* rolls 7 1 20 8 2 30 */
static bool next_rolls(struct position_words *w, int32_t *rows)
{
	int64_t roll;

	while (w->i < w->n && parse_int(w->v[w->i], 2, 12, &roll)) {
		int32_t *row = rows + 2 * (roll - 2);

		w->i++;
		if (!words_int(w, 0, 20, &row[0]) ||
		    !words_int(w, 0, 1000, &row[1]))
			return false;
	}
	return true;
}

static bool line_token(struct position_words *w)
{
	static const char *const tiers[] = { "weak", "standard", "tough" };
	int32_t label, x = 0, y = 0, tier = DG_WEAK, by = -1, rows[22] = { 0 };
	bool named = false, rolls = false;
	struct event e, table;
	struct str name;

	if (!dg_case_board_emit(w->s) || !words_label(w, &label))
		return false;
	while (w->i < w->n) {
		bool ok = false;

		for (int i = 0; i < N_DG_TIERS && !ok; i++)
			if (words_are(w, tiers[i])) {
				tier = i;
				ok = true;
			}
		if (ok)
			continue;
		if (words_are(w, "at"))
			ok = dg_case_next_square(w, &x, &y);
		else if (words_are(w, "by"))
			ok = words_seat(w, &by);
		else if (words_are(w, "rolls"))
			ok = rolls = next_rolls(w, rows);
		else if (words_are(w, "table"))
			ok = named = words_next(w, &name) &&
				     dg_case_from_catalog(w->s, "table/", name,
							  &table);
		else
			return dg_case_unknown(w, "a token");
		if (!ok)
			return false;
	}
	if ((named && !position_emit(w->s, &table)) ||
	    (rolls && !dg_case_table_emit(w->s, rows, tier)))
		return false;
	dg_event_token_placed(&e, DG_TOK_03, by, label, tier, x, y);
	return position_emit(w->s, &e) &&
	       ((!named && !rolls) ||
		position_int_of(w->s, label, "table",
				dg_case_of(w->s)->n_tables++));
}

const struct dg_case_line dg_case_chest_lines[] = {
	{ "trap", line_trap },     { "treasure", line_treasure },
	{ "chest", line_chest },   { "token", line_token },
	{ "pooled", line_pooled }, { NULL, NULL },
};
