/*
 * src/mail/imap.c - the one file that knows libetpan. It speaks IMAP over our
 * own wire: libetpan's sockets accept any certificate. What it never gets to
 * decide: how many bytes it may read, how long it may wait, whether a failed
 * command may be repeated on the same connection (never).
 */
#include "mail/transport.h"
#include "base/need.h"
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>
#include <libetpan/libetpan.h>
#include "mail/imap.inc"

enum {
	COMMAND_BUDGET = 1 << 20, /* bytes of an ordinary answer */
	SEARCH_BUDGET = 1 << 24,  /* some two million uids */
	FETCH_OVERHEAD = 1 << 10, /* of one mail in a FETCH answer */
	STREAM_BUFFER = 1 << 14,
};

struct imap {
	struct mailbox base;
	struct mailimap *etpan;
	struct wire *wire;
	uint32_t uidvalidity;
	uint32_t *uids; /* a search found these, ascending .. */
	size_t n_uids;
	uint32_t searched_after; /* .. all that were above this one */
	bool is_fresh;           /* nothing was asked since SELECT */
	bool has_grown;          /* while it was searched */
	bool idle_is_refused;    /* by this server: it is polled */
};

/* ---- libetpan's stream, over our wire ---- */

static ssize_t low_read(mailstream_low *low, void *out, size_t len)
{
	long n = wire_read(low->data, out, len);

	/* 0 would be asked again: the end of the stream is an error here */
	return n > 0 ? n : -1;
}

static ssize_t low_write(mailstream_low *low, const void *bytes, size_t len)
{
	return wire_write(low->data, bytes, len) ? (ssize_t)len : -1;
}

static int low_close(mailstream_low *low)
{
	(void)low;
	return 0; /* the session closes its wire, whatever libetpan does */
}

static int low_fd(mailstream_low *low)
{
	(void)low;
	return -1; /* nobody but the wire may touch the socket */
}

static void low_free(mailstream_low *low)
{
	free(low);
}

static void low_cancel(mailstream_low *low)
{
	(void)low;
}

static struct mailstream_cancel *low_get_cancel(mailstream_low *low)
{
	(void)low;
	return NULL;
}

static carray *low_certificates(mailstream_low *low)
{
	(void)low;
	return NULL;
}

static int low_idle(mailstream_low *low)
{
	(void)low;
	return -1;
}

static mailstream_low_driver low_driver = {
	.mailstream_read = low_read,
	.mailstream_write = low_write,
	.mailstream_close = low_close,
	.mailstream_get_fd = low_fd,
	.mailstream_free = low_free,
	.mailstream_cancel = low_cancel,
	.mailstream_get_cancel = low_get_cancel,
	.mailstream_get_certificate_chain = low_certificates,
	.mailstream_setup_idle = low_idle,
	.mailstream_unsetup_idle = low_idle,
	.mailstream_interrupt_idle = low_idle,
};

/* ---- the session ---- */

static void disconnect(struct mailbox *m, bool politely)
{
	struct imap *im = (struct imap *)m;

	if (im->etpan) {
		/* libetpan would wait for the answer to its LOGOUT */
		if (politely) {
			wire_arm(im->wire, COMMAND_BUDGET);
			wire_write(im->wire, "bye LOGOUT\r\n", 12);
		}
		wire_break(im->wire, ERR_INTERRUPTED, "closed");
		mailimap_free(im->etpan);
	}
	im->etpan = NULL;
	wire_close(im->wire);
	im->wire = NULL;
	free(im->uids);
	im->uids = NULL;
	im->n_uids = 0;
}

/*
 * What a failed command was: the wire's fault if it has one, else the server
 * said no, or said what nobody can read.
 */
static enum err failed(struct imap *im, int r, const char *what,
		       struct why *why)
{
	enum err e = wire_error(im->wire, why);
	bool unreadable =
		r == MAILIMAP_ERROR_PARSE || r == MAILIMAP_ERROR_PROTOCOL ||
		r == MAILIMAP_ERROR_STREAM || r == MAILIMAP_ERROR_MEMORY;

	if (e)
		return e;
	return why_set(why, ERR_MAIL_PROTOCOL, "%s: %s: %s (libetpan %d)",
		       im->base.config.host, what,
		       unreadable ? "the answer cannot be read"
				  : "the server refused",
		       r);
}

