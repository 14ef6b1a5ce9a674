#!/usr/bin/python3
"""What signed bytes mean, by contrib/verifier and by src/auth: the same.

	vectors.py READ_SIGNED SRCDIR [--n N] [--seed N]

First the vectors that the unit tests of src/auth read too; then what comes of
them when pieces are changed, cut, doubled and exchanged, of which READ_SIGNED
tells how the judge reads it. Prints its seed.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import unicodedata

sys.dont_write_bytecode = True
parser = argparse.ArgumentParser()
parser.add_argument("read_signed")
parser.add_argument("srcdir")
parser.add_argument("--n", type=int, default=4000)
parser.add_argument("--seed", type=int, default=20261122)
a = parser.parse_args()
sys.path.insert(0, os.path.join(a.srcdir, "contrib"))
from verifier import part, text  # noqa: E402
from verifier.tools import Wrong  # noqa: E402
from verifier.unicode14 import UNASSIGNED  # noqa: E402

READ = {"text": text.canonical, "block": text.orders, "part": part.orders}
# what makes a difference somewhere
PIECES = [b"\r\n", b"\n", b"\r", b" ", b"\t", b">", b"> ", b"--", b"-- \n", b"--b", b"--b--",
          b"=\r\n", b"=20", b"=3D", b"=", b'"', b"\\", b";", b"(", b"..", b"//", b"+", b"\x00",
          b"\x0b", b"\x80", b"\xe9", b"\xff", b"-----BEGIN HERALDO ORDERS-----\n",
          b"-----END HERALDO ORDERS-----\n", b"ssh-ed25519 AAAA\n", b"untrusted comment: x\n",
          b"RWabc\n", b"trusted comment: x\n", b"-----BEGIN PGP SIGNATURE-----\n",
          b"-----END PGP SIGNATURE-----\n", b"Content-Type: ", b"text/plain", b"message/rfc822",
          b"multipart/mixed; boundary=b\r\n", b"charset=", b"format=flowed", b"delsp=yes",
          b"Content-Transfer-Encoding: ", b"base64", b"quoted-printable", b"attachment",
          b"filename=x", b"name=x"]


def vectors():
    """(kind, bytes, what they mean or the fault) of the file."""
    def plain(s):
        return re.sub(rb"\\(?:x(..)|(.))", lambda m: bytes([int(m[1], 16)]) if m[1] else
                      {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"\\": b"\\"}[m[2]], s)
    with open(os.path.join(a.srcdir, "tests/vectors/signed.txt"), "rb") as f:
        lines = [x for x in f.read().split(b"\n") if x and x[:1] != b"#"]
    for said, means in zip(lines[::2], lines[1::2]):
        kind, _, data = said.partition(b" ")
        word, _, is_ = means.partition(b" ")
        yield kind.decode(), plain(data), (word.decode(), plain(is_))


def second(kind, data):
    try:
        return "is", READ[kind](data).encode()
    except Wrong as w:
        return "no", str(w).encode()


def first(cases):
    said = subprocess.run([a.read_signed], input="".join(
        "%s %s\n" % (kind, data.hex()) for kind, data in cases).encode(),
        stdout=subprocess.PIPE, check=True).stdout.decode().split("\n")[:-1]
    for line in said:
        word, _, rest = line.partition(" ")
        yield word, rest.encode() if word == "no" else bytes.fromhex(rest)


def any_character(rng):
    while True:
        c = rng.choice((rng.randrange(0x80, 0x3000), rng.randrange(0x3000, 0x11000),
                        rng.randrange(0x11000, 0x110000), rng.randrange(0xfb00, 0x10000)))
        if not 0xd800 <= c < 0xe000:
            return chr(c).encode()


def changed(rng, data, others):
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        i = rng.randrange(len(data) + 1)
        j = min(len(data), i + rng.choice((0, 1, 2, 5, 30)))
        how = rng.randrange(5)
        new = (rng.choice(PIECES) if how < 2 else any_character(rng) if how == 2 else
               b"" if how == 3 else rng.choice(others)[i:j + 9])
        data = data[:i] + new + data[i if how < 3 and rng.random() < 0.6 else j:]
    return data


def unicode14():
    """The table is that of the C code, and of this Python where it has 14.0."""
    with open(os.path.join(a.srcdir, "src/auth/unicode14.def"), encoding="utf-8") as f:
        pairs = re.findall(r"X\(0x([0-9a-f]+), 0x([0-9a-f]+)\)", f.read())
    mine = [(x.split("-") * 2)[:2] for x in UNASSIGNED.split()]
    assert [[int(x, 16) for x in p] for p in pairs] == [[int(x, 16) for x in p] for p in mine]
    if unicodedata.unidata_version == "14.0.0":
        later = {c for p in mine for c in range(int(p[0], 16), int(p[1], 16) + 1)}
        assert all((unicodedata.category(chr(c)) == "Cn") == (c in later)
                   for c in range(0x110000))


def main():
    red = []
    known = list(vectors())
    for kind, data, want in known:
        if second(kind, data) != want:
            red.append("%s %r: %s, expected %s" % (kind, data, second(kind, data), want))
    unicode14()
    rng = random.Random(a.seed)
    cases, others = [], [data for _, data, _ in known]
    while len(cases) < a.n:
        kind, data, _ = rng.choice(known)
        cases.append((kind, changed(rng, data, others)))
    good = 0
    for (kind, data), judge in zip(cases, first(cases), strict=True):
        mine = second(kind, data)
        good += judge[0] == "is"
        # of what is wrong in two ways either may be told
        if mine[0] != judge[0] or mine[0] == "is" and mine != judge:
            red.append("%s %r: verifier %s, judge %s" % (kind, data, mine, judge))
    print("seed %d: %d vectors, %d changed, of which %d are read" % (
        a.seed, len(known), len(cases), good))
    for line in red[:10]:
        print("RED: " + line)
    return 1 if red else 0


if __name__ == "__main__":
    sys.exit(main())
