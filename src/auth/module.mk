# auth: who signed this, the key ring, the dice chain, the hash chain.
noinst_LIBRARIES += libauth.a
libauth_a_SOURCES = \
	src/auth/armor.c src/auth/armor.h \
	src/fairness/beacon.c src/fairness/beacon.h \
	src/auth/signed_block.c src/auth/signed_block.h \
	src/auth/canonical_text.c src/auth/canonical_text.h src/auth/unicode14.def \
	src/fairness/dice_chain.c src/fairness/dice_chain.h \
	src/auth/cms.c src/auth/cms.h \
	src/base/crypto.c src/base/crypto.h \
	src/auth/sig_error.c src/auth/sig_error.h src/auth/sig_error.def \
	src/auth/key.c src/auth/key.h \
	src/auth/keyring.c src/auth/keyring.h \
	src/fairness/log_chain.c src/fairness/log_chain.h \
	src/auth/pgp.c src/auth/pgp.h \
	src/base/rsa.c src/base/rsa.h \
	src/fairness/head_token.c src/fairness/head_token.h \
	src/auth/sig.c src/auth/sig.h \
	src/auth/sign.c src/auth/sign.h \
	src/auth/cleartext.c src/auth/cleartext.h \
	src/auth/signed_part.c src/auth/signed_part.h \
	src/auth/transfer_encoding.c src/auth/transfer_encoding.h \
	src/base/ssh_wire.c src/base/ssh_wire.h
libauth_a_CPPFLAGS = $(AM_CPPFLAGS) $(SODIUM_CFLAGS) $(GPGME_CFLAGS) \
	$(GNUTLS_CFLAGS)

CALLS += src/auth/cms.calls src/base/rsa.calls
if HAVE_GPGME
CALLS += src/auth/pgp.calls
endif
EXTRA_DIST += src/auth/pgp.calls
$(libauth_a_OBJECTS): src/auth/cms.inc src/auth/pgp.inc src/base/rsa.inc

AUTH_LIBS = libauth.a $(BASE_LIBS) $(SODIUM_LIBS) $(BLST_LIBS)

check_PROGRAMS += test_auth_chain
TESTS += test_auth_chain
test_auth_chain_SOURCES = tests/unit/test_auth_chain.c tests/unit/unit.h
test_auth_chain_LDADD = $(AUTH_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_auth_seen
TESTS += test_auth_seen
test_auth_seen_SOURCES = tests/unit/test_auth_seen.c tests/unit/unit.h
test_auth_seen_LDADD = $(AUTH_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_auth_key
TESTS += test_auth_key
test_auth_key_SOURCES = tests/unit/test_auth_key.c tests/unit/tool.h tests/unit/unit.h
test_auth_key_LDADD = $(AUTH_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_auth_sig
TESTS += test_auth_sig
test_auth_sig_SOURCES = tests/unit/test_auth_sig.c tests/unit/tool.h tests/unit/unit.h
test_auth_sig_LDADD = $(AUTH_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_auth_canon
TESTS += test_auth_canon
test_auth_canon_SOURCES = tests/unit/test_auth_canon.c tests/unit/unit.h \
	tests/unit/vectors.h
test_auth_canon_LDADD = $(AUTH_LIBS) $(CMOCKA_LIBS)
# the tables of a later Unicode, see its last test
test_auth_canon_LDFLAGS = -Wl,--wrap=utf8_nfkc

check_PROGRAMS += test_auth_block
TESTS += test_auth_block
test_auth_block_SOURCES = tests/unit/test_auth_block.c tests/unit/tool.h tests/unit/unit.h
test_auth_block_LDADD = $(AUTH_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_auth_slice
TESTS += test_auth_slice
test_auth_slice_SOURCES = tests/unit/test_auth_slice.c tests/unit/unit.h \
	tests/unit/vectors.h
test_auth_slice_LDADD = $(AUTH_LIBS) $(CMOCKA_LIBS)

# what it and the second verifier read of any bytes must be the same
check_PROGRAMS += read_signed
read_signed_SOURCES = tests/vectors/read_signed.c
read_signed_LDADD = $(AUTH_LIBS)
EXTRA_DIST += tests/vectors/signed.txt

check_PROGRAMS += fuzz_slice
TESTS += fuzz_slice
fuzz_slice_SOURCES = tests/fuzz/fuzz_slice.c tests/fuzz/corpus.c tests/fuzz/fuzz.h
fuzz_slice_LDADD = $(AUTH_LIBS)
EXTRA_DIST += tests/fuzz/corpus/slice

check_PROGRAMS += test_auth_cms
TESTS += test_auth_cms
test_auth_cms_SOURCES = tests/unit/test_auth_cms.c tests/unit/tool.h tests/unit/unit.h
test_auth_cms_LDADD = $(AUTH_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += fuzz_cms
TESTS += fuzz_cms
fuzz_cms_SOURCES = tests/fuzz/fuzz_cms.c tests/fuzz/corpus.c tests/fuzz/fuzz.h
fuzz_cms_LDADD = $(AUTH_LIBS)
EXTRA_DIST += tests/fuzz/corpus/cms

check_PROGRAMS += test_auth_keyring
TESTS += test_auth_keyring
test_auth_keyring_SOURCES = tests/unit/test_auth_keyring.c tests/unit/unit.h
test_auth_keyring_LDADD = $(AUTH_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_auth_pgp
TESTS += test_auth_pgp
test_auth_pgp_SOURCES = tests/unit/test_auth_pgp.c tests/unit/tool.h tests/unit/unit.h
test_auth_pgp_LDADD = $(AUTH_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += fuzz_sig_key
TESTS += fuzz_sig_key
fuzz_sig_key_SOURCES = tests/fuzz/fuzz_sig_key.c tests/fuzz/corpus.c tests/fuzz/fuzz.h
fuzz_sig_key_LDADD = $(AUTH_LIBS)
EXTRA_DIST += tests/fuzz/corpus/sig_key

check_PROGRAMS += fuzz_sig
TESTS += fuzz_sig
fuzz_sig_SOURCES = tests/fuzz/fuzz_sig.c tests/fuzz/corpus.c tests/fuzz/fuzz.h
fuzz_sig_LDADD = $(AUTH_LIBS)
EXTRA_DIST += tests/fuzz/corpus/sig

check_PROGRAMS += fuzz_sig_block
TESTS += fuzz_sig_block
fuzz_sig_block_SOURCES = tests/fuzz/fuzz_sig_block.c tests/fuzz/corpus.c tests/fuzz/fuzz.h
fuzz_sig_block_LDADD = $(AUTH_LIBS)
EXTRA_DIST += tests/fuzz/corpus/sig_block
