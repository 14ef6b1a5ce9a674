# cli: what the two programs share, and the sub-commands of heraldo.
noinst_LIBRARIES += libcli.a
libcli_a_SOURCES = \
	src/cli/config.c src/cli/config.h src/cli/config.def
libcli_a_CFLAGS = $(AM_CFLAGS) $(GLIB_CFLAGS)

check_PROGRAMS += test_config
TESTS += test_config
test_config_SOURCES = tests/unit/test_config.c
test_config_LDADD = libcli.a $(BASE_LIBS) $(GLIB_LIBS) $(CMOCKA_LIBS)
