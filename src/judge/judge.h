/*
 * src/judge/judge.h - the judge as a service: mails in, events and answers out,
 * and all calls of the command line and the daemon. They need no other header.
 * The main files in the order of a mail's way:
 *
 *	inbox/inbox_work.c	takes stored mails one by one
 *	inbox/signer.c		finds the signed block, its signer and its game
 *	requests/order_mail.c	reads and submits orders, or refuses them
 *	game/adjudicate.c	one transaction: events, leaves, snapshot, mails
 *	notify/outbox.c		renders due mails, stores and hands them out
 *	notify/mail_inputs.c	collects the content of a mail
 *
 * Other files: people/ (joining, accounts, keys, addresses, imported people),
 * policies/lifecycle.c (creates, starts, ends games), policies/dispute.c
 * (rulings), requests/gm_commands.c (game masters), timers.c (due timers),
 * requests/delayed_orders.c (orders on hold), requests/preferences.c (mail
 * preferences), notify/delivery_schedule.c (quiet hours, digests), requests/
 * (questions), game/game_ctx.c (loads a game), game/dice_source.c (dice),
 * game/entropy.c (the players' random words).
 *
 * The caller passes in the clock, random bytes, the mail parser and the
 * renderer: in a test, the same mails give the same log. A process has one
 * judge; all calls come from one thread.
 */
#ifndef JUDGE_JUDGE_H
#define JUDGE_JUDGE_H
#include "auth/key.h"
#include "auth/pgp.h"
#include "auth/signed_block.h"
#include "games/games.h"
#include "mail/message.h"
#include "engine/carryover.h"
#include "engine/game.h"
#include "store/games.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "store/people.h"
#include "store/game_log.h"
#include "store/relay.h"

enum {
	MAIL_ASKED = 4,              /* proposals listed in a mail */
	LETTER_PAST = 5,             /* earlier headlines in a report */
	JUDGE_SLOTS = 40,            /* in one game, of all kinds */
	JUDGE_BATCH = 50,            /* mails in one transaction */
	JUDGE_ATTEMPTS = 3,          /* attempts, then a mail is set aside */
	JUDGE_JOIN_S = 7 * 86400,    /* a challenge lives so long */
	JUDGE_NAME_MAX = 24,         /* of a game, without its ending */
	JUDGE_FAILED_A_DAY = 3,      /* answers to bad signatures */
	JUDGE_JOINS_A_DAY = 10,      /* mailed one by one to a game's masters */
	JUDGE_STRANGERS_A_DAY = 200, /* answers to all of them together */
	JUDGE_TOLD_A_DAY = 20, /* mails of a player that the table hears of */
	JUDGE_COMMANDS_A_DAY = 200, /* .. of a game master */
	JUDGE_QUESTIONS_A_DAY = 60, /* of one person: they change nothing */
	JUDGE_ANSWERS_A_DAY = 300 /* to one person, of all kinds but reports */
};

struct mail_content;
struct render_ctx; /* a mail that is half written */
struct combat_stats;
struct report_game;

enum writing_state {
	WRITING_WAITS, /* for its picture */
	WRITING_READY,
	WRITING_BROKEN /* the painting process died or was killed */
};

/* The functions that the caller passes in. context goes to each. */
struct judge;
struct analysis;
struct campaign_mail_wish;

struct judge_env {
	void *context;

	/* UTC seconds */
	int64_t (*now_s)(void *context);

	/* unpredictable bytes (random_fill, except in tests) */
	void (*random)(void *context, void *out, size_t len);

	/* Parse raw mails: sandbox_pool_parse_all. An error is the world's. */
	enum err (*read)(void *context, const struct mail_batch *mails,
			 struct why *why);

	/* Pass a line of text to the operator; may be NULL. */
	void (*tell)(void *context, const char *words);

	/* A mail is done with or set aside, in the open transaction; game 0
	 * and slot -1: not known. May be NULL. */
	void (*judged)(void *context, int64_t mail, int64_t game, int slot,
		       const char *verdict);

	/* Render a mail, see struct mail_content. On error the judge notifies
	 * the operator and retries later. */
	enum err (*render)(void *context, const struct mail_content *l,
			   struct buf *out, struct why *why);

