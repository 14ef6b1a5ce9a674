# orders: text to decisions and back: words, grammar, complaints.
noinst_LIBRARIES += liborders.a
liborders_a_SOURCES = \
	src/orders/vocabulary.c src/orders/vocabulary.h \
	src/orders/lexer.c src/orders/lexer.h \
	src/orders/grammar.c src/orders/grammar_row.c src/orders/grammar.h src/orders/rows.inc \
	src/orders/matcher.c src/orders/matcher.h src/orders/bytecode.h \
	src/orders/arg.c src/orders/args.def src/orders/random_orders.c \
	src/orders/grammar_snapshot.c src/orders/grammar_snapshot.h \
	src/orders/orders.c src/orders/orders.h src/orders/line_parse.c \
	src/orders/order_head.c src/orders/order_languages.c src/orders/submission.c \
	src/orders/text_private.h \
	src/orders/line_private.h src/orders/meaning.c src/orders/meaning.h \
	src/orders/meaning_attack.c \
	src/orders/meaning_clause.c src/orders/meaning_items.c \
	src/orders/meaning_list.c src/orders/meaning_pronoun.c \
	src/orders/meaning_row.c src/orders/meaning_slot.c \
	src/orders/meaning_private.h \
	src/orders/meaning_table.c src/orders/meaning_table.h \
	src/orders/meaning_words.c src/orders/meaning_words.h \
	src/orders/print.c \
	src/orders/path_words.c src/orders/path_words.h

ORDERS_LIBS = liborders.a $(ENGINE_LIBS)

check_PROGRAMS += test_orders
TESTS += test_orders
test_orders_SOURCES = tests/unit/test_orders.c \
	tests/unit/orders_fixture.h tests/unit/orders_trial.h
test_orders_LDADD = $(GAMES_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_meaning
TESTS += test_meaning
test_meaning_SOURCES = tests/unit/test_meaning.c tests/unit/meaning_fixture.h
test_meaning_LDADD = $(GAMES_LIBS) $(CMOCKA_LIBS)

# lines read in a position; fuzz_orders reads without one
check_PROGRAMS += fuzz_meaning
TESTS += fuzz_meaning
fuzz_meaning_SOURCES = tests/fuzz/fuzz_meaning.c tests/fuzz/corpus.c \
	tests/fuzz/fuzz.h tests/unit/meaning_fixture.h
fuzz_meaning_LDADD = $(GAMES_LIBS)
EXTRA_DIST += tests/fuzz/corpus/meaning

check_PROGRAMS += fuzz_orders
TESTS += fuzz_orders
fuzz_orders_SOURCES = tests/fuzz/fuzz_orders.c tests/fuzz/corpus.c \
	tests/fuzz/fuzz.h tests/fuzz/order_mail.h
fuzz_orders_LDADD = $(GAMES_LIBS)
EXTRA_DIST += tests/fuzz/corpus/orders

check_PROGRAMS += test_lines
TESTS += test_lines
test_lines_SOURCES = tests/lines/test_lines.c
test_lines_LDADD = $(GAMES_LIBS)
EXTRA_DIST += tests/lines/README.md tests/lines/positions tests/lines/rebellion.jsonl \
	tests/lines/dungeons.jsonl tests/lines/arena.jsonl

# prop_orders --n 4000 reads four thousand mails of each game
check_PROGRAMS += prop_orders
TESTS += prop_orders
prop_orders_SOURCES = tests/prop/prop_orders.c tests/prop/chance.h \
	tests/fuzz/order_mail.h
prop_orders_LDADD = $(GAMES_LIBS)

nobase_dist_pkgdata_DATA += \
	templates/en/vocabulary templates/es/vocabulary
