/*
 * src/protocol/log_events.h - makes the judge's own events, identically in
 * judge and verifier: events of dice, links, words and disputes; and decides
 * which orders remain valid. It needs no store and no mail.
 */
#ifndef PROTOCOL_LOG_EVENTS_H
#define PROTOCOL_LOG_EVENTS_H
#include "protocol/judge_lines.h"
#include "orders/orders.h"
#include "engine/game.h"

/* What one adjudication may come to; more is an error. */
enum { ADJUDICATION_EVENTS = 2048, ADJUDICATION_EVENTS_MAX = 65536 };

/* A die; the next events show its purpose. seat -1: no seat's die. */
void log_event_rolled(struct game_run *run, int seat, uint32_t roll,
		      unsigned sides, unsigned face);

/* A value of the second secret, for game masters. */
void log_event_drawn(struct game_run *run, uint32_t number, int64_t round,
		     unsigned sides, unsigned value);

/* The events of a player's WORD lines, for all. */
void log_event_words(struct game_run *run, int seat, const struct word_lines *w,
		     struct entropy *all);

/* Log which orders of a run wait for a beacon pulse, at this time; silent: a
 * seat's default waits, too. */
void log_event_beacon(struct game_run *run, struct arena *a, int64_t at_s,
		      bool silent);

/* Who of n players has no part in the dice is named, when that is settled. */
void log_event_missing(struct game_run *run, const struct entropy *all, int n);

/* The link that the dice of a step came of. */
void log_event_link(struct game_run *run, const struct dice_chain_source *link,
		    uint32_t n_rolls);
/* The next chain of dice; links passed over, and the next one. */
void log_event_chain(struct game_run *run, uint32_t number,
		     const struct hash *commitment);
void log_event_skipped(struct game_run *run, uint32_t chain, uint32_t number,
		       uint32_t links);
/* In which languages a seat's orders were read, if they are any. */
void log_event_read(struct game_run *run, const struct grammar *g, int seat,
		    const struct orders *o);

/* What cards were called in orders. */
struct log_event_name {
	struct str name, key;
};
struct log_event_names {
	struct log_event_name *v;
	size_t n, room;
};

/* One more, once; texts are copied. */
void log_event_name_add(struct log_event_names *r, struct arena *a,
			struct str name, struct str key);
void log_event_named(struct game_run *run, int seat,
		     const struct log_event_names *r);

/* GAME_PAUSED, by "deadline", "judge", "table". */
void log_event_paused(struct game_run *run, const char *by, const char *words);

/* DISPUTED and, if the game goes, GAME_PAUSED. */
void log_event_dispute(struct game_run *run, int seat, int64_t number,
		       const struct dispute_line *l, bool pauses);

/*
 * Do orders that a seat wrote before an adjudication remain valid after it?
 * They do if the rules did nothing that everybody sees, and the actor's own do
 * if they only wait now. Orders of another seat do if the game waits for this
 * seat in exactly the same way as before and took no decision of this seat in
 * between: two seats that are asked at once may answer in any order. acted,
 * emitted: of the adjudication.
 */
bool log_event_floor_stays(int seat, int actor, const struct awaiting *before,
			   const struct awaiting *after, uint32_t acted,
			   const struct event_list *emitted);

/* "2026-11-21T04:39:00Z", as events have it. */
struct str time_text(struct arena *a, int64_t at_s);

/* Fields of an event: a hash, a text. */
struct hash log_event_hash(const struct event *e, int field);
struct str log_event_text(struct arena *a, const struct event *e, int field);

/* What the judge's key signs when another one follows it in a game: `key` as in
 * the event JUDGE_KEY. */
struct str log_event_key_text(struct arena *a, struct str game, struct str key);
#endif
