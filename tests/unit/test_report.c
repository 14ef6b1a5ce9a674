/*
 * tests/unit/test_report.c - whole reports against the files of tests/golden.
 * HERALDO_GOLDEN=rewrite writes them anew; read that diff as part of a change.
 */
#include "unit.h"
#include "base/parse.h"
#include "base/str.h"
#include "base/utf8.h"
#include "games/games.h"
#include "report/picture/picture.h"
#include "report/text/final_values.h"
#include "report/text/report.h"
#include "report/picture/ascii_board.h"
#include "engine/analysis.h"
#include "engine/common.h"
#include "games/rebellion/rules/tables.h"
#include "golden.h"
#include <dirent.h>

static struct arena arena;
static struct why why;
static struct messages *words[2]; /* English, Spanish */
static struct system sys;
static struct rb_state view;
static struct event events[16];
static int n_events;

static bool many_targets; /* more than a line holds */

static int legal(const void *state, int seat, struct trials *room,
		 struct move_group *out, int max)
{
	(void)room;
	(void)state;
	if (seat != 0 || max < 4)
		return 0;
	out[0] = (struct move_group){ .kind = RB_ORDER_MOVE,
				      .actor = label_of('A', 1),
				      .allowance = 8 };
	out[1] = (struct move_group){ .kind = RB_ORDER_FIGHT,
				      .actor = label_of('A', 1),
				      .n_targets = 1,
				      .targets = { label_of('B', 2) } };
	out[2] = (struct move_group){ .kind = RB_ORDER_SHOOT,
				      .actor = label_of('A', 2),
				      .n_targets = 2,
				      .targets = { label_of('B', 1),
						   label_of('B', 2) },
				      .n_ways = 2,
				      .ways = { "blast", "mount" } };
	for (int i = 2; many_targets && i < 32; i++)
		out[2].targets[out[2].n_targets++] = label_of('B', i + 1);
	out[3] = (struct move_group){ .kind = RB_ORDER_END };
	return 4;
}

static void add_figure(char letter, int number, const char *name, int x, int y,
		       int facing, int wounds)
{
	int i = view.n_figs++;
	struct rb_fig *f = view.fig + i;
	struct rb_def *d = view.def + i;

	f->label = label_of(letter, number);
	f->owner = letter - 'A';
	f->open = 1;
	f->status = RB_ON_BOARD;
	f->at = (struct vec){ x, y };
	f->facing = facing;
	f->wounds = wounds;
	f->tokens = number % 3;
	text_pack(d->name, RB_NAME_WORDS, str_of(name));
	text_pack(d->faction, RB_KEY_WORDS, STR("Orc Raiders"));
	d->points = 20 + number;
	d->arc = 90;
	d->radius = RB_RADIUS;
	d->range = number == 2 ? 10 : 0;
	d->targets = 1;
	d->n_clicks = 6;
	for (int k = 0; k < d->n_clicks; k++) {
		struct rb_click *c = d->click + k;

		c->value[RB_SPEED] = 8;
		c->value[RB_ATTACK] = 9 - k;
		c->value[RB_DEFENSE] = 16;
		c->value[RB_DAMAGE] = 2;
		c->ability[RB_DEFENSE] = RB_ABILITY_TOUGHNESS;
		if (number == 2)
			c->ability[RB_ATTACK] = RB_ABILITY_BLAST;
	}
}

static void make_view(void)
{
	memset(&view, 0, sizeof(view));
	view.head.phase = RB_PLAY;
	view.board_w = view.board_h = 3937;
	view.round = 4;
	view.head.first = 0;
	view.head.active = 0;
	view.actions_left = 2;
	for (int i = 0; i < 2; i++) {
		view.head.seat[i].present = 1;
		view.head.seat[i].team = i;
		view.player[i].side = i ? RB_NORTH : RB_SOUTH;
		view.player[i].build = 200;
		view.player[i].score = 21 * i;
	}
	add_figure('A', 1, "Brass Golem", 1300, 1200, 30, 1);
	add_figure('A', 2, "Rotling", 1600, 900, 0, 0);
	add_figure('A', 3, "Skeleton & Sons", 1711, 2140, 350, 3);
	add_figure('B', 1, "Utem Guardsman", 2100, 2700, 200, 2);
	add_figure('B', 2, "Werebear", 1600, 2140, 225, 0);
	add_figure('B', 3, "Imp", 0, 0, 0, 6);
	view.fig[5].status = RB_ELIMINATED;
	view.fig[4].captive_of = view.fig[2].label;
	view.fig[2].captive = view.fig[4].label;
	view.def[3].n_clicks = RB_UNKNOWN; /* the reader may not know */
	view.n_terrain = 2;
	view.terrain[0].label = label_of('T', 1);
	view.feature[0] = (struct feature){
		.kind = FEATURE_HINDERING,
		.area = { 4,
			  { { 600, 1800 },
			    { 1200, 1830 },
			    { 1140, 2500 },
			    { 600, 2500 } } },
		.on = GROUND_NONE,
	};
	view.terrain[1].label = label_of('T', 2);
	view.feature[1] = (struct feature){
		.kind = FEATURE_WALL,
		.area = { 4,
			  { { 2000, 600 },
			    { 2600, 600 },
			    { 2600, 640 },
			    { 2000, 640 } } },
		.on = GROUND_NONE,
	};
}

static struct event *next(int kind, int rule)
{
	event_start(events + n_events, kind, rule);
	return events + n_events++;
}

