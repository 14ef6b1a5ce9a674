/*
 * src/mail/imap_fetch.c - finds the new mails of an IMAP folder and fetches
 * them.
 */
#include "mail/imap_private.h"
#include "base/parse.h"
#include "base/xalloc.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "mail/imap_fetch.inc"

enum {
	SEARCH_BUDGET = 1 << 24,  /* some two million uids */
	FETCH_OVERHEAD = 1 << 10, /* of one mail in a FETCH answer */
	ODD_ANSWERS_MAX = 3 /* then no more dates and sizes are asked for */
};

/* the number of mails that the server has announced */
static uint32_t told_of(const struct imap *im)
{
	const struct mailimap_selection_info *s =
		im->etpan->imap_selection_info;

	return s ? s->sel_exists : 0;
}

static void add_uid(struct imap *im, uint32_t uid)
{
	im->uids = xalloc_check(
		realloc(im->uids, (im->n_uids + 1) * sizeof(*im->uids)));
	im->uids[im->n_uids++] = uid;
}

/* those of them that are not seen */
static struct mailimap_search_key *unseen_of(struct mailimap_search_key *of)
{
	struct mailimap_search_key *all =
		xalloc_check(mailimap_search_key_new_multiple_empty());
	struct mailimap_search_key *unseen =
		xalloc_check(mailimap_search_key_new_all());

	/* libetpan has no helper for UNSEEN, which takes no argument either */
	unseen->sk_type = MAILIMAP_SEARCH_KEY_UNSEEN;
	if (mailimap_search_key_multiple_add(all, of) ||
	    mailimap_search_key_multiple_add(all, unseen))
		xalloc_check(NULL);
	return all;
}

/* Those of them that came before the day before since_s: a server's days are
 * its own. */
static struct mailimap_search_key *before_of(struct mailimap_search_key *of,
					     int64_t since_s)
{
	struct mailimap_search_key *all =
		xalloc_check(mailimap_search_key_new_multiple_empty());
	time_t day = (time_t)since_s - 86400;
	struct mailimap_search_key *before;
	struct tm tm;

	gmtime_r(&day, &tm);
	before = xalloc_check(
		mailimap_search_key_new_before(xalloc_check(mailimap_date_new(
			tm.tm_mday, tm.tm_mon + 1, tm.tm_year + 1900))));
	if (mailimap_search_key_multiple_add(all, of) ||
	    mailimap_search_key_multiple_add(all, before))
		xalloc_check(NULL);
	return all;
}

/* between first and last; 0 is IMAP's star, the end */
static struct mailimap_search_key *between(uint32_t first, uint32_t last)
{
	return xalloc_check(mailimap_search_key_new_uid(
		xalloc_check(mailimap_set_new_interval(first, last))));
}

static enum err uid_search(struct imap *im, struct mailimap_search_key *key,
			   clist **found, struct why *why)
{
	int r;

	*found = NULL;
	conn_arm(im->wire, SEARCH_BUDGET);
	r = mailimap_uid_search(im->etpan, NULL, key, found);
	mailimap_search_key_free(key);
	return r ? imap_failed(im, r, "UID SEARCH", why) : ERR_OK;
}

/*
 * Take those that came before since_s from the list, from its item `from` on.
 * They are not searched by SINCE: a mail that the server cannot read has no day
 * for it, and would be lost.
 */
static enum err leave_older(struct imap *im, size_t from,
			    struct mailimap_search_key *of, struct why *why)
{
	clist *found;
	uint32_t *old;
	size_t n = 0, kept = from;
	enum err e = uid_search(im, before_of(of, im->base.config.since_s),
				&found, why);

	/* those that it does not name are fetched, and left then */
	if (e)
		return e == ERR_MAIL_REFUSED ? ERR_OK : e;
	old = xalloc_check(
		malloc(((size_t)clist_count(found) + 1) * sizeof(*old)));
	for (clistiter *i = clist_begin(found); i; i = clist_next(i))
		old[n++] = *(uint32_t *)clist_content(i);
	mailimap_search_result_free(found);
	qsort(old, n, sizeof(*old), imap_uid_order);
	for (size_t i = from; i < im->n_uids; i++)
		if (!bsearch(&im->uids[i], old, n, sizeof(*old),
			     imap_uid_order))
			im->uids[kept++] = im->uids[i];
	im->n_uids = kept;
	free(old);
	return ERR_OK;
}

