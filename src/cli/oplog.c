/* src/cli/oplog.c */
#include "cli/oplog.h"
#include "base/buf.h"
#include "cli/advice.h"
#include "cli/terminal.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { KEPT = 16, LINE_ROOM = 2048, SHOWN = 2, WINDOW_S = 600 };

/* a line that was printed lately */
struct kept {
	int level;
	char text[LINE_ROOM];
	int64_t since_s; /* monotonic; 0: this place is free */
	int n, hidden;
};

/* of this process: a log is one for all of it */
static struct kept kept[KEPT];

static int64_t now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + 1;
}

/* One line: what others wrote moves no cursor and begins no line. */
static void oplog_print(int level, const char *text)
{
	struct buf b;

	buf_init(&b, 8 * LINE_ROOM);
	terminal_escape(&b, str_of(text), false);
	for (size_t i = 0; i < b.len; i++)
		if (b.s[i] == '\n')
			b.s[i] = ' ';
	fprintf(stderr, "<%d>heraldod: %.*s\n", level, STR_ARG(buf_str(&b)));
	buf_release(&b);
}

static void place_end(struct kept *k)
{
	char line[LINE_ROOM + 32];

	if (k->since_s && k->hidden) {
		snprintf(line, sizeof(line), "%d times more: %s", k->hidden,
			 k->text);
		oplog_print(k->level, line);
	}
	k->since_s = 0;
}

void oplog_flush(bool all)
{
	for (int i = 0; i < KEPT; i++)
		if (kept[i].since_s &&
		    (all || now_s() - kept[i].since_s >= WINDOW_S))
			place_end(&kept[i]);
}

/* the place of this line: the one that it has, a free one, or the oldest */
static struct kept *place_of(int level, const char *text)
{
	struct kept *best = &kept[0];

	for (int i = 0; i < KEPT; i++) {
		if (kept[i].since_s && kept[i].level == level &&
		    !strcmp(kept[i].text, text))
			return &kept[i];
		if (kept[i].since_s < best->since_s)
			best = &kept[i];
	}
	place_end(best);
	best->level = level;
	snprintf(best->text, sizeof(best->text), "%s", text);
	best->since_s = now_s();
	best->n = best->hidden = 0;
	return best;
}

void oplog_write(int level, const char *fmt, ...)
{
	char text[LINE_ROOM];
	struct kept *k;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	advice_complete(text, sizeof(text));
	oplog_flush(false);
	if (level <= OPLOG_WARNING) {
		k = place_of(level, text);
		if (k->n++ >= SHOWN) {
			k->hidden++;
			return;
		}
	}
	oplog_print(level, text);
}

/* The journal's socket, if standard error leads to the journal; else NULL. */
static const char *oplog_journal(void)
{
	const char *stream = getenv("JOURNAL_STREAM");
	const char *path = getenv("HERALDO_JOURNAL");
	unsigned long long dev, ino;
	struct stat st;

	if (path)
		return path;
	if (!stream || sscanf(stream, "%llu:%llu", &dev, &ino) != 2 ||
	    fstat(STDERR_FILENO, &st) || st.st_dev != (dev_t)dev ||
	    st.st_ino != (ino_t)ino)
		return NULL;
	return "/run/systemd/journal/socket";
}

/* One line of a datagram; control characters would begin another. */
static void field_add(struct buf *b, const char *name, struct str value)
{
	if (!value.len)
		return;
	buf_addf(b, "%s=", name);
	for (size_t i = 0; i < value.len; i++)
		buf_addc(b, (unsigned char)value.s[i] < ' ' ? ' ' : value.s[i]);
	buf_addc(b, '\n');
}

static bool journal_send(const char *path, const struct buf *b)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	bool good;
	int fd;

	if (strlen(path) >= sizeof(to.sun_path))
		return false;
	memcpy(to.sun_path, path, strlen(path) + 1);
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return false;
	good = sendto(fd, b->s, b->len, MSG_NOSIGNAL | MSG_DONTWAIT,
		      (struct sockaddr *)&to, sizeof(to)) == (ssize_t)b->len;
	close(fd);
	return good;
}

void oplog_write_fields(int level, const struct oplog_field *fields, int n,
			const char *fmt, ...)
{
	char text[LINE_ROOM], name[64];
	const char *path = oplog_journal();
	struct buf b;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (!path) {
		oplog_write(level, "%s", text);
		return;
	}
	buf_init(&b, 4 * LINE_ROOM);
	field_add(&b, "MESSAGE", str_of(text));
	buf_addf(&b, "PRIORITY=%d\nSYSLOG_IDENTIFIER=heraldod\n", level);
	for (int i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "HERALDO_%s", fields[i].name);
		field_add(&b, name, fields[i].value);
	}
	if (!journal_send(path, &b))
		oplog_write(level, "%s", text);
	buf_release(&b);
}

void oplog_err(const char *what, enum err e, const struct why *why)
{
	oplog_write(err_is_temporary(e) ? OPLOG_WARNING : OPLOG_ERROR, "%s: %s",
		    what, why->text[0] ? why->text : err_text(e));
}
