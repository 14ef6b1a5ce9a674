# mail: messages in and out, and what they are made of. On base alone.
noinst_LIBRARIES += libmail.a
libmail_a_SOURCES = \
	src/mail/addr.c src/mail/addr.h

# messages in and out
libmail_a_SOURCES += \
	src/mail/conn.c src/mail/conn.h \
	src/mail/transport.h \
	src/mail/mailbox.c src/mail/mailbox.h src/mail/transport.c \
	src/mail/retry.c src/mail/retry.h \
	src/mail/imap.c src/mail/imap_private.h \
	src/mail/imap_session.c src/mail/imap_fetch.c \
	src/mail/imap_acknowledge.c src/mail/pop3.c \
	src/mail/received.c src/mail/received.h \
	src/mail/maildir.c src/mail/maildir.h \
	src/mail/login.c src/mail/login.h \
	src/mail/http.c src/mail/http.h \
	src/mail/oauth.c src/mail/oauth.h \
	src/mail/server_search.c src/mail/server_search.h \
	src/mail/smtp.c src/mail/smtp.h

libmail_a_CPPFLAGS = $(AM_CPPFLAGS) $(GMIME_CFLAGS) $(XML_CFLAGS) \
	$(SECCOMP_CFLAGS) $(GNUTLS_CFLAGS) $(CURL_CFLAGS) $(JANSSON_CFLAGS)

# reading and writing MIME
libmail_a_SOURCES += \
	src/mail/message.c src/mail/message.h \
	src/mail/bounce.c src/mail/bounce.h \
	src/mail/precheck.c src/mail/precheck.h \
	src/mail/part_bytes.c src/mail/part_bytes.h \
	src/mail/mend.c src/mail/mend.h \
	src/mail/encoded_words.c src/mail/encoded_words.h \
	src/mail/authres.c src/mail/authres.h \
	src/mail/charset.c src/mail/charset.h \
	src/mail/html.c src/mail/html.h \
	src/mail/mime.c src/mail/mime.h \
	src/mail/compose.c src/mail/compose.h \
	src/mail/sandbox.c src/mail/sandbox.h \
	src/mail/sandbox_pool.c src/mail/sandbox_pool.h

CALLS += src/mail/html.calls src/mail/imap.calls src/mail/imap_session.calls \
	src/mail/imap_fetch.calls src/mail/imap_acknowledge.calls src/mail/mime.calls \
	src/mail/smtp.calls src/mail/conn.calls src/mail/http.calls
$(libmail_a_OBJECTS): src/mail/html.inc src/mail/imap.inc src/mail/imap_session.inc \
	src/mail/imap_fetch.inc src/mail/imap_acknowledge.inc src/mail/mime.inc \
	src/mail/smtp.inc src/mail/conn.inc src/mail/http.inc

MAIL_LIBS = libmail.a $(AUTH_LIBS) $(SECCOMP_LIBS) $(JANSSON_LIBS)

