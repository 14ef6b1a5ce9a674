/* src/judge/people/identity_import.c */
#include "judge/people/identity_import.h"
#include "judge/people/names.h"
#include "judge/game/game_keyring.h"
#include "auth/keyring.h"
#include "base/parse.h"
#include "base/str.h"
#include "base/utf8.h"
#include "judge/notify/addressee.h"
#include "judge/notify/notify.h"
#include "judge/game/moment.h"
#include "judge/game/reject.h"
#include "judge/handlers.h"
#include "judge/inbox/signer.h"
#include "judge/game/timezone_names.h"
#include "mail/addr.h"

enum { NONCE_BYTES = 16, AHEAD_S = 86400 };

enum err person_judges(struct judge *j, int64_t person, struct arena *a,
		       struct str *judges, size_t max, int *n, struct why *why)
{
	struct passport_row rows[2][PASSPORT_JUDGES];
	int n_rows[2] = { 0, 0 };
	enum err e = store_passport_outs(j->st, person, a, rows[0],
					 PASSPORT_JUDGES, &n_rows[0], why);

	*n = 0;
	if (!e)
		e = store_passport_ins(j->st, person, a, rows[1],
				       PASSPORT_JUDGES, &n_rows[1], why);
	for (int way = 0; !e && way < 2; way++) {
		for (int i = 0; i < n_rows[way] && (size_t)*n < max; i++) {
			bool told = false;

			for (int k = 0; k < *n; k++)
				told |= str_equal(judges[k],
						  rows[way][i].judge);
			if (!told)
				judges[(*n)++] = rows[way][i].judge;
		}
	}
	return e;
}

/* --- written ---------------------------------------------------------------
 */

static enum err ring_collect(struct judge *j, const struct person_row *p,
			     struct arena *a, struct passport *out,
			     struct why *why)
{
	struct key_row rows[PASSPORT_KEYS + 1];
	int n = 0;
	enum err e = store_key_list(j->st, p->id, a, rows, PASSPORT_KEYS + 1,
				    &n, why);

	if (!e && n > PASSPORT_KEYS)
		e = why_set(why, ERR_TOO_LARGE, "there are too many keys");
	if (!e && !n)
		e = why_set(why, ERR_USAGE,
			    "they have no key, so there is nothing to tell");
	for (int i = 0; !e && i < n; i++) {
		out->keys[i] =
			(struct passport_key){ .since_s = rows[i].added_s,
					       .until_s = rows[i].revoked_s };
		if (!ring_key(&rows[i], &out->keys[i].key))
			e = why_set(why, ERR_FORMAT, "%.*s is unreadable",
				    STR_ARG(rows[i].fingerprint));
	}
	out->n_keys = n;
	return e;
}

static enum err passport_out(struct judge *j, int64_t person, struct str to,
			     struct arena *a, struct buf *out, struct why *why)
{
	struct passport *p = ARENA_NEW(a, struct passport);
	struct passport_row row = { .person = person,
				    .judge = to,
				    .dated_s = judge_now(j) };
	struct person_row r;
	enum err e = store_person_get(j->st, person, a, &r, why);

	if (!e)
		e = ring_collect(j, &r, a, p, why);
	if (e)
		return e;
	p->from = str_lower(a, j->c.address);
	p->to = to;
	p->date_s = row.dated_s;
	p->name = r.name;
	p->address = r.address;
	p->language = r.language;
	p->zone = r.zone;
	e = passport_render(p, &j->c.key, out, why);
	return e ? e : store_passport_out(j->st, &row, why);
}

enum err judge_person_export(struct judge *j, int64_t person, struct str to,
			     struct buf *out, struct why *why)
{
	const char *fault;
	struct arena a;
	enum err e;

	arena_init(&a);
	to = addr_ascii(&a, to);
	fault = addr_fault(to, false);
	if (fault)
		e = why_set(why, ERR_USAGE, "%.*s: %s", STR_ARG(to), fault);
	else if (str_equal(to, str_lower(&a, j->c.address)))
		e = why_set(why, ERR_USAGE, "that is this judge itself");
	else
		e = JUDGE_WHOLE(j, passport_out(j, person, to, &a, out, why),
				why);
	arena_release(&a);
	return e;
}

