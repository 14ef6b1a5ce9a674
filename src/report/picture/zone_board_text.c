/* src/report/picture/zone_board_text.c - draws a board of zones as text */
#include "report/picture/zone_board.h"
#include "base/utf8.h"

const char *const zones_signs[N_ZONES_SIGNS] = { "*", "!", "^", "?",
						 "$", "<", "#" };

bool zone_board_show(const struct zone_board *z, enum zone_board_sign sign)
{
	for (int i = 0; i < z->n; i++) {
		const struct zone_board_thing *t = &z->thing[i];

		if ((sign == ZONE_BOARD_ACTIVE && t->active) ||
		    (sign == ZONE_BOARD_GUARD && t->guard) ||
		    (sign == ZONE_BOARD_FLYING && t->flying) ||
		    (sign == ZONE_BOARD_MANA && t->mana >= 0) ||
		    (sign == ZONE_BOARD_CAME && t->came.len) ||
		    (sign == ZONE_BOARD_WALL && t->place != ZONE_BOARD_INSIDE))
			return true;
		for (int k = 0; k < t->n_notes && k < ZONE_BOARD_MAX_NOTES; k++)
			if (sign == ZONE_BOARD_HIDDEN && t->note[k].hidden)
				return true;
	}
	return false;
}

/* Append s in `width` columns, cut or padded. */
static void zone_board_text_cell(struct buf *out, struct str s, int width)
{
	int column = 0;

	while (s.len) {
		size_t len;
		struct str c = s;

		(void)utf8_next(s, &len);
		c.len = len;
		if (column + (int)utf8_width(c) > width)
			break;
		column += (int)utf8_width(c);
		buf_adds(out, c);
		s.s += len;
		s.len -= len;
	}
	for (; column < width; column++)
		buf_addc(out, ' ');
}

static const struct zone_board_thing *wall_at(const struct zone_board *z,
					      int column, int row,
					      enum zone_board_place place)
{
	for (int i = 0; i < z->n; i++)
		if (z->thing[i].place == place && z->thing[i].row == row &&
		    z->thing[i].column == column)
			return &z->thing[i];
	return NULL;
}

/* number k of the things inside a zone, or NULL */
static const struct zone_board_thing *
zone_board_text_inside(const struct zone_board *z, int column, int row, int k)
{
	for (int i = 0; i < z->n; i++)
		if (z->thing[i].place == ZONE_BOARD_INSIDE &&
		    z->thing[i].column == column && z->thing[i].row == row &&
		    !k--)
			return &z->thing[i];
	return NULL;
}

/* "A#5* Timber Wolf 3/10": its owner, what it does, its damage and life */
static void thing_line(struct buf *out, const struct zone_board_thing *t,
		       int width)
{
	struct buf head, tail;
	int room;

	buf_init(&head, 256);
	buf_init(&tail, 64);
	buf_addf(&head, "%c%.*s%s%s%s ", 'A' + t->owner, STR_ARG(t->label),
		 t->active ? zones_signs[ZONE_BOARD_ACTIVE] : "",
		 t->guard ? zones_signs[ZONE_BOARD_GUARD] : "",
		 t->flying ? zones_signs[ZONE_BOARD_FLYING] : "");
	if (t->life)
		buf_addf(&tail, " %d/%d", t->damage, t->life);
	room = width - (int)tail.len;
	buf_adds(&head, t->name);
	zone_board_text_cell(out, buf_str(&head), room > 0 ? room : 0);
	buf_adds(out, buf_str(&tail));
	buf_release(&head);
	buf_release(&tail);
}

/* " ?#8 #9 $3": what it carries, face down or up, and its mana */
static bool carry_line(struct buf *out, const struct zone_board_thing *t,
		       int width)
{
	struct buf b;
	bool any;

	buf_init(&b, 1024);
	if (t->mana >= 0)
		buf_addf(&b, " %s%d", zones_signs[ZONE_BOARD_MANA], t->mana);
	for (int i = 0; i < t->n_notes && i < ZONE_BOARD_MAX_NOTES; i++)
		buf_addf(&b, " %s%.*s",
			 t->note[i].hidden ? zones_signs[ZONE_BOARD_HIDDEN]
					   : "",
			 STR_ARG(t->note[i].label));
	if (t->marks.len)
		buf_addf(&b, " %.*s", STR_ARG(t->marks));
	any = b.len > 0;
	if (any)
		zone_board_text_cell(out, buf_str(&b), width);
	buf_release(&b);
	return any;
}

/* Line n of a zone: its name, then the things; false: there are no more. */
static bool zone_line(struct buf *out, const struct zone_board *z, int column,
		      int row, int n, int width)
{
	const struct zone_board_thing *t, *wall;
	struct buf b;

	if (!n) {
		wall = wall_at(z, column, row, ZONE_BOARD_EAST);
		buf_init(&b, 64);
		buf_addf(&b, "%c%d", 'A' + column, row + 1);
		zone_board_text_cell(out, buf_str(&b),
				     wall ? width - (int)wall->label.len
					  : width);
		if (wall)
			buf_adds(out, wall->label);
		buf_release(&b);
		return true;
	}
	n--;
	for (int k = 0; (t = zone_board_text_inside(z, column, row, k)) != NULL;
	     k++) {
		struct buf rest;
		bool carries;

		if (!n--) {
			thing_line(out, t, width);
			return true;
		}
		buf_init(&rest, 1024);
		carries = carry_line(&rest, t, width);
		if (carries && !n--) {
			buf_adds(out, buf_str(&rest));
			buf_release(&rest);
			return true;
		}
		buf_release(&rest);
	}
	zone_board_text_cell(out, (struct str){ 0 }, width);
	return false;
}

static bool row_line(struct buf *out, const struct zone_board *z, int row,
		     int n, int width)
{
	bool any = false;

	buf_addc(out, '|');
	for (int c = 0; c < z->columns; c++) {
		any |= zone_line(out, z, c, row, n, width);
		buf_addz(out, c + 1 == z->columns ? "|"
			      : wall_at(z, c, row, ZONE_BOARD_EAST)
				      ? zones_signs[ZONE_BOARD_WALL]
				      : ":");
	}
	buf_addc(out, '\n');
	return any;
}

/* the border below a row; row -1: above the first */
static void zone_board_text_border(struct buf *out, const struct zone_board *z,
				   int row, int width)
{
	bool edge = row < 0 || row + 1 == z->rows;

	buf_addc(out, '+');
	for (int c = 0; c < z->columns; c++) {
		const struct zone_board_thing *wall =
			row < 0 ? NULL : wall_at(z, c, row, ZONE_BOARD_SOUTH);
		int left = width;

		if (wall) {
			buf_adds(out, wall->label);
			left -= (int)wall->label.len;
		}
		for (; left > 0; left--)
			buf_addc(out, wall   ? zones_signs[ZONE_BOARD_WALL][0]
				      : edge ? '-'
					     : '.');
		buf_addc(out, '+');
	}
	buf_addc(out, '\n');
}

void zone_board_text(struct buf *out, const struct scene *s)
{
	const struct zone_board *z = s->zones;
	int width = (ZONE_BOARD_COLUMNS - 1) / z->columns - 1;

	if (width > 24)
		width = 24;
	zone_board_text_border(out, z, -1, width);
	for (int r = 0; r < z->rows; r++) {
		size_t before;
		int n = 0;

		do
			before = out->len;
		while (row_line(out, z, r, n++, width));
		/* the line that held nothing is not wanted, if another does */
		if (n > 2) {
			out->len = before;
			out->s[before] = 0;
		}
		zone_board_text_border(out, z, r, width);
	}
}
