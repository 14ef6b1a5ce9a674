/*
 * src/verifier/replay_command.c - replays commands of game masters and the
 * operator
 */
#include "verifier/replay_private.h"
#include "base/parse.h"
#include "engine/common.h"
#include "engine/state_path.h"

static bool is_command(const struct replay *r)
{
	struct event e;

	return r->next < r->p->all.n &&
	       event_parse(r->p->all.v[r->next].json, &r->sys->rules->events,
			   &e) &&
	       signed_command_is_command(e.kind);
}

/* from -> to, as the judge lets a game go */
static bool turn(struct replay *r, enum life from, enum life to)
{
	if (from == LIFE_ANY ? r->state == LIFE_ENDED : r->state != from)
		return false;
	r->state = to;
	return true;
}

static bool rule(struct replay *r, const struct event *e)
{
	int32_t n = event_get(e, COMMON_RULED_NUMBER);
	struct str verdict = replay_text(r, e, COMMON_RULED_VERDICT);
	struct dispute *d;

	if (n < 1 || (size_t)n > r->n_disputes || r->ruling)
		return false;
	d = &r->disputes[n - 1];
	if (d->ruled)
		return false;
	d->ruled = true;
	d->undo = !str_is(verdict, "stands");
	r->ruling = d;
	if (!str_is(verdict, "rerolled"))
		return !d->undo || str_is(verdict, "undone");
	return replay_dice_again(r, d->point);
}

/* Links are passed over, and nothing lets a game go on but a command. */
static void lose_history(struct replay *r)
{
	int emitted = r->list.n;

	replay_dice_pass(r);
	/* verify.c has looked whether there is room for so many seals */
	entropy_round_lost(&r->entropy, &r->run, r->p->at_s);
	r->next += r->list.n - emitted;
	r->by_dispute = r->by_deadline = false;
	r->pauses = r->state == LIFE_RUNNING;
}

/* Where a game master has signed to go back to; NULL: it was the operator, or a
 * ruling. */
static const struct way_back *back_signed(struct replay *r,
					  struct way_back *out)
{
	return r->p->is_signed && !r->ruling &&
			       signed_command_back(&r->script, &r->tmp,
						   r->sys->grammar, out)
		       ? out
		       : NULL;
}

/* The effects of the command besides its event; *goes_on: the rules go on. */
static bool command_do(struct replay *r, const struct event *e, bool *goes_on)
{
	bool played = r->state == LIFE_RUNNING || r->state == LIFE_PAUSED;
	struct way_back back;

	switch (e->kind) {
	case COMMON_GAME_STARTED:
		*goes_on = true;
		r->started = r->p->point;
		return turn(r, LIFE_OPEN, LIFE_RUNNING);
	case COMMON_GAME_RESUMED:
		*goes_on = true;
		if (!replay_all_ruled(r) || (r->ruling && !r->by_dispute))
			return false;
		r->by_dispute = r->by_deadline = false;
		return turn(r, LIFE_PAUSED, LIFE_RUNNING);
	case COMMON_RULED: return rule(r, e);
	case COMMON_DEADLINE_SET: return replay_deadline_set(r, e);
	case COMMON_GAME_PAUSED:
		return turn(r, LIFE_RUNNING, LIFE_PAUSED) &&
		       (!r->pauses ||
			str_is(replay_text(r, e, COMMON_GAME_PAUSED_CAUSE),
			       "history"));
	case COMMON_GAME_ENDED: return turn(r, LIFE_ANY, LIFE_ENDED);
	case COMMON_OVERRIDE:
		*goes_on = r->state == LIFE_RUNNING;
		r->corrected = true;
		return played;
	case COMMON_UNDONE: return replay_undo(r, e, back_signed(r, &back));
	case COMMON_OPTION_SET: return r->state == LIFE_OPEN;
	case COMMON_FORK_FOUND: lose_history(r); return r->state != LIFE_ENDED;
	default: return true;
	}
}

/* Does the next event of the log begin so? */
static bool comes(const struct replay *r, const char *begin)
{
	return r->next < r->p->all.n &&
	       str_starts(r->p->all.v[r->next].json, begin);
}

bool replay_seated(struct replay *r, int seat)
{
	struct event *e;

	if (comes(r, "{\"event\":\"entropy_declined\"")) {
		struct word_lines w = { .none = true };

		if (entropy_round_refuses(&r->entropy, seat, &w))
			return replay_at_input(
				r, "a word that is not declined now");
		entropy_round_apply(&r->entropy, &r->run, seat, &w);
	} else if (comes(r, "{\"event\":\"entropy_committed\"")) {
		struct word_lines w = { .has_hash = true };

		if (!replay_input(r, COMMON_ENTROPY_COMMITTED, &e) ||
		    !hex_parse(replay_text(r, e, COMMON_ENTROPY_COMMITTED_HASH),
			       w.hash, WORD_HASH_SIZE) ||
		    event_get(e, COMMON_ENTROPY_COMMITTED_SEAT) != seat ||
		    entropy_round_refuses(&r->entropy, seat, &w))
			return replay_at_input(r,
					       "a word that is not taken now");
		entropy_commit(&r->entropy.words, (unsigned)seat, w.hash);
	}
	replay_words_step(r, false);
	return true;
}