/*
 * RFC 5530 tells a server in trouble from a wrong password; the server's own
 * words are not repeated, they may hold what was sent.
 */
static enum err login_failed(struct imap *im, int r, struct why *why)
{
	static const char *const passing[] = { "UNAVAILABLE", "INUSE", "LIMIT",
					       "SERVERBUG", "CONTACTADMIN" };
	const char *code = im->etpan->imap_response_info
				   ? im->etpan->imap_response_info->rsp_atom
				   : NULL;

	if (r != MAILIMAP_ERROR_LOGIN)
		return failed(im, r, "login", why);
	for (size_t i = 0; code && i < ARRAY_LEN(passing); i++)
		if (!strcasecmp(code, passing[i]))
			return why_set(why, ERR_MAIL_DOWN,
				       "%s: no login now (%s)",
				       im->base.config.host, passing[i]);
	return why_set(why, ERR_MAIL_LOGIN,
		       "%s: user or password refused for account \"%s\"",
		       im->base.config.host, im->base.config.account);
}

static enum err start_tls(struct imap *im, struct why *why)
{
	const char *host = im->base.config.host;
	int r;

	wire_arm(im->wire, COMMAND_BUDGET);
	r = mailimap_starttls(im->etpan);
	if (wire_error(im->wire, why))
		return wire_error(im->wire, why);
	if (r)
		return why_set(why, ERR_MAIL_TLS, "%s: offers no STARTTLS",
			       host);
	/* what came before the handshake must not be read as if after it */
	if (im->etpan->imap_stream->read_buffer_len)
		return why_set(why, ERR_MAIL_TLS,
			       "%s: speaks before TLS begins", host);
	/* and what was said in clear counts no longer: asked again below */
	wire_arm(im->wire, COMMAND_BUDGET);
	return wire_secure(im->wire, why);
}

static enum err log_in(struct imap *im, struct why *why)
{
	const struct mailbox_config *c = &im->base.config;
	struct mailimap_capability_data *caps = NULL;
	int r;

	wire_arm(im->wire, COMMAND_BUDGET);
	r = mailimap_capability(im->etpan, &caps);
	if (r)
		return failed(im, r, "CAPABILITY", why);
	mailimap_capability_data_free(caps);
	if (mailimap_has_extension(im->etpan, "LOGINDISABLED"))
		return why_set(why, ERR_MAIL_LOGIN,
			       "%s: allows no login with a password", c->host);
	wire_arm(im->wire, COMMAND_BUDGET);
	r = mailimap_login(im->etpan, c->user, c->password);
	if (r)
		return login_failed(im, r, why);
	/* what a server can do often changes with the login */
	wire_arm(im->wire, COMMAND_BUDGET);
	r = mailimap_capability(im->etpan, &caps);
	if (r)
		return failed(im, r, "CAPABILITY", why);
	mailimap_capability_data_free(caps);
	return ERR_OK;
}

/*
 * The greeting, cut to room. Byte by byte, so that nothing is read here that
 * libetpan would miss later.
 */
static bool take_line(struct imap *im, char *line, size_t room)
{
	size_t len = 0;
	char c;

	while (wire_read(im->wire, &c, 1) == 1) {
		if (c == '\n') {
			line[len] = 0;
			return true;
		}
		if (c != '\r' && len + 1 < room)
			line[len++] = c;
	}
	return false;
}

static enum err greet(struct imap *im, struct why *why)
{
	const struct mailbox_config *c = &im->base.config;
	enum err e = ERR_OK;
	mailstream_low *low = need(mailstream_low_new(im->wire, &low_driver));
	mailstream *stream = need(mailstream_new(low, STREAM_BUFFER));
	char line[1024];
	int r;

