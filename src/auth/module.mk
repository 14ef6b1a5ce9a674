# auth: who signed this, the key ring, the dice chain, the hash chain.
noinst_LIBRARIES += libauth.a
libauth_a_SOURCES = \
	src/auth/chain.c src/auth/chain.h \
	src/auth/crypto.c src/auth/crypto.h \
	src/auth/log.c src/auth/log.h
libauth_a_CPPFLAGS = $(AM_CPPFLAGS) $(SODIUM_CFLAGS)

AUTH_LIBS = libauth.a $(BASE_LIBS) $(SODIUM_LIBS)

check_PROGRAMS += test_auth_chain
TESTS += test_auth_chain
test_auth_chain_SOURCES = tests/unit/test_auth_chain.c tests/unit/unit.h
test_auth_chain_LDADD = $(AUTH_LIBS) $(CMOCKA_LIBS)
