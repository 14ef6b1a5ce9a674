/*
 * src/mail/imap.c - the one file that knows libetpan. It speaks IMAP over our
 * own wire: libetpan's sockets accept any certificate. What it never gets to
 * decide: how many bytes it may read, how long it may wait, whether a failed
 * command may be repeated on the same connection (never).
 */
#include "mail/transport.h"
#include "base/parse.h"
#include "base/xalloc.h"
#include <inttypes.h>
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
	ODD_ANSWERS_MAX = 3, /* then no more dates and sizes are asked for */
	MOVE_PAUSE_S = 2,    /* after a refused move, doubled up to .. */
	MOVE_PAUSE_MAX_S = 300,
	FOLDER_ROOM = 4 * MAILBOX_NAME_MAX + 8
};

/* of the one command that libetpan does not send */
#define AUTH_TAG "token"

struct imap {
	struct mailbox base;
	struct mailimap *etpan;
	struct conn *wire;
	char folder[FOLDER_ROOM], done[FOLDER_ROOM]; /* encoded */
	uint32_t uidvalidity;
	uint32_t session;   /* counts them: a server may number mails anew */
	uint32_t failed_in; /* the session in which a mail failed last */
	uint32_t uidnext;   /* of SELECT; 0: none, or it was looked at */
	/* to be fetched: a search found these, ascending; fetched up to next */
	uint32_t *uids;
	size_t n_uids, next;
	uint32_t listed_to;   /* where the caller goes on, if nothing fails */
	uint32_t n_exists;    /* when it was searched */
	int64_t list_s;       /* UTC: when the search began, and .. */
	int64_t whole_s;      /* .. the last of which all was fetched */
	bool is_fresh;        /* nothing was asked since SELECT */
	bool has_grown;       /* while it was searched */
	bool idle_is_refused; /* by this server: it is polled */
	unsigned n_odd;       /* answers with a date that cannot be read */
	uint32_t acked[MAILBOX_RANGE_MAX]; /* the last, in this session */
	size_t n_acked;
	bool flags_are_lost; /* the server does not keep \Seen */
	/* stored, and not yet moved to the done folder */
	uint32_t *unmoved;
	size_t n_unmoved;
	uint32_t rewind;   /* the first of them when a session ended; or 0 */
	size_t move_step;  /* so many at once */
	int64_t move_at_s; /* monotonic: no try before */
	int64_t move_pause_s;
	struct why folder_fault;
	struct transport_refusal refusal; /* of the last token */
};

/* ---- libetpan's stream, over our wire ---- */

static ssize_t low_read(mailstream_low *low, void *out, size_t len)
{
	long n = conn_read(low->data, out, len);

	/* 0 would be asked again: the end of the stream is an error here */
	return n > 0 ? n : -1;
}

static ssize_t low_write(mailstream_low *low, const void *bytes, size_t len)
{
	return conn_write(low->data, bytes, len) ? (ssize_t)len : -1;
}

static int low_close(mailstream_low *low)
{
	(void)low;
	return 0; /* the session closes its wire, whatever libetpan does */
}

static int low_fd(mailstream_low *low)
{
	(void)low;
	return -1; /* only the wire may touch the socket */
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
			conn_arm(im->wire, COMMAND_BUDGET);
			conn_write(im->wire, "bye LOGOUT\r\n", 12);
		}
		conn_break(im->wire, ERR_INTERRUPTED, "closed");
		mailimap_free(im->etpan);
	}
	im->etpan = NULL;
	conn_close(im->wire);
	im->wire = NULL;
	free(im->uids);
	im->uids = NULL;
	im->n_uids = im->next = 0;
	/* uids are good for this session only: those mails come again */
	for (size_t i = 0; i < im->n_unmoved; i++)
		if (!im->rewind || im->unmoved[i] < im->rewind)
			im->rewind = im->unmoved[i];
	im->n_unmoved = 0;
}

static int64_t now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec;
}

/* the server's last text, safe for a terminal */
static const char *words_of(const struct imap *im, char out[TRANSPORT_WORDS])
{
	return transport_words(&im->base, im->etpan->imap_response, out);
}

