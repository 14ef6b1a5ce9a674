/*
 * tests/bench/answered.c - what a player feels, of any rule system: a mail of
 * one order comes alone, is judged, and its letters are written, signed and
 * put on record as sent. The orders are legal ones, drawn by chance in a game
 * that begins in a given position.
 */
#include "auth/canonical_text.h"
#include "auth/sign.h"
#include "base/file.h"
#include "bench.h"
#include "games.h"
#include "engine/common.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { SEATS = 2, LETTERS = 16, SETUP_MAX = 1 << 16 };

static struct trials trials;

struct table_game {
	struct played g;
	const struct game_kind *kind;
	struct key_secret keys[SEATS];
	const char *address[SEATS];
	int64_t person[SEATS];
	const char *store; /* its file */
	int serial[SEATS];
	struct game_row row;
	struct dice dice;
	bool phone; /* who plays writes on one */
	struct arena a;
	/* measured, of each mail */
	double *judged, *answered;
	int64_t letters, bytes;
};

static void people_add(struct table_game *t)
{
	static const char *const names[SEATS] = { "Ana", "Ben" };
	struct store *st = judge_store(t->g.j);
	struct why why = { 0 };

	bench_must(store_begin(st, &why), &why, "begin");
	for (int i = 0; i < SEATS; i++) {
		struct person_row p = { .name = str_of(names[i]),
					.language = i ? STR("es") : STR("en"),
					.zone = STR("UTC") };

		t->address[i] = arena_printf(&t->a, "%d@example.test", i);
		p.address = str_of(t->address[i]);
		played_key(0, i, &t->keys[i]);
		t->person[i] = played_person(&t->g, &p, &t->keys[i].key);
	}
	bench_must(store_commit(st, &why), &why, "commit");
}

static void game_open(struct table_game *t, struct str setup, char **options,
		      int n_options)
{
	struct game_option option[8];
	struct game_plan plan = { .name = STR("answered"),
				  .system = str_of(t->kind->rules->name),
				  .n_players = SEATS,
				  .options = option,
				  .n_options = n_options,
				  .setup = setup };
	int64_t id;
	struct str name;
	struct why why = { 0 };

	for (int i = 0; i < n_options; i++)
		if (i == ARRAY_LEN(option) ||
		    judge_option_parse(t->g.j, plan.system, str_of(options[i]),
				       &option[i], &why))
			bench_die("%s: %s", options[i], why.text);
	bench_must(judge_game_new(t->g.j, &plan, &t->a, &name, &id, &why), &why,
		   "new game");
	for (int i = 0; i < SEATS; i++)
		bench_must(judge_seat(t->g.j, id, i, t->person[i], &why), &why,
			   "seat");
	bench_must(judge_game_start(t->g.j, id, &why), &why, "start");
	t->row.id = id;
	memset(t->serial, 0, sizeof(t->serial));
}

static bool awaits_seat(const struct awaiting *a, int seat)
{
	for (int i = 0; i < a->n; i++)
		if (a->v[i].seat == seat && a->v[i].blocking)
			return true;
	return false;
}

/* the order in lines that can be signed: a plus sign continues one */
static void lines_fold(struct str text, struct buf *out)
{
	enum { ROOM = CANON_LINE_MAX - 1 }; /* behind the sign */

	while (text.len > ROOM) {
		size_t n = ROOM;

		while (n && text.s[n] != ' ')
			n--;
		if (!n)
			bench_die("an order is one long word");
		buf_addf(out, "%.*s\n+", (int)n, text.s);
		text.s += n;
		text.len -= n;
	}
	buf_adds(out, text);
}

/* an order of somebody who is awaited; the seat, -1 nobody */
static int order_draw(struct table_game *t, struct arena *a, struct buf *out)
{
	struct game *view = arena_alloc(a, sizeof(*view));
	struct decision d;
	struct buf line;

	for (int seat = 0; seat < SEATS; seat++) {
		struct awaiting waits = { 0 };
		struct why why = { 0 };

		bench_must(judge_game_view(t->g.j, t->row.id, seat, view, &why),
			   &why, "view");
		system_awaiting(t->kind->rules, view->state, &waits);
		if (!awaits_seat(&waits, seat) ||
		    !t->kind->rules->random_decision(view->state, seat, &trials,
						     &t->dice, &d))
			continue;
		buf_init(&line, 65536);
		if (!grammar_write(t->kind->grammar, 0, &d, &line))
			bench_die("an order has no words");
		lines_fold(buf_str(&line), out);
		buf_release(&line);
		return seat;
	}
	return -1;
}

