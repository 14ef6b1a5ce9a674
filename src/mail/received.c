/* src/mail/received.c */
#include "mail/received.h"
#include "base/buf.h"
#include "base/date.h"
#include "base/parse.h"
#include <strings.h>

enum { FIELD_MAX = 4096, FIELDS_MAX = 100, WORDS_MAX = 8 };

/* the next line of a header without its end; false: the header is over */
static bool next_line(struct str *rest, struct str *line)
{
	if (!parse_line(rest, line))
		return false;
	while (line->len && line->s[line->len - 1] == '\r')
		line->len--;
	return line->len > 0;
}

/* one character of a value: a character in a comment becomes a blank */
static void add_bare(struct buf *out, char c, int *depth, bool *quoted)
{
	if (*quoted) {
		*quoted = false;
		c = *depth ? ' ' : c;
	} else if (c == '\\') {
		*quoted = true;
		c = ' ';
	} else if (c == '(') {
		++*depth;
		c = ' ';
	} else if (c == ')' && *depth) {
		--*depth;
		c = ' ';
	} else if (*depth || c == '\t') {
		c = ' ';
	}
	buf_addc(out, c);
}

static void add_line(struct buf *out, struct str line, int *depth, bool *quoted)
{
	for (size_t i = 0; i < line.len; i++)
		add_bare(out, line.s[i], depth, quoted);
}

static bool word(struct str *rest, struct str *out)
{
	*rest = parse_trim(*rest);
	if (!rest->len)
		return false;
	return parse_field(rest, ' ', out) && out->len;
}

static bool same(struct str s, const char *z)
{
	return s.len == strlen(z) && !strncasecmp(s.s, z, s.len);
}

/* ".. by HOST ..; date": is it this host's, and where does its date begin? */
static bool is_by(struct str value, struct str host, struct str *date)
{
	const char *semicolon = NULL;
	struct str rest, w;
	bool by = false, ours = false;

	for (size_t i = 0; i < value.len; i++)
		if (value.s[i] == ';')
			semicolon = value.s + i;
	if (!semicolon)
		return false;
	rest = (struct str){ value.s, (size_t)(semicolon - value.s) };
	while (!ours && word(&rest, &w)) {
		ours = by && w.len == host.len &&
		       !strncasecmp(w.s, host.s, w.len);
		by = same(w, "by");
	}
	*date = (struct str){ semicolon + 1,
			      value.len - (size_t)(semicolon + 1 - value.s) };
	return ours;
}

/* "hh:mm" or "hh:mm:ss" */
static bool clock_read(struct str s, int64_t *seconds)
{
	struct str part;
	int64_t n, total = 0, unit = 3600;

	for (int i = 0; i < 3 && s.len; i++, unit /= 60) {
		if (!parse_field(&s, ':', &part) || part.len != 2 ||
		    !parse_int(part, 0, i ? 60 : 23, &n) || (i == 1 && n > 59))
			return false;
		total += n * unit;
		if (!i && !s.len)
			return false;
	}
	*seconds = total;
	return !s.len;
}

static bool zone_read(struct str s, int64_t *seconds)
{
	static const struct {
		const char *name;
		int hours;
	} old[] = {
		{ "GMT", 0 },  { "UT", 0 },   { "UTC", 0 },  { "Z", 0 },
		{ "EST", -5 }, { "EDT", -4 }, { "CST", -6 }, { "CDT", -5 },
		{ "MST", -7 }, { "MDT", -6 }, { "PST", -8 }, { "PDT", -7 }
	};
	struct str digits = { s.s + 1, s.len ? s.len - 1 : 0 };
	int64_t n;

	for (size_t i = 0; i < ARRAY_LEN(old); i++)
		if (same(s, old[i].name)) {
			*seconds = old[i].hours * INT64_C(3600);
			return true;
		}
	if (s.len != 5 || (s.s[0] != '+' && s.s[0] != '-') ||
	    !parse_int(digits, 0, 1400, &n) || n % 100 > 59)
		return false;
	*seconds = (n / 100 * 3600 + n % 100 * 60) * (s.s[0] == '-' ? -1 : 1);
	return true;
}

static bool month_read(struct str s, int64_t *month)
{
	static const char *const names[] = { "Jan", "Feb", "Mar", "Apr",
					     "May", "Jun", "Jul", "Aug",
					     "Sep", "Oct", "Nov", "Dec" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (same(s, names[i])) {
			*month = (int64_t)i + 1;
			return true;
		}
	return false;
}

bool received_date(struct str text, int64_t *utc_s)
{
	struct str w[WORDS_MAX], rest;
	int64_t day, month, year, clock, zone;
	struct buf b;
	int depth = 0, n = 0, at = 0;
	bool quoted = false, good;

	buf_init(&b, FIELD_MAX);
	add_line(&b, text, &depth, &quoted);
	rest = buf_str(&b);
	while (n < WORDS_MAX && word(&rest, &w[n]))
		n++;
	/* the name of the day may stand in front */
	at = n && w[0].s[w[0].len - 1] == ',';
	good = n - at == 5 && parse_int(w[at], 1, 31, &day) &&
	       month_read(w[at + 1], &month) &&
	       parse_int(w[at + 2], 1970, 9999, &year) &&
	       clock_read(w[at + 3], &clock) && zone_read(w[at + 4], &zone);
	buf_release(&b);
	if (good)
		*utc_s = date_day((int)year, (int)month, (int)day) *
				 (int64_t)DAY_S +
			 clock - zone;
	return good;
}

bool received_at(struct str raw, struct str by, int64_t *utc_s)
{
	static const char name[] = "Received:";
	struct str rest = raw, line, date;
	bool inside = false, quoted = false, more = true, ours = false;
	int depth = 0, fields = 0;
	struct buf b;

	buf_init(&b, FIELD_MAX);
	/* one round more than there are lines: the last field ends there */
	while (by.len && more && !ours && fields < FIELDS_MAX) {
		bool goes_on;

		more = next_line(&rest, &line);
		goes_on = more && (line.s[0] == ' ' || line.s[0] == '\t');
		if (inside && !goes_on) {
			fields++;
			ours = !b.full && is_by(buf_str(&b), by, &date);
			inside = false;
			if (ours)
				break;
		}
		if (inside) {
			add_line(&b, line, &depth, &quoted);
		} else if (more && line.len > sizeof(name) - 1 &&
			   !strncasecmp(line.s, name, sizeof(name) - 1)) {
			buf_clear(&b);
			b.full = false;
			depth = 0;
			quoted = false;
			inside = true;
			line.s += sizeof(name) - 1;
			line.len -= sizeof(name) - 1;
			add_line(&b, line, &depth, &quoted);
		}
	}
	ours = ours && received_date(date, utc_s);
	buf_release(&b);
	return ours;
}
