# rules: the engines. Pure: no I/O, no clock, no locale, no floating point.
noinst_LIBRARIES += libengine.a

# the header of each list of events: its numbers, and a constructor of each event
EVENT_LISTS = src/engine/common.def src/games/rebellion/rules/events.def \
	src/games/dungeons/rules/events.def src/games/arena/rules/events.def \
	tests/example/morris/events.def
GENERATED_EVENTS = $(EVENT_LISTS:.def=.h)
EXTRA_DIST += src/tools/gen_events.py
BUILT_SOURCES += $(GENERATED_EVENTS)
CLEANFILES += $(GENERATED_EVENTS) src/events.stamp
$(GENERATED_EVENTS): src/events.stamp
	@test -f $@ || { rm -f src/events.stamp; $(MAKE) $(AM_MAKEFLAGS) src/events.stamp; }
src/events.stamp: $(EVENT_LISTS) src/tools/gen_events.py src/engine/field_types.h
	@$(MKDIR_P) src
	$(AM_V_GEN)$(PYTHON) -B $(srcdir)/src/tools/gen_events.py '$(srcdir)' . && touch $@
libengine_a_SOURCES = \
	src/engine/dice.c src/engine/dice.h \
	src/engine/geometry.c src/engine/geometry.h src/engine/int128.h \
	src/engine/field.c src/engine/field.h src/engine/field_types.h \
	src/engine/event.c src/engine/event.h src/engine/slot.c src/engine/slot.h \
	src/engine/common.def src/engine/gen_enums.inc \
	src/engine/gen_tables.inc src/engine/decision.c src/engine/decision.h \
	src/engine/common_state.c src/engine/common_state.h \
	src/engine/frame.c src/engine/frame.h \
	src/engine/system.c src/engine/system.h src/engine/gen_tables.h \
	src/engine/commitment.c src/engine/commitment.h \
	src/engine/rolloff.c src/engine/rolloff.h \
	src/engine/suggest.c src/engine/suggest.h \
	src/engine/carryover.c src/engine/carryover.h \
	src/engine/suggest_fix.c src/engine/suggest_fix.h \
	src/engine/auto_setup.c src/engine/auto_setup.h \
	src/engine/dry_run.c src/engine/dry_run.h src/engine/random_pick.h \
	src/engine/player.c src/engine/player.h \
	src/engine/analysis.c src/engine/analysis.h \
	src/engine/dice_ways.c src/engine/dice_ways.h \
	src/engine/dice_gate.c src/engine/dice_gate.h \
	src/engine/queue.c src/engine/queue.h src/engine/game.c src/engine/game.h \
	src/engine/game_private.h src/engine/game_submit.c src/engine/game_execute.c \
	src/engine/game_events.c src/engine/game_evolve.c src/engine/game_encode.c \
	src/engine/option.c src/engine/option.h \
	src/engine/state_path.c src/engine/state_path.h \
	src/engine/position.c src/engine/position.h \
	src/engine/position_dial.c src/engine/position_dial.h \
	src/engine/rule.c src/engine/rule.h

ENGINE_LIBS = libengine.a $(BASE_LIBS)

check_PROGRAMS += test_dice test_event
TESTS += test_dice test_event
test_dice_SOURCES = tests/unit/test_dice.c
test_dice_LDADD = $(ENGINE_LIBS) $(CMOCKA_LIBS)
test_event_SOURCES = tests/unit/test_event.c
test_event_LDADD = $(ENGINE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_frame
TESTS += test_frame
test_frame_SOURCES = tests/unit/test_frame.c
test_frame_LDADD = $(ENGINE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_analysis
TESTS += test_analysis
test_analysis_SOURCES = tests/unit/test_analysis.c tests/unit/toy.c tests/unit/toy.h
test_analysis_LDADD = $(ENGINE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_queue
TESTS += test_queue
test_queue_SOURCES = tests/unit/test_queue.c
test_queue_LDADD = $(ENGINE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_geometry
TESTS += test_geometry
test_geometry_SOURCES = tests/unit/test_geometry.c
test_geometry_LDADD = $(ENGINE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_path
TESTS += test_path
test_path_SOURCES = tests/unit/test_path.c
test_path_LDADD = $(ENGINE_LIBS) $(CMOCKA_LIBS)

# prop_geometry --n 1000000 compares a million configurations
check_PROGRAMS += prop_geometry
TESTS += prop_geometry
prop_geometry_SOURCES = tests/prop/prop_geometry.c
prop_geometry_LDADD = $(ENGINE_LIBS)

# the same, with the products of machines whose words have 32 bits
check_PROGRAMS += prop_geometry_halves
TESTS += prop_geometry_halves
prop_geometry_halves_SOURCES = tests/prop/prop_geometry.c src/engine/geometry.c
prop_geometry_halves_CPPFLAGS = $(AM_CPPFLAGS) -DWIDE_HALVES=1
prop_geometry_halves_LDADD = $(ENGINE_LIBS)


check_PROGRAMS += test_rules_house
TESTS += test_rules_house
test_rules_house_SOURCES = tests/unit/test_rules_house.c
test_rules_house_LDADD = $(ENGINE_LIBS) $(CMOCKA_LIBS)
