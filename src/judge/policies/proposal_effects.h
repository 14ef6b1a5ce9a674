/*
 * src/judge/policies/proposal_effects.h - carries out accepted proposals;
 * protocol/table_state.h knows only that a proposal was accepted.
 */
#ifndef JUDGE_POLICIES_PROPOSAL_EFFECTS_H
#define JUDGE_POLICIES_PROPOSAL_EFFECTS_H
#include "judge/policies/lifecycle.h"

/*
 * Prepare a new proposal: resolve its names, read moments in the zone, and set
 * m->value to the text that all will read. *no: a name of reason.* if the
 * current game does not allow the proposal; or NULL.
 */
enum err proposal_effect_validate(const struct game_ctx *t, struct arena *a,
				  struct str zone, struct table_request *m,
				  int64_t at_s, const char **no,
				  struct why *why);

/* The same of one that is open, and may be agreed on now. */
enum err proposal_effect_check(const struct game_ctx *t, struct arena *a,
			       const struct proposal *p, int64_t at_s,
			       const char **no, struct why *why);

/* Carry out what was accepted, in its adjudication. */
enum err proposal_effect_apply(struct adjudication *x, const struct proposal *p,
			       struct why *why);
#endif
