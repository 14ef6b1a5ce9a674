# report: views and events to text, HTML and pictures, by way of templates/.
noinst_LIBRARIES += libreport.a
libreport_a_SOURCES = \
	src/report/text/template_value.c src/report/text/template_value.h \
	src/report/text/combat_stats.c src/report/text/combat_stats.h \
	src/report/text/game_summary.c src/report/text/game_summary.h \
	src/report/text/template.c src/report/text/template.h \
	src/engine/outcome_enum.c src/engine/outcome_enum.h src/engine/preview_branches.c \
	src/engine/preview_branches.h src/report/text/wrap.c src/report/text/wrap.h \
	src/report/text/flow.c src/report/text/flow.h \
	src/report/text/plain_mail_html.c src/report/text/plain_mail_html.h \
	src/report/text/rules_text.c src/report/text/rules_text.h \
	src/report/text/messages.c src/report/text/messages.h \
	src/report/text/narrate.c src/report/text/narrate.h \
	src/report/text/story.c src/report/text/story.h \
	src/report/text/tale.c src/report/text/tale.h \
	src/report/text/history.c src/report/text/history.h \
	src/report/site/site.c src/report/site/site.h \
	src/report/site/site_private.h src/report/site/site_campaign.c \
	src/report/report_game.h src/report/text/event_merge.h \
	src/report/text/report.c src/report/text/report.h \
	src/report/text/order_choices.c src/report/text/order_choices.h \
	src/report/text/final_values.c src/report/text/final_values.h \
	src/report/picture/scene.c src/report/picture/scene.h \
	src/report/picture/ascii_board.c src/report/picture/ascii_board.h \
	src/report/picture/canvas.c src/report/picture/canvas.h \
	src/report/picture/art.def src/report/picture/letter_widths.inc \
	src/report/picture/stroke.h src/report/picture/raster_cairo.c \
	src/report/picture/png_write.c src/report/picture/png_write.h \
	src/report/picture/token.c src/report/picture/token.h \
	src/report/picture/board.h src/report/picture/ground.c \
	src/report/picture/svg.c \
	src/base/deflate.c src/base/deflate.h \
	src/base/inflate.c src/base/inflate.h \
	src/base/zip.c src/base/zip.h \
	src/report/picture/grid_board.c \
	src/report/picture/zone_board.c src/report/picture/zone_board.h src/report/picture/zone_board_text.c \
	src/report/picture/picture.c src/report/picture/picture.h
libreport_a_CFLAGS = $(AM_CFLAGS) $(CAIRO_CFLAGS) $(PNG_CFLAGS) $(ZLIB_CFLAGS)

CALLS += src/report/picture/raster_cairo.calls src/report/picture/png_write.calls
$(libreport_a_OBJECTS): src/report/picture/raster_cairo.inc \
	src/report/picture/png_write.inc

