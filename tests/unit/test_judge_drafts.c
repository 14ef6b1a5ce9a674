/*
 * tests/unit/test_judge_drafts.c - letters that are written in two steps. The
 * test is who paints: it says of each letter when its picture is there, or that
 * its painter died.
 */
#include "unit.h"
#include "judge_fixture.h"

#define OK(call) assert_int_equal(call, ERR_OK)

enum { WRITINGS_MAX = 32 };

struct render_ctx {
	const struct mail_content *l;
	enum writing_state state;
};

static struct fix f;
static struct render_ctx *begun[WRITINGS_MAX]; /* NULL: ended */
static int n_begun, n_dropped;

static enum err begin(void *context, const struct mail_content *l,
		      struct render_ctx **out, struct why *why)
{
	struct render_ctx *w = calloc(1, sizeof(*w));

	(void)context;
	(void)why;
	assert_true(n_begun < WRITINGS_MAX && l->form == MAIL_WHOLE);
	w->l = l;
	begun[n_begun++] = w;
	*out = w;
	return ERR_OK;
}

static enum writing_state state(void *context, const struct render_ctx *w)
{
	(void)context;
	return w->state;
}

static void end(struct render_ctx *w)
{
	for (int i = 0; i < n_begun; i++)
		if (begun[i] == w)
			begun[i] = NULL;
	free(w);
}

static enum err finish(void *context, struct render_ctx *w, struct buf *out,
		       struct why *why)
{
	enum err e;

	assert_int_equal(w->state, WRITING_READY);
	buf_addz(out, "painted ");
	e = fix_render(context, w->l, out, why);
	end(w);
	return e;
}

static void drop(void *context, struct render_ctx *w)
{
	(void)context;
	n_dropped++;
	end(w);
}

static enum err render(void *context, const struct mail_content *l,
		       struct buf *out, struct why *why)
{
	assert_true(l->form != MAIL_WHOLE || !l->game);
	return fix_render(context, l, out, why);
}

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_judge_drafts");
	fix_started(&f, 0);
	fix_post(&f, NULL);
	judge_close(f.j);
	f.config.env.begin = begin;
	f.config.env.state = state;
	f.config.env.finish = finish;
	f.config.env.drop = drop;
	f.config.env.render = render;
	n_begun = n_dropped = 0;
	fix_open(&f);
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	fix_release(&f);
	for (int i = 0; i < n_begun; i++)
		assert_null(begun[i]);
	return 0;
}

static int post(struct posting *v, int max)
{
	int n;

	OK(judge_post(f.j, &f.arena, v, max, &n, &f.why));
	return n;
}

/* both choose, and both are told */
static void turn(void)
{
	int64_t point = fix_point(&f);

	assert_str(fix_send(&f, fix_orders(&f, 0, point, 1, "pick 3")),
		   "adjudicated");
	assert_str(fix_send(&f, fix_orders(&f, 1, point, 1, "pick 4")),
		   "adjudicated");
}

static void none_overtakes_one_whose_picture_is_not_there(void **unused)
{
	(void)unused;
	struct posting v[8];

	turn();
	assert_int_equal(post(v, 8), 0);
	assert_true(n_begun >= 4);
	assert_int_equal(judge_writing(f.j), n_begun);
	for (int i = 1; i < n_begun; i++)
		begun[i]->state = WRITING_READY;
	assert_int_equal(post(v, 8), 0);
	begun[0]->state = WRITING_READY;
	assert_int_equal(post(v, 2), 2);
	assert_true(str_starts(v[0].bytes, "painted "));
	assert_true(v[0].id < v[1].id);
	assert_int_equal(post(v, 8), n_begun - 2);
	assert_int_equal(judge_writing(f.j), 0);
}

static void a_letter_whose_painters_die_goes_without_picture(void **unused)
{
	(void)unused;
	struct posting v[8];
	int n, all;

	turn();
	assert_int_equal(post(v, 8), 0);
	n = n_begun;
	for (int i = 1; i < n; i++)
		begun[i]->state = WRITING_READY;
	begun[0]->state = WRITING_BROKEN;
	for (int tries = 1; tries < JUDGE_ATTEMPTS; tries++) {
		assert_int_equal(post(v, 8), 0);
		assert_int_equal(n_begun, n + tries);
		begun[n + tries - 1]->state = WRITING_BROKEN;
	}
	all = post(v, 8);
	assert_int_equal(all, n);
	assert_int_equal(n_dropped, JUDGE_ATTEMPTS);
	assert_int_equal(v[0].form, MAIL_NO_PICTURE);
	assert_false(str_starts(v[0].bytes, "painted "));
	for (int i = 1; i < all; i++) {
		assert_int_equal(v[i].form, MAIL_WHOLE);
		assert_true(v[i].id > v[i - 1].id);
	}
}

