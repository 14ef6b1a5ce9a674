/*
 * src/judge/inbox/unsubscribe.c - handles List-Unsubscribe (RFC 2369), the
 * button of mail programs that ends the mails of a list. The button sends an
 * unsigned mail with the subject
 *
 *	LEAVE game seat
 *
 * For a player or game master the mail itself changes nothing. If it comes from
 * the address of the holder, the judge mails the choices of a signed text: a
 * digest, surrender, or LEAVE of a game master.
 * A spectator or deputy leaves by this one mail. Its subject has the secret
 * number in the header of each of their mails:
 *
 *	LEAVE game seat number
 *
 * Then no mails of that game go there any more, until a signed PREFER below
 * KEYS of that seat. Without the number the judge asks at the address on
 * record, with a number that is used once.
 */
#include "judge/notify/notify.h"
#include "judge/notify/verp.h"
#include "judge/game/moment.h"
#include "judge/handlers.h"
#include "judge/people/leave.h"
#include "base/parse.h"
#include "base/str.h"

enum { LEAVES_A_DAY = 3, NONCE_BYTES = 16 };

/* What the subject asks for. */
struct unsubscribe {
	struct str game, nonce; /* nonce: "" or as it was mailed */
	int slot;
};

/* Of a seat's deputy, too: DA. */
static int slot_named(struct str name)
{
	struct str seat = { name.s + 1, name.len - 1 };

	if (name.len != 2 || name.s[0] != 'D')
		return slot_parse(name);
	return slot_parse(seat) < 0 || slot_parse(seat) >= SEATS_MAX
		       ? -1
		       : SLOT_DEPUTY + slot_parse(seat);
}

/* The words behind LEAVE, wherever it stands: answers put words before it. */
static bool unsubscribe_read(struct delivery *d, struct unsubscribe *out)
{
	struct str rest = d->m->subject, word;

	*out = (struct unsubscribe){ .slot = -1, .nonce = STR("") };
	while (parse_field(&rest, ' ', &word))
		if (str_is(str_upper(d->a, word), "LEAVE"))
			break;
	if (!parse_field(&rest, ' ', &word))
		return false;
	out->game = str_lower(d->a, word);
	if (parse_field(&rest, ' ', &word))
		out->slot = slot_named(str_upper(d->a, word));
	if (parse_field(&rest, ' ', &word))
		out->nonce = str_lower(d->a, word);
	return out->slot >= 0;
}

/* Is it from the seat's holder, by its address? */
static enum err sits_there(struct delivery *d, const struct unsubscribe *l,
			   struct game_row *g, bool *theirs, struct why *why)
{
	struct str from = d->m->from.n
				  ? str_lower(d->a, d->m->from.list[0].addr)
				  : STR("");
	struct seat_row seat = { 0 };
	int64_t person = 0;
	bool yes = false;
	enum err e = store_game_by_name(d->j->st, l->game, d->a, g, why);

	*theirs = false;
	if (!e)
		e = store_seat_get(d->j->st, g->id, l->slot, d->a, &seat, why);
	if (e || !seat.person)
		return e == ERR_NOT_FOUND ? ERR_OK : e;
	e = reply_allowed(d, from, "leave ", LEAVES_A_DAY, &person, &yes, why);
	*theirs = !e && yes && person == seat.person;
	d->f.person = seat.person;
	d->f.game = g->id;
	d->f.slot = l->slot;
	return e;
}

/* Who watches, at the address on record. */
static enum err unsubscribe_ask(struct delivery *d, struct why *why)
{
	struct change_row c = { .kind = CHANGE_LEAVE,
				.person = d->f.person,
				.game = d->f.game,
				.slot = d->f.slot,
				.text = STR(""),
				.signature = STR(""),
				.expires_s = judge_now(d->j) + JUDGE_JOIN_S };
	uint8_t bytes[NONCE_BYTES];
	struct str nonce;
	struct hash h;
	enum err e;

	judge_random(d->j, bytes, sizeof(bytes));
	nonce = hex_of(d->a, bytes, sizeof(bytes));
	h = hash_of(nonce);
	memcpy(c.nonce, h.b, HASH_SIZE);
	e = store_change_add(d->j->st, &c, judge_now(d->j), why);
	return e ? e : leave_answer(d, "unsubscribe", nonce, c.expires_s, why);
}

/* *good: it is the number that was asked of this seat, in time. */
static enum err number_fits(struct delivery *d, const struct unsubscribe *l,
			    struct change_row *c, bool *good, struct why *why)
{
	enum err e = change_find(d->j, l->nonce, d->a, c, why);

	*good = !e && c->kind == CHANGE_LEAVE && c->person == d->f.person &&
		c->game == d->f.game && c->slot == d->f.slot && !c->done &&
		c->expires_s >= judge_now(d->j);
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

/* Is it the number of a header of a mail to this place? */
static bool has_token(struct delivery *d, const struct unsubscribe *l)
{
	return str_equal(l->nonce,
			 verp_leave_token(&d->j->c.key, d->f.game, d->f.slot,
					  d->f.person, d->a));
}

static enum err unsubscribe_seat(struct delivery *d, const struct change_row *c,
				 struct why *why)
{
	enum err e = store_change_done(d->j->st, c->nonce, why);

	return e ? e : leave_place(d, why);
}

enum err handle_leave(struct delivery *d, bool *mine, struct why *why)
{
	struct change_row c;
	struct game_row g;
	struct unsubscribe l;
	const struct signer_result found = d->f;
	bool theirs = false, good = false;
	enum err e;

	*mine = false;
	if (!unsubscribe_read(d, &l))
		return ERR_OK;
	e = sits_there(d, &l, &g, &theirs, why);
	if (e || !theirs) {
		d->f = found;
		return e;
	}
	*mine = true;
	d->out = (struct mail_verdict){ "leave", d->f.game, d->f.slot };
	if (l.slot < SLOT_OBSERVER)
		return leave_answer(d, "unsubscribe", STR(""), 0, why);
	if (has_token(d, &l))
		return leave_place(d, why);
	if (l.nonce.len)
		e = number_fits(d, &l, &c, &good, why);
	if (e)
		return e;
	return good ? unsubscribe_seat(d, &c, why) : unsubscribe_ask(d, why);
}
