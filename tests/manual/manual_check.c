/*
 * tests/manual/manual_check.c - what the manual shows, tried with the code it
 * tells of. tests/manual/manual.py takes the examples out of the pages.
 *
 *	manual_check orders FILE		every line can be read
 *	manual_check conditions FILE		every line is a condition
 *	manual_check complaints FILE		every line has a fault
 *	manual_check canonical FILE		print the canonical form
 *	manual_check mail FILE			the first two lines are whole,
 *						the others can be read
 *	manual_check seen FILE			the second line is whole
 *	manual_check verify KEY MAIL FILE..	the key signed what is in the
 *						text, or in the files attached
 *	manual_check join KEY MAIL		an unsigned wish with this key
 *	manual_check word WORD HASH		the hash is that of the word
 *
 * Ends with 0 if it is so, else with 1 after a word about why.
 */
#include "base/base.h"
#include "auth/signed_block.h"
#include "fairness/dice_chain.h"
#include "games/games.h"
#include "protocol/judge_lines.h"
#include "tests/srcdir.h"
#include <stdio.h>
#include <stdlib.h>

enum { FILE_MAX = 256 << 10, PARTS = 8, BLOCKS = 16 };

static struct arena arena;
static const struct game_kind *game;
static const struct grammar *grammar; /* its */

static struct str slurp(const char *name)
{
	FILE *f = fopen(name, "rb");
	char *bytes = arena_alloc(&arena, FILE_MAX);
	size_t n;

	if (!f) {
		perror(name);
		exit(2);
	}
	n = fread(bytes, 1, FILE_MAX, f);
	fclose(f);
	return (struct str){ bytes, n };
}

static int no(const char *what)
{
	puts(what);
	return 1;
}

/* what is written for an order means it: it can be written at all */
static bool written(const struct orders *o)
{
	struct buf line;
	bool good = true;

	buf_init(&line, FILE_MAX);
	for (int i = 0; good && i < o->n_lines; i++)
		if (o->lines[i].kind == LINE_ORDER ||
		    o->lines[i].kind == LINE_STANDING)
			good = orders_write_entry(grammar, 1, o->lines[i].entry,
						  &line);
	buf_release(&line);
	return good;
}

static int orders(struct str text, bool faulty)
{
	struct orders *o = ARENA_NEW(&arena, struct orders);
	struct grammar_names names = { 0 };
	struct order_head head;
	struct buf b;
	int lines = 0;
	bool good;

	for (size_t i = 0; i < text.len; i++)
		lines += text.s[i] == '\n';
	/* in a mail they never are the first line, which is its head */
	if (!faulty && !orders_read_head(&arena, grammar, text, &head))
		text = str_of(
			arena_printf(&arena, "KEEP\n%.*s", STR_ARG(text)));
	/* cards are those of the catalog */
	names.card = card_index_named;
	names.source = game->cards;
	orders_read(&arena, grammar, &names, -1, text, o);
	good = faulty ? o->n_complaints == lines
		      : !o->n_complaints && o->n_lines && written(o);
	if (good)
		return 0;
	buf_init(&b, FILE_MAX);
	orders_write_reading(grammar, 0, o, NULL, &b);
	printf("%s", b.s ? b.s : "no order in it\n");
	buf_release(&b);
	return 1;
}

/* does a PASS of this game name a figure? */
static bool passes_by_figure(void)
{
	struct orders *o = ARENA_NEW(&arena, struct orders);

	orders_read(&arena, grammar, NULL, -1, STR("PASS A1\n"), o);
	return !o->n_complaints;
}

static int conditions(struct str text)
{
	const char *order = passes_by_figure() ? "PASS A1" : "PASS";
	struct buf b;
	int code;

	buf_init(&b, FILE_MAX);
	for (size_t i = 0, from = 0; i < text.len; i++)
		if (text.s[i] == '\n') {
			buf_addf(&b, "IF %.*s: %s\n", (int)(i - from),
				 text.s + from, order);
			from = i + 1;
		}
	code = orders(arena_str(&arena, buf_str(&b)), false);
	buf_release(&b);
	return code;
}

static bool lines_of(struct str text, struct canon *c)
{
	return !signed_block_orders(&arena, text, c) && c->n_lines;
}

/* what was seen, below the first line */
static int seen(struct str text)
{
	struct seen_line said;
	struct canon c;
	size_t body;

	if (!lines_of(text, &c))
		return no("no orders in it");
	body = c.lines[0].len + 1;
	if (c.n_lines > 1)
		judge_lines_seen(&arena, grammar->words, c.text, &body, &said);
	if (c.n_lines < 2 || !said.has)
		return no("its second line is not SEEN");
	return said.bad ? no("its line SEEN is mistyped") : 0;
}

