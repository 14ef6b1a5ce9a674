/* src/judge/requests/delayed_orders.c */
#include "judge/requests/delayed_orders.h"
#include "judge/notify/notify.h"
#include "protocol/keywords.h"
#include "base/parse.h"

enum { PAUSED_S = 900 }; /* how often a paused game is looked at */

static enum err delayed_orders_drop(struct judge *j, int64_t game, int slot,
				    struct why *why)
{
	enum err e = store_timer_clear(j->st, game, TIMER_HOLD, slot, why);

	return e ? e : store_hold_drop(j->st, game, slot, why);
}

enum err delayed_orders_has(struct judge *j, int64_t game, int slot, bool *has,
			    struct why *why)
{
	int64_t due;
	enum err e = store_timer_get(j->st, game, TIMER_HOLD, slot, &due, why);

	*has = !e;
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

/* What became of a hold. */
struct told {
	bool replaced; /* what was on hold before is dropped */
	bool at_once;  /* there is no time to wait */
	bool cut;      /* less time than was said */
	int64_t until_s;
};

static enum err delay_answer(struct delivery *d, const struct game_ctx *t,
			     const struct told *told, struct why *why)
{
	struct str lines = STR("");
	struct payload m;
	char seat[SLOT_NAME_MAX];
	enum err e = ERR_OK;

	/* orders that are used at once make them others */
	if (told->until_s)
		e = delivery_first_lines(d, &lines, why);
	if (e)
		return e;
	slot_name(d->f.slot, seat);
	payload_init(&m);
	payload_text(&m, "seat", str_of(seat));
	if (told->until_s)
		payload_text(&m, "expires", time_text(d->a, told->until_s));
	payload_int(&m, "replaced", told->replaced);
	payload_int(&m, "at_once", told->at_once);
	payload_int(&m, "cut", told->cut);
	payload_text(&m, "first_lines", parse_trim(lines));
	return delivery_answer(d, "delayed", t, payload_end(&m, d->a), why);
}

/* Until when they may wait: 0: not at all. */
static enum err delayed_orders_until(struct delivery *d,
				     const struct holding *h, struct told *told,
				     struct why *why)
{
	int64_t now = judge_now(d->j), due = 0;
	enum err e = store_timer_get(d->j->st, d->f.game, TIMER_DEADLINE,
				     d->f.slot, &due, why);

	told->until_s = now + h->span_s;
	told->cut = !e && told->until_s > due - DELAYED_ORDERS_MARGIN_S;
	if (told->cut)
		told->until_s = due - DELAYED_ORDERS_MARGIN_S;
	told->at_once = told->until_s <= now;
	if (told->at_once)
		told->until_s = 0;
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

static enum err delay_save(struct delivery *d, int64_t until_s, struct why *why)
{
	struct hold_row row = { .orders = d->f.orders,
				.person = d->f.person,
				.until_s = until_s,
				.message_id = d->m->message_id };
	struct timer_row timer = { .game = d->f.game,
				   .kind = TIMER_HOLD,
				   .slot = d->f.slot,
				   .due_s = until_s };
	struct game_row g;
	int64_t taken;
	enum err e = store_game_get(d->j->st, d->f.game, d->a, &g, why);

	if (!e)
		e = store_hold_put(d->j->st, &row, why);
	if (!e)
		e = store_timer_set(d->j->st, &timer, why);
	if (!e)
		e = store_serial_use(d->j->st, d->f.game, d->f.slot,
				     d->f.claim.serial, g.point, &taken, why);
	return e;
}

enum err delayed_orders_orders(struct delivery *d, const struct game_ctx *t,
			       const struct holding *h, bool late, bool *waits,
			       struct why *why)
{
	struct told told = { .replaced = false };
	enum err e = ERR_OK;