static void make_events(void)
{
	static const int32_t path[6] = { 900, 350, 1000, 700, 1300, 1200 };
	static const int32_t link[8] = { 0x04030201, 2, 3, 4, 5, 6, 7, 8 };
	int32_t b1 = label_of('B', 1), rear[2] = { RB_CLS_02, 1 };
	int32_t armor[2] = { RB_DEF_10, 2 }, tough[2] = { RB_DEF_40, -1 };
	struct event *e;

	n_events = 0;
	e = next(RB_EV_ACTION, RB_TURN_06);
	event_int(e, 0);
	event_int(e, label_of('A', 1));
	event_int(e, RB_ACTION_MOVE);
	event_ints(e, NULL, 0);
	event_int(e, 1);
	event_int(e, 1);
	e = next(RB_EV_MOVED, RB_MOVE_01);
	event_int(e, label_of('A', 1));
	event_ints(e, path, 6);
	event_int(e, 947000);
	event_int(e, 10);
	event_ints(e, NULL, 0);
	event_int(e, 0);
	event_int(e, 30);
	event_int(e, 0);
	e = next(RB_EV_ACTION, RB_TURN_06);
	event_int(e, 0);
	event_int(e, label_of('A', 2));
	event_int(e, RB_ACTION_RANGED);
	event_ints(e, NULL, 0);
	event_int(e, 1);
	event_int(e, 0);
	for (int i = 0; i < 2; i++) {
		e = next(COMMON_ROLLED, 0);
		event_int(e, 0);
		event_int(e, i);
		event_int(e, 6);
		event_int(e, i ? 5 : 3);
	}
	e = next(RB_EV_ATTACK, RB_RNG_02);
	event_int(e, label_of('A', 2));
	event_ints(e, NULL, 0);
	event_ints(e, &b1, 1);
	event_int(e, RB_RANGED);
	event_int(e, RB_ABILITY_BLAST);
	event_int(e, 0);
	event_int(e, 3);
	event_int(e, 5);
	event_int(e, 9);
	event_ints(e, rear, 2);
	event_int(e, 18);
	e = next(RB_EV_ATTACK_RESULT, RB_RNG_03);
	event_int(e, label_of('A', 2));
	event_int(e, b1);
	event_int(e, 18);
	event_int(e, 16);
	event_int(e, 0);
	event_ints(e, armor, 2);
	event_int(e, 18);
	event_int(e, RB_HIT);
	event_ints(e, NULL, 0);
	e = next(RB_EV_CLICKS, RB_RNG_04);
	event_because(e, RB_DEF_40);
	event_int(e, b1);
	event_int(e, RB_BY_ATTACK);
	event_int(e, label_of('A', 2));
	event_int(e, 3);
	event_ints(e, tough, 2);
	event_int(e, 2);
	event_int(e, 2);
	e = next(COMMON_LINK_OPENED, 0);
	for (int i = 0; i < 1; i++) {
		const struct event_kind *k =
			event_kind(&sys.events, COMMON_LINK_OPENED);

		for (int f = 0; f < k->n_fields; f++) {
			if (k->fields[f].type == FIELD_HASH)
				event_ints(e, link, 8);
			else
				event_int(e, 2);
		}
	}
}

static int set_up(void **unused)
{
	static const char *const langs[] = { "en", "es" };

	(void)unused;
	arena_init(&arena);
	why_clear(&why);
	for (int i = 0; i < 2; i++)
		if (messages_load(&arena, SRCDIR "/templates", langs[i],
				  words + i, &why))
			fail_msg("%s", why.text);
	sys = (struct system){
		.name = "rebellion",
		.version = "rebellion 1",
		.state_size = sizeof(struct rb_state),
		.events = { rb_event_kinds, N_RB_EVENTS, &rb_rules },
		.decisions = { rb_order_kinds, N_RB_ORDERS, rb_tags, N_RB_TAGS,
			       &rb_rules },
		.refusals = rb_refusals,
		.n_refusals = N_RB_REFUSALS,
		.n_phases = N_RB_PHASES,
		.legal = legal,
	};
	make_view();
	make_events();
	return 0;
}

static int tear_down(void **unused)
{
	(void)unused;
	arena_release(&arena);
	return 0;
}

static struct report_input input(int lang, int seat)
{
	static const struct report_owed owed = {
		.seat = 0,
		.has_deadline = true,
		.deadline = { 2026,
			      11,
			      24,
			      2,
			      18,
			      5,
			      60,
			      { "Europe/Madrid", 13 } },
	};
	static const struct str queue[] = { { "SHOOT A2 B1", 11 } };
	static const struct report_audit audit[] = {
		{ "audit.number", { "65530", 5 } },
		{ "audit.version", { "rebellion 1", 11 } },
	};

	return (struct report_input){
		.words = words[lang],
		.sys = &sys,
		.tells = &report_rebellion,
		.view = &view,
		.seat = seat,
		.game = STR("clash-7f3a"),
		.point = 23,
		.serial = 9,
		.seen = STR("7ZZ3-RYNR-YWTQ-7CFG-5SPA-NT97-CPD"),
		.seat_name = { STR("Ana"), STR("Bruno <b>") },
		.events = events,
		.n_events = n_events,
		.owed = &owed,
		.n_owed = 1,
		.queue = queue,
		.n_queue = 1,
		.audit = audit,
		.n_audit = 2,
		.rule_link = STR("mailto:judge@example.org?body=rule%20"),
		.picture_id = STR("board.23@clash-7f3a"),
		.near_id = STR("near.23@clash-7f3a"),
	};
}

static void make(const struct report_input *in, struct report *out)
{
	struct str subject;

	if (report_render(&arena, in, out, &why) ||
	    report_subject(&arena, in, &subject, &why) || why.text[0])
		fail_msg("%s", why.text);
	assert_true(out->subject.len && str_equal(subject, out->subject));
}

static void a_report_reads_as_the_golden_files_do(void **unused)
{
	static const char *const langs[] = { "en", "es" };

	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct report_input in = input(i, 0);
		struct report r;
		const char *see = getenv("HERALDO_SEE");

		make(&in, &r);
		golden(&arena, arena_printf(&arena, "report-%s.txt", langs[i]),
		       r.text);
		golden(&arena,
		       arena_printf(&arena, "report-full-%s.txt", langs[i]),
		       r.full);
		golden(&arena, arena_printf(&arena, "report-%s.html", langs[i]),
		       r.html);
		if (see) {
			FILE *f = fopen(see, "wb");

			assert_non_null(f);
			fwrite(r.png.s, 1, r.png.len, f);
			fclose(f);
		}
		assert_true(r.png.len > 1000);
	}
}

