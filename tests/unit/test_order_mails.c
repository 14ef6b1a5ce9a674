/*
 * tests/unit/test_order_mails.c - order mails as newcomers write them from the
 * help: with typos, quoted, with what telephones put below. Beside each mail
 * stands what its writer meant, an order a line; `? ` before it where the
 * judge has to ask back. What is understood must be what was meant, always.
 */
#include "unit.h"
#include "orders_fixture.h"
#include "auth/signed_block.h"
#include "tests/srcdir.h"
#include <dirent.h>

static struct orders_fixture f;

static const struct grammar_name rebellion[] = {
	{ .label = 1 << 16 | 1, .name = { "Amazon Queen", 12 } },
	{ .label = 1 << 16 | 2, .name = { "Utem Guardsman **", 17 } },
	{ .label = 1 << 16 | 3, .name = { "Demi-Magus *", 12 } },
	{ .label = 1 << 16 | 4, .name = { "Altem Guardsman ***", 19 } },
	{ .label = 1 << 16 | 5, .name = { "Skeleton *", 10 } },
	{ .label = 2 << 16 | 1, .name = { "Leech Medic ***", 15 } },
	{ .label = 2 << 16 | 2, .name = { "Utem Crossbowman ***", 20 } },
	{ .label = 2 << 16 | 3, .name = { "Orc Raider *", 12 } },
};

static const struct grammar_name dungeons[] = {
	{ .label = 1 << 16 | 1, .name = { "Trollkiller", 11 } },
	{ .label = 1 << 16 | 2, .name = { "Carlana", 7 } },
	{ .label = 16 << 16 | 3, .name = { "Stone Golem", 11 } },
	{ .label = 16 << 16 | 4, .name = { "Vine Golem", 10 } },
};

static const struct grammar_name *figures;
static int n_figures;

/* as the catalog knows them, however they are typed */
static bool card(const void *unused, struct str text, struct buf *key,
		 struct buf *nearest)
{
	struct arena a = { 0 };
	struct str typed = utf8_fold(&a, text);
	bool found = false;

	(void)unused;
	(void)nearest;
	for (int i = 0; i < n_figures && !found; i++)
		if (str_equal(typed, utf8_fold(&a, figures[i].name)))
			found = buf_adds(key, figures[i].name);
	arena_release(&a);
	return found;
}

static struct str read_file(struct arena *a, const char *path)
{
	char *bytes = arena_alloc(a, 65536);
	FILE *in = fopen(path, "rb");
	size_t n;

	assert_non_null(in);
	n = fread(bytes, 1, 65536, in);
	fclose(in);
	assert_true(n < 65536);
	return (struct str){ bytes, n };
}

/* the next line of what was meant */
static struct str meant_next(struct str *rest)
{
	struct str line = { 0 };
	size_t n = 0;

	while (n < rest->len && rest->s[n] != '\n')
		n++;
	line = (struct str){ rest->s, n };
	n += n < rest->len;
	rest->s += n;
	rest->len -= n;
	return line;
}

static void write_line(const struct order_line *l, struct buf *out)
{
	switch (l->kind) {
	case LINE_ORDER:
		assert_true(orders_write_entry(&f.grammar, 0, l->entry, out));
		break;
	case LINE_QUERY:
		assert_true(grammar_write(&f.grammar, 0, l->query, out));
		break;
	case LINE_WAIT: buf_addz(out, "WAIT"); break;
	case LINE_ON_FAIL:
		buf_addz(out, l->number ? "ON FAIL SKIP" : "ON FAIL STOP");
		break;
	default: buf_addz(out, "something else");
	}
}

struct tally {
	int understood, asked_back, misunderstood;
};

static void check_mail(const char *dir, const char *name, struct tally *t)
{
	const struct grammar_names names = { .v = figures,
					     .n = n_figures,
					     .card = card };
	struct arena a = { 0 };
	struct signed_block_part part = { .is_text = true };
	struct signed_block block;
	struct orders *o = ARENA_NEW(&a, struct orders);
	struct str meant;
	int line = 0, asked = 0;

	part.bytes = read_file(&a, arena_printf(&a, "%s/%s.txt", dir, name));
	meant = read_file(&a, arena_printf(&a, "%s/%s.expect", dir, name));
	if (signed_block_find(&a, &part, 1, &block, 1) != 1)
		fail_msg("%s: no block", name);
	/* in the language of its writer */
	orders_read(&a, &f.grammar, &names,
		    vocabulary_lang(&f.words, (struct str){ name, 2 }),
		    block.canon.text, o);
	assert_int_equal(o->head.kind, HEAD_ORDERS);
	assert_int_equal(o->head.seat, 0);
	assert_int_equal(o->head.point, 12);
	assert_int_equal(o->head.serial, 3);
	while (line < o->n_lines || asked < o->n_complaints) {
		struct str want = meant_next(&meant);
		struct buf got;

		if (asked < o->n_complaints &&
		    (line == o->n_lines ||
		     o->complaints[asked].line <= o->lines[line].line)) {
			if (!str_starts(want, "? ")) {
				struct buf why;

				buf_init(&why, 8192);
				orders_write_complaint(&f.grammar, 0, o,
						       &o->complaints[asked],
						       NULL, &why);
				fail_msg("%s: not understood: %.*s\n%s", name,
					 STR_ARG(want), why.s);
			}
			asked++;
			t->asked_back++;
			continue;
		}
		buf_init(&got, 4096);
		write_line(&o->lines[line++], &got);
		if (str_equal(buf_str(&got), want)) {
			t->understood++;
		} else {
			print_error("%s: meant %.*s, understood %s\n", name,
				    STR_ARG(want), got.s);
			t->misunderstood++;
		}
		buf_release(&got);
	}
	if (meant.len)
		fail_msg("%s: %.*s", name, STR_ARG(meant));
	arena_release(&a);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_mail(const struct dirent *d)
{
	size_t n = strlen(d->d_name);

	return n > 4 && !strcmp(d->d_name + n - 4, ".txt");
}

/* all mails of a folder, half of them Spanish */
static void check_folder(const char *dir, int mails)
{
	struct tally t = { 0 };
	struct dirent **list;
	int n = scandir(dir, &list, is_mail, by_name), spanish = 0;

	assert_int_equal(n, mails);
	for (int i = 0; i < n; i++) {
		char *name = list[i]->d_name;

		name[strlen(name) - 4] = 0;
		spanish += !strncmp(name, "es", 2);
		check_mail(dir, name, &t);
		free(list[i]);
	}
	free(list);
	assert_int_equal(2 * spanish, mails);
	print_message("orders understood: %d of %d (%d %%); asked back: %d; "
		      "misunderstood: %d\n",
		      t.understood, t.understood + t.asked_back,
		      100 * t.understood / (t.understood + t.asked_back),
		      t.asked_back, t.misunderstood);
	assert_int_equal(t.misunderstood, 0);
}

static void nothing_is_misunderstood(void **unused)
{
	(void)unused;
	orders_fixture_open(&f, &game_rebellion);
	figures = rebellion;
	n_figures = ARRAY_LEN(rebellion);
	check_folder(SRCDIR "/tests/mail/orders-golden", 70);
	arena_release(&f.arena);
}

static void nothing_is_misunderstood_in_the_dungeon(void **unused)
{
	(void)unused;
	orders_fixture_open(&f, &game_dungeons);
	figures = dungeons;
	n_figures = ARRAY_LEN(dungeons);
	check_folder(SRCDIR "/tests/mail/orders-dungeons", 50);
	arena_release(&f.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_misunderstood),
		cmocka_unit_test(nothing_is_misunderstood_in_the_dungeon),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
