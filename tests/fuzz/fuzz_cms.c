/*
 * tests/fuzz/fuzz_cms.c - signatures of S/MIME from foreign bytes. A
 * certificate that is found stands in them.
 */
#include "fuzz.h"
#include "auth/cms.h"
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct str s = { (const char *)bytes, len }, der;
	struct key k;

	if (cms_signer(s, &der))
		return 0;
	if (!der.len || der.s < s.s || der.s + der.len > s.s + s.len)
		abort();
	k = cms_key(der);
	return k.len != 20;
}
