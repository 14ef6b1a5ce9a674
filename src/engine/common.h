/*
 * src/engine/common.h - made of common.def by
 * src/tools/gen_events.py: change that list, then run this program.
 */
#ifndef ENGINE_COMMON_H
#define ENGINE_COMMON_H
#include "engine/event.h"

enum common_event {
	COMMON_GAME_CREATED = 0,
	COMMON_OPTION_SET,
	COMMON_SEAT_TAKEN,
	COMMON_KEY_ADDED,
	COMMON_KEY_REVOKED,
	COMMON_ADDRESS_CHANGED,
	COMMON_ENTROPY_COMMITTED,
	COMMON_ENTROPY_REVEALED,
	COMMON_ENTROPY_MISSING,
	COMMON_GAME_STARTED,
	COMMON_ADJUDICATION,
	COMMON_ORDERS_SIGNED,
	COMMON_LINK_OPENED,
	COMMON_CHAIN_COMMITTED,
	COMMON_ROLLED,
	COMMON_DRAWN,
	COMMON_BEACON_BEFORE,
	COMMON_BEACON_DUE,
	COMMON_BEACON_PULSE,
	COMMON_COMMITTED,
	COMMON_OPENED,
	COMMON_REFUSED,
	COMMON_QUEUED,
	COMMON_UNQUEUED,
	COMMON_QUEUE_STOPPED,
	COMMON_QUEUE_SET,
	COMMON_STANDING_SET,
	COMMON_STANDING_REMOVED,
	COMMON_DEADLINE_PASSED,
	COMMON_DEADLINE_SET,
	COMMON_GAME_PAUSED,
	COMMON_GAME_RESUMED,
	COMMON_GAME_ENDED,
	COMMON_SECRETS_OPENED,
	COMMON_OVERRIDE,
	COMMON_DISPUTED,
	COMMON_RULED,
	COMMON_UNDONE,
	COMMON_FORK_FOUND,
	COMMON_LINKS_SKIPPED,
	COMMON_ORDERS_READ,
	COMMON_CARD_NAMED,
	COMMON_EXPIRED,
	COMMON_LAPSED,
	COMMON_ENDS_NOTHING,
	COMMON_WAITING,
	COMMON_DICE_WAIT,
	COMMON_ENTROPY_COMMITS_DUE,
	COMMON_ENTROPY_REVEALS_DUE,
	COMMON_ENTROPY_WITHHELD,
	COMMON_ENTROPY_ASKED,
	COMMON_ENTROPY_VOTED,
	COMMON_ENTROPY_RESTARTED,
	COMMON_ENTROPY_SETTLED,
	COMMON_TABLE_POLICY,
	COMMON_ABSENCE_ANNOUNCED,
	COMMON_ABSENCE_ENDED,
	COMMON_DEADLINE_MOVED,
	COMMON_PROPOSED,
	COMMON_PROPOSAL_ANSWERED,
	COMMON_DECIDED,
	COMMON_BEACON_CHANGED,
	COMMON_PRESS_SENT,
	COMMON_PRESS_BLOCKED,
	COMMON_RESTED,
	COMMON_PROXY_NAMED,
	COMMON_PROXY_ENDED,
	COMMON_KEY_OPENED,
	COMMON_CARRIED_OVER,
	COMMON_AUTO_CHOSE,
	COMMON_AUTO_OVER,
	COMMON_ENTROPY_DECLINED,
	COMMON_AUTO_DONE,
	COMMON_POINT_REPLAYED,
	COMMON_HALTED,
	COMMON_PRESS_PUBLISH_AGREED,
	COMMON_PRESS_PUBLISHED,
	COMMON_JUDGE_MOVED,
	COMMON_ORDERS_MEANT,
	COMMON_JUDGE_KEY,
	COMMON_READMISSION_ANNOUNCED,
	COMMON_SEAT_PLAYED,
	N_COMMON
};

