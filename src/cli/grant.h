/*
 * src/cli/grant.h - stores the OAuth tokens that a person granted by heraldo
 * oauth in STATE/oauth/ADDRESS.json, readable by its owner alone. The file is
 * replaced as a whole and durably, under a lock: if the server replaces a
 * refresh token and the new one is not stored, the person must consent again.
 */
#ifndef CLI_GRANT_H
#define CLI_GRANT_H
#include "cli/config.h"
#include "mail/oauth.h"

enum { GRANT_PATH = 1024 };

/* The file of an address; false if the address cannot name one. */
bool grant_path(const struct config *c, const char *address,
		char out[GRANT_PATH]);

/* ERR_NOT_FOUND: nobody gave consent for it. ERR_CONFIG, ERR_DISK. */
enum err grant_load(const char *path, struct oauth_grant *out, struct why *why);
/* Write, sync, replace. */
enum err grant_save(const char *path, const struct oauth_grant *g,
		    struct why *why);

/* Wait for the lock of this file and take it; close it to give it back. */
enum err grant_lock(const char *path, int *fd, struct why *why);
#endif
