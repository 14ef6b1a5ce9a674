/*
 * tests/fuzz/fuzz_template.c - any bytes as a template, rendered in every
 * format with values of every kind.
 */
#include "fuzz.h"
#include "report/text/template.h"
#include <stdlib.h>

static const struct template *itself(const void *of, struct str name,
				     enum template_format format)
{
	(void)format;
	return name.len % 2 ? of : NULL;
}

static const struct template *word(const void *of, struct str key)
{
	return str_is(key, "w") ? of : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct arena a = { 0 };
	struct str text = { (const char *)bytes, len };
	struct template t;
	struct template_source source = { itself, word, &t };
	struct tval *v = tval_map(&a), *list, *map;
	struct why why = { 0 };

	tval_putz(&a, v, "a", "<a & b>\x1b\n");
	tval_puti(&a, v, "n", -1);
	tval_put(&a, v, "x", tval_inches(&a, 1240));
	tval_put(&a, v, "w", tval_word(&a, "w"));
	list = tval_put(&a, v, "l", tval_list(&a));
	for (int i = 0; i < 3; i++) {
		map = tval_add(list, tval_named(&a, STR("m")));
		tval_puti(&a, map, "n", i);
		tval_putz(&a, map, "a", "b c d e f g");
	}
	if (template_parse(&a, "f", 1, text, &t, &why)) {
		if (!why.text[0])
			abort(); /* a fault must be told */
	} else {
		for (int f = TEMPLATE_TEXT; f <= TEMPLATE_HTML; f++) {
			struct buf out;

			buf_init(&out, 16384);
			(void)template_render(&out, &t, (enum template_format)f,
					      &source, v, NULL);
			if (out.len > 16384)
				abort();
			buf_release(&out);
		}
	}
	arena_release(&a);
	return 0;
}
