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

enum roster_verb {
	ROSTER_STANDINGS,
	ROSTER_JOIN,
	ROSTER_WITHDRAW,
	ROSTER_CHALLENGE,
	ROSTER_NEW,
	ROSTER_ADD,
	ROSTER_REMOVE,
	ROSTER_START,
	ROSTER_END,
	ROSTER_ADOPT,
	ROSTER_CARRY,
	ROSTER_VERBS
};

struct roster_wish {
	struct str campaign;
	enum roster_verb verb;
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
bool roster_asked(struct arena *a, const struct vocabulary *v, struct str text,
		  struct roster_wish *out);

/* It is done, or refused with why not. */
enum err roster_do(struct delivery *d, const struct roster_wish *w,
		   struct why *why);

/* How it stands, as often as it may be asked in a day. */
enum err roster_alone(struct delivery *d, const struct roster_wish *w,
		      struct why *why);
#endif
