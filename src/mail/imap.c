/*
 * src/mail/imap.c - a mailbox that is read by IMAP (struct transport): the mark
 * of the judge that reads it, the check of its folders and quota, waiting for
 * new mails.
 */
#include "mail/imap_private.h"
#include "base/xalloc.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>
#include "mail/imap.inc"

static const char *folder_fault(const struct mailbox *m)
{
	const struct imap *im = (const struct imap *)m;

	return im->folder_fault.text[0] ? im->folder_fault.text : NULL;
}

/* before the first mail that is tried again or not yet moved */
static struct mailbox_position imap_restart(const struct mailbox *m,
					    struct mailbox_position position)
{
	const struct imap *im = (const struct imap *)m;

	if (position.uidvalidity != im->uidvalidity)
		return position;
	if (im->rewind && im->rewind <= position.uid)
		position.uid = im->rewind - 1;
	for (size_t i = 0; i < im->n_unmoved; i++)
		if (im->unmoved[i] <= position.uid)
			position.uid = im->unmoved[i] - 1;
	for (size_t i = 0; i < m->retry.n; i++) {
		const struct retry_mail *r = &m->retry.mails[i];
		uint32_t uid = imap_retry_uid(r);

		if (!r->over && !retry_is_passed_by(r) && uid &&
		    uid <= position.uid)
			position.uid = uid - 1;
	}
	return position;
}

/* ---- the mark ---- */

/*
 * What the names of marks of this folder begin with: judges may share a user,
 * each with a folder of its own.
 */
static void mark_start(struct imap *im, char out[FOLDER_ROOM])
{
	struct mailimap_namespace_data *all = NULL;
	const char *prefix = "";
	uint32_t folder = 2166136261; /* FNV-1a */

	for (const char *c = im->base.config.folder; *c; c++)
		folder = (folder ^ (unsigned char)*c) * 16777619;
	if (mailimap_has_namespace(im->etpan)) {
		conn_arm(im->wire, COMMAND_BUDGET);
		if (mailimap_namespace(im->etpan, &all))
			all = NULL;
	}
	if (all && all->ns_personal &&
	    clist_count(all->ns_personal->ns_data_list)) {
		const struct mailimap_namespace_info *first = clist_content(
			clist_begin(all->ns_personal->ns_data_list));

		if (first->ns_prefix && strlen(first->ns_prefix) < 64)
			prefix = first->ns_prefix;
	}
	snprintf(out, FOLDER_ROOM, "%s" MAILBOX_MARK "%08x-", prefix,
		 (unsigned)folder);
	if (all)
		mailimap_namespace_data_free(all);
}

static enum err mark_refused(struct imap *im, int r, const char *name,
			     struct why *why)
{
	char words[TRANSPORT_WORDS];

	if (conn_error(im->wire, NULL) || imap_is_unreadable(r))
		return imap_failed(im, r, "looking for marks", why);
	return why_set(why, ERR_MAIL_REFUSED,
		       "%s: folder \"%s\" of user \"%s\": %s",
		       im->base.config.host, name, im->base.config.user,
		       imap_words(im, words));
}

static enum err mark_remove(struct imap *im, const char *name, struct why *why)
{
	int r;

	conn_arm(im->wire, COMMAND_BUDGET);
	r = mailimap_delete(im->etpan, name);
	return r ? mark_refused(im, r, name, why) : ERR_OK;
}

static enum err mark_set(struct mailbox *m, const char *mark, bool take,
			 struct why *why)
{
	struct imap *im = (struct imap *)m;
	char start[FOLDER_ROOM], name[FOLDER_ROOM + 1], other[FOLDER_ROOM] = "";
	clist *found = NULL;
	bool own = false;
	enum err e = ERR_OK;
	int r;

	mark_start(im, start);
	snprintf(name, sizeof(name), "%s%%", start);
	conn_arm(im->wire, COMMAND_BUDGET);
	r = mailimap_list(im->etpan, "", name, &found);
	if (r)
		return mark_refused(im, r, name, why);
	for (clistiter *i = clist_begin(found); !e && i; i = clist_next(i)) {
		const struct mailimap_mailbox_list *l = clist_content(i);
		enum mark_of is = MARK_NONE;

		if (!strncmp(l->mb_name, start, strlen(start)))
			is = transport_mark_of(l->mb_name + strlen(start),
					       mark);
		own |= is == MARK_OWN;
		if (is == MARK_OLD || (is == MARK_OTHER && take))
			e = mark_remove(im, l->mb_name, why);
		else if (is == MARK_OTHER)
			snprintf(other, sizeof(other), "%s", l->mb_name);
	}
	mailimap_list_result_free(found);
	if (e || own || other[0])
		return e          ? e
		       : other[0] ? transport_marked(m, other, why)
				  : ERR_OK;
	snprintf(name, sizeof(name), "%s%s", start, mark);
	conn_arm(im->wire, COMMAND_BUDGET);
	r = mailimap_create(im->etpan, name);
	return r ? mark_refused(im, r, name, why) : ERR_OK;
}

static void imap_release(struct mailbox *m)
{
	free(((struct imap *)m)->unmoved);
}

/* "STORAGE" is counted in KiB, others like "MESSAGE" in pieces. */
static enum err quota_room(const struct imap *im,
			   const struct mailimap_quota_quota_resource *r,
			   struct why *why)
{
	enum { FULL_PERCENT = 90 };
	const struct mailbox_config *c = &im->base.config;
	char name[TRANSPORT_WORDS];

