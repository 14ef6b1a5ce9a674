/*
 * src/cli/verify.c - heraldo verify: is an exported game what it says? Needs no
 * configured judge: whoever has the file can check it. Catalog and words are
 * those that were installed, or of a configuration if there is one; a full log
 * has what its game took of the catalog and what reads its orders, and can be
 * checked without them.
 */
#include "cli/cli.h"
#include "audit/verify.h"
#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

/* What is at hand to check with. */
struct kit {
	struct games games;
	struct progress progress;
	struct verify_means means;
};

static void progressed(void *context, size_t done)
{
	progress_step(context, done);
}

static enum err kit_open(struct kit *k, struct cli *c, const char *data,
			 const char *templates, struct why *why)
{
	struct why none = { 0 };
	enum err e = games_open(&k->games, game_kinds, n_game_kinds, templates,
				&none);

	/* a log brings its own words: these tell where it has others */
	if (e == ERR_NOT_FOUND) {
		why_clear(&none);
		games_release(&k->games);
		e = games_open(&k->games, game_kinds, n_game_kinds, NULL,
			       &none);
	}
	if (!e)
		e = games_deal(&k->games,
			       arena_printf(&c->arena, "%s/catalog", data),
			       &none);
	if (e == ERR_CONFIG && none.text[0])
		e = ERR_OK; /* a full log has what its game took of it */
	else if (e && none.text[0])
		why_set(why, e, "%s", none.text);
	k->means = (struct verify_means){ .systems = k->games.kinds,
					  .n_systems = k->games.n,
					  .progress = progressed,
					  .context = &k->progress };
	return e;
}

/* For people -----------------------------------------------------------------
 */

#define N(n) ((unsigned long long)(n))

static const char *reader_text(struct cli *c, struct str who)
{
	if (str_is(who, "all"))
		return "the full log";
	if (str_is(who, "public"))
		return "what everybody may see";
	if (str_is(who, "GM"))
		return "what game masters may see";
	return arena_printf(&c->arena, "what seat %.*s may see", STR_ARG(who));
}

static void print_wrong(const char *file, const struct verify_fault *f)
{
	printf("%s: NOT VERIFIED\n", file);
	if (f->inner)
		printf("  event %llu.%d", N(f->event), f->inner);
	else if (f->event)
		printf("  event %llu", N(f->event));
	else
		printf("  no event");
	printf(" (line %zu, point %llu): %s\n", f->line, N(f->point), f->what);
	if (f->expected[0])
		printf("  expected: %s\n", f->expected);
	if (f->found[0])
		printf("  found:    %s\n", f->found);
}

/* what a reader should know, though nothing is wrong */
static void print_notes(const struct verify_result *r)
{
	for (int i = 0; i < r->n_seats; i++)
		if (r->links && !r->seats[i].opened)
			printf("  seat %c %s: its dice rest on the others' words\n",
			       'A' + i,
			       r->seats[i].sent ? "never opened its word"
						: "sent no word");
	if (r->by_operator)
		printf("  %llu adjudications were commanded by the judge's operator\n",
		       N(r->by_operator));
	if (r->overrides || r->undone)
		printf("  %llu values were set, and %llu times was play undone\n",
		       N(r->overrides), N(r->undone));
	if (r->rulings)
		printf("  %llu disputes were ruled on\n", N(r->rulings));
	if (r->draws)
		printf("  %llu values were drawn hidden%s\n", N(r->draws),
		       str_is(r->who, "all")
			       ? ", each as the second secret has it"
			       : "");
	if (r->open)
		printf("  %llu commitments are not opened yet\n", N(r->open));
	if (r->changed)
		printf("  %llu of %llu cards differ from this program's catalog\n",
		       N(r->changed), N(r->figures));
	if (r->words_changed)
		printf("  orders were read by the game's own words; %llu lines of them are not this program's\n",
		       N(r->words_changed));
	if (r->gnupg)
		printf("  %llu signatures of OpenPGP or S/MIME could not be checked: they need a GnuPG folder with their keys (--gnupg)\n",
		       N(r->gnupg));
	if (r->unchecked)
		printf("  %llu signatures could not be checked: their text is not in this file\n",
		       N(r->unchecked));
	if (r->closed)
		printf("  %llu sealed leaves are closed in this file\n",
		       N(r->closed));
	if (!r->rules_run)
		printf("  the rules were not run again: only the full log, open when the game has ended, has all orders\n");
}

static void print_good(struct cli *c, const char *file,
		       const struct verify_result *r)
{
	printf("%s: verified\n", file);
	printf("  game %.*s, rules %.*s, %s\n", STR_ARG(r->game),
	       STR_ARG(r->rules), reader_text(c, r->who));
	printf("  %llu events, %llu adjudications, %llu signatures, %llu links, %llu rolls, %llu words%s\n",
	       N(r->events), N(r->points), N(r->signatures), N(r->links),
	       N(r->rolls), N(r->words),
	       r->rules_run ? "; the rules give the same events" : "");
	print_notes(r);
}

/* For programs ---------------------------------------------------------------
 */

static void put(struct buf *b, const char *key, struct str s)
{
	buf_addf(b, ",\"%s\":", key);
	json_string_render(b, s);
}