REPORT_LIBS = libreport.a $(ENGINE_LIBS) $(ZLIB_LIBS) -lm

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
	templates/en/unreadable_lines.txt \
	templates/en/help.txt \
	templates/en/help_body.txt \
	templates/en/invitation.txt \
	templates/en/join_refused.txt \
	templates/en/practice.txt \
	templates/en/gm_summary.txt \
	templates/en/dispute.txt \
	templates/en/join_request.txt \
	templates/en/join_requests.txt templates/en/not_an_order_mail.txt \
	templates/en/receipt.txt templates/en/receipt_next.txt \
	templates/en/receipt-full.txt templates/en/orders-receipt.txt \
	templates/en/help_word.txt \
	templates/en/texts.txt templates/en/duplicate.txt templates/en/confirm.txt \
	templates/en/identity_import.txt \
	templates/en/press.txt templates/en/press_all.txt \
	templates/en/preferences.txt templates/en/unsubscribe.txt \
	templates/en/unsubscribed.txt templates/en/delayed.txt \
	templates/en/key_reset.txt templates/en/seat_replaced.txt \
	templates/en/letter.html \
	templates/en/proxy_ended.txt \
	templates/en/join_received.txt \
	templates/en/dice_stats.txt \
	templates/en/game_created.txt \
	templates/en/webapp_file.txt \
	templates/en/master.txt \
	templates/en/messages \
	templates/en/account_change.txt \
	templates/en/orders-master.txt \
	templates/en/orders.txt \
	templates/en/preview.txt \
	templates/en/query.txt \
	templates/en/query_answers.txt \
	templates/en/refused.txt \
	templates/en/rematch.txt \
	templates/en/report.html \
	templates/en/report_rest.html \
	templates/en/report_rest.txt \
	templates/en/report_tail.html \
	templates/en/report_tail.txt \
	templates/en/story.html \
	templates/en/story.txt \
	templates/en/strip.html templates/en/strip.txt templates/en/more.txt templates/en/sums.html templates/en/sums.txt \
	templates/en/answer.html \
	templates/en/answer.txt \
	templates/en/digest.txt templates/es/digest.txt \
	templates/en/game_list.txt templates/en/history.txt \
	templates/en/standings.txt templates/en/abandoned_seat.txt \
	templates/en/seat_offer.txt templates/en/substitute_wanted.txt \
	templates/en/rule.txt templates/en/why.txt \
	templates/en/foot.html \
	templates/en/foot.txt \
	templates/en/report_top.html \
	templates/en/report_top.txt \
	templates/en/report.txt \
	templates/en/page.messages \
	templates/en/ended.html \
	templates/en/ended.txt \
	templates/en/fallback.txt \
	templates/en/precedent_list.txt \
	templates/en/precedents.txt \
	templates/en/head.html \
	templates/en/waiting.html \
	templates/en/waiting.txt \
	templates/en/entropy_request.html \
	templates/en/entropy_request.txt \
	templates/en/style.html \
	templates/en/unreadable.txt \
	templates/en/bad_signature.txt \
	templates/en/site_card.html \
	templates/en/site_feed.html \
	templates/en/site_front.html \
	templates/en/site_game.html \
	templates/en/site_head.html \
	templates/en/site_meetings.html \
	templates/en/site_news.html \
	templates/en/site_point.html \
	templates/en/site_round.html \
	templates/en/site_season.html \
	templates/en/site_steps.html \
	templates/en/site_style.txt \
	templates/en/warning.txt \
	templates/es/board.txt templates/es/figures.txt \
	templates/es/foot_short.txt templates/es/report-full.txt \
	templates/es/cards.txt templates/es/catalog.txt \
	templates/es/challenge.txt \
	templates/es/unreadable_lines.txt \
	templates/es/help.txt \
	templates/es/help_body.txt \
	templates/es/invitation.txt \
	templates/es/join_refused.txt \
	templates/es/practice.txt \
	templates/es/gm_summary.txt \
	templates/es/dispute.txt \
	templates/es/join_request.txt \
	templates/es/join_requests.txt templates/es/not_an_order_mail.txt \
	templates/es/receipt.txt templates/es/receipt_next.txt \
	templates/es/receipt-full.txt templates/es/orders-receipt.txt \
	templates/es/help_word.txt \
	templates/es/texts.txt templates/es/duplicate.txt templates/es/confirm.txt \
	templates/es/identity_import.txt \
	templates/es/press.txt templates/es/press_all.txt \
	templates/es/preferences.txt templates/es/unsubscribe.txt \
	templates/es/unsubscribed.txt templates/es/delayed.txt \
	templates/es/key_reset.txt templates/es/seat_replaced.txt \
	templates/es/letter.html \
	templates/es/proxy_ended.txt \
	templates/es/join_received.txt \
	templates/es/dice_stats.txt \
	templates/es/game_created.txt \
	templates/es/webapp_file.txt \
	templates/es/master.txt \
	templates/es/messages \
	templates/es/account_change.txt \
	templates/es/orders-master.txt \
	templates/es/orders.txt \
	templates/es/preview.txt \
	templates/es/query.txt \
	templates/es/query_answers.txt \
	templates/es/refused.txt \
	templates/es/rematch.txt \
	templates/es/report.html \
	templates/es/report_rest.html \
	templates/es/report_rest.txt \
	templates/es/report_tail.html \
	templates/es/report_tail.txt \
	templates/es/story.html \
	templates/es/story.txt \
	templates/es/strip.html templates/es/strip.txt templates/es/more.txt templates/es/sums.html templates/es/sums.txt \
	templates/es/answer.html \
	templates/es/answer.txt \
	templates/es/game_list.txt templates/es/history.txt \
	templates/es/standings.txt templates/es/abandoned_seat.txt \
	templates/es/seat_offer.txt templates/es/substitute_wanted.txt \
	templates/es/rule.txt templates/es/why.txt \
	templates/es/foot.html \
	templates/es/foot.txt \
	templates/es/report_top.html \
	templates/es/report_top.txt \
	templates/es/report.txt \
	templates/es/page.messages \
	templates/es/ended.html \
	templates/es/ended.txt \
	templates/es/fallback.txt \
	templates/es/precedent_list.txt \
	templates/es/precedents.txt \
	templates/es/head.html \
	templates/es/waiting.html \
	templates/es/waiting.txt \
	templates/es/entropy_request.html \
	templates/es/entropy_request.txt \
	templates/es/style.html \
	templates/es/unreadable.txt \
	templates/es/bad_signature.txt \
	templates/es/site_card.html \
	templates/es/site_feed.html \
	templates/es/site_front.html \
	templates/es/site_game.html \
	templates/es/site_head.html \
	templates/es/site_meetings.html \
	templates/es/site_news.html \
	templates/es/site_point.html \
	templates/es/site_round.html \
	templates/es/site_season.html \
	templates/es/site_steps.html \
	templates/es/site_style.txt \
	templates/es/warning.txt

check_PROGRAMS += prop_twins
TESTS += prop_twins
prop_twins_SOURCES = tests/prop/prop_twins.c tests/prop/chance.h
prop_twins_LDADD = $(REPORT_LIBS)
