/* src/webapp/sign.c - makes texts to sign, keys and the text of a mail */
#include "fairness/dice_chain.h"
#include "auth/sign.h"
#include "base/parse.h"
#include "protocol/keywords.h"
#include "webapp/session.h"
#include "webapp/mail.h"
#include "engine/slot.h"

enum { DOCUMENT_MAX = 256 << 10, SIGNED_MAX = 1024 };

/* Texts ---------------------------------------------------------------------
 */

int page_serial(int serial)
{
	page_begin(0);
	if (!hand.kind)
		return page_end(1);
	if (serial > hand.serial)
		hand.serial = serial;
	return page_end(0);
}

int page_orders(size_t len, int preview)
{
	struct canon c;
	struct order_text r;
	enum sig_error f;

	page_begin(len);
	if (!hand.kind)
		return page_end(1);
	f = order_text_make(page.in, preview != 0, &r);
	if (!f)
		f = sign_prepare(&page.tmp, sign_break(&page.tmp, r.text), &c);
	if (f)
		buf_addz(&page.said, sig_error_text(f));
	else
		buf_adds(&page.said, c.text);
	return page_end(f != SIG_ERROR_OK);
}

int page_keys(size_t len)
{
	char seat[SLOT_NAME_MAX];
	struct canon c;
	enum sig_error f;
	struct buf b;

	page_begin(len);
	if (!hand.kind)
		return page_end(1);
	buf_init(&b, DOCUMENT_MAX);
	slot_name(hand.seat, seat);
	buf_addf(&b, "KEYS %.*s %s %lld %lld\n", STR_ARG(hand.game), seat,
		 (long long)hand.told, (long long)hand.serial);
	if (hand.seen.len)
		buf_addf(&b, "SEEN %.*s\n", STR_ARG(hand.seen));
	buf_adds(&b, page.in);
	f = sign_prepare(&page.tmp, buf_str(&b), &c);
	if (f)
		buf_addz(&page.said, sig_error_text(f));
	else
		buf_adds(&page.said, c.text);
	buf_release(&b);
	return page_end(f != SIG_ERROR_OK);
}

int page_block(size_t len)
{
	struct signed_block_part part = { .is_text = true };
	struct signed_block b;

	page_begin(len);
	part.bytes = mail_text(&page.tmp, page.in);
	if (!signed_block_find(&page.tmp, &part, 1, &b, 1) || !b.marked ||
	    !b.canon.text.len)
		return page_end(1);
	buf_adds(&page.said, b.canon.text);
	return page_end(0);
}

/* Signatures ----------------------------------------------------------------
 */

int page_to_sign(size_t len)
{
	struct buf b;

	page_begin(len);
	buf_init(&b, SIGNED_MAX);
	sig_to_sign(SIG_ORDERS, page.in, &b);
	base64_render(&page.said, buf_str(&b));
	buf_release(&b);
	return page_end(0);
}

/* The next line of the input, so many bytes in hex digits. */
static bool hex_line(struct str *rest, uint8_t *out, size_t n)
{
	struct str line;

	return parse_line(rest, &line) && hex_parse(parse_trim(line), out, n);
}

/* Mailed is what this signature signs, and nothing else. */
static int document_write(const struct sig *s, struct str text)
{
	struct canon c;
	struct buf b;
	bool good;

	buf_init(&b, DOCUMENT_MAX);
	good = !sign_prepare(&page.tmp, text, &c) && str_equal(c.text, text) &&
	       sig_check(s, &s->key, SIG_ORDERS, text) == SIG_ERROR_OK &&
	       sign_with(s, &c, &b);
	if (good)
		buf_adds(&page.said, buf_str(&b));
	buf_release(&b);
	return !good;
}

int page_document(size_t len)
{
	uint8_t point[ED25519_SIZE], bytes[ED25519_SIG_SIZE];
	struct key key;
	struct sig s;

	page_begin(len);
	if (!hex_line(&page.in, point, sizeof(point)) ||
	    !hex_line(&page.in, bytes, sizeof(bytes)))
		return page_end(1);
	key = key_of_point(point);
	sig_of_bytes(&key, SIG_ORDERS, bytes, &s);
	return page_end(document_write(&s, page.in));
}

static bool secret_take(struct key_secret *out)
{
	uint8_t point[ED25519_SIZE];

	if (!hex_line(&page.in, out->seed, sizeof(out->seed)))
		return false;
	ed25519_public(out->seed, point);
	out->key = key_of_point(point);
	return true;
}

int page_sign(size_t len)
{
	struct key_secret secret;
	struct sig s;
	int result = 1;

	page_begin(len);
	if (secret_take(&secret)) {
		sig_make(&secret, SIG_ORDERS, page.in, &s);
		result = document_write(&s, page.in);
	}
	key_secret_release(&secret);
	return page_end(result);
}

/* Keys ----------------------------------------------------------------------
 */

static void key_write(const struct key *key)
{
	char fingerprint[KEY_FINGERPRINT_MAX];
	struct buf b;

	buf_addc(&page.said, '{');
	page_text("public", hex_of(&page.tmp, key->b, key->len));
	buf_init(&b, KEY_TEXT_MAX);
	key_render(key, STR("heraldo"), &b);
	page_text("line", parse_trim(buf_str(&b)));
	buf_release(&b);
	key_fingerprint(key, fingerprint);
	page_text("fingerprint", str_of(fingerprint));
	buf_addc(&page.said, '}');
}

int page_key_of(size_t len)
{
	struct key_secret secret;
	bool good;

	page_begin(len);
	good = secret_take(&secret);
	if (good)
		key_write(&secret.key);
	key_secret_release(&secret);
	return page_end(!good);
}

int page_key_read(size_t len)
{
	struct key key;
	enum sig_error f;

	page_begin(len);
	f = key_parse(page.in, &key);
	if (f)
		buf_addz(&page.said, sig_error_text(f));
	else
		key_write(&key);
	return page_end(f != SIG_ERROR_OK);
}

/* Words ---------------------------------------------------------------------
 */

static struct str spoken(enum keyword_word what)
{
	return keyword_shown(hand.kind ? hand.kind->grammar->words : NULL, what,
			     page.words->lang);
}

int page_word(size_t len)
{
	uint8_t word[WORD_SIZE], hash[WORD_HASH_SIZE];
	struct str hidden, open;

	page_begin(len);
	if (!hex_parse(parse_trim(page.in), word, sizeof(word)))
		return page_end(1);
	word_hash(word, hash);
	hidden = hex_of(&page.tmp, hash, sizeof(hash));
	open = hex_of(&page.tmp, word, sizeof(word));
	buf_addc(&page.said, '{');
	page_text("seal", str_of(arena_printf(&page.tmp, "%.*s %.*s",
					      STR_ARG(spoken(SPOKEN_word)),
					      STR_ARG(hidden))));
	page_text("open", str_of(arena_printf(&page.tmp, "%.*s %.*s %.*s",
					      STR_ARG(spoken(SPOKEN_word)),
					      STR_ARG(spoken(SPOKEN_open)),
					      STR_ARG(open))));
	page_text("hash", hidden);
	buf_addc(&page.said, '}');
	return page_end(0);
}

int page_said_as(size_t len)
{
	int key;

	page_begin(len);
	if (!hand.kind)
		return page_end(1);
	key = vocabulary_key(hand.kind->grammar->words, page.in);
	if (key >= 0)
		buf_adds(&page.said, vocabulary_shown(hand.kind->grammar->words,
						      key, session_lang()));
	return page_end(0);
}
