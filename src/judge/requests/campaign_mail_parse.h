/*
 * src/judge/requests/campaign_mail_parse.h - parses CAMPAIGN commands: a signed
 * text that holds nothing else, by any key of its author:
 *
 *	CAMPAIGN name			the standings
 *	CAMPAIGN name JOIN
 *	CAMPAIGN name WITHDRAW
 *	CAMPAIGN name CHALLENGE person	as the standings name them
 *
 * and by the campaign's leader, with people by name or address:
 *
 *	CAMPAIGN name NEW		lines below: tournament/campaign.h
 *	CAMPAIGN name ADD person ..
 *	CAMPAIGN name WITHDRAW person ..
 *	CAMPAIGN name START | END
 *	CAMPAIGN name ADOPT game dispute [option=value]
 *	CAMPAIGN name CARRY standard | none, or a table in the lines below
 *
 * Several such lines are executed together, or none of them. The first alone
 * may be repeated; each other text is executed once, like all signed texts
 * outside a game. The judge does not know what a campaign is:
 * judge_env.campaign executes the command.
 */
#ifndef JUDGE_REQUESTS_CAMPAIGN_MAIL_PARSE_H
#define JUDGE_REQUESTS_CAMPAIGN_MAIL_PARSE_H
#include "base/arena.h"
#include "base/err.h"
#include "orders/vocabulary.h"

struct delivery;

enum campaign_mail_verb {
	CAMPAIGN_MAIL_STANDINGS,
	CAMPAIGN_MAIL_JOIN,
	CAMPAIGN_MAIL_WITHDRAW,
	CAMPAIGN_MAIL_CHALLENGE,
	CAMPAIGN_MAIL_NEW,
	CAMPAIGN_MAIL_ADD,
	CAMPAIGN_MAIL_REMOVE,
	CAMPAIGN_MAIL_START,
	CAMPAIGN_MAIL_END,
	CAMPAIGN_MAIL_ADOPT,
	CAMPAIGN_MAIL_CARRY,
	CAMPAIGN_MAIL_VERBS
};

struct campaign_mail_wish {
	struct str campaign;
	enum campaign_mail_verb verb;
	struct str said;  /* after the verb */
	struct str below; /* the lines of NEW and CARRY */
	const struct vocabulary *v;
	/* of who says it, and of the judge */
	bool host;           /* may make campaigns */
	struct str system;   /* of a campaign that names none */
	int64_t words_s;     /* likewise */
	const char *tables;  /* the folder of carry-over tables */
	struct str reply_to; /* Message-ID */
	struct str tag;      /* of the answer (judge/notify/notify.h) */
	bool is_quiet;       /* the answer to a later line has the standings */
	struct campaign_mail_wish *next; /* of the same text; NULL: the last */
};

/* Does the text say that and nothing else? v: may be NULL, then it does not.
 */
bool campaign_mail_asked(struct arena *a, const struct vocabulary *v,
			 struct str text, struct campaign_mail_wish *out);

/* It is done, or refused with why not. */
enum err campaign_mail_execute(struct delivery *d,
			       const struct campaign_mail_wish *w,
			       struct why *why);

/* Answer with the standings, within the day's limit of questions. */
enum err campaign_mail_alone(struct delivery *d,
			     const struct campaign_mail_wish *w,
			     struct why *why);
#endif
