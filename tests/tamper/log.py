"""An exported game in pieces, and whole again: for those who tamper with it.

The forger here is the strongest there can be: the judge, with all secrets but
the players' keys. What he changes he hides: leaves, salts, heads, counts and
his own signature are made anew (`Log.bytes`). Formats: src/verifier/export.h.
"""
import base64
import functools
import hashlib
import json
import marshal
import re
import struct

try:
    from nacl.signing import SigningKey

    def public(seed):
        return bytes(SigningKey(seed).verify_key)

    def sign(seed, message):
        return SigningKey(seed).sign(message).signature
except ImportError:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    def public(seed):
        return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes(
            Encoding.Raw, PublicFormat.Raw)

    def sign(seed, message):
        return Ed25519PrivateKey.from_private_bytes(seed).sign(message)

JUDGE = bytes([99] * 32)
PLAYERS = {"A": bytes([1] * 32), "B": bytes([2] * 32), "B2": bytes([4] * 32),
           "GM": bytes([3] * 32), "deputy": bytes([5] * 32)}


def u32(n):
    return struct.pack(">I", n)


def u64(n):
    return struct.pack(">Q", n)


def H(*parts, key=b"", size=32):
    return hashlib.blake2b(b"".join(parts), digest_size=size, key=key).digest()


PLAIN = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


ESCAPED = re.compile(r'\\[bfnrt"\\]')
CONTROL = {"b": "\\u0008", "f": "\\u000c", "n": "\\u000a", "r": "\\u000d", "t": "\\u0009"}


def dump(obj):
    """Canonical JSON: only what must be escaped is, as \\u00xx."""
    text = PLAIN(obj)
    if "\\" in text:
        text = ESCAPED.sub(lambda m: CONTROL.get(m[0][1], m[0]), text)
    return text.replace("\x7f", "\\u007f")


def seen(head):
    """Crockford's base32 of 16 bytes, and a digit that checks it."""
    digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    n = int.from_bytes(head[:16], "big")
    said, check = "", 0
    for i in range(26):
        digit = n >> 5 * (25 - i) & 31
        said += digits[digit]
        check = (check ^ digit) << 1
        check ^= 37 if check > 31 else 0
    said += digits[check]
    return "SEEN " + "-".join(said[i:i + 4] for i in range(0, 27, 4))


def wire(key):
    return u32(11) + b"ssh-ed25519" + u32(32) + key


@functools.lru_cache(None)
def own(seed):
    """The fingerprint of the key of a seed."""
    return fingerprint(public(seed))


def fingerprint(key):
    return "SHA256:" + base64.b64encode(hashlib.sha256(wire(key)).digest()).decode().rstrip("=")


def armour(blob):
    text = base64.b64encode(blob).decode()
    lines = [text[i:i + 70] for i in range(0, len(text), 70)]
    return "\n".join(["-----BEGIN SSH SIGNATURE-----"] + lines +
                     ["-----END SSH SIGNATURE-----", ""])


def sshsig(seed, namespace, message):
    string = lambda s: u32(len(s)) + s
    rest = string(namespace) + string(b"") + string(b"sha512")
    signed = b"SSHSIG" + rest + string(hashlib.sha512(message).digest())
    sig = sign(seed, signed)
    return armour(b"SSHSIG" + u32(1) + string(wire(public(seed))) + rest +
                  string(string(b"ssh-ed25519") + string(sig)))


class Lines(list):
    """The lines of a file, which all its logs share: whoever takes one by its index
    or in a slice has a copy, and may change it. Who iterates must not."""

    def __init__(self, lines, texts):
        super().__init__(lines)
        self.texts = texts  # of those that are shared, by their identity

    def __getitem__(self, i):
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        line = super().__getitem__(i)
        if id(line) in self.texts:
            line = marshal.loads(marshal.dumps(line))
            self[i] = line
        return line

    def pop(self, i=-1):
        line = self[i]
        del self[i]
        return line