	im->etpan->imap_stream = stream;
	wire_arm(im->wire, COMMAND_BUDGET);
	if (!take_line(im, line, sizeof(line)))
		return wire_error(im->wire, why);
	/* libetpan loses its way, and memory, at a server that says no */
	if (!strncasecmp(line, "* BYE", 5))
		return why_set(why, ERR_MAIL_DOWN, "%s: takes no connections",
			       c->host);
	stream->read_buffer_len = (size_t)snprintf(
		stream->read_buffer, STREAM_BUFFER, "%s\r\n", line);
	r = mailimap_connect(im->etpan, stream);
	if (r == MAILIMAP_NO_ERROR_AUTHENTICATED && c->tls == TLS_STARTTLS)
		return why_set(why, ERR_MAIL_TLS,
			       "%s: takes us for logged in before TLS",
			       c->host);
	if (r != MAILIMAP_NO_ERROR_NON_AUTHENTICATED &&
	    r != MAILIMAP_NO_ERROR_AUTHENTICATED)
		return failed(im, r, "greeting", why);
	if (c->tls == TLS_STARTTLS)
		e = start_tls(im, why);
	if (!e && r == MAILIMAP_NO_ERROR_NON_AUTHENTICATED)
		e = log_in(im, why);
	return e;
}

static enum err select_folder(struct imap *im, struct why *why)
{
	const struct mailbox_config *c = &im->base.config;
	int r;

	wire_arm(im->wire, COMMAND_BUDGET);
	r = mailimap_select(im->etpan, c->folder);
	if (r == MAILIMAP_ERROR_SELECT)
		return why_set(why, ERR_NOT_FOUND,
			       "%s: folder \"%s\" cannot be opened", c->host,
			       c->folder);
	if (r)
		return failed(im, r, "SELECT", why);
	im->is_fresh = true;
	im->uidvalidity = im->etpan->imap_selection_info->sel_uidvalidity;
	if (!im->uidvalidity)
		return why_set(why, ERR_MAIL_PROTOCOL,
			       "%s: folder \"%s\" has no UIDVALIDITY", c->host,
			       c->folder);
	return ERR_OK;
}

static enum err connect(struct mailbox *m, struct why *why)
{
	struct imap *im = (struct imap *)m;
	enum err e;

	if (im->etpan)
		return ERR_OK;
	e = transport_wire(m, &im->wire, why);
	if (e)
		return e;
	im->etpan = need(mailimap_new(0, NULL));
	e = greet(im, why);
	if (!e)
		e = select_folder(im, why);
	if (e)
		disconnect(m, false);
	return e;
}

/* ---- fetching ---- */

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/* how many mails the server has told of */
static uint32_t told_of(const struct imap *im)
{
	const struct mailimap_selection_info *s =
		im->etpan->imap_selection_info;

	return s ? s->sel_exists : 0;
}

/* ask which uids over `last` there are */
static enum err search(struct imap *im, uint32_t last, struct why *why)
{
	struct mailimap_search_key *key;
	clist *found = NULL;
	uint32_t before;
	int r;

	free(im->uids);
	im->uids = NULL;
	im->n_uids = 0;
	im->searched_after = last;
	if (last == UINT32_MAX)
		return ERR_OK;
	/* a search may see the folder as it was; after NOOP it is as it is */
	if (!im->is_fresh) {
		wire_arm(im->wire, COMMAND_BUDGET);
		r = mailimap_noop(im->etpan);
		if (r)
			return failed(im, r, "NOOP", why);
	}
	im->is_fresh = false;
	/* 0 at the end of an interval is IMAP's star */
	key = need(mailimap_search_key_new_uid(
		need(mailimap_set_new_interval(last + 1, 0))));
	wire_arm(im->wire, SEARCH_BUDGET);
	before = told_of(im);
	r = mailimap_uid_search(im->etpan, NULL, key, &found);
	mailimap_search_key_free(key);
	if (r)
		return failed(im, r, "UID SEARCH", why);
	/* what comes meanwhile is told behind the answer, and only once */
	im->has_grown = told_of(im) > before;
	im->uids =
		need(calloc((size_t)clist_count(found) + 1, sizeof(*im->uids)));
	for (clistiter *i = clist_begin(found); i; i = clist_next(i)) {
		uint32_t uid = *(uint32_t *)clist_content(i);

		/* n:* names the last mail even if its uid is below n */
		if (uid > last)
			im->uids[im->n_uids++] = uid;
	}
	mailimap_search_result_free(found);
	qsort(im->uids, im->n_uids, sizeof(*im->uids), by_number);
	return ERR_OK;
}

/* ascending uids as the fewest intervals */
static struct mailimap_set *make_set(const uint32_t *uids, size_t n)
{
	struct mailimap_set *set = need(mailimap_set_new_empty());
	size_t i = 0;

