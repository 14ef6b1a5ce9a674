# How fast things are: `make bench`, never part of `make check`. What is
# measured is what is built here, with the flags that configure was given, and
# the table says which; `contrib/quickstart bench` builds with -O2. Built by
# make check, so that it does not grow stale.
check_PROGRAMS += measure
measure_SOURCES = tests/bench/bench.c tests/bench/bench.h \
	tests/bench/actions.c tests/bench/lines.c \
	tests/unit/meaning_fixture.h tests/bench/flow.c tests/bench/steps.c \
	tests/bench/pictures.c tests/bench/outbound.c \
	tests/bench/recorded.c tests/bench/answered.c \
	tests/bench/season.c tests/bench/sampled.c \
	tests/bench/games.c tests/bench/games.h
measure_CFLAGS = $(AM_CFLAGS) $(GLIB_CFLAGS) $(CAIRO_CFLAGS) \
	$(JANSSON_CFLAGS)
measure_LDADD = $(CLI_LIBS) $(CAIRO_LIBS)

bench: measure$(EXEEXT) selfplay$(EXEEXT) heraldo$(EXEEXT) heraldod$(EXEEXT)
	$(AM_V_at)$(AM_TESTS_ENVIRONMENT) \
	HERALDO_CFLAGS='$(CC) $(CFLAGS)' sh $(srcdir)/tests/bench/run $(BENCH)
.PHONY: bench
EXTRA_DIST += tests/bench/run tests/bench/README.md \
	tests/bench/served.py tests/bench/kept.py \
	tests/bench/rebellion.setup tests/bench/dungeons.setup \
	tests/bench/arena.setup
