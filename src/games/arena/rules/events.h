/*
 * src/games/arena/rules/events.h - made of events.def by
 * src/tools/gen_events.py: change that list, then run this program.
 */
#ifndef GAMES_ARENA_RULES_EVENTS_H
#define GAMES_ARENA_RULES_EVENTS_H
#include "engine/event.h"

enum ar_event {
	AR_EV_CARD_DEFINED = EVENT_FIRST_OWN,
	AR_EV_BOARD_LAID,
	AR_EV_MAGE_CHOSEN,
	AR_EV_BOOK_SEALED,
	AR_EV_BOOK_SET,
	AR_EV_BOOK,
	AR_EV_RETURNED,
	AR_EV_INITIATIVE_ROLLED,
	AR_EV_INITIATIVE,
	AR_EV_PHASE,
	AR_EV_STEP,
	AR_EV_RESET,
	AR_EV_CHANNELED,
	AR_EV_MANA,
	AR_EV_UPKEEP,
	AR_EV_ROUND_ENDED,
	AR_EV_PLAN_SET,
	AR_EV_PLAN_IN,
	AR_EV_PLANNED,
	AR_EV_UNPLANNED,
	AR_EV_ENTERED,
	AR_EV_HIDDEN_IS,
	AR_EV_LOOKED,
	AR_EV_LOOKED_AT,
	AR_EV_REVEALED,
	AR_EV_FIZZLED,
	AR_EV_ATTACHED,
	AR_EV_CONTROL,
	AR_EV_BOUND,
	AR_EV_LEFT,
	AR_EV_DISCARDED,
	AR_EV_UNDISCARDED,
	AR_EV_COND,
	AR_EV_TOKEN,
	AR_EV_LIFE,
	AR_EV_MOD_ON,
	AR_EV_MOD_OFF,
	AR_EV_NOTED,
	AR_EV_SEAT_NOTED,
	AR_EV_PAIR,
	AR_EV_ACTIVATED,
	AR_EV_PASSED,
	AR_EV_GUARD,
	AR_EV_ACTION_ENDED,
	AR_EV_MOVE,
	AR_EV_MOVED,
	AR_EV_MOVE_STOPPED,
	AR_EV_HINDERED,
	AR_EV_BASHED,
	AR_EV_STEP_SKIPPED,
	AR_EV_CAST,
	AR_EV_SPELL_ENDED,
	AR_EV_REDIRECTED,
	AR_EV_ABILITY,
	AR_EV_ATTACK,
	AR_EV_ATTACK_CANCELLED,
	AR_EV_D12,
	AR_EV_DICE,
	AR_EV_DAMAGE,
	AR_EV_DIRECT,
	AR_EV_HEALED,
	AR_EV_EFFECT,
	AR_EV_STRIKE,
	AR_EV_ATTACK_ENDED,
	AR_EV_LINE_SET,
	AR_EV_LINE_GONE,
	AR_EV_TRIGGERED,
	AR_EV_STOPPED,
	AR_EV_ASKED,
	AR_EV_ANSWERED,
	AR_EV_SUSPENDED,
	AR_EV_PLAN_KEPT,
	AR_EV_MAGE_FELL,
	AR_EV_OVER,
	AR_EV_CHECKED,
	AR_EV_ENTRY_KEPT,
	AR_EVENTS_END,
	N_AR_EVENTS = AR_EVENTS_END - EVENT_FIRST_OWN
};

