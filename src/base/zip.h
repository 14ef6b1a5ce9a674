/*
 * src/base/zip.h - one file in an archive that every computer and telephone
 * opens (PKWARE's APPNOTE 4.5, no extensions). The same bytes give the same.
 */
#ifndef BASE_ZIP_H
#define BASE_ZIP_H
#include "base/buf.h"

/* Append a .zip with this one file, dated 1980-01-01; name: ASCII. False: out
 * is full. */
bool zip_one(struct buf *out, struct str name, struct str bytes);
#endif
