/* src/mail/smtp.c - sends mails by libcurl */
#include "mail/smtp.h"
#include "base/ascii.h"
#include "base/buf.h"
#include "base/xalloc.h"
#include "base/parse.h"
#include "mail/addr.h"
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <strings.h>
#include <unistd.h>
#include <curl/curl.h>
#include <gnutls/gnutls.h>
#include "mail/smtp.inc"

enum { URL_MAX = 1024, MAIL_MAX = 1 << 26 };

/* how far the dialogue is: the last command that was sent */
enum phase {
	PHASE_GREETING,
	PHASE_HELLO, /* EHLO, HELO, STARTTLS */
	PHASE_AUTH,
	PHASE_MAIL,
	PHASE_RCPT,
	PHASE_DATA, /* and the mail itself */
};

struct smtp {
	CURL *curl;
	char *url, *ca_file, *user;
	struct login_state login;
	enum tls_mode tls;
	unsigned silence_s;
	/* of the connection */
	unsigned n_mails;  /* transactions on it; 0: there is none */
	uint64_t size_max; /* SIZE of its last EHLO (RFC 1870), 0: none */
	bool has_xoauth2, has_bearer; /* AUTH of its last EHLO */
	bool resting; /* it is being closed: no new one is made */
	/* of the transaction that is under way */
	bool too_large;                /* SIZE is less than the mail */
	size_t size;                   /* of the mail */
	char trouble[CURL_ERROR_SIZE]; /* libcurl's words */
	char more_words[LOGIN_WORDS];  /* why there is no other token */
	struct str rest; /* of the mail, with CRLF, not yet given */
	enum phase phase;
	bool all_given; /* libcurl has the last byte: the dot follows */
	bool accepted;  /* a 2xx came after that */
	bool leaving;   /* QUIT was sent: its answer decides nothing */
	bool spoke;     /* the server has sent a line */
	int code;       /* of its last line, .. */
	char line[256]; /* .. which was this */
	bool more;      /* another line of the same reply follows */
	char challenge[LOGIN_WORDS]; /* its answer to a refused token, .. */
	bool bad_form;               /* .. about its form */
};

static bool is_set(const char *z)
{
	return z && z[0];
}

static char *smtp_copy(const char *z)
{
	return is_set(z) ? xalloc_check(strdup(z)) : NULL;
}

/* the server's line as text for a log: no control characters, cut to room */
static void keep_line(char *out, size_t room, const char *s, size_t len)
{
	while (len && (s[len - 1] == '\r' || s[len - 1] == '\n'))
		len--;
	if (len >= room)
		len = room - 1;
	for (size_t i = 0; i < len; i++)
		out[i] = (unsigned char)s[i] < ' ' || s[i] == 0x7f ? ' ' : s[i];
	out[len] = 0;
}

/* "250-SIZE 10240000": libcurl announces our size and does not compare it */
static void read_size(struct smtp *s, struct str line)
{
	int64_t n = 0;

	while (line.len &&
	       (line.s[line.len - 1] == '\r' || line.s[line.len - 1] == '\n'))
		line.len--;
	if (line.len < 10 || strncasecmp(line.s + 4, "SIZE ", 5) != 0)
		return;
	line.s += 9;
	line.len -= 9;
	if (parse_int(parse_trim(line), 1, INT64_MAX, &n))
		s->size_max = (uint64_t)n;
}

/* "250-AUTH PLAIN XOAUTH2", also in the older form "250-AUTH=PLAIN" */
static void read_methods(struct smtp *s, struct str line)
{
	struct str word;

	line = parse_trim(line);
	if (line.len < 9 || strncasecmp(line.s + 4, "AUTH", 4) != 0 ||
	    (line.s[8] != ' ' && line.s[8] != '='))
		return;
	line.s += 9;
	line.len -= 9;
	while (parse_field(&line, ' ', &word)) {
		s->has_xoauth2 |=
			word.len == 7 && !strncasecmp(word.s, "XOAUTH2", 7);
		s->has_bearer |= word.len == 11 &&
				 !strncasecmp(word.s, "OAUTHBEARER", 11);
	}
}

/* A challenge after a refused token: libcurl gives up there, without waiting
 * for the error that would follow. */
static void keep_challenge(struct smtp *s, struct str base64)
{
	/* the first 334 asks for the token, and is empty */
	if (s->login.now.is_token && !s->challenge[0] &&
	    !login_challenge(base64, s->challenge, &s->bad_form))
		s->challenge[0] = 0;
}

