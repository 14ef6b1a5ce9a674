/* src/games/arena/catalog.c */
#include "games/arena/catalog.h"
#include "base/parse.h"
#include "base/str.h"
#include "base/utf8.h"
#include "games/csv.h"
#include "games/arena/rules/card.h"
#include <unistd.h>

enum { FAULT_MAX = 400 };

/* The deck that is dealt. */
struct arena_catalog {
	struct card_index *deck;
	struct arena tmp; /* files, while they are read */
	struct str programs;
	const char *programs_path;
	bool house; /* a game master's own are read */
	int n;      /* cards so far */
};

static void card_define(const void *of, struct event *out)
{
	event_copy(out, of);
}

/* --- programs --------------------------------------------------------------
 */

/* Is the line the program of this card? "wizard Arcane Zap" is an ability of
 * the card "mage-wizard". */
static bool catalog_belongs(struct str name, struct str key)
{
	static const char mage[] = "mage-";
	struct str class = key;

	if (str_equal(name, key))
		return true;
	if (!str_starts(key, mage))
		return false;
	class.s += sizeof(mage) - 1;
	class.len -= sizeof(mage) - 1;
	return name.len > class.len && name.s[class.len] == ' ' &&
	       str_equal((struct str){ name.s, class.len }, class);
}

/* The program of a card, those of a Mage's abilities one after the other; the
 * line of the first of them. */
static struct str program_of(struct arena_catalog *g, struct str key, int *line)
{
	struct str rest = g->programs, row, name, all = STR("");

	*line = 0;
	for (int n = 1; parse_line(&rest, &row); n++) {
		if (!row.len || row.s[0] == '#' ||
		    !parse_field(&row, '|', &name) ||
		    !catalog_belongs(parse_trim(name), key))
			continue;
		row = parse_trim(row);
		*line = *line ? *line : n;
		all = str_of(arena_printf(&g->tmp, "%.*s%s%.*s", STR_ARG(all),
					  all.len ? " ; " : "", STR_ARG(row)));
	}
	return all;
}

/* --- rows ------------------------------------------------------------------
 */

/* "AR-SPELL-rhino-hide" has the program of rhino-hide */
static struct str key_of(struct str id)
{
	static const char prefix[] = "AR-SPELL-";
	size_t n = sizeof(prefix) - 1;

	return str_starts(id, prefix) ? (struct str){ id.s + n, id.len - n }
				      : id;
}

static void card_add(struct arena_catalog *g, struct csv *t,
		     const struct event *e)
{
	struct arena *a = &g->deck->arena;
	struct event *copy = ARENA_NEW(a, struct event);
	struct str name = csv_text(t, "name_en"), also = csv_text(t, "name_es");
	struct card c = { .define = card_define, .of = copy };

	event_copy(copy, e);
	copy->audience = AUDIENCE_ALL;
	c.key = str_of(arena_printf(a, "arena/%d", g->n));
	if (g->house || str_starts(csv_text(t, "id"), "AR-SPELL-")) {
		c.name = arena_str(a, name);
		c.folded = utf8_fold(a, c.name);
		c.also = utf8_fold(a, also);
	}
	card_index_add(g->deck, &c);
}

static void row_add(struct arena_catalog *g, struct csv *t)
{
	struct ar_row row = { .column = t->column,
			      .value = t->cell,
			      .n = t->n_columns };
	struct event e;
	struct buf fault;
	int line;

	if (g->house && row.n < CSV_COLUMNS) {
		t->column[row.n] = STR("house");
		t->cell[row.n++] = STR("1");
	}

	row.program = program_of(g, key_of(csv_text(t, "id")), &line);
	buf_init(&fault, FAULT_MAX);
	if (++g->n >= AR_MAX_CARDS)
		t->e = why_set(t->why, ERR_FORMAT, "%s:%d: too many cards",
			       t->path, t->line);
	else if (ar_card_event(&row, g->n, &e, &fault))
		card_add(g, t, &e);
	else if (str_starts(buf_str(&fault), "program"))
		t->e = why_set(t->why, ERR_FORMAT, "%s:%d: %s",
			       g->programs_path, line, fault.s);
	else
		t->e = why_set(t->why, ERR_FORMAT, "%s:%d: %s", t->path,
			       t->line, fault.s);
	buf_release(&fault);
}

static enum err rows_add(struct arena_catalog *g, const char *path,
			 struct why *why)
{
	struct csv t;

	if (!csv_open(&t, &g->tmp, path, why))
		while (csv_next(&t))
			row_add(g, &t);
	return t.e;
}

static enum err programs_read(struct arena_catalog *g, struct catalog_cache *l,
			      const char *name, struct why *why)
{
	g->programs_path = catalog_cache_path(l, name);
	return csv_file_read(g->programs_path, &g->tmp, &g->programs, why);
}

/* The house's own come last, if there are any. */
static enum err house_add(struct arena_catalog *g, struct catalog_cache *l,
			  struct why *why)
{
	const char *path = catalog_cache_path(l, "arena/house.csv");
	enum err e;

	if (access(path, F_OK))
		return ERR_OK;
	g->house = true;
	e = programs_read(g, l, "arena/house-programs.txt", why);
	return e ? e : rows_add(g, path, why);
}

enum err arena_catalog_deal(struct catalog_cache *l, struct card_index *d,
			    struct why *why)
{
	struct arena_catalog g = { .deck = d };
	enum err e;

	arena_init(&g.tmp);
	e = programs_read(&g, l, "arena/programs.txt", why);
	if (!e)
		e = rows_add(&g, catalog_cache_path(l, "arena/spells.csv"),
			     why);
	if (!e)
		e = rows_add(&g, catalog_cache_path(l, "arena/mages.csv"), why);
	if (!e)
		e = house_add(&g, l, why);
	arena_release(&g.tmp);
	return e;
}

bool arena_catalog_given(const struct event *logged, int nth, struct buf *key,
			 struct event *out)
{
	(void)nth;
	if (logged->kind != AR_EV_CARD_DEFINED)
		return false;
	buf_addf(key, "arena/%d", event_get(logged, AR_EV_CARD_DEFINED_CARD));
	event_copy(out, logged);
	out->audience = AUDIENCE_ALL;
	return true;
}
