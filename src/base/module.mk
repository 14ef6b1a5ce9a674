# base: err, arena, buf, utf8, parse. Knows nothing of mail or games.
noinst_LIBRARIES += libbase.a
libbase_a_SOURCES = \
	src/base/base.h \
	src/base/err.c src/base/err.h src/base/err.def \
	src/base/arena.c src/base/arena.h \
	src/base/buf.c src/base/buf.h \
	src/base/ipc.c src/base/ipc.h \
	src/base/file.c src/base/file.h \
	src/base/name_trie.c src/base/name_trie.h \
	src/base/nearest.c src/base/nearest.h \
	src/base/library.c src/base/library.h src/base/calls.awk \
	src/base/xalloc.c src/base/xalloc.h \
	src/base/parse.c src/base/parse.h \
	src/base/date.c src/base/date.h \
	src/base/file_mode.c src/base/file_mode.h \
	src/base/str.c src/base/str.h src/base/ascii.h \
	src/base/utf8.c src/base/utf8.h

# the calls of a library that is loaded when it is first needed
SUFFIXES = .calls .inc
CALLS =
.calls.inc:
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
		$(AWK) -f $(srcdir)/src/base/calls.awk $< >$@.new && mv $@.new $@

BASE_LIBS = libbase.a $(UNISTRING_LIBS)

check_PROGRAMS += test_base
TESTS += test_base
test_base_SOURCES = tests/unit/test_base.c tests/unit/unit.h
test_base_LDADD = $(BASE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_channel
TESTS += test_channel
test_channel_SOURCES = tests/unit/test_channel.c
test_channel_LDADD = $(BASE_LIBS) $(CMOCKA_LIBS)
