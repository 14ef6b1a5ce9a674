# group: what ties games together: who meets whom, and what came of it
noinst_LIBRARIES += libgroup.a
libgroup_a_SOURCES = \
	src/group/campaign.c src/group/campaign.h \
	src/group/campaign_inside.h src/group/campaign_tend.c \
	src/group/campaign_plan.c src/group/campaign_mail.c \
	src/group/campaign_write.c src/group/campaign_pages.c \
	src/group/campaign_result.c src/group/campaign_rules.c \
	src/group/carry.c src/group/carry.h \
	src/group/matching.c src/group/matching.h \
	src/group/outcome.c src/group/outcome.h \
	src/group/pages.c src/group/pages.h \
	src/group/pairing.c src/group/pairing.h \
	src/group/rating.c src/group/rating.h \
	src/group/ratings.c src/group/ratings.h \
	src/group/season.c src/group/season.h \
	src/group/standings.c src/group/standings.h \
	src/group/swiss.c

nobase_dist_pkgdata_DATA += \
	db/campaign/arena.carry db/campaign/dungeons.carry \
	db/campaign/rebellion.carry

check_PROGRAMS += test_carry
TESTS += test_carry
test_carry_SOURCES = tests/unit/test_carry.c
test_carry_LDADD = libgroup.a $(JUDGE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_campaign
TESTS += test_campaign
test_campaign_SOURCES = tests/unit/test_campaign.c $(JUDGE_FIXTURE)
test_campaign_LDADD = libgroup.a $(AUDIT_LIBS) $(SQLITE_LIBS) $(CMOCKA_LIBS) \
	-lm

check_PROGRAMS += test_pairing
TESTS += test_pairing
test_pairing_SOURCES = tests/unit/test_pairing.c
test_pairing_LDADD = libgroup.a $(BASE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_matching
TESTS += test_matching
test_matching_SOURCES = tests/unit/test_matching.c
test_matching_LDADD = libgroup.a $(BASE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_swiss
TESTS += test_swiss
test_swiss_SOURCES = tests/unit/test_swiss.c
test_swiss_LDADD = libgroup.a $(BASE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_rating
TESTS += test_rating
test_rating_SOURCES = tests/unit/test_rating.c
test_rating_LDADD = libgroup.a $(BASE_LIBS) $(CMOCKA_LIBS) -lm

check_PROGRAMS += test_standings
TESTS += test_standings
test_standings_SOURCES = tests/unit/test_standings.c
test_standings_LDADD = libgroup.a $(BASE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_season
TESTS += test_season
test_season_SOURCES = tests/unit/test_season.c
test_season_LDADD = libgroup.a $(BASE_LIBS) $(CMOCKA_LIBS)
