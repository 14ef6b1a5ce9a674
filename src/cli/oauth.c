/*
 * src/cli/oauth.c - heraldo oauth: asks a person's consent for mail by OAuth2
 * and stores what was granted. The browser may be on another machine: then the
 * address to which it is sent is pasted here.
 */
#include "cli/cli.h"
#include "base/ascii.h"
#include "base/crypto.h"
#include "base/file_mode.h"
#include "base/parse.h"
#include "cli/grant.h"
#include "cli/providers.h"
#include "mail/addr.h"
#include "mail/http.h"
#include <errno.h>
#include <getopt.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
	STATE = 33,       /* with its NUL */
	WAIT_S = 900,     /* for a person */
	LINE_ROOM = 8192, /* of an address with a code */
	LOOPBACK_PATIENCE_MS = 2000
};

struct asked {
	const char *address, *provider, *client_id, *client_secret_file, *scope,
		*redirect, *authorize, *token, *device_url, *ca_file;
	bool device, show;
};

struct consent {
	struct cli *cli;
	const struct asked *as;
	struct provider p;
	struct oauth_grant g;
	char verifier[OAUTH_VERIFIER], challenge[OAUTH_VERIFIER];
	char state[STATE];
	int listener; /* -1: none */
	char redirect[OAUTH_WORD];
};

static bool text_set(char *out, size_t room, const char *value)
{
	return snprintf(out, room, "%s", value) < (int)room;
}

/* --- where the browser comes back ----------------------------------------- */

/* A free port of this machine itself; -1: there is none, then only pasting. */
static int listener_open(unsigned *port)
{
	struct sockaddr_in in = { .sin_family = AF_INET };
	socklen_t len = sizeof(in);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd >= 0 &&
	    (bind(fd, (struct sockaddr *)&in, sizeof(in)) || listen(fd, 4) ||
	     getsockname(fd, (struct sockaddr *)&in, &len))) {
		close(fd);
		return -1;
	}
	*port = ntohs(in.sin_port);
	return fd;
}

/* The first line of a request: "GET /?code=..&state=.. HTTP/1.1". */
static bool browser_hear(int listener, char *line, size_t room)
{
	static const char answer[] =
		"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
		"Connection: close\r\n\r\nThank you. Heraldo has it; this "
		"window can be closed.\n";
	int fd = accept(listener, NULL, NULL);
	struct pollfd p = { .fd = fd, .events = POLLIN };
	ssize_t n = -1;

	if (fd >= 0 && poll(&p, 1, LOOPBACK_PATIENCE_MS) > 0)
		n = recv(fd, line, room - 1, 0);
	if (n > 0 && send(fd, answer, sizeof(answer) - 1, MSG_NOSIGNAL) < 0)
		n = -1;
	if (fd >= 0)
		close(fd);
	if (n <= 0)
		return false;
	line[n] = 0;
	line[strcspn(line, "\r\n")] = 0;
	return strchr(line, '?') != NULL;
}

static int oauth_hex(char c)
{
	return ascii_is_digit(c)      ? c - '0'
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
				      : -1;
}

/* The value of a field of an address, decoded; false if it is not there. */
static bool field_of(const char *text, const char *name, char *out, size_t room)
{
	size_t len = strlen(name), n = 0;
	const char *at = text;

	while ((at = strstr(at, name)) &&
	       !(at > text && strchr("?&#", at[-1]) && at[len] == '='))
		at++;
	if (!at)
		return false;
	for (at += len + 1; *at && !strchr("&# \t\r\n", *at) && n + 1 < room;) {
		int high = *at == '%' ? oauth_hex(at[1]) : -1;
		int low = high >= 0 ? oauth_hex(at[2]) : -1;

		out[n++] = low >= 0 ? (char)(high * 16 + low) : *at;
		at += low >= 0 ? 3 : 1;
	}
	out[n] = 0;
	return n > 0;
}

/*
 * The code in what was pasted or came from the browser: a whole address, or
 * the bare code. 1: here it is; 0: not yet; -1: the person refused.
 */
static int code_of(const struct consent *c, const char *line, char *code,
		   size_t room)
{
	char state[128], error[256];
	size_t len = strcspn(line, "\r\n");

	if (field_of(line, "error", error, sizeof(error))) {
		fprintf(stderr, "%s: the provider says: %s\n", c->cli->program,
			error);
		return -1;
	}
	if (field_of(line, "code", code, room)) {
		if (field_of(line, "state", state, sizeof(state)) &&
		    !strcmp(state, c->state))
			return 1;
		fprintf(stderr,
			"%s: that address is not of this attempt (its state is "
			"another), or it is cut off; copy the whole of it\n",
			c->cli->program);
		return 0;
	}
	/* a bare code has no blank and is longer than a slip */
	if (len < 8 || len >= room || strcspn(line, " \t?&") < len) {
		fprintf(stderr, "%s: there is no code in it\n",
			c->cli->program);
		return 0;
	}
	memcpy(code, line, len);
	code[len] = 0;
	return 1;
}

