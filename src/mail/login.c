/* src/mail/login.c */
#include "mail/login.h"
#include "base/crypto.h"
#include "base/parse.h"
#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* without the padding, which a token's parts never have */
enum { JWT_MAX = 4096 };

/* What would break the form of a login, or a line. */
static enum err secret_check(const struct login *l, struct why *why)
{
	for (const char *p = l->secret; *p; p++)
		if ((unsigned char)*p < ' ' ||
		    (l->is_token && ((unsigned char)*p > '~' || *p == ' ')))
			return why_set(why, ERR_CONFIG,
				       "the %s has characters that no %s has",
				       l->is_token ? "token" : "password",
				       l->is_token ? "token" : "password");
	return *l->secret ? ERR_OK
			  : why_set(why, ERR_CONFIG, "the %s is empty",
				    l->is_token ? "token" : "password");
}

static const char *const method_words[] = { [LOGIN_ANY] = "any",
					    [LOGIN_PASSWORD] = "password",
					    [LOGIN_XOAUTH2] = "xoauth2",
					    [LOGIN_OAUTHBEARER] =
						    "oauthbearer" };

enum login_method login_method_parse(const char *name)
{
	for (size_t m = LOGIN_ANY; m < ARRAY_LEN(method_words); m++)
		if (!strcmp(name, method_words[m]))
			return (enum login_method)m;
	return LOGIN_ANY;
}

enum err login_method_check(enum login_method m, bool is_token, struct why *why)
{
	if (m == LOGIN_ANY || is_token == (m != LOGIN_PASSWORD))
		return ERR_OK;
	return why_set(why, ERR_CONFIG, "auth = %s needs a %s, not a %s",
		       method_words[m], is_token ? "password" : "token",
		       is_token ? "token" : "password");
}

enum err login_next(struct login_state *l, struct why *why)
{
	enum err e;

	if (l->ready || !l->source.get) {
		l->ready = false;
		return ERR_OK;
	}
	l->plain_form = l->renewed = false;
	login_wipe(l);
	e = l->source.get(l->source.context, false, &l->now, why);
	if (!e)
		e = secret_check(&l->now, why);
	return e ? e : login_method_check(l->method, l->now.is_token, why);
}

/* the refusal, and why there is no other token */
static void why_add(struct why *why, const struct why *more)
{
	struct why all = { 0 };

	if (!why || !more->text[0])
		return;
	why_set(&all, ERR_OK, "%.500s; %.500s", why->text, more->text);
	why_clear(why);
	why_set(why, ERR_OK, "%s", all.text);
}

bool login_again(struct login_state *l, struct why *why)
{
	struct login old = l->now;
	struct why words = { 0 };
	bool other = false;

	if (l->source.get && old.is_token && !l->renewed) {
		l->renewed = true;
		if (l->source.get(l->source.context, true, &l->now, &words) ||
		    secret_check(&l->now, &words)) {
			why_add(why, &words);
			l->now = old;
		} else {
			other = strcmp(old.secret, l->now.secret) != 0;
		}
	}
	explicit_bzero(&old, sizeof(old));
	l->ready = other;
	return other;
}

enum login_method login_select(const struct login_state *l, bool xoauth2,
			       bool oauthbearer)
{
	if (!l->now.is_token)
		return LOGIN_PASSWORD;
	if (l->method != LOGIN_XOAUTH2 && oauthbearer &&
	    !(l->plain_form && xoauth2))
		return LOGIN_OAUTHBEARER;
	return l->method != LOGIN_OAUTHBEARER && xoauth2 ? LOGIN_XOAUTH2
							 : LOGIN_ANY;
}

const char *login_method_name(enum login_method m)
{
	static const char *const names[] = {
		[LOGIN_ANY] = "any",
		[LOGIN_PASSWORD] = "PASSWORD",
		[LOGIN_XOAUTH2] = "XOAUTH2",
		[LOGIN_OAUTHBEARER] = "OAUTHBEARER",
	};

	return names[m];
}

