/*
 * src/engine/game_encode.c - encodes and decodes a game as canonical bytes, for
 * storing, hashing and comparing
 */
#include "engine/game_private.h"

static int state_words(const struct system *sys)
{
	return (int)(sys->state_size / sizeof(int32_t));
}

enum { FEW_WORDS = 16, ZERO_WORDS = 256 }; /* looked at at once */

/* how many words from w on are zero: mostly few, or very many */
static size_t zeroes_at(const int32_t *w, size_t n)
{
	static const int32_t nothing[ZERO_WORDS];
	size_t i = 0;

	for (; i < FEW_WORDS; i++)
		if (i == n || w[i])
			return i;
	for (size_t step = ZERO_WORDS; step > 1; step /= 16)
		while (n - i >= step &&
		       !memcmp(w + i, nothing, step * sizeof(*w)))
			i += step;
	while (i < n && !w[i])
		i++;
	return i;
}

static char *put_number(char *to, uint32_t n)
{
	for (; n >= 0x80; n >>= 7)
		*to++ = (char)(n | 0x80);
	*to++ = (char)n;
	return to;
}

static void put_words(struct buf *out, const int32_t *w, int count)
{
	enum { AT_ONCE = 64, LONGEST = 10 }; /* words; bytes for one */
	size_t n = (size_t)count, i = 0;

	while (i < n && buf_reserve(out, AT_ONCE * LONGEST)) {
		char *to = out->s + out->len;
		size_t end = n - i < AT_ONCE ? n : i + AT_ONCE;

		while (i < end) {
			uint32_t v = (uint32_t)w[i++];

			to = put_number(to, v << 1 ^ -(v >> 31));
			if (!v) {
				size_t more = zeroes_at(w + i, n - i);

				to = put_number(to, (uint32_t)more);
				i += more;
			}
		}
		out->len = (size_t)(to - out->s);
		*to = 0;
	}
}

/* The number at `at`, before end; where it ends, NULL: it is none. */
static inline const unsigned char *
get_number(const unsigned char *at, const unsigned char *end, uint32_t *n)
{
	*n = 0;
	for (int shift = 0; shift < 35 && at < end; shift += 7) {
		uint32_t b = *at++;

		*n |= (b & 0x7f) << shift;
		if (!(b & 0x80))
			/* shorter, or too large: not as it was put */
			return (b || !shift) && (shift < 28 || b < 16) ? at
								       : NULL;
	}
	return NULL;
}

static bool get_words(struct str *in, int32_t *w, int count)
{
	const unsigned char *at = (const unsigned char *)in->s;
	const unsigned char *end = at + in->len;
	size_t n = (size_t)count, i = 0;

	while (i < n) {
		uint32_t v, more;

		/* most are one byte */
		if (at < end && *at - 1u < 0x7f) {
			v = *at++;
			w[i++] = (int32_t)(v >> 1 ^ -(v & 1));
			continue;
		}
		at = get_number(at, end, &v);
		if (!at)
			return false;
		w[i++] = (int32_t)(v >> 1 ^ -(v & 1));
		if (v)
			continue;
		at = get_number(at, end, &more);
		if (!at || more > n - i)
			return false;
		if (more <= FEW_WORDS)
			for (; more; more--)
				w[i++] = 0;
		else
			memset(w + i, 0, more * sizeof(*w));
		i += more;
		/* all of them are counted */
		if (i < n && at < end && !*at)
			return false;
	}
	*in = (struct str){ (const char *)at, (size_t)(end - at) };
	return true;
}

enum { QUEUE_HEAD = offsetof(struct queue, w) / sizeof(int32_t) };

void game_encode(const struct game *g, struct buf *out)
{
	for (int i = 0; i < SEATS_MAX; i++) {
		const struct queue *q = &g->queue[i];

		put_words(out, &q->n, QUEUE_HEAD);
		put_words(out, q->w, q->n);
		put_words(out, q->standing, q->n_standing);
	}
	put_words(out, g->state, state_words(g->sys));
}

void game_step_render(const struct game_run *r, struct buf *out)
{
	const struct system *sys = r->game->sys;
	void *view = trials_take(r->trials);
	int32_t who[2] = { -1, 0 };

	sys->view(r->game->state, -1, view);
	put_words(out, view, state_words(sys));
	if (r->step) {
		who[0] = r->step_seat;
		who[1] = r->step->kind;
	}
	put_words(out, who, (int)ARRAY_LEN(who));
	if (r->step)
		put_words(out, r->step->w, r->step->n);
	trials_give(r->trials, view);
}

bool game_decode(struct game *g, const struct system *sys, struct str in)
{
	g->sys = sys;
	for (int i = 0; i < SEATS_MAX; i++) {
		struct queue *q = &g->queue[i];

		if (!get_words(&in, &q->n, QUEUE_HEAD) || q->n < 0 ||
		    q->n > QUEUE_MAX_WORDS || q->n_standing < 0 ||
		    q->n_standing > QUEUE_MAX_STANDING ||
		    !get_words(&in, q->w, q->n) ||
		    !get_words(&in, q->standing, q->n_standing) ||
		    !queue_check(q, &sys->decisions, sys->n_conditions))
			return false;
	}
	return get_words(&in, g->state, state_words(sys)) && !in.len;
}
