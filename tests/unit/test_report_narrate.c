/* tests/unit/test_report_narrate.c */
#include "unit.h"
#include "orders_trial.h"
#include "report/text/narrate.h"
#include "engine/common.h"
#include "games/games.h"
#include "report/report_game.h"
#include "games/dungeons/rules/dungeons.h"
#include "games/rebellion/rules/rebellion.h"
#include "tests/srcdir.h"

static struct arena arena;
static struct why why;
static struct messages *en, *es;
static struct narrator reader;
static int32_t state[SYSTEM_MAX_STATE / sizeof(int32_t)];

static void name_of(const struct narrator *n, int32_t label, struct buf *out)
{
	(void)n;
	buf_addz(out, label == label_of('A', 3) ? "Skeleton" : "Rotling");
}

static int set_up(void **unused)
{
	(void)unused;
	arena_init(&arena);
	why_clear(&why);
	if (messages_load(&arena, SRCDIR "/templates", "en", &en, &why) ||
	    messages_load(&arena, SRCDIR "/templates", "es", &es, &why))
		fail_msg("%s", why.text);
	reader = (struct narrator){
		.words = en,
		.sys = &system_rebellion,
		.seat_name = { STR("Ana"), STR("Bruno") },
		.name = name_of,
	};
	return 0;
}

static int tear_down(void **unused)
{
	(void)unused;
	arena_release(&arena);
	return 0;
}

static int n_kinds(void)
{
	return n_event_common + reader.sys->events.n_kinds;
}

static const struct event_kind *kind_of(int i)
{
	return i < n_event_common
		       ? event_common + i
		       : reader.sys->events.kinds + (i - n_event_common);
}

static int number_of(int i)
{
	return i < n_event_common ? i : EVENT_FIRST_OWN + i - n_event_common;
}

static void lacks(struct buf *b, const struct messages *w, const char *key)
{
	struct messages alone = *w;

	alone.fallback = NULL; /* each language for itself */
	if (!messages_message(&alone, str_of(key)))
		buf_addf(b, "%.*s lacks %s\n", STR_ARG(w->lang), key);
}

static void lacks_both(struct buf *b, const char *key)
{
	lacks(b, en, key);
	lacks(b, es, key);
}

/* a name of a table: the game's own word for it, or everybody's */
static void lacks_word(struct buf *b, const char *name)
{
	const char *key = narrate_key(&arena, name).s;
	const char *own =
		arena_printf(&arena, "%s.word.%s", reader.sys->name, key);

	lacks_both(b, messages_message(en, str_of(own))
			      ? own
			      : arena_printf(&arena, "word.%s", key));
}

static void every_event_refusal_and_name_has_its_message(void **unused)
{
	struct buf b;

	(void)unused;
	buf_init(&b, 1 << 20);
	for (size_t g = 0; g < (size_t)n_game_kinds; g++) {
		reader.sys = game_kinds[g]->rules;
		for (int i = 0; i < n_kinds(); i++) {
			const struct event_kind *k = kind_of(i);

			lacks_both(&b, arena_printf(&arena, "%s.%s",
						    i < n_event_common
							    ? "event"
							    : reader.sys->name,
						    k->name));
			for (int f = 0; f < k->n_fields; f++)
				for (int v = 0; v < k->fields[f].n_names &&
						k->fields[f].type == FIELD_ENUM;
				     v++)
					if (k->fields[f].names[v][0])
						lacks_word(
							&b,
							k->fields[f].names[v]);
		}
		for (int i = 0; i < reader.sys->n_refusals; i++)
			lacks_both(&b,
				   arena_printf(&arena, "%s.refusal.%s",
						reader.sys->name,
						reader.sys->refusals[i].name));
	}
	if (b.len)
		fail_msg("%s", b.s);
	buf_release(&b);
}

