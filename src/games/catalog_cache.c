/* src/games/catalog_cache.c */
#include "games/catalog_cache.h"

void catalog_cache_init(struct catalog_cache *l, const char *dir)
{
	*l = (struct catalog_cache){ 0 };
	l->dir = arena_strdup(&l->arena, dir);
}

void catalog_cache_release(struct catalog_cache *l)
{
	figures_release(&l->figures);
	arena_release(&l->arena);
	*l = (struct catalog_cache){ 0 };
}

const char *catalog_cache_path(struct catalog_cache *l, const char *name)
{
	return arena_printf(&l->arena, "%s/%s", l->dir, name);
}

enum err catalog_cache_figures(struct catalog_cache *l,
			       const struct figures **out, struct why *why)
{
	enum err e;

	*out = &l->figures;
	if (l->has_figures)
		return ERR_OK;
	e = figures_load(&l->figures, catalog_cache_path(l, "figures"), why);
	l->has_figures = !e;
	/* the next game gets the same result */
	if (e)
		figures_release(&l->figures);
	return e;
}

void figure_deal(struct card_index *d, const struct figure *f,
		 void (*define)(const void *figure, struct event *out))
{
	struct card c = { .key = f->key,
			  .name = f->name,
			  .folded = f->folded,
			  .also = f->also,
			  .stars = f->rank,
			  .define = define,
			  .of = f };

	card_index_add(d, &c);
}

enum err figures_deal(struct catalog_cache *l, struct card_index *d,
		      struct why *why)
{
	const struct figures *f;
	enum err e = catalog_cache_figures(l, &f, why);

	for (int i = 0; !e && i < f->n; i++)
		figure_deal(d, &f->v[i], figure_define);
	return e;
}
