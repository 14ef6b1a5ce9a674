/*
 * src/games/dungeons/rules/legal.h - what would come of decisions
 */
#ifndef GAMES_DUNGEONS_RULES_LEGAL_H
#define GAMES_DUNGEONS_RULES_LEGAL_H
#include "games/dungeons/rules/run.h"

/*
 * Would decisions be taken, as far as the seat of one view can know? A refusal
 * changes nothing, so that the copy on which they are tried is made again only
 * after one that did; and what orders of one sort have in common, that
 * preparations end or another's activation, is done once. Who is hurt by that
 * and whose next clicks nobody sees (DG-R-56) stays as it is shown: what is
 * said then may turn out otherwise. The view must outlive it.
 */
enum dg_stage { DG_STAGE_NONE, DG_STAGE_AS_IS, DG_STAGE_READY, DG_STAGE_ENDED };

struct dg_trial {
	const struct dg_state *view;
	enum dg_stage stage; /* of the copy; NONE: it is to be made */
	bool unforeseen; /* of the last decision: it hangs on what is hidden */
	struct dry_run t;
};

void dg_trial_begin(struct dg_trial *t, struct trials *room,
		    const struct dg_state *view);
void dg_trial_end(struct dg_trial *t);
bool dg_trial_do(struct dg_trial *t, int seat, const struct decision *d);

/* And what is hidden from the seat, as preparations or the Ram of an attacker
 * bring it to light, does not forbid it. */
bool dg_trial_known(struct dg_trial *t, int seat, const struct decision *d);

/* Nor can a free spin on the way, which the seat does not know, stop it: for
 * what needs no die. */
bool dg_trial_sure(struct dg_trial *t, int seat, const struct decision *d);

/* Of MOVE and ENTER: or what is hidden or chance, free spins of others and
 * monsters that turn up, can come in only when it is at the end of its way. */
bool dg_trial_arrives(struct dg_trial *t, int seat, const struct decision *d);

/* Where the piece of the last decision that was tried stands on its copy;
 * DG_NOWHERE: not on the board. */
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