static void a_receipt_reads_as_the_golden_files_do(void **unused)
{
	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct report_input in = input(i, 0);
		struct report r;

		in.receipt = true;
		make(&in, &r);
		golden(&arena,
		       arena_printf(&arena, "letters/receipt-%s.txt",
				    i ? "es" : "en"),
		       str_of(arena_printf(&arena, "%.*s\n\n%.*s",
					   STR_ARG(r.subject),
					   STR_ARG(r.text))));
	}
}

static void the_subject_says_game_turn_whose_move_and_until_when(void **unused)
{
	struct report_input in = input(0, 0);
	struct report r;

	(void)unused;
	make(&in, &r);
	assert_str(r.subject,
		   "[clash-7f3a] Your move; news: A2 Rotling hits B1 Utem "
		   "Guardsman, 2 clicks (you 0:21), round 4, Ana's turn, by "
		   "Tue 24 Nov, "
		   "18:05 (UTC+01:00)");
	in = input(1, 1);
	make(&in, &r);
	assert_str(r.subject,
		   "[clash-7f3a] Se espera a Ana; novedad: A2 Rotling hiere a "
		   "B1 Guardia Utem, 2 clicks (tú 21:0), ronda 4, "
		   "turno de Ana");
	/* the bars have the same order: who reads comes first */
	assert_non_null(strstr(r.text.s, "######## 21\nAna  "));
}

/* held orders are not done when their turn comes, whoever is asked now */
static void orders_that_wait_are_told_with_what_becomes_of_them(void **unused)
{
	static const char *const done[] = { "Done when due;", "a su hora;" };
	static const char *const held[] = { "CONTINUE does them,",
					    "CONTINUAR las sigue," };

	(void)unused;
	for (int i = 0; i < 4; i++) {
		struct report_input in = input(i / 2, 1);
		struct report r;

		in.held = i % 2;
		make(&in, &r);
		assert_true(!in.held == !!strstr(r.text.s, done[i / 2]));
		assert_true(in.held == !!strstr(r.text.s, held[i / 2]));
		assert_non_null(strstr(r.text.s, i / 2 ? "otras (no FIN) las"
						       : "all but END "));
	}
}

static void an_observer_gets_no_order_template(void **unused)
{
	struct report_input in = input(0, -1);
	struct report r;

	(void)unused;
	make(&in, &r);
	assert_null(strstr(r.text.s, "BEGIN HERALDO ORDERS"));
	assert_non_null(strstr(r.text.s, "WHAT HAPPENED"));
}

static void nothing_in_html_is_fetched_from_elsewhere(void **unused)
{
	struct report_input in = input(0, 0);
	struct report r;

	(void)unused;
	make(&in, &r);
	assert_null(strstr(r.html.s, "http:"));
	assert_null(strstr(r.html.s, "https:"));
	assert_null(strstr(r.html.s, "url("));
	assert_null(strstr(r.html.s, "<script"));
	assert_null(strstr(r.html.s, "Bruno <b>"));
	assert_non_null(strstr(r.html.s, "src=\"cid:board.23@clash-7f3a\""));
}

static void text_lines_fit_a_terminal(void **unused)
{
	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct report_input in = input(i, 0);
		struct report r;
		size_t start = 0;

		make(&in, &r);
		for (size_t k = 0; k < r.text.len; k++) {
			if (r.text.s[k] != '\n')
				continue;
			if (k - start > 100)
				fail_msg("%.*s", (int)(k - start),
					 r.text.s + start);
			start = k + 1;
		}
	}
}

static void pieces_in_contact_both_have_their_label_on_the_text_board(void **u)
{
	static struct scene s;
	struct buf b;

	(void)u;
	s.w = s.h = 3937;
	for (int i = 0; i < 9; i++) {
		static const char *const labels[] = { "A1", "B1", "A2",
						      "B2", "A3", "B3",
						      "A4", "B4", "A5" };
		struct scene_piece *p = s.piece + s.n_pieces++;

		p->label = str_of(labels[i]);
		p->dot = (struct vec){ 2000 + 111 * (i % 3),
				       2000 + 111 * (i / 3) };
		p->base = geo_disc(p->dot, 55);
		p->holder = i == 8 ? 7 : -1;
	}
	buf_init(&b, 65536);
	ascii_board_render(&b, &s);
	for (int i = 0; i < 8; i++)
		assert_non_null(strstr(b.s, s.piece[i].label.s));
	assert_non_null(strstr(b.s, "a5")); /* a captive */
	buf_release(&b);
}

/* Attack dice are the attacker's, and show 1.00 on average. */
static void luck_of_attack_dice_is_the_attackers(void **unused)
{
	static const int64_t times[SEATS_MAX][6] = { { 9, 9, 9, 9, 9, 9 } };
	static struct combat_stats t;
	const struct report_game tells = { .die_mean = 100 };
	struct narrator n = { .words = words[0],
			      .sys = &sys,
			      .seat_name = { STR("Ana"), STR("Bob") } };
	struct tval *players, *v = tval_map(&arena);
	struct report r;

	(void)unused;
	t.seat[1] = (struct combat_stats_seat){ .dice = 4, .shown = 3 };
	players = dice_stats_values(&arena, &n, &tells, &t, times);
	assert_int_equal(players->n, 1);
	assert_int_equal(tval_get(players->first, STR("dice"))->n, 4);
	tval_putz(&arena, v, "game", "clash-7f3a");
	tval_put(&arena, v, "players", players);
	if (report_plain_mail(&arena, words[0], "dice_stats", v, &r, &why))
		fail_msg("%s", why.text);
	assert_non_null(strstr(r.text.s, "Bob: 4 dice, 0.75 on average; 1.00"));
	assert_null(strstr(r.text.s, "Face"));
}

