/*
 * src/cli/config_check.h - checks what a configuration names: folders, the
 * judge's key, time zone, language, hosts and logins. config_load has checked
 * the form of each value.
 */
#ifndef CLI_CONFIG_CHECK_H
#define CLI_CONFIG_CHECK_H
#include "cli/config.h"

typedef void config_fault_fn(void *context, const char *text);

/* Tell each fault. True: there is none. Texts live in the arena. */
bool config_check(const struct config *c, struct arena *a,
		  config_fault_fn *tell, void *context);
#endif
