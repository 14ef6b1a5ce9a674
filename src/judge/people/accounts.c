/*
 * src/judge/people/accounts.c - KEYS: changes of keys and addresses, mailed to
 * all tables concerned. A change is a row and a chained event in every game of
 * the person that has not ended; a revocation is an event in every game. It is
 * signed by an old key, or marked as the operator's.
 *
 *	KEYS game seat point serial
 *	SEEN ..
 *	ADD fingerprint			the key itself is attached
 *	REVOKE fingerprint
 *	ADDRESS name@host
 *	LANGUAGE es			of the mails to this person
 *	ZONE Europe/Madrid		of the times in them
 *
 * The fingerprint may be on a line of its own, because it nearly fills one.
 *
 * A key comes into a record by a signature of its own, an address by an answer
 * from it. So a key is added at once if it has signed the same lines, too, and
 * an address never: a question goes to the new address (of a key: to that on
 * record), with a number that is used once, and the answer is
 *
 *	KEYS game seat number
 *
 * signed by the new key, or for an address by one of the person's keys. Until
 * then nothing changes; an unanswered question expires. (A person from another
 * judge answers KEYS number and a line JUDGE: identity_import.c.) A mail
 * program that signs by default has signed more than its user knows: a change
 * asked by OpenPGP or S/MIME needs an answer as well.
 *
 * A game master readmits a player who lost the key (READMIT): a notice goes to
 * the address on record and to all tables of the player. Seven days later,
 * unless a key of the player has signed a text meanwhile, a question goes out
 * that a new key answers. Every log marks the key as readmitted.
 */
#include "judge/people/leave.h"
#include "judge/notify/notify.h"
#include "judge/people/identity_import.h"
#include "judge/game/deadline.h"
#include "judge/policies/spectators.h"
#include "judge/policies/fork_check.h"
#include "protocol/judge_lines.h"
#include "judge/game/anonymity.h"
#include "judge/game/moment.h"
#include "protocol/keywords.h"
#include "judge/game/reject.h"
#include "judge/game/game_keyring.h"
#include "judge/inbox/signer.h"
#include "judge/requests/preferences.h"
#include "judge/game/game_ctx.h"
#include "judge/game/timezone_names.h"
#include "auth/keyring.h"
#include "base/parse.h"
#include "base/str.h"
#include "mail/addr.h"
#include "engine/common.h"

enum {
	SEATS_OF_PERSON = 256,
	KEYS_MAX = KEYRING_PER_PERSON,
	NONCE_BYTES = 16,
	CHANGES_A_DAY = 5,
	READMIT_S = 7 * 86400
};

struct change {
	int kind; /* of event; 0: an address */
	struct str fingerprint;
	struct str key;
	struct str address; /* the new one */
};

static void emit_change(struct adjudication *x, const struct change *c,
			struct str name, struct str by)
{
	struct event e;

	switch (c->kind) {
	case COMMON_KEY_ADDED:
		common_event_key_added(&e, 0, name, c->fingerprint, c->key, by);
		break;
	case COMMON_KEY_REVOKED:
		common_event_key_revoked(&e, 0, name, c->fingerprint, by);
		break;
	default: common_event_address_changed(&e, 0, name, by);
	}
	game_emit(&x->run, &e);
}

/* What the log of this game may say of it. */
static enum err ring_change(struct adjudication *x, const struct change *c,
			    int64_t person, struct why *why)
{
	switch (c->kind) {
	case COMMON_KEY_ADDED:
		return game_keyring_adds(x, person, c->fingerprint, why);
	case COMMON_KEY_REVOKED:
		return game_keyring_revokes(x, person, c->fingerprint, why);
	default: return ERR_OK;
	}
}

static enum err log_in_game(struct judge *j, int64_t game,
			    const struct person_row *p, const struct change *c,
			    const struct actor *h, struct why *why)
{
	struct actor elsewhere = *h;
	struct game_txn own, *s;
	enum err e;

	/* seat, serial and signed text belong to one game of them */
	if (h->orders && h->orders->game != game) {
		elsewhere.slot = -1;
		elsewhere.orders = NULL;
		elsewhere.serial = 0;
		elsewhere.serial_taken = false;
		elsewhere.reply_to = STR("");
	}
	e = game_txn_open(&s, &own, j, game, &elsewhere, why);
	if (e)
		return e;
	e = ring_change(&s->x, c, p->id, why);
	if (!e)
		emit_change(&s->x, c, p->name, h->by);
	return game_txn_close(s, e, why);
}

