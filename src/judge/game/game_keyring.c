/* src/judge/game/game_keyring.c */
#include "judge/game/game_keyring.h"
#include "judge/game/reject.h"
#include "auth/keyring.h"
#include "auth/key.h"
#include "base/parse.h"

enum { ROWS_MAX = KEYRING_MAX + KEYRING_PERSONS };

struct counts {
	int keys, persons; /* that ever were in the log */
	int valid;         /* of this person, now */
	bool here, has;    /* the person, the key */
	bool revoked;      /* the key */
};

static enum err game_keyring_count(struct adjudication *x, int64_t person,
				   struct str fingerprint, struct counts *out,
				   struct why *why)
{
	struct ring_row *rows = ARENA_ARRAY(x->a, ROWS_MAX, struct ring_row);
	int n = 0;
	enum err e = store_ring_list(x->j->st, x->t->row.id, x->a, rows,
				     ROWS_MAX, &n, why);

	*out = (struct counts){ 0 };
	for (int i = 0; !e && i < n; i++) {
		bool is_key = rows[i].fingerprint.len;
		bool own = rows[i].person == person;

		out->keys += is_key;
		out->persons += !is_key;
		out->here |= own && !is_key;
		out->valid += own && is_key && !rows[i].revoked;
		if (own && is_key &&
		    str_equal(rows[i].fingerprint, fingerprint)) {
			out->has = true;
			out->revoked = rows[i].revoked != 0;
		}
	}
	return e;
}

static enum err game_keyring_put(struct adjudication *x, int64_t person,
				 struct str fingerprint, struct why *why)
{
	struct ring_row r = { .game = x->t->row.id,
			      .person = person,
			      .fingerprint = fingerprint,
			      .added = x->point };

	return store_ring_add(x->j->st, &r, why);
}

static enum err game_keyring_no(enum keyring_fault f, struct why *why)
{
	return reject_set(why, REJECT_ring,
			  REJECT_OF(str_of(keyring_fault_text(f))));
}

enum err game_keyring_sits(struct adjudication *x, int64_t person,
			   struct why *why)
{
	struct counts c;
	enum err e = game_keyring_count(x, person, STR(""), &c, why);

	if (e || c.here)
		return e;
	if (c.persons == KEYRING_PERSONS)
		return game_keyring_no(KEYRING_FULL, why);
	return game_keyring_put(x, person, STR(""), why);
}

enum err game_keyring_adds(struct adjudication *x, int64_t person,
			   struct str fingerprint, struct why *why)
{
	struct counts c;
	enum err e = game_keyring_sits(x, person, why);

	if (!e)
		e = game_keyring_count(x, person, fingerprint, &c, why);
	if (e)
		return e;
	if (c.revoked)
		return game_keyring_no(KEYRING_REVOKED, why);
	if (c.has)
		return ERR_OK;
	if (c.valid == KEYRING_PER_PERSON)
		return game_keyring_no(KEYRING_TOO_MANY, why);
	if (c.keys == KEYRING_MAX)
		return game_keyring_no(KEYRING_FULL, why);
	return game_keyring_put(x, person, fingerprint, why);
}

enum err game_keyring_revokes(struct adjudication *x, int64_t person,
			      struct str fingerprint, struct why *why)
{
	struct ring_row r = { .game = x->t->row.id,
			      .person = person,
			      .fingerprint = fingerprint,
			      .revoked = x->point };
	enum err e = store_ring_revoke(x->j->st, &r, why);

	return e == ERR_NOT_FOUND ? game_keyring_no(KEYRING_UNKNOWN, why) : e;
}

enum err game_keyring_left(struct adjudication *x, int64_t person,
			   struct str *prints, int max, int *n, struct why *why)
{
	struct ring_row *rows = ARENA_ARRAY(x->a, ROWS_MAX, struct ring_row);
	struct key_row key;
	int all = 0;
	enum err e = store_ring_list(x->j->st, x->t->row.id, x->a, rows,
				     ROWS_MAX, &all, why);

	*n = 0;
	for (int i = 0; !e && i < all && *n < max; i++) {
		if (rows[i].person != person || !rows[i].fingerprint.len ||
		    rows[i].revoked)
			continue;
		e = store_key_get(x->j->st, rows[i].fingerprint, x->a, &key,
				  why);
		if (!e && key.revoked_s)
			prints[(*n)++] = rows[i].fingerprint;
	}
	return e;
}

/*
 * A line as key_render writes it, without the checks of a stranger's key: they
 * were made when it was added, and cost as much as a signature.
 */
static bool known_line(struct str line, struct key *out)
{
	uint8_t wire[KEY_WIRE_SIZE], again[KEY_WIRE_SIZE];
	struct str kind, text;
	size_t len;

	if (!parse_field(&line, ' ', &kind) ||
	    !parse_field(&line, ' ', &text) || !str_is(kind, "ssh-ed25519") ||
	    !base64_parse(text, wire, sizeof(wire), &len) ||
	    len != sizeof(wire))
		return false;
	*out = key_of_point(wire + sizeof(wire) - ED25519_SIZE);
	key_wire(out, again);
	return !memcmp(wire, again, sizeof(wire));
}

bool ring_key(const struct key_row *row, struct key *out)
{
	bool smime = str_starts(row->fingerprint, "SMIME:");
	size_t skip = smime ? 6 : 8;
	struct str hex = row->fingerprint;

	if (row->key.len)
		return known_line(row->key, out) ||
		       key_parse(row->key, out) == SIG_ERROR_OK;
	*out = (struct key){ .kind = smime ? KEY_SMIME : KEY_OPENPGP };
	if (!smime && !str_starts(hex, "OPENPGP:"))
		return false;
	hex.s += skip;
	hex.len -= skip;
	out->len = (uint8_t)(hex.len / 2);
	return (out->len == 20 || out->len == 32) &&
	       hex_parse(hex, out->b, out->len);
}

bool game_keyring_is_judges(const struct judge *j, const struct key *k)
{
	bool own = key_equal(k, &j->c.key.key);

	for (int i = 0; i < j->n_former; i++)
		own |= key_equal(k, &j->former[i]);
	return own;
}

bool game_keyring_judge_signed(const struct judge *j, const struct sig *s,
			       const char *namespace, struct str text)
{
	bool own = !sig_check(s, &j->c.key.key, namespace, text);

	for (int i = 0; i < j->n_former; i++)
		own |= !sig_check(s, &j->former[i], namespace, text);
	return own;
}
