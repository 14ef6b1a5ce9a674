# audit: an exported log, checked; and its export. What verifies needs no store,
# no mail and no reports: VERIFY_LIBS are all.
noinst_LIBRARIES += libaudit.a
libaudit_a_SOURCES = \
	src/audit/export.c src/audit/export.h \
	src/audit/export_game.c src/audit/export_game.h \
	src/audit/verify.c src/audit/verify.h src/audit/verifier.h \
	src/audit/verify_tools.c src/audit/verify_people.c \
	src/audit/verify_luck.c src/audit/verify_words.c src/audit/verify_table.c src/audit/verify_hand.c \
	src/audit/verify_mask.c \
	src/audit/verify_beacon.c \
	src/audit/rerun.c src/audit/rerun.h src/audit/rerunner.h \
	src/audit/rerun_tools.c src/audit/rerun_luck.c \
	src/audit/rerun_orders.c src/audit/rerun_letters.c \
	src/audit/rerun_table.c src/audit/rerun_time.c \
	src/audit/rerun_undo.c src/audit/rerun_command.c \
	src/audit/rerun_due.c \
	src/audit/follow.c src/audit/follow.h \
	src/audit/cards.c src/audit/cards.h \
	src/audit/said.c src/audit/said.h

AUDIT_LIBS = libaudit.a $(JUDGE_LIBS)
VERIFY_LIBS = libaudit.a librecord.a $(GAMES_PLAY_LIBS) $(AUTH_LIBS)

# linked with nothing else: neither store nor mail nor reports
check_PROGRAMS += test_audit
TESTS += test_audit
test_audit_SOURCES = tests/unit/test_audit.c
test_audit_LDADD = $(VERIFY_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += fuzz_verify
TESTS += fuzz_verify
fuzz_verify_SOURCES = tests/fuzz/fuzz_verify.c tests/fuzz/corpus.c \
	tests/fuzz/fuzz.h
fuzz_verify_LDADD = $(VERIFY_LIBS)
EXTRA_DIST += tests/fuzz/corpus/verify

check_PROGRAMS += test_verify
TESTS += test_verify
test_verify_SOURCES = tests/unit/test_verify.c $(JUDGE_FIXTURE)
test_verify_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)
