/*
 * tests/unit/test_glimpse.c - what a page reads of a report, and what it does
 * not believe.
 */
#include "unit.h"
#include "base/arena.h"
#include "base/parse.h"
#include "games/games.h"
#include "protocol/webapp_payload.h"

static struct arena a;
static struct key_secret judge;
static struct webapp_payload_known known;
static struct why why;

static int setup(void **unused)
{
	(void)unused;
	crypto_init();
	arena_init(&a);
	memset(judge.seed, 7, sizeof(judge.seed));
	ed25519_public(judge.seed, judge.key.b);
	judge.key.kind = KEY_ED25519;
	judge.key.len = ED25519_SIZE;
	webapp_payload_know(&a, game_kinds[0]->rules, STR("a view"), STR(""),
			    STR(""), &known);
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	arena_release(&a);
	return 0;
}

static struct webapp_payload some(void)
{
	return (struct webapp_payload){
		.judge = STR("judge@games.example"),
		.judge_name = STR("The Judge\nserial 9"),
		.program = STR("1.0"),
		.game = STR("weald"),
		.rules = STR("rebellion 1"),
		.language = STR("es"),
		.state = STR("running"),
		.seat = STR("B"),
		.since = 11,
		.point = 12,
		.serial = 4,
		.told = 1,
		.word = STR("open"),
		.sealed = STR("00ff"),
		.player = { STR("Ana > \n"), STR("Bob") },
		.awaited = { false, true },
		.until_s = { 0, 1764201600 },
		.n_asked = 2,
		.asked = { 3, 17 },
		.id = STR("0123"),
		.said = { STR("ab"), STR("-") },
		.view = STR("a view\n----- -"),
		.events = STR("{\"event\":\"x\"}\n"),
	};
}

static struct webapp_payload_forms written_in(const struct webapp_payload *g,
					      size_t link_max)
{
	struct webapp_payload_forms out;

	assert_int_equal(webapp_payload_write(&a, g, &known, &judge, link_max,
					      &out, &why),
			 ERR_OK);
	return out;
}

static struct str written(const struct webapp_payload *g)
{
	return written_in(g, 0).block;
}

static enum webapp_payload_fault read_as(struct str text,
					 struct webapp_payload *out)
{
	struct key key;
	enum webapp_payload_fault f = webapp_payload_read(&a, text, out, &key);

	if (f == WEBAPP_PAYLOAD_OK)
		assert_true(key_equal(&key, &judge.key));
	return f;
}

/* What is read is the payload: all of it, or without its events. */
static void is_same(struct webapp_payload *r, const struct webapp_payload *g,
		    bool events)
{
	assert_true(webapp_payload_unpack(&a, r, &known));
	assert_true(str_equal(r->view, g->view));
	assert_int_equal(r->events.len, events ? g->events.len : 0);
	assert_int_equal(r->point, g->point);
	assert_int_equal(r->told, g->told);
	assert_int_equal(r->n_asked, g->n_asked);
	for (int i = 0; i < g->n_asked; i++)
		assert_int_equal(r->asked[i], g->asked[i]);
}

static void what_was_written_is_read(void **unused)
{
	struct webapp_payload g = some(), r;

	(void)unused;
	assert_int_equal(read_as(written(&g), &r), WEBAPP_PAYLOAD_OK);
	assert_str(r.rules, "rebellion 1");
	assert_str(r.program, "1.0");
	is_same(&r, &g, true);
	assert_str(r.judge, "judge@games.example");
	/* a name is a name, whatever is in it */
	assert_str(r.judge_name, "The Judge serial 9");
	assert_int_equal(r.serial, 4);
	assert_int_equal(r.since, 11);
	assert_str(r.player[0], "Ana");
	assert_str(r.player[1], "Bob");
	assert_int_equal(r.player[2].len, 0);
	assert_false(r.awaited[0]);
	assert_true(r.awaited[1]);
	assert_int_equal(r.until_s[1], 1764201600);
	assert_str(r.word, "open");
	assert_str(r.sealed, "00ff");
	assert_str(r.said[0], "ab");
	assert_str(r.said[1], "-");
}

