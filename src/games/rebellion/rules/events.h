/*
 * src/games/rebellion/rules/events.h - made of events.def by
 * src/tools/gen_events.py: change that list, then run this program.
 */
#ifndef GAMES_REBELLION_RULES_EVENTS_H
#define GAMES_REBELLION_RULES_EVENTS_H
#include "engine/event.h"

enum rb_event {
	RB_EV_FIGURE_DEFINED = EVENT_FIRST_OWN,
	RB_EV_ARMY_IN,
	RB_EV_ARMY_ACCEPTED,
	RB_EV_PHASE_ENTERED,
	RB_EV_SIDE_CHOSEN,
	RB_EV_TERRAIN_DEFINED,
	RB_EV_PILE_DONE,
	RB_EV_FIRST_PLAYER_ROLL,
	RB_EV_FIRST_PLAYER,
	RB_EV_SETUP_TURN,
	RB_EV_TERRAIN_PLACED,
	RB_EV_TERRAIN_ASIDE,
	RB_EV_DIALS_SET,
	RB_EV_DEPLOYED,
	RB_EV_TURN_START,
	RB_EV_COMMAND_ROLL,
	RB_EV_TURN_READY,
	RB_EV_ABILITY_SWITCHED,
	RB_EV_ACTION,
	RB_EV_TOKEN,
	RB_EV_TOKENS_REMOVED,
	RB_EV_TURN_END,
	RB_EV_BREAK_AWAY,
	RB_EV_MOVED,
	RB_EV_TURNED,
	RB_EV_CAPTIVE_MOVED,
	RB_EV_FORMATION_HOLDS,
	RB_EV_FREE_SPIN,
	RB_EV_POLE_ARM,
	RB_EV_LEVITATED,
	RB_EV_DOUBT,
	RB_EV_ATTACK,
	RB_EV_ATTACK_RESULT,
	RB_EV_ATTACK_REJECTED,
	RB_EV_DAMAGE_DIE,
	RB_EV_CLICKS,
	RB_EV_HEALED,
	RB_EV_CAPTURED,
	RB_EV_FREED,
	RB_EV_ELIMINATED,
	RB_EV_SCORED,
	RB_EV_RETURNED,
	RB_EV_ASKED,
	RB_EV_SUSPENDED,
	RB_EV_ANSWERED,
	RB_EV_SPIN_SET,
	RB_EV_DEFEND_SET,
	RB_EV_LINE_CHECKED,
	RB_EV_MEASURED,
	RB_EV_ODDS,
	RB_EV_WITHDRAWN,
	RB_EV_END_VOTE,
	RB_EV_FINAL_SCORE,
	RB_EV_GAME_OVER,
	RB_EV_UNIT_FORMED,
	RB_EV_DISMOUNTED,
	RB_EV_MOUNTED,
	RB_EV_RIDERLESS,
	RB_EV_REMOVED,
	RB_EV_CONTROL,
	RB_EV_DIAL_USED,
	RB_EV_DIAL_ATTACKED,
	RB_EV_OVERWHELM,
	RB_EV_TRAMPLED,
	RB_EV_VENOM,
	RB_EV_DIAL_RESET,
	RB_EV_UNITY,
	RB_EV_ITEM_DEFINED,
	RB_EV_ITEM_TAKEN,
	RB_EV_ITEM_DROPPED,
	RB_EV_LAND_SET,
	RB_EV_AGAINST_SET,
	RB_EV_PUSH_SET,
	RB_EV_UNITY_SET,
	RB_EV_WOUNDS_CARRIED,
	RB_EVENTS_END,
	N_RB_EVENTS = RB_EVENTS_END - EVENT_FIRST_OWN
};