/* an answer after which libetpan has lost its way */
static bool is_unreadable(int r)
{
	return r == MAILIMAP_ERROR_PARSE || r == MAILIMAP_ERROR_PROTOCOL ||
	       r == MAILIMAP_ERROR_STREAM || r == MAILIMAP_ERROR_MEMORY;
}

/*
 * What a failed command was: the wire's fault if it has one, else the server
 * said no, or said what nobody can read.
 */
static enum err failed(struct imap *im, int r, const char *what,
		       struct why *why)
{
	enum err e = conn_error(im->wire, why);
	char words[TRANSPORT_WORDS];

	if (e)
		return e;
	if (is_unreadable(r))
		return why_set(
			why, ERR_MAIL_PROTOCOL,
			"%s: %s: the answer cannot be read (libetpan %d)",
			im->base.config.host, what, r);
	return why_set(why, ERR_MAIL_REFUSED, "%s: %s refused: %s",
		       im->base.config.host, what, words_of(im, words));
}

/*
 * RFC 5530 tells a server in trouble from a wrong password.
 */
static enum err refusal_of(const char *code)
{
	static const char *const passing[] = { "UNAVAILABLE", "INUSE", "LIMIT",
					       "SERVERBUG", "CONTACTADMIN" };

	for (size_t i = 0; code && i < ARRAY_LEN(passing); i++)
		if (!strcasecmp(code, passing[i]))
			return ERR_MAIL_DOWN;
	return ERR_MAIL_LOGIN;
}

static enum err login_failed(struct imap *im, int r, struct why *why)
{
	const struct mailbox_config *c = &im->base.config;
	const char *code = im->etpan->imap_response_info
				   ? im->etpan->imap_response_info->rsp_atom
				   : NULL;
	char words[TRANSPORT_WORDS];
	enum err e = refusal_of(code);

	if (r != MAILIMAP_ERROR_LOGIN)
		return failed(im, r, "login", why);
	return why_set(why, e,
		       "%s, port %u: login refused for user \"%s\": %s%s%s",
		       c->host, (unsigned)c->port, c->user, code ? code : "",
		       code ? " " : "", words_of(im, words));
}

static enum err start_tls(struct imap *im, struct why *why)
{
	const char *host = im->base.config.host;
	int r;

	conn_arm(im->wire, COMMAND_BUDGET);
	r = mailimap_starttls(im->etpan);
	if (conn_error(im->wire, why))
		return conn_error(im->wire, why);
	if (r)
		return why_set(why, ERR_MAIL_TLS, "%s: offers no STARTTLS",
			       host);
	/* what came before the handshake must not be read as if after it */
	if (im->etpan->imap_stream->read_buffer_len)
		return why_set(why, ERR_MAIL_TLS,
			       "%s: speaks before TLS begins", host);
	/* capabilities sent in clear do not count: ask again below */
	conn_arm(im->wire, COMMAND_BUDGET);
	return conn_secure(im->wire, why);
}

/* what a server can do often changes with the login */
static enum err capabilities_again(struct imap *im, struct why *why)
{
	struct mailimap_capability_data *caps = NULL;
	int r;

	conn_arm(im->wire, COMMAND_BUDGET);
	r = mailimap_capability(im->etpan, &caps);
	if (r)
		return failed(im, r, "CAPABILITY", why);
	mailimap_capability_data_free(caps);
	return ERR_OK;
}

/* The final answer to AUTHENTICATE: "NO [CODE] words", "BAD words". */
static enum err token_refused(struct imap *im, struct str answer,
			      struct why *why)
{
	const struct mailbox_config *c = &im->base.config;
	const struct transport_refusal *r = &im->refusal;
	char line[TRANSPORT_WORDS], words[TRANSPORT_WORDS], code[32] = "";
	struct str rest = answer, first;
	enum err e;

	/* BAD is about the form of the login; so may be the challenge */
	parse_field(&rest, ' ', &first);
	im->refusal.form |= !strncasecmp(first.s, "BAD", 3);
	if (rest.len > 1 && rest.s[0] == '[') {
		struct str inside = { rest.s + 1, rest.len - 1 }, name;

		parse_field(&inside, ']', &name);
		snprintf(code, sizeof(code), "%.*s", STR_ARG(name));
	}
	e = refusal_of(code);
	snprintf(line, sizeof(line), "%.*s", STR_ARG(rest));
	return why_set(
		why, e, "%s, port %u: token refused for user \"%s\": %s%s%s%s",
		c->host, (unsigned)c->port, c->user,
		transport_words(&im->base, line, words),
		r->words[0] ? " (" : "", r->words, r->words[0] ? ")" : "");
}

