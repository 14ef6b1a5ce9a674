/* src/verifier/verify_people.c */
#include "verifier/verifier.h"
#include "auth/signed_block.h"
#include "auth/cleartext.h"
#include "auth/signed_part.h"
#include "base/parse.h"
#include "base/str.h"
#include "protocol/keywords.h"
#include "engine/common.h"

/* People and keys ------------------------------------------------------------
 */

static bool person(struct verifier *v, struct str name, uint32_t *number)
{
	for (uint32_t i = 1; i <= v->n_persons; i++) {
		*number = i;
		if (str_equal(v->persons[i], name))
			return true;
	}
	if (v->n_persons == PERSONS_MAX - 1)
		return WRONG(v, "more persons than one game can have");
	*number = ++v->n_persons;
	v->persons[*number] = name;
	return true;
}

/* Who leads a game that is open to masters has no other place in it. */
static bool leads_alone(struct verifier *v, const struct event *e,
			uint32_t number)
{
	bool leads = event_text_is(e, COMMON_SEAT_TAKEN_ROLE, "gm");
	bool sits = false;

	for (int i = 0; i < v->out->n_seats; i++)
		sits |= v->seats[i] == number ||
			str_equal(table_state_deputy(&v->agreements, i),
				  v->persons[number]);
	if (v->agreements.policy.n[POLICY_GM_SEES_HIDDEN] &&
	    (leads ? sits : v->led[number]))
		return WRONG(v, "who leads a game that is open to masters has "
				"another place in it");
	v->led[number] |= leads;
	return true;
}

static bool on_seat(struct verifier *v, const struct event *e)
{
	int32_t seat = event_get(e, COMMON_SEAT_TAKEN_SEAT);
	struct str name = log_event_text(v->a, e, COMMON_SEAT_TAKEN_PERSON);
	uint32_t number;

	if (!person(v, name, &number) || !leads_alone(v, e, number))
		return false;
	if (event_text_is(e, COMMON_SEAT_TAKEN_BY, "reservation"))
		v->reserved = number;
	if (seat < 0) {
		v->elsewhere[number] = true;
		return true;
	}
	if (seat >= v->out->n_seats)
		return WRONG(v, "the game has no such seat");
	v->seats[seat] = number;
	verify_entropy_seated(v, seat);
	v->out->seats[seat].person = name;
	return true;
}

/* A key of GnuPG is known by its fingerprint alone. */
static bool gnupg_key(struct str print, struct key *k)
{
	bool smime = str_starts(print, "SMIME:");
	size_t skip = smime ? 6 : 8;

	*k = (struct key){ .kind = smime ? KEY_SMIME : KEY_OPENPGP };
	if (!smime && !str_starts(print, "OPENPGP:"))
		return false;
	print.s += skip;
	print.len -= skip;
	k->len = print.len == 64 ? 32 : 20;
	return hex_parse(print, k->b, k->len);
}

/* The key of a fingerprint; for a sealed key its substitute. */
static bool key_take(struct verifier *v, struct str print, struct str text,
		     struct key *k)
{
	struct str known = print;
	char shown[KEY_FINGERPRINT_MAX];

	if (!verify_anonymity_key(v, &known, &text, k))
		return false;
	if (verify_is_anonymous(v) && str_equal(known, print))
		return true;
	if (gnupg_key(known, k))
		return true;
	if (key_parse(text, k) != SIG_ERROR_OK)
		return WRONG(v, "this is no public key");
	key_fingerprint(k, shown);
	return verify_same_text(v, str_of(shown), known,
				"the fingerprint is not that of the key");
}

static bool is_judges(const struct verifier *v, const struct key *k)
{
	const struct verify_result *r = v->out;
	bool is = key_equal(&r->judge_key, k);

	for (int i = 0; i < r->n_judge_keys; i++)
		is |= key_equal(&r->judge_keys[i].key, k);
	return is;
}

