/*
 * src/judge/judge_private.h - struct judge and the helpers that only the
 * judge's own files use.
 */
#ifndef JUDGE_JUDGE_PRIVATE_H
#define JUDGE_JUDGE_PRIVATE_H
#include "base/buf.h"
#include "base/str.h"
#include "judge/judge.h"
#include "judge/policies/timer_retry.h"
#include "protocol/log_events.h"
#include "judge/notify/relay.h"
#include "judge/game/rule_versions.h"
#include "engine/slot.h"

struct adjudication;
struct game_ctx;

/* Functions of folders above the callers; judge_open sets them. */
struct judge_calls {
	/* after each adjudication: what the policies of a game keep */
	enum err (*proposals_save)(struct adjudication *x, struct why *why);
	enum err (*proxy_save)(struct adjudication *x, struct why *why);
	enum err (*spectators_save)(struct adjudication *x, struct why *why);
	/* judge/handlers.h */
	enum err (*again)(struct judge *j, int64_t game,
			  const struct signed_row *s, struct arena *a,
			  struct why *why);
	enum err (*replay)(struct adjudication *x, const struct signed_row *s,
			   struct why *why);
	enum err (*join_wish)(const struct game_ctx *t, int slot,
			      struct str name, struct arena *a,
			      struct join_row *out, const char **no,
			      struct why *why);
	enum err (*join_sit)(struct adjudication *x, const struct join_row *row,
			     struct str by, struct why *why);
};

enum { JUDGE_FORMER = 64 };

struct judge {
	struct judge_config c;
	const struct judge_calls *calls;
	struct key former[JUDGE_FORMER]; /* it signed with before */
	int n_former;
	struct store *st;
	struct event_list events; /* room for one adjudication, reused */
	struct arena config;      /* copies of its texts */
	struct rule_versions *rule_versions; /* the versions of its games */
	int lock;                            /* a file, -1: a guest has none */
	enum err begun; /* how the last JUDGE_WHOLE began */
	/* new mails whose first try was counted when they were stored, and
	 * not made yet */
	int64_t counted[JUDGE_BATCH];
	int n_counted;
	/* mails of the inbox and the outbox whose attempt was counted and then
	 * not made, because the disk was full */
	struct attempts {
		int64_t ids[JUDGE_BATCH];
		int n;
	} inbox_unmade, outbox_unmade;
	/* mails that are being written, in the order in which they leave */
	struct outgoing *drafts[JUDGE_BATCH];
	int n_drafts;
	struct put_offs put_off;
	bool timers_held; /* judge_timers_hold */
	struct relay relay;
	uint8_t chance[HASH_SIZE]; /* a secret: judge/game/moment.h */
	/* of the current mail or timer; at_s is 0 if there is none */
	struct {
		int64_t at_s;
		struct hash of;   /* which it is */
		uint64_t n_drawn; /* random values so far */
	} moment;
	/* the state that was loaded or reached last (game_ctx_state_save),
	 * packed it has this hash; NULL: none yet */
	struct game *last;
	uint8_t last_hash[HASH_SIZE];
	/* what decided the game that ended last, for each of its readers; v is
	 * NULL: none has ended */
	struct {
		int64_t game, n_events; /* of its log */
		struct analysis_turn *v;
		int n;
	} decided;
};

/* Drop all begun mails; their attempts do not count. */
void judge_drafts_drop(struct judge *j);

/*
 * The environment failed, not these mails: attempts_note keeps the mails,
 * attempts_uncount subtracts their counted attempts in the database. If it
 * fails, they are kept for the next call. uncount is the store's function for
 * one mail.
 */
void attempts_note(struct attempts *x, const int64_t *ids, int n);
enum err attempts_uncount(struct judge *j, struct attempts *x,
			  enum err (*uncount)(struct store *st, int64_t id,
					      struct why *why),
			  struct why *why);

/* kinds of timers; numbers are stored: never change one */
enum timer_kind {
	TIMER_DEADLINE = 1, /* a player's time is up */
	TIMER_WARNING = 2,  /* it soon will be */
	TIMER_JOINS = 3,    /* JOINs wait that no mail has listed yet */
	TIMER_REROLL = 4,   /* a ruling has been mailed; slot: its number */
	TIMER_WORDS = 6,    /* a step of the random words is over */
	TIMER_BEACON =
		8, /* a pulse is looked for; slot: judge/game/beacon_wait.c */
	TIMER_READMIT = 9, /* a lost key: the holder of the slot is asked */
	TIMER_WORDS_WARNING = 10, /* a step of the words soon will be over */
	TIMER_LAPSE = 11,         /* a proposal to the table lapses */
	TIMER_WATCH =
		12,      /* a mail to spectators: judge/policies/spectators.h */
	TIMER_HOLD = 13, /* orders that waited for it are used */
	TIMER_DEPUTY = 14,  /* the time of a deputy is over; slot: the seat */
	TIMER_DESK = 15,    /* the morning of a game master:
			       judge/notify/gm_summary.h */
	TIMER_PRACTICE = 16 /* a practice game was silent for long */
};

/* The wall clock: for sending, retrying and deleting. */
static inline int64_t judge_clock(const struct judge *j)
{
	return j->c.env.now_s(j->c.env.context);
}

/* The time of the current mail or timer (judge/game/moment.h), else the clock.
 */
static inline int64_t judge_now(const struct judge *j)
{
	return j->moment.at_s ? j->moment.at_s : judge_clock(j);
}

/* The end of a transaction: kept, unless there was an error. */
static inline enum err judge_end(struct judge *j, enum err e, struct why *why)
{
	if (!e)
		e = store_commit(j->st, why);
	if (e)
		store_rollback(j->st);
	return e;
}

/* A call that is done whole or not at all: in a transaction of its own. */
#define JUDGE_WHOLE(j, call, why)                                              \
	(((j)->begun = store_begin((j)->st, why)) ? (j)->begun                 \
						  : judge_end(j, call, why))

/* Can orders be written in it ("es")? The words of reports are there then. */
bool judge_has_language(const struct judge *j, struct str language);

/* The code of a language, from its code or a name: "ES", "Spanish", "español";
 * for an unknown name the text itself, in small letters. */
struct str judge_language_named(struct arena *a, struct str said);
#endif
