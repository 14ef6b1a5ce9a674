/*
 * src/protocol/table_state.h - the state of a table besides the game: policies
 * (policy.def), absences, silences and proposals. The events of the log build
 * it one by one, in the judge and in the verifier. It needs no store, no mail
 * and no time zone: moments are UTC.
 */
#ifndef PROTOCOL_TABLE_STATE_H
#define PROTOCOL_TABLE_STATE_H
#include "protocol/judge_lines.h"
#include "protocol/proposal_parse.h"
#include "protocol/policy.h"
#include "protocol/press_parse.h"
#include "protocol/zone_spans.h"
#include "engine/game.h"

enum {
	TABLE_STATE_ABSENCES = 4,  /* of a seat that are not over */
	TABLE_STATE_PROPOSALS = 4, /* that are open */
	TABLE_STATE_DEPUTIES = 8,  /* of a seat, one after the other */
	TABLE_STATE_UNSEALS = 16,  /* points whose press some would open */
	TABLE_STATE_NAME_MAX = 64  /* bytes of a person's name */
};

struct absence {
	int64_t from_s, until_s;
};

struct proposal {
	int64_t number; /* 1.. in its game */
	int64_t what;   /* enum table_request_what */
	int64_t seat;   /* whose it is */
	/* hours; the point to go back to; the policy; a moment; a seat */
	int64_t n;
	int64_t until_s;
	int64_t agree, against; /* a bit for each seat */
	int64_t point;          /* at which it was made */
	struct policy_text value;
};

/* The readers of a point's press, and those that have agreed to open it. */
struct unsealing {
	int64_t point;
	int64_t sides, said; /* audiences */
};

/* Whose clocks deadlines follow: those of the zone that policy "deadline"
 * names, and those of the judge for "days-off". */
enum table_clock { TABLE_CLOCK_DEADLINE, TABLE_CLOCK_OFF, TABLE_CLOCKS };

/* All numbers are of 64 bits, so that its bytes have no holes. */
struct table_state {
	struct policy policy;
	struct zone_spans clocks[TABLE_CLOCKS];
	struct {
		int64_t n_absences;
		struct absence absences[TABLE_STATE_ABSENCES];
		int64_t spent_s;   /* of absences that are over */
		int64_t reserve_s; /* that is drawn down */
		int64_t in_grace;
		int64_t silences; /* one after the other */
		int64_t blocked;  /* whose press it does not get, a bit each */
		/* length of the deputy's name, 0: none; its end; reads
		 * press messages */
		struct {
			int64_t len, until_s, letters;
			int64_t named; /* so many in the game */
			/* the seat's own orders wait up to this mail */
			int64_t own;
			/* it is the judge's computer, for the seat was
			 * abandoned: until a person takes the seat */
			int64_t judge;
			char s[TABLE_STATE_NAME_MAX];
		} deputy;
	} seats[SEATS_MAX];
	/* periods in which no deadline runs, and their number */
	int64_t n_rests;
	struct absence rests[TABLE_STATE_ABSENCES];
	int64_t n_rested;
	int64_t skipped; /* whose deadline is over at once, a bit each */
	int64_t started;
	int64_t seated;     /* a person has joined */
	int64_t n_proposed; /* so far */
	int64_t n_open;
	struct proposal open[TABLE_STATE_PROPOSALS];
	int64_t n_unsealing;
	struct unsealing unsealing[TABLE_STATE_UNSEALS];
};

void table_state_init(struct table_state *g);

/* Apply one event of the log, of the time at_s. False: it does not fit, and
 * nothing has changed. Events of other kinds are ignored. */
bool table_state_follow(struct table_state *g, const struct event *e,
			int64_t at_s);

/* An event that it follows, into run: its caller knows that it fits. */
void table_state_emit(struct table_state *g, struct game_run *run,
		      const struct event *e, int64_t at_s);

/* The same: a seat's deadline is another, why as deadline_moved has it; and how
 * the table plays, a row of policy.def and a value that it can have. */
void table_state_move(struct table_state *g, struct game_run *run,
		      struct arena *a, int seat, int64_t due_s, const char *why,
		      int64_t at_s);
void table_state_set(struct table_state *g, struct game_run *run, int row,
		     struct str value, struct str by, int64_t at_s);

/* The event "clocks": the next span of the clocks of that zone. */
void table_state_clock(struct table_state *g, struct game_run *run,
		       struct arena *a, enum table_clock which, struct str zone,
		       const struct zone_span *s, int64_t at_s);