/* the fields of each kind of event, from 0 */
enum rb_event_field {
	RB_EV_FIGURE_DEFINED_FIG = 0,
	RB_EV_FIGURE_DEFINED_OWNER,
	RB_EV_FIGURE_DEFINED_KEY,
	RB_EV_FIGURE_DEFINED_NAME,
	RB_EV_FIGURE_DEFINED_FACTION,
	RB_EV_FIGURE_DEFINED_RANK,
	RB_EV_FIGURE_DEFINED_POINTS,
	RB_EV_FIGURE_DEFINED_RANGE,
	RB_EV_FIGURE_DEFINED_TARGETS,
	RB_EV_FIGURE_DEFINED_ARC,
	RB_EV_FIGURE_DEFINED_RADIUS,
	RB_EV_FIGURE_DEFINED_SPINE,
	RB_EV_FIGURE_DEFINED_DIAL,
	RB_EV_FIGURE_DEFINED_CAVALRY,
	N_RB_FIELDS_FIGURE_DEFINED,
	RB_EV_ARMY_IN_SEAT = 0,
	N_RB_FIELDS_ARMY_IN,
	RB_EV_ARMY_ACCEPTED_SEAT = 0,
	RB_EV_ARMY_ACCEPTED_POINTS,
	N_RB_FIELDS_ARMY_ACCEPTED,
	RB_EV_PHASE_ENTERED_PHASE = 0,
	N_RB_FIELDS_PHASE_ENTERED,
	RB_EV_SIDE_CHOSEN_SEAT = 0,
	RB_EV_SIDE_CHOSEN_SIDE,
	N_RB_FIELDS_SIDE_CHOSEN,
	RB_EV_TERRAIN_DEFINED_TERRAIN = 0,
	RB_EV_TERRAIN_DEFINED_ITEM,
	RB_EV_TERRAIN_DEFINED_SEAT,
	RB_EV_TERRAIN_DEFINED_WHERE,
	RB_EV_TERRAIN_DEFINED_KIND,
	RB_EV_TERRAIN_DEFINED_ABRUPT,
	RB_EV_TERRAIN_DEFINED_ON,
	RB_EV_TERRAIN_DEFINED_POLY,
	RB_EV_TERRAIN_DEFINED_STAIRS,
	N_RB_FIELDS_TERRAIN_DEFINED,
	RB_EV_PILE_DONE_SEAT = 0,
	N_RB_FIELDS_PILE_DONE,
	RB_EV_FIRST_PLAYER_ROLL_SEAT = 0,
	RB_EV_FIRST_PLAYER_ROLL_D1,
	RB_EV_FIRST_PLAYER_ROLL_D2,
	N_RB_FIELDS_FIRST_PLAYER_ROLL,
	RB_EV_FIRST_PLAYER_SEAT = 0,
	N_RB_FIELDS_FIRST_PLAYER,
	RB_EV_SETUP_TURN_SEAT = 0,
	N_RB_FIELDS_SETUP_TURN,
	RB_EV_TERRAIN_PLACED_SEAT = 0,
	RB_EV_TERRAIN_PLACED_ITEM,
	RB_EV_TERRAIN_PLACED_AT,
	RB_EV_TERRAIN_PLACED_ANGLE,
	N_RB_FIELDS_TERRAIN_PLACED,
	RB_EV_TERRAIN_ASIDE_ITEM = 0,
	N_RB_FIELDS_TERRAIN_ASIDE,
	N_RB_FIELDS_DIALS_SET = 0,
	RB_EV_DEPLOYED_FIG = 0,
	RB_EV_DEPLOYED_AT,
	RB_EV_DEPLOYED_FACE,
	N_RB_FIELDS_DEPLOYED,
	RB_EV_TURN_START_SEAT = 0,
	RB_EV_TURN_START_ROUND,
	RB_EV_TURN_START_ACTIONS,
	N_RB_FIELDS_TURN_START,
	RB_EV_COMMAND_ROLL_FIG = 0,
	RB_EV_COMMAND_ROLL_DIE,
	RB_EV_COMMAND_ROLL_ACTIONS,
	N_RB_FIELDS_COMMAND_ROLL,
	RB_EV_TURN_READY_SEAT = 0,
	RB_EV_TURN_READY_ACTIONS,
	N_RB_FIELDS_TURN_READY,
	RB_EV_ABILITY_SWITCHED_FIG = 0,
	RB_EV_ABILITY_SWITCHED_ABILITY,
	RB_EV_ABILITY_SWITCHED_ON,
	N_RB_FIELDS_ABILITY_SWITCHED,
	RB_EV_ACTION_SEAT = 0,
	RB_EV_ACTION_FIG,
	RB_EV_ACTION_KIND,
	RB_EV_ACTION_MEMBERS,
	RB_EV_ACTION_COST,
	RB_EV_ACTION_LEFT,
	N_RB_FIELDS_ACTION,
	RB_EV_TOKEN_FIG = 0,
	RB_EV_TOKEN_TOKENS,
	N_RB_FIELDS_TOKEN,
	RB_EV_TOKENS_REMOVED_FIGS = 0,
	N_RB_FIELDS_TOKENS_REMOVED,
	RB_EV_TURN_END_SEAT = 0,
	N_RB_FIELDS_TURN_END,
	RB_EV_BREAK_AWAY_FIG = 0,
	RB_EV_BREAK_AWAY_OPPONENTS,
	RB_EV_BREAK_AWAY_DIE,
	RB_EV_BREAK_AWAY_FAILS_TO,
	RB_EV_BREAK_AWAY_OK,
	N_RB_FIELDS_BREAK_AWAY,
	RB_EV_MOVED_FIG = 0,
	RB_EV_MOVED_PATH,
	RB_EV_MOVED_LENGTH,
	RB_EV_MOVED_ALLOWANCE,
	RB_EV_MOVED_SPEED,
	RB_EV_MOVED_FROM_FACE,
	RB_EV_MOVED_FACE,
	RB_EV_MOVED_STOPPED_BY,
	N_RB_FIELDS_MOVED,
	RB_EV_TURNED_FIG = 0,
	RB_EV_TURNED_FROM_FACE,
	RB_EV_TURNED_FACE,
	N_RB_FIELDS_TURNED,
	RB_EV_CAPTIVE_MOVED_FIG = 0,
	RB_EV_CAPTIVE_MOVED_BY,
	RB_EV_CAPTIVE_MOVED_AT,
	RB_EV_CAPTIVE_MOVED_FACE,
	N_RB_FIELDS_CAPTIVE_MOVED,
	RB_EV_FORMATION_HOLDS_FIGS = 0,
	N_RB_FIELDS_FORMATION_HOLDS,
	RB_EV_FREE_SPIN_FIG = 0,
	RB_EV_FREE_SPIN_BY,
	RB_EV_FREE_SPIN_FROM,
	RB_EV_FREE_SPIN_TO,
	N_RB_FIELDS_FREE_SPIN,
	RB_EV_POLE_ARM_FIG = 0,
	RB_EV_POLE_ARM_TARGET,
	N_RB_FIELDS_POLE_ARM,
	RB_EV_LEVITATED_FIG = 0,
	RB_EV_LEVITATED_BY,
	RB_EV_LEVITATED_FROM,
	RB_EV_LEVITATED_TO,
	RB_EV_LEVITATED_FACE,
	N_RB_FIELDS_LEVITATED,
	RB_EV_DOUBT_FIRER = 0,
	RB_EV_DOUBT_TARGET,
	RB_EV_DOUBT_CAUSES,
	RB_EV_DOUBT_DIE,
	RB_EV_DOUBT_OK,
	N_RB_FIELDS_DOUBT,
	RB_EV_ATTACK_ATTACKER = 0,
	RB_EV_ATTACK_MEMBERS,
	RB_EV_ATTACK_TARGETS,
	RB_EV_ATTACK_KIND,
	RB_EV_ATTACK_ABILITY,
	RB_EV_ATTACK_CAPTURE,
	RB_EV_ATTACK_D1,
	RB_EV_ATTACK_D2,
	RB_EV_ATTACK_VALUE,
	RB_EV_ATTACK_BONUS,
	RB_EV_ATTACK_TOTAL,
	N_RB_FIELDS_ATTACK,
	RB_EV_ATTACK_RESULT_ATTACKER = 0,
	RB_EV_ATTACK_RESULT_TARGET,
	RB_EV_ATTACK_RESULT_TOTAL,
	RB_EV_ATTACK_RESULT_VALUE,
	RB_EV_ATTACK_RESULT_LENDER,
	RB_EV_ATTACK_RESULT_MODIFIERS,
	RB_EV_ATTACK_RESULT_DEFENSE,
	RB_EV_ATTACK_RESULT_RESULT,
	RB_EV_ATTACK_RESULT_CHANGES,
	N_RB_FIELDS_ATTACK_RESULT,
	RB_EV_ATTACK_REJECTED_FIG = 0,
	RB_EV_ATTACK_REJECTED_REASON,
	RB_EV_ATTACK_REJECTED_ARGS,
	N_RB_FIELDS_ATTACK_REJECTED,
	RB_EV_DAMAGE_DIE_FIG = 0,
	RB_EV_DAMAGE_DIE_DIE,
	RB_EV_DAMAGE_DIE_ABILITY,
	N_RB_FIELDS_DAMAGE_DIE,
	RB_EV_CLICKS_FIG = 0,
	RB_EV_CLICKS_CAUSE,
	RB_EV_CLICKS_BY,
	RB_EV_CLICKS_BASE,
	RB_EV_CLICKS_CHANGES,
	RB_EV_CLICKS_N,
	RB_EV_CLICKS_WOUNDS,
	RB_EV_CLICKS_SHOWN,
	N_RB_FIELDS_CLICKS,
	RB_EV_HEALED_FIG = 0,
	RB_EV_HEALED_CAUSE,
	RB_EV_HEALED_BY,
	RB_EV_HEALED_BASE,
	RB_EV_HEALED_CHANGES,
	RB_EV_HEALED_N,
	RB_EV_HEALED_WOUNDS,
	RB_EV_HEALED_SHOWN,
	N_RB_FIELDS_HEALED,
	RB_EV_CAPTURED_FIG = 0,
	RB_EV_CAPTURED_BY,
	N_RB_FIELDS_CAPTURED,
	RB_EV_FREED_FIG = 0,
	RB_EV_FREED_BY,
	N_RB_FIELDS_FREED,
	RB_EV_ELIMINATED_FIG = 0,
	RB_EV_ELIMINATED_CAUSE,
	RB_EV_ELIMINATED_BY,
	N_RB_FIELDS_ELIMINATED,
	RB_EV_SCORED_SEAT = 0,
	RB_EV_SCORED_POINTS,
	RB_EV_SCORED_FIG,
	RB_EV_SCORED_TOTAL,
	N_RB_FIELDS_SCORED,
	RB_EV_RETURNED_FIG = 0,
	RB_EV_RETURNED_BY,
	RB_EV_RETURNED_DIE,
	RB_EV_RETURNED_OK,
	RB_EV_RETURNED_WOUNDS,
	RB_EV_RETURNED_AT,
	RB_EV_RETURNED_FACE,
	RB_EV_RETURNED_TOKENS,
	RB_EV_RETURNED_SHOWN,
	N_RB_FIELDS_RETURNED,
	RB_EV_ASKED_SEAT = 0,
	RB_EV_ASKED_WHAT,
	RB_EV_ASKED_FIG,
	RB_EV_ASKED_ABOUT,
	N_RB_FIELDS_ASKED,
	RB_EV_SUSPENDED_SEAT = 0,
	RB_EV_SUSPENDED_ACTION,
	N_RB_FIELDS_SUSPENDED,
	RB_EV_ANSWERED_SEAT = 0,
	RB_EV_ANSWERED_WHAT,
	RB_EV_ANSWERED_FIG,
	RB_EV_ANSWERED_VALUE,
	N_RB_FIELDS_ANSWERED,
	RB_EV_SPIN_SET_SEAT = 0,
	RB_EV_SPIN_SET_FIG,
	RB_EV_SPIN_SET_POLICY,
	RB_EV_SPIN_SET_FACE,
	N_RB_FIELDS_SPIN_SET,
	RB_EV_DEFEND_SET_SEAT = 0,
	RB_EV_DEFEND_SET_POLICY,
	N_RB_FIELDS_DEFEND_SET,
	RB_EV_LINE_CHECKED_SEAT = 0,
	RB_EV_LINE_CHECKED_FIRER,
	RB_EV_LINE_CHECKED_TARGET,
	RB_EV_LINE_CHECKED_LINE,
	RB_EV_LINE_CHECKED_REASON,
	RB_EV_LINE_CHECKED_ARGS,
	RB_EV_LINE_CHECKED_CAUSES,
	RB_EV_LINE_CHECKED_MODIFIERS,
	N_RB_FIELDS_LINE_CHECKED,
	RB_EV_MEASURED_SEAT = 0,
	RB_EV_MEASURED_FIG,
	RB_EV_MEASURED_OTHER,
	RB_EV_MEASURED_AT,
	RB_EV_MEASURED_DISTANCE,
	RB_EV_MEASURED_GAP,
	RB_EV_MEASURED_BEARING,
	RB_EV_MEASURED_IN_ARC,
	RB_EV_MEASURED_IN_OTHERS,
	RB_EV_MEASURED_CONTACT,
	N_RB_FIELDS_MEASURED,
	RB_EV_ODDS_SEAT = 0,
	RB_EV_ODDS_FIG,
	RB_EV_ODDS_TARGET,
	RB_EV_ODDS_KIND,
	RB_EV_ODDS_REASON,
	RB_EV_ODDS_ARGS,
	RB_EV_ODDS_VALUE,
	RB_EV_ODDS_BONUS,
	RB_EV_ODDS_AGAINST,
	RB_EV_ODDS_LENDER,
	RB_EV_ODDS_MODIFIERS,
	RB_EV_ODDS_NEEDED,
	RB_EV_ODDS_CHANCE,
	RB_EV_ODDS_MEAN,
	N_RB_FIELDS_ODDS,
	RB_EV_WITHDRAWN_SEAT = 0,
	RB_EV_WITHDRAWN_FIGS,
	N_RB_FIELDS_WITHDRAWN,
	RB_EV_END_VOTE_SEAT = 0,
	N_RB_FIELDS_END_VOTE,
	RB_EV_FINAL_SCORE_SEAT = 0,
	RB_EV_FINAL_SCORE_ELIMINATED,
	RB_EV_FINAL_SCORE_CAPTIVES,
	RB_EV_FINAL_SCORE_SURVIVORS,
	RB_EV_FINAL_SCORE_TOTAL,
	RB_EV_FINAL_SCORE_SPENT,
	N_RB_FIELDS_FINAL_SCORE,
	RB_EV_GAME_OVER_REASON = 0,
	RB_EV_GAME_OVER_WINNERS,
	N_RB_FIELDS_GAME_OVER,
	RB_EV_UNIT_FORMED_RIDER = 0,
	RB_EV_UNIT_FORMED_MOUNT,
	N_RB_FIELDS_UNIT_FORMED,
	RB_EV_DISMOUNTED_RIDER = 0,
	RB_EV_DISMOUNTED_MOUNT,
	RB_EV_DISMOUNTED_CAUSE,
	RB_EV_DISMOUNTED_AT,
	RB_EV_DISMOUNTED_FACE,
	RB_EV_DISMOUNTED_TOKENS,
	N_RB_FIELDS_DISMOUNTED,
	RB_EV_MOUNTED_RIDER = 0,
	RB_EV_MOUNTED_MOUNT,
	RB_EV_MOUNTED_TOKENS,
	N_RB_FIELDS_MOUNTED,
	RB_EV_RIDERLESS_MOUNT = 0,
	N_RB_FIELDS_RIDERLESS,
	RB_EV_REMOVED_FIG = 0,
	RB_EV_REMOVED_CAUSE,
	N_RB_FIELDS_REMOVED,
	RB_EV_CONTROL_MOUNT = 0,
	RB_EV_CONTROL_SEAT,
	N_RB_FIELDS_CONTROL,
	RB_EV_DIAL_USED_UNIT = 0,
	RB_EV_DIAL_USED_DIAL,
	N_RB_FIELDS_DIAL_USED,
	RB_EV_DIAL_ATTACKED_UNIT = 0,
	RB_EV_DIAL_ATTACKED_DIAL,
	N_RB_FIELDS_DIAL_ATTACKED,
	RB_EV_OVERWHELM_BY = 0,
	RB_EV_OVERWHELM_TARGET,
	RB_EV_OVERWHELM_DIE,
	RB_EV_OVERWHELM_BONUS,
	RB_EV_OVERWHELM_TOTAL,
	RB_EV_OVERWHELM_OK,
	N_RB_FIELDS_OVERWHELM,
	RB_EV_TRAMPLED_FIG = 0,
	RB_EV_TRAMPLED_BY,
	RB_EV_TRAMPLED_DIAL,
	N_RB_FIELDS_TRAMPLED,
	RB_EV_VENOM_FIG = 0,
	RB_EV_VENOM_TARGET,
	RB_EV_VENOM_DIAL,
	N_RB_FIELDS_VENOM,
	RB_EV_DIAL_RESET_MOUNT = 0,
	RB_EV_DIAL_RESET_SHOWN,
	N_RB_FIELDS_DIAL_RESET,
	RB_EV_UNITY_RIDER = 0,
	RB_EV_UNITY_MOUNT,
	N_RB_FIELDS_UNITY,
	RB_EV_ITEM_DEFINED_ITEM = 0,
	RB_EV_ITEM_DEFINED_AT,
	RB_EV_ITEM_DEFINED_GIVES,
	N_RB_FIELDS_ITEM_DEFINED,
	RB_EV_ITEM_TAKEN_FIG = 0,
	RB_EV_ITEM_TAKEN_ITEM,
	N_RB_FIELDS_ITEM_TAKEN,
	RB_EV_ITEM_DROPPED_FIG = 0,
	RB_EV_ITEM_DROPPED_ITEM,
	RB_EV_ITEM_DROPPED_AT,
	N_RB_FIELDS_ITEM_DROPPED,
	RB_EV_LAND_SET_SEAT = 0,
	RB_EV_LAND_SET_SIDE,
	N_RB_FIELDS_LAND_SET,
	RB_EV_AGAINST_SET_SEAT = 0,
	RB_EV_AGAINST_SET_DIAL,
	N_RB_FIELDS_AGAINST_SET,
	RB_EV_PUSH_SET_SEAT = 0,
	RB_EV_PUSH_SET_FIG,
	RB_EV_PUSH_SET_DIAL,
	N_RB_FIELDS_PUSH_SET,
	RB_EV_UNITY_SET_SEAT = 0,
	RB_EV_UNITY_SET_FIG,
	RB_EV_UNITY_SET_ON,
	N_RB_FIELDS_UNITY_SET,
	RB_EV_WOUNDS_CARRIED_FIG = 0,
	RB_EV_WOUNDS_CARRIED_WOUNDS,
	N_RB_FIELDS_WOUNDS_CARRIED
};

