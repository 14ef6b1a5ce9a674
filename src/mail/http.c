/* src/mail/http.c - one request to a web server, by libcurl */
#include "mail/http.h"
#include "base/ascii.h"
#include "base/xalloc.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <curl/curl.h>
#include "mail/http.inc"

enum { CONNECT_S = 10 };

bool http_host(const char *url, char *out, size_t room)
{
	bool tls = !strncmp(url, "https://", 8),
	     clear = !strncmp(url, "http://", 7);
	const char *host = url + (tls ? 8 : 7);
	size_t len;

	if ((!tls && !clear) || strlen(url) >= HTTP_URL_MAX)
		return false;
	for (const char *p = url; *p; p++)
		if ((unsigned char)*p <= ' ' || *p == 0x7f || *p == '\\')
			return false;
	/* http://localhost:x@elsewhere would be another host */
	if (memchr(host, '@', strcspn(host, "/?#")))
		return false;
	len = strcspn(host, ":/?#");
	if (!len || len >= room)
		return false;
	memcpy(out, host, len);
	out[len] = 0;
	/* a secret goes over no wire in clear */
	return tls || !strcmp(out, "127.0.0.1") || !strcmp(out, "localhost");
}

void http_load(void)
{
	calls_load();
}

/* in the form of a URL or a form's body */
static void escape(struct buf *out, const char *value)
{
	for (; *value; value++) {
		char c = *value;

		if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		    ascii_is_digit(c) || strchr("-._~", c))
			buf_addc(out, c);
		else
			buf_addf(out, "%%%02X", (unsigned)(unsigned char)c);
	}
}

void http_field(struct buf *form, const char *name, const char *value)
{
	if (form->len)
		buf_addc(form, '&');
	buf_addz(form, name);
	buf_addc(form, '=');
	escape(form, value);
}

static size_t on_body(char *s, size_t one, size_t n, void *ctx)
{
	return buf_add(ctx, s, one * n) ? one * n : 0;
}

static void set_up(CURL *c, const struct http_request *r, struct buf *body,
		   char *trouble)
{
	curl_easy_setopt(c, CURLOPT_URL, r->url);
	curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(c, CURLOPT_PROXY, "");
	curl_easy_setopt(c, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(c, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	curl_easy_setopt(c, CURLOPT_SSL_VERIFYPEER, 1L);
	curl_easy_setopt(c, CURLOPT_SSL_VERIFYHOST, 2L);
	if (r->ca_file && *r->ca_file) {
		curl_easy_setopt(c, CURLOPT_CAINFO, r->ca_file);
		curl_easy_setopt(c, CURLOPT_CAPATH, NULL);
	}
	if (r->form) {
		curl_easy_setopt(c, CURLOPT_POSTFIELDSIZE,
				 (long)strlen(r->form));
		curl_easy_setopt(c, CURLOPT_POSTFIELDS, r->form);
	}
	curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_S);
	curl_easy_setopt(c, CURLOPT_TIMEOUT, (long)r->limit_s);
	curl_easy_setopt(c, CURLOPT_USERAGENT, "heraldo");
	curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, on_body);
	curl_easy_setopt(c, CURLOPT_WRITEDATA, body);
	curl_easy_setopt(c, CURLOPT_ERRORBUFFER, trouble);
}

enum err http_ask(const struct http_request *r, long *status, struct buf *body,
		  struct why *why)
{
	char trouble[CURL_ERROR_SIZE] = "", host[256];
	enum err e = ERR_OK;
	CURLcode code;
	CURL *c;

	*status = 0;
	buf_init(body, HTTP_ANSWER_MAX);
	if (!http_host(r->url, host, sizeof(host)))
		return why_set(why, ERR_CONFIG,
			       "'%.200s' is no address of a web server with "
			       "TLS (https://..)",
			       r->url);
	calls_load();
	if (curl_global_init(CURL_GLOBAL_DEFAULT))
		return why_set(why, ERR_SYSTEM, "libcurl does not start");
	c = xalloc_check(curl_easy_init());
	set_up(c, r, body, trouble);
	code = curl_easy_perform(c);
	curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, status);
	if (code)
		e = why_set(why,
			    code == CURLE_PEER_FAILED_VERIFICATION
				    ? ERR_MAIL_TLS
				    : ERR_MAIL_DOWN,
			    "%s: %s", host,
			    trouble[0] ? trouble : curl_easy_strerror(code));
	curl_easy_cleanup(c);
	return e;
}
