/*
 * src/games/case_run.h - the state of one run of a case: case_run.c executes
 * its lines, case_expect.c checks its expectations.
 */
#ifndef GAMES_CASE_RUN_H
#define GAMES_CASE_RUN_H
#include "games/case.h"

enum {
	CASE_MAX_DICE = 512,
	CASE_MAX_CARDS = 64,
	CASE_MAX_FAULTS = 65536,
	CASE_MAX_ORDERS = 400
};

/* One run. */
struct running {
	struct cases *c;
	const struct game_kind *sys;
	struct arena arena;
	struct case_result *out;
	struct game_run run;
	struct event_list events;
	struct position setup;
	struct dice dice;
	struct catalog catalog;
	struct secrets secrets;
	uint32_t faces[CASE_MAX_DICE];
	int n_dice;
	struct str card_name[CASE_MAX_CARDS];
	struct event *card[CASE_MAX_CARDS];
	int n_cards;
	bool set_up;  /* the position is complete */
	int line;     /* of the file */
	int n_orders; /* lines of orders so far */
	/* by order: its syntax fault */
	struct {
		int kind; /* enum complaint_kind + 1, or 0: nothing */
		int line; /* of the file, near it */
		bool expected;
		struct str said; /* to its sender */
	} complaint[CASE_MAX_ORDERS + 2];
	/* a block of orders being read */
	bool in_block, preview;
	bool has_draws; /* of hidden draws: */
	uint8_t draws[CASE_DRAWS];
	bool in_drawing;
	bool drawing_refused; /* and no line expects that */
	int drawing_fault;    /* its line */
	struct buf refusal;   /* why */
	int block_seat, block_line;
	struct buf block;
	int n_set_up; /* events of the set-up */
};

void case_fault(struct running *x, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* One more fault of the line being read, as printf does. */
void case_fault(struct running *x, const char *fmt, ...) PRINTF_LIKE(2, 3);

/*
 * Cut a line at blanks, as position_split does; or into field=value, of which
 * the value may be quoted. The number of words, -1 after a fault.
 */
int case_split(struct running *x, struct str line, struct str *word);
int case_split_fields(struct running *x, struct str line, struct str *word);

/* a decimal number from min to max, and no more text */
bool case_whole(struct str s, int min, int max, int *out);

/* the tables of the events of this run's game */
const struct event_schema *case_schema(const struct running *x);

/* Lines that expect something: what follows their first word. */
void case_expect_event(struct running *x, struct str rest, bool none);
void case_expect_number(struct running *x, struct str rest, bool sum);
void case_expect_rejected_attack(struct running *x, struct str rest);
void case_expect_line_refused(struct running *x, struct str rest);
void case_expect_refused(struct running *x, struct str rest);
void case_expect_fate(struct running *x, struct str rest, const char *what);
void case_expect_complaint(struct running *x, struct str rest);
void case_expect_value(struct running *x, struct str line);
#endif