static inline void rb_event_army_in(struct event *e, int rule, int32_t seat)
{
	event_start(e, RB_EV_ARMY_IN, rule);
	event_put(e, RB_EV_ARMY_IN_SEAT, seat);
}

static inline void rb_event_army_accepted(struct event *e, int rule,
					  int32_t seat, int32_t points)
{
	event_start(e, RB_EV_ARMY_ACCEPTED, rule);
	event_put(e, RB_EV_ARMY_ACCEPTED_SEAT, seat);
	event_put(e, RB_EV_ARMY_ACCEPTED_POINTS, points);
}

static inline void rb_event_phase_entered(struct event *e, int rule,
					  int32_t phase)
{
	event_start(e, RB_EV_PHASE_ENTERED, rule);
	event_put(e, RB_EV_PHASE_ENTERED_PHASE, phase);
}

static inline void rb_event_side_chosen(struct event *e, int rule, int32_t seat,
					int32_t side)
{
	event_start(e, RB_EV_SIDE_CHOSEN, rule);
	event_put(e, RB_EV_SIDE_CHOSEN_SEAT, seat);
	event_put(e, RB_EV_SIDE_CHOSEN_SIDE, side);
}

static inline void rb_event_pile_done(struct event *e, int rule, int32_t seat)
{
	event_start(e, RB_EV_PILE_DONE, rule);
	event_put(e, RB_EV_PILE_DONE_SEAT, seat);
}

