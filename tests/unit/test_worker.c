/*
 * tests/unit/test_worker.c - the reader's process: it dies, we do not. Under
 * valgrind set HERALDO_RELAXED=1, see mail/sandbox.h.
 */
#include "unit.h"
#include "mail/mime.h"
#include "mail/precheck.h"
#include "mail/sandbox_pool.h"
#include "tests/srcdir.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static const char mail[] = "From: Ana <ana@mail.example>\n"
			   "To: judge@games.example\n"
			   "Message-ID: <1@mail.example>\n"
			   "Subject: orders\n"
			   "Content-Type: text/plain; charset=koi8-r\n"
			   "\n"
			   "move A1 to 3,4 \xd0\xd1\xd4\xd8\n";

static bool is_relaxed(void)
{
	struct sandbox s = { .relaxed = getenv("HERALDO_RELAXED") != NULL };

	return sandbox_is_relaxed(&s);
}

/* ---- jobs that only a hostile mail would make a reader do ---- */

static void crash(void *state, struct str request, struct buf *reply)
{
	(void)state;
	(void)request;
	(void)reply;
	raise(SIGKILL);
}

/* repeats what it is told, and dies of an x */
static void echo(void *state, struct str request, struct buf *reply)
{
	if (request.len && request.s[0] == 'x')
		crash(state, request, reply);
	buf_adds(reply, request);
}

static void overrun(void *state, struct str request, struct buf *reply)
{
	volatile char *nowhere = (volatile char *)(uintptr_t)request.len;

	(void)state;
	(void)reply;
	*nowhere = 1;
}

static void hang(void *state, struct str request, struct buf *reply)
{
	(void)state;
	(void)request;
	(void)reply;
	for (;;)
		;
}

static void open_socket(void *state, struct str request, struct buf *reply)
{
	(void)state;
	(void)request;
	socket(AF_INET, SOCK_STREAM, 0);
	buf_addz(reply, "got a socket");
}

static void run_program(void *state, struct str request, struct buf *reply)
{
	char *args[] = { "/bin/true", NULL };

	(void)state;
	(void)request;
	execv(args[0], args);
	buf_addz(reply, "still here");
}

static void open_file(void *state, struct str request, struct buf *reply)
{
	int fd = open("/etc/passwd", O_RDONLY);

	(void)state;
	(void)request;
	buf_addf(reply, "%s", fd < 0 && errno == EPERM ? "refused" : "opened");
}

static void make_code(void *state, struct str request, struct buf *reply)
{
	(void)state;
	(void)request;
	mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1,
	     0);
	buf_addz(reply, "got memory to execute");
}

static void eat_memory(void *state, struct str request, struct buf *reply)
{
	size_t n = 0;
	void *p;

	(void)state;
	(void)request;
	do {
		p = malloc(32 << 20);
		n += p != NULL;
	} while (p && n < 64);
	buf_addi(reply, (int64_t)n);
}

static void talk_too_much(void *state, struct str request, struct buf *reply)
{
	(void)state;
	(void)request;
	/* a reader that has been taken over knows no bounds */
	reply->max = 100000;
	while (buf_addz(reply, "more and more "))
		;
}

static void count_files(void *state, struct str request, struct buf *reply)
{
	int n = 0;

	(void)state;
	(void)request;
	for (int fd = 0; fd < 64; fd++)
		n += lseek(fd, 0, SEEK_CUR) >= 0 || errno != EBADF;
	buf_addi(reply, n);
}

enum {
	CRASH = N_WORKER_MAIL_JOBS,
	ECHO,
	OVERRUN,
	HANG,
	OPEN_SOCKET,
	RUN_PROGRAM,
	OPEN_FILE,
	MAKE_CODE,
	EAT_MEMORY,
	TALK,
	COUNT_FILES,
	N_JOBS,
};

static struct sandbox_pool_job jobs[N_JOBS] = {
	[CRASH] = { crash, 100 },
	[ECHO] = { echo, 1 << 20 },
	[OVERRUN] = { overrun, 100 },
	[HANG] = { hang, 100 },
	[OPEN_SOCKET] = { open_socket, 100 },
	[RUN_PROGRAM] = { run_program, 100 },
	[OPEN_FILE] = { open_file, 100 },
	[MAKE_CODE] = { make_code, 100 },
	[EAT_MEMORY] = { eat_memory, 100 },
	[TALK] = { talk_too_much, 100 },
	[COUNT_FILES] = { count_files, 100 },
};

