#!/usr/bin/python3
"""assemble.py SRCDIR WASM UNPACK OUT [none] - put the page together: one file, heraldo.html;
none: without any cards, for who wants to know what they weigh.

The policy in it forbids every access to a network: what runs is named by its
hash, and nothing is loaded. Behind <!--log--> `heraldo export --page` puts a
game's log. The same inputs give the same bytes.

The engine, taken apart (streams.py), its words and the program are packed by LZMA,
which makes of them four fifths of what deflate does. The file is UTF-16, so that two bytes of them are one
character: they take less than a hundredth more room, where base64 takes a third.
The mark at its beginning tells every browser so, whatever a server says of it."""
import base64
import glob
import hashlib
import json
import lzma
import os
import re
import sys

from streams import apart

BLOCK = 128  # characters behind their key, as in loader.js


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as f:
        return f.read()


# what unlzma.c reads
FILTERS = [{"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3,
            "lp": 0, "pb": 0, "dict_size": 1 << 23}]


def stands(unit):
    """Does a document keep this character? Not 0 and the end of a line, halves of a
    pair, what marks the order of bytes, and < might end the script it is in."""
    return not (0xd800 <= unit <= 0xdfff or unit >= 0xfffe or
                unit in (0, 13, 60, 0xfeff))


def block(pairs):
    """Characters that are these numbers of 16 bits by a key in front of them:
    character * key + key / 8. The least one by which all can stand."""
    for key in range(1, 1 << 16, 2):
        if not stands(key):
            continue
        back, more = pow(key, -1, 1 << 16), key >> 3
        units = []
        for pair in pairs:
            units.append((pair - more) * back & 0xffff)
            if not stands(units[-1]):
                break
        else:
            return [key] + units
    sys.exit("assemble.py: a block without a key")


def characters(data):
    data += b"\0" * (len(data) % 2)
    pairs = [data[i] | data[i + 1] << 8 for i in range(0, len(data), 2)]
    return "".join(chr(u) for i in range(0, len(pairs), BLOCK)
                   for u in block(pairs[i:i + BLOCK]))


def element(name, data, **more):
    """An element with these bytes; numbers that the loader asks for."""
    said = "".join(' data-%s="%d"' % item for item in more.items())
    return ('<script type="application/octet-stream" id="%s" data-bytes="%d"%s>%s'
            '</script>' % (name, len(data), said, characters(data)))


def pack(name, data, **more):
    packed = lzma.compress(data, format=lzma.FORMAT_RAW, filters=FILTERS)
    return element(name, packed, size=len(data), **more)


def hash_of(text):
    digest = hashlib.sha256(text.encode()).digest()
    return "'sha256-" + base64.b64encode(digest).decode() + "'"


# messages and words of orders of every language; cards, which are unpacked when a
# game first asks for them
WORDS = "templates/*/messages", "templates/*/*.messages", "templates/*/vocabulary*"
CARDS = "db/catalog/*/*.csv", "db/catalog/*/*.txt", "db/catalog/*/*.map", "db/lessons/*/*.case"


# messages that the judge's mails alone have, and its chronicle
ELSEWHERE = ("subject.", "no.", "text.", "fault.", "chronicle.", "help.", "reason.", "what.",
             "report.", "audit.", "due.", "again.", "letter.", "board.", "state.", "short.")
# messages of a game that only mails use: sentences of the story and headlines
STORY = re.compile(r"\w+\.(tale|deed|blow|news)\.")


def texts(src, patterns):
    """What the engine reads."""
    paths = [p for pattern in patterns for p in glob.glob(os.path.join(src, pattern))]
    return {os.path.relpath(p, src): read(p) for p in sorted(paths)}


def bare(program):
    """A script without remarks of their own lines, and without what stands before
    its lines: it has no texts of several lines."""
    lines = (l.strip() for l in program.splitlines())
    return "".join(l + "\n" for l in lines if l and not l.startswith("//"))


def bare_style(style):
    """A style sheet without remarks and blanks before its lines."""
    style = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    return "".join(l.strip() + "\n" for l in style.splitlines() if l.strip())


def words(src):
    """The messages and words that a page needs, without remarks."""
    files = texts(src, WORDS)
    for path, text in files.items():
        left_out = ELSEWHERE if os.path.basename(path) == "messages" else ()
        files[path] = "".join(l for l in text.splitlines(True) if l.strip() and
                              not l.startswith(("#", *left_out)) and not STORY.match(l))
    return files


def packed_texts(name, files):
    return pack(name, json.dumps(files, ensure_ascii=False, sort_keys=True).encode())


def binary(path):
    with open(path, "rb") as f:
        return f.read()


def main():
    src, wasm, unpack, out = sys.argv[1:5]
    cards = CARDS if sys.argv[5:] != ["none"] else ()
    program = bare("".join(read(src, "src/webapp", name) for name in (
        "engine.js", "keys.js", "compose.js", "table.js",
        "overlay.js", "review.js", "list.js", "entrance.js", "proof.js", "drawings.js", "playback.js", "dice_stats.js",
        "practise.js", "analysis.js", "main.js")))
    loader = bare(read(src, "src/webapp/loader.js"))
    style = bare_style(read(src, "src/webapp/page.css"))
    policy = ("default-src 'none'; script-src %s %s 'wasm-unsafe-eval'; worker-src blob:; "
              "style-src %s; img-src data: blob:; base-uri 'none'; "
              "form-action 'none'" % (hash_of(loader), hash_of(program),
                                      hash_of(style)))
    files = {**words(src), "page.js": program, "page.css": style,
             "page.html": read(src, "src/webapp/page.html")}
    streams, size = apart(binary(wasm))
    page = read(src, "src/webapp/file.html")
    for mark, text in {
            "@POLICY@": policy, "@LOADER@": loader,
            "@PACKED@": "\n".join((element("unpack", binary(unpack)),
                                   pack("wasm", streams, module=size),
                                   packed_texts("files", files),
                                   packed_texts("cards", texts(src, cards))
                                   if cards else ""))}.items():
        if page.count(mark) != 1:
            sys.exit("file.html: %s stands there %d times" %
                     (mark, page.count(mark)))
        page = page.replace(mark, text)
    with open(out + ".new", "wb") as f:
        f.write(("\ufeff" + page).encode("utf-16-le"))
    os.rename(out + ".new", out)


if __name__ == "__main__":
    main()
