/* src/cli/mail_selftest.c */
#include "cli/mail_selftest.h"
#include "base/crypto.h"
#include "cli/app.h"
#include "cli/mail_process.h"
#include "mail/addr.h"
#include "mail/authres.h"
#include "mail/compose.h"
#include "mail/maildir.h"
#include <stdio.h>
#include <time.h>

enum { ID_BYTES = 10, RANGE = 50, LOOK_S = 5, PATH_ROOM = 1024 };

enum found { NOTHING_YET, CAME_BACK, BOUNCED, ANSWERED };

/* A test mail and the search for its return. */
struct attempt {
	struct cli *cli;
	const char *from, *to;
	bool own;  /* to the judge itself */
	bool plus; /* by an address of its kind for bounces */
	struct str id;
	struct sandbox_pool worker; /* reads foreign bytes */
	struct mailbox *box;
	struct mailbox_position at;
	bool sent;
	struct arena a; /* of the mail that was found */
	enum found found;
	struct message m;
};

static int64_t now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

/* --- what the results mean ------------------------------------------------ */

struct meaning {
	bool good;
	const char *words;
};

static const struct meaning spf_means[AUTHRES_WORDS] = {
	[AUTHRES_ABSENT] = { false, "was not looked at" },
	[AUTHRES_NONE] = { false,
			   "the domain says nothing of who may send for it. "
			   "Publish a TXT record, such as \"v=spf1 mx -all\"" },
	[AUTHRES_PASS] = { true, "the domain lets this server send for it" },
	[AUTHRES_FAIL] = { false,
			   "the domain forbids the server that sent it. Add "
			   "its address to the TXT record v=spf1, or send "
			   "through a server that is in it" },
	[AUTHRES_SOFTFAIL] = { false,
			       "the server that sent it is not in the "
			       "domain's TXT record v=spf1. Add its address" },
	[AUTHRES_NEUTRAL] = { false,
			      "the domain's record v=spf1 leaves it open (?all)"
			      ". Name the servers that send, and end it by "
			      "-all" },
	[AUTHRES_TEMPERROR] = { false,
				"the record could not be asked for just now. "
				"Try again; if it stays so, mend the name "
				"servers of the domain" },
	[AUTHRES_PERMERROR] = { false,
				"the TXT record v=spf1 is faulty: there are two"
				" of them, a slip in one, or it asks for more "
				"than ten others" },
};

static const struct meaning dkim_means[AUTHRES_WORDS] = {
	[AUTHRES_ABSENT] = { false, "was not looked at" },
	[AUTHRES_NONE] = { false,
			   "the mail bears no signature. Let the server that "
			   "sends sign: heraldod(8) has a sample for Postfix "
			   "with OpenDKIM" },
	[AUTHRES_PASS] = { true, "the signature is good" },
	[AUTHRES_FAIL] = { false,
			   "the signature does not fit. Compare the public key "
			   "in the name server with that of the signer "
			   "(opendkim-testkey); let nothing change the mail "
			   "after it is signed" },
	[AUTHRES_NEUTRAL] = { false,
			      "the signature could not be read, as a rule "
			      "because of its public key in the name server" },
	[AUTHRES_POLICY] = { false,
			     "the signature is good, but of a kind that is not "
			     "accepted: use a key of 2048 bits and SHA-256" },
	[AUTHRES_TEMPERROR] = { false,
				"the public key could not be asked for just "
				"now. Try again; if it stays so, mend the name "
				"servers" },
	[AUTHRES_PERMERROR] = { false,
				"there is no public key where the signature "
				"says: publish SELECTOR._domainkey of the "
				"domain" },
};

static const struct meaning dmarc_means[AUTHRES_WORDS] = {
	[AUTHRES_ABSENT] = { false, "was not looked at" },
	[AUTHRES_NONE] = { false,
			   "the domain has no policy. Publish the TXT record "
			   "_dmarc, at first \"v=DMARC1; p=none\"" },
	[AUTHRES_PASS] = { true, "the address in From is proved" },
	[AUTHRES_FAIL] = { false,
			   "neither SPF nor DKIM proves the domain in From. One"
			   " of them must pass, for that very domain: the "
			   "envelope's, or d= of the signature" },
	[AUTHRES_TEMPERROR] = { false,
				"the policy could not be asked for just now. "
				"Try again" },
	[AUTHRES_PERMERROR] = { false, "the TXT record _dmarc is faulty" },
};

static bool tell_result(const char *method, enum authres_said said,
			const struct meaning *means)
{
	const struct meaning *m = &means[said];
	const char *word = authres_word(said);

	printf("  %s: %s%s%s\n", method, word, *word ? ": " : "",
	       m->words ? m->words : "a result that is not known here");
	return m->good;
}

