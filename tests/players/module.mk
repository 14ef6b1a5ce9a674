# The computer player against itself: a program that plays pairings.
check_PROGRAMS += selfplay
selfplay_SOURCES = tests/players/selfplay.c tests/players/match.c \
	tests/players/metrics.c tests/players/metrics.h \
	tests/players/match.h tests/players/sparring.c \
	tests/players/sparring.h tests/prop/chance.h
selfplay_LDADD = $(GAMES_LIBS) $(AUTH_LIBS)

check_PROGRAMS += test_player
TESTS += test_player
test_player_SOURCES = tests/players/test_player.c tests/players/match.c \
	tests/players/match.h tests/players/sparring.c \
	tests/players/sparring.h tests/prop/chance.h
test_player_LDADD = $(GAMES_LIBS) $(AUTH_LIBS) $(CMOCKA_LIBS)

# positions that the computer plays well
check_PROGRAMS += test_holes
TESTS += test_holes
test_holes_SOURCES = tests/players/test_holes.c tests/players/match.c \
	tests/players/match.h tests/players/sparring.c \
	tests/players/sparring.h tests/prop/chance.h
test_holes_LDADD = $(GAMES_LIBS) $(AUTH_LIBS) $(CMOCKA_LIBS)

# the computer's seats in games by mail
TESTS += tests/players/player.sh
TESTS += tests/players/judge_plays.sh tests/players/practice.sh
dist_check_SCRIPTS += tests/players/player.sh tests/players/judge_plays.sh tests/players/practice.sh
EXTRA_DIST += tests/players/strength.md