	/*
	 * The same in two steps, with a process painting the picture in
	 * between; begin is NULL if there are no such processes. l and all that
	 * l borrows live until finish or drop. finish needs a READY mail and
	 * ends the writing even on an error; drop ends any.
	 */
	enum err (*begin)(void *context, const struct mail_content *l,
			  struct render_ctx **out, struct why *why);
	enum writing_state (*state)(void *context, const struct render_ctx *w);
	enum err (*finish)(void *context, struct render_ctx *w, struct buf *out,
			   struct why *why);
	void (*drop)(void *context, struct render_ctx *w);

	/* Execute a person's CAMPAIGN command
	 * (judge/requests/campaign_mail_parse.h) in the open transaction; NULL:
	 * no campaigns here. ERR_USAGE, with a reason of judge/game/reject.h:
	 * the command cannot be executed. */
	enum err (*campaign)(void *context, struct judge *j, int64_t person,
			     const struct campaign_mail_wish *w,
			     struct why *why);

	/* What decided a game of two that is over (engine/analysis.h); NULL: no
	 * mail tells it. An error: it is not known. */
	enum err (*analyse)(void *context, int64_t game, struct analysis *out,
			    struct why *why);

	/* Go on with the campaigns of which a game has ended, outside of any
	 * transaction; NULL: there are none here. */
	enum err (*follow)(void *context, struct judge *j, struct why *why);
};

struct judge_config {
	const char *database; /* path of the file */
	const char *schema;   /* folder db/schema */
	struct str name;      /* of the judge, in From */
	struct str address;   /* its own */
	struct str language;  /* of mails to strangers */
	struct str zone;      /* of persons who named none */
	/* addresses that may create games by mail, separated by blanks; and the
	 * time for random words in seconds if the game sets none */
	struct str hosts;
	int64_t words_s;
	bool moves;         /* a command that tells of a new address */
	bool rekeys;        /* one that tells of a new key */
	const char *tables; /* folder of what campaigns carry over */
	struct game_kind systems[GAME_KINDS_MAX];
	int n_systems;
	struct pgp
		*pgp; /* GnuPG's keys; NULL: OpenPGP and S/MIME are refused */
	struct key_secret key; /* the judge's own; copied */
	/* wishes to join that a game's masters hear of one by one in a day,
	 * the others in one mail; 0: JUDGE_JOINS_A_DAY */
	int joins_a_day;
	/* practice games: running ones of a person, new ones of a person in a
	 * day, days of silence; 0: judge/people/practice.h */
	int practice_running, practice_a_day, practice_days;
	/* the trusted authserv-id of Authentication-Results; "": none */
	struct str authserv_id;
	/* its server has plus addresses: judge/notify/verp.h */
	bool plus;
	/* the file or folder with pulses of outside beacons, and that of the
	 * certificate of NIST's; "" or NULL: there is none */
	const char *beacon_file, *beacon_certificate;
	/* the folder of lists of days off; "" or NULL: there is none */
	const char *holidays;
	/* answers to strangers, all together; 0: JUDGE_STRANGERS_A_DAY */
	int strangers_a_day;
	/* where players find the page (src/webapp/), "": nowhere; and the hash
	 * of what they find there, "": not known */
	struct str page_url, page_hash;
	/* that page itself, for HELP PAGE; NULL: it is not sent */
	const char *page_file;
	/* A command that runs while another process is the judge: a guest
	 * leaves SENDING mails alone, and several guests may be open at
	 * once. */
	bool guest;
	struct judge_env env;
};

struct judge;

/*
 * Open the database and everything around it. What was being sent when the
 * last process ended becomes UNKNOWN here, but not by a guest. ERR_EXISTS:
 * another judge that is no guest has it open.
 */
enum err judge_open(struct judge **out, const struct judge_config *c,
		    struct why *why);
void judge_close(struct judge *j);

/* The store, for listings by the functions of store/; writing is the judge's.
 */
struct store *judge_store(struct judge *j);

/* Mail in --------------------------------------------------------------------
 */

/*
 * Store mails as received: a crash of the process does not lose them. The
 * mailbox may delete them after judge_sync. A mail with bytes already stored
 * is not new. The n mails and the mailbox position (at, may be NULL) are one
 * transaction.
 */
