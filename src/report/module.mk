# report: views and events to text, HTML and pictures, by way of templates/.
noinst_LIBRARIES += libreport.a
libreport_a_SOURCES = \
	src/report/tval.c src/report/tval.h \
	src/report/tally.c src/report/tally.h \
	src/report/terms.c src/report/terms.h \
	src/report/template.c src/report/template.h \
	src/report/chance.c src/report/chance.h src/report/foresee.c \
	src/report/foresee.h src/report/columns.c src/report/columns.h \
	src/report/reference.c src/report/reference.h \
	src/report/words.c src/report/words.h \
	src/report/narrate.c src/report/narrate.h \
	src/report/story.c src/report/story.h \
	src/report/chronicle.c src/report/chronicle.h \
	src/report/annals.c src/report/annals.h \
	src/report/annals_inside.h src/report/annals_season.c \
	src/report/game.h src/report/folding.h \
	src/report/report.c src/report/report.h \
	src/report/scene.c src/report/scene.h \
	src/report/textboard.c src/report/textboard.h \
	src/report/canvas.c src/report/canvas.h src/report/paint.c \
	src/report/paint.h src/report/pixels.c src/report/pixels.h \
	src/report/bands.c src/report/bands.h \
	src/report/strokes.c src/report/strokes.h \
	src/report/patches.c src/report/patches.h \
	src/report/stamps.c src/report/stamps.h \
	src/report/tints.c src/report/tints.h \
	src/report/svg.c src/report/svg.h \
	src/report/deflate.c src/report/deflate.h \
	src/report/inflate.c src/report/inflate.h \
	src/report/zip.c src/report/zip.h \
	src/report/floor.c src/report/floor.h \
	src/report/owner.c src/report/owner.h \
	src/report/zones.c src/report/zones.h src/report/zones_text.c \
	src/report/picture.c src/report/picture.h
libreport_a_CFLAGS = $(AM_CFLAGS) $(CAIRO_CFLAGS) $(ZLIB_CFLAGS)

CALLS += src/report/paint.calls
$(libreport_a_OBJECTS): src/report/paint.inc

REPORT_LIBS = libreport.a $(RULES_LIBS) $(ZLIB_LIBS) -lm

