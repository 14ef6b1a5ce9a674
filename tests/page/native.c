/*
 * tests/page/native.c - what a page says (page/face.h), from the same calls on
 * this machine: tests/page.sh compares it with the browser's, byte by byte.
 *
 *	page_native TEMPLATES LANGUAGE LOG	verify it, then tell every
 *						point for all and for seat A,
 *						and draw some
 */
#include "page/face.h"
#include "base/file.h"
#include <stdio.h>

enum { DRAWN = 10 }; /* of so many points one is drawn */

static size_t put(struct str s)
{
	memcpy(page_room(s.len), s.s, s.len);
	return s.len;
}

static void said(const char *what, int point, int seat, int result)
{
	printf("%s %d %d %d %zu\n%.*s\n", what, point, seat, result,
	       page_said_len(), (int)page_said_len(), page_said());
}

static void tell(int points)
{
	for (int point = 1; point <= points; point++)
		for (int seat = -1; seat <= 0; seat++) {
			said("story", point, seat, page_story(point, seat));
			if (point % DRAWN)
				continue;
			said("board", point, seat, page_board(point, seat, -1));
			said("labels", point, seat, page_labels());
			said("within", point, seat, page_board(point, seat, 3));
		}
}

int main(int argc, char **argv)
{
	struct why why = { 0 };
	struct buf log;
	int points = 0;

	if (argc != 4 || file_read(argv[3], 64 << 20, &log, &why)) {
		fprintf(stderr, "page_native: %s\n", why.text);
		return 2;
	}
	if (page_open(put(str_of(argv[1])))) {
		fprintf(stderr, "page_native: %s\n", page_said());
		return 2;
	}
	said("words", 0, 0, page_language(put(str_of(argv[2]))));
	said("verify", 0, 0, page_verify(put(buf_str(&log))));
	while (!page_story(points + 1, -1))
		points++;
	tell(points);
	buf_release(&log);
	return 0;
}