static int tries_of(int64_t id)
{
	int tries;

	OK(store_outbox_tries(judge_store(f.j), id, &tries, &f.why));
	return tries;
}

static void who_ends_in_good_order_has_tried_nothing(void **unused)
{
	(void)unused;
	struct posting v[8];
	int64_t id;

	turn();
	assert_int_equal(post(v, 8), 0);
	id = begun[0]->l->row->id;
	assert_int_equal(tries_of(id), 1);
	judge_close(f.j);
	fix_open(&f);
	assert_int_equal(tries_of(id), 0);
	assert_int_equal(post(v, 8), 0);
	for (int i = 0; i < n_begun; i++)
		if (begun[i])
			begun[i]->state = WRITING_READY;
	assert_true(post(v, 8) >= 2);
	assert_int_equal(v[0].id, id);
}

static void one_that_killed_us_is_begun_alone(void **unused)
{
	(void)unused;
	struct posting v[8];
	int64_t id;
	int tries;

	turn();
	assert_int_equal(post(v, 8), 0);
	id = begun[0]->l->row->id;
	judge_close(f.j);
	fix_open(&f);
	OK(store_begin(judge_store(f.j), &f.why));
	OK(store_outbox_try(judge_store(f.j), id, 0, &tries, &f.why));
	OK(store_commit(judge_store(f.j), &f.why));
	n_begun = 0;
	assert_int_equal(post(v, 8), 0);
	assert_int_equal(n_begun, 1);
	assert_int_equal(begun[0]->l->row->id, id);
	/* others join it only now, behind it */
	assert_int_equal(post(v, 8), 0);
	assert_true(n_begun > 2);
	begun[0]->state = WRITING_READY;
	/* and it waits for company: a transaction is for several */
	assert_int_equal(post(v, 8), 0);
	for (int i = 0; i < n_begun; i++)
		begun[i]->state = WRITING_READY;
	assert_int_equal(post(v, 8), n_begun);
	assert_int_equal(v[0].id, id);
}

/* heraldod --once ends although the mail server takes no mail now */
static void letters_that_cannot_leave_keep_no_process(void **unused)
{
	(void)unused;
	struct posting_result r = { .fate = POSTING_DOWN,
				    .words = STR("Connection refused") };
	struct posting v[8];

	turn();
	assert_int_equal(post(v, 8), 0);
	for (int i = 0; i < n_begun; i++)
		begun[i]->state = WRITING_READY;
	assert_int_equal(post(v, 1), 1);
	assert_true(judge_writing(f.j) > 0);
	r.id = v[0].id;
	OK(judge_posted(f.j, &r, 1, &f.why));
	assert_int_equal(judge_writing(f.j), 0);
	f.now += 2;
	assert_true(judge_writing(f.j) > 0);
}

/* who writes last, behind a long line, and to whom nothing else is owed */
static void the_end_of_a_long_line_is_not_last(void **unused)
{
	(void)unused;
	struct posting v[8];
	struct outbox_row r = { .kind = STR("receipt"),
				.slot = -1,
				.address = STR("line@else.test"),
				.language = STR("en"),
				.matter = STR("{}"),
				.next_s = f.now,
				.created_s = f.now };
	int64_t id, late = 0, alone = fix_person(&f, 2);
	bool first = false;

	turn();
	OK(store_begin(judge_store(f.j), &f.why));
	for (int i = 0; i < 30; i++) {
		r.message_id =
			str_of(arena_printf(&f.arena, "%d@line.test", i));
		/* one whom nothing else is owed, and one whom much is */
		r.person = i == 28 ? alone : i == 29 ? 1 : 0;
		OK(store_outbox_add(judge_store(f.j), &r, &id, &f.why));
		late = i == 28 ? id : late;
	}
	OK(store_commit(judge_store(f.j), &f.why));
	assert_int_equal(post(v, 8), 0);
	for (int i = 0; i < n_begun; i++)
		begun[i]->state = WRITING_READY;
	assert_int_equal(post(v, 8), 8);
	for (int i = 0; i < 8; i++) {
		first |= v[i].id == late;
		assert_true(v[i].id != id);
	}
	assert_true(first);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			none_overtakes_one_whose_picture_is_not_there, setup,
			teardown),
		cmocka_unit_test_setup_teardown(
			a_letter_whose_painters_die_goes_without_picture, setup,
			teardown),
		cmocka_unit_test_setup_teardown(
			who_ends_in_good_order_has_tried_nothing, setup,
			teardown),
		cmocka_unit_test_setup_teardown(
			the_end_of_a_long_line_is_not_last, setup, teardown),
		cmocka_unit_test_setup_teardown(
			one_that_killed_us_is_begun_alone, setup, teardown),
		cmocka_unit_test_setup_teardown(
			letters_that_cannot_leave_keep_no_process, setup,
			teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
