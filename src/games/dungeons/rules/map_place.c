/*
 * src/games/dungeons/rules/map_place.c - the maps of a game, laid on the table
 * (DG-TILE-01); several of a campaign lie apart and are joined by their stairs
 * (DG-SPEC-06).
 */
#include "games/dungeons/rules/map_place.h"
#include "base/ascii.h"
#include "games/dungeons/rules/map.h"
#include "base/parse.h"

enum { MAX_MAPS = 4, STAIRS_ROOM = 256 };

/* A map that lies: its upper left corner, and what its stairs lead to. */
struct laid {
	struct str name;
	int32_t x, y;
	char stairs[STAIRS_ROOM];
};

bool dg_define(const struct run *r, struct str key, int kind, struct event *out)
{
	const struct dg_state *s = dg_of(r);
	char room[8 * DG_KEY_WORDS + 2];
	struct str tables =
		text_unpack(s->tables, DG_KEY_WORDS, room, sizeof(room));

	if (!r->catalog)
		return false;
	/* what a game master has in place of it comes first */
	if (tables.len && tables.len + key.len + 1 < sizeof(room)) {
		room[tables.len] = ':';
		memcpy(room + tables.len + 1, key.s, key.len);
		if (r->catalog->define(
			    r->catalog->source,
			    (struct str){ room, tables.len + 1 + key.len },
			    out) &&
		    out->kind == kind)
			return true;
	}
	return r->catalog->define(r->catalog->source, key, out) &&
	       out->kind == kind;
}

/* "MW" of the second map is "MW2" */
static int32_t id_of(int32_t id, int map)
{
	char room[5], name[5];
	struct str text = dg_id_text(id, room);
	size_t n = text.len < 3 ? text.len : 3;

	if (!map)
		return id;
	memcpy(name, text.s, n);
	name[n++] = (char)('1' + map);
	return dg_id((struct str){ name, n });
}

/* a list of n words each row, with x y (x y) from `at` on */
static void list_shifted(const struct event *e, int field, int at, int points,
			 int map, const struct laid *l, struct event *out)
{
	int32_t list[EVENT_MAX_WORDS];
	int n;
	const int32_t *w = event_words(e, field, &n);

	memcpy(list, w, (size_t)n * sizeof(*w));
	for (int i = 0; i + 6 <= n; i += 6) {
		list[i] = id_of(w[i], map);
		for (int k = 0; k < points; k++) {
			list[i + at + 2 * k] += l->x;
			list[i + at + 2 * k + 1] += l->y;
		}
	}
	event_put_ints(out, field, list, n);
}

/* doors are called D1, D2, .. over all maps */
static void doors_shifted(const struct event *e, const struct laid *l,
			  int n_before, struct event *out)
{
	int32_t list[6 * DG_MAX_DOORS];
	int n;
	const int32_t *w = event_words(e, DG_EV_BOARD_LAID_DOORS, &n);

	if (n > (int)ARRAY_LEN(list))
		n = ARRAY_LEN(list);
	memcpy(list, w, (size_t)n * sizeof(*w));
	for (int i = 0; i + 6 <= n; i += 6) {
		list[i] = label_of('D', n_before + i / 6 + 1);
		list[i + 1] += l->x;
		list[i + 2] += l->y;
	}
	event_put_ints(out, DG_EV_BOARD_LAID_DOORS, list, n);
}

/*
 * the place of the next map: a square of rock below, or to the right of the
 * last
 */
static bool place_find(const struct dg_state *s, const int32_t *size,
		       struct laid *l)
{
	l->x = l->y = 0;
	if (!s->n_sections)
		return size[0] <= DG_WIDTH && size[1] <= DG_WIDTH;
	l->y = s->height + 1;
	if (l->y + size[1] <= DG_WIDTH)
		return true;
	l->y = 0;
	l->x = s->width + 1;
	return l->x + size[0] <= DG_WIDTH;
}

static bool map_lay(struct run *r, struct str name, int map, struct laid *l)
{
	const struct dg_state *s = dg_of(r);
	char key[4 + 4 * DG_KEY_WORDS] = "map/";
	struct event e, out;
	const int32_t *w;
	int n;

	if (name.len > sizeof(key) - 4)
		return false;
	memcpy(key + 4, name.s, name.len);
	if (!dg_define(r, (struct str){ key, 4 + name.len }, DG_EV_BOARD_LAID,
		       &e))
		return false;
	w = event_words(&e, DG_EV_BOARD_LAID_SIZE, &n);
	if (!place_find(s, w, l))
		return false;
	l->name = name;
	event_start(&out, DG_EV_BOARD_LAID, DG_TILE_01);
	event_because(&out, DG_MAP_01);
	w = event_words(&e, DG_EV_BOARD_LAID_KEY, &n);
	event_put_ints(&out, DG_EV_BOARD_LAID_KEY, w, n);
	event_put_point(&out, DG_EV_BOARD_LAID_AT, l->x, l->y);
	w = event_words(&e, DG_EV_BOARD_LAID_SIZE, &n);
	event_put_ints(&out, DG_EV_BOARD_LAID_SIZE, w, n);
	w = event_words(&e, DG_EV_BOARD_LAID_SQUARES, &n);
	event_put_ints(&out, DG_EV_BOARD_LAID_SQUARES, w, n);
	list_shifted(&e, DG_EV_BOARD_LAID_SECTIONS, 2, 2, map, l, &out);
	list_shifted(&e, DG_EV_BOARD_LAID_MOUTHS, 1, 2, map, l, &out);
	doors_shifted(&e, l, s->n_doors, &out);
	w = event_words(&e, DG_EV_BOARD_LAID_STAIRS, &n);
	event_put_ints(&out, DG_EV_BOARD_LAID_STAIRS, w, n);
	text_unpack(w, n, l->stairs, sizeof(l->stairs));
	l->stairs[w[0] < STAIRS_ROOM - 1 ? w[0] : STAIRS_ROOM - 1] = 0;
	run_emit(r, &out);
	return true;
}

