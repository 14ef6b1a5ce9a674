# rules/arena: Mage Wars Arena, the rules
libengine_a_SOURCES += \
	src/games/arena/rules/player.c src/games/arena/rules/player.h \
	src/games/arena/rules/gen_config.inc src/games/arena/rules/numbers.h \
	src/games/arena/rules/rules.def src/games/arena/rules/traits.def \
	src/games/arena/rules/options.def src/games/arena/rules/orders.def \
	src/games/arena/rules/conditions.def src/games/arena/rules/refusals.def \
	src/games/arena/rules/events.def src/games/arena/rules/state.h \
	src/games/arena/rules/arena.h src/games/arena/rules/tables.h \
	src/games/arena/rules/tables.c src/games/arena/rules/card.h \
	src/games/arena/rules/spell_parse.h src/games/arena/rules/spell_parse.c \
	src/games/arena/rules/spell_private.h src/games/arena/rules/spell_print.c \
	src/games/arena/rules/card.c src/games/arena/rules/card_import.c \
	src/games/arena/rules/card_private.h src/games/arena/rules/trait.h \
	src/games/arena/rules/board.h src/games/arena/rules/exec.h \
	src/games/arena/rules/damage.h src/games/arena/rules/target.h \
	src/games/arena/rules/action.h src/games/arena/rules/spell_clause.h \
	src/games/arena/rules/triggers.h src/games/arena/rules/play.h \
	src/games/arena/rules/state.c

dist_rules_DATA += db/rules/arena.md

liborders_a_SOURCES += src/games/arena/grammar.def src/orders/said_arena.def src/games/arena/order_args.c \
	src/orders/arg_arena.h
libcatalog_a_SOURCES += src/games/arena/catalog.c src/games/arena/catalog.h
libgames_a_SOURCES += src/games/arena/game.c src/games/arena/sample.c

nobase_dist_pkgdata_DATA += \
	templates/en/vocabulary-arena templates/es/vocabulary-arena \
	db/catalog/arena/README.md db/catalog/arena/books.csv \
	db/catalog/arena/mages.csv db/catalog/arena/programs.txt \
	db/catalog/arena/spells.csv

check_PROGRAMS += test_arena_program
TESTS += test_arena_program
test_arena_program_SOURCES = tests/unit/test_arena_program.c
test_arena_program_LDADD = $(ENGINE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_arena_card
TESTS += test_arena_card
test_arena_card_SOURCES = tests/unit/test_arena_card.c \
	tests/unit/arena_fixture.h
test_arena_card_LDADD = $(ENGINE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_arena_engine
TESTS += test_arena_engine
test_arena_engine_SOURCES = tests/unit/test_arena_engine.c \
	tests/unit/arena_position.h tests/unit/arena_fixture.h
test_arena_engine_LDADD = $(ENGINE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_arena_bounds
TESTS += test_arena_bounds
test_arena_bounds_SOURCES = tests/unit/test_arena_bounds.c \
	tests/unit/arena_position.h tests/unit/arena_fixture.h
test_arena_bounds_LDADD = $(ENGINE_LIBS) $(CMOCKA_LIBS)

# how it is seen
libreport_a_SOURCES += \
	src/games/arena/report/report.c src/games/arena/report/report_private.h \
	src/games/arena/report/words.c src/games/arena/report/story.c \
	src/games/arena/report/tale.c \
	src/games/arena/report/scene.c src/games/arena/report/benefit.c \
	src/games/arena/report/odds.c \
	src/games/arena/report/suggest_values.c src/games/arena/report/mail_values.c src/games/arena/report/book_values.c \
	src/games/arena/report/spell.c src/games/arena/report/card_values.c \
	src/games/arena/report/plan_values.c
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
prop_arena_LDADD = libcase.a $(VERIFIER_LIBS)
# the run counts what it does: it stands between the engine's own parts
prop_arena_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ar_verb,--wrap=ar_start \
	-Wl,--wrap=ar_pick,--wrap=ar_reroll,--wrap=ar_may_quick

check_PROGRAMS += make_arena
make_arena_SOURCES = tests/tamper/make_arena.c tests/tamper/out.h \
	$(JUDGE_FIXTURE)
make_arena_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
LOGS += arena-1-asked:make_asked arena-1:make_arena
LOG_MAKERS += make_arena$(EXEEXT)
FUZZED_LOGS += arena-1-asked/all

check_PROGRAMS += test_grimoire
TESTS += test_grimoire
test_grimoire_SOURCES = tests/unit/test_grimoire.c
test_grimoire_LDADD = $(CATALOG_LIBS) $(CMOCKA_LIBS)
