/*
 * src/games/arena/rules/triggers.c - stores and fires triggers and standing
 * answers
 */
#include "games/arena/rules/triggers.h"
#include "games/arena/rules/play.h"

/* --- where they are kept -------------------------------------------------- */

int ar_lines(const struct ar_state *s, int seat)
{
	const struct ar_player *p = &s->player[seat];
	int n = 0;

	for (int at = 0; at < p->n_lines; at += p->lines[at] + 1)
		n++;
	return n;
}

void ar_line_drop(struct ar_work *w, int seat, int i, enum ar_line_end why)
{
	const int32_t v[] = { seat, i + 1, (int32_t)why };

	ar_emit_for(w, AUDIENCE_SEAT(seat) | AUDIENCE_GM, AR_EV_LINE_GONE,
		    AR_MAIL_07, v, 3);
}

/* --- finding one -----------------------------------------------------------
 */

static bool conds_hold(const struct ar_state *s, int seat,
		       const struct decision *d, const struct ar_obj *subject,
		       const struct ar_attack *a)
{
	struct decision_arg arg;

	for (int at = 0; decision_next(d, at, &arg); at = arg.next)
		if (arg.tag == AR_TAG_COND && arg.n >= 2 &&
		    ar_holds_now(s, seat, arg.w + 1, arg.n - 1, subject, a) ==
			    (arg.w[0] != 0))
			return false;
	return true;
}

bool ar_line_holds(const struct ar_state *s, int seat, const struct decision *d,
		   const struct ar_obj *subject, const struct ar_attack *a)
{
	return conds_hold(s, seat, d, subject, a);
}

int ar_line_find(const struct ar_work *w, int seat, int kind,
		 const struct ar_obj *subject, const struct ar_attack *a,
		 struct decision *out)
{
	const struct ar_state *s = ar_state_of(w);
	struct decision_arg arg;
	struct decision d;
	int best = -1, most = 0;

	for (int i = 0; ar_line(s, seat, i, &d); i++) {
		int fit = 1;

		if ((int)d.kind != kind)
			continue;
		if (decision_find(&d, AR_TAG_SUBJECT, &arg))
			fit = subject ? 1 + ar_subject(s, seat, arg.w, arg.n,
						       subject)
				      : 1;
		if (fit == 1 && decision_find(&d, AR_TAG_SUBJECT, &arg))
			continue;
		if (fit < most || !conds_hold(s, seat, &d, subject, a))
			continue;
		most = fit; /* AR-MAIL-51: the latest of the most special */
		best = i;
		*out = d;
	}
	return RULE(AR_MAIL_51, best >= 0) ? best : -1;
}

/* --- taking one into force -------------------------------------------------
 */

static bool same_arg(const struct decision *a, const struct decision *b,
		     int tag)
{
	struct decision_arg x, y;
	bool has = decision_find(a, tag, &x);

	if (has != decision_find(b, tag, &y))
		return false;
	return !has ||
	       (x.n == y.n && !memcmp(x.w, y.w, (size_t)x.n * sizeof(int32_t)));
}

/* does the new one take the place of the old (AR-MAIL-01)? */
static bool takes_place(const struct decision *old, const struct decision *d)
{
	if (old->kind != d->kind)
		return false;
	switch (d->kind) {
	case AR_ORDER_WHEN: return decision_equal(old, d);
	case AR_ORDER_REVEAL:
		return same_arg(old, d, AR_TAG_ITEM) &&
		       same_arg(old, d, AR_TAG_TARGET) &&
		       same_arg(old, d, AR_TAG_ALL);
	case AR_ORDER_REFUSE: return same_arg(old, d, AR_TAG_ITEM);
	case AR_ORDER_DEFAULT: return same_arg(old, d, AR_TAG_FIG);
	case AR_ORDER_USE_BEFORE:
	case AR_ORDER_USE_AFTER:
		return same_arg(old, d, AR_TAG_FIG) &&
		       same_arg(old, d, AR_TAG_ITEM) &&
		       same_arg(old, d, AR_TAG_CARD);
	case AR_ORDER_UPKEEP_ORDER: return same_arg(old, d, AR_TAG_TARGET);
	case AR_ORDER_UPKEEP_PAY:
		return same_arg(old, d, AR_TAG_TARGET) ||
		       !decision_has(d, AR_TAG_TARGET);
	default:
		return same_arg(old, d, AR_TAG_SUBJECT) &&
		       same_arg(old, d, AR_TAG_COND);
	}
}

