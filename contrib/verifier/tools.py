"""Hashes, hex digits, JSON in its one form, times."""
import datetime
import hashlib
import json
import re
import struct


class Wrong(Exception):
    """Why it is not verified; and where, if not in the line that is read."""


def need(holds, text, *place):
    if not holds:
        raise Wrong(text, *place)


def H(*parts, key=b"", size=32):
    """BLAKE2b, as all of Heraldo's formats use it."""
    return hashlib.blake2b(b"".join(parts), digest_size=size, key=key).digest()


u32 = struct.Struct(">I").pack
u64 = struct.Struct(">Q").pack


def string(data):
    """As SSH writes bytes: their number, then they."""
    return u32(len(data)) + data


def unhex(text, size=32):
    need(isinstance(text, str) and re.fullmatch("[0-9a-f]{%d}" % (2 * size), text),
         "expected %d hex digits, found %.80r" % (2 * size, text))
    return bytes.fromhex(text)


def moment(text):
    """Seconds of a time, from 1970 on; there is one way to write it."""
    need(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", text, re.A) and text >= "1970", "%r is no time" % text)
    return int(datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S%z").timestamp())


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def compact(value):
    """The one way in which a line may be written."""
    text = _encode(value)
    if "\\" not in text and "\x7f" not in text:
        return text.encode()
    short = {r"\b": "08", r"\t": "09", r"\n": "0a", r"\f": "0c", r"\r": "0d"}
    text = re.sub(r'\\["\\btnfr]', lambda m: r"\u00" + short[m[0]]
                  if m[0] in short else m[0], text)
    return text.replace("\x7f", r"\u007f").encode()


DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"     # Crockford's base32


def seen(text):
    """The 16 bytes of a head that are said by so many digits."""
    text = text.replace(" ", "").replace("-", "").upper().translate(str.maketrans("OIL", "011"))
    need(re.fullmatch("[0-7][%s]{26}" % DIGITS, text), "it does not say what its author saw")
    number = check = 0
    for digit in (DIGITS.index(c) for c in text[:26]):
        number, check = number << 5 | digit, (check ^ digit) << 1
        check ^= 37 if check > 31 else 0
    need(text[26] == DIGITS[check], "what its author saw is mistyped")
    return number.to_bytes(16, "big")


def die(sides, key, *parts):
    """One of 1..sides, from the first draw that favours none."""
    fair, draw = 0xffffffff - 0xffffffff % sides, 0
    while True:
        bits = int.from_bytes(H(*parts, u32(draw), key=key)[:4], "big")
        if bits < fair:
            return 1 + bits % sides
        draw += 1