/* the fields of each kind of event, from 0 */
enum common_event_field {
	COMMON_GAME_CREATED_GAME = 0,
	COMMON_GAME_CREATED_ID,
	COMMON_GAME_CREATED_SYSTEM,
	COMMON_GAME_CREATED_VERSION,
	COMMON_GAME_CREATED_GRAMMAR,
	COMMON_GAME_CREATED_SEATS,
	COMMON_GAME_CREATED_CHAIN,
	COMMON_GAME_CREATED_HIDDEN,
	COMMON_GAME_CREATED_JUDGE_KEY,
	COMMON_GAME_CREATED_AT,
	COMMON_GAME_CREATED_DEADLINE,
	COMMON_GAME_CREATED_WORDS,
	COMMON_GAME_CREATED_BEACON,
	N_COMMON_GAME_CREATED,
	COMMON_OPTION_SET_NAME = 0,
	COMMON_OPTION_SET_SEAT,
	COMMON_OPTION_SET_VALUE,
	N_COMMON_OPTION_SET,
	COMMON_SEAT_TAKEN_SEAT = 0,
	COMMON_SEAT_TAKEN_PERSON,
	COMMON_SEAT_TAKEN_ROLE,
	COMMON_SEAT_TAKEN_BY,
	N_COMMON_SEAT_TAKEN,
	COMMON_KEY_ADDED_PERSON = 0,
	COMMON_KEY_ADDED_FINGERPRINT,
	COMMON_KEY_ADDED_KEY,
	COMMON_KEY_ADDED_BY,
	N_COMMON_KEY_ADDED,
	COMMON_KEY_REVOKED_PERSON = 0,
	COMMON_KEY_REVOKED_FINGERPRINT,
	COMMON_KEY_REVOKED_BY,
	N_COMMON_KEY_REVOKED,
	COMMON_ADDRESS_CHANGED_PERSON = 0,
	COMMON_ADDRESS_CHANGED_BY,
	N_COMMON_ADDRESS_CHANGED,
	COMMON_ENTROPY_COMMITTED_SEAT = 0,
	COMMON_ENTROPY_COMMITTED_HASH,
	N_COMMON_ENTROPY_COMMITTED,
	COMMON_ENTROPY_REVEALED_SEAT = 0,
	COMMON_ENTROPY_REVEALED_WORD,
	N_COMMON_ENTROPY_REVEALED,
	COMMON_ENTROPY_MISSING_SEAT = 0,
	COMMON_ENTROPY_MISSING_SENT,
	N_COMMON_ENTROPY_MISSING,
	COMMON_GAME_STARTED_BY = 0,
	N_COMMON_GAME_STARTED,
	COMMON_ADJUDICATION_POINT = 0,
	COMMON_ADJUDICATION_CAUSE,
	COMMON_ADJUDICATION_SEAT,
	COMMON_ADJUDICATION_SERIAL,
	COMMON_ADJUDICATION_AT,
	N_COMMON_ADJUDICATION,
	COMMON_ORDERS_SIGNED_SEAT = 0,
	COMMON_ORDERS_SIGNED_FINGERPRINT,
	COMMON_ORDERS_SIGNED_FORMAT,
	COMMON_ORDERS_SIGNED_HASH,
	N_COMMON_ORDERS_SIGNED,
	COMMON_LINK_OPENED_CHAIN = 0,
	COMMON_LINK_OPENED_NUMBER,
	COMMON_LINK_OPENED_LINK,
	COMMON_LINK_OPENED_ROLLS,
	N_COMMON_LINK_OPENED,
	COMMON_CHAIN_COMMITTED_NUMBER = 0,
	COMMON_CHAIN_COMMITTED_CHAIN,
	N_COMMON_CHAIN_COMMITTED,
	COMMON_ROLLED_SEAT = 0,
	COMMON_ROLLED_ROLL,
	COMMON_ROLLED_SIDES,
	COMMON_ROLLED_FACE,
	N_COMMON_ROLLED,
	COMMON_DRAWN_NUMBER = 0,
	COMMON_DRAWN_ROUND,
	COMMON_DRAWN_SIDES,
	COMMON_DRAWN_VALUE,
	N_COMMON_DRAWN,
	COMMON_BEACON_BEFORE_PULSE = 0,
	N_COMMON_BEACON_BEFORE,
	COMMON_BEACON_DUE_UNTIL = 0,
	N_COMMON_BEACON_DUE,
	COMMON_BEACON_PULSE_PULSE = 0,
	N_COMMON_BEACON_PULSE,
	COMMON_COMMITTED_SEAT = 0,
	COMMON_COMMITTED_NUMBER,
	COMMON_COMMITTED_HASH,
	N_COMMON_COMMITTED,
	COMMON_OPENED_NUMBER = 0,
	COMMON_OPENED_SALT,
	COMMON_OPENED_TEXT,
	N_COMMON_OPENED,
	COMMON_REFUSED_SEAT = 0,
	COMMON_REFUSED_LINE,
	COMMON_REFUSED_REASON,
	COMMON_REFUSED_ARGS,
	COMMON_REFUSED_ORDER,
	N_COMMON_REFUSED,
	COMMON_QUEUED_SEAT = 0,
	COMMON_QUEUED_LINE,
	COMMON_QUEUED_ENTRY,
	N_COMMON_QUEUED,
	COMMON_UNQUEUED_SEAT = 0,
	COMMON_UNQUEUED_LINE,
	COMMON_UNQUEUED_CAUSE,
	COMMON_UNQUEUED_AT,
	N_COMMON_UNQUEUED,
	COMMON_QUEUE_STOPPED_SEAT = 0,
	COMMON_QUEUE_STOPPED_LINE,
	N_COMMON_QUEUE_STOPPED,
	COMMON_QUEUE_SET_SEAT = 0,
	COMMON_QUEUE_SET_WHAT,
	COMMON_QUEUE_SET_VALUE,
	N_COMMON_QUEUE_SET,
	COMMON_STANDING_SET_SEAT = 0,
	COMMON_STANDING_SET_ENTRY,
	N_COMMON_STANDING_SET,
	COMMON_STANDING_REMOVED_SEAT = 0,
	COMMON_STANDING_REMOVED_NUMBER,
	N_COMMON_STANDING_REMOVED,
	COMMON_DEADLINE_PASSED_SEAT = 0,
	COMMON_DEADLINE_PASSED_DEADLINE,
	COMMON_DEADLINE_PASSED_POLICY,
	N_COMMON_DEADLINE_PASSED,
	COMMON_DEADLINE_SET_SEAT = 0,
	COMMON_DEADLINE_SET_DEADLINE,
	COMMON_DEADLINE_SET_BY,
	COMMON_DEADLINE_SET_CAUSE,
	N_COMMON_DEADLINE_SET,
	COMMON_GAME_PAUSED_BY = 0,
	COMMON_GAME_PAUSED_CAUSE,
	N_COMMON_GAME_PAUSED,
	COMMON_GAME_RESUMED_BY = 0,
	N_COMMON_GAME_RESUMED,
	COMMON_GAME_ENDED_BY = 0,
	COMMON_GAME_ENDED_CAUSE,
	N_COMMON_GAME_ENDED,
	COMMON_SECRETS_OPENED_HIDDEN = 0,
	N_COMMON_SECRETS_OPENED,
	COMMON_OVERRIDE_BY = 0,
	COMMON_OVERRIDE_CAUSE,
	COMMON_OVERRIDE_PATH,
	COMMON_OVERRIDE_VALUE,
	N_COMMON_OVERRIDE,
	COMMON_DISPUTED_SEAT = 0,
	COMMON_DISPUTED_NUMBER,
	COMMON_DISPUTED_POINT,
	COMMON_DISPUTED_CAUSE,
	N_COMMON_DISPUTED,
	COMMON_RULED_BY = 0,
	COMMON_RULED_NUMBER,
	COMMON_RULED_VERDICT,
	COMMON_RULED_CAUSE,
	N_COMMON_RULED,
	COMMON_UNDONE_BY = 0,
	COMMON_UNDONE_CAUSE,
	COMMON_UNDONE_POINT,
	COMMON_UNDONE_FRESH,
	N_COMMON_UNDONE,
	COMMON_FORK_FOUND_BY = 0,
	COMMON_FORK_FOUND_POINT,
	COMMON_FORK_FOUND_HEAD,
	N_COMMON_FORK_FOUND,
	COMMON_LINKS_SKIPPED_CHAIN = 0,
	COMMON_LINKS_SKIPPED_NUMBER,
	COMMON_LINKS_SKIPPED_LINKS,
	N_COMMON_LINKS_SKIPPED,
	COMMON_ORDERS_READ_SEAT = 0,
	COMMON_ORDERS_READ_LANGUAGE,
	COMMON_ORDERS_READ_LINES,
	N_COMMON_ORDERS_READ,
	COMMON_CARD_NAMED_SEAT = 0,
	COMMON_CARD_NAMED_NAME,
	COMMON_CARD_NAMED_KEY,
	N_COMMON_CARD_NAMED,
	COMMON_EXPIRED_SEAT = 0,
	COMMON_EXPIRED_LINE,
	COMMON_EXPIRED_AT,
	N_COMMON_EXPIRED,
	COMMON_LAPSED_SEAT = 0,
	COMMON_LAPSED_LINE,
	COMMON_LAPSED_AT,
	N_COMMON_LAPSED,
	COMMON_ENDS_NOTHING_SEAT = 0,
	COMMON_ENDS_NOTHING_LINE,
	N_COMMON_ENDS_NOTHING,
	COMMON_WAITING_SEAT = 0,
	COMMON_WAITING_LINES,
	COMMON_WAITING_TURN,
	COMMON_WAITING_OPEN,
	N_COMMON_WAITING,
	COMMON_DICE_WAIT_SEAT = 0,
	COMMON_DICE_WAIT_LINES,
	N_COMMON_DICE_WAIT,
	COMMON_ENTROPY_COMMITS_DUE_UNTIL = 0,
	N_COMMON_ENTROPY_COMMITS_DUE,
	COMMON_ENTROPY_REVEALS_DUE_UNTIL = 0,
	N_COMMON_ENTROPY_REVEALS_DUE,
	COMMON_ENTROPY_WITHHELD_SEAT = 0,
	COMMON_ENTROPY_WITHHELD_TIMES,
	N_COMMON_ENTROPY_WITHHELD,
	COMMON_ENTROPY_ASKED_UNTIL = 0,
	COMMON_ENTROPY_ASKED_ANEW,
	N_COMMON_ENTROPY_ASKED,
	COMMON_ENTROPY_VOTED_SEAT = 0,
	COMMON_ENTROPY_VOTED_ANEW,
	N_COMMON_ENTROPY_VOTED,
	COMMON_ENTROPY_RESTARTED_UNTIL = 0,
	N_COMMON_ENTROPY_RESTARTED,
	COMMON_ENTROPY_SETTLED_WORDS = 0,
	N_COMMON_ENTROPY_SETTLED,
	COMMON_TABLE_POLICY_NAME = 0,
	COMMON_TABLE_POLICY_VALUE,
	COMMON_TABLE_POLICY_BY,
	N_COMMON_TABLE_POLICY,
	COMMON_ABSENCE_ANNOUNCED_SEAT = 0,
	COMMON_ABSENCE_ANNOUNCED_PERSON,
	COMMON_ABSENCE_ANNOUNCED_FROM,
	COMMON_ABSENCE_ANNOUNCED_UNTIL,
	COMMON_ABSENCE_ANNOUNCED_BY,
	N_COMMON_ABSENCE_ANNOUNCED,
	COMMON_ABSENCE_ENDED_SEAT = 0,
	COMMON_ABSENCE_ENDED_PERSON,
	COMMON_ABSENCE_ENDED_BY,
	N_COMMON_ABSENCE_ENDED,
	COMMON_DEADLINE_MOVED_SEAT = 0,
	COMMON_DEADLINE_MOVED_DEADLINE,
	COMMON_DEADLINE_MOVED_CAUSE,
	N_COMMON_DEADLINE_MOVED,
	COMMON_PROPOSED_SEAT = 0,
	COMMON_PROPOSED_NUMBER,
	COMMON_PROPOSED_WHAT,
	COMMON_PROPOSED_OF,
	COMMON_PROPOSED_VALUE,
	COMMON_PROPOSED_UNTIL,
	N_COMMON_PROPOSED,
	COMMON_PROPOSAL_ANSWERED_SEAT = 0,
	COMMON_PROPOSAL_ANSWERED_NUMBER,
	COMMON_PROPOSAL_ANSWERED_AGREE,
	N_COMMON_PROPOSAL_ANSWERED,
	COMMON_DECIDED_NUMBER = 0,
	COMMON_DECIDED_VERDICT,
	N_COMMON_DECIDED,
	COMMON_BEACON_CHANGED_BEACON = 0,
	COMMON_BEACON_CHANGED_BY,
	N_COMMON_BEACON_CHANGED,
	COMMON_PRESS_SENT_SEAT = 0,
	COMMON_PRESS_SENT_TO,
	N_COMMON_PRESS_SENT,
	COMMON_PRESS_BLOCKED_SEAT = 0,
	COMMON_PRESS_BLOCKED_OTHER,
	COMMON_PRESS_BLOCKED_BLOCKED,
	N_COMMON_PRESS_BLOCKED,
	COMMON_RESTED_FROM = 0,
	COMMON_RESTED_UNTIL,
	COMMON_RESTED_BY,
	N_COMMON_RESTED,
	COMMON_PROXY_NAMED_SEAT = 0,
	COMMON_PROXY_NAMED_PERSON,
	COMMON_PROXY_NAMED_UNTIL,
	COMMON_PROXY_NAMED_PRESS,
	N_COMMON_PROXY_NAMED,
	COMMON_PROXY_ENDED_SEAT = 0,
	COMMON_PROXY_ENDED_CAUSE,
	COMMON_PROXY_ENDED_WAITS,
	N_COMMON_PROXY_ENDED,
	COMMON_KEY_OPENED_PERSON = 0,
	COMMON_KEY_OPENED_NAME,
	COMMON_KEY_OPENED_FINGERPRINT,
	COMMON_KEY_OPENED_OPENS,
	COMMON_KEY_OPENED_KEY,
	COMMON_KEY_OPENED_SALT,
	N_COMMON_KEY_OPENED,
	COMMON_CARRIED_OVER_SEAT = 0,
	COMMON_CARRIED_OVER_WHAT,
	COMMON_CARRIED_OVER_KEY,
	COMMON_CARRIED_OVER_NAME,
	COMMON_CARRIED_OVER_VALUE,
	COMMON_CARRIED_OVER_GAME,
	COMMON_CARRIED_OVER_FROM,
	N_COMMON_CARRIED_OVER,
	COMMON_AUTO_CHOSE_SEAT = 0,
	COMMON_AUTO_CHOSE_ORDER,
	N_COMMON_AUTO_CHOSE,
	COMMON_AUTO_OVER_SEAT = 0,
	COMMON_AUTO_OVER_NUMBER,
	N_COMMON_AUTO_OVER,
	COMMON_ENTROPY_DECLINED_SEAT = 0,
	N_COMMON_ENTROPY_DECLINED,
	COMMON_AUTO_DONE_SEAT = 0,
	COMMON_AUTO_DONE_NUMBER,
	N_COMMON_AUTO_DONE,
	COMMON_POINT_REPLAYED_POINT = 0,
	COMMON_POINT_REPLAYED_EVENT,
	N_COMMON_POINT_REPLAYED,
	COMMON_HALTED_FRESH = 0,
	N_COMMON_HALTED,
	COMMON_PRESS_PUBLISH_AGREED_SEAT = 0,
	COMMON_PRESS_PUBLISH_AGREED_POINT,
	N_COMMON_PRESS_PUBLISH_AGREED,
	COMMON_PRESS_PUBLISHED_SEAT = 0,
	COMMON_PRESS_PUBLISHED_POINT,
	N_COMMON_PRESS_PUBLISHED,
	COMMON_JUDGE_MOVED_BY = 0,
	COMMON_JUDGE_MOVED_ADDRESS,
	N_COMMON_JUDGE_MOVED,
	COMMON_ORDERS_MEANT_SEAT = 0,
	COMMON_ORDERS_MEANT_SAID,
	COMMON_ORDERS_MEANT_ORDER,
	N_COMMON_ORDERS_MEANT,
	COMMON_JUDGE_KEY_BY = 0,
	COMMON_JUDGE_KEY_KEY,
	COMMON_JUDGE_KEY_SIGNATURE,
	N_COMMON_JUDGE_KEY,
	COMMON_READMISSION_ANNOUNCED_SEAT = 0,
	COMMON_READMISSION_ANNOUNCED_BY,
	N_COMMON_READMISSION_ANNOUNCED,
	COMMON_SEAT_PLAYED_SEAT = 0,
	COMMON_SEAT_PLAYED_PERSON,
	COMMON_SEAT_PLAYED_STRENGTH,
	COMMON_SEAT_PLAYED_VERSION,
	COMMON_SEAT_PLAYED_BY,
	N_COMMON_SEAT_PLAYED
};

