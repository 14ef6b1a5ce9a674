/*
 * example/morris/reported.h - a report as its reader gets it, with the words of
 * a folder of templates.
 */
#ifndef EXAMPLE_MORRIS_REPORTED_H
#define EXAMPLE_MORRIS_REPORTED_H
#include "base/arena.h"
#include "base/err.h"

struct judge;
struct reported {
	struct str text, html, png;
};

enum err reported_open(const char *templates, struct why *why);
void reported_close(void);

/* The last report of a game to the holder of a slot. */
enum err reported(struct judge *j, int64_t game, int slot, struct arena *a,
		  struct reported *out, struct why *why);
#endif
