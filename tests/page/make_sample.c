/*
 * tests/page/make_sample.c - writes games/NAME/sample.c (games/samples.h) from
 * exported logs: `make_sample NAME [LOG POINT].. >FILE`. The view is that of
 * seat A after each point, the first one last; POINT 0: no view. The events are
 * a few of every kind in the logs.
 */
#include "base/deflate.h"
#include "base/file.h"
#include "base/parse.h"
#include "verifier/verify.h"
#include <stdio.h>
#include <stdlib.h>

enum {
	EACH = 8,           /* events of one kind */
	EVENTS_MAX = 12000, /* bytes of all */
	EVENT_MAX = 1200,   /* bytes of one */
	KINDS = 512,
	LOG_MAX = 64 << 20,
	PER_LINE = 12,
	OUT_MAX = 1 << 20
};

static struct arena arena;
static struct games games;
static struct buf view, events;
static int64_t wanted;
static int seen[KINDS];

static void on_point(void *context, const struct verify_point *p)
{
	static struct game of_a;

	(void)context;
	if (p->game && wanted && p->point == (uint64_t)wanted) {
		game_view(p->game, 0, &of_a);
		memset(of_a.queue, 0, sizeof(of_a.queue));
		game_encode(&of_a, &view);
	}
	for (int i = 0; i < p->n_events; i++) {
		const struct event *e = &p->events[i];
		size_t before = events.len;

		if (e->kind >= KINDS || seen[e->kind] == EACH)
			continue;
		event_render(&events, &p->kind->rules->events, e);
		buf_addc(&events, '\n');
		if (events.len > EVENTS_MAX || events.len - before > EVENT_MAX)
			events.len = before;
		else
			seen[e->kind]++;
	}
}

static void bytes_write(const char *name, struct str bytes)
{
	struct buf b;

	buf_init(&b, OUT_MAX);
	if (!deflate_raw(&b, bytes))
		abort();
	printf("static const uint8_t %s[] = {", name);
	for (size_t i = 0; i < b.len; i++)
		printf("%s0x%02x,", i % PER_LINE ? " " : "\n\t",
		       (unsigned)(unsigned char)b.s[i]);
	printf("\n};\n\n");
	buf_release(&b);
}

int main(int argc, char **argv)
{
	struct verify_means means = { .point = on_point };
	struct verify_result result;
	struct why why = { 0 };
	struct buf log;

	buf_init(&view, OUT_MAX);
	buf_init(&events, OUT_MAX);
	crypto_init();
	arena_init(&arena);
	if (argc < 2 ||
	    games_open(&games, game_kinds, n_game_kinds, NULL, &why))
		return 2;
	means.systems = games.kinds;
	means.n_systems = games.n;
	for (int i = argc - 2; i >= 2; i -= 2) {
		if (!parse_int(str_of(argv[i + 1]), 0, INT32_MAX, &wanted) ||
		    file_read(argv[i], LOG_MAX, &log, &why))
			return 2;
		verify_export(buf_str(&log), &means, &arena, &result);
		if (!result.good)
			fprintf(stderr, "%s: %s\n", argv[i], result.fault.what);
		buf_release(&log);
	}
	printf("/* src/games/%s/sample.c - made by contrib/samples */\n"
	       "#include \"games/samples.h\"\n\n",
	       argv[1]);
	/* C has no empty arrays */
	bytes_write("view", buf_str(&view));
	bytes_write("events", buf_str(&events));
	printf("extern const struct game_sample sample_%s;\n"
	       "const struct game_sample sample_%s = {\n"
	       "\t.view = view,\n\t.view_len = sizeof(view),\n"
	       "\t.events = events,\n\t.events_len = sizeof(events),\n};\n",
	       argv[1], argv[1]);
	fprintf(stderr, "%s: view %zu, events %zu bytes\n", argv[1], view.len,
		events.len);
	return 0;
}
