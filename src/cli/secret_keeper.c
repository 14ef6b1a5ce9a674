/* src/cli/secret_keeper.c */
#include "cli/secret_keeper.h"
#include "base/xalloc.h"
#include "cli/grant.h"
#include "cli/oplog.h"
#include "mail/http.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
	/* to the keeper; each with u64 account */
	KEEPER_GET = 'G',
	KEEPER_LOCK = 'L',  /* the same of a grant, and nobody else refreshes */
	KEEPER_STORE = 'S', /* str grant: store it and give the lock back */
	KEEPER_OPEN = 'O',  /* give the lock back */
	/* from it: u64 err, str why, str secret */
	KEEPER_ANSWER = 'A',
	ANSWER_MS = (SECRET_COMMAND_S + 20) * 1000,
	PAUSE_FIRST_MS = 30 * 1000, /* after a failed refresh, doubled to .. */
	PAUSE_MAX_MS = 15 * 60 * 1000,
	MARGIN_MS = OAUTH_MARGIN_S * 1000
};

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}

/* --- the side with the files ---------------------------------------------- */

static void lock_open(int *lock)
{
	if (*lock >= 0)
		close(*lock);
	*lock = -1;
}

static enum err lock_take(const struct config *c, enum secret_account which,
			  int *lock, struct why *why)
{
	char path[GRANT_PATH];

	lock_open(lock);
	return secret_grant_path(c, which, path, sizeof(path))
		       ? grant_lock(path, lock, why)
		       : why_set(why, ERR_CONFIG, "the grant is gone");
}

static enum err secret_keeper_store(const struct config *c,
				    enum secret_account which,
				    const struct oauth_grant *g,
				    struct why *why)
{
	char path[GRANT_PATH];

	return secret_grant_path(c, which, path, sizeof(path))
		       ? grant_save(path, g, why)
		       : why_set(why, ERR_CONFIG, "the grant is gone");
}

/* One request; *lock is the lock that is held. */
static enum err secret_keeper_fulfil(const struct config *c, char type,
				     enum secret_account which,
				     struct str grant, int *lock,
				     struct secret *out, struct why *why)
{
	struct oauth_grant g;
	enum err e = ERR_OK;

	switch (type) {
	case KEEPER_LOCK:
		e = lock_take(c, which, lock, why);
		if (e)
			return e;
		e = secret_read(c, which, out, why);
		if (e)
			lock_open(lock);
		return e;
	case KEEPER_GET: return secret_read(c, which, out, why);
	case KEEPER_STORE:
		if (grant.len != sizeof(g))
			return why_set(why, ERR_FORMAT, "no grant");
		memcpy(&g, grant.s, sizeof(g));
		e = secret_keeper_store(c, which, &g, why);
		explicit_bzero(&g, sizeof(g));
		lock_open(lock);
		return e;
	case KEEPER_OPEN: lock_open(lock); return ERR_OK;
	default: return why_set(why, ERR_FORMAT, "no request");
	}
}

void secret_keeper_serve(const struct config *c, struct ipc *agent)
{
	int lock = -1;
	struct secret *s = xalloc_check(calloc(1, sizeof(*s)));

	for (;;) {
		struct arena a = { 0 };
		struct str payload;
		struct why why = { 0 };
		struct buf b;
		char type = 0;
		enum err e = ipc_receive(agent, -1, &a, &type, &payload, NULL);
		struct unpack u = { payload, false };
		uint64_t which = e ? 0 : unpack_below(&u, SECRET_ACCOUNTS);
		struct str grant = e ? STR("") : unpack_str(&u);

		if (e || !unpack_done(&u)) {
			arena_release(&a);
			break;
		}
		e = secret_keeper_fulfil(c, type, (enum secret_account)which,
					 grant, &lock, s, &why);
		buf_init(&b, IPC_MAX_PAYLOAD);
		pack_u64(&b, e);
		pack_str(&b, str_of(why.text));
		pack_str(&b, (struct str){ (const char *)s, sizeof(*s) });
		ipc_send(agent, KEEPER_ANSWER, buf_str(&b), NULL);
		explicit_bzero(b.s, b.len);
		buf_release(&b);
		explicit_bzero(s, sizeof(*s));
		arena_release(&a);
	}
	free(s);
	lock_open(&lock);
}

/* --- the side with the network -------------------------------------------- */

