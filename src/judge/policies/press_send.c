/* src/judge/policies/press_send.c */
#include "judge/policies/press_send.h"
#include "base/parse.h"
#include "judge/notify/notify.h"
#include "judge/policies/proxy.h"
#include "judge/policies/spectators.h"

/* Why they cannot be sent, a name of reason.*; or NULL. */
static const char *press_send_refuses(const struct game_ctx *t, int slot,
				      const struct press *p)
{
	const char *no = t->row.state == GAME_ENDED ? "game_ended" : p->bad;

	for (int i = 0; !no && i < p->n; i++)
		no = table_state_refuses_press(&t->agreements, slot,
					       t->n_players, &p->v[i]);
	return no;
}

/* Is one of them for this slot? Press to all is not mailed to readers who
 * have blocked its author. */
static bool press_send_reads(const struct game_ctx *t, int author, int slot,
			     const struct press *p)
{
	bool any = slot == author;
	const struct table_state *g = &t->agreements;

	if (proxy_is_slot(slot) && g->seats[slot_seat(slot)].deputy.letters)
		return press_send_reads(t, author, slot_seat(slot), p);
	if (proxy_is_slot(slot))
		return false;

	for (int i = 0; i < p->n; i++) {
		uint32_t who =
			table_state_readers(&t->agreements, author, &p->v[i]);

		if (who == AUDIENCE_ALL)
			any |= slot >= SLOT_GM ||
			       !(t->agreements.seats[slot].blocked >> author &
				 1);
		else if (slot < SLOT_GM)
			any |= (who & AUDIENCE_SEAT(slot)) != 0;
		else if (slot < SLOT_OBSERVER)
			any |= (who & AUDIENCE_GM) != 0;
	}
	return any;
}

/* SAY TO B, without a colon: how long it is */
static size_t three_words(struct str s)
{
	size_t n = 0;

	for (int i = 0; i < 3; i++) {
		while (n < s.len && s.s[n] == ' ')
			n++;
		while (n < s.len && s.s[n] != ' ')
			n++;
	}
	return n;
}

/* A line as it was sent: without what is no part of it, blanks and the marks
 * before it, and the first without whom it is for. */
static struct str line_written(struct str s, bool first)
{
	const char *colon = first ? memchr(s.s, ':', s.len) : NULL;
	size_t n = 0;

	if (first)
		n = colon ? (size_t)(colon - s.s) + 1 : three_words(s);
	while (!first && n < s.len && (s.s[n] == '>' || s.s[n] == ' '))
		n++;
	if (!first && n < s.len && s.s[n] == '+')
		n++;
	return parse_trim((struct str){ s.s + n, s.len - n });
}

/* The press message as it was written, not as it was signed. */
static struct str press_send_written(const struct canon *c,
				     const struct press_message *p,
				     struct arena *a)
{
	bool first = true;
	struct buf b;
	struct str s;

	buf_init(&b, 2 * CANON_TEXT_MAX);
	for (size_t i = 0; i < c->n_lines; i++) {
		const struct canon_line *l = &c->lines[i];

		if (l->start < p->at || l->start >= p->at + p->len)
			continue;
		if (!first)
			buf_addc(&b, '\n');
		buf_adds(&b, line_written(l->source, first));
		first = false;
	}
	s = arena_str(a, buf_str(&b));
	buf_release(&b);
	return s;
}

/* their words, for who reads them */
static enum err press_save(const struct delivery *d,
			   const struct adjudication *x, const struct press *p,
			   struct why *why)
{
	enum err e = ERR_OK;

	for (int i = 0; !e && i < p->n; i++)
		e = store_said_add(
			d->j->st, x->t->row.id, x->point, i,
			press_send_written(&d->f.text, &p->v[i], d->a), why);
	return e;
}

/* Who prefers so finds press messages on top of the next report. */
static enum err in_report(const struct adjudication *x,
			  const struct seat_row *s, struct notify *w,
			  struct why *why)
{
	struct person_row p;
	enum err e;

	if (s->slot == x->slot || proxy_is_slot(s->slot))
		return ERR_OK;
	e = store_person_get(x->j->st, s->person, x->a, &p, why);
	if (e || !p.preferences.press_next)
		return e;
	w->kind = "report";
	w->quiet = DELIVERY_SCHEDULE_LETTERS;
	w->takes_over = true;
	w->tag = notify_report_tag(x->t, x->a, s->slot, x->point);
	return ERR_OK;
}

/* Who writes has used a serial, and reads with what the next orders begin. */
static enum err as_author(struct delivery *d, const struct adjudication *x,
			  struct notify *w, struct why *why)
{
	struct payload m;
	struct str lines;
	enum err e = delivery_first_lines(d, &lines, why);

	payload_init(&m);
	payload_text(&m, "first_lines", parse_trim(lines));
	w->matter = payload_end(&m, d->a);
	w->reply_to = x->reply_to;
	return e;
}

static enum err press_notify(struct delivery *d, struct adjudication *x,
			     const struct press *p, int64_t first,
			     struct why *why)
{
	const struct game_ctx *t = x->t;
	enum err e = ERR_OK;

	for (int i = 0; !e && i < t->n_seats; i++) {
		const struct seat_row *s = &t->seats[i];
		struct notify w = { .kind = "press",
				    .person = s->person,
				    .t = t,
				    .slot = s->slot,
				    .point = t->row.point,
				    .first_event = first,
				    .last_event = t->row.n_events,
				    .quiet = s->slot == x->slot
						     ? DELIVERY_SCHEDULE_NEVER
						     : DELIVERY_SCHEDULE_NEWS };

		/* who watches reads it in a report */
		if (!s->person || s->stopped || spectators_is_place(s->slot) ||
		    !press_send_reads(t, x->slot, s->slot, p))
			continue;
		if (s->slot == x->slot)
			e = as_author(d, x, &w, why);
		w.tag = notify_press_tag(t, x->a, s->slot, t->row.point);
		if (!e)
			e = in_report(x, s, &w, why);
		if (!e)
			e = notify_add(x->j, &w, x->a, why);
	}
	return e;
}

enum err press_send_apply(struct delivery *d, struct game_ctx *t,
			  const struct press *p, struct why *why)
{
	const char *no = press_send_refuses(t, d->f.slot, p);
	int64_t first = t->row.n_events + 1;
	struct adjudication x;
	bool may = true;
	enum err e = ERR_OK;

	if (!no)
		e = notify_allowed(
			d->j,
			str_of(arena_printf(d->a, "letters %.*s %d",
					    STR_ARG(t->row.name), d->f.slot)),
			PRESS_A_DAY, &may, why);
	if (e)
		return e;
	if (!may)
		no = "letters_a_day";
	if (no)
		return delivery_refuse(d, t, no, p->bad_line, why);
	e = adjudication_begin(&x, t, d->a, CAUSE_MAIL, d->f.slot,
			       d->f.claim.serial, why);
	if (e)
		return e;
	x.reply_to = d->m->message_id;
	x.quiet = true;
	adjudication_signed(&x, &d->f.orders);
	for (int i = 0; i < p->n; i++)
		table_state_emit_press(&t->agreements, &x.run, d->f.slot,
				       &p->v[i]);
	d->out.verdict = "letter";
	e = adjudication_end(&x, why);
	if (!e)
		e = press_save(d, &x, p, why);
	return e ? e : press_notify(d, &x, p, first, why);
}
