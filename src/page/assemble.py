#!/usr/bin/python3
"""assemble.py SRCDIR WASM OUT - put the page together: one file, heraldo.html.

The policy in it forbids every access to a network: what runs is named by its
hash, and nothing is loaded. Behind <!--log--> `heraldo export --page` puts a
game's log. The same inputs give the same bytes."""
import base64
import glob
import hashlib
import json
import os
import sys
import zlib


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as f:
        return f.read()


def pack(data):
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    return base64.b64encode(deflate.compress(data) + deflate.flush()).decode()


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


def main():
    src, wasm, out = sys.argv[1:4]
    script = "".join(read(src, "src/page", name) for name in (
        "engine.js", "keys.js", "play.js", "page.js"))
    style = read(src, "src/page/page.css")
    with open(wasm, "rb") as f:
        module = f.read()
    policy = ("default-src 'none'; script-src %s 'wasm-unsafe-eval'; "
              "style-src %s; img-src data: blob:; base-uri 'none'; "
              "form-action 'none'" % (hash_of(script), hash_of(style)))
    page = read(src, "src/page/page.html")
    for mark, text in {
            "@POLICY@": policy, "@STYLE@": style, "@WASM@": pack(module),
            "@FILES@": pack(json.dumps(words(src), ensure_ascii=False,
                                       sort_keys=True).encode()),
            "@SCRIPT@": script}.items():
        if page.count(mark) != 1:
            sys.exit("page.html: %s stands there %d times" %
                     (mark, page.count(mark)))
        page = page.replace(mark, text)
    with open(out + ".new", "w", encoding="utf-8") as f:
        f.write(page)
    os.rename(out + ".new", out)


main()