/* Its words; of several lines with one code all, for the first says most. */
static void keep_reply(struct smtp *s, const char *line, size_t len)
{
	char text[sizeof(s->line)];
	size_t n = strlen(s->line);

	keep_line(text, sizeof(text), line, len);
	if (s->more && n && !strncmp(s->line, text, 3)) {
		const char *rest = text + (strlen(text) > 3 ? 4 : 3);
		size_t words = strspn(rest, "0123456789.");

		/* the enhanced code is in the first */
		if (rest[words] == ' ' && words >= 5)
			rest += words + 1;
		snprintf(s->line + n, sizeof(s->line) - n, " %s", rest);
	} else {
		memcpy(s->line, text, sizeof(text));
	}
	if (strlen(s->line) > 3 && s->line[3] == '-')
		s->line[3] = ' ';
	s->more = len > 3 && line[3] == '-';
	if (s->phase == PHASE_AUTH && login_leaks(&s->login, s->line))
		snprintf(s->line, sizeof(s->line), "%d in answer to the login",
			 s->code);
}

/* libcurl gives every line the server says */
static size_t on_line(char *s, size_t one, size_t len, void *ctx)
{
	struct smtp *smtp = ctx;

	(void)one;
	smtp->spoke = true;
	if (smtp->leaving)
		return len;
	if (len >= 3 && ascii_is_digit(s[0]) && ascii_is_digit(s[1]) &&
	    ascii_is_digit(s[2])) {
		smtp->code =
			(s[0] - '0') * 100 + (s[1] - '0') * 10 + (s[2] - '0');
		keep_reply(smtp, s, len);
		if (smtp->all_given && smtp->code / 100 == 2) {
			smtp->accepted = true;
			/* the mail is there: no long wait for a goodbye */
			curl_easy_setopt(smtp->curl,
					 CURLOPT_SERVER_RESPONSE_TIMEOUT,
					 (long)SMTP_IDLE_S);
		}
		if (smtp->phase == PHASE_HELLO && smtp->code == 250) {
			read_size(smtp, (struct str){ s, len });
			read_methods(smtp, (struct str){ s, len });
		}
		if (smtp->phase == PHASE_AUTH && smtp->code == 334 && len > 4)
			keep_challenge(smtp, (struct str){ s + 4, len - 4 });
		smtp->too_large |=
			smtp->size_max && smtp->size > smtp->size_max;
	}
	/* ends the transaction before it begins */
	return smtp->too_large && smtp->phase == PHASE_HELLO ? 0 : len;
}

/* what we say, for the phase only: none of it is kept */
static int on_debug(CURL *curl, curl_infotype type, char *s, size_t len,
		    void *ctx)
{
	static const struct {
		const char *verb;
		enum phase phase;
	} verbs[] = {
		{ "EHLO", PHASE_HELLO },      { "HELO", PHASE_HELLO },
		{ "STARTTLS", PHASE_HELLO },  { "AUTH ", PHASE_AUTH },
		{ "MAIL FROM:", PHASE_MAIL }, { "RCPT TO:", PHASE_RCPT },
		{ "DATA", PHASE_DATA },
	};
	struct smtp *smtp = ctx;

	(void)curl;
	/* after 334 comes a piece of the login, whatever it looks like */
	if (type != CURLINFO_HEADER_OUT || smtp->code == 334)
		return 0;
	for (size_t i = 0; i < ARRAY_LEN(verbs); i++)
		if (str_starts((struct str){ s, len }, verbs[i].verb))
			smtp->phase = verbs[i].phase;
	if (str_starts((struct str){ s, len }, "EHLO")) {
		smtp->size_max = 0;
		smtp->has_xoauth2 = smtp->has_bearer = false;
	}
	if (str_starts((struct str){ s, len }, "QUIT"))
		smtp->leaving = true;
	return 0;
}

static size_t on_read(char *out, size_t one, size_t room, void *ctx)
{
	struct smtp *smtp = ctx;
	size_t n = one * room;

	if (n > smtp->rest.len)
		n = smtp->rest.len;
	if (n)
		memcpy(out, smtp->rest.s, n);
	smtp->rest.s += n;
	smtp->rest.len -= n;
	/* given with the last byte and not with the end: libcurl may write the
	 * dot in the same go */
	if (!smtp->rest.len)
		smtp->all_given = true;
	return n;
}

static bool is_loopback(const struct sockaddr *a)
{
	if (a->sa_family == AF_INET) {
		struct sockaddr_in in;

		memcpy(&in, a, sizeof(in));
		return ntohl(in.sin_addr.s_addr) >> 24 == 127;
	}
	if (a->sa_family == AF_INET6) {
		struct sockaddr_in6 in6;

		memcpy(&in6, a, sizeof(in6));
		return IN6_IS_ADDR_LOOPBACK(&in6.sin6_addr);
	}
	return false;
}

