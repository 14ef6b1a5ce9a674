/* src/judge/policies/proxy.c */
#include "judge/policies/proxy.h"
#include "base/utf8.h"
#include "judge/notify/notify.h"
#include "judge/game/computer_person.h"
#include "judge/game/deadline.h"
#include "judge/policies/spectators.h"
#include "judge/game/gm_sees_all.h"
#include "mail/addr.h"
#include "engine/common.h"

enum { WISHES_SEEN = 64 };

/* Has that person proved the wish to have this very seat? */
static enum err wishes_seat(const struct game_ctx *t, int seat,
			    const struct person_row *p, struct arena *a,
			    bool *yes, struct why *why)
{
	struct join_list w = { .rows = ARENA_ARRAY(a, WISHES_SEEN,
						   struct join_row),
			       .max = WISHES_SEEN };
	enum err e = store_join_waiting(t->j->st, t->row.id, a, &w, why);

	*yes = false;
	for (int i = 0; !e && i < w.n; i++)
		*yes |= w.rows[i].slot == seat &&
			mail_addr_equal(w.rows[i].address, p->address);
	return e;
}

/* The computer is willing where it can play and has no place. The log has the
 * name, which must be the one that was signed. */
static enum err settle_computer(const struct game_ctx *t,
				const struct person_row *p, struct arena *a,
				struct table_request *m, const char **no)
{
	if (!str_equal(utf8_fold(a, m->value), utf8_fold(a, p->name)))
		return ERR_OK;
	for (int i = 0; i < t->n_seats; i++)
		if (t->seats[i].person == p->id)
			return ERR_OK;
	if (computer_person_refuses(t))
		return ERR_OK;
	m->value = p->name;
	*no = NULL;
	return ERR_OK;
}

/*
 * A deputy must be a proven person. All unsuitable names get the same answer,
 * so that it does not reveal who is known here or who plays.
 */
enum err proxy_validate(const struct game_ctx *t, int seat, struct arena *a,
			struct table_request *m, const char **no,
			struct why *why)
{
	struct person_row p;
	bool has_keys = false, may = false;
	enum player_level level;
	enum err e = ERR_NOT_FOUND;

	*no = "deputy_unwilling";
	if (computer_person_named(m->value, a, &level) &&
	    !computer_person_refuses(t))
		e = computer_person_find(t->j, level, true, a, &p, why);
	if (e == ERR_NOT_FOUND)
		e = store_person_folded(t->j->st, utf8_fold(a, m->value), a, &p,
					why);
	if (!e && computer_person_is(&p, NULL))
		return settle_computer(t, &p, a, m, no);
	if (e == ERR_NOT_FOUND || (!e && p.name.len > TABLE_STATE_NAME_MAX))
		return ERR_OK;
	if (!e)
		e = store_person_has_keys(t->j->st, p.id, &has_keys, why);
	if (!e && has_keys)
		e = wishes_seat(t, seat, &p, a, &may, why);
	for (int i = 0; i < t->n_seats; i++)
		may = may && t->seats[i].person != p.id;
	if (!e && may)
		e = gm_sees_all_may(t, SLOT_DEPUTY, p.id, a, &may, why);
	if (e || !may)
		return e;
	m->value = p.name;
	*no = NULL;
	return ERR_OK;
}

/* The row of a seat's deputy, which may be a new one. */
static enum err row_put(struct adjudication *x, int seat, int64_t person,
			struct why *why)
{
	struct game_ctx *t = x->t;
	struct seat_row *s = game_ctx_seat(t, SLOT_DEPUTY + seat);

	if (!s) {
		assert(t->n_seats < JUDGE_SLOTS); /* room for one each */
		s = &t->seats[t->n_seats++];
		*s = (struct seat_row){ .game = t->row.id,
					.slot = SLOT_DEPUTY + seat };
	}
	s->person = person;
	return store_seat_put(x->j->st, s, why);
}

enum err proxy_apply(struct adjudication *x, const struct table_request *m,
		     int64_t until_s, struct why *why)
{
	struct timer_row timer = { .game = x->t->row.id,
				   .kind = TIMER_DEPUTY,
				   .slot = x->slot,
				   .due_s = until_s };
	struct person_row p;
	struct event ev;
	enum err e = store_person_by_name(x->j->st, m->value, x->a, &p, why);

	if (e)
		return e;
	common_event_proxy_named(&ev, 0, x->slot, p.name,
				 time_text(x->a, until_s), m->n != 0);
	deadline_notify(x, &ev);
	table_state_deputy_begins(&x->t->agreements, x->slot,
				  &x->t->game->queue[x->slot]);
	e = row_put(x, x->slot, p.id, why);
	if (!e)
		e = game_txn_emit_keys(x, &p, STR("deputy"), why);
	if (!e && computer_person_is(&p, NULL))
		computer_person_plays(x, x->slot, &p, STR("deputy"));
	return e ? e : store_timer_set(x->j->st, &timer, why);
}

void proxy_return(struct adjudication *x, bool *waits)
{
	struct table_state *g = &x->t->agreements;

	*waits = false;
	if (!table_state_is_deputed(g, x->slot, x->at_s))
		return;
	*waits = table_state_deputy_waits(g, x->slot,
					  &x->t->game->queue[x->slot]);
	table_state_deputy_ends(g, &x->run, x->slot, "return", *waits, x->at_s);
}

/* Who was it hears that they are it no more, and nothing else of that point. */
static enum err tell_relieved(struct adjudication *x, int seat, int64_t person,
			      struct why *why)
{
	struct notify w = { .kind = "proxy_ended",
			    .person = person,
			    .t = x->t,
			    .slot = -1,
			    .point = x->point };
	char name[SLOT_NAME_MAX];
	struct payload m;

	slot_name(seat, name);
	payload_init(&m);
	payload_text(&m, "seat", str_of(name));
	w.matter = payload_end(&m, x->a);
	w.tag = str_of(arena_printf(x->a, "%.*s.%lld.%s.relieved",
				    STR_ARG(x->t->row.name),
				    (long long)x->point, name));
	return notify_add(x->j, &w, x->a, why);
}

enum err proxy_save(struct adjudication *x, struct why *why)
{
	struct game_ctx *t = x->t;
	enum err e = ERR_OK;

	for (int i = 0; !e && i < t->n_players; i++) {
		const struct seat_row *s = game_ctx_seat(t, SLOT_DEPUTY + i);

		if (!s || !s->person ||
		    table_state_deputy(&t->agreements, i).len)
			continue;
		e = tell_relieved(x, i, s->person, why);
		if (!e)
			e = row_put(x, i, 0, why);
		if (!e)
			e = store_timer_clear(x->j->st, t->row.id, TIMER_DEPUTY,
					      i, why);
	}
	return e;
}

enum err proxy_time(struct game_ctx *t, int seat, struct arena *a,
		    struct why *why)
{
	struct adjudication x;
	enum err e;

	if (!table_state_deputy(&t->agreements, seat).len ||
	    table_state_is_deputed(&t->agreements, seat, judge_now(t->j)))
		return ERR_OK;
	e = adjudication_begin(&x, t, a, CAUSE_TIMER, -1, 0, why);
	if (e)
		return e;
	table_state_deputy_ends(&t->agreements, &x.run, seat, "date", false,
				x.at_s);
	return game_txn_finish(&x, ERR_OK, why);
}
