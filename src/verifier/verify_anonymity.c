/*
 * src/verifier/verify_anonymity.c - checks the hidden identities of anonymous
 * games (judge/game/anonymity.h)
 */
#include "verifier/verifier.h"
#include "auth/signed_block.h"
#include "base/parse.h"
#include "engine/common.h"

static const char sealed_mark[] = "SEALED:";

bool verify_is_anonymous(const struct verifier *v)
{
	return v->agreements.policy.n[POLICY_ANONYMOUS];
}

/* A fingerprint or a name as such a log has it. */
static bool is_sealed(struct str print)
{
	return str_starts(print, sealed_mark);
}

/*
 * The keys that the last lines open, for the signatures of all lines before.
 * Whether they are in the log is seen there; that each is the one that was
 * sealed, here.
 */
void verify_anonymity_foretell(struct verifier *v)
{
	struct str rest = v->file;
	struct event e;

	while (verify_ahead(v, COMMON_KEY_OPENED, &rest, &e))
		*ADD(v, opened) = (struct replay_key){
			.print = log_event_text(v->a, &e,
						COMMON_KEY_OPENED_FINGERPRINT),
			.opens = log_event_text(v->a, &e,
						COMMON_KEY_OPENED_OPENS),
			.key = log_event_text(v->a, &e, COMMON_KEY_OPENED_KEY),
			.person = log_event_text(v->a, &e,
						 COMMON_KEY_OPENED_PERSON),
			.name = log_event_text(v->a, &e,
					       COMMON_KEY_OPENED_NAME),
		};
}

static const struct replay_key *verify_opened(const struct verifier *v,
					      struct str print)
{
	for (size_t i = 0; i < v->n_opened; i++)
		if (str_equal(v->opened[i].print, print))
			return &v->opened[i];
	return NULL;
}

bool verify_anonymity_key(struct verifier *v, struct str *print,
			  struct str *text, struct key *k)
{
	const struct replay_key *opened;

	if (verify_is_anonymous(v) != is_sealed(*print))
		return WRONG(v, "keys are sealed in anonymous games, and there "
				"alone");
	if (!is_sealed(*print))
		return true;
	if (text->len)
		return WRONG(v, "a key that is sealed is not told");
	*k = (struct key){ .kind = KEY_ED25519, .len = HASH_SIZE };
	if (print->len != sizeof(sealed_mark) - 1 + 2 * HASH_SIZE ||
	    !hex_parse((struct str){ print->s + sizeof(sealed_mark) - 1,
				     2 * HASH_SIZE },
		       k->b, HASH_SIZE))
		return WRONG(v, "nothing is sealed so");
	opened = verify_opened(v, *print);
	if (opened) {
		*text = opened->key;
		*print = opened->opens;
	}
	return true;
}

static bool on_key_opened(struct verifier *v, const struct event *e)
{
	struct str print =
		log_event_text(v->a, e, COMMON_KEY_OPENED_FINGERPRINT);
	struct str opens = log_event_text(v->a, e, COMMON_KEY_OPENED_OPENS);
	struct str person = log_event_text(v->a, e, COMMON_KEY_OPENED_PERSON);
	struct hash salt = log_event_hash(e, COMMON_KEY_OPENED_SALT);
	struct hash is = log_chain_commitment(&salt, opens);
	struct str expected = str_of(arena_printf(v->a, "%s%.*s", sealed_mark,
						  STR_ARG(verify_hex(v, &is))));
	uint32_t at = 0;

	while (at < v->ring.n_entries && !str_is(print, v->prints[at]))
		at++;
	if (!verify_is_anonymous(v) || at == v->ring.n_entries)
		return WRONG(v, "no such key was sealed");
	if (v->told[at])
		return WRONG(v, "this key was opened before");
	if (!verify_same_text(v, expected, print,
			      "this is not the key that was sealed") ||
	    !verify_same_text(v, v->persons[v->ring.entries[at].person], person,
			      "the key is another person's"))
		return false;
	v->told[at] = true;
	for (int i = 0; i < v->out->n_seats; i++)
		if (v->seats[i] == v->ring.entries[at].person)
			v->out->seats[i].person =
				log_event_text(v->a, e, COMMON_KEY_OPENED_NAME);
	return true;
}

bool verify_anonymity_end(struct verifier *v)
{
	for (uint32_t i = 0;
	     verify_is_anonymous(v) && v->has_secret && i < v->ring.n_entries;
	     i++)
		if (!v->told[i])
			return WRONG(v, "the game ended, and a key that was "
					"sealed is not opened");
	return true;
}

verify_handler *verify_anonymity_handler(int kind)
{
	return kind == COMMON_KEY_OPENED ? on_key_opened : NULL;
}
