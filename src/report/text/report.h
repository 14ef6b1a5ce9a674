/*
 * src/report/text/report.h - renders the report of one adjudication to one
 * participant, and the judge's other mails. All words are in templates/LANG;
 * this header lists the values for them.
 *
 * A report is made only from the seat's view and the events that the seat may
 * see. It comes in three forms: a text complete in itself, an HTML page with
 * the picture inline and nothing remote, and the picture.
 */
#ifndef REPORT_TEXT_REPORT_H
#define REPORT_TEXT_REPORT_H
#include "report/report_game.h"

enum {
	REPORT_MAX_BYTES = 512 * 1024, /* of text, of HTML */
	REPORT_MAX_SUBJECT = 200,
	REPORT_ORDER_LINE = 68, /* characters: what a signed line may have */
	REPORT_LINES = 60, /* of text: a longer one is made briefer, {brief} */
	RECEIPT_LINES = 25 /* likewise; then the least events are {cut} */
};

/* A moment on the reader's clock; the caller knows zones and calendars. */
struct report_time {
	int year, month, day; /* month 1..12 */
	int weekday;          /* 1 Monday .. 7 Sunday */
	int hour, minute;
	int offset_min;  /* from UTC */
	struct str zone; /* "Europe/Madrid" */
};

/* A seat that must act, and its deadline. */
struct report_owed {
	int seat;
	bool has_deadline;
	struct report_time deadline; /* on the reader's clock */
};

/* One line to check the report by: a message's key and a value. */
struct report_audit {
	const char *key; /* "audit.link" */
	struct str value;
};

/* What the reader can do with a random word for the dice. */
enum report_word {
	REPORT_WORD_NONE,
	REPORT_WORD_SEAL,
	REPORT_WORD_OPEN,
	REPORT_WORD_ASK /* another's was withheld: anew, or without? */
};

/* What the beginning of a game waits for. */
enum report_start {
	REPORT_BEGUN,
	REPORT_START_SEATS,  /* not every seat is taken */
	REPORT_START_SELF,   /* the same; the game then starts automatically */
	REPORT_START_YOU,    /* the reader is a game master */
	REPORT_START_MASTER, /* a game master */
	REPORT_START_OPERATOR
};

/* For which random words the dice wait. */
struct report_dice {
	const char *state; /* of report.dice.*; NULL: for none */
	bool has_until, anew;
	struct report_time until;
	int seats[SEATS_MAX], n_seats; /* the seats that can change it */
	int held[SEATS_MAX], n_held;   /* the seats that have withheld a word */
};

enum { REPORT_ASKED = 4 };

/* Time allowances that a seat has left besides its deadline, by the policies
 * of its table; 0: nothing, or no such allowance. */
struct report_left {
	int64_t grace_h, reserve_days, absence_days;
	int64_t silences; /* until the game pauses, where there were some */
	int n_asked;      /* proposals that wait for its answer */
	int64_t asked[REPORT_ASKED];
};

/* All borrowed until the report is made. */
struct pictures;
struct analysis_turn;

