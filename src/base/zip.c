/* src/base/zip.c */
#include "base/zip.h"
#include "base/deflate.h"
#include <zlib.h>

enum {
	LOCAL = 0x04034b50,
	CENTRAL = 0x02014b50,
	END = 0x06054b50,
	ZIP_VERSION = 20, /* that unpacks it: 2.0, deflate */
	DEFLATED = 8,
	DAY = 1 << 5 | 1, /* the first of January 1980 */
	ZIP_PACKED_MAX = 1 << 30
};

static void zip_put16(struct buf *out, unsigned n)
{
	buf_addc(out, (char)(n & 0xff));
	buf_addc(out, (char)(n >> 8 & 0xff));
}

static void zip_put32(struct buf *out, uint32_t n)
{
	zip_put16(out, n & 0xffff);
	zip_put16(out, n >> 16);
}

/* What both headers of the file have. */
static void put_file(struct buf *out, struct str bytes, size_t packed,
		     size_t name)
{
	zip_put16(out, ZIP_VERSION);
	zip_put16(out, 0); /* flags */
	zip_put16(out, DEFLATED);
	zip_put16(out, 0); /* midnight */
	zip_put16(out, DAY);
	zip_put32(out,
		  (uint32_t)crc32(0, (const Bytef *)bytes.s, (uInt)bytes.len));
	zip_put32(out, (uint32_t)packed);
	zip_put32(out, (uint32_t)bytes.len);
	zip_put16(out, (unsigned)name);
	zip_put16(out, 0); /* nothing extra */
}

static void put_central(struct buf *out, struct str name, struct str bytes,
			size_t packed)
{
	zip_put32(out, CENTRAL);
	zip_put16(out, ZIP_VERSION);
	put_file(out, bytes, packed, name.len);
	zip_put16(out, 0); /* no remark */
	zip_put16(out, 0); /* on this disk */
	zip_put16(out, 0); /* attributes */
	zip_put32(out, 0);
	zip_put32(out, 0); /* where its local header is */
	buf_adds(out, name);
}

bool zip_one(struct buf *out, struct str name, struct str bytes)
{
	size_t start = out->len, central;
	struct buf packed;
	bool good;

	buf_init(&packed, ZIP_PACKED_MAX);
	good = deflate_raw(&packed, bytes);
	zip_put32(out, LOCAL);
	put_file(out, bytes, packed.len, name.len);
	buf_adds(out, name);
	buf_adds(out, buf_str(&packed));
	central = out->len;
	put_central(out, name, bytes, packed.len);
	zip_put32(out, END);
	zip_put16(out, 0);
	zip_put16(out, 0);
	zip_put16(out, 1); /* one file */
	zip_put16(out, 1);
	zip_put32(out, (uint32_t)(out->len - central - 12));
	zip_put32(out, (uint32_t)(central - start));
	zip_put16(out, 0); /* no remark */
	buf_release(&packed);
	return good && !out->full;
}
