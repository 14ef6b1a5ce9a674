/* example/morris/board.c - points and lines; the .def files as tables */
#include "example/morris/morris.h"
#include "engine/field_types.h"

const char *const mm_phases[N_MM_PHASES] = { "before", "choose", "play",
					     "over" };
static const char *const names_end[] = { "few", "stuck", "quiet", "resigned" };

#define TYPE_ENUM_PHASE TYPE_NAMES(mm_phases)
#define TYPE_ENUM_END   TYPE_NAMES(names_end)
#define TYPE_PLAYER     FIELD_SEAT, NULL, 0, 0, 1
#define TYPE_PLACE      TYPE_POINT_IN(0, 6)
#define TYPE_OWNERS     TYPE_RANGES(0, 2)
#define TYPE_HANDS      TYPE_RANGES(0, MM_MEN)
#define TYPE_DIE        TYPE_RANGE(1, 6)

#include "example/morris/defs.inc"
#include "engine/gen_tables.inc"

const struct mm_place mm_places[MM_POINTS] = {
	{ 0, 0 }, { 3, 0 }, { 6, 0 }, { 1, 1 }, { 3, 1 }, { 5, 1 },
	{ 2, 2 }, { 3, 2 }, { 4, 2 }, { 0, 3 }, { 1, 3 }, { 2, 3 },
	{ 4, 3 }, { 5, 3 }, { 6, 3 }, { 2, 4 }, { 3, 4 }, { 4, 4 },
	{ 1, 5 }, { 3, 5 }, { 5, 5 }, { 0, 6 }, { 3, 6 }, { 6, 6 },
};

const int8_t mm_lines[MM_LINES][3] = {
	{ 0, 1, 2 },    { 3, 4, 5 },    { 6, 7, 8 },    { 9, 10, 11 },
	{ 12, 13, 14 }, { 15, 16, 17 }, { 18, 19, 20 }, { 21, 22, 23 },
	{ 0, 9, 21 },   { 3, 10, 18 },  { 6, 11, 15 },  { 1, 4, 7 },
	{ 16, 19, 22 }, { 8, 12, 17 },  { 5, 13, 20 },  { 2, 14, 23 },
};

int mm_point_at(int32_t x, int32_t y)
{
	for (int p = 0; p < MM_POINTS; p++)
		if (mm_places[p].x == x && mm_places[p].y == y)
			return p;
	return MM_NONE;
}

int mm_point_named(struct str name)
{
	if (name.len != 2)
		return MM_NONE;
	return mm_point_at((name.s[0] | 0x20) - 'a', name.s[1] - '1');
}

void mm_point_name(int p, char out[3])
{
	out[0] = (char)('A' + mm_places[p].x);
	out[1] = (char)('1' + mm_places[p].y);
	out[2] = 0;
}

int mm_men(const struct mm_state *s, int seat)
{
	int n = 0;

	for (int p = 0; p < MM_POINTS; p++)
		n += s->point[p] == 1 + seat;
	return n;
}
