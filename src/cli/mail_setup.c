/* src/cli/mail_setup.c */
#include "cli/mail_setup.h"
#include "mail/addr.h"
#include "mail/mailbox.h"
#include "mail/server_search.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { LINE_ROOM = 1024, TRIES = 3 };

/* --- questions ------------------------------------------------------------ */

static bool line_read(char *line, size_t room)
{
	if (!fgets(line, (int)room, stdin))
		return false;
	line[strcspn(line, "\r\n")] = 0;
	return true;
}

const char *setup_ask(struct cli *c, const char *question,
		      const char *otherwise)
{
	char line[LINE_ROOM];

	fprintf(stderr, "%s%s%s%s: ", question, *otherwise ? " [" : "",
		otherwise, *otherwise ? "]" : "");
	if (!line_read(line, sizeof(line)) || !*line)
		return otherwise;
	return arena_strdup(&c->arena, line);
}

static void secret_ask(const char *question, char *out, size_t room)
{
	struct termios was, silent;
	bool hidden = !tcgetattr(STDIN_FILENO, &was);

	/* Without TCSAFLUSH: what was typed ahead is the answer. */
	if (hidden) {
		silent = was;
		silent.c_lflag &= (tcflag_t)~ECHO;
		tcsetattr(STDIN_FILENO, TCSADRAIN, &silent);
	}
	fprintf(stderr, "%s: ", question);
	if (!line_read(out, room))
		*out = 0;
	if (hidden)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &was);
	fputc('\n', stderr);
}

/* --- the servers ---------------------------------------------------------- */

static int usual_port(const char *kind)
{
	return !strcmp(kind, "imap") ? 993 : !strcmp(kind, "pop3") ? 995 : 465;
}

/* A host alone has its usual port, and TLS from the first byte. */
static enum err server_take(struct cli *c, const char *kind, const char *value,
			    struct mail_setup_server *out, struct why *why)
{
	out->kind = kind;
	if (*value && !strpbrk(value, " \t"))
		value = arena_printf(&c->arena, "%s %d implicit", value,
				     usual_port(kind));
	if (provider_server(value, &c->arena, &out->host, &out->port,
			    &out->tls) &&
	    !addr_host_fault(str_of(out->host)))
		return ERR_OK;
	return why_set(why, ERR_USAGE,
		       "'%s': 'HOST', 'HOST PORT implicit' or 'HOST PORT "
		       "starttls' was expected",
		       value);
}

static const char *server_text(struct cli *c, const struct mail_server *s)
{
	return s->host[0] ? arena_printf(&c->arena, "%s %u %s", s->host,
					 (unsigned)s->port,
					 s->implicit ? "implicit" : "starttls")
			  : NULL;
}

/* what a search adds to the options */
static void servers_add(struct cli *c, struct mail_setup *m,
			const struct mail_server *in,
			const struct mail_server *out)
{
	const char **incoming = m->pop3 ? &m->pop3 : &m->imap;
	const char *from = server_text(c, in), *to = server_text(c, out);

	if (from && (!*incoming || !**incoming))
		*incoming = from;
	if (to && !m->smtp)
		m->smtp = to;
	if (!m->user && in->user[0])
		m->user = arena_strdup(&c->arena, in->user);
}

static bool servers_known(const struct mail_setup *m)
{
	return ((m->imap && *m->imap) || (m->pop3 && *m->pop3)) && m->smtp &&
	       *m->smtp;
}

/* A server outside the domain may be an attacker's: a person decides. */
static bool foreign_confirmed(struct cli *c, const struct mail_setup *m,
			      const struct mail_server *in,
			      const struct mail_server *out)
{
	const char *answer;

	fprintf(stderr,
		"The DNS names servers outside the domain of %s:\n  %s\n"
		"  %s\nThe password would go there.\n",
		m->address, in->host[0] ? server_text(c, in) : "no mailbox",
		out->host[0] ? server_text(c, out) : "no server that sends");
	if (c->yes)
		return true;
	if (!m->ask) {
		fputs("They are not used without --yes.\n", stderr);
		return false;
	}
	answer = setup_ask(c, "Are they your provider's? yes or no", "no");
	return !strcmp(answer, "yes");
}

static void network_search(struct cli *c, struct mail_setup *m)
{
	struct server_search s = { .address = m->address,
				   .pop3 = m->pop3 != NULL,
				   .name_server = m->name_server,
				   .settings_url = m->settings_url,
				   .ca_file = m->ca_file };
	char source[ADDR_DOMAIN_MAX + 1] = "";
	struct mail_server in, out;
	struct why why = { 0 };
	bool foreign;
	enum err e = server_search_srv(&s, &in, &out, &foreign, &why);

	if (e)
		fprintf(stderr, "%s\n", why.text);
	else if ((in.host[0] || out.host[0]) &&
		 (!foreign || foreign_confirmed(c, m, &in, &out))) {
		puts("SRV records of the domain name the servers");
		servers_add(c, m, &in, &out);
	}
	if (servers_known(m))
		return;
	if (!server_search_settings(&s, &in, &out, source, &why)) {
		printf("%s publishes the settings\n", source);
		servers_add(c, m, &in, &out);
	}
}

static enum err table_search(struct cli *c, struct mail_setup *m,
			     struct why *why)
{
	struct why words = { 0 };
	enum err e = provider_find("", m->table, m->provider, m->address,
				   &c->arena, &m->found, &words);

