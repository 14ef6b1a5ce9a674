/* src/mail/transport.c - helpers of the kinds of mailboxes */
#include "mail/transport.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "mail/mailbox.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

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

bool transport_is_lost_again(struct mailbox *m, const char *name)
{
	bool again = !strcmp(m->lost, name) || retry_find(&m->retry, name);

	snprintf(m->lost, sizeof(m->lost), "%s", name);
	return again;
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
