/* src/games/arena/rules/exec.c */
#include "games/arena/rules/exec.h"
#include "games/arena/rules/play.h"

/* What each has at most beside its kind and step, and with them where it is
 * kept (pack). */
#define WORDS(of) (3 + (int)(sizeof(struct of) / sizeof(int32_t)))
static const int kept[N_AR_FRAMES] = { [AR_FRAME_NONE] = 3,
				       [AR_FRAME_ACT] = WORDS(ar_act),
				       [AR_FRAME_MOVE] = WORDS(ar_move),
				       [AR_FRAME_SHIFT] = WORDS(ar_shift),
				       [AR_FRAME_CAST] = WORDS(ar_cast),
				       [AR_FRAME_ATTACK] = WORDS(ar_attack),
				       [AR_FRAME_SWING] = WORDS(ar_swing),
				       [AR_FRAME_SWEEP] = WORDS(ar_sweep),
				       [AR_FRAME_WINDOW] =
					       WORDS(ar_window_frame),
				       [AR_FRAME_REVEAL] = WORDS(ar_reveal),
				       [AR_FRAME_MUST] = WORDS(ar_must),
				       [AR_FRAME_CLAUSE] =
					       WORDS(ar_clause_frame),
				       [AR_FRAME_UPKEEP] = WORDS(ar_upkeep),
				       [AR_FRAME_USE] = WORDS(ar_use_frame),
				       [AR_FRAME_CHAIN] = WORDS(ar_chain),
				       [AR_FRAME_CLEAR] = WORDS(ar_frame) };
#undef WORDS

void ar_look(struct ar_work *w, struct run *r, const struct ar_state *s)
{
	memset(r, 0, sizeof(*r));
	/* what is told alone would be written to it */
	r->state = (void *)(uintptr_t)s;
	memset(w, 0, offsetof(struct ar_work, f));
	w->r = r;
}

struct ar_frame *ar_push(struct ar_work *w, enum ar_frame_kind kind)
{
	int words = kept[kind];
	struct ar_frame *f;

	for (int i = 0; i < w->n; i++)
		words += kept[w->f[i].kind];
	/* what spells set off within each other is bounded while it runs, too,
	 * by what could be kept of it: beyond that nothing comes of it */
	f = w->n < AR_MAX_FRAMES && words <= AR_STACK_WORDS ? &w->f[w->n++]
							    : &w->spare;
	memset(f, 0, sizeof(*f));
	f->kind = kind;
	return f;
}

void ar_pop(struct ar_work *w, int32_t result)
{
	assert(w->n > 0);
	w->n--;
	w->result = result;
}

struct ar_frame *ar_below(struct ar_work *w, enum ar_frame_kind kind)
{
	for (int i = w->n; i-- > 0;)
		if (w->f[i].kind == (int32_t)kind)
			return &w->f[i];
	return NULL;
}

void ar_event_emit(struct ar_work *w, const struct event *e)
{
	if (!w->r->unknown)
		run_emit(w->r, e);
}

/* --- kept at a stop ----------------------------------------------------- */

/* Each frame as how many words it has, its kind, its step, and its own words
 * but zeroes at their end. */
static int exec_pack(int32_t *to, const struct ar_frame *f)
{
	int n = AR_FRAME_WORDS;

	while (n && !f->w[n - 1])
		n--;
	to[0] = n + 2;
	to[1] = f->kind;
	to[2] = f->step;
	memcpy(to + 3, f->w, (size_t)n * sizeof(*to));
	return n + 3;
}

static int exec_unpack(const int32_t *from, struct ar_frame *f)
{
	memset(f, 0, sizeof(*f));
	f->kind = from[1];
	f->step = from[2];
	memcpy(f->w, from + 3, (size_t)(from[0] - 2) * sizeof(*from));
	return from[0] + 1;
}