/* --- taken -----------------------------------------------------------------
 */

static enum err known_key(struct judge *j, const struct key *k, struct arena *a,
			  struct key_row *row, bool *known, struct why *why)
{
	char fingerprint[KEY_FINGERPRINT_MAX];
	enum err e;

	key_fingerprint(k, fingerprint);
	e = store_key_get(j->st, str_of(arena_strdup(a, fingerprint)), a, row,
			  why);
	*known = !e;
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

/*
 * The known person of the passport: the owner of one of its keys, else
 * *by_address the owner of its address; 0: none.
 */
static enum err identity_import_whom(struct judge *j, const struct passport *p,
				     struct arena *a, int64_t *by_key,
				     int64_t *by_address, struct why *why)
{
	struct person_row r;
	struct key_row row;
	bool known, current;
	enum err e = ERR_OK;

	*by_key = *by_address = 0;
	for (int i = 0; !e && i < p->n_keys; i++) {
		e = known_key(j, &p->keys[i].key, a, &row, &known, why);
		if (e || !known)
			continue;
		if (*by_key && *by_key != row.person)
			return why_set(why, ERR_EXISTS,
				       "its keys are of several persons here");
		*by_key = row.person;
	}
	if (!e)
		e = store_person_by_address(j->st, p->address, a, &r, &current,
					    why);
	if (!e && current)
		*by_address = r.id;
	if (e && e != ERR_NOT_FOUND)
		return e;
	if (*by_key && *by_address && *by_key != *by_address)
		return why_set(why, ERR_EXISTS,
			       "one of its keys is another person's than its "
			       "address");
	return ERR_OK;
}

/* As a row of theirs, without a word to anybody. */
static enum err key_import(struct judge *j, int64_t person,
			   const struct passport *p,
			   const struct passport_key *k, struct why *why)
{
	struct key_row row = { .person = person, .added_s = k->since_s };
	char fingerprint[KEY_FINGERPRINT_MAX];
	struct buf line;
	enum err e;

	buf_init(&line, 1000);
	key_fingerprint(&k->key, fingerprint);
	if (k->key.kind == KEY_ED25519)
		key_render(&k->key, p->name, &line);
	row.fingerprint = str_of(fingerprint);
	row.key = parse_trim(buf_str(&line));
	e = store_key_add(j->st, &row, why);
	if (!e && k->until_s)
		e = store_key_revoke(j->st, row.fingerprint, k->until_s, why);
	buf_release(&line);
	return e;
}

/* Those that it says are revoked, and are not here. One that is not known is
 * kept, so that it is never added. */
static enum err identity_import_revoke(struct judge *j, int64_t person,
				       const struct passport *p,
				       struct arena *a, struct brought *out,
				       struct why *why)
{
	struct key_row row;
	bool known;
	enum err e = ERR_OK;

	for (int i = 0; !e && i < p->n_keys; i++) {
		const struct passport_key *k = &p->keys[i];

		if (!k->until_s)
			continue;
		e = known_key(j, &k->key, a, &row, &known, why);
		if (e || (known && row.revoked_s))
			continue;
		out->n_revoked++;
		e = known ? person_key_revoke(j, person, row.fingerprint,
					      &actor_operator, why)
			  : key_import(j, person, p, k, why);
	}
	return e;
}

/* Add the passport's valid keys that are unknown here; a new person gets one
 * mail about all. */
static enum err identity_import_add(struct judge *j, int64_t person,
				    const struct passport *p, bool is_new,
				    struct arena *a, struct brought *out,
				    struct why *why)
{
	struct key_row row;
	bool known;
	enum err e = ERR_OK;

