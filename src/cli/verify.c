/*
 * src/cli/verify.c - heraldo verify: is an exported game what it says? Needs no
 * configured judge: whoever has the file can check it. Catalog and words are
 * those that were installed, or of a configuration if there is one; a full log
 * has what its game took of the catalog and what reads its orders, and can be
 * checked without them.
 */
#include "cli/cli.h"
#include "cli/analysis.h"
#include "cli/saved_report.h"
#include "cli/cross_check.h"
#include "auth/sign.h"
#include "engine/analysis.h"
#include "games/players.h"
#include "verifier/export_game.h"
#include "verifier/verify.h"
#include "base/parse.h"
#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

enum { LINES_MAX = 1 << 16 };

/* The resources for the check. */
struct kit {
	struct games games;
	bool ready[GAME_KINDS_MAX]; /* words and cards of each are read */
	const char *catalog, *templates;
	struct progress progress;
	struct verify_means means;
	struct verify_grammar grammar;
	const char *judge;    /* the key that the judge must have, or NULL */
	const char **reports; /* that somebody has kept */
	int n_reports;
	struct saved_report_mails mails;
	struct cross_check together;
};

/* The computer player of this program, run again on the same view. */
static enum verify_player player_again(void *context,
				       const struct verify_player_orders *o)
{
	static struct player_room room;
	static struct game view;
	struct catalog cards = game_cards(o->kind);
	struct player_choice choice;
	enum player_level level;
	enum verify_player is = VERIFY_PLAYER_OTHER;
	struct buf lines;

	(void)context;
	if (o->version != PLAYER_VERSION || !players_find(o->kind->rules) ||
	    !player_level_named(o->strength, &level))
		return VERIFY_PLAYER_ABSENT;
	game_view(o->game, o->seat, &view);
	buf_init(&lines, LINES_MAX);
	if (players_choose(&view, o->seat, level,
			   players_seed(o->secret->b, o->seat), &cards, &room,
			   &choice) &&
	    players_lines(o->kind->grammar, &view, o->seat, &choice.d, &room,
			  &lines)) {
		struct canon canon;
		struct arena a;

		arena_init(&a);
		if (!sign_prepare(&a, sign_break(&a, buf_str(&lines)),
				  &canon) &&
		    str_equal(canon.text, o->lines))
			is = VERIFY_PLAYER_SAME;
		arena_release(&a);
	}
	buf_release(&lines);
	return is;
}

static void verify_progressed(void *context, size_t done)
{
	struct kit *k = context;

	progress_step(&k->progress, done);
}

/* the words and the cards of one game */
static enum err kit_add(struct kit *k, int i, struct why *why)
{
	struct why none = { 0 };
	enum err e = games_open_one(&k->games, i, k->templates, &none);

	/* a log brings its own words: these tell where it has others */
	if (e == ERR_NOT_FOUND) {
		why_clear(&none);
		e = ERR_OK;
	}
	/* without a catalog, a full log has what its game took of it */
	if (!e && !access(k->catalog, F_OK))
		e = games_deal_one(&k->games, i, k->catalog, &none);
	if (e == ERR_CONFIG && none.text[0])
		e = ERR_OK;
	else if (e && none.text[0])
		why_set(why, e, "%s", none.text);
	k->ready[i] = !e;
	return e;
}

/* those of the game that the first line of a log names, and of no other */
static enum err kit_serve(struct kit *k, struct cli *c, struct str bytes,
			  struct why *why)
{
	struct str line = { "", 0 };
	enum err e = ERR_OK;

	(void)parse_line(&bytes, &line);
	for (int i = 0; !e && i < k->games.n; i++) {
		const char *named =
			arena_printf(&c->arena, ",\"system\":\"%s\"",
				     k->games.kinds[i].rules->name);

		if (!k->ready[i] &&
		    memmem(line.s, line.len, named, strlen(named)))
			e = kit_add(k, i, why);
	}
	return e;
}

