"""Signed text of mail programs: the first part of multipart/signed, as it was
signed - header lines, an empty line, a body (RFC 1847, 3156, 8551).

It is read as strictly as the header signed_part.h of Heraldo's source says: one
text/plain, in it one block that is not quoted, and no other word. What is
wrong is named as Heraldo names it ("part-words").
"""
import base64
import re

from . import text as plain
from .text import canonical, is_marker, lines_of
from .tools import need

PART_MAX = 512 << 10    # bytes
HEADER_MAX = 8 << 10     # bytes of a part
DEPTH = 6               # parts in parts
PARTS = 24              # of one multipart
BOUNDARY_MAX = 70
NESTED = (b"multipart/signed", b"multipart/encrypted", b"multipart/report", b"multipart/digest",
          b"application/pkcs7-mime", b"application/x-pkcs7-mime")


def split(data):
    """Header and body."""
    for line, start, after in lines_of(data):
        if not line:
            return data[:start], data[after:]
    return data, b""


def field(header, name):
    """The value of the first field of this name, its lines joined; or None."""
    value = None
    for line, _, _ in lines_of(header):
        more = line[:1] in (b" ", b"\t")
        if value is not None:
            if not more:
                break
            value += line
        elif line[:len(name) + 1].lower() == name + b":":
            value = line[len(name) + 1:]
    return value if value is None else value.strip()


def first_word(value):
    """The word in front, and the parameters behind it."""
    word = re.match(rb"[^; \t(]*", value)[0].lower()
    return word, value.partition(b";")[2]


def parameter(rest, name):
    """name=value or name="value" of the parameters of a field; or None."""
    while rest:
        m = re.match(rb"[; \t]*([^=; \t]*)[ \t]*", rest)
        if rest[m.end():m.end() + 1] != b"=":
            rest = rest[m.end():] if m[1] else rest[m.end() + 1:]
            continue
        rest = rest[m.end() + 1:].strip()
        value = re.match(rb'"((?:\\.|[^"])*)"?|[^; \t]*', rest, re.S)
        rest = rest[value.end():]
        if m[1].lower() == name:
            return value[0] if value[1] is None else re.sub(rb"\\(.)", rb"\1", value[1],
                                                            flags=re.S)
    return None


def quoted_printable(data):
    """RFC 2045, 6.7"""
    out = b""
    for line, start, after in lines_of(data):
        ended = after > start + len(line)
        line = line.rstrip(b" \t")
        soft = line.endswith(b"=")
        out += re.sub(rb"=([0-9A-Fa-f]{2})", lambda m: bytes([int(m[1], 16)]),
                      line[:-1] if soft else line)
        out += b"\n" if ended and not soft else b""
    return out


def unbase64(data):
    """RFC 2045, 6.8: what is no digit is passed over."""
    digits = re.sub(rb"[^A-Za-z0-9+/=]", b"", data)
    bare = re.sub(rb"={1,2}$", b"", digits)
    need(b"=" not in bare and len(bare) % 4 != 1 and
         (bare == digits or bare and len(digits) % 4 == 0), "part-encoding")
    out = base64.b64decode(bare + b"=" * (-len(bare) % 4))
    need(base64.b64encode(out).rstrip(b"=") == bare, "part-encoding")
    return out


def to_utf8(data, charset):
    """Text in a charset that is known, as UTF-8."""
    name = charset.decode("ascii", "replace").lower()
    codec = {"": "utf-8", "utf-8": "utf-8", "utf8": "utf-8", "us-ascii": "utf-8",
             "iso-8859-1": "latin-1", "latin1": "latin-1", "iso-8859-15": "iso-8859-15",
             "windows-1252": "cp1252", "cp1252": "cp1252"}.get(name)
    try:
        need(codec, "part-encoding")
        text = data.decode(codec)
    except UnicodeDecodeError:
        need(False, "part-encoding")
    need(codec in ("utf-8", "cp1252") or not re.search(rb"[\x80-\x9f]", data), "part-encoding")
    return text.encode()


def unflowed(data, del_sp):
    """RFC 3676: lines that end in a blank go on; quote marks stay in front."""
    out, is_open, last = b"", False, 0
    for line, _, _ in lines_of(data):
        depth = len(line) - len(line.lstrip(b">"))
        line = line[depth:]
        line = line[1:] if line[:1] == b" " else line
        mark = line == b"-- "
        flows = line.endswith(b" ") and not mark
        if is_open and (depth != last or mark):
            out, is_open = out + b"\n", False
        if not is_open:
            out += b">" * depth
        out += line[:-1] if flows and del_sp else line
        is_open, last = flows, depth
        out += b"" if is_open else b"\n"
    return out


def text_of(header, body, parameters):
    """The text of a part text/plain, in UTF-8."""
    encoding = first_word(field(header, b"content-transfer-encoding") or b"")[0]
    if encoding == b"base64":
        body = unbase64(body)
    elif encoding == b"quoted-printable":
        body = quoted_printable(body)
    else:
        need(encoding in (b"", b"7bit", b"8bit", b"binary"), "part-encoding")
    text = to_utf8(body, parameter(parameters, b"charset") or b"")
    if (parameter(parameters, b"format") or b"").lower() == b"flowed":
        text = unflowed(text, (parameter(parameters, b"delsp") or b"").lower() == b"yes")
    return text


