/* src/fairness/beacon.c */
#include "fairness/beacon.h"
#include "base/rsa.h"
#include "base/ssh_wire.h"
#include "base/date.h"
#include "base/parse.h"
#ifdef HAVE_BLST
#include <blst.h>
#endif

/* drand's quicknet: three seconds, unchained, signatures in G1 */
static const char quicknet[] =
	"52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
#ifdef HAVE_BLST
static const char quicknet_key[] =
	"83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c"
	"8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb"
	"5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a";
#endif

enum {
	QUICKNET_GENESIS_S = 1692803367,
	QUICKNET_PERIOD_S = 3,
	DRAND_SIGNATURE = 48,
	NIST_PERIOD_MS = 60000,
	NIST_LISTS = 5,
	NIST_GAP = 2 /* of its statusCode */
};

/* The beacon ----------------------------------------------------------------
 */

bool beacon_parse(struct arena *a, struct str name, struct beacon *out)
{
	struct str kind;
	uint8_t *key;

	*out = (struct beacon){ .kind = BEACON_NONE };
	if (!name.len)
		return true;
	if (!parse_field(&name, ' ', &kind))
		return false;
	if (str_is(kind, "drand")) {
		out->kind = BEACON_DRAND;
		return str_is(name, quicknet);
	}
	if (!str_is(kind, "nist"))
		return false;
	out->kind = BEACON_NIST;
	key = arena_alloc(a, BEACON_KEY_MAX);
	out->key.s = (const char *)key;
	return base64_parse(name, key, BEACON_KEY_MAX, &out->key.len) &&
	       out->key.len;
}

enum err beacon_name(struct arena *a, enum beacon_kind kind,
		     struct str certificate, struct str *name, struct why *why)
{
	struct str key;
	struct buf b;
	enum err e;

	*name = STR("");
	if (kind == BEACON_DRAND)
		*name = str_of(arena_printf(a, "drand %s", quicknet));
	if (kind != BEACON_NIST)
		return ERR_OK;
	e = rsa_key(certificate, BEACON_KEY_MAX, a, &key, why);
	if (e)
		return e;
	buf_init(&b, BEACON_TEXT_MAX);
	buf_addz(&b, "nist ");
	base64_render(&b, key);
	*name = arena_str(a, buf_str(&b));
	buf_release(&b);
	return ERR_OK;
}

bool beacon_changes(const struct beacon *b, const struct beacon *after)
{
	return b->kind == BEACON_NIST && after->kind == BEACON_NIST &&
	       !str_equal(b->key, after->key);
}

struct str beacon_shown(struct arena *a, const struct beacon *b)
{
	uint8_t print[SHA256_SIZE];
	struct str digits;

	if (b->kind == BEACON_NONE)
		return STR("");
	if (b->kind == BEACON_DRAND)
		return STR("drand quicknet");
	sha256_of(b->key, print);
	digits = hex_of(a, print, sizeof(print));
	return str_of(arena_printf(a, "nist SHA256:%.*s", STR_ARG(digits)));
}

bool beacon_is_checked(const struct beacon *b)
{
	if (b->kind == BEACON_NIST)
		return rsa_is_checked();
#ifdef HAVE_BLST
	return b->kind == BEACON_DRAND;
#else
	return false;
#endif
}

int64_t beacon_due_ms(const struct beacon *b, int64_t t_s, uint64_t *round)
{
	int64_t n;

	*round = 0;
	if (b->kind == BEACON_NIST)
		return (t_s * 1000 + NIST_PERIOD_MS - 1) / NIST_PERIOD_MS *
		       NIST_PERIOD_MS;
	n = t_s <= QUICKNET_GENESIS_S
		    ? 0
		    : (t_s - QUICKNET_GENESIS_S + QUICKNET_PERIOD_S - 1) /
			      QUICKNET_PERIOD_S;
	*round = (uint64_t)n + 1;
	return (QUICKNET_GENESIS_S + QUICKNET_PERIOD_S * n) * 1000;
}

/* Pulses of NIST ------------------------------------------------------------
 */

static bool take_u64(struct str *rest, uint64_t *n)
{
	uint32_t high, low;

	if (!ssh_wire_take_u32(rest, &high) || !ssh_wire_take_u32(rest, &low))
		return false;
	*n = (uint64_t)high << 32 | low;
	return true;
}

