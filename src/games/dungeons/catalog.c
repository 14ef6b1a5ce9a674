/* src/games/dungeons/catalog.c */
#include "games/dungeons/catalog.h"
#include "games/csv.h"
#include "base/parse.h"
#include "base/str.h"
#include "games/dungeons/rules/map.h"
#include "games/rebellion/rules/rebellion.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { FILES_MAX = 64, MODELS = 26, ROLLS = 11, TYPES_MAX = 64 };

/* The deck that is dealt. */
struct dungeons_catalog {
	struct card_index *deck;
	int n_tiles; /* read so far of the current folder */
};

static void part_define(const void *of, struct event *out)
{
	event_copy(out, of);
}

static void part_add(struct dungeons_catalog *b, const char *folder,
		     struct str key, const struct event *e)
{
	struct arena *a = &b->deck->arena;
	struct event *copy = ARENA_NEW(a, struct event);
	struct card c = { .define = part_define, .of = copy };

	event_copy(copy, e);
	c.key = str_of(arena_printf(a, "%s%s%.*s", folder, *folder ? ":" : "",
				    STR_ARG(key)));
	card_index_add(b->deck, &c);
}

/* Maps ----------------------------------------------------------------------
 */

static enum err map_file(struct dungeons_catalog *b, const char *folder,
			 const char *path, struct why *why)
{
	struct buf fault;
	struct event e;
	struct str text;
	struct arena a;
	int line = 0;
	enum err err;

	arena_init(&a);
	buf_init(&fault, 512);
	err = csv_file_read(path, &a, &text, why);
	while (!err && dg_map_read(&text, &line, &e, &fault)) {
		char room[EVENT_TEXT_ROOM];
		int n;
		const int32_t *w = event_words(&e, 0, &n);
		struct str key = text_unpack(w, n, room, sizeof(room));

		if (e.kind == DG_EV_TILE_DEFINED)
			key = str_of(arena_printf(&a, "tile/%d", ++b->n_tiles));
		part_add(b, folder, key, &e);
	}
	if (!err && fault.len)
		err = why_set(why, ERR_FORMAT, "%s: %s", path, fault.s);
	buf_release(&fault);
	arena_release(&a);
	return err;
}

/* Chests --------------------------------------------------------------------
 */

/* one model, as its rows are read */
struct model {
	bool traps, treasures;
	int32_t trap[7 * DG_POSITIONS], treasure[10 * DG_POSITIONS];
	struct str name[2 * DG_POSITIONS];
};

struct models {
	struct model v[MODELS];
	struct str type[TYPES_MAX]; /* of items; their numbers from 1 */
	int n_types;
};

static struct model *model_of(struct models *m, struct csv *t)
{
	struct str dial = csv_text(t, "dial");

	if (dial.len == 1 && 'A' <= dial.s[0] && dial.s[0] < 'A' + MODELS)
		return &m->v[dial.s[0] - 'A'];
	if (!t->e)
		t->e = why_set(t->why, ERR_FORMAT, "%s:%d: a dial is A to Z",
			       t->path, t->line);
	return NULL;
}

/* an empty cell is 0 */
static int catalog_cell(struct csv *t, const char *column, int min, int max)
{
	return csv_text(t, column).len ? csv_number(t, column, min, max) : 0;
}

static void trap_row(struct models *m, struct csv *t)
{
	static const char types[] = "HTR";
	struct model *x = model_of(m, t);
	int at = csv_number(t, "position", 0, DG_POSITIONS - 1);
	struct str type = csv_text(t, "type");
	const char *p = type.len == 1 ? strchr(types, type.s[0]) : NULL;
	int32_t *w;

	if (t->e)
		return;
	if (type.len && !p) {
		t->e = why_set(t->why, ERR_FORMAT, "%s:%d: a type is H, T, R",
			       t->path, t->line);
		return;
	}
	w = x->trap + 7 * at;
	w[0] = catalog_cell(t, "spawn_number", 0, 20);
	w[1] = catalog_cell(t, "spawn_points", 0, 1000);
	w[2] = p ? DG_TRAP_H + (int32_t)(p - types) : DG_NO_ATTACK;
	w[3] = catalog_cell(t, "attack", 0, 30);
	w[4] = catalog_cell(t, "damage", 0, DG_MAX_CLICKS);
	w[5] = catalog_cell(t, "range", 0, DG_WIDTH);
	w[6] = catalog_cell(t, "disarm", 0, 30);
	x->name[at] = csv_text(t, "name");
	x->traps = true;
}

