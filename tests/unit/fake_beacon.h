/*
 * tests/unit/fake_beacon.h - a beacon like NIST's, with a key of its own: its
 * certificate, and the JSON of the pulse of any minute.
 */
#ifndef TESTS_FAKE_BEACON_H
#define TESTS_FAKE_BEACON_H
#include "unit.h"
#include "fairness/beacon.h"
#include "base/ssh_wire.h"
#include <gnutls/abstract.h>
#include <gnutls/x509.h>

struct fake_beacon {
	gnutls_privkey_t key;
	struct str pem;            /* its certificate */
	uint8_t id[SHA512_SIZE];   /* of that, as its pulses name it */
	uint8_t last[SHA512_SIZE]; /* value of the last pulse made */
	int n;
};

static inline void fake_beacon_init(struct fake_beacon *f, struct arena *a)
{
	gnutls_x509_privkey_t key;
	gnutls_x509_crt_t crt;
	gnutls_datum_t out;
	uint8_t serial = 1;

	*f = (struct fake_beacon){ .key = NULL };
	gnutls_x509_privkey_init(&key);
	assert_int_equal(
		gnutls_x509_privkey_generate(key, GNUTLS_PK_RSA, 2048, 0), 0);
	gnutls_x509_crt_init(&crt);
	gnutls_x509_crt_set_version(crt, 3);
	gnutls_x509_crt_set_serial(crt, &serial, 1);
	gnutls_x509_crt_set_dn(crt, "CN=fake", NULL);
	gnutls_x509_crt_set_activation_time(crt, 0);
	gnutls_x509_crt_set_expiration_time(crt, 2000000000);
	gnutls_x509_crt_set_key(crt, key);
	assert_int_equal(
		gnutls_x509_crt_sign2(crt, crt, key, GNUTLS_DIG_SHA256, 0), 0);
	gnutls_x509_crt_export2(crt, GNUTLS_X509_FMT_DER, &out);
	sha512_of(bytes_of(out.data, out.size), f->id);
	gnutls_free(out.data);
	gnutls_x509_crt_export2(crt, GNUTLS_X509_FMT_PEM, &out);
	f->pem = arena_str(a, bytes_of(out.data, out.size));
	gnutls_free(out.data);
	gnutls_x509_crt_deinit(crt);
	gnutls_privkey_init(&f->key);
	gnutls_privkey_import_x509(f->key, key, GNUTLS_PRIVKEY_IMPORT_COPY);
	gnutls_x509_privkey_deinit(key);
}

static inline void fake_beacon_release(struct fake_beacon *f)
{
	gnutls_privkey_deinit(f->key);
}

/* The pulse of this minute, in UTC; status 2: there is none between it and the
 * one made before. */
static inline struct str fake_beacon_pulse(struct fake_beacon *f,
					   struct arena *a, int64_t at_s,
					   int status)
{
	static const uint8_t zero[SHA512_SIZE];
	struct str none = bytes_of(zero, sizeof(zero));
	struct str id = bytes_of(f->id, sizeof(f->id));
	struct str last = arena_str(a, bytes_of(f->last, sizeof(f->last)));
	time_t t = (time_t)at_s;
	gnutls_datum_t message, sig;
	char when[32];
	struct tm tm;
	struct buf b;
	struct str json;
	int n = ++f->n;

	gmtime_r(&t, &tm);
	strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%S.000Z", &tm);
	buf_init(&b, 4096);
	ssh_wire_add_string(&b, STR("https://beacon.test/"));
	ssh_wire_add_string(&b, STR("2.0"));
	ssh_wire_add_u32(&b, 0);
	ssh_wire_add_u32(&b, 60000);
	ssh_wire_add_string(&b, id);
	ssh_wire_add_u32(&b, 0);
	ssh_wire_add_u32(&b, 9);
	ssh_wire_add_u32(&b, 0);
	ssh_wire_add_u32(&b, (uint32_t)n);
	ssh_wire_add_string(&b, str_of(when));
	ssh_wire_add_string(&b, none);
	ssh_wire_add_string(&b, none);
	ssh_wire_add_u32(&b, 0);
	ssh_wire_add_string(&b, none);
	for (int i = 0; i < 5; i++)
		ssh_wire_add_string(&b, i ? none : last);
	ssh_wire_add_string(&b, none);
	ssh_wire_add_u32(&b, (uint32_t)status);
	message = (gnutls_datum_t){ (void *)b.s, (unsigned)b.len };
	assert_int_equal(gnutls_privkey_sign_data2(f->key,
						   GNUTLS_SIGN_RSA_SHA512, 0,
						   &message, &sig),
			 0);
	buf_add(&b, sig.data, sig.size);
	sha512_of(buf_str(&b), f->last);
	buf_release(&b);
#define HEX(x) hex_of(a, (x).s, (x).len).s
	json = str_of(arena_printf(
		a,
		"{\"pulse\":{\"uri\":\"https://beacon.test/\",\"version\":"
		"\"2.0\",\"cipherSuite\":0,\"period\":60000,\"certificateId\":"
		"\"%s\",\"chainIndex\":9,\"pulseIndex\":%d,\"timeStamp\":"
		"\"%s\",\"localRandomValue\":\"%s\",\"external\":{"
		"\"sourceId\":\"%s\",\"statusCode\":0,\"value\":\"%s\"},"
		"\"listValues\":[{\"value\":\"%s\"},{\"value\":\"%s\"},"
		"{\"value\":\"%s\"},{\"value\":\"%s\"},{\"value\":"
		"\"%s\"}],\"precommitmentValue\":\"%s\",\"statusCode\":%d,"
		"\"signatureValue\":\"%s\"}}\n",
		HEX(id), n, when, HEX(none), HEX(none), HEX(none), HEX(last),
		HEX(none), HEX(none), HEX(none), HEX(none), HEX(none), status,
		HEX(bytes_of(sig.data, sig.size))));
#undef HEX
	gnutls_free(sig.data);
	return json;
}
#endif
