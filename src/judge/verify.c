/* src/judge/verify.c */
#include "judge/verify.h"
#include "judge/export.h"
#include "judge/rerun.h"
#include "judge/inside.h"
#include "auth/block.h"
#include "auth/keyring.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "rules/common.h"
#include <stdarg.h>
#include <stdio.h>

enum {
	TEXT_MAX = 1 << 20,
	PERSONS_MAX = 256,
	SHOWN_BEFORE = 60, /* bytes of a text before its difference */
	PROGRESS_LINES = 64
};

/* A link that was opened, by its place in the order of chains and links. */
struct use {
	struct hash link;
	uint64_t point;
	bool undone;
};

struct roll {
	size_t line;
	uint64_t leaf;
	int32_t number, sides, face;
};

struct salted {
	size_t line;
	uint64_t leaf;
	struct hash salt;
};

struct promise {
	int32_t number;
	struct hash hash, salt;
	uint64_t point, opened; /* 0: not yet */
	uint64_t leaf;
	size_t line;
	bool undone, is_open;
};

/* What a player disputed. */
struct dispute {
	uint64_t point;
	bool ruled;
};

/* A value of the second secret, to be worked out when that is known. */
struct drawn {
	size_t line;
	uint64_t leaf;
	int inner;
	uint64_t point;
	int32_t number, round, sides, value;
	struct hash words;
	bool undone;
};

struct verifier {
	const struct verify_means *m;
	struct arena *a;
	struct verify_result *out;
	struct str file;

	/* the line being read */
	size_t line, start;
	struct str bytes;
	uint64_t event; /* its leaf, 0: it is none */
	int inner;

	/* what the head says */
	const struct judge_system *sys;
	const struct event_schema *schema;
	struct key judge;
	struct str judge_text;
	bool all;
	int reader; /* place of the sealed leaf that is open, -1 */

	/* the chain */
	struct game_id id;
	struct hash head, hidden, secret;
	bool has_secret, ended;
	struct salted *salts;
	size_t n_salts, room_salts;

	/* people */
	struct keyring ring;
	char prints[KEYRING_MAX][KEY_FINGERPRINT_MAX];
	struct str persons[PERSONS_MAX];
	bool elsewhere[PERSONS_MAX]; /* at the table, but on no player's seat */
	uint32_t n_persons;
	uint32_t seats[SEATS_MAX]; /* number of the person, 0: free */

	/* luck */
	struct words words;
	struct hash *chains; /* commitments */
	size_t n_chains, room_chains;
	struct use *uses;
	size_t n_uses, room_uses;
	uint32_t missing; /* a bit for each seat named so */
	struct roll *rolls;
	size_t n_rolls, room_rolls;
	struct promise *promises;
	size_t n_promises, room_promises;
	struct drawn *drawn;
	size_t n_drawn, room_drawn;
	uint64_t *from; /* the point that each point went on from */
	size_t n_from, room_from;
	uint64_t round; /* of new draws */
	/* disputes by number; what waits to be rolled again */
	struct dispute *disputes;
	size_t n_disputes, room_disputes;
	uint64_t rerolls;
	uint64_t *returns; /* points that play is taken back to */
	size_t n_returns, room_returns;
	struct hash foretold; /* the second secret, as a later line tells it */
	bool is_foretold;

	/* the adjudication being read */
	bool begun;
	int sealed; /* place of the sealed leaf that is next */
	int32_t serial;
	bool waits; /* for the line "signed" */
	int32_t signer_seat;
	struct str signer_format, signer_print, signer_name;
	struct str cause;
	struct hash signed_hash;
	struct key signer;
	struct rerun_point now;
	struct chain_source luck;
	uint64_t *serials; /* open addressing; 0 is free */
	size_t n_serials, room_serials;
	struct rerun *rerun;
};

/* Telling --------------------------------------------------------------------
 */

/* text from a little before `at`, cut where a character begins */
static void show(char out[VERIFY_TEXT_MAX], struct str s, size_t at)
{
	size_t from = at > SHOWN_BEFORE ? at - SHOWN_BEFORE : 0;
	size_t n;

	while (from && from < s.len && ((uint8_t)s.s[from] & 0xc0) == 0x80)
		from--;
	if (from > s.len)
		from = s.len;
	n = s.len - from;
	if (n > VERIFY_TEXT_MAX - 8)
		n = VERIFY_TEXT_MAX - 8;
	while (n && from + n < s.len && ((uint8_t)s.s[from + n] & 0xc0) == 0x80)
		n--;
	snprintf(out, VERIFY_TEXT_MAX, "%s%.*s%s", from ? ".." : "", (int)n,
		 s.s + from, from + n < s.len ? ".." : "");
}

bool verify_wrong(struct verify_fault *f, size_t line, uint64_t event,
		  int inner, const struct str *expected,
		  const struct str *found, const char *fmt, ...)
{
	size_t at = 0;
	va_list ap;

	f->line = line;
	f->event = event;
	f->inner = inner;
	va_start(ap, fmt);
	vsnprintf(f->what, sizeof(f->what), fmt, ap);
	va_end(ap);
	while (expected && found && at < expected->len && at < found->len &&
	       expected->s[at] == found->s[at])
		at++;
	if (expected)
		show(f->expected, *expected, at);
	if (found)
		show(f->found, *found, at);
	return false;
}

/* at the place that is being read */
#define WRONG(v, ...)                                                          \
	verify_wrong(&(v)->out->fault, (v)->line, (v)->event, (v)->inner,      \
		     NULL, NULL, __VA_ARGS__)

static struct str hex(struct verifier *v, const struct hash *h)
{
	return hex_of(v->a, h->b, sizeof(h->b));
}

static bool same_hash(struct verifier *v, const struct hash *expected,
		      const struct hash *found, const char *what)
{
	struct str e, f;

	if (hash_equal(expected, found))
		return true;
	e = hex(v, expected);
	f = hex(v, found);
	return verify_wrong(&v->out->fault, v->line, v->event, v->inner, &e, &f,
			    "%s", what);
}

static bool same_number(struct verifier *v, uint64_t expected, uint64_t found,
			const char *what)
{
	if (expected == found)
		return true;
	return WRONG(v, "expected %s %llu, found %llu", what,
		     (unsigned long long)expected, (unsigned long long)found);
}

/* Pieces of a line -----------------------------------------------------------
 */

