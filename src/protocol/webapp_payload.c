/* src/protocol/webapp_payload.c - parses the payload for the page */
#include "protocol/webapp_payload.h"
#include "base/ascii.h"
#include "auth/armor.h"
#include "base/parse.h"
#include "base/inflate.h"
#include "base/ssh_wire.h"
#include "engine/slot.h"
#include "engine/state_path.h"

/* The layout --------------------------------------------------------------
 */

static void text_add(struct hasher *h, const char *z)
{
	hasher_addz(h, z ? z : "");
	hasher_add_u8(h, 0);
}

static void field_add(struct hasher *h, const struct field *f)
{
	text_add(h, f->name);
	hasher_add_u8(h, (uint8_t)f->type);
	hasher_add_u32(h, (uint32_t)f->n_names);
	for (int i = 0; i < f->n_names; i++)
		text_add(h, f->names[i]);
}

static void events_add(struct hasher *h, const struct event_kind *k, int n)
{
	hasher_add_u32(h, (uint32_t)n);
	for (int i = 0; i < n; i++) {
		text_add(h, k[i].name);
		hasher_add_u32(h, (uint32_t)k[i].n_fields);
		for (int f = 0; f < k[i].n_fields; f++)
			field_add(h, &k[i].fields[f]);
	}
}

static void decisions_add(struct hasher *h, const struct decision_schema *d)
{
	hasher_add_u32(h, (uint32_t)d->n_kinds);
	for (int i = 0; i < d->n_kinds; i++)
		text_add(h, d->kinds[i].name);
	hasher_add_u32(h, (uint32_t)d->n_tags);
	for (int i = 0; i < d->n_tags; i++)
		field_add(h, &d->tags[i]);
}

/* Where its values stand. A size is not added: it is of this machine. */
static void values_add(struct hasher *h, const struct system *sys)
{
	hasher_add_u32(h, (uint32_t)sys->n_values);
	for (int i = 0; i < sys->n_values; i++) {
		const struct state_path_list *l = &sys->values[i];

		hasher_add_u32(h, (uint32_t)l->at);
		for (int k = 0; k < l->n_rows; k++) {
			const struct state_path_row *r = &l->rows[k];

			text_add(h, r->name);
			hasher_add_u32(h, r->at == STATE_PATH_APART
						  ? UINT32_MAX
						  : (uint32_t)r->at);
		}
	}
}

/* The beginning of a hash. */
static void digits_put(const uint8_t *digest,
		       char out[WEBAPP_PAYLOAD_LAYOUT + 1])
{
	struct buf b;

	buf_init(&b, WEBAPP_PAYLOAD_LAYOUT);
	hex_render(&b, bytes_of(digest, WEBAPP_PAYLOAD_LAYOUT / 2));
	memcpy(out, buf_str(&b).s, WEBAPP_PAYLOAD_LAYOUT + 1);
	buf_release(&b);
}

void webapp_payload_layout(const struct system *sys,
			   char out[WEBAPP_PAYLOAD_LAYOUT + 1])
{
	uint8_t digest[HASH_SIZE];
	struct hasher h;

	hasher_init(&h, STR(""), sizeof(digest));
	text_add(&h, sys->version);
	hasher_add_u32(&h, (uint32_t)sys->state_size);
	hasher_add_u32(&h, (uint32_t)sizeof(((struct game *)NULL)->queue));
	events_add(&h, event_common, n_event_common);
	events_add(&h, sys->events.kinds, sys->events.n_kinds);
	decisions_add(&h, &sys->decisions);
	values_add(&h, sys);
	for (int i = 0; i < sys->n_options; i++)
		text_add(&h, sys->options[i].name);
	for (int i = 0; i < sys->n_phases; i++)
		text_add(&h, sys->phases[i]);
	hasher_end(&h, digest);
	digits_put(digest, out);
}

/* The dictionaries -----------------------------------------------------------
 */

