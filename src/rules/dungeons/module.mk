# Mage Knight Dungeons: Pyramid: everything that is this game's alone.
librules_a_SOURCES += \
	src/rules/dungeons/rules.def src/rules/dungeons/abilities.def \
	src/rules/dungeons/options.def src/rules/dungeons/orders.def \
	src/rules/dungeons/conditions.def src/rules/dungeons/refusals.def \
	src/rules/dungeons/events.def src/rules/dungeons/defs.inc \
	src/rules/dungeons/numbers.h src/rules/dungeons/state.h \
	src/rules/dungeons/dungeons.h src/rules/dungeons/run.h \
	src/rules/dungeons/contract.h \
	src/rules/dungeons/board.h \
	src/rules/dungeons/work.h \
	src/rules/dungeons/move.h \
	src/rules/dungeons/attack.h \
	src/rules/dungeons/ability.h \
	src/rules/dungeons/spawn.h \
	src/rules/dungeons/chest.h \
	src/rules/dungeons/turn.h \
	src/rules/dungeons/setup.h \
	src/rules/dungeons/lay.h \
	src/rules/dungeons/tile.h \
	src/rules/dungeons/legal.h \
	src/rules/dungeons/tables.h src/rules/dungeons/tables.c \
	src/rules/dungeons/state.c src/rules/dungeons/sound.c \
	src/rules/dungeons/board.c \
	src/rules/dungeons/evolve.c src/rules/dungeons/evolve.h \
	src/rules/dungeons/evolve_figure.c src/rules/dungeons/evolve_seat.c \
	src/rules/dungeons/evolve_board.c src/rules/dungeons/evolve_chest.c \
	src/rules/dungeons/values.c src/rules/dungeons/work.c \
	src/rules/dungeons/move.c src/rules/dungeons/attack.c \
	src/rules/dungeons/ability.c src/rules/dungeons/spawn.c \
	src/rules/dungeons/chest.c src/rules/dungeons/turn.c \
	src/rules/dungeons/setup.c src/rules/dungeons/decide.c \
	src/rules/dungeons/carried.c src/rules/dungeons/carried.h \
	src/rules/dungeons/view.c src/rules/dungeons/legal.c \
	src/rules/dungeons/setup_case.c src/rules/dungeons/setup_case.h \
	src/rules/dungeons/setup_parts.h src/rules/dungeons/setup_board.c \
	src/rules/dungeons/setup_chest.c \
	src/rules/dungeons/map.c src/rules/dungeons/map.h \
	src/rules/dungeons/tile.c src/rules/dungeons/lay.c \
	src/rules/dungeons/sample.c src/rules/dungeons/offer.c src/rules/dungeons/instead.c \
	src/rules/dungeons/choose.c src/rules/dungeons/ready.def src/rules/dungeons/harm.c \
	src/rules/dungeons/activate.c src/rules/dungeons/spin.c
liborders_a_SOURCES += src/orders/dungeons.def src/orders/said_dungeons.def
libreport_a_SOURCES += src/report/dungeons.c src/report/dungeons_story.c \
	src/report/dungeons_inside.h src/report/dungeons_tile.c
libcatalog_a_SOURCES += src/catalog/trove.c src/catalog/trove.h
libgames_a_SOURCES += src/games/dungeons.c

nobase_dist_pkgdata_DATA += \
	db/catalog/dungeons/README.md \
	db/catalog/dungeons/cellar.map \
	db/catalog/dungeons/crossing.map \
	db/catalog/dungeons/sunken.map \
	db/catalog/dungeons/tiles.map \
	db/catalog/dungeons/tower.map \
	db/catalog/dungeons/traps.csv \
	db/catalog/dungeons/treasures.csv \
	db/catalog/dungeons/wandering.csv \
	templates/en/vocabulary-dungeons \
	templates/es/vocabulary-dungeons \
	templates/en/dungeons.messages \
	templates/en/board-dungeons.txt \
	templates/en/report-dungeons.html \
	templates/en/report-dungeons-full.txt \
	templates/en/figures-dungeons.txt \
	templates/en/things-dungeons.txt \
	templates/en/report-dungeons.txt \
	templates/es/dungeons.messages \
	templates/es/board-dungeons.txt \
	templates/es/report-dungeons.html \
	templates/es/report-dungeons-full.txt \
	templates/es/figures-dungeons.txt \
	templates/es/things-dungeons.txt \
	templates/es/report-dungeons.txt
dist_rules_DATA += db/rules/dungeons.md
dist_rules_es_DATA += db/rules/es/dungeons.md

MANUAL_PAGES += contrib/man/heraldo-dungeons.7
EXTRA_DIST += contrib/man/heraldo-dungeons.7.in
MANUAL_FROM += $(srcdir)/templates/en/vocabulary-dungeons \
	$(srcdir)/templates/es/vocabulary-dungeons
contrib/man/heraldo-dungeons.7: contrib/man/heraldo-dungeons.7.in \
		$(MANUAL_FROM)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	./tools_manual$(EXEEXT) $(srcdir)/templates dungeons \
		<$(srcdir)/$@.in >$@.new && mv $@.new $@

check_PROGRAMS += test_dungeons
TESTS += test_dungeons
test_dungeons_SOURCES = tests/unit/test_dungeons.c
test_dungeons_LDADD = $(RULES_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_orders_dungeons
TESTS += test_orders_dungeons
test_orders_dungeons_SOURCES = tests/unit/test_orders_dungeons.c \
	tests/unit/orders_fixture.h tests/unit/orders_trial.h
test_orders_dungeons_LDADD = $(GAMES_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_report_dungeons
TESTS += test_report_dungeons
test_report_dungeons_SOURCES = tests/unit/test_report_dungeons.c \
	tests/unit/golden.h
test_report_dungeons_LDADD = $(REPORT_LIBS) $(CMOCKA_LIBS)
EXTRA_DIST += tests/golden/dungeons-en.txt tests/golden/dungeons-en.html \
	tests/golden/dungeons-full-en.txt tests/golden/dungeons-full-es.txt \
	tests/golden/dungeons-es.txt tests/golden/dungeons-es.html

check_PROGRAMS += prop_dungeons
TESTS += prop_dungeons
prop_dungeons_SOURCES = tests/prop/prop_dungeons.c tests/prop/dungeon.c \
	tests/prop/dungeon.h tests/prop/zeroes-dungeons.def $(PLAY) $(TWINS)
prop_dungeons_LDADD = $(AUDIT_LIBS)

check_PROGRAMS += test_trove
TESTS += test_trove
test_trove_SOURCES = tests/unit/test_trove.c
test_trove_LDADD = $(CATALOG_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_dungeons
TESTS += test_judge_dungeons
test_judge_dungeons_SOURCES = tests/unit/test_judge_dungeons.c \
	tests/unit/play_fixture.h $(JUDGE_FIXTURE)
test_judge_dungeons_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

LOGS += dungeons-1-asked:make_asked dungeons-1:make_dungeon
LOG_MAKERS += make_dungeon$(EXEEXT)
FUZZED_LOGS += dungeons-1-asked/all dungeons-1-asked/public
