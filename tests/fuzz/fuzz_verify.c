/*
 * tests/fuzz/fuzz_verify.c - exported games from foreign bytes: as they are,
 * and once more as a forger would leave them, with leaves, heads and the
 * judge's signature made anew, so that what is changed in an event comes as
 * far as the rules.
 */
#include "fuzz.h"
#include "base/date.h"
#include "verifier/export.h"
#include "verifier/verify.h"
#include "tests/srcdir.h"
#include <stdlib.h>

enum { BUNDLE_MAX = 2 << 20, STATES_MAX = 24 };

static struct {
	bool open;
	struct games games;
	struct key_secret judge;
	struct verify_means means;
} kit;

static void kit_open(void)
{
	struct why why = { 0 };

	crypto_init();
	if (games_open(&kit.games, game_kinds, n_game_kinds,
		       SRCDIR "/templates", &why) ||
	    games_deal(&kit.games, SRCDIR "/db/catalog", &why))
		abort();
	memset(kit.judge.seed, 99, sizeof(kit.judge.seed));
	kit.judge.key.kind = KEY_ED25519;
	kit.judge.key.len = ED25519_SIZE;
	ed25519_public(kit.judge.seed, kit.judge.key.b);
	kit.means = (struct verify_means){ .systems = kit.games.kinds,
					   .n_systems = kit.games.n };
	kit.open = true;
}

/* The states of the first points as the rules make them. No forger knows the
 * hash of a state before, but every verifier tells it. */
struct states {
	struct hash state[STATES_MAX];
	bool known[STATES_MAX];
};

/* true: one more state is known, and it can be forged once more with it */
static bool verify(struct str file, struct states *s)
{
	struct verify_result r;
	const struct verify_fault *f = &r.fault;
	struct arena a;
	bool told = false;

	arena_init(&a);
	verify_export(file, &kit.means, &a, &r);
	if (r.good ? r.lines < 3 : !f->what[0])
		abort();
	if (!r.good && s && f->point >= 1 && f->point <= STATES_MAX &&
	    !s->known[f->point - 1] && strstr(f->what, "state of the game"))
		told = s->known[f->point - 1] =
			hex_parse(str_of(f->expected), s->state[f->point - 1].b,
				  HASH_SIZE);
	arena_release(&a);
	return told;
}

/* what stands behind the text z in the line; empty if it is not there */
static struct str behind(struct str line, const char *z)
{
	size_t n = strlen(z);

	for (; line.len >= n; line.s++, line.len--)
		if (!memcmp(line.s, z, n))
			return (struct str){ line.s + n, line.len - n };
	return (struct str){ line.s, 0 };
}

static bool hash_in(struct str line, const char *z, struct hash *h)
{
	struct str digits = behind(line, z);

	digits.len = digits.len < 64 ? digits.len : 64;
	return hex_parse(digits, h->b, sizeof(h->b));
}

static void bundle_of(struct str list, struct buf *bundle)
{
	size_t start = 0, depth = 0;
	bool text = false;

	log_chain_bundle_begin(bundle);
	for (size_t i = 0; i < list.len; i++) {
		char c = list.s[i];

		if (text && c == '\\')
			i++;
		else if (c == '"')
			text = !text;
		else if (!text && c == '{' && !depth++)
			start = i;
		else if (!text && c == '}' && depth && !--depth)
			log_chain_bundle_add(
				bundle,
				(struct str){ list.s + start, i + 1 - start });
	}
}

static void forge_leaf(struct export *x, struct str line, struct why *why)
{
	struct str event = behind(line, ",\"event\":"), rest;
	struct str events = behind(line, ",\"events\":");
	char seat[3] = "A";
	struct buf bundle;
	struct hash salt, hash;

	if (!hash_in(line, ",\"hash\":\"", &hash))
		return;
	rest = behind(line, ",\"seat\":\"");
	for (size_t i = 0; i < 2 && i < rest.len && rest.s[i] != '"'; i++)
		seat[i] = rest.s[i];
	if (!hash_in(line, ",\"salt\":\"", &salt)) {
		export_closed(x, seat, &hash, why);
	} else if (event.len > 1) {
		event.len--;
		export_event(x, &salt, event, why);
	} else if (events.len) {
		buf_init(&bundle, BUNDLE_MAX);
		bundle_of(events, &bundle);
		export_opened(x, seat, &salt, buf_str(&bundle), why);
		buf_release(&bundle);
	}
}

/* the hash of what reads the orders, as it is now, in the first event */
static struct str name_reading(struct str file, struct str first,
			       struct buf *out)
{
	struct str text = behind(file, "\n{\"grammar\":");
	struct str digits = behind(first, ",\"grammar\":\"");
	struct hash h;
	struct buf t;

	buf_init(&t, BUNDLE_MAX);
	if (digits.len < 64 || !json_string_parse(&text, &t)) {
		buf_release(&t);
		return first;
	}
	h = hash_of(buf_str(&t));
	buf_release(&t);
	buf_add(out, first.s, (size_t)(digits.s - first.s));
	hex_render(out, (struct str){ (const char *)h.b, sizeof(h.b) });
	buf_add(out, digits.s + 64, digits.len - 64);
	return buf_str(out);
}

