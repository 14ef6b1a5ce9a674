# rules: the engines. Pure: no I/O, no clock, no locale, no floating point.
noinst_LIBRARIES += librules.a
librules_a_SOURCES = \
	src/rules/dice.c src/rules/dice.h \
	src/rules/geometry.c src/rules/geometry.h \
	src/rules/rebellion/ground.c src/rules/rebellion/ground.h \
	src/rules/rebellion/line.c src/rules/rebellion/line.h \
	src/rules/rebellion/path.c src/rules/rebellion/path.h \
	src/rules/field.c src/rules/field.h src/rules/field_types.h \
	src/rules/event.c src/rules/event.h \
	src/rules/slot.c src/rules/slot.h \
	src/rules/common.def src/rules/common.h \
	src/rules/numbers.inc src/rules/tables.inc \
	src/rules/decision.c src/rules/decision.h \
	src/rules/system.c src/rules/system.h \
	src/rules/queue.c src/rules/queue.h \
	src/rules/game.c src/rules/game.h \
	src/rules/option.c src/rules/option.h \
	src/rules/value.c src/rules/value.h \
	src/rules/setup.c src/rules/setup.h \
	src/rules/setup_dial.c src/rules/setup_dial.h \
	src/rules/rebellion/setup_case.c src/rules/rebellion/setup_case.h \
	src/rules/rule.c src/rules/rule.h \
	src/rules/rebellion/rules.def \
	src/rules/rebellion/abilities.def src/rules/rebellion/options.def \
	src/rules/rebellion/proficiencies.def \
	src/rules/rebellion/orders.def src/rules/rebellion/conditions.def \
	src/rules/rebellion/refusals.def src/rules/rebellion/events.def \
	src/rules/rebellion/defs.inc src/rules/rebellion/numbers.h \
	src/rules/rebellion/state.h src/rules/rebellion/rebellion.h \
	src/rules/rebellion/engine.h src/rules/rebellion/tables.h \
	src/rules/rebellion/tables.c src/rules/rebellion/state.c \
	src/rules/rebellion/evolve.c src/rules/rebellion/values.c \
	src/rules/rebellion/cavalry.h src/rules/rebellion/cavalry_army.c \
	src/rules/rebellion/cavalry_evolve.c \
	src/rules/rebellion/cavalry_item.c \
	src/rules/rebellion/cavalry_order.c \
	src/rules/rebellion/cavalry_ride.c \
	src/rules/rebellion/cavalry_saddle.c \
	src/rules/rebellion/cavalry_turn.c \
	src/rules/rebellion/cavalry_unit.c \
	src/rules/rebellion/damage.c src/rules/rebellion/move.c \
	src/rules/rebellion/attack.c src/rules/rebellion/attack_check.c \
	src/rules/rebellion/formation.c \
	src/rules/rebellion/action.c src/rules/rebellion/decide.c \
	src/rules/rebellion/decide_still.c \
	src/rules/rebellion/setup.c src/rules/rebellion/turn.c \
	src/rules/rebellion/view.c src/rules/rebellion/legal.c \
	src/rules/rebellion/sample.c \
	src/rules/dungeons/rules.def src/rules/dungeons/abilities.def \
	src/rules/dungeons/options.def src/rules/dungeons/orders.def \
	src/rules/dungeons/conditions.def src/rules/dungeons/refusals.def \
	src/rules/dungeons/events.def src/rules/dungeons/defs.inc src/rules/dungeons/numbers.h \
	src/rules/dungeons/state.h \
	src/rules/dungeons/dungeons.h src/rules/dungeons/engine.h \
	src/rules/dungeons/tables.h src/rules/dungeons/tables.c \
	src/rules/dungeons/state.c src/rules/dungeons/board.c \
	src/rules/dungeons/evolve.c src/rules/dungeons/evolve.h \
	src/rules/dungeons/evolve_board.c src/rules/dungeons/evolve_chest.c \
	src/rules/dungeons/values.c \
	src/rules/dungeons/work.c src/rules/dungeons/move.c \
	src/rules/dungeons/attack.c src/rules/dungeons/ability.c \
	src/rules/dungeons/spawn.c src/rules/dungeons/chest.c \
	src/rules/dungeons/turn.c src/rules/dungeons/setup.c \
	src/rules/dungeons/decide.c src/rules/dungeons/view.c \
	src/rules/dungeons/legal.c \
	src/rules/dungeons/setup_case.c src/rules/dungeons/setup_case.h \
	src/rules/dungeons/setup_parts.h \
	src/rules/dungeons/setup_board.c src/rules/dungeons/setup_chest.c \
	src/rules/dungeons/map.c src/rules/dungeons/map.h \
	src/rules/dungeons/tile.c src/rules/dungeons/lay.c \
	src/rules/dungeons/sample.c src/rules/dungeons/harm.c \
	src/rules/dungeons/activate.c src/rules/dungeons/spin.c

RULES_LIBS = librules.a $(BASE_LIBS)

check_PROGRAMS += test_dice test_event
TESTS += test_dice test_event
test_dice_SOURCES = tests/unit/test_dice.c
test_dice_LDADD = $(RULES_LIBS) $(CMOCKA_LIBS)
test_event_SOURCES = tests/unit/test_event.c
test_event_LDADD = $(RULES_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_queue
TESTS += test_queue
test_queue_SOURCES = tests/unit/test_queue.c
test_queue_LDADD = $(RULES_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_geometry
TESTS += test_geometry
test_geometry_SOURCES = tests/unit/test_geometry.c
test_geometry_LDADD = $(RULES_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_path
TESTS += test_path
test_path_SOURCES = tests/unit/test_path.c
test_path_LDADD = $(RULES_LIBS) $(CMOCKA_LIBS)

# prop_geometry --n 1000000 compares a million configurations
check_PROGRAMS += prop_geometry
TESTS += prop_geometry
prop_geometry_SOURCES = tests/prop/prop_geometry.c
prop_geometry_LDADD = $(RULES_LIBS)

check_PROGRAMS += test_rebellion
TESTS += test_rebellion
test_rebellion_SOURCES = tests/unit/test_rebellion.c
test_rebellion_LDADD = $(RULES_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_dungeons
TESTS += test_dungeons
test_dungeons_SOURCES = tests/unit/test_dungeons.c
test_dungeons_LDADD = $(RULES_LIBS) $(CMOCKA_LIBS)