/*
 * Apply an event for all, in an adjudication of a mail by this seat (-1: of
 * another cause). A seat that signs orders is not silent. A seat with an event
 * that everybody sees has used no grace: otherwise the end of grace would
 * reveal secret orders.
 */
void table_state_heard(struct table_state *g, const struct event *e, int seat);

/* All events of a log, one after the other: what they make of agreements, which
 * it is made again from where its bytes are those of another program. */
struct table_state_past {
	struct table_state *g; /* borrowed; init */
	int64_t at_s, point;
	int seat;
};
bool table_state_relive(struct table_state_past *p, const struct event *e);

/* Can this row of policy.def change no more? */
bool table_state_is_late(const struct table_state *g, int row);

/* Absences ---------------------------------------------------------------- */

/* Why this absence cannot be noted, a name of reason.*; or NULL. */
const char *table_state_refuses_absence(const struct table_state *g, int seat,
					int64_t from_s, int64_t until_s,
					int64_t at_s);

/* The time that absences may still give it. */
int64_t table_state_absence_left(const struct table_state *g, int seat);

/* Is the seat away at that moment? */
bool table_state_is_away(const struct table_state *g, int seat, int64_t at_s);

/* When span_s have passed since from_s that were no absence which extends, and
 * no rest of the table. */
int64_t table_state_present(const struct table_state *g, int seat,
			    int64_t from_s, int64_t span_s);

/* How much of the time from then until then were none. */
int64_t table_state_presence(const struct table_state *g, int seat,
			     int64_t from_s, int64_t until_s);

/* Deadlines --------------------------------------------------------------- */

/* A deadline of the seat passes: how much more time there is, and of which
 * kind, "grace" or "reserve"; 0: none. */
int64_t table_state_respite(const struct table_state *g, int seat,
			    const char **why);

/*
 * The end of grace and reserve, for a deadline at due_s that the judge handles
 * at at_s. It counts from the deadline, however often the judge looks; but from
 * at_s if the judge is late, because no player was warned that it runs.
 */
enum { TABLE_STATE_LATE_S = 3600 };
int64_t table_state_respite_ends(int64_t span_s, int64_t due_s, int64_t at_s);

/* Is it so often silent, with this time, that the table is asked? */
bool table_state_is_silent(const struct table_state *g, int seat);

/* Has it just become so? */
bool table_state_drops_out(const struct table_state *g, int seat);

/* Does the game wait for it then? */
bool table_state_waits_for(const struct table_state *g, int seat);

/* Does the judge's computer play a seat that has just been abandoned? Not in an
 * anonymous game, and not where the seat has a deputy. */
bool table_state_judge_plays(const struct table_state *g, int seat);

/* Deputies ---------------------------------------------------------------- */

/* Has the seat one, even if their time is over? Their name. */
struct str table_state_deputy(const struct table_state *g, int seat);

/* Have they time left? */
bool table_state_is_deputed(const struct table_state *g, int seat,
			    int64_t at_s);

/* Why a seat cannot have one until then, a name of reason.*; or NULL. */
const char *table_state_refuses_deputy(const struct table_state *g, int seat,
				       int64_t until_s, int64_t at_s);

/*
 * Track which queued orders are the deputy's: call it when a deputy is named,
 * and with the number of each executed mail of the deputy (0: not executed).
 * The last function asks whether any of them waits.
 */
void table_state_deputy_begins(struct table_state *g, int seat,
			       const struct queue *q);
void table_state_deputy_orders(struct table_state *g, int seat, int mail);
bool table_state_deputy_waits(const struct table_state *g, int seat,
			      const struct queue *q);

/* The event of its end, why as that has it. */
void table_state_deputy_ends(struct table_state *g, struct game_run *run,
			     int seat, const char *why, bool waits,
			     int64_t at_s);

/* Press ----------------------------------------------------------------- */

/* Why it cannot be sent by this seat at a table of n_seats, a name of reason.*;
 * or NULL. */
const char *table_state_refuses_press(const struct table_state *g, int seat,
				      int n_seats,
				      const struct press_message *l);

/* The readers of press: its author, the named seats that have not blocked
 * the author, and the masters if their game says so; or everybody. */
uint32_t table_state_readers(const struct table_state *g, int seat,
			     const struct press_message *l);

/* The event, into run. */
void table_state_emit_press(const struct table_state *g, struct game_run *run,
			    int seat, const struct press_message *l);

