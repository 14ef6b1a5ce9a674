/*
 * src/orders/meaning_table.h - recognises table matters in free words, such as
 * CAN I HAVE UNTIL MONDAY? or I AGREE TO THE DRAW. The phrases are words of the
 * vocabularies, keys "matter."; each phrase may be anywhere in the line.
 */
#ifndef ORDERS_MEANING_TABLE_H
#define ORDERS_MEANING_TABLE_H
#include "orders/vocabulary.h"

struct meaning_table {
	struct str line; /* as it is written: PROPOSE DRAW */
	bool sure;       /* it says this and nothing else */
	bool weak;       /* an order of the game comes first */
};

/*
 * What the line says to the table, in the words of a language (-1: of any);
 * False: it says nothing of the kind.
 */
struct meaning_table_now {
	int32_t point; /* at which its mail was written */
	int64_t open;  /* the only proposal that is open, 0: not known */
	/* the key of the words for what it proposes, NULL: not known */
	const char *about;
	int32_t today; /* base/date.h, 0: not known */
};
bool meaning_table_read(struct arena *a, const struct vocabulary *v, int lang,
			struct str line, const struct meaning_table_now *now,
			struct meaning_table *out);
#endif
