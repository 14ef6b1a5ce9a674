/*
 * src/judge/notify/webapp_payload_collect.h - collects the payload for the page
 * (protocol/webapp_payload.h) of a mail's reader: only information that the
 * mail contains, or may contain, in words.
 */
#ifndef JUDGE_NOTIFY_WEBAPP_PAYLOAD_COLLECT_H
#define JUDGE_NOTIFY_WEBAPP_PAYLOAD_COLLECT_H
#include "base/arena.h"
#include "protocol/webapp_payload.h"
#include "judge/judge.h"

/* The dictionaries of each kind of game, made at the first request. Begins
 * zeroed; rules and cards are borrowed. */
struct webapp_payload_kept {
	struct arena arena;
	struct {
		const struct system *rules; /* NULL: of mails without a game */
		const struct card_index *cards;
		struct webapp_payload_known known;
	} v[GAME_KINDS_MAX + 1];
	int n;
};

void webapp_payload_kept_release(struct webapp_payload_kept *kept);

/* The forms of a report to a player, in this language; they live in the arena.
 * ERR_TOO_LARGE. */
enum err webapp_payload_mail(const struct mail_content *l, struct str language,
			     struct webapp_payload_kept *kept, struct arena *a,
			     struct webapp_payload_forms *out, struct why *why);

/* Those of a mail whose answer is to be signed: the judge, its key and the game
 * without a position. */
enum err
webapp_payload_invite(const struct mail_content *l, struct str language,
		      struct webapp_payload_kept *kept, struct arena *a,
		      struct webapp_payload_forms *out, struct why *why);

/* That of a receipt: how the next orders of the reader's seat begin. */
enum err webapp_payload_head(const struct mail_content *l, struct str language,
			     struct webapp_payload_kept *kept, struct arena *a,
			     struct webapp_payload_forms *out, struct why *why);

/* The address that opens this position; empty: the judge names no page, or it
 * has no room. */
struct str webapp_payload_address(const struct mail_content *l,
				  const struct webapp_payload_forms *forms,
				  struct arena *a);
#endif
