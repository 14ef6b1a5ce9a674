/*
 * tests/bench/bench.h - what the measurements share: the clock, the median,
 * and the one table that they all print into, each figure beside its peer.
 */
#ifndef TESTS_BENCH_H
#define TESTS_BENCH_H
#include "base/base.h"
#include "base/err.h"

enum { BENCH_RUNS = 5 }; /* of which the median is printed */

/* Seconds of a clock that nobody sets. */
double bench_now(void);

/* Seconds that this process has computed. */
double bench_cpu(void);

/* Of n numbers, which are put in order. */
double bench_median(double *v, int n);

/* Argument i as a number from 1; ends the program if it is none. */
int64_t bench_number(int argc, char **argv, int i);

/* Say what failed on stderr and end: a figure that is not true is none. */
_Noreturn void bench_die(const char *fmt, ...) PRINTF_LIKE(1, 2);

/* The same, if the world has not done its part of `what`. */
void bench_must(enum err e, const struct why *why, const char *what);

/*
 * One line of the table: the figure and its unit; what it is measured beside,
 * in a unit of its own (NULL: nothing; a negative number: not known); and the
 * aim, as words.
 */
struct bench_row {
	const char *figure;
	double ours;
	const char *unit;
	const char *peer;
	double theirs;
	const char *peer_unit;
	const char *aim;
};
void bench_print(const struct bench_row *r);

/* The measurements, each with the arguments behind its name. */
int bench_actions(int argc, char **argv);
int bench_sampled(int argc, char **argv);
int bench_lines(int argc, char **argv);
int bench_steps(int argc, char **argv);
int bench_pictures(int argc, char **argv);
int bench_prepare(int argc, char **argv);
int bench_way(int argc, char **argv);
int bench_again(int argc, char **argv);
int bench_flat(int argc, char **argv);
int bench_log(int argc, char **argv);
int bench_fetch(int argc, char **argv);
int bench_inbound(int argc, char **argv);
int bench_letter(int argc, char **argv);
int bench_outbound(int argc, char **argv);
int bench_recorded(int argc, char **argv);
int bench_answered(int argc, char **argv);
int bench_season(int argc, char **argv);
#endif
