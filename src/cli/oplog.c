/* src/cli/oplog.c */
#include "cli/oplog.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { KEPT = 16, LINE_ROOM = 2048, SHOWN = 2, WINDOW_S = 600 };

/* a line that was printed lately */
struct kept {
	int level;
	char text[LINE_ROOM];
	int64_t since_s; /* monotonic; 0: this place is free */
	int n, hidden;
};

/* of this process: a log is one for all of it */
static struct kept kept[KEPT];

static int64_t now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + 1;
}

static void print(int level, const char *text)
{
	fprintf(stderr, "<%d>heraldod: %s\n", level, text);
}

static void place_end(struct kept *k)
{
	char line[LINE_ROOM + 32];

	if (k->since_s && k->hidden) {
		snprintf(line, sizeof(line), "%d times more: %s", k->hidden,
			 k->text);
		print(k->level, line);
	}
	k->since_s = 0;
}

void oplog_flush(bool all)
{
	for (int i = 0; i < KEPT; i++)
		if (kept[i].since_s &&
		    (all || now_s() - kept[i].since_s >= WINDOW_S))
			place_end(&kept[i]);
}

/* the place of this line: the one that it has, a free one, or the oldest */
static struct kept *place_of(int level, const char *text)
{
	struct kept *best = &kept[0];

	for (int i = 0; i < KEPT; i++) {
		if (kept[i].since_s && kept[i].level == level &&
		    !strcmp(kept[i].text, text))
			return &kept[i];
		if (kept[i].since_s < best->since_s)
			best = &kept[i];
	}
	place_end(best);
	best->level = level;
	snprintf(best->text, sizeof(best->text), "%s", text);
	best->since_s = now_s();
	best->n = best->hidden = 0;
	return best;
}

void say(int level, const char *fmt, ...)
{
	char text[LINE_ROOM];
	struct kept *k;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	oplog_flush(false);
	if (level <= OPLOG_WARNING) {
		k = place_of(level, text);
		if (k->n++ >= SHOWN) {
			k->hidden++;
			return;
		}
	}
	print(level, text);
}

void oplog_err(const char *what, enum err e, const struct why *why)
{
	say(err_is_temporary(e) ? OPLOG_WARNING : OPLOG_ERROR, "%s: %s", what,
	    why->text[0] ? why->text : err_text(e));
}