/* a number of so many digits, off the front, and the character after it */
static bool beacon_digits(struct str *in, size_t n, char behind, int64_t *out)
{
	struct str s = { in->s, n };

	if (in->len < n + 1 || in->s[n] != behind || in->s[0] < '0' ||
	    !parse_int(s, 0, 9999, out))
		return false;
	in->s += n + 1;
	in->len -= n + 1;
	return true;
}

/* "2018-08-30T17:44:00.000Z" */
static bool time_of(struct str s, int64_t *ms)
{
	int64_t y, m, d, h, min, sec, milli;

	if (!beacon_digits(&s, 4, '-', &y) || !beacon_digits(&s, 2, '-', &m) ||
	    !beacon_digits(&s, 2, 'T', &d) || !beacon_digits(&s, 2, ':', &h) ||
	    !beacon_digits(&s, 2, ':', &min) ||
	    !beacon_digits(&s, 2, '.', &sec) ||
	    !beacon_digits(&s, 3, 'Z', &milli) || s.len || y < 1970 || m < 1 ||
	    m > 12 || d < 1 || d > 31 || h > 23 || min > 59 || sec > 59)
		return false;
	*ms = date_day((int)y, (int)m, (int)d) * (int64_t)DAY_S * 1000 +
	      ((h * 60 + min) * 60 + sec) * 1000 + milli;
	return true;
}

/* message: the signed fields; *rest is then the signature */
static bool nist_fields(struct str *rest, struct pulse *out)
{
	struct str uri, version, when, value, lists[NIST_LISTS];
	uint32_t suite, period, external, status;
	uint64_t chain;

	if (!ssh_wire_take_string(rest, &uri) ||
	    !ssh_wire_take_string(rest, &version) ||
	    !ssh_wire_take_u32(rest, &suite) ||
	    !ssh_wire_take_u32(rest, &period) ||
	    !ssh_wire_take_string(rest, &out->certificate) ||
	    !take_u64(rest, &chain) || !take_u64(rest, &out->round) ||
	    !ssh_wire_take_string(rest, &when) ||
	    !ssh_wire_take_string(rest, &value) ||
	    !ssh_wire_take_string(rest, &value) ||
	    !ssh_wire_take_u32(rest, &external) ||
	    !ssh_wire_take_string(rest, &value))
		return false;
	for (int i = 0; i < NIST_LISTS; i++)
		if (!ssh_wire_take_string(rest, &lists[i]) ||
		    lists[i].len != SHA512_SIZE)
			return false;
	if (!ssh_wire_take_string(rest, &value) ||
	    !ssh_wire_take_u32(rest, &status))
		return false;
	memcpy(out->before, lists[0].s, SHA512_SIZE);
	out->gap = status & NIST_GAP;
	out->period_ms = period;
	return !suite && period == NIST_PERIOD_MS &&
	       out->certificate.len == SHA512_SIZE &&
	       time_of(when, &out->at_ms) && !(out->at_ms % period);
}

struct signed_bytes {
	struct str message, signature;
};

static bool nist_read(struct arena *a, struct str text, struct pulse *out,
		      struct signed_bytes *s)
{
	uint8_t *bytes = arena_alloc(a, PULSE_TEXT_MAX);
	struct str rest = { (const char *)bytes, 0 };

	if (!base64_parse(text, bytes, PULSE_TEXT_MAX, &rest.len))
		return false;
	s->message.s = rest.s;
	sha512_of(rest, out->value);
	out->len = SHA512_SIZE;
	if (!nist_fields(&rest, out))
		return false;
	s->message.len = (size_t)(rest.s - s->message.s);
	s->signature = rest;
	return rest.len > 0;
}

struct str pulse_nist_text(struct arena *a, struct str message,
			   struct str signature)
{
	struct buf raw, b;
	struct str text;

	buf_init(&raw, PULSE_TEXT_MAX);
	buf_adds(&raw, message);
	buf_adds(&raw, signature);
	buf_init(&b, 2 * PULSE_TEXT_MAX);
	buf_addz(&b, "nist ");
	base64_render(&b, buf_str(&raw));
	text = raw.full || b.len > PULSE_TEXT_MAX ? STR("")
						  : arena_str(a, buf_str(&b));
	buf_release(&raw);
	buf_release(&b);
	return text;
}

/* Pulses of drand -----------------------------------------------------------
 */

