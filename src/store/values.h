/*
 * src/store/values.h - stores single values of the judge itself, by name:
 *
 *	"chance"	the secret from which the judge's random values follow
 *	"key"		fingerprint of the judge's key (judge/identity.h)
 *	"address"	by which its games know it
 *	"former keys"	the judge's keys before, a line each
 *	"copied"	not empty: this is a backup
 *	"backup"	when the last backup was made, and its folder
 */
#ifndef STORE_VALUES_H
#define STORE_VALUES_H
#include "store/store.h"

/* ERR_NOT_FOUND, without text: there is none of this name. */
enum err store_value_get(struct store *st, const char *name, struct arena *a,
			 struct str *value, struct why *why);
enum err store_value_set(struct store *st, const char *name, struct str value,
			 struct why *why);
#endif