static bool on_key_added(struct verifier *v, const struct event *e)
{
	struct keyring_change c = { .what = KEYRING_ADD, .by_operator = true };
	struct str print =
		log_event_text(v->a, e, COMMON_KEY_ADDED_FINGERPRINT);
	struct str text = log_event_text(v->a, e, COMMON_KEY_ADDED_KEY);
	enum keyring_fault fault;

	if (!person(v, log_event_text(v->a, e, COMMON_KEY_ADDED_PERSON),
		    &c.person))
		return false;
	if (!key_take(v, print, text, &c.key))
		return false;
	if (is_judges(v, &c.key) || v->played[c.person])
		return WRONG(v, "the judge's key is no key of a person");
	fault = keyring_apply(&v->ring, &c, v->event);
	/* who takes a second seat brings the same keys again */
	if (fault == KEYRING_HAS)
		return true;
	if (fault)
		return WRONG(v, "%s", keyring_fault_text(fault));
	memcpy(v->prints[v->ring.n_entries - 1], print.s, print.len);
	return true;
}

static const struct keyring_entry *entry_of(const struct verifier *v,
					    struct str print)
{
	for (uint32_t i = 0; i < v->ring.n_entries; i++)
		if (str_is(print, v->prints[i]))
			return &v->ring.entries[i];
	return NULL;
}

static bool on_key_revoked(struct verifier *v, const struct event *e)
{
	struct keyring_change c = { .what = KEYRING_REVOKE,
				    .by_operator = true };
	struct str print =
		log_event_text(v->a, e, COMMON_KEY_REVOKED_FINGERPRINT);
	const struct keyring_entry *entry = entry_of(v, print);
	enum keyring_fault fault;

	if (!person(v, log_event_text(v->a, e, COMMON_KEY_REVOKED_PERSON),
		    &c.person))
		return false;
	if (!entry)
		return WRONG(v, "%s", keyring_fault_text(KEYRING_UNKNOWN));
	c.key = entry->key;
	fault = keyring_apply(&v->ring, &c, v->event);
	return fault ? WRONG(v, "%s", keyring_fault_text(fault)) : true;
}

/* What was signed ------------------------------------------------------------
 */

/* "ssh canonical", "pgp mime" and so on: a program, and a form of the text */
static bool is_format(struct str format)
{
	static const char *const programs[] = { "ssh", "minisign", "signify",
						"pgp", "smime" };
	struct str program;

	(void)signed_number(&format);
	if (!parse_field(&format, ' ', &program))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(programs); i++)
		if (str_is(program, programs[i]))
			return str_is(format, "mime") ||
			       (i == 3 && str_is(format, CLEARTEXT_FORM)) ||
			       (i < 4 && signed_block_is_form(format));
	return false;
}

/* An event has none where players are hidden; the line of the text has it
 * then. */
static bool format_take(struct verifier *v, struct str format, bool is_hidden)
{
	bool is_empty = !format.len;

	v->now.joined = signed_joined(&format);
	v->signer_format = format;
	return (is_hidden ? is_empty : is_format(format)) ||
	       WRONG(v, "nothing is signed in such a format");
}

static int64_t now_of(const struct verifier *v)
{
	return v->n_times ? v->times[v->n_times - 1] : v->created_s;
}

/*
 * The judge's computer player gives the orders of this seat from here on. It is
 * on the seat, or its deputy: the seat named it, or was abandoned, which the
 * table's agreements check.
 */
static bool on_played(struct verifier *v, const struct event *e)
{
	struct str by = log_event_text(v->a, e, COMMON_SEAT_PLAYED_BY);
	struct str name = log_event_text(v->a, e, COMMON_SEAT_PLAYED_PERSON);
	struct verify_result *r = v->out;
	uint32_t number;
	unsigned seat;

	if (!verify_seat(v, e, COMMON_SEAT_PLAYED_SEAT, &seat) ||
	    !person(v, name, &number))
		return false;
	if (verify_is_anonymous(v))
		return WRONG(v, "the judge plays in no anonymous game");
	if (str_is(by, "deputy")) {
		if (v->deputed_seat != (int32_t)seat)
			return WRONG(v, "this seat has named no deputy");
	} else if (str_is(by, "deadline")) {
		if (v->acts != (int)seat)
			return WRONG(v, "the deadline is another seat's");
		for (int i = 0; i < r->n_seats; i++)
			if (v->seats[i] == number ||
			    str_equal(table_state_deputy(&v->agreements, i),
				      name))
				return WRONG(v, "who takes the seat has a "
						"place at the table");
	} else if (v->seats[seat] != number) {
		return WRONG(v, "another person has this seat");
	}
	for (uint32_t i = 0; i < v->ring.n_entries; i++)
		if (v->ring.entries[i].person == number)
			return WRONG(v, "who has a key of their own is not "
					"the computer");
	v->played[number] = true;
	if (r->n_played < VERIFY_PLAYED)
		r->played[r->n_played++] = (struct verify_played){
			.seat = (int)seat,
			.point = r->points + 1,
			.strength = log_event_text(v->a, e,
						   COMMON_SEAT_PLAYED_STRENGTH),
			.version = event_get(e, COMMON_SEAT_PLAYED_VERSION),
		};
	return true;
}

