/*
 * tests/unit/test_report_arena.c - how Arena is seen: what happens in words, as
 * golden files have it.
 */
#include "games/arena/report/report_private.h"
#include "base/utf8.h"
#include "orders/vocabulary.h"
#include "report/picture/picture.h"
#include "report/text/final_values.h"
#include "report/text/report.h"
#include "report/picture/ascii_board.h"
#include "arena_position.h"
#include "golden.h"

extern const struct report_game report_arena;

static struct messages *words[2];
static const char *const langs[] = { "en", "es" };

static struct narrator reader(int lang, int seat)
{
	struct narrator n = {
		.words = words[lang],
		.sys = &system_arena,
		.format = TEMPLATE_LINE,
		.seat_name = { STR("Ana"), STR("Bruno") },
	};

	game_view(game, seat, seen);
	report_game_tells(&n, &report_arena, seen->state);
	return n;
}

/* --- events in words --------------------------------------------------------
 */

/* what the seat is told of what happened from event `from` on */
static void story(struct buf *out, struct arena_position *p, int from, int lang,
		  int seat)
{
	struct narrator n = reader(lang, seat);
	struct event *v =
		ARENA_ARRAY(&a, (size_t)(p->out.n - from + 1), struct event);
	struct why why = { 0 };
	struct tval *list;
	int count = 0;

	for (int i = from; i < p->out.n; i++)
		if (p->out.v[i].audience & AUDIENCE_SEAT(seat))
			event_copy(&v[count++], &p->out.v[i]);
	list = narrate_events(&a, &n, v, count, &why);
	if (why.text[0])
		fail_msg("%s", why.text);
	for (const struct tval *e = list->first; e; e = e->next)
		buf_addf(out, "%s%.*s\n",
			 tval_get(e, STR("main"))->n ? "" : "  - ",
			 STR_ARG(tval_get(e, STR("text"))->text));
}

static struct buf told_in[2][2]; /* by language and seat */

static void tell(struct arena_position *p, int from, const char *title)
{
	for (int lang = 0; lang < 2; lang++)
		for (int seat = 0; seat < 2; seat++) {
			buf_addf(&told_in[lang][seat], "\n# %s\n", title);
			story(&told_in[lang][seat], p, from, lang, seat);
		}
}

/* dice enough for any order, every face among them */
static void acts(struct arena_position *p, int seat, const struct decision *d)
{
	static const int faces[] = { 4, 6,  2, 5, 3, 1, 9,  4, 11, 5, 2, 6,
				     4, 1,  6, 7, 3, 5, 12, 2, 4,  6, 8, 5,
				     3, 10, 6, 1, 2, 5, 4,  6, 3,  5, 9, 2,
				     4, 6,  2, 5, 3, 1, 9,  4, 11, 5, 2, 6 };

	script = faces;
	n_script = (int)ARRAY_LEN(faces);
	p->dice.n_rolls = 0;
	submitted(p, seat, d);
}

static void a_bear_strikes(struct arena_position *p)
{
	struct decision d;
	int from;

	start(p, "object #3 A \"Steelclaw Grizzly\" at B1\n"
		 "object #4 A \"Bear Strength\" on #3\n"
		 "object #5 B \"Emerald Tegu\" at C1 guard\n"
		 "object #6 B \"Rhino Hide\" on #5 hidden\n");
	from = p->out.n;
	step(&d, AR_ORDER_ACT, label_of('#', 3), AR_DO_MOVE);
	name(&d, AR_TAG_TARGET, AR_NAMES_ZONE, label_of('C', 1));
	decision_add_int(&d, AR_TAG_STEP, AR_DO_ATTACK);
	name(&d, AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 5));
	acts(p, 0, &d);
	tell(p, from, "a bear attacks a guard");
}

static void a_hydra_bites(struct arena_position *p)
{
	int32_t with[8];
	struct decision d;
	int from, n;

	start(p, "object #3 A \"Darkfenne Hydra\" at C1 daze 1\n"
		 "object #4 B \"Feral Bobcat\" at C1\n"
		 "object #5 B \"Cobra Reflexes\" on #4\n");
	from = p->out.n;
	step(&d, AR_ORDER_ACT, label_of('#', 3), AR_DO_ATTACK);
	name(&d, AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 4));
	n = text_pack(with, (int)ARRAY_LEN(with), STR("triple-bite"));
	decision_add(&d, AR_TAG_WITH, with, n);
	acts(p, 0, &d);
	tell(p, from, "a dazed hydra bites three times");
}

static void a_spell(struct arena_position *p, const char *key, int32_t target,
		    const char *lines, const char *title)
{
	struct decision d;
	int from;

	start(p, lines);
	from = p->out.n;
	step(&d, AR_ORDER_ACT, label_of('#', 1), AR_DO_CAST);
	decision_add_int(&d, AR_TAG_CARD, number(key));
	name(&d, AR_TAG_TARGET,
	     label_letter(target) == '#' ? AR_NAMES_OBJECT : AR_NAMES_ZONE,
	     target);
	acts(p, 0, &d);
	tell(p, from, title);
}

static void spells(struct arena_position *p)
{
	a_spell(p, "fireball", label_of('#', 3),
		"object #3 B \"Whirling Spirit\" at B1\n"
		"plan A #1 \"Fireball\"\n",
		"a fireball on a spirit");
	a_spell(p, "ghoul-rot", label_of('#', 3),
		"object #3 B \"Feral Bobcat\" at B1\n"
		"plan A #1 \"Ghoul Rot\"\n",
		"an enchantment is cast");
	a_spell(p, "drain-life", label_of('#', 3),
		"object #3 B \"Feral Bobcat\" at B1\n"
		"object #4 B \"Nullify\" on #3 hidden\n"
		"plan A #1 \"Drain Life\"\n",
		"a spell is countered");
	a_spell(p, "firebrand-imp", label_of('A', 1),
		"plan A #1 \"Firebrand Imp\"\n", "a creature is summoned");
	a_spell(p, "firestorm", label_of('B', 1),
		"object #3 B \"Feral Bobcat\" at B1\n"
		"object #4 B \"Timber Wolf\" at B1\n"
		"plan A #1 \"Firestorm\"\n",
		"a zone burns");
}

/* both Mages do nothing: the round ends, and another begins */
static void a_round_turns(struct arena_position *p)
{
	struct decision d;
	int from;

	start(p, "object #3 A \"Highland Unicorn\" at B1 damage 3 burn 2\n"
		 "object #4 B \"Essence Drain\" on #3\n"
		 "object #5 B \"Mana Crystal\" at D3\n"
		 "object #6 A \"Ghoul Rot\" on #2\n"
		 "mod #3 Melee 1 round\n");
	from = p->out.n;
	for (int i = 0; i < 3; i++) {
		step(&d, AR_ORDER_ACT,
		     label_of('#', i == 1 ? 2
				   : i    ? 1
					  : 3),
		     AR_DO_GUARD);
		acts(p, i == 1, &d);
	}
	tell(p, from, "a round ends, and another begins");
}

static void what_happens_reads_as_the_golden_files_do(void **unused)
{
	struct arena_position p;

	(void)unused;
	for (int i = 0; i < 4; i++)
		buf_init(&told_in[i / 2][i % 2], 1 << 18);
	a_bear_strikes(&p);
	a_hydra_bites(&p);
	spells(&p);
	a_round_turns(&p);
	for (int i = 0; i < 4; i++) {
		golden(&a,
		       arena_printf(&a, "arena-story-%s-%c.txt", langs[i / 2],
				    'a' + i % 2),
		       buf_str(&told_in[i / 2][i % 2]));
		buf_release(&told_in[i / 2][i % 2]);
	}
}

/* --- the arena --------------------------------------------------------------
 */

/* a fight with all that a board can show */
static const char fight[] =
	"object #3 A \"Steelclaw Grizzly\" at B2 damage 6 weak 1\n"
	"object #4 A \"Bear Strength\" on #3\n"
	"object #5 A \"Rhino Hide\" on #3 hidden\n"
	"object #6 B \"Ghoul Rot\" on #3 hidden\n"
	"object #7 B \"Thunderift Falcon\" at B2\n"
	"object #8 B \"Blue Gremlin\" at B2 inactive damage 3 burn 2 guard\n"
	"object #9 A \"Pentagram\" at A1 mana 4\n"
	"object #10 B \"Wall of Stone\" border B2 C2\n"
	"object #11 A \"Wall of Fire\" border A1 A2\n"
	"object #12 B \"Hellfire Trap\" at C2 hidden\n"
	"object #13 A \"Demonhide Armor\" on #1\n"
	"object #14 B \"Mage Wand\" on #2 slot weapon bound \"Heal\"\n"
	"object #15 A \"Tanglevine\" on #8 damage 2\n"
	"object #16 B \"Gorgon Archer\" at D3\n"
	"book A 2 \"Fireball\" 1 \"Firebrand Imp\" 1 \"Drain Life\" "
	"2 \"Dispel\" 1 \"Minor Heal\" 2 \"Ghoul Rot\"\n"
	"plan A #1 \"Fireball\"\n";

static void make_scene(struct scene *s, int lang, int seat)
{
	struct narrator n = reader(lang, seat);

	memset(s, 0, sizeof(*s));
	assert_true(arena_scene(&a, &n, seen->state, s));
}

static void the_arena_as_text_keeps_within_79_columns(void **unused)
{
	static struct scene s;
	struct arena_position p;

	(void)unused;
	start(&p, fight);
	for (int lang = 0; lang < 2; lang++) {
		struct str rest, line;
		struct buf b;

		make_scene(&s, lang, 0);
		buf_init(&b, 1 << 16);
		ascii_board_render(&b, &s);
		golden(&a, arena_printf(&a, "arena-board-%s.txt", langs[lang]),
		       buf_str(&b));
		rest = buf_str(&b);
		while (parse_line(&rest, &line))
			assert_true(utf8_width(line) <= 79);
		buf_release(&b);
	}
}

/* to be looked at: HERALDO_PICTURE names the file */
static void the_arena_is_a_picture_of_the_width_asked_for(void **unused)
{
	const char *to = getenv("HERALDO_PICTURE");
	static struct scene s;
	struct arena_position p;

	(void)unused;
	start(&p, fight);
	make_scene(&s, 0, 0);
	for (int width = PICTURE_MIN_WIDTH; width <= PICTURE_WIDTH;
	     width += PICTURE_WIDTH - PICTURE_MIN_WIDTH) {
		struct why why = { 0 };
		struct buf b;

		buf_init(&b, PICTURE_MAX_BYTES);
		assert_int_equal(picture_render(&b, &s, width, NULL, &why),
				 ERR_OK);
		/* IHDR: the width stands at byte 16 */
		assert_true(b.len > 2000);
		assert_int_equal((unsigned char)b.s[18] << 8 |
					 (unsigned char)b.s[19],
				 width);
		if (to && width == PICTURE_WIDTH) {
			FILE *f = fopen(to, "wb");

			assert_non_null(f);
			fwrite(b.s, 1, b.len, f);
			fclose(f);
		}
		buf_release(&b);
	}
}

