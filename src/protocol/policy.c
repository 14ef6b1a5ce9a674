/* src/protocol/policy.c */
#include "protocol/policy.h"
#include "base/parse.h"

enum { NUMBER_DIGITS = 9 };

static const struct row {
	const char *name, *values; /* values NULL: a number, "": a text */
	int64_t min, max, initial;
	bool early;
} rows[POLICIES] = {
#define CHOICE(sym, name, initial, values)                                     \
	[POLICY_##sym] = { name, values, 0, 0, initial, false },
#define NUMBER(sym, name, min, max, initial)                                   \
	[POLICY_##sym] = { name, NULL, min, max, initial, false },
#define TEXT(sym, name) [POLICY_##sym] = { name, "", 0, 0, 0, false },
#define EARLY(sym, name, initial, values)                                      \
	[POLICY_##sym] = { name, values, 0, 0, initial, true },
#define FIXED(sym, name, min, max, initial)                                    \
	[POLICY_##sym] = { name, NULL, min, max, initial, true },
#include "protocol/policy.def"
#undef CHOICE
#undef NUMBER
#undef TEXT
#undef EARLY
#undef FIXED
};

static const char *const renamed[][2] = {
	{ "away", "absence" },
	{ "away-days", "absence-days" },
	{ "off", "days-off" },
	{ "minimum", "min-hours" },
	{ "grace", "grace-hours" },
	{ "reserve", "time-bank-days" },
	{ "silences", "max-missed-deadlines" },
	{ "consent", "approval" },
	{ "lapse", "proposal-days" },
	{ "lapses", "proposals-expire" },
	{ "letters", "press" },
	{ "letters-open", "press-gm-reads" },
	{ "watch-points", "spectator-delay-points" },
	{ "watch-days", "spectator-delay-days" },
	{ "watch-hidden", "spectators-hidden" },
	{ "watch-letters", "spectator-mails" },
	{ "dropouts", "abandoned" },
	{ "open-to-master", "gm-sees-hidden" },
	{ "start", "autostart" },
};

void policy_init(struct policy *p)
{
	memset(p, 0, sizeof(*p));
	for (int i = 0; i < POLICIES; i++)
		p->n[i] = rows[i].initial;
}

int policy_find(struct str name)
{
	for (int i = 0; i < POLICIES; i++)
		if (str_is(name, rows[i].name))
			return i;
	return -1;
}

const char *policy_renamed(struct str name)
{
	for (size_t i = 0; i < ARRAY_LEN(renamed); i++)
		if (str_is(name, renamed[i][0]))
			return renamed[i][1];
	return NULL;
}

const char *policy_name(int row)
{
	return rows[row].name;
}

bool policy_is_early(int row)
{
	return rows[row].early;
}

static struct policy_text *text_of(struct policy *p, int row)
{
	return row == POLICY_DEADLINE ? &p->deadline : &p->off;
}

static bool choice_set(struct policy *p, int row, struct str value)
{
	struct str rest = str_of(rows[row].values), one;

	for (int64_t i = 0; parse_field(&rest, '|', &one); i++)
		if (str_equal(one, value)) {
			p->n[row] = i;
			return true;
		}
	return false;
}

static bool text_set(struct policy_text *t, struct str value)
{
	if (str_is(value, "none"))
		value = STR("");
	if (value.len > POLICY_TEXT_MAX)
		return false;
	for (size_t i = 0; i < value.len; i++)
		if (value.s[i] < ' ' || value.s[i] > '~')
			return false;
	memset(t, 0, sizeof(*t));
	memcpy(t->s, value.s, value.len);
	t->len = (int64_t)value.len;
	return true;
}

/* of few digits, without a sign: as both verifiers read it */
static bool number_set(struct policy *p, int row, struct str value)
{
	int64_t n;

	if (value.len > NUMBER_DIGITS)
		return false;
	for (size_t i = 0; i < value.len; i++)
		if (value.s[i] < '0' || '9' < value.s[i])
			return false;
	if (!parse_int(value, rows[row].min, rows[row].max, &n))
		return false;
	p->n[row] = n;
	return true;
}

bool policy_set(struct policy *p, int row, struct str value)
{
	const char *values = rows[row].values;

	if (!values)
		return number_set(p, row, value);
	return *values ? choice_set(p, row, value)
		       : text_set(text_of(p, row), value);
}

void policy_choices(int row, struct buf *out)
{
	const struct row *r = &rows[row];
	struct str rest, one;

	if (!r->values) {
		buf_addf(out, "%lld..%lld", (long long)r->min,
			 (long long)r->max);
		return;
	}
	if (!*r->values) {
		buf_addf(out, "%s | none",
			 row == POLICY_DAYS_OFF
				 ? "sat sun 12-25 "
				   "2026-12-24..2027-01-06"
				 : "mon thu 20:00 Europe/Madrid | 3d | 72h");
		return;
	}
	rest = str_of(r->values);
	for (bool first = true; parse_field(&rest, '|', &one); first = false) {
		if (!first)
			buf_adds(out, STR(" | "));
		buf_adds(out, one);
	}
}
