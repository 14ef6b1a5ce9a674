/*
 * tests/page/native.c - what a page says (webapp/api.h), from the same calls on
 * this machine: tests/page.sh compares it with the browser's, byte by byte.
 *
 *	page_native TEMPLATES LANGUAGE LOG STEP	verify it, then tell every
 *						point for all and for seat A,
 *						draw some, and play from
 *						what A and B know at every
 *						STEP-th point
 */
#include "webapp/api.h"
#include "base/file.h"
#include "base/parse.h"
#include <stdio.h>
#include <stdlib.h>

enum { DRAWN = 10 }; /* of so many points one is drawn */
enum { ASKED = 3 };  /* of so many positions one is asked all */

static size_t put(struct str s)
{
	memcpy(page_room(s.len), s.s, s.len);
	return s.len;
}

static void said(const char *what, int point, int seat, int result)
{
	printf("%s %d %d %d %zu\n%.*s\n", what, point, seat, result,
	       page_said_len(), (int)page_said_len(), page_result());
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

/* The first order that is offered, as it is written: what page_offers says. */
static struct str offered(void)
{
	static const char mark[] = "\"order\":\"";
	static char room[4096];
	struct str all = { page_result(), page_said_len() };
	const char *from = memmem(all.s, all.len, mark, sizeof(mark) - 1);
	size_t n = 0;

	for (from = from ? from + sizeof(mark) - 1 : "\"";
	     *from != '"' && n + 1 < sizeof(room); from++)
		room[n++] = *from;
	return (struct str){ room, n };
}

/* What nobody understands, or half of it. */
static const char wrong[] = "MOVE A1 TOO 3\nATACK #2\nIF : END\n+ MORE\n"
			    "LINE A1\nWAIT\nRULE\nANSWER 7 || EN\n";

/* Free wording, read by meaning: orders, questions, proposals. */
static const char informal[] =
	"please move A1 towards B1\nA1 attacks the nearest\n"
	"should A1 shoot B1?\ndon't attack B1\nA1 ataca a B1\n"
	"A1 se retira 3 al sur y A2 lo cubre\nI give up\n"
	"plan fireball and heal\n";

/* A seed in hex digits, and what is signed by it. */
static const char signing[] =
	"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60\n"
	"ORDERS oak A 1 1\nEND\n";

/* All that can be asked of a position. */
static void play(int point, int seat, int step)
{
	struct str order;

	if (page_take(point, seat))
		return;
	said("values", point, seat, page_values());
	said("legal", point, seat, page_legal());
	said("offers", point, seat, page_offers());
	order = offered();
	said("wrong", point, seat, page_check(put(str_of(wrong))));
	said("informal", point, seat, page_check(put(str_of(informal))));
	said("check", point, seat, page_check(put(order)));
	said("preview", point, seat, page_preview(put(order)));
	said("chances", point, seat, page_chances(put(order)));
	said("orders", point, seat, page_orders(put(order), 0));
	said("complete", point, seat,
	     page_complete(put(order), (int)(order.len / 2)));
	said("begin", point, seat, page_complete(put(STR("")), 0));
	said("hands", point, seat, page_hands(put(STR("\n"))));
	said("aims", point, seat, page_aims(put(STR("A1\n"))));
	if (point % (ASKED * step))
		return;
	said("reach", point, seat, page_reach(put(STR("A1\n"))));
	said("go", point, seat, page_go(put(STR("A1\n")), 5000, 5000));
	said("position", point, seat, page_position(-1));
	said("ahead", point, seat, page_ahead());
}

int main(int argc, char **argv)
{
	struct why why = { 0 };
	struct buf log;
	int64_t step = 0;
	int points = 0;

	if (argc != 5 || !parse_int(str_of(argv[4]), 1, 1000, &step) ||
	    file_read(argv[3], 64 << 20, &log, &why)) {
		fprintf(stderr, "page_native: %s\n", why.text);
		return 2;
	}
	if (page_open(put(str_of(argv[1])))) {
		fprintf(stderr, "page_native: %s\n", page_result());
		return 2;
	}
	said("words", 0, 0, page_language(put(str_of(argv[2]))));
	said("sign", 0, 0, page_sign(put(str_of(signing))));
	said("verify", 0, 0, page_verify(put(buf_str(&log))));
	while (!page_story(points + 1, -1))
		points++;
	tell(points);
	for (int point = 0; point <= points; point += (int)step)
		for (int seat = 0; seat <= 1; seat++)
			play(point, seat, (int)step);
	buf_release(&log);
	return 0;
}