	while (i < n) {
		size_t j = i + 1;

		while (j < n && uids[j] - uids[j - 1] <= 1)
			j++;
		if (mailimap_set_add_interval(set, uids[i], uids[j - 1]))
			need(NULL);
		i = j;
	}
	return set;
}

/* seconds since 1970 of an INTERNALDATE; 0 for one that is none */
static int64_t utc_of(const struct mailimap_date_time *t)
{
	struct tm tm;
	int64_t east_s = (int64_t)(t->dt_zone / 100) * 3600 +
			 (int64_t)(t->dt_zone % 100) * 60;

	if (t->dt_year < 1970 || t->dt_year > 9999 || t->dt_month < 1 ||
	    t->dt_month > 12 || t->dt_day < 1 || t->dt_day > 31 ||
	    t->dt_hour < 0 || t->dt_hour > 23 || t->dt_min < 0 ||
	    t->dt_min > 59 || t->dt_sec < 0 || t->dt_sec > 60 ||
	    east_s < -86400 || east_s > 86400)
		return 0;
	tm = (struct tm){ .tm_year = t->dt_year - 1900,
			  .tm_mon = t->dt_month - 1,
			  .tm_mday = t->dt_day,
			  .tm_hour = t->dt_hour,
			  .tm_min = t->dt_min,
			  .tm_sec = t->dt_sec };
	return (int64_t)timegm(&tm) - east_s;
}

/* what the handler of streamed mails works on */
struct stream {
	struct imap *im;
	uint32_t uids[MAILBOX_RANGE_MAX]; /* asked for, ascending */
	bool came[MAILBOX_RANGE_MAX];
	size_t n_uids;
	mailbox_deliver *deliver;
	void *ctx;
	struct mailbox_range *range;
	struct why *why;
	enum err err; /* of deliver; nothing is delivered after it */
};

static void deliver_one(struct stream *s, struct mailbox_mail *mail)
{
	uint32_t uid = mail->key->uid;
	const uint32_t *asked =
		bsearch(&uid, s->uids, s->n_uids, sizeof(uid), by_number);
	size_t max = s->im->base.config.max_bytes;

	/* nothing that was not asked for, and nothing twice */
	if (s->err || !asked || s->came[asked - s->uids])
		return;
	s->came[asked - s->uids] = true;
	mail->too_large = mail->raw.len > max;
	if (mail->too_large) {
		if (mail->raw.len > MAILBOX_HEADER_MAX)
			mail->raw.len = MAILBOX_HEADER_MAX;
		mail->raw.len = transport_header_len(mail->raw);
	}
	if (mail->size < mail->raw.len)
		mail->size = mail->raw.len;
	s->err = s->deliver(s->ctx, mail, s->why);
	if (!s->err)
		s->range->n++;
}

/* one FETCH answer; those without a mail are news of flags */
static void on_mail(struct mailimap_msg_att *att, void *ctx)
{
	struct stream *s = ctx;
	struct mailbox_key key = { .uidvalidity = s->im->uidvalidity };
	struct mailbox_mail mail = { .key = &key };
	bool has_body = false;

	for (clistiter *i = clist_begin(att->att_list); i; i = clist_next(i)) {
		struct mailimap_msg_att_item *item = clist_content(i);
		struct mailimap_msg_att_static *st;

		if (item->att_type != MAILIMAP_MSG_ATT_ITEM_STATIC)
			continue;
		st = item->att_data.att_static;
		switch (st->att_type) {
		case MAILIMAP_MSG_ATT_UID:
			key.uid = st->att_data.att_uid;
			break;
		case MAILIMAP_MSG_ATT_RFC822_SIZE:
			mail.size = st->att_data.att_rfc822_size;
			break;
		case MAILIMAP_MSG_ATT_INTERNALDATE:
			if (st->att_data.att_internal_date)
				mail.received_utc_s =
					utc_of(st->att_data.att_internal_date);
			break;
		case MAILIMAP_MSG_ATT_BODY_SECTION:
			if (!st->att_data.att_body_section)
				break;
			has_body = true;
			mail.raw.s =
				st->att_data.att_body_section->sec_body_part;
			if (mail.raw.s)
				mail.raw.len = st->att_data.att_body_section
						       ->sec_length;
			break;
		}
	}
	if (key.uid && has_body)
		deliver_one(s, &mail);
}

