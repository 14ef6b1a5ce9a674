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

dist_rules_DATA += db/rules/arena.md

liborders_a_SOURCES += src/orders/arena.def src/orders/said_arena.def src/orders/slot_arena.c \
	src/orders/slot_arena.h
libcatalog_a_SOURCES += src/catalog/grimoire.c src/catalog/grimoire.h
libgames_a_SOURCES += src/games/arena.c

nobase_dist_pkgdata_DATA += \
	templates/en/vocabulary-arena templates/es/vocabulary-arena \
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
test_arena_engine_SOURCES = tests/unit/test_arena_engine.c \
	tests/unit/arena_position.h tests/unit/arena_fixture.h
test_arena_engine_LDADD = $(RULES_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_arena_bounds
TESTS += test_arena_bounds
test_arena_bounds_SOURCES = tests/unit/test_arena_bounds.c \
	tests/unit/arena_position.h tests/unit/arena_fixture.h
test_arena_bounds_LDADD = $(RULES_LIBS) $(CMOCKA_LIBS)

# how it is seen
libreport_a_SOURCES += \
	src/report/arena.c src/report/arena_inside.h \
	src/report/arena_words.c src/report/arena_story.c \
	src/report/arena_scene.c src/report/arena_gain.c \
	src/report/arena_odds.c \
	src/report/arena_options.c src/report/arena_mail.c \
	src/report/arena_spell.c src/report/arena_card.c \
	src/report/arena_plan.c
nobase_dist_pkgdata_DATA += \
	templates/en/arena.messages templates/en/board-arena.txt \
	templates/en/orders-arena.txt templates/en/report-arena.html \
	templates/en/report-arena.txt templates/en/report-arena-full.txt \
	templates/es/arena.messages templates/es/board-arena.txt \
	templates/es/orders-arena.txt templates/es/report-arena.html \
	templates/es/report-arena.txt templates/es/report-arena-full.txt

dist_rules_es_DATA += db/rules/es/arena.md
MANUAL_PAGES += contrib/man/heraldo-arena.7
MANUAL_SPANISH += contrib/man/es/heraldo-arena.7
EXTRA_DIST += contrib/man/heraldo-arena.7.in contrib/man/es/heraldo-arena.7.in
MANUAL_FROM += $(srcdir)/templates/en/vocabulary-arena \
	$(srcdir)/templates/es/vocabulary-arena
contrib/man/heraldo-arena.7: contrib/man/heraldo-arena.7.in $(MANUAL_FROM)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	./tools_manual$(EXEEXT) $(srcdir)/templates arena \
		<$(srcdir)/$@.in >$@.new && mv $@.new $@
contrib/man/es/heraldo-arena.7: contrib/man/es/heraldo-arena.7.in \
		$(MANUAL_FROM)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	./tools_manual$(EXEEXT) $(srcdir)/templates arena \
		<$(srcdir)/$@.in >$@.new && mv $@.new $@

check_PROGRAMS += test_report_arena
TESTS += test_report_arena
test_report_arena_SOURCES = tests/unit/test_report_arena.c \
	tests/unit/arena_position.h tests/unit/arena_fixture.h \
	tests/unit/golden.h
test_report_arena_LDADD = liborders.a $(REPORT_LIBS) $(CMOCKA_LIBS)
EXTRA_DIST += tests/golden/arena-story-en-a.txt \
	tests/golden/arena-story-en-b.txt tests/golden/arena-story-es-a.txt \
	tests/golden/arena-story-es-b.txt tests/golden/arena-board-en.txt \
	tests/golden/arena-board-es.txt tests/golden/arena-en.txt \
	tests/golden/arena-en.html tests/golden/arena-es.txt \
	tests/golden/arena-es.html tests/golden/arena-cards-en.txt \
	tests/golden/arena-cards-es.txt tests/golden/arena-objects-en.txt \
	tests/golden/arena-objects-es.txt

check_PROGRAMS += test_orders_arena
TESTS += test_orders_arena
test_orders_arena_SOURCES = tests/unit/test_orders_arena.c \
	tests/unit/orders_fixture.h tests/unit/orders_trial.h
test_orders_arena_LDADD = $(GAMES_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_arena_mails
TESTS += test_arena_mails
test_arena_mails_SOURCES = tests/unit/test_arena_mails.c \
	tests/unit/orders_fixture.h tests/prop/duel.c tests/prop/duel.h \
	tests/prop/chance.h
test_arena_mails_LDADD = $(GAMES_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += prop_arena
TESTS += prop_arena
prop_arena_SOURCES = tests/prop/prop_arena.c tests/prop/duel.c \
	tests/prop/duel.h tests/prop/zeroes-arena.def \
	tests/prop/zeroes-judge.def $(PLAY) $(TWINS)
prop_arena_LDADD = $(AUDIT_LIBS)
# the run counts what it does: it stands between the engine's own parts
prop_arena_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ar_verb,--wrap=ar_start \
	-Wl,--wrap=ar_pick,--wrap=ar_reroll,--wrap=ar_may_quick

check_PROGRAMS += make_arena
make_arena_SOURCES = tests/tamper/make_arena.c tests/tamper/out.h \
	$(JUDGE_FIXTURE)
make_arena_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)
LOGS += arena-1-asked:make_asked arena-1:make_arena
LOG_MAKERS += make_arena$(EXEEXT)
FUZZED_LOGS += arena-1-asked/all

check_PROGRAMS += test_grimoire
TESTS += test_grimoire
test_grimoire_SOURCES = tests/unit/test_grimoire.c
test_grimoire_LDADD = $(CATALOG_LIBS) $(CMOCKA_LIBS)
