/*
 * src/games/arena/report/scene.c - converts a view of Arena to a board of
 * zones: Mages, creatures, conjurations with their life, attached objects face
 * up or down, walls on borders.
 */
#include "games/arena/report/report_private.h"
#include "report/picture/zone_board.h"
#include <stdio.h>

static_assert((int)ZONE_BOARD_MAX_THINGS >= (int)AR_MAX_OBJECTS &&
		      (int)ZONE_BOARD_MAX_SIDE >= (int)AR_MAX_WIDTH &&
		      (int)ZONE_BOARD_MAX_SIDE >= (int)AR_MAX_HEIGHT &&
		      (int)SCENE_MAX_OWNERS >= (int)AR_MAX_SEATS,
	      "a place for everything");

struct str arena_marks(struct arena *a, const struct narrator *n,
		       const struct ar_obj *o)
{
	struct buf b;
	struct str out;

	buf_init(&b, 2048);
	for (int i = 0; i < N_AR_CONDS + N_AR_TOKENS; i++) {
		bool token = i >= N_AR_CONDS;
		int32_t count = token ? o->token[i - N_AR_CONDS] : o->cond[i];
		const char *word = token ? ar_token_names[i - N_AR_CONDS]
					 : ar_cond_names[i];

		if (!count)
			continue;
		buf_addf(
			&b, "%s%.*s", b.len ? ", " : "",
			STR_ARG(arena_message(
				a, n, arena_printf(a, "arena.word.%s", word))));
		if (count > 1)
			buf_addf(&b, " %d", (int)count);
	}
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}

static struct str label_text(struct arena *a, int32_t label)
{
	return str_of(arena_printf(a, "%c%d", label_letter(label),
				   label_number(label)));
}

static struct str short_name(struct arena *a, const struct narrator *n,
			     int32_t handle)
{
	const struct tval *v = narrate_label(a, n, handle);
	const struct tval *name = tval_get(v, STR("name"));

	return name ? name->text : (struct str){ 0 };
}

/* the mana to show: of a Mage's pool, or on the object */
static int mana_of(const struct ar_state *s, const struct ar_obj *o)
{
	if (ar_kind(s, o) == AR_MAGE)
		return (int)s->player[o->ctl].mana;
	return o->mana ? (int)o->mana : -1;
}

static void put_note(struct arena *a, const struct narrator *n,
		     const struct ar_obj *o, struct zone_board_thing *t)
{
	struct zone_board_note *note;

	if (t->n_notes >= ZONE_BOARD_MAX_NOTES) {
		t->n_notes++;
		return;
	}
	note = &t->note[t->n_notes++];
	note->label = label_text(a, o->handle);
	note->owner = (int)o->ctl;
	note->hidden = o->hidden;
	note->name = o->card == AR_UNKNOWN ? (struct str){ 0 }
					   : short_name(a, n, o->handle);
}

static enum zone_board_shape shape_of(const struct ar_state *s,
				      const struct ar_obj *o)
{
	switch (ar_kind(s, o)) {
	case AR_MAGE: return ZONE_BOARD_LEADER;
	case AR_CREATURE: return ZONE_BOARD_CREATURE;
	case AR_CONJURATION: return ZONE_BOARD_FIXED;
	default: return ZONE_BOARD_CARD;
	}
}

/* of the school that it knows best or a Mage has learnt, else of its kind */
static enum art emblem_of(const struct ar_state *s, const struct ar_obj *o)
{
	static const enum art schools[N_AR_SCHOOLS] = {
		[AR_DARK] = ART_DARK,   [AR_HOLY] = ART_HOLY,
		[AR_MIND] = ART_MIND,   [AR_ARCANE] = ART_ARCANE,
		[AR_WAR] = ART_WAR,     [AR_NATURE] = ART_NATURE,
		[AR_EARTH] = ART_EARTH, [AR_WATER] = ART_WATER,
		[AR_AIR] = ART_AIR,     [AR_FIRE] = ART_FIRE,
	};
	enum art best = ar_is_creature(s, o) ? ART_CLAWS : ART_SHIELD;
	int level = 0;

	for (int i = 0; o->card != AR_UNKNOWN && i < N_AR_SCHOOLS; i++) {
		const struct ar_card *card = &s->card[o->card];
		int has = card->trained >> i & 1 ? 1 : ar_school_level(card, i);

		if (has > level) {
			level = has;
			best = schools[i];
		}
	}
	return best;
}

static void put_place(const struct ar_obj *o, int32_t zone,
		      struct zone_board_thing *t)
{
	if (o->border[0]) {
		/* equal borders are equal: the first lies north or west */
		zone = o->border[0];
		t->place = ar_x(o->border[0]) != ar_x(o->border[1])
				   ? ZONE_BOARD_EAST
				   : ZONE_BOARD_SOUTH;
	}
	t->column = ar_x(zone);
	t->row = ar_y(zone);
}

