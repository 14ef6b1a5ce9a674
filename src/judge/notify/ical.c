/* src/judge/notify/ical.c */
#include "judge/notify/ical.h"
#include "base/date.h"
#include "base/utf8.h"
#include <string.h>

enum { LINE_BYTES = 75, TEXT_BYTES = 2000 };

/* One line that is being written. */
struct line {
	struct buf *out;
	size_t len; /* of the bytes before the next CRLF */
};

static void line_put(struct line *l, const char *s, size_t n)
{
	if (l->len + n > LINE_BYTES) {
		buf_addz(l->out, "\r\n ");
		l->len = 1;
	}
	buf_add(l->out, s, n);
	l->len += n;
}

static struct line line_begin(struct buf *out, const char *name)
{
	struct line l = { .out = out };

	line_put(&l, name, strlen(name));
	return l;
}

/* RFC 5545, 3.3.11: what would end a value is escaped, control characters other
 * than the end of a line are left out */
static void put_text(struct buf *out, const char *name, struct str s)
{
	struct line l = line_begin(out, name);
	size_t n, kept = 0;

	for (; s.len; s.s += n, s.len -= n) {
		char c = s.s[0];

		utf8_next(s, &n);
		if (kept + n > TEXT_BYTES)
			break;
		kept += n;
		if (c == '\n')
			line_put(&l, "\\n", 2);
		else if (c == '\\' || c == ';' || c == ',')
			line_put(&l, (char[]){ '\\', c }, 2);
		else if ((unsigned char)c >= ' ' && c != 0x7f)
			line_put(&l, s.s, n);
	}
	buf_addz(out, "\r\n");
}

/* an address as a URI: all but unreserved characters are percent-encoded */
static void put_mailto(struct buf *out, const char *name, struct str s)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789-._~@+";
	static const char hex[] = "0123456789ABCDEF";
	struct line l = line_begin(out, name);

	for (size_t i = 0; i < s.len && i < TEXT_BYTES; i++) {
		unsigned char c = (unsigned char)s.s[i];

		if (c && strchr(plain, c))
			line_put(&l, s.s + i, 1);
		else
			line_put(&l, (char[]){ '%', hex[c >> 4], hex[c & 15] },
				 3);
	}
	buf_addz(out, "\r\n");
}

static void put_time(struct buf *out, const char *name, int64_t t)
{
	int64_t s = t % DAY_S;
	int year, month, day;

	date_split((int32_t)(t / DAY_S), &year, &month, &day);
	buf_addf(out, "%s%04d%02d%02dT%02d%02d%02dZ\r\n", name, year, month,
		 day, (int)(s / HOUR_S), (int)(s / 60 % 60), (int)(s % 60));
}

const char *ical_method(const struct ical *d)
{
	return d->cancelled ? "CANCEL" : "PUBLISH";
}

void ical_render(struct buf *out, const struct ical *d)
{
	buf_addf(out,
		 "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
		 "PRODID:-//Heraldo//judge//EN\r\nMETHOD:%s\r\n"
		 "BEGIN:VEVENT\r\n",
		 ical_method(d));
	put_text(out, "UID:", d->uid);
	buf_addf(out, "SEQUENCE:%lld\r\nSTATUS:%s\r\n", (long long)d->sequence,
		 d->cancelled ? "CANCELLED" : "CONFIRMED");
	put_time(out, "DTSTAMP:", d->made_s);
	put_time(out, "DTSTART:", d->at_s);
	put_mailto(out, "ORGANIZER:mailto:", d->from);
	put_text(out, "SUMMARY:", d->title);
	put_text(out, "DESCRIPTION:", d->all);
	/* does not mark the time as busy */
	buf_addz(out, "TRANSP:TRANSPARENT\r\nEND:VEVENT\r\n"
		      "END:VCALENDAR\r\n");
}
