/*
 * src/judge/notify/outbox.c - sends due mails: renders them from the log alone,
 * stores the bytes, marks the row SENDING, and only then hands them out. So
 * after any fault a mail is sent again unchanged or not at all.
 */
#include "base/xalloc.h"
#include "judge/notify/notify.h"
#include "judge/notify/gm_summary.h"
#include "judge/notify/digest.h"
#include "judge/notify/mail_inputs.h"
#include "judge/handlers.h"
#include "judge/notify/relay.h"
#include "judge/notify/verp.h"
#include "base/parse.h"
#include "mail/addr.h"
#include <stdio.h>
#include <stdlib.h>

enum {
	MAIL_MAX = 8 << 20,
	GIVE_UP_S = 5 * 86400, /* after so long a mail has failed */
	HOLD_S = 3600,
	MEND_S = 86400 /* so long a template may be mended, then less is sent */
};

static enum err render(struct judge *j, const struct outbox_row *row,
		       enum mail_richness form, struct arena *a,
		       struct buf *out, struct why *why)
{
	const struct mail_content *l;
	enum err e = mail_inputs_gather(j, row, form, a, &l, why);

	return e ? e : j->c.env.render(j->c.env.context, l, out, why);
}

/* --- mails being written ------------------------------------------------ */

enum {
	DRAFTS_AHEAD = 8, /* while pictures are painted elsewhere */
	LATEST_PART = 2   /* of the drafts one in so many may be a late one */
};

/* A row of the outbox on its way to bytes. */
struct outgoing {
	int64_t id;
	struct arena a; /* of the row, and of what its writing borrows */
	struct outbox_row row;
	enum mail_richness form;
	struct render_ctx *writing; /* NULL: in one step, when it leaves */
	enum err trouble;           /* it could not be begun, and why */
	struct why slip;
};

static void draft_drop(struct judge *j, struct outgoing *d)
{
	if (d->writing)
		j->c.env.drop(j->c.env.context, d->writing);
	arena_release(&d->a);
	free(d);
}

/* the first n have left */
static void drafts_left(struct judge *j, int n)
{
	for (int i = 0; i < n; i++)
		draft_drop(j, j->drafts[i]);
	j->n_drafts -= n;
	memmove(j->drafts, j->drafts + n,
		(size_t)j->n_drafts * sizeof(struct outgoing *));
}

void judge_drafts_drop(struct judge *j)
{
	int64_t ids[JUDGE_BATCH];

	if (!j->n_drafts)
		return;
	for (int i = 0; i < j->n_drafts; i++)
		ids[i] = j->drafts[i]->id;
	attempts_note(&j->outbox_unmade, ids, j->n_drafts);
	drafts_left(j, j->n_drafts);
}

int judge_writing(const struct judge *j)
{
	return relay_room(j, 1) ? j->n_drafts : 0;
}

/* the form of a mail after so many attempts */
static enum mail_richness form_of(int tries)
{
	return tries <= JUDGE_ATTEMPTS       ? MAIL_WHOLE
	       : tries <= 2 * JUDGE_ATTEMPTS ? MAIL_NO_PICTURE
					     : MAIL_PLAIN;
}

/* The first step, where there are two: of a mail that may have a picture. */
static void draft_begin(struct judge *j, struct outgoing *d)
{
	const struct judge_env *env = &j->c.env;
	const struct mail_content *l;

	d->form = d->row.size ? MAIL_WHOLE : form_of(d->row.renders);
	if (!d->row.size && (int)d->form < d->row.form)
		d->form = (enum mail_richness)d->row.form;
	if (!env->begin || d->row.size || !d->row.game || d->form)
		return;
	d->trouble =
		mail_inputs_gather(j, &d->row, d->form, &d->a, &l, &d->slip);
	if (!d->trouble)
		d->trouble = env->begin(env->context, l, &d->writing, &d->slip);
}

/*
 * Its painter died, perhaps because of it: this counts as an attempt. The mail
 * keeps its place, so that no later mail overtakes it.
 */
static enum err draft_again(struct judge *j, struct outgoing *d,
			    struct why *why)
{
	char words[128];
	enum err e = store_begin_lazily(j->st, why);

	snprintf(words, sizeof(words),
		 "mail %lld: the painter of its picture died",
		 (long long)d->id);
	if (j->c.env.tell)
		j->c.env.tell(j->c.env.context, words);
	if (!e)
		e = store_outbox_try(j->st, d->id, 0, &d->row.renders, why);
	e = judge_end(j, e, why);
	if (e)
		return e;
	j->c.env.drop(j->c.env.context, d->writing);
	d->writing = NULL;
	draft_begin(j, d);
	return ERR_OK;
}

