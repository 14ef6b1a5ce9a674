/*
 * src/games/dungeons/rules/events.h - made of events.def by
 * src/tools/gen_events.py: change that list, then run this program.
 */
#ifndef GAMES_DUNGEONS_RULES_EVENTS_H
#define GAMES_DUNGEONS_RULES_EVENTS_H
#include "engine/event.h"

enum dg_event {
	DG_EV_FIGURE_DEFINED = EVENT_FIRST_OWN,
	DG_EV_MODEL_DEFINED,
	DG_EV_TABLE_DEFINED,
	DG_EV_BOARD_LAID,
	DG_EV_TEAM_IN,
	DG_EV_TEAM_ACCEPTED,
	DG_EV_PHASE_ENTERED,
	DG_EV_SETUP_TURN,
	DG_EV_SETUP_PASSED,
	DG_EV_LONE_WOLF,
	DG_EV_FIRST_PLAYER_ROLL,
	DG_EV_FIRST_PLAYER,
	DG_EV_TILES_CHOSEN,
	DG_EV_TILES_IN,
	DG_EV_TILE_LAID,
	DG_EV_PIECES_DRAWN,
	DG_EV_TERRAIN_PLACED,
	DG_EV_DOOR_PLACED,
	DG_EV_CHESTS_POOLED,
	DG_EV_CHEST_PLACED,
	DG_EV_TOKEN_PLACED,
	DG_EV_SECRET,
	DG_EV_POOL_ADDED,
	DG_EV_ENTRANCE_SET,
	DG_EV_EXIT_SET,
	DG_EV_TILE_DEFINED,
	DG_EV_TILE_REPLACED,
	DG_EV_STAIRS_JOINED,
	DG_EV_TURN_STARTED,
	DG_EV_TURN_READY,
	DG_EV_COMMAND_ROLL,
	DG_EV_TURN_ENDED,
	DG_EV_MONSTER_MASTER,
	DG_EV_MARKER_SET,
	DG_EV_ACTIVATION_STARTED,
	DG_EV_ACTIVATION_ENDED,
	DG_EV_PASSED,
	DG_EV_ENTERED,
	DG_EV_STEPPED,
	DG_EV_PATH_STOPPED,
	DG_EV_TURNED,
	DG_EV_FREE_SPIN,
	DG_EV_BREAK_AWAY,
	DG_EV_NOBODY_HOLDS,
	DG_EV_TERRIFY,
	DG_EV_LEFT,
	DG_EV_DOOR_OPENED,
	DG_EV_DOOR_CLOSED,
	DG_EV_DOOR_DESTROYED,
	DG_EV_DECLARED,
	DG_EV_TELEPORTED,
	DG_EV_SECTION_TURNED,
	DG_EV_LEVITATED,
	DG_EV_TOKEN_CONVERTED,
	DG_EV_SPAWN_PLACED,
	DG_EV_SPAWN_SHORT,
	DG_EV_ATTACK_DECLARED,
	DG_EV_ATTACK_DICE,
	DG_EV_ATTACK,
	DG_EV_DODGE_ROLL,
	DG_EV_DAMAGE_DIE,
	DG_EV_DAMAGED,
	DG_EV_HEALED,
	DG_EV_ELIMINATED,
	DG_EV_FROZEN,
	DG_EV_COUNTER,
	DG_EV_CONFUSED,
	DG_EV_CONFUSION_OVER,
	DG_EV_ABILITY_USED,
	DG_EV_ABILITY_CANCELLED,
	DG_EV_RETURNED,
	DG_EV_RAMMED,
	DG_EV_POLE_ARMED,
	DG_EV_TRAP_REVEALED,
	DG_EV_DISARM_ROLL,
	DG_EV_CHEST_OPENED,
	DG_EV_CHEST_REMOVED,
	DG_EV_CHEST_ASSIGNED,
	DG_EV_CHEST_STORED,
	DG_EV_POTION_USED,
	DG_EV_CHEST_DROPPED,
	DG_EV_STEAL_ROLL,
	DG_EV_CHEST_STOLEN,
	DG_EV_DROP_DUE,
	DG_EV_SWAP_OFFERED,
	DG_EV_SWAPPED,
	DG_EV_XP_GAINED,
	DG_EV_LEVEL_RAISED,
	DG_EV_LEVELS_WAIT,
	DG_EV_LEVELS_DUE,
	DG_EV_GOLD_COUNTED,
	DG_EV_WITHDRAWN,
	DG_EV_GAME_OVER,
	DG_EV_ASKED,
	DG_EV_SUSPENDED,
	DG_EV_ANSWERED,
	DG_EV_POLICY_SET,
	DG_EV_LINE,
	DG_EV_ODDS,
	DG_EV_STOPPED,
	DG_EV_UNNOTICED,
	DG_EV_TREASURE_CARRIED,
	DG_EVENTS_END,
	N_DG_EVENTS = DG_EVENTS_END - EVENT_FIRST_OWN
};

