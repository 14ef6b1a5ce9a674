/*
 * src/judge/inbox/unsigned_help.c - answers unsigned HELP: the first lines of a
 * mail, above the quoted text.
 *
 *	ayuda
 *	help move
 *
 * The answer has only words and no state of a game: the syntax of orders in the
 * game of the person with this address, and the first line of their next mail.
 * A person without a game gets the syntax of all games.
 * A template that is quoted below is no order that failed.
 */
#include "judge/notify/notify.h"
#include "protocol/word_cursor.h"
#include "judge/handlers.h"
#include "base/ascii.h"
#include "base/parse.h"
#include "base/str.h"
#include "mail/addr.h"

enum { ASKED_MAX = 5, WORDS_MAX = 80, LIST_MAX = 8 << 10, SEATS_SEEN = 256 };

struct asking {
	struct str words[ASKED_MAX]; /* after HELP, or "" */
	struct str line[ASKED_MAX];
	int n;
	struct str language; /* of the word that asked, or "" */
};

/* "Help!" asks as HELP does. */
static struct str without_stop(struct str line)
{
	line = parse_trim(line);
	while (line.len && strchr(".!?,;:", line.s[line.len - 1]))
		line.len--;
	return parse_trim(line);
}

static bool ask_take(struct asking *k, struct arena *a,
		     const struct vocabulary *v, struct str line)
{
	struct word_cursor p;

	line = without_stop(line);
	if (!line.len || line.len > WORDS_MAX)
		return false;
	word_cursor_init(&p, a, v, line);
	if (!word_cursor_word(&p, "help"))
		return false;
	if (!k->n)
		k->language = v->lang[p.lang];
	k->line[k->n] = line;
	k->words[k->n++] = p.at < p.n ? p.rest[p.at] : STR("");
	return true;
}

/* Read the questions in the lines above the quoted text; a mail without a text
 * asks in its subject. */
static bool ask_read(const struct delivery *d, struct asking *out)
{
	const struct vocabulary *v =
		d->j->c.n_systems && d->j->c.systems[0].grammar
			? d->j->c.systems[0].grammar->words
			: NULL;
	struct str rest = d->m->text, line;
	bool first = true;

	*out = (struct asking){ .language = STR("") };
	if (!v || vocabulary_key(v, STR("help")) < 0)
		return false;
	while (out->n < ASKED_MAX && parse_line(&rest, &line)) {
		line = parse_trim(line);
		if (!line.len)
			continue;
		if (line.s[0] == '>' || str_starts(line, "-----BEGIN"))
			break;
		if (!ask_take(out, d->a, v, line) && first)
			return false;
		first = false;
	}
	return out->n || (first && ask_take(out, d->a, v, d->m->subject));
}

/* Signed orders that did not verify need another answer. */
static bool is_for_us(const struct delivery *d)
{
	switch (d->f.who) {
	case SIGNER_FAILED: return d->f.fault == FAULT_SIG_NONE;
	case SIGNER_NOBODY:
	case SIGNER_UNKNOWN_GAME:
	case SIGNER_REPEATED: return true;
	default: return false;
	}
}

/* The game that is meant: that of the template below, else their newest. */
static enum err game_of(struct delivery *d, int64_t person, int64_t *game,
			struct why *why)
{
	struct seat_row *seats = ARENA_ARRAY(d->a, SEATS_SEEN, struct seat_row);
	struct game_row g;
	int64_t named = d->f.game;
	int n = 0;
	enum err e = store_seat_of_person(d->j->st, person, d->a, seats,
					  SEATS_SEEN, &n, why);

	*game = 0;
	for (int i = n; !e && i-- > 0 && (!*game || *game != named);) {
		e = store_game_get(d->j->st, seats[i].game, d->a, &g, why);
		if (!e && !game_is_over(g.state) &&
		    (!*game || seats[i].game == named))
			*game = seats[i].game;
	}
	return e;
}

/*
 * The part of an unsigned line that an answer quotes. A forged From would make
 * the answer carry the writer's words to another person: no sentence and no
 * address is quoted.
 */
static struct str line_shown(struct str line, struct str words)
{
	enum { SHOWN_MAX = 24 };
	bool plain = words.len <= SHOWN_MAX;
	int spaces = 0;

	for (size_t i = 0; i < words.len; i++) {
		char c = words.s[i];

		spaces += c == ' ';
		plain &= c == ' ' || c == '-' || ascii_is_alnum(c) || c & 0x80;
	}
	if (plain && spaces < 2)
		return line;
	line.len = words.s > line.s && words.s <= line.s + line.len
			   ? (size_t)(words.s - line.s)
			   : 0;
	return parse_trim(line);
}

/* Outside a game HELP alone asks what the mail says without any answer. */
static struct str answers_of(const struct asking *k, bool plays,
			     struct arena *a)
{
	struct buf list;

	buf_init(&list, LIST_MAX);
	for (int i = 0; i < k->n; i++) {
		struct payload m;

		if (!plays && !k->words[i].len)
			continue;
		payload_init(&m);
		payload_text(&m, "kind", STR("help"));
		payload_text(&m, "asked", line_shown(k->line[i], k->words[i]));
		payload_text(&m, "text", k->words[i]);
		payload_list_add(&list, payload_end(&m, a));
	}
	return payload_list_end(&list, a);
}

/* Answer the person with this address, or a stranger who may want to join. */
static enum err answer_ask(struct delivery *d, const struct asking *k,
			   struct str address, int64_t person, struct why *why)
{
	struct notify w = { .kind = "help",
			    .slot = -1,
			    .person = person,
			    .reply_to = d->m->message_id,
			    .automatic = true,
			    .tag = delivery_tag(d, "help") };
	struct game_ctx *t = ARENA_NEW(d->a, struct game_ctx);
	struct str lines = STR("");
	struct payload m;
	int64_t game = 0;
	enum err e = ERR_OK;

	if (person) {
		e = game_of(d, person, &game, why);
		d->f.person = person;
		d->f.game = game;
		if (!e)
			e = delivery_first_lines(d, &lines, why);
		if (!e && game)
			e = game_ctx_load(d->j, game, d->a, t, why);
	} else {
		w.address = address;
		w.language = judge_has_language(d->j, k->language)
				     ? k->language
				     : d->j->c.language;
	}
	if (e)
		return e;
	w.t = game ? t : NULL;
	payload_init(&m);
	payload_text(&m, "first_lines", lines);
	payload_json(&m, "answers", answers_of(k, game != 0, d->a));
	w.matter = payload_end(&m, d->a);
	return notify_add(d->j, &w, d->a, why);
}

enum err handle_asked(struct delivery *d, bool *mine, struct why *why)
{
	struct str from = d->m->from.n
				  ? str_lower(d->a, d->m->from.list[0].addr)
				  : STR("");
	struct asking k;
	int64_t person;
	bool yes;
	enum err e;

	*mine = is_for_us(d) && !addr_fault(from, false) && ask_read(d, &k);
	if (!*mine)
		return ERR_OK;
	d->out = (struct mail_verdict){ "helped", 0, -1 };
	e = reply_allowed(d, from, "", 1, &person, &yes, why);
	return e || !yes ? e : answer_ask(d, &k, from, person, why);
}
