/*
 * src/verifier/verifier.h - struct verifier and the helpers of the verifier's
 * files:
 *
 *	verify.c	the file: its lines, leaves, chain, head and end
 *	verify_tools.c	reports a difference, reads a line
 *	verify_people.c	people, keys, signatures and their signers
 *	verify_time.c	times
 *	verify_signed.c	what was signed, and what lets play go on
 *	verify_cause.c	causes, authors of commands, times, deadlines
 *	verify_entropy.c	the rounds of the random words
 *	verify_beacon.c	pulses of a public beacon
 *	verify_anonymity.c	anonymous games: keys opened at the end
 *	verify_dice.c	links, rolls, commitments, the second secret
 */
#ifndef VERIFIER_VERIFIER_H
#define VERIFIER_VERIFIER_H
#include "auth/keyring.h"
#include "fairness/beacon.h"
#include "fairness/log_chain.h"
#include "auth/sig.h"
#include "verifier/replay.h"
#include "protocol/table_state.h"
#include "protocol/entropy_state.h"
#include "protocol/log_events.h"
#include "engine/slot.h"

enum { PERSONS_MAX = KEYRING_PERSONS + 1 };

/* A link that was opened or passed over. The list `links` has all of them, in
 * the order of chains and of their numbers. */
struct opened_link {
	struct hash link;
	struct hash words; /* what entered the dice with it, at its first use */
	bool counts;       /* at a point that led to where the game is */
	bool spent;        /* never to be used again */
	bool skipped;      /* it was never opened: link is not known */
};

/* A point that rolled with a link: after an undo several points share one. */
struct link_point {
	uint64_t point;
	size_t link; /* index in `links` */
};

struct roll {
	size_t line;
	uint64_t leaf;
	int32_t number, sides, face;
};

struct salted {
	size_t line;
	uint64_t leaf;
	struct hash salt;
};

/* The commitment to a hidden value of the rules, by its number. */
struct commitment {
	int32_t number;
	struct hash hash, salt;
	uint64_t point, opened; /* 0: not yet */
	uint64_t leaf;
	size_t line;
	bool undone, is_open;
	bool known; /* it was opened, even if that was undone */
};

/* A text that a player signed. The event press_published opens it: then the log
 * shows the press in it. */
struct signed_text {
	uint64_t point;
	int32_t seat;
	struct key signer;
	struct hash hash;
	struct str format;
	bool open;
};

/* What a player disputed. */
struct dispute {
	uint64_t point;
	bool ruled;
};

/* A value of the second secret, to be worked out when that is known. */
struct drawn {
	size_t line;
	uint64_t leaf;
	int inner;
	uint64_t point;
	int32_t number, round, sides, value;
	struct hash words;
	bool undone;
	bool spent; /* never to be drawn again */
};

/* READMIT for the player of a seat, until that player signs. */
struct verifier_readmit {
	bool announced, by_master;
	int64_t at_s, used_s; /* used_s 0: not yet */
};

struct verifier {
	const struct verify_means *m;
	struct arena *a;
	struct verify_result *out;
	struct str file;

	/* the line being read */
	size_t line, start;
	struct str bytes;
	uint64_t event; /* its leaf, 0: it is none */
	int inner;

	/* what the head says */
	const struct game_kind *sys;
	const struct event_schema *schema;
	struct str judge_text;
	bool all;
	int reader; /* place of the sealed leaf that is open, -1 */

	/* what reads orders: its hash, whether its line is yet to come */
	struct hash grammar_hash;
	bool grammar_due;

	/* the chain */
	struct game_id id;
	struct hash head, hidden, secret;
	bool has_secret, ended;
	struct salted *salts;
	size_t n_salts, room_salts;

	/* people */
	struct keyring ring;
	char prints[KEYRING_MAX][KEY_FINGERPRINT_MAX];
	struct str persons[PERSONS_MAX];
	bool elsewhere[PERSONS_MAX]; /* at the table, but on no player's seat */
	bool led[PERSONS_MAX];       /* the game, once */
	bool played[PERSONS_MAX];    /* the judge gives their orders */
	struct keyring_entry by_judge; /* of a text signed so */
	uint32_t n_persons;
	/* of an anonymous game: what its end opens, as later lines tell it; a
	 * key of the ring that was opened */
	struct replay_key *opened;
	size_t n_opened, room_opened;
	bool told[KEYRING_MAX];
	uint32_t seats[SEATS_MAX]; /* number of the person, 0: free */