/* the fields of each kind of event, from 0 */
enum ar_event_field {
	AR_EV_CARD_DEFINED_CARD = 0,
	AR_EV_CARD_DEFINED_KEY,
	AR_EV_CARD_DEFINED_NAME_EN,
	AR_EV_CARD_DEFINED_NAME_ES,
	AR_EV_CARD_DEFINED_NUMBERS,
	AR_EV_CARD_DEFINED_TRAITS,
	AR_EV_CARD_DEFINED_PROFILES,
	AR_EV_CARD_DEFINED_NAMES,
	AR_EV_CARD_DEFINED_PROGRAM,
	N_AR_FIELDS_CARD_DEFINED,
	AR_EV_BOARD_LAID_SIZE = 0,
	N_AR_FIELDS_BOARD_LAID,
	AR_EV_MAGE_CHOSEN_SEAT = 0,
	AR_EV_MAGE_CHOSEN_CLASS,
	AR_EV_MAGE_CHOSEN_ELEMENT,
	AR_EV_MAGE_CHOSEN_SIDE,
	N_AR_FIELDS_MAGE_CHOSEN,
	AR_EV_BOOK_SEALED_SEAT = 0,
	AR_EV_BOOK_SEALED_SECRET,
	N_AR_FIELDS_BOOK_SEALED,
	AR_EV_BOOK_SET_SEAT = 0,
	AR_EV_BOOK_SET_CARDS,
	N_AR_FIELDS_BOOK_SET,
	AR_EV_BOOK_SEAT = 0,
	AR_EV_BOOK_CARD,
	AR_EV_BOOK_DELTA,
	N_AR_FIELDS_BOOK,
	AR_EV_RETURNED_SEAT = 0,
	AR_EV_RETURNED_COUNT,
	AR_EV_RETURNED_CARD,
	N_AR_FIELDS_RETURNED,
	AR_EV_INITIATIVE_ROLLED_SEATS = 0,
	AR_EV_INITIATIVE_ROLLED_DICE,
	AR_EV_INITIATIVE_ROLLED_WINNER,
	N_AR_FIELDS_INITIATIVE_ROLLED,
	AR_EV_INITIATIVE_SEAT = 0,
	N_AR_FIELDS_INITIATIVE,
	AR_EV_PHASE_PHASE = 0,
	AR_EV_PHASE_ROUND,
	N_AR_FIELDS_PHASE,
	AR_EV_STEP_STEP = 0,
	AR_EV_STEP_TURN,
	AR_EV_STEP_ACTOR,
	N_AR_FIELDS_STEP,
	N_AR_FIELDS_RESET = 0,
	AR_EV_CHANNELED_OBJ = 0,
	AR_EV_CHANNELED_AMOUNT,
	AR_EV_CHANNELED_NOW,
	AR_EV_CHANNELED_MODS,
	N_AR_FIELDS_CHANNELED,
	AR_EV_MANA_SEAT = 0,
	AR_EV_MANA_OBJ,
	AR_EV_MANA_DELTA,
	AR_EV_MANA_NOW,
	AR_EV_MANA_CAUSE,
	AR_EV_MANA_ABOUT,
	N_AR_FIELDS_MANA,
	AR_EV_UPKEEP_OBJ = 0,
	AR_EV_UPKEEP_SEAT,
	AR_EV_UPKEEP_AMOUNT,
	AR_EV_UPKEEP_PAID,
	N_AR_FIELDS_UPKEEP,
	AR_EV_ROUND_ENDED_ROUND = 0,
	N_AR_FIELDS_ROUND_ENDED,
	AR_EV_PLAN_SET_SEAT = 0,
	AR_EV_PLAN_SET_PLAN,
	N_AR_FIELDS_PLAN_SET,
	AR_EV_PLAN_IN_SEAT = 0,
	AR_EV_PLAN_IN_IN,
	N_AR_FIELDS_PLAN_IN,
	AR_EV_PLANNED_SEAT = 0,
	AR_EV_PLANNED_OBJ,
	AR_EV_PLANNED_COUNT,
	N_AR_FIELDS_PLANNED,
	AR_EV_UNPLANNED_SEAT = 0,
	AR_EV_UNPLANNED_OBJ,
	AR_EV_UNPLANNED_CARD,
	N_AR_FIELDS_UNPLANNED,
	AR_EV_ENTERED_OBJ = 0,
	AR_EV_ENTERED_CARD,
	AR_EV_ENTERED_OWNER,
	AR_EV_ENTERED_CTL,
	AR_EV_ENTERED_ZONE,
	AR_EV_ENTERED_BORDER,
	AR_EV_ENTERED_HOST,
	AR_EV_ENTERED_SLOTS,
	AR_EV_ENTERED_ACTIVE,
	AR_EV_ENTERED_SUMMONED,
	N_AR_FIELDS_ENTERED,
	AR_EV_HIDDEN_IS_OBJ = 0,
	AR_EV_HIDDEN_IS_CARD,
	AR_EV_HIDDEN_IS_SECRET,
	N_AR_FIELDS_HIDDEN_IS,
	AR_EV_LOOKED_OBJ = 0,
	AR_EV_LOOKED_SEAT,
	AR_EV_LOOKED_BY,
	N_AR_FIELDS_LOOKED,
	AR_EV_LOOKED_AT_OBJ = 0,
	AR_EV_LOOKED_AT_SEAT,
	AR_EV_LOOKED_AT_CARD,
	N_AR_FIELDS_LOOKED_AT,
	AR_EV_REVEALED_OBJ = 0,
	AR_EV_REVEALED_CARD,
	AR_EV_REVEALED_SEAT,
	AR_EV_REVEALED_COST,
	AR_EV_REVEALED_HOST,
	AR_EV_REVEALED_WINDOW,
	AR_EV_REVEALED_FORCED,
	N_AR_FIELDS_REVEALED,
	AR_EV_FIZZLED_OBJ = 0,
	AR_EV_FIZZLED_CARD,
	AR_EV_FIZZLED_CAUSE,
	N_AR_FIELDS_FIZZLED,
	AR_EV_ATTACHED_OBJ = 0,
	AR_EV_ATTACHED_FROM,
	AR_EV_ATTACHED_TO,
	N_AR_FIELDS_ATTACHED,
	AR_EV_CONTROL_OBJ = 0,
	AR_EV_CONTROL_SEAT,
	N_AR_FIELDS_CONTROL,
	AR_EV_BOUND_OBJ = 0,
	AR_EV_BOUND_CARD,
	AR_EV_BOUND_ANY,
	N_AR_FIELDS_BOUND,
	AR_EV_LEFT_OBJ = 0,
	AR_EV_LEFT_CARD,
	AR_EV_LEFT_OWNER,
	AR_EV_LEFT_CTL,
	AR_EV_LEFT_ZONE,
	AR_EV_LEFT_CAUSE,
	AR_EV_LEFT_BY,
	AR_EV_LEFT_TO,
	N_AR_FIELDS_LEFT,
	AR_EV_DISCARDED_SEAT = 0,
	AR_EV_DISCARDED_CARD,
	AR_EV_DISCARDED_PLAY,
	N_AR_FIELDS_DISCARDED,
	AR_EV_UNDISCARDED_SEAT = 0,
	AR_EV_UNDISCARDED_CARD,
	N_AR_FIELDS_UNDISCARDED,
	AR_EV_COND_OBJ = 0,
	AR_EV_COND_COND,
	AR_EV_COND_DELTA,
	AR_EV_COND_NOW,
	AR_EV_COND_KEEP,
	AR_EV_COND_BY,
	N_AR_FIELDS_COND,
	AR_EV_TOKEN_OBJ = 0,
	AR_EV_TOKEN_TOKEN,
	AR_EV_TOKEN_DELTA,
	AR_EV_TOKEN_NOW,
	N_AR_FIELDS_TOKEN,
	AR_EV_LIFE_OBJ = 0,
	AR_EV_LIFE_DELTA,
	AR_EV_LIFE_NOW,
	N_AR_FIELDS_LIFE,
	AR_EV_MOD_ON_OBJ = 0,
	AR_EV_MOD_ON_TRAIT,
	AR_EV_MOD_ON_AMOUNT,
	AR_EV_MOD_ON_FILTER,
	AR_EV_MOD_ON_DURATION,
	AR_EV_MOD_ON_CARD,
	N_AR_FIELDS_MOD_ON,
	AR_EV_MOD_OFF_OBJ = 0,
	AR_EV_MOD_OFF_DURATION,
	N_AR_FIELDS_MOD_OFF,
	AR_EV_NOTED_OBJ = 0,
	AR_EV_NOTED_WHAT,
	AR_EV_NOTED_VALUE,
	N_AR_FIELDS_NOTED,
	AR_EV_SEAT_NOTED_SEAT = 0,
	AR_EV_SEAT_NOTED_WHAT,
	AR_EV_SEAT_NOTED_VALUE,
	N_AR_FIELDS_SEAT_NOTED,
	AR_EV_PAIR_WHAT = 0,
	AR_EV_PAIR_A,
	AR_EV_PAIR_B,
	N_AR_FIELDS_PAIR,
	AR_EV_ACTIVATED_OBJ = 0,
	AR_EV_ACTIVATED_SEAT,
	AR_EV_ACTIVATED_BOOST,
	N_AR_FIELDS_ACTIVATED,
	AR_EV_PASSED_SEAT = 0,
	AR_EV_PASSED_OWN,
	AR_EV_PASSED_MOST,
	N_AR_FIELDS_PASSED,
	AR_EV_GUARD_OBJ = 0,
	AR_EV_GUARD_ON,
	N_AR_FIELDS_GUARD,
	AR_EV_ACTION_ENDED_OBJ = 0,
	N_AR_FIELDS_ACTION_ENDED,
	AR_EV_MOVE_OBJ = 0,
	AR_EV_MOVE_FROM,
	AR_EV_MOVE_TO,
	AR_EV_MOVE_HOW,
	N_AR_FIELDS_MOVE,
	AR_EV_MOVED_OBJ = 0,
	AR_EV_MOVED_FROM,
	AR_EV_MOVED_TO,
	AR_EV_MOVED_HOW,
	AR_EV_MOVED_BY,
	N_AR_FIELDS_MOVED,
	AR_EV_MOVE_STOPPED_OBJ = 0,
	AR_EV_MOVE_STOPPED_AT,
	AR_EV_MOVE_STOPPED_CAUSE,
	N_AR_FIELDS_MOVE_STOPPED,
	AR_EV_HINDERED_OBJ = 0,
	AR_EV_HINDERED_BY,
	N_AR_FIELDS_HINDERED,
	AR_EV_BASHED_OBJ = 0,
	AR_EV_BASHED_AT,
	AR_EV_BASHED_BY,
	N_AR_FIELDS_BASHED,
	AR_EV_STEP_SKIPPED_SEAT = 0,
	AR_EV_STEP_SKIPPED_OBJ,
	AR_EV_STEP_SKIPPED_NUMBER,
	AR_EV_STEP_SKIPPED_REASON,
	AR_EV_STEP_SKIPPED_ARGS,
	N_AR_FIELDS_STEP_SKIPPED,
	AR_EV_CAST_CASTER = 0,
	AR_EV_CAST_SEAT,
	AR_EV_CAST_CARD,
	AR_EV_CAST_TARGET,
	AR_EV_CAST_COST,
	AR_EV_CAST_X,
	AR_EV_CAST_BY,
	AR_EV_CAST_ITEM,
	N_AR_FIELDS_CAST,
	AR_EV_SPELL_ENDED_CASTER = 0,
	AR_EV_SPELL_ENDED_SEAT,
	AR_EV_SPELL_ENDED_CARD,
	AR_EV_SPELL_ENDED_HOW,
	AR_EV_SPELL_ENDED_BY,
	N_AR_FIELDS_SPELL_ENDED,
	AR_EV_REDIRECTED_CARD = 0,
	AR_EV_REDIRECTED_SEAT,
	AR_EV_REDIRECTED_TO,
	AR_EV_REDIRECTED_COST,
	N_AR_FIELDS_REDIRECTED,
	AR_EV_ABILITY_OBJ = 0,
	AR_EV_ABILITY_SOURCE,
	AR_EV_ABILITY_CARD,
	AR_EV_ABILITY_TARGET,
	N_AR_FIELDS_ABILITY,
	AR_EV_ATTACK_ATTACKER = 0,
	AR_EV_ATTACK_SOURCE,
	AR_EV_ATTACK_CARD,
	AR_EV_ATTACK_PROFILE,
	AR_EV_ATTACK_KIND,
	AR_EV_ATTACK_TARGET,
	AR_EV_ATTACK_FORCED,
	AR_EV_ATTACK_FLIGHT,
	N_AR_FIELDS_ATTACK,
	AR_EV_ATTACK_CANCELLED_ATTACKER = 0,
	AR_EV_ATTACK_CANCELLED_TARGET,
	AR_EV_ATTACK_CANCELLED_CAUSE,
	AR_EV_ATTACK_CANCELLED_LOST,
	N_AR_FIELDS_ATTACK_CANCELLED,
	AR_EV_D12_OBJ = 0,
	AR_EV_D12_WHAT,
	AR_EV_D12_DIE,
	AR_EV_D12_MODS,
	AR_EV_D12_TOTAL,
	AR_EV_D12_NEEDED,
	AR_EV_D12_OK,
	AR_EV_D12_AGAIN,
	N_AR_FIELDS_D12,
	AR_EV_DICE_ATTACKER = 0,
	AR_EV_DICE_TARGET,
	AR_EV_DICE_STRIKE,
	AR_EV_DICE_MODS,
	AR_EV_DICE_FACES,
	AR_EV_DICE_EFFECT,
	AR_EV_DICE_EFFECT_MODS,
	AR_EV_DICE_EFFECT_TOTAL,
	AR_EV_DICE_AGAIN,
	N_AR_FIELDS_DICE,
	AR_EV_DAMAGE_TARGET = 0,
	AR_EV_DAMAGE_BY,
	AR_EV_DAMAGE_NORMAL,
	AR_EV_DAMAGE_ARMOR,
	AR_EV_DAMAGE_PIERCING,
	AR_EV_DAMAGE_CRITICAL,
	AR_EV_DAMAGE_PREVENTED,
	AR_EV_DAMAGE_TOTAL,
	AR_EV_DAMAGE_NOW,
	AR_EV_DAMAGE_LIFE,
	AR_EV_DAMAGE_MODS,
	N_AR_FIELDS_DAMAGE,
	AR_EV_DIRECT_TARGET = 0,
	AR_EV_DIRECT_BY,
	AR_EV_DIRECT_CARD,
	AR_EV_DIRECT_TYPE,
	AR_EV_DIRECT_FACES,
	AR_EV_DIRECT_TOTAL,
	AR_EV_DIRECT_NOW,
	AR_EV_DIRECT_LIFE,
	N_AR_FIELDS_DIRECT,
	AR_EV_HEALED_TARGET = 0,
	AR_EV_HEALED_BY,
	AR_EV_HEALED_FACES,
	AR_EV_HEALED_AMOUNT,
	AR_EV_HEALED_WASTED,
	AR_EV_HEALED_NOW,
	N_AR_FIELDS_HEALED,
	AR_EV_EFFECT_TARGET = 0,
	AR_EV_EFFECT_TOTAL,
	AR_EV_EFFECT_EFFECT,
	AR_EV_EFFECT_COUNT,
	AR_EV_EFFECT_OK,
	N_AR_FIELDS_EFFECT,
	AR_EV_STRIKE_ATTACKER = 0,
	AR_EV_STRIKE_TARGET,
	AR_EV_STRIKE_STRIKE,
	AR_EV_STRIKE_RESULT,
	N_AR_FIELDS_STRIKE,
	AR_EV_ATTACK_ENDED_ATTACKER = 0,
	AR_EV_ATTACK_ENDED_TARGET,
	AR_EV_ATTACK_ENDED_HELD,
	N_AR_FIELDS_ATTACK_ENDED,
	AR_EV_LINE_SET_SEAT = 0,
	AR_EV_LINE_SET_LINE,
	N_AR_FIELDS_LINE_SET,
	AR_EV_LINE_GONE_SEAT = 0,
	AR_EV_LINE_GONE_NUMBER,
	AR_EV_LINE_GONE_CAUSE,
	N_AR_FIELDS_LINE_GONE,
	AR_EV_TRIGGERED_SEAT = 0,
	AR_EV_TRIGGERED_NUMBER,
	AR_EV_TRIGGERED_WINDOW,
	N_AR_FIELDS_TRIGGERED,
	AR_EV_STOPPED_SEAT = 0,
	AR_EV_STOPPED_COUNTED,
	N_AR_FIELDS_STOPPED,
	AR_EV_ASKED_SEAT = 0,
	AR_EV_ASKED_WHAT,
	AR_EV_ASKED_ABOUT,
	AR_EV_ASKED_WINDOW,
	N_AR_FIELDS_ASKED,
	AR_EV_ANSWERED_SEAT = 0,
	N_AR_FIELDS_ANSWERED,
	AR_EV_SUSPENDED_AT = 0,
	AR_EV_SUSPENDED_WORDS,
	N_AR_FIELDS_SUSPENDED,
	AR_EV_PLAN_KEPT_WORDS = 0,
	N_AR_FIELDS_PLAN_KEPT,
	AR_EV_MAGE_FELL_SEAT = 0,
	AR_EV_MAGE_FELL_RESIGNED,
	N_AR_FIELDS_MAGE_FELL,
	AR_EV_OVER_WINNERS = 0,
	N_AR_FIELDS_OVER,
	AR_EV_CHECKED_ATTACKER = 0,
	AR_EV_CHECKED_TARGET,
	AR_EV_CHECKED_CARD,
	AR_EV_CHECKED_PROFILE,
	AR_EV_CHECKED_DICE,
	AR_EV_CHECKED_MODS,
	AR_EV_CHECKED_ARMOR,
	AR_EV_CHECKED_LEGAL,
	N_AR_FIELDS_CHECKED,
	AR_EV_ENTRY_KEPT_SEAT = 0,
	AR_EV_ENTRY_KEPT_OBJ,
	AR_EV_ENTRY_KEPT_WORDS,
	N_AR_FIELDS_ENTRY_KEPT
};

