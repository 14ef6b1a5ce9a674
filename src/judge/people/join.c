/*
 * src/judge/people/join.c - JOIN: people join a game.
 *
 *	JOIN game seat + public key	-> challenge to the address it came from
 *	(join_key.h tells where the key may be; one of OpenPGP, or the
 *	certificate of S/MIME, is believed and kept by GnuPG only when it has
 *	signed the answer, as a mail program does)
 *	LANGUAGE es			may stand below it
 *	JOIN game seat nonce, signed	-> it is theirs, address and key
 *	WORD digits			may stand below it: their random word
 *	the seat is reserved for that address: it is taken at once; else the
 *	game master is asked, also for a seat that somebody has, and for
 *	OBSERVER, who watches
 */
#include "judge/notify/notify.h"
#include "judge/people/signature_verify.h"
#include "judge/game/game_keyring.h"
#include "judge/policies/abandoned_seat.h"
#include "judge/game/deadline.h"
#include "judge/policies/spectators.h"
#include "judge/game/gm_sees_all.h"
#include "judge/game/anonymity.h"
#include "judge/game/moment.h"
#include "judge/game/reject.h"
#include "judge/people/join_key.h"
#include "judge/people/join_person.h"
#include "judge/people/practice.h"
#include "judge/people/names.h"
#include "judge/handlers.h"
#include "base/date.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "mail/addr.h"
#include "engine/common.h"
#include <limits.h>

enum {
	NONCE_BYTES = 10,
	WISHES_SEEN = 100,
	WAITING_SHOWN = 20,
	CHALLENGES_A_DAY = 1, /* to an address, of one game */
	PROOFS_A_DAY = 10     /* refused answers to a challenge */
};

static struct str sender_of(const struct delivery *d, struct arena *a)
{
	struct str addr = d->m->from.n ? d->m->from.list[0].addr : STR("");

	/* in small letters: a capital must not make a second person */
	return str_lower(a, addr);
}

/* Does GnuPG keep this key? The ring holds its fingerprint alone. */
static bool is_gnupgs(struct str fingerprint)
{
	return str_starts(fingerprint, "OPENPGP:") ||
	       str_starts(fingerprint, "SMIME:");
}

/* the key of a wish that is kept */
static bool key_of(const struct join_row *row, struct key *out)
{
	struct key_row k = { .fingerprint = row->fingerprint, .key = row->key };

	if (is_gnupgs(row->fingerprint))
		k.key = STR("");
	return ring_key(&k, out);
}

static struct str name_of(const struct delivery *d, struct str address)
{
	struct str name = d->m->from.n ? d->m->from.list[0].name : STR("");

	name = name_clean(d->a, name);
	if (!name.len || name_is_office(name) || name_is_odd(name)) {
		name = address;
		for (size_t i = 0; i < address.len; i++)
			if (address.s[i] == '@') {
				name.len = i;
				break;
			}
	}
	while (name.len > NAME_MAX_BYTES || (name.len && !utf8_is_valid(name)))
		name.len--;
	if (name_is_office(name))
		name = str_of(arena_printf(d->a, "%.*s 1", STR_ARG(name)));
	return name;
}

/* The language in which a word of this key is written; "" no such word, or of
 * two languages. */
static struct str language_of_word(const struct delivery *d,
				   struct str key_name, struct str word)
{
	const struct vocabulary *v = d->j->c.systems[0].grammar->words;
	int key = vocabulary_key(v, key_name);
	const struct vocabulary_word *w = key < 0 ? NULL : v->keys[key].words;
	struct str found = STR("");

	for (; w; w = w->next) {
		if (w->n != 1 || !str_equal(w->part[0], word))
			continue;
		if (found.len && !str_equal(found, v->lang[w->lang]))
			return STR("");
		found = v->lang[w->lang];
	}
	return judge_has_language(d->j, found) ? found : STR("");
}

/* The language in which the wish is written: "UNIRSE" is Spanish; "" unknown.
 */
static struct str language_of_wish(const struct delivery *d)
{
	struct str text = d->f.text.text, verb, found;

	if (!d->j->c.n_systems || !parse_field(&text, ' ', &verb))
		return STR("");
	verb = utf8_fold(d->a, verb);
	if (d->f.claim.kind == CLAIM_PRACTICE)
		return language_of_word(d, STR("judge.practice"), verb);
	found = language_of_word(d, STR("join"), verb);
	return found.len ? found
			 : language_of_word(d, STR("judge.watch"), verb);
}

/* The language of the person with this address; "" if there is none. */
static struct str language_known(const struct delivery *d)
{
	struct person_row p;
	bool current = false;
	enum err e = store_person_by_address(d->j->st, sender_of(d, d->a), d->a,
					     &p, &current, NULL);

	return !e && current ? p.language : STR("");
}

