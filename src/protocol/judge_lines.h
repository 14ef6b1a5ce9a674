/*
 * src/protocol/judge_lines.h - parses the judge's lines among a player's
 * orders. The order parser treats these lines as remarks. Their words are those
 * of the game's vocabulary (protocol/keywords.h).
 *
 *	SEEN <27 digits>		the second line: the history that its
 *					author saw (fairness/head_token.h)
 *	WORD <48 hex digits>		a random word for the dice, as its hash
 *	WORD OPEN <32 hex digits>	and later the word itself
 *	WORD NONE			this seat sends no random word
 *	WORD ANEW | WORD WITHOUT	the answer to a withheld word
 *	DISPUTE point words		see dispute.h
 *	PREFER ..			mail preferences (preferences.h)
 *	HOLD 2h				delay the orders (delayed_orders.h)
 *
 * Judge and verifier read them.
 */
#ifndef PROTOCOL_JUDGE_LINES_H
#define PROTOCOL_JUDGE_LINES_H
#include "fairness/dice_chain.h"
#include "fairness/head_token.h"
#include "base/arena.h"
#include "orders/orders.h"

/* orders_map.where for a canonical text: the position of an offset in the mail.
 * The first line of the orders is 1, whatever text comes before. */
void judge_lines_where(const void *canon, size_t at, struct orders_place *out);

/* bytes of a reason: an event has to hold it */
enum { JUDGE_LINES_REASON_MAX = 1000 };

struct word_lines {
	bool has_hash, has_word;
	bool none; /* there will be none */
	int said;  /* enum entropy_round_said, of protocol/entropy_state.h */
	bool bad;  /* one that cannot be read, or is there twice */
	uint8_t hash[WORD_HASH_SIZE], word[WORD_SIZE];
};

static inline bool word_lines_any(const struct word_lines *w)
{
	return w->has_hash || w->has_word || w->none || w->said;
}

/* The line DISPUTE of signed orders. */
struct dispute_line {
	bool has, bad; /* bad: not as it must be, or there are two */
	int64_t point;
	struct str words;
};

/*
 * Reasons are signed in capitals (auth/canonical_text.h) and logged as they
 * were written. Is the logged reason the signed one?
 */
bool judge_lines_reason_is(struct arena *a, struct str is_signed,
			   struct str logged);

/*
 * The reason as it was written, from the lines of c that begin at an offset
 * from `from` up to `to`; the first one without its first n words. The signed
 * reason itself, if these lines are not it: one that goes on with +.
 */
struct canon;
struct str judge_lines_reason(struct arena *a, const struct canon *c,
			      size_t from, size_t to, int n,
			      struct str is_signed);

/* The line SEEN of any signed text. */
struct seen_line {
	bool has;
	bool bad; /* it was mistyped */
	struct head_token head;
};

/*
 * Read the SEEN line, the second line apart from remarks. *body, the offset of
 * the second line, moves after the SEEN line if there is one.
 */
void judge_lines_seen(struct arena *a, const struct vocabulary *v,
		      struct str text, size_t *body, struct seen_line *out);

/*
 * What a report of a judge says of itself, in its first line and nowhere else,
 * for further down it quotes others: "HERALDO REPORT game point SEEN digits".
 */
#define JUDGE_LINES_REPORT "HERALDO REPORT "
struct report_line {
	struct str game;
	int64_t point;
	struct head_token head;
};

/* That line of a text; false: it begins with another. */
bool judge_lines_report(struct str text, struct report_line *out);

/* The target of an undo: the state after a point, or after an event inside it
 * (judge/policies/rewind.h). */
struct way_back {
	int64_t point;
	int64_t event; /* of those of the point for all, from 1; 0: after all */
	bool fresh;
};

/* "37", or "37.12", the twelfth event of the point. False: it is neither. */
bool judge_lines_point(struct str said, int64_t *point, int64_t *event);

/* The arguments of UNDO: the point, and optionally FRESH. False: other text. */
bool judge_lines_undo(struct arena *a, const struct vocabulary *v,
		      struct str said, struct way_back *out);

/* What a report says of its reader's random word in its second line: "game
 * point WORD digits": it was sealed so, and can be opened. False: nothing. */
struct report_word_line {
	struct str game;
	int64_t point;
	uint8_t hash[WORD_HASH_SIZE];
};
bool judge_lines_word(struct str text, struct report_word_line *out);

/* Does the line continue the one before, by a + at its beginning? */
bool judge_lines_continues(struct str line);

/*
 * The text with every line joined to those that continue it, which begin with
 * +: what a game master or the holder of a key signed may be broken anywhere.
 */
struct str judge_lines_join(struct arena *a, struct str text);

/*
 * The text in which the lines that `is` accepts, with those that continue them,
 * are remarks of the same length. between: what they are joined by, a blank or
 * a line feed. whole: the same lines as they stand in the text.
 */
struct str judge_lines_pick(struct arena *a, struct str text, char between,
			    bool (*is)(void *context, struct str line,
				       struct str whole),
			    void *context);

/*
 * The text for the reader of orders, without such lines (and those that
 * continue them): they become remarks of the same length, so that every place
 * of it is the same place of the signed text.
 */
struct str judge_lines_parse(struct arena *a, const struct vocabulary *v,
			     struct str text, struct word_lines *words,
			     struct dispute_line *dispute);
#endif
