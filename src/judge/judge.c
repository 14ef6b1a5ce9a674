/* src/judge/judge.c */
#include "judge/judge.h"
#include "auth/sign.h"
#include "judge/game/computer_person.h"
#include "judge/game/deadline.h"
#include "judge/policies/proposals.h"
#include "judge/policies/dispute.h"
#include "judge/identity.h"
#include "judge/judge_private.h"
#include "judge/policies/invite.h"
#include "judge/policies/proxy.h"
#include "judge/policies/spectators.h"
#include "judge/policies/lifecycle.h"
#include "judge/game/moment.h"
#include "judge/game/reject.h"
#include "judge/policies/deadline_commands.h"
#include "judge/handlers.h"
#include "judge/game/timezone_names.h"
#include "judge/people/names.h"
#include "base/parse.h"
#include "mail/addr.h"
#include "base/xalloc.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { NAME_BYTES = 60 };

/* Open and close ------------------------------------------------------------
 */

/*
 * Two that send from one database would send everything twice. The lock dies
 * with this process and is not inherited by its children.
 */
static enum err judge_lock(struct judge *j, struct why *why)
{
	struct flock all = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	const char *path = arena_printf(&j->config, "%s-lock", j->c.database);

	j->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (j->lock < 0)
		return why_set(why, ERR_SYSTEM, "%s: %s", path,
			       strerror(errno));
	if (!fcntl(j->lock, F_SETLK, &all))
		return ERR_OK;
	if (errno == EACCES || errno == EAGAIN)
		return why_set(why, ERR_EXISTS,
			       "another judge works on %s already",
			       j->c.database);
	return why_set(why, ERR_SYSTEM, "%s: %s", path, strerror(errno));
}

static enum err judge_recover(struct judge *j, struct why *why)
{
	int n;
	enum err e = JUDGE_WHOLE(j, store_outbox_recover(j->st, &n, why), why);

	/* whoever starts the judge may have mended the server */
	return e ? e : judge_relay_retry(j, why);
}

static const struct judge_calls judge_calls = {
	.proposals_save = proposals_save,
	.proxy_save = proxy_save,
	.spectators_save = spectators_save,
	.again = handle_again,
	.replay = handle_replay,
	.join_wish = join_wish,
	.join_sit = join_sit,
};

enum err judge_open(struct judge **out, const struct judge_config *c,
		    struct why *why)
{
	struct judge *j = xalloc_check(calloc(1, sizeof(*j)));
	enum err e;

	*out = NULL;
	j->c = *c;
	j->c.database = arena_strdup(&j->config, c->database);
	j->c.schema = arena_strdup(&j->config, c->schema);
	j->c.name = arena_str(&j->config, c->name);
	j->c.address = arena_str(&j->config, c->address);
	j->c.language = arena_str(&j->config, c->language);
	j->c.zone = arena_str(&j->config, c->zone);
	j->c.hosts = arena_str(&j->config, c->hosts);
	j->c.authserv_id = arena_str(&j->config, c->authserv_id);
	j->events.max = ADJUDICATION_EVENTS;
	/* fresh pages are mapped only where they are written */
	j->events.v =
		xalloc_check(calloc(ADJUDICATION_EVENTS, sizeof(*j->events.v)));
	j->rule_versions = rule_versions_new(j->c.systems, j->c.n_systems);
	j->calls = &judge_calls;
	j->lock = -1;
	e = c->guest ? ERR_OK : judge_lock(j, why);
	if (!e)
		e = store_open(&j->st, c->database, c->schema, why);
	if (!e && !c->guest)
		e = judge_recover(j, why);
	if (!e)
		e = moment_init(j, why);
	if (!e)
		e = identity_check(j, why);
	if (!e && !c->guest)
		e = restore_notify(j, why);
	if (e) {
		judge_close(j);
		return e;
	}
	*out = j;
	return ERR_OK;
}