/* The judge's own key signs for the seat or its deputy, if the log has told
 * that the judge plays for this person. */
static const struct keyring_entry *
entry_of_judge(struct verifier *v, struct str print, int32_t seat)
{
	const struct key *key = verify_judge_key(v->out, UINT64_MAX);
	char text[KEY_FINGERPRINT_MAX];
	uint32_t number = 0;

	key_fingerprint(key, text);
	if (seat < 0 || !str_is(print, text))
		return NULL;
	if (v->played[v->seats[seat]])
		number = v->seats[seat];
	for (uint32_t i = 1; !number && i <= v->n_persons; i++)
		if (v->played[i] &&
		    str_equal(table_state_deputy(&v->agreements, seat),
			      v->persons[i]))
			number = i;
	if (!number)
		return NULL;
	v->by_judge = (struct keyring_entry){ .key = *key,
					      .person = number,
					      .until = UINT64_MAX };
	return &v->by_judge;
}

static bool on_signed(struct verifier *v, const struct event *e)
{
	struct str print =
		log_event_text(v->a, e, COMMON_ORDERS_SIGNED_FINGERPRINT);
	const struct keyring_entry *entry = entry_of(v, print);
	int32_t seat = event_get(e, COMMON_ORDERS_SIGNED_SEAT);

	if (!entry && seat < v->out->n_seats)
		entry = entry_of_judge(v, print, seat);
	if (v->waits || v->now.is_signed)
		return WRONG(v, "orders are signed once in an adjudication");
	if (seat >= v->out->n_seats)
		return WRONG(v, "the game has no such seat");
	if (!entry || !keyring_entry_is_valid(entry, v->event))
		return WRONG(v,
			     "no key that was valid here has the "
			     "fingerprint %.*s",
			     STR_ARG(print));
	v->by_deputy =
		seat >= 0 &&
		table_state_is_deputed(&v->agreements, seat, now_of(v)) &&
		str_equal(table_state_deputy(&v->agreements, seat),
			  v->persons[entry->person]);
	if (seat >= 0 ? v->seats[seat] != entry->person && !v->by_deputy
		      : !v->elsewhere[entry->person])
		return WRONG(v, "the key is not that of who sits there");
	if (v->serial < 1)
		return WRONG(v, "signed orders without a serial");
	if (!format_take(v,
			 log_event_text(v->a, e, COMMON_ORDERS_SIGNED_FORMAT),
			 verify_is_anonymous(v)))
		return false;
	v->waits = true;
	v->now.is_signed = true;
	v->now.by_deputy = v->by_deputy;
	v->signer = entry->key;
	v->signer_seat = seat;
	v->signer_print = print;
	v->signer_name = v->persons[entry->person];
	v->signed_hash = log_event_hash(e, COMMON_ORDERS_SIGNED_HASH);
	if (seat >= 0 && !v->by_deputy)
		*ADD(v, signed_texts) = (struct signed_text){
			.point = v->out->points + 1,
			.seat = seat,
			.signer = v->signer,
			.hash = v->signed_hash,
			.format = v->signer_format,
		};
	return true;
}

