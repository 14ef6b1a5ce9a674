/* src/judge/notify/relay.c */
#include "judge/notify/relay.h"
#include "base/date.h"
#include "judge/handlers.h"
#include <stdio.h>

int relay_room(const struct judge *j, int max)
{
	const struct relay *r = &j->relay;

	if (r->state == RELAY_OPEN)
		return max;
	return r->probing || judge_clock(j) < r->next_s || max < 1 ? 0 : 1;
}

void relay_leaves(struct judge *j)
{
	j->relay.probing = j->relay.state != RELAY_OPEN;
}

int64_t relay_next(const struct judge *j, int64_t mail_s)
{
	const struct relay *r = &j->relay;

	if (r->state == RELAY_OPEN || mail_s == INT64_MAX)
		return mail_s;
	if (r->probing)
		return INT64_MAX;
	return mail_s < r->next_s ? r->next_s : mail_s;
}

enum err judge_relay(struct judge *j, struct arena *a, struct relay_row *out,
		     struct why *why)
{
	return store_relay_get(j->st, a, out, why);
}

/* of a refusal nothing else is known in this process */
static enum err row_keep(struct judge *j, struct str words, int code,
			 struct why *why)
{
	const struct relay *r = &j->relay;
	struct relay_row row = { .state = r->state,
				 .since_s = r->since_s,
				 .next_s = r->next_s,
				 .tries = r->tries,
				 .code = code,
				 .words = words };

	return store_relay_put(j->st, &row, why);
}

enum err relay_retry(struct judge *j, struct why *why)
{
	struct relay_row row;
	struct arena a;
	enum err e;

	arena_init(&a);
	e = store_relay_get(j->st, &a, &row, why);
	if (!e && row.state != RELAY_OPEN) {
		row.next_s = judge_clock(j);
		row.tries = 0;
		e = store_relay_put(j->st, &row, why);
	}
	if (!e) {
		j->relay.state = row.state;
		j->relay.since_s = row.since_s;
		j->relay.next_s = row.next_s;
		j->relay.tries = 0;
	}
	arena_release(&a);
	return e;
}

enum err judge_relay_retry(struct judge *j, struct why *why)
{
	return JUDGE_WHOLE(j, relay_retry(j, why), why);
}

enum err relay_refresh(struct judge *j, struct why *why)
{
	struct relay *r = &j->relay;
	struct relay_row row;
	struct arena a;
	enum err e;

	if (r->state == RELAY_OPEN)
		return ERR_OK;
	arena_init(&a);
	e = store_relay_get(j->st, &a, &row, why);
	if (!e && row.next_s < r->next_s) {
		r->next_s = row.next_s;
		r->tries = row.tries;
	}
	arena_release(&a);
	return e;
}

/* 2, 4, 8 .. 300 seconds; a refused login may lock the account */
static int64_t pause_of(enum relay_state state, int tries)
{
	int64_t s = RELAY_FIRST_S;

	if (state == RELAY_LOGIN)
		return RELAY_LOGIN_S;
	for (int i = 1; i < tries && s < RELAY_MOST_S; i++)
		s *= 2;
	return s < RELAY_MOST_S ? s : RELAY_MOST_S;
}

enum err relay_answered(struct judge *j, bool accepted, struct why *why)
{
	struct relay *r = &j->relay;
	enum relay_state was = r->state;
	enum err e = ERR_OK;

	if (accepted)
		r->n_refused = 0;
	if (was == RELAY_OPEN ||
	    (!accepted && was != RELAY_DOWN && was != RELAY_LOGIN))
		return ERR_OK;
	*r = (struct relay){ .state = RELAY_OPEN };
	e = row_keep(j, STR(""), 0, why);
	if (!e && (was == RELAY_HELD || was == RELAY_RECIPIENTS))
		e = store_outbox_release_held(j->st, judge_clock(j), why);
	return e;
}

static void fault_notify(struct judge *j, const struct posting_result *p)
{
	static const char *const what[RELAY_STATES] = {
		[RELAY_OPEN] = "",
		[RELAY_DOWN] = "cannot be reached or takes no mail now",
		[RELAY_HELD] = "refuses the sender, TLS or relaying: change "
			       "[outbox] or the server",
		[RELAY_LOGIN] = "refuses the login: change user or password",
		[RELAY_RECIPIENTS] = "refuses several recipients alike and has "
				     "accepted none: check the server",
	};
	char words[640];

	snprintf(words, sizeof(words),
		 "mail server %s (%.*s); all mails wait, next try in %lld s",
		 what[j->relay.state], STR_ARG(p->words),
		 (long long)(j->relay.next_s - judge_clock(j)));
	judge_operator_note(j, words);
}