/* The language that a line LANGUAGE names, else that of the known sender, of
 * the wish, of the judge. */
static struct str language_in(const struct delivery *d)
{
	struct str rest = { d->f.text.text.s + d->f.claim.body,
			    d->f.text.text.len - d->f.claim.body };
	struct str line, verb, own = language_known(d);

	while (parse_line(&rest, &line))
		if (parse_field(&line, ' ', &verb) &&
		    (str_is(verb, "LANGUAGE") || str_is(verb, "IDIOMA")) &&
		    judge_has_language(d->j, judge_language_named(d->a, line)))
			return judge_language_named(d->a, line);
	if (!own.len)
		own = language_of_wish(d);
	return own.len ? own : d->j->c.language;
}

/* Does the mail hold a player's signature of any kind, good or bad? */
static bool holds_signature(const struct delivery *d)
{
	for (size_t i = 0; i < d->look->n; i++)
		if (d->look->blocks[i].fault != FAULT_SIG_NONE)
			return true;
	return d->m->sig.place != SIGNED_NONE;
}

/*
 * How many refusals a day. Anybody can write any From: a stranger's unsigned
 * wish to join shares the one answer that unsigned mails get. Of an invited
 * address, or with a number that only its owner was sent, there are more.
 */
struct refusals {
	const char *what;
	int a_day;
	bool is_invited;
};

static struct refusals refusals_of(const struct delivery *d,
				   const struct game_ctx *t, struct str address)
{
	if (d->f.claim.nonce.len)
		return (struct refusals){ "proof ", PROOFS_A_DAY, false };
	for (int i = 0; i < t->n_players; i++)
		if (t->seats[i].reserved.len &&
		    mail_addr_equal(t->seats[i].reserved, address))
			return (struct refusals){ "join ", JUDGE_FAILED_A_DAY,
						  true };
	return holds_signature(d)
		       ? (struct refusals){ "join ", JUDGE_FAILED_A_DAY, false }
		       : (struct refusals){ "", 1, false };
}

/* reason: one of reject.def, NULL where fault, of auth/sig_error.def, says it
 */
static enum err refuse(struct delivery *d, const struct game_ctx *t,
		       struct str address, const char *reason,
		       enum sig_error fault, struct why *why)
{
	struct refusals many = refusals_of(d, t, address);
	struct notify w = { .kind = "join_refused",
			    .slot = -1,
			    .address = address,
			    .language = language_in(d),
			    .reply_to = d->m->message_id,
			    .automatic = true,
			    .tag = delivery_tag(d, "join") };
	struct payload m;
	bool yes;
	enum err e = reply_allowed(d, address, many.what, many.a_day, &w.person,
				   &yes, why);

	d->out.verdict = reason ? reason : sig_error_name(fault);
	if (e || !yes || d->robot)
		return e;
	payload_init(&m);
	if (reason)
		payload_text(&m, "reason", str_of(reason));
	else
		payload_text(&m, "fault", str_of(sig_error_name(fault)));
	payload_text(&m, "game", d->f.claim.game);
	payload_text(&m, "origin", d->history.ours);
	payload_int(&m, "last", d->last);
	if (!reason && fault == FAULT_PART_WORDS)
		payload_text(&m, "extra", d->look->slice.extra);
	w.matter = payload_end(&m, d->a);
	return notify_add(d->j, &w, d->a, why);
}

/* Free, and not reserved for another address. */
static bool is_open(const struct seat_row *s, struct str address)
{
	return !s->person &&
	       (!s->reserved.len || mail_addr_equal(s->reserved, address));
}

/*
 * Choose a seat for JOIN ANY: the reserved one, else the one offered before,
 * else the seat with the fewest waiting JOINs, proven ones first. So two
 * simultaneous JOINs get different seats while there are two, and unproven
 * JOINs block no seat.
 */
static enum err any_seat(struct game_ctx *t, struct str address, int *out,
			 struct why *why)
{
	int best = INT_MAX;
	enum err e = ERR_OK;

	*out = -1;
	for (int i = 0; !e && i < t->n_players; i++) {
		const struct seat_row *s = &t->seats[i];
		const struct join_wish w = { .game = t->row.id,
					     .slot = i,
					     .address = address,
					     .now_s = judge_now(t->j),
					     .max = WISHES_SEEN };
		struct join_requests open;
		int waiting;

		if (!is_open(s, address))
			continue;
		e = store_join_open(t->j->st, &w, &open, why);
		waiting = s->reserved.len ? -2
			  : open.mine && !open.proven
				  ? -1
				  : open.proven * WISHES_SEEN + open.challenged;
		if (!e && waiting < best) {
			best = waiting;
			*out = i;
		}
	}
	return e;
}

static bool is_watch(int wanted)
{
	return wanted == SLOT_WATCH || wanted >= SLOT_OBSERVER;
}

