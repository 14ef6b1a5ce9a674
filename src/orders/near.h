/*
 * src/orders/near.h - which orders a line that cannot be read is near to, by
 * its words: the words with which the order begins, those that stand in it, and
 * what "near.ORDER" of the vocabularies names besides (nouns of the game, and
 * verbs that are none of its: FLEE, UNLOCK). They are told instead of a list of
 * all orders, each with an example of the reader's own figures. For orders.c
 * alone; nothing is ever read so.
 */
#ifndef ORDERS_NEAR_H
#define ORDERS_NEAR_H
#include "orders/reader.h"

/*
 * Give the complaint about the line at hand the rows that are near to it, if it
 * has none, and to each an example; these live in the reader's arena. Where no
 * row is near it stays as it is.
 */
void near_rows(const struct reader *r, struct complaint *c);
#endif
