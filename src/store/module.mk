# store: everything that must not be forgotten, in SQLite. Knows bytes only.
noinst_LIBRARIES += libstore.a
libstore_a_CPPFLAGS = $(AM_CPPFLAGS) $(SQLITE_CFLAGS)
libstore_a_SOURCES = \
	src/store/store.h src/store/db.c src/store/db.h \
	src/store/inbox.c src/store/inbox.h src/store/mail_choice.h \
	src/store/people.c src/store/erase.c src/store/people.h \
	src/store/passports.c src/store/passports.h \
	src/store/games.c src/store/games.h \
	src/store/game_log.c src/store/game_log.h \
	src/store/archive.c src/store/archive.h \
	src/store/campaigns.c src/store/campaigns.h \
	src/store/rulings.c src/store/rulings.h \
	src/store/values.c src/store/values.h \
	src/store/outbox.c src/store/outbox.h \
	src/store/relay.c src/store/relay.h

STORE_LIBS = libstore.a $(BASE_LIBS) $(SQLITE_LIBS)

nobase_dist_pkgdata_DATA += db/schema/001-baseline.sql

check_PROGRAMS += test_store
TESTS += test_store
test_store_CPPFLAGS = $(AM_CPPFLAGS) $(SQLITE_CFLAGS)
test_store_SOURCES = tests/unit/test_store.c
test_store_LDADD = $(STORE_LIBS) $(CMOCKA_LIBS)
