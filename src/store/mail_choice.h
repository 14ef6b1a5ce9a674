/*
 * src/store/mail_choice.h - selects the mails of the inbox or the outbox to
 * list, the newest first.
 */
#ifndef STORE_MAIL_CHOICE_H
#define STORE_MAIL_CHOICE_H
#include "base/base.h"

struct mail_choice {
	int state;                /* -1: any */
	int max;                  /* so many at most */
	int64_t before;           /* numbers below; 0: any */
	int64_t game, person;     /* 0: any. In the inbox: who holds the seat */
	int64_t since_s, until_s; /* received or created, UTC; 0: any */
	struct str words;         /* in what is said of it; "": any */
};
#endif
