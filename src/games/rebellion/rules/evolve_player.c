/*
 * src/games/rebellion/rules/evolve_player.c - applies events to the player whom
 * their first field names.
 */
#include "games/rebellion/rules/evolve.h"

static void turn_over(struct rb_state *s)
{
	for (int f = 0; f < s->n_figs; f++) {
		struct rb_fig *p = &s->fig[f];

		p->acted = p->passed = p->spared = 0;
		memset(p->cancelled, 0, sizeof(p->cancelled));
	}
	memset(s->doubt, 0, sizeof(s->doubt));
	s->n_doubts = 0;
	memset(s->contact, 0, sizeof(s->contact));
	s->turn_ready = 0;
	s->actions_left = 0;
}

static bool army_in(struct rb_state *s, int seat, const struct event *e)
{
	(void)e;
	s->player[seat].list_in = 1;
	return true;
}

static bool army_accepted(struct rb_state *s, int seat, const struct event *e)
{
	s->player[seat].spent = event_get(e, RB_EV_ARMY_ACCEPTED_POINTS);
	common_state_last_was(&s->head, seat, true);
	return true;
}

static bool side_chosen(struct rb_state *s, int seat, const struct event *e)
{
	s->player[seat].side = event_get(e, RB_EV_SIDE_CHOSEN_SIDE);
	common_state_last_was(&s->head, seat, true);
	return true;
}

static bool pile_done(struct rb_state *s, int seat, const struct event *e)
{
	(void)e;
	s->player[seat].pile_done = 1;
	return true;
}

static bool first_player_roll(struct rb_state *s, int seat,
			      const struct event *e)
{
	s->player[seat].d1 = event_get(e, RB_EV_FIRST_PLAYER_ROLL_D1);
	s->player[seat].d2 = event_get(e, RB_EV_FIRST_PLAYER_ROLL_D2);
	return true;
}

static bool first_player(struct rb_state *s, int seat, const struct event *e)
{
	(void)e;
	s->head.first = s->head.active = seat;
	return true;
}

static bool setup_turn(struct rb_state *s, int seat, const struct event *e)
{
	(void)e;
	s->head.active = seat;
	return true;
}

static bool turn_start(struct rb_state *s, int seat, const struct event *e)
{
	s->head.phase = RB_PLAY;
	s->head.active = seat;
	s->round = event_get(e, RB_EV_TURN_START_ROUND);
	s->actions_left = event_get(e, RB_EV_TURN_START_ACTIONS);
	s->turn_ready = 0;
	return true;
}

static bool turn_ready(struct rb_state *s, int seat, const struct event *e)
{
	(void)seat;
	(void)e;
	rb_contacts_note(s);
	s->turn_ready = 1;
	return true;
}

static bool turn_end(struct rb_state *s, int seat, const struct event *e)
{
	(void)e;
	turn_over(s);
	common_state_last_was(&s->head, seat, true);
	return true;
}

static bool spin_set(struct rb_state *s, int seat, const struct event *e)
{
	int32_t fig = event_get(e, RB_EV_SPIN_SET_FIG);
	int32_t policy = event_get(e, RB_EV_SPIN_SET_POLICY);
	int32_t face = event_get(e, RB_EV_SPIN_SET_FACE);
	int f = fig ? rb_find(s, fig) : -1;

	if (fig && f < 0)
		return false;
	if (fig) {
		s->fig[f].spin = policy;
		s->fig[f].spin_face = face;
	} else {
		s->player[seat].spin = policy;
		s->player[seat].spin_face = face;
	}
	common_state_last_was(&s->head, seat, true);
	return true;
}

static bool defend_set(struct rb_state *s, int seat, const struct event *e)
{
	s->player[seat].defend = event_get(e, RB_EV_DEFEND_SET_POLICY);
	common_state_last_was(&s->head, seat, true);
	return true;
}

static bool evolve_player_scored(struct rb_state *s, int seat,
				 const struct event *e)
{
	s->player[seat].score = event_get(e, RB_EV_SCORED_TOTAL);
	return true;
}

static bool end_vote(struct rb_state *s, int seat, const struct event *e)
{
	(void)e;
	s->player[seat].end_vote = 1;
	common_state_last_was(&s->head, seat, true);
	return true;
}

static bool final_score(struct rb_state *s, int seat, const struct event *e)
{
	struct rb_player *p = &s->player[seat];

	p->final_captives = event_get(e, RB_EV_FINAL_SCORE_CAPTIVES);
	p->final_survivors = event_get(e, RB_EV_FINAL_SCORE_SURVIVORS);
	p->final_total = event_get(e, RB_EV_FINAL_SCORE_TOTAL);
	return true;
}

#define DOES(sym, function) [RB_EV_##sym - EVENT_FIRST_OWN] = function
rb_player_event *const rb_player_events[N_RB_EVENTS] = {
	DOES(ARMY_IN, army_in),
	DOES(ARMY_ACCEPTED, army_accepted),
	DOES(SIDE_CHOSEN, side_chosen),
	DOES(PILE_DONE, pile_done),
	DOES(FIRST_PLAYER_ROLL, first_player_roll),
	DOES(FIRST_PLAYER, first_player),
	DOES(SETUP_TURN, setup_turn),
	DOES(TURN_START, turn_start),
	DOES(TURN_READY, turn_ready),
	DOES(TURN_END, turn_end),
	DOES(SPIN_SET, spin_set),
	DOES(DEFEND_SET, defend_set),
	DOES(SCORED, evolve_player_scored),
	DOES(END_VOTE, end_vote),
	DOES(FINAL_SCORE, final_score),
};
