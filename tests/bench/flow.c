/*
 * tests/bench/flow.c - mails on their way through the judge: the whole, the
 * steps it is made of, and whether it costs more where there are more games.
 */
#include "bench.h"
#include "games.h"
#include "mail/mailbox.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void write_file(const char *path, struct str s)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);

	if (fd < 0 || write(fd, s.s, s.len) != (ssize_t)s.len || close(fd))
		bench_die("%s: %s", path, strerror(errno));
}

/*
 * prepare CONFIG GAMES FIGURES MAILS DIR: a store with games, and the first
 * mail of as many of them as files of DIR. There are no second ones: who writes
 * them must have seen what became of the first.
 */
int bench_prepare(int argc, char **argv)
{
	int64_t n_games = bench_number(argc, argv, 1);
	int64_t n_mails = bench_number(argc, argv, 3);
	struct played g;
	double from = bench_now();

	if (n_mails > n_games)
		bench_die("no game has two mails that nobody has answered");
	played_open(&g, argv[0]);
	played_make(&g, n_games, (int)bench_number(argc, argv, 2));
	for (int64_t i = 0; argc > 4 && i < n_mails; i++) {
		struct arena a = { 0 };

		write_file(arena_printf(&a, "%s/%07lld", argv[4], (long long)i),
			   played_mail(&g, 1 + i, 0, &a));
		arena_release(&a);
	}
	fprintf(stderr, "prepared %lld games, %lld mails in %.1f s\n",
		(long long)n_games, (long long)(argc > 4 ? n_mails : 0),
		bench_now() - from);
	played_close(&g);
	return 0;
}

/* judge_mails_store and judge_work, so many at a time; seconds for n mails */
static double way_of(struct played *g, const struct raw_mail *mails, int n,
		     int at_once)
{
	struct why why = { 0 };
	double from = bench_now();

	for (int i = 0; i < n; i += at_once) {
		int part = n - i < at_once ? n - i : at_once, done = 0;
		enum err e = judge_mails_store(g->j, mails + i, part, NULL,
					       &done, &why);

		if (!e)
			e = judge_work(g->j, part, &done, &why);
		if (e || done != part)
			bench_die("%d of %d: %s", done, part, why.text);
	}
	return bench_now() - from;
}

static void must_be_adjudicated(struct played *g)
{
	int64_t adjudicated, all;

	played_count(g, &adjudicated, &all);
	if (adjudicated != all)
		bench_die("%lld of %lld mails were not adjudicated",
			  (long long)(all - adjudicated), (long long)all);
}

/* reads of files by this process: one for each page that was not at hand */
static long reads_so_far(void)
{
	FILE *f = fopen("/proc/self/io", "r");
	char line[100];
	long n = -1;

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "syscr: %ld", &n) == 1)
			break;
	if (f)
		fclose(f);
	return n;
}

static struct raw_mail flat_mail(struct played *g, int turn, int64_t games,
				 struct arena *a)
{
	return (struct raw_mail){
		.received_s = 1764547200,
		.bytes = played_mail(g, 1 + (int64_t)turn * 7919 % games,
				     (int)(turn / games), a),
	};
}

/*
 * flat CONFIG GAMES: make a new store of so many games and measure mails to
 * some of them, far from each other. Prints "microseconds reads" for the
 * script, which puts the sizes in one line.
 */
int bench_flat(int argc, char **argv)
{
	enum { MAILS = 1000, AT_ONCE = 10 };
	int64_t n = bench_number(argc, argv, 1);
	int lot =
		n < MAILS ? (int)n : MAILS; /* each game once, or not at all */
	struct raw_mail mails[MAILS];
	double v[BENCH_RUNS] = { 0 }, took;
	long reads = 0;
	struct played g;

	played_open(&g, argv[0]);
	played_make(&g, n, 2);
	sync(); /* what was made is not written while mails are timed */
	for (int i = 0; i + lot <= BENCH_RUNS * MAILS; i += lot) {
		struct arena a = { 0 };

		/* by a step that meets all games, small and large stores
		 * alike */
		for (int k = 0; k < lot; k++)
			mails[k] = flat_mail(&g, i + k, n, &a);
		reads -= reads_so_far();
		v[i / MAILS] += way_of(&g, mails, lot, AT_ONCE);
		reads += reads_so_far();
		arena_release(&a);
	}
	must_be_adjudicated(&g);
	played_check(&g, 1, (int)((BENCH_RUNS * MAILS - 1) / n + 1));
	took = bench_median(v, BENCH_RUNS) * 1e6 / MAILS;
	printf("%.1f %.1f\n", took, (double)reads / BENCH_RUNS / MAILS);
	played_close(&g);
	return 0;
}