static int32_t type_number(struct models *m, struct csv *t)
{
	struct str type = csv_text(t, "item_type");

	if (!type.len)
		return 0;
	for (int i = 0; i < m->n_types; i++)
		if (str_equal(m->type[i], type))
			return i + 1;
	if (m->n_types < TYPES_MAX)
		m->type[m->n_types++] = type;
	return m->n_types;
}

static int32_t ability_cell(struct csv *t, const char *column)
{
	struct str name = str_lower(t->a, csv_text(t, column));
	int a = name.len ? dg_ability_named(name) : DG_NO_ABILITY;

	if (name.len && !a && !t->e)
		t->e = why_set(t->why, ERR_FORMAT, "%s:%d: no ability %.*s",
			       t->path, t->line, STR_ARG(name));
	return a;
}

static void treasure_row(struct models *m, struct csv *t)
{
	static const char *const slots[] = { "speed", "attack", "defense" };
	struct model *x = model_of(m, t);
	int at = csv_number(t, "position", 1, DG_POSITIONS) - 1;
	int32_t *w;

	if (t->e)
		return;
	w = x->treasure + 10 * at;
	w[0] = type_number(m, t);
	w[1] = catalog_cell(t, "gold", 0, 100000);
	w[2] = catalog_cell(t, "potion", 0, 1);
	w[3] = catalog_cell(t, "trap", 0, 1);
	for (int i = 0; i < 3; i++) {
		w[4 + i] = catalog_cell(
			t, arena_printf(t->a, "%s_bonus", slots[i]), -20, 20);
		w[7 + i] = ability_cell(
			t, arena_printf(t->a, "%s_ability", slots[i]));
	}
	x->name[DG_POSITIONS + at] = csv_text(t, "name");
	x->treasures = true;
}

static enum err catalog_rows(struct models *m, struct arena *a,
			     const char *path,
			     void (*row)(struct models *m, struct csv *t),
			     struct why *why)
{
	struct csv t;

	if (csv_open(&t, a, path, why))
		return t.e;
	while (csv_next(&t))
		row(m, &t);
	return t.e;
}

static void models_add(struct dungeons_catalog *b, const char *folder,
		       const struct models *m)
{
	for (int i = 0; i < MODELS; i++) {
		const struct model *x = &m->v[i];
		char key[] = "chest/A";
		struct buf names;
		struct event e;

		if (!x->traps || !x->treasures)
			continue;
		key[6] = (char)('A' + i);
		buf_init(&names, EVENT_TEXT_ROOM - 1);
		for (int k = 0; k < 2 * DG_POSITIONS; k++) {
			if (k)
				buf_addc(&names, '\n');
			buf_adds(&names, x->name[k]);
		}
		event_start(&e, DG_EV_MODEL_DEFINED, DG_CHEST_02);
		event_put(&e, DG_EV_MODEL_DEFINED_MODEL, 'A' + i);
		event_put_ints(&e, DG_EV_MODEL_DEFINED_TRAPS, x->trap,
			       ARRAY_LEN(x->trap));
		event_put_ints(&e, DG_EV_MODEL_DEFINED_TREASURES, x->treasure,
			       ARRAY_LEN(x->treasure));
		event_put_text(&e, DG_EV_MODEL_DEFINED_NAMES, buf_str(&names));
		buf_release(&names);
		part_add(b, folder, str_of(key), &e);
	}
}

/* Wandering monsters --------------------------------------------------------
 */

struct wanderers {
	struct str name;
	int tier;
	int32_t rows[2 * ROLLS];
};

static void table_add(struct dungeons_catalog *b, const char *folder,
		      struct arena *a, const struct wanderers *w)
{
	struct event e;

	if (!w->name.len)
		return;
	dg_event_table_defined(&e, DG_TOK_06, w->name, w->tier, w->rows,
			       ARRAY_LEN(w->rows));
	part_add(b, folder,
		 str_of(arena_printf(a, "table/%.*s", STR_ARG(w->name))), &e);
}

/* the rows of a table are adjacent */
static enum err tables_load(struct dungeons_catalog *b, const char *folder,
			    struct arena *a, const char *path, struct why *why)
{
	static const char *const tiers[] = { "weak", "standard", "tough" };
	struct wanderers w = { .name = STR("") };
	struct csv t;