/* How many of the first ones can leave. */
static enum err drafts_look(struct judge *j, int *n_ready, struct why *why)
{
	bool all = true;

	*n_ready = 0;
	for (int i = 0; i < j->n_drafts; i++) {
		struct outgoing *d = j->drafts[i];
		enum writing_state s = WRITING_READY;

		if (d->writing)
			s = j->c.env.state(j->c.env.context, d->writing);
		if (s == WRITING_BROKEN) {
			enum err e = draft_again(j, d, why);

			if (e)
				return e;
			s = d->writing ? WRITING_WAITS : WRITING_READY;
		}
		all &= s == WRITING_READY;
		*n_ready += all;
	}
	return ERR_OK;
}

/*
 * Which of the due rows to work on: all, but one that was tried before is
 * tried alone, for it or its neighbour killed us. The tries are counted
 * before they are made, and only those that are made. One whose plain
 * form killed us, too, is tried once an hour from then on.
 */
static enum err choose(struct judge *j, int64_t *ids, int *n, struct why *why)
{
	int kept = 0, before = 0;
	enum err e = store_begin_lazily(j->st, why);

	for (int i = 0; !e && i < *n && !before; i++) {
		int64_t next_s = 0;
		int tries;

		e = store_outbox_tries(j->st, ids[i], &before, why);
		if (before && (kept || j->n_drafts))
			break;
		if (before >= 3 * JUDGE_ATTEMPTS)
			next_s = judge_clock(j) + HOLD_S;
		if (!e)
			e = store_outbox_try(j->st, ids[i], next_s, &tries,
					     why);
		ids[kept++] = ids[i];
	}
	*n = kept;
	return judge_end(j, e, why);
}

static bool is_draft(const struct judge *j, int64_t id)
{
	for (int i = 0; i < j->n_drafts; i++)
		if (j->drafts[i]->id == id)
			return true;
	return false;
}

/*
 * Where the line is long, a part of the room is for its end: who writes while a
 * hundred others are answered need not wait for all of them, and the line still
 * moves.
 */
static enum err latest_too(struct judge *j, int room, int64_t *ids,
			   struct why *why)
{
	int64_t late[JUDGE_BATCH];
	int n = 0, last = room;
	enum err e = store_outbox_latest(j->st, judge_clock(j), late,
					 room / LATEST_PART, &n, why);

	for (int i = 0; !e && i < n; i++) {
		bool known = is_draft(j, late[i]);

		for (int k = 0; k < room; k++)
			known |= ids[k] == late[i];
		if (!known)
			ids[--last] = late[i];
	}
	return e;
}

/* the due rows that are no drafts yet, at most room */
static enum err due(struct judge *j, int room, int64_t *ids, int *n,
		    struct why *why)
{
	int max = room + j->n_drafts, all = 0;
	enum err e = store_outbox_due(j->st, judge_clock(j), ids,
				      max < JUDGE_BATCH ? max : JUDGE_BATCH,
				      &all, why);

	*n = 0;
	for (int i = 0; i < all && *n < room; i++)
		if (!is_draft(j, ids[i]))
			ids[(*n)++] = ids[i];
	return !e && *n == room ? latest_too(j, room, ids, why) : e;
}

/* Begin due mails, as many as there is room for. */
static enum err drafts_begin(struct judge *j, int max, struct why *why)
{
	int most = j->c.env.begin && max > DRAFTS_AHEAD ? DRAFTS_AHEAD : max;
	int64_t ids[JUDGE_BATCH];
	int room = (most < JUDGE_BATCH ? most : JUDGE_BATCH) - j->n_drafts;
	int n = 0, first = j->n_drafts;
	/* each time is a transaction: not for every one that left */
	bool wanted = room > 0 && 2 * j->n_drafts <= most;
	enum err e = wanted ? due(j, room, ids, &n, why) : ERR_OK;

	if (!e && n)
		e = choose(j, ids, &n, why);
	if (e)
		return e;
	for (int i = 0; i < n; i++) {
		struct outgoing *d = xalloc_check(calloc(1, sizeof(*d)));

		d->id = ids[i];
		j->drafts[j->n_drafts++] = d;
	}
	for (int i = first; !e && i < j->n_drafts; i++) {
		struct outgoing *d = j->drafts[i];

		e = store_outbox_get(j->st, d->id, &d->a, &d->row, why);
		if (!e)
			draft_begin(j, d);
	}
	return e;
}

