/* src/mail/conn.c - one connection to a mail server, with TLS by GnuTLS */
#include "mail/conn.h"
#include "mail/addr.h"
#include "base/xalloc.h"
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include "mail/conn.inc"

enum { BYTES_PER_MS = 1 }; /* the slowest server we bear, on average */

struct conn {
	int fd;
	char *host, *ca_file;
	unsigned silence_s;
	gnutls_session_t tls;
	gnutls_certificate_credentials_t trust;
	gnutls_typed_vdata_st want[2]; /* of the server's certificate */
	int64_t deadline_ms; /* of the operation, grows with what it brings */
	size_t budget;       /* bytes it may still bring */
	enum err err;        /* not OK: broken */
	struct why why;
};

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void broke(struct conn *w, enum err e, const char *what,
		  const char *detail)
{
	if (w->err)
		return;
	w->err = why_set(&w->why, e, "%s: %s%s%s", w->host, what,
			 detail ? ": " : "", detail ? detail : "");
}

void conn_break(struct conn *w, enum err e, const char *text)
{
	broke(w, e, text, NULL);
}

enum err conn_error(const struct conn *w, struct why *why)
{
	return w->err ? why_set(why, w->err, "%s", w->why.text) : ERR_OK;
}

void conn_arm(struct conn *w, size_t budget)
{
	w->budget = budget;
	w->deadline_ms = now_ms() + (int64_t)w->silence_s * 1000;
}

/* wait for POLLIN or POLLOUT inside the operation; false breaks the wire */
static bool ready(struct conn *w, short events)
{
	for (;;) {
		int64_t left = w->deadline_ms - now_ms();
		int64_t silence = (int64_t)w->silence_s * 1000;
		struct pollfd p = { .fd = w->fd, .events = events };
		int n;

		if (left > silence)
			left = silence;
		n = left > 0 ? poll(&p, 1, (int)left) : 0;
		if (n > 0)
			return true;
		if (n < 0 && errno == EINTR)
			continue;
		broke(w, ERR_MAIL_DOWN, n < 0 ? "lost" : "no answer in time",
		      n < 0 ? strerror(errno) : NULL);
		return false;
	}
}

/* GnuTLS said no: wait as it asks (true), or break */
static bool tls_goes_on(struct conn *w, int said)
{
	if (said == GNUTLS_E_AGAIN || said == GNUTLS_E_INTERRUPTED)
		return ready(w, gnutls_record_get_direction(w->tls) ? POLLOUT
								    : POLLIN);
	if (!gnutls_error_is_fatal(said) && now_ms() < w->deadline_ms)
		return true;
	broke(w, ERR_MAIL_DOWN, "connection lost", gnutls_strerror(said));
	return false;
}

