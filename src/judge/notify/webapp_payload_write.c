/*
 * src/judge/notify/webapp_payload_write.c - writes the payload for the page
 * (protocol/webapp_payload.h)
 */
#include "auth/armor.h"
#include "base/str.h"
#include "protocol/webapp_payload.h"
#include "base/deflate.h"
#include "base/ssh_wire.h"

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

/* The lines before the events. */
static void head_add(struct buf *out, struct arena *a,
		     const struct webapp_payload *g)
{
	buf_addf(out, "judge %.*s%s%.*s\n", STR_ARG(g->judge),
		 g->judge_name.len ? " " : "",
		 STR_ARG(one_line(a, g->judge_name)));
	line_add(out, "url", g->url);
	line_add(out, "game", g->game);
	line_add(out, "grammar", g->grammar);
	line_add(out, "language", g->language);
	line_add(out, "state", g->state);
	line_add(out, "seat", g->seat);
	if (g->seat.len)
		buf_addf(out, "since %lld\npoint %lld\nserial %lld\n",
			 (long long)g->since, (long long)g->point,
			 (long long)g->serial);
	line_add(out, "seen", g->seen);
	line_add(out, "dice", g->dice);
	if (g->word.len)
		buf_addf(out, "word %.*s%s%.*s\n", STR_ARG(g->word),
			 g->sealed.len ? " " : "", STR_ARG(g->sealed));
	seats_add(out, a, g);
	for (int i = 0; i < g->n_asked; i++)
		buf_addf(out, "asked %lld\n", (long long)g->asked[i]);
	if (g->told)
		buf_addf(out, "told %lld\n", (long long)g->told);
}

/* What proves the dice of the events, and these. */
static void events_add(struct buf *out, const struct webapp_payload *g)
{
	line_add(out, "id", g->id);
	for (int i = 0; i < SEATS_MAX; i++)
		if (g->said[i].len)
			buf_addf(out, "said %c %.*s\n", 'A' + i,
				 STR_ARG(g->said[i]));
	buf_addc(out, '\n');
	buf_adds(out, g->events);
}

static bool packed(struct arena *a, struct str bytes, struct str known,
		   struct str *out)
{
	struct buf b;
	bool good;

	buf_init(&b, WEBAPP_PAYLOAD_TEXT_MAX);
	good = deflate_known(&b, bytes, known);
	*out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return good;
}

/* A packet being made; all but news is the same in every one. */
struct packing {
	const struct webapp_payload *g;
	const struct webapp_payload_known *known;
	const struct key_secret *key;
	struct str view, events; /* packed; events: with the lines before */
	struct str head;         /* packed: these lines alone */
};

/* Pack the parts; false: the view has no room. */
static bool parts_pack(struct arena *a, struct packing *p)
{
	struct buf news;
	bool good;

	buf_init(&news, WEBAPP_PAYLOAD_PACKED_MAX);
	head_add(&news, a, p->g);
	good = packed(a, buf_str(&news), p->known->news, &p->head);
	if (p->g->view.len)
		good = good && packed(a, p->g->view, p->known->view, &p->view);
	events_add(&news, p->g);
	/* without them where they are too many */
	if (!p->g->events.len || news.full ||
	    !packed(a, buf_str(&news), p->known->news, &p->events))
		p->events = STR("");
	buf_release(&news);
	return good;
}

enum { HEAD = 6 + WEBAPP_PAYLOAD_NAME + ED25519_SIZE };

/* How long a packet with this news is. */
static size_t packet_len(const struct packing *p, struct str news)
{
	return HEAD + ED25519_SIG_SIZE + 1 + p->g->rules.len + 1 +
	       p->g->program.len + sizeof(uint32_t) + p->view.len + news.len;
}

static void packet_add(struct buf *out, const struct packing *p,
		       struct str news)
{
	struct buf rest, all;
	struct sig sig;

	buf_init(&rest, WEBAPP_PAYLOAD_PACKED_MAX);
	buf_init(&all, WEBAPP_PAYLOAD_PACKED_MAX);
	buf_addc(&all, 'H');
	buf_addc(&all, p->view.len ? 1 : 2);
	ssh_wire_add_u32(&all, (uint32_t)packet_len(p, news));
	buf_add(&all, p->known->name, WEBAPP_PAYLOAD_NAME);
	buf_add(&all, p->key->key.b, ED25519_SIZE);
	buf_addc(&rest, (char)(p->g->rules.len + 1 + p->g->program.len));
	buf_addf(&rest, "%.*s\t%.*s", STR_ARG(p->g->rules),
		 STR_ARG(p->g->program));
	ssh_wire_add_string(&rest, p->view);
	buf_adds(&rest, news);
	buf_adds(out, buf_str(&all));
	buf_adds(&all, buf_str(&rest));
	sig_make(p->key, SIG_PAGE, buf_str(&all), &sig);
	buf_add(out, sig.bytes, sizeof(sig.bytes));
	buf_adds(out, buf_str(&rest));
	buf_release(&rest);
	buf_release(&all);
}

