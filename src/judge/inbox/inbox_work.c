/*
 * src/judge/inbox/inbox_work.c - stores incoming mails and processes them one
 * by one. Several mails share a transaction; a mail that fails is undone alone.
 */
#include "judge/people/practice.h"
#include "judge/notify/notify.h"
#include "judge/policies/fork_check.h"
#include "judge/game/moment.h"
#include "judge/game/reject.h"
#include "judge/handlers.h"
#include "judge/inbox/bounce.h"
#include "auth/transfer_encoding.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "mail/precheck.h"
#include "store/campaigns.h"

/* so far the clock of a mail server may be ahead of ours */
enum { AHEAD_S = 300 };

/* By its server, where that can be true; else it came just now. */
static void inbox_work_received(const struct judge *j, const struct raw_mail *m,
				struct inbox_row *row)
{
	int64_t now = judge_clock(j);

	row->received_s = m->received_s;
	row->guessed = m->guessed;
	if (0 < m->received_s && m->received_s <= now + AHEAD_S)
		return;
	row->received_s = now;
	row->guessed = true;
}

/*
 * A try is counted, durably, before it is made. New mails are tried next: their
 * first try is counted as they are stored, which spares a transaction.
 */
enum err judge_mails_store(struct judge *j, const struct raw_mail *mails, int n,
			   const struct mail_cursor *at, int *n_new,
			   struct why *why)
{
	enum err e = store_begin_lazily(j->st, why);
	int n_counted = 0;

	*n_new = 0;
	for (int i = 0; !e && i < n; i++) {
		struct hash h = hash_of(mails[i].bytes);
		struct inbox_row row = { .raw = mails[i].bytes,
					 .cut = mails[i].cut };
		int64_t id;
		bool known = true;
		bool tried = j->n_counted + n_counted < JUDGE_BATCH;

		inbox_work_received(j, &mails[i], &row);
		memcpy(row.hash, h.b, HASH_SIZE);
		e = store_inbox_add(j->st, &row, tried, &id, &known, why);
		if (!e && !known && tried)
			j->counted[j->n_counted + n_counted++] = id;
		*n_new += !e && !known;
	}
	if (!e && at)
		e = store_cursor_set(j->st, at->mailbox, at->position, why);
	e = judge_end(j, e, why);
	if (!e)
		j->n_counted += n_counted;
	return e;
}

enum err judge_mailbox_trouble(struct judge *j, enum inbox_trouble kind,
			       struct str subject, struct str words,
			       struct why *why)
{
	enum err e = store_begin_lazily(j->st, why);

	if (!e)
		e = store_trouble_set(j->st, kind, subject, judge_now(j), words,
				      why);
	return judge_end(j, e, why);
}

enum err judge_mailbox_well(struct judge *j, struct why *why)
{
	enum err e = store_begin_lazily(j->st, why);

	if (!e)
		e = store_trouble_clear(j->st, why);
	return judge_end(j, e, why);
}

static bool is_counted(const struct judge *j, int64_t id)
{
	for (int i = 0; i < j->n_counted; i++)
		if (j->counted[i] == id)
			return true;
	return false;
}

/* they are tried now */
static void forget_counted(struct judge *j, const int64_t *ids, int n)
{
	int kept = 0;

	for (int i = 0; i < j->n_counted; i++) {
		bool tried = false;

		for (int k = 0; k < n; k++)
			tried |= ids[k] == j->counted[i];
		if (!tried)
			j->counted[kept++] = j->counted[i];
	}
	j->n_counted = kept;
}

/* One mail ------------------------------------------------------------------
 */

enum err handle_signed(struct delivery *d, struct why *why)
{
	enum err e = ERR_OK;

	switch (d->f.claim.kind) {
	case CLAIM_ORDERS:
	case CLAIM_PREVIEW: e = handle_orders(d, why); break;
	case CLAIM_KEYS: e = handle_keys(d, why); break;
	case CLAIM_GM: e = handle_master(d, why); break;
	default: break;
	}
	if (e != ERR_ARCHIVED)
		return e;
	/* each asks for its game before it changes anything */
	why_clear(why);
	return delivery_refuse(d, NULL, "game_archived", STR(""), why);
}