	if (csv_open(&t, a, path, why))
		return t.e;
	while (csv_next(&t)) {
		struct str name = csv_text(&t, "token");
		struct str tier = csv_text(&t, "tier");
		int roll = csv_number(&t, "roll", 2, 12);

		if (!str_equal(name, w.name)) {
			table_add(b, folder, a, &w);
			w = (struct wanderers){ .name = name, .tier = -1 };
		}
		for (int i = 0; i < N_DG_TIERS; i++)
			if (str_is(tier, tiers[i]))
				w.tier = i;
		if ((w.tier < 0 || name.len > 8) && !t.e)
			t.e = why_set(
				why, ERR_FORMAT,
				"%s:%d: a tier is weak, standard or tough",
				path, t.line);
		w.rows[2 * (roll - 2)] = catalog_cell(&t, "number", 0, 20);
		w.rows[2 * (roll - 2) + 1] =
			catalog_cell(&t, "points", 0, 1000);
	}
	if (!t.e)
		table_add(b, folder, a, &w);
	return t.e;
}

/* Folders -------------------------------------------------------------------
 */

static int by_name(const void *x, const void *y)
{
	const char *const *p = x, *const *q = y;

	return strcmp(*p, *q);
}

static bool catalog_ends(const char *name, const char *end)
{
	size_t n = strlen(name), m = strlen(end);

	return n > m && !strcmp(name + n - m, end);
}

static enum err files_list(const char *dir, struct arena *a, char **names,
			   int *n, struct why *why)
{
	DIR *d = opendir(dir);
	struct dirent *entry;
	int failed;

	*n = 0;
	if (!d)
		return why_set(why, ERR_CONFIG, "%s: %s", dir, strerror(errno));
	errno = 0;
	while (*n <= FILES_MAX && (entry = readdir(d))) {
		if (entry->d_name[0] != '.' && (*n)++ < FILES_MAX)
			names[*n - 1] = arena_strdup(a, entry->d_name);
		errno = 0;
	}
	failed = errno;
	closedir(d);
	if (failed)
		return why_set(why, ERR_DISK, "%s: %s", dir, strerror(failed));
	if (*n > FILES_MAX)
		return why_set(why, ERR_TOO_LARGE, "%s: more than %d files",
			       dir, FILES_MAX);
	qsort(names, (size_t)*n, sizeof(*names), by_name);
	return ERR_OK;
}