struct raw_mail {
	int64_t received_s; /* by the server's clock */
	struct str bytes;
	bool cut;     /* too large to be fetched: bytes are its header */
	bool guessed; /* received_s is our clock: the mailbox gives no time */
};
struct mail_cursor {
	struct str mailbox, position; /* as store_cursor_get gives it */
};
enum err judge_mails_store(struct judge *j, const struct raw_mail *mails, int n,
			   const struct mail_cursor *at, int *n_new,
			   struct why *why);

/*
 * The fault of the mailbox, for heraldo status; empty words clear it. A new
 * mail process begins without a fault.
 */
enum err judge_mailbox_trouble(struct judge *j, enum inbox_trouble kind,
			       struct str subject, struct str words,
			       struct why *why);
enum err judge_mailbox_well(struct judge *j, struct why *why);

/*
 * Work on waiting mails: at most max, in batches of one transaction each, in
 * the order of receipt. Timers that were due before a mail came fire before
 * that mail, so the caller must have stored all earlier mail. *n_done counts
 * mails. After an error of the environment the next call takes the rest. The
 * results survive a crash of the process, and a loss of power after
 * judge_sync or the next judge_post that returns mails.
 */
enum err judge_work(struct judge *j, int max, int *n_done, struct why *why);

/* When the first mail may be worked on that came later than now, by the clock
 * of its server; INT64_MAX: there is none. */
enum err judge_next_mail(struct judge *j, int64_t *at_s, struct why *why);

/*
 * Wait until all results survive a loss of power: call it before anything
 * leaves this machine. Costs nothing if they do already.
 */
enum err judge_sync(struct judge *j, struct why *why);

/* Has another process changed the database since the last call, such as a
 * command of the operator? Cheap: a waiting program asks every second. */
bool judge_changed_by_others(struct judge *j);

/* Log the configured address of the judge in every game that is not over.
 * ERR_USAGE: no game had another address. */
enum err judge_move(struct judge *j, int *n_games, struct why *why);

/*
 * Log another key of the judge in every game; `next` is signed by the present
 * one. NULL: the key before is lost, and the present one follows it by the
 * operator's word (config.rekeys). The caller changes the file judge.key.
 * ERR_USAGE: the present key is not, or is, that of the games.
 */
enum err judge_rekey(struct judge *j, const struct key *next, int *n_games,
		     struct why *why);

/* Mark the database while it is copied: the copy is a backup. A judge opened
 * from the copy lists the games with logs that may differ, for these logs
 * depend on more than the mails. */
enum err judge_copied(struct judge *j, bool begins, struct why *why);

/* Note the folder of a backup that is whole. */
enum err judge_backup_note(struct judge *j, struct str dir, struct why *why);
/* The last one; made_s is 0 if there is none. */
enum err judge_backup_last(struct judge *j, struct arena *a, int64_t *made_s,
			   struct str *dir, struct why *why);

/* Fire no timer, nor work on a mail that came after one was due: the clock
 * cannot be trusted. */
void judge_timers_hold(struct judge *j, bool hold);

/* Fire the timers that are due; after a pause fetch and work first. */
enum err judge_tick(struct judge *j, int *n_fired, struct why *why);

/*
 * The same for those that were due by until_s: all mail that came until then
 * must have been worked on. For a timer that fails, the judge notifies the
 * operator and retries in an hour.
 */
enum err judge_tick_until(struct judge *j, int64_t until_s, int *n_fired,
			  struct why *why);

/* When something is to be done by the clock alone, and when the first timer
 * is due; INT64_MAX: never. */
enum err judge_next(struct judge *j, int64_t *at_s, int64_t *timer_s,
		    struct why *why);

/* Mail out -------------------------------------------------------------------
 */

enum mail_entropy {
	MAIL_ENTROPY_NONE, /* it can do nothing now */
	MAIL_ENTROPY_SEAL, /* its hash can be sent */
	MAIL_ENTROPY_OPEN, /* it can be opened */
	MAIL_ENTROPY_ASK   /* another's was withheld: anew, or without? */
};