/* --- its bytes ------------------------------------------------------------ */

/* A mail that is too long stays so; an error in a template may be fixed. */
static bool less_is_tried(const struct judge *j, const struct outgoing *d,
			  enum err e)
{
	return d->form < MAIL_PLAIN &&
	       (e == ERR_TOO_LARGE ||
		(e && judge_clock(j) - d->row.queued_s > MEND_S));
}

/* The second step, or all in one. Less and less of it, until it can be written:
 * something is always sent. */
static enum err draft_write(struct judge *j, struct outgoing *d,
			    struct buf *out)
{
	enum err e = d->trouble;

	if (d->writing)
		e = j->c.env.finish(j->c.env.context, d->writing, out,
				    &d->slip);
	else if (!e)
		e = render(j, &d->row, d->form, &d->a, out, &d->slip);
	d->writing = NULL;
	for (;;) {
		if (!e && out->full)
			e = why_set(&d->slip, ERR_TOO_LARGE,
				    "the mail is over 8 MiB");
		if (!less_is_tried(j, d, e))
			return e;
		d->form++;
		buf_release(out);
		buf_init(out, MAIL_MAX);
		why_clear(&d->slip);
		e = render(j, &d->row, d->form, &d->a, out, &d->slip);
	}
}

/* --- its Message-ID ------------------------------------------------------- */

/*
 * The Message-ID of these bytes: that of the row, with a part that depends on
 * all else. A judge that is restored may say something else by the same row;
 * then the mail has another name, and no mail system takes it for a copy.
 */
static struct str id_of_bytes(const struct judge *j, struct str row_id,
			      struct str bytes, struct arena *a)
{
	enum { PART = 6 };
	struct str domain = addr_domain(row_id);
	struct hasher h;
	struct hash part;

	hasher_init(&h, bytes_of(j->chance, HASH_SIZE), HASH_SIZE);
	hasher_addz(&h, "message-id");
	hasher_add_u8(&h, 0);
	hasher_add(&h, bytes.s, bytes.len);
	hasher_end(&h, part.b);
	return str_of(arena_printf(a, "%.*s.%s@%.*s",
				   (int)(row_id.len - domain.len - 1), row_id.s,
				   hex_of(a, part.b, PART).s, STR_ARG(domain)));
}

/* The mail with `sent` in its field Message-ID instead of `row_id`. */
static struct str bytes_named(struct str mail, struct str row_id,
			      struct str sent, struct arena *a)
{
	static const struct str field = STR("Message-ID: <");
	struct str rest = mail, line;

	while (parse_line(&rest, &line) && line.len > 1) {
		size_t at = (size_t)(line.s - mail.s) + field.len;
		struct str id = { line.s + field.len, row_id.len };
		struct buf b;
		struct str out;

		if (line.len < field.len + id.len ||
		    memcmp(line.s, field.s, field.len) ||
		    !str_equal(id, row_id))
			continue;
		buf_init(&b, MAIL_MAX + 1000);
		buf_add(&b, mail.s, at);
		buf_adds(&b, sent);
		buf_add(&b, mail.s + at + id.len, mail.len - at - id.len);
		out = arena_str(a, buf_str(&b));
		buf_release(&b);
		return out;
	}
	return arena_str(a, mail);
}

/* Its bytes, under the name by which they are sent. */
static enum err bytes_keep(struct judge *j, struct outgoing *d, struct str mail,
			   struct str *bytes, struct why *why)
{
	struct str id = id_of_bytes(j, d->row.message_id, mail, &d->a);
	struct hash h;
	enum err e;

	*bytes = bytes_named(mail, d->row.message_id, id, &d->a);
	h = hash_of(*bytes);
	e = store_outbox_render(j->st, d->id, *bytes, h.b, why);
	return e ? e : store_outbox_name(j->st, d->id, id, why);
}

/* Bytes for a row that has none; one that cannot be written is held back. */
static enum err prepare(struct judge *j, struct outgoing *d, struct str *bytes,
			bool *ready, struct why *why)
{
	struct buf b;
	enum err e;

	*ready = true;
	if (d->row.size)
		return store_outbox_bytes(j->st, d->id, &d->a, bytes, why);
	buf_init(&b, MAIL_MAX);
	if (draft_write(j, d, &b)) {
		*ready = false;
		e = store_outbox_defer(j->st, d->id, str_of(d->slip.text),
				       judge_clock(j) + HOLD_S, why);
	} else {
		e = bytes_keep(j, d, buf_str(&b), bytes, why);
	}
	buf_release(&b);
	return e;
}