static inline void ar_event_board_laid(struct event *e, int rule,
				       int32_t size_x, int32_t size_y)
{
	event_start(e, AR_EV_BOARD_LAID, rule);
	event_put_point(e, AR_EV_BOARD_LAID_SIZE, size_x, size_y);
}

static inline void ar_event_mage_chosen(struct event *e, int rule, int32_t seat,
					int32_t class, int32_t element,
					int32_t side)
{
	event_start(e, AR_EV_MAGE_CHOSEN, rule);
	event_put(e, AR_EV_MAGE_CHOSEN_SEAT, seat);
	event_put(e, AR_EV_MAGE_CHOSEN_CLASS, class);
	event_put(e, AR_EV_MAGE_CHOSEN_ELEMENT, element);
	event_put(e, AR_EV_MAGE_CHOSEN_SIDE, side);
}

static inline void ar_event_book_sealed(struct event *e, int rule, int32_t seat,
					int32_t secret)
{
	event_start(e, AR_EV_BOOK_SEALED, rule);
	event_put(e, AR_EV_BOOK_SEALED_SEAT, seat);
	event_put(e, AR_EV_BOOK_SEALED_SECRET, secret);
}

static inline void ar_event_book_set(struct event *e, int rule, int32_t seat,
				     const int32_t *cards, int n_cards)
{
	event_start(e, AR_EV_BOOK_SET, rule);
	event_put(e, AR_EV_BOOK_SET_SEAT, seat);
	event_put_ints(e, AR_EV_BOOK_SET_CARDS, cards, n_cards);
}

