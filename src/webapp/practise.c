/*
 * src/webapp/practise.c - a game against the computer (engine/player.h) in the
 * page: its whole state, orders of both seats, dice from random bytes of the
 * browser.
 */
#include "webapp/practise.h"
#include "auth/sign.h"
#include "base/crypto.h"
#include "base/parse.h"
#include "base/xalloc.h"
#include "engine/common.h"
#include "engine/analysis.h"
#include "games/case.h"
#include "games/players.h"
#include "protocol/log_events.h"
#include "report/report_game.h"
#include <stdlib.h>

enum {
	PERSON = 0, /* the seat of the person */
	COMPUTER = 1,
	EVENTS = SESSION_EVENTS,
	LINES_MAX = 1 << 16
};

/* The current game: the state with all that is hidden. */
static struct {
	const struct game_kind *kind;
	struct game now;
} table;

/* --- one step ------------------------------------------------------------ */

/* One run of the engine; large, so it lives as long as a call. */
struct step {
	uint8_t key[HASH_SIZE]; /* of its dice */
	uint8_t draws[CASE_DRAWS];
	struct dice dice;
	struct secrets secrets;
	struct catalog cards;
	struct trials trials;
	struct event_list out;
	struct game_run run;
	int roller;     /* seat, -1: none */
	uint32_t rolls; /* of the steps before */
	struct analysis weighed;
	struct event events[EVENTS];
};

static uint32_t bits(const struct step *x, const char *what, uint32_t a,
		     uint32_t b)
{
	struct hasher h;
	uint8_t out[HASH_SIZE];

	hasher_init(&h, bytes_of(x->key, sizeof(x->key)), sizeof(out));
	hasher_addz(&h, what);
	hasher_add_u32(&h, a);
	hasher_add_u32(&h, b);
	hasher_end(&h, out);
	return (uint32_t)out[0] << 24 | (uint32_t)out[1] << 16 |
	       (uint32_t)out[2] << 8 | out[3];
}

static uint32_t dice_bits(const void *source, uint32_t roll, uint32_t draw)
{
	return bits(source, "roll", roll, draw);
}

static uint32_t draw_bits(const void *source, uint32_t number, uint32_t draw)
{
	return case_draw_bits(((const struct step *)source)->draws, number,
			      draw);
}

/* Each roll is an event, as in a game of the judge. */
static void rolled(void *watcher, uint32_t roll, unsigned sides, unsigned face)
{
	struct step *x = watcher;

	log_event_rolled(&x->run, x->roller, roll, sides, face);
}

static void stepped(void *watcher)
{
	struct step *x = watcher;

	analysis_step(&x->weighed, &x->run, 0, x->dice.n_rolls != x->rolls);
	x->rolls = x->dice.n_rolls;
}

/* NULL: the line is no key. */
static struct step *step_begin(struct str line)
{
	struct step *x = xalloc_check(calloc(1, sizeof(*x)));

	const size_t digits = 2 * sizeof(x->key);

	if (line.len != digits + 2 * sizeof(x->draws) ||
	    !hex_parse((struct str){ line.s, digits }, x->key,
		       sizeof(x->key)) ||
	    !hex_parse((struct str){ line.s + digits, line.len - digits },
		       x->draws, sizeof(x->draws))) {
		free(x);
		return NULL;
	}
	x->dice = (struct dice){
		.bits = dice_bits, .source = x, .rolled = rolled, .watcher = x
	};
	x->secrets = (struct secrets){ .bits = draw_bits, .source = x };
	x->roller = -1;
	x->cards = card_index_catalog(table.kind->cards);
	x->out = (struct event_list){ x->events, 0, EVENTS };
	x->run = (struct game_run){ .game = &table.now,
				    .dice = &x->dice,
				    .catalog = &x->cards,
				    .secrets = &x->secrets,
				    .trials = trials_init(&x->trials),
				    .out = &x->out,
				    .stepped = stepped,
				    .watcher = x };
	analysis_begin(&x->weighed, players_find(table.kind->rules));
	analysis_at(&x->weighed, table.now.state);
	return x;
}

