/*
 * tests/unit/test_arena_mails.c - the round mails that reports of Arena offer
 * are accepted as they are printed, in both languages: whole games are played
 * by nothing else.
 */
#include "unit.h"
#include "orders_fixture.h"
#include "base/parse.h"
#include "report/text/report.h"
#include "games/arena/rules/play.h"
#include "games/arena/rules/position.h"
#include "engine/common.h"
#include "engine/game.h"
#include "engine/suggest_fix.h"
#include "tests/prop/chance.h"
#include "tests/prop/duel.h"
#include <stdlib.h>

enum {
	MAX_EVENTS = 20000,
	MAX_MAILS = 400,
	ROUNDS = 12,
	GAMES = 4,
	FIGHTS = 60,      /* HERALDO_FIGHTS says another number */
	FIGHT_MAILS = 24, /* of one of them */
};

static struct arena a, forever; /* the words are in the second */
static struct games games;
static struct orders_fixture fixture;
static struct messages *words[2];
static struct event *told;
static struct game *game, *seen;
static struct trials *room;
static struct orders orders;
static uint32_t seed;
static int n_others; /* plans of those offered besides that were sent */

static struct game_run run;
static struct event_list out;
static struct dice dice;
static struct catalog cards;

static uint32_t bits(const void *source, uint32_t roll, uint32_t draw)
{
	uint32_t x;

	(void)source;
	(void)roll;
	(void)draw;
	seed = seed * 1664525u + 1013904223u;
	x = seed ^ seed >> 15;
	x *= 0x2c1b3c6du;
	return x ^ x >> 12;
}

static void begin(void)
{
	game_init(game, &system_arena);
	out = (struct event_list){ told, 0, MAX_EVENTS };
	dice = (struct dice){ .bits = bits };
	memset(&run, 0, sizeof(run));
	run.game = game;
	run.dice = &dice;
	run.catalog = &cards;
	run.out = &out;
	run.trials = trials_init(room);
}

static void option(const char *name, int32_t value)
{
	struct event e;

	event_start(&e, COMMON_OPTION_SET, 0);
	event_text(&e, str_of(name));
	event_int(&e, -1);
	event_ints(&e, &value, 1);
	game_emit(&run, &e);
}

static void new_game(int seats, int32_t pace)
{
	struct event e;

	begin();
	option("pace", pace);
	for (int seat = 0; seat < seats; seat++) {
		event_start(&e, COMMON_SEAT_TAKEN, 0);
		event_int(&e, seat);
		event_text(&e, STR("x"));
		event_text(&e, STR("player"));
		event_text(&e, STR(""));
		game_emit(&run, &e);
	}
	event_start(&e, COMMON_GAME_STARTED, 0);
	event_text(&e, STR("x"));
	game_emit(&run, &e);
	game_pump(&run, false);
}

/* Of the Mages that are offered, number `mage` instead of the first. */
static bool other_mage(struct buf *b, struct str line, int mage)
{
	static int n;
	bool offers = str_starts(line, "// MAG");

	n = offers ? n + 1 : 0;
	if (!offers && !(mage && str_starts(line, "MAG")))
		return false;
	if (offers && n == mage)
		buf_addf(b, "%.*s\n", (int)line.len - 3, line.s + 3);
	return true;
}

/* Of the plans that are offered besides, number `other` (0 none), with the
 * lines that go with it: the Mage's own of the mail make room for them. */
struct choice {
	int other, n;
	bool has; /* there is such a one */
};

static bool is_own(struct str line)
{
	static const char *const own[] = { "PLAN ",     "PLANEA ",
					   "QC FIRST ", "HR PRIMERO ",
					   "REVEAL ",   "REVELA " };

	for (size_t i = 0; i < ARRAY_LEN(own); i++)
		if (str_starts(line, own[i]))
			return line.len > 8 && !memchr(line.s, '#', 9);
	return false;
}