static void luck_counts_faces_and_their_mean(void **unused)
{
	struct narrator n = { .words = words[0],
			      .sys = &sys,
			      .seat_name = { STR("Ana") } };
	/* a 3 and a 5 */
	static const int64_t times[SEATS_MAX][6] = { { 0, 0, 1, 0, 1, 0 } };
	struct tval *players = dice_stats_values(&arena, &n, NULL, NULL, times);
	struct tval *v = tval_map(&arena);
	struct report r;

	(void)unused;
	assert_int_equal(players->n, 1);
	assert_int_equal(tval_get(players->first, STR("dice"))->n, 2);
	assert_int_equal(tval_get(players->first, STR("mean"))->n, 400);
	tval_putz(&arena, v, "game", "clash-7f3a");
	tval_put(&arena, v, "players", players);
	if (report_plain_mail(&arena, words[0], "dice_stats", v, &r, &why))
		fail_msg("%s", why.text);
	assert_non_null(strstr(r.text.s, "Ana"));
	assert_non_null(strstr(r.text.s, "4.00"));
}

static const struct messages *narrated; /* in whose words events are told */

static void items(struct tval *v, const char *list, const char *texts)
{
	struct tval *l = tval_put(&arena, v, list, tval_list(&arena));
	struct str rest = str_of(texts), one;

	while (parse_field(&rest, '|', &one))
		tval_add(l, tval_text(&arena, one));
}

static struct tval *letter_values(void)
{
	static const char *const texts[] = {
		"judge",
		"reader",
		"game",
		"system",
		"master",
		"seat",
		"dice_commitment",
		"join",
		"deadline",
		"nonce",
		"fingerprint",
		"expires",
		"value",
		"came",
		"delete",
		"first_lines",
		"name",
		"point",
		"address",
		"serial",
		"now",
		"detail",
		"orders",
		"others",
		"by",
		"reading",
		"text",
		"judge_address",
		"judge_line",
		"why",
		"dispute",
		"disputed",
		"waiting",
		"joins",
		"kind",
		"matter",
		"lines",
		"seen",
		"origin",
		"head_said",
		"head_ours",
		"head_point",
		"holder",
		"kept_for",
		"watches",
		"from",
	};
	struct narrator n = { .words = narrated, .sys = &sys };
	struct tval *v = tval_map(&arena), *list, *line, *rule;

	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		tval_putz(&arena, v, texts[i],
			  arena_printf(&arena, "<%s>", texts[i]));
	tval_put(&arena, v, "reason", tval_word(&arena, "reason.stale"));
	tval_put(&arena, v, "fault", tval_word(&arena, "fault.sig-wrong"));
	tval_put(&arena, v, "what", tval_word(&arena, "what.key_added"));
	tval_puti(&arena, v, "complaints", 1);
	tval_put(&arena, v, "events",
		 report_events(&arena, &n, events, n_events, &why));
	tval_put(&arena, v, "supposed",
		 report_events(&arena, &n, events, n_events, &why));
	tval_puti(&arena, v, "whole", 0);
	tval_putz(&arena, v, "before", "<before>");
	list = tval_put(&arena, v, "done", tval_list(&arena));
	line = tval_add(list, tval_map(&arena));
	tval_putz(&arena, line, "seat", "Ana");
	tval_puti(&arena, line, "line", 3);
	tval_putz(&arena, line, "order", "PASS");
	list = tval_put(&arena, v, "answers", tval_list(&arena));
	line = tval_add(list, tval_map(&arena));
	tval_putz(&arena, line, "question", "RULE RB-MOVE-01");
	tval_puti(&arena, line, "is_rule", 1);
	rule = tval_add(tval_put(&arena, line, "rules", tval_list(&arena)),
			tval_map(&arena));
	tval_putz(&arena, rule, "said", "A move action ..");
	tval_putz(&arena, rule, "id", "RB-MOVE-01");
	tval_puti(&arena, rule, "foreign", 1);
	tval_putz(&arena, line, "others", "RB-MOVE-02 RB-MOVE-03");
	line = tval_add(list, tval_map(&arena));
	tval_putz(&arena, line, "question", "HELP");
	tval_puti(&arena, line, "is_help", 1);
	for (int open = 0; open < 2; open++) {
		list = tval_put(&arena, v, open ? "open" : "games",
				tval_list(&arena));
		line = tval_add(list, tval_map(&arena));
		tval_putz(&arena, line, "name", "clash");
		tval_putz(&arena, line, "system", "rebellion");
		tval_putz(&arena, line, "seat", "A");
		tval_puti(&arena, line, "is_running", 1);
		tval_puti(&arena, line, "you", 1);
		tval_putz(&arena, line, "until", "Monday");
		tval_add(tval_put(&arena, line, "first", tval_list(&arena)),
			 tval_text(&arena, STR("ORDERS clash A 1 1")));
		tval_puti(&arena, line, "players", 2);
		tval_puti(&arena, line, "free", 1);
		tval_putz(&arena, line, "join", "JOIN clash B");
	}
	tval_puti(&arena, v, "mine", 1);
	tval_puti(&arena, v, "n", 60);
	tval_puti(&arena, v, "whole", 7);
	tval_puti(&arena, v, "earlier", 6);
	list = tval_put(&arena, v, "points", tval_list(&arena));
	line = tval_add(list, tval_map(&arena));
	tval_puti(&arena, line, "point", 7);
	tval_putz(&arena, line, "at", "Monday");
	tval_add(tval_put(&arena, line, "lines", tval_list(&arena)),
		 tval_text(&arena, STR("Ana: A1 moves.")));
	list = tval_put(&arena, v, "letters", tval_list(&arena));
	line = tval_add(list, tval_map(&arena));
	tval_putz(&arena, line, "seat", "Ana");
	tval_puti(&arena, line, "point", 3);
	tval_add(tval_put(&arena, line, "to", tval_list(&arena)),
		 tval_text(&arena, STR("Bob")));
	tval_put(&arena, line, "unread", tval_list(&arena));
	tval_add(tval_put(&arena, line, "lines", tval_list(&arena)),
		 tval_text(&arena, STR("SHALL WE STOP?")));
	line = tval_put(&arena, v, "deadlines", tval_map(&arena));
	tval_puti(&arena, line, "span_days", 3);
	tval_puti(&arena, line, "minimum", 12);
	tval_puti(&arena, line, "grace", 24);
	tval_puti(&arena, line, "reserve", 5);
	tval_puti(&arena, v, "openpgp", 1);
	tval_putz(&arena, v, "own_address", "ana@one.test");
	list = tval_put(&arena, v, "seats", tval_list(&arena));
	line = tval_add(list, tval_map(&arena));
	tval_putz(&arena, line, "seat", "A");
	tval_puti(&arena, line, "own", 1);
	list = tval_put(&arena, v, "options", tval_list(&arena));
	line = tval_add(list, tval_map(&arena));
	tval_putz(&arena, line, "name", "ask");
	tval_putz(&arena, line, "seat", "");
	tval_putz(&arena, line, "value", "never");
	tval_putz(&arena, v, "from", "judge+2@club.test");
	tval_add(tval_put(&arena, v, "keys", tval_list(&arena)),
		 tval_text(&arena, STR("SHA256:abc")));
	tval_add(tval_put(&arena, v, "judges", tval_list(&arena)),
		 tval_text(&arena, STR("judge+3@club.test")));
	tval_putz(&arena, v, "terms", "Each army has at most 200 points.");
	items(v, "cited", "RB-MOVE-01|RB-TURN-06");
	return v;
}