/* without a progress callback libetpan never calls the handler of mails */
static void no_progress(size_t now, size_t all, void *ctx)
{
	(void)now;
	(void)all;
	(void)ctx;
}

static struct mailimap_fetch_type *what_to_fetch(size_t max_bytes)
{
	struct mailimap_section *whole = need(mailimap_section_new(NULL));
	struct mailimap_fetch_att *atts[] = {
		mailimap_fetch_att_new_uid(),
		mailimap_fetch_att_new_rfc822_size(),
		mailimap_fetch_att_new_internaldate(),
		/* one byte over the limit tells that there is more */
		mailimap_fetch_att_new_body_peek_section_partial(
			whole, 0, (uint32_t)max_bytes + 1),
	};
	struct mailimap_fetch_type *type =
		need(mailimap_fetch_type_new_fetch_att_list_empty());

	for (size_t i = 0; i < ARRAY_LEN(atts); i++)
		if (mailimap_fetch_type_new_fetch_att_list_add(type,
							       need(atts[i])))
			need(NULL);
	return type;
}

/* ask for these uids and deliver what comes */
static enum err fetch_uids(struct stream *s, struct why *why)
{
	struct imap *im = s->im;
	size_t max = im->base.config.max_bytes;
	struct mailimap_set *set = make_set(s->uids, s->n_uids);
	struct mailimap_fetch_type *type = what_to_fetch(max);
	clist *rest = NULL;
	int r;

	wire_arm(im->wire, COMMAND_BUDGET + s->n_uids * (max + FETCH_OVERHEAD));
	mailimap_set_progress_callback(im->etpan, no_progress, NULL, NULL);
	mailimap_set_msg_att_handler(im->etpan, on_mail, s);
	r = mailimap_uid_fetch(im->etpan, set, type, &rest);
	mailimap_set_msg_att_handler(im->etpan, NULL, NULL);
	mailimap_set_progress_callback(im->etpan, NULL, NULL, NULL);
	mailimap_set_free(set);
	mailimap_fetch_type_free(type);
	if (!r)
		mailimap_fetch_list_free(rest);
	if (s->err)
		return s->err;
	return r ? failed(im, r, "UID FETCH", why) : ERR_OK;
}

/*
 * A mail that was asked for and did not come has been removed meanwhile. If it
 * is there all the same, going on would lose it.
 */
static enum err check_all_came(struct stream *s, uint32_t last, struct why *why)
{
	struct imap *im = s->im;
	enum err e;
	size_t i = 0;

	while (i < s->n_uids && s->came[i])
		i++;
	if (i == s->n_uids)
		return ERR_OK;
	e = search(im, last, why);
	for (; !e && i < s->n_uids; i++)
		if (!s->came[i] && bsearch(&s->uids[i], im->uids, im->n_uids,
					   sizeof(*im->uids), by_number))
			e = why_set(why, ERR_MAIL_PROTOCOL,
				    "%s: does not give mail %u of \"%s\"",
				    im->base.config.host, (unsigned)s->uids[i],
				    im->base.config.folder);
	return e;
}