/* without TLS no socket leaves this machine, whatever the name leads to */
static curl_socket_t on_socket(void *ctx, curlsocktype purpose,
			       struct curl_sockaddr *a)
{
	struct smtp *smtp = ctx;

	(void)purpose;
	if (smtp->resting)
		return CURL_SOCKET_BAD;
	if (smtp->tls == TLS_NONE && !is_loopback(&a->addr))
		return CURL_SOCKET_BAD;
	return socket(a->family, a->socktype | SOCK_CLOEXEC, a->protocol);
}

static enum err smtp_check(const struct smtp_config *c, struct why *why)
{
	struct str host = str_of(is_set(c->host) ? c->host : "");
	const char *fault = addr_host_fault(host);

	if (fault)
		return why_set(why, ERR_CONFIG, "mail server \"%.*s\": %s",
			       STR_ARG(host), fault);
	if (c->tls == TLS_NONE && !addr_host_is_loopback(host))
		return why_set(why, ERR_CONFIG,
			       "%s: only localhost may be used without TLS",
			       c->host);
	if (is_set(c->user) != (is_set(c->password) || c->source.get))
		return why_set(why, ERR_CONFIG,
			       "%s: a login is a user and a password", c->host);
	fault = is_set(c->name) ? addr_host_fault(str_of(c->name)) : NULL;
	if (fault)
		return why_set(why, ERR_CONFIG, "%s: our own name \"%s\": %s",
			       c->host, c->name, fault);
	return ERR_OK;
}

static char *make_url(const struct smtp_config *c)
{
	char url[URL_MAX];
	bool v6 = strchr(c->host, ':');
	unsigned port =
		c->port ? c->port : (c->tls == TLS_IMPLICIT ? 465 : 587);
	int n = snprintf(url, sizeof(url), "%s://%s%s%s:%u/%s",
			 c->tls == TLS_IMPLICIT ? "smtps" : "smtp",
			 v6 ? "[" : "", c->host, v6 ? "]" : "", port,
			 is_set(c->name) ? c->name : "localhost");

	assert(n > 0 && n < (int)sizeof(url)); /* hosts and names are short */
	return smtp_copy(url);
}

/* what never changes between two mails */
static void set_up(struct smtp *s)
{
	CURL *c = s->curl;

	curl_easy_setopt(c, CURLOPT_URL, s->url);
	curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
	/* no proxy from the environment: it would be another server */
	curl_easy_setopt(c, CURLOPT_PROXY, "");
	curl_easy_setopt(c, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(c, CURLOPT_UPLOAD, 1L);
	/* the server reads one piece while the next is looked over for dots,
	 * and no large block comes and goes with each mail */
	curl_easy_setopt(c, CURLOPT_UPLOAD_BUFFERSIZE, 16384L);
	curl_easy_setopt(
		c, CURLOPT_USE_SSL,
		(long)(s->tls == TLS_NONE ? CURLUSESSL_NONE : CURLUSESSL_ALL));
	curl_easy_setopt(c, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	curl_easy_setopt(c, CURLOPT_SSL_VERIFYPEER, 1L);
	curl_easy_setopt(c, CURLOPT_SSL_VERIFYHOST, 2L);
	if (s->ca_file) {
		curl_easy_setopt(c, CURLOPT_CAINFO, s->ca_file);
		curl_easy_setopt(c, CURLOPT_CAPATH, NULL);
	}
	curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, (long)SMTP_CONNECT_S);
	curl_easy_setopt(c, CURLOPT_SERVER_RESPONSE_TIMEOUT,
			 (long)s->silence_s);
	curl_easy_setopt(c, CURLOPT_TIMEOUT, (long)SMTP_WHOLE_S);
	curl_easy_setopt(c, CURLOPT_TCP_KEEPALIVE, 1L);
	curl_easy_setopt(c, CURLOPT_READFUNCTION, on_read);
	curl_easy_setopt(c, CURLOPT_READDATA, s);
	/* discard the body of an answer: nothing prints it */
	curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, on_line);
	curl_easy_setopt(c, CURLOPT_WRITEDATA, s);
	curl_easy_setopt(c, CURLOPT_HEADERFUNCTION, on_line);
	curl_easy_setopt(c, CURLOPT_HEADERDATA, s);
	curl_easy_setopt(c, CURLOPT_OPENSOCKETFUNCTION, on_socket);
	curl_easy_setopt(c, CURLOPT_OPENSOCKETDATA, s);
	curl_easy_setopt(c, CURLOPT_ERRORBUFFER, s->trouble);
	curl_easy_setopt(c, CURLOPT_DEBUGFUNCTION, on_debug);
	curl_easy_setopt(c, CURLOPT_DEBUGDATA, s);
	curl_easy_setopt(c, CURLOPT_VERBOSE, 1L);
}

