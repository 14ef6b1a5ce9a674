/* src/auth/cms.c */
#include "auth/cms.h"
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <stdlib.h>
#include "auth/cms.inc"

/*
 * --- values (X.690): a tag, a length, and the content ----------------------
 */

enum {
	TAG_INTEGER = 0x02,
	TAG_OID = 0x06,
	TAG_SEQUENCE = 0x30,
	TAG_SET = 0x31,
	TAG_0 = 0x80,    /* [0], plain */
	TAG_0_OF = 0xa0, /* [0], of other values */
	TAG_1_OF = 0xa1,
	LONG_TAG = 0x1f,  /* none of these has such tags */
	OF_VALUES = 0x20, /* it holds other values */
	NO_LENGTH = 0x80
};

struct value {
	int tag;
	struct str whole, in;
};

static uint8_t byte_at(struct str s, size_t i)
{
	return (uint8_t)s.s[i];
}

/* Its length and where it begins; false: it does not end in s. */
static bool length_read(struct str s, size_t *head, size_t *len, bool *open)
{
	size_t n;

	if (s.len < 2)
		return false;
	*open = byte_at(s, 1) == NO_LENGTH;
	*head = 2;
	*len = byte_at(s, 1);
	if (*len < NO_LENGTH || *open)
		return *open || *len <= s.len - *head;
	n = *len & 0x7f;
	if (n > 4 || s.len - 2 < n)
		return false;
	*len = 0;
	for (size_t i = 0; i < n; i++)
		*len = *len << 8 | byte_at(s, *head + i);
	*head += n;
	return *len <= s.len - *head;
}

/* Take the next value off *rest; false: there is none, or it is torn. */
static bool value_take(struct str *rest, int depth, struct value *out)
{
	struct str s = *rest, in;
	size_t head, len;
	bool open;

	if (depth > CMS_DEPTH || !length_read(s, &head, &len, &open) ||
	    (byte_at(s, 0) & LONG_TAG) == LONG_TAG ||
	    (open && !(byte_at(s, 0) & OF_VALUES)))
		return false;
	out->tag = byte_at(s, 0);
	in = (struct str){ s.s + head, s.len - head };
	if (open) {
		struct value one;

		/* two bytes of zero end it */
		while (in.len >= 2 && (in.s[0] || in.s[1]))
			if (!value_take(&in, depth + 1, &one))
				return false;
		if (in.len < 2)
			return false;
		len = (size_t)(in.s - s.s) - head;
	}
	out->in = (struct str){ s.s + head, len };
	len += head + (open ? 2 : 0);
	out->whole = (struct str){ s.s, len };
	*rest = (struct str){ s.s + len, s.len - len };
	return true;
}

static bool der_take(struct str *rest, int tag, struct value *out)
{
	return value_take(rest, 0, out) && out->tag == tag;
}

static bool begins_with(struct str s, int tag)
{
	return s.len && byte_at(s, 0) == tag;
}

/* --- signatures ----------------------------------------------------------- */

/* 1.2.840.113549.1.7.2 */
static const struct str signed_data = { "\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02",
					9 };

/* how a signer is named: by who issued the certificate and its number, or by
 * the name of its key */
struct signer {
	struct str issuer, number;
	struct str key;
};

/* The fields after the certificates, and the place of the certificates. */
static bool signature_read(struct str s, struct str *certificates,
			   struct str *signers)
{
	struct value v;

	*certificates = STR("");
	if (!der_take(&s, TAG_SEQUENCE, &v))
		return false;
	s = v.in;
	if (!der_take(&s, TAG_OID, &v) || !str_equal(v.in, signed_data) ||
	    !der_take(&s, TAG_0_OF, &v))
		return false;
	s = v.in;
	if (!der_take(&s, TAG_SEQUENCE, &v))
		return false;
	s = v.in;
	if (!der_take(&s, TAG_INTEGER, &v) || !der_take(&s, TAG_SET, &v) ||
	    !der_take(&s, TAG_SEQUENCE, &v))
		return false;
	if (begins_with(s, TAG_0_OF)) {
		if (!der_take(&s, TAG_0_OF, &v))
			return false;
		*certificates = v.in;
	}
	if (begins_with(s, TAG_1_OF) && !der_take(&s, TAG_1_OF, &v))
		return false;
	if (!der_take(&s, TAG_SET, &v))
		return false;
	*signers = v.in;
	return true;
}