static enum err kit_open(struct kit *k, struct cli *c, const char *data,
			 const char *templates, struct why *why)
{
	enum err e = games_open(&k->games, game_kinds, n_game_kinds, NULL, why);

	k->templates = templates;
	k->catalog = arena_printf(&c->arena, "%s/catalog", data);
	k->means = (struct verify_means){ .systems = k->games.kinds,
					  .n_systems = k->games.n,
					  .kept = &k->grammar,
					  .progress = verify_progressed,
					  .context = k };
	return e;
}

/* For people -----------------------------------------------------------------
 */

#define N(n) ((unsigned long long)(n))

static struct str hex_text(struct cli *c, const struct hash *h)
{
	return hex_of(&c->arena, h->b, sizeof(h->b));
}

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

/* the seats that opened their words: "A, B and D" */
static void print_seats(const struct verify_result *r)
{
	uint64_t left = r->words;

	for (int i = 0; i < r->n_seats; i++) {
		if (!r->seats[i].opened)
			continue;
		left--;
		printf("%c%s", 'A' + i, left > 1 ? ", " : left ? " and " : "");
	}
}

/* on whom the dice rest */
static void print_words(const struct verify_result *r)
{
	for (int i = 0; i < r->n_seats; i++) {
		const struct verify_seat *s = &r->seats[i];

		if (s->withheld)
			printf("  seat %c withheld a word that it had sealed: with the judge's operator, seat %c could choose between %s courses of all dice\n",
			       'A' + i, 'A' + i,
			       s->withheld > 1 ? "several" : "two");
		else if (r->links && !s->sent && r->words_s)
			printf("  seat %c sent no word: it has no part in the dice\n",
			       'A' + i);
	}
	if (r->anew)
		printf("  %llu times fresh words were sealed because one was withheld\n",
		       N(r->anew));
	if (!r->links)
		return;
	if (!r->words) {
		printf("  NO word of a player entered the dice%s: %s\n",
		       r->words_s ? "" : " (the game has none)",
		       r->beacon.len
			       ? "they rest on the judge"
			       : "the judge's operator alone could choose them");
		return;
	}
	printf("  the dice rest on the judge and on the word%s of seat%s ",
	       r->words > 1 ? "s" : "", r->words > 1 ? "s" : "");
	print_seats(r);
	printf(": nobody could choose them but all of these together\n");
}

static void print_beacon(const struct verify_result *r)
{
	if (r->beacon.len)
		printf("  and on the beacon %.*s, %llu pulses of it: %s\n",
		       STR_ARG(r->beacon), N(r->pulses),
		       r->beacon_checked
			       ? "each signed by it, and the first a minute after what it decides was sealed; compare its key with the certificate that the beacon publishes"
			       : "each the first a minute after what it decides was sealed; that the beacon signed them is TAKEN ON THE OPERATOR'S WORD");
}

/* Who played is no secret: the computer of the judge. */
static void print_played(const struct verify_result *r)
{
	static const char *const results[VERIFY_PLAYER_RESULTS] = {
		[VERIFY_PLAYER_SAME] = "it gives the same",
		[VERIFY_PLAYER_OTHER] = "it gives others",
		[VERIFY_PLAYER_ABSENT] =
			"NOT checked, this program has no player of that "
			"version",
	};

	for (int i = 0; i < r->n_played; i++)
		printf("  seat %c was played by the judge from point %llu on "
		       "(%.*s, player %d)\n",
		       'A' + r->played[i].seat, N(r->played[i].point),
		       STR_ARG(r->played[i].strength),
		       (int)r->played[i].version);
	for (int i = 0; i < VERIFY_PLAYER_RESULTS; i++)
		if (r->played_again[i])
			printf("  the judge's player was run again for %llu "
			       "orders: %s\n",
			       N(r->played_again[i]), results[i]);
	if (r->played_unseen)
		printf("  the judge's player was NOT run again for %llu orders:"
		       " the log does not show what it saw\n",
		       N(r->played_unseen));
	if (r->n_played)
		printf("  the seed of the judge's player follows from the "
		       "second secret, committed before any roll%s\n",
		       r->opened ? " and opened" : "");
}

