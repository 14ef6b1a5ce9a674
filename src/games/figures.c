/* src/games/figures.c */
#include "games/figures.h"
#include "games/csv.h"
#include "base/buf.h"
#include "base/parse.h"
#include "base/str.h"
#include "base/utf8.h"
#include "games/rebellion/rules/rebellion.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	SETS_MAX = 64,
	FACTION_ROOM = 31, /* bytes that a state keeps of a faction */
	REAR_DOT = 110     /* u from the centre dot to the rear, CV-GEO-01 */
};

/* Figures -------------------------------------------------------------------
 */

static int by_key(const void *a, const void *b)
{
	const struct figure *x = a, *y = b;
	size_t n = x->key.len < y->key.len ? x->key.len : y->key.len;
	int d = memcmp(x->key.s, y->key.s, n);

	if (d)
		return d;
	return x->key.len < y->key.len ? -1 : x->key.len > y->key.len;
}

static struct figure *figure_find(const struct figures *f, struct str key)
{
	struct figure wanted = { .key = key };

	if (!f->n)
		return NULL;
	return bsearch(&wanted, f->v, (size_t)f->n, sizeof(*f->v), by_key);
}

const struct figure *figures_find(const struct figures *f, struct str key)
{
	return figure_find(f, key);
}

static struct str key_of(struct arena *a, struct str set, struct str number)
{
	size_t len = set.len + 1 + number.len;
	char *p = arena_alloc_raw(a, len + 1);

	memcpy(p, set.s, set.len);
	p[set.len] = '/';
	memcpy(p + set.len + 1, number.s, number.len);
	p[len] = 0;
	return (struct str){ p, len };
}

/* a column that only some sets have */
static struct str table_more(const struct csv *t, const char *column)
{
	for (int i = 0; i < t->n_columns; i++)
		if (str_is(t->column[i], column))
			return t->cell[i];
	return STR("");
}

static const char *mount_name(int i)
{
	return rb_mount_names[i];
}

static const char *level_name(int i)
{
	return i == RB_MEAN ? "mean-spirited" : rb_level_names[i];
}

static const char *subfaction_name(int i)
{
	return rb_subfaction_names[i];
}

static const char *proficiency_name(int i)
{
	return rb_proficiencies[i].name;
}

/* the number of a name in a list; an empty cell is 0 */
static int table_name(struct csv *t, const char *column, struct str cell,
		      const char *(*name)(int i), int n)
{
	struct str word = str_lower(t->a, parse_trim(cell));

	for (int i = 0; i < n; i++)
		if (str_is(word, name(i)))
			return i;
	if (cell.len && !t->e)
		t->e = why_set(t->why, ERR_FORMAT, "%s:%d: unknown %s '%.*s'",
			       t->path, t->line, column, STR_ARG(cell));
	return 0;
}

/* "a|b" as bits */
static int table_names(struct csv *t, const char *column,
		       const char *(*name)(int i), int n)
{
	struct str cell = table_more(t, column), part;
	int bits = 0;

	while (cell.len && parse_field(&cell, '|', &part))
		bits |= 1 << table_name(t, column, part, name, n);
	return bits;
}

static void cavalry_read(struct figure *g, struct csv *t)
{
	int slots = 0;
	struct str bonus = table_more(t, "attack_bonus");

	if (!table_more(t, "role").len)
		return;
	if (table_more(t, "item_slots").len)
		slots = csv_number(t, "item_slots", 0, 8);
	g->rides_or_ridden = true;
	g->cavalry[0] = table_name(t, "mount_type", table_more(t, "mount_type"),
				   mount_name, N_RB_MOUNTS);
	g->cavalry[1] =
		table_name(t, "intelligence", table_more(t, "intelligence"),
			   level_name, N_RB_LEVELS);
	g->cavalry[2] = bonus.len ? csv_number(t, "attack_bonus", 0, 20) : 0;
	g->cavalry[3] =
		table_names(t, "mount_symbols", mount_name, N_RB_MOUNTS);
	g->cavalry[4] = table_names(t, "proficiencies", proficiency_name,
				    N_RB_PROFICIENCIES);
	g->cavalry[5] = table_name(t, "subfaction", table_more(t, "subfaction"),
				   subfaction_name, N_RB_SUBFACTIONS);
	g->cavalry[6] = slots;
}

