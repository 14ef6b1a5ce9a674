# rules/arena: Mage Wars Arena, the rules
librules_a_SOURCES += \
	src/rules/arena/defs.inc src/rules/arena/numbers.h \
	src/rules/arena/rules.def src/rules/arena/traits.def \
	src/rules/arena/options.def src/rules/arena/orders.def \
	src/rules/arena/conditions.def src/rules/arena/refusals.def \
	src/rules/arena/events.def src/rules/arena/state.h \
	src/rules/arena/arena.h src/rules/arena/tables.h \
	src/rules/arena/tables.c src/rules/arena/card.h \
	src/rules/arena/program.h src/rules/arena/program.c \
	src/rules/arena/program_inside.h src/rules/arena/program_render.c \
	src/rules/arena/card.c src/rules/arena/card_row.c \
	src/rules/arena/card_inside.h src/rules/arena/trait.h \
	src/rules/arena/board.h src/rules/arena/work.h \
	src/rules/arena/harm.h src/rules/arena/target.h \
	src/rules/arena/action.h src/rules/arena/clause.h \
	src/rules/arena/line.h src/rules/arena/play.h

nobase_dist_pkgdata_DATA += \
	db/catalog/arena/README.md db/catalog/arena/books.csv \
	db/catalog/arena/mages.csv db/catalog/arena/programs.txt \
	db/catalog/arena/spells.csv

check_PROGRAMS += test_arena_program
TESTS += test_arena_program
test_arena_program_SOURCES = tests/unit/test_arena_program.c
test_arena_program_LDADD = $(RULES_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_arena_card
TESTS += test_arena_card
test_arena_card_SOURCES = tests/unit/test_arena_card.c \
	tests/unit/arena_fixture.h
test_arena_card_LDADD = $(RULES_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_arena_engine
TESTS += test_arena_engine
test_arena_engine_SOURCES = tests/unit/test_arena_engine.c
test_arena_engine_LDADD = $(RULES_LIBS) $(CMOCKA_LIBS)
