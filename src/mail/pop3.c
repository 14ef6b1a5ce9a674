/*
 * src/mail/pop3.c - RFC 1939, spoken by ourselves: a dozen commands. libetpan's
 * answer to QUIT is always "done", but only QUIT's answer tells whether the
 * mails were deleted; and it reads whatever length a server sends.
 *
 * A session is a snapshot: new mail shows in the next one. So the session ends
 * with every acknowledgement, and an empty fetch begins another.
 */
#include "mail/transport.h"
#include "mail/received.h"
#include "base/parse.h"
#include "base/need.h"
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>

enum {
	LINE_MAX_BYTES = 1000, /* of a status line; RFC 2449 asks for 512 */
	LIST_BUDGET = 1 << 24,
	STATUS_BUDGET = 1 << 16,
};

/* one mail of the session; number 0: the server gave it no id */
struct item {
	uint32_t number;
	uint64_t size;
	char unique[72]; /* RFC 1939: 1..70 characters */
};

struct pop3 {
	struct mailbox base;
	struct wire *wire;
	char in[16384];       /* read from the wire, and .. */
	size_t in_at, in_len; /* .. not yet looked at */
	struct item *items;
	size_t n_items, next;
	bool listed;
	int64_t list_s;  /* when this session's list was asked for */
	int64_t whole_s; /* the last list all of whose mails were delivered */
};

