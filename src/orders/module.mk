# orders: text to decisions and back: words, grammar, complaints.
noinst_LIBRARIES += liborders.a
liborders_a_SOURCES = \
	src/orders/vocabulary.c src/orders/vocabulary.h \
	src/orders/token.c src/orders/token.h \
	src/orders/grammar.c src/orders/grammar.h src/orders/rows.inc \
	src/orders/match.c src/orders/match.h src/orders/code.h \
	src/orders/slot.c src/orders/slots.def src/orders/draw.c \
	src/orders/reading.c src/orders/reading.h \
	src/orders/orders.c src/orders/orders.h src/orders/lines.c \
	src/orders/reader.h src/orders/meaning.c src/orders/meaning.h \
	src/orders/meaning_clause.c src/orders/meaning_row.c \
	src/orders/meaning_inside.h \
	src/orders/meaning_words.c src/orders/meaning_words.h \
	src/orders/say.c \
	src/orders/setting.c src/orders/setting.h

ORDERS_LIBS = liborders.a $(RULES_LIBS)

check_PROGRAMS += test_orders
TESTS += test_orders
test_orders_SOURCES = tests/unit/test_orders.c \
	tests/unit/orders_fixture.h tests/unit/orders_trial.h
test_orders_LDADD = $(GAMES_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += fuzz_orders
TESTS += fuzz_orders
fuzz_orders_SOURCES = tests/fuzz/fuzz_orders.c tests/fuzz/corpus.c \
	tests/fuzz/fuzz.h tests/fuzz/order_mail.h
fuzz_orders_LDADD = $(GAMES_LIBS)
EXTRA_DIST += tests/fuzz/corpus/orders

# prop_orders --n 4000 reads four thousand mails of each game
check_PROGRAMS += prop_orders
TESTS += prop_orders
prop_orders_SOURCES = tests/prop/prop_orders.c tests/prop/chance.h \
	tests/fuzz/order_mail.h
prop_orders_LDADD = $(GAMES_LIBS)

nobase_dist_pkgdata_DATA += \
	templates/en/vocabulary templates/es/vocabulary