	/* dice */
	struct table_state agreements; /* what the table has agreed on */
	struct entropy_round entropy;  /* of the random words */
	struct beacon beacon;          /* on which the dice rest */
	struct hash *chains;           /* commitments */
	size_t n_chains, room_chains;
	struct opened_link *links;
	size_t n_links, room_links;
	struct link_point *link_points;
	size_t n_link_points, room_link_points;
	uint32_t missing; /* a bit for each seat named so */
	/* and in this adjudication: named as withholding, come to the table */
	uint32_t withheld, seated;
	bool stepped; /* a step of the words was made in it */
	struct roll *rolls;
	size_t n_rolls, room_rolls;
	struct commitment *commitments;
	size_t n_commitments, room_commitments;
	struct drawn *drawn;
	size_t n_drawn, room_drawn;
	uint64_t *from; /* the point that each point went on from */
	size_t n_from, room_from;
	struct hash *heads; /* after each point; the first: where they begin */
	size_t n_heads, room_heads;
	uint64_t round; /* of new draws */
	/* the undo of this adjudication: to which point, 0: there is none; what
	 * the table had agreed on, point 0: nothing; is it played again from
	 * there, and has not come to its stop */
	uint64_t back_to;
	struct way_back agreed_back;
	bool again;
	int64_t created_s;
	int64_t deadline_s; /* of a turn, 0: none */
	int64_t *times;     /* of the adjudications so far */
	size_t n_times, room_times;
	int64_t due_s[SEATS_MAX]; /* deadlines so far, 0: none */
	uint32_t moved; /* in this adjudication by events: a bit each */
	struct table_state agreements_before; /* it */
	/* disputes by number; the point that waits for a reroll */
	struct dispute *disputes;
	size_t n_disputes, room_disputes;
	uint64_t rerolls;
	uint64_t *returns; /* points that play is taken back to */
	size_t n_returns, room_returns;
	struct hash foretold; /* the second secret, as a later line tells it */
	bool is_foretold;

	/* what players signed, by point; which of it is opened by the leaf
	 * before, NULL: none */
	struct signed_text *signed_texts;
	size_t n_signed_texts, room_signed_texts;
	struct signed_text *unsealed;

	/* the adjudication being read */
	bool skips; /* links must be passed over in it */
	bool lost;  /* and seals of random words are void */
	bool begun;
	int sealed; /* place of the sealed leaf that is next */
	bool opens; /* all of them, to the reader, a game master */
	int32_t serial;
	bool waits; /* for the line "signed" */
	int32_t signer_seat;
	struct str signer_format, signer_print, signer_name;
	struct str cause;
	struct pulse before, pulse; /* of the beacon; pulse.len 0: none */
	bool commanded;             /* by the operator */
	/* in it: a dispute, a ruling, a passed deadline; the person that took a
	 * reserved seat, 0: none */
	bool disputed, ruled, passed;
	/* verify_signed.c: an event lets play go on, or stops it; a seat got a
	 * respite; the event of a decision, or of a ruling to undo, is missing
	 * yet; there are other events than those of talk; the seats that got a
	 * deadline by an event, a bit each */
	bool plays, stops, respite, owed, owes_undo, more_than_talk;
	uint32_t given;
	bool paused; /* the game */
	uint32_t reserved;
	bool by_deadline; /* that is why the game is paused */
	struct verifier_readmit readmit[SEATS_MAX];
	struct proposal agreed; /* in it, and to be carried out */
	bool decided;           /* a proposal, in it */
	bool by_deputy;         /* what was signed, for the seat */
	struct str deputed;     /* who was named a deputy in it */
	int32_t deputed_seat;   /* and by which seat */
	bool went_on;           /* the game in it, so that all see it */
	int acts;               /* the seat, -1: none */
	struct hash signed_hash;
	struct key signer;
	struct replay_point now;
	struct dice_chain_source *dice_links; /* of its steps */
	size_t n_dice_links, room_dice_links;
	uint64_t *serials; /* open addressing; 0 is free */
	size_t n_serials, room_serials;
	struct replay *rerun;
};

/* Telling: all give false, and the first place stays. */

/* at the place that is being read */
#define WRONG(v, ...)                                                          \
	verify_wrong(&(v)->out->fault, VERIFY_PLACE(v), NULL, NULL, __VA_ARGS__)

#define VERIFY_PLACE(v)                                                        \
	(struct verify_place)                                                  \
	{                                                                      \
		(v)->line, (v)->event, (v)->inner                              \
	}

bool verify_same_hash(struct verifier *v, const struct hash *expected,
		      const struct hash *found, const char *what);
bool verify_same_number(struct verifier *v, uint64_t expected, uint64_t found,
			const char *what);
bool verify_same_text(struct verifier *v, struct str expected, struct str found,
		      const char *what);
/* The line has no form that it may have. */
bool verify_strange(struct verifier *v);
struct str verify_hex(struct verifier *v, const struct hash *h);