/* what lies face down is face down in the other's picture and text */
static void nothing_hidden_shows_on_the_board(void **unused)
{
	static struct scene s;
	struct arena_position p;
	struct buf b[2];

	(void)unused;
	for (int i = 0; i < 2; i++) {
		start(&p, i ? "object #3 A \"Timber Wolf\" at B1\n"
			      "object #4 B \"Ghoul Rot\" on #3 hidden\n"
			    : "object #3 A \"Timber Wolf\" at B1\n"
			      "object #4 B \"Decoy\" on #3 hidden\n");
		make_scene(&s, 0, 0);
		buf_init(&b[i], 1 << 20);
		ascii_board_render(&b[i], &s);
		assert_int_equal(
			picture_render(&b[i], &s, PICTURE_WIDTH, NULL, NULL),
			ERR_OK);
	}
	assert_true(str_equal(buf_str(&b[0]), buf_str(&b[1])));
	buf_release(&b[0]);
	buf_release(&b[1]);
}

/* --- odds -------------------------------------------------------------------
 */

/* what one face does: against armor, and past it; AR-DICE-01, AR-DMG-06 */
static void face_counts(int face, bool thin, int *normal, int *critical)
{
	static const int n[] = { 0, 0, 1, 2, 0, 0 }, c[] = { 0, 0, 0, 0, 1, 2 };

	*normal = thin && n[face] == 2 ? 0 : n[face];
	*critical = thin && c[face] == 2 ? 0 : c[face];
}

static int thrown(int number, int dice, int armor, bool thin)
{
	int normal = 0, critical = 0;

	for (int i = 0; i < dice; i++, number /= 6) {
		int n, c;

		face_counts(number % 6, thin, &n, &c);
		normal += n;
		critical += c;
	}
	return (normal > armor ? normal - armor : 0) + critical;
}

static int power(int base, int n)
{
	return n ? base * power(base, n - 1) : 1;
}

/* RULE: AR-DICE-01 */
static void odds_agree_with_counting_all_dice(void **unused)
{
	(void)unused;
	for (int dice = 1; dice <= 5; dice++)
		for (int armor = 0; armor <= 4; armor++)
			for (int thin = 0; thin < 2; thin++) {
				int64_t ways[ODDS_MAX_DAMAGE] = { 0 };
				struct arena_odds o = { 0 };

				for (int i = 0; i < power(6, dice); i++)
					ways[thrown(i, dice, armor, thin)]++;
				assert_true(
					arena_odds_dice(dice, armor, thin, &o));
				assert_int_equal(o.of, power(6, dice));
				assert_memory_equal(o.weight, ways,
						    sizeof(ways));
			}
}

/* a Dazed Hydra on a Unicorn with a defense of 8: counted die by die */
static void odds_count_misses_and_defenses(void **unused)
{
	const struct ar_state *s = (const struct ar_state *)game->state;
	struct ar_attack x = { .attacker = label_of('#', 3),
			       .source = label_of('#', 3),
			       .target = label_of('#', 4),
			       .kind = AR_MELEE };
	double sum = 0, kills = 0, per = 0;
	struct arena_odds o;
	struct arena_position p;

	(void)unused;
	start(&p, "object #3 A \"Darkfenne Hydra\" at C1 daze 1\n"
		  "object #4 B \"Highland Unicorn\" at C1 damage 3\n"
		  "object #5 B \"Force Sword\" on #4\n");
	x.card = number("darkfenne-hydra");
	x.profile = 0; /* one strike: Snapping Bite, 4 dice, armor 2 */
	arena_odds_of(s, &x, &o);
	assert_int_equal(o.dice, 4);
	assert_int_equal(o.armor, 2);
	assert_int_equal(o.defense, 8);
	assert_true(o.dazed);
	for (int miss = 1; miss <= 12; miss++)
		for (int defense = 1; defense <= 12; defense++)
			for (int i = 0; i < power(6, 4); i++, per++) {
				int d = miss < 7 || defense >= 8
						? 0
						: thrown(i, 4, 2, false);

				sum += d;
				kills += d >= 6;
			}
	assert_int_equal(arena_odds_mean(&o), (int64_t)(100 * sum / per + 0.5));
	assert_int_equal(arena_odds_reach(&o, 6),
			 (int)(100 * kills / per + 0.5));
}

/* a second strike has not the bonuses of the first (AR-ATK-26) */
static void odds_add_strikes_up(void **unused)
{
	const struct ar_state *s = (const struct ar_state *)game->state;
	struct ar_attack x = { .attacker = label_of('#', 3),
			       .source = label_of('#', 3),
			       .target = label_of('#', 4),
			       .profile = 1,
			       .kind = AR_MELEE };
	int64_t ways[ODDS_MAX_DAMAGE] = { 0 }, all = 0;
	struct arena_odds o;
	struct arena_position p;

	(void)unused;
	start(&p, "object #3 A \"Goran, Werewolf Pet\" at C1\n"
		  "object #4 B \"Timber Wolf\" at C1\n"
		  "object #5 A \"Bear Strength\" on #3\n");
	x.card = number("goran-werewolf-pet");
	arena_odds_of(s, &x, &o);
	assert_int_equal(o.dice, 5); /* Feral Claws 3, Melee +2 */
	assert_int_equal(o.strikes, 2);
	for (int i = 0; i < power(6, 5); i++)
		for (int k = 0; k < power(6, 3); k++, all++)
			ways[thrown(i, 5, o.armor, false) +
			     thrown(k, 3, o.armor, false)]++;
	assert_int_equal(o.of, all);
	assert_memory_equal(o.weight, ways, sizeof(ways));
}

/* CHECK tells the odds of the attack as it stands, and what must be paid */
static void what_is_checked_has_its_odds_and_its_tax(void **unused)
{
	struct narrator n;
	struct str said;
	struct event e;
	struct arena_position p;

	(void)unused;
	start(&p, "object #3 A \"Timber Wolf\" at C1\n"
		  "object #4 B \"Firebrand Imp\" at C1 damage 5\n"
		  "object #5 B \"Pacify\" on #3\n");
	n = reader(0, 0);
	event_start(&e, AR_EV_CHECKED, AR_MAIL_48);
	event_put(&e, AR_EV_CHECKED_ATTACKER, label_of('#', 3));
	event_put(&e, AR_EV_CHECKED_TARGET, label_of('#', 4));
	event_put(&e, AR_EV_CHECKED_CARD, number("timber-wolf"));
	event_put(&e, AR_EV_CHECKED_PROFILE, 0);
	event_put(&e, AR_EV_CHECKED_DICE, 3);
	event_put_ints(&e, AR_EV_CHECKED_MODS, NULL, 0);
	event_put(&e, AR_EV_CHECKED_ARMOR, 0);
	event_put(&e, AR_EV_CHECKED_LEGAL, 1);
	/* four dice show nothing in 16 of 1296 ways: 99 % do 1 or more */
	said = arena_odds_checked(&a, &n, &e);
	assert_str(said, "4 dice, 2 mana to be paid: 4.00, kills 99 %");
}

/* --- the report -------------------------------------------------------------
 */

static int n_waiting; /* orders of the reader that wait */
static enum report_start begins;

static void make_report(struct report *out, int lang, int seat,
			const struct event *v, int n)
{
	static const struct str waiting = STR("ACT #3 GUARD");
	struct report_owed owed = { .seat = seat };
	struct report_input in = {
		.words = words[lang],
		.sys = &system_arena,
		.tells = &report_arena,
		.seat = seat,
		.game = STR("duel-7f3a"),
		.point = 31,
		.serial = 12,
		.start = begins,
		.seen = STR("7ZZ3-RYNR-YWTQ-7CFG-5SPA-NT97-CPD"),
		.seat_name = { STR("Ana"), STR("Bruno <b>") },
		.events = v,
		.n_events = n,
		.owed = &owed,
		.n_owed = 1,
		.queue = &waiting,
		.n_queue = n_waiting,
		.rule_link = STR("mailto:judge@example.org?body=rule%20"),
		.picture_id = STR("board.31@duel-7f3a"),
	};
	struct why why = { 0 };

	game_view(game, seat, seen);
	in.view = seen->state;
	if (report_render(&a, &in, out, &why))
		fail_msg("%s", why.text);
}

static void planning(struct arena_position *p, const char *lines)
{
	position(p, arena_printf(&a, "%s%sphase plan\nturn A init B round 2\n",
				 two_mages, lines));
}

/* before all seats are taken a template would be sent in vain */
static void before_the_game_nothing_is_needed(void **unused)
{
	static const char *const needless[] = {
		"You need not send orders yet: ",
		"A\xc3\xban no hace falta que env\xc3\xad"
		"es nada: ",
	};
	static const char *const sent[] = { "Send it as it is",
					    "Env\xc3\xad"
					    "alo tal como" };
	struct report out;
	struct arena_position p;

	(void)unused;
	planning(&p, "");
	for (int lang = 0; lang < 2; lang++)
		for (int before = 0; before < 2; before++) {
			begins = before ? REPORT_START_SELF : REPORT_BEGUN;
			make_report(&out, lang, 0, NULL, 0);
			assert_int_equal(!before,
					 !strstr(out.text.s, needless[lang]));
			assert_int_equal(!before,
					 !strstr(out.html.s, needless[lang]));
			assert_int_equal(before,
					 !strstr(out.text.s, sent[lang]));
			assert_int_equal(before,
					 !strstr(out.html.s, sent[lang]));
		}
	begins = REPORT_BEGUN;
}

static void revealing(struct decision *d, const char *key)
{
	decision_start(d, AR_ORDER_WHEN);
	name(d, AR_TAG_SUBJECT, AR_NAMES_OBJECT, label_of('#', 3));
	decision_add_int(d, AR_TAG_EVENT, AR_WIN_ROLLED);
	name(d, AR_TAG_ITEM, AR_NAMES_CARD, number(key));
}

/* RULE: AR-HID-07, AR-HID-08 */
static void twins_look_alike_to_the_other_side(void **unused)
{
	static const char *const twin[] = {
		"object #3 A \"Timber Wolf\" at B1\n"
		"object #4 A \"Rhino Hide\" on #3 hidden\n"
		"object #5 A \"Mage Wand\" on #1 slot weapon bound \"Heal\"\n"
		"book A 2 \"Dispel\"\n"
		"plan A #1 \"Sleep\"\n",
		"object #3 A \"Timber Wolf\" at B1\n"
		"object #4 A \"Bear Strength\" on #3 hidden\n"
		"object #5 A \"Mage Wand\" on #1 slot weapon bound "
		"\"Dispel\"\n"
		"book A 2 \"Banish\"\n"
		"plan A #1 \"Teleport\"\n"
	};
	struct ar_state *views = ARENA_ARRAY(&a, 2, struct ar_state);
	struct str said[2];

	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct decision d;
		struct report out;
		struct arena_position p;

		start(&p, twin[i]);
		/* and each a line of its own in force */
		revealing(&d, i ? "bear-strength" : "rhino-hide");
		submitted(&p, 0, &d);
		game_view(game, 1, seen);
		memcpy(&views[i], seen->state, sizeof(views[i]));
		make_report(&out, 0, 1, p.out.v, 0);
		said[i] = arena_str(&a, out.text);
	}
	assert_memory_equal(&views[0], &views[1], sizeof(views[0]));
	assert_true(str_equal(said[0], said[1]));
}

