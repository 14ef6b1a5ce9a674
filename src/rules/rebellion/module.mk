# Mage Knight Rebellion, with Cavalry: everything that is this game's alone.
librules_a_SOURCES += \
	src/rules/rebellion/ground.c src/rules/rebellion/ground.h \
	src/rules/rebellion/line.c src/rules/rebellion/line.h \
	src/rules/rebellion/path.c src/rules/rebellion/path.h \
	src/rules/rebellion/setup_case.c src/rules/rebellion/setup_case.h \
	src/rules/rebellion/rules.def src/rules/rebellion/abilities.def \
	src/rules/rebellion/options.def src/rules/rebellion/proficiencies.def \
	src/rules/rebellion/orders.def src/rules/rebellion/conditions.def \
	src/rules/rebellion/refusals.def src/rules/rebellion/events.def \
	src/rules/rebellion/defs.inc src/rules/rebellion/numbers.h \
	src/rules/rebellion/state.h src/rules/rebellion/rebellion.h \
	src/rules/rebellion/position.h \
	src/rules/rebellion/contract.h \
	src/rules/rebellion/refuse.h \
	src/rules/rebellion/move.h \
	src/rules/rebellion/attack.h \
	src/rules/rebellion/damage.h \
	src/rules/rebellion/action.h \
	src/rules/rebellion/formation.h \
	src/rules/rebellion/decide.h \
	src/rules/rebellion/turn.h src/rules/rebellion/tables.h \
	src/rules/rebellion/tables.c src/rules/rebellion/state.c \
	src/rules/rebellion/sound.c \
	src/rules/rebellion/evolve.c src/rules/rebellion/evolve.h \
	src/rules/rebellion/evolve_player.c src/rules/rebellion/values.c \
	src/rules/rebellion/cavalry.h src/rules/rebellion/cavalry_army.c \
	src/rules/rebellion/cavalry_evolve.c \
	src/rules/rebellion/cavalry_item.c src/rules/rebellion/cavalry_order.c \
	src/rules/rebellion/cavalry_ride.c \
	src/rules/rebellion/cavalry_saddle.c \
	src/rules/rebellion/cavalry_turn.c src/rules/rebellion/cavalry_unit.c \
	src/rules/rebellion/damage.c src/rules/rebellion/move.c \
	src/rules/rebellion/attack.c src/rules/rebellion/attack_check.c \
	src/rules/rebellion/formation.c src/rules/rebellion/action.c \
	src/rules/rebellion/decide.c src/rules/rebellion/decide_still.c \
	src/rules/rebellion/setup.c src/rules/rebellion/turn.c \
	src/rules/rebellion/carried.c src/rules/rebellion/carried.h \
	src/rules/rebellion/view.c src/rules/rebellion/legal.c \
	src/rules/rebellion/sample.c src/rules/rebellion/offer.c \
	src/rules/rebellion/instead.c \
	src/rules/rebellion/choose.c src/rules/rebellion/ready.def
liborders_a_SOURCES += src/orders/rebellion.def src/orders/said_rebellion.def
libreport_a_SOURCES += src/report/rebellion.c src/report/rebellion_story.c \
	src/report/rebellion_inside.h
libgames_a_SOURCES += src/games/rebellion.c

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
test_rebellion_LDADD = $(RULES_LIBS) $(CMOCKA_LIBS)

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
test_judge_rebellion_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

# random games; --n 20000 plays many, and asks of every zero for its reason
check_PROGRAMS += prop_rebellion
TESTS += prop_rebellion
prop_rebellion_SOURCES = tests/prop/prop_rebellion.c \
	tests/prop/position.c tests/prop/position.h \
	tests/prop/zeroes-rebellion.def $(PLAY)
prop_rebellion_LDADD = $(AUDIT_LIBS)

LOGS += rebellion-1-asked:make_asked rebellion-1:make_export
LOG_MAKERS += make_asked$(EXEEXT) make_export$(EXEEXT)
FUZZED_LOGS += rebellion-1-asked/all rebellion-1-asked/A
