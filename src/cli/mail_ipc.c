/* src/cli/mail_ipc.c */
#include "cli/mail_ipc.h"
#include "cli/oplog.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { LAST_WORDS_MS = 500 }; /* it ends by itself */

static void mail_ipc_fault(struct mail_ipc *x)
{
	x->n_faults++;
	x->failed = true;
}

/* --- the process ---------------------------------------------------------- */

static const struct str cursor = STR("inbox");

/*
 * A mail process begins where the mailbox was read up to ("uidvalidity uid"),
 * and knows of nothing that is wrong with it.
 */
static enum err position_send(struct mail_ipc *x, struct why *why)
{
	struct arena a = { 0 };
	struct str at;
	unsigned long validity = 0, uid = 0;
	struct buf b;
	enum err e = judge_mailbox_well(x->judge, why);

	if (!e)
		e = store_cursor_get(judge_store(x->judge), cursor, &a, &at,
				     why);
	if (!e) {
		if (at.len)
			sscanf(at.s, "%lu %lu", &validity, &uid);
		x->validity = validity;
		x->uid = uid;
		buf_init(&b, 64 + MAILBOX_MARK_ROOM);
		pack_u64(&b, validity);
		pack_u64(&b, uid);
		pack_str(&b, str_of(x->mark));
		e = ipc_send(&x->post.channel, POST_GO, buf_str(&b), why);
		buf_release(&b);
	}
	arena_release(&a);
	return e;
}

static void range_forget(struct mail_ipc *x)
{
	arena_release(&x->range);
	x->mails = NULL;
	x->n_mails = 0;
}

static void result_add(struct mail_ipc *x, int64_t id, enum posting_fate fate,
		       int code, struct str words)
{
	/* mail_ipc_fill hands over no more than there are places */
	assert(x->n_results < MAIL_IPC_AT_ONCE);
	x->results[x->n_results++] = (struct posting_result){
		.id = id,
		.fate = fate,
		.code = code,
		.words = arena_str(&x->told, words),
	};
}

/* the mail process is gone, or is ended because of what it said or we failed */
static void mail_ipc_lost(struct mail_ipc *x, const char *reason,
			  int64_t now_ms)
{
	char status[64];

	x->failed = true;
	mail_process_stop(&x->post, reason ? 0 : LAST_WORDS_MS);
	if (reason)
		oplog_write(OPLOG_WARNING,
			    "the mail process is ended and started again: %s",
			    reason);
	else
		oplog_write(
			OPLOG_WARNING,
			"the mail process ended (%s); it is started again",
			mail_process_ended(&x->post, status, sizeof(status)));
	range_forget(x);
	x->unsettled = false;
	for (int i = 0; i < MAIL_IPC_AT_ONCE; i++) {
		if (x->sent[i])
			result_add(x, x->sent[i], POSTING_UNKNOWN, 0,
				   STR("the mail process ended"));
		x->sent[i] = 0;
	}
	x->n_sent = 0;
	x->start_at_ms = now_ms + MAIL_IPC_AGAIN_MS;
}

enum err mail_ipc_start(struct mail_ipc *x, const struct config *c,
			struct why *why)
{
	x->config = c;
	x->secret_seen = secret_look(c, SECRET_OUTBOX);
	return mail_process_start(&x->post, c, why);
}

/* the last fault that it told before it ended; false: none */
static bool last_fault(struct mail_ipc *x, enum err *e, struct why *why)
{
	struct arena a = { 0 };
	struct str payload;
	bool found = false;
	char type = 0;

	while (!ipc_receive(&x->post.channel, 0, &a, &type, &payload, NULL) &&
	       type) {
		struct unpack u = { payload, false };
		uint64_t said = unpack_below(&u, N_ERRS);
		struct str words = unpack_str(&u);

		if (type != POST_FAULT || !unpack_done(&u))
			continue;
		*e = (enum err)said;
		why_clear(why);
		why_set(why, *e, "%.*s", STR_ARG(words));
		found = true;
	}
	arena_release(&a);
	return found;
}

enum err mail_ipc_open(struct mail_ipc *x, struct judge *j, const char *mark,
		       struct why *why)
{
	struct why gone = { 0 };
	enum err e, told;

	x->judge = j;
	x->round = 1;
	snprintf(x->mark, sizeof(x->mark), "%s", mark);
	e = position_send(x, &gone);
	/* it has sent the reason why it cannot serve */
	if (e && last_fault(x, &told, why))
		return told;
	return e ? why_set(why, e, "%s", gone.text) : ERR_OK;
}