/* the fields of each kind of event, from 0 */
enum dg_event_field {
	DG_EV_FIGURE_DEFINED_FIG = 0,
	DG_EV_FIGURE_DEFINED_KIND,
	DG_EV_FIGURE_DEFINED_OWNER,
	DG_EV_FIGURE_DEFINED_KEY,
	DG_EV_FIGURE_DEFINED_NAME,
	DG_EV_FIGURE_DEFINED_FORM,
	DG_EV_FIGURE_DEFINED_POINTS,
	DG_EV_FIGURE_DEFINED_LEVEL,
	DG_EV_FIGURE_DEFINED_LEVELS,
	DG_EV_FIGURE_DEFINED_RANGE,
	DG_EV_FIGURE_DEFINED_TARGETS,
	DG_EV_FIGURE_DEFINED_ARC,
	DG_EV_FIGURE_DEFINED_DIAL,
	N_DG_FIELDS_FIGURE_DEFINED,
	DG_EV_MODEL_DEFINED_MODEL = 0,
	DG_EV_MODEL_DEFINED_TRAPS,
	DG_EV_MODEL_DEFINED_TREASURES,
	DG_EV_MODEL_DEFINED_NAMES,
	N_DG_FIELDS_MODEL_DEFINED,
	DG_EV_TABLE_DEFINED_NAME = 0,
	DG_EV_TABLE_DEFINED_TIER,
	DG_EV_TABLE_DEFINED_ROWS,
	N_DG_FIELDS_TABLE_DEFINED,
	DG_EV_BOARD_LAID_KEY = 0,
	DG_EV_BOARD_LAID_AT,
	DG_EV_BOARD_LAID_SIZE,
	DG_EV_BOARD_LAID_SQUARES,
	DG_EV_BOARD_LAID_SECTIONS,
	DG_EV_BOARD_LAID_MOUTHS,
	DG_EV_BOARD_LAID_DOORS,
	DG_EV_BOARD_LAID_STAIRS,
	N_DG_FIELDS_BOARD_LAID,
	DG_EV_TEAM_IN_SEAT = 0,
	N_DG_FIELDS_TEAM_IN,
	DG_EV_TEAM_ACCEPTED_SEAT = 0,
	DG_EV_TEAM_ACCEPTED_POINTS,
	DG_EV_TEAM_ACCEPTED_HEROES,
	N_DG_FIELDS_TEAM_ACCEPTED,
	DG_EV_PHASE_ENTERED_PHASE = 0,
	N_DG_FIELDS_PHASE_ENTERED,
	DG_EV_SETUP_TURN_SEAT = 0,
	N_DG_FIELDS_SETUP_TURN,
	DG_EV_SETUP_PASSED_SEAT = 0,
	N_DG_FIELDS_SETUP_PASSED,
	N_DG_FIELDS_LONE_WOLF = 0,
	DG_EV_FIRST_PLAYER_ROLL_SEAT = 0,
	DG_EV_FIRST_PLAYER_ROLL_D1,
	DG_EV_FIRST_PLAYER_ROLL_D2,
	N_DG_FIELDS_FIRST_PLAYER_ROLL,
	DG_EV_FIRST_PLAYER_SEAT = 0,
	N_DG_FIELDS_FIRST_PLAYER,
	DG_EV_TILES_CHOSEN_SEAT = 0,
	DG_EV_TILES_CHOSEN_TILES,
	DG_EV_TILES_CHOSEN_CORRIDORS,
	N_DG_FIELDS_TILES_CHOSEN,
	DG_EV_TILES_IN_SEAT = 0,
	N_DG_FIELDS_TILES_IN,
	DG_EV_TILE_LAID_SEAT = 0,
	DG_EV_TILE_LAID_TILE,
	DG_EV_TILE_LAID_AT,
	DG_EV_TILE_LAID_ANGLE,
	DG_EV_TILE_LAID_LAST,
	N_DG_FIELDS_TILE_LAID,
	DG_EV_PIECES_DRAWN_SEAT = 0,
	DG_EV_PIECES_DRAWN_PICK,
	DG_EV_PIECES_DRAWN_PIECE,
	N_DG_FIELDS_PIECES_DRAWN,
	DG_EV_TERRAIN_PLACED_SEAT = 0,
	DG_EV_TERRAIN_PLACED_AT,
	DG_EV_TERRAIN_PLACED_TERRAIN,
	N_DG_FIELDS_TERRAIN_PLACED,
	DG_EV_DOOR_PLACED_SEAT = 0,
	DG_EV_DOOR_PLACED_DOOR,
	DG_EV_DOOR_PLACED_AT,
	DG_EV_DOOR_PLACED_SIDE,
	DG_EV_DOOR_PLACED_KIND,
	DG_EV_DOOR_PLACED_STATE,
	N_DG_FIELDS_DOOR_PLACED,
	DG_EV_CHESTS_POOLED_SEAT = 0,
	DG_EV_CHESTS_POOLED_MODELS,
	N_DG_FIELDS_CHESTS_POOLED,
	DG_EV_CHEST_PLACED_SEAT = 0,
	DG_EV_CHEST_PLACED_CHEST,
	DG_EV_CHEST_PLACED_MODEL,
	DG_EV_CHEST_PLACED_AT,
	DG_EV_CHEST_PLACED_FACE,
	N_DG_FIELDS_CHEST_PLACED,
	DG_EV_TOKEN_PLACED_SEAT = 0,
	DG_EV_TOKEN_PLACED_TOKEN,
	DG_EV_TOKEN_PLACED_TIER,
	DG_EV_TOKEN_PLACED_AT,
	N_DG_FIELDS_TOKEN_PLACED,
	DG_EV_SECRET_NUMBER = 0,
	DG_EV_SECRET_PIECE,
	DG_EV_SECRET_VALUE,
	N_DG_FIELDS_SECRET,
	DG_EV_POOL_ADDED_SEAT = 0,
	DG_EV_POOL_ADDED_N,
	DG_EV_POOL_ADDED_POINTS,
	N_DG_FIELDS_POOL_ADDED,
	DG_EV_ENTRANCE_SET_SEAT = 0,
	DG_EV_ENTRANCE_SET_MOUTH,
	N_DG_FIELDS_ENTRANCE_SET,
	DG_EV_EXIT_SET_SEAT = 0,
	DG_EV_EXIT_SET_MOUTH,
	N_DG_FIELDS_EXIT_SET,
	DG_EV_TILE_DEFINED_TILE = 0,
	DG_EV_TILE_DEFINED_KIND,
	DG_EV_TILE_DEFINED_TITLE,
	DG_EV_TILE_DEFINED_SIZE,
	DG_EV_TILE_DEFINED_SQUARES,
	DG_EV_TILE_DEFINED_DOORS,
	N_DG_FIELDS_TILE_DEFINED,
	DG_EV_TILE_REPLACED_SEAT = 0,
	DG_EV_TILE_REPLACED_TILE,
	DG_EV_TILE_REPLACED_PICK,
	DG_EV_TILE_REPLACED_OF,
	DG_EV_TILE_REPLACED_OTHER,
	N_DG_FIELDS_TILE_REPLACED,
	DG_EV_STAIRS_JOINED_FROM = 0,
	DG_EV_STAIRS_JOINED_TO,
	N_DG_FIELDS_STAIRS_JOINED,
	DG_EV_TURN_STARTED_SEAT = 0,
	DG_EV_TURN_STARTED_TURN,
	DG_EV_TURN_STARTED_ACTIVATIONS,
	N_DG_FIELDS_TURN_STARTED,
	DG_EV_TURN_READY_SEAT = 0,
	DG_EV_TURN_READY_ACTIVATIONS,
	N_DG_FIELDS_TURN_READY,
	DG_EV_COMMAND_ROLL_FIG = 0,
	DG_EV_COMMAND_ROLL_DIE,
	DG_EV_COMMAND_ROLL_ACTIVATIONS,
	N_DG_FIELDS_COMMAND_ROLL,
	DG_EV_TURN_ENDED_SEAT = 0,
	N_DG_FIELDS_TURN_ENDED,
	DG_EV_MONSTER_MASTER_SEAT = 0,
	N_DG_FIELDS_MONSTER_MASTER,
	DG_EV_MARKER_SET_PIECE = 0,
	N_DG_FIELDS_MARKER_SET,
	DG_EV_ACTIVATION_STARTED_PIECE = 0,
	DG_EV_ACTIVATION_STARTED_HOW,
	DG_EV_ACTIVATION_STARTED_SP,
	DG_EV_ACTIVATION_STARTED_MODS,
	DG_EV_ACTIVATION_STARTED_LEFT,
	N_DG_FIELDS_ACTIVATION_STARTED,
	DG_EV_ACTIVATION_ENDED_PIECE = 0,
	DG_EV_ACTIVATION_ENDED_SP,
	N_DG_FIELDS_ACTIVATION_ENDED,
	DG_EV_PASSED_PIECE = 0,
	N_DG_FIELDS_PASSED,
	DG_EV_ENTERED_FIG = 0,
	DG_EV_ENTERED_TO,
	DG_EV_ENTERED_FACE,
	DG_EV_ENTERED_COST,
	DG_EV_ENTERED_SP,
	N_DG_FIELDS_ENTERED,
	DG_EV_STEPPED_PIECE = 0,
	DG_EV_STEPPED_OVER,
	DG_EV_STEPPED_FROM,
	DG_EV_STEPPED_TO,
	DG_EV_STEPPED_COST,
	DG_EV_STEPPED_MODS,
	DG_EV_STEPPED_SP,
	N_DG_FIELDS_STEPPED,
	DG_EV_PATH_STOPPED_PIECE = 0,
	DG_EV_PATH_STOPPED_BEFORE,
	DG_EV_PATH_STOPPED_REASON,
	N_DG_FIELDS_PATH_STOPPED,
	DG_EV_TURNED_FIG = 0,
	DG_EV_TURNED_FACE,
	DG_EV_TURNED_SP,
	N_DG_FIELDS_TURNED,
	DG_EV_FREE_SPIN_FIG = 0,
	DG_EV_FREE_SPIN_ABOUT,
	DG_EV_FREE_SPIN_SEAT,
	DG_EV_FREE_SPIN_FACE,
	DG_EV_FREE_SPIN_TURNS,
	N_DG_FIELDS_FREE_SPIN,
	DG_EV_BREAK_AWAY_FIG = 0,
	DG_EV_BREAK_AWAY_DIE,
	DG_EV_BREAK_AWAY_NEED,
	DG_EV_BREAK_AWAY_OK,
	DG_EV_BREAK_AWAY_FROM,
	DG_EV_BREAK_AWAY_SP,
	N_DG_FIELDS_BREAK_AWAY,
	DG_EV_NOBODY_HOLDS_FIG = 0,
	N_DG_FIELDS_NOBODY_HOLDS,
	DG_EV_TERRIFY_FIG = 0,
	DG_EV_TERRIFY_BY,
	DG_EV_TERRIFY_DIE,
	DG_EV_TERRIFY_OK,
	N_DG_FIELDS_TERRIFY,
	DG_EV_LEFT_FIG = 0,
	DG_EV_LEFT_MOUTH,
	DG_EV_LEFT_SP,
	N_DG_FIELDS_LEFT,
	DG_EV_DOOR_OPENED_DOOR = 0,
	DG_EV_DOOR_OPENED_BY,
	DG_EV_DOOR_OPENED_SP,
	N_DG_FIELDS_DOOR_OPENED,
	DG_EV_DOOR_CLOSED_DOOR = 0,
	N_DG_FIELDS_DOOR_CLOSED,
	DG_EV_DOOR_DESTROYED_DOOR = 0,
	DG_EV_DOOR_DESTROYED_BY,
	N_DG_FIELDS_DOOR_DESTROYED,
	DG_EV_DECLARED_FIG = 0,
	DG_EV_DECLARED_TERRAIN,
	N_DG_FIELDS_DECLARED,
	DG_EV_TELEPORTED_FIG = 0,
	DG_EV_TELEPORTED_FROM,
	DG_EV_TELEPORTED_TO,
	N_DG_FIELDS_TELEPORTED,
	DG_EV_SECTION_TURNED_FIG = 0,
	DG_EV_SECTION_TURNED_SECTION,
	DG_EV_SECTION_TURNED_SIDE,
	DG_EV_SECTION_TURNED_PIECES,
	N_DG_FIELDS_SECTION_TURNED,
	DG_EV_LEVITATED_FIG = 0,
	DG_EV_LEVITATED_BY,
	DG_EV_LEVITATED_FROM,
	DG_EV_LEVITATED_TO,
	DG_EV_LEVITATED_FACE,
	N_DG_FIELDS_LEVITATED,
	DG_EV_TOKEN_CONVERTED_TOKEN = 0,
	DG_EV_TOKEN_CONVERTED_ABOUT,
	DG_EV_TOKEN_CONVERTED_SEAT,
	DG_EV_TOKEN_CONVERTED_TABLE,
	DG_EV_TOKEN_CONVERTED_D1,
	DG_EV_TOKEN_CONVERTED_D2,
	DG_EV_TOKEN_CONVERTED_NUMBER,
	DG_EV_TOKEN_CONVERTED_POINTS,
	DG_EV_TOKEN_CONVERTED_CHANGED,
	N_DG_FIELDS_TOKEN_CONVERTED,
	DG_EV_SPAWN_PLACED_FIG = 0,
	DG_EV_SPAWN_PLACED_AT,
	DG_EV_SPAWN_PLACED_FACE,
	DG_EV_SPAWN_PLACED_SEAT,
	DG_EV_SPAWN_PLACED_WAITS,
	DG_EV_SPAWN_PLACED_OWNER,
	N_DG_FIELDS_SPAWN_PLACED,
	DG_EV_SPAWN_SHORT_N = 0,
	N_DG_FIELDS_SPAWN_SHORT,
	DG_EV_ATTACK_DECLARED_ATTACKER = 0,
	DG_EV_ATTACK_DECLARED_TARGETS,
	DG_EV_ATTACK_DECLARED_KIND,
	DG_EV_ATTACK_DECLARED_ABILITY,
	DG_EV_ATTACK_DECLARED_COST,
	DG_EV_ATTACK_DECLARED_SP,
	N_DG_FIELDS_ATTACK_DECLARED,
	DG_EV_ATTACK_DICE_ATTACKER = 0,
	DG_EV_ATTACK_DICE_D1,
	DG_EV_ATTACK_DICE_D2,
	N_DG_FIELDS_ATTACK_DICE,
	DG_EV_ATTACK_ATTACKER = 0,
	DG_EV_ATTACK_TARGET,
	DG_EV_ATTACK_VALUE,
	DG_EV_ATTACK_ROLL,
	DG_EV_ATTACK_MODS,
	DG_EV_ATTACK_TOTAL,
	DG_EV_ATTACK_DEFENSE,
	DG_EV_ATTACK_DEFENSE_MODS,
	DG_EV_ATTACK_AGAINST,
	DG_EV_ATTACK_RESULT,
	N_DG_FIELDS_ATTACK,
	DG_EV_DODGE_ROLL_FIG = 0,
	DG_EV_DODGE_ROLL_DIE,
	DG_EV_DODGE_ROLL_OK,
	N_DG_FIELDS_DODGE_ROLL,
	DG_EV_DAMAGE_DIE_FIG = 0,
	DG_EV_DAMAGE_DIE_ABILITY,
	DG_EV_DAMAGE_DIE_DIE,
	N_DG_FIELDS_DAMAGE_DIE,
	DG_EV_DAMAGED_FIG = 0,
	DG_EV_DAMAGED_BY,
	DG_EV_DAMAGED_CAUSE,
	DG_EV_DAMAGED_MODS,
	DG_EV_DAMAGED_CLICKS,
	DG_EV_DAMAGED_CLICK,
	N_DG_FIELDS_DAMAGED,
	DG_EV_HEALED_FIG = 0,
	DG_EV_HEALED_BY,
	DG_EV_HEALED_CLICKS,
	DG_EV_HEALED_CLICK,
	N_DG_FIELDS_HEALED,
	DG_EV_ELIMINATED_FIG = 0,
	DG_EV_ELIMINATED_BY,
	DG_EV_ELIMINATED_CAUSE,
	DG_EV_ELIMINATED_AT,
	N_DG_FIELDS_ELIMINATED,
	DG_EV_FROZEN_FIG = 0,
	DG_EV_FROZEN_DIE,
	DG_EV_FROZEN_OK,
	N_DG_FIELDS_FROZEN,
	DG_EV_COUNTER_FIG = 0,
	DG_EV_COUNTER_ON,
	DG_EV_COUNTER_SEAT,
	DG_EV_COUNTER_ANSWERS,
	N_DG_FIELDS_COUNTER,
	DG_EV_CONFUSED_FIG = 0,
	DG_EV_CONFUSED_BY,
	DG_EV_CONFUSED_SP,
	N_DG_FIELDS_CONFUSED,
	DG_EV_CONFUSION_OVER_FIG = 0,
	DG_EV_CONFUSION_OVER_BY,
	N_DG_FIELDS_CONFUSION_OVER,
	DG_EV_ABILITY_USED_FIG = 0,
	DG_EV_ABILITY_USED_ABILITY,
	DG_EV_ABILITY_USED_TARGET,
	N_DG_FIELDS_ABILITY_USED,
	DG_EV_ABILITY_CANCELLED_FIG = 0,
	DG_EV_ABILITY_CANCELLED_ABILITY,
	N_DG_FIELDS_ABILITY_CANCELLED,
	DG_EV_RETURNED_FIG = 0,
	DG_EV_RETURNED_BY,
	DG_EV_RETURNED_DIE,
	DG_EV_RETURNED_OK,
	DG_EV_RETURNED_AT,
	DG_EV_RETURNED_FACE,
	DG_EV_RETURNED_CLICK,
	N_DG_FIELDS_RETURNED,
	DG_EV_RAMMED_FIG = 0,
	N_DG_FIELDS_RAMMED,
	DG_EV_POLE_ARMED_FIG = 0,
	DG_EV_POLE_ARMED_BY,
	N_DG_FIELDS_POLE_ARMED,
	DG_EV_TRAP_REVEALED_CHEST = 0,
	DG_EV_TRAP_REVEALED_FIG,
	DG_EV_TRAP_REVEALED_DIE,
	DG_EV_TRAP_REVEALED_POSITION,
	DG_EV_TRAP_REVEALED_STATE,
	N_DG_FIELDS_TRAP_REVEALED,
	DG_EV_DISARM_ROLL_CHEST = 0,
	DG_EV_DISARM_ROLL_FIG,
	DG_EV_DISARM_ROLL_D1,
	DG_EV_DISARM_ROLL_D2,
	DG_EV_DISARM_ROLL_BONUS,
	DG_EV_DISARM_ROLL_NEED,
	DG_EV_DISARM_ROLL_OK,
	DG_EV_DISARM_ROLL_SP,
	N_DG_FIELDS_DISARM_ROLL,
	DG_EV_CHEST_OPENED_CHEST = 0,
	DG_EV_CHEST_OPENED_FIG,
	DG_EV_CHEST_OPENED_SEAT,
	DG_EV_CHEST_OPENED_POSITION,
	DG_EV_CHEST_OPENED_TREASURE,
	DG_EV_CHEST_OPENED_SP,
	N_DG_FIELDS_CHEST_OPENED,
	DG_EV_CHEST_REMOVED_CHEST = 0,
	N_DG_FIELDS_CHEST_REMOVED,
	DG_EV_CHEST_ASSIGNED_CHEST = 0,
	DG_EV_CHEST_ASSIGNED_FIG,
	N_DG_FIELDS_CHEST_ASSIGNED,
	DG_EV_CHEST_STORED_CHEST = 0,
	DG_EV_CHEST_STORED_FIG,
	N_DG_FIELDS_CHEST_STORED,
	DG_EV_POTION_USED_CHEST = 0,
	DG_EV_POTION_USED_FIG,
	N_DG_FIELDS_POTION_USED,
	DG_EV_CHEST_DROPPED_CHEST = 0,
	DG_EV_CHEST_DROPPED_SEAT,
	DG_EV_CHEST_DROPPED_PICK,
	DG_EV_CHEST_DROPPED_OF,
	DG_EV_CHEST_DROPPED_AT,
	DG_EV_CHEST_DROPPED_FACE,
	N_DG_FIELDS_CHEST_DROPPED,
	DG_EV_STEAL_ROLL_FIG = 0,
	DG_EV_STEAL_ROLL_TARGET,
	DG_EV_STEAL_ROLL_D1,
	DG_EV_STEAL_ROLL_D2,
	DG_EV_STEAL_ROLL_VALUE,
	DG_EV_STEAL_ROLL_NEED,
	DG_EV_STEAL_ROLL_OK,
	DG_EV_STEAL_ROLL_SP,
	N_DG_FIELDS_STEAL_ROLL,
	DG_EV_CHEST_STOLEN_CHEST = 0,
	DG_EV_CHEST_STOLEN_FROM,
	DG_EV_CHEST_STOLEN_TO,
	DG_EV_CHEST_STOLEN_PICK,
	DG_EV_CHEST_STOLEN_OF,
	N_DG_FIELDS_CHEST_STOLEN,
	DG_EV_DROP_DUE_CHEST = 0,
	DG_EV_DROP_DUE_SEAT,
	DG_EV_DROP_DUE_HOW,
	DG_EV_DROP_DUE_NEAR,
	N_DG_FIELDS_DROP_DUE,
	DG_EV_SWAP_OFFERED_SEAT = 0,
	DG_EV_SWAP_OFFERED_GIVEN,
	DG_EV_SWAP_OFFERED_WANTED,
	N_DG_FIELDS_SWAP_OFFERED,
	DG_EV_SWAPPED_FIRST = 0,
	DG_EV_SWAPPED_SECOND,
	N_DG_FIELDS_SWAPPED,
	DG_EV_XP_GAINED_SEAT = 0,
	DG_EV_XP_GAINED_POINTS,
	DG_EV_XP_GAINED_TOTAL,
	DG_EV_XP_GAINED_LEVELS,
	N_DG_FIELDS_XP_GAINED,
	DG_EV_LEVEL_RAISED_FIG = 0,
	DG_EV_LEVEL_RAISED_LEVEL,
	DG_EV_LEVEL_RAISED_CLICK,
	N_DG_FIELDS_LEVEL_RAISED,
	DG_EV_LEVELS_WAIT_SEAT = 0,
	DG_EV_LEVELS_WAIT_N,
	DG_EV_LEVELS_WAIT_LOST,
	N_DG_FIELDS_LEVELS_WAIT,
	DG_EV_LEVELS_DUE_SEAT = 0,
	DG_EV_LEVELS_DUE_N,
	DG_EV_LEVELS_DUE_FIG,
	N_DG_FIELDS_LEVELS_DUE,
	DG_EV_GOLD_COUNTED_SEAT = 0,
	DG_EV_GOLD_COUNTED_GOLD,
	DG_EV_GOLD_COUNTED_TEAM,
	DG_EV_GOLD_COUNTED_XP,
	N_DG_FIELDS_GOLD_COUNTED,
	DG_EV_WITHDRAWN_SEAT = 0,
	DG_EV_WITHDRAWN_FIGS,
	N_DG_FIELDS_WITHDRAWN,
	DG_EV_GAME_OVER_WINNERS = 0,
	N_DG_FIELDS_GAME_OVER,
	DG_EV_ASKED_SEAT = 0,
	DG_EV_ASKED_WHAT,
	DG_EV_ASKED_FIG,
	DG_EV_ASKED_ABOUT,
	N_DG_FIELDS_ASKED,
	DG_EV_SUSPENDED_JOBS = 0,
	N_DG_FIELDS_SUSPENDED,
	DG_EV_ANSWERED_SEAT = 0,
	N_DG_FIELDS_ANSWERED,
	DG_EV_POLICY_SET_SEAT = 0,
	DG_EV_POLICY_SET_WHAT,
	DG_EV_POLICY_SET_FIG,
	DG_EV_POLICY_SET_VALUE,
	N_DG_FIELDS_POLICY_SET,
	DG_EV_LINE_FIG = 0,
	DG_EV_LINE_TARGET,
	DG_EV_LINE_CLEAR,
	DG_EV_LINE_RANGE,
	DG_EV_LINE_DEFENSE,
	DG_EV_LINE_ADJACENT,
	DG_EV_LINE_FRONT,
	DG_EV_LINE_REAR,
	N_DG_FIELDS_LINE,
	DG_EV_ODDS_SEAT = 0,
	DG_EV_ODDS_FIG,
	DG_EV_ODDS_TARGET,
	DG_EV_ODDS_RANGED,
	DG_EV_ODDS_REASON,
	DG_EV_ODDS_ARGS,
	DG_EV_ODDS_VALUE,
	DG_EV_ODDS_BONUS,
	DG_EV_ODDS_DEFENSE,
	DG_EV_ODDS_MODIFIERS,
	DG_EV_ODDS_NEEDED,
	DG_EV_ODDS_CHANCE,
	DG_EV_ODDS_MEAN,
	N_DG_FIELDS_ODDS,
	DG_EV_STOPPED_PIECE = 0,
	N_DG_FIELDS_STOPPED,
	DG_EV_UNNOTICED_FIG = 0,
	DG_EV_UNNOTICED_TOKENS,
	N_DG_FIELDS_UNNOTICED,
	DG_EV_TREASURE_CARRIED_SEAT = 0,
	DG_EV_TREASURE_CARRIED_CHEST,
	DG_EV_TREASURE_CARRIED_MODEL,
	DG_EV_TREASURE_CARRIED_TREASURE,
	DG_EV_TREASURE_CARRIED_SPOIL,
	N_DG_FIELDS_TREASURE_CARRIED
};