/* The random words that the dice wait for. */
struct mail_dice {
	const char *state; /* open, sealing, opening, asked; NULL: for none */
	int64_t until_s;   /* 0: no time runs */
	bool anew;         /* asked: fresh ones, if nobody says anything */
	int seats[SEATS_MAX], n_seats; /* seats that can act */
	int held[SEATS_MAX], n_held;   /* seats that withheld a word */
	/* the hash of the reader's own, in digits, that it can open; or "" */
	struct str sealed;
};

/* How much of a mail is rendered. A mail that kills its renderer is tried with
 * less, until it can be sent. */
enum mail_richness {
	MAIL_WHOLE,
	MAIL_NO_PICTURE,
	MAIL_PLAIN /* from a fixed template, without the state of the game */
};

/* A finished order: its seat, its queue entry, and the refusal if any. */
struct mail_order {
	int seat, line;
	struct queue_entry entry;
	const struct event *refused; /* NULL: it was carried out */
};

/* Press of a player that the reader may read. */
struct press_shown {
	int64_t point;
	int at; /* among those of its mail, from 0 */
	int seat;
	bool all;               /* it is for everybody */
	bool master, observers; /* they are named */
	uint32_t seats;         /* that are named, a bit for each */
	uint32_t unread;        /* of these: seats that block its author */
	struct str text;        /* its lines */
};

/*
 * The content of a mail: the outbox row and, for a game, all that its reader
 * may know of the game. Everything is borrowed for the call of render.
 */
struct mail_content {
	/* of a digest: its parts, one mail for each game, and the first lines
	 * of the reader's next orders */
	const struct mail_content *parts;
	int n_parts;
	struct str first_lines;

	const struct judge_config *judge;
	const struct outbox_row *row;
	struct str name; /* of the reader, or "" */
	struct str zone;
	struct preferences preferences; /* of the reader */
	/* of a game; game is NULL if it is none */
	const struct game_row *game;
	const struct game_kind *kind; /* NULL: of no game that is known */
	const struct system *sys;
	const struct grammar *grammar;
	const struct report_game *report; /* NULL: there is none */
	const struct game
		*view; /* the state after the events, as the reader knows it */
	/* the game itself, of a game master who sees all of it, else NULL */
	const struct game *whole;
	/* does the game show its masters all, and all press? */
	bool open_to_master, press_open;
	int practice; /* days of silence that end it; 0: no practice game */
	bool begins_itself; /* when all invited players have joined */
	bool namesake; /* its reader has another game of the same short name */
	int seat;      /* of the rules, -1: none */
	const struct seat_row *seats;
	const struct str *names; /* of the persons in seats, "" free */
	/* who had a player's seat before the events, if one of them gives it to
	 * another; by seat */
	struct str former[SEATS_MAX];
	int n_seats;
	/* the events that the reader may see, in order, with their numbers in
	 * the log; leaf 0: private */
	const struct event *events;
	const int64_t *leaves;
	int n_events;
	/* of mails of kind press and press_all, instead of events */
	const struct press_shown *said;
	int n_said;
	/* of a report: the press that is opened, event by event */
	const struct str *opened;
	int n_opened;
	/* of a mail of kind dice_stats, instead of events: dice of six sides by
	 * seat and face */
	int64_t rolled[SEATS_MAX][6];
	/* of a mail of kind dispute: the public state before the disputed
	 * point, NULL if there was none; and the orders */
	const struct game *before;
	const struct mail_order *orders;
	int n_orders;
	/* when each player's time is up, 0: not awaited; by seat */
	int64_t deadline_s[SEATS_MAX];
	/* the reader's remaining allowances, as struct report_left */
	int64_t grace_h, reserve_days, absence_days, silences;
	/* numbers of the proposals that wait for its answer */
	int n_asked;
	int64_t asked[MAIL_ASKED];
	int64_t serial; /* the reader's next one */
	/* of the reader's random word for the dice, while one can be sent */
	enum mail_entropy word;
	struct mail_dice dice;
	const struct entropy *words; /* the random words that the dice have */
	uint8_t head[32];            /* of the chain after it */
	/* game_created, the first of its log, with the commitment of its dice;
	 * NULL if it cannot be read */
	const struct event *created;
	int64_t n_leaves;
	const struct combat_stats *tally;  /* of a game that is over, or NULL */
	const struct analysis_turn *turns; /* the same of two seats, or NULL */
	int n_turns;
	struct event *past; /* the heaviest of each of the last points */
	int n_past;
	int64_t first_s;     /* when it was written first, 0: now */
	int64_t first_point; /* of its events */
	enum mail_richness form;
	struct str lines; /* of a plain mail: its events as the log has them */
	/* the deadline of a seat that the reader's calendar has from the mail
	 * before this one; promised_s 0: none */
	int promised_slot;
	int64_t promised_s;
};