static inline void common_event_option_set(struct event *e, int rule,
					   struct str name, int32_t seat,
					   const int32_t *value, int n_value)
{
	event_start(e, COMMON_OPTION_SET, rule);
	event_put_text(e, COMMON_OPTION_SET_NAME, name);
	event_put(e, COMMON_OPTION_SET_SEAT, seat);
	event_put_ints(e, COMMON_OPTION_SET_VALUE, value, n_value);
}

static inline void common_event_seat_taken(struct event *e, int rule,
					   int32_t seat, struct str person,
					   struct str role, struct str by)
{
	event_start(e, COMMON_SEAT_TAKEN, rule);
	event_put(e, COMMON_SEAT_TAKEN_SEAT, seat);
	event_put_text(e, COMMON_SEAT_TAKEN_PERSON, person);
	event_put_text(e, COMMON_SEAT_TAKEN_ROLE, role);
	event_put_text(e, COMMON_SEAT_TAKEN_BY, by);
}

static inline void common_event_key_added(struct event *e, int rule,
					  struct str person,
					  struct str fingerprint,
					  struct str key, struct str by)
{
	event_start(e, COMMON_KEY_ADDED, rule);
	event_put_text(e, COMMON_KEY_ADDED_PERSON, person);
	event_put_text(e, COMMON_KEY_ADDED_FINGERPRINT, fingerprint);
	event_put_text(e, COMMON_KEY_ADDED_KEY, key);
	event_put_text(e, COMMON_KEY_ADDED_BY, by);
}

