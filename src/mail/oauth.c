/* src/mail/oauth.c */
#include "mail/oauth.h"
#include "base/crypto.h"
#include "mail/http.h"
#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum { FORM_MAX = 4 * LOGIN_SECRET_ROOM };

static void text_take(json_t *from, const char *key, char *out, size_t room)
{
	const char *s = json_string_value(json_object_get(from, key));

	/* half a token is none */
	snprintf(out, room, "%s", s && strlen(s) < room ? s : "");
}

static int64_t number(json_t *from, const char *key, int64_t fallback)
{
	json_t *v = json_object_get(from, key);
	long long n = fallback;

	if (json_is_integer(v))
		n = json_integer_value(v);
	else if (json_is_string(v))
		sscanf(json_string_value(v), "%lld", &n);
	return n > 0 && n < INT32_MAX ? n : fallback;
}

/* printable, and short enough for one line of a log */
static void words_take(json_t *from, const char *key, char out[320])
{
	const char *s = json_string_value(json_object_get(from, key));
	size_t n = 0;

	for (; s && *s && n + 1 < 320; s++)
		out[n++] = *s >= ' ' && *s < 0x7f ? *s : ' ';
	out[n] = 0;
}

/* what a person does about an error of RFC 6749, 5.2 */
static const char *advice(const char *error, const char *words)
{
	if (strstr(words, "AADSTS54005") || strstr(words, "AADSTS70000"))
		return "a code is good once and for minutes: begin again";
	if (!strcmp(error, "invalid_grant"))
		return "the consent has ended or was withdrawn: heraldo oauth "
		       "asks for it again";
	if (!strcmp(error, "invalid_client") ||
	    !strcmp(error, "unauthorized_client"))
		return "the client id or its secret is wrong: register the "
		       "application again, or mend it (heraldo oauth "
		       "--client-id)";
	if (!strcmp(error, "invalid_scope"))
		return "the provider does not grant this scope to the client";
	return "heraldo oauth asks for a consent again";
}

static bool passes(long status, const char *error)
{
	return status >= 500 || status == 429 || status == 408 ||
	       !strcmp(error, "temporarily_unavailable") ||
	       !strcmp(error, "server_error") ||
	       !strcmp(error, "authorization_pending") ||
	       !strcmp(error, "slow_down");
}

/* POST a form; *out is the object of the answer, for json_decref. */
static enum err post(const struct oauth_grant *g, const char *url,
		     struct buf *form, json_t **out, char error[128],
		     struct why *why)
{
	struct http_request r = { .url = url,
				  .form = form->s,
				  .ca_file = g->ca_file,
				  .limit_s = OAUTH_LIMIT_S };
	char host[256] = "?", words[320];
	struct buf body;
	long status;
	enum err e = http_ask(&r, &status, &body, why);

	*out = NULL;
	error[0] = 0;
	http_host(url, host, sizeof(host));
	if (!e)
		*out = json_loadb(body.len ? body.s : "", body.len, 0, NULL);
	if (body.room)
		explicit_bzero(body.s, body.room);
	buf_release(&body);
	if (e)
		return e;
	text_take(*out, "error", error, 128);
	if (status == 200 && json_is_object(*out) && !error[0])
		return ERR_OK;
	words_take(*out, "error_description", words);
	if (passes(status, error))
		return why_set(why, ERR_MAIL_DOWN,
			       "%s: %ld%s%s%s%s: the token server cannot "
			       "answer now",
			       host, status, *error ? " " : "", error,
			       *words ? " " : "", words);
	if (!error[0])
		return why_set(why,
			       status == 200 ? ERR_MAIL_DOWN : ERR_MAIL_LOGIN,
			       "%s: answers with status %ld and no token", host,
			       status);
	return why_set(why, ERR_MAIL_LOGIN, "%s: %s%s%s (%s)", host, error,
		       *words ? ": " : "", words, advice(error, words));
}

static enum err ask_token(const struct oauth_grant *g, struct buf *form,
			  struct oauth_answer *out, struct why *why)
{
	json_t *answer = NULL;
	enum err e;

