"""streams.py - a module of WebAssembly taken apart: its instructions, the locals that
they name, their numbers and so on, each a stream of its own. So they are packed to
fourteen fifteenths of what the code as it stands is. streams.c puts the module
together again; numbers that a linker wrote longer than need be are shorter then."""

# the streams, in the order of streams.c
(BEFORE, AFTER, CODE, DECLARED, TYPES, LABELS, CALLS, LOCALS, GLOBALS, ALIGNS,
 OFFSETS, NUMBERS, WHOLE, N) = range(14)
AS_IT_IS = 0xff  # for an instruction: this function is kept in one piece
BR_TABLE, END, CODE_SECTION = 0x0e, 0x0b, 10
NESTING = (0x02, 0x03, 0x04)


def byte(data, at):
    return data[at:at + 1], at + 1


def nothing(data, at):
    return b"", at + 1


def unsigned(data, at):
    value, at = number(data, at)
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7f | 0x80)
        value >>= 7
    return out + bytes([value]), at


def signed(data, at):
    """The same of a number whose highest bit written is its sign."""
    value, end = number(data, at)
    if data[end - 1] & 0x40:
        value -= 1 << 7 * (end - at)
    out = bytearray()
    while not -0x40 <= value < 0x40:
        out.append(value & 0x7f | 0x80)
        value >>= 7
    return out + bytes([value & 0x7f]), end


def number(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7f) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return value, at


def bytes_of(n):
    return lambda data, at: (data[at:at + n], at + n)


# what follows an instruction, and in which stream it is kept
OPERANDS = {op: () for op in (0, 1, 5, END, 15, 26, 27, *range(0x45, 0xc5))}
OPERANDS |= {op: ((TYPES, byte),) for op in NESTING}
OPERANDS |= {op: ((LABELS, unsigned),) for op in (0x0c, 0x0d)}
OPERANDS |= {0x10: ((CALLS, unsigned),), 0x11: ((CALLS, unsigned), (CALLS, unsigned))}
OPERANDS |= {op: ((LOCALS, unsigned),) for op in (0x20, 0x21, 0x22)}
OPERANDS |= {op: ((GLOBALS, unsigned),) for op in (0x23, 0x24)}
OPERANDS |= {op: ((ALIGNS, byte), (OFFSETS, unsigned)) for op in range(0x28, 0x3f)}
OPERANDS |= {op: ((ALIGNS, byte),) for op in (0x3f, 0x40)}
OPERANDS |= {op: ((NUMBERS, signed),) for op in (0x41, 0x42)}
OPERANDS |= {0x43: ((WHOLE, bytes_of(4)),), 0x44: ((WHOLE, bytes_of(8)),)}


def function(data, at, end):
    """The streams of one; None: it has instructions that are not known here."""
    out = [bytearray() for _ in range(N)]

    def keep(stream, kind):
        nonlocal at
        text, at = kind(data, at)
        out[stream] += text
    pairs = number(data, at)[0]
    keep(DECLARED, unsigned)
    for _ in range(pairs):
        keep(DECLARED, unsigned)
        keep(DECLARED, byte)
    while at < end:
        op = data[at]
        out[CODE].append(op)
        at += 1
        if op == BR_TABLE:
            labels = number(data, at)[0]
            for _ in range(labels + 2):
                keep(LABELS, unsigned)
        elif op in OPERANDS:
            for stream, kind in OPERANDS[op]:
                keep(stream, kind)
        else:
            return None
    return out


def code(data):
    out = [bytearray() for _ in range(N)]
    functions, at = number(data, 0)
    for _ in range(functions):
        size, at = number(data, at)
        one = function(data, at, at + size)
        if not one:
            one = [b""] * N
            one[CODE] = bytes([AS_IT_IS])
            one[WHOLE] = size.to_bytes(4, "little") + data[at:at + size]
        for stream, more in zip(out, one):
            stream += more
        at += size
    return functions, out


def apart(wasm):
    """The lengths of the streams and the number of functions, 32 bits each, the low
    byte first, then the streams; and how long the module is when it is put together:
    sizes of functions and of their section have five bytes."""
    at, parts = 8, [bytearray(wasm[:8]), bytearray()]
    while at < len(wasm):
        begin, kind = at, wasm[at]
        size, at = number(wasm, at + 1)
        if kind == CODE_SECTION:
            functions, out = code(wasm[at:at + size])
            parts.reverse()
        else:
            parts[0] += wasm[begin:at + size]
        at += size
    out[BEFORE], out[AFTER] = parts[1], parts[0]
    head = b"".join(n.to_bytes(4, "little") for n in
                    (*(len(s) for s in out), functions))
    whole = out[CODE].count(AS_IT_IS)
    size = (sum(map(len, out)) - 5 * whole + 1 + 5 + 5 + 5 * functions)
    return head + b"".join(out), size
