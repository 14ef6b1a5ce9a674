/* tests/unit/test_annals.c */
#include "unit.h"
#include "games/games.h"
#include "report/site/site.h"
#include "base/parse.h"
#include "report/report_game.h"
#include "engine/common.h"
#include "tests/srcdir.h"

enum { EVENTS = 4 };

static struct arena arena;
static struct why why;
static struct buf said; /* all files, each behind its path */
static struct site_wish wish;
static struct site *all;

static enum err gather(void *context, const char *path, struct str bytes,
		       struct why *w)
{
	(void)context;
	(void)w;
	buf_addf(&said, "== %s\n", path);
	buf_adds(&said, bytes);
	return ERR_OK;
}

/* Cards are kept as they are: their texts are numbers. */
static struct tval *cards[4];
static int n_cards;

static struct str card_text(void *context, struct arena *a,
			    const struct tval *v)
{
	(void)context;
	assert_in_range(n_cards, 0, ARRAY_LEN(cards) - 1);
	cards[n_cards] = (struct tval *)v;
	return str_of(arena_printf(a, "%d", n_cards++));
}

static struct tval *card_value(void *context, struct arena *a, struct str text)
{
	int64_t n;

	(void)context;
	(void)a;
	assert_true(parse_int(text, 0, n_cards - 1, &n));
	return cards[n];
}

static int set_up(void **unused)
{
	struct messages *en;

	(void)unused;
	arena_init(&arena);
	why_clear(&why);
	buf_init(&said, 8 << 20);
	if (messages_load(&arena, SRCDIR "/templates", "en", &en, &why))
		fail_msg("%s", why.text);
	wish = (struct site_wish){ .words = en,
				   .title = STR("Club"),
				   .uid = STR("urn:x:1"),
				   .link = STR(""),
				   .write = gather,
				   .text = card_text,
				   .value = card_value };
	n_cards = 0;
	all = site_begin(&arena, &wish);
	return 0;
}

static int tear_down(void **unused)
{
	(void)unused;
	buf_release(&said);
	arena_release(&arena);
	return 0;
}

/* A point with these events, of a game without a board. */
static void point(int64_t number, const char *const *lines)
{
	static struct event v[EVENTS];
	struct site_point p = { .sys = &system_rebellion,
				.tells = &report_rebellion,
				.point = number,
				.at_s = 3600 * number,
				.events = v,
				.uid = "urn:x:2" };

	for (; *lines; lines++)
		if (!event_parse(str_of(*lines), &system_rebellion.events,
				 &v[p.n_events++]))
			fail_msg("%s", *lines);
	if (site_point(all, &p, &why))
		fail_msg("%s", why.text);
}

#define POINT(number, ...)                                                     \
	point(number, (const char *const[]){ __VA_ARGS__, NULL })

static void ends(void)
{
	if (site_game_end(all, &why) || site_end(all, &why))
		fail_msg("%s", why.text);
}

static bool has(const char *z)
{
	return strstr(said.s, z) != NULL;
}

#define TAKES(seat, name)                                                         \
	"{\"event\":\"seat_taken\",\"for\":\"all\",\"rules\":[],\"seat\":\"" seat \
	"\",\"person\":\"" name "\",\"role\":\"player\",\"by\":\"operator\"}"
#define PAUSED(why)                                                                              \
	"{\"event\":\"game_paused\",\"for\":\"all\",\"rules\":[],\"by\":\"Cy\",\"cause\":\"" why \
	"\"}"
#define RESUMED                                                                \
	"{\"event\":\"game_resumed\",\"for\":\"all\",\"rules\":[],\"by\":\"Cy\"}"
#define WITHHELD                                                               \
	"{\"event\":\"entropy_withheld\",\"for\":\"all\",\"rules\":[],\"seat\":\"A\",\"times\":1}"

static void what_people_write_stays_text(void **unused)
{
	(void)unused;
	site_game(all, STR("club-1"), STR(""));
	POINT(1, TAKES("A", "<b>Ana"), PAUSED("a & <script>\\u0007"));
	ends();
	assert_true(has("&lt;b&gt;Ana"));
	assert_true(has("a &amp; &lt;script&gt;"));
	assert_false(has("<b>Ana") || has("<script") || has("\a"));
}

static void a_pause_without_reason_is_a_whole_sentence(void **unused)
{
	(void)unused;
	site_game(all, STR("club-1"), STR(""));
	POINT(1, TAKES("A", "Ana"), PAUSED(""));
	ends();
	assert_true(has("paused by Cy."));
	assert_false(has("Cy: "));
}

static void who_is_hidden_in_the_log_is_called_by_the_seat(void **unused)
{
	(void)unused;
	site_game(all, STR("club-1"), STR(""));
	POINT(1, TAKES("A", "~1a2b3c4d"));
	POINT(2, WITHHELD);
	ends();
	assert_true(has("A did not open"));
	assert_false(has("~1a2b3c4d did"));
}

static void a_point_of_which_nothing_is_told_has_no_page(void **unused)
{
	(void)unused;
	site_game(all, STR("club-1"), STR(""));
	POINT(1, RESUMED);
	POINT(2, "{\"event\":\"secrets_opened\",\"for\":\"all\",\"rules\":[],"
		 "\"hidden_secret\":\""
		 "00000000000000000000000000000000000000000000000000000000"
		 "00000000\"}");
	POINT(3, RESUMED);
	ends();
	assert_true(has("== club-1/1.html") && has("== club-1/3.html"));
	assert_false(has("== club-1/2.html"));
	assert_true(has("<a href=\"3.html\" rel=\"next\""));
	assert_true(has("<a href=\"1.html\" rel=\"prev\""));
}

/* Two games of forty points, whose newest are those of the second. */
static void the_feed_has_the_newest_of_all_games(void **unused)
{
	static const char *const resumed[] = { RESUMED, NULL };
	const char *feed;
	int n = 0;

	(void)unused;
	for (int g = 0; g < 2; g++) {
		site_game(all, g ? STR("second") : STR("first"), STR(""));
		for (int i = 1; i <= 40; i++)
			point(i + 10 * g, resumed);
		if (site_game_end(all, &why))
			fail_msg("%s", why.text);
	}
	buf_clear(&said);
	if (site_end(all, &why))
		fail_msg("%s", why.text);
	for (feed = said.s; (feed = strstr(feed, "<entry>")); feed++)
		n++;
	assert_int_equal(n, SITE_NEWS);
	assert_true(strstr(said.s, "second/50.html") <
		    strstr(said.s, "first/40.html"));
	assert_true(has("first/31.html") && has("second/31.html"));
	assert_false(has("first/30.html") || has("second/30.html"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
		T(what_people_write_stays_text),
		T(a_pause_without_reason_is_a_whole_sentence),
		T(who_is_hidden_in_the_log_is_called_by_the_seat),
		T(a_point_of_which_nothing_is_told_has_no_page),
		T(the_feed_has_the_newest_of_all_games),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
