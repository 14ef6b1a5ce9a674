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

/* The parts that all pages of a kind of game share, made at the first request:
 * the cards (game_dealt) and the layout of states (webapp_payload_layout).
 * Begins zeroed; rules and cards are borrowed. */
struct webapp_payload_kept {
	struct arena arena; /* of the texts */
	struct {
		const struct system *rules;
		const struct card_index *cards;
		struct str dealt;
		char hash[WEBAPP_PAYLOAD_LAYOUT + 1]; /* webapp_payload_cards */
	} dealt[GAME_KINDS_MAX];
	int n_dealt;
	struct {
		const struct system *rules;
		char layout[WEBAPP_PAYLOAD_LAYOUT + 1];
	} layout[GAME_KINDS_MAX];
	int n_layouts;
};

void webapp_payload_kept_release(struct webapp_payload_kept *kept);

/* Append page.txt of a report to a player, in this language. ERR_TOO_LARGE. */
enum err webapp_payload_letter(const struct letter *l, struct str language,
			       struct webapp_payload_kept *kept,
			       struct buf *out, struct why *why);
#endif
