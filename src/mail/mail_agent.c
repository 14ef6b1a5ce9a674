/* src/mail/mail_agent.c */
#include "mail/mail_agent.h"
#include "base/ascii.h"
#include "mail/maildir.h"
#include "mail/addr.h"
#include "mail/sandbox.h"
#include "base/xalloc.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

enum {
	PAUSE_FIRST_S = 2, /* after a fault of the inbox, doubled up to .. */
	PAUSE_MAX_S = 300,
	/* after a refused login: more tries could lock the account */
	PAUSE_LOGIN_S = 900,
	BREAKS_CALM = 3 /* sessions lost with mails before pauses grow */
};

enum { BUNDLE = 32, MORE_MS = 20 };

/* Mails that are written into Maildirs, not yet in sight or told of. */
struct bundle {
	int n;
	int64_t id[BUNDLE];
	struct maildir_mail mail[BUNDLE];
};

struct mail_agent {
	const struct mail_agent_config *config;
	struct ipc *judge;
	struct mailbox *inbox;
	struct smtp *smtp;          /* NULL: Maildirs */
	uint64_t closed_round;      /* up to this round no mail is tried */
	int64_t sent_s;             /* monotonic: when the last mail went out */
	struct bundle *bundle;      /* for them */
	struct mailbox_position at; /* after the last acknowledged range */
	struct mailbox_position next; /* after the range now delivered */
	struct mailbox_key *keys;     /* of the range: MAILBOX_RANGE_MAX */
	unsigned n_keys;
	char mark[MAILBOX_MARK_ROOM]; /* of this judge; empty: none is set */
	bool foreign;                 /* the mailbox is another judge's */
	bool unmarked;  /* the judge knows that it takes no mark */
	bool going;     /* the judge has sent the start position */
	bool delivered; /* a range is out and not yet stored */
	bool stored;    /* it is stored but not yet acknowledged */
	bool told_old;  /* of mails before the first ones */
	bool quit;
	bool look;         /* there may be mail: fetch before waiting */
	int64_t poll_at_s; /* monotonic: look then, whatever the server says */
	unsigned pause_s;  /* 0: no fault */
	int64_t not_before_s;   /* monotonic: after a fault, no try earlier */
	unsigned breaks;        /* fetches in turn that ended their session */
	bool is_down;           /* the judge knows that it cannot be read */
	struct why folder_told; /* the judge knows that, of a folder */
	int64_t asked_s;        /* UTC: when the last fetch began */
};

static int64_t now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

bool mail_agent_folder(struct str address, char *out, size_t room)
{
	static const char hex[] = "0123456789ABCDEF";
	size_t n = 0;

	for (size_t i = 0; i < address.len; i++) {
		unsigned char c = (unsigned char)address.s[i];
		bool letter = (c >= 'a' && c <= 'z') || ascii_is_digit(c);

		if (c >= 'A' && c <= 'Z') {
			c = (unsigned char)(c - 'A' + 'a');
			letter = true;
		}
		if (n + 4 > room)
			return false;
		/* a leading dot would hide the folder, or climb out */
		if (letter || (i && c && strchr("@._+-", c))) {
			out[n++] = (char)c;
		} else {
			out[n++] = '%';
			out[n++] = hex[c >> 4];
			out[n++] = hex[c & 15];
		}
	}
	if (!n || n >= room)
		return false;
	out[n] = 0;
	return true;
}

/* the judge's end is gone only if we can't send; the loop will notice */
static void judge_send(struct mail_agent *p, char type, struct buf *payload)
{
	if (ipc_send(p->judge, type, buf_str(payload), NULL))
		p->quit = true;
	buf_release(payload);
}

static void tell_fault(struct mail_agent *p, enum err e, const struct why *why)
{
	struct buf b;

	buf_init(&b, 4096);
	pack_u64(&b, e);
	pack_str(&b, str_of(why->text[0] ? why->text : err_text(e)));
	judge_send(p, POST_FAULT, &b);
}

/* a fault of the mailbox that lasts, with words; or its end, without */
static void tell_trouble(struct mail_agent *p, enum post_trouble what,
			 const char *subject, const char *words)
{
	struct buf b;

	buf_init(&b, 4096);
	pack_u64(&b, what);
	pack_str(&b, str_of(subject));
	pack_str(&b, str_of(words));
	judge_send(p, POST_TROUBLE, &b);
}