/* List the other judges that have the key: they do not learn of changes
 * here. */
static enum err list_other_judges(struct judge *j, int64_t person,
				  struct arena *a, struct payload *m,
				  struct why *why)
{
	struct str judges[2 * PASSPORT_JUDGES];
	struct buf list;
	int n = 0;
	enum err e =
		person_judges(j, person, a, judges, ARRAY_LEN(judges), &n, why);

	if (e || !n)
		return e;
	buf_init(&list, 16 << 10);
	for (int i = 0; i < n; i++) {
		struct buf json;

		buf_init(&json, 1000);
		json_string_render(&json, judges[i]);
		payload_list_add(&list, arena_str(a, buf_str(&json)));
		buf_release(&json);
	}
	payload_json(m, "judges", payload_list_end(&list, a));
	return ERR_OK;
}

/* Does the log of the game at this place learn of the change? */
static enum err log_learns(struct judge *j, const struct seat_row *place,
			   const struct change *c, struct arena *a,
			   bool *learns, struct why *why)
{
	struct game_row g;
	bool hides = false;
	enum err e = store_game_get(j->st, place->game, a, &g, why);

	/* no log names a spectator where spectators are hidden */
	if (!e && spectators_is_place(place->slot) && g.state != GAME_ARCHIVED)
		e = spectators_hides_in(j, g.id, &hides, why);
	/* a revocation goes to the logs of ended games, too; to an archived
	 * one after its return */
	*learns = !e && !hides &&
		  (!game_is_over(g.state) ||
		   (g.state == GAME_ENDED && c->kind == COMMON_KEY_REVOKED));
	return e;
}

/* The event in every game of the person. */
static enum err log_change(struct judge *j, const struct person_row *p,
			   const struct change *c, const struct actor *h,
			   struct arena *a, struct why *why)
{
	struct seat_row seats[SEATS_OF_PERSON];
	bool learns;
	int n = 0;
	enum err e = store_seat_of_person(j->st, p->id, a, seats,
					  SEATS_OF_PERSON, &n, why);

	for (int i = 0; !e && i < n; i++) {
		if (i && seats[i].game == seats[i - 1].game)
			continue;
		e = log_learns(j, &seats[i], c, a, &learns, why);
		if (!e && learns)
			e = log_in_game(j, seats[i].game, p, c, h, why);
	}
	return e;
}

/* The mail to the person, at the address before the change. */
static enum err notify_change(struct judge *j, const struct person_row *p,
			      const struct change *c, const struct actor *h,
			      struct arena *a, struct why *why)
{
	struct notify w = { .kind = "account_change",
			    .slot = -1,
			    .address = p->address,
			    .language = p->language };
	const char *what = c->kind == COMMON_KEY_ADDED     ? "key_added"
			   : c->kind == COMMON_KEY_REVOKED ? "key_revoked"
							   : "address";
	struct payload m;
	uint8_t unique[8];
	enum err e = ERR_OK;

	payload_init(&m);
	payload_text(&m, "what", str_of(what));
	payload_text(&m, "by", h->by);
	payload_text(&m, "fingerprint", c->fingerprint);
	payload_text(&m, "address", c->address);
	if (c->kind == COMMON_KEY_REVOKED)
		e = list_other_judges(j, p->id, a, &m, why);
	w.matter = payload_end(&m, a);
	judge_random(j, unique, sizeof(unique));
	w.tag = str_of(arena_printf(a, "notice.%s",
				    hex_of(a, unique, sizeof(unique)).s));
	return e ? e : notify_add(j, &w, a, why);
}

static enum err publish_change(struct judge *j, const struct person_row *p,
			       const struct change *c, const struct actor *h,
			       struct why *why)
{
	struct arena a;
	enum err e;

	arena_init(&a);
	e = log_change(j, p, c, h, &a, why);
	if (!e)
		e = notify_change(j, p, c, h, &a, why);
	arena_release(&a);
	return e;
}

enum err person_key_import(struct judge *j, int64_t person, const struct key *k,
			   int64_t since_s, const struct actor *h,
			   struct why *why)
{
	struct key_row row = { .person = person, .added_s = since_s };
	struct change c = { .kind = COMMON_KEY_ADDED };
	char fingerprint[KEY_FINGERPRINT_MAX];
	struct key_row rows[KEYS_MAX];
	struct person_row p;
	struct arena a;
	struct buf line;
	int n = 0;
	enum err e;