static inline void rb_event_first_player_roll(struct event *e, int rule,
					      int32_t seat, int32_t d1,
					      int32_t d2)
{
	event_start(e, RB_EV_FIRST_PLAYER_ROLL, rule);
	event_put(e, RB_EV_FIRST_PLAYER_ROLL_SEAT, seat);
	event_put(e, RB_EV_FIRST_PLAYER_ROLL_D1, d1);
	event_put(e, RB_EV_FIRST_PLAYER_ROLL_D2, d2);
}

static inline void rb_event_first_player(struct event *e, int rule,
					 int32_t seat)
{
	event_start(e, RB_EV_FIRST_PLAYER, rule);
	event_put(e, RB_EV_FIRST_PLAYER_SEAT, seat);
}

static inline void rb_event_setup_turn(struct event *e, int rule, int32_t seat)
{
	event_start(e, RB_EV_SETUP_TURN, rule);
	event_put(e, RB_EV_SETUP_TURN_SEAT, seat);
}

static inline void rb_event_terrain_placed(struct event *e, int rule,
					   int32_t seat, int32_t item,
					   int32_t at_x, int32_t at_y,
					   int32_t angle)
{
	event_start(e, RB_EV_TERRAIN_PLACED, rule);
	event_put(e, RB_EV_TERRAIN_PLACED_SEAT, seat);
	event_put(e, RB_EV_TERRAIN_PLACED_ITEM, item);
	event_put_point(e, RB_EV_TERRAIN_PLACED_AT, at_x, at_y);
	event_put(e, RB_EV_TERRAIN_PLACED_ANGLE, angle);
}