/* Is there nothing left of what it was to say? */
static enum err is_moot(struct judge *j, struct outgoing *d, bool *moot,
			struct why *why)
{
	struct str matter;
	enum err e = notify_warning_moot(j, &d->row, &d->a, moot, why);

	return e || *moot ? e
			  : gm_summary_still(j, &d->row, &d->a, &matter, moot,
					     why);
}

/* Store its bytes if need be, and mark it SENDING. */
static enum err post_one(struct judge *j, struct outgoing *d, struct arena *a,
			 struct posting *out, bool *ready, struct why *why)
{
	struct str bytes = { 0 };
	bool moot = false;
	enum err e = ERR_OK;

	if (d->row.state == OUTBOX_READY)
		e = is_moot(j, d, &moot, why);
	if (e || moot)
		return e ? e
			 : store_outbox_withdraw(j->st, d->id, "moot",
						 judge_clock(j), why);
	e = prepare(j, d, &bytes, ready, why);
	if (!e && *ready)
		e = store_outbox_take(j->st, d->id, why);
	if (!e && *ready)
		*out = (struct posting){
			.id = d->id,
			.sender = d->row.automatic ? STR("")
				  : j->c.plus
					  ? verp_address(j->c.address,
							 &j->c.key, d->id, a)
					  : j->c.address,
			.recipient = arena_str(a, d->row.address),
			.bytes = arena_str(a, bytes),
			.form = d->form,
			.too_large = d->row.form > 0,
		};
	if (!e && *ready)
		relay_leaves(j);
	return e;
}

/* The first drafts leave, in one transaction, or none: whatever happens from
 * here on, what they tell and their bytes are there. */
static enum err drafts_post(struct judge *j, int leave, struct arena *a,
			    struct posting *out, int *n, struct why *why)
{
	enum err e = store_begin(j->st, why);

	for (int i = 0; !e && i < leave; i++) {
		bool ready = false;

		e = post_one(j, j->drafts[i], a, &out[*n], &ready, why);
		*n += !e && ready;
	}
	e = judge_end(j, e, why);
	if (e)
		*n = 0;
	else
		drafts_left(j, leave);
	return e;
}

enum err judge_post(struct judge *j, struct arena *a, struct posting *out,
		    int max, int *n, struct why *why)
{
	int ready = 0;
	enum err e;

	*n = 0;
	e = relay_refresh(j, why);
	if (!e)
		e = attempts_uncount(j, &j->outbox_unmade, store_outbox_back,
				     why);
	max = relay_room(j, max);
	if (!e && !max)
		return ERR_OK;
	if (!e)
		e = digest_gather(j, why);
	if (e)
		return e;
	e = drafts_begin(j, max, why);
	if (!e)
		e = drafts_look(j, &ready, why);
	/* nor is every one worth a transaction of its own, where more follow */
	if (ready < j->n_drafts && 2 * ready < DRAFTS_AHEAD)
		ready = 0;
	ready = ready < max ? ready : max;
	if (!e && ready)
		e = drafts_post(j, ready, a, out, n, why);
	/* all of them, so that none overtakes one that is begun again */
	if (e) {
		judge_drafts_drop(j);
		attempts_uncount(j, &j->outbox_unmade, store_outbox_back, NULL);
	}
	return e;
}

/* Pauses of one mail grow: 1, 2, 5, 15, 60 minutes, then 4 hours each. */
static int64_t pause_after(int attempts)
{
	static const int64_t minutes[] = { 1, 2, 5, 15, 60 };

	if (attempts < 1)
		attempts = 1;
	return 60 * (attempts <= (int)ARRAY_LEN(minutes) ? minutes[attempts - 1]
							 : 240);
}

/* What became of one mail, while it is put on record. */
struct posted {
	struct outbox_row row; /* as it was */
	const struct posting_result *r;
	int64_t now;
	bool old; /* tried for so long that it has failed */
};

static enum err posted_finish(struct judge *j, const struct posted *p,
			      enum outbox_state next, struct why *why)
{
	bool again = next == OUTBOX_READY || next == OUTBOX_UNKNOWN;
	const struct outbox_end end = {
		.next = next,
		.code = p->r->code,
		.trouble = p->r->words,
		.now_s = p->now,
		.next_s = again ? p->now + pause_after(p->row.attempts) : 0
	};

