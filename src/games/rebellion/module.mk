# Mage Knight Rebellion, with Cavalry: everything that is this game's alone.
libengine_a_SOURCES += \
	src/games/rebellion/rules/terrain_contact.c src/games/rebellion/rules/terrain_contact.h \
	src/games/rebellion/rules/line_of_fire.c src/games/rebellion/rules/line_of_fire.h \
	src/games/rebellion/rules/path.c src/games/rebellion/rules/path.h \
	src/games/rebellion/rules/position_parse.c src/games/rebellion/rules/position_parse.h \
	src/games/rebellion/rules/rules.def src/games/rebellion/rules/abilities.def \
	src/games/rebellion/rules/options.def src/games/rebellion/rules/proficiencies.def \
	src/games/rebellion/rules/orders.def src/games/rebellion/rules/conditions.def \
	src/games/rebellion/rules/refusals.def src/games/rebellion/rules/events.def \
	src/games/rebellion/rules/gen_config.inc src/games/rebellion/rules/numbers.h \
	src/games/rebellion/rules/state.h src/games/rebellion/rules/rebellion.h \
	src/games/rebellion/rules/position.h \
	src/games/rebellion/rules/system_private.h \
	src/games/rebellion/rules/refuse.h \
	src/games/rebellion/rules/move.h \
	src/games/rebellion/rules/attack.h \
	src/games/rebellion/rules/damage.h \
	src/games/rebellion/rules/exec.h \
	src/games/rebellion/rules/formation.h \
	src/games/rebellion/rules/action.h \
	src/games/rebellion/rules/decide.h \
	src/games/rebellion/rules/turn.h src/games/rebellion/rules/tables.h \
	src/games/rebellion/rules/tables.c src/games/rebellion/rules/state.c \
	src/games/rebellion/rules/validate.c \
	src/games/rebellion/rules/evolve.c src/games/rebellion/rules/evolve.h \
	src/games/rebellion/rules/evolve_player.c src/games/rebellion/rules/paths.c \
	src/games/rebellion/rules/cavalry.h src/games/rebellion/rules/cavalry_army.c \
	src/games/rebellion/rules/cavalry_evolve.c \
	src/games/rebellion/rules/cavalry_item.c src/games/rebellion/rules/cavalry_order.c \
	src/games/rebellion/rules/cavalry_actions.c \
	src/games/rebellion/rules/cavalry_mount.c \
	src/games/rebellion/rules/cavalry_turn.c src/games/rebellion/rules/cavalry_dials.c \
	src/games/rebellion/rules/damage.c src/games/rebellion/rules/move.c \
	src/games/rebellion/rules/attack.c src/games/rebellion/rules/attack_check.c \
	src/games/rebellion/rules/formation.c src/games/rebellion/rules/exec.c \
	src/games/rebellion/rules/action.c \
	src/games/rebellion/rules/decide.c src/games/rebellion/rules/stationary_actions.c \
	src/games/rebellion/rules/setup.c src/games/rebellion/rules/turn.c \
	src/games/rebellion/rules/carryover.c src/games/rebellion/rules/carryover.h \
	src/games/rebellion/rules/view.c src/games/rebellion/rules/legal.c \
	src/games/rebellion/rules/random_play.c src/games/rebellion/rules/suggest.c \
	src/games/rebellion/rules/suggest_fix.c \
	src/games/rebellion/rules/auto_setup.c src/games/rebellion/rules/ready.def \
	src/games/rebellion/rules/player.c src/games/rebellion/rules/player.h
liborders_a_SOURCES += src/games/rebellion/grammar.def src/orders/said_rebellion.def
libreport_a_SOURCES += src/games/rebellion/report/report.c src/games/rebellion/report/story.c \
	src/games/rebellion/report/tale.c \
	src/games/rebellion/report/report_private.h
libgames_a_SOURCES += src/games/rebellion/game.c src/games/rebellion/sample.c

nobase_dist_pkgdata_DATA += \
	templates/en/vocabulary-rebellion \
	templates/es/vocabulary-rebellion \
	templates/de/vocabulary-rebellion \
	templates/fr/vocabulary-rebellion \
	templates/it/vocabulary-rebellion \
	templates/en/rebellion.messages \
	templates/es/rebellion.messages \
	templates/de/rebellion.messages \
	templates/fr/rebellion.messages \
	templates/it/rebellion.messages
dist_rules_DATA += db/rules/rebellion.md db/rules/cavalry.md
dist_rules_es_DATA += db/rules/es/rebellion.md db/rules/es/cavalry.md

MANUAL_PAGES += contrib/man/heraldo-rebellion.7
EXTRA_DIST += contrib/man/heraldo-rebellion.7.in
MANUAL_FROM += $(srcdir)/templates/en/vocabulary-rebellion \
	$(srcdir)/templates/es/vocabulary-rebellion
contrib/man/heraldo-rebellion.7: contrib/man/heraldo-rebellion.7.in \
		$(MANUAL_FROM)
	$(MANUAL_MAKE)

check_PROGRAMS += test_rebellion
TESTS += test_rebellion
test_rebellion_SOURCES = tests/unit/test_rebellion.c
test_rebellion_LDADD = $(ENGINE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_rebellion_rules
TESTS += test_rebellion_rules
test_rebellion_rules_SOURCES = tests/unit/test_rebellion_rules.c \
	tests/unit/figures_fixture.h
test_rebellion_rules_LDADD = $(JUDGE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_cavalry
TESTS += test_cavalry
test_cavalry_SOURCES = tests/unit/test_cavalry.c \
	tests/unit/figures_fixture.h
test_cavalry_LDADD = $(JUDGE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_rebellion
TESTS += test_judge_rebellion
test_judge_rebellion_SOURCES = tests/unit/test_judge_rebellion.c \
	$(JUDGE_FIXTURE)
test_judge_rebellion_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

# random games; --n 20000 plays many, and asks of every zero for its reason
check_PROGRAMS += prop_rebellion
TESTS += prop_rebellion
prop_rebellion_SOURCES = tests/prop/prop_rebellion.c \
	tests/prop/position.c tests/prop/position.h \
	tests/prop/zeroes-rebellion.def $(PLAY)
prop_rebellion_LDADD = $(VERIFIER_LIBS)

LOGS += rebellion-1-asked:make_asked rebellion-1:make_export
LOG_MAKERS += make_asked$(EXEEXT) make_export$(EXEEXT)
FUZZED_LOGS += rebellion-1-asked/all rebellion-1-asked/A
