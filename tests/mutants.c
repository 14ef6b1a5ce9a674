/*
 * tests/mutants.c - switches off the sites of rules one by one and runs all
 * cases each time: some case must turn red. Built and run by `make mutants`.
 *
 * usage: mutants [-n SITES] [-s SEED] CASE...
 *
 * SITES of them are drawn at random (0: all, the default).
 */
#include "base/parse.h"
#include "cli/case.h"
#include "rules/rule.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef HERALDO_MUTANTS
#error "sites can be switched off in a build with HERALDO_MUTANTS only"
#endif

/*
 * Decided at two sites, so that one alone changes nothing: rule and file. The
 * second: a Shockwave without a target is refused where targets are counted
 * too; the pile is done with the last item that it may hold.
 */
static const char *const decided_twice[][2] = {
	{ "RB_ATK_52", "attack.c" },
	{ "RB_SETUP_02", "setup.c" },
};

static bool is_decided_twice(const struct rule_site *site)
{
	const char *file = strrchr(site->file, '/');

	file = file ? file + 1 : site->file;
	for (size_t i = 0; i < ARRAY_LEN(decided_twice); i++)
		if (!strcmp(site->rule, decided_twice[i][0]) &&
		    !strcmp(file, decided_twice[i][1]))
			return true;
	return false;
}

static struct str read_case(struct arena *a, const char *path)
{
	FILE *in = fopen(path, "rb");
	char *bytes = arena_alloc(a, CASE_MAX_FILE);
	size_t n;

	if (!in) {
		perror(path);
		exit(3);
	}
	n = fread(bytes, 1, CASE_MAX_FILE, in);
	fclose(in);
	return arena_str(a, (struct str){ bytes, n });
}

/* the first case that does not hold, or -1 */
static int first_red(struct cases *cases, const struct str *text, int n)
{
	for (int i = 0; i < n; i++) {
		struct case_result r;
		bool red;

		case_run(cases, text[i], false, &r);
		red = r.n_faults > 0;
		case_result_release(&r);
		if (red)
			return i;
	}
	return -1;
}

static int run_sites(struct cases *cases, const struct str *text, int n,
		     int wanted, unsigned seed)
{
	int sites = rule_sites(), alive = 0, tried = 0;
	uint32_t state = seed * 2654435761u + 1;

	for (int site = 0; site < sites; site++) {
		const struct rule_site *s = rule_site(site);

		/* each of those left is as likely as the others */
		state = state * 1664525u + 1013904223u;
		if (wanted && (state >> 8) % (uint32_t)(sites - site) >=
				      (uint32_t)(wanted - tried))
			continue;
		tried++;
		rule_off = site;
		if (first_red(cases, text, n) >= 0 || is_decided_twice(s))
			continue;
		printf("no case notices that %s is off: %s line %d\n", s->rule,
		       s->file, s->line);
		alive++;
	}
	printf("%d of %d sites switched off, each alone: %d unnoticed\n", tried,
	       sites, alive);
	return alive;
}

static int number(const char *word)
{
	int64_t v;

	if (!parse_int(str_of(word), 0, INT_MAX, &v)) {
		fprintf(stderr, "no number: %s\n", word);
		exit(2);
	}
	return (int)v;
}

int main(int argc, char **argv)
{
	struct why why = { { 0 } };
	struct arena arena = { 0 };
	struct cases cases;
	struct str *text;
	int wanted = 0, n = 0, opt, alive;
	unsigned seed = 1;

	while ((opt = getopt(argc, argv, "n:s:")) != -1) {
		switch (opt) {
		case 'n': wanted = number(optarg); break;
		case 's': seed = (unsigned)number(optarg); break;
		default: return 2;
		}
	}
	if (cases_init(&cases, SRCDIR "/templates",
			SRCDIR "/db/catalog", &why)) {
		fprintf(stderr, "%s\n", why.text);
		return 3;
	}
	text = ARENA_ARRAY(&arena, (size_t)(argc - optind) + 1, struct str);
	for (int i = optind; i < argc; i++)
		text[n++] = read_case(&arena, argv[i]);
	if (!n || first_red(&cases, text, n) >= 0) {
		fprintf(stderr, "the cases have to hold before\n");
		return 1;
	}
	printf("seed %u\n", seed);
	alive = run_sites(&cases, text, n, wanted, seed);
	cases_release(&cases);
	arena_release(&arena);
	return alive > 0;
}
