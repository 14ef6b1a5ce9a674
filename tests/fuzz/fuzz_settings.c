/*
 * tests/fuzz/fuzz_settings.c - a settings file of a mail provider from foreign
 * bytes. A server that is found has a name that may go into a configuration.
 */
#include "fuzz.h"
#include "mail/server_search.h"
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct server_search s = { .address = "gm@example.test" };
	struct str xml = { (const char *)bytes, len };
	struct mail_server in, out;

	s.pop3 = len % 2;
	if (server_settings_parse(xml, &s, &in, &out) &&
	    ((in.host[0] && (addr_host_fault(str_of(in.host)) || !in.port)) ||
	     (out.host[0] && (addr_host_fault(str_of(out.host)) || !out.port))))
		abort();
	return 0;
}