/* what the own server has found out about the mail: all is well? */
static bool tell_results(const struct attempt *t)
{
	const char *id = t->cli->config.authserv_id;
	struct authres r = { 0 };
	char server[256] = "";
	bool spf, dkim, dmarc;

	if (t->m.auth_results.n)
		authres_server(t->m.auth_results.list[0], server,
			       sizeof(server));
	if (!*server) {
		puts("  the server that took it in wrote no "
		     "Authentication-Results: it does not look at SPF, DKIM "
		     "and DMARC, or not at mails of its own. Try an address "
		     "elsewhere, and look at that field of the mail there");
		return true;
	}
	if (!*id) {
		printf("  authserv-id is not set; if your server is %s, write "
		       "authserv-id = %s into [judge]\n",
		       server, server);
		id = server;
	}
	for (uint32_t i = 0; i < t->m.auth_results.n; i++)
		authres_add(&r, t->m.auth_results.list[i], str_of(id));
	if (!r.tried && !r.dmarc) {
		printf("  no Authentication-Results of %s say anything; the "
		       "topmost is by %s: is authserv-id right?\n",
		       id, server);
		return false;
	}
	printf("  by Authentication-Results of %s\n", id);
	spf = tell_result("SPF", r.spf, spf_means);
	dkim = tell_result("DKIM", r.dkim, dkim_means);
	dmarc = tell_result("DMARC", r.dmarc, dmarc_means);
	return spf && dkim && dmarc;
}

/* --- the mail ----------------------------------------------------------- */

static enum err test_mail_make(struct attempt *t, struct buf *out,
			       struct why *why)
{
	const struct config *c = &t->cli->config;
	struct str domain = addr_domain(str_of(c->address));
	struct mail_addr to = { .addr = str_of(t->to) };
	uint8_t random[ID_BYTES];
	struct buf hex;
	struct mail_draft d = {
		.from = { .name = str_of(c->name), .addr = str_of(c->address) },
		.to = { &to, 1 },
		.subject = STR("A mail to try a judge"),
		.date_utc_s = (int64_t)time(NULL),
		.x_loop = str_of(c->address),
		.automatic = COMPOSE_GENERATED,
		.text = STR("heraldo check-config --mail has sent this, to see "
			    "whether mail goes out\nand what other servers "
			    "make of it: the field Authentication-Results "
			    "says.\nNothing has to be done with it.\n"),
	};

	random_fill(random, sizeof(random));
	buf_init(&hex, 2 * ID_BYTES + 1);
	for (int i = 0; i < ID_BYTES; i++)
		buf_addf(&hex, "%02x", random[i]);
	t->id = str_of(arena_printf(&t->cli->arena, "check.%s@%.*s", hex.s,
				    STR_ARG(domain)));
	buf_release(&hex);
	d.message_id = t->id;
	return compose_mail(&d, out, why);
}

/* into a folder, where there is no server: as the mail process does */
static enum err test_mail_put(const struct mail_agent_config *p, const char *to,
			      struct str raw, struct why *why)
{
	char folder[PATH_ROOM], path[2 * PATH_ROOM];

	if (!mail_agent_folder(str_of(to), folder, sizeof(folder)) ||
	    snprintf(path, sizeof(path), "%s/%s", p->out_path, folder) >=
		    (int)sizeof(path))
		return why_set(why, ERR_USAGE, "no address: %s", to);
	return maildir_deliver(path, NULL, raw, why);
}

static void tell_unsent(const struct smtp_outcome *o)
{
	static const char *const help[N_SMTP_RESULTS] = {
		[SMTP_TEMPORARY] = "the server puts it off. Wait and try again",
		[SMTP_PERMANENT] = "the server refuses this recipient: is the "
				   "address right?",
		[SMTP_TOO_LARGE] = "the server takes no mail of this size",
		[SMTP_CONTENT] = "the server refuses the text of the mail",
		[SMTP_SERVER_DOWN] = "is [outbox] host and port right, and "
				     "does the server run?",
		[SMTP_UNKNOWN] = "the connection broke after the mail: it "
				 "may have gone out",
		[SMTP_OPERATOR] = "change [outbox]: its tls or ca-file, or the "
				  "judge's address",
		[SMTP_LOGIN] = "change [outbox]: its user or password-file",
		[SMTP_RELAYING] = "the server lets this login, or one without "
				  "login, not send from the judge's address",
	};

	/* the server's words begin with its code */
	printf("  not sent (%s: %s): %s\n", smtp_result_name(o->result),
	       o->text, help[o->result]);
}