static inline void dg_event_table_defined(struct event *e, int rule,
					  struct str name, int32_t tier,
					  const int32_t *rows, int n_rows)
{
	event_start(e, DG_EV_TABLE_DEFINED, rule);
	event_put_text(e, DG_EV_TABLE_DEFINED_NAME, name);
	event_put(e, DG_EV_TABLE_DEFINED_TIER, tier);
	event_put_ints(e, DG_EV_TABLE_DEFINED_ROWS, rows, n_rows);
}

static inline void dg_event_team_in(struct event *e, int rule, int32_t seat)
{
	event_start(e, DG_EV_TEAM_IN, rule);
	event_put(e, DG_EV_TEAM_IN_SEAT, seat);
}

static inline void dg_event_team_accepted(struct event *e, int rule,
					  int32_t seat, int32_t points,
					  int32_t heroes)
{
	event_start(e, DG_EV_TEAM_ACCEPTED, rule);
	event_put(e, DG_EV_TEAM_ACCEPTED_SEAT, seat);
	event_put(e, DG_EV_TEAM_ACCEPTED_POINTS, points);
	event_put(e, DG_EV_TEAM_ACCEPTED_HEROES, heroes);
}

static inline void dg_event_phase_entered(struct event *e, int rule,
					  int32_t phase)
{
	event_start(e, DG_EV_PHASE_ENTERED, rule);
	event_put(e, DG_EV_PHASE_ENTERED_PHASE, phase);
}