struct report_input {
	const struct messages *words; /* in the reader's language */
	const struct system *sys;
	const struct report_game *tells; /* NULL: it has no reports */
	const void *view;                /* of the reader */
	int seat;                        /* the reader's; -1: an observer */
	bool master;     /* its reader leads the game, and has no seat */
	bool looked_at;  /* ..and sees it as this seat does: nothing is asked */
	bool receipt;    /* answers the reader's own orders: no position */
	bool still;      /* ..which only wait or were refused */
	struct str game; /* its name, "clash-7f3a" */
	bool namesake;   /* the reader has another game "clash" */
	bool ended;      /* by agreement or command, if not by the rules */
	int64_t point;
	int64_t serial;  /* the reader's next one */
	struct str seen; /* the head after this point, for orders (SEEN) */
	enum report_word word;
	struct report_dice dice;
	enum report_start start;
	bool paused; /* no orders are taken until it goes on */
	struct report_left left;
	struct str seat_name[SEATS_MAX];
	struct str former[SEATS_MAX]; /* who had them before the events */
	const struct event *events;   /* that the reader may see, in order */
	int n_events;
	/* the words of the press among them, for who reads them here */
	const struct str *letters;
	int n_letters;
	/* and of those that are opened by them, event by event */
	const struct str *opened;
	int n_opened;
	const struct report_owed *owed;
	int n_owed;
	const struct str *queue; /* orders that wait, as to be read */
	int n_queue;
	bool held; /* they wait for CONTINUE, even where nothing is asked */
	const struct decision *waiting; /* their first alternatives, decided */
	int n_waiting;
	const struct str *standing; /* standing orders, as to be read */
	int n_standing;
	const struct str *lines; /* what the state keeps for it, numbered */
	int n_lines;
	/* an order as its reader would write it, appended; NULL: no orders are
	 * offered, only what they look like */
	bool (*write)(const void *writer, const struct decision *d,
		      struct buf *out);
	const void *writer;
	const struct catalog *cards; /* for suggestions after a refusal; NULL:
				      * no catalog */
	/* as in struct narrator */
	struct tval *(*moment)(struct arena *a, const struct narrator *n,
			       int64_t utc_s);
	bool full; /* the whole board, not only the rows that matter */
	bool all;  /* list every suggestion and all legal decisions */
	/* preferences of the reader: {short}; without rule ids, except in
	 * exact text; without HTML and picture */
	bool brief, unruled, text_only;
	const struct report_audit *audit;
	int n_audit;
	const struct event *past; /* the heaviest of each point before */
	int n_past;
	const struct combat_stats *tally; /* of a game that is over, or NULL */
	/* the same, of two seats: what decided it (engine/analysis.h) */
	const struct analysis_turn *turns;
	int n_turns;
	struct str note;       /* of the game master, or empty */
	struct str rule_link;  /* as in struct narrator */
	struct str page;       /* where one can play from, or empty */
	struct str play;       /* the same with this position, or empty */
	struct str picture_id; /* Content-ID without <>; empty: none */
	struct str near_id;    /* of the part where something happened */
	int picture_width;     /* pixels, 0: PICTURE_WIDTH */
	struct pictures
		*pictures; /* made lately (report/picture/canvas.h), or NULL */
};

/* Everything lives in the arena. */
struct report {
	struct str subject; /* one line of UTF-8 */
	struct str text;
	struct str full; /* the same with all there is to say, to be kept: the
			    template report-GAME-full, or text */
	struct str html;
	struct str png;    /* empty: there is no board yet, or none asked */
	struct str near;   /* PNG of the part where something happened, or
			      empty */
	struct str orders; /* the order template, as in the text */
};

/*
 * Make a report. After a fault in a template `why` holds it with ERR_FORMAT,
 * but the report is complete and should be sent; after any other error there
 * is no report.
 */
enum err report_render(struct arena *a, const struct report_input *in,
		       struct report *out, struct why *why);

/* "sierra" of "sierra-d0c68": without the characters of its commitment. */
struct str report_short_name(struct str game);

/* Its subject alone, which costs little: no orders are sought. Errors as above.
 */
enum err report_subject(struct arena *a, const struct report_input *in,
			struct str *out, struct why *why);

/* As narrate_events; each also has {sentence}: its text and its rules;
 * numbered: after its number. */
struct tval *report_numbered(struct arena *a, const struct narrator *n,
			     const struct event *v, int count, struct why *why);
struct tval *report_events(struct arena *a, const struct narrator *n,
			   const struct event *v, int count, struct why *why);

/* Append the rules that the events name, and those behind their numbers, in
 * words, each once, to the rules already in the list. */
void report_cited(struct arena *a, const struct narrator *n,
		  const struct event *v, int count, struct tval *list);

/*
 * The board and its pieces as text, as in a report: of words, sys, tells,
 * view, seat and seat_name of in. Empty: the game has no words for it.
 */
enum err report_position(struct arena *a, const struct report_input *in,
			 struct str *out, struct why *why);

/*
 * The board with its pieces and the moves of its events, as SVG whose ids
 * begin with prefix: of words, sys, tells, view, seat, seat_name, events, game
 * and point of in. labels: the full names of its things, a list of lines
 * "A3\tA3 Skeleton"; all in the arena. Empty: there is no board yet.
 */