/* The first free spectator place, -1: there is none. */
static int free_place(const struct game_ctx *t)
{
	for (int slot = SLOT_OBSERVER; slot < SLOT_OBSERVER + SPECTATORS_MAX;
	     slot++) {
		bool taken = false;

		for (int i = 0; i < t->n_seats; i++)
			taken |= t->seats[i].slot == slot && t->seats[i].person;
		if (!taken)
			return t->n_seats < JUDGE_SLOTS ? slot : -1;
	}
	return -1;
}

/*
 * The seat of the JOIN, -1: not available. A taken or reserved seat can be
 * asked for by its mail: its sender may replace the holder, and learns no
 * more of it than of a free seat.
 */
static enum err seat_for(struct game_ctx *t, int wanted, struct str address,
			 int *out, struct why *why)
{
	if (wanted == SLOT_ANY)
		return any_seat(t, address, out, why);
	if (is_watch(wanted))
		*out = free_place(t);
	else
		*out = 0 <= wanted && wanted < t->n_players ? wanted : -1;
	return ERR_OK;
}

/*
 * The person who has proved this address and this key: *person, 0 a new person;
 * or why there can be none (*no). An answer without a proof would reveal whose
 * public key plays here.
 */
static enum err who_is(struct judge *j, struct arena *a,
		       const struct join_row *row, int64_t *person,
		       const char **no, struct why *why)
{
	struct person_row p;
	struct key_row k;
	bool current = false, found, has_keys = false;
	enum err e;

	*no = NULL;
	*person = 0;
	e = store_key_get(j->st, row->fingerprint, a, &k, why);
	if (e && e != ERR_NOT_FOUND)
		return e;
	if (e)
		k.person = 0;
	else if (k.revoked_s)
		*no = "key_revoked";
	e = store_person_by_address(j->st, row->address, a, &p, &current, why);
	if (e && e != ERR_NOT_FOUND)
		return e;
	found = !e && (current || p.left_s > judge_now(j) - ADDRESS_LAPSE_S);
	e = found ? store_person_has_keys(j->st, p.id, &has_keys, why) : ERR_OK;
	if (e || *no)
		return e;
	if (found && !current)
		*no = "address_of_other"; /* not theirs any more */
	else if (k.person && !found)
		*no = "address_new"; /* the key is known, this is not */
	else if (k.person && k.person != p.id)
		*no = "address_of_other";
	else if (found && !k.person && has_keys)
		*no = "key_new"; /* known here, with another key */
	else if (found)
		*person = p.id;
	return ERR_OK;
}

/* What the answer to a challenge binds: the judge's key, the game, its dice. */
static enum err origin_line(struct delivery *d, const struct game_ctx *t,
			    struct str *out, struct why *why)
{
	char text[HEAD_TOKEN_TEXT];
	struct hash head;
	struct head_token seen;
	enum err e = game_ctx_head(d->j, &t->row, 0, &head, why);

	if (e)
		return e;
	seen = head_token_of(head.b);
	head_token_render(&seen, text);
	*out = str_of(arena_strdup(d->a, text));
	return ERR_OK;
}

/* Can the answer to the challenge hold a random word? (word_take) */
static bool word_is_asked(const struct game_ctx *t, int slot)
{
	const struct word_lines none = { .none = true };

	return slot < t->n_players && !t->seats[slot].person &&
	       !entropy_round_refuses(&t->entropy, slot, &none);
}

void join_programs_put(struct payload *m, const struct join_key *shown)
{
	payload_int(m, "ssh", shown->ssh);
	payload_int(m, "minisign", shown->minisign);
	payload_int(m, "signify", shown->signify);
	payload_int(m, "openpgp", shown->key.kind == KEY_OPENPGP);
	payload_int(m, "smime", shown->key.kind == KEY_SMIME);
}

static enum err join_challenge(struct delivery *d, struct game_ctx *t, int slot,
			       struct str address, const struct join_key *shown,
			       struct why *why)
{
	char fingerprint[KEY_FINGERPRINT_MAX], name[8];
	uint8_t nonce[NONCE_BYTES];
	struct join_row row = { .game = t->row.id,
				.slot = slot,
				.state = JOIN_CHALLENGED,
				.address = address,
				.name = name_of(d, address),
				.language = language_in(d),
				.expires_s = judge_now(d->j) + JUDGE_JOIN_S };
	struct notify w = { .kind = "challenge",
			    .slot = -1,
			    .address = address,
			    .language = row.language,
			    .t = t,
			    .reply_to = d->m->message_id,
			    .automatic = true,
			    .tag = delivery_tag(d, "challenge") };
	struct payload m;
	struct buf line;
	struct str origin;
	int64_t id;
	enum err e = origin_line(d, t, &origin, why);