static inline void ar_event_book(struct event *e, int rule, int32_t seat,
				 int32_t card, int32_t delta)
{
	event_start(e, AR_EV_BOOK, rule);
	event_put(e, AR_EV_BOOK_SEAT, seat);
	event_put(e, AR_EV_BOOK_CARD, card);
	event_put(e, AR_EV_BOOK_DELTA, delta);
}

static inline void ar_event_returned(struct event *e, int rule, int32_t seat,
				     int32_t count, int32_t card)
{
	event_start(e, AR_EV_RETURNED, rule);
	event_put(e, AR_EV_RETURNED_SEAT, seat);
	event_put(e, AR_EV_RETURNED_COUNT, count);
	event_put(e, AR_EV_RETURNED_CARD, card);
}

static inline void ar_event_initiative_rolled(struct event *e, int rule,
					      const int32_t *seats, int n_seats,
					      const int32_t *dice, int n_dice,
					      int32_t winner)
{
	event_start(e, AR_EV_INITIATIVE_ROLLED, rule);
	event_put_ints(e, AR_EV_INITIATIVE_ROLLED_SEATS, seats, n_seats);
	event_put_ints(e, AR_EV_INITIATIVE_ROLLED_DICE, dice, n_dice);
	event_put(e, AR_EV_INITIATIVE_ROLLED_WINNER, winner);
}

