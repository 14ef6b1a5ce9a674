/*
 * src/fairness/beacon.h - an outside beacon, which publishes random values
 * (pulses) at known times: not even all players and the judge's operator
 * together could choose a roll that rests on one.
 *
 * A game names its beacon when it is made, in its first event; then the dice
 * of a point rest on the first pulse of BEACON_DELAY_S or more after the time
 * of the point before it, when the log already held everything that decides
 * the roll. Nothing here goes to the network: pulses come from the operator's
 * file.
 *
 * Texts in a log, `‖` joins, numbers are big-endian:
 *
 *   beacon  "nist " and base64 of the key that signs its pulses (RFC 5280
 *           SubjectPublicKeyInfo, RSA), of the NIST Randomness Beacon 2.0
 *           (NISTIR 8213)
 *           "drand " and the hash of the chain, 64 hex digits: that of quicknet
 *           is known
 *   pulse   "nist " and base64 of signed ‖ signature: signed are the fields
 *           uri, version, u32 cipherSuite (0), u32 period (ms), certificateId,
 *           u64 chainIndex, u64 pulseIndex, timeStamp, localRandomValue,
 *           external.sourceId, u32 external.statusCode, external.value, the
 *           five listValues (the first: the value of the pulse before),
 *           precommitmentValue, u32 statusCode; fields that are no number have
 * a u32 of its length before it. The signature is PKCS #1 v1.5 with SHA-512;
 *           value = SHA-512(signed ‖ signature)
 *           "drand ", its round and 96 hex digits of its signature, which is
 *           BLS12-381 in G1 of SHA-256(u64 round) (RFC 9380);
 *           value = chain hash ‖ u64 round ‖ signature
 *
 * What enters the dice in place of `words` (fairness/dice_chain.h):
 *
 *   H("heraldo beam 1" ‖ words ‖ value)
 *
 * A signature of drand is checked only where this was built with blst: else it
 * is the operator's word that the beacon made it.
 */
#ifndef FAIRNESS_BEACON_H
#define FAIRNESS_BEACON_H
#include "base/crypto.h"
#include "base/arena.h"
#include "base/err.h"

enum beacon_kind { BEACON_NONE, BEACON_NIST, BEACON_DRAND };

enum {
	BEACON_DELAY_S = 60,
	BEACON_KEY_MAX = 1200,  /* bytes of a key */
	BEACON_TEXT_MAX = 1700, /* of its name in a log */
	PULSE_TEXT_MAX = 2500,  /* of a pulse in a log */
	PULSE_VALUE_MAX = 88
};

struct beacon {
	enum beacon_kind kind;
	struct str key; /* nist: in the arena, or where it was read */
};

/* The beacon that a game names, "" for none; false: it is no such text. */
bool beacon_parse(struct arena *a, struct str name, struct beacon *out);

/*
 * The name of a beacon for a new game. NIST: certificate is the one of its
 * pulses (PEM or DER). ERR_FORMAT: it is none, or not of RSA.
 */
enum err beacon_name(struct arena *a, enum beacon_kind kind,
		     struct str certificate, struct str *name, struct why *why);

/* May the pulses of the one be followed by those of the other? It is NIST's,
 * and its certificate was replaced. */
bool beacon_changes(const struct beacon *b, const struct beacon *after);

/* For people: "nist SHA256:..", of the key as `openssl pkey -pubin` gives it in
 * DER; "drand quicknet". */
struct str beacon_shown(struct arena *a, const struct beacon *b);

/* Are the signatures of its pulses checked, or taken on the operator's word? */
bool beacon_is_checked(const struct beacon *b);

struct pulse {
	int64_t at_ms;  /* when it was, or will have been, published; UTC */
	uint64_t round; /* its number in its chain */
	int64_t period_ms;
	uint8_t value[PULSE_VALUE_MAX];
	size_t len;
	uint8_t before[SHA512_SIZE]; /* nist: the value of the pulse before */
	bool gap;                    /* nist: it says that some are missing */
	struct str certificate;      /* nist: its certificateId, 64 bytes */
};

enum pulse_fault {
	PULSE_OK,
	PULSE_UNREADABLE, /* it is no pulse of this kind of beacon */
	PULSE_FORGED      /* the beacon has not signed it */
};

enum pulse_fault pulse_parse(struct arena *a, const struct beacon *b,
			     struct str text, struct pulse *out);

/* The same before its signature is looked at. */
bool pulse_read(struct arena *a, const struct beacon *b, struct str text,
		struct pulse *out);

/*
 * Is it the first pulse at t_s (UTC) or later? Where pulses are missing that is
 * seen by the one before it, else NULL.
 */
bool pulse_is_first(const struct beacon *b, const struct pulse *p,
		    const struct pulse *before, int64_t t_s);

/* When the first pulse at t_s or later is published, if none is missing; and
 * which round of drand that is, else 0. */
int64_t beacon_due_ms(const struct beacon *b, int64_t t_s, uint64_t *round);

/* What enters the dice in place of the players' words. */
struct hash beacon_mix(const struct hash *words, const struct pulse *p);

/* Write the text of a NIST pulse, from what was signed and the signature. */
struct str pulse_nist_text(struct arena *a, struct str message,
			   struct str signature);
#endif