static inline void common_event_key_revoked(struct event *e, int rule,
					    struct str person,
					    struct str fingerprint,
					    struct str by)
{
	event_start(e, COMMON_KEY_REVOKED, rule);
	event_put_text(e, COMMON_KEY_REVOKED_PERSON, person);
	event_put_text(e, COMMON_KEY_REVOKED_FINGERPRINT, fingerprint);
	event_put_text(e, COMMON_KEY_REVOKED_BY, by);
}

static inline void common_event_address_changed(struct event *e, int rule,
						struct str person,
						struct str by)
{
	event_start(e, COMMON_ADDRESS_CHANGED, rule);
	event_put_text(e, COMMON_ADDRESS_CHANGED_PERSON, person);
	event_put_text(e, COMMON_ADDRESS_CHANGED_BY, by);
}

static inline void common_event_entropy_committed(struct event *e, int rule,
						  int32_t seat, struct str hash)
{
	event_start(e, COMMON_ENTROPY_COMMITTED, rule);
	event_put(e, COMMON_ENTROPY_COMMITTED_SEAT, seat);
	event_put_text(e, COMMON_ENTROPY_COMMITTED_HASH, hash);
}

static inline void common_event_entropy_revealed(struct event *e, int rule,
						 int32_t seat, struct str word)
{
	event_start(e, COMMON_ENTROPY_REVEALED, rule);
	event_put(e, COMMON_ENTROPY_REVEALED_SEAT, seat);
	event_put_text(e, COMMON_ENTROPY_REVEALED_WORD, word);
}

static inline void common_event_entropy_missing(struct event *e, int rule,
						int32_t seat, int32_t sent)
{
	event_start(e, COMMON_ENTROPY_MISSING, rule);
	event_put(e, COMMON_ENTROPY_MISSING_SEAT, seat);
	event_put(e, COMMON_ENTROPY_MISSING_SENT, sent);
}

static inline void common_event_game_started(struct event *e, int rule,
					     struct str by)
{
	event_start(e, COMMON_GAME_STARTED, rule);
	event_put_text(e, COMMON_GAME_STARTED_BY, by);
}

static inline void common_event_adjudication(struct event *e, int rule,
					     int32_t point, struct str cause,
					     int32_t seat, int32_t serial,
					     struct str at)
{
	event_start(e, COMMON_ADJUDICATION, rule);
	event_put(e, COMMON_ADJUDICATION_POINT, point);
	event_put_text(e, COMMON_ADJUDICATION_CAUSE, cause);
	event_put(e, COMMON_ADJUDICATION_SEAT, seat);
	event_put(e, COMMON_ADJUDICATION_SERIAL, serial);
	event_put_text(e, COMMON_ADJUDICATION_AT, at);
}

static inline void
common_event_orders_signed(struct event *e, int rule, int32_t seat,
			   struct str fingerprint, struct str format,
			   const uint8_t hash[EVENT_HASH_SIZE])
{
	event_start(e, COMMON_ORDERS_SIGNED, rule);
	event_put(e, COMMON_ORDERS_SIGNED_SEAT, seat);
	event_put_text(e, COMMON_ORDERS_SIGNED_FINGERPRINT, fingerprint);
	event_put_text(e, COMMON_ORDERS_SIGNED_FORMAT, format);
	event_put_hash(e, COMMON_ORDERS_SIGNED_HASH, hash);
}

