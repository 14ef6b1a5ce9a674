/* src/base/deflate.c */
#include "base/deflate.h"
#include <stdlib.h>
#include <zlib.h>

enum { PART = 16384, BARE = -15, MEMORY = 8 };

bool deflate_raw(struct buf *out, struct str bytes)
{
	return deflate_known(out, bytes, STR(""));
}

bool deflate_known(struct buf *out, struct str bytes, struct str known)
{
	unsigned char part[PART];
	z_stream z = { 0 };
	int said;

	if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, BARE, MEMORY,
			 Z_DEFAULT_STRATEGY))
		abort(); /* no memory */
	if (known.len &&
	    deflateSetDictionary(&z, (const Bytef *)known.s, (uInt)known.len))
		abort(); /* it is set before all else */
	z.next_in = (unsigned char *)(uintptr_t)bytes.s;
	z.avail_in = (uInt)bytes.len;
	do {
		z.next_out = part;
		z.avail_out = sizeof(part);
		said = deflate(&z, Z_FINISH);
		buf_add(out, part, sizeof(part) - z.avail_out);
	} while (said == Z_OK);
	deflateEnd(&z);
	return said == Z_STREAM_END && !out->full;
}