/*
 * The mails that are due, at most max (and JUDGE_BATCH): rendered, their bytes
 * stored, marked SENDING. The caller must report the result of each by
 * judge_posted.
 *
 * With rendering in two steps, a call begins the due mails and returns those
 * with a finished picture, all or some. Mails are returned in the order of
 * beginning, so that no reader's mails overtake one another.
 */
struct posting {
	int64_t id;
	struct str sender; /* of the envelope; "" is the null sender */
	struct str recipient;
	struct str bytes;
	enum mail_richness form; /* less than whole: the operator is told */
	bool too_large; /* the earlier form was too large: the reason for this
			   form */
};

enum err judge_post(struct judge *j, struct arena *a, struct posting *out,
		    int max, int *n, struct why *why);

/* How many mails are begun, not given yet, and can leave: 0 while the mail
 * server takes none (judge/notify/relay.h). */
int judge_writing(const struct judge *j);

enum posting_fate {
	POSTING_SENT,
	POSTING_LATER,     /* 4xx: this mail alone, with growing pauses */
	POSTING_REFUSED,   /* 5xx, of the recipient: the operator is shown it */
	POSTING_TOO_LARGE, /* with less in it, if it can be */
	POSTING_CONTENT,   /* 5xx, of these bytes: no mark on the recipient */
	POSTING_UNKNOWN,   /* lost after the last byte: again, the same */
	/* of the server, for all mails (judge/notify/relay.h) */
	POSTING_DOWN,     /* no connection, 421 */
	POSTING_HELD,     /* TLS, sender: the operator must act */
	POSTING_LOGIN,    /* the login is refused */
	POSTING_RELAYING, /* sender or relaying, in answer to RCPT */
	POSTING_BACK      /* not tried, for one of these */
};

struct posting_result {
	int64_t id;
	enum posting_fate fate;
	int code; /* of SMTP, 0 none */
	struct str words;
};
/* Lost with the power of the machine, it is POSTING_UNKNOWN. */
enum err judge_posted(struct judge *j, const struct posting_result *results,
		      int n, struct why *why);

/*
 * The operator says: once more. A FAILED mail goes out as it was; one that
 * was sent, or whose bytes are forgotten, is written anew by today's words, as
 * a mail of its own that refers to the first and says so: point, rolls and
 * what its reader may see are as they were. A mail that was set aside is read
 * again. ERR_NOT_FOUND: there is none, or it is under way.
 */
enum err judge_outbox_again(struct judge *j, int64_t id, struct why *why);

/* The operator withdraws a mail. A mail that is being sent may still arrive.
 * ERR_EXISTS: it was sent. */
enum err judge_outbox_drop(struct judge *j, int64_t id, struct why *why);

/* The mail server as far as it is known; in the arena. */
enum err judge_relay(struct judge *j, struct arena *a, struct relay_row *out,
		     struct why *why);

/* Something changed: it is tried at once. */
enum err judge_relay_retry(struct judge *j, struct why *why);

/* Read a mail that was set aside once more, or give it up. ERR_EXISTS: it is
 * not set aside. */
enum err judge_inbox_again(struct judge *j, int64_t id, struct why *why);
enum err judge_inbox_drop(struct judge *j, int64_t id, struct why *why);

/*
 * What is forgotten: what strangers wrote, once older than stray_s, and the
 * oldest until the rest has at most stray_bytes; what people at a table wrote,
 * mail_s after it came and never while it can be disputed (what they signed is
 * in the log); our own mails, sent_mail_s after their fate was known; states of
 * games that ended sent_mail_s ago, which the log comes to again. What
 * became of each stays on record. Room is given back to the file system where
 * more is free than will soon be used.
 */
