/*
 * tests/bench/steps.c - the steps that the way of a mail is made of, each on
 * its own, beside the least that could do the same.
 */
#include "bench.h"
#include "games.h"
#include "auth/signed_block.h"
#include "mail/mime.h"
#include "orders/lexer.h"
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct steps {
	struct played g;
	struct raw_mail *mails;
	struct message *read;        /* the same, read */
	struct signed_block *blocks; /* what is signed in them */
	struct key *keys;            /* by whom */
	int n;
	struct arena a;
	struct mime mime;
	struct messages *words;
	size_t written; /* bytes, of the last letter */
};

/* how often a second one of n is done, the median of some runs */
static double rate(struct steps *s, void (*all)(struct steps *s), int n)
{
	double v[BENCH_RUNS];

	for (int run = 0; run < BENCH_RUNS; run++) {
		double from = bench_now();

		all(s);
		v[run] = (double)n / (bench_now() - from);
	}
	return bench_median(v, BENCH_RUNS);
}

/* --- reading ------------------------------------------------------------- */

static void by_worker(struct steps *s)
{
	for (int i = 0; i < s->n; i++) {
		struct arena a = { 0 };
		struct message m;
		struct why why = { 0 };

		if (sandbox_pool_parse(&s->g.house.worker, s->mails[i].bytes,
				       &a, &m, &why) ||
		    m.fault)
			bench_die("mail %d is not read: %s", i, why.text);
		arena_release(&a);
	}
}

static void by_mime(struct steps *s)
{
	for (int i = 0; i < s->n; i++) {
		struct arena a = { 0 };
		struct message m;

		mime_parse(&s->mime, &a, s->mails[i].bytes, &m);
		arena_release(&a);
	}
}

/* --- signatures ---------------------------------------------------------- */

static void by_block(struct steps *s)
{
	for (int i = 0; i < s->n; i++) {
		struct signed_block_part part = { .bytes = s->read[i].text,
						  .is_text = true };
		struct arena a = { 0 };
		struct signed_block b[SIGNED_BLOCK_CANDIDATES_MAX];
		struct signed_block_proof proof;

		if (!signed_block_find(&a, &part, 1, b,
				       SIGNED_BLOCK_CANDIDATES_MAX) ||
		    signed_block_verify(&a, &b[0], &s->keys[i], 1, SIG_ORDERS,
					&proof))
			bench_die("mail %d is not signed", i);
		arena_release(&a);
	}
}

static void by_curve(struct steps *s)
{
	static const char text[300];
	struct key_secret key;
	uint8_t sig[ED25519_SIG_SIZE];
	struct str message = { text, sizeof(text) };

	played_key(1, 0, &key);
	ed25519_sign(key.seed, message, sig);
	for (int i = 0; i < s->n; i++)
		if (!ed25519_verify(key.key.b, message, sig))
			bench_die("a signature does not verify");
}

/* --- orders -------------------------------------------------------------- */

static void by_grammar(struct steps *s)
{
	for (int i = 0; i < s->n; i++)
		played_orders(&s->g, s->blocks[i].canon.text);
}

static void by_words(struct steps *s)
{
	struct token_list *list = ARENA_NEW(&s->a, struct token_list);

	for (int i = 0; i < s->n; i++) {
		struct arena a = { 0 };

		token_split(&a, s->blocks[i].canon.text, list);
		arena_release(&a);
	}
}

/* --- durable ------------------------------------------------------------- */

static void by_store(struct steps *s)
{
	static int round;
	struct why why = { 0 };
	int n_new = 0;

	round++;
	for (int i = 0; i < s->n; i += JUDGE_BATCH) {
		struct raw_mail part[JUDGE_BATCH];
		int n = s->n - i < JUDGE_BATCH ? s->n - i : JUDGE_BATCH;
		struct arena a = { 0 };

		for (int k = 0; k < n; k++) {
			part[k] = s->mails[i + k];
			part[k].bytes = str_of(
				arena_printf(&a, "X-Round: %d\r\n%.*s", round,
					     STR_ARG(part[k].bytes)));
		}
		if (judge_mails_store(s->g.j, part, n, NULL, &n_new, &why) ||
		    n_new != n)
			bench_die("mails are not stored: %s", why.text);
		arena_release(&a);
	}
}

static void by_append(struct steps *s)
{
	int fd = open("append.tmp", O_WRONLY | O_CREAT | O_TRUNC, 0600);

	for (int i = 0; fd >= 0 && i < s->n; i++) {
		struct str m = s->mails[i].bytes;

		if (write(fd, m.s, m.len) != (ssize_t)m.len ||
		    ((i + 1) % JUDGE_BATCH == 0 && fdatasync(fd)))
			bench_die("append.tmp: %s", strerror(errno));
	}
	if (fd < 0 || close(fd) || unlink("append.tmp"))
		bench_die("append.tmp: %s", strerror(errno));
}

/* --- reports ------------------------------------------------------------- */

