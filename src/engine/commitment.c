/* src/engine/commitment.c */
#include "engine/commitment.h"
#include "engine/common.h"

static uint32_t commitment_bits(const void *source, uint32_t number,
				uint32_t draw)
{
	const struct secrets *x = source;

	return x->bits(x->source, number, draw);
}

int commitment_draw(struct run *r, int32_t number, int n)
{
	const struct secrets *x = r->secrets;
	struct dice d = { .bits = commitment_bits,
			  .source = x,
			  .n_rolls = (uint32_t)number };
	unsigned value;

	if (!x || !x->bits) {
		r->unknown = true;
		return 0;
	}
	if (n < 2)
		return 1;
	value = dice_roll(&d, (unsigned)n);
	if (x->drawn)
		x->drawn(x->watcher, (uint32_t)number, (unsigned)n, value);
	return (int)value;
}

void commitment_commit(struct run *r, int seat, int32_t number, struct str text,
		       int rule)
{
	const struct secrets *x = r->secrets;
	unsigned char hash[32];
	struct event e;

	if (!x || !x->commit)
		return;
	x->commit(x->source, (uint32_t)number, text, hash);
	common_event_committed(&e, rule, seat, number, hash);
	run_emit(r, &e);
}

void commitment_open(struct run *r, int32_t number, struct str text, int rule)
{
	const struct secrets *x = r->secrets;
	unsigned char salt[32];
	struct event e;

	if (!x || !x->salt)
		return;
	x->salt(x->source, (uint32_t)number, salt);
	common_event_opened(&e, rule, number, salt, text);
	run_emit(r, &e);
}

/* its digits, at most 10 */
static size_t digits_put(char *to, int32_t v)
{
	char digits[12];
	size_t k = 0, n = 0;

	assert(v >= 0);
	do {
		digits[k++] = (char)('0' + v % 10);
		v /= 10;
	} while (v);
	while (k)
		to[n++] = digits[--k];
	return n;
}

struct str commitment_of_piece(int32_t label, int32_t value,
			       char room[COMMITMENT_TEXT_ROOM])
{
	size_t n = 0;

	room[n++] = label_letter(label);
	n += digits_put(room + n, label_number(label));
	room[n++] = ' ';
	n += digits_put(room + n, value);
	return (struct str){ room, n };
}
