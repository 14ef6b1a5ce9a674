#!/usr/bin/python3
"""assemble.py SRCDIR WASM UNLZMA OUT - put the page together: one file, heraldo.html.

The policy in it forbids every access to a network: what runs is named by its
hash, and nothing is loaded. Behind <!--log--> `heraldo export --page` puts a
game's log. The same inputs give the same bytes.

The engine, its words and the program are packed by LZMA, which makes of them four
fifths of what deflate does, and stand in the file as characters of seven bits
(loader.js): an eighth more, where base64 takes a third."""
import base64
import glob
import hashlib
import json
import lzma
import os
import sys


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as f:
        return f.read()


# what unlzma.c reads
FILTERS = [{"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3,
            "lp": 0, "pb": 0, "dict_size": 1 << 23}]


def seven_bits(data):
    """Characters of seven bits each; a document has no 0, takes 13 for 10, and a
    script in it might end at <: those have 128 more."""
    out, held, n = [], 0, 0
    for byte in data + b"\0":
        held = (held << 8 | byte) & 0x7fff
        n += 8
        while n >= 7:
            n -= 7
            out.append(held >> n & 0x7f)
    while len(out) * 7 >= len(data) * 8 + 7:
        out.pop()
    return "".join(chr(c | 0x80 if c in (0, 13, 60) else c) for c in out)


def pack(name, data):
    packed = lzma.compress(data, format=lzma.FORMAT_RAW, filters=FILTERS)
    return ('<script type="application/octet-stream" id="%s" data-size="%d">%s'
            '</script>' % (name, len(data), seven_bits(packed)))


def hash_of(text):
    digest = hashlib.sha256(text.encode()).digest()
    return "'sha256-" + base64.b64encode(digest).decode() + "'"


def words(src):
    """What the engine reads: messages and words of orders of every language, and
    the cards that a running game does not bring along: those of Arena."""
    paths = [p for pattern in ("templates/*/messages", "templates/*/*.messages",
                               "templates/*/vocabulary*", "db/catalog/arena/*.csv",
                               "db/catalog/arena/*.txt")
             for p in glob.glob(os.path.join(src, pattern))]
    return {os.path.relpath(p, src): read(p) for p in sorted(paths)}


def binary(path):
    with open(path, "rb") as f:
        return f.read()


def main():
    src, wasm, unlzma, out = sys.argv[1:5]
    program = "".join(read(src, "src/page", name) for name in (
        "engine.js", "keys.js", "play.js", "page.js"))
    loader = read(src, "src/page/loader.js")
    style = read(src, "src/page/page.css")
    policy = ("default-src 'none'; script-src %s %s 'wasm-unsafe-eval'; "
              "style-src %s; img-src data: blob:; base-uri 'none'; "
              "form-action 'none'" % (hash_of(loader), hash_of(program),
                                      hash_of(style)))
    files = json.dumps(words(src), ensure_ascii=False, sort_keys=True)
    page = read(src, "src/page/page.html")
    for mark, text in {
            "@POLICY@": policy, "@STYLE@": style, "@LOADER@": loader,
            "@UNLZMA@": base64.b64encode(binary(unlzma)).decode(),
            "@PACKED@": "\n".join((pack("wasm", binary(wasm)),
                                   pack("files", files.encode()),
                                   pack("program", program.encode())))}.items():
        if page.count(mark) != 1:
            sys.exit("page.html: %s stands there %d times" %
                     (mark, page.count(mark)))
        page = page.replace(mark, text)
    with open(out + ".new", "w", encoding="utf-8", newline="") as f:
        f.write(page)
    os.rename(out + ".new", out)


main()