	arena_init(&a);
	buf_init(&line, 1000);
	e = store_person_get(j->st, person, &a, &p, why);
	if (!e)
		e = store_key_ring(j->st, person, &a, rows, KEYS_MAX, &n, why);
	if (!e && n == KEYRING_PER_PERSON)
		e = reject_set(why, REJECT_ring,
			       REJECT_OF(str_of(
				       keyring_fault_text(KEYRING_TOO_MANY))));
	if (!e) {
		key_fingerprint(k, fingerprint);
		/* of a key that GnuPG keeps there is the fingerprint alone */
		if (k->kind == KEY_ED25519)
			key_render(k, p.name, &line);
		row.fingerprint = c.fingerprint = str_of(fingerprint);
		row.key = c.key = parse_trim(buf_str(&line));
		e = store_key_add(j->st, &row, NULL);
		if (e == ERR_EXISTS)
			reject_set(why, REJECT_key_known, NULL);
	}
	if (!e)
		e = publish_change(j, &p, &c, h, why);
	buf_release(&line);
	arena_release(&a);
	return e;
}

enum err person_key_add(struct judge *j, int64_t person, const struct key *k,
			const struct actor *h, struct why *why)
{
	return person_key_import(j, person, k, judge_now(j), h, why);
}

enum err person_key_revoke(struct judge *j, int64_t person,
			   struct str fingerprint, const struct actor *h,
			   struct why *why)
{
	struct key_row rows[KEYS_MAX];
	struct change c = { .kind = COMMON_KEY_REVOKED };
	struct person_row p;
	struct key key;
	struct arena a;
	int n = 0, valid = 0;
	enum err e;

	arena_init(&a);
	e = store_person_get(j->st, person, &a, &p, why);
	if (!e)
		e = store_key_ring(j->st, person, &a, rows, KEYS_MAX, &n, why);
	for (int i = 0; !e && i < n; i++) {
		if (!ring_key(&rows[i], &key))
			continue;
		valid++;
		if (key_is_fingerprint(&key, fingerprint))
			c.fingerprint = rows[i].fingerprint;
	}
	if (!e && !c.fingerprint.len)
		e = reject_set(why, REJECT_key_invalid, REJECT_OF(fingerprint));
	if (!e && valid == 1 && h->cause != CAUSE_OPERATOR)
		e = reject_set(why, REJECT_key_last, NULL);
	if (!e)
		e = store_key_revoke(j->st, c.fingerprint, judge_now(j), why);
	if (!e)
		e = publish_change(j, &p, &c, h, why);
	arena_release(&a);
	return e;
}

enum err person_address_set(struct judge *j, int64_t person, struct str address,
			    const struct actor *h, struct why *why)
{
	struct change c = { .address = address };
	const char *fault = addr_fault(address, false);
	struct person_row p;
	struct arena a;
	enum err e;

	if (fault)
		return reject_set(why, REJECT_address_bad,
				  REJECT_OF(address, str_of(fault)));
	arena_init(&a);
	e = store_person_get(j->st, person, &a, &p, why);
	if (!e) {
		e = store_address_set(j->st, person, address, judge_now(j),
				      NULL);
		if (e == ERR_EXISTS)
			reject_set(why, REJECT_address_taken, NULL);
	}
	if (!e)
		e = publish_change(j, &p, &c, h, why);
	arena_release(&a);
	return e;
}

/* By mail -------------------------------------------------------------------
 */

/* No event, because it concerns no other player: only answer the sender. */
static enum err tell_sender(struct delivery *d, const char *what,
			    struct str value, struct why *why)
{
	struct payload m;

	payload_init(&m);
	payload_text(&m, "what", str_of(what));
	payload_text(&m, "by", d->f.orders.fingerprint);
	payload_text(&m, "value", value);
	return delivery_answer(d, "account_change", NULL, payload_end(&m, d->a),
			       why);
}

static enum err set_language(struct delivery *d, struct str language,
			     struct why *why)
{
	struct person_row p;
	enum err e;

	if (!judge_has_language(d->j, language))
		return reject_set(why, REJECT_no_language, REJECT_OF(language));
	e = store_person_get(d->j->st, d->f.person, d->a, &p, why);
	if (!e)
		e = store_person_set(d->j->st, p.id, language, p.zone, why);
	return e ? e : tell_sender(d, "language", language, why);
}