	if (e)
		return e;
	key_fingerprint(&shown->key, fingerprint);
	row.fingerprint = str_of(fingerprint);
	buf_init(&line, 1000);
	if (shown->key.kind == KEY_ED25519)
		key_render(&shown->key, row.name, &line);
	row.key = line.len ? parse_trim(buf_str(&line)) : shown->text;
	judge_random(d->j, nonce, sizeof(nonce));
	row.nonce = hex_of(d->a, nonce, sizeof(nonce));
	e = store_join_add(d->j->st, &row, &id, why);
	buf_release(&line);
	if (e)
		return e;
	slot_name(slot, name);
	payload_init(&m);
	payload_text(&m, "game", t->row.name);
	payload_text(&m, "seat", str_of(name));
	payload_text(&m, "nonce", row.nonce);
	payload_text(&m, "origin", origin);
	payload_text(&m, "fingerprint", row.fingerprint);
	payload_text(&m, "expires", time_text(d->a, row.expires_s));
	/* not kept for this address; whether for another is not told */
	payload_int(&m, "ask",
		    slot < t->n_players &&
			    !str_equal(t->seats[slot].reserved, address));
	join_programs_put(&m, shown);
	payload_int(&m, "word", word_is_asked(t, slot));
	w.matter = payload_end(&m, d->a);
	d->out.verdict = "challenged";
	return notify_add(d->j, &w, d->a, why);
}

static enum err wish(struct delivery *d, struct game_ctx *t, struct why *why)
{
	struct str address = sender_of(d, d->a);
	struct join_key shown;
	enum sig_error fault;
	int64_t person;
	bool yes = false;
	int slot;
	enum err e;

	if (addr_fault(address, false) ||
	    addr_special(address, d->j->c.address)) {
		d->out.verdict = "no_address";
		return ERR_OK;
	}
	if (game_is_over(t->row.state))
		return refuse(d, t, address, "game_ended", SIG_ERROR_OK, why);
	fault = join_key_plainly(d, &shown);
	if (fault && !join_key_otherwise(d, fault))
		return refuse(d, t, address, NULL, fault, why);
	e = seat_for(t, d->f.claim.slot, address, &slot, why);
	if (e)
		return e;
	if (slot < 0)
		return refuse(d, t, address,
			      is_watch(d->f.claim.slot) ? "gallery_full"
							: "seat_taken",
			      SIG_ERROR_OK, why);
	/* anybody can write any From: GnuPG is asked no more often than
	 * signers are answered, .. */
	d->out.verdict = "too_often";
	if (fault) {
		e = reply_allowed(d, address, "gnupg ", JUDGE_FAILED_A_DAY,
				  &person, &yes, why);
		if (e || !yes)
			return e;
		e = join_key_find(d, address, &shown, &fault, why);
	}
	if (e || fault)
		return e ? e : refuse(d, t, address, NULL, fault, why);
	/* .. and the owner of the address shall not drown in challenges */
	e = reply_allowed(
		d, address,
		arena_printf(d->a, "challenge %lld ", (long long)t->row.id),
		refusals_of(d, t, address).is_invited ? JUDGE_FAILED_A_DAY
						      : CHALLENGES_A_DAY,
		&person, &yes, why);
	if (e || !yes)
		return e;
	return join_challenge(d, t, slot, address, &shown, why);
}

static enum err person_new(struct judge *j, const struct join_row *row,
			   struct arena *a, int64_t *id, struct why *why)
{
	struct person_row p = { .name = row->name,
				.address = row->address,
				.language = row->language,
				.zone = j->c.zone };
	struct person_row known;
	enum err e;

	/* names are unique: Ana, Ana 2, Ana 3 */
	for (int n = 2;; n++) {
		e = store_person_by_name(j->st, p.name, a, &known, why);
		if (e)
			break;
		p.name = str_of(
			arena_printf(a, "%.*s %d", STR_ARG(row->name), n));
	}
	return e == ERR_NOT_FOUND
		       ? store_person_add(j->st, &p, judge_now(j), id, why)
		       : e;
}

/* Who proved address and key becomes a person, or is the one they were. */
static enum err person_of(struct judge *j, const struct join_row *row,
			  struct arena *a, int64_t *id, struct why *why)
{
	static const struct actor proven = { .cause = CAUSE_MAIL,
					     .slot = -1,
					     .by = { "reservation", 11 } };
	struct key_row k = { .fingerprint = row->fingerprint,
			     .key = row->key,
			     .added_s = judge_now(j) };
	struct key key;
	const char *no = NULL;
	enum err e = who_is(j, a, row, id, &no, why);

