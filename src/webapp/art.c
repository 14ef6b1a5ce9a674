/* src/webapp/art.c - gives the drawings of the boards to the page */
#include "webapp/api.h"
#include "report/picture/canvas.h"
#include "base/parse.h"

enum { SIDE = 24, INK = 0xff231a12 };

static const char *const names[N_ARTS] = {
	[NO_ART] = "",
#define ART(name, fill, ink, width, path) [ART_##name] = #name,
#define OVER(fill, ink, width, path)
#include "report/picture/art.def"
#undef ART
#undef OVER
};

int page_art(size_t len)
{
	struct canvas *c;
	struct str name;

	page_begin(len);
	name = parse_trim(page.in);
	for (int i = 1; i < N_ARTS; i++) {
		if (!str_is(name, names[i]))
			continue;
		c = canvas_make(SIDE, SIDE, 0xffffffff);
		canvas_art(c, (enum art)i, SIDE / 2.0, SIDE / 2.0, SIDE, 0,
			   (uint32_t)INK);
		(void)canvas_svg(c, "a", &page.said, NULL);
		canvas_release(c);
		return page_end(0);
	}
	return page_end(1);
}