static struct sandbox_pool_config hostile(void)
{
	struct sandbox_pool_config c = worker_mail;

	jobs[SANDBOX_POOL_PARSE] = worker_mail.jobs[SANDBOX_POOL_PARSE];
	c.jobs = jobs;
	c.n_jobs = N_JOBS;
	c.sandbox.relaxed = is_relaxed();
	return c;
}

static void assert_next_mail_works(struct sandbox_pool *w)
{
	struct arena a = { 0 };
	struct message m;
	struct why why = { 0 };

	assert_int_equal(sandbox_pool_parse(w, STR(mail), &a, &m, &why),
			 ERR_OK);
	assert_int_equal(m.fault, MESSAGE_READ);
	assert_str(m.from.list[0].addr, "ana@mail.example");
	assert_str(m.text, "move A1 to 3,4 пять\n");
	arena_release(&a);
}

/* the job breaks its reader, and only that */
static void assert_poison(struct sandbox_pool *w, uint32_t job)
{
	struct arena a = { 0 };
	struct why why = { 0 };
	uint32_t n = w->n_readers;
	struct str reply;

	assert_int_equal(sandbox_pool_call(w, job, STR(""), &a, &reply, &why),
			 ERR_POISON);
	assert_true(why.text[0]);
	assert_int_equal(reply.len, 0);
	assert_int_equal(w->n_readers, n + 1);
	assert_next_mail_works(w);
	assert_int_equal(w->n_readers, n + 1);
	arena_release(&a);
}

static void a_mail_that_breaks_its_reader_breaks_nothing_else(void **unused)
{
	(void)unused;
	struct sandbox_pool_config c = hostile();
	struct sandbox_pool w;
	struct why why = { 0 };

	if (sandbox_pool_start(&w, &c, &why))
		fail_msg("%s", why.text);
	assert_next_mail_works(&w);
	assert_poison(&w, CRASH);
	assert_poison(&w, OVERRUN);
	assert_poison(&w, TALK);
	/* valgrind has no seccomp, sanitizers have a weaker list */
	if (!getenv("HERALDO_RELAXED")) {
		assert_poison(&w, OPEN_SOCKET);
		assert_poison(&w, RUN_PROGRAM);
	}
	if (!is_relaxed())
		assert_poison(&w, MAKE_CODE);
	sandbox_pool_stop(&w);
	sandbox_pool_stop(&w);
}

static void in_order(void *of, int i)
{
	int *n_done = of;

	assert_int_equal(i, *n_done);
	++*n_done;
}

static void one_of_many_that_breaks_the_reader_is_the_only_one(void **unused)
{
	(void)unused;
	enum { N = 300, LARGE = 200000 };
	static const int bad[] = { 0, 1, 77, N - 1 };
	struct sandbox_pool_config c = hostile();
	struct arena a = { 0 };
	struct str requests[N], replies[N];
	enum err each[N];
	int n_done = 0;
	struct sandbox_pool w;
	struct why why = { 0 };

	/* most are small enough to wait in the socket, some fill it alone */
	for (int i = 0; i < N; i++) {
		char *text = arena_printf(&a, "%d", i);

		requests[i] = str_of(text);
		if (i % 50 != 9)
			continue;
		text = arena_alloc(&a, LARGE);
		memset(text, 'l', LARGE);
		requests[i] = (struct str){ text, LARGE };
	}
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		requests[bad[i]] = STR("x");
	assert_int_equal(sandbox_pool_start(&w, &c, &why), ERR_OK);
	assert_int_equal(sandbox_pool_calls(&w, ECHO,
					    &(struct sandbox_pool_batch){
						    .requests = requests,
						    .n = N,
						    .a = &a,
						    .replies = replies,
						    .each = each,
						    .done = in_order,
						    .of = &n_done },
					    &why),
			 ERR_OK);
	assert_int_equal(n_done, N);
	for (int i = 0; i < N; i++) {
		bool broke = str_is(requests[i], "x");

		assert_int_equal(each[i], broke ? ERR_POISON : ERR_OK);
		assert_true(
			str_equal(replies[i], broke ? STR("") : requests[i]));
	}
	assert_int_equal(w.n_readers, 1 + ARRAY_LEN(bad));
	assert_next_mail_works(&w);
	sandbox_pool_stop(&w);
	arena_release(&a);
}