class Log:
    read = {}  # of each file: its lines, and their texts by identity

    def __init__(self, data):
        if data not in Log.read:
            texts = data.decode().split("\n")[:-1]
            lines = [json.loads(line) for line in texts]
            Log.read[data] = lines, {id(x): t + "\n" for x, t in zip(lines, texts)}
        self.were, self.texts = Log.read[data]
        self.lines = Lines(self.were, self.texts)
        created = self.lines[1]["event"]
        self.id = bytes.fromhex(created["id"])
        self.secret = None
        for line in self.lines:
            if line.get("event", {}).get("event") == "secrets_opened":
                self.secret = bytes.fromhex(line["event"]["hidden_secret"])

    @staticmethod
    def is_kept():
        """Are the lines that are shared as they were read?"""
        return all(dump(line) + "\n" == texts[id(line)]
                   for lines, texts in Log.read.values() for line in lines)

    def find(self, kind, n=0, **fields):
        """Index of the n-th line with such a public event."""
        for i, line in enumerate(self.lines):
            e = line.get("event", {})
            if e.get("event") == kind and all(e.get(k) == v for k, v in fields.items()):
                if not n:
                    return i
                n -= 1
        raise KeyError(kind)

    def signed(self, n=0, **fields):
        """Index of the n-th line "signed", its event having these fields."""
        for i, line in enumerate(self.lines):
            if "signed" in line and all(self.lines[i - 1]["event"].get(k) == v
                                        for k, v in fields.items()):
                if not n:
                    return i
                n -= 1
        raise KeyError("signed")

    def commit(self, i):
        """The event before signed line i tells of it as it is now."""
        line = self.lines[i]
        text = line["text"].encode()
        self.lines[i - 1]["event"]["hash"] = H(
            b"heraldo sign 1", u32(len(text)), text, line["signature"].encode()).hex()

    def salt(self, leaf):
        salts = H(b"heraldo mine 1", self.id, key=self.secret)
        return H(b"heraldo salt 1", self.id, u64(leaf), key=salts)

    def origin(self):
        """Where the chain of heads begins."""
        e = self.lines[1]["event"]
        key = e["judge_key"].encode()
        return H(b"heraldo open 1", bytes.fromhex(e["id"]), bytes.fromhex(e["dice_commitment"]),
                 bytes.fromhex(e["hidden_commitment"]), u32(len(key)), key)

    def seen(self, point):
        """The line SEEN of orders for a point, as the log stands."""
        heads = [self.origin().hex()] + [x["head"] for x in self.lines if "point" in x]
        return seen(bytes.fromhex(heads[point]))

    def point_of(self, i):
        """First and last index of the adjudication around line i."""
        first = last = i
        while "point" not in self.lines[first - 1] and first > 1:
            first -= 1
        while "point" not in self.lines[last]:
            last += 1
        return first, last

    def resign(self, i, heads):
        """What was signed behind the leaf i, once more and for the heads of now,
        by those who signed it."""
        signed = self.lines[i + 1]
        lines = signed["text"].split("\n")
        point = int(lines[0].split()[2 if lines[0].startswith("GM ") else 3])
        told = [k for k, x in enumerate(lines) if x.startswith("SEEN ")]
        if not told or point >= len(heads):
            return
        lines[told[0]] = seen(heads[point])
        seed = next((s for s in PLAYERS.values() if
                     own(s) == self.lines[i]["event"]["fingerprint"]), None)
        purpose = b"heraldo-orders@heraldo"
        if own(JUDGE) == self.lines[i]["event"]["fingerprint"]:
            seed, purpose = JUDGE, b"heraldo-player@heraldo"
        if not seed:
            return
        text = "\n".join(lines)
        self.lines[i + 1] = {"signed": 0, "text": text, "signature": sshsig(seed, purpose, text.encode())}
        self.lines[i]["event"]["format"] = "ssh canonical"
        self.commit(i + 1)

    def bytes(self, keep_salts=False, seed=JUDGE, resigned=False):
        """The file, everything that can be made anew by the judge made anew; and
        resigned, what all players together could. Lines before the first change
        are as they were."""
        out, leaf, points = [], 0, 0
        head = self.origin()
        heads = [head]
        same = True
        for i, line in enumerate(self.lines):
            behind = self.lines[i + 1:i + 2] if resigned and \
                line.get("event", {}).get("event") == "orders_signed" else [{}]
            # what is signed changes with the event before it, which tells of it
            same = same and i + 1 < len(self.were) and line == self.were[i] and (
                i + 1 < len(self.lines) and behind[0] in ({}, self.were[i + 1]))
            if not same and "text" in behind[0]:
                self.resign(i, heads)
                line = self.lines[i]
            text = self.texts.get(id(line)) or same and self.texts[id(self.were[i])]
            if text and line.get("leaf") == leaf + 1:
                # its hash and its salt are as they were
                leaf += 1
                if not same:
                    head = H(b"heraldo head 1", head, bytes.fromhex(line["hash"]))
                    text = text.replace(line["head"], head.hex(), 1)
                else:
                    head = bytes.fromhex(line["head"])
                out.append(text)
                continue
            if text and line.get("signed") == leaf:
                out.append(text)
                continue
            line = dict(line)
            if "leaf" in line:
                leaf += 1
                line["leaf"] = leaf
                data = None
                if "event" in line:
                    data = dump(line["event"]).encode()
                elif "events" in line:
                    events = [dump(e).encode() for e in line["events"]]
                    data = u32(len(events)) + b"".join(u32(len(e)) + e for e in events)
                if data is not None:
                    if self.secret and not keep_salts:
                        line["salt"] = self.salt(leaf).hex()
                    line["hash"] = H(b"heraldo leaf 1", bytes.fromhex(line["salt"]), data).hex()
                head = H(b"heraldo head 1", head, bytes.fromhex(line["hash"]))
                line["head"] = head.hex()
            elif "signed" in line:
                line["signed"] = leaf
            elif "point" in line:
                points += 1
                line.update(point=points, leaves=leaf, head=head.hex())
                heads.append(head)
            elif "end" in line:
                body = "".join(out).encode()
                line = {"end": line["end"], "lines": len(out), "points": points,
                        "leaves": leaf, "head": head.hex(), "file": H(body).hex()}
                line["signature"] = sshsig(seed, b"heraldo-log@heraldo", dump(line).encode())
            out.append(dump(line) + "\n")
        return "".join(out).encode()
