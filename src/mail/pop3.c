/*
 * src/mail/pop3.c - RFC 1939, spoken by ourselves: a dozen commands. libetpan
 * has no UTF8 (RFC 6856), without which a server may give substitutes for
 * mails. Its answer to QUIT is always "done", but only the server's answer
 * tells whether the mails were deleted. It reads any length a server sends.
 *
 * A session is a snapshot: new mail shows in the next one. So the session ends
 * with every acknowledgement, and an empty fetch begins another. A mail is its
 * number in this session; its UIDL is only a name to count failures by, and a
 * server may have none.
 */
#include "mail/transport.h"
#include "mail/received.h"
#include "base/parse.h"
#include "base/xalloc.h"
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>

enum {
	LINE_MAX_BYTES = 1000, /* of a status line; RFC 2449 asks for 512 */
	CAPA_S = 3,            /* for each line of a list of capabilities */
	LIST_BUDGET = 1 << 24,
	STATUS_BUDGET = 1 << 16,
	LARGE_MAX = 1 << 26, /* of a mail whose header cannot be had alone */
};

/* one mail of the session */
struct item {
	uint32_t number;
	uint32_t copy; /* of the mails before it with the same UIDL and size */
	uint64_t size;
	char uidl[72]; /* RFC 1939: 1..70 characters; here cut, or empty */
};

struct pop3 {
	struct mailbox base;
	struct conn *wire;
	char in[16384];       /* read from the wire, and .. */
	size_t in_at, in_len; /* .. not yet looked at */
	struct item *items;
	size_t n_items, next;
	bool listed;
	bool no_capa;       /* this server cannot answer CAPA */
	bool knows_methods; /* CAPA had a list of them, and in it: */
	bool xoauth2, oauthbearer;
	struct transport_refusal refusal; /* of the last token */
	uint32_t session; /* counts them; keys of others are dead */
	int64_t list_s;   /* when this session's list was asked for */
	int64_t whole_s;  /* the last list all of whose mails were delivered */
};

static void pop3_disconnect(struct mailbox *m, bool politely)
{
	struct pop3 *p = (struct pop3 *)m;

	/* without QUIT nothing is deleted; nothing waits to be either */
	if (p->wire && politely) {
		conn_arm(p->wire, STATUS_BUDGET);
		conn_write(p->wire, "QUIT\r\n", 6);
	}
	conn_close(p->wire);
	p->wire = NULL;
	p->in_at = p->in_len = 0;
	free(p->items);
	p->items = NULL;
	p->n_items = p->next = 0;
	p->listed = false;
}

/*
 * When it came: no later than now, and after the list in which it was not. What
 * our own server wrote lies between; without that, in time is in time.
 */
static int64_t pop3_received(const struct pop3 *p, struct str raw,
			     int64_t seen_s)
{
	const char *by = p->base.config.received_by;
	int64_t now = (int64_t)time(NULL), t;

	if (!seen_s || seen_s > now)
		seen_s = now;
	if (!by || !received_at(raw, str_of(by), &t))
		return seen_s;
	return t < seen_s ? seen_s : t > now ? now : t;
}

/* bytes that can be read without waiting for another packet */
static bool pop3_fill(struct pop3 *p)
{
	long n;

	if (p->in_at < p->in_len)
		return true;
	n = conn_read(p->wire, p->in, sizeof(p->in));
	p->in_at = 0;
	p->in_len = n > 0 ? (size_t)n : 0;
	return n > 0;
}

/* one line without its end; a longer one than out holds breaks the wire */
static bool read_line(struct pop3 *p, struct buf *out)
{
	buf_clear(out);
	while (pop3_fill(p)) {
		const char *from = p->in + p->in_at;
		size_t have = p->in_len - p->in_at;
		const char *lf = memchr(from, '\n', have);
		size_t len = lf ? (size_t)(lf - from) : have;

		p->in_at += lf ? len + 1 : len;
		if (!buf_add(out, from, len)) {
			conn_break(p->wire, ERR_MAIL_PROTOCOL,
				   "sends a line that is too long");
			return false;
		}
		if (!lf)
			continue;
		if (out->len && out->s[out->len - 1] == '\r')
			out->s[--out->len] = 0;
		return true;
	}
	return false;
}

/* send a command and read its status line; false: broken, or -ERR */
static bool pop3_ask(struct pop3 *p, const char *verb, const char *arg,
		     struct buf *status)
{
	struct buf line;
	bool ok;