/* an event of the kind with something in every field; all: not empty, too */
static void fill(struct event *e, int i, bool all)
{
	const struct event_kind *k = kind_of(i);
	static const int32_t hash[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	const int32_t list[4] = { label_of('A', 3), label_of('B', 2), RB_CLS_02,
				  1 };
	static const int32_t mods[4] = { RB_CLS_02, 1, RB_HIN_04, -1 };
	static const int32_t seats[2] = { 0, 1 };

	event_start(e, number_of(i), i < n_event_common ? 0 : 1);
	for (int f = 0; f < k->n_fields; f++) {
		switch (k->fields[f].type) {
		case FIELD_POINT: event_point(e, 1240, 805); break;
		case FIELD_HASH: event_ints(e, hash, 8); break;
		case FIELD_TEXT:
			event_text(e, all ? STR("too_far") : STR(""));
			break;
		case FIELD_MODS: event_ints(e, mods, all ? 4 : 0); break;
		case FIELD_SEATS: event_ints(e, seats, all ? 2 : 0); break;
		case FIELD_LABELS: event_ints(e, list, all ? 2 : 0); break;
		case FIELD_RULES: event_ints(e, list + 2, all ? 1 : 0); break;
		case FIELD_POINTS: event_ints(e, mods, all ? 4 : 0); break;
		case FIELD_INTS: event_ints(e, list, all ? 4 : 0); break;
		case FIELD_LABEL: event_int(e, all ? list[0] : 0); break;
		case FIELD_SEAT: event_int(e, all ? 0 : -1); break;
		default: event_int(e, all); break;
		}
	}
}

static void every_message_finds_its_values_full_and_empty(void **unused)
{
	static const int32_t args[4] = { 0x10003, 5, 0x10003, 0 };
	static struct event e;

	(void)unused;
	for (size_t g = 0; g < 2 * (size_t)n_game_kinds; g++) {
		reader.words = g % 2 ? es : en;
		reader.sys = game_kinds[g / 2]->rules;
		memset(state, 0, sizeof(state));
		system_init(reader.sys, state);
		report_game_tells(&reader, game_report(game_kinds[g / 2]),
				  state);
		for (int i = 0; i < 2 * n_kinds(); i++) {
			fill(&e, i / 2, i % 2);
			(void)narrate_event(&arena, &reader, &e, &why);
			if (why.text[0])
				fail_msg("%s: %s", kind_of(i / 2)->name,
					 why.text);
		}
		for (int i = 1; i < reader.sys->n_refusals; i++) {
			(void)narrate_refusal(&arena, &reader, i, 0, args, 4,
					      &why);
			if (why.text[0])
				fail_msg("%s: %s", reader.sys->refusals[i].name,
					 why.text);
		}
	}
}

static struct str told(const struct event *e)
{
	struct tval *v = narrate_event(&arena, &reader, e, &why);

	if (why.text[0])
		fail_msg("%s", why.text);
	return v ? tval_get(v, STR("text"))->text : (struct str){ 0 };
}

/* attack 9 + 3+5 + 1 rear arc = 18 against defense 16 + 1 height */
static void make_attack(struct event e[3])
{
	int32_t b2 = label_of('B', 2), rear[2] = { RB_CLS_02, 1 };
	int32_t height[2] = { RB_ELV_09, 1 }, tough[2] = { RB_DEF_40, -1 };

	event_start(e, RB_EV_ATTACK, RB_CLS_02);
	event_int(e, label_of('A', 3));
	event_ints(e, NULL, 0);
	event_ints(e, &b2, 1);
	event_int(e, RB_CLOSE);
	event_int(e, RB_NO_ABILITY);
	event_int(e, 0);
	event_int(e, 3);
	event_int(e, 5);
	event_int(e, 9);
	event_ints(e, rear, 2);
	event_int(e, 18);
	e++;
	event_start(e, RB_EV_ATTACK_RESULT, RB_CLS_02);
	event_int(e, label_of('A', 3));
	event_int(e, b2);
	event_int(e, 18);
	event_int(e, 16);
	event_int(e, 0);
	event_ints(e, height, 2);
	event_int(e, 17);
	event_int(e, RB_HIT);
	event_ints(e, NULL, 0);
	e++;
	event_start(e, RB_EV_CLICKS, RB_CLS_04);
	event_because(e, RB_DEF_40);
	event_int(e, b2);
	event_int(e, RB_BY_ATTACK);
	event_int(e, label_of('A', 3));
	event_int(e, 3);
	event_ints(e, tough, 2);
	event_int(e, 2);
	event_int(e, 2);
}

static void an_attack_is_explained_with_every_number(void **unused)
{
	static struct event e[3];

	(void)unused;
	make_attack(e);
	assert_str(told(e + 0), "A3 against B2, close combat: attack 9 + roll "
				"3+5 +1 rear arc = 18.");
	assert_str(told(e + 1), "A3 on B2: 18 against defense 16 +1 height "
				"= 17: hit.");
	assert_str(told(e + 2), "B2 takes 2 clicks (attack by A3: 3 -1 "
				"Toughness); 2 wounds now.");
	reader.words = es;
	assert_str(told(e + 0), "A3 contra B2, combate cuerpo a cuerpo: ataque "
				"9 + dados 3+5 +1 arco posterior = "
				"18.");
	assert_str(told(e + 1), "A3 sobre B2: 18 contra defensa 16 +1 altura = "
				"17: impacto.");
	assert_str(told(e + 2), "B2 sufre 2 clicks (ataque de A3: 3 -1 "
				"Resistencia); ahora tiene 2 heridas.");
}

/* a miss whose total was another for this target, for one reason */
static struct str changed(int32_t rule, int32_t n)
{
	static struct event e;

	event_start(&e, RB_EV_ATTACK_RESULT, RB_CLS_02);
	event_int(&e, label_of('A', 3));
	event_int(&e, label_of('B', 2));
	event_int(&e, 15);
	event_int(&e, 16);
	event_int(&e, 0);
	event_ints(&e, NULL, 0);
	event_int(&e, 16);
	event_int(&e, RB_MISS);
	event_ints(&e, (int32_t[]){ rule, n }, 2);
	return told(&e);
}

static void what_changes_a_total_for_one_target_is_told(void **unused)
{
	(void)unused;
	assert_str(changed(CV_PROF_01, -2),
		   "A3 on B2: 15 (with -2 Horsemanship) against "
		   "defense 16 = 16: miss.");
	reader.words = es;
	assert_str(changed(CV_PROF_01, -2),
		   "A3 sobre B2: 15 (con -2 Manejo de las riendas)"
		   " contra defensa 16 = 16: fallo.");
	assert_str(changed(RB_CLS_02, 1),
		   "A3 sobre B2: 15 (con +1 arco posterior) contra "
		   "defensa 16 = 16: fallo.");
}

static void rules_are_linked_in_html_and_plain_in_text(void **unused)
{
	static struct event e[3];
	struct tval *v;

	(void)unused;
	make_attack(e);
	v = narrate_event(&arena, &reader, e, &why);
	assert_str(tval_get(v, STR("rules"))->first->text, "RB-CLS-02");
	reader.format = TEMPLATE_HTML;
	reader.rule_link = STR("mailto:judge@example.org?subject=rule&body=");
	v = narrate_event(&arena, &reader, e, &why);
	assert_str(tval_get(v, STR("rules"))->first->text,
		   "<a href=\"mailto:judge@example.org?subject=rule&amp;body="
		   "RB-CLS-02\">RB-CLS-02</a>");
}

static void ruling(struct event *e, const char *words)
{
	event_start(e, COMMON_RULED, 0);
	event_text(e, STR("Cy"));
	event_int(e, 1);
	event_text(e, STR("stands"));
	event_text(e, str_of(words));
}

static void rules_that_a_ruling_cites_are_linked_in_html(void **unused)
{
	static const char words[] =
		"RB-CLS-02, <not> RB-CLS-021 or XRB-CLS-02 \"RB-ARMY-01\"";
	static const char linked[] =
		"<a href=\"mailto:j?body=RB-CLS-02\">RB-CLS-02</a>, "
		"&lt;not&gt; RB-CLS-021 or XRB-CLS-02 &quot;"
		"<a href=\"mailto:j?body=RB-ARMY-01\">RB-ARMY-01</a>&quot;";
	const struct messages *languages[] = { en, es };
	struct event e;

	(void)unused;
	ruling(&e, words);
	reader.rule_link = STR("mailto:j?body=");
	for (size_t i = 0; i < ARRAY_LEN(languages); i++) {
		reader.words = languages[i];
		reader.format = TEMPLATE_HTML;
		assert_non_null(strstr(told(&e).s, linked));
		reader.format = TEMPLATE_TEXT;
		assert_non_null(strstr(told(&e).s, words));
	}
	/* no reference to link to */
	reader.format = TEMPLATE_HTML;
	reader.rule_link = STR("");
	assert_null(strstr(told(&e).s, "href"));
}

static void names_of_players_are_escaped_in_html(void **unused)
{
	static struct event e;

	(void)unused;
	reader.format = TEMPLATE_HTML;
	reader.seat_name[0] = STR("<script>");
	event_start(&e, RB_EV_END_VOTE, RB_END_03);
	event_int(&e, 0);
	assert_str(told(&e),
		   "&lt;script&gt; agrees to end the game. It ends when "
		   "every player says END GAME.");
}

static void what_the_judge_said_is_translated_and_people_are_not(void **unused)
{
	static struct event e;

	(void)unused;
	reader.words = es;
	event_start(&e, COMMON_GAME_PAUSED, 0);
	event_text(&e, STR("operator"));
	event_text(&e, STR("holidays"));
	assert_str(told(&e),
		   "La partida queda en pausa, por el operador: holidays.");
}

static void a_refusal_inside_another_is_told_too(void **unused)
{
	int32_t args[4] = { label_of('A', 3), RB_REFUSAL_BLOCKED,
			    label_of('B', 2), 0 };

	(void)unused;
	assert_str(narrate_refusal(&arena, &reader, RB_REFUSAL_MEMBER,
				   RB_FRNG_02, args, 3, &why)
			   ->text,
		   "A3: B2 blocks the line of fire");
}

/* as rules refuse what A3 cannot do without this */
static struct str lacks_ability(const char *name)
{
	int32_t args[REFUSAL_MAX_ARGS] = { label_of('A', 3) };
	int n = 1 + text_pack(args + 1, REFUSAL_MAX_ARGS - 1, str_of(name));

	return narrate_refusal(&arena, &reader, RB_REFUSAL_HAS_NO_ABILITY,
			       RB_SA_01, args, n, &why)
		->text;
}

static void an_ability_of_a_refusal_is_in_the_readers_words(void **unused)
{
	(void)unused;
	assert_str(lacks_ability("Magic Blast"),
		   "A3 does not have Magic Blast");
	reader.words = es;
	assert_str(lacks_ability("Magic Blast"), "A3 no tiene Rayo mágico");
	/* what is no word of the rules stays as it is */
	assert_str(lacks_ability("Magic Lamp"), "A3 no tiene Magic Lamp");
}

static void holds(struct str text, const char *what)
{
	if (!strstr(arena_str(&arena, text).s, what))
		fail_msg("%.*s\nwants %s", STR_ARG(text), what);
}

/* these events are one sentence that holds this */
static void told_as(const struct event *v, int n, const char *what)
{
	const struct tval *list = narrate_events(&arena, &reader, v, n, &why);

	assert_int_equal(list->n, 1);
	holds(tval_get(list->first, STR("text"))->text, what);
}

/* the dice of a trap whose blows come later: tokens in reach are turned before
 * them */
static void an_attack_without_results_tells_its_dice(void **unused)
{
	struct event v[2];
	int32_t none = 0;

	(void)unused;
	reader.sys = &system_dungeons;
	report_game_tells(&reader, &report_dungeons, state);
	event_start(&v[0], DG_EV_ATTACK_DECLARED, DG_TRAP_10);
	event_put(&v[0], DG_EV_ATTACK_DECLARED_ATTACKER, label_of('K', 2));
	event_put_ints(&v[0], DG_EV_ATTACK_DECLARED_TARGETS, &none, 0);
	event_put(&v[0], DG_EV_ATTACK_DECLARED_KIND, DG_BY_CHEST);
	event_put(&v[0], DG_EV_ATTACK_DECLARED_ABILITY, 0);
	event_put(&v[0], DG_EV_ATTACK_DECLARED_COST, 0);
	event_put(&v[0], DG_EV_ATTACK_DECLARED_SP, 0);
	event_start(&v[1], DG_EV_ATTACK_DICE, DG_ATT_03);
	event_put(&v[1], DG_EV_ATTACK_DICE_ATTACKER, label_of('K', 2));
	event_put(&v[1], DG_EV_ATTACK_DICE_D1, 3);
	event_put(&v[1], DG_EV_ATTACK_DICE_D2, 4);
	told_as(v, 2, "attacks, as a trap: 3+4.");
	reader.words = es;
	told_as(v, 2, "como trampa: 3+4.");
}

/* so many events are told of v, in both languages */
static void told_of(const struct event *v, int n, int want)
{
	struct messages *const words[] = { en, es };

	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		reader.words = words[i];
		assert_int_equal(narrate_events(&arena, &reader, v, n, &why)->n,
				 want);
	}
}

