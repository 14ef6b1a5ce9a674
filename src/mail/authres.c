/* src/mail/authres.c */
#include "mail/authres.h"
#include "mail/addr.h"
#include <strings.h>

enum { WORD_MAX = 256 };

/* the rest of the field, and a token cut off its start */
struct scan {
	struct str rest;
	char word[WORD_MAX];
	size_t len;
	bool bad;
};

/* blanks and comments, which nest and may stand between any two tokens */
static void skip(struct scan *s)
{
	int depth = 0;
	size_t i = 0;

	for (; i < s->rest.len; i++) {
		char c = s->rest.s[i];

		if (depth && c == '\\')
			i++;
		else if (c == '(')
			depth++;
		else if (depth && c == ')')
			depth--;
		else if (!depth && c != ' ' && c != '\t')
			break;
	}
	if (i > s->rest.len)
		i = s->rest.len;
	s->bad |= depth != 0;
	s->rest.s += i;
	s->rest.len -= i;
}

static bool sign(struct scan *s, char c)
{
	skip(s);
	if (!s->rest.len || s->rest.s[0] != c)
		return false;
	s->rest.s++;
	s->rest.len--;
	return true;
}

/* a word, or a quoted string, into word */
static bool token(struct scan *s)
{
	bool quoted = sign(s, '"');
	size_t i = 0;

	s->len = 0;
	for (; i < s->rest.len; i++) {
		char c = s->rest.s[i];

		if (quoted && c == '"')
			break;
		if (quoted && c == '\\' && i + 1 < s->rest.len)
			c = s->rest.s[++i];
		else if (!quoted && strchr(" \t;=/()\"", c))
			break;
		if (s->len < WORD_MAX)
			s->word[s->len++] = c;
		else
			s->bad = true;
	}
	s->bad |= quoted && i == s->rest.len;
	i += quoted && i < s->rest.len;
	s->rest.s += i;
	s->rest.len -= i;
	return quoted || s->len;
}

static bool is(const struct scan *s, const char *z)
{
	return s->len == strlen(z) && !strncasecmp(s->word, z, s->len);
}

static const char *const words[AUTHRES_WORDS] = {
	[AUTHRES_ABSENT] = "",
	[AUTHRES_NONE] = "none",
	[AUTHRES_PASS] = "pass",
	[AUTHRES_FAIL] = "fail",
	[AUTHRES_SOFTFAIL] = "softfail",
	[AUTHRES_NEUTRAL] = "neutral",
	[AUTHRES_POLICY] = "policy",
	[AUTHRES_TEMPERROR] = "temperror",
	[AUTHRES_PERMERROR] = "permerror",
	[AUTHRES_OTHER] = "another word",
};

const char *authres_word(enum authres_said said)
{
	return words[said];
}

static void note(const struct scan *s, enum authres_said *out)
{
	int i = AUTHRES_NONE;

	while (i < AUTHRES_OTHER && !is(s, words[i]))
		i++;
	if (*out == AUTHRES_ABSENT || i == AUTHRES_PASS)
		*out = (enum authres_said)i;
}

enum method { OTHER, DMARC, SPF, DKIM };

/* the same domain, or one below the other */
static bool is_related(struct str a, struct str b)
{
	struct str longer = a.len < b.len ? b : a;
	struct str shorter = a.len < b.len ? a : b;
	size_t skip = longer.len - shorter.len;

	/* a name without a dot is above everything */
	return shorter.len && memchr(shorter.s, '.', shorter.len) &&
	       !strncasecmp(longer.s + skip, shorter.s, shorter.len) &&
	       (!skip || longer.s[skip - 1] == '.');
}

/*
 * The rest of a result, reason=value ptype.property=value ..: is it about
 * another domain than From's? A server that names none leaves it open.
 */
static bool is_of_other(struct scan *s, enum method method, struct str from)
{
	static const char *const names[] = {
		[SPF] = "smtp.mailfrom", [DKIM] = "header.d"
	};
	bool other = false;

	while (token(s) || sign(s, '=') || sign(s, '/')) {
		bool named = (method == SPF &&
			      (is(s, names[SPF]) || is(s, "smtp.helo"))) ||
			     (method == DKIM &&
			      (is(s, names[DKIM]) || is(s, "header.i")));
		struct str domain;

		if (!named || !sign(s, '=') || !token(s) || !s->len)
			continue;
		domain = addr_domain((struct str){ s->word, s->len });
		if (!domain.len)
			domain = (struct str){ s->word, s->len };
		other |= from.len && !is_related(domain, from);
	}
	return other;
}

/* the current result is that of this method */
static void result_take(const struct scan *s, enum method method, bool other,
			struct authres *out)
{
	enum authres_said *const said[] = {
		[DMARC] = &out->dmarc, [SPF] = &out->spf, [DKIM] = &out->dkim
	};

	if (method == OTHER)
		return;
	note(s, said[method]);
	if (method == DMARC) {
		out->dmarc_pass |= is(s, "pass");
		out->dmarc_fail |= is(s, "fail");
		return;
	}
	out->tried = true;
	out->pass |= is(s, "pass") && !other;
	out->unsure |= is(s, "temperror");
}

/* method [/version] = result, and what follows up to the next ';' */
static void result(struct scan *s, struct authres *out)
{
	enum method method;
	struct scan said;
	bool other;

	if (!token(s)) {
		s->bad = true;
		return;
	}
	method = is(s, "dmarc")  ? DMARC
		 : is(s, "spf")  ? SPF
		 : is(s, "dkim") ? DKIM
				 : OTHER;
	if (sign(s, '/'))
		token(s);
	if (!sign(s, '=')) {
		/* "none": no method was tried */
		s->bad |= !is(s, "none");
		return;
	}
	s->bad |= !token(s);
	if (s->bad)
		return;
	said = *s;
	other = is_of_other(s, method, out->from);
	result_take(&said, method, other, out);
}

void authres_server(struct str field, char *out, size_t room)
{
	struct scan s = { .rest = field };
	size_t n = 0;

	if (token(&s) && !s.bad)
		for (; n < s.len && n + 1 < room; n++)
			out[n] = s.word[n];
	out[n] = 0;
}

void authres_add(struct authres *r, struct str field, struct str id)
{
	struct scan s = { .rest = field };
	struct authres one = *r;

	if (!id.len || !token(&s) || s.len != id.len ||
	    strncasecmp(s.word, id.s, id.len))
		return;
	if (token(&s) && !is(&s, "1"))
		return;
	while (!s.bad && sign(&s, ';')) {
		skip(&s);
		if (s.rest.len)
			result(&s, &one);
	}
	skip(&s);
	if (!s.bad && !s.rest.len)
		*r = one;
}

bool authres_is_forged(const struct authres *r)
{
	if (r->dmarc_fail || r->dmarc_pass)
		return r->dmarc_fail;
	return r->tried && !r->pass && !r->unsure;
}