static void figure_read(struct figures *f, struct csv *t)
{
	struct figure *g = &f->v[f->n];
	struct arena *a = &f->arena;
	struct str kind = csv_text(t, "base_kind");

	*g = (struct figure){
		.key = key_of(a, csv_text(t, "set"), csv_text(t, "number")),
		.name = arena_str(a, csv_text(t, "name")),
		.folded = utf8_fold(a, csv_text(t, "name")),
		.also = utf8_fold(a, table_more(t, "name_es")),
		.faction = arena_str(a, csv_text(t, "factions")),
		.unique = str_is(csv_text(t, "unique"), "yes"),
		.elongated = !str_is(kind, "single"),
		.rank = csv_number(t, "stars", 0, 3),
		.points = csv_number(t, "points", 1, 9999),
		.range = csv_number(t, "range", 0, 99),
		.targets = csv_number(t, "targets", 1, 9),
		.arc = csv_number(t, "arc", 2, 360),
	};
	if (str_is(g->faction, "Mage Spawn"))
		g->faction = STR("");
	if (g->faction.len > FACTION_ROOM)
		g->faction.len = FACTION_ROOM;
	cavalry_read(g, t);
	f->n++;
}

static void click_read(struct figures *f, struct csv *t)
{
	static const char *const slots[][2] = {
		{ "speed", "speed_ability" },
		{ "attack", "attack_ability" },
		{ "defense", "defense_ability" },
		{ "damage", "damage_ability" },
	};
	struct str key =
		key_of(t->a, csv_text(t, "set"), csv_text(t, "number"));
	struct figure *g = figure_find(f, key);
	int click = csv_number(t, "click", 0, CATALOG_CLICKS - 1);

	if (t->e)
		return;
	if (!g) {
		t->e = why_set(t->why, ERR_FORMAT, "%s:%d: no figure %.*s",
			       t->path, t->line, STR_ARG(key));
		return;
	}
	if (csv_number(t, "dead", 0, 1))
		return;
	if (click != g->n_clicks) {
		t->e = why_set(t->why, ERR_FORMAT,
			       "%s:%d: click %d of %.*s, expected %d", t->path,
			       t->line, click, STR_ARG(key), g->n_clicks);
		return;
	}
	g->n_clicks++;
	for (int i = 0; i < 4; i++) {
		struct str ability;

		g->dial[click][i] = (int8_t)csv_number(t, slots[i][0], 0, 99);
		ability = str_lower(t->a, csv_text(t, slots[i][1]));
		if (!ability.len)
			continue;
		g->dial[click][4 + i] = (int8_t)rb_ability_named(ability);
		if (!g->dial[click][4 + i] && !t->e)
			t->e = why_set(t->why, ERR_FORMAT,
				       "%s:%d: unknown ability %.*s", t->path,
				       t->line, STR_ARG(ability));
	}
}

static enum err set_load(struct figures *f, const char *dir, const char *set,
			 const char *end,
			 void (*row)(struct figures *f, struct csv *t),
			 struct why *why)
{
	struct arena a;
	struct csv t = { .a = &a, .why = why };

	arena_init(&a);
	t.path = arena_printf(&a, "%s/%s%s", dir, set, end);
	t.e = csv_file_read(t.path, &a, &t.rest, why);
	while (csv_next(&t))
		row(f, &t);
	arena_release(&a);
	return t.e;
}

static int by_name(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return strcmp(*x, *y);
}

/* The sets of the folder: every NAME for which there is a NAME-dials.csv. */
static enum err sets_list(const char *dir, struct arena *a, const char **sets,
			  int *n, struct why *why)
{
	static const char end[] = "-dials.csv";
	DIR *d = opendir(dir);
	struct dirent *entry;
	int failed;

	*n = 0;
	if (!d)
		return why_set(why, ERR_CONFIG,
			       "%s: %s; it should hold the catalog of figures",
			       dir, strerror(errno));
	errno = 0;
	while (*n <= SETS_MAX && (entry = readdir(d))) {
		size_t len = strlen(entry->d_name);

		errno = 0;
		if (len < sizeof(end) ||
		    strcmp(entry->d_name + len - (sizeof(end) - 1), end))
			continue;
		if ((*n)++ < SETS_MAX)
			sets[*n - 1] = arena_copy(a, entry->d_name,
						  len - (sizeof(end) - 1));
	}
	failed = errno;
	closedir(d);
	if (failed)
		return why_set(why, ERR_DISK, "%s: %s", dir, strerror(failed));
	if (*n > SETS_MAX)
		return why_set(why, ERR_TOO_LARGE, "%s: more than %d sets", dir,
			       SETS_MAX);
	qsort(sets, (size_t)*n, sizeof(*sets), by_name);
	if (!*n)
		return why_set(why, ERR_CONFIG, "%s holds no figures", dir);
	return ERR_OK;
}

static void figure_count(struct figures *f, struct csv *t)
{
	(void)t;
	f->n++;
}

static void levels_read(struct figures *f, struct csv *t)
{
	struct str key =
		key_of(t->a, csv_text(t, "set"), csv_text(t, "number"));
	struct figure *g = figure_find(f, key);
	char column[] = "points_l1";

	if (!g && !t->e)
		t->e = why_set(t->why, ERR_FORMAT, "%s:%d: no figure %.*s",
			       t->path, t->line, STR_ARG(key));
	for (int i = 0; g && i < 5; i++) {
		column[8] = (char)('1' + i);
		g->level_cost[i] = csv_number(t, column, 1, 9999);
	}
}