static inline void ar_event_initiative(struct event *e, int rule, int32_t seat)
{
	event_start(e, AR_EV_INITIATIVE, rule);
	event_put(e, AR_EV_INITIATIVE_SEAT, seat);
}

static inline void ar_event_phase(struct event *e, int rule, int32_t phase,
				  int32_t round)
{
	event_start(e, AR_EV_PHASE, rule);
	event_put(e, AR_EV_PHASE_PHASE, phase);
	event_put(e, AR_EV_PHASE_ROUND, round);
}

static inline void ar_event_step(struct event *e, int rule, int32_t step,
				 int32_t turn, int32_t actor)
{
	event_start(e, AR_EV_STEP, rule);
	event_put(e, AR_EV_STEP_STEP, step);
	event_put(e, AR_EV_STEP_TURN, turn);
	event_put(e, AR_EV_STEP_ACTOR, actor);
}

static inline void ar_event_channeled(struct event *e, int rule, int32_t obj,
				      int32_t amount, int32_t now,
				      const int32_t *mods, int n_mods)
{
	event_start(e, AR_EV_CHANNELED, rule);
	event_put(e, AR_EV_CHANNELED_OBJ, obj);
	event_put(e, AR_EV_CHANNELED_AMOUNT, amount);
	event_put(e, AR_EV_CHANNELED_NOW, now);
	event_put_ints(e, AR_EV_CHANNELED_MODS, mods, n_mods);
}

static inline void ar_event_upkeep(struct event *e, int rule, int32_t obj,
				   int32_t seat, int32_t amount, int32_t paid)
{
	event_start(e, AR_EV_UPKEEP, rule);
	event_put(e, AR_EV_UPKEEP_OBJ, obj);
	event_put(e, AR_EV_UPKEEP_SEAT, seat);
	event_put(e, AR_EV_UPKEEP_AMOUNT, amount);
	event_put(e, AR_EV_UPKEEP_PAID, paid);
}

static inline void ar_event_round_ended(struct event *e, int rule,
					int32_t round)
{
	event_start(e, AR_EV_ROUND_ENDED, rule);
	event_put(e, AR_EV_ROUND_ENDED_ROUND, round);
}

static inline void ar_event_plan_set(struct event *e, int rule, int32_t seat,
				     const int32_t *plan, int n_plan)
{
	event_start(e, AR_EV_PLAN_SET, rule);
	event_put(e, AR_EV_PLAN_SET_SEAT, seat);
	event_put_ints(e, AR_EV_PLAN_SET_PLAN, plan, n_plan);
}

static inline void ar_event_plan_in(struct event *e, int rule, int32_t seat,
				    int32_t in)
{
	event_start(e, AR_EV_PLAN_IN, rule);
	event_put(e, AR_EV_PLAN_IN_SEAT, seat);
	event_put(e, AR_EV_PLAN_IN_IN, in);
}

static inline void ar_event_planned(struct event *e, int rule, int32_t seat,
				    int32_t obj, int32_t count)
{
	event_start(e, AR_EV_PLANNED, rule);
	event_put(e, AR_EV_PLANNED_SEAT, seat);
	event_put(e, AR_EV_PLANNED_OBJ, obj);
	event_put(e, AR_EV_PLANNED_COUNT, count);
}

static inline void ar_event_unplanned(struct event *e, int rule, int32_t seat,
				      int32_t obj, int32_t card)
{
	event_start(e, AR_EV_UNPLANNED, rule);
	event_put(e, AR_EV_UNPLANNED_SEAT, seat);
	event_put(e, AR_EV_UNPLANNED_OBJ, obj);
	event_put(e, AR_EV_UNPLANNED_CARD, card);
}