/* "key=text|key=7" into a map; list: into a new one of that list */
static struct tval *fill(struct tval *v, const char *list, const char *pairs)
{
	struct str rest = str_of(pairs), pair, key;
	int64_t n;

	if (list && !tval_get(v, str_of(list)))
		tval_put(&arena, v, list, tval_list(&arena));
	if (list)
		v = tval_add(
			(struct tval *)(uintptr_t)tval_get(v, str_of(list)),
			tval_map(&arena));
	while (parse_field(&rest, '|', &pair)) {
		const char *name;

		assert_true(parse_field(&pair, '=', &key));
		name = arena_printf(&arena, "%.*s", STR_ARG(key));
		if (parse_int(pair, 0, INT32_MAX, &n))
			tval_puti(&arena, v, name, n);
		else
			tval_puts(&arena, v, name, arena_str(&arena, pair));
	}
	return v;
}

/* What some kinds have of their own, where it would mean another thing to
 * others. */
static struct tval *values_of(struct str kind)
{
	struct narrator n = { .words = narrated, .sys = &sys };
	struct tval *v = letter_values(), *one;

	if (str_is(kind, "standings")) {
		v = tval_map(&arena);
		fill(v, NULL, "judge=Court|reader=Ana|system=Rebellion");
		fill(v, NULL, "campaign=spring|round=2|rounds=5|over=0|open=0");
		fill(v, "table",
		     "place=1|score=3|played=3|points=310|name=Ana");
		fill(v, "table",
		     "place=2|score=1|played=3|points=95|name=Bob|you=1");
		fill(v, "ended", "first=Ana|second=Bob|game=clash|winner=Ana");
		fill(v, "ended", "first=Cy|bye=1");
		fill(v, "now", "first=Ana|second=Cy|game=ford");
		fill(v, "house",
		     "words=No stacks.|number=2|game=clash|by=Cy|option=stacks");
		fill(v, "ratings",
		     "rating=1612|deviation=88|games=9|timed=9|in_time=97|"
		     "name=Ana");
	} else if (str_is(kind, "game_created")) {
		tval_puti(&arena, v, "players", 3);
		tval_puti(&arena, v, "itself", 1);
		fill(v, "kept", "seat=A|address=ana@one.test");
	} else if (str_is(kind, "rematch")) {
		tval_puts(&arena, v, "new_game", STR("clash-4f1e2"));
		tval_puti(&arena, v, "own", 0);
		tval_puti(&arena, v, "days", 7);
	} else if (str_is(kind, "gm_summary")) {
		one = fill(v, "desk",
			   "name=clash|system=rebellion|is_paused=1|"
			   "paused_by=a dispute|block=1|still=9");
		fill(one, "disputes", "number=1|seat=A|name=Ana|point=7|why=?");
		fill(one, "joins",
		     "name=Eve|seat=B|join=4|holder=Bob|first_lines=GM clash 7 2");
		fill(one, "waits",
		     "seat=B|name=Bob|since=Friday|until=Monday|silences=2");
		fill(one, "waits", "seat=C|name=Cy|is_setup=1");
		fill(one, "waits", "seat=D|name=Dot|is_answer=1");
		fill(one, "lost", "seat=B|name=Bob");
		items(one, "first", "GM clash 7 1|SEEN 1");
	} else if (str_is(kind, "digest")) {
		for (int i = 0; i < 2; i++) {
			one = fill(v, "parts",
				   i ? "subject=[ford] turn of Cy"
				     : "subject=[clash] round 3, turn of Ana");
			tval_put(&arena, one, "events",
				 report_events(&arena, &n, events, n_events,
					       &why));
			items(one, "first", "ORDERS clash B 7 3|SEEN 1");
		}
		tval_puti(&arena, v, "n", 2);
	} else if (str_is(kind, "precedents") || str_is(kind, "why")) {
		fill(v, "precedents",
		     "name=clash|number=2|disputed=7|rules=rebellion 1|by=Cy|"
		     "verdict=it stands|words=As the book has it.");
		fill(v, "laws", "said=A figure moves.|id=RB-MOVE-01|foreign=1");
	} else if (str_is(kind, "texts")) {
		static const char *const states[] = { "done", "repeated",
						      "left", "unsigned",
						      "failed" };

		for (int i = 0; i < 5; i++) {
			one = fill(v, "texts", "head=ORDERS clash A 7 3");
			tval_put(&arena, one, "state",
				 tval_word(&arena, "state.%s", states[i]));
			if (i < 2)
				tval_put(&arena, one, "reason",
					 tval_word(&arena,
						   "reason.adjudicated"));
			tval_putz(&arena, one, "came", i == 1 ? "Friday" : "");
			if (i >= 2)
				tval_putz(&arena, one, "reason", "");
			if (i < 4)
				tval_putz(&arena, one, "fault", "");
		}
		tval_puti(&arena, v, "bare", 1);
	} else if (str_is(kind, "dice_stats")) {
		one = fill(v, "players",
			   "seat=Ana|dice=12|mean=3.6|expected=3.5");
		fill(one, "faces", "face=1|times=2|expected=2");
	} else if (str_is(kind, "practice")) {
		tval_putz(&arena, v, "rules", "rebellion");
		tval_puti(&arena, v, "ssh", 1);
		tval_puti(&arena, v, "openpgp", 0);
		tval_puti(&arena, v, "smime", 0);
	} else if (str_is(kind, "abandoned_seat")) {
		tval_puti(&arena, v, "n", 2);
		tval_puti(&arena, v, "waits", 1);
	} else if (str_is(kind, "preferences")) {
		fill(v, NULL,
		     "language=en|zone=Europe/Madrid|digest=1|brief=1|"
		     "quiet_from=22:00|quiet_until=08:00|second=a@two.test");
	}
	return v;
}

