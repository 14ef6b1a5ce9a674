/*
 * tests/unit/programs_fixture.h - the mails of tests/mail/programs, and the
 * public keys by which their texts were signed: NAME.pub or WHERE-NAME.pub.
 */
#ifndef TESTS_PROGRAMS_FIXTURE_H
#define TESTS_PROGRAMS_FIXTURE_H
#include "judge_unit.h"
#include "base/file.h"
#include <dirent.h>

enum { KEYS = 16, MAIL_MAX = 1 << 20, MAILS_MAX = 400 };

static struct key keys[KEYS];
static int key_owners[KEYS]; /* ana, ben, alice, blanca, carol */

static size_t n_keys;

static inline struct str read_at(const char *path)
{
	struct buf b;
	struct str s;

	OK(file_read(path, MAIL_MAX, &b, &f.why));
	s = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return s;
}

static inline int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* the names of a folder's files with this end, in order */
static inline int files_of(const char *folder, const char *end, char **out)
{
	DIR *dir = opendir(folder);
	struct dirent *d;
	int n = 0;

	assert_non_null(dir);
	while ((d = readdir(dir)) != NULL) {
		size_t len = strlen(d->d_name), tail = strlen(end);

		if (len > tail && !strcmp(d->d_name + len - tail, end) &&
		    n < MAILS_MAX)
			out[n++] = arena_strdup(&f.arena, d->d_name);
	}
	closedir(dir);
	qsort(out, (size_t)n, sizeof(*out), by_name);
	return n;
}

static inline int key_owner(const char *file)
{
	static const char *const names[] = { "ana.pub", "ben.pub", "alice.pub",
					     "blanca.pub", "carol.pub" };
	const char *dash = strrchr(file, '-');

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (!strcmp(dash ? dash + 1 : file, names[i]))
			return (int)i;
	return -1;
}

static inline void read_keys(void)
{
	char *files[MAILS_MAX];
	int n = files_of(SRCDIR "/tests/mail/programs/keys", ".pub", files);

	for (int i = 0; i < n; i++) {
		struct str text = read_at(arena_printf(
			&f.arena, SRCDIR "/tests/mail/programs/keys/%s",
			files[i]));

		assert_true(n_keys < KEYS);
		assert_int_equal(key_parse(text, &keys[n_keys]), SIG_ERROR_OK);
		key_owners[n_keys] = key_owner(files[i]);
		assert_true(key_owners[n_keys] >= 0);
		n_keys++;
	}
	assert_true(n_keys >= 5);
}

static inline struct str program_mail(const char *file)
{
	return read_at(
		arena_printf(&f.arena, SRCDIR "/tests/mail/programs/%s", file));
}

#endif