/* A reader agrees to publish press; only the readers know who else agreed. */
static bool on_unsealed(struct verifier *v, const struct event *e)
{
	uint64_t point = (uint64_t)event_get(e, COMMON_PRESS_PUBLISHED_POINT);

	if (!v->now.is_signed || v->by_deputy ||
	    (v->signer_seat < 0 && !str_is(v->cause, "gm")))
		return WRONG(v, "letters are opened by who may read them");
	for (size_t i = 0; i < v->n_signed_texts; i++) {
		struct signed_text *p = &v->signed_texts[i];

		if (p->point != point || point > v->out->points ||
		    p->seat != event_get(e, COMMON_PRESS_PUBLISHED_SEAT))
			continue;
		if (p->open)
			return WRONG(v, "these letters are open");
		p->open = true;
		v->unsealed = p;
		return true;
	}
	return WRONG(v, "this seat has written no letters there");
}

/* Must the line "signed" follow? */
bool verify_signed_is_due(const struct verifier *v)
{
	return v->waits &&
	       (v->all ||
		(!verify_is_anonymous(v) &&
		 (v->signer_seat >= 0 && v->signer_seat == v->reader)));
}

static bool serial_use(struct verifier *v, int slot, int64_t serial)
{
	uint64_t key = (uint64_t)(slot + 1) << 32 | (uint64_t)serial;
	uint64_t *old = v->serials;
	size_t room = v->room_serials, at;

	if (2 * v->n_serials >= room) {
		v->room_serials = room ? 2 * room : 256;
		v->serials = ARENA_ARRAY(v->a, v->room_serials, uint64_t);
		v->n_serials = 0;
		for (size_t i = 0; i < room; i++)
			if (old[i])
				serial_use(v, (int)(old[i] >> 32) - 1,
					   (int64_t)(old[i] & UINT32_MAX));
	}
	at = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 20) %
	     v->room_serials;
	for (; v->serials[at]; at = (at + 1) % v->room_serials)
		if (v->serials[at] == key)
			return false;
	v->serials[at] = key;
	v->n_serials++;
	return true;
}

struct claim {
	struct str game;
	int slot;
	int64_t point, serial;
	struct seen_line seen;
};

static bool number(struct str *in, int64_t *out)
{
	struct str word;

	return parse_field(in, ' ', &word) &&
	       parse_int(word, 0, INT32_MAX, out);
}

/* KEYS game seat point serial */
static bool keys_claim(struct verifier *v, struct str line, struct claim *c)
{
	struct str word;

	if (!parse_field(&line, ' ', &word) ||
	    !keyword_is(v->a, v->sys->grammar->words, SPOKEN_keys, word) ||
	    !parse_field(&line, ' ', &c->game) ||
	    !parse_field(&line, ' ', &word))
		return false;
	c->slot = slot_parse(word);
	return c->slot >= 0 && number(&line, &c->point) &&
	       number(&line, &c->serial) && !line.len;
}

static bool claim_read(struct verifier *v, struct claim *c)
{
	struct str rest = v->now.orders.text, line;
	struct order_head h;
	bool whole;

	if (!parse_line(&rest, &line))
		return false;
	v->now.body = v->now.orders.text.len - rest.len;
	judge_lines_seen(v->a, v->sys->grammar->words, v->now.orders.text,
			 &v->now.body, &c->seen);
	v->now.claim = REPLAY_KEYS;
	if (keys_claim(v, line, c))
		return true;
	whole = orders_read_head(v->a, v->sys->grammar, line, &h);
	if (!whole)
		return false;
	c->game = h.game;
	if (h.kind == HEAD_GM) {
		v->now.claim = REPLAY_MASTER;
		c->slot = SLOT_GM;
		return number(&h.rest, &c->point) &&
		       number(&h.rest, &c->serial) && !h.rest.len;
	}
	v->now.claim = REPLAY_ORDERS;
	c->slot = h.seat;
	c->point = h.point;
	c->serial = h.serial;
	return h.kind == HEAD_ORDERS;
}

/* Who signed it saw this history, and no other. */
static bool seen_check(struct verifier *v, const struct claim *c)
{
	struct head_token is = head_token_of(v->heads[c->point].b);
	char expected[HEAD_TOKEN_TEXT], found[HEAD_TOKEN_TEXT];
	struct str e = { expected, HEAD_TOKEN_TEXT - 1 },
		   f = { found, HEAD_TOKEN_TEXT - 1 };

	if (!c->seen.has || c->seen.bad)
		return WRONG(v, "the signed text does not say in its second "
				"line which head its author saw (SEEN)");
	if (head_token_equal(&is, &c->seen.head))
		return true;
	head_token_render(&is, expected);
	head_token_render(&c->seen.head, found);
	return verify_wrong(&v->out->fault, VERIFY_PLACE(v), &e, &f,
			    "who signed it saw another history up to point "
			    "%lld",
			    (long long)c->point);
}

