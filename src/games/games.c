/* src/games/games.c */
#include "games/games.h"
#include "base/parse.h"
#include "base/str.h"
#include "base/utf8.h"
#include "catalog/trove.h"
#include "rules/dungeons/dungeons.h"
#include "rules/dungeons/setup_case.h"
#include "rules/rebellion/rebellion.h"
#include "rules/rebellion/setup_case.h"

enum { NEAR = 3 };

static struct str text_of(struct arena *a, const int32_t *w, int n)
{
	char room[EVENT_TEXT_ROOM];

	return arena_str(a, text_unpack(w, n, room, sizeof(room)));
}

/* "SLASHER **": the stars of a figure's rank may stand behind its name */
static struct str without_stars(struct str text, int *stars)
{
	*stars = 0;
	while (text.len &&
	       (text.s[text.len - 1] == '*' || text.s[text.len - 1] == ' '))
		*stars += text.s[--text.len] == '*';
	return text;
}

/* name the figures that could be meant: "Slasher * (rebellion/109)" */
static void candidate_add(struct buf *nearest, const struct figure *f)
{
	static const char stars[] = " ***";

	if (nearest->len)
		buf_addz(nearest, ", ");
	buf_addf(nearest, "%.*s%.*s (%.*s)", STR_ARG(f->name),
		 f->rank ? f->rank + 1 : 0, stars, STR_ARG(f->key));
}

/*
 * A card by its key, or by its name, with stars where ranks share a name. What
 * names no card, or several, is answered with those that could be meant.
 */
static bool card(const void *source, struct str text, struct buf *out,
		 struct buf *nearest)
{
	const struct figures *f = source;
	const struct figure *found, *near = NULL;
	unsigned best = NEAR;
	struct arena a;
	struct str wanted;
	bool by_key;
	int n, stars;

	arena_init(&a);
	text = without_stars(text, &stars);
	wanted = utf8_fold(&a, text);
	/* most keys are in small letters: this finds them at once */
	found = figures_find(f, str_lower(&a, wanted));
	by_key = found != NULL;
	n = by_key;
	for (int i = 0; i < f->n && !by_key; i++) {
		const struct figure *g = &f->v[i];
		unsigned d;

		if (str_equal(g->folded, wanted) &&
		    (!stars || stars == g->rank)) {
			found = g;
			n++;
			candidate_add(nearest, g);
		}
		d = utf8_distance(g->folded, wanted, NEAR);
		if (d < best) {
			best = d;
			near = g;
		}
	}
	if (!n) {
		for (int i = 0; i < f->n && !found; i++)
			if (str_equal(utf8_fold(&a, f->v[i].key), wanted))
				found = &f->v[i];
		n = found != NULL;
	}
	arena_release(&a);
	if (n == 1) {
		buf_clear(nearest);
		buf_adds(out, found->key);
	} else if (!n && near) {
		candidate_add(nearest, near);
	}
	return n == 1;
}

void names_rebellion(const struct game *view, const struct figures *figures,
		     struct arena *a, struct grammar_names *out)
{
	const struct rb_state *s = (const void *)view->state;
	struct grammar_name *v =
		ARENA_ARRAY(a, RB_MAX_FIGS, struct grammar_name);
	int n = 0;

	for (int i = 0; i < s->n_figs; i++) {
		if (s->def[i].name[0] == RB_UNKNOWN)
			continue;
		v[n++] = (struct grammar_name){
			.label = s->fig[i].label,
			.name = text_of(a, s->def[i].name, RB_NAME_WORDS),
		};
	}
	*out = (struct grammar_names){
		.v = v, .n = n, .card = figures ? card : NULL, .source = figures
	};
}

static void names_dungeons(const struct game *view,
			   const struct figures *figures, struct arena *a,
			   struct grammar_names *out)
{
	const struct dg_state *s = (const void *)view->state;
	struct grammar_name *v =
		ARENA_ARRAY(a, DG_MAX_FIGS, struct grammar_name);

	for (int i = 0; i < s->n_figs; i++)
		v[i] = (struct grammar_name){
			.label = s->fig[i].label,
			.name = text_of(a, s->card[i].name, DG_NAME_WORDS),
		};
	*out = (struct grammar_names){ .v = v,
				       .n = s->n_figs,
				       .card = figures ? card : NULL,
				       .source = figures };
}

/* what a word or number stands for: one of the names (a|b|c), or a number
 * between min and max */
static bool value_of(struct str value, const char *names, int32_t min,
		     int32_t max, int32_t *out)
{
	struct str rest = str_of(names), word;
	int64_t n;

	for (n = 0; parse_field(&rest, '|', &word); n++) {
		if (!str_equal(word, value))
			continue;
		*out = (int32_t)n;
		return true;
	}
	if (!parse_int(value, min, max, &n))
		return false;
	*out = (int32_t)n;
	return true;
}

bool option_rebellion(struct str name, struct str value, int32_t *out)
{
	for (int i = 0; i < N_RB_OPTIONS; i++)
		if (str_is(name, rb_options[i].name))
			return value_of(value, rb_options[i].names,
					rb_options[i].min, rb_options[i].max,
					out);
	return false;
}

static bool option_dungeons(struct str name, struct str value, int32_t *out)
{
	for (int i = 0; i < N_DG_OPTIONS; i++)
		if (str_is(name, dg_options[i].name))
			return value_of(value, dg_options[i].names,
					dg_options[i].min, dg_options[i].max,
					out);
	return false;
}

/* the key of a map, the folder of replaced tables */
static bool text_dungeons(struct str name)
{
	return str_is(name, "map") || str_is(name, "tables");
}

const struct game_kind game_kinds[] = {
	{ .rules = &system_rebellion,
	  .orders = &grammar_rebellion,
	  .names = names_rebellion,
	  .option = option_rebellion,
	  .setup = &setup_rebellion },
	{ .rules = &system_dungeons,
	  .orders = &grammar_dungeons,
	  .names = names_dungeons,
	  .option = option_dungeons,
	  .option_is_text = text_dungeons,
	  .setup = &setup_dungeons,
	  .catalog = dungeons_catalog,
	  .given = dungeons_given },
};
const int n_game_kinds = ARRAY_LEN(game_kinds);

struct catalog game_kind_catalog(const struct game_kind *s,
				 const struct figures *figures)
{
	if (!figures)
		return (struct catalog){ 0 };
	return s->catalog ? s->catalog(figures) : figures_catalog(figures);
}