bool ar_line_set(struct ar_work *w, int seat, const struct decision *d,
		 struct refusal *no)
{
	const struct ar_state *s = ar_state_of(w);
	int32_t words[1 + DECISION_MAX_WORDS];
	struct decision old;
	struct event e;
	int gone = -1, room;

	for (int i = 0; ar_line(s, seat, i, &old); i++)
		if (takes_place(&old, d))
			gone = i;
	room = AR_LINE_WORDS - (int)s->player[seat].n_lines;
	if (gone >= 0 && ar_line(s, seat, gone, &old))
		room += old.n + 2;
	if (d->n + 2 > room ||
	    RULE(AR_MAIL_08, ar_lines(s, seat) - (gone >= 0) >= AR_MAX_LINES))
		return ar_no(no, AR_REFUSAL_NO_ROOM, AR_MAIL_08, 0);
	if (gone >= 0)
		ar_line_drop(w, seat, gone, AR_LINE_REPLACED);
	words[0] = d->kind;
	memcpy(words + 1, d->w, d->n * sizeof(int32_t));
	ar_event_line_set(&e,
			  decision_row(&w->r->sys->decisions, d->kind)->rule,
			  seat, words, d->n + 1);
	e.audience = AUDIENCE_SEAT(seat) | AUDIENCE_GM;
	ar_event_emit(w, &e);
	return true;
}

static bool is_use(const struct decision *d)
{
	return d->kind == AR_ORDER_USE_BEFORE || d->kind == AR_ORDER_USE_AFTER;
}

static bool is_of_fig(const struct decision *d)
{
	return d->kind == AR_ORDER_DEFAULT || is_use(d);
}

/* is what the line is about gone for good (AR-MAIL-37)? */
static bool triggers_outlived(const struct ar_state *s, int seat,
			      const struct decision *d)
{
	static const int tags[] = { AR_TAG_SUBJECT, AR_TAG_ITEM, AR_TAG_AWAY };
	struct decision_arg arg;

	if (is_of_fig(d))
		return !ar_obj(s, ar_fig(s, seat, d));
	for (size_t i = 0; i < ARRAY_LEN(tags); i++)
		if (decision_find(d, tags[i], &arg) && arg.n == 3 &&
		    arg.w[0] == AR_NAMES_OBJECT && !ar_obj(s, arg.w[2]))
			return true;
	return false;
}

void ar_lines_tidy(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);
	struct decision d;

	/* from the last: in a trial that came to what nobody knows, nothing is
	 * dropped any more */
	for (int seat = 0; seat < AR_MAX_SEATS; seat++)
		for (int i = ar_lines(s, seat); i-- > 0;)
			if (ar_line(s, seat, i, &d) &&
			    RULE(AR_MAIL_37, triggers_outlived(s, seat, &d)))
				ar_line_drop(w, seat, i, AR_LINE_GONE);
}

void ar_lines_of_round(struct ar_work *w)
{
	const struct ar_state *s = ar_state_of(w);
	struct decision d;

	for (int seat = 0; seat < AR_MAX_SEATS; seat++)
		for (int i = ar_lines(s, seat); i-- > 0;)
			if (ar_line(s, seat, i, &d) && is_use(&d))
				ar_line_drop(w, seat, i, AR_LINE_GONE);
}
