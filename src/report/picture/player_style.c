/* src/report/picture/player_style.c */
#include "report/picture/player_style.h"

/* Dark and light by turns, and told apart by the colour-blind (Okabe and Ito's
 * hues); after the fourth they begin again with a dotted ground. */
static const struct player_style_style styles[SCENE_MAX_OWNERS + 1] = {
	{ 0x0b4f8a, 0xffffff, 0x062c4d, 1.5, CANVAS_PLAIN, NIB_TRIANGLE },
	{ 0xf5b942, 0x1a1a1a, 0x5c3d00, 3.0, CANVAS_PLAIN, NIB_SQUARE },
	{ 0x00695c, 0xffffff, 0x00332d, 1.5, CANVAS_PLAIN, NIB_DISC },
	{ 0xeab8d6, 0x1a1a1a, 0x7a2a5a, 3.0, CANVAS_PLAIN, NIB_DIAMOND },
	{ 0x5b6fa8, 0xffffff, 0x062c4d, 1.5, CANVAS_DOTS, NIB_TRIANGLE },
	{ 0xf7e3a0, 0x1a1a1a, 0x5c3d00, 3.0, CANVAS_DOTS, NIB_SQUARE },
	{ 0x5a9a90, 0xffffff, 0x00332d, 1.5, CANVAS_DOTS, NIB_DISC },
	{ 0xf6dcea, 0x1a1a1a, 0x7a2a5a, 3.0, CANVAS_DOTS, NIB_DIAMOND },
	/* SCENE_NOBODY */
	{ 0xffffff, 0x7a1010, 0x7a1010, 3.5, CANVAS_PLAIN, NIB_DIAMOND },
};

const struct player_style_style *player_style_style(int owner)
{
	assert(0 <= owner && owner <= SCENE_NOBODY);
	return styles + owner;
}
