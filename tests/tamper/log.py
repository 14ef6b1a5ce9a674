"""An exported game in pieces, and whole again: for those who tamper with it.

The forger here is the strongest there can be: the judge, with all secrets but
the players' keys. What he changes he hides: leaves, salts, heads, counts and
his own signature are made anew (`Log.bytes`). Formats: src/audit/export.h.
"""
import base64
import hashlib
import json
import marshal
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


def dump(obj):
    """Canonical JSON: only what must be escaped is, as \\u00xx."""
    text = PLAIN(obj)
    if "\\" not in text and "\x7f" not in text:
        return text
    if isinstance(obj, dict):
        return "{" + ",".join(dump(k) + ":" + dump(v) for k, v in obj.items()) + "}"
    if isinstance(obj, list):
        return "[" + ",".join(map(dump, obj)) + "]"
    if isinstance(obj, str):
        out = []
        for c in obj:
            if c in '"\\':
                out.append("\\" + c)
            elif c < " " or c == "\x7f":
                out.append("\\u%04x" % ord(c))
            else:
                out.append(c)
        return '"' + "".join(out) + '"'
    return json.dumps(obj)


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


class Log:
    read = {}

    def __init__(self, data):
        if data not in Log.read:
            Log.read[data] = marshal.dumps(
                [json.loads(line) for line in data.decode().split("\n")[:-1]])
        self.lines = marshal.loads(Log.read[data])
        created = self.lines[1]["event"]
        self.id = bytes.fromhex(created["id"])
        self.secret = None
        for line in self.lines:
            if line.get("event", {}).get("event") == "secrets_opened":
                self.secret = bytes.fromhex(line["event"]["hidden_secret"])

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
                     fingerprint(public(s)) == self.lines[i]["event"]["fingerprint"]), None)
        if not seed:
            return
        text = "\n".join(lines)
        self.lines[i + 1] = {"signed": 0, "text": text, "signature": sshsig(
            seed, b"heraldo-orders@heraldo", text.encode())}
        self.lines[i]["event"]["format"] = "ssh canonical"
        self.commit(i + 1)

    def bytes(self, keep_salts=False, seed=JUDGE, resigned=False):
        """The file, everything that can be made anew by the judge made anew; and
        resigned, what all players together could."""
        out, leaf, points = [], 0, 0
        head = self.origin()
        heads = [head]
        for i, line in enumerate(self.lines):
            if resigned and "text" in self.lines[i + 1 if i + 1 < len(self.lines) else i] and \
                    line.get("event", {}).get("event") == "orders_signed":
                self.resign(i, heads)
            line = dict(self.lines[i])
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