/* a line of the report that is answered, as it comes back with each answer */
static const char quoted[] =
	"Utem Guardsman *2 (A3): 12.40, 18.00, facing 90; speed 8, attack 9, "
	"defense 15, damage 2; 1 of 6 clicks";

static void text_as_html(struct str text, struct buf *out)
{
	buf_addz(out, "<div>");
	for (size_t i = 0; i < text.len; i++)
		if (text.s[i] == '\n')
			buf_addz(out, "<br>\r\n");
		else if (text.s[i] == '<' || text.s[i] == '&')
			buf_addz(out, text.s[i] == '<' ? "&lt;" : "&amp;");
		else if (text.s[i] != '\r')
			buf_addc(out, text.s[i]);
	buf_addz(out, "</div>");
}

/*
 * The mail as a phone sends it: what was written above the report that it
 * answers, and all of it once more as HTML, PHONE bytes together.
 */
static struct str phone_of(struct str mail, struct arena *a)
{
	enum { PHONE = 6000, BOTH = 2 };
	const char *at = strstr(mail.s, "Content-Type:");
	struct str text = str_of(strstr(mail.s, "\r\n\r\n") + 4);
	size_t head = (size_t)(at - mail.s);
	struct buf b, quote;
	struct str s;

	buf_init(&quote, PHONE);
	buf_init(&b, 1 << 20);
	buf_adds(&quote, text);
	buf_addz(&quote, "\r\nOn Sat, 21 Nov 2026 the judge wrote:\r\n");
	while (BOTH * (quote.len + sizeof(quoted)) + head < PHONE)
		buf_addf(&quote, "> %s\r\n", quoted);
	buf_add(&b, mail.s, head);
	buf_addz(&b, "Content-Type: multipart/alternative; boundary=phone\r\n"
		     "\r\n--phone\r\nContent-Type: text/plain; "
		     "charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n"
		     "\r\n");
	buf_adds(&b, buf_str(&quote));
	buf_addz(&b, "\r\n--phone\r\nContent-Type: text/html; "
		     "charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n"
		     "\r\n");
	text_as_html(buf_str(&quote), &b);
	buf_addz(&b, "\r\n--phone--\r\n");
	s = arena_str(a, buf_str(&b));
	buf_release(&quote);
	buf_release(&b);
	return s;
}

/* all letters that are due, written and told of as sent */
static void letters_write(struct table_game *t)
{
	int n;

	do {
		struct posting v[LETTERS];
		struct posting_result fate[LETTERS];
		struct arena a = { 0 };
		struct why why = { 0 };

		bench_must(judge_post(t->g.j, &a, v, LETTERS, &n, &why), &why,
			   "letters");
		for (int i = 0; i < n; i++) {
			fate[i] =
				(struct posting_result){ .id = v[i].id,
							 .fate = POSTING_SENT };
			t->bytes += (int64_t)v[i].bytes.len;
		}
		t->letters += n;
		bench_must(judge_posted(t->g.j, fate, n, &why), &why, "posted");
		arena_release(&a);
	} while (n);
}

/* What counts: from the mail as it came to the last letter told of as sent. Of
 * its own name, by which valgrind counts it (run). */
__attribute__((noinline)) static void answer_one(struct table_game *t, int i,
						 const struct raw_mail *m)
{
	struct why why = { 0 };
	double start = bench_now();
	int done = 0;

	bench_must(judge_mails_store(t->g.j, m, 1, NULL, &done, &why), &why,
		   "take");
	bench_must(judge_work(t->g.j, 1, &done, &why), &why, "work");
	t->judged[i] = bench_now() - start;
	letters_write(t);
	t->answered[i] = bench_now() - start;
}

/* false: the game is over */
static bool mail_answer(struct table_game *t, int i)
{
	struct arena a = { 0 };
	struct why why = { 0 };
	struct raw_mail m = { .received_s = 1764547200 };
	struct author from = { .row = &t->row };
	struct buf order;

	buf_init(&order, 65536);
	from.seat = order_draw(t, &a, &order);
	if (from.seat < 0)
		return false;
	buf_addc(&order, '\n');
	bench_must(store_game_get(judge_store(t->g.j), t->row.id, &a, &t->row,
				  &why),
		   &why, "game");
	from.serial = ++t->serial[from.seat];
	from.key = &t->keys[from.seat];
	from.address = t->address[from.seat];
	m.bytes = played_sign(&t->g, &from, order.s, &a);
	if (t->phone)
		m.bytes = phone_of(m.bytes, &a);

	answer_one(t, i, &m);
	if (!str_is(played_verdict(&t->g, &a), "adjudicated"))
		bench_die("%.*s for %s", STR_ARG(played_verdict(&t->g, &a)),
			  order.s);
	buf_release(&order);
	arena_release(&a);
	return true;
}

