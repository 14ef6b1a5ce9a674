/* src/rules/frame.c */
#include "rules/frame.h"

bool frame_ask(struct frame *f, int what, int n, int seat, int32_t fig,
	       int32_t about)
{
	if (what <= 0 || what >= n || seat < 0 || seat >= SEATS_MAX)
		return false;
	if (!f->what)
		memset(f, 0, sizeof(*f));
	else if (f->what != what)
		return false;
	if (f->n_asked == FRAME_ASKED)
		return false;
	f->what = what;
	f->about = about;
	f->asked[f->n_asked++] =
		(struct frame_asked){ .seat = seat, .fig = fig, .open = 1 };
	return true;
}

bool frame_answer(struct frame *f, int seat, int32_t fig, int32_t value)
{
	bool known = false, open = false;

	for (int i = 0; i < f->n_asked; i++) {
		struct frame_asked *q = &f->asked[i];

		if (q->open && !known && q->seat == seat && q->fig == fig) {
			q->open = 0;
			q->value = value;
			known = true;
		}
		open |= q->open != 0;
	}
	if (!open)
		memset(f, 0, sizeof(*f));
	return known;
}

bool frame_keep(struct frame *f, const struct event *e, int field)
{
	int n;
	const int32_t *w = event_words(e, field, &n);

	if (n > FRAME_WORDS)
		return false;
	f->n = n;
	memcpy(f->w, w, (size_t)n * sizeof(*w));
	return true;
}

int frame_question_of(const struct frame *f, int seat)
{
	for (int i = 0; f->what && i < f->n_asked; i++)
		if (f->asked[i].open && f->asked[i].seat == seat)
			return i;
	return -1;
}

void frame_awaits(const struct frame *f, const struct system *sys,
		  const int32_t *option, struct awaiting *out)
{
	for (int seat = 0; seat < sys->max_seats; seat++)
		if (frame_question_of(f, seat) >= 0)
			awaiting_add(out, seat,
				     kinds_of(&sys->decisions, CLASS_ANSWER,
					      f->what, option),
				     false);
}

void frame_hide(struct frame *f)
{
	memset(f->w, 0, sizeof(f->w));
	f->n = HEAD_UNKNOWN;
}

const char *frame_sound(const struct frame *f, int n, int max_seats)
{
	if (f->what < 0 || f->what >= n || f->n_asked < 0 ||
	    f->n_asked > FRAME_ASKED)
		return "no such question";
	for (int i = 0; i < f->n_asked; i++)
		if (f->asked[i].seat < 0 || f->asked[i].seat >= max_seats)
			return "a question to nobody";
	return f->n < 0 || f->n > FRAME_WORDS
		       ? "more work than there is room for"
		       : NULL;
}
