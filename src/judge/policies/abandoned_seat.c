/* src/judge/policies/abandoned_seat.c */
#include "judge/policies/abandoned_seat.h"
#include "judge/notify/notify.h"
#include "judge/game/anonymity.h"
#include "engine/slot.h"
#include "store/people.h"

static struct str name_of(int seat, struct arena *a)
{
	char name[SLOT_NAME_MAX];

	slot_name(seat, name);
	return str_of(arena_strdup(a, name));
}

/* Mail the other players and the game masters. */
static enum err tell_table(const struct game_ctx *t, int seat, struct notify w,
			   struct str tag, struct arena *a, struct why *why)
{
	enum err e;

	w.t = t;
	w.tag = tag;
	e = notify_masters(&w, a, why);
	for (int i = 0; !e && i < t->n_seats; i++) {
		const struct seat_row *s = &t->seats[i];

		if (s->slot == seat || s->slot >= t->n_players || !s->person)
			continue;
		w.person = s->person;
		w.slot = s->slot;
		w.tag = str_of(
			arena_printf(a, "%.*s.%d", STR_ARG(tag), s->slot));
		e = notify_add(t->j, &w, a, why);
	}
	return e;
}

/* Mail the substitutes that a seat needs a player. */
static enum err ask_around(const struct adjudication *x, struct str seat,
			   struct why *why)
{
	const struct game_ctx *t = x->t;
	int64_t who[ABANDONED_SEAT_ASKED];
	int n;
	enum err e = store_standin_list(t->j->st, t->row.id,
					ABANDONED_SEAT_ASKED, who, &n, why);

	for (int i = 0; !e && i < n; i++) {
		struct notify w = { .kind = "substitute_wanted",
				    .person = who[i],
				    .t = t,
				    .slot = -1,
				    .quiet = DELIVERY_SCHEDULE_NEWS };
		struct payload m;

		payload_init(&m);
		payload_text(&m, "seat", seat);
		payload_text(&m, "system", t->row.system);
		w.matter = payload_end(&m, x->a);
		w.tag = str_of(arena_printf(x->a, "standin.%lld.%lld.%d",
					    (long long)t->row.id,
					    (long long)x->point, i));
		e = notify_add(t->j, &w, x->a, why);
	}
	return e;
}

enum err abandoned_seat_ask(const struct adjudication *x, int seat,
			    struct why *why)
{
	const struct game_ctx *t = x->t;
	struct str name = name_of(seat, x->a);
	struct notify w = { .kind = "abandoned_seat", .slot = -1 };
	struct payload m;
	enum err e;

	payload_init(&m);
	payload_text(&m, "seat", name);
	payload_int(&m, "n", t->agreements.seats[seat].silences);
	payload_int(&m, "waits", table_state_waits_for(&t->agreements, seat));
	payload_int(&m, "masked", anonymity_is_on(t));
	w.matter = payload_end(&m, x->a);
	e = tell_table(
		t, seat, w,
		str_of(arena_printf(x->a, "dropout.%lld.%lld",
				    (long long)t->row.id, (long long)x->point)),
		x->a, why);
	return e ? e : ask_around(x, name, why);
}

enum err abandoned_seat_offer(const struct game_ctx *t,
			      const struct join_row *row, struct arena *a,
			      struct why *why)
{
	struct notify w = { .kind = "seat_offer", .slot = -1 };
	struct payload m;

	/* without names only the game master may know */
	if (row->slot >= t->n_players || anonymity_is_on(t) ||
	    !table_state_is_silent(&t->agreements, row->slot))
		return ERR_OK;
	payload_init(&m);
	payload_text(&m, "seat", name_of(row->slot, a));
	payload_text(&m, "name", row->name);
	w.matter = payload_end(&m, a);
	return tell_table(
		t, row->slot, w,
		str_of(arena_printf(a, "takeover.%lld", (long long)row->id)), a,
		why);
}
