/*
 * src/cli/providers.h - the table of mail providers: db/providers, and a file
 * of the operator's whose entries come first.
 */
#ifndef CLI_PROVIDERS_H
#define CLI_PROVIDERS_H
#include "base/arena.h"
#include "base/err.h"

/* Every member is text; "" where the table says nothing. */
struct provider {
	const char *name, *domains, *imap, *pop3, *smtp, *login, *authorize,
		*token, *device, *scope, *extra, *redirect, *note;
};

/*
 * The provider of this name, or if name is NULL the one of the address's
 * domain. own, table: the files; own may be empty. ERR_NOT_FOUND; ERR_CONFIG
 * for a file that cannot be read.
 */
enum err provider_find(const char *own, const char *table, const char *name,
		       const char *address, struct arena *a,
		       struct provider *out, struct why *why);

/* "HOST PORT TLS" in parts; false if it is not that. */
bool provider_server(const char *value, struct arena *a, const char **host,
		     int64_t *port, const char **tls);
#endif