/* what one search finds between first and last (0: the end), to the list */
static enum err search_for(struct imap *im, uint32_t first, uint32_t last,
			   bool unseen, struct why *why)
{
	struct mailimap_search_key *key = between(first, last);
	size_t from = im->n_uids;
	clist *found;
	enum err e = uid_search(im, unseen ? unseen_of(key) : key, &found, why);

	if (e)
		return e;
	/* n:* names the last mail even if its uid is below n */
	for (clistiter *i = clist_begin(found); i; i = clist_next(i)) {
		uint32_t uid = *(uint32_t *)clist_content(i);

		if (uid >= first && (!last || uid <= last))
			add_uid(im, uid);
	}
	mailimap_search_result_free(found);
	/* few are new */
	if (first > 1 || !im->base.config.since_s || im->n_uids == from)
		return ERR_OK;
	key = between(first, last);
	return leave_older(im, from, unseen ? unseen_of(key) : key, why);
}

static bool was_acked(const struct imap *im, uint32_t uid)
{
	for (size_t i = 0; i < im->n_acked; i++)
		if (im->acked[i] == uid)
			return true;
	return false;
}

/*
 * Find unread mails below the fetched ones: the server reused a uid, or a mail
 * was skipped. A server that forgets flags is not asked twice, or all its mails
 * would come at each look.
 */
static enum err search_unseen(struct imap *im, uint32_t last, struct why *why)
{
	size_t n = im->n_uids;
	struct why words = { 0 };
	enum err e;

	if (!last || im->flags_are_lost)
		return ERR_OK;
	e = search_for(im, 1, last, true, &words);
	if (e == ERR_MAIL_REFUSED)
		return ERR_OK; /* it knows no such search */
	if (e)
		return why_set(why, e, "%s", words.text);
	for (size_t i = n; i < im->n_uids; i++)
		im->flags_are_lost |= was_acked(im, im->uids[i]);
	if (im->flags_are_lost)
		im->n_uids = n;
	return ERR_OK;
}

/* the uid in the name of a mail that failed */
uint32_t imap_retry_uid(const struct retry_mail *m)
{
	unsigned uid = 0;

	sscanf(m->name, "UID %u", &uid);
	return uid;
}

static void uid_name(const struct imap *im, uint32_t uid,
		     char out[RETRY_NAME_MAX])
{
	snprintf(out, RETRY_NAME_MAX, "UID %u of \"%s\"", (unsigned)uid,
		 im->base.config.folder);
}

/* those of the retried mails whose time has come */
static void add_retried(struct imap *im, uint32_t last)
{
	const struct retry *r = &im->base.retry;

	for (size_t i = 0; i < r->n; i++)
		if (!r->mails[i].over && imap_retry_uid(&r->mails[i]) <= last &&
		    !retry_waits(r, r->mails[i].name))
			add_uid(im, imap_retry_uid(&r->mails[i]));
}

static void sort_uids(struct imap *im)
{
	size_t n = 0;

	if (im->n_uids)
		qsort(im->uids, im->n_uids, sizeof(*im->uids), imap_uid_order);
	for (size_t i = 0; i < im->n_uids; i++)
		if (!n || im->uids[n - 1] != im->uids[i])
			im->uids[n++] = im->uids[i];
	im->n_uids = n;
}

/* list which mails are to be fetched: those over `last`, and stragglers */
static enum err imap_fetch_search(struct imap *im, uint32_t last,
				  struct why *why)
{
	bool first = im->is_fresh;
	uint32_t before;
	enum err e = ERR_OK;
	int r;