/* an invitation tells who the judge is, and has no position */
static void one_without_a_position_names_the_judge(void **unused)
{
	struct webapp_payload g = { .judge = STR("judge@games.example"),
				    .judge_name = STR("The Judge"),
				    .program = STR("1.0"),
				    .game = STR("weald"),
				    .language = STR("es"),
				    .dice = STR("00ff") },
			      r;

	(void)unused;
	assert_int_equal(read_as(written(&g), &r), WEBAPP_PAYLOAD_OK);
	assert_int_equal(r.packed_view.len, 0);
	assert_true(webapp_payload_unpack(&a, &r, &known));
	assert_str(r.judge, "judge@games.example");
	assert_str(r.game, "weald");
	assert_str(r.dice, "00ff");
	/* with a seat it says how the next orders begin, of a game */
	g.seat = STR("A");
	g.point = 12;
	assert_int_equal(read_as(written(&g), &r), WEBAPP_PAYLOAD_OK);
	assert_true(webapp_payload_unpack(&a, &r, &known));
	assert_int_equal(r.point, 12);
	g.game = STR("");
	assert_int_equal(read_as(written(&g), &r), WEBAPP_PAYLOAD_OK);
	assert_false(webapp_payload_unpack(&a, &r, &known));
}

/* Lines of at most so many characters, quoted, ended so; words around. */
static struct str as_pasted(struct str text, size_t width, const char *quote,
			    const char *end)
{
	struct buf b;
	struct str s;
	size_t column = 0;

	buf_init(&b, WEBAPP_PAYLOAD_TEXT_MAX);
	buf_addf(&b, "On Monday the judge wrote:%s%s", end, quote);
	for (size_t i = 0; i < text.len; i++) {
		if (text.s[i] != '\n') {
			buf_addc(&b, text.s[i]);
			column++;
		}
		if (text.s[i] == '\n' || column == width) {
			buf_addf(&b, "%s%s", end, quote);
			column = 0;
		}
	}
	buf_addf(&b, "%sRegards, 3 of us%s", end, end);
	s = arena_str(&a, buf_str(&b));
	buf_release(&b);
	return s;
}

/* What mail programs and gateways do to a block: L5 and L8. */
static void a_block_is_read_whatever_programs_make_of_it(void **unused)
{
	static const struct {
		size_t width;
		const char *quote, *end;
	} v[] = {
		{ 0, "", "\n" },
		{ 0, "> ", "\n" },
		{ 0, "> > ", "\r\n" },
		{ 0, "\xc2\xa0", "\r" },          /* no-break space */
		{ 0, "> \xe2\x80\x8b", " \r\n" }, /* format=flowed */
		{ 40, "> ", "\n" },      /* folded by a narrow program */
		{ 57, ">>  ", "=\r\n" }, /* the source of a mail */
		{ 0, "", " " },          /* all in one line */
		{ 0, "", "\xc2\xa0" },
		{ 0, "\t", "\n\n\n" },
	};
	struct webapp_payload g = some(), r;
	struct str text = written(&g);

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(v); i++) {
		size_t width = v[i].width;
		struct str one;

		/* markers are words: no program folds within one */
		one = as_pasted(text, width && width < 40 ? 40 : width,
				v[i].quote, v[i].end);
		assert_int_equal(read_as(one, &r), WEBAPP_PAYLOAD_OK);
		is_same(&r, &g, true);
	}
}

/* typographic dashes, and none at all */
static void the_dashes_of_markers_do_not_matter(void **unused)
{
	static const char *const dashes[] = { "", "\xe2\x80\x94", "--", "*",
					      "\xe2\x80\x94-" };
	struct webapp_payload g = some(), r;
	struct str text = written(&g);
	const size_t before = strlen(WEBAPP_PAYLOAD_BEGIN) + 1;
	const size_t after = strlen(WEBAPP_PAYLOAD_END) + 1;

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(dashes); i++) {
		char *s = arena_printf(
			&a,
			"%sBEGIN HERALDO BOARD%s\n%.*s%sEND HERALDO BOARD%s",
			dashes[i], dashes[i], (int)(text.len - before - after),
			text.s + before, dashes[i], dashes[i]);

		assert_int_equal(read_as(str_of(s), &r), WEBAPP_PAYLOAD_OK);
	}
}