static inline void ar_event_hidden_is(struct event *e, int rule, int32_t obj,
				      int32_t card, int32_t secret)
{
	event_start(e, AR_EV_HIDDEN_IS, rule);
	event_put(e, AR_EV_HIDDEN_IS_OBJ, obj);
	event_put(e, AR_EV_HIDDEN_IS_CARD, card);
	event_put(e, AR_EV_HIDDEN_IS_SECRET, secret);
}

static inline void ar_event_looked(struct event *e, int rule, int32_t obj,
				   int32_t seat, int32_t by)
{
	event_start(e, AR_EV_LOOKED, rule);
	event_put(e, AR_EV_LOOKED_OBJ, obj);
	event_put(e, AR_EV_LOOKED_SEAT, seat);
	event_put(e, AR_EV_LOOKED_BY, by);
}

static inline void ar_event_looked_at(struct event *e, int rule, int32_t obj,
				      int32_t seat, int32_t card)
{
	event_start(e, AR_EV_LOOKED_AT, rule);
	event_put(e, AR_EV_LOOKED_AT_OBJ, obj);
	event_put(e, AR_EV_LOOKED_AT_SEAT, seat);
	event_put(e, AR_EV_LOOKED_AT_CARD, card);
}

static inline void ar_event_fizzled(struct event *e, int rule, int32_t obj,
				    int32_t card, int32_t cause)
{
	event_start(e, AR_EV_FIZZLED, rule);
	event_put(e, AR_EV_FIZZLED_OBJ, obj);
	event_put(e, AR_EV_FIZZLED_CARD, card);
	event_put(e, AR_EV_FIZZLED_CAUSE, cause);
}

static inline void ar_event_attached(struct event *e, int rule, int32_t obj,
				     int32_t from, int32_t to)
{
	event_start(e, AR_EV_ATTACHED, rule);
	event_put(e, AR_EV_ATTACHED_OBJ, obj);
	event_put(e, AR_EV_ATTACHED_FROM, from);
	event_put(e, AR_EV_ATTACHED_TO, to);
}

static inline void ar_event_control(struct event *e, int rule, int32_t obj,
				    int32_t seat)
{
	event_start(e, AR_EV_CONTROL, rule);
	event_put(e, AR_EV_CONTROL_OBJ, obj);
	event_put(e, AR_EV_CONTROL_SEAT, seat);
}

static inline void ar_event_bound(struct event *e, int rule, int32_t obj,
				  int32_t card, int32_t any)
{
	event_start(e, AR_EV_BOUND, rule);
	event_put(e, AR_EV_BOUND_OBJ, obj);
	event_put(e, AR_EV_BOUND_CARD, card);
	event_put(e, AR_EV_BOUND_ANY, any);
}

static inline void ar_event_discarded(struct event *e, int rule, int32_t seat,
				      int32_t card, int32_t play)
{
	event_start(e, AR_EV_DISCARDED, rule);
	event_put(e, AR_EV_DISCARDED_SEAT, seat);
	event_put(e, AR_EV_DISCARDED_CARD, card);
	event_put(e, AR_EV_DISCARDED_PLAY, play);
}

static inline void ar_event_undiscarded(struct event *e, int rule, int32_t seat,
					int32_t card)
{
	event_start(e, AR_EV_UNDISCARDED, rule);
	event_put(e, AR_EV_UNDISCARDED_SEAT, seat);
	event_put(e, AR_EV_UNDISCARDED_CARD, card);
}

static inline void ar_event_token(struct event *e, int rule, int32_t obj,
				  int32_t token, int32_t delta, int32_t now)
{
	event_start(e, AR_EV_TOKEN, rule);
	event_put(e, AR_EV_TOKEN_OBJ, obj);
	event_put(e, AR_EV_TOKEN_TOKEN, token);
	event_put(e, AR_EV_TOKEN_DELTA, delta);
	event_put(e, AR_EV_TOKEN_NOW, now);
}

static inline void ar_event_life(struct event *e, int rule, int32_t obj,
				 int32_t delta, int32_t now)
{
	event_start(e, AR_EV_LIFE, rule);
	event_put(e, AR_EV_LIFE_OBJ, obj);
	event_put(e, AR_EV_LIFE_DELTA, delta);
	event_put(e, AR_EV_LIFE_NOW, now);
}

static inline void ar_event_mod_off(struct event *e, int rule, int32_t obj,
				    int32_t duration)
{
	event_start(e, AR_EV_MOD_OFF, rule);
	event_put(e, AR_EV_MOD_OFF_OBJ, obj);
	event_put(e, AR_EV_MOD_OFF_DURATION, duration);
}

static inline void ar_event_noted(struct event *e, int rule, int32_t obj,
				  int32_t what, int32_t value)
{
	event_start(e, AR_EV_NOTED, rule);
	event_put(e, AR_EV_NOTED_OBJ, obj);
	event_put(e, AR_EV_NOTED_WHAT, what);
	event_put(e, AR_EV_NOTED_VALUE, value);
}

static inline void ar_event_seat_noted(struct event *e, int rule, int32_t seat,
				       int32_t what, int32_t value)
{
	event_start(e, AR_EV_SEAT_NOTED, rule);
	event_put(e, AR_EV_SEAT_NOTED_SEAT, seat);
	event_put(e, AR_EV_SEAT_NOTED_WHAT, what);
	event_put(e, AR_EV_SEAT_NOTED_VALUE, value);
}