/* an event of one or two numbers, the fields in their order */
static void numbers(struct event *e, int kind, int n, int first, int second)
{
	event_start(e, kind, 0);
	event_put(e, 0, first);
	if (n > 1)
		event_put(e, 1, second);
}

static void that_no_random_word_came_is_told_once(void **unused)
{
	static const struct {
		int sent, words, told;
	} rows[] = { { 0, 0, 1 }, { 0, 1, 3 }, { 1, 0, 2 } };
	struct event v[3];

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		numbers(&v[0], COMMON_ENTROPY_DECLINED, 1, 0, 0);
		numbers(&v[1], COMMON_ENTROPY_MISSING, 2, 1, rows[i].sent);
		numbers(&v[2], COMMON_ENTROPY_SETTLED, 1, rows[i].words, 0);
		told_of(v, 3, rows[i].told);
	}
}

static void put_entry(struct event *e, int field, const struct queue_pack *p)
{
	struct queue_entry entry = queue_pack_entry(p);

	event_put_ints(e, field, entry.w, entry.n);
}

static void an_END_of_what_has_ended_is_no_matter(void **unused)
{
	static const struct {
		int kind, line, told;
	} rows[] = {
		{ RB_ORDER_END, 4, 0 },
		{ RB_ORDER_PASS, 4, 1 },
		{ RB_ORDER_END, 3, 1 }, /* one of an earlier mail */
	};
	struct queue_pack p;
	struct decision d;
	struct event v[2];

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		numbers(&v[0], COMMON_QUEUED, 2, 1, 4);
		decision_start(&d, rows[i].kind);
		queue_pack_start(&p, 4, 0);
		queue_pack_alternative(&p, &d);
		put_entry(&v[0], COMMON_QUEUED_ENTRY, &p);
		numbers(&v[1], COMMON_LAPSED, 2, 1, rows[i].line);
		told_of(v, 2, rows[i].told);
	}
}