	buf_init(&line, LINE_MAX_BYTES);
	buf_addf(&line, "%s%s%s\r\n", verb, arg ? " " : "", arg ? arg : "");
	conn_arm(p->wire, STATUS_BUDGET);
	ok = conn_write(p->wire, line.s, line.len) && read_line(p, status);
	explicit_bzero(line.s, line.len);
	buf_release(&line);
	return ok && str_starts(buf_str(status), "+OK");
}

/* why `what` failed: the wire's fault, or the server's words */
static enum err pop3_failed(struct pop3 *p, const char *what,
			    const struct buf *status, struct why *why)
{
	enum err e = conn_error(p->wire, NULL);
	char words[TRANSPORT_WORDS];
	struct why broke = { 0 };

	if (e) {
		conn_error(p->wire, &broke);
		return why_set(why, e, "%s (at %s)", broke.text, what);
	}
	return why_set(why, ERR_MAIL_PROTOCOL, "%s: %s: %s",
		       p->base.config.host, what,
		       transport_words(&p->base, status->s, words));
}

/*
 * AUTH with a token. The payload follows the server's "+": a token is longer
 * than a line of a command may be. A refused token is answered by a challenge
 * (RFC 7628, 3.2.3) before the -ERR.
 */
static bool pop3_authenticate(struct pop3 *p, enum login_method m,
			      struct buf *status)
{
	const struct mailbox_config *c = &p->base.config;
	struct buf line;
	bool ok;

	pop3_ask(p, "AUTH", login_method_name(m), status);
	if (!status->len || status->s[0] != '+' ||
	    str_starts(buf_str(status), "+OK"))
		return false;
	buf_init(&line, 2 * LOGIN_SECRET_ROOM);
	login_bearer(m, c->user, c->host, c->port, p->base.login.now.secret,
		     &line);
	buf_addz(&line, "\r\n");
	conn_arm(p->wire, STATUS_BUDGET);
	ok = conn_write(p->wire, line.s, line.len) && read_line(p, status);
	explicit_bzero(line.s, line.len);
	buf_release(&line);
	if (ok && str_starts(buf_str(status), "+ ")) {
		transport_challenge(
			(struct str){ status->s + 2, status->len - 2 },
			&p->refusal);
		return pop3_ask(p, login_refused_answer(m), NULL, status);
	}
	return ok && str_starts(buf_str(status), "+OK");
}

static enum err log_in(struct pop3 *p, struct buf *status, struct why *why)
{
	/* RFC 2449 and 3206: trouble that passes */
	static const char *const passing[] = { "[IN-USE]", "[SYS/TEMP]",
					       "[LOGIN-DELAY]" };
	const struct mailbox_config *c = &p->base.config;
	const struct transport_refusal *r = &p->refusal;
	char words[TRANSPORT_WORDS];
	enum login_method m = LOGIN_PASSWORD;
	enum err e = login_next(&p->base.login, why);

	/* where nothing is known, both are tried */
	if (!e)
		e = transport_method(&p->base, p->xoauth2 || !p->knows_methods,
				     p->oauthbearer, &m, why);
	if (e)
		return e;
	p->refusal = (struct transport_refusal){ .form = false };
	if (m == LOGIN_PASSWORD
		    ? pop3_ask(p, "USER", c->user, status) &&
			      pop3_ask(p, "PASS", p->base.login.now.secret,
				       status)
		    : pop3_authenticate(p, m, status))
		return ERR_OK;
	if (conn_error(p->wire, NULL))
		return pop3_failed(p, "login", status, why);
	/* without a challenge it was not the token that was refused */
	p->refusal.form |= !r->words[0];
	p->refusal.form &= m == LOGIN_OAUTHBEARER && p->xoauth2;
	e = ERR_MAIL_LOGIN;
	for (size_t i = 0; i < ARRAY_LEN(passing); i++)
		if (strcasestr(status->s, passing[i]))
			e = ERR_MAIL_DOWN;
	return why_set(
		why, e, "%s, port %u: %s refused for user \"%s\": %s%s%s%s",
		c->host, (unsigned)c->port,
		m == LOGIN_PASSWORD ? "login" : "token", c->user,
		transport_words(&p->base, status->s, words),
		r->words[0] ? " (" : "", r->words, r->words[0] ? ")" : "");
}