	for (int i = 0; !e && i < p->n_keys; i++) {
		const struct passport_key *k = &p->keys[i];

		if (k->until_s)
			continue;
		e = known_key(j, &k->key, a, &row, &known, why);
		out->n_dead += !e && known && row.revoked_s;
		if (e || known)
			continue;
		if (out->older) {
			out->n_left++;
			continue;
		}
		e = is_new ? key_import(j, person, p, k, why)
			   : person_key_import(j, person, &k->key, k->since_s,
					       &actor_operator, why);
		out->n_added++;
	}
	return e;
}

/* Is its owner asked about what it adds; have they answered; or is it all? */
enum step { STEP_ASKED, STEP_ANSWERED, STEP_WHOLE };

/* A passport that is imported, in a transaction. */
struct import {
	struct judge *j;
	struct arena *a;
	const struct passport *p;
	struct str text; /* of the passport, and the name here */
	struct str name;
	struct brought *out;
};

/* Into the ring of a person. */
static enum err ring_take(const struct import *x, int64_t person, bool is_new,
			  enum step step, struct why *why)
{
	struct judge *j = x->j;
	const struct passport *p = x->p;
	struct passport_row row = { .person = person,
				    .judge = p->from,
				    .dated_s = p->date_s };
	int64_t dated_s = 0;
	enum err e = store_ring_dated(j->st, person, &dated_s, why);

	x->out->older = step != STEP_ANSWERED && p->date_s <= dated_s;
	/* room first: a ring has eight */
	if (!e)
		e = identity_import_revoke(j, person, p, x->a, x->out, why);
	if (!e && step != STEP_ASKED)
		e = identity_import_add(j, person, p, is_new, x->a, x->out,
					why);
	return e || step == STEP_ASKED ? e
				       : store_passport_in(j->st, &row, why);
}

/* --- asked -----------------------------------------------------------------
 */

static struct str language_of(struct judge *j, const struct passport *p)
{
	return judge_has_language(j, p->language) ? p->language : j->c.language;
}

static struct str keys_listed(const struct key *keys, size_t n, struct arena *a)
{
	struct buf list;

	buf_init(&list, PASSPORT_MAX);
	for (size_t i = 0; i < n; i++) {
		char fingerprint[KEY_FINGERPRINT_MAX];

		key_fingerprint(&keys[i], fingerprint);
		payload_list_add(
			&list, str_of(arena_printf(a, "\"%s\"", fingerprint)));
	}
	return payload_list_end(&list, a);
}

/* Those of the passport that are valid there. */
static size_t keys_there(const struct passport *p, struct key *keys)
{
	size_t n = 0;

	for (int i = 0; i < p->n_keys; i++)
		if (!p->keys[i].until_s)
			keys[n++] = p->keys[i].key;
	return n;
}

/* The keys that may sign the answer: for a person with keys here, one of these,
 * because anybody can put another's public key into a passport. */
static enum err keys_answering(struct judge *j, const struct passport *p,
			       int64_t person, struct arena *a,
			       struct key *keys, size_t *n, struct why *why)
{
	struct key_row rows[KEYRING_PER_PERSON];
	int n_rows = 0;
	enum err e = ERR_OK;

	*n = 0;
	if (person)
		e = store_key_ring(j->st, person, a, rows, KEYRING_PER_PERSON,
				   &n_rows, why);
	for (int i = 0; !e && i < n_rows; i++)
		*n += ring_key(&rows[i], &keys[*n]);
	if (!e && !*n)
		*n = keys_there(p, keys);
	return e;
}

/* Are there keys to be added to those of a person known here? */
static enum err adds_keys(struct judge *j, const struct passport *p,
			  int64_t person, struct arena *a, bool *adds,
			  struct why *why)
{
	struct key_row row;
	int64_t dated_s = 0;
	bool known;
	enum err e = store_ring_dated(j->st, person, &dated_s, why);

	*adds = false;
	for (int i = 0; !e && i < p->n_keys; i++) {
		e = known_key(j, &p->keys[i].key, a, &row, &known, why);
		*adds |= !e && !known && !p->keys[i].until_s;
	}
	*adds = *adds && p->date_s > dated_s;
	return e;
}

/* A mail to the address: kind brought, or misread. */
static enum err write_to(struct judge *j, const struct passport *p,
			 const char *kind, struct payload *m,
			 struct str reply_to, struct arena *a, struct why *why)
{
	struct notify w = { .kind = kind,
			    .slot = -1,
			    .address = p->address,
			    .language = language_of(j, p),
			    .automatic = true,
			    .reply_to = reply_to };
	uint8_t unique[8];

