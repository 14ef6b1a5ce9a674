/* src/mail/mailbox.c */
#include "mail/mailbox.h"
#include "mail/addr.h"
#include "mail/transport.h"
#include "base/xalloc.h"
#include "base/parse.h"
#include "base/utf8.h"
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

static const struct {
	const struct transport *transport;
	const char *name;
	uint16_t port, port_tls;
} kinds[] = {
	[MAILBOX_MAILDIR] = { &transport_maildir, "maildir", 0, 0 },
	[MAILBOX_IMAP] = { &transport_imap, "imap", 143, 993 },
	[MAILBOX_POP3] = { &transport_pop3, "pop3", 110, 995 },
};

static bool is_set(const char *z)
{
	return z && z[0];
}

/* one line of printable text: it will be part of a command */
static bool is_one_line(const char *z)
{
	for (; z && *z; z++)
		if ((unsigned char)*z < ' ' || *z == 0x7f)
			return false;
	return true;
}

/* --- folder names --------------------------------------------------------- */

static const char base64_digits[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,";

/* the length of a shift sequence "&..-" of valid UTF-16; 0: it is none */
static size_t shifted_len(const char *z)
{
	size_t n = 0;

	assert(*z == '&');
	while (z[1 + n] && strchr(base64_digits, z[1 + n]))
		n++;
	/* n digits hold whole 16-bit units and less than 6 bits more */
	return z[1 + n] == '-' && n * 6 % 16 < 6 ? n + 2 : 0;
}

static bool is_encoded(const char *z)
{
	for (; *z; z++) {
		size_t len = *z == '&' ? shifted_len(z) : 1;

		if ((unsigned char)*z >= 0x7f || *z < ' ' || !len)
			return false;
		z += len - 1;
	}
	return true;
}

static void add_bits(struct buf *out, uint32_t *bits, int *n)
{
	for (; *n >= 6; *n -= 6)
		buf_addc(out, base64_digits[*bits >> (*n - 6) & 63]);
}

static void add_unit(struct buf *out, uint32_t unit, uint32_t *bits, int *n)
{
	*bits = *bits << 16 | unit;
	*n += 16;
	add_bits(out, bits, n);
}

/* the characters beyond ASCII from z on; gives their end */
static const char *add_shifted(struct buf *out, const char *z)
{
	uint32_t bits = 0;
	int n = 0;

	buf_addc(out, '&');
	while ((unsigned char)*z >= 0x80) {
		size_t len;
		uint32_t c = utf8_next(str_of(z), &len);

		if (c >= 0x10000) {
			c -= 0x10000;
			add_unit(out, 0xd800 | c >> 10, &bits, &n);
			c = 0xdc00 | (c & 0x3ff);
		}
		add_unit(out, c, &bits, &n);
		z += len;
	}
	if (n) {
		bits <<= 6 - n;
		n = 6;
		add_bits(out, &bits, &n);
	}
	buf_addc(out, '-');
	return z;
}

bool mailbox_folder_encode(const char *name, struct buf *out)
{
	if (is_encoded(name))
		return buf_addz(out, name);
	if (!utf8_is_valid(str_of(name)))
		return false;
	while (*name) {
		if ((unsigned char)*name >= 0x80) {
			name = add_shifted(out, name);
			continue;
		}
		buf_addc(out, *name);
		if (*name++ == '&')
			buf_addc(out, '-');
	}
	return !out->full;
}

static bool is_folder(const char *z)
{
	return !z || (is_one_line(z) && strlen(z) <= MAILBOX_NAME_MAX &&
		      utf8_is_valid(str_of(z)));
}

static enum err check(const struct mailbox_config *c, struct why *why)
{
	if (!is_set(c->account) || !is_one_line(c->account))
		return why_set(why, ERR_CONFIG, "a mailbox needs a name");
	if (c->kind == MAILBOX_MAILDIR) {
		if (!is_set(c->path))
			return why_set(why, ERR_CONFIG,
				       "%s: a Maildir needs a path",
				       c->account);
		return ERR_OK;
	}
	if (!is_set(c->host) || !is_set(c->user) ||
	    (!c->source.get && !is_set(c->password)))
		return why_set(why, ERR_CONFIG,
			       "%s: host, user and password are needed",
			       c->account);
	if (!is_one_line(c->user) || strlen(c->user) > 255 ||
	    (is_set(c->password) &&
	     (!is_one_line(c->password) || strlen(c->password) > 255)))
		return why_set(why, ERR_CONFIG,
			       "%s: user and password must be one line each, "
			       "of at most 255 bytes",
			       c->account);
	if (!is_folder(c->folder) || !is_folder(c->done))
		return why_set(why, ERR_CONFIG,
			       "%s: a folder's name must be one line of UTF-8",
			       c->account);
	return ERR_OK;
}

static const char *copy(const char *z)
{
	return is_set(z) ? xalloc_check(strdup(z)) : NULL;
}

enum err mailbox_new(const struct mailbox_config *config, struct mailbox **out,
		     struct why *why)
{
	struct mailbox *m;
	struct mailbox_config *c;
	enum err e = check(config, why);

	*out = NULL;
	if (e)
		return e;
	m = xalloc_check(calloc(1, kinds[config->kind].transport->size));
	m->transport = kinds[config->kind].transport;
	if (m->transport->load)
		m->transport->load();
	c = &m->config;
	*c = *config;
	c->account = copy(config->account);
	c->path = copy(config->path);
	c->host = copy(config->host);
	c->ca_file = copy(config->ca_file);
	c->user = copy(config->user);
	c->password = NULL;
	m->login.source = config->source;
	m->login.method = config->method;
	if (is_set(config->password))
		snprintf(m->login.now.secret, sizeof(m->login.now.secret), "%s",
			 config->password);
	c->folder = copy(is_set(config->folder) ? config->folder : "INBOX");
	c->done = copy(config->done);
	c->received_by = copy(config->received_by);
	if (!c->port)
		c->port = c->tls == TLS_IMPLICIT ? kinds[c->kind].port_tls
						 : kinds[c->kind].port;
	if (!c->max_bytes)
		c->max_bytes = MAILBOX_MAX_BYTES;
	if (!c->silence_s)
		c->silence_s = MAILBOX_SILENCE_S;
	*out = m;
	return ERR_OK;
}

enum err mailbox_open(const struct mailbox_config *config, struct mailbox **out,
		      struct why *why)
{
	enum err e = mailbox_new(config, out, why);

	if (!e)
		e = (*out)->transport->connect(*out, why);
	if (e) {
		mailbox_close(*out);
		*out = NULL;
	}
	return e;
}

void mailbox_close(struct mailbox *m)
{
	struct mailbox_config *c;

	if (!m)
		return;
	m->transport->disconnect(m, true);
	if (m->transport->release)
		m->transport->release(m);
	c = &m->config;
	login_wipe(&m->login);
	free((char *)c->account);
	free((char *)c->path);
	free((char *)c->host);
	free((char *)c->ca_file);
	free((char *)c->user);
	free((char *)c->folder);
	free((char *)c->done);
	free((char *)c->received_by);
	retry_release(&m->retry);
	free(m);
}

enum err mailbox_fetch(struct mailbox *m, const struct mailbox_position *from,
		       unsigned max, mailbox_deliver *deliver, void *ctx,
		       struct mailbox_range *range, struct why *why)
{
	enum err e;

	assert(0 < max && max <= MAILBOX_RANGE_MAX);
	*range = (struct mailbox_range){ .position = *from };
	e = m->transport->connect(m, why);
	if (!e)
		e = m->transport->fetch(m, from, max, deliver, ctx, range, why);
	if (e)
		m->transport->disconnect(m, false);
	return e;
}

enum err mailbox_acknowledge(struct mailbox *m, const struct mailbox_key *keys,
			     size_t n, struct why *why)
{
	enum err e;

	if (!n)
		return ERR_OK;
	e = m->transport->acknowledge(m, keys, n, why);
	if (e)
		m->transport->disconnect(m, false);
	return e;
}

enum err mailbox_wait(struct mailbox *m, unsigned seconds, int interrupt_fd,
		      enum mailbox_wake *wake, struct why *why)
{
	enum err e;

	*wake = MAILBOX_WOKE_TIMEOUT;
	e = m->transport->wait(m, seconds, interrupt_fd, wake, why);
	if (e)
		m->transport->disconnect(m, false);
	return e;
}

struct retry *mailbox_retry(struct mailbox *m)
{
	return &m->retry;
}

struct mailbox_position mailbox_restart(const struct mailbox *m,
					const struct mailbox_position *position)
{
	return m->transport->restart ? m->transport->restart(m, *position)
				     : *position;
}

uint32_t mailbox_left_alone(const struct mailbox *m)
{
	return m->left_alone;
}

const char *mailbox_folder_fault(const struct mailbox *m)
{
	return m->transport->folder_fault ? m->transport->folder_fault(m)
					  : NULL;
}

enum err mailbox_check(struct mailbox *m, struct why *why)
{
	enum err e = m->transport->connect(m, why);

	return e || !m->transport->check ? e : m->transport->check(m, why);
}

/* --- for the transports --------------------------------------------------- */

enum err transport_wire(const struct mailbox *m, struct conn **out,
			struct why *why)
{
	const struct mailbox_config *c = &m->config;

	return conn_open(&(struct conn_config){ .host = c->host,
						.port = c->port,
						.tls = c->tls,
						.ca_file = c->ca_file,
						.silence_s = c->silence_s },
			 out, why);
}

enum err transport_method(const struct mailbox *m, bool xoauth2,
			  bool oauthbearer, enum login_method *out,
			  struct why *why)
{
	const struct mailbox_config *c = &m->config;

	*out = login_select(&m->login, xoauth2, oauthbearer);
	if (*out != LOGIN_ANY)
		return ERR_OK;
	return why_set(why, ERR_MAIL_LOGIN,
		       "%s, port %u: takes no token %s%s (it offers%s%s)",
		       c->host, (unsigned)c->port,
		       m->login.method == LOGIN_ANY ? "by XOAUTH2 or "
						      "OAUTHBEARER"
						    : "by ",
		       m->login.method == LOGIN_ANY
			       ? ""
			       : login_method_name(m->login.method),
		       xoauth2 ? " XOAUTH2" : "",
		       oauthbearer ? " OAUTHBEARER"
		       : xoauth2   ? ""
				   : " neither");
}

void transport_challenge(struct str base64, struct transport_refusal *out)
{
	if (!login_challenge(base64, out->words, &out->form))
		out->words[0] = 0;
}

bool transport_login_again(struct mailbox *m, enum err e, bool form,
			   struct why *why)
{
	struct login_state *l = &m->login;

	if (e != ERR_MAIL_LOGIN || !l->now.is_token)
		return false;
	if (form && !l->plain_form) {
		l->plain_form = l->ready = true;
		return true;
	}
	return login_again(l, why);
}

size_t transport_header_len(struct str raw)
{
	for (size_t i = 0; i < raw.len; i++) {
		if (raw.s[i] != '\n')
			continue;
		if (i + 1 < raw.len && raw.s[i + 1] == '\n')
			return i + 2;
		if (i + 2 < raw.len && raw.s[i + 1] == '\r' &&
		    raw.s[i + 2] == '\n')
			return i + 3;
	}
	return raw.len;
}

const char *transport_words(const struct mailbox *m, const char *said,
			    char out[TRANSPORT_WORDS])
{
	size_t n = 0;

	/* a server may echo what was sent */
	if (!said || login_leaks(&m->login, said))
		said = said ? "(its words hold the password)" : "";
	for (; *said && n + 1 < TRANSPORT_WORDS; said++)
		out[n++] = *said >= ' ' && *said < 0x7f ? *said : '?';
	out[n] = 0;
	return out;
}

/* the field has this value, which may be NULL; only the header is looked at */
static bool has_field(struct str header, const char *name, const char *value)
{
	struct str line;

	while (parse_line(&header, &line)) {
		size_t len = strlen(name);

		if (line.len > len && !strncasecmp(line.s, name, len) &&
		    (!value || str_is(parse_trim((struct str){
					      line.s + len, line.len - len }),
				      value)))
			return true;
	}
	return false;
}

bool transport_is_substitute(struct str raw, struct why *why)
{
	static const struct {
		const char *from, *subject;
	} known[] = {
		{ "System Administrator <root@localhost>",
		  "message unavailable" },
		{ "Mail Delivery Subsystem <postmaster>",
		  "Cannot display Unicode content" },
	};
	struct str header = { raw.s, transport_header_len(raw) };

	/* a mail that was sent has one or the other */
	if (has_field(header, "Received:", NULL) ||
	    has_field(header, "Date:", NULL))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(known); i++)
		if (has_field(header, "From:", known[i].from) &&
		    has_field(header, "Subject:", known[i].subject)) {
			why_set(why, ERR_MAIL_PROTOCOL,
				"the server gives a substitute: \"%s\"",
				known[i].subject);
			return true;
		}
	return false;
}

enum err transport_retry(struct mailbox *m, const char *name,
			 int64_t since_utc_s, struct mailbox_range *range,
			 const struct why *words, struct why *why)
{
	if (!retry_fail(&m->retry, name, since_utc_s, words))
		return why_set(why, ERR_MAIL_PROTOCOL,
			       "%s: more than %d mails cannot be fetched: %s",
			       m->config.host ? m->config.host : m->config.path,
			       RETRY_MAILS_MAX, words->text);
	range->has_failed = true;
	return ERR_OK;
}
