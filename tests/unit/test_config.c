/* tests/unit/test_config.c */
#include "unit.h"
#include "cli/config.h"
#include "base/file.h"
#include "cli/oplog.h"
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static char path[] = "/tmp/heraldo-config-XXXXXX";

static enum err load(const char *text, struct config *c, struct arena *a,
		     struct why *why)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
	why_clear(why);
	return config_load(c, path, a, why);
}

#define MINIMAL                                                                \
	"[judge]\naddress = judge@example.org\n"                               \
	"[inbox]\nkind = maildir\npath = in\n"                                 \
	"[outbox]\nkind = maildir\npath = /out\n"

static void a_minimal_file_is_enough(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct config c;
	struct why why = { 0 };

	assert_int_equal(load(MINIMAL, &c, &a, &why), ERR_OK);
	assert_string_equal(c.address, "judge@example.org");
	assert_string_equal(c.inbox_path, "/tmp/in");
	assert_string_equal(c.outbox_path, "/out");
	assert_int_equal(config_number(c.poll), 60);
	arena_release(&a);
}

static void a_fault_is_told_with_its_line(void **unused)
{
	(void)unused;
	static const struct {
		const char *text, *why;
	} faults[] = {
		{ "[judge]\naddres = a@b\n",
		  ":2: no such key 'addres'; did you mean 'address'?" },
		{ "\n[jugde]\n",
		  ":2: no such section 'jugde'; did you mean 'judge'?" },
		{ "[judge]\naddress = a@b\npoll-seconds = soon\n",
		  ":3: [judge] poll-seconds = soon: a number from 1 to 86400 was expected" },
		{ "[judge]\naddress = nobody\n",
		  ":2: [judge] address = nobody: a mail address like judge@example.org was expected" },
		{ "[judge]\nname = x\n",
		  ":1: [judge] lacks the line 'address = ...' (its own address)" },
		{ "[judge]\naddress = a@b\n[inbox]\nkind = uucp\n",
		  ":4: [inbox] kind = uucp: one of maildir|imap|pop3 was expected" },
		{ "[judge]\naddress = a@b\n[inbox]\nkind = imap\n[outbox]\nkind = smtp\nhost = h\n",
		  ":3: [inbox] of kind imap needs a line 'host = ...'" },
	};
	struct arena a = { 0 };

	for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
		struct config c;
		struct why why = { 0 };

		assert_int_equal(load(faults[i].text, &c, &a, &why),
				 ERR_CONFIG);
		assert_string_equal(why.text + strlen(path), faults[i].why);
	}
	arena_release(&a);
}

static void a_secret_comes_from_a_file_or_the_environment(void **unused)
{
	(void)unused;
	char secret[64];
	struct why why = { 0 };
	FILE *f = fopen(path, "w");

	fputs("s3cret\nsecond line\n", f);
	fclose(f);
	assert_int_equal(config_secret(path, "HERALDO_TEST_PW", secret,
				       sizeof(secret), &why),
			 ERR_OK);
	assert_string_equal(secret, "s3cret");
	setenv("HERALDO_TEST_PW", "other", 1);
	assert_int_equal(config_secret(path, "HERALDO_TEST_PW", secret,
				       sizeof(secret), &why),
			 ERR_OK);
	assert_string_equal(secret, "other");
	unsetenv("HERALDO_TEST_PW");
	assert_int_equal(config_secret("", "HERALDO_TEST_PW", secret,
				       sizeof(secret), &why),
			 ERR_CONFIG);
}

static void paths_are_where_the_file_is_not_where_a_link_is(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct config c;
	struct why why = { 0 };
	char dir[] = "/tmp/heraldo-config-XXXXXX";
	const char *link;

	assert_int_equal(load(MINIMAL, &c, &a, &why), ERR_OK);
	assert_non_null(mkdtemp(dir));
	link = arena_printf(&a, "%s/link.conf", dir);
	assert_int_equal(symlink(c.file, link), 0);
	assert_int_equal(config_load(&c, link, &a, &why), ERR_OK);
	assert_string_equal(c.file, link);
	assert_string_equal(c.inbox_path, "/tmp/in");
	assert_int_equal(unlink(link), 0);
	assert_int_equal(rmdir(dir), 0);
	arena_release(&a);
}

/* A daemon changes its folder, and sockets need an absolute path. */
static void paths_beside_a_relative_file_are_absolute(void **unused)
{
	(void)unused;
	struct arena a = { 0 };
	struct config c;
	struct why why = { 0 };
	char *was = getcwd(NULL, 0);

	assert_non_null(was);
	assert_int_equal(
		load(MINIMAL "[judge]\ngnupg-home = gpg\n", &c, &a, &why),
		ERR_OK);
	assert_int_equal(chdir("/tmp"), 0);
	assert_int_equal(config_load(&c, path + strlen("/tmp/"), &a, &why),
			 ERR_OK);
	assert_int_equal(chdir(was), 0);
	assert_string_equal(c.inbox_path, "/tmp/in");
	assert_string_equal(c.gnupg_home, "/tmp/gpg");
	assert_string_equal(c.outbox_path, "/out");
	free(was);
	arena_release(&a);
}

/* Direct the log to a file; the descriptor of the log before is returned. */
static int log_open(void)
{
	int out = dup(STDERR_FILENO), fd = open(path, O_WRONLY | O_TRUNC);

	assert_true(out >= 0 && fd >= 0);
	dup2(fd, STDERR_FILENO);
	close(fd);
	return out;
}

static void equal_errors_become_a_line_and_a_count(void **unused)
{
	(void)unused;
	struct buf b;
	int out = log_open();

	for (int i = 0; i < 5; i++) {
		oplog_write(OPLOG_ERROR, "the server is away");
		oplog_write(OPLOG_INFO, "a mail is in");
	}
	oplog_flush(true);
	dup2(out, STDERR_FILENO);
	close(out);
	assert_int_equal(file_read(path, 1 << 16, &b, NULL), ERR_OK);
	assert_string_equal(b.s,
			    "<3>heraldod: the server is away\n"
			    "<6>heraldod: a mail is in\n"
			    "<3>heraldod: the server is away\n"
			    "<6>heraldod: a mail is in\n"
			    "<6>heraldod: a mail is in\n"
			    "<6>heraldod: a mail is in\n"
			    "<6>heraldod: a mail is in\n"
			    "<3>heraldod: 3 times more: the server is away\n");
	buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_minimal_file_is_enough),
		cmocka_unit_test(
			paths_are_where_the_file_is_not_where_a_link_is),
		cmocka_unit_test(paths_beside_a_relative_file_are_absolute),
		cmocka_unit_test(a_fault_is_told_with_its_line),
		cmocka_unit_test(a_secret_comes_from_a_file_or_the_environment),
		cmocka_unit_test(equal_errors_become_a_line_and_a_count),
	};
	int fd = mkstemp(path), failed;

	if (fd < 0)
		return 1;
	close(fd);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	unlink(path);
	return failed;
}