/* The lines that every packet has, in their order. */
static const char usual[] =
	"judge judge@ heraldo@ Heraldo\nurl https:// .html\ngame -\n"
	"grammar \nlanguage en\nlanguage es\nstate open\nstate over\n"
	"state paused\nstate running\nseat B\nseat A\nsince 1\npoint 1\n"
	"serial 1\nseen \ndice \nword ask\nword seal\nword open \n"
	"player D \nplayer C \nplayer B \nplayer A \n"
	"awaits B 0\nawaits A 0\nawaits B 17\nawaits A 17\ntold 1\nid \n"
	"said B -\nsaid A -\nsaid B \nsaid A \n\n";

static struct str webapp_payload_joined(struct arena *a, struct str s,
					struct str more)
{
	char *both = arena_alloc(a, s.len + more.len + 1);

	if (s.len)
		memcpy(both, s.s, s.len);
	if (more.len)
		memcpy(both + s.len, more.s, more.len);
	both[s.len + more.len] = 0;
	return (struct str){ both, s.len + more.len };
}

void webapp_payload_know(struct arena *a, const struct system *sys,
			 struct str view_sample, struct str dealt,
			 struct str news_sample,
			 struct webapp_payload_known *out)
{
	char layout[WEBAPP_PAYLOAD_LAYOUT + 1] = "";
	uint8_t digest[HASH_SIZE];
	struct hasher h;

	out->view = webapp_payload_joined(a, view_sample, dealt);
	out->news = webapp_payload_joined(a, news_sample, str_of(usual));
	if (sys)
		webapp_payload_layout(sys, layout);
	hasher_init(&h, STR(""), sizeof(digest));
	text_add(&h, layout);
	hasher_add_u32(&h, (uint32_t)out->view.len);
	hasher_add(&h, out->view.s, out->view.len);
	hasher_add(&h, out->news.s, out->news.len);
	hasher_end(&h, digest);
	memcpy(out->name, digest, sizeof(out->name));
}

/* The lines
 * --------------------------------------------------------------------
 */

/* A player of a line "A Ana"; what awaits is a number in its place. */
static bool seat_line(struct str value, int *seat, struct str *rest)
{
	struct str letter;

	if (!parse_field(&value, ' ', &letter))
		return false;
	*seat = letter.len == 1 ? letter.s[0] - 'A' : -1;
	*rest = value;
	return 0 <= *seat && *seat < SEATS_MAX;
}

static bool awaits_line(struct str value, struct webapp_payload *out)
{
	struct str rest;
	int seat;

	if (!seat_line(value, &seat, &rest) ||
	    !parse_int(rest, 0, INT64_MAX, &out->until_s[seat]))
		return false;
	out->awaited[seat] = true;
	return true;
}

static bool player_line(struct str value, struct webapp_payload *out)
{
	struct str rest;
	int seat;

	if (!seat_line(value, &seat, &rest))
		return false;
	out->player[seat] = rest;
	return true;
}

static bool word_line(struct str value, struct webapp_payload *out)
{
	if (!parse_field(&value, ' ', &out->word))
		return false;
	out->sealed = value;
	return true;
}

static bool judge_line(struct str value, struct webapp_payload *out)
{
	if (!parse_field(&value, ' ', &out->judge))
		return false;
	out->judge_name = value;
	return true;
}

static bool asked_line(struct str value, struct webapp_payload *out)
{
	int64_t n;

	if (!parse_int(value, 1, INT32_MAX, &n))
		return false;
	if (out->n_asked < WEBAPP_PAYLOAD_ASKED)
		out->asked[out->n_asked++] = n;
	return true;
}

static bool said_line(struct str value, struct webapp_payload *out)
{
	struct str rest;
	int seat;

	if (!seat_line(value, &seat, &rest))
		return false;
	out->said[seat] = rest;
	return true;
}

