/*
 * src/judge/people.c - keys and addresses change, and everybody at the tables
 * concerned is told. A change is a row and a chained event in every game of
 * the person that has not ended; it is signed by an old key, or marked as the
 * operator's.
 *
 *	KEYS game seat point serial
 *	ADD fingerprint			the key itself is attached
 *	REVOKE fingerprint
 *	ADDRESS name@host
 *	LANGUAGE es			of the mails to this person
 *
 * The fingerprint may stand on a line of its own: it fills one nearly.
 */
#include "judge/answer.h"
#include "judge/history.h"
#include "judge/who.h"
#include "base/parse.h"
#include "mail/addr.h"
#include "rules/common.h"

enum { SEATS_OF_PERSON = 256, KEYS_MAX = 64 };

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

	if (!c->kind)
		event_start(&e, COMMON_ADDRESS_CHANGED, 0);
	else
		event_start(&e, c->kind, 0);
	event_text(&e, name);
	if (c->kind)
		event_text(&e, c->fingerprint);
	if (c->kind == COMMON_KEY_ADDED)
		event_text(&e, c->key);
	event_text(&e, by);
	game_emit(&x->run, &e);
}

static enum err tell_one_game(struct judge *j, int64_t game,
			      const struct person_row *p,
			      const struct change *c, const struct hand *h,
			      struct why *why)
{
	struct adjudication x;
	struct table t;
	struct arena a;
	struct hand elsewhere = *h;
	enum err e;

	/* seat, serial and signed text belong to one game of them */
	if (h->orders && h->orders->game != game) {
		elsewhere.slot = -1;
		elsewhere.orders = NULL;
		elsewhere.serial = 0;
		elsewhere.reply_to = STR("");
	}
	arena_init(&a);
	e = life_begin(j, game, &elsewhere, &a, &t, &x, why);
	if (!e) {
		emit_change(&x, c, p->name, h->by);
		e = adjudication_end(&x, why);
	}
	arena_release(&a);
	return e;
}

/* In every game of theirs; then to themselves, at the address before. */
static enum err tell(struct judge *j, const struct person_row *p,
		     const struct change *c, const struct hand *h,
		     struct why *why)
{
	struct seat_row seats[SEATS_OF_PERSON];
	struct game_row g;
	struct arena a;
	struct matter m;
	struct answer w = { .kind = "notice",
			    .slot = -1,
			    .address = p->address,
			    .language = p->language };
	uint8_t unique[8];
	int n = 0;
	enum err e;

	arena_init(&a);
	e = store_seat_of_person(j->st, p->id, &a, seats, SEATS_OF_PERSON, &n,
				 why);
	for (int i = 0; !e && i < n; i++) {
		if (i && seats[i].game == seats[i - 1].game)
			continue;
		e = store_game_get(j->st, seats[i].game, &a, &g, why);
		if (!e && g.state != GAME_ENDED)
			e = tell_one_game(j, g.id, p, c, h, why);
	}
	matter_init(&m);
	matter_text(&m, "what",
		    str_of(c->kind == COMMON_KEY_ADDED     ? "key_added"
			   : c->kind == COMMON_KEY_REVOKED ? "key_revoked"
							   : "address"));
	matter_text(&m, "by", h->by);
	matter_text(&m, "fingerprint", c->fingerprint);
	matter_text(&m, "address", c->address);
	w.matter = matter_end(&m, &a);
	j->c.env.random(j->c.env.context, unique, sizeof(unique));
	w.tag = str_of(arena_printf(&a, "notice.%s",
				    hex_of(&a, unique, sizeof(unique)).s));
	if (!e)
		e = answer_add(j, &w, &a, why);
	arena_release(&a);
	return e;
}

enum err person_key_add(struct judge *j, int64_t person, const struct key *k,
			const struct hand *h, struct why *why)
{
	struct key_row row = { .person = person, .added_s = judge_now(j) };
	struct change c = { .kind = COMMON_KEY_ADDED };
	char fingerprint[KEY_FINGERPRINT_MAX];
	struct person_row p;
	struct arena a;
	struct buf line;
	enum err e;

	arena_init(&a);
	buf_init(&line, 1000);
	e = store_person_get(j->st, person, &a, &p, why);
	if (!e) {
		key_fingerprint(k, fingerprint);
		/* of a key that GnuPG keeps there is the fingerprint alone */
		if (k->kind == KEY_ED25519)
			key_render(k, p.name, &line);
		row.fingerprint = c.fingerprint = str_of(fingerprint);
		row.key = c.key = parse_trim(buf_str(&line));
		e = store_key_add(j->st, &row, NULL);
		if (e == ERR_EXISTS)
			why_set(why, ERR_EXISTS,
				"this key is known already, or was revoked");
	}
	if (!e)
		e = tell(j, &p, &c, h, why);
	buf_release(&line);
	arena_release(&a);
	return e;
}