#ifdef HAVE_BLST
static bool drand_is_signed(uint64_t round, const uint8_t *signature)
{
	static const char dst[] = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
	uint8_t bytes[8], message[SHA256_SIZE], key[96];
	blst_p2_affine p;
	blst_p1_affine s;

	for (int i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(round >> (56 - 8 * i));
	sha256_of(bytes_of(bytes, sizeof(bytes)), message);
	return hex_parse(str_of(quicknet_key), key, sizeof(key)) &&
	       blst_p2_uncompress(&p, key) == BLST_SUCCESS &&
	       blst_p2_affine_in_g2(&p) &&
	       blst_p1_uncompress(&s, signature) == BLST_SUCCESS &&
	       blst_p1_affine_in_g1(&s) &&
	       blst_core_verify_pk_in_g2(&p, &s, true, message, sizeof(message),
					 (const byte *)dst, sizeof(dst) - 1,
					 NULL, 0) == BLST_SUCCESS;
}
#else
static bool drand_is_signed(uint64_t round, const uint8_t *signature)
{
	(void)round, (void)signature;
	return true; /* on the operator's word: beacon_is_checked */
}
#endif

static bool drand_read(struct str text, struct pulse *out)
{
	struct str word;
	int64_t round;

	if (!parse_field(&text, ' ', &word) ||
	    !parse_int(word, 1, INT64_MAX / 4000, &round) || word.s[0] < '1' ||
	    !hex_parse(text, out->value + HASH_SIZE + 8, DRAND_SIGNATURE) ||
	    !hex_parse(str_of(quicknet), out->value, HASH_SIZE))
		return false;
	for (int i = 0; i < 8; i++)
		out->value[HASH_SIZE + i] = (uint8_t)(round >> (56 - 8 * i));
	out->len = HASH_SIZE + 8 + DRAND_SIGNATURE;
	out->round = (uint64_t)round;
	out->period_ms = QUICKNET_PERIOD_S * 1000;
	out->at_ms = QUICKNET_GENESIS_S * INT64_C(1000) +
		     (round - 1) * out->period_ms;
	return true;
}

/* Any pulse -----------------------------------------------------------------
 */

static bool read_any(struct arena *a, const struct beacon *b, struct str text,
		     struct pulse *out, struct signed_bytes *s)
{
	struct str kind;

	*out = (struct pulse){ .at_ms = 0 };
	if (text.len > PULSE_TEXT_MAX || !parse_field(&text, ' ', &kind))
		return false;
	if (b->kind == BEACON_DRAND)
		return str_is(kind, "drand") && drand_read(text, out);
	return b->kind == BEACON_NIST && str_is(kind, "nist") &&
	       nist_read(a, text, out, s);
}

bool pulse_read(struct arena *a, const struct beacon *b, struct str text,
		struct pulse *out)
{
	struct signed_bytes s;

	return read_any(a, b, text, out, &s);
}

enum pulse_fault pulse_parse(struct arena *a, const struct beacon *b,
			     struct str text, struct pulse *out)
{
	struct signed_bytes s;

	if (!read_any(a, b, text, out, &s))
		return PULSE_UNREADABLE;
	return (b->kind == BEACON_NIST
			? rsa_is_signed(b->key, s.message, s.signature)
			: drand_is_signed(out->round,
					  out->value + HASH_SIZE + 8))
		       ? PULSE_OK
		       : PULSE_FORGED;
}

bool pulse_is_first(const struct beacon *b, const struct pulse *p,
		    const struct pulse *before, int64_t t_s)
{
	int64_t from = t_s * 1000;

	if (p->at_ms < from)
		return false;
	if (!before)
		return p->at_ms - p->period_ms < from;
	/* none lies between them: the later one names the earlier one */
	return b->kind == BEACON_NIST && p->gap && before->at_ms < from &&
	       before->len == sizeof(p->before) &&
	       !memcmp(before->value, p->before, sizeof(p->before));
}

struct hash beacon_mix(const struct hash *words, const struct pulse *p)
{
	struct hasher h;
	struct hash out;

	hasher_init(&h, STR(""), HASH_SIZE);
	hasher_addz(&h, "heraldo beam 1");
	hasher_add(&h, words->b, HASH_SIZE);
	hasher_add(&h, p->value, p->len);
	hasher_end(&h, out.b);
	return out;
}