static inline void dg_event_setup_turn(struct event *e, int rule, int32_t seat)
{
	event_start(e, DG_EV_SETUP_TURN, rule);
	event_put(e, DG_EV_SETUP_TURN_SEAT, seat);
}

static inline void dg_event_setup_passed(struct event *e, int rule,
					 int32_t seat)
{
	event_start(e, DG_EV_SETUP_PASSED, rule);
	event_put(e, DG_EV_SETUP_PASSED_SEAT, seat);
}

static inline void dg_event_first_player_roll(struct event *e, int rule,
					      int32_t seat, int32_t d1,
					      int32_t d2)
{
	event_start(e, DG_EV_FIRST_PLAYER_ROLL, rule);
	event_put(e, DG_EV_FIRST_PLAYER_ROLL_SEAT, seat);
	event_put(e, DG_EV_FIRST_PLAYER_ROLL_D1, d1);
	event_put(e, DG_EV_FIRST_PLAYER_ROLL_D2, d2);
}

static inline void dg_event_first_player(struct event *e, int rule,
					 int32_t seat)
{
	event_start(e, DG_EV_FIRST_PLAYER, rule);
	event_put(e, DG_EV_FIRST_PLAYER_SEAT, seat);
}

static inline void dg_event_tiles_chosen(struct event *e, int rule,
					 int32_t seat, const int32_t *tiles,
					 int n_tiles, const int32_t *corridors,
					 int n_corridors)
{
	event_start(e, DG_EV_TILES_CHOSEN, rule);
	event_put(e, DG_EV_TILES_CHOSEN_SEAT, seat);
	event_put_ints(e, DG_EV_TILES_CHOSEN_TILES, tiles, n_tiles);
	event_put_ints(e, DG_EV_TILES_CHOSEN_CORRIDORS, corridors, n_corridors);
}