/* one address; the socket does not block and does not outlive an exec */
static bool connect_to(struct conn *w, const struct addrinfo *a)
{
	int fault = 0, one = 1;
	socklen_t len = sizeof(fault);

	w->fd = socket(a->ai_family,
		       a->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC,
		       a->ai_protocol);
	if (w->fd < 0) {
		broke(w, ERR_SYSTEM, "no socket", strerror(errno));
		return false;
	}
	setsockopt(w->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	setsockopt(w->fd, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof(one));
	if (!connect(w->fd, a->ai_addr, a->ai_addrlen))
		return true;
	if (errno != EINPROGRESS) {
		broke(w, ERR_MAIL_DOWN, "cannot connect", strerror(errno));
	} else if (ready(w, POLLOUT)) {
		getsockopt(w->fd, SOL_SOCKET, SO_ERROR, &fault, &len);
		if (!fault)
			return true;
		broke(w, ERR_MAIL_DOWN, "cannot connect", strerror(fault));
	}
	close(w->fd);
	w->fd = -1;
	return false;
}

/* is the other end this machine, whatever name led there? */
static bool peer_is_loopback(int fd)
{
	struct sockaddr_storage a;
	socklen_t len = sizeof(a);

	if (getpeername(fd, (struct sockaddr *)&a, &len))
		return false;
	if (a.ss_family == AF_INET) {
		struct sockaddr_in in;

		memcpy(&in, &a, sizeof(in));
		return ntohl(in.sin_addr.s_addr) >> 24 == 127;
	}
	if (a.ss_family == AF_INET6) {
		struct sockaddr_in6 in6;

		memcpy(&in6, &a, sizeof(in6));
		return IN6_IS_ADDR_LOOPBACK(&in6.sin6_addr);
	}
	return false;
}

static void connect_any(struct conn *w, uint16_t port)
{
	struct addrinfo want = { .ai_socktype = SOCK_STREAM }, *list, *a;
	char service[8];
	int n;

	snprintf(service, sizeof(service), "%u", (unsigned)port);
	n = getaddrinfo(w->host, service, &want, &list);
	if (n) {
		broke(w, ERR_MAIL_DOWN, "name not found", gai_strerror(n));
		return;
	}
	for (a = list; a; a = a->ai_next) {
		/* what counts is the address that works, or the last fault */
		w->err = ERR_OK;
		why_clear(&w->why);
		conn_arm(w, 0);
		if (connect_to(w, a))
			break;
	}
	freeaddrinfo(list);
}

static char *copy(const char *z)
{
	return z ? xalloc_check(strdup(z)) : NULL;
}

void conn_load(void)
{
	calls_load();
}

enum err conn_open(const struct conn_config *config, struct conn **out,
		   struct why *why)
{
	const char *host = config->host ? config->host : "";
	const char *fault = addr_host_fault(str_of(host));
	struct conn *w;
	enum err e;

	*out = NULL;
	if (fault)
		return why_set(why, ERR_CONFIG, "mail server \"%s\": %s", host,
			       fault);
	if (!config->port || !config->silence_s)
		return why_set(why, ERR_CONFIG,
			       "%s: a port and a time-out are needed", host);
	if (config->tls == TLS_NONE && !addr_host_is_loopback(str_of(host)))
		return why_set(why, ERR_CONFIG,
			       "%s: only localhost may be used without TLS",
			       host);
	calls_load();
	w = xalloc_check(calloc(1, sizeof(*w)));
	w->fd = -1;
	w->host = copy(host);
	w->ca_file = config->ca_file && config->ca_file[0]
			     ? copy(config->ca_file)
			     : NULL;
	w->silence_s = config->silence_s;
	connect_any(w, config->port);
	if (!w->err && config->tls == TLS_NONE && !peer_is_loopback(w->fd))
		broke(w, ERR_CONFIG, "is not this machine, and TLS is off",
		      NULL);
	if (!w->err && config->tls == TLS_IMPLICIT) {
		conn_arm(w, 1 << 20);
		conn_secure(w, NULL);
	}
	e = conn_error(w, why);
	if (e)
		conn_close(w);
	else
		*out = w;
	return e;
}

void conn_close(struct conn *w)
{
	if (!w)
		return;
	if (w->tls) {
		/* a farewell if it costs nothing, without waiting for the
		 * answer */
		if (!w->err)
			gnutls_bye(w->tls, GNUTLS_SHUT_WR);
		gnutls_deinit(w->tls);
	}
	if (w->trust)
		gnutls_certificate_free_credentials(w->trust);
	if (w->fd >= 0)
		close(w->fd);
	free(w->host);
	free(w->ca_file);
	free(w);
}

/* the certificates we trust */
static void load_trust(struct conn *w)
{
	int n = gnutls_certificate_allocate_credentials(&w->trust);

	if (n < 0) {
		broke(w, ERR_MAIL_TLS, "TLS", gnutls_strerror(n));
		return;
	}
	if (w->ca_file)
		n = gnutls_certificate_set_x509_trust_file(w->trust, w->ca_file,
							   GNUTLS_X509_FMT_PEM);
	else
		n = gnutls_certificate_set_x509_system_trust(w->trust);
	if (n > 0)
		return;
	broke(w, ERR_MAIL_TLS, "no certificates to trust in",
	      w->ca_file ? w->ca_file : "the system's store");
}

/* what was wrong with the certificate, in GnuTLS's words */
static void tell_refusal(struct conn *w)
{
	gnutls_datum_t text = { 0 };
	unsigned status = gnutls_session_get_verify_cert_status(w->tls);

	gnutls_certificate_verification_status_print(
		status, gnutls_certificate_type_get(w->tls), &text, 0);
	broke(w, ERR_MAIL_TLS,
	      status & GNUTLS_CERT_SIGNER_NOT_FOUND
		      ? "certificate refused; ca-file names an authority of "
			"one's own"
		      : "certificate refused",
	      text.data ? (const char *)text.data : NULL);
	gnutls_free(text.data);
}

static void handshake(struct conn *w)
{
	int n;

	while (!w->err && (n = gnutls_handshake(w->tls)) < 0) {
		if (n == GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR)
			tell_refusal(w);
		else if (n == GNUTLS_E_AGAIN || n == GNUTLS_E_INTERRUPTED ||
			 !gnutls_error_is_fatal(n))
			tls_goes_on(w, n);
		else if (n == GNUTLS_E_PREMATURE_TERMINATION ||
			 n == GNUTLS_E_PULL_ERROR || n == GNUTLS_E_PUSH_ERROR)
			broke(w, ERR_MAIL_DOWN, "lost in the TLS handshake",
			      NULL);
		else
			broke(w, ERR_MAIL_TLS, "TLS handshake",
			      gnutls_strerror(n));
	}
}

/* a host given as an address has no server name to ask for */
static bool is_address(const char *host)
{
	return strspn(host, "0123456789.") == strlen(host) || strchr(host, ':');
}

enum err conn_secure(struct conn *w, struct why *why)
{
	const char *at = NULL;
	int n = 0;

	assert(!w->tls);
	if (!w->err)
		load_trust(w);
	if (!w->err)
		n = gnutls_init(&w->tls, GNUTLS_CLIENT | GNUTLS_NONBLOCK |
						 GNUTLS_NO_SIGNAL);
	if (!w->err && n >= 0)
		n = gnutls_set_default_priority_append(
			w->tls, "-VERS-TLS1.0:-VERS-TLS1.1", &at, 0);
	if (!w->err && n >= 0)
		n = gnutls_credentials_set(w->tls, GNUTLS_CRD_CERTIFICATE,
					   w->trust);
	if (!w->err && n >= 0 && !is_address(w->host))
		n = gnutls_server_name_set(w->tls, GNUTLS_NAME_DNS, w->host,
					   strlen(w->host));
	if (!w->err && n < 0)
		broke(w, ERR_MAIL_TLS, "TLS", gnutls_strerror(n));
	if (!w->err) {
		static char purpose[] = GNUTLS_KP_TLS_WWW_SERVER;

		/* GnuTLS keeps the pointer: these live as long as the session
		 */
		w->want[0] = (gnutls_typed_vdata_st){
			.type = GNUTLS_DT_DNS_HOSTNAME,
			.data = (unsigned char *)w->host,
		};
		w->want[1] = (gnutls_typed_vdata_st){
			.type = GNUTLS_DT_KEY_PURPOSE_OID,
			.data = (unsigned char *)purpose,
		};
		gnutls_session_set_verify_cert2(w->tls, w->want,
						ARRAY_LEN(w->want), 0);
		gnutls_transport_set_int(w->tls, w->fd);
		handshake(w);
	}
	return conn_error(w, why);
}

static long read_some(struct conn *w, void *out, size_t len)
{
	for (;;) {
		ssize_t n;

		if (w->tls) {
			n = gnutls_record_recv(w->tls, out, len);
			if (n >= 0)
				return n;
			if (!tls_goes_on(w, (int)n))
				return -1;
			continue;
		}
		n = recv(w->fd, out, len, 0);
		if (n >= 0)
			return n;
		if (errno != EAGAIN && errno != EINTR) {
			broke(w, ERR_MAIL_DOWN, "connection lost",
			      strerror(errno));
			return -1;
		}
		if (!ready(w, POLLIN))
			return -1;
	}
}

long conn_read(struct conn *w, void *out, size_t len)
{
	long n;

	if (w->err)
		return -1;
	if (!w->budget) {
		broke(w, ERR_MAIL_PROTOCOL, "sends more than it was asked for",
		      NULL);
		return -1;
	}
	if (now_ms() >= w->deadline_ms) {
		broke(w, ERR_MAIL_DOWN, "too slow", NULL);
		return -1;
	}
	n = read_some(w, out, len < w->budget ? len : w->budget);
	if (n > 0) {
		w->budget -= (size_t)n;
		w->deadline_ms += n / BYTES_PER_MS;
	} else if (!n) {
		broke(w, ERR_MAIL_DOWN, "closed the connection", NULL);
	}
	return n;
}

bool conn_write(struct conn *w, const void *bytes, size_t len)
{
	const char *at = bytes;

	while (!w->err && len) {
		ssize_t n;

		if (w->tls) {
			n = gnutls_record_send(w->tls, at, len);
			if (n < 0) {
				tls_goes_on(w, (int)n);
				continue;
			}
		} else {
			n = send(w->fd, at, len, MSG_NOSIGNAL);
			if (n < 0) {
				if (errno == EAGAIN || errno == EINTR)
					ready(w, POLLOUT);
				else
					broke(w, ERR_MAIL_DOWN,
					      "connection lost",
					      strerror(errno));
				continue;
			}
		}
		at += n;
		len -= (size_t)n;
		w->deadline_ms += n / BYTES_PER_MS;
	}
	return !w->err;
}

/* poll for either; fd may be -1 */
static enum conn_event wait_for(int fd, unsigned seconds, int interrupt_fd)
{
	int64_t end = now_ms() + (int64_t)seconds * 1000;

	for (;;) {
		struct pollfd p[] = {
			{ .fd = fd, .events = POLLIN },
			{ .fd = interrupt_fd, .events = POLLIN },
		};
		int64_t left = end - now_ms();
		int n;

		if (left < 0)
			left = 0;
		n = poll(p, 2, left > INT_MAX ? INT_MAX : (int)left);
		if (n < 0 && errno == EINTR) {
			/* a signal ends the wait as the fd does: its handler
			 * may have no other way to be heard */
			return CONN_INTERRUPT;
		}
		if (n < 0)
			return CONN_BROKEN;
		if (p[1].revents)
			return CONN_INTERRUPT;
		if (p[0].revents)
			return CONN_DATA;
		if (!n && left <= 0)
			return CONN_TIMEOUT;
	}
}

enum conn_event conn_wait(struct conn *w, unsigned seconds, int interrupt_fd)
{
	if (w->err)
		return CONN_BROKEN;
	/* what TLS has decrypted already, no poll will show */
	if (w->tls && gnutls_record_check_pending(w->tls))
		return CONN_DATA;
	return wait_for(w->fd, seconds, interrupt_fd);
}

enum conn_event conn_sleep(unsigned seconds, int interrupt_fd)
{
	return wait_for(-1, seconds, interrupt_fd);
}