/* --- in ------------------------------------------------------------------ */

static enum err deliver(void *ctx, const struct mailbox_mail *mail,
			struct why *why)
{
	struct mail_agent *p = ctx;
	struct buf b;

	assert(p->n_keys < MAILBOX_RANGE_MAX);
	buf_init(&b, IPC_MAX_PAYLOAD);
	pack_u64(&b, (uint64_t)mail->received_utc_s);
	pack_u64(&b, mail->too_large);
	pack_str(&b, mail->raw);
	if (b.full) {
		buf_release(&b);
		return why_set(why, ERR_TOO_LARGE, "a mail of %zu bytes",
			       mail->raw.len);
	}
	p->keys[p->n_keys++] = *mail->key;
	judge_send(p, POST_MAIL, &b);
	return p->quit ? why_set(why, ERR_INTERRUPTED, "the judge is gone")
		       : ERR_OK;
}

static void pause_for(struct mail_agent *p, unsigned seconds)
{
	p->pause_s = seconds < PAUSE_MAX_S ? seconds : PAUSE_MAX_S;
	p->not_before_s = now_s() + p->pause_s;
}

/* the mailbox cannot be read: wait, longer every time */
static void pause_after(struct mail_agent *p, enum err e, const struct why *why)
{
	tell_fault(p, e, why);
	tell_trouble(p, POST_UNREADABLE, "",
		     why->text[0] ? why->text : err_text(e));
	p->is_down = true;
	pause_for(p, p->pause_s ? p->pause_s * 2 : PAUSE_FIRST_S);
	if (e == ERR_MAIL_LOGIN)
		p->not_before_s = now_s() + PAUSE_LOGIN_S;
}

/*
 * Mails that the mailbox failed to give: the operator hears of the first
 * failure, of the mail that is passed by, and of its end.
 */
static void tell_retry(struct mail_agent *p)
{
	struct retry *r = mailbox_retry(p->inbox);

	for (size_t i = 0; i < r->n; i++) {
		struct retry_mail *m = &r->mails[i];

		if (m->over && m->told_passed)
			tell_trouble(p, POST_PASSED_BY, m->name, "");
		if (m->over)
			continue;
		if (retry_is_passed_by(m) && !m->told_passed) {
			m->told_passed = true;
			tell_trouble(p, POST_PASSED_BY, m->name, m->why.text);
		} else if (!m->told) {
			m->told = true;
			tell_trouble(p, POST_TRIED_AGAIN, m->name, m->why.text);
		}
	}
	retry_sweep(r);
}

static void tell_folder(struct mail_agent *p)
{
	const char *fault = mailbox_folder_fault(p->inbox);

	if (!fault)
		fault = "";
	if (!strcmp(fault, p->folder_told.text))
		return;
	tell_trouble(p, POST_UNWRITABLE, "", fault);
	why_clear(&p->folder_told);
	why_set(&p->folder_told, ERR_OK, "%s", fault);
}

static void tell_old(struct mail_agent *p)
{
	uint32_t n = mailbox_left_alone(p->inbox);
	struct buf b;

	if (!n || p->told_old)
		return;
	p->told_old = true;
	buf_init(&b, 64);
	pack_u64(&b, n);
	judge_send(p, POST_OLD, &b);
}

/* what is kept for a restart is acknowledged: the range that is out is not */
static void tell_range(struct mail_agent *p, unsigned n, bool more)
{
	struct mailbox_position from = mailbox_restart(p->inbox, &p->at);
	int64_t since = retry_since(mailbox_retry(p->inbox));
	struct buf b;

	buf_init(&b, 4096);
	pack_u64(&b, n);
	pack_u64(&b, more);
	pack_u64(&b, from.uidvalidity);
	pack_u64(&b, from.uid);
	/* a deadline waits for a mail that is tried again, but not for ever */
	if (!n)
		pack_u64(&b,
			 (uint64_t)(since < p->asked_s ? since : p->asked_s));
	judge_send(p, n ? POST_RANGE : POST_EMPTY, &b);
}

/*
 * The session ended while mails were fetched. What came is stored at once, and
 * the mail that may have ended it is tried again by itself: so a mail that
 * ends sessions delays no other.
 */