static void AUTO_is_told_as_what_it_does(void **unused)
{
	static const struct {
		int kind, flags;
		const char *told[2];
	} rows[] = {
		{ RB_ORDER_AUTO,
		  QUEUE_ONCE,
		  { "leaves what is asked now of the set-up to AUTO.",
		    "lo que ahora se le pide de la preparación." } },
		{ RB_ORDER_AUTO,
		  0,
		  { "leaves all of the set-up to AUTO.",
		    "deja a AUTO toda la preparación." } },
		{ RB_ORDER_PASS,
		  0,
		  { "has a new standing order.", "orden permanente." } },
	};
	struct messages *const words[] = { en, es };
	struct queue_pack p;
	struct decision d;
	struct event e;

	(void)unused;
	for (size_t i = 0; i < 2 * ARRAY_LEN(rows); i++) {
		decision_start(&d, rows[i / 2].kind);
		queue_pack_start(&p, 4, rows[i / 2].flags);
		queue_pack_alternative(&p, &d);
		event_start(&e, COMMON_STANDING_SET, 0);
		event_put(&e, COMMON_STANDING_SET_SEAT, 1);
		put_entry(&e, COMMON_STANDING_SET_ENTRY, &p);
		reader.words = words[i % 2];
		told_as(&e, 1, rows[i / 2].told[i % 2]);
	}
}