static void a_mail_that_never_ends_is_given_up(void **unused)
{
	(void)unused;
	struct sandbox_pool_config c = hostile();
	struct sandbox_pool w;
	struct why why = { 0 };

	c.limit_ms = is_relaxed() ? 2000 : 300;
	assert_int_equal(sandbox_pool_start(&w, &c, &why), ERR_OK);
	assert_poison(&w, HANG);
	sandbox_pool_stop(&w);
}

static struct sandbox_pool *held;

static void go_on(int number)
{
	(void)number;
	kill(held->reader, SIGCONT);
}

static void a_mail_is_not_late_while_others_compute(void **unused)
{
	(void)unused;
	struct sandbox_pool_config c = hostile();
	struct itimerval soon = { .it_value.tv_sec = 2 };
	struct sandbox_pool w;
	struct why why = { 0 };

	c.limit_ms = 1000;
	assert_int_equal(sandbox_pool_start(&w, &c, &why), ERR_OK);
	held = &w;
	signal(SIGALRM, go_on);
	kill(w.reader, SIGSTOP);
	setitimer(ITIMER_REAL, &soon, NULL);
	assert_next_mail_works(&w);
	assert_int_equal(w.n_readers, 1);
	sandbox_pool_stop(&w);
	signal(SIGALRM, SIG_DFL);
}

static struct str ask(struct sandbox_pool *w, uint32_t job, struct arena *a)
{
	struct why why = { 0 };
	struct str reply;

	assert_int_equal(sandbox_pool_call(w, job, STR(""), a, &reply, &why),
			 ERR_OK);
	return reply;
}

static void a_reader_has_no_files_and_little_memory(void **unused)
{
	(void)unused;
	struct sandbox_pool_config c = hostile();
	struct arena a = { 0 };
	struct sandbox_pool w;
	struct why why = { 0 };
	int fd = open("/dev/null", O_RDONLY);

	if (is_relaxed())
		skip();
	assert_true(fd >= 0);
	assert_int_equal(sandbox_pool_start(&w, &c, &why), ERR_OK);
	assert_str(ask(&w, OPEN_FILE, &a), "refused");
	/* standard streams and its socket */
	assert_str(ask(&w, COUNT_FILES, &a), "4");
	assert_true(str_equal(ask(&w, EAT_MEMORY, &a), STR("15")) ||
		    str_equal(ask(&w, EAT_MEMORY, &a), STR("0")));
	sandbox_pool_stop(&w);
	close(fd);
	arena_release(&a);
}

static void a_reader_that_died_in_its_sleep_is_replaced(void **unused)
{
	(void)unused;
	struct sandbox_pool_config c = hostile();
	struct sandbox_pool w;
	struct why why = { 0 };

	assert_int_equal(sandbox_pool_start(&w, &c, &why), ERR_OK);
	kill(w.reader, SIGKILL);
	/* its end of the socket closes when it is gone */
	while (send(w.fd, "", 0, MSG_NOSIGNAL) == 0)
		usleep(1000);
	assert_next_mail_works(&w);
	assert_int_equal(w.n_readers, 2);
	sandbox_pool_stop(&w);
}

static void a_reader_is_replaced_before_it_is_worn_out(void **unused)
{
	(void)unused;
	struct sandbox_pool_config c = hostile();
	struct sandbox_pool w;
	struct why why = { 0 };

	assert_int_equal(sandbox_pool_start(&w, &c, &why), ERR_OK);
	w.n_requests = SANDBOX_POOL_REQUESTS;
	assert_next_mail_works(&w);
	assert_int_equal(w.n_readers, 2);
	assert_int_equal(w.n_requests, 1);
	sandbox_pool_stop(&w);
	/* the rest of its computing time must do for one request */
	c.limit_ms = 9000;
	c.sandbox.cpu_s = 10;
	assert_int_equal(sandbox_pool_start(&w, &c, &why), ERR_OK);
	assert_next_mail_works(&w);
	assert_next_mail_works(&w);
	assert_int_equal(w.n_readers, 3);
	sandbox_pool_stop(&w);
}

