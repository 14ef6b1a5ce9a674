#!/usr/bin/python3
"""What signed bytes mean, by contrib/verifier and by src/auth: the same.

	vectors.py READ_SIGNED SRCDIR [--n N] [--seed N]

First the vectors that the unit tests of src/auth read too, and a pulse that
NIST has published; then what comes of the vectors when pieces are changed, cut,
doubled and exchanged, of which READ_SIGNED tells how the judge reads it. Prints
its seed.
"""
import argparse
import base64
import json
import os
import random
import re
import struct
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
from verifier import beacon, part, text  # noqa: E402
from verifier.tools import Wrong  # noqa: E402
from verifier.unicode14 import UNASSIGNED  # noqa: E402

READ = {"text": text.canonical, "block": text.orders, "part": part.orders,
        "clear": part.clear}
# what makes a difference somewhere
PIECES = [b"\r\n", b"\n", b"\r", b" ", b"\t", b">", b"> ", b"--", b"-- \n", b"--b", b"--b--",
          b"=\r\n", b"=20", b"=3D", b"=", b'"', b"\\", b";", b"(", b"..", b"//", b"+", b"\x00",
          b"\x0b", b"\x80", b"\xe9", b"\xff", b"-----BEGIN HERALDO ORDERS-----\n",
          b"-----END HERALDO ORDERS-----\n", b"ssh-ed25519 AAAA\n", b"untrusted comment: x\n",
          b"RWabc\n", b"trusted comment: x\n", b"-----BEGIN PGP SIGNATURE-----\n",
          b"-----END PGP SIGNATURE-----\n", b"- -----BEGIN HERALDO ORDERS-----\r\n", b"Content-Type: ", b"text/plain", b"message/rfc822",
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


def nist_text(pulse):
    """A pulse of NIST's JSON as a log has it."""
    def string(data):
        return struct.pack(">I", len(data)) + data

    def fields(obj, shape):
        for name, form in shape:
            value = obj[name]
            yield (string(value.encode()) if form == "s" else string(bytes.fromhex(value))
                   if form == "x" else struct.pack(">" + form, value))
    signed = b"".join([
        *fields(pulse, [("uri", "s"), ("version", "s"), ("cipherSuite", "I"), ("period", "I"),
                        ("certificateId", "x"), ("chainIndex", "Q"), ("pulseIndex", "Q"),
                        ("timeStamp", "s"), ("localRandomValue", "x")]),
        *fields(pulse["external"], [("sourceId", "x"), ("statusCode", "I"), ("value", "x")]),
        *(x for v in pulse["listValues"] for x in fields(v, [("value", "x")])),
        *fields(pulse, [("precommitmentValue", "x"), ("statusCode", "I")])])
    return "nist " + base64.b64encode(signed + bytes.fromhex(pulse["signatureValue"])).decode()


def pulses():
    """Published pulses are read, and no others."""
    folder = os.path.join(a.srcdir, "tests/beacon")
    with open(os.path.join(folder, "nist-1-54610.json"), encoding="utf-8") as f:
        pulse = json.load(f)["pulse"]
    key = subprocess.run("openssl x509 -in %s/nist-1.pem -noout -pubkey | openssl pkey -pubin "
                         "-outform DER" % folder, shell=True, check=True,
                         stdout=subprocess.PIPE).stdout
    nist = beacon.beacon("nist " + base64.b64encode(key).decode())
    p, t = nist.pulse(nist_text(pulse)), 1535651040
    assert p.value.hex().upper() == pulse["outputValue"] and p.at_ms == t * 1000
    assert beacon.is_first(p, None, t) and beacon.is_first(p, None, t - 59)
    assert not beacon.is_first(p, None, t + 1) and not beacon.is_first(p, None, t - 60)
    for name in ("localRandomValue", "precommitmentValue", "signatureValue"):
        changed = dict(pulse, **{name: pulse[name][:-1] + "0123456789ABCDEF"[
            int(pulse[name][-1], 16) ^ 1]})
        try:
            nist.pulse(nist_text(changed))
            assert False, name
        except Wrong:
            pass
    drand = beacon.beacon("drand " + beacon.QUICKNET)
    p = drand.pulse("drand 657413 b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be"
                    "41076862b98fad56e91a6b85b89cd97b")
    assert p.at_ms == 1694775603000 and beacon.is_first(p, None, 1694775601)


def main():
    red = []
    pulses()
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