/* A screen has 79 columns; what cannot be broken, and orders, may have more. */
static void fits_a_screen(const char *name, struct str text)
{
	struct str line;
	bool orders = false;

	while (parse_line(&text, &line)) {
		if (str_starts(line, "-----"))
			orders = str_starts(line, "-----BEGIN");
		if (!orders && utf8_width(line) > 79)
			fail_msg("%s: too wide: %.*s", name, STR_ARG(line));
	}
}

/*
 * Of each kind that has a subject, in each language. A new kind has no golden
 * file and fails; `make golden` writes it, to be read.
 */
static void every_letter_is_as_the_golden_files_have_it(void **unused)
{
	struct report r;
	int n = 0;

	(void)unused;
	for (int k = 0; k < words[0]->messages.n; k++) {
		struct str kind = words[0]->messages.v[k].name.key;

		if (!str_starts(kind, "subject."))
			continue;
		kind = (struct str){ kind.s + 8, kind.len - 8 };
		for (int i = 0; i < 2; i++) {
			why_clear(&why);
			narrated = words[i];
			if (report_plain_mail(
				    &arena, words[i],
				    arena_printf(&arena, "%.*s", STR_ARG(kind)),
				    values_of(kind), &r, &why))
				fail_msg("%.*s: %s", STR_ARG(kind), why.text);
			assert_true(r.subject.len > 0 && r.text.len > 20);
			fits_a_screen(
				arena_printf(&arena, "%.*s", STR_ARG(kind)),
				r.text);
			golden(&arena,
			       arena_printf(&arena, "letters/%.*s-%s.txt",
					    STR_ARG(kind), i ? "es" : "en"),
			       str_of(arena_printf(&arena, "%.*s\n\n%.*s",
						   STR_ARG(r.subject),
						   STR_ARG(r.text))));
		}
		n++;
	}
	assert_true(n > 40);
	narrated = words[0];
	assert_int_equal(report_plain_mail(&arena, words[0], "love",
					   letter_values(), &r, &why),
			 ERR_NOT_FOUND);
}

/* No test compares a file of no kind; a receipt has a test of its own. */
static void golden_letters_belong_to_kinds(void **unused)
{
	DIR *dir = opendir(SRCDIR "/tests/golden/letters");
	const struct dirent *entry;
	int n = 0;

	(void)unused;
	assert_non_null(dir);
	while ((entry = readdir(dir))) {
		struct str file = str_of(entry->d_name);

		if (!str_ends(file, ".txt"))
			continue;
		/* KIND-en.txt */
		assert_true(file.len > 7);
		file.len -= 7;
		if (!str_is(file, "receipt") &&
		    !messages_message(words[0], str_of(arena_printf(
							&arena, "subject.%.*s",
							STR_ARG(file)))))
			fail_msg("%s: no mail of this kind", entry->d_name);
		n++;
	}
	assert_int_equal(closedir(dir), 0);
	assert_true(n > 80);
}

/* Outside of orders and lists: does a line end before it must? */
static void lines_are_filled(const char *kind, struct str text)
{
	struct str line, before = STR(""), word, rest;
	bool orders = false;

	while (parse_line(&text, &line)) {
		if (str_starts(line, "-----"))
			orders = str_starts(line, "-----BEGIN");
		rest = line;
		if (before.len && line.len && line.s[0] != ' ' && !orders &&
		    !str_starts(line, "-----") && before.s[0] != ' ' &&
		    !str_starts(before, "-----")) {
			(void)parse_field(&rest, ' ', &word);
			if (utf8_width(before) + 1 + utf8_width(word) <=
			    TEMPLATE_COLUMNS)
				fail_msg("%s: ragged: '%.*s'", kind,
					 STR_ARG(before));
		}
		before = line;
	}
}