/* --- the answer, in JSON ---------------------------------------------------
 */

static bool may_see(const struct event *e)
{
	return e->audience == AUDIENCE_ALL ||
	       e->audience & AUDIENCE_SEAT(PERSON);
}

static void game_write(void)
{
	struct buf b;

	buf_init(&b, GAME_ENCODED_MAX);
	game_encode(&table.now, &b);
	page_text("game", hex_of(&page.tmp, b.s, b.len));
	buf_release(&b);
}

/* Members: "awaits": seats, "over", "winners": bits of seats, "play": the
 * set-up is over, "points": of both seats. */
static void course_write(void)
{
	const struct system *sys = table.now.sys;
	struct awaiting waits;
	uint32_t winners = 0, seats = 0;
	bool over = system_over(sys, table.now.state, &winners);

	system_awaiting(sys, table.now.state, &waits);
	for (int i = 0; i < waits.n; i++)
		if (!waits.v[i].window)
			seats |= UINT32_C(1) << waits.v[i].seat;
	page_number("awaits", over ? 0 : seats);
	page_number("over", over);
	page_number("winners", winners);
	page_number("play", !game_is_before_play(&table.now));
	show_list("points");
	for (int i = 0; i < 2; i++)
		buf_addf(&page.said, "%s%ld", i ? "," : "",
			 sys->points ? (long)sys->points(table.now.state, i)
				     : 0L);
	buf_addc(&page.said, ']');
}

/* The events that the person may see, in canonical form, and all dice. */
static void events_write(const struct step *x)
{
	bool first = true;

	show_list("events");
	for (int i = 0; i < x->out.n; i++) {
		struct buf b;

		if (!may_see(&x->events[i]))
			continue;
		buf_init(&b, EVENT_MAX_JSON);
		event_render(&b, &table.now.sys->events, &x->events[i]);
		if (!first)
			buf_addc(&page.said, ',');
		first = false;
		json_string_render(&page.said, buf_str(&b));
		buf_release(&b);
	}
	buf_addc(&page.said, ']');
	show_list("faces");
	first = true;
	for (int i = 0; i < x->out.n; i++)
		if (x->events[i].kind == COMMON_ROLLED) {
			buf_addf(&page.said, "%s%ld", first ? "" : ",",
				 (long)event_get(&x->events[i],
						 COMMON_ROLLED_FACE));
			first = false;
		}
	buf_addc(&page.said, ']');
}

/* "steps": seat, value, part of the order and of the dice, turn and whose it
 * is, as a text for page_analysis. */
static void steps_write(const struct analysis *w)
{
	struct buf b;

	buf_init(&b, LINES_MAX);
	for (int i = 0; i < w->n; i++)
		buf_addf(&b, "%ld %ld %ld %ld %ld %ld\n", (long)w->v[i].seat,
			 (long)w->v[i].value, (long)w->v[i].order,
			 (long)w->v[i].luck, (long)w->v[i].turn,
			 (long)w->v[i].of);
	page_text("steps", buf_str(&b));
	buf_release(&b);
}

/* What came of a step; ends the object. */
static void outcome_write(const struct step *x)
{
	bool refused = false, happened = false;

	for (int i = 0; i < x->out.n; i++) {
		refused |= x->events[i].kind == COMMON_REFUSED;
		happened |= x->events[i].kind >= EVENT_FIRST_OWN;
	}
	page_number("refused", refused);
	page_number("happened", happened);
	game_write();
	steps_write(&x->weighed);
	course_write();
	events_write(x);
	buf_addc(&page.said, '}');
}

/* --- calls ---------------------------------------------------------------- */

/* The position without the lines that only name a case; its system. */
static struct str position_of(struct str text, struct str *system)
{
	static const char *const names[] = { "id ", "title ", "why ",
					     "rules " };
	struct str line, out;
	struct buf b;

