# Mage Knight Dungeons: Pyramid: everything that is this game's alone.
libengine_a_SOURCES += \
	src/games/dungeons/rules/rules.def src/games/dungeons/rules/abilities.def \
	src/games/dungeons/rules/options.def src/games/dungeons/rules/orders.def \
	src/games/dungeons/rules/conditions.def src/games/dungeons/rules/refusals.def \
	src/games/dungeons/rules/events.def src/games/dungeons/rules/gen_config.inc \
	src/games/dungeons/rules/numbers.h src/games/dungeons/rules/state.h \
	src/games/dungeons/rules/dungeons.h src/games/dungeons/rules/run.h \
	src/games/dungeons/rules/system_private.h \
	src/games/dungeons/rules/board.h \
	src/games/dungeons/rules/exec.h \
	src/games/dungeons/rules/move.h \
	src/games/dungeons/rules/attack.h \
	src/games/dungeons/rules/ability.h \
	src/games/dungeons/rules/spawn.h \
	src/games/dungeons/rules/chest.h \
	src/games/dungeons/rules/turn.h \
	src/games/dungeons/rules/setup.h \
	src/games/dungeons/rules/map_place.h \
	src/games/dungeons/rules/tile.h \
	src/games/dungeons/rules/legal.h \
	src/games/dungeons/rules/tables.h src/games/dungeons/rules/tables.c \
	src/games/dungeons/rules/state.c src/games/dungeons/rules/validate.c \
	src/games/dungeons/rules/board.c \
	src/games/dungeons/rules/evolve.c src/games/dungeons/rules/evolve.h \
	src/games/dungeons/rules/evolve_figure.c src/games/dungeons/rules/evolve_seat.c \
	src/games/dungeons/rules/evolve_board.c src/games/dungeons/rules/evolve_chest.c \
	src/games/dungeons/rules/path.c src/games/dungeons/rules/path.h \
	src/games/dungeons/rules/paths.c src/games/dungeons/rules/exec.c src/games/dungeons/rules/jobs.c \
	src/games/dungeons/rules/move.c src/games/dungeons/rules/attack.c \
	src/games/dungeons/rules/attack_events.c \
	src/games/dungeons/rules/ability.c src/games/dungeons/rules/spawn.c \
	src/games/dungeons/rules/chest.c src/games/dungeons/rules/turn.c \
	src/games/dungeons/rules/setup.c src/games/dungeons/rules/decide.c \
	src/games/dungeons/rules/carryover.c src/games/dungeons/rules/carryover.h \
	src/games/dungeons/rules/view.c src/games/dungeons/rules/legal.c \
	src/games/dungeons/rules/position.c src/games/dungeons/rules/position.h \
	src/games/dungeons/rules/setup_parts.h src/games/dungeons/rules/position_board.c \
	src/games/dungeons/rules/position_chest.c \
	src/games/dungeons/rules/map.c src/games/dungeons/rules/map.h \
	src/games/dungeons/rules/tile.c src/games/dungeons/rules/map_place.c \
	src/games/dungeons/rules/random_play.c src/games/dungeons/rules/suggest.c src/games/dungeons/rules/suggest_fix.c \
	src/games/dungeons/rules/auto_setup.c src/games/dungeons/rules/player.c src/games/dungeons/rules/player.h \
	src/games/dungeons/rules/ready.def src/games/dungeons/rules/damage.c \
	src/games/dungeons/rules/activate.c src/games/dungeons/rules/free_spin.c
liborders_a_SOURCES += src/games/dungeons/grammar.def src/orders/said_dungeons.def
libreport_a_SOURCES += src/games/dungeons/report/report.c src/games/dungeons/report/story.c \
	src/games/dungeons/report/tale.c src/games/dungeons/report/names.c \
	src/games/dungeons/report/scene.c \
	src/games/dungeons/report/report_private.h src/games/dungeons/report/tile_picture.c
libcatalog_a_SOURCES += src/games/dungeons/catalog.c src/games/dungeons/catalog.h
libgames_a_SOURCES += src/games/dungeons/game.c src/games/dungeons/sample.c

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
	templates/en/board_legend-dungeons.txt \
	templates/en/report-dungeons.txt \
	templates/es/dungeons.messages \
	templates/es/board-dungeons.txt \
	templates/es/report-dungeons.html \
	templates/es/report-dungeons-full.txt \
	templates/es/figures-dungeons.txt \
	templates/es/board_legend-dungeons.txt \
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
test_dungeons_LDADD = $(ENGINE_LIBS) $(CMOCKA_LIBS)

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
prop_dungeons_LDADD = libcase.a $(VERIFIER_LIBS)

check_PROGRAMS += test_trove
TESTS += test_trove
test_trove_SOURCES = tests/unit/test_trove.c
test_trove_LDADD = $(CATALOG_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_dungeons
TESTS += test_judge_dungeons
test_judge_dungeons_SOURCES = tests/unit/test_judge_dungeons.c \
	tests/unit/play_fixture.h $(JUDGE_FIXTURE)
test_judge_dungeons_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

LOGS += dungeons-1-asked:make_asked dungeons-1:make_dungeon
LOG_MAKERS += make_dungeon$(EXEEXT)
FUZZED_LOGS += dungeons-1-asked/all dungeons-1-asked/public