struct judge_keeping {
	int64_t stray_s, stray_bytes, mail_s, sent_mail_s;
};
struct judge_forgotten {
	int strays, mails, letters;
	int64_t bytes;
};

/* Seat the computer player (judge/game/computer_person.h). level: an enum
 * player_level of engine/player.h. */
enum err judge_computer_seat(struct judge *j, int64_t game, int slot, int level,
			     struct why *why);
/* Append a signed text of the computer: by the judge's key, for SIG_PLAYER. */
bool judge_computer_sign(const struct judge *j, const struct canon *orders,
			 struct buf *out);

/* Piece by piece, each a transaction. *more: room is left to be given back. */
enum err judge_prune(struct judge *j, const struct judge_keeping *keep,
		     struct judge_forgotten *out, bool *more, struct why *why);

/* People ---------------------------------------------------------------------
 */

/* A person with a first address. zone and language may be "". */
enum err judge_person_add(struct judge *j, struct str name, struct str address,
			  struct str language, struct str zone, int64_t *id,
			  struct why *why);

/*
 * Keys and addresses, changed by the operator: an event marked so in every
 * game of the person, mailed to all and to the old address.
 */
enum err judge_key_add(struct judge *j, int64_t person, struct str key,
		       struct why *why);
/* Their key is lost: they and all at their tables are told, and after seven
 * days the address on record is asked for a new one, unless they sign something
 * before; as by a game master's READMIT. ERR_USAGE: they sit at no table. */
enum err judge_readmit(struct judge *j, int64_t person, struct why *why);
/* judge_key_add with a key that GnuPG keeps; config.pgp must be there. One that
 * they sign with already is taken anew, as its owner extended or revoked it. */
enum err judge_key_import(struct judge *j, int64_t person,
			  enum pgp_protocol protocol, struct str key,
			  struct why *why);
/* They are away, both days included (base/date.h), on their own clocks and in
 * all games in which they play; or back before that is over. */
enum err judge_away(struct judge *j, int64_t person, int32_t from,
		    int32_t until, struct why *why);
enum err judge_back(struct judge *j, int64_t person, struct why *why);
enum err judge_key_revoke(struct judge *j, struct str fingerprint,
			  struct why *why);
/* Forget them, whose games are all over (store_person_forget). */
enum err judge_person_forget(struct judge *j, int64_t person, int *mails,
			     int *letters, struct why *why);
enum err judge_address_set(struct judge *j, int64_t person, struct str address,
			   struct why *why);

/*
 * People who play at several judges (judge/people/identity_import.h). Append
 * the passport of a person for the judge with this address, and keep that it
 * has it. ERR_USAGE: they have no key, or it is for this judge.
 */
enum err judge_person_export(struct judge *j, int64_t person, struct str to,
			     struct buf *out, struct why *why);

/* What a passport came to. */
struct brought {
	int64_t person; /* whose ring it was taken into; 0: nobody's yet */
	bool asked;     /* the address was, now or, `before`, already */
	bool before;
	bool older; /* than the ring here, which stays */
	int n_added, n_revoked;
	int n_left; /* not added, for it is older */
	int n_dead; /* valid there, and revoked here: they stay so */
};

/* Take one that the judge with this key signed; name: who they are here, "":
 * as it says. An error says in why what stands against it. */
enum err judge_person_import(struct judge *j, struct str text,
			     const struct key *by, struct str name,
			     struct brought *out, struct why *why);

/* Games ----------------------------------------------------------------------
 */

enum { GAME_OPTION_WORDS = 16, GAME_POLICIES_MAX = 16 };

struct game_option {
	struct str name; /* as the system's options.def has it */
	int seat;        /* -1: of the whole game */
	int32_t value[GAME_OPTION_WORDS];
	int n;
};

/* What a seat brings from a game before, and where it comes from. */
struct game_carried {
	struct carryover thing;
	struct str game;  /* its name, or "": from no game */
	struct hash from; /* the head of its log; zero of no game */
};