static void disconnect(struct mailbox *m, bool politely)
{
	struct pop3 *p = (struct pop3 *)m;

	/* without QUIT nothing is deleted; nothing waits to be either */
	if (p->wire && politely) {
		wire_arm(p->wire, STATUS_BUDGET);
		wire_write(p->wire, "QUIT\r\n", 6);
	}
	wire_close(p->wire);
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
static int64_t received(const struct pop3 *p, struct str raw, int64_t seen_s)
{
	const char *by = p->base.config.received_by;
	int64_t now = (int64_t)time(NULL), t;

	if (!seen_s || seen_s > now)
		seen_s = now;
	if (!by || !received_at(raw, str_of(by), &t))
		return seen_s;
	return t < seen_s ? seen_s : t > now ? now : t;
}

/* what can be read without waiting for more than one packet */
static bool fill(struct pop3 *p)
{
	long n;

	if (p->in_at < p->in_len)
		return true;
	n = wire_read(p->wire, p->in, sizeof(p->in));
	p->in_at = 0;
	p->in_len = n > 0 ? (size_t)n : 0;
	return n > 0;
}

/* one line without its end; a longer one than out holds breaks the wire */
static bool read_line(struct pop3 *p, struct buf *out)
{
	buf_clear(out);
	while (fill(p)) {
		const char *from = p->in + p->in_at;
		size_t have = p->in_len - p->in_at;
		const char *lf = memchr(from, '\n', have);
		size_t len = lf ? (size_t)(lf - from) : have;

		p->in_at += lf ? len + 1 : len;
		if (!buf_add(out, from, len)) {
			wire_break(p->wire, ERR_MAIL_PROTOCOL,
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
static bool ask(struct pop3 *p, const char *verb, const char *arg,
		struct buf *status)
{
	struct buf line;
	bool ok;

	buf_init(&line, LINE_MAX_BYTES);
	buf_addf(&line, "%s%s%s\r\n", verb, arg ? " " : "", arg ? arg : "");
	wire_arm(p->wire, STATUS_BUDGET);
	ok = wire_write(p->wire, line.s, line.len) && read_line(p, status);
	explicit_bzero(line.s, line.len);
	buf_release(&line);
	return ok && str_starts(buf_str(status), "+OK");
}

/* why `what` failed; the server's own words stay out, they may echo ours */
static enum err failed(struct pop3 *p, const char *what, struct why *why)
{
	enum err e = wire_error(p->wire, why);

	return e ? e
		 : why_set(why, ERR_MAIL_PROTOCOL, "%s: %s: the server refused",
			   p->base.config.host, what);
}

static enum err log_in(struct pop3 *p, struct buf *status, struct why *why)
{
	/* RFC 2449 and 3206: trouble that passes */
	static const char *const passing[] = { "[IN-USE]", "[SYS/TEMP]",
					       "[LOGIN-DELAY]" };
	const struct mailbox_config *c = &p->base.config;

	if (ask(p, "USER", c->user, status) &&
	    ask(p, "PASS", c->password, status))
		return ERR_OK;
	if (wire_error(p->wire, NULL))
		return failed(p, "login", why);
	for (size_t i = 0; i < ARRAY_LEN(passing); i++)
		if (strcasestr(status->s, passing[i]))
			return why_set(why, ERR_MAIL_DOWN,
				       "%s: no login now %s", c->host,
				       passing[i]);
	return why_set(why, ERR_MAIL_LOGIN,
		       "%s: user or password refused for account \"%s\"",
		       c->host, c->account);
}

static enum err start_tls(struct pop3 *p, struct buf *status, struct why *why)
{
	const char *host = p->base.config.host;

	if (!ask(p, "STLS", NULL, status)) {
		if (wire_error(p->wire, NULL))
			return failed(p, "STLS", why);
		return why_set(why, ERR_MAIL_TLS, "%s: offers no STLS", host);
	}
	/* what came before the handshake must not be read as if after it */
	if (p->in_at < p->in_len)
		return why_set(why, ERR_MAIL_TLS,
			       "%s: speaks before TLS begins", host);
	wire_arm(p->wire, STATUS_BUDGET);
	return wire_secure(p->wire, why);
}

static enum err connect(struct mailbox *m, struct why *why)
{
	struct pop3 *p = (struct pop3 *)m;
	struct buf status;
	enum err e;

	if (p->wire)
		return ERR_OK;
	e = transport_wire(m, &p->wire, why);
	if (e)
		return e;
	buf_init(&status, LINE_MAX_BYTES);
	wire_arm(p->wire, STATUS_BUDGET);
	if (!read_line(p, &status))
		e = failed(p, "greeting", why);
	else if (!str_starts(buf_str(&status), "+OK"))
		e = why_set(why, ERR_MAIL_DOWN, "%s: takes no connections",
			    m->config.host);
	if (!e && m->config.tls == TLS_STARTTLS)
		e = start_tls(p, &status, why);
	if (!e)
		e = log_in(p, &status, why);
	buf_release(&status);
	if (e)
		disconnect(m, false);
	return e;
}

/* "NUMBER WORD": a line of LIST or UIDL */
static bool parse_pair(struct str line, uint32_t *number, struct str *word)
{
	struct str first;
	int64_t n;

	line = parse_trim(line);
	if (!parse_field(&line, ' ', &first) ||
	    !parse_int(first, 1, UINT32_MAX, &n))
		return false;
	*number = (uint32_t)n;
	line = parse_trim(line);
	/* servers may add words of their own */
	return parse_field(&line, ' ', word) && word->len;
}

static int by_message(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	return x->number < y->number ? -1 : x->number > y->number;
}

/* RFC 1939 7: printable ASCII, so that it can be a key as it is */
static bool is_unique(struct str id)
{
	if (!id.len || id.len >= sizeof(((struct item *)0)->unique))
		return false;
	for (size_t i = 0; i < id.len; i++)
		if (id.s[i] < 0x21 || id.s[i] > 0x7e)
			return false;
	return true;
}

static void add_item(struct pop3 *p, size_t *room, uint32_t number,
		     struct str id)
{
	struct item *item;

	if (p->n_items == *room) {
		*room = *room ? *room * 2 : 64;
		p->items = need(realloc(p->items, *room * sizeof(*p->items)));
	}
	item = &p->items[p->n_items++];
	*item = (struct item){ .number = number };
	memcpy(item->unique, id.s, id.len);
}

/* the many lines after UIDL or LIST; each has a number and a word */
static bool read_pairs(struct pop3 *p, bool sizes, struct buf *line)
{
	size_t room = 0;

	while (read_line(p, line)) {
		uint32_t number;
		struct str word;
		int64_t size;

		if (str_is(buf_str(line), "."))
			return true;
		if (!parse_pair(buf_str(line), &number, &word))
			break;
		if (!sizes) {
			if (!is_unique(word))
				break;
			add_item(p, &room, number, word);
		} else if (parse_int(word, 0, INT64_MAX, &size)) {
			struct item key = { .number = number };
			struct item *item =
				p->n_items
					? bsearch(&key, p->items, p->n_items,
						  sizeof(*p->items), by_message)
					: NULL;

			if (item)
				item->size = (uint64_t)size;
		}
	}
	wire_break(p->wire, ERR_MAIL_PROTOCOL, "its list cannot be read");
	return false;
}

static enum err list(struct pop3 *p, struct why *why)
{
	struct buf line;
	enum err e = ERR_OK;

	buf_init(&line, LINE_MAX_BYTES);
	if (!ask(p, "UIDL", NULL, &line)) {
		e = wire_error(p->wire, why);
		if (!e)
			e = why_set(why, ERR_MAIL_REFUSED,
				    "%s: has no UIDL, without which a mail "
				    "cannot be told from another",
				    p->base.config.host);
	} else {
		wire_arm(p->wire, LIST_BUDGET);
		if (!read_pairs(p, false, &line))
			e = failed(p, "UIDL", why);
	}
	if (!e && p->n_items) {
		qsort(p->items, p->n_items, sizeof(*p->items), by_message);
		if (!ask(p, "LIST", NULL, &line)) {
			e = failed(p, "LIST", why);
		} else {
			wire_arm(p->wire, LIST_BUDGET);
			if (!read_pairs(p, true, &line))
				e = failed(p, "LIST", why);
		}
	}
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

	while (fill(p)) {
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

/* one mail; *last_refused is set to it if the server will not give it */
static enum err deliver_one(struct pop3 *p, const struct item *item,
			    int64_t seen_s, mailbox_deliver *deliver, void *ctx,
			    struct mailbox_range *range,
			    const struct item **last_refused, struct why *why)
{
	size_t max = p->base.config.max_bytes;
	struct mailbox_key key = { 0 };
	struct mailbox_mail mail = { .key = &key, .size = item->size };
	bool large = item->size > max, refused = false;
	struct buf raw, status;
	char arg[32];
	enum err e = ERR_OK;

	memcpy(key.unique, item->unique, sizeof(item->unique));
	buf_init(&raw, large ? MAILBOX_HEADER_MAX : max);
	buf_init(&status, LINE_MAX_BYTES);
	snprintf(arg, sizeof(arg), large ? "%u 0" : "%u",
		 (unsigned)item->number);
	if (!ask(p, large ? "TOP" : "RETR", arg, &status)) {
		/* TOP is optional: without it there is no header to deliver */
		e = wire_error(p->wire, why);
		refused = !e && !large;
	} else {
		/* sizes are told roughly, line ends and dots counted or not */
		wire_arm(p->wire, STATUS_BUDGET + 2 * max);
		if (!read_mail(p, &raw))
			e = failed(p, "RETR", why);
	}
	if (refused) {
		*last_refused = item;
	} else if (!e) {
		mail.raw = buf_str(&raw);
		mail.too_large = large || raw.full;
		if (mail.too_large) {
			if (mail.raw.len > MAILBOX_HEADER_MAX)
				mail.raw.len = MAILBOX_HEADER_MAX;
			mail.raw.len = transport_header_len(mail.raw);
		}
		if (mail.size < mail.raw.len)
			mail.size = mail.raw.len;
		mail.received_utc_s = received(p, mail.raw, seen_s);
		e = deliver(ctx, &mail, why);
		if (!e)
			range->n++;
	}
	buf_release(&raw);
	buf_release(&status);
	return e;
}

static enum err fetch(struct mailbox *m, const struct mailbox_position *from,
		      unsigned max, mailbox_deliver *deliver, void *ctx,
		      struct mailbox_range *range, struct why *why)
{
	struct pop3 *p = (struct pop3 *)m;
	const struct item *refused = NULL;
	int64_t seen_s = p->whole_s ? p->whole_s : (int64_t)from->uid;
	enum err e = ERR_OK;

	/* used up: only a new session shows new mail */
	if (p->listed && p->next == p->n_items) {
		disconnect(m, true);
		e = connect(m, why);
	}
	if (!e && !p->listed) {
		p->list_s = (int64_t)time(NULL);
		e = list(p, why);
	}
	while (!e && range->n < max && p->next < p->n_items) {
		e = deliver_one(p, &p->items[p->next], seen_s, deliver, ctx,
				range, &refused, why);
		if (!e)
			p->next++;
	}
	/* told when it is all that is left: it does not stop the others */
	if (!e && refused && !range->n)
		e = why_set(why, ERR_MAIL_PROTOCOL,
			    "%s: does not give mail \"%s\"", m->config.host,
			    refused->unique);
	range->more = !e && p->next < p->n_items;
	/* from here on none is missing that had come by then */
	if (!e && !range->more)
		p->whole_s = p->list_s;
	range->position = (struct mailbox_position){
		.uid = (uint32_t)(p->whole_s ? p->whole_s : from->uid)
	};
	return e;
}

static int by_unique(const void *a, const void *b)
{
	const struct item *const *x = a, *const *y = b;

	return strcmp((*x)->unique, (*y)->unique);
}

static enum err delete_all(struct pop3 *p, const struct mailbox_key *keys,
			   size_t n, struct buf *status, struct why *why)
{
	const struct item **sorted =
		need(calloc(p->n_items + 1, sizeof(*sorted)));
	enum err e = ERR_OK;

	for (size_t i = 0; i < p->n_items; i++)
		sorted[i] = &p->items[i];
	qsort(sorted, p->n_items, sizeof(*sorted), by_unique);
	for (size_t i = 0; !e && i < n; i++) {
		struct item want = { 0 };
		const struct item *key = &want, **found;
		size_t len = strlen(keys[i].unique);
		char arg[16];

		if (len >= sizeof(want.unique))
			continue;
		memcpy(want.unique, keys[i].unique, len);
		found = bsearch(&key, sorted, p->n_items, sizeof(*sorted),
				by_unique);
		if (!found)
			continue; /* gone: deleted before a crash */
		snprintf(arg, sizeof(arg), "%u", (unsigned)(*found)->number);
		if (!ask(p, "DELE", arg, status))
			e = failed(p, "DELE", why);
	}
	free(sorted);
	return e;
}

static enum err acknowledge(struct mailbox *m, const struct mailbox_key *keys,
			    size_t n, struct why *why)
{
	struct pop3 *p = (struct pop3 *)m;
	struct buf status;
	enum err e = ERR_OK;

	if (!p->listed)
		e = list(p, why);
	buf_init(&status, LINE_MAX_BYTES);
	if (!e)
		e = delete_all(p, keys, n, &status, why);
	/* now the server deletes, or says that it did not */
	if (!e && !ask(p, "QUIT", NULL, &status))
		e = failed(p, "QUIT", why);
	buf_release(&status);
	disconnect(m, false);
	return e;
}

static enum err wait(struct mailbox *m, unsigned seconds, int interrupt_fd,
		     enum mailbox_wake *wake, struct why *why)
{
	(void)why;
	/* a session locks the mailbox: none is kept while we wait */
	disconnect(m, true);
	if (wire_sleep(seconds, interrupt_fd) == WIRE_INTERRUPT)
		*wake = MAILBOX_WOKE_INTERRUPT;
	return ERR_OK;
}

const struct transport transport_pop3 = {
	.load = wire_load,
	.connect = connect,
	.fetch = fetch,
	.acknowledge = acknowledge,
	.wait = wait,
	.disconnect = disconnect,
	.size = sizeof(struct pop3),
};