static bool line_send(struct imap *im, struct str words)
{
	return conn_write(im->wire, words.s, words.len) &&
	       conn_write(im->wire, "\r\n", 2);
}

/*
 * What the server says up to the answer to AUTHENTICATE, which is in line. It
 * asks for the payload, where that was not sent with the command, and it
 * refuses a token by a challenge first (RFC 7628, 3.2.3).
 */
static bool authenticate_hear(struct imap *im, enum login_method m,
			      struct str payload, bool sent, MMAPString *line)
{
	enum { LINES_MAX = 100 };
	struct str answer = str_of(login_refused_answer(m));

	for (int i = 0; i < LINES_MAX; i++) {
		const char *s = mailstream_read_line_remove_eol(
			im->etpan->imap_stream, line);

		if (!s)
			return false;
		if (!strncmp(s, AUTH_TAG " ", sizeof(AUTH_TAG)))
			return true;
		if (s[0] != '+')
			continue; /* untagged: asked for again after this */
		if (sent)
			transport_challenge(str_of(s + 1), &im->refusal);
		if (!line_send(im, sent ? answer : payload))
			return false;
		sent = true;
	}
	conn_break(im->wire, ERR_MAIL_PROTOCOL, "answers without an end");
	return false;
}

/*
 * By hand: libetpan's own function knows XOAUTH2 only, and takes the challenge
 * after a refused token for the end.
 */
static enum err authenticate(struct imap *im, enum login_method m,
			     struct why *why)
{
	const struct mailbox_config *c = &im->base.config;
	bool at_once = mailimap_has_extension(im->etpan, "SASL-IR");
	struct buf payload, command;
	MMAPString *line = xalloc_check(mmap_string_new(""));
	enum err e = ERR_OK;
	struct str answer;
	bool heard;

	buf_init(&payload, 2 * LOGIN_SECRET_ROOM);
	buf_init(&command, 3 * LOGIN_SECRET_ROOM);
	login_bearer(m, c->user, c->host, c->port, im->base.login.now.secret,
		     &payload);
	buf_addf(&command, AUTH_TAG " AUTHENTICATE %s%s", login_method_name(m),
		 at_once ? " " : "");
	if (at_once)
		buf_adds(&command, buf_str(&payload));
	conn_arm(im->wire, COMMAND_BUDGET);
	heard = line_send(im, buf_str(&command)) &&
		authenticate_hear(im, m, buf_str(&payload), at_once, line);
	answer = str_of(heard ? line->str + sizeof(AUTH_TAG) : "");
	if (!heard)
		e = conn_error(im->wire, why);
	if (!heard && !e)
		e = why_set(why, ERR_MAIL_PROTOCOL,
			    "%s: AUTHENTICATE: no answer", c->host);
	if (heard && (answer.len < 2 || strncasecmp(answer.s, "OK", 2)))
		e = token_refused(im, answer, why);
	if (!e)
		im->etpan->imap_state = MAILIMAP_STATE_AUTHENTICATED;
	explicit_bzero(payload.s, payload.len);
	explicit_bzero(command.s, command.len);
	buf_release(&payload);
	buf_release(&command);
	mmap_string_free(line);
	return e;
}

static enum err log_in_by_token(struct imap *im, struct why *why)
{
	bool xoauth2 = mailimap_has_authentication(im->etpan, "XOAUTH2");
	enum login_method m;
	enum err e = transport_method(
		&im->base, xoauth2,
		mailimap_has_authentication(im->etpan, "OAUTHBEARER"), &m, why);

	im->refusal = (struct transport_refusal){ .form = false };
	if (!e)
		e = authenticate(im, m, why);
	im->refusal.form &= m == LOGIN_OAUTHBEARER && xoauth2;
	return e;
}

static enum err log_in(struct imap *im, struct why *why)
{
	const struct mailbox_config *c = &im->base.config;
	struct mailimap_capability_data *caps = NULL;
	int r;
	enum err e = login_next(&im->base.login, why);