def parts_of(body, boundary):
    """The parts of a multipart that is whole."""
    parts, begin, last = [], None, False
    for line, start, after in lines_of(body):
        if not line.startswith(b"--" + boundary):
            continue
        rest = line[len(boundary) + 2:]
        end = rest.startswith(b"--")
        if (rest[2:] if end else rest).strip():
            continue
        if begin is not None:
            # the line end before a delimiter is the delimiter's
            parts.append(re.sub(rb"\r?\n\Z|\r\Z", b"", body[begin:max(start, begin)]))
        begin, last = after, end
        if last:
            break
    need(last and 0 < len(parts) <= PARTS, "part-encoding")
    return parts


def texts(data, depth=0):
    """All texts of a part that count, UTF-8; of alternatives the first."""
    header, body = split(data)
    need(len(header) <= HEADER_MAX, "part-header")
    kind = field(header, b"content-type")
    kind, parameters = first_word(b"text/plain" if kind is None else kind)
    disposition, more = first_word(field(header, b"content-disposition") or b"")
    attached = (disposition == b"attachment" or parameter(more, b"filename") is not None or
                parameter(parameters, b"name") is not None)
    need(not kind.startswith(b"message/") and kind not in NESTED, "part-nested")
    if kind == b"text/plain" and not attached:
        return [text_of(header, body, parameters)]
    if not kind.startswith(b"multipart/"):
        return []           # whatever else it is, it is no order
    encoding = field(header, b"content-transfer-encoding")
    need(encoding is None or first_word(encoding)[0] in (b"7bit", b"8bit", b"binary"),
         "part-encoding")
    boundary = parameter(parameters, b"boundary")
    need(depth < DEPTH and boundary and len(boundary) <= BOUNDARY_MAX, "part-encoding")
    found = []
    for part in parts_of(body, boundary):
        more = texts(part, depth + 1)
        need(len(more) < 2, "part-several")
        if more and (not found or kind != b"multipart/alternative"):
            found += more
        need(len(found) < 2, "part-several")
    return found


KEY_ARMOUR = (b"-----BEGIN PGP PUBLIC KEY", b"-----BEGIN PGP SIGNATURE",
              b"-----BEGIN SSH SIGNATURE", b"-----BEGIN HERALDO BOARD")


def armour_end(lines, at):
    """The last line of the key or signature that begins at line `at`; or None."""
    def starts(i, word):
        return i < len(lines) and lines[i][0].startswith(word)

    if starts(at, b"ssh-ed25519 "):
        return at
    if starts(at, b"untrusted comment: "):
        if starts(at + 2, b"trusted comment: "):
            return min(at + 3, len(lines) - 1)
        return at + starts(at + 1, b"RW")
    if lines[at][0].startswith(KEY_ARMOUR):
        end = lines[at][0].replace(b"-----BEGIN", b"-----END", 1)
        return next((i for i in range(at + 1, len(lines)) if lines[i][0] == end), None)
    return None


def block(text, number=0):
    """The canonical orders of a text with blocks and no other word: of the one
    with this number, from 1, or of the only one."""
    begin, found = None, []
    again = quoted = foreign = words = False
    lines, at = list(lines_of(text)), -1
    while at + 1 < len(lines):
        at += 1
        line, start, after = lines[at]
        bare = line.strip(b" \t")
        is_quoted, mark = bare[:1] == b">", is_marker(bare, b"BEGIN")
        if begin is not None and is_marker(bare, b"END") and not is_quoted:
            found.append(text[begin:start])
            begin = None
        elif begin is not None:
            quoted, again = quoted or is_quoted, again or mark
        elif mark and not is_quoted:
            begin = after
        elif line in (b"-- ", b"--"):
            break
        elif bare:
            end = armour_end(lines, at)
            if end is None:
                foreign, words = foreign or mark, True
            else:
                at = end
    need(len(found) <= plain.BLOCKS_MAX, "block-several")
    need(begin is None and not again, "block-open")
    need(not quoted and (found or not foreign), "part-quoted")
    need(found, "block-none")
    found = [canonical(x) for x in found]
    need(all(found), "block-none")
    need(not words, "part-words")
    need(number <= len(found) if number else len(found) == 1, "block-several")
    return found[max(number - 1, 0)]


def clear(data, number=0):
    """The canonical orders of a text that OpenPGP signs in clear: of a block, or
    all of it if no line begins one."""
    need(len(data) <= plain.TEXT_MAX, "block-too-large")
    if any(is_marker(line, b"BEGIN") for line, _, _ in lines_of(data)):
        return block(data, number)
    return plain.orders(data)


def orders(data, number=0):
    """The canonical orders of a signed part."""
    need(len(data) <= PART_MAX, "block-too-large")
    found = texts(data)
    need(found, "part-no-text")
    return block(found[0], number)
