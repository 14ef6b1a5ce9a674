/*
 * src/report/text/story.h - turns events into a short story of one screen: one
 * paragraph per matter, in which a thing has its full name once and its label
 * afterwards; and, separately, the reader's orders that were not carried out.
 */
#ifndef REPORT_TEXT_STORY_H
#define REPORT_TEXT_STORY_H
#include "report/text/narrate.h"

/*
 * events: as narrate_events gives them, written by n in its format or in both;
 * the story is in its format. Puts into `to` {story}, a list of paragraphs,
 * and {undone}, a list of sentences: orders that were refused, lapsed or were
 * passed over. No sentence is in both. brief: a thing has its full name once
 * in the story, and where its own turn begins.
 */
void report_story(struct arena *a, const struct narrator *n,
		  const struct tval *events, bool brief, struct tval *to);
#endif
