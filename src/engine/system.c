/* src/engine/system.c */
#include "engine/system.h"
#include "engine/carryover.h"
#include "engine/common.h"
#include "engine/state_path.h"

/*
 * Assert the result of the rules' own events: the phase follows its order, and
 * the invariants hold. (On a view, or a copy in a preview or a trial, many
 * values may be unknown.) A foreign log comes by game_evolve, which refuses it
 * if it breaks an invariant.
 */
static void done_check(const struct run *r, int was)
{
	int is = common_state_of(r->state)->phase;

	assert(is == was || !r->sys->follows || r->sys->follows[was] >> is & 1);
#ifdef HERALDO_CHECKED
	assert(!r->dice || r->on_view || !r->out->v ||
	       !system_validate(r->sys, r->state));
#endif
	(void)was;
	(void)is;
}

void run_emit(struct run *r, const struct event *e)
{
	int was = common_state_of(r->state)->phase;
	bool fits;

	assert(r->out->n < r->out->max);
	/* else the log could not be read again */
	assert(event_fits(e, &r->sys->events));
	if (r->out->v)
		event_copy(&r->out->v[r->out->n], e);
	r->out->n++;
	fits = system_evolve(r->sys, r->state, e);
	assert(fits);
	(void)fits;
	done_check(r, was);
}

void run_emit_int(struct run *r, int kind, int rule, int32_t v)
{
	struct event e;

	event_start(&e, kind, rule);
	event_put(&e, 0, v);
	run_emit(r, &e);
}

bool kinds_have(uint64_t kinds, int kind)
{
	kind -= DECISION_FIRST_OWN;
	return 0 <= kind && kind < 64 && kinds >> kind & 1;
}

int run_roll(struct run *r, int sides)
{
	if (!r->dice) {
		r->unknown = true;
		return 0;
	}
	return (int)dice_roll(r->dice, (unsigned)sides);
}

void run_alike(struct run *r, const struct dice_alike *how)
{
	if (r->dice && !r->unknown && r->dice->alike)
		r->dice->alike(r->dice->watcher, how);
}

void run_roll_two(struct run *r, int *d1, int *d2)
{
	run_alike(r, &(struct dice_alike){
			     .n = 2, .sides = 6, .comes_to = dice_sum });
	*d1 = run_roll(r, 6);
	*d2 = run_roll(r, 6);
}

uint64_t kinds_of(const struct decision_schema *s, enum order_class is, int of,
		  const int32_t *option)
{
	uint64_t set = 0;

	for (int i = 0; i < s->n_kinds; i++) {
		const struct decision_kind *k = &s->kinds[i];

		if (k->is == is && (of < 0 || k->of == of) &&
		    (!k->option || option[k->option - 1]))
			set |= UINT64_C(1) << i;
	}
	return set;
}

uint64_t kinds_past(const struct decision_schema *s, int phase)
{
	uint64_t set = 0;

	for (int i = 0; i < s->n_kinds; i++)
		if (s->kinds[i].is == CLASS_SETUP && s->kinds[i].of < phase)
			set |= UINT64_C(1) << i;
	return set;
}

int kind_answering(const struct decision_schema *s, int question)
{
	int i = 0;

	while (s->kinds[i].is != CLASS_ANSWER || s->kinds[i].of != question) {
		i++;
		assert(i < s->n_kinds);
	}
	return DECISION_FIRST_OWN + i;
}

void awaiting_add(struct awaiting *a, int seat, uint64_t kinds, bool sealed)
{
	a->v[a->n++] = (struct awaited){
		.seat = seat, .kinds = kinds, .blocking = true, .sealed = sealed
	};
}

void awaiting_answers(const struct system *sys, const void *state,
		      struct awaiting *out)
{
	const int32_t *what =
		(const int32_t *)((const char *)state + sys->frames.at);
	uint64_t kinds = kinds_of(&sys->decisions, CLASS_ANSWER, *what,
				  ((const struct common_state *)state)->option);