	if (!e && no)
		return reject_set(why, REJECT_join_unfit,
				  REJECT_OF(str_of(no)));
	if (is_gnupgs(row->fingerprint))
		k.key = STR("");
	if (!e && !*id) {
		e = person_new(j, row, a, id, why);
		k.person = *id;
		return e ? e : store_key_add(j->st, &k, why);
	}
	/* whom the operator made known without a key */
	if (!e)
		e = store_key_get(j->st, row->fingerprint, a, &k, why);
	if (e != ERR_NOT_FOUND)
		return e;
	if (!key_of(row, &key))
		return reject_set(why, REJECT_key_unreadable, NULL);
	return person_key_add(j, *id, &key, &proven, why);
}

/* The place for who was to watch from it: another one, if it was taken. */
static enum err place_for(struct judge *j, const struct join_row *row,
			  struct arena *a, int *slot, struct why *why)
{
	struct seat_row seat;
	enum err e = ERR_OK;

	*slot = row->slot;
	while (!e && row->slot >= SLOT_OBSERVER && *slot < SLOT_END) {
		e = store_seat_get(j->st, row->game, *slot, a, &seat, why);
		if (e == ERR_NOT_FOUND || (!e && !seat.person))
			return ERR_OK;
		++*slot;
	}
	return e;
}

enum err join_admit(struct judge *j, const struct join_row *row,
		    const struct actor *h, bool replace, struct why *why)
{
	struct actor with_word = *h;
	struct arena a;
	struct seat_row seat = { 0 };
	int64_t person;
	int slot;
	enum err e;

	if (row->state != JOIN_PROVEN)
		return reject_set(why, REJECT_join_closed, NULL);
	with_word.word = row->word;
	arena_init(&a);
	e = place_for(j, row, &a, &slot, why);
	if (!e)
		e = store_seat_get(j->st, row->game, slot, &a, &seat, why);
	if (e == ERR_NOT_FOUND && slot >= SLOT_OBSERVER)
		e = ERR_OK;
	if (!e && seat.person && !replace)
		e = reject_set_int(why, REJECT_seat_taken, row->id);
	if (!e)
		e = person_of(j, row, &a, &person, why);
	if (!e && seat.person == person)
		e = reject_set(why, REJECT_seat_theirs, NULL);
	if (!e)
		e = store_join_set(j->st, row->id, JOIN_ADMITTED, why);
	if (!e)
		e = lifecycle_seat(j, row->game, &with_word, slot, person, why);
	arena_release(&a);
	return e;
}

/* May the person take the seat now? A person with another place in the game may
 * not. */
static enum err may_sit(const struct game_ctx *t, const struct join_row *row,
			struct arena *a, const char **no, struct why *why)
{
	int64_t person;
	bool has_keys = true, may;
	enum err e = who_is(t->j, a, row, &person, no, why);

	if (!e && person)
		e = store_person_has_keys(t->j->st, person, &has_keys, why);
	if (e || *no)
		return e;
	for (int i = 0; person && i < t->n_seats; i++)
		if (t->seats[i].person == person &&
		    (t->seats[i].slot < SLOT_OBSERVER || !has_keys))
			*no = "replace_sits";
	if (!person || *no)
		return ERR_OK;
	e = gm_sees_all_may(t, row->slot, person, a, &may, why);
	if (!may)
		*no = "open_led";
	return e;
}

enum err join_wish(const struct game_ctx *t, int slot, struct str name,
		   struct arena *a, struct join_row *out, const char **no,
		   struct why *why)
{
	struct join_list w = { .rows = ARENA_ARRAY(a, WISHES_SEEN,
						   struct join_row),
			       .max = WISHES_SEEN };
	struct str said = utf8_fold(a, name);
	int found = 0;
	enum err e = store_join_waiting(t->j->st, t->row.id, a, &w, why);

	for (int i = 0; !e && i < w.n; i++)
		if (w.rows[i].slot == slot &&
		    str_equal(utf8_fold(a, w.rows[i].name), said)) {
			*out = w.rows[i];
			found++;
		}
	*no = found == 1 ? NULL : found ? "replace_several" : "replace_nobody";
	return e || *no ? e : may_sit(t, out, a, no, why);
}

enum err join_sit(struct adjudication *x, const struct join_row *row,
		  struct str by, struct why *why)
{
	int64_t person;
	enum err e = person_of(x->j, row, x->a, &person, why);

	if (!e)
		e = store_join_set(x->j->st, row->id, JOIN_ADMITTED, why);
	return e ? e : lifecycle_sit(x, row->slot, person, by, row->word, why);
}

enum err join_refuse(struct judge *j, const struct join_row *row,
		     struct why *why)
{
	struct notify w = { .kind = "join_refused",
			    .slot = -1,
			    .address = row->address,
			    .language = row->language };
	struct payload m;
	struct arena a;
	enum err e;

