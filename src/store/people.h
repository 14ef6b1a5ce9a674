/*
 * src/store/people.h - rows of persons, their current and old addresses, and
 * their keys. An address or a key belongs to one person. Nothing is deleted: an
 * old address and a revoked key keep their rows.
 */
#ifndef STORE_PEOPLE_H
#define STORE_PEOPLE_H
#include "store/store.h"

/* What a mail is made of. Stored: never change a number. */
enum mail_form {
	MAIL_FORM_PICTURE, /* text, HTML, picture */
	MAIL_FORM_HTML,    /* text, HTML */
	MAIL_FORM_TEXT
};

/* What a person wishes of all their mails; zero: as mails are. */
struct preferences {
	enum mail_form form;
	bool brief;      /* short reports */
	bool unruled;    /* the ids of rules are left out */
	bool digest;     /* news that await nothing of them come together */
	bool standin;    /* gets mails about seats that need a player */
	bool press_next; /* press messages are on top of the next report */
	/* no mails that await nothing of them, minutes of their day; equal:
	 * always */
	int quiet_from, quiet_until;
};

struct person_row {
	int64_t id;
	struct str name;     /* unique, as the reports show it */
	struct str address;  /* the current one */
	struct str language; /* "en" */
	struct str zone;     /* "Europe/Madrid" */
	int bounces;         /* of the current address */
	int64_t bounced_s;
	int64_t left_s; /* by_address: since when it is not in use; 0: it is */
	struct preferences preferences;
	struct str second;  /* an address for when that one is bad, or "" */
	int second_bounces; /* of it */
};

/* An address out of use for so long belongs to no person again. */
enum { ADDRESS_LAPSE_S = 30 * 86400 };

struct key_row {
	struct str fingerprint;
	int64_t person;
	struct str key; /* the public key, as its maker wrote it */
	int64_t added_s;
	int64_t revoked_s; /* 0: in use */
};

/* A new person. ERR_EXISTS: the name or the address is taken. An address that
 * lapsed before now_s is not. */
enum err store_person_add(struct store *st, const struct person_row *p,
			  int64_t now_s, int64_t *id, struct why *why);
enum err store_person_get(struct store *st, int64_t id, struct arena *a,
			  struct person_row *p, struct why *why);
enum err store_person_by_name(struct store *st, struct str name,
			      struct arena *a, struct person_row *p,
			      struct why *why);

/* The one person whose folded name (base/utf8.h) this is; ERR_NOT_FOUND also
 * where there are several. */
enum err store_person_folded(struct store *st, struct str folded,
			     struct arena *a, struct person_row *p,
			     struct why *why);

/* Whose is it? *current: an address in use, the first or the second one, not an
 * old one. */
enum err store_person_by_address(struct store *st, struct str address,
				 struct arena *a, struct person_row *p,
				 bool *current, struct why *why);

/* Language and zone. */
enum err store_person_set(struct store *st, int64_t id, struct str language,
			  struct str zone, struct why *why);

enum err store_preferences_set(struct store *st, int64_t id,
			       const struct preferences *w, struct why *why);

/* Substitutes without a place in this game; at most max. */
enum err store_standin_list(struct store *st, int64_t game, int max,
			    int64_t *out, int *n, struct why *why);

/* A second address, "": none; the one before stays as an old one. ERR_EXISTS:
 * as below. */
enum err store_second_set(struct store *st, int64_t person, struct str address,
			  int64_t now_s, struct why *why);

/* The current address is good again: its bounces are forgotten. */
enum err store_address_good(struct store *st, int64_t person, struct why *why);

/* A new current address; the one before stays as an old one until it lapses.
 * ERR_EXISTS: it is, or was not long ago, another person's. */
enum err store_address_set(struct store *st, int64_t person, struct str address,
			   int64_t now_s, struct why *why);

/* A mail to it came back: count it. Not ours: ERR_NOT_FOUND. */
enum err store_address_bounced(struct store *st, struct str address,
			       int64_t now_s, struct why *why);

/*
 * Delete all data of a person except keys and logs of games: addresses, name,
 * preferences, their mails and the mails to them, which are counted; and their
 * places in games, which must be over. The person is then called "~" and a
 * number, and cannot get mails.
 */
enum err store_person_forget(struct store *st, int64_t person, int *mails,
			     int *letters, struct why *why);