static inline void rb_event_terrain_aside(struct event *e, int rule,
					  int32_t item)
{
	event_start(e, RB_EV_TERRAIN_ASIDE, rule);
	event_put(e, RB_EV_TERRAIN_ASIDE_ITEM, item);
}

static inline void rb_event_deployed(struct event *e, int rule, int32_t fig,
				     int32_t at_x, int32_t at_y, int32_t face)
{
	event_start(e, RB_EV_DEPLOYED, rule);
	event_put(e, RB_EV_DEPLOYED_FIG, fig);
	event_put_point(e, RB_EV_DEPLOYED_AT, at_x, at_y);
	event_put(e, RB_EV_DEPLOYED_FACE, face);
}

static inline void rb_event_turn_start(struct event *e, int rule, int32_t seat,
				       int32_t round, int32_t actions)
{
	event_start(e, RB_EV_TURN_START, rule);
	event_put(e, RB_EV_TURN_START_SEAT, seat);
	event_put(e, RB_EV_TURN_START_ROUND, round);
	event_put(e, RB_EV_TURN_START_ACTIONS, actions);
}

static inline void rb_event_command_roll(struct event *e, int rule, int32_t fig,
					 int32_t die, int32_t actions)
{
	event_start(e, RB_EV_COMMAND_ROLL, rule);
	event_put(e, RB_EV_COMMAND_ROLL_FIG, fig);
	event_put(e, RB_EV_COMMAND_ROLL_DIE, die);
	event_put(e, RB_EV_COMMAND_ROLL_ACTIONS, actions);
}