	for (int seat = 0; seat < sys->max_seats; seat++)
		if (frame_question_of(&sys->frames, state, seat) >= 0)
			awaiting_add(out, seat, kinds, false);
}

bool awaiting_sealed(const struct awaiting *a)
{
	for (int i = 0; i < a->n; i++)
		if (a->v[i].sealed)
			return true;
	return false;
}

bool awaiting_has(const struct awaiting *a, int seat, int kind)
{
	for (int i = 0; i < a->n; i++)
		if (a->v[i].seat == seat && kinds_have(a->v[i].kinds, kind))
			return true;
	return false;
}

bool awaiting_class(const struct system *sys, const struct awaiting *a,
		    int seat, enum order_class class)
{
	for (int i = 0; i < sys->decisions.n_kinds; i++)
		if (sys->decisions.kinds[i].is == class &&
		    awaiting_has(a, seat, DECISION_FIRST_OWN + i))
			return true;
	return false;
}

struct move_group *move_group_add(struct move_groups *fs, int kind,
				  int32_t actor)
{
	struct move_group *f;

	if (fs->n == fs->max)
		return NULL;
	f = &fs->v[fs->n++];
	memset(f, 0, sizeof(*f));
	f->kind = kind;
	f->actor = actor;
	return f;
}

void move_group_aim(struct move_group *f, int32_t label)
{
	if (f->n_targets < (int)ARRAY_LEN(f->targets))
		f->targets[f->n_targets++] = label;
}

/* --- the same in every game --------------------------------------------- */

void system_init(const struct system *sys, void *state)
{
	struct common_state *h = state;

	memset(state, 0, sys->state_size);
	h->first = h->active = -1;
	assert(sys->n_options <= COMMON_STATE_OPTIONS);
	for (int i = 0; i < sys->n_options; i++)
		h->option[i] = sys->options[i].fallback;
	for (int i = 0; i < SEATS_MAX; i++)
		h->seat[i].team = i;
	if (sys->init)
		sys->init(state);
}

static bool option_set(const struct system *sys, void *state,
		       const struct event *e)
{
	char room[EVENT_TEXT_ROOM];
	struct str name =
		event_get_text(e, COMMON_OPTION_SET_NAME, room, sizeof(room));
	int seat = event_get(e, COMMON_OPTION_SET_SEAT), n;
	const int32_t *w = event_words(e, COMMON_OPTION_SET_VALUE, &n);

	if (option_find(sys->options, sys->n_options, name) >= 0)
		return option_put(sys->options, sys->n_options, name, w, n,
				  common_state_of(state)->option);
	return sys->option && sys->option(state, name, seat, w, n);
}

/* a game master or an observer takes no seat of the game */
static bool seat_taken(const struct system *sys, struct common_state *h,
		       const struct event *e)
{
	int seat = event_get(e, COMMON_SEAT_TAKEN_SEAT);

	if (!event_text_is(e, COMMON_SEAT_TAKEN_ROLE, "player"))
		return true;
	if (seat < 0 || seat >= sys->max_seats)
		return false;
	h->seat[seat].present = 1;
	return true;
}

static bool system_override(const struct system *sys, void *state,
			    const struct event *e)
{
	char room[EVENT_TEXT_ROOM];
	struct str what, path = event_get_text(e, COMMON_OVERRIDE_PATH, room,
					       sizeof(room));
	int n;
	const int32_t *w = event_words(e, COMMON_OVERRIDE_VALUE, &n);

	return state_path_put(sys, state, path, w, n, &what);
}

static bool system_carried(const struct system *sys, void *state,
			   const struct event *e)
{
	struct carryover c;

	return sys->carry && !common_state_of(state)->phase &&
	       carryover_read(e, &c) && c.seat >= 0 &&
	       c.seat < sys->max_seats && sys->carry(state, &c);
}