static int mail(struct str text)
{
	struct word_lines words;
	struct dispute_line dispute;
	struct order_head h;
	struct canon c;
	struct str first, rest;

	if (!lines_of(text, &c))
		return no("no orders in it");
	first = (struct str){ c.text.s, c.lines[0].len };
	if (!orders_read_head(&arena, grammar, first, &h) ||
	    h.kind == HEAD_NONE)
		return no("its first line is not whole");
	if (seen(text))
		return 1;
	rest = judge_lines_parse(&arena, grammar->words, c.text, &words,
				 &dispute);
	if (dispute.has)
		return dispute.bad ? no("its dispute cannot be read") : 0;
	return orders(rest, false);
}

static int canonical(struct str text)
{
	struct canon c;

	if (canon_make(&arena, text, 1, &c))
		return no("too large");
	fwrite(c.text.s, 1, c.text.len, stdout);
	return 0;
}

static size_t blocks_of(int argc, char **argv, struct signed_block *out,
			struct signed_block_part *parts)
{
	parts[0] = (struct signed_block_part){ .is_text = true };
	if (strcmp(argv[0], "+"))
		parts[0].bytes = slurp(argv[0]);
	for (int i = 1; i < argc && i < PARTS; i++)
		parts[i] =
			(struct signed_block_part){ .name = str_of(argv[i]),
						    .bytes = slurp(argv[i]) };
	return signed_block_find(&arena, parts, (size_t)argc, out, BLOCKS);
}

static int verify(int argc, char **argv)
{
	struct signed_block_part parts[PARTS];
	struct signed_block b[BLOCKS];
	struct signed_block_proof proof;
	struct key key;
	enum sig_error f = key_parse(slurp(argv[0]), &key);
	size_t n = blocks_of(argc - 1, argv + 1, b, parts);

	if (f)
		return no(sig_error_text(f));
	if (!n)
		return no("there is no block of orders");
	for (size_t i = 0; i < n; i++) {
		f = b[i].fault ? b[i].fault
			       : signed_block_verify(&arena, &b[i], &key, 1,
						     SIG_ORDERS, &proof);
		if (!f) {
			fwrite(b[i].canon.text.s, 1, b[i].canon.text.len,
			       stdout);
			return 0;
		}
	}
	return no(sig_error_text(f));
}

/* as the judge looks for it: an unsigned block, and a key in the same text */
static int join(int argc, char **argv)
{
	struct signed_block_part parts[PARTS];
	struct signed_block b[BLOCKS];
	struct order_head h;
	struct key key, known;
	struct str first;

	if (key_parse(slurp(argv[0]), &known) ||
	    blocks_of(argc - 1, argv + 1, b, parts) != 1 ||
	    b[0].canon.n_lines != 1)
		return no("there is not one block with one line");
	first = b[0].canon.text;
	first.len--;
	if (!orders_read_head(&arena, grammar, first, &h) ||
	    h.kind != HEAD_JOIN)
		return no("this is no wish to join");
	if (key_parse(parts[0].bytes, &key) || !key_equal(&key, &known))
		return no("the key is not found in the text");
	return 0;
}

static bool hex(const char *text, uint8_t *out, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (sscanf(text + 2 * i, "%2hhx", &out[i]) != 1)
			return false;
	return strlen(text) == 2 * n;
}

static int word(const char *opened, const char *hash)
{
	uint8_t w[WORD_SIZE], h[WORD_HASH_SIZE], is[WORD_HASH_SIZE];

	if (!hex(opened, w, sizeof(w)) || !hex(hash, h, sizeof(h)))
		return no("not so many digits");
	word_hash(w, is);
	return memcmp(is, h, sizeof(h)) ? no("another hash") : 0;
}

int main(int argc, char **argv)
{
	struct why why = { 0 };
	const char *what = argc > 2 ? argv[1] : "";
	const struct game_kind *kind = NULL;
	struct games games;
	int code = 2;

	/* WHAT FILE SYSTEM; the first of the list if it is none */
	if (argc == 4)
		kind = game_kind_find(str_of(argv[3]));
	if (!kind)
		kind = game_kinds[0];
	if (games_open(&games, &kind, 1, SRCDIR "/templates", &why) ||
	    games_deal(&games, SRCDIR "/db/catalog", &why))
		return no(why.text);
	game = &games.kinds[0];
	grammar = game->grammar;
	if (!strcmp(what, "orders"))
		code = orders(slurp(argv[2]), false);
	else if (!strcmp(what, "complaints"))
		code = orders(slurp(argv[2]), true);
	else if (!strcmp(what, "conditions"))
		code = conditions(slurp(argv[2]));
	else if (!strcmp(what, "canonical"))
		code = canonical(slurp(argv[2]));
	else if (!strcmp(what, "mail"))
		code = mail(slurp(argv[2]));
	else if (!strcmp(what, "seen"))
		code = seen(slurp(argv[2]));
	else if (!strcmp(what, "verify") && argc > 3 && argc < 4 + PARTS)
		code = verify(argc - 2, argv + 2);
	else if (!strcmp(what, "join") && argc == 4)
		code = join(argc - 2, argv + 2);
	else if (!strcmp(what, "word") && argc == 4)
		code = word(argv[2], argv[3]);
	else
		puts("what is asked?");
	games_release(&games);
	arena_release(&arena);
	return code;
}
