/*
 * tests/unit/test_glimpse.c - what a page reads of a report, and what it does
 * not believe.
 */
#include "unit.h"
#include "base/arena.h"
#include "games/games.h"
#include "protocol/webapp_payload.h"

static struct arena a;
static struct key_secret judge;
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
		.layout = STR("0123456789abcdef"),
		.language = STR("es"),
		.state = STR("running"),
		.seat = STR("B"),
		.since = 11,
		.point = 12,
		.serial = 4,
		.word = STR("open"),
		.sealed = STR("00ff"),
		.player = { STR("Ana > \n"), STR("Bob") },
		.awaited = { false, true },
		.until_s = { 0, 1764201600 },
		.view = STR("a view\n----- -"),
		.events = STR("{\"event\":\"x\"}\n"),
	};
}

static struct str written(const struct webapp_payload *g, struct str dealt)
{
	struct buf b;
	struct str s;

	buf_init(&b, WEBAPP_PAYLOAD_TEXT_MAX);
	assert_int_equal(webapp_payload_write(g, dealt, &judge, &b, &why),
			 ERR_OK);
	s = arena_str(&a, buf_str(&b));
	buf_release(&b);
	return s;
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

static void what_was_written_is_read(void **unused)
{
	struct webapp_payload g = some(), r;

	(void)unused;
	assert_int_equal(read_as(written(&g, STR("")), &r), WEBAPP_PAYLOAD_OK);
	assert_str(r.judge, "judge@games.example");
	/* a name is a name, whatever is in it */
	assert_str(r.judge_name, "The Judge serial 9");
	assert_int_equal(r.serial, 4);
	assert_int_equal(r.since, 11);
	assert_int_equal(r.point, 12);
	assert_str(r.player[0], "Ana");
	assert_str(r.player[1], "Bob");
	assert_int_equal(r.player[2].len, 0);
	assert_false(r.awaited[0]);
	assert_true(r.awaited[1]);
	assert_int_equal(r.until_s[1], 1764201600);
	assert_str(r.word, "open");
	assert_str(r.sealed, "00ff");
	assert_int_equal(r.cards.len, 0);
	assert_true(webapp_payload_unpack(&a, &r, STR("")));
	assert_true(str_equal(r.view, g.view));
	assert_true(str_equal(r.events, g.events));
}

/* each line quoted and indented, CRLF, empty lines between, words around */
static struct str pasted(struct str text)
{
	struct buf b;
	struct str s;

	buf_init(&b, WEBAPP_PAYLOAD_TEXT_MAX);
	buf_addz(&b, "On Monday the judge wrote:\r\n\r\n> > ");
	for (size_t i = 0; i < text.len; i++)
		if (text.s[i] == '\n')
			buf_addz(&b, " \r\n\r\n> > ");
		else
			buf_addc(&b, text.s[i]);
	buf_addz(&b, "\r\nRegards\r\n");
	s = arena_str(&a, buf_str(&b));
	buf_release(&b);
	return s;
}

static void one_that_was_pasted_is_read(void **unused)
{
	struct webapp_payload g = some(), r;

	(void)unused;
	assert_int_equal(read_as(pasted(written(&g, STR(""))), &r),
			 WEBAPP_PAYLOAD_OK);
	assert_true(webapp_payload_unpack(&a, &r, STR("")));
	assert_true(str_equal(r.view, g.view));
}

/* no byte of it can be another unnoticed */
static void one_that_was_changed_is_not_believed(void **unused)
{
	struct webapp_payload g = some(), r;
	struct str text = written(&g, STR(""));
	char *copy = arena_copy(&a, text.s, text.len);
	struct str end = { memmem(text.s, text.len, "-----BEGIN", 10), 0 };

	(void)unused;
	for (const char *at = text.s; at < end.s; at++) {
		size_t i = (size_t)(at - text.s);

		copy[i] ^= 1;
		assert_int_not_equal(
			read_as((struct str){ copy, text.len }, &r),
			WEBAPP_PAYLOAD_OK);
		copy[i] ^= 1;
	}
	assert_int_equal(read_as((struct str){ copy, text.len }, &r),
			 WEBAPP_PAYLOAD_OK);
	assert_int_equal(
		read_as((struct str){ copy, (size_t)(end.s - text.s) }, &r),
		WEBAPP_PAYLOAD_UNSIGNED);
	assert_int_equal(read_as(STR("a mail\n"), &r), WEBAPP_PAYLOAD_NONE);
}

/* a report of the judge is signed for another purpose */
static void another_signature_of_the_judge_is_none(void **unused)
{
	struct webapp_payload g = some(), r;
	struct str text = written(&g, STR(""));
	size_t n = (size_t)((char *)memmem(text.s, text.len, "-----BEGIN", 10) -
			    text.s);
	struct sig sig;
	struct buf b;

	(void)unused;
	buf_init(&b, WEBAPP_PAYLOAD_TEXT_MAX);
	buf_add(&b, text.s, n);
	sig_make(&judge, SIG_REPORT, (struct str){ text.s, n }, &sig);
	sig_render(&sig, &b);
	assert_int_equal(read_as(buf_str(&b), &r), WEBAPP_PAYLOAD_FORGED);
	buf_release(&b);
}

/* Bytes of which none can be guessed from others. */
static struct str noise(size_t len)
{
	char *s = arena_alloc(&a, len);

