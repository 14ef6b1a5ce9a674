/*
 * src/cli/supervisor.h - tells systemd how the daemon is doing, by the protocol
 * of sd_notify(3): a datagram to the socket in NOTIFY_SOCKET. Without that
 * variable nothing happens.
 */
#ifndef CLI_SUPERVISOR_H
#define CLI_SUPERVISOR_H
#include "base/base.h"

/* "READY=1", "STOPPING=1", "WATCHDOG=1", "STATUS=words"; lines. */
void supervisor_notify(const char *lines);

/* How often it wants to hear WATCHDOG=1, in ms; 0: not at all. */
int64_t supervisor_watchdog_ms(void);
#endif