	*system = STR("rebellion");
	buf_init(&b, LINES_MAX);
	while (parse_line(&text, &line)) {
		bool skip = false;

		for (size_t i = 0; i < ARRAY_LEN(names); i++)
			skip |= str_starts(line, names[i]);
		if (str_starts(line, "system ")) {
			*system = parse_trim(
				(struct str){ line.s + 7, line.len - 7 });
			skip = true;
		}
		if (!skip) {
			buf_adds(&b, line);
			buf_addc(&b, '\n');
		}
	}
	out = arena_str(&page.tmp, buf_str(&b));
	buf_release(&b);
	return out;
}

int page_practise_begin(size_t len)
{
	struct grammar_names names = { 0 };
	struct str rest, line, system;
	struct position s = { 0 };
	struct step *x;
	struct buf fault;
	int at = 0;
	bool good;

	page_begin(len);
	rest = page.in;
	if (!parse_line(&rest, &line))
		return page_end(1);
	rest = position_of(rest, &system);
	table.kind = session_kind(system);
	if (!table.kind || !table.kind->setup)
		return page_end(1);
	game_init(&table.now, table.kind->rules);
	x = step_begin(line);
	if (!x)
		return page_end(1);
	game_names(table.kind, &table.now, &page.tmp, &names);
	buf_init(&fault, 1024);
	s.run = &x->run;
	s.scratch = ARENA_NEW(&page.tmp, struct game);
	s.fault = &fault;
	s.by = STR("");
	s.card = names.card;
	s.cards = names.source;
	good = position_text(&s, table.kind->setup, rest, &at);
	if (good) {
		x->out.n = 0; /* the set-up is no news */
		game_pump(&x->run, true);
		buf_addc(&page.said, '{');
		page_text("system", system);
		outcome_write(x);
	} else {
		table.kind = NULL;
		buf_addf(&page.said, "line %d: ", at);
		buf_adds(&page.said, buf_str(&fault));
	}
	buf_release(&fault);
	free(x);
	return page_end(!good);
}

/* 2 * len hex digits. */
static bool game_load(struct str hex, struct game *out)
{
	uint8_t *bytes = arena_alloc(&page.tmp, hex.len / 2 + 1);

	return hex.len && hex.len % 2 == 0 &&
	       hex_parse(hex, bytes, hex.len / 2) &&
	       game_decode(out, table.kind->rules,
			   (struct str){ (const char *)bytes, hex.len / 2 });
}

int page_practise_take(size_t len, int point)
{
	struct str rest, system, before, now;
	struct game *was;
	bool has_before;

	page_begin(len);
	rest = page.in;
	if (!parse_line(&rest, &system) || !parse_line(&rest, &before) ||
	    !parse_line(&rest, &now))
		return page_end(1);
	table.kind = session_kind(system);
	was = ARENA_NEW(&page.tmp, struct game);
	if (!table.kind || !game_load(now, &table.now)) {
		table.kind = NULL;
		return page_end(1);
	}
	has_before = game_load(before, was);
	session_put(table.kind, PERSON, point, STR("practise"));
	game_view(&table.now, PERSON, &hand.view);
	if (has_before)
		game_view(was, PERSON, &hand.before);
	hand.has_before = has_before;
	session_events(rest);
	hand.n_told = hand.n_events;
	buf_addc(&page.said, '{');
	page_text("system", str_of(table.kind->rules->name));
	page_text("rules", str_of(table.kind->rules->version));
	course_write();
	buf_addc(&page.said, '}');
	return page_end(0);
}

int page_practise_play(size_t len)
{
	struct str rest, line;
	struct submission s;
	struct order_text r;
	struct step *x;
	bool good;

	page_begin(len);
	rest = page.in;
	if (!table.kind || hand.kind != table.kind ||
	    !parse_line(&rest, &line) || order_text_make(rest, false, &r) ||
	    r.orders->n_complaints)
		return page_end(1);
	x = step_begin(line);
	if (!x)
		return page_end(1);
	orders_submission(&page.tmp, r.orders, PERSON, &s);
	s.wait = true;
	x->roller = PERSON;
	good = game_submit(&x->run, &s) == SUBMIT_DONE;
	buf_addc(&page.said, '{');
	outcome_write(x);
	free(x);
	return page_end(!good);
}