/* Of a line that is there; unknown ones are a later judge's. */
static bool line_take(struct str key, struct str value,
		      struct webapp_payload *out)
{
	const struct {
		const char *key;
		struct str *to;
	} plain[] = {
		{ "url", &out->url },         { "game", &out->game },
		{ "grammar", &out->grammar }, { "language", &out->language },
		{ "state", &out->state },     { "seat", &out->seat },
		{ "seen", &out->seen },       { "dice", &out->dice },
		{ "id", &out->id },
	};
	const struct {
		const char *key;
		int64_t *to;
	} numbers[] = {
		{ "point", &out->point },
		{ "since", &out->since },
		{ "serial", &out->serial },
		{ "told", &out->told },
	};
	const struct {
		const char *key;
		bool (*take)(struct str value, struct webapp_payload *out);
	} others[] = {
		{ "judge", judge_line },   { "word", word_line },
		{ "player", player_line }, { "awaits", awaits_line },
		{ "said", said_line },     { "asked", asked_line },
	};

	for (size_t i = 0; i < ARRAY_LEN(plain); i++)
		if (str_is(key, plain[i].key))
			*plain[i].to = value;
	for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
		if (str_is(key, numbers[i].key))
			return parse_int(value, 0, INT32_MAX, numbers[i].to);
	for (size_t i = 0; i < ARRAY_LEN(others); i++)
		if (str_is(key, others[i].key))
			return others[i].take(value, out);
	return true;
}

static bool news_take(struct str news, struct webapp_payload *out)
{
	struct str line, key;

	out->point = out->serial = -1;
	while (parse_line(&news, &line) && line.len)
		if (!parse_field(&line, ' ', &key) ||
		    !line_take(key, line, out))
			return false;
	out->events = news;
	if (!out->view.len && !out->seat.len)
		return out->judge.len > 0;
	return out->game.len && out->point >= 0 && out->serial >= 0 &&
	       out->seat.len == 1;
}

static bool webapp_payload_opened(struct arena *a, struct str packed,
				  struct str known, struct str *out)
{
	struct buf b;
	bool good;

	buf_init(&b, WEBAPP_PAYLOAD_PACKED_MAX);
	good = inflate_known(&b, packed, known);
	*out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return good;
}

bool webapp_payload_unpack(struct arena *a, struct webapp_payload *g,
			   const struct webapp_payload_known *known)
{
	struct str news;

	g->view = STR("");
	return !memcmp(g->known, known->name, sizeof(g->known)) &&
	       (!g->packed_view.len ||
		webapp_payload_opened(a, g->packed_view, known->view,
				      &g->view)) &&
	       webapp_payload_opened(a, g->packed_news, known->news, &news) &&
	       news_take(news, g);
}

/* The packet
 * ----------------------------------------------------------------------
 */

enum {
	HEAD = 6,       /* bytes before the name of the dictionaries */
	BLOCKS_MAX = 16 /* of a text */
};

static bool bytes_take(struct str *rest, size_t n, struct str *out)
{
	if (rest->len < n)
		return false;
	*out = (struct str){ rest->s, n };
	rest->s += n;
	rest->len -= n;
	return true;
}

/* The fields in clear; where the signature is. */
static bool packet_take(struct str packet, struct webapp_payload *out,
			struct key *key, struct str *signature)
{
	struct str rest = packet, part, text;
	uint32_t n;

	if (!bytes_take(&rest, HEAD, &part) ||
	    !bytes_take(&rest, sizeof(out->known), &part))
		return false;
	memcpy(out->known, part.s, sizeof(out->known));
	if (!bytes_take(&rest, ED25519_SIZE, &part))
		return false;
	*key = key_of_point((const uint8_t *)part.s);
	if (!bytes_take(&rest, ED25519_SIG_SIZE, signature) ||
	    !bytes_take(&rest, 1, &part) ||
	    !bytes_take(&rest, (unsigned char)*part.s, &text) ||
	    !ssh_wire_take_u32(&rest, &n) || !bytes_take(&rest, n, &part))
		return false;
	out->packed_view = part;
	out->packed_news = rest;
	if (!parse_field(&text, '\t', &out->rules))
		return false;
	out->program = text;
	return !part.len == (packet.s[1] == 2);
}