static void without_its_zygote_there_is_no_reader(void **unused)
{
	(void)unused;
	struct sandbox_pool_config c = hostile();
	struct arena a = { 0 };
	struct sandbox_pool w;
	struct message m;
	struct why why = { 0 };

	assert_int_equal(sandbox_pool_start(&w, &c, &why), ERR_OK);
	kill(w.zygote, SIGKILL);
	kill(w.reader, SIGKILL);
	while (send(w.fd, "", 0, MSG_NOSIGNAL) == 0)
		usleep(1000);
	assert_int_equal(sandbox_pool_parse(&w, STR(mail), &a, &m, &why),
			 ERR_SYSTEM);
	sandbox_pool_stop(&w);
	arena_release(&a);
}

static void
another_process_with_our_sockets_does_not_keep_it_alive(void **unused)
{
	(void)unused;
	struct sandbox_pool_config c = hostile();
	struct sandbox_pool w;
	struct why why = { 0 };
	pid_t other;

	assert_int_equal(sandbox_pool_start(&w, &c, &why), ERR_OK);
	fflush(NULL);
	other = fork();
	if (!other)
		for (;;)
			pause();
	assert_true(other > 0);
	sandbox_pool_stop(&w);
	kill(other, SIGKILL);
	waitpid(other, NULL, 0);
}

static void a_refused_mail_still_says_whom_to_answer(void **unused)
{
	(void)unused;
	struct sandbox_pool_config c = hostile();
	struct arena a = { 0 };
	struct sandbox_pool w;
	struct message m;
	struct why why = { 0 };
	size_t len = PRECHECK_MAX_MAIL + 1;
	char *p = arena_alloc(&a, len);

	memset(p, 'x', len);
	memcpy(p, mail, sizeof(mail) - 1);
	assert_int_equal(sandbox_pool_start(&w, &c, &why), ERR_OK);
	assert_int_equal(
		sandbox_pool_parse(&w, (struct str){ p, len }, &a, &m, &why),
		ERR_OK);
	assert_int_equal(m.fault, MESSAGE_TOO_LARGE);
	assert_str(m.from.list[0].addr, "ana@mail.example");
	assert_str(m.message_id, "1@mail.example");
	assert_str(m.text, "");
	assert_int_equal(sandbox_pool_parse(&w, STR(""), &a, &m, &why), ERR_OK);
	assert_int_equal(m.fault, MESSAGE_NO_HEADERS);
	sandbox_pool_stop(&w);
	arena_release(&a);
}

/* ---- what the reader says is checked ---- */

static int is_mail(const struct dirent *d)
{
	return strstr(d->d_name, ".eml") != NULL;
}

static struct str read_mail(struct arena *a, const char *name)
{
	const char *top = getenv("HERALDO_SRCDIR");
	char *path = arena_printf(a, "%s/tests/mail/mime/%s",
				  top ? top : SRCDIR, name);
	FILE *f = fopen(path, "rb");
	char *p = arena_alloc(a, PRECHECK_MAX_MAIL);
	struct str s = { p, 0 };

	assert_non_null(f);
	s.len = fread(p, 1, PRECHECK_MAX_MAIL, f);
	fclose(f);
	return s;
}

/* every mail of the collection, through the sandbox as without it */
static void the_sandbox_changes_no_reading(void **unused)
{
	(void)unused;
	struct sandbox_pool_config c = hostile();
	const char *top = getenv("HERALDO_SRCDIR");
	struct dirent **list;
	struct sandbox_pool w;
	struct why why = { 0 };
	struct mime mime;
	char folder[4096];
	int n;

	assert_int_equal(sandbox_pool_start(&w, &c, &why), ERR_OK);
	mime_init(&mime);
	snprintf(folder, sizeof(folder), "%s/tests/mail/mime",
		 top ? top : SRCDIR);
	n = scandir(folder, &list, is_mail, alphasort);
	assert_true(n >= 25);
	for (int i = 0; i < n; i++) {
		struct arena a = { 0 };
		struct str raw = read_mail(&a, list[i]->d_name);
		struct message m, again;
		struct buf here, there;

		assert_int_equal(sandbox_pool_parse(&w, raw, &a, &m, &why),
				 ERR_OK);
		mime_parse(&mime, &a, raw, &again);
		buf_init(&here, MESSAGE_MAX_ENCODED);
		buf_init(&there, MESSAGE_MAX_ENCODED);
		message_encode(&again, &here);
		message_encode(&m, &there);
		assert_true(str_equal(buf_str(&here), buf_str(&there)));
		buf_release(&here);
		buf_release(&there);
		arena_release(&a);
		free(list[i]);
	}
	free(list);
	assert_int_equal(w.n_readers, 1);
	mime_release(&mime);
	sandbox_pool_stop(&w);
}

