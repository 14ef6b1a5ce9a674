/*
 * src/cli/cross_check.h - checks logs that are verified together: values that
 * one log carries over from another must come from the same history of the
 * other.
 */
#ifndef CLI_CROSS_CHECK_H
#define CLI_CROSS_CHECK_H
#include "cli/cli.h"
#include "verifier/verify.h"

/* Zero is none yet. */
struct cross_check {
	struct arena a;
	struct cross_check_log {
		struct str game;
		struct hash head;
		struct verify_source sources[VERIFY_SOURCES];
		int n_sources;
	} * v;
	size_t n, room;
};

/* The names of the logs (*.jsonl) in a folder, in the order of their names, or
 * the file itself; they live as long as the arena. */
enum err cross_check_files(struct arena *a, const char *path,
			   const char ***files, size_t *n, struct why *why);

/* One that is good. */
void cross_check_add(struct cross_check *t, const struct verify_result *r);

/* Report the result if there are several logs and tell is set; false: one log
 * carries values over from another history of a game that is here. */
bool cross_check_check(const struct cross_check *t, bool tell);

void cross_check_release(struct cross_check *t);
#endif
