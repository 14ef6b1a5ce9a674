# games: the one list of games.
noinst_LIBRARIES += libgames.a
libgames_a_SOURCES = src/games/games.c src/games/games.h src/games/report_lookup.c \
	src/games/players.c src/games/players.h \
	src/games/samples.c src/games/samples.h \
	src/games/games.def
# runs cases
noinst_LIBRARIES += libcase.a
libcase_a_SOURCES = src/games/case_run.c src/games/case_run.h \
	src/games/case_expect.c src/games/case.h
# what plays, and reads a log; what tells of it, too
GAMES_PLAY_LIBS = libgames.a libcatalog.a $(ORDERS_LIBS)
GAMES_LIBS = libgames.a libcatalog.a $(REPORT_LIBS) $(ORDERS_LIBS)
check_PROGRAMS += test_auto
TESTS += test_auto
test_auto_SOURCES = tests/unit/test_auto.c
test_auto_LDADD = $(GAMES_LIBS) $(CMOCKA_LIBS)