/* Is nothing known of whom this address is? */
static inline bool store_is_forgotten(struct str address)
{
	return address.len && address.s[0] == '~' &&
	       !memchr(address.s, '@', address.len);
}

/* All persons by name, after `after`. */
enum err
store_person_list(struct store *st, struct str after, int max, struct arena *a,
		  bool (*each)(void *context, const struct person_row *p),
		  void *context, struct why *why);

/* ERR_EXISTS: the key is known, for any person, revoked or not. */
enum err store_key_add(struct store *st, const struct key_row *k,
		       struct why *why);
enum err store_key_get(struct store *st, struct str fingerprint,
		       struct arena *a, struct key_row *k, struct why *why);
enum err store_key_revoke(struct store *st, struct str fingerprint,
			  int64_t now_s, struct why *why);

/* Does a person have a key, or had one? */
enum err store_person_has_keys(struct store *st, int64_t person, bool *has,
			       struct why *why);

/* A person's keys, revoked ones too, by age; at most max. */
enum err store_key_list(struct store *st, int64_t person, struct arena *a,
			struct key_row *keys, int max, int *n, struct why *why);

/* Those that are in use, by age; at most max. */
enum err store_key_ring(struct store *st, int64_t person, struct arena *a,
			struct key_row *keys, int max, int *n, struct why *why);

/* Keys of GnuPG (OpenPGP, S/MIME) that are in use, of all persons; at most max.
 */
enum err store_key_gnupg(struct store *st, struct arena *a,
			 struct key_row *keys, int max, int *n,
			 struct why *why);

/*
 * The key ring of a game as its log has it. fingerprint "" is the person, who
 * stays in the game's log for ever.
 */
struct ring_row {
	int64_t game, person;
	struct str fingerprint;
	int64_t added, revoked; /* points; revoked 0: it is in use */
};
/* Add it, or let it be what it is. */
enum err store_ring_add(struct store *st, const struct ring_row *r,
			struct why *why);
enum err store_ring_revoke(struct store *st, const struct ring_row *r,
			   struct why *why);
/* All of a game, in the order of adding; at most max. */
enum err store_ring_list(struct store *st, int64_t game, struct arena *a,
			 struct ring_row *rows, int max, int *n,
			 struct why *why);
/* The last point at which keys of this person changed in this game, or 0. */
enum err store_ring_changed(struct store *st, int64_t game, int64_t person,
			    int64_t *point, struct why *why);

/* A change that waits for its proof; kind is the judge's. */
struct change_row {
	uint8_t nonce[STORE_HASH_SIZE]; /* its hash */
	int kind;
	int64_t person, game;
	int slot;
	int64_t point, serial; /* of the request */
	struct str address, fingerprint, key;
	struct str signer, format, text, signature; /* the request */
	int64_t expires_s;
	bool done;
};
/* Forgets those that lapsed before now_s. */
enum err store_change_add(struct store *st, const struct change_row *c,
			  int64_t now_s, struct why *why);
enum err store_change_get(struct store *st,
			  const uint8_t nonce[STORE_HASH_SIZE], struct arena *a,
			  struct change_row *c, struct why *why);
enum err store_change_done(struct store *st,
			   const uint8_t nonce[STORE_HASH_SIZE],
			   struct why *why);
/* Those of a kind that a person has are no more; *n counts them. */
enum err store_change_drop(struct store *st, int64_t person, int kind, int *n,
			   struct why *why);

/*
 * A signed text, which is executed once: its result, the time, and the day
 * (since 1970) on which its sender got the result again.
 */
struct heard_row {
	int64_t person;
	uint8_t hash[STORE_HASH_SIZE];
	int64_t at_s;
	struct str verdict;
	int64_t told;
};
enum err store_heard_add(struct store *st, const struct heard_row *h,
			 struct why *why);
/* ERR_NOT_FOUND: it is new. */
enum err store_heard_get(struct store *st, int64_t person,
			 const uint8_t hash[STORE_HASH_SIZE], struct arena *a,
			 struct heard_row *h, struct why *why);
enum err store_heard_set(struct store *st, const struct heard_row *h,
			 struct why *why);

/*
 * Count this answer to a person and return the number of earlier answers on
 * this day (days since 1970). Earlier days are deleted.
 */
enum err store_answer_count(struct store *st, struct str whom, int64_t day,
			    int *before, struct why *why);
#endif