static inline void dg_event_tiles_in(struct event *e, int rule, int32_t seat)
{
	event_start(e, DG_EV_TILES_IN, rule);
	event_put(e, DG_EV_TILES_IN_SEAT, seat);
}

static inline void dg_event_pieces_drawn(struct event *e, int rule,
					 int32_t seat, int32_t pick,
					 int32_t piece)
{
	event_start(e, DG_EV_PIECES_DRAWN, rule);
	event_put(e, DG_EV_PIECES_DRAWN_SEAT, seat);
	event_put(e, DG_EV_PIECES_DRAWN_PICK, pick);
	event_put(e, DG_EV_PIECES_DRAWN_PIECE, piece);
}

static inline void dg_event_terrain_placed(struct event *e, int rule,
					   int32_t seat, int32_t at_x,
					   int32_t at_y, int32_t terrain)
{
	event_start(e, DG_EV_TERRAIN_PLACED, rule);
	event_put(e, DG_EV_TERRAIN_PLACED_SEAT, seat);
	event_put_point(e, DG_EV_TERRAIN_PLACED_AT, at_x, at_y);
	event_put(e, DG_EV_TERRAIN_PLACED_TERRAIN, terrain);
}

static inline void dg_event_chests_pooled(struct event *e, int rule,
					  int32_t seat, const int32_t *models,
					  int n_models)
{
	event_start(e, DG_EV_CHESTS_POOLED, rule);
	event_put(e, DG_EV_CHESTS_POOLED_SEAT, seat);
	event_put_ints(e, DG_EV_CHESTS_POOLED_MODELS, models, n_models);
}

static inline void dg_event_token_placed(struct event *e, int rule,
					 int32_t seat, int32_t token,
					 int32_t tier, int32_t at_x,
					 int32_t at_y)
{
	event_start(e, DG_EV_TOKEN_PLACED, rule);
	event_put(e, DG_EV_TOKEN_PLACED_SEAT, seat);
	event_put(e, DG_EV_TOKEN_PLACED_TOKEN, token);
	event_put(e, DG_EV_TOKEN_PLACED_TIER, tier);
	event_put_point(e, DG_EV_TOKEN_PLACED_AT, at_x, at_y);
}

static inline void dg_event_secret(struct event *e, int rule, int32_t number,
				   int32_t piece, int32_t value)
{
	event_start(e, DG_EV_SECRET, rule);
	event_put(e, DG_EV_SECRET_NUMBER, number);
	event_put(e, DG_EV_SECRET_PIECE, piece);
	event_put(e, DG_EV_SECRET_VALUE, value);
}

static inline void dg_event_pool_added(struct event *e, int rule, int32_t seat,
				       int32_t n, int32_t points)
{
	event_start(e, DG_EV_POOL_ADDED, rule);
	event_put(e, DG_EV_POOL_ADDED_SEAT, seat);
	event_put(e, DG_EV_POOL_ADDED_N, n);
	event_put(e, DG_EV_POOL_ADDED_POINTS, points);
}

static inline void dg_event_entrance_set(struct event *e, int rule,
					 int32_t seat, int32_t mouth)
{
	event_start(e, DG_EV_ENTRANCE_SET, rule);
	event_put(e, DG_EV_ENTRANCE_SET_SEAT, seat);
	event_put(e, DG_EV_ENTRANCE_SET_MOUTH, mouth);
}

static inline void dg_event_exit_set(struct event *e, int rule, int32_t seat,
				     int32_t mouth)
{
	event_start(e, DG_EV_EXIT_SET, rule);
	event_put(e, DG_EV_EXIT_SET_SEAT, seat);
	event_put(e, DG_EV_EXIT_SET_MOUTH, mouth);
}

static inline void dg_event_tile_replaced(struct event *e, int rule,
					  int32_t seat, int32_t tile,
					  int32_t pick, int32_t of,
					  int32_t other)
{
	event_start(e, DG_EV_TILE_REPLACED, rule);
	event_put(e, DG_EV_TILE_REPLACED_SEAT, seat);
	event_put(e, DG_EV_TILE_REPLACED_TILE, tile);
	event_put(e, DG_EV_TILE_REPLACED_PICK, pick);
	event_put(e, DG_EV_TILE_REPLACED_OF, of);
	event_put(e, DG_EV_TILE_REPLACED_OTHER, other);
}

