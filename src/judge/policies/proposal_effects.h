/*
 * src/judge/policies/proposal_effects.h - what a table may agree on, and how it
 * is done: of what protocol/table_state.h knows only that it was agreed on.
 */
#ifndef JUDGE_POLICIES_PROPOSAL_EFFECTS_H
#define JUDGE_POLICIES_PROPOSAL_EFFECTS_H
#include "judge/game/lifecycle.h"

/*
 * Of a proposal that is to be made: what it names is found, by the clocks of
 * the zone where it is a moment, and m->value is what all will read of it. *no:
 * a name of reason.* if it cannot be carried out as the game stands; or NULL.
 */
enum err proposal_effect_settle(const struct game_ctx *t, struct arena *a,
				struct str zone, struct table_request *m,
				int64_t at_s, const char **no, struct why *why);

/* The same of one that is open, and may be agreed on now. */
enum err proposal_effect_check(const struct game_ctx *t, struct arena *a,
			       const struct proposal *p, int64_t at_s,
			       const char **no, struct why *why);

/* Carry out what was accepted, in its adjudication. */
enum err proposal_effect_apply(struct adjudication *x, const struct proposal *p,
			       struct why *why);
#endif