static inline void ar_event_pair(struct event *e, int rule, int32_t what,
				 int32_t a, int32_t b)
{
	event_start(e, AR_EV_PAIR, rule);
	event_put(e, AR_EV_PAIR_WHAT, what);
	event_put(e, AR_EV_PAIR_A, a);
	event_put(e, AR_EV_PAIR_B, b);
}

static inline void ar_event_activated(struct event *e, int rule, int32_t obj,
				      int32_t seat, int32_t boost)
{
	event_start(e, AR_EV_ACTIVATED, rule);
	event_put(e, AR_EV_ACTIVATED_OBJ, obj);
	event_put(e, AR_EV_ACTIVATED_SEAT, seat);
	event_put(e, AR_EV_ACTIVATED_BOOST, boost);
}

static inline void ar_event_passed(struct event *e, int rule, int32_t seat,
				   int32_t own, int32_t most)
{
	event_start(e, AR_EV_PASSED, rule);
	event_put(e, AR_EV_PASSED_SEAT, seat);
	event_put(e, AR_EV_PASSED_OWN, own);
	event_put(e, AR_EV_PASSED_MOST, most);
}

static inline void ar_event_guard(struct event *e, int rule, int32_t obj,
				  int32_t on)
{
	event_start(e, AR_EV_GUARD, rule);
	event_put(e, AR_EV_GUARD_OBJ, obj);
	event_put(e, AR_EV_GUARD_ON, on);
}

static inline void ar_event_action_ended(struct event *e, int rule, int32_t obj)
{
	event_start(e, AR_EV_ACTION_ENDED, rule);
	event_put(e, AR_EV_ACTION_ENDED_OBJ, obj);
}

static inline void ar_event_move(struct event *e, int rule, int32_t obj,
				 int32_t from, int32_t to, int32_t how)
{
	event_start(e, AR_EV_MOVE, rule);
	event_put(e, AR_EV_MOVE_OBJ, obj);
	event_put(e, AR_EV_MOVE_FROM, from);
	event_put(e, AR_EV_MOVE_TO, to);
	event_put(e, AR_EV_MOVE_HOW, how);
}

static inline void ar_event_moved(struct event *e, int rule, int32_t obj,
				  int32_t from, int32_t to, int32_t how,
				  int32_t by)
{
	event_start(e, AR_EV_MOVED, rule);
	event_put(e, AR_EV_MOVED_OBJ, obj);
	event_put(e, AR_EV_MOVED_FROM, from);
	event_put(e, AR_EV_MOVED_TO, to);
	event_put(e, AR_EV_MOVED_HOW, how);
	event_put(e, AR_EV_MOVED_BY, by);
}

static inline void ar_event_move_stopped(struct event *e, int rule, int32_t obj,
					 int32_t at, int32_t cause)
{
	event_start(e, AR_EV_MOVE_STOPPED, rule);
	event_put(e, AR_EV_MOVE_STOPPED_OBJ, obj);
	event_put(e, AR_EV_MOVE_STOPPED_AT, at);
	event_put(e, AR_EV_MOVE_STOPPED_CAUSE, cause);
}

static inline void ar_event_hindered(struct event *e, int rule, int32_t obj,
				     int32_t by)
{
	event_start(e, AR_EV_HINDERED, rule);
	event_put(e, AR_EV_HINDERED_OBJ, obj);
	event_put(e, AR_EV_HINDERED_BY, by);
}

static inline void ar_event_bashed(struct event *e, int rule, int32_t obj,
				   int32_t at, int32_t by)
{
	event_start(e, AR_EV_BASHED, rule);
	event_put(e, AR_EV_BASHED_OBJ, obj);
	event_put(e, AR_EV_BASHED_AT, at);
	event_put(e, AR_EV_BASHED_BY, by);
}

static inline void ar_event_spell_ended(struct event *e, int rule,
					int32_t caster, int32_t seat,
					int32_t card, int32_t how, int32_t by)
{
	event_start(e, AR_EV_SPELL_ENDED, rule);
	event_put(e, AR_EV_SPELL_ENDED_CASTER, caster);
	event_put(e, AR_EV_SPELL_ENDED_SEAT, seat);
	event_put(e, AR_EV_SPELL_ENDED_CARD, card);
	event_put(e, AR_EV_SPELL_ENDED_HOW, how);
	event_put(e, AR_EV_SPELL_ENDED_BY, by);
}

static inline void ar_event_redirected(struct event *e, int rule, int32_t card,
				       int32_t seat, const int32_t *to,
				       int n_to, int32_t cost)
{
	event_start(e, AR_EV_REDIRECTED, rule);
	event_put(e, AR_EV_REDIRECTED_CARD, card);
	event_put(e, AR_EV_REDIRECTED_SEAT, seat);
	event_put_ints(e, AR_EV_REDIRECTED_TO, to, n_to);
	event_put(e, AR_EV_REDIRECTED_COST, cost);
}

static inline void ar_event_ability(struct event *e, int rule, int32_t obj,
				    int32_t source, int32_t card,
				    const int32_t *target, int n_target)
{
	event_start(e, AR_EV_ABILITY, rule);
	event_put(e, AR_EV_ABILITY_OBJ, obj);
	event_put(e, AR_EV_ABILITY_SOURCE, source);
	event_put(e, AR_EV_ABILITY_CARD, card);
	event_put_ints(e, AR_EV_ABILITY_TARGET, target, n_target);
}

static inline void ar_event_attack_cancelled(struct event *e, int rule,
					     int32_t attacker, int32_t target,
					     int32_t cause, int32_t lost)
{
	event_start(e, AR_EV_ATTACK_CANCELLED, rule);
	event_put(e, AR_EV_ATTACK_CANCELLED_ATTACKER, attacker);
	event_put(e, AR_EV_ATTACK_CANCELLED_TARGET, target);
	event_put(e, AR_EV_ATTACK_CANCELLED_CAUSE, cause);
	event_put(e, AR_EV_ATTACK_CANCELLED_LOST, lost);
}