int replay_seat_join(struct replay *r, const struct event *e)
{
	int seat = event_get(e, COMMON_SEAT_TAKEN_SEAT);

	if (seat < 0)
		return seat;
	r->taken |= 1u << seat;
	r->sits[seat] = arena_str(
		r->a, log_event_text(&r->tmp, e, COMMON_SEAT_TAKEN_PERSON));
	entropy_round_seated(&r->entropy, seat);
	return seat;
}

/* Commands of one point, one after another. */
struct commands {
	int taken; /* the player's seat that was taken, -1: none */
	bool goes_on;
	bool any; /* has come of it */
};

/* A ruling, and all that comes of it, is over. */
static bool ruling_ends(struct replay *r)
{
	if (r->ruling && r->ruling->undo)
		return replay_at_input(r, "the ruling takes it back");
	if (r->ruling && r->by_dispute && replay_all_ruled(r))
		return replay_at_input(r,
				       "the last ruling lets the game go on");
	return true;
}

/* Is the event what was signed? */
static bool command_signed(struct replay *r, const struct event *e)
{
	bool next = false;

	if (r->p->is_signed &&
	    !signed_command_so(r->p, &r->tmp, r->sys->rules, r->sys->grammar, e,
			       &r->script, &next))
		return replay_at_input(
			r, "the signed text commands something else");
	if (next && !ruling_ends(r))
		return false;
	if (next)
		r->ruling = NULL;
	return true;
}

static bool command_run(struct replay *r, struct commands *c)
{
	struct event *e, trial;
	struct str what;

	event_parse(r->p->all.v[r->next].json, &r->sys->rules->events, &trial);
	if (trial.kind == COMMON_OVERRIDE) {
		int n;
		const int32_t *w =
			event_words(&trial, COMMON_OVERRIDE_VALUE, &n);

		if (!state_path_may(
			    r->sys->rules, r->game->state,
			    replay_text(r, &trial, COMMON_OVERRIDE_PATH), w, n,
			    trials_init(r->trials), &what))
			return replay_at_input(r, "no such value can be set");
	}
	if (!command_signed(r, &trial) ||
	    !replay_input_table(r, trial.kind, &e))
		return false;
	c->any = true;
	if (!command_do(r, e, &c->goes_on)) {
		r->next--;
		return replay_at_input(r,
				       "it cannot be done as the game stands");
	}
	if (e->kind == COMMON_SEAT_TAKEN)
		c->taken = replay_seat_join(r, e);
	return true;
}

/* After a new player and their keys come the effects of their word; the queued
 * orders of the former player are dropped. */
static bool play_taken(struct replay *r, struct commands *c)
{
	int next = r->next, emitted = r->list.n, seat = c->taken;

	c->taken = -1;
	if (!replay_seated(r, seat))
		return false;
	r->next = next + r->list.n - emitted;
	game_vacate(&r->run, seat);
	return true;
}

static bool commands_run(struct replay *r, struct commands *c)
{
	struct event *e;
	bool more;

	do {
		if (c->taken >= 0 && !replay_next_is(r, COMMON_KEY_ADDED) &&
		    !replay_next_is(r, COMMON_KEY_REVOKED) &&
		    !replay_next_is(r, COMMON_SEAT_PLAYED) && !play_taken(r, c))
			return false;
		/* a deadline after the game went on may need them */
		while (c->goes_on && replay_next_is(r, COMMON_CLOCKS))
			if (!replay_input_table(r, COMMON_CLOCKS, &e))
				return false;
		more = is_command(r);
		if (more && !command_run(r, c))
			return false;
	} while (more || c->taken >= 0);
	return true;
}

bool replay_commands(struct replay *r)
{
	struct commands c = { .taken = -1 };
	int64_t point;

	if (r->p->is_signed && r->p->claim == REPLAY_MASTER &&
	    signed_command_unseal(r->p, &r->tmp, r->sys->grammar, &point))
		return replay_unseal(r, -1, point);
	signed_command_begin(r->p, &r->tmp, r->sys->grammar, &r->script);
	if (!commands_run(r, &c) || !ruling_ends(r))
		return false;
	if (!signed_command_all(&r->script) ||
	    (r->p->is_signed && r->p->claim == REPLAY_KEYS && !c.any))
		return replay_at_input(r, "the signed text commands more");
	if (r->pauses && r->state == LIFE_RUNNING)
		return replay_at_input(r,
				       "the game is paused where a history was "
				       "lost");
	return !c.goes_on || r->state != LIFE_RUNNING ||
	       (replay_validate(r) && replay_pump(r));
}