static double sum(const double *v, int n)
{
	double s = 0;

	for (int i = 0; i < n; i++)
		s += v[i];
	return s;
}

/* closed, so that its journal is written back */
static int64_t store_size(const struct table_game *t)
{
	struct stat is = { 0 };

	if (stat(t->store, &is))
		bench_die("%s is not there", t->store);
	return is.st_size;
}

static void result_print(struct table_game *t, const char *name, int n,
			 int64_t grown)
{
	double judged = sum(t->judged, n), answered = sum(t->answered, n);
	char figure[100], letters[100];

	snprintf(figure, sizeof(figure), "%s: mails answered, one by one",
		 name);
	bench_print(&(struct bench_row){ figure, n / answered, "/s",
					 "judged, their letters aside",
					 n / judged, "/s", NULL });
	snprintf(letters, sizeof(letters), "letters of %lld kB",
		 (long long)(t->bytes / t->letters / 1000));
	bench_print(&(struct bench_row){
		"  letters written, signed, put on record",
		(double)t->letters / (answered - judged), "/s", letters,
		(double)t->letters / n, "a mail", NULL });
	bench_print(&(struct bench_row){ "  a mail to its last letter, median",
					 1000 * bench_median(t->answered, n),
					 "ms", "the slowest of a hundred",
					 1000 * t->answered[n - 1 - n / 100],
					 "ms", NULL });
	bench_print(&(struct bench_row){
		"  disk for a mail and its letters, sent",
		(double)grown / 1000 / n, "kB", "its letters",
		(double)t->bytes / 1000 / n, "kB", NULL });
}

static struct str setup_read(struct arena *a, const char *path)
{
	struct buf b;
	struct str text;
	struct why why = { 0 };

	bench_must(file_read(path, SETUP_MAX, &b, &why), &why, path);
	text = arena_str(a, buf_str(&b));
	buf_release(&b);
	return text;
}

static void judge_open_again(struct table_game *t, const char *config,
			     const char *system)
{
	const struct games *all = &t->g.house.games;

	played_judge_open(&t->g, config);
	t->kind = NULL;
	for (int i = 0; i < all->n; i++)
		if (!strcmp(all->kinds[i].rules->name, system))
			t->kind = &all->kinds[i];
	if (!t->kind)
		bench_die("%s is no game", system);
}

/* the letters of its beginning are no answers */
static void next_game(struct table_game *t, struct str setup, char **options,
		      int n_options)
{
	int64_t letters = t->letters, bytes = t->bytes;

	game_open(t, setup, options, n_options);
	letters_write(t);
	t->letters = letters;
	t->bytes = bytes;
}

/* answered CONFIG SYSTEM SETUP MAILS [phone] [OPTION=VALUE ..]: SETUP, a file
 * as in heraldo-case(5); phone: mails as a phone sends them */
int bench_answered(int argc, char **argv)
{
	static struct table_game t;
	int n = (int)bench_number(argc, argv, 3), i = 0, n_options;
	struct str setup;
	char **options;
	int64_t before;

	t.dice = (struct dice){ .bits = played_bits };
	t.judged = ARENA_ARRAY(&t.a, (size_t)n, double);
	t.answered = ARENA_ARRAY(&t.a, (size_t)n, double);
	t.phone = argc > 4 && !strcmp(argv[4], "phone");
	options = argv + 4 + t.phone;
	n_options = argc - 4 - t.phone;
	setup = setup_read(&t.a, argv[2]);
	judge_open_again(&t, argv[0], argv[1]);
	people_add(&t);
	game_open(&t, setup, options, n_options);
	t.store = arena_printf(&t.a, "%s/heraldo.db", t.g.config.state);
	letters_write(&t);
	played_close(&t.g);
	before = store_size(&t);
	judge_open_again(&t, argv[0], argv[1]);
	t.letters = t.bytes = 0;
	for (; i < n; i++) {
		if (mail_answer(&t, i))
			continue;
		next_game(&t, setup, options, n_options);
		if (!mail_answer(&t, i))
			bench_die("nobody is awaited in a new game");
	}
	played_close(&t.g);
	result_print(&t, argv[1], n, store_size(&t) - before);
	arena_release(&t.a);
	return 0;
}
