/*
 * src/engine/preview_branches.h - previews orders beyond the first die: the
 * results of each roll with their probability, and then the results that do
 * not depend on the roll. The rules try every order on copies of a seat's
 * view, so positions that look the same to the seat give the same preview.
 */
#ifndef ENGINE_PREVIEW_BRANCHES_H
#define ENGINE_PREVIEW_BRANCHES_H
#include "engine/outcome_enum.h"

enum {
	FORESEE_PARTS = 48,
	FORESEE_PLACES = 24, /* positions that may have come about at once */
	FORESEE_EVENTS = 768 /* of some orders in one of them */
};

enum foreseen_kind {
	FORESEEN_DICE, /* a die decides: outcomes, the likeliest first */
	FORESEEN_SURE, /* the same comes of it however they fell */
	FORESEEN_HANGS /* the result depends on the roll */
};

struct foreseen_part {
	enum foreseen_kind kind;
	int order; /* its number in the mail, from 0 */
	/* DICE: ways of `of` equally likely ones. SURE: one of them */
	const struct chance_outcome *v;
	int n;
	uint64_t of;
};

struct foreseen {
	int from; /* orders of the mail that no die decides: of those a preview
		   * tells; -1: it is not on an order that it stops */
	bool supposed; /* with what system.suppose supposes */
	bool whole;    /* it came to the end of all that can be foreseen */
	struct foreseen_part part[FORESEE_PARTS];
	int n;
};

/*
 * Preview a mail of this seat after its preview stopped. view: the game as the
 * seat, whose number is in s, sees it. All in the arena. room is overwritten.
 */
void foresee_on(struct arena *a, const struct game *view,
		const struct submission *s, const struct catalog *catalog,
		struct game_scratch *room, struct foreseen *out);
#endif