	if (e)
		return e;
	conn_arm(im->wire, COMMAND_BUDGET);
	r = mailimap_capability(im->etpan, &caps);
	if (r)
		return failed(im, r, "CAPABILITY", why);
	mailimap_capability_data_free(caps);
	if (im->base.login.now.is_token) {
		e = log_in_by_token(im, why);
		if (e)
			return e;
		return capabilities_again(im, why);
	}
	if (mailimap_has_extension(im->etpan, "LOGINDISABLED"))
		return why_set(why, ERR_MAIL_LOGIN,
			       "%s, port %u: allows no login with a password%s",
			       c->host, (unsigned)c->port,
			       c->tls == TLS_NONE ? " without TLS: set tls = "
						    "starttls or implicit"
						  : "");
	conn_arm(im->wire, COMMAND_BUDGET);
	r = mailimap_login(im->etpan, c->user, im->base.login.now.secret);
	if (r)
		return login_failed(im, r, why);
	return capabilities_again(im, why);
}

/*
 * The greeting, cut to room. Byte by byte, so that nothing is read here that
 * libetpan would miss later.
 */
static bool take_line(struct imap *im, char *line, size_t room)
{
	size_t len = 0;
	char c;

	while (conn_read(im->wire, &c, 1) == 1) {
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
	mailstream_low *low =
		xalloc_check(mailstream_low_new(im->wire, &low_driver));
	mailstream *stream = xalloc_check(mailstream_new(low, STREAM_BUFFER));
	char line[1024], words[TRANSPORT_WORDS];
	int r;

	im->etpan->imap_stream = stream;
	conn_arm(im->wire, COMMAND_BUDGET);
	if (!take_line(im, line, sizeof(line)))
		return conn_error(im->wire, why);
	/* libetpan loses its way, and memory, at a server that says no */
	if (!strncasecmp(line, "* BYE", 5))
		return why_set(why, ERR_MAIL_DOWN,
			       "%s: takes no connections: %s", c->host,
			       transport_words(&im->base, line + 5, words));
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

/* where this server has the user's folders, as a hint for the operator */
static void prefix_hint(struct imap *im, const char *key, const char *folder,
			char *out, size_t room)
{
	struct mailimap_namespace_data *all = NULL;
	const struct mailimap_namespace_info *first;
	char prefix[TRANSPORT_WORDS];

	out[0] = 0;
	if (!mailimap_has_namespace(im->etpan))
		return;
	conn_arm(im->wire, COMMAND_BUDGET);
	if (mailimap_namespace(im->etpan, &all))
		return;
	if (all->ns_personal && clist_count(all->ns_personal->ns_data_list)) {
		first = clist_content(
			clist_begin(all->ns_personal->ns_data_list));
		transport_words(&im->base, first->ns_prefix, prefix);
		if (prefix[0] && strncasecmp(folder, prefix, strlen(prefix)))
			snprintf(out, room,
				 "; this server's folders begin with \"%s\": "
				 "%s = %s%s",
				 prefix, key, prefix, folder);
	}
	mailimap_namespace_data_free(all);
}

/* A token of somebody else is accepted, and opens no folder. */
static void owner_hint(const struct imap *im, char *out, size_t room)
{
	const struct login *l = &im->base.login.now;
	char owner[LOGIN_WORDS];

	if (!l->is_token)
		return;
	login_token_owner(l->secret, owner);
	snprintf(out, room,
		 "; the token is %s: does it belong to a person who may open "
		 "this mailbox, and do its scopes cover IMAP?",
		 owner[0] ? owner : "of an unknown owner");
}

/* may \Seen be set for good? */
static bool keeps_seen(const struct mailimap_selection_info *info)
{
	if (info->sel_perm == MAILIMAP_MAILBOX_READONLY)
		return false;
	/* a server that says nothing keeps all flags */
	if (!info->sel_perm_flags)
		return true;
	for (clistiter *i = clist_begin(info->sel_perm_flags); i;
	     i = clist_next(i)) {
		const struct mailimap_flag_perm *f = clist_content(i);

		if (f->fl_type == MAILIMAP_FLAG_PERM_FLAG &&
		    f->fl_flag->fl_type == MAILIMAP_FLAG_SEEN)
			return true;
	}
	return false;
}

static enum err select_folder(struct imap *im, struct why *why)
{
	const struct mailbox_config *c = &im->base.config;
	char words[TRANSPORT_WORDS], hint[2 * TRANSPORT_WORDS + 128];
	const struct mailimap_selection_info *info;
	uint32_t uidvalidity;
	int r;

	conn_arm(im->wire, COMMAND_BUDGET);
	r = mailimap_select(im->etpan, im->folder);
	/* libetpan says so of BAD, by which a token of somebody else ends */
	if (r == MAILIMAP_ERROR_SELECT ||
	    (r == MAILIMAP_ERROR_PROTOCOL && im->base.login.now.is_token &&
	     !conn_error(im->wire, NULL))) {
		words_of(im, words);
		prefix_hint(im, "folder", c->folder, hint, sizeof(hint));
		if (!hint[0])
			owner_hint(im, hint, sizeof(hint));
		return why_set(why, ERR_NOT_FOUND,
			       "%s: folder \"%s\" of user \"%s\" cannot be "
			       "opened: %s%s",
			       c->host, c->folder, c->user, words, hint);
	}
	if (r)
		return failed(im, r, "SELECT", why);
	info = im->etpan->imap_selection_info;
	im->is_fresh = true;
	uidvalidity = info->sel_uidvalidity;
	im->uidnext = info->sel_uidnext;
	if (!uidvalidity)
		return why_set(why, ERR_MAIL_PROTOCOL,
			       "%s: folder \"%s\" has no UIDVALIDITY", c->host,
			       c->folder);
	im->session++;
	im->n_acked = 0;
	im->flags_are_lost = !keeps_seen(info);
	im->uidvalidity = uidvalidity;
	return ERR_OK;
}

/* as the server names it */
static void encode(const char *name, char out[FOLDER_ROOM])
{
	struct buf b;

	buf_init(&b, FOLDER_ROOM - 1);
	mailbox_folder_encode(name, &b);
	snprintf(out, FOLDER_ROOM, "%.*s", (int)b.len, b.len ? b.s : "");
	buf_release(&b);
}

static enum err session_begin(struct mailbox *m, struct why *why)
{
	struct imap *im = (struct imap *)m;
	enum err e;

	encode(m->config.folder, im->folder);
	if (m->config.done)
		encode(m->config.done, im->done);
	e = transport_wire(m, &im->wire, why);
	if (e)
		return e;
	im->etpan = xalloc_check(mailimap_new(0, NULL));
	e = greet(im, why);
	if (!e)
		e = select_folder(im, why);
	if (e)
		disconnect(m, false);
	return e;
}

static enum err connect(struct mailbox *m, struct why *why)
{
	struct imap *im = (struct imap *)m;
	struct why words;
	enum err e;

	if (im->etpan)
		return ERR_OK;
	do {
		words = (struct why){ { 0 }, { 0 } };
		e = session_begin(m, &words);
	} while (transport_login_again(m, e, im->refusal.form, &words));
	return e ? why_set(why, e, "%s", words.text) : ERR_OK;
}

/* ---- fetching ---- */

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

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

/* Those of them of the day before since_s, or later: a server's days are its
 * own. */
static struct mailimap_search_key *since_of(struct mailimap_search_key *of,
					    int64_t since_s)
{
	struct mailimap_search_key *all =
		xalloc_check(mailimap_search_key_new_multiple_empty());
	time_t day = (time_t)since_s - 86400;
	struct mailimap_search_key *since;
	struct tm tm;

	gmtime_r(&day, &tm);
	since = xalloc_check(
		mailimap_search_key_new_since(xalloc_check(mailimap_date_new(
			tm.tm_mday, tm.tm_mon + 1, tm.tm_year + 1900))));
	if (mailimap_search_key_multiple_add(all, of) ||
	    mailimap_search_key_multiple_add(all, since))
		xalloc_check(NULL);
	return all;
}

/* what one search finds between first and last (0: the end), to the list */
static enum err search_for(struct imap *im, uint32_t first, uint32_t last,
			   bool unseen, struct why *why)
{
	/* 0 at the end of an interval is IMAP's star */
	struct mailimap_search_key *key =
		xalloc_check(mailimap_search_key_new_uid(
			xalloc_check(mailimap_set_new_interval(first, last))));
	clist *found = NULL;
	int r;

	if (unseen)
		key = unseen_of(key);
	if (im->base.config.since_s)
		key = since_of(key, im->base.config.since_s);
	conn_arm(im->wire, SEARCH_BUDGET);
	r = mailimap_uid_search(im->etpan, NULL, key, &found);
	mailimap_search_key_free(key);
	if (r)
		return failed(im, r, "UID SEARCH", why);
	/* n:* names the last mail even if its uid is below n */
	for (clistiter *i = clist_begin(found); i; i = clist_next(i)) {
		uint32_t uid = *(uint32_t *)clist_content(i);

		if (uid >= first && (!last || uid <= last))
			add_uid(im, uid);
	}
	mailimap_search_result_free(found);
	return ERR_OK;
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
static uint32_t uid_of(const struct retry_mail *m)
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
		if (!r->mails[i].over && uid_of(&r->mails[i]) <= last &&
		    !retry_waits(r, r->mails[i].name))
			add_uid(im, uid_of(&r->mails[i]));
}

static void sort_uids(struct imap *im)
{
	size_t n = 0;

	if (im->n_uids)
		qsort(im->uids, im->n_uids, sizeof(*im->uids), by_number);
	for (size_t i = 0; i < im->n_uids; i++)
		if (!n || im->uids[n - 1] != im->uids[i])
			im->uids[n++] = im->uids[i];
	im->n_uids = n;
}

/* list which mails are to be fetched: those over `last`, and stragglers */
static enum err search(struct imap *im, uint32_t last, struct why *why)
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
			return failed(im, r, "NOOP", why);
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

/* ascending uids as the fewest intervals */
static struct mailimap_set *make_set(const uint32_t *uids, size_t n)
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
static int64_t received(const struct stream *s, uint32_t uid, int64_t server_s)
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
		bsearch(&uid, s->uids, s->n_uids, sizeof(uid), by_number);
	size_t max = s->im->base.config.max_bytes;

	/* nothing that was not asked for, and nothing twice */
	if (s->err || !asked || s->came[asked - s->uids])
		return;
	if (transport_is_substitute(mail->raw, &s->words))
		return;
	s->came[asked - s->uids] = true;
	mail->received_utc_s = received(s, uid, mail->received_utc_s);
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
	struct mailimap_set *set = make_set(s->uids, s->n_uids);
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
		failed(im, r, "UID FETCH", &s->words);
	else
		why_set(&s->words, ERR_MAIL_PROTOCOL,
			"the server does not give it: %s", words_of(im, words));
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

	disconnect(&im->base, false);
	e = connect(&im->base, why);
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
		is_odd = is_unreadable(fetch_uids(&one, false));
	if (!one.err && !one.came[0] && is_odd &&
	    !conn_error(s->im->wire, NULL)) {
		e = connect_again(s->im, s->why);
		if (e)
			return e;
		why_clear(&one.words);
		r = fetch_uids(&one, true);
		if (one.came[0])
			s->im->n_odd++;
		is_odd = is_unreadable(r);
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

	is_odd = is_unreadable(fetch_uids(s, plain));
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

static void move_some(struct imap *im);

static enum err fetch(struct mailbox *m, const struct mailbox_position *from,
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

	move_some(im);
	/* Courier gives the same substitute again while a session lasts */
	if (im->failed_in == im->session && im->next == im->n_uids &&
	    retry_next_s(&m->retry) <= now_s())
		disconnect(m, true);
	e = connect(m, why);
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
		e = search(im, last, why);
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

/* ---- acknowledging ---- */

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
	if (r && !conn_error(im->wire, NULL) && !is_unreadable(r))
		return why_set(
			why, ERR_MAIL_REFUSED,
			"%s: mails of folder \"%s\" of user \"%s\" cannot "
			"be flagged: %s",
			im->base.config.host, im->base.config.folder,
			im->base.config.user, words_of(im, words));
	return r ? failed(im, r, "UID STORE", why) : ERR_OK;
}

/* *why is what keeps the folder from being written */
static enum err ensure_done(struct imap *im, struct why *why)
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
	words_of(im, words);
	prefix_hint(im, "done-folder", c->done, hint, sizeof(hint));
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

	if (r && !conn_error(im->wire, NULL) && !is_unreadable(r)) {
		/* most likely the folder is missing */
		e = ensure_done(im, why);
		if (e)
			return e;
		r = move_once(im, set);
		if (r && !conn_error(im->wire, NULL) && !is_unreadable(r))
			return why_set(why, ERR_MAIL_REFUSED,
				       "%s: mail cannot be moved to folder "
				       "\"%s\" of user \"%s\": %s",
				       c->host, c->done, c->user,
				       words_of(im, words));
	}
	if (r)
		return failed(im, r, "moving mail to the done folder", why);
	if (mailimap_has_extension(im->etpan, "MOVE"))
		return ERR_OK;
	e = add_flag(im, set, mailimap_flag_new_deleted(), why);
	/* a plain EXPUNGE would remove what others marked: without UIDPLUS the
	 * mail stays, marked as deleted */
	if (!e && mailimap_has_uidplus(im->etpan)) {
		conn_arm(im->wire, COMMAND_BUDGET);
		r = mailimap_uid_expunge(im->etpan, set);
		if (r)
			e = failed(im, r, "UID EXPUNGE", why);
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
	im->move_at_s = now_s() + im->move_pause_s;
}

/*
 * Move stored mails, as many as the server allows. A refused bundle is retried
 * mail by mail, and single refused mails after a pause. Nothing waits for the
 * move; after a broken session the next call connects again.
 */
static void move_some(struct imap *im)
{
	while (im->n_unmoved && now_s() >= im->move_at_s) {
		size_t n = im->n_unmoved;
		struct mailimap_set *set;
		struct why words = { 0 };
		enum err e;

		if (!im->move_step)
			im->move_step = MAILBOX_RANGE_MAX;
		if (n > im->move_step)
			n = im->move_step;
		qsort(im->unmoved, n, sizeof(*im->unmoved), by_number);
		set = make_set(im->unmoved, n);
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
			disconnect(&im->base, false);
		} else if (n > 1) {
			im->move_step = 1;
		} else {
			unmoved_shift(im, 1, false);
			move_later(im, &words);
		}
	}
}

static const char *folder_fault(const struct mailbox *m)
{
	const struct imap *im = (const struct imap *)m;

	return im->folder_fault.text[0] ? im->folder_fault.text : NULL;
}

/* before the first mail that is tried again or not yet moved */
static struct mailbox_position restart(const struct mailbox *m,
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
		uint32_t uid = uid_of(r);

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

	if (conn_error(im->wire, NULL) || is_unreadable(r))
		return failed(im, r, "looking for marks", why);
	return why_set(why, ERR_MAIL_REFUSED,
		       "%s: folder \"%s\" of user \"%s\": %s",
		       im->base.config.host, name, im->base.config.user,
		       words_of(im, words));
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

static void release(struct mailbox *m)
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
	enum err e = m->config.done ? ensure_done(im, why) : ERR_OK;

	return e ? e : check_quotas(im, why);
}

static void unmoved_add(struct imap *im, const uint32_t *uids, size_t n)
{
	im->unmoved = xalloc_check(realloc(
		im->unmoved, (im->n_unmoved + n) * sizeof(*im->unmoved)));
	memcpy(im->unmoved + im->n_unmoved, uids, n * sizeof(*uids));
	im->n_unmoved += n;
}

static enum err acknowledge(struct mailbox *m, const struct mailbox_key *keys,
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
	qsort(im->acked, im->n_acked, sizeof(*im->acked), by_number);
	set = make_set(im->acked, im->n_acked);
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
	move_some(im);
	return ERR_OK;
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
	int64_t left = end - now_s();

	return conn_sleep(left > 0 ? (unsigned)left : 0, interrupt_fd) ==
			       CONN_INTERRUPT
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

static void load(void)
{
	calls_load();
	conn_load();
}

const struct transport transport_imap = {
	.load = load,
	.connect = connect,
	.fetch = fetch,
	.acknowledge = acknowledge,
	.wait = wait,
	.restart = restart,
	.folder_fault = folder_fault,
	.check = check_folders,
	.mark = mark_set,
	.release = release,
	.disconnect = disconnect,
	.size = sizeof(struct imap),
};
