/*
 * tests/prop/twins.h - a twin of a game, in which all is otherwise that a seat
 * must not see: the judge sends it the same, and a page tells it the same of
 * its orders - what they would do, who would stand where, what the dice may
 * bring with which chance. What is refused is refused in both, for the same
 * reasons, as long as the seat's view can tell.
 */
#ifndef TESTS_PROP_TWINS_H
#define TESTS_PROP_TWINS_H
#include "play.h"

/*
 * Compare the game as it stands with its twin for one of its players. line: an
 * order that is asked about besides those that are drawn, or NULL. What is
 * drawn leaves the game's own dice alone. Ends the program at the first
 * difference.
 */
void twins_compare(struct play *p, int seat, const struct game *twin,
		   const char *line);

/* How many were compared, and of how much; false: of something nothing, though
 * there were many. */
bool twins_tell(void);
#endif