struct game_plan {
	struct str name; /* letters, digits, '-'; a piece of its dice
			    commitment is put behind it */
	struct str system;
	int n_players;
	struct str reserved[SEATS_MAX]; /* addresses, "" free for all */
	/* 1 + enum player_level: the computer has the seat; else 0 */
	int computer[SEATS_MAX];
	const struct game_option *options;
	int n_options;
	/* events of an earlier game's set-up that are told again */
	const struct event *events;
	int n_events;
	/* the position in which it begins, as in heraldo-case(5): no orders,
	 * no dice; "": the rules' own set-up */
	struct str setup;
	int64_t deadline_s; /* for one turn; 0: none */
	int64_t words_s;    /* to seal random words, and then to open them, for
			     * which the dice wait; 0: the game has none */
	int64_t dispute_s;  /* to dispute what was adjudicated; 0: three days */
	int beacon;         /* enum beacon_kind: what its dice rest on */
	int64_t master;     /* person: the game master; 0: the operator */
	/* how the table plays: names and values of protocol/policy.def */
	struct {
		struct str name, value;
	} policies[GAME_POLICIES_MAX];
	int n_policies;
	const struct game_carried *carried; /* in a campaign */
	int n_carried;
};

/* "ask=always", "build:B=200", "board=3600,3600" into an option; the words
 * live as long as text. ERR_USAGE says what is expected. */
enum err judge_option_parse(const struct judge *j, struct str system,
			    struct str text, struct game_option *out,
			    struct why *why);

/* A new game, open for joining; its whole name into the arena. */
enum err judge_game_new(struct judge *j, const struct game_plan *plan,
			struct arena *a, struct str *name, int64_t *id,
			struct why *why);

/* Put a person on a seat (slot) without a mail: by the operator. */
enum err judge_seat(struct judge *j, int64_t game, int slot, int64_t person,
		    struct why *why);

/* A free seat of a game that has not begun is kept for an address, which is
 * invited. */
enum err judge_invite(struct judge *j, int64_t game, int slot,
		      struct str address, struct why *why);

/* Its clock, UTC seconds; and a line of text for its operator. */
int64_t judge_time(const struct judge *j);
void judge_operator_note(const struct judge *j, const char *words);

/* Run what(context, ..) in its own transaction, or in a savepoint of the open
 * one: all or nothing. The call may use the functions of
 * judge/policies/lifecycle.h and judge/notify/notify.h. For folders below this
 * one. */
enum err judge_whole(struct judge *j,
		     enum err (*what)(void *context, struct store *st,
				      struct why *why),
		     void *context, struct why *why);

enum err judge_game_start(struct judge *j, int64_t game, struct why *why);
enum err judge_game_pause(struct judge *j, int64_t game, struct str words,
			  struct why *why);
enum err judge_game_resume(struct judge *j, int64_t game, struct why *why);
enum err judge_game_end(struct judge *j, int64_t game, struct str words,
			struct why *why);
/* The beacon of its dice has another certificate, that of the configuration:
 * its pulses are good by that from now on. */
enum err judge_game_beacon(struct judge *j, int64_t game, struct why *why);
/* Move the deadline of every awaited seat by so many seconds; less than 0:
 * earlier. */
enum err judge_game_extend(struct judge *j, int64_t game, int64_t seconds,
			   struct why *why);
/* Set a deadline, "2026-12-01 20:00 Europe/Madrid", without a zone in the
 * judge's; seat -1: all awaited seats. */
enum err judge_game_deadline(struct judge *j, int64_t game, int seat,
			     struct str moment, struct why *why);
/* Their deadline is now, without grace or reserve. */
enum err judge_game_skip(struct judge *j, int64_t game, int seat,
			 struct why *why);
/* How its table plays: a row of protocol/policy.def by name, and its value. */
enum err judge_game_policy(struct judge *j, int64_t game, struct str name,
			   struct str value, struct why *why);
/* Set a value of the state by its path ("A1.wounds"), as players write it
 * (engine/state_path.h), with the reason. */
enum err judge_game_override(struct judge *j, int64_t game, struct str path,
			     struct str value, struct str words,
			     struct why *why);
/* Back to the state after adjudication `point`, with the reason. fresh: the
 * same decisions get other dice than before, which can be so once. */
enum err judge_game_undo(struct judge *j, int64_t game, int64_t point,
			 bool fresh, struct str words, struct why *why);
/* The same, but to just after an event of the point (judge/policies/rewind.h);
 * 0: after the last. */