/* index of the first known uid above last */
static size_t first_above(const struct imap *im, uint32_t last)
{
	size_t low = 0, high = im->n_uids;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (im->uids[mid] <= last)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static enum err fetch(struct mailbox *m, const struct mailbox_position *from,
		      unsigned max, mailbox_deliver *deliver, void *ctx,
		      struct mailbox_range *range, struct why *why)
{
	struct imap *im = (struct imap *)m;
	uint32_t last = from->uid;
	struct stream s = { .im = im,
			    .deliver = deliver,
			    .ctx = ctx,
			    .range = range,
			    .why = why };
	enum err e = ERR_OK;
	size_t next;

	/* uids of another UIDVALIDITY say nothing about this folder */
	if (from->uidvalidity != im->uidvalidity) {
		range->renewed = from->uidvalidity != 0;
		last = 0;
	}
	range->position = (struct mailbox_position){ im->uidvalidity, last };
	/* one search serves many ranges */
	next = first_above(im, last);
	if (next == im->n_uids || im->searched_after > last) {
		e = search(im, last, why);
		next = 0;
	}
	if (e || next == im->n_uids)
		return e;
	while (s.n_uids < max && next < im->n_uids)
		s.uids[s.n_uids++] = im->uids[next++];
	range->asked_first = s.uids[0];
	range->asked_last = s.uids[s.n_uids - 1];
	e = fetch_uids(&s, why);
	if (!e)
		e = check_all_came(&s, last, why);
	if (e)
		return e;
	range->position.uid = range->asked_last;
	range->more = first_above(im, range->asked_last) < im->n_uids;
	return ERR_OK;
}

/* ---- acknowledging ---- */

static enum err add_flag(struct imap *im, struct mailimap_set *set,
			 struct mailimap_flag *flag, struct why *why)
{
	struct mailimap_flag_list *flags = need(mailimap_flag_list_new_empty());
	struct mailimap_store_att_flags *store;
	int r;

	if (mailimap_flag_list_add(flags, need(flag)))
		need(NULL);
	store = need(mailimap_store_att_flags_new_add_flags_silent(flags));
	wire_arm(im->wire, COMMAND_BUDGET);
	r = mailimap_uid_store(im->etpan, set, store);
	mailimap_store_att_flags_free(store);
	return r ? failed(im, r, "UID STORE", why) : ERR_OK;
}

/*
 * One try. A uid that is gone is passed over by servers and by libetpan, which
 * is what we want: it was moved before a crash.
 */
static int move_once(struct imap *im, struct mailimap_set *set, bool can_move)
{
	wire_arm(im->wire, COMMAND_BUDGET);
	return can_move
		       ? mailimap_uid_move(im->etpan, set, im->base.config.done)
		       : mailimap_uid_copy(im->etpan, set,
					   im->base.config.done);
}

static enum err move_done(struct imap *im, struct mailimap_set *set,
			  struct why *why)
{
	bool can_move = mailimap_has_extension(im->etpan, "MOVE");
	int r = move_once(im, set, can_move);
	enum err e;

	if ((r == MAILIMAP_ERROR_UID_MOVE || r == MAILIMAP_ERROR_UID_COPY) &&
	    !wire_error(im->wire, NULL)) {
		/* most likely the folder is missing; if not, we are told again
		 */
		wire_arm(im->wire, COMMAND_BUDGET);
		mailimap_create(im->etpan, im->base.config.done);
		r = move_once(im, set, can_move);
	}
	if (r)
		return failed(im, r, "moving mail to the done folder", why);
	if (can_move)
		return ERR_OK;
	e = add_flag(im, set, mailimap_flag_new_deleted(), why);
	/* a plain EXPUNGE would remove what others marked: without UIDPLUS the
	 * mail stays, marked as deleted */
	if (!e && mailimap_has_uidplus(im->etpan)) {
		wire_arm(im->wire, COMMAND_BUDGET);
		r = mailimap_uid_expunge(im->etpan, set);
		if (r)
			e = failed(im, r, "UID EXPUNGE", why);
	}
	return e;
}

static enum err acknowledge(struct mailbox *m, const struct mailbox_key *keys,
			    size_t n, struct why *why)
{
	struct imap *im = (struct imap *)m;
	uint32_t *uids = need(calloc(n, sizeof(*uids)));
	struct mailimap_set *set;
	size_t n_uids = 0;
	enum err e;

	/* a key of an earlier folder names another mail now */
	for (size_t i = 0; i < n; i++)
		if (keys[i].uidvalidity == im->uidvalidity && keys[i].uid)
			uids[n_uids++] = keys[i].uid;
	if (!n_uids) {
		free(uids);
		return ERR_OK;
	}
	qsort(uids, n_uids, sizeof(*uids), by_number);
	set = make_set(uids, n_uids);
	e = add_flag(im, set, mailimap_flag_new_seen(), why);
	if (!e && m->config.done)
		e = move_done(im, set, why);
	mailimap_set_free(set);
	free(uids);
	return e;
}

/* ---- waiting ---- */

static int64_t now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec;
}

/* "* 23 EXISTS" */
static bool tells_of_mail(const char *line)
{
	size_t digits;

	if (strncmp(line, "* ", 2))
		return false;
	digits = strspn(line + 2, "0123456789");
	return digits && !strncasecmp(line + 2 + digits, " EXISTS", 7);
}