/* A mail that is no answer to us and has no known signer. */
static enum err read_unsigned(struct delivery *d, struct why *why)
{
	bool found;
	/* whatever its text quotes */
	enum err e = handle_leave(d, &found, why);

	if (!e && !found)
		e = handle_asked(d, &found, why);
	if (e || found)
		return e;
	if (practice_asked(d))
		return handle_practice(d, why);
	switch (d->f.who) {
	case SIGNER_FAILED: return reply_unverified(d, why);
	case SIGNER_JOINS: return handle_join(d, why);
	case SIGNER_BROUGHT: return handle_brought(d, why);
	case SIGNER_UNKNOWN_GAME: return reply_nothing(d, "unknown_game", why);
	case SIGNER_REPEATED:
		d->out = (struct mail_verdict){ "repeated", d->f.game,
						d->f.slot };
		return ERR_OK;
	default: return reply_nothing(d, "no_orders", why);
	}
}

static enum err read_mail(struct delivery *d, struct why *why)
{
	enum mail_automatic robot = mail_is_automatic(d->m, d->j->c.address);
	struct texts texts = { .n = 0 };
	bool found;
	enum err e;

	d->robot = robot != MAIL_HUMAN;
	if (!d->m->fault) {
		e = signer_sent(
			&(struct signer_mail){ d->j, d->m, d->look, d->a },
			&d->f, &texts, why);
		if (e)
			return e;
	}
	/* whoever sent it: this judge has signed what it shows */
	if (!d->m->fault) {
		e = fork_check_report(d, &found, why);
		if (e || found)
			return e;
	}
	/* whatever relayed it: a known person has signed it, or answered a
	 * challenge */
	if (texts.n)
		return texts_execute(d, &texts, why);
	e = bounce_record(d, &found, why);
	if (e || found)
		return e;
	if (robot) {
		d->out.verdict = mail_automatic_name(robot);
		return ERR_OK;
	}
	if (d->m->fault)
		return reply_unreadable(d, message_fault_name(d->m->fault),
					why);
	d->others = texts_others(d, &texts);
	return read_unsigned(d, why);
}

/* Set aside -----------------------------------------------------------------
 * Its text cannot be trusted to a reader any more. If its bytes name a game
 * and it comes from an address of that table, the game is paused: an order may
 * have been lost, and nobody shall gain by that. */

struct named {
	int64_t game;
	int slot;
};

/* Can it be the first line of orders? Few are looked at more closely. */
static bool may_be_head(struct str line)
{
	return line.len && line.len < 200 &&
	       (line.s[0] == 'O' || line.s[0] == 'o' || line.s[0] == '\xc3') &&
	       memchr(line.s, ' ', line.len) && utf8_is_valid(line);
}

/* The first line of orders for a game, in a text. */
static enum err named_in(struct judge *j, struct str text, struct arena *a,
			 struct named *out, struct why *why)
{
	struct str line;
	enum err e = ERR_OK;

	while (!e && !out->game && parse_line(&text, &line)) {
		struct claim c;
		struct game_row g;
		struct seat_row seat;

		if (!may_be_head(line))
			continue;
		claim_parse(j, line, a, &c);
		if (c.kind != CLAIM_ORDERS)
			continue;
		e = store_game_by_name(j->st, c.game, a, &g, why);
		if (!e)
			e = store_seat_get(j->st, g.id, c.slot, a, &seat, why);
		if (!e)
			*out = (struct named){ g.id, c.slot };
		if (e == ERR_NOT_FOUND)
			e = ERR_OK;
	}
	return e;
}

/* The lines up to a blank one; *rest moves after it. */
static struct str inbox_work_paragraph(struct str *rest)
{
	struct str out = { rest->s, 0 }, line;

	while (parse_line(rest, &line) && line.len)
		out.len = (size_t)(line.s + line.len - out.s);
	return out;
}

