/* src/judge/people/leave.c - ends the mails of a spectator or deputy */
#include "judge/people/leave.h"
#include "judge/notify/notify.h"
#include "judge/game/moment.h"
#include "judge/handlers.h"
#include "base/parse.h"
#include "base/str.h"

enum err leave_answer(struct delivery *d, const char *kind, struct str nonce,
		      int64_t expires_s, struct why *why)
{
	struct game_ctx *t = ARENA_NEW(d->a, struct game_ctx);
	char seat[SLOT_NAME_MAX];
	struct payload m;
	struct str lines;
	enum err e;

	if (d->f.slot >= SLOT_OBSERVER && d->f.slot < SLOT_DEPUTY)
		d->f.claim.kind = CLAIM_KEYS;
	e = delivery_first_lines(d, &lines, why);
	if (!e)
		e = game_ctx_load(d->j, d->f.game, d->a, t, why);
	if (e)
		return e;
	slot_name(d->f.slot, seat);
	payload_init(&m);
	payload_text(&m, "seat", str_of(seat));
	payload_text(&m, "first_lines", parse_trim(lines));
	payload_int(&m, "deputy", d->f.slot >= SLOT_DEPUTY);
	if (nonce.len) {
		payload_text(&m, "nonce", nonce);
		payload_text(&m, "expires", time_text(d->a, expires_s));
	}
	return delivery_answer(d, kind, t, payload_end(&m, d->a), why);
}

enum err leave_place(struct delivery *d, struct why *why)
{
	enum err e = store_seat_stop(d->j->st, d->f.game, d->f.slot, true, why);

	d->out = (struct mail_verdict){ "left", d->f.game, d->f.slot };
	return e ? e : leave_answer(d, "unsubscribed", STR(""), 0, why);
}