static enum err test_mail_send(struct attempt *t,
			       const struct mail_agent_config *p,
			       struct why *why)
{
	struct smtp *s = NULL;
	struct smtp_outcome o = { .result = SMTP_SENT };
	struct buf raw = { 0 };
	enum err e = test_mail_make(t, &raw, why);

	if (!e && p->out_path) {
		e = test_mail_put(p, t->to, buf_str(&raw), why);
	} else if (!e) {
		e = smtp_open(&p->smtp, &s, why);
		if (!e)
			smtp_send(s,
				  &(struct smtp_mail){ .from = t->from,
						       .to = t->to,
						       .raw = buf_str(&raw) },
				  &o);
		smtp_close(s);
	}
	buf_release(&raw);
	if (e)
		return e;
	t->sent = o.result == SMTP_SENT || o.result == SMTP_UNKNOWN;
	if (o.result != SMTP_SENT)
		tell_unsent(&o);
	else if (p->out_path)
		printf("sent to %s: put into its folder, for there is no "
		       "server\n",
		       t->to);
	else
		printf("sent to %s: the server has it (%s)\n", t->to, o.text);
	return ERR_OK;
}

/* --- what comes ----------------------------------------------------------- */

static bool mail_selftest_names(const struct mail_strs *ids, struct str id)
{
	for (uint32_t i = 0; i < ids->n; i++)
		if (str_equal(ids->list[i], id))
			return true;
	return false;
}

static enum found found_in(const struct attempt *t, const struct message *m)
{
	if (str_equal(m->message_id, t->id))
		return CAME_BACK;
	if (m->is_report && str_equal(m->original_id, t->id))
		return BOUNCED;
	if (mail_selftest_names(&m->in_reply_to, t->id) ||
	    mail_selftest_names(&m->references, t->id))
		return m->n_failed ? BOUNCED : ANSWERED;
	return NOTHING_YET;
}

static enum err mail_selftest_deliver(void *context,
				      const struct mailbox_mail *mail,
				      struct why *why)
{
	struct attempt *t = context;
	struct message m = { 0 };
	struct arena a = { 0 };
	struct why none = { 0 };

	(void)why;
	if (!t->sent || t->found)
		return ERR_OK;
	/* what kills its reader is not what we wait for */
	if (!sandbox_pool_parse(&t->worker, mail->raw, &a, &m, &none))
		t->found = found_in(t, &m);
	if (t->found) {
		t->a = a;
		t->m = m;
	} else {
		arena_release(&a);
	}
	return ERR_OK;
}

/* all that is there now; nothing of it is acknowledged */
static enum err mailbox_read(struct attempt *t, struct why *why)
{
	struct mailbox_range range;
	enum err e;

	do {
		e = mailbox_fetch(t->box, &t->at, RANGE, mail_selftest_deliver,
				  t, &range, why);
		if (!e)
			t->at = range.position;
	} while (!e && range.more && !t->found);
	return e;
}

static enum err wait_for(struct attempt *t, unsigned timeout_s, struct why *why)
{
	int64_t begin = now_s(), passed = 0;
	enum mailbox_wake wake;
	struct progress p;
	enum err e;

	progress_start(&p, t->cli, "waiting for it, in seconds", timeout_s);
	do {
		e = mailbox_read(t, why);
		passed = now_s() - begin;
		progress_step(&p, (uint64_t)passed);
		if (!e && !t->found && passed < timeout_s)
			e = mailbox_wait(
				t->box,
				passed + LOOK_S < timeout_s
					? LOOK_S
					: (unsigned)(timeout_s - passed),
				-1, &wake, why);
	} while (!e && !t->found && passed < timeout_s);
	progress_end(&p, t->found ? "something came" : "nothing came");
	return e;
}

static bool tell_bounce(const struct attempt *t)
{
	puts("it came back as undeliverable:");
	for (uint32_t i = 0; i < t->m.n_failed; i++)
		printf("  %.*s: %.*s %.*s %.*s\n",
		       STR_ARG(t->m.failed[i].recipient),
		       STR_ARG(t->m.failed[i].action),
		       STR_ARG(t->m.failed[i].status),
		       STR_ARG(t->m.failed[i].diagnostic));
	puts("  5.1.x: is the address right? 5.7.x: the other server does not "
	     "trust this one: its words say why, SPF and DKIM as a rule");
	return false;
}

