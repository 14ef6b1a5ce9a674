/*
 * src/webapp/touch.h - a figure that is touched, for the files that say its
 * orders. Private to the files of the page.
 */
#ifndef WEBAPP_TOUCH_H
#define WEBAPP_TOUCH_H
#include "webapp/session.h"
#include "report/picture/scene.h"

/* A figure that is touched, with its orders. */
struct touch {
	const struct game *now;
	struct str label;
	struct move_group *v; /* of all figures */
	int n;
	struct scene *scene;             /* NULL: nothing is drawn */
	const struct scene_piece *piece; /* NULL: it is not on the board */
};

/* A call about a figure begins: its input is a line with the label, then, if
 * second is given, a line for the caller, then lines of orders. */
bool touch_begin(struct touch *t, size_t len, struct str *second);

/* Is that its label? */
bool touch_is(const struct touch *t, int32_t label);

/* Do the rules carry it out, as far as the seat can know? */
bool touch_works(const struct touch *t, const struct decision *d);

/* The name of a kind of decision; an argument by its name, -1: none. */
const char *touch_kind(int kind);
int touch_tag(const char *name);

/* The board of a state, NULL: none; a piece of it by its label. */
struct scene *touch_scene(const void *state);
const struct scene_piece *touch_piece(const struct scene *s, struct str label);

/* The kind of the order that only turns it, or "". */
const char *touch_turns(const struct touch *t);

/* Members of an object: the place and facing of the figure after the order. */
void touch_ghost_write(const struct touch *t, const struct decision *d);

/* A line of words that every game's grammar has, as a decision. False: it is
 * no order. */
bool touch_line_read(const char *line, struct decision *out);
#endif