static void long_names_leave_no_ragged_lines(void **unused)
{
	static const char *const kinds[] = {
		"challenge",    "join_received", "join_requests",
		"join_request", "invitation",
	};
	struct report r;

	(void)unused;
	for (size_t k = 0; k < ARRAY_LEN(kinds); k++)
		for (int i = 0; i < 2; i++) {
			struct tval *v;

			narrated = words[i];
			v = letter_values();

			tval_putz(&arena, v, "game", "winter-and-rough-3da47");
			tval_putz(&arena, v, "joins", "7  A  Ana\n");
			tval_putz(&arena, v, "judge_address",
				  "heraldo@games.somewhere.example");
			assert_false(report_plain_mail(&arena, words[i],
						       kinds[k], v, &r, &why));
			lines_are_filled(kinds[k], r.text);
		}
}

/* a template with a longer line could not be signed as it stands */
static void lines_of_an_order_template_can_be_signed(void **unused)
{
	struct report_input in = input(1, 0);
	struct report r;
	struct str rest, line;
	int n = 0;

	(void)unused;
	many_targets = true;
	make(&in, &r);
	many_targets = false;
	for (rest = r.orders; parse_line(&rest, &line); n++)
		assert_true(utf8_length(line) <= REPORT_ORDER_LINE);
	assert_true(n > 12);
}

static bool holds(struct str s, const char *z)
{
	return memmem(s.s, s.len, z, strlen(z)) != NULL;
}

static void the_word_for_the_dice_is_offered_in_every_language(void **unused)
{
	static const char *const seal[] = { "// WORD and 48", "// PALABRA y" };
	static const char *const open[] = { "// WORD OPEN",
					    "// PALABRA ABRIR" };

	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct report_input in = input(i, 0);
		struct report r;

		make(&in, &r);
		assert_false(holds(r.text, seal[i]));
		in.word = REPORT_WORD_SEAL;
		make(&in, &r);
		assert_true(holds(r.orders, seal[i]));
		assert_true(holds(r.text, "heraldo sign --word"));
		assert_true(holds(r.html, "heraldo sign --word"));
		in.word = REPORT_WORD_OPEN;
		make(&in, &r);
		assert_true(holds(r.orders, open[i]));
		assert_false(holds(r.orders, seal[i]));
	}
}

/* the rows of a text */
static int lines_in(struct str s)
{
	int n = 0;

	for (size_t i = 0; i < s.len; i++)
		n += s.s[i] == '\n';
	return n;
}

/* what their players know by now is told briefly when a text would be long */
static void a_text_of_many_figures_has_sixty_lines(void **unused)
{
	struct report_input in;
	struct report r;
	struct str one_line;

	(void)unused;
	for (int i = 0; i < 9; i++)
		add_figure(i % 2 ? 'B' : 'A', 10 + i, "Levy", 300 + 200 * i,
			   3700, 180, 0);
	in = input(0, 0);
	make(&in, &r);
	if (lines_in(r.text) > REPORT_LINES)
		print_message("%.*s", STR_ARG(r.text));
	assert_true(lines_in(r.text) <= REPORT_LINES);
	assert_true(lines_in(r.full) > REPORT_LINES);
	assert_true(holds(r.text, "Levy"));
	/* but no ability is left out */
	one_line = str_one_line(&arena, r.text);
	for (int i = 0; i < 9; i++)
		assert_true(holds(one_line,
				  arena_printf(&arena, "%c%d: Toughness",
					       i % 2 ? 'B' : 'A', 10 + i)));
}

/* nobody is asked for orders that nobody would take */
static void who_reads_of_the_end_finds_no_form(void **unused)
{
	struct report_input in;
	struct report r;

	(void)unused;
	view.head.phase = RB_OVER;
	view.head.winners = 1;
	in = input(0, 0);
	in.n_owed = 0;
	make(&in, &r);
	/* but that of another game */
	for (int i = 0; i < 2; i++) {
		struct str text = i ? r.html : r.text;

		const char *form = strstr(text.s, "BEGIN HERALDO ORDERS");

		assert_non_null(form);
		assert_null(strstr(form + 1, "BEGIN HERALDO ORDERS"));
		assert_true(holds(text, "\nREMATCH\n-----END"));
	}
	assert_int_equal(r.orders.len, 0);
	assert_true(holds(r.subject, "Ana wins"));
}

/* The curve, the dice and the turns that decided, as one of the two reads them.
 */
static void the_end_tells_what_decided_it(void **unused)
{
	static const struct analysis_turn turns[] = {
		{ 1, 5, 0, 1200, 200, 1000, { 200, 0 } },
		{ 2, 6, 1, 4300, 3100, 0, { 0, 3100 } },
		{ 3, 7, 0, 500, -600, -3200, { -600, 0 } },
		{ 4, 8, 1, 500, 0, 0, { 0, 0 } },
	};
	struct report_input in;
	struct report r;

	(void)unused;
	view.head.phase = RB_OVER;
	view.head.winners = 1;
	for (int seat = 0; seat < 2; seat++) {
		in = input(0, seat);
		in.n_owed = 0;
		in.turns = turns;
		in.n_turns = ARRAY_LEN(turns);
		make(&in, &r);
		assert_true(holds(r.text, "Who led after each round"));
		assert_true(holds(r.html, "decided it"));
		assert_false(holds(r.text, "Turning points"));
		assert_true(
			holds(r.text, seat ? "\n   2 ##############|\n"
					   : "\n   2               |########"
					     "######\n"));
		assert_true(holds(r.text,
				  seat ? "You gained 22 points by the dice; "
					 "the orders that cost most: 31, round"
				       : "You lost 22 points to the dice; the "
					 "orders that cost most: 6, round 3"));
	}
	in = input(1, 0);
	in.turns = turns;
	in.n_turns = ARRAY_LEN(turns);
	make(&in, &r);
	assert_true(holds(r.text, "Has perdido 22 puntos por los dados"));
}

