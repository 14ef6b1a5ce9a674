# judge: from a mail to events and answers; ties all the others together.
# What it writes into a log is also for who checks one, without store and mail.
noinst_LIBRARIES += librecord.a
librecord_a_SOURCES = \
	src/judge/record.c src/judge/record.h \
	src/judge/course.c src/judge/course.h \
	src/judge/policy.c src/judge/policy.h src/judge/policy.def \
	src/judge/phrase.c src/judge/phrase.h \
	src/judge/spoken.c src/judge/spoken.h src/judge/spoken.def \
	src/judge/commands.c src/judge/commands.h \
	src/judge/motion.c src/judge/motion.h \
	src/judge/press.c src/judge/press.h \
	src/judge/unseal.c src/judge/unseal.h \
	src/judge/agenda.c src/judge/agenda.h \
	src/judge/calendar.c src/judge/calendar.h \
	src/judge/timing.c src/judge/timing.h \
	src/judge/glimpse.c src/judge/glimpse.h \
	src/judge/lines.c src/judge/lines.h
noinst_LIBRARIES += libjudge.a
libjudge_a_SOURCES = \
	src/judge/judge.c src/judge/judge.h src/judge/inside.h \
	src/judge/intake.c src/judge/station.h \
	src/judge/put_off.c src/judge/put_off.h \
	src/judge/identity.c src/judge/identity.h \
	src/judge/moment.c src/judge/moment.h src/judge/work.c \
	src/judge/who.c src/judge/who.h src/judge/reply.c \
	src/judge/ring.c src/judge/ring.h \
	src/judge/cards.c src/judge/cards.h \
	src/judge/orders.c src/judge/join.c src/judge/people.c \
	src/judge/passport.c src/judge/passport.h \
	src/judge/brought.c src/judge/brought.h \
	src/judge/master.c \
	src/judge/addressee.c src/judge/addressee.h \
	src/judge/wishes.c src/judge/wishes.h \
	src/judge/quiet.c src/judge/quiet.h src/judge/leave.c \
	src/judge/hold.c src/judge/hold.h \
	src/judge/no.c src/judge/no.h src/judge/no.def \
	src/judge/adjudicate.c src/judge/adjudicate.h \
	src/judge/answer.c src/judge/answer.h \
	src/judge/asked.c \
	src/judge/bounce.c src/judge/bounce.h \
	src/judge/outbox.c src/judge/relay.c src/judge/relay.h \
	src/judge/invite.c src/judge/invite.h \
	src/judge/plan.c src/judge/plan.h \
	src/judge/desk.c src/judge/desk.h \
	src/judge/precedents.c src/judge/precedents.h \
	src/judge/host.c src/judge/host.h \
	src/judge/life.c src/judge/life.h \
	src/judge/again.c src/judge/again.h \
	src/judge/archive.c \
	src/judge/beam.c src/judge/beam.h \
	src/judge/deadline.c src/judge/deadline.h \
	src/judge/due.c src/judge/due.h \
	src/judge/accord.c src/judge/accord.h \
	src/judge/council.c src/judge/council.h \
	src/judge/gallery.c src/judge/gallery.h \
	src/judge/deputy.c src/judge/deputy.h \
	src/judge/dropout.c src/judge/dropout.h \
	src/judge/courier.c src/judge/courier.h \
	src/judge/table.c src/judge/table.h \
	src/judge/texts.c \
	src/judge/folded.c src/judge/folded.h \
	src/judge/shelf.c src/judge/shelf.h \
	src/judge/shown.c src/judge/shown.h \
	src/judge/lobby.c src/judge/lobby.h \
	src/judge/roster.c src/judge/roster.h \
	src/judge/glimpse_write.c \
	src/judge/glimpse_letter.c src/judge/glimpse_letter.h \
	src/judge/luck.c src/judge/luck.h \
	src/judge/hands.c src/judge/hands.h \
	src/judge/pace.c src/judge/pace.h \
	src/judge/pulses.c src/judge/pulses.h \
	src/judge/holidays.c src/judge/holidays.h \
	src/judge/help.c src/judge/help.h \
	src/judge/history.c src/judge/history.h \
	src/judge/insider.c src/judge/insider.h \
	src/judge/mask.c src/judge/mask.h \
	src/judge/veil.c src/judge/veil.h \
	src/judge/verp.c src/judge/verp.h \
	src/judge/words.c src/judge/words.h \
	src/judge/digest.c src/judge/digest.h \
	src/judge/dispute.c src/judge/dispute.h \
	src/judge/letter.c src/judge/letter.h \
	src/judge/letter_matter.c src/judge/letter_matter.h \
	src/judge/letter_answer.c src/judge/letter_answer.h \
	src/judge/letter_kind.c src/judge/letter_kind.h \
	src/judge/letter_gather.c src/judge/letter_gather.h \
	src/judge/letter_form.c src/judge/letter_form.h \
	src/judge/letter_card.c src/judge/letter_card.h \
	src/judge/letter_rule.c src/judge/letter_rule.h \
	src/judge/letter_report.c src/judge/letter_report.h \
	src/judge/writing.c src/judge/writing.h \
	src/judge/tval_json.c src/judge/tval_json.h \
	src/judge/painters.c src/judge/painters.h \
	src/judge/zone.c src/judge/zone.h src/judge/zones.h