static inline void rb_event_turn_ready(struct event *e, int rule, int32_t seat,
				       int32_t actions)
{
	event_start(e, RB_EV_TURN_READY, rule);
	event_put(e, RB_EV_TURN_READY_SEAT, seat);
	event_put(e, RB_EV_TURN_READY_ACTIONS, actions);
}

static inline void rb_event_ability_switched(struct event *e, int rule,
					     int32_t fig, int32_t ability,
					     int32_t on)
{
	event_start(e, RB_EV_ABILITY_SWITCHED, rule);
	event_put(e, RB_EV_ABILITY_SWITCHED_FIG, fig);
	event_put(e, RB_EV_ABILITY_SWITCHED_ABILITY, ability);
	event_put(e, RB_EV_ABILITY_SWITCHED_ON, on);
}

static inline void rb_event_token(struct event *e, int rule, int32_t fig,
				  int32_t tokens)
{
	event_start(e, RB_EV_TOKEN, rule);
	event_put(e, RB_EV_TOKEN_FIG, fig);
	event_put(e, RB_EV_TOKEN_TOKENS, tokens);
}

static inline void rb_event_tokens_removed(struct event *e, int rule,
					   const int32_t *figs, int n_figs)
{
	event_start(e, RB_EV_TOKENS_REMOVED, rule);
	event_put_ints(e, RB_EV_TOKENS_REMOVED_FIGS, figs, n_figs);
}

static inline void rb_event_turn_end(struct event *e, int rule, int32_t seat)
{
	event_start(e, RB_EV_TURN_END, rule);
	event_put(e, RB_EV_TURN_END_SEAT, seat);
}

static inline void rb_event_turned(struct event *e, int rule, int32_t fig,
				   int32_t from_face, int32_t face)
{
	event_start(e, RB_EV_TURNED, rule);
	event_put(e, RB_EV_TURNED_FIG, fig);
	event_put(e, RB_EV_TURNED_FROM_FACE, from_face);
	event_put(e, RB_EV_TURNED_FACE, face);
}

static inline void rb_event_captive_moved(struct event *e, int rule,
					  int32_t fig, int32_t by, int32_t at_x,
					  int32_t at_y, int32_t face)
{
	event_start(e, RB_EV_CAPTIVE_MOVED, rule);
	event_put(e, RB_EV_CAPTIVE_MOVED_FIG, fig);
	event_put(e, RB_EV_CAPTIVE_MOVED_BY, by);
	event_put_point(e, RB_EV_CAPTIVE_MOVED_AT, at_x, at_y);
	event_put(e, RB_EV_CAPTIVE_MOVED_FACE, face);
}

static inline void rb_event_formation_holds(struct event *e, int rule,
					    const int32_t *figs, int n_figs)
{
	event_start(e, RB_EV_FORMATION_HOLDS, rule);
	event_put_ints(e, RB_EV_FORMATION_HOLDS_FIGS, figs, n_figs);
}

static inline void rb_event_free_spin(struct event *e, int rule, int32_t fig,
				      int32_t by, int32_t from, int32_t to)
{
	event_start(e, RB_EV_FREE_SPIN, rule);
	event_put(e, RB_EV_FREE_SPIN_FIG, fig);
	event_put(e, RB_EV_FREE_SPIN_BY, by);
	event_put(e, RB_EV_FREE_SPIN_FROM, from);
	event_put(e, RB_EV_FREE_SPIN_TO, to);
}

static inline void rb_event_pole_arm(struct event *e, int rule, int32_t fig,
				     int32_t target)
{
	event_start(e, RB_EV_POLE_ARM, rule);
	event_put(e, RB_EV_POLE_ARM_FIG, fig);
	event_put(e, RB_EV_POLE_ARM_TARGET, target);
}

static inline void rb_event_attack_rejected(struct event *e, int rule,
					    int32_t fig, struct str reason,
					    const int32_t *args, int n_args)
{
	event_start(e, RB_EV_ATTACK_REJECTED, rule);
	event_put(e, RB_EV_ATTACK_REJECTED_FIG, fig);
	event_put_text(e, RB_EV_ATTACK_REJECTED_REASON, reason);
	event_put_ints(e, RB_EV_ATTACK_REJECTED_ARGS, args, n_args);
}

static inline void rb_event_damage_die(struct event *e, int rule, int32_t fig,
				       int32_t die, int32_t ability)
{
	event_start(e, RB_EV_DAMAGE_DIE, rule);
	event_put(e, RB_EV_DAMAGE_DIE_FIG, fig);
	event_put(e, RB_EV_DAMAGE_DIE_DIE, die);
	event_put(e, RB_EV_DAMAGE_DIE_ABILITY, ability);
}

static inline void rb_event_captured(struct event *e, int rule, int32_t fig,
				     int32_t by)
{
	event_start(e, RB_EV_CAPTURED, rule);
	event_put(e, RB_EV_CAPTURED_FIG, fig);
	event_put(e, RB_EV_CAPTURED_BY, by);
}

static inline void rb_event_freed(struct event *e, int rule, int32_t fig,
				  int32_t by)
{
	event_start(e, RB_EV_FREED, rule);
	event_put(e, RB_EV_FREED_FIG, fig);
	event_put(e, RB_EV_FREED_BY, by);
}