static bool claim_check(struct verifier *v)
{
	struct claim c;

	if (signed_orders(v->a, v->now.text, v->signer_format,
			  &v->now.orders) ||
	    !claim_read(v, &c))
		return WRONG(v, "the signed text does not begin with a line "
				"that names game, seat, point and serial");
	if (!str_equal(str_lower(v->a, c.game), v->out->game))
		return WRONG(v, "it was signed for the game %.*s",
			     STR_ARG(c.game));
	if (v->signer_seat >= 0 ? c.slot != v->signer_seat : c.slot < SLOT_GM)
		return WRONG(v, "it was signed for another seat");
	if ((uint64_t)c.point > v->out->points)
		return WRONG(v,
			     "it was signed for point %lld, which is yet "
			     "to come",
			     (long long)c.point);
	if (!seen_check(v, &c))
		return false;
	if (c.serial != v->serial)
		return WRONG(v, "it has the serial %lld, not %d",
			     (long long)c.serial, (int)v->serial);
	if (v->by_deputy && v->now.claim != REPLAY_ORDERS)
		return WRONG(v, "a deputy signs orders and nothing else");
	if (!serial_use(v, v->by_deputy ? SLOT_DEPUTY + c.slot : c.slot,
			c.serial))
		return WRONG(v, "the serial %lld was used before",
			     (long long)c.serial);
	v->now.claim_point = c.point;
	return true;
}

static const char *form_name(const struct sig *s)
{
	switch (s->form) {
	case SIG_SSH: return "ssh ";
	case SIG_MINISIGN: return "minisign ";
	case SIG_SIGNIFY: return "signify ";
	case SIG_OPENPGP: return "pgp ";
	}
	return "";
}

/* Read a signature, which has one way to be written: ours. */
bool verify_signature_read(struct verifier *v, struct str armour, struct sig *s)
{
	enum sig_error f = sig_parse(v->a, armour, s, NULL);
	struct buf again;
	bool same;

	if (f)
		return WRONG(v, "the signature cannot be read: %s",
			     sig_error_name(f));
	buf_init(&again, SIG_ARMOUR_MAX);
	same = sig_render(s, &again) && str_equal(buf_str(&again), armour);
	buf_release(&again);
	return same ? true
		    : WRONG(v, "the signature is not as it should be written");
}

/*
 * The log's ring names OpenPGP keys by fingerprint; the verifier's own ring has
 * the keys. The signature of a missing key stays unchecked, and the result
 * reports it.
 */
static bool gnupg_check(struct verifier *v, struct str armour)
{
	bool smime = v->signer.kind == KEY_SMIME;
	struct why why = { 0 };
	uint8_t *bytes = arena_alloc(v->a, armour.len + 1);
	size_t which, len;
	enum sig_error f = FAULT_SIG_NO_KEY;

	if (!str_starts(v->signer_format, smime ? "smime " : "pgp "))
		return WRONG(v, "the signature is of another program than "
				"orders_signed says");
	/* it was binary */
	if (armour.len && armour.s[0] != '-' &&
	    base64_parse(armour, bytes, armour.len, &len))
		armour = (struct str){ (const char *)bytes, len };
	if (v->m->pgp &&
	    pgp_verify(v->m->pgp,
		       &(struct pgp_signed){ smime ? PGP_SMIME : PGP_OPENPGP,
					     v->now.text, armour },
		       &v->signer, 1, &which, &f, &why))
		return WRONG(v, "GnuPG: %s", why.text);
	/* It was taken in its time: a key may expire while its game lasts. And
	 * the log names the very certificate, whoever issued it */
	if (f == FAULT_SIG_EXPIRED || f == FAULT_SIG_REVOKED ||
	    f == FAULT_SIG_UNTRUSTED)
		f = SIG_ERROR_OK;
	if (f && f != FAULT_SIG_NO_KEY)
		return WRONG(v, "the signature does not verify: %s",
			     sig_error_name(f));
	v->out->signatures += !f;
	v->out->gnupg += f != SIG_ERROR_OK;
	return true;
}

