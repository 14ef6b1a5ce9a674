/*
 * src/cli/page.h - makes a page that shows one game: the page of src/webapp/
 * with the game's log in it.
 */
#ifndef CLI_PAGE_H
#define CLI_PAGE_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"

enum {
	PAGE_FILE_MAX = 16 << 20,
	PAGE_LOG_MAX = 1 << 30,
	PAGE_WITH_LOG_MAX = INT32_MAX
};

/* Can mails name it: an address of the web without blanks, of at most
 * PAGE_URL_MAX bytes? Or empty. */
enum { PAGE_URL_MAX = 200 };
bool page_url_is(struct str url);

/* The hash (SHA-256, hex digits) of the page in this file, "" if it is missing:
 * a reader with another page can notice. In the arena. */
struct str page_hash(const char *file, struct arena *a);

/*
 * Append the page of this file with an exported log in it. ERR_NOT_FOUND: there
 * is no such file; ERR_FORMAT: it is not the page; ERR_TOO_LARGE.
 */
enum err page_with_log(const char *file, struct str log, struct buf *out,
		       struct why *why);
#endif