static bool other_plan(struct buf *b, struct str line, struct choice *c)
{
	struct str inner = line;

	if (!str_starts(line, "// "))
		return c->has && is_own(line);
	inner.s += 3;
	inner.len -= 3;
	if (!is_own(inner))
		return false;
	c->n += str_starts(inner, "PLAN");
	if (c->n == c->other)
		buf_addf(b, "%.*s\n", STR_ARG(inner));
	return true;
}

/* the text with one of the plans that it offers besides */
static struct str with_other(struct str text, int other)
{
	struct choice c = { .other = other };
	struct str rest = text, line;
	struct buf b;

	buf_init(&b, 1 << 16);
	while (parse_line(&rest, &line))
		(void)other_plan(&b, line, &c);
	c = (struct choice){ .other = other, .has = b.len > 0 };
	n_others += c.has;
	buf_clear(&b);
	rest = text;
	while (parse_line(&rest, &line))
		if (!other_plan(&b, line, &c))
			buf_addf(&b, "%.*s\n", STR_ARG(line));
	line = arena_str(&a, buf_str(&b));
	buf_release(&b);
	return line;
}

/* the lines that the report to the seat offers, between the markers */
static struct str offered(int seat, int lang, int mage)
{
	struct report_owed owed = { .seat = seat };
	struct report_input in = {
		.words = words[lang],
		.sys = &system_arena,
		.tells = game_report(&game_arena),
		.seat = seat,
		.game = STR("duel-7f3a"),
		.point = 31,
		.serial = 12,
		.seen = STR("7ZZ3-RYNR-YWTQ-7CFG-5SPA-NT97-CPD"),
		.seat_name = { STR("Ana"), STR("Bruno"), STR("Cris"),
			       STR("Dora") },
		.owed = &owed,
		.n_owed = 1,
	};
	struct why why = { 0 };
	struct report report;
	struct str rest, line;
	int head = 2; /* ORDERS and SEEN */
	struct buf b;

	game_view(game, seat, seen);
	in.view = seen->state;
	if (report_render(&a, &in, &report, &why))
		fail_msg("%s", why.text);
	buf_init(&b, 1 << 16);
	rest = report.orders;
	while (parse_line(&rest, &line)) {
		assert_true(line.len <= 2 * REPORT_ORDER_LINE);
		if (!str_starts(line, "-----") && !(head && head--) &&
		    !other_mage(&b, line, mage))
			buf_addf(&b, "%.*s\n", STR_ARG(line));
	}
	line = arena_str(&a, buf_str(&b));
	buf_release(&b);
	return line;
}

/* read as it is printed, and sent; other: see with_other */
static void sent(int seat, int lang, int mage, int other)
{
	struct str text = with_other(offered(seat, lang, mage), other);
	struct grammar_names names;
	struct submission mail;

	game_names(&games.kinds[0], seen, &a, &names);
	orders_read(&a, &fixture.grammar, &names, -1, text, &orders);
	if (orders.n_complaints) {
		struct buf b;

		buf_init(&b, 8192);
		orders_write_complaint(&fixture.grammar, 0, &orders,
				       &orders.complaints[0], NULL, &b);
		fail_msg("%.*s\n%.*s", STR_ARG(text), STR_ARG(buf_str(&b)));
	}
	orders_submission(&a, &orders, seat, &mail);
	assert_int_equal(game_submit(&run, &mail), SUBMIT_DONE);
	while (run.more)
		game_pump(&run, false);
}

static void sent_as_printed(int seat, int lang, int mage)
{
	sent(seat, lang, mage, 0);
}

static int refused(void)
{
	int n = 0;

	for (int i = 0; i < out.n; i++) {
		char text[EVENT_TEXT_ROOM], order[EVENT_TEXT_ROOM];

		if (out.v[i].kind != COMMON_REFUSED)
			continue;
		n++;
		print_message(
			"refused: %.*s: %.*s\n",
			STR_ARG(event_get_text(&out.v[i], COMMON_REFUSED_REASON,
					       text, sizeof(text))),
			STR_ARG(event_get_text(&out.v[i], COMMON_REFUSED_ORDER,
					       order, sizeof(order))));
	}
	return n;
}