	if (e == ERR_NOT_FOUND && !m->provider)
		return ERR_OK;
	if (e)
		return why_set(why, e == ERR_NOT_FOUND ? ERR_USAGE : e, "%s",
			       words.text);
	if (!m->pop3 && !m->imap)
		m->imap = m->found.imap;
	if (m->pop3 && !*m->pop3)
		m->pop3 = m->found.pop3;
	if (!m->smtp)
		m->smtp = m->found.smtp;
	return ERR_OK;
}

/* asked for, at a terminal, until it is one */
static void server_ask(struct cli *c, const char *kind, const char *what,
		       const char **value)
{
	for (int i = 0; i < TRIES && (!*value || !**value); i++) {
		struct mail_setup_server s;
		struct why why = { 0 };
		const char *line = setup_ask(
			c,
			arena_printf(&c->arena,
				     "%s, as in 'mail.example.org' or "
				     "'mail.example.org %d implicit'",
				     what, usual_port(kind)),
			"");

		if (!server_take(c, kind, line, &s, &why))
			*value = line;
		else
			fprintf(stderr, "%s\n", why.text);
	}
}

enum err mail_setup_find(struct cli *c, struct mail_setup *m, struct why *why)
{
	enum err e = ERR_OK;

	m->found = (struct provider){ .login = "" };
	if (!servers_known(m))
		e = table_search(c, m, why);
	if (e)
		return e;
	if (!servers_known(m) && !m->offline)
		network_search(c, m);
	if (m->ask) {
		server_ask(c, m->pop3 ? "pop3" : "imap",
			   m->pop3 ? "server of POP3" : "server of IMAP",
			   m->pop3 ? &m->pop3 : &m->imap);
		server_ask(c, "smtp", "server that sends (SMTP)", &m->smtp);
	}
	if (!servers_known(m))
		return why_set(why, ERR_USAGE,
			       "the servers of %s are not known: name them, "
			       "--imap 'HOST 993 implicit' --smtp 'HOST 465 "
			       "implicit'",
			       m->address);
	e = m->pop3 ? server_take(c, "pop3", m->pop3, &m->in, why)
		    : server_take(c, "imap", m->imap, &m->in, why);
	if (!e)
		e = server_take(c, "smtp", m->smtp, &m->out, why);
	if (!e)
		printf("%s: %s port %lld, %s\nsmtp: %s port %lld, %s\n",
		       m->in.kind, m->in.host, (long long)m->in.port, m->in.tls,
		       m->out.host, (long long)m->out.port, m->out.tls);
	return e;
}

/* --- the login ------------------------------------------------------------ */

static enum err login_try(const struct mail_setup *m, const char *user,
			  struct why *why)
{
	struct mailbox_config box = {
		.kind = m->pop3 ? MAILBOX_POP3 : MAILBOX_IMAP,
		.account = "inbox",
		.host = m->in.host,
		.port = (uint16_t)m->in.port,
		.tls = !strcmp(m->in.tls, "implicit") ? TLS_IMPLICIT
						      : TLS_STARTTLS,
		.ca_file = m->ca_file,
		.user = user,
		.password = m->password,
	};
	struct mailbox *open = NULL;
	enum err e = mailbox_open(&box, &open, why);

	mailbox_close(open);
	return e;
}

/* The user that was named; else the whole address, else its local part. */
static enum err users_try(struct cli *c, struct mail_setup *m, bool named,
			  struct why *why)
{
	enum err e = login_try(m, m->user, why);
	const char *at = strrchr(m->address, '@');
	const char *local;

	if (e != ERR_MAIL_LOGIN || named || !at)
		return e;
	local = arena_printf(&c->arena, "%.*s", (int)(at - m->address),
			     m->address);
	if (!login_try(m, local, NULL)) {
		m->user = local;
		e = ERR_OK;
	}
	return e;
}

/* from the options, or of the environment; *any: there is one */
static enum err password_take(struct mail_setup *m, bool *any, struct why *why)
{
	enum err e = ERR_OK;

	*any = m->password[0] || m->password_file ||
	       getenv("HERALDO_INBOX_PASSWORD");
	if (*any && !m->password[0])
		e = config_secret(m->password_file ? m->password_file : "",
				  "HERALDO_INBOX_PASSWORD", m->password,
				  sizeof(m->password), why);
	return e;
}

enum err mail_setup_login(struct cli *c, struct mail_setup *m, struct why *why)
{
	bool any = false, named = m->user != NULL;
	bool token = !strncmp(m->found.login ? m->found.login : "", "oauth", 5);
	enum err e = m->offline ? ERR_OK : password_take(m, &any, why);

	if (!named)
		m->user = m->address;
	if (e || m->offline)
		return e;
	if (!any && (token || !m->ask))
		return ERR_OK;
	if (!named && m->ask)
		m->user = setup_ask(c, "login name", m->address);
	named |= strcmp(m->user, m->address) != 0;
	for (int i = 0; i < TRIES; i++) {
		if (!any)
			secret_ask("password (empty: later)", m->password,
				   sizeof(m->password));
		if (!m->password[0])
			return ERR_OK;
		e = users_try(c, m, named, why);
		if (e != ERR_MAIL_LOGIN || any)
			break;
		fprintf(stderr, "%s\n", why->text);
	}
	m->is_logged_in = !e;
	if (!e)
		printf("logged in to %s as %s\n", m->in.host, m->user);
	return e;
}