static enum err write_report(void *context, const struct mail_content *l,
			     struct why *why)
{
	struct steps *s = context;
	struct report_input in = {
		.words = s->words,
		.sys = l->sys,
		.tells = l->report,
		.view = l->view->state,
		.seat = l->seat,
		.game = l->game->name,
		.point = l->game->point,
		.serial = l->serial,
		.seat_name = { STR("Ana"), STR("Bob") },
		.events = l->events,
		.n_events = l->n_events,
	};

	for (int i = 0; i < 50; i++) {
		struct arena a = { 0 };
		struct report r;
		enum err e = report_render(&a, &in, &r, why);

		if (e || !r.text.len || !r.html.len)
			return e ? e : ERR_FORMAT;
		s->written = r.text.len + r.html.len;
		arena_release(&a);
	}
	return ERR_OK;
}

static void by_templates(struct steps *s)
{
	struct why why = { 0 };

	if (judge_game_mail(s->g.j, 1, 0, 0, write_report, s, &why))
		bench_die("no report: %s", why.text);
}

static enum err write_letter(void *context, const struct mail_content *l,
			     struct why *why)
{
	struct steps *s = context;

	for (int i = 0; i < 20; i++) {
		struct buf b;
		enum err e;

		buf_init(&b, 8 << 20);
		e = mail_render_write(s->g.house.letters, l, &b, why);
		s->written = b.len;
		buf_release(&b);
		if (e)
			return e;
	}
	return ERR_OK;
}

static void by_letters(struct steps *s)
{
	struct why why = { 0 };

	if (judge_game_mail(s->g.j, 1, 0, 0, write_letter, s, &why))
		bench_die("no letter: %s", why.text);
}

static void by_escape(struct steps *s)
{
	char *text = malloc(s->written + 1);

	if (!text)
		abort();
	memset(text, 'x', s->written);
	text[s->written] = 0;
	for (int i = 0; i < 50; i++)
		g_free(g_markup_escape_text(text, (gssize)s->written));
	free(text);
}

/* --- all ----------------------------------------------------------------- */

static void prepare(struct steps *s, const char *config, const char *dir, int n)
{
	struct why why = { 0 };

	played_open(&s->g, config);
	s->n = n;
	mime_init(&s->mime);
	s->mails = ARENA_ARRAY(&s->a, (size_t)n, struct raw_mail);
	s->read = ARENA_ARRAY(&s->a, (size_t)n, struct message);
	s->blocks = ARENA_ARRAY(&s->a, (size_t)n, struct signed_block);
	s->keys = ARENA_ARRAY(&s->a, (size_t)n, struct key);
	for (int i = 0; i < n; i++) {
		struct signed_block_part part = { .is_text = true };
		struct key_secret secret;

		s->mails[i] = played_file(dir, i, &s->a);
		mime_parse(&s->mime, &s->a, s->mails[i].bytes, &s->read[i]);
		part.bytes = s->read[i].text;
		if (!signed_block_find(&s->a, &part, 1, &s->blocks[i], 1))
			bench_die("mail %d holds no orders", i);
		/* the first mail of each game, by who begins */
		played_key(1 + i % s->g.n,
			   (s->g.active + (int)(i / s->g.n)) % 2, &secret);
		s->keys[i] = secret.key;
	}
	if (messages_load(&s->a, s->g.config.templates, "en", &s->words, &why))
		bench_die("%s", why.text);
}

/* steps CONFIG DIR MAILS: on the mails that bench_prepare wrote */
int bench_steps(int argc, char **argv)
{
	struct steps s = { 0 };
	struct bench_row rows[] = {
		{ "MIME: mails read in the worker", 0, "/s",
		  "the same in the process itself", 0, "/s", NULL },
		{ "signed orders found and verified", 0, "/s",
		  "bare Ed25519 verification of 300 bytes", 0, "/s", NULL },
		{ "order mails read by the grammar", 0, "/s",
		  "the same text cut into words", 0, "/s", NULL },
		{ "mails stored, 50 in a durable transaction", 0, "/s",
		  "the same bytes appended, fdatasync for 50", 0, "/s", NULL },
		{ "reports, text and HTML", 0, "/s",
		  "as many bytes through g_markup_escape_text", 0, "/s", NULL },
		{ "letters: report, picture, signature, MIME", 0, "/s", NULL, 0,
		  NULL, NULL },
	};
	int n = (int)bench_number(argc, argv, 2);

	prepare(&s, argv[0], argv[1], n);
	rows[0].ours = rate(&s, by_worker, n);
	rows[0].theirs = rate(&s, by_mime, n);
	rows[1].ours = rate(&s, by_block, n);
	rows[1].theirs = rate(&s, by_curve, n);
	rows[2].ours = rate(&s, by_grammar, n);
	rows[2].theirs = rate(&s, by_words, n);
	rows[3].ours = rate(&s, by_store, n);
	rows[3].theirs = rate(&s, by_append, n);
	rows[4].ours = rate(&s, by_templates, 50);
	rows[4].theirs = rate(&s, by_escape, 50);
	rows[5].ours = rate(&s, by_letters, 20);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		bench_print(&rows[i]);
	played_close(&s.g);
	mime_release(&s.mime);
	arena_release(&s.a);
	return 0;
}