/* no character of it can be another unnoticed */
static void one_that_was_changed_is_not_believed(void **unused)
{
	struct webapp_payload g = some(), r;
	struct str text = written(&g);
	char *copy = arena_copy(&a, text.s, text.len);
	struct str end = { memmem(text.s, text.len, "-----END", 8), 0 };

	(void)unused;
	for (const char *at = text.s + strlen(WEBAPP_PAYLOAD_BEGIN) + 1;
	     at < end.s; at++) {
		size_t i = (size_t)(at - text.s);
		const char was = copy[i];

		if (was == '\n')
			continue;
		copy[i] = was == 'A' ? 'q' : 'A';
		assert_int_not_equal(
			read_as((struct str){ copy, text.len }, &r),
			WEBAPP_PAYLOAD_OK);
		copy[i] = was;
	}
	assert_int_equal(read_as((struct str){ copy, text.len }, &r),
			 WEBAPP_PAYLOAD_OK);
	assert_int_equal(read_as(STR("a mail\n"), &r), WEBAPP_PAYLOAD_NONE);
}

/* Bytes of which none can be guessed from others. */
static struct str noise(size_t len)
{
	char *s = arena_alloc(&a, len + HASH_SIZE);

	for (size_t i = 0; i < len; i += HASH_SIZE) {
		struct hash h = hash_of(bytes_of(&i, sizeof(i)));

		memcpy(s + i, h.b, HASH_SIZE);
	}
	return (struct str){ s, len };
}

static size_t lines_in(struct str text)
{
	size_t n = 0;

	for (size_t i = 0; i < text.len; i++)
		n += text.s[i] == '\n';
	return n;
}

/* the page says how much of a block is missing */
static void a_block_that_lacks_lines_is_known_for_it(void **unused)
{
	struct webapp_payload g = some(), r;
	struct str text, rest;
	size_t lines;

	(void)unused;
	g.view = noise(700);
	text = written(&g);
	lines = lines_in(text) - 2;
	/* its end, a line within it, all but its beginning */
	rest = (struct str){ text.s, text.len - 200 };
	assert_int_equal(read_as(rest, &r), WEBAPP_PAYLOAD_CUT);
	assert_int_equal(r.wanted, lines);
	assert_true(r.found < lines && r.found + 4 >= lines);
	rest = str_of(arena_printf(&a, "%.*s%s", 30 + 65 * 3, text.s,
				   text.s + 30 + 65 * 4));
	assert_int_equal(read_as(rest, &r), WEBAPP_PAYLOAD_CUT);
	assert_int_equal(r.found, lines - 1);
	assert_int_equal(r.wanted, lines);
	assert_int_equal(read_as(STR(WEBAPP_PAYLOAD_BEGIN "\n"), &r),
			 WEBAPP_PAYLOAD_CUT);
	rest = str_of(arena_printf(&a, "%s\nabcdefghij\n%s\n",
				   WEBAPP_PAYLOAD_BEGIN, WEBAPP_PAYLOAD_END));
	assert_int_equal(read_as(rest, &r), WEBAPP_PAYLOAD_UNREAD);
}