static inline void common_event_link_opened(struct event *e, int rule,
					    int32_t chain, int32_t number,
					    const uint8_t link[EVENT_HASH_SIZE],
					    int32_t rolls)
{
	event_start(e, COMMON_LINK_OPENED, rule);
	event_put(e, COMMON_LINK_OPENED_CHAIN, chain);
	event_put(e, COMMON_LINK_OPENED_NUMBER, number);
	event_put_hash(e, COMMON_LINK_OPENED_LINK, link);
	event_put(e, COMMON_LINK_OPENED_ROLLS, rolls);
}

static inline void
common_event_chain_committed(struct event *e, int rule, int32_t number,
			     const uint8_t chain[EVENT_HASH_SIZE])
{
	event_start(e, COMMON_CHAIN_COMMITTED, rule);
	event_put(e, COMMON_CHAIN_COMMITTED_NUMBER, number);
	event_put_hash(e, COMMON_CHAIN_COMMITTED_CHAIN, chain);
}

static inline void common_event_rolled(struct event *e, int rule, int32_t seat,
				       int32_t roll, int32_t sides,
				       int32_t face)
{
	event_start(e, COMMON_ROLLED, rule);
	event_put(e, COMMON_ROLLED_SEAT, seat);
	event_put(e, COMMON_ROLLED_ROLL, roll);
	event_put(e, COMMON_ROLLED_SIDES, sides);
	event_put(e, COMMON_ROLLED_FACE, face);
}

static inline void common_event_drawn(struct event *e, int rule, int32_t number,
				      int32_t round, int32_t sides,
				      int32_t value)
{
	event_start(e, COMMON_DRAWN, rule);
	event_put(e, COMMON_DRAWN_NUMBER, number);
	event_put(e, COMMON_DRAWN_ROUND, round);
	event_put(e, COMMON_DRAWN_SIDES, sides);
	event_put(e, COMMON_DRAWN_VALUE, value);
}

static inline void common_event_beacon_before(struct event *e, int rule,
					      struct str pulse)
{
	event_start(e, COMMON_BEACON_BEFORE, rule);
	event_put_text(e, COMMON_BEACON_BEFORE_PULSE, pulse);
}

static inline void common_event_beacon_due(struct event *e, int rule,
					   struct str until)
{
	event_start(e, COMMON_BEACON_DUE, rule);
	event_put_text(e, COMMON_BEACON_DUE_UNTIL, until);
}

static inline void common_event_beacon_pulse(struct event *e, int rule,
					     struct str pulse)
{
	event_start(e, COMMON_BEACON_PULSE, rule);
	event_put_text(e, COMMON_BEACON_PULSE_PULSE, pulse);
}

static inline void common_event_committed(struct event *e, int rule,
					  int32_t seat, int32_t number,
					  const uint8_t hash[EVENT_HASH_SIZE])
{
	event_start(e, COMMON_COMMITTED, rule);
	event_put(e, COMMON_COMMITTED_SEAT, seat);
	event_put(e, COMMON_COMMITTED_NUMBER, number);
	event_put_hash(e, COMMON_COMMITTED_HASH, hash);
}

static inline void common_event_opened(struct event *e, int rule,
				       int32_t number,
				       const uint8_t salt[EVENT_HASH_SIZE],
				       struct str text)
{
	event_start(e, COMMON_OPENED, rule);
	event_put(e, COMMON_OPENED_NUMBER, number);
	event_put_hash(e, COMMON_OPENED_SALT, salt);
	event_put_text(e, COMMON_OPENED_TEXT, text);
}

static inline void common_event_queued(struct event *e, int rule, int32_t seat,
				       int32_t line, const int32_t *entry,
				       int n_entry)
{
	event_start(e, COMMON_QUEUED, rule);
	event_put(e, COMMON_QUEUED_SEAT, seat);
	event_put(e, COMMON_QUEUED_LINE, line);
	event_put_ints(e, COMMON_QUEUED_ENTRY, entry, n_entry);
}

static inline void common_event_unqueued(struct event *e, int rule,
					 int32_t seat, int32_t line,
					 struct str cause, int32_t at)
{
	event_start(e, COMMON_UNQUEUED, rule);
	event_put(e, COMMON_UNQUEUED_SEAT, seat);
	event_put(e, COMMON_UNQUEUED_LINE, line);
	event_put_text(e, COMMON_UNQUEUED_CAUSE, cause);
	event_put(e, COMMON_UNQUEUED_AT, at);
}

static inline void common_event_queue_stopped(struct event *e, int rule,
					      int32_t seat, int32_t line)
{
	event_start(e, COMMON_QUEUE_STOPPED, rule);
	event_put(e, COMMON_QUEUE_STOPPED_SEAT, seat);
	event_put(e, COMMON_QUEUE_STOPPED_LINE, line);
}

static inline void common_event_queue_set(struct event *e, int rule,
					  int32_t seat, struct str what,
					  int32_t value)
{
	event_start(e, COMMON_QUEUE_SET, rule);
	event_put(e, COMMON_QUEUE_SET_SEAT, seat);
	event_put_text(e, COMMON_QUEUE_SET_WHAT, what);
	event_put(e, COMMON_QUEUE_SET_VALUE, value);
}

static inline void common_event_standing_set(struct event *e, int rule,
					     int32_t seat, const int32_t *entry,
					     int n_entry)
{
	event_start(e, COMMON_STANDING_SET, rule);
	event_put(e, COMMON_STANDING_SET_SEAT, seat);
	event_put_ints(e, COMMON_STANDING_SET_ENTRY, entry, n_entry);
}

static inline void common_event_standing_removed(struct event *e, int rule,
						 int32_t seat, int32_t number)
{
	event_start(e, COMMON_STANDING_REMOVED, rule);
	event_put(e, COMMON_STANDING_REMOVED_SEAT, seat);
	event_put(e, COMMON_STANDING_REMOVED_NUMBER, number);
}

static inline void common_event_deadline_passed(struct event *e, int rule,
						int32_t seat,
						struct str deadline,
						struct str policy)
{
	event_start(e, COMMON_DEADLINE_PASSED, rule);
	event_put(e, COMMON_DEADLINE_PASSED_SEAT, seat);
	event_put_text(e, COMMON_DEADLINE_PASSED_DEADLINE, deadline);
	event_put_text(e, COMMON_DEADLINE_PASSED_POLICY, policy);
}