	w.matter = payload_end(m, a);
	judge_random(j, unique, sizeof(unique));
	w.tag = str_of(arena_printf(a, "%s.%s", kind,
				    hex_of(a, unique, sizeof(unique)).s));
	return notify_add(j, &w, a, why);
}

static bool can_sign(const struct judge *j, const struct key *keys, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (keys[i].kind == KEY_ED25519 || j->c.pgp)
			return true;
	return false;
}

/*
 * A number to the address. Where one waits for its answer that is not older,
 * nothing is asked again: what the newer passport tells takes the place of what
 * the one before did.
 */
static enum err identity_import_ask(const struct import *x, int64_t person,
				    struct why *why)
{
	struct judge *j = x->j;
	struct arena *a = x->a;
	const struct passport *p = x->p;
	struct key *keys = ARENA_ARRAY(a, PASSPORT_KEYS, struct key);
	struct key *there = ARENA_ARRAY(a, PASSPORT_KEYS, struct key);
	size_t n = 0;
	struct passport_asked q;
	uint8_t bytes[NONCE_BYTES];
	struct str nonce;
	struct payload m;
	struct hash h;
	enum err e = keys_answering(j, p, person, a, keys, &n, why);

	if (e)
		return e;
	if (!can_sign(j, keys, n))
		return why_set(why, ERR_NO_KEY,
			       "none of its keys can answer here: add the "
			       "person and their key by hand, and import it "
			       "then");
	e = store_passport_asked(j->st, p->address, a, &q, why);
	x->out->asked = true;
	x->out->before = !e && q.expires_s >= judge_now(j);
	if (x->out->before) {
		q.name = x->name;
		q.passport = x->text;
		return store_passport_ask(j->st, &q, judge_now(j), why);
	}
	if (e && e != ERR_NOT_FOUND)
		return e;
	judge_random(j, bytes, sizeof(bytes));
	nonce = hex_of(a, bytes, sizeof(bytes));
	h = hash_of(nonce);
	q = (struct passport_asked){ .address = p->address,
				     .name = x->name,
				     .passport = x->text,
				     .asked_s = judge_now(j),
				     .expires_s = judge_now(j) + JUDGE_JOIN_S };
	memcpy(q.nonce, h.b, HASH_SIZE);
	e = store_passport_ask(j->st, &q, judge_now(j), why);
	payload_init(&m);
	payload_text(&m, "from", p->from);
	payload_text(&m, "name", x->name);
	payload_text(&m, "nonce", nonce);
	payload_json(&m, "keys", keys_listed(keys, n, a));
	if (person)
		payload_json(&m, "added",
			     keys_listed(there, keys_there(p, there), a));
	payload_text(&m, "expires", time_text(a, q.expires_s));
	if (!e)
		return write_to(j, p, "identity_import", &m, STR(""), a, why);
	payload_end(&m, a);
	return e;
}

/* --- by the operator -------------------------------------------------------
 */

static enum err is_for_here(struct judge *j, const struct passport *p,
			    struct str name, struct arena *a, struct why *why)
{
	const char *fault = addr_fault(p->address, false);

	if (!str_equal(str_lower(a, p->to), str_lower(a, j->c.address)))
		return why_set(why, ERR_USAGE, "it is for the judge %.*s",
			       STR_ARG(p->to));
	if (p->date_s > judge_now(j) + AHEAD_S)
		return why_set(why, ERR_USAGE, "its date is yet to come");
	if (!fault)
		fault = addr_special(p->address, j->c.address);
	if (fault)
		return why_set(why, ERR_FORMAT, "%.*s: %s", STR_ARG(p->address),
			       fault);
	if (!name_is_plain(name, a))
		return why_set(why, ERR_USAGE,
			       "nobody can be called '%.*s' here: --name gives "
			       "another name",
			       STR_ARG(name));
	return ERR_OK;
}

static enum err name_is_free(struct judge *j, struct str name, struct arena *a,
			     struct why *why)
{
	struct person_row r;
	enum err e = store_person_by_name(j->st, name, a, &r, why);

	if (!e)
		return why_set(why, ERR_EXISTS,
			       "somebody else is %.*s here: --name gives "
			       "another name",
			       STR_ARG(name));
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

/* A known person must have that name and address here: a passport must not move
 * keys to another person. */
static enum err is_theirs(struct judge *j, const struct passport *p,
			  struct str name, int64_t person, struct arena *a,
			  struct why *why)
{
	struct person_row r;
	enum err e = store_person_get(j->st, person, a, &r, why);

