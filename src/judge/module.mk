# judge: from a mail to events and answers; ties all the others together.
# What it writes into a log is also for who checks one, without store and mail.
noinst_LIBRARIES += libprotocol.a
libprotocol_a_SOURCES = \
	src/protocol/log_events.c src/protocol/log_events.h \
	src/protocol/entropy_state.c src/protocol/entropy_state.h \
	src/protocol/policy.c src/protocol/policy.h src/protocol/policy.def \
	src/protocol/word_cursor.c src/protocol/word_cursor.h \
	src/protocol/keywords.c src/protocol/keywords.h src/protocol/keywords.def \
	src/protocol/gm_command_parse.c src/protocol/gm_command_parse.h \
	src/protocol/proposal_parse.c src/protocol/proposal_parse.h \
	src/protocol/press_parse.c src/protocol/press_parse.h \
	src/judge/policies/press_publish.c src/judge/policies/press_publish.h \
	src/protocol/table_state.c src/protocol/table_state.h \
	src/protocol/calendar.c src/protocol/calendar.h \
	src/protocol/zone_spans.c src/protocol/zone_spans.h \
	src/protocol/timing.c src/protocol/timing.h \
	src/protocol/webapp_payload.c src/protocol/webapp_payload.h \
	src/protocol/judge_lines.c src/protocol/judge_lines.h
