/*
 * src/store/games.h - rows of games, seats, serials, requests to join, secrets
 * and timers.
 *
 * A slot is a place at the table (engine/slot.h).
 */
#ifndef STORE_GAMES_H
#define STORE_GAMES_H
#include "store/store.h"

/* OPEN -start-> RUNNING <-pause, resume-> PAUSED; any -end-> ENDED; its log may
 * be taken out of the database: ARCHIVED, and back */
enum game_state {
	GAME_OPEN, /* people join, words are sent and opened */
	GAME_RUNNING,
	GAME_PAUSED,
	GAME_ENDED,
	GAME_ARCHIVED,
	GAME_STATES
};

static inline bool game_is_over(enum game_state s)
{
	return s == GAME_ENDED || s == GAME_ARCHIVED;
}

struct game_row {
	int64_t id;
	struct str name;    /* unique */
	struct str system;  /* "rebellion" */
	struct str version; /* of its rules */
	enum game_state state;
	struct str paused_why; /* "" when it is not */
	int64_t point;         /* the last adjudication */
	int64_t n_events;      /* of its log */
	int64_t n_leaves;
	uint8_t head[STORE_HASH_SIZE];
	int64_t deadline_s; /* given for one turn; 0: none */
	int64_t started;    /* the point of its start; 0: not yet */
	int64_t dispute_s;  /* so long an adjudication can be disputed */
	int64_t created_s;
	uint8_t grammar_hash[STORE_HASH_SIZE]; /* of its grammar snapshot */
	struct str
		beacon; /* as the log names it (fairness/beacon.h); "": none */
};

enum err store_game_add(struct store *st, const struct game_row *g, int64_t *id,
			struct why *why);
enum err store_game_get(struct store *st, int64_t id, struct arena *a,
			struct game_row *g, struct why *why);
enum err store_game_by_name(struct store *st, struct str name, struct arena *a,
			    struct game_row *g, struct why *why);

/* A text that reads orders, once for all games that have it. */
enum err store_grammar_add(struct store *st,
			   const uint8_t hash[STORE_HASH_SIZE], struct str text,
			   struct why *why);
enum err store_grammar_get(struct store *st,
			   const uint8_t hash[STORE_HASH_SIZE], struct arena *a,
			   struct str *text, struct why *why);

/* After an adjudication: state, paused_why, point, counts, head, deadline,
 * beacon. */
enum err store_game_update(struct store *st, const struct game_row *g,
			   struct why *why);

/* Its state alone. */
enum err store_game_set_state(struct store *st, int64_t id,
			      enum game_state state, struct why *why);

/* The games to list. */
struct game_choice {
	int state;     /* -1: any */
	int64_t after; /* ids above this one */
	int max;       /* so many at most */
};

/* The chosen games, oldest first. Calls each; stops early if it gives false. */
enum err store_game_list(struct store *st, const struct game_choice *w,
			 struct arena *a,
			 bool (*each)(void *context, const struct game_row *g),
			 void *context, struct why *why);

/* The games that a person may join. */
struct game_free_choice {
	int64_t person; /* has no seat there */
	int slots;      /* a seat below this one is free and not reserved */
	int max;        /* so many at most */
};

/* Games that have not begun, the newest first. Calls each as above. */
enum err store_game_list_free(struct store *st,
			      const struct game_free_choice *w, struct arena *a,
			      bool (*each)(void *context,
					   const struct game_row *g),
			      void *context, struct why *why);
enum err store_game_counts(struct store *st, int64_t counts[GAME_STATES],
			   struct why *why);

struct seat_row {
	int64_t game;
	int slot;
	int64_t person;      /* 0: free */
	struct str reserved; /* the address it is kept for, or "" */
	int64_t floor;       /* orders for an older point are stale */
	bool stopped;        /* its holder wants no mails of this game */
};

/* How the random words stood after a point; empty: never another way than at
 * the beginning. */
enum err store_entropy_put(struct store *st, int64_t game, int64_t point,
			   struct str entropy, struct why *why);
