/* src/mail/addr.c */
#include "mail/addr.h"
#include "base/ascii.h"
#include "base/buf.h"
#include "base/parse.h"
#include "base/str.h"
#include "base/utf8.h"
#include <strings.h>

/* atext of RFC 5322 3.2.3 */
static bool is_atext(char c)
{
	return ascii_is_alnum(c) || (c && strchr("!#$%&'*+-/=?^_`{|}~", c));
}

static bool is_high(char c)
{
	return (unsigned char)c >= 0x80;
}

/*
 * Text of RFC 6531 has its own ways to end a line or to look like another
 * address: C1 controls, line and paragraph separators, marks of direction.
 */
static bool is_plain_text(struct str s)
{
	if (!utf8_is_valid(s))
		return false;
	while (s.len) {
		size_t len;
		uint32_t c = utf8_next(s, &len);

		if ((0x80 <= c && c <= 0xa0) || c == 0xad ||
		    (0x200b <= c && c <= 0x200f) ||
		    (0x2028 <= c && c <= 0x202f) ||
		    (0x2060 <= c && c <= 0x206f) || c == 0xfeff)
			return false;
		s.s += len;
		s.len -= len;
	}
	return true;
}

static const char *local_fault(struct str local, bool utf8)
{
	if (!local.len)
		return "nothing before the @";
	if (local.len > ADDR_LOCAL_MAX)
		return "more than 64 bytes before the @";
	for (size_t i = 0; i < local.len; i++) {
		char c = local.s[i];

		if (c == '.') {
			if (!i || i + 1 == local.len || local.s[i + 1] == '.')
				return "a dot where no dot may stand";
		} else if (!is_atext(c) && !(utf8 && is_high(c))) {
			return "a character that no address may have";
		}
	}
	return NULL;
}

/* labels of letters, digits and inner hyphens, parted by dots */
static const char *name_fault(struct str name, bool utf8)
{
	size_t start = 0;

	if (!name.len)
		return "no domain";
	if (name.len > ADDR_DOMAIN_MAX)
		return "a domain of more than 253 bytes";
	for (size_t i = 0; i <= name.len; i++) {
		char c = i < name.len ? name.s[i] : '.';

		if (c == '.') {
			if (i == start)
				return "an empty label in the domain";
			if (i - start > ADDR_LABEL_MAX)
				return "a label of more than 63 bytes";
			if (name.s[start] == '-' || name.s[i - 1] == '-')
				return "a hyphen at the edge of a label";
			start = i + 1;
		} else if (!ascii_is_alnum(c) && c != '-' &&
			   !(utf8 && is_high(c))) {
			return "a character that no domain may have";
		}
	}
	return NULL;
}

/* is everything in it one of these characters? */
static bool is_made_of(struct str s, const char *set)
{
	for (size_t i = 0; i < s.len; i++)
		if (!s.s[i] || !strchr(set, s.s[i]))
			return false;
	return s.len > 0;
}

/* [192.0.2.1] or [IPv6:2001:db8::1] without its brackets, by its letters */
static const char *literal_fault(struct str lit)
{
	if (lit.len > 50)
		return "an address literal that is too long";
	if (str_starts(lit, "IPv6:")) {
		lit.s += 5;
		lit.len -= 5;
		if (is_made_of(lit, "0123456789abcdefABCDEF:."))
			return NULL;
	} else if (is_made_of(lit, "0123456789.")) {
		return NULL;
	}
	return "an address literal that is none";
}

const char *addr_fault(struct str addr, bool utf8)
{
	const char *fault;
	size_t at = 0;
	struct str domain;

	if (!addr.len)
		return "no address";
	if (addr.len > ADDR_MAX)
		return "more than 254 bytes";
	while (at < addr.len && addr.s[at] != '@')
		at++;
	if (at == addr.len)
		return "no @";
	fault = local_fault((struct str){ addr.s, at }, utf8);
	if (fault)
		return fault;
	domain = (struct str){ addr.s + at + 1, addr.len - at - 1 };
	if (domain.len > 2 && domain.s[0] == '[' &&
	    domain.s[domain.len - 1] == ']')
		fault = literal_fault(
			(struct str){ domain.s + 1, domain.len - 2 });
	else
		fault = name_fault(domain, utf8);
	if (!fault && !is_plain_text(addr))
		fault = "text that is not plain UTF-8";
	return fault;
}

/* --- domains in ASCII: punycode, RFC 3492 ----------------------------------
 */

enum {
	PUNY_BASE = 36,
	PUNY_T_MIN = 1,
	PUNY_T_MAX = 26,
	PUNY_SKEW = 38,
	PUNY_DAMP = 700,
	PUNY_BIAS = 72,
	PUNY_FIRST = 0x80,
};

static uint32_t puny_bias(uint32_t delta, uint32_t n_done, bool first)
{
	uint32_t k = 0;

	delta /= first ? PUNY_DAMP : 2;
	delta += delta / n_done;
	for (; delta > (PUNY_BASE - PUNY_T_MIN) * PUNY_T_MAX / 2;
	     k += PUNY_BASE)
		delta /= PUNY_BASE - PUNY_T_MIN;
	return k + (PUNY_BASE - PUNY_T_MIN + 1) * delta / (delta + PUNY_SKEW);
}