static void start_again(struct mail_ipc *x, int64_t now_ms)
{
	struct why why = { 0 };
	enum err e;

	x->secret_seen = secret_look(x->config, SECRET_OUTBOX);
	e = mail_process_start(&x->post, x->config, &why);
	if (!e)
		e = position_send(x, &why);
	if (!e)
		return;
	oplog_err("the mail process", e, &why);
	mail_ipc_fault(x);
	mail_process_stop(&x->post, 0);
	x->start_at_ms = now_ms + MAIL_IPC_AGAIN_MS;
}

void mail_ipc_release(struct mail_ipc *x, int grace_ms)
{
	mail_process_stop(&x->post, grace_ms);
	range_forget(x);
	arena_release(&x->told);
	*x = (struct mail_ipc){ 0 };
}

/* --- what it says: each gives false if that cannot be ----------------------
 */

static bool mail_come(struct mail_ipc *x, struct str payload, int64_t now_ms)
{
	struct unpack u = { arena_str(&x->range, payload), false };
	struct raw_mail m = { .received_s = (int64_t)unpack_u64(&u) };

	m.cut = unpack_u64(&u) != 0;
	m.guessed = x->config && x->config->inbox_kind &&
		    !strcmp(x->config->inbox_kind, "pop3") &&
		    !*x->config->inbox_received;
	m.bytes = unpack_str(&u);
	if (!unpack_done(&u) || x->n_mails == MAILBOX_RANGE_MAX)
		return false;
	if (!x->mails)
		x->mails = ARENA_ARRAY(&x->range, MAILBOX_RANGE_MAX,
				       struct raw_mail);
	x->mails[x->n_mails++] = m;
	x->empty = false;
	send_throttle_came(&x->rush, true,
			   now_ms); /* until its range is whole */
	return true;
}

/* mails, and where a new mail process begins: before what is acknowledged */
static enum err mails_store(struct mail_ipc *x, uint64_t validity, uint64_t uid,
			    int *n_new, struct why *why)
{
	struct arena a = { 0 };
	struct mail_cursor at = {
		.mailbox = cursor,
		.position = str_of(arena_printf(&a, "%lu %lu",
						(unsigned long)validity,
						(unsigned long)uid)),
	};
	bool moved = validity != x->validity || uid != x->uid;
	enum err e = ERR_OK;

	*n_new = 0;
	if (x->n_mails || moved)
		e = judge_mails_store(x->judge, x->mails, x->n_mails,
				      moved ? &at : NULL, n_new, why);
	if (!e) {
		x->validity = validity;
		x->uid = uid;
	}
	arena_release(&a);
	return e;
}

/* a range is whole: store it, let it acknowledge */
static bool range_come(struct mail_ipc *x, struct str payload, int64_t now_ms)
{
	struct unpack u = { payload, false };
	uint64_t n = unpack_u64(&u), more = unpack_u64(&u), validity, uid;
	struct why why = { 0 };
	int n_new = 0;
	enum err e;

	validity = unpack_u64(&u);
	uid = unpack_u64(&u);
	if (!unpack_done(&u) || n != (uint64_t)x->n_mails)
		return false;
	e = mails_store(x, validity, uid, &n_new, &why);
	if (e) {
		/* not acknowledged: a new process brings them again */
		oplog_err("cannot store mail", e, &why);
		mail_ipc_fault(x);
		mail_ipc_lost(x, "mails could not be stored", now_ms);
		return true;
	}
	x->n_in += n_new;
	if (n_new)
		oplog_write(OPLOG_INFO, "%d mail%s in", n_new,
			    n_new == 1 ? "" : "s");
	range_forget(x);
	send_throttle_came(&x->rush, more != 0, now_ms);
	x->stored = true;
	x->unsettled = true;
	/* it fetches the next ones while these are judged */
	if (more)
		mail_ipc_acknowledge(x, now_ms);
	return true;
}

void mail_ipc_acknowledge(struct mail_ipc *x, int64_t now_ms)
{
	struct why why = { 0 };
	enum err e;

	if (!x->unsettled)
		return;
	e = judge_sync(x->judge, &why);
	if (e) {
		/* not acknowledged: a new process brings them again */
		oplog_err("cannot store mail", e, &why);
		mail_ipc_fault(x);
		mail_ipc_lost(x, "mails could not be stored", now_ms);
		return;
	}
	x->unsettled = false;
	ipc_send(&x->post.channel, POST_STORED, STR(""), NULL);
}

