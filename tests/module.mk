# What belongs to no single folder of src/.
TESTS += tests/house.sh
dist_check_SCRIPTS += tests/house.sh
EXTRA_DIST += tests/house/check.py tests/house/longer tests/house/calls.py \
	tests/house/glossary.py tests/house/glossary-en tests/house/glossary-es \
	tests/house/calls.list tests/house/english tests/lsan.supp
TESTS += tests/message_coverage.sh
dist_check_SCRIPTS += tests/message_coverage.sh
TESTS += tests/cases.sh
dist_check_SCRIPTS += tests/cases.sh
EXTRA_DIST += tests/cases
TESTS += tests/crash/processes.sh
dist_check_SCRIPTS += tests/crash/processes.sh
EXTRA_DIST += tests/crash/processes.py tests/crash/judge_fixture.py \
	tests/crash/kill.c
TESTS += tests/crash/servers.sh
dist_check_SCRIPTS += tests/crash/servers.sh
EXTRA_DIST += tests/crash/servers.py
TESTS += tests/crash/judges.sh
dist_check_SCRIPTS += tests/crash/judges.sh
EXTRA_DIST += tests/crash/judges.py

# what the sanitized build runs: its own programs, and no test whose work others
# do; a game by mail of each system
sanitized-tests:
	@for t in $(TESTS) tests/games.sh; do case $$t in \
		tests/cases.sh | tests/logs.sh | tests/games.sh) echo $$t ;; \
		*.sh) ;; \
		*) echo $$t ;; esac; done | sort -u
.PHONY: sanitized-tests
# What contrib/check leaves to the sanitized build alone: programs that do the same
# there. Not those of the sandbox, which is relaxed where sanitizers are.
SANDBOXED = test_confine test_judge_world test_mime_hostile test_worker
IS_SANITIZED = case $$t in *.sh) false ;; *) \
	case " $(SANDBOXED) " in *" $$t "*) false ;; esac ;; esac
plain-tests:
	@for t in $$($(MAKE) $(AM_MAKEFLAGS) -s longest-first); do \
		$(IS_SANITIZED) || echo $$t; done
# programs that scripts need, and those of plain-tests
plain-programs:
	@for t in $(TESTS); do $(IS_SANITIZED) && echo $$t; done >sanitized.tests; \
	for t in $(check_PROGRAMS); do grep -qx "$$t" sanitized.tests || echo $$t; done
.PHONY: plain-tests plain-programs
CLEANFILES += sanitized.tests
# all tests, in the order in which contrib/check begins them
LONGEST = tests/page/played.sh tests/tamper.sh tests/page.sh tests/games.sh \
	tests/manual.sh
longest-first:
	@for t in $(LONGEST); do echo $$t; done
	@for t in $(TESTS); do case " $(LONGEST) " in \
		*" $$t "*) ;; *) echo $$t ;; esac; done
.PHONY: longest-first
# For who changed a line: what changed is built, unit tests, cases and logs. Without
# tests that wait for GnuPG or die at each step.
check-quick: all
	@for t in $(TESTS); do case $$t in \
		test_crash | test_judge_faults | test_judge_pgp | \
			test_programs_played | *.sh) ;; test_*) echo $$t ;; esac; done >quick.tests
	$(MAKE) $(AM_MAKEFLAGS) -s -j$$(nproc) check \
		TESTS="$$(cat quick.tests) tests/cases.sh tests/logs.sh" \
		check_PROGRAMS="$$(tr '\n' ' ' <quick.tests)"
.PHONY: check-quick
CLEANFILES += quick.tests
EXTRA_DIST += tests/mutation/mutate.py
# what a test costs
EXTRA_DIST += tests/measure.py tests/README.md

# a game with everything in it, exported; then every byte of it in doubt
check_PROGRAMS += make_export
make_export_SOURCES = tests/tamper/make_export.c tests/tamper/out.h \
	$(JUDGE_FIXTURE)
make_export_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += judge_mails
judge_mails_SOURCES = tests/independent_verifier/judge_mails.c tests/tamper/out.h \
	$(JUDGE_FIXTURE)
judge_mails_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += make_hidden
make_hidden_SOURCES = tests/tamper/make_hidden.c tests/tamper/out.h \
	$(JUDGE_FIXTURE)
make_hidden_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += make_dungeon
make_dungeon_SOURCES = tests/tamper/make_dungeon.c tests/tamper/out.h \
	$(JUDGE_FIXTURE)
make_dungeon_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += make_beacon
make_beacon_SOURCES = tests/tamper/make_beacon.c tests/tamper/out.h \
	tests/unit/fake_beacon.h $(JUDGE_FIXTURE)
