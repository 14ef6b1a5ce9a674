/* tests/unit/test_template.c */
#include "unit.h"
#include "report/text/template.h"
#include "report/text/messages.h"
#include "tests/srcdir.h"

static struct arena arena;
static struct why why;
static char shown[8192];

static int set_up(void **unused)
{
	(void)unused;
	arena_init(&arena);
	why_clear(&why);
	return 0;
}

static int tear_down(void **unused)
{
	(void)unused;
	arena_release(&arena);
	return 0;
}

static const struct template *no_partial(const void *of, struct str name,
					 enum template_format format)
{
	(void)of;
	(void)name;
	(void)format;
	return NULL;
}

/* two words, and one that contains itself for ever */
static const struct template *two_words(const void *of, struct str key)
{
	static struct template hit, endless;

	(void)of;
	if (!hit.first) {
		static struct arena kept; /* released by nobody: static */

		if (template_parse(&kept, "w", 1, STR("a hit on {fig}"), &hit,
				   NULL) ||
		    template_parse(&kept, "w", 2, STR("{again}{again}"),
				   &endless, NULL))
			abort();
	}
	if (str_is(key, "hit"))
		return &hit;
	return str_is(key, "endless") ? &endless : NULL;
}

static enum err fill_as(enum template_format format, const char *text,
			const struct tval *values)
{
	struct template_source source = { no_partial, two_words, NULL };
	struct template t;
	struct buf out;
	enum err e;

	shown[0] = 0;
	e = template_parse(&arena, "t", 1, str_of(text), &t, &why);
	if (e)
		return e;
	buf_init(&out, sizeof(shown) - 1);
	e = template_render(&out, &t, format, &source, values, &why);
	memcpy(shown, out.s, out.len + 1);
	buf_release(&out);
	return e;
}

static enum err fill(const char *text, const struct tval *values)
{
	return fill_as(TEMPLATE_TEXT, text, values);
}

static struct tval *figures(void)
{
	struct tval *v = tval_map(&arena);
	struct tval *list = tval_put(&arena, v, "figs", tval_list(&arena));
	static const char *const labels[] = { "A1", "A2", "B3" };

	for (size_t i = 0; i < ARRAY_LEN(labels); i++) {
		struct tval *f =
			tval_add(list, tval_named(&arena, str_of(labels[i])));

		tval_puti(&arena, f, "wounds", (int64_t)i);
		tval_put(&arena, f, "x", tval_inches(&arena, -5 * (int)i));
	}
	tval_putz(&arena, v, "name", "Rot & <b>");
	tval_putz(&arena, v, "none", "");
	tval_puti(&arena, v, "zero", 0);
	return v;
}

static void values_are_escaped_as_the_format_needs(void **unused)
{
	struct tval *v = figures();

	(void)unused;
	tval_putz(&arena, v, "evil", "a\x1b[2J\nb\t\"'");
	assert_false(fill_as(TEMPLATE_HTML, "{name}|{evil}", v));
	assert_string_equal(shown, "Rot &amp; &lt;b&gt;|a[2J\nb &quot;&#39;");
	assert_false(fill_as(TEMPLATE_LINE, "{name}|{evil}", v));
	assert_string_equal(shown, "Rot & <b>|a[2J b \"'");
	tval_put(&arena, v, "made", tval_markup(&arena, STR("<i>ours</i>")));
	assert_false(fill_as(TEMPLATE_HTML, "{made}", v));
	assert_string_equal(shown, "<i>ours</i>");
}

static void sections_loop_hold_or_are_inverted(void **unused)
{
	struct tval *v = figures();

	(void)unused;
	assert_false(fill("{#figs}{.}:{wounds}{^@last}, {/@last}{/figs}", v));
	assert_string_equal(shown, "A1:0, A2:1, B3:2");
	assert_false(fill("{#zero}no{/zero}{^zero}yes{/zero}{#none}no{/none}"
			  "{#nothing}no{/nothing}{#name}{.}{/name}",
			  v));
	assert_string_equal(shown, "yesRot & <b>");
	assert_false(fill("{?figs}with {figs}{/figs}{?zero}no{/zero}"
			  "{?gone}no{/gone}",
			  v));
	assert_string_equal(shown, "with A1, A2 and B3");
	assert_false(fill("{#figs}{#@first}first {/@first}{@n}{/figs}", v));
	assert_string_equal(shown, "first 123");
}