enum err judge_game_undo_event(struct judge *j, int64_t game, int64_t point,
			       int64_t event, bool fresh, struct str words,
			       struct why *why);
/* Rule on a dispute: "stands", "undo" or "reroll", with the reason. */
enum err judge_game_rule(struct judge *j, int64_t game, int64_t number,
			 struct str verdict, struct str words, struct why *why);
/* Admit or refuse a JOIN, by its id. */
enum err judge_join_admit(struct judge *j, int64_t join, bool replace,
			  struct why *why);
enum err judge_join_refuse(struct judge *j, int64_t join, struct why *why);

/* The current game as one reader knows it (seat -1: an observer). */
enum err judge_game_view(struct judge *j, int64_t game, int seat,
			 struct game *out, struct why *why);

/* An awaited seat and its deadline (0: none). */
struct judge_awaited {
	int seat;
	bool blocking;
	int64_t deadline_s;
};
enum err judge_game_awaiting(struct judge *j, int64_t game,
			     struct judge_awaited *out, int max, int *n,
			     struct why *why);

/*
 * The pulse that a game's dice wait for: enum beacon_kind, 0 for none; when the
 * first that can be is published (UTC), and its round if it is drand's.
 */
struct judge_pulse {
	int kind;
	int64_t at_ms;
	uint64_t round;
};
enum err judge_game_pulse(struct judge *j, int64_t game,
			  struct judge_pulse *out, struct why *why);

/*
 * Pass the content of the report on adjudication `point` (0: the last) to show,
 * as the holder of a slot may know it; borrowed for the call. slot -1: an
 * observer.
 */
enum err judge_game_mail(struct judge *j, int64_t game, int slot, int64_t point,
			 enum err (*show)(void *context,
					  const struct mail_content *l,
					  struct why *why),
			 void *context, struct why *why);

/* The last point that spectators may know by now, 0: none; see
 * judge/policies/spectators.h. ERR_ARCHIVED: only the game's row is left
 * here. */
enum err judge_game_watched(struct judge *j, int64_t game, int64_t *point,
			    struct why *why);

/* How often each face of a die of six fell, by the seat that acted, undone
 * rolls included. Of a game with attack dice of its own: their number by the
 * attacker's seat, what they showed, and what one shows on average, in
 * hundredths; else mean is 0. */
struct game_dice_stats {
	int64_t face[SEATS_MAX][6];
	int64_t dice[SEATS_MAX], shown[SEATS_MAX];
	int mean;
};
enum err judge_game_dice_stats(struct judge *j, int64_t game,
			       struct game_dice_stats *out, struct why *why);

/*
 * Replay every event from the first: does the result equal the snapshot, and do
 * the leaves give the head? ERR_TAMPERED says where they differ.
 */
enum err judge_game_replay(struct judge *j, int64_t game, struct why *why);

/* Archives -------------------------------------------------------------------
 * An ended game's log taken out of the database into a file of its own, which
 * can be brought back to this judge.
 */

/*
 * Into the new file `path`, absolute. check: is the log good? Asked before its
 * rows go. ERR_USAGE: it has not ended, or mails of it are on their way;
 * ERR_EXISTS: the file is there.
 */
enum err judge_game_archive(struct judge *j, int64_t game, const char *path,
			    enum err (*check)(void *context, int64_t game,
					      struct why *why),
			    void *context, struct why *why);

/*
 * The game of this file is here again, as it was, if check finds its log good;
 * keys that were revoked since are revoked in it. *name in the arena.
 */
enum err judge_game_unarchive(struct judge *j, const char *path,
			      enum err (*check)(void *context, int64_t game,
						struct why *why),
			      void *context, struct arena *a, struct str *name,
			      struct why *why);

/* Status ---------------------------------------------------------------------
 */

struct judge_status {
	int64_t games[GAME_STATES];
	int64_t inbox[INBOX_STATES];
	int64_t outbox[OUTBOX_STATES];
	int64_t worn;         /* mails that went out with less than they had */
	int64_t next_timer_s; /* INT64_MAX: none */
	int schema;
};
enum err judge_status(struct judge *j, struct judge_status *out,
		      struct why *why);
#endif