/* other: in every mail that has such a one, that plan; 0 as printed */
static void games_are_played(int other, int pace)
{
	const struct ar_state *s = (const struct ar_state *)game->state;
	struct awaiting waits;
	uint32_t winners;
	int refusals = 0;

	for (uint32_t g = 0; g < GAMES; g++) {
		int mails;

		seed = 7919 * g + 1;
		new_game(2, pace);
		for (mails = 0; mails < MAX_MAILS; mails++) {
			if (system_over(&system_arena, game->state, &winners) ||
			    s->round > ROUNDS)
				break;
			system_awaiting(&system_arena, game->state, &waits);
			assert_true(waits.n > 0);
			out.n = 0;
			sent(waits.v[0].seat, ((int)g + mails) % 2,
			     ((int)g + waits.v[0].seat) % 4, other);
			refusals += refused();
			assert_null(
				system_invariant(&system_arena, game->state));
		}
		/* one mail for each round, and one to begin */
		assert_true(mails <= (pace ? 4 : 2) * (s->round + 1));
	}
	assert_int_equal(refusals, 0);
}

static void games_are_played_by_the_mails_that_reports_offer(void **unused)
{
	(void)unused;
	games_are_played(0, AR_PACE_ROUND);
	assert_int_equal(n_others, 0);
}

/* the plan is one mail, the turns another */
static void halves_of_rounds_are_played_by_what_is_offered(void **unused)
{
	(void)unused;
	games_are_played(0, AR_PACE_SPLIT);
}

static void what_is_offered_besides_is_accepted_as_it_is_printed(void **unused)
{
	(void)unused;
	n_others = 0;
	games_are_played(1, AR_PACE_ROUND);
	assert_true(n_others >= 8);
}

/* what lies face down, spawnpoints, walls, a Slow archer, a Restrained guard */
static const char fight[] =
	"board 4x3\n"
	"player A warlock mana 30\n"
	"player B wizard mana 30\n"
	"mage #1 A at A1\n"
	"mage #2 B at D3\n"
	"object #3 A \"Steelclaw Grizzly\" at B2 damage 6 weak 1\n"
	"object #4 A \"Bear Strength\" on #3\n"
	"object #5 A \"Rhino Hide\" on #3 hidden\n"
	"object #6 B \"Ghoul Rot\" on #3 hidden\n"
	"object #7 B \"Thunderift Falcon\" at B2\n"
	"object #8 B \"Blue Gremlin\" at B2 inactive damage 3 burn 2 guard\n"
	"object #9 A \"Pentagram\" at A1 mana 8\n"
	"object #10 B \"Wall of Stone\" border B2 C2\n"
	"object #11 A \"Goran, Werewolf Pet\" at A1\n"
	"object #12 B \"Hellfire Trap\" at C2 hidden\n"
	"object #13 A \"Jinx\" on #2 hidden\n"
	"object #14 B \"Mage Wand\" on #2 slot weapon bound \"Heal\"\n"
	"object #15 A \"Tanglevine\" on #8 damage 2\n"
	"object #16 B \"Gorgon Archer\" at D3\n"
	"object #17 B \"Huginn, Raven Familiar\" at D3\n"
	"object #18 A \"Agony\" on #7 hidden\n"
	"book A 2 \"Fireball\" 1 \"Firebrand Imp\" 1 \"Drain Life\" "
	"2 \"Dispel\" 1 \"Minor Heal\" 1 \"Dark Pact Slayer\"\n"
	"book B 1 \"Jet Stream\" 1 \"Lightning Bolt\" 1 \"Mana Leech\" "
	"1 \"Whirling Spirit\" 2 \"Teleport\"\n"
	"phase plan\nturn A init B round 2\n";