/* All bytes but those of the signature, which were signed. */
static bool signed_by(struct arena *a, struct str packet, struct str signature,
		      const struct key *key)
{
	size_t before = (size_t)(signature.s - packet.s);
	size_t after = before + signature.len;
	struct sig sig;

	sig_of_bytes(key, SIG_PAGE, (const uint8_t *)signature.s, &sig);
	return sig_check(&sig, key, SIG_PAGE,
			 webapp_payload_joined(
				 a, (struct str){ packet.s, before },
				 (struct str){ packet.s + after,
					       packet.len - after })) ==
	       SIG_ERROR_OK;
}

/* How many characters of base64 hold so many bytes, without padding. */
static size_t letters_of(size_t bytes)
{
	return (bytes * 4 + 2) / 3;
}

/* Decode these characters. *wanted: how many the packet has, as its head says;
 * fewer are WEBAPP_PAYLOAD_CUT, such as a truncated link. */
static enum webapp_payload_fault packet_read(struct arena *a,
					     struct str letters, size_t *wanted,
					     struct webapp_payload *out,
					     struct key *key)
{
	uint8_t *bytes = arena_alloc(a, letters.len + 1);
	uint8_t head[HEAD];
	struct str length = { (const char *)head + 2, HEAD - 2 }, signature;
	uint32_t len;
	size_t n;

	*wanted = 0;
	if (letters.len < HEAD / 3 * 4)
		return WEBAPP_PAYLOAD_CUT;
	if (!base64_parse((struct str){ letters.s, HEAD / 3 * 4 }, head, HEAD,
			  &n) ||
	    head[0] != 'H' || (head[1] != 1 && head[1] != 2) ||
	    !ssh_wire_take_u32(&length, &len) || len < HEAD ||
	    len > WEBAPP_PAYLOAD_TEXT_MAX)
		return WEBAPP_PAYLOAD_UNREAD;
	*wanted = letters_of(len);
	if (letters.len < *wanted)
		return WEBAPP_PAYLOAD_CUT;
	letters.len = *wanted;
	if (!base64_parse(letters, bytes, letters.len, &n) || n != len ||
	    !packet_take(bytes_of(bytes, len), out, key, &signature))
		return WEBAPP_PAYLOAD_UNREAD;
	return signed_by(a, bytes_of(bytes, len), signature, key)
		       ? WEBAPP_PAYLOAD_OK
		       : WEBAPP_PAYLOAD_FORGED;
}

/* Blocks
 * -----------------------------------------------------------------------
 */

/* The words of a marker somewhere in a line, whatever its dashes became: where
 * they begin; NULL: nowhere. */
static const char *marker_in(struct str line, const char *words)
{
	return memmem(line.s, line.len, words, strlen(words));
}

static void letters_add(struct str line, struct buf *out)
{
	char *room = NULL;
	int n;

	if (!line.len)
		return;
	if (!buf_reserve(out, 3 * line.len))
		return;
	room = out->s + out->len;
	n = armor_base64(line, room, 3 * line.len);
	for (int i = 0; i < n; i++)
		if (room[i] != '=')
			out->s[out->len++] = room[i];
	out->s[out->len] = 0;
}

/* The characters between the next two markers; false: there is no block. */
static bool letters_find(struct str text, struct armor_line *l, struct buf *out)
{
	static const char begin[] = "BEGIN HERALDO BOARD";
	static const char end[] = "END HERALDO BOARD";
	bool within = false;

	while (armor_next(text, l)) {
		const char *from = marker_in(l->text, begin);
		const char *to;

		if (from) {
			buf_clear(out); /* what began above has no end */
			from += sizeof(begin) - 1;
			l->text.len -= (size_t)(from - l->text.s);
			l->text.s = from;
			within = true;
			/* what its dashes became */
			while (l->text.len && (strchr("-_*=", *l->text.s) ||
					       *l->text.s & 0x80)) {
				l->text.s++;
				l->text.len--;
			}
		}
		if (!within)
			continue;
		to = marker_in(l->text, end);
		if (to)
			l->text.len = (size_t)(to - l->text.s);
		while (to && l->text.len &&
		       strchr("-_* ", l->text.s[l->text.len - 1]))
			l->text.len--;
		letters_add(l->text, out);
		if (to)
			break;
	}
	return within;
}

static size_t lines_of(size_t letters)
{
	return (letters + WEBAPP_PAYLOAD_LINE - 1) / WEBAPP_PAYLOAD_LINE;
}

