/* src/judge/game/claim.c */
#include "judge/game/claim.h"
#include "base/ascii.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "protocol/keywords.h"
#include "protocol/word_cursor.h"

enum { CLAIM_WORDS_MAX = 6 };

static int words_of(struct str line, struct str words[CLAIM_WORDS_MAX])
{
	struct str word;
	int n = 0;

	while (parse_field(&line, ' ', &word)) {
		if (!word.len)
			continue;
		if (n == CLAIM_WORDS_MAX)
			return CLAIM_WORDS_MAX + 1;
		words[n++] = word;
	}
	return n;
}

/* Digits alone, as the second verifier reads them. */
static bool claim_number(struct str s, int64_t *out)
{
	return s.len && ascii_is_digit(s.s[0]) &&
	       parse_int(s, 0, INT32_MAX, out);
}

/* JOIN game [seat [nonce]] */
static bool join_parse(struct str rest, struct arena *a, struct claim *out)
{
	struct str w[CLAIM_WORDS_MAX];
	int n = words_of(rest, w);

	if (n > 2)
		return false;
	if (!n)
		out->slot = SLOT_ANY;
	else if (keyword_is(a, out->words, SPOKEN_any, w[0]))
		out->slot = SLOT_ANY;
	else if (keyword_is(a, out->words, SPOKEN_observer, w[0]))
		out->slot = SLOT_WATCH;
	else
		out->slot = slot_parse(w[0]);
	if (n == 2)
		out->nonce = w[1];
	return out->slot != -1;
}

/* GM game point serial */
static bool master_parse(struct str rest, struct claim *out)
{
	struct str w[CLAIM_WORDS_MAX];

	out->slot = SLOT_GM;
	return words_of(rest, w) == 2 && claim_number(w[0], &out->point) &&
	       claim_number(w[1], &out->serial);
}

/* KEYS game seat point serial, or a number, or a number alone: no order of any
 * game, so its word is here */
static bool keys_parse(struct str line, struct arena *a, struct claim *out)
{
	struct str w[CLAIM_WORDS_MAX];
	int n = words_of(line, w);

	if ((n != 2 && n != 4 && n != 5) ||
	    !keyword_is(a, out->words, SPOKEN_keys, w[0]))
		return false;
	if (n == 2) {
		out->game = STR("");
		out->nonce = w[1];
		return true;
	}
	out->game = str_lower(a, w[1]);
	out->slot = slot_parse(w[2]);
	if (n == 4) {
		out->nonce = w[3];
		return out->slot >= 0;
	}
	return out->slot >= 0 && claim_number(w[3], &out->point) &&
	       claim_number(w[4], &out->serial);
}

/* WATCH game [nonce] */
static bool watch_parse(struct str line, struct arena *a, struct claim *out)
{
	struct str w[CLAIM_WORDS_MAX];
	int n = words_of(line, w);

	if (n < 2 || n > 3 || !keyword_is(a, out->words, SPOKEN_watch, w[0]))
		return false;
	out->game = str_lower(a, w[1]);
	out->slot = SLOT_WATCH;
	if (n == 3)
		out->nonce = w[2];
	return true;
}

/* PRACTICE system [nonce] */
static bool practice_parse(struct str line, struct arena *a, struct claim *out)
{
	struct str w[CLAIM_WORDS_MAX];
	int n = words_of(line, w);

	if (n < 2 || n > 3 || !keyword_is(a, out->words, SPOKEN_practice, w[0]))
		return false;
	out->game = STR("");
	out->practice = w[1];
	if (n == 3)
		out->nonce = w[2];
	return true;
}

/* Those that are no order of any game. */
static bool of_people(struct str line, struct arena *a, struct claim *out)
{
	if (keys_parse(line, a, out))
		out->kind = CLAIM_KEYS;
	else if (watch_parse(line, a, out))
		out->kind = CLAIM_JOIN;
	else if (practice_parse(line, a, out))
		out->kind = CLAIM_PRACTICE;
	return out->kind != CLAIM_NONE;
}

/* The words of heads are those of the game that the line names: they were the
 * same in all games of their time. */
static const struct grammar *head_words(const struct judge *j, struct str line,
					struct arena *a)
{
	const struct game_kind *kind = &j->c.systems[0];
	struct str word, name;
	struct game_row row;

	if (parse_field(&line, ' ', &word) && parse_field(&line, ' ', &name) &&
	    !store_game_by_name(j->st, str_lower(a, name), a, &row, NULL) &&
	    rule_versions_find(j->rule_versions, j->st, &row, &kind, NULL))
		kind = &j->c.systems[0];
	return kind->grammar;
}

void claim_parse(const struct judge *j, struct str text, struct arena *a,
		 struct claim *out)
{
	struct str rest = text, line;
	const struct grammar *g = NULL;
	struct order_head h;
	bool whole;

	*out = (struct claim){ .slot = -1, .point = -1, .serial = -1 };
	if (!parse_line(&rest, &line))
		return;
	if (j->c.n_systems)
		g = head_words(j, line, a);
	out->words = g ? g->words : NULL;
	out->body = text.len - rest.len;
	judge_lines_seen(a, out->words, text, &out->body, &out->seen);
	if (of_people(line, a, out) || !g)
		return;
	whole = orders_read_head(a, g, line, &h);
	out->game = str_lower(a, h.game);
	if (!whole)
		return;
	switch (h.kind) {
	case HEAD_NONE: break;
	case HEAD_JOIN:
		if (join_parse(h.rest, a, out))
			out->kind = CLAIM_JOIN;
		break;
	case HEAD_GM:
		if (master_parse(h.rest, out))
			out->kind = CLAIM_GM;
		break;
	case HEAD_ORDERS:
	case HEAD_PREVIEW:
		out->kind =
			h.kind == HEAD_ORDERS ? CLAIM_ORDERS : CLAIM_PREVIEW;
		out->slot = h.seat;
		out->point = h.point;
		out->serial = h.serial;
		break;
	}
}

/* END alone, as a template prints it */
static bool is_end(const struct claim *c, struct str line)
{
	struct arena a = { 0 };
	struct word_cursor p;
	bool yes;

	word_cursor_init(&p, &a, c->words, line);
	yes = (word_cursor_word(&p, "table.end") ||
	       word_cursor_word(&p, "done")) &&
	      word_cursor_end(&p);
	arena_release(&a);
	return yes;
}

bool claim_says(const struct claim *c, const struct signed_block *b)
{
	struct str rest = { b->canon.text.s + c->body,
			    b->canon.text.len - c->body };
	struct str line;

	while (parse_line(&rest, &line)) {
		line = parse_trim(line);
		if (line.len && !str_starts(line, "//") &&
		    !(c->words && is_end(c, line)))
			return true;
	}
	return false;
}
