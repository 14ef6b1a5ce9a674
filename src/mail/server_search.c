/* src/mail/server_search.c */
#include "mail/server_search.h"
#include "base/parse.h"
#include "mail/http.h"
#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <glib.h>
#include <netdb.h>
#include <netinet/in.h>
#include <resolv.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum {
	ANSWER_ROOM = 8192, /* of the DNS */
	DNS_RETRY_S = 3,
	DNS_TRIES = 2,
	SETTINGS_S = 10,
	VALUE_ROOM = 256,
};

/* --- SRV records ---------------------------------------------------------- */

static enum err name_server_set(struct __res_state *dns, const char *text,
				struct why *why)
{
	const char *colon = text ? strrchr(text, ':') : NULL;
	char host[64] = "";
	int64_t port = 53;
	struct sockaddr_in to = { .sin_family = AF_INET };

	if (!text)
		return ERR_OK;
	snprintf(host, sizeof(host), "%.*s",
		 (int)(colon ? colon - text : (ptrdiff_t)strlen(text)), text);
	if ((colon && !parse_int(str_of(colon + 1), 1, 65535, &port)) ||
	    inet_pton(AF_INET, host, &to.sin_addr) != 1)
		return why_set(why, ERR_USAGE,
			       "'%s' is no name server: 127.0.0.1 or "
			       "127.0.0.1:53 was expected",
			       text);
	to.sin_port = htons((uint16_t)port);
	dns->nscount = 1;
	dns->nsaddr_list[0] = to;
	return ERR_OK;
}

static uint16_t be16(const unsigned char *p)
{
	return (uint16_t)(p[0] << 8 | p[1]);
}

/* Skip a name and n more bytes; NULL past the end. */
static const unsigned char *skip(const unsigned char *p,
				 const unsigned char *end, size_t n)
{
	int len = p ? dn_skipname(p, end) : -1;

	return len < 0 || (size_t)(end - p) < (size_t)len + n
		       ? NULL
		       : p + (size_t)len + n;
}

/* A record's data: priority, weight, port, target. Better than *best? */
static void srv_take(const unsigned char *answer, const unsigned char *end,
		     const unsigned char *data, uint32_t *best,
		     struct mail_server *out)
{
	uint32_t rank = (uint32_t)be16(data) << 16 | (0xffffu - be16(data + 2));
	uint16_t port = be16(data + 4);
	char target[NS_MAXDNAME];

	if (rank >= *best || !port ||
	    dn_expand(answer, end, data + 6, target, sizeof(target)) < 0 ||
	    strlen(target) > ADDR_DOMAIN_MAX || addr_host_fault(str_of(target)))
		return;
	*best = rank;
	out->port = port;
	memcpy(out->host, target, strlen(target) + 1);
}

void server_srv_parse(const uint8_t *answer, size_t len,
		      struct mail_server *out)
{
	enum { HEADER = 12, QUESTION = 4, RECORD = 10, SRV_LEAST = 7 };
	const unsigned char *end = answer + len, *p = answer + HEADER;
	uint32_t best = UINT32_MAX;

	if (len < HEADER)
		return;
	for (unsigned n = be16(answer + 4); n && p; n--)
		p = skip(p, end, QUESTION);
	for (unsigned n = be16(answer + 6); n && p; n--) {
		size_t data_len;

		p = skip(p, end, RECORD);
		if (!p)
			return;
		data_len = be16(p - 2);
		if ((size_t)(end - p) < data_len)
			return;
		if (be16(p - RECORD) == ns_t_srv && data_len >= SRV_LEAST)
			srv_take(answer, end, p, &best, out);
		p += data_len;
	}
}

/* The server of a service; its host stays empty if there is none. */
static enum err srv_ask(struct __res_state *dns, const char *service,
			struct str domain, bool implicit,
			struct mail_server *out, struct why *why)
{
	unsigned char answer[ANSWER_ROOM];
	char name[NS_MAXDNAME];
	int len;

	if (out->host[0])
		return ERR_OK;
	snprintf(name, sizeof(name), "_%s._tcp.%.*s.", service,
		 STR_ARG(domain));
	len = res_nquery(dns, name, ns_c_in, ns_t_srv, answer, sizeof(answer));
	if (len < 0 && dns->res_h_errno == TRY_AGAIN)
		return why_set(why, ERR_MAIL_DOWN,
			       "no name server answers for %.*s",
			       STR_ARG(domain));
	out->implicit = implicit;
	if (len > 0)
		server_srv_parse(answer,
				 len < ANSWER_ROOM ? (size_t)len : ANSWER_ROOM,
				 out);
	return ERR_OK;
}