static void print_json(const char *file, const struct verify_result *r)
{
	const struct verify_fault *f = &r->fault;
	struct buf b;

	buf_init(&b, 64 << 10);
	buf_addf(&b, "{\"verified\":%s", r->good ? "true" : "false");
	put(&b, "file", str_of(file));
	put(&b, "game", r->game);
	put(&b, "rules", r->rules);
	put(&b, "for", r->who);
	if (!r->good) {
		buf_addf(
			&b,
			",\"line\":%zu,\"event\":%llu,\"inner\":%d,\"point\":%llu",
			f->line, N(f->event), f->inner, N(f->point));
		put(&b, "what", str_of(f->what));
		put(&b, "expected", str_of(f->expected));
		put(&b, "found", str_of(f->found));
	}
	buf_addf(
		&b,
		",\"lines\":%llu,\"leaves\":%llu,\"closed\":%llu,\"events\":%llu,\"adjudications\":%llu",
		N(r->lines), N(r->leaves), N(r->closed), N(r->events),
		N(r->points));
	buf_addf(
		&b,
		",\"signatures\":%llu,\"unchecked\":%llu,\"gnupg\":%llu,\"links\":%llu,\"rolls\":%llu,\"words\":%llu,\"draws\":%llu",
		N(r->signatures), N(r->unchecked), N(r->gnupg), N(r->links),
		N(r->rolls), N(r->words), N(r->draws));
	buf_addf(
		&b,
		",\"overrides\":%llu,\"undone\":%llu,\"by_operator\":%llu,\"unopened\":%llu,\"cards\":%llu,\"cards_changed\":%llu,\"words_changed\":%llu",
		N(r->overrides), N(r->undone), N(r->by_operator), N(r->open),
		N(r->figures), N(r->changed), N(r->words_changed));
	buf_addf(&b, ",\"rules_run\":%s,\"seats\":[",
		 r->rules_run ? "true" : "false");
	for (int i = 0; i < r->n_seats; i++) {
		buf_addf(&b, "%s{\"seat\":\"%c\",\"sent\":%s,\"opened\":%s",
			 i ? "," : "", 'A' + i,
			 r->seats[i].sent ? "true" : "false",
			 r->seats[i].opened ? "true" : "false");
		put(&b, "person", r->seats[i].person);
		buf_addc(&b, '}');
	}
	printf("%.*s]}\n", STR_ARG(buf_str(&b)));
	buf_release(&b);
}

static int verify_one(struct cli *c, struct kit *k, const char *file)
{
	struct verify_result r;
	struct why why = { 0 };
	struct str bytes;
	enum err e = cli_read(c, file, VERIFY_FILE_MAX, &bytes, &why);

	if (e)
		return cli_fail(c, e, &why);
	progress_start(&k->progress, c, file, bytes.len);
	verify_export(bytes, &k->means, &c->arena, &r);
	progress_end(&k->progress, r.good ? "verified" : "NOT verified");
	if (c->json)
		print_json(file, &r);
	else if (r.good)
		print_good(c, file, &r);
	else
		print_wrong(file, &r.fault);
	return r.good ? EXIT_FINE : EXIT_NO;
}

/* what one file takes is given back before the next */
static int verify(struct cli *c, struct kit *k, const char *file)
{
	struct arena kept = c->arena;
	int code;

	arena_init(&c->arena);
	code = verify_one(c, k, file);
	arena_release(&c->arena);
	c->arena = kept;
	return code;
}

int command_verify(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "data", required_argument, NULL, 'd' },
		{ "templates", required_argument, NULL, 't' },
		{ "gnupg", required_argument, NULL, 'g' },
		{ NULL, 0, NULL, 0 },
	};
	const char *data = NULL, *templates = NULL, *gnupg = NULL;
	struct kit k = { 0 };
	struct why why = { 0 };
	int opt, code, worst = EXIT_FINE;
	enum err e;

	while ((opt = getopt_long(argc, argv, "d:t:g:", options, NULL)) != -1) {
		switch (opt) {
		case 'd': data = optarg; break;
		case 't': templates = optarg; break;
		case 'g': gnupg = optarg; break;
		default: return cli_usage(c, "no such option");
		}
	}
	code = cli_words(c, argc, optind, 1, INT_MAX);
	if (!code && !(data && templates) && !access(c->config_file, R_OK))
		code = cli_config(c);
	if (code)
		return code;
	if (!data)
		data = c->config_loaded ? c->config.data : PKGDATADIR "/db";
	if (!templates)
		templates = c->config_loaded ? c->config.templates
					     : PKGDATADIR "/templates";
	crypto_init();
	e = kit_open(&k, c, data, templates, &why);
	if (!gnupg && c->config_loaded && *c->config.gnupg_home)
		gnupg = c->config.gnupg_home;
	if (!e && gnupg)
		e = pgp_open(gnupg, &k.means.pgp, &why);
	if (e)
		worst = cli_fail(c, e, &why);
	for (int i = optind; !e && i < argc; i++) {
		code = verify(c, &k, argv[i]);
		worst = code > worst ? code : worst;
	}
	pgp_close(k.means.pgp);
	games_release(&k.games);
	return worst;
}
