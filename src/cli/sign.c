/* heraldo sign - a file of orders into text that can be mailed. */
#include "cli/cli.h"
#include "auth/sign.h"
#include "base/buf.h"
#include <getopt.h>
#include <stdio.h>

enum { ORDERS_MAX = 64 << 10 };

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

int command_sign(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "key", required_argument, NULL, 'k' },
		{ "output", required_argument, NULL, 'o' },
		{ "text", no_argument, NULL, 't' },
		{ NULL, 0, NULL, 0 },
	};
	const char *key_file = NULL, *output = NULL;
	bool text_only = false, good;
	struct key_secret key = { 0 };
	struct why why = { 0 };
	struct canon canon;
	struct str file;
	struct buf out;
	enum fault f;
	enum err e;
	int opt, code;

	while ((opt = getopt_long(argc, argv, "k:o:t", options, NULL)) != -1) {
		switch (opt) {
		case 'k': key_file = optarg; break;
		case 'o': output = optarg; break;
		case 't': text_only = true; break;
		default: return cli_usage(c, "no such option");
		}
	}
	code = cli_words(c, argc, optind, 1, 1);
	if (code)
		return code;
	if (!key_file && !text_only)
		return cli_usage(c, "which key? --key FILE, or --text for the text alone");
	e = cli_read(c, argv[optind], ORDERS_MAX, &file, &why);
	if (e)
		return cli_fail(c, e, &why);
	f = sign_prepare(&c->arena, file, &canon);
	if (f)
		return fault(c, argv[optind], f, &canon);
	buf_init(&out, 4 * ORDERS_MAX);
	if (text_only) {
		good = sign_render(&canon, false, &out);
	} else {
		e = key_secret_read(key_file, &key, &why);
		good = !e && sign_document(&key, &canon, &out);
		key_secret_release(&key);
	}
	if (!e && !good)
		e = why_set(&why, ERR_TOO_LARGE, "the orders are too long");
	if (!e && output)
		e = cli_write(output, buf_str(&out), 0644, &why);
	else if (!e)
		fwrite(out.s, 1, out.len, stdout);
	buf_release(&out);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}
