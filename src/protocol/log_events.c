/* src/protocol/log_events.c */
#include "protocol/log_events.h"
#include "fairness/beacon.h"
#include "engine/common.h"
#include <time.h>

void log_event_rolled(struct game_run *run, int seat, uint32_t roll,
		      unsigned sides, unsigned face)
{
	struct event e;

	common_event_rolled(&e, 0, seat, (int32_t)roll, (int32_t)sides,
			    (int32_t)face);
	game_emit(run, &e);
}

void log_event_drawn(struct game_run *run, uint32_t number, int64_t round,
		     unsigned sides, unsigned value)
{
	struct event e;

	common_event_drawn(&e, 0, (int32_t)number, (int32_t)round,
			   (int32_t)sides, (int32_t)value);
	e.audience = AUDIENCE_GM;
	game_emit(run, &e);
}

static void emit_word(struct game_run *run, int kind, int seat,
		      const uint8_t *bytes, size_t len)
{
	struct arena a = { 0 };
	struct event e;

	event_start(&e, kind, 0);
	event_put(&e, COMMON_ENTROPY_REVEALED_SEAT, seat);
	event_put_text(&e, COMMON_ENTROPY_REVEALED_WORD,
		       hex_of(&a, bytes, len));
	game_emit(run, &e);
	arena_release(&a);
}

void log_event_words(struct game_run *run, int seat, const struct word_lines *w,
		     struct entropy *all)
{
	if (w->has_hash) {
		emit_word(run, COMMON_ENTROPY_COMMITTED, seat, w->hash,
			  WORD_HASH_SIZE);
		entropy_commit(all, (unsigned)seat, w->hash);
	}
	if (w->has_word) {
		emit_word(run, COMMON_ENTROPY_REVEALED, seat, w->word,
			  WORD_SIZE);
		entropy_open(all, (unsigned)seat, w->word);
	}
}

void log_event_beacon(struct game_run *run, struct arena *a, int64_t at_s,
		      bool silent)
{
	struct event e;

	if (!run->held && !run->roll_due && !silent)
		return;
	common_event_beacon_due(&e, 0, time_text(a, at_s + BEACON_DELAY_S));
	game_emit(run, &e);
}

void log_event_missing(struct game_run *run, const struct entropy *all, int n)
{
	struct event e;

	for (int i = 0; i < n; i++) {
		if (all->has_word[i])
			continue;
		common_event_entropy_missing(&e, 0, i, all->has_hash[i]);
		game_emit(run, &e);
	}
}

void log_event_link(struct game_run *run, const struct dice_chain_source *link,
		    uint32_t n_rolls)
{
	struct event e;

	common_event_link_opened(&e, 0, (int32_t)link->chain,
				 (int32_t)link->number, link->link.b,
				 (int32_t)n_rolls);
	game_emit(run, &e);
}

void log_event_chain(struct game_run *run, uint32_t number,
		     const struct hash *commitment)
{
	struct event e;

	common_event_chain_committed(&e, 0, (int32_t)number, commitment->b);
	game_emit(run, &e);
}

void log_event_skipped(struct game_run *run, uint32_t chain, uint32_t number,
		       uint32_t links)
{
	struct event e;

	common_event_links_skipped(&e, 0, (int32_t)chain, (int32_t)number,
				   (int32_t)links);
	game_emit(run, &e);
}

enum { MEANT_MAX = 400 /* bytes of a line, and of its orders */ };

/* at most so much of a text, up to a whole character */
static struct str log_events_cut(struct str s)
{
	if (s.len <= MEANT_MAX)
		return s;
	s.len = MEANT_MAX;
	while (s.len && ((unsigned char)s.s[s.len] & 0xc0) == 0x80)
		s.len--;
	return s;
}

/* the lines that were read by their meaning */
static void meant_emit(struct game_run *run, const struct grammar *g, int seat,
		       const struct orders *o)
{
	int lang = o->lang < 0 ? 0 : o->lang, i = 0;
	struct buf order;
	struct str said;
	struct event e;

	buf_init(&order, ORDERS_MAX_LINE);
	while (orders_next_meant(g, lang, o, &i, &said, &order)) {
		common_event_orders_meant(&e, 0, seat, log_events_cut(said),
					  log_events_cut(buf_str(&order)));
		e.audience = AUDIENCE_SEAT(seat);
		game_emit(run, &e);
		buf_clear(&order);
	}
	buf_release(&order);
}