#define ADD(v, list)                                                           \
	((v)->list = arena_grow((v)->a, (v)->list, (v)->n_##list,              \
				&(v)->room_##list, sizeof(*(v)->list)),        \
	 &(v)->list[(v)->n_##list++])

static bool take_number(struct str *in, uint64_t *n)
{
	size_t digits = 0;
	int64_t value = 0;

	while (digits < in->len && '0' <= in->s[digits] && in->s[digits] <= '9')
		digits++;
	if (!digits || digits > 15 || (digits > 1 && in->s[0] == '0') ||
	    !parse_int((struct str){ in->s, digits }, 0, INT64_MAX, &value))
		return false;
	*n = (uint64_t)value;
	in->s += digits;
	in->len -= digits;
	return true;
}

static bool take_hash(struct str *in, struct hash *h)
{
	const size_t digits = 2 * sizeof(h->b);

	if (!json_skip(in, "\"") || in->len < digits)
		return false;
	for (size_t i = 0; i < digits; i++)
		if ('A' <= in->s[i] && in->s[i] <= 'F')
			return false;
	if (!hex_parse((struct str){ in->s, digits }, h->b, sizeof(h->b)))
		return false;
	in->s += digits;
	in->len -= digits;
	return json_skip(in, "\"");
}

static bool take_text(struct verifier *v, struct str *in, struct str *out)
{
	struct buf b;
	bool good;

	buf_init(&b, TEXT_MAX);
	good = json_string_parse(in, &b);
	*out = arena_str(v->a, buf_str(&b));
	buf_release(&b);
	return good;
}

/* An object, to the bracket that ends it. */
static bool take_object(struct str *in, struct str *out)
{
	size_t i = 0, depth = 0;
	bool text = false;

	if (!in->len || in->s[0] != '{')
		return false;
	for (; i < in->len; i++) {
		char c = in->s[i];

		if (text && c == '\\')
			i++;
		else if (c == '"')
			text = !text;
		else if (!text && c == '{')
			depth++;
		else if (!text && c == '}' && !--depth)
			break;
	}
	if (i >= in->len)
		return false;
	*out = (struct str){ in->s, i + 1 };
	in->s += i + 1;
	in->len -= i + 1;
	return true;
}

static bool strange(struct verifier *v)
{
	return WRONG(v, "this line is not of the format " EXPORT_FORMAT);
}

/* Fields of events -----------------------------------------------------------
 */

static struct str text_at(struct verifier *v, const struct event *e, int field)
{
	char room[EVENT_TEXT_ROOM];
	int n;
	const int32_t *w = event_words(e, field, &n);

	return arena_str(v->a, text_unpack(w, n, room, sizeof(room)));
}

static struct hash hash_at(const struct event *e, int field)
{
	struct hash h;
	int n;
	const int32_t *w = event_words(e, field, &n);

	for (size_t i = 0; i < sizeof(h.b); i++)
		h.b[i] = (uint8_t)((uint32_t)w[i / 4] >> 8 * (i % 4));
	return h;
}

static bool seat_at(struct verifier *v, const struct event *e, int field,
		    unsigned *seat)
{
	int32_t s = event_get(e, field);

	if (s < 0 || s >= v->out->n_seats)
		return WRONG(v, "the game has no such seat");
	*seat = (unsigned)s;
	return true;
}

/* small digits alone, so that there is one way to write it */
static bool bytes_at(struct verifier *v, const struct event *e, int field,
		     uint8_t *out, size_t len)
{
	struct str s = text_at(v, e, field);

	for (size_t i = 0; i < s.len; i++)
		if ('A' <= s.s[i] && s.s[i] <= 'F')
			return WRONG(v, "hex digits in capitals");
	if (!hex_parse(s, out, len))
		return WRONG(v, "expected %zu hex digits", 2 * len);
	return true;
}

/* The game -------------------------------------------------------------------
 */

static bool same_text(struct verifier *v, struct str expected, struct str found,
		      const char *what)
{
	if (str_equal(expected, found))
		return true;
	return verify_wrong(&v->out->fault, v->line, v->event, v->inner,
			    &expected, &found, "%s", what);
}

/*
 * What was hidden can be worked out with the second secret alone, which stands
 * at the end: look ahead. Whether it is the right one is seen there.
 */
static void foretell(struct verifier *v)
{
	static const char mark[] = ",\"event\":{\"event\":\"secrets_opened\"";
	const char *at = memmem(v->file.s, v->file.len, mark, sizeof(mark) - 1);
	struct str in, json;
	struct event e;

	if (!at)
		return;
	at += strlen(",\"event\":");
	in = (struct str){ at, v->file.len - (size_t)(at - v->file.s) };
	v->is_foretold =
		take_object(&in, &json) && event_parse(json, v->schema, &e);
	if (v->is_foretold)
		v->foretold = hash_at(&e, COMMON_SECRETS_OPENED_HIDDEN);
}

/* The states that an undo will ask for: no others are kept. */
static void foretell_returns(struct verifier *v)
{
	static const char mark[] = ",\"event\":{\"event\":\"undone\"";
	struct str rest = v->file, in, json;
	const char *at;
	struct event e;

	while ((at = memmem(rest.s, rest.len, mark, sizeof(mark) - 1))) {
		rest.len -= (size_t)(at + 1 - rest.s);
		rest.s = at + 1;
		in = rest;
		json_skip(&in, "\"event\":");
		if (take_object(&in, &json) && event_parse(json, v->schema, &e))
			*ADD(v, returns) =
				(uint64_t)event_get(&e, COMMON_UNDONE_POINT);
	}
}

static bool on_created(struct verifier *v, const struct event *e)
{
	static const char *const differs =
		"the game is not that of the file's first line";
	struct str name = text_at(v, e, COMMON_GAME_CREATED_GAME), end = name;
	struct hash chain = hash_at(e, COMMON_GAME_CREATED_CHAIN);
	int32_t seats = event_get(e, COMMON_GAME_CREATED_SEATS);
	struct str digits = hex(v, &chain);

	if (!same_text(v, v->out->game, name, differs) ||
	    !same_text(v, v->out->system,
		       text_at(v, e, COMMON_GAME_CREATED_SYSTEM), differs) ||
	    !same_text(v, v->out->rules,
		       text_at(v, e, COMMON_GAME_CREATED_VERSION), differs) ||
	    !same_text(v, v->judge_text,
		       text_at(v, e, COMMON_GAME_CREATED_JUDGE_KEY), differs))
		return false;
	if (!bytes_at(v, e, COMMON_GAME_CREATED_ID, v->id.b, GAME_ID_SIZE))
		return false;
	if (seats < 1 || seats > v->sys->rules->max_seats || seats > SEATS_MAX)
		return WRONG(v, "a game of %d seats", (int)seats);
	if (v->reader >= seats && v->reader < SEATS_MAX)
		return WRONG(v, "the file is for a seat that is not there");
	for (size_t i = name.len; i-- > 0 && name.s[i] != '-';)
		end = (struct str){ name.s + i, name.len - i };
	if (end.len < 4 || end.len == name.len || end.len > digits.len ||
	    memcmp(end.s, digits.s, end.len))
		return WRONG(v, "the name of the game does not end in the "
				"first digits of its dice_commitment");
	v->out->n_seats = (int)seats;
	words_init(&v->words, (unsigned)seats);
	*ADD(v, chains) = chain;
	v->hidden = hash_at(e, COMMON_GAME_CREATED_HIDDEN);
	v->head = log_open(&v->id);
	v->now.point = 1;
	if (v->reader == SEATS_MAX)
		v->reader = seats; /* the game masters' leaf is the last */
	if (v->all)
		foretell(v);
	if (v->all)
		foretell_returns(v);
	if (v->all)
		v->rerun = rerun_new(v->sys, v->m->figures, (int)seats, v->a);
	return true;
}

static bool on_adjudication(struct verifier *v, const struct event *e)
{
	int32_t point = event_get(e, COMMON_ADJUDICATION_POINT);
	struct str cause = text_at(v, e, COMMON_ADJUDICATION_CAUSE);

	if (point < 0 || (uint64_t)point != v->out->points + 1)
		return WRONG(v, "expected point %llu, found %d",
			     (unsigned long long)v->out->points + 1,
			     (int)point);
	*ADD(v, from) = v->out->points;
	v->cause = cause;
	v->signer_print = v->signer_name = STR("");
	if (str_is(cause, "reroll") && !v->rerolls--)
		return WRONG(v, "nothing was to be rolled again");
	v->serial = event_get(e, COMMON_ADJUDICATION_SERIAL);
	v->out->by_operator += str_is(cause, "operator");
	v->begun = true;
	return true;
}

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

static bool on_seat(struct verifier *v, const struct event *e)
{
	int32_t seat = event_get(e, COMMON_SEAT_TAKEN_SEAT);
	struct str name = text_at(v, e, COMMON_SEAT_TAKEN_PERSON);
	uint32_t number;

	if (!person(v, name, &number))
		return false;
	if (seat < 0) {
		v->elsewhere[number] = true;
		return true;
	}
	if (seat >= v->out->n_seats)
		return WRONG(v, "the game has no such seat");
	v->seats[seat] = number;
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

static bool on_key_added(struct verifier *v, const struct event *e)
{
	struct keyring_change c = { .what = KEYRING_ADD, .by_operator = true };
	struct str print = text_at(v, e, COMMON_KEY_ADDED_FINGERPRINT);
	struct str text = text_at(v, e, COMMON_KEY_ADDED_KEY);
	char shown[KEY_FINGERPRINT_MAX];
	enum keyring_fault fault;

	if (!person(v, text_at(v, e, COMMON_KEY_ADDED_PERSON), &c.person))
		return false;
	if (!gnupg_key(print, &c.key)) {
		if (key_parse(text, &c.key) != FAULT_OK)
			return WRONG(v, "this is no public key");
		key_fingerprint(&c.key, shown);
		if (!same_text(v, str_of(shown), print,
			       "the fingerprint is not that of the key"))
			return false;
	}
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
	struct str print = text_at(v, e, COMMON_KEY_REVOKED_FINGERPRINT);
	const struct keyring_entry *entry = entry_of(v, print);
	enum keyring_fault fault;

	if (!person(v, text_at(v, e, COMMON_KEY_REVOKED_PERSON), &c.person))
		return false;
	if (!entry)
		return WRONG(v, "%s", keyring_fault_text(KEYRING_UNKNOWN));
	c.key = entry->key;
	fault = keyring_apply(&v->ring, &c, v->event);
	return fault ? WRONG(v, "%s", keyring_fault_text(fault)) : true;
}

/* What was signed ------------------------------------------------------------
 */

static bool on_signed(struct verifier *v, const struct event *e)
{
	struct str print = text_at(v, e, COMMON_ORDERS_SIGNED_FINGERPRINT);
	const struct keyring_entry *entry = entry_of(v, print);
	int32_t seat = event_get(e, COMMON_ORDERS_SIGNED_SEAT);

	if (v->waits || v->now.is_signed)
		return WRONG(v, "orders are signed once in an adjudication");
	if (seat >= v->out->n_seats)
		return WRONG(v, "the game has no such seat");
	if (!entry || !keyring_entry_is_valid(entry, v->event))
		return WRONG(v,
			     "no key that was valid here has the "
			     "fingerprint %.*s",
			     STR_ARG(print));
	if (seat >= 0 ? v->seats[seat] != entry->person
		      : !v->elsewhere[entry->person])
		return WRONG(v, "the key is not that of who sits there");
	if (v->serial < 1)
		return WRONG(v, "signed orders without a serial");
	v->waits = true;
	v->now.is_signed = true;
	v->signer = entry->key;
	v->signer_seat = seat;
	v->signer_print = print;
	v->signer_name = v->persons[entry->person];
	v->signer_format = text_at(v, e, COMMON_ORDERS_SIGNED_FORMAT);
	v->signed_hash = hash_at(e, COMMON_ORDERS_SIGNED_HASH);
	return true;
}

/* Must the line "signed" follow? */
static bool signed_is_due(const struct verifier *v)
{
	return v->waits &&
	       (v->all || (v->signer_seat >= 0 && v->signer_seat == v->reader));
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
};

static bool number(struct str *in, int64_t *out)
{
	struct str word;

	return parse_field(in, ' ', &word) &&
	       parse_int(word, 0, INT32_MAX, out);
}

/* KEYS game seat point serial */
static bool keys_claim(struct str line, struct claim *c)
{
	struct str word;

	if (!parse_field(&line, ' ', &word) ||
	    !(str_is(word, "KEYS") || str_is(word, "CLAVES")) ||
	    !parse_field(&line, ' ', &c->game) ||
	    !parse_field(&line, ' ', &word))
		return false;
	c->slot = judge_slot_parse(word);
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
	v->now.claim = RERUN_KEYS;
	if (keys_claim(line, c))
		return true;
	whole = orders_read_head(v->a, v->sys->grammar, line, &h);
	if (!whole)
		return false;
	c->game = h.game;
	if (h.kind == HEAD_GM) {
		v->now.claim = RERUN_MASTER;
		c->slot = SLOT_GM;
		return number(&h.rest, &c->point) &&
		       number(&h.rest, &c->serial) && !h.rest.len;
	}
	v->now.claim = RERUN_ORDERS;
	c->slot = h.seat;
	c->point = h.point;
	c->serial = h.serial;
	return h.kind == HEAD_ORDERS;
}

static bool claim_check(struct verifier *v)
{
	struct claim c;

	if (block_orders(v->a, v->now.text, &v->now.orders) ||
	    !claim_read(v, &c))
		return WRONG(v, "the signed text does not begin with a line "
				"that names game, seat, point and serial");
	if (!str_equal(lower(v->a, c.game), v->out->game))
		return WRONG(v, "it was signed for the game %.*s",
			     STR_ARG(c.game));
	if (v->signer_seat >= 0 ? c.slot != v->signer_seat : c.slot < SLOT_GM)
		return WRONG(v, "it was signed for another seat");
	if ((uint64_t)c.point > v->out->points)
		return WRONG(v,
			     "it was signed for point %lld, which is yet "
			     "to come",
			     (long long)c.point);
	if (c.serial != v->serial)
		return WRONG(v, "it has the serial %lld, not %d",
			     (long long)c.serial, (int)v->serial);
	if (!serial_use(v, c.slot, c.serial))
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
	}
	return "";
}

/* Read a signature, which has one way to be written: ours. */
static bool signature_read(struct verifier *v, struct str armour, struct sig *s)
{
	enum fault f = sig_parse(v->a, armour, s, NULL);
	struct buf again;
	bool same;

	if (f)
		return WRONG(v, "the signature cannot be read: %s",
			     fault_name(f));
	buf_init(&again, SIG_ARMOUR_MAX);
	same = sig_render(s, &again) && str_equal(buf_str(&again), armour);
	buf_release(&again);
	return same ? true
		    : WRONG(v, "the signature is not as it should be written");
}

/*
 * The ring of the log names keys of GnuPG by their fingerprints; the keys are
 * where the verifier keeps them. One that is not there leaves the signature
 * unchecked, and that is told.
 */
static bool gnupg_check(struct verifier *v, struct str armour)
{
	bool smime = v->signer.kind == KEY_SMIME;
	struct why why = { { 0 } };
	uint8_t *bytes = arena_alloc(v->a, armour.len + 1);
	size_t which, len;
	enum fault f = FAULT_SIG_WRONG_KEY;

	if (!str_starts(v->signer_format, smime ? "smime " : "pgp "))
		return WRONG(v, "the signature is of another program than "
				"orders_signed says");
	/* it was binary */
	if (armour.len && armour.s[0] != '-' &&
	    base64_parse(armour, bytes, armour.len, &len))
		armour = (struct str){ (const char *)bytes, len };
	if (v->m->pgp &&
	    pgp_verify(v->m->pgp, smime ? PGP_SMIME : PGP_OPENPGP, v->now.text,
		       armour, &v->signer, 1, &which, &f, &why))
		return WRONG(v, "GnuPG: %s", why.text);
	if (f && f != FAULT_SIG_WRONG_KEY)
		return WRONG(v, "the signature does not verify: %s",
			     fault_name(f));
	v->out->signatures += !f;
	v->out->gnupg += f != FAULT_OK;
	return true;
}

static bool signature_check(struct verifier *v, struct str armour)
{
	struct sig s;
	enum fault f;

	if (v->signer.kind != KEY_ED25519)
		return gnupg_check(v, armour);
	if (!signature_read(v, armour, &s))
		return false;
	if (!str_starts(v->signer_format, form_name(&s)))
		return WRONG(v, "the signature is of another program than "
				"orders_signed says");
	f = sig_check(&s, &v->signer, SIG_ORDERS, v->now.text);
	if (f)
		return WRONG(v, "the signature does not verify: %s",
			     fault_name(f));
	v->out->signatures++;
	return true;
}

static bool read_signed(struct verifier *v, struct str in)
{
	struct str base64 = { 0 }, armour;
	struct hash is;
	uint64_t leaf;
	size_t len;
	uint8_t *bytes;

	if (!take_number(&in, &leaf))
		return strange(v);
	if (json_skip(&in, ",\"base64\":")) {
		if (!take_text(v, &in, &base64))
			return strange(v);
		bytes = arena_alloc(v->a, base64.len + 1);
		if (!base64_parse(base64, bytes, base64.len, &len))
			return strange(v);
		v->now.text = (struct str){ (const char *)bytes, len };
	} else if (!json_skip(&in, ",\"text\":") ||
		   !take_text(v, &in, &v->now.text)) {
		return strange(v);
	}
	if (!json_skip(&in, ",\"signature\":") || !take_text(v, &in, &armour) ||
	    !str_is(in, "}"))
		return strange(v);
	if (!v->waits || leaf != v->out->leaves)
		return WRONG(v, "it does not follow its event orders_signed");
	v->event = leaf;
	v->waits = false;
	is = log_signed(v->now.text, armour);
	return same_hash(v, &v->signed_hash, &is,
			 "text and signature are not those of orders_signed") &&
	       claim_check(v) && signature_check(v, armour);
}

/* Luck -----------------------------------------------------------------------
 */

static bool words_fault(struct verifier *v, enum words_fault f)
{
	switch (f) {
	case WORDS_OK: return true;
	case WORDS_TWICE: return WRONG(v, "this seat has done so before");
	case WORDS_COPIED: return WRONG(v, "another seat has sent this hash");
	case WORDS_NO_HASH: return WRONG(v, "the seat has sent no hash");
	case WORDS_DIFFERENT: return WRONG(v, "the word has another hash");
	}
	return false;
}

static bool on_word_committed(struct verifier *v, const struct event *e)
{
	uint8_t hash[WORD_HASH_SIZE];
	unsigned seat;

	if (v->n_uses)
		return WRONG(v, "the dice have been rolled");
	if (!seat_at(v, e, COMMON_WORD_COMMITTED_SEAT, &seat) ||
	    !bytes_at(v, e, COMMON_WORD_COMMITTED_HASH, hash, sizeof(hash)))
		return false;
	v->out->seats[seat].sent = true;
	return words_fault(v, words_commit(&v->words, seat, hash));
}

static bool on_word_opened(struct verifier *v, const struct event *e)
{
	uint8_t word[WORD_SIZE];
	unsigned seat;

	if (v->n_uses)
		return WRONG(v, "the dice have been rolled");
	for (int i = 0; i < v->out->n_seats; i++)
		if (!v->words.has_hash[i])
			return WRONG(v, "not all seats have sent a hash");
	if (!seat_at(v, e, COMMON_WORD_OPENED_SEAT, &seat) ||
	    !bytes_at(v, e, COMMON_WORD_OPENED_WORD, word, sizeof(word)))
		return false;
	v->out->seats[seat].opened = true;
	v->out->words++;
	return words_fault(v, words_open(&v->words, seat, word));
}

static bool on_word_missing(struct verifier *v, const struct event *e)
{
	unsigned seat;

	if (!seat_at(v, e, COMMON_WORD_MISSING_SEAT, &seat))
		return false;
	if (v->n_uses || v->words.has_word[seat] || v->missing & 1u << seat ||
	    event_get(e, COMMON_WORD_MISSING_SENT) != v->words.has_hash[seat])
		return WRONG(v, "the word is not missing in this way");
	v->missing |= 1u << seat;
	return true;
}

static bool on_rolled(struct verifier *v, const struct event *e)
{
	if (v->now.luck)
		return WRONG(v, "a roll after its link was opened");
	*ADD(v, rolls) = (struct roll){
		.line = v->line,
		.leaf = v->event,
		.number = event_get(e, COMMON_ROLLED_ROLL),
		.sides = event_get(e, COMMON_ROLLED_SIDES),
		.face = event_get(e, COMMON_ROLLED_FACE),
	};
	return true;
}

/* Every die of the adjudication by its link. */
static bool rolls_check(struct verifier *v)
{
	struct dice d = { .bits = chain_bits, .source = &v->luck };

	for (size_t i = 0; i < v->n_rolls; i++) {
		const struct roll *r = &v->rolls[i];
		unsigned face;

		if (r->number != (int32_t)i)
			return verify_wrong(&v->out->fault, r->line, r->leaf, 0,
					    NULL, NULL,
					    "expected roll %zu, found %d", i,
					    (int)r->number);
		if (r->sides < 2 || r->sides > DICE_MAX_SIDES)
			return verify_wrong(&v->out->fault, r->line, r->leaf, 0,
					    NULL, NULL, "a die of %d sides",
					    (int)r->sides);
		face = dice_roll(&d, (unsigned)r->sides);
		if (r->face != (int32_t)face)
			return verify_wrong(&v->out->fault, r->line, r->leaf, 0,
					    NULL, NULL,
					    "the link gives the face %u, the "
					    "log has %d",
					    face, (int)r->face);
	}
	v->out->rolls += v->n_rolls;
	return true;
}

/* The next link after all others: it must lead to the one before. */
static bool link_fresh(struct verifier *v, uint32_t chain, uint32_t n,
		       const struct hash *link)
{
	uint32_t next_chain = (uint32_t)(v->n_uses / CHAIN_LAST);
	uint32_t next = (uint32_t)(v->n_uses % CHAIN_LAST) + 1;
	const struct hash *known;

	if (chain != next_chain || n != next)
		return WRONG(v, "expected link %u of chain %u, found %u of %u",
			     next, next_chain, n, chain);
	if (chain >= v->n_chains)
		return WRONG(v, "chain %u was not committed", chain);
	known = n == 1 ? &v->chains[chain] : &v->uses[v->n_uses - 1].link;
	if (!chain_check(&v->id, chain, n, link, n - 1, known))
		return WRONG(v, "the hash of this link is not the link before "
				"it");
	return true;
}

static bool link_again(struct verifier *v, const struct use *u,
		       const struct hash *link)
{
	if (!u->undone)
		return WRONG(v, "this link was used, and nothing undone since");
	return same_hash(v, &u->link, link, "this link was another before");
}

static bool on_link(struct verifier *v, const struct event *e)
{
	int32_t chain = event_get(e, COMMON_LINK_OPENED_CHAIN);
	int32_t n = event_get(e, COMMON_LINK_OPENED_NUMBER);
	struct hash link = hash_at(e, COMMON_LINK_OPENED_LINK);
	uint64_t at;

	if (chain < 0 || n < 1 || n > CHAIN_LAST)
		return WRONG(v, "there is no such link");
	if (v->now.luck)
		return WRONG(v, "one adjudication uses one link");
	if (!v->n_rolls)
		return WRONG(v, "a link is opened where nothing was rolled");
	at = (uint64_t)chain * CHAIN_LAST + (uint64_t)n - 1;
	if (at < v->n_uses
		    ? !link_again(v, &v->uses[at], &link)
		    : !link_fresh(v, (uint32_t)chain, (uint32_t)n, &link))
		return false;
	for (int i = 0; !v->n_uses && i < v->out->n_seats; i++)
		if (!v->words.has_word[i] && !(v->missing & 1u << i))
			return WRONG(v,
				     "the word of seat %c is missing, and "
				     "nobody was told",
				     'A' + i);
	if (!same_number(v, v->n_rolls,
			 (uint64_t)event_get(e, COMMON_LINK_OPENED_ROLLS),
			 "rolls"))
		return false;
	if (at == v->n_uses)
		*ADD(v, uses) = (struct use){ .link = link };
	v->uses[at].point = v->out->points + 1;
	v->uses[at].undone = false;
	v->luck = (struct chain_source){ .game = v->id,
					 .words = words_digest(&v->words),
					 .chain = (uint32_t)chain,
					 .number = (uint32_t)n,
					 .link = link };
	v->now.luck = &v->luck;
	v->out->links++;
	return rolls_check(v);
}

static bool on_chain(struct verifier *v, const struct event *e)
{
	int32_t n = event_get(e, COMMON_CHAIN_COMMITTED_NUMBER);

	if (n < 0 || (size_t)n != v->n_chains)
		return WRONG(v, "expected chain %zu, found %d", v->n_chains,
			     (int)n);
	*ADD(v, chains) = hash_at(e, COMMON_CHAIN_COMMITTED_CHAIN);
	return true;
}

/* Only what led to where the game is now counts: see auth/chain.h. */
static void luck_undo(struct verifier *v, uint64_t to)
{
	bool *counts = ARENA_ARRAY(v->a, v->n_from + 1, bool);

	v->from[v->n_from - 1] = to;
	for (uint64_t at = v->n_from; at; at = v->from[at - 1])
		counts[at] = true;
	for (size_t i = 0; i < v->n_uses; i++)
		v->uses[i].undone = !counts[v->uses[i].point];
	for (size_t i = 0; i < v->n_drawn; i++)
		v->drawn[i].undone = !counts[v->drawn[i].point];
	for (size_t i = 0; i < v->n_promises; i++) {
		struct promise *p = &v->promises[i];

		p->undone = !counts[p->point];
		p->is_open = p->opened && counts[p->opened];
	}
	v->round = v->n_from;
}

static bool on_undone(struct verifier *v, const struct event *e)
{
	int32_t to = event_get(e, COMMON_UNDONE_POINT);

	if (to < 1 || (uint64_t)to >= v->out->points)
		return WRONG(v, "there is no such point to go back to");
	luck_undo(v, (uint64_t)to);
	v->out->undone++;
	return true;
}

/* Disputes -------------------------------------------------------------------
 */

static bool on_disputed(struct verifier *v, const struct event *e)
{
	int32_t to = event_get(e, COMMON_DISPUTED_POINT);
	int32_t n = event_get(e, COMMON_DISPUTED_NUMBER);

	if (event_get(e, COMMON_DISPUTED_SEAT) != v->signer_seat ||
	    !v->signer_print.len)
		return WRONG(v, "a dispute is signed by the seat that has it");
	if (to < 1 || (uint64_t)to > v->out->points)
		return WRONG(v, "there is no such point to dispute");
	if (n < 1 || (size_t)n != v->n_disputes + 1)
		return WRONG(v, "expected dispute %zu", v->n_disputes + 1);
	*ADD(v, disputes) = (struct dispute){ .point = (uint64_t)to };
	return true;
}

static bool on_ruled(struct verifier *v, const struct event *e)
{
	int32_t n = event_get(e, COMMON_RULED_NUMBER);
	struct str verdict = text_at(v, e, COMMON_RULED_VERDICT);

	if (n < 1 || (size_t)n > v->n_disputes || v->disputes[n - 1].ruled)
		return WRONG(v, "dispute %d is not open", (int)n);
	v->disputes[n - 1].ruled = true;
	v->rerolls += str_is(verdict, "rerolled");
	v->out->rulings++;
	return true;
}

/* Is the person's key with this fingerprint in the ring? */
static bool own_key(const struct verifier *v, struct str name, struct str print)
{
	const struct keyring_entry *entry = entry_of(v, print);

	return entry && keyring_entry_is_valid(entry, v->event) &&
	       str_equal(v->persons[entry->person], name);
}

/*
 * "by" of an event: the game master who signed, the key that signed for its
 * own person, or an office that has no name of its own.
 */
static bool by_check(struct verifier *v, const struct event *e)
{
	const struct event_kind *k = event_kind(v->schema, e->kind);
	int field = e->kind < EVENT_FIRST_OWN ? event_field(k, "by") : -1;
	int person = event_field(k, "person");
	struct str by;
	bool good;

	if (field < 0)
		return true;
	by = text_at(v, e, field);
	if (str_is(v->cause, "gm"))
		good = str_equal(by, v->signer_name) ||
		       (e->kind == COMMON_GAME_RESUMED && str_is(by, "judge"));
	else if (str_is(v->cause, "operator"))
		good = str_is(by, "operator") || str_is(by, "judge");
	else if (!str_is(v->cause, "mail"))
		good = str_is(by,
			      str_is(v->cause, "timer") ? "deadline" : "judge");
	else if (v->signer_print.len)
		good = str_equal(by, v->signer_print) ||
		       (e->kind == COMMON_GAME_PAUSED && str_is(by, "judge"));
	else
		good = str_is(by, "reservation") ||
		       (person >= 0 && own_key(v, text_at(v, e, person), by));
	return good ? true
		    : WRONG(v, "it is said to be by '%.*s', who did not do it",
			    STR_ARG(by));
}

/* Commitments ----------------------------------------------------------------
 */

static struct promise *promise_of(struct verifier *v, int32_t number)
{
	for (size_t i = 0; i < v->n_promises; i++)
		if (v->promises[i].number == number && !v->promises[i].undone)
			return &v->promises[i];
	return NULL;
}

static bool on_committed(struct verifier *v, const struct event *e)
{
	int32_t n = event_get(e, COMMON_COMMITTED_NUMBER);

	if (promise_of(v, n))
		return WRONG(v, "commitment %d was made before", (int)n);
	*ADD(v, promises) =
		(struct promise){ .number = n,
				  .point = v->out->points + 1,
				  .hash = hash_at(e, COMMON_COMMITTED_HASH) };
	return true;
}

static bool on_opened(struct verifier *v, const struct event *e)
{
	struct promise *p = promise_of(v, event_get(e, COMMON_OPENED_NUMBER));
	struct hash is;

	if (!p || p->is_open)
		return WRONG(v, "there is no such commitment to open");
	p->is_open = true;
	p->opened = v->out->points + 1;
	p->line = v->line;
	p->leaf = v->event;
	p->salt = hash_at(e, COMMON_OPENED_SALT);
	is = log_commitment(&p->salt, text_at(v, e, COMMON_OPENED_TEXT));
	return same_hash(v, &p->hash, &is, "this is not what was committed");
}

/* The salt is of the second secret, of a round there was when it was made. */
static bool promise_check(struct verifier *v, const struct promise *p)
{
	struct hidden h = { .game = v->id, .number = (uint32_t)p->number };
	struct hash is;

	memcpy(h.secret, v->secret.b, HASH_SIZE);
	is = hidden_commitment_salt(&h, 0);
	for (uint64_t at = 1; at < p->point && !hash_equal(&is, &p->salt); at++)
		if (v->from[at - 1] != at - 1)
			is = hidden_commitment_salt(&h, (uint32_t)at);
	if (hash_equal(&is, &p->salt))
		return true;
	return verify_wrong(&v->out->fault, p->line, p->leaf, 0, NULL, NULL,
			    "the salt is not that of the second secret");
}

static bool draw_check(struct verifier *v, const struct drawn *d)
{
	struct hidden h = { .game = v->id,
			    .words = d->words,
			    .number = (uint32_t)d->number };
	struct dice one = { .bits = hidden_bits,
			    .source = &h,
			    .n_rolls = (uint32_t)d->round };
	unsigned value;

	memcpy(h.secret, v->secret.b, HASH_SIZE);
	value = dice_roll(&one, (unsigned)d->sides);
	if (d->value == (int32_t)value)
		return true;
	return verify_wrong(&v->out->fault, d->line, d->leaf, d->inner, NULL,
			    NULL,
			    "the second secret gives the value %u, the log "
			    "has %d",
			    value, (int)d->value);
}

/* What game masters are told of what stays hidden. */
static bool on_drawn(struct verifier *v, const struct event *e)
{
	struct drawn d = { .line = v->line,
			   .leaf = v->event,
			   .inner = v->inner,
			   .point = v->out->points + 1,
			   .number = event_get(e, COMMON_DRAWN_NUMBER),
			   .round = event_get(e, COMMON_DRAWN_ROUND),
			   .sides = event_get(e, COMMON_DRAWN_SIDES),
			   .value = event_get(e, COMMON_DRAWN_VALUE),
			   .words = words_digest(&v->words) };
	bool again = false;

	if (d.number < 0 || d.sides < 2 || d.sides > DICE_MAX_SIDES)
		return WRONG(v, "there is no such draw");
	for (size_t i = 0; i < v->n_drawn; i++) {
		const struct drawn *old = &v->drawn[i];

		if (old->number != d.number || old->round != d.round)
			continue;
		if (!old->undone)
			return WRONG(v, "number %d was drawn before",
				     (int)d.number);
		again = true;
	}
	if (!again && (d.round < 0 || (uint64_t)d.round != v->round))
		return WRONG(v, "expected round %llu, found %d",
			     (unsigned long long)v->round, (int)d.round);
	*ADD(v, drawn) = d;
	v->out->draws++;
	return v->has_secret ? draw_check(v, &d) : true;
}

static bool salt_check(struct verifier *v, const struct salted *s)
{
	struct hidden h = { .game = v->id };
	struct hash is;

	memcpy(h.secret, v->secret.b, HASH_SIZE);
	is = hidden_leaf_salt(&h, s->leaf);
	if (hash_equal(&is, &s->salt))
		return true;
	return verify_wrong(&v->out->fault, s->line, s->leaf, 0, NULL, NULL,
			    "the salt is not that of the second secret");
}

static bool on_secret(struct verifier *v, const struct event *e)
{
	struct hash secret = hash_at(e, COMMON_SECRETS_OPENED_HIDDEN);
	struct hash is = hidden_commitment(&v->id, secret.b);

	if (v->has_secret)
		return WRONG(v, "the secret was opened before");
	if (!same_hash(v, &v->hidden, &is,
		       "this secret is not that of hidden_commitment"))
		return false;
	v->secret = secret;
	v->has_secret = true;
	for (size_t i = 0; i < v->n_salts; i++)
		if (!salt_check(v, &v->salts[i]))
			return false;
	for (size_t i = 0; i < v->n_promises; i++)
		if (v->promises[i].opened && !promise_check(v, &v->promises[i]))
			return false;
	for (size_t i = 0; i < v->n_drawn; i++)
		if (!draw_check(v, &v->drawn[i]))
			return false;
	return true;
}

/* Events and leaves ----------------------------------------------------------
 */

typedef bool handler(struct verifier *v, const struct event *e);

static handler *handler_of(int kind)
{
	switch (kind) {
	case COMMON_GAME_CREATED: return on_created;
	case COMMON_ADJUDICATION: return on_adjudication;
	case COMMON_SEAT_TAKEN: return on_seat;
	case COMMON_KEY_ADDED: return on_key_added;
	case COMMON_KEY_REVOKED: return on_key_revoked;
	case COMMON_ORDERS_SIGNED: return on_signed;
	case COMMON_WORD_COMMITTED: return on_word_committed;
	case COMMON_WORD_OPENED: return on_word_opened;
	case COMMON_WORD_MISSING: return on_word_missing;
	case COMMON_ROLLED: return on_rolled;
	case COMMON_LINK_OPENED: return on_link;
	case COMMON_CHAIN_COMMITTED: return on_chain;
	case COMMON_UNDONE: return on_undone;
	case COMMON_DISPUTED: return on_disputed;
	case COMMON_RULED: return on_ruled;
	case COMMON_COMMITTED: return on_committed;
	case COMMON_OPENED: return on_opened;
	case COMMON_SECRETS_OPENED: return on_secret;
	default: return NULL;
	}
}

static bool event_read(struct verifier *v, struct str json, struct event *e)
{
	if (!event_parse(json, v->schema, e))
		return WRONG(v, "the event is not in canonical form");
	v->out->events++;
	v->out->overrides += e->kind == COMMON_OVERRIDE;
	return true;
}

static void keep(struct verifier *v, struct rerun_events *to, struct str json)
{
	size_t room = (size_t)to->room;

	to->v = arena_grow(v->a, to->v, (size_t)to->n, &room, sizeof(*to->v));
	to->room = (int)room;
	to->v[to->n++] = (struct rerun_event){ .json = json,
					       .line = v->line,
					       .leaf = v->event,
					       .inner = v->inner };
}

/* The order in which an adjudication begins. */
static bool place_check(struct verifier *v, const struct event *e)
{
	bool first = v->event == 1;

	if ((e->kind == COMMON_GAME_CREATED) != first)
		return WRONG(v, "%s",
			     first ? "a game begins with game_created"
				   : "a game is created once");
	if (!first && (e->kind == COMMON_ADJUDICATION) == v->begun)
		return WRONG(v, "%s",
			     v->begun ? "another adjudication begins "
					"before this one ended"
				      : "an adjudication begins with "
					"the event adjudication");
	return true;
}

static bool public_event(struct verifier *v, struct str json)
{
	struct event e;
	handler *on;

	if (!event_read(v, json, &e))
		return false;
	if (e.audience != AUDIENCE_ALL)
		return WRONG(v, "it is not for everybody");
	if (!place_check(v, &e))
		return false;
	if (e.kind == COMMON_DRAWN)
		return WRONG(v, "such an event is for game masters alone");
	keep(v, &v->now.all, json);
	if (!by_check(v, &e))
		return false;
	on = handler_of(e.kind);
	return on ? on(v, &e) : true;
}

/* The chain goes on by one leaf. */
static bool chain_on(struct verifier *v, const struct hash *leaf,
		     const struct hash *head)
{
	v->head = log_head(&v->head, leaf);
	return same_hash(v, &v->head, head, "the head of the chain is another");
}

static bool salt_keep(struct verifier *v, const struct hash *salt)
{
	struct salted s = { v->line, v->event, *salt };

	if (v->has_secret)
		return salt_check(v, &s);
	*ADD(v, salts) = s;
	return true;
}

static bool read_public(struct verifier *v, struct str in,
			const struct hash *head, const struct hash *hash)
{
	struct hash salt, is;
	struct str json;

	if (!take_hash(&in, &salt) || !json_skip(&in, ",\"event\":") ||
	    !take_object(&in, &json) || !str_is(in, "}"))
		return strange(v);
	if (v->sealed)
		return WRONG(v, "expected the next sealed leaf");
	is = log_leaf(&salt, json);
	if (!same_hash(v, &is, hash, "salt and event have another hash"))
		return false;
	/* the first names the game, with which the chain begins */
	if (v->event == 1)
		return public_event(v, json) && salt_keep(v, &salt) &&
		       chain_on(v, hash, head);
	return chain_on(v, hash, head) && salt_keep(v, &salt) &&
	       public_event(v, json);
}

static bool sealed_events(struct verifier *v, struct str in,
			  const struct hash *salt, const struct hash *hash)
{
	struct rerun_events *to = &v->now.sealed[v->sealed];
	struct buf bundle;
	struct str json;
	struct hash is;
	bool good;

	buf_init(&bundle, LOG_BUNDLE_MAX);
	log_bundle_begin(&bundle);
	good = json_skip(&in, "[");
	for (v->inner = 1; good && take_object(&in, &json); v->inner++) {
		log_bundle_add(&bundle, json);
		keep(v, to, json);
		if (!json_skip(&in, ","))
			break;
		good = in.len && in.s[0] == '{';
	}
	v->inner = 0;
	is = log_leaf(salt, buf_str(&bundle));
	good = good && !bundle.full && str_is(in, "]}");
	buf_release(&bundle);
	return good ? same_hash(v, &is, hash,
				"salt and events have another hash")
		    : strange(v);
}

static bool private_event(struct verifier *v, struct str json)
{
	uint32_t who = v->sealed < v->out->n_seats ? AUDIENCE_SEAT(v->sealed)
						   : AUDIENCE_GM;
	struct event e;

	if (!event_read(v, json, &e))
		return false;
	if (e.audience == AUDIENCE_ALL || !(e.audience & who))
		return WRONG(v, "it is not for this seat");
	if (handler_of(e.kind))
		return WRONG(v, "such an event is for everybody");
	if (e.kind != COMMON_DRAWN)
		return true;
	return v->sealed == v->out->n_seats
		       ? on_drawn(v, &e)
		       : WRONG(v, "such an event is for game masters alone");
}

static bool read_sealed(struct verifier *v, struct str in,
			const struct hash *head, const struct hash *hash)
{
	struct rerun_events *to;
	char expected[8];
	struct hash salt;
	struct str seat;
	bool open;

	if (!take_text(v, &in, &seat))
		return strange(v);
	open = json_skip(&in, ",\"salt\":");
	if (open ? !take_hash(&in, &salt) || !json_skip(&in, ",\"events\":")
		 : !str_is(in, "}"))
		return strange(v);
	judge_slot_name(v->sealed < v->out->n_seats ? v->sealed : SLOT_GM,
			expected);
	if (!v->begun || v->sealed > v->out->n_seats || !str_is(seat, expected))
		return WRONG(v, "expected %s",
			     !v->begun ? "an event"
			     : v->sealed > v->out->n_seats
				     ? "the end of the adjudication"
				     : "the sealed leaf of another seat");
	if (v->n_rolls && !v->now.luck)
		return WRONG(v, "the link of these rolls was not opened");
	if (open != (v->all || v->sealed == v->reader))
		return WRONG(v, "a leaf is %s that should not be",
			     open ? "open" : "closed");
	v->now.end_of[v->sealed] =
		(struct rerun_event){ .line = v->line, .leaf = v->event };
	to = &v->now.sealed[v->sealed];
	if (open &&
	    (!sealed_events(v, in, &salt, hash) || !salt_keep(v, &salt)))
		return false;
	if (!chain_on(v, hash, head))
		return false;
	for (v->inner = 1; v->inner <= to->n; v->inner++)
		if (!private_event(v, to->v[v->inner - 1].json))
			return false;
	v->inner = 0;
	v->out->closed += !open;
	v->sealed++;
	return true;
}

static bool read_leaf(struct verifier *v, struct str in)
{
	struct hash head, hash;
	uint64_t leaf;

	if (!take_number(&in, &leaf) || !json_skip(&in, ",\"head\":") ||
	    !take_hash(&in, &head) || !json_skip(&in, ",\"hash\":") ||
	    !take_hash(&in, &hash))
		return strange(v);
	v->event = v->out->leaves + 1;
	if (!same_number(v, v->event, leaf, "leaf"))
		return false;
	if (signed_is_due(v))
		return WRONG(v, "expected what was signed");
	v->out->unchecked += v->waits;
	v->waits = false;
	v->out->leaves++;
	if (json_skip(&in, ",\"salt\":"))
		return read_public(v, in, &head, &hash);
	if (json_skip(&in, ",\"seat\":"))
		return read_sealed(v, in, &head, &hash);
	return strange(v);
}

/* The end of an adjudication, of the file, its head ---------------------------
 */

/* Its lists are used again: no adjudication costs memory that is past. */
static void point_next(struct verifier *v, uint64_t point)
{
	struct rerun_point next = { .point = point, .all = v->now.all };

	next.all.n = 0;
	for (int i = 0; i < RERUN_SLOTS; i++) {
		next.sealed[i] = v->now.sealed[i];
		next.sealed[i].n = 0;
	}
	v->now = next;
}

/* Will play be taken back to the state after this point? */
static bool is_returned_to(const struct verifier *v, uint64_t point)
{
	for (size_t i = 0; i < v->n_returns; i++)
		if (v->returns[i] == point)
			return true;
	return false;
}

static bool read_point(struct verifier *v, struct str in)
{
	uint64_t point, leaves;
	struct hash head;
	bool state;

	if (!take_number(&in, &point) || !json_skip(&in, ",\"leaves\":") ||
	    !take_number(&in, &leaves) || !json_skip(&in, ",\"head\":") ||
	    !take_hash(&in, &head))
		return strange(v);
	state = json_skip(&in, ",\"state\":");
	if ((state && !take_hash(&in, &v->now.state)) || !str_is(in, "}"))
		return strange(v);
	if (!v->begun || v->sealed != v->out->n_seats + 1)
		return WRONG(v, "the adjudication is not complete");
	if (state != v->all)
		return WRONG(v, "the state's hash is told in a full log, and "
				"there alone");
	if (!same_number(v, v->out->points + 1, point, "point") ||
	    !same_number(v, v->out->leaves, leaves, "leaves so far:") ||
	    !same_hash(v, &v->head, &head, "the head of the chain is another"))
		return false;
	v->now.point = point;
	v->now.line = v->line;
	v->now.game = v->id;
	v->now.returned_to = is_returned_to(v, point);
	v->now.secret = v->is_foretold ? &v->foretold : NULL;
	if (v->rerun && !rerun_next(v->rerun, &v->now, &v->out->fault))
		return false;
	v->out->points = point;
	point_next(v, point + 1);
	v->begun = false;
	v->sealed = 0;
	v->serial = 0;
	v->n_rolls = 0;
	return true;
}

static bool read_end(struct verifier *v, struct str in)
{
	uint64_t lines, points, leaves;
	struct hash head, file, is;
	struct str armour, message;
	struct buf b;
	struct sig s;
	enum fault f;

	if (!take_number(&in, &lines) || !json_skip(&in, ",\"points\":") ||
	    !take_number(&in, &points) || !json_skip(&in, ",\"leaves\":") ||
	    !take_number(&in, &leaves) || !json_skip(&in, ",\"head\":") ||
	    !take_hash(&in, &head) || !json_skip(&in, ",\"file\":") ||
	    !take_hash(&in, &file))
		return strange(v);
	message = (struct str){ v->bytes.s, v->bytes.len - in.len };
	if (!json_skip(&in, ",\"signature\":") || !take_text(v, &in, &armour) ||
	    !str_is(in, "}"))
		return strange(v);
	is = hash_of((struct str){ v->file.s, v->start });
	if (v->begun || v->out->leaves == 0)
		return WRONG(v, "the last adjudication is not complete");
	if (!same_number(v, v->line - 1, lines, "lines before:") ||
	    !same_number(v, v->out->points, points, "points:") ||
	    !same_number(v, v->out->leaves, leaves, "leaves:") ||
	    !same_hash(v, &v->head, &head, "the head of the chain is another"))
		return false;
	if (v->all && !v->has_secret)
		return WRONG(v, "a full log opens the second secret");
	if (!same_hash(v, &is, &file,
		       "the lines before are not those that "
		       "were signed"))
		return false;
	if (!signature_read(v, armour, &s))
		return false;
	buf_init(&b, message.len + 1);
	buf_adds(&b, message);
	buf_addc(&b, '}');
	f = sig_check(&s, &v->judge, SIG_REPORT, buf_str(&b));
	buf_release(&b);
	if (f)
		return WRONG(v, "the judge's signature does not verify: %s",
			     fault_name(f));
	v->ended = true;
	return true;
}

static bool who_read(struct verifier *v)
{
	struct str who = v->out->who;

	v->reader = -1;
	v->all = str_is(who, "all");
	if (str_is(who, "GM"))
		v->reader = SEATS_MAX;
	else if (who.len == 1 && 'A' <= who.s[0] && who.s[0] < 'A' + SEATS_MAX)
		v->reader = who.s[0] - 'A';
	return v->all || v->reader >= 0 || str_is(who, "public");
}

static bool system_find(struct verifier *v)
{
	const char *has = NULL;

	for (int i = 0; i < v->m->n_systems; i++) {
		const struct judge_system *s = &v->m->systems[i];

		if (!str_is(v->out->system, s->rules->name))
			continue;
		if (str_is(v->out->rules, s->rules->version))
			v->sys = s;
		has = s->rules->version;
	}
	if (!v->sys && has)
		return WRONG(v, "this program has the rules '%s', not '%.*s'",
			     has, STR_ARG(v->out->rules));
	if (!v->sys)
		return WRONG(v, "this program has no rules of '%.*s'",
			     STR_ARG(v->out->system));
	v->schema = &v->sys->rules->events;
	return true;
}

static bool read_head(struct verifier *v)
{
	struct str in = v->bytes;

	if (!json_skip(&in, "{\"heraldo\":\"" EXPORT_FORMAT "\",\"game\":") ||
	    !take_text(v, &in, &v->out->game) ||
	    !json_skip(&in, ",\"system\":") ||
	    !take_text(v, &in, &v->out->system) ||
	    !json_skip(&in, ",\"rules\":") ||
	    !take_text(v, &in, &v->out->rules) ||
	    !json_skip(&in, ",\"judge\":") ||
	    !take_text(v, &in, &v->judge_text) ||
	    !json_skip(&in, ",\"for\":") || !take_text(v, &in, &v->out->who) ||
	    !str_is(in, "}"))
		return strange(v);
	if (!who_read(v))
		return WRONG(v, "nobody is called '%.*s'",
			     STR_ARG(v->out->who));
	if (key_parse(v->judge_text, &v->judge) != FAULT_OK)
		return WRONG(v, "the judge's key is no public key");
	return system_find(v);
}

static bool read_line(struct verifier *v)
{
	struct str in = v->bytes;

	v->event = 0;
	v->inner = 0;
	if (v->ended)
		return WRONG(v, "a line behind the last one");
	if (!utf8_is_valid(in))
		return WRONG(v, "the line is not UTF-8");
	if (v->line == 1)
		return read_head(v);
	if (json_skip(&in, "{\"leaf\":"))
		return read_leaf(v, in);
	if (json_skip(&in, "{\"signed\":"))
		return read_signed(v, in);
	if (json_skip(&in, "{\"point\":"))
		return read_point(v, in);
	if (json_skip(&in, "{\"end\":\"" EXPORT_FORMAT "\",\"lines\":"))
		return read_end(v, in);
	return strange(v);
}

static bool read_lines(struct verifier *v)
{
	while (v->start < v->file.len) {
		const char *s = v->file.s + v->start;
		const char *end = memchr(s, '\n', v->file.len - v->start);

		v->line++;
		if (!end) {
			v->event = 0;
			v->inner = 0;
			return WRONG(v, "the file is cut off in this line");
		}
		v->bytes = (struct str){ s, (size_t)(end - s) };
		if (!read_line(v))
			return false;
		v->out->lines++;
		v->start += v->bytes.len + 1;
		if (v->m->progress && v->line % PROGRESS_LINES == 0)
			v->m->progress(v->m->context, v->start);
	}
	v->event = 0;
	return v->ended ? true : WRONG(v, "the file has no last line");
}

void verify_export(struct str file, const struct verify_means *m,
		   struct arena *a, struct verify_result *out)
{
	struct verifier *v = ARENA_NEW(a, struct verifier);

	*out = (struct verify_result){ .game = STR("") };
	v->m = m;
	v->a = a;
	v->out = out;
	v->file = file;
	keyring_init(&v->ring);
	out->good = read_lines(v);
	if (!out->good) {
		out->fault.point = v->begun ? out->points + 1 : out->points;
		return;
	}
	for (size_t i = 0; i < v->n_promises; i++)
		out->open += !v->promises[i].undone && !v->promises[i].is_open;
	out->rules_run = v->rerun != NULL;
	if (v->rerun)
		rerun_cards(v->rerun, &out->figures, &out->changed);
}
