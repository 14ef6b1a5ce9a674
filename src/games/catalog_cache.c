/* src/games/catalog_cache.c */
#include "games/catalog_cache.h"

void library_init(struct library *l, const char *dir)
{
	*l = (struct library){ 0 };
	l->dir = arena_strdup(&l->arena, dir);
}

void library_release(struct library *l)
{
	figures_release(&l->figures);
	arena_release(&l->arena);
	*l = (struct library){ 0 };
}

const char *library_path(struct library *l, const char *name)
{
	return arena_printf(&l->arena, "%s/%s", l->dir, name);
}

enum err library_figures(struct library *l, const struct figures **out,
			 struct why *why)
{
	enum err e;

	*out = &l->figures;
	if (l->has_figures)
		return ERR_OK;
	e = figures_load(&l->figures, library_path(l, "figures"), why);
	l->has_figures = !e;
	/* the next game that asks is told the same */
	if (e)
		figures_release(&l->figures);
	return e;
}

void figure_deal(struct deck *d, const struct figure *f,
		 void (*define)(const void *figure, struct event *out))
{
	struct card c = { .key = f->key,
			  .name = f->name,
			  .folded = f->folded,
			  .also = f->also,
			  .stars = f->rank,
			  .define = define,
			  .of = f };

	deck_add(d, &c);
}

enum err figures_deal(struct library *l, struct deck *d, struct why *why)
{
	const struct figures *f;
	enum err e = library_figures(l, &f, why);

	for (int i = 0; !e && i < f->n; i++)
		figure_deal(d, &f->v[i], figure_define);
	return e;
}
