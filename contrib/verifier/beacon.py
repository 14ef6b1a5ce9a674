"""An outside beacon, on which the dice of a game may rest: its pulses, their
signatures, and which one a moment's dice rest on. The header beacon.h of
Heraldo's source tells the formats.
"""
import base64
import datetime
import hashlib
import re
import struct

from .tools import H, need, u64

DELAY_S = 60
# drand's quicknet: three seconds, unchained
QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
GENESIS_S, PERIOD_S = 1692803367, 3
NIST_PERIOD_MS = 60000
# of PKCS #1 v1.5: what follows is a SHA-512
SHA512_INFO = bytes.fromhex("3051300d060960864801650304020305000440")


def der(data):
    """The elements of DER bytes: (tag, content)."""
    while data:
        size, at = data[1], 2
        if size > 127:
            at += size & 127
            size = int.from_bytes(data[2:at], "big")
        need(len(data) >= at + size, "the beacon's key is cut off")
        yield data[0], data[at:at + size]
        data = data[at + size:]


def rsa_key(data):
    """Modulus and exponent of a SubjectPublicKeyInfo."""
    (_, whole), = der(data)
    (_, algorithm), (_, bits) = der(whole)
    need(bytes.fromhex("06092a864886f70d010101") in algorithm, "the beacon's key is not of RSA")
    (_, numbers), = der(bits[1:])
    (_, n), (_, e) = der(numbers)
    return int.from_bytes(n, "big"), int.from_bytes(e, "big")


def rsa_check(key, signature, message):
    """PKCS #1 v1.5 with SHA-512: there is one right text."""
    n, e = key
    size = (n.bit_length() + 7) // 8
    end = b"\0" + SHA512_INFO + hashlib.sha512(message).digest()
    right = b"\0\1" + b"\xff" * (size - 2 - len(end)) + end
    need(len(signature) == size and
         pow(int.from_bytes(signature, "big"), e, n) == int.from_bytes(right, "big"),
         "the beacon has not signed this pulse")


class Pulse:
    def __init__(self, at_ms, period_ms, value, before=None, gap=False):
        self.at_ms, self.period_ms, self.value = at_ms, period_ms, value
        self.before, self.gap = before, gap


class Nist:
    """The NIST Randomness Beacon 2.0; `shown` names the key of its pulses."""
    checked = changes = True

    def __init__(self, rest):
        self.name = rest
        data = base64.b64decode(rest, validate=True)
        self.key = rsa_key(data)
        self.shown = "nist SHA256:" + hashlib.sha256(data).hexdigest()

    def pulse(self, text):
        kind, data = text.split(" ")
        need(kind == "nist", "this is no pulse of the game's beacon")
        data = base64.b64decode(data, validate=True)
        at = 0

        def take(form):
            nonlocal at
            if form == "s":
                size, = struct.unpack_from(">I", data, at)
                at += 4 + size
                need(at <= len(data), "the pulse is cut off")
                return data[at - size:at]
            number, = struct.unpack_from(">" + form, data, at)
            at += struct.calcsize(form)
            return number

        fields = [take(form) for form in "ssIIsQQsssIsssssssI"]
        message, signature = data[:at], data[at:]
        when = fields[7].decode("ascii")
        need(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z", when, re.A),
             "the pulse is of no minute")
        need(fields[2:4] == [0, NIST_PERIOD_MS] and all(len(x) == 64 for x in fields[12:17]),
             "it is no pulse as NIST makes them")
        rsa_check(self.key, signature, message)
        at_s = datetime.datetime.strptime(when, "%Y-%m-%dT%H:%M:%S.000%z").timestamp()
        return Pulse(int(at_s) * 1000, NIST_PERIOD_MS, hashlib.sha512(data).digest(), fields[12],
                     bool(fields[18] & 2))


class Drand:
    """quicknet; its signatures need a library of curves, which is not asked."""
    checked = changes = False
    shown = "drand quicknet"

    def __init__(self, rest):
        need(rest == QUICKNET, "no such chain of drand is known")

    def pulse(self, text):
        m = re.fullmatch("drand ([1-9][0-9]*) ([0-9a-f]{96})", text)
        need(m, "this is no pulse of the game's beacon")
        value = bytes.fromhex(QUICKNET) + u64(int(m[1])) + bytes.fromhex(m[2])
        return Pulse((GENESIS_S + PERIOD_S * (int(m[1]) - 1)) * 1000, PERIOD_S * 1000, value)


def beacon(name):
    """The beacon that a game names; None if it has none."""
    if not name:
        return None
    kind, _, rest = name.partition(" ")
    need(kind in ("nist", "drand"), "no such beacon is known")
    return (Nist if kind == "nist" else Drand)(rest)


def is_first(pulse, before, t_s):
    """Is it the first pulse at this time or later? Where some are missing, that is
    seen by the one before it."""
    start = t_s * 1000
    if pulse.at_ms < start:
        return False
    if not before:
        return pulse.at_ms - pulse.period_ms < start
    return pulse.gap and before.at_ms < start and pulse.before == before.value


def mix(words, pulse):
    """What enters the dice in place of the players' words."""
    return H(b"heraldo beam 1", words, pulse.value)