/* is there something to read, within so many seconds? */
static bool pop3_is_readable(struct pop3 *p, unsigned seconds)
{
	return p->in_at < p->in_len ||
	       conn_wait(p->wire, seconds, -1) != CONN_TIMEOUT;
}

/* "SASL PLAIN XOAUTH2": what AUTH takes */
static void methods_read(struct pop3 *p, struct str line)
{
	struct str word;

	parse_field(&line, ' ', &word);
	p->knows_methods = true;
	while (parse_field(&line, ' ', &word)) {
		word = parse_trim(word);
		p->xoauth2 |=
			word.len == 7 && !strncasecmp(word.s, "XOAUTH2", 7);
		p->oauthbearer |= word.len == 11 &&
				  !strncasecmp(word.s, "OAUTHBEARER", 11);
	}
}

/*
 * What the server can do, read anew on every connection.
 * A server that offers UTF8 may give a substitute for a mail with UTF-8 in its
 * header to a client that does not ask for it (RFC 6856, 7.1). A refusal of
 * either command is no fault. ERR_INTERRUPTED: the server says +OK to CAPA and
 * no more; another session must do without.
 */
static enum err ask_utf8(struct pop3 *p, struct buf *line, struct why *why)
{
	bool offers = false;

	p->knows_methods = p->xoauth2 = p->oauthbearer = false;
	if (p->no_capa || !pop3_ask(p, "CAPA", NULL, line))
		return conn_error(p->wire, why);
	do {
		if (!pop3_is_readable(p, CAPA_S)) {
			p->no_capa = true;
			return why_set(why, ERR_INTERRUPTED,
				       "%s: no answer to CAPA",
				       p->base.config.host);
		}
		if (!read_line(p, line))
			return conn_error(p->wire, why);
		offers |= !strncasecmp(line->s, "UTF8", 4) &&
			  (!line->s[4] || line->s[4] == ' ');
		if (!strncasecmp(line->s, "SASL ", 5))
			methods_read(p, buf_str(line));
	} while (!str_is(buf_str(line), "."));
	if (offers)
		pop3_ask(p, "UTF8", NULL, line);
	return conn_error(p->wire, why);
}

static enum err start_tls(struct pop3 *p, struct buf *status, struct why *why)
{
	const char *host = p->base.config.host;
	char words[TRANSPORT_WORDS];

	if (!pop3_ask(p, "STLS", NULL, status)) {
		if (conn_error(p->wire, NULL))
			return pop3_failed(p, "STLS", status, why);
		return why_set(why, ERR_MAIL_TLS, "%s: offers no STLS: %s",
			       host,
			       transport_words(&p->base, status->s, words));
	}
	/* what came before the handshake must not be read as if after it */
	if (p->in_at < p->in_len)
		return why_set(why, ERR_MAIL_TLS,
			       "%s: speaks before TLS begins", host);
	conn_arm(p->wire, STATUS_BUDGET);
	return conn_secure(p->wire, why);
}

static enum err begin_session(struct pop3 *p, struct why *why)
{
	const struct mailbox_config *c = &p->base.config;
	char words[TRANSPORT_WORDS];
	struct buf status;
	enum err e = transport_wire(&p->base, &p->wire, why);

	if (e)
		return e;
	buf_init(&status, LINE_MAX_BYTES);
	conn_arm(p->wire, STATUS_BUDGET);
	if (!read_line(p, &status))
		e = pop3_failed(p, "greeting", &status, why);
	else if (!str_starts(buf_str(&status), "+OK"))
		e = why_set(why, ERR_MAIL_DOWN, "%s: takes no connections: %s",
			    c->host,
			    transport_words(&p->base, status.s, words));
	if (!e && c->tls == TLS_STARTTLS)
		e = start_tls(p, &status, why);
	if (!e)
		e = ask_utf8(p, &status, why);
	if (!e)
		e = log_in(p, &status, why);
	buf_release(&status);
	p->session++;
	if (e)
		pop3_disconnect(&p->base, false);
	return e;
}

static enum err pop3_connect(struct mailbox *m, struct why *why)
{
	struct pop3 *p = (struct pop3 *)m;
	struct why without = { 0 };
	int n_cut = 0;
	enum err e;

