/*
 * src/games/arena/rules/spell_private.h - shared by spell_parse.c and
 * spell_print.c: the words of the spell grammar, and the arguments of each
 * verb.
 *
 * Slots of a verb: P profile, W who, Z where or whose, B but=who, A amount, D
 * amount with a type, M amount with a sign, R trait with its value, t trait, U
 * duration, C condition, N number, T token, F filter, G attack, spell or move,
 * u uses, / alternatives; and, each with a comma of its own and only where
 * they are said, p pay, m max=, d words of a defense, c words of a discount; [
 * a bracket after the parenthesis.
 */
#ifndef GAMES_ARENA_RULES_SPELL_PRIVATE_H
#define GAMES_ARENA_RULES_SPELL_PRIVATE_H
#include "games/arena/rules/arena.h"
#include "games/arena/rules/spell_parse.h"
#include "games/arena/rules/tables.h"

enum {
	AR_FILTER_MAX = 8, /* words */
	AR_AMOUNT_MAX = 99,
	AR_RANGE_ARENA = 99, /* ar_clause.max */
	AR_HAS_COND = 16,    /* of AR_HAS: a condition */
	AR_PROGRAM_TEXT = 2000,
	AR_CLAUSE_MEMBERS = 18
};

/* ar_clause.pay */
enum { AR_PAY_X = -1, AR_PAY_LEVEL = -2, AR_PAY_REMOVAL = -3 };

#define AR_OPTIONAL_SLOTS "pmdcB"

struct ar_verb_row {
	const char *word, *slots;
};
struct ar_word_row {
	const char *word;
	int value;
};

enum ar_program_option {
	AR_O_WHO,
	AR_O_TO,
	AR_O_BY,
	AR_O_SPELL,
	AR_O_KIND,
	AR_O_FOR,
	AR_O_AT,
	AR_O_IF,
	AR_O_PAY,
	AR_O_TIMES,
	AR_O_RANGE
};

extern const struct ar_verb_row ar_verb_rows[N_AR_VERB_WORDS];
/* ended by a NULL word each */
extern const struct ar_word_row ar_test_rows[], ar_clause_rows[], ar_on_rows[],
	ar_use_rows[], ar_cond_rows[], ar_token_rows[], ar_duration_rows[],
	ar_against_rows[], ar_if_rows[], ar_option_rows[];

void ar_clause_words(const int32_t *w, int i, struct ar_clause *out);

/* ar_program_render for words that may be anything: false, with nothing read
 * outside w, if they are no program. */
bool ar_program_text(struct buf *out, const int32_t *w, int n);
#endif