/* One more element; lists of a verifier only grow. */
#define ADD(v, list)                                                           \
	((v)->list = arena_grow((v)->a, (v)->list, (v)->n_##list,              \
				&(v)->room_##list, sizeof(*(v)->list)),        \
	 &(v)->list[(v)->n_##list++])

/* Pieces of a line, taken off its front; false: it is none. */
bool line_number(struct str *in, uint64_t *n);
bool line_hash(struct str *in, struct hash *h);
bool line_text(struct verifier *v, struct str *in, struct str *out);
bool line_object(struct str *in, struct str *out);

/* Fields of an event; reports a fault. */
bool verify_seat(struct verifier *v, const struct event *e, int field,
		 unsigned *seat);
bool verify_bytes(struct verifier *v, const struct event *e, int field,
		  uint8_t *out, size_t len);

/* The check of an event of this kind, or NULL. */
typedef bool verify_handler(struct verifier *v, const struct event *e);
verify_handler *verify_people_handler(int kind);
verify_handler *verify_dice_handler(int kind);
verify_handler *verify_cause_handler(int kind);
verify_handler *verify_entropy_handler(int kind);
verify_handler *verify_table_handler(int kind);

/* What all see of the table's agreements follows; does it fit? */
bool verify_table_follow(struct verifier *v, const struct event *e);
/* Is this what the table has just agreed on? Once. */
bool verify_table_agreed(struct verifier *v, const struct event *e);

/* A person takes a player's seat; the end of an adjudication: is no step of the
 * words due? */
void verify_entropy_seated(struct verifier *v, int seat);
/* A report of a history that was lost has come. */
bool verify_entropy_lost(struct verifier *v);
bool verify_entropy_end(struct verifier *v);

/* A time in an event, UTC seconds; reports a fault. */
bool verify_time(struct verifier *v, const struct event *e, int field,
		 int64_t *out);
verify_handler *verify_beacon_handler(int kind);
verify_handler *verify_anonymity_handler(int kind);

/* Is it an anonymous game? What its end opens; the end of its file. */
bool verify_is_anonymous(const struct verifier *v);
void verify_anonymity_foretell(struct verifier *v);

/* Look ahead: the next event of this kind in *rest, which begins as all of the
 * file and then continues after the event. The event's presence in the log is
 * checked when its line is read. */
bool verify_ahead(const struct verifier *v, int kind, struct str *rest,
		  struct event *e);
bool verify_anonymity_end(struct verifier *v);
/* Check that an added key is sealed, as its game requires. Then *k represents
 * the key in the ring, and *print and *text are the values that the end of the
 * log opens, if it does. */
bool verify_anonymity_key(struct verifier *v, struct str *print,
			  struct str *text, struct key *k);

/* The line "signed". */
bool verify_signed(struct verifier *v, struct str in);
/* The same after an event "press_published", and must it follow? */
bool verify_unsealed(struct verifier *v, struct str in);
bool verify_unsealed_is_due(const struct verifier *v);
/* Must it follow? */
bool verify_signed_is_due(const struct verifier *v);
/* A signature, which has one way to be written: ours. */
bool verify_signature_read(struct verifier *v, struct str armour,
			   struct sig *s);
/* Is the person's key with this fingerprint in the ring? */
bool verify_own_key(const struct verifier *v, struct str name,
		    struct str print);

/* Is an event by whom it says, and may be by them? */
bool verify_by(struct verifier *v, const struct event *e);
/* What later events of the adjudication rest on. */
void verify_by_note(struct verifier *v, const struct event *e);
/* Is it the judge's own, which no rule decides? */
bool verify_is_judges(int kind);
/* The event ADJUDICATION: its cause, its time; and what it must have had. */
bool verify_cause(struct verifier *v, const struct event *e);
bool verify_cause_end(struct verifier *v);

/* By verify_signed.c: an adjudication begins; notes an event of it; at the end
 * of the events that all seats read, checks their reasons and their
 * consequences; checks which seats are awaited after it. */
void verify_follows_begin(struct verifier *v);
void verify_follows_note(struct verifier *v, const struct event *e);
bool verify_follows(struct verifier *v);
bool verify_awaited(struct verifier *v, const int64_t due_s[SEATS_MAX]);
/* Does an event of this kind name its author? Then all seats read it. */
bool verify_has_author(int kind);
/* A deadline is due_s by an event, 0: it passed. */
void verify_deadline_told(struct verifier *v, unsigned seat, int64_t due_s);
/* Does it follow from what the table agreed on, where the event gives this
 * reason (empty: there is none)? */
bool verify_deadline_fits(struct verifier *v, unsigned seat, int64_t due_s,
			  struct str why);
/* Are these the deadlines after the adjudication? Each must follow from the
 * policies of the table or from an event. The rules give the awaited seats. */
bool verify_deadlines(struct verifier *v, const int64_t due_s[SEATS_MAX]);
bool verify_created_at(struct verifier *v, const struct event *e);

/* By a ruling, what this point rolled is rolled again: its links are spent. */
void verify_dice_reroll(struct verifier *v, uint64_t point);
/* After the events for all: check that the events of links are complete. */
bool verify_dice_end(struct verifier *v);
/* The event "drawn", of the game masters' leaf. */
bool verify_drawn(struct verifier *v, const struct event *e);
/* A leaf's salt, once the second secret is known. */
bool verify_salt(struct verifier *v, const struct salted *s);
#endif
