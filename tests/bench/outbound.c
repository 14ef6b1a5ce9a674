/*
 * tests/bench/outbound.c - letters of the judge over one SMTP connection.
 *	letter CONFIG FILE	write a letter, as it is sent
 *	outbound PORT FILE N	send it N times to a server on this machine;
 *				prints mails a second
 */
#include "bench.h"
#include "games.h"
#include "mail/smtp.h"
#include <stdio.h>
#include <stdlib.h>

static enum err write_letter(void *context, const struct mail_content *l,
			     struct why *why)
{
	struct played *g = context;
	struct buf b;
	FILE *f = fopen(g->config.file, "w");
	enum err e;

	buf_init(&b, 8 << 20);
	e = mail_render_write(g->house.letters, l, &b, why);
	if (!f || fwrite(b.s, 1, b.len, f) != b.len || fclose(f))
		bench_die("%s cannot be written", g->config.file);
	buf_release(&b);
	return e;
}

int bench_letter(int argc, char **argv)
{
	struct played g;
	struct why why = { 0 };

	if (argc < 2)
		bench_die("letter: CONFIG FILE");
	played_open(&g, argv[0]);
	g.config.file = argv[1];
	if (judge_game_mail(g.j, 1, 0, 0, write_letter, &g, &why))
		bench_die("no letter: %s", why.text);
	played_close(&g);
	return 0;
}

int bench_outbound(int argc, char **argv)
{
	static char letter[1 << 20];
	struct smtp_config c = { .host = "localhost",
				 .tls = TLS_NONE,
				 .name = "judge.test" };
	struct smtp_mail mail = { .from = "judge@example.test",
				  .to = "carol@example.test" };
	struct smtp *s;
	struct why why = { 0 };
	FILE *f = argc < 3 ? NULL : fopen(argv[1], "r");
	double from;
	int n;

	if (!f)
		bench_die("outbound: PORT FILE N");
	mail.raw = (struct str){ letter, fread(letter, 1, sizeof(letter), f) };
	fclose(f);
	c.port = (uint16_t)bench_number(argc, argv, 0);
	n = (int)bench_number(argc, argv, 2);
	if (smtp_open(&c, &s, &why))
		bench_die("%s", why.text);
	from = bench_now();
	for (int i = 0; i < n; i++) {
		struct smtp_outcome out;

		if (smtp_send(s, &mail, &out) != SMTP_SENT)
			bench_die("mail %d: %s", i, out.text);
	}
	printf("%.1f\n", n / (bench_now() - from));
	smtp_close(s);
	return 0;
}
