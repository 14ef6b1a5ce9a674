/*
 * src/webapp/replay.c - replays the game of a verified log.
 *
 * For each adjudication it keeps the state after it, in canonical form, and
 * the events; the states in between are computed from them. A log that is not
 * open to the end lacks events: the board is drawn as long as the shown events
 * give a state that the rules call sound.
 */
#include "webapp/session.h"
#include "verifier/verify.h"
#include "base/parse.h"
#include "base/xalloc.h"
#include "engine/analysis.h"
#include "games/players.h"
#include "engine/common.h"
#include <stdlib.h>

/* One adjudication. */
struct moment {
	int64_t at_s;
	struct str state;   /* after it, without queues; empty: not known */
	struct str *events; /* in canonical form */
	int n;
};

static struct {
	struct arena arena;
	struct games games;
	struct verify_result result;
	const struct game_kind *kind;
	struct moment *v;
	size_t n, room;
	struct game
		now; /* the state while it is read, and while one is asked */
	struct game view;
	struct str file; /* the log */
	bool lost;       /* the events seen do not make a state any more */
	struct str seat_name[SEATS_MAX];
} game;

/* Following the log ---------------------------------------------------------
 */

static struct str state_pack(struct game *g)
{
	struct buf b;
	struct str out;

	memset(g->queue, 0, sizeof(g->queue));
	buf_init(&b, GAME_ENCODED_MAX);
	game_encode(g, &b);
	out = arena_str(&game.arena, buf_str(&b));
	buf_release(&b);
	return out;
}

/* The state after a point; false: it is not known. */
static bool state_load(uint64_t point, struct game *out)
{
	if (point == 0) {
		game_init(out, game.kind->rules);
		return true;
	}
	return point <= game.n && game.v[point - 1].state.len &&
	       game_decode(out, game.kind->rules, game.v[point - 1].state);
}

/* Apply what everybody's board shows; false: it does not fit. */
static bool follow(struct game *g, const struct event *e)
{
	if (game_is_of_queue(e->kind))
		return true;
	if (e->kind == COMMON_UNDONE)
		return state_load((uint64_t)event_get(e, COMMON_UNDONE_POINT),
				  g);
	return system_evolve(g->sys, g->state, e) &&
	       !system_validate(g->sys, g->state);
}

static struct str event_pack(const struct event *e)
{
	struct str out;
	struct buf b;

	buf_init(&b, EVENT_MAX_JSON);
	event_render(&b, &game.kind->rules->events, e);
	out = arena_str(&game.arena, buf_str(&b));
	buf_release(&b);
	return out;
}

static void on_point(void *context, const struct verify_point *p)
{
	struct moment *m;

	(void)context;
	game.kind = p->kind;
	if (!game.n)
		game_init(&game.now, p->kind->rules);
	game.v = arena_grow(&game.arena, game.v, game.n, &game.room,
			    sizeof(*game.v));
	m = &game.v[game.n];
	*m = (struct moment){ .at_s = p->at_s, .n = p->n_events };
	m->events =
		ARENA_ARRAY(&game.arena, (size_t)p->n_events + 1, struct str);
	for (int i = 0; i < p->n_events; i++) {
		m->events[i] = event_pack(&p->events[i]);
		if (!p->game && !game.lost)
			game.lost = !follow(&game.now, &p->events[i]);
	}
	if (p->game)
		game_copy(&game.now, p->game);
	game.n++;
	if (!game.lost)
		m->state = state_pack(&game.now);
}

static void fault_write(const struct verify_result *r)
{
	page_number("line", (int64_t)r->fault.line);
	page_number("event", (int64_t)r->fault.event);
	page_number("inner", r->fault.inner);
	page_number("point", (int64_t)r->fault.point);
	page_text("what", str_of(r->fault.what));
	page_text("expected", str_of(r->fault.expected));
	page_text("found", str_of(r->fault.found));
}

