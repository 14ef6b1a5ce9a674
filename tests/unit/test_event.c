/* tests/unit/test_event.c */
#include "unit.h"
#include "engine/common.h"
#include "engine/decision.h"
#include "engine/event.h"
#include "engine/field_types.h"
#include "games/dungeons/rules/dungeons.h"
#include "games/rebellion/rules/rebellion.h"

static const char *const rule_names[] = { "", "RB-CLS-01", "RB-CLS-02" };
static const struct rule_table rules = { rule_names, 3 };
static const char *const results[] = { "miss", "hit" };
static const struct field attack_fields[] = {
	{ "fig", TYPE_LABEL },
	{ "at", TYPE_POINT },
	{ "mods", TYPE_MODS_IN(-9, 9) },
	{ "result", TYPE_NAMES(results) },
	{ "path", TYPE_POINTS },
	{ "text", TYPE_TEXT },
	{ "ok", TYPE_BOOL },
	{ "by", TYPE_SEAT },
};
static const struct event_kind kinds[] = { { "attack", attack_fields, 8, false,
					     false } };
static const struct event_schema schema = { kinds, 1, &rules };

static const char canonical[] =
	"{\"event\":\"attack\",\"for\":[\"A\",\"gm\"],\"rules\":[\"RB-CLS-01\","
	"\"RB-CLS-02\"],\"fig\":\"B12\",\"at\":[-5,1000],\"mods\":[[\"RB-CLS-02\","
	"-1]],\"result\":\"hit\",\"path\":[],\"text\":\"a\\\"\\u000aé\",\"ok\":true,"
	"\"by\":\"\"}";

static void attack(struct event *e)
{
	static const int32_t mods[] = { 2, -1 };

	event_start(e, EVENT_FIRST_OWN, 1);
	event_because(e, 2);
	event_because(e, 2);
	e->audience = AUDIENCE_SEAT(0) | AUDIENCE_GM;
	event_int(e, label_of('B', 12));
	event_point(e, -5, 1000);
	event_ints(e, mods, 2);
	event_int(e, 1);
	event_ints(e, NULL, 0);
	event_text(e, STR("a\"\né"));
	event_int(e, 1);
	event_int(e, -1);
}

static void an_event_has_one_canonical_form(void **unused)
{
	(void)unused;
	struct event e, back;
	struct buf b;

	attack(&e);
	buf_init(&b, EVENT_MAX_JSON);
	event_render(&b, &schema, &e);
	assert_string_equal(b.s, canonical);
	assert_true(event_parse(buf_str(&b), &schema, &back));
	assert_true(event_equal(&e, &back));
	buf_release(&b);
}

static void one_changed_byte_is_refused_or_another_event(void **unused)
{
	(void)unused;
	struct event e, back;
	struct buf b;
	char bytes[sizeof(canonical)];

	attack(&e);
	buf_init(&b, EVENT_MAX_JSON);
	for (size_t i = 0; i < sizeof(canonical) - 1; i++) {
		for (int c = 0; c < 256; c++) {
			memcpy(bytes, canonical, sizeof(bytes));
			if (bytes[i] == (char)c)
				continue;
			bytes[i] = (char)c;
			if (!event_parse(
				    (struct str){ bytes, sizeof(bytes) - 1 },
				    &schema, &back))
				continue;
			assert_false(event_equal(&e, &back));
			buf_clear(&b);
			event_render(&b, &schema, &back);
			assert_int_equal(b.len, sizeof(bytes) - 1);
			assert_memory_equal(b.s, bytes, b.len);
		}
		/* cut short */
		assert_false(event_parse((struct str){ canonical, i }, &schema,
					 &back));
	}
	buf_release(&b);
}

static void fields_are_read_by_number_and_name(void **unused)
{
	(void)unused;
	struct event e;
	int n;

	attack(&e);
	assert_int_equal(event_field(&kinds[0], "result"), 3);
	assert_int_equal(event_field(&kinds[0], "nothing"), -1);
	assert_int_equal(event_get(&e, 3), 1);
	assert_int_equal(event_words(&e, 2, &n)[1], -1);
	assert_int_equal(n, 2);
	event_words(&e, 4, &n);
	assert_int_equal(n, 0);
	assert_int_equal(label_number(event_get(&e, 0)), 12);
	assert_int_equal(label_letter(event_get(&e, 0)), 'B');
}

