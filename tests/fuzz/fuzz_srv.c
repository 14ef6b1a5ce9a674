/*
 * tests/fuzz/fuzz_srv.c - an answer of the DNS from foreign bytes. A server
 * that is found has a name that may go into a configuration, and a port.
 */
#include "fuzz.h"
#include "mail/server_search.h"
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct mail_server s = { .host = "" };

	server_srv_parse(bytes, len, &s);
	if (s.host[0] ? addr_host_fault(str_of(s.host)) || !s.port : s.port)
		abort();
	return 0;
}
