/* src/verifier/replay_command.c - what a game master or the operator commands
 */
#include "verifier/replay_private.h"
#include "base/parse.h"
#include "engine/common.h"
#include "engine/state_path.h"

static bool is_command(const struct rerun *r)
{
	struct event e;

	return r->next < r->p->all.n &&
	       event_parse(r->p->all.v[r->next].json, &r->sys->rules->events,
			   &e) &&
	       said_is_command(e.kind);
}

/* from -> to, as the judge lets a game go */
static bool turn(struct rerun *r, enum life from, enum life to)
{
	if (from == LIFE_ANY ? r->state == LIFE_ENDED : r->state != from)
		return false;
	r->state = to;
	return true;
}

static bool rule(struct rerun *r, const struct event *e)
{
	int32_t n = event_get(e, COMMON_RULED_NUMBER);
	struct str verdict = rerun_text(r, e, COMMON_RULED_VERDICT);
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
	return rerun_luck_again(r, d->point);
}

/* Links are passed over, and nothing lets a game go on but a command. */
static void lose_history(struct rerun *r)
{
	int emitted = r->list.n;

	rerun_luck_pass(r);
	/* verify.c has looked whether there is room for so many seals */
	course_lost(&r->course, &r->run, r->p->at_s);
	r->next += r->list.n - emitted;
	r->by_dispute = r->by_deadline = false;
	r->pauses = r->state == LIFE_RUNNING;
}

/* Where a game master has signed to go back to; NULL: it was the operator, or a
 * ruling. */
static const struct way_back *back_said(struct rerun *r, struct way_back *out)
{
	return r->p->is_signed && !r->ruling &&
			       said_back(&r->script, &r->tmp, r->sys->grammar,
					 out)
		       ? out
		       : NULL;
}

/* What the command does beside its event; *goes_on: the rules go on. */
static bool command_do(struct rerun *r, const struct event *e, bool *goes_on)
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
		if (!rerun_all_ruled(r) || (r->ruling && !r->by_dispute))
			return false;
		r->by_dispute = r->by_deadline = false;
		return turn(r, LIFE_PAUSED, LIFE_RUNNING);
	case COMMON_RULED: return rule(r, e);
	case COMMON_DEADLINE_SET: return rerun_deadline_set(r, e);
	case COMMON_GAME_PAUSED:
		return turn(r, LIFE_RUNNING, LIFE_PAUSED) &&
		       (!r->pauses ||
			str_is(rerun_text(r, e, COMMON_GAME_PAUSED_WHY),
			       "history"));
	case COMMON_GAME_ENDED: return turn(r, LIFE_ANY, LIFE_ENDED);
	case COMMON_OVERRIDE:
		*goes_on = r->state == LIFE_RUNNING;
		r->corrected = true;
		return played;
	case COMMON_UNDONE: return rerun_undo(r, e, back_said(r, &back));
	case COMMON_OPTION_SET: return r->state == LIFE_OPEN;
	case COMMON_HISTORY_OTHER:
		lose_history(r);
		return r->state != LIFE_ENDED;
	default: return true;
	}
}

/* Does the next event of the log begin so? */
static bool comes(const struct rerun *r, const char *begin)
{
	return r->next < r->p->all.n &&
	       str_starts(r->p->all.v[r->next].json, begin);
}

bool rerun_seated(struct rerun *r, int seat)
{
	struct event *e;

	if (comes(r, "{\"event\":\"word_declined\"")) {
		struct word_lines w = { .none = true };

		if (course_refuses(&r->course, seat, &w))
			return rerun_at_input(
				r, "a word that is not declined now");
		course_take(&r->course, &r->run, seat, &w);
	} else if (comes(r, "{\"event\":\"word_committed\"")) {
		struct word_lines w = { .has_hash = true };

		if (!rerun_input(r, COMMON_WORD_COMMITTED, &e) ||
		    !hex_parse(rerun_text(r, e, COMMON_WORD_COMMITTED_HASH),
			       w.hash, WORD_HASH_SIZE) ||
		    event_get(e, COMMON_WORD_COMMITTED_SEAT) != seat ||
		    course_refuses(&r->course, seat, &w))
			return rerun_at_input(r,
					      "a word that is not taken now");
		spoken_commit(&r->course.words, (unsigned)seat, w.hash);
	}
	rerun_words_step(r, false);
	return true;
}