check_PROGRAMS += test_template
TESTS += test_template
test_template_SOURCES = tests/unit/test_template.c
test_template_LDADD = $(REPORT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_columns
TESTS += test_columns
test_columns_SOURCES = tests/unit/test_columns.c
test_columns_LDADD = $(REPORT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_report_narrate
TESTS += test_report_narrate
test_report_narrate_SOURCES = tests/unit/test_report_narrate.c
test_report_narrate_LDADD = $(GAMES_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_annals
TESTS += test_annals
test_annals_SOURCES = tests/unit/test_annals.c
test_annals_LDADD = $(GAMES_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_report
TESTS += test_report
test_report_SOURCES = tests/unit/test_report.c tests/unit/golden.h
test_report_LDADD = $(REPORT_LIBS) $(CMOCKA_LIBS)
EXTRA_DIST += tests/golden/report-en.txt tests/golden/report-en.html \
	tests/golden/report-full-en.txt tests/golden/report-full-es.txt \
	tests/golden/report-es.txt tests/golden/report-es.html \
	tests/golden/letters

check_PROGRAMS += test_reference
TESTS += test_reference
test_reference_SOURCES = tests/unit/test_reference.c
test_reference_LDADD = $(REPORT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_picture
TESTS += test_picture
test_picture_SOURCES = tests/unit/test_picture.c
test_picture_LDADD = $(REPORT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += prop_report
TESTS += prop_report
prop_report_SOURCES = tests/prop/prop_report.c tests/prop/chance.h
prop_report_LDADD = $(REPORT_LIBS)

check_PROGRAMS += fuzz_template
TESTS += fuzz_template
fuzz_template_SOURCES = tests/fuzz/fuzz_template.c tests/fuzz/corpus.c \
	tests/fuzz/fuzz.h
fuzz_template_LDADD = $(REPORT_LIBS)
EXTRA_DIST += tests/fuzz/corpus/template
nobase_dist_pkgdata_DATA += \
	templates/en/board.txt templates/en/figures.txt \
	templates/en/foot_short.txt templates/en/report-full.txt \
	templates/en/cards.txt templates/en/catalog.txt \
	templates/en/challenge.txt \
	templates/en/complaint.txt \
	templates/en/help.txt \
	templates/en/help_body.txt \
	templates/en/invitation.txt \
	templates/en/join_refused.txt \
	templates/en/desk.txt \
	templates/en/dispute.txt \
	templates/en/join_request.txt \
	templates/en/join_waiting.txt templates/en/misread.txt \
	templates/en/receipt.txt templates/en/help_word.txt \
	templates/en/texts.txt templates/en/repeated.txt templates/en/confirm.txt \
	templates/en/brought.txt \
	templates/en/letter.txt templates/en/letters.txt \
	templates/en/preferences.txt templates/en/leave.txt \
	templates/en/left.txt templates/en/held.txt \
	templates/en/readmission.txt templates/en/replaced.txt \
	templates/en/relieved.txt \
	templates/en/joined.txt \
	templates/en/luck.txt \
	templates/en/made.txt \
	templates/en/page.txt \
	templates/en/master.txt \
	templates/en/messages \
	templates/en/notice.txt \
	templates/en/orders-master.txt \
	templates/en/orders.txt \
	templates/en/preview.txt \
	templates/en/query.txt \
	templates/en/query_answers.txt \
	templates/en/refused.txt \
	templates/en/report.html \
	templates/en/report_rest.html \
	templates/en/report_rest.txt \
	templates/en/report_tail.html \
	templates/en/report_tail.txt \
	templates/en/story.html \
	templates/en/story.txt \
	templates/en/answer.html \
	templates/en/answer.txt \
	templates/en/digest.txt templates/es/digest.txt \
	templates/en/games.txt templates/en/history.txt \
	templates/en/standings.txt templates/en/dropout.txt \
	templates/en/takeover.txt templates/en/standin.txt \
	templates/en/rule.txt templates/en/why.txt \
	templates/en/foot.html \
	templates/en/foot.txt \
	templates/en/report_top.html \
	templates/en/report_top.txt \
	templates/en/report.txt \
	templates/en/page.messages \
	templates/en/plain.txt \
	templates/en/precedent_list.txt \
	templates/en/precedents.txt \
	templates/en/set_aside.txt \
	templates/en/head.html \
	templates/en/waiting.html \
	templates/en/waiting.txt \
	templates/en/word.html \
	templates/en/word.txt \
	templates/en/style.html \
	templates/en/unreadable.txt \
	templates/en/unverified.txt \
	templates/en/chronicle_card.html \
	templates/en/chronicle_feed.html \
	templates/en/chronicle_front.html \
	templates/en/chronicle_game.html \
	templates/en/chronicle_head.html \
	templates/en/chronicle_meetings.html \
	templates/en/chronicle_news.html \
	templates/en/chronicle_point.html \
	templates/en/chronicle_round.html \
	templates/en/chronicle_season.html \
	templates/en/chronicle_steps.html \
	templates/en/chronicle_style.txt \
	templates/en/warning.txt \
	templates/es/board.txt templates/es/figures.txt \
	templates/es/foot_short.txt templates/es/report-full.txt \
	templates/es/cards.txt templates/es/catalog.txt \
	templates/es/challenge.txt \
	templates/es/complaint.txt \
	templates/es/help.txt \
	templates/es/help_body.txt \
	templates/es/invitation.txt \
	templates/es/join_refused.txt \
	templates/es/desk.txt \
	templates/es/dispute.txt \
	templates/es/join_request.txt \
	templates/es/join_waiting.txt templates/es/misread.txt \
	templates/es/receipt.txt templates/es/help_word.txt \
	templates/es/texts.txt templates/es/repeated.txt templates/es/confirm.txt \
	templates/es/brought.txt \
	templates/es/letter.txt templates/es/letters.txt \
	templates/es/preferences.txt templates/es/leave.txt \
	templates/es/left.txt templates/es/held.txt \
	templates/es/readmission.txt templates/es/replaced.txt \
	templates/es/relieved.txt \
	templates/es/joined.txt \
	templates/es/luck.txt \
	templates/es/made.txt \
	templates/es/page.txt \
	templates/es/master.txt \
	templates/es/messages \
	templates/es/notice.txt \
	templates/es/orders-master.txt \
	templates/es/orders.txt \
	templates/es/preview.txt \
	templates/es/query.txt \
	templates/es/query_answers.txt \
	templates/es/refused.txt \
	templates/es/report.html \
	templates/es/report_rest.html \
	templates/es/report_rest.txt \
	templates/es/report_tail.html \
	templates/es/report_tail.txt \
	templates/es/story.html \
	templates/es/story.txt \
	templates/es/answer.html \
	templates/es/answer.txt \
	templates/es/games.txt templates/es/history.txt \
	templates/es/standings.txt templates/es/dropout.txt \
	templates/es/takeover.txt templates/es/standin.txt \
	templates/es/rule.txt templates/es/why.txt \
	templates/es/foot.html \
	templates/es/foot.txt \
	templates/es/report_top.html \
	templates/es/report_top.txt \
	templates/es/report.txt \
	templates/es/page.messages \
	templates/es/plain.txt \
	templates/es/precedent_list.txt \
	templates/es/precedents.txt \
	templates/es/set_aside.txt \
	templates/es/head.html \
	templates/es/waiting.html \
	templates/es/waiting.txt \
	templates/es/word.html \
	templates/es/word.txt \
	templates/es/style.html \
	templates/es/unreadable.txt \
	templates/es/unverified.txt \
	templates/es/chronicle_card.html \
	templates/es/chronicle_feed.html \
	templates/es/chronicle_front.html \
	templates/es/chronicle_game.html \
	templates/es/chronicle_head.html \
	templates/es/chronicle_meetings.html \
	templates/es/chronicle_news.html \
	templates/es/chronicle_point.html \
	templates/es/chronicle_round.html \
	templates/es/chronicle_season.html \
	templates/es/chronicle_steps.html \
	templates/es/chronicle_style.txt \
	templates/es/warning.txt

check_PROGRAMS += prop_twins
TESTS += prop_twins
prop_twins_SOURCES = tests/prop/prop_twins.c tests/prop/chance.h
prop_twins_LDADD = $(REPORT_LIBS)
