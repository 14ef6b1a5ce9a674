/*
 * src/mail/imap_acknowledge.c - marks stored mails as read and moves them to
 * the done folder.
 */
#include "mail/imap_private.h"
#include "base/xalloc.h"
#include <stdlib.h>
#include "mail/imap_acknowledge.inc"

enum {
	MOVE_PAUSE_S = 2, /* after a refused move, doubled up to .. */
	MOVE_PAUSE_MAX_S = 300
};

int imap_uid_order(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/* ascending uids as the fewest intervals */
struct mailimap_set *imap_uid_set(const uint32_t *uids, size_t n)
{
	struct mailimap_set *set = xalloc_check(mailimap_set_new_empty());
	size_t i = 0;

	while (i < n) {
		size_t j = i + 1;

		while (j < n && uids[j] - uids[j - 1] <= 1)
			j++;
		if (mailimap_set_add_interval(set, uids[i], uids[j - 1]))
			xalloc_check(NULL);
		i = j;
	}
	return set;
}

static enum err add_flag(struct imap *im, struct mailimap_set *set,
			 struct mailimap_flag *flag, struct why *why)
{
	struct mailimap_flag_list *flags =
		xalloc_check(mailimap_flag_list_new_empty());
	struct mailimap_store_att_flags *store;
	char words[TRANSPORT_WORDS];
	int r;

	if (mailimap_flag_list_add(flags, xalloc_check(flag)))
		xalloc_check(NULL);
	store = xalloc_check(
		mailimap_store_att_flags_new_add_flags_silent(flags));
	conn_arm(im->wire, COMMAND_BUDGET);
	r = mailimap_uid_store(im->etpan, set, store);
	mailimap_store_att_flags_free(store);
	if (r && !conn_error(im->wire, NULL) && !imap_is_unreadable(r))
		return why_set(
			why, ERR_MAIL_REFUSED,
			"%s: mails of folder \"%s\" of user \"%s\" cannot "
			"be flagged: %s",
			im->base.config.host, im->base.config.folder,
			im->base.config.user, imap_words(im, words));
	return r ? imap_failed(im, r, "UID STORE", why) : ERR_OK;
}

/* *why is what keeps the folder from being written */
enum err imap_ensure_done(struct imap *im, struct why *why)
{
	const struct mailbox_config *c = &im->base.config;
	char words[TRANSPORT_WORDS], hint[2 * TRANSPORT_WORDS + 128];
	clist *found = NULL;
	bool there;
	int r;

	conn_arm(im->wire, COMMAND_BUDGET);
	r = mailimap_list(im->etpan, "", im->done, &found);
	there = !r && clist_count(found);
	if (!r)
		mailimap_list_result_free(found);
	if (there)
		return ERR_OK;
	conn_arm(im->wire, COMMAND_BUDGET);
	r = mailimap_create(im->etpan, im->done);
	if (!r)
		return ERR_OK;
	if (conn_error(im->wire, why))
		return conn_error(im->wire, NULL);
	imap_words(im, words);
	imap_prefix_hint(im, "done-folder", c->done, hint, sizeof(hint));
	return why_set(why, ERR_NOT_FOUND,
		       "%s: folder \"%s\" of user \"%s\" cannot be made: %s%s",
		       c->host, c->done, c->user, words, hint);
}

/*
 * One try. A uid that is gone is passed over by servers and by libetpan, which
 * is what we want: it was moved before a crash.
 */
static int move_once(struct imap *im, struct mailimap_set *set)
{
	conn_arm(im->wire, COMMAND_BUDGET);
	return mailimap_has_extension(im->etpan, "MOVE")
		       ? mailimap_uid_move(im->etpan, set, im->done)
		       : mailimap_uid_copy(im->etpan, set, im->done);
}

/* ERR_OK: moved. Else *why; the wire may be good. */
static enum err move_set(struct imap *im, struct mailimap_set *set,
			 struct why *why)
{
	const struct mailbox_config *c = &im->base.config;
	char words[TRANSPORT_WORDS];
	int r = move_once(im, set);
	enum err e = ERR_OK;

	if (r && !conn_error(im->wire, NULL) && !imap_is_unreadable(r)) {
		/* most likely the folder is missing */
		e = imap_ensure_done(im, why);
		if (e)
			return e;
		r = move_once(im, set);
		if (r && !conn_error(im->wire, NULL) && !imap_is_unreadable(r))
			return why_set(why, ERR_MAIL_REFUSED,
				       "%s: mail cannot be moved to folder "
				       "\"%s\" of user \"%s\": %s",
				       c->host, c->done, c->user,
				       imap_words(im, words));
	}
	if (r)
		return imap_failed(im, r, "moving mail to the done folder",
				   why);
	if (mailimap_has_extension(im->etpan, "MOVE"))
		return ERR_OK;
	e = add_flag(im, set, mailimap_flag_new_deleted(), why);
	/* a plain EXPUNGE would remove what others marked: without UIDPLUS the
	 * mail stays, marked as deleted */
	if (!e && mailimap_has_uidplus(im->etpan)) {
		conn_arm(im->wire, COMMAND_BUDGET);
		r = mailimap_uid_expunge(im->etpan, set);
		if (r)
			e = imap_failed(im, r, "UID EXPUNGE", why);
	}
	return e;
}

/* the first n of the list are moved, or go to its end */
static void unmoved_shift(struct imap *im, size_t n, bool moved)
{
	uint32_t first = im->unmoved[0];

	memmove(im->unmoved, im->unmoved + n,
		(im->n_unmoved - n) * sizeof(*im->unmoved));
	im->n_unmoved -= n;
	if (!moved)
		im->unmoved[im->n_unmoved++] = first;
}

/* later, in small steps */
static void move_later(struct imap *im, const struct why *words)
{
	im->folder_fault = *words;
	im->move_step = 1;
	im->move_pause_s =
		im->move_pause_s ? 2 * im->move_pause_s : MOVE_PAUSE_S;
	if (im->move_pause_s > MOVE_PAUSE_MAX_S)
		im->move_pause_s = MOVE_PAUSE_MAX_S;
	im->move_at_s = imap_now_s() + im->move_pause_s;
}

/*
 * Move stored mails, as many as the server allows. A refused bundle is retried
 * mail by mail, and single refused mails after a pause. Nothing waits for the
 * move; after a broken session the next call connects again.
 */
void imap_move_some(struct imap *im)
{
	while (im->n_unmoved && imap_now_s() >= im->move_at_s) {
		size_t n = im->n_unmoved;
		struct mailimap_set *set;
		struct why words = { 0 };
		enum err e;

		if (!im->move_step)
			im->move_step = MAILBOX_RANGE_MAX;
		if (n > im->move_step)
			n = im->move_step;
		qsort(im->unmoved, n, sizeof(*im->unmoved), imap_uid_order);
		set = imap_uid_set(im->unmoved, n);
		e = move_set(im, set, &words);
		mailimap_set_free(set);
		if (!e) {
			unmoved_shift(im, n, true);
			im->move_step *= 2;
			if (im->move_step > MAILBOX_RANGE_MAX)
				im->move_step = MAILBOX_RANGE_MAX;
			im->move_pause_s = 0;
			if (!im->n_unmoved)
				why_clear(&im->folder_fault);
		} else if (conn_error(im->wire, NULL) ||
			   e == ERR_MAIL_PROTOCOL) {
			move_later(im, &words);
			imap_disconnect(&im->base, false);
		} else if (n > 1) {
			im->move_step = 1;
		} else {
			unmoved_shift(im, 1, false);
			move_later(im, &words);
		}
	}
}

static void unmoved_add(struct imap *im, const uint32_t *uids, size_t n)
{
	im->unmoved = xalloc_check(realloc(
		im->unmoved, (im->n_unmoved + n) * sizeof(*im->unmoved)));
	memcpy(im->unmoved + im->n_unmoved, uids, n * sizeof(*uids));
	im->n_unmoved += n;
}

enum err imap_acknowledge(struct mailbox *m, const struct mailbox_key *keys,
			  size_t n, struct why *why)
{
	struct imap *im = (struct imap *)m;
	struct mailimap_set *set;
	struct why words = { 0 };
	enum err e = ERR_OK;

	assert(n <= MAILBOX_RANGE_MAX);
	im->n_acked = 0;
	/* a key of an earlier session may name another mail now */
	for (size_t i = 0; im->etpan && i < n; i++)
		if (keys[i].session == im->session &&
		    keys[i].uidvalidity == im->uidvalidity && keys[i].uid)
			im->acked[im->n_acked++] = keys[i].uid;
	if (!im->n_acked)
		return ERR_OK;
	qsort(im->acked, im->n_acked, sizeof(*im->acked), imap_uid_order);
	set = imap_uid_set(im->acked, im->n_acked);
	e = add_flag(im, set, mailimap_flag_new_seen(), &words);
	mailimap_set_free(set);
	if (e && (conn_error(im->wire, NULL) || e != ERR_MAIL_REFUSED))
		return why_set(why, e, "%s", words.text);
	/* it may not be written: the mails are stored all the same */
	if (e)
		im->folder_fault = words;
	else if (!im->n_unmoved)
		why_clear(&im->folder_fault);
	if (!m->config.done)
		return ERR_OK;
	unmoved_add(im, im->acked, im->n_acked);
	im->n_acked = 0;
	imap_move_some(im);
	return ERR_OK;
}

void imap_acknowledge_load(void)
{
	calls_load();
}
