# mail: messages in and out, and what they are made of. On base alone.
noinst_LIBRARIES += libmail.a
libmail_a_SOURCES = \
	src/mail/addr.c src/mail/addr.h

MAIL_LIBS = libmail.a $(BASE_LIBS)

check_PROGRAMS += test_addr
TESTS += test_addr
test_addr_SOURCES = tests/unit/test_addr.c tests/unit/unit.h
test_addr_LDADD = $(MAIL_LIBS) $(CMOCKA_LIBS)
