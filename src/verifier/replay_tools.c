/* src/verifier/replay_tools.c - reports differences, takes inputs from the log,
 * and runs the rules on */
#include "verifier/replay_private.h"
#include "engine/common.h"

bool replay_at_end(struct replay *r, const char *what)
{
	return verify_wrong(r->f, (struct verify_place){ r->p->line, 0, 0 },
			    NULL, NULL, "%s", what);
}

bool replay_at_event(struct replay *r, const struct replay_event *e,
		     const struct str *expected, const char *what)
{
	return verify_wrong(r->f,
			    (struct verify_place){ e->line, e->leaf, e->inner },
			    expected, expected ? &e->json : NULL, "%s", what);
}

bool replay_at_input(struct replay *r, const char *what)
{
	const struct replay_events *all = &r->p->all;

	return replay_at_event(
		r, r->next < all->n ? &all->v[r->next] : r->p->end_of, NULL,
		what);
}

struct str replay_text(struct replay *r, const struct event *e, int field)
{
	return log_event_text(&r->tmp, e, field);
}

bool replay_input(struct replay *r, int kind, struct event **out)
{
	const struct event_kind *k = event_kind(&r->sys->rules->events, kind);
	struct event *e = &r->list.v[r->list.n];

	if (r->next == r->p->all.n ||
	    !event_parse(r->p->all.v[r->next].json, &r->sys->rules->events,
			 e) ||
	    e->kind != kind)
		return verify_wrong(
			r->f,
			r->next < r->p->all.n
				? (struct verify_place){ r->p->all.v[r->next]
								 .line,
							 r->p->all.v[r->next]
								 .leaf,
							 0 }
				: (struct verify_place){ r->p->end_of[0].line,
							 0, 0 },
			NULL, NULL, "expected the event %s", k->name);
	if (r->list.max - r->list.n < GAME_MARGIN)
		return replay_at_input(r, "too much at once");
	if (!game_evolve(r->game, e))
		return replay_at_input(r,
				       "it does not fit the state of the game");
	r->list.n++;
	r->next++;
	*out = e;
	return true;
}

bool replay_input_table(struct replay *r, int kind, struct event **out)
{
	return replay_input(r, kind, out) &&
	       (table_state_follow(&r->agreements, *out, r->p->at_s) ||
		replay_at_input(r, "the table has agreed on something else"));
}

bool replay_next_is(const struct replay *r, int kind)
{
	struct event e;

	return r->next < r->p->all.n &&
	       event_parse(r->p->all.v[r->next].json, &r->sys->rules->events,
			   &e) &&
	       e.kind == kind;
}

bool replay_validate(struct replay *r)
{
	const struct system *sys = r->sys->rules;
	bool rules_made = r->state != LIFE_OPEN && !r->corrected;
	const char *what = rules_made ? system_invariant(sys, r->game->state)
				      : system_validate(sys, r->game->state);

	if (!what && r->p->point == 1)
		what = game_position_check(
			r->game, r->n_seats,
			arena_alloc(&r->tmp, sizeof(struct game)));
	return !what ||
	       verify_wrong(r->f, (struct verify_place){ r->p->line, 0, 0 },
			    NULL, NULL, "no game can stand so: %s", what);
}

bool replay_make_room(struct replay *r)
{
	int max = 2 * r->list.max;
	struct event *longer;

	if (max > ADJUDICATION_EVENTS_MAX)
		return replay_at_end(r, "the rules come to no end here");
	if (max > r->n_room) {
		longer = ARENA_ARRAY(r->a, (size_t)max, struct event);
		memcpy(longer, r->room, (size_t)r->list.n * sizeof(*longer));
		r->room = r->list.v = longer;
		r->n_room = max;
	}
	r->list.max = max;
	return true;
}

bool replay_pump(struct replay *r)
{
	r->pumped = true;
	do {
		if (r->list.max - r->list.n < 2 * GAME_MARGIN &&
		    !replay_make_room(r))
			return false;
		r->run.more = false;
		game_pump(&r->run, false);
	} while (r->run.more);
	if (r->beacon && r->run.dice_wait &&
	    !entropy_round_waits(&r->entropy) && r->state == LIFE_RUNNING)
		log_event_beacon(&r->run, &r->tmp, r->p->at_s, r->silent);
	return true;
}

void replay_skip_emitted(struct replay *r)
{
	r->next = 0;
	for (int i = 0; i < r->list.n; i++)
		r->next += r->list.v[i].audience == AUDIENCE_ALL;
}

bool replay_all_ruled(const struct replay *r)
{
	bool open = r->reroll_point != 0;

	for (size_t i = 0; i < r->n_disputes; i++)
		open |= !r->disputes[i].ruled;
	return !open;
}

void replay_go_on(struct replay *r)
{
	struct event resumed;

	common_event_game_resumed(&resumed, 0, STR("judge"));
	game_emit(&r->run, &resumed);
	r->state = LIFE_RUNNING;
	r->by_dispute = r->by_deadline = false;
}

void replay_words_step(struct replay *r, bool time_up)
{
	bool full = r->taken == (1u << r->n_seats) - 1;

	if (entropy_round_step(&r->entropy, &r->run, r->p->at_s, full, time_up))
		r->run.dice_wait = r->beacon;
}
