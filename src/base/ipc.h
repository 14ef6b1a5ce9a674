/*
 * src/base/ipc.h - messages between two of our own processes over a socket
 * pair: a type and a payload, each bounded. Both ends are this program, so a
 * message that breaks the bounds is a fault of ours or a sign that the other
 * side was taken over: the channel is then closed and never used again.
 */
#ifndef BASE_IPC_H
#define BASE_IPC_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"

enum { IPC_MAX_PAYLOAD = 24 << 20 }; /* bytes */

struct ipc {
	int fd;        /* -1: closed */
	struct buf in; /* bytes received, not yet a whole message */
};

/* Make a connected pair; close-on-exec. ERR_SYSTEM. */
enum err ipc_pair(struct ipc *a, struct ipc *b, struct why *why);
/* This end of a pair that another program made; c owns fd. */
void ipc_init(struct ipc *c, int fd);
void ipc_release(struct ipc *c);

/*
 * Send one message, waiting as long as the other side reads. ERR_INTERRUPTED:
 * the other side is gone.
 */
enum err ipc_send(struct ipc *c, char type, struct str payload,
		  struct why *why);

/*
 * The next message; its payload is copied into the arena. Waits up to
 * timeout_ms (-1: for ever; 0: not at all): *type is 0 if none came.
 * ERR_INTERRUPTED: the other side is gone. ERR_FORMAT: what came is none.
 */
enum err ipc_receive(struct ipc *c, int timeout_ms, struct arena *a, char *type,
		     struct str *payload, struct why *why);

/* Is a whole message waiting already, without looking at the socket? */
bool ipc_has(const struct ipc *c);

/*
 * Payloads: numbers and byte strings one after the other. Reading past the end
 * gives zeroes and sets `bad`, which the reader asks once, at the end.
 */
void pack_u64(struct buf *out, uint64_t n);
void pack_str(struct buf *out, struct str s);

struct unpack {
	struct str rest;
	bool bad;
};
uint64_t unpack_u64(struct unpack *u);
struct str unpack_str(struct unpack *u); /* borrowed from the payload */
/* a whole number below end; bad otherwise */
uint64_t unpack_below(struct unpack *u, uint64_t end);
bool unpack_done(const struct unpack *u); /* all read and nothing bad */
#endif
