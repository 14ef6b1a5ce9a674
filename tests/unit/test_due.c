/*
 * tests/unit/test_due.c - a deadline as calendars read it.
 */
#include "unit.h"
#include "judge/notify/ical.h"

static struct buf out;
static bool cancelled;

static struct str due(struct str title, struct str all, int64_t at_s,
		      int64_t sequence)
{
	struct ical d = { .uid = STR("weald.A.due@games.example"),
			  .sequence = sequence,
			  .made_s = 1766188800,
			  .at_s = at_s,
			  .from = STR("judge+x%y@games.example"),
			  .title = title,
			  .cancelled = cancelled,
			  .all = all };

	buf_release(&out);
	buf_init(&out, DUE_MAX);
	ical_render(&out, &d);
	assert_false(out.full);
	return buf_str(&out);
}

static int teardown(void **unused)
{
	(void)unused;
	buf_release(&out);
	return 0;
}

static void a_deadline_is_an_appointment_that_nobody_answers(void **unused)
{
	(void)unused;
	assert_str(
		due(STR("weald: orders"), STR("Ana, \\ it; is\nyours\r\a"),
		    1766217599, 7),
		"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
		"PRODID:-//Heraldo//judge//EN\r\nMETHOD:PUBLISH\r\n"
		"BEGIN:VEVENT\r\nUID:weald.A.due@games.example\r\n"
		"SEQUENCE:7\r\nSTATUS:CONFIRMED\r\nDTSTAMP:20251220T000000Z\r\n"
		"DTSTART:20251220T075959Z\r\n"
		"ORGANIZER:mailto:judge+x%25y@games.example\r\n"
		"SUMMARY:weald: orders\r\n"
		"DESCRIPTION:Ana\\, \\\\ it\\; is\\nyours\r\n"
		"TRANSP:TRANSPARENT\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n");
}

/* RFC 5546, 3.2.5: the same appointment, with a higher number */
static void one_that_counts_no_more_is_cancelled(void **unused)
{
	struct str s;

	(void)unused;
	cancelled = true;
	s = due(STR("weald: over"), STR("all"), 1766217599, 8);
	cancelled = false;
	assert_non_null(strstr(s.s, "METHOD:CANCEL\r\n"));
	assert_non_null(strstr(s.s, "UID:weald.A.due@games.example\r\n"
				    "SEQUENCE:8\r\nSTATUS:CANCELLED\r\n"));
	assert_null(strstr(s.s, "PUBLISH"));
}

/* of text of any length: what its lines say once they are joined again */
static void unfolded(struct str s, struct str want)
{
	char joined[DUE_MAX];
	size_t n = 0, line = 0;

	for (size_t i = 0; i < s.len; i++) {
		if (i + 1 < s.len && s.s[i] == '\r' && s.s[i + 1] == '\n') {
			assert_true(line <= 75);
			line = 0;
			i++;
			if (i + 1 < s.len && s.s[i + 1] == ' ') {
				i++;
				line = 1;
				/* never within a character */
				assert_int_not_equal(s.s[i + 1] & 0xc0, 0x80);
			} else {
				joined[n++] = '\n';
			}
			continue;
		}
		joined[n++] = s.s[i];
		line++;
	}
	joined[n] = 0;
	assert_non_null(strstr(joined, want.s));
}

static void long_lines_are_folded_between_characters(void **unused)
{
	(void)unused;
	char text[600];

	for (size_t shift = 0; shift < 4; shift++) {
		size_t n = 0;

		for (; n < shift; n++)
			text[n] = 'x';
		for (int i = 0; i < 90; i++) {
			memcpy(text + n, "\xc3\xb1\xe2\x82\xac", 5);
			n += 5;
		}
		text[n] = 0;
		unfolded(due(STR("a title"), str_of(text), 1766217599, 1),
			 str_of(text));
	}
}

static void a_text_without_end_is_cut(void **unused)
{
	(void)unused;
	static char text[100000];

	memset(text, ';', sizeof(text) - 1);
	due(str_of(text), str_of(text), 1766217599, 1);
	memset(text, '\n', sizeof(text) - 1);
	due(str_of(text), str_of(text), 1766217599, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_deadline_is_an_appointment_that_nobody_answers),
		cmocka_unit_test(one_that_counts_no_more_is_cancelled),
		cmocka_unit_test(long_lines_are_folded_between_characters),
		cmocka_unit_test(a_text_without_end_is_cut),
	};

	return cmocka_run_group_tests(tests, NULL, teardown);
}