	if (p->wire)
		return ERR_OK;
	do {
		why_clear(&without);
		e = begin_session(p, &without);
	} while ((e == ERR_INTERRUPTED && n_cut++ == 0) ||
		 transport_login_again(m, e, p->refusal.form, &without));
	return e ? why_set(why, e, "%s", without.text) : ERR_OK;
}

/* "NUMBER REST": a line of LIST or UIDL; the rest may be empty */
static bool parse_pair(struct str line, uint32_t *number, struct str *rest)
{
	struct str first;
	int64_t n;

	line = parse_trim(line);
	if (!parse_field(&line, ' ', &first) ||
	    !parse_int(first, 1, UINT32_MAX, &n))
		return false;
	*number = (uint32_t)n;
	*rest = parse_trim(line);
	return true;
}

static int by_message(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	return x->number < y->number ? -1 : x->number > y->number;
}

static struct item *item_find(const struct pop3 *p, uint32_t number)
{
	struct item key = { .number = number };

	return p->n_items ? bsearch(&key, p->items, p->n_items,
				    sizeof(*p->items), by_message)
			  : NULL;
}

static void add_item(struct pop3 *p, size_t *room, uint32_t number,
		     struct str size)
{
	struct str size_word;
	struct item *item;
	int64_t n = 0;

	if (p->n_items == *room) {
		*room = *room ? *room * 2 : 64;
		p->items = xalloc_check(
			realloc(p->items, *room * sizeof(*p->items)));
	}
	item = &p->items[p->n_items++];
	/* servers may add words of their own; a size is only a hint */
	if (!parse_field(&size, ' ', &size_word) ||
	    !parse_int(size_word, 0, INT64_MAX, &n))
		n = 0;
	*item = (struct item){ .number = number, .size = (uint64_t)n };
}

/* for a terminal, and cut */
static void uidl_copy(struct item *item, struct str uidl)
{
	size_t n = 0;

	for (; n < uidl.len && n + 1 < sizeof(item->uidl); n++)
		item->uidl[n] =
			uidl.s[n] > ' ' && uidl.s[n] < 0x7f ? uidl.s[n] : '?';
	item->uidl[n] = 0;
}

/* the many lines after UIDL or LIST; false: broken, or no list */
static bool read_pairs(struct pop3 *p, bool sizes, struct buf *line)
{
	size_t room = 0;

	conn_arm(p->wire, LIST_BUDGET);
	while (read_line(p, line)) {
		uint32_t number;
		struct str rest;
		struct item *item;

		if (str_is(buf_str(line), "."))
			return true;
		if (parse_pair(buf_str(line), &number, &rest)) {
			item = sizes ? NULL : item_find(p, number);
			if (sizes)
				add_item(p, &room, number, rest);
			else if (item)
				uidl_copy(item, rest);
		} else if (sizes) {
			conn_break(p->wire, ERR_MAIL_PROTOCOL,
				   "its list of mails cannot be read");
		}
	}
	return false;
}

/* a mail's name: its failures are counted by it, and the operator reads it */
static void item_name(const struct item *item, char out[RETRY_NAME_MAX])
{
	int n = snprintf(out, RETRY_NAME_MAX, "mail of %llu bytes",
			 (unsigned long long)item->size);

	if (item->uidl[0])
		n += snprintf(out + n, RETRY_NAME_MAX - (size_t)n, ", UIDL %s",
			      item->uidl);
	if (item->copy)
		snprintf(out + n, RETRY_NAME_MAX - (size_t)n, ", number %u",
			 (unsigned)item->copy + 1);
}

static int by_name(const void *a, const void *b)
{
	const struct item *x = *(const struct item *const *)a,
			  *y = *(const struct item *const *)b;
	int order = strcmp(x->uidl, y->uidl);

	if (!order && x->size != y->size)
		order = x->size < y->size ? -1 : 1;
	return order ? order : by_message(x, y);
}

/* tell mails of one name apart, and forget failures of mails that are gone */
static void name_items(struct pop3 *p)
{
	struct item **sorted =
		xalloc_check(calloc(p->n_items + 1, sizeof(*sorted)));
	char name[RETRY_NAME_MAX];

	for (size_t i = 0; i < p->n_items; i++)
		sorted[i] = &p->items[i];
	qsort(sorted, p->n_items, sizeof(*sorted), by_name);
	for (size_t i = 1; i < p->n_items; i++)
		if (sorted[i]->size == sorted[i - 1]->size &&
		    !strcmp(sorted[i]->uidl, sorted[i - 1]->uidl))
			sorted[i]->copy = sorted[i - 1]->copy + 1;
	free(sorted);
	retry_list_begin(&p->base.retry);
	for (size_t i = 0; p->base.retry.n && i < p->n_items; i++) {
		item_name(&p->items[i], name);
		retry_list_mail(&p->base.retry, name);
	}
	retry_list_end(&p->base.retry);
}

