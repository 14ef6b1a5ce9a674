/*
 * src/cli/config_check.h - checks what a configuration names: folders, the
 * judge's key, time zone, language, hosts and logins. config_load has checked
 * the form of each value.
 */
#ifndef CLI_CONFIG_CHECK_H
#define CLI_CONFIG_CHECK_H
#include "cli/config.h"

struct app;

typedef void config_fault_fn(void *context, const char *text);

/*
 * Are there templates of this language ("en")? ERR_USAGE names those that
 * there are.
 */
enum err config_language(const struct config *c, struct arena *a,
			 const char *language, struct why *why);

/* Tell each fault, and note what the daemon can work with; note may be NULL.
 * Texts live in the arena. ERR_CONFIG: a person
 * must mend a fault; another error: the check may succeed later, as after a
 * full disk. */
enum err config_check(const struct config *c, struct arena *a,
		      config_fault_fn *tell, config_fault_fn *note,
		      void *context);

/* The words that name those keys of GnuPG in use which gnupg-home does not
 * have, and their owners, in the arena; NULL: none is missing. The judge is
 * open, with wants_pgp. */
enum err gnupg_missing(struct app *h, struct arena *a, const char **words,
		       struct why *why);
#endif
