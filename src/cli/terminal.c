/* src/cli/terminal.c */
#define _GNU_SOURCE /* fopencookie */
#include "cli/terminal.h"
#include "base/utf8.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PENDING = 4 }; /* bytes of one character */

static bool is_harmful(uint32_t c)
{
	return (c < 0x20 && c != '\n' && c != '\t') ||
	       (0x7f <= c && c < 0xa0) || c == 0x61c ||
	       (0x200e <= c && c <= 0x200f) || (0x2028 <= c && c <= 0x202e) ||
	       (0x2066 <= c && c <= 0x2069) || c == 0xfeff;
}

/* Bytes of the character that begins with this one, 1 if none does. */
static size_t length_of(uint8_t c)
{
	return c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 1;
}

size_t terminal_escape(struct buf *out, struct str text, bool more)
{
	size_t at = 0;

	while (at < text.len) {
		struct str one = { text.s + at, text.len - at };
		size_t n = length_of((uint8_t)*one.s), step;
		uint32_t c;

		if (one.len < n && more)
			break;
		one.len = one.len < n ? one.len : n;
		if (!utf8_is_valid(one)) {
			buf_addf(out, "\\x%02x", (unsigned)(uint8_t)*one.s);
			at++;
			continue;
		}
		c = utf8_next(one, &step);
		if (!is_harmful(c))
			buf_add(out, one.s, one.len);
		else
			buf_addf(out, c < 0x80 ? "\\x%02x" : "\\u%04x",
				 (unsigned)c);
		at += one.len;
	}
	return at;
}

static struct guard {
	int fd;
	char pending[PENDING];
	size_t n;
} guards[] = { { .fd = STDOUT_FILENO }, { .fd = STDERR_FILENO } };

static ssize_t guarded_write(void *cookie, const char *bytes, size_t len)
{
	struct guard *g = cookie;
	struct buf in, out;
	size_t taken, done = 0;

	buf_init(&in, len + PENDING + 1);
	buf_init(&out, 6 * (len + PENDING) + 1);
	buf_add(&in, g->pending, g->n);
	buf_add(&in, bytes, len);
	taken = terminal_escape(&out, buf_str(&in), true);
	g->n = in.len - taken;
	memcpy(g->pending, buf_str(&in).s + taken, g->n);
	while (done < out.len) {
		ssize_t n =
			write(g->fd, buf_str(&out).s + done, out.len - done);

		if (n <= 0)
			break;
		done += (size_t)n;
	}
	taken = done == out.len ? len : 0;
	buf_release(&in);
	buf_release(&out);
	return (ssize_t)taken;
}

static FILE *terminal_guarded(struct guard *g, FILE *plain, int buffering)
{
	static const cookie_io_functions_t io = { .write = guarded_write };
	FILE *f = fopencookie(g, "w", io);

	if (!f)
		return plain;
	setvbuf(f, NULL, buffering, BUFSIZ);
	return f;
}

void terminal_guard(void)
{
	stdout = terminal_guarded(&guards[0], stdout,
				  isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF);
}

void terminal_guard_errors(void)
{
	/* a message that is cut off by a crash is better than none */
	stderr = terminal_guarded(&guards[1], stderr, _IONBF);
}