void judge_close(struct judge *j)
{
	if (!j)
		return;
	judge_drafts_drop(j);
	attempts_uncount(j, &j->outbox_unmade, store_outbox_back, NULL);
	store_close(j->st);
	rule_versions_free(j->rule_versions);
	if (j->lock >= 0)
		close(j->lock);
	key_secret_release(&j->c.key);
	arena_release(&j->config);
	free(j->events.v);
	free(j->put_off.v);
	free(j->last);
	free(j->decided.v);
	free(j);
}

enum err judge_sync(struct judge *j, struct why *why)
{
	return store_sync(j->st, why);
}

bool judge_changed_by_others(struct judge *j)
{
	return store_changed_by_others(j->st);
}

struct store *judge_store(struct judge *j)
{
	return j->st;
}

/* Commands of the operator: each a transaction ------------------------------
 */

static enum err person_add(struct judge *j, const struct person_row *p,
			   int64_t *id, struct why *why)
{
	enum err e = store_begin(j->st, why);

	if (!e)
		e = store_person_add(j->st, p, judge_now(j), id, NULL);
	if (e == ERR_EXISTS)
		why_set(why, e, "the name or the address is known");
	else if (e)
		why_set(why, e, "the person could not be kept");
	return judge_end(j, e, why);
}

enum err judge_person_add(struct judge *j, struct str name, struct str address,
			  struct str language, struct str zone, int64_t *id,
			  struct why *why)
{
	struct person_row p = { .name = parse_trim(name),
				.language =
					language.len ? language : j->c.language,
				.zone = zone.len ? zone : j->c.zone };
	struct arena a;
	enum err e;

	arena_init(&a);
	p.address = addr_ascii(&a, address);
	if (!str_equal(name_clean(&a, p.name), p.name))
		e = why_set(why, ERR_USAGE,
			    "a person's name is one line, with single blanks "
			    "and nothing else that cannot be seen");
	else if (!p.name.len || p.name.len > NAME_BYTES ||
		 addr_fault(p.address, false))
		e = why_set(why, ERR_USAGE,
			    "a person needs a name, of at most %d bytes, and "
			    "a mail address%s%s",
			    NAME_BYTES,
			    addr_fault(p.address, false) ? ": " : "",
			    addr_fault(p.address, false)
				    ? addr_fault(p.address, false)
				    : "");
	else if (!timezone_exists(p.zone))
		e = why_set(why, ERR_USAGE,
			    "there is no time zone '%.*s': names are like "
			    "Europe/Madrid",
			    STR_ARG(p.zone));
	else
		e = person_add(j, &p, id, why);
	arena_release(&a);
	return e;
}

enum err judge_key_add(struct judge *j, int64_t person, struct str key,
		       struct why *why)
{
	struct key k;
	enum sig_error f = key_parse(key, &k);

	if (f)
		return why_set(why, ERR_FORMAT, "%s", sig_error_text(f));
	return JUDGE_WHOLE(
		j, person_key_add(j, person, &k, &actor_operator, why), why);
}

enum err judge_readmit(struct judge *j, int64_t person, struct why *why)
{
	enum { SEATS_OF_PERSON = 256 };
	struct seat_row seats[SEATS_OF_PERSON];
	const struct seat_row *at = NULL;
	struct game_row g;
	struct arena a;
	int n = 0;
	enum err e;

	arena_init(&a);
	e = store_seat_of_person(j->st, person, &a, seats, SEATS_OF_PERSON, &n,
				 why);
	/* the newest that is not over, else whatever there is */
	for (int i = 0; !e && i < n; i++) {
		e = store_game_get(j->st, seats[i].game, &a, &g, why);
		if (!e && g.state != GAME_ARCHIVED &&
		    (!at || g.state != GAME_ENDED))
			at = &seats[i];
	}
	if (!e && !at)
		e = why_set(why, ERR_USAGE,
			    "they sit at no table: change their keys by hand "
			    "(heraldo key)");
	if (!e)
		e = JUDGE_WHOLE(j,
				person_readmit(j, at->game, at->slot,
					       &actor_operator, why),
				why);
	arena_release(&a);
	return e;
}

