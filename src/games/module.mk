# games: the one list of games.
noinst_LIBRARIES += libgames.a
libgames_a_SOURCES = src/games/games.c src/games/games.h \
	src/games/games.def
GAMES_LIBS = libgames.a libcatalog.a $(REPORT_LIBS) $(ORDERS_LIBS)