/* what the keeper says; a keeper that does not answer is a fault that passes */
static enum err answer_of(struct ipc *keeper, struct secret *out,
			  struct why *why)
{
	struct arena a = { 0 };
	struct str payload, words, secret;
	struct unpack u;
	char type = 0;
	enum err e = ipc_receive(keeper, ANSWER_MS, &a, &type, &payload, NULL);

	u = (struct unpack){ payload, false };
	if (e || type != KEEPER_ANSWER) {
		e = why_set(why, ERR_MAIL_DOWN,
			    "the process that keeps the passwords does not "
			    "answer");
	} else {
		e = (enum err)unpack_below(&u, N_ERRS);
		words = unpack_str(&u);
		secret = unpack_str(&u);
		if (!unpack_done(&u) || secret.len != sizeof(*out))
			e = ERR_FORMAT;
		else
			memcpy(out, secret.s, sizeof(*out));
		if (e)
			why_set(why, e, "%.*s", STR_ARG(words));
	}
	arena_release(&a);
	return e;
}

static enum err secret_keeper_ask(struct secret_user *u, char type,
				  struct secret *out, struct why *why)
{
	struct secret_client *s = u->client;
	struct str grant = { (const char *)&u->grant,
			     type == KEEPER_STORE ? sizeof(u->grant) : 0 };
	struct buf b;
	enum err e;

	if (!s->keeper)
		return secret_keeper_fulfil(s->config, type, u->which, grant,
					    &s->lock, out, why);
	buf_init(&b, IPC_MAX_PAYLOAD);
	pack_u64(&b, u->which);
	pack_str(&b, grant);
	e = ipc_send(s->keeper, type, buf_str(&b), why);
	explicit_bzero(b.s, b.len);
	buf_release(&b);
	return e ? e : answer_of(s->keeper, out, why);
}

/*
 * How long the token of this grant lives. By the monotonic clock from its
 * receipt on, so that a wrong clock does not matter; after a restart by the
 * wall clock, which can only be believed.
 */
static int64_t life_ms(const struct secret_user *u, const struct oauth_grant *g)
{
	if (!g->access[0])
		return 0;
	if (!strcmp(u->access, g->access))
		return u->ends_ms - now_ms();
	return (g->expires_s - (int64_t)time(NULL)) * 1000;
}

static enum err secret_keeper_give(struct secret_user *u, const char *token,
				   struct login *out)
{
	out->is_token = true;
	memcpy(u->tried, token, strlen(token) + 1);
	memcpy(out->secret, token, strlen(token) + 1);
	return ERR_OK;
}

/* a refresh failed: wait longer each time, and use a token that is still
 * valid */
static enum err refresh_failed(struct secret_user *u, bool rejected, enum err e,
			       struct why *words, struct login *out,
			       struct why *why)
{
	struct secret none;

	u->pause_ms = u->pause_ms ? u->pause_ms * 2 : PAUSE_FIRST_MS;
	if (u->pause_ms > PAUSE_MAX_MS)
		u->pause_ms = PAUSE_MAX_MS;
	u->not_before_ms = now_ms() + u->pause_ms;
	u->failed = e;
	u->words = *words;
	snprintf(u->grant.fault, sizeof(u->grant.fault), "%.*s",
		 (int)sizeof(u->grant.fault) - 1, words->text);
	u->grant.fault_s = (int64_t)time(NULL);
	/* for heraldo status; that it cannot be stored changes nothing */
	secret_keeper_ask(u, KEEPER_STORE, &none, NULL);
	oplog_write(OPLOG_WARNING, "token of %s: %s", u->grant.account,
		    words->text);
	if (!rejected && life_ms(u, &u->grant) > 0)
		return secret_keeper_give(u, u->grant.access, out);
	return why_set(why, e, "%s", words->text);
}

/* the new token is stored before it is used: the old refresh token is dead */
static enum err store_and_give(struct secret_user *u, struct login *out,
			       struct why *why)
{
	struct secret none;
	enum err e = secret_keeper_ask(u, KEEPER_STORE, &none, why);

	u->unstored = e != ERR_OK;
	return e ? e : secret_keeper_give(u, u->grant.access, out);
}

/* Only one process at a time: another's refresh token is good by then. */
static enum err secret_keeper_refresh(struct secret_user *u, bool rejected,
				      struct login *out, struct why *why)
{
	struct oauth_answer *a = xalloc_check(calloc(1, sizeof(*a)));
	struct secret *s = xalloc_check(calloc(1, sizeof(*s)));
	struct why words = { 0 };
	enum err e = secret_keeper_ask(u, KEEPER_LOCK, s, why);