static inline void ar_event_effect(struct event *e, int rule, int32_t target,
				   int32_t total, int32_t effect, int32_t count,
				   int32_t ok)
{
	event_start(e, AR_EV_EFFECT, rule);
	event_put(e, AR_EV_EFFECT_TARGET, target);
	event_put(e, AR_EV_EFFECT_TOTAL, total);
	event_put(e, AR_EV_EFFECT_EFFECT, effect);
	event_put(e, AR_EV_EFFECT_COUNT, count);
	event_put(e, AR_EV_EFFECT_OK, ok);
}

static inline void ar_event_strike(struct event *e, int rule, int32_t attacker,
				   int32_t target, int32_t strike,
				   int32_t result)
{
	event_start(e, AR_EV_STRIKE, rule);
	event_put(e, AR_EV_STRIKE_ATTACKER, attacker);
	event_put(e, AR_EV_STRIKE_TARGET, target);
	event_put(e, AR_EV_STRIKE_STRIKE, strike);
	event_put(e, AR_EV_STRIKE_RESULT, result);
}

static inline void ar_event_attack_ended(struct event *e, int rule,
					 int32_t attacker, int32_t target,
					 int32_t held)
{
	event_start(e, AR_EV_ATTACK_ENDED, rule);
	event_put(e, AR_EV_ATTACK_ENDED_ATTACKER, attacker);
	event_put(e, AR_EV_ATTACK_ENDED_TARGET, target);
	event_put(e, AR_EV_ATTACK_ENDED_HELD, held);
}

static inline void ar_event_line_set(struct event *e, int rule, int32_t seat,
				     const int32_t *line, int n_line)
{
	event_start(e, AR_EV_LINE_SET, rule);
	event_put(e, AR_EV_LINE_SET_SEAT, seat);
	event_put_ints(e, AR_EV_LINE_SET_LINE, line, n_line);
}

static inline void ar_event_line_gone(struct event *e, int rule, int32_t seat,
				      int32_t number, int32_t cause)
{
	event_start(e, AR_EV_LINE_GONE, rule);
	event_put(e, AR_EV_LINE_GONE_SEAT, seat);
	event_put(e, AR_EV_LINE_GONE_NUMBER, number);
	event_put(e, AR_EV_LINE_GONE_CAUSE, cause);
}

static inline void ar_event_triggered(struct event *e, int rule, int32_t seat,
				      int32_t number, int32_t window)
{
	event_start(e, AR_EV_TRIGGERED, rule);
	event_put(e, AR_EV_TRIGGERED_SEAT, seat);
	event_put(e, AR_EV_TRIGGERED_NUMBER, number);
	event_put(e, AR_EV_TRIGGERED_WINDOW, window);
}

static inline void ar_event_stopped(struct event *e, int rule, int32_t seat,
				    int32_t counted)
{
	event_start(e, AR_EV_STOPPED, rule);
	event_put(e, AR_EV_STOPPED_SEAT, seat);
	event_put(e, AR_EV_STOPPED_COUNTED, counted);
}

static inline void ar_event_asked(struct event *e, int rule, int32_t seat,
				  int32_t what, int32_t about, int32_t window)
{
	event_start(e, AR_EV_ASKED, rule);
	event_put(e, AR_EV_ASKED_SEAT, seat);
	event_put(e, AR_EV_ASKED_WHAT, what);
	event_put(e, AR_EV_ASKED_ABOUT, about);
	event_put(e, AR_EV_ASKED_WINDOW, window);
}

static inline void ar_event_answered(struct event *e, int rule, int32_t seat)
{
	event_start(e, AR_EV_ANSWERED, rule);
	event_put(e, AR_EV_ANSWERED_SEAT, seat);
}

static inline void ar_event_suspended(struct event *e, int rule, int32_t at,
				      const int32_t *words, int n_words)
{
	event_start(e, AR_EV_SUSPENDED, rule);
	event_put(e, AR_EV_SUSPENDED_AT, at);
	event_put_ints(e, AR_EV_SUSPENDED_WORDS, words, n_words);
}

static inline void ar_event_plan_kept(struct event *e, int rule,
				      const int32_t *words, int n_words)
{
	event_start(e, AR_EV_PLAN_KEPT, rule);
	event_put_ints(e, AR_EV_PLAN_KEPT_WORDS, words, n_words);
}

static inline void ar_event_mage_fell(struct event *e, int rule, int32_t seat,
				      int32_t resigned)
{
	event_start(e, AR_EV_MAGE_FELL, rule);
	event_put(e, AR_EV_MAGE_FELL_SEAT, seat);
	event_put(e, AR_EV_MAGE_FELL_RESIGNED, resigned);
}

static inline void ar_event_over(struct event *e, int rule,
				 const int32_t *winners, int n_winners)
{
	event_start(e, AR_EV_OVER, rule);
	event_put_ints(e, AR_EV_OVER_WINNERS, winners, n_winners);
}

static inline void ar_event_entry_kept(struct event *e, int rule, int32_t seat,
				       int32_t obj, const int32_t *words,
				       int n_words)
{
	event_start(e, AR_EV_ENTRY_KEPT, rule);
	event_put(e, AR_EV_ENTRY_KEPT_SEAT, seat);
	event_put(e, AR_EV_ENTRY_KEPT_OBJ, obj);
	event_put_ints(e, AR_EV_ENTRY_KEPT_WORDS, words, n_words);
}
#endif