static void a_stop_tells_of_a_rest_where_there_is_one(void **unused)
{
	struct event e;

	(void)unused;
	event_start(&e, COMMON_QUEUE_STOPPED, 0);
	event_put(&e, COMMON_QUEUE_STOPPED_SEAT, 1);
	event_put(&e, COMMON_QUEUE_STOPPED_LINE, 3);
	reader.words = en;
	told_as(&e, 1, "Any other order but END replaces it");
	reader.words = es;
	told_as(&e, 1, "Cualquier otra orden salvo FIN lo sustituye");
	reader.none_wait = true;
	told_of(&e, 1, 0);
}

/* who says that there is no random word is not told to have sent none */
static void a_word_that_is_declined_is_told_once(void **unused)
{
	static const struct {
		int declines, sent;
		const char *told[2];
	} rows[] = {
		{ 1, 0, { NULL, NULL } },
		{ 0,
		  0,
		  { "Bruno has sent no random word for the dice.",
		    "Bruno no ha enviado ninguna palabra al azar para los "
		    "dados." } },
		{ 1,
		  1,
		  { "Bruno has not opened the random word that was sealed.",
		    "Bruno no ha abierto la palabra al azar que selló." } },
	};
	struct messages *const words[] = { en, es };
	struct event v[2];

	(void)unused;
	for (size_t i = 0; i < 2 * ARRAY_LEN(rows); i++) {
		const char *want = rows[i / 2].told[i % 2];
		const struct tval *list;

		event_start(&v[0], COMMON_ENTROPY_DECLINED, 0);
		event_put(&v[0], COMMON_ENTROPY_DECLINED_SEAT,
			  rows[i / 2].declines);
		event_start(&v[1], COMMON_ENTROPY_MISSING, 0);
		event_put(&v[1], COMMON_ENTROPY_MISSING_SEAT, 1);
		event_put(&v[1], COMMON_ENTROPY_MISSING_SENT, rows[i / 2].sent);
		reader.words = words[i % 2];
		list = narrate_events(&arena, &reader, v, 2, &why);
		assert_int_equal(list->n, want ? 2 : 1);
		if (want)
			assert_string_equal(
				tval_get(list->first->next, STR("text"))
					->text.s,
				want);
	}
}