/* Signed text is in capitals, names of zones are not. */
static enum err set_zone(struct delivery *d, struct str said, struct why *why)
{
	struct str zone = timezone_named(d->a, said);
	struct person_row p;
	enum err e;

	if (!zone.len)
		return reject_set(why, REJECT_no_zone, REJECT_OF(said));
	e = store_person_get(d->j->st, d->f.person, d->a, &p, why);
	if (!e)
		e = store_person_set(d->j->st, p.id, p.language, zone, why);
	return e ? e : tell_sender(d, "zone", zone, why);
}

/* Questions -----------------------------------------------------------------
 */

/* numbers are stored: never change one */
enum {
	CHANGE_ADDRESS = 1,
	CHANGE_ADD = 2,
	CHANGE_REVOKE = 3,
	CHANGE_READMIT,
	CHANGE_SECOND /* 6 is CHANGE_LEAVE */
};

static const char *change_word(int kind)
{
	switch (kind) {
	case CHANGE_ADDRESS: return "ask_address";
	case CHANGE_ADD: return "ask_key";
	case CHANGE_REVOKE: return "ask_revoke";
	case CHANGE_SECOND: return "ask_second";
	default: return "ask_readmit";
	}
}

/* A mail about a change, to an address or to the person. */
struct change_mail {
	const char *kind;
	struct str nonce;    /* proves the change; empty: none */
	struct str to;       /* empty: to the person */
	struct str reply_to; /* the Message-ID that it answers; empty: none */
};

static enum err write_about(struct judge *j, const struct change_mail *mail,
			    const struct change_row *c, struct arena *a,
			    struct why *why)
{
	struct notify w = { .kind = mail->kind,
			    .slot = -1,
			    .person = c->person,
			    .address = mail->to,
			    .automatic = true,
			    .reply_to = mail->reply_to };
	uint8_t unique[8];
	struct game_row g;
	struct payload m;
	char seat[SLOT_NAME_MAX];
	enum err e = store_game_get(j->st, c->game, a, &g, why);

	if (e)
		return e;
	slot_name(c->slot, seat);
	payload_init(&m);
	payload_text(&m, "what", str_of(change_word(c->kind)));
	payload_text(&m, "by", c->signer.len ? c->signer : STR("readmission"));
	payload_text(&m, "game", g.name);
	payload_text(&m, "seat", str_of(seat));
	payload_text(&m, "nonce", mail->nonce);
	payload_text(&m, "fingerprint", c->fingerprint);
	payload_text(&m, "address", c->address);
	payload_text(&m, "expires", time_text(a, c->expires_s));
	w.matter = payload_end(&m, a);
	judge_random(j, unique, sizeof(unique));
	w.tag = str_of(arena_printf(a, "%s.%s", mail->kind,
				    hex_of(a, unique, sizeof(unique)).s));
	return notify_add(j, &w, a, why);
}

/* Keep a change until it is proved, and ask for the proof. */
static enum err accounts_ask(struct judge *j, struct change_row *c,
			     struct str to, struct str reply_to,
			     struct arena *a, struct why *why)
{
	uint8_t bytes[NONCE_BYTES];
	struct str nonce;
	struct hash h;
	enum err e;

	judge_random(j, bytes, sizeof(bytes));
	nonce = hex_of(a, bytes, sizeof(bytes));
	h = hash_of(nonce);
	memcpy(c->nonce, h.b, HASH_SIZE);
	c->expires_s = judge_now(j) + JUDGE_JOIN_S;
	e = store_change_add(j->st, c, judge_now(j), why);
	return e ? e
		 : write_about(j,
			       &(struct change_mail){ "confirm", nonce, to,
						      reply_to },
			       c, a, why);
}

/* What a mail asks, not yet proved. */
static enum err ask_back(struct delivery *d, struct change_row *c,
			 struct str to, struct why *why)
{
	struct person_row p;
	bool yes = false;
	struct str whom = str_of(
		arena_printf(d->a, "changes %lld", (long long)d->f.person));
	enum err e = notify_allowed(d->j, whom, CHANGES_A_DAY, &yes, why);

