"""tests/page/logged.py - the log of a game within the page, put there and taken out,
as `heraldo export --page` and the page do it."""
import os
import sys
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "../../src/webapp"))
from assemble import BLOCK, characters

LOG = '<script type="application/octet-stream" id="log" data-bytes="%d">'


def page_with(page, log):
    """The text of a page that shows this log, of the text of the page."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = deflate.compress(log) + deflate.flush()
    return page.replace("<!--log-->", LOG % len(packed) + characters(packed) +
                        "</script>")


def log_within(page):
    before, rest = page.split(' id="log" data-bytes="')
    size, text = rest.split("</script>")[0].split('">', 1)
    out = bytearray()
    for i in range(0, len(text), BLOCK + 1):
        key = ord(text[i])
        for c in text[i + 1:i + 1 + BLOCK]:
            out += (ord(c) * key + (key >> 3) & 0xffff).to_bytes(2, "little")
    return zlib.decompress(bytes(out[:int(size)]), -15)