static void forge_reading(struct export *x, struct str line, struct why *why)
{
	struct str text = behind(line, "{\"grammar\":");
	struct buf t;

	buf_init(&t, BUNDLE_MAX);
	if (json_string_parse(&text, &t))
		export_grammar(x, buf_str(&t), why);
	buf_release(&t);
}

static void forge_signed(struct export *x, struct str line, struct why *why)
{
	struct str text = behind(line, ",\"text\":");
	struct str armour = behind(line, ",\"signature\":");
	struct buf t, a;

	buf_init(&t, BUNDLE_MAX);
	buf_init(&a, BUNDLE_MAX);
	if (json_string_parse(&text, &t) && json_string_parse(&armour, &a))
		export_signed(x, STR(""), buf_str(&t), buf_str(&a), why);
	buf_release(&t);
	buf_release(&a);
}

static enum err keep(void *context, struct str line, struct why *why)
{
	(void)why;
	buf_adds(context, line);
	return ERR_OK;
}

/* "A":"2026-03-01T20:00:00Z",.. */
static void deadlines_in(struct str line, int64_t due_s[SEATS_MAX])
{
	struct str in = behind(line, ",\"deadlines\":{");

	while (in.len > 24 && in.s[0] == '"' && 'A' <= in.s[1] &&
	       in.s[1] < 'A' + SEATS_MAX) {
		struct str time = { in.s + 5, 20 };

		if (!date_parse_time(time, &due_s[in.s[1] - 'A']))
			return;
		in = behind(in, "Z\",");
	}
}

static void forge_point(struct export *x, struct str line,
			const struct states *s, uint64_t point, struct why *why)
{
	int64_t due_s[SEATS_MAX] = { 0 };
	struct hash state;

	deadlines_in(line, due_s);
	if (point < STATES_MAX && s->known[point])
		export_point(x, due_s, &s->state[point], why);
	else
		export_point(x, due_s,
			     hash_in(line, "\"state\":\"", &state) ? &state
								   : NULL,
			     why);
}

/* the head as it is, all lines behind it anew */
static void forge(struct str file, const struct states *s, struct buf *out)
{
	uint64_t point = 0;
	struct export x = { .write = keep, .context = out };
	struct why why = { 0 };
	struct game_id id = { { 0 } };
	struct str line, digits = behind(file, ",\"id\":\""), all = file;
	struct str key = behind(file, ",\"judge_key\":\"");
	struct hash dice = { { 0 } }, hidden = { { 0 } };
	struct buf first;

	digits.len = digits.len < 32 ? digits.len : 32;
	hex_parse(digits, id.b, sizeof(id.b));
	buf_init(&x.line, BUNDLE_MAX);
	hasher_init(&x.file, STR(""), HASH_SIZE);
	hash_in(file, ",\"dice_commitment\":\"", &dice);
	hash_in(file, ",\"hidden_commitment\":\"", &hidden);
	for (size_t i = 0; i < key.len; i++)
		if (key.s[i] == '"')
			key.len = i;
	x.head = log_chain_open(&id, &dice, &hidden, key);
	while (file.len) {
		const char *end = memchr(file.s, '\n', file.len);

		line = (struct str){ file.s,
				     end ? (size_t)(end - file.s) : file.len };
		file.s += line.len + (end != NULL);
		file.len -= line.len + (end != NULL);
		if (!x.lines) {
			x.lines++;
			hasher_add(&x.file, line.s, line.len);
			hasher_add(&x.file, "\n", 1);
			buf_adds(out, line);
			buf_addc(out, '\n');
		} else if (x.lines == 1) {
			buf_init(&first, BUNDLE_MAX);
			forge_leaf(&x, name_reading(all, line, &first), &why);
			buf_release(&first);
		} else if (str_starts(line, "{\"grammar\":")) {
			forge_reading(&x, line, &why);
		} else if (str_starts(line, "{\"leaf\":")) {
			forge_leaf(&x, line, &why);
		} else if (str_starts(line, "{\"signed\":")) {
			forge_signed(&x, line, &why);
		} else if (str_starts(line, "{\"point\":")) {
			forge_point(&x, line, s, point++, &why);
		} else if (str_starts(line, "{\"end\":")) {
			export_end(&x, &kit.judge, &why);
			break; /* there is one end */
		}
	}
	export_release(&x);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct str file = { (const char *)bytes, len };
	struct states states = { .known = { false } };
	struct buf forged;
	bool again;

	if (!kit.open)
		kit_open();
	verify(file, NULL);
	buf_init(&forged, 4 << 20);
	do {
		buf_clear(&forged);
		forge(file, &states, &forged);
		again = forged.len && verify(buf_str(&forged), &states);
	} while (again);
	buf_release(&forged);
	return 0;
}