/* what stands in the text, in a game that has begun */
static void position_stands(const char *text)
{
	static struct game scratch;
	static struct position set;
	struct buf fault;
	int line;

	memset(&set, 0, sizeof(set));
	buf_init(&fault, 400);
	set.run = &run;
	set.scratch = &scratch;
	set.fault = &fault;
	if (!position_text(&set, &setup_arena, str_of(text), &line))
		fail_msg("line %d: %.*s", line, STR_ARG(buf_str(&fault)));
	buf_release(&fault);
	game_pump(&run, false);
	out.n = 0;
}

static void position_begins(const char *text)
{
	begin();
	seed = 17;
	position_stands(text);
}

static void a_fight_goes_on_by_the_mails_that_reports_offer(void **unused)
{
	const struct ar_state *s = (const struct ar_state *)game->state;

	(void)unused;
	for (int lang = 0; lang < 2; lang++) {
		position_begins(fight);
		sent_as_printed(0, lang, 0);
		sent_as_printed(1, 1 - lang, 0);
		assert_int_equal(refused(), 0);
		/* planned, deployed, cast, revealed, struck: to the next plan
		 */
		assert_int_equal(s->round, 3);
		assert_int_equal(s->head.phase, AR_PLAN);
	}
}

/* a state that has all cards */
static const struct ar_state *all_cards(void)
{
	static struct ar_state s;
	char key[24];
	struct event e;

	for (int i = 1; i < AR_MAX_CARDS && s.n_cards < AR_MAX_CARDS; i++) {
		snprintf(key, sizeof(key), "arena/%d", i);
		if (!cards.define(cards.source, str_of(key), &e))
			break;
		assert_true(system_arena.evolve(&s, &e));
	}
	return &s;
}

/* by number: two to four players, mode, format, pace and whatever is drawn */
static void fight_begins(const struct ar_state *with, uint64_t number)
{
	struct dice rng = { .bits = chance_bits, .source = &number };
	int players = 2 + draw(&rng, 3);
	struct buf text;

	begin();
	seed = (uint32_t)number;
	for (int i = 0; i < N_AR_OPTIONS; i++) {
		const struct option_row *o = &ar_options[i];

		if (i != AR_OPTION_FORMAT && i != AR_OPTION_BOARD &&
		    !draw(&rng, 3))
			option(o->name,
			       o->min + draw(&rng, o->max - o->min + 1));
	}
	option("format", players == 4 && draw(&rng, 2) ? AR_TEAMS
			 : players > 2                 ? AR_FFA
						       : AR_DUEL);
	buf_init(&text, 1 << 16);
	duel_draw(with, players, &rng, &text);
	position_stands(text.s);
	buf_release(&text);
}

/* whose doing it is; -1: nobody's */
static int doer(const struct event *e)
{
	switch ((int)e->kind) {
	case AR_EV_CAST: return (int)event_get(e, AR_EV_CAST_SEAT);
	case AR_EV_REVEALED: return (int)event_get(e, AR_EV_REVEALED_SEAT);
	case AR_EV_ACTIVATED: return (int)event_get(e, AR_EV_ACTIVATED_SEAT);
	default: return -1;
	}
}

/* The first event by which an order is refused, though since the mail that
 * holds it nobody else has done anything; -1: there is none. */
static int refused_untouched(int sender)
{
	static bool touched[AR_MAX_SEATS]; /* since its mail */
	int wrong = -1;

	touched[sender] = false;
	for (int i = 0; i < out.n; i++) {
		int by = doer(&out.v[i]);

		for (int seat = 0; by >= 0 && seat < AR_MAX_SEATS; seat++)
			touched[seat] |= seat != by;
		if (out.v[i].kind == COMMON_REFUSED && wrong < 0 &&
		    !touched[event_get(&out.v[i], COMMON_REFUSED_SEAT)])
			wrong = i;
	}
	return wrong;
}