noinst_LIBRARIES += libjudge.a
libjudge_a_SOURCES = \
	src/judge/judge.c src/judge/judge.h src/judge/judge_private.h \
	src/judge/inbox/inbox_work.c src/judge/handlers.h \
	src/judge/inbox/verdict.c src/judge/inbox/verdict.h src/judge/inbox/verdict.def \
	src/judge/policies/timer_retry.c src/judge/policies/timer_retry.h \
	src/judge/identity.c src/judge/identity.h \
	src/judge/game/moment.c src/judge/game/moment.h src/judge/work.c \
	src/judge/inbox/signer.c src/judge/inbox/signer.h src/judge/inbox/reply_policy.c \
	src/judge/policies/beacon_timer.c src/judge/policies/beacon_timer.h \
	src/judge/policies/entropy_timer.c src/judge/policies/entropy_timer.h \
	src/judge/people/names.c src/judge/people/names.h \
	src/judge/people/practice.c src/judge/people/practice.h \
	src/judge/people/practice_games.def \
	src/judge/people/join_person.h \
	src/judge/game/computer_person.c src/judge/game/computer_person.h \
	src/judge/timers.c src/judge/timers.h \
	src/judge/game/game_txn.c src/judge/game/game_txn.h \
	src/judge/policies/undo.c src/judge/policies/undo.h \
	src/judge/notify/bounced_address.c \
	src/judge/game/attempts.c src/judge/game/language.c \
	src/judge/game/claim.c src/judge/game/claim.h \
	src/judge/people/signature_verify.c src/judge/people/signature_verify.h \
	src/judge/notify/delivery.c \
	src/judge/game/game_keyring.c src/judge/game/game_keyring.h \
	src/judge/notify/catalog_query.c src/judge/notify/catalog_query.h \
	src/judge/requests/order_mail.c \
	src/judge/requests/order_request.c src/judge/requests/order_request.h \
	src/judge/requests/order_questions.c src/judge/requests/order_questions.h \
	src/judge/requests/order_preview.c src/judge/requests/order_preview.h \
	src/judge/people/join.c src/judge/people/accounts.c \
	src/judge/people/passport.c src/judge/people/passport.h \
	src/judge/people/identity_import.c src/judge/people/identity_import.h \
	src/judge/people/leave.c src/judge/people/leave.h \
	src/judge/requests/gm_commands.c \
	src/judge/notify/addressee.c src/judge/notify/addressee.h \
	src/judge/requests/preferences.c src/judge/requests/preferences.h \
	src/judge/notify/delivery_schedule.c src/judge/notify/delivery_schedule.h src/judge/inbox/unsubscribe.c \
	src/judge/requests/delayed_orders.c src/judge/requests/delayed_orders.h \
	src/judge/game/reject.c src/judge/game/reject.h src/judge/game/reject.def \
	src/judge/game/adjudicate.c src/judge/game/adjudicate.h \
	src/judge/notify/notify.c src/judge/notify/notify.h \
	src/judge/notify/payload.c src/judge/notify/payload.h \
	src/judge/notify/payloads.def \
	src/judge/inbox/unsigned_help.c \
	src/judge/inbox/bounce.c src/judge/inbox/bounce.h \
	src/judge/notify/outbox.c src/judge/notify/relay.c src/judge/notify/relay.h \
	src/judge/policies/invite.c src/judge/policies/invite.h \
	src/judge/requests/game_spec.c src/judge/requests/game_spec.h \
	src/judge/notify/gm_summary.c src/judge/notify/gm_summary.h \
	src/judge/policies/precedents.c src/judge/policies/precedents.h \
	src/judge/requests/game_by_mail.c src/judge/requests/game_by_mail.h \
	src/judge/policies/lifecycle.c src/judge/policies/lifecycle.h \
	src/judge/policies/rewind.c src/judge/policies/rewind.h \
	src/judge/archive.c \
	src/judge/game/beacon_wait.c src/judge/game/beacon_wait.h \
	src/judge/game/deadline.c src/judge/game/deadline.h \
	src/judge/notify/ical.c src/judge/notify/ical.h \
	src/judge/policies/proposal_effects.c src/judge/policies/proposal_effects.h \
	src/judge/policies/proposals.c src/judge/policies/proposals.h \
	src/judge/policies/spectators.c src/judge/policies/spectators.h \
	src/judge/policies/proxy.c src/judge/policies/proxy.h \
	src/judge/policies/abandoned_seat.c src/judge/policies/abandoned_seat.h \
	src/judge/policies/press_send.c src/judge/policies/press_send.h \
	src/judge/game/game_ctx.c src/judge/game/game_ctx.h \
	src/judge/inbox/signed_texts.c \
	src/judge/requests/folded_lines.c src/judge/requests/folded_lines.h \
	src/judge/game/rule_versions.c src/judge/game/rule_versions.h \
	src/judge/people/join_key.c src/judge/people/join_key.h \
	src/judge/requests/game_list.c src/judge/requests/game_list.h \
	src/judge/requests/rematch.c src/judge/requests/rematch.h \
	src/judge/requests/campaign_mail_parse.c src/judge/requests/campaign_mail_parse.h \
	src/judge/notify/webapp_payload_write.c \
	src/judge/notify/webapp_payload_collect.c src/judge/notify/webapp_payload_collect.h \
	src/judge/game/dice_source.c src/judge/game/dice_source.h \
	src/judge/game/intervention_list.c src/judge/game/intervention_list.h \
	src/judge/policies/deadline_commands.c src/judge/policies/deadline_commands.h \
	src/judge/game/beacon_file.c src/judge/game/beacon_file.h \
	src/judge/game/holidays.c src/judge/game/holidays.h \
	src/judge/notify/help.c src/judge/notify/help.h \
	src/judge/policies/fork_check.c src/judge/policies/fork_check.h \
	src/judge/game/gm_sees_all.c src/judge/game/gm_sees_all.h \
	src/judge/game/anonymity.c src/judge/game/anonymity.h \
	src/judge/game/hidden_draws.c src/judge/game/hidden_draws.h \
	src/judge/notify/verp.c src/judge/notify/verp.h \
	src/judge/game/entropy.c src/judge/game/entropy.h \
	src/judge/notify/digest.c src/judge/notify/digest.h \
	src/judge/policies/dispute.c src/judge/policies/dispute.h \
	src/judge/notify/mail_render.c src/judge/notify/mail_render.h \
	src/judge/notify/mail_values.c src/judge/notify/mail_values.h \
	src/judge/notify/mail_answers.c src/judge/notify/mail_answers.h \
	src/judge/notify/mail_kinds.c src/judge/notify/mail_kinds.h \
	src/judge/notify/mail_inputs.c src/judge/notify/mail_inputs.h \
	src/judge/notify/mail_mime.c src/judge/notify/mail_mime.h \
	src/judge/notify/mail_cards.c src/judge/notify/mail_cards.h \
	src/judge/notify/mail_rules.c src/judge/notify/mail_rules.h \
	src/judge/notify/mail_report.c src/judge/notify/mail_report.h \
	src/judge/notify/render_ctx.c src/judge/notify/render_ctx.h \
	src/judge/notify/json_values.c src/judge/notify/json_values.h \
	src/judge/notify/render_pool.c src/judge/notify/render_pool.h \
	src/judge/game/timezone.c src/judge/game/timezone.h src/judge/game/timezone_names.h
libjudge_a_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS) $(GLIB_CFLAGS)

JUDGE_LIBS = libjudge.a libprotocol.a libstore.a $(GAMES_LIBS) $(AUTH_LIBS) \
	$(MAIL_LIBS) $(SQLITE_LIBS) $(JANSSON_LIBS) $(GLIB_LIBS)