	if (row->state != JOIN_PROVEN && row->state != JOIN_CHALLENGED)
		return reject_set(why, REJECT_join_decided, NULL);
	arena_init(&a);
	payload_init(&m);
	payload_text(&m, "reason", STR("by_master"));
	w.matter = payload_end(&m, &a);
	w.tag = str_of(
		arena_printf(&a, "join.%lld.refused", (long long)row->id));
	e = store_join_set(j->st, row->id, JOIN_REFUSED, why);
	if (!e)
		e = notify_add(j, &w, &a, why);
	arena_release(&a);
	return e;
}

/*
 * The owner of a domain has any number of addresses, and each can prove a JOIN:
 * after the limit of a day the game masters get the others in one mail, when a
 * day is over.
 */
static enum err tell_later(struct game_ctx *t, struct why *why)
{
	struct timer_row timer = { .game = t->row.id,
				   .kind = TIMER_JOINS,
				   .due_s = judge_now(t->j) + DAY_S };
	int64_t due_s;
	enum err e = store_timer_get(t->j->st, t->row.id, TIMER_JOINS, 0,
				     &due_s, why);

	return e == ERR_NOT_FOUND ? store_timer_set(t->j->st, &timer, why) : e;
}

/* Ask the game masters; without one the operator sees it in the list. */
static enum err ask_masters(struct delivery *d, struct game_ctx *t,
			    const struct join_row *row, struct why *why)
{
	int limit =
		d->j->c.joins_a_day ? d->j->c.joins_a_day : JUDGE_JOINS_A_DAY;
	struct notify w = { .kind = "join_request", .t = t };
	struct str whom =
		str_of(arena_printf(d->a, "joins %lld", (long long)t->row.id));
	const struct seat_row *sits = game_ctx_seat(t, row->slot);
	struct person_row p;
	struct payload m;
	int64_t serial = 0;
	char seat[SLOT_NAME_MAX];
	bool yes;
	enum err e = notify_allowed(d->j, whom, limit, &yes, why);

	if (!e && !yes)
		return tell_later(t, why);
	/* each can be answered separately, in any order; this one waits */
	if (!e)
		e = notify_serial_last(d->j, t->row.id, SLOT_GM, INT64_MAX,
				       &serial, why);
	if (e)
		return e;
	slot_name(row->slot, seat);
	payload_init(&m);
	payload_text(&m, "name", row->name);
	payload_text(&m, "address", row->address);
	payload_text(&m, "fingerprint", row->fingerprint);
	payload_text(&m, "seat", str_of(seat));
	payload_int(&m, "watches", row->slot >= SLOT_OBSERVER);
	if (sits && sits->person) {
		e = store_person_get(d->j->st, sits->person, d->a, &p, why);
		payload_text(&m, "holder",
			     anonymity_hides(t) ? str_of(seat) : p.name);
	} else if (sits && sits->reserved.len &&
		   !mail_addr_equal(sits->reserved, row->address)) {
		payload_text(&m, "kept_for", sits->reserved);
	}
	payload_int(&m, "join", row->id);
	payload_int(&m, "serial", serial);
	w.matter = payload_end(&m, d->a);
	w.tag = str_of(arena_printf(d->a, "join.%lld", (long long)row->id));
	return e ? e : notify_masters(&w, d->a, why);
}

/* The wishes that wait, in one mail: the first of them, and how many. */
static enum err list_waiting(struct game_ctx *t, struct arena *a,
			     struct why *why)
{
	struct join_row rows[WAITING_SHOWN];
	struct join_list wishes = { .rows = rows, .max = WAITING_SHOWN };
	struct notify w = { .kind = "join_requests", .t = t };
	struct payload m;
	struct buf b;
	enum err e = store_join_waiting(t->j->st, t->row.id, a, &wishes, why);

	if (e || !wishes.n)
		return e;
	buf_init(&b, WAITING_SHOWN * 512);
	for (int i = 0; i < wishes.n; i++) {
		char seat[SLOT_NAME_MAX];

		slot_name(rows[i].slot, seat);
		buf_addf(&b, "%lld  %s  %.*s (%.*s)\n", (long long)rows[i].id,
			 seat, STR_ARG(rows[i].name), STR_ARG(rows[i].address));
	}
	payload_init(&m);
	payload_int(&m, "waiting", wishes.waiting);
	payload_text(&m, "joins", buf_str(&b));
	payload_text(&m, "join",
		     str_of(arena_printf(a, "%lld", (long long)rows[0].id)));
	buf_release(&b);
	w.matter = payload_end(&m, a);
	w.tag = str_of(arena_printf(a, "%.*s.joins.%lld", STR_ARG(t->row.name),
				    (long long)judge_now(t->j)));
	return notify_masters(&w, a, why);
}

enum err join_waiting(struct judge *j, int64_t game, struct why *why)
{
	struct game_ctx *t;
	struct arena a;
	enum err e;

