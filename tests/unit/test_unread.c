/*
 * tests/unit/test_unread.c - lines that could not be read when people wrote
 * them, of whole games by mail: each is read now, if what it says is beyond
 * doubt, or is answered with how that order is written. tests/mail/unread
 * holds them, a file a game.
 */
#include "unit.h"
#include "orders_fixture.h"
#include "base/file.h"
#include "base/parse.h"
#include "tests/srcdir.h"

enum { FIGURES = 40 };

struct table {
	struct orders_fixture f;
	struct arena arena;
	struct grammar_name figure[FIGURES];
	int n_figures;
	int32_t thing[FIGURES];
	struct grammar_thing kind[FIGURES];
	int n_things;
	enum grammar_places places;
	int read, answered;
};

/* A1, #5 */
static int32_t label_read(struct str word)
{
	int64_t n;
	struct str number = { word.s + 1, word.len - 1 };

	assert_true(parse_int(number, 1, 99, &n));
	return word.s[0] == '#' ? (int32_t)n : label_of(word.s[0], (int)n);
}

static void add_figure(struct table *t, struct str line, bool thing)
{
	struct str label;

	parse_field(&line, ' ', &label);
	if (thing) {
		t->kind[t->n_things].kind = "chest";
		t->kind[t->n_things].label = label_read(label);
		t->thing[t->n_things++] = label_read(label);
		return;
	}
	t->figure[t->n_figures++] = (struct grammar_name){
		.label = label_read(label), .name = line, .card = STR("")
	};
	assert_true(t->n_figures < FIGURES && t->n_things < FIGURES);
}

/* as it was read, orders parted by " / " */
static void write_read(const struct table *t, const struct orders *o,
		       struct buf *out)
{
	for (int i = 0; i < o->n_lines; i++) {
		const struct order_line *l = &o->lines[i];

		buf_addz(out, i ? " / " : "");
		if (l->kind == LINE_QUERY)
			grammar_write(&t->f.grammar, 0, l->query, out);
		else if (l->kind == LINE_ORDER || l->kind == LINE_STANDING)
			orders_write_entry(&t->f.grammar, 0, l->entry, out);
		else if (l->kind == LINE_CONTINUE)
			buf_addz(out, "CONTINUE");
		else if (l->kind == LINE_ON_FAIL && l->number)
			buf_addz(out, "ON FAIL SKIP");
		else
			fail_msg("%.*s", STR_ARG(o->text));
	}
}

/* one line of a file: who wrote it, what, and what comes of it */
struct sample {
	int lang;
	char seat;
	struct str text, want;
};

/* LANG [SEAT]: LINE => WANT */
static struct sample sample_of(const struct table *t, struct str line)
{
	struct sample s = { .seat = 'A', .text = line };
	struct str head, lang;

	parse_field(&line, ':', &head);
	parse_field(&head, ' ', &lang);
	if (head.len)
		s.seat = head.s[0];
	s.lang = vocabulary_lang(&t->f.words, lang);
	for (size_t i = 0; i + 4 < line.len && !s.want.len; i++)
		if (!memcmp(line.s + i, " => ", 4)) {
			s.want = (struct str){ line.s + i + 4,
					       line.len - i - 4 };
			s.text = parse_trim((struct str){ line.s, i });
		}
	assert_true(s.lang >= 0 && s.text.len && s.want.len);
	return s;
}

static void read_it(struct table *t, const struct sample *s, struct str text,
		    struct orders *o)
{
	const struct grammar_names names = { .v = t->figure,
					     .n = t->n_figures,
					     .things = t->thing,
					     .n_things = t->n_things,
					     .thing = t->kind,
					     .n_thing = t->n_things,
					     .places = t->places,
					     .width = 3600,
					     .height = 3600 };
	const char *mail = arena_printf(&t->arena, "ORDERS game %c 1 1\n%.*s",
					s->seat, STR_ARG(text));

	orders_read(&t->arena, &t->f.grammar, &names, s->lang, str_of(mail), o);
}

/* What is told: "?" orders that can be sent as they stand, "??" words; parted
 * by " ~ " they are several. */
static void check_offer(struct table *t, const struct sample *s,
			const char *answer)
{
	struct orders *o = ARENA_NEW(&t->arena, struct orders);
	struct str want = s->want, one;

	parse_field(&want, ' ', &one);
	while (parse_field(&want, '~', &one)) {
		one = parse_trim(one);
		if (!strstr(answer,
			    arena_printf(&t->arena, "%.*s", STR_ARG(one))))
			fail_msg("%.*s\nwants %.*s, is told\n%s",
				 STR_ARG(s->text), STR_ARG(one), answer);
		if (str_starts(s->want, "??"))
			continue;
		read_it(t, s, one, o);
		if (o->n_complaints)
			fail_msg("%.*s is no order", STR_ARG(one));
	}
}

static void check_line(struct table *t, struct str line)
{
	const struct sample s = sample_of(t, line);
	struct orders *o = ARENA_NEW(&t->arena, struct orders);
	struct buf got;

	read_it(t, &s, s.text, o);
	buf_init(&got, 16384);
	if (str_starts(s.want, "?")) {
		if (!o->n_complaints)
			write_read(t, o, &got);
		else
			orders_write_complaint(&t->f.grammar, s.lang, o,
					       &o->complaints[0], NULL, &got);
		if (!o->n_complaints)
			fail_msg("%.*s: %s", STR_ARG(s.text), got.s);
		check_offer(t, &s, got.s);
		t->answered++;
	} else {
		if (o->n_complaints)
			fail_msg("%.*s", STR_ARG(s.text));
		write_read(t, o, &got);
		assert_str(buf_str(&got),
			   arena_printf(&t->arena, "%.*s", STR_ARG(s.want)));
		t->read++;
	}
	buf_release(&got);
}

static void check_game(const struct game_kind *kind, const char *path)
{
	struct table t = { .n_figures = 0 };
	struct str text, line;
	struct why why = { 0 };
	struct buf bytes;

	orders_fixture_open(&t.f, kind);
	t.places = kind == &game_rebellion  ? GRAMMAR_POINTS
		   : kind == &game_dungeons ? GRAMMAR_SQUARES
					    : GRAMMAR_ZONES;
	assert_int_equal(file_read(path, 1 << 20, &bytes, &why), ERR_OK);
	text = buf_str(&bytes);
	while (parse_line(&text, &line)) {
		line = parse_trim(line);
		if (!line.len || line.s[0] == '#')
			continue;
		if (str_starts(line, "figure ") || str_starts(line, "thing ")) {
			struct str word;

			parse_field(&line, ' ', &word);
			add_figure(&t, line, str_is(word, "thing"));
		} else {
			check_line(&t, line);
		}
	}
	print_message("%s: %d read, %d answered\n", path, t.read, t.answered);
	buf_release(&bytes);
	arena_release(&t.arena);
	arena_release(&t.f.arena);
}

static void in_dungeons(void **unused)
{
	(void)unused;
	check_game(&game_dungeons, SRCDIR "/tests/mail/unread/dungeons.txt");
}

static void in_rebellion(void **unused)
{
	(void)unused;
	check_game(&game_rebellion, SRCDIR "/tests/mail/unread/rebellion.txt");
}

static void in_arena(void **unused)
{
	(void)unused;
	check_game(&game_arena, SRCDIR "/tests/mail/unread/arena.txt");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_dungeons),
		cmocka_unit_test(in_rebellion),
		cmocka_unit_test(in_arena),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
