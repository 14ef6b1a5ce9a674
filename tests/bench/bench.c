/*
 * tests/bench/bench.c - how fast things are. Started by tests/bench/run, which
 * has the mail servers and the peers that are programs of their own:
 *	bench MEASUREMENT [ARGUMENT..]
 */
#include "bench.h"
#include "base/parse.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

double bench_now(void)
{
	return seconds(CLOCK_MONOTONIC);
}

double bench_cpu(void)
{
	return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double bench_median(double *v, int n)
{
	qsort(v, (size_t)n, sizeof(*v), by_size);
	return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

int64_t bench_number(int argc, char **argv, int i)
{
	int64_t n;

	if (i >= argc || !parse_int(str_of(argv[i]), 1, INT32_MAX, &n))
		bench_die("argument %d must be a number", i + 1);
	return n;
}

/* a figure that the script measured: sscanf reads it, for it has decimals */
static double decimal(const char *text)
{
	double v = 0;

	if (sscanf(text, "%lf", &v) != 1)
		bench_die("%s is no number", text);
	return v;
}

void bench_die(const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fputs("bench: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

void bench_must(enum err e, const struct why *why, const char *what)
{
	if (e)
		bench_die("%s: %s", what,
			  why->text[0] ? why->text : err_text(e));
}

/* four digits say enough of what differs by a tenth between two runs */
static void number(char *out, size_t room, double v)
{
	int places = v >= 1000 ? 0 : v >= 100 ? 1 : v >= 10 ? 2 : 3;

	if (v < 0)
		snprintf(out, room, "-");
	else
		snprintf(out, room, "%.*f", places, v);
}

void bench_print(const struct bench_row *r)
{
	char ours[32], theirs[32];

	number(ours, sizeof(ours), r->ours);
	number(theirs, sizeof(theirs), r->peer ? r->theirs : -1);
	printf("%-46s %9s %-9s | %-44s %9s %-9s | %s\n", r->figure, ours,
	       r->unit, r->peer ? r->peer : "", theirs,
	       r->peer ? r->peer_unit : "", r->aim ? r->aim : "");
	fflush(stdout);
}

/* a line that the script measured: FIGURE OURS UNIT PEER THEIRS UNIT AIM */
static int bench_line(int argc, char **argv)
{
	struct bench_row r;

	if (argc != 7)
		bench_die("row: seven words are needed");
	r = (struct bench_row){ argv[0],          decimal(argv[1]),
				argv[2],          *argv[3] ? argv[3] : NULL,
				decimal(argv[4]), argv[5],
				argv[6] };
	bench_print(&r);
	return 0;
}

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
} measurements[] = {
	{ "row", bench_line },          { "actions", bench_actions },
	{ "steps", bench_steps },       { "pictures", bench_pictures },
	{ "prepare", bench_prepare },   { "way", bench_way },
	{ "again", bench_again },       { "flat", bench_flat },
	{ "log", bench_log },           { "fetch", bench_fetch },
	{ "inbound", bench_inbound },   { "letter", bench_letter },
	{ "outbound", bench_outbound }, { "recorded", bench_recorded },
	{ "answered", bench_answered }, { "season", bench_season },
	{ "sampled", bench_sampled },   { "lines", bench_lines },
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < ARRAY_LEN(measurements); i++)
		if (!strcmp(argv[1], measurements[i].name))
			return measurements[i].run(argc - 2, argv + 2);
	fputs("usage: bench MEASUREMENT [ARGUMENT..]; see tests/bench/run\n",
	      stderr);
	return 2;
}
