/*
 * src/base/ssh_wire.h - numbers and strings as the SSH protocol writes them
 * (RFC 4251, section 5): u32 big-endian, a string as its length and its bytes.
 */
#ifndef BASE_SSH_WIRE_H
#define BASE_SSH_WIRE_H
#include "base/buf.h"

/* Take one off *rest; false, and *rest as it was, where there is none. */
bool ssh_wire_take_u32(struct str *rest, uint32_t *n);
bool ssh_wire_take_string(struct str *rest, struct str *s);

void ssh_wire_put_u32(uint8_t out[4], uint32_t n);
bool ssh_wire_add_u32(struct buf *out, uint32_t n);
bool ssh_wire_add_string(struct buf *out, struct str s);
#endif