	*out = (struct oauth_answer){ .life_s = 0 };
	http_field(form, "client_id", g->client_id);
	if (g->client_secret[0])
		http_field(form, "client_secret", g->client_secret);
	e = form->full ? why_set(why, ERR_TOO_LARGE, "the token is too long")
		       : post(g, g->token_url, form, &answer, out->error, why);
	if (!e) {
		text_take(answer, "access_token", out->access,
			  sizeof(out->access));
		text_take(answer, "refresh_token", out->refresh,
			  sizeof(out->refresh));
		text_take(answer, "scope", out->scope, sizeof(out->scope));
		out->life_s = number(answer, "expires_in", OAUTH_LIFE_S);
		if (!out->access[0])
			e = why_set(why, ERR_MAIL_DOWN,
				    "the token server's answer has no token");
	}
	json_decref(answer);
	if (form->room)
		explicit_bzero(form->s, form->room);
	buf_release(form);
	return e;
}

enum err oauth_refresh(const struct oauth_grant *g, struct oauth_answer *out,
		       struct why *why)
{
	struct buf form;

	buf_init(&form, FORM_MAX);
	http_field(&form, "grant_type", "refresh_token");
	http_field(&form, "refresh_token", g->refresh);
	return ask_token(g, &form, out, why);
}

enum err oauth_exchange(const struct oauth_grant *g, const char *code,
			const char *verifier, const char *redirect,
			struct oauth_answer *out, struct why *why)
{
	struct buf form;

	buf_init(&form, FORM_MAX);
	http_field(&form, "grant_type", "authorization_code");
	http_field(&form, "code", code);
	http_field(&form, "redirect_uri", redirect);
	http_field(&form, "code_verifier", verifier);
	return ask_token(g, &form, out, why);
}

enum err oauth_device_begin(const struct oauth_grant *g, const char *device_url,
			    struct oauth_device *out, struct why *why)
{
	struct buf form;
	json_t *answer;
	char error[128];
	enum err e;

	*out = (struct oauth_device){ .life_s = 0 };
	buf_init(&form, FORM_MAX);
	http_field(&form, "client_id", g->client_id);
	http_field(&form, "scope", g->scope);
	e = post(g, device_url, &form, &answer, error, why);
	if (!e) {
		text_take(answer, "device_code", out->code, sizeof(out->code));
		text_take(answer, "user_code", out->user_code,
			  sizeof(out->user_code));
		text_take(answer, "verification_uri", out->url,
			  sizeof(out->url));
		/* as Google's first version named it */
		if (!out->url[0])
			text_take(answer, "verification_url", out->url,
				  sizeof(out->url));
		out->life_s = number(answer, "expires_in", 900);
		out->interval_s = number(answer, "interval", 5);
		if (!out->code[0] || !out->user_code[0] || !out->url[0])
			e = why_set(why, ERR_MAIL_DOWN,
				    "the provider's answer has no device code");
	}
	json_decref(answer);
	buf_release(&form);
	return e;
}

enum err oauth_device_ask(const struct oauth_grant *g,
			  const struct oauth_device *d,
			  struct oauth_answer *out, struct why *why)
{
	struct buf form;

	buf_init(&form, FORM_MAX);
	http_field(&form, "grant_type",
		   "urn:ietf:params:oauth:grant-type:device_code");
	http_field(&form, "device_code", d->code);
	return ask_token(g, &form, out, why);
}

/* base64 of addresses, without padding (RFC 7636, appendix A) */
static void url64(const uint8_t *bytes, char out[OAUTH_VERIFIER])
{
	struct buf b;
	size_t n = 0;

	buf_init(&b, 64);
	base64_render(&b, (struct str){ (const char *)bytes, 32 });
	for (size_t i = 0; i < b.len && n + 1 < OAUTH_VERIFIER; i++)
		if (b.s[i] != '=')
			out[n++] = b.s[i] == '+'   ? '-'
				   : b.s[i] == '/' ? '_'
						   : b.s[i];
	out[n] = 0;
	buf_release(&b);
}

void oauth_verifier_make(char verifier[OAUTH_VERIFIER],
			 char challenge[OAUTH_VERIFIER])
{
	uint8_t random[32], hash[SHA256_SIZE];

	random_fill(random, sizeof(random));
	url64(random, verifier);
	sha256_of(str_of(verifier), hash);
	url64(hash, challenge);
}

void oauth_answer_apply(struct oauth_grant *g, const struct oauth_answer *a,
			int64_t now_s)
{
	memcpy(g->access, a->access, sizeof(g->access));
	if (a->refresh[0])
		memcpy(g->refresh, a->refresh, sizeof(g->refresh));
	if (a->scope[0])
		memcpy(g->scope, a->scope, sizeof(g->scope));
	g->refreshed_s = now_s;
	g->expires_s = now_s + a->life_s;
	g->fault[0] = 0;
	g->fault_s = 0;
}
