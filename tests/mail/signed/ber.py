"""A signature (CMS, DER) as Thunderbird, Apple Mail and Outlook write it.

What holds the rest has no length there and ends with two bytes of zero; the
certificates and all that is signed stay as they are.
"""
import sys


def take(b):
    """The first value of b: tag, what is in it, and what follows it."""
    n = b[1]
    head = 2
    if n & 0x80:
        head += n & 0x7f
        n = int.from_bytes(b[2:head], "big")
    return b[0], b[head:head + n], b[head + n:]


def values(b):
    while b:
        tag, inside, rest = take(b)
        yield tag, inside, b[:len(b) - len(rest)]
        b = rest


def openly(tag, inside):
    return bytes([tag, 0x80]) + inside + b"\0\0"


def main():
    _, content, _ = take(sys.stdin.buffer.read())
    kind, data = values(content)
    _, signed, _ = take(data[1])
    out = b""
    for i, (tag, inside, whole) in enumerate(values(signed)):
        # what was signed, and the certificates
        out += openly(tag, inside) if i == 2 or tag == 0xa0 else whole
    sys.stdout.buffer.write(
        openly(0x30, kind[2] + openly(0xa0, openly(0x30, out))))


main()
