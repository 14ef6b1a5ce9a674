"""Signed text: its canonical form, and the block between its markers.

Mail programs capitalise, quote, indent, wrap, replace quotes and dashes by
prettier ones. What was signed means its canonical form, "orders-text-1", which
is told step by step in the header canonical_text.h of Heraldo's source.
"""
import re
import unicodedata

from .tools import need
from .unicode14 import UNASSIGNED

TEXT_MAX = 64 << 10
BLOCKS_MAX = 8
LINES_MAX = 2000


def lines_of(data):
    """Lines of bytes, ended by LF, CRLF or CR: text, where it starts, the next."""
    for m in re.finditer(rb"([^\r\n]*)(\r\n|\r|\n|\Z)", data):
        if m.end() > m.start():
            yield m[1], m.start(), m.end()


def _ranges():
    """A class of a regular expression, of the characters that are left alone."""
    for item in UNASSIGNED.split():
        first, _, last = item.partition("-")
        yield "%s-%s" % (chr(int(first, 16)), chr(int(last or first, 16)))


LATER = "[%s]" % "".join(_ranges())

# steps 2 and 3: what is left out, what is replaced
LEFT_OUT = [0xad, 0x34f, 0x61c, 0x180e, 0xfeff, *range(0x200b, 0x2010), *range(0x202a, 0x202f),
            *range(0x2060, 0x2070), *range(0xfe00, 0xfe10)]
REPLACED = {
    "-": [*range(0x2010, 0x2016), 0x2212], "'": [*range(0x2018, 0x201c), 0x2032, 0xb4, 0x2bc],
    '"': [*range(0x201c, 0x2020), 0x2033, 0xab, 0xbb], "/": [0x2044], "<-": [0x2190],
    "->": [0x2192], "=>": [0x21d2], "(C)": [0xa9], "(R)": [0xae], "(TM)": [0x2122]}
CAPITALS = {c: c - 0x20 for c in [*range(0x61, 0x7b), *range(0xe0, 0xf7), *range(0xf8, 0xff)]}
PLAIN = {**dict.fromkeys(LEFT_OUT), **CAPITALS,
         **{c: by for by, those in REPLACED.items() for c in those}}
# what may come of step 4
DASHES = {**dict.fromkeys(range(0x2010, 0x2016), "-"), 0x2044: "/"}
WHITE = "\x00-\x20\x7f-\xa0\u1680\u2028\u2029"


def normal(text):
    """Step 4: NFKC of Unicode 14.0."""
    if unicodedata.unidata_version < "14":
        need(all(unicodedata.category(c) != "Cn" for c in text),
             "it has characters that this Python does not know: use 3.11 or later")
    return unicodedata.normalize("NFKC", text).translate(DASHES)


def canonical_line(line):
    line = line.translate(PLAIN)
    if not line.isascii():
        line = "".join(piece if i % 2 else normal(piece)
                       for i, piece in enumerate(re.split("(%s)" % LATER, line)))
    line = re.sub("^[%s>]+" % WHITE, "", line)                  # step 5
    line = re.sub("[%s]+" % WHITE, " ", line).rstrip(" ")
    line = re.sub("-+", "-", line)                              # step 6
    line = re.sub(r"\.{2,}", "...", line)
    return line.translate(CAPITALS)                             # step 7


def decode(data):
    """UTF-8; bytes that are not it are windows-1252."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return "".join(bytes([c]).decode("cp1252", "replace") for c in data)


def canonical(data):
    """The canonical text of bytes, "" if there is none."""
    need(len(data) <= TEXT_MAX, "it is too long")
    lines = re.split("\r\n|\r|\n", decode(data))
    need(len(lines) - (not lines[-1]) <= LINES_MAX, "it has too many lines")
    return "".join(line + "\n" for line in map(canonical_line, lines) if line)


def is_marker(line, word):
    """Is it the line BEGIN (END) HERALDO ORDERS, as mail programs leave it?"""
    bare = re.sub(rb"[\x00 \t\f\v>*_=`\\\x80-\xff-]", b"", line)
    return bare.upper() == word + b"HERALDOORDERS"


def orders(data, number=0):
    """The canonical orders of bytes that were signed as a whole: what stands
    between the markers, or all of it if there are none. Of several blocks, the
    one with this number, from 1."""
    need(len(data) <= TEXT_MAX, "block-too-large")
    begin, blocks = None, []
    for line, start, after in lines_of(data):
        if is_marker(line, b"BEGIN"):
            need(begin is None, "block-open")
            need(number or not blocks, "block-several")
            begin = after
        elif begin is not None and is_marker(line, b"END"):
            blocks.append(data[begin:start])
            begin = None
    need(begin is None, "block-open")
    need(number <= len(blocks) <= BLOCKS_MAX if number else len(blocks) < 2, "block-several")
    text = canonical(blocks[max(number - 1, 0)] if blocks else data)
    need(text, "block-none")
    return text


def fold(text):
    """The form in which words are compared: no marks, in capitals."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.upper())
                   if unicodedata.category(c)[0] != "M")


def is_head(word, listed):
    """Is it one of these words of a first line, or more than one of them?"""
    return any(fold(word) in ([w] if len(w) < 3 else [w, w + "S", w + "ES"]) for w in map(fold, listed))


def is_spoken(word, listed):
    """Is it one of these words of the judge, as it is listed or without accents?"""
    return any(fold(word) == fold(w) and (word.isascii() or word.upper() == w.upper()) for w in listed)


def lines(signed):
    """The lines of a signed text, each with those that continue it by a plus sign."""
    return re.sub(r"\n *\+ *", " ", signed).split("\n")