/* there is nothing left of what had come when it was asked */
static bool empty_come(struct mail_ipc *x, struct str payload)
{
	struct unpack u = { payload, false };
	struct why why = { 0 };
	uint64_t validity, uid;
	int n_new;
	enum err e;

	for (int i = 0; i < 2; i++) /* as of a range */
		unpack_u64(&u);
	validity = unpack_u64(&u);
	uid = unpack_u64(&u);
	x->empty_s = (int64_t)unpack_u64(&u);
	x->empty = unpack_done(&u);
	if (x->empty)
		x->mailbox_s = (int64_t)time(NULL);
	if (!x->empty || x->n_mails)
		return false;
	/* what fails is tried again when the next look ends */
	e = mails_store(x, validity, uid, &n_new, &why);
	if (e) {
		oplog_err("cannot keep how far the mailbox was read", e, &why);
		mail_ipc_fault(x);
	}
	return true;
}

static enum posting_fate fate_of(uint64_t result)
{
	static const enum posting_fate fates[N_SMTP_RESULTS] = {
		[SMTP_SENT] = POSTING_SENT,
		[SMTP_TEMPORARY] = POSTING_LATER,
		[SMTP_PERMANENT] = POSTING_REFUSED,
		[SMTP_TOO_LARGE] = POSTING_TOO_LARGE,
		[SMTP_CONTENT] = POSTING_CONTENT,
		[SMTP_SERVER_DOWN] = POSTING_DOWN,
		[SMTP_UNKNOWN] = POSTING_UNKNOWN,
		[SMTP_OPERATOR] = POSTING_HELD,
		[SMTP_LOGIN] = POSTING_LOGIN,
		[SMTP_RELAYING] = POSTING_RELAYING,
		[SMTP_NOT_TRIED] = POSTING_BACK,
	};

	return fates[result];
}

static bool result_come(struct mail_ipc *x, struct str payload)
{
	struct unpack u = { payload, false };
	int64_t id = (int64_t)unpack_u64(&u);
	enum smtp_result result =
		(enum smtp_result)unpack_below(&u, N_SMTP_RESULTS);
	int code = (int)unpack_below(&u, 1000);
	struct str words;
	int i = 0;

	unpack_str(&u); /* the enhanced code is part of the words */
	words = unpack_str(&u);
	while (i < MAIL_IPC_AT_ONCE && x->sent[i] != id)
		i++;
	if (!unpack_done(&u) || !id || i == MAIL_IPC_AT_ONCE)
		return false;
	x->sent[i] = 0;
	x->n_sent--;
	if (!smtp_result_is_server(result))
		x->server_s = (int64_t)time(NULL);
	x->n_out += result == SMTP_SENT;
	if (smtp_result_is_server(result)) {
		/* told once for all mails, by the judge (judge/notify/relay.h)
		 */
		if (result != SMTP_NOT_TRIED) {
			x->n_faults++;
			x->round++;
		}
	} else if (result != SMTP_SENT) {
		x->n_faults++; /* of this mail: the others go on */
	}
	if (x->log && !smtp_result_is_server(result))
		mail_log_out(x->log, x->judge, id, result == SMTP_SENT,
			     smtp_result_name(result), words);
	result_add(x, id, fate_of(result), code, words);
	return true;
}

static bool fault_come(struct mail_ipc *x, struct str payload)
{
	struct unpack u = { payload, false };
	uint64_t e = unpack_below(&u, N_ERRS);
	struct str words = unpack_str(&u);

	if (!unpack_done(&u))
		return false;
	mail_ipc_fault(x);
	x->inbox_refused = e == ERR_MAIL_LOGIN;
	x->inbox_seen = secret_look(x->config, SECRET_INBOX);
	oplog_write(err_is_temporary((enum err)e) ? OPLOG_WARNING : OPLOG_ERROR,
		    "mail: %.*s", STR_ARG(words));
	return true;
}

/* the mailbox is another judge's: this one ends */
static bool marked_come(struct mail_ipc *x, struct str payload)
{
	struct unpack u = { payload, false };
	struct str words = unpack_str(&u);

	if (!unpack_done(&u))
		return false;
	x->foreign = true;
	why_clear(&x->whose);
	why_set(&x->whose, ERR_EXISTS, "%.*s", STR_ARG(words));
	return true;
}

