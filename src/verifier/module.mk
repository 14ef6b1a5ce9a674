# audit: an exported log, checked; and its export. What verifies needs no store,
# no mail and no reports: VERIFY_LIBS are all.
noinst_LIBRARIES += libverifier.a
libverifier_a_SOURCES = \
	src/verifier/export.c src/verifier/export.h \
	src/verifier/export_game.c src/verifier/export_game.h \
	src/verifier/verify.c src/verifier/verify.h src/verifier/verifier.h \
	src/verifier/verify_tools.c src/verifier/verify_people.c \
	src/verifier/verify_dice.c src/verifier/verify_entropy.c src/verifier/verify_table.c src/verifier/verify_cause.c src/verifier/verify_time.c \
	src/verifier/verify_signed.c \
	src/verifier/verify_anonymity.c \
	src/verifier/verify_beacon.c \
	src/verifier/replay.c src/verifier/replay.h src/verifier/replay_private.h \
	src/verifier/replay_tools.c src/verifier/replay_dice.c \
	src/verifier/replay_kept.c src/verifier/replay_orders.c src/verifier/replay_press.c \
	src/verifier/replay_table.c src/verifier/replay_time.c \
	src/verifier/replay_undo.c src/verifier/replay_command.c \
	src/verifier/replay_due.c \
	src/verifier/public_state.c src/verifier/public_state.h \
	src/verifier/logged_defs.c src/verifier/logged_defs.h \
	src/verifier/signed_commands.c src/verifier/signed_commands.h

VERIFIER_LIBS = libverifier.a $(JUDGE_LIBS)
VERIFY_LIBS = libverifier.a libprotocol.a $(GAMES_PLAY_LIBS) $(AUTH_LIBS)

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
test_verify_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
