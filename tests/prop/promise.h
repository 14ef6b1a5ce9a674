/*
 * tests/prop/promise.h - compares what a suggestion says (engine/suggest.h)
 * with the events of its orders, carried out with dice.
 */
#ifndef TESTS_PROP_PROMISE_H
#define TESTS_PROP_PROMISE_H
#include "engine/suggest.h"
#include "engine/system.h"

/* before, after: the states around these events. NULL, or what is not as it
 * says. */
const char *promise_broken(const struct system *sys, const struct suggest *o,
			   const void *before, const void *after,
			   const struct event *v, int n);
#endif