	im->n_uids = im->next = 0;
	im->listed_to = last;
	im->list_s = (int64_t)time(NULL);
	/* a search may see the folder as it was; after NOOP it is as it is */
	if (!first) {
		conn_arm(im->wire, COMMAND_BUDGET);
		r = mailimap_noop(im->etpan);
		if (r)
			return imap_failed(im, r, "NOOP", why);
	}
	im->is_fresh = false;
	before = told_of(im);
	if (last < UINT32_MAX)
		e = search_for(im, last + 1, 0, false, why);
	if (!e && first && !last && im->base.config.since_s &&
	    before > im->n_uids)
		im->base.left_alone = before - (uint32_t)im->n_uids;
	if (!e && (first || (!im->n_uids && before > im->n_exists)))
		e = search_unseen(im, last, why);
	/* mails that arrived meanwhile are reported once, after the answer */
	im->has_grown = told_of(im) > before;
	im->n_exists = before;
	if (e)
		return e;
	add_retried(im, last);
	sort_uids(im);
	return ERR_OK;
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
	enum err err;     /* of deliver; nothing is delivered after it */
	struct why words; /* the server's text in place of a mail */
};

/* by the server's clock if that can be read, and never after now */
static int64_t imap_fetch_received(const struct stream *s, uint32_t uid,
				   int64_t server_s)
{
	char name[RETRY_NAME_MAX];
	const struct retry_mail *failed_before;
	int64_t now = (int64_t)time(NULL);

	if (server_s > 0)
		return server_s < now ? server_s : now;
	uid_name(s->im, uid, name);
	failed_before = retry_find(&s->im->base.retry, name);
	return failed_before && failed_before->since_utc_s
		       ? failed_before->since_utc_s
		       : now;
}

static void deliver_one(struct stream *s, struct mailbox_mail *mail)
{
	uint32_t uid = mail->key->uid;
	const uint32_t *asked =
		bsearch(&uid, s->uids, s->n_uids, sizeof(uid), imap_uid_order);
	size_t max = s->im->base.config.max_bytes;

	/* nothing that was not asked for, and nothing twice */
	if (s->err || !asked || s->came[asked - s->uids])
		return;
	if (transport_is_substitute(mail->raw, &s->words))
		return;
	s->came[asked - s->uids] = true;
	mail->received_utc_s =
		imap_fetch_received(s, uid, mail->received_utc_s);
	mail->too_large = mail->raw.len > max;
	if (mail->too_large) {
		if (mail->raw.len > MAILBOX_HEADER_MAX)
			mail->raw.len = MAILBOX_HEADER_MAX;
		mail->raw.len = transport_header_len(mail->raw);
	}
	if (mail->size < mail->raw.len)
		mail->size = mail->raw.len;
	/* of the day on which the judge was made, and before it was */
	if (mail->received_utc_s < s->im->base.config.since_s)
		return;
	s->err = s->deliver(s->ctx, mail, s->why);
	if (!s->err) {
		char name[RETRY_NAME_MAX];

		s->range->n++;
		uid_name(s->im, uid, name);
		retry_end(&s->im->base.retry, name);
	}
}

