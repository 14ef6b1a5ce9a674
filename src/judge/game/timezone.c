/* src/judge/game/timezone.c */
#include "judge/game/timezone.h"
#include "base/ascii.h"
#include "base/date.h"
#include "base/parse.h"
#include "protocol/calendar.h"
#include "mail/message.h"
#include <glib.h>

/* the list of all names, beside files that are no zones, and right/ ones */
#define ZONES "/usr/share/zoneinfo/tzdata.zi"

enum { NAME_MAX_BYTES = 64 };

static GTimeZone *timezone_open(struct str name)
{
	char z[NAME_MAX_BYTES];

	if (!name.len || name.len >= sizeof(z))
		return NULL;
	/* a path or a rule like "CET-1" is no name */
	for (size_t i = 0; i < name.len; i++) {
		char c = name.s[i];

		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		      ascii_is_digit(c) ||
		      (i && (c == '/' || c == '_' || c == '-' || c == '+'))))
			return NULL;
		z[i] = c;
	}
	z[name.len] = 0;
	return g_time_zone_new_identifier(z);
}

/* "Z name ..", "L target name" of tzdata.zi: what people call zones */
static bool line_names(struct str line, struct str *name)
{
	struct str kind, first;

	if (!parse_field(&line, ' ', &kind) || !parse_field(&line, ' ', &first))
		return false;
	if (str_is(kind, "Z"))
		*name = first;
	else if (str_is(kind, "L"))
		*name = line;
	else
		return false;
	return true;
}

struct str timezone_named(struct arena *a, struct str said)
{
	gchar *text = NULL;
	gsize len = 0;
	struct str rest, line, name, found = { "", 0 };

	if (!g_file_get_contents(ZONES, &text, &len, NULL))
		return timezone_exists(said) ? arena_str(a, said) : found;
	rest = (struct str){ text, len };
	while (!found.len && said.len && parse_line(&rest, &line))
		if (line_names(line, &name) && mail_addr_equal(name, said))
			found = arena_str(a, name);
	g_free(text);
	return found;
}

/* in any case: signed text may be in capitals */
static GTimeZone *timezone_find(struct str name)
{
	GTimeZone *z = timezone_open(name);
	struct arena a;

	if (z || !name.len || !g_file_test(ZONES, G_FILE_TEST_EXISTS))
		return z;
	arena_init(&a);
	z = timezone_open(timezone_named(&a, name));
	arena_release(&a);
	return z;
}

bool timezone_exists(struct str name)
{
	GTimeZone *z;
	struct arena a;
	struct str found;

	if (!g_file_test(ZONES, G_FILE_TEST_EXISTS)) {
		z = timezone_open(name);
		if (z)
			g_time_zone_unref(z);
		return z != NULL;
	}
	arena_init(&a);
	found = timezone_named(&a, name);
	/* the names are what the system's files are called */
	z = found.len && str_equal(found, name) ? timezone_open(name) : NULL;
	arena_release(&a);
	if (z)
		g_time_zone_unref(z);
	return z != NULL;
}

struct report_time timezone_time(struct str name, int64_t utc_s)
{
	GTimeZone *z = timezone_find(name);
	GDateTime *utc = g_date_time_new_from_unix_utc(utc_s);
	GDateTime *local = NULL;
	struct report_time t = { .zone = z ? name : STR("UTC") };

	if (utc)
		local = z ? g_date_time_to_timezone(utc, z)
			  : g_date_time_ref(utc);
	if (local) {
		t.year = g_date_time_get_year(local);
		t.month = g_date_time_get_month(local);
		t.day = g_date_time_get_day_of_month(local);
		t.weekday = g_date_time_get_day_of_week(local);
		t.hour = g_date_time_get_hour(local);
		t.minute = g_date_time_get_minute(local);
		t.offset_min = (int)(g_date_time_get_utc_offset(local) /
				     (60 * G_USEC_PER_SEC));
		g_date_time_unref(local);
	}
	if (utc)
		g_date_time_unref(utc);
	if (z)
		g_time_zone_unref(z);
	return t;
}

static int64_t offset_at(GTimeZone *z, int64_t utc_s)
{
	return g_time_zone_get_offset(
		z, g_time_zone_find_interval(z, G_TIME_TYPE_UNIVERSAL, utc_s));
}

static int64_t zone_offset(const struct calendar_clock *k, int64_t utc_s)
{
	return k->context ? offset_at(k->context, utc_s) : 0;
}

static struct calendar_clock clock_of(GTimeZone *z)
{
	return (struct calendar_clock){ .offset = zone_offset, .context = z };
}

int64_t timezone_moment(struct str name, const struct report_time *l)
{
	GTimeZone *z = timezone_find(name);
	const struct calendar_clock k = clock_of(z);
	GDateTime *utc = g_date_time_new_utc(l->year, l->month, l->day, l->hour,
					     l->minute, 0);
	int64_t local = utc ? g_date_time_to_unix(utc) : 0;

	local = calendar_moment(&k, local);
	if (z)
		g_time_zone_unref(z);
	if (utc)
		g_date_time_unref(utc);
	return local;
}

struct zone_span timezone_span(struct str name, int64_t from_s)
{
	GTimeZone *z = timezone_find(name);
	const struct calendar_clock k = clock_of(z);
	const struct zone_span s = { .from_s = from_s,
				     .until_s = calendar_change(
					     &k, from_s,
					     from_s + ZONE_SPAN_DAYS * DAY_S),
				     .offset_s = zone_offset(&k, from_s) };

	if (z)
		g_time_zone_unref(z);
	return s;
}
