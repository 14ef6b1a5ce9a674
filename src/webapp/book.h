/*
 * src/webapp/book.h - a spellbook, for the builder of armies. Private to the
 * files of the page.
 */
#ifndef WEBAPP_BOOK_H
#define WEBAPP_BOOK_H
#include "webapp/session.h"

/* Say what page_builder says, of its input; or page_build. False: no list of
 * numbered cards is asked for. */
bool book_builder(void);
bool book_build(void);
#endif