enum err store_entropy_get(struct store *st, int64_t game, int64_t point,
			   struct arena *a, struct str *entropy,
			   struct why *why);

/* The same of what the table has agreed on. */
enum err store_agreements_put(struct store *st, int64_t game, int64_t point,
			      struct str agreements, struct why *why);
enum err store_agreements_get(struct store *st, int64_t game, int64_t point,
			      struct arena *a, struct str *agreements,
			      struct why *why);

/* Make or change a seat; its floor stays as it is. */
enum err store_seat_put(struct store *st, const struct seat_row *s,
			struct why *why);
enum err store_seat_floor(struct store *st, int64_t game, int slot,
			  int64_t floor, struct why *why);
/* A new holder of the slot gets mails. */
enum err store_seat_stop(struct store *st, int64_t game, int slot, bool stopped,
			 struct why *why);
enum err store_seat_get(struct store *st, int64_t game, int slot,
			struct arena *a, struct seat_row *s, struct why *why);

/* The seats of a game by slot / those of a person by game. */
enum err store_seat_list(struct store *st, int64_t game, struct arena *a,
			 struct seat_row *seats, int max, int *n,
			 struct why *why);
enum err store_seat_of_person(struct store *st, int64_t person, struct arena *a,
			      struct seat_row *seats, int max, int *n,
			      struct why *why);

/* So many games whose name begins with these bytes has the person a seat in: of
 * the system, and those of all systems that are not over. */
enum err store_seat_count(struct store *st, int64_t person, struct str begin,
			  struct str system, int64_t *of_system,
			  int64_t *running, struct why *why);

/* Has this person a seat in another game whose name begins with these bytes? */
enum err store_seat_namesake(struct store *st, int64_t person, int64_t game,
			     struct str begin, bool *yes, struct why *why);

/*
 * Use up a serial. ERR_EXISTS, without text, if it was used before; *point is
 * then the adjudication that took it.
 */
enum err store_serial_use(struct store *st, int64_t game, int slot,
			  int64_t serial, int64_t point, int64_t *taken_by,
			  struct why *why);
enum err store_serial_find(struct store *st, int64_t game, int slot,
			   int64_t serial, int64_t *point, struct why *why);
/* The highest serial used up to adjudication `point`, 0 if none. */
enum err store_serial_last(struct store *st, int64_t game, int slot,
			   int64_t point, int64_t *serial, struct why *why);

/* CHALLENGED -answer-> PROVEN -game master-> ADMITTED; -> REFUSED, EXPIRED */
enum join_state {
	JOIN_CHALLENGED,
	JOIN_PROVEN,
	JOIN_ADMITTED,
	JOIN_REFUSED,
	JOIN_EXPIRED
};

struct join_row {
	int64_t id;
	int64_t game;
	int slot;
	enum join_state state;
	struct str address;
	struct str name;
	struct str language;
	struct str fingerprint;
	struct str key;
	struct str nonce;
	int64_t expires_s;
	struct str word; /* bytes: the hash of a random word; empty: none */
};

enum err store_join_add(struct store *st, const struct join_row *j, int64_t *id,
			struct why *why);
enum err store_join_get(struct store *st, int64_t id, struct arena *a,
			struct join_row *j, struct why *why);
enum err store_join_by_nonce(struct store *st, struct str nonce,
			     struct arena *a, struct join_row *j,
			     struct why *why);
enum err store_join_set(struct store *st, int64_t id, enum join_state state,
			struct why *why);
/* What was sealed with the answer to the challenge. */
enum err store_join_word(struct store *st, int64_t id, struct str word,
			 struct why *why);
enum err store_join_list(struct store *st, int64_t game, struct arena *a,
			 struct join_row *joins, int max, int *n,
			 struct why *why);
/* Joins that wait for the game master. */
struct join_list {
	struct join_row *rows; /* room for max: the first by id */
	int max;               /* 0: they are only counted */
	int n;                 /* rows filled in */
	int64_t waiting;       /* how many there are */
};