/*
 * Positions drawn by chance, in all modes and formats, with all options: every
 * mail is what the report of whoever is awaited prints, and nothing of it is
 * refused when it comes.
 */
static void what_is_offered_is_accepted_wherever_a_game_stands(void **unused)
{
	const struct ar_state *s = (const struct ar_state *)game->state;
	const char *more = getenv("HERALDO_FIGHTS");
	const struct ar_state *with = all_cards();
	int64_t fights = FIGHTS;
	struct awaiting waits;
	uint32_t winners;

	(void)unused;
	if (more)
		assert_true(parse_int(str_of(more), 1, 1000000, &fights));
	for (int k = 0; k < fights; k++) {
		fight_begins(with, (uint64_t)k + 1);
		for (int mails = 0; mails < FIGHT_MAILS; mails++) {
			int wrong;

			if (system_over(&system_arena, s, &winners))
				break;
			system_awaiting(&system_arena, s, &waits);
			assert_true(waits.n > 0);
			out.n = 0;
			sent_as_printed(waits.v[0].seat, (k + mails) % 2, 0);
			wrong = refused_untouched(waits.v[0].seat);
			if (wrong >= 0) {
				(void)refused();
				fail_msg("fight %d, mail %d, event %d", k,
					 mails, wrong);
			}
			arena_release(&a);
		}
	}
}

static const char skirmish[] =
	"board 4x3\n"
	"player A warlock mana 6\n"
	"player B wizard mana 30\n"
	"mage #1 A at A1\n"
	"mage #2 B at D3\n"
	"object #3 A \"Steelclaw Grizzly\" at A1\n"
	"object #4 B \"Blue Gremlin\" at B1\n"
	"object #5 B \"Thunderift Falcon\" at C3\n"
	"object #6 A \"Skeletal Sentry\" at A2\n"
	"object #7 B \"Steelclaw Grizzly\" at A2 inactive\n"
	"object #8 B \"Goran, Werewolf Pet\" at D3 inactive\n"
	"book A 1 \"Fireball\" 1 \"Drain Life\" 1 \"Minor Heal\"\n"
	"phase turns\nturn A init A round 2\n";

/* what can be done in the place of this order of the first seat, in words */
static struct str in_place_of(const char *order)
{
	struct grammar_names names;
	struct decision *d = ARENA_NEW(&a, struct decision);
	struct decision *other = ARENA_NEW(&a, struct decision);
	struct trials *tried = ARENA_NEW(&a, struct trials);
	struct buf b;
	struct str text;

	game_view(game, 0, seen);
	game_names(&games.kinds[0], seen, &a, &names);
	orders_read(&a, &fixture.grammar, &names, -1, str_of(order), &orders);
	assert_int_equal(orders.n_complaints, 0);
	queue_entry_alternative(orders.lines[0].entry, 0, d);
	if (dry_run_of(trials_init(tried), &system_arena, seen->state, 0, d))
		fail_msg("%s is not refused", order);
	if (!suggest_fix_of(&system_arena, seen->state, 0, NULL,
			    trials_init(tried), d, other))
		return STR("");
	assert_true(dry_run_of(trials_init(tried), &system_arena, seen->state,
			       0, other));
	buf_init(&b, 4096);
	assert_true(grammar_write(&fixture.grammar, 0, other, &b));
	text = arena_str(&a, buf_str(&b));
	buf_release(&b);
	return text;
}

