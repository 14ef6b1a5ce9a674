/*
 * tests/unit/fake.h - servers that misbehave to order, each a child process
 * on a free port of 127.0.0.1.
 */
#ifndef TESTS_FAKE_H
#define TESTS_FAKE_H
#include "base/base.h"
#include <sys/types.h>

struct fake {
	pid_t pid;
	uint16_t port;
	bool ends; /* a script that comes to its end by itself */
};

/*
 * Play a script, line by line, up to NULL:
 *	"S:text"	send the text and CRLF
 *	"s:text"	send the text as it is
 *	"C:text"	read a line; it must begin with the text
 *	"D"		read lines up to a single dot
 *	"X"		close the connection
 *	"N"		close it, and wait for the next one
 *	"H"		say nothing any more
 * The first connection is waited for by itself. At the end the connection is
 * closed. A line that is not as it must be ends the child with 1.
 */
void fake_play(struct fake *f, const char *const *script);

/*
 * Pass everything on to 127.0.0.1:port and back. The first connection is cut
 * when the server has sent cut_after bytes, later ones are left alone.
 */
void fake_cut(struct fake *f, uint16_t port, size_t cut_after);

/* Listen and never accept. */
void fake_silence(struct fake *f);

/*
 * Wait for a player that is at its end, or end another kind; the exit status
 * of a player, else 0.
 */
int fake_stop(struct fake *f);

/* A port of 127.0.0.1 on which nobody listens. */
uint16_t fake_free_port(void);

/* Connect to 127.0.0.1:port. */
int fake_dial(uint16_t port);
#endif