enum err relay_fault(struct judge *j, enum relay_state state,
		     const struct posting_result *p, struct why *why)
{
	struct relay *r = &j->relay;
	int64_t now = judge_clock(j);
	enum err e;

	/* mails that left before it was known say the same once more */
	if (r->state == state && !r->probing)
		return ERR_OK;
	if (r->state == RELAY_OPEN)
		r->since_s = now;
	r->state = state;
	r->tries++;
	r->next_s = now + pause_of(state, r->tries);
	e = row_keep(j, p->words, p->code, why);
	if (!e)
		fault_notify(j, p);
	return e;
}

/* --- recipients that are refused alike -------------------------------------
 */

static bool is_space(char c)
{
	return c == ' ' || c == '\t';
}

/* the next word that holds neither an address nor a number */
static bool word_next(struct str *s, struct str *out)
{
	while (s->len) {
		size_t n = 0;
		bool plain = true;

		while (s->len && is_space(s->s[0])) {
			s->s++;
			s->len--;
		}
		for (; n < s->len && !is_space(s->s[n]); n++)
			plain &= s->s[n] != '@' &&
				 (s->s[n] < '0' || s->s[n] > '9');
		*out = (struct str){ s->s, n };
		s->s += n;
		s->len -= n;
		if (n && plain)
			return true;
	}
	return false;
}

/* the same reply, but for addresses, codes of transactions and times */
static bool is_alike(int code, struct str a, int other, struct str b)
{
	struct str x, y;
	bool more;

	if (code != other)
		return false;
	do {
		more = word_next(&a, &x);
		if (more != word_next(&b, &y))
			return false;
	} while (more && str_equal(x, y));
	return !more;
}

/* marks of mails that were refused alike, and mails: as if they had waited */
static enum err refusals_undo(struct judge *j, const struct posting_result *p,
			      struct why *why)
{
	struct relay *r = &j->relay;
	struct outbox_row row;
	struct arena a;
	enum err e = ERR_OK;

	arena_init(&a);
	for (int i = 0; !e && i < r->n_refused; i++) {
		e = store_outbox_get(j->st, r->refused[i], &a, &row, why);
		if (e || row.state != OUTBOX_FAILED ||
		    !is_alike(p->code, p->words, row.code, row.trouble))
			continue;
		e = person_bounced_not(j, &row, why);
		if (!e)
			e = store_outbox_revive(j->st, row.id, r->next_s, why);
	}
	r->n_refused = 0;
	arena_release(&a);
	return e;
}

/* was another recipient refused alike since the last mail was accepted? */
static enum err other_alike(struct judge *j, const struct outbox_row *row,
			    const struct posting_result *p, bool *yes,
			    struct why *why)
{
	const struct relay *r = &j->relay;
	struct outbox_row other;
	struct arena a;
	enum err e = ERR_OK;

	arena_init(&a);
	for (int i = 0; !e && !*yes && i < r->n_refused; i++) {
		e = store_outbox_get(j->st, r->refused[i], &a, &other, why);
		*yes = !e && other.state == OUTBOX_FAILED &&
		       !mail_addr_equal(other.address, row->address) &&
		       !(row->person && row->person == other.person) &&
		       is_alike(p->code, p->words, other.code, other.trouble);
	}
	arena_release(&a);
	return e;
}

/* do mails to this address come back anyway? */
static enum err is_known_bad(struct judge *j, struct str address, bool *yes,
			     struct why *why)
{
	struct person_row p;
	struct arena a;
	bool current = false;
	enum err e;

	arena_init(&a);
	e = store_person_by_address(j->st, address, &a, &p, &current, why);
	*yes = !e &&
	       (str_equal(p.address, address)
			? p.bounces > 0
			: str_equal(p.second, address) && p.second_bounces > 0);
	arena_release(&a);
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

enum err relay_suspected(struct judge *j, const struct outbox_row *row,
			 const struct posting_result *p, bool *yes,
			 struct why *why)
{
	struct relay *r = &j->relay;
	struct relay_row now;
	struct arena a;
	bool bad = false;
	enum err e;

	*yes = false;
	/* it waited for this, and the server has accepted another since */
	if (r->state == RELAY_OPEN &&
	    is_alike(p->code, p->words, row->code, row->trouble))
		return ERR_OK;
	if (r->state == RELAY_RECIPIENTS) {
		arena_init(&a);
		e = store_relay_get(j->st, &a, &now, why);
		*yes = !e && is_alike(p->code, p->words, now.code, now.words);
		arena_release(&a);
		return !e && *yes ? relay_fault(j, RELAY_RECIPIENTS, p, why)
				  : e;
	}
	e = is_known_bad(j, row->address, &bad, why);
	if (!e && !bad)
		e = other_alike(j, row, p, yes, why);
	if (e || bad)
		return e;
	if (*yes) {
		e = relay_fault(j, RELAY_RECIPIENTS, p, why);
		return e ? e : refusals_undo(j, p, why);
	}
	if (r->n_refused < RELAY_REFUSED_MAX)
		r->refused[r->n_refused++] = row->id;
	return ERR_OK;
}
