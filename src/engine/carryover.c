/* src/engine/carryover.c */
#include "engine/carryover.h"
#include "engine/common.h"

struct carryover *carryover_add(struct carryover_list *l, int32_t seat,
				const char *what, int32_t value)
{
	struct carryover *c;

	if (l->n == l->max) {
		l->full = true;
		return NULL;
	}
	c = &l->v[l->n++];
	memset(c, 0, sizeof(*c));
	assert(strlen(what) < sizeof(c->what));
	memcpy(c->what, what, strlen(what));
	c->seat = seat;
	c->value[0] = value;
	c->n = 1;
	return c;
}

/* a text of a state into room that is ended by a NUL, cut where it must be */
static void text_keep(char *to, size_t size, const int32_t *w, int n)
{
	char room[EVENT_TEXT_ROOM];
	struct str s = text_unpack(w, n, room, sizeof(room));
	size_t len = s.len < size ? s.len : size - 1;

	memcpy(to, s.s, len);
	to[len] = 0;
}

void carryover_card(struct carryover *c, const int32_t *key, int key_words,
		    const int32_t *name, int name_words)
{
	text_keep(c->key, sizeof(c->key), key, key_words);
	text_keep(c->name, sizeof(c->name), name, name_words);
}

static bool read_text(const struct event *e, int field, char *to, size_t size)
{
	char room[EVENT_TEXT_ROOM];
	struct str s = event_get_text(e, field, room, sizeof(room));

	if (s.len >= size)
		return false;
	memcpy(to, s.s, s.len);
	to[s.len] = 0;
	return strlen(to) == s.len;
}

bool carryover_read(const struct event *e, struct carryover *out)
{
	int n;
	const int32_t *w = event_words(e, COMMON_CARRIED_OVER_VALUE, &n);

	memset(out, 0, sizeof(*out));
	if (n < 1 || n > CARRYOVER_VALUES ||
	    !read_text(e, COMMON_CARRIED_OVER_WHAT, out->what,
		       sizeof(out->what)) ||
	    !read_text(e, COMMON_CARRIED_OVER_KEY, out->key,
		       sizeof(out->key)) ||
	    !read_text(e, COMMON_CARRIED_OVER_NAME, out->name,
		       sizeof(out->name)))
		return false;
	out->seat = event_get(e, COMMON_CARRIED_OVER_SEAT);
	memcpy(out->value, w, (size_t)n * sizeof(*w));
	out->n = n;
	return true;
}

void carryover_write(struct event *e, const struct carryover *c,
		     struct str game, const uint8_t from[EVENT_HASH_SIZE])
{
	event_start(e, COMMON_CARRIED_OVER, 0);
	event_put(e, COMMON_CARRIED_OVER_SEAT, c->seat);
	event_put_text(e, COMMON_CARRIED_OVER_WHAT, str_of(c->what));
	event_put_text(e, COMMON_CARRIED_OVER_KEY, str_of(c->key));
	event_put_text(e, COMMON_CARRIED_OVER_NAME, str_of(c->name));
	event_put_ints(e, COMMON_CARRIED_OVER_VALUE, c->value, c->n);
	event_put_text(e, COMMON_CARRIED_OVER_GAME, game);
	event_put_hash(e, COMMON_CARRIED_OVER_FROM, from);
}

bool carryover_is(const struct carryover *c, const char *what, int n,
		  int32_t min, int32_t max)
{
	if (strcmp(c->what, what) != 0 || c->n != n)
		return false;
	for (int i = 0; i < n; i++)
		if (c->value[i] < min || c->value[i] > max)
			return false;
	return true;
}