static void common_kinds_are_part_of_every_game(void **unused)
{
	(void)unused;
	struct event e, back;
	struct buf b;
	int32_t hash[8] = { 0x04030201, -1 };

	event_start(&e, COMMON_LINK_OPENED, 0);
	event_int(&e, 1);
	event_int(&e, 65535);
	event_ints(&e, hash, 8);
	event_int(&e, 2);
	buf_init(&b, EVENT_MAX_JSON);
	event_render(&b, &schema, &e);
	assert_string_equal(
		b.s, "{\"event\":\"link_opened\",\"for\":\"all\",\"rules\":[],"
		     "\"chain\":1,\"number\":65535,\"link\":\"01020304ffffffff"
		     "000000000000000000000000000000000000000000000000\","
		     "\"rolls\":2}");
	assert_true(event_parse(buf_str(&b), &schema, &back));
	assert_true(event_equal(&e, &back));
	assert_null(event_kind(&schema, EVENT_FIRST_OWN + 1));
	buf_release(&b);
}

/* a reader of JSON keeps one of two members of the same name, or refuses */
static void no_event_has_two_members_of_one_name(void **unused)
{
	(void)unused;
	const struct event_schema *s = &system_rebellion.events;

	for (int i = 0; i < EVENT_FIRST_OWN + s->n_kinds; i++) {
		const struct event_kind *k = event_kind(s, i);

		for (int a = 0; k && a < k->n_fields; a++) {
			assert_string_not_equal(k->fields[a].name, "event");
			assert_string_not_equal(k->fields[a].name, "for");
			assert_string_not_equal(k->fields[a].name, "rules");
			assert_int_equal(event_field(k, k->fields[a].name), a);
		}
	}
}

enum { MOVE = DECISION_FIRST_OWN, TAG_FIG = 0, TAG_TO, TAG_NAME };
static const struct decision_kind orders[] = {
	{ .name = "move", .rule = 1, .is = CLASS_TURN }
};
static const struct field tags[] = {
	{ "fig", TYPE_LABEL },
	{ "to", TYPE_POINT },
	{ "name", TYPE_TEXT },
};
static const struct decision_schema decisions = { orders, 1, tags, 3, &rules };

/* what their readers look at themselves */
static bool is_raw(const char *name)
{
	static const char *const raw[] = { "value",    "args",  "entry",
					   "action",   "jobs",  "squares",
					   "sections", "doors", "mouths",
					   "tiles" };

	for (size_t i = 0; i < ARRAY_LEN(raw); i++)
		if (!strcmp(raw[i], name))
			return true;
	return false;
}

static void kinds_have_ranges(const struct event_kind *k, int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < k[i].n_fields; j++) {
			const struct field *f = &k[i].fields[j];

			if (f->type != FIELD_INT && f->type != FIELD_INTS &&
			    f->type != FIELD_POINT && f->type != FIELD_POINTS &&
			    f->type != FIELD_MODS && f->type != FIELD_SEAT)
				continue;
			assert_true(f->min <= f->max);
			if (f->type != FIELD_INTS || !is_raw(f->name))
				assert_true(f->min > INT32_MIN);
		}
}

static void every_number_of_an_event_has_a_range(void **unused)
{
	(void)unused;
	kinds_have_ranges(event_common, n_event_common);
	kinds_have_ranges(system_rebellion.events.kinds,
			  system_rebellion.events.n_kinds);
	kinds_have_ranges(system_dungeons.events.kinds,
			  system_dungeons.events.n_kinds);
}

static void a_number_out_of_its_range_is_not_read(void **unused)
{
	(void)unused;
	static const char *const lines[] = {
		"{\"event\":\"entrance_set\",\"for\":\"all\",\"rules\":[],"
		"\"seat\":\"A\",\"mouth\":63}",
		"{\"event\":\"entrance_set\",\"for\":\"all\",\"rules\":[],"
		"\"seat\":\"A\",\"mouth\":64}",
		"{\"event\":\"entrance_set\",\"for\":\"all\",\"rules\":[],"
		"\"seat\":\"A\",\"mouth\":-2}",
		"{\"event\":\"entrance_set\",\"for\":\"all\",\"rules\":[],"
		"\"seat\":\"I\",\"mouth\":1}",
	};
	struct event e;

	for (size_t i = 0; i < ARRAY_LEN(lines); i++)
		assert_int_equal(event_parse(str_of(lines[i]),
					     &system_dungeons.events, &e),
				 i == 0);
	assert_true(event_parse(str_of(lines[0]), &system_dungeons.events, &e));
	assert_true(event_fits(&e, &system_dungeons.events));
	e.w[1] = 64;
	assert_false(event_fits(&e, &system_dungeons.events));
}

