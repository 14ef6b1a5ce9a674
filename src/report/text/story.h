/*
 * src/report/text/story.h - what happened, to be read on one screen: a
 * paragraph for each matter, in which a thing is named in full once and goes by
 * its label afterwards; and apart from it what was not done of the reader's
 * orders.
 */
#ifndef REPORT_TEXT_STORY_H
#define REPORT_TEXT_STORY_H
#include "report/text/narrate.h"

/*
 * events: as narrate_events gives them, told by n in its format or in both; the
 * story is in its format. Puts into `to`
 * {story}, a list of paragraphs, and {undone}, a list of sentences: orders that
 * were refused, lapsed or were passed over. What is in one is not in the other.
 * brief: a thing is named once in all, and where its own turn begins.
 */
void report_story(struct arena *a, const struct narrator *n,
		  const struct tval *events, bool brief, struct tval *to);
#endif
