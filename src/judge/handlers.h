/*
 * src/judge/handlers.h - what is done with a mail once it is known who sent it
 * and what it claims to be. Each works in its caller's transaction and says
 * what became of the mail; an error means that the world failed, the
 * transaction is rolled back and the mail tried again.
 */
#ifndef JUDGE_HANDLERS_H
#define JUDGE_HANDLERS_H
#include "judge/game/lifecycle.h"
#include "judge/inbox/signer.h"

/* What became of a mail: for the inbox, in a word, and of which game it was. */
struct outcome {
	const char *verdict;
	int64_t game; /* 0: none */
	int slot;     /* -1: none */
};

/* A mail on its way. */
struct delivery {
	struct judge *j;
	struct arena *a;
	const struct message *m;
	const struct signature_scan *look;
	int64_t inbox;
	int64_t received_s;  /* by its server */
	const uint8_t *hash; /* of its raw bytes */
	struct signer_result f;
	/* what fork_check_check found: the line SEEN as it should be at
	 * `point`, and as it was sent if it is that of another history */
	struct {
		int64_t point;
		struct str ours, said;
	} history;
	struct outcome out;
	bool robot;     /* marked automatic: answered once a day, if signed */
	int n_done;     /* of several texts of the mail: executed before */
	bool last;      /* the next mail of this kind is not answered today */
	const char *no; /* why this text, or a part of it, was refused; or NULL
			 * : all of it, if that is the verdict, too */
	bool joined;    /* its orders go on a queue with those before them */
	bool held;      /* its orders were on hold, and are used now */
	int refusals;   /* letters of them that it has had */
	bool asked;     /* an address was asked whether it is the sender's */
	/* of several commands the one that could not be carried out; 0: there
	 * is one alone */
	struct {
		int number; /* in the text, from 1 */
		struct str text;
	} line;
	struct str
		folded; /* lines that may be one: judge/inbox/folded_lines.h */
	struct str foreseen; /* what a command would do, for its letter */
	bool goes_on;        /* its orders come later: what tells of them says
			      * with what the next begin */
};

/* The texts of a mail, one after the other (texts.c). */
enum err texts_do(struct delivery *d, struct texts *t, struct why *why);
/*
 * The first *n of mails that wait, which are of one batch (intake.c). *n is
 * then how many were worked on: what comes between two of them in time ends it.
 */
enum err inbox_work(struct judge *j, const struct inbox_open *open, int *n,
		    int *n_done, enum err *first, struct why *why);

/* A block that verified: by its first line to one of these stations. */
enum err handle_signed(struct delivery *d, struct why *why);
/* ORDERS and PREVIEW of a player. */
enum err handle_orders(struct delivery *d, struct why *why);
/* The same orders, which were signed and decided before, once more. */
enum err handle_again(struct judge *j, int64_t game, const struct signed_row *s,
		      struct arena *a, struct why *why);
/* The same within an adjudication (again.h): what they submit, and what comes
 * of that. */
enum err handle_replay(struct adjudication *x, const struct signed_row *s,
		       struct why *why);
/* A mail of a game master that asks and commands nothing, as players ask;
 * *mine: it is one, and all is done with it. */
enum err handle_asks(struct delivery *d, bool *mine, struct why *why);
/* GM: a game master's commands (see master.c for the list). */
enum err handle_master(struct delivery *d, struct why *why);
/* KEYS: a player's own keys and address. */
enum err handle_keys(struct delivery *d, struct why *why);
/* JOIN: a wish, or the answer to a challenge. */
enum err handle_join(struct delivery *d, struct why *why);

/* KEYS number: the answer of who comes from another judge (brought.c). */
enum err handle_brought(struct delivery *d, struct why *why);

/* An unsigned mail that asks for HELP (asked.c); *mine: it is one, and all is
 * done with it. */
enum err handle_asked(struct delivery *d, bool *mine, struct why *why);

/* An unsigned mail that asks by its subject to leave a list (leave.c); *mine:
 * it is one, and all is done with it. */
enum err handle_leave(struct delivery *d, bool *mine, struct why *why);
/* the kind of its question, beside those of people.c; stored */
enum { CHANGE_LEAVE = 6 };

/* Where the answers to it go: the seat's slot, or its deputy's. */
static inline int delivery_slot(const struct delivery *d)
{
	return d->f.deputy ? SLOT_DEPUTY + d->f.slot : d->f.slot;
}

/* The Message-ID part for the answers to this mail: of its bytes, so that the
 * same mail has the same answers. */
struct str delivery_tag(const struct delivery *d, const char *kind);

/* Tell the sender of a signed mail that it was refused as a whole. */
enum err delivery_refuse(struct delivery *d, const struct game_ctx *t,
			 const char *reason, struct str detail,
			 struct why *why);

/* The same of a command that could not be carried out, by why it could not. */
enum err delivery_refuse_as(struct delivery *d, const char *reason,
			    const struct why *fault, struct why *why);

/* Whole or not at all, in a part of the transaction: what(context, ..) gives
 * ERR_OK, an error of the world, or why it cannot be done (ERR_USAGE,
 * ERR_EXISTS, ERR_FORMAT, ERR_NOT_FOUND, ERR_NO_KEY), which is the answer. */
enum err delivery_whole(struct delivery *d,
			enum err (*what)(void *context, struct why *fault),
			void *context, const char *reason, struct why *why);