static void puny_number(struct buf *out, uint32_t q, uint32_t bias)
{
	static const char digits[] = "abcdefghijklmnopqrstuvwxyz0123456789";

	for (uint32_t k = PUNY_BASE;; k += PUNY_BASE) {
		uint32_t t = k <= bias                ? PUNY_T_MIN
			     : k >= bias + PUNY_T_MAX ? PUNY_T_MAX
						      : k - bias;

		if (q < t)
			break;
		buf_addc(out, digits[t + (q - t) % (PUNY_BASE - t)]);
		q = (q - t) / (PUNY_BASE - t);
	}
	buf_addc(out, digits[q]);
}

/* a label with other characters than ASCII; it has at most ADDR_LABEL_MAX */
static void puny_label(struct buf *out, const uint32_t *c, size_t n)
{
	uint32_t next = PUNY_FIRST, delta = 0, bias = PUNY_BIAS;
	uint32_t basic = 0, done;

	buf_addz(out, "xn--");
	for (size_t i = 0; i < n; i++)
		if (c[i] < PUNY_FIRST) {
			buf_addc(out, (char)c[i]);
			basic++;
		}
	if (basic)
		buf_addc(out, '-');
	for (done = basic; done < n; delta++, next++) {
		uint32_t m = UINT32_MAX;

		for (size_t i = 0; i < n; i++)
			if (c[i] >= next && c[i] < m)
				m = c[i];
		/* 64 characters below 2^21: no overflow */
		delta += (m - next) * (done + 1);
		next = m;
		for (size_t i = 0; i < n; i++) {
			delta += c[i] < next;
			if (c[i] != next)
				continue;
			puny_number(out, delta, bias);
			bias = puny_bias(delta, done + 1, done == basic);
			delta = 0;
			done++;
		}
	}
}

static bool has_high(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (is_high(s.s[i]))
			return true;
	return false;
}

/* false: too long for any name */
static bool label_ascii(struct buf *out, struct str label)
{
	uint32_t c[ADDR_LABEL_MAX];
	size_t n = 0, len;

	if (!has_high(label)) {
		buf_adds(out, label);
		return true;
	}
	for (; label.len; label.s += len, label.len -= len) {
		if (n == ADDR_LABEL_MAX)
			return false;
		c[n++] = utf8_next(label, &len);
	}
	puny_label(out, c, n);
	return true;
}

struct str addr_ascii(struct arena *a, struct str addr)
{
	struct str domain, rest, label, out;
	struct buf b;
	bool good = true;

	addr = str_lower(a, addr);
	domain = addr_domain(addr);
	if (domain.len == addr.len || domain.len > 4 * ADDR_DOMAIN_MAX ||
	    !has_high(domain) || !is_plain_text(domain))
		return addr;
	buf_init(&b, 16 << 10);
	buf_adds(&b, (struct str){ addr.s, addr.len - domain.len });
	rest = utf8_lower(a, utf8_nfkc(a, domain));
	for (int n = 0; good && parse_field(&rest, '.', &label); n++) {
		if (n)
			buf_addc(&b, '.');
		good = label_ascii(&b, label);
	}
	out = good && !b.full ? arena_str(a, buf_str(&b)) : addr;
	buf_release(&b);
	return out;
}

static bool same(struct str a, struct str b)
{
	return a.len == b.len && (!a.len || !strncasecmp(a.s, b.s, a.len));
}

/* the parts before and after the last @ */
static void halves(struct str addr, struct str *local, struct str *domain)
{
	size_t at = addr.len;

	while (at && addr.s[at - 1] != '@')
		at--;
	*local = (struct str){ addr.s, at ? at - 1 : addr.len };
	*domain = (struct str){ addr.s + at, addr.len - at };
}

struct str addr_domain(struct str addr)
{
	struct str local, domain;

	halves(addr, &local, &domain);
	return domain;
}

static struct str without_detail(struct str local)
{
	const char *plus = local.len ? memchr(local.s, '+', local.len) : NULL;

	if (plus)
		local.len = (size_t)(plus - local.s);
	return local;
}

const char *addr_special(struct str addr, struct str own)
{
	static const char *const robots[] = { "postmaster",   "mailer-daemon",
					      "mailerdaemon", "mdaemon",
					      "hostmaster",   "abuse" };
	static const char owner[] = "owner-", request[] = "-request";
	struct str local, domain, o_local, o_domain;

	halves(addr, &local, &domain);
	halves(own, &o_local, &o_domain);
	if (same(domain, o_domain) &&
	    same(without_detail(local), without_detail(o_local)))
		return "the judge's own address";
	if (!local.len || strchr("-|/", local.s[0]))
		return "an address that means something to a mailer";
	for (size_t i = 0; i < local.len; i++)
		if (strchr("!%\"|", local.s[i]))
			return "an address that means something to a mailer";
	for (size_t i = 0; i < ARRAY_LEN(robots); i++)
		if (same(local, str_of(robots[i])))
			return "an address of a machine";
	if ((local.len > sizeof(owner) - 1 &&
	     !strncasecmp(local.s, owner, sizeof(owner) - 1)) ||
	    (local.len > sizeof(request) - 1 &&
	     !strncasecmp(local.s + local.len - (sizeof(request) - 1), request,
			  sizeof(request) - 1)))
		return "an address of a mailing list";
	return NULL;
}

const char *addr_host_fault(struct str host)
{
	if (host.len && memchr(host.s, ':', host.len)) {
		if (host.len <= 45 &&
		    is_made_of(host, "0123456789abcdefABCDEF:."))
			return NULL;
		return "an IPv6 address that is none";
	}
	return name_fault(host, false);
}

bool addr_host_is_loopback(struct str host)
{
	return str_is(host, "localhost") || str_is(host, "::1") ||
	       (str_starts(host, "127.") && is_made_of(host, "0123456789."));
}