	*waits = false;
	/* what the seat holds back is no matter of its deputy's */
	if (d->f.deputy)
		return ERR_OK;
	e = delayed_orders_has(d->j, d->f.game, d->f.slot, &told.replaced, why);
	if (!e && told.replaced)
		e = delayed_orders_drop(d->j, d->f.game, d->f.slot, why);
	told.at_once = h->said && late;
	if (!e && h->said && !late)
		e = delayed_orders_until(d, h, &told, why);
	if (e)
		return e;
	*waits = told.until_s != 0;
	if (*waits)
		e = delay_save(d, told.until_s, why);
	if (*waits)
		d->out.verdict = "held";
	return e || (!h->said && !told.replaced)
		       ? e
		       : delay_answer(d, t, &told, why);
}

/* Using ---------------------------------------------------------------------
 */

/* What was signed then, as a mail that comes now. */
static bool delivery_of(struct judge *j, const struct hold_row *h,
			struct message *m, struct arena *a, struct delivery *d)
{
	struct hash *of = ARENA_NEW(a, struct hash);

	*d = (struct delivery){ .j = j, .a = a, .m = m, .held = true };
	m->message_id = h->message_id;
	*of = hash_of(str_of(
		arena_printf(a, "held %.*s", STR_ARG(h->orders.signature))));
	d->hash = of->b;
	d->received_s = judge_now(j);
	d->out = (struct mail_verdict){ .verdict = "", .slot = -1 };
	if (signed_orders(a, h->orders.text, h->orders.format, &d->f.text))
		return false;
	claim_parse(j, d->f.text.text, a, &d->f.claim);
	d->f.who = SIGNER_SIGNED;
	d->f.game = h->orders.game;
	d->f.slot = h->orders.slot;
	d->f.person = h->person;
	d->f.orders = h->orders;
	d->f.block.whole = h->orders.text;
	return true;
}

/* Does who signed it sit there still, and is that key good? */
static enum err still_theirs(struct judge *j, const struct hold_row *h,
			     struct arena *a, bool *theirs, bool *good,
			     struct why *why)
{
	struct seat_row seat = { 0 };
	struct key_row key = { 0 };
	enum err e = store_seat_get(j->st, h->orders.game, h->orders.slot, a,
				    &seat, why);

	if (!e)
		e = store_key_get(j->st, h->orders.fingerprint, a, &key, why);
	*theirs = !e && seat.person == h->person;
	*good = *theirs && !key.revoked_s;
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

enum err delayed_orders_use(struct judge *j, int64_t game, int slot, bool *any,
			    struct why *why)
{
	struct hold_row h;
	struct delivery d;
	struct message m = { 0 };
	struct arena a;
	bool theirs = false, good = false;
	enum err e;

	arena_init(&a);
	e = store_hold_get(j->st, game, slot, &a, &h, why);
	*any = !e;
	if (!e)
		e = delayed_orders_drop(j, game, slot, why);
	if (!e)
		e = still_theirs(j, &h, &a, &theirs, &good, why);
	/* whose seat is another's has been told so */
	if (!e && theirs && delivery_of(j, &h, &m, &a, &d))
		e = good ? handle_orders(&d, why)
			 : delivery_refuse(&d, NULL, "hold_key", STR(""), why);
	arena_release(&a);
	return e == ERR_NOT_FOUND || e == ERR_ARCHIVED ? ERR_OK : e;
}

enum err delayed_orders_due(struct judge *j, const struct timer_row *t,
			    struct why *why)
{
	struct timer_row later = *t;
	struct game_row g;
	struct arena a;
	bool any;
	enum err e;

	arena_init(&a);
	e = store_game_get(j->st, t->game, &a, &g, why);
	arena_release(&a);
	if (e)
		return e;
	later.due_s = judge_now(j) + PAUSED_S;
	return g.state == GAME_PAUSED
		       ? store_timer_set(j->st, &later, why)
		       : delayed_orders_use(j, t->game, t->slot, &any, why);
}
