/*
 * src/cli/sign.c - heraldo sign: turns a file of orders into a signed text for
 * a mail
 */
#include "cli/cli.h"
#include "base/ascii.h"
#include "base/file.h"
#include "cli/saved_report.h"
#include "fairness/dice_chain.h"
#include "auth/sign.h"
#include "base/parse.h"
#include "base/str.h"
#include "auth/sig.h"
#include "protocol/judge_lines.h"
#include <getopt.h>
#include <stdio.h>

enum { ORDERS_MAX = 64 << 10 };

/* the fault of the file, with its line */
static int sign_fault(const struct cli *c, const char *file, enum sig_error f,
		      const struct canon *canon)
{
	if (f == FAULT_BLOCK_LINE_TOO_LONG)
		fprintf(stderr, "%s: %s:%u: %s\n", c->program, file,
			canon->long_line, sig_error_text(f));
	else
		fprintf(stderr, "%s: %s: %s\n", c->program, file,
			sig_error_text(f));
	return EXIT_NO;
}

/* the word in its file, or a new one in a new file; *is_new tells which */
static enum err word_take(struct cli *c, const char *file,
			  uint8_t word[WORD_SIZE], bool *is_new,
			  struct why *why)
{
	struct why mine = { 0 };
	struct str text;
	enum err e = cli_read(c, file, 256, &text, &mine);