/* from the browser or by hand, whichever is first */
static enum err code_wait(struct consent *c, char *code, size_t room,
			  struct why *why)
{
	time_t until = time(NULL) + WAIT_S;
	bool hand = true;
	char line[LINE_ROOM];
	int got = 0;

	/* poll sees no line that waits in a buffer */
	setvbuf(stdin, NULL, _IONBF, 0);
	while (!got && (hand || c->listener >= 0) && time(NULL) < until) {
		struct pollfd p[2] = {
			{ .fd = hand ? STDIN_FILENO : -1, .events = POLLIN },
			{ .fd = c->listener, .events = POLLIN }
		};

		if (poll(p, 2, 1000) <= 0)
			continue;
		if (p[1].revents &&
		    browser_hear(c->listener, line, sizeof(line)))
			got = code_of(c, line, code, room);
		else if (p[0].revents && !fgets(line, sizeof(line), stdin))
			hand = false;
		else if (p[0].revents && line[0] != '\n')
			got = code_of(c, line, code, room);
	}
	explicit_bzero(line, sizeof(line));
	if (got > 0)
		return ERR_OK;
	return why_set(why, got ? ERR_MAIL_LOGIN : ERR_USAGE,
		       got ? "no consent was given"
			   : "no code came; begin again");
}

/* --- the two flows -------------------------------------------------------- */

static void authorize_url(const struct consent *c, struct buf *out)
{
	struct buf f;

	buf_init(&f, HTTP_URL_MAX);
	http_field(&f, "response_type", "code");
	http_field(&f, "client_id", c->g.client_id);
	http_field(&f, "redirect_uri", c->redirect);
	http_field(&f, "scope", c->g.scope);
	http_field(&f, "state", c->state);
	http_field(&f, "code_challenge", c->challenge);
	http_field(&f, "code_challenge_method", "S256");
	http_field(&f, "login_hint", c->as->address);
	buf_addf(out, "%s%c%s", c->p.authorize,
		 strchr(c->p.authorize, '?') ? '&' : '?', f.s);
	if (*c->p.extra)
		buf_addf(out, "&%s", c->p.extra);
	buf_release(&f);
}

static enum err by_code(struct consent *c, struct oauth_answer *out,
			struct why *why)
{
	char code[LINE_ROOM];
	unsigned port = 0;
	uint8_t random[(STATE - 1) / 2];
	struct buf url;
	enum err e;

	random_fill(random, sizeof(random));
	for (size_t i = 0; i < sizeof(random); i++)
		snprintf(c->state + 2 * i, 3, "%02x", random[i]);
	oauth_verifier_make(c->verifier, c->challenge);
	/* any port of this machine, where the provider allows that */
	if (!strcmp(c->redirect, "http://localhost") ||
	    !strcmp(c->redirect, "http://127.0.0.1"))
		c->listener = listener_open(&port);
	if (c->listener >= 0)
		snprintf(c->redirect + strlen(c->redirect),
			 sizeof(c->redirect) - strlen(c->redirect), ":%u/",
			 port);
	buf_init(&url, HTTP_URL_MAX);
	authorize_url(c, &url);
	printf("Open this address in a browser, log in as %s and consent:\n\n"
	       "%s\n\n"
	       "The browser is then sent to %s..\nIf it runs on another "
	       "machine that page does not open: copy the whole address\nfrom "
	       "the browser's address line, or the code in it, and paste it "
	       "here. A code is\ngood once, and for some minutes only.\n",
	       c->as->address, url.s, c->redirect);
	fflush(stdout);
	buf_release(&url);
	e = code_wait(c, code, sizeof(code), why);
	if (c->listener >= 0)
		close(c->listener);
	if (!e)
		e = oauth_exchange(&c->g, code, c->verifier, c->redirect, out,
				   why);
	explicit_bzero(code, sizeof(code));
	return e;
}

static enum err by_device(struct consent *c, struct oauth_answer *out,
			  struct why *why)
{
	struct oauth_device d;
	time_t until;
	enum err e = oauth_device_begin(&c->g, c->p.device, &d, why);