/* Whatever its headers say: a mail program may have encoded a text with
 * letters beyond ASCII in one way or the other, and a file always. */
static enum err find_named(struct judge *j, struct str raw, struct arena *a,
			   struct named *out, struct why *why)
{
	enum err e;

	*out = (struct named){ .slot = -1 };
	e = named_in(j, transfer_quoted(a, raw), a, out, why);
	while (!e && !out->game && raw.len)
		e = named_in(j, transfer_base64(a, inbox_work_paragraph(&raw)),
			     a, out, why);
	return e;
}

static bool holds_address(struct str raw, struct str address)
{
	for (size_t i = 0; address.len && i + address.len <= raw.len; i++)
		if (!memcmp(raw.s + i, address.s, address.len))
			return true;
	return false;
}

/* Does it come from the holder of this place, by its From? */
static enum err is_from(struct judge *j, struct str raw, int64_t game, int slot,
			struct arena *a, bool *yes, struct why *why)
{
	struct seat_row seat;
	struct person_row p;
	enum err e = store_seat_get(j->st, game, slot, a, &seat, why);

	if (!e && seat.person)
		e = store_person_get(j->st, seat.person, a, &p, why);
	if (!e && seat.person)
		*yes |= holds_address(raw, p.address);
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

/* Pause the game of the player that the mail is from, and name both in out. */
static enum err inbox_work_quarantine(struct judge *j,
				      const struct inbox_row *row,
				      struct arena *a, struct mail_verdict *out,
				      struct why *why)
{
	struct actor h = actor_operator;
	struct game_row g;
	struct named who;
	struct why ignored = { 0 };
	bool theirs = false;
	enum err e = find_named(j, row->raw, a, &who, why);

	if (e || !who.game)
		return e;
	e = store_game_get(j->st, who.game, a, &g, why);
	if (!e)
		e = is_from(j, row->raw, who.game, who.slot, a, &theirs, why);
	if (!e)
		e = is_from(j, row->raw, who.game, SLOT_DEPUTY + who.slot, a,
			    &theirs, why);
	if (!e && theirs) {
		out->game = who.game;
		out->slot = who.slot;
	}
	if (e || g.state != GAME_RUNNING || !theirs)
		return e;
	h.by = STR("judge");
	e = lifecycle_pause(
		j, who.game, &h,
		str_of(arena_printf(a, "quarantined %c", 'A' + who.slot)),
		&ignored);
	return e == ERR_USAGE ? ERR_OK : why_set(why, e, "%s", ignored.text);
}

/* The way of one mail -------------------------------------------------------
 */

static enum err inbox_work_finish(struct judge *j, int64_t id,
				  enum inbox_state next,
				  const struct mail_verdict *o, bool poison,
				  struct why *why)
{
	const struct inbox_end end = { .next = next,
				       .verdict = str_of(o->verdict),
				       .game = o->game,
				       .slot = o->slot,
				       .poison = poison };
	enum err e = store_inbox_finish(j->st, id, &end, why);

	if (!e && j->c.env.judged)
		j->c.env.judged(j->c.env.context, id, o->game, o->slot,
				o->verdict);
	return e;
}

struct parsed {
	struct inbox_row row;
	struct message m;
	struct signature_scan look;
	enum err e; /* ERR_POISON: it broke its reader */
	bool worn;  /* tried too often */
};

static enum err deliver_now(struct judge *j, const struct parsed *p,
			    struct arena *a, struct why *why)
{
	struct delivery d = { .j = j,
			      .a = a,
			      .m = &p->m,
			      .look = &p->look,
			      .inbox = p->row.id,
			      .received_s = p->row.received_s,
			      .hash = p->row.hash,
			      .out = { .verdict = "", .slot = -1 } };
	enum err e;

	d.f.slot = -1;
	e = read_mail(&d, why);
	return e ? e
		 : inbox_work_finish(j, p->row.id, INBOX_DONE, &d.out, false,
				     why);
}

/* All its effects have its time of receipt. */
static enum err at_receipt(struct judge *j, const struct parsed *p,
			   enum err (*what)(struct judge *j,
					    const struct parsed *p,
					    struct arena *a, struct why *why),
			   struct arena *a, struct why *why)
{
	enum err e;

