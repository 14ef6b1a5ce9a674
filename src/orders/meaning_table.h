/*
 * src/orders/meaning_table.h - a line that is said to the table or the judge in
 * words of its own: CAN I HAVE UNTIL MONDAY?, I AGREE TO THE DRAW. The phrases
 * for it are words of the vocabularies, keys "matter.": each of them is looked
 * for anywhere in the line.
 */
#ifndef ORDERS_MEANING_TABLE_H
#define ORDERS_MEANING_TABLE_H
#include "orders/vocabulary.h"

struct meaning_table {
	struct str line; /* as it is written: PROPOSE DRAW */
	bool sure;       /* it says this and nothing else */
};

/*
 * What the line says to the table, in the words of a language (-1: of any);
 * point: at which its mail was written; open: the number of the only proposal
 * that is open, 0: it is not known. False: it says nothing of the kind.
 */
bool meaning_table_read(struct arena *a, const struct vocabulary *v, int lang,
			struct str line, int32_t point, int64_t open,
			struct meaning_table *out);
#endif