/* what an operator reads of each kind, at its begin and at its end */
static const struct {
	int level;
	const char *begins, *ends; /* NULL: nothing; %s is the subject */
	bool kept;                 /* heraldo status tells it */
} troubles[POST_TROUBLES] = {
	[POST_UNREADABLE] = { 0, NULL, "the mailbox can be read again", true },
	[POST_PASSED_BY] = { OPLOG_ERROR,
			     "a mail is passed by, as it cannot be fetched. "
			     "Look at it in the mailbox; it is still tried now "
			     "and then",
			     "a mail that was passed by is fetched, or gone",
			     true },
	[POST_UNWRITABLE] = { OPLOG_ERROR,
			      "stored mail stays where it is; this stops "
			      "neither mails nor deadlines",
			      "stored mail can be moved again", true },
	[POST_TRIED_AGAIN] = { OPLOG_WARNING,
			       "a mail cannot be fetched and is tried again",
			       NULL, false },
	[POST_UNMARKED] = { OPLOG_WARNING,
			    "the mailbox takes no mark; a second judge on it "
			    "would not be noticed",
			    "the mailbox has the mark of this judge", true },
};

static bool trouble_come(struct mail_ipc *x, struct str payload)
{
	struct unpack u = { payload, false };
	uint64_t what = unpack_below(&u, POST_TROUBLES);
	struct str subject = unpack_str(&u), words = unpack_str(&u);
	const char *text;
	struct why why = { 0 };
	enum err e = ERR_OK;

	if (!unpack_done(&u))
		return false;
	if (what == POST_UNREADABLE && !words.len)
		x->inbox_refused = false;
	text = words.len ? troubles[what].begins : troubles[what].ends;
	if (words.len && what != POST_UNREADABLE) {
		x->n_faults += what != POST_UNMARKED;
		oplog_write(troubles[what].level, "mail: %s: %.*s%s%.*s", text,
			    STR_ARG(subject), subject.len ? ": " : "",
			    STR_ARG(words));
	} else if (!words.len && text) {
		oplog_write(OPLOG_INFO, "mail: %s%s%.*s", text,
			    subject.len ? ": " : "", STR_ARG(subject));
	}
	if (troubles[what].kept)
		e = judge_mailbox_trouble(x->judge, (enum inbox_trouble)what,
					  subject, words, &why);
	if (e) {
		oplog_err("cannot keep what is wrong with the mailbox", e,
			  &why);
		mail_ipc_fault(x);
	}
	return true;
}

static bool old_come(struct str payload)
{
	struct unpack u = { payload, false };
	uint64_t n = unpack_u64(&u);

	if (!unpack_done(&u))
		return false;
	oplog_write(
		OPLOG_INFO,
		"%llu older mails in the mailbox are left alone: they came before "
		"heraldo init made this judge",
		(unsigned long long)n);
	return true;
}

/* one word of it; false if there is none, or the process is absent now */
static bool hear_one(struct mail_ipc *x, int64_t now_ms)
{
	struct arena a = { 0 };
	struct str payload;
	char type = 0;
	bool there = !ipc_receive(&x->post.channel, 0, &a, &type, &payload,
				  NULL),
	     good = true;

	switch (there ? type : 0) {
	case POST_MAIL: good = mail_come(x, payload, now_ms); break;
	case POST_RANGE: good = range_come(x, payload, now_ms); break;
	case POST_EMPTY: good = empty_come(x, payload); break;
	case POST_OLD: good = old_come(payload); break;
	case POST_RESULT: good = result_come(x, payload); break;
	case POST_FAULT: good = fault_come(x, payload); break;
	case POST_TROUBLE: good = trouble_come(x, payload); break;
	case POST_MARKED: good = marked_come(x, payload); break;
	case 0: break;
	default: good = false;
	}
	arena_release(&a);
	x->heard |= there && type;
	if (!there || !good)
		mail_ipc_lost(x, there ? "it said what cannot be" : NULL,
			      now_ms);
	return there && good && type && x->post.pid;
}

/* a refused password of [inbox] that was changed is tried at once */
static void inbox_watch(struct mail_ipc *x)
{
	int64_t seen = secret_look(x->config, SECRET_INBOX);

	if (seen == x->inbox_seen)
		return;
	oplog_write(OPLOG_INFO, "password of [inbox] changed: trying it");
	x->inbox_seen = seen;
	mail_ipc_look(x);
}

/* likewise of [outbox] */
static void secret_watch(struct mail_ipc *x)
{
	struct relay_row r;
	struct arena a = { 0 };

	if (!judge_relay(x->judge, &a, &r, NULL) && r.state == RELAY_LOGIN &&
	    secret_look(x->config, SECRET_OUTBOX) != x->secret_seen) {
		oplog_write(OPLOG_INFO,
			    "password of [outbox] changed: trying it");
		mail_ipc_renew(x);
	}
	arena_release(&a);
}

