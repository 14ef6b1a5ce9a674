/*
 * src/judge/notify/webapp_payload_write.c - writes the payload for the page
 * (protocol/webapp_payload.h)
 */
#include "auth/armor.h"
#include "base/str.h"
#include "protocol/webapp_payload.h"
#include "base/deflate.h"

enum { LINE = 76 };

/* A line, if there is something to say. */
static void line_add(struct buf *out, const char *key, struct str value)
{
	if (value.len)
		buf_addf(out, "%s %.*s\n", key, STR_ARG(value));
}

/* Texts that people chose: one line, with nothing at its ends that would not
 * count. */
static struct str one_line(struct arena *a, struct str s)
{
	return armor_trim(str_one_line(a, s));
}

static void seats_add(struct buf *out, struct arena *a,
		      const struct webapp_payload *g)
{
	for (int i = 0; i < SEATS_MAX; i++) {
		struct str name = one_line(a, g->player[i]);

		if (name.len)
			buf_addf(out, "player %c %.*s\n", 'A' + i,
				 STR_ARG(name));
	}
	for (int i = 0; i < SEATS_MAX; i++)
		if (g->awaited[i])
			buf_addf(out, "awaits %c %lld\n", 'A' + i,
				 (long long)g->until_s[i]);
}

static void head_add(struct buf *out, struct arena *a,
		     const struct webapp_payload *g)
{
	buf_addz(out, WEBAPP_PAYLOAD_FIRST "\n");
	buf_addf(out, "judge %.*s%s%.*s\n", STR_ARG(g->judge),
		 g->judge_name.len ? " " : "",
		 STR_ARG(one_line(a, g->judge_name)));
	line_add(out, "program", g->program);
	line_add(out, "url", g->url);
	line_add(out, "game", g->game);
	line_add(out, "rules", g->rules);
	line_add(out, "layout", g->layout);
	line_add(out, "grammar", g->grammar);
	line_add(out, "language", g->language);
	line_add(out, "state", g->state);
	line_add(out, "seat", g->seat);
	buf_addf(out, "since %lld\npoint %lld\nserial %lld\n",
		 (long long)g->since, (long long)g->point,
		 (long long)g->serial);
	line_add(out, "seen", g->seen);
	line_add(out, "dice", g->dice);
	if (g->word.len)
		buf_addf(out, "word %.*s%s%.*s\n", STR_ARG(g->word),
			 g->sealed.len ? " " : "", STR_ARG(g->sealed));
	seats_add(out, a, g);
	line_add(out, "cards", g->cards);
}

static void part_add(struct buf *out, const char *name, struct str part)
{
	buf_addf(out, "%s %zu\n", name, part.len);
	buf_adds(out, part);
}

static bool packed_add(struct buf *out, const struct webapp_payload *g,
		       struct str dealt, bool events)
{
	struct buf plain, packed, letters;
	bool good;

	buf_init(&plain, WEBAPP_PAYLOAD_PACKED_MAX);
	buf_init(&packed, WEBAPP_PAYLOAD_PACKED_MAX);
	buf_init(&letters, WEBAPP_PAYLOAD_TEXT_MAX);
	part_add(&plain, "view", g->view);
	if (events)
		part_add(&plain, "events", g->events);
	good = !plain.full && deflate_known(&packed, buf_str(&plain), dealt) &&
	       base64_render(&letters, buf_str(&packed));
	buf_addf(out, "packed %zu\n", packed.len);
	for (size_t i = 0; good && i < letters.len; i += LINE) {
		size_t n = letters.len - i < LINE ? letters.len - i : LINE;

		buf_add(out, letters.s + i, n);
		buf_addc(out, '\n');
	}
	buf_release(&plain);
	buf_release(&packed);
	buf_release(&letters);
	return good && !out->full;
}

/* One with events or without, of at most max bytes. */
static bool put(struct buf *out, struct arena *a,
		const struct webapp_payload *g, struct str dealt,
		const struct key_secret *key, bool events, size_t max)
{
	size_t start = out->len;
	struct sig sig;

	head_add(out, a, g);
	if (packed_add(out, g, dealt, events)) {
		sig_make(key, WEBAPP_PAYLOAD_NAMESPACE,
			 (struct str){ out->s + start, out->len - start },
			 &sig);
		if (sig_render(&sig, out) && out->len - start <= max)
			return true;
	}
	out->len = start;
	return false;
}

enum err webapp_payload_write(const struct webapp_payload *g, struct str dealt,
			      const struct key_secret *key, struct buf *out,
			      struct why *why)
{
	char cards[WEBAPP_PAYLOAD_LAYOUT + 1];
	struct webapp_payload full = *g;
	struct arena a;
	bool good;

	if (dealt.len && !g->cards.len) {
		webapp_payload_cards(dealt, cards);
		full.cards = str_of(cards);
	}
	arena_init(&a);
	good = put(out, &a, &full, dealt, key, true, WEBAPP_PAYLOAD_MAX) ||
	       put(out, &a, &full, dealt, key, false, WEBAPP_PAYLOAD_TEXT_MAX);
	arena_release(&a);
	return good ? ERR_OK
		    : why_set(why, ERR_TOO_LARGE,
			      "the view of %.*s is too large for " WEBAPP_PAYLOAD_FILE,
			      STR_ARG(g->game));
}
