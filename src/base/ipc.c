/* src/base/ipc.c */
#include "base/ipc.h"
#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEAD = 5 }; /* type, length in four bytes, the high one first */

void ipc_init(struct ipc *c, int fd)
{
	c->fd = fd;
	buf_init(&c->in, IPC_MAX_PAYLOAD + HEAD);
}

enum err ipc_pair(struct ipc *a, struct ipc *b, struct why *why)
{
	int fd[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd))
		return why_set(why, ERR_SYSTEM, "socketpair: %s",
			       strerror(errno));
	ipc_init(a, fd[0]);
	ipc_init(b, fd[1]);
	return ERR_OK;
}

void ipc_release(struct ipc *c)
{
	if (c->fd >= 0)
		close(c->fd);
	c->fd = -1;
	buf_release(&c->in);
}

static enum err ipc_gone(struct why *why)
{
	return why_set(why, ERR_INTERRUPTED, "the other process is gone");
}

static enum err send_all(int fd, const char *bytes, size_t len, struct why *why)
{
	while (len) {
		/* a dead peer is an answer, not a signal */
		ssize_t n = send(fd, bytes, len, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && (errno == EPIPE || errno == ECONNRESET))
			return ipc_gone(why);
		if (n < 0)
			return why_set(why, ERR_SYSTEM, "send: %s",
				       strerror(errno));
		bytes += n;
		len -= (size_t)n;
	}
	return ERR_OK;
}

enum err ipc_send(struct ipc *c, char type, struct str payload, struct why *why)
{
	char head[HEAD] = { type, (char)(payload.len >> 24 & 255),
			    (char)(payload.len >> 16 & 255),
			    (char)(payload.len >> 8 & 255),
			    (char)(payload.len & 255) };
	enum err e;

	assert(type && payload.len <= IPC_MAX_PAYLOAD);
	if (c->fd < 0)
		return ipc_gone(why);
	e = send_all(c->fd, head, HEAD, why);
	return e ? e : send_all(c->fd, payload.s, payload.len, why);
}

/* the payload's length, or more than allowed while the head is not there */
static size_t payload_len(const struct ipc *c)
{
	const unsigned char *h = (const unsigned char *)c->in.s;

	if (c->in.len < HEAD)
		return SIZE_MAX;
	return (size_t)h[1] << 24 | (size_t)h[2] << 16 | (size_t)h[3] << 8 |
	       h[4];
}

bool ipc_has(const struct ipc *c)
{
	size_t len = payload_len(c);

	return len != SIZE_MAX && c->in.len - HEAD >= len;
}

static void message_take(struct ipc *c, struct arena *a, char *type,
			 struct str *payload)
{
	size_t len = payload_len(c);
	struct str s = { c->in.s + HEAD, len };

	*type = c->in.s[0];
	*payload = arena_str(a, s);
	c->in.len -= HEAD + len;
	memmove(c->in.s, c->in.s + HEAD + len, c->in.len);
}

enum err ipc_receive(struct ipc *c, int timeout_ms, struct arena *a, char *type,
		     struct str *payload, struct why *why)
{
	char chunk[16384];

	*type = 0;
	*payload = (struct str){ "", 0 };
	while (!ipc_has(c)) {
		struct pollfd p = { .fd = c->fd, .events = POLLIN };
		size_t len = payload_len(c);
		ssize_t n;
		int ready;

		if (c->fd < 0)
			return ipc_gone(why);
		if (len != SIZE_MAX && len > IPC_MAX_PAYLOAD)
			return why_set(
				why, ERR_FORMAT,
				"a message of %zu bytes from the other process",
				len);
		ready = poll(&p, 1, timeout_ms);
		if (!ready || (ready < 0 && errno == EINTR))
			return ERR_OK;
		n = ready < 0 ? -1 : read(c->fd, chunk, sizeof(chunk));
		if (n < 0 && errno == EINTR)
			continue;
		if (!n || (n < 0 && errno == ECONNRESET))
			return ipc_gone(why);
		if (n < 0)
			return why_set(why, ERR_SYSTEM, "read: %s",
				       strerror(errno));
		if (!buf_add(&c->in, chunk, (size_t)n))
			return why_set(why, ERR_FORMAT,
				       "the other process sends too much");
	}
	message_take(c, a, type, payload);
	return ERR_OK;
}

void pack_u64(struct buf *out, uint64_t n)
{
	for (int i = 56; i >= 0; i -= 8)
		buf_addc(out, (char)(n >> i & 255));
}

void pack_str(struct buf *out, struct str s)
{
	pack_u64(out, s.len);
	buf_adds(out, s);
}

uint64_t unpack_u64(struct unpack *u)
{
	uint64_t n = 0;

	if (u->rest.len < 8) {
		u->bad = true;
		u->rest.len = 0;
		return 0;
	}
	for (int i = 0; i < 8; i++)
		n = n << 8 | (unsigned char)u->rest.s[i];
	u->rest.s += 8;
	u->rest.len -= 8;
	return n;
}

struct str unpack_str(struct unpack *u)
{
	uint64_t len = unpack_u64(u);
	struct str s = { u->rest.s, (size_t)len };

	if (len > u->rest.len) {
		u->bad = true;
		u->rest.len = 0;
		return (struct str){ "", 0 };
	}
	u->rest.s += len;
	u->rest.len -= (size_t)len;
	return s;
}

uint64_t unpack_below(struct unpack *u, uint64_t end)
{
	uint64_t n = unpack_u64(u);

	if (n < end)
		return n;
	u->bad = true;
	return 0;
}

bool unpack_done(const struct unpack *u)
{
	return !u->bad && !u->rest.len;
}
