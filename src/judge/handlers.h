/*
 * src/judge/handlers.h - the handlers of signed and unsigned mails: one
 * function for each kind, called after the sender is known. A handler runs in
 * its caller's transaction and writes the mail's verdict to struct
 * mail_verdict. An error means that the environment failed: the transaction is
 * rolled back and the mail is retried.
 */
#ifndef JUDGE_HANDLERS_H
#define JUDGE_HANDLERS_H
#include "judge/policies/lifecycle.h"
#include "judge/inbox/signer.h"

/* The result of a mail: the verdict word for the inbox, and the game and
 * slot. */
struct mail_verdict {
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
	/* result of fork_check_check: the right SEEN line at `point`, and the
	 * sent SEEN line if it is of another history */
	struct {
		int64_t point;
		struct str ours, said;
	} history;
	struct mail_verdict out;
	bool robot;     /* marked automatic: answered once a day if signed */
	int n_done;     /* of several texts of the mail: executed before */
	bool last;      /* the next mail of this kind is not answered today */
	const char *no; /* why this text, or a part of it, was refused; or NULL
			 * : all of it, if that is the verdict, too */
	bool joined;    /* its orders go on a queue with those before them */
	bool held;      /* its orders were on hold, and are used now */
	int refusals;   /* mails of them that it has had */
	bool asked;     /* an address was asked whether it is the sender's */
	/* of several commands the one that could not be carried out; 0: there
	 * is one alone */
	struct {
		int number; /* in the text, from 1 */
		struct str text;
	} line;
	struct str folded;   /* lines that may be one:
				judge/requests/folded_lines.h */
	struct str foreseen; /* the preview of a command, for its answer */
	struct str others;   /* first lines of other texts that failed */
	bool goes_on; /* the orders are executed later: their mail also gives
			 the first line of the next orders */
};

/* The texts of a mail, one after the other (signed_texts.c). */
enum err texts_execute(struct delivery *d, struct texts *t, struct why *why);

/* First lines of the texts that failed like d->f, of the same person. */
struct str texts_others(const struct delivery *d, const struct texts *t);

/*
 * Work on the first *n waiting mails, which form one batch
 * (judge/inbox/inbox_work.c). On return *n counts the mails that were worked
 * on: an earlier timer ends the batch.
 */
enum err inbox_work(struct judge *j, const struct inbox_open *open, int *n,
		    int *n_done, enum err *first, struct why *why);

/* A block that verified: by its first line to one of these stations. */
enum err handle_signed(struct delivery *d, struct why *why);
/* ORDERS and PREVIEW of a player. */
enum err handle_orders(struct delivery *d, struct why *why);
/* Execute the orders of an already accepted signed mail again. */
enum err handle_again(struct judge *j, int64_t game, const struct signed_row *s,
		      struct arena *a, struct why *why);
/* The same within an adjudication: submit the orders and run the game. */
enum err handle_replay(struct adjudication *x, const struct signed_row *s,
		       struct why *why);
/* A game master's mail that holds only questions, as players ask them. *mine:
 * the mail is one and has been answered. */
enum err handle_asks(struct delivery *d, bool *mine, struct why *why);
/* GM: a game master's commands (see gm_commands.c for the list). */
enum err handle_master(struct delivery *d, struct why *why);
/* KEYS: a player's own keys and address. */
enum err handle_keys(struct delivery *d, struct why *why);
/* JOIN: a wish, or the answer to a challenge. */
enum err handle_join(struct delivery *d, struct why *why);

/* KEYS number: the answer of a person imported from another judge
 * (judge/people/identity_import.h). */
enum err handle_brought(struct delivery *d, struct why *why);

/* An unsigned mail that asks for HELP (unsigned_help.c); *mine: it is one, and
 * all is done with it. */
enum err handle_asked(struct delivery *d, bool *mine, struct why *why);

/* An unsigned mail that asks by its subject to leave a list (unsubscribe.c);
 * *mine: it is one, and all is done with it. */
enum err handle_leave(struct delivery *d, bool *mine, struct why *why);
/* the kind of its question; the other kinds are in judge/people/; stored */
enum { CHANGE_LEAVE = 6 };

/* The slot to which answers go: the seat's, or its deputy's. */
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

/* Run what(context, ..) in a savepoint of the transaction: all or nothing. The
 * call returns ERR_OK, an error of the environment, or a reason that is
 * answered to the sender (ERR_USAGE, ERR_EXISTS, ERR_FORMAT, ERR_NOT_FOUND,
 * ERR_NO_KEY). */
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
 * Rate-limited answers to mails (judge/inbox/reply_policy.c). reply_known: a
 * known person signed and the signature is good. reply_unverified: the
 * signature of a named player is bad. reply_nothing: no signature; verdict
 * names the text reason.NAME.
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

