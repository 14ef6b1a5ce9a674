/*
 * src/judge/notify/bounced_address.c - mails to a person came back: use the
 * second address, or tell the game masters. judge/handlers.h declares it.
 */
#include "base/utf8.h"
#include "judge/game/anonymity.h"
#include "judge/game/game_ctx.h"
#include "judge/handlers.h"
#include "judge/notify/notify.h"

enum { SEATS_OF_PERSON = 256 };

/* The same mail, once. */
static enum err send_on(struct judge *j, const struct person_row *p,
			const struct outbox_row *row, struct arena *a,
			struct why *why)
{
	struct outbox_row r = *row, before;
	int64_t id;
	enum err e;

	r.message_id =
		str_of(arena_printf(a, "second.%lld.%.*s", (long long)row->id,
				    STR_ARG(row->message_id)));
	e = store_outbox_by_message_id(j->st, r.message_id, a, &before, why);
	if (e != ERR_NOT_FOUND)
		return e;
	r.again = row->id;
	r.in_reply_to = row->sent_id.len ? row->sent_id : row->message_id;
	r.address = p->second;
	r.next_s = r.created_s = judge_now(j);
	r.queued_s = judge_clock(j);
	return store_outbox_add(j->st, &r, &id, why);
}

static enum err tell_second(struct judge *j, const struct person_row *p,
			    struct arena *a, struct why *why)
{
	struct notify w = { .kind = "account_change",
			    .slot = -1,
			    .person = p->id,
			    .address = p->second,
			    .automatic = true };
	struct payload m;

	payload_init(&m);
	payload_text(&m, "what", STR("bounced"));
	payload_text(&m, "by", STR("judge"));
	payload_text(&m, "address", p->address);
	w.matter = payload_end(&m, a);
	w.tag = str_of(arena_printf(a, "bounced.%lld.%lld", (long long)p->id,
				    (long long)judge_now(j)));
	return notify_add(j, &w, a, why);
}

/* the seat, its holder if that is no secret, and the reason */
static struct str unreachable_value(const struct game_ctx *t, const char *seat,
				    const struct person_row *p,
				    struct str words, struct arena *a)
{
	bool hides = anonymity_hides(t);
	struct str s = utf8_repair(a, words);

	if (hides)
		return str_of(
			arena_printf(a, "%.*s %s", STR_ARG(t->row.name), seat));
	return str_of(arena_printf(a, "%.*s %s: %.*s%s%.*s",
				   STR_ARG(t->row.name), seat, STR_ARG(p->name),
				   s.len ? ", " : "", STR_ARG(s)));
}

/*
 * Mails no longer reach this person: send one notice to each master of the
 * person's games, but none to the person.
 */
static enum err tell_unreachable(struct judge *j, const struct person_row *p,
				 struct str words, struct arena *a,
				 struct why *why)
{
	struct seat_row *seats =
		ARENA_ARRAY(a, SEATS_OF_PERSON, struct seat_row);
	struct notify w = { .kind = "account_change", .automatic = true };
	struct game_ctx *t = ARENA_NEW(a, struct game_ctx);
	char seat[SLOT_NAME_MAX];
	struct payload m;
	int n = 0;
	enum err e = store_seat_of_person(j->st, p->id, a, seats,
					  SEATS_OF_PERSON, &n, why);

	for (int i = 0; !e && i < n; i++) {
		if (seats[i].slot >= SLOT_GM)
			continue;
		e = game_ctx_load(j, seats[i].game, a, t, why);
		if (e || game_is_over(t->row.state)) {
			if (e == ERR_ARCHIVED) {
				why_clear(why);
				e = ERR_OK;
			}
			continue;
		}
		slot_name(seats[i].slot, seat);
		payload_init(&m);
		payload_text(&m, "what", STR("unreachable"));
		payload_int(&m, "elsewhere", 1);
		payload_text(&m, "by", STR("judge"));
		payload_int(&m, "unreachable", 1);
		payload_text(&m, "value",
			     unreachable_value(t, seat, p, words, a));
		w.t = t;
		w.matter = payload_end(&m, a);
		w.tag = str_of(arena_printf(
			a, "unreachable.%lld.%.*s.%s.%lld", (long long)p->id,
			STR_ARG(t->row.name), seat, (long long)judge_now(j)));
		e = notify_masters(&w, a, why);
	}
	return e;
}

enum err person_bounced(struct judge *j, struct str address,
			const struct outbox_row *row, struct str words,
			struct why *why)
{
	struct person_row p;
	struct arena a;
	bool current, second;
	enum err e = store_address_bounced(j->st, address, judge_now(j), why);

	if (e)
		return e == ERR_NOT_FOUND ? ERR_OK : e;
	arena_init(&a);
	e = store_person_by_address(j->st, address, &a, &p, &current, why);
	second = !e && p.second.len && !p.second_bounces;
	if (second && str_equal(p.address, address)) {
		if (p.bounces == 1)
			e = tell_second(j, &p, &a, why);
		if (!e && row && row->person == p.id &&
		    str_equal(row->address, address))
			e = send_on(j, &p, row, &a, why);
	} else if (!e && !second && p.bounces &&
		   (p.second.len ? p.second_bounces : p.bounces) == 1) {
		e = tell_unreachable(j, &p, words, &a, why);
	}
	arena_release(&a);
	return e;
}

enum err person_bounced_not(struct judge *j, const struct outbox_row *row,
			    struct why *why)
{
	struct person_row p;
	struct arena a;
	bool current;
	enum err e;

	arena_init(&a);
	e = store_person_by_address(j->st, row->address, &a, &p, &current, why);
	if (!e)
		e = store_address_good(j->st, p.id, why);
	if (!e)
		e = store_outbox_recall(
			j->st, 0,
			str_of(arena_printf(&a, "second.%lld.",
					    (long long)row->id)),
			judge_now(j), why);
	if (!e)
		e = store_outbox_recall(j->st, 0,
					str_of(arena_printf(&a, "bounced.%lld.",
							    (long long)p.id)),
					judge_now(j), why);
	if (!e)
		e = store_outbox_recall(
			j->st, 0,
			str_of(arena_printf(&a, "unreachable.%lld.",
					    (long long)p.id)),
			judge_now(j), why);
	arena_release(&a);
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}
