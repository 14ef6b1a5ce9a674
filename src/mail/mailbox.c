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

/* the place of a mark: what its name ends in */
static const char *place_of(const char *mark)
{
	size_t n = strlen(mark);

	return n < MAILBOX_MARK_PLACE ? NULL : mark + n - MAILBOX_MARK_PLACE;
}

enum mark_of transport_mark_of(const char *found, const char *own)
{
	const char *place = place_of(found);

	if (!strcmp(found, own))
		return MARK_OWN;
	if (!place)
		return MARK_NONE;
	return strcmp(place, place_of(own)) ? MARK_OTHER : MARK_OLD;
}

enum err transport_marked(const struct mailbox *m, const char *found,
			  struct why *why)
{
	char words[TRANSPORT_WORDS];

	return why_set(why, ERR_EXISTS,
		       "another judge reads this mailbox: it left the mark %s. "
		       "Stop that judge for good, then 'heraldo judge take' "
		       "gives the mailbox to this one",
		       transport_words(m, found, words));
}

enum err mailbox_mark(struct mailbox *m, const char *mark, bool take,
		      struct why *why)
{
	enum err e;

	assert(place_of(mark) && strlen(mark) < MAILBOX_MARK_ROOM);
	if (!m->transport->mark)
		return ERR_OK;
	e = m->transport->connect(m, why);
	if (!e)
		e = m->transport->mark(m, mark, take, why);
	if (e && e != ERR_EXISTS && e != ERR_MAIL_REFUSED)
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