void login_bearer(enum login_method m, const char *user, const char *host,
		  uint16_t port, const char *token, struct buf *out)
{
	struct buf plain;

	buf_init(&plain, LOGIN_SECRET_ROOM + 1024);
	if (m == LOGIN_OAUTHBEARER) {
		buf_addz(&plain, "n,a=");
		/* RFC 5801: these two are escaped in a name */
		for (; *user; user++)
			if (*user == ',' || *user == '=')
				buf_addz(&plain, *user == ',' ? "=2C" : "=3D");
			else
				buf_addc(&plain, *user);
		buf_addf(&plain, ",\1host=%s\1port=%u\1", host, (unsigned)port);
	} else {
		buf_addf(&plain, "user=%s\1", user);
	}
	buf_addf(&plain, "auth=Bearer %s\1\1", token);
	base64_render(out, buf_str(&plain));
	explicit_bzero(plain.s, plain.len);
	buf_release(&plain);
}

const char *login_refused_answer(enum login_method m)
{
	return m == LOGIN_OAUTHBEARER ? "AQ==" : "";
}

/* Printable ASCII, without the quotes and braces of JSON. */
static void text_copy(const char *from, size_t len, char out[LOGIN_WORDS])
{
	size_t n = 0;

	for (size_t i = 0; i < len && n + 1 < LOGIN_WORDS; i++) {
		char c = from[i];

		if (c && strchr("{}\"\r\n", c))
			continue;
		out[n++] = c >= ' ' && c < 0x7f ? c : ' ';
	}
	out[n] = 0;
}

bool login_challenge(struct str base64, char out[LOGIN_WORDS], bool *form)
{
	uint8_t json[2048];
	size_t len = 0;

	base64 = parse_trim(base64);
	out[0] = 0;
	if (!base64.len || base64.len > 2 * sizeof(json) ||
	    !base64_parse(base64, json, sizeof(json), &len))
		return false;
	text_copy((const char *)json, len, out);
	*form = strstr(out, "invalid_request") != NULL;
	return true;
}

/* The base64 digits of a text that are the same whatever bytes precede and
 * follow it, if the text begins at byte `shift` of a group of three. */
static void inner_base64(const char *secret, size_t shift, struct buf *out)
{
	size_t skip = (3 - shift) % 3, len = strlen(secret);
	struct str whole = { secret + skip, 0 };

	if (len < skip + 3)
		return;
	whole.len = (len - skip) / 3 * 3;
	base64_render(out, whole);
}

bool login_leaks(const struct login_state *l, const char *text)
{
	bool found = false;

	if (!l->now.secret[0])
		return false;
	found = strstr(text, l->now.secret) != NULL;
	for (size_t shift = 0; shift < 3 && !found; shift++) {
		struct buf coded;

		buf_init(&coded, 2 * LOGIN_SECRET_ROOM);
		inner_base64(l->now.secret, shift, &coded);
		buf_addc(&coded, 0);
		found = coded.len > 4 && strstr(text, coded.s);
		explicit_bzero(coded.s, coded.len);
		buf_release(&coded);
	}
	return found;
}

/* the middle part of a JWT, or NULL; the caller frees it */
static json_t *claims_of(const char *token)
{
	const char *from = strchr(token, '.'), *to;
	char part[JWT_MAX];
	uint8_t json[JWT_MAX];
	size_t len = 0;

	if (!from || !(to = strchr(++from, '.')) ||
	    (size_t)(to - from) >= sizeof(part))
		return NULL;
	/* base64 with the two characters of addresses */
	for (size_t i = 0; from + i < to; i++)
		part[i] = from[i] == '-' ? '+' : from[i] == '_' ? '/' : from[i];
	if (!base64_parse((struct str){ part, (size_t)(to - from) }, json,
			  sizeof(json), &len))
		return NULL;
	return json_loadb((const char *)json, len, 0, NULL);
}

void login_token_owner(const char *token, char out[LOGIN_WORDS])
{
	static const char *const names[] = { "email", "upn",
					     "preferred_username",
					     "unique_name", "sub" };
	json_t *claims = claims_of(token);
	const char *who = NULL, *scopes;
	char line[LOGIN_WORDS];

	out[0] = 0;
	for (size_t i = 0; claims && !who && i < ARRAY_LEN(names); i++)
		who = json_string_value(json_object_get(claims, names[i]));
	if (who) {
		scopes = json_string_value(json_object_get(claims, "scp"));
		if (!scopes)
			scopes = json_string_value(
				json_object_get(claims, "scope"));
		snprintf(line, sizeof(line), "for %.80s (scopes %.140s)", who,
			 scopes ? scopes : "not named");
		text_copy(line, strlen(line), out);
	}
	json_decref(claims);
}

void login_wipe(struct login_state *l)
{
	explicit_bzero(&l->now, sizeof(l->now));
}
