/*
 * src/mail/addr.h - is this a mail address that may be put on the wire? What
 * passes here can neither end a line of SMTP nor be read as two addresses;
 * the library that sends checks nothing of the kind.
 */
#ifndef MAIL_ADDR_H
#define MAIL_ADDR_H
#include "base/base.h"

enum {
	ADDR_MAX = 254,        /* bytes, RFC 5321 4.5.3.1.3 without < and > */
	ADDR_LOCAL_MAX = 64,   /* RFC 5321 4.5.3.1.1 */
	ADDR_DOMAIN_MAX = 253, /* the longest name of the DNS, as text */
	ADDR_LABEL_MAX = 63,
};

/*
 * What is wrong with a bare address (no name, no angle brackets), in a few
 * words for the operator or the sender; NULL if nothing is. The local part is
 * a dot-atom: quoted ones ("a b"@x) are refused, nobody has one that works.
 * The domain is a host name or an address literal. Bytes over 0x7f pass only
 * with utf8 (RFC 6531) and only as valid text without control characters.
 */
const char *addr_fault(struct str addr, bool utf8);

/*
 * Why mail is never sent there on the word of a mail, though it could be: its
 * local part means something to somebody's mailer ("-o", "|cmd", a!b, a%b), or
 * it is a robot's (postmaster, mailer-daemon, owner-x, x-request), or own, the
 * judge's address, with or without a +detail. NULL: none of these.
 */
const char *addr_special(struct str addr, struct str own);

/* What stands behind the last @ of an address, in its bytes; all of it where
 * there is none. */
struct str addr_domain(struct str addr);

/*
 * What is wrong with a host name or address as configured for a server: ASCII
 * letters, digits, dots and hyphens, or an IPv6 address. NULL if nothing is.
 */
const char *addr_host_fault(struct str host);

/*
 * Does the name mean this machine for certain: "localhost", 127.x.y.z or ::1?
 * Only there may a password or a mail travel without TLS.
 */
bool addr_host_is_loopback(struct str host);
#endif