enum err smtp_open(const struct smtp_config *config, struct smtp **out,
		   struct why *why)
{
	struct smtp *s;
	enum err e = smtp_check(config, why);

	*out = NULL;
	if (e)
		return e;
	calls_load();
	if (curl_global_init(CURL_GLOBAL_DEFAULT))
		return why_set(why, ERR_SYSTEM, "libcurl does not start");
	s = xalloc_check(calloc(1, sizeof(*s)));
	s->curl = xalloc_check(curl_easy_init());
	s->tls = config->tls;
	s->silence_s = config->silence_s ? config->silence_s : SMTP_SILENCE_S;
	s->url = make_url(config);
	s->ca_file = smtp_copy(config->ca_file);
	s->user = smtp_copy(config->user);
	s->login.source = config->source;
	s->login.method = config->method;
	if (is_set(config->password))
		snprintf(s->login.now.secret, sizeof(s->login.now.secret), "%s",
			 config->password);
	set_up(s);
	*out = s;
	return ERR_OK;
}

void smtp_close(struct smtp *s)
{
	if (!s)
		return;
	curl_easy_cleanup(s->curl);
	curl_global_cleanup();
	login_wipe(&s->login);
	free(s->url);
	free(s->ca_file);
	free(s->user);
	free(s);
}

/* the next transaction begins without a line of any server */
static void transaction_begin(struct smtp *s, struct str crlf)
{
	s->rest = crlf;
	s->size = crlf.len;
	s->phase = PHASE_GREETING;
	s->all_given = s->accepted = s->spoke = s->leaving = false;
	s->too_large = s->bad_form = false;
	s->challenge[0] = 0;
	s->code = 0;
	s->line[0] = s->trouble[0] = 0;
	s->more = false;
}

void smtp_rest(struct smtp *s)
{
	if (s->n_mails) {
		/* libcurl has no "close": a command after which the connection
		 * is not used again */
		transaction_begin(s, STR(""));
		s->resting = true;
		curl_easy_setopt(s->curl, CURLOPT_CUSTOMREQUEST, "RSET");
		curl_easy_setopt(s->curl, CURLOPT_FORBID_REUSE, 1L);
		curl_easy_setopt(s->curl, CURLOPT_SERVER_RESPONSE_TIMEOUT,
				 (long)SMTP_IDLE_S);
		curl_easy_perform(s->curl);
		s->resting = false;
	}
	s->n_mails = 0;
	curl_easy_cleanup(s->curl);
	s->curl = xalloc_check(curl_easy_init());
	set_up(s);
}

bool smtp_is_connected(const struct smtp *s)
{
	return s->n_mails > 0;
}

bool smtp_result_is_server(enum smtp_result r)
{
	return r == SMTP_SERVER_DOWN || r == SMTP_OPERATOR || r == SMTP_LOGIN ||
	       r == SMTP_RELAYING || r == SMTP_NOT_TRIED;
}

const char *smtp_result_name(enum smtp_result r)
{
	static const char *const names[] = {
		[SMTP_SENT] = "sent",
		[SMTP_TEMPORARY] = "temporary",
		[SMTP_PERMANENT] = "permanent",
		[SMTP_TOO_LARGE] = "too-large",
		[SMTP_CONTENT] = "content",
		[SMTP_SERVER_DOWN] = "server-down",
		[SMTP_UNKNOWN] = "unknown",
		[SMTP_OPERATOR] = "operator",
		[SMTP_LOGIN] = "login",
		[SMTP_RELAYING] = "relaying",
		[SMTP_NOT_TRIED] = "not-tried",
	};

	return names[r];
}

/* neither NUL nor a byte above 127; eight at a time, for mails are long */
static bool is_seven_bit(struct str raw)
{
	uint64_t high = 0, eight;
	size_t i = 0;

	for (; i + sizeof(eight) <= raw.len; i += sizeof(eight)) {
		memcpy(&eight, raw.s + i, sizeof(eight));
		high |= eight;
	}
	for (; i < raw.len; i++)
		high |= (unsigned char)raw.s[i];
	return !(high & UINT64_C(0x8080808080808080)) &&
	       !memchr(raw.s, 0, raw.len);
}