/* one FETCH answer; those without a mail are news of flags */
static void on_mail(struct mailimap_msg_att *att, void *ctx)
{
	struct stream *s = ctx;
	struct mailbox_key key = { .uidvalidity = s->im->uidvalidity,
				   .session = s->im->session };
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
			mail.raw.s =
				st->att_data.att_body_section->sec_body_part;
			/* NIL: the server has it, and cannot read it */
			has_body = mail.raw.s != NULL;
			if (has_body)
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

/* plain: without what an odd server may write in no form that can be read */
static struct mailimap_fetch_type *what_to_fetch(size_t max_bytes, bool plain)
{
	struct mailimap_section *whole =
		xalloc_check(mailimap_section_new(NULL));
	struct mailimap_fetch_att *atts[] = {
		mailimap_fetch_att_new_uid(),
		/* one byte over the limit tells that there is more */
		mailimap_fetch_att_new_body_peek_section_partial(
			whole, 0, (uint32_t)max_bytes + 1),
		plain ? NULL : mailimap_fetch_att_new_rfc822_size(),
		plain ? NULL : mailimap_fetch_att_new_internaldate(),
	};
	struct mailimap_fetch_type *type =
		xalloc_check(mailimap_fetch_type_new_fetch_att_list_empty());

	for (size_t i = 0; i < (plain ? 2 : ARRAY_LEN(atts)); i++)
		if (mailimap_fetch_type_new_fetch_att_list_add(
			    type, xalloc_check(atts[i])))
			xalloc_check(NULL);
	return type;
}

/* request these uids and deliver the mails; returns libetpan's result */
static int fetch_uids(struct stream *s, bool plain)
{
	struct imap *im = s->im;
	size_t max = im->base.config.max_bytes;
	struct mailimap_set *set = imap_uid_set(s->uids, s->n_uids);
	struct mailimap_fetch_type *type = what_to_fetch(max, plain);
	char words[TRANSPORT_WORDS];
	clist *rest = NULL;
	int r;

	conn_arm(im->wire, COMMAND_BUDGET + s->n_uids * (max + FETCH_OVERHEAD));
	mailimap_set_progress_callback(im->etpan, no_progress, NULL, NULL);
	mailimap_set_msg_att_handler(im->etpan, on_mail, s);
	r = mailimap_uid_fetch(im->etpan, set, type, &rest);
	mailimap_set_msg_att_handler(im->etpan, NULL, NULL);
	mailimap_set_progress_callback(im->etpan, NULL, NULL, NULL);
	mailimap_set_free(set);
	mailimap_fetch_type_free(type);
	if (!r)
		mailimap_fetch_list_free(rest);
	if (r)
		imap_failed(im, r, "UID FETCH", &s->words);
	else
		why_set(&s->words, ERR_MAIL_PROTOCOL,
			"the server does not give it: %s",
			imap_words(im, words));
	return r;
}

/* the index of the first mail that did not come; n_uids: all came */
static size_t first_missing(const struct stream *s)
{
	size_t i = 0;

	while (i < s->n_uids && s->came[i])
		i++;
	return i;
}

/* a session of the same folder in place of one that is out of step */
static enum err connect_again(struct imap *im, struct why *why)
{
	uint32_t was = im->uidvalidity;
	enum err e;

	imap_disconnect(&im->base, false);
	e = imap_connect(&im->base, why);
	if (!e && im->uidvalidity != was)
		e = why_set(why, ERR_MAIL_PROTOCOL,
			    "%s: UIDVALIDITY changes while mails are fetched",
			    im->base.config.host);
	return e;
}

/* it failed: try it again later, unless it is not there */
static enum err try_later(struct stream *s, uint32_t uid)
{
	struct imap *im = s->im;
	char name[RETRY_NAME_MAX];
	size_t n = im->n_uids, next = im->next;
	enum err e = ERR_OK;
	bool there = true;

	uid_name(im, uid, name);
	if (!conn_error(im->wire, NULL)) {
		e = search_for(im, uid, uid, false, NULL);
		there = e || im->n_uids > n;
		im->n_uids = n;
		im->next = next;
	}
	if (!there) {
		retry_end(&im->base.retry, name);
		return ERR_OK;
	}
	im->failed_in = im->session;
	return transport_retry(&im->base, name, im->whole_s, s->range,
			       &s->words, s->why);
}

/*
 * One mail, once more and alone. An answer that cannot be read costs the
 * session; a new one asks for the bytes of the mail and for nothing else.
 */
static enum err fetch_alone(struct stream *s, uint32_t uid, bool is_odd)
{
	struct stream one = { .im = s->im,
			      .uids = { uid },
			      .n_uids = 1,
			      .deliver = s->deliver,
			      .ctx = s->ctx,
			      .range = s->range,
			      .why = s->why };
	enum err e = ERR_OK;
	int r;

	if (!is_odd)
		is_odd = imap_is_unreadable(fetch_uids(&one, false));
	if (!one.err && !one.came[0] && is_odd &&
	    !conn_error(s->im->wire, NULL)) {
		e = connect_again(s->im, s->why);
		if (e)
			return e;
		why_clear(&one.words);
		r = fetch_uids(&one, true);
		if (one.came[0])
			s->im->n_odd++;
		is_odd = imap_is_unreadable(r);
	}
	if (one.err)
		return one.err;
	if (!one.came[0])
		e = try_later(&one, uid);
	if (!e && is_odd)
		e = conn_error(s->im->wire, s->why);
	if (!e && is_odd)
		e = connect_again(s->im, s->why);
	return e;
}

/*
 * Fetch the mails of the stream. *up_to: all up to it came, are gone, or are
 * tried again later. An error ends the session.
 */
static enum err fetch_stream(struct stream *s, uint32_t *up_to)
{
	struct imap *im = s->im;
	bool plain = im->n_odd >= ODD_ANSWERS_MAX, is_odd;
	char name[RETRY_NAME_MAX];
	enum err e = ERR_OK;
	size_t i;

	is_odd = imap_is_unreadable(fetch_uids(s, plain));
	if (s->err)
		return s->err;
	for (i = first_missing(s); !e && i < s->n_uids; i++) {
		if (s->came[i])
			continue;
		uid_name(im, s->uids[i], name);
		if (conn_error(im->wire, NULL) &&
		    !transport_is_lost_again(&im->base, name))
			return conn_error(im->wire, s->why);
		*up_to = s->uids[i];
		if (conn_error(im->wire, NULL) || (s->n_uids == 1 && !is_odd)) {
			/* the first that did not come is the likely cause */
			e = try_later(s, s->uids[i]);
			if (!e)
				e = conn_error(im->wire, s->why);
			continue;
		}
		e = fetch_alone(s, s->uids[i], is_odd);
		/* a new session has a new list, which has the others */
		if (!e && is_odd)
			return ERR_OK;
	}
	if (!e) {
		*up_to = s->uids[s->n_uids - 1];
		e = conn_error(im->wire, s->why);
	}
	if (!e && is_odd)
		e = connect_again(im, s->why);
	return e;
}

/* uids of another UIDVALIDITY, or a smaller one next: they begin again */
static bool begins_again(struct imap *im, const struct mailbox_position *from,
			 struct mailbox_range *range)
{
	bool again = from->uidvalidity != im->uidvalidity ||
		     (im->uidnext && im->uidnext <= from->uid);

	im->uidnext = 0;
	range->renewed = again && from->uidvalidity != 0;
	if (range->renewed) {
		retry_list_begin(&im->base.retry);
		retry_list_end(&im->base.retry);
		im->n_unmoved = 0;
	}
	return again;
}

/* the next mails of the list into the stream; one that failed goes alone */
static void take_next(struct imap *im, struct stream *s, unsigned max)
{
	char name[RETRY_NAME_MAX];

	while (s->n_uids < max && im->next < im->n_uids) {
		uint32_t uid = im->uids[im->next];
		bool failed_before;

		uid_name(im, uid, name);
		failed_before = retry_find(&im->base.retry, name) != NULL;
		if (failed_before && s->n_uids)
			return;
		im->next++;
		if (retry_waits(&im->base.retry, name))
			continue;
		s->uids[s->n_uids++] = uid;
		if (failed_before)
			return;
	}
}

enum err imap_fetch(struct mailbox *m, const struct mailbox_position *from,
		    unsigned max, mailbox_deliver *deliver, void *ctx,
		    struct mailbox_range *range, struct why *why)
{
	struct imap *im = (struct imap *)m;
	uint32_t last, up_to, session;
	struct stream s = { .im = im,
			    .deliver = deliver,
			    .ctx = ctx,
			    .range = range,
			    .why = why };
	enum err e;

	imap_move_some(im);
	/* Courier gives the same substitute again while a session lasts */
	if (im->failed_in == im->session && im->next == im->n_uids &&
	    retry_next_s(&m->retry) <= imap_now_s())
		imap_disconnect(m, true);
	e = imap_connect(m, why);
	if (e)
		return e;
	last = begins_again(im, from, range) ? 0 : from->uid;
	if (im->rewind && im->rewind <= last)
		last = im->rewind - 1;
	im->rewind = 0;
	session = im->session;
	range->position = (struct mailbox_position){ im->uidvalidity, last };
	/* one search serves many ranges */
	if (im->next == im->n_uids || im->listed_to != last)
		e = imap_fetch_search(im, last, why);
	if (e)
		return e;
	take_next(im, &s, max);
	up_to = im->next ? im->uids[im->next - 1] : last;
	if (s.n_uids)
		e = fetch_stream(&s, &up_to);
	/* what another session brought cannot be acknowledged in this one */
	if (up_to > last && !e && im->session == session)
		range->position.uid = up_to;
	im->listed_to = range->position.uid;
	range->more = !e && (im->next < im->n_uids || im->session != session);
	if (!e && !range->more)
		im->whole_s = im->list_s;
	return e;
}

void imap_fetch_load(void)
{
	calls_load();
}