/* what seat 1 is told: events, view, families, report in all its forms */
static struct str told_to_the_other(const struct arena_position *p)
{
	static struct move_group v[MOVE_GROUP_MAX];
	struct event *e = ARENA_ARRAY(&a, (size_t)p->out.n + 1, struct event);
	struct report out;
	struct str all;
	struct buf b;
	int n = 0;

	buf_init(&b, 1 << 20);
	for (int i = 0; i < p->out.n; i++) {
		if (p->out.v[i].audience != AUDIENCE_ALL &&
		    !(p->out.v[i].audience & AUDIENCE_SEAT(1)))
			continue;
		event_render(&b, &system_arena.events, &p->out.v[i]);
		e[n++] = p->out.v[i];
	}
	make_report(&out, 0, 1, e, n);
	buf_adds(&b, out.subject);
	buf_adds(&b, out.text);
	buf_adds(&b, out.full);
	buf_adds(&b, out.html);
	buf_adds(&b, out.png);
	buf_add(&b, seen->state, sizeof(struct ar_state));
	memset(v, 0, sizeof(v));
	n = system_arena.legal(seen->state, 1, room, v, MOVE_GROUP_MAX);
	buf_add(&b, v, (size_t)n * sizeof(*v));
	assert_false(b.full);
	all = arena_str(&a, buf_str(&b));
	buf_release(&b);
	return all;
}

/* the same moves of both, over another plan, book and hidden enchantment */
/* RULE: AR-HID-08, AR-GEN-09 */
static void twins_play_alike_to_the_other_side(void **unused)
{
	static const char *const hidden[][2] = {
		{ "Rhino Hide", "Sleep" }, { "Bear Strength", "Teleport" }
	};
	static const int dice[] = { 3, 5, 1, 1, 2, 4, 6, 1 };
	struct str said[2][4];

	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct decision d;
		struct arena_position p;

		start(&p,
		      arena_printf(&a,
				   "object #3 A \"Timber Wolf\" at B1\n"
				   "object #4 A \"%s\" on #3 hidden\n"
				   "object #5 B \"Timber Wolf\" at B1\n"
				   "object #6 B \"Agony\" on #3 hidden\n"
				   "book A 2 \"%s\"\nplan A #1 \"%s\"\n",
				   hidden[i][0], hidden[i][1], hidden[i][1]));
		said[i][0] = told_to_the_other(&p);
		/* a line of its own that will not fire */
		decision_start(&d, AR_ORDER_WHEN);
		name(&d, AR_TAG_SUBJECT, AR_NAMES_MINE, 0);
		decision_add_int(&d, AR_TAG_EVENT, AR_WIN_CROSSES);
		name(&d, AR_TAG_ITEM, AR_NAMES_OBJECT, label_of('#', 4));
		submitted(&p, 0, &d);
		step(&d, AR_ORDER_ACT, label_of('#', 3), AR_DO_ATTACK);
		name(&d, AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 5));
		sent(&p, 0, &d, dice, 4);
		said[i][1] = told_to_the_other(&p);
		step(&d, AR_ORDER_ACT, label_of('#', 5), AR_DO_ATTACK);
		name(&d, AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 3));
		sent(&p, 1, &d, dice + 4, 4);
		said[i][2] = told_to_the_other(&p);
		step(&d, AR_ORDER_ACT, label_of('#', 1), AR_DO_GUARD);
		submitted(&p, 0, &d);
		said[i][3] = told_to_the_other(&p);
	}
	for (int k = 0; k < 4; k++)
		assert_true(str_equal(said[0][k], said[1][k]));
	assert_false(str_equal(said[0][0], said[0][3]));
}

/* what the reader could plan is weighed without what is hidden from it */
static void twins_are_offered_the_same_magic(void **unused)
{
	static const char *const hidden[] = { "Rhino Hide", "Bear Strength" };
	struct str said[2];

	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct report out;
		struct arena_position p;

		planning(&p, arena_printf(&a,
					  "object #3 A \"Timber Wolf\" at C1\n"
					  "object #4 B \"Mana Leech\" at C1\n"
					  "object #5 A \"%s\" on #3 hidden\n"
					  "book B 1 \"Rhino Hide\" "
					  "1 \"Bear Strength\" 1 \"Agony\"\n",
					  hidden[i]));
		make_report(&out, 0, 1, p.out.v, 0);
		said[i] = arena_str(&a, out.text);
		assert_non_null(strstr(out.text.s, "QC FIRST "));
		assert_non_null(strstr(out.text.s, "// Or "));
	}
	assert_true(str_equal(said[0], said[1]));
}

/* mean damage of #3's bite on #4, with what lies there */
static int64_t bite(const char *lines)
{
	struct arena_strike x = { .moves = 0 };
	struct arena_position p;

	planning(&p, lines);
	assert_int_equal(arena_strikes((struct ar_state *)game->state,
				       label_of('#', 3), label_of('#', 4), &x,
				       1),
			 1);
	return arena_odds_mean(&x.odds);
}

#define WOLF_AND_IMP                                                           \
	"object #3 A \"Timber Wolf\" at C1\n"                                  \
	"object #4 B \"Firebrand Imp\" at C1\n"

/* which, on whom, at what cost and why: the dice as they would fall */
static void magic_is_offered_for_what_it_changes(void **unused)
{
	int64_t before = bite(WOLF_AND_IMP);
	int64_t after = bite(WOLF_AND_IMP "object #5 A \"Bear Strength\" on "
					  "#3\n");
	struct report out;
	struct arena_position p;

	(void)unused;
	planning(&p, WOLF_AND_IMP "book A 1 \"Bear Strength\" 1 \"Dispel\"\n");
	make_report(&out, 0, 0, p.out.v, 0);
	assert_non_null(strstr(
		out.text.s,
		arena_printf(
			&a,
			"PLAN Bear Strength\n"
			"// Bear Strength, 2+3: #3 does %d.%02d instead of "
			"%d.%02d to #4\n"
			"QC FIRST Bear Strength ON #3\n",
			(int)after / 100, (int)after % 100, (int)before / 100,
			(int)before % 100)));
	/* one of that name is there: another would be void */
	planning(&p, WOLF_AND_IMP "object #5 B \"Bear Strength\" on #3\n"
				  "book A 1 \"Bear Strength\"\n");
	make_report(&out, 0, 0, p.out.v, 0);
	assert_null(strstr(out.text.s, "Bear Strength ON #3"));
}

/* ME is the reader's own Mage, whatever a spell is meant for */
static void a_curse_on_their_mage_names_it(void **unused)
{
	struct report out;
	struct arena_position p;

	(void)unused;
	planning(&p, "object #3 A \"Timber Wolf\" at D3\n"
		     "object #4 A \"Timber Wolf\" at D3\n"
		     "book A 1 \"Marked for Death\"\n");
	/* near enough */
	((struct ar_obj *)ar_mage((struct ar_state *)game->state, 0))->zone =
		label_of('D', 2);
	make_report(&out, 0, 0, p.out.v, 0);
	assert_non_null(strstr(out.text.s, "PLAN Marked for Death\n"));
	assert_non_null(
		strstr(out.text.s, "QC FIRST Marked for Death ON #2\n"));
}

/* where nothing hurts or helps an attack, a friend is healed who has as much
 * damage as the dice bring on average */
static void who_is_hurt_is_healed(void **unused)
{
	static const char *const books[] = {
		"object #3 A \"Timber Wolf\" at A1 damage 4\n"
		"book A 1 \"Minor Heal\" 1 \"Dispel\"\n",
		"object #3 A \"Timber Wolf\" at A1 damage 5\n"
		"book A 1 \"Minor Heal\" 1 \"Dispel\"\n",
	};
	struct report out;
	struct arena_position p;

	(void)unused;
	planning(&p, books[0]);
	make_report(&out, 0, 0, p.out.v, 0);
	assert_non_null(strstr(out.text.s, "PLAN NOTHING\n"));
	planning(&p, books[1]);
	make_report(&out, 0, 0, p.out.v, 0);
	assert_non_null(strstr(out.text.s,
			       "PLAN Minor Heal\n"
			       "// Minor Heal, 5: heals #3 with 5 dice, 5/10\n"
			       "QC FIRST Minor Heal ON #3\n"));
	make_report(&out, 1, 0, p.out.v, 0);
	assert_non_null(strstr(out.text.s, "cura a #3 con 5 dados, 5/10\n"));
}

static void what_is_planned_is_not_left_in_the_book(void **unused)
{
	struct report out;
	struct arena_position p;
	struct decision d;

	(void)unused;
	planning(&p, "book A 2 \"Bear Strength\" 1 \"Dispel\"\n");
	make_report(&out, 0, 0, p.out.v, 0);
	assert_non_null(strstr(out.text.s, "; 3 cards left."));
	decision_start(&d, AR_ORDER_PLAN);
	decision_add_int(&d, AR_TAG_CARD, number("dispel"));
	acts(&p, 0, &d);
	make_report(&out, 0, 0, p.out.v, 0);
	assert_non_null(strstr(out.text.s, "(Dispel); 2\ncards left."));
	make_report(&out, 1, 0, p.out.v, 0);
	assert_non_null(strstr(out.text.s, "(Dispersar); 2 cartas"));
}

/* RULE: AR-HIND-02 */
static void who_leaves_an_enemy_gets_one_zone_far(void **unused)
{
	struct arena_strike x = { .moves = 0 };
	struct arena_position p;

	(void)unused;
	planning(&p, "object #3 A \"Bitterwood Fox\" at B2\n"
		     "object #4 B \"Firebrand Imp\" at C3\n");
	assert_int_equal(arena_strikes((struct ar_state *)game->state,
				       label_of('#', 3), label_of('#', 4), &x,
				       1),
			 1);
	assert_int_equal(x.moves, 2);
	planning(&p, "object #3 A \"Bitterwood Fox\" at B2\n"
		     "object #4 B \"Firebrand Imp\" at C3\n"
		     "object #5 B \"Timber Wolf\" at B2\n");
	assert_int_equal(arena_strikes((struct ar_state *)game->state,
				       label_of('#', 3), label_of('#', 4), &x,
				       1),
			 0);
}

/* where the turns stop, the Mage is not offered to guard with a spell planned
 * that it can cast */
static void what_is_planned_is_cast_where_the_round_stops(void **unused)
{
	struct report out;
	struct arena_position p;

	(void)unused;
	start(&p, "plan A #1 \"Firebrand Imp\"\n");
	make_report(&out, 0, 0, p.out.v, 0);
	assert_non_null(strstr(out.text.s, "ACT ME: CAST Firebrand Imp |"));
	make_report(&out, 1, 0, p.out.v, 0);
	assert_non_null(strstr(out.text.s,
			       "ACTIVA YO: LANZA Diablillo \xc3\x8dgneo |"));
}

/* a Mage that will hardly live through it comes before a sound beast */
static void the_blow_that_ends_the_game_is_offered(void **unused)
{
	struct report out;
	struct arena_position p;
	struct ar_obj *mage;

	(void)unused;
	planning(&p, "object #3 A \"Timber Wolf\" at D3\n"
		     "object #4 B \"Mountain Gorilla\" at D3\n");
	/* the Mage of B, with a life of its own less one */
	mage = (struct ar_obj *)ar_mage((struct ar_state *)game->state, 1);
	mage->damage = ar_life((struct ar_state *)game->state, mage) - 1;
	make_report(&out, 0, 0, p.out.v, 0);
	if (!strstr(out.text.s, "ATTACK #2 "))
		print_error("%s\n", out.text.s);
	assert_non_null(strstr(out.text.s, "ATTACK #2 "));
	assert_null(strstr(out.text.s, "ATTACK #4 "));
}

