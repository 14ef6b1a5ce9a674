/*
 * src/webapp/touch.h - reads orders for the files of the page.
 * Private to the files of the page.
 */
#ifndef WEBAPP_TOUCH_H
#define WEBAPP_TOUCH_H
#include "webapp/session.h"

/* A line of words that every game's grammar has, as a decision. False: it is
 * no order. */
bool touch_line_read(const char *line, struct decision *out);
#endif