	if (!e && !yes)
		return reject_set(why, REJECT_changes_many, NULL);
	c->person = d->f.person;
	c->game = d->f.game;
	c->slot = d->f.slot;
	c->point = d->f.claim.point;
	c->serial = d->f.claim.serial;
	c->signer = d->f.orders.fingerprint;
	c->format = d->f.orders.format;
	c->text = d->f.orders.text;
	c->signature = d->f.orders.signature;
	if (!e)
		e = accounts_ask(d->j, c, to, d->m->message_id, d->a, why);
	d->asked = !e && to.len;
	if (d->asked)
		e = store_person_get(d->j->st, c->person, d->a, &p, why);
	/* an owner who did not ask can still revoke the key that asked */
	if (!e && to.len)
		e = write_about(d->j,
				&(struct change_mail){ .kind = "account_change",
						       .to = p.address },
				c, d->a, why);
	d->out.verdict = "challenged";
	return e;
}

/* Did the key sign the very lines that ask for it? */
static bool signs_too(struct delivery *d, const struct key *key)
{
	struct signed_block_proof done;

	for (size_t i = 0; i < d->look->n; i++) {
		const struct signed_block *b = &d->look->blocks[i];

		if (!b->fault && str_equal(b->canon.text, d->f.text.text) &&
		    !signed_block_verify(d->a, b, key, 1, SIG_ORDERS, &done))
			return true;
	}
	return false;
}

static enum err add_key(struct delivery *d, struct str print,
			const struct actor *h, struct why *why)
{
	struct change_row c = { .kind = CHANGE_ADD };
	char fingerprint[KEY_FINGERPRINT_MAX];
	struct key_row known;
	struct key key;
	struct buf line;
	bool found = false;
	enum err e;

	for (size_t i = 0; i < d->f.n_parts && !found; i++)
		found = key_parse(d->f.parts[i].bytes, &key) == SIG_ERROR_OK &&
			key_is_fingerprint(&key, print);
	/* its newer copy was taken with the mail: judge/inbox/signer.h */
	if (!found && str_starts(print, "OPENPGP:") &&
	    !store_key_get(d->j->st, print, d->a, &known, NULL) &&
	    known.person == d->f.person)
		return reject_set(why, REJECT_key_known, NULL);
	if (!found)
		return reject_set(why, REJECT_key_absent, REJECT_OF(print));
	if (!d->f.by_gnupg && signs_too(d, &key))
		return person_key_add(d->j, d->f.person, &key, h, why);
	key_fingerprint(&key, fingerprint);
	c.fingerprint = str_of(fingerprint);
	/* only a person with the proven key learns whether it is known */
	e = store_key_get(d->j->st, c.fingerprint, d->a, &known, why);
	if (!e && known.person == d->f.person)
		return reject_set(why, REJECT_key_known, NULL);
	if (e && e != ERR_NOT_FOUND)
		return e;
	buf_init(&line, 1000);
	key_render(&key, STR("key"), &line);
	c.key = arena_str(d->a, parse_trim(buf_str(&line)));
	buf_release(&line);
	return ask_back(d, &c, STR(""), why);
}

static enum err revoke_key(struct delivery *d, struct str print,
			   const struct actor *h, struct why *why)
{
	struct change_row c = { .kind = CHANGE_REVOKE, .fingerprint = print };

	return d->f.by_gnupg
		       ? ask_back(d, &c, STR(""), why)
		       : person_key_revoke(d->j, d->f.person, print, h, why);
}

/* as the first one, or the second */
static enum err move_to(struct delivery *d, int kind, struct str address,
			struct why *why)
{
	struct change_row c = { .kind = kind, .address = address };
	const char *fault = addr_fault(address, false);
	struct person_row p;
	enum err e;

	if (!fault)
		fault = addr_special(address, d->j->c.address);
	if (fault)
		return reject_set(why, REJECT_address_bad,
				  REJECT_OF(address, str_of(fault)));
	e = store_person_get(d->j->st, d->f.person, d->a, &p, why);
	if (!e && str_equal(p.address, address))
		return reject_set(why, REJECT_address_yours, NULL);
	return e ? e : ask_back(d, &c, address, why);
}

enum err person_second_ask(struct delivery *d, struct str address,
			   struct why *why)
{
	return move_to(d, CHANGE_SECOND, address, why);
}

/* It has answered. What the first one sent back before is past. */
static enum err second_set(struct delivery *d, struct str address,
			   struct why *why)
{
	enum err e = store_second_set(d->j->st, d->f.person, address,
				      judge_now(d->j), NULL);

	if (!e)
		e = store_address_good(d->j->st, d->f.person, NULL);
	if (e == ERR_EXISTS)
		return reject_set(why, REJECT_address_taken, NULL);
	return e ? why_set(why, e, "a second address")
		 : tell_sender(d, "second", address, why);
}

