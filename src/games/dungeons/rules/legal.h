/*
 * src/games/dungeons/rules/legal.h - tries decisions on copies of a view
 */
#ifndef GAMES_DUNGEONS_RULES_LEGAL_H
#define GAMES_DUNGEONS_RULES_LEGAL_H
#include "games/dungeons/rules/run.h"

/*
 * Tests whether the rules would accept decisions, as far as the seat of one
 * view can know. A refusal changes nothing, so that a new copy is needed only
 * after a decision that did; the common start of similar orders, the end of
 * preparations or of another's activation, is done once. A figure hurt by that
 * start whose next clicks are hidden (DG-R-56) keeps its shown values: the
 * result may then be wrong. The view must outlive it.
 */
enum dg_stage { DG_STAGE_NONE, DG_STAGE_AS_IS, DG_STAGE_READY, DG_STAGE_ENDED };

struct dg_trial {
	const struct dg_state *view;
	enum dg_stage stage; /* of the copy; NONE: it is to be made */
	bool unforeseen; /* of the last decision: it depends on hidden values */
	struct dry_run t;
};

void dg_trial_begin(struct dg_trial *t, struct trials *room,
		    const struct system *sys, const struct dg_state *view);
void dg_trial_end(struct dg_trial *t);
bool dg_trial_do(struct dg_trial *t, int seat, const struct decision *d);

/* Is it also legal with the hidden values that preparations or the Ram of an
 * attacker reveal? */
bool dg_trial_known(struct dg_trial *t, int seat, const struct decision *d);

/* Nor can a free spin on the way, which the seat does not know, stop it: for
 * what needs no die. */
bool dg_trial_sure(struct dg_trial *t, int seat, const struct decision *d);

/* Of MOVE and ENTER: or can hidden values and chance, free spins of others
 * and monsters that turn up, matter only at the end of its path? */
bool dg_trial_arrives(struct dg_trial *t, int seat, const struct decision *d);

/* The square on its copy of the piece of the last decision tried; DG_NOWHERE:
 * not on the board. */
int32_t dg_trial_square(const struct dg_trial *t, int32_t piece);

/* Where whom or what it aims at is; DG_NOWHERE: at nothing on the board. */
int32_t dg_aim_square(const struct dg_state *s, const struct decision *d);

/* The order by which figure f faces the square. */
void dg_turn_to(const struct dg_state *s, int f, int32_t to,
		struct decision *out);

/* Turning is free (DG-ACT-06): *turn is the order by which the figure of d
 * faces whom or what d aims at, so that d can be done then. The copy is as the
 * two leave it, before any dice of d. False: that is no way. */
bool dg_trial_turned(struct dg_trial *t, int seat, const struct decision *d,
		     struct decision *turn);
#endif