/* a server that repeats a number has one mail of it */
static void drop_repeated(struct pop3 *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n_items; i++)
		if (!n || p->items[n - 1].number != p->items[i].number)
			p->items[n++] = p->items[i];
	p->n_items = n;
}

static enum err pop3_list(struct pop3 *p, struct why *why)
{
	struct buf line;
	enum err e = ERR_OK;

	buf_init(&line, LINE_MAX_BYTES);
	if (!pop3_ask(p, "LIST", NULL, &line) || !read_pairs(p, true, &line))
		e = pop3_failed(p, "LIST", &line, why);
	if (!e && p->n_items) {
		qsort(p->items, p->n_items, sizeof(*p->items), by_message);
		drop_repeated(p);
		if (pop3_ask(p, "UIDL", NULL, &line))
			read_pairs(p, false, &line);
		if (conn_error(p->wire, NULL))
			e = pop3_failed(p, "UIDL", &line, why);
	}
	if (!e)
		name_items(p);
	buf_release(&line);
	p->listed = !e;
	return e;
}

/*
 * The lines after RETR or TOP, dots undone, into out; what does not fit is
 * read and dropped (out->full), but not more than the wire's budget.
 */
static bool read_mail(struct pop3 *p, struct buf *out)
{
	enum { LINE_START, DOT, DOT_CR, INSIDE } at = LINE_START;

	while (pop3_fill(p)) {
		while (p->in_at < p->in_len) {
			char c = p->in[p->in_at++];

			if (at == LINE_START && c == '.') {
				at = DOT;
				continue;
			}
			if ((at == DOT || at == DOT_CR) && c == '\n')
				return true;
			if (at == DOT && c == '\r') {
				at = DOT_CR;
				continue;
			}
			if (at == DOT_CR)
				buf_addc(out, '\r');
			buf_addc(out, c);
			at = c == '\n' ? LINE_START : INSIDE;
		}
	}
	return false;
}

/* the mail's bytes, or those of its header if it is too large */
static enum err pop3_retrieve(struct pop3 *p, const struct item *item,
			      struct mailbox_mail *mail, struct buf *raw,
			      struct why *why)
{
	size_t max = p->base.config.max_bytes;
	bool large = item->size > max, given = false;
	struct buf status;
	char arg[32];
	enum err e = ERR_OK;

	buf_init(&status, LINE_MAX_BYTES);
	snprintf(arg, sizeof(arg), "%u 0", (unsigned)item->number);
	if (large)
		given = pop3_ask(p, "TOP", arg, &status);
	/* TOP is optional: without it the server sends all of the mail */
	if (!given && !conn_error(p->wire, NULL)) {
		snprintf(arg, sizeof(arg), "%u", (unsigned)item->number);
		given = pop3_ask(p, "RETR", arg, &status);
		if (large)
			max = item->size < LARGE_MAX ? (size_t)item->size
						     : LARGE_MAX;
	}
	/* sizes are told roughly, line ends and dots counted or not */
	conn_arm(p->wire, STATUS_BUDGET + 2 * max);
	if (!given || !read_mail(p, raw))
		e = pop3_failed(p, "RETR", &status, why);
	buf_release(&status);
	mail->raw = buf_str(raw);
	mail->too_large = large || raw->full;
	if (mail->too_large) {
		if (mail->raw.len > MAILBOX_HEADER_MAX)
			mail->raw.len = MAILBOX_HEADER_MAX;
		mail->raw.len = transport_header_len(mail->raw);
	}
	if (mail->size < mail->raw.len)
		mail->size = mail->raw.len;
	if (!e && transport_is_substitute(mail->raw, why))
		e = ERR_MAIL_PROTOCOL;
	return e;
}

/*
 * One mail. What the server does not give is tried again in another session,
 * and is no error unless the session is over.
 */