/* who has little life left comes before who is sound and softer */
static void the_blow_that_kills_is_offered(void **unused)
{
	struct report out;
	struct arena_position p;
	struct ar_obj *o;

	(void)unused;
	planning(&p, "object #3 A \"Timber Wolf\" at B2\n"
		     "object #4 B \"Timber Wolf\" at B2\n"
		     "object #5 B \"Mountain Gorilla\" at B2\n");
	o = (struct ar_obj *)object(5);
	o->damage = ar_life((struct ar_state *)game->state, o) - 1;
	for (int lang = 0; lang < 2; lang++) {
		make_report(&out, lang, 0, p.out.v, 0);
		assert_non_null(
			strstr(out.text.s, lang ? "ATACA #5 " : "ATTACK #5 "));
		assert_null(
			strstr(out.text.s, lang ? "ATACA #4 " : "ATTACK #4 "));
	}
}

/* RULE: AR-TRT-13 - of two that are alike the wounded one is bitten */
static void a_bloodthirsty_blow_counts_its_dice(void **unused)
{
	static const char *const beasts[] = { "Timber Wolf",
					      "Goran, Werewolf Pet" };

	(void)unused;
	for (int i = 0; i < 2; i++) {
		struct arena_strike x = { .moves = 0 };
		struct arena_position p;

		planning(&p, arena_printf(&a,
					  "object #3 A \"%s\" at B2\n"
					  "object #4 B \"Mountain Gorilla\" at "
					  "B2\nobject #5 B \"Mountain Gorilla\""
					  " at B2 damage 1\n",
					  beasts[i]));
		assert_int_equal(arena_strikes((struct ar_state *)game->state,
					       label_of('#', 3), 0, &x, 1),
				 1);
		assert_int_equal(x.a.target, label_of('#', 4 + i));
	}
}

/* what has moved strikes with a quick action alone */
static void who_strikes_in_full_is_not_told_to_after_a_move(void **unused)
{
	static const char *const lines[2][2] = {
		{ "ACT #3: MOVE TOWARD MAGE | NOTHING; ATTACK WEAKEST THEN "
		  "GUARD",
		  "ACT #3: MOVE TOWARD MAGE | NOTHING THEN GUARD" },
		{ "ACTIVA #3: MUEVE HACIA MAGO | NADA; ATACA DEBIL LUEGO "
		  "GUARDIA",
		  "ACTIVA #3: MUEVE HACIA MAGO | NADA LUEGO GUARDIA" },
	};
	struct arena_position p;
	struct ar_state *s;

	(void)unused;
	planning(&p, "object #3 A \"Timber Wolf\" at A1\n");
	s = (struct ar_state *)game->state;
	for (int full = 0; full < 2; full++) {
		for (int i = 0; full && i < s->card[object(3)->card].n_profiles;
		     i++)
			((struct ar_profile *)ar_profile(
				 s, (int)object(3)->card, i))
				->action = AR_ACTION_FULL;
		for (int lang = 0; lang < 2; lang++) {
			struct report out;

			make_report(&out, lang, 0, p.out.v, 0);
			assert_non_null(strstr(out.text.s, lines[lang][full]));
		}
	}
}

/* Of what a receipt says of A's orders of a round: {plan}, a list of maps of
 * one text each. */
static const struct tval *plan_of(int lang, const struct decision *orders,
				  int n_orders)
{
	struct narrator n = reader(lang, 0);
	struct tval *to = tval_map(&a);

	game_view(game, 0, seen);
	arena_plan(&a, &n, seen->state, 0, orders, n_orders, to);
	return to->first;
}

static bool plan_says(const struct tval *plan, const char *text)
{
	for (const struct tval *v = plan->first; v; v = v->next)
		if (str_is(v->first->text, text))
			return true;
	return false;
}

static void plan_is(const struct tval *plan, const char *const *said, size_t n)
{
	size_t at_line = 0;

	assert_int_equal(plan->n, n);
	for (const struct tval *v = plan->first; v; v = v->next)
		assert_str(v->first->text, said[at_line++]);
}

/* what nobody can attack, and more quickcasts than one */
static void a_receipt_warns_of_what_is_in_vain(void **unused)
{
	const struct tval *plan;
	struct decision orders[3];
	struct arena_position p;

	(void)unused;
	planning(&p, "object #3 A \"Timber Wolf\" at C2\n"
		     "object #4 B \"Firebrand Imp\" at C2\n"
		     "object #5 B \"Bear Strength\" on #4\n");
	((struct ar_state *)game->state)->player[0].plan_in = 1;
	step(&orders[0], AR_ORDER_ACT, label_of('#', 3), AR_DO_ATTACK);
	name(&orders[0], AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 5));
	for (int i = 1; i < 3; i++) {
		step(&orders[i], i == 1 ? AR_ORDER_QC_FIRST : AR_ORDER_QC_LAST,
		     0, AR_DO_CAST);
		decision_add_int(&orders[i], AR_TAG_CARD, number("dispel"));
		name(&orders[i], AR_TAG_TARGET, AR_NAMES_OBJECT,
		     label_of('#', 5));
	}
	plan = plan_of(0, orders, 3);
	assert_true(plan_says(
		plan, "Nobody can attack what has no life: #5 Bear Strength."));
	assert_true(plan_says(
		plan, "Lines for a quickcast: 2. There is one in a round: the "
		      "first that can be done uses it."));
}

/* from where the Mage stands now; behind a move it may be elsewhere */
/* RULE: AR-MAIL-54 */
static void a_receipt_warns_of_what_is_out_of_reach(void **unused)
{
	static const char *const said[] = {
		"As things stand now, out of reach: Dispel on #5 (out of range: "
		"5 zones away, the range is 0 to 2).",
		"Tal como est\xc3\xa1n las cosas, no se pueden lanzar: Dispersar "
		"sobre #5 (a 5 zonas, alcance 0-2).",
	};
	struct decision orders[3];
	struct arena_position p;

	(void)unused;
	planning(&p, "object #3 B \"Firebrand Imp\" at B1\n"
		     "object #4 B \"Bear Strength\" on #3\n"
		     "object #5 B \"Bear Strength\" on #2\n");
	((struct ar_state *)game->state)->player[0].plan_in = 1;
	((struct ar_state *)game->state)->player[0].planned[0] =
		number("dispel");
	step(&orders[0], AR_ORDER_QC_FIRST, 0, AR_DO_CAST);
	decision_add_int(&orders[0], AR_TAG_CARD, number("dispel"));
	name(&orders[0], AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 5));
	step(&orders[1], AR_ORDER_QC_LAST, 0, AR_DO_CAST);
	decision_add_int(&orders[1], AR_TAG_CARD, number("dispel"));
	name(&orders[1], AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 4));
	step(&orders[2], AR_ORDER_ACT, label_of('#', 1), AR_DO_MOVE);
	name(&orders[2], AR_TAG_TARGET, AR_NAMES_ZONE, label_of('B', 1));
	decision_add_int(&orders[2], AR_TAG_STEP, AR_DO_CAST);
	decision_add_int(&orders[2], AR_TAG_CARD, number("dispel"));
	name(&orders[2], AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 5));
	for (int lang = 0; lang < 2; lang++)
		assert_true(plan_says(plan_of(lang, orders, 3), said[lang]));
}

/* RULE: AR-MAIL-54 */
static void a_receipt_reads_the_round_mail_back(void **unused)
{
	static const char *const said[] = {
		"Mana 30: Dispel 5, leaves 25.",
		"To be revealed when the time comes: Rhino Hide for 2.",
		"Upkeep of the next round: 3, out of what is left and 9 "
		"channeled.",
		"Lines that cannot fire, as nothing of that name lies face "
		"down or is planned: 2 (Block).",
		"Attacks: #3 Steelclaw Grizzly on #4 with Claws, 2 mana to be "
		"paid.",
		"As things stand now, out of reach: Dispel on #7 (out of range: "
		"3 zones away, the range is 0 to 2).",
		"If its target is gone when its turn comes you are asked: #3 "
		"Steelclaw Grizzly. With the line ON FAIL GUARD it guards "
		"instead.",
		"Without an order: #1 Warlock. You are asked when such a "
		"creature has to act. If your time runs out, it guards if it "
		"can.",
	};
	struct decision orders[2], on_fail;
	struct arena_position p;
	struct ar_state *state;

	(void)unused;
	planning(&p, "object #3 A \"Steelclaw Grizzly\" at C2\n"
		     "object #4 B \"Firebrand Imp\" at C2\n"
		     "object #5 B \"Pacify\" on #3\n"
		     "object #6 A \"Rhino Hide\" on #3 hidden\n"
		     "object #7 B \"Bear Strength\" on #4\n"
		     "object #8 A \"Force Hold\" on #4\n"
		     "book A 1 \"Block\"\n");
	revealing(&orders[0], "rhino-hide");
	submitted(&p, 0, &orders[0]);
	revealing(&orders[0], "block");
	submitted(&p, 0, &orders[0]);
	state = (struct ar_state *)game->state;
	state->player[0].plan_in = 1;
	state->player[0].planned[0] = number("dispel");
	step(&orders[0], AR_ORDER_QC_FIRST, 0, AR_DO_CAST);
	decision_add_int(&orders[0], AR_TAG_CARD, number("dispel"));
	name(&orders[0], AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 7));
	step(&orders[1], AR_ORDER_ACT, label_of('#', 3), AR_DO_ATTACK);
	name(&orders[1], AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 4));
	plan_is(plan_of(0, orders, 2), said, ARRAY_LEN(said));
	/* where ON FAIL GUARD is in force nobody is asked */
	state->player[0].plan_in = 0;
	decision_start(&on_fail, AR_ORDER_ON_FAIL);
	decision_add_int(&on_fail, AR_TAG_POLICY, AR_POLICY_GUARD);
	submitted(&p, 0, &on_fail);
	state->player[0].plan_in = 1;
	assert_int_equal(plan_of(0, orders, 2)->n, (int)ARRAY_LEN(said) - 1);
}