enum err person_key_revoke(struct judge *j, int64_t person,
			   struct str fingerprint, const struct hand *h,
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
		e = store_key_list(j->st, person, &a, rows, KEYS_MAX, &n, why);
	for (int i = 0; !e && i < n; i++) {
		if (rows[i].revoked_s || !ring_key(&rows[i], &key))
			continue;
		valid++;
		if (key_is_fingerprint(&key, fingerprint))
			c.fingerprint = rows[i].fingerprint;
	}
	if (!e && !c.fingerprint.len)
		e = why_set(why, ERR_NO_KEY,
			    "%.*s is no valid key of this person",
			    STR_ARG(fingerprint));
	if (!e && valid == 1 && h->cause != CAUSE_OPERATOR)
		e = why_set(why, ERR_USAGE,
			    "the last key can be revoked by the operator "
			    "only: add another one first");
	if (!e)
		e = store_key_revoke(j->st, c.fingerprint, judge_now(j), why);
	if (!e)
		e = tell(j, &p, &c, h, why);
	arena_release(&a);
	return e;
}

enum err person_address_set(struct judge *j, int64_t person, struct str address,
			    const struct hand *h, struct why *why)
{
	struct change c = { .address = address };
	const char *fault = addr_fault(address, false);
	struct person_row p;
	struct arena a;
	enum err e;

	if (fault)
		return why_set(why, ERR_USAGE, "%.*s: %s", STR_ARG(address),
			       fault);
	arena_init(&a);
	e = store_person_get(j->st, person, &a, &p, why);
	if (!e) {
		e = store_address_set(j->st, person, address, judge_now(j),
				      NULL);
		if (e == ERR_EXISTS)
			why_set(why, ERR_EXISTS,
				"the address is another person's");
	}
	if (!e)
		e = tell(j, &p, &c, h, why);
	arena_release(&a);
	return e;
}

/* By mail -------------------------------------------------------------------
 */

/* No event: it is nobody else's business. */
static enum err set_language(struct delivery *d, struct str language,
			     struct why *why)
{
	struct person_row p;
	enum err e;

	if (!judge_has_language(d->j, language))
		return why_set(why, ERR_USAGE, "no words are known in '%.*s'",
			       STR_ARG(language));
	e = store_person_get(d->j->st, d->f.person, d->a, &p, why);
	if (!e)
		e = store_person_set(d->j->st, p.id, language, p.zone, why);
	return e;
}

static enum err change(struct delivery *d, struct str line,
		       const struct hand *h, struct why *why)
{
	struct str verb;
	struct key key;

	if (!parse_field(&line, ' ', &verb))
		return ERR_OK;
	if (str_is(verb, "REVOKE") || str_is(verb, "REVOCAR"))
		return person_key_revoke(d->j, d->f.person, line, h, why);
	if (str_is(verb, "ADDRESS") || str_is(verb, "DIRECCIÓN") ||
	    str_is(verb, "DIRECCION"))
		return person_address_set(d->j, d->f.person,
					  str_lower(d->a, line), h, why);
	if (str_is(verb, "LANGUAGE") || str_is(verb, "IDIOMA"))
		return set_language(d, str_lower(d->a, line), why);
	if (!str_is(verb, "ADD") && !str_is(verb, "AÑADIR"))
		return why_set(why, ERR_USAGE,
			       "expected ADD, REVOKE, ADDRESS or "
			       "LANGUAGE, not %.*s",
			       STR_ARG(verb));
	for (size_t i = 0; i < d->f.n_parts; i++)
		if (key_parse(d->f.parts[i].bytes, &key) == FAULT_OK &&
		    key_is_fingerprint(&key, line))
			return person_key_add(d->j, d->f.person, &key, h, why);
	return why_set(why, ERR_NO_KEY,
		       "the key with the fingerprint %.*s is not in the mail",
		       STR_ARG(line));
}

/*
 * Where no adjudication of this game took the serial (the game has ended, or
 * it was a language) it is used up all the same: nobody shall take an address
 * back by sending an old mail again.
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

/* One change a mail, for each is an adjudication with its own serial. */
enum err station_keys(struct delivery *d, struct why *why)
{
	struct str body = { d->f.text.text.s + d->f.claim.body,
			    d->f.text.text.len - d->f.claim.body };
	struct hand h = { .cause = CAUSE_MAIL,
			  .slot = d->f.slot,
			  .serial = d->f.claim.serial,
			  .orders = &d->f.orders,
			  .reply_to = d->m->message_id,
			  .by = d->f.orders.fingerprint };
	struct why fault = { { 0 } };
	const char *no;
	enum err e;

	d->out.game = d->f.game;
	d->out.slot = d->f.slot;
	body = str_one_line(d->a, body);
	if (!body.len)
		return delivery_refuse(d, NULL, "keys_nothing", STR(""), why);
	e = history_check(d, &no, why);
	if (e || no)
		return e ? e : delivery_refuse(d, NULL, no, STR(""), why);
	e = store_nest(d->j->st, why);
	if (e)
		return e;
	e = change(d, body, &h, &fault);
	if (!e)
		e = use_serial(d, &fault);
	if (!e) {
		d->out.verdict = "adjudicated";
		return store_nest_keep(d->j->st, why);
	}
	store_nest_drop(d->j->st);
	switch (e) {
	case ERR_USAGE:
	case ERR_EXISTS:
	case ERR_NO_KEY:
		return delivery_refuse(d, NULL, "keys_refused",
				       str_of(fault.text), why);
	default: return why_set(why, e, "%s", fault.text);
	}
}
