/*
 * tests/prop/prop_orders.c - random mails of orders of every game, in every
 * language: pieces of the examples of its orders with words of its vocabulary,
 * and with what people write between them, in their place; each is read, told
 * and read back (tests/fuzz/order_mail.h).
 *
 *	prop_orders [--n MAILS] [--seed SEED] [--from NUMBER]
 *
 * MAILS of each game. Mail k of a seed is always the same: a mail that is
 * begun and not ended is told with its number, and --from NUMBER --n 1 repeats
 * it alone.
 */
#include "chance.h"
#include "tests/fuzz/order_mail.h"
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_LINES = 6, MAX_PARTS = 3 };

static uint64_t seed = 1;
static uint32_t mail, drawn;
static char where[160]; /* for who finds the fault */

static uint32_t pick(uint32_t below)
{
	return chance_bits(&seed, mail, drawn++) % below;
}

static void joint(struct buf *out)
{
	static const char *const joints[] = {
		" and ",    " y ",      " then ",   " luego ", ", ",
		"; ",       " | ",      " else ",   " if ",    " si ",
		" not ",    " no ",     " please ", " thanks", " por favor ",
		" gracias", " facing ", " with ",   " con ",   " A1 ",
		" B1 ",     " #5 ",     " P7 ",     " K1 ",    " ? ",
		": ",       " alive ",  " vivo ",   " dead ",  " muerto ",
		" always ", " siempre", " que ",    "!",       "."
	};

	buf_addz(out, joints[pick(ARRAY_LEN(joints))]);
}

/* any way to say any key */
static void word(const struct vocabulary *v, struct buf *out)
{
	const struct vocabulary_key *k = &v->keys[pick((uint32_t)v->n_keys)];
	const struct vocabulary_word *w = k->words;
	uint32_t n = 0;

	for (; w; w = w->next)
		n++;
	if (!n)
		return;
	n = pick(n);
	for (w = k->words; n; n--)
		w = w->next;
	buf_addc(out, ' ');
	buf_adds(out, w->shown);
	buf_addc(out, ' ');
}

/* an example as it is, or with words between, bytes missing and others */
static void example(const struct order_game *g, int lang, struct buf *out)
{
	const struct grammar_table *t = g->f.grammar.table;
	bool as_it_is = !pick(2);
	struct buf text;

	buf_init(&text, 1 << 16);
	grammar_describe_example(&g->f.grammar, lang,
				 &t->rows[pick((uint32_t)t->n)], &text);
	for (size_t i = 0; i < text.len; i++) {
		if (as_it_is) {
			buf_addc(out, text.s[i]);
		} else if (text.s[i] == ' ' && !pick(6)) {
			if (pick(2))
				word(&g->f.words, out);
			else
				joint(out);
		} else if (!pick(60)) {
			buf_addc(out, (char)(1 + pick(255)));
		} else if (pick(40)) {
			buf_addc(out, text.s[i]);
		}
	}
	buf_release(&text);
}

static void line(const struct order_game *g, int lang, struct buf *out)
{
	/* none: it is politeness alone, or words at random */
	uint32_t parts = pick(8) ? 1 + (pick(2) ? 0 : pick(MAX_PARTS)) : 0;

	for (uint32_t i = 0; i < parts; i++) {
		if (i || !pick(4))
			joint(out);
		example(g, lang, out);
	}
	while (!parts ? pick(3) : !pick(4))
		joint(out);
	while (!pick(6))
		word(&g->f.words, out);
	buf_addc(out, '\n');
}

static int play(const struct order_game *g)
{
	int lang = (int)pick((uint32_t)g->f.words.n_langs);
	struct buf text;
	char *exact; /* ends where its memory ends */
	int orders;

	buf_init(&text, 1 << 20);
	for (uint32_t n = 1 + pick(MAX_LINES); n; n--)
		line(g, lang, &text);
	exact = malloc(text.len);
	assert(exact);
	memcpy(exact, text.s, text.len);
	orders = order_mail(g, pick(4) ? lang : -1,
			    (struct str){ exact, text.len });
	free(exact);
	buf_release(&text);
	return orders;
}

static void fault(int sig)
{
	ssize_t n = write(STDERR_FILENO, where, strlen(where));

	(void)n;
	signal(sig, SIG_DFL);
	raise(sig);
}

int main(int argc, char **argv)
{
	uint32_t n = 200, from = 0;

	for (int i = 1; i + 1 < argc; i += 2) {
		uint64_t value = strtoull(argv[i + 1], NULL, 10);

		if (!strcmp(argv[i], "--n"))
			n = (uint32_t)value;
		else if (!strcmp(argv[i], "--seed"))
			seed = value;
		else if (!strcmp(argv[i], "--from"))
			from = (uint32_t)value;
	}
	signal(SIGABRT, fault);
	signal(SIGSEGV, fault);
	order_games_open();
	for (size_t i = 0; i < ARRAY_LEN(order_games); i++) {
		int orders = 0;

		for (mail = from; mail < from + n; mail++) {
			drawn = (uint32_t)i << 24; /* its own chance */
			snprintf(where, sizeof(where),
				 "prop_orders: %s: --seed %" PRIu64
				 " --from %" PRIu32 " --n 1\n",
				 order_games[i].name, seed, mail);
			orders += play(&order_games[i]);
		}
		printf("%s: seed %" PRIu64 ", %" PRIu32
		       " mails, %d orders understood\n",
		       order_games[i].name, seed, n, orders);
		/* nothing is tried where nothing is understood */
		assert(orders || n < 10);
	}
	return 0;
}
