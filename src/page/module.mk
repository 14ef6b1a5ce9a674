# page: the same engine for a browser. heraldo.html is made by `make page`, which
# needs what contrib/quickstart page installs and fetches; nothing else here
# does. The page's own C is compiled for this machine, too: tests compare.
PAGE_CALLS = src/page/face.c src/page/face.h src/page/replay.c \
	src/page/show.c src/page/hand.c src/page/hand.h \
	src/page/mail.c src/page/mail.h src/page/compose.c \
	src/page/complete.c src/page/choices.c src/page/choices.h \
	src/page/sign.c
PAGE_UNPACK = src/page/unlzma.c src/page/unlzma.h src/page/streams.c \
	src/page/streams.h
PAGE_FILES = $(PAGE_CALLS) src/page/paint.c src/page/widths_plain.inc src/page/widths_bold.inc
EXTRA_DIST += src/page/file.html src/page/page.html src/page/page.css src/page/loader.js \
	src/page/engine.js \
	src/page/keys.js src/page/play.js src/page/page.js \
	src/page/assemble.py src/page/streams.py
EXTRA_DIST += src/page/page.mk src/auth/bare.c src/page/rsa.c \
	src/page/bcrypt.c src/page/memory.c src/page/base_point.c

check_PROGRAMS += page_native
page_native_SOURCES = tests/page/native.c $(PAGE_FILES)
page_native_LDADD = libaudit.a librecord.a $(GAMES_LIBS) $(AUTH_LIBS)

check_PROGRAMS += page_chance
page_chance_SOURCES = tests/page/chance.c $(PAGE_FILES)
page_chance_LDADD = libaudit.a librecord.a $(GAMES_LIBS) $(AUTH_LIBS)

check_PROGRAMS += test_page
TESTS += test_page
test_page_SOURCES = tests/unit/test_page.c tests/unit/unit.h $(PAGE_FILES) $(PAGE_UNPACK)
test_page_LDADD = libaudit.a librecord.a $(GAMES_LIBS) $(AUTH_LIBS) \
	$(CMOCKA_LIBS)

PAGE_FETCHED = $(abs_top_builddir)/page/libraries
PAGE_MADE_OF = $(libbase_a_SOURCES) $(librules_a_SOURCES) \
	$(libcatalog_a_SOURCES) $(liborders_a_SOURCES) \
	$(libreport_a_SOURCES) $(libgames_a_SOURCES) \
	$(libauth_a_SOURCES) $(librecord_a_SOURCES) \
	$(libaudit_a_SOURCES) $(PAGE_FILES) src/auth/bare.c \
	src/page/rsa.c src/page/bcrypt.c src/page/memory.c src/page/base_point.c
page: Makefile
	$(MAKE) -f $(srcdir)/src/page/page.mk srcdir='$(srcdir)' \
		LIBRARIES='$(PAGE_FETCHED)' VERSION='$(VERSION)' \
		SOURCES='$(PAGE_MADE_OF)' \
		CASES='$(libcase_a_SOURCES) tests/page/cases.c'
# what tests/page/again.sh builds it of, in another folder
page-sources:
	@printf '%s\n' '$(VERSION)' '$(PAGE_MADE_OF)'
.PHONY: page page-sources
EXTRA_DIST += contrib/page-libraries

# where it is built, it is installed
install-data-hook:
	if [ -f page/heraldo.html ]; then \
		$(INSTALL_DATA) page/heraldo.html '$(DESTDIR)$(pkgdatadir)'; fi
uninstall-hook:
	rm -f '$(DESTDIR)$(pkgdatadir)/heraldo.html'

TESTS += tests/page.sh tests/page/again.sh tests/page/chance.sh
dist_check_SCRIPTS += tests/page.sh tests/page/again.sh tests/page/chance.sh
EXTRA_DIST += tests/page/cases.c tests/page/compare.py \
	tests/page/browser.py tests/page/person.py tests/page/shows.py \
	tests/page/plays.py tests/page/keyboard.py tests/page/means.py \
	tests/page/looks.py tests/page/seen.py \
	tests/page/firefox.py tests/page/whole tests/page/whole.py \
	tests/page/bench.py tests/page/logged.py