/* DG-MOVE-07: what was gone stays gone, and nothing else is so called */
static void a_path_that_was_gone_in_part_is_told_so(void **unused)
{
	struct event v[2];
	const struct tval *list;

	(void)unused;
	reader.sys = &system_dungeons;
	report_game_tells(&reader, &report_dungeons, state);
	event_start(&v[0], DG_EV_PATH_STOPPED, DG_MOVE_07);
	event_put(&v[0], DG_EV_PATH_STOPPED_PIECE, label_of('B', 1));
	event_put_point(&v[0], DG_EV_PATH_STOPPED_BEFORE, 6, 3);
	event_put_text(&v[0], DG_EV_PATH_STOPPED_REASON, STR("no_speed"));
	event_start(&v[1], COMMON_REFUSED, 0);
	event_because(&v[1], DG_MOVE_07);
	event_put(&v[1], COMMON_REFUSED_SEAT, 1);
	event_put(&v[1], COMMON_REFUSED_LINE, 3);
	event_put_text(&v[1], COMMON_REFUSED_REASON, STR("bad_time"));
	event_put_ints(&v[1], COMMON_REFUSED_ARGS, NULL, 0);
	event_put_text(&v[1], COMMON_REFUSED_ORDER, STR(""));
	list = narrate_events(&arena, &reader, v, 2, &why);
	assert_int_equal(list->n, 2);
	holds(tval_get(list->first->next, STR("text"))->text,
	      "was not carried out to its end: ");
	told_as(v + 1, 1, "was not carried out: ");
}

