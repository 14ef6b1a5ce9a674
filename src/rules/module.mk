# rules: the engines. Pure: no I/O, no clock, no locale, no floating point.
noinst_LIBRARIES += librules.a
librules_a_SOURCES = \
	src/rules/dice.c src/rules/dice.h \
	src/rules/geometry.c src/rules/geometry.h src/rules/wide.h \
	src/rules/field.c src/rules/field.h src/rules/field_types.h \
	src/rules/event.c src/rules/event.h src/rules/slot.c src/rules/slot.h \
	src/rules/common.def src/rules/common.h src/rules/numbers.inc \
	src/rules/tables.inc src/rules/decision.c src/rules/decision.h \
	src/rules/head.c src/rules/head.h \
	src/rules/frame.c src/rules/frame.h \
	src/rules/system.c src/rules/system.h src/rules/tables.h \
	src/rules/secret.c src/rules/secret.h \
	src/rules/rolloff.c src/rules/rolloff.h \
	src/rules/offer.c src/rules/offer.h \
	src/rules/carried.c src/rules/carried.h \
	src/rules/instead.c src/rules/instead.h \
	src/rules/draft.c src/rules/draft.h \
	src/rules/trial.c src/rules/trial.h src/rules/draw.h \
	src/rules/wait.c src/rules/wait.h \
	src/rules/queue.c src/rules/queue.h src/rules/game.c src/rules/game.h \
	src/rules/game_parts.h src/rules/game_mail.c src/rules/game_try.c \
	src/rules/game_emit.c src/rules/game_evolve.c src/rules/game_bytes.c \
	src/rules/option.c src/rules/option.h \
	src/rules/value.c src/rules/value.h \
	src/rules/setup.c src/rules/setup.h \
	src/rules/setup_dial.c src/rules/setup_dial.h \
	src/rules/rule.c src/rules/rule.h

RULES_LIBS = librules.a $(BASE_LIBS)

check_PROGRAMS += test_dice test_event
TESTS += test_dice test_event
test_dice_SOURCES = tests/unit/test_dice.c
test_dice_LDADD = $(RULES_LIBS) $(CMOCKA_LIBS)
test_event_SOURCES = tests/unit/test_event.c
test_event_LDADD = $(RULES_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_frame
TESTS += test_frame
test_frame_SOURCES = tests/unit/test_frame.c
test_frame_LDADD = $(RULES_LIBS) $(CMOCKA_LIBS)

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

# the same, with the products of machines whose words have 32 bits
check_PROGRAMS += prop_geometry_halves
TESTS += prop_geometry_halves
prop_geometry_halves_SOURCES = tests/prop/prop_geometry.c src/rules/geometry.c
prop_geometry_halves_CPPFLAGS = $(AM_CPPFLAGS) -DWIDE_HALVES=1
prop_geometry_halves_LDADD = $(RULES_LIBS)


check_PROGRAMS += test_rules_house
TESTS += test_rules_house
test_rules_house_SOURCES = tests/unit/test_rules_house.c
test_rules_house_LDADD = $(RULES_LIBS) $(CMOCKA_LIBS)