/* text without a signature, and its place */
static void print_deeds(const struct verify_result *r)
{
	print_played(r);
	puts("  when mails came in, and that none was left out, is the judge's word");
	if (r->n_deeds)
		puts("  signed by nobody, and thus on the word of the judge's operator:");
	for (int i = 0; i < r->n_deeds; i++) {
		const struct verify_deed *d = &r->deeds[i];

		printf("    %llu %s by %s, event", N(d->n), d->what, d->by);
		for (uint64_t k = 0; k < d->n && k < VERIFY_DEED_SHOWN; k++)
			printf(" %llu", N(d->events[k]));
		puts(d->n > VERIFY_DEED_SHOWN ? " .." : "");
	}
}

static void print_clocks(const struct verify_result *r)
{
	if (r->n_clocks)
		puts("  clocks that deadlines follow, on the word of the judge:");
	for (int i = 0; i < r->n_clocks; i++)
		printf("    %.*s %.*s from %.*s until %.*s\n",
		       STR_ARG(r->clocks[i].zone), STR_ARG(r->clocks[i].offset),
		       STR_ARG(r->clocks[i].from), STR_ARG(r->clocks[i].until));
}

/* what was no play */
static void print_commands(const struct verify_result *r)
{
	if (r->by_operator)
		printf("  %llu adjudications were commanded by the judge's operator\n",
		       N(r->by_operator));
	if (r->by_masters)
		printf("  %llu adjudications were commanded by game masters\n",
		       N(r->by_masters));
	if (r->overrides || r->undone)
		printf("  %llu values were set, and %llu times was play undone\n",
		       N(r->overrides), N(r->undone));
	if (r->histories)
		printf("  %llu times was another history shown by a report of the judge, and links of the dice passed over: ask why\n",
		       N(r->histories));
	if (r->rulings)
		printf("  %llu disputes were ruled on\n", N(r->rulings));
	print_deeds(r);
	print_clocks(r);
}

/* what the game did not begin with by its own book */
static void print_sources(struct cli *c, const struct verify_result *r)
{
	for (int i = 0; i < r->n_sources; i++) {
		const struct verify_source *s = &r->sources[i];

		if (s->game.len)
			printf("  carried over: %llu from %.*s, whose log ends with the head %.*s\n",
			       N(s->things), STR_ARG(s->game),
			       STR_ARG(hex_text(c, &s->head)));
		else
			printf("  carried over: %llu from the purse of its campaign\n",
			       N(s->things));
	}
}

/* what came of a catalog */
static void print_cards(const struct verify_cards *c)
{
	if (c->changed)
		printf("  %llu of %llu cards differ from this program's catalog\n",
		       N(c->changed), N(c->n));
	if (c->renamed)
		printf("  %llu names in orders are no names of the cards that the judge took for them, as far as this program's catalog knows\n",
		       N(c->renamed));
	if (c->refused)
		printf("  %llu refused orders named cards that the game never took: for what reason each was refused is the judge's word\n",
		       N(c->refused));
}

