/*
 * src/mail/addr.h - checks mail addresses before they go on the wire. A checked
 * address can neither end a line of SMTP nor be read as two addresses; the
 * library that sends mail does not check this.
 */
#ifndef MAIL_ADDR_H
#define MAIL_ADDR_H
#include "base/arena.h"

enum {
	ADDR_MAX = 254,        /* bytes, RFC 5321 4.5.3.1.3 without < and > */
	ADDR_LOCAL_MAX = 64,   /* RFC 5321 4.5.3.1.1 */
	ADDR_DOMAIN_MAX = 253, /* the longest name of the DNS, as text */
	ADDR_LABEL_MAX = 63,
};

/*
 * The fault of a bare address (no name, no angle brackets), in a few words for
 * the operator or the sender; NULL if there is none. The local part is a
 * dot-atom: quoted ones ("a b"@x) are refused, because none works in practice.
 * The domain is a host name or an address literal. Bytes over 0x7f pass only
 * with utf8 (RFC 6531) and only as valid text without control characters.
 */
const char *addr_fault(struct str addr, bool utf8);

/*
 * The address as it is stored, compared and sent: in lower case, the labels of
 * its domain in ASCII (IDNA: "xn--"). Other faults stay as they are.
 */
struct str addr_ascii(struct arena *a, struct str addr);

/*
 * Why the judge never sends mail to this address if only a mail names it,
 * though the address is valid: its local part is special to some mailers ("-o",
 * "|cmd", a!b, a%b), or it is a robot's (postmaster, mailer-daemon, owner-x,
 * x-request), or own, the judge's address, with or without a +detail. NULL:
 * none of these.
 */
const char *addr_special(struct str addr, struct str own);

/* The part of an address after the last @, unchanged; all of it if there is no
 * @. */
struct str addr_domain(struct str addr);

/*
 * The fault of a host name or address as configured for a server: ASCII
 * letters, digits, dots and hyphens, or an IPv6 address. NULL if there is none.
 */
const char *addr_host_fault(struct str host);

/*
 * Does the name mean this machine for certain: "localhost", 127.x.y.z or ::1?
 * Only there may a password or a mail travel without TLS.
 */
bool addr_host_is_loopback(struct str host);
#endif