	if (e)
		return e;
	if (!mail_addr_equal(r.address, p->address))
		return why_set(why, ERR_EXISTS,
			       "one of its keys is %.*s's here, who has "
			       "another address: nothing was taken",
			       STR_ARG(r.name));
	return str_equal(utf8_fold(a, r.name), utf8_fold(a, name))
		       ? ERR_OK
		       : why_set(why, ERR_EXISTS,
				 "its address is %.*s's here, and it names "
				 "somebody else: --name gives their name here",
				 STR_ARG(r.name));
}

/* Revoke at once; ask the owner before adding keys. */
static enum err known_take(const struct import *x, int64_t person,
			   struct why *why)
{
	bool adds = false;
	enum err e = is_theirs(x->j, x->p, x->name, person, x->a, why);

	if (!e)
		e = adds_keys(x->j, x->p, person, x->a, &adds, why);
	if (!e && adds)
		e = identity_import_ask(x, person, why);
	x->out->person = person;
	return e ? e
		 : ring_take(x, person, false, adds ? STEP_ASKED : STEP_WHOLE,
			     why);
}

static enum err passport_in(struct judge *j, struct str text,
			    const struct key *by, struct str name,
			    struct arena *a, struct brought *out,
			    struct why *why)
{
	struct passport *p = ARENA_NEW(a, struct passport);
	struct import x = { .j = j, .a = a, .p = p, .text = text, .out = out };
	int64_t by_key = 0, by_address = 0;
	enum err e = passport_parse(text, by, a, p, why);

	if (!e && !name.len)
		name = p->name;
	x.name = name;
	p->address = addr_ascii(a, p->address);
	if (!e)
		e = is_for_here(j, p, name, a, why);
	if (!e)
		e = identity_import_whom(j, p, a, &by_key, &by_address, why);
	if (e)
		return e;
	if (by_key || by_address)
		return known_take(&x, by_key ? by_key : by_address, why);
	e = name_is_free(j, name, a, why);
	return e ? e : identity_import_ask(&x, 0, why);
}

enum err judge_person_import(struct judge *j, struct str text,
			     const struct key *by, struct str name,
			     struct brought *out, struct why *why)
{
	struct arena a;
	enum err e;

	*out = (struct brought){ .person = 0 };
	arena_init(&a);
	e = JUDGE_WHOLE(j, passport_in(j, text, by, name, &a, out, why), why);
	arena_release(&a);
	return e;
}

/* --- answered --------------------------------------------------------------
 */

/* What was asked with this number, and what the passport says. */
static enum err identity_import_asked(struct judge *j, struct str nonce,
				      struct arena *a, struct passport_asked *q,
				      struct passport *p, struct why *why)
{
	struct hash h = hash_of(str_lower(a, nonce));
	enum err e = store_passport_by_nonce(j->st, h.b, a, q, why);

	/* who had signed it was asked when it came */
	if (!e && !passport_read(q->passport, a, p))
		e = why_set(why, ERR_FORMAT, "a passport that was kept");
	if (!e)
		p->address = q->address;
	return e;
}

enum err identity_import_keys(struct judge *j, struct str nonce,
			      struct arena *a, struct key *keys, size_t *n,
			      struct why *why)
{
	struct passport *p = ARENA_NEW(a, struct passport);
	struct key *all = ARENA_ARRAY(a, PASSPORT_KEYS, struct key);
	int64_t by_key = 0, by_address = 0;
	struct passport_asked q;
	size_t n_all = 0;
	enum err e = identity_import_asked(j, nonce, a, &q, p, why);

