/* tests/unit/test_channel.c */
#include "unit.h"
#include "base/ipc.h"
#include <sys/wait.h>
#include <unistd.h>

static void messages_arrive_whole_and_in_order(void **unused)
{
	(void)unused;
	struct ipc a, b;
	struct arena arena = { 0 };
	struct why why = { 0 };
	struct str payload;
	char type, *large = arena_alloc(&arena, 3 << 20);
	pid_t child;
	int status;

	memset(large, 'x', 3 << 20);
	assert_int_equal(ipc_pair(&a, &b, &why), ERR_OK);
	child = fork();
	if (!child) { /* larger than any socket buffer: two are needed */
		ipc_send(&b, 'L', (struct str){ large, 3 << 20 }, NULL);
		ipc_send(&b, 'E', STR(""), NULL);
		_exit(0);
	}
	ipc_release(&b);
	assert_int_equal(ipc_receive(&a, 5000, &arena, &type, &payload, &why),
			 ERR_OK);
	assert_int_equal(type, 'L');
	assert_int_equal(payload.len, 3 << 20);
	assert_memory_equal(payload.s, large, payload.len);
	assert_int_equal(ipc_receive(&a, 5000, &arena, &type, &payload, &why),
			 ERR_OK);
	assert_int_equal(type, 'E');
	assert_int_equal(payload.len, 0);
	assert_int_equal(ipc_receive(&a, 5000, &arena, &type, &payload, &why),
			 ERR_INTERRUPTED);
	waitpid(child, &status, 0);
	ipc_release(&a);
	arena_release(&arena);
}

static void silence_is_no_error(void **unused)
{
	(void)unused;
	struct ipc a, b;
	struct arena arena = { 0 };
	struct str payload;
	char type;

	assert_int_equal(ipc_pair(&a, &b, NULL), ERR_OK);
	assert_int_equal(ipc_receive(&a, 0, &arena, &type, &payload, NULL),
			 ERR_OK);
	assert_int_equal(type, 0);
	assert_false(ipc_has(&a));
	assert_int_equal(ipc_send(&a, 'x', STR("y"), NULL), ERR_OK);
	ipc_release(&b);
	assert_int_equal(ipc_send(&a, 'x', STR("y"), NULL), ERR_INTERRUPTED);
	ipc_release(&a);
	arena_release(&arena);
}

static void a_length_out_of_bounds_breaks_the_channel(void **unused)
{
	(void)unused;
	struct ipc a, b;
	struct arena arena = { 0 };
	struct str payload;
	char type;

	assert_int_equal(ipc_pair(&a, &b, NULL), ERR_OK);
	assert_int_equal(write(b.fd, "M\xff\xff\xff\xff", 5), 5);
	assert_int_equal(ipc_receive(&a, 1000, &arena, &type, &payload, NULL),
			 ERR_FORMAT);
	ipc_release(&a);
	ipc_release(&b);
	arena_release(&arena);
}

static void a_payload_is_never_read_past_its_end(void **unused)
{
	(void)unused;
	struct buf b;
	struct unpack u;

	buf_init(&b, 1000);
	pack_u64(&b, UINT64_MAX - 1);
	pack_str(&b, STR("abc"));
	pack_u64(&b, 7);
	u = (struct unpack){ buf_str(&b), false };
	assert_true(unpack_u64(&u) == UINT64_MAX - 1);
	assert_str(unpack_str(&u), "abc");
	assert_false(unpack_done(&u));
	assert_int_equal(unpack_below(&u, 8), 7);
	assert_true(unpack_done(&u));
	unpack_u64(&u);
	assert_true(u.bad);
	/* a length that lies */
	u = (struct unpack){ buf_str(&b), false };
	assert_int_equal(unpack_str(&u).len, 0);
	assert_true(u.bad);
	u = (struct unpack){ buf_str(&b), false };
	unpack_below(&u, 5);
	assert_false(unpack_done(&u));
	buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(messages_arrive_whole_and_in_order),
		cmocka_unit_test(silence_is_no_error),
		cmocka_unit_test(a_length_out_of_bounds_breaks_the_channel),
		cmocka_unit_test(a_payload_is_never_read_past_its_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
