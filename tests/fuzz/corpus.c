/*
 * tests/fuzz/corpus.c - a fuzz target's short run in `make check`: every file
 * of tests/fuzz/corpus/NAME as it is, then each a number of times (a long one
 * less often) with some bytes changed, the same changes in every run.
 *	fuzz_NAME [--n VARIATIONS] [--seed SEED] [FILE..]
 * VARIATIONS of each file; contrib/soak runs more, by other seeds. With files
 * it runs these alone, as they are, to see a crash again.
 */
#include "fuzz.h"
#include "base/parse.h"
#include "tests/srcdir.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MUTATED_BYTES = 80 << 10, MAX_BYTES = 2 << 20 };

static uint32_t mutations = 20, state = 2463534242;

static uint32_t draw(uint32_t below)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state % below;
}

/* The target must stand bytes that end where its memory ends. */
static void run_exact(const uint8_t *bytes, size_t len)
{
	uint8_t *exact = malloc(len ? len : 1);

	if (!exact)
		abort();
	memcpy(exact, bytes, len);
	LLVMFuzzerTestOneInput(exact, len);
	free(exact);
}

/* another number in the place of the first one at or behind `at` */
static size_t renumber(uint8_t *work, size_t n, size_t at)
{
	static const char *const numbers[] = {
		"0",    "1",     "-1",        "7",          "63",         "255",
		"1600", "65537", "100000000", "2147483647", "-2147483648"
	};
	const char *z = numbers[draw(sizeof(numbers) / sizeof(*numbers))];
	size_t end, len = strlen(z);

	while (at < n && (work[at] < '0' || work[at] > '9'))
		at++;
	for (end = at; end < n && '0' <= work[end] && work[end] <= '9';)
		end++;
	if (end == at || n - (end - at) + len > MAX_BYTES)
		return n;
	memmove(work + at + len, work + end, n - end);
	memcpy(work + at, z, len);
	return n - (end - at) + len;
}

/* one variation of it, in work: its length */
static size_t vary(const uint8_t *bytes, size_t len, uint8_t *work)
{
	uint32_t changes = 1 + draw(8);
	size_t n = len;

	memcpy(work, bytes, len);
	while (changes-- && n) {
		uint32_t at = draw((uint32_t)n);
		uint32_t from = draw((uint32_t)n);
		size_t size = draw(16);

		switch (draw(6)) {
		case 0: work[at] = (uint8_t)draw(256); break;
		case 1: work[at] ^= (uint8_t)(1u << draw(8)); break;
		case 2: n = at; break;
		case 3: /* copy a piece of it elsewhere */
			if (from + size <= n && at + size <= n)
				memmove(work + at, work + from, size);
			break;
		case 4: n = renumber(work, n, at); break;
		default: /* and insert one */
			if (from + size > n || n + size > MAX_BYTES)
				break;
			memmove(work + at + size, work + at, n - at);
			n += size;
			memmove(work + at, work + from, size);
			break;
		}
	}
	return n;
}

static int variations; /* that were run */

static void mutate(const uint8_t *bytes, size_t len)
{
	static uint8_t work[MAX_BYTES];
	/* bytes for all variations of a file, but for one at least */
	size_t most = (size_t)mutations * MUTATED_BYTES;
	size_t times = 1 + (len ? most / len : mutations);

	for (size_t i = 0; i < times && i < mutations; i++) {
		run_exact(work, vary(bytes, len, work));
		variations++;
	}
}

static int run_file(const char *path, bool mutated)
{
	static uint8_t bytes[MAX_BYTES + 1];
	FILE *f = fopen(path, "rb");
	size_t len;

	if (!f) {
		perror(path);
		return 1;
	}
	len = fread(bytes, 1, sizeof(bytes), f);
	fclose(f);
	if (len > MAX_BYTES) {
		fprintf(stderr, "%s: longer than %d bytes\n", path, MAX_BYTES);
		return 1;
	}
	run_exact(bytes, len);
	if (mutated)
		mutate(bytes, len);
	return 0;
}

int main(int argc, char **argv)
{
	const char *name = strrchr(argv[0], '/'), *top;
	char dir[4096], path[8192];
	struct dirent **list;
	int n, files = 0;

	name = name ? name + 1 : argv[0];
	for (; argc > 2 && argv[1][0] == '-'; argc -= 2, argv += 2) {
		int64_t value;

		if (!parse_int(str_of(argv[2]), 0, INT32_MAX, &value))
			return 2;
		if (!strcmp(argv[1], "--n"))
			mutations = (uint32_t)value;
		else if (!strcmp(argv[1], "--seed"))
			state ^= (uint32_t)value * UINT32_C(2654435761);
	}
	state += !state; /* from zero it would not move */
	for (int i = 1; i < argc; i++)
		if (run_file(argv[i], false))
			return 1;
	if (argc > 1)
		return 0;
	top = getenv("HERALDO_SRCDIR");
	snprintf(dir, sizeof(dir), "%s/tests/fuzz/corpus/%s",
		 top ? top : SRCDIR, strstr(name, "fuzz_") + 5);
	n = scandir(dir, &list, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		if (list[i]->d_name[0] != '.') {
			snprintf(path, sizeof(path), "%s/%s", dir,
				 list[i]->d_name);
			if (run_file(path, true))
				return 1;
			files++;
		}
		free(list[i]);
	}
	if (!files) {
		fprintf(stderr, "%s: no corpus\n", dir);
		return 1;
	}
	free(list);
	printf("%d files as they are, and in %d variations\n", files,
	       variations);
	return 0;
}
