/*
 * src/mail/imap_session.c - opens and closes an IMAP session: greeting, TLS,
 * login, folder. libetpan speaks over our own connection (conn.h), because its
 * sockets accept any certificate.
 */
#include "mail/imap_private.h"
#include "base/parse.h"
#include "base/xalloc.h"
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>
#include "mail/imap_session.inc"

enum { STREAM_BUFFER = 1 << 14 };

/* of the one command that libetpan does not send */
#define AUTH_TAG "token"

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

void imap_disconnect(struct mailbox *m, bool politely)
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

int64_t imap_now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec;
}

/* the server's last text, safe for a terminal */
const char *imap_words(const struct imap *im, char out[TRANSPORT_WORDS])
{
	return transport_words(&im->base, im->etpan->imap_response, out);
}

/* an answer after which libetpan has lost its way */
bool imap_is_unreadable(int r)
{
	return r == MAILIMAP_ERROR_PARSE || r == MAILIMAP_ERROR_PROTOCOL ||
	       r == MAILIMAP_ERROR_STREAM || r == MAILIMAP_ERROR_MEMORY;
}

/*
 * What a failed command was: the wire's fault if it has one, else the server
 * said no, or said what nobody can read.
 */
enum err imap_failed(struct imap *im, int r, const char *what, struct why *why)
{
	enum err e = conn_error(im->wire, why);
	char words[TRANSPORT_WORDS];

	if (e)
		return e;
	if (imap_is_unreadable(r))
		return why_set(
			why, ERR_MAIL_PROTOCOL,
			"%s: %s: the answer cannot be read (libetpan %d)",
			im->base.config.host, what, r);
	return why_set(why, ERR_MAIL_REFUSED, "%s: %s refused: %s",
		       im->base.config.host, what, imap_words(im, words));
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
		return imap_failed(im, r, "login", why);
	return why_set(why, e,
		       "%s, port %u: login refused for user \"%s\": %s%s%s",
		       c->host, (unsigned)c->port, c->user, code ? code : "",
		       code ? " " : "", imap_words(im, words));
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
		return imap_failed(im, r, "CAPABILITY", why);
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
static enum err imap_session_authenticate(struct imap *im, enum login_method m,
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
		e = imap_session_authenticate(im, m, why);
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
		return imap_failed(im, r, "CAPABILITY", why);
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

static enum err imap_session_greet(struct imap *im, struct why *why)
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
		return imap_failed(im, r, "greeting", why);
	if (c->tls == TLS_STARTTLS)
		e = start_tls(im, why);
	if (!e && r == MAILIMAP_NO_ERROR_NON_AUTHENTICATED)
		e = log_in(im, why);
	return e;
}

/* where this server has the user's folders, as a hint for the operator */
void imap_prefix_hint(struct imap *im, const char *key, const char *folder,
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
		imap_words(im, words);
		imap_prefix_hint(im, "folder", c->folder, hint, sizeof(hint));
		if (!hint[0])
			owner_hint(im, hint, sizeof(hint));
		return why_set(why, ERR_NOT_FOUND,
			       "%s: folder \"%s\" of user \"%s\" cannot be "
			       "opened: %s%s",
			       c->host, c->folder, c->user, words, hint);
	}
	if (r)
		return imap_failed(im, r, "SELECT", why);
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
static void imap_session_encode(const char *name, char out[FOLDER_ROOM])
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

	imap_session_encode(m->config.folder, im->folder);
	if (m->config.done)
		imap_session_encode(m->config.done, im->done);
	e = transport_wire(m, &im->wire, why);
	if (e)
		return e;
	im->etpan = xalloc_check(mailimap_new(0, NULL));
	e = imap_session_greet(im, why);
	if (!e)
		e = select_folder(im, why);
	if (e)
		imap_disconnect(m, false);
	return e;
}

enum err imap_connect(struct mailbox *m, struct why *why)
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

void imap_session_load(void)
{
	calls_load();
}
