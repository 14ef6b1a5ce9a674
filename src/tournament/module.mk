# group: what ties games together: who meets whom, and what came of it
noinst_LIBRARIES += libtournament.a
libtournament_a_SOURCES = \
	src/tournament/campaign.c src/tournament/campaign.h \
	src/tournament/campaign_private.h src/tournament/campaign_run.c \
	src/tournament/campaign_plan.c src/tournament/campaign_mail.c \
	src/tournament/campaign_notify.c src/tournament/campaign_pages.c \
	src/tournament/campaign_result.c src/tournament/campaign_rules.c \
	src/tournament/carryover.c src/tournament/carryover.h \
	src/tournament/matching.c src/tournament/matching.h \
	src/tournament/game_result.c src/tournament/game_result.h \
	src/tournament/site_files.c src/tournament/site_files.h \
	src/tournament/pairing.c src/tournament/pairing.h \
	src/tournament/glicko2.c src/tournament/glicko2.h \
	src/tournament/rating_list.c src/tournament/rating_list.h \
	src/tournament/swiss_plan.c src/tournament/swiss_plan.h \
	src/tournament/standings.c src/tournament/standings.h \
	src/tournament/swiss.c

nobase_dist_pkgdata_DATA += \
	db/campaign/arena.carry db/campaign/dungeons.carry \
	db/campaign/rebellion.carry

check_PROGRAMS += test_carry
TESTS += test_carry
test_carry_SOURCES = tests/unit/test_carry.c
test_carry_LDADD = libtournament.a $(JUDGE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_practice
TESTS += test_judge_practice
test_judge_practice_SOURCES = tests/unit/test_judge_practice.c $(JUDGE_FIXTURE)
test_judge_practice_LDADD = libtournament.a $(VERIFIER_LIBS) $(SQLITE_LIBS) \
	$(CMOCKA_LIBS) -lm

check_PROGRAMS += test_campaign
TESTS += test_campaign
test_campaign_SOURCES = tests/unit/test_campaign.c $(JUDGE_FIXTURE)
test_campaign_LDADD = libtournament.a $(VERIFIER_LIBS) $(SQLITE_LIBS) $(CMOCKA_LIBS) \
	-lm

check_PROGRAMS += test_pairing
TESTS += test_pairing
test_pairing_SOURCES = tests/unit/test_pairing.c
test_pairing_LDADD = libtournament.a $(BASE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_matching
TESTS += test_matching
test_matching_SOURCES = tests/unit/test_matching.c
test_matching_LDADD = libtournament.a $(BASE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_swiss
TESTS += test_swiss
test_swiss_SOURCES = tests/unit/test_swiss.c
test_swiss_LDADD = libtournament.a $(BASE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_rating
TESTS += test_rating
test_rating_SOURCES = tests/unit/test_rating.c
test_rating_LDADD = libtournament.a $(BASE_LIBS) $(CMOCKA_LIBS) -lm

check_PROGRAMS += test_standings
TESTS += test_standings
test_standings_SOURCES = tests/unit/test_standings.c
test_standings_LDADD = libtournament.a $(BASE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_season
TESTS += test_season
test_season_SOURCES = tests/unit/test_season.c
test_season_LDADD = libtournament.a $(BASE_LIBS) $(CMOCKA_LIBS)