/* Its seat gets no press of another, or does again: known to it alone. */
void table_state_block(struct table_state *g, struct game_run *run, int seat,
		       int other, bool blocked, int64_t at_s);

/*
 * The press messages of a point that not everybody reads: all of one mail, thus
 * of one signature. They are opened together, after all their readers have
 * agreed, including a game master if they are for the master.
 */
struct table_state_press {
	int seat;       /* whose they are; -1: there are none */
	uint32_t sides; /* their readers: an audience */
	bool open;      /* they are */
};
void table_state_press_init(struct table_state_press *l);
/* One event "press_sent" of that point. */
void table_state_press_note(struct table_state_press *l, const struct event *e);

/* Why this seat, -1: a game master, cannot say that they may be opened, a name
 * of reason.*; or NULL. */
const char *table_state_refuses_unseal(const struct table_state *g, int seat,
				       int64_t point,
				       const struct table_state_press *l);

/* It says so: the events, into run. True: by that they are. */
bool table_state_unseal(struct table_state *g, struct game_run *run, int seat,
			int64_t point, const struct table_state_press *l,
			int64_t at_s);

/* Proposals --------------------------------------------------------------- */

/* Why this line is refused, a name of reason.*; or NULL. The caller checks the
 * state of the game. */
const char *table_state_refuses(const struct table_state *g, int seat,
				const struct table_request *m, int64_t at_s);

/* Say it: the events, into run. Returns the proposal that the table has agreed
 * on with it, to be carried out now; number 0: none. */
struct proposal table_state_request(struct table_state *g, struct game_run *run,
				    struct arena *a, int seat, int n_seats,
				    const struct table_request *m,
				    int64_t at_s);

/* The field `value` of the event of this proposal: a deadline, days of rest, a
 * name, a policy and its value, or "". */
struct str table_state_value(struct arena *a, const struct table_request *m);

/* The result of an open proposal by its votes: "accepted", "rejected", or NULL:
 * votes are missing. The proposal itself, NULL: there is none. */
const char *table_state_verdict(const struct table_state *g,
				const struct proposal *p, int n_seats);
/* The number of the only proposal that is open; 0: there is none, or more. */
int64_t table_state_only_open(const struct table_state *g);
/* The only open proposal, if it was made at or before this point: the author of
 * an answer without a number has seen the game up to there. */
struct proposal_open table_state_open(const struct table_state *g,
				      int64_t point);

/* The proposals that have been made since the last call were made there. */
void table_state_date(struct table_state *g, int64_t point);

const struct proposal *table_state_find(const struct table_state *g,
					int64_t number);

/* Carry out an accepted proposal, in a running game or not: its event. False:
 * the caller must carry it out. */
bool table_state_apply(struct table_state *g, struct game_run *run,
		       const struct proposal *p, bool running, int64_t at_s);

/* Can at_s be the local time local_s, which names no zone? The local times of
 * all zones are within fifteen hours of UTC. */
bool table_state_is_local(int64_t at_s, int64_t local_s);
/* May the table's rest be from then until then, by the days of a proposal of
 * one? Its days are local times. */
bool table_state_rests(const struct proposal *p, int64_t from_s,
		       int64_t until_s);

/* The days of such a proposal. */
bool table_state_rest_days(const struct proposal *p, int32_t *from,
			   int32_t *until);

/* Does it end the game? */
bool table_state_ends(const struct proposal *p);

/* Where a proposal to take back play goes. */
struct way_back table_state_way_back(const struct proposal *p);

/* The option and its value of such a proposal, as they were written. */
bool table_state_option(const struct proposal *p, struct str *name,
			struct str *value);

/* Log the proposals whose time is over and remove them. */
void table_state_lapse(struct table_state *g, struct game_run *run,
		       int64_t at_s);

/* All of them, where the game went on by these events and that is their time:
 * POLICY_PROPOSALS_EXPIRE. */
void table_state_went_on(struct table_state *g, struct game_run *run,
			 const struct event_list *l, int64_t at_s);

/* Is the event one by which a game goes on, so that all see it? */
bool table_state_is_play(const struct event *e);

/* When the next one lapses; 0: none is open. */
int64_t table_state_lapses(const struct table_state *g);

/* Its bytes, to be kept, and back; false: these are none, or of a program with
 * other policies. */
void table_state_render(const struct table_state *g, struct buf *out);
bool table_state_parse(struct table_state *g, struct str in);
#endif