/* An answer to the person who signed, or was named. */
enum err delivery_answer(struct delivery *d, const char *kind,
			 const struct game_ctx *t, struct str matter,
			 struct why *why);

/* The same, made by its caller. */
struct notify;
enum err delivery_answer_as(struct delivery *d, const struct notify *w,
			    struct why *why);

/*
 * Who is answered, and how often (reply.c). reply_known: a signature of
 * somebody we know is good. reply_unverified: it is not, and names a player.
 * reply_nothing: there is none, verdict is the name of its words, reason.NAME.
 */
enum err reply_known(struct delivery *d, struct why *why);
/* Was this text dealt with before? *yes, and what came of it, with the time. */
enum err reply_heard(struct delivery *d, struct heard_row *before, bool *yes,
		     struct why *why);
/* Does its sender's address say that it comes from this person? */
bool reply_is_own(const struct delivery *d, const struct person_row *p);
enum err reply_unverified(struct delivery *d, struct why *why);
enum err reply_nothing(struct delivery *d, const char *verdict,
		       struct why *why);
enum err reply_unreadable(struct delivery *d, const char *fault,
			  struct why *why);

/* May this person ask once more today? If not, they have been told. */
enum err reply_may_ask(struct delivery *d, bool *yes, struct why *why);
/* The same for orders that cannot be read. */
enum err reply_may_complain(struct delivery *d, bool *yes, struct why *why);

/*
 * May the writer of an unsigned mail be answered? what tells kinds of answers
 * apart, limit is a stranger's of that kind in a day. *person: whose current
 * address it is, 0 a stranger's.
 */
enum err reply_allowed(struct delivery *d, struct str address, const char *what,
		       int limit, int64_t *person, bool *yes, struct why *why);

/* How the next mail of f.person should begin, a line for each game of theirs,
 * or for f.game alone. */
enum err delivery_first_lines(struct delivery *d, struct str *out,
			      struct why *why);

/* The same of one who has a seat, in their language. */
enum err reply_first_lines(struct judge *j, const struct seat_row *s,
			   struct str lang, struct arena *a, struct str *out,
			   struct why *why);

/* Could it stand in a log for a person and nothing else (join.c)? Who names
 * themselves otherwise is called by their address. */
bool join_name_is_plain(struct str name, struct arena *a);
/* admit a proven join, in its caller's transaction (join.c); replace: whoever
 * has the seat meanwhile */
enum err join_admit(struct judge *j, const struct join_row *row,
		    const struct actor *h, bool replace, struct why *why);
/* The wish of somebody of that name to have a seat, which is proven and waits.
 * *no: why there is none that a table can take, a name of reason.*; or NULL. */
enum err join_wish(const struct game_ctx *t, int slot, struct str name,
		   struct arena *a, struct join_row *out, const char **no,
		   struct why *why);
/* Within an adjudication: it is granted. */
enum err join_sit(struct adjudication *x, const struct join_row *row,
		  struct str by, struct why *why);
enum err join_refuse(struct judge *j, const struct join_row *row,
		     struct why *why);
/* Tell the game masters who waits: TIMER_JOINS is due. */
enum err join_waiting(struct judge *j, int64_t game, struct why *why);

/*
 * Keys and addresses of a person: the rows, and an event in every game of
 * theirs that has not ended, mailed to all and to the old address (people.c).
 */
enum err person_key_add(struct judge *j, int64_t person, const struct key *k,
			const struct actor *h, struct why *why);
/* The same of one that was theirs elsewhere since since_s. */
enum err person_key_bring(struct judge *j, int64_t person, const struct key *k,
			  int64_t since_s, const struct actor *h,
			  struct why *why);
enum err person_key_revoke(struct judge *j, int64_t person,
			   struct str fingerprint, const struct actor *h,
			   struct why *why);
/* A change that a number answers (people.c); ERR_NOT_FOUND: nobody was sent
 * it. It is answered by the new key where it needs one, or by a key that comes
 * with the answer. */
enum err change_find(struct judge *j, struct str nonce, struct arena *a,
		     struct change_row *out, struct why *why);
bool change_needs_key(const struct change_row *c, struct key *key);
bool change_brings_key(const struct change_row *c);

/* Whose key is lost: all are told, and a week later (TIMER_READMIT) the address
 * on record is asked for a new one, unless person_signs: they have a key. */
enum err person_readmit(struct judge *j, int64_t game, int slot,
			struct why *why);
enum err person_readmit_due(struct judge *j, const struct timer_row *t,
			    struct why *why);
enum err person_signs(struct judge *j, int64_t person, struct why *why);

enum err person_address_set(struct judge *j, int64_t person, struct str address,
			    const struct actor *h, struct why *why);

/* A second address is asked first, and the one on record hears of it. */
enum err person_second_ask(struct delivery *d, struct str address,
			   struct why *why);

/*
 * A letter of ours came back from this address: it is counted, and where it is
 * somebody's first one that letter (row, NULL: it is not known) goes to the
 * second, with word of it the first time. words: the reason, as the server gave
 * it. Not ours: nothing.
 */
enum err person_bounced(struct judge *j, struct str address,
			const struct outbox_row *row, struct str words,
			struct why *why);

/* It was the fault of our own server: the address is good again, and notices of
 * it that did not leave are recalled. */
enum err person_bounced_not(struct judge *j, const struct outbox_row *row,
			    struct why *why);
#endif