check_PROGRAMS += test_addr
TESTS += test_addr
test_addr_SOURCES = tests/unit/test_addr.c tests/unit/unit.h
test_addr_LDADD = $(MAIL_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_received
TESTS += test_received
test_received_SOURCES = tests/unit/test_received.c tests/unit/unit.h
test_received_LDADD = $(MAIL_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_authres
TESTS += test_authres
test_authres_SOURCES = tests/unit/test_authres.c tests/unit/unit.h
test_authres_LDADD = $(MAIL_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_mailbox
TESTS += test_mailbox
test_mailbox_SOURCES = tests/unit/test_mailbox.c tests/unit/unit.h \
	tests/unit/fake.c tests/unit/fake.h
test_mailbox_LDADD = $(MAIL_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_smtp
TESTS += test_smtp
test_smtp_SOURCES = tests/unit/test_smtp.c tests/unit/unit.h \
	tests/unit/fake.c tests/unit/fake.h
test_smtp_LDADD = $(MAIL_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_login test_oauth_login
TESTS += test_login test_oauth_login
test_login_SOURCES = tests/unit/test_login.c tests/unit/tokens.h \
	tests/unit/unit.h
test_login_LDADD = $(MAIL_LIBS) $(CMOCKA_LIBS)
test_oauth_login_SOURCES = tests/unit/test_oauth_login.c tests/unit/tokens.h \
	tests/unit/unit.h tests/unit/fake.c tests/unit/fake.h
test_oauth_login_LDADD = $(MAIL_LIBS) $(CMOCKA_LIBS)

# servers that use names again, and fail
TESTS += tests/mail/mailboxes.sh
dist_check_SCRIPTS += tests/mail/mailboxes.sh
EXTRA_DIST += tests/mail/mailboxes.py

# these want real servers, which net.sh starts
check_PROGRAMS += test_mailbox_net test_smtp_net
TESTS += tests/mail/net.sh tests/mail/dkim.sh
dist_check_SCRIPTS += tests/mail/net.sh tests/mail/dkim.sh
EXTRA_DIST += tests/mail/servers
test_mailbox_net_SOURCES = tests/unit/test_mailbox_net.c tests/unit/unit.h \
	tests/unit/fake.c tests/unit/fake.h
test_mailbox_net_LDADD = $(MAIL_LIBS) $(CMOCKA_LIBS)
test_smtp_net_SOURCES = tests/unit/test_smtp_net.c tests/unit/unit.h
test_smtp_net_LDADD = $(MAIL_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_mime
TESTS += test_mime
test_mime_SOURCES = tests/unit/test_mime.c tests/unit/unit.h
test_mime_LDADD = $(MAIL_LIBS) $(CMOCKA_LIBS)
EXTRA_DIST += tests/mail/mime tests/mail/signed

check_PROGRAMS += test_worker
TESTS += test_worker
EXTRA_DIST += tests/valgrind.supp
test_worker_SOURCES = tests/unit/test_worker.c tests/unit/unit.h
test_worker_LDADD = $(MAIL_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_compose
TESTS += test_compose tests/mail/compose.sh
dist_check_SCRIPTS += tests/mail/compose.sh
EXTRA_DIST += tests/mail/compose.py
test_compose_SOURCES = tests/unit/test_compose.c tests/unit/unit.h
test_compose_LDADD = $(MAIL_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += fuzz_mime
TESTS += fuzz_mime
fuzz_mime_SOURCES = tests/fuzz/fuzz_mime.c tests/fuzz/corpus.c \
	tests/fuzz/fuzz.h
fuzz_mime_LDADD = $(MAIL_LIBS)
EXTRA_DIST += tests/fuzz/corpus/mime

check_PROGRAMS += test_mime_hostile test_mime_text
TESTS += test_mime_hostile test_mime_text
test_mime_hostile_SOURCES = tests/unit/test_mime_hostile.c tests/unit/unit.h
test_mime_hostile_LDADD = $(MAIL_LIBS) $(CMOCKA_LIBS)
test_mime_text_SOURCES = tests/unit/test_mime_text.c tests/unit/unit.h
test_mime_text_LDADD = $(MAIL_LIBS) $(CMOCKA_LIBS)

# the process that owns the network
libmail_a_SOURCES += src/mail/mail_agent.c src/mail/mail_agent.h

check_PROGRAMS += test_confine
TESTS += test_confine
test_confine_SOURCES = tests/unit/test_confine.c
test_confine_LDADD = $(MAIL_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += fuzz_settings
TESTS += fuzz_settings
fuzz_settings_SOURCES = tests/fuzz/fuzz_settings.c tests/fuzz/corpus.c \
	tests/fuzz/fuzz.h
fuzz_settings_LDADD = $(MAIL_LIBS) $(GLIB_LIBS)
EXTRA_DIST += tests/fuzz/corpus/settings

check_PROGRAMS += fuzz_srv
TESTS += fuzz_srv
fuzz_srv_SOURCES = tests/fuzz/fuzz_srv.c tests/fuzz/corpus.c tests/fuzz/fuzz.h
fuzz_srv_LDADD = $(MAIL_LIBS) $(GLIB_LIBS)
EXTRA_DIST += tests/fuzz/corpus/srv