/* The address in From, in lower case; "" if it cannot get mail. */
struct str delivery_from(const struct delivery *d);
/* Our mail server says that From is forged. */
bool delivery_is_forged(const struct delivery *d);

/* May this person ask once more today? If not, the judge has answered so. */
enum err reply_may_ask(struct delivery *d, bool *yes, struct why *why);
/* The same for orders that cannot be read. */
enum err reply_may_complain(struct delivery *d, bool *yes, struct why *why);
/* May a mail that everybody hears of do what it says? leads: a game master's.
 */
enum err reply_may_notify_table(struct delivery *d, bool leads, bool *yes,
				struct why *why);

/*
 * May the writer of an unsigned mail be answered? `what` names the kind of
 * answer, limit is a stranger's daily number of that kind. *person: the person
 * whose current address it is, 0: a stranger.
 */
enum err reply_allowed(struct delivery *d, struct str address, const char *what,
		       int limit, int64_t *person, bool *yes, struct why *why);

/* How the next mail of f.person should begin, a line for each game of theirs,
 * or for f.game alone. */
enum err delivery_first_lines(struct delivery *d, struct str *out,
			      struct why *why);

/* The same for the holder of a seat, in the holder's language. */
enum err reply_first_lines(struct judge *j, const struct seat_row *s,
			   struct str lang, struct arena *a, struct str *out,
			   struct why *why);

/* admit a proven join, in its caller's transaction (join.c); replace: also if
 * another person has taken the seat */
enum err join_admit(struct judge *j, const struct join_row *row,
		    const struct actor *h, bool replace, struct why *why);
/* Find the proven, undecided JOIN of a person of that name. *no: why no JOIN
 * can be granted, a name of reason.*; or NULL. */
enum err join_wish(const struct game_ctx *t, int slot, struct str name,
		   struct arena *a, struct join_row *out, const char **no,
		   struct why *why);
/* Within an adjudication: it is granted. */
enum err join_sit(struct adjudication *x, const struct join_row *row,
		  struct str by, struct why *why);
enum err join_refuse(struct judge *j, const struct join_row *row,
		     struct why *why);
/* Mail the undecided JOINs to the game masters: TIMER_JOINS is due. */
enum err join_waiting(struct judge *j, int64_t game, struct why *why);

/*
 * Keys and addresses of a person: the rows, and an event in every game of
 * theirs that has not ended, mailed to all and to the old address (accounts.c).
 */
enum err person_key_add(struct judge *j, int64_t person, const struct key *k,
			const struct actor *h, struct why *why);
/* The same of one that was theirs elsewhere since since_s. */
enum err person_key_import(struct judge *j, int64_t person, const struct key *k,
			   int64_t since_s, const struct actor *h,
			   struct why *why);
enum err person_key_revoke(struct judge *j, int64_t person,
			   struct str fingerprint, const struct actor *h,
			   struct why *why);
/* Find the pending change that a number confirms; ERR_NOT_FOUND: the judge
 * never sent the number. The new key must sign the answer if the change needs a
 * key, or the answer brings its own key. */
enum err change_find(struct judge *j, struct str nonce, struct arena *a,
		     struct change_row *out, struct why *why);
bool change_needs_key(const struct change_row *c, struct key *key);
bool change_brings_key(const struct change_row *c);

/* A player lost the key: the judge mails the table, and a week later
 * (TIMER_READMIT) asks the address on record for a new key. person_signs
 * cancels this: the person signed with a key. */
enum err person_readmit(struct judge *j, int64_t game, int slot,
			const struct actor *h, struct why *why);
enum err person_readmit_due(struct judge *j, const struct timer_row *t,
			    struct why *why);
enum err person_signs(struct judge *j, int64_t person, struct why *why);

enum err person_address_set(struct judge *j, int64_t person, struct str address,
			    const struct actor *h, struct why *why);

/* A second address is asked first, and the address on record is notified. */
enum err person_second_ask(struct delivery *d, struct str address,
			   struct why *why);

/*
 * A mail of the judge bounced from this address: count the bounce. If the
 * address is a person's first one, send that mail (row, NULL: unknown) to the
 * second address, and explain it the first time. words: the reason, as the
 * server gave it. Other bounces are ignored.
 */
enum err person_bounced(struct judge *j, struct str address,
			const struct outbox_row *row, struct str words,
			struct why *why);

/* Our own server caused the bounce: mark the address good again and withdraw
 * notices of the bounce that are still unsent. */
enum err person_bounced_not(struct judge *j, const struct outbox_row *row,
			    struct why *why);
#endif