/* The view always; events only while it has at most 30 lines. */
static void events_are_left_out_where_it_grows_too_long(void **unused)
{
	struct webapp_payload g = some(), r;
	struct webapp_payload_forms forms;
	struct str line, rest;

	(void)unused;
	g.view = noise(512);
	g.events = noise(512);
	forms = written_in(&g, 0);
	assert_true(lines_in(forms.block) <= WEBAPP_PAYLOAD_LINES);
	assert_int_equal(read_as(forms.block, &r), WEBAPP_PAYLOAD_OK);
	is_same(&r, &g, true);
	g.events = noise(4096);
	forms = written_in(&g, 0);
	assert_true(lines_in(forms.block) <= WEBAPP_PAYLOAD_LINES);
	assert_int_equal(read_as(forms.block, &r), WEBAPP_PAYLOAD_OK);
	is_same(&r, &g, false);
	/* the attachment has them */
	assert_int_equal(read_as(forms.whole, &r), WEBAPP_PAYLOAD_OK);
	is_same(&r, &g, true);
	/* a large view takes as many lines as it needs */
	g.view = noise(4096);
	forms = written_in(&g, 0);
	assert_true(lines_in(forms.block) > WEBAPP_PAYLOAD_LINES);
	assert_int_equal(read_as(forms.block, &r), WEBAPP_PAYLOAD_OK);
	is_same(&r, &g, false);
	for (rest = forms.whole; parse_line(&rest, &line);)
		assert_true(line.len <= WEBAPP_PAYLOAD_LINE);
}

static enum webapp_payload_fault read_link(const char *address,
					   struct webapp_payload *out)
{
	struct key key;

	return webapp_payload_read_link(&a, str_of(address), out, &key);
}

/* L1, L3 and L6: what gateways make of a link, and what it is made of. */
static void a_link_is_read_whatever_gateways_make_of_it(void **unused)
{
	static const char *const before[] = {
		"#",
		"?#",
		"?%23",
		"https://games.example/?#",
		"https://games.example/heraldo.html?%2523",
		"https://games.example/?x=1&",
		"?utm=3#",
	};
	struct webapp_payload g = some(), r;
	struct str link = written_in(&g, 1900).link;

	(void)unused;
	assert_true(str_starts(link, "b="));
	for (size_t i = 2; i < link.len; i++)
		assert_non_null(strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklm"
				       "nopqrstuvwxyz0123456789-_",
				       link.s[i]));
	assert_null(strchr("-_", link.s[link.len - 1]));
	for (size_t i = 0; i < ARRAY_LEN(before); i++) {
		assert_int_equal(read_link(arena_printf(&a, "%s%.*s", before[i],
							STR_ARG(link)),
					   &r),
				 WEBAPP_PAYLOAD_OK);
		is_same(&r, &g, true);
		/* what a gateway adds, and "=" as a number */
		assert_int_equal(
			read_link(arena_printf(&a, "%sb%%3D%.*s&data=05%%7C02",
					       before[i], (int)link.len - 2,
					       link.s + 2),
				  &r),
			WEBAPP_PAYLOAD_OK);
	}
	assert_int_equal(read_link("https://games.example/?", &r),
			 WEBAPP_PAYLOAD_NONE);
	assert_int_equal(read_link("", &r), WEBAPP_PAYLOAD_NONE);
}

/* every character that is missing is missed */
static void a_link_that_was_cut_is_known_for_it(void **unused)
{
	struct webapp_payload g = some(), r;
	struct str link = written_in(&g, 1900).link;

	(void)unused;
	for (size_t n = 2; n + 1 < link.len; n++) {
		assert_int_equal(
			read_link(arena_printf(&a, "?#%.*s", (int)n, link.s),
				  &r),
			WEBAPP_PAYLOAD_CUT);
		assert_true(n < 16 || r.found < r.wanted);
	}
	/* the last letter is no part of it */
	assert_int_equal(
		read_link(arena_printf(&a, "?#%.*s", (int)link.len - 1, link.s),
			  &r),
		WEBAPP_PAYLOAD_OK);
}

static void a_link_has_no_more_than_its_room(void **unused)
{
	struct webapp_payload g = some(), r;
	struct str link;

	(void)unused;
	g.view = noise(500);
	g.events = noise(300);
	link = written_in(&g, 1900).link;
	assert_true(link.len && link.len <= 1600);
	assert_int_equal(
		read_link(arena_printf(&a, "#%.*s", STR_ARG(link)), &r),
		WEBAPP_PAYLOAD_OK);
	is_same(&r, &g, true);
	g.events = noise(4000);
	link = written_in(&g, 1900).link;
	assert_true(link.len && link.len <= 1900);
	assert_int_equal(
		read_link(arena_printf(&a, "#%.*s", STR_ARG(link)), &r),
		WEBAPP_PAYLOAD_OK);
	is_same(&r, &g, false);
	g.view = noise(2000);
	assert_int_equal(written_in(&g, 1900).link.len, 0);
	g.view = STR("v");
	assert_int_equal(written_in(&g, 0).link.len, 0);
}

