/* src/webapp/paint.c - the page has no cairo: it shows SVG, never a PNG */
#include "report/picture/canvas.h"

enum err canvas_png(struct canvas *c, struct pictures *kept, struct buf *out,
		    struct why *why)
{
	(void)c;
	(void)kept;
	(void)out;
	return why_set(why, ERR_NOT_FOUND, "the page paints no PNG");
}