/* what a common event does in every game */
static bool common_event(const struct system *sys, void *state,
			 const struct event *e)
{
	struct common_state *h = state;

	switch (e->kind) {
	case COMMON_OPTION_SET: return option_set(sys, state, e);
	case COMMON_SEAT_TAKEN: return seat_taken(sys, h, e);
	case COMMON_GAME_STARTED:
		if (!h->phase)
			h->phase = 1;
		return true;
	case COMMON_REFUSED:
		common_state_last_was(h, event_get(e, COMMON_REFUSED_SEAT),
				      false);
		return true;
	case COMMON_OVERRIDE: return system_override(sys, state, e);
	case COMMON_CARRIED_OVER: return system_carried(sys, state, e);
	default: return true; /* nothing to the head */
	}
}

bool system_evolve(const struct system *sys, void *state, const struct event *e)
{
	int i = e->kind - EVENT_FIRST_OWN;

	if (i < 0)
		return common_event(sys, state, e) &&
		       (!sys->common || sys->common(state, e));
	return i < sys->events.n_kinds &&
	       e->n_fields == sys->events.kinds[i].n_fields &&
	       frame_evolve(&sys->frames, state, e) && sys->evolve(state, e);
}

void system_awaiting(const struct system *sys, const void *state,
		     struct awaiting *out)
{
	const struct common_state *h = state;
	const struct decision_schema *d = &sys->decisions;
	bool over = h->phase == sys->n_phases - 1;
	uint64_t always = kinds_of(d, CLASS_QUERY, -1, h->option);

	memset(out, 0, sizeof(*out));
	if (!over)
		always |= kinds_of(d, CLASS_STANDING, -1, h->option);
	if (!over && h->phase >= sys->play)
		always |= kinds_of(d, CLASS_ANY, -1, h->option);
	for (int seat = 0; seat < SEATS_MAX; seat++)
		if (h->seat[seat].present)
			out->always[seat] = always;
	out->past = kinds_past(d, h->phase);
	if (h->phase >= sys->play)
		out->never = kinds_of(d, CLASS_AUTO, -1, h->option);
	sys->awaiting(state, out);
}

bool system_holds(const struct system *sys, const void *view, int seat,
		  const int32_t *w, int n)
{
	const struct common_state *h = view;
	const char *name;

	if (n < 1 || w[0] < 0 || w[0] >= sys->n_conditions || seat < 0 ||
	    seat >= sys->max_seats)
		return false;
	name = sys->conditions[w[0]];
	if (!strcmp(name, "last_ok"))
		return h->seat[seat].last_ok == 1;
	if (!strcmp(name, "last_hit"))
		return h->seat[seat].last_hit == 1;
	return sys->holds(view, seat, w, n);
}

bool system_over(const struct system *sys, const void *state, uint32_t *winners)
{
	const struct common_state *h = state;

	*winners = (uint32_t)h->winners;
	return h->phase == sys->n_phases - 1;
}

static bool system_in(int32_t v, int32_t min, int32_t max)
{
	return min <= v && v <= max;
}

static const char *head_validate(const struct system *sys,
				 const struct common_state *h)
{
	if (!system_in(h->phase, 0, sys->n_phases - 1))
		return "no such phase";
	if (!system_in(h->first, -1, sys->max_seats - 1) ||
	    !system_in(h->active, -1, sys->max_seats - 1))
		return "no such seat";
	if (!system_in(h->winners, 0, (1 << sys->max_seats) - 1))
		return "winners who do not play";
	for (int i = 0; i < sys->n_options; i++)
		if (!system_in(h->option[i], sys->options[i].min,
			       sys->options[i].max))
			return "an option out of its range";
	for (int i = 0; i < SEATS_MAX; i++) {
		if (h->seat[i].present && i >= sys->max_seats)
			return "more players than seats";
		if (!system_in(h->seat[i].team, 0, COMMON_STATE_TEAMS - 1))
			return "no such team";
	}
	return NULL;
}

const char *system_validate(const struct system *sys, const void *state)
{
	const char *what = head_validate(sys, state);

	if (!what)
		what = frame_validate(&sys->frames, state, sys->max_seats);
	return what || !sys->validate ? what : sys->validate(state);
}

const char *system_invariant(const struct system *sys, const void *state)
{
	const char *what = system_validate(sys, state);

	return what || !sys->invariant ? what : sys->invariant(state);
}