static inline void rb_event_eliminated(struct event *e, int rule, int32_t fig,
				       int32_t cause, int32_t by)
{
	event_start(e, RB_EV_ELIMINATED, rule);
	event_put(e, RB_EV_ELIMINATED_FIG, fig);
	event_put(e, RB_EV_ELIMINATED_CAUSE, cause);
	event_put(e, RB_EV_ELIMINATED_BY, by);
}

static inline void rb_event_scored(struct event *e, int rule, int32_t seat,
				   int32_t points, int32_t fig, int32_t total)
{
	event_start(e, RB_EV_SCORED, rule);
	event_put(e, RB_EV_SCORED_SEAT, seat);
	event_put(e, RB_EV_SCORED_POINTS, points);
	event_put(e, RB_EV_SCORED_FIG, fig);
	event_put(e, RB_EV_SCORED_TOTAL, total);
}

static inline void rb_event_asked(struct event *e, int rule, int32_t seat,
				  int32_t what, int32_t fig, int32_t about)
{
	event_start(e, RB_EV_ASKED, rule);
	event_put(e, RB_EV_ASKED_SEAT, seat);
	event_put(e, RB_EV_ASKED_WHAT, what);
	event_put(e, RB_EV_ASKED_FIG, fig);
	event_put(e, RB_EV_ASKED_ABOUT, about);
}

static inline void rb_event_suspended(struct event *e, int rule, int32_t seat,
				      const int32_t *action, int n_action)
{
	event_start(e, RB_EV_SUSPENDED, rule);
	event_put(e, RB_EV_SUSPENDED_SEAT, seat);
	event_put_ints(e, RB_EV_SUSPENDED_ACTION, action, n_action);
}

static inline void rb_event_answered(struct event *e, int rule, int32_t seat,
				     int32_t what, int32_t fig, int32_t value)
{
	event_start(e, RB_EV_ANSWERED, rule);
	event_put(e, RB_EV_ANSWERED_SEAT, seat);
	event_put(e, RB_EV_ANSWERED_WHAT, what);
	event_put(e, RB_EV_ANSWERED_FIG, fig);
	event_put(e, RB_EV_ANSWERED_VALUE, value);
}

static inline void rb_event_spin_set(struct event *e, int rule, int32_t seat,
				     int32_t fig, int32_t policy, int32_t face)
{
	event_start(e, RB_EV_SPIN_SET, rule);
	event_put(e, RB_EV_SPIN_SET_SEAT, seat);
	event_put(e, RB_EV_SPIN_SET_FIG, fig);
	event_put(e, RB_EV_SPIN_SET_POLICY, policy);
	event_put(e, RB_EV_SPIN_SET_FACE, face);
}

static inline void rb_event_defend_set(struct event *e, int rule, int32_t seat,
				       int32_t policy)
{
	event_start(e, RB_EV_DEFEND_SET, rule);
	event_put(e, RB_EV_DEFEND_SET_SEAT, seat);
	event_put(e, RB_EV_DEFEND_SET_POLICY, policy);
}

static inline void rb_event_withdrawn(struct event *e, int rule, int32_t seat,
				      const int32_t *figs, int n_figs)
{
	event_start(e, RB_EV_WITHDRAWN, rule);
	event_put(e, RB_EV_WITHDRAWN_SEAT, seat);
	event_put_ints(e, RB_EV_WITHDRAWN_FIGS, figs, n_figs);
}

static inline void rb_event_end_vote(struct event *e, int rule, int32_t seat)
{
	event_start(e, RB_EV_END_VOTE, rule);
	event_put(e, RB_EV_END_VOTE_SEAT, seat);
}

static inline void rb_event_game_over(struct event *e, int rule, int32_t reason,
				      const int32_t *winners, int n_winners)
{
	event_start(e, RB_EV_GAME_OVER, rule);
	event_put(e, RB_EV_GAME_OVER_REASON, reason);
	event_put_ints(e, RB_EV_GAME_OVER_WINNERS, winners, n_winners);
}

static inline void rb_event_unit_formed(struct event *e, int rule,
					int32_t rider, int32_t mount)
{
	event_start(e, RB_EV_UNIT_FORMED, rule);
	event_put(e, RB_EV_UNIT_FORMED_RIDER, rider);
	event_put(e, RB_EV_UNIT_FORMED_MOUNT, mount);
}

static inline void rb_event_mounted(struct event *e, int rule, int32_t rider,
				    int32_t mount, int32_t tokens)
{
	event_start(e, RB_EV_MOUNTED, rule);
	event_put(e, RB_EV_MOUNTED_RIDER, rider);
	event_put(e, RB_EV_MOUNTED_MOUNT, mount);
	event_put(e, RB_EV_MOUNTED_TOKENS, tokens);
}

static inline void rb_event_riderless(struct event *e, int rule, int32_t mount)
{
	event_start(e, RB_EV_RIDERLESS, rule);
	event_put(e, RB_EV_RIDERLESS_MOUNT, mount);
}

static inline void rb_event_removed(struct event *e, int rule, int32_t fig,
				    int32_t cause)
{
	event_start(e, RB_EV_REMOVED, rule);
	event_put(e, RB_EV_REMOVED_FIG, fig);
	event_put(e, RB_EV_REMOVED_CAUSE, cause);
}

static inline void rb_event_control(struct event *e, int rule, int32_t mount,
				    int32_t seat)
{
	event_start(e, RB_EV_CONTROL, rule);
	event_put(e, RB_EV_CONTROL_MOUNT, mount);
	event_put(e, RB_EV_CONTROL_SEAT, seat);
}

