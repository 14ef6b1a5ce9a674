/*
 * tests/unit/test_confine.c - what the process that owns the network can still
 * do, and what it cannot, tried in a child that was confined.
 */
#include "unit.h"
#include "mail/sandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char dir[] = "/tmp/heraldo.confine.XXXXXX";
static char inside[64], outside[64], key[96], mail[96];

/* the exit code of a try in a confined child; -signal if it was ended */
static int confined(int (*try)(void))
{
	struct confine c = { .hosts = { "localhost" }, .write = { inside } };
	struct why why = { 0 };
	int status;
	pid_t pid = fork();

	if (!pid) {
		if (confine_enter(&c, &why)) {
			fputs(why.text, stderr);
			_exit(99);
		}
		_exit(try());
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

static int write_inside(void)
{
	int fd = open(mail, O_WRONLY | O_CREAT, 0600);
	char moved[128];

	snprintf(moved, sizeof(moved), "%s.moved", mail);
	return !(fd >= 0 && write(fd, "x", 1) == 1 && !fsync(fd) &&
		 !rename(mail, moved) && !unlink(moved));
}

static int read_key(void)
{
	return open(key, O_RDONLY) >= 0;
}

static int make_outside(void)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/new", outside);
	return open(path, O_WRONLY | O_CREAT, 0600) >= 0 || !unlink(key) ||
	       !rename(key, path);
}

static int change_outside(void)
{
	return !truncate(key, 0) || !chmod(key, 0644) ||
	       !chown(key, getuid(), getgid());
}

static int fork_one(void)
{
	return fork() >= 0;
}

static int run_program(void)
{
	execl("/bin/true", "true", NULL);
	return 1;
}

static int trace_parent(void)
{
	return ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) != 0;
}

static int signal_parent(void)
{
	return !kill(getppid(), SIGUSR1);
}

static void *thread(void *p)
{
	return p;
}

/* as libcurl does: a name looked up in a thread, a socket connected */
static int use_network(void)
{
	struct sockaddr_in to = { .sin_family = AF_INET,
				  .sin_port = htons(1),
				  .sin_addr = { htonl(INADDR_LOOPBACK) } };
	struct addrinfo *found;
	pthread_t t;
	void *back;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (pthread_create(&t, NULL, thread, &to) || pthread_join(t, &back) ||
	    back != &to)
		return 1;
	if (getaddrinfo("localhost", "25", NULL, &found))
		return 2;
	if (fd < 0 || !connect(fd, (struct sockaddr *)&to, sizeof(to)) ||
	    errno != ECONNREFUSED)
		return 3;
	/* no raw ones, none that listen */
	if (sandbox_is_relaxed(&(struct sandbox){ 0 }))
		return 0;
	if (socket(AF_PACKET, SOCK_RAW, 0) >= 0 || !listen(fd, 1))
		return 4;
	return open("/etc/hosts", O_RDONLY) < 0 ? 5 : 0;
}

static void its_own_place_and_the_network_are_left_to_it(void **unused)
{
	(void)unused;
	assert_int_equal(confined(write_inside), 0);
	assert_int_equal(confined(use_network), 0);
}

static void no_file_of_the_judge_can_be_read_or_changed(void **unused)
{
	struct sandbox none = { 0 };
	struct stat st;

	(void)unused;
	if (sandbox_is_relaxed(&none))
		return;
	assert_true(confine_landlock() > 0);
	assert_int_equal(confined(read_key), 0);
	assert_int_equal(confined(make_outside), 0);
	assert_int_equal(confined(change_outside), 0);
	assert_int_equal(stat(key, &st), 0);
	assert_int_equal(st.st_size, 6);
	assert_int_equal(st.st_mode & 07777, 0600);
}

static void it_starts_no_process_and_looks_into_none(void **unused)
{
	struct sandbox none = { 0 };

	(void)unused;
	assert_int_equal(confined(run_program), -SIGSYS);
	assert_int_equal(confined(trace_parent), -SIGSYS);
	if (sandbox_is_relaxed(&none))
		return;
	assert_int_equal(confined(fork_one), 0);
	assert_int_equal(confined(signal_parent), 0);
}

static int make_places(void **unused)
{
	int fd;

	(void)unused;
	if (!mkdtemp(dir))
		return -1;
	snprintf(inside, sizeof(inside), "%s/inside", dir);
	snprintf(outside, sizeof(outside), "%s/outside", dir);
	snprintf(key, sizeof(key), "%s/judge.key", outside);
	snprintf(mail, sizeof(mail), "%s/mail", inside);
	if (mkdir(inside, 0700) || mkdir(outside, 0700))
		return -1;
	fd = open(key, O_WRONLY | O_CREAT, 0600);
	return fd < 0 || write(fd, "secret", 6) != 6 || close(fd);
}

static int remove_places(void **unused)
{
	(void)unused;
	unlink(key);
	rmdir(inside);
	rmdir(outside);
	return rmdir(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(its_own_place_and_the_network_are_left_to_it),
		cmocka_unit_test(no_file_of_the_judge_can_be_read_or_changed),
		cmocka_unit_test(it_starts_no_process_and_looks_into_none),
	};

	return cmocka_run_group_tests(tests, make_places, remove_places);
}
