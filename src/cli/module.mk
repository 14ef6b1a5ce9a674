# cli: what the two programs share, and the sub-commands of heraldo.
noinst_LIBRARIES += libcli.a
libcli_a_SOURCES = \
	src/cli/config.c src/cli/config.h src/cli/config.def \
	src/cli/config_check.c src/cli/config_check.h \
	src/cli/prune.c src/cli/backup.c src/cli/backup.h src/cli/restore.c src/cli/mail_process.c src/cli/mail_process.h \
	src/cli/secret.c src/cli/secret.h src/cli/grant.c src/cli/grant.h \
	src/cli/secret_keeper.c src/cli/secret_keeper.h \
	src/cli/providers.c src/cli/providers.h \
	src/cli/page.c src/cli/page.h \
	src/cli/own_process.c src/cli/own_process.h \
	src/cli/owner.c src/cli/owner.h \
	src/cli/site_updater.c src/cli/site_updater.h \
	src/cli/computer.c src/cli/computer.h \
	src/cli/oplog.c src/cli/oplog.h \
	src/cli/advice.c src/cli/advice.h \
	src/cli/health.c src/cli/health.h \
	src/cli/mail_log.c src/cli/mail_log.h \
	src/cli/supervisor.c src/cli/supervisor.h \
	src/cli/cross_check.c src/cli/cross_check.h \
	src/cli/clock_check.c src/cli/clock_check.h \
	src/cli/send_throttle.c src/cli/send_throttle.h \
	src/cli/mail_ipc.c src/cli/mail_ipc.h \
	src/cli/app.c src/cli/app.h \
	src/cli/analysis.c src/cli/analysis.h \
	src/cli/terminal.c src/cli/terminal.h
libcli_a_CFLAGS = $(AM_CFLAGS) $(GLIB_CFLAGS) $(JANSSON_CFLAGS)

# the providers of mail
nobase_dist_pkgdata_DATA += db/providers

CLI_LIBS = libcli.a libtournament.a $(VERIFIER_LIBS) -lm $(GLIB_LIBS)

bin_PROGRAMS += heraldo
heraldo_SOURCES = src/heraldo.c \
	src/cli/cli.c src/cli/cli.h src/cli/commands.def src/cli/game_verbs.def src/cli/verbs.def \
	src/cli/case.c \
	src/cli/check_config.c src/cli/mail_selftest.c src/cli/mail_selftest.h \
	src/cli/mail_setup.c src/cli/mail_setup.h \
	src/cli/campaign.c \
	src/cli/carryover.c \
	src/cli/player.c \
	src/cli/publish.c \
	src/cli/export.c \
	src/cli/game.c \
	src/cli/history.c src/cli/history.h \
	src/cli/inbox.c \
	src/cli/init.c \
	src/cli/saved_report.c src/cli/saved_report.h \
	src/cli/judge.c \
	src/cli/key.c src/cli/dice_stats.c \
	src/cli/box_command.c src/cli/box_command.h \
	src/cli/outbox.c src/cli/precedents.c \
	src/cli/oauth.c src/cli/completion.c \
	src/cli/person.c \
	src/cli/ratings.c \
	src/cli/render.c \
	src/cli/replay.c \
	src/cli/rule.c \
	src/cli/sign.c \
	src/cli/status.c \
	src/cli/rulesets.c \
	src/cli/archive.c \
	src/cli/beacon.c \
	src/cli/verify.c
heraldo_LDADD = libcase.a $(CLI_LIBS)

sbin_PROGRAMS += heraldod
heraldod_SOURCES = src/heraldod.c
heraldod_LDADD = $(CLI_LIBS)

# every rule switched off must turn a case red; 50 of them at random, or
# make mutants MUTANTS="--all --system rebellion"
MUTANTS =
EXTRA_PROGRAMS += tests/mutants
tests_mutants_SOURCES = tests/mutants.c $(libcase_a_SOURCES) \
	$(libgames_a_SOURCES) $(libcatalog_a_SOURCES) $(liborders_a_SOURCES) \
	$(libengine_a_SOURCES) $(libbase_a_SOURCES)
tests_mutants_CPPFLAGS = $(AM_CPPFLAGS) -UHERALDO_MUTANTS -DHERALDO_MUTANTS=1
tests_mutants_LDADD = libreport.a $(ZLIB_LIBS) -lm \
	$(UNISTRING_LIBS)
CLEANFILES += tests/mutants
mutants: tests/mutants
	tests/mutants$(EXEEXT) $(MUTANTS) $(srcdir)/tests/cases/*/*.case
.PHONY: mutants

check_PROGRAMS += test_unread
TESTS += test_unread
test_unread_SOURCES = tests/unit/test_unread.c tests/unit/orders_fixture.h \
	tests/unit/unit.h
test_unread_LDADD = $(GAMES_LIBS) $(AUTH_LIBS) $(BASE_LIBS) $(CMOCKA_LIBS)
EXTRA_DIST += tests/mail/unread

check_PROGRAMS += test_order_mails
TESTS += test_order_mails
test_order_mails_SOURCES = tests/unit/test_order_mails.c \
	tests/unit/orders_fixture.h
test_order_mails_LDADD = $(GAMES_LIBS) $(AUTH_LIBS) $(BASE_LIBS) \
	$(CMOCKA_LIBS)
EXTRA_DIST += tests/mail/orders-golden tests/mail/orders-dungeons

check_PROGRAMS += test_case fuzz_case
TESTS += test_case fuzz_case
test_case_SOURCES = tests/unit/test_case.c
test_case_LDADD = libcase.a $(GAMES_LIBS) $(ORDERS_LIBS) $(AUTH_LIBS) $(CMOCKA_LIBS)
fuzz_case_SOURCES = tests/fuzz/fuzz_case.c tests/fuzz/corpus.c \
	tests/fuzz/fuzz.h
fuzz_case_LDADD = libcase.a $(GAMES_LIBS) $(ORDERS_LIBS) $(AUTH_LIBS)
EXTRA_DIST += tests/fuzz/corpus/case

check_PROGRAMS += test_config
TESTS += test_config
test_config_SOURCES = tests/unit/test_config.c
test_config_LDADD = libcli.a $(MAIL_LIBS) $(BASE_LIBS) $(GLIB_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_postman
TESTS += test_postman
test_postman_SOURCES = tests/unit/test_postman.c tests/unit/fake.c \
	tests/unit/fake.h
test_postman_LDADD = libcli.a $(MAIL_LIBS) $(BASE_LIBS) $(GLIB_LIBS) \
	$(CMOCKA_LIBS)

check_PROGRAMS += test_clock_check
TESTS += test_clock_check
test_clock_check_SOURCES = tests/unit/test_clock_check.c
test_clock_check_LDADD = libcli.a $(BASE_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += test_rush test_exchange
TESTS += test_rush test_exchange
test_rush_SOURCES = tests/unit/test_rush.c
test_rush_LDADD = libcli.a $(BASE_LIBS) $(CMOCKA_LIBS)
test_exchange_SOURCES = tests/unit/test_exchange.c $(JUDGE_FIXTURE)
test_exchange_LDADD = libcli.a $(VERIFIER_LIBS) $(GLIB_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_terminal
TESTS += test_terminal
test_terminal_SOURCES = tests/unit/test_terminal.c tests/unit/unit.h
test_terminal_LDADD = libcli.a $(BASE_LIBS) $(CMOCKA_LIBS)