/*
 * The mail with CRLF at the end of each line: itself if it is so, as ours are,
 * else a copy in room. A word why it cannot go, or NULL. 8-bit text is refused:
 * libcurl never announces it, and a server may then cut the eighth bit off.
 */
static const char *make_crlf(struct str raw, struct buf *room, struct str *out)
{
	const char *line = raw.s, *end = raw.s + raw.len;
	const char *copied = raw.s; /* into room, up to here */

	if (!raw.len)
		return "the mail is empty";
	if (!is_seven_bit(raw))
		return "the mail is not 7-bit text";
	while (line < end) {
		const char *lf = memchr(line, '\n', (size_t)(end - line));
		size_t len = (size_t)((lf ? lf : end) - line);
		const char *next = lf ? lf + 1 : end;
		bool good = lf && len && line[len - 1] == '\r';

		len -= good;
		if (memchr(line, '\r', len))
			return "the mail has a carriage return inside a line";
		if (len > SMTP_LINE_MAX)
			return "the mail has a line of more than 998 bytes";
		if (!good) {
			buf_add(room, copied, (size_t)(line + len - copied));
			buf_add(room, "\r\n", 2);
			copied = next;
		}
		line = next;
	}
	if (copied != raw.s)
		buf_add(room, copied, (size_t)(end - copied));
	*out = copied == raw.s ? raw : buf_str(room);
	return room->full || out->len > MAIL_MAX ? "the mail is too large"
						 : NULL;
}

/* "5.1.1" after the code, if it is there */
static void find_enhanced(const char *line, char *out, size_t room)
{
	const char *at = strlen(line) > 4 ? line + 4 : "";
	size_t len = strspn(at, "0123456789.");
	int dots = 0;

	out[0] = 0;
	for (size_t i = 0; i < len; i++)
		dots += at[i] == '.';
	if (dots != 2 || len >= room || len < 5 || !strchr("245", at[0]) ||
	    at[1] != '.' || at[len] != ' ')
		return;
	memcpy(out, at, len);
	out[len] = 0;
}

/* does the line contain one of the words, in whatever case? */
static bool line_has(const char *line, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcasestr(line, words[i]))
			return true;
	return false;
}

static bool code_starts(const char *enhanced, const char *const *codes,
			size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(codes[i]);

		if (!strncmp(enhanced, codes[i], len) &&
		    (codes[i][len - 1] == '.' || !enhanced[len]))
			return true;
	}
	return false;
}

/*
 * Is a refusal in answer to RCPT about us, not about the recipient? Servers
 * that check late refuse the sender, the login and relaying only there. The
 * enhanced code decides; without one the words do.
 */
static bool is_relaying(const struct smtp *s, const char *enhanced)
{
	static const char *const ours[] = { "5.7.", "5.1.7", "5.1.8" };
	static const char *const theirs[] = { "5.1.", "5.2.", "5.4." };
	static const char *const words[] = {
		"relay",         "authenticat",     "log in",
		"login",         "sender rejected", "sender refused",
		"sender verif",  "sender address",  "sender domain",
		"sender denied",
	};

	if (code_starts(enhanced, ours, ARRAY_LEN(ours)))
		return true;
	if (code_starts(enhanced, theirs, ARRAY_LEN(theirs)))
		return false;
	/* OpenSMTPD says this of every outside recipient without a login */
	return line_has(s->line, words, ARRAY_LEN(words)) ||
	       (!s->user && strcasestr(s->line, "invalid recipient"));
}

/* A full mailbox is emptied some day; and RFC 5321 4.5.3.1.10 has clients take
 * a 552 at RCPT for a 452. */
static bool is_full(const struct smtp *s, const char *enhanced)
{
	return s->code == 552 &&
	       (!strcmp(enhanced, "5.2.2") ||
		(s->phase == PHASE_RCPT && strcmp(enhanced, "5.3.4") &&
		 strcmp(enhanced, "5.2.3")));
}

/* the size that MAIL announced, or the bytes themselves */
static bool is_too_large(const struct smtp *s, const char *enhanced)
{
	return s->code == 552 || !strcmp(enhanced, "5.3.4") ||
	       !strcmp(enhanced, "5.2.3") || strcasestr(s->line, "too large") ||
	       strcasestr(s->line, "message size");
}

