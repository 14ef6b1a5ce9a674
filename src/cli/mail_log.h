/*
 * src/cli/mail_log.h - one line of the log for each mail in and out, with its
 * number, person, game, verdict and time; for the journal of systemd as fields
 * of their own (HERALDO_MAIL, HERALDO_GAME, ..: heraldod(8)).
 */
#ifndef CLI_MAIL_LOG_H
#define CLI_MAIL_LOG_H
#include "judge/judge.h"

/* Mails that a batch is done with; noted in its transaction, told after it. */
struct mail_log {
	struct mail_note {
		int64_t mail, game, ms;
		int slot;
		char verdict[48];
	} notes[JUDGE_BATCH];
	int n;
	int64_t begun_ms; /* monotonic: when the first of them was begun */
	bool addresses;   /* may be in the log */
};

/* A batch begins. */
void mail_log_begin(struct mail_log *l);
void mail_log_note(struct mail_log *l, int64_t mail, int64_t game, int slot,
		   const char *verdict);
/* The batch is on record. */
void mail_log_in(struct mail_log *l, struct judge *j);

/* A mail went out, or did not: the outcome in a word, the server's words. */
void mail_log_out(const struct mail_log *l, struct judge *j, int64_t mail,
		  bool good, const char *outcome, struct str words);
#endif