static inline void dg_event_stairs_joined(struct event *e, int rule,
					  int32_t from_x, int32_t from_y,
					  int32_t to_x, int32_t to_y)
{
	event_start(e, DG_EV_STAIRS_JOINED, rule);
	event_put_point(e, DG_EV_STAIRS_JOINED_FROM, from_x, from_y);
	event_put_point(e, DG_EV_STAIRS_JOINED_TO, to_x, to_y);
}

static inline void dg_event_turn_started(struct event *e, int rule,
					 int32_t seat, int32_t turn,
					 int32_t activations)
{
	event_start(e, DG_EV_TURN_STARTED, rule);
	event_put(e, DG_EV_TURN_STARTED_SEAT, seat);
	event_put(e, DG_EV_TURN_STARTED_TURN, turn);
	event_put(e, DG_EV_TURN_STARTED_ACTIVATIONS, activations);
}

static inline void dg_event_turn_ready(struct event *e, int rule, int32_t seat,
				       int32_t activations)
{
	event_start(e, DG_EV_TURN_READY, rule);
	event_put(e, DG_EV_TURN_READY_SEAT, seat);
	event_put(e, DG_EV_TURN_READY_ACTIVATIONS, activations);
}

static inline void dg_event_command_roll(struct event *e, int rule, int32_t fig,
					 int32_t die, int32_t activations)
{
	event_start(e, DG_EV_COMMAND_ROLL, rule);
	event_put(e, DG_EV_COMMAND_ROLL_FIG, fig);
	event_put(e, DG_EV_COMMAND_ROLL_DIE, die);
	event_put(e, DG_EV_COMMAND_ROLL_ACTIVATIONS, activations);
}

static inline void dg_event_turn_ended(struct event *e, int rule, int32_t seat)
{
	event_start(e, DG_EV_TURN_ENDED, rule);
	event_put(e, DG_EV_TURN_ENDED_SEAT, seat);
}

static inline void dg_event_monster_master(struct event *e, int rule,
					   int32_t seat)
{
	event_start(e, DG_EV_MONSTER_MASTER, rule);
	event_put(e, DG_EV_MONSTER_MASTER_SEAT, seat);
}

static inline void dg_event_marker_set(struct event *e, int rule, int32_t piece)
{
	event_start(e, DG_EV_MARKER_SET, rule);
	event_put(e, DG_EV_MARKER_SET_PIECE, piece);
}

static inline void dg_event_activation_ended(struct event *e, int rule,
					     int32_t piece, int32_t sp)
{
	event_start(e, DG_EV_ACTIVATION_ENDED, rule);
	event_put(e, DG_EV_ACTIVATION_ENDED_PIECE, piece);
	event_put(e, DG_EV_ACTIVATION_ENDED_SP, sp);
}

static inline void dg_event_passed(struct event *e, int rule, int32_t piece)
{
	event_start(e, DG_EV_PASSED, rule);
	event_put(e, DG_EV_PASSED_PIECE, piece);
}

static inline void dg_event_path_stopped(struct event *e, int rule,
					 int32_t piece, int32_t before_x,
					 int32_t before_y, struct str reason)
{
	event_start(e, DG_EV_PATH_STOPPED, rule);
	event_put(e, DG_EV_PATH_STOPPED_PIECE, piece);
	event_put_point(e, DG_EV_PATH_STOPPED_BEFORE, before_x, before_y);
	event_put_text(e, DG_EV_PATH_STOPPED_REASON, reason);
}

static inline void dg_event_turned(struct event *e, int rule, int32_t fig,
				   int32_t face, int32_t sp)
{
	event_start(e, DG_EV_TURNED, rule);
	event_put(e, DG_EV_TURNED_FIG, fig);
	event_put(e, DG_EV_TURNED_FACE, face);
	event_put(e, DG_EV_TURNED_SP, sp);
}

static inline void dg_event_free_spin(struct event *e, int rule, int32_t fig,
				      int32_t about, int32_t seat, int32_t face,
				      int32_t turns)
{
	event_start(e, DG_EV_FREE_SPIN, rule);
	event_put(e, DG_EV_FREE_SPIN_FIG, fig);
	event_put(e, DG_EV_FREE_SPIN_ABOUT, about);
	event_put(e, DG_EV_FREE_SPIN_SEAT, seat);
	event_put(e, DG_EV_FREE_SPIN_FACE, face);
	event_put(e, DG_EV_FREE_SPIN_TURNS, turns);
}

static inline void dg_event_nobody_holds(struct event *e, int rule, int32_t fig)
{
	event_start(e, DG_EV_NOBODY_HOLDS, rule);
	event_put(e, DG_EV_NOBODY_HOLDS_FIG, fig);
}

static inline void dg_event_terrify(struct event *e, int rule, int32_t fig,
				    int32_t by, int32_t die, int32_t ok)
{
	event_start(e, DG_EV_TERRIFY, rule);
	event_put(e, DG_EV_TERRIFY_FIG, fig);
	event_put(e, DG_EV_TERRIFY_BY, by);
	event_put(e, DG_EV_TERRIFY_DIE, die);
	event_put(e, DG_EV_TERRIFY_OK, ok);
}

static inline void dg_event_left(struct event *e, int rule, int32_t fig,
				 int32_t mouth, int32_t sp)
{
	event_start(e, DG_EV_LEFT, rule);
	event_put(e, DG_EV_LEFT_FIG, fig);
	event_put(e, DG_EV_LEFT_MOUTH, mouth);
	event_put(e, DG_EV_LEFT_SP, sp);
}

static inline void dg_event_door_opened(struct event *e, int rule, int32_t door,
					int32_t by, int32_t sp)
{
	event_start(e, DG_EV_DOOR_OPENED, rule);
	event_put(e, DG_EV_DOOR_OPENED_DOOR, door);
	event_put(e, DG_EV_DOOR_OPENED_BY, by);
	event_put(e, DG_EV_DOOR_OPENED_SP, sp);
}

static inline void dg_event_door_closed(struct event *e, int rule, int32_t door)
{
	event_start(e, DG_EV_DOOR_CLOSED, rule);
	event_put(e, DG_EV_DOOR_CLOSED_DOOR, door);
}

static inline void dg_event_door_destroyed(struct event *e, int rule,
					   int32_t door, int32_t by)
{
	event_start(e, DG_EV_DOOR_DESTROYED, rule);
	event_put(e, DG_EV_DOOR_DESTROYED_DOOR, door);
	event_put(e, DG_EV_DOOR_DESTROYED_BY, by);
}

static inline void dg_event_declared(struct event *e, int rule, int32_t fig,
				     int32_t terrain)
{
	event_start(e, DG_EV_DECLARED, rule);
	event_put(e, DG_EV_DECLARED_FIG, fig);
	event_put(e, DG_EV_DECLARED_TERRAIN, terrain);
}

static inline void dg_event_teleported(struct event *e, int rule, int32_t fig,
				       int32_t from_x, int32_t from_y,
				       int32_t to_x, int32_t to_y)
{
	event_start(e, DG_EV_TELEPORTED, rule);
	event_put(e, DG_EV_TELEPORTED_FIG, fig);
	event_put_point(e, DG_EV_TELEPORTED_FROM, from_x, from_y);
	event_put_point(e, DG_EV_TELEPORTED_TO, to_x, to_y);
}

