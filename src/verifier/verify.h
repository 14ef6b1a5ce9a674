/*
 * src/verifier/verify.h - verifies an exported game (verifier/export.h). Works
 * on the bytes of the file alone: no database, no secret, no network.
 *
 * Checks, in the order of the file: the form of every line and the canonical
 * form of every event, leaf and chain; the key ring as it was at each event,
 * and every signature by it; serials and points; words, links and every face of
 * every die; commitments; the judge's signature over the file. For a full log
 * it replays the rules (verifier/replay.h): every signed order is parsed and
 * executed again with the opened links, and must give the same events, byte by
 * byte, and the same states. The verifier stops at the first difference.
 *
 * heraldo(1) lists the limits: a judge that drops a mail, or reveals the next
 * dice to a player, leaves no trace here.
 */
#ifndef VERIFIER_VERIFY_H
#define VERIFIER_VERIFY_H
#include "base/arena.h"
#include "auth/pgp.h"
#include "engine/analysis.h"
#include "games/games.h"

enum {
	VERIFY_FILE_MAX = 1 << 30,
	VERIFY_TEXT_MAX = 320, /* bytes shown of a text that differs */
	VERIFY_SOURCES = 16    /* games of which one carries something over */
};

/* The first thing that is not as it must be. */
struct verify_fault {
	size_t line;    /* of the file, from 1 */
	uint64_t event; /* number of its leaf; 0: the line is none */
	int inner;      /* which event of a sealed leaf, from 1; else 0 */
	uint64_t point; /* of the adjudication it is in */
	char what[200];
	/* around the first difference, if it is one of two texts */
	char expected[VERIFY_TEXT_MAX], found[VERIFY_TEXT_MAX];
};

struct verify_seat {
	struct str person; /* "" if it is free */
	bool sent, opened; /* its word for the dice */
	uint64_t withheld; /* so often it kept one back */
};

/* The cards in the log, compared with the current catalog. */
struct verify_cards {
	uint64_t n, changed; /* all; those unlike the catalog's */
	uint64_t renamed;    /* names in orders that no card has */
	uint64_t refused;    /* orders for others: refused as the log says */
};

/* A game before, of which this one carries something over. */
struct verify_source {
	struct str game;  /* as the log calls it; "": of no game */
	struct hash head; /* of its log, as the log says; zero of no game */
	uint64_t things;
};

/* What was done without a signature, of one kind by one hand: it rests on the
 * word of the judge's operator. */
enum { VERIFY_DEEDS = 64, VERIFY_DEED_SHOWN = 8 };
struct verify_deed {
	const char *what; /* name of the event */
	const char *by;   /* of the hand, as verify_cause.c calls it */
	uint64_t n, events[VERIFY_DEED_SHOWN]; /* the first of them */
};

/* Offsets from UTC that deadlines follow, as the log gives them. */
enum { VERIFY_CLOCKS = 64 }; /* of so many the last is shown */
struct verify_clock {
	struct str zone, from, until, offset;
};

/* A seat whose orders the judge's computer player gives from a point on. */
enum { VERIFY_PLAYED = 32 };
struct verify_played {
	int seat;
	uint64_t point;
	struct str strength; /* "fair" */
	int32_t version;     /* of engine/player.h */
};

/* Signed orders of the judge's computer player, with what it saw. */
struct verify_player_orders {
	const struct game_kind *kind;
	const struct game *game; /* before them */
	int seat;
	struct str strength;
	int32_t version;
	const struct hash *secret; /* the second secret */
	struct str lines;          /* below SEEN */
};
enum verify_player {
	VERIFY_PLAYER_SAME,
	VERIFY_PLAYER_OTHER,  /* the player gives other orders */
	VERIFY_PLAYER_ABSENT, /* the program has no player of that version */
	VERIFY_PLAYER_RESULTS
};

enum { VERIFY_JUDGE_KEYS = 16 }; /* of one game, but the first */

