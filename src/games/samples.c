/* src/games/samples.c */
#include "games/samples.h"
#include "base/inflate.h"

enum { SAMPLE_MAX = 1 << 20 };

#define GAME(name) extern const struct game_sample sample_##name;
#include "games/games.def"
#undef GAME

static const struct {
	const struct game_kind *kind;
	const struct game_sample *sample;
} samples[] = {
#define GAME(name) { &game_##name, &sample_##name },
#include "games/games.def"
#undef GAME
};

static struct str samples_unpacked(struct arena *a, const uint8_t *bytes,
				   size_t len)
{
	struct str out;
	struct buf b;

	buf_init(&b, SAMPLE_MAX);
	if (len && !inflate_known(&b, bytes_of(bytes, len), STR("")))
		buf_clear(&b);
	out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}

void game_samples(struct arena *a, const struct game_kind *kind,
		  struct str *view, struct str *events)
{
	*view = *events = STR("");
	for (size_t i = 0; i < ARRAY_LEN(samples); i++) {
		const struct game_sample *s = samples[i].sample;

		if (samples[i].kind->rules != kind->rules)
			continue;
		*view = samples_unpacked(a, s->view, s->view_len);
		*events = samples_unpacked(a, s->events, s->events_len);
	}
}