/*
 * A Hero that goes to battle at a lower level (DG-OUT-03): a card of its own,
 * "dungeons/81-2", for the cost of that level. The clicks before its start on
 * the dial are not on this card, so that nothing heals it past its start.
 */
static void level_card(struct figures *f, const struct figure *hero, int level)
{
	struct figure *g = &f->v[f->n];
	int skip = 5 - level;

	if (hero->n_clicks <= skip)
		return;
	*g = *hero;
	g->key = str_of(
		arena_printf(&f->arena, "%.*s-%d", STR_ARG(hero->key), level));
	g->name = str_of(
		arena_printf(&f->arena, "%.*s %d", STR_ARG(hero->name), level));
	g->folded = utf8_fold(&f->arena, g->name);
	if (g->also.len)
		g->also = str_of(arena_printf(&f->arena, "%.*s %d",
					      STR_ARG(hero->also), level));
	g->points = hero->level_cost[level - 1];
	g->n_clicks = hero->n_clicks - skip;
	memmove(g->dial, hero->dial + skip,
		(size_t)g->n_clicks * sizeof(g->dial[0]));
	memset(g->dial + g->n_clicks, 0, (size_t)skip * sizeof(g->dial[0]));
	g->level = level;
	f->n++;
}

static void level_cards(struct figures *f)
{
	int n = f->n;

	for (int i = 0; i < n; i++)
		for (int level = 1; level < 5 && f->v[i].level_cost[0]; level++)
			level_card(f, &f->v[i], level);
	qsort(f->v, (size_t)f->n, sizeof(*f->v), by_key);
}

/* from another file than the sets; a catalog without Heroes has none */
static enum err levels_load(struct figures *f, const char *dir, struct why *why)
{
	const char *path = arena_printf(&f->arena, "%s/hero-levels.csv", dir);

	if (access(path, F_OK))
		return ERR_OK;
	return set_load(f, dir, "hero-levels", ".csv", levels_read, why);
}

enum err figures_load(struct figures *f, const char *dir, struct why *why)
{
	const char *sets[SETS_MAX];
	int n = 0, room;
	enum err e;

	*f = (struct figures){ 0 };
	arena_init(&f->arena);
	e = sets_list(dir, &f->arena, sets, &n, why);
	for (int i = 0; !e && i < n; i++)
		e = set_load(f, dir, sets[i], ".csv", figure_count, why);
	room = f->n;
	/* and four more of each Hero */
	f->v = ARENA_ARRAY(&f->arena, 5 * (size_t)room + 1, struct figure);
	f->n = 0;
	for (int i = 0; !e && i < n; i++)
		e = set_load(f, dir, sets[i], ".csv", figure_read, why);
	if (!e)
		qsort(f->v, (size_t)f->n, sizeof(*f->v), by_key);
	for (int i = 1; !e && i < f->n; i++)
		if (!by_key(&f->v[i - 1], &f->v[i]))
			e = why_set(why, ERR_FORMAT, "%s: two figures %.*s",
				    dir, STR_ARG(f->v[i].key));
	for (int i = 0; !e && i < n; i++)
		e = set_load(f, dir, sets[i], "-dials.csv", click_read, why);
	if (!e)
		e = levels_load(f, dir, why);
	if (!e)
		level_cards(f);
	for (int i = 0; !e && i < f->n; i++)
		if (!f->v[i].n_clicks)
			e = why_set(why, ERR_FORMAT, "%s: %.*s has no dial",
				    dir, STR_ARG(f->v[i].key));
	return e;
}

void figures_release(struct figures *f)
{
	arena_release(&f->arena);
	*f = (struct figures){ 0 };
}

