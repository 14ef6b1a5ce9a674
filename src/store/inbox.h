/*
 * src/store/inbox.h - stores every mail as it was received, before any
 * processing, and the result of the processing.
 *
 *	NEW -try-> TRYING -answered, adjudicated-> DONE
 *	           TRYING -died, tried too often-> QUARANTINED
 *	           QUARANTINED -operator-> NEW, DONE
 *	           TRYING -died once, or the environment failed-> NEW
 *
 * An attempt is counted, durably, before it is made: a mail that crashes its
 * reader is retried after the restart, but not for ever.
 */
#ifndef STORE_INBOX_H
#define STORE_INBOX_H
#include "store/mail_choice.h"
#include "store/store.h"

enum inbox_state {
	INBOX_NEW,
	INBOX_TRYING,
	INBOX_DONE,
	INBOX_QUARANTINED,
	INBOX_STATES
};

struct inbox_row {
	int64_t id;
	uint8_t hash[STORE_HASH_SIZE]; /* BLAKE2b-256 of raw */
	int64_t received_s;            /* UTC, by the server's clock */
	enum inbox_state state;
	int attempts;
	bool poison;        /* it broke its reader */
	bool cut;           /* too large: raw is its header alone */
	bool guessed;       /* received_s is our clock: no server gave a time */
	struct str verdict; /* "done", "duplicate", .. */
	int64_t game;       /* 0: none, or not known */
	int slot;           /* -1: not known */
	bool pruned;        /* raw was there and was forgotten */
	struct str raw;
};

/*
 * Take a mail in. Bytes known already give *id of the mail we have and *known =
 * true. tried: it counts as being tried, once, from the beginning. Of row:
 * hash, received_s, guessed, raw and cut.
 */
enum err store_inbox_add(struct store *st, const struct inbox_row *row,
			 bool tried, int64_t *id, bool *known, struct why *why);

enum err store_inbox_get(struct store *st, int64_t id, struct arena *a,
			 struct inbox_row *row, struct why *why);

/* A mail that is NEW or TRYING, and its place among them: by time of receipt,
 * of one second by id. */
struct inbox_open {
	int64_t received_s, id;
	int attempts; /* how often it was tried */
};

/*
 * The first such mails after *after (NULL: of all) that came by until_s, at
 * most max.
 */
enum err store_inbox_open(struct store *st, const struct inbox_open *after,
			  int64_t until_s, struct inbox_open *out, int max,
			  int *n, struct why *why);

/* Has a mail of this game no time of receipt but the judge's own? */
enum err store_inbox_guessed(struct store *st, int64_t game, bool *yes,
			     struct why *why);

/* When the first of them came after since_s; INT64_MAX: none. */
enum err store_inbox_next(struct store *st, int64_t since_s, int64_t *at_s,
			  struct why *why);

/* NEW or TRYING -> TRYING, with one attempt more; *attempts counts it. */
enum err store_inbox_try(struct store *st, int64_t id, int *attempts,
			 struct why *why);

/* The end of the work on a mail. */
struct inbox_end {
	enum inbox_state next; /* not TRYING */
	struct str verdict;    /* in a few words */
	int64_t game;          /* 0: not known */
	int slot;              /* -1: not known */
	bool poison;           /* it broke its reader */
};

/* TRYING -> end->next. */
enum err store_inbox_finish(struct store *st, int64_t id,
			    const struct inbox_end *end, struct why *why);

/*
 * Delete the text of mails that are DONE and not from a proven seat: those
 * received before before_s, and the oldest of the rest until what remains has
 * at most max_bytes. Their rows stay, so that a copy is not new. At most `most`
 * in one call; *n counts them, *bytes their size.
 */
enum err store_inbox_prune(struct store *st, int64_t before_s,
			   int64_t max_bytes, int most, int *n, int64_t *bytes,
			   struct why *why);

/*
 * Forget the text of people's mails that came before before_s and whose games
 * had taken more than their time for disputes by now_s: what they signed is in
 * the log. At most `most` (and 500); *n mails of *bytes bytes.
 */
enum err store_inbox_forget(struct store *st, int64_t before_s, int64_t now_s,
			    int most, int *n, int64_t *bytes, struct why *why);

/* TRYING -> NEW and one attempt less: the environment failed, not the mail. */
enum err store_inbox_back(struct store *st, int64_t id, struct why *why);

/* QUARANTINED -> NEW with no attempts: the operator says try again. */
enum err store_inbox_again(struct store *st, int64_t id, struct why *why);
/* QUARANTINED -> DONE: the operator gives it up; the verdict says so. */
enum err store_inbox_drop(struct store *st, int64_t id, struct why *why);

/* For listings: the chosen mails, newest first, without raw. Calls each; stops
 * early if it gives false. */
enum err store_inbox_choose(struct store *st, const struct mail_choice *w,
			    struct arena *a,
			    bool (*each)(void *context,
					 const struct inbox_row *row),
			    void *context, struct why *why);
enum err store_inbox_counts(struct store *st, int64_t counts[INBOX_STATES],
			    struct why *why);

const char *inbox_state_name(enum inbox_state s);

/* A fault of the mailbox, until it works again. */
enum inbox_trouble {
	INBOX_UNREADABLE,  /* no mail can be fetched: deadlines wait */
	INBOX_PASSED_BY,   /* a mail cannot be fetched; the subject names it */
	INBOX_UNWRITABLE,  /* stored mails cannot be moved or flagged */
	INBOX_TRIED_AGAIN, /* is not kept */
	INBOX_UNMARKED,    /* it takes no mark: see mail/mailbox.h */
	INBOX_TROUBLES
};

/* With empty words: that is over. since_s stays that of the first time. */
enum err store_trouble_set(struct store *st, enum inbox_trouble kind,
			   struct str subject, int64_t now_s, struct str words,
			   struct why *why);

/* All is well. */
enum err store_trouble_clear(struct store *st, struct why *why);

enum err store_trouble_list(struct store *st, struct arena *a,
			    void (*each)(void *context, enum inbox_trouble kind,
					 struct str subject, int64_t since_s,
					 struct str words),
			    void *context, struct why *why);

/* How far a mailbox has been read, in the words of its reader. Not known: "" */
enum err store_cursor_get(struct store *st, struct str mailbox, struct arena *a,
			  struct str *position, struct why *why);
enum err store_cursor_set(struct store *st, struct str mailbox,
			  struct str position, struct why *why);
#endif