static bool signature_check(struct verifier *v, struct str armour)
{
	struct sig s;
	enum sig_error f;

	if (v->signer.kind != KEY_ED25519)
		return gnupg_check(v, armour);
	if (!verify_signature_read(v, armour, &s))
		return false;
	if (!str_starts(v->signer_format, form_name(&s)))
		return WRONG(v, "the signature is of another program than "
				"orders_signed says");
	f = sig_check(&s, &v->signer,
		      is_judges(v, &v->signer) ? SIG_PLAYER : SIG_ORDERS,
		      v->now.text);
	if (f)
		return WRONG(v, "the signature does not verify: %s",
			     sig_error_name(f));
	v->out->signatures++;
	return true;
}

/* A line "signed", after its number: the bytes, and the signature; the format,
 * if the event hides it. */
static bool signed_line(struct verifier *v, struct str in, uint64_t *leaf,
			struct str *format, struct str *text,
			struct str *armour)
{
	struct str base64 = { 0 };
	size_t len;
	uint8_t *bytes;

	*format = STR("");
	if (!line_number(&in, leaf) ||
	    (verify_is_anonymous(v) &&
	     (!json_skip(&in, ",\"format\":") || !line_text(v, &in, format))))
		return verify_strange(v);
	if (json_skip(&in, ",\"base64\":")) {
		if (!line_text(v, &in, &base64))
			return verify_strange(v);
		bytes = arena_alloc(v->a, base64.len + 1);
		if (!base64_parse(base64, bytes, base64.len, &len))
			return verify_strange(v);
		*text = (struct str){ (const char *)bytes, len };
	} else if (!json_skip(&in, ",\"text\":") || !line_text(v, &in, text)) {
		return verify_strange(v);
	}
	return (json_skip(&in, ",\"signature\":") &&
		line_text(v, &in, armour) && str_is(in, "}")) ||
	       verify_strange(v);
}

bool verify_unsealed_is_due(const struct verifier *v)
{
	return v->unsealed && (v->all || !verify_is_anonymous(v));
}

/* Are these bytes press messages of a player, and nothing else? */
static bool are_letters(struct verifier *v, struct str text, struct str format)
{
	const struct vocabulary *words = v->sys->grammar->words;
	struct press press;
	struct str rest, line;

	if (signed_orders(v->a, text, format, &v->now.unsealed))
		return false;
	rest = press_parse(v->a, words, v->now.unsealed.text, &press);
	/* the first line names the game, the second what was seen; a remark
	 * has two characters at least */
	for (int n = 0; parse_line(&rest, &line);)
		if (line.len > 1 && !str_starts(line, "//") && ++n > 2)
			return false;
	return press.n && !press.bad;
}

bool verify_unsealed(struct verifier *v, struct str in)
{
	const struct signed_text *p = v->unsealed;
	struct str text = v->now.text, format = v->signer_format, armour, own;
	struct key signer = v->signer;
	struct hash is;
	uint64_t leaf;
	bool good;

	if (!signed_line(v, in, &leaf, &own, &v->now.text, &armour))
		return false;
	if (leaf != v->out->leaves || !verify_unsealed_is_due(v))
		return WRONG(v, "it does not follow its event press_published");
	v->event = leaf;
	v->unsealed = NULL;
	is = log_chain_signed(own, v->now.text, armour);
	(void)signed_joined(&own);
	v->signer = p->signer;
	v->signer_format = verify_is_anonymous(v) ? own : p->format;
	good = verify_same_hash(v, &p->hash, &is,
				"text and signature are not those of the point "
				"whose letters are opened") &&
	       (is_format(v->signer_format) ||
		WRONG(v, "nothing is signed in such a format")) &&
	       (are_letters(v, v->now.text, v->signer_format) ||
		WRONG(v, "what is opened are no letters")) &&
	       signature_check(v, armour);
	v->now.text = text;
	v->signer = signer;
	v->signer_format = format;
	return good;
}

