/* src/engine/slot.c */
#include "engine/slot.h"
#include "base/parse.h"
#include "engine/event.h"

static void name_numbered(const char *kind, int number, char out[SLOT_NAME_MAX])
{
	char digits[SLOT_NAME_MAX];
	size_t n = 0, len = strlen(kind);

	memcpy(out, kind, len);
	for (; number; number /= 10)
		digits[n++] = (char)('0' + number % 10);
	while (n)
		out[len++] = digits[--n];
	out[len] = 0;
}

int slot_seat(int slot)
{
	if (slot >= SLOT_DEPUTY && slot < SLOT_DEPUTY + SEATS_MAX)
		return slot - SLOT_DEPUTY;
	return slot < SEATS_MAX ? slot : -1;
}

void slot_name(int slot, char out[SLOT_NAME_MAX])
{
	const char seat[2] = { (char)('A' + slot), 0 };
	const char deputy[3] = { 'D', (char)('A' + slot_seat(slot)), 0 };

	if (slot < 0)
		name_numbered("-", 0, out);
	else if (slot < SEATS_MAX)
		name_numbered(seat, 0, out);
	else if (slot >= SLOT_DEPUTY && slot_seat(slot) >= 0)
		name_numbered(deputy, 0, out);
	else if (slot == SLOT_GM)
		name_numbered("GM", 0, out);
	else if (SLOT_GM < slot && slot < SLOT_OBSERVER)
		name_numbered("GM", (slot - SLOT_GM + 1) % 100, out);
	else
		name_numbered("O", (slot - SLOT_OBSERVER + 1) % 1000, out);
}

int slot_parse(struct str name)
{
	char letter = name.len == 1 ? name.s[0] : 0;
	struct str number = name;
	int64_t n;

	if ('a' <= letter && letter < 'a' + SEATS_MAX)
		return letter - 'a';
	if ('A' <= letter && letter < 'A' + SEATS_MAX)
		return letter - 'A';
	if (str_is(name, "GM"))
		return SLOT_GM;
	if (str_starts(name, "GM")) {
		number.s += 2;
		number.len -= 2;
		return parse_int(number, 2, 99, &n) ? SLOT_GM + (int)n - 1 : -1;
	}
	if (!str_starts(name, "O"))
		return -1;
	number.s++;
	number.len--;
	return parse_int(number, 1, 99, &n) ? SLOT_OBSERVER + (int)n - 1 : -1;
}