/*
 * way CONFIG DIR MAILS: the mails of the folder through judge_mails_store and
 * judge_work, 50 at a time. Prints mails a second, for the script.
 */
int bench_way(int argc, char **argv)
{
	int64_t n = bench_number(argc, argv, 2);
	struct arena a = { 0 };
	struct raw_mail *mails = ARENA_ARRAY(&a, (size_t)n, struct raw_mail);
	struct played g;

	played_open(&g, argv[0]);
	for (int64_t i = 0; i < n; i++)
		mails[i] = played_file(argv[1], i, &a);
	printf("%.1f\n", (double)n / way_of(&g, mails, (int)n, JUDGE_BATCH));
	must_be_adjudicated(&g);
	played_check(&g, 1, (int)((n - 1) / g.n + 1));
	played_close(&g);
	arena_release(&a);
	return 0;
}

/* the mail in another envelope, from another place */
static struct raw_mail again_of(const struct raw_mail *m, struct arena *a)
{
	return (struct raw_mail){
		.received_s = m->received_s,
		.bytes = str_of(arena_printf(a, "X-Again: 1\r\n%.*s",
					     STR_ARG(m->bytes))),
	};
}

/*
 * again CONFIG DIR MAILS: the mails of the folder once more, after `way`. They
 * are stored, read, found signed and known, and move no game: what taking mails
 * in costs without the rules. Prints mails a second, for the script.
 */
int bench_again(int argc, char **argv)
{
	int64_t n = bench_number(argc, argv, 2), adjudicated, all;
	struct arena a = { 0 };
	struct raw_mail *mails = ARENA_ARRAY(&a, (size_t)n, struct raw_mail);
	struct played g;
	double took;

	played_open(&g, argv[0]);
	for (int64_t i = 0; i < n; i++) {
		struct raw_mail m = played_file(argv[1], i, &a);

		mails[i] = again_of(&m, &a);
	}
	took = way_of(&g, mails, (int)n, JUDGE_BATCH);
	played_count(&g, &adjudicated, &all);
	if (all - adjudicated != n)
		bench_die("%lld of %lld mails were judged again",
			  (long long)(n - (all - adjudicated)), (long long)n);
	printf("%.1f\n", (double)n / took);
	played_close(&g);
	arena_release(&a);
	return 0;
}

/*
 * log CONFIG MAILS: play the first game by so many mails. Prints its name.
 */
int bench_log(int argc, char **argv)
{
	int64_t n = bench_number(argc, argv, 1);
	struct played g;

	played_open(&g, argv[0]);
	played_make(&g, 0, 10);
	for (int64_t i = 0; i < n; i++) {
		struct arena a = { 0 };
		struct raw_mail m = {
			.received_s = 1764547200,
			.bytes = played_mail(&g, 0, (int)i, &a),
		};

		way_of(&g, &m, 1, 1);
		arena_release(&a);
	}
	must_be_adjudicated(&g);
	played_check(&g, 0, (int)n);
	printf("%.*s\n", STR_ARG(g.first));
	played_close(&g);
	return 0;
}

/* --- with a mail server -------------------------------------------------- */

enum { MAX_WAIT_S = 120 };

static void nap(void)
{
	nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
}

