/*
 * src/cli/config.h - reads heraldo.conf(5), once at start: key = value lines,
 * all keys listed in cli/config.def. A secret is never in the file itself: the
 * file names another that holds it, or the environment variable
 * HERALDO_INBOX_PASSWORD or HERALDO_OUTBOX_PASSWORD does.
 */
#ifndef CLI_CONFIG_H
#define CLI_CONFIG_H
#include "base/arena.h"
#include "base/err.h"

struct config {
	const char *file; /* as it was named */
#define X(member, section, key, type, fallback, meaning) const char *member;
#include "cli/config.def"
#undef X
};

/*
 * Read and check the file. Values live in the arena; numbers are checked to be
 * numbers in their range and stay text (config_number). A relative path is
 * relative to the folder of the file itself, links followed. ERR_CONFIG: why
 * has "file:line: the fault, the expected value".
 */
enum err config_load(struct config *c, const char *file, struct arena *a,
		     struct why *why);

/* A NUMBER's value. */
long config_number(const char *value);

/*
 * Read a secret: from the environment variable if it is set, else the first
 * line of the file. The caller wipes it. ERR_CONFIG if neither gives one.
 */
enum err config_secret(const char *file, const char *variable, char *out,
		       size_t room, struct why *why);

/* One line a key: "section.key = default    meaning", for help and the tests.
 */
struct config_key {
	const char *section, *key, *fallback, *meaning;
};
extern const struct config_key config_keys[];
extern const int n_config_keys;
#endif