static bool is_foreign(const struct mail_server *s, struct str domain)
{
	size_t n = strlen(s->host);

	if (!n)
		return false;
	return n < domain.len ||
	       strncasecmp(s->host + n - domain.len, domain.s, domain.len) ||
	       (n > domain.len && s->host[n - domain.len - 1] != '.');
}

enum err server_search_srv(const struct server_search *s,
			   struct mail_server *in, struct mail_server *out,
			   bool *foreign, struct why *why)
{
	struct str domain = addr_domain(str_of(s->address));
	struct __res_state dns = { 0 };
	enum err e;

	*in = *out = (struct mail_server){ .host = "" };
	*foreign = false;
	if (res_ninit(&dns))
		return why_set(why, ERR_SYSTEM, "the resolver does not start");
	dns.retrans = DNS_RETRY_S;
	dns.retry = DNS_TRIES;
	e = name_server_set(&dns, s->name_server, why);
	if (!e)
		e = srv_ask(&dns, s->pop3 ? "pop3s" : "imaps", domain, true, in,
			    why);
	if (!e)
		e = srv_ask(&dns, s->pop3 ? "pop3" : "imap", domain, false, in,
			    why);
	if (!e)
		e = srv_ask(&dns, "submissions", domain, true, out, why);
	if (!e)
		e = srv_ask(&dns, "submission", domain, false, out, why);
	res_nclose(&dns);
	*foreign = is_foreign(in, domain) || is_foreign(out, domain);
	return e;
}

/* --- the settings file ---------------------------------------------------- */

struct settings_parse {
	const struct server_search *search;
	struct mail_server *in, *out;
	struct mail_server one; /* of the element that is read */
	bool usable;            /* it speaks TLS */
	struct mail_server *to; /* where it belongs; NULL: nowhere */
	char value[VALUE_ROOM]; /* the text of the innermost element */
	size_t len;
};

static const char *attribute(const gchar **names, const gchar **values,
			     const char *name)
{
	for (; *names; names++, values++)
		if (!strcmp(*names, name))
			return *values;
	return "";
}

static void on_start(GMarkupParseContext *x, const gchar *element,
		     const gchar **names, const gchar **values, gpointer ctx,
		     GError **fault)
{
	struct settings_parse *r = ctx;
	const char *type = attribute(names, values, "type");

	(void)x;
	(void)fault;
	r->len = 0;
	if (strcmp(element, "incomingServer") &&
	    strcmp(element, "outgoingServer"))
		return;
	r->one = (struct mail_server){ .host = "" };
	r->usable = false;
	r->to = !strcmp(type, "smtp")                              ? r->out
		: !strcmp(type, r->search->pop3 ? "pop3" : "imap") ? r->in
								   : NULL;
}

static void on_text(GMarkupParseContext *x, const gchar *text, gsize len,
		    gpointer ctx, GError **fault)
{
	struct settings_parse *r = ctx;

	(void)x;
	(void)fault;
	for (gsize i = 0; i < len && r->len + 1 < VALUE_ROOM; i++)
		if ((unsigned char)text[i] > ' ')
			r->value[r->len++] = text[i];
}

/* Copy a value; placeholders become parts of the address. */
static void value_copy(const struct settings_parse *r, char *out, size_t room)
{
	const char *address = r->search->address, *p = r->value;
	struct str domain = addr_domain(str_of(address));
	struct str local = { address,
			     (size_t)(domain.s - address) - (*domain.s != 0) };
	const struct {
		const char *name;
		struct str value;
	} places[] = { { "%EMAILADDRESS%", str_of(address) },
		       { "%EMAILLOCALPART%", local },
		       { "%EMAILDOMAIN%", domain } };
	struct buf b;

	buf_init(&b, room - 1);
	while (*p) {
		size_t i = 0;

		while (i < ARRAY_LEN(places) &&
		       strncmp(p, places[i].name, strlen(places[i].name)))
			i++;
		if (i < ARRAY_LEN(places)) {
			buf_add(&b, places[i].value.s, places[i].value.len);
			p += strlen(places[i].name);
		} else {
			buf_addc(&b, *p++);
		}
	}
	snprintf(out, room, "%s", b.full || !b.len ? "" : b.s);
	buf_release(&b);
}