	if (e)
		return e;
	printf("Open %s in any browser, log in as %s and type this code:\n\n"
	       "	%s\n\n",
	       d.url, c->as->address, d.user_code);
	fflush(stdout);
	until = time(NULL) + (time_t)d.life_s;
	do {
		struct why words = { 0 };

		sleep((unsigned)d.interval_s);
		e = oauth_device_ask(&c->g, &d, out, &words);
		/* RFC 8628, 3.5 */
		if (!strcmp(out->error, "slow_down"))
			d.interval_s += 5;
		if (e && e != ERR_MAIL_DOWN)
			why_set(why, e, "%s", words.text);
	} while (e == ERR_MAIL_DOWN && time(NULL) < until);
	explicit_bzero(&d, sizeof(d));
	return e == ERR_MAIL_DOWN
		       ? why_set(why, ERR_USAGE, "the code has run out")
		       : e;
}

/* --- the command ---------------------------------------------------------- */

/* The provider, by the table and by options. */
static enum err provider_take(struct consent *c, struct why *why)
{
	const struct asked *as = c->as;
	const struct config *cf = &c->cli->config;
	enum err e = ERR_OK;

	c->p = (struct provider){ "", "", "", "", "", "",
				  "", "", "", "", "", "http://localhost",
				  "" };
	if (!as->token || as->provider)
		e = provider_find(
			cf->providers,
			arena_printf(&c->cli->arena, "%s/providers", cf->data),
			as->provider, as->address, &c->cli->arena, &c->p, why);
	if (e)
		return e;
	if (as->authorize)
		c->p.authorize = as->authorize;
	if (as->token)
		c->p.token = as->token;
	if (as->device_url)
		c->p.device = as->device_url;
	if (!*c->p.token)
		return why_set(why, ERR_USAGE,
			       "%s gives no tokens for mail: use a password. "
			       "%s",
			       c->p.name, c->p.note);
	if (as->device && !*c->p.device)
		return why_set(why, ERR_USAGE,
			       "%s grants no device codes for mail: leave "
			       "--device out and paste the address",
			       c->p.name);
	return ERR_OK;
}

/* The client: by options, or that of the last consent. */
static enum err client_take(struct consent *c, struct why *why)
{
	const struct asked *as = c->as;
	struct why none = { 0 };
	char path[GRANT_PATH];
	struct oauth_grant old;

	if (as->client_id &&
	    !text_set(c->g.client_id, OAUTH_WORD, as->client_id))
		return why_set(why, ERR_USAGE, "the client id is too long");
	if (!as->client_id && grant_path(&c->cli->config, as->address, path) &&
	    !grant_load(path, &old, &none)) {
		memcpy(c->g.client_id, old.client_id, sizeof(old.client_id));
		memcpy(c->g.client_secret, old.client_secret,
		       sizeof(old.client_secret));
		explicit_bzero(&old, sizeof(old));
	}
	if (!c->g.client_id[0])
		return why_set(why, ERR_USAGE,
			       "name your own client by --client-id ID. %s",
			       c->p.note);
	return as->client_secret_file
		       ? config_secret(as->client_secret_file, "",
				       c->g.client_secret,
				       sizeof(c->g.client_secret), why)
		       : ERR_OK;
}

/* the requested permissions and the server */
static enum err oauth_prepare(struct consent *c, struct why *why)
{
	const struct asked *as = c->as;
	enum err e = provider_take(c, why);

	if (!e)
		e = client_take(c, why);
	if (e)
		return e;
	if (!text_set(c->g.account, sizeof(c->g.account), as->address) ||
	    !text_set(c->g.provider, sizeof(c->g.provider), c->p.name) ||
	    !text_set(c->g.token_url, OAUTH_WORD, c->p.token) ||
	    !text_set(c->g.ca_file, OAUTH_WORD,
		      as->ca_file ? as->ca_file : "") ||
	    !text_set(c->g.scope, OAUTH_WORD,
		      as->scope ? as->scope : c->p.scope) ||
	    !text_set(c->redirect, OAUTH_WORD,
		      as->redirect ? as->redirect : c->p.redirect))
		return why_set(why, ERR_USAGE, "a value is too long");
	return ERR_OK;
}

static enum err token_save(struct consent *c, const struct oauth_answer *a,
			   struct why *why)
{
	char path[GRANT_PATH];
	int lock;
	enum err e;