	moment_of_mail(j, &p->row);
	e = what(j, p, a, why);
	moment_end(j);
	return e;
}

static enum err inbox_work_deliver(struct judge *j, const struct parsed *p,
				   struct arena *a, struct why *why)
{
	return at_receipt(j, p, deliver_now, a, why);
}

/* In a part of the transaction of its own. */
static enum err deliver_apart(struct judge *j, const struct parsed *p,
			      struct arena *a, struct why *why)
{
	enum err e = store_nest(j->st, why);

	if (!e)
		e = inbox_work_deliver(j, p, a, why);
	if (!e)
		return store_nest_keep(j->st, why);
	store_nest_drop(j->st);
	return e;
}

/* A game that cannot even be paused must not keep a mail in the way. */
static enum err quarantine_if(struct judge *j, const struct parsed *p,
			      struct arena *a, struct mail_verdict *out,
			      struct why *why)
{
	enum err e = store_nest(j->st, why);

	if (e)
		return e;
	e = inbox_work_quarantine(j, &p->row, a, out, why);
	if (!e)
		return store_nest_keep(j->st, why);
	store_nest_drop(j->st);
	if (e == ERR_DISK)
		return e;
	why_clear(why);
	return ERR_OK;
}

static enum err give_up_now(struct judge *j, const struct parsed *p,
			    struct arena *a, struct why *why)
{
	bool poison = p->e == ERR_POISON;
	struct mail_verdict o = { poison ? "poison" : "quarantined", 0, -1 };
	struct delivery d = { .j = j,
			      .a = a,
			      .m = &p->m,
			      .inbox = p->row.id,
			      .hash = p->row.hash };
	enum err e = quarantine_if(j, p, a, &o, why);

	d.f.slot = -1;
	if (!e)
		e = reply_unreadable(&d, o.verdict, why);
	return e ? e
		 : inbox_work_finish(j, p->row.id, INBOX_QUARANTINED, &o,
				     poison, why);
}

static enum err give_up(struct judge *j, const struct parsed *p,
			struct arena *a, struct why *why)
{
	return at_receipt(j, p, give_up_now, a, why);
}

/* Count the attempts of a batch before any of it is looked at, so that they are
 * known when a process dies of it. */
static enum err count_attempts(struct judge *j, const int64_t *ids, int n,
			       struct parsed *batch, struct why *why)
{
	bool all = true;
	enum err e;

	for (int i = 0; i < n; i++)
		all = all && is_counted(j, ids[i]);
	e = all ? ERR_OK : store_begin_lazily(j->st, why);
	for (int i = 0; !all && !e && i < n; i++) {
		int attempts = 0;

		if (is_counted(j, ids[i]))
			continue;
		e = store_inbox_try(j->st, ids[i], &attempts, why);
		batch[i].worn = attempts > JUDGE_ATTEMPTS;
	}
	if (!all && !e)
		e = store_commit(j->st, why);
	if (e)
		store_rollback(j->st);
	else
		forget_counted(j, ids, n);
	return e;
}

/* Mails being read. While the reader has the next one, there is time for a
 * look at this: their turn comes when all of them are read. */
struct parse_batch {
	struct judge *j;
	struct parsed *const *mails;
	struct message *m;
	enum err *each;
	struct arena *a;
};

static void have_read(void *of, int i)
{
	struct parse_batch *r = of;
	struct parsed *p = r->mails[i];

	p->m = r->m[i];
	p->e = r->each[i];
	if (!p->e)
		signer_look(r->j, &p->m, r->a, &p->look);
}

static enum err read_mails(struct judge *j, struct parsed *const *mails, int n,
			   struct arena *a, struct why *why)
{
	struct str *raw = ARENA_ARRAY(a, (size_t)n, struct str);
	struct parse_batch r = { .j = j,
				 .mails = mails,
				 .m = ARENA_ARRAY(a, (size_t)n, struct message),
				 .each = ARENA_ARRAY(a, (size_t)n, enum err),
				 .a = a };

