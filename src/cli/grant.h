/*
 * src/cli/grant.h - the file with what a person has granted by heraldo oauth:
 * STATE/oauth/ADDRESS.json, JSON, for its owner alone. It is replaced as a
 * whole and durably, under a lock: a refresh token that the server has replaced
 * and nobody has stored is a consent lost.
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
