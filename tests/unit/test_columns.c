/*
 * tests/unit/test_columns.c - no line of a mail is wider than a terminal, and
 * a program that reads format=flowed finds its paragraphs again.
 */
#include "report/text/flow.h"
#include "report/text/wrap.h"
#include "base/str.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void folds_to(const char *text, const char *expected)
{
	struct buf out, again;

	buf_init(&out, 4096);
	buf_init(&again, 4096);
	wrap_fold(&out, str_of(text));
	assert_string_equal(out.s ? out.s : "", expected);
	wrap_fold(&again, buf_str(&out));
	assert_string_equal(again.s ? again.s : "", expected);
	buf_release(&again);
	buf_release(&out);
}

#define SEVENTY                                                                \
	"1234567890 234567890 234567890 234567890 234567890 234567890 234567890"

static void what_is_narrow_enough_stays(void **unused)
{
	(void)unused;
	folds_to("", "");
	folds_to("\n\n", "\n\n");
	folds_to(SEVENTY " 23456789\n", SEVENTY " 23456789\n");
	folds_to(SEVENTY " 23456789", SEVENTY " 23456789");
	/* columns, not bytes: the n is three of them */
	folds_to(SEVENTY " ñññññ789\n", SEVENTY " ñññññ789\n");
}

static void a_wide_line_is_folded_under_its_text(void **unused)
{
	(void)unused;
	folds_to(SEVENTY " 234567890\nb\n", SEVENTY "\n234567890\nb\n");
	folds_to("  " SEVENTY " 2345678", "  " SEVENTY "\n  2345678");
	folds_to("- " SEVENTY " 2345678", "- " SEVENTY "\n  2345678");
	folds_to("T1   " SEVENTY " 2345", "T1   " SEVENTY "\n     2345");
	folds_to("  6  " SEVENTY " 2345", "  6  " SEVENTY "\n     2345");
	/* two columns each */
	folds_to(SEVENTY " 龍龍龍龍龍", SEVENTY "\n龍龍龍龍龍");
}

static void what_is_sent_or_laid_out_stays_wide(void **unused)
{
	(void)unused;
	folds_to("-----BEGIN HERALDO ORDERS-----\n" SEVENTY " 2345678901\n"
		 "-----END HERALDO ORDERS-----\n" SEVENTY " 2345678901\n",
		 "-----BEGIN HERALDO ORDERS-----\n" SEVENTY " 2345678901\n"
		 "-----END HERALDO ORDERS-----\n" SEVENTY "\n2345678901\n");
	/* a sentence that names a marker line is none */
	folds_to("-----BEGIN HERALDO ORDERS----- is missing\n" SEVENTY
		 " 2345678901\n",
		 "-----BEGIN HERALDO ORDERS----- is missing\n" SEVENTY
		 "\n2345678901\n");
	folds_to("> " SEVENTY " 2345678901\n", "> " SEVENTY " 2345678901\n");
	folds_to(" A1   Captain  8  9 " SEVENTY "\n",
		 " A1   Captain  8  9 " SEVENTY "\n");
	/* heads are looked for in one line */
	folds_to(SEVENTY " 59XT-FSP8-W52V-K487-Z4PV-0FVN-MYT\n",
		 SEVENTY " 59XT-FSP8-W52V-K487-Z4PV-0FVN-MYT\n");
}

static void flows_to(const char *text, const char *expected)
{
	struct buf out;

	buf_init(&out, 4096);
	flow_render(&out, str_of(text));
	assert_string_equal(out.s ? out.s : "", expected);
	buf_release(&out);
}

static void a_paragraph_flows(void **unused)
{
	(void)unused;
	flows_to("", "");
	flows_to("A.\n\nB.\n", "A.\n\nB.\n");
	flows_to(SEVENTY " 23456\n2345 next\n", SEVENTY " 23456 \n2345 next\n");
	/* ended by its author, not by the margin */
	flows_to(SEVENTY "\n2345 next\n", SEVENTY "\n2345 next\n");
	/* a sentence may name a marker line */
	flows_to(SEVENTY
		 "\n-----BEGIN HERALDO ORDERS----- is missing\na\n" SEVENTY
		 " 23456\n2345\n",
		 SEVENTY
		 " \n-----BEGIN HERALDO ORDERS----- is missing\na\n" SEVENTY
		 " 23456 \n2345\n");
	/* an item is no paragraph with the one before it */
	flows_to("- " SEVENTY "\n  23456\n- next\n",
		 "- " SEVENTY " \n23456\n- next\n");
	flows_to("  - " SEVENTY "\n    23456\n", "   - " SEVENTY " \n23456\n");
	flows_to(SEVENTY " 2345\n12. next\n", SEVENTY " 2345\n12. next\n");
	/* nothing else ends with a blank */
	flows_to("A. \n-- \nB\n", "A.\n--\nB\n");
}

static void what_a_program_would_mistake_has_a_blank_before_it(void **unused)
{
	(void)unused;
	flows_to("From here\n", " From here\n");
	flows_to("    sign it\n", "     sign it\n");
	flows_to(SEVENTY " 2345\nFrom now on\n",
		 SEVENTY " 2345 \n From now on\n");
	flows_to(SEVENTY " 2345 >here\n", SEVENTY " 2345 \n >here\n");
	/* a quotation is one for every program */
	flows_to("> MOVE A1\n>\n>> B\n", "> MOVE A1\n>\n>> B\n");
}

static void what_is_sent_or_laid_out_does_not_flow(void **unused)
{
	(void)unused;
	static const char *const kept[] = {
		"-----BEGIN HERALDO ORDERS-----\n" SEVENTY " 234\n" SEVENTY
		" 2345 7\n\n-----END HERALDO ORDERS-----\n" SEVENTY "\n",
		/* rows of a table, and keys, which a reader compares */
		"A1  " SEVENTY "\nA2  " SEVENTY "\n",
		"ORDERS the-game A 3 1\nSEEN "
		"59XT-FSP8-W52V-K487-Z4PV-0FVN-MYT\n",
		"|" SEVENTY " 2345|\n|" SEVENTY " 2345|\n",
		"> " SEVENTY " 2345\n> 2345\n",
		SEVENTY " 59XT-FSP8-W52V-K487-Z4PV-0FVN-MYT\nnext\n",
	};

	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
		flows_to(kept[i], kept[i]);
	flows_to("-----BEGIN X-----\n a\n>b\n-----END X-----\n",
		 "-----BEGIN X-----\n  a\n >b\n-----END X-----\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_narrow_enough_stays),
		cmocka_unit_test(a_wide_line_is_folded_under_its_text),
		cmocka_unit_test(what_is_sent_or_laid_out_stays_wide),
		cmocka_unit_test(a_paragraph_flows),
		cmocka_unit_test(
			what_a_program_would_mistake_has_a_blank_before_it),
		cmocka_unit_test(what_is_sent_or_laid_out_does_not_flow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