/*
 * A change must name a reached point that is no older than the last change of
 * the person's keys: an old key or an old mail has no effect. A revocation
 * counts in any mail.
 */
static enum err is_stale(struct delivery *d, const struct game_row *g,
			 int64_t point, bool revokes, bool *stale,
			 struct why *why)
{
	int64_t changed = 0;
	enum err e =
		store_ring_changed(d->j->st, g->id, d->f.person, &changed, why);

	*stale = point > g->point || (!revokes && point < changed);
	return e;
}

static bool is_verb(const struct delivery *d, struct str line,
		    enum keyword_word what)
{
	struct str verb;

	return parse_field(&line, ' ', &verb) &&
	       keyword_is(d->a, d->f.claim.words, what, verb);
}

static enum err accounts_change(struct delivery *d, struct str line,
				const struct actor *h, struct why *why)
{
	struct str verb, rest = line;

	if (!parse_field(&rest, ' ', &verb))
		return ERR_OK;
	if (is_verb(d, line, SPOKEN_revoke))
		return revoke_key(d, rest, h, why);
	if (is_verb(d, line, SPOKEN_address))
		return move_to(d, CHANGE_ADDRESS, addr_ascii(d->a, rest), why);
	if (is_verb(d, line, SPOKEN_language))
		return set_language(d, judge_language_named(d->a, rest), why);
	if (is_verb(d, line, SPOKEN_zone))
		return set_zone(d, rest, why);
	if (is_verb(d, line, SPOKEN_add))
		return add_key(d, rest, h, why);
	return reject_set(why, REJECT_keys_verb, REJECT_OF(verb));
}

/*
 * If no adjudication of this game took the serial (no change yet, or only a
 * language) it is used up all the same: a repeated old mail must not restore an
 * old address.
 */
static enum err use_serial(struct delivery *d, struct why *why)
{
	struct game_row g;
	int64_t taken;
	enum err e = store_serial_find(d->j->st, d->f.game, d->f.slot,
				       d->f.claim.serial, &taken, why);

	if (e != ERR_NOT_FOUND)
		return e;
	e = store_game_get(d->j->st, d->f.game, d->a, &g, why);
	if (!e)
		e = store_serial_use(d->j->st, d->f.game, d->f.slot,
				     d->f.claim.serial, g.point, &taken, why);
	return e;
}

/* Key changes, in a savepoint of the transaction. */
struct saying {
	struct delivery *d;
	struct actor *h;
	struct str body;
};

/* Answers -------------------------------------------------------------------
 */

static enum err readmit_do(struct delivery *d, struct why *why)
{
	static const struct actor anew = { .cause = CAUSE_MAIL,
					   .slot = -1,
					   .by = { "readmission", 11 } };
	struct key_row rows[KEYS_MAX];
	struct key key;
	int n = 0;
	enum err e = store_key_ring(d->j->st, d->f.person, d->a, rows, KEYS_MAX,
				    &n, why);

	if (key_parse(d->f.change.key, &key))
		return reject_set(why, REJECT_key_unreadable, NULL);
	/* room for it first: the last one of eight goes, the others follow */
	for (int i = n - 1; !e && i > 0; i--)
		e = person_key_revoke(d->j, d->f.person, rows[i].fingerprint,
				      &anew, why);
	if (!e)
		e = person_key_add(d->j, d->f.person, &key, &anew, why);
	if (!e && n)
		e = person_key_revoke(d->j, d->f.person, rows[0].fingerprint,
				      &anew, why);
	return e;
}

static enum err change_do(struct delivery *d, const struct actor *h,
			  struct why *why)
{
	const struct change_row *c = &d->f.change;
	struct key key;

	switch (c->kind) {
	case CHANGE_ADDRESS:
		return person_address_set(d->j, c->person, c->address, h, why);
	case CHANGE_REVOKE:
		return person_key_revoke(d->j, c->person, c->fingerprint, h,
					 why);
	case CHANGE_READMIT: return readmit_do(d, why);
	case CHANGE_SECOND: return second_set(d, c->address, why);
	default:
		if (key_parse(c->key, &key))
			return reject_set(why, REJECT_key_unreadable, NULL);
		return person_key_add(d->j, c->person, &key, h, why);
	}
}