void mail_ipc_renew(struct mail_ipc *x)
{
	struct relay_row r;
	struct arena a = { 0 };
	struct why why = { 0 };
	enum err e = judge_relay(x->judge, &a, &r, &why);

	x->renew |= !e && r.state != RELAY_OPEN;
	arena_release(&a);
	if (!e)
		e = judge_relay_retry(x->judge, &why);
	if (e)
		oplog_err("outbox", e, &why);
}

/* a new mail process, when the old one has nothing in hand */
static void renew(struct mail_ipc *x, int64_t now_ms)
{
	if (x->n_sent || x->n_mails || x->unsettled || x->n_results)
		return;
	x->renew = false;
	mail_process_stop(&x->post, MAIL_IPC_AGAIN_MS);
	range_forget(x);
	x->empty = false;
	x->start_at_ms = now_ms;
}

int mail_ipc_timeout(const struct mail_ipc *x)
{
	return x->renew || x->refused_login || x->inbox_refused
		       ? MAIL_IPC_SECRET_MS
		       : -1;
}

void mail_ipc_hear(struct mail_ipc *x, int64_t now_ms)
{
	if (x->refused_login)
		secret_watch(x);
	if (x->inbox_refused)
		inbox_watch(x);
	if (x->renew && x->post.pid)
		renew(x, now_ms);
	if (!x->post.pid && now_ms >= x->start_at_ms)
		start_again(x, now_ms);
	if (x->post.pid)
		while (hear_one(x, now_ms))
			;
}

/* --- what it is told -------------------------------------------------------
 */

void mail_ipc_look(struct mail_ipc *x)
{
	if (x->post.pid)
		ipc_send(&x->post.channel, POST_LOOK, STR(""), NULL);
}

static void hand_over(struct mail_ipc *x, const struct posting *p)
{
	struct buf b;
	int i = 0;

	while (x->sent[i])
		i++;
	x->sent[i] = p->id;
	x->n_sent++;
	buf_init(&b, IPC_MAX_PAYLOAD);
	pack_u64(&b, (uint64_t)p->id);
	pack_u64(&b, x->round);
	pack_str(&b, p->sender);
	pack_str(&b, p->recipient);
	pack_str(&b, p->bytes);
	/* if it is gone, mail_ipc_hear finds out and calls the mail unknown */
	ipc_send(&x->post.channel, POST_SEND, buf_str(&b), NULL);
	buf_release(&b);
}

enum err mail_ipc_fill(struct mail_ipc *x, bool busy, int64_t now_ms, int *n,
		       struct why *why)
{
	struct posting v[MAIL_IPC_AT_ONCE];
	struct arena a = { 0 };
	int taken = x->n_sent + x->n_results, room;
	enum err e;

	*n = -1;
	/* some at a time, because each time is a transaction */
	if (!x->post.pid || taken > MAIL_IPC_AT_ONCE / 2 || x->foreign ||
	    (x->mark[0] && !x->heard))
		return ERR_OK;
	room = send_throttle_room(&x->rush, busy, MAIL_IPC_AT_ONCE - taken,
				  now_ms);
	if (!room)
		return ERR_OK;
	send_throttle_turn(&x->rush, now_ms);
	e = judge_post(x->judge, &a, v, room, n, why);
	/* mails marked as SENDING are sent, even after a later error */
	for (int i = 0; i < *n; i++) {
		hand_over(x, &v[i]);
		if (v[i].form)
			oplog_write(
				OPLOG_WARNING,
				"mail %lld goes out %s: %s "
				"(heraldo outbox show %lld)",
				(long long)v[i].id,
				v[i].form == MAIL_PLAIN ? "as plain text"
							: "without its picture",
				v[i].too_large
					? "the whole is too large for the server"
					: "writing it whole failed",
				(long long)v[i].id);
	}
	arena_release(&a);
	return e;
}

enum err mail_ipc_record(struct mail_ipc *x, struct why *why)
{
	enum err e = ERR_OK;

	if (x->n_results)
		e = judge_posted(x->judge, x->results, x->n_results, why);
	if (e && err_is_temporary(e))
		return e;
	for (int i = 0; i < x->n_results; i++)
		if (x->results[i].fate != POSTING_BACK)
			x->refused_login = x->results[i].fate == POSTING_LOGIN;
	x->n_results = 0;
	arena_release(&x->told);
	return e;
}

bool mail_ipc_idle(const struct mail_ipc *x)
{
	return x->empty && !x->n_sent && !x->n_mails && !x->unsettled;
}