/* RULE: AR-MAIL-54 */
static void a_receipt_counts_what_another_alternative_casts(void **unused)
{
	static const char *const said[] = {
		"Mana 30: Explode X, leaves at most 30; Dispel 5, leaves at "
		"most 25.",
		"Man\xc3\xa1 30: Explosi\xc3\xb3n X, quedan como mucho 30; Dispersar "
		"5, quedan como mucho 25.",
	};
	struct decision orders[2];
	struct arena_position p;
	struct ar_state *state;

	(void)unused;
	planning(&p, "object #3 B \"Firebrand Imp\" at C2\n"
		     "object #4 B \"Bear Strength\" on #3\n"
		     "object #5 B \"Lash of Hellfire\" on #2\n"
		     "object #6 B \"Demonhide Armor\" on #2\n");
	state = (struct ar_state *)game->state;
	state->player[0].plan_in = 1;
	state->player[0].planned[0] = number("explode");
	state->player[0].planned[1] = number("jet-stream");
	step(&orders[0], AR_ORDER_QC_FIRST, 0, AR_DO_CAST);
	decision_add_int(&orders[0], AR_TAG_CARD, number("explode"));
	name(&orders[0], AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 2));
	step(&orders[1], AR_ORDER_ACT, 0, AR_DO_CAST);
	decision_add_int(&orders[1], AR_TAG_CARD, number("dispel"));
	name(&orders[1], AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 4));
	decision_add_int(&orders[1], AR_TAG_ALT, AR_DO_CAST);
	decision_add_int(&orders[1], AR_TAG_CARD, number("jet-stream"));
	name(&orders[1], AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 3));
	for (int lang = 0; lang < 2; lang++)
		assert_true(plan_says(plan_of(lang, orders, 2), said[lang]));
	/* each of them is cast by a line; what is not planned is told so */
	assert_false(plan_says(plan_of(0, orders, 2),
			       "Planned, but no line casts it: Jet Stream."));
	state->player[0].planned[1] = number("dispel");
	assert_true(plan_says(plan_of(0, orders, 2),
			      "A line casts what is not planned, so it will "
			      "not be done: Jet Stream."));
}

/* a wall has two zones; what wants a second place is told without its targets
 */
static void what_could_be_planned_is_listed_whole(void **unused)
{
	static const char *const said[2][2] = {
		{ "Wall of Fire 7 (", "Teleport from 3" },
		{ "Muro de Fuego 7 (", "Teleportar desde 3" },
	};
	struct arena_position p;

	(void)unused;
	planning(&p, "book A 1 \"Wall of Fire\" 1 \"Teleport\" 1 \"Agony\"\n");
	for (int lang = 0; lang < 2; lang++) {
		struct report out;
		const char *wall;

		make_report(&out, lang, 0, p.out.v, 0);
		wall = strstr(out.full.s, said[lang][0]);
		assert_non_null(wall);
		assert_non_null(strstr(wall, "A1-B1; "));
		assert_non_null(strstr(out.full.s, said[lang][1]));
	}
}

/* what a Pet costs, and an enchantment that is cast and turned up at once */
/* RULE: AR-MAIL-54, AR-MAGE-12 */
static void a_receipt_counts_what_comes_with_a_spell(void **unused)
{
	static const struct {
		int mana;
		const char *said[2];
	} rows[] = {
		{ 30,
		  { "Mana 30: Marked for Death 2, leaves 28; Timber Wolf 9 + 3 "
		    "for the Pet, leaves 16.",
		    "To be revealed when the time comes: Marked for Death "
		    "for 2." } },
		{ 12,
		  { "Mana 12: Marked for Death 2, leaves 10; Timber Wolf 9, "
		    "not enough for the Pet, leaves 1.",
		    "To be revealed when the time comes: Marked for Death "
		    "for 2; 1 may not suffice for all." } },
	};
	struct narrator n;
	struct decision orders[2];

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct arena_position p;
		struct ar_state *state;
		struct tval *to;

		position(&p,
			 arena_printf(&a,
				      "player A beastmaster mana %d\n"
				      "player B beastmaster mana 30\n"
				      "mage #1 A at A1\nmage #2 B at D3\n"
				      "object #3 B \"Firebrand Imp\" at A1\n"
				      "book A 1 \"Marked for Death\"\n"
				      "phase plan\nturn A init B round 2\n",
				      rows[i].mana));
		revealing(&orders[0], "marked-for-death");
		submitted(&p, 0, &orders[0]);
		state = (struct ar_state *)game->state;
		state->player[0].plan_in = 1;
		state->player[0].planned[0] = number("marked-for-death");
		state->player[0].planned[1] = number("timber-wolf");
		game_view(game, 0, seen);
		step(&orders[0], AR_ORDER_QC_FIRST, 0, AR_DO_CAST);
		decision_add_int(&orders[0], AR_TAG_CARD,
				 number("marked-for-death"));
		name(&orders[0], AR_TAG_TARGET, AR_NAMES_OBJECT,
		     label_of('#', 3));
		step(&orders[1], AR_ORDER_ACT, label_of('#', 1), AR_DO_CAST);
		decision_add_int(&orders[1], AR_TAG_CARD,
				 number("timber-wolf"));
		decision_add_int(&orders[1], AR_TAG_PET, 1);
		n = reader(0, 0);
		to = tval_map(&a);
		arena_plan(&a, &n, seen->state, 0, orders, 2, to);
		for (int k = 0; k < 2; k++) {
			bool found = false;

			for (const struct tval *v = to->first->first; v;
			     v = v->next)
				found |=
					str_is(v->first->text, rows[i].said[k]);
			if (!found)
				for (const struct tval *v = to->first->first; v;
				     v = v->next)
					print_error("%.*s\n",
						    STR_ARG(v->first->text));
			assert_true(found);
		}
	}
}

/* a full action behind a move, a move behind an attack, a second line */
/* RULE: AR-MAIL-54 */
static void a_receipt_says_what_other_steps_leave_undone(void **unused)
{
	static const char *const said[] = {
		"Mana 30: Steelclaw Grizzly 17, leaves 13.",
		"A line casts what is not planned, so it will not be done: "
		"Steelclaw Grizzly.",
		"Done only where the steps before are not, as they leave no "
		"action for it: #1 Warlock (step 2), #3 Steelclaw Grizzly "
		"(step 2), #4 Timber Wolf (step 4).",
		"With several lines to act by: #4 Timber Wolf. It acts once a "
		"round: by the first that can be done.",
	};
	struct decision orders[4];
	struct arena_position p;
	struct ar_state *state;

	(void)unused;
	planning(&p, "object #3 A \"Steelclaw Grizzly\" at C2\n"
		     "object #4 A \"Timber Wolf\" at C2\n");
	state = (struct ar_state *)game->state;
	state->player[0].plan_in = 1;
	step(&orders[0], AR_ORDER_ACT, label_of('#', 1), AR_DO_MOVE);
	name(&orders[0], AR_TAG_TARGET, AR_NAMES_ZONE, label_of('B', 1));
	decision_add_int(&orders[0], AR_TAG_STEP, AR_DO_CAST);
	decision_add_int(&orders[0], AR_TAG_CARD, number("steelclaw-grizzly"));
	step(&orders[1], AR_ORDER_ACT, label_of('#', 3), AR_DO_MOVE);
	name(&orders[1], AR_TAG_TARGET, AR_NAMES_ZONE, label_of('B', 2));
	decision_add_int(&orders[1], AR_TAG_STEP, AR_DO_ATTACK);
	name(&orders[1], AR_TAG_TARGET, AR_NAMES_NEAREST, 0);
	decision_add_text(&orders[1], AR_TAG_WITH, STR("heavy-claw-strike"));
	decision_add_int(&orders[1], AR_TAG_STEP, AR_DO_MOVE);
	name(&orders[1], AR_TAG_TARGET, AR_NAMES_ZONE, label_of('B', 3));
	/* a move that may be left out, or a guard for an attack, are well */
	step(&orders[2], AR_ORDER_ACT, label_of('#', 4), AR_DO_MOVE);
	name(&orders[2], AR_TAG_TARGET, AR_NAMES_ZONE, label_of('B', 2));
	decision_add_int(&orders[2], AR_TAG_ALT, AR_DO_NOTHING);
	decision_add_int(&orders[2], AR_TAG_STEP, AR_DO_ATTACK);
	name(&orders[2], AR_TAG_TARGET, AR_NAMES_NEAREST, 0);
	decision_add_int(&orders[2], AR_TAG_STEP, AR_DO_GUARD);
	decision_add_int(&orders[2], AR_TAG_STEP, AR_DO_MOVE);
	name(&orders[2], AR_TAG_TARGET, AR_NAMES_ZONE, label_of('B', 3));
	step(&orders[3], AR_ORDER_ACT, label_of('#', 4), AR_DO_GUARD);
	plan_is(plan_of(0, orders, 4), said, ARRAY_LEN(said));
}

/* AR-ACT-09: it moves or acts */
static void a_receipt_says_that_a_slow_one_only_moves(void **unused)
{
	static const char *const said[] = {
		"Mana 30: no line casts a spell.",
		"Done only where the steps before are not, as they leave no "
		"action for it: #3 Darkfenne Hydra (step 2), #3 Darkfenne "
		"Hydra (step 3).",
		"Without an order: #1 Warlock. You are asked when such a "
		"creature has to act. If your time runs out, it guards if it "
		"can.",
	};
	struct decision order;
	struct arena_position p;

	(void)unused;
	planning(&p, "object #3 A \"Darkfenne Hydra\" at C2\n");
	((struct ar_state *)game->state)->player[0].plan_in = 1;
	step(&order, AR_ORDER_ACT, label_of('#', 3), AR_DO_MOVE);
	name(&order, AR_TAG_TARGET, AR_NAMES_ZONE, label_of('B', 2));
	decision_add_int(&order, AR_TAG_STEP, AR_DO_MOVE);
	name(&order, AR_TAG_TARGET, AR_NAMES_ZONE, label_of('B', 1));
	decision_add_int(&order, AR_TAG_STEP, AR_DO_GUARD);
	plan_is(plan_of(0, &order, 1), said, ARRAY_LEN(said));
}

/* who has nobody to act has no turn to pass */
/* RULE: AR-RND-15 */
static void nobody_passes_who_has_no_turn(void **unused)
{
	struct arena_position p;

	(void)unused;
	for (int active = 0; active < 2; active++) {
		struct report out;

		start(&p, "object #3 B \"Timber Wolf\" at C2\n");
		((struct ar_obj *)ar_obj((struct ar_state *)game->state,
					 label_of('#', 1)))
			->active = active;
		make_report(&out, 0, 1, p.out.v, 0);
		assert_int_equal(!!strstr(out.text.s, "pass."), active);
	}
}

/* it lay stunned in its turn, and what a spell dissolves is destroyed */
static void what_ends_so_is_told_so(void **unused)
{
	static const char *const said[2][2] = {
		{ "1 Stun less; its turn was lost.",
		  "#4 Elemental Wand is destroyed." },
		{ "1 Aturdido menos; ha perdido su turno.",
		  "#4 Varita Elemental queda destruido." },
	};
	struct arena_position p;

	(void)unused;
	start(&p, "object #3 A \"Timber Wolf\" at C2\n"
		  "object #4 B \"Elemental Wand\" on #2\n");
	for (int lang = 0; lang < 2; lang++) {
		struct narrator n = reader(lang, 0);
		struct event e[2];
		struct buf b;
		struct tval *list;
		struct why why = { 0 };

		event_start(&e[0], AR_EV_COND, AR_COND_05);
		event_int(&e[0], label_of('#', 3));
		event_int(&e[0], AR_STUN);
		event_int(&e[0], -1);
		for (int i = 0; i < 3; i++)
			event_int(&e[0], 0);
		event_start(&e[1], AR_EV_LEFT, AR_OBJ_08);
		event_int(&e[1], label_of('#', 4));
		event_int(&e[1], number("elemental-wand"));
		event_int(&e[1], 1);
		event_int(&e[1], 1);
		event_int(&e[1], label_of('D', 3));
		event_int(&e[1], AR_CAUSE_SPELL);
		event_int(&e[1], 0);
		event_int(&e[1], AR_TO_PILE);
		list = narrate_events(&a, &n, e, 2, &why);
		buf_init(&b, 4096);
		for (const struct tval *v = list->first; v; v = v->next)
			buf_addf(&b, "%.*s\n",
				 STR_ARG(tval_get(v, STR("text"))->text));
		for (int i = 0; i < 2; i++)
			if (!strstr(b.s, said[lang][i]))
				fail_msg("%s: %s", said[lang][i], b.s);
		buf_release(&b);
	}
}