/* Do they sign with it already? */
static enum err key_in_use(struct judge *j, int64_t person, const struct key *k,
			   bool *yes, struct why *why)
{
	char fingerprint[KEY_FINGERPRINT_MAX];
	struct key_row row;
	struct arena a;
	enum err e;

	arena_init(&a);
	key_fingerprint(k, fingerprint);
	e = store_key_get(j->st, str_of(fingerprint), &a, &row, why);
	*yes = !e && row.person == person && !row.revoked_s;
	arena_release(&a);
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

enum err judge_key_import(struct judge *j, int64_t person,
			  enum pgp_protocol protocol, struct str key,
			  struct why *why)
{
	struct key k;
	bool known = false;
	enum err e;

	if (!j->c.pgp)
		return why_set(why, ERR_USAGE,
			       "OpenPGP and S/MIME need gnupg-home in the "
			       "configuration");
	e = pgp_import(j->c.pgp, protocol, key, &k, why);
	if (!e)
		e = key_in_use(j, person, &k, &known, why);
	return e || known ? e
			  : JUDGE_WHOLE(j,
					person_key_add(j, person, &k,
						       &actor_operator, why),
					why);
}

enum err judge_key_revoke(struct judge *j, struct str fingerprint,
			  struct why *why)
{
	struct key_row k;
	struct arena a;
	enum err e;

	arena_init(&a);
	e = store_key_get(j->st, fingerprint, &a, &k, why);
	if (e == ERR_NOT_FOUND)
		why_set(why, e, "no key has this fingerprint");
	if (!e)
		e = JUDGE_WHOLE(j,
				person_key_revoke(j, k.person, fingerprint,
						  &actor_operator, why),
				why);
	arena_release(&a);
	return e;
}

/* A game that they have a place in and that is not over is no thing of the
 * past. */
static enum err judge_forget(struct judge *j, int64_t person, struct arena *a,
			     int *mails, int *letters, struct why *why)
{
	enum { SEATS_OF_PERSON = 4096 };
	struct seat_row *seats =
		ARENA_ARRAY(a, SEATS_OF_PERSON, struct seat_row);
	struct game_row g;
	int n = 0;
	enum err e = store_seat_of_person(j->st, person, a, seats,
					  SEATS_OF_PERSON, &n, why);

	for (int i = 0; !e && i < n; i++) {
		e = store_game_get(j->st, seats[i].game, a, &g, why);
		if (!e && !game_is_over(g.state))
			e = why_set(why, ERR_USAGE,
				    "%.*s is not over, and they have a place "
				    "in it: give it to somebody else, or end "
				    "it",
				    STR_ARG(g.name));
	}
	return e ? e : store_person_forget(j->st, person, mails, letters, why);
}

enum err judge_person_forget(struct judge *j, int64_t person, int *mails,
			     int *letters, struct why *why)
{
	struct arena a;
	enum err e;

	*mails = *letters = 0;
	arena_init(&a);
	e = JUDGE_WHOLE(j, judge_forget(j, person, &a, mails, letters, why),
			why);
	arena_release(&a);
	return e;
}

enum err judge_address_set(struct judge *j, int64_t person, struct str address,
			   struct why *why)
{
	struct arena a;
	enum err e;

	arena_init(&a);
	e = JUDGE_WHOLE(j,
			person_address_set(j, person, addr_ascii(&a, address),
					   &actor_operator, why),
			why);
	arena_release(&a);
	return e;
}

enum err judge_game_new(struct judge *j, const struct game_plan *plan,
			struct arena *a, struct str *name, int64_t *id,
			struct why *why)
{
	return JUDGE_WHOLE(j, lifecycle_new(j, plan, a, name, id, why), why);
}

enum err judge_seat(struct judge *j, int64_t game, int slot, int64_t person,
		    struct why *why)
{
	return JUDGE_WHOLE(
		j, lifecycle_seat(j, game, &actor_operator, slot, person, why),
		why);
}

/* In a transaction of its caller's. */
static enum err computer_seat(struct judge *j, int64_t game, int slot,
			      enum player_level level, struct why *why)
{
	struct person_row p;
	struct arena a;
	enum err e;

	arena_init(&a);
	e = computer_person_find(j, level, true, &a, &p, why);
	if (!e)
		e = lifecycle_seat(j, game, &actor_operator, slot, p.id, why);
	arena_release(&a);
	return e;
}

enum err judge_computer_seat(struct judge *j, int64_t game, int slot, int level,
			     struct why *why)
{
	return JUDGE_WHOLE(
		j, computer_seat(j, game, slot, (enum player_level)level, why),
		why);
}

bool judge_computer_sign(const struct judge *j, const struct canon *orders,
			 struct buf *out)
{
	return sign_document_for(&j->c.key, SIG_PLAYER, orders, out);
}

int64_t judge_time(const struct judge *j)
{
	return judge_now(j);
}

enum err judge_whole(struct judge *j,
		     enum err (*what)(void *context, struct store *st,
				      struct why *why),
		     void *context, struct why *why)
{
	enum err e;

	if (!store_in_transaction(j->st))
		return JUDGE_WHOLE(j, what(context, j->st, why), why);
	e = store_nest(j->st, why);
	if (e)
		return e;
	e = what(context, j->st, why);
	if (!e)
		return store_nest_keep(j->st, why);
	store_nest_drop(j->st);
	return e;
}

enum err judge_invite(struct judge *j, int64_t game, int slot,
		      struct str address, struct why *why)
{
	return JUDGE_WHOLE(j, invite_seat(j, game, slot, address, why), why);
}

enum err judge_game_start(struct judge *j, int64_t game, struct why *why)
{
	return JUDGE_WHOLE(j, lifecycle_start(j, game, &actor_operator, why),
			   why);
}

enum err judge_game_pause(struct judge *j, int64_t game, struct str words,
			  struct why *why)
{
	return JUDGE_WHOLE(
		j, lifecycle_pause(j, game, &actor_operator, words, why), why);
}

enum err judge_game_resume(struct judge *j, int64_t game, struct why *why)
{
	return JUDGE_WHOLE(j, lifecycle_resume(j, game, &actor_operator, why),
			   why);
}

enum err judge_game_end(struct judge *j, int64_t game, struct str words,
			struct why *why)
{
	return JUDGE_WHOLE(
		j, lifecycle_end(j, game, &actor_operator, words, why), why);
}

static enum err judge_deadline_change(struct judge *j, int64_t game,
				      struct deadline_command p,
				      struct why *why)
{
	return JUDGE_WHOLE(
		j, deadline_command_set(j, game, &actor_operator, &p, why),
		why);
}

enum err judge_game_extend(struct judge *j, int64_t game, int64_t seconds,
			   struct why *why)
{
	return judge_deadline_change(
		j, game,
		(struct deadline_command){ .more_s = seconds, .seat = -1 },
		why);
}

enum err judge_game_deadline(struct judge *j, int64_t game, int seat,
			     struct str moment, struct why *why)
{
	struct deadline_command p = { .seat = seat };
	struct arena a;
	bool is;

	arena_init(&a);
	is = deadline_command_moment(&a, moment, j->c.zone, &p.until_s);
	arena_release(&a);
	return is ? judge_deadline_change(j, game, p, why)
		  : why_set(why, ERR_USAGE,
			    "a deadline is like '2026-12-01 20:00 "
			    "Europe/Madrid'");
}

enum err judge_game_skip(struct judge *j, int64_t game, int seat,
			 struct why *why)
{
	return judge_deadline_change(
		j, game,
		(struct deadline_command){ .skip = true, .seat = seat }, why);
}

enum err judge_game_beacon(struct judge *j, int64_t game, struct why *why)
{
	return JUDGE_WHOLE(j, lifecycle_beacon(j, game, &actor_operator, why),
			   why);
}

enum err judge_game_policy(struct judge *j, int64_t game, struct str name,
			   struct str value, struct why *why)
{
	return JUDGE_WHOLE(
		j,
		lifecycle_set(j, game, &actor_operator,
			      &(struct lifecycle_value){ true, name, value }, 1,
			      STR(""), why),
		why);
}

enum err judge_away(struct judge *j, int64_t person, int32_t from,
		    int32_t until, struct why *why)
{
	return JUDGE_WHOLE(j, proposals_away(j, person, from, until, why), why);
}

enum err judge_back(struct judge *j, int64_t person, struct why *why)
{
	return JUDGE_WHOLE(
		j, proposals_absent(j, person, 0, 0, 0, &actor_operator, why),
		why);
}

enum err judge_game_override(struct judge *j, int64_t game, struct str path,
			     struct str value, struct str words,
			     struct why *why)
{
	return JUDGE_WHOLE(
		j,
		lifecycle_set(j, game, &actor_operator,
			      &(struct lifecycle_value){ false, path, value },
			      1, words, why),
		why);
}

enum err judge_game_undo(struct judge *j, int64_t game, int64_t point,
			 bool fresh, struct str words, struct why *why)
{
	return judge_game_undo_event(j, game, point, 0, fresh, words, why);
}

enum err judge_game_undo_event(struct judge *j, int64_t game, int64_t point,
			       int64_t event, bool fresh, struct str words,
			       struct why *why)
{
	const struct way_back to = { point, event, fresh };

	return JUDGE_WHOLE(
		j, lifecycle_undo(j, game, &actor_operator, &to, words, why),
		why);
}

enum err judge_game_rule(struct judge *j, int64_t game, int64_t number,
			 struct str verdict, struct str words, struct why *why)
{
	return JUDGE_WHOLE(j,
			   life_rule(j, game, &actor_operator, number, verdict,
				     words, why),
			   why);
}

static enum err join_get(struct judge *j, int64_t id, struct arena *a,
			 struct join_row *row, struct why *why)
{
	enum err e = store_join_get(j->st, id, a, row, why);

	return e == ERR_NOT_FOUND
		       ? why_set(why, e, "nobody asked to join as number %lld",
				 (long long)id)
		       : e;
}

static enum err decide_join(struct judge *j, int64_t id, bool admit,
			    bool replace, struct why *why)
{
	struct join_row row;
	struct arena a;
	enum err e;

	arena_init(&a);
	e = join_get(j, id, &a, &row, why);
	if (!e)
		e = JUDGE_WHOLE(j,
				admit ? join_admit(j, &row, &actor_operator,
						   replace, why)
				      : join_refuse(j, &row, why),
				why);
	arena_release(&a);
	return e;
}

enum err judge_join_admit(struct judge *j, int64_t join, bool replace,
			  struct why *why)
{
	return decide_join(j, join, true, replace, why);
}

enum err judge_join_refuse(struct judge *j, int64_t join, struct why *why)
{
	return decide_join(j, join, false, false, why);
}

/* The clock -----------------------------------------------------------------
 */

enum err judge_next(struct judge *j, int64_t *at_s, int64_t *timer_s,
		    struct why *why)
{
	int64_t mail;
	struct timer_row t;
	enum err e = timers_next(j, INT64_MAX, &t, why);

	*timer_s = timer_retry_next(j);
	if (!e && t.due_s < *timer_s)
		*timer_s = t.due_s;
	if (j->timers_held)
		*timer_s = INT64_MAX;
	*at_s = *timer_s;
	if (!e || e == ERR_NOT_FOUND)
		e = store_outbox_next(j->st, &mail, why);
	if (!e)
		mail = relay_next(j, mail);
	if (!e && mail < *at_s)
		*at_s = mail;
	/* one whose server's clock is ahead of ours */
	if (!e)
		e = judge_next_mail(j, &mail, why);
	if (!e && mail < *at_s)
		*at_s = mail;
	return e;
}

struct pruning {
	const struct judge_keeping *keep;
	struct judge_forgotten *out;
};

static enum err prune_strays(struct judge *j, const struct pruning *p, int *n,
			     int64_t *bytes, struct why *why)
{
	enum err e = store_inbox_prune(j->st, judge_now(j) - p->keep->stray_s,
				       p->keep->stray_bytes, JUDGE_BATCH, n,
				       bytes, why);

	p->out->strays += e ? 0 : *n;
	return e;
}

static enum err prune_mails(struct judge *j, const struct pruning *p, int *n,
			    int64_t *bytes, struct why *why)
{
	enum err e =
		store_inbox_forget(j->st, judge_now(j) - p->keep->mail_s,
				   judge_now(j), JUDGE_BATCH, n, bytes, why);

	p->out->mails += e ? 0 : *n;
	return e;
}

static enum err prune_sent_mails(struct judge *j, const struct pruning *p,
				 int *n, int64_t *bytes, struct why *why)
{
	enum err e =
		store_outbox_prune(j->st, judge_now(j) - p->keep->sent_mail_s,
				   JUDGE_BATCH, n, bytes, why);

	p->out->letters += e ? 0 : *n;
	return e;
}

/* What a game came to is in its log: nobody plays on from it. */
static enum err prune_states(struct judge *j, const struct judge_keeping *keep,
			     struct why *why)
{
	enum { AT_ONCE = 1000 };
	enum err e;
	int n;

	do {
		e = JUDGE_WHOLE(j,
				store_snapshot_prune(
					j->st, judge_now(j) - keep->sent_mail_s,
					AT_ONCE, &n, why),
				why);
	} while (!e && n == AT_ONCE);
	return e;
}

enum err judge_prune(struct judge *j, const struct judge_keeping *keep,
		     struct judge_forgotten *out, bool *more, struct why *why)
{
	/* pages: as many as a busy hour writes; as many as are moved in a
	 * moment */
	enum { SPARE = 4096, SOME = 2048 };
	enum err (*const kinds[])(struct judge *, const struct pruning *, int *,
				  int64_t *, struct why *) = {
		prune_strays,
		prune_mails,
		prune_sent_mails,
	};
	struct pruning p = { keep, out };
	enum err e = ERR_OK;

	*out = (struct judge_forgotten){ 0 };
	*more = false;
	for (size_t i = 0; !e && i < ARRAY_LEN(kinds); i++) {
		int some;

		do {
			int64_t freed = 0;

			some = 0;
			e = JUDGE_WHOLE(j, kinds[i](j, &p, &some, &freed, why),
					why);
			out->bytes += e ? 0 : freed;
		} while (!e && some == JUDGE_BATCH);
	}
	if (!e)
		e = prune_states(j, keep, why);
	return e ? e : store_shrink(j->st, SPARE, SOME, more, why);
}

/* Looking -------------------------------------------------------------------
 */

enum err judge_game_view(struct judge *j, int64_t game, int seat,
			 struct game *out, struct why *why)
{
	struct game_ctx *t;
	struct arena a;
	enum err e;

	arena_init(&a);
	e = game_ctx_new(j, game, &a, &t, why);
	if (!e)
		game_view(t->game, seat, out);
	arena_release(&a);
	return e;
}

enum err judge_game_awaiting(struct judge *j, int64_t game,
			     struct judge_awaited *out, int max, int *n,
			     struct why *why)
{
	int64_t deadline_s[SEATS_MAX];
	struct awaiting w;
	struct game_ctx *t;
	struct arena a;
	enum err e;

	*n = 0;
	arena_init(&a);
	e = game_ctx_new(j, game, &a, &t, why);
	if (!e)
		e = deadline_of(j, game, deadline_s, why);
	if (!e && t->row.state != GAME_OPEN && t->row.state != GAME_ENDED) {
		system_awaiting(t->sys->rules, t->game->state, &w);
		for (int i = 0; i < w.n && *n < max; i++)
			out[(*n)++] = (struct judge_awaited){
				.seat = w.v[i].seat,
				.blocking = w.v[i].blocking,
				.deadline_s = deadline_s[w.v[i].seat],
			};
	}
	arena_release(&a);
	return e;
}

enum err judge_status(struct judge *j, struct judge_status *out,
		      struct why *why)
{
	enum err e;

	*out = (struct judge_status){ .schema = store_version(j->st) };
	e = store_game_counts(j->st, out->games, why);
	if (!e)
		e = store_inbox_counts(j->st, out->inbox, why);
	if (!e)
		e = store_outbox_counts(j->st, out->outbox, why);
	if (!e)
		e = store_outbox_worn(j->st, JUDGE_ATTEMPTS, &out->worn, why);
	if (!e)
		e = store_timer_next(j->st, &out->next_timer_s, why);
	return e;
}