static size_t letters_of(size_t bytes)
{
	return (bytes * 4 + 2) / 3;
}

/* The packet in base64, without padding. */
static struct str letters_make(struct arena *a, const struct packing *p,
			       struct str news)
{
	struct buf packet, letters;
	struct str s;

	buf_init(&packet, WEBAPP_PAYLOAD_PACKED_MAX);
	buf_init(&letters, WEBAPP_PAYLOAD_PACKED_MAX);
	packet_add(&packet, p, news);
	base64_render(&letters, buf_str(&packet));
	s = arena_str(a, buf_str(&letters));
	s.len = letters_of(packet.len);
	buf_release(&packet);
	buf_release(&letters);
	return s;
}

static struct str block_make(struct arena *a, const struct packing *p,
			     struct str news)
{
	struct str letters = letters_make(a, p, news), s;
	struct buf b;

	buf_init(&b, WEBAPP_PAYLOAD_PACKED_MAX);
	buf_addz(&b, WEBAPP_PAYLOAD_BEGIN "\n");
	for (size_t i = 0; i < letters.len; i += WEBAPP_PAYLOAD_LINE) {
		size_t n = letters.len - i;

		buf_add(&b, letters.s + i,
			n < WEBAPP_PAYLOAD_LINE ? n : WEBAPP_PAYLOAD_LINE);
		buf_addc(&b, '\n');
	}
	buf_addz(&b, WEBAPP_PAYLOAD_END "\n");
	s = arena_str(a, buf_str(&b));
	buf_release(&b);
	return s;
}

/* It ends in a letter: mail programs take other characters off. */
static struct str link_make(struct arena *a, const struct packing *p,
			    struct str news)
{
	struct str letters = letters_make(a, p, news), s;
	struct buf b;

	buf_init(&b, WEBAPP_PAYLOAD_PACKED_MAX);
	buf_addz(&b, "b=");
	for (size_t i = 0; i < letters.len; i++) {
		char c = letters.s[i];

		buf_addc(&b, c == '+' ? '-' : c == '/' ? '_' : c);
	}
	buf_addc(&b, 'e');
	s = arena_str(a, buf_str(&b));
	buf_release(&b);
	return s;
}

enum { LINK_MORE = 3, MARKERS = 2 }; /* "b=" and the letter; lines */

static bool fits_link(const struct packing *p, struct str news, size_t max)
{
	return letters_of(packet_len(p, news)) + LINK_MORE <= max;
}

static bool fits_block(const struct packing *p, struct str news)
{
	return letters_of(packet_len(p, news)) <=
	       (WEBAPP_PAYLOAD_LINES - MARKERS) * WEBAPP_PAYLOAD_LINE;
}

enum err webapp_payload_write(struct arena *a, const struct webapp_payload *g,
			      const struct webapp_payload_known *known,
			      const struct key_secret *key, size_t link_max,
			      struct webapp_payload_forms *out, struct why *why)
{
	struct packing p = { .g = g, .known = known, .key = key };
	struct str all;

	*out = (struct webapp_payload_forms){ 0 };
	if (!parts_pack(a, &p) ||
	    packet_len(&p, p.head) > WEBAPP_PAYLOAD_TEXT_MAX / 2)
		return why_set(why, ERR_TOO_LARGE,
			       "the view of %.*s is too large for the page",
			       STR_ARG(g->game));
	all = p.events.len && packet_len(&p, p.events) <=
				      WEBAPP_PAYLOAD_TEXT_MAX / 2
		      ? p.events
		      : p.head;
	out->whole = block_make(a, &p, all);
	out->block = all.s == p.head.s || fits_block(&p, all)
			     ? out->whole
			     : block_make(a, &p, p.head);
	if (fits_link(&p, all,
		      link_max > WEBAPP_PAYLOAD_LINK_SPARE
			      ? link_max - WEBAPP_PAYLOAD_LINK_SPARE
			      : 0))
		out->link = link_make(a, &p, all);
	else if (fits_link(&p, p.head, link_max))
		out->link = link_make(a, &p, p.head);
	return ERR_OK;
}