static enum sig_error signer_read(struct str signers, struct signer *out)
{
	struct value v, name;
	struct str s;

	if (!der_take(&signers, TAG_SEQUENCE, &v))
		return FAULT_KEY_DAMAGED;
	if (signers.len)
		return FAULT_KEY_SEVERAL;
	s = v.in;
	*out = (struct signer){ .key = STR("") };
	if (!der_take(&s, TAG_INTEGER, &v) || !value_take(&s, 0, &v))
		return FAULT_KEY_DAMAGED;
	if (v.tag == TAG_0)
		out->key = v.in;
	if (v.tag == TAG_0)
		return v.in.len ? SIG_ERROR_OK : FAULT_KEY_DAMAGED;
	s = v.in;
	if (v.tag != TAG_SEQUENCE || !der_take(&s, TAG_SEQUENCE, &name) ||
	    !der_take(&s, TAG_INTEGER, &v))
		return FAULT_KEY_DAMAGED;
	out->issuer = name.whole;
	out->number = v.in;
	return SIG_ERROR_OK;
}

/* Is the name of its key in it? RFC 5280, 4.2.1.2: an OCTET STRING in one. */
static bool names_key(struct str certificate, struct str key)
{
	enum { HEAD = 9, MAX = 64 };
	char want[HEAD + MAX] = "\x06\x03\x55\x1d\x0e\x04\0\x04";

	if (key.len > MAX)
		return false;
	want[6] = (char)(key.len + 2);
	want[8] = (char)key.len;
	memcpy(want + HEAD, key.s, key.len);
	return memmem(certificate.s, certificate.len, want, HEAD + key.len);
}

static bool is_of(const struct value *certificate, const struct signer *by)
{
	struct str s = certificate->in;
	struct value v, number;

	if (by->key.len)
		return names_key(certificate->whole, by->key);
	if (!der_take(&s, TAG_SEQUENCE, &v))
		return false;
	s = v.in;
	if (begins_with(s, TAG_0_OF) && !der_take(&s, TAG_0_OF, &v))
		return false;
	return der_take(&s, TAG_INTEGER, &number) &&
	       str_equal(number.in, by->number) &&
	       der_take(&s, TAG_SEQUENCE, &v) &&
	       der_take(&s, TAG_SEQUENCE, &v) && str_equal(v.whole, by->issuer);
}

enum sig_error cms_signer(struct str signature, struct str *der)
{
	struct str certificates, signers;
	struct signer by;
	struct value v;
	enum sig_error f;

	*der = STR("");
	if (!signature_read(signature, &certificates, &signers))
		return FAULT_KEY_DAMAGED;
	f = signer_read(signers, &by);
	for (int i = 0; !f && !der->len && i < CMS_CERTIFICATES &&
			value_take(&certificates, 0, &v);
	     i++)
		if (v.tag == TAG_SEQUENCE && is_of(&v, &by))
			*der = v.whole;
	if (f)
		return f;
	return !der->len                        ? FAULT_KEY_NONE
	       : der->len > CMS_CERTIFICATE_MAX ? FAULT_KEY_DAMAGED
						: SIG_ERROR_OK;
}

/* --- its name ------------------------------------------------------------- */

struct key cms_key(struct str der)
{
	struct key k = { .kind = KEY_SMIME };

	calls_load();
	k.len = (uint8_t)gnutls_hash_get_len(GNUTLS_DIG_SHA1);
	/* GnuTLS hashes so for as long as certificates are named so */
	if (gnutls_hash_fast(GNUTLS_DIG_SHA1, der.s, der.len, k.b))
		abort();
	return k;
}

void cms_render(struct str der, struct buf *out)
{
	enum { LINE = 48 };

	buf_addz(out, "-----BEGIN CERTIFICATE-----\n");
	for (size_t i = 0; i < der.len; i += LINE) {
		size_t n = der.len - i < LINE ? der.len - i : LINE;

		base64_render(out, (struct str){ der.s + i, n });
		buf_addc(out, '\n');
	}
	buf_addz(out, "-----END CERTIFICATE-----\n");
}