/* a reply of 400 or more, by who it is about */
static enum smtp_result judge_code(const struct smtp *s, const char *enhanced,
				   bool null_sender)
{
	static const char *const content[] = { "5.7.", "5.6.", "5.3." };
	int code = s->code;

	/* the login, or that there is none */
	if (code == 530 || code == 534 || code == 535 || code == 538)
		return SMTP_LOGIN;
	if (code == 421)
		return SMTP_SERVER_DOWN;
	/* before MAIL it is about us, not about a mail */
	if (s->phase < PHASE_MAIL)
		return code < 500 ? SMTP_SERVER_DOWN : SMTP_OPERATOR;
	if (code < 500)
		return SMTP_TEMPORARY;
	if (is_full(s, enhanced))
		return SMTP_TEMPORARY;
	if (is_too_large(s, enhanced))
		return SMTP_TOO_LARGE;
	/* our sender address is refused: so would be every other mail. The
	 * null sender is refused by servers that are wrong, one mail at a time
	 */
	if (s->phase == PHASE_MAIL)
		return null_sender ? SMTP_CONTENT : SMTP_OPERATOR;
	if (s->phase == PHASE_RCPT)
		return is_relaying(s, enhanced) ? SMTP_RELAYING
						: SMTP_PERMANENT;
	return code_starts(enhanced, content, ARRAY_LEN(content))
		       ? SMTP_CONTENT
		       : SMTP_PERMANENT;
}

static enum smtp_result smtp_judge(const struct smtp *s, CURLcode r,
				   const char *enhanced, bool null_sender)
{
	if (r == CURLE_OK || s->accepted)
		return SMTP_SENT;
	if (s->too_large)
		return SMTP_TOO_LARGE;
	switch (r) {
	case CURLE_REMOTE_ACCESS_DENIED: /* TLS wanted, not offered */
	case CURLE_USE_SSL_FAILED:
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_CACERT_BADFILE:
	case CURLE_SSL_CERTPROBLEM:
	case CURLE_SSL_CIPHER:
	case CURLE_SSL_ISSUER_ERROR:
	case CURLE_SSL_INVALIDCERTSTATUS:
	case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
	case CURLE_URL_MALFORMAT:
	case CURLE_UNSUPPORTED_PROTOCOL:
		/* a certificate or a set-up; unless a code says "later" */
		if (s->code >= 400 && s->code < 500)
			return SMTP_SERVER_DOWN;
		return SMTP_OPERATOR;
	case CURLE_LOGIN_DENIED:
		return s->code >= 400 && s->code < 500 ? SMTP_SERVER_DOWN
						       : SMTP_LOGIN;
	default: break;
	}
	if (s->code >= 400)
		return judge_code(s, enhanced, null_sender);
	if (s->phase == PHASE_DATA && s->code == 354 && s->all_given)
		return SMTP_UNKNOWN;
	return SMTP_SERVER_DOWN;
}

/* What libcurl shall log in with, on the connection that it makes next. */
static void login_set(struct smtp *s)
{
	static const char *const options[] = {
		[LOGIN_ANY] = "AUTH=OAUTHBEARER;AUTH=XOAUTH2",
		[LOGIN_PASSWORD] = "AUTH=*",
		[LOGIN_XOAUTH2] = "AUTH=XOAUTH2",
		[LOGIN_OAUTHBEARER] = "AUTH=OAUTHBEARER",
	};
	const struct login_state *l = &s->login;
	enum login_method m = !l->now.is_token              ? LOGIN_PASSWORD
			      : l->plain_form               ? LOGIN_XOAUTH2
			      : l->method == LOGIN_PASSWORD ? LOGIN_ANY
							    : l->method;

	curl_easy_setopt(s->curl, CURLOPT_USERNAME, s->user);
	curl_easy_setopt(s->curl, CURLOPT_PASSWORD,
			 l->now.is_token ? "" : l->now.secret);
	curl_easy_setopt(s->curl, CURLOPT_XOAUTH2_BEARER,
			 l->now.is_token ? l->now.secret : NULL);
	curl_easy_setopt(s->curl, CURLOPT_LOGIN_OPTIONS, options[m]);
}

/* one transaction on a new or kept connection */
static CURLcode smtp_transact(struct smtp *s, const struct smtp_mail *mail,
			      struct str crlf)
{
	struct curl_slist *to = xalloc_check(curl_slist_append(NULL, mail->to));
	bool last = s->n_mails + 1 >= SMTP_CONNECTION_MAILS;
	CURLcode r;