/* a Mage casts no Mage */
static void what_a_mage_casts_of_its_own_has_a_name(void **unused)
{
	static const char *const said[2][2] = {
		{ "casts Restore on #3 Timber Wolf for 4 mana",
		  "casts Arcane Zap on #3 Timber Wolf for 1 mana" },
		{ "lanza Recuperar en #3 Lobo por 4 de man",
		  "lanza Descarga Arcana en #3 Lobo por 1 de man" },
	};
	static const char *const by[] = { "mage-priestess", "mage-wizard" };
	struct arena_position p;

	(void)unused;
	start(&p, "object #3 A \"Timber Wolf\" at C2\n");
	for (int lang = 0; lang < 2; lang++)
		for (int i = 0; i < 2; i++) {
			const int32_t target = label_of('#', 3);
			struct narrator n = reader(lang, 0);
			struct why why = { 0 };
			struct tval *list;
			struct event e;

			event_start(&e, AR_EV_CAST, AR_CAST_02);
			event_int(&e, label_of('#', 1));
			event_int(&e, 0);
			event_int(&e, number(by[i]));
			event_ints(&e, &target, 1);
			event_int(&e, i ? 1 : 4);
			for (int k = 0; k < 3; k++)
				event_int(&e, 0);
			list = narrate_events(&a, &n, &e, 1, &why);
			assert_non_null(list->first);
			if (!strstr(tval_get(list->first, STR("text"))->text.s,
				    said[lang][i]))
				fail_msg("%s",
					 tval_get(list->first, STR("text"))
						 ->text.s);
		}
}

static void a_round_mail_reads_as_the_golden_files_do(void **unused)
{
	struct arena_position p;

	(void)unused;
	planning(&p, fight);
	for (int lang = 0; lang < 2; lang++) {
		struct report out;

		make_report(&out, lang, 0, p.out.v, 0);
		golden(&a, arena_printf(&a, "arena-%s.txt", langs[lang]),
		       out.text);
		golden(&a, arena_printf(&a, "arena-%s.html", langs[lang]),
		       out.html);
	}
}

/* RESERVE and ASK are no lines with a number, and stay all the same: their
 * owner is told of them, and nobody else */
/* RULE: AR-MAIL-07 */
static void what_stays_without_a_number_is_told(void **unused)
{
	struct report out;
	struct arena_position p;
	struct decision d;

	(void)unused;
	planning(&p, fight);
	make_report(&out, 0, 0, p.out.v, 0);
	assert_null(strstr(out.text.s, "RESERVE"));
	decision_start(&d, AR_ORDER_RESERVE);
	decision_add_int(&d, AR_TAG_COUNT, 4);
	submitted(&p, 0, &d);
	decision_start(&d, AR_ORDER_ASK);
	decision_add_int(&d, AR_TAG_POLICY, AR_POLICY_IMPORTANT);
	submitted(&p, 0, &d);
	make_report(&out, 0, 0, p.out.v, 0);
	assert_non_null(strstr(out.text.s, "; RESERVE 4; ASK IMPORTANT"));
	make_report(&out, 0, 1, p.out.v, 0);
	assert_null(strstr(out.text.s, "RESERVE"));
}

/* how often, in the part between two headings, wherever lines are broken */
static int times(struct str text, const char *from, const char *to,
		 const char *what)
{
	char *flat = arena_printf(&a, "%.*s", STR_ARG(text)), *end = flat;
	const char *a_, *z;
	int n = 0;

	for (const char *c = flat; *c; c++)
		if ((*c != ' ' && *c != '\n') || (end > flat && end[-1] != ' '))
			*end++ = *c == '\n' ? ' ' : *c;
	*end = 0;
	a_ = strstr(flat, from);
	z = strstr(a_, to);

	for (; a_ && (a_ = strstr(a_, what)) && a_ < z; a_++)
		n++;
	return n;
}

static void a_thing_is_named_once_in_a_paragraph(void **unused)
{
	struct arena_position p;
	struct decision d;
	struct report out;
	int from;

	(void)unused;
	start(&p, "object #3 A \"Steelclaw Grizzly\" at B1\n"
		  "object #5 B \"Emerald Tegu\" at C1 guard\n");
	from = p.out.n;
	step(&d, AR_ORDER_ACT, label_of('#', 3), AR_DO_MOVE);
	name(&d, AR_TAG_TARGET, AR_NAMES_ZONE, label_of('C', 1));
	decision_add_int(&d, AR_TAG_STEP, AR_DO_ATTACK);
	name(&d, AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 5));
	acts(&p, 0, &d);
	make_report(&out, 0, 0, p.out.v + from, p.out.n - from);
	assert_int_equal(times(out.text, "THE SUMS", "The board",
			       "Ana: #3 Steelclaw Grizzly goes B1 > C1."),
			 1);
	assert_int_equal(times(out.text, "THE SUMS", "The board", "Grizzly"),
			 1);
	/* the story has the name and its label, and then no more than "It" */
	assert_int_equal(
		times(out.text, "WHAT HAPPENED", "WHOSE MOVE", " to C1. It "),
		1);
	assert_int_equal(times(out.text, "WHAT HAPPENED", "WHOSE MOVE",
			       "- Steelclaw Grizzly (#3) "),
			 1);
	/* the attached one is complete in itself */
	assert_true(times(out.full, "WHAT HAPPENED", "WHOSE MOVE", "Grizzly") >
		    1);
	assert_non_null(strstr(out.full.s, "TO CHECK THIS REPORT"));
	assert_null(strstr(out.text.s, "TO CHECK THIS REPORT"));
}

static const char crowd[] =
	"object #3 A \"Steelclaw Grizzly\" at B1\n"
	"object #4 A \"Timber Wolf\" at A3\n"
	"object #5 B \"Emerald Tegu\" at C1 guard\n"
	"object #6 A \"Mountain Gorilla\" at A3\n"
	"object #7 B \"Bitterwood Fox\" at D1\n"
	"object #8 B \"Bitterwood Fox\" at D1\n"
	"object #9 B \"Bitterwood Fox\" at D1 damage 1\n"
	"object #10 B \"Darkfenne Bat\" at B1\n"
	"book A 2 \"Fireball\" 1 \"Flameblast\" 1 \"Geyser\" 1 \"Heal\"\n";

/* a bear goes and strikes, told as if it did so in so many turns */
static int bear_strikes(struct arena_position *p, struct event *v, int turns)
{
	struct decision d;
	int from, n = 0;

	start(p, crowd);
	from = p->out.n;
	step(&d, AR_ORDER_ACT, label_of('#', 3), AR_DO_MOVE);
	name(&d, AR_TAG_TARGET, AR_NAMES_ZONE, label_of('C', 1));
	decision_add_int(&d, AR_TAG_STEP, AR_DO_ATTACK);
	name(&d, AR_TAG_TARGET, AR_NAMES_OBJECT, label_of('#', 5));
	acts(p, 0, &d);
	while (turns-- > 0)
		for (int i = from; i < p->out.n; i++)
			event_copy(&v[n++], &p->out.v[i]);
	return n;
}

static int lines_of(struct str text)
{
	struct str line;
	int n = 0;

	while (parse_line(&text, &line))
		n++;
	return n;
}

/* What is longer than a report should be: names once and by whose turn it is,
 * no legends, of each kind of spell one, of each threat the worst. */
static void a_long_report_is_told_in_few_words(void **unused)
{
	struct event *v = ARENA_ARRAY(&a, 4000, struct event);
	struct report few, many;
	struct arena_position p;
	int one = bear_strikes(&p, v, 1);

	(void)unused;
	planning(&p, crowd);
	make_report(&few, 0, 0, v, one);
	assert_true(lines_of(few.text) <= REPORT_LINES);
	one = bear_strikes(&p, v, 20);
	planning(&p, crowd);
	make_report(&many, 0, 0, v, one);
	assert_true(lines_of(many.text) > REPORT_LINES);

	assert_non_null(strstr(few.text.s, "\nAfter a name: its cost,"));
	assert_null(strstr(many.text.s, "\nAfter a name: its cost,"));
	assert_non_null(strstr(few.text.s, "\n* may still act"));
	assert_null(strstr(many.text.s, "\n* may still act"));
	assert_non_null(strstr(few.text.s, "attack spell: Fireball x2 8"));
	assert_non_null(strstr(many.text.s, "Fireball x2 8 (#"));
	assert_null(strstr(many.text.s, "Flameblast"));
	assert_non_null(strstr(many.full.s, "Flameblast"));

	/* those that reach nobody, and those that are alike, stand in a line */
	assert_non_null(strstr(few.text.s, "\n// #4 Timber Wolf A3 0/10; #6 "
					   "Mountain Gorilla A3 0/"));
	assert_non_null(
		strstr(few.text.s, "- #7* #8* Bitterwood Fox, D1, 0/5"));
	assert_non_null(strstr(few.text.s, "- #9* Bitterwood Fox, D1, 1/5"));
	assert_non_null(strstr(few.full.s, "#8* Bitterwood Fox, D1, 0/5"));

	assert_int_equal(
		times(many.text, "WHAT HAPPENED", "WHOSE MOVE", " to C1. It "),
		20);
	/* the attached report has the sums */
	assert_null(strstr(many.text.s, "\nTHE SUMS"));
	/* on a page each turn has a line, not those of one paragraph one text
	 */
	assert_non_null(strstr(many.html.s, "<br>Ana: #3 Steelclaw Grizzly"));
	assert_null(strstr(many.html.s, ". Ana: #3 Steelclaw Grizzly"));
	/* headings that only repeat what was said, and what is well known */
	assert_non_null(strstr(few.text.s, "WHAT ELSE YOU COULD PLAN"));
	assert_null(strstr(many.text.s, "WHAT ELSE YOU COULD PLAN"));
	assert_non_null(strstr(many.text.s, "\nYou could also plan: #1 "));
	assert_non_null(strstr(few.text.s, "\nSend it as it is"));
	assert_null(strstr(many.text.s, "\nSend it as it is"));
	assert_int_equal(times(many.text, "WHOSE MOVE", "YOUR ROUND MAIL",
			       "Waiting for Ana (you): the round mail. Ana "
			       "(you): 30 mana"),
			 1);
	assert_int_equal(
		times(many.text, "WHOSE MOVE", "YOUR ROUND MAIL", "mana"), 1);
	/* a matter of course is told in what is attached */
	assert_int_equal(times(many.text, "WHAT HAPPENED", "WHOSE MOVE",
			       "guards no longer"),
			 0);
	assert_true(times(many.full, "WHAT HAPPENED", "WHOSE MOVE",
			  "guards no longer") > 0);
}