static void result_write(const struct verify_result *r)
{
	buf_addc(&page.said, '{');
	page_number("good", r->good);
	if (!r->good)
		fault_write(r);
	page_text("game", r->game);
	page_text("system", r->system);
	page_text("rules", r->rules);
	page_text("for", r->who);
	page_number("run", r->rules_run);
	page_number("points", (int64_t)r->points);
	page_number("events", (int64_t)r->events);
	page_number("signatures", (int64_t)r->signatures);
	page_number("links", (int64_t)r->links);
	page_number("rolls", (int64_t)r->rolls);
	page_number("words", (int64_t)r->words);
	page_number("overrides", (int64_t)r->overrides);
	page_number("undone", (int64_t)r->undone);
	page_number("by_operator", (int64_t)r->by_operator);
	page_number("unchecked", (int64_t)r->unchecked);
	page_number("gnupg", (int64_t)r->gnupg);
	page_number("open", (int64_t)r->open);
	page_number("closed", (int64_t)r->closed);
	page_text("beacon", r->beacon_checked ? STR("") : r->beacon);
	buf_addz(&page.said, ",\"seats\":[");
	for (int i = 0; i < r->n_seats; i++) {
		if (i)
			buf_addc(&page.said, ',');
		json_string_render(&page.said, r->seats[i].person);
	}
	buf_addz(&page.said, "]}");
}

int page_verify(size_t len)
{
	struct why why = { 0 };
	struct verify_means means = { .point = on_point };

	page_begin(len);
	arena_release(&game.arena);
	games_release(&game.games);
	memset(&game, 0, sizeof(game));
	arena_init(&game.arena);
	/* a log brings its own words and cards */
	if (games_open(&game.games, game_kinds, n_game_kinds, NULL, &why)) {
		buf_addz(&page.said, why.text);
		return page_end(1);
	}
	means.systems = game.games.kinds;
	means.n_systems = game.games.n;
	/* names of the result lie in the file */
	game.file = arena_str(&game.arena, page.in);
	verify_export(game.file, &means, &game.arena, &game.result);
	for (int i = 0; i < game.result.n_seats; i++)
		game.seat_name[i] = game.result.seats[i].person;
	result_write(&game.result);
	return page_end(0);
}

/* The view of it ------------------------------------------------------------
 */

static bool may_see(const struct event *e, int seat)
{
	return e->audience == AUDIENCE_ALL ||
	       (seat >= 0 && e->audience & AUDIENCE_SEAT(seat));
}

struct event *replay_events(int point, int seat, int *n)
{
	struct moment *m;
	struct event *out;

	*n = 0;
	if (point < 1 || (size_t)point > game.n || seat < -1 ||
	    seat >= SEATS_MAX)
		return NULL;
	m = &game.v[point - 1];
	out = ARENA_ARRAY(&page.tmp, (size_t)m->n + 1, struct event);
	for (int i = 0; i < m->n; i++)
		if (event_parse(m->events[i], &game.kind->rules->events,
				&out[*n]) &&
		    may_see(&out[*n], seat))
			++*n;
	return out;
}

static struct showing shown(int seat, int64_t point)
{
	return (struct showing){ .kind = game.kind,
				 .view = &game.view,
				 .seat = seat,
				 .game = game.result.game,
				 .point = point,
				 .seat_name = game.seat_name };
}

int page_story(int point, int seat)
{
	struct showing s;
	struct narrator n;
	struct event *v;
	int count;

	page_begin(0);
	v = replay_events(point, seat, &count);
	if (!v)
		return page_end(1);
	if (!state_load((uint64_t)point, &game.now) &&
	    !state_load((uint64_t)point - 1, &game.now))
		game_init(&game.now, game.kind->rules);
	game_view(&game.now, seat, &game.view);
	s = shown(seat, point);
	show_narrator(&s, &n);
	buf_addc(&page.said, '{');
	page_number("at", game.v[point - 1].at_s);
	show_events("events", &n, v, count);
	show_list("dice");
	show_dice(v, count);
	buf_addz(&page.said, "]}");
	return page_end(0);
}