static void what_both_know_is_not_sent(void **unused)
{
	struct webapp_payload_known nothing = known;
	struct webapp_payload g = some(), r;
	struct str dealt = noise(20480), text;

	(void)unused;
	g.view = dealt;
	webapp_payload_know(&a, game_kinds[0]->rules, STR(""), dealt, STR(""),
			    &known);
	text = written(&g);
	assert_true(text.len < 2048);
	assert_int_equal(read_as(text, &r), WEBAPP_PAYLOAD_OK);
	is_same(&r, &g, true);
	/* with others it is not read as something else */
	assert_int_equal(read_as(text, &r), WEBAPP_PAYLOAD_OK);
	assert_false(webapp_payload_unpack(&a, &r, &nothing));
	known = nothing;
}

/* other cards, other samples, another layout: another name */
static void dictionaries_have_names_of_their_own(void **unused)
{
	struct webapp_payload_known v[4];
	struct system other = *game_kinds[0]->rules;

	(void)unused;
	webapp_payload_know(&a, &other, STR("ab"), STR("c"), STR("d"), &v[0]);
	webapp_payload_know(&a, &other, STR("ab"), STR("x"), STR("d"), &v[1]);
	webapp_payload_know(&a, &other, STR("ab"), STR("c"), STR("x"), &v[2]);
	other.events.n_kinds--;
	webapp_payload_know(&a, &other, STR("ab"), STR("c"), STR("d"), &v[3]);
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < i; k++)
			assert_memory_not_equal(v[i].name, v[k].name,
						sizeof(v[i].name));
}

/* the state of one game is never taken for that of another */
static void every_layout_has_its_own_tag(void **unused)
{
	char tag[GAME_KINDS_MAX][WEBAPP_PAYLOAD_LAYOUT + 1];
	struct system other;

	(void)unused;
	for (int i = 0; i < n_game_kinds; i++) {
		webapp_payload_layout(game_kinds[i]->rules, tag[i]);
		assert_int_equal(strlen(tag[i]), WEBAPP_PAYLOAD_LAYOUT);
		for (int k = 0; k < i; k++)
			assert_string_not_equal(tag[i], tag[k]);
		other = *game_kinds[i]->rules;
		other.state_size += sizeof(int32_t);
		webapp_payload_layout(&other, tag[GAME_KINDS_MAX - 1]);
		assert_string_not_equal(tag[i], tag[GAME_KINDS_MAX - 1]);
		other = *game_kinds[i]->rules;
		other.events.n_kinds--;
		webapp_payload_layout(&other, tag[GAME_KINDS_MAX - 1]);
		assert_string_not_equal(tag[i], tag[GAME_KINDS_MAX - 1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_written_is_read),
		cmocka_unit_test(one_without_a_position_names_the_judge),
		cmocka_unit_test(a_block_is_read_whatever_programs_make_of_it),
		cmocka_unit_test(the_dashes_of_markers_do_not_matter),
		cmocka_unit_test(one_that_was_changed_is_not_believed),
		cmocka_unit_test(a_block_that_lacks_lines_is_known_for_it),
		cmocka_unit_test(events_are_left_out_where_it_grows_too_long),
		cmocka_unit_test(a_link_is_read_whatever_gateways_make_of_it),
		cmocka_unit_test(a_link_that_was_cut_is_known_for_it),
		cmocka_unit_test(a_link_has_no_more_than_its_room),
		cmocka_unit_test(what_both_know_is_not_sent),
		cmocka_unit_test(dictionaries_have_names_of_their_own),
		cmocka_unit_test(every_layout_has_its_own_tag),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