/* clicks on average are in thousandths in the event, as lengths are not */
static void odds_tell_clicks_on_average(void **unused)
{
	struct event e;

	(void)unused;
	report_game_tells(&reader, &report_rebellion, state);
	event_start(&e, RB_EV_ODDS, RB_RNG_02);
	event_put(&e, RB_EV_ODDS_SEAT, 0);
	event_put(&e, RB_EV_ODDS_FIG, label_of('A', 3));
	event_put(&e, RB_EV_ODDS_TARGET, label_of('B', 1));
	event_put(&e, RB_EV_ODDS_KIND, RB_CLOSE);
	event_put_text(&e, RB_EV_ODDS_REASON, STR(""));
	event_put_ints(&e, RB_EV_ODDS_ARGS, NULL, 0);
	event_put(&e, RB_EV_ODDS_VALUE, 7);
	event_put_ints(&e, RB_EV_ODDS_BONUS, NULL, 0);
	event_put(&e, RB_EV_ODDS_AGAINST, 12);
	event_put(&e, RB_EV_ODDS_LENDER, 0);
	event_put_ints(&e, RB_EV_ODDS_MODIFIERS, NULL, 0);
	event_put(&e, RB_EV_ODDS_NEEDED, 5);
	event_put(&e, RB_EV_ODDS_CHANCE, 83);
	event_put(&e, RB_EV_ODDS_MEAN, 861);
	told_as(&e, 1, "83 %, 0.86 clicks on average.");
	reader.words = es;
	told_as(&e, 1, "83 %, 0,86 clicks de media.");
	event_start(&e, DG_EV_ODDS, DG_ATT_03);
	event_put(&e, DG_EV_ODDS_SEAT, 0);
	event_put(&e, DG_EV_ODDS_FIG, label_of('A', 3));
	event_put(&e, DG_EV_ODDS_TARGET, label_of('B', 1));
	event_put(&e, DG_EV_ODDS_RANGED, 0);
	event_put_text(&e, DG_EV_ODDS_REASON, STR(""));
	event_put_ints(&e, DG_EV_ODDS_ARGS, NULL, 0);
	event_put(&e, DG_EV_ODDS_VALUE, 7);
	event_put_ints(&e, DG_EV_ODDS_BONUS, NULL, 0);
	event_put(&e, DG_EV_ODDS_DEFENSE, 12);
	event_put_ints(&e, DG_EV_ODDS_MODIFIERS, NULL, 0);
	event_put(&e, DG_EV_ODDS_NEEDED, 5);
	event_put(&e, DG_EV_ODDS_CHANCE, 83);
	event_put(&e, DG_EV_ODDS_MEAN, 1250);
	reader.words = en;
	reader.sys = &system_dungeons;
	report_game_tells(&reader, &report_dungeons, state);
	told_as(&e, 1, ", 1.25 clicks on average.");
}

struct quoting {
	struct orders_fixture f;
	int lang;
};

static bool in_words(const void *writer, const struct decision *d,
		     struct buf *out)
{
	const struct quoting *q = writer;

	return grammar_write(&q->f.grammar, q->lang, d, out);
}

static bool in_no_words(const void *writer, const struct decision *d,
			struct buf *out)
{
	(void)writer;
	(void)d;
	buf_addz(out, "half an ord");
	return false;
}

static void lacks_json(const struct event *e)
{
	struct str text = told(e);

	if (!text.len || memchr(text.s, '{', text.len) ||
	    strstr(arena_str(&arena, text).s, "half"))
		fail_msg("%.*s", STR_ARG(text));
}