static void a_paragraph_is_broken_anew(void **unused)
{
	struct tval *v = figures();

	(void)unused;
	tval_putz(&arena, v, "seat", "the seat of somebody with a long name");
	assert_false(
		fill("{~p}\nSomebody, we hope you, asked to play on {seat}, "
		     "from this\naddress and with the key\n\n"
		     "That was {#none}not {/none}one,\nthis is another.\n"
		     "{/p}\n\nas it\nstands\n",
		     v));
	assert_string_equal(shown,
			    "Somebody, we hope you, asked to play on the seat "
			    "of somebody with a long\nname, from this address "
			    "and with the key\n\nThat was one, this is "
			    "another.\n\nas it\nstands\n");
	assert_false(fill_as(TEMPLATE_HTML, "{~p}a\n{name}{/p}", v));
	assert_string_equal(shown, "a\nRot &amp; &lt;b&gt;");
	assert_int_equal(fill("{~p}open", v), ERR_FORMAT);
}

static void a_line_with_nothing_but_a_tag_is_left_out(void **unused)
{
	(void)unused;
	assert_false(fill("one\n  {#figs}\n- {.}\n  {/figs}  \n{! so }\ntwo {! "
			  "here } it stays\n",
			  figures()));
	assert_string_equal(shown, "one\n- A1\n- A2\n- B3\ntwo  it stays\n");
}

static void a_list_by_itself_is_joined(void **unused)
{
	(void)unused;
	assert_false(fill("{figs}", figures()));
	assert_string_equal(shown, "A1, A2 and B3");
}

static void numbers_take_the_form_that_their_kind_has(void **unused)
{
	struct tval *v = tval_map(&arena);

	(void)unused;
	tval_put(&arena, v, "x", tval_inches(&arena, 1240));
	tval_put(&arena, v, "y", tval_inches(&arena, -5));
	tval_put(&arena, v, "more", tval_signed(&arena, 1));
	tval_puti(&arena, v, "least", INT64_MIN);
	tval_puti(&arena, v, "one", 1);
	assert_false(fill("{x} {y} {more} {least}", v));
	assert_string_equal(shown, "12.40 -0.05 +1 -9223372036854775808");
	assert_false(fill("{one} {one|click|clicks}, {least|click|clicks}", v));
	assert_string_equal(shown, "1 click, clicks");
}

static void values_are_padded_by_their_width_on_the_screen(void **unused)
{
	struct tval *v = tval_map(&arena);

	(void)unused;
	tval_putz(&arena, v, "s", "\xc3\xa1rbol"); /* arbol, an accent */
	tval_putz(&arena, v, "wide", "\xe6\x97\xa5\xe6\x9c\xac");
	assert_false(fill("[{s:7}][{s:-7}][{wide:6}][{s:3}]", v));
	assert_string_equal(shown,
			    "[\xc3\xa1rbol  ][  \xc3\xa1rbol]"
			    "[\xe6\x97\xa5\xe6\x9c\xac  ][\xc3\xa1rbol]");
}

static void long_text_is_wrapped_under_its_beginning(void **unused)
{
	struct tval *v = tval_map(&arena);

	(void)unused;
	tval_putz(&arena, v, "s",
		  "The quick brown fox jumps over the lazy dog, and does it "
		  "again and again until the line is full.\nA new line.");
	assert_false(fill("- {s:wrap}\n", v));
	assert_string_equal(
		shown,
		"- The quick brown fox jumps over the lazy dog, and does it "
		"again and again\n  until the line is full.\n  A new line.\n");
	assert_false(fill_as(TEMPLATE_HTML, "- {s:wrap}\n", v));
	assert_null(strstr(shown, "again\n"));
}

static void a_word_is_rendered_with_the_values_around_it(void **unused)
{
	struct tval *v = tval_map(&arena);

	(void)unused;
	tval_putz(&arena, v, "fig", "B2");
	tval_put(&arena, v, "result", tval_word(&arena, "%s", "hit"));
	assert_false(fill("It is {result}.", v));
	assert_string_equal(shown, "It is a hit on B2.");
}

static void a_name_without_value_is_shown_and_told(void **unused)
{
	(void)unused;
	assert_int_equal(fill("one\ntwo {nmae}.", figures()), ERR_FORMAT);
	assert_string_equal(shown, "one\ntwo {nmae}.");
	assert_string_equal(why.text, "t:2:5: no value called 'nmae'");
}

static void what_is_no_tag_is_text(void **unused)
{
	(void)unused;
	assert_false(fill("p { color: red }\n{{name} {1} {\n{", figures()));
	assert_string_equal(shown, "p { color: red }\n{name} {1} {\n{");
}

