# rules/arena: the engine
libengine_a_SOURCES += \
	src/games/arena/rules/attack_parts.h src/games/arena/rules/board.c \
	src/games/arena/rules/exec.c src/games/arena/rules/evolve.c \
	src/games/arena/rules/damage.c src/games/arena/rules/move.c \
	src/games/arena/rules/attack.c src/games/arena/rules/attack_parts.c \
	src/games/arena/rules/zone_attack.c src/games/arena/rules/triggers.c \
	src/games/arena/rules/reveal_window.c src/games/arena/rules/enchant.c \
	src/games/arena/rules/cast.c src/games/arena/rules/target.c \
	src/games/arena/rules/activation_step.c src/games/arena/rules/action_phase.c \
	src/games/arena/rules/round.c src/games/arena/rules/upkeep.c \
	src/games/arena/rules/plan.c src/games/arena/rules/submit_check.c \
	src/games/arena/rules/game_setup.c \
	src/games/arena/rules/carryover.c src/games/arena/rules/carryover.h \
	src/games/arena/rules/decide.c src/games/arena/rules/view.c \
	src/games/arena/rules/conditions.c src/games/arena/rules/consent.c src/games/arena/rules/legal.c src/games/arena/rules/suggest_fix.c \
	src/games/arena/rules/random_play.c src/games/arena/rules/validate.c \
	src/games/arena/rules/paths.c src/games/arena/rules/spell_effect.h \
	src/games/arena/rules/spell_effect.c src/games/arena/rules/spell_clause.c \
	src/games/arena/rules/position.h src/games/arena/rules/position.c

# what spells give, and of whom they speak
libengine_a_SOURCES += \
	src/games/arena/rules/target_filter.h src/games/arena/rules/target_filter.c \
	src/games/arena/rules/trait.c src/games/arena/rules/spellbook.c

# what needs code of its own, what is used and what is wanted
libengine_a_SOURCES += \
	src/games/arena/rules/special_spells.h src/games/arena/rules/special_spells.c \
	src/games/arena/rules/optional_effects.h src/games/arena/rules/optional_effects.c \
	src/games/arena/rules/ability.c