	transaction_begin(s, crlf);
	curl_easy_setopt(s->curl, CURLOPT_MAIL_FROM,
			 is_set(mail->from) ? mail->from : "");
	curl_easy_setopt(s->curl, CURLOPT_MAIL_RCPT, to);
	curl_easy_setopt(s->curl, CURLOPT_INFILESIZE_LARGE,
			 (curl_off_t)crlf.len);
	curl_easy_setopt(s->curl, CURLOPT_FORBID_REUSE, last ? 1L : 0L);
	curl_easy_setopt(s->curl, CURLOPT_SERVER_RESPONSE_TIMEOUT,
			 (long)s->silence_s);
	if (s->user && !s->n_mails)
		login_set(s);
	r = curl_easy_perform(s->curl);
	curl_easy_setopt(s->curl, CURLOPT_MAIL_RCPT, NULL);
	curl_slist_free_all(to);
	/* libcurl closes the connection after a fault */
	s->n_mails = r || last ? 0 : s->n_mails + 1;
	return r;
}

/*
 * Did a used connection refuse what a new one may take? It was dead before it
 * took anything; or the server takes no more mails on it (452).
 */
static bool was_stale(struct smtp *s, CURLcode r, bool used)
{
	long made = 1;

	curl_easy_getinfo(s->curl, CURLINFO_NUM_CONNECTS, &made);
	if (!used || made || r == CURLE_OK || s->accepted ||
	    r == CURLE_COULDNT_CONNECT || r == CURLE_COULDNT_RESOLVE_HOST ||
	    r == CURLE_OPERATION_TIMEDOUT)
		return false;
	return s->code == 452 ||
	       (s->phase <= PHASE_MAIL && (!s->spoke || s->code == 421));
}

/* why a certificate was not taken, as bits of GnuTLS or a number of OpenSSL */
static const char *certificate_fault(const struct smtp *s)
{
	enum { /* of <openssl/x509_vfy.h> */
	       X509_NOT_YET = 9,
	       X509_EXPIRED = 10,
	       X509_REVOKED = 23
	};
	const curl_version_info_data *v = curl_version_info(CURLVERSION_NOW);
	bool gnutls = v->ssl_version && strstr(v->ssl_version, "GnuTLS");
	long result = 0;

	curl_easy_getinfo(s->curl, CURLINFO_SSL_VERIFYRESULT, &result);
	if (!result)
		return strstr(s->trouble, "expir") ? "it has expired"
		       : strstr(s->trouble, "activation")
			       ? "it is not valid yet"
			       : "it is for another host name";
	if (gnutls ? result & GNUTLS_CERT_EXPIRED : result == X509_EXPIRED)
		return "it has expired";
	if (gnutls ? result & GNUTLS_CERT_NOT_ACTIVATED
		   : result == X509_NOT_YET)
		return "it is not valid yet";
	if (gnutls ? result & GNUTLS_CERT_REVOKED : result == X509_REVOKED)
		return "it was revoked";
	return "no CA in ca-file, or of this system, has signed it";
}

/* what happened to the connection, where no reply of the server says it */
static void connection_fault(const struct smtp *s, CURLcode r, char *out,
			     size_t room)
{
	char words[CURL_ERROR_SIZE];

	keep_line(words, sizeof(words), s->trouble, strlen(s->trouble));
	if (!words[0])
		snprintf(words, sizeof(words), "%s", curl_easy_strerror(r));
	if (s->too_large)
		snprintf(out, room,
			 "%zu bytes, and the server takes at most %llu",
			 s->size, (unsigned long long)s->size_max);
	else if (r == CURLE_PEER_FAILED_VERIFICATION)
		snprintf(out, room, "the server's certificate: %s (%.160s)",
			 certificate_fault(s), words);
	else
		snprintf(out, room, "%s", words);
}

static enum smtp_result smtp_refuse(struct smtp_outcome *out, const char *what,
				    const char *fault)
{
	out->result = SMTP_PERMANENT;
	snprintf(out->text, sizeof(out->text), "not sent: %s%s%s", what,
		 fault ? ": " : "", fault ? fault : "");
	return out->result;
}

/* no secret for a login: nothing was sent */
static enum smtp_result no_secret(struct smtp_outcome *out, enum err e,
				  const struct why *why)
{
	out->result = err_is_temporary(e) ? SMTP_SERVER_DOWN : SMTP_LOGIN;
	snprintf(out->text, sizeof(out->text), "%.*s",
		 (int)sizeof(out->text) - 1,
		 why->text[0] ? why->text : err_text(e));
	return out->result;
}