/* One line, cut to room. What has come behind it waits for libetpan. */
static bool next_line(struct imap *im, char *line, size_t room)
{
	MMAPString *s = need(mmap_string_new(""));
	bool got = mailstream_read_line_remove_eol(im->etpan->imap_stream, s);

	if (got)
		snprintf(line, room, "%s", s->str);
	mmap_string_free(s);
	return got;
}

/* has libetpan read what it has not looked at? */
static bool has_unread(const struct imap *im)
{
	return im->etpan->imap_stream->read_buffer_len > 0;
}

/* read on to a line that begins with `end` or with our tag */
static bool idle_until(struct imap *im, const char *end, char *line,
		       size_t room, bool *news)
{
	while (next_line(im, line, room)) {
		*news |= tells_of_mail(line);
		if (!strncmp(line, end, strlen(end)) ||
		    !strncmp(line, "idle ", 5))
			return true;
	}
	return false;
}

/*
 * One IDLE (RFC 2177), spoken past libetpan, whose own loses what the server
 * says before its "+". *news: the server told of mail.
 */
static enum err idle_once(struct imap *im, unsigned seconds, int interrupt_fd,
			  enum wire_event *event, bool *news, struct why *why)
{
	char line[256];

	*event = WIRE_TIMEOUT;
	*news = false;
	/* its next command will look */
	if (has_unread(im)) {
		*news = true;
		return ERR_OK;
	}
	wire_arm(im->wire, COMMAND_BUDGET);
	wire_write(im->wire, "idle IDLE\r\n", 11);
	if (!idle_until(im, "+", line, sizeof(line), news))
		return wire_error(im->wire, why);
	if (line[0] != '+') {
		im->idle_is_refused = true;
		return ERR_OK;
	}
	if (!*news && !has_unread(im))
		*event = wire_wait(im->wire, seconds, interrupt_fd);
	wire_arm(im->wire, COMMAND_BUDGET);
	wire_write(im->wire, "DONE\r\n", 6);
	if (!idle_until(im, "idle ", line, sizeof(line), news))
		return wire_error(im->wire, why);
	return ERR_OK;
}

static enum mailbox_wake sleep_until(int64_t end, int interrupt_fd)
{
	int64_t left = end - now_s();

	return wire_sleep(left > 0 ? (unsigned)left : 0, interrupt_fd) ==
			       WIRE_INTERRUPT
		       ? MAILBOX_WOKE_INTERRUPT
		       : MAILBOX_WOKE_TIMEOUT;
}

static enum err wait(struct mailbox *m, unsigned seconds, int interrupt_fd,
		     enum mailbox_wake *wake, struct why *why)
{
	struct imap *im = (struct imap *)m;
	int64_t end = now_s() + seconds;
	enum err e = connect(m, why);

	if (e)
		return e;
	if (im->has_grown) {
		im->has_grown = false;
		*wake = MAILBOX_WOKE_MAIL;
		return ERR_OK;
	}
	/* servers say "still here" now and then: only news of mail wakes us */
	while (!im->idle_is_refused && mailimap_has_idle(im->etpan)) {
		int64_t left = end - now_s();
		enum wire_event event;
		bool news;

		if (left <= 0)
			return ERR_OK;
		if (left > MAILBOX_IDLE_MAX_S)
			left = MAILBOX_IDLE_MAX_S;
		e = idle_once(im, (unsigned)left, interrupt_fd, &event, &news,
			      why);
		if (e)
			return e;
		/* also at an interruption: the server tells it once */
		if (news)
			*wake = MAILBOX_WOKE_MAIL;
		else if (event == WIRE_INTERRUPT)
			*wake = MAILBOX_WOKE_INTERRUPT;
		if (*wake != MAILBOX_WOKE_TIMEOUT)
			return ERR_OK;
	}
	*wake = sleep_until(end, interrupt_fd);
	return ERR_OK;
}

static void load(void)
{
	calls_load();
	wire_load();
}

const struct transport transport_imap = {
	.load = load,
	.connect = connect,
	.fetch = fetch,
	.acknowledge = acknowledge,
	.wait = wait,
	.disconnect = disconnect,
	.size = sizeof(struct imap),
};