static inline void common_event_deadline_set(struct event *e, int rule,
					     int32_t seat, struct str deadline,
					     struct str by, struct str cause)
{
	event_start(e, COMMON_DEADLINE_SET, rule);
	event_put(e, COMMON_DEADLINE_SET_SEAT, seat);
	event_put_text(e, COMMON_DEADLINE_SET_DEADLINE, deadline);
	event_put_text(e, COMMON_DEADLINE_SET_BY, by);
	event_put_text(e, COMMON_DEADLINE_SET_CAUSE, cause);
}

static inline void common_event_game_paused(struct event *e, int rule,
					    struct str by, struct str cause)
{
	event_start(e, COMMON_GAME_PAUSED, rule);
	event_put_text(e, COMMON_GAME_PAUSED_BY, by);
	event_put_text(e, COMMON_GAME_PAUSED_CAUSE, cause);
}

static inline void common_event_game_resumed(struct event *e, int rule,
					     struct str by)
{
	event_start(e, COMMON_GAME_RESUMED, rule);
	event_put_text(e, COMMON_GAME_RESUMED_BY, by);
}

static inline void common_event_game_ended(struct event *e, int rule,
					   struct str by, struct str cause)
{
	event_start(e, COMMON_GAME_ENDED, rule);
	event_put_text(e, COMMON_GAME_ENDED_BY, by);
	event_put_text(e, COMMON_GAME_ENDED_CAUSE, cause);
}

static inline void
common_event_secrets_opened(struct event *e, int rule,
			    const uint8_t hidden[EVENT_HASH_SIZE])
{
	event_start(e, COMMON_SECRETS_OPENED, rule);
	event_put_hash(e, COMMON_SECRETS_OPENED_HIDDEN, hidden);
}

static inline void common_event_override(struct event *e, int rule,
					 struct str by, struct str cause,
					 struct str path, const int32_t *value,
					 int n_value)
{
	event_start(e, COMMON_OVERRIDE, rule);
	event_put_text(e, COMMON_OVERRIDE_BY, by);
	event_put_text(e, COMMON_OVERRIDE_CAUSE, cause);
	event_put_text(e, COMMON_OVERRIDE_PATH, path);
	event_put_ints(e, COMMON_OVERRIDE_VALUE, value, n_value);
}

static inline void common_event_disputed(struct event *e, int rule,
					 int32_t seat, int32_t number,
					 int32_t point, struct str cause)
{
	event_start(e, COMMON_DISPUTED, rule);
	event_put(e, COMMON_DISPUTED_SEAT, seat);
	event_put(e, COMMON_DISPUTED_NUMBER, number);
	event_put(e, COMMON_DISPUTED_POINT, point);
	event_put_text(e, COMMON_DISPUTED_CAUSE, cause);
}

static inline void common_event_ruled(struct event *e, int rule, struct str by,
				      int32_t number, struct str verdict,
				      struct str cause)
{
	event_start(e, COMMON_RULED, rule);
	event_put_text(e, COMMON_RULED_BY, by);
	event_put(e, COMMON_RULED_NUMBER, number);
	event_put_text(e, COMMON_RULED_VERDICT, verdict);
	event_put_text(e, COMMON_RULED_CAUSE, cause);
}

static inline void common_event_undone(struct event *e, int rule, struct str by,
				       struct str cause, int32_t point,
				       int32_t fresh)
{
	event_start(e, COMMON_UNDONE, rule);
	event_put_text(e, COMMON_UNDONE_BY, by);
	event_put_text(e, COMMON_UNDONE_CAUSE, cause);
	event_put(e, COMMON_UNDONE_POINT, point);
	event_put(e, COMMON_UNDONE_FRESH, fresh);
}

static inline void common_event_fork_found(struct event *e, int rule,
					   struct str by, int32_t point,
					   struct str head)
{
	event_start(e, COMMON_FORK_FOUND, rule);
	event_put_text(e, COMMON_FORK_FOUND_BY, by);
	event_put(e, COMMON_FORK_FOUND_POINT, point);
	event_put_text(e, COMMON_FORK_FOUND_HEAD, head);
}

static inline void common_event_links_skipped(struct event *e, int rule,
					      int32_t chain, int32_t number,
					      int32_t links)
{
	event_start(e, COMMON_LINKS_SKIPPED, rule);
	event_put(e, COMMON_LINKS_SKIPPED_CHAIN, chain);
	event_put(e, COMMON_LINKS_SKIPPED_NUMBER, number);
	event_put(e, COMMON_LINKS_SKIPPED_LINKS, links);
}

static inline void common_event_orders_read(struct event *e, int rule,
					    int32_t seat, struct str language,
					    struct str lines)
{
	event_start(e, COMMON_ORDERS_READ, rule);
	event_put(e, COMMON_ORDERS_READ_SEAT, seat);
	event_put_text(e, COMMON_ORDERS_READ_LANGUAGE, language);
	event_put_text(e, COMMON_ORDERS_READ_LINES, lines);
}

static inline void common_event_card_named(struct event *e, int rule,
					   int32_t seat, struct str name,
					   struct str key)
{
	event_start(e, COMMON_CARD_NAMED, rule);
	event_put(e, COMMON_CARD_NAMED_SEAT, seat);
	event_put_text(e, COMMON_CARD_NAMED_NAME, name);
	event_put_text(e, COMMON_CARD_NAMED_KEY, key);
}

static inline void common_event_expired(struct event *e, int rule, int32_t seat,
					int32_t line, int32_t at)
{
	event_start(e, COMMON_EXPIRED, rule);
	event_put(e, COMMON_EXPIRED_SEAT, seat);
	event_put(e, COMMON_EXPIRED_LINE, line);
	event_put(e, COMMON_EXPIRED_AT, at);
}

static inline void common_event_lapsed(struct event *e, int rule, int32_t seat,
				       int32_t line, int32_t at)
{
	event_start(e, COMMON_LAPSED, rule);
	event_put(e, COMMON_LAPSED_SEAT, seat);
	event_put(e, COMMON_LAPSED_LINE, line);
	event_put(e, COMMON_LAPSED_AT, at);
}

static inline void common_event_ends_nothing(struct event *e, int rule,
					     int32_t seat, int32_t line)
{
	event_start(e, COMMON_ENDS_NOTHING, rule);
	event_put(e, COMMON_ENDS_NOTHING_SEAT, seat);
	event_put(e, COMMON_ENDS_NOTHING_LINE, line);
}

