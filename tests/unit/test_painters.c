/*
 * tests/unit/test_painters.c - pictures painted by other processes: the same
 * bytes, in the painter that the game has, and what happens when one dies.
 */
#include "unit.h"
#include "judge/notify/render_pool.h"
#include "report/picture/canvas.h"
#include "report/picture/stroke.h"
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { MAX_BYTES = 1 << 20, N_PAINTERS = 2 };

static struct render_pool *ps;
static struct pictures *sketched;

static int setup(void **unused)
{
	struct why why = { 0 };

	(void)unused;
	assert_int_equal(render_pool_start(&ps, N_PAINTERS, &why), ERR_OK);
	sketched = pictures_sketched();
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	render_pool_stop(ps);
	pictures_release(sketched);
	return 0;
}

/* a picture with this many discs and a word, as PNG or as sketch */
static void draw(int discs, struct pictures *by, struct buf *out)
{
	struct canvas *c = canvas_make(300, 200, 0xfff0f0e0);

	for (int i = 0; i < discs; i++)
		canvas_art(c, ART_CLAWS, 10 + 7 * i, 20 + 5 * i, 20, 3 * i,
			   0xff336699);
	canvas_ground(c);
	canvas_text(c, 150, 100,
		    &(struct canvas_letters){ CANVAS_CENTRE, 14, 0xff000000,
					      0xffffffff },
		    STR("Guardsman \xe6\x97\xa5 \xe2\x88\x92\x32"));
	buf_init(out, MAX_BYTES);
	assert_int_equal(canvas_png(c, by, out, NULL), ERR_OK);
	canvas_release(c);
}

/* take turns until it is neither waiting nor begun */
static enum render_job_state settled(const struct render_job *p)
{
	do {
		int fds[2 * RENDER_POOL_MAX];
		struct pollfd polled[2 * RENDER_POOL_MAX];
		int n;

		render_pool_turn(ps);
		n = render_pool_fds(ps, fds);
		for (int i = 0; i < n; i++)
			polled[i] = (struct pollfd){ fds[i], POLLIN, 0 };
		if (p->state == RENDER_JOB_BEGUN)
			poll(polled, (nfds_t)n, 1000);
	} while ((p->state == RENDER_JOB_WAITS ||
		  p->state == RENDER_JOB_BEGUN) &&
		 !render_pool_lost(ps));
	return p->state;
}

static void painted_elsewhere_a_picture_has_the_same_bytes(void **unused)
{
	(void)unused;

	for (int i = 1; i < 6; i++) {
		struct buf here, sketch;
		struct render_job p = { .of = i };

		draw(3 * i, NULL, &here);
		draw(3 * i, sketched, &sketch);
		p.sketch = buf_str(&sketch);
		render_pool_add(ps, &p);
		assert_int_equal(settled(&p), RENDER_JOB_DONE);
		assert_true(str_equal(p.png, buf_str(&here)));
		render_pool_forget(ps, &p);
		buf_release(&here);
		buf_release(&sketch);
	}
}

/* a stroke of a kind that there is none of, behind the first one */
static void spoil(struct buf *sketch)
{
	const uint32_t kind = 0x7fffff;
	const void *body;
	size_t at = sizeof(struct picture_head);

	assert_non_null(stroke_next(buf_str(sketch), &at, &body));
	memcpy(sketch->s + at, &kind, sizeof(kind));
}

static void what_kills_a_painter_is_that_picture(void **unused)
{
	(void)unused;
	struct buf good, bad;
	struct render_job p[3] = { { .of = 1 }, { .of = 1 }, { .of = 2 } };

	draw(4, sketched, &good);
	draw(4, sketched, &bad);
	spoil(&bad);
	for (int i = 0; i < 3; i++) {
		p[i].sketch = buf_str(i ? &good : &bad);
		render_pool_add(ps, &p[i]);
	}
	assert_int_equal(settled(&p[0]), RENDER_JOB_BROKEN);
	assert_int_equal(settled(&p[1]), RENDER_JOB_DONE);
	assert_int_equal(settled(&p[2]), RENDER_JOB_DONE);
	assert_false(render_pool_lost(ps));
	for (int i = 0; i < 3; i++)
		render_pool_forget(ps, &p[i]);
	buf_release(&good);
	buf_release(&bad);
}

static void games_have_painters_of_their_own(void **unused)
{
	(void)unused;
	struct buf sketch;
	struct render_job p[3] = { { .of = 1 }, { .of = 1 }, { .of = 2 } };

	draw(4, sketched, &sketch);
	for (int i = 0; i < 3; i++) {
		p[i].sketch = buf_str(&sketch);
		render_pool_add(ps, &p[i]);
	}
	render_pool_turn(ps);
	assert_int_equal(p[0].state, RENDER_JOB_BEGUN);
	assert_int_equal(p[1].state, RENDER_JOB_WAITS);
	assert_int_equal(p[2].state, RENDER_JOB_BEGUN);
	/* nobody wants it: its painter goes on with the next */
	render_pool_forget(ps, &p[0]);
	assert_int_equal(settled(&p[1]), RENDER_JOB_DONE);
	render_pool_forget(ps, &p[1]);
	render_pool_forget(ps, &p[2]);
	buf_release(&sketch);
}

/* the first child of this process, 0: the kernel tells of none */
static int first_child(void)
{
	char path[64];
	FILE *f;
	int pid = 0;

	snprintf(path, sizeof(path), "/proc/self/task/%d/children",
		 (int)getpid());
	f = fopen(path, "r");
	if (f && fscanf(f, "%d", &pid) != 1)
		pid = 0;
	if (f)
		fclose(f);
	return pid;
}

static void without_who_starts_them_they_are_lost(void **unused)
{
	(void)unused;
	int pid = first_child();

	if (!pid)
		skip();
	render_pool_turn(ps);
	assert_false(render_pool_lost(ps));
	kill(pid, SIGKILL);
	for (int i = 0; i < 500 && !render_pool_lost(ps); i++) {
		usleep(10000);
		render_pool_turn(ps);
	}
	assert_true(render_pool_lost(ps));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			painted_elsewhere_a_picture_has_the_same_bytes, setup,
			teardown),
		cmocka_unit_test_setup_teardown(
			what_kills_a_painter_is_that_picture, setup, teardown),
		cmocka_unit_test_setup_teardown(
			games_have_painters_of_their_own, setup, teardown),
		cmocka_unit_test_setup_teardown(
			without_who_starts_them_they_are_lost, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