static void on_end(GMarkupParseContext *x, const gchar *element, gpointer ctx,
		   GError **fault)
{
	struct settings_parse *r = ctx;
	int64_t port;

	(void)x;
	(void)fault;
	r->value[r->len] = 0;
	if (!strcmp(element, "hostname")) {
		value_copy(r, r->one.host, sizeof(r->one.host));
	} else if (!strcmp(element, "port")) {
		if (parse_int(str_of(r->value), 1, 65535, &port))
			r->one.port = (uint16_t)port;
	} else if (!strcmp(element, "socketType")) {
		r->one.implicit = !strcasecmp(r->value, "SSL");
		r->usable =
			r->one.implicit || !strcasecmp(r->value, "STARTTLS");
	} else if (!strcmp(element, "username")) {
		value_copy(r, r->one.user, sizeof(r->one.user));
	} else if (!strcmp(element, "incomingServer") ||
		   !strcmp(element, "outgoingServer")) {
		if (r->to && !r->to->host[0] && r->usable && r->one.port &&
		    !addr_host_fault(str_of(r->one.host)))
			*r->to = r->one;
		r->to = NULL;
	}
	r->len = 0;
}

bool server_settings_parse(struct str xml, const struct server_search *s,
			   struct mail_server *in, struct mail_server *out)
{
	static const GMarkupParser parser = { .start_element = on_start,
					      .end_element = on_end,
					      .text = on_text };
	struct settings_parse r = { .search = s, .in = in, .out = out };
	GMarkupParseContext *x;
	bool good;

	*in = *out = (struct mail_server){ .host = "" };
	x = g_markup_parse_context_new(&parser, G_MARKUP_DEFAULT_FLAGS, &r,
				       NULL);
	good = g_markup_parse_context_parse(x, xml.s, (gssize)xml.len, NULL) &&
	       g_markup_parse_context_end_parse(x, NULL);
	g_markup_parse_context_free(x);
	return good && (in->host[0] || out->host[0]);
}

/* One place; ERR_NOT_FOUND if no settings are there. */
static enum err settings_ask(const struct server_search *s, const char *url,
			     struct mail_server *in, struct mail_server *out,
			     struct why *why)
{
	long status = 0;
	struct buf body;
	enum err e = http_ask(&(struct http_request){ .url = url,
						      .ca_file = s->ca_file,
						      .limit_s = SETTINGS_S },
			      &status, &body, why);

	if (!e && (status != 200 ||
		   !server_settings_parse(buf_str(&body), s, in, out)))
		e = why_set(why, ERR_NOT_FOUND, "%s: no settings are there",
			    url);
	buf_release(&body);
	return e;
}

enum err server_search_settings(const struct server_search *s,
				struct mail_server *in, struct mail_server *out,
				char source[ADDR_DOMAIN_MAX + 1],
				struct why *why)
{
	/* the last one: what Thunderbird's makers know of other providers */
	static const char *const places[][2] = {
		{ "https://autoconfig.", "/mail/config-v1.1.xml" },
		{ "https://", "/.well-known/autoconfig/mail/config-v1.1.xml" },
		{ "https://autoconfig.thunderbird.net/v1.1/", "" },
	};
	struct str domain = addr_domain(str_of(s->address));
	char url[HTTP_URL_MAX];
	enum err e = ERR_NOT_FOUND;

	*in = *out = (struct mail_server){ .host = "" };
	if (s->settings_url) {
		e = settings_ask(s, s->settings_url, in, out, why);
		http_host(s->settings_url, source, ADDR_DOMAIN_MAX + 1);
		return e;
	}
	for (size_t i = 0; i < ARRAY_LEN(places) && e; i++) {
		snprintf(url, sizeof(url), "%s%.*s%s", places[i][0],
			 STR_ARG(domain), places[i][1]);
		e = settings_ask(s, url, in, out, NULL);
		http_host(url, source, ADDR_DOMAIN_MAX + 1);
	}
	return e ? why_set(why, ERR_NOT_FOUND,
			   "no settings are published for %.*s",
			   STR_ARG(domain))
		 : ERR_OK;
}
