/* src/base/inflate.c */
#include "base/inflate.h"
#include <stdlib.h>
#include <zlib.h>

enum { PART = 16384, BARE = -15 };

bool inflate_known(struct buf *out, struct str bytes, struct str known)
{
	unsigned char part[PART];
	z_stream z = { 0 };
	int said;

	if (inflateInit2(&z, BARE))
		abort(); /* no memory */
	if (known.len &&
	    inflateSetDictionary(&z, (const Bytef *)known.s, (uInt)known.len))
		abort(); /* it is set before all else */
	z.next_in = (unsigned char *)(uintptr_t)bytes.s;
	z.avail_in = (uInt)bytes.len;
	do {
		z.next_out = part;
		z.avail_out = sizeof(part);
		said = inflate(&z, Z_NO_FLUSH);
		buf_add(out, part, sizeof(part) - z.avail_out);
	} while (said == Z_OK && !out->full);
	inflateEnd(&z);
	return said == Z_STREAM_END && !z.avail_in && !out->full;
}