	*n = 0;
	if (!e)
		e = identity_import_whom(j, p, a, &by_key, &by_address, why);
	if (!e)
		e = keys_answering(j, p, by_key ? by_key : by_address, a, all,
				   &n_all, why);
	for (size_t i = 0; !e && i < n_all && *n < KEYRING_PER_PERSON; i++)
		keys[(*n)++] = all[i];
	return e;
}

static enum err person_of(struct judge *j, const struct passport_asked *q,
			  const struct passport *p, struct arena *a,
			  int64_t *person, bool *is_new, struct why *why)
{
	struct person_row r = { .name = q->name,
				.address = p->address,
				.language = language_of(j, p),
				.zone = timezone_exists(p->zone) ? p->zone
								 : j->c.zone };
	int64_t by_key = 0, by_address = 0;
	enum err e = identity_import_whom(j, p, a, &by_key, &by_address, why);

	*person = by_key ? by_key : by_address;
	*is_new = !*person;
	if (!e && *person)
		e = is_theirs(j, p, q->name, *person, a, why);
	if (!e && *is_new)
		e = name_is_free(j, q->name, a, why);
	if (!e && *is_new)
		e = store_person_add(j->st, &r, judge_now(j), person, NULL);
	return e;
}

struct answering {
	struct delivery *d;
	const struct passport_asked *q;
	const struct passport *p;
	int64_t person;
};

static enum err identity_import_taken(void *context, struct why *why)
{
	struct answering *x = context;
	struct judge *j = x->d->j;
	struct brought done = { .person = 0 };
	const struct import from = {
		.j = j, .a = x->d->a, .p = x->p, .out = &done
	};
	bool is_new = false;
	enum err e =
		person_of(j, x->q, x->p, x->d->a, &x->person, &is_new, why);

	if (!e)
		e = ring_take(&from, x->person, is_new, STEP_ANSWERED, why);
	return e ? e : store_passport_answered(j->st, x->q->address, why);
}

/* In a savepoint of the transaction; *no: why it is refused now. */
static enum err take_answer(struct answering *x, const char **no,
			    struct why *why)
{
	struct store *st = x->d->j->st;
	struct why fault = { 0 };
	enum err e = store_nest(st, why);

	if (e)
		return e;
	e = identity_import_taken(x, &fault);
	if (!e)
		return store_nest_keep(st, why);
	store_nest_drop(st);
	*no = "number_lapsed";
	return e == ERR_EXISTS || e == ERR_USAGE || e == ERR_NO_KEY
		       ? ERR_OK
		       : why_set(why, e, "%s", fault.text);
}

static enum err import_answer(struct delivery *d, const struct answering *x,
			      const char *no, struct why *why)
{
	struct payload m;

	payload_init(&m);
	if (!no && !d->f.fault) {
		payload_text(&m, "what", STR("brought"));
		payload_text(&m, "by", x->p->from);
		payload_json(&m, "judges",
			     str_of(arena_printf(d->a, "[\"%.*s\"]",
						 STR_ARG(x->p->from))));
		d->f.person = x->person;
		return delivery_answer(d, "account_change", NULL,
				       payload_end(&m, d->a), why);
	}
	if (no)
		payload_text(&m, "reason", str_of(no));
	if (no && str_starts(str_of(no), "judge_"))
		payload_text(&m, "addressee",
			     addressee_line(d->a, NULL, &d->j->c.key.key,
					    STR("en")));
	if (!no)
		payload_text(&m, "fault", str_of(sig_error_name(d->f.fault)));
	payload_text(&m, "orders", d->f.block.whole);
	return write_to(d->j, x->p, "not_an_order_mail", &m, d->m->message_id,
			d->a, why);
}

/* Does the answer name this judge? Another judge may have passed the number on.
 */
static const char *not_for_here(struct delivery *d)
{
	struct str text = d->f.text.text;

	return addressee_strip(d->a, d->f.claim.words, &d->j->c.key.key, &text);
}

enum err handle_brought(struct delivery *d, struct why *why)
{
	struct passport *p = ARENA_NEW(d->a, struct passport);
	struct passport_asked q;
	struct answering x = { .d = d, .q = &q, .p = p };
	const char *no = NULL;
	enum err e =
		identity_import_asked(d->j, d->f.claim.nonce, d->a, &q, p, why);

	if (e)
		return e;
	if (d->f.fault) {
		d->out.verdict = sig_error_name(d->f.fault);
	} else if (q.expires_s < judge_now(d->j)) {
		no = d->out.verdict = "number_lapsed";
	} else if (not_for_here(d)) {
		no = d->out.verdict = not_for_here(d);
	} else {
		e = take_answer(&x, &no, why);
		d->out.verdict = no ? no : "brought";
	}
	return e ? e : import_answer(d, &x, no, why);
}