	return store_outbox_finish(j->st, p->row.id, &end, why);
}

static enum err posted_hold(struct judge *j, const struct posted *p,
			    bool counted, struct why *why)
{
	return store_outbox_hold(
		j->st, p->row.id, p->r->code, p->r->words, counted,
		counted ? j->relay.next_s : p->row.next_s, why);
}

static enum err posted_refused(struct judge *j, const struct posted *p,
			       struct why *why)
{
	bool suspected = false;
	enum err e = relay_suspected(j, &p->row, p->r, &suspected, why);

	if (!e && suspected && !p->old)
		return posted_hold(j, p, true, why);
	if (!e)
		e = posted_finish(j, p, OUTBOX_FAILED, why);
	if (!e && !suspected) {
		e = relay_answered(j, false, why);
		return e ? e
			 : person_bounced(j, p->row.address, &p->row,
					  p->r->words, why);
	}
	return e;
}

/* The sender or relaying is refused, to this recipient: as long as the server
 * accepts other mails, this one alone waits. */
static enum err posted_relaying(struct judge *j, const struct posted *p,
				struct why *why)
{
	bool alone = j->relay.state == RELAY_OPEN && p->row.code >= 500 &&
		     p->row.code == p->r->code;
	enum err e;

	if (p->old || alone)
		return posted_finish(
			j, p, p->old ? OUTBOX_FAILED : OUTBOX_READY, why);
	e = relay_fault(j, RELAY_HELD, p->r, why);
	return e ? e : posted_hold(j, p, true, why);
}

/* The same mail with less in it; one that has nothing left to leave out has
 * failed, whoever it is for. */
static enum err posted_too_large(struct judge *j, const struct posted *p,
				 struct why *why)
{
	int form = (int)form_of(p->row.renders);
	enum err e = relay_answered(j, false, why);

	if (form < p->row.form)
		form = p->row.form;
	if (e || form >= MAIL_PLAIN)
		return e ? e : posted_finish(j, p, OUTBOX_FAILED, why);
	e = store_outbox_hold(j->st, p->row.id, p->r->code, p->r->words, true,
			      p->now, why);
	return e ? e : store_outbox_shrink(j->st, p->row.id, form + 1, why);
}

static enum err posted_fate(struct judge *j, const struct posted *p,
			    struct why *why)
{
	enum err e = ERR_OK;

	switch (p->r->fate) {
	case POSTING_SENT:
		e = relay_answered(j, true, why);
		return e ? e : posted_finish(j, p, OUTBOX_SENT, why);
	case POSTING_LATER:
		e = relay_answered(j, false, why);
		return e ? e
			 : posted_finish(j, p,
					 p->old ? OUTBOX_FAILED : OUTBOX_READY,
					 why);
	case POSTING_REFUSED: return posted_refused(j, p, why);
	case POSTING_TOO_LARGE: return posted_too_large(j, p, why);
	case POSTING_CONTENT:
		e = relay_answered(j, false, why);
		return e ? e : posted_finish(j, p, OUTBOX_FAILED, why);
	case POSTING_UNKNOWN:
		/* a server that never says so gets it no more */
		if (j->relay.probing)
			e = relay_fault(j, RELAY_DOWN, p->r, why);
		return e ? e
			 : posted_finish(j, p,
					 p->old ? OUTBOX_FAILED
						: OUTBOX_UNKNOWN,
					 why);
	case POSTING_RELAYING: return posted_relaying(j, p, why);
	case POSTING_DOWN: e = relay_fault(j, RELAY_DOWN, p->r, why); break;
	case POSTING_HELD: e = relay_fault(j, RELAY_HELD, p->r, why); break;
	case POSTING_LOGIN: e = relay_fault(j, RELAY_LOGIN, p->r, why); break;
	case POSTING_BACK: break;
	}
	return e ? e : posted_hold(j, p, false, why);
}

static enum err posted(struct judge *j, const struct posting_result *r,
		       struct why *why)
{
	struct posted p = { .r = r, .now = judge_clock(j) };
	struct arena a;
	enum err e;

	arena_init(&a);
	e = store_outbox_get(j->st, r->id, &a, &p.row, why);
	p.old = !e && p.now - p.row.queued_s > GIVE_UP_S;
	/* the operator may have dropped it meanwhile */
	if (!e && p.row.state == OUTBOX_SENDING)
		e = posted_fate(j, &p, why);
	if (r->fate != POSTING_BACK)
		j->relay.probing = false;
	arena_release(&a);
	return e;
}

