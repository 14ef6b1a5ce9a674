/*
 * src/judge/policies/press_publish.h - publishes press of a point to all after
 * every reader of it has agreed (protocol/table_state.h): UNSEAL and the point
 * of the letters.
 */
#ifndef JUDGE_POLICIES_PRESS_PUBLISH_H
#define JUDGE_POLICIES_PRESS_PUBLISH_H
#include "judge/game/adjudicate.h"

/* The press messages of a point, as the log has them. */
enum err press_publish_look(const struct game_ctx *t, int64_t point,
			    struct table_state_press *out, struct why *why);

/* May this seat, -1: a game master, say so of them? *no: a name of reason.*,
 * or NULL. */
enum err press_publish_validate(const struct game_ctx *t, int seat,
				int64_t point, const char **no,
				struct why *why);

/* It says so. */
enum err press_publish_parse(struct adjudication *x, int64_t point,
			     struct why *why);
#endif