static inline void dg_event_section_turned(struct event *e, int rule,
					   int32_t fig, int32_t section,
					   int32_t side, const int32_t *pieces,
					   int n_pieces)
{
	event_start(e, DG_EV_SECTION_TURNED, rule);
	event_put(e, DG_EV_SECTION_TURNED_FIG, fig);
	event_put(e, DG_EV_SECTION_TURNED_SECTION, section);
	event_put(e, DG_EV_SECTION_TURNED_SIDE, side);
	event_put_ints(e, DG_EV_SECTION_TURNED_PIECES, pieces, n_pieces);
}

static inline void dg_event_spawn_short(struct event *e, int rule, int32_t n)
{
	event_start(e, DG_EV_SPAWN_SHORT, rule);
	event_put(e, DG_EV_SPAWN_SHORT_N, n);
}

static inline void dg_event_attack_dice(struct event *e, int rule,
					int32_t attacker, int32_t d1,
					int32_t d2)
{
	event_start(e, DG_EV_ATTACK_DICE, rule);
	event_put(e, DG_EV_ATTACK_DICE_ATTACKER, attacker);
	event_put(e, DG_EV_ATTACK_DICE_D1, d1);
	event_put(e, DG_EV_ATTACK_DICE_D2, d2);
}

static inline void dg_event_dodge_roll(struct event *e, int rule, int32_t fig,
				       int32_t die, int32_t ok)
{
	event_start(e, DG_EV_DODGE_ROLL, rule);
	event_put(e, DG_EV_DODGE_ROLL_FIG, fig);
	event_put(e, DG_EV_DODGE_ROLL_DIE, die);
	event_put(e, DG_EV_DODGE_ROLL_OK, ok);
}

static inline void dg_event_damage_die(struct event *e, int rule, int32_t fig,
				       int32_t ability, int32_t die)
{
	event_start(e, DG_EV_DAMAGE_DIE, rule);
	event_put(e, DG_EV_DAMAGE_DIE_FIG, fig);
	event_put(e, DG_EV_DAMAGE_DIE_ABILITY, ability);
	event_put(e, DG_EV_DAMAGE_DIE_DIE, die);
}

static inline void dg_event_healed(struct event *e, int rule, int32_t fig,
				   int32_t by, int32_t clicks, int32_t click)
{
	event_start(e, DG_EV_HEALED, rule);
	event_put(e, DG_EV_HEALED_FIG, fig);
	event_put(e, DG_EV_HEALED_BY, by);
	event_put(e, DG_EV_HEALED_CLICKS, clicks);
	event_put(e, DG_EV_HEALED_CLICK, click);
}

static inline void dg_event_eliminated(struct event *e, int rule, int32_t fig,
				       int32_t by, int32_t cause, int32_t at_x,
				       int32_t at_y)
{
	event_start(e, DG_EV_ELIMINATED, rule);
	event_put(e, DG_EV_ELIMINATED_FIG, fig);
	event_put(e, DG_EV_ELIMINATED_BY, by);
	event_put(e, DG_EV_ELIMINATED_CAUSE, cause);
	event_put_point(e, DG_EV_ELIMINATED_AT, at_x, at_y);
}

static inline void dg_event_frozen(struct event *e, int rule, int32_t fig,
				   int32_t die, int32_t ok)
{
	event_start(e, DG_EV_FROZEN, rule);
	event_put(e, DG_EV_FROZEN_FIG, fig);
	event_put(e, DG_EV_FROZEN_DIE, die);
	event_put(e, DG_EV_FROZEN_OK, ok);
}

static inline void dg_event_counter(struct event *e, int rule, int32_t fig,
				    int32_t on, int32_t seat, int32_t answers)
{
	event_start(e, DG_EV_COUNTER, rule);
	event_put(e, DG_EV_COUNTER_FIG, fig);
	event_put(e, DG_EV_COUNTER_ON, on);
	event_put(e, DG_EV_COUNTER_SEAT, seat);
	event_put(e, DG_EV_COUNTER_ANSWERS, answers);
}

static inline void dg_event_confused(struct event *e, int rule, int32_t fig,
				     int32_t by, int32_t sp)
{
	event_start(e, DG_EV_CONFUSED, rule);
	event_put(e, DG_EV_CONFUSED_FIG, fig);
	event_put(e, DG_EV_CONFUSED_BY, by);
	event_put(e, DG_EV_CONFUSED_SP, sp);
}

static inline void dg_event_confusion_over(struct event *e, int rule,
					   int32_t fig, int32_t by)
{
	event_start(e, DG_EV_CONFUSION_OVER, rule);
	event_put(e, DG_EV_CONFUSION_OVER_FIG, fig);
	event_put(e, DG_EV_CONFUSION_OVER_BY, by);
}

static inline void dg_event_ability_used(struct event *e, int rule, int32_t fig,
					 int32_t ability, int32_t target)
{
	event_start(e, DG_EV_ABILITY_USED, rule);
	event_put(e, DG_EV_ABILITY_USED_FIG, fig);
	event_put(e, DG_EV_ABILITY_USED_ABILITY, ability);
	event_put(e, DG_EV_ABILITY_USED_TARGET, target);
}

static inline void dg_event_ability_cancelled(struct event *e, int rule,
					      int32_t fig, int32_t ability)
{
	event_start(e, DG_EV_ABILITY_CANCELLED, rule);
	event_put(e, DG_EV_ABILITY_CANCELLED_FIG, fig);
	event_put(e, DG_EV_ABILITY_CANCELLED_ABILITY, ability);
}

static inline void dg_event_rammed(struct event *e, int rule, int32_t fig)
{
	event_start(e, DG_EV_RAMMED, rule);
	event_put(e, DG_EV_RAMMED_FIG, fig);
}

static inline void dg_event_pole_armed(struct event *e, int rule, int32_t fig,
				       int32_t by)
{
	event_start(e, DG_EV_POLE_ARMED, rule);
	event_put(e, DG_EV_POLE_ARMED_FIG, fig);
	event_put(e, DG_EV_POLE_ARMED_BY, by);
}

static inline void dg_event_trap_revealed(struct event *e, int rule,
					  int32_t chest, int32_t fig,
					  int32_t die, int32_t position,
					  int32_t state)
{
	event_start(e, DG_EV_TRAP_REVEALED, rule);
	event_put(e, DG_EV_TRAP_REVEALED_CHEST, chest);
	event_put(e, DG_EV_TRAP_REVEALED_FIG, fig);
	event_put(e, DG_EV_TRAP_REVEALED_DIE, die);
	event_put(e, DG_EV_TRAP_REVEALED_POSITION, position);
	event_put(e, DG_EV_TRAP_REVEALED_STATE, state);
}

static inline void dg_event_chest_removed(struct event *e, int rule,
					  int32_t chest)
{
	event_start(e, DG_EV_CHEST_REMOVED, rule);
	event_put(e, DG_EV_CHEST_REMOVED_CHEST, chest);
}

static inline void dg_event_chest_assigned(struct event *e, int rule,
					   int32_t chest, int32_t fig)
{
	event_start(e, DG_EV_CHEST_ASSIGNED, rule);
	event_put(e, DG_EV_CHEST_ASSIGNED_CHEST, chest);
	event_put(e, DG_EV_CHEST_ASSIGNED_FIG, fig);
}

static inline void dg_event_chest_stored(struct event *e, int rule,
					 int32_t chest, int32_t fig)
{
	event_start(e, DG_EV_CHEST_STORED, rule);
	event_put(e, DG_EV_CHEST_STORED_CHEST, chest);
	event_put(e, DG_EV_CHEST_STORED_FIG, fig);
}

static inline void dg_event_potion_used(struct event *e, int rule,
					int32_t chest, int32_t fig)
{
	event_start(e, DG_EV_POTION_USED, rule);
	event_put(e, DG_EV_POTION_USED_CHEST, chest);
	event_put(e, DG_EV_POTION_USED_FIG, fig);
}