bool replay_view(int point, int seat, struct game *view, struct showing *out)
{
	if (!game.kind || point < 0 || seat < -1 || seat >= SEATS_MAX ||
	    !state_load((uint64_t)point, &game.now))
		return false;
	game_view(&game.now, seat, view);
	*out = shown(seat, point);
	return true;
}

/* The state in the middle of a point, after the first upto seen events. */
static bool state_within(int point, int seat, int upto)
{
	const struct moment *m = &game.v[point - 1];
	struct event *e = ARENA_NEW(&page.tmp, struct event);
	int seen = 0;

	if (!state_load((uint64_t)point - 1, &game.now))
		return false;
	for (int i = 0; i < m->n && seen < upto; i++) {
		if (!event_parse(m->events[i], &game.kind->rules->events, e) ||
		    !follow(&game.now, e))
			return false;
		seen += may_see(e, seat);
	}
	return true;
}

int page_board(int point, int seat, int upto)
{
	struct showing s = shown(seat, point);
	int count;

	page_begin(0);
	s.events = replay_events(point, seat, &count);
	if (!s.events)
		return page_end(1);
	if (upto < 0 || upto >= count ? !state_load((uint64_t)point, &game.now)
				      : !state_within(point, seat, upto))
		return page_end(1);
	s.n_events = upto < 0 || upto > count ? count : upto;
	game_view(&game.now, seat, &game.view);
	show_board(&s, "b");
	return page_end(0);
}

/* What decided it -----------------------------------------------------------
 */

/* The verified log, run again. */
static void weigh_log(struct analysis *x)
{
	struct verify_means means = { .systems = game.games.kinds,
				      .n_systems = game.games.n,
				      .analysis = x };
	struct verify_result r;

	verify_export(game.file, &means, &page.tmp, &r);
}

/* Lines of six numbers. */
static void weigh_lines(struct analysis *x, struct str lines)
{
	struct str line, word;

	while (x->n < ANALYSIS_STEPS && parse_line(&lines, &line)) {
		int64_t v[6] = { 0 };

		for (int i = 0; i < 6 && parse_field(&line, ' ', &word); i++)
			(void)parse_int(word, INT32_MIN, INT32_MAX, &v[i]);
		x->v[x->n++] = (struct analysis_step){ .seat = (int32_t)v[0],
						       .value = (int32_t)v[1],
						       .order = (int32_t)v[2],
						       .luck = (int32_t)v[3],
						       .turn = (int32_t)v[4],
						       .of = (int32_t)v[5] };
	}
}

static void turns_write(const struct analysis *x)
{
	struct analysis_turn *v =
		ARENA_ARRAY(&page.tmp, ANALYSIS_TURNS, struct analysis_turn);
	int n = analysis_turns(x->v, x->n, v, ANALYSIS_TURNS);
	int key[ANALYSIS_KEY], n_key = analysis_key(v, n, key);
	int64_t luck = 0;

	buf_addc(&page.said, '{');
	show_list("turns");
	for (int i = 0; i < n; i++) {
		show_object(!i);
		page_number("number", v[i].number);
		page_number("point", v[i].point);
		page_number("seat", v[i].seat);
		page_number("value", v[i].value);
		page_number("order", v[i].order);
		page_number("luck", v[i].luck);
		buf_addc(&page.said, '}');
		luck += v[i].luck;
	}
	buf_addc(&page.said, ']');
	show_list("key");
	for (int i = 0; i < n_key; i++)
		buf_addf(&page.said, "%s%d", i ? "," : "", key[i]);
	buf_addc(&page.said, ']');
	page_number("luck", luck);
	buf_addc(&page.said, '}');
}

int page_analysis(size_t len)
{
	struct analysis *x;
	bool known;

	page_begin(len);
	x = xalloc_check(calloc(1, sizeof(*x)));
	if (page.in.len)
		weigh_lines(x, page.in);
	else if (game.file.len)
		weigh_log(x);
	known = x->n > 0;
	if (known)
		turns_write(x);
	free(x);
	return page_end(!known);
}