	/* only a file that is not there is made: another holds a word */
	*is_new = e == ERR_NOT_FOUND;
	if (*is_new) {
		random_fill(word, WORD_SIZE);
		return file_replace(file,
				    (struct str){ (char *)word, WORD_SIZE },
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

/* What is done with the word of --word. */
struct wording {
	const char *file;   /* NULL: nothing */
	const char *report; /* that says that it can be opened */
	const char *judge;  /* whose signature it must have; NULL: its own */
	bool seal;          /* once more, though the file is there */
};

/* the first line with text, and the text after the line SEEN */
static bool head_find(struct cli *c, struct str orders, struct str *first,
		      struct str *rest)
{
	static const char words[] = "judge.seen = SEEN, VISTO\n";
	char *capital = arena_copy(&c->arena, orders.s, orders.len);
	struct vocabulary v;
	struct seen_line seen;
	struct why why;
	size_t body;

	*rest = orders;
	do {
		if (!parse_line(rest, first))
			return false;
	} while (!parse_trim(*first).len || str_starts(*first, "-"));
	for (size_t i = 0; i < orders.len; i++)
		capital[i] = ascii_upper(capital[i]);
	body = orders.len - rest->len;
	vocabulary_init(&v, &c->arena);
	if (vocabulary_add(&v, "en", STR(words), "SEEN", &why))
		return false;
	judge_lines_seen(&c->arena, &v, (struct str){ capital, orders.len },
			 &body, &seen);
	*rest = (struct str){ orders.s + body, orders.len - body };
	return true;
}

/* Is it the report of the judge that one knows, or of the one it names? */
static enum err report_check(struct cli *c, const struct wording *w,
			     const struct saved_report *kept, struct why *why)
{
	struct key key;
	struct sig sig;

	if (!kept->signature.len && w->judge)
		return why_set(why, ERR_FORMAT, "%s is not signed", w->report);
	if (!kept->signature.len) {
		fprintf(stderr, "%s: %s is not signed: taken as it stands\n",
			c->program, w->report);
		return ERR_OK;
	}
	if (!saved_report_judge(kept, &key) ||
	    sig_parse(&c->arena, kept->signature, &sig, NULL) ||
	    sig_check(&sig, &key, SIG_REPORT, kept->text))
		return why_set(why, ERR_FORMAT,
			       "the judge has not signed %s so", w->report);
	if (w->judge && !saved_report_key_is(c, w->judge, &key))
		return why_set(why, ERR_FORMAT,
			       "%s is signed by another judge than that of "
			       "--judge",
			       w->report);
	return ERR_OK;
}

/*
 * May the word be opened? Once it is mailed it is no secret, whatever the judge
 * makes of the mail: so his report must say that the seal was taken, and that
 * the time has come.
 */
static enum err open_check(struct cli *c, const struct wording *w,
			   struct str first, const uint8_t hash[WORD_HASH_SIZE],
			   struct why *why)
{
	struct report_word_line line;
	struct saved_report kept;
	struct str verb, game;
	enum err e;

	if (!w->report)
		return why_set(
			why, ERR_USAGE,
			"%s holds a word that was sealed: to open it name with "
			"--report the judge's report which says that it can be "
			"opened; to seal it once more, because the mail was "
			"not taken, say --seal",
			w->file);
	e = saved_report_text(c, w->report, &kept, why);
	if (!e)
		e = report_check(c, w, &kept, why);
	if (e)
		return e;
	if (!judge_lines_word(kept.text, &line))
		return why_set(why, ERR_FORMAT,
			       "%s does not say that your word can be opened: "
			       "its seal was not taken, or the others are not "
			       "sealed yet",
			       w->report);
	if (!parse_field(&first, ' ', &verb) ||
	    !parse_field(&first, ' ', &game) ||
	    !str_equal(str_lower(&c->arena, game),
		       str_lower(&c->arena, line.game)))
		return why_set(why, ERR_FORMAT,
			       "%s is of the game %.*s, and the orders are not",
			       w->report, STR_ARG(line.game));
	if (memcmp(line.hash, hash, WORD_HASH_SIZE))
		return why_set(why, ERR_FORMAT,
			       "the word in %s is not the one that was sealed",
			       w->file);
	return ERR_OK;
}

/*
 * The random word for the dice, as a line behind the first two: with a new word
 * its hash, with one whose seal was taken the word itself.
 */
static enum err word_add(struct cli *c, const struct wording *w,
			 struct str *orders, struct why *why)
{
	uint8_t word[WORD_SIZE], hash[WORD_HASH_SIZE];
	struct str first, rest;
	struct buf digits;
	bool is_new = false, seals;
	enum err e = ERR_OK;

	if (!head_find(c, *orders, &first, &rest))
		return why_set(why, ERR_FORMAT, "there are no orders");
	e = word_take(c, w->file, word, &is_new, why);
	if (e)
		return e;
	word_hash(word, hash);
	seals = is_new || w->seal;
	if (!seals)
		e = open_check(c, w, first, hash, why);
	if (!e) {
		buf_init(&digits, 2 * WORD_HASH_SIZE);
		hex_render(&digits,
			   seals ? (struct str){ (char *)hash, sizeof(hash) }
				 : (struct str){ (char *)word, sizeof(word) });
		*orders = str_of(arena_printf(
			&c->arena, "%.*s%sWORD %s%s\n%.*s",
			(int)(rest.s - orders->s), orders->s,
			rest.s[-1] == '\n' ? "" : "\n", seals ? "" : "OPEN ",
			digits.s, STR_ARG(rest)));
		buf_release(&digits);
	}
	secret_wipe(word, sizeof(word));
	return e;
}

/* Before a word is made, whose file would lie there unsealed: can it sign? */
static enum err key_check(const char *key_file, struct why *why)
{
	struct key_secret key = { 0 };
	enum err e = key_secret_read(key_file, &key, why);

	key_secret_release(&key);
	return e;
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
		e = file_replace(output, buf_str(&out), 0644, why);
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
		{ "report", required_argument, NULL, 'r' },
		{ "judge", required_argument, NULL, 'j' },
		{ "seal", no_argument, NULL, 's' },
		{ NULL, 0, NULL, 0 },
	};
	const char *key_file = NULL, *output = NULL;
	struct wording word = { .file = NULL };
	bool text_only = false;
	struct why why = { 0 };
	struct canon canon;
	struct str file;
	enum sig_error f;
	enum err e;
	int opt, code;

	while ((opt = getopt_long(argc, argv, "k:o:tw:r:j:s", options, NULL)) !=
	       -1) {
		switch (opt) {
		case 'k': key_file = optarg; break;
		case 'o': output = optarg; break;
		case 't': text_only = true; break;
		case 'w': word.file = optarg; break;
		case 'r': word.report = optarg; break;
		case 'j': word.judge = optarg; break;
		case 's': word.seal = true; break;
		default: return cli_no_option(c, options);
		}
	}
	code = cli_words(c, argc, optind, 1, 1);
	if (code)
		return code;
	if (!key_file && !text_only)
		return cli_usage(
			c,
			"which key? --key FILE, or --text for the text alone");
	if (!word.file && (word.report || word.judge || word.seal))
		return cli_usage(c, "which word? --word FILE");
	e = cli_read(c, argv[optind], ORDERS_MAX, &file, &why);
	if (!e && word.file && !text_only)
		e = key_check(key_file, &why);
	if (!e && word.file)
		e = word_add(c, &word, &file, &why);
	if (e)
		return cli_fail(c, e, &why);
	f = sign_prepare(&c->arena, sign_break(&c->arena, file), &canon);
	if (f)
		return sign_fault(c, argv[optind], f, &canon);
	e = signed_write(&canon, text_only ? NULL : key_file, output, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}