static inline void dg_event_chest_stolen(struct event *e, int rule,
					 int32_t chest, int32_t from,
					 int32_t to, int32_t pick, int32_t of)
{
	event_start(e, DG_EV_CHEST_STOLEN, rule);
	event_put(e, DG_EV_CHEST_STOLEN_CHEST, chest);
	event_put(e, DG_EV_CHEST_STOLEN_FROM, from);
	event_put(e, DG_EV_CHEST_STOLEN_TO, to);
	event_put(e, DG_EV_CHEST_STOLEN_PICK, pick);
	event_put(e, DG_EV_CHEST_STOLEN_OF, of);
}

static inline void dg_event_drop_due(struct event *e, int rule, int32_t chest,
				     int32_t seat, int32_t how, int32_t near_x,
				     int32_t near_y)
{
	event_start(e, DG_EV_DROP_DUE, rule);
	event_put(e, DG_EV_DROP_DUE_CHEST, chest);
	event_put(e, DG_EV_DROP_DUE_SEAT, seat);
	event_put(e, DG_EV_DROP_DUE_HOW, how);
	event_put_point(e, DG_EV_DROP_DUE_NEAR, near_x, near_y);
}

static inline void dg_event_swap_offered(struct event *e, int rule,
					 int32_t seat, int32_t given,
					 int32_t wanted)
{
	event_start(e, DG_EV_SWAP_OFFERED, rule);
	event_put(e, DG_EV_SWAP_OFFERED_SEAT, seat);
	event_put(e, DG_EV_SWAP_OFFERED_GIVEN, given);
	event_put(e, DG_EV_SWAP_OFFERED_WANTED, wanted);
}

static inline void dg_event_swapped(struct event *e, int rule, int32_t first,
				    int32_t second)
{
	event_start(e, DG_EV_SWAPPED, rule);
	event_put(e, DG_EV_SWAPPED_FIRST, first);
	event_put(e, DG_EV_SWAPPED_SECOND, second);
}

static inline void dg_event_xp_gained(struct event *e, int rule, int32_t seat,
				      int32_t points, int32_t total,
				      int32_t levels)
{
	event_start(e, DG_EV_XP_GAINED, rule);
	event_put(e, DG_EV_XP_GAINED_SEAT, seat);
	event_put(e, DG_EV_XP_GAINED_POINTS, points);
	event_put(e, DG_EV_XP_GAINED_TOTAL, total);
	event_put(e, DG_EV_XP_GAINED_LEVELS, levels);
}

static inline void dg_event_level_raised(struct event *e, int rule, int32_t fig,
					 int32_t level, int32_t click)
{
	event_start(e, DG_EV_LEVEL_RAISED, rule);
	event_put(e, DG_EV_LEVEL_RAISED_FIG, fig);
	event_put(e, DG_EV_LEVEL_RAISED_LEVEL, level);
	event_put(e, DG_EV_LEVEL_RAISED_CLICK, click);
}

static inline void dg_event_levels_wait(struct event *e, int rule, int32_t seat,
					int32_t n, int32_t lost)
{
	event_start(e, DG_EV_LEVELS_WAIT, rule);
	event_put(e, DG_EV_LEVELS_WAIT_SEAT, seat);
	event_put(e, DG_EV_LEVELS_WAIT_N, n);
	event_put(e, DG_EV_LEVELS_WAIT_LOST, lost);
}

static inline void dg_event_levels_due(struct event *e, int rule, int32_t seat,
				       int32_t n, int32_t fig)
{
	event_start(e, DG_EV_LEVELS_DUE, rule);
	event_put(e, DG_EV_LEVELS_DUE_SEAT, seat);
	event_put(e, DG_EV_LEVELS_DUE_N, n);
	event_put(e, DG_EV_LEVELS_DUE_FIG, fig);
}

static inline void dg_event_gold_counted(struct event *e, int rule,
					 int32_t seat, int32_t gold,
					 int32_t team, int32_t xp)
{
	event_start(e, DG_EV_GOLD_COUNTED, rule);
	event_put(e, DG_EV_GOLD_COUNTED_SEAT, seat);
	event_put(e, DG_EV_GOLD_COUNTED_GOLD, gold);
	event_put(e, DG_EV_GOLD_COUNTED_TEAM, team);
	event_put(e, DG_EV_GOLD_COUNTED_XP, xp);
}

static inline void dg_event_withdrawn(struct event *e, int rule, int32_t seat,
				      const int32_t *figs, int n_figs)
{
	event_start(e, DG_EV_WITHDRAWN, rule);
	event_put(e, DG_EV_WITHDRAWN_SEAT, seat);
	event_put_ints(e, DG_EV_WITHDRAWN_FIGS, figs, n_figs);
}

static inline void dg_event_game_over(struct event *e, int rule,
				      const int32_t *winners, int n_winners)
{
	event_start(e, DG_EV_GAME_OVER, rule);
	event_put_ints(e, DG_EV_GAME_OVER_WINNERS, winners, n_winners);
}

static inline void dg_event_asked(struct event *e, int rule, int32_t seat,
				  int32_t what, int32_t fig, int32_t about)
{
	event_start(e, DG_EV_ASKED, rule);
	event_put(e, DG_EV_ASKED_SEAT, seat);
	event_put(e, DG_EV_ASKED_WHAT, what);
	event_put(e, DG_EV_ASKED_FIG, fig);
	event_put(e, DG_EV_ASKED_ABOUT, about);
}

static inline void dg_event_suspended(struct event *e, int rule,
				      const int32_t *jobs, int n_jobs)
{
	event_start(e, DG_EV_SUSPENDED, rule);
	event_put_ints(e, DG_EV_SUSPENDED_JOBS, jobs, n_jobs);
}

static inline void dg_event_answered(struct event *e, int rule, int32_t seat)
{
	event_start(e, DG_EV_ANSWERED, rule);
	event_put(e, DG_EV_ANSWERED_SEAT, seat);
}

static inline void dg_event_policy_set(struct event *e, int rule, int32_t seat,
				       int32_t what, int32_t fig,
				       const int32_t *value, int n_value)
{
	event_start(e, DG_EV_POLICY_SET, rule);
	event_put(e, DG_EV_POLICY_SET_SEAT, seat);
	event_put(e, DG_EV_POLICY_SET_WHAT, what);
	event_put(e, DG_EV_POLICY_SET_FIG, fig);
	event_put_ints(e, DG_EV_POLICY_SET_VALUE, value, n_value);
}

static inline void dg_event_stopped(struct event *e, int rule, int32_t piece)
{
	event_start(e, DG_EV_STOPPED, rule);
	event_put(e, DG_EV_STOPPED_PIECE, piece);
}

static inline void dg_event_unnoticed(struct event *e, int rule, int32_t fig,
				      const int32_t *tokens, int n_tokens)
{
	event_start(e, DG_EV_UNNOTICED, rule);
	event_put(e, DG_EV_UNNOTICED_FIG, fig);
	event_put_ints(e, DG_EV_UNNOTICED_TOKENS, tokens, n_tokens);
}

static inline void dg_event_treasure_carried(struct event *e, int rule,
					     int32_t seat, int32_t chest,
					     int32_t model, int32_t treasure,
					     int32_t spoil)
{
	event_start(e, DG_EV_TREASURE_CARRIED, rule);
	event_put(e, DG_EV_TREASURE_CARRIED_SEAT, seat);
	event_put(e, DG_EV_TREASURE_CARRIED_CHEST, chest);
	event_put(e, DG_EV_TREASURE_CARRIED_MODEL, model);
	event_put(e, DG_EV_TREASURE_CARRIED_TREASURE, treasure);
	event_put(e, DG_EV_TREASURE_CARRIED_SPOIL, spoil);
}
#endif
