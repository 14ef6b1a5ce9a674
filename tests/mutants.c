/*
 * tests/mutants.c - switches off the sites of rules one by one and runs the
 * cases each time: some case must turn red. Built and run by `make mutants`.
 *
 * usage: mutants [--n SITES | --all] [--system NAME] [--seed SEED] CASE...
 *
 * SITES of them (50) are drawn at random, or all; of one rule system or of
 * every one. The seed is told, and repeats the choice.
 */
#include "base/parse.h"
#include "games/case.h"
#include "engine/rule.h"
#include "tests/srcdir.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
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
	{ "RB_ATK_52", "attack_check.c" },
	{ "RB_SETUP_02", "setup.c" },
};

/*
 * What no printed card of Arena shows, thus no case: a unit test prints one
 * otherwise, and turns red (tests/unit/test_arena_bounds.c). A creature that
 * attacks zones, one that is stunned by a wall, lightning without Ethereal, a
 * verb without an object between one that counts and one that takes the count.
 */
static const char *const on_no_card[][2] = {
	{ "AR_ZATK_01", "attack.c" },
	{ "AR_ACT_17", "move.c" },
	{ "AR_TYPE_06", "attack.c" },
	{ "AR_SDATA_06", "spell_clause.c" },
};

static bool is_among(const char *const (*v)[2], size_t n,
		     const struct rule_site *site)
{
	const char *file = strrchr(site->file, '/');

	file = file ? file + 1 : site->file;
	for (size_t i = 0; i < n; i++)
		if (!strcmp(site->rule, v[i][0]) && !strcmp(file, v[i][1]))
			return true;
	return false;
}

static bool is_explained(const struct rule_site *site)
{
	return is_among(decided_twice, ARRAY_LEN(decided_twice), site) ||
	       is_among(on_no_card, ARRAY_LEN(on_no_card), site);
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

/* the folder of rules that a site is in, "" for what all games share */
static struct str system_of(const struct rule_site *site)
{
	const char *at = strstr(site->file, "rules/"), *end;

	at = at ? at + strlen("rules/") : site->file;
	end = strchr(at, '/');
	return (struct str){ at, end ? (size_t)(end - at) : 0 };
}

static bool holds(struct cases *cases, struct str text)
{
	struct case_result r;
	bool good;

	case_run(cases, text, false, &r);
	good = !r.n_faults;
	case_result_release(&r);
	return good;
}

static bool is_of(struct str text, struct str system)
{
	char line[40];

	snprintf(line, sizeof(line), "\nsystem %.*s\n", STR_ARG(system));
	return !system.len || strstr(text.s, line);
}

/* does some case turn red? Those that name the rule are tried first */
static bool some_red(struct cases *cases, const struct str *text, int n,
		     const struct rule_site *site)
{
	char id[32];
	size_t len = strlen(site->rule);

	snprintf(id, sizeof(id), "%s", site->rule);
	for (size_t i = 0; i < len && i < sizeof(id); i++)
		if (id[i] == '_')
			id[i] = '-';
	for (int others = 0; others < 2; others++)
		for (int i = 0; i < n; i++) {
			bool names_it = strstr(text[i].s, id) != NULL;

			if (names_it != others &&
			    is_of(text[i], system_of(site)) &&
			    !holds(cases, text[i]))
				return true;
		}
	return false;
}

/*
 * The same in a process of its own: without a rule an event may not fit the
 * state any more, and the engine's assertion is as red as a case can be.
 */
static bool noticed(struct cases *cases, const struct str *text, int n,
		    const struct rule_site *site)
{
	int status = 0;
	pid_t child;

	fflush(NULL);
	child = fork();
	if (!child) {
		if (!freopen("/dev/null", "w", stderr))
			_exit(2);
		_exit(some_red(cases, text, n, site) ? 0 : 1);
	}
	if (child < 0 || waitpid(child, &status, 0) != child) {
		perror("fork");
		exit(3);
	}
	return !WIFEXITED(status) || !WEXITSTATUS(status);
}

static bool is_wanted(const struct rule_site *site, const char *system)
{
	return !system || str_is(system_of(site), system);
}

static int run_sites(struct cases *cases, const struct str *text, int n,
		     int most, const char *system, unsigned seed)
{
	int sites = 0, alive = 0, tried = 0, seen = 0;
	uint32_t state = seed * 2654435761u + 1;

	for (int i = 0; i < rule_sites(); i++)
		sites += is_wanted(rule_site(i), system);
	for (int site = 0; site < rule_sites(); site++) {
		const struct rule_site *s = rule_site(site);

		if (!is_wanted(s, system))
			continue;
		/* each of those left is as likely as the others */
		state = state * 1664525u + 1013904223u;
		if ((state >> 8) % (uint32_t)(sites - seen++) >=
		    (uint32_t)(most - tried))
			continue;
		tried++;
		rule_off = site;
		if (noticed(cases, text, n, s) || is_explained(s))
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
	static const struct option options[] = {
		{ "n", required_argument, NULL, 'n' },
		{ "all", no_argument, NULL, 'a' },
		{ "system", required_argument, NULL, 's' },
		{ "seed", required_argument, NULL, 'r' },
		{ NULL, 0, NULL, 0 }
	};
	struct why why = { 0 };
	struct arena arena = { 0 };
	struct cases cases;
	struct str *text;
	const char *system = NULL;
	int most = 50, n = 0, opt, alive;
	unsigned seed = (unsigned)time(NULL) & 0xffff;

	while ((opt = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (opt) {
		case 'n': most = number(optarg); break;
		case 'a': most = INT_MAX; break;
		case 's': system = optarg; break;
		case 'r': seed = (unsigned)number(optarg); break;
		default: return 2;
		}
	}
	if (cases_init(&cases, game_kinds, n_game_kinds, SRCDIR "/templates",
		       SRCDIR "/db/catalog", &why)) {
		fprintf(stderr, "%s\n", why.text);
		return 3;
	}
	text = ARENA_ARRAY(&arena, (size_t)(argc - optind) + 1, struct str);
	for (int i = optind; i < argc; i++) {
		text[n] = read_case(&arena, argv[i]);
		if (system && !is_of(text[n], str_of(system)))
			continue;
		if (!holds(&cases, text[n++])) {
			fprintf(stderr, "the cases have to hold before: %s\n",
				argv[i]);
			return 1;
		}
	}
	printf("seed %u, %d cases\n", seed, n);
	alive = run_sites(&cases, text, n, most, system, seed);
	cases_release(&cases);
	arena_release(&arena);
	return alive > 0 || !n;
}
