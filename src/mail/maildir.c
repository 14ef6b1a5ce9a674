/* src/mail/maildir.c */
#include "mail/maildir.h"
#include "base/ascii.h"
#include "mail/transport.h"
#include "base/parse.h"
#include "base/xalloc.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NAME_ROOM = MAILDIR_NAME, UNIQUE_MAX = 200 };

/* one file in new/, as it was listed */
struct entry {
	int64_t mtime_ns;
	uint64_t inode;
	char name[NAME_ROOM];
};

struct maildir {
	struct mailbox base;
	int dir_fd, new_fd, cur_fd; /* -1: not open */
	int watch_fd;               /* inotify on new/ */
	struct entry *entries;      /* listed and not yet delivered: .. */
	size_t n_entries, next;     /* .. from next on */
	int64_t list_s, whole_s; /* UTC: of the last list, of the one before */
};

static enum err maildir_fault(struct why *why, const char *path,
			      const char *what)
{
	int no = errno;
	enum err e = no == ENOSPC || no == EDQUOT || no == EIO ? ERR_DISK
							       : ERR_SYSTEM;

	return why_set(why, e, "%s: %s: %s", path, what, strerror(no));
}

/* the folder, open; *made: something of it is new */
static enum err folder_open(const char *path, int *fd, bool *made,
			    struct why *why)
{
	static const char *const subs[] = { "tmp", "new", "cur" };
	enum err e = ERR_OK;

	*made = !mkdir(path, 0700);
	if (!*made && errno != EEXIST)
		return maildir_fault(why, path, "cannot be made");
	*fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (*fd < 0)
		return maildir_fault(why, path, "cannot be opened");
	for (size_t i = 0; !e && i < ARRAY_LEN(subs); i++)
		if (!mkdirat(*fd, subs[i], 0700))
			*made = true;
		else if (errno != EEXIST)
			e = maildir_fault(why, path,
					  "its folders cannot be made");
	if (e)
		close(*fd);
	return e;
}

static enum err folder_sync(int fd, const char *path, struct why *why)
{
	return fsync(fd) ? maildir_fault(why, path, "cannot be made durable")
			 : ERR_OK;
}

enum err maildir_create(const char *path, struct why *why)
{
	bool made;
	int fd;
	enum err e = folder_open(path, &fd, &made, why);

	if (e)
		return e;
	if (made)
		e = folder_sync(fd, path, why);
	close(fd);
	return e;
}

static bool is_unique(const char *z)
{
	size_t n = 0;

	for (; z[n]; n++) {
		char c = z[n];

		if (!(('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') ||
		      ascii_is_digit(c) || strchr("._=+-", c)))
			return false;
	}
	return n && n <= UNIQUE_MAX && z[0] != '.';
}

/* time, process, count: no two processes of one machine make the same */
static void make_unique(char *out, size_t room, const char *flags)
{
	static unsigned n;
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	snprintf(out, room, "%lld.M%06ldP%ldQ%u.heraldo%s", (long long)t.tv_sec,
		 t.tv_nsec / 1000, (long)getpid(), ++n, flags);
}

