/* src/verifier/replay_press.c - replays press and its publication */
#include "verifier/replay_private.h"
#include "engine/common.h"

/* Record the author and the readers of press, for a later publication. */
static void post(struct replay *r, struct posted *p, const struct event *e)
{
	table_state_press_note(&p->letters, e);
	if (p->n < PRESS_MAX)
		p->to[p->n++] = arena_str(
			r->a, replay_text(r, e, COMMON_PRESS_SENT_TO));
}

/* A press message of the log, as its author can have written it. */
static bool press_fits(struct replay *r, const struct event *e)
{
	struct press_message l;

	return e->kind == COMMON_PRESS_SENT &&
	       event_get(e, COMMON_PRESS_SENT_SEAT) == r->seat &&
	       press_to_parse(replay_text(r, e, COMMON_PRESS_SENT_TO), &l) &&
	       !table_state_refuses_press(&r->agreements, r->seat, r->n_seats,
					  &l) &&
	       e->audience == table_state_readers(&r->agreements, r->seat, &l);
}

bool replay_press_only(struct replay *r)
{
	const struct replay_events *own = &r->p->sealed[r->seat];
	struct posted posted = { .point = r->p->point };
	int n = 0;

	table_state_press_init(&posted.letters);

	if (r->seat < 0 || !str_is(r->cause, "mail") ||
	    r->state == LIFE_ENDED || r->p->by_deputy)
		return replay_at_input(r, "what was signed is not there");
	while (replay_next_is(r, COMMON_PRESS_SENT)) {
		const struct replay_event *at = &r->p->all.v[r->next];
		struct event *e;

		if (!replay_input(r, COMMON_PRESS_SENT, &e))
			return false;
		if (!press_fits(r, e))
			return replay_at_event(
				r, at, NULL, "nobody can write such a letter");
		post(r, &posted, e);
		n++;
	}
	for (int i = 0; i < own->n; i++, n++) {
		struct event e;

		if (!event_parse(own->v[i].json, &r->sys->rules->events, &e) ||
		    !press_fits(r, &e))
			return replay_at_event(
				r, &own->v[i], NULL,
				"nobody can write such a letter");
		post(r, &posted, &e);
		game_emit(&r->run, &e);
	}
	r->posted = arena_grow(r->a, r->posted, r->n_posted, &r->room_posted,
			       sizeof(*r->posted));
	r->posted[r->n_posted++] = posted;
	return (1 <= n && n <= PRESS_MAX) ||
	       replay_at_input(r, "what was signed is not there");
}

/* Is the press of an earlier point the logged one? */
static bool are_as_logged(struct replay *r, const struct posted *p)
{
	struct press press;
	struct buf to;
	bool same;

	press_parse(&r->tmp, r->sys->grammar->words, r->p->unsealed.text,
		    &press);
	same = press.n == p->n;
	buf_init(&to, 100);
	for (int i = 0; same && i < p->n; i++) {
		bool found = false;

		press_to(&press.v[i], &to);
		/* those for all come first in the log */
		for (int k = 0; k < p->n; k++)
			found |= str_equal(buf_str(&to), p->to[k]);
		same = found;
	}
	buf_release(&to);
	return same;
}

bool replay_unseal(struct replay *r, int seat, int64_t point)
{
	struct posted none = { .n = 0 }, *p = &none;
	int emitted;

	table_state_press_init(&none.letters);
	for (size_t i = 0; i < r->n_posted; i++)
		if ((int64_t)r->posted[i].point == point)
			p = &r->posted[i];
	if (table_state_refuses_unseal(&r->agreements, seat, point,
				       &p->letters))
		return replay_at_input(r, "letters are opened that cannot be");
	emitted = r->list.n;
	p->letters.open = table_state_unseal(&r->agreements, &r->run, seat,
					     point, &p->letters, r->p->at_s);
	/* one event is only for the readers */
	r->next += r->list.n - emitted - 1;
	return !p->letters.open || are_as_logged(r, p) ||
	       replay_at_input(r, "what is opened is not what was written");
}