int rerun_seat_take(struct rerun *r, const struct event *e)
{
	int seat = event_get(e, COMMON_SEAT_TAKEN_SEAT);

	if (seat < 0)
		return seat;
	r->taken |= 1u << seat;
	r->sits[seat] = arena_str(
		r->a, record_text(&r->tmp, e, COMMON_SEAT_TAKEN_PERSON));
	course_seated(&r->course, seat);
	return seat;
}

/* Commands of one point, one after another. */
struct commands {
	int taken; /* the player's seat that somebody took, -1: none */
	bool goes_on;
};

/* A ruling, and all that comes of it, is over. */
static bool ruling_ends(struct rerun *r)
{
	if (r->ruling && r->ruling->undo)
		return rerun_at_input(r, "the ruling takes it back");
	if (r->ruling && r->by_dispute && rerun_all_ruled(r))
		return rerun_at_input(r, "the last ruling lets the game go on");
	return true;
}

/* Is the event what was signed? */
static bool command_said(struct rerun *r, const struct event *e)
{
	bool next = false;

	if (r->p->is_signed && !said_so(r->p, &r->tmp, r->sys->rules,
					r->sys->grammar, e, &r->script, &next))
		return rerun_at_input(
			r, "the signed text commands something else");
	if (next && !ruling_ends(r))
		return false;
	if (next)
		r->ruling = NULL;
	return true;
}

static bool command_run(struct rerun *r, struct commands *c)
{
	struct event *e, trial;
	struct str what;

	event_parse(r->p->all.v[r->next].json, &r->sys->rules->events, &trial);
	if (trial.kind == COMMON_OVERRIDE) {
		int n;
		const int32_t *w =
			event_words(&trial, COMMON_OVERRIDE_VALUE, &n);

		if (!value_may(r->sys->rules, r->game->state,
			       rerun_text(r, &trial, COMMON_OVERRIDE_PATH), w,
			       n, trials_init(r->trials), &what))
			return rerun_at_input(r, "no such value can be set");
	}
	if (!command_said(r, &trial) || !rerun_input_said(r, trial.kind, &e))
		return false;
	if (!command_do(r, e, &c->goes_on)) {
		r->next--;
		return rerun_at_input(r,
				      "it cannot be done as the game stands");
	}
	if (e->kind == COMMON_SEAT_TAKEN)
		c->taken = rerun_seat_take(r, e);
	return true;
}

/* Behind who sits down, and their keys, comes what their word makes happen;
 * what was ordered in advance goes with who ordered it. */
static bool play_taken(struct rerun *r, struct commands *c)
{
	int next = r->next, emitted = r->list.n, seat = c->taken;

	c->taken = -1;
	if (!rerun_seated(r, seat))
		return false;
	r->next = next + r->list.n - emitted;
	game_vacate(&r->run, seat);
	return true;
}

static bool commands_run(struct rerun *r, struct commands *c)
{
	bool more;

	do {
		if (c->taken >= 0 && !rerun_next_is(r, COMMON_KEY_ADDED) &&
		    !rerun_next_is(r, COMMON_KEY_REVOKED) && !play_taken(r, c))
			return false;
		more = is_command(r);
		if (more && !command_run(r, c))
			return false;
	} while (more || c->taken >= 0);
	return true;
}

bool rerun_commands(struct rerun *r)
{
	struct commands c = { .taken = -1 };
	int64_t point;

	if (r->p->is_signed && r->p->claim == RERUN_MASTER &&
	    said_unseal(r->p, &r->tmp, r->sys->grammar, &point))
		return rerun_unseal(r, -1, point);
	said_begin(r->p, &r->tmp, r->sys->grammar, &r->script);
	if (!commands_run(r, &c) || !ruling_ends(r))
		return false;
	if (!said_all(&r->script))
		return rerun_at_input(r, "the signed text commands more");
	if (r->pauses && r->state == LIFE_RUNNING)
		return rerun_at_input(r,
				      "the game is paused where a history was "
				      "lost");
	return !c.goes_on || r->state != LIFE_RUNNING ||
	       (rerun_sound(r) && rerun_pump(r));
}