static void put_thing(struct arena *a, const struct narrator *n,
		      const struct ar_state *s, const struct ar_obj *o,
		      int32_t zone, struct zone_board_thing *t)
{
	bool creature = ar_is_creature(s, o), has_life = ar_has_life(s, o);

	*t = (struct zone_board_thing){
		.shape = shape_of(s, o),
		.label = label_text(a, o->handle),
		.name = short_name(a, n, o->handle),
		.marks = arena_marks(a, n, o),
		.owner = (int)o->ctl,
		.emblem = emblem_of(s, o),
		.active = creature && o->active,
		.guard = o->guard,
		.flying = creature && ar_flying(s, o),
		.damage = has_life ? (int)o->damage : 0,
		.life = has_life ? (int)ar_life(s, o) : 0,
		.mana = mana_of(s, o),
		.armor = has_life ? (int)ar_armor(s, o, NULL) : 0,
	};
	put_place(o, zone, t);
	for (int i = 0; i < s->n_objects; i++)
		if (s->obj[i].host == o->handle && !ar_has_life(s, &s->obj[i]))
			put_note(a, n, &s->obj[i], t);
}

static void put_words(struct arena *a, const struct narrator *n,
		      struct zone_board *z)
{
	static const char *const signs[N_ZONES_SIGNS] = {
		"active", "guard", "flying", "hidden", "mana", "came", "wall"
	};

	for (int i = 0; i < N_ZONES_SIGNS; i++)
		z->sign_word[i] = arena_message(
			a, n, arena_printf(a, "arena.sign.%s", signs[i]));
}

bool arena_scene(struct arena *a, const struct narrator *n, const void *view,
		 struct scene *out)
{
	const struct ar_state *s = view;
	struct zone_board *z;

	if (s->width < 1 || s->height < 1)
		return false;
	z = out->zones = ARENA_NEW(a, struct zone_board);
	z->columns = (int)s->width;
	z->rows = (int)s->height;
	out->w = z->columns * SCENE_SQUARE;
	out->h = z->rows * SCENE_SQUARE;
	put_words(a, n, z);
	for (int i = 0; i < AR_MAX_SEATS; i++) {
		if (!s->head.seat[i].present)
			continue;
		out->owner[i].present = true;
		out->owner[i].side = -1;
		out->owner[i].name = str_of(arena_printf(
			a, n->seat_name[i].len ? "%c %.*s" : "%c%.*s", 'A' + i,
			STR_ARG(n->seat_name[i])));
	}
	for (int i = 0; i < s->n_objects; i++) {
		const struct ar_obj *o = &s->obj[i];
		const struct ar_obj *host = ar_obj(s, o->host);
		int32_t zone = ar_zone_of(s, o);

		/* an attached object without life is shown with its host */
		if ((host && !ar_has_life(s, o)) ||
		    !(o->border[0] || ar_is_zone(s, zone)))
			continue;
		put_thing(a, n, s, o, zone, &z->thing[z->n++]);
	}
	return true;
}

/* --- what moved -----------------------------------------------------------*/

static struct str zone_name(int32_t zone)
{
	static const char names[AR_MAX_WIDTH * AR_MAX_HEIGHT][3] = {
		"A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4",
		"C1", "C2", "C3", "C4", "D1", "D2", "D3", "D4",
		"E1", "E2", "E3", "E4", "F1", "F2", "F3", "F4"
	};
	int i = ar_x(zone) * AR_MAX_HEIGHT + ar_y(zone);

	return 0 <= i && i < (int)ARRAY_LEN(names) ? str_of(names[i])
						   : (struct str){ 0 };
}

static bool is_label(struct str text, int32_t label)
{
	char room[16];

	snprintf(room, sizeof(room), "%c%d", label_letter(label),
		 label_number(label));
	return str_is(text, room);
}

/* the earlier place of a thing, before the first of these events */
void arena_traces(const void *view, const struct event *v, int count,
		  struct scene *out)
{
	const struct ar_state *s = view;

	for (int i = count; out->zones && i-- > 0;) {
		int32_t handle, from;
		const struct ar_obj *o;

		if (v[i].kind != AR_EV_MOVED)
			continue;
		handle = event_get(&v[i], AR_EV_MOVED_OBJ);
		from = event_get(&v[i], AR_EV_MOVED_FROM);
		o = ar_obj(s, handle);
		for (int k = 0; o && k < out->zones->n; k++)
			if (is_label(out->zones->thing[k].label, handle))
				out->zones->thing[k].came =
					o->zone == from ? (struct str){ 0 }
							: zone_name(from);
	}
}