static bool name_has(char *const *names, int n, const char *name)
{
	for (int i = 0; i < n; i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

/* folder: "" the trove itself, else what replaces parts of it */
static enum err folder_load(struct dungeons_catalog *b, const char *dir,
			    const char *folder, struct why *why)
{
	struct arena a;
	struct models *m;
	char *names[FILES_MAX];
	int n;
	enum err e;

	arena_init(&a);
	m = ARENA_NEW(&a, struct models);
	b->n_tiles = 0;
	e = files_list(dir, &a, names, &n, why);
	for (int i = 0; !e && i < n; i++)
		if (catalog_ends(names[i], ".map"))
			e = map_file(b, folder,
				     arena_printf(&a, "%s/%s", dir, names[i]),
				     why);
	if (!e && name_has(names, n, "traps.csv") &&
	    name_has(names, n, "treasures.csv")) {
		e = catalog_rows(m, &a, arena_printf(&a, "%s/traps.csv", dir),
				 trap_row, why);
		if (!e)
			e = catalog_rows(
				m, &a,
				arena_printf(&a, "%s/treasures.csv", dir),
				treasure_row, why);
		if (!e)
			models_add(b, folder, m);
	}
	if (!e && name_has(names, n, "wandering.csv"))
		e = tables_load(b, folder, &a,
				arena_printf(&a, "%s/wandering.csv", dir), why);
	for (int i = 0; !e && !*folder && i < n; i++)
		if (!strchr(names[i], '.'))
			e = folder_load(
				b, arena_printf(&a, "%s/%s", dir, names[i]),
				names[i], why);
	arena_release(&a);
	return e;
}

/* Figures as Dungeons plays them ---------------------------------------------
 */

static int kind_of(const struct figure *g)
{
	if (!g->faction.len)
		return DG_SPAWN;
	/* Heroes of two factions are Heroes */
	return g->level_cost[0] ? DG_HERO : DG_WARRIOR;
}

static void hero_define(const void *figure, struct event *out)
{
	const struct figure *g = figure;
	int32_t dial[CATALOG_CLICKS * DG_CLICK_WORDS];
	int32_t levels[2 * DG_LEVELS];
	int kind = kind_of(g);

	for (int i = 0; i < g->n_clicks; i++)
		for (int k = 0; k < N_DG_SLOTS; k++) {
			int a = g->dial[i][4 + k];

			dial[8 * i + k] = g->dial[i][k];
			/* the same name may have another number there */
			dial[8 * i + 4 + k] = a ? dg_ability_named(str_of(
							  rb_abilities[a].name))
						: DG_NO_ABILITY;
		}
	for (int i = 0; i < DG_LEVELS; i++) {
		/* DG-R-29: levels 5..1 on the first clicks */
		levels[2 * i] = DG_LEVELS - 1 - i;
		levels[2 * i + 1] = g->level_cost[i];
	}
	event_start(out, DG_EV_FIGURE_DEFINED, DG_TEAM_05);
	event_put(out, DG_EV_FIGURE_DEFINED_FIG,
		  0); /* label and owner: the engine's to give */
	event_put(out, DG_EV_FIGURE_DEFINED_KIND, kind);
	event_put(out, DG_EV_FIGURE_DEFINED_OWNER, -1);
	event_put_text(out, DG_EV_FIGURE_DEFINED_KEY, g->key);
	event_put_text(out, DG_EV_FIGURE_DEFINED_NAME, g->name);
	event_put(out, DG_EV_FIGURE_DEFINED_FORM,
		  g->elongated || g->rides_or_ridden ? DG_MOUNTED : DG_SINGLE);
	event_put(out, DG_EV_FIGURE_DEFINED_POINTS, g->points);
	event_put(out, DG_EV_FIGURE_DEFINED_LEVEL, 1);
	event_put_ints(out, DG_EV_FIGURE_DEFINED_LEVELS, levels,
		       kind == DG_HERO ? 2 * DG_LEVELS : 0);
	event_put(out, DG_EV_FIGURE_DEFINED_RANGE, g->range);
	event_put(out, DG_EV_FIGURE_DEFINED_TARGETS, g->targets);
	event_put(out, DG_EV_FIGURE_DEFINED_ARC,
		  g->arc <= 90    ? 3
		  : g->arc <= 180 ? 5
				  : 7);
	event_put_ints(out, DG_EV_FIGURE_DEFINED_DIAL, dial,
		       g->n_clicks * DG_CLICK_WORDS);
}

enum err dungeons_catalog_deal(struct catalog_cache *l, struct card_index *d,
			       struct why *why)
{
	struct dungeons_catalog b = { .deck = d };
	const struct figures *f;
	enum err e = catalog_cache_figures(l, &f, why);

	/* in a dungeon a Hero has all its levels on one card */
	for (int i = 0; !e && i < f->n; i++)
		if (!f->v[i].level)
			figure_deal(d, &f->v[i], hero_define);
	return e ? e
		 : folder_load(&b, catalog_cache_path(l, "dungeons"), "", why);
}

/* And back from a log --------------------------------------------------------
 */

static void catalog_set(struct event *e, int field, int32_t value)
{
	e->w[field ? e->end[field - 1] : 0] = value;
}

static void key_text(const struct event *e, int field, const char *folder,
		     struct buf *key)
{
	char room[EVENT_TEXT_ROOM];
	int n;
	const int32_t *w = event_words(e, field, &n);
	struct str text = text_unpack(w, n, room, sizeof(room));

	buf_addf(key, "%s%.*s", folder, STR_ARG(text));
}

/* the pool makes monsters of all it takes, and notes that one was none */
static void card_given(struct event *e)
{
	bool pooled = false;

	for (int i = 0; i < e->n_rules; i++)
		pooled |= e->rules[i] == DG_MKW_04;
	if (pooled)
		catalog_set(e, DG_EV_FIGURE_DEFINED_KIND, DG_WARRIOR);
	catalog_set(e, DG_EV_FIGURE_DEFINED_FIG, 0);
	catalog_set(e, DG_EV_FIGURE_DEFINED_OWNER, -1);
	catalog_set(e, DG_EV_FIGURE_DEFINED_LEVEL, 1);
}

bool dungeons_catalog_given(const struct event *logged, int nth,
			    struct buf *key, struct event *out)
{
	if (logged->kind == DG_EV_BOARD_LAID)
		dg_map_lift(logged, out);
	else
		event_copy(out, logged);
	out->audience = AUDIENCE_ALL;
	switch (logged->kind) {
	case DG_EV_FIGURE_DEFINED:
		key_text(logged, DG_EV_FIGURE_DEFINED_KEY, "", key);
		card_given(out);
		return true;
	case DG_EV_BOARD_LAID:
		key_text(logged, DG_EV_BOARD_LAID_KEY, "", key);
		return str_starts(buf_str(key), "map/");
	case DG_EV_TILE_DEFINED: buf_addf(key, "tile/%d", nth); return true;
	case DG_EV_MODEL_DEFINED:
		buf_addf(key, "chest/%c",
			 event_get(logged, DG_EV_MODEL_DEFINED_MODEL));
		return true;
	case DG_EV_TABLE_DEFINED:
		key_text(logged, DG_EV_TABLE_DEFINED_NAME, "table/", key);
		return true;
	default: return false;
	}
}