enum err report_board(struct arena *a, const struct report_input *in,
		      const char *prefix, struct str *svg, struct str *labels,
		      struct why *why);

/*
 * Any other mail: the templates KIND.txt and, if there is one, KIND.html, and
 * the message subject.KIND, filled with the same values. Errors as above.
 *
 * Kinds and their values; all texts, unless noted. `judge`, `judge_address`
 * and `reader` (may be empty) are there in all, `game` in all but help, notice
 * and unreadable. W: a word of the catalogue, "reason.stale". T: report_time.
 *	help		reason or fault (W) first_lines
 *	invitation	system master seat dice_commitment join own_address,
 *			terms and options of report_terms, openpgp (0, 1), page
 *			and page_hash (may be empty); seats: a list of {seat}
 *			{own} {kept} {name}; deadlines: {span_days} {span_hours}
 *			{days} {at} {zone} {off_days} {off_dates} {grace}
 *			{reserve} {minimum}
 *	challenge	seat fingerprint nonce origin expires (T) openpgp (0, 1)
 *			ssh minisign signify (0, 1: may sign with the key) ask
 *			(0, 1: the seat is not kept for the address)
 *	join_received	seat
 *	join_request	seat name address fingerprint point serial join
 *			watches (0, 1), holder, kept_for
 *	join_requests	waiting joins point serial join
 *	dispute		seat dispute disputed point serial why orders, events as
 *			report_numbered gives them; numbered: the first that is;
 *			before: report_position;
 *			done: a list of {seat} {line} {order}, and if it was
 *			not carried out {refused}, as narrate_event gives it
 *	join_refused	seat reason or fault (W)
 *	warning		seat deadline (T)
 *	unreadable_lines
 *			reading complaints (a number)
 *	receipt		seat point serial seen, events as report_events gives
 *			them, queue, standing: orders; waiting: how many in the
 *			queue; refused (0, 1); cited: rules
 *	refused		seat point now serial reason (W) detail orders
 *			first_lines
 *	not_an_order_mail
 *			reason or fault (W) delete first_lines orders; no game
 *	duplicate	came (T) reason (W) first_lines; no game
 *	query		answers: a list of {question}, and {events} as
 *			report_events gives them, or {text}; {is_rule},
 *			{is_help} say what was asked; of RULE {rules}: {said}
 *			{id} {foreign}, {others}; or {none} and {sought}
 *	preview		events and supposed, as report_events gives them; whole
 *			(0, 1); answers as of query, {again}: not answered;
 *			cited: rules
 *	bad_signature	seat fault (W) first_lines
 *	account_change	what (W) by fingerprint address value
 *	confirm		what (W) by fingerprint address seat nonce expires (T)
 *	key_reset	what (W) seat expires (T)
 *	preferences	as in judge/notify/notify.h; no game
 *	seat_replaced	seat name by
 *	press, press_all
 *			letters: a list of {seat}, {to} and {unread} lists,
 *			{point} and {lines}; {from}: the first one's seat
 *
 *	unreadable	fault (W)
 *	master		text
 *	dice_stats	players: see dice_stats_values (final_values.h)
 *	game_list	games: of the reader, a list of {name} {system} {seat}
 *			{master} {watches}, {is_open} {is_running} {is_paused},
 *			{who} is awaited, {you}, {until} (T) and {first_lines};
 *			more: so many others; open: {name} {system} {players}
 *			{free} {join}; more_open: others
 *	history		as report_chronicle has it; n; mine (0, 1);
 *			earlier: the point up to which there is more; whole: the
 *			only point told, of which there is more
 */
enum err report_plain_mail(struct arena *a, const struct messages *words,
			   const char *kind, const struct tval *values,
			   struct report *out, struct why *why);

/* An HTML part for a mail that has only a text: letter.html. */
enum err report_plain_mail_html(struct arena *a, const struct messages *words,
				struct report *letter, struct why *why);

/* A moment in words, for the values of letters. */
struct tval *report_time(struct arena *a, const struct messages *words,
			 enum template_format format,
			 const struct report_time *t);

/* The same as a narrator tells it, by that message. */
struct tval *report_time_message(struct arena *a, const struct narrator *n,
				 const char *key, const struct report_time *t);
#endif