	arena_init(&a);
	e = game_ctx_new(j, game, &a, &t, why);
	if (!e && t->row.state != GAME_ENDED)
		e = list_waiting(t, &a, why);
	arena_release(&a);
	return e;
}

/* Was the answer signed for this judge and this game's dice? */
static enum err origin_check(struct delivery *d, const struct game_ctx *t,
			     const char **no, struct why *why)
{
	const struct seen_line *said = &d->f.claim.seen;
	struct hash head;
	struct head_token ours;
	enum err e = game_ctx_head(d->j, &t->row, 0, &head, why);

	ours = head_token_of(head.b);
	*no = NULL;
	if (e)
		return e;
	if (!said->has)
		*no = "seen_absent";
	else if (said->bad)
		*no = "seen_mistyped";
	else if (!head_token_equal(&said->head, &ours))
		*no = "seen_other";
	return *no ? origin_line(d, t, &d->history.ours, why) : ERR_OK;
}

/* Tell the sender of a proven JOIN that the game master decides now. */
static enum err tell_asked(struct delivery *d, const struct game_ctx *t,
			   const struct join_row *row, struct why *why)
{
	struct notify w = { .kind = "join_received",
			    .slot = -1,
			    .address = row->address,
			    .language = row->language,
			    .t = t,
			    .reply_to = d->m->message_id,
			    .automatic = true,
			    .tag = delivery_tag(d, "join_received") };
	struct payload m;
	char seat[SLOT_NAME_MAX];

	slot_name(row->slot, seat);
	payload_init(&m);
	payload_text(&m, "seat", str_of(seat));
	w.matter = payload_end(&m, d->a);
	return notify_add(d->j, &w, d->a, why);
}

/* The random word that is sealed with the answer to the challenge. */
static enum err word_take(struct delivery *d, const struct game_ctx *t,
			  struct join_row *row, const char **no,
			  struct why *why)
{
	struct word_lines w;
	struct dispute_line none;

	judge_lines_parse(d->a, d->f.claim.words, d->f.text.text, &w, &none);
	*no = NULL;
	if (!word_lines_any(&w))
		return ERR_OK;
	if (row->slot >= t->n_players)
		*no = "not_a_player";
	else if (w.has_word || w.said)
		*no = "word_early";
	else if (!t->seats[row->slot].person) /* else it will be asked then */
		*no = entropy_round_refuses(&t->entropy, row->slot, &w);
	if (*no)
		return ERR_OK;
	row->word = w.none ? STR(ACTOR_NO_WORD)
			   : arena_str(d->a, bytes_of(w.hash, WORD_HASH_SIZE));
	return store_join_word(d->j->st, row->id, row->word, why);
}

/* The JOIN is proven: take the seat, or ask the game master. */
static enum err proven(struct delivery *d, struct game_ctx *t,
		       struct join_row *row, struct why *why)
{
	struct actor h = { .cause = CAUSE_MAIL,
			   .slot = -1,
			   .reply_to = d->m->message_id };
	const struct seat_row *seat = game_ctx_seat(t, row->slot);
	const char *no;
	enum err e = word_take(d, t, row, &no, why);

	if (e)
		return e;
	if (no)
		return refuse(d, t, row->address, no, SIG_ERROR_OK, why);
	e = store_join_set(d->j->st, row->id, JOIN_PROVEN, why);
	if (e)
		return e;
	row->state = JOIN_PROVEN;
	d->out.verdict = "joined";
	/* kept for this address, and free */
	if (seat && !seat->person && seat->reserved.len &&
	    is_open(seat, row->address)) {
		h.by = STR("reservation");
		return join_admit(d->j, row, &h, false, why);
	}
	d->out.verdict = "join_proven";
	e = ask_masters(d, t, row, why);
	if (!e)
		e = abandoned_seat_offer(t, row, d->a, why);
	return e ? e : tell_asked(d, t, row, why);
}

/* Only here, where the number shows that the address is theirs, is a stranger's
 * key or certificate taken into GnuPG's folder: it must have signed the mail as
 * a whole, and what it signed is what counts. */
static enum err gnupg_signed(struct delivery *d, const struct join_row *row,
			     enum sig_error *fault, struct why *why)
{
	const struct signed_block *text =
		d->f.block.sig.form == SIG_OPENPGP ? &d->f.block : NULL;
	const struct claim *c = text ? &d->f.claim : &d->look->part_claim[0];
	/* quoted text in it is not by its sender */
	bool says = c->kind == d->f.claim.kind;
	struct key key, taken;
	enum err e = ERR_OK;