/* A decision, submitted as a mail with WAIT. */
static bool submit_one(struct step *x, int seat, const struct decision *d)
{
	struct queue_pack *pack = xalloc_check(calloc(1, sizeof(*pack)));
	struct submission s = { .seat = seat, .wait = true, .n = 1 };
	struct queue_entry entry;
	bool good;

	queue_pack_start(pack, 1, 0);
	queue_pack_alternative(pack, d);
	entry = queue_pack_entry(pack);
	s.v = &entry;
	x->roller = seat;
	good = game_submit(&x->run, &s) == SUBMIT_DONE;
	free(pack);
	return good;
}

static uint64_t seed_of(const struct step *x)
{
	return (uint64_t)bits(x, "seed", 0, 0) << 32 | bits(x, "seed", 0, 1);
}

/* Members: the order in words, its value and what it was compared with. */
static void choice_write(const struct player_choice *c)
{
	page_text("order", session_order(&c->d));
	page_number("candidates", c->candidates);
	page_number("decisions", c->decisions);
	page_number("value", c->value);
	page_number("second", c->second);
}

/* The order of a seat, found by the computer; false: it finds none. */
static bool choose(const struct step *x, int seat, int level,
		   struct player_choice *out)
{
	struct player_room *room = xalloc_check(calloc(1, sizeof(*room)));
	struct game *view = xalloc_check(calloc(1, sizeof(*view)));
	bool good;

	game_view(&table.now, seat, view);
	good = players_choose(view, seat, (enum player_level)level, seed_of(x),
			      &x->cards, room, out);
	free(view);
	free(room);
	return good;
}

static struct step *search_begin(size_t len, int level)
{
	page_begin(len);
	if (!table.kind || hand.kind != table.kind || level < 0 ||
	    level >= PLAYER_LEVELS)
		return NULL;
	return step_begin(parse_trim(page.in));
}

int page_practise_move(size_t len, int seat, int level)
{
	struct step *x = search_begin(len, level);
	struct player_choice choice;
	bool good;

	if (!x)
		return page_end(1);
	good = seat >= 0 && seat < SEATS_MAX &&
	       choose(x, seat, level, &choice) &&
	       submit_one(x, seat, &choice.d);
	if (good) {
		buf_addc(&page.said, '{');
		choice_write(&choice);
		page_number("seat", seat);
		outcome_write(x);
	}
	free(x);
	return page_end(!good);
}

/* The runner of cases, with words and cards of its own; NULL: they cannot be
 * read. Kept for the next call. */
static struct cases *runner(void)
{
	static struct cases *kept;
	const char *templates, *catalog;
	struct why why = { 0 };

	if (kept)
		return kept;
	session_folders(&templates, &catalog);
	kept = xalloc_check(calloc(1, sizeof(*kept)));
	if (cases_init(kept, game_kinds, n_game_kinds, templates, catalog,
		       &why)) {
		free(kept);
		kept = NULL;
	}
	return kept;
}

int page_practise_won(size_t len)
{
	struct case_result r;
	struct cases *c;
	bool holds;

	page_begin(len);
	c = runner();
	if (!c)
		return page_end(1);
	case_run(c, page.in, false, &r);
	holds = !r.n_faults;
	buf_adds(&page.said, buf_str(&r.faults));
	case_result_release(&r);
	return page_end(!holds);
}

int page_practise_advice(size_t len, int level)
{
	struct step *x = search_begin(len, level);
	struct player_choice choice;
	bool good;

	if (!x)
		return page_end(1);
	good = choose(x, PERSON, level, &choice);
	if (good) {
		buf_addc(&page.said, '{');
		choice_write(&choice);
		buf_addc(&page.said, '}');
	}
	free(x);
	return page_end(!good);
}