	if (!r->limit ||
	    (uint64_t)r->usage * 100 < (uint64_t)r->limit * FULL_PERCENT)
		return ERR_OK;
	transport_words(&im->base, r->resource_name, name);
	return why_set(why, ERR_MAIL_TEMPORARY,
		       "%s: the mailbox of user \"%s\" is nearly full: its "
		       "quota %s has %" PRIu32 " of %" PRIu32 "%s; when it is "
		       "full no mail arrives and none can be moved into a "
		       "done-folder: delete old mails or raise the quota",
		       c->host, c->user, name, r->usage, r->limit,
		       strcasecmp(name, "STORAGE") ? "" : " KiB");
}

/* A server that does not tell its quotas has none that we could know. */
static enum err check_quotas(struct imap *im, struct why *why)
{
	struct mailimap_quota_complete_data *all = NULL;
	enum err e = ERR_OK;

	if (!mailimap_has_extension(im->etpan, "QUOTA"))
		return ERR_OK;
	conn_arm(im->wire, COMMAND_BUDGET);
	if (mailimap_quota_getquotaroot(im->etpan, im->folder, &all))
		return conn_error(im->wire, why);
	for (clistiter *i = clist_begin(all->quota_list); !e && i;
	     i = clist_next(i)) {
		const struct mailimap_quota_quota_data *q = clist_content(i);

		for (clistiter *k = clist_begin(q->quota_list); !e && k;
		     k = clist_next(k))
			e = quota_room(im, clist_content(k), why);
	}
	mailimap_quota_complete_data_free(all);
	return e;
}

static enum err check_folders(struct mailbox *m, struct why *why)
{
	struct imap *im = (struct imap *)m;
	enum err e = m->config.done ? imap_ensure_done(im, why) : ERR_OK;

	return e ? e : check_quotas(im, why);
}

/* ---- waiting ---- */

/* "* 23 EXISTS" */
static bool tells_of_mail(const char *line)
{
	size_t digits;

	if (strncmp(line, "* ", 2))
		return false;
	digits = strspn(line + 2, "0123456789");
	return digits && !strncasecmp(line + 2 + digits, " EXISTS", 7);
}

/* One line, cut to room. Later bytes wait for libetpan. */
static bool next_line(struct imap *im, char *line, size_t room)
{
	MMAPString *s = xalloc_check(mmap_string_new(""));
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
			  enum conn_event *event, bool *news, struct why *why)
{
	char line[256];

	*event = CONN_TIMEOUT;
	*news = false;
	/* its next command will look */
	if (has_unread(im)) {
		*news = true;
		return ERR_OK;
	}
	conn_arm(im->wire, COMMAND_BUDGET);
	conn_write(im->wire, "idle IDLE\r\n", 11);
	if (!idle_until(im, "+", line, sizeof(line), news))
		return conn_error(im->wire, why);
	if (line[0] != '+') {
		im->idle_is_refused = true;
		return ERR_OK;
	}
	if (!*news && !has_unread(im))
		*event = conn_wait(im->wire, seconds, interrupt_fd);
	conn_arm(im->wire, COMMAND_BUDGET);
	conn_write(im->wire, "DONE\r\n", 6);
	if (!idle_until(im, "idle ", line, sizeof(line), news))
		return conn_error(im->wire, why);
	return ERR_OK;
}

static enum mailbox_wake sleep_until(int64_t end, int interrupt_fd)
{
	int64_t left = end - imap_now_s();

	return conn_sleep(left > 0 ? (unsigned)left : 0, interrupt_fd) ==
			       CONN_INTERRUPT
		       ? MAILBOX_WOKE_INTERRUPT
		       : MAILBOX_WOKE_TIMEOUT;
}

static enum err imap_wait(struct mailbox *m, unsigned seconds, int interrupt_fd,
			  enum mailbox_wake *wake, struct why *why)
{
	struct imap *im = (struct imap *)m;
	int64_t end = imap_now_s() + seconds;
	enum err e = imap_connect(m, why);

	if (e)
		return e;
	if (im->has_grown) {
		im->has_grown = false;
		*wake = MAILBOX_WOKE_MAIL;
		return ERR_OK;
	}
	/* servers say "still here" now and then: only news of mail wakes us */
	while (!im->idle_is_refused && mailimap_has_idle(im->etpan)) {
		int64_t left = end - imap_now_s();
		enum conn_event event;
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
		else if (event == CONN_INTERRUPT)
			*wake = MAILBOX_WOKE_INTERRUPT;
		if (*wake != MAILBOX_WOKE_TIMEOUT)
			return ERR_OK;
	}
	*wake = sleep_until(end, interrupt_fd);
	return ERR_OK;
}

static void imap_load(void)
{
	calls_load();
	imap_session_load();
	imap_fetch_load();
	imap_acknowledge_load();
	conn_load();
}

const struct transport transport_imap = {
	.load = imap_load,
	.connect = imap_connect,
	.fetch = imap_fetch,
	.acknowledge = imap_acknowledge,
	.wait = imap_wait,
	.restart = imap_restart,
	.folder_fault = folder_fault,
	.check = check_folders,
	.mark = mark_set,
	.release = imap_release,
	.disconnect = imap_disconnect,
	.size = sizeof(struct imap),
};