	const struct mail_batch batch = { .raw = raw,
					  .n = n,
					  .a = a,
					  .m = r.m,
					  .each = r.each,
					  .done = have_read,
					  .of = &r };

	for (int i = 0; i < n; i++)
		raw[i] = mails[i]->row.raw;
	return j->c.env.read(j->c.env.context, &batch, why);
}

static void no_look(void *of, int i)
{
	(void)of;
	(void)i;
}

/* Who wrote what broke the reader, from a harmless mail made of its header. */
static enum err inbox_work_salvage(struct judge *j, struct parsed *p,
				   struct arena *a, struct why *why)
{
	struct str raw = precheck_salvage(a, p->row.raw);
	enum err e = ERR_OK, broke = ERR_OK;
	const struct mail_batch one = { .raw = &raw,
					.n = 1,
					.a = a,
					.m = &p->m,
					.each = &broke,
					.done = no_look };

	p->m = (struct message){ 0 };
	if (raw.len)
		e = j->c.env.read(j->c.env.context, &one, why);
	if (e || !broke)
		return e;
	p->m = (struct message){ 0 };
	why_clear(why);
	return ERR_OK;
}

/* Outside of the transaction: reading takes its time, and may kill a reader. */
static enum err read_batch(struct judge *j, const int64_t *ids, int n,
			   struct arena *a, struct parsed *batch,
			   struct why *why)
{
	struct parsed *fit[JUDGE_BATCH];
	enum err e = ERR_OK;
	int n_fit = 0;

	for (int i = 0; !e && i < n; i++) {
		e = store_inbox_get(j->st, ids[i], a, &batch[i].row, why);
		if (!batch[i].worn)
			fit[n_fit++] = &batch[i];
	}
	if (!e)
		e = read_mails(j, fit, n_fit, a, why);
	for (int i = 0; !e && i < n; i++) {
		struct parsed *p = &batch[i];

		/* a reader may die of something else: alone, once more */
		if (p->e) {
			why_clear(why);
			e = read_mails(j, &p, 1, a, why);
		}
		if (!p->e && p->row.cut)
			p->m.fault = MESSAGE_TOO_LARGE;
		/* no reader at all is no fault of the mail */
		if (!e && (p->worn || p->e)) {
			why_clear(why);
			e = inbox_work_salvage(j, p, a, why);
		}
	}
	return e;
}

/*
 * Mails are taken in the order of receipt. Those of one seat that came in one
 * second are taken by serial. Batches are short, so a plain insertion will do.
 */
static void by_serial(struct parsed *batch, int n)
{
	for (int i = 0; i < n; i++) {
		struct parsed p = batch[i];
		const struct claim *c = signature_scan_claim(&p.look);
		int to = i;

		if (c->kind == CLAIM_NONE || c->kind == CLAIM_JOIN)
			continue;
		for (int k = 0; k < i && to == i; k++) {
			const struct claim *other =
				signature_scan_claim(&batch[k].look);

			if (batch[k].row.received_s == p.row.received_s &&
			    other->kind == c->kind && other->slot == c->slot &&
			    str_equal(other->game, c->game) &&
			    other->serial > c->serial)
				to = k;
		}
		memmove(&batch[to + 1], &batch[to],
			(size_t)(i - to) * sizeof(p));
		batch[to] = p;
	}
}

/*
 * Does something come between two mails of a batch: a timer that is due before
 * the second, or a campaign that goes on after the first?
 */
static enum err is_parted(struct judge *j, int64_t first_s, int64_t second_s,
			  bool *yes, struct why *why)
{
	struct timer_row t;
	enum err e = timers_next(j, second_s - 1, &t, why);

	*yes = !e;
	if (e == ERR_NOT_FOUND)
		e = ERR_OK;
	if (!e && !*yes && j->c.env.follow)
		e = store_campaign_is_due(j->st, first_s, yes, why);
	return e;
}

/*
 * Deliver a batch in one transaction, up to the point where it is split: *n is
 * that number of mails. The fault of a single mail is in why and *first; a
 * returned error is the environment's, and the whole batch was rolled back.
 * Savepoints cost time and are seldom needed: without them (apart is false) the
 * batch ends at the first mail that cannot be delivered, and everything is
 * rolled back.
 */
static enum err deliver_all(struct judge *j, const struct parsed *batch, int *n,
			    bool apart, int *n_done, enum err *first,
			    struct why *why)
{
	struct arena one;
	int done = 0;
	bool parted = false;
	enum err e = store_begin_lazily(j->st, why), failed = ERR_OK;

