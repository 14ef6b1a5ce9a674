/*
 * src/judge/requests/campaign_mail_parse.h - what somebody says of a campaign,
 * by a signed text that is nothing else, with any key of theirs:
 *
 *	CAMPAIGN name			how does it stand?
 *	CAMPAIGN name JOIN
 *	CAMPAIGN name WITHDRAW
 *	CAMPAIGN name CHALLENGE person	as the standings name them
 *
 * and who leads it, people by name or address:
 *
 *	CAMPAIGN name NEW		lines below: tournament/campaign.h
 *	CAMPAIGN name ADD person ..
 *	CAMPAIGN name WITHDRAW person ..
 *	CAMPAIGN name START | END
 *	CAMPAIGN name ADOPT game dispute [option=value]
 *	CAMPAIGN name CARRY standard | none, or a table in the lines below
 *
 * The first may be asked again; of the others each text is worked on once, like
 * all that is signed and of no game. What a campaign is the judge does not
 * know: judge_env.campaign does.
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
	struct str said;  /* behind the verb */
	struct str below; /* the lines of NEW and CARRY */
	const struct vocabulary *v;
	/* of who says it, and of the judge */
	bool host;           /* may make campaigns */
	struct str system;   /* of a campaign that names none */
	int64_t words_s;     /* likewise */
	const char *tables;  /* the folder of what is carried */
	struct str reply_to; /* Message-ID */
	struct str tag;      /* of the answer (judge/notify/notify.h) */
};

/* Does the text say that and nothing else? v: may be NULL, then it does not.
 */
bool campaign_mail_asked(struct arena *a, const struct vocabulary *v,
			 struct str text, struct campaign_mail_wish *out);

/* It is done, or refused with why not. */
enum err campaign_mail_do(struct delivery *d,
			  const struct campaign_mail_wish *w, struct why *why);

/* How it stands, as often as it may be asked in a day. */
enum err campaign_mail_alone(struct delivery *d,
			     const struct campaign_mail_wish *w,
			     struct why *why);
#endif