static void session_lost(struct mail_agent *p, enum err e,
			 const struct why *why,
			 const struct mailbox_range *range)
{
	bool progress = range->n || range->has_failed;

	p->breaks++;
	if (progress && (range->n || p->breaks <= BREAKS_CALM))
		pause_for(p, 1);
	else
		pause_after(p, e, why);
}

/*
 * Is the mailbox this judge's? Not OK: it cannot be asked. A mailbox that takes
 * no mark is read all the same.
 */
static enum err mark_check(struct mail_agent *p, struct why *why)
{
	struct why words = { 0 };
	struct buf b;
	enum err e = ERR_OK;

	if (p->mark[0])
		e = mailbox_mark(p->inbox, p->mark, false, &words);
	if (e == ERR_EXISTS) {
		p->foreign = true;
		buf_init(&b, 4096);
		pack_str(&b, str_of(words.text));
		judge_send(p, POST_MARKED, &b);
		return ERR_OK;
	}
	if (e && e != ERR_MAIL_REFUSED)
		return why_set(why, e, "%s", words.text);
	if ((e != ERR_OK) != p->unmarked)
		tell_trouble(p, POST_UNMARKED, "", e ? words.text : "");
	p->unmarked = e != ERR_OK;
	return ERR_OK;
}

static void fetch(struct mail_agent *p)
{
	struct mailbox_range range = { .position = p->at };
	struct why why = { 0 };
	/* a session that breaks may still bring and acknowledge one mail */
	unsigned max = p->breaks ? 1 : p->config->range;
	enum err e;

	p->n_keys = 0;
	p->asked_s = (int64_t)time(NULL);
	e = mark_check(p, &why);
	if (p->quit || p->foreign)
		return;
	if (!e)
		e = mailbox_fetch(p->inbox, &p->at, max, deliver, p, &range,
				  &why);
	if (p->quit)
		return;
	tell_retry(p);
	tell_folder(p);
	tell_old(p);
	p->next = range.position;
	p->delivered = range.n > 0;
	if (!range.n)
		p->at = range.position;
	if (!e || range.n)
		p->look = e || range.more;
	if (e) {
		session_lost(p, e, &why, &range);
		p->look = true;
	} else {
		p->breaks = 0;
		p->pause_s = 0;
		p->poll_at_s = now_s() + p->config->poll_s;
		if (p->is_down)
			tell_trouble(p, POST_UNREADABLE, "", "");
		p->is_down = false;
	}
	if (range.n || (!e && !range.more))
		tell_range(p, range.n, range.more);
}

/* tell the server what is stored; not before it took that is more fetched */
static void acknowledge(struct mail_agent *p)
{
	struct why why = { 0 };
	enum err e = mailbox_acknowledge(p->inbox, p->keys, p->n_keys, &why);

	p->stored = p->delivered = false;
	p->look = true;
	if (e) {
		/* the mails come again, and are known */
		pause_after(p, e, &why);
		return;
	}
	tell_folder(p);
	p->at = p->next;
}

/* --- out ----------------------------------------------------------------- */

static void tell_result(struct mail_agent *p, int64_t id,
			const struct smtp_outcome *out)
{
	struct buf b;

	buf_init(&b, 4096);
	pack_u64(&b, (uint64_t)id);
	pack_u64(&b, out->result);
	pack_u64(&b, (uint64_t)out->code);
	pack_str(&b, str_of(out->enhanced));
	pack_str(&b, str_of(out->text));
	judge_send(p, POST_RESULT, &b);
}

static void tell_delivered(struct mail_agent *p, int64_t id, enum err e,
			   const struct why *why)
{
	struct smtp_outcome out = { .result = e ? SMTP_TEMPORARY : SMTP_SENT };

	snprintf(out.text, sizeof(out.text), "%.*s", (int)sizeof(out.text) - 1,
		 e ? why->text : "");
	tell_result(p, id, &out);
}

/* Publish all mails written into Maildirs and report them. */
static void bundle_land(struct mail_agent *p)
{
	struct bundle *b = p->bundle;
	enum err each[BUNDLE];
	struct why *why;

	if (!b || !b->n)
		return;
	why = xalloc_check(calloc((size_t)b->n, sizeof(*why)));
	maildir_land(b->mail, b->n, each, why);
	for (int i = 0; i < b->n; i++)
		tell_delivered(p, b->id[i], each[i], &why[i]);
	b->n = 0;
	free(why);
}