/* what the daemon's store says: mails in, and whether some still wait */
static int64_t mails_in(struct store *st, bool *waiting)
{
	struct arena a = { 0 };
	struct str at;
	struct why why = { 0 };
	struct inbox_open open;
	int64_t uid = 0;
	unsigned long validity, last;
	int n = 0;
	enum err e = store_cursor_get(st, STR("inbox"), &a, &at, &why);

	if (!e)
		e = store_inbox_open(st, NULL, INT64_MAX, &open, 1, &n, &why);
	if (e)
		bench_die("store: %s", why.text);
	if (at.len && sscanf(at.s, "%lu %lu", &validity, &last) == 2)
		uid = (int64_t)last;
	*waiting = n > 0;
	arena_release(&a);
	return uid;
}

static pid_t daemon_start(const char *program, const char *config)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	execl(program, program, "--config", config, (char *)NULL);
	_exit(127);
}

/*
 * inbound CONFIG HERALDOD MAILS: the daemon on a mailbox that holds mails with
 * uids 1..MAILS. Prints mails a second, from the first range that is stored to
 * the last mail that is judged.
 */
int bench_inbound(int argc, char **argv)
{
	int64_t n = bench_number(argc, argv, 2), first = 0, uid = 0;
	struct config c;
	struct arena a = { 0 };
	struct why why = { 0 };
	struct store *st;
	struct played g;
	double from = 0, start = bench_now(), took;
	bool waiting = true;
	pid_t pid;
	int status;

	if (config_load(&c, argv[0], &a, &why) ||
	    store_open(&st, arena_printf(&a, "%s/heraldo.db", c.state),
		       arena_printf(&a, "%s/schema", c.data), &why))
		bench_die("%s", why.text);
	pid = daemon_start(argv[1], argv[0]);
	while (uid < n || waiting) {
		uid = mails_in(st, &waiting);
		if (!first && uid) {
			first = uid;
			from = bench_now();
		}
		if (bench_now() - start > MAX_WAIT_S ||
		    waitpid(pid, &status, WNOHANG) == pid)
			bench_die("the daemon stopped at mail %lld of %lld",
				  (long long)uid, (long long)n);
		nap();
	}
	took = bench_now() - from;
	kill(pid, SIGTERM);
	waitpid(pid, &status, 0);
	store_close(st);
	played_open(&g, argv[0]);
	must_be_adjudicated(&g);
	played_check(&g, 1, (int)((n - 1) / g.n + 1));
	played_close(&g);
	printf("%.1f\n", (double)(n - first) / took);
	arena_release(&a);
	return 0;
}

struct fetched {
	struct mailbox_key keys[MAILBOX_RANGE_MAX];
	unsigned n;
};

static enum err note_key(void *context, const struct mailbox_mail *m,
			 struct why *why)
{
	struct fetched *f = context;

	(void)why;
	f->keys[f->n++] = *m->key;
	return ERR_OK;
}

/* fetch PORT CA MAILS: IMAPS in ranges of 50, each acknowledged, no more. */
int bench_fetch(int argc, char **argv)
{
	int64_t n = bench_number(argc, argv, 2), got = 0;
	struct mailbox_config c = { .kind = MAILBOX_IMAP,
				    .account = "bench",
				    .host = "localhost",
				    .port = (uint16_t)bench_number(argc, argv,
								   0),
				    .tls = TLS_IMPLICIT,
				    .ca_file = argv[1],
				    .user = "gm",
				    .password = "gm-pw" };
	struct mailbox_position at = { 0 };
	struct mailbox_range range;
	struct mailbox *m;
	struct why why = { 0 };
	double from;
	enum err e = mailbox_open(&c, &m, &why);

	from = bench_now();
	while (!e && got < n) {
		static struct fetched f;

		f.n = 0;
		e = mailbox_fetch(m, &at, JUDGE_BATCH, note_key, &f, &range,
				  &why);
		if (!e)
			e = mailbox_acknowledge(m, f.keys, f.n, &why);
		if (!e && !f.n)
			bench_die("the mailbox ends at mail %lld",
				  (long long)got);
		at = range.position;
		got += f.n;
	}
	if (e)
		bench_die("fetch: %s", why.text);
	printf("%.1f\n", (double)got / (bench_now() - from));
	mailbox_close(m);
	return 0;
}