	arena_init(&one);
	for (int i = 0; !e && i < *n && (apart || !failed); i++) {
		const struct parsed *p = &batch[i];
		bool hopeless = p->worn || p->e == ERR_POISON;
		enum err got = hopeless ? give_up(j, p, &one, why)
			       : apart  ? deliver_apart(j, p, &one, why)
					: inbox_work_deliver(j, p, &one, why);

		arena_release(&one);
		done += !got;
		/* a full disk is no fault of a mail, and may have ended the
		 * transaction under us; all else is put down to the mail */
		if (got == ERR_DISK)
			e = got;
		else if (got && !failed)
			failed = got;
		if (!e && !got && i + 1 < *n)
			e = is_parted(j, p->row.received_s,
				      batch[i + 1].row.received_s, &parted,
				      why);
		if (parted)
			*n = i + 1;
	}
	if (!e && (apart || !failed))
		e = store_commit(j->st, why);
	if (e || (failed && !apart))
		store_rollback(j->st);
	else
		*n_done += done;
	if (!*first)
		*first = failed;
	return e;
}

static enum err deliver_batch(struct judge *j, const struct parsed *batch,
			      int *n, int *n_done, enum err *first,
			      struct why *why)
{
	enum err failed = ERR_OK;
	int all = *n;
	enum err e = deliver_all(j, batch, n, false, n_done, &failed, why);

	if (e || !failed)
		return e;
	if (!*first)
		why_clear(why);
	*n = all;
	return deliver_all(j, batch, n, true, n_done, first, why);
}

/* Subtract the counted attempts of mails that were not tried. */
static void batch_uncount(struct judge *j, const struct parsed *batch, int n)
{
	int64_t ids[JUDGE_BATCH];

	for (int i = 0; i < n; i++)
		ids[i] = batch[i].row.id;
	attempts_note(&j->inbox_unmade, ids, n);
	attempts_uncount(j, &j->inbox_unmade, store_inbox_back, NULL);
}

enum err inbox_work(struct judge *j, const struct inbox_open *open, int *n,
		    int *n_done, enum err *first, struct why *why)
{
	int64_t ids[JUDGE_BATCH];
	struct parsed *batch;
	struct arena a;
	int all = *n;
	enum err e;

	/* what was tried before is tried alone: one of its batch killed us,
	 * and the others shall not suffer for it again */
	for (int i = 0; i < all; i++)
		if (open[i].attempts && !is_counted(j, open[i].id))
			all = i ? i : 1;
	*n = all;

	arena_init(&a);
	batch = ARENA_ARRAY(&a, (size_t)all, struct parsed);
	for (int i = 0; i < all; i++)
		batch[i].row.id = ids[i] = open[i].id;
	e = attempts_uncount(j, &j->inbox_unmade, store_inbox_back, why);
	if (!e)
		e = count_attempts(j, ids, all, batch, why);
	if (e) {
		arena_release(&a);
		return e;
	}
	e = read_batch(j, ids, all, &a, batch, why);
	if (!e) {
		by_serial(batch, all);
		e = deliver_batch(j, batch, n, n_done, first, why);
	}
	if (e)
		batch_uncount(j, batch, all);
	else if (*n < all)
		batch_uncount(j, batch + *n, all - *n);
	arena_release(&a);
	return e;
}