static void send_to_maildir(struct mail_agent *p, int64_t id, struct str to,
			    struct str raw)
{
	char folder[1024], path[MAILDIR_PATH];
	const char *fault = addr_fault(to, true);
	struct smtp_outcome out = { .result = SMTP_PERMANENT };
	struct bundle *b = p->bundle;
	struct why why = { 0 };
	enum err e;

	if (fault || !mail_agent_folder(to, folder, sizeof(folder))) {
		snprintf(out.text, sizeof(out.text), "%s",
			 fault ? fault : "the address is too long");
		tell_result(p, id, &out);
		return;
	}
	if (snprintf(path, sizeof(path), "%s/%s", p->config->out_path,
		     folder) >= (int)sizeof(path))
		e = why_set(&why, ERR_CONFIG, "the path is too long");
	else
		e = maildir_write(&b->mail[b->n], path, NULL, raw, &why);
	if (e)
		tell_delivered(p, id, e, &why);
	else
		b->id[b->n++] = id;
	if (b->n == BUNDLE)
		bundle_land(p);
}

static void send_one(struct mail_agent *p, struct str payload, struct arena *a)
{
	struct unpack u = { payload, false };
	int64_t id = (int64_t)unpack_u64(&u);
	uint64_t round = unpack_u64(&u);
	struct str from = unpack_str(&u), to = unpack_str(&u);
	struct smtp_outcome out = { 0 };
	struct smtp_mail mail = { .raw = unpack_str(&u) };

	if (!unpack_done(&u)) {
		p->quit = true; /* not one of ours: better no postman */
		return;
	}
	if (!p->smtp) {
		send_to_maildir(p, id, to, mail.raw);
		return;
	}
	if (round <= p->closed_round) {
		out.result = SMTP_NOT_TRIED;
		tell_result(p, id, &out);
		return;
	}
	mail.from = arena_copy(a, from.s, from.len);
	mail.to = arena_copy(a, to.s, to.len);
	smtp_send(p->smtp, &mail, &out);
	if (smtp_result_is_server(out.result))
		p->closed_round = round;
	p->sent_s = now_s();
	tell_result(p, id, &out);
}

/* A connection that no mail needs takes a place at the server: seconds until it
 * is closed, -1 if there is none. */
static int64_t smtp_idle_s(struct mail_agent *p)
{
	int64_t left;

	if (!p->smtp || !smtp_is_connected(p->smtp))
		return -1;
	left = p->sent_s + SMTP_IDLE_S - now_s();
	if (left > 0)
		return left;
	smtp_rest(p->smtp);
	return -1;
}

/* --- the loop ------------------------------------------------------------ */

static void obey(struct mail_agent *p, char type, struct str payload,
		 struct arena *a)
{
	struct unpack u = { payload, false };
	struct str mark;

	switch (type) {
	case POST_GO:
		p->at.uidvalidity = (uint32_t)unpack_u64(&u);
		p->at.uid = (uint32_t)unpack_u64(&u);
		mark = unpack_str(&u);
		u.bad |= mark.len >= sizeof(p->mark);
		if (!u.bad)
			snprintf(p->mark, sizeof(p->mark), "%.*s",
				 STR_ARG(mark));
		p->going = p->look = !u.bad;
		p->quit |= u.bad;
		break;
	case POST_STORED: p->stored = p->delivered; break;
	case POST_SEND: send_one(p, payload, a); break;
	case POST_LOOK:
		p->look = true;
		p->not_before_s = 0;
		break;
	default: p->quit = true;
	}
}

/* Receives all messages of the judge and waits up to timeout_ms for the first.
 * It waits for messages that are on their way, so that their mails go out with
 * the mails that are here. */
static void listen_to_judge(struct mail_agent *p, int timeout_ms)
{
	char type = 0;

	do {
		struct arena a = { 0 };
		struct str payload;

		if (ipc_receive(p->judge, timeout_ms, &a, &type, &payload,
				NULL))
			p->quit = true;
		else if (type)
			obey(p, type, payload, &a);
		arena_release(&a);
		timeout_ms = p->judge->in.len ? MORE_MS : 0;
	} while (type && !p->quit);
	bundle_land(p);
}

