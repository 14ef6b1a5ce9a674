/*
 * src/page/face.h - the engine as a page calls it: a few functions of one
 * instance of WebAssembly, each with one input and one output of bytes.
 *
 *	p = page_room(n)	room for n bytes of input, until the next call
 *	page_NAME(n, ..)	works on them; 0, or not 0 if it could not
 *	page_said(), page_said_len()	what it says: JSON, SVG or text in UTF-8
 *
 * Numbers are int32_t; there is one game at hand, the one verified last. Words
 * are in the language set by page_language. Who calls is JavaScript
 * (page/engine.js), or a test (tests/page/native.c).
 */
#ifndef PAGE_FACE_H
#define PAGE_FACE_H
#include "base/arena.h"
#include "base/buf.h"
#include "report/words.h"

/* A function of the module. */
#ifdef __wasm__
#define PAGE_CALL(name) __attribute__((export_name(#name)))
#else
#define PAGE_CALL(name)
#endif

enum { PAGE_SAID_MAX = 64 << 20 };

/* Room for the input of the next call. */
char *page_room(size_t len) PAGE_CALL(page_room);

/* What the last call said. */
const char *page_said(void) PAGE_CALL(page_said);
size_t page_said_len(void) PAGE_CALL(page_said_len);

/* Read the words below this folder, which is the input: before all else. Not 0:
 * why not. */
int page_open(size_t len) PAGE_CALL(page_open);

/* Speak the language of the input ("es"), or English. Says the messages of the
 * page, {"page.left":"..",..}, with their placeholders as they stand. */
int page_language(size_t len) PAGE_CALL(page_language);

/*
 * Verify an exported log, the input, and keep its game. Says a JSON object:
 * "good"; if it is not, "line", "event", "inner", "point", "what", "expected",
 * "found"; what the log is: "game", "system", "rules", "for", "run" (were the
 * rules run again), "seats": names, and numbers: "points" "events" "signatures"
 * "links" "rolls" "words" "overrides" "undone" "by_operator" "unchecked"
 * "gnupg" "open" "closed".
 */
int page_verify(size_t len) PAGE_CALL(page_verify);

/*
 * What happened in adjudication `point`, as the seat (-1: everybody) may know
 * it: {"at":UTC
 * seconds,"events":[{"text":..,"main":..,"rules":..,"upto":N},..],
 * "dice":[{"seat":..,"sides":..,"face":..,"upto":N},..]}. upto: how far the
 * game is then, for page_board.
 */
int page_story(int point, int seat) PAGE_CALL(page_story);

/*
 * The board after the first upto events of an adjudication (-1: all) that
 * page_story tells of, as the seat sees it, in SVG; empty: there is none yet.
 * Not 0: what this log shows is not enough to draw it.
 */
int page_board(int point, int seat, int upto) PAGE_CALL(page_board);

/* What the things of that board are called: lines of label, tab, words. */
int page_labels(void) PAGE_CALL(page_labels);

/* What the files of the page share. */
struct page {
	struct arena arena; /* until the page is closed */
	struct arena input; /* of the next call */
	struct arena tmp;   /* of one call */
	struct buf said;
	struct str in;             /* the input of the call at hand */
	const struct words *words; /* of the reader */
};
extern struct page page;

/* A call begins: the old output is gone, the input is len bytes. */
void page_begin(size_t len);
/* And ends: gives what the call gives. */
int page_end(int result);

/* Append a member of a JSON object, with a comma in front if it is not the
 * first. */
void page_text(const char *name, struct str s);
void page_number(const char *name, int64_t n);
#endif