	for (size_t i = 0; i < len; i += HASH_SIZE) {
		struct hash h = hash_of(bytes_of(&i, sizeof(i)));

		memcpy(s + i, h.b, HASH_SIZE);
	}
	return (struct str){ s, len };
}

static void events_are_left_out_where_it_grows_too_long(void **unused)
{
	struct webapp_payload g = some(), r;
	struct str text;

	(void)unused;
	g.view = noise(2048);
	g.events = noise(1024);
	text = written(&g, STR(""));
	assert_true(text.len <= WEBAPP_PAYLOAD_MAX);
	assert_int_equal(read_as(text, &r), WEBAPP_PAYLOAD_OK);
	assert_true(webapp_payload_unpack(&a, &r, STR("")));
	assert_int_equal(r.events.len, 1024);
	g.events = noise(4096);
	text = written(&g, STR(""));
	assert_true(text.len <= WEBAPP_PAYLOAD_MAX);
	assert_int_equal(read_as(text, &r), WEBAPP_PAYLOAD_OK);
	assert_true(webapp_payload_unpack(&a, &r, STR("")));
	assert_int_equal(r.events.len, 0);
	assert_true(str_equal(r.view, g.view));
}

static void cards_that_both_have_are_not_sent(void **unused)
{
	struct webapp_payload g = some(), r;
	struct str dealt = noise(20480), text;
	char cards[WEBAPP_PAYLOAD_LAYOUT + 1];

	(void)unused;
	g.view = dealt;
	text = written(&g, dealt);
	assert_true(text.len < 2048);
	assert_int_equal(read_as(text, &r), WEBAPP_PAYLOAD_OK);
	webapp_payload_cards(dealt, cards);
	assert_str(r.cards, cards);
	assert_true(webapp_payload_unpack(&a, &r, dealt));
	assert_true(str_equal(r.view, g.view));
	/* with others it is not read as something else */
	assert_int_equal(read_as(text, &r), WEBAPP_PAYLOAD_OK);
	assert_false(webapp_payload_unpack(&a, &r, noise(100)));
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
		cmocka_unit_test(one_that_was_pasted_is_read),
		cmocka_unit_test(one_that_was_changed_is_not_believed),
		cmocka_unit_test(another_signature_of_the_judge_is_none),
		cmocka_unit_test(events_are_left_out_where_it_grows_too_long),
		cmocka_unit_test(cards_that_both_have_are_not_sent),
		cmocka_unit_test(every_layout_has_its_own_tag),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
