/* heraldo sign - a file of orders into text that can be mailed. */
#include "cli/cli.h"
#include "auth/chain.h"
#include "auth/sign.h"
#include "base/parse.h"
#include "base/utf8.h"
#include <getopt.h>
#include <stdio.h>

enum { ORDERS_MAX = 64 << 10, LINE_COLUMNS = CANON_LINE_MAX - 2 };

/* what is wrong with the file, with the line it is on */
static int fault(const struct cli *c, const char *file, enum fault f,
		 const struct canon *canon)
{
	if (f == FAULT_BLOCK_LINE_TOO_LONG)
		fprintf(stderr, "%s: %s:%u: %s\n", c->program, file,
			canon->long_line, fault_text(f));
	else
		fprintf(stderr, "%s: %s: %s\n", c->program, file,
			fault_text(f));
	return EXIT_NO;
}

/* where a line of too many characters can be broken: a blank, not the first */
static size_t break_of(struct str line)
{
	size_t at = 0, n, columns = 0;

	for (size_t i = 0; i < line.len && columns < LINE_COLUMNS; i += n) {
		struct str rest = { line.s + i, line.len - i };

		utf8_next(rest, &n);
		if (line.s[i] == ' ' && i)
			at = i;
		columns++;
	}
	return at;
}

/*
 * Break lines that mail programs would break, as orders may be broken: a line
 * that begins with + continues the one before. A line with a remark is left to
 * its writer, for what would continue it is no remark any more.
 */
static struct str lines_break(struct cli *c, struct str text)
{
	struct buf out;
	struct str line, whole;

	buf_init(&out, 2 * ORDERS_MAX);
	while (parse_line(&text, &line)) {
		bool remark = memmem(line.s, line.len, "//", 2) != NULL;
		size_t at;

		while (!remark && utf8_length(line) > CANON_LINE_MAX &&
		       (at = break_of(line))) {
			buf_add(&out, line.s, at);
			buf_addz(&out, "\n+");
			line.s += at;
			line.len -= at;
		}
		buf_adds(&out, line);
		buf_addc(&out, '\n');
	}
	whole = arena_str(&c->arena, buf_str(&out));
	buf_release(&out);
	return whole;
}

/* the word in its file, or a new one in a new file; *is_new tells which */
static enum err word_take(struct cli *c, const char *file,
			  uint8_t word[WORD_SIZE], bool *is_new,
			  struct why *why)
{
	struct why mine = { { 0 } };
	struct str text;
	enum err e = cli_read(c, file, 256, &text, &mine);

	/* only a file that is not there is made: another holds a word */
	*is_new = e == ERR_NOT_FOUND;
	if (*is_new) {
		random_fill(word, WORD_SIZE);
		return cli_write(file, (struct str){ (char *)word, WORD_SIZE },
				 0600, why);
	}
	if (e)
		return why_set(why, e, "%s", mine.text);
	if (text.len != WORD_SIZE)
		e = why_set(why, ERR_FORMAT,
			    "%s does not hold a word of %d bytes", file,
			    WORD_SIZE);
	if (!e)
		memcpy(word, text.s, WORD_SIZE);
	return e;
}

/*
 * The random word for the dice, as a line behind the first: with a new word
 * its hash, with one that is there the word itself, opened.
 */
static enum err word_add(struct cli *c, const char *file, struct str *orders,
			 struct why *why)
{
	uint8_t word[WORD_SIZE], hash[WORD_HASH_SIZE];
	struct str rest = *orders, first, said = { (char *)word, WORD_SIZE };
	struct buf digits;
	bool is_new;
	enum err e = word_take(c, file, word, &is_new, why);

	if (e)
		return e;
	if (is_new) {
		word_hash(word, hash);
		said = (struct str){ (char *)hash, WORD_HASH_SIZE };
	}
	do { /* the head is the first line that says something */
		if (!parse_line(&rest, &first))
			return why_set(why, ERR_FORMAT, "there are no orders");
	} while (!parse_trim(first).len || str_starts(first, "-"));
	buf_init(&digits, 2 * WORD_HASH_SIZE);
	hex_render(&digits, said);
	*orders = str_of(arena_printf(
		&c->arena, "%.*sWORD %s%s\n%.*s", (int)(rest.s - orders->s),
		orders->s, is_new ? "" : "OPEN ", digits.s, STR_ARG(rest)));
	buf_release(&digits);
	secret_wipe(word, sizeof(word));
	return ERR_OK;
}

/* the orders, signed by the key of this file or (NULL) the text alone */
static enum err signed_write(const struct canon *canon, const char *key_file,
			     const char *output, struct why *why)
{
	struct key_secret key = { 0 };
	struct buf out;
	bool good;
	enum err e = ERR_OK;

	buf_init(&out, 4 * ORDERS_MAX);
	if (!key_file) {
		good = sign_render(canon, false, &out);
	} else {
		e = key_secret_read(key_file, &key, why);
		good = !e && sign_document(&key, canon, &out);
		key_secret_release(&key);
	}
	if (!e && !good)
		e = why_set(why, ERR_TOO_LARGE, "the orders are too long");
	if (!e && output)
		e = cli_write(output, buf_str(&out), 0644, why);
	else if (!e)
		fwrite(out.s, 1, out.len, stdout);
	buf_release(&out);
	return e;
}

int command_sign(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "key", required_argument, NULL, 'k' },
		{ "output", required_argument, NULL, 'o' },
		{ "text", no_argument, NULL, 't' },
		{ "word", required_argument, NULL, 'w' },
		{ NULL, 0, NULL, 0 },
	};
	const char *key_file = NULL, *output = NULL, *word = NULL;
	bool text_only = false;
	struct why why = { 0 };
	struct canon canon;
	struct str file;
	enum fault f;
	enum err e;
	int opt, code;

	while ((opt = getopt_long(argc, argv, "k:o:tw:", options, NULL)) !=
	       -1) {
		switch (opt) {
		case 'k': key_file = optarg; break;
		case 'o': output = optarg; break;
		case 't': text_only = true; break;
		case 'w': word = optarg; break;
		default: return cli_usage(c, "no such option");
		}
	}
	code = cli_words(c, argc, optind, 1, 1);
	if (code)
		return code;
	if (!key_file && !text_only)
		return cli_usage(
			c,
			"which key? --key FILE, or --text for the text alone");
	e = cli_read(c, argv[optind], ORDERS_MAX, &file, &why);
	if (!e && word)
		e = word_add(c, word, &file, &why);
	if (e)
		return cli_fail(c, e, &why);
	f = sign_prepare(&c->arena, lines_break(c, file), &canon);
	if (f)
		return fault(c, argv[optind], f, &canon);
	e = signed_write(&canon, text_only ? NULL : key_file, output, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}
