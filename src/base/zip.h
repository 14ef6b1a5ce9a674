/*
 * src/base/zip.h - writes one file into a zip archive (PKWARE's APPNOTE 4.5,
 * no extensions). The same input gives the same bytes.
 */
#ifndef BASE_ZIP_H
#define BASE_ZIP_H
#include "base/buf.h"

/* Append a .zip with this one file, dated 1980-01-01; name: ASCII. False: out
 * is full. */
bool zip_one(struct buf *out, struct str name, struct str bytes);
#endif