static void a_decision_keeps_its_arguments_in_order(void **unused)
{
	(void)unused;
	struct decision d, back;
	struct decision_arg arg;
	struct buf b;
	int32_t to[] = { 1000, 1800 };
	char name[16];

	decision_start(&d, MOVE);
	assert_true(decision_add_int(&d, TAG_FIG, label_of('A', 1)));
	assert_true(decision_add(&d, TAG_TO, to, 2));
	assert_true(decision_add_text(&d, TAG_NAME, STR("Troll")));
	assert_true(decision_check(&d, &decisions));
	buf_init(&b, 4096);
	decision_render(&b, &decisions, &d);
	assert_string_equal(b.s,
			    "{\"order\":\"move\",\"args\":[[\"fig\",\"A1\"],"
			    "[\"to\",[1000,1800]],[\"name\",\"Troll\"]]}");
	assert_true(decision_parse(buf_str(&b), &decisions, &back));
	assert_true(decision_equal(&d, &back));
	assert_true(decision_find(&d, TAG_NAME, &arg));
	assert_str(text_unpack(arg.w, arg.n, name, sizeof(name)), "Troll");
	assert_int_equal(decision_int(&d, TAG_FIG, 0), label_of('A', 1));
	buf_release(&b);
}

static void a_malformed_decision_is_found(void **unused)
{
	(void)unused;
	struct decision d;
	int32_t one = 7;

	decision_start(&d, MOVE);
	decision_add(&d, TAG_TO, &one, 1); /* half a point */
	assert_false(decision_check(&d, &decisions));
	decision_start(&d, MOVE + 1);
	assert_false(decision_check(&d, &decisions));
	decision_start(&d, MOVE);
	d.w[d.n++] = TAG_TO | 5 << 16; /* words that are not there */
	assert_false(decision_check(&d, &decisions));
	decision_start(&d, MOVE);
	while (decision_add_int(&d, TAG_FIG, 1))
		;
	assert_true(d.n <= DECISION_MAX_WORDS);
}

static void an_event_is_known_by_how_it_begins(void **unused)
{
	(void)unused;
	struct event e = { 0 };
	struct buf b;
	struct str line;

	event_start(&e, COMMON_PRESS_PUBLISHED, 0);
	event_put(&e, COMMON_PRESS_PUBLISHED_SEAT, 1);
	event_put(&e, COMMON_PRESS_PUBLISHED_POINT, 7);
	buf_init(&b, EVENT_MAX_JSON);
	event_render(&b, &schema, &e);
	line = buf_str(&b);
	assert_true(event_line_is(line, COMMON_PRESS_PUBLISHED));
	/* whose name begins as that of another */
	assert_false(event_line_is(line, COMMON_PRESS_PUBLISH_AGREED));
	assert_false(event_line_is(STR(""), COMMON_PRESS_PUBLISHED));
	e = (struct event){ 0 };
	assert_false(
		event_parse_as(line, &schema, COMMON_PRESS_PUBLISH_AGREED, &e));
	assert_int_equal(e.n_fields, 0);
	assert_true(event_parse_as(line, &schema, COMMON_PRESS_PUBLISHED, &e));
	assert_int_equal(event_get(&e, COMMON_PRESS_PUBLISHED_POINT), 7);
	/* and the rest of it is read with care */
	line.len--;
	assert_true(event_line_is(line, COMMON_PRESS_PUBLISHED));
	assert_false(event_parse_as(line, &schema, COMMON_PRESS_PUBLISHED, &e));
	buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_event_has_one_canonical_form),
		cmocka_unit_test(one_changed_byte_is_refused_or_another_event),
		cmocka_unit_test(an_event_is_known_by_how_it_begins),
		cmocka_unit_test(fields_are_read_by_number_and_name),
		cmocka_unit_test(common_kinds_are_part_of_every_game),
		cmocka_unit_test(no_event_has_two_members_of_one_name),
		cmocka_unit_test(every_number_of_an_event_has_a_range),
		cmocka_unit_test(a_number_out_of_its_range_is_not_read),
		cmocka_unit_test(a_decision_keeps_its_arguments_in_order),
		cmocka_unit_test(a_malformed_decision_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