	if (!e && s->kind != SECRET_GRANT)
		e = why_set(why, ERR_INTERRUPTED, "the login has changed");
	if (!e && strcmp(s->grant.access, u->grant.access) &&
	    life_ms(u, &s->grant) > MARGIN_MS) {
		u->grant = s->grant;
		secret_keeper_ask(u, KEEPER_OPEN, s, NULL);
		e = secret_keeper_give(u, u->grant.access, out);
	} else if (!e) {
		u->grant = s->grant;
		e = oauth_refresh(&u->grant, a, &words);
		if (e) {
			e = refresh_failed(u, rejected, e, &words, out, why);
		} else {
			oauth_answer_apply(&u->grant, a, (int64_t)time(NULL));
			memcpy(u->access, a->access, sizeof(u->access));
			u->ends_ms = now_ms() + a->life_s * 1000;
			u->pause_ms = u->not_before_ms = 0;
			e = store_and_give(u, out, why);
		}
	}
	explicit_bzero(a, sizeof(*a));
	explicit_bzero(s, sizeof(*s));
	free(a);
	free(s);
	return e;
}

/* The other account's failed refresh of the same grant counts: a token server
 * that is slow is not waited for twice. */
static bool failure_share(struct secret_user *u, const struct oauth_grant *g)
{
	for (int i = 0; i < SECRET_ACCOUNTS; i++) {
		const struct secret_user *v = &u->client->users[i];

		if (v == u || strcmp(v->grant.refresh, g->refresh) ||
		    v->not_before_ms <= u->not_before_ms)
			continue;
		u->not_before_ms = v->not_before_ms;
		u->failed = v->failed;
		u->words = v->words;
		return true;
	}
	return false;
}

/* a grant: its token, or a new one by its refresh token */
static enum err token_of(struct secret_user *u, const struct oauth_grant *g,
			 bool rejected, struct login *out, struct why *why)
{
	bool same_refresh =
		!strcmp(g->refresh, u->grant.refresh) || failure_share(u, g);
	int64_t life;

	if (u->unstored)
		return store_and_give(u, out, why);
	u->grant = *g;
	life = life_ms(u, g);
	if (rejected && !strcmp(u->tried, g->access))
		life = 0;
	if (life > MARGIN_MS)
		return secret_keeper_give(u, g->access, out);
	/* after a failure, unless heraldo oauth was run meanwhile */
	if (same_refresh && now_ms() < u->not_before_ms) {
		if (life > 0)
			return secret_keeper_give(u, g->access, out);
		return why_set(why, u->failed, "%s", u->words.text);
	}
	return secret_keeper_refresh(u, life <= 0, out, why);
}

static enum err secret_keeper_get(void *context, bool rejected,
				  struct login *out, struct why *why)
{
	struct secret_user *u = context;
	struct secret *s = xalloc_check(calloc(1, sizeof(*s)));
	enum err e;

	e = secret_keeper_ask(u, KEEPER_GET, s, why);
	if (!e && s->kind == SECRET_GRANT) {
		e = token_of(u, &s->grant, rejected, out, why);
	} else if (!e) {
		out->is_token = s->kind == SECRET_TOKEN;
		memcpy(out->secret, s->text, sizeof(out->secret));
	}
	explicit_bzero(s, sizeof(*s));
	free(s);
	return e;
}

struct login_source secret_client_source(struct secret_client *s,
					 enum secret_account which)
{
	struct secret_user *u = &s->users[which];

	u->client = s;
	u->which = which;
	if (!s->keeper)
		s->lock = -1;
	return (struct login_source){ secret_keeper_get, u };
}

void secret_client_prepare(struct secret_client *s, struct mail_agent_config *p)
{
	int n = 0;

	for (int i = 0; i < SECRET_ACCOUNTS; i++) {
		struct secret_user *u = &s->users[i];
		struct secret one;
		char path[GRANT_PATH];

		if (!u->client || !secret_is_wanted(s->config, u->which))
			continue;
		/* a consent may come later */
		http_load();
		if (!secret_grant_path(s->config, u->which, path,
				       sizeof(path)) ||
		    secret_keeper_ask(u, KEEPER_GET, &one, NULL) ||
		    one.kind != SECRET_GRANT)
			continue;
		u->grant = one.grant;
		p->more_ca[n++] = u->grant.ca_file;
		explicit_bzero(&one, sizeof(one));
	}
}

void secret_client_release(struct secret_client *s)
{
	explicit_bzero(s->users, sizeof(s->users));
}