void log_event_read(struct game_run *run, const struct grammar *g, int seat,
		    const struct orders *o)
{
	struct buf lines;
	struct event e;

	if (!o->n_lines)
		return;
	buf_init(&lines, ORDERS_LANGUAGES_MAX);
	orders_write_languages(g, o, &lines);
	common_event_orders_read(
		&e, 0, seat, o->lang < 0 ? STR("") : g->words->lang[o->lang],
		buf_str(&lines));
	e.audience = AUDIENCE_SEAT(seat);
	game_emit(run, &e);
	buf_release(&lines);
	meant_emit(run, g, seat, o);
}

void log_event_name_add(struct log_event_names *r, struct arena *a,
			struct str name, struct str key)
{
	for (size_t i = 0; i < r->n; i++)
		if (str_equal(r->v[i].name, name))
			return;
	r->v = arena_grow(a, r->v, r->n, &r->room, sizeof(*r->v));
	r->v[r->n++] = (struct log_event_name){ arena_str(a, name),
						arena_str(a, key) };
}

void log_event_named(struct game_run *run, int seat,
		     const struct log_event_names *r)
{
	for (size_t i = 0; i < r->n; i++) {
		struct event e;

		common_event_card_named(&e, 0, seat, r->v[i].name, r->v[i].key);
		e.audience = AUDIENCE_SEAT(seat);
		game_emit(run, &e);
	}
}

void log_event_paused(struct game_run *run, const char *by, const char *words)
{
	struct event e;

	common_event_game_paused(&e, 0, str_of(by), str_of(words));
	game_emit(run, &e);
}

void log_event_dispute(struct game_run *run, int seat, int64_t number,
		       const struct dispute_line *l, bool pauses)
{
	struct event e;

	common_event_disputed(&e, 0, seat, (int32_t)number, (int32_t)l->point,
			      l->words);
	game_emit(run, &e);
	if (pauses)
		log_event_paused(run, "judge", "dispute");
}

static uint64_t blocking_kinds(const struct awaiting *w, int seat)
{
	uint64_t kinds = 0;

	for (int i = 0; i < w->n; i++)
		if (w->v[i].seat == seat && w->v[i].blocking)
			kinds |= w->v[i].kinds;
	return kinds;
}

/* an event that may change what the rules look at */
static bool is_of_rules(int kind)
{
	return kind >= EVENT_FIRST_OWN || kind == COMMON_OPTION_SET ||
	       kind == COMMON_SEAT_TAKEN || kind == COMMON_GAME_STARTED ||
	       kind == COMMON_OVERRIDE || kind == COMMON_UNDONE;
}

/* The actor's own orders from the same report: nothing came of these but that
 * they wait, or settings of his own. */
static bool only_waits(const struct event_list *emitted)
{
	for (int i = 0; i < emitted->n; i++) {
		const struct event *e = &emitted->v[i];

		if (e->kind == COMMON_REFUSED || e->kind == COMMON_EXPIRED ||
		    e->kind == COMMON_QUEUE_STOPPED)
			return false;
	}
	return true;
}

bool log_event_floor_stays(int seat, int actor, const struct awaiting *before,
			   const struct awaiting *after, uint32_t acted,
			   const struct event_list *emitted)
{
	uint64_t was = blocking_kinds(before, seat);
	bool corrected = false, moved = false;

	/* a stale order must not reveal other players' secret actions */
	for (int i = 0; i < emitted->n; i++) {
		int kind = emitted->v[i].kind;

		if (emitted->v[i].audience != AUDIENCE_ALL)
			continue;
		moved |= is_of_rules(kind);
		corrected |= kind < EVENT_FIRST_OWN && is_of_rules(kind);
	}
	if (!moved)
		return seat != actor || only_waits(emitted);
	return seat != actor && !corrected && was &&
	       was == blocking_kinds(after, seat) &&
	       !(acted & UINT32_C(1) << seat);
}

struct str time_text(struct arena *a, int64_t at_s)
{
	time_t t = (time_t)at_s;
	struct tm tm;

	gmtime_r(&t, &tm);
	return str_of(arena_printf(a, "%04d-%02d-%02dT%02d:%02d:%02dZ",
				   tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday,
				   tm.tm_hour, tm.tm_min, tm.tm_sec));
}

struct hash log_event_hash(const struct event *e, int field)
{
	struct hash h;

	event_get_hash(e, field, h.b);
	return h;
}

struct str log_event_text(struct arena *a, const struct event *e, int field)
{
	char room[EVENT_TEXT_ROOM];

	return arena_str(a, event_get_text(e, field, room, sizeof(room)));
}

struct str log_event_key_text(struct arena *a, struct str game, struct str key)
{
	return str_of(arena_printf(a, "HERALDO JUDGE KEY\n%.*s\n%.*s\n",
				   STR_ARG(game), STR_ARG(key)));
}