static inline void common_event_waiting(struct event *e, int rule, int32_t seat,
					const int32_t *lines, int n_lines,
					int32_t turn, int32_t open)
{
	event_start(e, COMMON_WAITING, rule);
	event_put(e, COMMON_WAITING_SEAT, seat);
	event_put_ints(e, COMMON_WAITING_LINES, lines, n_lines);
	event_put(e, COMMON_WAITING_TURN, turn);
	event_put(e, COMMON_WAITING_OPEN, open);
}

static inline void common_event_dice_wait(struct event *e, int rule,
					  int32_t seat, const int32_t *lines,
					  int n_lines)
{
	event_start(e, COMMON_DICE_WAIT, rule);
	event_put(e, COMMON_DICE_WAIT_SEAT, seat);
	event_put_ints(e, COMMON_DICE_WAIT_LINES, lines, n_lines);
}

static inline void common_event_entropy_commits_due(struct event *e, int rule,
						    struct str until)
{
	event_start(e, COMMON_ENTROPY_COMMITS_DUE, rule);
	event_put_text(e, COMMON_ENTROPY_COMMITS_DUE_UNTIL, until);
}

static inline void common_event_entropy_reveals_due(struct event *e, int rule,
						    struct str until)
{
	event_start(e, COMMON_ENTROPY_REVEALS_DUE, rule);
	event_put_text(e, COMMON_ENTROPY_REVEALS_DUE_UNTIL, until);
}

static inline void common_event_entropy_withheld(struct event *e, int rule,
						 int32_t seat, int32_t times)
{
	event_start(e, COMMON_ENTROPY_WITHHELD, rule);
	event_put(e, COMMON_ENTROPY_WITHHELD_SEAT, seat);
	event_put(e, COMMON_ENTROPY_WITHHELD_TIMES, times);
}

static inline void common_event_entropy_asked(struct event *e, int rule,
					      struct str until, int32_t anew)
{
	event_start(e, COMMON_ENTROPY_ASKED, rule);
	event_put_text(e, COMMON_ENTROPY_ASKED_UNTIL, until);
	event_put(e, COMMON_ENTROPY_ASKED_ANEW, anew);
}

static inline void common_event_entropy_voted(struct event *e, int rule,
					      int32_t seat, int32_t anew)
{
	event_start(e, COMMON_ENTROPY_VOTED, rule);
	event_put(e, COMMON_ENTROPY_VOTED_SEAT, seat);
	event_put(e, COMMON_ENTROPY_VOTED_ANEW, anew);
}

static inline void common_event_entropy_restarted(struct event *e, int rule,
						  struct str until)
{
	event_start(e, COMMON_ENTROPY_RESTARTED, rule);
	event_put_text(e, COMMON_ENTROPY_RESTARTED_UNTIL, until);
}

static inline void common_event_entropy_settled(struct event *e, int rule,
						int32_t words)
{
	event_start(e, COMMON_ENTROPY_SETTLED, rule);
	event_put(e, COMMON_ENTROPY_SETTLED_WORDS, words);
}

static inline void common_event_table_policy(struct event *e, int rule,
					     struct str name, struct str value,
					     struct str by)
{
	event_start(e, COMMON_TABLE_POLICY, rule);
	event_put_text(e, COMMON_TABLE_POLICY_NAME, name);
	event_put_text(e, COMMON_TABLE_POLICY_VALUE, value);
	event_put_text(e, COMMON_TABLE_POLICY_BY, by);
}

static inline void
common_event_absence_announced(struct event *e, int rule, int32_t seat,
			       struct str person, struct str from,
			       struct str until, struct str by)
{
	event_start(e, COMMON_ABSENCE_ANNOUNCED, rule);
	event_put(e, COMMON_ABSENCE_ANNOUNCED_SEAT, seat);
	event_put_text(e, COMMON_ABSENCE_ANNOUNCED_PERSON, person);
	event_put_text(e, COMMON_ABSENCE_ANNOUNCED_FROM, from);
	event_put_text(e, COMMON_ABSENCE_ANNOUNCED_UNTIL, until);
	event_put_text(e, COMMON_ABSENCE_ANNOUNCED_BY, by);
}

static inline void common_event_absence_ended(struct event *e, int rule,
					      int32_t seat, struct str person,
					      struct str by)
{
	event_start(e, COMMON_ABSENCE_ENDED, rule);
	event_put(e, COMMON_ABSENCE_ENDED_SEAT, seat);
	event_put_text(e, COMMON_ABSENCE_ENDED_PERSON, person);
	event_put_text(e, COMMON_ABSENCE_ENDED_BY, by);
}

static inline void common_event_deadline_moved(struct event *e, int rule,
					       int32_t seat,
					       struct str deadline,
					       struct str cause)
{
	event_start(e, COMMON_DEADLINE_MOVED, rule);
	event_put(e, COMMON_DEADLINE_MOVED_SEAT, seat);
	event_put_text(e, COMMON_DEADLINE_MOVED_DEADLINE, deadline);
	event_put_text(e, COMMON_DEADLINE_MOVED_CAUSE, cause);
}

static inline void common_event_proposal_answered(struct event *e, int rule,
						  int32_t seat, int32_t number,
						  int32_t agree)
{
	event_start(e, COMMON_PROPOSAL_ANSWERED, rule);
	event_put(e, COMMON_PROPOSAL_ANSWERED_SEAT, seat);
	event_put(e, COMMON_PROPOSAL_ANSWERED_NUMBER, number);
	event_put(e, COMMON_PROPOSAL_ANSWERED_AGREE, agree);
}

static inline void common_event_decided(struct event *e, int rule,
					int32_t number, struct str verdict)
{
	event_start(e, COMMON_DECIDED, rule);
	event_put(e, COMMON_DECIDED_NUMBER, number);
	event_put_text(e, COMMON_DECIDED_VERDICT, verdict);
}

static inline void common_event_beacon_changed(struct event *e, int rule,
					       struct str beacon, struct str by)
{
	event_start(e, COMMON_BEACON_CHANGED, rule);
	event_put_text(e, COMMON_BEACON_CHANGED_BEACON, beacon);
	event_put_text(e, COMMON_BEACON_CHANGED_BY, by);
}

static inline void common_event_press_sent(struct event *e, int rule,
					   int32_t seat, struct str to)
{
	event_start(e, COMMON_PRESS_SENT, rule);
	event_put(e, COMMON_PRESS_SENT_SEAT, seat);
	event_put_text(e, COMMON_PRESS_SENT_TO, to);
}