enum err judge_posted(struct judge *j, const struct posting_result *results,
		      int n, struct why *why)
{
	enum err e = store_begin_lazily(j->st, why);

	for (int i = 0; !e && i < n; i++)
		e = posted(j, &results[i], why);
	return judge_end(j, e, why);
}

static enum err again(struct judge *j, int64_t id,
		      enum err (*what)(struct judge *j, int64_t id,
				       struct why *why),
		      struct why *why)
{
	enum err e = store_begin(j->st, why);

	if (!e)
		e = what(j, id, why);
	return judge_end(j, e, why);
}

/* Its name, from now on the first that no other mail has: one mail may be
 * asked for twice in one second. */
static enum err anew_named(struct judge *j, struct outbox_row *r,
			   struct arena *a, struct why *why)
{
	const struct str old = r->message_id;
	struct outbox_row taken;
	enum err e = ERR_OK;

	for (int64_t s = judge_clock(j); !e; s++) {
		r->message_id = str_of(arena_printf(
			a, "again.%lld.%lld.%.*s", (long long)r->id,
			(long long)s, STR_ARG(old)));
		e = store_outbox_by_message_id(j->st, r->message_id, a, &taken,
					       why);
	}
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

/* A mail that went out, or whose bytes are forgotten, as a new one. */
static enum err mail_anew(struct judge *j, struct outbox_row *r,
			  struct arena *a, struct why *why)
{
	int64_t id;
	enum err e;

	r->again = r->id;
	r->in_reply_to = r->sent_id.len ? r->sent_id : r->message_id;
	r->next_s = r->created_s = r->queued_s = judge_clock(j);
	e = anew_named(j, r, a, why);
	return e ? e : store_outbox_add(j->st, r, &id, why);
}

static enum err mail_again(struct judge *j, int64_t id, struct why *why)
{
	struct outbox_row r;
	struct arena a;
	bool anew;
	enum err e;

	arena_init(&a);
	e = store_outbox_get(j->st, id, &a, &r, why);
	anew = !e && (r.state == OUTBOX_SENT || r.state == OUTBOX_BOUNCED ||
		      (r.size && !r.kept));
	if (!e && r.state == OUTBOX_SENDING)
		e = why_set(why, ERR_EXISTS, "mail %lld is being sent now",
			    (long long)id);
	else if (!e && anew)
		e = mail_anew(j, &r, &a, why);
	else if (!e)
		e = store_outbox_again(j->st, id, judge_clock(j), why);
	if (!e)
		e = relay_retry(j, why);
	arena_release(&a);
	return e;
}

static enum err mail_drop(struct judge *j, int64_t id, struct why *why)
{
	enum err e = store_outbox_drop(
		j->st, id, STR("dropped by the operator"), judge_clock(j), why);

	return e == ERR_EXISTS ? why_set(why, e,
					 "mail %lld was sent: nothing is left "
					 "to drop",
					 (long long)id)
			       : e;
}

/* A change found no mail that is set aside: is there such a mail? */
static enum err not_aside(struct judge *j, int64_t id, enum err e,
			  struct why *why)
{
	struct inbox_row row;
	struct arena a;

	if (e != ERR_NOT_FOUND)
		return e;
	arena_init(&a);
	if (!store_inbox_get(j->st, id, &a, &row, NULL))
		e = why_set(why, ERR_EXISTS,
			    "mail %lld is not set aside: %s, %.*s",
			    (long long)id, inbox_state_name(row.state),
			    STR_ARG(row.verdict));
	arena_release(&a);
	return e;
}

static enum err inbox_again(struct judge *j, int64_t id, struct why *why)
{
	return not_aside(j, id, store_inbox_again(j->st, id, why), why);
}

static enum err inbox_drop(struct judge *j, int64_t id, struct why *why)
{
	return not_aside(j, id, store_inbox_drop(j->st, id, why), why);
}

enum err judge_outbox_again(struct judge *j, int64_t id, struct why *why)
{
	return again(j, id, mail_again, why);
}

enum err judge_outbox_drop(struct judge *j, int64_t id, struct why *why)
{
	return again(j, id, mail_drop, why);
}

enum err judge_inbox_again(struct judge *j, int64_t id, struct why *why)
{
	return again(j, id, inbox_again, why);
}

enum err judge_inbox_drop(struct judge *j, int64_t id, struct why *why)
{
	return again(j, id, inbox_drop, why);
}