/* two Burns in a row are one sum of all their dice; others are their own */
static void what_burns_twice_is_told_once(void **unused)
{
	static const struct {
		int target, total;
	} harm[] = { { 3, 2 }, { 3, 1 }, { 5, 2 } };
	struct event *v = ARENA_ARRAY(&a, 3, struct event);
	struct report out;
	struct arena_position p;

	(void)unused;
	start(&p, crowd);
	for (int i = 0; i < 3; i++) {
		int32_t face = harm[i].total;

		event_start(&v[i], AR_EV_DIRECT, AR_COND_01);
		event_put(&v[i], AR_EV_DIRECT_TARGET,
			  label_of('#', harm[i].target));
		event_put(&v[i], AR_EV_DIRECT_BY, 0);
		event_put(&v[i], AR_EV_DIRECT_CARD, 0);
		event_put(&v[i], AR_EV_DIRECT_TYPE, AR_FLAME);
		event_put_ints(&v[i], AR_EV_DIRECT_FACES, &face, 1);
		event_put(&v[i], AR_EV_DIRECT_TOTAL, harm[i].total);
		event_put(&v[i], AR_EV_DIRECT_NOW, i == 1 ? 3 : 2);
		event_put(&v[i], AR_EV_DIRECT_LIFE, 15);
	}
	make_report(&out, 0, 0, v, 3);
	assert_int_equal(
		times(out.text, "THE SUMS", "The board",
		      "#3 Steelclaw Grizzly takes 3 flame damage (dice 2 1): "
		      "3/15. #5 Emerald Tegu takes 2 flame damage (dice 2): "
		      "2/15."),
		1);
}

/* seat walks with obj, skips a step and guards */
static int walked(struct event *v, int seat, int number, const char *from,
		  const char *to)
{
	int32_t obj = label_of('#', number);

	event_start(v, AR_EV_ACTIVATED, AR_ACT_01);
	event_put(v, AR_EV_ACTIVATED_OBJ, obj);
	event_put(v, AR_EV_ACTIVATED_SEAT, seat);
	event_put(v++, AR_EV_ACTIVATED_BOOST, 0);
	event_start(v, AR_EV_MOVED, AR_MOVE_01);
	event_put(v, AR_EV_MOVED_OBJ, obj);
	event_put(v, AR_EV_MOVED_FROM, label_of(from[0], from[1] - '0'));
	event_put(v, AR_EV_MOVED_TO, label_of(to[0], to[1] - '0'));
	event_put(v, AR_EV_MOVED_HOW, AR_HOW_MOVE);
	event_put(v++, AR_EV_MOVED_BY, 0);
	for (int i = 1; i <= 2; i++, v++) {
		int32_t whom = label_of('#', 2);

		event_start(v, AR_EV_STEP_SKIPPED, AR_MAIL_14);
		event_put(v, AR_EV_STEP_SKIPPED_SEAT, seat);
		event_put(v, AR_EV_STEP_SKIPPED_OBJ, obj);
		event_put(v, AR_EV_STEP_SKIPPED_NUMBER, 2);
		event_put_text(v, AR_EV_STEP_SKIPPED_REASON, STR("bad_target"));
		event_put_ints(v, AR_EV_STEP_SKIPPED_ARGS, &whom, 1);
	}
	event_start(v, AR_EV_GUARD, AR_GUARD_01);
	event_put(v, AR_EV_GUARD_OBJ, obj);
	event_put(v, AR_EV_GUARD_ON, 1);
	return 5;
}

/* who only walks and guards is told in few words, and so is what was left
 * undone for one reason */
static void turns_without_a_blow_are_one_paragraph(void **unused)
{
	struct event *v = ARENA_ARRAY(&a, 10, struct event);
	struct report out;
	struct arena_position p;
	int n = 0;

	(void)unused;
	start(&p, "object #3 A \"Steelclaw Grizzly\" at B2\n"
		  "object #5 A \"Emerald Tegu\" at C2\n");
	n += walked(v, 0, 3, "B1", "B2");
	make_report(&out, 0, 0, v, n);
	assert_non_null(strstr(out.text.s, "- Ana: #3 Steelclaw Grizzly goes "
					   "B1 > B2, guards.\n"));
	n += walked(v + n, 0, 5, "C1", "C2");
	make_report(&out, 0, 0, v, n);
	assert_non_null(strstr(out.text.s,
			       "- Ana: #3 goes B1 > B2, guards. Ana: #5 "
			       "goes C1 > C2, guards.\n"));
	assert_non_null(strstr(out.text.s,
			       "ORDERS NOT CARRIED OUT\n"
			       "- Not carried out: #3 step 2, #5 step 2 (#2 "));
}

/* of a step whose two alternatives failed, each for another reason */
static void a_step_that_was_not_done_is_told_with_all_reasons(void **unused)
{
	struct event *v = ARENA_ARRAY(&a, 5, struct event);
	int32_t whom = label_of('#', 1);
	struct report out;
	struct arena_position p;
	int n;

	(void)unused;
	start(&p, "object #3 A \"Steelclaw Grizzly\" at B2\n");
	n = walked(v, 0, 3, "B1", "B2");
	event_start(&v[3], AR_EV_STEP_SKIPPED, AR_MAIL_14);
	event_put(&v[3], AR_EV_STEP_SKIPPED_SEAT, 0);
	event_put(&v[3], AR_EV_STEP_SKIPPED_OBJ, label_of('#', 3));
	event_put(&v[3], AR_EV_STEP_SKIPPED_NUMBER, 2);
	event_put_text(&v[3], AR_EV_STEP_SKIPPED_REASON, STR("bad_target"));
	event_put_ints(&v[3], AR_EV_STEP_SKIPPED_ARGS, &whom, 1);
	make_report(&out, 0, 0, v, n);
	assert_int_equal(
		times(out.text, "ORDERS NOT CARRIED OUT", "WHOSE MOVE",
		      "- Not carried out: #3 step 2 (#2 Wizard is no legal "
		      "target; #1 Warlock is no legal target)."),
		1);
}

/* RULE: AR-PUSH-05 */
static void who_is_pushed_out_meets_the_wall_and_not_the_pusher(void **unused)
{
	struct report out;
	struct arena_position p;
	struct event e;

	(void)unused;
	start(&p, "object #3 A \"Timber Wolf\" at A3\n");
	event_start(&e, AR_EV_BASHED, AR_PUSH_05);
	event_put(&e, AR_EV_BASHED_OBJ, label_of('#', 3));
	event_put(&e, AR_EV_BASHED_AT, label_of('A', 3));
	event_put(&e, AR_EV_BASHED_BY, label_of('#', 2));
	make_report(&out, 0, 0, &e, 1);
	assert_non_null(strstr(out.text.s,
			       "#3 Timber Wolf is dashed against the wall of "
			       "the arena at A3."));
	make_report(&out, 1, 0, &e, 1);
	assert_non_null(strstr(
		out.text.s, "#3 Lobo choca contra el muro de la arena en A3."));
}

/* who hinders another is not said to guard for it */
static void who_guards_is_who_has_moved(void **unused)
{
	struct event *v = ARENA_ARRAY(&a, 10, struct event), guard;
	struct report out;
	struct arena_position p;
	int n;

	(void)unused;
	start(&p, "object #3 A \"Steelclaw Grizzly\" at B2\n"
		  "object #5 B \"Emerald Tegu\" at B2\n");
	n = walked(v, 0, 3, "B1", "B2");
	guard = v[n - 1];
	event_start(&v[2], AR_EV_HINDERED, AR_HIND_01);
	event_put(&v[2], AR_EV_HINDERED_OBJ, label_of('#', 3));
	event_put(&v[2], AR_EV_HINDERED_BY, label_of('#', 5));
	v[3] = guard;
	make_report(&out, 0, 0, v, 4);
	assert_non_null(strstr(out.text.s,
			       "hindered by #5 Emerald Tegu.\n  #3 guards."
			       "\n"));
	make_report(&out, 1, 0, v, 4);
	assert_non_null(strstr(out.text.s, "#3. #3 monta guardia.\n"));
}

static void the_end_names_the_winner_first(void **unused)
{
	struct ar_state *s = (struct ar_state *)(void *)game->state;
	struct arena_position p;
	struct report out;

	(void)unused;
	planning(&p, fight);
	n_waiting = 1;
	make_report(&out, 0, 0, p.out.v, 0);
	assert_non_null(strstr(out.text.s, "ACT #3 GUARD"));
	assert_non_null(strstr(out.html.s, "ACT #3 GUARD"));
	s->head.phase = AR_OVER;
	s->head.winners = 2;
	make_report(&out, 0, 0, p.out.v, 0);
	/* nothing is awaited, nothing waits */
	assert_null(strstr(out.text.s, "ACT #3 GUARD"));
	assert_null(strstr(out.html.s, "ACT #3 GUARD"));
	n_waiting = 0;
	assert_true(str_starts(out.subject, "[duel-7f3a] Bruno <b> wins"));
	assert_non_null(strstr(out.text.s, "HOW IT ENDED\n- Ana (you): "));
	make_report(&out, 1, 1, p.out.v, 0);
	assert_non_null(strstr(out.text.s, "victoria de Bruno"));
	assert_non_null(strstr(out.html.s, "Bruno &lt;b&gt;"));
}

/* --- cards ------------------------------------------------------------------
 */

static void card_lines(struct buf *b, int lang, int seat, const char *asked)
{
	struct narrator n = reader(lang, seat);
	struct tval *lines = tval_list(&a);

	arena_card(&a, &n, str_of(asked), lines);
	buf_addf(b, "\n> CARD %s\n", asked);
	for (const struct tval *v = lines->first; v; v = v->next)
		buf_addf(b, "%.*s\n", STR_ARG(v->text));
}

/* every word of every program has its message, in both languages */
static void every_card_is_told_in_words(void **unused)
{
	const struct ar_state *s = (const struct ar_state *)game->state;
	struct arena_position p;

	(void)unused;
	start(&p, fight);
	for (int lang = 0; lang < 2; lang++) {
		char letters[EVENT_TEXT_ROOM];
		struct buf b;

		buf_init(&b, 1 << 19);
		for (int i = 1; i < s->n_cards; i++)
			card_lines(&b, lang, 0,
				   arena_printf(
					   &a, "%.*s",
					   STR_ARG(ar_pool_text(
						   s, s->card[i].name[lang],
						   letters, sizeof(letters)))));
		for (size_t i = 0; i + 6 < b.len; i++)
			if (!memcmp(b.s + i, "arena.", 6))
				fail_msg("no message: %.80s", b.s + i);
		golden(&a, arena_printf(&a, "arena-cards-%s.txt", langs[lang]),
		       buf_str(&b));
		buf_release(&b);
	}
}