void figure_define(const void *figure, struct event *out)
{
	const struct figure *g = figure;
	int32_t dial[CATALOG_CLICKS * 8], spine[2] = { 0, 0 };
	int32_t cavalry[CATALOG_CAVALRY];

	for (int i = 0; i < g->n_clicks; i++)
		for (int k = 0; k < 8; k++)
			dial[i * 8 + k] = g->dial[i][k];
	if (g->elongated)
		spine[1] = REAR_DOT;
	event_start(out, RB_EV_FIGURE_DEFINED, RB_ARMY_02);
	event_put(out, RB_EV_FIGURE_DEFINED_FIG,
		  0); /* label and owner: the engine's to give */
	event_put(out, RB_EV_FIGURE_DEFINED_OWNER, -1);
	event_put_text(out, RB_EV_FIGURE_DEFINED_KEY, g->key);
	event_put_text(out, RB_EV_FIGURE_DEFINED_NAME, g->name);
	event_put_text(out, RB_EV_FIGURE_DEFINED_FACTION, g->faction);
	event_put(out, RB_EV_FIGURE_DEFINED_RANK, g->rank);
	event_put(out, RB_EV_FIGURE_DEFINED_POINTS, g->points);
	event_put(out, RB_EV_FIGURE_DEFINED_RANGE, g->range);
	event_put(out, RB_EV_FIGURE_DEFINED_TARGETS, g->targets);
	event_put(out, RB_EV_FIGURE_DEFINED_ARC, g->arc);
	event_put(out, RB_EV_FIGURE_DEFINED_RADIUS, RB_RADIUS);
	event_put_ints(out, RB_EV_FIGURE_DEFINED_SPINE, spine, 2);
	event_put_ints(out, RB_EV_FIGURE_DEFINED_DIAL, dial, g->n_clicks * 8);
	for (int i = 0; i < CATALOG_CAVALRY; i++)
		cavalry[i] = g->cavalry[i];
	event_put_ints(out, RB_EV_FIGURE_DEFINED_CAVALRY, cavalry,
		       g->rides_or_ridden ? CATALOG_CAVALRY : 0);
}

/* Armies --------------------------------------------------------------------
 */

/* whose card it is: a Hero is the same at every level (DG-OUT-03) */
static struct str figures_character(const struct figures *f, struct str key)
{
	const struct figure *g = figures_find(f, key);

	return g && g->level ? (struct str){ key.s, key.len - 2 } : key;
}

/* as a player writes it: capitals, accents and the stars of a rank are free */
static bool is_called(const struct figure *g, struct str name, struct arena *a)
{
	struct str stars = name;
	size_t n = 0;

	for (; stars.len &&
	       (stars.s[stars.len - 1] == '*' || stars.s[stars.len - 1] == ' ');
	     stars.len--)
		n += stars.s[stars.len - 1] == '*';
	return str_equal(utf8_fold(a, stars), g->folded) &&
	       (!n || n == (size_t)g->rank);
}

static enum err army_line(const struct figures *f, struct arena *a, int line,
			  struct str text, struct army *out, struct why *why)
{
	enum { COUNT, SET, NUMBER, NAME, POINTS, COLUMNS };
	struct str column[COLUMNS], rest = text, key;
	const struct figure *g;
	int64_t count, points;
	int n = 0;

	while (n < COLUMNS && parse_field(&rest, ',', &column[n])) {
		column[n] = parse_trim(column[n]);
		n++;
	}
	if (n != COLUMNS || rest.len ||
	    !parse_int(column[COUNT], 1, CATALOG_ARMY_MAX, &count) ||
	    !parse_int(column[POINTS], 1, 9999, &points))
		return why_set(why, ERR_FORMAT,
			       "line %d: expected 'count, set, number, name, "
			       "points each'",
			       line);
	key = str_lower(a, key_of(a, column[SET], column[NUMBER]));
	g = figures_find(f, key);
	if (!g)
		return why_set(why, ERR_FORMAT,
			       "line %d: the catalog has no figure %.*s", line,
			       STR_ARG(key));
	if (!is_called(g, column[NAME], a) || g->points != points)
		return why_set(why, ERR_FORMAT,
			       "line %d: %.*s is %.*s of %d points", line,
			       STR_ARG(key), STR_ARG(g->name), g->points);
	for (int64_t i = 0; i < count; i++) {
		if (out->n == CATALOG_ARMY_MAX)
			return why_set(why, ERR_FORMAT,
				       "line %d: more than %d figures", line,
				       CATALOG_ARMY_MAX);
		for (int k = 0; g->unique && k < out->n; k++)
			if (str_equal(figures_character(f, out->key[k]),
				      figures_character(f, g->key)))
				return why_set(why, ERR_FORMAT,
					       "line %d: %.*s is unique", line,
					       STR_ARG(g->name));
		out->key[out->n++] = g->key;
		out->points += g->points;
	}
	return ERR_OK;
}

enum err army_parse(const struct figures *f, struct str text, struct arena *a,
		    struct army *out, struct why *why)
{
	struct str line;
	int64_t total;
	int n = 0;
	enum err e = ERR_OK;

	*out = (struct army){ 0 };
	while (!e && parse_line(&text, &line)) {
		n++;
		line = parse_trim(line);
		if (!line.len || line.s[0] == '#')
			continue;
		if (!str_starts(line, "total:")) {
			e = army_line(f, a, n, line, out, why);
			continue;
		}
		line.s += 6;
		line.len -= 6;
		if (!parse_int(parse_trim(line), 0, 99999, &total) ||
		    total != out->points)
			e = why_set(why, ERR_FORMAT,
				    "line %d: the figures cost %d points", n,
				    out->points);
	}
	return e;
}