/* Is the key that asked still one of theirs, and the seat? */
static enum err still_good(struct delivery *d, const struct game_row *g,
			   bool *good, struct why *why)
{
	const struct change_row *c = &d->f.change;
	struct seat_row seat;
	struct key_row key;
	bool stale = false;
	enum err e;

	*good = false;
	if (c->kind == CHANGE_READMIT) {
		*good = true;
		return ERR_OK;
	}
	e = store_seat_get(d->j->st, c->game, c->slot, d->a, &seat, why);
	if (!e)
		e = store_key_get(d->j->st, c->signer, d->a, &key, why);
	if (!e)
		e = is_stale(d, g, c->point, c->kind == CHANGE_REVOKE, &stale,
			     why);
	if (!e)
		*good = seat.person == c->person && !key.revoked_s && !stale;
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

static enum err accounts_answered(void *context, struct why *why)
{
	const struct saying *s = context;
	enum err e = change_do(s->d, s->h, why);

	return e ? e
		 : store_change_done(s->d->j->st, s->d->f.change.nonce, why);
}

/* KEYS game seat number: the change that it answers was found by signer.c. */
static enum err accounts_confirm(struct delivery *d, const struct game_row *g,
				 struct why *why)
{
	struct change_row *c = &d->f.change;
	struct signed_row request = { .game = c->game,
				      .slot = c->slot,
				      .fingerprint = c->signer,
				      .format = c->format,
				      .text = c->text,
				      .signature = c->signature };
	struct actor h = { .cause = CAUSE_MAIL,
			   .slot = c->slot,
			   .serial = c->serial,
			   .serial_taken = true,
			   .orders = &request,
			   .reply_to = d->m->message_id,
			   .by = c->signer };
	struct saying s = { .d = d, .h = &h };
	bool good;
	enum err e;

	if (c->done)
		return delivery_refuse(d, NULL, "number_used", STR(""), why);
	e = still_good(d, g, &good, why);
	if (e)
		return e;
	if (!good || c->expires_s < judge_now(d->j))
		return delivery_refuse(d, NULL, "number_lapsed", STR(""), why);
	d->out.verdict = "adjudicated";
	return delivery_whole(d, accounts_answered, &s, "keys_refused", why);
}

enum err change_find(struct judge *j, struct str nonce, struct arena *a,
		     struct change_row *out, struct why *why)
{
	struct hash h = hash_of(str_lower(a, nonce));

	return store_change_get(j->st, h.b, a, out, why);
}

bool change_needs_key(const struct change_row *c, struct key *key)
{
	return c->kind == CHANGE_ADD && key_parse(c->key, key) == SIG_ERROR_OK;
}

bool change_brings_key(const struct change_row *c)
{
	return c->kind == CHANGE_READMIT;
}

static enum err accounts_notice(void *context, struct why *why)
{
	const struct saying *s = context;
	enum err e = accounts_change(s->d, s->body, s->h, why);

	return e ? e : use_serial(s->d, why);
}

/* One change a mail, for each is an adjudication with its own serial. */
enum err handle_keys(struct delivery *d, struct why *why)
{
	struct str body = { d->f.text.text.s + d->f.claim.body,
			    d->f.text.text.len - d->f.claim.body };
	struct actor h = { .cause = CAUSE_MAIL,
			   .slot = d->f.slot,
			   .serial = d->f.claim.serial,
			   .orders = &d->f.orders,
			   .reply_to = d->m->message_id,
			   .by = d->f.orders.fingerprint };
	struct saying s = { .d = d, .h = &h };
	struct game_row g;
	const char *no;
	bool stale, wishes;
	enum err e = game_ctx_row(d->j, d->f.game, d->a, &g, why);

	d->out.game = d->f.game;
	d->out.slot = d->f.slot;
	if (e)
		return e;
	if (d->f.claim.nonce.len)
		return accounts_confirm(d, &g, why);
	e = preferences_station(d, &wishes, why);
	if (e || wishes)
		return e;
	body = str_one_line(d->a, judge_lines_join(d->a, body));
	if (!body.len)
		return delivery_refuse(d, NULL, "keys_nothing", STR(""), why);
	if (spectators_is_place(d->f.slot) && is_verb(d, body, SPOKEN_leave))
		return leave_place(d, why);
	e = fork_check_check(d, &g, &no, why);
	if (e || no)
		return e ? e : delivery_refuse(d, NULL, no, STR(""), why);
	e = is_stale(d, &g, d->f.claim.point, is_verb(d, body, SPOKEN_revoke),
		     &stale, why);
	if (e || stale)
		return e ? e
			 : delivery_refuse(d, NULL, "keys_stale", STR(""), why);
	d->out.verdict = "adjudicated";
	s.body = body;
	return delivery_whole(d, accounts_notice, &s, "keys_refused", why);
}

/* A lost key ----------------------------------------------------------------
 */

/* A mail of this kind to everybody else at their tables, once to each. */
static enum err tell_tables(struct judge *j, const struct change_row *c,
			    struct arena *a, struct why *why)
{
	struct seat_row seats[SEATS_OF_PERSON], here[JUDGE_SLOTS];
	int64_t told[SEATS_OF_PERSON];
	int n = 0, n_here = 0, n_told = 0;
	enum err e = store_seat_of_person(j->st, c->person, a, seats,
					  SEATS_OF_PERSON, &n, why);

	for (int i = 0; !e && i < n; i++) {
		e = store_seat_list(j->st, seats[i].game, a, here, JUDGE_SLOTS,
				    &n_here, why);
		for (int k = 0; !e && k < n_here; k++) {
			struct change_row one = *c;
			bool known = !here[k].person ||
				     spectators_is_place(here[k].slot) ||
				     here[k].person == c->person ||
				     n_told == SEATS_OF_PERSON;

			for (int m = 0; m < n_told; m++)
				known |= told[m] == here[k].person;
			if (known)
				continue;
			told[n_told++] = here[k].person;
			one.person = here[k].person;
			e = write_about(
				j, &(struct change_mail){ .kind = "key_reset" },
				&one, a, why);
		}
	}
	return e;
}

enum err person_readmit(struct judge *j, int64_t game, int slot,
			const struct actor *h, struct why *why)
{
	struct change_row c = { .kind = CHANGE_READMIT,
				.game = game,
				.slot = slot };
	struct timer_row timer = { .game = game,
				   .kind = TIMER_READMIT,
				   .slot = slot,
				   .due_s = judge_now(j) + READMIT_S };
	uint8_t bytes[NONCE_BYTES];
	struct seat_row seat;
	struct game_row g = { .state = GAME_ENDED };
	struct hash nonce;
	struct arena a;
	enum err e;
	int n;

	arena_init(&a);
	e = store_seat_get(j->st, game, slot, &a, &seat, why);
	if (e == ERR_NOT_FOUND || (!e && !seat.person))
		e = reject_set(why, REJECT_nobody_sits, NULL);
	if (!e)
		e = store_game_get(j->st, game, &a, &g, why);
	if (!e && slot < SLOT_GM && !game_is_over(g.state))
		e = lifecycle_readmit(j, game, h, slot, why);
	if (!e)
		e = store_change_drop(j->st, seat.person, CHANGE_READMIT, &n,
				      why);
	/* a row that no number answers yet, but that a signature takes away */
	judge_random(j, bytes, sizeof(bytes));
	nonce = hash_of(bytes_of(bytes, sizeof(bytes)));
	memcpy(c.nonce, nonce.b, HASH_SIZE);
	c.person = seat.person;
	c.expires_s = timer.due_s + JUDGE_JOIN_S;
	c.text = c.signature = STR("");
	if (!e)
		e = store_change_add(j->st, &c, judge_now(j), why);
	c.expires_s = timer.due_s;
	if (!e)
		e = write_about(
			j, &(struct change_mail){ .kind = "account_change" },
			&c, &a, why);
	if (!e)
		e = tell_tables(j, &c, &a, why);
	if (!e)
		e = store_timer_set(j->st, &timer, why);
	arena_release(&a);
	return e;
}

/* Seven days have passed: unless they signed something, they are asked. */
enum err person_readmit_due(struct judge *j, const struct timer_row *t,
			    struct why *why)
{
	struct change_row c = { .kind = CHANGE_READMIT,
				.game = t->game,
				.slot = t->slot };
	struct seat_row seat;
	struct arena a;
	int n = 0;
	enum err e;

	arena_init(&a);
	e = store_seat_get(j->st, t->game, t->slot, &a, &seat, why);
	if (!e)
		e = store_change_drop(j->st, seat.person, CHANGE_READMIT, &n,
				      why);
	c.person = seat.person;
	c.text = c.signature = STR("");
	if (!e && n)
		e = accounts_ask(j, &c, STR(""), STR(""), &a, why);
	arena_release(&a);
	return e;
}

enum err person_signs(struct judge *j, int64_t person, struct why *why)
{
	int n;

	return store_change_drop(j->st, person, CHANGE_READMIT, &n, why);
}