static inline void common_event_press_blocked(struct event *e, int rule,
					      int32_t seat, int32_t other,
					      int32_t blocked)
{
	event_start(e, COMMON_PRESS_BLOCKED, rule);
	event_put(e, COMMON_PRESS_BLOCKED_SEAT, seat);
	event_put(e, COMMON_PRESS_BLOCKED_OTHER, other);
	event_put(e, COMMON_PRESS_BLOCKED_BLOCKED, blocked);
}

static inline void common_event_rested(struct event *e, int rule,
				       struct str from, struct str until,
				       struct str by)
{
	event_start(e, COMMON_RESTED, rule);
	event_put_text(e, COMMON_RESTED_FROM, from);
	event_put_text(e, COMMON_RESTED_UNTIL, until);
	event_put_text(e, COMMON_RESTED_BY, by);
}

static inline void common_event_proxy_named(struct event *e, int rule,
					    int32_t seat, struct str person,
					    struct str until, int32_t press)
{
	event_start(e, COMMON_PROXY_NAMED, rule);
	event_put(e, COMMON_PROXY_NAMED_SEAT, seat);
	event_put_text(e, COMMON_PROXY_NAMED_PERSON, person);
	event_put_text(e, COMMON_PROXY_NAMED_UNTIL, until);
	event_put(e, COMMON_PROXY_NAMED_PRESS, press);
}

static inline void common_event_proxy_ended(struct event *e, int rule,
					    int32_t seat, struct str cause,
					    int32_t waits)
{
	event_start(e, COMMON_PROXY_ENDED, rule);
	event_put(e, COMMON_PROXY_ENDED_SEAT, seat);
	event_put_text(e, COMMON_PROXY_ENDED_CAUSE, cause);
	event_put(e, COMMON_PROXY_ENDED_WAITS, waits);
}

static inline void common_event_auto_chose(struct event *e, int rule,
					   int32_t seat, struct str order)
{
	event_start(e, COMMON_AUTO_CHOSE, rule);
	event_put(e, COMMON_AUTO_CHOSE_SEAT, seat);
	event_put_text(e, COMMON_AUTO_CHOSE_ORDER, order);
}

static inline void common_event_auto_over(struct event *e, int rule,
					  int32_t seat, int32_t number)
{
	event_start(e, COMMON_AUTO_OVER, rule);
	event_put(e, COMMON_AUTO_OVER_SEAT, seat);
	event_put(e, COMMON_AUTO_OVER_NUMBER, number);
}

static inline void common_event_entropy_declined(struct event *e, int rule,
						 int32_t seat)
{
	event_start(e, COMMON_ENTROPY_DECLINED, rule);
	event_put(e, COMMON_ENTROPY_DECLINED_SEAT, seat);
}

static inline void common_event_auto_done(struct event *e, int rule,
					  int32_t seat, int32_t number)
{
	event_start(e, COMMON_AUTO_DONE, rule);
	event_put(e, COMMON_AUTO_DONE_SEAT, seat);
	event_put(e, COMMON_AUTO_DONE_NUMBER, number);
}

static inline void common_event_point_replayed(struct event *e, int rule,
					       int32_t point, int32_t event)
{
	event_start(e, COMMON_POINT_REPLAYED, rule);
	event_put(e, COMMON_POINT_REPLAYED_POINT, point);
	event_put(e, COMMON_POINT_REPLAYED_EVENT, event);
}

static inline void common_event_halted(struct event *e, int rule, int32_t fresh)
{
	event_start(e, COMMON_HALTED, rule);
	event_put(e, COMMON_HALTED_FRESH, fresh);
}

static inline void common_event_press_publish_agreed(struct event *e, int rule,
						     int32_t seat,
						     int32_t point)
{
	event_start(e, COMMON_PRESS_PUBLISH_AGREED, rule);
	event_put(e, COMMON_PRESS_PUBLISH_AGREED_SEAT, seat);
	event_put(e, COMMON_PRESS_PUBLISH_AGREED_POINT, point);
}

static inline void common_event_press_published(struct event *e, int rule,
						int32_t seat, int32_t point)
{
	event_start(e, COMMON_PRESS_PUBLISHED, rule);
	event_put(e, COMMON_PRESS_PUBLISHED_SEAT, seat);
	event_put(e, COMMON_PRESS_PUBLISHED_POINT, point);
}

static inline void common_event_judge_moved(struct event *e, int rule,
					    struct str by, struct str address)
{
	event_start(e, COMMON_JUDGE_MOVED, rule);
	event_put_text(e, COMMON_JUDGE_MOVED_BY, by);
	event_put_text(e, COMMON_JUDGE_MOVED_ADDRESS, address);
}

static inline void common_event_orders_meant(struct event *e, int rule,
					     int32_t seat, struct str said,
					     struct str order)
{
	event_start(e, COMMON_ORDERS_MEANT, rule);
	event_put(e, COMMON_ORDERS_MEANT_SEAT, seat);
	event_put_text(e, COMMON_ORDERS_MEANT_SAID, said);
	event_put_text(e, COMMON_ORDERS_MEANT_ORDER, order);
}

static inline void common_event_judge_key(struct event *e, int rule,
					  struct str by, struct str key,
					  struct str signature)
{
	event_start(e, COMMON_JUDGE_KEY, rule);
	event_put_text(e, COMMON_JUDGE_KEY_BY, by);
	event_put_text(e, COMMON_JUDGE_KEY_KEY, key);
	event_put_text(e, COMMON_JUDGE_KEY_SIGNATURE, signature);
}

static inline void common_event_readmission_announced(struct event *e, int rule,
						      int32_t seat,
						      struct str by)
{
	event_start(e, COMMON_READMISSION_ANNOUNCED, rule);
	event_put(e, COMMON_READMISSION_ANNOUNCED_SEAT, seat);
	event_put_text(e, COMMON_READMISSION_ANNOUNCED_BY, by);
}

static inline void common_event_seat_played(struct event *e, int rule,
					    int32_t seat, struct str person,
					    struct str strength,
					    int32_t version, struct str by)
{
	event_start(e, COMMON_SEAT_PLAYED, rule);
	event_put(e, COMMON_SEAT_PLAYED_SEAT, seat);
	event_put_text(e, COMMON_SEAT_PLAYED_PERSON, person);
	event_put_text(e, COMMON_SEAT_PLAYED_STRENGTH, strength);
	event_put(e, COMMON_SEAT_PLAYED_VERSION, version);
	event_put_text(e, COMMON_SEAT_PLAYED_BY, by);
}
#endif