/* Orders of the judge's player are given by the player once more. */
static bool player_check(struct verifier *v)
{
	struct verify_player_orders o = { .kind = v->sys,
					  .seat = v->signer_seat,
					  .secret = &v->foretold };
	struct verify_result *r = v->out;
	enum verify_player is;

	if (!v->m->player || !is_judges(v, &v->signer))
		return true;
	for (int i = 0; i < r->n_played; i++)
		if (r->played[i].seat == v->signer_seat) {
			o.strength = r->played[i].strength;
			o.version = r->played[i].version;
		}
	o.lines = (struct str){ v->now.orders.text.s + v->now.body,
				v->now.orders.text.len - v->now.body };
	if (str_starts(o.lines, "WORD "))
		return true;
	if (!v->rerun || !v->is_foretold ||
	    (uint64_t)v->now.claim_point != r->points) {
		r->played_unseen++;
		return true;
	}
	o.game = replay_game(v->rerun);
	is = v->m->player(v->m->context, &o);
	r->played_again[is]++;
	return is != VERIFY_PLAYER_OTHER ||
	       WRONG(v, "the judge's player gives other orders here");
}

bool verify_signed(struct verifier *v, struct str in)
{
	struct str armour, format;
	struct hash is;
	uint64_t leaf;

	if (!signed_line(v, in, &leaf, &format, &v->now.text, &armour))
		return false;
	if (!v->waits || leaf != v->out->leaves)
		return WRONG(v, "it does not follow its event orders_signed");
	if (verify_is_anonymous(v) && !v->all)
		return WRONG(v, "what was signed in an anonymous game is shown "
				"with the whole log alone");
	v->event = leaf;
	v->waits = false;
	is = log_chain_signed(format, v->now.text, armour);
	if (format.len && !format_take(v, format, false))
		return false;
	return verify_same_hash(
		       v, &v->signed_hash, &is,
		       "text and signature are not those of orders_signed") &&
	       claim_check(v) && signature_check(v, armour) && player_check(v);
}

/* Is the person's key with this fingerprint in the ring? */
bool verify_own_key(const struct verifier *v, struct str name, struct str print)
{
	const struct keyring_entry *entry = entry_of(v, print);

	return entry && keyring_entry_is_valid(entry, v->event) &&
	       str_equal(v->persons[entry->person], name);
}

/* The judge's own: signed by the key before, or the operator's word. */
static bool on_judge_key(struct verifier *v, const struct event *e)
{
	struct verify_result *r = v->out;
	struct str line = log_event_text(v->a, e, COMMON_JUDGE_KEY_KEY),
		   armour = log_event_text(v->a, e, COMMON_JUDGE_KEY_SIGNATURE);
	const struct key *now = verify_judge_key(r, UINT64_MAX);
	struct key key;
	struct sig s;

	if (r->n_judge_keys == VERIFY_JUDGE_KEYS)
		return WRONG(v, "the judge has too many keys");
	if (!str_starts(line, "ssh-ed25519 ") || key_parse(line, &key) ||
	    key_equal(&key, now))
		return WRONG(v, "it is no other key of the judge");
	if (armour.len && (!verify_signature_read(v, armour, &s) ||
			   sig_check(&s, now, SIG_KEY,
				     log_event_key_text(v->a, r->game, line))))
		return WRONG(v, "the judge's key before has not signed it");
	r->judge_keys[r->n_judge_keys].key = key;
	r->judge_keys[r->n_judge_keys].is_signed = armour.len != 0;
	r->judge_keys[r->n_judge_keys++].point = r->points + 1;
	return true;
}

verify_handler *verify_people_handler(int kind)
{
	switch (kind) {
	case COMMON_JUDGE_KEY: return on_judge_key;
	case COMMON_SEAT_TAKEN: return on_seat;
	case COMMON_SEAT_PLAYED: return on_played;
	case COMMON_KEY_ADDED: return on_key_added;
	case COMMON_KEY_REVOKED: return on_key_revoked;
	case COMMON_ORDERS_SIGNED: return on_signed;
	case COMMON_PRESS_PUBLISHED: return on_unsealed;
	default: return NULL;
	}
}