static void what_is_refused_has_a_way_out(void **unused)
{
	static const char *const ways[][2] = {
		/* the zone is not adjacent: one on the way */
		{ "ACT #3: MOVE C1", "ACT #3 MOVE TOWARD C1" },
		/* the target is a zone away: from there */
		{ "ACT #3: ATTACK #4", "ACT #3 MOVE TOWARD #4 ATTACK #4" },
		/* an ally of what is out of sight and reach */
		{ "ACT #6: ATTACK #99", "ACT #6 ATTACK #7" },
		{ "ACT #6: CAST Fireball ON #7", "ACT #6 GUARD" },
		/* it moves to nothing: a target is that of the spell */
		{ "ACT #3: MOVE AWAY F9 | MOVE D3",
		  "ACT #3 MOVE AWAY FROM F9 | MOVE A2" },
		{ "PASS", "ACT #3 GUARD | NOTHING" },
	};

	(void)unused;
	position_begins(skirmish);
	for (size_t i = 0; i < ARRAY_LEN(ways); i++)
		assert_str(in_place_of(ways[i][0]), ways[i][1]);
}

static const char planning[] = "board 4x3\n"
			       "player A warlock mana 12\n"
			       "player B wizard mana 30\n"
			       "mage #1 A at A1\n"
			       "mage #2 B at A2\n"
			       "book A 1 \"Fireball\" 1 \"Minor Heal\"\n"
			       "phase plan\nturn A init A round 2\n";

static void a_spell_that_is_not_there_gives_way_to_one_like_it(void **unused)
{
	(void)unused;
	position_begins(planning);
	assert_str(in_place_of("PLAN Lightning Bolt"), "PLAN Fireball");
	assert_str(in_place_of("PLAN Heal"), "PLAN Minor Heal");
}

static const char casting[] = "board 4x3\n"
			      "player A warlock mana 20\n"
			      "player B wizard mana 9\n"
			      "mage #1 A at B2\n"
			      "mage #2 B at C2\n"
			      "object #3 A \"Skeletal Sentry\" at B2\n"
			      "plan A #1 \"Fireball\"\n"
			      "plan A #1 \"Drain Life\"\n"
			      "phase turns\nturn A init A round 4\n";

static void a_spell_without_a_target_gets_one(void **unused)
{
	(void)unused;
	position_begins(casting);
	assert_str(in_place_of("ACT ME CAST Fireball"),
		   "ACT ME CAST Fireball ON #2");
}

static int before(void **unused)
{
	static const struct game_kind *const kinds[] = { &game_arena };
	static const char *const langs[] = { "en", "es" };
	struct why why = { 0 };

	(void)unused;
	told = calloc(MAX_EVENTS, sizeof(*told));
	game = calloc(2, sizeof(*game));
	seen = game + 1;
	room = calloc(1, sizeof(*room));
	orders_fixture_open(&fixture, &game_arena);
	if (games_open(&games, kinds, 1, SRCDIR "/templates", &why) ||
	    games_deal(&games, SRCDIR "/db/catalog", &why))
		fail_msg("%s", why.text);
	cards = game_cards(&games.kinds[0]);
	for (int i = 0; i < 2; i++)
		if (messages_load(&forever, SRCDIR "/templates", langs[i],
				  &words[i], &why))
			fail_msg("%s", why.text);
	return 0;
}

static int after(void **unused)
{
	(void)unused;
	free(told);
	free(game);
	free(room);
	games_release(&games);
	arena_release(&fixture.arena);
	arena_release(&forever);
	arena_release(&a);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			games_are_played_by_the_mails_that_reports_offer),
		cmocka_unit_test(
			halves_of_rounds_are_played_by_what_is_offered),
		cmocka_unit_test(
			what_is_offered_besides_is_accepted_as_it_is_printed),
		cmocka_unit_test(
			a_fight_goes_on_by_the_mails_that_reports_offer),
		cmocka_unit_test(
			what_is_offered_is_accepted_wherever_a_game_stands),
		cmocka_unit_test(what_is_refused_has_a_way_out),
		cmocka_unit_test(
			a_spell_that_is_not_there_gives_way_to_one_like_it),
		cmocka_unit_test(a_spell_without_a_target_gets_one),
	};

	return cmocka_run_group_tests(tests, before, after);
}