enum webapp_payload_fault webapp_payload_read(struct arena *a, struct str text,
					      struct webapp_payload *out,
					      struct key *key)
{
	enum webapp_payload_fault f = WEBAPP_PAYLOAD_NONE, its;
	struct armor_line l = { .next = 0 };
	struct webapp_payload one;
	struct key signer;
	struct buf b;

	*key = (struct key){ 0 };
	*out = (struct webapp_payload){ .point = -1, .serial = -1 };
	buf_init(&b, WEBAPP_PAYLOAD_TEXT_MAX);
	for (int n = 0; n < BLOCKS_MAX && letters_find(text, &l, &b); n++) {
		one = (struct webapp_payload){ .point = -1, .serial = -1 };
		signer = (struct key){ 0 };
		its = packet_read(a, buf_str(&b), &one.wanted, &one, &signer);
		one.found = lines_of(b.len);
		one.wanted = lines_of(one.wanted);
		buf_clear(&b);
		if (its && !f && n)
			continue;
		f = its;
		*out = one;
		*key = signer;
	}
	buf_release(&b);
	return f;
}

/* Links
 * -------------------------------------------------------------------------
 */

/* Where the value begins; NULL: there is none. A gateway may have written "#"
 * and "=" as numbers, and the "%" of these once more. */
static const char *value_of_link(struct str address)
{
	static const char *const before[] = { "#", "?", "&", "%23" };
	static const char *const name[] = { "b=", "b%3d", "b%3D" };
	struct str rest = address;

	for (; rest.len; rest.s++, rest.len--)
		for (size_t i = 0; i < ARRAY_LEN(before); i++)
			for (size_t k = 0;
			     str_starts(rest, before[i]) && k < ARRAY_LEN(name);
			     k++) {
				size_t n = strlen(before[i]);
				struct str at = { rest.s + n, rest.len - n };

				if (str_starts(at, name[k]))
					return at.s + strlen(name[k]);
			}
	return NULL;
}

/* "%2523" is "%23" that a gateway wrote once more; "-" and "_" are letters. */
static struct str plain_percents(struct arena *a, struct str s)
{
	char *out = arena_alloc(a, s.len + 1);
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++) {
		struct str next = { s.s + i + 1, s.len - i - 1 };

		out[n++] = s.s[i];
		for (; s.s[i] == '%' && str_starts(next, "25");
		     next.s += 2, next.len -= 2)
			;
		if (out[n - 1] != '%')
			continue;
		i = (size_t)(next.s - s.s) - 1;
		if (str_starts(next, "2D") || str_starts(next, "2d"))
			out[n - 1] = '-';
		else if (str_starts(next, "5F") || str_starts(next, "5f"))
			out[n - 1] = '_';
		else
			continue;
		i += 2;
	}
	out[n] = 0;
	return (struct str){ out, n };
}

enum webapp_payload_fault webapp_payload_read_link(struct arena *a,
						   struct str address,
						   struct webapp_payload *out,
						   struct key *key)
{
	struct str s = { NULL, 0 };
	enum webapp_payload_fault f = WEBAPP_PAYLOAD_NONE;
	const char *at;
	char *letters;
	size_t n = 0;

	*key = (struct key){ 0 };
	*out = (struct webapp_payload){ .point = -1, .serial = -1 };
	if (address.len > WEBAPP_PAYLOAD_TEXT_MAX)
		return f;
	s = plain_percents(a, address);
	at = value_of_link(s);
	if (!at)
		return f;
	letters = arena_alloc(a, s.len + 1);
	for (const char *end = s.s + s.len; at < end; at++) {
		char c = *at == '-' ? '+' : *at == '_' ? '/' : *at;

		if (!(('A' <= c && c <= 'Z') || ('a' <= c && c <= 'z') ||
		      ascii_is_digit(c) || c == '+' || c == '/'))
			break;
		letters[n++] = c;
	}
	f = packet_read(a, (struct str){ letters, n }, &out->wanted, out, key);
	out->found = n;
	return f;
}