	if (!a->refresh[0])
		return why_set(why, ERR_MAIL_LOGIN,
			       "the provider gave no refresh token: withdraw "
			       "the consent in the settings of the account, "
			       "and try again");
	c->g.granted_s = (int64_t)time(NULL);
	oauth_answer_apply(&c->g, a, c->g.granted_s);
	if (!grant_path(&c->cli->config, c->as->address, path))
		return why_set(why, ERR_USAGE, "'%s' names no file",
			       c->as->address);
	e = grant_lock(path, &lock, why);
	if (e)
		return e;
	e = grant_save(path, &c->g, why);
	close(lock);
	if (!e)
		printf("stored in %s; granted: %s\nnext: in [inbox] and "
		       "[outbox] write user = %s and no password-file, then "
		       "heraldo check-config --mail %s\n",
		       path, c->g.scope, c->as->address, c->as->address);
	return e;
}

static enum err consent_show(struct cli *c, const char *address,
			     struct why *why)
{
	char path[GRANT_PATH], when[32], owner[LOGIN_WORDS];
	struct oauth_grant g;
	enum err e;

	if (!grant_path(&c->config, address, path))
		return why_set(why, ERR_USAGE, "'%s' names no file", address);
	e = grant_load(path, &g, why);
	if (e == ERR_NOT_FOUND) {
		why_clear(why);
		return why_set(why, e,
			       "no consent for %s is stored; heraldo oauth %s "
			       "asks for it",
			       address, address);
	}
	if (e)
		return e;
	login_token_owner(g.access, owner);
	printf("%s at %s%s%s\n", g.account, g.token_url, *owner ? ", " : "",
	       owner);
	printf("  scopes: %s\n", g.scope);
	printf("  consent: %s\n", cli_time(g.granted_s, when));
	printf("  last refresh: %s\n", cli_time(g.refreshed_s, when));
	printf("  token ends: %s\n", cli_time(g.expires_s, when));
	if (g.fault[0])
		printf("  fault, %s: %s\n", cli_time(g.fault_s, when), g.fault);
	explicit_bzero(&g, sizeof(g));
	return ERR_OK;
}

static enum err oauth_consent(struct cli *c, const struct asked *as,
			      struct why *why)
{
	struct consent *t = ARENA_NEW(&c->arena, struct consent);
	struct oauth_answer *a = ARENA_NEW(&c->arena, struct oauth_answer);
	enum err e;

	*t = (struct consent){ .cli = c, .as = as, .listener = -1 };
	crypto_init();
	e = oauth_prepare(t, why);
	if (!e && *t->p.note)
		printf("%s\n\n", t->p.note);
	if (!e)
		e = as->device ? by_device(t, a, why) : by_code(t, a, why);
	if (!e)
		e = token_save(t, a, why);
	explicit_bzero(a, sizeof(*a));
	explicit_bzero(t, sizeof(*t));
	return e;
}

int command_oauth(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "provider", required_argument, NULL, 'p' },
		{ "client-id", required_argument, NULL, 'i' },
		{ "client-secret-file", required_argument, NULL, 's' },
		{ "device", no_argument, NULL, 'd' },
		{ "scope", required_argument, NULL, 'S' },
		{ "redirect", required_argument, NULL, 'r' },
		{ "authorize-url", required_argument, NULL, 'a' },
		{ "token-url", required_argument, NULL, 't' },
		{ "device-url", required_argument, NULL, 'D' },
		{ "ca-file", required_argument, NULL, 'c' },
		{ "show", no_argument, NULL, 'w' },
		{ NULL, 0, NULL, 0 },
	};
	struct asked as = { .device = false };
	struct why why = { 0 };
	enum err e;
	int code, o;

	while ((o = getopt_long(argc, argv, "", options, NULL)) != -1)
		switch (o) {
		case 'p': as.provider = optarg; break;
		case 'i': as.client_id = optarg; break;
		case 's': as.client_secret_file = optarg; break;
		case 'd': as.device = true; break;
		case 'S': as.scope = optarg; break;
		case 'r': as.redirect = optarg; break;
		case 'a': as.authorize = optarg; break;
		case 't': as.token = optarg; break;
		case 'D': as.device_url = optarg; break;
		case 'c': as.ca_file = optarg; break;
		case 'w': as.show = true; break;
		default: return cli_no_option(c, options);
		}
	code = cli_words(c, argc, optind, 1, 1);
	if (code)
		return code;
	as.address = argv[optind];
	if (addr_fault(str_of(as.address), false))
		return cli_usage(c, "'%s' is not a mail address", as.address);
	code = cli_config(c);
	if (code)
		return code;
	e = as.show ? consent_show(c, as.address, &why)
		    : oauth_consent(c, &as, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}