/* what a reader should know, though nothing is wrong */
static void print_notes(const struct verify_result *r)
{
	print_words(r);
	print_beacon(r);
	print_commands(r);
	if (r->draws)
		printf("  %llu values were drawn hidden%s\n", N(r->draws),
		       str_is(r->who, "all")
			       ? ", each as the second secret has it"
			       : "");
	if (r->open)
		printf("  %llu commitments %s\n", N(r->open),
		       str_is(r->who, "all") ? "were not opened in play"
					     : "are not opened yet");
	print_cards(&r->cards);
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

static const struct hash *last_head(const struct verify_result *r)
{
	return &r->heads[r->n_heads - 1];
}

static struct str key_text(struct cli *c, const struct verify_result *r)
{
	char print[KEY_FINGERPRINT_MAX];

	key_fingerprint(&r->judge_key, print);
	return str_of(arena_strdup(&c->arena, print));
}

/* What all of it hangs on: it is as good as these are the ones one knows. */
static void print_roots(struct cli *c, const struct verify_result *r)
{
	char print[KEY_FINGERPRINT_MAX];

	printf("  judge      %.*s\n", STR_ARG(key_text(c, r)));
	for (int i = 0; i < r->n_judge_keys; i++) {
		key_fingerprint(&r->judge_keys[i].key, print);
		printf("             %s from point %llu on%s\n", print,
		       N(r->judge_keys[i].point),
		       r->judge_keys[i].is_signed
			       ? ""
			       : ", which the key before has NOT signed: ask "
				 "the operator for a reason");
	}
	printf("  commitment %.*s\n", STR_ARG(hex_text(c, &r->commitment)));
	printf("  head       %.*s after point %llu\n",
	       STR_ARG(hex_text(c, last_head(r))), N(r->points));
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
	print_roots(c, r);
	print_sources(c, r);
	print_notes(r);
}

/* For programs ---------------------------------------------------------------
 */

static void verify_put(struct buf *b, const char *key, struct str s)
{
	buf_addf(b, ",\"%s\":", key);
	json_string_render(b, s);
}

static void put_deeds(struct buf *b, const struct verify_result *r)
{
	buf_addz(b, ",\"unsigned\":[");
	for (int i = 0; i < r->n_deeds; i++) {
		const struct verify_deed *d = &r->deeds[i];

		buf_addf(
			b,
			"%s{\"event\":\"%s\",\"by\":\"%s\",\"times\":%llu,\"events\":[",
			i ? "," : "", d->what, d->by, N(d->n));
		for (uint64_t k = 0; k < d->n && k < VERIFY_DEED_SHOWN; k++)
			buf_addf(b, "%s%llu", k ? "," : "", N(d->events[k]));
		buf_addz(b, "]}");
	}
	buf_addc(b, ']');
}

static void put_cards(struct buf *b, const struct verify_cards *c)
{
	buf_addf(
		b,
		",\"cards\":%llu,\"cards_changed\":%llu,\"cards_renamed\":%llu,\"cards_refused\":%llu",
		N(c->n), N(c->changed), N(c->renamed), N(c->refused));
}

static void put_beacon(struct buf *b, const struct verify_result *r)
{
	verify_put(b, "beacon", r->beacon);
	buf_addf(b, ",\"pulses\":%llu,\"beacon_checked\":%s", N(r->pulses),
		 r->beacon_checked ? "true" : "false");
}

static void put_sources(struct cli *c, struct buf *b,
			const struct verify_result *r)
{
	buf_addz(b, ",\"carried\":[");
	for (int i = 0; i < r->n_sources; i++) {
		buf_addf(b, "%s{\"things\":%llu", i ? "," : "",
			 N(r->sources[i].things));
		verify_put(b, "game", r->sources[i].game);
		verify_put(b, "head", hex_text(c, &r->sources[i].head));
		buf_addc(b, '}');
	}
	buf_addc(b, ']');
}

static void put_clocks(struct buf *b, const struct verify_result *r)
{
	buf_addz(b, ",\"clocks\":[");
	for (int i = 0; i < r->n_clocks; i++) {
		buf_addf(b, "%s{\"number\":%d", i ? "," : "", i + 1);
		verify_put(b, "zone", r->clocks[i].zone);
		verify_put(b, "offset", r->clocks[i].offset);
		verify_put(b, "from", r->clocks[i].from);
		verify_put(b, "until", r->clocks[i].until);
		buf_addc(b, '}');
	}
	buf_addc(b, ']');
}

static void put_seats(struct buf *b, const struct verify_result *r)
{
	for (int i = 0; i < r->n_seats; i++) {
		buf_addf(
			b,
			"%s{\"seat\":\"%c\",\"sent\":%s,\"opened\":%s,\"withheld\":%llu",
			i ? "," : "", 'A' + i,
			r->seats[i].sent ? "true" : "false",
			r->seats[i].opened ? "true" : "false",
			N(r->seats[i].withheld));
		verify_put(b, "person", r->seats[i].person);
		buf_addc(b, '}');
	}
}

static void print_json(struct cli *c, const char *file,
		       const struct verify_result *r)
{
	const struct verify_fault *f = &r->fault;
	struct buf b;

	buf_init(&b, 64 << 10);
	buf_addf(&b, "{\"verified\":%s", r->good ? "true" : "false");
	verify_put(&b, "file", str_of(file));
	verify_put(&b, "game", r->game);
	verify_put(&b, "rules", r->rules);
	verify_put(&b, "for", r->who);
	if (r->n_heads) {
		verify_put(&b, "judge", key_text(c, r));
		verify_put(&b, "commitment", hex_text(c, &r->commitment));
		verify_put(&b, "head", hex_text(c, last_head(r)));
	}
	if (!r->good) {
		buf_addf(
			&b,
			",\"line\":%zu,\"event\":%llu,\"inner\":%d,\"point\":%llu",
			f->line, N(f->event), f->inner, N(f->point));
		verify_put(&b, "what", str_of(f->what));
		verify_put(&b, "expected", str_of(f->expected));
		verify_put(&b, "found", str_of(f->found));
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
		",\"overrides\":%llu,\"undone\":%llu,\"histories\":%llu,\"by_operator\":%llu,\"by_masters\":%llu,\"rulings\":%llu,\"unopened\":%llu,\"words_changed\":%llu",
		N(r->overrides), N(r->undone), N(r->histories),
		N(r->by_operator), N(r->by_masters), N(r->rulings), N(r->open),
		N(r->words_changed));
	put_deeds(&b, r);
	put_cards(&b, &r->cards);
	put_beacon(&b, r);
	put_sources(c, &b, r);
	put_clocks(&b, r);
	buf_addf(&b, ",\"rules_run\":%s,\"seats\":[",
		 r->rules_run ? "true" : "false");
	put_seats(&b, r);
	printf("%.*s]}\n", STR_ARG(buf_str(&b)));
	buf_release(&b);
}

/* --report: what one has kept, beside the log */
static int reports_check(struct cli *c, struct kit *k, const char *file,
			 const struct verify_result *r)
{
	static const char *const said[] = {
		[REPORT_GOOD] = "its history is that of the log",
		[REPORT_FOREIGN] = "it is no report of this game",
		[REPORT_UNSIGNED] = "the judge of this log has not signed it",
		[REPORT_BEYOND] = "the log ends before it",
		[REPORT_OTHER] = "the judge signed ANOTHER HISTORY in it",
	};
	int code = EXIT_FINE;

	for (int i = 0; i < k->n_reports; i++) {
		enum verify_report is;
		struct why why = { 0 };
		struct saved_report kept;
		int64_t point;
		enum err e = saved_report_read(c, &k->mails, k->reports[i],
					       &kept, &why);

		if (e)
			return cli_fail(c, e, &why);
		is = verify_report(r, kept.text, kept.signature, &c->arena,
				   &point);
		if (!c->json)
			printf("  report %s, point %lld: %s\n", k->reports[i],
			       (long long)point, said[is]);
		else if (is)
			fprintf(stderr, "%s: %s, point %lld: %s\n", file,
				k->reports[i], (long long)point, said[is]);
		if (is)
			code = EXIT_NO;
	}
	return code;
}

/* The key that is known, and whatever it and its followers have signed. */
static bool judge_is_known(struct cli *c, const char *said,
			   const struct verify_result *r)
{
	bool known = saved_report_key_is(c, said, &r->judge_key);

	for (int i = 0; i < r->n_judge_keys; i++)
		known = (known && r->judge_keys[i].is_signed) ||
			saved_report_key_is(c, said, &r->judge_keys[i].key);
	return known;
}

static void file_check(struct cli *c, struct kit *k, struct str bytes,
		       struct verify_result *r)
{
	verify_export(bytes, &k->means, &c->arena, r);
	if (r->good && k->judge && !judge_is_known(c, k->judge, r)) {
		r->good = false;
		verify_wrong(&r->fault, (struct verify_place){ 1, 0, 0 }, NULL,
			     NULL,
			     "the judge's key is %.*s, not that of --judge",
			     STR_ARG(key_text(c, r)));
	}
}

static int verify_one(struct cli *c, struct kit *k, const char *file)
{
	struct verify_result r;
	struct why why = { 0 };
	struct str bytes;
	int code = EXIT_NO;
	enum err e = cli_read(c, file, VERIFY_FILE_MAX, &bytes, &why);

	if (!e)
		e = kit_serve(k, c, bytes, &why);
	if (e)
		return cli_fail(c, e, &why);
	if (k->means.analysis)
		analysis_begin(k->means.analysis, NULL);
	progress_start(&k->progress, c, file, bytes.len);
	file_check(c, k, bytes, &r);
	progress_end(&k->progress, r.good ? "verified" : "NOT verified");
	if (c->json)
		print_json(c, file, &r);
	else if (r.good)
		print_good(c, file, &r);
	else
		print_wrong(file, &r.fault);
	if (r.good && k->means.analysis && !c->json)
		analysis_print(c, k->means.analysis);
	if (r.good) {
		cross_check_add(&k->together, &r);
		code = reports_check(c, k, file, &r);
	}
	return !code && r.gnupg ? EXIT_UNCHECKED : code;
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

/* of two results: a failed check outweighs an impossible one */
static int verify_worse(int a, int b)
{
	if (a == EXIT_UNCHECKED && b)
		return b;
	return b == EXIT_UNCHECKED && a ? a : a > b ? a : b;
}

/* a file, or the logs of a folder */
static int verify_path(struct cli *c, struct kit *k, const char *path)
{
	const char **files;
	struct why why = { 0 };
	int code = EXIT_FINE;
	size_t n;
	enum err e = cross_check_files(&c->arena, path, &files, &n, &why);

	if (e)
		return cli_fail(c, e, &why);
	for (size_t i = 0; i < n; i++)
		code = verify_worse(code, verify(c, k, files[i]));
	return code;
}

/* Folders that no option names are those of the configuration, or the installed
 * ones. */
static enum err means_open(struct kit *k, struct cli *c, const char *data,
			   const char *templates, const char *gnupg,
			   struct why *why)
{
	enum err e;

	if (!data)
		data = c->config_loaded ? c->config.data : PKGDATADIR "/db";
	if (!templates)
		templates = c->config_loaded ? c->config.templates
					     : PKGDATADIR "/templates";
	crypto_init();
	e = kit_open(k, c, data, templates, why);
	if (!gnupg && c->config_loaded && *c->config.gnupg_home)
		gnupg = c->config.gnupg_home;
	return e || !gnupg ? e : pgp_open(gnupg, &k->means.pgp, why);
}

int command_verify(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "data", required_argument, NULL, 'd' },
		{ "templates", required_argument, NULL, 't' },
		{ "gnupg", required_argument, NULL, 'g' },
		{ "judge", required_argument, NULL, 'j' },
		{ "report", required_argument, NULL, 'r' },
		{ "replay-player", no_argument, NULL, 'p' },
		{ "analysis", no_argument, NULL, 'a' },
		{ NULL, 0, NULL, 0 },
	};
	const char *data = NULL, *templates = NULL, *gnupg = NULL;
	struct kit k = { 0 };
	struct why why = { 0 };
	int opt, code, worst = EXIT_FINE;
	bool again = false, analysed = false;
	enum err e;

	k.reports = ARENA_ARRAY(&c->arena, (size_t)argc, const char *);
	while ((opt = getopt_long(argc, argv, "d:t:g:j:r:pa", options, NULL)) !=
	       -1) {
		switch (opt) {
		case 'd': data = optarg; break;
		case 't': templates = optarg; break;
		case 'g': gnupg = optarg; break;
		case 'j': k.judge = optarg; break;
		case 'r': k.reports[k.n_reports++] = optarg; break;
		case 'p': again = true; break;
		case 'a': analysed = true; break;
		default: return cli_no_option(c, options);
		}
	}
	code = cli_words(c, argc, optind, 1, INT_MAX);
	if (!code && !(data && templates) && !access(c->config_file, R_OK))
		code = cli_config(c);
	if (code)
		return code;
	e = means_open(&k, c, data, templates, gnupg, &why);
	if (again)
		k.means.player = player_again;
	if (analysed)
		k.means.analysis = ARENA_NEW(&c->arena, struct analysis);
	if (e)
		worst = cli_fail(c, e, &why);
	for (int i = optind; !e && i < argc; i++) {
		code = verify_path(c, &k, argv[i]);
		worst = verify_worse(worst, code);
	}
	if (!e && !cross_check_check(&k.together, !c->json))
		worst = verify_worse(worst, EXIT_NO);
	cross_check_release(&k.together);
	pgp_close(k.means.pgp);
	saved_report_close(&k.mails);
	arena_release(&k.grammar.arena);
	games_release(&k.games);
	return worst;
}