/* "MW2" was "MW" before another map lay there */
static int32_t id_before(int32_t id)
{
	char room[5];
	struct str text = dg_id_text(id, room);

	return dg_id((struct str){ room, text.len ? text.len - 1 : 0 });
}

/* a list of six words each row, with x y (x y) from `at` on */
static void list_lifted(const struct event *laid, int field, int at, int points,
			const int32_t *from, struct event *out)
{
	bool doors = field == DG_EV_BOARD_LAID_DOORS;
	int32_t list[EVENT_MAX_WORDS];
	int n;
	const int32_t *w = event_words(laid, field, &n);

	memcpy(list, w, (size_t)n * sizeof(*w));
	for (int i = 0; i + 6 <= n; i += 6) {
		if (doors)
			list[i] = label_of('D', i / 6 + 1);
		else if (from[0] || from[1])
			list[i] = id_before(w[i]);
		for (int k = 0; k < 2 * points; k++)
			list[i + at + k] = (int32_t)((uint32_t)w[i + at + k] -
						     (uint32_t)from[k % 2]);
	}
	event_put_ints(out, field, list, n);
}

void dg_map_lift(const struct event *laid, struct event *out)
{
	int n;
	const int32_t *from = event_words(laid, DG_EV_BOARD_LAID_AT, &n);

	event_start(out, DG_EV_BOARD_LAID, DG_MAP_01);
	for (int k = 0; k < N_DG_FIELDS_BOARD_LAID; k++) {
		const int32_t *w = event_words(laid, k, &n);

		if (k == DG_EV_BOARD_LAID_AT)
			event_put_point(out, k, 0, 0);
		else if (k == DG_EV_BOARD_LAID_SECTIONS)
			list_lifted(laid, k, 2, 2, from, out);
		else if (k == DG_EV_BOARD_LAID_MOUTHS)
			list_lifted(laid, k, 1, 2, from, out);
		else if (k == DG_EV_BOARD_LAID_DOORS)
			list_lifted(laid, k, 1, 1, from, out);
		else
			event_put_ints(out, k, w, n);
	}
}

/* "B3": a square of the map, moved to where the map lies */
static int32_t square_on(const struct laid *l, struct str s)
{
	int32_t x = 0, y = 0;
	size_t i = 0;

	while (i < s.len && 'A' <= s.s[i] && s.s[i] <= 'Z' && x < DG_WIDTH)
		x = x * 26 + s.s[i++] - 'A' + 1;
	while (i < s.len && ascii_is_digit(s.s[i]) && y < DG_WIDTH)
		y = y * 10 + s.s[i++] - '0';
	x += l->x - 1;
	y += l->y - 1;
	if (i < s.len || x < 0 || y < 0 || x >= DG_WIDTH || y >= DG_WIDTH)
		return DG_NOWHERE;
	return dg_square_of(x, y);
}

static bool joined_yet(const struct dg_state *s, int32_t a, int32_t b)
{
	for (int i = 0; i < s->n_stairs; i++)
		if ((s->stairs[i][0] == a && s->stairs[i][1] == b) ||
		    (s->stairs[i][0] == b && s->stairs[i][1] == a))
			return true;
	return false;
}

/* "B3 other C4" of each line, where the other map is of this game, too */
static void stairs_join(struct run *r, const struct laid *maps, int n,
			const struct laid *from)
{
	const struct dg_state *s = dg_of(r);
	struct str rest = str_of(from->stairs), line;

	while (parse_field(&rest, '\n', &line)) {
		struct str a, other;
		struct event e;

		if (!parse_field(&line, ' ', &a) ||
		    !parse_field(&line, ' ', &other))
			continue;
		for (int k = 0; k < n; k++) {
			int32_t x = square_on(from, a);
			int32_t y = square_on(&maps[k], line);

			if (!str_equal(maps[k].name, other) || x < 0 || y < 0 ||
			    joined_yet(s, x, y) || s->n_stairs == DG_MAX_STAIRS)
				continue;
			dg_event_stairs_joined(&e, DG_SPEC_06, dg_x(x), dg_y(x),
					       dg_x(y), dg_y(y));
			run_emit(r, &e);
		}
	}
}

/* the maps of the option map, "map/NAME" or "map/NAME+OTHER"; true: they lie */
bool dg_maps_lay(struct run *r)
{
	const struct dg_state *s = dg_of(r);
	char room[4 * DG_KEY_WORDS];
	struct str names =
		text_unpack(s->map, DG_KEY_WORDS, room, sizeof(room));
	struct laid laid[MAX_MAPS];
	struct str name;
	int n = 0;

	if (s->n_sections)
		return true;
	if (str_starts(names, "map/")) {
		names.s += 4;
		names.len -= 4;
	}
	while (n < MAX_MAPS && parse_field(&names, '+', &name)) {
		if (!map_lay(r, name, n, &laid[n]))
			return n > 0;
		n++;
	}
	for (int i = 0; i < n; i++)
		stairs_join(r, laid, n, &laid[i]);
	return n > 0;
}

bool dg_stairs(const struct dg_state *s, int32_t a, int32_t b)
{
	return RULE(DG_SPEC_06, joined_yet(s, a, b));
}
