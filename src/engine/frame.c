/* src/engine/frame.c */
#include "engine/frame.h"
#include "engine/system.h"

/* fields of the events (frame.h) */
enum { SEAT, WHAT, FIG, ABOUT, N_ASKED, VALUE = ABOUT };
enum { AT, ABOVE };

/* words of one event: as many as it has room for besides its other fields */
enum { PART = EVENT_MAX_WORDS - 2 };

/* the members of a FRAME, of whatever size */
struct frame {
	int32_t *what, *about, *n_asked;
	struct frame_asked *asked;
	int32_t *n, *w;
};

static struct frame frame_in(const struct frames *k, const void *state)
{
	int32_t *w = (int32_t *)((char *)state + k->at);
	struct frame_asked *asked = (struct frame_asked *)(w + 3);
	int32_t *n = (int32_t *)(asked + k->asked);

	return (struct frame){ w, w + 1, w + 2, asked, n, n + 1 };
}

static bool frame_ask(const struct frames *k, struct frame f,
		      const struct event *e)
{
	int32_t what = event_get(e, WHAT), seat = event_get(e, SEAT);

	if (what <= 0 || what >= k->questions || seat < 0 ||
	    seat >= SEATS_MAX || *f.n_asked >= k->asked ||
	    (*f.what && *f.what != what))
		return false;
	*f.what = what;
	*f.about = event_get(e, ABOUT);
	f.asked[(*f.n_asked)++] = (struct frame_asked){
		.seat = seat, .fig = event_get(e, FIG), .open = 1
	};
	return true;
}

/* the words of a stack stay: the rest of the action goes on from them */
static void frame_close(const struct frames *k, struct frame f)
{
	*f.what = *f.about = *f.n_asked = 0;
	memset(f.asked, 0, (size_t)k->asked * sizeof(*f.asked));
	if (k->stack)
		return;
	*f.n = 0;
	memset(f.w, 0, (size_t)k->words * sizeof(*f.w));
}

static bool frame_answer(const struct frames *k, struct frame f,
			 const struct event *e)
{
	bool all = e->n_fields == N_ASKED; /* it says to which question */
	int32_t value = all ? event_get(e, VALUE) : 0;
	bool known = false, open = false;

	for (int i = 0; i < *f.n_asked; i++) {
		struct frame_asked *q = &f.asked[i];

		if (q->open && !known && q->seat == event_get(e, SEAT) &&
		    (!all || q->fig == event_get(e, FIG))) {
			q->open = 0;
			q->value = value;
			known = true;
		}
		open |= q->open != 0;
	}
	if (!open)
		frame_close(k, f);
	return known;
}

static bool frame_store(const struct frames *k, struct frame f,
			const struct event *e)
{
	int32_t at = k->stack ? event_get(e, AT) : 0;
	int n;
	const int32_t *w = event_words(e, e->n_fields - 1, &n);

	if (at < 0 || at > (k->stack ? *f.n : 0) || at + n > k->words)
		return false;
	memcpy(f.w + at, w, (size_t)n * sizeof(*w));
	*f.n = at + n;
	memset(f.w + *f.n, 0, (size_t)(k->words - *f.n) * sizeof(*w));
	return true;
}

bool frame_evolve(const struct frames *k, void *state, const struct event *e)
{
	struct frame f;

	if (!k->questions ||
	    (e->kind != k->kind_asked && e->kind != k->kind_suspended &&
	     e->kind != k->kind_answered))
		return true;
	f = frame_in(k, state);
	return e->kind == k->kind_asked       ? frame_ask(k, f, e)
	       : e->kind == k->kind_suspended ? frame_store(k, f, e)
					      : frame_answer(k, f, e);
}

int frame_question_of(const struct frames *k, const void *state, int seat)
{
	struct frame f = frame_in(k, state);

	for (int i = 0; *f.what && i < *f.n_asked; i++)
		if (f.asked[i].open && f.asked[i].seat == seat)
			return i;
	return -1;
}

void frame_suspend(struct run *r, int rule, const int32_t *w, int n)
{
	const struct frames *k = &r->sys->frames;
	struct frame f = frame_in(k, r->state);
	int at = 0;

	assert(k->stack && n <= k->words);
	while (at < n && at < *f.n && w[at] == f.w[at])
		at++;
	while (at < n || at < *f.n) {
		int part = n - at < PART ? n - at : PART;
		struct event e;

		event_start(&e, k->kind_suspended, rule);
		e.audience = AUDIENCE_GM;
		event_put(&e, AT, at);
		event_put_ints(&e, ABOVE, w + at, part);
		run_emit(r, &e);
		at += part;
	}
}

void frame_hide(const struct frames *k, void *view)
{
	struct frame f = frame_in(k, view);

	memset(f.w, 0, (size_t)k->words * sizeof(*f.w));
	*f.n = COMMON_STATE_UNKNOWN;
}

const char *frame_validate(const struct frames *k, const void *state,
			   int max_seats)
{
	struct frame f;

	if (!k->questions)
		return NULL;
	f = frame_in(k, state);
	if (*f.what < 0 || *f.what >= k->questions || *f.n_asked < 0 ||
	    *f.n_asked > k->asked || !*f.what != !*f.n_asked)
		return "no such question";
	for (int i = 0; i < *f.n_asked; i++)
		if (f.asked[i].seat < 0 || f.asked[i].seat >= max_seats)
			return "a question to nobody";
	return *f.n < 0 || *f.n > k->words ? "more work than there is room for"
					   : NULL;
}