# a small game, and a judge for it, for the tests of what is around the rules
JUDGE_FIXTURE = tests/unit/toy.c tests/unit/toy.h tests/unit/judge_fixture.h \
	tests/unit/judge_said.h tests/unit/judge_verified.h \
	tests/unit/judge_unit.h \
	tests/unit/play_fixture.h

check_PROGRAMS += test_judge
TESTS += test_judge
test_judge_SOURCES = tests/unit/test_judge.c $(JUDGE_FIXTURE)
test_judge_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_drafts
TESTS += test_judge_drafts
test_judge_drafts_SOURCES = tests/unit/test_judge_drafts.c $(JUDGE_FIXTURE)
test_judge_drafts_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_glimpse
TESTS += test_glimpse
test_glimpse_SOURCES = tests/unit/test_glimpse.c tests/unit/unit.h
test_glimpse_LDADD = $(JUDGE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_due
TESTS += test_due
test_due_SOURCES = tests/unit/test_due.c
test_due_LDADD = $(JUDGE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_painters
TESTS += test_painters
test_painters_SOURCES = tests/unit/test_painters.c
test_painters_LDADD = $(JUDGE_LIBS) $(REPORT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_crash
TESTS += test_crash
test_crash_SOURCES = tests/crash/test_crash.c $(JUDGE_FIXTURE)
test_crash_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_attack
TESTS += test_judge_attack
test_judge_attack_SOURCES = tests/unit/test_judge_attack.c $(JUDGE_FIXTURE)
test_judge_attack_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_people
TESTS += test_judge_people
test_judge_people_SOURCES = tests/unit/test_judge_people.c $(JUDGE_FIXTURE)
test_judge_people_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_brought
TESTS += test_judge_brought
test_judge_brought_SOURCES = tests/unit/test_judge_brought.c $(JUDGE_FIXTURE)
test_judge_brought_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_words
TESTS += test_judge_words
test_judge_words_SOURCES = tests/unit/test_judge_words.c $(JUDGE_FIXTURE)
test_judge_words_LDADD = libverifier.a $(JUDGE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_beacon
TESTS += test_judge_beacon
test_judge_beacon_SOURCES = tests/unit/test_judge_beacon.c \
	tests/unit/fake_beacon.h $(JUDGE_FIXTURE)
test_judge_beacon_LDADD = $(VERIFIER_LIBS) $(GNUTLS_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_beacon
TESTS += test_beacon
test_beacon_SOURCES = tests/unit/test_beacon.c tests/unit/fake_beacon.h \
	tests/unit/tool.h tests/unit/unit.h
test_beacon_LDADD = $(JUDGE_LIBS) $(GNUTLS_LIBS) $(CMOCKA_LIBS)
EXTRA_DIST += tests/beacon/nist-1-54610.json tests/beacon/nist-1.pem

check_PROGRAMS += test_archive
TESTS += test_archive
test_archive_SOURCES = tests/unit/test_archive.c $(JUDGE_FIXTURE)
test_archive_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_proof
TESTS += test_judge_proof
test_judge_proof_SOURCES = tests/unit/test_judge_proof.c $(JUDGE_FIXTURE)
test_judge_proof_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_again
TESTS += test_judge_again
test_judge_again_SOURCES = tests/unit/test_judge_again.c $(JUDGE_FIXTURE)
test_judge_again_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_dispute
TESTS += test_judge_dispute
test_judge_dispute_SOURCES = tests/unit/test_judge_dispute.c $(JUDGE_FIXTURE)
test_judge_dispute_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_letters
TESTS += test_letters
test_letters_SOURCES = tests/unit/test_letters.c tests/games/render.c \
	tests/games/render.h $(JUDGE_FIXTURE) $(PAGE_CALLS)
test_letters_LDADD = libcase.a $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_shelf
TESTS += test_shelf
test_shelf_SOURCES = tests/unit/test_shelf.c $(JUDGE_FIXTURE)
test_shelf_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_world
TESTS += test_judge_world
test_judge_world_SOURCES = tests/unit/test_judge_world.c $(JUDGE_FIXTURE)
test_judge_world_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_pgp
TESTS += test_judge_pgp
test_judge_pgp_SOURCES = tests/unit/test_judge_pgp.c tests/unit/tool.h \
	$(JUDGE_FIXTURE)
test_judge_pgp_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_faults
TESTS += test_judge_faults
test_judge_faults_SOURCES = tests/unit/test_judge_faults.c tests/unit/tool.h \
	tests/games/render.c tests/games/render.h $(JUDGE_FIXTURE)
test_judge_faults_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

# random games of any system, by mail
PLAY = tests/prop/offers.c tests/prop/offers.h tests/prop/promise.c \
	tests/prop/promise.h tests/prop/play.c tests/prop/play.h tests/prop/chance.h \
	tests/prop/court.c tests/prop/court.h tests/prop/tally.c \
	tests/prop/tally.h
# .. with twins, which a page is asked about, too
TWINS = tests/prop/twins.c tests/prop/twins.h $(PAGE_CALLS)

# deadlines by the calendar, beside Python's zoneinfo
check_PROGRAMS += deadline_dates
deadline_dates_SOURCES = tests/deadline_dates/deadline_dates.c
deadline_dates_LDADD = $(JUDGE_LIBS)
TESTS += tests/deadline_dates.sh
dist_check_SCRIPTS += tests/deadline_dates.sh
EXTRA_DIST += tests/deadline_dates/deadline_dates.py

check_PROGRAMS += test_judge_gallery
TESTS += test_judge_gallery
test_judge_gallery_SOURCES = tests/unit/test_judge_gallery.c $(JUDGE_FIXTURE)
test_judge_gallery_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += test_judge_commands
TESTS += test_judge_commands
test_judge_commands_SOURCES = tests/unit/test_judge_commands.c \
	tests/unit/judge_said.h $(JUDGE_FIXTURE)
test_judge_commands_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += test_judge_desk
TESTS += test_judge_desk
test_judge_desk_SOURCES = tests/unit/test_judge_desk.c $(JUDGE_FIXTURE)
test_judge_desk_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += test_judge_unseal
TESTS += test_judge_unseal
test_judge_unseal_SOURCES = tests/unit/test_judge_unseal.c $(JUDGE_FIXTURE)
test_judge_unseal_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += test_judge_deputy
TESTS += test_judge_deputy
test_judge_deputy_SOURCES = tests/unit/test_judge_deputy.c $(JUDGE_FIXTURE)
test_judge_deputy_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += test_judge_mask
TESTS += test_judge_mask
test_judge_mask_SOURCES = tests/unit/test_judge_mask.c $(JUDGE_FIXTURE)
test_judge_mask_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += test_judge_open
TESTS += test_judge_open
test_judge_open_SOURCES = tests/unit/test_judge_open.c $(JUDGE_FIXTURE)
test_judge_open_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += test_judge_table
TESTS += test_judge_table
test_judge_table_SOURCES = tests/unit/test_judge_table.c $(JUDGE_FIXTURE)
test_judge_table_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_bounce
TESTS += test_judge_bounce
test_judge_bounce_SOURCES = tests/unit/test_judge_bounce.c $(JUDGE_FIXTURE)
test_judge_bounce_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
EXTRA_DIST += tests/mail/bounces

check_PROGRAMS += test_judge_relay
TESTS += test_judge_relay
test_judge_relay_SOURCES = tests/unit/test_judge_relay.c $(JUDGE_FIXTURE)
test_judge_relay_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_preferences
TESTS += test_judge_preferences
test_judge_preferences_SOURCES = tests/unit/test_judge_preferences.c $(JUDGE_FIXTURE)
test_judge_preferences_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_texts
TESTS += test_judge_texts
test_judge_texts_SOURCES = tests/unit/test_judge_texts.c $(JUDGE_FIXTURE)
test_judge_texts_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_restore
TESTS += test_judge_restore
test_judge_restore_SOURCES = tests/unit/test_judge_restore.c $(JUDGE_FIXTURE)
test_judge_restore_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += test_programs
TESTS += test_programs
test_programs_SOURCES = tests/unit/test_programs.c tests/unit/golden.h \
	tests/unit/programs_fixture.h $(JUDGE_FIXTURE)
test_programs_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_programs_played
TESTS += test_programs_played
test_programs_played_SOURCES = tests/unit/test_programs_played.c \
	tests/unit/golden.h tests/unit/programs_fixture.h tests/unit/tool.h \
	$(JUDGE_FIXTURE)
test_programs_played_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
EXTRA_DIST += tests/mail/programs tests/golden/programs.txt \
	tests/golden/programs-played.txt

check_PROGRAMS += test_shapes
TESTS += test_shapes
test_shapes_SOURCES = tests/unit/test_shapes.c $(JUDGE_FIXTURE)
test_shapes_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_hold
TESTS += test_judge_hold
test_judge_hold_SOURCES = tests/unit/test_judge_hold.c $(JUDGE_FIXTURE)
test_judge_hold_LDADD = $(VERIFIER_LIBS) $(CMOCKA_LIBS)
