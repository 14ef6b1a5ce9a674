/*
 * src/webapp/book.h - builds a spellbook of the Arena; webapp/builder.c calls
 * it for games whose armies are lists of numbered cards. Private to the files
 * of the page.
 */
#ifndef WEBAPP_BOOK_H
#define WEBAPP_BOOK_H
#include "webapp/session.h"

/* Write the answer of page_builder, or of page_build, to its input. False: the
 * game does not ask for a list of numbered cards. */
bool book_builder(void);
bool book_build(void);
#endif