static enum err deliver_one(struct pop3 *p, const struct item *item,
			    int64_t seen_s, mailbox_deliver *deliver, void *ctx,
			    struct mailbox_range *range, struct why *why)
{
	struct mailbox_key key = { .session = p->session,
				   .number = item->number };
	struct mailbox_mail mail = { .key = &key, .size = item->size };
	const struct retry_mail *failed_before;
	char name[RETRY_NAME_MAX];
	struct why words = { 0 };
	struct buf raw;
	enum err e;

	item_name(item, name);
	if (retry_waits(&p->base.retry, name))
		return ERR_OK;
	failed_before = retry_find(&p->base.retry, name);
	if (failed_before)
		seen_s = failed_before->since_utc_s;
	buf_init(&raw, item->size > p->base.config.max_bytes
			       ? MAILBOX_HEADER_MAX
			       : p->base.config.max_bytes);
	e = pop3_retrieve(p, item, &mail, &raw, &words);
	if (e && conn_error(p->wire, NULL) &&
	    !transport_is_lost_again(&p->base, name)) {
		e = conn_error(p->wire, why);
	} else if (e) {
		e = transport_retry(&p->base, name, seen_s, range, &words, why);
		if (!e)
			e = conn_error(p->wire, why);
	} else {
		mail.received_utc_s = pop3_received(p, mail.raw, seen_s);
		e = deliver(ctx, &mail, why);
		if (!e) {
			range->n++;
			retry_end(&p->base.retry, name);
		}
	}
	buf_release(&raw);
	return e;
}

static enum err pop3_fetch(struct mailbox *m,
			   const struct mailbox_position *from, unsigned max,
			   mailbox_deliver *deliver, void *ctx,
			   struct mailbox_range *range, struct why *why)
{
	struct pop3 *p = (struct pop3 *)m;
	int64_t seen_s = p->whole_s ? p->whole_s : (int64_t)from->uid;
	enum err e = ERR_OK;

	/* used up: only a new session shows new mail */
	if (p->listed && p->next == p->n_items) {
		pop3_disconnect(m, true);
		e = pop3_connect(m, why);
	}
	if (!e && !p->listed) {
		p->list_s = (int64_t)time(NULL);
		e = pop3_list(p, why);
	}
	while (!e && range->n < max && p->next < p->n_items)
		e = deliver_one(p, &p->items[p->next++], seen_s, deliver, ctx,
				range, why);
	range->more = !e && p->next < p->n_items;
	/* from here on none is missing that had come by then, but those that
	 * failed, of which retry_mail.since_utc_s tells */
	if (!e && !range->more)
		p->whole_s = p->list_s;
	range->position = (struct mailbox_position){
		.uid = (uint32_t)(p->whole_s ? p->whole_s : from->uid)
	};
	return e;
}

/* a mail of an earlier session comes again, and is known then */
static enum err pop3_acknowledge(struct mailbox *m,
				 const struct mailbox_key *keys, size_t n,
				 struct why *why)
{
	struct pop3 *p = (struct pop3 *)m;
	struct buf status;
	enum err e = ERR_OK;
	bool any = false;
	char arg[16];

	buf_init(&status, LINE_MAX_BYTES);
	for (size_t i = 0; i < n && p->listed; i++) {
		if (keys[i].session != p->session)
			continue;
		any = true;
		snprintf(arg, sizeof(arg), "%u", (unsigned)keys[i].number);
		/* one that stays comes again; the others go */
		if (!pop3_ask(p, "DELE", arg, &status))
			e = pop3_failed(p, "DELE", &status, why);
	}
	/* now the server deletes, or says that it did not */
	if (any && !pop3_ask(p, "QUIT", NULL, &status))
		e = pop3_failed(p, "QUIT", &status, why);
	buf_release(&status);
	pop3_disconnect(m, false);
	return e;
}

static enum err pop3_wait(struct mailbox *m, unsigned seconds, int interrupt_fd,
			  enum mailbox_wake *wake, struct why *why)
{
	(void)why;
	/* a session locks the mailbox: none is kept while we wait */
	pop3_disconnect(m, true);
	if (conn_sleep(seconds, interrupt_fd) == CONN_INTERRUPT)
		*wake = MAILBOX_WOKE_INTERRUPT;
	return ERR_OK;
}

const struct transport transport_pop3 = {
	.load = conn_load,
	.connect = pop3_connect,
	.fetch = pop3_fetch,
	.acknowledge = pop3_acknowledge,
	.wait = pop3_wait,
	.disconnect = pop3_disconnect,
	.size = sizeof(struct pop3),
};