/* Was the login refused, and is there another to try at once? */
static bool login_renew(struct smtp *s, CURLcode r, struct why *why)
{
	struct login_state *l = &s->login;
	bool denied = r == CURLE_LOGIN_DENIED ||
		      (s->phase == PHASE_AUTH && s->code >= 500);

	if (!s->user || !l->now.is_token || !denied ||
	    (s->code >= 400 && s->code < 500))
		return false;
	/* without a challenge it was not the token that was refused */
	if (s->has_bearer && s->has_xoauth2 && l->method == LOGIN_ANY &&
	    !l->plain_form && (s->bad_form || s->code == 501)) {
		l->plain_form = l->ready = true;
		return true;
	}
	return login_again(l, why);
}

/* The text for the operator after a refused login: the server's words, those
 * of a challenge and of the token server, and what to do. */
static void login_advise(const struct smtp *s, struct smtp_outcome *out)
{
	struct buf b;

	buf_init(&b, sizeof(out->text) - 1);
	if (s->challenge[0] && s->code < 400)
		buf_addf(&b, "token refused: %s", s->challenge);
	else if (s->login.now.is_token && s->phase < PHASE_AUTH &&
		 s->code == 250)
		buf_addz(&b, "the server takes no token by XOAUTH2 or "
			     "OAUTHBEARER (auth = chooses one)");
	else
		buf_addz(&b, out->text);
	if (s->challenge[0] && s->code >= 400)
		buf_addf(&b, " (%s)", s->challenge);
	buf_addz(&b, s->more_words);
	if (strstr(out->text, "5.7.139") ||
	    strcasestr(out->text, "SmtpClientAuthentication is disabled"))
		buf_addz(&b, ": the administrator of the mailbox must allow "
			     "SMTP AUTH for it");
	memcpy(out->text, b.s, b.len + 1);
	buf_release(&b);
}

/* transact, on a new connection with the newest secret */
static CURLcode log_in_and_transact(struct smtp *s,
				    const struct smtp_mail *mail,
				    struct str crlf, enum err *e,
				    struct why *why)
{
	CURLcode r = CURLE_OK;
	struct why none = { 0 };

	do {
		*e = s->user && !s->n_mails ? login_next(&s->login, why)
					    : ERR_OK;
		if (*e)
			return CURLE_LOGIN_DENIED;
		r = smtp_transact(s, mail, crlf);
		why_clear(&none);
	} while (login_renew(s, r, &none));
	/* why there was no other token is part of the answer */
	s->more_words[0] = 0;
	if (none.text[0])
		snprintf(s->more_words, sizeof(s->more_words), "%.*s",
			 (int)sizeof(s->more_words) - 1, none.text);
	return r;
}

enum smtp_result smtp_send(struct smtp *s, const struct smtp_mail *mail,
			   struct smtp_outcome *out)
{
	bool null_sender = !is_set(mail->from), used = s->n_mails > 0;
	const char *fault = NULL;
	struct str crlf;
	struct buf room;
	struct why why = { 0 };
	enum err e = ERR_OK;
	CURLcode r;

	*out = (struct smtp_outcome){ 0 };
	if (!null_sender)
		fault = addr_fault(str_of(mail->from), false);
	if (fault)
		return smtp_refuse(out, "the sender's address", fault);
	fault = addr_fault(str_of(mail->to), false);
	if (fault)
		return smtp_refuse(out, "the recipient's address", fault);
	buf_init(&room, MAIL_MAX);
	fault = make_crlf(mail->raw, &room, &crlf);
	if (fault) {
		buf_release(&room);
		smtp_refuse(out, fault, NULL);
		return out->result = SMTP_CONTENT;
	}
	/* not asked, if this connection announced a lower limit */
	if (used && s->size_max && crlf.len > s->size_max) {
		transaction_begin(s, crlf);
		s->too_large = true;
		r = CURLE_WRITE_ERROR;
	} else {
		r = log_in_and_transact(s, mail, crlf, &e, &why);
	}
	if (!e && was_stale(s, r, used)) {
		smtp_rest(s);
		r = log_in_and_transact(s, mail, crlf, &e, &why);
	}
	buf_release(&room);
	if (e)
		return no_secret(out, e, &why);
	if (s->code >= 400 || s->accepted)
		find_enhanced(s->line, out->enhanced, sizeof(out->enhanced));
	out->result = smtp_judge(s, r, out->enhanced, null_sender);
	/* the server's words where they decided, else libcurl's */
	if (out->result == SMTP_SENT || s->code >= 400) {
		out->code = s->code;
		snprintf(out->text, sizeof(out->text), "%s", s->line);
	} else {
		connection_fault(s, r, out->text, sizeof(out->text));
	}
	if (out->result == SMTP_LOGIN)
		login_advise(s, out);
	return out->result;
}