/* Turns are those that the mails count, an answer of the other seat too. */
static void turns_are_counted_as_in_the_mails(void **unused)
{
	static const struct analysis_step steps[] = {
		{ .seat = 0, .order = 5, .turn = 7, .of = 0 },
		{ .seat = 1, .order = -2, .turn = 7, .of = 0 },
		{ .seat = 0, .order = 1, .turn = 7, .of = 0 },
		{ .seat = 1, .order = 4, .turn = 7, .of = 1 },
	};
	struct analysis_turn v[4];

	(void)unused;
	assert_int_equal(analysis_turns(steps, 4, v, 4), 2);
	assert_int_equal(v[0].number, 7);
	assert_int_equal(v[0].seat, 0);
	assert_int_equal(v[0].order, 4);
	assert_int_equal(v[0].by[0], 6);
	assert_int_equal(v[0].by[1], -2);
	assert_int_equal(v[1].seat, 1);
}

/* paragraphs flow, orders and columns stay, and signs of HTML are none */
static void a_letter_of_text_has_a_part_in_html(void **unused)
{
	struct report r = {
		.subject = STR("Hello"),
		.text = STR(
			"TO ACCEPT\n\nThese words are just as long as one line "
			"of a letter and then they are\nbroken; <b> is text.\n"
			"- one\n- two\n"
			"Short.\nNext.\n\n    A  one\n    B  two\n\n"
			"-----BEGIN HERALDO ORDERS-----\nJOIN x A\n\n"
			"-----END HERALDO ORDERS-----\n"),
	};

	(void)unused;
	for (int i = 0; i < 2; i++) {
		assert_int_equal(
			report_plain_mail_html(&arena, words[i], &r, &why),
			ERR_OK);
		assert_true(holds(r.html, "<h2>TO ACCEPT</h2>"));
		assert_true(holds(r.html, "they are broken; &lt;b&gt; is "
					  "text.</p>\n<ul>\n<li>one</li>\n"
					  "<li>two</li>\n</ul>\n"
					  "<p>Short.<br>\nNext.</p>"));
		assert_true(holds(r.html, ">    A  one\n    B  two</pre>"));
		assert_true(holds(r.html, "JOIN x A\n\n-----END"));
	}
}

/* an empty board is no news, until something is to be put on it */
static void a_board_with_nothing_on_it_is_left_out(void **unused)
{
	struct report_input in = input(0, 0);
	struct report r;

	(void)unused;
	view.n_figs = view.n_terrain = 0;
	view.head.phase = RB_ARMY;
	in.n_events = 0;
	in.picture_id = STR("board@judge.test");
	make(&in, &r);
	assert_false(holds(r.full, "THE BOARD"));
	assert_int_equal(r.png.len, 0);
	view.head.phase = RB_DEPLOY;
	make(&in, &r);
	assert_true(holds(r.full, "THE BOARD"));
	assert_true(r.png.len > 0);
	/* and nothing happened on it */
	assert_int_equal(r.near.len, 0);
	assert_false(holds(r.html, "near"));
}

static int32_t png_width(struct str png)
{
	return (int32_t)(unsigned char)png.s[18] << 8 |
	       (unsigned char)png.s[19];
}

static void what_happened_is_seen_from_near(void **unused)
{
	struct report_input in = input(0, 0);
	struct report r;

	(void)unused;
	/* a wall far away: the board as a whole shows it small */
	for (int i = 0; i < view.feature[1].area.n; i++)
		view.feature[1].area.v[i].x += 1300;
	make(&in, &r);
	assert_int_equal(png_width(r.near), PICTURE_WIDTH);
	assert_int_equal(png_width(r.png), PICTURE_WIDTH);
	assert_true(holds(r.html, "cid:near.23@clash-7f3a"));
	in.near_id = STR("");
	make(&in, &r);
	assert_int_equal(r.near.len, 0);
	assert_int_equal(png_width(r.png), PICTURE_WIDTH);
	assert_false(holds(r.html, "near"));
}

/* no line leads to who is gone, and yet it was there that it happened */
static void the_last_blow_is_seen_from_near(void **unused)
{
	struct report_input in = input(0, 0);
	int attack = 0, target;
	struct report r;

	(void)unused;
	while (in.events[attack].kind != RB_EV_ATTACK_RESULT)
		attack++;
	in.events += attack;
	in.n_events = 1;
	target = rb_find(&view,
			 event_get(in.events, RB_EV_ATTACK_RESULT_TARGET));
	view.fig[target].status = RB_ELIMINATED;
	make(&in, &r);
	assert_int_equal(png_width(r.near), PICTURE_WIDTH);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_text_of_many_figures_has_sixty_lines),
		TEST(who_reads_of_the_end_finds_no_form),
		TEST(the_end_tells_what_decided_it),
		cmocka_unit_test(turns_are_counted_as_in_the_mails),
		TEST(a_letter_of_text_has_a_part_in_html),
		TEST(a_report_reads_as_the_golden_files_do),
		TEST(a_receipt_reads_as_the_golden_files_do),
		TEST(the_subject_says_game_turn_whose_move_and_until_when),
		TEST(orders_that_wait_are_told_with_what_becomes_of_them),
		TEST(an_observer_gets_no_order_template),
		TEST(nothing_in_html_is_fetched_from_elsewhere),
		TEST(text_lines_fit_a_terminal),
		TEST(pieces_in_contact_both_have_their_label_on_the_text_board),
		TEST(luck_of_attack_dice_is_the_attackers),
		TEST(luck_counts_faces_and_their_mean),
		TEST(every_letter_is_as_the_golden_files_have_it),
		TEST(golden_letters_belong_to_kinds),
		TEST(long_names_leave_no_ragged_lines),
		TEST(lines_of_an_order_template_can_be_signed),
		TEST(the_word_for_the_dice_is_offered_in_every_language),
		TEST(a_board_with_nothing_on_it_is_left_out),
		TEST(what_happened_is_seen_from_near),
		TEST(the_last_blow_is_seen_from_near),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