static bool write_all(int fd, const char *s, size_t len)
{
	while (len) {
		ssize_t n = write(fd, s, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		s += n;
		len -= (size_t)n;
	}
	return true;
}

/* the mail with LF line ends, in one go; a CR that ends no line is kept */
static bool write_mail(int fd, struct str mail)
{
	char *out = xalloc_check(malloc(mail.len + 1));
	size_t len = 0, from = 0;
	const char *cr;
	bool ok;

	while ((cr = memchr(mail.s + from, '\r', mail.len - from))) {
		size_t at = (size_t)(cr - mail.s), end = at + 1;

		/* without it, if it ends a line */
		if (end < mail.len && mail.s[end] == '\n')
			end = at;
		memcpy(out + len, mail.s + from, end - from);
		len += end - from;
		from = at + 1;
	}
	memcpy(out + len, mail.s + from, mail.len - from);
	len += mail.len - from;
	ok = write_all(fd, out, len);
	free(out);
	return ok;
}

static const char *name_in(const char *folder, const char *name, char *out)
{
	snprintf(out, NAME_ROOM + 8, "%s/%s", folder, name);
	return out;
}

enum err maildir_write(struct maildir_mail *m, const char *path,
		       const char *unique, struct str mail, struct why *why)
{
	char tmp[NAME_ROOM + 8];
	enum err e;

	if (unique && !is_unique(unique))
		return why_set(why, ERR_USAGE, "%s: \"%s\" names no mail", path,
			       unique);
	e = folder_open(path, &m->dir, &m->made, why);
	if (e)
		return e;
	snprintf(m->path, sizeof(m->path), "%s", path);
	if (unique)
		snprintf(m->name, sizeof(m->name), "%s", unique);
	else
		make_unique(m->name, sizeof(m->name), "");
	name_in("tmp", m->name, tmp);
	/* a left-over of a process that died here is nobody's mail */
	unlinkat(m->dir, tmp, 0);
	m->file = openat(m->dir, tmp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
			 0600);
	if (m->file >= 0 && write_mail(m->file, mail))
		return ERR_OK;
	e = maildir_fault(why, path, "a mail cannot be written");
	if (m->file >= 0) {
		close(m->file);
		unlinkat(m->dir, tmp, 0);
	}
	close(m->dir);
	return e;
}

static enum err file_sync(struct maildir_mail *m, struct why *why)
{
	enum err e = ERR_OK;

	if (fsync(m->file))
		e = maildir_fault(why, m->path, "a mail cannot be written");
	if (close(m->file) && !e)
		e = maildir_fault(why, m->path, "a mail cannot be written");
	return e;
}

static enum err file_show(const struct maildir_mail *m, struct why *why)
{
	char tmp[NAME_ROOM + 8], final[NAME_ROOM + 8];

	if (!renameat(m->dir, name_in("tmp", m->name, tmp), m->dir,
		      name_in("new", m->name, final)))
		return ERR_OK;
	return maildir_fault(why, m->path, "a mail cannot be moved to new/");
}

/* what holds it, on the disk */
static enum err folders_sync(const struct maildir_mail *m, struct why *why)
{
	int fd = openat(m->dir, "new", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	enum err e;

	if (fd < 0)
		return maildir_fault(why, m->path, "cannot be made durable");
	e = folder_sync(fd, m->path, why);
	if (!e && m->made)
		e = folder_sync(m->dir, m->path, why);
	close(fd);
	return e;
}

void maildir_land(struct maildir_mail *m, int n, enum err *each,
		  struct why *why)
{
	char tmp[NAME_ROOM + 8];

	/* They get their place on the disk, so that the first to be waited for
	 * takes what is known of the others along. */
	for (int i = 0; i < n; i++)
		sync_file_range(m[i].file, 0, 0, SYNC_FILE_RANGE_WRITE);
	for (int i = 0; i < n; i++)
		each[i] = file_sync(&m[i], &why[i]);
	for (int i = 0; i < n; i++)
		if (!each[i])
			each[i] = file_show(&m[i], &why[i]);
	for (int i = 0; i < n; i++) {
		if (!each[i])
			each[i] = folders_sync(&m[i], &why[i]);
		if (each[i])
			unlinkat(m[i].dir, name_in("tmp", m[i].name, tmp), 0);
		close(m[i].dir);
	}
}

enum err maildir_deliver(const char *path, const char *unique, struct str mail,
			 struct why *why)
{
	struct maildir_mail m;
	struct why slip = { 0 };
	enum err e = maildir_write(&m, path, unique, mail, why);

	if (e)
		return e;
	maildir_land(&m, 1, &e, &slip);
	return e ? why_set(why, e, "%s", slip.text) : ERR_OK;
}

static void maildir_disconnect(struct mailbox *m, bool politely)
{
	struct maildir *d = (struct maildir *)m;
	int *fds[] = { &d->dir_fd, &d->new_fd, &d->cur_fd, &d->watch_fd };

	(void)politely;
	/* all of them are opened together; 0 is before the first time */
	for (size_t i = 0; i < ARRAY_LEN(fds); i++) {
		if (*fds[i] > 0)
			close(*fds[i]);
		*fds[i] = 0;
	}
	free(d->entries);
	d->entries = NULL;
	d->n_entries = d->next = 0;
}

static int open_folder(int at, const char *name)
{
	return openat(at, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static enum err maildir_connect(struct mailbox *m, struct why *why)
{
	struct maildir *d = (struct maildir *)m;
	char path[4096 + 8];
	enum err e;

	if (d->dir_fd > 0)
		return ERR_OK;
	e = maildir_create(m->config.path, why);
	if (e)
		return e;
	d->dir_fd = open_folder(AT_FDCWD, m->config.path);
	d->new_fd = d->dir_fd < 0 ? -1 : open_folder(d->dir_fd, "new");
	d->cur_fd = d->new_fd < 0 ? -1 : open_folder(d->dir_fd, "cur");
	if (d->cur_fd < 0) {
		e = maildir_fault(why, m->config.path, "cannot be opened");
		maildir_disconnect(m, false);
		return e;
	}
	/* without a watch (a file system that has none) time alone wakes us */
	d->watch_fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	snprintf(path, sizeof(path), "%s/new", m->config.path);
	if (d->watch_fd >= 0 &&
	    inotify_add_watch(d->watch_fd, path, IN_MOVED_TO | IN_CREATE) < 0) {
		close(d->watch_fd);
		d->watch_fd = -1;
	}
	return ERR_OK;
}

/* a mark in the folder that is not `mark`, or ""; *own: that one is there */
static enum err mark_find(struct maildir *d, const char *mark, bool take,
			  bool *own, char other[NAME_ROOM], struct why *why)
{
	static const char start[] = MAILBOX_MARK;
	int fd = open_folder(d->dir_fd, ".");
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *f;

	other[0] = 0;
	*own = false;
	if (!dir) {
		enum err e = maildir_fault(why, d->base.config.path,
					   "cannot be listed");

		if (fd >= 0)
			close(fd);
		return e;
	}
	while ((f = readdir(dir))) {
		enum mark_of is = MARK_NONE;

		if (!strncmp(f->d_name, start, sizeof(start) - 1) &&
		    strlen(f->d_name) < NAME_ROOM)
			is = transport_mark_of(f->d_name + sizeof(start) - 1,
					       mark);
		*own |= is == MARK_OWN;
		if (is == MARK_OLD || (is == MARK_OTHER && take))
			unlinkat(d->dir_fd, f->d_name, 0);
		else if (is == MARK_OTHER)
			memcpy(other, f->d_name, strlen(f->d_name) + 1);
	}
	closedir(dir);
	return ERR_OK;
}

static enum err mark_set(struct mailbox *m, const char *mark, bool take,
			 struct why *why)
{
	struct maildir *d = (struct maildir *)m;
	char name[NAME_ROOM], other[NAME_ROOM];
	bool own;
	int fd;
	enum err e = mark_find(d, mark, take, &own, other, why);

	if (e)
		return e;
	if (other[0])
		return transport_marked(m, other, why);
	if (own)
		return ERR_OK;
	snprintf(name, sizeof(name), MAILBOX_MARK "%s", mark);
	fd = openat(d->dir_fd, name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0)
		return why_set(why, ERR_MAIL_REFUSED, "%s: %s: %s",
			       m->config.path, name, strerror(errno));
	close(fd);
	return folder_sync(d->dir_fd, m->config.path, why);
}

static int64_t mtime_ns(const struct stat *st)
{
	return (int64_t)st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec;
}

/* oldest first; the name decides where the clock cannot */
static int by_age(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->mtime_ns != y->mtime_ns)
		return x->mtime_ns < y->mtime_ns ? -1 : 1;
	return strcmp(x->name, y->name);
}

static enum err list_new(struct maildir *d, struct why *why)
{
	const char *path = d->base.config.path;
	size_t room = 0;
	struct dirent *f;
	/* a descriptor of its own: closedir takes it along */
	int fd = open_folder(d->dir_fd, "new");
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);

	if (!dir) {
		enum err e = maildir_fault(why, path, "cannot be listed");

		if (fd >= 0)
			close(fd);
		return e;
	}
	free(d->entries);
	d->entries = NULL;
	d->n_entries = d->next = 0;
	while ((f = readdir(dir))) {
		struct entry *one;
		struct stat st;

		if (f->d_name[0] == '.' || strlen(f->d_name) >= NAME_ROOM ||
		    fstatat(d->new_fd, f->d_name, &st, AT_SYMLINK_NOFOLLOW) ||
		    !S_ISREG(st.st_mode))
			continue;
		if (d->n_entries == room) {
			room = room ? room * 2 : 64;
			d->entries = xalloc_check(realloc(
				d->entries, room * sizeof(*d->entries)));
		}
		one = &d->entries[d->n_entries++];
		one->mtime_ns = mtime_ns(&st);
		one->inode = (uint64_t)st.st_ino;
		memcpy(one->name, f->d_name, strlen(f->d_name) + 1);
	}
	closedir(dir);
	if (d->n_entries)
		qsort(d->entries, d->n_entries, sizeof(*d->entries), by_age);
	return ERR_OK;
}

/* at most max bytes of the file; false if it cannot be read */
static bool read_file(int fd, size_t max, struct buf *out)
{
	char chunk[16384];

	while (out->len < max) {
		size_t want = max - out->len;
		ssize_t n = read(fd, chunk,
				 want < sizeof(chunk) ? want : sizeof(chunk));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		if (!n)
			break;
		buf_add(out, chunk, (size_t)n);
	}
	return true;
}

static void key_fill(struct mailbox_key *key, const char *name,
		     const struct stat *st)
{
	*key = (struct mailbox_key){
		.inode = (uint64_t)st->st_ino,
		.size = (uint64_t)st->st_size,
		.mtime_ns = mtime_ns(st),
	};
	snprintf(key->name, sizeof(key->name), "%s", name);
}

/*
 * When it was delivered: a copy of a file has a later time, but its name begins
 * with the second in which it was made.
 */
static int64_t maildir_received(const char *name, int64_t mtime_s,
				int64_t now_s)
{
	enum { YEAR_2000 = 946684800 };
	int64_t t = mtime_s < now_s ? mtime_s : now_s, said = 0;
	const char *dot = strchr(name, '.');

	if (dot && parse_int((struct str){ name, (size_t)(dot - name) },
			     YEAR_2000, t, &said))
		return said;
	return t;
}

/* the file's bytes, or its header; the descriptor is the caller's */
static bool mail_read(struct maildir *d, const struct entry *entry, int fd,
		      struct mailbox_key *key, struct mailbox_mail *mail,
		      struct buf *raw)
{
	size_t max = d->base.config.max_bytes;
	int64_t now = (int64_t)time(NULL);
	struct stat st;

	if (fstat(fd, &st))
		return false;
	mail->too_large = st.st_size < 0 || (uint64_t)st.st_size > max;
	if (!read_file(fd, mail->too_large ? MAILBOX_HEADER_MAX : max, raw))
		return false;
	key_fill(key, entry->name, &st);
	mail->raw = buf_str(raw);
	if (mail->too_large)
		mail->raw.len = transport_header_len(mail->raw);
	mail->size = (uint64_t)st.st_size;
	mail->received_utc_s =
		maildir_received(entry->name, st.st_mtim.tv_sec, now);
	return true;
}

/* what failed before is another file's if the name is used again */
static void entry_name(const struct entry *entry, char out[RETRY_NAME_MAX])
{
	int n = snprintf(out, RETRY_NAME_MAX, "file %llu ",
			 (unsigned long long)entry->inode);

	for (const char *z = entry->name; *z; z++)
		out[n++] = *z > ' ' && *z < 0x7f ? *z : '?';
	out[n] = 0;
}

static enum err deliver_file(struct maildir *d, const struct entry *entry,
			     mailbox_deliver *deliver, void *ctx,
			     struct mailbox_range *range, struct why *why)
{
	size_t max = d->base.config.max_bytes;
	struct mailbox_key key;
	struct mailbox_mail mail = { .key = &key };
	char name[RETRY_NAME_MAX];
	struct why words = { 0 };
	struct buf raw;
	enum err e;
	int fd;

	entry_name(entry, name);
	if (retry_waits(&d->base.retry, name))
		return ERR_OK;
	fd = openat(d->new_fd, entry->name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	/* somebody took it away since it was listed: not ours any more */
	if (fd < 0 && errno == ENOENT)
		return ERR_OK;
	if (fd < 0 && (errno == EMFILE || errno == ENFILE))
		return maildir_fault(why, d->base.config.path,
				     "a mail cannot be read");
	buf_init(&raw, max > MAILBOX_HEADER_MAX ? max : MAILBOX_HEADER_MAX);
	if (fd < 0 || !mail_read(d, entry, fd, &key, &mail, &raw)) {
		maildir_fault(&words, d->base.config.path,
			      "a mail cannot be read");
		e = transport_retry(&d->base, name, d->whole_s, range, &words,
				    why);
	} else {
		e = deliver(ctx, &mail, why);
		if (!e) {
			range->n++;
			retry_end(&d->base.retry, name);
		}
	}
	buf_release(&raw);
	if (fd >= 0)
		close(fd);
	return e;
}

/* forget failures of files that are gone */
static void list_names(struct maildir *d)
{
	char name[RETRY_NAME_MAX];

	retry_list_begin(&d->base.retry);
	for (size_t i = 0; d->base.retry.n && i < d->n_entries; i++) {
		entry_name(&d->entries[i], name);
		retry_list_mail(&d->base.retry, name);
	}
	retry_list_end(&d->base.retry);
}

static enum err maildir_fetch(struct mailbox *m,
			      const struct mailbox_position *from, unsigned max,
			      mailbox_deliver *deliver, void *ctx,
			      struct mailbox_range *range, struct why *why)
{
	struct maildir *d = (struct maildir *)m;
	enum err e = ERR_OK;

	(void)from;
	/* listed once for many ranges: a full folder is read once, not n times
	 */
	if (d->next == d->n_entries) {
		d->whole_s = d->list_s;
		d->list_s = (int64_t)time(NULL);
		e = list_new(d, why);
		if (!e)
			list_names(d);
	}
	while (!e && range->n < max && d->next < d->n_entries) {
		e = deliver_file(d, &d->entries[d->next], deliver, ctx, range,
				 why);
		if (!e)
			d->next++;
	}
	range->more = !e && d->next < d->n_entries;
	return e;
}

/* is the file of this name in the folder the one that was fetched? */
static bool is_same(int dir, const char *name, const struct mailbox_key *key)
{
	struct mailbox_key now;
	struct stat st;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW))
		return false;
	key_fill(&now, name, &st);
	return now.inode == key->inode && now.size == key->size &&
	       now.mtime_ns == key->mtime_ns;
}

/* new/NAME to cur/, over no other file; *to is its name there. False: errno */
static bool move_to_cur(struct maildir *d, const char *name,
			char to[NAME_ROOM + 8])
{
	snprintf(to, NAME_ROOM + 8, "%.*s:2,S", (int)strcspn(name, ":"), name);
	if (!renameat2(d->new_fd, name, d->cur_fd, to, RENAME_NOREPLACE))
		return true;
	if (errno != EEXIST && errno != EINVAL && errno != ENAMETOOLONG)
		return false;
	/* the name is taken or too long, or the file system cannot look */
	make_unique(to, NAME_ROOM, ":2,S");
	return !renameat(d->new_fd, name, d->cur_fd, to);
}

static enum err maildir_acknowledge(struct mailbox *m,
				    const struct mailbox_key *keys, size_t n,
				    struct why *why)
{
	struct maildir *d = (struct maildir *)m;
	enum err e = maildir_connect(m, why);

	for (size_t i = 0; !e && i < n; i++) {
		const char *name = keys[i].name;
		char seen[NAME_ROOM + 8], again[NAME_ROOM];

		/* another file has the name by now: it comes by itself */
		if (!name[0] || strchr(name, '/') ||
		    !is_same(d->new_fd, name, &keys[i]))
			continue;
		if (!move_to_cur(d, name, seen)) {
			if (errno == ENOENT)
				continue;
			e = maildir_fault(why, m->config.path,
					  "a mail cannot be moved to cur/");
			continue;
		}
		/* it came between the look and the move: it is not read yet */
		if (!is_same(d->cur_fd, seen, &keys[i])) {
			make_unique(again, sizeof(again), "");
			renameat(d->cur_fd, seen, d->new_fd, again);
		}
	}
	/* no fsync: lost at a power cut, the mails come again and are known */
	return e;
}

static enum err maildir_wait(struct mailbox *m, unsigned seconds,
			     int interrupt_fd, enum mailbox_wake *wake,
			     struct why *why)
{
	struct maildir *d = (struct maildir *)m;
	struct pollfd p[] = {
		{ .fd = -1, .events = POLLIN },
		{ .fd = interrupt_fd, .events = POLLIN },
	};
	char events[4096];
	enum err e = maildir_connect(m, why);
	int n;

	if (e)
		return e;
	p[0].fd = d->watch_fd;
	n = poll(p, 2,
		 seconds > INT_MAX / 1000 ? INT_MAX : (int)seconds * 1000);
	if (n < 0 && errno != EINTR)
		return maildir_fault(why, m->config.path, "cannot be watched");
	if (n < 0 || p[1].revents)
		*wake = MAILBOX_WOKE_INTERRUPT;
	/* whatever woke us: what is read here is told no second time */
	while (d->watch_fd >= 0 &&
	       read(d->watch_fd, events, sizeof(events)) > 0)
		*wake = MAILBOX_WOKE_MAIL;
	return ERR_OK;
}

const struct transport transport_maildir = {
	.connect = maildir_connect,
	.fetch = maildir_fetch,
	.acknowledge = maildir_acknowledge,
	.wait = maildir_wait,
	.mark = mark_set,
	.disconnect = maildir_disconnect,
	.size = sizeof(struct maildir),
};
