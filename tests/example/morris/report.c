/* example/morris/report.c - its board as a picture, and values for templates */
#include "report/report_game.h"
#include "example/morris/morris.h"

enum { STEP = 200, MARGIN = 100, HALF = 4, MAN = 55 };

static struct tval *point(struct arena *a, int32_t x, int32_t y)
{
	char name[3] = { (char)('A' + x), (char)('1' + y), 0 };

	return tval_text(a, str_of(arena_strdup(a, name)));
}

/* rows are counted from the north, and y grows to the north */
static struct vec place(int p)
{
	return (struct vec){ MARGIN + STEP * mm_places[p].x,
			     MARGIN + STEP * (6 - mm_places[p].y) };
}

/* a line of three is drawn as a narrow bar */
static void bar(const int8_t l[3], struct scene *out)
{
	struct vec a = place(l[0]), b = place(l[2]);
	struct scene_area *area = &out->area[out->n_areas++];

	area->kind = SCENE_WALL;
	area->label = STR("");
	area->shape = (struct polygon){
		.n = 4,
		.v = { { a.x - HALF, b.y - HALF },
		       { b.x + HALF, b.y - HALF },
		       { b.x + HALF, a.y + HALF },
		       { a.x - HALF, a.y + HALF } },
	};
}

static bool scene(struct arena *a, const struct narrator *n, const void *view,
		  struct scene *out)
{
	const struct mm_state *s = view;

	out->w = out->h = 2 * MARGIN + 6 * STEP;
	for (int i = 0; i < 2; i++) {
		out->owner[i].present = true;
		out->owner[i].side = -1;
		out->owner[i].name = str_of(arena_printf(
			a, "%c %.*s", 'A' + i, STR_ARG(n->seat_name[i])));
	}
	for (int i = 0; i < MM_LINES; i++)
		bar(mm_lines[i], out);
	for (int p = 0; p < MM_POINTS; p++) {
		int owner = s->point[p] - 1;

		if (owner < 0)
			continue;
		out->piece[out->n_pieces++] = (struct scene_piece){
			.label = owner ? STR("B") : STR("A"),
			.rider = STR(""),
			.owner = owner,
			.base = geo_disc(place(p), MAN),
			.dot = place(p),
			.arc = 360,
			.clicks_left = -1,
			.holder = -1,
		};
	}
	return true;
}

/* what moved, from the events */
static void traces(const void *view, const struct event *v, int count,
		   struct scene *out)
{
	(void)view;
	for (int i = 0; i < count; i++) {
		const int32_t *from, *to;
		struct vec p[2];
		int n;

		if (v[i].kind != MM_EV_MOVED)
			continue;
		from = event_words(&v[i], MM_EV_MOVED_FROM, &n);
		to = event_words(&v[i], MM_EV_MOVED_TO, &n);
		p[0] = place(mm_point_at(from[0], from[1]));
		p[1] = place(mm_point_at(to[0], to[1]));
		scene_trace(out, SCENE_PATH, event_get(&v[i], MM_EV_MOVED_SEAT),
			    MAN, p, 2);
	}
}

static const char *turn_word(const struct mm_state *s)
{
	return s->head.phase == MM_PLAY && s->head.active >= 0 &&
			       s->hand[s->head.active]
		       ? "place"
		       : mm_phases[s->head.phase];
}

static void values(struct arena *a, const struct narrator *n, const void *view,
		   int seat, struct tval *to)
{
	static const char *const signs[] = { ".", "A", "B" };
	const struct mm_state *s = view;
	struct tval *list = tval_put(a, to, "players", tval_list(a)), *at;

	tval_put(a, to, "turn", tval_word(a, "morris.turn.%s", turn_word(s)));
	tval_put(a, to, "figures", tval_list(a));
	for (int i = 0; i < 2; i++) {
		struct tval *v = tval_add(list, tval_map(a));

		tval_put(a, v, "seat", narrate_seat(a, n, i));
		tval_puti(a, v, "you", i == seat);
		tval_puti(a, v, "hand", s->hand[i]);
		tval_puti(a, v, "men", mm_men(s, i));
	}
	at = tval_put(a, to, "at", tval_map(a));
	for (int p = 0; p < MM_POINTS; p++) {
		char name[3];

		mm_point_name(p, name);
		name[0] |= 0x20;
		tval_putz(a, at, arena_strdup(a, name), signs[s->point[p]]);
	}
	if (s->head.phase == MM_CHOOSE && seat >= 0 && s->choice[seat] >= 0)
		tval_put(a, to, "choice",
			 point(a, mm_places[s->choice[seat]].x,
			       mm_places[s->choice[seat]].y));
}

static struct tval *awaits(struct arena *a, const struct narrator *n,
			   const void *view, int seat)
{
	struct tval *v = tval_map(a);

	(void)n;
	(void)seat;
	tval_put(a, v, "what",
		 tval_word(a, "morris.awaits.%s", turn_word(view)));
	return v;
}

const struct report_game report_morris = {
	.point = point,
	.scene = scene,
	.traces = traces,
	.values = values,
	.awaits = awaits,
};
