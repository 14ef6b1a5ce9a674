/*
 * tests/unit/test_auth_seen.c - a head as players type it. The expected digits
 * were computed from the format in the header by other code.
 */
#include "unit.h"
#include "fairness/head_token.h"

static struct head_token any(unsigned n)
{
	struct hash h = hash_of((struct str){ (const char *)&n, sizeof(n) });

	return head_token_of(h.b);
}

static void it_is_written_as_the_format_says(void **unused)
{
	(void)unused;
	uint8_t head[HASH_SIZE];
	char text[HEAD_TOKEN_TEXT];
	struct head_token s;

	for (unsigned i = 0; i < sizeof(head); i++)
		head[i] = (uint8_t)(0xff - 7 * i);
	s = head_token_of(head);
	head_token_render(&s, text);
	assert_string_equal(text, "7ZZ3-RYNR-YWTQ-7CFG-5SPA-NT97-CPD");
	memset(head, 0, sizeof(head));
	s = head_token_of(head);
	head_token_render(&s, text);
	assert_string_equal(text, "0000-0000-0000-0000-0000-0000-000");
}

static void what_was_written_is_read_again(void **unused)
{
	(void)unused;
	for (unsigned n = 0; n < 1000; n++) {
		struct head_token s = any(n), again;
		char text[HEAD_TOKEN_TEXT];

		head_token_render(&s, text);
		assert_true(head_token_parse(str_of(text), &again));
		assert_true(head_token_equal(&s, &again));
	}
}

static void case_blanks_dashes_and_letters_like_digits_are_forgiven(void **u)
{
	(void)u;
	static const char *const forms[] = {
		"0000-0000-0000-0000-0000-0000-001 ",
		"oooo oooo oooo oooo oooo oooo ool",
		"OO-0000000000000000000000-0-0I",
		"00000 00000 00000 00000 00000 0i",
	};
	struct head_token s;
	char text[HEAD_TOKEN_TEXT];

	memset(s.b, 0, sizeof(s.b));
	s.b[HEAD_TOKEN_SIZE - 1] = 1; /* 1 a = 2: no, the check is another */
	head_token_render(&s, text);
	assert_string_equal(text, "0000-0000-0000-0000-0000-0000-012");
	for (size_t i = 0; i < ARRAY_LEN(forms); i++)
		assert_false(head_token_parse(str_of(forms[i]), &s));
	assert_true(head_token_parse(STR("oooo oooo OOOO 0000 0000-00 00 -0i2"),
				     &s));
	assert_int_equal(s.b[HEAD_TOKEN_SIZE - 1], 1);
	assert_true(head_token_parse(STR("00000000000000000000000000L 2"),
				     &s) == false);
	assert_true(head_token_parse(STR("0000000000000000000000000l2"), &s));
}

/* every digit by every other, every two that stand side by side */
static void no_slip_of_one_digit_or_two_goes_unnoticed(void **unused)
{
	(void)unused;
	static const char all[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

	for (unsigned n = 0; n < 20; n++) {
		struct head_token s = any(n), out;
		char text[HEAD_TOKEN_TEXT];
		size_t len;

		head_token_render(&s, text);
		len = strlen(text);
		for (size_t i = 0; i < len; i++) {
			char was = text[i];

			for (size_t k = 0; was != '-' && k < 32; k++) {
				text[i] = all[k];
				assert_true(
					head_token_parse(str_of(text), &out) ==
					(all[k] == was));
			}
			text[i] = was;
			for (size_t k = i + 1; k < len; k++) {
				if (text[k] == was || text[k] == '-' ||
				    was == '-')
					continue;
				text[i] = text[k];
				text[k] = was;
				assert_false(
					head_token_parse(str_of(text), &out));
				text[k] = text[i];
				text[i] = was;
			}
		}
	}
}

static void what_is_no_head_is_not_read(void **unused)
{
	(void)unused;
	static const char *const bad[] = {
		"",
		"-",
		"0",
		"00000000000000000000000000",
		"0000000000000000000000000000",
		"U00000000000000000000000000",
		"80000000000000000000000000G",
		"0000-0000-0000-0000-0000-0000-0é0",
	};
	struct head_token s;

	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		assert_false(head_token_parse(str_of(bad[i]), &s));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_written_as_the_format_says),
		cmocka_unit_test(what_was_written_is_read_again),
		cmocka_unit_test(
			case_blanks_dashes_and_letters_like_digits_are_forgiven),
		cmocka_unit_test(no_slip_of_one_digit_or_two_goes_unnoticed),
		cmocka_unit_test(what_is_no_head_is_not_read),
	};

	crypto_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
