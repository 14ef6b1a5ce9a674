/* src/cli/grant.c */
#include "cli/grant.h"
#include "base/ascii.h"
#include "base/file.h"
#include "base/file_mode.h"
#include "mail/addr.h"
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 1 << 16, LOCK_TRIES = 400, LOCK_PAUSE_US = 100000 };

bool grant_path(const struct config *c, const char *address,
		char out[GRANT_PATH])
{
	char name[GRANT_PATH];
	size_t n = 0;

	if (!*address || *address == '.' || strlen(address) > 200)
		return false;
	for (; *address; address++) {
		char ch = *address;

		ch = ascii_lower(ch);
		if ((unsigned char)ch <= ' ' || ch == '/' || ch == 0x7f)
			return false;
		name[n++] = ch;
	}
	name[n] = 0;
	return snprintf(out, GRANT_PATH, "%s/oauth/%s.json", c->state, name) <
	       GRANT_PATH;
}

/* the members of a grant that are text, and their keys */
#define TEXTS                                                                  \
	X(account)                                                             \
	X(provider)                                                            \
	X(token_url)                                                           \
	X(ca_file)                                                             \
	X(client_id) X(client_secret) X(scope) X(refresh) X(access) X(fault)
#define TIMES X(granted_s) X(refreshed_s) X(expires_s) X(fault_s)

static void text_take(json_t *o, const char *key, char *out, size_t room)
{
	const char *s = json_string_value(json_object_get(o, key));

	snprintf(out, room, "%s", s ? s : "");
}

enum err grant_load(const char *path, struct oauth_grant *out, struct why *why)
{
	struct buf b = { 0 };
	json_error_t fault;
	json_t *o = NULL;
	enum err e;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	*out = (struct oauth_grant){ .account = "" };
	if (fd < 0)
		return why_set(why, errno == ENOENT ? ERR_NOT_FOUND : ERR_DISK,
			       "cannot read %s: %s", path, strerror(errno));
	e = private_check_shared(path, fd, why);
	buf_init(&b, 0);
	if (!e)
		e = file_read_fd(fd, path, FILE_MAX, &b, why);
	close(fd);
	if (!e)
		o = json_loadb(b.s, b.len, 0, &fault);
	if (!e && !json_is_object(o))
		e = why_set(why, ERR_CONFIG,
			    "%s cannot be read: %s; heraldo oauth makes it "
			    "anew",
			    path, fault.text);
#define X(member) text_take(o, #member, out->member, sizeof(out->member));
	TEXTS
#undef X
#define X(member) out->member = json_integer_value(json_object_get(o, #member));
	TIMES
#undef X
	json_decref(o);
	if (b.room)
		explicit_bzero(b.s, b.room);
	buf_release(&b);
	return e;
}

static enum err folder_make(const char *path, struct why *why)
{
	char folder[GRANT_PATH];
	char *slash;

	snprintf(folder, sizeof(folder), "%s", path);
	slash = strrchr(folder, '/');
	*slash = 0;
	if (mkdir(folder, S_IRWXU) && errno != EEXIST)
		return why_set(why, ERR_DISK, "cannot make %s: %s", folder,
			       strerror(errno));
	return ERR_OK;
}

enum err grant_save(const char *path, const struct oauth_grant *g,
		    struct why *why)
{
	json_t *o = json_object();
	enum err e = folder_make(path, why);
	char *text;

#define X(member) json_object_set_new(o, #member, json_string(g->member));
	TEXTS
#undef X
#define X(member) json_object_set_new(o, #member, json_integer(g->member));
	TIMES
#undef X
	text = json_dumps(o, JSON_INDENT(1) | JSON_SORT_KEYS);
	json_decref(o);
	if (!e)
		e = file_replace(path, str_of(text), S_IRUSR | S_IWUSR, why);
	explicit_bzero(text, strlen(text));
	free(text);
	return e;
}

enum err grant_lock(const char *path, int *fd, struct why *why)
{
	char lock[GRANT_PATH + 8];
	enum err e = folder_make(path, why);

	*fd = -1;
	if (e)
		return e;
	snprintf(lock, sizeof(lock), "%s.lock", path);
	*fd = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
	if (*fd < 0)
		return why_set(why, ERR_DISK, "cannot write %s: %s", lock,
			       strerror(errno));
	for (int i = 0; flock(*fd, LOCK_EX | LOCK_NB); i++) {
		if (i == LOCK_TRIES ||
		    (errno != EWOULDBLOCK && errno != EINTR)) {
			close(*fd);
			*fd = -1;
			return why_set(why, ERR_MAIL_DOWN,
				       "another process holds %s", lock);
		}
		usleep(LOCK_PAUSE_US);
	}
	return ERR_OK;
}