static void faults_are_told_with_line_column_and_expectation(void **unused)
{
	static const struct {
		const char *text, *told;
	} cases[] = {
		{ "a\n\xc3\xa9 {#x} b",
		  "t:2:3: expected an end of this section, found 'x'" },
		{ "{/x}",
		  "t:1:1: expected no end, as no section is open, found '/x'" },
		{ "{#a}{/b}", "t:1:5: expected the end of the section that is "
			      "open, found '/b'" },
		{ "x {name", "t:1:3: expected a '}' that ends the tag, found "
			     "'{name'" },
		{ "{na me}", "t:1:1: expected a name such as fig or fig.name, "
			     "found 'na me'" },
		{ "{a..b}", "t:1:1: expected a name such as fig or fig.name, "
			    "found 'a..b'" },
		{ "{a:b}", "t:1:1: expected a width or 'wrap' after ':', "
			   "found 'b'" },
		{ "{a|b}", "t:1:1: expected {name|one|many}, found 'a|b'" },
		{ "{>}", "t:1:1: expected a name after the sign, found '>'" },
		{ "\xff", "t: expected UTF-8" },
	};

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		why_clear(&why);
		assert_int_equal(fill(cases[i].text, figures()), ERR_FORMAT);
		assert_string_equal(why.text, cases[i].told);
	}
}

static void nesting_steps_and_output_are_bounded(void **unused)
{
	struct tval *v = figures();
	char deep[TEMPLATE_MAX_DEPTH * 8 + 1] = "";
	struct tval *many = tval_put(&arena, v, "many", tval_list(&arena));

	(void)unused;
	for (int i = 0; i < TEMPLATE_MAX_DEPTH; i++)
		memcpy(deep + 4 * i, "{#a}", 5);
	assert_int_equal(fill(deep, v), ERR_FORMAT);

	why_clear(&why);
	tval_put(&arena, v, "again", tval_word(&arena, "endless"));
	assert_int_equal(fill("{again}", v), ERR_TOO_LARGE);

	why_clear(&why);
	for (int i = 0; i < 200; i++)
		tval_add(many, tval_int(&arena, i));
	assert_int_equal(fill("{#many}{#many}{#many}{#many}{^many}{/many}"
			      "{/many}{/many}{/many}{/many}",
			      v),
			 ERR_TOO_LARGE);

	why_clear(&why);
	assert_int_equal(fill("{#many}{#many}0123456789{/many}{/many}", v),
			 ERR_TOO_LARGE);
	assert_string_equal(why.text,
			    "t:1:25: too much to show at '0123456789'");
}

static struct messages *load(const char *lang)
{
	struct messages *w = NULL;

	if (messages_load(&arena, SRCDIR "/templates", lang, &w, &why))
		fail_msg("%s", why.text);
	return w;
}

static void every_template_of_every_language_parses(void **unused)
{
	(void)unused;
	assert_true(load("en")->messages.n > 0);
	assert_true(load("es")->messages.n > 0);
}

static void a_translation_has_the_files_and_keys_of_english(void **unused)
{
	struct buf faults;

	(void)unused;
	buf_init(&faults, 65536);
	if (messages_check(load("es"), &faults))
		fail_msg("%s", faults.s);
	buf_release(&faults);
}

static void an_unknown_language_is_refused(void **unused)
{
	struct messages *w;

	(void)unused;
	assert_int_equal(
		messages_load(&arena, SRCDIR "/templates", "../en", &w, &why),
		ERR_NOT_FOUND);
	why_clear(&why);
	assert_int_equal(
		messages_load(&arena, SRCDIR "/templates", "qq", &w, &why),
		ERR_NOT_FOUND);
}

static void the_language_decides_on_commas(void **unused)
{
	struct tval *v = tval_map(&arena);
	struct tval *list = tval_put(&arena, v, "figs", tval_list(&arena));
	struct template t;
	struct template_source source = messages_source(load("es"));
	struct buf out;

	(void)unused;
	tval_add(list, tval_inches(&arena, 250));
	tval_add(list, tval_text(&arena, STR("A2")));
	buf_init(&out, 100);
	assert_false(template_parse(&arena, "t", 1, STR("{figs}"), &t, &why));
	assert_false(
		template_render(&out, &t, TEMPLATE_TEXT, &source, v, &why));
	assert_string_equal(out.s, "2,50 y A2");
	buf_release(&out);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(values_are_escaped_as_the_format_needs),
		TEST(sections_loop_hold_or_are_inverted),
		TEST(a_paragraph_is_broken_anew),
		TEST(a_line_with_nothing_but_a_tag_is_left_out),
		TEST(a_list_by_itself_is_joined),
		TEST(numbers_take_the_form_that_their_kind_has),
		TEST(values_are_padded_by_their_width_on_the_screen),
		TEST(long_text_is_wrapped_under_its_beginning),
		TEST(a_word_is_rendered_with_the_values_around_it),
		TEST(a_name_without_value_is_shown_and_told),
		TEST(what_is_no_tag_is_text),
		TEST(faults_are_told_with_line_column_and_expectation),
		TEST(nesting_steps_and_output_are_bounded),
		TEST(every_template_of_every_language_parses),
		TEST(a_translation_has_the_files_and_keys_of_english),
		TEST(an_unknown_language_is_refused),
		TEST(the_language_decides_on_commas),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