	*fault = FAULT_SIG_NONE;
	if (!d->j->c.pgp || (!text && d->m->sig.place != SIGNED_TOP) ||
	    !key_of(row, &key) ||
	    (!says && (text || !d->look->part[0].fault)) ||
	    (says && !str_equal(str_lower(d->a, c->nonce), row->nonce)))
		return ERR_OK;
	taken = key;
	/* a known person's is there already */
	if (row->key.len)
		e = pgp_import(d->j->c.pgp,
			       key.kind == KEY_SMIME ? PGP_SMIME : PGP_OPENPGP,
			       row->key, &taken, why);
	if (!e && key_equal(&taken, &key))
		e = signer_proves(
			&(struct signer_mail){ d->j, d->m, d->look, d->a },
			text, &key, fault, why);
	if (e == ERR_FORMAT)
		why_clear(why);
	if (says && !text) {
		d->f.claim = *c;
		d->f.text = d->look->part[0].canon;
	}
	return e == ERR_FORMAT ? ERR_OK : e;
}

enum err join_answer_signed(struct delivery *d, const struct join_row *row,
			    enum sig_error *fault, struct why *why)
{
	struct signed_block_proof done;
	struct key key;

	if (is_gnupgs(row->fingerprint))
		return gnupg_signed(d, row, fault, why);
	*fault = key_parse(row->key, &key)
			 ? FAULT_SIG_NONE
			 : signed_block_verify(d->a, &d->f.block, &key, 1,
					       SIG_ORDERS, &done);
	return ERR_OK;
}

const char *join_signed_reason(enum sig_error fault)
{
	bool bad = fault == FAULT_SIG_WRONG || fault == FAULT_SIG_UNFIT ||
		   fault == FAULT_SIG_FILE || fault == FAULT_SIG_WRONG_KEY ||
		   fault == FAULT_SIG_NO_KEY;

	return bad ? "unverified" : NULL;
}

/* Whose wish it is, and why it can be none of theirs at this table. */
static enum err join_wisher(struct delivery *d, const struct game_ctx *t,
			    const struct join_row *row, const char **no,
			    struct why *why)
{
	int64_t person;
	bool may = true;
	enum err e = who_is(d->j, d->a, row, &person, no, why);

	if (!e && !*no && person)
		e = gm_sees_all_may(t, row->slot, person, d->a, &may, why);
	if (!may)
		*no = "open_led";
	return e;
}

static enum err join_proof(struct delivery *d, struct game_ctx *t,
			   struct why *why)
{
	struct str nonce = str_lower(d->a, d->f.claim.nonce);
	struct join_row row;
	enum sig_error fault;
	const char *no = NULL;
	enum err e;

	e = store_join_by_nonce(d->j->st, nonce, d->a, &row, why);
	if (e && e != ERR_NOT_FOUND)
		return e;
	/* a foreign nonce names no person to answer */
	if (e || row.game != t->row.id ||
	    (d->f.claim.slot >= 0 && d->f.claim.slot != row.slot)) {
		d->out.verdict = "nonce_unknown";
		return ERR_OK;
	}
	if (row.state != JOIN_CHALLENGED) {
		d->out.verdict = "nonce_used";
		return ERR_OK;
	}
	e = join_answer_signed(d, &row, &fault, why);
	if (e || fault)
		return e ? e
			 : refuse(d, t, row.address, join_signed_reason(fault),
				  fault, why);
	e = origin_check(d, t, &no, why);
	if (e || no)
		return e ? e : refuse(d, t, row.address, no, SIG_ERROR_OK, why);
	if (row.expires_s < judge_now(d->j)) {
		e = store_join_set(d->j->st, row.id, JOIN_EXPIRED, why);
		return e ? e
			 : refuse(d, t, row.address, "expired", SIG_ERROR_OK,
				  why);
	}
	e = join_wisher(d, t, &row, &no, why);
	if (e || no)
		return e ? e : refuse(d, t, row.address, no, SIG_ERROR_OK, why);
	return proven(d, t, &row, why);
}

struct str join_person_name(const struct delivery *d, struct str address)
{
	return name_of(d, address);
}

struct str join_person_language(const struct delivery *d)
{
	return language_in(d);
}

enum err join_person_make(struct judge *j, const struct join_row *row,
			  struct arena *a, int64_t *person, const char **no,
			  struct why *why)
{
	enum err e = who_is(j, a, row, person, no, why);

	return e || *no ? e : person_of(j, row, a, person, why);
}

enum err handle_join(struct delivery *d, struct why *why)
{
	struct game_ctx *t = ARENA_NEW(d->a, struct game_ctx);
	enum err e;

	if (d->f.claim.kind == CLAIM_PRACTICE)
		return handle_practice(d, why);
	e = game_ctx_load(d->j, d->f.game, d->a, t, why);

	d->out.game = d->f.game;
	/* nothing else of it is here, and nothing else is asked */
	if (e == ERR_ARCHIVED) {
		why_clear(why);
		return wish(d, t, why);
	}
	if (e)
		return e;
	return d->f.claim.nonce.len ? join_proof(d, t, why) : wish(d, t, why);
}