void ar_work_load(struct ar_work *w, struct run *r)
{
	const struct ar_state *s = r->state;

	w->r = r;
	w->n = 0;
	w->result = w->result_obj = 0;
	w->asked = w->again = w->answered = false;
	w->answer.kind = 0;
	for (int at = 0; at < s->frame.n && w->n < AR_MAX_FRAMES;)
		at += exec_unpack(s->frame.w + at, &w->f[w->n++]);
	if (s->frame.n == AR_UNKNOWN)
		ar_push(w, AR_FRAME_NONE);
	w->plan.kind = AR_ORDER_ACT;
	w->plan.n = (uint16_t)s->n_plan;
	memcpy(w->plan.w, s->plan, (size_t)s->n_plan * sizeof(int32_t));
}

void ar_work_save(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);
	int32_t words[AR_STACK_WORDS];
	struct event e;
	int n = 0;

	if (w->r->unknown || s->frame.n == AR_UNKNOWN)
		return;
	for (int i = 0; i < w->n; i++)
		n += exec_pack(words + n, &w->f[i]);
	frame_suspend(w->r, AR_MAIL_44, words, n);
	if (!w->n)
		w->plan.n = 0;
	if (w->plan.n != s->n_plan ||
	    memcmp(w->plan.w, s->plan, w->plan.n * sizeof(int32_t))) {
		ar_event_plan_kept(&e, AR_MAIL_44, w->plan.w, w->plan.n);
		e.audience = AUDIENCE_GM;
		ar_event_emit(w, &e);
	}
}

/* --- events ------------------------------------------------------------- */

void ar_emit_for(struct ar_work *w, uint32_t audience, int kind, int rule,
		 const int32_t *v, int n)
{
	struct event e;

	event_start(&e, kind, rule);
	e.audience = audience;
	for (int i = 0; i < n; i++)
		event_put(&e, i, v[i]);
	ar_event_emit(w, &e);
}

void ar_emit(struct ar_work *w, int kind, int rule, const int32_t *v, int n)
{
	ar_emit_for(w, AUDIENCE_ALL, kind, rule, v, n);
}

uint32_t ar_audience_of(const struct ar_state *s, int seat)
{
	uint32_t to = AUDIENCE_GM;
	int side = ar_side(s, seat);

	for (int i = 0; i < AR_MAX_SEATS; i++)
		if (s->head.seat[i].present &&
		    (i == seat || ar_friends(s, i, seat) ||
		     (s->head.phase == AR_SETUP && ar_side(s, i) == side)))
			to |= AUDIENCE_SEAT(i);
	return to;
}

void ar_note(struct ar_work *w, int32_t obj, enum ar_note what, int32_t value)
{
	const struct ar_obj *o = ar_obj(ar_state_of(w), obj);

	if (o && *ar_note_word((struct ar_obj *)o, what) != value)
		AR_EMIT(w, AR_EV_NOTED, AR_NO_RULE, obj, (int32_t)what, value);
}

void ar_seat_note(struct ar_work *w, int seat, enum ar_seat_note what,
		  int32_t value)
{
	const struct ar_player *p = &ar_state_of(w)->player[seat];

	if (*ar_seat_word((struct ar_player *)p, what) == value)
		return;
	ar_emit_for(w,
		    what == AR_SEAT_QUICKCAST || what == AR_SEAT_ONCE
			    ? AUDIENCE_ALL
			    : AUDIENCE_SEAT(seat) | AUDIENCE_GM,
		    AR_EV_SEAT_NOTED, AR_NO_RULE,
		    (const int32_t[]){ seat, (int32_t)what, value }, 3);
}

/* --- dice, refusals ----------------------------------------------------- */

int ar_die(struct ar_work *w, int sides)
{
	if (!w->r->dice || w->r->unknown) {
		w->r->unknown = true;
		return 0;
	}
	return (int)dice_roll(w->r->dice, (unsigned)sides);
}

bool ar_no(struct refusal *no, int reason, int rule, int32_t about)
{
	if (no) {
		no->reason = reason;
		no->rule = rule;
		no->n_args = ar_refusals[reason].n_args ? 1 : 0;
		no->args[0] = about;
	}
	return false;
}

bool ar_no2(struct refusal *no, int reason, int rule, int32_t a, int32_t b)
{
	if (no) {
		ar_no(no, reason, rule, a);
		no->n_args = 2;
		no->args[1] = b;
	}
	return false;
}
