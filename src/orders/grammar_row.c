/* src/orders/grammar_row.c - the numbers of grammar rows, and signs as they are
 * written */
#include "orders/grammar.h"
#include "orders/bytecode.h"
#include "orders/lexer.h"

int grammar_row_find(const struct grammar *g, const struct grammar_row *row)
{
	const struct decision_schema *s = &g->sys->decisions;

	if (row->type == GRAMMAR_CONDITION) {
		for (int i = 0; i < g->sys->n_conditions; i++)
			if (!strcmp(g->sys->conditions[i], row->name))
				return i;
		return -1;
	}
	for (int i = 0; i < s->n_kinds; i++)
		if (!strcmp(s->kinds[i].name, row->name))
			return DECISION_FIRST_OWN + i;
	return -1;
}

int grammar_row_number(const struct grammar *g, const struct grammar_row *row)
{
	int n = grammar_row_find(g, row);

	assert(n >= 0); /* the compiler has seen to it */
	return n;
}

struct str grammar_sign(int token_type)
{
	switch (token_type) {
	case TOKEN_SLASH: return STR(" /");
	case TOKEN_JOIN: return STR("+");
	case TOKEN_BAR: return STR(" |");
	case TOKEN_COLON: return STR(":");
	default: return STR("|");
	}
}