static inline void rb_event_dial_used(struct event *e, int rule, int32_t unit,
				      int32_t dial)
{
	event_start(e, RB_EV_DIAL_USED, rule);
	event_put(e, RB_EV_DIAL_USED_UNIT, unit);
	event_put(e, RB_EV_DIAL_USED_DIAL, dial);
}

static inline void rb_event_dial_attacked(struct event *e, int rule,
					  int32_t unit, int32_t dial)
{
	event_start(e, RB_EV_DIAL_ATTACKED, rule);
	event_put(e, RB_EV_DIAL_ATTACKED_UNIT, unit);
	event_put(e, RB_EV_DIAL_ATTACKED_DIAL, dial);
}

static inline void rb_event_trampled(struct event *e, int rule, int32_t fig,
				     int32_t by, int32_t dial)
{
	event_start(e, RB_EV_TRAMPLED, rule);
	event_put(e, RB_EV_TRAMPLED_FIG, fig);
	event_put(e, RB_EV_TRAMPLED_BY, by);
	event_put(e, RB_EV_TRAMPLED_DIAL, dial);
}

static inline void rb_event_venom(struct event *e, int rule, int32_t fig,
				  int32_t target, int32_t dial)
{
	event_start(e, RB_EV_VENOM, rule);
	event_put(e, RB_EV_VENOM_FIG, fig);
	event_put(e, RB_EV_VENOM_TARGET, target);
	event_put(e, RB_EV_VENOM_DIAL, dial);
}

static inline void rb_event_dial_reset(struct event *e, int rule, int32_t mount,
				       const int32_t *shown, int n_shown)
{
	event_start(e, RB_EV_DIAL_RESET, rule);
	event_put(e, RB_EV_DIAL_RESET_MOUNT, mount);
	event_put_ints(e, RB_EV_DIAL_RESET_SHOWN, shown, n_shown);
}

static inline void rb_event_unity(struct event *e, int rule, int32_t rider,
				  int32_t mount)
{
	event_start(e, RB_EV_UNITY, rule);
	event_put(e, RB_EV_UNITY_RIDER, rider);
	event_put(e, RB_EV_UNITY_MOUNT, mount);
}

static inline void rb_event_item_defined(struct event *e, int rule,
					 int32_t item, int32_t at_x,
					 int32_t at_y, const int32_t *gives,
					 int n_gives)
{
	event_start(e, RB_EV_ITEM_DEFINED, rule);
	event_put(e, RB_EV_ITEM_DEFINED_ITEM, item);
	event_put_point(e, RB_EV_ITEM_DEFINED_AT, at_x, at_y);
	event_put_ints(e, RB_EV_ITEM_DEFINED_GIVES, gives, n_gives);
}

static inline void rb_event_item_taken(struct event *e, int rule, int32_t fig,
				       int32_t item)
{
	event_start(e, RB_EV_ITEM_TAKEN, rule);
	event_put(e, RB_EV_ITEM_TAKEN_FIG, fig);
	event_put(e, RB_EV_ITEM_TAKEN_ITEM, item);
}

static inline void rb_event_item_dropped(struct event *e, int rule, int32_t fig,
					 int32_t item, int32_t at_x,
					 int32_t at_y)
{
	event_start(e, RB_EV_ITEM_DROPPED, rule);
	event_put(e, RB_EV_ITEM_DROPPED_FIG, fig);
	event_put(e, RB_EV_ITEM_DROPPED_ITEM, item);
	event_put_point(e, RB_EV_ITEM_DROPPED_AT, at_x, at_y);
}

static inline void rb_event_land_set(struct event *e, int rule, int32_t seat,
				     int32_t side)
{
	event_start(e, RB_EV_LAND_SET, rule);
	event_put(e, RB_EV_LAND_SET_SEAT, seat);
	event_put(e, RB_EV_LAND_SET_SIDE, side);
}

static inline void rb_event_against_set(struct event *e, int rule, int32_t seat,
					int32_t dial)
{
	event_start(e, RB_EV_AGAINST_SET, rule);
	event_put(e, RB_EV_AGAINST_SET_SEAT, seat);
	event_put(e, RB_EV_AGAINST_SET_DIAL, dial);
}

static inline void rb_event_push_set(struct event *e, int rule, int32_t seat,
				     int32_t fig, int32_t dial)
{
	event_start(e, RB_EV_PUSH_SET, rule);
	event_put(e, RB_EV_PUSH_SET_SEAT, seat);
	event_put(e, RB_EV_PUSH_SET_FIG, fig);
	event_put(e, RB_EV_PUSH_SET_DIAL, dial);
}

static inline void rb_event_unity_set(struct event *e, int rule, int32_t seat,
				      int32_t fig, int32_t on)
{
	event_start(e, RB_EV_UNITY_SET, rule);
	event_put(e, RB_EV_UNITY_SET_SEAT, seat);
	event_put(e, RB_EV_UNITY_SET_FIG, fig);
	event_put(e, RB_EV_UNITY_SET_ON, on);
}

static inline void rb_event_wounds_carried(struct event *e, int rule,
					   int32_t fig, int32_t wounds)
{
	event_start(e, RB_EV_WOUNDS_CARRIED, rule);
	event_put(e, RB_EV_WOUNDS_CARRIED_FIG, fig);
	event_put(e, RB_EV_WOUNDS_CARRIED_WOUNDS, wounds);
}
#endif