/* the refusal of an order quotes it as it is written, and never as it is kept;
 * what cannot be written is known by its line */
static void is_quoted(const struct quoting *q, const struct decision *d)
{
	struct event e;
	struct buf json, line;

	buf_init(&json, EVENT_TEXT_ROOM - 1);
	buf_init(&line, EVENT_TEXT_ROOM);
	decision_render(&json, &reader.sys->decisions, d);
	assert_true(in_words(q, d, &line) && line.len);
	event_start(&e, COMMON_REFUSED, 0);
	event_put(&e, COMMON_REFUSED_SEAT, 0);
	event_put(&e, COMMON_REFUSED_LINE, 3);
	event_put_text(&e, COMMON_REFUSED_REASON,
		       str_of(reader.sys->refusals[1].name));
	event_put_ints(&e, COMMON_REFUSED_ARGS, NULL, 0);
	event_put_text(&e, COMMON_REFUSED_ORDER,
		       json.full ? STR("") : buf_str(&json));
	if (!json.full)
		holds(told(&e), line.s);
	lacks_json(&e);
	reader.write = in_no_words;
	lacks_json(&e);
	reader.write = NULL;
	lacks_json(&e);
	reader.write = in_words;
	buf_release(&json);
	buf_release(&line);
}

static void every_kind_of_order_is_quoted_in_words(void **unused)
{
	static const int32_t labels[][2] = {
		{ 1 << 16 | 1, 11 << 16 | 12 }, { 1, 12 }, /* of an arena */
	};
	struct quoting *q = ARENA_NEW(&arena, struct quoting);
	struct dice rng = { .bits = trial_bits };
	struct decision d;

	(void)unused;
	reader.write = in_words;
	reader.writer = q;
	for (int g = 0; g < n_game_kinds; g++) {
		uint64_t told = 0, all;
		bool handles = !strcmp(game_kinds[g]->rules->name, "arena");

		orders_fixture_open(&q->f, game_kinds[g]);
		reader.sys = game_kinds[g]->rules;
		all = (UINT64_C(1) << reader.sys->decisions.n_kinds) - 1;
		for (int i = 0; i < 8000 && told != all; i++) {
			uint64_t bit;

			if (!grammar_draw(&q->f.grammar, &rng, labels[handles],
					  2, &d))
				continue;
			bit = UINT64_C(1) << (d.kind - DECISION_FIRST_OWN);
			for (int k = 0; k < 2 && !(told & bit); k++) {
				reader.words = k ? es : en;
				q->lang = vocabulary_lang(q->f.grammar.words,
							  reader.words->lang);
				is_quoted(q, &d);
			}
			told |= bit;
		}
		assert_true(told == all);
		arena_release(&q->f.arena);
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_event_refusal_and_name_has_its_message),
		TEST(every_message_finds_its_values_full_and_empty),
		TEST(an_attack_is_explained_with_every_number),
		TEST(what_changes_a_total_for_one_target_is_told),
		TEST(an_attack_without_results_tells_its_dice),
		TEST(a_word_that_is_declined_is_told_once),
		TEST(that_no_random_word_came_is_told_once),
		TEST(an_END_of_what_has_ended_is_no_matter),
		TEST(AUTO_is_told_as_what_it_does),
		TEST(a_stop_tells_of_a_rest_where_there_is_one),
		TEST(a_path_that_was_gone_in_part_is_told_so),
		TEST(odds_tell_clicks_on_average),
		TEST(every_kind_of_order_is_quoted_in_words),
		TEST(rules_are_linked_in_html_and_plain_in_text),
		TEST(rules_that_a_ruling_cites_are_linked_in_html),
		TEST(names_of_players_are_escaped_in_html),
		TEST(what_the_judge_said_is_translated_and_people_are_not),
		TEST(a_refusal_inside_another_is_told_too),
		TEST(an_ability_of_a_refusal_is_in_the_readers_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
