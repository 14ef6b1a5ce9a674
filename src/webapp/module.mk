# page: the same engine for a browser. heraldo.html is made by `make page`, which
# needs what contrib/quickstart page installs and fetches; nothing else here
# does. The page's own C is compiled for this machine, too: tests compare.
PAGE_CALLS = src/webapp/page.c src/webapp/api.c src/webapp/api.h src/webapp/replay.c \
	src/webapp/render.c src/webapp/session.c src/webapp/session.h \
	src/webapp/mail.c src/webapp/mail.h src/webapp/compose.c src/webapp/touch.c \
	src/webapp/touch.h src/webapp/cards.c src/webapp/facing.c \
	src/webapp/builder.c src/webapp/book.c src/webapp/book.h \
	src/webapp/completion.c src/webapp/argument_values.c src/webapp/argument_values.h \
	src/webapp/sign.c src/webapp/proof.c src/webapp/practise.c src/webapp/practise.h \
	src/webapp/art.c src/webapp/dice_stats.c
PAGE_UNPACK = src/webapp/unlzma.c src/webapp/unlzma.h src/webapp/streams.c \
	src/webapp/streams.h
PAGE_FILES = $(PAGE_CALLS) src/webapp/paint.c
EXTRA_DIST += src/webapp/file.html src/webapp/page.html src/webapp/page.css src/webapp/loader.js \
	src/webapp/engine.js \
	src/webapp/keys.js src/webapp/compose.js src/webapp/table.js src/webapp/overlay.js src/webapp/review.js src/webapp/list.js src/webapp/entrance.js src/webapp/proof.js src/webapp/practise.js src/webapp/analysis.js \
	src/webapp/drawings.js src/webapp/playback.js src/webapp/dice_stats.js \
	src/webapp/main.js \
	src/webapp/assemble.py src/webapp/streams.py
EXTRA_DIST += db/lessons
EXTRA_DIST += src/webapp/page.mk src/auth/pgp_stub.c src/webapp/rsa.c \
	src/webapp/bcrypt.c src/webapp/memory.c src/webapp/base_point.c

check_PROGRAMS += page_native
page_native_SOURCES = tests/page/native.c $(PAGE_FILES)
page_native_LDADD = libcase.a libverifier.a libprotocol.a $(GAMES_LIBS) $(AUTH_LIBS)

check_PROGRAMS += page_chance
page_chance_SOURCES = tests/page/chance.c $(PAGE_FILES)
page_chance_LDADD = libcase.a libverifier.a libprotocol.a $(GAMES_LIBS) $(AUTH_LIBS)

# what src/games/NAME/sample.c is made by: `make samples`
check_PROGRAMS += make_sample
make_sample_SOURCES = tests/page/make_sample.c
make_sample_LDADD = libverifier.a libprotocol.a $(GAMES_LIBS) $(AUTH_LIBS)
samples: make_sample mailgame
	$(srcdir)/contrib/samples '$(srcdir)' .
.PHONY: samples
EXTRA_DIST += contrib/samples

check_PROGRAMS += test_page
TESTS += test_page
test_page_SOURCES = tests/unit/test_page.c tests/unit/unit.h $(PAGE_FILES) $(PAGE_UNPACK)
test_page_LDADD = libcase.a libverifier.a libprotocol.a $(GAMES_LIBS) $(AUTH_LIBS) \
	$(CMOCKA_LIBS)

check_PROGRAMS += test_practise
TESTS += test_practise tests/lessons.sh
dist_check_SCRIPTS += tests/lessons.sh
EXTRA_DIST += tests/lessons.py
test_practise_SOURCES = tests/unit/test_practise.c tests/unit/unit.h $(PAGE_FILES)
test_practise_LDADD = libcase.a libverifier.a libprotocol.a $(GAMES_LIBS) $(AUTH_LIBS) \
	$(CMOCKA_LIBS)

PAGE_FETCHED = $(abs_top_builddir)/page/libraries
PAGE_MADE_OF = $(libbase_a_SOURCES) $(libengine_a_SOURCES) \
	$(libcatalog_a_SOURCES) $(liborders_a_SOURCES) \
	$(libreport_a_SOURCES) $(libgames_a_SOURCES) \
	$(libauth_a_SOURCES) $(libprotocol_a_SOURCES) \
	$(libverifier_a_SOURCES) $(libcase_a_SOURCES) $(PAGE_FILES) src/auth/pgp_stub.c \
	src/webapp/rsa.c src/webapp/bcrypt.c src/webapp/memory.c src/webapp/base_point.c
page: Makefile
	$(MAKE) -f $(srcdir)/src/webapp/page.mk srcdir='$(srcdir)' \
		LIBRARIES='$(PAGE_FETCHED)' VERSION='$(VERSION)' \
		SOURCES='$(PAGE_MADE_OF)' \
		CASES='tests/page/cases.c'
# what tests/page/again.sh builds it of, in another folder
page-sources:
	@printf '%s\n' '$(VERSION)' '$(PAGE_MADE_OF)'
.PHONY: page page-sources
EXTRA_DIST += contrib/page-libraries contrib/page-axe

# where it is built, it is installed
install-data-hook:
	if [ -f page/heraldo.html ]; then \
		$(INSTALL_DATA) page/heraldo.html '$(DESTDIR)$(pkgdatadir)'; fi
uninstall-hook:
	rm -f '$(DESTDIR)$(pkgdatadir)/heraldo.html'

TESTS += tests/page.sh tests/page/access.sh tests/page/webkit.sh tests/page/played.sh tests/page/touches.sh tests/page/practise.sh tests/page/again.sh tests/page/chance.sh
dist_check_SCRIPTS += tests/page.sh tests/page/access.sh tests/page/webkit.sh tests/page/played.sh tests/page/touches.sh tests/page/practise.sh tests/page/again.sh tests/page/chance.sh
EXTRA_DIST += tests/page/README.md tests/page/cases.c tests/page/compare.py \
	tests/page/browser.py tests/page/person.py tests/page/shows.py \
	tests/page/plays.py tests/page/keyboard.py tests/page/means.py \
	tests/page/practise.py tests/page/looks.py tests/page/seen.py tests/page/touches.py \
	tests/page/firefox.py tests/page/access.py tests/page/joins.py tests/page/lessons.py tests/page/webkit.py tests/page/budget.py tests/page/whole tests/page/whole.py \
	tests/page/bench.py tests/page/logged.py
