/*
 * tests/bench/pictures.c - boards drawn, and written as PNG; beside them what
 * cairo takes to write the same pixels, without having drawn them.
 */
#include "bench.h"
#include "games.h"
#include "report/report_game.h"
#include "report/picture/picture.h"
#include <cairo.h>
#include <stdio.h>

enum { WIDTH = PICTURE_WIDTH, PICTURES = 40 };

struct drawing {
	const struct messages *words;
	struct buf png; /* the last picture */
	double rate;
};

static enum err draw(void *context, const struct mail_content *l,
		     struct why *why)
{
	struct drawing *d = context;
	const struct report_game *game = l->report;
	struct narrator n = { .words = d->words,
			      .sys = l->sys,
			      .name = game->name,
			      .of = l->view->state };
	double v[BENCH_RUNS];
	struct arena a = { 0 };
	struct scene *scene = ARENA_NEW(&a, struct scene);
	enum err e = ERR_OK;

	if (!game->scene(&a, &n, l->view->state, scene))
		bench_die("the game has no board");
	game->traces(l->view->state, l->events, l->n_events, scene);
	for (int run = 0; !e && run < BENCH_RUNS; run++) {
		double from = bench_now();

		for (int i = 0; !e && i < PICTURES; i++) {
			buf_clear(&d->png);
			e = picture_render(&d->png, scene, WIDTH, NULL, why);
		}
		v[run] = PICTURES / (bench_now() - from);
	}
	d->rate = bench_median(v, BENCH_RUNS);
	arena_release(&a);
	return e;
}

static cairo_status_t take(void *context, unsigned char *to, unsigned int len)
{
	struct str *rest = context;

	if (len > rest->len)
		return CAIRO_STATUS_READ_ERROR;
	memcpy(to, rest->s, len);
	rest->s += len;
	rest->len -= len;
	return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t count(void *context, const unsigned char *from,
			    unsigned int len)
{
	(void)from;
	*(size_t *)context += len;
	return CAIRO_STATUS_SUCCESS;
}

/* pictures: CONFIG */
int bench_pictures(int argc, char **argv)
{
	struct drawing d = { 0 };
	struct played g;
	struct messages *words;
	struct why why = { 0 };
	struct str rest;
	cairo_surface_t *surface;
	double v[BENCH_RUNS];
	size_t size = 0;
	char figure[100], peer[100];

	if (argc < 1)
		bench_die("pictures: CONFIG");
	played_open(&g, argv[0]);
	buf_init(&d.png, PICTURE_MAX_BYTES);
	if (messages_load(&g.arena, g.config.templates, "en", &words, &why))
		bench_die("%s", why.text);
	d.words = words;
	if (judge_game_mail(g.j, 1, 0, 0, draw, &d, &why))
		bench_die("no picture: %s", why.text);
	rest = buf_str(&d.png);
	surface = cairo_image_surface_create_from_png_stream(take, &rest);
	if (cairo_surface_status(surface))
		bench_die("cairo cannot read the picture");
	for (int run = 0; run < BENCH_RUNS; run++) {
		double from = bench_now();

		for (int i = 0; i < PICTURES / 4; i++) {
			size = 0;
			cairo_surface_write_to_png_stream(surface, count,
							  &size);
		}
		v[run] = PICTURES / 4 / (bench_now() - from);
	}
	snprintf(figure, sizeof(figure), "boards %dx%d drawn, as PNG of %zu kB",
		 cairo_image_surface_get_width(surface),
		 cairo_image_surface_get_height(surface), d.png.len / 1000);
	snprintf(peer, sizeof(peer), "cairo writes the same pixels, %zu kB",
		 size / 1000);
	bench_print(&(struct bench_row){ figure, d.rate, "/s", peer,
					 bench_median(v, BENCH_RUNS), "/s",
					 "80 /s" });
	cairo_surface_destroy(surface);
	buf_release(&d.png);
	played_close(&g);
	return 0;
}