static bool tell_nothing(const struct attempt *t, unsigned timeout_s)
{
	printf("nothing came within %u s. ", timeout_s);
	if (t->plus)
		printf("Does the server deliver %s, which has a detail behind "
		       "its +, into [inbox]? Postfix needs recipient_delimiter "
		       "= +; Exim local_part_suffix = +* and "
		       "local_part_suffix_optional in the router of local "
		       "users. Else write verp = no. ",
		       t->to);
	if (t->own)
		puts("Does mail to the judge's address come into [inbox]? If "
		     "heraldod runs it may have taken the mail: stop it and "
		     "try again; a server that greylists needs longer "
		     "(--timeout)");
	else
		puts("No bounce is good news: look at the mail there, at "
		     "its field Authentication-Results, and whether it lies "
		     "among the spam. Who answers it is seen here");
	return !t->own;
}

static bool tell_found(const struct attempt *t, unsigned timeout_s)
{
	struct str from = t->m.from.n ? t->m.from.list[0].addr : STR("?");

	switch (t->found) {
	case CAME_BACK:
		printf("it came into the inbox, by %u server%s\n",
		       (unsigned)t->m.n_received,
		       t->m.n_received == 1 ? "" : "s");
		if (t->plus)
			puts("  and by an address with a detail, as bounces "
			     "will come (verp = yes)");
		return tell_results(t);
	case BOUNCED: return tell_bounce(t);
	case ANSWERED:
		printf("%.*s has answered: %.*s\n", STR_ARG(from),
		       STR_ARG(t->m.subject));
		puts("  what the server there found stands in the "
		     "Authentication-Results of the mail that came there; of "
		     "the answer itself:");
		tell_results(t);
		return true;
	case NOTHING_YET: break;
	}
	return tell_nothing(t, timeout_s);
}

/* where the judge has read its mailbox up to, so that not all of it is read */
static void position_of(struct attempt *t)
{
	struct app h = { 0 };
	struct why why = { 0 };
	struct str at = STR("");
	unsigned long validity = 0, uid = 0;

	if (!app_open(&h, &t->cli->config, &why) &&
	    !store_cursor_get(judge_store(h.judge), STR("inbox"),
			      &t->cli->arena, &at, &why) &&
	    at.len)
		sscanf(at.s, "%lu %lu", &validity, &uid);
	app_release(&h);
	t->at.uidvalidity = (uint32_t)validity;
	t->at.uid = (uint32_t)uid;
}

/* Where each mail has an address of its own for bounces, the judge's own
 * mail goes to one, from one. */
static void take_plus(struct attempt *t)
{
	const char *address = t->cli->config.address;
	const char *at = strchr(address, '@');

	t->plus = t->own && at && !strcmp(t->cli->config.verp, "yes");
	if (t->plus)
		t->to = t->from =
			arena_printf(&t->cli->arena, "%.*s+b=0.00000000%s",
				     (int)(at - address), address, at);
}

int try_mail(struct cli *c, const char *address, unsigned timeout_s)
{
	struct attempt t = { .cli = c, .from = c->config.address };
	struct str ascii = addr_ascii(&c->arena, str_of(address));
	struct secret_client *secrets =
		ARENA_NEW(&c->arena, struct secret_client);
	struct mail_agent_config p;
	struct why why = { 0 };
	bool good = false;
	enum err e;

	if (addr_fault(ascii, false))
		return cli_usage(c, "'%s' is no address", address);
	t.to = address = arena_printf(&c->arena, "%.*s", STR_ARG(ascii));
	crypto_init();
	t.own = mail_addr_equal(str_of(address), str_of(c->config.address));
	take_plus(&t);
	/* before a secret is in this memory */
	e = sandbox_pool_start(&t.worker, &worker_mail, &why);
	if (!e)
		position_of(&t);
	secrets->config = &c->config;
	mail_process_configure(&c->config, secrets, &p);
	if (!e)
		e = mailbox_open(&p.inbox, &t.box, &why);
	if (!e)
		e = mailbox_check(t.box, &why);
	/* mails that are there already are not the test mail */
	if (!e)
		e = mailbox_read(&t, &why);
	if (!e)
		e = test_mail_send(&t, &p, &why);
	fflush(stdout);
	/* without a server that sends nothing comes back */
	if (!e && t.sent && p.out_path) {
		puts("nothing is waited for: [outbox] is a folder");
		good = true;
	} else if (!e && t.sent) {
		e = wait_for(&t, timeout_s, &why);
		if (!e)
			good = tell_found(&t, timeout_s);
	}
	mailbox_close(t.box);
	secret_client_release(secrets);
	sandbox_pool_stop(&t.worker);
	arena_release(&t.a);
	return e ? cli_fail(c, e, &why) : good ? EXIT_FINE : EXIT_NO;
}