static void wait_for_mail(struct mail_agent *p)
{
	int64_t again_s = retry_next_s(mailbox_retry(p->inbox));
	int64_t seconds =
		(again_s < p->poll_at_s ? again_s : p->poll_at_s) - now_s();
	int64_t idle = smtp_idle_s(p);
	bool poll = idle < 0 || seconds <= idle;
	enum mailbox_wake wake = MAILBOX_WOKE_TIMEOUT;
	struct why why = { 0 };
	enum err e = ERR_OK;

	if (!poll)
		seconds = idle;
	if (seconds > 0)
		e = mailbox_wait(p->inbox, (unsigned)seconds, p->judge->fd,
				 &wake, &why);
	if (e)
		pause_after(p, e, &why);
	else if (wake == MAILBOX_WOKE_TIMEOUT ? poll
					      : wake != MAILBOX_WOKE_INTERRUPT)
		p->look = true;
}

/* What the judge says, for so long or until a connection is to be closed. */
static void wait_for_judge(struct mail_agent *p, int64_t seconds)
{
	int64_t idle = smtp_idle_s(p);

	if (idle >= 0 && (seconds < 0 || idle < seconds))
		seconds = idle;
	listen_to_judge(p, seconds < 0 ? -1 : (int)(seconds * 1000));
}

static void serve(struct mail_agent *p)
{
	while (!p->quit) {
		int64_t pause = p->pause_s ? p->not_before_s - now_s() : 0;

		listen_to_judge(p, 0);
		if (p->quit)
			return;
		if (!p->going || p->foreign || (p->delivered && !p->stored))
			wait_for_judge(p, -1);
		else if (pause > 0)
			wait_for_judge(p, pause);
		else if (p->stored)
			acknowledge(p);
		else if (p->look || p->pause_s)
			fetch(p);
		else
			wait_for_mail(p);
	}
}

static int n_read(const struct confine *x)
{
	int n = 0;

	while (x->read[n])
		n++;
	return n;
}

/* From here on: sockets, the Maildirs, the certificates; nothing else. */
static enum err confine(const struct mail_agent_config *c, struct why *why)
{
	struct confine x = { .relaxed = c->relaxed };
	int n = 0;

	if (c->inbox.kind == MAILBOX_MAILDIR) {
		/* a folder created later would not be one of the allowed
		 * places */
		enum err e = maildir_create(c->inbox.path, why);

		if (e)
			return e;
		x.write[n++] = c->inbox.path;
	} else {
		x.hosts[0] = c->inbox.host;
		x.read[0] = c->inbox.ca_file;
	}
	if (c->out_path && *c->out_path) {
		x.write[n++] = c->out_path;
	} else {
		x.hosts[x.hosts[0] != NULL] = c->smtp.host;
		x.read[x.read[0] != NULL] = c->smtp.ca_file;
	}
	for (int i = 0; c->more_ca[i]; i++)
		if (*c->more_ca[i])
			x.read[n_read(&x)] = c->more_ca[i];
	return confine_enter(&x, why);
}

enum err mail_agent_run(const struct mail_agent_config *config,
			struct ipc *judge, struct why *why)
{
	struct mail_agent p = { .config = config, .judge = judge };
	enum err e = mailbox_new(&config->inbox, &p.inbox, why);

	p.keys = xalloc_check(calloc(MAILBOX_RANGE_MAX, sizeof(*p.keys)));
	assert(0 < config->range && config->range <= MAILBOX_RANGE_MAX);
	if (!e && config->out_path && *config->out_path) {
		p.bundle = xalloc_check(calloc(1, sizeof(*p.bundle)));
		if (mkdir(config->out_path, 0755) && errno != EEXIST)
			e = why_set(why, ERR_CONFIG, "cannot make %s: %s",
				    config->out_path, strerror(errno));
	} else if (!e) {
		e = smtp_open(&config->smtp, &p.smtp, why);
	}
	if (!e)
		e = confine(config, why);
	if (!e)
		serve(&p);
	smtp_close(p.smtp);
	mailbox_close(p.inbox);
	free(p.bundle);
	free(p.keys);
	return e;
}