/* Those that are proven; list->rows and list->max are the caller's. */
enum err store_join_waiting(struct store *st, int64_t game, struct arena *a,
			    struct join_list *list, struct why *why);

/* Who wants a seat. */
struct join_wish {
	int64_t game;
	int slot;
	struct str address;
	int64_t now_s;
	int max; /* wishes of others are counted up to this number */
};

/* The open wishes for a seat. */
struct join_requests {
	int proven,
		challenged; /* of other addresses; challenged: not expired */
	bool mine;          /* the address itself has one */
};

enum err store_join_open(struct store *st, const struct join_wish *w,
			 struct join_requests *out, struct why *why);

/* What a player says was adjudicated wrongly. */
struct dispute_row {
	int64_t game;
	int64_t number; /* 1.. in its game */
	int64_t point;  /* the adjudication that is disputed */
	int slot;       /* by whom */
	struct str why;
	int64_t ruled; /* the point of the ruling; 0: it is open */
};

enum err store_dispute_add(struct store *st, const struct dispute_row *d,
			   struct why *why);
enum err store_dispute_get(struct store *st, int64_t game, int64_t number,
			   struct arena *a, struct dispute_row *d,
			   struct why *why);
enum err store_dispute_rule(struct store *st, int64_t game, int64_t number,
			    int64_t ruled, struct why *why);
/* Those of a game, newest first. */
enum err store_dispute_list(struct store *st, int64_t game, struct arena *a,
			    struct dispute_row *rows, int max, int *n,
			    struct why *why);
/* The highest number, and how many are open. */
enum err store_dispute_count(struct store *st, int64_t game, int64_t *last,
			     int64_t *n_open, struct why *why);

/* Secrets: of the dice chains, of what stays hidden. Wipe the copies. */
enum secret_kind {
	SECRET_GAME_ID, /* 16 bytes, not secret at all */
	SECRET_CHAIN,   /* every 256th link, by number of the chain */
	SECRET_HIDDEN   /* the second secret, 32 bytes */
};
enum { SECRET_MAX = 16384 };

enum err store_secret_add(struct store *st, int64_t game, enum secret_kind kind,
			  int64_t number, struct str secret, int64_t next,
			  struct why *why);

struct secret_id {
	int64_t game;
	enum secret_kind kind;
	int64_t number; /* of the chain; 0 for the others */
};

/* Into out, which has room for SECRET_MAX bytes. */
enum err store_secret_get(struct store *st, const struct secret_id *id,
			  void *out, size_t *len, int64_t *next,
			  struct why *why);
enum err store_secret_use(struct store *st, int64_t game, enum secret_kind kind,
			  int64_t number, int64_t next, struct why *why);
/* The first of this kind of which not all is used, up to last; next is to be
 * used next. ERR_NOT_FOUND: none. */
enum err store_secret_left(struct store *st, int64_t game,
			   enum secret_kind kind, int64_t last, int64_t *number,
			   int64_t *next, struct why *why);

/* Something to happen at a time, unless it is set anew or taken off. */
struct timer_row {
	int64_t game;
	int kind; /* a word of the judge's */
	int slot;
	int64_t due_s;
};

enum err store_timer_set(struct store *st, const struct timer_row *t,
			 struct why *why);
enum err store_timer_clear(struct store *st, int64_t game, int kind, int slot,
			   struct why *why);
/* The first that is due at now_s and comes after `after`, which may be NULL;
 * ERR_NOT_FOUND: none. */
enum err store_timer_due(struct store *st, int64_t now_s,
			 const struct timer_row *after, struct timer_row *t,
			 struct why *why);
/* When the next one is due, INT64_MAX if there is none. */
enum err store_timer_next(struct store *st, int64_t *due_s, struct why *why);
enum err store_timer_get(struct store *st, int64_t game, int kind, int slot,
			 int64_t *due_s, struct why *why);
/* When each slot below n is due, 0: it has no timer of this kind. */
enum err store_timers_of(struct store *st, int64_t game, int kind,
			 int64_t *due_s, int n, struct why *why);
#endif