struct verify_result {
	bool good;
	struct verify_fault fault; /* if it is not good */
	struct str game, system, rules;
	struct str who; /* whose export: "A".., "public", "all" */
	bool rules_run; /* the rules were run again */
	uint64_t lines, leaves, points;
	uint64_t events; /* for all, and of opened leaves */
	uint64_t closed; /* leaves whose events this export does not show */
	uint64_t signatures;
	uint64_t unchecked; /* signed orders whose text is not here */
	uint64_t gnupg;     /* of OpenPGP and S/MIME: the key is missing */
	uint64_t links, rolls, words, draws;
	int64_t words_s;     /* for each step of the words, 0: there are none */
	uint64_t anew;       /* so often fresh ones were sealed */
	struct str beacon;   /* what the dice rest on, for people; "": none */
	bool beacon_checked; /* its signatures were */
	uint64_t pulses;
	uint64_t overrides, undone, rulings;
	struct verify_deed deeds[VERIFY_DEEDS];
	int n_deeds;
	uint64_t histories; /* others that reports of the judge have shown */
	struct verify_source sources[VERIFY_SOURCES];
	int n_sources;
	uint64_t by_operator; /* adjudications that the operator caused */
	uint64_t by_masters;  /* those that game masters signed */
	uint64_t open;        /* commitments that were not opened */
	struct verify_cards cards;
	/* rows and words that read its orders, which this program has not */
	uint64_t words_changed;
	struct key judge_key; /* the judge's; commitment and heads are his */
	/* those that followed it: by which point each did */
	struct {
		struct key key;
		uint64_t point;
		bool is_signed; /* by the key before */
	} judge_keys[VERIFY_JUDGE_KEYS];
	int n_judge_keys;
	struct verify_clock clocks[VERIFY_CLOCKS];
	int n_clocks;
	struct verify_played played[VERIFY_PLAYED];
	int n_played;
	bool opened; /* the second secret, of which its seed follows */
	/* its orders by the results of verify_means.player; and orders for
	 * which the log shows too little */
	uint64_t played_again[VERIFY_PLAYER_RESULTS], played_unseen;
	struct hash commitment;   /* of the first chain of dice */
	const struct hash *heads; /* after point 1.., heads[0] before them */
	size_t n_heads;
	int n_seats;
	struct verify_seat seats[SEATS_MAX];
};

/* An adjudication that was checked. */
struct verify_point {
	const struct game_kind *kind;
	uint64_t point;
	int64_t at_s; /* UTC */
	/* those that the file shows: where the rules were run again in the
	 * order in which they happened, else first those for all */
	const struct event *events;
	int n_events;
	const struct game *game; /* after it; NULL: the rules were not run */
};

/* What read the orders of the last log, for others of the same grammar. Begins
 * as zeroes; its owner releases the arena. */
struct verify_grammar {
	struct arena arena;
	const struct system *rules;
	struct hash hash;
	struct grammar *grammar; /* NULL: none is kept */
	/* lines that it has and the installed grammar `now` lacks; NULL: they
	 * are not counted yet */
	const struct grammar *now;
	uint64_t words_changed;
};

/* The means of the checks; all borrowed. */
struct verify_means {
	const struct game_kind *systems;
	int n_systems;
	/* OpenPGP and S/MIME keys by the fingerprints of the log; NULL: such
	 * signatures are counted and not checked */
	struct pgp *pgp;
	/* the second secret of a game that has not ended, whose full log does
	 * not open it; NULL: the log must */
	const struct hash *secret;
	struct verify_grammar *kept; /* NULL: each log compiles its grammar */
	/* called now and then with the bytes done; may be NULL */
	void (*progress)(void *context, size_t done);
	/* called after each adjudication; may be NULL */
	void (*point)(void *context, const struct verify_point *p);
	/* where what decided a game is kept as the rules are run again; begun
	 * without rules; or NULL */
	struct analysis *analysis;
	/* called for orders of the computer player, to run the player again;
	 * may be NULL */
	enum verify_player (*player)(void *context,
				     const struct verify_player_orders *o);
	void *context;
};

/*
 * Check the bytes of a file. Texts of the result live in the arena or in the
 * file.
 */
/* The judge's key when a point was made; UINT64_MAX: the last. */
const struct key *verify_judge_key(const struct verify_result *r,
				   uint64_t point);

void verify_export(struct str file, const struct verify_means *m,
		   struct arena *a, struct verify_result *out);

/*
 * Compare a kept report of the judge with a good log: the text, and the judge's
 * signature of it. REPORT_OTHER: the judge has signed another history than that
 * of the log.
 */
enum verify_report {
	REPORT_GOOD,
	REPORT_FOREIGN,  /* it is of another game, or no report */
	REPORT_UNSIGNED, /* the judge of the log has not signed it */
	REPORT_BEYOND,   /* of a point after the end of the log */
	REPORT_OTHER
};

/* point: which one it tells of, 0 if none. */
enum verify_report verify_report(const struct verify_result *r, struct str text,
				 struct str signature, struct arena *a,
				 int64_t *point);

/* A place in a log. */
struct verify_place {
	size_t line;
	uint64_t event;
	int inner;
};

/* Write down a difference at a place; gives false. expected and found may be
 * NULL, both are shown from a little before where they differ. */
bool verify_wrong(struct verify_fault *f, struct verify_place at,
		  const struct str *expected, const struct str *found,
		  const char *fmt, ...) PRINTF_LIKE(5, 6);
#endif