/* all attacks of the catalog, in Spanish by the word that orders write */
static void an_attack_is_called_as_orders_call_it(void **unused)
{
	const struct ar_state *s = (const struct ar_state *)game->state;
	struct narrator n;
	struct vocabulary v;
	struct arena_position p;
	struct why why = { 0 };
	int es, named = 0;

	(void)unused;
	start(&p, fight);
	n = reader(1, 0);
	vocabulary_init(&v, &a);
	assert_false(vocabulary_load(&v, SRCDIR "/templates", "arena", &why));
	es = vocabulary_lang(&v, STR("es"));
	for (int i = 0; i < v.n_keys; i++) {
		struct str name = v.keys[i].name, is;

		if (!str_starts(name, "attack."))
			continue;
		is = arena_message(&a, &n,
				   arena_printf(&a, "arena.%s", name.s));
		assert_string_equal(is.s, vocabulary_shown(&v, i, es).s);
	}
	for (int i = 1; i < s->n_cards; i++)
		for (int k = 0; k < s->card[i].n_profiles; k++) {
			char en[EVENT_TEXT_ROOM];
			struct str is = ar_pool_text(
				s, ar_profile(s, i, k)->name, en, sizeof(en));

			if (str_equal(is, arena_profile_name(&a, &n, i, k)))
				fail_msg("in English: %s", en);
			named++;
		}
	assert_true(named > 68);
}

/* RULE: AR-HID-03, AR-HID-11 */
static void an_object_is_told_as_it_is_now(void **unused)
{
	struct arena_position p;

	(void)unused;
	start(&p, fight);
	for (int lang = 0; lang < 2; lang++) {
		static const char *const asked[] = { "#3",  "#8",        "#5",
						     "#6",  "#14",       "#99",
						     "Bat", "timber wlf" };
		struct buf b;

		buf_init(&b, 1 << 16);
		for (size_t i = 0; i < ARRAY_LEN(asked); i++)
			card_lines(&b, lang, 0, asked[i]);
		golden(&a,
		       arena_printf(&a, "arena-objects-%s.txt", langs[lang]),
		       buf_str(&b));
		buf_release(&b);
	}
}

/* RULE: AR-RUL-45 */
static void cards_and_report_say_what_no_errata_does(void **unused)
{
	static const char *const said[][2] = {
		{ "ranged attacks may be aimed at it",
		  "se le puede atacar a distancia" },
		{ "it is not Unique", "no es \303\232nica" },
		{ "(no_errata)", "(no_errata)" },
	};

	(void)unused;
	for (int on = 0; on < 2; on++)
		for (int lang = 0; lang < 2; lang++) {
			struct ar_state *s;
			struct arena_position p;
			struct report out;
			struct buf b[2];

			planning(&p, "");
			s = (struct ar_state *)(void *)game->state;
			s->head.option[AR_OPTION_NO_ERRATA] = on;
			for (int i = 0; i < 2; i++) {
				buf_init(&b[i], 1 << 14);
				card_lines(&b[i], lang, 0,
					   i ? "Hand of Bim-Shalla"
					     : "Tanglevine");
				assert_int_equal(
					strstr(b[i].s, said[i][lang]) != NULL,
					on);
				buf_release(&b[i]);
			}
			make_report(&out, lang, 0, p.out.v, 0);
			assert_int_equal(
				strstr(out.full.s, said[2][lang]) != NULL, on);
		}
}

static int words_before(void **unused)
{
	struct why why = { 0 };

	if (before(unused))
		return -1;
	for (int i = 0; i < 2; i++)
		if (messages_load(&a, SRCDIR "/templates", langs[i], &words[i],
				  &why))
			fail_msg("%s", why.text);
	return 0;
}

/* --- how it went ----------------------------------------------------------*/

static void tally_event(struct combat_stats *t, const char *json)
{
	struct event e;

	assert_true(event_parse(str_of(json), &system_arena.events, &e));
	report_arena.tally(t, &e);
}

static void tally_enters(struct combat_stats *t, int handle, const char *name,
			 int seat)
{
	tally_event(t,
		    arena_printf(&a,
				 "{\"event\":\"entered\",\"for\":\"all\","
				 "\"rules\":[\"AR-CRE-01\"],"
				 "\"obj\":\"#%d\",\"card\":%d,"
				 "\"owner\":\"%c\",\"ctl\":\"%c\","
				 "\"zone\":\"A1\",\"border\":[],"
				 "\"host\":\"\",\"slots\":0,"
				 "\"active\":true,\"summoned\":true}",
				 handle, number(name), 'A' + seat, 'A' + seat));
}

/* Three dice: 1, 2 and a critical 2; armor 1. */
static void tally_strikes(struct combat_stats *t, int by, int on, int prevented)
{
	tally_event(t, arena_printf(&a,
				    "{\"event\":\"dice\",\"for\":\"all\","
				    "\"rules\":[\"AR-ATK-22\"],"
				    "\"attacker\":\"#%d\",\"target\":\"#%d\","
				    "\"strike\":0,\"mods\":[],"
				    "\"faces\":[1,2,12],\"effect\":0,"
				    "\"effect_mods\":[],\"effect_total\":0,"
				    "\"again\":false}",
				    by, on));
	tally_event(t, arena_printf(&a,
				    "{\"event\":\"damage\",\"for\":\"all\","
				    "\"rules\":[\"AR-DMG-03\"],"
				    "\"target\":\"#%d\",\"by\":\"#%d\","
				    "\"normal\":3,\"armor\":1,\"piercing\":0,"
				    "\"critical\":2,\"prevented\":%d,"
				    "\"total\":%d,\"now\":9,\"life\":12,"
				    "\"mods\":[]}",
				    on, by, prevented, 4 - prevented));
}

static void tally_falls(struct combat_stats *t, int handle, const char *cause)
{
	tally_event(t, arena_printf(&a,
				    "{\"event\":\"left\",\"for\":\"all\","
				    "\"rules\":[\"AR-OBJ-06\"],"
				    "\"obj\":\"#%d\",\"card\":0,"
				    "\"owner\":\"A\",\"ctl\":\"A\","
				    "\"zone\":\"A1\",\"cause\":\"%s\","
				    "\"by\":\"\",\"to\":\"pile\"}",
				    handle, cause));
}

static void assert_went(const struct combat_stats *t, int lang, const char *key,
			const char *want)
{
	struct narrator n = reader(lang, 0);
	struct tval *v = tval_map(&a);
	const struct tval *of;
	struct buf b;

	report_tally(&a, &n, &report_arena, t, v);
	of = tval_get(v, str_of(key));
	assert_non_null(of);
	if (!strcmp(key, "tally"))
		of = of->first;
	buf_init(&b, 4096);
	assert_int_equal(messages_render(&b, n.words,
					 arena_printf(&a, "arena.%s", key),
					 TEMPLATE_LINE, of, NULL),
			 ERR_OK);
	assert_string_equal(arena_str(&a, buf_str(&b)).s, want);
	buf_release(&b);
}

/*
 * The wolf is gone at the end, and was the other's for its second strike; what
 * a shield prevented has no chance that the faces would say. Of 216 ways 41
 * give 4 or more behind armor 1, by counting them all.
 */
static void how_it_went(void **state)
{
	struct combat_stats t = { 0 };
	struct arena_position p;

	(void)state;
	start(&p, "");
	tally_enters(&t, 40, "timber-wolf", 0);
	tally_enters(&t, 41, "bitterwood-fox", 1);
	tally_strikes(&t, 40, 41, 1);
	assert_int_equal(t.best.clicks, 3);
	assert_int_equal(t.best.chance, 0);
	tally_strikes(&t, 40, 41, 0);
	tally_falls(&t, 41, "damage");
	tally_falls(&t, 40, "spell");
	assert_went(
		&t, 0, "best",
		"The heaviest blow: #40 Timber Wolf hit #41 Bitterwood "
		"Fox for 4 damage; that much or more had a chance of 19 %.");
	assert_went(&t, 1, "tally",
		    "Ana: 6 dados de ataque sumaron 10 (lo esperado: 6); 7 "
		    "heridas por ataques, 0 criaturas u objetos perdidos por "
		    "las heridas.");
	assert_int_equal(t.seat[1].lost, 1);
	assert_int_equal(t.seat[0].lost, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_happens_reads_as_the_golden_files_do),
		cmocka_unit_test(the_arena_as_text_keeps_within_79_columns),
		cmocka_unit_test(the_arena_is_a_picture_of_the_width_asked_for),
		cmocka_unit_test(nothing_hidden_shows_on_the_board),
		cmocka_unit_test(odds_agree_with_counting_all_dice),
		cmocka_unit_test(odds_count_misses_and_defenses),
		cmocka_unit_test(odds_add_strikes_up),
		cmocka_unit_test(what_is_checked_has_its_odds_and_its_tax),
		cmocka_unit_test(twins_look_alike_to_the_other_side),
		cmocka_unit_test(twins_play_alike_to_the_other_side),
		cmocka_unit_test(twins_are_offered_the_same_magic),
		cmocka_unit_test(magic_is_offered_for_what_it_changes),
		cmocka_unit_test(a_curse_on_their_mage_names_it),
		cmocka_unit_test(a_receipt_warns_of_what_is_out_of_reach),
		cmocka_unit_test(a_receipt_reads_the_round_mail_back),
		cmocka_unit_test(
			a_receipt_counts_what_another_alternative_casts),
		cmocka_unit_test(a_receipt_counts_what_comes_with_a_spell),
		cmocka_unit_test(a_receipt_says_that_a_slow_one_only_moves),
		cmocka_unit_test(nobody_passes_who_has_no_turn),
		cmocka_unit_test(what_ends_so_is_told_so),
		cmocka_unit_test(what_a_mage_casts_of_its_own_has_a_name),
		cmocka_unit_test(what_could_be_planned_is_listed_whole),
		cmocka_unit_test(a_receipt_says_what_other_steps_leave_undone),
		cmocka_unit_test(a_receipt_warns_of_what_is_in_vain),
		cmocka_unit_test(what_is_planned_is_not_left_in_the_book),
		cmocka_unit_test(who_leaves_an_enemy_gets_one_zone_far),
		cmocka_unit_test(what_is_planned_is_cast_where_the_round_stops),
		cmocka_unit_test(the_blow_that_ends_the_game_is_offered),
		cmocka_unit_test(the_blow_that_kills_is_offered),
		cmocka_unit_test(
			who_strikes_in_full_is_not_told_to_after_a_move),
		cmocka_unit_test(a_bloodthirsty_blow_counts_its_dice),
		cmocka_unit_test(a_round_mail_reads_as_the_golden_files_do),
		cmocka_unit_test(a_thing_is_named_once_in_a_paragraph),
		cmocka_unit_test(what_stays_without_a_number_is_told),
		cmocka_unit_test(a_long_report_is_told_in_few_words),
		cmocka_unit_test(what_burns_twice_is_told_once),
		cmocka_unit_test(turns_without_a_blow_are_one_paragraph),
		cmocka_unit_test(
			a_step_that_was_not_done_is_told_with_all_reasons),
		cmocka_unit_test(
			who_is_pushed_out_meets_the_wall_and_not_the_pusher),
		cmocka_unit_test(who_guards_is_who_has_moved),
		cmocka_unit_test(the_end_names_the_winner_first),
		cmocka_unit_test(every_card_is_told_in_words),
		cmocka_unit_test(before_the_game_nothing_is_needed),
		cmocka_unit_test(an_attack_is_called_as_orders_call_it),
		cmocka_unit_test(an_object_is_told_as_it_is_now),
		cmocka_unit_test(cards_and_report_say_what_no_errata_does),
		cmocka_unit_test(how_it_went),
		cmocka_unit_test(who_is_hurt_is_healed),
	};

	return cmocka_run_group_tests(tests, words_before, after);
}
