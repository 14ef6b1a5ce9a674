/* src/protocol/webapp_payload.c - parses the payload for the page */
#include "protocol/webapp_payload.h"
#include "auth/armor.h"
#include "base/parse.h"
#include "base/inflate.h"
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

void webapp_payload_cards(struct str dealt, char out[WEBAPP_PAYLOAD_LAYOUT + 1])
{
	struct hash h = hash_of(dealt);

	digits_put(h.b, out);
}

/* Reading ------------------------------------------------------------------
 */

/* As it was signed: the lines as mail programs leave them, trimmed. */
static struct str lines_before(struct arena *a, struct str text, size_t end)
{
	struct armor_line l = { .next = 0 };
	struct buf b;
	struct str out;
	bool begun = false;

	buf_init(&b, WEBAPP_PAYLOAD_TEXT_MAX);
	while (armor_next(text, &l) && l.start < end) {
		struct str line = armor_trim(l.text);

		if (str_is(line, WEBAPP_PAYLOAD_FIRST)) {
			buf_clear(&b);
			begun = true;
		}
		if (!begun || !line.len)
			continue;
		buf_adds(&b, line);
		buf_addc(&b, '\n');
	}
	out = b.full ? STR("") : arena_str(a, buf_str(&b));
	buf_release(&b);
	return out;
}

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

/* Of a line that is there; unknown ones are a later judge's. */
static bool line_take(struct str key, struct str value,
		      struct webapp_payload *out)
{
	const struct {
		const char *key;
		struct str *to;
	} plain[] = {
		{ "program", &out->program },   { "url", &out->url },
		{ "game", &out->game },         { "rules", &out->rules },
		{ "layout", &out->layout },     { "grammar", &out->grammar },
		{ "language", &out->language }, { "state", &out->state },
		{ "seat", &out->seat },         { "seen", &out->seen },
		{ "dice", &out->dice },         { "cards", &out->cards },
	};

	for (size_t i = 0; i < ARRAY_LEN(plain); i++)
		if (str_is(key, plain[i].key))
			*plain[i].to = value;
	if (str_is(key, "point"))
		return parse_int(value, 0, INT32_MAX, &out->point);
	if (str_is(key, "since"))
		return parse_int(value, 0, INT32_MAX, &out->since);
	if (str_is(key, "serial"))
		return parse_int(value, 0, INT32_MAX, &out->serial);
	if (str_is(key, "judge"))
		return judge_line(value, out);
	if (str_is(key, "word"))
		return word_line(value, out);
	if (str_is(key, "player"))
		return player_line(value, out);
	return !str_is(key, "awaits") || awaits_line(value, out);
}

/* "view 123", and so many bytes. */
static bool part_take(struct str *rest, struct webapp_payload *out)
{
	struct str line, name, part;
	int64_t len;

	if (!parse_line(rest, &line) || !parse_field(&line, ' ', &name) ||
	    !parse_int(line, 0, (int64_t)rest->len, &len))
		return false;
	part = (struct str){ rest->s, (size_t)len };
	rest->s += len;
	rest->len -= (size_t)len;
	if (str_is(name, "view"))
		out->view = part;
	else if (str_is(name, "events"))
		out->events = part;
	return true;
}

bool webapp_payload_unpack(struct arena *a, struct webapp_payload *g,
			   struct str dealt)
{
	struct buf b;
	struct str rest;
	bool good;

	buf_init(&b, WEBAPP_PAYLOAD_PACKED_MAX);
	good = inflate_known(&b, g->packed, g->cards.len ? dealt : STR(""));
	rest = arena_str(a, buf_str(&b));
	buf_release(&b);
	while (good && rest.len)
		good = part_take(&rest, g);
	return good && g->view.len;
}

static bool packed_take(struct arena *a, struct str base64, int64_t len,
			struct webapp_payload *out)
{
	uint8_t *packed = arena_alloc(a, base64.len + 1);
	char *letters = arena_alloc(a, base64.len + 1);
	size_t n = 0, n_letters = 0;

	for (size_t i = 0; i < base64.len; i++)
		if (base64.s[i] != '\n')
			letters[n_letters++] = base64.s[i];
	if (!base64_parse((struct str){ letters, n_letters }, packed,
			  base64.len, &n) ||
	    n != (size_t)len)
		return false;
	out->packed = bytes_of(packed, n);
	return true;
}

static bool all_take(struct arena *a, struct str text,
		     struct webapp_payload *out)
{
	struct str line, key;
	int64_t packed;

	*out = (struct webapp_payload){ .point = -1, .serial = -1 };
	if (!parse_line(&text, &line) || !str_is(line, WEBAPP_PAYLOAD_FIRST))
		return false;
	while (parse_line(&text, &line)) {
		if (!parse_field(&line, ' ', &key))
			return false;
		if (!str_is(key, "packed")) {
			if (!line_take(key, line, out))
				return false;
			continue;
		}
		return out->game.len && out->rules.len && out->point >= 0 &&
		       out->serial >= 0 && out->seat.len == 1 &&
		       parse_int(line, 0, WEBAPP_PAYLOAD_TEXT_MAX, &packed) &&
		       packed_take(a, text, packed, out);
	}
	return false;
}

/* Where it begins; text.len: nowhere. */
static size_t begin_of(struct str text)
{
	struct armor_line l = { .next = 0 };

	while (armor_next(text, &l))
		if (str_is(armor_trim(l.text), WEBAPP_PAYLOAD_FIRST))
			return l.start;
	return text.len;
}

enum webapp_payload_fault webapp_payload_read(struct arena *a, struct str text,
					      struct webapp_payload *out,
					      struct key *key)
{
	enum sig_error fault = SIG_ERROR_OK;
	size_t at = begin_of(text), start = text.len;
	struct sig sig;
	struct str signed_;

	*key = (struct key){ 0 };
	if (at == text.len || text.len > WEBAPP_PAYLOAD_TEXT_MAX)
		return WEBAPP_PAYLOAD_NONE;
	if (!sig_find(a, text, &at, &start, &sig, &fault) || fault)
		return WEBAPP_PAYLOAD_UNSIGNED;
	signed_ = lines_before(a, text, start);
	if (sig.form != SIG_SSH || !all_take(a, signed_, out))
		return WEBAPP_PAYLOAD_UNREAD;
	*key = sig.key;
	return sig_check(&sig, &sig.key, WEBAPP_PAYLOAD_NAMESPACE, signed_)
		       ? WEBAPP_PAYLOAD_FORGED
		       : WEBAPP_PAYLOAD_OK;
}