make_beacon_LDADD = $(VERIFIER_LIBS) $(GNUTLS_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += make_asked
make_asked_SOURCES = tests/tamper/make_asked.c tests/tamper/out.h \
	$(JUDGE_FIXTURE)
make_asked_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += make_events
make_events_SOURCES = tests/tamper/make_events.c
make_events_LDADD = $(JUDGE_LIBS)
# whole games by signed mail, from scripts
check_PROGRAMS += mailgame
mailgame_SOURCES = tests/games/mailgame.c tests/games/render.c \
	tests/games/render.h $(JUDGE_FIXTURE)
mailgame_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
TESTS += tests/games.sh
dist_check_SCRIPTS += tests/games.sh
EXTRA_DIST += tests/games/README.md tests/games/games.py tests/games/claims.py tests/games/mails.py \
	tests/games/headlines.py \
	tests/games/absent.game tests/games/arts.game tests/games/cavalry.game \
	tests/games/auto.game tests/games/auto-dungeons.game \
	tests/games/auto-arena.game tests/games/back.game \
	tests/games/beast-lock.game tests/games/beast-priest.game \
	tests/games/beast-wiz.game tests/games/lock-priest.game \
	tests/games/lock-wiz.game tests/games/wiz-priest.game \
	tests/games/house.game tests/games/house/house.csv \
	tests/games/house/house-programs.txt \
	tests/games/circle.game tests/games/pairs.game \
	tests/games/duel.game tests/games/ended.game tests/games/four.game \
	tests/games/horde.game tests/games/keep.game tests/games/lone.game \
	tests/games/master.game tests/games/outside.game \
	tests/games/riders.game tests/games/shown.py \
	tests/games/shown.txt tests/games/teams.game tests/games/terrain.game \
	tests/games/storeys.game tests/games/three.game \
	tests/games/vault.game tests/games/withheld.game \
	tests/games/declined.game
# undos, and the same dice again
check_PROGRAMS += undo_games
undo_games_SOURCES = tests/prop/undo_games.c tests/prop/mailed.h \
	tests/prop/chance.h \
	tests/unit/play_fixture.h $(JUDGE_FIXTURE)
undo_games_LDADD = $(VERIFIER_LIBS) $(JUDGE_LIBS) $(CMOCKA_LIBS)
TESTS += tests/undo_same_dice.sh
dist_check_SCRIPTS += tests/undo_same_dice.sh
# random games with a hostile player among them
check_PROGRAMS += adversary_games
adversary_games_SOURCES = tests/adversary/player/adversary_games.c \
	tests/prop/mailed.h tests/prop/chance.h \
	$(JUDGE_FIXTURE)
adversary_games_LDADD = $(VERIFIER_LIBS) $(JUDGE_LIBS) $(CMOCKA_LIBS)
TESTS += tests/adversary/player.sh
dist_check_SCRIPTS += tests/adversary/player.sh
EXTRA_DIST += tests/adversary/player/rebellion.position \
	tests/adversary/player/dungeons.position tests/adversary/player/arena.position \
	tests/adversary/player/games.sh tests/adversary/player/verify_all.py

# random games with all that a table does
check_PROGRAMS += scenario_games
scenario_games_SOURCES = tests/scenario_policies/scenario_games.c \
	tests/games/texts.c tests/games/texts.h \
	tests/prop/mailed.h tests/prop/chance.h \
	$(JUDGE_FIXTURE)
scenario_games_LDADD = $(VERIFIER_LIBS) $(JUDGE_LIBS) $(CMOCKA_LIBS)
TESTS += tests/scenario_games.sh
dist_check_SCRIPTS += tests/scenario_games.sh

TESTS += tests/file_permissions.sh
dist_check_SCRIPTS += tests/file_permissions.sh
TESTS += tests/prune.sh
dist_check_SCRIPTS += tests/prune.sh
TESTS += tests/gm_summary.sh
dist_check_SCRIPTS += tests/gm_summary.sh
TESTS += tests/game_by_mail.sh
dist_check_SCRIPTS += tests/game_by_mail.sh
TESTS += tests/sign.sh
TESTS += tests/libraries.sh tests/packages.sh
dist_check_SCRIPTS += tests/packages.sh
dist_check_SCRIPTS += tests/libraries.sh
TESTS += tests/gnupg.sh
dist_check_SCRIPTS += tests/gnupg.sh
TESTS += tests/onboarding.sh
dist_check_SCRIPTS += tests/onboarding.sh
dist_check_SCRIPTS += tests/sign.sh
TESTS += tests/independent_verifier.sh
dist_check_SCRIPTS += tests/independent_verifier.sh
EXTRA_DIST += tests/independent_verifier/hands.py tests/independent_verifier/kept.py tests/independent_verifier/mails.py tests/independent_verifier/vectors.py
TESTS += tests/tamper.sh
dist_check_SCRIPTS += tests/tamper.sh
EXTRA_DIST += tests/tamper/tamper.py tests/tamper/log.py \
	tests/tamper/attacker.py tests/adversary/log/hostile.py \
	tests/tamper/forge.py
TESTS += tests/adversary/log.sh tests/rule_index.sh
dist_check_SCRIPTS += tests/adversary/log.sh tests/rule_index.sh

# two players with mail programs of their own, over private mail servers
TESTS += tests/integration/play_net.sh
dist_check_SCRIPTS += tests/integration/play_net.sh
EXTRA_DIST += tests/integration/play_net.py
# a season of all games, which takes six minutes: contrib/soak runs it
EXTRA_DIST += tests/scenario_campaign/season.py tests/scenario_campaign/run
# a table of four with all that a table knows beside its rules: likewise
TESTS += tests/scenario_policies.sh
dist_check_SCRIPTS += tests/scenario_policies.sh
EXTRA_DIST += tests/scenario_policies/rest.py tests/scenario_policies/run tests/scenario_policies/ahead.c tests/scenario_policies/table.py \
	tests/scenario_policies/lines.py tests/scenario_policies/cast.py tests/scenario_policies/places.py \
	tests/scenario_policies/letters.py tests/scenario_policies/pace.py tests/scenario_policies/absent.py \
	tests/scenario_policies/proposals.py tests/scenario_policies/watched.py \
	tests/scenario_policies/masked.py tests/scenario_policies/delivered.py tests/scenario_policies/desk.py

# a letter by check-config --mail, and what becomes of it
dist_check_SCRIPTS += tests/integration/send_servers
EXTRA_DIST += tests/integration/send_servers.py
TESTS += tests/status.sh tests/setup.sh tests/examples.sh
dist_check_SCRIPTS += tests/status.sh tests/setup.sh tests/examples.sh tests/integration/moved \
	tests/manual/commands
EXTRA_DIST += tests/status.py
TESTS += tests/integration/check_mail.sh tests/integration/oauth.sh \
	tests/integration/init_mail.sh tests/integration/two_judges.sh \
	tests/integration/refused_login.sh
dist_check_SCRIPTS += tests/integration/check_mail.sh \
	tests/integration/oauth.sh tests/integration/init_mail.sh \
	tests/integration/two_judges.sh tests/integration/refused_login.sh
EXTRA_DIST += tests/integration/check_mail.py tests/integration/oauth.py \
	tests/integration/init_mail.py
# of contrib/soak: servers that fail, mailboxes of Courier and Cyrus
EXTRA_DIST += tests/integration/unreliable tests/integration/unreliable.py \
	tests/integration/elsewhere tests/integration/elsewhere.py \
	tests/integration/six_turns

# every kind of mail, in a real browser where there is one: of tests/games.sh
EXTRA_DIST += tests/mail_rendering/mail_rendering.py

# games as static pages, in a browser where there is one
TESTS += tests/chronicle.sh
dist_check_SCRIPTS += tests/chronicle.sh
TESTS += tests/campaign.sh
dist_check_SCRIPTS += tests/campaign.sh
TESTS += tests/carried.sh
dist_check_SCRIPTS += tests/carried.sh
EXTRA_DIST += tests/chronicle/chronicle.py

# generated hostile mails at a real daemon
TESTS += tests/adversary/mail.sh
dist_check_SCRIPTS += tests/adversary/mail.sh
EXTRA_DIST += tests/adversary/mail/hostile.py

TESTS += tests/logs.sh
dist_check_SCRIPTS += tests/logs.sh
EXTRA_DIST += tests/logs

# the files of the version at hand, until it is released; every game adds its
# own, as NAME:PROGRAM that makes it
LOGS =
LOG_MAKERS =
# with some the fuzzer begins
FUZZED_LOGS =
logs: $(LOG_MAKERS)
	rm -rf logs.new
	for l in $(LOGS); do v=$${l%:*} && $(MKDIR_P) logs.new/$$v && \
		./$${l#*:}$(EXEEXT) logs.new/$$v || exit 1; \
		for f in all A; do gzip -9nc logs.new/$$v/$$f.jsonl \
			>$(srcdir)/tests/logs/$$v.$$f.jsonl.gz || exit 1; \
		done; done
	rm -rf $(srcdir)/tests/fuzz/corpus/verify
	$(MKDIR_P) $(srcdir)/tests/fuzz/corpus/verify
	for l in $(FUZZED_LOGS); do cp logs.new/$$l.jsonl \
		$(srcdir)/tests/fuzz/corpus/verify/$${l%/*}.$${l#*/} || exit 1; \
		done
	rm -rf logs.new
.PHONY: logs

# the folder of a judge that tests/upgrade.sh opens: made anew with each change of
# a format, until the first release
upgrade: all
	HERALDO_SRCDIR=$(abs_top_srcdir) HERALDO_BUILDDIR=$(abs_top_builddir) \
		$(srcdir)/tests/upgrade/make $(srcdir)/tests/upgrade/1.0.tar.gz
.PHONY: upgrade

TESTS += tests/upgrade.sh
dist_check_SCRIPTS += tests/upgrade.sh
EXTRA_DIST += tests/upgrade/make tests/upgrade/send.py \
	tests/upgrade/1.0.tar.gz

TESTS += tests/passport.sh
dist_check_SCRIPTS += tests/passport.sh

TESTS += tests/games/dungeons.sh
dist_check_SCRIPTS += tests/games/dungeons.sh

# two builds play the same games: a change of the rules' house, not of the rules
EXTRA_DIST += tests/prop/diff_builds
