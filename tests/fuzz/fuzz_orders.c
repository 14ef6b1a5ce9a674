/*
 * tests/fuzz/fuzz_orders.c - any text as an order mail of the game, and in the
 * language, that the sum of its bytes tells (tests/fuzz/order_mail.h).
 */
#include "fuzz.h"
#include "order_mail.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static bool open;
	const struct order_game *g;
	uint32_t sum = 0;

	if (!open)
		order_games_open();
	open = true;
	for (size_t i = 0; i < len; i++)
		sum += bytes[i];
	g = &order_games[sum % ARRAY_LEN(order_games)];
	sum /= ARRAY_LEN(order_games);
	order_mail(g, (int)(sum % (uint32_t)(g->f.words.n_langs + 1)) - 1,
		   (struct str){ (const char *)bytes, len });
	return 0;
}
