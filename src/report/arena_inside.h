/*
 * src/report/arena_inside.h - the parts of a report of Arena: names and small
 * values, events in words, the arena as a scene, what can be done and with what
 * odds, cards.
 */
#ifndef REPORT_ARENA_INSIDE_H
#define REPORT_ARENA_INSIDE_H
#include "report/game.h"
#include "rules/arena/card.h"
#include "rules/arena/play.h"

/* --- arena_words.c: names and small values --------------------------------*/

/* 0 English, 1 Spanish: cards have no other names. */
int arena_tongue(const struct narrator *n);

/* A card's name in the reader's language; "" for what is not known. */
struct str arena_card_name(struct arena *a, const struct narrator *n,
			   int32_t card);
struct str arena_profile_name(struct arena *a, const struct narrator *n,
			      int32_t card, int32_t profile);

/* narrator.name: what a handle stands for, in play or just gone */
void arena_name(const struct narrator *n, int32_t label, struct buf *out);

/* A message without values, in the arena. */
struct str arena_message(struct arena *a, const struct narrator *n,
			 const char *key);

/* "#5 Timber Wolf", "B2", or "" for 0. */
struct str arena_full(struct arena *a, const struct narrator *n, int32_t label);

/* A trait with its number: "Melee +2", "Regenerate 2", "Fast". */
struct str arena_trait(struct arena *a, const struct narrator *n, int trait,
		       int32_t amount);

/* Pairs of rule and amount as a list of {n} (signed), {rule} and {why}: the
 * card whose rule it is, or the rule's own message. */
struct tval *arena_mods(struct arena *a, const struct narrator *n,
			const int32_t *w, int words);

/* --- arena_story.c: events in words ---------------------------------------*/

void arena_more(struct arena *a, const struct narrator *n,
		const struct event *e, struct tval *to);
int arena_fold(struct arena *a, const struct narrator *n, const struct event *v,
	       int count, struct tval *to);
void arena_refusal(struct arena *a, const struct narrator *n, int reason,
		   const int32_t *args, int n_args, struct tval *to);

/* --- arena_scene.c: the arena ---------------------------------------------*/

bool arena_scene(struct arena *a, const struct narrator *n, const void *view,
		 struct scene *out);
void arena_traces(const void *view, const struct event *v, int count,
		  struct scene *out);

/* Conditions and tokens of an object: "Burn 2, Daze". */
struct str arena_marks(struct arena *a, const struct narrator *n,
		       const struct ar_obj *o);
#endif