libjudge_a_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS) $(GLIB_CFLAGS)

JUDGE_LIBS = libjudge.a librecord.a libstore.a $(GAMES_LIBS) $(AUTH_LIBS) \
	$(MAIL_LIBS) $(SQLITE_LIBS) $(JANSSON_LIBS) $(GLIB_LIBS)

# a small game, and a judge for it, for the tests of what is around the rules
JUDGE_FIXTURE = tests/unit/toy.c tests/unit/toy.h tests/unit/judge_fixture.h \
	tests/unit/judge_said.h tests/unit/judge_verified.h \
	tests/unit/judge_unit.h \
	tests/unit/play_fixture.h

check_PROGRAMS += test_judge
TESTS += test_judge
test_judge_SOURCES = tests/unit/test_judge.c $(JUDGE_FIXTURE)
test_judge_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_drafts
TESTS += test_judge_drafts
test_judge_drafts_SOURCES = tests/unit/test_judge_drafts.c $(JUDGE_FIXTURE)
test_judge_drafts_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

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
test_crash_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_attack
TESTS += test_judge_attack
test_judge_attack_SOURCES = tests/unit/test_judge_attack.c $(JUDGE_FIXTURE)
test_judge_attack_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_people
TESTS += test_judge_people
test_judge_people_SOURCES = tests/unit/test_judge_people.c $(JUDGE_FIXTURE)
test_judge_people_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_brought
TESTS += test_judge_brought
test_judge_brought_SOURCES = tests/unit/test_judge_brought.c $(JUDGE_FIXTURE)
test_judge_brought_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_words
TESTS += test_judge_words
test_judge_words_SOURCES = tests/unit/test_judge_words.c $(JUDGE_FIXTURE)
test_judge_words_LDADD = libaudit.a $(JUDGE_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_beacon
TESTS += test_judge_beacon
test_judge_beacon_SOURCES = tests/unit/test_judge_beacon.c \
	tests/unit/fake_beacon.h $(JUDGE_FIXTURE)
test_judge_beacon_LDADD = $(AUDIT_LIBS) $(GNUTLS_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_beacon
TESTS += test_beacon
test_beacon_SOURCES = tests/unit/test_beacon.c tests/unit/fake_beacon.h \
	tests/unit/tool.h tests/unit/unit.h
test_beacon_LDADD = $(JUDGE_LIBS) $(GNUTLS_LIBS) $(CMOCKA_LIBS)
EXTRA_DIST += tests/beacon/nist-1-54610.json tests/beacon/nist-1.pem

check_PROGRAMS += test_archive
TESTS += test_archive
test_archive_SOURCES = tests/unit/test_archive.c $(JUDGE_FIXTURE)
test_archive_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_proof
TESTS += test_judge_proof
test_judge_proof_SOURCES = tests/unit/test_judge_proof.c $(JUDGE_FIXTURE)
test_judge_proof_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_again
TESTS += test_judge_again
test_judge_again_SOURCES = tests/unit/test_judge_again.c $(JUDGE_FIXTURE)
test_judge_again_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_dispute
TESTS += test_judge_dispute
test_judge_dispute_SOURCES = tests/unit/test_judge_dispute.c $(JUDGE_FIXTURE)
test_judge_dispute_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_letters
TESTS += test_letters
test_letters_SOURCES = tests/unit/test_letters.c tests/games/render.c \
	tests/games/render.h $(JUDGE_FIXTURE) $(PAGE_CALLS)
test_letters_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_shelf
TESTS += test_shelf
test_shelf_SOURCES = tests/unit/test_shelf.c $(JUDGE_FIXTURE)
test_shelf_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_world
TESTS += test_judge_world
test_judge_world_SOURCES = tests/unit/test_judge_world.c $(JUDGE_FIXTURE)
test_judge_world_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_pgp
TESTS += test_judge_pgp
test_judge_pgp_SOURCES = tests/unit/test_judge_pgp.c tests/unit/tool.h \
	$(JUDGE_FIXTURE)
test_judge_pgp_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_faults
TESTS += test_judge_faults
test_judge_faults_SOURCES = tests/unit/test_judge_faults.c tests/unit/tool.h \
	tests/games/render.c tests/games/render.h $(JUDGE_FIXTURE)
test_judge_faults_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

# random games of any system, by mail
PLAY = tests/prop/offers.c tests/prop/offers.h tests/prop/play.c tests/prop/play.h tests/prop/chance.h \
	tests/prop/court.c tests/prop/court.h tests/prop/tally.c \
	tests/prop/tally.h
# .. with twins, which a page is asked about, too
TWINS = tests/prop/twins.c tests/prop/twins.h $(PAGE_CALLS)

# deadlines by the calendar, beside Python's zoneinfo
check_PROGRAMS += moments
moments_SOURCES = tests/moments/moments.c
moments_LDADD = $(JUDGE_LIBS)
TESTS += tests/moments.sh
dist_check_SCRIPTS += tests/moments.sh
EXTRA_DIST += tests/moments/moments.py

check_PROGRAMS += test_judge_gallery
TESTS += test_judge_gallery
test_judge_gallery_SOURCES = tests/unit/test_judge_gallery.c $(JUDGE_FIXTURE)
test_judge_gallery_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += test_judge_commands
TESTS += test_judge_commands
test_judge_commands_SOURCES = tests/unit/test_judge_commands.c \
	tests/unit/judge_said.h $(JUDGE_FIXTURE)
test_judge_commands_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += test_judge_desk
TESTS += test_judge_desk
test_judge_desk_SOURCES = tests/unit/test_judge_desk.c $(JUDGE_FIXTURE)
test_judge_desk_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += test_judge_unseal
TESTS += test_judge_unseal
test_judge_unseal_SOURCES = tests/unit/test_judge_unseal.c $(JUDGE_FIXTURE)
test_judge_unseal_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += test_judge_deputy
TESTS += test_judge_deputy
test_judge_deputy_SOURCES = tests/unit/test_judge_deputy.c $(JUDGE_FIXTURE)
test_judge_deputy_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += test_judge_mask
TESTS += test_judge_mask
test_judge_mask_SOURCES = tests/unit/test_judge_mask.c $(JUDGE_FIXTURE)
test_judge_mask_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += test_judge_open
TESTS += test_judge_open
test_judge_open_SOURCES = tests/unit/test_judge_open.c $(JUDGE_FIXTURE)
test_judge_open_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += test_judge_table
TESTS += test_judge_table
test_judge_table_SOURCES = tests/unit/test_judge_table.c $(JUDGE_FIXTURE)
test_judge_table_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_bounce
TESTS += test_judge_bounce
test_judge_bounce_SOURCES = tests/unit/test_judge_bounce.c $(JUDGE_FIXTURE)
test_judge_bounce_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)
EXTRA_DIST += tests/mail/bounces

check_PROGRAMS += test_judge_relay
TESTS += test_judge_relay
test_judge_relay_SOURCES = tests/unit/test_judge_relay.c $(JUDGE_FIXTURE)
test_judge_relay_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_wishes
TESTS += test_judge_wishes
test_judge_wishes_SOURCES = tests/unit/test_judge_wishes.c $(JUDGE_FIXTURE)
test_judge_wishes_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_texts
TESTS += test_judge_texts
test_judge_texts_SOURCES = tests/unit/test_judge_texts.c $(JUDGE_FIXTURE)
test_judge_texts_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_judge_restore
TESTS += test_judge_restore
test_judge_restore_SOURCES = tests/unit/test_judge_restore.c $(JUDGE_FIXTURE)
test_judge_restore_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += test_programs
TESTS += test_programs
test_programs_SOURCES = tests/unit/test_programs.c tests/unit/golden.h \
	$(JUDGE_FIXTURE)
test_programs_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)
EXTRA_DIST += tests/mail/programs

check_PROGRAMS += test_judge_hold
TESTS += test_judge_hold
test_judge_hold_SOURCES = tests/unit/test_judge_hold.c $(JUDGE_FIXTURE)
test_judge_hold_LDADD = $(AUDIT_LIBS) $(CMOCKA_LIBS)