static void an_encoding_is_read_whole_or_not_at_all(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct mail_addr from = { STR("Ana"), STR("ana@mail.example") };
	struct str ids[] = { STR("a@b"), STR("c@d") };
	struct mail_part part = { STR("x.txt"), STR("text/plain"),
				  STR("\xff\r\n"), STR("?\n") };
	struct mail_failed failed = { STR("x@y.example"), STR("failed"),
				      STR("5.1.1"), STR("no") };
	struct message m = { .from = { &from, 1 },
			     .references = { ids, 2 },
			     .subject = STR("¿qué?"),
			     .date_utc_s = -1,
			     .text = STR("one\ntwo\n"),
			     .parts = &part,
			     .n_parts = 1,
			     .failed = &failed,
			     .n_failed = 1 };
	struct message out;
	struct buf b, again;
	uint32_t survived = 0;

	buf_init(&b, 10000);
	buf_init(&again, 10000);
	message_encode(&m, &b);
	assert_true(message_decode(buf_str(&b), &a, &out));
	message_encode(&out, &again);
	assert_true(str_equal(buf_str(&b), buf_str(&again)));
	for (size_t i = 0; i < b.len; i++)
		assert_false(message_decode((struct str){ b.s, i }, &a, &out));
	/* any byte changed: refused, or something that is still a message */
	for (size_t i = 0; i < b.len; i++) {
		for (int bit = 0; bit < 8; bit++) {
			b.s[i] ^= (char)(1 << bit);
			if (message_decode(buf_str(&b), &a, &out)) {
				buf_clear(&again);
				message_encode(&out, &again);
				assert_true(str_equal(buf_str(&b),
						      buf_str(&again)));
				survived++;
			}
			b.s[i] ^= (char)(1 << bit);
		}
	}
	assert_in_range(survived, 1, b.len * 8 / 2);
	buf_release(&b);
	buf_release(&again);
	arena_release(&a);
}

static void a_forged_encoding_cannot_bring_control_characters(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct message m = { .subject = STR("a b") }, out;
	struct buf b;
	char *p;

	buf_init(&b, 10000);
	message_encode(&m, &b);
	p = memmem(b.s, b.len, "a b", 3);
	assert_non_null(p);
	p[1] = '\n';
	assert_false(message_decode(buf_str(&b), &a, &out));
	p[1] = '\xff';
	assert_false(message_decode(buf_str(&b), &a, &out));
	p[1] = 'x';
	assert_true(message_decode(buf_str(&b), &a, &out));
	buf_release(&b);
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_mail_that_breaks_its_reader_breaks_nothing_else),
		cmocka_unit_test(
			one_of_many_that_breaks_the_reader_is_the_only_one),
		cmocka_unit_test(a_mail_that_never_ends_is_given_up),
		cmocka_unit_test(a_mail_is_not_late_while_others_compute),
		cmocka_unit_test(a_reader_has_no_files_and_little_memory),
		cmocka_unit_test(a_reader_that_died_in_its_sleep_is_replaced),
		cmocka_unit_test(a_reader_is_replaced_before_it_is_worn_out),
		cmocka_unit_test(without_its_zygote_there_is_no_reader),
		cmocka_unit_test(
			another_process_with_our_sockets_does_not_keep_it_alive),
		cmocka_unit_test(a_refused_mail_still_says_whom_to_answer),
		cmocka_unit_test(the_sandbox_changes_no_reading),
		cmocka_unit_test(an_encoding_is_read_whole_or_not_at_all),
		cmocka_unit_test(
			a_forged_encoding_cannot_bring_control_characters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
